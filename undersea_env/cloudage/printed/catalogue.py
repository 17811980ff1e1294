"""All that is printed, read from a component folder, numbered, and checked whole before anything is played with it."""

import re
from collections.abc import Collection, Iterable, Mapping
from pathlib import Path
from typing import Any

from undersea_env.cloudage.printed.allowed import (
    parse_city,
    parse_city_action,
    parse_instant,
    parse_others,
    parse_plain_gain,
    parse_plant,
    parse_project_permanent,
    parse_solo,
    parse_space,
    parse_story,
    steps_of,
)
from undersea_env.cloudage.printed.boards import MAX_STRENGTH, read_boards
from undersea_env.cloudage.printed.effects import Always, BuildUpgrade, CubeEffect, Effect, Gain, Permanent
from undersea_env.cloudage.printed.language import COLOUR_WORDS, TYPE_WORDS, parse_cube, parse_permanent, parse_unlock
from undersea_env.cloudage.printed.things import (
    NO_UNLOCK,
    Board,
    Catalogue,
    Chapter,
    CityCard,
    Constants,
    Legacy,
    Level,
    Objective,
    PlantToken,
    Project,
    Scenario,
    ScenarioSide,
    Sleeve,
    SoloSpace,
    Space,
    StoryCard,
    Task,
    Upgrade,
)
from undersea_env.cloudage.printed.words import (
    AMOUNTS,
    BOARDS,
    CARDS_IN_SECTOR,
    CHAPTERS,
    CITIES_LISTED,
    CITY_CARDS,
    FIRST_STORY_CARD,
    GUNS,
    HIGHEST_COST,
    LARGEST_AMOUNT,
    LEGACY_TOKENS,
    LETTERS,
    LEVELS,
    NAVIGATION_VALUES,
    OBJECTIVES,
    PLANTS,
    PLANTS_ON_CARD,
    PROJECT_NUMBERS,
    PROJECTS,
    SCENARIOS,
    SECTORS,
    SIDES,
    SLEEVES,
    SPACES,
    STAR_STEPS,
    START_NAVIGATION,
    STEPS_OF_TASK,
    STORY_CARDS,
    TASKS,
    UPGRADES,
    UPGRADES_OF_TYPE,
    CardField,
    Colour,
    District,
    LegacyKind,
    PlantKind,
    TaskCount,
    Type,
    Unit,
)
from undersea_env.core.component_files import (
    ComponentError,
    DocumentReader,
    Row,
    Table,
    read_table,
    read_text,
    refuse_repeats,
)

