"""What is printed, described for people and for machines. Nothing here needs a position, nor numba."""

from collections.abc import Collection, Sequence
from dataclasses import fields, is_dataclass
from enum import IntEnum
from pathlib import Path
from typing import Any

from undersea_env.endeavor_deep_sea.printed.catalogue import load_catalogue
from undersea_env.endeavor_deep_sea.printed.language import UNIT_WORDS, count_text, goal_text
from undersea_env.endeavor_deep_sea.printed.missions import RULE_WORDS
from undersea_env.endeavor_deep_sea.printed.things import (
    CHOICE,
    RANDOM,
    Board,
    BonusGoal,
    Catalogue,
    DiveToken,
    Hex,
    Journal,
    Leader,
    Link,
    Mission,
    MissionGoal,
    Numbers,
    Specialist,
    Spot,
    TeamGoal,
)
from undersea_env.endeavor_deep_sea.printed.words import (
    COLUMN_LETTERS,
    DEPTHS,
    Access,
    Orientation,
    Scope,
    SpotKind,
)
from undersea_env.errors import InvalidOption
from undersea_env.showing.topics import Described, Topic

PROVENANCE_WORDS = {
    "rulebook": "shown in the rulebook",
    "public": "told by a public transcription of a printed copy",
    "mixed": "attested, but one value is ours",
    "ours": "reconstructed",
}
KIND_WORDS = {
    SpotKind.DIVE: "dive site",
    SpotKind.SONAR: "sonar spot",
    SpotKind.CONSERVATION: "conservation site",
    SpotKind.JOURNAL: "journal site",
}
ACCESS_WORDS = {Access.LEFT: "from the left", Access.UP: "from above", Access.RIGHT: "from the right"}
SCOPE_WORDS = {Scope.SUM: "all players together", Scope.POOL: "symbols put together", Scope.OCEAN: "in the ocean"}
PARSED = (                       # trees; their text is told
    "discovery", "arrival", "effect", "rule", "hire", "junior_actions", "promotion", "senior_actions", "score", "you",
    "others", "action", "on_reach", "gain",
)

Folder = str | Path | None


def _data(thing: Any) -> Any:
    """What is printed, as plain JSON types; parsed effects are left out, their text is there."""
    if isinstance(thing, IntEnum):
        return thing.name.lower()
    if isinstance(thing, tuple | list):
        return [_data(one) for one in thing]
    if isinstance(thing, dict):
        return {key: _data(value) for key, value in thing.items()}
    if is_dataclass(thing) and not isinstance(thing, type):
        kept = [field.name for field in fields(thing) if field.name not in PARSED]
        return {name: _data(getattr(thing, name)) for name in kept}
    return thing


def _provenance(thing: Any) -> str:
    return f"provenance: {thing.provenance} ({PROVENANCE_WORDS[thing.provenance]})"


def _described(things: Sequence[Any], words: Sequence[str]) -> Described:
    return [_data(thing) for thing in things], "\n".join(words)


def _matching(things: Sequence[Any], words: str, names: Sequence[tuple[str, ...]], what: str) -> list[Any]:
    """Things by index, id or name; by a part of a name if nothing is called so."""
    if words.isdecimal():
        found = [thing for thing in things if thing.index == int(words)]
    else:
        wanted = words.lower()
        found = [thing for thing, called in zip(things, names, strict=True) if wanted in map(str.lower, called)]
        found = found or [
            thing for thing, called in zip(things, names, strict=True) if any(wanted in one.lower() for one in called)
        ]
    if not found:
        raise InvalidOption(f"there is no {what} {words!r}; `describe {what}s` lists them")
    return found


# --- boards ---


def describe_board(components: Folder, id: Sequence[str]) -> Described:
    boards = load_catalogue(components).boards
    found = _matching(boards, " ".join(id), [(board.id, board.name) for board in boards], "board")
    return _described(found, list(map(_board_words, found)))


def describe_boards(components: Folder, depth: int | None) -> Described:
    boards = [board for board in load_catalogue(components).boards if depth in (None, board.depth)]
    return _described(boards, list(map(_board_line, boards)))


