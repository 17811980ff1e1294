"""The arena: duplicate deals, what failing bots cost, runs on several processes, runs that go on."""

import json
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from tests import bots
from tests.kinds import SAMPLES
from tests.shared.short_games import Capture, choice_of, run, words_for, written
from undersea_env.agents.arena import running, side_by_side
from undersea_env.agents.arena.folder import CHUNKS, SETTINGS
from undersea_env.agents.arena.ladder import MIRROR, MIXED, PAIR, schedule
from undersea_env.agents.arena.packing import unpacked
from undersea_env.agents.arena.plan import AGENTS, REDEALS, Match, Plan
from undersea_env.agents.arena.running import play_plan
from undersea_env.agents.arena.side_by_side import play_chunk
from undersea_env.core.kind import Kind
from undersea_env.core.registry import games, kind_of
from undersea_env.errors import InvalidOption, WorkerDied

Game = dict[str, Any]
SAME_EVERY_TIME = ("results.json", "games.csv", "agents.csv", "replays.jsonl", "settings.json")


def plan_of(kind: Kind, *agents: str, deals: int = 4, **settings: Any) -> Plan:
    settings = {"seed": 3, "deals_in_chunk": 2} | settings
    return Plan(choice_of(kind, len(agents)), (Match(agents),), deals, **settings)


def games_of(plan: Plan) -> list[Game]:
    return [game for chunk in play_plan(plan, "test", processes=1).chunks for game in chunk["games"]]


@pytest.fixture
def first(tmp_path: Path) -> str:
    return bots.bot(tmp_path, "first", bots.FIRST)


@pytest.fixture
def simulate(capsys: Capture, first: str, kind: Kind) -> Callable[..., tuple[int, str, str]]:
    """A short simulation with a deterministic bot and a random agent."""

    def simulated(folder: Path, *words: str, seats: str = f"{first},random") -> tuple[int, str, str]:
        return run(
            capsys, "simulate", "--seats", seats, *words_for(kind), "--no-plots", "--out", str(folder), *words
        )

    return simulated


# --- deals ---


@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_deal_is_played_from_every_seat(players: int, kind: Kind) -> None:
    plan = plan_of(kind, *["random"] * players, deals=3)
    games = games_of(plan)
    assert len(games) == plan.games == 3 * players
    for deal in range(3):
        mine = [game for game in games if game["deal"] == deal]
        assert {game["seed"] for game in mine} == {plan.seed_of_deal(deal)}
        assert sorted(game["entrants"].index(0) for game in mine) == list(range(players))
        for game in mine:
            assert sorted(game["entrants"]) == list(range(players))
    assert len({game["seed"] for game in games}) == 3


def test_a_game_is_the_game_of_its_seed_and_actions(kind: Kind) -> None:
    plan = plan_of(kind, "random", "random", "random", record=True)
    for game in games_of(plan):
        state = plan.choice.game().new_game(game["seed"])
        seats = []
        for action in unpacked(game["actions"], sum(game["decisions"]), kind.num_actions):
            seats.append(state.current_player)
            state.apply_action(action)
        assert state.is_terminal
        assert game["scores"] == list(state.scores)
        assert game["ranks"] == list(state.ranks)
        assert [seat for seat, win in enumerate(game["wins"]) if win] == list(state.winners)
        assert game["decisions"] == [seats.count(seat) for seat in range(3)]
        for seat in range(3):
            breakdown = state.score_breakdown(seat)
            assert game["sources"][seat] == [breakdown[source] for source in kind.score_sources]
            assert sum(game["sources"][seat]) == game["scores"][seat]


def test_without_rotation_everybody_keeps_the_seat(kind: Kind) -> None:
    games = games_of(plan_of(kind, "random", "random", rotate=False))
    assert [game["entrants"] for game in games] == [[0, 1]] * 4


def test_a_chunk_does_not_depend_on_the_chunks_before_it(kind: Kind) -> None:
    plan = plan_of(kind, "random", "random", record=True)
    names = {"random": "random"}
    last = play_chunk(plan, plan.chunks[-1], names)["games"]
    assert last == [play_chunk(plan, chunk, names)["games"] for chunk in plan.chunks][-1]
    assert len({game["actions"] for game in games_of(plan)}) == plan.games


def test_every_agent_of_every_chunk_has_a_seed_of_its_own(kind: Kind) -> None:
    plan = plan_of(kind, "random", "random", "random", deals=40)
    seeds = [
        plan.seed_of_agent(chunk, entrant, purpose)
        for chunk in plan.chunks for entrant in range(3) for purpose in (AGENTS, REDEALS)
    ]
    assert len(set(seeds)) == len(seeds) == 20 * 3 * 2


