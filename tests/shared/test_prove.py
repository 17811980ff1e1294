"""`make prove` may be stopped at any time and goes on where it was."""

import json
import os
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import pytest

from tests import prove
from tests.prove import CHUNK, Played, fingerprint, report
from undersea_env.core.registry import kind_of

GAME = "underwater_cities"
ROOT = Path(__file__).parents[2]


def lines_of(kept: Path) -> list[str]:
    return kept.read_text(encoding="utf-8").splitlines() if kept.exists() else []


def started(kept: Path, games: int) -> "subprocess.Popen[str]":
    command = [sys.executable, "-m", "tests.prove", "--game", GAME, "--games", str(games), "--workers", "1",
               "--kept", str(kept), "--out", str(kept.parent / "out")]
    return subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def children_of(process: int) -> list[int]:
    return [int(child) for child in Path(f"/proc/{process}/task/{process}/children").read_text().split()]


def has_ended(process: int, seconds: float = 10) -> bool:
    """Python's own tracker of resources ends a moment after the rest."""
    deadline = time.monotonic() + seconds
    while Path(f"/proc/{process}").exists() and time.monotonic() < deadline:
        time.sleep(0.05)
    return not Path(f"/proc/{process}").exists()


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="children are found by /proc")
def test_a_stop_ends_the_workers_and_loses_no_chunk(tmp_path: Path) -> None:
    kept = tmp_path / "kept.jsonl"
    with started(kept, 100_000) as process:
        while len(lines_of(kept)) < 2:
            assert process.poll() is None, process.stderr.read() if process.stderr else ""
            time.sleep(0.1)
        workers = children_of(process.pid)
        process.send_signal(signal.SIGTERM)
        output, told = process.communicate(timeout=30)
    assert process.returncode == 1
    assert "goes on from here" in told
    assert " games, " in output
    assert workers
    assert all(has_ended(worker) for worker in workers)

    done = len(lines_of(kept)) - 1
    with kept.open("a", encoding="utf-8") as file:
        file.write('{"first": 99')                                 # a line that was cut off
    with started(kept, CHUNK * (done + 1)) as process:
        output, told = process.communicate(timeout=120)
    assert process.returncode == 0, told
    assert len(lines_of(kept)) == 1 + done + 1
    assert output.startswith(f"{CHUNK * (done + 1):,} games")


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="children are found by /proc")
def test_the_workers_of_a_process_that_was_killed_end_too(tmp_path: Path) -> None:
    kept = tmp_path / "kept.jsonl"
    with started(kept, 100_000) as process:
        while len(lines_of(kept)) < 2:
            assert process.poll() is None, process.stderr.read() if process.stderr else ""
            time.sleep(0.1)
        workers = children_of(process.pid)
        process.kill()
        assert process.wait(timeout=30) == -signal.SIGKILL
        assert workers
        assert all(has_ended(worker, seconds=30) for worker in workers)
    assert Played(kept, GAME).chunks


def test_what_was_played_by_other_rules_does_not_count(tmp_path: Path) -> None:
    kept = tmp_path / "kept.jsonl"
    played = Played(kept, GAME)
    played.add({"first": 0, "games": CHUNK})
    assert Played(kept, GAME).missing(0, 2 * CHUNK) == [CHUNK]
    heading = json.loads(lines_of(kept)[0]) | {"fingerprint": "another"}
    kept.write_text(os.linesep.join([json.dumps(heading), *lines_of(kept)[1:]]), encoding="utf-8")
    assert Played(kept, GAME).missing(0, 2 * CHUNK) == [0, CHUNK]


def test_only_what_decides_about_a_game_makes_it_another_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for room in ("kernel", "components", "drawing"):
        (tmp_path / room).mkdir()
    (tmp_path / "kernel" / "rule.py").write_text("one")
    monkeypatch.setattr(prove, "kind_of", lambda game: replace(kind_of(game), folder=tmp_path))
    first = fingerprint(GAME)
    (tmp_path / "drawing" / "board.py").write_text("new")
    assert fingerprint(GAME) == first
    (tmp_path / "kernel" / "rule.py").write_text("other")
    second = fingerprint(GAME)
    (tmp_path / "components" / "cards.csv").write_text("new")
    assert len({first, second, fingerprint(GAME)}) == 3


def test_the_report_tells_what_never_happened() -> None:
    chunk = {"games": 10, "decisions": 900, "left": 1, "seconds": 2.0, "disagreements": [], "tally": {"card 1": 4}}
    words = report(GAME, [chunk, chunk])
    assert "20 games, 1,800 decisions compared in 4 s of one processor; 0 disagreements" in words
    assert "2 games were not played to their end" in words
    assert "card: 1 of " in words
    assert "not exercised: 0, 2, 3" in words