BUILT_IN_FOLDER = Path(__file__).resolve().parent.parent / "components"
MAX_COST = 30                             # of anything
MAX_POINTS = 30
MAX_COUNT = 200                           # that a task or a goal asks for
FIXED_CONSTANTS: dict[str, Any] = {       # the engine is made for these; section 1
    "solar_movement": 1,
    "production_maximum": LEVELS - 1,
    "resource_choice": ["water", "metal", "energy", "card"],
    "sectors": SECTORS,
    "city_cards_per_sector": CARDS_IN_SECTOR,
    "drone_spaces": [district.name.lower() for district in District],
    "navigation_reveal": 2,
    "guns": list(GUNS),
}
COLUMNS = {
    "projects.csv": (
        "id", "number", "title", "colour", "water", "cards", "instant", "permanent", "vp", "value", "provenance",
    ),
    "city_cards.csv": (
        "id", "navigation", "energy", "metal", "water", "people", "update", "wrench", "plants", "value", "provenance",
    ),
    "sleeves.csv": ("id", "visible", "provenance"),
    "navigation.csv": ("value", "count", "provenance"),
    "upgrades.csv": ("id", "type", "level", "metal", "effect", "bonus", "vp", "provenance"),
    "production.csv": ("level", "energy", "water", "points", "step_reward", "provenance"),
    "round_track.csv": ("space", "reward", "book_after", "provenance"),
    "plants.csv": ("id", "kind", "count", "reward", "provenance"),
    "tasks.csv": ("id", "count", "thresholds", "points", "list", "provenance"),
    "objectives.csv": ("id", "task_1", "task_2", "provenance"),
    "solo_board.csv": ("space", "action", "provenance"),
    "legacy.csv": (
        "id", "letter", "kind", "place", "strength", "reward", "cost", "find", "cube", "end_points", "action", "others",
        "provenance",
    ),
    "scenarios.csv": (
        "scenario", "side", "name", "city_board", "airship_board", "cubes_1_to_3", "cubes_4", "projects", "legacy",
        "objectives", "start_projects", "keep_projects", "start_plants", "book", "provenance",
    ),
    "chapters.csv": (
        "chapter", "order", "name", "start_card", "board_2", "board_3", "board_4", "star_steps_solo",
        "star_steps_multiplayer", "win_stars", "provenance",
    ),
    "story_cards.csv": ("card", "chapter", "step", "title", "unlock", "reveal", "book", "next", "provenance"),
}
COLOURS = {word: colour for colour, word in COLOUR_WORDS.items()}
TYPES = {word: type for type, word in TYPE_WORDS.items()}
DISTRICTS = {district.name.lower(): district for district in District}
FIELDS = {field.name.lower().replace("_", " "): field for field in CardField}
TASK_COUNTS = {count.name.lower().replace("_", " "): count for count in TaskCount}
KINDS = {kind.name.lower().replace("_", " "): kind for kind in LegacyKind}
KIND_OF_TOKEN = (
    LegacyKind.CUBE_CITY, LegacyKind.CUBE_CITY, LegacyKind.CITY_VALUES, LegacyKind.CITY_VALUES, LegacyKind.CUBE_CITY,
    LegacyKind.CITY_FIND, LegacyKind.TOLL, *[LegacyKind.GUN] * len(GUNS), *[LegacyKind.CITY_ACTION] * 2,
)
PLACE = re.compile(r"(part of )?([a-z][a-z0-9-]*)|hex [A-O]|between boards 2 and 3|(right|left) of the city board")
SCENARIO_SIDES = ("front", "back")
STEPS = ("start", "after book 1", "after book 2", "after book 3")
OF_SET_UP = (                              # what is the same on both sides of a scenario card
    "name", "city_board", "airship_board", "cubes_1_to_3", "cubes_4", "projects", "legacy", "objectives",
    "start_projects", "keep_projects", "start_plants",
)
NO_EFFECT: Effect = ()
NO_PERMANENT: Permanent = ()
FIGHT_NEXT = re.compile(r"([0-9]{1,2}) energy or ([0-9]{1,2}) points?")
FIGHT_FIRST = re.compile(r"([0-9]{1,2}) energy")
TOLL = re.compile(r"([0-9]{1,2}) water or ([0-9]{1,2}) points?")


def load_catalogue(folder: Path | str | None = None) -> Catalogue:
    """Read and check a component folder, the built-in one if none is named; all its problems in one ComponentError."""
    path = BUILT_IN_FOLDER if folder is None else Path(folder)
    if not path.is_dir():
        raise ComponentError(path, ["there is no such folder"])
    problems: list[str] = []
    tables = {file: read_table(path, file, columns, problems) for file, columns in COLUMNS.items()}
    boards = read_boards(path, problems)
    tasks = _tasks(tables["tasks.csv"], boards, problems)
    upgrades = _upgrades(tables["upgrades.csv"], problems)
    catalogue = Catalogue(
        projects=_projects(tables["projects.csv"], problems),
        city_cards=_city_cards(tables["city_cards.csv"], problems),
        sleeves=_sleeves(tables["sleeves.csv"], problems),
        navigation=_navigation(tables["navigation.csv"], problems),
        upgrades=upgrades,
        levels=_levels(tables["production.csv"], problems),
        spaces=_spaces(tables["round_track.csv"], problems),
        plants=_plants(tables["plants.csv"], problems),
        tasks=tasks,
        objectives=_objectives(tables["objectives.csv"], tasks, problems),
        solo_board=_solo_board(tables["solo_board.csv"], problems),
        legacy=_legacy(tables["legacy.csv"], boards, problems),
        scenarios=_scenarios(tables["scenarios.csv"], problems),
        chapters=_chapters(tables["chapters.csv"], problems),
        story=_story(tables["story_cards.csv"], problems),
        boards=boards,
        constants=_constants(path, upgrades, problems),
        folder=path,
    )
    if not problems:
        _check_titles(tables, catalogue)
        _check_story(tables, catalogue)
    if problems:
        raise ComponentError(path, problems)
    return catalogue


