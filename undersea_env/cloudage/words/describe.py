"""What is printed, described for people and for machines. Nothing here needs a position, nor numba."""

from collections.abc import Callable, Sequence
from dataclasses import fields, is_dataclass
from enum import IntEnum
from pathlib import Path
from typing import Any

from undersea_env.cloudage.compiled.assembler import hex_number
from undersea_env.cloudage.printed.catalogue import load_catalogue
from undersea_env.cloudage.printed.effects import Effect
from undersea_env.cloudage.printed.language import cube_text, effect_text, permanent_text, unlock_text
from undersea_env.cloudage.printed.things import (
    Board,
    Catalogue,
    Chapter,
    City,
    CityCard,
    Hex,
    Legacy,
    Objective,
    Project,
    Scenario,
    Sleeve,
    StoryCard,
    Task,
    Upgrade,
)
from undersea_env.cloudage.printed.words import CHAPTERS, PROJECT_NUMBERS, CardField, Colour, LegacyKind
from undersea_env.cloudage.words.names import city_card_words, count_words, hex_name
from undersea_env.errors import InvalidOption
from undersea_env.showing.topics import Described, Topic
from undersea_env.showing.words import number_of

Folder = str | Path | None
EFFECTS = (                      # trees; their text is told
    "instant", "bonus", "reward", "find", "action", "others", "reveal", "book",
)


def _data(thing: Any) -> Any:
    """What is printed, as plain JSON types; effects as their text."""
    if isinstance(thing, IntEnum):
        return thing.name.lower()
    if isinstance(thing, tuple | list):
        return [_data(one) for one in thing]
    if is_dataclass(thing) and not isinstance(thing, type):
        kept = [field.name for field in fields(thing) if field.name != "texts"]
        return {name: _text_or_data(name, getattr(thing, name)) for name in kept}
    return thing


def _text_or_data(name: str, value: Any) -> Any:
    if name in EFFECTS:
        return effect_text(value)
    special: dict[str, Callable[[Any], str]] = {"permanent": permanent_text, "unlock": unlock_text}
    if name in special:
        return special[name](value)
    if name == "cube":
        return cube_text(value) if value.strength or value.plants else ""
    return _data(value)


def _described(things: Sequence[Any], words: Sequence[str]) -> Described:
    return [_data(thing) for thing in things], "\n".join(words)


def _matching(things: Sequence[Any], words: Sequence[str], names: Sequence[str], what: str) -> list[Any]:
    """Things by number or name; by a part of a name if nothing is called so."""
    wanted = " ".join(words)
    if wanted.isdecimal() and things and hasattr(things[0], "id") and isinstance(things[0].id, int):
        found = [thing for thing in things if thing.id == int(wanted)]
    else:
        pairs = list(zip(things, map(str.lower, names), strict=True))
        found = [thing for thing, name in pairs if name == wanted.lower()]
        found = found or [thing for thing, name in pairs if wanted.lower() in name]
    if not found:
        raise InvalidOption(f"there is no {what} {wanted!r}; `describe {PLURALS[what]}` lists them")
    return found


PLURALS = {
    "project": "projects", "city-card": "city-cards", "board": "boards", "city": "cities", "task": "tasks",
    "legacy token": "tokens", "story card": "story", "chapter": "chapters",
}


def _source(thing: Any) -> str:
    return f"  provenance: {thing.provenance}"


# --- projects ---


def describe_project(components: Folder, id: Sequence[str]) -> Described:
    projects = load_catalogue(components).projects
    found = _matching(projects, id, [project.title for project in projects], "project")
    return _described(found, [f"{_project_line(project)}\n{_source(project)}" for project in found])


def describe_projects(components: Folder, number: int | None, colour: str | None) -> Described:
    projects = [
        project for project in load_catalogue(components).projects
        if number in (None, project.number) and colour in (None, project.colour.name.lower())
    ]
    return _described(projects, list(map(_project_line, projects)))


def _project_line(project: Project) -> str:
    cost = f"{project.water} water" + (f", {number_of(project.cards, 'card')}" if project.cards else "")
    does = "; ".join(text for text in (effect_text(project.instant), permanent_text(project.permanent)) if text)
    return (
        f"{project.id:>2}  number {project.number}  {project.colour.name.lower():<6}  {project.title}: {cost}; "
        f"{number_of(project.points, 'point')}; {does or 'nothing'}"
    )


# --- city cards, sleeves ---


