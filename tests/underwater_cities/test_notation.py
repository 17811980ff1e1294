"""The readable form: what it says, made by hand, and refused with the reason when impossible."""

import copy
import random
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest

import undersea_env
from tests.underwater_cities.scenario import scenario
from undersea_env import InvalidPosition
from undersea_env.core.position import Game, State

VARIANTS: dict[str, dict[str, Any]] = {
    "solo": {"num_players": 1},
    "solo, short": {"num_players": 1, "boards": [6], "rounds": (2, 1)},
    "two": {"num_players": 2},
    "two, asymmetric, contracts": {"num_players": 2, "boards": "asymmetric", "contracts": True},
    "three, contracts": {"num_players": 3, "contracts": True},
    "three, asymmetric": {"num_players": 3, "boards": "asymmetric"},
    "four": {"num_players": 4},
    "four, named boards, contracts": {"num_players": 4, "boards": [8, 5, 7, 6], "contracts": True},
}
DOCUMENTED = {
    "game", "num_players", "era", "round", "turn", "order", "to_move", "slots", "clone_tile", "federation", "supply",
    "era_deck", "era_discard", "special_deck", "special_row", "contracts", "metropolis_supply", "players",
}
DOCUMENTED_OF_PLAYER = {
    "board", "kelp", "steelplast", "science", "credits", "biomatter", "points", "hand", "in_play", "paid_instants",
    "contracts", "sites", "metropolises", "extra_metropolises",
}


@cache
def game_of(variant: str) -> Game:
    return undersea_env.game(**VARIANTS[variant])


def next_action(state: State, rng: random.Random) -> int:
    """Any legal action, the last one (often: decline) more rarely."""
    legal = state.legal_actions
    return rng.choice(legal[:-1] if len(legal) > 1 and rng.random() < 0.7 else legal)


def play_to_end(state: State, seed: int = 0) -> None:
    rng = random.Random(seed)
    while not state.is_terminal:
        state.apply_action(rng.choice(state.legal_actions))


# --- there and back ---


@pytest.mark.parametrize("variant", VARIANTS)
def test_all_documented_keys_are_there(variant: str) -> None:
    position = game_of(variant).new_game(2).to_dict()
    assert set(position) >= DOCUMENTED
    for player in position["players"]:
        assert set(player) >= DOCUMENTED_OF_PLAYER


def test_reading_does_not_change_what_is_read() -> None:
    game = game_of("two")
    position = game.new_game(1).to_dict()
    before = copy.deepcopy(position)
    game.from_dict(position)
    assert position == before


def test_at_the_beginning_of_a_turn_nothing_is_pending() -> None:
    game = game_of("two")
    state = game.new_game(1)
    rng = random.Random(1)
    beginnings = 0
    while not state.is_terminal:
        before = state.to_dict()
        if "pending" not in before:
            beginnings += 1
            assert before["to_move"] == state.current_player
        state.apply_action(next_action(state, rng))
    assert beginnings >= 60
    assert "pending" not in state.to_dict()
    assert state.to_dict()["to_move"] == -1


# --- made by hand ---


def test_an_empty_dict_is_a_new_game_at_the_first_players_turn() -> None:
    game = game_of("two")
    new, state = game.new_game(0).to_dict(), game.from_dict({})
    position = state.to_dict()
    assert position["to_move"] == new["order"][0]
    for key in DOCUMENTED - {"to_move"}:
        assert position[key] == new[key]
    assert len(state.legal_actions) == 6                # six cards in hand: three are discarded first (G-9)