# --- what all tables have ---


def _provenance(row: Row) -> str:
    return row.name("provenance")


def _points(row: Row, column: str) -> int:
    return row.number(column, range(MAX_POINTS + 1))


def _check_rows(
    table: Table, number: int, what: str, problems: list[str], column: str = "id", first: int = 1,
) -> None:
    """Rows are numbered in their order, and there are so many."""
    if not table.complete:
        return
    for index, row in enumerate(table.rows, start=first):
        if row[column] != str(index):
            row.refuse(column, f"{index}, as rows are numbered from {first}")
    _check_count(table, number, what, problems)


def _check_count(table: Table, number: int, what: str, problems: list[str]) -> None:
    if table.complete and len(table.rows) != number:
        problems.append(f"{table.file}: expected {number} {what}, found {len(table.rows)}")


def _check_names(table: Table, names: Collection[str], what: str, problems: list[str]) -> None:
    """The first column has these names in this order."""
    column = "id"
    for row, name in zip(table.rows, names, strict=False):
        if row[column] != name:
            row.refuse(column, name)
    _check_count(table, len(names), what, problems)


def _numbers(row: Row, column: str, allowed: Collection[int], between: str) -> tuple[int, ...]:
    words = row[column].split(between) if row[column] else []
    if any(word not in map(str, allowed) for word in words):
        row.refuse(column, f"numbers from {min(allowed)} to {max(allowed)} with {between!r} between them")
        return ()
    return tuple(map(int, words))


def _rising(row: Row, column: str, allowed: Collection[int], between: str) -> tuple[int, ...]:
    numbers = _numbers(row, column, allowed, between)
    if list(numbers) != sorted(set(numbers)):
        row.refuse(column, "rising numbers")
    return numbers


# --- cards ---


def _projects(table: Table, problems: list[str]) -> tuple[Project, ...]:
    projects = tuple(_project(id, row) for id, row in enumerate(table.rows, start=1))
    _check_rows(table, PROJECTS, "projects", problems)
    first: dict[str, Row] = {}
    for row in table.rows:
        other = first.setdefault(row["title"], row)
        for column in ("colour", "water", "cards", "instant", "permanent", "vp"):
            if row[column] != other[column]:
                row.refuse(column, f"{other[column]!r} as in row {other.line}, as the cards have the same title")
    return projects


def _project(id: int, row: Row) -> Project:
    return Project(
        id=id,
        number=row.number("number", range(PROJECT_NUMBERS)),
        title=row.name("title"),
        colour=row.word("colour", COLOURS, Colour.GREEN),
        water=row.number("water", range(MAX_COST + 1)),
        cards=row.number("cards", range(10)),
        instant=row.maybe_parsed("instant", parse_instant, ()),
        permanent=row.maybe_parsed("permanent", parse_project_permanent, ()),
        points=_points(row, "vp"),
        texts={column: row[column] for column in ("instant", "permanent")},
        provenance=_provenance(row),
    )


def _check_titles(tables: Mapping[str, Table], catalogue: Catalogue) -> None:
    """What effects count by title is a title."""
    for file, column, effects in (
        ("projects.csv", "instant", [project.instant for project in catalogue.projects]),
        ("story_cards.csv", "book", [story.book for story in catalogue.story]),
        ("story_cards.csv", "reveal", [story.reveal for story in catalogue.story]),
    ):
        for row, effect in zip(tables[file].rows, effects, strict=True):
            if not _titles_of(effect) <= set(catalogue.titles):
                row.refuse(column, "titles of projects.csv")


