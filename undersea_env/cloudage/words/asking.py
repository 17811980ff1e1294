"""What words ask the compiled rules: always of a copy, as it is or with something changed in it.

So nothing that the rules decide is worked out a second time: what stands in the way of an answer is what, put right,
makes it legal.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from undersea_env.cloudage.kernel.counting import ask_missed_tasks, ask_points_needed, ask_task_number
from undersea_env.cloudage.words.readings import Table
from undersea_env.compiling.raw import as_bytes
from undersea_env.core.position import State
from undersea_env.core.readings import copy_of

if TYPE_CHECKING:
    from undersea_env.core.kind import Record

Change = Callable[[Any], None]           # of the record of a copy


def legal_if(table: Table, *changes: Change) -> set[int]:
    """The answers to the open question if the position were changed so."""
    states, game = copy_of(table.record), table.game
    for change in changes:
        change(states[0])
    masks = np.zeros((1, game.num_actions), np.int8)
    game.engine.mask_thoroughly(states, game.new_rooms(1), masks)
    return set(np.flatnonzero(masks[0]).tolist())


def with_points(number: int) -> Change:
    """Movement points left, that of the solar panel included."""

    def change(record: Any) -> None:
        record.left = number
        record.points = number - 1

    return change


def task_number(table: Table, seat: int, task: int) -> int:
    """What a task counts now (J-3)."""
    return int(ask_task_number(as_bytes(copy_of(table.record)), as_bytes(table.game.rulebook), seat, task))


def missed_tasks(table: Table, seat: int) -> int:
    """Visible tasks that are not at their top level (J-4)."""
    return int(ask_missed_tasks(as_bytes(copy_of(table.record)), as_bytes(table.game.rulebook), seat))


def state_of(game: Any, record: "Record") -> State:
    return State.of(game, bytearray(copy_of(record).tobytes()))


def use_entries(state: State) -> None:
    """Each once, with the types that words use, so that they are compiled."""
    table = Table(state.states[0], state.game)
    task_number(table, 0, 0)
    missed_tasks(table, 0)
    ask_points_needed(as_bytes(copy_of(table.record)), as_bytes(table.game.rulebook))
