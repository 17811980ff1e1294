"""A readable form of positions that every game can have: its record, field by field.

A game whose record reads well takes `PlainNotation` as its `notation`; one with a better form writes its own.
"""

from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np

from undersea_env.errors import InvalidPosition

if TYPE_CHECKING:
    from undersea_env.core.position import Game, State


class PlainNotation:
    """Exact both ways. What a dict leaves out is as in a new game.

    `check(game, record)` raises InvalidPosition for a record that play could not go on from; the numbers fit into their
    fields already. `seen(position, seat, state)` takes what the seat cannot know out of the dict of a position, in
    place; a game without secrets needs none.
    """

    def __init__(
        self, check: Callable[["Game", Any], None],
        seen: Callable[[dict[str, Any], int, "State"], None] = lambda position, seat, state: None,
    ) -> None:
        self.check = check
        self.seen = seen

    def to_dict(self, state: "State") -> dict[str, Any]:
        return {"game": state.game.name, **plain(state.record[0])}

    def from_dict(self, position: Any, game: "Game") -> "State":
        state = game.new_game(0)
        _fill(state.record[0], {name: value for name, value in position.items() if name != "game"}, "a position")
        self.check(game, state.states[0])
        game.engine.settle(state.rows, 0, 1)
        game.engine.refresh(state.rows, 0, 1)
        return state


def plain(values: Any, but: tuple[str, ...] = ()) -> Any:
    """An array or a record in plain Python: lists, and a dict for every record, without the fields in `but`.

    It takes numpy as long to read a few fields of a record one by one as it takes to read all of them at once.
    """
    return _named(values.tolist(), values.dtype, but)


def _named(values: Any, dtype: Any, but: tuple[str, ...] = ()) -> Any:
    if dtype.names is None:
        return values
    if isinstance(values, list):
        return [_named(row, dtype) for row in values]
    record = dict(zip(dtype.names, values, strict=True))
    for name in but:
        del record[name]
    arrays, records = _structured_fields(dtype, but)
    for name in arrays:
        record[name] = record[name].tolist()
    for name in records:
        value = record[name]
        record[name] = _named(value, dtype[name]) if isinstance(value, tuple) else plain(value)
    return record


@cache
def _structured_fields(dtype: Any, but: tuple[str, ...]) -> tuple[list[str], list[str]]:
    """Which fields are arrays of numbers, and which are records or arrays of them; the others are numbers."""
    arrays, records = [], []
    for name in dtype.names:
        field = dtype[name]
        if name not in but and field.base.names is not None:
            records.append(name)
        elif name not in but and field.shape:
            arrays.append(name)
    return arrays, records


def _fill(record: Any, given: Any, where: str) -> None:
    """Write what is given into a record; every number must fit into its field."""
    if not isinstance(given, dict) or not given.keys() <= set(record.dtype.names):
        raise InvalidPosition(f"{where} is a dict of {', '.join(record.dtype.names)}; not {str(given)[:80]}")
    for name, value in given.items():
        field = record[name]
        if field.dtype.names is None:
            record[name] = _checked_numbers(value, field, name)
        elif not field.shape:
            _fill(field, value, name)
        elif not isinstance(value, list) or len(value) != len(field):
            raise InvalidPosition(f"{name} is a list of {len(field)}; not {str(value)[:80]}")
        else:
            for row, of_row in zip(field, value, strict=True):
                _fill(row, of_row, f"an entry of {name}")


def _checked_numbers(value: Any, field: Any, name: str) -> Any:
    lowest, highest = np.iinfo(field.dtype).min, np.iinfo(field.dtype).max
    numbers = np.array(value, object)
    if numbers.shape != field.shape or not all(_is_between(lowest, number, highest) for number in numbers.flat):
        shape = f"{' × '.join(map(str, field.shape))} whole numbers" if field.shape else "a whole number"
        raise InvalidPosition(f"{name} is {shape} from {lowest} to {highest}; not {str(value)[:80]}")
    return numbers.astype(field.dtype)


def _is_between(lowest: int, number: Any, highest: int) -> bool:
    return isinstance(number, int) and not isinstance(number, bool) and bool(lowest <= number <= highest)