def _titles_of(effect: Effect) -> set[str]:
    found = set()
    for part in effect:
        for step in steps_of(part.sequence):
            if isinstance(step, Gain) and step.per and step.per.unit == Unit.TITLE:
                found.add(step.per.title)
            if isinstance(step, BuildUpgrade) and step.per:
                found.add(step.per)
    return found


def _city_cards(table: Table, problems: list[str]) -> tuple[CityCard, ...]:
    cards = tuple(_city_card(id, row) for id, row in enumerate(table.rows, start=1))
    _check_rows(table, CITY_CARDS, "city cards", problems)
    return cards


def _city_card(id: int, row: Row) -> CityCard:
    amounts = tuple(row.number(name, range(1, LARGEST_AMOUNT + 1)) for name in DISTRICTS)
    if tuple(sorted(amounts)) != AMOUNTS and all(amounts):
        row.refuse("energy", "the amounts 3, 2, 1 and 1 in the four districts")
    update, wrench = (row.word(column, DISTRICTS, District.ENERGY) for column in ("update", "wrench"))
    if row["update"] == row["wrench"]:
        row.refuse("wrench", "another district than that of the update")
    return CityCard(
        id=id,
        navigation=row.number("navigation", range(NAVIGATION_VALUES)),
        amounts=amounts,
        update=update,
        wrench=wrench,
        plants=row.number("plants", PLANTS_ON_CARD),
        provenance=_provenance(row),
    )


def _sleeves(table: Table, problems: list[str]) -> tuple[Sleeve, ...]:
    sleeves = tuple(
        Sleeve(id, tuple(_listed(row, "visible", FIELDS)), _provenance(row))
        for id, row in enumerate(table.rows, start=1)
    )
    _check_rows(table, SLEEVES, "sleeves", problems)
    return sleeves


def _listed(row: Row, column: str, meanings: Mapping[str, Any]) -> list[Any]:
    words = row[column].split(", ") if row[column] else []
    if any(word not in meanings for word in words) or len(set(words)) != len(words):
        row.refuse(column, f"different ones of {', '.join(meanings)}")
        return []
    return [meanings[word] for word in words]


def _navigation(table: Table, problems: list[str]) -> tuple[int, ...]:
    counts = [0] * NAVIGATION_VALUES
    for row in table.rows:
        counts[row.number("value", range(NAVIGATION_VALUES))] += row.number("count", range(1, START_NAVIGATION + 1))
        _provenance(row)
    refuse_repeats(table.rows, "value")
    if table.complete and sum(counts) != START_NAVIGATION:
        problems.append(f"{table.file}, column count: expected {START_NAVIGATION} cards, found {sum(counts)}")
    return tuple(counts)


# --- boards of the players ---


def _upgrades(table: Table, problems: list[str]) -> tuple[Upgrade, ...]:
    places = [(type, level) for type in Type for level in range(1, UPGRADES_OF_TYPE[type] + 1)]
    upgrades = tuple(_upgrade(row, *place) for row, place in zip(table.rows, places, strict=False))
    _check_count(table, UPGRADES, "upgrades", problems)
    return upgrades


def _upgrade(row: Row, type: Type, level: int) -> Upgrade:
    word = TYPE_WORDS[type]
    row.one_word("id", (f"{word}-{level}",))
    row.one_word("type", (word,))
    if row.parsed("effect", parse_permanent, NO_PERMANENT) != (Always(type, 1),):
        row.refuse("effect", f"{word} 1")
    return Upgrade(
        id=row["id"],
        type=type,
        level=row.number("level", (level,)),
        metal=row.number("metal", range(MAX_COST + 1)),
        bonus=row.maybe_parsed("bonus", parse_plain_gain, ()),
        points=_points(row, "vp"),
        provenance=_provenance(row),
    )