def test_what_is_given_is_taken_over() -> None:
    given: dict[str, Any] = {
        "era": 2, "round": 6, "turn": 2, "order": [1, 0], "to_move": 0,
        "slots": {"two-tunnels": [1], "special": [0]},
        "federation": [[1, 2], [0, 4]],
        "era_deck": [70, 71], "era_discard": [72], "special_row": [181, 185], "metropolis_supply": ["blue-3"],
        "players": [
            {
                "board": 2, "kelp": 1, "steelplast": 2, "science": 3, "credits": 4, "biomatter": 5, "points": 17,
                "hand": [80, 14, 195], "in_play": [{"card": 37}, {"card": 0, "used": True}],
                "metropolises": {"m.brown": "brown-2", "m.blue1": "blue-4", "m.blue2": "blue-9"},
            },
            {"points": 4, "points_from": {"cards": 7, "hunger": -3}},
        ],
    }
    state = game_of("two").from_dict(given)
    position = state.to_dict()
    for key in given.keys() - {"players"}:
        assert position[key] == given[key]
    me, other = position["players"]
    for key in ("board", "kelp", "steelplast", "science", "credits", "biomatter", "points", "metropolises"):
        assert me[key] == given["players"][0][key]
    assert me["hand"] == [14, 80, 195]
    assert me["in_play"] == [{"card": 0, "used": True}, {"card": 37}]
    assert me["points_from"] == {"other": 17}
    assert other["points_from"] == {"cards": 7, "hunger": -3}
    assert 195 not in position["special_deck"]
    assert "pending" not in position
    assert state.current_player == 0
    play_to_end(state)


def test_cards_that_are_not_placed_are_in_the_deck() -> None:
    game = game_of("two")
    players = [{"hand": [1, 2, 3], "in_play": [{"card": 37}]}, {"hand": [195, 181]}]
    position = game.from_dict({"players": players}).to_dict()
    assert sorted(position["era_deck"]) == [card for card in range(1, 67) if card not in (1, 2, 3, 37)]
    new_deck = game.new_game(0).to_dict()["era_deck"]
    left = [card for card in new_deck if card not in (1, 2, 3, 37)]
    assert position["era_deck"][: len(left)] == left
    assert sorted(position["special_deck"]) == [card for card in range(191, 206) if card != 195]
    assert 181 not in position["special_row"]
    assert len(position["special_row"]) <= 5


def test_hands_that_are_not_given_avoid_the_cards_of_others() -> None:
    game = game_of("two")
    new_hand = game.new_game(0).to_dict()["players"][1]["hand"]
    position = game.from_dict({"players": [{"hand": new_hand[:3]}, {}]}).to_dict()
    hand = position["players"][1]["hand"]
    assert len(hand) == 6
    assert not set(hand) & set(new_hand[:3])


def test_boards_and_metropolises_that_are_not_given_avoid_those_of_others() -> None:
    game = game_of("four")
    new = game.new_game(0).to_dict()["players"]
    players = [{"board": new[1]["board"], "metropolises": new[1]["metropolises"]}, {}, {}, {}]
    position = game.from_dict({"players": players}).to_dict()
    assert sorted(player["board"] for player in position["players"]) == [1, 2, 3, 4]
    tiles = [tile for player in position["players"] for tile in player["metropolises"].values()]
    assert len(set(tiles + position["metropolis_supply"])) == 12 + 3


def test_a_later_era_has_its_own_deck() -> None:
    position = game_of("two").from_dict({"era": 3}).to_dict()
    assert sorted(position["era_deck"]) == list(range(124, 181))
    assert position["round"] == 8
    assert game_of("two").from_dict({"round": 6}).to_dict()["era"] == 2


def test_the_supply_is_what_is_not_built() -> None:
    sites = {"c9": "symbiotic", "c9.a": "farm+", "t15": "tunnel"}
    position = game_of("two").from_dict({"players": [{"board": 1, "sites": sites}, {}]}).to_dict()
    assert position["supply"] == {"tunnels": 45, "nonsymbiotic": 16, "symbiotic": 6}


def test_neutral_tiles_lie_where_the_round_has_them() -> None:
    game = game_of("solo")
    slots = [set(game.from_dict({"round": n}).to_dict()["slots"]) for n in (1, 2, 3, 4)]
    assert all(len(covered) == 3 for covered in slots)
    assert len(set.union(*slots)) == 12


def test_too_many_cards_are_discarded_before_the_turn() -> None:
    state = game_of("two").from_dict({"order": [0, 1], "players": [{"hand": [1, 2, 3, 4, 5]}, {}]})
    before = state.to_dict()
    assert "pending" not in before
    state.apply_action(state.legal_actions[0])
    state.apply_action(state.legal_actions[0])
    assert state.current_player == 0
    assert len(state.to_dict()["players"][0]["hand"]) == 3
    assert len(state.to_dict()["era_discard"]) == 2


