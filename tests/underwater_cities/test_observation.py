"""The observation of Underwater Cities: everything visible is in it (nothing hidden: test_hidden_information)."""

import itertools
import random
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import numpy as np
import pytest

import undersea_env
from undersea_env.core.position import Game, State
from undersea_env.underwater_cities.compiled.limits import ASSISTANT, N_CARDS
from undersea_env.underwater_cities.kernel.questions import TO_PLAY, Question
from undersea_env.underwater_cities.observation import (
    CARD_COLUMNS,
    CARD_FEATURES,
    OBSERVATION,
    OBSERVATION_SIZE,
    card_features,
    explain,
    slot_features,
)
from undersea_env.underwater_cities.printed.words import Thing

VARIANTS: dict[str, dict[str, Any]] = {
    "solo": {"num_players": 1},
    "two": {"num_players": 2, "contracts": True},
    "two, asymmetric": {"num_players": 2, "boards": "asymmetric"},
    "three, asymmetric": {"num_players": 3, "boards": "asymmetric", "contracts": True},
    "four": {"num_players": 4},
    "four, asymmetric": {"num_players": 4, "boards": "asymmetric", "contracts": True},
}
COLUMNS = {piece.name: {name: k for k, name in enumerate(piece.columns)} for piece in OBSERVATION}


@cache
def game_of(variant: str) -> Game:
    return undersea_env.game(**VARIANTS[variant])


@pytest.fixture(params=VARIANTS)
def game(request: pytest.FixtureRequest) -> Game:
    return game_of(request.param)


def positions(game: Game, seed: int) -> Iterator[State]:
    """Every position of a random game in which declining is rare, the last one included."""
    state = game.new_game(seed)
    rng = random.Random(seed)
    while True:
        yield state
        if state.is_terminal:
            return
        legal = state.legal_actions
        state.apply_action(rng.choice(legal[:-1] if len(legal) > 1 and rng.random() < 0.7 else legal))


def test_the_layout_has_its_size() -> None:
    assert OBSERVATION_SIZE == OBSERVATION.size == 2984          # another number is another version of the environment


# --- random games ---


def test_seats_are_rotated_so_that_the_viewer_comes_first(game: Game) -> None:
    n = game.num_players
    for state in itertools.islice(positions(game, 5), 0, None, 7):
        views = [explain(state.observation(seat)) for seat in range(n)]
        for seat, view in enumerate(views):
            for k in range(n):
                assert np.array_equal(view["players"][k], views[(seat + k) % n]["players"][0])
                for shared in ("decides", "mover"):
                    assert view[shared][k] == views[(seat + k) % n][shared][0]
            assert not view["players"][n:].any()
            assert view["game"][COLUMNS["game"]["viewer_decides"]] == (state.current_player == seat)
            assert view["decides"].sum() == view["question"].sum() == (not state.is_terminal)
        for shared in ("table", "question", "question_parts", "open_card", "specials"):
            columns = [k for name, k in COLUMNS[shared].items() if not name.startswith("clone_is")]
            assert all(np.array_equal(view[shared][..., columns], views[0][shared][..., columns]) for view in views)


def test_specials_looked_at_show_to_the_looker_alone() -> None:
    seen = 0
    for seed in range(12):
        for state in positions(game_of("two"), seed):
            record = state.states[0]
            count = int(record.looked_count)
            if count == 0:
                continue
            seen += 1
            looker = state.current_player
            shown = explain(state.observation(looker))["deck_specials"]
            assert shown[:, 0].tolist() == record.looked.tolist()
            other = explain(state.observation(1 - looker))
            assert not other["deck_specials"].any()
            assert other["table"][COLUMNS["table"]["looked_at"]] == count
    assert seen > 3


# --- visible things show, hidden ones do not ---


def _set(field: str, *place: Any, value: Any = None, add: int = 1) -> Callable[[Any], None]:
    """Change one number of the record; `players` are seats, the viewer is 0."""

    def change(record: Any) -> None:
        array = record[field]
        if not place:
            record[field] = array + add if value is None else value
        else:
            array[place] = array[place] + add if value is None else value

    return change


def _of(seat: int, field: str, *place: int, value: int | None = None, add: int = 1) -> Callable[[Any], None]:
    def change(record: Any) -> None:
        _set(field, *place, value=value, add=add)(record["players"][seat])

    return change


def _other_board(seat: int) -> Callable[[Any], None]:
    def change(record: Any) -> None:
        record["players"][seat]["board"] ^= 1      # one that exists

    return change


def _turned_round(record: Any) -> None:
    spare = record["metropolis_supply"][: int(record["metropolis_count"])]
    spare[:] = spare[::-1].copy()


def _frame(field: str, value: int) -> Callable[[Any], None]:
    def change(record: Any) -> None:
        record["frame"][int(record["frame_count"]) - 1][field] = value

    return change