def _levels(table: Table, problems: list[str]) -> tuple[Level, ...]:
    levels = tuple(
        Level(
            level=level,
            energy=row.number("energy", range(MAX_COST + 1)),
            water=row.number("water", range(MAX_COST + 1)),
            points=_points(row, "points"),
            reward=row.maybe_parsed("step_reward", parse_plain_gain, ()),
            provenance=_provenance(row),
        )
        for level, row in enumerate(table.rows)
    )
    _check_rows(table, LEVELS, "levels", problems, column="level", first=0)
    return levels


def _spaces(table: Table, problems: list[str]) -> tuple[Space, ...]:
    spaces = tuple(
        Space(
            space=space,
            reward=row.maybe_parsed("reward", parse_space, ()),
            book_after=row.word("book_after", {"yes": True, "no": False}, False),
            provenance=_provenance(row),
        )
        for space, row in enumerate(table.rows, start=1)
    )
    _check_rows(table, SPACES, "spaces", problems, column="space")
    return spaces


def _plants(table: Table, problems: list[str]) -> tuple[PlantToken, ...]:
    plants = tuple(
        PlantToken(
            id=row["id"],
            is_dry=row.one_word("kind", ("green",) if row["id"] == "green" else ("dry",)) == "dry",
            count=row.number("count", range(PLANTS + 1)),
            reward=row.parsed("reward", parse_plant, ()),
            provenance=_provenance(row),
        )
        for row in table.rows
    )
    _check_names(table, [kind.name.lower().replace("_", "-") for kind in PlantKind], "kinds of plants", problems)
    count = sum(plant.count for plant in plants)
    if table.complete and count != PLANTS:
        problems.append(f"{table.file}, column count: expected {PLANTS} plants, found {count}")
    return plants


# --- tasks ---


def _tasks(table: Table, boards: Mapping[str, Board], problems: list[str]) -> tuple[Task, ...]:
    tasks = tuple(_task(row, boards) for row in table.rows)
    refuse_repeats(table.rows, "id")
    _check_count(table, TASKS, "tasks", problems)
    return tasks


def _task(row: Row, boards: Mapping[str, Board]) -> Task:
    thresholds = _rising(row, "thresholds", range(1, MAX_COUNT + 1), "/")
    points = _numbers(row, "points", range(1, MAX_POINTS + 1), "/")
    if not 1 <= len(thresholds) <= STEPS_OF_TASK or len(points) != len(thresholds):
        row.refuse("points", f"1 to {STEPS_OF_TASK} steps, each with a threshold and points")
    cities = tuple(row["list"].split(", ")) if row["list"] else ()
    count = row.word("count", TASK_COUNTS, TaskCount.PROJECT)
    if bool(cities) != (count == TaskCount.LISTED_CITY):
        row.refuse("list", "cities for the count 'listed city', and only for it")
    if len(cities) > CITIES_LISTED or any(not _is_on_both_sides(city, boards) for city in cities):
        row.refuse("list", f"at most {CITIES_LISTED} cities, each on both sides of its board")
    return Task(row.identity(), count, thresholds, points, cities, _provenance(row))


def _is_on_both_sides(city: str, boards: Mapping[str, Board]) -> bool:
    sides = [key for key, board in boards.items() if any(each.id == city for each in board.cities)]
    return len(sides) == 2 and sides[0][0] == sides[1][0]


def _objectives(table: Table, tasks: Collection[Task], problems: list[str]) -> tuple[Objective, ...]:
    places = {task.id: place for place, task in enumerate(tasks)}
    objectives = []
    for id, row in enumerate(table.rows, start=1):
        first, second = (row.word(column, places, 0) for column in ("task_1", "task_2"))
        if row["task_1"] == row["task_2"]:
            row.refuse("task_2", "another task than task_1")
        objectives.append(Objective(id, (first, second), _provenance(row)))
    _check_rows(table, OBJECTIVES, "objectives", problems)
    return tuple(objectives)


