"""What a seat may know, and what is dealt anew for it (section 16): the engine deals, the oracle looks."""

import random
from typing import Any

import pytest

from tests.cloudage.agreement import Duel, duel_of, game_of
from tests.cloudage.oracle.hidden import view
from tests.cloudage.oracle.resuming import resume
from tests.cloudage.scenes import FOLDER
from tests.ruled import rule
from undersea_env.core.position import State

OPEN_TO_ALL = ("round", "phase", "active", "story", "legacy", "planted", "sleeves", "discard", "bag", "cities_taken",
               "scenario_back", "first_player")
PUBLIC = ("hex", "energy", "water", "metal", "points", "production", "upgrades", "plants", "projects", "objectives",
          "covered", "navigation_discard", "cities", "cubes", "known_top")


def seen(state: State, seat: int) -> dict[str, Any]:
    return view(resume(FOLDER, state.to_dict(), 0), seat)


def moments(numbers: range) -> list[Duel]:
    """Games stopped somewhere."""
    stopped = []
    for number in numbers:
        duel, policy, rng = duel_of(number)
        for _ in range(rng.randint(0, 90)):
            if not duel.is_over:
                duel.step(policy(duel, rng))
        if not duel.is_over and not duel.state.record["drawn_count"][0] and duel.state.record["question"][0] != 14:
            stopped.append(duel)
    return stopped


@rule("U-1", "U-2", "U-3", "U-4", "U-5", "U-6")
@pytest.mark.parametrize("chunk", range(4))
def test_worlds_dealt_anew_look_the_same(chunk: int) -> None:
    rng, changed = random.Random(chunk), 0
    for duel in moments(range(6000 + 15 * chunk, 6015 + 15 * chunk)):
        state = duel.state
        for seat in range(state.game.num_players):
            other = state.resample(seat, rng.randrange(1 << 30))
            assert seen(other, seat) == seen(state, seat)
            ours, theirs = state.to_dict(), other.to_dict()
            changed += theirs["deck"] != ours["deck"]
            assert [theirs[name] for name in OPEN_TO_ALL] == [ours[name] for name in OPEN_TO_ALL]              # U-1
            for mine, dealt in zip(ours["players"], theirs["players"], strict=True):
                assert [dealt[name] for name in PUBLIC] == [mine[name] for name in PUBLIC]
                assert len(dealt["hand"]) == len(mine["hand"])
            assert theirs["players"][seat]["hand"] == ours["players"][seat]["hand"]                            # U-2
    assert changed > 10


@rule("U-3", "U-4")
def test_everything_hidden_is_dealt_anew() -> None:
    """Of a game under way, over many deals: whatever the seat cannot know takes other values."""
    state = game_of({"num_players": 3, "scenario": 2, "sides": "AAA", "extra_objective": False}).new_game(8)
    while state.to_dict()["phase"] != "movement":
        state.apply_action(state.legal_actions[0])
    worlds = [state.resample(0, seed).to_dict() for seed in range(40)]
    for look in (
        lambda world: world["deck"], lambda world: world["sectors"][0][1:], lambda world: world["objective_deck"],
        lambda world: world["players"][1]["hand"], lambda world: world["players"][1]["deck"],
        lambda world: world["players"][0]["deck"], lambda world: world["cities_out"], lambda world: world["stream"],
    ):
        assert len({str(look(world)) for world in worlds}) > 5
