"""What a player is: something that chooses actions for many decisions at once."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

from undersea_env.core.arrays import writable
from undersea_env.core.checking import as_array, told
from undersea_env.errors import InvalidOption

if TYPE_CHECKING:
    from undersea_env.core.kind import Kind
    from undersea_env.core.position import Game
    from undersea_env.core.redealing import Positions as Positions

Numbers: TypeAlias = NDArray[Any]


def __getattr__(name: str) -> Any:
    """`Positions` are imported when they are first asked for: with them comes the compiler."""
    if name == "Positions":
        from undersea_env.core.redealing import Positions

        return Positions
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def records_of(positions: Any, name: str, kind: "Kind", players: Any = None) -> "tuple[Game, Numbers]":
    """What a search looks at: `positions` may also be several states of one game. `players` decide in them."""
    from undersea_env.compiling.raw import as_bytes
    from undersea_env.core.position import Game, State

    if positions is None:
        raise InvalidOption(
            f"{name} decides by positions: give it `positions`, such as Positions.imagined(batch, seed) or a list of "
            "state.resample(seat, seed)"
        )
    if isinstance(positions, Sequence) and len(positions) > 0 and all(isinstance(p, State) for p in positions):
        game = positions[0].game
        if any(position.game.rulebook_hash != game.rulebook_hash for position in positions):
            raise InvalidOption("positions that are given together are of games with the same options")
        _check_game(game, name, kind)
        rows = [as_bytes(position.clone().states) for position in positions]     # another thread may play on
        states = np.concatenate(rows).view(kind.state).reshape(-1)
        _check_players(states, players)
        return game, states
    states = np.ascontiguousarray(np.asarray(getattr(positions, "states", None)))
    game = getattr(positions, "game", None)
    if not isinstance(game, Game) or states.dtype != game.kind.state or states.ndim != 1:
        raise InvalidOption(
            "positions have a `game` and `states`, an array of records, one a row; or they are a list of states"
        )
    _check_game(game, name, kind)
    _check_players(states, players)
    return game, states


def _check_game(game: "Game", name: str, kind: "Kind") -> None:
    if game.kind.id != kind.id:
        raise InvalidOption(f"this {name} plays {kind.title}, not {game.kind.title}: make it for that game, as "
                            f"make({name!r}, game={game.kind.name!r})")


def checked_masks(masks: Any, rows: int, kind: "Kind") -> NDArray[np.int8]:
    """As kernels take them: one row a decision, one column an action."""
    given = as_array(masks)
    if given is None or given.dtype.kind not in "biu" or given.shape != (rows, kind.num_actions):
        what = told(masks) if given is None else f"an array {given.shape} of {given.dtype}"
        raise InvalidOption(f"masks are whole numbers in the shape ({rows}, {kind.num_actions}) here, not {what}")
    return writable(np.ascontiguousarray(given, np.int8))


def _check_players(states: Numbers, players: Any) -> None:
    """A position that was dealt anew for another seat than the one that decides would be another question."""
    if players is None:
        return
    seats, decided = as_array(players), np.asarray(states["over"]) != 0
    is_list = seats is not None and seats.shape == decided.shape and seats.dtype.kind in "iu"
    if seats is None or not is_list or (seats != states["seat"])[~decided].any():
        raise InvalidOption(f"players are the seats that decide in the positions, {states['seat'].tolist()[:8]}; not "
                            f"{told(players)}")


class Agent(Protocol):
    """Chooses for rows: `masks` (n, A) say what is legal, `players` (n,) which seats decide.

    `observations` (n, F) are what those seats may know; None for an agent with `wants_observations = False`.
    `positions` come to an agent with `wants_positions = True`. Both attributes may be left out.
    An agent has random numbers of its own, from its seed: the same questions in the same order get the same answers.
    """

    name: str

    def choose(
        self, observations: Numbers | None, masks: Numbers, players: Numbers, positions: "Positions | None" = None
    ) -> NDArray[np.int64]: ...


def wants_positions(agent: object) -> bool:
    return bool(getattr(agent, "wants_positions", False))


def wants_observations(agent: object) -> bool:
    return bool(getattr(agent, "wants_observations", True))
