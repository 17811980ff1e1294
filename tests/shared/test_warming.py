"""`undersea warm` compiles all that a user will need, in one wait; `doctor` tells what is warm without compiling."""

import json
import os
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import undersea_env
from tests.kinds import NAMES, TOY
from tests.shared.short_games import Capture, run
from undersea_env.commands import warming


def test_doctor_tells_what_is_warm_without_compiling(tmp_path: Path) -> None:
    """In a process of its own with an empty cache, where compiling would take a minute."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("NUMBA_")}
    command = [sys.executable, "-m", "undersea_env.commands.main", "doctor", "--json"]
    told = subprocess.run(command, env=environment | {"XDG_CACHE_HOME": str(tmp_path)}, capture_output=True, check=True)
    facts = json.loads(told.stdout)
    assert facts["compile cache"] == str(tmp_path / "undersea_env")
    cold = dict.fromkeys(("rules", "agents", "training"), "cold")
    assert facts["compiled"] == dict.fromkeys(undersea_env.games(), cold)
    assert not any(tmp_path.rglob("*.nbi"))


def test_warm_compiles_every_part_and_then_nothing(capsys: Capture) -> None:
    assert run(capsys, "warm", "--game", TOY)[0] == 0
    code, out, error = run(capsys, "warm", "--game", TOY)
    assert (code, error) == (0, "")
    assert out == f"{TOY}: compiled already: rules, agents, training\n"
    assert json.loads(run(capsys, "warm", "--json", "--game", TOY)[1]) == {"compiled": {TOY: {}}}
    told = json.loads(run(capsys, "doctor", "--json", "--game", TOY)[1])["compiled"]
    assert told == {TOY: dict.fromkeys(("rules", "agents", "training"), "warm")}


def test_warm_is_for_every_game_unless_one_is_named(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    used: list[str] = []

    def parts_of(game: str) -> tuple[Any, ...]:
        return (SimpleNamespace(name="rules", is_warm=lambda: False, use=lambda: used.append(game)),)

    monkeypatch.setattr(warming, "parts_of", parts_of)
    code, out, error = run(capsys, "warm")
    assert (code, tuple(used)) == (0, undersea_env.games())
    for game in undersea_env.games():
        assert f"{game}: compiled in 0 s: rules\n" in out
        assert error.count(f"Compiling for {game}, once per version") == 1
    assert error.count("  rules (1 of 1) ... 0 s\n") == len(undersea_env.games())
    used.clear()
    last = undersea_env.games()[-1]
    assert run(capsys, "--game", last, "warm")[0] == 0
    assert used == [last]


@pytest.mark.parametrize("name", NAMES)
def test_the_parts_name_what_they_use_and_after_them_nothing_is_compiled(name: str) -> None:
    """In a process of its own; see `after_warming`."""
    pytest.importorskip("sb3_contrib")
    command = [sys.executable, "-W", "ignore", "-m", "tests.shared.after_warming", name]
    done = subprocess.run(command, capture_output=True, text=True, check=True, cwd=Path(__file__).parents[2])
    modules, anew = done.stdout.splitlines()
    assert set(modules.split()) == {module for part in warming.parts_of(name) for module in part.modules}
    assert anew == ""


def test_warm_refuses_an_unknown_game(capsys: Capture) -> None:
    code, _, error = run(capsys, "warm", "--game", "chess")
    assert code == 2
    assert "chess" in error
