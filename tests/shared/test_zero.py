"""A learner that begins with nothing, and the search that a network guides: over the toy game, and a pass over each."""

import dataclasses
import json
import math
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from numpy.typing import NDArray

from tests import toy_game
from tests.kinds import NAMES, SAMPLES
from tests.shared.playing import play
from tests.shared.short_games import Capture
from undersea_env.agents import Positions, make
from undersea_env.commands import main as cli
from undersea_env.core.batch import Batch
from undersea_env.core.checkpoint_files import checkpoints_of
from undersea_env.core.guided import GAME_ENDS
from undersea_env.core.guiding import Searches, Searching, tries_before
from undersea_env.core.kind import Kind
from undersea_env.core.position import Game, State
from undersea_env.core.registry import kind_of
from undersea_env.errors import InvalidCheckpoint, InvalidOption, TrainingFailed
from undersea_env.training import evaluation, export, plots, runs
from undersea_env.training.checkpoints import LANES, OPPONENTS, OPTIMISER, POLICY, read_checkpoint, write_checkpoint
from undersea_env.training.config import Config
from undersea_env.training.kernels import mix_backwards
from undersea_env.training.loop import Budget
from undersea_env.training.network import GuidingNetwork
from undersea_env.training.player import NetworkPlayer
from undersea_env.training.ppo_selfplay import train as train_ppo
from undersea_env.training.zero import Found, Memory, Record, ZeroTrainer, losses, play_again, relive, train
from undersea_env.training.zero_config import ZeroConfig
from undersea_env.training.zero_player import GuidedPlayer

TOY = toy_game.KIND
TINY = ZeroConfig(
    game=TOY.name, players=(1, 2), lanes=12, shards=2, sweeps=40, simulations=6, considered=3, full_share=0.5,
    minibatch=64, chunk=16, snapshot_every=1, snapshots=2, evaluate_every=1000, evaluation_deals=2, checkpoint_every=1,
    tensorboard=False,
)
LEARNS = ZeroConfig(
    game=TOY.name, lanes=128, shards=2, sweeps=128, window_at_first=5000, evaluation_deals=2, tensorboard=False
)
SEATS = TOY.most_players


def some_network(kind: Kind, game: Game, preset: str = "mlp", seed: int = 0) -> Any:
    """One that has opinions."""
    torch.manual_seed(seed)
    network = GuidingNetwork(preset, kind, game)
    with torch.no_grad():
        for name, parameter in network.named_parameters():
            if name.startswith(("network.policy", "network.value", "network.heads")):
                parameter.mul_(100 if parameter.dim() > 1 else 1)
    return network.eval()


def player(game: Game, simulations: int, seed: int = 0, network: Any = None) -> GuidedPlayer:
    kind = game.kind
    network = some_network(kind, game) if network is None else network
    return GuidedPlayer(network, f"zero:{simulations}", kind, simulations, Searching(simulations), seed)


def imagined(state: State, seed: int = 0) -> State:
    return state.resample(state.current_player, seed)


def asked(agent: Any, states: list[State]) -> list[int]:
    positions: Any = [imagined(state) for state in states]
    found: list[int] = agent.choose(None, None, [state.current_player for state in states], positions).tolist()
    return found


def some_states(game: Game, n: int, steps: Callable[[int], int] = lambda seed: seed) -> list[State]:
    found = [play(game.new_game(seed), seed, steps(seed)) for seed in range(3 * n)]
    return [state for state in found if not state.is_terminal][:n]


