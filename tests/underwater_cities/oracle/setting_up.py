"""Set-up (chapters 2 and 10 of the rules)."""

from collections import Counter
from collections.abc import Sequence

from undersea_env.underwater_cities.printed.catalogue import Catalogue
from undersea_env.underwater_cities.printed.words import Thing

from .agenda import Play
from .chance import Chance
from .network import Plan
from .rounds import EndRound, StartRound, era_deck, first_slots
from .standards import (
    DEAR_PRICE,
    DEAR_ROW,
    NONSYMBIOTIC_SUPPLY,
    OPEN_CONTRACTS,
    STARTING_CARDS,
    STARTING_EXTRAS,
    STARTING_SPACES,
    STARTING_TOKENS,
    SYMBIOTIC_SUPPLY,
    TUNNEL_SUPPLY,
)
from .table import ASSISTANT, NEUTRAL, POINT_SOURCES, Player, Table, side_for
from .turn import KeepHandLimit


def set_up(
    catalogue: Catalogue, boards: Sequence[int], contracts: bool, rounds: tuple[int, ...], chance: Chance,
    events: Counter[str],
) -> Play:
    """A new game, with its first questions on the agenda."""
    num_players = len(boards)
    table = _empty_table(catalogue, boards, rounds)
    play = Play(table, chance, events)
    _deal_specials(play)
    _deal_metropolises(play)
    if contracts:
        shuffled = chance.shuffle("contracts", [contract.id for contract in catalogue.contracts])
        table.contract_row = shuffled[:OPEN_CONTRACTS]
        play.note("rule S-11")
    if num_players == 1:
        _cover_first_slots(play)
    else:
        _decide_turn_order(play)
    table.era_deck = era_deck(play, 1)
    for seat in table.order:
        play.draw(table.players[seat], STARTING_CARDS)              # S-9
    table.to_move = table.order[0]
    play.note("rule S-1", "rule S-2", "rule S-4", "rule S-5", "rule S-6", "rule S-9")
    play.note(*(f"board {number}" for number in boards))
    play.first(*(KeepHandLimit(seat) for seat in table.order), StartRound(), EndRound())
    return play


def _empty_table(catalogue: Catalogue, boards: Sequence[int], rounds: tuple[int, ...]) -> Table:
    num_players = len(boards)
    side = side_for(num_players)
    supply = {
        Thing.TUNNEL: TUNNEL_SUPPLY,
        Thing.NONSYMBIOTIC: NONSYMBIOTIC_SUPPLY - num_players,      # the starting cities are on the boards
        Thing.SYMBIOTIC: SYMBIOTIC_SUPPLY[num_players],
    }
    return Table(
        catalogue=catalogue,
        players=[_new_player(catalogue, seat, number) for seat, number in enumerate(boards)],
        slots_here={slot.id: slot for slot in catalogue.slots if slot.side == side},
        rounds=rounds, era=1, round=1, turn=1, order=list(range(num_players)), to_move=0, tiles={}, cloner=None,
        piles={1: [], 2: [], 3: [], 4: []}, supply=supply, era_deck=[], era_discard=[], special_deck=[],
        special_row=[], contract_row=[], spare_metropolises=[], gone=[],
    )


def _new_player(catalogue: Catalogue, seat: int, board: int) -> Player:
    """S-4, S-5, S-6"""
    plan = Plan(catalogue.board(board))
    return Player(
        seat=seat, plan=plan, network=plan.network({plan.start: Thing.NONSYMBIOTIC}, frozenset()),
        tokens=list(STARTING_TOKENS), points_from=dict.fromkeys(POINT_SOURCES, 0), hand=[],
        action_cards={ASSISTANT: False}, laid=[], paid_instants=[], contracts=[], metropolises={},
        extra_metropolises=[], space=0, tunnels_this_turn=0, once_used=frozenset(),
    )


def _deal_specials(play: Play) -> None:
    """S-3, C-5"""
    specials = play.table.catalogue.specials
    cheap = [card.number for card in specials if card.price != DEAR_PRICE]
    dear = [card.number for card in specials if card.price == DEAR_PRICE]
    play.table.special_deck = play.chance.shuffle("cheap specials", cheap)
    play.table.special_row = play.chance.shuffle("dear specials", dear)[:DEAR_ROW]
    play.note("rule S-3")


def _deal_metropolises(play: Play) -> None:
    """S-7; L-2: the blue ones that are left are the spare ones. O-1: solo one brown one is left out."""
    table = play.table
    solo = table.num_players == 1
    tiles = [tile for tile in table.catalogue.metropolises if not (solo and tile.solo_excluded)]
    brown = play.chance.shuffle("brown metropolises", [tile.id for tile in tiles if tile.colour == "brown"])
    blue = play.chance.shuffle("blue metropolises", [tile.id for tile in tiles if tile.colour == "blue"])
    for player in table.players:
        for place in player.plan.board.metropolises:
            pile = brown if place.colour == "brown" else blue
            player.metropolises[place.id] = pile.pop(0)
    table.spare_metropolises = blue
    play.note("rule S-7")


def _decide_turn_order(play: Play) -> None:
    """S-8: later players begin further up on the federation track, and with a little more."""
    table = play.table
    table.order = play.chance.shuffle("turn order", list(range(table.num_players)))
    for place, seat in enumerate(table.order):
        player = table.players[seat]
        player.space = STARTING_SPACES[place]
        if player.space:
            table.piles[player.space].append(seat)
        play.gain(player, STARTING_EXTRAS[place], "other")
    play.note("rule S-8")


def _cover_first_slots(play: Play) -> None:
    """O-1, O-2"""
    for slot_id in first_slots(play.table):
        play.table.tiles[slot_id] = [NEUTRAL]
    play.note("rule O-1", "rule O-2")
