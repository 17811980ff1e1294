"""The names of things in readable positions, as the component book has them."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

from undersea_env.endeavor_deep_sea.compiled.limits import CELLS, COLUMNS
from undersea_env.endeavor_deep_sea.compiled.opcodes import Do
from undersea_env.endeavor_deep_sea.printed.things import Catalogue
from undersea_env.endeavor_deep_sea.printed.words import ATTRIBUTES, COLUMN_LETTERS, SpotKind

if TYPE_CHECKING:
    from undersea_env.core.position import Game

PHASES = ("preparation", "activation", "over")
STEPS = ("launching", "new round", "setback", "hiring", "inflow", "returning", "turn")
FRAME_KINDS = ("", "bundle", "action", "launch", "take journal", "clean up", "option", "designation")
STAGES = ("offered", "begun", "place chosen", "site chosen", "drawn", "kept")
GAIN_NAMES = (
    "research", "disc", "reputation", "inspiration", "coordination", "ingenuity", "any attribute", "lowest attribute",
    "impact", "promote",
)
DO_NAMES = tuple(do.name.lower() for do in Do)
SIDES = ("junior", "senior")
DESIGNATIONS = (None, "conservation", "publish")
OPTIONS = (None, "a", "b")
RACES = ("discover", "travel")
LESS_KEYS = ("technology_less", "inflow_less", "return_less")
ATTRIBUTE_NAMES = tuple(attribute.name.lower() for attribute in ATTRIBUTES)
CELL_NAMES = tuple(f"{COLUMN_LETTERS[cell % COLUMNS]}{cell // COLUMNS + 1}" for cell in range(CELLS))

POSITION_KEYS = (
    "game", "num_players", "mission", "mode", "difficulty", "stream", "round", "phase", "wave", "to_move", "passed",
    "prepared", "ocean", "stacks", "seen", "token_supply", "token_shuffle", "token_discard", "row", "deck", "stock",
    "display", "hidden_experts", "impact", "infinite", "mission_state", "cooperation", "players", "pending",
)
ZONE_KEYS = ("board", "discoverer", "discs", "tokens")
MISSION_STATE_KEYS = ("turtle_zones", "designated", "goal_options", "clean_up", "races")
COOPERATION_KEYS = ("bonus_goals", "cards", "bonus_box", "setback_box", "setbacks_done", *LESS_KEYS)
PLAYER_KEYS = (
    *ATTRIBUTE_NAMES, "research", "staging", "vessels", "launches", "tokens", "specialists", "journals",
)
SPECIALIST_KEYS = ("kind", "senior", "disc")
JOURNAL_KEYS = ("journal", "used")
PENDING_KEYS = (
    "step", "returning", "next_slot", "activated", "acted", "copier", "activation", "left", "setback_player", "frames",
)
END_KEYS = ("ended_by",)                     # who gave the last answer; 0 if it is not told
# Fields of a frame that are numbers of their own, with the highest of each.
FRAME_NUMBERS = {
    "first": 5, "last": 5, "more": 9, "freely": 1, "must": 1, "again": 1, "cell": CELLS - 1, "site": 6,
    "a": 81, "b": 81,
}
FRAME_KEYS = ("about", "owner", "origin", "stage", "begun", "gain", "rewards_site", "do", *FRAME_NUMBERS)


def cell_name(cell: int) -> str:
    return CELL_NAMES[cell]


@dataclass(frozen=True)
class Names:
    boards: tuple[str, ...]
    spots: tuple[tuple[str, ...], ...]           # of each board: ids of its disc spots
    dive_sites: tuple[tuple[str, ...], ...]
    first_site: list[int]                        # of each board: where its dive sites begin in the record
    infinite_hexes: list[tuple[int, int]]        # and where they are in the record
    specialists: tuple[str, ...]
    tokens: tuple[str, ...]
    bonus_goals: tuple[str, ...]
    setbacks: tuple[str, ...]


_names: "WeakKeyDictionary[Game, Names]" = WeakKeyDictionary()


def names_of(game: "Game") -> Names:
    """Made once a game."""
    if game not in _names:
        _names[game] = _written_out(game.catalogue, game.rulebook[0])
    return _names[game]


def _written_out(catalogue: Catalogue, rules: Any) -> Names:
    return Names(
        boards=tuple(board.id for board in catalogue.boards),
        spots=tuple(tuple(spot.id for spot in board.disc_spots) for board in catalogue.boards),
        dive_sites=tuple(tuple(spot.id for spot in board.spots_of(SpotKind.DIVE)) for board in catalogue.boards),
        first_site=rules["dive_site"].tolist(),
        infinite_hexes=[(at, number - 1) for at, number in enumerate(rules["hex_infinite"].tolist()) if number],
        specialists=tuple(person.id for person in catalogue.specialists),
        tokens=tuple(token.id for token in catalogue.tokens),
        bonus_goals=tuple(goal.id for goal in catalogue.bonus_goals),
        setbacks=tuple(setback.id for setback in catalogue.setbacks),
    )
