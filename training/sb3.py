"""Stock `MaskablePPO` of Stable-Baselines3 on the native VecEnv, top to bottom: policy, opponents, model, the loop.

One seat learns against a list of opponents, which may contain earlier selves; or every seat learns, by self-play.
Copy this file to begin something of your own.
"""

import math
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import numpy as np
import torch
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.distributions import MaskableDistribution
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.logger import Logger
from torch import Tensor

from undersea_env.agents.greedy import points_expected_by_greedy
from undersea_env.agents.sb3_agent import SB3Agent
from undersea_env.core.kind import Kind
from undersea_env.core.position import Game
from undersea_env.core.shaping import Shaping, points_so_far
from undersea_env.core.streams import derived_seed
from undersea_env.doors.sb3 import SeatVecEnv, SelfPlayBuffer, SelfPlayVecEnv
from undersea_env.training.checkpoints import (
    OPPONENTS,
    OPTIMISER,
    POLICY,
    PROGRESS,
    Checkpoint,
    Data,
    Tensors,
    load_weights,
    read_manifest,
    weights_of,
)
from undersea_env.training.evaluation import Strength, evaluate
from undersea_env.training.loop import (
    Budget,
    NotFinite,
    by_number,
    load_optimiser,
    must_fit,
    numbered,
    train_until,
)
from undersea_env.training.memory import resident_megabytes
from undersea_env.training.network import make_network
from undersea_env.training.player import NetworkPlayer
from undersea_env.training.runs import Contents, Run
from undersea_env.training.sb3_config import PAST, SB3Config

FILES = (POLICY, OPTIMISER, OPPONENTS, PROGRESS)         # of a checkpoint; games under way are not kept
CONTENTS = Contents(read_manifest, FILES)
SEEDS = 1 << 32                                          # numpy's global generator takes no larger seed


# --- the policy ---


class NetworkPolicy(MaskableActorCriticPolicy):
    """Logits and value come from one network of the game, which takes the bytes as they are."""

    def __init__(self, *args: Any, preset: str, kind: Kind, game: Game | None = None, **others: Any) -> None:
        self.preset = preset
        self._kind = kind
        self._game = game                                # what is printed; None: it is loaded with the weights
        super().__init__(*args, **others)

    def _build(self, lr_schedule: Callable[[float], float]) -> None:
        """In place of extractor, two stacks of layers and two heads."""
        self.network = make_network(self.preset, self._kind, self._game)
        self.optimizer = torch.optim.Adam(self.parameters(), lr=lr_schedule(1), eps=1e-5)

    def _get_constructor_parameters(self) -> dict[str, Any]:
        return super()._get_constructor_parameters() | {"preset": self.preset, "kind": self._kind}

    def _asked(self, observations: Any, masks: Any) -> tuple[MaskableDistribution, Tensor]:
        logits, values = self.network(observations)
        distribution = self.action_dist.proba_distribution(action_logits=logits)
        distribution.apply_masking(masks)
        return distribution, values

    def forward(
        self, obs: Tensor, deterministic: bool = False, action_masks: Any = None
    ) -> tuple[Tensor, Tensor, Tensor]:
        distribution, values = self._asked(obs, action_masks)
        actions = distribution.get_actions(deterministic=deterministic)
        return actions, values, distribution.log_prob(actions)

    def evaluate_actions(
        self, obs: Tensor, actions: Tensor, action_masks: Any = None
    ) -> tuple[Tensor, Tensor, Tensor | None]:
        distribution, values = self._asked(obs, action_masks)
        return values, distribution.log_prob(actions), distribution.entropy()

    def get_distribution(self, obs: Any, action_masks: Any = None) -> MaskableDistribution:
        return self._asked(obs, action_masks)[0]

    def predict_values(self, obs: Any) -> Tensor:
        values: Tensor = self.network(obs)[1]
        return values


# --- opponents and rewards ---


