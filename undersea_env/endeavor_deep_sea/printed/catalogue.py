"""All that is printed, read from a component folder, numbered, and checked whole before anything is played with it."""

from collections.abc import Collection, Mapping
from dataclasses import replace
from pathlib import Path

from undersea_env.core.component_files import ComponentError, Row, Table, read_table, refuse_repeats
from undersea_env.endeavor_deep_sea.printed.allowed import (
    parse_arrival,
    parse_bonus_count,
    parse_bundle,
    parse_gains,
    parse_journal_actions,
    parse_specialist_actions,
    parse_specialist_score,
    parse_spot,
    parse_token,
    parse_zone_rule,
    wrong_scope,
)
from undersea_env.endeavor_deep_sea.printed.effects import Count, Effect, Gain, NoVesselMayEnter, When
from undersea_env.endeavor_deep_sea.printed.language import FIELD_WORDS, parse_count, parse_setback
from undersea_env.endeavor_deep_sea.printed.missions import OPTIONS, read_missions, wrong_place
from undersea_env.endeavor_deep_sea.printed.things import (
    PROVENANCES,
    Board,
    BonusGoal,
    Catalogue,
    DiveToken,
    Journal,
    Link,
    Mission,
    Numbers,
    PrintedRule,
    PrintedSetback,
    Specialist,
    Spot,
    TeamGoal,
    TrackCell,
)
from undersea_env.endeavor_deep_sea.printed.words import (
    ACTION_BLOCKS,
    ANCHOR_JOURNALS,
    BOARDS,
    BOARDS_OF_DEPTH,
    BONUS_GOALS,
    DEPTHS,
    DIFFICULTIES,
    DISC_SPOTS_ON_BOARD,
    DIVE_SITES,
    DIVE_SITES_ON_BOARD,
    GOALS,
    JOURNAL_ACTIONS,
    JOURNALS,
    KINDS_OF_RANK,
    LEADERS,
    LEVELS,
    MAX_LINKS,
    MAX_LINKS_AT_SPOT,
    MAX_LINKS_ON_BOARD,
    MAX_RULES_ON_BOARD,
    MAX_SPOTS_OF_KIND,
    MISSIONS,
    RANKS,
    RESEARCH_TOP,
    SETBACKS,
    SONAR_TRACKS,
    SPECIALIST_KINDS,
    SPECIALISTS,
    SPOT_LETTERS,
    TEAM_GOALS,
    TOKEN_EFFECTS,
    TOKEN_KINDS,
    TOKENS,
    TOKENS_ON_SITE,
    TRACK_CELLS,
    VESSEL_LAUNCHES,
    Access,
    Event,
    Field,
    Item,
    Scope,
    SpotKind,
    Unit,
)

BUILT_IN_FOLDER = Path(__file__).resolve().parent.parent / "components"

LAUNCH = "launch 1 vessel"
MAX_POINTS = 20
MAX_NUMBER = 255                          # of a goal of the team

COLUMNS = {
    "ocean_boards.csv": ("index", "id", "name", "depth", "missions", "discovery", "arrival", "provenance"),
    "spots.csv": (
        "board", "spot", "kind", "track", "position", "value", "field", "effect", "marked", "access", "provenance",
    ),
    "links.csv": ("board", "a", "b", "effect", "provenance"),
    "zone_rules.csv": ("board", "rule", "provenance"),
    "specialists.csv": (
        "index", "id", "rank", "copies", "junior", "hire", "junior_actions", "senior", "promotion", "senior_actions",
        "score", "provenance", "copies_provenance",
    ),
    "dive_tokens.csv": ("index", "id", "copies", "research", "effect", "provenance"),
    "journals.csv": (
        "index", "name", "set", "cost", "points", "fields", "you", "others", "action", "action_index", "provenance",
    ),
    "player_board.csv": (
        "cell", "level", "points", "on_reach", "ingenuity_on_first_reach", "next_cell", "provenance",
    ),
    "bonus_goals.csv": (
        "index", "id", "name", "count", "scope", "solo", "two", "three", "four", "provenance", "provenance_three",
    ),
    "setbacks.csv": ("index", "id", "name", "effect", "provenance"),
    "coop_goals.csv": ("mission", "goal", "count", "scope", "solo", "two", "three", "four", "provenance"),
    "difficulty.csv": ("level", "goals", "provenance"),
    "action_blocks.csv": ("block", "first", "size", "argument", "meaning"),
}

