"""Games one position at a time: `Game` holds the rules and the options, `State` one position."""

import threading
from functools import lru_cache
from hashlib import blake2b
from pathlib import Path
from typing import Any, NamedTuple, NoReturn, TypeAlias

import numpy as np
from numpy.typing import NDArray

from undersea_env.compiling.raw import BYTE, as_bytes
from undersea_env.compiling.seed_stream import mixed
from undersea_env.core.checking import checked_seed, told, whole_number
from undersea_env.core.engine import Engine
from undersea_env.core.kind import Kind
from undersea_env.core.options import check_names
from undersea_env.core.rewards import Reward, checked_reward, returns_of
from undersea_env.core.saving import POSITION, checked_content, digest_of, header_of, sealed
from undersea_env.core.view import Option, blocked_of, options_of, view_of, why_of
from undersea_env.errors import IllegalAction, InvalidOption, InvalidPosition, UnderseaError

FORMS = ("ansi", "svg")
GAMES_KEPT = 16                                            # by positions that come back from pickles
KEY_BYTES = 16
EXAMPLES = 3                                               # legal actions shown in an error

States: TypeAlias = np.recarray                            # of the kind's `state`
Rooms: TypeAlias = np.recarray                             # of the kind's `workspace`


class Result(NamedTuple):
    """Of every seat; `won` is 1 or 0."""

    scores: tuple[int, ...]
    ranks: tuple[int, ...]
    won: tuple[int, ...]


# --- the game ---


class Game:
    """The rules of one choice of options. Positions are made by `new_game`, `from_bytes` and `from_dict`.

    For the house: `engine` runs the compiled rules over arrays that `new_states` and `new_rooms` make.
    """

    def __init__(
        self, kind: Kind, num_players: int = 2, components: str | Path | None = None, reward: Reward = "win",
        **options: Any,
    ) -> None:
        check_names(options, kind.option_names)
        self.kind = kind
        try:
            self.options = kind.checked(num_players, options)
        except UnderseaError:
            raise
        except Exception as error:                         # of a value that cannot be compared or shown
            given = ", ".join(f"{name}={told(value)}" for name, value in options.items())
            raise InvalidOption(f"these options cannot be used: {given} ({told(error)})") from error
        self.num_players = self.options.num_players
        self.is_cooperative = kind.is_cooperative(self.options)
        self.points_in_reward = kind.points_in_reward(self.options)
        self.reward = checked_reward(reward, self.num_players)
        if components is not None and not isinstance(components, str | Path):
            raise InvalidOption(f"components is the path of a component folder, or None; not {told(components)}")
        self.components = components
        try:
            self.catalogue = kind.load_catalogue(components)
        except UnderseaError:
            raise
        except (OSError, ValueError) as error:             # a path that no system can have
            raise InvalidOption(f"the components in {told(components)} cannot be read: {told(error)}") from error
        self.rulebook: Any = kind.build_rulebook(self.catalogue, self.options)
        self.digest = digest_of(self.rulebook, kind.hashed_bytes)
        self.rulebook_hash = self.digest.hex()
        self.engine = Engine(kind, self.rulebook)
        self._rooms = self.new_rooms(1)
        self._room_row = as_bytes(self._rooms)
        self._mask = np.zeros((1, kind.num_actions), np.int8)
        self._listed = self._rooms["legal"][0]             # where the kernel lists the legal actions
        self._action = np.zeros(1, np.int64)
        self._lock = threading.RLock()           # kernels let go of the GIL: one call at a time looks at a position

    def __repr__(self) -> str:
        return f"Game({self.kind.name}: {self.options})"

    def __reduce__(self) -> tuple[Any, ...]:
        """By its options; a component folder is a path, and has to be there with the same components in it."""
        return game_again, (self.kind, tuple(self.rule_options().items()), self.digest)

    @property
    def name(self) -> str:
        return self.kind.id

    @property
    def num_actions(self) -> int:
        return self.kind.num_actions

    @property
    def features(self) -> NDArray[Any]:
        """What observations say of printed things: one record of the kind's `features` in an array."""
        return self.engine.features.view(self.kind.features).reshape(-1)

    def new_states(self, n: int) -> States:
        """Room for `n` positions, all zero."""
        return np.zeros(n, self.kind.state).view(np.recarray)

    def new_rooms(self, n: int) -> Rooms:
        """Room to work in, one record a thread."""
        return np.zeros(n, self.kind.workspace).view(np.recarray)

    def rule_options(self) -> dict[str, Any]:
        """What makes this game again: `Game(kind, **options)`."""
        return self.options.as_dict() | {"components": self.components, "reward": self.reward}

    def new_game(self, seed: int) -> "State":
        """A new game; the seed decides all chance in it."""
        seeds = np.array([checked_seed(seed)], np.uint64)
        state = self.blank()
        self.engine.begin(state.rows, seeds, 0, 1)
        return state

    def from_bytes(self, position: bytes) -> "State":
        """What `State.to_bytes` gave; anything that cannot be a position of this game is refused."""
        state = self.blank()
        state.buffer[:] = checked_content(self, position, POSITION)
        self.check_possible(state)
        return state

    def from_dict(self, position: dict[str, Any]) -> "State":
        """The readable form, also made by hand; impossible positions are refused with the reason."""
        if not isinstance(position, dict):
            raise InvalidPosition(f"a position is a dict, as to_dict() gives it; not {told(position)}")
        if position.get("game", self.name) != self.name:
            raise InvalidPosition(f"game: this is a position of {told(position['game'])}; the game is {self.name!r}")
        with self._lock:
            state: State = self.kind.notation.from_dict(position, self)
        return state

    def blank(self) -> "State":
        """A position of zeros, to be filled."""
        return State.of(self, bytearray(self.kind.state.itemsize))

    def check_possible(self, state: "State") -> None:
        """Refuse a record that no readable position gives."""
        wrong = "these bytes are no position of this game"
        try:
            again = self.from_dict(state.to_dict())
        except InvalidPosition as error:
            raise InvalidPosition(f"{wrong}: {error}") from error
        except (IndexError, KeyError, ValueError, OverflowError) as error:
            raise InvalidPosition(f"{wrong}: a number in them is out of range") from error
        if again.buffer != state.buffer:
            raise InvalidPosition(f"{wrong}: what follows from the position does not fit it")