def test_a_player_without_cards_only_draws() -> None:
    state = game_of("two").from_dict({"order": [0, 1], "players": [{"hand": []}, {"hand": [1, 2, 3]}]})
    assert state.current_player == 1
    assert len(state.to_dict()["players"][0]["hand"]) == 1


def test_a_finished_game_is_scored() -> None:
    state = game_of("two").from_dict({"to_move": -1, "players": [{"points": 50}, {"points": 20}]})
    assert state.is_terminal
    assert state.winners == (0,)
    assert game_of("two").from_bytes(state.to_bytes()) == state


@pytest.mark.parametrize("variant", VARIANTS)
def test_positions_made_by_hand_can_be_played_to_the_end(variant: str) -> None:
    game = game_of(variant)
    for era in range(1, len(game.options.rounds) + 1):
        for seat in range(game.num_players):
            state = game.from_dict({"era": era, "to_move": seat, "turn": 2})
            assert state.current_player == seat
            play_to_end(state, era)


# --- impossible ---

Change = Callable[[dict[str, Any]], Any]


def at(*path: Any, value: Any) -> Change:
    """Put a value somewhere in a position."""

    def change(position: dict[str, Any]) -> None:
        place: Any = position
        for key in path[:-1]:
            place = place[key]
        place[path[-1]] = value

    return change


def player(key: str, value: Any) -> Change:
    return at("players", 0, key, value=value)


def sites(**built: str) -> Change:
    return player("sites", {"c9": "nonsymbiotic", **{id.replace("_", "."): thing for id, thing in built.items()}})


def both(one: Change, other: Change) -> Change:
    return lambda position: (one(position), other(position))


def stack(*frames: dict[str, Any], **rest: Any) -> Change:
    """These frames on the course of the game, which is in somebody's turn."""
    return at("pending", value={"frames": [{"question": "flow", "left": 2, "stage": 1}, *frames], **rest})