def _board_line(board: Board) -> str:
    numbers = [len(board.spots_of(kind)) for kind in SpotKind]
    dives, sonars, conservations, journals = numbers
    return (
        f"{board.index:>2}  depth {board.depth}  {board.id:<22}  dive {dives}  sonar {sonars}  "
        f"conserve {conservations}  publish {journals}  links {len(board.links)}  arrival: {board.arrival_text or '-'}"
    )


def _board_words(board: Board) -> str:
    lines = [f"{board.name} ({board.id}, no. {board.index}), depth {board.depth}"]
    if board.missions:
        lines.append(f"  only in the missions {', '.join(map(str, board.missions))} (C-4)")
    lines.append(f"  discovery: {board.discovery_text or 'nothing'}")
    lines.append(f"  arrival: {board.arrival_text or 'nothing'}")
    lines += [f"  {spot_words(spot)}" for spot in board.spots]
    lines += [f"  {_link_words(link)}" for link in board.links]
    lines += [f"  rule: {printed.text}" for printed in board.rules]
    return "\n".join([*lines, f"  {_provenance(board)}"])


def spot_words(spot: Spot) -> str:
    notes = {
        SpotKind.DIVE: f"{spot.tokens} tokens" if spot.tokens > 1 else "1 token",
        SpotKind.SONAR: f"track {spot.track + 1}",
        SpotKind.CONSERVATION: f"cost {spot.cost}",
        SpotKind.JOURNAL: "" if spot.field is None else spot.field.name.lower(),
    }[spot.kind]
    marked = ", marked" if spot.marked else ""
    access = f", reached {ACCESS_WORDS[spot.access]}" if spot.access else ""
    effect = f": {spot.text}" if spot.text else ""
    return f"{spot.id}  {KIND_WORDS[spot.kind]}, {notes}{marked}{access}{effect}"


def _link_words(link: Link) -> str:
    return f"{link.a}-{link.b}  link: {link.text}"


# --- specialists, tokens, journals ---


def describe_specialist(components: Folder, id: Sequence[str]) -> Described:
    kinds = load_catalogue(components).specialists
    names = [(kind.id, kind.junior, kind.senior) for kind in kinds]
    found = _matching(kinds, " ".join(id), names, "specialist")
    return _described(found, list(map(_specialist_words, found)))


def describe_specialists(components: Folder, rank: int | None) -> Described:
    kinds = [kind for kind in load_catalogue(components).specialists if rank in (None, kind.rank)]
    return _described(kinds, list(map(_specialist_line, kinds)))


def _sides(kind: Specialist) -> tuple[str, str]:
    """What the junior and the senior side print."""
    texts = kind.texts
    junior = "; ".join(filter(None, (_said("hire", texts["hire"]), _said("actions", texts["junior_actions"]))))
    senior = "; ".join(filter(None, (
        _said("promotion", texts["promotion"]), _said("actions", texts["senior_actions"]), texts["score"],
    )))
    return junior, senior


def _said(what: str, text: str) -> str:
    return f"{what}: {text}" if text else ""


def _specialist_line(kind: Specialist) -> str:
    junior, senior = _sides(kind)
    sides = f"{kind.junior} [{junior}] -> {kind.senior} [{senior}]" if kind.rank else f"{kind.senior} [{senior}]"
    return f"{kind.index:>2}  rank {kind.rank or '-'}  x{kind.copies}  {sides}"


def _specialist_words(kind: Specialist) -> str:
    junior, senior = _sides(kind)
    rank = f"rank {kind.rank}" if kind.rank else "every player has one from the start"
    copies = f", {kind.copies} token{'s' if kind.copies > 1 else ''}" if kind.rank else ""
    lines = [f"{kind.id} (no. {kind.index}), {rank}{copies}"]
    if kind.rank:
        lines.append(f"  junior, {kind.junior}: {junior or 'nothing'}")
    lines.append(f"  senior, {kind.senior}: {senior or 'nothing'}")
    return "\n".join([*lines, f"  {_provenance(kind)}; number of tokens: {kind.copies_provenance}"])