SPOT_KINDS = {kind.name.lower(): kind for kind in SpotKind}
ACCESSES = {access.name.lower(): access for access in Access if access != Access.HERE}
SCOPES = {scope.name.lower(): scope for scope in Scope}
FLAGS = {"true": True, "false": False}


def load_catalogue(folder: Path | str | None = None) -> Catalogue:
    """Read and check a component folder, the built-in one if none is named; all its problems in one ComponentError."""
    path = BUILT_IN_FOLDER if folder is None else Path(folder)
    if not path.is_dir():
        raise ComponentError(path, ["there is no such folder"])
    problems: list[str] = []
    tables = {file: read_table(path, file, columns, problems) for file, columns in COLUMNS.items()}
    boards = _boards(tables, problems)
    missions = read_missions(path, boards, problems)
    catalogue = Catalogue(
        boards=boards,
        specialists=_specialists(tables["specialists.csv"], problems),
        tokens=_tokens(tables["dive_tokens.csv"], problems),
        journals=_journals(tables["journals.csv"], problems),
        track=_track(tables["player_board.csv"], problems),
        missions=missions,
        bonus_goals=_bonus_goals(tables["bonus_goals.csv"], problems),
        setbacks=_setbacks(tables["setbacks.csv"], problems),
        team_goals=_team_goals(tables["coop_goals.csv"], missions, problems),
        difficulty=_difficulty(tables["difficulty.csv"], problems),
        folder=path,
    )
    _check_action_blocks(tables["action_blocks.csv"], problems)
    if len(missions) == MISSIONS:
        _check_mission_boards(tables["ocean_boards.csv"], boards, missions)
    if problems:
        raise ComponentError(path, problems)
    return catalogue


# --- what all tables have ---


def _provenance(row: Row, column: str = "provenance") -> str:
    return row.one_word(column, PROVENANCES)


def _number_or_none(row: Row, column: str, allowed: Collection[int], why: str, expected: bool) -> int:
    """A number if one is expected, and nothing if none is; the reason is told."""
    if expected:
        return row.number(column, allowed)
    if row[column]:
        row.refuse(column, f"nothing, as {why}")
    return 0


def _refuse_filled(row: Row, columns: Collection[str], why: str) -> None:
    for column in columns:
        if row[column]:
            row.refuse(column, f"nothing, as {why}")


def _check_indices(table: Table, number: int, what: str, problems: list[str], column: str = "index") -> None:
    """Rows are numbered from 0 in their order, and there are so many."""
    if not table.complete:
        return
    for index, row in enumerate(table.rows):
        if row[column] != str(index):
            row.refuse(column, f"{index}, as rows are numbered from 0")
    if len(table.rows) != number:
        problems.append(f"{table.file}: expected {number} {what}, found {len(table.rows)}")


def _rows_of_boards(table: Table, boards: Mapping[str, Board]) -> dict[str, list[Row]]:
    rows: dict[str, list[Row]] = {id: [] for id in boards}
    for row in table.rows:
        if row["board"] in rows:
            rows[row["board"]].append(row)
        else:
            row.refuse("board", "the id of a board of ocean_boards.csv")
    return rows


# --- ocean boards ---


def _boards(tables: Mapping[str, Table], problems: list[str]) -> tuple[Board, ...]:
    table = tables["ocean_boards.csv"]
    boards = {row["id"]: _board(index, row) for index, row in enumerate(table.rows)}
    _check_indices(table, BOARDS, "boards", problems)
    refuse_repeats(table.rows, "id")
    if table.complete:
        _check_depths(table, boards.values(), problems)
    spot_rows = _rows_of_boards(tables["spots.csv"], boards)
    link_rows = _rows_of_boards(tables["links.csv"], boards)
    rule_rows = _rows_of_boards(tables["zone_rules.csv"], boards)
    whole = []
    for id, board in boards.items():
        rules = _rules(board, rule_rows[id])
        spots = _spots(spot_rows[id], is_closed=any(isinstance(printed.rule, NoVesselMayEnter) for printed in rules))
        links = _links(link_rows[id], spots)
        _check_rules(rule_rows[id], rules, spots)
        whole.append(replace(board, spots=spots, links=links, rules=rules))
    _check_sizes(tables, whole, problems)
    return tuple(whole)