BASE: dict[str, Any] = {
    "order": [0, 1], "to_move": 0, "round": 2,
    "players": [{"board": 1, "hand": [1, 2, 3]}, {"board": 2, "hand": [4, 5, 6]}],
}
TURN = {"question": "turn"}
ASSISTANT = {"card": 0}
BLUE_TWICE = {"m.blue1": "blue-1", "m.blue2": "blue-1"}
SIX_SPECIALS = [181, 182, 183, 184, 185, 186]
REFUSED: list[tuple[str, Change]] = [
    ("unknown key 'rond'; known are game, ", at("rond", value=1)),
    ("game: this is a position of 'chess'", at("game", value="chess")),
    ("num_players: the position has 3 players; the game has 2", at("num_players", value=3)),
    ("players: the game has 2 players; these are 1", at("players", value=[{}])),
    (r"players\[0\]: unknown key 'gold'", player("gold", 1)),
    (r"players\[0\]: expected a dict", at("players", 0, value=5)),
    ("era: expected a whole number from 1 to 3, found 4", at("era", value=4)),
    ("era: expected a whole number", at("era", value=True)),
    ("round: in era 1 the round is now from 1 to 4", lambda p: p.update(era=1, round=5)),
    ("turn: expected a whole number from 1 to 3", at("turn", value=0)),
    ("order: expected every seat from 0 to 1 once", at("order", value=[0, 0])),
    (r"order\[0\]: expected a whole number from 0 to 1", at("order", value=["0", 1])),
    ("to_move: expected a whole number from -1 to 1", at("to_move", value=2)),
    ("to_move: expected a whole number", at("to_move", value=1.0)),
    ("slots: expected the id of a slot", at("slots", value={"harbour": [0]})),
    ("slots.two-tunnels: seat 0 is there twice", at("slots", value={"two-tunnels": [0, 0]})),
    ("slots.two-tunnels: neutral tiles are for the solo game", at("slots", value={"two-tunnels": [-1]})),
    ("slots.two-tunnels: two tiles on a slot need", at("slots", value={"two-tunnels": [0, 1]})),
    (
        r"slots: seat 1 has 3 tiles \(S-4\), not 4",
        at("slots", value={"two-tunnels": [1], "special": [1], "city": [1], "two-desals": [1]}),
    ),
    ("clone_tile: the action-cloning tile is for 4 players", at("clone_tile", value=0)),
    ("federation: expected every seat", at("federation", value=[[0, 0]])),
    (r"federation\[1\]: markers are listed from the front", at("federation", value=[[0, 4], [1, 3]])),
    (r"federation\[0\]: expected \[seat, space\]", at("federation", value=[0, 1])),
    (
        r"federation: markers below the track lie in turn order, \[0, 1\] \(E-2\); found \[1, 0\]",
        both(at("order", value=[0, 1]), at("federation", value=[[1, 0], [0, 0]])),
    ),
    ("supply.tunnels: 46 less 0 built is 46, not 40", at("supply", value={"tunnels": 40})),
    (r"players\[0\].board: board 2 is also that of players\[1\]|players\[1\].board: board 2", player("board", 2)),
    (r"players\[0\].board: the boards of this game are 1 to 4, not 7", player("board", 7)),
    (r"players\[0\].kelp: expected a whole number from 0 to 999, found -1", player("kelp", -1)),
    (r"players\[0\].credits: .* found 1000", player("credits", 1000)),
    (r"players\[0\].points: .* found 2.5", player("points", 2.5)),
    (r"players\[0\].points_from: adds up to 3", both(player("points", 0), player("points_from", {"cards": 3}))),
    (r"players\[0\].hand\[1\]: card 4 is also in|players\[1\].hand\[0\]: card 4 is also in", player("hand", [1, 4])),
    (r"players\[0\].hand\[1\]: card 1 is also in players\[0\].hand\[0\]", player("hand", [1, 1])),
    (r"players\[0\].hand\[0\]: card 130 is of era 3; this is era 1", player("hand", [130])),
    (r"players\[0\].hand\[0\]: expected a whole number from 1 to 205", player("hand", [0])),
    (r"players\[0\].hand\[0\]: expected a whole number from 1 to 205", player("hand", [206])),
    (r"players\[0\].hand: expected a list", player("hand", "1")),
    (r"era_deck\[0\]: card 4 is also in players\[1\].hand\[0\]", at("era_deck", value=[4])),
    (r"era_deck\[0\]: card 191 .* no card of era 1", at("era_deck", value=[191])),
    (r"era_discard\[0\]: card 67 is of era 2", at("era_discard", value=[67])),
    (r"special_deck\[0\]: card 181 .* only specials of 1 or 2 credits", at("special_deck", value=[181])),
    (r"special_row\[0\]: card 191 .* only specials of 3 credits", at("special_row", value=[191])),
    ("special_row: only 6 specials of 3 credits", both(at("special_row", value=SIX_SPECIALS), player("hand", [187]))),
    (r"gone\[0\]: card 7 .* only cards of past eras", at("gone", value=[7])),
    (r"players\[0\].in_play\[0\].card: card 1 .* instants do not stay", player("in_play", [{"card": 1}])),
    (r"players\[0\].in_play\[1\].card: a player has one Personal Assistant", player("in_play", [ASSISTANT, ASSISTANT])),
    (r"players\[0\].in_play\[0\].used: card 37 is no action card", player("in_play", [{"card": 37, "used": False}])),
    (r"players\[0\].in_play\[0\].used: expected true or false", player("in_play", [{"card": 0, "used": 1}])),
    (r"players\[0\].in_play\[0\]: unknown key 'cart'", player("in_play", [{"cart": 0}])),
    (r"players\[0\].paid_instants\[0\]: card 37 .* only instant specials", player("paid_instants", [37])),
    (r"players\[0\].sites.c9: the starting city of board 1 is missing", player("sites", {})),
    (r"players\[0\].sites.c77: board 1 has no such site", sites(c77="symbiotic")),
    (r"players\[0\].sites.c9: expected one of nonsymbiotic, symbiotic", player("sites", {"c9": "village"})),
    (r"players\[0\].sites.c9.a: expected one of farm, farm\+", sites(c9_a="tunnel")),
    (r"players\[0\].sites.c1: a city needs a built city next to it", sites(c1="symbiotic")),
    (r"players\[0\].sites.c1.a: a building needs a city there", sites(c1_a="farm")),
    (r"players\[0\].sites.t1: a tunnel needs a way by built tunnels", sites(t1="tunnel")),
    (r"players\[0\].metropolises.m.brown: blue-1 is not one of the", player("metropolises", {"m.brown": "blue-1"})),
    (r"players\[0\].metropolises.m.blue2: blue-1 is also in", player("metropolises", BLUE_TWICE)),
    (r"players\[0\].metropolises: unknown key 'm.red'", player("metropolises", {"m.red": "blue-1"})),
    (r"metropolis_supply\[0\]: expected the id of a metropolis", at("metropolis_supply", value=["blue-99"])),
    (r"contracts: this game is played without contracts", at("contracts", value=["food-security"])),
    ("stream: expected up to 16 hexadecimal digits", at("stream", value="xyz")),
    ("stream: expected up to 16 hexadecimal digits", at("stream", value=7)),
    ("pending: expected a dict", at("pending", value=[])),
    ("pending.frames: expected the frame 'flow'", at("pending", value={"frames": []})),
    (r"pending.frames\[1\].question: expected one of flow", stack({"question": "nap"})),
    (r"pending.frames\[1\].question: expected 'turn' here", stack({"question": "discard"})),
    (r"pending.frames\[1\].row: a frame 'turn' has no row", stack({"question": "turn", "row": 3})),
    (r"pending.frames\[2\].row: no effect has these parts", stack(TURN, {"question": "effect", "row": 999, "left": 9})),
    (r"pending.frames\[2\].row: this part of an effect is no 'build'", stack(TURN, {"question": "build"})),
    (r"pending.frames: at most 22 frames", stack(*[TURN] * 22)),
    ("pending.looked: specials are looked at only while one is taken", stack(TURN, looked=[191])),
    (r"pending.once_used\[0\]: 32 is no once-per-turn card in play", stack(TURN, once_used=[32])),
    ("pending: produced and converted are of production only", stack(TURN, produced={"kelp": 1})),
    ("pending: the game is over", both(at("to_move", value=-1), stack(TURN))),
    ("era: the game is over .* only after era 3", lambda p: p.update(to_move=-1, era=1)),
]


