"""The learned value: what it sees, that kernels and torch agree, how it is learned, kept and played."""

import dataclasses
import itertools
import json
import pickle
import random
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
import torch
from safetensors.numpy import load, save

import undersea_env
from undersea_env.agents import Positions, make
from undersea_env.agents.greedy import Greedy
from undersea_env.agents.search import Search
from undersea_env.agents.value import DEALS_OF_AN_ANSWER, MOST_TRIALS, value_player
from undersea_env.commands import main as cli
from undersea_env.core.batch import Batch
from undersea_env.core.checkpoint_files import MANIFEST, PROGRESS, checkpoints_of, write_files
from undersea_env.core.position import Game, State
from undersea_env.errors import InvalidCheckpoint, InvalidOption
from undersea_env.training import plots, runs
from undersea_env.training.config import Config
from undersea_env.training.loop import Budget
from undersea_env.training.value import Players, ValueTrainer, train
from undersea_env.training.value_config import ValueConfig
from undersea_env.underwater_cities.heuristic.learned import IN_HAND, LEARNED, MOST_THINGS, NUMBERS, THINGS
from undersea_env.underwater_cities.heuristic.learned_value import (
    PRETRAINED,
    VALUE,
    LearnedValue,
    book_hash,
    network_from,
    read_value,
)
from undersea_env.underwater_cities.kernel import actions
from undersea_env.underwater_cities.value_learning import ValueNetwork, joined, look_at

Capture = pytest.CaptureFixture[str]
TINY = ValueConfig(
    players=(2,), options={"boards": "symmetric", "rounds": (1,)}, greedy_games=60, search_games=4, simulations=2,
    search_share=0.0, personalities=3, minibatch=64, evaluation_deals=1, checkpoint_every=1, evaluate_every=1000,
    tensorboard=False,
)


def positions(game: Game, seed: int) -> Iterator[State]:
    state, rng = game.new_game(seed), random.Random(seed)
    while not state.is_terminal:
        yield state.clone()
        state.apply_action(rng.choice(state.legal_actions))


def some_positions(players: int, step: int, seed: int = 1, **options: Any) -> list[State]:
    return list(itertools.islice(positions(undersea_env.game(players, **options), seed), 2, None, step))


def records(states: list[State]) -> Any:
    return np.concatenate([state.states.view(np.ndarray) for state in states])


def asked(agent: Any, *states: State) -> tuple[Any, Any]:
    return agent.search(SimpleNamespace(game=states[0].game, states=records(list(states))))


def some_network(seed: int = 0) -> ValueNetwork:
    torch.manual_seed(seed)
    network = ValueNetwork()
    with torch.no_grad():
        for parameter in network.parameters():
            parameter.normal_(0, 0.2)
    return network


def a_value(game: Game, seed: int = 0) -> LearnedValue:
    return LearnedValue(some_network(seed).record(), book_hash(game))


