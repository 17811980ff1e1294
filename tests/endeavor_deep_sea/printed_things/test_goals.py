"""Every goal: of missions, of teams, bonus goals. Positions with a wanted count are made from the words of the goal."""

from __future__ import annotations

import re
import tomllib
from functools import cache
from typing import Any

import pytest

from tests.endeavor_deep_sea.printed_things.cases import CAVE, spots_of
from tests.endeavor_deep_sea.scenario import ATTRIBUTES, COLUMNS, COMPONENTS, Scenario, filled, printed, scenario, zone

NUMBERS = ("solo", "two", "three", "four")
SPOT_KINDS = {"sonar": ("sonar",), "conservation": ("conservation",), "publish": ("journal",),
              "conservation or publish": ("conservation", "journal"), "": ("sonar", "journal", "conservation")}
MISSION_BOARDS = {"sea-star": (1, 2, 3, 4, 8, 9, 10), "looking-glass": (1, 2, 3, 4, 8, 9, 10), "fallen-star": (6, 7)}
LAUNCH = {5: "atoll", 6: "atoll", 7: "remote-anchorage"}
SIZES = {5: ("ABCDEFG", 3), 9: ("ABCDEF", 4)}
FIELDS_OF = {int(row["index"]): row["fields"].split() for row in printed("journals")}
SETS = ((8, 15), (10, 22), (23, 27), (11, 29))               # blue yellow, brown green
EDGES = "AE"                                                 # used last, so that no other goal is met on the way
Fields = dict[str, Any]


@cache
def mission_file(number: int) -> dict[str, Any]:
    return tomllib.loads((COMPONENTS / "missions" / f"mission_{number:02}.toml").read_text(encoding="utf-8"))


# --- positions in which something is counted ---


class Count:
    """The words of a count, read anew: a unit, depths and columns."""

    def __init__(self, text: str) -> None:
        found = re.fullmatch(
            r"(?P<unit>.*?)(?: at depth (?P<first>\d)(?:-(?P<last>\d))?)?(?: in columns (?P<columns>[A-G, ]+))?"
            r"(?: in the Sea Star column or (?P<side>left|right) of it)?", text)
        assert found is not None
        self.unit = re.sub(r"\b(disc|vessel|zone|step|marker|symbol|set|specialist|link|site)s\b", r"\1", found["unit"])
        self.depths = range(int(found["first"] or 1), int(found["last"] or found["first"] or 5) + 1)
        self.columns = found["columns"].split(", ") if found["columns"] else list(COLUMNS)
        self.side = found["side"]

    def cells(self, mission: int) -> list[str]:
        columns, depth = SIZES.get(mission, ("ABCDE", 5))
        return [f"{column}{n}" for n in self.depths if n <= depth for column in self.columns if column in columns]


def boards_at(mission: int, depth: int) -> list[str]:
    launch = LAUNCH.get(mission, "sea-star")
    return [row["id"] for row in printed("ocean_boards")
            if row["depth"] == str(depth) and row["id"] not in (CAVE, launch)
            and mission in MISSION_BOARDS.get(row["id"], (mission,))]


def launch_cell(mission: int, count: Count) -> str:
    """At depth 1; where nothing counts if that is possible, or at the edge from which everything counts (mission 8)."""
    columns = SIZES.get(mission, ("ABCDE", 5))[0]
    free = [f"{column}1" for column in columns if f"{column}1" not in count.cells(mission)]
    return free[0] if free else f"{columns[-1 if count.side == 'left' else 0]}1"


def ocean_for(mission: int, count: Count, kinds: tuple[str, ...]) -> dict[str, str]:
    """Boards with as many spots of these kinds as there are, on every cell that counts."""
    cells = count.cells(mission)
    ocean = {launch_cell(mission, count): LAUNCH.get(mission, "sea-star")}
    for depth in count.depths:
        boards = sorted(boards_at(mission, depth), key=lambda board: -sum(
            row["kind"] in kinds for row in spots_of(board)))
        here = [cell for cell in cells if cell[1] == str(depth) and cell not in ocean]
        ocean |= dict(zip(here, boards, strict=False))
    return ocean


def with_discs(mission: int, count: Count, owners: list[int], kinds: tuple[str, ...], once: bool = False) -> Fields:
    """A disc for each of the owners, on spots that count; `once`: at most one of a player in a zone."""
    boards = ocean_for(mission, count, kinds)
    spots = [(kinds.index(row["kind"]), cell, row["spot"]) for cell, board in boards.items()
             for row in spots_of(board) if row["kind"] in kinds and cell in count.cells(mission)]
    discs: dict[str, dict[str, int]] = {cell: {} for cell in boards}
    left = list(owners)
    for _, cell, spot in sorted(spots, key=lambda each: (each[1][0] in EDGES, each[0])):
        owner = next((seat for seat in left if not once or seat not in discs[cell].values()), None)
        if owner is not None:
            discs[cell][spot] = owner
            left.remove(owner)
    assert not left, f"no room for {len(left)} of {len(owners)}"
    return {"ocean": {cell: zone(board, discs[cell]) for cell, board in boards.items()}}


