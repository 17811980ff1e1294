"""Training by Stable-Baselines3: rewards on the way, the policy, what a run keeps, what is refused, and learning."""

import dataclasses
import json
import math
import os
import pickle
import shutil
import signal
import subprocess
import sys
import time
import zipfile
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from safetensors.torch import save

import undersea_env
from tests import toy_game
from tests.hostile import Hostile, with_file
from undersea_env.agents import make
from undersea_env.commands import main as cli
from undersea_env.errors import InvalidCheckpoint, InvalidOption, TrainingFailed

pytest.importorskip("sb3_contrib")

from sb3_contrib import MaskablePPO

from undersea_env.agents.sb3_agent import SB3Agent
from undersea_env.core.checkpoint_files import best_of, checkpoints_of
from undersea_env.core.lanes import Lanes
from undersea_env.core.position import Game
from undersea_env.core.registry import kind_of
from undersea_env.core.shaping import Shaping
from undersea_env.doors.sb3 import SeatVecEnv, SelfPlayVecEnv
from undersea_env.training import runs
from undersea_env.training.checkpoints import (
    MANIFEST,
    OPPONENTS,
    OPTIMISER,
    POLICY,
    PROGRESS,
    read_checkpoint,
    read_manifest,
)
from undersea_env.training.loop import DIAGNOSTICS, Budget
from undersea_env.training.network import make_network, networks_of
from undersea_env.training.player import NetworkPlayer
from undersea_env.training.sb3 import CONTENTS, FILES, NetworkPolicy, Trainer, train
from undersea_env.training.sb3_config import SB3Config

Capture = pytest.CaptureFixture[str]
KIND = kind_of()
TINY = SB3Config(
    options={"rounds": (1,)}, lanes=8, steps=24, minibatch=64, evaluation_deals=2, snapshot_every=1, snapshots=2,
    checkpoint_every=1, evaluate_every=1000, tensorboard=False, self_play=False,
)
ROWS = TINY.lanes * TINY.steps


def changed(rounds: Any = (1,), **values: Any) -> SB3Config:
    return dataclasses.replace(TINY, options={"rounds": rounds}, **values)


def trained(path: Path, updates: int, config: SB3Config = TINY, stop_after: int | None = None) -> Path:
    """A run with a budget of so many updates, stopped earlier if wanted."""
    budget = Budget(decisions=updates * config.lanes * config.steps)
    last = updates if stop_after is None else stop_after
    train(config, path, budget, tell=lambda words: None, is_over=lambda trainer: trainer.update >= last)
    return path