class PastSelves:
    """Earlier selves as one opponent: for each update one of them is drawn to play."""

    name = PAST

    def __init__(self, kind: Kind, most: int) -> None:
        self.kind = kind
        self.most = most
        self.weights: list[Tensors] = []                 # oldest first
        self._agents: list[SB3Agent] = []
        self._playing = 0                                # which of them

    def forget(self) -> None:
        self.weights, self._agents, self._playing = [], [], 0

    def remember(self, model: MaskablePPO) -> None:
        """The model of now; the oldest one is forgotten when there are too many."""
        self.weights = [*self.weights, weights_of(model.policy.network)][-self.most :]       # type: ignore[arg-type]
        self._agents = [*self._agents, SB3Agent(model, deterministic=False, game=self.kind)][-self.most :]

    def draw(self, rng: np.random.Generator) -> None:
        self._playing = int(rng.integers(len(self._agents)))

    def choose(self, observations: Any, masks: Any, players: Any) -> Any:
        return self._agents[self._playing].choose(observations, masks, players)


def made_lanes(config: SB3Config, game: Game, past: PastSelves) -> SeatVecEnv | SelfPlayVecEnv:
    points_of = points_expected_by_greedy(game) if config.foresight else points_so_far
    shaping = Shaping(config.shaping, config.gamma, points_of)
    rules = game.rule_options() | {"reward": config.reward, "game": game.kind}
    if config.self_play:
        return SelfPlayVecEnv(config.lanes, threads=config.threads, shaping=shaping, **rules)
    opponents = [past if code == PAST else code for code in config.opponents]
    return SeatVecEnv(config.lanes, opponents=opponents, threads=config.threads, shaping=shaping, **rules)


# --- the learner ---


class Watch(BaseCallback):
    """What a rollout came to: games that ended, the points of learning seats in them, and when it was over."""

    def _on_rollout_start(self) -> None:
        self.games = 0
        self.points: list[int] = []

    def _on_step(self) -> bool:
        for info in self.locals["infos"]:
            if "scores" in info:
                self.games += 1
                self.points += [info["scores"][info["seat"]]] if "seat" in info else list(info["scores"])
        return True

    def _on_rollout_end(self) -> None:
        self.end = time.perf_counter()


