"""What everything is worth, who has won, and the stars (sections 11, 13 and 14)."""

from collections import Counter

from .printed import Task
from .table import SOURCES, Table

BIG_PROJECT = 8                                        # water (K-4)


def count_of(table: Table, seat: int, task: Task) -> int:
    """J-3"""
    player, projects = table.players[seat], table.projects_of(seat)
    match task.name:
        case "production":
            return player.production
        case "cities":
            return sum(player.cubes_in[city] > 0 for city in task.cities)
        case "fight":
            return player.last_strength if player.has_fought else 0
        case "upgrades":
            return sum(player.upgrades.values())
        case "green" | "blue" | "yellow":
            return sum(project.colour == task.name for project in projects)
        case "projects":
            return len(projects)
        case "big":
            return sum(project.water >= BIG_PROJECT for project in projects)
        case "movement":
            return table.for_good(seat, "movement") + table.printed.constants["solar_movement"]
        case "combat":
            return table.for_good(seat, "combat")
        case "navigation":
            return len(player.deck) + len(player.discard) + len(player.drawn)
    raise ValueError(f"{task.name!r} is no task")


def grey_points(table: Table, seat: int) -> Counter[str]:
    """E-4"""
    player, printed = table.players[seat], table.printed
    grey: Counter[str] = Counter()
    for task in table.visible_tasks(seat):
        grey["objectives"] += task.worth(count_of(table, seat, task))
    for name, token in printed.tokens.items():
        city = table.land.cube_city(name) if token.kind == "cube city" else ""
        if city and player.cubes_in[city]:
            grey["legacy"] += token.end_points
    for kind, built in player.upgrades.items():
        if built:
            grey["upgrades"] += printed.upgrades[kind][built - 1].points
    grey["project cards"] += sum(project.points for project in table.projects_of(seat))
    return grey


def put_grey_points_on_track(table: Table) -> None:
    for seat in table.seats:
        for source, points in grey_points(table, seat).items():
            table.give_points(seat, points, source)
    table.is_scored = True


def breakdown(table: Table, seat: int) -> dict[str, int]:
    """Points by source (E-9), as if the game ended now."""
    points = Counter(table.players[seat].gained)
    if not table.is_scored:
        points.update(grey_points(table, seat))
    return {source: points[source] for source in SOURCES}


def score(table: Table, seat: int) -> int:
    return sum(breakdown(table, seat).values())


def first_by_points(table: Table) -> list[int]:
    """In turn order."""
    best = max(score(table, seat) for seat in table.seats)
    return [seat for seat in table.turn_order if score(table, seat) == best]


def places(table: Table) -> list[int]:
    """E-6 to E-8: by points, then by the strength in the fight of E-7."""
    is_over = table.phase == "over"
    keys = [(score(table, seat), table.players[seat].tie_strength or 0 if is_over else 0) for seat in table.seats]
    return [1 + sum(other > key for other in keys) for key in keys]


def tasks_not_at_top(table: Table, seat: int) -> int:
    return sum(count_of(table, seat, task) < task.top for task in table.visible_tasks(seat))


def won(table: Table) -> list[bool]:
    """O-6, O-7, E-6"""
    if not table.is_solo:
        return [place == 1 for place in places(table)]
    solo = table.printed.constants["solo"]
    if table.campaign is not None:
        return [stars(table)[0] > 0]
    if table.options.scenario == 1:
        return [score(table, 0) >= solo["scenario_1_points"]]
    return [score(table, 0) >= solo["scenario_2_3_points"] and not tasks_not_at_top(table, 0)]


def stars(table: Table) -> list[int]:
    """Y-6, Y-7"""
    assert table.campaign is not None
    chapter = table.campaign.chapter
    if table.is_solo:
        reached = sum(score(table, 0) >= step for step in chapter.star_steps_solo)
        return [max(0, reached - tasks_not_at_top(table, 0))]
    return [
        sum(score(table, seat) >= step for step in chapter.star_steps) + chapter.win_stars * (place == 1)
        for seat, place in enumerate(places(table))
    ]
