"""What holds in every position of Underwater Cities, whoever plays it; what holds in any game: tests/shared."""

from __future__ import annotations

import os
import random
from collections import Counter
from functools import cache
from itertools import chain, pairwise
from typing import Any

import pytest

from tests.courses import course
from tests.underwater_cities.agreement import POLICIES, game_of
from tests.underwater_cities.positions import (
    ASSISTANT,
    CHEAP_SPECIALS,
    COURSES,
    DEAR_SPECIALS,
    ERA_CARDS,
    FULL,
    GAMES,
    cards_by_place,
)
from tests.underwater_cities.scenario import Scenario, rule, scenario
from undersea_env import InvalidPosition
from undersea_env.core.position import Game
from undersea_env.underwater_cities.kernel.layout import MOST_POINTS, MOST_TOKENS
from undersea_env.underwater_cities.printed.words import CardType
from undersea_env.underwater_cities.words.notation import DEEPEST_STACK

TOKENS = ("kelp", "steelplast", "science", "credits", "biomatter")
TUNNELS, NONSYMBIOTIC = 46, 17                          # C-3
SYMBIOTIC = {2: 7, 3: 10, 4: 13}                        # C-4
BLUE = {f"blue-{n}" for n in range(1, 12)}
CITY_SITES = 9
LASTING = (CardType.PERMANENT, CardType.PRODUCTION, CardType.END)


@cache
def all_positions(words: str) -> list[dict[str, Any]]:
    return [state.to_dict() for state in course("underwater_cities", words)]


@pytest.fixture(params=COURSES)
def positions(request: pytest.FixtureRequest) -> list[dict[str, Any]]:
    return all_positions(request.param)


def test_these_games_show_everything_that_happens_in_a_game() -> None:
    assert {policy for *_, policy, _ in GAMES} == set(POLICIES)
    seen = Counter[str]()
    for position in chain.from_iterable(map(all_positions, COURSES)):
        seen.update(place.rstrip(" 0123") for place, cards in cards_by_place(position).items() if cards)
        seen.update(f"no {name}" for name, left in position["supply"].items() if left == 0)
        seen["no deck"] += not position["era_deck"]
        seen["production"] += "produced" in position.get("pending", {})
        seen["cloning tile"] += position["clone_tile"] is not None
        for player in position["players"]:
            seen["metropolis taken"] += bool(player["extra_metropolises"])
            seen["contract"] += bool(player["contracts"])
            seen["no Assistant"] += not has_assistant(player)
            seen["hunger"] += "hunger" in player["points_from"]
    places, supplies, others = 10, 3, 7
    assert len(+seen) == places + supplies + others, seen


# --- cards ---


@rule("C-1", "C-5")
def test_every_card_is_in_exactly_one_place(positions: list[dict[str, Any]]) -> None:
    """Without a place are only cards of other eras and the four specials of 3 credits that were not dealt (S-3)."""
    for position in positions:
        cards = Counter(card for place in cards_by_place(position).values() for card in place)
        assert max(cards.values()) == 1, [card for card, times in cards.items() if times > 1]
        assert set(cards) >= {*ERA_CARDS[position["era"]], *CHEAP_SPECIALS}
        assert len(set(cards) & set(DEAR_SPECIALS)) == 6
        assert not any(card in era for card in cards for n, era in ERA_CARDS.items() if n > position["era"])
        for player in position["players"]:
            assert sum(entry["card"] == ASSISTANT for entry in player["in_play"]) <= 1


def has_assistant(player: dict[str, Any]) -> bool:
    return any(entry["card"] == ASSISTANT for entry in player["in_play"])


@rule("P-7")
def test_cards_leave_only_with_the_deck_of_a_past_era_and_never_come_back(positions: list[dict[str, Any]]) -> None:
    for before, after in pairwise(positions):
        here, there = ({card for place in cards_by_place(p).values() for card in place} for p in (before, after))
        left, came = here - there, there - here
        if before["era"] == after["era"]:
            assert not left | came
        else:
            assert left <= {*before["era_deck"], *before["era_discard"]}
            assert came == set(ERA_CARDS[after["era"]])
        assert set(before["gone"]) <= set(after["gone"])
        for was, now in zip(before["players"], after["players"], strict=True):
            assert has_assistant(was) or not has_assistant(now)


# --- tokens, supplies, points ---


@rule("C-3", "C-4", "L-2")
def test_what_is_limited_is_in_the_supply_or_on_the_boards(positions: list[dict[str, Any]]) -> None:
    for position in positions:
        players, supply = position["players"], position["supply"]
        built = Counter(thing.rstrip("+") for player in players for thing in player["sites"].values())
        assert min(supply.values()) >= 0
        assert supply["tunnels"] + built["tunnel"] == TUNNELS
        assert supply["nonsymbiotic"] + built["nonsymbiotic"] == NONSYMBIOTIC
        if len(players) > 1:
            assert supply["symbiotic"] + built["symbiotic"] == SYMBIOTIC[len(players)]
        else:
            assert supply["symbiotic"] + built["symbiotic"] >= CITY_SITES       # more than one can use: unlimited
        tiles = [*position["metropolis_supply"]]
        for player in players:
            dealt = [player["metropolises"][place] for place in ("m.blue1", "m.blue2")]
            tiles += [*dealt, *player["extra_metropolises"]]
        assert len(tiles) == len(BLUE)
        assert set(tiles) == BLUE


