"""The README is true: its examples run, its tables are those of the code, its commands exist."""

import re
import shlex
from pathlib import Path

import pytest

from undersea_env.commands import main as cli
from undersea_env.underwater_cities.kernel.actions import ACTIONS, NUM_ACTIONS
from undersea_env.underwater_cities.printed.catalogue import PROVENANCES, load_catalogue
from undersea_env.underwater_cities.words.describe import PROVENANCE_WORDS

README = Path(__file__).resolve().parents[2] / "README.md"
TEXT = README.read_text(encoding="utf-8")


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", TEXT, re.S | re.M)


def between(marker: str) -> str:
    return TEXT.split(f"<!-- {marker} -->")[1].split(f"<!-- /{marker} -->")[0].strip()


def provenance_table() -> str:
    counts = load_catalogue().provenance
    lines = ["| provenance | cards, contracts, metropolises, slots |", "| --- | --- |"]
    return "\n".join([*lines, *(f"| {word}: {PROVENANCE_WORDS[word]} | {counts[word]} |" for word in PROVENANCES)])


def commands() -> list[str]:
    lines = [line for block in blocks("bash") for line in block.splitlines()]
    return [line for line in lines if line.startswith("undersea ")]


def test_the_python_examples_run_as_they_stand(capsys: pytest.CaptureFixture[str]) -> None:
    names: dict[str, object] = {}
    assert len(blocks("python")) >= 4
    for block in blocks("python"):
        exec(compile(block, str(README), "exec"), names)
    printed = capsys.readouterr().out
    assert "UNDERWATER CITIES" in printed
    assert "may not choose action 383" in printed
    assert "Final score" in printed


def test_the_table_of_actions_is_that_of_the_kernels() -> None:
    assert between("actions") == ACTIONS.as_markdown()
    assert f"one index out of {NUM_ACTIONS}" in TEXT


def test_the_numbers_of_provenance_are_those_of_the_component_book() -> None:
    assert between("provenance") == provenance_table()


@pytest.mark.parametrize("command", commands())
def test_every_command_in_the_readme_exists(command: str) -> None:
    words = shlex.split(command, comments=True)
    options = cli._parser().parse_args(words[1:])
    assert callable(options.run)


def test_every_file_and_folder_named_in_the_layout_exists() -> None:
    root = README.parent
    layout = TEXT.split("## Layout")[1]
    for name in re.findall(r"[\w/]+\.(?:py|md)", layout):
        assert list(root.rglob(Path(name).name)), name
    for name in re.findall(r"(\w+)/ ", layout):
        assert [folder for folder in root.rglob(name) if folder.is_dir()], name