def trained(path: Path, updates: int, config: ZeroConfig = TINY, threads: int = 1, stop_after: int = 1000) -> Path:
    """A run whose budget is never used up, stopped after so many updates."""
    last = min(updates, stop_after)
    train(config, path, Budget(decisions=10**6), threads, tell=lambda words: None,
          is_over=lambda trainer: trainer.update >= last)
    return path


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run of four updates, not to be changed."""
    return trained(tmp_path_factory.mktemp("zero") / "run", 4)


@pytest.fixture
def copied(run: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(run, tmp_path / "copy"))


# --- the search ---


@pytest.mark.parametrize(("considered", "simulations"), [(0, 5), (1, 5), (2, 7), (3, 16), (8, 24), (16, 16), (5, 100)])
def test_halving_tries_answers_in_rounds_and_the_better_half_goes_on(considered: int, simulations: int) -> None:
    before = tries_before(considered, simulations)
    assert len(before) == simulations
    tries = [0] * max(1, considered)
    for number in before:
        tries[tries.index(number)] += 1                      # somebody was tried just so often
    assert sum(tries) == simulations
    if considered > 2 and simulations >= 4 * considered:
        assert sorted(tries)[-1] > 2 * sorted(tries)[0] > 0


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_the_choice_depends_on_nothing_that_is_hidden(players: int) -> None:
    """The position that is given may be any that the seat could imagine."""
    game = Game(TOY, players)
    states = some_states(game, 30)
    network = some_network(TOY, game)
    seats = [state.current_player for state in states]
    found = []
    for seed in range(3):
        worlds: Any = [imagined(state, seed) for state in states]
        found.append(player(game, 20, 5, network).choose(None, None, seats, worlds).tolist())
    assert found[0] == found[1] == found[2]
    assert all(action in state.legal_actions for action, state in zip(found[0], states, strict=True))
    first = [state.legal_actions[0] for state in states]
    assert found[0] != first


def test_answers_do_not_depend_on_who_else_is_asked() -> None:
    """Neither on the rows beside it nor on the threads of torch: the same seeds are drawn row by row."""
    game = Game(TOY, 3)
    states, network = some_states(game, 70), some_network(TOY, game)
    together = asked(player(game, 12, 7, network), states)
    agent = player(game, 12, 7, network)
    assert [asked(agent, [state])[0] for state in states] == together
    before = torch.get_num_threads()
    torch.set_num_threads(2)
    assert asked(player(game, 12, 7, network), states) == together
    assert torch.get_num_threads() == 2
    torch.set_num_threads(before)
    assert asked(player(game, 12, 8, network), states) != together


def test_where_nothing_can_be_chosen_nothing_is_searched() -> None:
    game = Game(TOY, 1, rounds=1)
    begun = game.new_game(0)
    over = play(begun.clone(), 0)
    position = begun.clone()
    position.apply_action(toy_game.PLAY)
    forced = game.from_dict(position.to_dict() | {"deck": [0] * toy_game.CARDS, "deck_count": 0})
    assert over.is_terminal
    assert forced.legal_actions == [toy_game.DIVE]

    def never(observations: Any) -> Any:
        raise AssertionError("the network was asked")

    agent: Any = player(game, 8)
    agent._network.forward = never
    assert agent.choose(None, None, [-1, 0], [over, imagined(forced)]).tolist() == [0, toy_game.DIVE]
    with pytest.raises(AssertionError, match="was asked"):
        agent.choose(None, None, [0], [imagined(begun)])


def test_a_search_finds_what_the_network_does_not_know() -> None:
    """At the end of an even game a pearl wins and a card does not; the network knows nothing and likes the card."""
    game = Game(TOY, 2, rounds=1)
    network: Any = GuidingNetwork("mlp", TOY, game)
    with torch.no_grad():
        for parameter in network.parameters():
            parameter.zero_()
        network.network.policy.bias[toy_game.DRAW] = 2.0
    position = play(game.new_game(0), 0, 3).to_dict()
    for each in position["players"][:2]:
        each |= {"by_cards": 20, "pearls": 0}
    state = game.from_dict(position)
    assert state.legal_actions == [toy_game.DRAW, toy_game.DIVE]
    alone = NetworkPlayer(network, "alone", TOY).choose(state.observation(1)[None], state.legal_mask()[None], None)
    assert alone.tolist() == [toy_game.DRAW]
    assert asked(player(game, 16, 0, network), [state]) == [toy_game.DIVE]


def test_every_seat_maximises_its_own_lead_and_a_team_its_points() -> None:
    """By worths of known outcomes: points 5, 3, 1 and the win of seat 0."""
    from undersea_env.core.guided import SETTINGS, worth_of

    settings = np.zeros(1, SETTINGS).view(np.recarray)
    settings["rivalry"], settings["winning"] = 1.0, 10.0
    outcome = np.array([5, 3, 1, 0, 1, 0, 0, 0], np.float64)
    worth: Any = worth_of.py_func                            # type: ignore[attr-defined]
    assert [worth(settings[0], outcome, 1, 3, seat) for seat in range(3)] == [12, -2, -4]
    assert [worth(settings[0], 2 * outcome, 2, 3, seat) for seat in range(3)] == [12, -2, -4]
    settings["together"] = 1
    assert [worth(settings[0], outcome, 1, 3, seat) for seat in range(3)] == [15, 3, 1]


def test_the_hidden_cards_of_a_search_are_those_of_its_own_seed(monkeypatch: pytest.MonkeyPatch) -> None:
    """What the network is shown is the seat's own view at the root, and afterwards nothing of the true deal."""
    game = Game(TOY, 2)
    state = some_states(game, 5)[4]
    seat = state.current_player
    shown: list[NDArray[np.uint8]] = []

    def spy(one: State) -> list[bytes]:
        agent: Any = player(game, 10, 3)
        ask = agent._ask

        def noting(seen: NDArray[np.uint8]) -> Any:
            shown.append(seen.copy())
            return ask(seen)

        shown.clear()
        monkeypatch.setattr(agent, "_ask", noting)
        agent.choose(None, None, [seat], [one])
        return [seen.tobytes() for seen in shown]

    worlds = [spy(state.resample(seat, seed)) for seed in range(3)]
    assert worlds[0] == worlds[1] == worlds[2]
    assert worlds[0][0] == state.observation(seat).tobytes()
    assert len(worlds[0]) > 5


