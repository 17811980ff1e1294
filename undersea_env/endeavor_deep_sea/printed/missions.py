"""Mission files, read and checked."""

from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Any

from undersea_env.core.component_files import DocumentReader, assigns, one_of, read_text
from undersea_env.endeavor_deep_sea.printed.allowed import parse_hex
from undersea_env.endeavor_deep_sea.printed.effects import Count, Effect, Goal
from undersea_env.endeavor_deep_sea.printed.language import FIELD_WORDS, parse_count, parse_goal
from undersea_env.endeavor_deep_sea.printed.things import (
    CHOICE,
    PROVENANCES,
    RANDOM,
    Board,
    Hex,
    Leader,
    Mission,
    MissionGoal,
    Placed,
)
from undersea_env.endeavor_deep_sea.printed.words import (
    COLUMN_LETTERS,
    DEPTHS,
    GOALS,
    MAX_HEXES,
    MAX_INFINITE,
    MAX_LEADERS,
    MAX_MOVING_HEXES,
    MISSION_RULE_WORDS,
    MISSIONS,
    MissionRule,
    Orientation,
    Race,
    Side,
    Unit,
)

MAX_COORDINATE = 15
MAX_POINTS = 9
MAX_TRACK_STEPS = 100
OPTIONS = ("a", "b")
ORIENTATIONS = {orientation.name.lower(): orientation for orientation in Orientation}
TURTLE, CLEAN_UP, RESCUE = "turtle", "clean-up", "rescue"

REQUIRED = (
    "number", "name", "columns", "max_depth", "launch", "launch_provenance", "rules", "layout", "layout_provenance",
    "goal", "impact",
)
HEX_KEYS = ("entry", "field", "infinite", "grid", "goal", "closed", "polluted", "special", "overflow")
RULE_OF_UNIT = {
    Unit.DISC_OF_DESIGNATED_KIND: MissionRule.DESIGNATION,
    Unit.MARKER_IN_RESCUE_GRID: MissionRule.RESCUE_GRID,
    Unit.CLEAN_UP_STEP: MissionRule.CLEAN_UP_TRACK,
    Unit.PLAYER_TRAVELLED_TO_DEPTH_5: MissionRule.ROWS_BY_DEPTH,
}
RULE_WORDS = {rule: words for words, rule in MISSION_RULE_WORDS.items()}


def read_missions(folder: Path, boards: Collection[Board], problems: list[str]) -> tuple[Mission, ...]:
    """All of them, or those that are tables at all; `boards` is what they may name."""
    names = [f"mission_{number:02}.toml" for number in range(1, MISSIONS + 1)]
    for path in sorted((folder / "missions").glob("*.toml")):
        if path.name not in names:
            problems.append(f"missions/{path.name}: expected only {names[0]} to {names[-1]}")
    missions = []
    for number, name in enumerate(names, start=1):
        text = read_text(folder, f"missions/{name}", problems)
        if text is None:
            continue
        reader = _MissionReader(f"missions/{name}", number, text, boards, problems)
        document = reader.document()
        if document is not None:
            missions.append(reader.mission(document))
    return tuple(missions)


def wrong_place(count: Goal, rules: Collection[MissionRule], columns: int, max_depth: int) -> str:
    """What is expected of a count, if it asks for what the mission does not have."""
    if isinstance(count, Race):
        return "" if MissionRule.ROWS_BY_DEPTH in rules else "a race only with the rule 'rows by depth'"
    rule = RULE_OF_UNIT.get(count.unit)
    if rule is not None and rule not in rules:
        return f"this only with the rule {RULE_WORDS[rule]!r}"
    if count.depths and count.depths[1] > max_depth:
        return f"no depth below {max_depth}, the greatest of the mission"
    if any(column >= columns for column in count.columns):
        return f"columns of the mission, A-{COLUMN_LETTERS[columns - 1]}"
    return ""


