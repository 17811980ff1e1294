"""What a seat is shown depends on nothing that it cannot know.

The hidden things of a position are changed here by hand, in its readable form; `State.resample` is then held against
the same measure. What a seat has seen in earlier positions is not kept: the back of a card and its place are known.
"""

from __future__ import annotations

import copy
import random
from collections import Counter
from collections.abc import Callable, Collection, Iterator
from functools import cache
from typing import Any

from tests.shared.evenness import is_even
from tests.underwater_cities.agreement import game_of
from tests.underwater_cities.positions import (
    CHEAP_SPECIALS,
    ERA_CARDS,
    cards_by_place,
    course_of,
    hand_of,
    next_action,
    small_world,
    with_conversions,
    with_few_left,
)
from tests.underwater_cities.scenario import rule
from undersea_env.core.position import Game, State
from undersea_env.underwater_cities.compiled.limits import ALWAYS_SLOT, PLAYABLE_HAND
from undersea_env.underwater_cities.kernel.actions import HAND, ONCE, ORDER, PLAY
from undersea_env.underwater_cities.words import GameLog, question

FULL = (4, 3, 3)
Position = dict[str, Any]
Place = tuple[list[Any], int]                            # a list in a position, and where in it

# --- what a seat cannot know ---


def is_looking(position: Position, seat: int) -> bool:
    return position["to_move"] == seat and "looked" in position.get("pending", {})


def hidden_places(position: Position, seat: int, back: range) -> list[Place]:
    """Where cards with this back lie that the seat cannot see."""
    looked = position.get("pending", {}).get("looked", [])
    deck = position["special_deck"]
    piles = [player["hand"] for other, player in enumerate(position["players"]) if other != seat]
    piles.append(position["era_deck"])
    if not is_looking(position, seat):
        piles.append(looked)
    places = [(pile, k) for pile in piles for k in range(len(pile))]
    first = 0 if looked else 1                           # the top lies face up, but not while somebody looks (K-8)
    places += [(deck, k) for k in range(first, len(deck))]
    return [(pile, k) for pile, k in places if pile[k] in back]


def shuffled_into(places: list[Place], spare: list[Any], rng: random.Random) -> None:
    things = [pile[k] for pile, k in places] + spare
    rng.shuffle(things)
    for (pile, k), thing in zip(places, things[: len(places)], strict=True):
        pile[k] = thing


def changed(
    position: Position, seat: int, rng: random.Random, fixed: Collection[Any] = (), new_chance: bool = True
) -> Position:
    """The same for the seat, everything else another way; `fixed` cards and tiles stay where they are."""
    other = copy.deepcopy(position)
    placed = {card for cards in cards_by_place(position).values() for card in cards}
    for back in (*ERA_CARDS.values(), CHEAP_SPECIALS):
        places = [(pile, k) for pile, k in hidden_places(other, seat, back) if pile[k] not in fixed]
        is_past = back.stop <= ERA_CARDS[position["era"]].start
        spare = [card for card in back if is_past and card not in placed]      # left the game with its deck (P-7)
        shuffled_into(places, spare, rng)
    tiles = other["metropolis_supply"]
    shuffled_into([(tiles, k) for k in range(len(tiles)) if tiles[k] not in fixed], [], rng)
    if new_chance:
        other["stream"] = f"{rng.getrandbits(64):016x}"
    return other


def in_another_world(state: State, seat: int, rng: random.Random, **kept: Any) -> State:
    return state.game.from_dict(changed(state.to_dict(), seat, rng, **kept))


# --- positions ---

COURSES: list[tuple[tuple[Any, ...], str, int | Callable[[Game], State], int]] = [
    # options, policy, seed or beginning, every how many positions
    ((1, "asymmetric", False, FULL), "random", 1, 5),
    ((2, "symmetric", False, FULL), "random", 2, 7),
    ((2, "asymmetric", True, FULL), "likes specials", 3, 7),
    ((2, "symmetric", False, FULL), "likes specials", 9, 7),
    ((2, "symmetric", True, FULL), "random", with_conversions, 1),
    ((3, "asymmetric", True, FULL), "never declines", 4, 11),
    ((3, "symmetric", False, FULL), "random", with_conversions, 1),
    ((4, "asymmetric", False, FULL), "random", 5, 13),
    ((4, "symmetric", False, FULL), "random", with_conversions, 1),
    ((4, "symmetric", True, FULL), "likes action cards", with_few_left, 11),
]