VISIBLE = {
    **{f"resource {r} of {seat}": _of(seat, "resource", r) for seat in range(3) for r in range(6)},
    **{f"{field} of {seat}": _of(seat, field) for seat in range(3) for field in ("space", "hand_count")},
    **{f"board of {seat}": _other_board(seat) for seat in range(3)},
    "extra hand": _of(0, "extra_hand_cards"),
    "discount": _of(1, "discount", 4, 3),
    "contract": _of(1, "contracts", value=2),
    "paid instant": _of(2, "paid_instants", add=1 << 12),
    "extra metropolis": _of(1, "extra_metropolises", value=1 << 9),
    "my extra metropolis": _of(0, "extra_metropolises", value=1 << 16),
    "their metropolis": _of(2, "metropolis", 1, value=16),
    "metropolis supply": _set("metropolis_supply", 0, value=16),
    "my city": _of(0, "city", 0, value=6),
    "my connection": _of(0, "connected_cities", value=0),
    "my open city": _of(0, "open_cities", value=0),
    "my building": _of(0, "building", 44, value=3),
    "my upgrade": _of(0, "upgraded", 44, value=1),
    "my open building": _of(0, "open_building", value=0),
    "my tunnel": _of(0, "tunnel", 13, value=2),
    "my open tunnel": _of(0, "open_tunnels", value=0),
    "my metropolis": _of(0, "metropolis", 1, value=0),
    "my connected metropolis": _of(0, "built_tunnels", value=-1),
    "my events": _of(0, "listens", value=1 << 15),
    "my once per turn card": _of(0, "once_per_turn_cards", value=8),
    "their city": _of(1, "city", 8, value=6),
    "their building": _of(2, "building", 44, value=3),
    "their upgrade": _of(2, "upgraded", 44, value=1),
    "their tunnel": _of(1, "tunnel", 13, value=2),
    "my hand": _of(0, "hand", 0, value=205),
    "my action card": _of(0, "action_card", 0, value=5),
    "my action card used": _of(0, "action_used", 0, value=3),
    "their action card": _of(2, "action_card", 0, value=5),
    "their action card used": _of(2, "action_used", 0, value=3),
    "my tile": _set("slot_tiles", 9, value=1),
    "their tile": _set("slot_tiles", 9, value=2),
    "two tiles": _set("slot_tiles", 9, value=6),
    "neutral tile": _set("slot_tiles", 9, value=16),
    "clone tile": _set("clone_tile", value=2),
    **{f"supply {k}": _set("supply", k) for k in range(3)},
    **{f: _set(f) for f in ("era_deck_count", "era_discard_count", "metropolis_count", "round_no", "turn_no")},
    "era": _set("era", value=3),
    "special row": _set("special_row", 0, value=205),
    "contract row": _set("contract_row", 0, value=0),
    "order": _set("order", slice(None), value=[2, 1, 0, 0]),
    "track": _set("track", slice(None), value=[2, 1, 0, 0]),
    "who decides": _set("seat", value=2),
    "question": _frame("question", 8),
    "repeats left": _frame("left", 7),
    "stage": _frame("stage", 1),
    "card in play": _frame("card", 77),
    "triggered": _frame("triggered", 1),
    "effect": _frame("row", 300),
    "committed": _frame("committed", 1),
    "biomatter for steelplast": _frame("for_steelplast", 2),
    "mover": _set("mover", value=2),
}


def turn_of_seat_0() -> State:
    """A position in which seat 0 of three chooses a slot, and not in the first round."""
    for state in positions(game_of("three, asymmetric"), 3):
        record = state.states[0]
        turn = record.frame[1]
        is_choosing = record.frame_count == 2 and turn.question == Question.TURN and turn.stage == TO_PLAY
        if state.current_player == 0 and record.round_no > 1 and is_choosing:
            if list(record.order[:3]) != [2, 1, 0] != list(record.track[:3]):
                return state.clone()
    raise AssertionError("no such position")


@pytest.fixture(scope="module")
def position() -> State:
    return turn_of_seat_0()


@pytest.mark.parametrize("what", VISIBLE)
def test_a_visible_change_shows(position: State, what: str) -> None:
    changed = position.clone()
    VISIBLE[what](changed.record[0])
    assert changed.buffer != position.buffer
    assert not np.array_equal(changed.observation(0), position.observation(0))


HIDDEN = {
    "their hand": _of(1, "hand", 0, value=66),
    "era deck": _set("era_deck", 0, value=66),
    "special deck below its top": _set("special_deck", 0, value=205),
    "order of the metropolis supply": _turned_round,
    "stream": _set("stream", value=5),
}


@pytest.mark.parametrize("what", HIDDEN)
def test_a_hidden_change_does_not_show(position: State, what: str) -> None:
    changed = position.clone()
    HIDDEN[what](changed.record[0])
    assert changed.buffer != position.buffer
    assert np.array_equal(changed.observation(0), position.observation(0))