class _MissionReader(DocumentReader):
    def __init__(self, file: str, number: int, text: str, boards: Collection[Board], problems: list[str]) -> None:
        super().__init__(file, text, problems)
        self.number_of_file = number
        self.boards = {board.id: board for board in boards}
        self.rules: frozenset[MissionRule] = frozenset()
        self.columns = len(COLUMN_LETTERS)
        self.max_depth = DEPTHS

    # -- entries --

    def line_of(self, id: str, key: str) -> int:
        """Of a key of the file, or of one of a hex, a goal or an entry of the layout: "hex 3", "goal 2"."""
        kind, _, number = id.partition(" ")
        if kind == "hex":
            return self._line(lambda line: assigns(line, "id") and _says_id(line, number))
        if kind == "layout":
            entries = [i for i, line in enumerate(self.lines, 1) if assigns(line, "board") and assigns(line, "column")]
            return entries[int(number) - 1] if int(number) <= len(entries) else self.line_of("", "layout")
        if kind == "goal":
            return self._line_of_goal(int(number), key)
        return self._line(lambda line: assigns(line, key))

    def _line(self, is_it: Any) -> int:
        return next((i for i, line in enumerate(self.lines, 1) if is_it(line)), 1)

    def _line_of_goal(self, number: int, key: str) -> int:
        starts = [i for i, line in enumerate(self.lines) if "[[goal]]" in line.replace(" ", "")]
        if number > len(starts):
            return 1
        start = starts[number - 1]
        for i in range(start + 1, len(self.lines)):
            if self.lines[i].startswith("["):
                break
            if assigns(self.lines[i], key):
                return i + 1
        return start + 1

    def number(self, id: str, table: Mapping[str, Any], key: str, allowed: range) -> int:
        """The number; the last of those allowed if it is none of them, or not there at all."""
        value = table.get(key, allowed[-1])
        if type(value) is int and value in allowed:
            return value
        self.refuse(id, key, one_of(allowed), value)
        return allowed[-1]

    def word(self, id: str, table: Mapping[str, Any], key: str, allowed: Collection[str]) -> str:
        value = table.get(key, "")
        if key not in table or (isinstance(value, str) and value in allowed):
            return str(value)
        self.refuse(id, key, one_of(allowed), value)
        return ""

    def provenance(self, id: str, table: Mapping[str, Any], key: str = "provenance") -> str:
        return self.word(id, table, key, PROVENANCES) or PROVENANCES[-1]

    def sub_table(self, document: Mapping[str, Any], key: str) -> dict[str, Any]:
        value = document.get(key, {})
        if isinstance(value, dict):
            return value
        self.refuse("", key, "a table", value)
        return {}

    def has(self, rule: MissionRule) -> bool:
        return rule in self.rules

    def check_rule(self, is_so: bool, rule: MissionRule, key: str, expected: str) -> None:
        """What a rule of the mission needs is there, and without the rule it is not."""
        if is_so != self.has(rule):
            with_or_without = "with" if self.has(rule) else "without"
            self.problems.append(
                f"{self.where('', key)}: expected {expected if self.has(rule) else 'no such thing'} "
                f"{with_or_without} the rule {RULE_WORDS[rule]!r}"
            )

    # -- the mission --

    def mission(self, document: Mapping[str, Any]) -> Mission:
        self.check_keys("", document, REQUIRED, ("shuffled_row", "hidden"))
        self.number("", document, "number", range(self.number_of_file, self.number_of_file + 1))
        self.columns = self.number("", document, "columns", range(1, len(COLUMN_LETTERS) + 1))
        self.max_depth = self.number("", document, "max_depth", range(1, DEPTHS + 1))
        self.rules = self.mission_rules(document)
        layout = self.layout(document)
        row = self.shuffled_row(document, layout)
        hidden, among_top = self.hidden(document)
        self.check_boards(layout, row, hidden)
        impact = self.sub_table(document, "impact")
        self.check_keys("", impact, ("orientation", "hexes"), ("bridges", "start_symbol", "track_steps"))
        hexes = self.hexes(impact)
        mission = Mission(
            number=self.number_of_file,
            name=self.name(document),
            columns=self.columns,
            max_depth=self.max_depth,
            launch=self.launch(document, layout, row),
            rules=self.rules,
            layout=layout,
            shuffled_row=row,
            hidden=hidden,
            among_top=among_top,
            goals=self.goals(document),
            orientation=ORIENTATIONS[self.word("", impact, "orientation", ORIENTATIONS) or "pointy"],
            hexes=hexes,
            bridges=self.bridges(impact, hexes),
            start_symbol=self.start_symbol(impact, hexes),
            track_steps=self.track_steps(impact),
            launch_provenance=self.provenance("", document, "launch_provenance"),
            layout_provenance=self.provenance("", document, "layout_provenance"),
        )
        self.check_impact(mission)
        return mission

    def mission_rules(self, document: Mapping[str, Any]) -> frozenset[MissionRule]:
        words = document.get("rules", [])
        known = isinstance(words, list) and all(isinstance(word, str) and word in MISSION_RULE_WORDS for word in words)
        if not known or len(set(words)) != len(words):
            self.refuse("", "rules", f"a list of different ones of {', '.join(MISSION_RULE_WORDS)}", words)
            return frozenset()
        return frozenset(MISSION_RULE_WORDS[word] for word in words)

    # -- the ocean --

    def layout(self, document: Mapping[str, Any]) -> tuple[Placed, ...]:
        entries = self.tables(document, "layout")
        placed = [self.placed(f"layout {number}", table) for number, table in enumerate(entries, start=1)]
        cells = [(place.column, place.depth) for place in placed]
        for number, cell in enumerate(cells, start=1):
            if cell in cells[:number - 1]:
                self.refuse(f"layout {number}", "column", "a cell without another board", COLUMN_LETTERS[cell[0]])
        return tuple(placed)

    def placed(self, id: str, table: Mapping[str, Any]) -> Placed:
        self.check_keys(id, table, ("column", "depth", "board"))
        letters = COLUMN_LETTERS[: self.columns]
        column = self.word(id, table, "column", tuple(letters)) or letters[0]
        depth = self.number(id, table, "depth", range(1, self.max_depth + 1))
        return Placed(letters.index(column), depth, self.board(id, table, "board", depth, or_random=True))

    def board(self, id: str, table: Mapping[str, Any], key: str, depth: int | None, or_random: bool) -> str:
        value = table.get(key, RANDOM)
        if value == RANDOM and or_random:
            return RANDOM
        expected = "a board of ocean_boards.csv" + (f" of depth {depth}" if depth else "")
        if not isinstance(value, str) or value not in self.boards or depth not in (None, self.boards[value].depth):
            self.refuse(id, key, expected + (f" or {RANDOM}" if or_random else ""), value)
            return RANDOM
        return value

    def shuffled_row(self, document: Mapping[str, Any], layout: Collection[Placed]) -> tuple[str, ...]:
        names = document.get("shuffled_row", [])
        if not isinstance(names, list) or len(names) not in (0, self.columns):
            self.refuse("", "shuffled_row", f"a list of {self.columns} boards, one a column", names)
            return ()
        if names and any(placed.depth == 1 for placed in layout):
            self.refuse("", "shuffled_row", "no board of depth 1 in the layout too", names)
        return tuple(self.board("", {"shuffled_row": name}, "shuffled_row", 1, or_random=True) for name in names)

    def hidden(self, document: Mapping[str, Any]) -> tuple[str, int]:
        if "hidden" not in document:
            return "", 0
        table = self.sub_table(document, "hidden")
        self.check_keys("", table, ("board", "among_top"))
        board = self.board("", {"hidden": table.get("board")}, "hidden", None, or_random=False)
        if board != RANDOM and self.boards[board].depth > self.max_depth:
            self.refuse("", "hidden", f"a board of depth 1-{self.max_depth}", board)
        return board, self.number("", {"hidden": table.get("among_top", 0)}, "hidden", range(10))

    def check_boards(self, layout: tuple[Placed, ...], row: tuple[str, ...], hidden: str) -> None:
        """No board twice, and enough of each depth to draw from."""
        named = [id for id in (*(placed.board for placed in layout), *row, hidden) if id not in (RANDOM, "")]
        for id in sorted(set(named)):
            if named.count(id) > 1:
                self.refuse("", "layout", "each board once", id)
        drawn = [placed.depth for placed in layout if placed.board == RANDOM] + [1 for id in row if id == RANDOM]
        for depth in range(1, self.max_depth + 1):
            stack = [
                board for board in self.boards.values()
                if board.depth == depth and not board.missions and board.id not in named
            ]
            if drawn.count(depth) > len(stack):
                self.refuse("", "layout", f"at most {len(stack)} random boards of depth {depth}", drawn.count(depth))
        if not row and not any(placed.depth == 1 for placed in layout):
            self.refuse("", "layout", "a board at depth 1", "none")

    def launch(self, document: Mapping[str, Any], layout: Collection[Placed], row: Collection[str]) -> str:
        launch = document.get("launch", CHOICE)
        if self.has(MissionRule.FREE_LAUNCH):
            allowed: tuple[str, ...] = (CHOICE,)
        else:
            places = (*(placed.board for placed in layout), *row)
            allowed = tuple(id for id in dict.fromkeys(places) if id != RANDOM)
        if launch in allowed:
            return str(launch)
        self.refuse("", "launch", one_of(allowed) or "a named board of the layout", launch)
        return CHOICE

    # -- goals --

    def goals(self, document: Mapping[str, Any]) -> tuple[MissionGoal, ...]:
        tables = self.tables(document, "goal")
        options = OPTIONS if self.has(MissionRule.GOAL_HEXES) else ("",)
        expected = [(number, option) for number in range(1, GOALS + 1) for option in options]
        found = [(table.get("number"), table.get("option", "")) for table in tables]
        if found != expected:
            names = ", ".join(f"{number}{option}" for number, option in expected)
            self.problems.append(f"{self.where('', 'goal')}: expected the goals {names} in this order")
            return ()
        return tuple(self.goal(f"goal {k}", table, *expected[k - 1]) for k, table in enumerate(tables, start=1))

    def goal(self, id: str, table: Mapping[str, Any], number: int, option: str) -> MissionGoal:
        self.check_keys(id, table, ("number", "count", "points", "provenance"), ("option", "leader", "leaders"))
        nothing: Goal = Count(Unit.DISC)
        count = self.parsed(id, table, "count", parse_goal, nothing)
        self.check_count(id, "count", count, table.get("count"))
        points = self.number(id, table, "points", range(MAX_POINTS + 1))
        if isinstance(count, Race) and points:
            self.refuse(id, "points", "0, as a race gives only its bonuses", points)
        return MissionGoal(
            number=number,
            option=option,
            count=count,
            points=points,
            leaders=(*self.leader(id, table, count), *self.leaders(id, table)),
            provenance=self.provenance(id, table),
        )

    def check_count(self, id: str, key: str, count: Goal, found: object) -> None:
        wrong = wrong_place(count, self.rules, self.columns, self.max_depth)
        if isinstance(count, Count) and count.unit == Unit.POINTS:
            wrong = "something else than points, which are counted by themselves"
        if isinstance(count, Count) and count.side in tuple(Side) and "sea-star" not in self.boards:
            wrong = "the board sea-star in ocean_boards.csv"
        if wrong:
            self.refuse(id, key, wrong, found)

    def leader(self, id: str, table: Mapping[str, Any], count: Goal) -> tuple[Leader, ...]:
        if "leader" not in table:
            if isinstance(count, Race):
                self.refuse(id, "leader", "the bonuses of the race", "none")
            return ()
        bonuses = table["leader"]
        allowed = range(MAX_POINTS + 1)
        right = isinstance(bonuses, list) and len(bonuses) == 2
        if not right or not all(type(bonus) is int and bonus in allowed for bonus in bonuses):
            self.refuse(id, "leader", f"two numbers from 0 to {MAX_POINTS}", bonuses)
            return ()
        return (Leader(count, *bonuses),)

    def leaders(self, id: str, table: Mapping[str, Any]) -> tuple[Leader, ...]:
        entries = table.get("leaders", [])
        if "leader" in table and "leaders" in table:
            self.refuse(id, "leaders", "either leader or leaders", entries)
            return ()
        right = isinstance(entries, list) and len(entries) <= MAX_LEADERS
        if not right or not all(isinstance(entry, dict) and set(entry) == {"count", "first"} for entry in entries):
            self.refuse(id, "leaders", f"at most {MAX_LEADERS} tables with the keys count and first", entries)
            return ()
        return tuple(self.lone_leader(id, entry) for entry in entries)

    def lone_leader(self, id: str, entry: Mapping[str, Any]) -> Leader:
        count: Count = self.parsed(id, {"leaders": entry["count"]}, "leaders", parse_count, Count(Unit.DISC))
        self.check_count(id, "leaders", count, entry["count"])
        return Leader(count, self.number(id, {"leaders": entry["first"]}, "leaders", range(1, MAX_POINTS + 1)), 0)

    # -- the impact board --

    def hexes(self, impact: Mapping[str, Any]) -> tuple[Hex, ...]:
        tables = self.tables(impact, "hexes")
        most = MAX_MOVING_HEXES if self.has(MissionRule.MOVING_MARKERS) else MAX_HEXES
        if not 1 <= len(tables) <= most:
            self.refuse("", "hexes", f"1 to {most} hexes", len(tables))
            return ()
        if [table.get("id") for table in tables] != list(range(len(tables))):
            self.refuse("", "hexes", f"the ids 0 to {len(tables) - 1} in this order", "others")
            return ()
        return tuple(self.hex(k, table) for k, table in enumerate(tables))

    def hex(self, number: int, table: Mapping[str, Any]) -> Hex:
        id = f"hex {number}"
        special = self.word(id, table, "special", (TURTLE, CLEAN_UP))
        place = () if special == CLEAN_UP else ("row", "col")
        self.check_keys(id, table, ("id", *place, "points", "provenance"), ("gain", *HEX_KEYS))
        coordinates = range(MAX_COORDINATE + 1)
        gain: Effect = self.parsed(id, table, "gain", parse_hex, ())
        field = self.word(id, table, "field", FIELD_WORDS)
        text = table.get("gain", "")
        return Hex(
            id=number,
            row=self.number(id, table, "row", coordinates) if place else -1,
            col=self.number(id, table, "col", coordinates) if place else -1,
            gain=gain,
            points=self.number(id, table, "points", range(-MAX_POINTS, MAX_POINTS + 1)),
            text=text if isinstance(text, str) else "",
            provenance=self.provenance(id, table),
            entry=self.flag(id, table, "entry"),
            field=FIELD_WORDS[field] if field else None,
            infinite=self.flag(id, table, "infinite"),
            rescue=bool(self.word(id, table, "grid", (RESCUE,))),
            goal=self.number(id, table, "goal", range(1, GOALS + 1)) if "goal" in table else 0,
            closed=self.flag(id, table, "closed"),
            polluted=self.flag(id, table, "polluted"),
            special=special,
            overflow=self.overflow(id, table),
        )

    def overflow(self, id: str, table: Mapping[str, Any]) -> tuple[int, int] | None:
        if "overflow" not in table:
            return None
        depths = table["overflow"]
        right = isinstance(depths, list) and len(depths) == 2 and all(type(depth) is int for depth in depths)
        if not right or not 1 <= depths[0] <= depths[1] <= DEPTHS:
            self.refuse(id, "overflow", f"the first and the last depth, from 1 to {DEPTHS}", depths)
            return None
        return (depths[0], depths[1])

    def bridges(self, impact: Mapping[str, Any], hexes: Collection[Hex]) -> tuple[tuple[int, int], ...]:
        pairs = impact.get("bridges", [])
        ids = [cell.id for cell in hexes if not cell.special]
        if not isinstance(pairs, list) or not all(_is_pair(pair, ids) for pair in pairs):
            self.refuse("", "bridges", "a list of pairs of different hexes", pairs)
            return ()
        return tuple((a, b) for a, b in pairs)

    def start_symbol(self, impact: Mapping[str, Any], hexes: Collection[Hex]) -> tuple[int, int] | None:
        if "start_symbol" not in impact:
            return None
        table = self.sub_table(impact, "start_symbol")
        self.check_keys("", table, ("row", "col"))
        row, col = (
            self.number("", {"start_symbol": table.get(key, 0)}, "start_symbol", range(MAX_COORDINATE + 1))
            for key in ("row", "col")
        )
        if any((cell.row, cell.col) == (row, col) for cell in hexes):
            self.refuse("", "start_symbol", "a place without a hex (M-3)", f"row {row}, col {col}")
        return row, col

    def track_steps(self, impact: Mapping[str, Any]) -> int:
        self.check_rule("track_steps" in impact, MissionRule.CLEAN_UP_TRACK, "track_steps", "the end of the track")
        steps = range(1, MAX_TRACK_STEPS + 1)
        return self.number("", impact, "track_steps", steps) if "track_steps" in impact else 0

    def check_impact(self, mission: Mission) -> None:
        if not mission.hexes:
            return
        self.check_places(mission)
        self.check_special_hexes(mission)
        self.check_infinite_hexes(mission)
        rows = mission.orientation == Orientation.ROWS
        self.check_rule(rows, MissionRule.ROWS_BY_DEPTH, "orientation", "the orientation 'rows'")
        if rows and self.has(MissionRule.ROWS_BY_DEPTH):
            self.check_rows(mission)
        else:
            self.check_reached(mission)

    def check_places(self, mission: Mission) -> None:
        first: dict[tuple[int, int], int] = {}
        for cell in mission.hexes:
            other = first.setdefault((cell.row, cell.col), cell.id)
            if other != cell.id:
                self.refuse(f"hex {cell.id}", "row", f"another place than that of hex {other}", cell.row)

    def check_special_hexes(self, mission: Mission) -> None:
        hexes = mission.hexes
        for special, rule in ((TURTLE, MissionRule.TURTLE_HEX), (CLEAN_UP, MissionRule.CLEAN_UP_TRACK)):
            number = sum(cell.special == special for cell in hexes)
            self.check_rule(number == 1, rule, "hexes", f"one hex with special = {special!r}")
            if number > 1:
                self.refuse("", "hexes", f"one hex with special = {special!r}", number)
        rescue, closed = any(cell.rescue for cell in hexes), any(cell.closed for cell in hexes)
        self.check_rule(rescue, MissionRule.RESCUE_GRID, "hexes", "hexes of the rescue grid")
        self.check_rule(closed, MissionRule.CLOSED_SCORING_HEXES, "hexes", "closed hexes")
        goals = sorted(cell.goal for cell in hexes if cell.goal)
        self.check_rule(bool(goals), MissionRule.GOAL_HEXES, "hexes", "hexes with a goal")
        if goals and goals != list(range(1, GOALS + 1)):
            self.refuse("", "hexes", f"one hex for each of the goals 1-{GOALS}", goals)
        overflows = any(cell.overflow is not None for cell in hexes)
        self.check_rule(overflows, MissionRule.ROWS_BY_DEPTH, "hexes", "places for full rows")

    def check_infinite_hexes(self, mission: Mission) -> None:
        infinite = [cell for cell in mission.hexes if cell.infinite]
        if len(infinite) > MAX_INFINITE:
            self.refuse("", "hexes", f"at most {MAX_INFINITE} infinite hexes", len(infinite))
        for cell in infinite:
            if cell.gain or cell.field is not None or cell.goal:
                self.refuse(f"hex {cell.id}", "infinite", "an infinite hex that only has points", "more")
            if self.has(MissionRule.MOVING_MARKERS):
                self.refuse(f"hex {cell.id}", "infinite", "no infinite hex where markers move", "true")
        for cell in mission.hexes:
            if (cell.special or cell.overflow) and not cell.infinite:
                self.refuse(f"hex {cell.id}", "infinite", "true, as it takes any number of markers", "false")
            if (cell.special or cell.overflow) and cell.entry:
                self.refuse(f"hex {cell.id}", "entry", "no entry off the grid", "true")

    def check_rows(self, mission: Mission) -> None:
        """M-10: one row a depth, from the left without a gap; overflow for every depth once."""
        places = [cell for cell in mission.hexes if cell.overflow is None]
        for row in range(mission.max_depth):
            found = [cell.col for cell in places if cell.row == row]
            if not found or found != list(range(len(found))):
                self.refuse("", "hexes", f"places from the left without a gap in row {row}", found)
        for cell in places:
            if cell.row >= mission.max_depth:
                self.refuse(f"hex {cell.id}", "row", f"a row from 0 to {mission.max_depth - 1}", cell.row)
            if cell.infinite:
                self.refuse(f"hex {cell.id}", "infinite", "false in a row", "true")
            if cell.entry != (cell.col == 0):
                self.refuse(f"hex {cell.id}", "entry", "an entry at the beginning of each row", cell.entry)
        spans = [cell.overflow for cell in mission.hexes if cell.overflow is not None]
        depths = sorted(depth for first, last in spans for depth in range(first, last + 1))
        if depths != list(range(1, mission.max_depth + 1)):
            self.refuse("", "hexes", f"an overflow place for each depth 1-{mission.max_depth}", depths)

    def check_reached(self, mission: Mission) -> None:
        """Every hex can be reached from an entry, and no way leads from one grid to the other."""
        reached = {cell.id for cell in mission.hexes if cell.entry}
        waiting = list(reached)
        while waiting:
            for beside in mission.neighbours[waiting.pop()]:
                if beside not in reached:
                    reached.add(beside)
                    waiting.append(beside)
        for cell in mission.hexes:
            if not cell.special and cell.id not in reached:
                self.refuse(f"hex {cell.id}", "id", "a way from an entry", "none")
            if any(mission.hexes[beside].rescue != cell.rescue for beside in mission.neighbours[cell.id]):
                self.refuse(f"hex {cell.id}", "grid", "no neighbour in the other grid", "one")


def _says_id(line: str, number: str) -> bool:
    squeezed = "," + line.split("#")[0].replace(" ", "").replace("{", ",") + ","
    return f",id={number}," in squeezed or f",id={number}}}" in squeezed


def _is_pair(pair: object, ids: Collection[int]) -> bool:
    return (
        isinstance(pair, list) and len(pair) == 2 and all(type(id) is int and id in ids for id in pair)
        and pair[0] != pair[1]
    )
