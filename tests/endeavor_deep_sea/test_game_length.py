"""No game is endless: a bound on the number of decisions, worked out from what is printed, and games far below it."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import undersea_env
from tests.endeavor_deep_sea.printed_things.cases import Promise, parts_of, promised
from tests.endeavor_deep_sea.printed_things.test_hexes import hexes_of
from tests.endeavor_deep_sea.scenario import ATTRIBUTES, printed
from undersea_env.core.batch import Batch
from undersea_env.core.position import Game
from undersea_env.endeavor_deep_sea.kernel import actions
from undersea_env.endeavor_deep_sea.kernel.actions import NUM_ACTIONS

Taste = Callable[[np.random.Generator, int], np.ndarray[Any, Any]]

MOST_DECISIONS = {1: 6991, 2: 8444, 3: 10409, 4: 12371}
"""No game of so many players, of any mission, with the built-in book, takes more decisions. The argument:

1. Some things happen a limited number of times in a game. A disc in the ocean stays (N-4), so each disc spot is used
   once. Dive sites are filled once, when their zone is laid (A-47), so as many tokens are taken as are printed at the
   sites, and each is spent once. A player hires once a round (P-2) and promotes each specialist once (A-70). A journal
   is published once and used once (T-9). A player launches three vessels (S-9, B-3). A zone is discovered once.
2. A disc leaves a specialist in preparation, or when it is promoted. So in a round a player activates each specialist
   once, and once more for each promotion.
3. An activation has at most three actions, that of a journal two, a token one. With what zones offer (Z-5, Z-9, Z-12)
   this limits travels, and travels and launches limit arrivals.
4. A turn has an activation or spends a token, or it is a pass: one of a player in a round. So turns are limited, too.
5. Prints give attribute steps and impact as often as the thing they are printed on happens: 1 to 3. An ordinary hex is
   taken once, an infinite one gives nothing. A track gives impact at most once in three steps (cells 10, 11, 12), and
   once more for each time that a setback takes it back (O-8). In mission 6 an impact may give a step again and again;
   but three steps are needed for the next impact, so all impact together is at most one and a half times the rest.