def with_symbols(numbers: list[int]) -> Fields:
    """So many journals with one field; there is no more of any other."""
    free = [number for number, fields in FIELDS_OF.items() if "brown" in fields]
    players: list[Fields] = [{"journals": sorted(free.pop() for _ in range(number))} for number in numbers]
    return of_players(players)


def with_sets(numbers: list[int]) -> Fields:
    free = list(SETS)
    return of_players([{"journals": sorted(each for _ in range(number) for each in free.pop())} for number in numbers])


def of_players(players: list[Fields]) -> Fields:
    return players[0] | {"others": players[1:]}


def counting(mission: int, text: str, owners: list[int], players: int) -> Fields:
    """A position in which each seat has this count as often as it is named in `owners`."""
    count = Count(text)
    unit = count.unit
    numbers = [owners.count(seat) for seat in range(players)]
    if unit.startswith("zone with a disc"):
        return with_discs(mission, count, owners, ("conservation", "journal", "sonar"), once=True)
    found = re.fullmatch(r"(?:(.*) )?disc(?: or vessel)?(?: of the designated kind)?", unit)
    if found is not None:
        kind = "publish" if "designated" in unit else found[1] or ""
        fields = with_discs(mission, count, owners, SPOT_KINDS[kind])
        return fields | ({"table": {"mission_state": {"designated": "publish"}}} if "designated" in unit else {})
    if unit == "zone discovered":
        fields = with_discs(mission, count, [], ())
        cells = [cell for cell in fields["ocean"] if cell in count.cells(mission)]
        for cell, owner in zip(cells, owners, strict=False):
            fields["ocean"][cell]["discoverer"] = owner
        return fields
    if unit == "field symbol of the most held kind":
        return with_symbols(numbers)
    if unit == "set of field symbol":
        return with_sets(numbers)
    if unit == "marker in the rescue grid":
        grid = [each["id"] for each in mission_file(7)["impact"]["hexes"] if each.get("grid") == "rescue"]
        return {"table": {"impact": {str(id): owner for id, owner in zip(grid, owners, strict=False)}}}
    if unit == "clean-up step":
        return {"table": {"mission_state": {"clean_up": numbers}}}
    raise AssertionError(text)


def made(mission: int, players: int, fields: Fields, **more: Any) -> Scenario:
    """Vessels lie where they do not count."""
    launch = LAUNCH.get(mission, "sea-star")
    ocean = dict(fields.get("ocean", {"A1": launch}))
    harbour = next(cell for cell, each in ocean.items() if (each if isinstance(each, str) else each["board"]) == launch)
    if mission == 9:
        ocean |= {"A2": "dolphin-pods"} if "A2" not in ocean else {}
        harbour = "A2"
    others = [{"vessels": [harbour]} | each for each in fields.get("others", [{}] * (players - 1))]
    table = {"row": [None] * 4} | fields.get("table", {}) | more.pop("table", {})
    rest = {key: each for key, each in fields.items() if key not in ("ocean", "others", "table")}
    return scenario(**{"mission": mission, "players": players, "ocean": ocean, "vessels": [harbour], "others": others,
                       "table": table} | rest | more)


# --- mission goals, two and three players ---

GOALS = [(number, f"{each['number']}{each.get('option', '')}") for number in range(1, 11)
         for each in mission_file(number)["goal"] if not each["count"].startswith("race")]


def goal_of(mission: int, goal: str) -> dict[str, Any]:
    return next(each for each in mission_file(mission)["goal"] if f"{each['number']}{each.get('option', '')}" == goal)


def option_chosen(goal: str) -> Fields:
    if len(goal) == 1:
        return {}
    options = {str(k): goal[1] if str(k) == goal[0] else None for k in (1, 2, 3)}
    return {"mission_state": {"goal_options": options}}


@pytest.mark.parametrize(("mission", "goal"), GOALS)
def test_a_goal_of_a_mission(mission: int, goal: str) -> None:
    """Counts of three players: the points for each, and the leader bonuses of the file."""
    printed_goal = goal_of(mission, goal)
    several = ((2, 1, 0), (1, 1, 1)) if "sets" in printed_goal["count"] else ((3, 2, 0), (2, 2, 1))
    for numbers in (*several, (0, 0, 0)):
        owners = [seat for seat, number in enumerate(numbers) for _ in range(number)]
        fields = counting(mission, printed_goal["count"], owners, 3)
        s = made(mission, 3, fields, table=fields.get("table", {}) | option_chosen(goal))
        for seat, number in enumerate(numbers):
            extra = by_leaders(printed_goal, numbers, seat, s)
            assert s.breakdown(seat)[f"goal {goal[0]}"] == printed_goal["points"] * number + extra