def test_nobody_owes_tokens_or_has_more_than_an_observation_can_show(positions: list[dict[str, Any]]) -> None:
    for position in positions:
        for player in position["players"]:
            assert all(0 <= player[token] <= MOST_TOKENS for token in TOKENS)
            assert 0 <= player["points"] <= MOST_POINTS


@pytest.mark.parametrize("words", COURSES)
def test_points_on_the_track_are_the_sum_of_their_sources(words: str) -> None:
    for state, position in zip(course("underwater_cities", words), all_positions(words), strict=True):
        for seat, player in enumerate(position["players"]):
            assert player["points"] == sum(player["points_from"].values())
            total = state.score_breakdown(seat)["total"]
            assert total >= player["points"]
            assert state.scores[seat] == (total if state.is_terminal else player["points"])


@rule("D-1")
@pytest.mark.parametrize("words", COURSES)
def test_with_one_answer_there_is_no_question(words: str) -> None:
    assert all(len(state.legal_actions) != 1 for state in course("underwater_cities", words))


# --- deep positions ---

SLOT_WITH_ACTION = ("SLOT action-two-resources", "PART 0")
END_OF_CHAIN = (
    *("ACTION_CARD 200", "PART 0", "PAY 0", "PART 0", *SLOT_WITH_ACTION),
    *("ACTION_CARD 160", "PART 0", *SLOT_WITH_ACTION),
    *("ACTION_CARD 43", "PART 0", "SITE t5", "PART 0", "ONCE 32"),
)


def in_the_longest_chain() -> Scenario:
    """A card performs a slot that uses an action card that performs a slot, and so on, to a metropolis that builds.

    The longest chain of printed things that we know. It has come to the first action card; END_OF_CHAIN makes it 21
    frames.
    """
    board = game_of(2, "symmetric", False, FULL).catalogue.boards[0]
    inner = {tunnel.id: "tunnel" for tunnel in board.tunnels if not any(end.startswith("m.") for end in tunnel.between)}
    s = scenario(hand=[29], sites=inner, in_play=[200, 160, 43, 32], era=3, metropolises={"m.blue1": "blue-9"},
                 kelp=5, steelplast=5, science=5, credits=9)
    return s.answer("PLAY city 29", "ORDER card first", "PART 0", "PAY 0", "PART 0", *SLOT_WITH_ACTION)


def test_the_deepest_position_of_a_turn_can_be_written_down_and_read_back() -> None:
    state = in_the_longest_chain().answer(*END_OF_CHAIN).state
    assert len(state.to_dict()["pending"]["frames"]) == 21
    assert state.game.from_bytes(state.to_bytes()) == state


# --- made by hand: what is accepted must be safe to play on from ---

with_bounds_checked = pytest.mark.skipif(
    os.environ.get("NUMBA_BOUNDSCHECK", "") in ("", "0"), reason="without bounds checks it could write anywhere"
)


def assert_refused_or_safe(game: Game, position: dict[str, Any]) -> None:
    try:
        beginning = game.from_dict(position)
    except InvalidPosition:
        return
    for seed in range(60):
        state, rng = beginning.clone(), random.Random(seed)
        while state.current_player == beginning.current_player:
            state.apply_action(rng.choice(state.legal_actions[:-1] or state.legal_actions))     # seldom declining
        assert game.from_dict(state.to_dict()) == state


@with_bounds_checked
def test_a_special_is_not_put_into_a_full_hand() -> None:
    s = scenario(hand=[2, 3, 4]).play("special", 2)
    position = s.position
    deck, hand = position["era_deck"], position["players"][0]["hand"]
    hand += deck[: 32 - len(hand)]
    position["era_deck"] = [card for card in deck if card not in hand]
    assert_refused_or_safe(s.game, position)


@with_bounds_checked
def test_no_more_cards_are_laid_than_there_is_room_for() -> None:
    s = scenario(hand=[173], era=3)
    position = s.position
    lasting = [card.number for card in s.game.catalogue.cards if card.type in LASTING and card.number != 173]
    position["players"][0]["in_play"] = [{"card": card} for card in lasting[:32]]
    position["era_deck"] = [card for card in position["era_deck"] if card not in lasting]
    assert_refused_or_safe(s.game, position)


@with_bounds_checked
def test_a_deep_stack_leaves_room_to_go_on() -> None:
    s = in_the_longest_chain()
    position = s.position
    *below, top = position["pending"]["frames"]
    done = below[-1] | {"stage": 3}
    position["pending"]["frames"] = [*below, *[done] * (DEEPEST_STACK - len(below) - 1), top]
    try:
        state = s.game.from_dict(position)
    except InvalidPosition:
        return
    Scenario(s.game, state, 0).answer(*END_OF_CHAIN)
