"""What the pages say is true: examples run, tables are those of the code, commands, links and pictures exist."""

import importlib.util
import os
import re
import shlex
import subprocess
import sys
import tomllib
from functools import cache
from pathlib import Path
from xml.etree import ElementTree

import pytest

import undersea_env
from undersea_env.commands import main as cli
from undersea_env.core.registry import default_game, kind_of
from undersea_env.underwater_cities.printed.catalogue import PROVENANCES, load_catalogue

ROOT = Path(__file__).resolve().parents[2]
GAME = "undersea_env/underwater_cities"
GAMES = undersea_env.games()
OF_A_GAME = ("README.md", "GAME.md", "components/README.md")
PAGES = (
    "README.md", "CONTRIBUTING.md", "CHANGELOG.md", "undersea_env/README.md",
    *(f"undersea_env/{game}/{page}" for game in GAMES for page in OF_A_GAME),
    "agents/README.md", "training/README.md", "benchmarks/README.md", "tests/README.md",
    "undersea_env/WITH_OTHER_LIBRARIES.md",
)
NEEDS_OTHERS = "undersea_env/WITH_OTHER_LIBRARIES.md"    # its blocks are run by test_clients
LONGEST_README = 220                                 # lines
LARGEST_PICTURE = 300_000                            # bytes
BLOCK_LIMIT = 300                                    # seconds
PRINTED_BY = {                                       # what a block prints, by something that stands in it
    'print(state.current_player)': "UNDERWATER CITIES",
    "apply_action(383)": "may not choose action 383",
    "print(score_sheet(": "Final score",
}
A_BOT = "class Bot"                                  # a file to be loaded as a bot, which needs nothing of ours


@cache
def text_of(page: str) -> str:
    return (ROOT / page).read_text(encoding="utf-8")


def blocks(page: str, language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", text_of(page), re.S | re.M)


def between(page: str, marker: str) -> str:
    return text_of(page).split(f"<!-- {marker} -->")[1].split(f"<!-- /{marker} -->")[0].strip()


def without_blocks(text: str) -> str:
    return re.sub(r"^```.*?^```", "", text, flags=re.S | re.M)


# --- examples ---

EXAMPLES = [
    pytest.param(block, id=f"{page}-{k}")
    for page in PAGES if page != NEEDS_OTHERS for k, block in enumerate(blocks(page, "python"), 1)
]


def test_there_are_examples_for_every_door() -> None:
    for door in ("env(", "pettingzoo.make", "gymnasium.make(", "vector_env(", "SeatVecEnv(", "game(", A_BOT):
        assert any(door in block for page in PAGES for block in blocks(page, "python")), door


@pytest.mark.parametrize("block", EXAMPLES)
def test_a_block_of_python_stands_alone(block: str, tmp_path: Path) -> None:
    assert re.search(r"^import undersea_env$", block, re.M) or A_BOT in block
    script = tmp_path / "block.py"
    script.write_text(block, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, script.name], cwd=tmp_path, env=os.environ | {"PYTHONPATH": str(ROOT)}, capture_output=True,
        text=True, encoding="utf-8", timeout=BLOCK_LIMIT, check=False,
    )
    assert done.returncode == 0, done.stderr
    for code, words in PRINTED_BY.items():
        assert code not in block or words in done.stdout


def test_something_is_known_of_what_the_blocks_print() -> None:
    for code in PRINTED_BY:
        assert any(code in block for page in PAGES for block in blocks(page, "python")), code


# --- commands ---

COMMANDS = sorted({
    line.split("#")[0].strip() for page in PAGES for block in blocks(page, "bash") for line in block.splitlines()
} - {""})


@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_is_accepted(command: str) -> None:
    program, *words = shlex.split(command)
    if ">" in words:
        words = words[: words.index(">")]
    if program == "undersea":
        assert callable(cli._parser(cli._named_game(words) or default_game()).parse_args(words).run)
    elif program == "make":
        assert re.search(rf"^{words[0]}:", text_of("Makefile"), re.M)
    elif program == "python":
        assert words[0] == "-m"
        assert importlib.util.find_spec(words[1])
    else:
        assert command in (". .venv/bin/activate",)


def test_the_first_page_says_how_to_begin() -> None:
    for command in ("make install", ". .venv/bin/activate", "make demo", "make test"):
        assert command in COMMANDS
        assert command in text_of("README.md")


# --- links and pictures ---


def anchors_of(page: Path) -> set[str]:
    """As GitHub makes them of headings."""
    headings = re.findall(r"^#+ (.*)$", without_blocks(page.read_text(encoding="utf-8")), re.M)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("page", PAGES)
def test_every_link_leads_somewhere(page: str) -> None:
    prose = without_blocks(text_of(page))
    links = re.findall(r"\]\(([^)\s]+)\)", prose) + re.findall(r"(?:src|srcset)=\"([^\"]+)\"", prose)
    for link in links:
        if link.startswith("https://"):
            continue
        place, _, anchor = link.partition("#")
        target = (ROOT / page).parent / place if place else ROOT / page
        assert target.exists(), link
        assert not anchor or anchor in anchors_of(target), link


def test_the_first_page_is_short_and_shows_the_game_in_light_and_dark() -> None:
    assert len(text_of("README.md").splitlines()) <= LONGEST_README
    shown = re.findall(r"(?:src|srcset)=\"([^\"]+)\"", text_of("README.md"))
    assert len(set(shown)) == 2
    for name in shown:
        picture = ROOT / name
        assert picture.stat().st_size <= LARGEST_PICTURE
        assert ElementTree.parse(picture).getroot().tag.endswith("svg")
        assert "seen by seat 0" in picture.read_text(encoding="utf-8")


# --- tables ---