@pytest.mark.parametrize(("reason", "change"), REFUSED, ids=[reason[:50] for reason, _ in REFUSED])
def test_an_impossible_position_is_refused_with_the_reason(reason: str, change: Change) -> None:
    game = game_of("two")
    position = copy.deepcopy(BASE)
    game.from_dict(position)                            # possible before the change
    change(position)
    with pytest.raises(InvalidPosition, match=reason):
        game.from_dict(position)


@pytest.mark.parametrize(
    ("slot", "answers", "duties"),
    [
        ("two-tunnels", [], [2, 2]),
        ("two-tunnels", ["SITE t13"], [0, 0]),
        ("tunnel-city", [], [2]),
        ("tunnel-city", ["PART 1"], [2, 2]),
        ("tunnel-city", ["PART 1", "SITE c6"], [0, 0]),
        ("two-farms-or-two-labs", [], [2, 2]),
        ("two-farms-or-two-labs", ["EITHER 0"], [2, 2, 2]),
        ("two-farms-or-two-labs", ["EITHER 1", "SITE c9.a"], [0, 0, 0]),
        ("special", [], [2, 2]),
        ("special", ["SPECIAL look"], [0, 0]),
    ],
)
def test_what_is_left_to_do_of_a_chosen_slot_is_told(slot: str, answers: list[str], duties: list[int]) -> None:
    """D-3: a slot of which nothing is done yet, and nothing but that, has `committed` 2."""
    s = scenario(hand=[28], steelplast=5, credits=5, kelp=3).play(slot, 28)
    if s.can("ORDER only the slot"):
        s.order("only the slot")
    s.answer(*answers)
    position = s.position
    frames = position["pending"]["frames"][2:]
    assert [frame.get("committed", 0) for frame in frames] == duties
    assert s.game.from_dict(position).to_bytes() == s.state.to_bytes()
    for frame in frames:
        before = frame.get("committed", 0)
        frame["committed"] = 2 - before
        with pytest.raises(InvalidPosition, match=r"pending.frames\[\d\].committed: .*\(D-3\)"):
            s.game.from_dict(position)
        frame["committed"] = before