6. Every question belongs to one of these: `worked_out` counts for each how often it can be asked.
"""
ROUNDS, ROUNDS_ALONE = 6, 7
SETBACKS = 4                                     # at most (O-7)
ACTIONS_OF_ACTIVATION, ACTIONS_OF_JOURNAL = 3, 2
QUESTIONS_OF = {"travel": 2, "disc": 3, "dive": 3, "discover": 4, "impact": 2}
OPTIONS, KINDS = 3, 1                            # each goal hex once, one designation

SPOTS = [row for row in printed("spots") if row["kind"] != "dive"]
TOKENS = sum(int(row["value"]) for row in printed("spots") if row["kind"] == "dive")
HIRED = [row for row in printed("specialists") if row["rank"]]


def steps(promise: Promise) -> int:
    return sum(promise[name] for name in (*ATTRIBUTES, "any attribute", "lowest attribute"))


def chosen_steps(promise: Promise) -> int:
    return promise["any attribute"] + promise["lowest attribute"]


def sites_of(board: str, kind: str) -> int:
    return sum(row["kind"] == kind for row in printed("spots") if row["board"] == board)


def tokens_of(board: str) -> int:
    return sum(int(row["value"]) for row in printed("spots") if row["board"] == board and row["kind"] == "dive")


def worked_out(players: int, rounds: int | None = None) -> int:
    return max(worked_out_in(mission, players, rounds) for mission in range(1, 11))


def worked_out_in(mission: int, players: int, rounds: int | None) -> int:
    rounds = rounds or (ROUNDS_ALONE if players == 1 else ROUNDS)
    hires = players * rounds
    activations = players * sum(n + 1 for n in range(1, rounds + 1)) + hires                     # point 2
    uses = sum(bool(row["action"]) for row in printed("journals"))
    begun = ACTIONS_OF_ACTIVATION * activations + ACTIONS_OF_JOURNAL * uses
    offered_travels = (sites_of("sea-turtle-migration", "conservation") + players + tokens_of("black-smoker"))
    travels = begun + TOKENS + offered_travels
    launches = 3 * players
    arrivals = travels + launches

    def total(count: Callable[[Promise], int]) -> int:
        """Of something that prints give (point 5), all of them as often as can be."""
        arrival = max(count(promised(row["arrival"])) for row in printed("ocean_boards"))
        leaving = travels * count(promised("gain 1 impact"))
        once = sum(count(promised(row["discovery"])) for row in printed("ocean_boards"))
        once += sum(count(promised(row["effect"])) for row in SPOTS)
        once += 2 * sum(count(promised(row["effect"])) for row in printed("links"))
        once += sum(count(promised(row["you"])) + (players - 1) * count(promised(row["others"]))
                    for row in printed("journals"))
        by_hiring = max(count(promised(row["hire"])) for row in HIRED)
        by_promoting = max(count(promised(row["promotion"])) for row in HIRED)
        by_tokens = max(count(promised(row["effect"])) for row in printed("dive_tokens") if "gain" in row["effect"])
        by_diving = max(count(promised(each)) for each in ("gain 1 reputation", "gain 1 impact",
                                                          "gain 1 lowest attribute"))
        people, tokens = hires * (by_hiring + by_promoting), TOKENS * (by_tokens + by_diving)
        return arrivals * arrival + leaving + once + people + tokens

    by_hexes = [promised(each.get("gain", "")) for each in hexes_of(mission) if not each.get("infinite")]
    first_impact, first_steps = total(lambda promise: promise["impact"]), total(steps)
    again = SETBACKS * players
    if mission == 6:
        impact = 3 * (first_impact + first_steps // 3 + again) // 2
        choices = total(chosen_steps) + impact
    else:
        impact = first_impact + (first_steps + sum(map(steps, by_hexes))) // 3 + again
        choices = total(chosen_steps) + sum(map(chosen_steps, by_hexes))
    promoting = begun + TOKENS + len(printed("journals")) + sum(each["promote"] for each in by_hexes) + players + 1
    discoveries = sum(row["effect"].startswith("discover") for row in SPOTS) + sum(
        "discover" in row["action"] for row in printed("journals"))
    offers = arrivals + offered_travels + sites_of("whale-calving-grounds", "conservation") + tokens_of(
        "scaly-foot-snails")
    copies = activations // players                          # the Robotics Engineer is a single token
    turn_points = hires + activations + uses + begun + TOKENS + (activations + uses + TOKENS)
    return (
        hires + activations + players + turn_points + offers + copies
        + QUESTIONS_OF["travel"] * travels
        + QUESTIONS_OF["disc"] * len(SPOTS)
        + QUESTIONS_OF["dive"] * TOKENS
        + QUESTIONS_OF["discover"] * discoveries
        + QUESTIONS_OF["impact"] * impact
        + choices + promoting + launches + players * SETBACKS + OPTIONS + KINDS
    )


def test_the_bound_is_what_the_printed_things_give() -> None:
    assert {players: worked_out(players) for players in MOST_DECISIONS} == MOST_DECISIONS


def test_the_argument_fits_what_is_printed() -> None:
    """Points 3 and 5, and that no zone rule gives what `worked_out` does not know of."""
    for row in HIRED:
        assert max(len(parts_of(row[f"{side}_actions"])[0]) for side in ("junior", "senior")) <= 5
        for side in ("junior", "senior"):
            doings, is_either = parts_of(row[f"{side}_actions"])
            assert is_either or len(doings) <= ACTIONS_OF_ACTIVATION
    assert max(len(parts_of(row["action"])[0]) for row in printed("journals")) == ACTIONS_OF_JOURNAL
    for mission in range(1, 11):
        for each in hexes_of(mission):
            assert "gain" not in each or not each.get("infinite")
            assert mission != 6 or steps(promised(each.get("gain", ""))) <= 1
            assert not promised(each.get("gain", ""))["impact"]
    track = [int(row["next_cell"]) for row in printed("player_board")]
    giving = [cell for cell, row in enumerate(printed("player_board")) if row["on_reach"] == "gain 1 impact"]
    assert giving == [10]
    cell, steps_round = track[10], 1
    while cell != 10:
        cell, steps_round = track[cell], steps_round + 1
    assert steps_round == 3
    gains = {row["rule"].split(": ")[1] for row in printed("zone_rules") if ": gain" in row["rule"]}
    assert gains == {
        "gain 1 reputation", "gain 1 impact", "gain 1 research per own disc on a marked spot", "gain 1 research",
        "gain 1 disc", "gain 1 lowest attribute",
    }


# --- games ---


def lengths(game: Game, n: int, taste: Taste, seed: int) -> np.ndarray[Any, Any]:
    """Decisions in each of n games in which an answer is the likelier the higher its weight."""
    rng = np.random.default_rng(seed)
    batch, length, weights = Batch(game, n), np.zeros(n, np.int64), taste(rng, n)
    batch.reset(np.arange(seed, seed + n))
    while not batch.over.all():
        masks = np.array(batch.legal())
        length += ~batch.over
        # the shortest of waiting times with these rates: each legal action is chosen in proportion to its weight
        waiting = np.where(masks == 1, rng.standard_exponential((n, NUM_ACTIONS), np.float32) / weights, np.inf)
        batch.step(waiting.argmin(axis=1))
    return length


def anything(rng: np.random.Generator, n: int) -> np.ndarray[Any, Any]:
    return np.ones((n, NUM_ACTIONS), np.float32)


def never_idle(rng: np.random.Generator, n: int) -> np.ndarray[Any, Any]:
    weights = anything(rng, n)
    weights[:, [actions.PASS, actions.END_TURN, actions.DECLINE]] = 1e-5
    return weights


def with_a_favourite(rng: np.random.Generator, n: int) -> np.ndarray[Any, Any]:
    """Never idle, and in each game with other likings."""
    return (never_idle(rng, n) * rng.lognormal(0, 1.5, (n, NUM_ACTIONS))).astype(np.float32)


@pytest.mark.parametrize("taste", [anything, never_idle, with_a_favourite])
@pytest.mark.parametrize("players", MOST_DECISIONS)
def test_thousands_of_games_stay_far_below_the_bound(players: int, taste: Taste) -> None:
    for mission in (1, 6, 10):
        game = undersea_env.game(game="endeavor_deep_sea", num_players=players, mission=mission)
        found = lengths(game, 100, taste, seed=players)
        assert 2 * players < found.min()
        assert found.max() < MOST_DECISIONS[players] / 5


def test_games_of_fewer_rounds_are_shorter() -> None:
    for rounds in (1, 3):
        game = undersea_env.game(game="endeavor_deep_sea", num_players=3, rounds=rounds)
        assert lengths(game, 100, with_a_favourite, seed=1).max() < worked_out(3, rounds) / 5 < MOST_DECISIONS[3] / 5