def kind_of(position: Position) -> str:
    pending = position.get("pending")
    if pending is None:
        return "turn begins" if position["to_move"] >= 0 else "over"
    if "looked" in pending:
        return "looking"
    return {"conversions": "production", "discard": "discarding"}.get(pending["frames"][1]["question"], "in a turn")


@cache
def sample() -> list[State]:
    """Positions of all kinds; every one in which somebody looks at specials or decides about production."""
    found = []
    for options, policy, beginning, every in COURSES:
        game = game_of(*options)
        first = beginning(game) if callable(beginning) else game.new_game(beginning)
        for k, state in enumerate(course_of(first, policy)):
            if k % every == 0 or kind_of(state.to_dict()) in ("looking", "production"):
                found.append(state)
    return found


def viewed(states: list[State]) -> Iterator[tuple[State, int]]:
    for state in states:
        for seat in range(state.game.num_players):
            yield state, seat


def test_the_sample_has_positions_of_all_kinds() -> None:
    kinds = Counter(kind_of(state.to_dict()) for state in sample())
    assert set(kinds) == {"turn begins", "in a turn", "looking", "production", "discarding", "over"}
    assert min(kinds[kind] for kind in kinds if kind != "over") >= 10
    assert sum(kinds.values()) >= 240


def test_the_other_worlds_differ() -> None:
    rng, different, pairs = random.Random(0), 0, 0
    for state, seat in viewed(sample()[::3]):
        other = in_another_world(state, seat, rng).to_dict()
        position = state.to_dict()
        assert other["stream"] != position["stream"]
        different += {**other, "stream": 0} != {**position, "stream": 0}
        pairs += 1
    assert different > 0.98 * pairs


# --- what is shown ---


def words_for(state: State, seat: int) -> list[str]:
    """What the seat is asked and may answer."""
    if state.current_player != seat:
        return []
    answers = [state.action_to_string(action) for action in state.legal_actions]
    return [question(state), *answers]


@rule("D-9")
def test_observation_legal_actions_and_points_depend_on_nothing_hidden() -> None:
    rng = random.Random(1)
    for state, seat in viewed(sample()):
        other = in_another_world(state, seat, rng)
        assert other.observation(seat).tobytes() == state.observation(seat).tobytes()
        assert other.current_player == state.current_player
        if state.current_player == seat:
            assert other.legal_actions == state.legal_actions
        for anybody in range(state.game.num_players):
            assert other.score_breakdown(anybody) == state.score_breakdown(anybody)


def test_pictures_and_words_depend_on_nothing_hidden() -> None:
    rng = random.Random(2)
    for state, seat in viewed(sample()[::3]):
        other = in_another_world(state, seat, rng)
        assert other.render("ansi", seat) == state.render("ansi", seat)
        assert words_for(other, seat) == words_for(state, seat)
        log = GameLog(state.game, seat)
        assert log.log_beginning(other.states[0]) == log.log_beginning(state.states[0])


# --- what is told ---


def known_things(position: Position, seat: int) -> set[Any]:
    """Cards and tiles whose place the seat sees."""
    hidden = [place for back in (*ERA_CARDS.values(), CHEAP_SPECIALS) for place in hidden_places(position, seat, back)]
    cards = {card for pile in cards_by_place(position).values() for card in pile}
    taken = {tile for player in position["players"] for tile in player["extra_metropolises"]}
    return cards - {pile[k] for pile, k in hidden} | taken


def card_shown_by(state: State, action: int) -> int | None:
    """The card that the action takes out of a hand, for all to see."""
    hand = state.to_dict()["players"][state.current_player]["hand"]
    if PLAY <= action < ORDER:
        return hand[(action - PLAY) % PLAYABLE_HAND]
    return hand[action - HAND] if HAND <= action < ONCE else None


def same_action(state: State, other: State, action: int) -> int:
    """The action by which the same card is shown in another world, where it may have another place in the hand."""
    card = card_shown_by(state, action)
    if card is None:
        return action
    hands = [world.to_dict()["players"][world.current_player]["hand"] for world in (state, other)]
    return action + hands[1].index(card) - hands[0].index(card)


