"""What words and drawings read off the record of a game, its rule book and its catalogue. Nothing here is compiled."""

from typing import Any, Protocol
from weakref import WeakKeyDictionary

from undersea_env.underwater_cities.compiled.assembler import slots_in_order
from undersea_env.underwater_cities.compiled.limits import ASSISTANT, FIRST_BUILDING_SITE, FIRST_TUNNEL_SITE
from undersea_env.underwater_cities.printed.catalogue import Board, Card, Catalogue, Slot
from undersea_env.underwater_cities.printed.words import Colour, Thing

UPGRADED_TUNNEL = 2              # what stands on a tunnel site: nothing, a tunnel, an upgraded one


class GameLike(Protocol):
    """What words are made from."""

    @property
    def catalogue(self) -> Catalogue: ...

    @property
    def rulebook(self) -> Any: ...

    @property
    def engine(self) -> Any: ...

    @property
    def kind(self) -> Any: ...


def rules_of(game: GameLike) -> Any:
    return game.rulebook[0]


def card_of(game: GameLike, number: int) -> Card:
    """The card with the engine's number; the Assistant is the highest there, and 0 for people."""
    return game.catalogue.card(0 if number == ASSISTANT else number)


_slots: WeakKeyDictionary[GameLike, list[Any]] = WeakKeyDictionary()


def slot_of(game: GameLike, slot: int) -> Slot:
    """Words ask for slots so often that their order is kept."""
    slots = _slots.get(game)
    if slots is None:
        slots = _slots[game] = slots_in_order(game.catalogue)
    found = slots[slot]
    assert isinstance(found, Slot)
    return found


def matches(game: GameLike, slot: int, card: int) -> bool:
    """Whether the card has the slot's colour (G-4); the always-available slot has none (G-10)."""
    rules = rules_of(game)
    return bool(rules.slot_colour[slot] != Colour.NONE and rules.slot_colour[slot] == rules.card_colour[card])


def board_of(record: Any, game: GameLike, seat: int) -> Board:
    return game.catalogue.boards[int(record.players[seat].board)]


def top_frame(record: Any) -> Any:
    return record.frame[int(record.frame_count) - 1]


# --- a player's board ---


def standing_on(me: Any, site: int) -> int:
    """The Thing on a site; 0 if it is empty."""
    if site < FIRST_BUILDING_SITE:
        return int(me.city[site])
    if site < FIRST_TUNNEL_SITE:
        return int(me.building[site - FIRST_BUILDING_SITE])
    return int(Thing.TUNNEL) if me.tunnel[site - FIRST_TUNNEL_SITE] else 0


def is_upgraded(me: Any, site: int) -> bool:
    if site >= FIRST_TUNNEL_SITE:
        return bool(me.tunnel[site - FIRST_TUNNEL_SITE] == UPGRADED_TUNNEL)
    return bool(me.upgraded[site - FIRST_BUILDING_SITE])


def is_connected(game: GameLike, me: Any, place: int) -> bool:
    """Whether the metropolis at this place of the board is."""
    needed = int(rules_of(game).metropolis_tunnels[me.board, place])
    return int(me.built_tunnels) & needed == needed