def _solo_board(table: Table, problems: list[str]) -> tuple[SoloSpace, ...]:
    spaces = tuple(
        SoloSpace(space, row.parsed("action", parse_solo, ()), _provenance(row))
        for space, row in enumerate(table.rows, start=1)
    )
    _check_rows(table, SPACES, "spaces", problems, column="space")
    return spaces


# --- legacy tokens ---


def _legacy(table: Table, boards: Mapping[str, Board], problems: list[str]) -> tuple[Legacy, ...]:
    _check_names(table, [f"L{number}" for number in range(1, LEGACY_TOKENS + 1)], "legacy tokens", problems)
    tokens = [_token(number, row) for number, row in enumerate(table.rows[:LEGACY_TOKENS], start=1)]
    if len(boards) == BOARDS * len(SIDES):
        for row, token in zip(table.rows, tokens, strict=False):
            _check_place(row, token, boards)
    return tuple(tokens)


def _token(number: int, row: Row) -> Legacy:
    kind = KIND_OF_TOKEN[number - 1]
    row.one_word("letter", (LETTERS[number - 1],))
    row.one_word("kind", (kind.name.lower().replace("_", " "),))
    place = PLACE.fullmatch(row["place"])
    if not place:
        row.refuse("place", "a city, 'hex' and a letter, or where else the token lies")
    has = _columns_of(kind)
    for column in ("strength", "reward", "cost", "find", "cube", "end_points", "action", "others"):
        if bool(row[column]) != (column in has):
            row.refuse(column, f"{'something' if column in has else 'nothing'}, as the kind is {row['kind']!r}")
    return Legacy(
        number=number,
        letter=LETTERS[number - 1],
        kind=kind,
        city=place.group(2) or "" if place else "",
        strength=row.number("strength", range(1, MAX_STRENGTH + 1)) if row["strength"] else 0,
        reward=row.maybe_parsed("reward", parse_city, ()),
        cost=row.number("cost", range(1, HIGHEST_COST + 1)) if row["cost"] else 0,
        find=row.maybe_parsed("find", parse_plain_gain, ()),
        cube=row.maybe_parsed("cube", parse_cube, CubeEffect()),
        end_points=_points(row, "end_points") if row["end_points"] else 0,
        action=row.maybe_parsed("action", parse_city_action, ()),
        others=row.maybe_parsed("others", parse_others, ()),
        provenance=_provenance(row),
    )


def _columns_of(kind: LegacyKind) -> tuple[str, ...]:
    return {
        LegacyKind.CUBE_CITY: ("cube", "end_points"),
        LegacyKind.CITY_VALUES: ("strength", "reward"),
        LegacyKind.CITY_FIND: ("find",),
        LegacyKind.TOLL: ("cost",),
        LegacyKind.GUN: ("cost",),
        LegacyKind.CITY_ACTION: ("action", "others"),
    }[kind]


def _check_place(row: Row, token: Legacy, boards: Mapping[str, Board]) -> None:
    """A token that lies on a city lies on its lettered hex, on both sides of the board (section 12)."""
    lettered = [board.lettered(token.letter) for board in boards.values()
                if any(place.letter == token.letter for place in board.hexes)]
    if any(place.city != token.city for place in lettered):
        row.refuse("place", f"the city that the hexes with the letter {token.letter} belong to, or none")
    if token.city and not lettered:
        row.refuse("place", "no city, as no hex has the letter")


# --- scenarios, chapters, story cards ---


def _scenarios(table: Table, problems: list[str]) -> tuple[Scenario, ...]:
    _check_count(table, SCENARIOS * len(SCENARIO_SIDES), "sides of scenario cards", problems)
    if len(table.rows) != SCENARIOS * len(SCENARIO_SIDES):
        return ()
    return tuple(_scenario(number, *table.rows[2 * number - 2 : 2 * number]) for number in range(1, SCENARIOS + 1))


