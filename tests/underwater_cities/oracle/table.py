"""Everything that lies on the table: the players' things and what they share. Plain data, cheap to copy."""

from collections.abc import Iterable
from dataclasses import dataclass

from undersea_env.underwater_cities.printed.catalogue import Catalogue, Slot
from undersea_env.underwater_cities.printed.words import CardType, Resource, Thing

from .network import Network, Plan
from .standards import RESOURCE_NAMES, TOKENS

NEUTRAL = -1                # the seat of the neutral tiles of a solo game
NOBODY = -1                 # to move, when the game is over
ASSISTANT = 0               # the number of the Personal Assistant (K-7)
UNSEEN = -1                 # a card of which a look-ahead knows only that it is there (D-9)

POINT_SOURCES = (
    "slots", "cards", "sites", "metropolises", "contracts", "federation", "production", "hunger", "other",
)


@dataclass
class Player:
    """What belongs to one player. The network is never changed, only replaced: copies may share it."""

    seat: int
    plan: Plan
    network: Network
    tokens: list[int]                       # by Resource, the first five
    points_from: dict[str, int]
    hand: list[int]
    action_cards: dict[int, bool]           # number -> exhausted
    laid: list[int]                         # the other cards in play
    paid_instants: list[int]                # K-10
    contracts: list[str]
    metropolises: dict[str, str]            # metropolis site -> tile
    extra_metropolises: list[str]           # L-2
    space: int                              # on the federation track; 0 = below it
    tunnels_this_turn: int                  # N-8
    once_used: frozenset[int]               # the once-per-turn cards used in this turn

    @property
    def points(self) -> int:
        return sum(self.points_from.values())

    def cards_in_play(self) -> list[int]:
        return sorted([*self.action_cards, *self.laid])

    def ready_cards(self) -> list[int]:
        return sorted(card for card, exhausted in self.action_cards.items() if not exhausted)

    def exhausted_cards(self) -> list[int]:
        return sorted(card for card, exhausted in self.action_cards.items() if exhausted)

    def put(self, site: str, thing: Thing) -> None:
        self.network = self.plan.network({**self.network.built, site: thing}, self.network.upgraded)

    def upgrade(self, site: str) -> None:
        self.network = self.plan.network(self.network.built, self.network.upgraded | {site})

    def copy(self) -> "Player":
        return Player(
            self.seat, self.plan, self.network, self.tokens[:], self.points_from.copy(), self.hand[:],
            self.action_cards.copy(), self.laid[:], self.paid_instants[:], self.contracts[:], self.metropolises,
            self.extra_metropolises[:], self.space, self.tunnels_this_turn, self.once_used,
        )

    def known(self) -> tuple[object, ...]:
        """All that decides what this player can do next in its turn; two equal ones need not both be looked at."""
        return (
            tuple(self.tokens), self.network.things, self.network.upgraded, len(self.hand),
            tuple(self.action_cards.items()), tuple(self.laid), len(self.paid_instants), tuple(self.contracts),
            tuple(self.extra_metropolises), self.space, self.tunnels_this_turn, self.once_used,
        )