def describe_token(components: Folder, id: Sequence[str]) -> Described:
    tokens = load_catalogue(components).tokens
    found = _matching(tokens, " ".join(id), [(token.id,) for token in tokens], "token")
    return _described(found, [f"{_token_line(token)}\n  {_provenance(token)}" for token in found])


def describe_tokens(components: Folder) -> Described:
    tokens = load_catalogue(components).tokens
    return _described(tokens, list(map(_token_line, tokens)))


def _token_line(token: DiveToken) -> str:
    effect = f", or {token.text}" if token.text else ""
    return f"{token.index:>2}  x{token.copies}  {token.id:<18}  {token.research} research{effect}"


def describe_journal(components: Folder, id: Sequence[str]) -> Described:
    journals = load_catalogue(components).journals
    found = _matching(journals, " ".join(id), [(journal.name,) for journal in journals], "journal")
    return _described(found, list(map(_journal_words, found)))


def describe_journals(components: Folder) -> Described:
    journals = load_catalogue(components).journals
    return _described(journals, list(map(_journal_line, journals)))


def _effects_of(journal: Journal) -> str:
    return "; ".join(_said(column, text) for column, text in journal.texts.items() if text)


def _fields_of(journal: Journal) -> str:
    return " ".join(field.name.lower() for field in journal.fields)


def _journal_line(journal: Journal) -> str:
    numbers = f"cost {journal.cost}  points {journal.points}"
    kind, effects = "anchor" if journal.anchor else "deck", _effects_of(journal)
    printed = f"  [{effects}]" if effects else ""
    return f"{journal.index:>2}  {kind:<6}  {numbers}  {_fields_of(journal):<12}  {journal.name}{printed}"


def _journal_words(journal: Journal) -> str:
    lines = [
        f"{journal.name} (no. {journal.index}), {'anchor journal' if journal.anchor else 'journal'}",
        f"  cost {journal.cost} research; points {journal.points}; fields: {_fields_of(journal)}",
        *(f"  {column}: {text}" for column, text in journal.texts.items() if text),
    ]
    return "\n".join([*lines, f"  {_provenance(journal)}"])


# --- missions ---


def describe_mission(components: Folder, id: int) -> Described:
    catalogue = load_catalogue(components)
    try:
        mission = catalogue.mission(id)
    except KeyError:
        last = len(catalogue.missions)
        raise InvalidOption(f"there is no mission {id}; missions are numbered from 1 to {last}") from None
    return _mission_data(mission), _mission_words(catalogue, mission)


def describe_missions(components: Folder) -> Described:
    missions = load_catalogue(components).missions
    lines = [
        f"{mission.number:>2}  {mission.name:<26}  {mission.columns} columns, depth {mission.max_depth}, "
        f"{len(mission.hexes)} hexes{_rules_text(mission)}"
        for mission in missions
    ]
    return [_mission_data(mission) for mission in missions], "\n".join(lines)


def _rules_text(mission: Mission) -> str:
    rules = [RULE_WORDS[rule] for rule in sorted(mission.rules)]
    return f"; rules: {', '.join(rules)}" if rules else ""


def _mission_data(mission: Mission) -> dict[str, Any]:
    told = {field.name: _data(getattr(mission, field.name)) for field in fields(mission)}
    return told | {
        "rules": [RULE_WORDS[rule] for rule in sorted(mission.rules)],
        "layout": [{"cell": _cell(placed.column, placed.depth), "board": placed.board} for placed in mission.layout],
        "goals": [_goal_data(goal) for goal in mission.goals],
        "neighbours": {str(id): list(beside) for id, beside in mission.neighbours.items()},
    }


def _goal_data(goal: MissionGoal) -> dict[str, Any]:
    leaders = [
        {"count": goal_text(leader.count), "first": leader.first, "second": leader.second} for leader in goal.leaders
    ]
    return {
        "number": goal.number, "option": goal.option, "count": goal_text(goal.count), "points": goal.points,
        "leaders": leaders, "provenance": goal.provenance,
    }


