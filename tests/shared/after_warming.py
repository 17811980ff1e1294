"""Warms all parts of a game, then uses it as users do, and tells what was compiled after that.

`python -m tests.shared.after_warming GAME` prints the modules whose entry points were used to warm, and on a second
line the entry points that were compiled for other types of arguments later.
"""

import contextlib
import io
import random
import sys
import tempfile
from pathlib import Path
from typing import Any

import numpy as np

import undersea_env
from tests import kinds
from tests.kinds import Sample
from undersea_env.agents import Positions, make
from undersea_env.agents.greedy import has_heuristic
from undersea_env.commands.main import main
from undersea_env.commands.warming import parts_of
from undersea_env.compiling.jit import entry_points
from undersea_env.core.batch import Batch
from undersea_env.core.thinking import thinking_of

STEPS = 30
EVERY_OTHER = 7                  # of the illegal actions of a position


def compiled() -> dict[str, int]:
    """For how many types of arguments each entry point is."""
    return {
        f"{module}.{entry.py_func.__name__}": len(entry.signatures)
        for module, entries in entry_points.items() for entry in entries if entry.signatures
    }


def use_doors(sample: Sample) -> None:
    lanes = undersea_env.vector_env(4, threads=2, **sample.all_options())
    _, info = lanes.reset(seed=1)
    for _ in range(STEPS):
        info = lanes.step(info["action_mask"].argmax(1))[-1]
    lanes.from_bytes(lanes.to_bytes())
    env = undersea_env.env(**sample.all_options(illegal_action="random"))
    env.reset(seed=1)
    for _ in env.agent_iter():
        observation, _, terminated, _, _ = env.last()
        assert observation is not None
        env.step(None if terminated else int(observation["action_mask"].argmax()))


def codes_of(sample: Sample) -> list[str]:
    return ["random", "mcts:2", *["greedy"] * has_heuristic(sample.kind)]


def use_agents(sample: Sample) -> None:
    """With arrays that may not be written, such as the masks of a batch."""
    game = sample.game()
    batch = Batch(game, 3)
    for code in codes_of(sample):
        positions = Positions.imagined(batch, 0)
        make(code, game=game.kind).choose(batch.observe(), batch.legal(), batch.players(), positions)
    thinking, tables = thinking_of(game.kind), np.zeros((batch.n, game.kind.most_players), np.int64)
    tables.flags.writeable = False
    thinking.play_games(game, batch.states, thinking.new_rooms(1), tables=tables)


def use_words(sample: Sample) -> None:
    game, rng = sample.game(), random.Random(0)
    words, state = game.kind.words, game.new_game(1)
    log = words.GameLog(game)
    while not state.is_terminal:
        before = state.clone()
        for action in np.flatnonzero(state.legal_mask() == 0).tolist()[::EVERY_OTHER]:
            words.why_not(state, action)
        action = rng.choice(state.legal_actions)
        told = state.action_to_string(action), words.question(state), state.render("ansi")
        assert all(told)
        state.apply_action(action)
        log.log_action(before.states[0], state.states[0], action)
    words.score_sheet(state)
    if game.kind.drawing is not None:
        state.render("svg")


def use_commands(sample: Sample) -> None:
    name, seats = sample.name, ",".join(codes_of(sample)[:2])
    with tempfile.TemporaryDirectory() as folder, contextlib.redirect_stdout(io.StringIO()):
        games = str(Path(folder) / "games.jsonl")
        simulate = ["simulate", "--seats", seats, "--games", "2", "--processes", "1", "--record", games]
        for command in (simulate, ["stats", games], ["replay", games]):
            assert main([*command, "--game", name]) == 0


def use_training(sample: Sample) -> None:
    """In several shards, as a run has them by default, and by the door of Stable-Baselines3."""
    from sb3_contrib import MaskablePPO

    from undersea_env.doors.sb3 import SelfPlayBuffer, SelfPlayVecEnv
    from undersea_env.training.config import Config
    from undersea_env.training.ppo_selfplay import Trainer

    trainer = Trainer(Config(game=sample.name, lanes=4, steps=8, minibatch=8, chunk=8, tensorboard=False), threads=2)
    for used in (0.0, 0.5, 1.0):
        trainer.advance(used)
    trainer.close()
    env = SelfPlayVecEnv(2, **sample.all_options())
    buffer: Any = {"rollout_buffer_class": SelfPlayBuffer, "rollout_buffer_kwargs": {"env": env}}
    MaskablePPO("MlpPolicy", env, n_steps=8, batch_size=8, n_epochs=1, device="cpu", **buffer).learn(16)


if __name__ == "__main__":
    for part in parts_of(sys.argv[1]):
        part.use()
    warm = compiled()
    print(*{name.rpartition(".")[0] for name in warm})
    for use in (use_doors, use_agents, use_words, use_commands, use_training):
        use(kinds.shortest(sys.argv[1]))
    print(*(name for name, number in compiled().items() if warm.get(name) != number))
