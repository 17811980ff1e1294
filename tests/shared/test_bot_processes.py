"""Whatever a bot's file does, it loses its own games and is told by name; the others go on, and so does the arena."""

import json
import os
import secrets
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests import bots, kinds
from tests.bots import choosing
from undersea_env.agents.arena.asking import Asked, leave, player_of, seated
from undersea_env.agents.arena.choice import GameChoice
from undersea_env.agents.arena.plan import Match, Plan
from undersea_env.agents.arena.running import play_plan
from undersea_env.agents.bot_process import BotPlayer, close_bots
from undersea_env.agents.failing import DIED, LATE, MISSHAPEN, RAISED
from undersea_env.commands import main as cli
from undersea_env.core.batch import Batch
from undersea_env.core.kind import Kind
from undersea_env.core.registry import kind_of
from undersea_env.errors import InvalidOption

TOY = kinds.TOY
GAME = ["--game", TOY, "--rounds", "2"]
UNTELLABLE = """
class Untellable(Exception):
    def __str__(self):
        raise RuntimeError("no words")
"""
OWN_BASE = "class Own(BaseException): pass"
SECOND_TIME = """
class Fickle:
    times = 0
    def __array__(self, *more, **others):
        self.times += 1
        if self.times > 1: raise RuntimeError("not again")
        return np.zeros(1)
    def __repr__(self): raise RuntimeError("no words")
"""
ODD: dict[str, tuple[str, str, str, str]] = {
    "raises": (choosing('raise RuntimeError("no idea")'), RAISED, "RuntimeError: no idea", "odd.py:9"),
    "an exception without words": (choosing("raise Untellable", UNTELLABLE), RAISED, "cannot be had", "odd.py"),
    "a BaseException": (choosing("raise Own(7)", OWN_BASE), RAISED, "Own: 7", "odd.py:9"),
    "GeneratorExit": (choosing("raise GeneratorExit"), RAISED, "GeneratorExit", "odd.py:9"),
    "KeyboardInterrupt": (choosing("raise KeyboardInterrupt"), RAISED, "KeyboardInterrupt", "odd.py:9"),
    "SystemExit": (choosing("sys.exit(3)"), RAISED, "SystemExit: 3", "odd.py:9"),
    "deep in a library": (choosing("np.zeros(-1)"), RAISED, "ValueError", "odd.py:9"),
    "an array that fails": (choosing("return Fickle()", SECOND_TIME), RAISED, "no words", "odd.py"),
    "floats": (choosing("return np.zeros(n)"), MISSHAPEN, "float64", ""),
    "exits with 0": (choosing("os._exit(0)"), DIED, "ended by itself with exit code 0", "odd.py"),
    "exits with 9": (choosing("os._exit(9)"), DIED, "ended by itself with exit code 9", "odd.py"),
    "aborts": (choosing("os.abort()"), DIED, "killed by signal 6", "odd.py"),
    "closes everything": (choosing("os.closerange(0, 1000)"), DIED, "odd.py", ""),
    "writes where it must not": (choosing("[os.write(k, b'x' * 99) for k in range(3, 20) if sock(k)]", """
import stat
def sock(k):
    try: return stat.S_ISSOCK(os.fstat(k).st_mode)
    except OSError: return False
"""), DIED, "odd.py", ""),
    "loops": (choosing("while True: pass"), LATE, "took more than", "odd.py:9"),
    "catches everything": (choosing("""
        while True:
            try:
                while True: time.sleep(1)
            except BaseException: pass
"""), LATE, "took more than", "odd.py:1"),
    "waits in a lock": (choosing("k = threading.Lock(); k.acquire(); k.acquire()"), LATE, "more than", "odd.py:9"),
}
HARMLESS = {
    "changes the folder": choosing('os.chdir("/")'),
    "writes to the output": choosing('os.write(1, b"noise"); print("noise"); sys.stdout.write("noise")'),
    "reads the input": choosing("assert not sys.stdin.read()"),
    "forks": choosing("if os.fork() == 0: time.sleep(60)"),
    "forks and goes on": choosing("os.fork()"),
    "starts threads that never end": choosing("threading.Thread(target=lambda: time.sleep(3600)).start()"),
}


def bot(folder: Path, code: str) -> str:
    return bots.bot(folder, "odd", code)


def plan_of(*agents: str, deals: int = 2, time_limit: float = 10.0, **more: Any) -> Plan:
    choice = GameChoice.of(TOY, len(agents), rounds=2)
    return Plan(choice, (Match(agents),), deals, 3, deals_in_chunk=2, time_limit=time_limit, **more)