@pytest.mark.parametrize("game", GAMES)
def test_the_table_of_actions_is_that_of_the_kernels(game: str) -> None:
    kind, page = kind_of(game), f"undersea_env/{game}/README.md"
    assert between(page, "actions") == kind.actions.as_markdown()
    for each in (page, "README.md") if game == default_game() else (page,):
        assert f"one index out of {kind.num_actions}" in text_of(each)


def test_the_numbers_of_provenance_are_those_of_the_component_book(capsys: pytest.CaptureFixture[str]) -> None:
    catalogue = load_catalogue()
    counts = catalogue.provenance
    rows = ["| provenance | cards, contracts, metropolises, slots |", "| --- | --- |"]
    for word in PROVENANCES:
        card = next(card.number for card in catalogue.cards if card.provenance == word)
        assert cli.main(["describe", "card", str(card)]) == 0
        told = re.search(rf"provenance: {word} \((.*)\); value", capsys.readouterr().out)
        assert told
        rows.append(f"| {word}: {told[1]} | {counts[word]} |")
    assert between(f"{GAME}/README.md", "provenance") == "\n".join(rows)
    total, ours = sum(counts.values()), counts["ours"]
    sentence = f"Of {total} printed things {total - ours} are attested and {ours} are ours"
    assert sentence in " ".join(text_of("README.md").split())


@pytest.mark.parametrize("game", GAMES)
def test_the_options_of_the_game_are_those_of_the_code(game: str) -> None:
    table = text_of(f"undersea_env/{game}/README.md").split("\n## Options\n")[1].split("\n## ")[0]
    found = dict(re.findall(r"^\| `(\w+)` \|.*\| `([^`]*)` \|$", table, re.M))
    options = {option.name: option.default for option in kind_of(game).options}
    assert found == {"num_players": "2"} | {name: repr(value).replace("'", '"') for name, value in options.items()}


@pytest.mark.parametrize("page", OF_A_GAME[:2])
@pytest.mark.parametrize("game", GAMES)
def test_the_pages_of_a_game_name_rules_that_exist(game: str, page: str) -> None:
    known = set(re.findall(r"\*\*([A-Z]-\d+a?)\*\*", text_of(f"undersea_env/{game}/RULES.md")))
    named = set(re.findall(r"\b[A-Z]-\d+a?\b", text_of(f"undersea_env/{game}/{page}")))
    assert named
    assert named <= known


# --- what every project has ---


def test_the_version_is_the_same_everywhere() -> None:
    assert f"\nversion: {undersea_env.__version__}\n" in text_of("CITATION.cff")
    assert f"## [{undersea_env.__version__.split('.dev')[0]}]" in text_of("CHANGELOG.md")


def test_the_installed_package_has_every_folder_of_code() -> None:
    setuptools = tomllib.loads(text_of("pyproject.toml"))["tool"]["setuptools"]
    places = {"undersea_env": ROOT / "undersea_env"}
    for package, place in setuptools["package-dir"].items():
        places[package] = ROOT / place
    found = {
        ".".join([package, *init.parent.relative_to(place).parts])
        for package, place in places.items() for init in place.rglob("__init__.py")
    }
    assert set(setuptools["packages"]) == found
    for package, patterns in setuptools["package-data"].items():
        name = max((each for each in places if f"{package}.".startswith(f"{each}.")), key=len)
        folder = places[name].joinpath(*package.removeprefix(name).strip(".").split("."))
        for pattern in patterns:
            assert any(folder.glob(pattern)), f"{package}: {pattern}"


def test_the_installed_package_has_the_pages_and_components_of_every_game() -> None:
    data = tomllib.loads(text_of("pyproject.toml"))["tool"]["setuptools"]["package-data"]
    for game in undersea_env.games():
        folder = ROOT / "undersea_env" / game
        kept = {path for pattern in data[f"undersea_env.{game}"] for path in folder.glob(pattern)}
        wanted = {path for path in folder.rglob("components/**/*") if path.is_file()}
        pages = ("README.md", "RULES.md", "GAME.md", "OBSERVATION.md")
        wanted |= {folder / page for page in pages if (folder / page).exists()}
        wanted |= set(folder.glob("pictures/*"))
        assert wanted <= kept
    for package in ("undersea_env", "undersea_env.agents", "undersea_env.training", "undersea_env.benchmarks"):
        assert "README.md" in data[package]


def test_a_source_distribution_has_all_that_is_kept() -> None:
    """So that its tests can run; what is not kept is left out by setuptools itself."""
    lines = [line.split() for line in text_of("MANIFEST.in").splitlines() if not line.startswith("#")]
    grafted = {line[1] for line in lines if line[0] == "graft"}
    included = {name for line in lines if line[0] == "include" for name in line[1:]}
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=False)
    kept = listed.stdout.splitlines()
    if not kept:
        pytest.skip("no check-out: this is the source distribution itself")
    left_out = {".gitignore", "pyproject.toml", "MANIFEST.in"}                   # the last two are always there
    others = {name for name in kept if name.split("/")[0] not in grafted | included | left_out | {".ci"}}
    assert not others


def test_the_description_of_the_project_is_complete() -> None:
    project = tomllib.loads(text_of("pyproject.toml"))["project"]
    assert {"description", "readme", "license", "authors", "keywords", "classifiers"} <= project.keys()
    assert text_of("LICENSE").startswith("MIT License\n\nCopyright")
    assert set(project["optional-dependencies"]) == {
        "cli", "dev", "eval", "image", "openspiel", "torchrl", "train", "web",
    }
    pinned = {line.split("==")[0].lower().replace("_", "-") for line in text_of("constraints.txt").splitlines()}
    wanted = sum(project["optional-dependencies"].values(), project["dependencies"])
    assert {re.split(r"[<>=\[ ]", name)[0] for name in wanted} <= pinned
