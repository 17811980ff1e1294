"""The impact board as a map of characters: two lines a hex."""

from textwrap import wrap

from undersea_env.endeavor_deep_sea.printed.effects import Effect, Gain
from undersea_env.endeavor_deep_sea.printed.missions import RULE_WORDS
from undersea_env.endeavor_deep_sea.printed.things import Hex
from undersea_env.endeavor_deep_sea.printed.words import Item, MissionRule, Orientation
from undersea_env.endeavor_deep_sea.words.readings import Table
from undersea_env.showing.terminal import Paint

WIDTH = 80
ROWS_OF_HEX = 2
WIDEST, NARROWEST = 9, 6              # columns for a hex
LETTERS = {
    Item.REPUTATION: "re", Item.INSPIRATION: "in", Item.COORDINATION: "co", Item.INGENUITY: "ng",
    Item.ANY_ATTRIBUTE: "an", Item.LOWEST_ATTRIBUTE: "lo", Item.RESEARCH: "rs", Item.DISC: "di", Item.IMPACT: "im",
}
LEGEND = (
    "Above: > entry, number of the hex, points (1p). Below: whose marker, as (0), or what a new one gives: re "
    "reputation, in inspiration, co coordination, ng ingenuity, an any attribute, lo lowest attribute, rs research, di "
    "disc, pr promote; and a field symbol: b blue, w brown, g green, y yellow."
)
FIELD_LETTERS = ("b", "w", "g", "y")


def impact_lines(table: Table, paint: Paint) -> list[str]:
    mission = table.mission
    rules = ", ".join(RULE_WORDS[rule] for rule in sorted(mission.rules) if rule in OF_THE_BOARD)
    lines = [paint(f"Impact board{f' ({rules})' if rules else ''}", "bold"), *_map(table)]
    notes = [note for place in mission.hexes if (note := _note(table, place))]
    notes += _sets(table)
    notes += [f"hexes {a} and {b} are neighbours" for a, b in mission.bridges]
    lines += wrap("; ".join(notes), WIDTH)
    return [*lines, *wrap(LEGEND, WIDTH)]


OF_THE_BOARD = (
    MissionRule.TURTLE_HEX, MissionRule.MOVING_MARKERS, MissionRule.CLOSED_SCORING_HEXES, MissionRule.RESCUE_GRID,
    MissionRule.GOAL_HEXES, MissionRule.CLEAN_UP_TRACK, MissionRule.ROWS_BY_DEPTH,
)


def _map(table: Table) -> list[str]:
    """As wide as there is room for."""
    for width in range(WIDEST, NARROWEST, -1):
        lines = _drawn(table, width)
        if max(map(len, lines)) <= WIDTH:
            return lines
    return _drawn(table, NARROWEST)


def _drawn(table: Table, width: int) -> list[str]:
    mission = table.mission
    lines: dict[int, list[str]] = {}
    for place in mission.hexes:
        if place.row < 0:                                # the clean-up track
            continue
        is_lower = mission.orientation == Orientation.FLAT and place.col % 2 == 1
        is_further = mission.orientation == Orientation.POINTY and place.row % 2 == 1
        top = ROWS_OF_HEX * place.row + is_lower
        left = place.col * width + (width // 2 if is_further else 0)
        for k, words in enumerate(_labels(table, place)):
            _write(lines.setdefault(top + k, []), left, words)
    return ["".join(lines.get(row, [])) for row in range(min(lines), max(lines) + 1)]


def _write(line: list[str], left: int, words: str) -> None:
    line.extend(" " * (left + len(words) - len(line)))
    line[left : left + len(words)] = words


def _labels(table: Table, place: Hex) -> tuple[str, str]:
    points = f" {place.points}p" if place.points else ""
    field = f" {FIELD_LETTERS[place.field]}" if place.field is not None else ""
    owner = table.marker_on(place.id)
    state = f"({owner})" if owner is not None else _short(place.gain)
    return f"{'>' if place.entry else ''}{place.id}{points}", f"{state}{field}".strip()


def _short(effect: Effect) -> str:
    words = []
    for part in effect:
        if isinstance(part, Gain):
            words += [f"{number if number > 1 else ''}{LETTERS[item]}" for item, number in part.amounts]
        else:
            words.append("pr")
    return "+".join(words)


def _note(table: Table, place: Hex) -> str:
    """What the map has no room for."""
    if place.special == "clean-up":
        return f"hex {place.id} is the clean-up track"
    notes = []
    if place.infinite:
        numbers = table.record.infinite[int(table.rules["hex_infinite"][place.id]) - 1]
        there = ", ".join(f"{int(n)} of seat {seat}" for seat, n in enumerate(numbers) if n)
        notes.append(f"takes any number of markers ({there or 'none yet'})")
    notes.append("only for impact of a conservation site, once a zone" if place.special == "turtle" else "")
    notes.append(f"for rows of depth {place.overflow[0]}-{place.overflow[1]} that are full" if place.overflow else "")
    notes.append(f"chooses what goal {place.goal} counts" if place.goal else "")
    told = ", ".join(filter(None, notes))
    return f"hex {place.id} {told}" if told else ""



def _sets(table: Table) -> list[str]:
    """Hexes of which a rule of the mission speaks."""
    mission = table.mission
    rescue = [place.id for place in mission.hexes if place.rescue]
    closed = [place.id for place in mission.hexes if place.closed]
    found = [f"the rescue grid is hexes {_ranges(rescue)}"] if rescue else []
    if closed and mission.hidden:
        name = table.book.board(mission.hidden).name
        found.append(f"closed until {name} is in the ocean: hexes {_ranges(closed)}")
    return found


def _ranges(numbers: list[int]) -> str:
    """`3-5, 8`."""
    starts = [k for k in numbers if k - 1 not in numbers]
    ends = [k for k in numbers if k + 1 not in numbers]
    return ", ".join(str(a) if a == b else f"{a}-{b}" for a, b in zip(starts, ends, strict=True))