def _board(index: int, row: Row) -> Board:
    return Board(
        index=index,
        id=row.identity(),
        name=row.name(),
        depth=row.number("depth", range(1, DEPTHS + 1)),
        missions=_missions_of(row),
        discovery=row.maybe_parsed("discovery", parse_bundle, ()),
        arrival=row.maybe_parsed("arrival", parse_arrival, ()),
        discovery_text=row["discovery"],
        arrival_text=row["arrival"],
        provenance=_provenance(row),
    )


def _missions_of(row: Row) -> tuple[int, ...]:
    words = row["missions"].split(" ") if row["missions"] else []
    allowed = [str(number) for number in range(1, MISSIONS + 1)]
    if any(word not in allowed for word in words) or words != sorted(set(words), key=int):
        row.refuse("missions", f"numbers of missions from 1 to {MISSIONS}, rising, with a blank between them")
        return ()
    return tuple(map(int, words))


def _check_depths(table: Table, boards: Collection[Board], problems: list[str]) -> None:
    for depth, number in enumerate(BOARDS_OF_DEPTH, start=1):
        found = sum(board.depth == depth for board in boards)
        if found != number:
            problems.append(f"{table.file}, column depth: expected {number} boards of depth {depth}, found {found}")


def _spots(rows: Collection[Row], is_closed: bool) -> tuple[Spot, ...]:
    """The spots of one board, numbered within their kinds; sonar spots within their tracks too."""
    numbers = dict.fromkeys(SpotKind, 0)
    tracks: list[int] = []                                    # spots of each sonar track so far
    spots = []
    for row in rows:
        kind = row.word("kind", SPOT_KINDS, SpotKind.SONAR)
        if row["kind"] not in SPOT_KINDS:
            continue
        if numbers[kind] == MAX_SPOTS_OF_KIND:
            row.refuse("spot", f"at most {MAX_SPOTS_OF_KIND} spots of a kind on a board")
            continue
        track, position = _sonar_place(row, tracks) if kind == SpotKind.SONAR else (0, numbers[kind])
        numbers[kind] += 1
        expected = f"{SPOT_LETTERS[kind]}{numbers[kind]}"
        if row["spot"] != expected:
            row.refuse("spot", f"{expected}, the next of its kind")
        spots.append(_spot(row, expected, kind, track, position, is_closed))
    return tuple(spots)


def _sonar_place(row: Row, tracks: list[int]) -> tuple[int, int]:
    """Track and position: the next place of its track; a track begins when the one before is complete."""
    new = len(tracks)
    allowed = [new - 1, new] if new else [0]
    track = row.number("track", [track for track in allowed if track < SONAR_TRACKS])
    if track == new:
        tracks.append(0)
    tracks[track] += 1
    return track, tracks[track] - 1


def _spot(row: Row, id: str, kind: SpotKind, track: int, position: int, is_closed: bool) -> Spot:
    is_site = f"it is a {row['kind']} spot"
    row.number("position", (position,))
    if kind != SpotKind.SONAR:
        _refuse_filled(row, ("track",), is_site)
    if kind == SpotKind.DIVE:
        _refuse_filled(row, ("effect",), is_site)
    if kind == SpotKind.SONAR and not row["effect"]:
        row.refuse("effect", "an effect of the sonar spot")
    values = range(1, TOKENS_ON_SITE + 1) if kind == SpotKind.DIVE else range(RESEARCH_TOP + 1)
    value = _number_or_none(row, "value", values, is_site, kind in (SpotKind.DIVE, SpotKind.CONSERVATION))
    field = None
    if kind == SpotKind.JOURNAL:
        field = row.word("field", FIELD_WORDS, None)
    else:
        _refuse_filled(row, ("field",), is_site)
    return Spot(
        id=id,
        kind=kind,
        track=track,
        position=position,
        tokens=value if kind == SpotKind.DIVE else 0,
        cost=value if kind == SpotKind.CONSERVATION else 0,
        field=field,
        effect=row.maybe_parsed("effect", parse_spot, ()),
        marked=row.word("marked", FLAGS, False),
        access=_access(row, kind, is_closed),
        text=row["effect"],
        provenance=_provenance(row),
    )