# --- what is learned ---


def test_the_losses_are_those_over_legal_answers() -> None:
    rng = np.random.default_rng(0)
    logits, expected = rng.normal(size=(6, 5)), rng.normal(size=(6, 10))
    targets, outcomes = rng.random((6, 5)), rng.normal(size=(6, 10))
    targets[rng.random((6, 5)) < 0.4] = -1
    targets[:, 0] = 0.5
    is_legal = targets >= 0
    targets[is_legal] /= np.repeat(np.where(is_legal, targets, 0).sum(1), is_legal.sum(1))
    off = torch.from_numpy(expected - outcomes)
    found = losses(torch.from_numpy(logits), off, torch.from_numpy(targets), 3)
    chances = np.where(is_legal, np.exp(logits), 0)
    chances /= chances.sum(1, keepdims=True)
    pairs = [(target, chance) for target, chance in zip(targets[is_legal], chances[is_legal], strict=True)]
    square = (expected - outcomes) ** 2
    wanted = Found(*(torch.tensor(number) for number in (
        -sum(target * math.log(chance) for target, chance in pairs),
        square[:, :3].mean(1).sum(), square[:, 3:6].mean(1).sum(), square[:, 6:].mean(1).sum(),
        -sum(chance * math.log(chance) for _, chance in pairs),
        sum(target * math.log(target / chance) for target, chance in pairs if target > 0),
        (np.where(is_legal, logits, -9).argmax(1) == targets.argmax(1)).sum(), square[:, 0].sum(),
    )))
    for name, number, other in zip(Found._fields, found, wanted, strict=True):
        assert float(number) == pytest.approx(float(other)), name


def test_what_came_of_a_decision_is_mixed_with_what_was_expected_later() -> None:
    expected = np.array([[1.0], [2.0], [4.0]], np.float32)
    mix_backwards(expected, np.array([8.0], np.float32), 0.5)
    assert expected[:, 0].tolist() == [0.5 * (0.5 * 8 + 0.5 * 4) + 0.5 * 2, 0.5 * 8 + 0.5 * 4, 8.0]


