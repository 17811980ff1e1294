"""No game is endless: a bound on the number of decisions, worked out from what is printed, and games far below it."""

import re
import tomllib
from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np
import pytest

from tests.cloudage.printed_things.cases import boards, printed
from tests.cloudage.scenario import game_of
from tests.cloudage.scenes import FOLDER
from undersea_env.cloudage.kernel import actions
from undersea_env.cloudage.kernel.actions import NUM_ACTIONS
from undersea_env.core.batch import Batch
from undersea_env.core.position import Game

Taste = Callable[[np.random.Generator, int], np.ndarray[Any, Any]]

MOST_DECISIONS = {1: 1049, 2: 1882, 3: 2819, 4: 3284}
"""No game of so many players, of any scenario or chapter, with the built-in book, takes more decisions. The argument:

1. A game has as many rounds as there are cubes (G-1). In a round each player moves once and is active once (G-2).
2. A movement has at most as many points as the highest navigation card, all movement tiles, the movement of all
   projects and the solar panel give; a hex costs at least one. A step asks where to, and perhaps for a toll. Finds ask
   nothing.
3. A fight draws each navigation card at most once (C-8): those of the start and one for each round, as only the active
   player takes a city card (A-2). It may end by a question more. Fights: one in a movement, one of an active book, one
   of L14 or L15, one of the task, one of a tie.
4. A cube is removed once; in a fight, or for a plant, after which the question is put again (Q-2).
5. A project is played once in a game: it never leaves play (K-1). So its payment and its instant effects are limited.
6. A planting asks as often as its capacity: which plant, where to, and what its reward asks.
7. Effects ask what stands in their text (`asked_in`), as often as the thing that they are printed on happens: a project
   that reacts does so once for each movement, planting or collect of its owner. What reacts elsewhere asks nothing.
8. Every question of section 18 belongs to one of these: `worked_out` counts for each how often it can be asked.
"""
BOOKS, REVEALS = 3, 4                            # P-2: after the spaces 2, 4 and 6; Y-4: the start card and one each
DISCARDED, ACTIVE_BUILDS, END_BUILDS = 3, 2, 2   # S-10, B-1, E-3
OBJECTIVES_DRAWN = 2                             # J-2: three are the most


def numbers(pattern: str, *texts: str) -> list[int]:
    return [int(found) for text in texts for found in re.findall(pattern, text)]


def slots_in(text: str) -> int:
    """Plants that an effect lets be planted, at most (W-1, W-9)."""
    return capacity() * text.count("plant action") + sum(numbers(r"\bplant (\d+)", text))


@cache
def capacity() -> int:
    tiles = sum(row["type"] == "growing" for row in printed("upgrades"))
    constants = tomllib.loads((FOLDER / "constants.toml").read_text("utf-8"))
    return int(constants["plant_capacity"]) + tiles + sum(numbers(r"growing (\d+)", *permanents()))


def permanents() -> list[str]:
    return [row["permanent"] for row in printed("projects")]


def of_a_plant() -> int:
    """Which, where to, its reward."""
    return 2 + max(asked_in(row["reward"]) for row in printed("plants"))


def asked_in(text: str) -> int:
    """Questions of an effect but for its fight: those of all branches together, so never too few."""
    found = text.count("either") + text.count("pay") + sum(numbers(r"pay (\d+) (?:card|plant)s?\b", text))
    found += sum(numbers(r"gain (\d+) resource", text)) + len(re.findall(r"build (?:\w+ )?(?:action|upgrade|project)\b",
                                                                         text))
    found += sum(numbers(r"build (\d+) actions", text)) + text.count("update navigation") + text.count("remove gun")
    found += 2 * text.count("solo collect") + text.count("city card on deck")
    return found + (of_a_plant() * slots_in(text) if slots_in(text) else 0)


def times(event: str, players: int, rounds: int) -> int:
    """How often a project of one player can react to it."""
    collects = players * rounds + (len(printed("solo_board")) if players == 1 else 0)
    in_own_turn = dict.fromkeys(("movement", "strength", "planting", "take"), rounds)
    return {**in_own_turn, "collect": collects}.get(event, 0)


def by_reactions(players: int, rounds: int) -> int:
    found = 0
    for clause in (clause for text in permanents() for clause in text.split("; ") if clause.startswith("when")):
        event, reaction = clause.removeprefix("when ").split(": ", 1)
        found += asked_in(reaction) * times(event.split()[0], players, rounds)
    return found


def most_rounds(players: int) -> int:
    column = "cubes_4" if players == 4 else "cubes_1_to_3"
    return max(int(row[column]) for row in printed("scenarios"))