def games_of(plan: Plan, processes: int = 1) -> list[dict[str, Any]]:
    return [game for chunk in play_plan(plan, "test", processes=processes).chunks for game in chunk["games"]]


@pytest.fixture
def mark(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """In the environment of all processes that this test starts: others have bots, too."""
    close_bots()
    word = secrets.token_hex(8)
    monkeypatch.setenv("UNDERSEA_TEST", word)
    yield word
    close_bots()


def processes_with(mark: str) -> list[str]:
    """Those that are running, but for this one."""
    found = []
    for place in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            if mark.encode() in (place / "environ").read_bytes() and place.name != str(os.getpid()):
                found.append((place / "cmdline").read_bytes().decode("utf-8", "replace").replace("\0", " ")[:80])
    return found


def left_behind(mark: str) -> list[str]:
    """Those that are still there after a while."""
    end = time.monotonic() + 30
    while (found := processes_with(mark)) and time.monotonic() < end:
        time.sleep(0.05)
    return found


# --- what it may do ---


@pytest.mark.parametrize("name", ODD)
def test_a_bot_that_does_not_answer_loses_and_the_others_go_on(tmp_path: Path, name: str) -> None:
    code, kind, reason, place = ODD[name]
    games = games_of(plan_of("random", bot(tmp_path, code), "random", time_limit=1.0 if kind == LATE else 60.0))
    assert len(games) == 6
    for game in games:
        seat = game["entrants"].index(1)
        assert game["forfeit"]["seat"] == seat
        assert game["forfeit"]["kind"] == kind
        assert reason in game["forfeit"]["reason"]
        assert place in game["forfeit"]["reason"]
        assert (game["wins"][seat], game["ranks"][seat]) == (0, 3)


@pytest.mark.parametrize("name", HARMLESS)
def test_a_bot_that_does_odd_things_but_answers_plays_on(
    tmp_path: Path, name: str, capfd: pytest.CaptureFixture[str]
) -> None:
    path = bot(tmp_path, HARMLESS[name])
    code = cli.main(["simulate", "--seats", f"{path},random", "--games", "8", *GAME, "--json", "--processes", "1",
                     "--out", str(tmp_path / "run"), "--no-plots", "--time-limit", "60"])
    out, err = capfd.readouterr()
    assert code == 0, err
    results = json.loads(out)
    assert [agent["forfeits"] for agent in results["agents"]] == [{}, {}]
    assert "noise" not in out


def test_a_relative_path_may_change_its_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    bot(tmp_path, HARMLESS["changes the folder"])
    monkeypatch.chdir(tmp_path)
    assert [game["forfeit"] for game in games_of(plan_of("odd.py", "random", deals=6))] == [None] * 12
    assert Path.cwd() == tmp_path


@pytest.mark.parametrize("ends", ["os._exit(1)", "raise RuntimeError"])
def test_a_failure_costs_only_the_games_it_belongs_to(tmp_path: Path, ends: str) -> None:
    """Also if the process ends: it is asked again about one game after the other."""
    games = games_of(plan_of(bot(tmp_path, choosing(f"if (players == 1).any(): {ends}")), "random", deals=4))
    for game in games:
        assert (game["forfeit"] is not None) == (game["entrants"][1] == 0)
    assert any(game["forfeit"] for game in games)


def test_results_do_not_depend_on_the_number_of_processes_whatever_a_bot_does(tmp_path: Path) -> None:
    dies = choosing('if observations[0].sum() % 9 == 0: os._exit(1)\n        os.chdir("/"); os.fork()')
    plan = plan_of(bot(tmp_path, dies), "random", deals=8, record=True)
    one, two = games_of(plan, 1), games_of(plan, 2)
    assert one == two
    assert {game["forfeit"] is None for game in one} == {True, False}


# --- how it is told ---


def test_a_bot_that_lost_everything_is_told_and_the_exit_code_is_not_0(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    path = bot(tmp_path, ODD["exits with 0"][0])
    for command in (["simulate", "--seats", f"{path},random", "--games", "4"],
                    ["ladder", "--agents", f"{path},random", "--deals", "2"]):
        code = cli.main([*command, *GAME, "--processes", "2"])
        out, err = capfd.readouterr()
        assert (code, err) == (1, "undersea: odd lost every game by default\n")
        assert "odd lost 4 of 4 games by default: its process ended by itself with exit code 0 (odd.py)" in out


@pytest.mark.parametrize(
    ("code", "says"),
    [
        ("import os; os._exit(0)", "ended by itself with exit code 0"),
        ("raise GeneratorExit", "GeneratorExit"),
        ("class Own(BaseException): pass\nraise Own", "Own"),
        ("x = 1\nraise ValueError('late')", "ValueError: late (odd.py:2)"),
        ("class Bot:\n    def __init__(self): raise ValueError\n    def choose(self): pass", "(odd.py:2)"),
        ("def f(:", "SyntaxError"),
    ],
)
def test_a_bot_that_cannot_be_made_is_told_before_anything_is_played(
    tmp_path: Path, code: str, says: str, capfd: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["simulate", "--seats", f"{bot(tmp_path, code)},random", *GAME]) == 2
    out, err = capfd.readouterr()
    assert out == ""
    assert says in err
    assert err.count("\n") == 1


# --- processes ---


def test_no_process_is_left_behind(tmp_path: Path, mark: str) -> None:
    games_of(plan_of(bot(tmp_path, HARMLESS["forks"]), "random", deals=4), 1)
    assert left_behind(mark) == []
    player = player_of(bot(tmp_path, bots.FIRST), 1, kind_of(TOY))
    assert len(processes_with(mark)) == 2                    # the host and the bot
    leave(player)
    close_bots()
    assert left_behind(mark) == []


def test_processes_end_with_an_arena_that_is_killed(tmp_path: Path, mark: str) -> None:
    started = tmp_path / "started"
    path = bot(tmp_path, choosing(f"open({str(started)!r}, 'w').close(); os.fork(); time.sleep(600)"))
    command = [sys.executable, "-m", "undersea_env.commands.main", "simulate", "--seats", f"{path},random", *GAME]
    with subprocess.Popen([*command, "--time-limit", "500", "--processes", "2", "--games", "200"]) as arena:
        while not started.exists():
            assert arena.poll() is None
            time.sleep(0.02)
        arena.kill()
    assert left_behind(mark) == []


def test_a_thread_that_never_ends_does_not_keep_the_command_from_ending(tmp_path: Path) -> None:
    path = bot(tmp_path, HARMLESS["starts threads that never end"])
    command = [sys.executable, "-m", "undersea_env.commands.main", "simulate", "--seats", f"{path},random", *GAME]
    ended = subprocess.run([*command, "--games", "4"], capture_output=True, timeout=120)
    assert ended.returncode == 0


# --- what it gets ---

LOOKING = """
import numpy as np
class Bot:
    name = "looking"
    wants_positions, wants_observations = {positions}, {observations}
    def __init__(self, seed, game): self.seed, self.game = seed, game
    def choose(self, observations, masks, players, positions=None):
        found = [masks.sum(), players.sum(), self.seed % 1000, self.game.num_actions]
        found.append(observations.sum() if {observations} else observations is None)
        if {positions}:
            assert positions.states.flags.writeable and positions.states.flags.aligned
            found += [positions.states["seat"].sum(), positions.game.num_players]
            found.append(int(np.bitwise_xor.reduce(positions.states["stream"]) >> 1))
        masks[:] = 0
        return np.array([int(sum(found))] * len(masks))
"""


@pytest.mark.parametrize("positions", [False, True])
@pytest.mark.parametrize("observations", [False, True])
def test_a_bot_in_its_process_gets_what_it_would_get_here(
    tmp_path: Path, kind: Kind, positions: bool, observations: bool
) -> None:
    path = bots.bot(tmp_path, "looking", LOOKING.format(positions=positions, observations=observations))
    batch = Batch(kinds.short(kind.name).game(num_players=2), 5)
    masks = np.ones_like(batch.legal())                      # whatever it answers can be told from what is legal
    from undersea_env.agents import make

    there, here = (Asked(agent, 9) for agent in (BotPlayer(Path(path), 77, kind), make(path, 77, kind)))
    asked = batch.game, batch.states.view(np.ndarray), masks, batch.players()
    reasons = there.ask(*asked)[1]
    assert reasons == here.ask(*asked)[1]
    assert [failure.kind for failure in reasons.values()] == ["illegal"] * 5
    there.agent.close()                                      # type: ignore[attr-defined]
    close_bots()


def test_a_bot_is_made_anew_in_a_process_that_is_kept(tmp_path: Path) -> None:
    path = bot(tmp_path, "import os\n" + bots.FIRST + "\n    name = f'{os.getpid()}'")
    first = player_of(path, 1, kind_of(TOY))
    assert isinstance(first, BotPlayer)
    assert int(first.name) != os.getpid()
    first.close()
    second = player_of(path, 2, kind_of(TOY))
    third = player_of(path, 3, kind_of(TOY))
    assert second.name == first.name != third.name           # the third is at the table together with the second
    with pytest.raises(InvalidOption, match="no such file"):
        player_of(str(tmp_path / "none.py"), 1, kind_of(TOY))
    assert seated(str(tmp_path / "none.py"), "none", 1, 1, kind_of(TOY)).agent.name == "none"
    close_bots()