def test_the_log_of_an_action_and_what_is_shown_after_it_depend_on_nothing_hidden() -> None:
    """What the action lets the seat see stays as it is, and so does chance where the action calls for it."""
    rng, told = random.Random(3), Counter[bool]()
    for state, seat in viewed(sample()):
        if state.is_terminal:
            continue
        action = next_action(state, "random", rng)
        after = state.clone()
        after.apply_action(action)
        before, then = state.to_dict(), after.to_dict()
        shown = known_things(then, seat) - known_things(before, seat) | {card_shown_by(state, action)}
        other = in_another_world(state, seat, rng, fixed=shown, new_chance=before["stream"] == then["stream"])
        other_action = same_action(state, other, action)
        other_after = other.clone()
        other_after.apply_action(other_action)
        log = GameLog(state.game, seat)
        lines = log.log_action(state.states[0], after.states[0], action)
        assert log.log_action(other.states[0], other_after.states[0], other_action) == lines
        assert other_after.observation(seat).tobytes() == after.observation(seat).tobytes()
        told[seat == state.current_player] += other != state
    assert min(told.values()) > 200


# --- resample ---


def test_resample_keeps_what_is_shown() -> None:
    """Also while somebody looks at specials, and in production."""
    for k, (state, seat) in enumerate(viewed(sample())):
        other = state.resample(seat, k)
        assert other.observation(seat).tobytes() == state.observation(seat).tobytes()
        if state.current_player == seat:
            assert other.legal_actions == state.legal_actions
        if k % 5 == 0:
            assert other.render("ansi", seat) == state.render("ansi", seat)
            assert words_for(other, seat) == words_for(state, seat)


def test_resample_puts_every_card_in_one_place_and_moves_none_that_is_seen() -> None:
    for k, (state, seat) in enumerate(viewed(sample())):
        position, other = state.to_dict(), state.resample(seat, k).to_dict()
        assert known_things(other, seat) == known_things(position, seat)
        places, other_places = cards_by_place(position), cards_by_place(other)
        cards = [card for pile in other_places.values() for card in pile]
        assert len(cards) == len(set(cards))
        for name, pile in places.items():
            assert len(other_places[name]) == len(pile)
            if not name.startswith(("hand", "era_deck", "special_deck", "looked")) or name == f"hand of {seat}":
                assert other_places[name] == pile


def test_resample_depends_on_nothing_hidden_but_the_seed() -> None:
    """In two worlds that look the same to the seat it deals the same, to the byte: nothing of the true one shows."""
    rng = random.Random(4)
    for k, (state, seat) in enumerate(viewed(sample())):
        dealt = state.resample(seat, k).to_bytes()
        assert in_another_world(state, seat, rng).resample(seat, k).to_bytes() == dealt
        assert state.resample(seat, k).to_bytes() == dealt
        assert state.resample(seat, k + 1).to_bytes() != dealt


# --- small worlds in which everything possible is counted ---


def drawn_by_seat_0(state: State) -> tuple[int, ...]:
    """The three cards that it gets when it takes the always-available slot with its lowest card (G-9, G-10)."""
    before = hand_of(state, 0)
    state.apply_action(PLAY + ALWAYS_SLOT * PLAYABLE_HAND)
    return tuple(card for card in hand_of(state, 0) if card not in before)


def test_the_cards_to_be_drawn_are_those_of_the_true_deck_no_more_often_than_by_chance() -> None:
    """The three cards of the deck are three of five: the true ones in one case of ten."""
    state = small_world()
    true_future = drawn_by_seat_0(state.clone())
    assert true_future == (1, 2, 3)
    found = Counter(drawn_by_seat_0(state.resample(0, seed)) for seed in range(2000))
    assert is_even(found, 10)
    assert true_future in found


def test_a_deck_that_is_shuffled_later_is_shuffled_anew() -> None:
    """With no deck left, which three of the five discarded and the one played are drawn is chance to come (C-2)."""
    state = small_world(era_deck=[], era_discard=[1, 2, 3, 4, 5])
    found = Counter(drawn_by_seat_0(state.resample(0, seed)) for seed in range(2000))
    assert is_even(found, 20)