def _access(row: Row, kind: SpotKind, is_closed: bool) -> Access:
    """Z-4: spots that no vessel can come to are reached from beside, and only they."""
    if not is_closed:
        _refuse_filled(row, ("access",), "vessels may enter the board")
        return Access.HERE
    if kind == SpotKind.SONAR:
        row.refuse("kind", "no sonar spot on a board that no vessel may enter")
    return row.word("access", ACCESSES, Access.LEFT)


def _links(rows: Collection[Row], spots: Collection[Spot]) -> tuple[Link, ...]:
    ids = [spot.id for spot in spots if spot.kind != SpotKind.DIVE]
    at_spot = dict.fromkeys(ids, 0)
    pairs: dict[frozenset[str], int] = {}
    links = []
    for row in rows:
        known = [end for end in ("a", "b") if row[end] in ids]
        for end in ("a", "b"):
            if end not in known:
                row.refuse(end, "a sonar, conservation or journal spot of the same board")
        if len(known) < 2:
            continue
        pair = frozenset((row["a"], row["b"]))
        if len(pair) < 2:
            row.refuse("b", "another spot than a")
        elif pairs.setdefault(pair, row.line) != row.line:
            row.refuse("b", f"another link than in row {pairs[pair]}")
        for end in ("a", "b"):
            at_spot[row[end]] += 1
            if at_spot[row[end]] > MAX_LINKS_AT_SPOT:
                row.refuse(end, f"at most {MAX_LINKS_AT_SPOT} links at a spot")
        links.append(Link(
            row["a"], row["b"], row.parsed("effect", parse_bundle, ()), row["effect"], _provenance(row),
        ))
    if len(links) > MAX_LINKS_ON_BOARD:
        list(rows)[-1].refuse("board", f"at most {MAX_LINKS_ON_BOARD} links on a board")
    return tuple(links)


def _rules(board: Board, rows: Collection[Row]) -> tuple[PrintedRule, ...]:
    rules = []
    for row in rows:
        rule = row.parsed("rule", parse_zone_rule, None)
        if rule is None:
            continue
        if isinstance(rule, NoVesselMayEnter) and board.depth == 1:
            row.refuse("rule", "a board that vessels may enter, as they are launched at depth 1")
        rules.append(PrintedRule(rule, row["rule"], _provenance(row)))
    if len(rules) > MAX_RULES_ON_BOARD:
        list(rows)[-1].refuse("board", f"at most {MAX_RULES_ON_BOARD} rules on a board")
    return tuple(rules)


def _check_rules(rows: Collection[Row], rules: Collection[PrintedRule], spots: Collection[Spot]) -> None:
    """A rule speaks of spots that the board has."""
    kinds = [spot.kind for spot in spots]
    dives = kinds.count(SpotKind.DIVE)
    seen: set[tuple[Event, int]] = set()
    for row, printed in zip(rows, rules, strict=False):
        rule = printed.rule
        if not isinstance(rule, When):
            continue
        if rule.event in (Event.TAKE_TOKEN, Event.DIVE, Event.SITE_EMPTIED) and rule.site >= dives - (rule.site < 0):
            row.refuse("rule", "a dive site of this board")
        if rule.event == Event.SITE_EMPTIED and dives > 1:
            row.refuse("rule", "a board with a single dive site")
        if rule.event in (Event.CONSERVE, Event.SITES_FULL) and SpotKind.CONSERVATION not in kinds:
            row.refuse("rule", "a board with conservation sites")
        if (rule.with_marked_disc or rule.per_marked_disc) and not any(spot.marked for spot in spots):
            row.refuse("rule", "a board with a marked spot")
        if (rule.event, rule.site) in seen:
            row.refuse("rule", "one rule for an event on a board")
        seen.add((rule.event, rule.site))


def _check_sizes(tables: Mapping[str, Table], boards: Collection[Board], problems: list[str]) -> None:
    """There is room for what is printed (section 15)."""
    for board in boards:
        for what, number, most in (
            ("disc spots", len(board.disc_spots), DISC_SPOTS_ON_BOARD),
            ("dive sites", len(board.spots_of(SpotKind.DIVE)), DIVE_SITES_ON_BOARD),
        ):
            if number > most:
                place = f"spots.csv, column board, {board.id}"
                problems.append(f"{place}: expected at most {most} {what}, found {number}")
    sites = sum(len(board.spots_of(SpotKind.DIVE)) for board in boards)
    if sites > DIVE_SITES:
        problems.append(f"spots.csv, column kind: expected at most {DIVE_SITES} dive sites in all, found {sites}")
    links = len(tables["links.csv"].rows)
    if links > MAX_LINKS:
        problems.append(f"links.csv: expected at most {MAX_LINKS} links, found {links}")