def describe_city_card(components: Folder, id: Sequence[str]) -> Described:
    cards = load_catalogue(components).city_cards
    found = _matching(cards, id, [str(card.id) for card in cards], "city-card")
    return _described(found, [f"{_city_card_line(card)}\n{_source(card)}" for card in found])


def describe_city_cards(components: Folder) -> Described:
    cards = load_catalogue(components).city_cards
    return _described(cards, list(map(_city_card_line, cards)))


def _city_card_line(card: CityCard) -> str:
    return f"{card.id:>2}  {city_card_words(card)}"


def describe_sleeves(components: Folder) -> Described:
    sleeves = load_catalogue(components).sleeves
    return _described(sleeves, list(map(_sleeve_line, sleeves)))


def _sleeve_line(sleeve: Sleeve) -> str:
    return f"{sleeve.id}  leaves open: {', '.join(map(_field_name, sleeve.visible))}"


def _field_name(field: CardField) -> str:
    return field.name.lower().replace("_", " ")


# --- boards, hexes, cities ---


def describe_board(components: Folder, id: Sequence[str]) -> Described:
    boards = list(load_catalogue(components).boards.values())
    wanted = " ".join(id).lower()
    found = [board for board in boards if _key(board).lower() == wanted]
    found = found or _matching(boards, id, [board.name for board in boards], "board")
    return _described(found, list(map(_board_words, found)))


def describe_boards(components: Folder) -> Described:
    boards = list(load_catalogue(components).boards.values())
    return _described(boards, list(map(_board_line, boards)))


def _key(board: Board) -> str:
    return f"{board.number}{board.side}"


def _board_line(board: Board) -> str:
    finds = sum(bool(place.find) for place in board.hexes)
    return f"{_key(board)}  {board.name}: {len(board.hexes)} hexes, {len(board.cities)} cities, {finds} finds"


def _board_words(board: Board) -> str:
    lines = [_board_line(board), *(f"  {_hex_words(board, place)}" for place in board.hexes)]
    return "\n".join([*lines, *(f"  {_city_line(board, city)}" for city in board.cities), _source(board)])


def _hex_words(board: Board, place: Hex) -> str:
    name = next((city.name for city in board.cities if city.id == place.city), "")
    notes = (
        "start" if place.is_start else "", name, f"find {effect_text(place.find)}" if place.find else "",
        f"letter {place.letter}" if place.letter else "",
    )
    told = ", ".join(filter(None, notes))
    return f"{_hex_name(board, place)}  cost {place.cost}{f', {told}' if told else ''}"


def _hex_name(board: Board, place: Hex) -> str:
    return hex_name(hex_number(board.number, place.row, place.col))


def describe_hexes(components: Folder, board: str | None) -> Described:
    """Of one side of a board, or of all."""
    book = load_catalogue(components)
    boards = [each for each in book.boards.values() if board is None or _key(each).lower() == board.lower()]
    if not boards:
        raise InvalidOption(f"there is no board {board!r}; boards are 1A to 4B")
    pairs = [(each, place) for each in boards for place in each.hexes]
    data = [_data(place) | {"board": _key(each), "name": _hex_name(each, place)} for each, place in pairs]
    return data, "\n".join(f"{_key(each)}  {_hex_words(each, place)}" for each, place in pairs)


def _all_cities(book: Catalogue) -> list[tuple[Board, City]]:
    return [(board, city) for board in book.boards.values() for city in board.cities]


def describe_city(components: Folder, id: Sequence[str]) -> Described:
    pairs = _all_cities(load_catalogue(components))
    found = _matching(pairs, id, [city.name for _, city in pairs], "city")
    words = [f"{_key(board)}  {_city_line(board, city)}\n{_source(city)}" for board, city in found]
    return [_city_data(*pair) for pair in found], "\n".join(words)


def describe_cities(components: Folder) -> Described:
    pairs = _all_cities(load_catalogue(components))
    lines = [f"{_key(board)}  {_city_line(board, city)}" for board, city in pairs]
    return [_city_data(*pair) for pair in pairs], "\n".join(lines)


def _city_data(board: Board, city: City) -> dict[str, Any]:
    hexes = [_hex_name(board, place) for place in board.hexes if place.city == city.id]
    return {**_data(city), "board": _key(board), "hexes": hexes}


def _city_line(board: Board, city: City) -> str:
    hexes = " ".join(_city_data(board, city)["hexes"])
    fight = f"strength {city.strength}: {effect_text(city.reward)}" if city.strength else "no fight"
    return f"{city.name} ({hexes}): {fight}"


# --- objectives ---


def describe_objectives(components: Folder) -> Described:
    book = load_catalogue(components)
    return _described(book.objectives, [_objective_line(book, each) for each in book.objectives])


