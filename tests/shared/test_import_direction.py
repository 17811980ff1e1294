"""Which part of the house may import which; only the package's own `__init__` and tests name a game.

    compiling -> core -> {doors, showing} -> agents -> training -> web -> commands
                                  doors -> {openspiel, torchrl}

A part imports what stands to the left of it, by whatever name and in whatever function. Benchmarks may import all but
commands. A game imports compiling, core, showing and errors, and `doors.making` in its `__init__`; nobody imports it.
"""

import ast
import importlib
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import undersea_env
from undersea_env.core.registry import module_of, title_of

ROOT = Path(__file__).parents[2]
PACKAGE = "undersea_env"
TOP_LEVEL = ("agents", "training", "benchmarks")         # installed as undersea_env.agents and so on
GAMES = undersea_env.games()
ITSELF, GAME = "undersea_env itself", "a game"

MAY_IMPORT = {
    "errors": set(),
    "compiling": {"errors"},
    "core": {"compiling", "errors"},
    "showing": {"compiling", "core", "errors"},
    "doors": {"compiling", "core", "errors", "showing"},
    "openspiel": {"compiling", "core", "errors", "showing", "doors"},
    "torchrl": {"compiling", "core", "errors", "showing", "doors"},
    "agents": {"compiling", "core", "errors", "showing", "doors", ITSELF},
    "training": {"compiling", "core", "errors", "showing", "doors", "torchrl", ITSELF, "agents"},
    "web": {"compiling", "core", "errors", "showing", "doors", ITSELF, "agents", "training"},
    "commands": {"compiling", "core", "errors", "showing", "doors", ITSELF, "agents", "training", "web", "benchmarks"},
    "benchmarks": {"compiling", "core", "errors", "showing", "doors", ITSELF, "agents", "training"},
    "__main__": {"commands"},
    GAME: {"compiling", "core", "errors", "showing"},
}
IN_THE_MAKING: tuple[str, ...] = ()                      # folders of games that are not played yet
FOLDERS_OF_GAMES = (*GAMES, *IN_THE_MAKING)
FOR_THE_INIT_OF_A_GAME = f"{PACKAGE}.doors.making"
# Old paths of this game, which only lead to new ones; see `test_an_old_path_leads_to_the_same_objects`.
ALIASES = tuple(f"{PACKAGE}.underwater_cities.{name}" for name in ("batch", "picture", "sb3", "shaping", "text"))
RUN_BY_OTHERS = "benchmarks/peers/"                      # by the Python of other libraries


