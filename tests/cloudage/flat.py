"""Positions of both engines as the same plain list: what is compared after every action must be cheap.

Sets are numbers whose bits are their members; piles are lists whose last item is the top.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from tests.cloudage.oracle import Game as Oracle
from tests.cloudage.oracle.numbers import GUNS, UPGRADES
from tests.cloudage.oracle.table import SOURCES, Player, Table
from undersea_env.cloudage.compiled.limits import BITS_OF_WORD
from undersea_env.cloudage.kernel.state import MOVED, NAVIGATING, PLAYER, STATE, TURN_ENDS
from undersea_env.cloudage.printed.words import FIRST_STORY_CARD
from undersea_env.core.position import State

AT = {name: place for place, name in enumerate(STATE.names)}
OF = {name: place for place, name in enumerate(PLAYER.names)}
PHASES = ("setup", "production", "movement", "action", "end", "over")
TOKENS = tuple(f"L{number}" for number in range(1, 16))
LOW_WORD = (1 << BITS_OF_WORD) - 1
CITY_ACTIONS = 0b11 << 13                         # L14 and L15
SCALARS = ("stream", "round_no", "first", "book_side", "story", "guns", "objective_known", "seen_cards")
ARRAYS = ("discard", "planted", "sleeve", "bag")
PILES = (("deck", "deck_count"), ("objective_deck", "objective_count"), ("drawn", "drawn_count"))
OWN_SCALARS = ("hex", "energy", "water", "metal", "points", "production", "fresh_growing", "navigation_known",
               "refused", "covered")
OWN_ARRAYS = ("by_source", "upgrades", "plants", "fresh", "hand", "in_play", "working")
OWN_PILES = (("navigation", "navigation_count"), ("spent", "spent_count"), ("objectives", "objective_count"))


def of_engine(state: State) -> list[Any]:
    record = state.record.tolist()[0]
    flat: list[Any] = [record[AT[name]] for name in SCALARS]
    flat += [record[AT[name]].tolist() for name in ARRAYS]
    flat += [record[AT[name]][: record[AT[count]]].tolist() for name, count in PILES]
    unlocked, legacy = record[AT["unlocked"]], record[AT["legacy"]]
    is_chapter = state.game.options.chapter is not None
    flat += [unlocked if is_chapter else 0, legacy if is_chapter else 0, legacy & CITY_ACTIONS, _phase(record)]
    counts = record[AT["sector_count"]].tolist()
    flat.append([cards[:n].tolist() for cards, n in zip(record[AT["sector"]], counts, strict=True)])
    players = record[AT["players"]].tolist()
    for seat in range(record[AT["player_count"]]):
        player = players[seat]
        flat.append([player[OF[name]] for name in OWN_SCALARS])
        flat += [player[OF[name]].tolist() for name in OWN_ARRAYS]
        flat += [player[OF[name]][: player[OF[count]]].tolist() for name, count in OWN_PILES]
        flat.append([place for place, n in enumerate(player[OF["cubes"]].tolist()) for _ in range(n)])
    return flat


def _phase(record: Any) -> int:
    """Its place in PHASES."""
    step = record[AT["step"]]
    if record[AT["over"]]:
        return 5
    if record[AT["round_no"]] == 0:
        return 0
    return 1 + (step > NAVIGATING) + (step > MOVED) + (step > TURN_ENDS)


def of_oracle(game: Oracle) -> list[Any]:
    table: Table = game._table
    flat: list[Any] = [
        game.stream, table.round, table.first, int(table.is_back),
        table.story - FIRST_STORY_CARD + 1 if table.story else 0,
        bits(k for k, gun in enumerate(GUNS) if gun in table.land.tokens), table.known_bottom,
        bits(card - 1 for card in table.taken),
        words(table.discard), rows(table.land.planted), table.sleeves, table.bag,
        table.deck, table.objective_deck, [value for player in table.players for value in player.drawn],
        bits(table.campaign.numbers) if table.campaign else 0,
        bits(TOKENS.index(token) for token in table.campaign.tokens) if table.campaign else 0,
        bits(k for k in (13, 14) if TOKENS[k] in table.land.tokens), PHASES.index(table.phase),
        table.sectors,
    ]
    cities = table.land.cities()
    for player in table.players:
        flat += _player(table, player, cities)
    return flat


def _player(table: Table, player: Player, cities: list[str]) -> list[Any]:
    order = table.printed.task_order
    return [
        [player.hex, player.energy, player.water, player.metal, player.points, player.production, player.fresh_growing,
         player.known_top, player.refused[0] if player.refused else 0, bits(order.index(task) for task in player.covered)],
        [player.gained[source] for source in SOURCES],
        [player.upgrades[kind] for kind in UPGRADES],
        player.plants, player.fresh, words(player.hand), words(player.in_play), words(player.working),
        player.deck, player.discard, player.objectives or player.dealt,
        [place for place, city in enumerate(cities) for _ in range(player.cubes_in[city])],
    ]


def bits(members: Iterable[int]) -> int:
    found = 0
    for member in members:
        found |= 1 << member
    return found


def words(cards: Iterable[int]) -> list[int]:
    """Ids from 1; two words."""
    found = bits(card - 1 for card in cards)
    return [found & LOW_WORD, found >> BITS_OF_WORD]


def rows(planted: Iterable[int]) -> list[int]:
    """Bits of the columns of the whole map, row by row (H-1)."""
    found = [0] * 5
    for number in planted:
        found[number % 30 // 6] |= 1 << (number // 30 * 6 + number % 6)
    return found
