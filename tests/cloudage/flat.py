"""Positions of both engines as the same plain list: what is compared after every action must be cheap.

Sets are numbers whose bits are their members; piles are lists whose last item is the top.
"""

from __future__ import annotations

import math
import struct
from collections.abc import Iterable
from typing import Any

from tests.cloudage.oracle import Game as Oracle
from tests.cloudage.oracle.numbers import GUNS
from tests.cloudage.oracle.table import SOURCES, Player, Table
from undersea_env.cloudage.compiled.limits import BITS_OF_WORD
from undersea_env.cloudage.kernel.state import MOVED, NAVIGATING, PLAYER, STATE, TURN_ENDS
from undersea_env.cloudage.printed.words import CARDS_IN_SECTOR, FIRST_STORY_CARD, MOST_CITIES, SECTORS
from undersea_env.core.position import State

Places = dict[str, tuple[int, int]]
PHASES = ("setup", "production", "movement", "action", "end", "over")
TOKENS = tuple(f"L{number}" for number in range(1, 16))
LOW_WORD = (1 << BITS_OF_WORD) - 1
CITY_ACTIONS = 0b11 << 13                         # L14 and L15
SCALARS = ("stream", "round_no", "first", "book_side", "story", "guns", "objective_known", "seen_cards")
ARRAYS = ("discard", "planted", "sleeve", "bag")
PILES = (("deck", "deck_count"), ("objective_deck", "objective_count"), ("drawn", "drawn_count"))
OWN_SCALARS = ("hex", "energy", "water", "metal", "points", "production", "fresh_growing", "navigation_known",
               "refused", "covered")
OWN_ARRAYS = ("by_source", "upgrades", "plants", "fresh", "hand", "in_play", "working", "cubes")
OWN_PILES = (("navigation", "navigation_count"), ("spent", "spent_count"), ("objectives", "objective_count"))


def _numbers(dtype: Any) -> tuple[str, dict[str, tuple[int, int]]]:
    """How all numbers of a record are read at once; of every field the first and the one behind its last."""
    layout, places, at, count = "", {}, 0, 0
    for name in dtype.names:
        field, offset = dtype.fields[name][:2]
        base, shape = field.subdtype or (field, ())
        layout += f"{offset - at}x" if offset > at else ""
        times = math.prod(shape)
        if base.names:
            inner, _ = _numbers(base)
            layout += inner * times
            times *= _length(base)
        else:
            layout += f"{times}{base.char}"
        at = offset + field.itemsize
        places[name] = (count, count + times)
        count += times
    return layout + (f"{dtype.itemsize - at}x" if dtype.itemsize > at else ""), places


def _length(dtype: Any) -> int:
    return max(end for _, end in _numbers(dtype)[1].values())


LAYOUT, AT = _numbers(STATE)
_, OF = _numbers(PLAYER)
READ = struct.Struct("=" + LAYOUT.replace("l", "q").replace("L", "Q")).unpack
PLAYER_LENGTH = _length(PLAYER)
SECTOR_PLACES = [(AT["sector"][0] + k * CARDS_IN_SECTOR, AT["sector_count"][0] + k) for k in range(SECTORS)]


def of_engine(state: State) -> list[Any]:
    record = READ(state.buffer)
    flat: list[Any] = [record[AT[name][0]] for name in SCALARS]
    flat += [record[slice(*AT[name])] for name in ARRAYS]
    flat += [_pile(record, AT, name, count, 0) for name, count in PILES]
    unlocked, legacy = record[AT["unlocked"][0]], record[AT["legacy"][0]]
    is_chapter = state.game.options.chapter is not None
    flat += [unlocked if is_chapter else 0, legacy if is_chapter else 0, legacy & CITY_ACTIONS, _phase(record)]
    flat += [record[first : first + record[count]] for first, count in SECTOR_PLACES]
    for seat in range(record[AT["player_count"][0]]):
        at = AT["players"][0] + seat * PLAYER_LENGTH
        flat.append([record[at + OF[name][0]] for name in OWN_SCALARS])
        flat += [record[at + OF[name][0] : at + OF[name][1]] for name in OWN_ARRAYS]
        flat += [_pile(record, OF, name, count, at) for name, count in OWN_PILES]
    return flat


def _pile(record: tuple[int, ...], places: Places, name: str, count: str, at: int) -> tuple[int, ...]:
    first = at + places[name][0]
    return record[first : first + record[at + places[count][0]]]


def _phase(record: tuple[int, ...]) -> int:
    """Its place in PHASES."""
    step = record[AT["step"][0]]
    if record[AT["over"][0]]:
        return 5
    if record[AT["round_no"][0]] == 0:
        return 0
    return 1 + (step > NAVIGATING) + (step > MOVED) + (step > TURN_ENDS)


def of_oracle(game: Oracle) -> list[Any]:
    table: Table = game._table
    flat: list[Any] = [
        game.stream, table.round, table.first, int(table.is_back),
        table.story - FIRST_STORY_CARD + 1 if table.story else 0,
        bits(k for k, gun in enumerate(GUNS) if gun in table.land.tokens), table.known_bottom,
        bits(card - 1 for card in table.taken),
        words(table.discard), rows(table.land.planted), tuple(table.sleeves), tuple(table.bag),
        tuple(table.deck), tuple(table.objective_deck),
        tuple(value for player in table.players for value in player.drawn),
        bits(table.campaign.numbers) if table.campaign else 0,
        bits(TOKENS.index(token) for token in table.campaign.tokens) if table.campaign else 0,
        bits(k for k in (13, 14) if TOKENS[k] in table.land.tokens), PHASES.index(table.phase),
        *map(tuple, table.sectors),
    ]
    cities = table.land.cities()
    for player in table.players:
        flat += _player(table, player, cities)
    return flat


def _player(table: Table, player: Player, cities: list[str]) -> list[Any]:
    order = table.printed.task_order
    return [
        [player.hex, player.energy, player.water, player.metal, player.points, player.production, player.fresh_growing,
         player.known_top, player.refused[0] if player.refused else 0,
         bits(order.index(task) for task in player.covered)],
        tuple(map(player.gained.__getitem__, SOURCES)),
        tuple(player.upgrades.values()), tuple(player.plants), tuple(player.fresh),
        words(player.hand), words(player.in_play), words(player.working),
        (*map(player.cubes_in.__getitem__, cities), *[0] * (MOST_CITIES - len(cities))),
        tuple(player.deck), tuple(player.discard), tuple(player.objectives or player.dealt),
    ]


def bits(members: Iterable[int]) -> int:
    found = 0
    for member in members:
        found |= 1 << member
    return found


def words(cards: Iterable[int]) -> tuple[int, int]:
    """Ids from 1; two words."""
    found = bits(card - 1 for card in cards)
    return found & LOW_WORD, found >> BITS_OF_WORD


def rows(planted: Iterable[int]) -> tuple[int, ...]:
    """Bits of the columns of the whole map, row by row (H-1)."""
    found = [0] * 5
    for number in planted:
        found[number % 30 // 6] |= 1 << (number // 30 * 6 + number % 6)
    return tuple(found)