def module_name(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    if parts[0] in TOP_LEVEL:
        parts = (PACKAGE, *parts)
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def sources() -> dict[str, Path]:
    """All modules of the package by name."""
    folders = [ROOT / PACKAGE, *(ROOT / name for name in TOP_LEVEL)]
    paths = [path for folder in folders for path in sorted(folder.rglob("*.py"))]
    return {module_name(path): path for path in paths if RUN_BY_OTHERS not in path.as_posix()}


SOURCES = sources()


def part_of(module: str) -> str | None:
    """The part of the house that a module belongs to; None if it is of another project."""
    first, _, rest = module.partition(".")
    if first != PACKAGE:
        return None
    part = rest.partition(".")[0]
    if part in FOLDERS_OF_GAMES:
        return GAME
    return part if part in MAY_IMPORT else ITSELF


def game_of(module: str) -> str:
    return module.split(".")[1]


def imports_of(path: Path) -> Iterator[tuple[int, str]]:
    """Line and full name of everything that is imported, at the top, inside functions, or for type checkers alone."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, each.name) for each in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}:{node.lineno}: a relative import"
            for each in node.names:
                full = f"{node.module}.{each.name}"
                yield node.lineno, full if full in SOURCES or node.module == PACKAGE else str(node.module)


def is_allowed(module: str, imported: str) -> bool:
    mine, theirs = part_of(module), part_of(imported)
    if theirs is None or module in (PACKAGE, *ALIASES):
        return True
    if mine == GAME and theirs == GAME:
        return game_of(module) == game_of(imported)
    if mine == GAME and imported.startswith(FOR_THE_INIT_OF_A_GAME):
        return SOURCES[module].name == "__init__.py" and module.count(".") == 1
    assert mine is not None
    return mine == theirs or theirs in MAY_IMPORT[mine]


def strings_of(path: Path) -> Iterator[tuple[int, str]]:
    """Line and text of every string but docstrings; the fixed parts of an f-string too."""
    tree = ast.parse(path.read_text("utf-8"))
    docstrings = {
        id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docstrings:
            yield node.lineno, node.value


def names_a_game(text: str) -> bool:
    """As a name or as a part of a path; and sentences with its title. Those with a name as a word are none of these."""
    as_name = any(re.fullmatch(rf"[\w.:/-]*\b{game}\b[\w.:/-]*", text) for game in GAMES)
    return as_name or any(title_of(game) in text for game in GAMES)


# --- the house as it is ---


def shown(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def test_imports_follow_the_arrows() -> None:
    wrong = [
        f"  {shown(path)}:{line}: {part_of(module)} imports {imported}"
        for module, path in SOURCES.items()
        for line, imported in dict.fromkeys(imports_of(path))
        if not is_allowed(module, imported)
    ]
    assert not wrong, "\n".join(["against the arrows:", *wrong])


def test_nobody_names_a_game() -> None:
    wrong = [
        f"  {shown(path)}:{line}: {text!r}"
        for module, path in SOURCES.items()
        if module != PACKAGE and part_of(module) != GAME
        for line, text in strings_of(path)
        if names_a_game(text)
    ]
    assert not wrong, "\n".join(["these strings name a game:", *wrong])


def test_a_game_names_no_other() -> None:
    for module, path in SOURCES.items():
        if part_of(module) == GAME:
            others = "|".join(game for game in FOLDERS_OF_GAMES if game != game_of(module)) or "$^"
            assert not [text for _, text in strings_of(path) if re.search(rf"\b({others})\b", text)], path


def test_every_folder_has_its_place_in_the_house() -> None:
    folders = {module.split(".")[1] for module, path in SOURCES.items() if "." in module and part_of(module) != GAME}
    assert folders == set(MAY_IMPORT) - {GAME}
    assert not set(IN_THE_MAKING) & set(GAMES)
    assert {module_of(game) for game in GAMES} == {f"{PACKAGE}.{game}" for game in GAMES}
    assert all(f"{PACKAGE}.{game}" in SOURCES for game in GAMES)


# --- old paths ---


@pytest.mark.parametrize("alias", ALIASES)
def test_an_old_path_leads_to_the_same_objects(alias: str) -> None:
    if alias.endswith(".sb3"):
        pytest.importorskip("sb3_contrib")
    body = ast.parse(SOURCES[alias].read_text("utf-8")).body
    words, *imports, names = body
    assert isinstance(words, ast.Expr)
    assert all(isinstance(node, ast.ImportFrom) for node in imports)
    assert isinstance(names, ast.Assign)
    module = importlib.import_module(alias)
    targets = {importlib.import_module(str(node.module)) for node in imports if isinstance(node, ast.ImportFrom)}
    for name in module.__all__:
        assert any(getattr(module, name) is getattr(target, name, None) for target in targets), name


def test_there_is_no_other_old_path() -> None:
    told = {module for module, path in SOURCES.items() if '"""Another name of ' in path.read_text("utf-8")}
    assert told == set(ALIASES)


# --- the test itself ---


@pytest.mark.parametrize(
    ("module", "imported", "allowed"),
    [
        ("core.engine", "compiling.raw", True),
        ("core.engine", "doors.aec", False),
        ("core.engine", "underwater_cities.kind", False),
        ("showing.picture", "doors.aec", False),
        ("doors.rendering", "showing.picture", True),
        ("agents.agent", "training.network", False),
        ("training.loop", "agents.agent", True),
        ("training.loop", "benchmarks.engine", False),
        ("commands.main", "benchmarks.engine", True),
        ("benchmarks.engine", "commands.main", False),
        ("underwater_cities", "doors.making", True),
        ("underwater_cities.kind", "doors.making", False),
        ("underwater_cities.kind", "doors.aec", False),
        ("underwater_cities.kind", "core.kind", True),
        ("underwater_cities.kind", "agents.agent", False),
        ("underwater_cities.batch", "core.batch", True),
    ],
)
def test_the_arrows(module: str, imported: str, allowed: bool) -> None:
    assert is_allowed(f"{PACKAGE}.{module}", f"{PACKAGE}.{imported}") == allowed


def test_imports_and_strings_are_found_wherever_they_stand(tmp_path: Path) -> None:
    path = tmp_path / "some.py"
    path.write_text('''
"""A docstring: underwater_cities."""
from undersea_env.doors import aec
from undersea_env.core.kind import Kind
def late():
    """Of underwater_cities."""
    import undersea_env.training.loop
    from undersea_env import agents
    return "undersea_env.underwater_cities.kernel", f"{late}.underwater_cities.words", "about underwater_cities", (
        "Underwater Cities is a game"
    )
''')
    found = ["doors.aec", "core.kind", "training.loop", "agents"]
    assert sorted(name for _, name in imports_of(path)) == sorted(f"{PACKAGE}.{name}" for name in found)
    named = {text for _, text in strings_of(path) if names_a_game(text)}
    assert named == {
        "undersea_env.underwater_cities.kernel", ".underwater_cities.words", "Underwater Cities is a game"
    }