def by_leaders(goal: dict[str, Any], numbers: tuple[int, ...], seat: int, s: Scenario) -> int:
    if "leader" in goal:
        first, second = goal["leader"]
        rank = sorted(numbers, reverse=True)
        if numbers[seat] == 0:
            return 0
        if numbers[seat] == rank[0]:
            return int(first)
        return int(second) if rank.count(rank[0]) == 1 and numbers[seat] == rank[1] else 0
    return sum(leader["first"] for leader in goal["leaders"] if leads(leader["count"], seat, s))


def leads(text: str, seat: int, s: Scenario) -> bool:
    """Counted here anew, from the position: discoveries, discs of a kind, field symbols."""
    count = Count(text)
    numbers = []
    for other in range(3):
        if count.unit == "zone discovered":
            cells = [cell for cell, each in s["ocean"].items() if each["discoverer"] == other]
            numbers.append(sum(int(cell[1]) in count.depths and cell[0] in count.columns for cell in cells))
        elif count.unit.endswith(" disc"):
            letter = {"conservation": "c", "publish": "j"}[count.unit.split()[0]]
            numbers.append(sum(owner == other and spot[0] == letter for each in s["ocean"].values()
                               for spot, owner in each["discs"].items()))
        else:
            field = count.unit.split()[0]
            numbers.append(sum(field in FIELDS_OF[number] for number in s.player(other).journal_numbers))
    return numbers[seat] == max(numbers) > 0


@pytest.mark.parametrize(("goal", "race", "bonuses"), [(1, "discover", (4, 2)), (2, "travel", (4, 3))])
def test_a_race(goal: int, race: str, bonuses: tuple[int, int]) -> None:
    races: dict[str, list[int]] = {"discover": [], "travel": []}
    s = scenario(mission=10, players=3, table={"mission_state": {"races": races | {race: [2, 0, 1]}}})
    assert [s.breakdown(seat)[f"goal {goal}"] for seat in range(3)] == [bonuses[1], 0, bonuses[0]]
    s = scenario(mission=10, players=3)
    assert [s.breakdown(seat)[f"goal {goal}"] for seat in range(3)] == [0, 0, 0]


SIDES = [("1a", "left", ("A", "B", "C")), ("1b", "right", ("C", "D", "E"))]


@pytest.mark.parametrize(("goal", "side", "columns"), SIDES)
def test_the_sides_of_the_sea_star(goal: str, side: str, columns: tuple[str, ...]) -> None:
    boards = ("atoll", "calm-seas", "sea-star", "volcanic-island", "remote-anchorage")
    for column, board in zip(COLUMNS, boards, strict=False):
        ocean: dict[str, Any] = {f"{each}1": name for each, name in zip(COLUMNS, boards, strict=False)}
        ocean[f"{column}1"] = zone(board, {"s1": 0})
        s = scenario(mission=8, ocean=ocean, vessels=["C1"], table=option_chosen(goal))
        assert s.breakdown()["goal 1"] == (3 if column in columns else 0)
        assert side in goal_of(8, goal)["count"]


# --- goals of the team ---

TEAM = [(int(row["mission"]), row["goal"], players) for row in printed("coop_goals") for players in range(1, 5)]


def team_row(mission: int, goal: str) -> dict[str, str]:
    return next(row for row in printed("coop_goals") if (row["mission"], row["goal"]) == (str(mission), goal))


def team_position(mission: int, row: dict[str, str], number: int, players: int) -> Fields:
    """The count of the team, shared among the players."""
    owners = [k % players for k in range(number)]
    if row["count"] == "players who travelled to depth 5":
        return {"table": {"mission_state": {"races": {"discover": [], "travel": list(range(number))}}}}
    return counting(mission, row["count"], owners, players)


@pytest.mark.parametrize(("mission", "goal", "players"), [each for each in TEAM if each[1] != "impact"])
def test_a_goal_of_the_team(mission: int, goal: str, players: int) -> None:
    """One too few, then as many as the number of players asks for, shared among them."""
    row = team_row(mission, goal)
    wanted = int(row[NUMBERS[players - 1]])
    met = []
    for number in (wanted - 1, wanted):
        fields = team_position(mission, row, number, players)
        s = made(mission, players, fields, mode="cooperative", table=option_chosen(goal))
        met.append(s.breakdown()["mission goals"])
    assert met == [met[0], met[0] + 1]