def _cell(column: int, depth: int) -> str:
    return f"{COLUMN_LETTERS[column]}{depth}"


def _mission_words(catalogue: Catalogue, mission: Mission) -> str:
    columns = f"columns A-{COLUMN_LETTERS[mission.columns - 1]}"
    launch = "any zone at depth 1" if mission.launch == CHOICE else catalogue.board(mission.launch).name
    ocean = [(_cell(placed.column, placed.depth), placed.board) for placed in mission.layout]
    return "\n".join([
        f"Mission {mission.number}, {mission.name}: {columns}, depth 1-{mission.max_depth}{_rules_text(mission)}",
        f"  vessels are launched in: {launch}",
        *(f"  {cell} {_board_name(catalogue, board)}" for cell, board in ocean),
        *_row_words(catalogue, mission),
        *(f"  goal {goal.number}{goal.option}: {_goal_words(goal)}" for goal in mission.goals),
        *(f"  team: {_team_goal_words(goal)}" for goal in catalogue.team_goals_of(mission.number)),
        f"  impact board ({_orientation_words(mission)}):",
        *(f"    {_hex_words(mission, cell)}" for cell in mission.hexes),
    ])


def _board_name(catalogue: Catalogue, id: str) -> str:
    return "a random board" if id == RANDOM else catalogue.board(id).name


def _row_words(catalogue: Catalogue, mission: Mission) -> list[str]:
    lines = []
    if mission.shuffled_row:
        names = ", ".join(_board_name(catalogue, id) for id in mission.shuffled_row)
        lines.append(f"  depth 1, shuffled: {names}")
    if mission.hidden:
        board = catalogue.board(mission.hidden)
        place = f"among the top {mission.among_top} of" if mission.among_top else "somewhere in"
        lines.append(f"  {board.name} lies {place} the stack of depth {board.depth}")
    return lines


def _goal_words(goal: MissionGoal) -> str:
    points = f"{goal.points} x " if goal.points else ""
    leaders = "; ".join(leader_words(goal, leader) for leader in goal.leaders)
    return f"{points}{goal_text(goal.count)} ({leaders})"


def leader_words(goal: MissionGoal, leader: Leader) -> str:
    if leader.count == goal.count:
        return f"first {leader.first}, second {leader.second}"
    return f"{leader.first} for most {goal_text(leader.count)}"


def _orientation_words(mission: Mission) -> str:
    return {
        Orientation.POINTY: "hexes stand on a point; odd rows lie half a hex to the right",
        Orientation.FLAT: "hexes lie on a side; odd columns lie half a hex lower",
        Orientation.ROWS: "a row for each depth",
    }[mission.orientation]


def _hex_words(mission: Mission, cell: Hex) -> str:
    place = f"row {cell.row}, col {cell.col}" if cell.row >= 0 else "off the grid"
    notes = [
        cell.text,
        f"{cell.points} points" if abs(cell.points) != 1 else f"{cell.points} point",
        "entry" if cell.entry else "",
        f"{cell.field.name.lower()} field symbol" if cell.field is not None else "",
        "infinite" if cell.infinite else "",
        "rescue grid" if cell.rescue else "",
        f"goal {cell.goal}" if cell.goal else "",
        "closed" if cell.closed else "",
        "polluted" if cell.polluted else "",
        cell.special,
        f"overflow of depths {cell.overflow[0]}-{cell.overflow[1]}" if cell.overflow else "",
    ]
    beside = mission.neighbours[cell.id]
    next_to = f"; next to {', '.join(map(str, beside))}" if beside else ""
    return f"{cell.id:>2}  {place}: {', '.join(filter(None, notes))}{next_to}"


# --- co-operative play ---


def _numbers_words(numbers: Numbers) -> str:
    return f"{numbers.solo} solo, {numbers.two} with two, {numbers.three} with three, {numbers.four} with four"


def _asked_words(goal: TeamGoal | BonusGoal) -> str:
    return f"{count_text(goal.count)} ({SCOPE_WORDS[goal.scope]}): {_numbers_words(goal.numbers)}"