def worked_out(players: int, rounds: int | None = None) -> int:
    rounds = rounds or most_rounds(players)
    turns = players * rounds
    tiles = sum(row["type"] == "movement" for row in printed("upgrades"))
    highest = max(int(row["navigation"]) for row in printed("city_cards"))
    points = highest + tiles + sum(numbers(r"movement (\d+)(?!.*points)", *(
        clause for text in permanents() for clause in text.split("; ") if not clause.startswith("when")
    ))) + 1
    draws = sum(int(row["count"]) for row in printed("navigation")) + rounds
    fights = turns + players * BOOKS + turns + players + players
    cubes = turns
    books = max(asked_in(row["book"]) for row in (*printed("story_cards"), *printed("scenarios")))
    reveals = max(asked_in(row["reveal"]) for row in printed("story_cards"))
    rewards = max(asked_in(city.get("reward", "")) for board in boards().values() for city in board["city"])
    rewards = max(rewards, *(asked_in(row["reward"]) for row in printed("legacy")))
    city_actions = (
        players + 1 + 2,                                                   # drones, Parrot's place, both bonuses
        ACTIVE_BUILDS + players - 1,
        of_a_plant() * capacity() + players - 1,
        *(asked_in(row["action"]) + players - 1 for row in printed("legacy") if row["action"]),
    )
    alone = sum(asked_in(row["action"]) + 2 for row in printed("solo_board")) if players == 1 else 0
    projects = sum(int(row["cards"]) + asked_in(row["instant"]) for row in printed("projects"))
    return (
        players * (DISCARDED + 1 + OBJECTIVES_DRAWN)                       # D-1, D-2, D-24
        + players * BOOKS * (books + 1) + players * REVEALS * reveals      # D-3, D-4, ...
        + players * (rounds + 1) + turns                                   # D-5, D-6
        + 2 * points * turns                                               # D-7, D-8
        + fights * (draws + 1) + cubes * (1 + of_a_plant())                # D-9, L5
        + turns * (rewards + 1)                                            # D-10, D-11
        + turns * (1 + max(city_actions)) + alone                          # D-12 to D-20, D-25, D-27
        + players * END_BUILDS + projects + by_reactions(players, rounds)
    )


def test_the_bound_is_what_the_printed_things_give() -> None:
    assert {players: worked_out(players) for players in MOST_DECISIONS} == MOST_DECISIONS


def test_the_argument_fits_what_is_printed() -> None:
    """Points 2, 6 and 7: what is gained on the way asks nothing; what `asked_in` knows of is all that effects say."""
    assert sum(row["book_after"] == "yes" for row in printed("round_track")) == BOOKS
    finds = [place["find"] for board in boards().values() for place in board["hexes"] if "find" in place]
    assert len(finds) > 50
    only_give = [*finds, *(row["find"] for row in printed("legacy")), *(row["bonus"] for row in printed("upgrades")),
                 *(row["step_reward"] for row in printed("production"))]
    assert {asked_in(text) for text in only_give} == {0}
    assert all(re.fullmatch(r"either gain [^|]+ \| gain [^|]+|", row["reward"]) for row in printed("round_track"))
    for clause in (clause for text in permanents() for clause in text.split("; ") if clause.startswith("when")):
        event, reaction = clause.removeprefix("when ").split(": ", 1)
        assert asked_in(reaction) == 0 or times(event.split()[0], 1, 1) > 0
    others = {row["others"] for row in printed("legacy")} - {""}
    assert others == {"build action"}
    effects = [row[name] for table, names in (
        ("projects", ("instant", "permanent")), ("story_cards", ("reveal", "book")), ("scenarios", ("book",)),
        ("solo_board", ("action",)), ("legacy", ("action", "reward")), ("plants", ("reward",)),
    ) for row in printed(table) for name in names]
    known = (r"gain|production|build|plant|update navigation|draw objective|remove gun|solo collect|city card on deck|"
             r"pay|fight|if|when|either|movement|combat|growing|discount")
    for effect in effects:
        for part in re.split(r"; | and | \| |: ", effect):
            assert part == "" or re.match(rf"({known})\b", part), part


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
    weights[:, actions.PASS] = 1e-5
    return weights


def with_a_favourite(rng: np.random.Generator, n: int) -> np.ndarray[Any, Any]:
    """Never idle, and in each game with other likings."""
    return (never_idle(rng, n) * rng.lognormal(0, 1.5, (n, NUM_ACTIONS))).astype(np.float32)


@pytest.mark.parametrize("taste", [anything, never_idle, with_a_favourite])
@pytest.mark.parametrize("players", MOST_DECISIONS)
def test_thousands_of_games_stay_far_below_the_bound(players: int, taste: Taste) -> None:
    for options in ({"scenario": 1}, {"scenario": 3}, {"chapter": "6"}):
        found = lengths(game_of(players, tuple(options.items())), 100, taste, seed=players)
        assert 10 * players < found.min()
        assert found.max() < MOST_DECISIONS[players] / 3


def test_games_of_fewer_rounds_are_shorter() -> None:
    for rounds in (1, 3):
        game = game_of(3, (("scenario", 2), ("rounds", rounds)))
        assert lengths(game, 100, with_a_favourite, seed=1).max() < worked_out(3, rounds) / 2