def _scenario(number: int, front: Row, back: Row) -> Scenario:
    for row, side in zip((front, back), SCENARIO_SIDES, strict=True):
        row.number("scenario", (number,))
        row.one_word("side", (side,))
    for column in OF_SET_UP:
        if front[column] != back[column]:
            back.refuse(column, f"{front[column]!r} as in row {front.line}, as it is the same card")
    cubes = range(1, SPACES + 1)
    has_growing = front.one_word("city_board", SIDES) == "B"
    front.one_word("airship_board", (front["city_board"],))
    start = front.number("start_projects", range(1, 20))
    return Scenario(
        number=number,
        name=front.name(),
        has_growing=has_growing,
        cubes=(front.number("cubes_1_to_3", cubes), front.number("cubes_4", cubes)),
        projects=_rising(front, "projects", range(PROJECT_NUMBERS), " "),
        legacy=tuple(number + 1 for number in _legacy_listed(front)),
        has_objectives=front.word("objectives", {"0": False, "1": True}, False),
        start_projects=start,
        keep_projects=front.number("keep_projects", range(1, start + 1)),
        start_plants=front.number("start_plants", range(10)),
        sides=(_scenario_side(front), _scenario_side(back)),
    )


def _legacy_listed(row: Row) -> list[int]:
    names = [f"L{number}" for number in range(1, LEGACY_TOKENS + 1)]
    words = row["legacy"].split(" ") if row["legacy"] else []
    if any(word not in names for word in words) or words != sorted(set(words), key=lambda word: int(word[1:])):
        row.refuse("legacy", "rising legacy tokens with a blank between them")
        return []
    return [names.index(word) for word in words]


def _scenario_side(row: Row) -> ScenarioSide:
    return ScenarioSide(row.parsed("book", parse_story, ()), row["book"], _provenance(row))


def _chapters(table: Table, problems: list[str]) -> tuple[Chapter, ...]:
    rows = zip(table.rows, CHAPTERS, strict=False)
    chapters = tuple(_chapter(row, id, order) for order, (row, id) in enumerate(rows))
    _check_count(table, len(CHAPTERS), "chapters", problems)
    return chapters


def _chapter(row: Row, id: str, order: int) -> Chapter:
    row.one_word("chapter", (id,))
    row.number("order", (order + 1,))
    steps = []
    for column in ("star_steps_solo", "star_steps_multiplayer"):
        steps.append(_rising(row, column, range(1, MAX_COUNT + 1), "/"))
        if not 1 <= len(steps[-1]) <= STAR_STEPS:
            row.refuse(column, f"1 to {STAR_STEPS} steps")
    return Chapter(
        id=id,
        name=row.name(),
        start_card=row.number("start_card", range(FIRST_STORY_CARD, FIRST_STORY_CARD + STORY_CARDS)),
        sides=(row.one_word("board_2", SIDES), row.one_word("board_3", SIDES), row.one_word("board_4", SIDES)),
        star_steps_solo=steps[0],
        star_steps=steps[1],
        win_stars=row.number("win_stars", range(10)),
        provenance=_provenance(row),
    )


def _story(table: Table, problems: list[str]) -> tuple[StoryCard, ...]:
    cards = tuple(_story_card(number, row) for number, row in enumerate(table.rows, start=FIRST_STORY_CARD))
    _check_rows(table, STORY_CARDS, "story cards", problems, column="card", first=FIRST_STORY_CARD)
    return cards


def _story_card(number: int, row: Row) -> StoryCard:
    following = _numbers(row, "next", range(number + 1, FIRST_STORY_CARD + STORY_CARDS), " | ") if row["next"] else ()
    if len(following) > 2:
        row.refuse("next", "one card or two")
    return StoryCard(
        card=number,
        chapter=row.one_word("chapter", CHAPTERS),
        step=row.one_word("step", STEPS),
        title=row.name("title"),
        unlock=row.maybe_parsed("unlock", parse_unlock, NO_UNLOCK),
        reveal=row.maybe_parsed("reveal", parse_story, ()),
        book=row.maybe_parsed("book", parse_story, ()),
        next=following[:2],
        texts={column: row[column] for column in ("unlock", "reveal", "book")},
        provenance=_provenance(row),
    )