def newest(run: Path, name: str) -> bytes:
    return (checkpoints_of(run)[-1] / name).read_bytes()


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run of two updates, not to be changed."""
    return trained(tmp_path_factory.mktemp("sb3") / "run", 2)


@pytest.fixture
def copied(run: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(run, tmp_path / "copy"))


# --- rewards on the way ---


def sums_of_games(env: Any, steps: int) -> list[tuple[int, float, float]]:
    """Of every game that ended: its lane, all its rewards, and its return."""
    env.reset()
    sums = np.zeros(env.num_envs)
    found = []
    for _ in range(steps):
        env.step_async(env.action_masks().argmax(axis=1))
        _, rewards, done, infos = env.step_wait()
        sums += rewards
        for lane in np.flatnonzero(done).tolist():
            found.append((lane, float(sums[lane]), infos[lane]["episode"]["r"]))
            sums[lane] = 0.0
    return found


def test_shaping_of_a_learner_leaves_the_sum_of_a_game_but_for_where_it_began() -> None:
    """Gamma 1: a game's rewards are its return less the learner's potential when it was first asked."""
    rules: dict[str, Any] = {"num_players": 3, "rounds": (1,), "reward": "score", "opponents": ["random", "greedy"]}
    plain, shaped = SeatVecEnv(12, **rules), SeatVecEnv(12, **rules, shaping=Shaping(2.0, 1.0))
    without, given = sums_of_games(plain, 60), sums_of_games(shaped, 60)
    assert len(given) > 20
    assert [game[0] for game in given] == [game[0] for game in without]
    assert [game[2] for game in given] == [game[2] for game in without]
    assert all(math.isclose(total, end, abs_tol=1e-6) for _, total, end in without)
    differences = [total - end for _, total, end in given]
    assert max(map(abs, differences)) < 0.3              # who is asked late may be behind already
    assert np.mean([abs(difference) < 1e-6 for difference in differences]) > 0.3
    assert np.mean([abs(total) for _, total, _ in given]) > 0.02


def test_shaping_in_self_play_is_earned_by_every_seat() -> None:
    """Every change of the lead counts for all; nobody leads at the beginning."""
    plain, shaped = (SelfPlayVecEnv(12, rounds=(1,), shaping=given) for given in (None, Shaping(2.0, 1.0)))
    sums = np.zeros((2, 12, 2))
    is_first = np.ones(12, np.bool_)
    for env in (plain, shaped):
        env.reset()
    for _ in range(80):
        for k, env in enumerate((plain, shaped)):
            env.step_async(env.action_masks().argmax(axis=1))
            _, rewards, _, _ = env.step_wait()
            sums[k][is_first] += env.earned[is_first]
            assert np.allclose(rewards, env.earned[np.arange(12), env.acted])
        assert np.abs(shaped.earned.sum(axis=1)).max() < 1e-9
        is_first &= ~plain.ended
    assert not is_first.any()
    assert np.allclose(sums[0], sums[1], atol=1e-6)


# --- the policy ---


def some_observations(n: int = 32) -> tuple[Any, Any]:
    lanes = Lanes(undersea_env.game(2), n)
    lanes.reset(range(n))
    rng = np.random.default_rng(0)
    for _ in range(60):
        lanes.advance((lanes.masks * rng.random(lanes.masks.shape)).argmax(1))
    return lanes.observations, np.array(lanes.masks)


@pytest.mark.parametrize("preset", networks_of(KIND))
def test_the_policy_is_that_of_the_network(preset: str) -> None:
    game = undersea_env.game()
    env = SeatVecEnv(2, rounds=(1,))
    given = {"preset": preset, "kind": KIND, "game": game}
    model = MaskablePPO(NetworkPolicy, env, policy_kwargs=given, n_steps=4, batch_size=8)
    seen, masks = some_observations()
    logits, values = model.policy.network(torch.from_numpy(seen))        # type: ignore[operator]
    best = NetworkPlayer(model.policy.network, "network", KIND).choose(seen, masks, None)     # type: ignore[arg-type]
    chosen, _ = model.predict(seen, deterministic=True, action_masks=masks.astype(np.bool_))
    assert chosen.tolist() == best.tolist()
    assert SB3Agent(model).choose(seen, masks, np.zeros(32)).tolist() == best.tolist()
    actions = torch.from_numpy(best)
    expected, logs, entropy = model.policy.evaluate_actions(torch.from_numpy(seen), actions, torch.from_numpy(masks))
    hidden = torch.log_softmax(logits.masked_fill(torch.from_numpy(masks == 0), -1e30), 1)
    assert torch.allclose(logs, hidden[torch.arange(32), actions], atol=1e-5)
    assert torch.allclose(expected, values)
    assert entropy is not None
    assert (entropy > 0.5).any()
    assert logits.shape == (32, KIND.num_actions)


# --- a run ---


def test_a_run_has_what_runs_have(run: Path) -> None:
    assert json.loads((run / runs.CONFIG).read_text())["trainer"] == "sb3"
    assert [row["update"] for row in runs.read_table(run / runs.CURVES)] == ["1", "2"]
    told = runs.read_table(run / runs.EVALUATIONS)
    assert [row["opponent"] for row in told if row["update"] == "0"] == ["random", "greedy"]
    assert [row["opponent"] for row in told if row["update"] == "2"] == ["random", "greedy", "earlier self"]
    assert {path.name for path in checkpoints_of(run)[-1].iterdir()} == {*FILES, MANIFEST}
    assert not list(run.rglob("*.zip")) + list(run.rglob("*.pkl")) + list(run.rglob("*.pt"))


def test_the_same_config_gives_the_same_weights(run: Path, tmp_path: Path) -> None:
    assert newest(trained(tmp_path / "again", 2), POLICY) == newest(run, POLICY)
    assert newest(trained(tmp_path / "other", 2, changed(seed=1)), POLICY) != newest(run, POLICY)


def test_a_run_that_was_stopped_goes_on_with_all_it_has_learned(tmp_path: Path) -> None:
    path = trained(tmp_path / "run", 4, stop_after=2)
    before = read_checkpoint(checkpoints_of(path)[-1], FILES)
    trainer = Trainer(TINY)
    trainer.restore(before)
    assert (trainer.update, trainer.decisions) == (2, 2 * ROWS)
    for name, tensors in trainer.tensors().items():
        told = before.tensors(name)
        assert tensors.keys() == told.keys()
        assert all(torch.equal(tensors[key], told[key]) for key in told), name
    assert trainer.tensors()[OPTIMISER]["0/step"] > 0
    trained(path, 4)
    lines = runs.read_table(path / runs.CURVES)
    assert [row["update"] for row in lines] == ["1", "2", "3", "4"]
    assert [row["update"] for row in runs.read_table(path / runs.EVALUATIONS)] == ["0", "0", "4", "4", "4"]
    assert int(lines[-1]["decisions"]) == 4 * ROWS
    assert newest(path, POLICY) != before.contents[POLICY]


@pytest.mark.parametrize(
    "values",
    [{"self_play": True, "players": (3,)}, {"self_play": True, "players": (1,)}, {"players": (1,), "reward": "win"}],
)
def test_other_ways_to_train(tmp_path: Path, values: dict[str, Any]) -> None:
    path = trained(tmp_path / "run", 1, changed(**values, foresight=False, tensorboard=True))
    assert list((path / runs.TENSORBOARD).glob("events*"))
    told = runs.read_table(path / runs.EVALUATIONS)
    assert {row["players"] for row in told} == {str(values["players"][0])}


def test_earlier_selves_play_and_are_limited_in_number() -> None:
    trainer = Trainer(changed(opponents=("past",)))
    asked = []
    choose = trainer.past.choose

    def noted(observations: Any, masks: Any, players: Any) -> Any:
        asked.append(1)
        return choose(observations, masks, players)

    trainer.past.choose = noted                                                  # type: ignore[method-assign]
    for _ in range(4):
        trainer.advance(0.0)
    assert asked
    assert len(trainer.past.weights) == 2
    assert not torch.equal(trainer.past.weights[0]["heads.weight"], trainer.past.weights[1]["heads.weight"])


@pytest.mark.parametrize("before_learning", [False, True])
def test_a_network_that_is_not_finite_stops_with_diagnostics(
    copied: Path, monkeypatch: pytest.MonkeyPatch, before_learning: bool
) -> None:
    before = newest(copied, POLICY)
    learn = MaskablePPO.learn

    def spoil(model: Any, *words: Any, **options: Any) -> Any:
        learned = None if before_learning else learn(model, *words, **options)
        next(model.policy.network.parameters()).data.fill_(math.nan)
        return learn(model, *words, **options) if before_learning else learned

    monkeypatch.setattr(MaskablePPO, "learn", spoil)
    with pytest.raises(TrainingFailed, match="not finite"):
        trained(copied, 4)
    told = json.loads((copied / DIAGNOSTICS).read_text(), parse_constant=pytest.fail)
    assert told["config"]["trainer"] == "sb3"
    assert "nan" in told["largest_weights"].values()
    assert newest(copied, POLICY) == before


def test_an_interrupt_saves(tmp_path: Path) -> None:
    path = tmp_path / "run"
    path.mkdir()
    (path / runs.CONFIG).write_text(json.dumps(TINY.as_data()))
    program = "import sys; from undersea_env.commands.main import main; sys.exit(main(sys.argv[1:]))"
    words = ["train", "sb3", "--out", str(path), "--decisions", str(10**9), "--no-plots"]
    process = subprocess.Popen(
        [sys.executable, "-c", program, *words], stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL
    )
    end = time.monotonic() + 120
    while len(runs.read_table(path / runs.CURVES)) < 2:
        assert time.monotonic() < end
        time.sleep(0.02)
    os.kill(process.pid, signal.SIGINT)
    assert process.wait(60) == 130
    found = runs.Run(path, TINY, CONTENTS).newest()
    assert found is not None
    assert int(found.manifest["update"]) == len(runs.read_table(path / runs.CURVES))


# --- what is refused ---


def test_hostile_files_are_refused_and_nothing_of_them_runs(copied: Path, tmp_path: Path) -> None:
    """Among them a zip file as Stable-Baselines3 writes it."""
    mark = tmp_path / "ran"
    torch.save(Hostile(mark), tmp_path / "torch.pt")
    with zipfile.ZipFile(tmp_path / "model.zip", "w") as archive:
        archive.writestr("data", json.dumps({"policy_class": {":serialized:": pickle.dumps(Hostile(mark)).hex()}}))
        archive.writestr("policy.pth", (tmp_path / "torch.pt").read_bytes())
    place = checkpoints_of(copied)[-1]
    for name in ("torch.pt", "model.zip"):
        with pytest.raises(InvalidCheckpoint, match="is no checkpoint"):
            make(f"sb3:{tmp_path / name}")
        with_file(place, POLICY, (tmp_path / name).read_bytes())
        with pytest.raises(InvalidCheckpoint, match="not a file of tensors"):
            make(f"sb3:{place}")
        with pytest.raises(InvalidCheckpoint):
            trained(copied, 4)
    assert not mark.exists()


def test_a_checkpoint_that_does_not_fit_the_run_is_refused(run: Path, tmp_path: Path) -> None:
    source = checkpoints_of(run)[-1]
    weights = read_checkpoint(source, [POLICY]).tensors(POLICY)
    wrong: list[tuple[str, bytes, str]] = [
        (PROGRESS, json.dumps({"update": 2}).encode(), "does not fit"),
        (OPTIMISER, save({"0/exp_avg": torch.zeros(3)}), "does not fit"),
        (OPPONENTS, save({"x": torch.zeros(5)}), "does not fit"),
        (OPPONENTS, save({}), "no earlier self"),
        (POLICY, save(weights | {"facts.bias": torch.full((128,), math.nan)}), "not finite"),
        (POLICY, save(weights | {"facts.bias": torch.zeros(2)}), r"facts.bias is \(2,\)"),
        (POLICY, save({"facts.bias": torch.zeros(128)}), "other parameters"),
    ]
    for name, content, reason in wrong:
        place = Path(shutil.copytree(source, tmp_path / "wrong", dirs_exist_ok=True))
        with_file(place, name, content)
        with pytest.raises(InvalidCheckpoint, match=reason):
            Trainer(TINY).restore(read_checkpoint(place, FILES))


def changed_manifest(place: Path, **values: Any) -> str:
    manifest = json.loads((place / MANIFEST).read_text()) | values
    (place / MANIFEST).write_text(json.dumps(manifest))
    return f"sb3:{place}"


@pytest.mark.parametrize(
    ("values", "reason"),
    [
        ({"rules": {"2": "00"}}, "other rules"),
        ({"actions": "00"}, "another list of actions"),
        ({"preset": "mlp"}, "other parameters"),
        ({"config": {"trainer": "sb3", "surprise": 1}}, "surprise"),
        ({"config": {"trainer": "alphazero"}}, "trainer"),
        ({"config": {"trainer": ["sb3"]}}, "trainer"),
        ({"config": {}}, "name it ppo:"),
        ({"config": None}, "name it ppo:"),
    ],
)
def test_checkpoints_that_do_not_fit_are_refused_with_the_reason(copied: Path, values: Any, reason: str) -> None:
    code = changed_manifest(checkpoints_of(copied)[-1], **values)
    with pytest.raises((InvalidCheckpoint, InvalidOption), match=reason):
        make(code)


def test_a_run_of_other_rules_does_not_go_on(copied: Path) -> None:
    for place in checkpoints_of(copied):
        changed_manifest(place, rules={"2": "00"})
    with pytest.raises(InvalidCheckpoint, match="other rules"):
        trained(copied, 4)


def test_runs_of_the_two_trainers_are_not_mixed(run: Path, tmp_path: Path, capsys: Capture) -> None:
    assert cli.main(["train", "ppo", "--out", str(run), "--decisions", "1"]) == 2
    assert "is a run of `undersea train sb3`" in capsys.readouterr().err
    with pytest.raises(InvalidOption, match="name it sb3:"):
        make(f"ppo:{run}")
    with pytest.raises(InvalidCheckpoint, match=r"trained by `undersea train sb3`, not by `undersea train value`"):
        make(f"value:{run}")
    (tmp_path / runs.CONFIG).write_text("{}")
    assert cli.main(["train", "sb3", "--out", str(tmp_path), "--decisions", "1"]) == 2
    assert "is a run of `undersea train ppo`" in capsys.readouterr().err


@pytest.mark.parametrize(
    "setting",
    [
        "epochs=0", "lanes=0", "players=2,3", "players=5", "surprise=1", "gamma=1.5", "preset=huge", "shards=2",
        "learning_rate=nan", "opponents=", "opponents=random,,greedy", "reward=points", "self_play=maybe", "threads=0",
        "threads=two", "trainer=ppo", "epochs", "minibatch=1", "minibatch=8191",
    ],
)
def test_settings_that_are_not_allowed_are_refused(setting: str) -> None:
    with pytest.raises(InvalidOption):
        SB3Config().changed([setting])


def test_a_config_reads_back_and_knows_no_other_keys() -> None:
    config = SB3Config().changed(["players=3", "opponents=random,past", "self_play=true", "threads=2", "entropy=0.5"])
    assert SB3Config.from_data(json.loads(json.dumps(config.as_data()))) == config
    assert (config.players, config.opponents, config.self_play) == ((3,), ("random", "past"), True)
    assert (config.threads, config.entropy) == (2, 0.5)
    for data in ({"epoch": 1}, {"epochs": True}, {"opponents": "random"}, {"opponents": [1]}, {"trainer": "ppo"}, 7):
        with pytest.raises(InvalidOption):
            SB3Config.from_data(data)


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["--opponents", "nobody"], "there is no agent 'nobody'"),
        (["--opponents", "mcts"], "number of simulations"),
        (["--players", "7"], "num_players"),
        (["--players", "1,2"], "players is one number"),
        (["--minutes", "0"], "a number of minutes"),
        (["--self-play", "--opponents", "random"], "not allowed with"),
        (["--set", "steps=0"], "steps"),
    ],
)
def test_bad_options_are_told_in_one_sentence_and_leave_nothing(
    tmp_path: Path, capsys: Capture, words: list[str], reason: str
) -> None:
    try:
        code = cli.main(["train", "sb3", "--out", str(tmp_path / "run"), *words])
    except SystemExit as stop:
        code = int(stop.code or 0)
    told = capsys.readouterr()
    assert code == 2
    assert reason in told.err
    assert told.err.count("\n") == 1
    assert told.out == ""
    assert not (tmp_path / "run").exists()


# --- any game ---


@pytest.mark.parametrize("self_play", [False, True])
def test_a_game_without_heuristic_and_network_trains(tmp_path: Path, self_play: bool) -> None:
    config = changed(game=toy_game.KIND.name, rounds=2, preset="mlp", foresight=False, self_play=self_play,
                     opponents=("random", "past"))
    path = trained(tmp_path / "run", 2, config)
    assert {row["opponent"] for row in runs.read_table(path / runs.EVALUATIONS)} == {"random", "earlier self"}
    state = Game(toy_game.KIND, 2).new_game(1)
    agent = make(f"sb3:{path}", game=toy_game.KIND)
    (chosen,) = agent.choose(state.observation(state.current_player)[None], state.legal_mask()[None], np.zeros(1))
    assert chosen in state.legal_actions


def test_greedy_is_refused_where_there_is_none() -> None:
    config = SB3Config(game=toy_game.KIND.name, self_play=False, opponents=("greedy",))
    with pytest.raises(InvalidOption, match="Tide Pools has no heuristic"):
        Trainer(config)
    assert SB3Config(game=toy_game.KIND.name).opponents == ("random", "past")


def test_nothing_is_left_in_the_folder_for_temporary_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    trainer = Trainer(TINY)
    trainer.advance(0.0)
    trainer.lanes.close()
    assert list(tmp_path.iterdir()) == []


# --- the command, playing and learning ---


def test_the_command_trains_draws_and_plays_in_the_arena(tmp_path: Path, capsys: Capture) -> None:
    path = tmp_path / "run"
    words = ["train", "sb3", "--out", str(path), "--lanes", "8", "--decisions", "192", "--seed", "4", "--json",
             "--opponents", "random,past", "--set", "steps=24", "minibatch=64", "evaluation_deals=2", "rounds=1",
             "tensorboard=false"]
    assert cli.main(words) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["done"]
    assert told["last"]["evaluations"]["opponent"] == "earlier self"
    config = runs.read_config(path, SB3Config)
    assert (config.self_play, config.opponents, config.seed) == (False, ("random", "past"), 4)
    assert (path / "learning_curves.png").stat().st_size > 10_000
    assert cli.main(["train", "sb3", "--out", str(path), "--lanes", "9"]) == 2
    assert "another config (lanes: 8, now 9)" in capsys.readouterr().err
    assert cli.main(["eval", str(path), "--vs", "random", "--deals", "2", "--processes", "1", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["games"] == 4
    assert told["settings"]["game"]["rounds"] == [1]
    assert [agent["agent"] for agent in told["agents"]] == ["sb3:run", "random"]
    assert all(agent["forfeits"] == {} for agent in told["agents"])


def test_without_a_run_it_is_told_how_to_train_one() -> None:
    with pytest.raises(InvalidOption, match="undersea train sb3"):
        make("sb3")


def test_the_agent_plays_as_the_checkpoint(run: Path) -> None:
    network = make_network("small", KIND)
    network.load_state_dict(read_checkpoint(best_of(run, read_manifest), [POLICY]).tensors(POLICY))
    seen, masks = some_observations()
    chosen = make(f"sb3:{run}").choose(seen, masks, np.zeros(32))
    assert chosen.tolist() == NetworkPlayer(network, "network", KIND).choose(seen, masks, None).tolist()


def test_a_network_of_other_components_is_refused(run: Path, tmp_path: Path) -> None:
    here = Path(undersea_env.__file__).parent / "underwater_cities" / "components"
    book = Path(shutil.copytree(here, tmp_path / "book"))
    agent: Any = make(f"sb3:{run}")
    agent.check(undersea_env.game(3, components=book))
    cards = (book / "era_cards.csv").read_text()
    (book / "era_cards.csv").write_text(cards.replace("produce 2 points", "produce 7 points"))
    with pytest.raises(InvalidOption, match="other components"):
        agent.check(undersea_env.game(3, components=book))


def test_a_short_run_learns_to_score_in_a_short_game() -> None:
    trainer = Trainer(changed(
        lanes=64, steps=32, minibatch=256, learning_rate=0.002, rounds=(2,), self_play=True, evaluation_deals=40,
    ))
    untrained = trainer.evaluate()[0]
    for _ in range(12):
        trainer.advance(0.0)
    taught = trainer.evaluate()[0]
    assert untrained.win_share.mean < 0.75
    assert taught.win_share.mean > 0.85
    assert taught.points.mean > untrained.points.mean + 1
