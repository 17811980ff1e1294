"""What `make soak` does, with small numbers and the toy game."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests import soak
from tests.kinds import TOY
from undersea_env.core.position import State

ROOT = Path(__file__).parents[2]


def test_damaged_positions_are_refused_or_go_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(soak, "DAMAGES", 120)
    result = soak.damaged_positions(1, TOY)
    assert result["failures"] == []
    assert result["bytes_read"] > 0
    assert result["dicts_read"] > 0
    assert result["bytes_read"] + result["dicts_read"] < 120


def test_a_reader_that_takes_what_cannot_be_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(soak, "DAMAGES", 120)
    monkeypatch.setattr(State, "observation", lambda self, seat: int("no number"))
    assert soak.damaged_positions(1, TOY)["failures"]


def test_threads_processes_and_memory_of_the_toy_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(soak, "MEMORY_GAMES", 20)
    assert soak.same_in_threads(1, TOY)["failures"] == []
    assert soak.same_in_processes(1, TOY)["failures"] == []
    assert soak.memory(1, TOY)["failures"] == []


def test_the_record_adds_up_what_was_done() -> None:
    results = [
        {"task": "prove a", "number": 0, "games": 40, "decisions": 1000, "seconds": 2.5, "failures": []},
        {"task": "prove a", "number": 1, "games": 40, "decisions": 500, "seconds": 2.5, "failures": ["one"]},
    ]
    assert soak.table(results)[2:] == ["| prove a | 2 | 80 games, 1,500 decisions, 5 seconds | 1 |"]


def test_sigterm_ends_the_task_that_runs(tmp_path: Path) -> None:
    out = tmp_path / "results.jsonl"
    command = [sys.executable, "-m", "tests.soak", "--minutes", "5", "--out", str(out)]
    with subprocess.Popen(command, cwd=ROOT, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True) as process:
        deadline = time.monotonic() + 120
        while not (children := children_of(process.pid)) and time.monotonic() < deadline:
            time.sleep(0.1)
        assert children
        process.send_signal(signal.SIGTERM)
        assert "goes on with the next round" in process.communicate(timeout=60)[1]
    assert process.returncode == 1
    assert not [child for child in children if is_running(child)]


def children_of(pid: int) -> list[int]:
    path = Path(f"/proc/{pid}/task/{pid}/children")
    return [int(child) for child in path.read_text().split()] if path.exists() else []


def is_running(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True
