"""What the arena notes of a game: its rounds, and which cards, slots, boards, metropolises and contracts were used.

A card counts as played when it is laid on a slot of its colour, so that it works; a slot when it is chosen; a contract
when it is held at the end, a metropolis when it is connected at the end, or taken as a spare one.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from undersea_env.core.options import Options
from undersea_env.underwater_cities.compiled.limits import ALWAYS_SLOT, METROPOLIS_SITES, PLAYABLE_HAND
from undersea_env.underwater_cities.kernel.actions import ORDER, PLAY
from undersea_env.underwater_cities.kernel.questions import TURNS
from undersea_env.underwater_cities.words.readings import is_connected, matches, slot_of

if TYPE_CHECKING:
    from undersea_env.core.position import Game, State

SORTS = ("card", "slot", "board", "metropolis", "contract")
KNOWN_BY_ID = ("slot",)
ROUND = "round (production of an era included)"
Thing = tuple[str, str, str]                         # sort, id, name


def rounds_done(states: NDArray[Any]) -> NDArray[Any]:
    """Production belongs to the round before it, so a round is done when the turns of the next one begin."""
    are_turns = states["frame"]["stage"][:, 0] == TURNS
    return np.where(are_turns, states["round_no"] - 1, 0)


def round_marks(options: Options) -> Iterator[tuple[int, str]]:
    done = 0
    for era, number in enumerate(options.rounds[:-1], 1):
        done += number
        yield done, f"end of era {era}"


def used_by(game: "Game", states: NDArray[Any], actions: NDArray[np.int64]) -> Iterator[tuple[int, Thing]]:
    for row in np.flatnonzero((actions >= PLAY) & (actions < ORDER)).tolist():
        record = states[row]
        slot, place = divmod(int(actions[row]) - PLAY, PLAYABLE_HAND)
        card = int(record["players"]["hand"][record["seat"], place])
        printed = slot_of(game, slot)
        yield row, ("slot", printed.id, printed.text)
        if slot != ALWAYS_SLOT and matches(game, slot, card):
            yield row, ("card", str(card), game.catalogue.card(card).name)


def in_hand(game: "Game", states: NDArray[Any], actions: NDArray[np.int64]) -> Iterator[tuple[int, Thing]]:
    """The cards that a turn could be played with."""
    for row in np.flatnonzero((actions >= PLAY) & (actions < ORDER)).tolist():
        me = states[row]["players"][states[row]["seat"]]
        for card in me["hand"][: me["hand_count"]].tolist():
            yield row, ("card", str(card), game.catalogue.card(card).name)


def held_at_end(state: "State", seat: int) -> Iterator[Thing]:
    game, me = state.game, state.states[0].players[seat]
    catalogue = game.catalogue
    board = catalogue.boards[int(me.board)]
    yield "board", str(board.number), board.name
    connected = [int(me.metropolis[place]) for place in range(METROPOLIS_SITES) if is_connected(game, me, place)]
    extra = int(me.extra_metropolises)
    for number in connected + [k for k in range(1, len(catalogue.metropolises) + 1) if extra >> k & 1]:
        metropolis = catalogue.metropolises[number - 1]
        yield "metropolis", metropolis.id, metropolis.name
    for contract in catalogue.contracts:
        if int(me.contracts) >> contract.index & 1:
            yield "contract", contract.id, contract.name


def always_listed(game: "Game") -> Iterator[Thing]:
    """Cards; a slot or tile that nobody took was perhaps not in any game."""
    for card in game.catalogue.cards:
        yield "card", str(card.number), card.name