def test_another_turns_frames_are_not_of_a_chosen_slot() -> None:
    """D-3: those of a card, and those of a slot that a card performs, may be declined."""
    s = scenario(players=3, hand=[29], credits=1, kelp=1).play("action-steelplast", 29).order("card first").pay()
    s.slot("two-farms")
    position = s.position
    assert s.game.from_dict(position).to_bytes() == s.state.to_bytes()
    position["pending"]["frames"][-1]["committed"] = 2
    with pytest.raises(InvalidPosition, match=r"2 is for a chosen slot's action of which nothing is done yet \(D-3\)"):
        s.game.from_dict(position)


@pytest.mark.parametrize("position", [None, 5, "{}", [], {1: 2}])
def test_what_is_no_dict_is_refused(position: object) -> None:
    with pytest.raises(InvalidPosition):
        game_of("two").from_dict(position)  # type: ignore[arg-type]


def test_five_action_cards_are_too_many() -> None:
    game = game_of("two")
    actions = [card.number for card in game.catalogue.cards_of_era(1) if card.type.name == "ACTION"][:4]
    in_play = [{"card": card} for card in (0, *actions)]
    with pytest.raises(InvalidPosition, match="at most 4 action cards"):
        game.from_dict({"players": [{"in_play": in_play, "hand": []}, {"hand": []}]})


def test_boards_fixed_by_the_options_cannot_change() -> None:
    game = game_of("four, named boards, contracts")
    with pytest.raises(InvalidPosition, match="give seat 1 board 5, not 6"):
        game.from_dict({"players": [{}, {"board": 6}, {}, {}]})


def test_contracts_are_in_one_place_and_at_most_three() -> None:
    game = game_of("three, contracts")
    ids = [contract.id for contract in game.catalogue.contracts]
    with pytest.raises(InvalidPosition, match="is also in"):
        game.from_dict({"contracts": ids[:1], "players": [{"contracts": ids[:1]}, {}, {}]})
    with pytest.raises(InvalidPosition, match="3 contracts are in a game"):
        game.from_dict({"contracts": ids[:3], "players": [{"contracts": ids[3:4]}, {}, {}]})


def test_the_cloning_tile_lies_on_a_shared_slot() -> None:
    game = game_of("four")
    shared = {"slots": {"two-tunnels": [1, 2]}, "clone_tile": 2}
    assert game.from_dict(shared).to_dict()["clone_tile"] == 2
    for wrong in (shared | {"clone_tile": 0}, shared | {"clone_tile": None}, {"clone_tile": 2}):
        with pytest.raises(InvalidPosition, match="G-11"):
            game.from_dict(wrong)


def test_more_domes_than_there_are_is_refused() -> None:
    game = game_of("two")
    boards = game.catalogue.boards[:2]
    players = [{"board": board.number, "sites": {city.id: "symbiotic" for city in board.cities}} for board in boards]
    with pytest.raises(InvalidPosition, match=r"supply.symbiotic: 18 are built, but there are only 7"):
        game.from_dict({"players": players})


def leaves(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    if isinstance(value, dict):
        return [leaf for key, item in value.items() for leaf in leaves(item, (*path, key))]
    if isinstance(value, list):
        return [leaf for key, item in enumerate(value) for leaf in leaves(item, (*path, key))]
    return [path]


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_changed_number_is_refused_or_gives_a_position_that_can_be_played(variant: str) -> None:
    game = game_of(variant)
    rng = random.Random(variant)
    state = game.new_game(4)
    accepted = 0
    for k in range(250):
        if state.is_terminal:
            state = game.new_game(100 + k)
        state.apply_action(next_action(state, rng))
        position = state.to_dict()
        pending = [leaf for leaf in leaves(position) if leaf[0] == "pending"]
        leaf = rng.choice(pending if pending and rng.random() < 0.6 else leaves(position))
        at(*leaf, value=rng.choice((0, 1, 2, 3, 4, 7, 30, 150, 400, -1, None, "turn", "farm", True, [], {})))(position)
        try:
            other = game.from_dict(position)
        except InvalidPosition:
            continue
        accepted += 1
        assert game.from_dict(other.to_dict()) == other
        play_to_end(other, k)
    assert accepted > 5