def _check_mission_boards(table: Table, boards: Collection[Board], missions: Collection[Mission]) -> None:
    """C-4: a mission board tells the missions that name it; a mission names no board of others."""
    for row, board in zip(table.rows, boards, strict=False):
        named = tuple(mission.number for mission in missions if board.id in mission.named)
        if board.missions and board.missions != named:
            row.refuse("missions", f"the missions that name the board, {' '.join(map(str, named)) or 'none'}")


# --- specialists, tokens, journals ---


def _specialists(table: Table, problems: list[str]) -> tuple[Specialist, ...]:
    specialists = tuple(_specialist(index, row) for index, row in enumerate(table.rows))
    _check_indices(table, SPECIALIST_KINDS + 1, "specialists, the Team Leader last", problems)
    refuse_repeats(table.rows, "id")
    copies = sum(specialist.copies for specialist in specialists[:SPECIALIST_KINDS])
    if table.complete and copies != SPECIALISTS:
        problems.append(f"{table.file}, column copies: expected {SPECIALISTS} tokens in all, found {copies}")
    return specialists


def _specialist(index: int, row: Row) -> Specialist:
    is_leader = index == SPECIALIST_KINDS
    if is_leader:
        _refuse_filled(
            row, ("rank", "junior", "hire", "junior_actions", "promotion", "score"), "the Team Leader is a senior",
        )
        if not row["senior_actions"]:
            row.refuse("senior_actions", "the actions of the Team Leader")
    else:
        row.name("junior")
    rank = 0 if is_leader else row.number("rank", (_rank_of(index),))
    copies = LEADERS if is_leader else 1 if rank == RANKS else 0
    if row["score"] and rank != RANKS:
        row.refuse("score", f"nothing, as the rank is not {RANKS}")
    return Specialist(
        index=index,
        id=row.identity(),
        rank=rank,
        copies=row.number("copies", (copies,) if copies else range(1, 10)),
        junior=row["junior"],
        hire=row.maybe_parsed("hire", parse_gains, ()),
        junior_actions=row.maybe_parsed("junior_actions", parse_specialist_actions, ()),
        senior=row.name("senior"),
        promotion=row.maybe_parsed("promotion", parse_gains, ()),
        senior_actions=row.maybe_parsed("senior_actions", parse_specialist_actions, ()),
        score=row.maybe_parsed("score", parse_specialist_score, None),
        texts={column: row[column] for column in ("hire", "junior_actions", "promotion", "senior_actions", "score")},
        provenance=_provenance(row),
        copies_provenance=_provenance(row, "copies_provenance"),
    )


def _rank_of(index: int) -> int:
    """C-1: kinds in the order of their ranks."""
    rank = 1
    while index >= sum(KINDS_OF_RANK[:rank]) and rank < RANKS:
        rank += 1
    return rank


def _tokens(table: Table, problems: list[str]) -> tuple[DiveToken, ...]:
    tokens = tuple(_token(index, row) for index, row in enumerate(table.rows))
    _check_indices(table, TOKEN_KINDS, "kinds of dive tokens", problems)
    refuse_repeats(table.rows, "id")
    copies = sum(token.copies for token in tokens)
    if table.complete and copies != TOKENS:
        problems.append(f"{table.file}, column copies: expected {TOKENS} tokens in all, found {copies}")
    return tokens


def _token(index: int, row: Row) -> DiveToken:
    if index >= TOKEN_EFFECTS:
        _refuse_filled(row, ("effect",), f"only tokens 0-{TOKEN_EFFECTS - 1} can be spent for an effect")
    return DiveToken(
        index=index,
        id=row.identity(),
        copies=row.number("copies", range(1, TOKENS + 1)),
        research=row.number("research", range(1, RESEARCH_TOP + 1)),
        effect=row.maybe_parsed("effect", parse_token, ()),
        text=row["effect"],
        provenance=_provenance(row),
    )