def trained(path: Path, updates: int, config: ValueConfig = TINY, stop_after: int | None = None) -> Path:
    last = updates if stop_after is None else stop_after
    budget = Budget(decisions=10**9)                     # the same schedule, however long it goes on
    train(config, path, budget, tell=lambda words: None, is_over=lambda trainer: trainer.update >= last)
    return path


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run of two updates, not to be changed."""
    return trained(tmp_path_factory.mktemp("value") / "run", 2)


@pytest.fixture
def checkpoint(run: Path, tmp_path: Path) -> Path:
    """A copy of the newest checkpoint, to be spoilt."""
    return Path(shutil.copytree(checkpoints_of(run)[-1], tmp_path / "checkpoint"))


# --- what the network sees and says ---


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_the_network_sees_nothing_that_its_seat_cannot_know(players: int) -> None:
    for state in some_positions(players, 13, contracts=players > 1):
        for seat in range(players):
            worlds = [state, state.resample(seat, 1), state.resample(seat, 2)]
            seen = look_at(records(worlds), state.game, np.arange(3), np.full(3, seat))
            assert (seen.inputs.numbers == seen.inputs.numbers[0]).all()
            assert (seen.inputs.things == seen.inputs.things[0]).all()
            assert (seen.greedy == seen.greedy[0]).all()


def test_the_network_sees_its_own_hand_and_not_those_of_others() -> None:
    for state in some_positions(2, 9):
        hands = [set(state.to_dict()["players"][seat]["hand"]) for seat in range(2)]
        seen = look_at(records([state, state]), state.game, np.arange(2), np.arange(2))
        for seat in range(2):
            assert {thing for thing in seen.inputs.things[seat].tolist() if thing <= 205} == hands[seat]


@pytest.mark.parametrize("players", [1, 2, 4])
def test_kernels_and_torch_agree(players: int) -> None:
    network = some_network()
    states = some_positions(players, 3, contracts=players > 1)
    n = len(states)
    seen = look_at(records(states), states[0].game, np.arange(n), np.zeros(n), network.record())
    with torch.no_grad():
        said = network(torch.from_numpy(seen.inputs.numbers), torch.from_numpy(seen.inputs.things)).numpy()
    assert np.abs(said).max() > 1
    assert np.allclose(seen.correction, said, rtol=1e-4, atol=1e-3)
    assert seen.inputs.things.max() <= THINGS
    assert seen.inputs.things.shape[1] < MOST_THINGS
    assert seen.inputs.numbers.shape[1] == NUMBERS
    assert np.abs(seen.inputs.numbers).max() < 20


def test_what_it_says_does_not_depend_on_who_else_is_looked_at() -> None:
    network = some_network().record()
    states = some_positions(3, 11)
    together = look_at(records(states), states[0].game, np.arange(len(states)), np.ones(len(states)), network)
    for k, state in enumerate(states):
        alone = look_at(records([state]), state.game, np.zeros(1), np.ones(1), network)
        assert alone.correction[0] == together.correction[k]


# --- play ---


def test_weights_of_zero_change_nothing() -> None:
    states = some_positions(2, 6)
    zero = np.zeros(1, LEARNED)
    zero["is_used"] = 1
    nothing = LearnedValue(zero, book_hash(states[0].game))
    plain = asked(Search(30, seed=3), *states)[1]
    assert np.array_equal(plain, asked(Search(30, seed=3, value=nothing), *states)[1])
    assert not np.array_equal(plain, asked(Search(30, seed=3, value=a_value(states[0].game)), *states)[1])


def test_the_search_is_the_same_however_its_questions_are_cut_into_batches() -> None:
    states = some_positions(2, 7)
    for made in (lambda: value_player(read_value(), seed=4), lambda: make("mcts+value:9", seed=4)):
        agent, other = made(), made()
        together = asked(agent, *states)[0]
        assert together.tolist() == [int(asked(other, state)[0][0]) for state in states]


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_choices_depend_on_nothing_that_is_hidden(players: int) -> None:
    for state in some_positions(players, 47, contracts=players > 1):
        seat = state.current_player
        for made in (lambda: value_player(read_value(), seed=5), lambda: make("mcts+value:12", seed=5)):
            found = [asked(made(), world)[1] for world in (state, state.resample(seat, 1))]
            assert np.array_equal(*found)


def test_the_value_player_tries_every_answer_in_the_same_number_of_deals() -> None:
    for state in some_positions(2, 5):
        n = len(state.legal_actions)
        if 1 < n <= MOST_TRIALS // DEALS_OF_AN_ANSWER:
            _, visits = asked(value_player(read_value()), state)
            assert visits[0][state.legal_actions].tolist() == [DEALS_OF_AN_ANSWER] * n


def test_a_player_keeps_the_cards_that_its_network_likes() -> None:
    """Discarding (G-9), by two networks that differ in what one card in hand is worth."""
    game, found = undersea_env.game(2), 0
    for state in itertools.chain(*(positions(game, seed) for seed in range(6))):
        legal = state.legal_actions
        after = state.clone()
        after.apply_action(legal[0])
        if len(legal) == 1 or not is_to_discard(state) or after.is_terminal or is_to_discard(after):
            continue
        found += 1
        hand = state.to_dict()["players"][state.current_player]["hand"]
        for worth in (5.0, -5.0):
            network = np.zeros(1, LEARNED)
            network["is_used"] = 1
            network["things"][0, IN_HAND + hand[1], 0] = worth
            chosen, _ = asked(value_player(LearnedValue(network, book_hash(game))), state)
            assert (chosen[0] == actions.HAND + 1) == (worth < 0)
    assert found


def is_to_discard(state: State) -> bool:
    return all(actions.HAND <= action < actions.ONCE for action in state.legal_actions)


def test_agents_play_in_the_arena(run: Path, capsys: Capture) -> None:
    seats = f"value,mcts+value:3,value:{run},mcts+value:2@{run}"
    words = ["simulate", "--seats", seats, "--games", "4", "--rounds", "1", "--processes", "1", "--json"]
    assert cli.main(words) == 0
    told = json.loads(capsys.readouterr().out)
    assert [standing["agent"] for standing in told["agents"]] == [
        "value", "mcts+value:3", f"value:{run.name}", f"mcts+value:2@{run.name}",
    ]
    assert not any(standing["forfeits"] for standing in told["agents"])


def test_a_run_is_evaluated_by_the_command(run: Path, capsys: Capture) -> None:
    assert cli.main(["eval", str(run), "--vs", "random", "--deals", "2", "--processes", "1", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert [standing["games"] for standing in told["agents"]] == [4, 4]


def test_playing_needs_no_torch() -> None:
    program = (
        "import sys; sys.modules['torch'] = None\n"
        "import undersea_env\n"
        "from undersea_env.agents import Positions, make\n"
        "state = undersea_env.game(2).new_game(3)\n"
        "for code in ('value', 'mcts+value:2'):\n"
        "    action = make(code).choose(None, None, None, Positions(state.game, state.states))[0]\n"
        "    assert action in state.legal_actions\n"
    )
    subprocess.run([sys.executable, "-c", program], check=True, timeout=300)


@pytest.mark.parametrize("number", ["", ":", ":x", ":-1", ":0", ":@run", ":²"])
def test_codes_that_mean_nothing_are_refused(number: str) -> None:
    with pytest.raises(InvalidOption, match="simulations"):
        make(f"mcts+value{number}")


def test_a_value_of_other_components_is_refused(tmp_path: Path) -> None:
    here = Path(undersea_env.__file__).parent / "underwater_cities" / "components"
    book = Path(shutil.copytree(here, tmp_path / "book"))
    many = undersea_env.game(4, boards="asymmetric", contracts=True, rounds=(1, 1))
    assert book_hash(undersea_env.game(2)) == book_hash(many) == book_hash(undersea_env.game(2, components=book))
    cards = (book / "era_cards.csv").read_text()
    (book / "era_cards.csv").write_text(cards.replace("produce 2 points", "produce 7 points"))
    other = undersea_env.game(2, components=book)
    state = other.new_game(1)
    nothing: Any = None
    for code in ("value", "mcts+value:3"):
        agent: Any = make(code)
        agent.check(many)
        with pytest.raises(InvalidOption, match="other components"):
            agent.check(other)
        with pytest.raises(InvalidOption, match="other components"):
            agent.choose(None, nothing, nothing, Positions(other, state.states))
    assert make("mcts:3").choose(None, nothing, nothing, Positions(other, state.states))[0] in state.legal_actions


def test_the_pretrained_value_is_nearer_to_final_points_than_greedys() -> None:
    config = dataclasses.replace(TINY, options={"boards": "symmetric"}, positions=0.2)
    samples = Players(undersea_env.game(2), config).play(60, 7, None)
    trainer = ValueTrainer(config)
    weights = load((PRETRAINED / VALUE).read_bytes())
    trainer.network.load_state_dict({name: torch.from_numpy(tensor) for name, tensor in weights.items()})
    errors = trainer.errors(samples)
    assert errors.error < 0.85 * errors.greedy_error
    assert errors.explained > errors.greedy_explained + 0.1


# --- learning ---


def test_learning_reduces_the_error_on_games_never_seen(tmp_path: Path) -> None:
    path = trained(tmp_path / "run", 12, dataclasses.replace(TINY, greedy_games=200, epochs=2))
    rows = runs.read_table(path / runs.CURVES)
    assert float(rows[0]["error"]) == pytest.approx(float(rows[0]["greedy_error"]), rel=0.2)
    assert float(rows[-1]["error"]) < 0.8 * float(rows[-1]["greedy_error"])
    assert float(rows[-1]["explained"]) > float(rows[-1]["greedy_explained"]) + 0.1


def test_samples_are_what_the_game_came_to() -> None:
    table = Players(undersea_env.game(3, rounds=(1,)), dataclasses.replace(TINY, positions=1.0, unsettled=0.0))
    samples = table.play(2, 5, None)
    assert len(samples) == 2 * 9 * 3                     # 9 turns in each game, seen from 3 seats
    batch = Batch(table.game, 2)
    batch.reset(np.random.default_rng(5).integers(1 << 63, size=2).tolist())
    while not batch.over.all():
        batch.step(Greedy().choose(None, batch.legal(), None, batch))
    found = sorted(map(tuple, samples.points.reshape(-1, 3).tolist()))       # by seats, at every turn
    assert found == sorted(9 * list(map(tuple, batch.scores()[:, :3].tolist())))
    assert np.array_equal(samples.points, table.play(2, 5, None).points)
    assert not np.array_equal(samples.points, table.play(2, 6, None).points)


def test_samples_of_different_width_are_joined() -> None:
    games = [undersea_env.game(1, rounds=(1,)), undersea_env.game(2, rounds=(2,))]
    parts: list[Any] = [Players(game, TINY).play(2, 1, None).inputs for game in games]
    together = joined(parts)
    assert len(together.numbers) == len(together.things) == len(parts[0].numbers) + len(parts[1].numbers)
    assert together.things.max() == THINGS


def test_the_search_plays_at_the_end_of_the_budget(tmp_path: Path) -> None:
    path = trained(tmp_path / "run", 1, dataclasses.replace(TINY, search_share=1.0))
    assert [row["search"] for row in runs.read_table(path / runs.CURVES)] == ["1"]


def test_a_run_that_was_stopped_ends_in_the_same_weights(run: Path, tmp_path: Path) -> None:
    trained(tmp_path / "run", 2, stop_after=1)
    assert len(runs.read_table(tmp_path / "run" / runs.CURVES)) == 1
    trained(tmp_path / "run", 2)
    both = [(checkpoints_of(path)[-1] / VALUE).read_bytes() for path in (run, tmp_path / "run")]
    assert both[0] == both[1]
    assert len(runs.read_table(tmp_path / "run" / runs.CURVES)) == 2
    tables = [runs.read_table(path / runs.EVALUATIONS) for path in (run, tmp_path / "run")]
    assert tables[0] == tables[1]
    assert [(row["update"], row["opponent"]) for row in tables[0]] == [("0", "random"), ("0", "greedy")]


def test_other_seeds_learn_other_weights(run: Path, tmp_path: Path) -> None:
    other = trained(tmp_path / "run", 1, dataclasses.replace(TINY, seed=1))
    assert (checkpoints_of(other)[-1] / VALUE).read_bytes() != (checkpoints_of(run)[-2] / VALUE).read_bytes()


def test_the_command_trains_and_tells(tmp_path: Path, capsys: Capture) -> None:
    names = ("greedy_games", "personalities", "evaluation_deals", "search_share")
    settings = [f"{name}={getattr(TINY, name)}" for name in names]
    out = tmp_path / "run"
    words = ["train", "value", "--out", str(out), "--players", "2", "--decisions", "1", "--seed", "3", "--json"]
    assert cli.main([*words, "--set", "rounds=1", *settings]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["done"] is True
    assert told["last"]["curves"]["update"] == "1"
    assert told["last"]["evaluations"]["opponent"] == "greedy"
    assert list((out / runs.TENSORBOARD).glob("events*"))
    assert (out / "learning_curves.png").stat().st_size > 1000
    assert runs.read_config(out, ValueConfig).players == (2,)
    assert cli.main([*words, "--set", "epochs=9"]) != 0
    assert "another config (epochs" in capsys.readouterr().err


def test_it_is_watched_as_often_as_other_runs() -> None:
    for name in ("evaluate_every", "checkpoint_every", "tensorboard"):
        assert getattr(ValueConfig(), name) == getattr(Config(), name), name


def test_the_picture_shows_the_win_share_and_when_the_search_plays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = trained(tmp_path / "run", 2, dataclasses.replace(TINY, evaluate_every=1, search_share=1.0))
    figures: list[Any] = []
    monkeypatch.setattr("matplotlib.figure.Figure.savefig", lambda self, *words, **options: figures.append(self))
    assert plots.plot_value_run(path) is not None
    wins = figures[0].axes[0]
    assert "games won" in wins.get_title()
    rows = [row for row in runs.read_table(path / runs.EVALUATIONS) if row["opponent"] == "greedy"]
    assert [row["update"] for row in rows] == ["0", "1", "2"]
    shown = wins.containers[1]
    assert shown.get_label() == "against greedy"
    assert shown[0].get_ydata().tolist() == pytest.approx([100 * float(row["win_share"]) for row in rows])
    assert shown[0].get_xdata() == pytest.approx([float(row["seconds"]) / 60 for row in rows])
    (shade,) = wins.patches
    assert shade.get_width() == pytest.approx(float(rows[-1]["seconds"]) / 60)


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        (["players=5"], "num_players"), (["players=2,2"], "different"), (["boards=round"], "boards"),
        (["epochs=0"], "epochs is from"), (["learning_rate=nan"], "learning_rate"), (["lanes=3"], "a setting is"),
        (["preset=small"], "another kind"), (["epochs=x"], "epochs cannot be"), (["rounds=0"], "rounds"),
    ],
)
def test_impossible_settings_are_refused(settings: list[str], words: str) -> None:
    with pytest.raises(InvalidOption, match=words):
        ValueConfig().changed(settings)


# --- files ---


def spoil(checkpoint: Path, content: bytes) -> Path:
    """Other tensors, with a manifest that fits them."""
    manifest = json.loads((checkpoint / MANIFEST).read_text())
    facts = {name: told for name, told in manifest.items() if name not in ("files", "format")}
    write_files(checkpoint, facts, {VALUE: content, PROGRESS: b"{}"})
    return checkpoint


def test_a_checkpoint_and_a_run_are_read_back(run: Path, checkpoint: Path) -> None:
    for path in (run, checkpoint):
        assert np.array_equal(read_value(str(path)).network, read_value(str(checkpoints_of(run)[-1])).network)


def test_damaged_and_hostile_files_are_refused(checkpoint: Path) -> None:
    content = (checkpoint / VALUE).read_bytes()
    (checkpoint / VALUE).write_bytes(content[:-1] + bytes([content[-1] ^ 1]))
    with pytest.raises(InvalidCheckpoint, match="damaged"):
        read_value(str(checkpoint))
    tensors = load(content)
    for spoilt, words in (
        (pickle.dumps(tensors), "not a file of tensors"),
        (b"", "not a file of tensors"),
        (b"\xff" * 64, "not a file of tensors"),
        (save({name: tensor for name, tensor in tensors.items() if name != "bias"}), "this network: bias"),
        (save(tensors | {"more": tensors["bias"]}), "this network: more"),
        (save(tensors | {"bias": tensors["bias"][:-1].copy()}), "bias is"),
        (save(tensors | {"bias": tensors["bias"].astype(np.float64)}), "float64"),
        (save(tensors | {"bias": tensors["bias"] * np.float32(np.nan)}), "not finite"),
    ):
        with pytest.raises(InvalidCheckpoint, match=words):
            read_value(str(spoil(checkpoint, spoilt)))


def test_manifests_that_do_not_fit_are_refused(checkpoint: Path) -> None:
    good = json.loads((checkpoint / MANIFEST).read_text())
    for change, words in (
        ({"preset": "small"}, "train value"), ({"book": 3}, "train value"), ({"network": [1]}, "another network"),
        ({"format": 99}, "format"), ({"score": "high"}, "score"), ({"files": {"../x": {}}}, "files"),
    ):
        (checkpoint / MANIFEST).write_text(json.dumps(good | change))
        with pytest.raises(InvalidCheckpoint, match=words):
            read_value(str(checkpoint))


def test_paths_that_are_no_value_are_refused(run: Path, tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    for path in (tmp_path / "nowhere", tmp_path / "empty"):
        for code in (f"value:{path}", f"mcts+value:3@{path}"):
            with pytest.raises(InvalidCheckpoint, match="no checkpoint"):
                make(code)
    other = "by `undersea train value`, not by `undersea train ppo or sb3 or zero`"
    with pytest.raises(InvalidCheckpoint, match=other):
        make(f"ppo:{run}")
    with pytest.raises(InvalidOption):
        runs.read_config(run, Config)
    with pytest.raises(InvalidCheckpoint, match="not a file of tensors"):
        network_from(b"rubbish", Path("x"))
