"""Folders of the arena that were damaged, or that two processes want: refused in words, and repaired."""

import json
import random
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from undersea_env.agents.arena.folder import CHUNKS, LOCK, SETTINGS, RunFolder, held
from undersea_env.commands import main as cli
from undersea_env.errors import DamagedResults, InvalidOption

Simulate = Callable[..., tuple[int, str, str]]
RESULTS = "results.json"
DEEP = b"[" * 200_000
GAME = ["--game", "tests.toy_game", "--rounds", "1"]


@pytest.fixture
def simulate(capsys: pytest.CaptureFixture[str]) -> Simulate:
    """Of 260 games in three chunks."""

    def run(folder: Path, *words: str) -> tuple[int, str, str]:
        code = cli.main(["simulate", "--seats", "random,random", "--games", "260", *GAME, "--processes", "1",
                         "--no-plots", "--out", str(folder), *words])
        return (code, *capsys.readouterr())

    return run


@pytest.fixture
def folder(simulate: Simulate, tmp_path: Path) -> Path:
    """Of a run that is done."""
    assert simulate(tmp_path / "run")[0] == 0
    return tmp_path / "run"


def damaged(content: bytes, rng: random.Random) -> bytes:
    """Something done to one line: a byte, a number, a piece gone, a piece twice, two lines changed for each other."""
    lines = content.splitlines(keepends=True)
    k = rng.randrange(len(lines))
    line, at = lines[k], rng.randrange(len(lines[k]) - 1)
    how = rng.randrange(6)
    if how == 0:
        line = line[:at] + bytes([rng.randrange(256)]) + line[at + 1 :]
    elif how == 1:
        line = line[:at] + line[at + rng.randrange(1, 50) :]
    elif how == 2:
        line = line[:at] + line[max(0, at - 30) :]
    elif how == 3:
        data = json.loads(line)
        game = rng.choice(data["games"])
        game[rng.choice(["wins", "scores", "ranks", "decisions"])][0] += rng.choice([1, 500, -3])
        line = json.dumps(data, separators=(",", ":")).encode() + b"\n"
    elif how == 4:
        data = json.loads(line)
        data["chunk"] = rng.choice([-1, 0, 1, 99, "x", None])
        line = json.dumps(data, separators=(",", ":")).encode() + b"\n"
    else:
        line = rng.choice([b"\n", b"{}\n", b"[1]\n", DEEP + b"\n", b"\xc8\n", line.replace(b"deal", b"daal")])
    return b"".join([*lines[:k], line, *lines[k + 1 :]])


def fuzz(folder: Path, simulate: Simulate, edits: int) -> None:
    content, results = (folder / CHUNKS).read_bytes(), (folder / RESULTS).read_bytes()
    rng = random.Random(1)
    told = 0
    for _ in range(edits):
        (folder / CHUNKS).write_bytes(damaged(content, rng))
        code, out, err = simulate(folder)
        if code != 0:
            assert (code, out, err.count("\n")) == (2, "", 1)
            assert "chunks.jsonl, line " in err
            assert "damaged; --repair" in err
            told += 1
            code, _, err = simulate(folder, "--repair")
            assert "removed what was damaged, line " in err
        assert code == 0
        assert (folder / RESULTS).read_bytes() == results    # also where nothing was said
    assert told > edits * 0.8                                # the others changed nothing, or cut off the end


def test_a_line_that_was_edited_is_refused_and_repaired(folder: Path, simulate: Simulate) -> None:
    fuzz(folder, simulate, 15)


@pytest.mark.soak
def test_many_lines_that_were_edited_are_refused_and_repaired(folder: Path, simulate: Simulate) -> None:
    fuzz(folder, simulate, 2_000)


def test_the_refusal_is_typed_and_names_the_line_and_nothing_changes(folder: Path) -> None:
    lines = (folder / CHUNKS).read_bytes().splitlines(keepends=True)
    content = b"".join([lines[0], lines[1].replace(b'"seconds"', b'"sesonds"'), lines[2]])
    (folder / CHUNKS).write_bytes(content)
    settings = json.loads((folder / SETTINGS).read_text())
    with pytest.raises(DamagedResults, match=r"chunks\.jsonl, line 2: damaged"):
        RunFolder(folder, settings)
    assert (folder / CHUNKS).read_bytes() == content
    assert sorted(RunFolder(folder, settings, repair=True).played) == [0, 2]
    assert (folder / CHUNKS).read_bytes() == lines[0] + lines[2]


def test_a_line_of_another_run_is_not_believed(folder: Path, simulate: Simulate, tmp_path: Path) -> None:
    assert simulate(tmp_path / "other", "--seed", "1")[0] == 0
    lines = (folder / CHUNKS).read_bytes().splitlines(keepends=True)
    foreign = (tmp_path / "other" / CHUNKS).read_bytes().splitlines(keepends=True)[1]
    (folder / CHUNKS).write_bytes(lines[0] + foreign + lines[2])
    assert "line 2: damaged" in simulate(folder)[2]


@pytest.mark.parametrize("content", [DEEP, b"\xc8", b"", b"[]", b"null", b'{"version"'])
def test_settings_that_cannot_be_read_are_told_and_written_anew(
    folder: Path, simulate: Simulate, content: bytes
) -> None:
    settings, results = (folder / SETTINGS).read_bytes(), (folder / RESULTS).read_bytes()
    (folder / SETTINGS).write_bytes(content)
    code, out, err = simulate(folder)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert "settings.json cannot be read" in err
    assert simulate(folder, "--repair")[0] == 0
    assert ((folder / SETTINGS).read_bytes(), (folder / RESULTS).read_bytes()) == (settings, results)


def test_repair_of_a_folder_of_another_run_is_refused(folder: Path, simulate: Simulate) -> None:
    before = (folder / CHUNKS).read_bytes()
    code, _, err = simulate(folder, "--repair", "--seed", "1")
    assert code == 2
    assert "the results of another run (seed" in err
    assert (folder / CHUNKS).read_bytes() == before


def test_a_file_that_declares_more_than_there_is_memory_is_told(folder: Path, simulate: Simulate) -> None:
    with (folder / CHUNKS).open("r+b") as file:
        file.truncate(200 << 30)
    code, _, err = simulate(folder)
    assert code == 2
    assert "line 4: damaged" in err
    with (folder / SETTINGS).open("r+b") as file:
        file.truncate(200 << 30)
    assert "settings.json cannot be read" in simulate(folder)[2]


# --- two at once ---

HOLDING = """
import sys
from pathlib import Path
from undersea_env.agents.arena.folder import held
with held(Path(sys.argv[1])):
    print("held", flush=True)
    sys.stdin.read()
"""


def test_a_second_process_is_refused_in_words(folder: Path, simulate: Simulate) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", HOLDING, str(folder)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == "held\n"
        code, out, err = simulate(folder)
        assert (code, out) == (2, "")
        assert err == f"undersea: another process is playing into {folder}; wait for it, or choose another folder\n"
        other.communicate("")
    assert simulate(folder)[0] == 0


def test_who_holds_a_folder_may_ask_again(tmp_path: Path) -> None:
    with held(tmp_path), held(tmp_path):
        assert (tmp_path / LOCK).exists()
    with held(None):
        pass
    (tmp_path / "file").write_text("")
    with pytest.raises(InvalidOption, match="not a folder"), held(tmp_path / "file"):
        pass
