"""The oracle by itself: it plays to the end, loses no card, and agrees with the rulebook's own examples."""

import random
from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from tests.underwater_cities.oracle import Chance, Game
from tests.underwater_cities.oracle.agenda import Label
from tests.underwater_cities.oracle.production import everything_produced
from tests.underwater_cities.oracle.standards import NOTHING, plus
from tests.underwater_cities.oracle.table import Player
from undersea_env.underwater_cities.printed.catalogue import load_catalogue
from undersea_env.underwater_cities.printed.words import Resource, Thing

CATALOGUE = load_catalogue()
FARM, DESAL, LAB, TUNNEL = Thing.FARM, Thing.DESAL, Thing.LAB, Thing.TUNNEL
CITY, SYMBIOTIC = Thing.NONSYMBIOTIC, Thing.SYMBIOTIC


# --- whole games ---


def random_game(num_players: int, seed: int, rounds: tuple[int, int, int] = (4, 3, 3)) -> tuple[Game, random.Random]:
    source = random.Random(seed)
    boards = range(5, 9) if num_players == 1 or seed % 2 else range(1, 5)
    game = Game(
        CATALOGUE, num_players, source.sample(list(boards), num_players), contracts=num_players > 1 and seed % 3 == 0,
        rounds=rounds, chance=Chance(random.Random(seed)),
    )
    return game, source


def cards_on_the_table(game: Game) -> list[int]:
    table = game._play.table
    cards = [*table.era_deck, *table.era_discard, *table.special_deck, *table.special_row, *table.gone]
    for player in table.players:
        cards += [*player.hand, *player.laid, *player.paid_instants, *(card for card in player.action_cards if card)]
    return cards


def check_cards(game: Game) -> None:
    """No card is there twice; between turns none of the current era and of the specials in the game is missing."""
    cards = cards_on_the_table(game)
    assert len(cards) == len(set(cards))
    if any(label[0] == "play" for label in game.answers):
        era = {card.number for card in CATALOGUE.cards_of_era(game._play.table.era)}
        assert era <= set(cards)
        assert sum(CATALOGUE.card(card).is_special for card in cards) == 15 + 6


@pytest.mark.parametrize("num_players", [1, 2, 3, 4])
@pytest.mark.parametrize("seed", range(6))
def test_random_games_run_to_the_end(num_players: int, seed: int) -> None:
    game, source = random_game(num_players, seed, rounds=(1, 1, 1) if seed == 5 else (4, 3, 3))
    while game.seat >= 0:
        assert len(game.answers) == len(set(game.answers)) >= 2
        check_cards(game)
        game.answer(source.choice(game.answers))
    assert game.answers == []
    check_cards(game)
    for seat in range(num_players):
        scores = game.score_breakdown(seat)
        total = scores.pop("total")
        assert total == sum(scores.values())
        assert sum(game._play.table.players[seat].points_from.values()) == game._play.table.players[seat].points >= 0
    assert sorted(game.ranking()) == list(range(num_players))


def test_only_the_answers_are_accepted() -> None:
    game, _ = random_game(2, 1)
    before = game.position()
    with pytest.raises(ValueError, match="not one of the answers"):
        game.answer(("stop",))
    assert game.position() == before


def test_the_same_chance_and_answers_give_the_same_game() -> None:
    games = [random_game(3, 8)[0] for _ in range(2)]
    source = random.Random(4)
    while games[0].seat >= 0:
        assert games[0].answers == games[1].answers
        answer = source.choice(games[0].answers)
        for game in games:
            game.answer(answer)
    assert games[0].position() == games[1].position()


# --- arranged positions ---


def arranged(
    num_players: int, hand: Sequence[int], tokens: Sequence[int], built: Mapping[str, Thing],
    upgraded: Sequence[str] = (), laid: Sequence[int] = (), action_cards: Sequence[int] = (0,), board: int = 1,
    space: int = 0,
) -> tuple[Game, Player]:
    """The first turn of a game in which the first player has just these things."""
    others = [number for number in range(1, 9) if number != board and (number > 4) == (board > 4)]
    game = Game(CATALOGUE, num_players, [board, *others[:num_players - 1]], chance=InSeatOrder())
    while game.answers[0][0] == "discard":
        game.answer(game.answers[0])
    play = game._play
    me = play.me
    me.hand[:], me.tokens[:], me.laid[:] = hand, tokens, laid
    me.action_cards = dict.fromkeys(action_cards, False)
    me.network = me.plan.network({me.plan.start: CITY, **built}, frozenset(upgraded))
    if space:
        me.space = space
        play.table.piles[space].insert(0, me.seat)
    game.answers = play.run()
    return game, me