def _journals(table: Table, problems: list[str]) -> tuple[Journal, ...]:
    journals = tuple(_journal(index, row) for index, row in enumerate(table.rows))
    _check_indices(table, JOURNALS, "journals", problems)
    refuse_repeats(table.rows, "name")
    refuse_repeats([row for row in table.rows if row["action_index"]], "action_index")
    return journals


def _journal(index: int, row: Row) -> Journal:
    kind = "anchor" if index < ANCHOR_JOURNALS else "deck"
    row.one_word("set", (kind,))
    action_index = -1
    if row["action"]:
        action_index = row.number("action_index", range(JOURNAL_ACTIONS))
    else:
        _refuse_filled(row, ("action_index",), "the journal has no action")
    return Journal(
        index=index,
        name=row.name(),
        anchor=kind == "anchor",
        cost=row.number("cost", range(RESEARCH_TOP + 1)),
        points=row.number("points", range(MAX_POINTS + 1)),
        fields=_fields(row),
        you=row.maybe_parsed("you", parse_bundle, ()),
        others=row.maybe_parsed("others", parse_gains, ()),
        action=row.maybe_parsed("action", parse_journal_actions, ()),
        action_index=action_index,
        texts={column: row[column] for column in ("you", "others", "action")},
        provenance=_provenance(row),
    )


def _fields(row: Row) -> tuple[Field, ...]:
    words = row["fields"].split(" ")
    if any(word not in FIELD_WORDS for word in words) or len(set(words)) != len(words):
        row.refuse("fields", f"different ones of {', '.join(FIELD_WORDS)}, with a blank between them")
        return ()
    return tuple(FIELD_WORDS[word] for word in words)


# --- the player board ---


def _track(table: Table, problems: list[str]) -> tuple[TrackCell, ...]:
    cells = tuple(_track_cell(index, row) for index, row in enumerate(table.rows))
    _check_indices(table, TRACK_CELLS, "cells", problems, column="cell")
    for row, cell, before in zip(table.rows[1:], cells[1:], cells, strict=False):
        if not before.level <= cell.level <= before.level + 1:
            row.refuse("level", f"{before.level} or {before.level + 1}, as the levels rise one by one")
    launches = sum(cell.launch for cell in cells)
    if table.complete and launches != VESSEL_LAUNCHES:
        problems.append(
            f"{table.file}, column ingenuity_on_first_reach: expected {VESSEL_LAUNCHES} launches, found {launches}"
        )
    return cells


def _track_cell(index: int, row: Row) -> TrackCell:
    on_reach: Effect = row.maybe_parsed("on_reach", parse_gains, ())
    if not all(isinstance(part, Gain) and dict(part.amounts).keys() <= {Item.IMPACT} for part in on_reach):
        row.refuse("on_reach", "'gain' of impact")
    is_last = index >= TRACK_CELLS - 1
    launch = row["ingenuity_on_first_reach"]
    if launch not in ("", LAUNCH):
        row.refuse("ingenuity_on_first_reach", f"{LAUNCH!r} or nothing")
    return TrackCell(
        cell=index,
        level=row.number("level", range(1, LEVELS + 1) if index else (1,)),
        points=row.number("points", range(MAX_POINTS + 1)),
        on_reach=on_reach,
        launch=launch == LAUNCH,
        next_cell=row.number("next_cell", range(TRACK_CELLS) if is_last else (index + 1,)),
        provenance=_provenance(row),
    )


# --- co-operative play ---


def _numbers(row: Row) -> Numbers:
    solo, two, three, four = (
        row.number(column, range(1, MAX_NUMBER + 1)) for column in ("solo", "two", "three", "four")
    )
    return Numbers(solo, two, three, four)


def _scope(row: Row, count: Count) -> Scope:
    scope = row.word("scope", SCOPES, Scope.SUM)
    wrong = wrong_scope(count, scope)
    if wrong and row["scope"] in SCOPES:
        row.refuse("scope", wrong)
    return scope