def _check_story(tables: Mapping[str, Table], catalogue: Catalogue) -> None:
    """A chapter begins with its first card and goes on with cards of its own."""
    for row, chapter in zip(tables["chapters.csv"].rows, catalogue.chapters, strict=True):
        start = catalogue.story_card(chapter.start_card)
        if (start.chapter, start.step) != (chapter.id, STEPS[0]):
            row.refuse("start_card", f"a start card of chapter {chapter.id}")
    for row, story in zip(tables["story_cards.csv"].rows, catalogue.story, strict=True):
        following = [catalogue.story_card(number) for number in story.next]
        expected = STEPS.index(story.step) + 1
        if any(next.chapter != story.chapter or STEPS.index(next.step) != expected for next in following):
            row.refuse("next", "cards of the next step of the chapter")


# --- constants ---


def _constants(folder: Path, upgrades: Iterable[Upgrade], problems: list[str]) -> Constants:
    none = Constants(0, 0, 0, 0, 0, 0, (), 0, 0, 0, 0, 0, (0, 0), 0)
    file = "constants.toml"
    text = read_text(folder, file, problems)
    reader = DocumentReader(file, text or "", problems)
    document = reader.document() if text is not None else None
    if document is None:
        return none
    before = len(problems)
    reader.check_keys("", document, (
        "energy_start", "energy_maximum", "water_start", "metal_start", "solar_energy", "plant_capacity",
        "production_overflow", "fight_first_card", "fight_next_card", "toll", "last_upgrade_bonus", "solo",
        *FIXED_CONSTANTS,
    ), ("components",))
    for key, value in FIXED_CONSTANTS.items():
        if document.get(key, value) != value:
            reader.refuse("", key, str(value), document[key])
    bonus = reader.parsed("", document, "last_upgrade_bonus", parse_plain_gain, NO_EFFECT)
    if any(upgrade.bonus not in ((), bonus) for upgrade in upgrades):
        reader.refuse("", "last_upgrade_bonus", "the bonus of upgrades.csv", document.get("last_upgrade_bonus"))
    (first,) = _matched(reader, document, "fight_first_card", FIGHT_FIRST, 1)
    next_energy, next_points = _matched(reader, document, "fight_next_card", FIGHT_NEXT, 2)
    toll_water, toll_points = _matched(reader, document, "toll", TOLL, 2)
    solo = document.get("solo", {})
    if not isinstance(solo, dict):
        reader.refuse("", "solo", "a table", solo)
        solo = {}
    if len(problems) > before:
        return none
    return Constants(
        energy_start=_number(reader, document, "energy_start"),
        energy_maximum=_number(reader, document, "energy_maximum"),
        water_start=_number(reader, document, "water_start"),
        metal_start=_number(reader, document, "metal_start"),
        solar_energy=_number(reader, document, "solar_energy"),
        plant_capacity=_number(reader, document, "plant_capacity"),
        overflow=reader.parsed("", document, "production_overflow", parse_plain_gain, ()),
        first_card_energy=first,
        next_card_energy=next_energy,
        next_card_points=next_points,
        toll_water=toll_water,
        toll_points=toll_points,
        solo_goals=(_number(reader, solo, "scenario_1_points"), _number(reader, solo, "scenario_2_3_points")),
        campaign_stars=_number(reader, solo, "campaign_stars"),
    )


def _number(reader: DocumentReader, table: Mapping[str, Any], key: str) -> int:
    value = table.get(key)
    if isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= MAX_COUNT:
        return value
    reader.refuse("", key, f"a number from 0 to {MAX_COUNT}", value)
    return 0


def _matched(
    reader: DocumentReader, document: Mapping[str, Any], key: str, pattern: re.Pattern[str], numbers: int,
) -> tuple[int, ...]:
    found = pattern.fullmatch(str(document.get(key, "")))
    if found:
        return tuple(map(int, found.groups()))
    reader.refuse("", key, f"a text like {pattern.pattern!r}", document.get(key))
    return (0,) * numbers
