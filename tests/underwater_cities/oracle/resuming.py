"""A game that begins at a position in the middle: the readable form, at the beginning of a player's turn."""

from collections import Counter
from typing import Any

from undersea_env.underwater_cities.printed.catalogue import Catalogue
from undersea_env.underwater_cities.printed.words import CardType, Thing

from .agenda import Deed, Play
from .chance import Chance
from .network import Plan
from .rounds import EndRound, NextTurns
from .standards import RESOURCE_NAMES, THING_NAMES, TOKENS, TURNS_PER_ROUND
from .table import ASSISTANT, POINT_SOURCES, Player, Table, side_for
from .turn import StartTurn

THINGS = {name: thing for thing, name in THING_NAMES.items()}
Position = dict[str, Any]


def resume(
    catalogue: Catalogue, position: Position, rounds: tuple[int, ...], chance: Chance, events: Counter[str],
) -> Play:
    """The game as it lies, with what is left of the round on the agenda."""
    table = _table(catalogue, position, rounds)
    play = Play(table, chance, events)
    play.first(*_rest_of_the_round(table))
    return play


def _rest_of_the_round(table: Table) -> list[Deed]:
    """G-2"""
    turns_left: list[Deed] = [StartTurn(seat) for seat in table.order[table.order.index(table.to_move):]]
    for turn in range(table.turn + 1, TURNS_PER_ROUND + 1):
        turns_left += [NextTurns(turn), *(StartTurn(seat) for seat in table.order)]
    return [*turns_left, EndRound()]


def _table(catalogue: Catalogue, position: Position, rounds: tuple[int, ...]) -> Table:
    spaces = dict(position["federation"])
    piles: dict[int, list[int]] = {1: [], 2: [], 3: [], 4: []}
    for seat, space in position["federation"]:
        if space:
            piles[space].append(seat)
    supply = position["supply"]
    side = side_for(position["num_players"])
    return Table(
        catalogue=catalogue,
        players=[_player(catalogue, seat, spaces[seat], player) for seat, player in enumerate(position["players"])],
        slots_here={slot.id: slot for slot in catalogue.slots if slot.side == side},
        rounds=rounds,
        era=position["era"],
        round=position["round"],
        turn=position["turn"],
        order=list(position["order"]),
        to_move=position["to_move"],
        tiles={slot: list(seats) for slot, seats in position["slots"].items()},
        cloner=position["clone_tile"],
        piles=piles,
        supply={
            Thing.TUNNEL: supply["tunnels"],
            Thing.NONSYMBIOTIC: supply["nonsymbiotic"],
            Thing.SYMBIOTIC: supply["symbiotic"],
        },
        era_deck=list(position["era_deck"]),
        era_discard=list(position["era_discard"]),
        special_deck=list(position["special_deck"]),
        special_row=list(position["special_row"]),
        contract_row=list(position["contracts"]),
        spare_metropolises=list(position["metropolis_supply"]),
        gone=list(position["gone"]),
    )


def _player(catalogue: Catalogue, seat: int, space: int, position: Position) -> Player:
    plan = Plan(catalogue.board(position["board"]))
    built = {site: THINGS[thing.removesuffix("+")] for site, thing in position["sites"].items()}
    upgraded = frozenset(site for site, thing in position["sites"].items() if thing.endswith("+"))
    in_play = {entry["card"]: entry.get("used", False) for entry in position["in_play"]}
    actions = {
        card: used for card, used in in_play.items()
        if card == ASSISTANT or catalogue.card(card).type == CardType.ACTION
    }
    return Player(
        seat=seat,
        plan=plan,
        network=plan.network(built, upgraded),
        tokens=[position[RESOURCE_NAMES[token]] for token in TOKENS],
        points_from={source: position["points_from"].get(source, 0) for source in POINT_SOURCES},
        hand=list(position["hand"]),
        action_cards=actions,
        laid=[card for card in in_play if card not in actions],
        paid_instants=list(position["paid_instants"]),
        contracts=list(position["contracts"]),
        metropolises=dict(position["metropolises"]),
        extra_metropolises=list(position["extra_metropolises"]),
        space=space,
        tunnels_this_turn=0,
        once_used=frozenset(),
    )