@pytest.mark.parametrize("players", [1, 2, 3])
def test_rows_are_what_the_seats_saw_and_what_they_ended_with(players: int) -> None:
    """Of games of self-play, played again one by one through the public interface."""
    trainer = ZeroTrainer(dataclasses.replace(TINY, players=(players,), trust=1.0, sweeps=120))
    trainer.collect()
    records = list(trainer.memory.records)
    trainer.close()
    game = trainer.games[0]
    assert len(records) > 10
    rows = relive(game, records)
    row = 0
    for record in records:
        state, answers = game.new_game(record.deal), record.answers.tolist()
        seen: list[tuple[State, int]] = []
        while not state.is_terminal:
            legal = state.legal_actions
            if len(legal) > 1:
                if len(record.answers) - len(answers) in record.searched:
                    seen.append((state.clone(), state.current_player))
                state.apply_action(answers.pop(0))
            else:
                state.apply_action(legal[0])
        assert not answers
        assert len(seen) == len(record)
        for then, seat in seen:
            assert rows.observations[row].tobytes() == then.observation(seat).tobytes()
            assert np.flatnonzero(rows.targets[row] >= 0).tolist() == then.legal_actions
            assert rows.targets[row][then.legal_actions].sum() == pytest.approx(1.0, abs=1e-3)
            order = [(seat + k) % players for k in range(players)]
            shares = len(state.winners) if players > 1 else 1
            points = [state.scores[one] / game.points_in_reward for one in order]
            wins = [(one in state.winners) / max(1, shares) for one in order]
            outcome = rows.outcomes[row]
            assert outcome[:players] == pytest.approx(points)
            assert outcome[SEATS : SEATS + players] == pytest.approx(wins)
            breakdown = state.score_breakdown(seat)
            sources = [breakdown[source] / game.points_in_reward for source in TOY.score_sources]
            assert outcome[2 * SEATS :] == pytest.approx(sources)
            assert not outcome[players:SEATS].any()
            row += 1
    assert row == len(rows.observations)


def test_games_that_cannot_be_played_again_are_refused() -> None:
    trainer = ZeroTrainer(dataclasses.replace(TINY, players=(2,)))
    for _ in range(2):
        trainer.collect()
    trainer.close()
    record = next(one for one in trainer.memory.records if len(one) > 1)
    for wrong in (
        dataclasses.replace(record, answers=np.full_like(record.answers, 300)),
        dataclasses.replace(record, answers=np.full_like(record.answers, -1)),
        dataclasses.replace(record, answers=np.append(record.answers, record.answers)),
        dataclasses.replace(record, cuts=np.append(record.cuts[:1] + 1, record.cuts[1:])),
        dataclasses.replace(record, answers=record.answers[:-1], searched=record.searched[:1], cuts=record.cuts[:2]),
    ):
        with pytest.raises(TrainingFailed, match="cannot be played again"):
            relive(trainer.games[0], [wrong])
    assert play_again(trainer.games[0], [record]).over.all()


def test_what_is_expected_is_told_by_what_is_usual() -> None:
    """So that at first the network expects the usual, and a change of the usual changes what it expects as much."""
    game = Game(TOY, 2)
    network = GuidingNetwork("mlp", TOY, game)
    seen = torch.from_numpy(game.new_game(0).observation(0)[None])
    outcomes = torch.from_numpy(np.random.default_rng(0).normal(3, 2, (500, 10))).float()
    outcomes[:, 7] = 0.5
    with torch.no_grad():
        before = network(seen)[1]
        network.follow(outcomes, 1.0)
        assert torch.allclose(network.middle, outcomes.mean(0))
        assert torch.allclose(network.spread[:7], outcomes[:, :7].std(0), rtol=1e-2)
        assert float(network.spread[7]) == pytest.approx(1e-3)
        expected = network(seen)[1]
        assert torch.allclose(expected, network.middle + network.spread * before)
        network.follow(outcomes + 10, 0.2)
        assert torch.allclose(network(seen)[1], expected + 2, atol=1e-4)


def some_record(rows: int, table: int = 0) -> Record:
    return Record(table, 7, np.zeros(9, np.int16), np.arange(rows, dtype=np.int32), np.zeros((rows, 8), np.float32),
                  2 * np.arange(rows + 1, dtype=np.int32), np.ones(2 * rows, np.uint16))