@pytest.mark.parametrize(("mission", "players"), [(mission, players) for mission, goal, players in TEAM
                                                  if goal == "impact"])
def test_the_impact_goal_of_the_team(mission: int, players: int) -> None:
    wanted = int(team_row(mission, "impact")[NUMBERS[players - 1]])
    for points, is_met in ((wanted - 1, 0), (wanted, 1)):
        s = made(mission, players, impact_points(mission, points, players), mode="cooperative")
        assert s.breakdown()["impact goal"] == is_met


def impact_points(mission: int, points: int, players: int) -> Fields:
    """Markers of all players that score so much together: on ordinary hexes, infinite ones, the rest by journals."""
    hexes = [each for each in mission_file(mission)["impact"]["hexes"] if "special" not in each]
    impact: dict[str, int] = {}
    infinite: dict[str, list[int]] = {}
    left, journals = points, []
    for each in sorted(hexes, key=lambda each: -each["points"]):
        if each.get("infinite"):
            infinite[str(each["id"])] = [left // 2 // each["points"], *[0] * (players - 1)]
            left -= left // 2 // each["points"] * each["points"]
        elif 0 < each["points"] <= left:
            impact[str(each["id"])] = len(impact) % players
            left -= each["points"]
    for row in sorted(printed("journals"), key=lambda row: -int(row["points"])):
        if 0 < int(row["points"]) <= left:
            journals.append(int(row["index"]))
            left -= int(row["points"])
    assert left == 0
    fields: Fields = {"table": {"impact": impact, "infinite": infinite}, "journals": sorted(journals)}
    return fields | ({"ocean": {"A1": "atoll", "C1": "remote-anchorage", "C5": "fallen-star"}} if mission == 6 else {})


# --- bonus goals ---

BONUS = [(row["id"], players) for row in printed("bonus_goals") for players in range(1, 5)]
CHAINS = {                                       # discs in this order complete a link each, but for the first
    ("C3", "carbonate-spires"): ("j1", "j2", "j3", "j4", "s1", "s2"),
    ("C5", "seafloor-restoration"): ("c2", "c1", "c4", "c5", "c6"),
    ("A1", "kelp-forest"): ("c1", "c2"),
}
DIVING = ("kelp-forest", "volcanic-island", "dolphin-pods", "ledge-elevator", "shipwreck", "sunken-ruins")
EVERY_CELL = [f"{column}{depth}" for depth in range(1, 6) for column in "ABCDE" if (column, depth) != ("C", 1)]


def bonus_position(id: str, number: int, players: int) -> Fields:
    shares = [[k % players for k in range(number)].count(seat) for seat in range(players)]
    if id == "fresh-faces":
        kinds = [row["id"] for row in printed("specialists")[:12] for _ in range(int(row["copies"]))]
        teams = [{"specialists": [kinds.pop() for _ in range(share)]} for share in shares]
        return of_players(teams) | {"table": {"round": 6}}
    if id == "common-cause":
        ocean: Fields = {"C1": "sea-star"}
        left = number
        for (cell, board), spots in CHAINS.items():
            linked = min(left, len(spots) - 1)
            ocean[cell] = zone(board, {spot: k % players for k, spot in enumerate(spots[: linked + 1])})
            left -= linked
        return {"ocean": ocean}
    if id == "known-waters":
        return {"ocean": filled(EVERY_CELL[: number - 1], C1="sea-star")}
    if id == "into-the-dark":
        return counting(1, "discs at depth 3-5", [k % players for k in range(number)], players)
    if id == "all-round-teams":
        return of_players([dict(zip(ATTRIBUTES, [7] * share + [6] * (4 - share), strict=True)) for share in shares])
    cells = [f"{column}{depth}" for depth in (1, 2) for column in "ABDE"]
    boards = {board: next(row["depth"] for row in printed("ocean_boards") if row["id"] == board) for board in DIVING}
    ocean = {"C1": zone("sea-star", tokens=["plain"])}
    for board in DIVING[:number]:
        cell = next(cell for cell in cells if cell[1] == boards[board] and cell not in ocean)
        ocean[cell] = zone(board)
    return {"ocean": ocean}


@pytest.mark.parametrize(("id", "players"), BONUS)
def test_a_bonus_goal(id: str, players: int) -> None:
    row = next(row for row in printed("bonus_goals") if row["id"] == id)
    wanted = int(row[NUMBERS[players - 1]])
    others = [each for each in ("known-waters", "all-round-teams", "thorough-divers", "common-cause") if each != id]
    met = []
    for number in (wanted - 1, wanted):
        s = made(1, players, bonus_position(id, number, players), mode="cooperative", bonus_goals=[id, *others[:2]],
                 setbacks=["rough-seas"])
        met.append(s.breakdown()["bonus goals"])
    assert met == [met[0], met[0] + 1]