@lru_cache(GAMES_KEPT)
def game_again(kind: Kind, options: tuple[tuple[str, Any], ...], digest: bytes) -> Game:
    """What a pickle of a game means. Games never change, so many positions that come back one by one share theirs."""
    game = Game(kind, **dict(options))
    if game.digest != digest:
        source = "this version" if game.components is None else f"the components in {told(game.components)}"
        raise InvalidOption(f"this was pickled with other components of {kind.id} than those of {source}")
    return game


# --- a position ---


class State:
    """One position of a game. It changes in place by `apply_action`; `clone` gives an independent copy.

    Several threads may use it: each call is carried out as a whole, under the lock of its game.
    """

    __slots__ = ("_legal", "_mask", "buffer", "game", "record", "rows")
    __hash__ = None  # type: ignore[assignment]

    game: Game
    buffer: bytearray
    record: NDArray[Any]
    rows: NDArray[np.uint8]                           # the same memory, as kernels take it
    _legal: list[int] | None                           # both None until somebody asks
    _mask: NDArray[np.int8] | None

    def __init__(self) -> None:
        raise TypeError("positions are made by Game.new_game, Game.from_bytes and Game.from_dict")

    @classmethod
    def of(cls, game: Game, buffer: bytearray) -> "State":
        state = object.__new__(cls)
        state.game = game
        state._look_at(buffer)
        state._legal = state._mask = None
        return state

    def _look_at(self, buffer: bytearray) -> None:
        self.buffer = buffer
        self.rows = np.ndarray((1, len(buffer)), BYTE, buffer)           # np.frombuffer and a shape take twice as long
        self.record = np.frombuffer(buffer, self.game.kind.state)

    @property
    def states(self) -> States:
        """The record itself, in an array of length 1, as the kernels take it."""
        return self.record.view(np.recarray)

    # --- what is going on ---

    @property
    def is_terminal(self) -> bool:
        return bool(self.record["over"][0])

    @property
    def current_player(self) -> int:
        """The seat that decides, or -1 when the game is over."""
        return -1 if self.is_terminal else int(self.record["seat"][0])

    @property
    def legal_actions(self) -> list[int]:
        """Ascending; empty when the game is over."""
        return list(self._legal_actions())

    def _legal_actions(self) -> list[int]:
        legal = self._legal
        if legal is None:
            with self.game._lock:
                legal = self._legal = self._listed_anew()
        return legal

    def _listed_anew(self) -> list[int]:
        game = self.game
        if self._mask is not None:
            listed: list[int] = np.flatnonzero(self._mask).tolist()
        elif self.is_terminal:
            listed = []
        else:
            n = game.engine.mask(self.rows, game._room_row, 0, game._mask, 0, 1)
            listed = game._listed[:n].tolist()
        return listed

    def legal_mask(self) -> NDArray[np.int8]:
        """1 for each legal action."""
        mask = np.zeros(self.game.num_actions, np.int8)
        mask[self._legal_actions()] = 1
        return mask

    def apply_action(self, action: int) -> None:
        """Carry out a legal action; one that is not legal raises IllegalAction and changes nothing."""
        number = whole_number(action)
        game = self.game
        with game._lock:                               # another thread must not change what was found legal
            if number is None or not self._is_legal(number):
                self._refuse(action, number)
            game._action[0] = number
            game.engine.apply(self.rows, game._room_row, 0, game._action, 0, 1)
            self._legal = self._mask = None

    def apply_and_observe(self, action: int) -> tuple[NDArray[np.uint8], NDArray[np.int8]]:
        """`apply_action`, and in the same pass the observation and the mask of the seat that decides next.

        The arrays are the caller's; after the end they show the game to the seat that ended it, with nothing legal.
        """
        number = whole_number(action)
        game = self.game
        engine = game.engine
        observation = np.empty_like(engine.no_observations)
        mask = np.empty_like(engine.no_masks)
        with game._lock:
            if number is None or not self._is_legal(number):
                self._refuse(action, number)
            game._action[0] = number
            engine.step(
                self.rows, game._room_row, 0, engine.no_seeds, game._action, mask, observation, engine.no_observations,
                engine.no_scores, engine.no_scores, engine.no_scores, False, 0, 1,
            )
            self._legal, self._mask = None, mask[0].copy()
        return observation[0], mask[0]

    def _is_legal(self, number: int) -> bool:
        if self._mask is not None:
            return 0 <= number < len(self._mask) and self._mask[number] != 0
        return number in self._legal_actions()

    def _refuse(self, action: Any, number: int | None) -> NoReturn:
        last = self.game.num_actions - 1
        if number is None:
            raise IllegalAction(f"an action is a whole number from 0 to {last}, not {told(action)}")
        if not 0 <= number <= last:
            raise IllegalAction(f"there is no action {told(number)}; actions are numbered from 0 to {last}")
        if self.is_terminal:
            raise IllegalAction(f"the game is over; action {number} cannot be carried out any more")
        legal = self._legal_actions()
        examples = ", ".join(f"{other} ({self.action_to_string(other)})" for other in legal[:EXAMPLES])
        raise IllegalAction(
            f"seat {self.current_player} may not choose action {number} ({self.action_to_string(number)}): "
            f"{self.game.kind.words.why_not(self, number)}; legal now: {len(legal)} actions, for example {examples}"
        )

    def action_to_string(self, action: int) -> str:
        """The action in the words of the game."""
        number = whole_number(action)
        if number is None or not 0 <= number < self.game.num_actions:
            last = self.game.num_actions - 1
            raise IllegalAction(f"an action is a whole number from 0 to {last}, not {told(action)}")
        with self.game._lock:
            return str(self.game.kind.words.action(self, number))

    # --- copies ---

    def clone(self) -> "State":
        """An independent copy. It knows its future: hidden cards and all chance to come are those of the original.

        What is tried out on it is therefore hindsight. Whoever searches for a seat begins with `resample`.
        """
        state = object.__new__(State)
        state.game = self.game
        with self.game._lock:                          # half of an action is no position
            state._look_at(bytearray(self.buffer))
            state._legal, state._mask = self._legal, self._mask
        return state

    def __reduce__(self) -> tuple[Any, ...]:
        """The bytes, and the options of the game; it may be sent anywhere where the package is."""
        return position_again, (self.game, self.to_bytes())

    def __copy__(self) -> "State":
        return self.clone()

    def __deepcopy__(self, memo: dict[int, Any]) -> "State":
        return self.clone()

    def to_bytes(self) -> bytes:
        """The whole position; `Game.from_bytes` of a game with the same options reads it."""
        with self.game._lock:
            return sealed(header_of(self.game, POSITION) + self.buffer)

    def to_dict(self) -> dict[str, Any]:
        """The whole position in plain JSON types."""
        with self.game._lock:
            position: dict[str, Any] = self.game.kind.notation.to_dict(self)
        return position

    def resample(self, seat: int, seed: int) -> "State":
        """A copy in which all that the seat cannot know is dealt anew."""
        viewers = np.array([self.checked_seat(seat)], np.int64)
        seeds = np.array([checked_seed(seed)], np.uint64)
        state = self.clone()
        self.game.engine.redeal(state.rows, viewers, seeds, 0, 1)
        state._legal = state._mask = None
        return state

    def playout(self, seed: int) -> "State":
        """A copy, played to its end at random by the compiled rules, every legal action equally likely.

        Chance of the game goes as in every clone; the seed decides the actions. `returns` and `scores` tell the end.
        """
        streams = np.array([mixed(checked_seed(seed))], np.uint64)
        state = self.clone()
        with self.game._lock:
            self.game.engine.play_out(state.rows, self.game._room_row, 0, streams, 0, 1)
        state._legal = state._mask = None
        return state

    def information_key(self, seat: int) -> bytes:
        """The same for all positions that the seat cannot tell apart, and for no others: names an information set.

        Of the position, not of the way to it: what a seat has seen and the rules do not keep, it has forgotten.
        """
        world = self.resample(seat, 0)                 # depends on nothing but what the seat knows
        content = self.game.digest + bytes([self.checked_seat(seat)]) + world.buffer
        return blake2b(content, digest_size=KEY_BYTES).digest()

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, State):
            return NotImplemented
        return self.buffer == other.buffer and self.game.digest == other.game.digest

    def __repr__(self) -> str:
        game = self.game
        with game._lock:
            if self.is_terminal:
                return f"<State of {game.name}: over, scores {self.scores}>"
            return (
                f"<State of {game.name}: {game.num_players} players, {game.kind.words.summary(self)}, "
                f"seat {self.current_player} to decide>"
            )

    # --- for who decides ---

    def view(self, seat: int) -> dict[str, Any]:
        """The position as that seat may know it, in plain JSON types: what `to_dict` has, without what is hidden.

        Hidden things are counted. Besides: `you`, `to_move`, `question` (kind, None for who does not decide, and
        words), `scores` so far, and `if_ended_now`, the points by source of every seat.
        """
        with self.game._lock:
            return view_of(self, self.checked_seat(seat))

    @property
    def options(self) -> list[Option]:
        """The legal actions of the seat that decides, each in words, with targets and facts; see `Option`."""
        with self.game._lock:
            return options_of(self)

    def blocked(self, seat: int) -> dict[str, str]:
        """Ids in the picture that answer the open question in no way, though others like them do, and why not.

        Empty for a seat that does not decide.
        """
        with self.game._lock:
            return blocked_of(self, self.checked_seat(seat))

    def why(self, *targets: str) -> str | None:
        """Why clicks on these ids together are no answer of the seat that decides; None if they are, or begin one."""
        with self.game._lock:
            return why_of(self, targets)

    # --- points ---

    @property
    def scores(self) -> tuple[int, ...]:
        """What the table shows; with the final scoring once the game is over."""
        with self.game._lock:
            if self.is_terminal:
                return self.result().scores
            return tuple(self.game.kind.points_so_far(self.record)[0, : self.game.num_players].tolist())

    def result(self) -> "Result":
        """Points, ranks and who has won, as if the game ended now."""
        game = self.game
        scores, ranks, won = (np.zeros_like(game.engine.no_scores) for _ in range(3))
        with game._lock:
            game.engine.result(self.rows, game._room_row, 0, scores, ranks, won, 0, 1)
        rows = (column[0, : game.num_players] for column in (scores, ranks, won))
        return Result(*(tuple(row.tolist()) for row in rows))

    def score_breakdown(self, seat: int) -> dict[str, int]:
        """Points by source; `total` is the score if the game ended now."""
        game = self.game
        seats = np.array([self.checked_seat(seat)], np.int64)
        points = np.zeros((1, len(game.kind.score_sources)), np.int64)
        with game._lock:
            game.engine.breakdown(self.rows, game._room_row, seats, points, 0, 1)
        breakdown = dict(zip(game.kind.score_sources, points[0].tolist(), strict=True))
        return breakdown | {"total": sum(breakdown.values())}

    @property
    def ranks(self) -> tuple[int, ...]:
        """1 for the first, by the rules and their tie-breaks, as if the game ended now."""
        return self.result().ranks

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that won; alone or together, all or nobody. Empty before the end."""
        if not self.is_terminal:
            return ()
        return tuple(seat for seat, won in enumerate(self.result().won) if won)

    @property
    def returns(self) -> tuple[float, ...]:
        """One number a seat by the option `reward`; zeros before the end."""
        if not self.is_terminal:
            return (0.0,) * self.game.num_players
        game = self.game
        scores, ranks, won = (np.array([row], np.int64) for row in self.result())
        found = returns_of(game.reward, game.is_cooperative, scores, ranks, won, game.points_in_reward)
        return tuple(found[0].tolist())

    # --- a campaign ---

    def campaign_record(self) -> dict[str, Any]:
        """What the next game of the campaign begins with; only a game that is over tells it."""
        with self.game._lock:
            record: dict[str, Any] = self.game.kind.checked_campaign().record_after(self)
        return record

    # --- showing ---

    def observation(self, seat: int) -> NDArray[np.uint8]:
        """What the seat may know, as numbers."""
        engine = self.game.engine
        seen = np.empty_like(engine.no_observations)
        viewers = np.array([self.checked_seat(seat)], np.int64)
        with self.game._lock:
            engine.observe(self.rows, viewers, seen, 0, 1)
        observation: NDArray[np.uint8] = seen[0]
        return observation

    def render(self, mode: str = "ansi", seat: int | None = None) -> str:
        """The position as text ("ansi") or as a picture of the table ("svg"); with a seat, only what it may know.

        `undersea_env.showing.picture` makes PNG files and arrays of pixels.
        """
        if not isinstance(mode, str) or mode not in FORMS:
            raise InvalidOption(f"mode is {' or '.join(map(repr, FORMS))}, not {told(mode)}")
        viewer = None if seat is None else self.checked_seat(seat)
        kind = self.game.kind
        if mode != "ansi" and kind.drawing is None:
            raise InvalidOption(f"there is no picture of {kind.title} yet; mode is 'ansi'")
        with self.game._lock:
            return str(kind.words.ansi(self, viewer) if mode == "ansi" else kind.drawing.render_svg(self, viewer))

    def _repr_svg_(self) -> str | None:
        """What a notebook shows: the table, as the seat that decides sees it."""
        if self.game.kind.drawing is None:
            return None
        return self.render("svg", None if self.is_terminal else self.current_player)

    def checked_seat(self, seat: Any) -> int:
        number = whole_number(seat)
        players = self.game.num_players
        if number is None or not 0 <= number < players:
            raise InvalidOption(f"a seat is a whole number from 0 to {players - 1}, not {told(seat)}")
        return number


def position_again(game: Game, position: bytes) -> State:
    """What a pickle of a position means."""
    return game.from_bytes(position)