def _objective_line(book: Catalogue, objective: Objective) -> str:
    return f"{objective.id:>2}  {' | '.join(_task_words(book.tasks[task]) for task in objective.tasks)}"


def describe_task(components: Folder, id: Sequence[str]) -> Described:
    tasks = load_catalogue(components).tasks
    found = _matching(tasks, id, [task.id for task in tasks], "task")
    return _described(found, [f"{_task_words(task)}\n{_source(task)}" for task in found])


def describe_tasks(components: Folder) -> Described:
    tasks = load_catalogue(components).tasks
    return _described(tasks, list(map(_task_words, tasks)))


def _task_words(task: Task) -> str:
    steps = ", ".join(f"{n} for {p}" for n, p in zip(task.thresholds, task.points, strict=True))
    listed = f" ({', '.join(task.cities)})" if task.cities else ""
    return f"{task.id}: {count_words(task.count)}{listed}: {steps} points"


# --- boards of the players, tracks ---


def describe_upgrades(components: Folder) -> Described:
    upgrades = load_catalogue(components).upgrades
    return _described(upgrades, list(map(_upgrade_line, upgrades)))


def _upgrade_line(upgrade: Upgrade) -> str:
    bonus = f"; {effect_text(upgrade.bonus)}" if upgrade.bonus else ""
    return f"{upgrade.id:<11}  {upgrade.metal} metal; {number_of(upgrade.points, 'point')} at the end{bonus}"


def describe_production(components: Folder) -> Described:
    levels = load_catalogue(components).levels
    lines = [
        f"level {level.level:>2}  {level.energy} energy: {level.water} water, {number_of(level.points, 'point')}"
        f"{_then('on reaching it', level.reward)}"
        for level in levels
    ]
    return _described(levels, lines)


def _then(what: str, effect: Effect) -> str:
    return f"; {what}: {effect_text(effect)}" if effect else ""


BOOK_BEHIND = "; a book behind it"


def describe_track(components: Folder) -> Described:
    """The round track, and the solo board beside it."""
    book = load_catalogue(components)
    lines = [
        f"space {space.space}  {effect_text(space.reward) or 'nothing'}{BOOK_BEHIND if space.book_after else ''}"
        f"; solo board: {effect_text(solo.action)}"
        for space, solo in zip(book.spaces, book.solo_board, strict=True)
    ]
    data = [_data(space) | {"solo": effect_text(solo.action)}
            for space, solo in zip(book.spaces, book.solo_board, strict=True)]
    return data, "\n".join(lines)


def describe_plants(components: Folder) -> Described:
    plants = load_catalogue(components).plants
    return _described(plants, [f"{plant.id:<10}  x{plant.count}  {effect_text(plant.reward)}" for plant in plants])


# --- scenarios, chapters, tokens ---


def describe_scenarios(components: Folder) -> Described:
    scenarios = load_catalogue(components).scenarios
    data = [_data(scenario) for scenario in scenarios]
    return data, "\n".join(map(_scenario_words, scenarios))


def _scenario_words(scenario: Scenario) -> str:
    rounds = f"{scenario.cubes[0]} rounds, {scenario.cubes[1]} with four players"
    tokens = ", ".join(f"L{number}" for number in scenario.legacy) or "none"
    return "\n".join([
        f"{scenario.number}  {scenario.name}: {rounds}; projects with the numbers "
        f"{', '.join(map(str, scenario.projects))}; legacy tokens: {tokens}",
        *(f"   {name} of its card: {side.text}" for name, side in zip(("front", "back"), scenario.sides, strict=True)),
    ])


def describe_chapter(components: Folder, id: str) -> Described:
    book = load_catalogue(components)
    if id not in CHAPTERS:
        raise InvalidOption(f"there is no chapter {id}; chapters are {', '.join(CHAPTERS)}")
    chapter = book.chapter(id)
    cards = [story for story in book.story if story.chapter == id]
    data = {**_data(chapter), "story": [_data(story) for story in cards]}
    return data, "\n".join([_chapter_line(chapter), *map(_story_words, cards), _source(chapter)])


def describe_chapters(components: Folder) -> Described:
    chapters = load_catalogue(components).chapters
    return _described(chapters, list(map(_chapter_line, chapters)))


def _chapter_line(chapter: Chapter) -> str:
    sides = ", ".join(f"{number}{side}" for number, side in enumerate(chapter.sides, start=2))
    return (
        f"{chapter.id:<2}  {chapter.name}: begins with story card {chapter.start_card}; boards {sides}; stars alone at "
        f"{'/'.join(map(str, chapter.star_steps_solo))} points, together at {'/'.join(map(str, chapter.star_steps))}, "
        f"{chapter.win_stars} for winning"
    )