def _bonus_goals(table: Table, problems: list[str]) -> tuple[BonusGoal, ...]:
    goals = []
    for index, row in enumerate(table.rows):
        count = row.parsed("count", parse_bonus_count, None)
        goals.append(BonusGoal(
            index=index,
            id=row.identity(),
            name=row.name(),
            count=count or Count(Unit.DISC),
            scope=_scope(row, count) if count else Scope.SUM,
            numbers=_numbers(row),
            provenance=_provenance(row),
            provenance_three=_provenance(row, "provenance_three"),
        ))
    _check_indices(table, BONUS_GOALS, "bonus goals", problems)
    refuse_repeats(table.rows, "id")
    return tuple(goals)


def _setbacks(table: Table, problems: list[str]) -> tuple[PrintedSetback, ...]:
    setbacks = tuple(
        PrintedSetback(
            index=index,
            id=row.identity(),
            name=row.name(),
            effect=row.parsed("effect", parse_setback, ()),
            text=row["effect"],
            provenance=_provenance(row),
        )
        for index, row in enumerate(table.rows)
    )
    _check_indices(table, SETBACKS, "setbacks", problems)
    refuse_repeats(table.rows, "id")
    return setbacks


def _team_goals(table: Table, missions: Collection[Mission], problems: list[str]) -> tuple[TeamGoal, ...]:
    by_number = {mission.number: mission for mission in missions}
    goals = [_team_goal(row, by_number) for row in table.rows]
    refuse_repeats(table.rows, "mission", "goal")
    found = {(row["mission"], row["goal"]) for row in table.rows}
    for mission in missions if table.complete else ():
        expected = ["impact", *(f"{goal.number}{goal.option}" for goal in mission.goals)]
        missing = [goal for goal in expected if (str(mission.number), goal) not in found]
        if missing and mission.goals:
            problems.append(
                f"{table.file}, column goal: expected the goals {', '.join(expected)} of mission {mission.number}, "
                f"missing {', '.join(missing)}"
            )
    return tuple(sorted(goals, key=lambda goal: (goal.mission, goal.number, goal.option)))


def _team_goal(row: Row, missions: Mapping[int, Mission]) -> TeamGoal:
    number, option = _goal_named(row)
    count = row.parsed("count", parse_count, None)
    mission = missions.get(row.number("mission", range(1, MISSIONS + 1)))
    if count is not None:
        if (count.unit == Unit.POINTS) != (number == 0):
            row.refuse("count", "points from impact, journals and specialists for the impact goal, and only for it")
        wrong = wrong_place(count, mission.rules, mission.columns, mission.max_depth) if mission else ""
        if wrong:
            row.refuse("count", wrong)
    if mission and mission.goals and number and (number, option) not in _goals_of(mission):
        row.refuse("goal", f"a goal of mission {mission.number}")
    return TeamGoal(
        mission=mission.number if mission else 0,
        number=number,
        option=option,
        count=count or Count(Unit.DISC),
        scope=_scope(row, count) if count else Scope.SUM,
        numbers=_numbers(row),
        provenance=_provenance(row),
    )


def _goals_of(mission: Mission) -> list[tuple[int, str]]:
    return [(goal.number, goal.option) for goal in mission.goals]


def _goal_named(row: Row) -> tuple[int, str]:
    names = {"impact": (0, "")}
    names |= {f"{number}{option}": (number, option) for number in range(1, GOALS + 1) for option in ("", *OPTIONS)}
    return row.word("goal", names, (0, ""))


def _difficulty(table: Table, problems: list[str]) -> dict[str, int]:
    levels = {row["level"]: row.number("goals", range(1, TEAM_GOALS + 1)) for row in table.rows}
    for row in table.rows:
        row.one_word("level", DIFFICULTIES)
        _provenance(row)
    refuse_repeats(table.rows, "level")
    missing = [level for level in DIFFICULTIES if level not in levels]
    if table.complete and missing:
        problems.append(f"{table.file}, column level: expected {', '.join(DIFFICULTIES)}, missing {', '.join(missing)}")
    return levels


def _check_action_blocks(table: Table, problems: list[str]) -> None:
    """Section 14: the list is fixed; the file says what it is."""
    first = 0
    for row, (name, size) in zip(table.rows, ACTION_BLOCKS, strict=False):
        row.one_word("block", (name,))
        row.number("first", (first,))
        row.number("size", (size,))
        first += size
    if table.complete and len(table.rows) != len(ACTION_BLOCKS):
        problems.append(f"{table.file}: expected {len(ACTION_BLOCKS)} blocks, found {len(table.rows)}")
