"""What words ask the compiled rules: always of a copy, as it is or with something changed in it.

So nothing that the rules decide is worked out a second time: a price is the least research with which an answer is
legal, and what stands in the way of an answer is what, put right, makes it legal.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from undersea_env.compiling.raw import as_bytes
from undersea_env.core.position import State
from undersea_env.core.readings import copy_of
from undersea_env.endeavor_deep_sea.compiled.limits import BONUS_GOALS_USED, CARDS_OF_KIND
from undersea_env.endeavor_deep_sea.kernel.counting import ask_count, ask_team_count
from undersea_env.endeavor_deep_sea.printed.words import RESEARCH_TOP
from undersea_env.endeavor_deep_sea.words.readings import Table

if TYPE_CHECKING:
    from undersea_env.endeavor_deep_sea.printed.things import BonusGoal, PrintedSetback

Change = Callable[[Any], None]           # of the record of a copy
MOST_TECHNOLOGY = 40                     # more than the longest way through the ocean


# --- answers ---


def legal_actions(table: Table) -> list[int]:
    game = table.game
    legal: list[int] = game.engine.legal_of(copy_of(table.record), game.new_rooms(1))
    return legal


def legal_if(table: Table, *changes: Change) -> set[int]:
    """The answers to the open question if the position were changed so."""
    states, game = copy_of(table.record), table.game
    for change in changes:
        change(states[0])
    masks = np.zeros((1, game.num_actions), np.int8)
    game.engine.mask_thoroughly(states, game.new_rooms(1), masks)
    return set(np.flatnonzero(masks[0]).tolist())


def after(table: Table, action: int) -> Any:
    """The record when this legal answer has been given. What chance then turns up is nobody's to know."""
    states, game = copy_of(table.record), table.game
    game.engine.apply(states, game.new_rooms(1), 0, np.array([action], np.int64), 0, 1)
    return states[0]


# --- changes ---


def with_research(number: int) -> Change:
    def change(record: Any) -> None:
        record.players[record.seat].research = number

    return change


def with_technology(more: int) -> Change:
    """As if a setback took less than nothing (O-8)."""

    def change(record: Any) -> None:
        record.less[0] -= more

    return change


def with_vessels_in(cells: list[int]) -> Change:
    def change(record: Any) -> None:
        me = record.players[record.seat]
        me.vessel[:] = 0
        me.vessel[: len(cells)] = [cell + 1 for cell in sorted(cells)]
        me.vessel_count = len(cells)

    return change


def with_journal(number: int) -> Change:
    """The row has nothing but this journal."""

    def change(record: Any) -> None:
        record.row[:] = 0
        record.row[0] = number + 1

    return change


# --- prices ---


def research_for(table: Table, action: int, *changes: Change) -> int | None:
    """The least research with which an answer is legal; None: no research makes it so."""
    for number in range(RESEARCH_TOP + 1):
        if action in legal_if(table, *changes, with_research(number)):
            return number
    return None


def technology_for(table: Table, action: int) -> int | None:
    """How much more technology makes an answer legal; None: none does."""
    if action not in legal_if(table, with_technology(MOST_TECHNOLOGY)):
        return None
    return next(more for more in range(1, MOST_TECHNOLOGY + 1) if action in legal_if(table, with_technology(more)))


# --- points and goals ---


def count_of(table: Table, row: int, seat: int) -> int:
    """A count of the rule book for one player."""
    return int(ask_count(as_bytes(copy_of(table.record)), as_bytes(table.game.rulebook), row, seat))


def team_count_of(table: Table, row: int, scope: int) -> int:
    """A count of the rule book for the team (O-5)."""
    return int(ask_team_count(as_bytes(copy_of(table.record)), as_bytes(table.game.rulebook), row, scope))


def state_of(table: Table) -> State:
    return State.of(table.game, bytearray(copy_of(table.record).tobytes()))


def bonus_goals(table: Table) -> list["BonusGoal"]:
    """Those that are turned, in this order (O-3)."""
    turned = min(BONUS_GOALS_USED, int(table.record.cards_turned))
    return [table.book.bonus_goals[int(table.record.bonus[CARDS_OF_KIND - 1 - k]) - 1] for k in range(turned)]


def setbacks(table: Table) -> list["PrintedSetback"]:
    turned = max(0, int(table.record.cards_turned) - BONUS_GOALS_USED)
    return [table.book.setbacks[int(table.record.setback[CARDS_OF_KIND - 1 - k]) - 1] for k in range(turned)]


def use_entries(state: State) -> None:
    """Each once, with the types that words use, so that they are compiled."""
    table = Table(state.states[0], state.game)
    count_of(table, 0, 0)
    team_count_of(table, 0, 0)