def test_another_seed_deals_other_games(kind: Kind) -> None:
    seeds = [{game["seed"] for game in games_of(plan_of(kind, "random", "random", seed=seed))} for seed in (3, 4)]
    assert not seeds[0] & seeds[1]


@pytest.mark.parametrize(
    ("together", "won", "shares"),
    [
        (False, [0, 1, 0], [0, 1, 0]), (False, [1, 0, 1], [0.5, 0, 0.5]), (False, [0, 0], [0, 0]),
        (True, [1, 1, 1], [1, 1, 1]), (True, [0, 0], [0, 0]), (True, [0], [0]),
    ],
)
def test_a_win_is_shared_among_opponents_only(together: bool, won: list[int], shares: list[float]) -> None:
    game: Any = SimpleNamespace(is_cooperative=together)
    assert side_by_side.wins_of(game, won) == shares


# --- bots that fail ---


@pytest.mark.parametrize(
    ("code", "failure", "reason"),
    [
        (bots.RAISES, "raised", "RuntimeError: no idea"),
        (bots.ILLEGAL, "illegal", "not a legal action"),
        (bots.MISSHAPEN, "misshapen", "float64"),
        (bots.LEAVES, "raised", "SystemExit: 3"),
        (bots.FIRST.replace("masks.argmax(axis=1)", "masks.argmax(axis=1)[:-1]"), "misshapen", "answered 1 question"),
        (bots.FIRST.replace("masks.argmax(axis=1)", "None"), "misshapen", "with None, not with a list or array of 1"),
        (bots.FIRST.replace("masks.argmax(axis=1)", "5"), "misshapen", "with 5, not with a list"),
        (bots.FIRST.replace("masks.argmax(axis=1)", "[10**6] * len(masks)"), "illegal", "answered 1000000"),
        (bots.FIRST.replace("masks.argmax(axis=1)", "[-1] * len(masks)"), "illegal", "answered -1"),
    ],
)
def test_a_bot_that_fails_loses_and_the_others_go_on(
    tmp_path: Path, kind: Kind, code: str, failure: str, reason: str
) -> None:
    games = games_of(plan_of(kind, "random", bots.bot(tmp_path, "wrong", code), "random", deals=2))
    assert len(games) == 6
    for game in games:
        seat = game["entrants"].index(1)
        assert game["forfeit"]["seat"] == seat
        assert game["forfeit"]["kind"] == failure
        assert reason in game["forfeit"]["reason"]
        assert (game["wins"][seat], game["ranks"][seat]) == (0, 3)
        others = [k for k in range(3) if k != seat]
        assert [game["wins"][k] for k in others] == [0.5, 0.5]
        assert [game["ranks"][k] for k in others] == [1.5, 1.5]
        assert game["scores"] is game["sources"] is None
    assert all(sum(game["ranks"]) == 6 for game in games)


def test_a_failure_costs_only_the_games_it_belongs_to(tmp_path: Path, kind: Kind) -> None:
    wrong = bots.bot(tmp_path, "seat_1", bots.FAILS_ON_SEAT_1)
    games = games_of(plan_of(kind, wrong, "random"))
    for game in games:
        assert (game["forfeit"] is not None) == (game["entrants"][1] == 0)
        assert (game["scores"] is None) == (game["entrants"][1] == 0)


def test_alone_a_bot_that_fails_has_not_won(tmp_path: Path, kind: Kind) -> None:
    games = games_of(plan_of(kind, bots.bot(tmp_path, "wrong", bots.RAISES)))
    assert all(game["wins"] == [0] and game["forfeit"]["seat"] == 0 for game in games)


def test_a_bot_that_cannot_be_made_any_more_loses(tmp_path: Path, kind: Kind) -> None:
    late = bots.FIRST.replace("    name", "    def __init__(self, seed):\n        assert seed == 0\n    name")
    games = games_of(plan_of(kind, bots.bot(tmp_path, "late", late), "random", deals=1))
    assert all("cannot be made" in game["forfeit"]["reason"] for game in games)


def test_failures_are_told_by_name(capsys: Capture, tmp_path: Path, kind: Kind) -> None:
    wrong = bots.bot(tmp_path, "wrong", bots.ILLEGAL)
    code, out, err = run(capsys, "simulate", "--seats", f"{wrong},random", "--games", "4", *words_for(kind),
                         "--processes", "1")
    assert (code, err) == (1, "undersea: illegal lost every game by default\n")
    assert "illegal lost 4 of 4 games by default: answered " in out
    assert ", which is not a legal action" in out
    assert "100.0 % [15.8, 100.0]" in out                # two deals out of two