class Trainer:
    """The model, its lanes and its earlier selves."""

    def __init__(self, config: SB3Config) -> None:
        torch.set_num_threads(config.threads)
        self.config = config
        self.game = config.games()[0]
        self.update, self.decisions, self.seconds = 0, 0, 0.0
        self.learning_rate = config.learning_rate
        self.past = PastSelves(config.kind, config.snapshots)
        self.lanes = made_lanes(config, self.game, self.past)
        self.watch = Watch()
        buffer: Data = {}
        if config.self_play:
            buffer = {"rollout_buffer_class": SelfPlayBuffer, "rollout_buffer_kwargs": {"env": self.lanes}}
        self.model = MaskablePPO(
            NetworkPolicy,
            self.lanes,
            policy_kwargs={"preset": config.preset, "kind": config.kind, "game": self.game},
            learning_rate=lambda _: self.learning_rate,
            n_steps=config.steps,
            batch_size=config.minibatch,
            n_epochs=config.epochs,
            gamma=config.gamma,
            gae_lambda=config.gae_lambda,
            clip_range=config.clip,
            vf_coef=config.value_weight,
            max_grad_norm=config.gradient_limit,
            target_kl=config.kl_limit,
            seed=self._seed(),
            device="cpu",
            **buffer,
        )
        self.model.set_logger(Logger(None, []))
        self.past.remember(self.model)
        self._begin()

    def _seed(self) -> int:
        return derived_seed(self.config.seed, self.update) % SEEDS

    def _begin(self) -> None:
        """New games, and new random numbers; all follow from the config and the number of updates."""
        self.model.set_random_seed(self._seed())
        self.rng = np.random.default_rng(self._seed())
        self.lanes.reset()                               # compiles what is not compiled yet: that is no training
        self.model.set_env(self.lanes)                   # so that `learn` resets the lanes once more

    @property
    def network(self) -> Any:
        return self.model.policy.network

    def advance(self, used: float) -> Data:
        """One rollout and its update. `used` is the share of the budget that is used up; a line of curves.csv."""
        config = self.config
        if self.update and self.update % config.snapshot_every == 0:
            self.past.remember(self.model)
        self.past.draw(self.rng)
        self.learning_rate = config.learning_rate + used * (config.learning_rate_end - config.learning_rate)
        self.model.ent_coef = config.entropy + used * (config.entropy_end - config.entropy)
        start = time.perf_counter()
        rows = config.steps * config.lanes
        try:
            self.model.learn(rows, self.watch, log_interval=None, reset_num_timesteps=False)  # type: ignore[arg-type]
        except ValueError:                               # a distribution refuses what is no number
            if self.is_finite():
                raise
            raise NotFinite({"update": self.update + 1}) from None
        end = time.perf_counter()
        self.update += 1
        self.decisions = self.model.num_timesteps
        self.seconds += end - start
        row = self._row(self.watch.end - start, end - self.watch.end)
        if not self.is_finite():
            raise NotFinite(row)
        return row

    def _row(self, rollout: float, learning: float) -> Data:
        told = self.model.logger.name_to_value
        return {
            "update": self.update,
            "decisions": self.decisions,
            "seconds": self.seconds,
            "decisions_per_second": self.config.steps * self.config.lanes / (rollout + learning),
            "rollout_seconds": rollout,
            "learning_seconds": learning,
            "megabytes": resident_megabytes(),
            "games": self.watch.games,
            "points": float(np.mean(self.watch.points)) if self.watch.points else math.nan,
            "value_explained": float(told["train/explained_variance"]),
            "policy_loss": float(told["train/policy_gradient_loss"]),
            "value_loss": float(told["train/value_loss"]),
            "entropy": -float(told["train/entropy_loss"]),
            "kl": float(told["train/approx_kl"]),
            "clipped": float(told["train/clip_fraction"]),
        }

    def words(self, row: Data) -> str:
        return (
            f"update {row['update']}: {row['decisions']:,} decisions, {row['decisions_per_second']:,.0f} a second "
            f"(rollout {row['rollout_seconds']:.1f} s, learning {row['learning_seconds']:.1f} s), {row['points']:.1f} "
            f"points, entropy {row['entropy']:.2f}, KL {row['kl']:.4f}, {row['megabytes']:.0f} MB"
        )

    def is_finite(self) -> bool:
        return all(bool(torch.isfinite(parameter).all()) for parameter in self.network.parameters())

    def evaluate(self) -> list[Strength]:
        """Against the fixed opponents and the oldest self that is kept; before the first update that is no other."""
        kind = self.config.kind
        player, earlier = NetworkPlayer(self.network, "policy", kind), None
        if self.update:
            network = make_network(self.config.preset, kind)
            network.load_state_dict(self.past.weights[0])
            earlier = NetworkPlayer(network, "earlier", kind)
        return evaluate(self.game, player, self.config.evaluation_deals, earlier)

    # --- everything that a checkpoint has ---

    def tensors(self) -> dict[str, Tensors]:
        return {
            POLICY: weights_of(self.network),
            OPTIMISER: numbered(self.model.policy.optimizer.state_dict()["state"]),
            OPPONENTS: numbered(dict(enumerate(self.past.weights))),
        }

    def progress(self) -> Data:
        return {"update": self.update, "decisions": self.decisions, "seconds": self.seconds}

    def restore(self, checkpoint: Checkpoint) -> None:
        """Go on after `checkpoint`, with its weights, optimiser and earlier selves, but in new games."""
        progress, path = checkpoint.progress(), checkpoint.path
        with must_fit(path):
            self.update, self.decisions = int(progress["update"]), int(progress["decisions"])
            self.seconds = float(progress["seconds"])
            self.model.num_timesteps = self.decisions
            earlier = by_number(checkpoint.tensors(OPPONENTS))
            if not earlier:
                raise ValueError("no earlier self")
            self.past.forget()
            for k in range(len(earlier)):
                load_weights(self.network, earlier[k], path)
                self.past.remember(self.model)
            load_weights(self.network, checkpoint.tensors(POLICY), path)
            load_optimiser(self.model.policy.optimizer, self.network, by_number(checkpoint.tensors(OPTIMISER)))
        self._begin()


# --- the loop ---


def train(
    config: SB3Config, out: Path, budget: Budget, tell: Callable[[str], None] | None = None,
    is_over: Callable[[Trainer], bool] = lambda trainer: False,
) -> bool:
    """Train in the folder `out` until the budget is used up; returns whether it is."""
    trainer = Trainer(config)
    with closing(trainer.lanes), Run(out, config, CONTENTS).locked() as run:
        return train_until(trainer, run, budget, tell, is_over)
