"""What those who play are given leads back neither to the seed of a deal nor to that of a run.

With such a seed every hidden card would be known. SplitMix64 can be run backwards, so this is tried at every door with
all that a bot gets: its own seed, and the random numbers in the positions that are dealt anew for it.
"""

import io
import json
import sys
from collections.abc import Iterable
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from tests.kinds import Sample
from undersea_env.agents.arena.choice import GameChoice
from undersea_env.agents.arena.ladder import schedule
from undersea_env.agents.arena.plan import Match, Plan
from undersea_env.agents.arena.running import play_plan
from undersea_env.commands import main as cli
from undersea_env.compiling.random_stream import MIX_1, MIX_2, STEP
from undersea_env.compiling.seed_stream import BITS, mixed
from undersea_env.core.batch import Batch
from undersea_env.core.redealing import redealt
from undersea_env.core.registry import kind_of
from undersea_env.core.streams import RowStream, derived_seed, handed_seed
from undersea_env.doors.gymnasium_env import SeatEnv, SeatVectorEnv

OF_OPPONENTS = 0x5DEECE66D                                    # what seeds of opponents were once made with
DRAWS, CALLS, ROWS = 400, 12, 48                              # how far streams are followed back
SEED = 123456789012345
SPY = """
import json
class Bot:
    name = {name!r}
    wants_positions = True
    def __init__(self, seed=0):
        self.tell("seed", [seed])
    def tell(self, what, numbers):
        with open({path!r}, "a") as file:
            file.write(json.dumps([what, [int(number) for number in numbers]]) + "\\n")
    def choose(self, observations, masks, players, positions):
        self.tell("stream", positions.states["stream"])
        return masks.argmax(axis=1)
"""


class Spy:
    """The file of a bot that notes all numbers it is given."""

    def __init__(self, folder: Path, name: str = "spy") -> None:
        self.file, self._notes = folder / f"{name}.py", folder / f"{name}.jsonl"
        self.file.write_text(SPY.format(path=str(self._notes), name=name))

    @property
    def code(self) -> str:
        return str(self.file)

    def finds(self, secrets: Iterable[int]) -> bool:
        """Whether its numbers lead back to one of these."""
        notes = [json.loads(line) for line in self._notes.read_text().splitlines()]
        seeds = {number for what, numbers in notes if what == "seed" for number in numbers}
        streams = [number for what, numbers in notes if what == "stream" for number in numbers]
        assert seeds
        assert streams
        found = np.concatenate([led_to(seeds), led_to_by_streams([*streams[:3], *streams[-1:]])])
        return bool(np.isin(np.array([*secrets], np.uint64), found).any())


# --- running it backwards ---


def inverse(number: np.uint64) -> np.uint64:
    return np.uint64(pow(int(number), -1, 1 << BITS))