def test_the_window_grows_and_forgets_the_oldest_games() -> None:
    memory = Memory(dataclasses.replace(TINY, window_at_first=10, window_share=0.5, window=30))
    sizes = []
    for _ in range(20):
        assert memory.add([some_record(5)]) == 5
        sizes.append(memory.rows)
    assert sizes[:5] == [5, 10, 10, 10, 15]                  # never less than wanted, never a game more than that
    assert max(sizes) == sizes[-1] == 30
    assert memory.rows_so_far == 100
    drawn = list(memory.drawn(70, np.random.default_rng(0)))
    assert sum(map(len, drawn)) == 70
    assert not list(memory.drawn(0, np.random.default_rng(0)))


def test_fast_answers_teach_nothing_and_cost_one_judgement() -> None:
    searches = Searches(Game(TOY, 2), 8, Searching(6, considered=3, full_share=1e-6, noise=1.0), plays_on=True)
    searches.deal(np.arange(8, dtype=np.uint64) << np.uint64(30))
    searches.begin()
    nothing = np.zeros((8, TOY.num_actions), np.float32), np.zeros((8, 2 * SEATS), np.float32)
    for _ in range(50):
        searches.go_on(*nothing)
    events = searches.events[: searches.used[0]]
    assert (events["action"] != GAME_ENDS).sum() == 8 * 50
    assert (events["target"] == -1).all()
    assert searches.used[1] == 0


# --- runs ---


def files_of(run: Path) -> dict[str, bytes]:
    place = checkpoints_of(run)[-1]
    return {name: (place / name).read_bytes() for name in (POLICY, OPTIMISER, OPPONENTS, LANES)}


def test_a_run_does_not_depend_on_the_threads(run: Path, tmp_path: Path) -> None:
    assert files_of(trained(tmp_path / "two", 4, threads=2)) == files_of(run)
    other = trained(tmp_path / "other", 4, dataclasses.replace(TINY, seed=1))
    assert files_of(other)[POLICY] != files_of(run)[POLICY]


def test_a_run_that_was_stopped_goes_on_exactly(run: Path, tmp_path: Path) -> None:
    """In the middle of games and searches."""
    stopped = trained(tmp_path / "stopped", 4, stop_after=2)
    assert int(json.loads((checkpoints_of(stopped)[-1] / "progress.json").read_text())["update"]) == 2
    trained(stopped, 4)
    assert files_of(stopped) == files_of(run)
    columns = ("update", "decisions", "games", "policy_loss", "window")
    told = [[row[name] for name in columns] for row in runs.read_table(run / runs.CURVES)]
    assert [[row[name] for name in columns] for row in runs.read_table(stopped / runs.CURVES)] == told
    assert [row[0] for row in told] == ["1", "2", "3", "4"]


def test_a_run_that_is_killed_loses_at_most_an_interval(tmp_path: Path) -> None:
    path = tmp_path / "run"
    settings = [f"{name}={value}" for name, value in TINY.as_data().items()
                if not isinstance(value, list | None) and name not in ("game", "trainer")]
    words = ["--game", TOY.name, "train", "zero", "--out", str(path), "--decisions", "1000000", "--no-plots", "--set"]
    program = "import sys; from undersea_env.commands.main import main; sys.exit(main(sys.argv[1:]))"
    process = subprocess.Popen(
        [sys.executable, "-c", program, *words, *settings, "players=1,2"], stderr=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
    )
    end = time.monotonic() + 240
    while len(runs.read_table(path / runs.CURVES)) < 5:
        assert time.monotonic() < end
        assert process.poll() is None
        time.sleep(0.02)
    process.kill()
    process.wait()
    noted = len(runs.read_table(path / runs.CURVES))
    found = runs.Run(path, TINY).newest()
    assert found is not None
    reached = int(found.manifest["update"])
    assert noted - 1 <= reached <= noted
    trained(path, reached + 1)
    assert [int(row["update"]) for row in runs.read_table(path / runs.CURVES)] == list(range(1, reached + 2))