def test_the_numbers_mean_what_the_layout_says() -> None:
    game = game_of("two")
    state = game.from_dict(
        {
            "order": [1, 0],
            "to_move": 0,
            "slots": {"two-tunnels": [1]},
            "players": [
                {
                    **{"board": 1, "kelp": 4, "points": 17, "hand": [1, 3, 6]},
                    "sites": {"c9": "nonsymbiotic", "c9.a": "farm+"},
                    "in_play": [{"card": 0, "used": True}],
                },
                {"board": 2, "hand": [20, 30]},
            ],
        }
    )
    view = explain(state.observation(0))
    me, other = view["players"][0], view["players"][1]
    column = COLUMNS["players"]
    assert [me[column[name]] for name in ("present", "board", "turn_order", "kelp")] == [1, 1, 2, 4]
    assert [me[column[name]] for name in ("points", "hand", "farms", "upgraded_farms")] == [17, 3, 1, 1]
    assert [other[column[name]] for name in ("present", "board", "turn_order", "hand")] == [1, 2, 1, 2]
    assert me[column["action_cards"]] == 1
    assert me[column["ready_action_cards"]] == 0
    assert view["my_action_cards"][0, :2].tolist() == [ASSISTANT, 1]
    assert view["their_action_cards"][0, 0].tolist()[1] == 0
    assert view["my_hand"][:, 0].tolist() == [1, 3, 6, 0, 0, 0, 0, 0]
    assert np.array_equal(view["my_hand"][0, 1:], card_features(game)[1])
    assert view["my_buildings"][:, COLUMNS["my_buildings"]["upgraded"]].sum() == 1
    assert view["slots"][:, COLUMNS["slots"]["others"]].sum() == 1
    assert view["slots"][:, COLUMNS["slots"]["in_use"]].sum() == 13
    assert view["slots"][:, COLUMNS["slots"]["available"]].sum() == 12
    assert view["question"].argmax() == COLUMNS["question"]["turn"]
    seen = explain(state.observation(1))
    assert (seen["their_sites"][0] == Thing.FARM).sum() == 1
    assert seen["their_upgraded"][0].sum() == 1


def test_cards_in_play_show_as_numbers_and_features() -> None:
    game = game_of("two")
    production = [int(card) for card in np.flatnonzero(card_features(game)[:, CARD_COLUMNS.index("production")])[:3]]
    state = game.from_dict({"players": [{"in_play": [{"card": card} for card in production]}, {}]})
    mine, theirs = explain(state.observation(0)), explain(state.observation(1))
    assert mine["my_tableau"][:, 0].tolist() == production + [0] * (len(mine["my_tableau"]) - 3)
    assert np.array_equal(mine["my_tableau"][:3, 1:], card_features(game)[production])
    assert theirs["their_tableau"][0].tolist() == production + [0] * (len(mine["my_tableau"]) - 3)
    assert not theirs["my_tableau"].any()
    assert mine["players"][0][COLUMNS["players"]["production_cards"]] == 3


def test_slots_have_features_of_their_own() -> None:
    game = game_of("two")
    features = slot_features(game)
    used = explain(game.new_game(0).observation(0))["slots"][:, 0] != 0
    assert features[used].any(axis=1).all()


# --- cards as features ---


@pytest.mark.parametrize(
    ("card", "expected"),
    [
        (1, {"era": 1, "red": 1, "instant": 1, "farms": 1, "saved": 1}),                       # build farm free
        (2, {"era": 1, "yellow": 1, "instant": 1, "kelp": 3, "cost": 1}),  # pay 1 credit: gain 3 kelp
        (3, {"era": 1, "green": 1, "instant": 1, "tunnels": 2, "saved": 2}),                   # discount 1 credit each
        (4, {"era": 1, "yellow": 1, "production": 1, "credits": 1}),
        (6, {"era": 1, "green": 1, "instant": 1, "action_cards": 1}),
        (185, {"price": 3, "red": 1, "end": 1, "end_points": 13}),                              # sell 15 credits once
        (194, {"price": 2, "yellow": 1, "instant": 1, "specials": 1}),                          # take metropolis
        (195, {"price": 1, "yellow": 1, "instant": 1, "federation": 3, "cards": 2}),
    ],
)
def test_features_of_a_card(card: int, expected: dict[str, int]) -> None:
    features = card_features(game_of("two"))
    assert features.shape == (N_CARDS, CARD_FEATURES)
    found = {name: int(number) for name, number in zip(CARD_COLUMNS, features[card], strict=True) if number}
    assert found == expected


def test_every_card_says_something_and_no_card_says_nothing() -> None:
    features = card_features(game_of("two"))
    assert not features[0].any()
    effects = features[1:, CARD_COLUMNS.index("kelp") :]
    assert (effects != 0).any(axis=1).all()