# --- the command ---


def test_results_do_not_depend_on_the_number_of_processes(
    simulate: Callable[..., tuple[int, str, str]], tmp_path: Path
) -> None:
    for number in (1, 2):
        folder = tmp_path / f"with_{number}"
        code, out, _ = simulate(folder, "--games", "200", "--processes", str(number), "--record", str(folder))
        assert code == 0
        assert "200 games: 100 deals in 2 rotations" in out
    for name in SAME_EVERY_TIME:
        assert (tmp_path / "with_1" / name).read_bytes() == (tmp_path / "with_2" / name).read_bytes(), name


def interrupt_after(chunks: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl-C while the next chunk is played."""
    played = 0

    def interrupted(*arguments: Any) -> Any:
        nonlocal played
        played += 1
        if played > chunks:
            raise KeyboardInterrupt
        return play_chunk(*arguments)

    monkeypatch.setattr(side_by_side, "play_chunk", interrupted)


def test_a_run_that_was_stopped_goes_on_as_if_it_had_not(
    simulate: Callable[..., tuple[int, str, str]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    words = ["--games", "260", "--processes", "1"]
    whole, part = tmp_path / "whole", tmp_path / "part"
    assert simulate(whole, *words, "--record", str(whole))[0] == 0
    with monkeypatch.context() as patched:
        interrupt_after(2, patched)
        code, out, err = simulate(part, *words, "--record", str(part))
    assert code == 130
    assert "stopped; 130 deals were asked for" in out
    assert "goes on from" in err
    assert json.loads((part / "results.json").read_text())["games"] == 128
    assert len((part / "replays.jsonl").read_text().splitlines()) == 128
    with (part / CHUNKS).open("a") as file:
        file.write('{"chunk":2,"games":[{"deal"')                    # the machine went down in the middle of a line
    with monkeypatch.context() as patched:
        interrupt_after(3, patched)                                  # three are missing
        assert simulate(part, *words, "--record", str(part))[0] == 0
    for name in SAME_EVERY_TIME:
        assert (whole / name).read_bytes() == (part / name).read_bytes(), name
    chunks = [json.loads(line)["chunk"] for line in (part / CHUNKS).read_text().splitlines()]
    assert chunks == [0, 1, 2, 3, 4]


def heed_interrupts() -> None:
    """Tests that run in the background were told to ignore them, and would pass that on."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


@pytest.mark.parametrize("kind", games()[:1], indirect=True)         # of the toy, all is played before it is stopped
@pytest.mark.parametrize("sent", [signal.SIGINT, signal.SIGKILL])
def test_a_run_on_two_processes_that_is_stopped_or_killed_goes_on(
    simulate: Callable[..., tuple[int, str, str]], tmp_path: Path, first: str, sent: signal.Signals, kind: Kind
) -> None:
    words = ["--games", "1000", "--processes"]
    part, whole = tmp_path / "part", tmp_path / "whole"
    program = [sys.executable, "-m", "undersea_env.commands.main"]
    command = [*program, "simulate", "--seats", f"{first},random", *words_for(kind),
               "--no-plots", "--out", str(part), *words, "2"]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, preexec_fn=heed_interrupts
    ) as process:
        while process.poll() is None and not ((part / CHUNKS).exists() and (part / CHUNKS).stat().st_size):
            time.sleep(0.01)
        process.send_signal(sent)
        _, err = process.communicate(timeout=60)                     # returns when the workers are gone, too
    assert process.returncode == (130 if sent == signal.SIGINT else -sent)
    assert (part / CHUNKS).read_text().count("\n") < 16
    if sent == signal.SIGINT:
        assert err == f"undersea: stopped; the same command goes on from {part}\n"
    assert simulate(part, *words, "1")[0] == 0
    assert simulate(whole, *words, "1")[0] == 0
    for name in ("results.json", "games.csv"):
        assert (part / name).read_bytes() == (whole / name).read_bytes()


