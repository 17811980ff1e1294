"""Small files that would take much time or memory, and files that are no text: refused in words, and soon."""

import hashlib
import json
import random
import resource
import shutil
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from tests.kinds import NAMES
from undersea_env.core.checkpoint_files import MANIFEST, read_contents
from undersea_env.core.component_files import ComponentError
from undersea_env.core.kind import Kind
from undersea_env.core.registry import kind_of
from undersea_env.errors import InvalidCheckpoint, InvalidOption, UnderseaError
from undersea_env.training import runs
from undersea_env.training.config import Config

SOON = 20.0                                                  # seconds of the processor, on a slow machine
MEMORY = 1 << 30                                             # bytes more than are in use
DEEP = b"[" * 200_000

# --- component books ---

BOMBS = {
    "a deep key": b"a" + b".a" * 100_000 + b"=1\n",
    "a deep key in short lines": b"".join(b"a" + b".a" * 400 + b"%d=1\n" % k for k in range(1_000)),
    "a deep quoted key": b'"a"' + b'."a"' * 100 + b"=1\n",
    "a deep table": b"[a" + b".a" * 300 + b"]\n",
    "deep tables": b"".join(b"[[a" + b".a" * 60 + b"]]\n" for _ in range(5_000)),
    "deep arrays": b"a = " + b"[\n" * 100_000,
    "deep inline tables": b"a = " + b"{a=" * 300 + b"\n",
    "a long number": b"number = 1" + b"0" * 6_000 + b"\n",
    "a long number in a short line": b"number = 1" + b"0" * 900 + b"\n",
    "a long hexadecimal number": b"number = 0x" + b"f" * 900 + b"\n",
    "a long line": b"number = '" + b"a" * 500_000 + b"'\n",
    "nearly keys": (b"a" * 990 + b"." * 9 + b"\n") * 900,
    "a large file": b"#" + b"a" * 2_000_000,
    "no text": b"\xff\xfe\x00\x80" * 1_000,
}
BOOKS = [name for name in NAMES if kind_of(name).folder is not None]


@pytest.fixture(params=BOOKS)
def book(request: pytest.FixtureRequest, tmp_path: Path) -> tuple[Kind, Path]:
    """A copy of the component book of a game."""
    kind = kind_of(request.param)
    assert kind.folder is not None
    shutil.copytree(kind.folder / "components", tmp_path / "book")
    return kind, tmp_path / "book"


@pytest.fixture
def little_memory() -> Iterator[None]:
    used = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
    before = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (used + MEMORY, before[1]))
    yield
    resource.setrlimit(resource.RLIMIT_AS, before)


@pytest.mark.parametrize("name", BOMBS)
@pytest.mark.usefixtures("little_memory")
def test_a_document_that_explodes_is_refused_in_words(book: tuple[Kind, Path], name: str) -> None:
    kind, folder = book
    file = sorted(folder.rglob("*.toml"))[0]
    start = time.process_time()
    for content in (BOMBS[name], file.read_bytes() + b"\n" + BOMBS[name]):
        file.write_bytes(content)
        with pytest.raises(ComponentError) as caught:
            kind.load_catalogue(folder)
        assert file.name in str(caught.value)
        assert len(str(caught.value)) < 10_000
    assert time.process_time() - start < SOON


def fuzz_book(kind: Kind, folder: Path, edits: int) -> None:
    """Random bytes, pieces gone and pieces twice, in any file: a ComponentError, or another book."""
    rng = random.Random(5)
    files = sorted(path for path in folder.rglob("*") if path.suffix in (".toml", ".csv"))
    for _ in range(edits):
        file = rng.choice(files)
        content = file.read_bytes()
        at, length = rng.randrange(len(content)), rng.choice([1, 3, 30, 300])
        piece = rng.choice([rng.randbytes(length), b"", content[at : at + length] * 2, rng.choice([*BOMBS.values()])])
        file.write_bytes(content[:at] + piece + content[at + length :])
        with suppress(UnderseaError):
            kind.build_rulebook(kind.load_catalogue(folder), kind.checked(2, {}))
        file.write_bytes(content)


def test_books_that_were_edited_are_refused_or_read(book: tuple[Kind, Path]) -> None:
    fuzz_book(*book, 25)


@pytest.mark.soak
def test_many_books_that_were_edited_are_refused_or_read(book: tuple[Kind, Path]) -> None:
    fuzz_book(*book, 3_000)


def test_the_shipped_documents_are_far_within_the_limits(book: tuple[Kind, Path]) -> None:
    kind, folder = book
    kind.load_catalogue(folder)
    longest = max(len(line) for file in folder.rglob("*.toml") for line in file.read_text("utf-8").splitlines())
    assert longest < 300


# --- folders of runs ---


@pytest.fixture
def run(tmp_path: Path) -> runs.Run:
    found = runs.Run(tmp_path / "run", Config())
    for update in range(1, 5):
        found.note(runs.CURVES, {"update": update, "loss": 1.5 * update})
    return found


@pytest.mark.parametrize("content", [DEEP, b"\xc8", b"", b"[]", b"1" * 6_000, b'{"preset"'])
def test_a_config_that_cannot_be_read_is_told(run: runs.Run, content: bytes) -> None:
    (run.path / runs.CONFIG).write_bytes(content)
    for call in (lambda: runs.stored_config(run.path), lambda: runs.Run(run.path, Config())):
        with pytest.raises(UnderseaError):
            call()


@pytest.mark.parametrize("damage", [b"\xc8", b"\x00", b",,,", b"\xc2\xb2" * 3, b"9" * 5_000, b'"' + b"x" * 200_000])
def test_a_run_goes_on_with_the_lines_of_a_table_that_are_whole(run: runs.Run, damage: bytes) -> None:
    """As before: lines 1, 2 and 4, and what comes after them."""
    file = run.path / runs.CURVES
    lines = file.read_bytes().splitlines(keepends=True)
    file.write_bytes(b"".join([*lines[:3], damage + lines[3], *lines[4:]]))
    runs.read_table(file)
    run.forget_after(10)
    assert [row["update"] for row in runs.read_table(file)] == ["1", "2", "4"]
    run.note(runs.CURVES, {"update": 5, "loss": 0.5})
    assert [row["update"] for row in runs.read_table(file)] == ["1", "2", "4", "5"]


def test_a_table_whose_head_is_damaged_does_not_end_the_run(run: runs.Run) -> None:
    file = run.path / runs.CURVES
    file.write_bytes(b"\xc8" + file.read_bytes())
    run.forget_after(10)
    run.note(runs.CURVES, {"update": 5, "loss": 0.5})
    assert runs.read_table(file)[-1] == {"update": "5", "loss": "0.5"}


@pytest.mark.usefixtures("little_memory")
@pytest.mark.parametrize("size", [200 << 30, 3 << 29])
def test_a_checkpoint_that_declares_more_than_there_is_memory_is_refused(tmp_path: Path, size: int) -> None:
    with (tmp_path / "policy.safetensors").open("wb") as file:
        file.truncate(size)
    told = {"files": {"policy.safetensors": {"bytes": size, "sha256": hashlib.sha256(b"").hexdigest()}}}
    (tmp_path / MANIFEST).write_text(json.dumps(told))
    with pytest.raises(InvalidCheckpoint, match=r"policy\.safetensors has [0-9,]+ bytes"):
        read_contents(tmp_path, told, ["policy.safetensors"])


def test_a_run_that_is_a_file_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(InvalidOption):
        runs.Run(tmp_path / "file", Config())