def _story_words(story: StoryCard) -> str:
    texts = [f"{name} {text}" for name, text in story.texts.items() if text]
    texts += [f"next {' or '.join(map(str, story.next))}"] if story.next else []
    return f'  {story.card}  {story.step}, "{story.title}": {"; ".join(texts) or "nothing"}'


def describe_token(components: Folder, id: Sequence[str]) -> Described:
    book = load_catalogue(components)
    found = _matching(book.legacy, id, [f"L{token.number}" for token in book.legacy], "legacy token")
    exact = [token for token in found if f"l{token.number}" == " ".join(id).lower()]
    found = exact or found
    return _described(found, [f"{_token_line(book, token)}\n{_source(token)}" for token in found])


def describe_tokens(components: Folder) -> Described:
    book = load_catalogue(components)
    return _described(book.legacy, [_token_line(book, token) for token in book.legacy])


def _token_line(book: Catalogue, token: Legacy) -> str:
    by_letter = not token.city and not token.action                # what lies beside the city board has no hex
    notes = (
        token.city, f"letter {token.letter}" if by_letter else "",
        f"strength {token.strength}" if token.strength else "", effect_text(token.reward),
        f"cost {token.cost}" if token.cost else "", _toll(book) if token.kind == LegacyKind.TOLL else "",
        f"find {effect_text(token.find)}" if token.find else "",
        cube_text(token.cube) if token.cube.strength or token.cube.plants else "",
        f"{number_of(token.end_points, 'point')} at the end" if token.end_points else "", effect_text(token.action),
        f"the others: {effect_text(token.others)}" if token.others else "",
    )
    return f"{f'L{token.number}':<3}  {token.kind.name.lower().replace('_', ' ')}: {'; '.join(filter(None, notes))}"


def _toll(book: Catalogue) -> str:
    """T-7."""
    water, points = book.constants.toll_water, book.constants.toll_points
    return f"each entry takes {water} water or {number_of(points, 'point')}"


# --- the list ---

A_CHAPTER = {"metavar": "CHAPTER"}
SOME_WORDS = {"metavar": "NAME", "nargs": "+"}
OF_PROJECTS: dict[str, dict[str, Any]] = {
    "--number": {"type": int, "choices": tuple(range(PROJECT_NUMBERS)), "help": "only with this number"},
    "--colour": {"choices": tuple(colour.name.lower() for colour in Colour), "help": "only of this colour"},
}
OF_BOARD: dict[str, dict[str, Any]] = {"--board": {"metavar": "BOARD", "help": "only of this side, such as 2A"}}
TOPICS = (
    Topic("project", "a project by number or title", describe_project, {"id": SOME_WORDS}),
    Topic("projects", "all projects, one a line", describe_projects, OF_PROJECTS),
    Topic("city-card", "a city card by number", describe_city_card, {"id": SOME_WORDS}),
    Topic("city-cards", "all city cards, one a line", describe_city_cards),
    Topic("sleeves", "what the clouds leave open", describe_sleeves),
    Topic("board", "a side of a board, such as 2A, with hexes and cities", describe_board, {"id": SOME_WORDS}),
    Topic("boards", "all sides of the boards, one a line", describe_boards),
    Topic("hexes", "all hexes with costs, cities and finds", describe_hexes, OF_BOARD),
    Topic("city", "a city by name", describe_city, {"id": SOME_WORDS}),
    Topic("cities", "all cities, one a line", describe_cities),
    Topic("objectives", "all objective cards, one a line", describe_objectives),
    Topic("task", "a task of objectives by name", describe_task, {"id": SOME_WORDS}),
    Topic("tasks", "all tasks of objectives, one a line", describe_tasks),
    Topic("upgrades", "the upgrades of an airship", describe_upgrades),
    Topic("production", "the production board", describe_production),
    Topic("track", "the round track and the solo board", describe_track),
    Topic("plants", "the plant tokens", describe_plants),
    Topic("scenarios", "the scenarios", describe_scenarios),
    Topic("chapter", "a chapter of the campaign with its story cards", describe_chapter, {"id": A_CHAPTER}),
    Topic("chapters", "the chapters of the campaign, one a line", describe_chapters),
    Topic("token", "a legacy token by name, such as L5", describe_token, {"id": SOME_WORDS}),
    Topic("tokens", "the legacy tokens, one a line", describe_tokens),
)