def test_a_run_stopped_before_anything_was_played_says_so(
    simulate: Callable[..., tuple[int, str, str]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    interrupt_after(0, monkeypatch)
    code, out, err = simulate(tmp_path / "run", "--processes", "1")
    assert (code, out) == (130, "")
    assert "nothing was kept" in err


def test_another_run_is_not_mixed_into_a_folder(
    simulate: Callable[..., tuple[int, str, str]], tmp_path: Path, first: str, kind: Kind
) -> None:
    folder = tmp_path / "run"
    words = ["--games", "4", "--processes", "1"]
    assert simulate(folder, *words)[0] == 0
    before = {path.name: path.read_bytes() for path in folder.iterdir()}
    for other, key in (
        (["--seed", "1"], "seed"),
        (["--games", "6"], "deals"),
        (written(SAMPLES[kind.name].short), "rules"),
        (["--no-rotate"], "rotate"),
        (["--record", str(tmp_path / "games.jsonl")], "record"),
    ):
        code, out, err = simulate(folder, *words, *other)
        assert (code, out) == (2, "")
        assert f"the results of another run ({key}" in err or key == "rotate"
        assert err.count("\n") == 1
    Path(first).write_text(bots.FIRST + "\n# edited\n")
    assert "another run (bots" in simulate(folder, *words)[2]
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == before
    assert not (tmp_path / "games.jsonl").exists()


def test_a_damaged_folder_is_not_believed(simulate: Callable[..., tuple[int, str, str]], tmp_path: Path) -> None:
    words = ["--games", "4", "--processes", "1"]
    folder = tmp_path / "run"
    assert simulate(folder, *words)[0] == 0
    chunks = (folder / CHUNKS).read_text()
    for damaged in ("nonsense\n", "[1]\n", '{"chunk": 0}\n'):
        (folder / CHUNKS).write_text(damaged + chunks)
        code, _, err = simulate(folder, *words)
        assert code == 2
        assert "line 1: damaged" in err
    (folder / SETTINGS).write_text("nonsense")
    assert "cannot be read" in simulate(folder, *words)[2]
    (folder / SETTINGS).unlink()
    assert "no settings.json" in simulate(folder, *words)[2]
    (tmp_path / "file").write_text("")
    assert "is not a folder" in simulate(tmp_path / "file", *words)[2]


def test_nobodys_record_is_written_over(capsys: Capture, tmp_path: Path) -> None:
    record = tmp_path / "games.jsonl"
    record.write_text("mine")
    code, _, err = run(capsys, "simulate", "--seats", "random", "--games", "1", "--record", str(record))
    assert code == 2
    assert "exists already" in err
    assert record.read_text() == "mine"


def test_the_folder_says_where_the_numbers_come_from(
    simulate: Callable[..., tuple[int, str, str]], tmp_path: Path
) -> None:
    folder = tmp_path / "run"
    code, out, _ = simulate(folder, "--games", "6", "--json", "--seed", "8", "--processes", "1")
    assert code == 0
    printed = json.loads(out)
    stored = json.loads((folder / "results.json").read_text())
    about = json.loads((folder / "run.json").read_text())
    assert printed == stored | {"run": about}
    assert stored["settings"]["seed"] == 8
    assert len(stored["settings"]["rules"]) == 32
    assert about["command_line"].startswith("undersea simulate --seats ")
    assert about["machine"]["cores"] >= 1
    assert set(about["milliseconds_per_decision"]) == {"first", "random"}
    assert [agent["agent"] for agent in stored["agents"]] == ["first", "random"]
    lines = (folder / "games.csv").read_text().splitlines()
    assert len(lines) == 1 + 6 * 2
    assert lines[0].startswith("match,deal,seed,rotation,seat,agent,score,rank,win")


def test_what_bots_print_is_not_part_of_the_output(
    capfd: pytest.CaptureFixture[str], tmp_path: Path, kind: Kind
) -> None:
    shouts = bots.bot(tmp_path, "shouts", bots.SHOUTS)
    code, out, err = run(capfd, "simulate", "--seats", f"{shouts},random", "--games", "2", *words_for(kind), "--json",
                         "--processes", "1")
    assert code == 0
    assert json.loads(out)["games"] == 2
    assert "choosing" in err


def test_alone_the_win_is_that_of_the_solo_game(capsys: Capture, kind: Kind) -> None:
    words = ("simulate", "--seats", "random", "--games", "5", "--json", "--processes", "1")
    code, out, _ = run(capsys, *words, *words_for(kind))
    assert code == 0
    results = json.loads(out)
    alone = results["agents"][0]
    assert alone["win_share"]["mean"] == 0                           # nobody wins so short a game
    assert alone["lead"]["mean"] is None
    assert results["deals"] == results["games"] == 5


def test_a_worker_that_dies_is_told_and_what_was_played_is_kept(
    simulate: Callable[..., tuple[int, str, str]], tmp_path: Path
) -> None:
    ends = bots.bot(tmp_path, "ends", bots.ENDS_THE_WORKER)
    folder = tmp_path / "run"
    code, out, err = simulate(folder, "--games", "140", "--processes", "2", seats=f"{ends},random")
    assert (code, out) == (1, "")
    assert "a worker process died" in err
    assert (folder / SETTINGS).exists()


def test_a_worker_that_dies_is_no_error_of_the_command_line(tmp_path: Path, kind: Kind) -> None:
    plan = plan_of(kind, bots.bot(tmp_path, "ends", bots.ENDS_THE_WORKER), "random", deals=6)
    with pytest.raises(WorkerDied):
        play_plan(plan, "test", processes=2)


@pytest.mark.parametrize(
    "command",
    [
        "simulate",
        "simulate --seats",
        "simulate --seats nobody,random",
        "simulate --seats random,,random",
        "simulate --seats random,random,random,random,random",
        "simulate --seats random,random --games 0",
        "simulate --seats random,random --games x",
        "simulate --seats random,random --processes 0",
        "simulate --seats random,random --seed -1",
        "simulate --seats random,random --game",
        "simulate --seats random,random --game nowhere",
        "simulate --seats random,random --game 7",
        "simulate --seats random,random --game tests.no_game",
        "simulate --seats random,random --game tests.bots",
        "--game nowhere simulate --seats random,random",
        "simulate --seats no_such_file.py,random",
        "ladder",
        "ladder --agents random,random",
        "ladder --agents random",
        "ladder --agents random --players 1",
        "simulate --seats greedy --controls",
        "ladder --agents random --players 5",
        "ladder --agents random --deals 0",
        "play --seats random,random",
        "play --seats human,nobody",
        "replay",
        "replay /no/such/file",
        "replay /no/such/file --number 0",
        "replay /no/such/file --game 0",
        "stats /no/such/file",
    ],
)
def test_bad_usage_is_one_sentence_and_exit_code_2(capsys: Capture, command: str) -> None:
    code, out, err = run(capsys, *command.split())
    assert (code, out) == (2, "")
    assert err.startswith("undersea")
    assert err.count("\n") == 1


# --- ladders ---


def test_the_schedule_of_two_is_every_pair_and_the_controls() -> None:
    matches = schedule(["a", "b"], 2)
    assert [match.agents for match in matches if match.role == PAIR] == [("a", "b"), ("a", "random"), ("b", "random")]
    assert [match.agents for match in matches if match.role == MIRROR] == [("a",) * 2, ("b",) * 2, ("random",) * 2]
    assert len(matches) == 6


def test_the_schedule_of_more_is_one_against_copies_and_mixed_tables() -> None:
    matches = schedule(["a", "b", "random"], 3)
    assert [match.agents for match in matches if match.role == PAIR] == [
        ("a", "b", "b"), ("a", "random", "random"), ("b", "a", "a"), ("b", "random", "random"),
        ("random", "a", "a"), ("random", "b", "b"),
    ]
    assert [match.agents for match in matches if match.role == MIXED] == [("a", "b", "random")]
    assert not [match for match in schedule(["a", "b"], 3) if match.role == MIXED]


def test_a_bot_that_loses_all_by_default_is_in_the_pictures_of_wins_only(
    capsys: Capture, tmp_path: Path, kind: Kind
) -> None:
    wrong, folder = bots.bot(tmp_path, "wrong", bots.ILLEGAL), tmp_path / "out"
    short = (*words_for(kind), "--processes", "1", "--out")
    code, out, err = run(capsys, "ladder", "--agents", f"{wrong},random", "--deals", "2", *short, str(folder))
    assert (code, err) == (1, "undersea: illegal lost every game by default\n")
    assert "illegal lost 4 of 4 games by default" in out
    assert "score_by_source.png" in {path.name for path in folder.iterdir()}
    assert run(capsys, "simulate", "--seats", wrong, "--games", "2", *short, str(tmp_path / "alone"))[0] == 1
    assert not list((tmp_path / "alone").glob("*.png"))


def test_a_simulation_may_have_controls(capsys: Capture, tmp_path: Path, first: str, kind: Kind) -> None:
    folder = tmp_path / "out"
    words = ("simulate", "--seats", f"{first},random,{first}", "--games", "6", *words_for(kind), "--processes", "1")
    code, out, err = run(capsys, *words, "--controls", "--out", str(folder), "--json")
    assert (code, err) == (0, "")
    results = json.loads(out)
    assert [(match["role"], match["agents"]) for match in results["controls"]] == [
        (PAIR, ["first", "random", "random"]), (MIRROR, ["first"] * 3), (MIRROR, ["random"] * 3),
    ]
    assert [agent["agent"] for agent in results["agents"]] == ["first (1)", "random", "first (2)"]
    plain = json.loads(run(capsys, *words, "--json")[1])
    assert (plain["agents"], plain["controls"]) == (results["agents"], [])
    told = run(capsys, *words, "--controls")[1]
    assert "24 games: 2 deals in 3 rotations for each of 4 matches, controls included" in told
    assert "against itself from" in told
    assert (folder / "score_by_source.png").exists()


@pytest.mark.parametrize("players", ["2", "3"])
def test_a_ladder_has_ratings_matches_controls_and_pictures(
    capsys: Capture, tmp_path: Path, first: str, players: str, kind: Kind
) -> None:
    last = bots.bot(tmp_path, "last", bots.LAST)
    agents = f"{first},{last}" if players == "2" else f"{first},{last},random"
    folder = tmp_path / "ladder"
    code, out, err = run(capsys, "ladder", "--agents", agents, "--deals", "6", *words_for(kind), "--players", players,
                         "--out", str(folder), "--processes", "1")
    assert (code, err) == (0, "")
    for words in ("win share of", "rating (", "against itself", "against random", "against itself from"):
        assert words in out
    results = json.loads((folder / "results.json").read_text())
    assert set(results["ratings"]) == {"first", "last", "random"}
    assert results["ratings"][results["rating_0"]] == {"mean": 0, "low": 0, "high": 0}
    for name in ("win_matrix", "ladder", "score_by_source", "seat_advantage"):
        assert (folder / f"{name}.png").read_bytes().startswith(b"\x89PNG")
    assert (folder / "ratings.csv").read_text().count("\n") == 4
    for match in results["matches"]:
        if match["role"] == PAIR and players == "2":
            assert sum(standing["win_share"]["mean"] for standing in match["standings"]) == pytest.approx(1)
        if match["role"] == MIRROR:
            assert match["standings"][0]["win_share"]["mean"] == pytest.approx(1 / int(players))


def test_two_agents_of_one_name_are_refused(capsys: Capture, tmp_path: Path, first: str) -> None:
    other = bots.bot(tmp_path, "other", bots.FIRST)
    code, _, err = run(capsys, "ladder", "--agents", f"{first},{other}", "--deals", "1")
    assert code == 2
    assert "two agents are called first" in err


def test_without_matplotlib_the_results_are_written_all_the_same(
    capsys: Capture, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: Kind
) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    folder = tmp_path / "run"
    command = ["simulate", "--seats", "random", "--games", "2", *words_for(kind), "--out", str(folder),
               "--processes", "1"]
    code, out, err = run(capsys, *command)
    assert code == 2
    assert "undersea-env[eval]" in err
    assert "2 games" in out
    assert json.loads((folder / "results.json").read_text())["games"] == 2
    assert run(capsys, *command, "--no-plots")[0] == 0


def test_a_run_without_a_folder_leaves_nothing_behind(capsys: Capture, tmp_path: Path, kind: Kind) -> None:
    shutil.rmtree(tmp_path)
    tmp_path.mkdir()
    assert run(capsys, "simulate", "--seats", "random", "--games", "2", *words_for(kind), "--processes", "1")[0] == 0
    assert list(tmp_path.iterdir()) == []


def test_the_bot_of_the_readme_plays(capsys: Capture, tmp_path: Path) -> None:
    """It asks for facts of the first game."""
    kind = kind_of()
    readme = (Path(__file__).resolve().parents[2] / "README.md").read_text(encoding="utf-8")
    code = next(block for block in re.findall(r"^```python\n(.*?)^```", readme, re.S | re.M) if "class Bot" in block)
    mine = bots.bot(tmp_path, "my_bot", code)
    code_of_exit, out, _ = run(capsys, "simulate", "--seats", f"{mine},random", "--games", "4", *words_for(kind),
                               "--processes", "1")
    assert code_of_exit == 0
    assert "matcher" in out
    assert "by default" not in out


def test_a_plan_has_at_least_one_deal(kind: Kind) -> None:
    with pytest.raises(InvalidOption, match="deals"):
        plan_of(kind, "random", deals=0)


def test_cores_are_counted() -> None:
    assert running.available_cores() >= 1