def test_past_selves_evaluations_and_the_picture(run: Path) -> None:
    told = runs.read_table(run / runs.EVALUATIONS)
    assert [(row["players"], row["opponent"]) for row in told] == [("1", "alone"), ("2", "random")]
    trainer = ZeroTrainer(dataclasses.replace(TINY, evaluation_simulations=3))
    for _ in range(3):
        trainer.advance(0.0)
    found = [(strength.players, strength.opponent) for strength in trainer.evaluate()]
    trainer.close()
    assert found == [(1, "alone"), (2, "random"), (2, "earlier self")]
    assert len(trainer.snapshots) == 2
    assert plots.plot_run(run) is not None


def test_a_network_of_ppo_may_be_the_beginning(tmp_path: Path) -> None:
    config = Config(game=TOY.name, lanes=8, steps=16, minibatch=64, evaluation_deals=2, tensorboard=False)
    train_ppo(config, tmp_path / "ppo", Budget(decisions=128), 1, tell=lambda words: None)
    start = str(tmp_path / "ppo")
    begun = ZeroTrainer(dataclasses.replace(TINY, players=(2,), start=start))
    begun.close()
    states = some_states(begun.games[0], 20)
    seen = np.stack([state.observation(state.current_player) for state in states])
    ours, _ = begun.network(torch.from_numpy(seen))
    theirs, _ = read_checkpoint(checkpoints_of(tmp_path / "ppo")[-1]).network()(torch.from_numpy(seen))
    nothing, _ = ZeroTrainer(dataclasses.replace(TINY, players=(2,))).network(torch.from_numpy(seen))
    assert torch.equal(ours, theirs)
    assert not torch.equal(ours, nothing)
    with pytest.raises(InvalidCheckpoint, match="is no checkpoint"):
        ZeroTrainer(dataclasses.replace(TINY, start=str(tmp_path / "nowhere")))
    with pytest.raises(InvalidOption, match="is a network mlp for Tide Pools; this run has small for Underwater"):
        ZeroTrainer(ZeroConfig(start=start, lanes=2))


# --- what is refused ---


def rewritten(place: Path, **changes: Any) -> None:
    """The checkpoint with other tensors of its lanes, whole by its hashes."""
    checkpoint = read_checkpoint(place)
    tensors = {name: checkpoint.tensors(name) for name in (POLICY, OPTIMISER, OPPONENTS, LANES)}
    for name, change in changes.items():
        tensors[LANES][name.replace("_", "/")] = change(tensors[LANES][name.replace("_", "/")].clone())
    facts = {name: value for name, value in checkpoint.manifest.items() if name != "files"}
    write_checkpoint(place, facts, tensors, checkpoint.progress())


@pytest.mark.parametrize(
    ("name", "change"),
    [
        ("0_answers", lambda tensor: tensor + 100),
        ("0_answers", lambda tensor: tensor[:-1]),
        ("0_deals", lambda tensor: tensor[:-1]),
        ("0_every", lambda tensor: tensor[:-1]),
        ("0_chance", lambda tensor: tensor[:-1]),
        ("-1_heads", lambda tensor: -tensor),
        ("-1_heads", lambda tensor: tensor + 1),
        ("-1_searched", lambda tensor: tensor - 5),
        ("-1_cuts", lambda tensor: 0 * tensor),
        ("-1_expected", lambda tensor: tensor[:-1]),
    ],
)
def test_damaged_games_of_a_checkpoint_are_refused_in_words(copied: Path, name: str, change: Any) -> None:
    rewritten(checkpoints_of(copied)[-1], **{name: change})
    with pytest.raises(InvalidCheckpoint, match="does not fit this run"):
        trained(copied, 5)


def test_a_checkpoint_that_is_rewritten_alike_goes_on(copied: Path) -> None:
    """So that the damage above is what is refused."""
    rewritten(checkpoints_of(copied)[-1], **{"0_answers": lambda tensor: tensor})
    trained(copied, 5)


