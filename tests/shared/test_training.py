"""Training by self-play: its parts, what a run keeps, what is refused, and that it learns."""

import csv
import dataclasses
import hashlib
import json
import math
import os
import pickle
import random
import shutil
import signal
import subprocess
import sys
import time
import zipfile
from collections.abc import Iterable
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from numpy.typing import NDArray
from safetensors.torch import save

import undersea_env
from tests import toy_game
from tests.hostile import Hostile, with_file
from undersea_env.agents import make
from undersea_env.agents.arena.bootstrap import Estimate
from undersea_env.agents.arena.replays import read_replays
from undersea_env.agents.greedy import Greedy, new_greedy_rooms, values_of
from undersea_env.commands import main as cli
from undersea_env.core.advantages import advantages_along_seats
from undersea_env.core.checkpoint_files import UPDATE, best_of, checkpoints_of
from undersea_env.core.lanes import Lanes
from undersea_env.core.position import Game
from undersea_env.core.registry import kind_of
from undersea_env.errors import InvalidCheckpoint, InvalidOption, TrainingFailed, UnderseaError
from undersea_env.training import evaluation, export, plots, runs
from undersea_env.training.checkpoints import (
    LANES,
    MANIFEST,
    OPPONENTS,
    OPTIMISER,
    POLICY,
    PROGRESS,
    read_checkpoint,
    read_manifest,
    weights_of,
    write_checkpoint,
)
from undersea_env.training.config import Config
from undersea_env.training.evaluation import Strength, score_of
from undersea_env.training.kernels import draw_actions, imitation_loss, policy_loss
from undersea_env.training.loop import DIAGNOSTICS, Budget
from undersea_env.training.network import make_network, networks_of, parameters_of
from undersea_env.training.player import NetworkPlayer
from undersea_env.training.ppo_selfplay import GREEDY, Trainer, reference_loss, train
from undersea_env.training.value_config import ValueConfig

Capture = pytest.CaptureFixture[str]
KIND = kind_of()
NUM_ACTIONS = KIND.num_actions
TINY = Config(
    options={"rounds": (1,)}, lanes=12, shards=2, steps=24, epochs=1, minibatch=64, chunk=32, evaluation_deals=2,
    snapshot_every=1, snapshots=2, checkpoint_every=1, evaluate_every=1000, tensorboard=False,
)
ROWS = TINY.lanes * TINY.steps


def changed(rounds: tuple[int, ...] = (1,), **values: Any) -> Config:
    return dataclasses.replace(TINY, options={"rounds": rounds}, **values)


def trained(path: Path, updates: int, config: Config = TINY, threads: int = 1, stop_after: int | None = None) -> Path:
    """A run with a budget of so many updates, stopped earlier if wanted."""
    budget = Budget(decisions=updates * config.lanes * config.steps)
    last = updates if stop_after is None else stop_after
    train(config, path, budget, threads, tell=lambda words: None, is_over=lambda trainer: trainer.update >= last)
    return path


