"""The page "to add an effect" of CONTRIBUTING.md names places and tests that there are."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
HERE = "underwater_cities"
FOLDERS = (ROOT / "undersea_env" / HERE, ROOT / "tests" / HERE)
PAGE = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8").partition("## To add an effect")[2]
ROWS = [line.strip("| ").split(" | ") for line in PAGE.splitlines() if re.match(r"\| [0-9]+ \|", line)]
PATH = re.compile(r"[\w/]+(?:\.(?:py|md)|/)|components/\*\.csv")
TESTS = "\n".join(file.read_text(encoding="utf-8") for file in (ROOT / "tests").rglob("test_*.py"))


def quoted(text: str) -> list[str]:
    return re.findall(r"`([^`]+)`", text)


def found(path: str) -> list[Path]:
    return [place for folder in FOLDERS for place in folder.glob(path.rstrip("/"))]


def test_the_table_is_read() -> None:
    assert [int(row[0]) for row in ROWS] == list(range(1, 26))


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row[0])
def test_a_place_exists_and_has_what_is_looked_for(row: list[str]) -> None:
    """A path stands before what is in it; "the same" is the path of the row above."""
    text = " ".join(row[1:3])
    where = [*found("compiled/assembler.py")] if text.startswith("the same") else []
    for words in quoted(text):
        if PATH.fullmatch(words):
            where = found(words)
            assert where, words
        elif re.fullmatch(r"[A-Za-z_]\w*", words) and where and words not in ("greedy", "either"):
            assert any(re.search(rf"\b{words}\b", file.read_text(encoding="utf-8")) for file in where if file.is_file())


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row[0])
def test_what_fails_if_it_is_forgotten_is_a_test(row: list[str]) -> None:
    for words in quoted(row[3] if len(row) > 3 else ""):
        if words.startswith("test_"):
            assert re.search(rf"^def {words}\b", TESTS, re.MULTILINE) or found(f"{words}.py"), words
        elif PATH.fullmatch(words):
            assert found(words), words
