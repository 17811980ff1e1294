"""`State.resample` in Underwater Cities: what a seat knows stays as it is."""

import itertools
import random
from typing import Any

import pytest

import undersea_env
from undersea_env.core.position import Game, State

VARIANTS = (
    {"num_players": 1},
    {"num_players": 2},
    {"num_players": 3, "boards": "asymmetric", "contracts": True},
    {"num_players": 4},
)
CHEAP = range(191, 206)
ERAS = (range(1, 67), range(67, 124), range(124, 181), range(181, 191), CHEAP)


def positions(options: dict[str, Any], seed: int, every: int = 5) -> list[State]:
    """Positions of a random game in which declining is rare."""
    game = undersea_env.game(**options)
    state = game.new_game(seed)
    rng = random.Random(seed)
    found = []
    for k in itertools.count():
        if k % every == 0 or "looked" in state.to_dict().get("pending", {}):
            found.append(state.clone())
        if state.is_terminal:
            return found
        legal = state.legal_actions
        state.apply_action(rng.choice(legal[:-1] if len(legal) > 1 and rng.random() < 0.7 else legal))
    return found


def view(state: State, seat: int) -> dict[str, Any]:
    """The position without what the seat cannot know."""
    position = state.to_dict()
    pending = position.get("pending", {})
    looking = pending.get("looked", [])
    position["stream"] = None
    position["era_deck"] = len(position["era_deck"])
    position["metropolis_supply"] = sorted(position["metropolis_supply"])
    deck = position["special_deck"]
    position["special_deck"] = [len(deck), None if looking else deck[:1]]
    if looking and position["to_move"] != seat:
        pending["looked"] = len(looking)
    for other, player in enumerate(position["players"]):
        if other != seat:
            known = [card for card in player["hand"] if card in range(181, 191)]
            player["hand"] = [known, [sum(card in era for card in player["hand"]) for era in ERAS]]
    return position


@pytest.mark.parametrize("options", VARIANTS)
def test_the_view_is_kept_and_the_position_is_possible(options: dict[str, Any]) -> None:
    for state in positions(options, 1):
        before = state.to_bytes()
        for seat in range(state.game.num_players):
            other = state.resample(seat, 12)
            assert view(other, seat) == view(state, seat)
            assert state.game.from_bytes(other.to_bytes()) == other      # every card in one place, and so on
        assert state.to_bytes() == before


def small_position(game: Game) -> State:
    """Era I with five unseen cards: two in the hand of seat 1, three in the deck; seat 1 holds specials as well."""
    return game.from_dict(
        {
            "order": [0, 1],
            "to_move": 0,
            "era_deck": [1, 2, 3],
            "era_discard": [card for card in range(1, 67) if card not in (1, 2, 3, 10, 20, 30, 40, 50)],
            "special_deck": [191, 192, 193],
            "players": [
                {"hand": [30, 40, 50]},
                {"hand": [10, 20, 181, 194], "in_play": [{"card": 0}]},
            ],
        }
    )


def test_a_seat_keeps_its_own_hand_and_specials_of_three_credits_stay() -> None:
    state = small_position(undersea_env.game(2))
    other = state.resample(1, 4).to_dict()
    assert other["players"][1]["hand"] == [10, 20, 181, 194]
    assert len(other["players"][0]["hand"]) == 3


def test_cards_that_another_player_looks_at_are_hidden_and_ones_own_stay() -> None:
    seen = 0
    for seed in range(30):
        for state in positions({"num_players": 2}, seed, every=10**6):
            looked = state.to_dict().get("pending", {}).get("looked")
            if not looked:
                continue
            seen += 1
            looker = state.current_player
            changed = 0
            for k in range(10):
                assert state.resample(looker, k).to_dict()["pending"]["looked"] == looked
                changed += state.resample(1 - looker, k).to_dict()["pending"]["looked"] != looked
            assert changed > 3
    assert seen > 3