def _team_goal_words(goal: TeamGoal) -> str:
    name = f"goal {goal.number}{goal.option}" if goal.number else "impact goal"
    return f"{name}, {_asked_words(goal)}"


def describe_goals(components: Folder, mission: int | None) -> Described:
    goals = [goal for goal in load_catalogue(components).team_goals if mission in (None, goal.mission)]
    if not goals:
        raise InvalidOption(f"there is no mission {mission}")
    lines = [f"mission {goal.mission:>2}, {_team_goal_words(goal)}" for goal in goals]
    return [_asked_data(goal) for goal in goals], "\n".join(lines)


def _asked_data(goal: TeamGoal | BonusGoal) -> dict[str, Any]:
    return {**_data(goal), "count": count_text(goal.count)}


def describe_bonus_goals(components: Folder) -> Described:
    goals = load_catalogue(components).bonus_goals
    lines = [f"{goal.index}  {goal.name} ({goal.id}): {_asked_words(goal)}" for goal in goals]
    return [_asked_data(goal) for goal in goals], "\n".join(lines)


def describe_setbacks(components: Folder) -> Described:
    setbacks = load_catalogue(components).setbacks
    lines = [f"{setback.index}  {setback.name} ({setback.id}): {setback.text}" for setback in setbacks]
    return _described(setbacks, lines)


# --- the player board, what is counted ---


def describe_track(components: Folder) -> Described:
    track = load_catalogue(components).track
    lines = []
    for cell in track:
        notes = ["launches a vessel (ingenuity, the first time)" if cell.launch else ""]
        notes += ["1 impact when a marker comes here" if cell.on_reach else ""]
        notes += [f"a step from here leads to cell {cell.next_cell}" if cell.next_cell != cell.cell + 1 else ""]
        told = "; ".join(filter(None, notes))
        lines.append(f"cell {cell.cell:>2}  level {cell.level}  points {cell.points:>2}  {told}".rstrip())
    return _described(track, lines)


def describe_counts(components: Folder) -> Described:
    words: Collection[str] = [forms[1] for forms in UNIT_WORDS.values()]
    return list(words), "\n".join(words)


# --- the list ---

SOME_WORDS = {"metavar": "NAME", "nargs": "+"}
A_NUMBER = {"metavar": "NUMBER", "type": int}
OF_DEPTH: dict[str, dict[str, Any]] = {
    "--depth": {"type": int, "choices": tuple(range(1, DEPTHS + 1)), "help": "only of this depth"},
}
OF_RANK: dict[str, dict[str, Any]] = {
    "--rank": {"type": int, "choices": tuple(range(1, 6)), "help": "only of this rank"},
}
OF_MISSION: dict[str, dict[str, Any]] = {
    "--mission": {"type": int, "metavar": "NUMBER", "help": "only of this mission"},
}
TOPICS = (
    Topic("board", "an ocean board by number, id or name", describe_board, {"id": SOME_WORDS}),
    Topic("boards", "all ocean boards, one a line", describe_boards, OF_DEPTH),
    Topic("specialist", "a specialist by number, id or the name of a side", describe_specialist, {"id": SOME_WORDS}),
    Topic("specialists", "all specialists, one a line", describe_specialists, OF_RANK),
    Topic("token", "a dive token by number or id", describe_token, {"id": SOME_WORDS}),
    Topic("tokens", "all dive tokens, one a line", describe_tokens),
    Topic("journal", "a journal by number or name", describe_journal, {"id": SOME_WORDS}),
    Topic("journals", "all journals, one a line", describe_journals),
    Topic("mission", "a mission with its ocean, goals and impact board", describe_mission, {"id": A_NUMBER}),
    Topic("missions", "all missions, one a line", describe_missions),
    Topic("goals", "what the team must reach in co-operative play", describe_goals, OF_MISSION),
    Topic("bonus-goals", "the bonus goals of co-operative play", describe_bonus_goals),
    Topic("setbacks", "the setbacks of co-operative play", describe_setbacks),
    Topic("track", "the cells of an attribute track", describe_track),
    Topic("counts", "all that goals and specialists can count", describe_counts),
)