def shifted_back(x: NDArray[np.uint64], by: int) -> NDArray[np.uint64]:
    found = x.copy()
    for _ in range(BITS // by + 1):
        found = x ^ (found >> np.uint64(by))
    return found


def unmixed(x: NDArray[np.uint64]) -> NDArray[np.uint64]:
    x = np.multiply(shifted_back(x, 31), inverse(MIX_2))
    x = np.multiply(shifted_back(x, 27), inverse(MIX_1))
    return shifted_back(x, 30)


def underived(x: NDArray[np.uint64], purpose: int) -> NDArray[np.uint64]:
    return unmixed(unmixed(x) - np.uint64(purpose + 1))


def led_to(numbers: Iterable[int]) -> NDArray[np.uint64]:
    """Seeds from which these may have been derived: for a seat, or for an entrant of a chunk."""
    found = [np.array([*numbers], np.uint64)]
    found.append(found[0] ^ np.uint64(OF_OPPONENTS))
    for own in range(4):                                     # the seat, or the entrant
        by_one = underived(found[0], own)
        found += [by_one, *(underived(by_one, purpose) for purpose in range(4))]
        for chunk in range(4):
            by_two = underived(by_one, chunk)
            found += [underived(by_two, purpose) for purpose in range(4)]
    return np.concatenate(found)


def led_to_by_streams(streams: Iterable[int]) -> NDArray[np.uint64]:
    """The same from the random numbers of positions that were dealt anew, which have been drawn from."""
    drawn = np.array([*streams], np.uint64)[:, None] - np.arange(DRAWS, dtype=np.uint64) * STEP
    once = unmixed(drawn)
    rows = np.concatenate([once, unmixed(once - np.uint64(1))], axis=None)
    of_lanes = rows[:, None] - np.arange(CALLS, dtype=np.uint64) * STEP
    found = [(of_lanes ^ np.uint64(OF_OPPONENTS)).ravel()]
    own = underived((rows[:, None] - np.arange(ROWS, dtype=np.uint64) * STEP).ravel(), 0)
    for entrant in range(2):
        by_one = underived(own, entrant)
        for chunk in range(2):
            by_two = underived(by_one, chunk)
            found += [underived(by_one, 2), underived(by_two, 2)]
    return np.concatenate([own, *found])


def test_this_does_find_seeds_that_are_derived_both_ways(any_game: Sample) -> None:
    """Otherwise it would prove nothing."""
    assert int(unmixed(np.array([mixed(SEED)], np.uint64))[0]) == SEED
    for purposes in ((1, 0), (1, 3), (1, 2, 1), (2, 3, 0)):
        assert SEED in led_to([derived_seed(SEED, *purposes)])
    batch = Batch(any_game.game(num_players=2), 3)
    lanes, viewers = np.arange(3), np.maximum(batch.players(), 0)
    seeds = (np.full(3, SEED, np.uint64) ^ np.uint64(OF_OPPONENTS)) + np.full(3, 5, np.uint64) * STEP
    assert SEED in led_to_by_streams(redealt(batch.game, batch.states, lanes, viewers, seeds)["stream"])
    seeds = RowStream(derived_seed(SEED, 2, 0, 1)).take(3)
    assert SEED in led_to_by_streams(redealt(batch.game, batch.states, lanes, viewers, seeds)["stream"])


# --- the doors ---


@pytest.fixture
def spy(tmp_path: Path) -> Spy:
    return Spy(tmp_path)


@pytest.mark.parametrize("seed", [SEED, None])
def test_an_opponent_of_one_learner_cannot_find_the_deal(shortest: Sample, spy: Spy, seed: int | None) -> None:
    env = SeatEnv(game=shortest.name, **{**shortest.options, "num_players": 2}, opponents=spy.code, seat=0)
    observation, _ = env.reset(seed=seed)
    done = False
    while not done:
        observation, _, done, _, info = env.step(int(observation["action_mask"].argmax()))
        assert not {"seed", "seeds", "stream"} & info.keys()
    deal = (int(env._learner.lanes.seeds[0]) - int(STEP)) % (1 << BITS)      # the next game in the lane is dealt by now
    assert seed in (None, deal)
    secrets = {deal}
    assert not spy.finds(secrets)


def test_opponents_of_many_learners_cannot_find_the_deals(shortest: Sample, spy: Spy) -> None:
    options = {**shortest.options, "num_players": 2}
    env = SeatVectorEnv(3, game=shortest.name, opponents=[spy.code, "random"], seat=0, **options)
    observation, _ = env.reset(seed=[SEED, SEED + 7, SEED + 13])
    secrets = {SEED, SEED + 7, SEED + 13}
    for _ in range(20):
        observation, *_ = env.step(observation["action_mask"].argmax(axis=1))
        secrets |= {int(seed) for seed in env._learner.lanes.seeds}
    assert not spy.finds(secrets)


def plan_of(sample: Sample, spy: Spy, matches: tuple[Match, ...]) -> Plan:
    choice = GameChoice.of(sample.name, **{**sample.options, "num_players": 2})
    return Plan(choice, matches, deals=2, seed=SEED, deals_in_chunk=1)


def test_a_bot_of_the_arena_cannot_find_the_deals(shortest: Sample, spy: Spy) -> None:
    for matches in ((Match((spy.code, "random")),), schedule([spy.code], 2)):
        plan = plan_of(shortest, spy, matches)
        play_plan(plan, "simulate", processes=1)
        assert not spy.finds({SEED, *(plan.seed_of_deal(deal) for deal in range(plan.deals))})


@pytest.mark.parametrize("given", [["--seed", str(SEED)], []])
def test_a_bot_at_the_terminal_cannot_find_the_deal(
    spy: Spy, given: list[str], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    numbers = "".join(f"{number}\n" for number in range(kind_of().num_actions))        # what is not legal is refused
    monkeypatch.setattr(sys, "stdin", io.StringIO(3 * numbers + "quit\n"))
    cli.main(["play", "--seats", f"{spy.code},human", "--json", *given])
    seed = json.loads(capsys.readouterr().out)["seed"]
    assert not spy.finds({seed, SEED})


# --- what is handed out instead ---


def test_the_same_seed_gives_the_same_opponents(shortest: Sample, spy: Spy) -> None:
    """Games depend on the seed alone, as before."""
    env = SeatEnv(game=shortest.name, **{**shortest.options, "num_players": 2}, opponents="random", seat=0)

    def course() -> list[bytes]:
        observation, _ = env.reset(seed=5)
        seen = [observation["observation"].tobytes()]
        done = False
        while not done:
            observation, _, done, *_ = env.step(int(observation["action_mask"].argmax()))
            seen.append(observation["observation"].tobytes())
        return seen

    assert course() == course()


def test_handed_seeds_are_different_for_every_purpose() -> None:
    numbers = [(seed, *purposes) for seed in range(8) for purposes in ((), (0,), (1,), (0, 0), (0, 1), (1, 0))]
    assert len({handed_seed(*number) for number in numbers}) == len(numbers)
    assert handed_seed(7, 1) == handed_seed(7, 1) < 1 << BITS