class InSeatOrder(Chance):
    def shuffle(self, what: str, things: list[Any]) -> list[Any]:
        return list(things)


def answer_all(game: Game, *answers: Label) -> None:
    for answer in answers:
        game.answer(answer)


def test_example_lab_pays_for_desal() -> None:
    """The rulebook's example of chapter "order of effects": cards 37 and 34, one steelplast and one science."""
    game, me = arranged(
        4, hand=[28, 4, 10], tokens=[0, 1, 1, 0, 0], built={"c9.a": LAB}, laid=[37], action_cards=[0, 34],
    )
    game.answer(("play", "action-build-upgrade", 4))            # yellow on red: only the slot's action
    assert me.tokens == [0, 1, 1, 0, 0]
    answer_all(game, ("part", 1), ("site", "c9.b"))             # only a lab can be paid for
    assert me.tokens == [0, 0, 0, 1, 0]                         # card 37 gave a credit, the science is spent
    assert me.network.upgraded == {"c9.b"}
    hand = len(me.hand)
    answer_all(game, ("action card", 34), ("part", 0), ("site", "c9.c"))
    assert me.network.built["c9.c"] == DESAL
    assert me.tokens == [0, 0, 0, 0, 0]
    assert len(me.hand) == hand + 1 + 1                         # of card 34, and at the end of the turn


def test_example_seafood_collection() -> None:
    """The rulebook's next example: the card's effect comes when the whole action is finished, and finds a tunnel."""
    game, me = arranged(4, hand=[28, 4, 10], tokens=[0, 1, 1, 1, 0], built={}, action_cards=[0, 19], space=4)
    game.answer(("play", "action-build-upgrade", 28))
    assert me.tokens == [0, 1, 1, 1, 0]                         # the card would do nothing now: it cannot come first
    answer_all(game, ("order", "slot first"), ("part", 1), ("kind", "tunnel"), ("site", "t13"))
    assert me.tokens == [0, 0, 0, 0, 0]
    game.answer(("action card", 19))
    answer_all(game, ("part", 1), ("site", "c9.a"))             # first the step, whose credit then builds a desal
    assert me.space == 3
    assert me.network.built["c9.a"] == DESAL
    assert me.tokens == [1, 0, 0, 0, 0]                         # one kelp for the upgraded tunnel, after everything


def test_example_end_of_the_federation_track() -> None:
    """Two steps from space 2: a point for reaching space 1, and one for the step beyond it."""
    game, me = arranged(4, hand=[4, 10, 21], tokens=[0, 0, 0, 0, 0], built={}, space=2)
    answer_all(game, ("play", "federation-two", 4))
    assert me.points_from["federation"] == 2
    assert game._play.table.piles[1] == [me.seat]


def test_a_card_may_open_a_slot() -> None:
    """G-5a: two desals cost credits; card 42 brings two, card 12 (build a city) does not."""
    game, me = arranged(2, hand=[12, 42, 4], tokens=[0, 0, 0, 0, 0], built={})
    assert ("play", "two-desals", 42) in game.answers
    assert ("play", "two-desals", 12) not in game.answers
    assert ("play", "two-desals", 4) not in game.answers        # not its colour
    game.answer(("play", "two-desals", 42))                     # card first is the only order: its parts are asked for
    answer_all(game, ("part", 1), ("stop",))
    assert me.tokens == [0, 0, 0, 2, 0]
    assert {label[0] for label in game.answers} == {"site"}     # D-3: no way to stop yet


def test_biomatter_replaces_kelp_and_steelplast() -> None:
    """The rulebook's example of B-2: a nonsymbiotic city for 1 steelplast, 2 biomatter and 1 credit."""
    game, me = arranged(2, hand=[4, 10, 21], tokens=[1, 1, 0, 1, 2], built={})
    answer_all(game, ("play", "city", 4), ("site", "c8"))
    assert set(game.answers) == {("for kelp", 0), ("for kelp", 1)}
    game.answer(("for kelp", 1))
    assert me.tokens == [1, 0, 0, 0, 0]