def test_remembered_games_with_other_answers_stop_the_run_in_words(copied: Path) -> None:
    rewritten(checkpoints_of(copied)[-1], **{"-1_answers": lambda tensor: 0 * tensor + 2})
    with pytest.raises(TrainingFailed, match="cannot be played again"):
        trained(copied, 8)


def test_a_damaged_checkpoint_is_passed_over(copied: Path, capsys: Capture) -> None:
    newest = checkpoints_of(copied)[-1]
    content = bytearray((newest / LANES).read_bytes())
    content[-1] ^= 1
    (newest / LANES).write_bytes(content)
    found = runs.Run(copied, TINY).newest()
    assert found is not None
    assert found.path == checkpoints_of(copied)[-2]
    assert "damaged" in capsys.readouterr().err


def test_another_config_does_not_go_on(copied: Path) -> None:
    with pytest.raises(InvalidOption, match=r"another config \(simulations: 6, now 7"):
        trained(copied, 5, dataclasses.replace(TINY, simulations=7))
    with pytest.raises(InvalidOption, match="is a run of `undersea train zero`; choose another folder"):
        runs.read_config(copied, Config)


@pytest.mark.parametrize(
    "setting",
    [
        "simulations=0", "considered=0", "full_share=0", "trust=1.5", "lanes=3", "preset=huge", "winning=nan",
        "seed=-1", "trainer=ppo", "rounds=77", "players=2,2", "colour=red", "window=0", "reuse=-1",
        "tables=colour=1",
    ],
)
def test_settings_that_are_not_allowed_are_refused(setting: str) -> None:
    with pytest.raises(InvalidOption):
        TINY.changed([setting])


def test_a_config_reads_back() -> None:
    config = TINY.changed(["tables=rounds=2,rounds=3 goal=9", "simulations=9", "start=runs/ppo"])
    assert ZeroConfig.from_data(json.loads(json.dumps(config.as_data()))) == config
    assert [(game.num_players, game.options.rounds) for game in config.all_games()] == [
        (1, 4), (2, 4), (1, 2), (2, 2), (1, 3), (2, 3)
    ]


def test_a_game_without_a_guided_search_is_refused() -> None:
    from undersea_env.core.guiding import guided_module_of

    with pytest.raises(InvalidOption, match="Tide Pools has no `guided`"):
        guided_module_of(dataclasses.replace(TOY, guided=None))


# --- agents ---


def test_agents_by_their_codes(run: Path) -> None:
    alone, searching = (make(code, game=TOY) for code in (f"zero:{run}", f"zero:5@{run}"))
    assert (alone.name, searching.name) == ("zero:run", "zero:5@run")
    assert isinstance(alone, NetworkPlayer)
    assert not isinstance(alone, GuidedPlayer)
    assert isinstance(searching, GuidedPlayer)
    batch = Batch(Game(TOY, 2), 6)
    masks, seats = batch.legal().copy(), batch.players()
    for agent in (alone, searching):
        chosen = agent.choose(batch.observe(), masks, seats, Positions.imagined(batch, 1))
        assert masks[np.arange(6), chosen].all()
    with pytest.raises(InvalidOption, match="decides by positions"):
        searching.choose(batch.observe(), masks, seats)


@pytest.mark.parametrize(
    ("code", "reason"),
    [
        ("zero", "undersea train zero"),
        ("zero:8", "undersea train zero"),
        ("zero:0@RUN", "zero takes 1 to"),
        ("zero:8@", "behind an @"),
        ("zero:9999999@RUN", "zero takes 1 to"),
        ("zero:nowhere", "is no checkpoint"),
        ("zero:8@nowhere", "is no checkpoint"),
        ("ppo:RUN", "was trained by `undersea train zero`: name it zero:"),
    ],
)
def test_codes_that_name_no_agent_are_refused(run: Path, code: str, reason: str) -> None:
    with pytest.raises((InvalidOption, InvalidCheckpoint), match=reason):
        make(code.replace("RUN", str(run)), game=TOY)