def policy_of(run: Path) -> bytes:
    return (checkpoints_of(run)[-1] / POLICY).read_bytes()


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run of two updates, not to be changed."""
    return trained(tmp_path_factory.mktemp("training") / "run", 2)


@pytest.fixture
def copied(run: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(run, tmp_path / "copy"))


# --- the loss ---


def some_rows(n: int = 40, seed: int = 0) -> tuple[NDArray[Any], ...]:
    rng = np.random.default_rng(seed)
    masks = (rng.random((n, NUM_ACTIONS)) < 0.04).astype(np.int8)
    masks[np.arange(n), rng.integers(NUM_ACTIONS, size=n)] = 1
    logits = rng.normal(size=(n, NUM_ACTIONS)).astype(np.float32)
    actions = np.array([rng.choice(np.flatnonzero(mask)) for mask in masks])
    return logits, masks, actions, rng.normal(size=n).astype(np.float32)


def test_the_gradient_of_the_masked_loss_is_that_of_autograd_and_0_where_illegal() -> None:
    logits, masks, actions, advantages = some_rows()
    n, clip, entropy_weight = len(logits), 0.2, 0.3
    chances = np.where(masks != 0, np.exp(logits), 0)
    drawn = chances[np.arange(n), actions] / chances.sum(axis=1)
    before = (np.log(drawn) + np.random.default_rng(1).normal(0, 0.3, n)).astype(np.float32)
    gradient, found = np.full_like(logits, 7.0), np.zeros(4)
    policy_loss(logits, masks, actions, before, advantages, clip, entropy_weight, 1 / n, gradient, found)

    free = torch.from_numpy(logits.astype(np.float64)).requires_grad_()
    mask, action, was, worth = (torch.from_numpy(array) for array in (masks, actions, before, advantages))
    loss, entropy = reference_loss(free, mask, action, was, worth, clip, entropy_weight)
    loss.backward()
    assert free.grad is not None
    assert np.abs(gradient - free.grad.numpy()).max() < 1e-6
    assert np.all(gradient[masks == 0] == 0)
    assert math.isclose(found[0], loss.item(), rel_tol=1e-5)
    assert math.isclose(found[1], entropy.item(), rel_tol=1e-5)
    assert 0 < found[3] < 1


def test_actions_are_drawn_by_the_policy_and_are_legal() -> None:
    logits = np.tile(np.array([1.0, 50.0, 2.0, 3.0], np.float32), (20_000, 1))
    masks = np.tile(np.array([1, 0, 1, 1], np.int8), (20_000, 1))
    streams = np.arange(20_000, dtype=np.uint64) << np.uint64(20)
    actions, logs = np.zeros(20_000, np.int64), np.zeros(20_000, np.float32)
    draw_actions(logits, np.arange(20_000), masks, streams, actions, logs)
    chances = np.exp([1.0, -np.inf, 2.0, 3.0]) / np.exp([1.0, 2.0, 3.0]).sum()
    assert np.abs(np.bincount(actions, minlength=4) / 20_000 - chances).max() < 0.01
    assert np.allclose(np.exp(logs), chances[actions], atol=1e-6)


def test_a_draw_does_not_depend_on_who_else_is_asked() -> None:
    logits, masks, _, _ = some_rows()
    streams = np.arange(len(logits), dtype=np.uint64)
    actions, logs = np.zeros(len(logits), np.int64), np.zeros(len(logits), np.float32)
    draw_actions(logits, np.arange(len(logits)), masks, streams.copy(), actions, logs)
    some = np.array([3, 8, 21])
    others = np.zeros_like(actions)
    draw_actions(logits[some], some, masks, streams.copy(), others, logs)
    assert others[some].tolist() == actions[some].tolist()


# --- advantages ---


def test_advantages_are_those_of_the_numbers_however_they_lie_in_memory() -> None:
    """As a rollout has them, parts of arrays of single precision; that they are right is tested with the doors."""
    rng = np.random.default_rng(2)
    steps, lanes, players = 40, 7, 3
    shapes: Any = (steps, lanes), (steps, lanes, players), lanes
    values, earned, last_values = (rng.normal(size=shape).astype(np.float32) for shape in shapes)
    acted, ended = rng.integers(players, size=(steps, lanes)), rng.random((steps, lanes)) < 0.1
    last_players = rng.integers(players, size=lanes)
    a, b, c, d = (np.repeat(given, 2, axis=1)[:, ::2] for given in (values, acted, earned, ended))
    found = advantages_along_seats(a, b, c, d, last_values, last_players, 0.99, 0.9)
    values, earned, last_values = (given.astype(np.float64) for given in (values, earned, last_values))
    again = advantages_along_seats(values, acted, earned, ended, last_values, last_players, 0.99, 0.9)
    assert np.array_equal(found, again)


# --- the rollout ---


def test_a_rollout_is_what_happened_in_the_games() -> None:
    """Played again with the actions of the rollout, from the same seeds."""
    trainer = Trainer(changed(shaping=0.0, margin_share=0.5), threads=2)
    trainer.remember()
    again = [Lanes(group.game, group.n) for group in trainer.groups]
    for lanes, group in zip(again, trainer.groups, strict=True):
        lanes.reset(group.lanes.seeds)
    for _ in range(2):
        trainer.collect()
        rollout = trainer.rollout
        for lanes, group in zip(again, trainer.groups, strict=True):
            for step in range(TINY.steps):
                assert np.array_equal(rollout.observations[step, group.columns], lanes.observations)
                assert np.array_equal(rollout.masks[step, group.columns], lanes.masks)
                assert np.array_equal(rollout.acted[step, group.columns], lanes.players())
                ended = lanes.advance(lanes.checked(rollout.actions[step, group.columns].copy()))
                over = np.zeros(group.n, np.bool_)
                rewards = np.zeros((group.n, 2))
                if ended is not None:
                    over[ended.lanes] = True
                    leads = ended.scores - ended.scores[:, ::-1]
                    rewards[ended.lanes] = 0.5 * ended.returns + 0.5 * leads / 100
                assert np.array_equal(rollout.ended[step, group.columns], over)
                assert np.allclose(rollout.earned[step, group.columns], rewards)
    assert rollout.ended.sum() > 5
    trainer.close()


@pytest.mark.parametrize("players", [2, 3])
def test_what_one_seat_gains_others_lose_shaping_included(players: int) -> None:
    trainer = Trainer(changed(players=(players,), shaping=1.0))
    for _ in range(3):
        trainer.collect()
        assert np.abs(trainer.rollout.earned).max() > 0
        assert np.abs(trainer.rollout.earned.sum(axis=2)).max() < 1e-6
    trainer.close()


def test_what_was_certain_is_not_learned_from() -> None:
    trainer = Trainer(changed(certain=0.5))
    trainer.collect()
    likely = np.exp(trainer.rollout.log_probabilities) >= 0.5
    assert (trainer.rollout.learns & likely).any()
    assert np.array_equal(trainer.teaches(), trainer.rollout.learns & ~likely)
    trainer.rollout.log_probabilities[:] = 0.0
    before = weights_of(trainer.network)
    assert trainer.learn(0.5).minibatches == 0
    assert all(torch.equal(before[name], tensor) for name, tensor in weights_of(trainer.network).items())
    trainer.close()


@pytest.mark.parametrize("foresight", [False, True])
def test_shaping_changes_no_sum_but_by_where_the_game_began(foresight: bool) -> None:
    """Gamma 1: all that a seat gets in a whole game is its reward less its potential at the beginning."""
    plain, shaped = (
        Trainer(changed(shaping=weight, foresight=foresight, steps=200, opponent_share=0.0)) for weight in (0.0, 1.0)
    )
    begun = np.concatenate([group.shaping.potential(group.lanes) for group in shaped.groups])
    totals = []
    for trainer in (plain, shaped):
        trainer.collect()
        first = [int(np.argmax(column)) for column in trainer.rollout.ended.T]
        totals.append([trainer.rollout.earned[: last + 1, lane].sum(axis=0) for lane, last in enumerate(first)])
        trainer.close()
    assert np.array_equal(plain.rollout.actions, shaped.rollout.actions)
    assert np.allclose(np.array(totals[0]) - begun, totals[1], atol=1e-5)
    assert np.abs(totals[0]).max() > 0


def test_opponents_play_their_seats_and_do_not_train() -> None:
    trainer = Trainer(changed(opponent_share=1.0, greedy_share=0.5, lanes=16))
    trainer.remember()
    before = [group.lanes.states.copy() for group in trainer.groups]
    trainer.collect()
    rollout = trainer.rollout
    for group, states in zip(trainer.groups, before, strict=True):
        learns, acted = rollout.learns[:, group.columns], rollout.acted[:, group.columns]
        assert np.array_equal(learns, acted == group.learner)
        assert set(group.learner.tolist()) == {0, 1}
        assert (group.against == GREEDY).sum() == 4
        theirs = np.flatnonzero((group.against == GREEDY) & (acted[0] != group.learner))
        positions = type("P", (), {"game": group.game, "states": np.asarray(states)[theirs]})
        expected = Greedy().choose(None, rollout.masks[0, group.columns][theirs], None, positions)
        assert rollout.actions[0, group.columns][theirs].tolist() == expected.tolist()
    trainer.close()


def test_imitation_learns_what_greedy_answers_also_where_the_network_plays() -> None:
    trainer = Trainer(changed(imitation=0.5, imitation_rate=0.003, lanes=64, minibatch=256, rounds=(2,)))
    surprise = []
    for update in range(12):
        games = [group.lanes.to_bytes() for group in trainer.groups]
        trainer.collect(used=0.49)
        if update == 0:
            for group, before in zip(trainer.groups, games, strict=True):
                follower = Lanes(group.game, group.n)
                follower.from_bytes(before)
                positions = type("P", (), {"game": group.game, "states": follower.states})
                expected = Greedy().choose(None, trainer.rollout.masks[0, group.columns], None, positions)
                assert trainer.rollout.actions[0, group.columns].tolist() == expected.tolist()
                follower.advance(expected)
                agrees = (follower.observations == trainer.rollout.observations[1, group.columns]).all(axis=1)
                assert agrees[::2].all()                                 # greedy plays every second lane,
                assert not agrees[1::2].all()                            # the network the others
            assert trainer.rollout.learns.all()
        surprise.append(trainer.learn(0.49).numbers["policy_loss"])
    assert surprise[-1] < 0.85 * surprise[0]
    trainer.collect(used=0.5)
    assert not trainer.imitates
    again = Trainer(trainer.config)
    again.imitates = bool(trainer.progress()["imitates"])
    for one in (trainer, again):
        one.collect(used=0.1)                                            # the budget was made larger
        assert not one.imitates
        one.close()


def test_past_selves_do_not_play_while_the_network_imitates() -> None:
    trainer = Trainer(changed(imitation=0.5, opponent_share=1.0, greedy_share=0.0))
    trainer.remember()
    with torch.no_grad():
        for tensor in trainer.snapshots[0].values():
            tensor.fill_(math.nan)                                       # it could not play without being noticed
    trainer.collect(used=0.0)
    trainer.close()
    assert np.isfinite(trainer.rollout.log_probabilities).all()


def test_rewards_on_the_way_may_count_what_greedy_expects() -> None:
    plain, foreseeing = (Trainer(changed(shaping=1.0, foresight=foresight)) for foresight in (False, True))
    tables = plain.groups[0], foreseeing.groups[0]
    states, game = foreseeing.groups[0].lanes.states, foreseeing.groups[0].game
    expected = values_of(game, states, new_greedy_rooms(game, 1))[:, :2]
    assert np.allclose(tables[1].shaping.potential(tables[1].lanes), (expected - expected[:, ::-1]) / 100)
    assert np.allclose(tables[0].shaping.potential(tables[0].lanes), 0.0)
    assert expected.min() > 5
    plain.close()
    foreseeing.close()


def test_the_gradient_of_imitation_is_that_of_cross_entropy() -> None:
    logits, masks, actions, _ = some_rows()
    gradient, found = np.full_like(logits, 7.0), np.zeros(4)
    imitation_loss(logits, masks, actions, 1 / len(logits), gradient, found)
    free = torch.from_numpy(logits.astype(np.float64)).requires_grad_()
    hidden = free.masked_fill(torch.from_numpy(masks == 0), -1e30)
    loss = torch.nn.functional.cross_entropy(hidden, torch.from_numpy(actions))
    loss.backward()
    assert free.grad is not None
    assert np.abs(gradient - free.grad.numpy()).max() < 1e-6
    assert np.all(gradient[masks == 0] == 0)
    assert math.isclose(found[0], loss.item(), rel_tol=1e-5)


def test_until_there_is_a_past_self_its_seats_learn() -> None:
    trainer = Trainer(changed(opponent_share=1.0, greedy_share=0.0))
    trainer.collect()
    assert trainer.rollout.learns.all()
    trainer.remember()
    trainer.collect()
    assert not trainer.rollout.learns.all()
    trainer.close()


def test_several_numbers_of_players_train_one_network(tmp_path: Path) -> None:
    config = changed(players=(1, 2, 3, 4), lanes=16, opponent_share=0.5)
    path = trained(tmp_path / "run", 2, config)
    assert {group.game.num_players for group in Trainer(config).groups} == {1, 2, 3, 4}
    told = runs.read_table(path / runs.EVALUATIONS)
    last = [row["players"] for row in told if row["opponent"] in ("greedy", "alone") and row["update"] == "2"]
    assert last == ["1", "2", "3", "4"]


def test_tables_that_differ_in_their_options_train_one_network(tmp_path: Path) -> None:
    words = ("rounds=1", "boards=asymmetric", "boards=asymmetric rounds=2")
    config = changed(players=(2, 1), tables=words, lanes=16)
    rows = [(game.num_players, game.options.boards, game.options.rounds) for game in config.all_games()]
    first = [(2, "symmetric", (1,)), (1, "asymmetric", (1,))]           # alone boards are asymmetric anyway
    assert rows == [*first, (2, "asymmetric", (1,)), (1, "asymmetric", (2,)), (2, "asymmetric", (2,))]
    path = trained(tmp_path / "run", 1, config)
    assert [group.game.options for group in Trainer(config).shards[1].groups] == [
        game.options for game in config.all_games()
    ]
    told = runs.read_table(path / runs.EVALUATIONS)
    assert [row["players"] for row in told if row["opponent"] in ("greedy", "alone")] == ["2", "1"] * 2   # of the first
    assert Config.from_data(json.loads((path / runs.CONFIG).read_text())) == config
    assert Config().changed(["tables=boards=asymmetric,rounds=1"]).tables == ("boards=asymmetric", "rounds=1")
    with pytest.raises(InvalidOption, match="lanes are at least 10"):
        changed(players=(2, 1), tables=words, lanes=9)
    for wrong, reason in (
        ("colour=1", "NAME is one of boards"), ("rounds=x", "rounds is a list"), ("boards=9", "boards")
    ):
        with pytest.raises(InvalidOption, match=reason):
            changed(tables=(wrong,))


# --- the network ---


def some_observations(players: int, n: int = 32) -> tuple[NDArray[np.uint8], NDArray[np.int8]]:
    lanes = Lanes(undersea_env.game(players), n)
    lanes.reset(range(n))
    rng = np.random.default_rng(0)
    for _ in range(60):
        lanes.advance((lanes.masks * rng.random(lanes.masks.shape)).argmax(1))
    return lanes.observations, np.array(lanes.masks)


@pytest.mark.parametrize("preset", networks_of(KIND))
def test_every_preset_reads_observations_of_all_numbers_of_players(preset: str) -> None:
    network = make_network(preset, KIND, undersea_env.game())
    for players in (1, 2, 3, 4):
        seen, _ = some_observations(players)
        logits, values = network(torch.from_numpy(seen))
        assert logits.shape == (32, NUM_ACTIONS)
        assert values.shape == (32,)
        assert torch.isfinite(logits).all()
        assert logits.abs().max() < 1                        # at first nothing is preferred
        alone, _ = network(torch.from_numpy(seen[5:6]))
        assert torch.allclose(alone[0], logits[5], atol=1e-5)


def test_small_is_small() -> None:
    network = make_network("small", KIND, undersea_env.game())
    assert parameters_of(network) < 1_000_000
    assert sum(tensor.numel() for tensor in network.state_dict().values()) * 4 < 5_000_000


def test_a_play_is_scored_by_its_slot_and_its_card() -> None:
    """Two cards in hand exchanged: their scores are exchanged, if nothing else looks at the order."""
    network = make_network("small", KIND, undersea_env.game())
    seen, _ = some_observations(2, 1)
    start, size = 585, 32                                    # my_hand
    swapped = seen.copy()
    swapped[0, start : start + size] = seen[0, start + size : start + 2 * size]
    swapped[0, start + size : start + 2 * size] = seen[0, start : start + size]
    (one, other), _ = network(torch.from_numpy(np.concatenate([seen, swapped])))
    first, second = one[:168].view(28, 6), other[:168].view(28, 6)
    assert torch.allclose(first[:, [1, 0, 2, 3, 4, 5]], second, atol=1e-6)
    assert not torch.allclose(first[:, 0], first[:, 1], atol=1e-7)


def test_a_player_takes_the_best_legal_action() -> None:
    network = make_network("small", KIND, undersea_env.game())
    seen, masks = some_observations(2, 300)
    logits, _ = network(torch.from_numpy(seen))
    best = np.where(masks != 0, logits.detach().numpy(), -np.inf).argmax(1)
    player = NetworkPlayer(network, "policy", KIND)
    assert player.choose(seen, masks, None).tolist() == best.tolist()
    with pytest.raises(InvalidOption, match="observations"):
        player.choose(seen[:, :5], masks, None)


# --- a run ---


def test_a_run_does_not_depend_on_the_threads(run: Path, tmp_path: Path) -> None:
    assert policy_of(trained(tmp_path / "two", 2, threads=2)) == policy_of(run)
    assert policy_of(trained(tmp_path / "other", 2, changed(seed=1))) != policy_of(run)


def evaluations_of(run: Path) -> list[dict[str, str]]:
    """Without the time that they took."""
    return [row | {"seconds": ""} for row in runs.read_table(run / runs.EVALUATIONS)]


def test_a_run_that_was_stopped_goes_on_exactly(tmp_path: Path) -> None:
    config = changed(evaluate_every=2)
    whole = trained(tmp_path / "whole", 4, config)
    stopped = trained(tmp_path / "stopped", 4, config, stop_after=2)
    assert len(runs.read_table(stopped / runs.CURVES)) == 2
    trained(stopped, 4, config)
    assert evaluations_of(stopped) == evaluations_of(whole)
    assert list(dict.fromkeys(row["update"] for row in evaluations_of(whole))) == ["0", "2", "4"]
    for name in (POLICY, OPTIMISER, "lanes.safetensors", "opponents.safetensors"):
        last = [(checkpoints_of(path)[-1] / name).read_bytes() for path in (whole, stopped)]
        assert last[0] == last[1], name
    assert [row["update"] for row in runs.read_table(stopped / runs.CURVES)] == ["1", "2", "3", "4"]


def test_what_was_evaluated_before_the_first_update_is_not_evaluated_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = trained(tmp_path / "run", 2, stop_after=0)
    assert not checkpoints_of(path)
    before = evaluations_of(path)
    assert [(row["update"], row["opponent"]) for row in before] == [("0", "random"), ("0", "greedy")]
    with monkeypatch.context() as patched:
        patched.setattr(Trainer, "evaluate", lambda self: pytest.fail("evaluated again"))
        trained(path, 2, stop_after=1)
    trained(path, 2)
    assert evaluations_of(path)[: len(before)] == before
    assert [row["update"] for row in evaluations_of(path)[len(before) :]] == ["2", "2", "2"]


def test_tables_of_an_older_version_get_the_columns_that_they_lack(copied: Path) -> None:
    rows = runs.read_table(copied / runs.EVALUATIONS)
    old = [{name: row[name] for name in row if not name.endswith(("_low", "_high"))} for row in rows]
    lines: list[Iterable[str]] = [old[0], *(row.values() for row in old)]
    (copied / runs.EVALUATIONS).write_text("".join(f"{','.join(line)}\n" for line in lines))
    assert plots.plot_run(copied) is not None
    trained(copied, 3)
    found = runs.read_table(copied / runs.EVALUATIONS)
    assert [{name: row[name] for name in old[0]} for row in found[: len(old)]] == old
    assert {row["lead_low"] for row in found[: len(old)]} == {""}
    assert all(float(row["lead_low"]) <= float(row["lead"]) for row in found[len(old) :])
    assert plots.plot_run(copied) is not None


def test_another_config_does_not_go_on(copied: Path) -> None:
    with pytest.raises(InvalidOption, match=r"another config \(epochs: 1, now 3"):
        trained(copied, 4, changed(epochs=3))


def test_a_folder_with_other_things_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "precious.txt").write_text("mine")
    with pytest.raises(InvalidOption, match="not empty"):
        trained(tmp_path, 1)
    assert [path.name for path in tmp_path.iterdir()] == ["precious.txt"]


def test_the_last_three_checkpoints_and_the_best_are_kept(tmp_path: Path, run: Path) -> None:
    mine = runs.Run(tmp_path / "kept", TINY)
    weights = {POLICY: read_checkpoint(checkpoints_of(run)[-1]).tensors(POLICY)}
    for update, score in enumerate([None, 3.0, 8.5, 2.0, None, 8.0, None], 1):
        mine.keep(update, weights, {}, score)
    names = [place.name for place in checkpoints_of(mine.path)]
    assert [int(name.removeprefix(UPDATE)) for name in names] == [3, 5, 6, 7]
    assert best_of(mine.path, read_manifest).name.endswith("3")


def test_a_damaged_checkpoint_is_passed_over(copied: Path, capsys: Capture) -> None:
    newest = checkpoints_of(copied)[-1]
    content = bytearray((newest / POLICY).read_bytes())
    content[-1] ^= 1
    (newest / POLICY).write_bytes(content)
    found = runs.Run(copied, TINY).newest()
    assert found is not None
    assert found.path == checkpoints_of(copied)[-2]
    assert "damaged" in capsys.readouterr().err


def test_only_one_process_trains_in_a_folder(copied: Path) -> None:
    with runs.Run(copied, TINY).locked(), pytest.raises(InvalidOption, match="another process"):
        trained(copied, 3)


def test_a_loss_that_is_not_finite_stops_with_diagnostics(copied: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = policy_of(copied)
    monkeypatch.setattr(Trainer, "remember", lambda self: next(self.network.parameters()).data.fill_(math.nan))
    with pytest.raises(TrainingFailed, match="not finite"):
        trained(copied, 4)
    assert json.loads((copied / DIAGNOSTICS).read_text())["update"] == 3
    assert policy_of(copied) == before


def start_training(path: Path, updates: int = 1_000_000) -> "subprocess.Popen[bytes]":
    settings = [f"{name}={value}" for name, value in TINY.as_data().items() if not isinstance(value, list | None)]
    words = ["train", "ppo", "--out", str(path), "--decisions", str(updates * ROWS), "--no-plots", "--set", *settings]
    program = "import sys; from undersea_env.commands.main import main; sys.exit(main(sys.argv[1:]))"
    return subprocess.Popen(
        [sys.executable, "-c", program, *words, "players=2", "rounds=1"], stderr=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
    )


def wait_for(path: Path, number: int) -> None:
    end = time.monotonic() + 120
    while len(runs.read_table(path / runs.CURVES)) < number:
        assert time.monotonic() < end
        time.sleep(0.02)


def test_a_run_that_is_killed_loses_at_most_one_interval_and_no_readable_checkpoint(tmp_path: Path) -> None:
    path, reached = tmp_path / "run", 0
    rng = random.Random(3)
    for _ in range(2):
        process = start_training(path)
        wait_for(path, reached + 3)
        time.sleep(rng.random() * 0.2)
        process.kill()
        process.wait()
        noted = len(runs.read_table(path / runs.CURVES))
        found = runs.Run(path, TINY).newest()
        assert found is not None
        reached = int(found.manifest["update"])
        assert noted - 1 <= reached <= noted
    trained(path, reached + 1)
    updates = [int(row["update"]) for row in runs.read_table(path / runs.CURVES)]
    assert updates == list(range(1, reached + 2))


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_an_interrupt_saves(tmp_path: Path, number: signal.Signals) -> None:
    path = tmp_path / "run"
    process = start_training(path)
    wait_for(path, 2)
    os.kill(process.pid, number)
    assert process.wait(60) == 130
    found = runs.Run(path, TINY).newest()
    assert found is not None
    assert int(found.manifest["update"]) == len(runs.read_table(path / runs.CURVES))


# --- what is refused ---


def test_hostile_files_are_refused_and_nothing_of_them_runs(copied: Path, tmp_path: Path) -> None:
    mark = tmp_path / "ran"
    hostile = pickle.dumps(Hostile(mark))
    (tmp_path / "weights.pt").write_bytes(hostile)
    torch.save(Hostile(mark), tmp_path / "torch.pt")
    with zipfile.ZipFile(tmp_path / "model.zip", "w") as archive:
        archive.writestr("data.pkl", hostile)
    for name in ("weights.pt", "torch.pt", "model.zip"):
        with pytest.raises(InvalidCheckpoint, match="is no checkpoint"):
            make(f"ppo:{tmp_path / name}")
        place = checkpoints_of(copied)[-1]
        with_file(place, POLICY, (tmp_path / name).read_bytes())
        with pytest.raises(InvalidCheckpoint, match="not a file of tensors"):
            make(f"ppo:{place}")
        with pytest.raises(InvalidCheckpoint):
            trained(copied, 4)
    assert not mark.exists()
    assert pickle.loads(hostile) is None                     # it would have
    assert mark.exists()


def fuzz_run(path: Path, edits: int) -> None:
    """Random bytes, pieces gone or twice in any file of a run, hashes made right or not: it is refused in words,
    or a network plays and the run goes on."""
    rng = random.Random(9)
    files = sorted(file for file in path.rglob("*") if file.suffix in (".json", ".csv", ".safetensors"))
    for k in range(edits):
        file = rng.choice(files)
        content = file.read_bytes()
        at, length = rng.randrange(len(content)), rng.choice([1, 1, 8, 300])
        piece = rng.choice([rng.randbytes(length), b"", content[at : at + length] * 2, b"[" * 50_000])
        manifest = file.parent / MANIFEST
        facts = manifest.read_bytes() if manifest.exists() else b""
        file.write_bytes(content[:at] + piece + content[at + length :])
        if file.name != MANIFEST and facts and k % 2:
            told = json.loads(facts)
            told["files"][file.name] = {
                "bytes": file.stat().st_size, "sha256": hashlib.sha256(file.read_bytes()).hexdigest()
            }
            manifest.write_text(json.dumps(told))
        with suppress(UnderseaError):
            make(f"ppo:{path}")
        with suppress(UnderseaError), runs.Run(path, TINY).locked() as run, closing(Trainer(TINY, 1)) as trainer:
            found = run.newest()
            if found is not None:
                trainer.restore(found)
        file.write_bytes(content)
        if facts:
            manifest.write_bytes(facts)


def test_a_run_with_damaged_files_is_refused_or_goes_on(copied: Path) -> None:
    fuzz_run(copied, 20)


@pytest.mark.soak
def test_many_runs_with_damaged_files_are_refused_or_go_on(copied: Path) -> None:
    fuzz_run(copied, 3_000)


def changed_manifest(place: Path, **values: Any) -> str:
    manifest = json.loads((place / MANIFEST).read_text()) | values
    (place / MANIFEST).write_text(json.dumps(manifest))
    return f"ppo:{place}"


@pytest.mark.parametrize(
    ("values", "reason"),
    [
        ({"rules": {"2": "00"}}, "other rules"),
        ({"actions": "00"}, "another list of actions"),
        ({"observation": "00"}, "another layout of the observation"),
        ({"format": 2}, "the format 2"),
        ({"preset": "huge"}, "preset"),
        ({"preset": ["small"]}, "preset"),
        ({"preset": "mlp"}, "other parameters"),
        ({"score": "nan"}, "score"),
        ({"update": "3"}, "update"),
        ({"files": {}}, "must name policy"),
        ({"files": {POLICY: {}, "../../secret": {}}}, "nothing but"),
        ({"files": {POLICY: {"bytes": 3, "sha256": "00"}}}, "damaged"),
        ({"config": {"preset": "small", "surprise": 1}}, "surprise"),
    ],
)
def test_checkpoints_that_do_not_fit_are_refused_with_the_reason(copied: Path, values: Any, reason: str) -> None:
    code = changed_manifest(checkpoints_of(copied)[-1], **values)
    with pytest.raises((InvalidCheckpoint, InvalidOption), match=reason):
        make(code)


def test_why_no_checkpoint_of_a_run_can_be_used_is_told(copied: Path, capsys: Capture) -> None:
    for code in (f"value:{copied}", f"mcts+value:3@{copied}"):
        with pytest.raises(InvalidCheckpoint, match=r"trained by `undersea train ppo`, not by `undersea train value`"):
            make(code)
    for place in checkpoints_of(copied):
        (place / MANIFEST).write_text("{")
    assert cli.main(["eval", str(copied), "--deals", "1"]) == 2
    told = capsys.readouterr().err
    assert "no checkpoint of" in told
    assert "not an object in JSON" in told
    for place in checkpoints_of(copied):
        shutil.rmtree(place)
    with pytest.raises(InvalidCheckpoint, match="has no checkpoint yet"):
        make(f"ppo:{copied}")


def other_book(folder: Path) -> Path:
    """Components in which one card gives more."""
    here = Path(undersea_env.__file__).parent / "underwater_cities" / "components"
    book = Path(shutil.copytree(here, folder / "book"))
    cards = (book / "era_cards.csv").read_text()
    (book / "era_cards.csv").write_text(cards.replace("produce 2 points", "produce 7 points"))
    return book


def test_a_network_of_other_components_is_refused(run: Path, tmp_path: Path) -> None:
    other = undersea_env.game(2, components=other_book(tmp_path))
    flat = trained(tmp_path / "flat", 1, changed(preset="mlp"))
    others = [
        undersea_env.game(1), undersea_env.game(2, rounds=(1,)),
        undersea_env.game(4, boards="asymmetric", contracts=True),
    ]
    for code in ("ppo", f"ppo:{run}", f"ppo:{flat}"):
        agent: Any = make(code)
        with pytest.raises(InvalidOption, match="other components"):
            agent.check(other)
        for game in others:
            agent.check(game)


def test_weights_that_are_not_finite_or_of_another_shape_are_refused(run: Path, tmp_path: Path) -> None:
    checkpoint = read_checkpoint(checkpoints_of(run)[-1])
    facts = {name: checkpoint.manifest[name] for name in ("preset", "rules", "config", "update", "score")}
    weights = checkpoint.tensors(POLICY)
    write_checkpoint(tmp_path / "nan", facts, {POLICY: weights | {"facts.bias": torch.full((128,), math.nan)}})
    write_checkpoint(tmp_path / "shape", facts, {POLICY: weights | {"facts.bias": torch.zeros(2)}})
    with pytest.raises(InvalidCheckpoint, match="not finite"):
        make(f"ppo:{tmp_path / 'nan'}")
    with pytest.raises(InvalidCheckpoint, match=r"facts.bias is \(2,\)"):
        make(f"ppo:{tmp_path / 'shape'}")


def test_a_checkpoint_that_does_not_fit_the_run_is_refused_whole(copied: Path) -> None:
    checkpoint = runs.Run(copied, TINY).newest()
    assert checkpoint is not None
    progress = checkpoint.progress()
    wrong: list[tuple[str, bytes]] = [
        (PROGRESS, json.dumps(progress | {"rng": {}}).encode()),
        (PROGRESS, json.dumps(progress | {"decisions": None}).encode()),
        (OPTIMISER, save({"0/exp_avg": torch.zeros(3)})),
        (LANES, save({"0/games": torch.zeros(5, dtype=torch.uint8)})),
        (OPPONENTS, save({"x": torch.zeros(5)})),
    ]
    for name, content in wrong:
        place = Path(shutil.copytree(checkpoint.path, copied / "wrong", dirs_exist_ok=True))
        with_file(place, name, content)
        trainer = Trainer(TINY)
        with pytest.raises(InvalidCheckpoint, match="does not fit"):
            trainer.restore(read_checkpoint(place))
        trainer.close()


def test_tensorboard_gets_the_curves(tmp_path: Path) -> None:
    trained(tmp_path / "run", 1, changed(tensorboard=True))
    assert list((tmp_path / "run" / runs.TENSORBOARD).glob("events*"))


@pytest.mark.parametrize("values", [{"observation": "00"}, {"actions": "00"}, {"format": 99}])
def test_a_run_of_another_version_is_refused_and_nothing_of_it_is_lost(copied: Path, values: dict[str, Any]) -> None:
    for place in checkpoints_of(copied):
        changed_manifest(place, **values)
    before = {file: file.read_bytes() for file in copied.rglob("*") if file.is_file() and file.name != runs.LOCK}
    with pytest.raises(InvalidCheckpoint, match="none of the checkpoints"):
        trained(copied, 4)
    assert before == {file: file.read_bytes() for file in before}


def test_what_is_wrong_with_the_rules_is_told_before_anything_is_written(tmp_path: Path) -> None:
    with pytest.raises(undersea_env.UnderseaError):
        trained(tmp_path / "run", 1, changed(components=str(tmp_path / "nowhere")))
    assert not (tmp_path / "run").exists()


def test_files_that_never_end_are_not_read(copied: Path) -> None:
    place = checkpoints_of(copied)[-1]
    for name in (POLICY, MANIFEST):
        (place / name).unlink()
        os.mkfifo(place / name)
        with pytest.raises(InvalidCheckpoint, match="not a file"):
            read_checkpoint(place)


def test_a_run_of_other_rules_does_not_go_on(copied: Path) -> None:
    for place in checkpoints_of(copied):
        changed_manifest(place, rules={"2": "00"})
    with pytest.raises(InvalidCheckpoint, match="other rules"):
        trained(copied, 4)


@pytest.mark.parametrize(
    "setting",
    [
        "epochs=0", "epochs=two", "lanes=1", "players=2,2", "players=5", "players=", "surprise=1", "gamma=1.5",
        "preset=huge", "learning_rate=nan", "rounds=0", "boards=9,9", "tensorboard=maybe", "seed=-1", "epochs",
    ],
)
def test_settings_that_are_not_allowed_are_refused(setting: str) -> None:
    with pytest.raises(InvalidOption):
        Config().changed([setting])


def test_a_config_reads_back_and_knows_no_other_keys() -> None:
    config = Config().changed(["players=1,2", "epochs=1", "learning_rate=0.001", "boards=5,6", "players=2"])
    assert Config.from_data(json.loads(json.dumps(config.as_data()))) == config
    assert (config.players, config.options["boards"], config.learning_rate) == ((2,), (5, 6), 0.001)
    with pytest.raises(InvalidOption, match="no 'epoch'"):
        Config.from_data({"epoch": 1})
    with pytest.raises(InvalidOption, match="epochs cannot be True"):
        Config.from_data({"epochs": True})
    with pytest.raises(InvalidOption, match="players cannot be"):
        Config.from_data({"players": [[2]]})


# --- playing ---


def test_a_trained_network_plays_in_the_arena(run: Path, tmp_path: Path, capsys: Capture) -> None:
    words = ["eval", str(run), "--vs", "random", "--deals", "2", "--processes", "1", "--json"]
    assert cli.main([*words, "--out", str(tmp_path / "results"), "--no-plots"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["games"] == 4
    assert told["settings"]["game"]["rounds"] == [1]
    assert all(agent["forfeits"] == {} for agent in told["agents"])
    assert len(told["settings"]["bots"]) == 1                # another checkpoint is another run of the arena
    assert [agent["agent"] for agent in told["agents"]] == ["ppo:run", "random"]
    (best,) = read_replays(tmp_path / "results" / "best_game.jsonl")
    with (tmp_path / "results" / "games.csv").open() as file:
        scores = [int(row["score"]) for row in csv.DictReader(file) if row["agent"] == "ppo:run"]
    assert len(scores) == 4
    assert best.scores is not None
    assert best.scores[best.agents.index("ppo:run")] == max(scores)


def test_a_network_is_evaluated_with_as_many_players_as_the_game_has(run: Path, capsys: Capture) -> None:
    assert cli.main(["eval", str(run), "--players", "1000000000", "--deals", "1"]) == 2
    assert "num_players is a whole number from 1 to 4, not 1000000000" in capsys.readouterr().err


def test_the_same_network_chooses_the_same_every_time(run: Path) -> None:
    seen, masks = some_observations(2)
    chosen = [make(f"ppo:{run}", seed).choose(seen, masks, np.zeros(32)).tolist() for seed in (0, 1)]
    assert chosen[0] == chosen[1]
    assert all(masks[row, action] for row, action in enumerate(chosen[0]))


def test_a_network_is_taken_out_of_its_run(run: Path, tmp_path: Path, capsys: Capture) -> None:
    assert export.main([str(run), str(tmp_path / "network")]) == 0
    assert sorted(path.name for path in (tmp_path / "network").iterdir()) == [MANIFEST, POLICY]
    seen, masks = some_observations(2)
    chosen = [make(f"ppo:{place}").choose(seen, masks, np.zeros(32)).tolist() for place in (run, tmp_path / "network")]
    assert chosen[0] == chosen[1]
    assert export.main([str(tmp_path), str(tmp_path / "other")]) == 1
    assert "is no checkpoint" in capsys.readouterr().err
    assert not (tmp_path / "other").exists()


def test_without_a_network_it_is_told_how_to_train_one(tmp_path: Path) -> None:
    with pytest.raises(InvalidOption, match="undersea train sb3"):
        make("sb3")
    with pytest.raises(InvalidCheckpoint, match="is no checkpoint"):
        make(f"ppo:{tmp_path / 'nowhere'}")


@pytest.mark.parametrize("agent", ["ppo:nowhere", "ppo:empty", "ppo:manifest"])
def test_an_arena_without_the_network_of_an_agent_says_so_in_one_sentence(
    agent: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("empty").mkdir()
    (Path("manifest") / MANIFEST).mkdir(parents=True)
    assert cli.main(["simulate", "--seats", f"{agent},random", "--games", "2", "--out", "results"]) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.count("\n") == 1
    assert f"{agent.removeprefix('ppo:')} is no checkpoint" in told.err
    assert not Path("results").exists()


def test_the_command_trains_evaluates_and_draws(tmp_path: Path, capsys: Capture) -> None:
    settings = [f"{name}={getattr(TINY, name)}" for name in ("shards", "steps", "evaluation_deals")]
    words = ["train", "ppo", "--out", str(tmp_path / "run"), "--lanes", "8", "--decisions", "300", "--seed", "4",
             "--json", "--set", *settings, "rounds=1", "tensorboard=false"]
    assert cli.main(words) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["done"]
    assert told["last"]["evaluations"]["opponent"] == "earlier self"
    assert (tmp_path / "run" / "learning_curves.png").stat().st_size > 10_000
    assert cli.main(["train", "ppo", "--out", str(tmp_path / "run"), "--lanes", "9"]) == 2
    assert "another config (lanes: 8, now 9)" in capsys.readouterr().err


# --- evaluation and pictures ---


def test_intervals_are_over_deals_not_games() -> None:
    """Against itself greedy wins one game of every deal: games differ much, deals not at all."""
    found = evaluation._match(undersea_env.game(2, rounds=(1,)), make("greedy"), make("greedy"), "greedy", 4)
    assert found.games == 8
    assert found.win_share == Estimate(0.5, 0.5, 0.5)
    assert found.lead == Estimate(0.0, 0.0, 0.0)
    assert found.points.low < found.points.mean < found.points.high


def test_an_evaluation_is_what_the_games_came_to() -> None:
    game = undersea_env.game(3, rounds=(1,))
    found = {strength.opponent: strength for strength in evaluation.evaluate(game, make("greedy"), 3)}
    assert list(found) == ["random", "greedy"]
    assert found["greedy"].win_share.mean == pytest.approx(1 / 3)
    assert found["greedy"].lead.mean == pytest.approx(0.0)
    ahead = found["random"]
    assert ahead.win_share.mean == 1.0
    assert 0 < ahead.lead.low <= ahead.lead.mean <= ahead.lead.high < ahead.points.mean
    (alone,) = evaluation.evaluate(undersea_env.game(1), make("greedy"), 2)
    assert (alone.opponent, alone.lead) == ("alone", alone.points)


def test_solo_counts_as_points_above_those_of_a_win() -> None:
    def strength(players: int, opponent: str, points: float, lead: float) -> Strength:
        return Strength(players, opponent, 2, *(Estimate(mean, mean, mean) for mean in (0.5, points, lead)))

    alone, behind = strength(1, "alone", 120.0, 120.0), strength(2, "greedy", 90.0, -5.0)
    assert score_of([alone], 100) == 20.0
    assert score_of([alone, strength(2, "random", 90.0, 70.0), behind], 100) == 7.5
    assert KIND.solo_goal == 100


def figure_of(run: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    figures = []
    monkeypatch.setattr("matplotlib.figure.Figure.savefig", lambda self, *words, **options: figures.append(self))
    assert plots.plot_run(run) is not None
    return figures[0]


def test_the_picture_shows_opponents_intervals_and_imitation(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = trained(tmp_path / "run", 4, changed(imitation=0.5, players=(1, 2)))
    assert [row["imitates"] for row in runs.read_table(path / runs.CURVES)] == ["1", "1", "0", "0"]
    figure = figure_of(path, monkeypatch)
    alone, _, wins, leads, score, _ = figure.axes
    labels = ["against random", "against greedy", "against earlier self"]
    for axes, column, scale in ((wins, "win_share", 100), (leads, "lead", 1)):
        assert [bars.get_label() for bars in axes.containers] == labels
        assert len({(bars[0].get_marker(), bars[0].get_color()) for bars in axes.containers}) == 3
        assert len({bars[0].get_marker() for bars in axes.containers}) == 3
        rows = [row for row in runs.read_table(path / runs.EVALUATIONS) if row["opponent"] == "greedy"]
        for segment, row in zip(axes.containers[1][2][0].get_segments(), rows, strict=True):
            bounds = [scale * float(row[f"{column}_{end}"]) for end in ("low", "high")]
            assert segment[:, 1].tolist() == pytest.approx(bounds)
            assert segment[:, 0].tolist() == pytest.approx([float(row["decisions"]) / 1e6] * 2)
    assert [bars.get_label() for bars in alone.containers] == ["alone"]
    for axes in (wins, score):
        (shade,) = axes.patches
        assert shade.get_x() == 0
        assert shade.get_width() == pytest.approx(2 * ROWS / 1e6)
        assert axes.get_xlabel() == "decisions, millions"
        assert [text.get_text() for text in axes.texts] == ["imitation"]
        assert axes.child_axes[0].get_xlabel() == "minutes"
    told = [text.get_text() for text in figure.legends[0].get_texts()]
    assert told == ["alone", *labels, f"imitation: {plots.IMITATES}"]


# --- any game ---


TOY = Config(
    game=toy_game.KIND.name, players=(1, 2), lanes=8, steps=16, minibatch=64, evaluation_deals=2, snapshot_every=1,
    checkpoint_every=1, evaluate_every=1000, tensorboard=False,
)


@pytest.fixture(scope="module")
def toy_run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return trained(tmp_path_factory.mktemp("training") / "toy", 3, TOY)


def test_a_game_without_heuristic_and_network_trains_and_goes_on(toy_run: Path, tmp_path: Path) -> None:
    assert (TOY.preset, TOY.imitation, TOY.foresight, TOY.greedy_share) == ("mlp", 0.0, False, 0.0)
    stopped = trained(tmp_path / "stopped", 3, TOY, stop_after=1)
    assert policy_of(trained(stopped, 3, TOY)) == policy_of(toy_run)
    told = [row["opponent"] for row in runs.read_table(toy_run / runs.EVALUATIONS) if row["update"] == "3"]
    assert told == ["alone", "random", "earlier self"]
    assert plots.plot_run(toy_run) is not None
    stored = json.loads((toy_run / runs.CONFIG).read_text())
    assert (stored["game"], stored["rounds"], stored["goal"]) == ("tests.toy_game", 4, 70)


def test_a_network_plays_the_game_that_it_learned_and_no_other(toy_run: Path, run: Path) -> None:
    agent: Any = make(f"ppo:{toy_run}", game=toy_game.KIND)
    state = Game(toy_game.KIND, 2).new_game(1)
    (chosen,) = agent.choose(state.observation(state.current_player)[None], state.legal_mask()[None], None)
    assert chosen in state.legal_actions
    with pytest.raises(InvalidOption, match=r"trained for Tide Pools, not for Underwater Cities"):
        make(f"ppo:{toy_run}")
    with pytest.raises(InvalidOption, match=r"trained for Underwater Cities, not for Tide Pools"):
        make(f"ppo:{run}", game=toy_game.KIND)
    with pytest.raises(InvalidOption, match="learned Tide Pools"):
        agent.check(undersea_env.game())


@pytest.mark.parametrize(
    ("values", "reason"),
    [
        ({"imitation": 0.1}, "imitation leans on greedy, and Tide Pools has no heuristic"),
        ({"foresight": True}, "foresight leans on greedy"),
        ({"greedy_share": 0.5}, "greedy_share leans on greedy"),
        ({"preset": "small"}, "preset is one of mlp"),
        ({"options": {"boards": "symmetric"}}, "there is no option boards"),
        ({"options": {"rounds": 77}}, "rounds"),
        ({"options": 7}, "options are names and values"),
        ({"players": (5,)}, "num_players"),
    ],
)
def test_what_a_game_does_not_have_is_refused_in_words(values: dict[str, Any], reason: str) -> None:
    with pytest.raises(InvalidOption, match=reason):
        dataclasses.replace(TOY, **values)


def test_a_run_may_begin_with_the_weights_of_another_that_learned_with_other_components(
    run: Path, toy_run: Path, tmp_path: Path
) -> None:
    book = str(other_book(tmp_path))
    config = changed(components=book, learning_rate=0.0, learning_rate_end=0.0, imitation=0.0)
    source = shutil.copytree(run, tmp_path / "source")
    config = dataclasses.replace(config, begin_with=str(source))
    more = trained(tmp_path / "more", 1, config)
    assert policy_of(more) == policy_of(run)
    shutil.rmtree(source)
    assert policy_of(trained(more, 2, config)) == policy_of(run)             # to go on it needs the other no more
    cases: list[dict[str, Any]] = [{"begin_with": str(toy_run)}, {"begin_with": str(run), "preset": "mlp"}]
    for values in cases:
        with pytest.raises(InvalidOption, match=r"begin_with: .* is a network"):
            trained(tmp_path / "other", 1, changed(**values))
        assert not (tmp_path / "other").exists()


def test_a_value_is_learned_only_where_there_is_one_to_correct() -> None:
    with pytest.raises(InvalidOption, match="Tide Pools has none that could learn"):
        ValueConfig(game=toy_game.KIND.name)


def test_the_game_that_a_file_names_is_never_imported(copied: Path) -> None:
    for name in ("this", "tests.hostile", "nowhere.at_all", 7, None):
        with pytest.raises(InvalidOption, match="there is no game"):
            Config.from_data({"game": name})
    place = checkpoints_of(copied)[-1]
    config = json.loads((place / MANIFEST).read_text())["config"] | {"game": "this"}
    with pytest.raises(InvalidCheckpoint, match="there is no game 'this'"):
        make(changed_manifest(place, config=config))
    assert "this" not in sys.modules


def test_the_command_names_a_game(tmp_path: Path, capsys: Capture) -> None:
    path = str(tmp_path / "run")
    words = ["train", "ppo", "--out", path, "--no-plots", "--json", "--decisions"]
    settings = ["--set", "steps=16", "evaluation_deals=2", "tensorboard=false", "rounds=2", "players=2", "lanes=4"]
    assert cli.main(["--game", "tests.toy_game", *words, "60", *settings]) == 0
    assert cli.main([*words, "120"]) == 0                                # the run knows its game
    assert runs.stored_config(tmp_path / "run").options == {"rounds": 2, "goal": 70}
    capsys.readouterr()
    assert cli.main([*words, "180", "--game", "underwater_cities"]) == 2
    assert "is a run of tests.toy_game" in capsys.readouterr().err
    assert cli.main(["eval", path, "--deals", "2", "--processes", "1", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert [agent["agent"] for agent in told["agents"]] == ["ppo:run", "random"]


def test_what_is_stored_of_the_first_game_is_what_it_always_was() -> None:
    names = list(Config().as_data())
    assert names[:7] == ["preset", "players", "boards", "contracts", "rounds", "components", "seed"]
    assert "game" not in names
    assert Config.from_data({"rounds": [2, 1], "game": KIND.name}) == Config(options={"rounds": (2, 1)})


def test_a_flag_that_a_number_of_players_cannot_have_is_off_there() -> None:
    """O-1: alone there are no contracts."""
    config = Config(players=(1, 2), options={"contracts": True})
    assert [game.options.contracts for game in config.games()] == [False, True]
    with pytest.raises(InvalidOption, match="contracts is True or False"):
        Config(options={"contracts": "yes"})


# --- learning ---


def test_a_short_run_learns_to_score_in_a_short_game() -> None:
    config = changed(
        lanes=128, steps=32, minibatch=512, chunk=256, learning_rate=0.002, opponent_share=0.0, rounds=(2,),
    )
    trainer = Trainer(config)
    game = trainer.groups[0].game
    random_one = make("random")
    untrained = evaluation._match(game, NetworkPlayer(trainer.network, "policy", KIND), random_one, "random", 50)
    for _ in range(15):
        trainer.collect()
        trainer.learn(0.0)
    taught = evaluation._match(game, NetworkPlayer(trainer.network, "policy", KIND), random_one, "random", 50)
    trainer.close()
    assert untrained.win_share.mean < 0.75
    assert taught.win_share.mean > 0.85
    assert taught.points.mean > untrained.points.mean + 1
