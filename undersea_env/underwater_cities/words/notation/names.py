"""What the readable form calls things, and where they are in the record."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

import numpy as np

from undersea_env.underwater_cities.compiled.assembler import slots_in_order
from undersea_env.underwater_cities.compiled.limits import ASSISTANT, TOKENS, TRACK_TOP, building_site
from undersea_env.underwater_cities.compiled.opcodes import Column, Op
from undersea_env.underwater_cities.kernel.questions import Question
from undersea_env.underwater_cities.kernel.state import FRAME
from undersea_env.underwater_cities.printed.catalogue import Board
from undersea_env.underwater_cities.printed.words import Resource

if TYPE_CHECKING:
    from undersea_env.core.position import Game

HELD_NAMES = tuple(resource.name.lower() for resource in Resource)[: TOKENS + 1]
TOKEN_NAMES = HELD_NAMES[:TOKENS]
FRAME_FIELDS = tuple(str(name) for name in FRAME.names or ())[1:]
MOST_IN_FRAME = {name: int(np.iinfo(FRAME[name]).max) for name in FRAME_FIELDS}
NEUTRAL = -1                     # among the seats whose tiles lie on a slot
MOST_HELD = 999
UPGRADED = "+"

POSITION_KEYS = (
    "game", "num_players", "era", "round", "turn", "order", "to_move", "slots", "clone_tile", "federation", "supply",
    "era_deck", "era_discard", "special_deck", "special_row", "contracts", "metropolis_supply", "gone", "stream",
    "players", "pending",
)
PLAYER_KEYS = (
    "board", *HELD_NAMES, "points_from", "hand", "in_play", "paid_instants", "contracts", "sites", "metropolises",
    "extra_metropolises",
)
PENDING_KEYS = ("frames", "tunnels_this_turn", "once_used", "looked", "produced", "converted")

# What a frame of each kind says, besides its question; the rest of it is zero.
OF_A_PART = ("row", "left", "source", "triggered", "committed")
FIELDS_OF = {
    Question.FLOW: ("left", "stage"),
    Question.DISCARD: ("left",),
    Question.TURN: ("stage", "slot", "card", "card_first", "card_begun", "card_paid"),
    Question.EFFECT: (*OF_A_PART, "stage"),
    Question.BUILD: (*OF_A_PART, "stage", "thing", "site", "price", "for_kelp", "for_steelplast"),
    Question.UPGRADE: (*OF_A_PART, "stage", "site"),
    Question.TAKE_SPECIAL: (*OF_A_PART, "stage"),
    Question.DIFFERENT: (*OF_A_PART, "stage"),
    Question.LAY: ("left", "source", "card"),
    Question.CONVERSIONS: (),
    Question.TRIGGERS: ("row", "source", "triggered", "stage", "thing"),
}
QUESTIONS = {question.name.lower(): question for question in Question}


@dataclass(frozen=True)
class BoardSites:
    """The site ids of one board and where they are in the record."""

    cities: dict[str, int]
    buildings: dict[str, int]
    tunnels: dict[str, int]

    @classmethod
    def of(cls, board: Board) -> "BoardSites":
        buildings = {}
        for c, city in enumerate(board.cities):
            for site in city.sites:
                buildings[site.id] = building_site(c, site.id)
        return cls(
            {city.id: c for c, city in enumerate(board.cities)},
            buildings,
            {tunnel.id: t for t, tunnel in enumerate(board.tunnels)},
        )


class Names:
    """What is printed by name, for one game."""

    def __init__(self, game: "Game") -> None:
        catalogue, rules = game.catalogue, game.rulebook[0]
        first = int(rules["first_slot"])
        self.slots = [slot.id for slot in slots_in_order(catalogue)[first : first + int(rules["slot_count"])]]
        self.metropolises = [metropolis.id for metropolis in catalogue.metropolises]
        self.contracts = [contract.id for contract in catalogue.contracts]
        self.boards = [BoardSites.of(board) for board in catalogue.boards]
        self.once_cards = rules["once_card"][: int(rules["once_count"])].tolist()
        self.effects = _effects_of(rules)


def _effects_of(rules: Any) -> set[tuple[int, int]]:
    """First row and number of parts of every effect in the rule book."""
    part = rules["part"]
    nested = part[(part[:, Column.OP] == Op.PAY) | (part[:, Column.OP] == Op.IF)][:, [Column.CHILD, Column.CHILDREN]]
    fields = ("card_effect", "slot_effect", "metropolis_effect", "contract_effect", "site_effect", "alternative")
    tables = [rules[name].reshape(-1, 2) for name in fields]
    return {(first, parts) for first, parts in np.concatenate([*tables, nested]).tolist() if parts > 0}


_names: "WeakKeyDictionary[Game, Names]" = WeakKeyDictionary()


def names_of(game: "Game") -> Names:
    """Made once a game."""
    if game not in _names:
        _names[game] = Names(game)
    return _names[game]


def shown_card(card: int) -> int:
    return 0 if card == ASSISTANT else card


def inner_card(card: int) -> int:
    return card or ASSISTANT


def shown_space(space: int) -> int:
    """As printed: below the track 0, then 4, 3, 2, 1."""
    return TRACK_TOP + 1 - space if space else 0