# --- production and scoring ---


def produced(game: Game, player: Player) -> list[int]:
    total = NOTHING
    for amounts in everything_produced(game._play, player):
        total = plus(total, amounts)
    return list(total)


def test_example_of_the_production_phase() -> None:
    """Two farms, one upgraded; two desals; two upgraded labs at one city; three tunnels at cities, one upgraded; a
    fourth tunnel next to no city; a symbiotic city; a production card. An unconnected city and its lab give nothing."""
    built = {
        "c9.a": LAB, "c9.b": LAB, "c8": SYMBIOTIC, "c8.a": FARM, "c8.b": FARM, "c8.c": DESAL, "c9.c": DESAL,
        "t15": TUNNEL, "t12": TUNNEL, "t13": TUNNEL, "t9": TUNNEL, "c7": CITY, "c7.a": LAB,
    }
    upgraded = ["c9.a", "c9.b", "c8.a", "t15"]
    game, me = arranged(2, hand=[28, 10, 21], tokens=[0] * 5, built=built, upgraded=upgraded, laid=[4])
    assert produced(game, me) == [2, 3, 2, 2 + 3 + 1, 0, 1 + 1 + 2, 0]


@pytest.mark.parametrize("with_multiplier", [False, True])
def test_example_of_the_multiplied_desal(with_multiplier: bool) -> None:
    """A-6: two upgraded desals at one city: 3 credits, 2 biomatter; with one of them on x2: 4 credits, 3 biomatter."""
    board = CATALOGUE.board(7)
    city = next(city for city in board.cities if city.id == "c4")
    doubled = next(site.id for site in city.sites if site.multiplier == 2)
    plain = [site.id for site in city.sites if site.multiplier == 1]
    sites = [plain[0], doubled if with_multiplier else plain[1]]
    game, me = arranged(2, [4, 10, 21], [0] * 5, dict.fromkeys(sites, DESAL), upgraded=sites, board=7)
    assert produced(game, me)[Resource.CREDITS] == 0            # there is no city at all
    me.network = me.plan.network({"c4": CITY, "c9": CITY, **dict.fromkeys(sites, DESAL)}, frozenset(sites))
    assert produced(game, me)[Resource.CREDITS] == 0            # it is not connected
    path = dict.fromkeys(("t15", "t12", "t9"), TUNNEL)
    me.network = me.plan.network({"c4": CITY, "c9": CITY, **path, **dict.fromkeys(sites, DESAL)}, frozenset(sites))
    tunnels = 2                                                 # t12 leads from one empty site to another
    found = produced(game, me)
    assert found[Resource.CREDITS] - tunnels == (4 if with_multiplier else 3)
    assert found[Resource.BIOMATTER] == (3 if with_multiplier else 2)


def test_example_of_final_scoring() -> None:
    """V-8: set metropolis 8, cards 11, cities 6 + 6 + 4 + 3 + 2 = 21, resources 6: 46 points."""
    built = {
        "c8": CITY, "c6": CITY, "c5": CITY, "c4": CITY, "c2": CITY,             # c2 stays unconnected
        "t15": TUNNEL, "t13": TUNNEL, "t12": TUNNEL, "t7": TUNNEL, "t6": TUNNEL, "t1": TUNNEL, "t2": TUNNEL,
        "c9.a": FARM, "c9.b": DESAL, "c9.c": LAB, "c8.a": FARM, "c8.b": DESAL, "c8.c": LAB,
        "c6.a": DESAL, "c6.b": LAB, "c5.a": LAB,
    }
    upgraded = ["c9.a", "c8.a", "c9.b", "c8.b", "c6.a", "c9.c", "c8.c", "c6.b", "t15", "t13", "t12"]
    # 6 science and 2 pairs of kelp and steelplast are sold; 2 steelplast, 1 science, 16 credits, 3 biomatter are left.
    tokens = [2, 2 + 2, 6 + 1, 16, 3]
    game, me = arranged(2, [28, 10, 21], tokens, built, upgraded, laid=[178, 188])
    me.metropolises["m.brown"] = "brown-5"
    scores = game.score_breakdown(me.seat)
    assert (scores["brown metropolis"], scores["end cards"], scores["cities"], scores["resources"]) == (8, 11, 21, 6)
    assert scores["total"] == 46
