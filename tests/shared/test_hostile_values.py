"""Values that nobody means, at every door of Python: refused by an error of ours, in words, and nothing has changed."""

import random
from collections.abc import Callable, Iterator
from contextlib import suppress
from decimal import Decimal
from fractions import Fraction
from typing import Any

import gymnasium
import numpy as np
import pytest

import undersea_env
from tests import kinds
from tests.kinds import Sample
from undersea_env.agents import make
from undersea_env.core.batch import Batch
from undersea_env.core.kind import Kind
from undersea_env.core.redealing import Positions
from undersea_env.doors.gymnasium_env import SeatEnv, SeatVectorEnv
from undersea_env.errors import UnderseaError


class Rude:
    """Everything that Python may ask of it fails."""

    def __index__(self) -> int:
        raise RuntimeError("no index")

    def __repr__(self) -> str:
        raise RuntimeError("no words")

    def __array__(self, dtype: Any = None, copy: Any = None) -> Any:
        raise RuntimeError("no array")

    def __float__(self) -> float:
        raise RuntimeError("no number")


VALUES: tuple[Any, ...] = (
    None, True, False, np.True_, -1, 1 << 63, 1 << 64, -(1 << 64), 10**400, 10**5000, 0.5, 1.0, float("nan"),
    float("inf"), 1j, Decimal(1), Fraction(1, 2), "", "0", "x" * 5000, b"", b"0", bytearray(9),
    memoryview(b"abc"), [], [0], [[]], [[], 0, 0], [0, "x", None], [10**30] * 3, [1.5] * 3, [None] * 3, (), {},
    {0: 0}, {"x": 1}, set(), range(3), range(10**12), np.zeros(0), np.zeros(3), np.zeros((2, 2), np.int64),
    np.array(5.5), np.array([1 << 63] * 3, np.uint64), np.array(["a"] * 3), np.array([None] * 3, object),
    np.zeros(3, "M8[s]"), object(), int, len, Rude(), [Rude()] * 3,
)
THEIRS = (gymnasium.error.Error,)                            # of Gymnasium's own checks, which come before ours
LANES = 3


def refused(call: Callable[[Any], Any], value: Any) -> None:
    """An error of ours, or the value is taken."""
    words = "taken"
    with suppress(*THEIRS):
        try:
            call(value)
        except UnderseaError as error:
            words = str(error)
    assert 0 < len(words) < 7_000


def option(name: str, make: Callable[..., Any], others: dict[str, Any]) -> Callable[[Any], Any]:
    """A call that gives its value to this option."""
    return lambda value: make(**{**others, name: value})


def doors(sample: Sample) -> Iterator[tuple[str, Callable[[Any], Any], Callable[[], bytes]]]:
    """Calls that take a value, each with what must be the same afterwards if it was refused."""
    game = sample.game(num_players=2)
    state = game.new_game(1)
    nothing = bytes
    options = {"game": sample.name, **sample.options, "num_players": 2}
    for name in ("num_players", "reward", "components", *(option.name for option in sample.kind.options)):
        others = {key: value for key, value in options.items() if key != name}
        yield f"game({name})", option(name, undersea_env.game, others), nothing
    yield "new_game", game.new_game, nothing
    yield "from_bytes", game.from_bytes, nothing
    yield "from_dict", game.from_dict, nothing
    yield "apply_action", lambda value: state.clone().apply_action(value), state.to_bytes
    yield "apply_and_observe", lambda value: state.clone().apply_and_observe(value), state.to_bytes
    for name in ("action_to_string", "observation", "score_breakdown", "render"):
        yield name, getattr(state, name), state.to_bytes
    yield "resample(seat)", lambda value: state.resample(value, 1), state.to_bytes
    yield "resample(seed)", lambda value: state.resample(0, value), state.to_bytes
    yield "render(seat)", lambda value: state.render("ansi", value), state.to_bytes
    batch = Batch(game, LANES)
    yield "Batch(n)", lambda value: Batch(game, value), nothing
    yield "Batch(threads)", lambda value: Batch(game, 1, value).close(), nothing
    for name in ("step", "observe", "state", "from_bytes"):
        yield f"batch.{name}", getattr(batch, name), nothing
    vec = undersea_env.vector_env(LANES, **options)
    for name in ("num_envs", "threads", "seed", "shaping", "gamma", "observation", "illegal_action"):
        given = {"num_envs": LANES, **options}
        given.pop(name, None)
        yield f"vector_env({name})", option(name, undersea_env.vector_env, given), nothing
    yield "vec.step", vec.step, nothing
    yield "vec.reset(seed)", lambda value: vec.reset(seed=value), nothing
    yield "vec.reset(options)", lambda value: vec.reset(options=value), nothing
    yield "vec.reset(mask)", lambda value: vec.reset(options={"reset_mask": value}), nothing
    yield "vec.from_bytes", vec.from_bytes, nothing
    for name in ("opponents", "seat", "observation", "illegal_action", "render_mode"):
        yield f"SeatEnv({name})", option(name, SeatEnv, options), nothing
    one, many = SeatEnv(**options), SeatVectorEnv(LANES, **options)
    one.reset(seed=1)
    many.reset(seed=1)
    yield "one.step", lambda value: (one.reset(seed=1), one.step(value)), nothing
    yield "one.reset(seed)", lambda value: one.reset(seed=value), nothing
    yield "one.reset(options)", lambda value: one.reset(options=value), nothing
    yield "many.step", many.step, nothing
    yield "many.reset(seed)", lambda value: many.reset(seed=value), nothing
    env: Any = undersea_env.raw_env(**options)
    for name in ("render_mode", "observation", "illegal_action"):
        yield f"raw_env({name})", option(name, undersea_env.raw_env, options), nothing
    env.reset(seed=1)
    yield "raw.reset(seed)", lambda value: env.reset(seed=value), nothing
    yield "raw.step", lambda value: (env.reset(seed=1), env.step(value)), nothing
    yield "raw.set_state", env.set_state, env.get_state


def test_values_that_nobody_means_are_refused_in_words(short: Sample) -> None:
    for name, call, kept in doors(short):
        before = kept()
        for value in VALUES:
            try:
                refused(call, value)
            except Exception as error:
                what = "something rude" if isinstance(value, Rude) else f"{type(value).__name__}"
                raise AssertionError(f"{name} with {what} raised {type(error).__name__}") from error
        assert kept() == before, name


def test_many_envs_of_nonsense_do_not_take_all_memory(short: Sample) -> None:
    with pytest.raises(UnderseaError):
        undersea_env.vector_env(1 << 31, game=short.name)


@pytest.mark.parametrize("code", ["random", "greedy", "mcts:3", "flat:3"])
def test_agents_refuse_values_that_nobody_means(kind: Kind, code: str) -> None:
    if code == "greedy" and kind.heuristic is None:
        return
    agent = make(code, game=kind)
    batch = Batch(kinds.short(kind.name).game(num_players=2), LANES)
    good: dict[str, Any] = {
        "observations": batch.observe(), "masks": np.array(batch.legal()), "players": batch.players(),
        "positions": Positions.imagined(batch, 1),
    }
    for name in good:
        for value in VALUES:
            refused(option(name, agent.choose, good), value)


@pytest.mark.soak
def test_values_in_every_combination(short: Sample) -> None:
    """Several at once, at random."""
    rng = random.Random(3)
    calls = list(doors(short))
    for _ in range(200_000):
        _, call, _ = rng.choice(calls)
        refused(call, rng.choice([rng.choice(VALUES), [rng.choice(VALUES) for _ in range(rng.randrange(4))]]))