@dataclass
class Table:
    catalogue: Catalogue
    players: list[Player]
    slots_here: dict[str, Slot]             # the coloured slots of this side of the board (S-1)
    rounds: tuple[int, ...]
    era: int
    round: int
    turn: int
    order: list[int]
    to_move: int
    tiles: dict[str, list[int]]             # slot -> seats that have a tile there
    cloner: int | None                      # who has the cloning tile
    piles: dict[int, list[int]]             # federation space (4 to 1) -> seats, the top marker first
    supply: dict[Thing, int]                # tunnels and the two kinds of city (C-3, C-4)
    era_deck: list[int]
    era_discard: list[int]                  # the most recent first
    special_deck: list[int]
    special_row: list[int]
    contract_row: list[str]
    spare_metropolises: list[str]
    gone: list[int]
    slot_is_used: bool = True               # whether something of the chosen slot's action was done (D-3)

    @property
    def me(self) -> Player:
        return self.players[self.to_move]

    @property
    def num_players(self) -> int:
        return len(self.players)

    def slot(self, slot_id: str) -> Slot:
        return self.slots_here.get(slot_id, self.catalogue.always)

    def occupied(self, slot_id: str) -> bool:
        return bool(self.tiles.get(slot_id))

    def occupied_by_another(self, slot_id: str, seat: int) -> bool:
        """G-12: occupied, and without a tile of this player. A neutral tile is another's (O-5)."""
        return self.occupied(slot_id) and seat not in self.tiles[slot_id]

    def copy_for(self, seat: int) -> "Table":
        """A copy in which this player may act; the other players, whom nothing touches (K-12), are shared."""
        players = [player.copy() if player.seat == seat else player for player in self.players]
        return Table(
            self.catalogue, players, self.slots_here, self.rounds, self.era, self.round, self.turn, self.order,
            self.to_move, {slot: seats[:] for slot, seats in self.tiles.items()}, self.cloner,
            {space: seats[:] for space, seats in self.piles.items()}, self.supply.copy(), self.era_deck[:],
            self.era_discard[:], self.special_deck[:], self.special_row[:], self.contract_row[:],
            self.spare_metropolises[:], self.gone[:], self.slot_is_used,
        )

    def known(self) -> tuple[object, ...]:
        return (
            self.me.known(), tuple(self.supply.values()), len(self.special_deck) + len(self.special_row),
            tuple(self.contract_row), tuple(self.spare_metropolises), len(self.era_deck) + len(self.era_discard),
        )

    # --- the readable form ---

    def position(self) -> dict[str, object]:
        return {
            "game": "underwater_cities-v1",
            "num_players": self.num_players,
            "era": self.era,
            "round": self.round,
            "turn": self.turn,
            "order": list(self.order),
            "to_move": self.to_move,
            "slots": {slot: sorted(self.tiles[slot]) for slot in self.slots_here if self.occupied(slot)},
            "clone_tile": self.cloner,
            "federation": self._federation(),
            "supply": {
                "tunnels": self.supply[Thing.TUNNEL],
                "nonsymbiotic": self.supply[Thing.NONSYMBIOTIC],
                "symbiotic": self.supply[Thing.SYMBIOTIC],
            },
            "era_deck": list(self.era_deck),
            "era_discard": list(self.era_discard),
            "special_deck": list(self.special_deck),
            "special_row": sorted(self.special_row),
            "contracts": list(self.contract_row),
            "metropolis_supply": list(self.spare_metropolises),
            "gone": sorted(self.gone),
            "players": [self._position_of(player) for player in self.players],
        }

    def _federation(self) -> list[list[int]]:
        on_track = [[seat, space] for space in (1, 2, 3, 4) for seat in self.piles[space]]
        below = [[seat, 0] for seat in self.order if self.players[seat].space == 0]
        return on_track + below

    def _position_of(self, player: Player) -> dict[str, object]:
        tokens = {RESOURCE_NAMES[resource]: player.tokens[resource] for resource in TOKENS}
        return {
            "board": player.plan.board.number,
            **tokens,
            "points": player.points,
            "points_from": {source: points for source, points in player.points_from.items() if points},
            "hand": sorted(player.hand),
            "in_play": [
                {"card": card, "used": player.action_cards[card]} if card in player.action_cards else {"card": card}
                for card in player.cards_in_play()
            ],
            "paid_instants": sorted(player.paid_instants),
            "contracts": in_printed_order(player.contracts, (contract.id for contract in self.catalogue.contracts)),
            "sites": dict(player.network.in_words),
            "metropolises": dict(player.metropolises),
            "extra_metropolises": in_printed_order(
                player.extra_metropolises, (metropolis.id for metropolis in self.catalogue.metropolises),
            ),
        }


def side_for(num_players: int) -> str:
    """S-1: which side of the main board is used."""
    return "1-2" if num_players <= 2 else "3-4"


def in_printed_order(ids: Iterable[str], printed: Iterable[str]) -> list[str]:
    held = set(ids)
    return [printed_id for printed_id in printed if printed_id in held]


def number_of_type(table: Table, player: Player, card_type: CardType) -> int:
    return sum(table.catalogue.card(card).type == card_type for card in player.laid)


def tokens_cover(player: Player, cost: tuple[int, ...]) -> bool:
    """Whether the tokens pay this cost as it stands, without biomatter in place of anything."""
    return all(player.tokens[resource] >= cost[resource] for resource in TOKENS)


def pay_tokens(player: Player, cost: tuple[int, ...]) -> None:
    for resource in TOKENS:
        player.tokens[resource] -= cost[resource]
        assert player.tokens[resource] >= 0, Resource(resource)