def test_a_network_plays_the_game_that_it_learned_and_no_other(run: Path) -> None:
    for code in (f"zero:{run}", f"zero:3@{run}"):
        with pytest.raises(InvalidOption, match="trained for Tide Pools, not for Underwater Cities"):
            make(code)


def test_the_command_trains_evaluates_and_plays(tmp_path: Path, capsys: Capture) -> None:
    path = str(tmp_path / "run")
    settings = [f"{name}={getattr(TINY, name)}" for name in ("shards", "sweeps", "simulations", "evaluation_deals")]
    words = ["train", "zero", "--out", path, "--lanes", "8", "--decisions", "300", "--seed", "4", "--json", "--set"]
    assert cli.main(["--game", TOY.name, *words, *settings, "tensorboard=false", "rounds=2"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["done"]
    assert int(told["last"]["curves"]["decisions"]) >= 300
    assert (tmp_path / "run" / plots.PICTURE).stat().st_size > 10_000
    assert cli.main(["eval", path, "--deals", "2", "--processes", "1", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert [agent["agent"] for agent in told["agents"]] == ["zero:run", "random"]
    seats = f"zero:4@{path},zero:{path}"
    assert cli.main(["--game", TOY.name, "simulate", "--seats", seats, "--games", "4", "--processes", "1", "--json",
                     "--rounds", "2"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert [agent["agent"] for agent in told["agents"]] == ["zero:4@run", "zero:run"]
    assert all(agent["forfeits"] == {} for agent in told["agents"])
    assert export.main([path, str(tmp_path / "network")]) == 0
    assert make(f"zero:3@{tmp_path / 'network'}", game=TOY).name == "zero:3@network"


# --- every game ---


@pytest.mark.parametrize("name", NAMES)
def test_every_game_plays_itself_and_learns(name: str) -> None:
    """A few updates over tables of one and several players, alone, against each other, and together."""
    kind = kind_of(name)
    sample = SAMPLES[name]
    sizes = {given["num_players"]: given for given in sample.whole.values()}
    cooperative = next((given for given in sample.whole.values() if given.get("mode") == "cooperative"), None)
    several = cooperative or sizes[2]
    for given in (sizes[1], several):
        options = {key: value for key, value in given.items() if key != "num_players"} | sample.shortest
        config = ZeroConfig(
            game=name, players=(given["num_players"],), options=options, lanes=4, shards=1, sweeps=150, simulations=4,
            considered=2, minibatch=32, chunk=32, tensorboard=False, full_share=0.2,
        )
        trainer = ZeroTrainer(config, 1)
        rows = [trainer.advance(0.0) for _ in range(2)]
        game = trainer.games[0]
        states = some_states(game, 3, lambda seed: seed)
        chosen = []
        for seed in range(2):
            worlds: Any = [imagined(state, seed) for state in states]
            agent = GuidedPlayer(trainer.network, "zero:6", kind, 6, config.searching())
            chosen.append(agent.choose(None, None, [state.current_player for state in states], worlds).tolist())
        trainer.close()
        assert sum(row["games"] for row in rows) > 0
        assert sum(row["learned_rows"] for row in rows) > 0
        assert chosen[0] == chosen[1]
        assert all(action in state.legal_actions for action, state in zip(chosen[0], states, strict=True))


# --- learning ---


def test_from_nothing_it_learns_to_beat_random_clearly() -> None:
    trainer = ZeroTrainer(LEARNS)
    game = trainer.games[0]

    def strength(agent: Any) -> evaluation.Strength:
        return evaluation._match(game, agent, make("random", seed=2, game=TOY), "random", 150)

    untrained = strength(NetworkPlayer(trainer.network, "policy", TOY))
    while trainer.decisions < 60_000:
        trainer.advance(trainer.decisions / 60_000)
    trainer.close()
    taught = strength(NetworkPlayer(trainer.network, "policy", TOY))
    searching = strength(GuidedPlayer(trainer.network, "zero:16", TOY, 16, LEARNS.searching()))
    assert untrained.win_share.mean < 0.6
    assert taught.win_share.low > 0.6
    assert taught.lead.low > 8
    assert searching.lead.low > 8
