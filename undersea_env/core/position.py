"""Games one position at a time: `Game` holds the rules and the options, `State` one position."""

import hashlib
import importlib
import struct
import threading
from collections.abc import Sequence
from functools import lru_cache
from operator import index
from pathlib import Path
from typing import Any, NoReturn

import numpy as np
from numpy.typing import NDArray

from undersea_env.compiling.jit import note_first_compilation
from undersea_env.compiling.raw import as_bytes
from undersea_env.core.loop import (
    NO_OBSERVATIONS,
    NO_SCORES,
    NO_SEEDS,
    NOTHING_FINISHED,
    apply_actions,
    begin_games,
    final_scores,
    mask_legal_actions,
    step_games,
)
from undersea_env.core.rewards import Reward, checked_reward, ranks_of, returns_of
from undersea_env.errors import IllegalAction, InvalidOption, InvalidPosition
from undersea_env.underwater_cities import words
from undersea_env.underwater_cities.compiled.assembler import GameOptions, build_rulebook
from undersea_env.underwater_cities.compiled.base_numbers import ROUNDS
from undersea_env.underwater_cities.compiled.limits import BOARDS, ERAS, MAX_PLAYERS, MOST_LAID, TURNS_IN_ROUND
from undersea_env.underwater_cities.compiled.rulebook import HASHED_BYTES
from undersea_env.underwater_cities.kernel.actions import NUM_ACTIONS
from undersea_env.underwater_cities.kernel.scoring import SCORE_PARTS, score_parts
from undersea_env.underwater_cities.kernel.state import POINT_SOURCES, STATE, States
from undersea_env.underwater_cities.kernel.workspace import new_workspaces
from undersea_env.underwater_cities.printed.catalogue import Catalogue, load_catalogue

NAME = "underwater_cities-v0"
SEEDS = 1 << 64
MOST_ROUNDS_IN_ERA = 9
MOST_ROUNDS = MOST_LAID // TURNS_IN_ROUND                  # every turn may lay a card
FAMILIES = {"symmetric": range(1, 5), "asymmetric": range(5, BOARDS + 1)}
RENDER_MODES = ("ansi", "svg")
EXAMPLES = 3                                               # legal actions shown in an error

MAGIC, FORMAT = b"UCpo", 1
HEADER = struct.Struct("<4sHxx16s")                        # magic, version of the format, hash of the rule book
CHECKSUM = 8
RULE_OPTIONS = ("boards", "contracts", "rounds", "components", "reward")


def whole_number(value: Any) -> int | None:
    """An int or a numpy integer; None for anything else, bools too."""
    if isinstance(value, bool | np.bool_):
        return None
    try:
        return index(value)
    except TypeError:
        return None


# --- options ---


def checked_players(num_players: Any) -> int:
    players = whole_number(num_players)
    if players is None or not 1 <= players <= MAX_PLAYERS:
        raise InvalidOption(f"num_players is a whole number from 1 to {MAX_PLAYERS}, not {num_players!r}")
    return players


def checked_boards(boards: Any, num_players: int) -> str | tuple[int, ...]:
    """S-5, O-1."""
    allowed = (
        'boards is "symmetric" (boards 1-4), "asymmetric" (boards 5-8) or a list of different board numbers, '
        f"one a seat, all of 1-4 or all of 5-8{' (solo: always 5-8, O-1)' if num_players == 1 else ''}"
    )
    if isinstance(boards, str):
        if boards not in FAMILIES:
            raise InvalidOption(f"{allowed}; not {boards!r}")
        return "asymmetric" if num_players == 1 else boards
    numbers = _whole_numbers(boards)
    if numbers is None or len(numbers) != num_players:
        raise InvalidOption(f"{allowed}; not {boards!r} for {num_players} players")
    families = [FAMILIES["asymmetric"]] if num_players == 1 else list(FAMILIES.values())
    if not any(all(number in family for number in numbers) for family in families):
        raise InvalidOption(f"{allowed}; not {boards!r}")
    if len(set(numbers)) != len(numbers):
        raise InvalidOption(f"{allowed}; {boards!r} names a board twice")
    return numbers


def checked_rounds(rounds: Any) -> tuple[int, ...]:
    allowed = (
        f"rounds is a list of 1 to {ERAS} numbers, the rounds of each era, each from 1 to {MOST_ROUNDS_IN_ERA} "
        f"and at most {MOST_ROUNDS} together; the whole game is {ROUNDS}"
    )
    numbers = _whole_numbers(rounds)
    if (
        numbers is None
        or not 1 <= len(numbers) <= ERAS
        or not all(1 <= number <= MOST_ROUNDS_IN_ERA for number in numbers)
        or sum(numbers) > MOST_ROUNDS
    ):
        raise InvalidOption(f"{allowed}; not {rounds!r}")
    return numbers


def checked_options(num_players: Any, boards: Any, contracts: Any, rounds: Any) -> GameOptions:
    players = checked_players(num_players)
    if not isinstance(contracts, bool | np.bool_):
        raise InvalidOption(f"contracts is True or False, not {contracts!r}")
    if contracts and players == 1:
        raise InvalidOption("contracts are for 2 to 4 players; the solo game has none (O-1)")
    return GameOptions(players, checked_boards(boards, players), bool(contracts), checked_rounds(rounds))


def checked_seed(seed: Any) -> int:
    number = whole_number(seed)
    if number is None or not 0 <= number < SEEDS:
        raise InvalidOption(f"a seed is a whole number from 0 to 2**64 - 1, not {seed!r}")
    return number


def _whole_numbers(values: Any) -> tuple[int, ...] | None:
    if isinstance(values, np.ndarray):
        values = values.tolist()
    if not isinstance(values, list | tuple):
        return None
    numbers = [whole_number(value) for value in values]
    return None if None in numbers else tuple(number for number in numbers if number is not None)


@lru_cache(maxsize=1)
def built_in_catalogue() -> Catalogue:
    return load_catalogue()


# --- the game ---


def digest_of(rulebook: Any) -> bytes:
    """Tells one rule book from another, by what the rest of it follows from."""
    return hashlib.blake2b(rulebook.tobytes()[:HASHED_BYTES], digest_size=16).digest()


class Game:
    """The rules of one choice of options. Positions are made by `new_game`, `from_bytes` and `from_dict`."""

    name = NAME
    num_actions = NUM_ACTIONS

    def __init__(
        self,
        num_players: int = 2,
        boards: str | Sequence[int] = "symmetric",
        contracts: bool = False,
        rounds: Sequence[int] = ROUNDS,
        components: str | Path | None = None,
        reward: Reward = "win",
    ) -> None:
        self.options = checked_options(num_players, boards, contracts, rounds)
        self.reward = checked_reward(reward, self.options.num_players)
        if components is not None and not isinstance(components, str | Path):
            raise InvalidOption(f"components is the path of a component folder, or None; not {components!r}")
        self.num_players = self.options.num_players
        self.catalogue = built_in_catalogue() if components is None else load_catalogue(components)
        self.rulebook: Any = build_rulebook(self.catalogue, self.options)
        self._digest = digest_of(self.rulebook)
        self.rulebook_hash = self._digest.hex()
        self._rooms = new_workspaces(1)
        self._rules_row, self._room_row = as_bytes(self.rulebook), as_bytes(self._rooms)
        self._mask = np.zeros((1, NUM_ACTIONS), np.int8)
        self._listed = self._rooms["legal"][0]             # where the kernel lists the legal actions
        self._features: NDArray[np.uint8] | None = None
        self._action = np.zeros(1, np.int64)
        self._names: Any = None                            # what `notation` looks up, made when first needed
        self._lock = threading.RLock()                     # kernels let go of the GIL; positions share the workspace
        note_first_compilation()

    def __repr__(self) -> str:
        o = self.options
        return f"Game(num_players={o.num_players}, boards={o.boards!r}, contracts={o.contracts}, rounds={o.rounds})"

    def new_game(self, seed: int) -> "State":
        """A new game; the seed decides all chance in it."""
        seeds = np.array([checked_seed(seed)], np.uint64)
        state = self._blank()
        begin_games(state._record, self.rulebook, seeds, 0, 1)
        return state

    def from_bytes(self, position: bytes) -> "State":
        """What `State.to_bytes` gave; anything that cannot be a position of this game is refused."""
        record = self._checked_content(position, MAGIC, HEADER.size, 1)
        state = self._blank()
        state._buffer[:] = record
        self._check_possible(state)
        return state

    def from_dict(self, position: dict[str, Any]) -> "State":
        """The readable form, also made by hand; impossible positions are refused with the reason."""
        from undersea_env.underwater_cities.words.notation import from_dict

        return from_dict(position, self)

    @property
    def _features_row(self) -> NDArray[np.uint8]:
        """What observations say of printed things; made when the first is asked for."""
        if self._features is None:
            from undersea_env.underwater_cities.observation import features_of

            self._features = as_bytes(features_of(self))
        return self._features

    def _blank(self) -> "State":
        return State._of(self, bytearray(STATE.itemsize))

    def _checked_content(self, position: Any, magic: bytes, header: int, n: int) -> bytes:
        """The records of `n` games that follow a header."""
        if not isinstance(position, bytes | bytearray | memoryview):
            raise InvalidPosition(f"a position is given as bytes, not as {type(position).__name__}")
        content = bytes(position)
        size = header + n * STATE.itemsize + CHECKSUM
        if len(content) != size:
            raise InvalidPosition(f"expected {size} bytes, found {len(content)}")
        found, version, digest = HEADER.unpack_from(content)
        if found != magic or content[6:8] != b"\0\0":
            raise InvalidPosition(f"these bytes do not begin like a position of {NAME}")
        if version != FORMAT:
            raise InvalidPosition(f"this position has format {version}; only format {FORMAT} can be read")
        if digest != self._digest:
            raise InvalidPosition("this position is of a game with other options or other components")
        if content[-CHECKSUM:] != checksum(content[:-CHECKSUM]):
            raise InvalidPosition("these bytes are damaged: the checksum does not fit")
        return content[header:-CHECKSUM]

    def _check_possible(self, state: "State") -> None:
        """Refuse a record that no readable position gives."""
        from undersea_env.underwater_cities.words.notation import from_dict, to_dict

        wrong = "these bytes are no position of this game"
        try:
            again = from_dict(to_dict(state), self)
        except InvalidPosition as error:
            raise InvalidPosition(f"{wrong}: {error}") from error
        except (IndexError, KeyError, ValueError, OverflowError) as error:
            raise InvalidPosition(f"{wrong}: a number in them is out of range") from error
        if again._buffer != state._buffer:
            raise InvalidPosition(f"{wrong}: what follows from the position does not fit it")


def game_with(num_players: int, options: dict[str, Any]) -> "Game":
    """A game with the options that an environment does not take itself."""
    unknown = options.keys() - set(RULE_OPTIONS)
    if unknown:
        names = ", ".join(sorted(unknown))
        raise InvalidOption(f"there is no option {names} here; the options of the rules are {', '.join(RULE_OPTIONS)}")
    return Game(num_players, **options)


def checksum(content: bytes) -> bytes:
    return hashlib.blake2b(content, digest_size=CHECKSUM).digest()


# --- a position ---


class State:
    """One position of a game. It changes in place by `apply_action`; `clone` gives an independent copy."""

    __slots__ = ("_buffer", "_legal", "_mask", "_record", "_rows", "game")
    __hash__ = None  # type: ignore[assignment]

    game: Game
    _buffer: bytearray
    _record: NDArray[Any]
    _rows: NDArray[np.uint8]                           # the same memory, as kernels take it
    _legal: list[int] | None                           # both None until somebody asks
    _mask: NDArray[np.int8] | None

    def __init__(self) -> None:
        raise TypeError("positions are made by Game.new_game, Game.from_bytes and Game.from_dict")

    @classmethod
    def _of(cls, game: Game, buffer: bytearray) -> "State":
        state = object.__new__(cls)
        state.game = game
        state._look_at(buffer)
        state._legal = state._mask = None
        return state

    def _look_at(self, buffer: bytearray) -> None:
        self._buffer = buffer
        self._rows = np.frombuffer(buffer, np.uint8).reshape(1, -1)
        self._record = np.frombuffer(buffer, STATE)

    @property
    def states(self) -> States:
        """The record itself, in an array of length 1, as the kernels take it."""
        return self._record.view(np.recarray)

    # --- what is going on ---

    @property
    def is_terminal(self) -> bool:
        return bool(self._record["over"][0])

    @property
    def current_player(self) -> int:
        """The seat that decides, or -1 when the game is over."""
        return -1 if self.is_terminal else int(self._record["seat"][0])

    @property
    def legal_actions(self) -> list[int]:
        """Ascending; empty when the game is over."""
        return list(self._legal_actions())

    def _legal_actions(self) -> list[int]:
        if self._legal is None:
            game = self.game
            if self._mask is not None:
                self._legal = np.flatnonzero(self._mask).tolist()
            elif self.is_terminal:
                self._legal = []
            else:
                with game._lock:
                    n = mask_legal_actions(self._rows, game._rules_row, game._room_row, 0, game._mask, 0, 1)
                    self._legal = game._listed[:n].tolist()
        return self._legal

    def legal_mask(self) -> NDArray[np.int8]:
        """1 for each legal action."""
        mask = np.zeros(NUM_ACTIONS, np.int8)
        mask[self._legal_actions()] = 1
        return mask

    def apply_action(self, action: int) -> None:
        """Carry out a legal action; one that is not legal raises IllegalAction and changes nothing."""
        number = whole_number(action)
        if number is None or not self._is_legal(number):
            self._refuse(action, number)
        game = self.game
        with game._lock:
            game._action[0] = number
            apply_actions(self._rows, game._rules_row, game._room_row, 0, game._action, 0, 1)
        self._legal = self._mask = None

    def apply_and_observe(self, action: int) -> tuple[NDArray[np.uint8], NDArray[np.int8]]:
        """`apply_action`, and in the same pass the observation and the mask of the seat that decides next.

        The arrays are the caller's; after the end they show the game to the seat that ended it, with nothing legal.
        """
        number = whole_number(action)
        if number is None or not self._is_legal(number):
            self._refuse(action, number)
        game = self.game
        observation = np.empty_like(NO_OBSERVATIONS)
        mask = np.empty((1, NUM_ACTIONS), np.int8)
        with game._lock:
            game._action[0] = number
            step_games(
                self._rows, game._rules_row, game._features_row, game._room_row, 0, NO_SEEDS, game._action, mask,
                observation, NO_OBSERVATIONS, NO_SCORES, NOTHING_FINISHED, False, 0, 1,
            )
        self._legal, self._mask = None, mask[0].copy()
        return observation[0], mask[0]

    def _is_legal(self, number: int) -> bool:
        if self._mask is not None:
            return 0 <= number < NUM_ACTIONS and self._mask[number] != 0
        return number in self._legal_actions()

    def _refuse(self, action: Any, number: int | None) -> NoReturn:
        if number is None:
            raise IllegalAction(f"an action is a whole number from 0 to {NUM_ACTIONS - 1}, not {action!r}")
        if not 0 <= number < NUM_ACTIONS:
            raise IllegalAction(f"there is no action {number}; actions are numbered from 0 to {NUM_ACTIONS - 1}")
        if self.is_terminal:
            raise IllegalAction(f"the game is over; action {number} cannot be carried out any more")
        legal = self._legal_actions()
        examples = ", ".join(f"{other} ({self.action_to_string(other)})" for other in legal[:EXAMPLES])
        raise IllegalAction(
            f"seat {self.current_player} may not choose action {number} ({self.action_to_string(number)}): "
            f"{words.why_not(self, number)}; legal now: {len(legal)} actions, for example {examples}"
        )

    def action_to_string(self, action: int) -> str:
        """The action in the words of the game."""
        number = whole_number(action)
        if number is None or not 0 <= number < NUM_ACTIONS:
            raise IllegalAction(f"an action is a whole number from 0 to {NUM_ACTIONS - 1}, not {action!r}")
        return words.action(self, number)

    # --- copies ---

    def clone(self) -> "State":
        state = object.__new__(State)
        state.game = self.game
        state._look_at(bytearray(self._buffer))
        state._legal, state._mask = self._legal, self._mask
        return state

    def __copy__(self) -> "State":
        return self.clone()

    def __deepcopy__(self, memo: dict[int, Any]) -> "State":
        return self.clone()

    def to_bytes(self) -> bytes:
        """The whole position; `Game.from_bytes` of a game with the same options reads it."""
        content = HEADER.pack(MAGIC, FORMAT, self.game._digest) + self._buffer
        return content + checksum(content)

    def to_dict(self) -> dict[str, Any]:
        """The whole position in plain JSON types."""
        from undersea_env.underwater_cities.words.notation import to_dict

        return to_dict(self)

    def resample(self, seat: int, seed: int) -> "State":
        """A copy in which all that the seat cannot know is dealt anew."""
        from undersea_env.underwater_cities.kernel.redeal import redeal_hidden

        viewer = self._checked_seat(seat)
        stream = np.uint64(checked_seed(seed))
        state = self.clone()
        redeal_hidden(state._record, self.game.rulebook, 0, viewer, stream)
        state._legal = state._mask = None
        return state

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, State):
            return NotImplemented
        return self._buffer == other._buffer and self.game._digest == other.game._digest

    def __repr__(self) -> str:
        if self.is_terminal:
            return f"<State of {NAME}: over, scores {self.scores}>"
        return (
            f"<State of {NAME}: {self.game.num_players} players, {words.summary(self)}, "
            f"seat {self.current_player} to decide>"
        )

    # --- points ---

    @property
    def scores(self) -> tuple[int, ...]:
        """Points on the track; with the final scoring (V-1 to V-5) once the game is over."""
        players = self.game.num_players
        if not self.is_terminal:
            return tuple(self._record["players"]["resource"][0, :players, -1].tolist())
        return self._scores_at_the_end()

    def _scores_at_the_end(self) -> tuple[int, ...]:
        game = self.game
        scores = np.zeros((1, MAX_PLAYERS), np.int64)
        with game._lock:
            final_scores(self._rows, game._rules_row, game._room_row, 0, scores, 0, 1)
        return tuple(scores[0, : game.num_players].tolist())

    def score_breakdown(self, seat: int) -> dict[str, int]:
        """Points by source; `total` is the score if the game ended now."""
        seat = self._checked_seat(seat)
        game = self.game
        parts = np.zeros(len(SCORE_PARTS), np.int64)
        with game._lock:
            score_parts(self._record, game.rulebook, game._rooms, 0, seat, parts)
        points = self._record["players"]["points_from"][0, seat].tolist() + parts.tolist()
        breakdown = dict(zip((*POINT_SOURCES, *SCORE_PARTS), points, strict=True))
        return breakdown | {"total": sum(points)}

    @property
    def ranks(self) -> tuple[int, ...]:
        """1 for the first, by `scores`; ties go to the earlier in the turn order (V-6)."""
        scores, order = np.array([self.scores]), self._record["order"].astype(np.int64)
        return tuple(ranks_of(scores, order)[0].tolist())

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that won (V-6); alone, seat 0 or nobody (V-7). Empty before the end."""
        if not self.is_terminal:
            return ()
        if self.game.num_players == 1:
            return (0,) if self._returns_by("win")[0] > 0 else ()
        return (self.ranks.index(1),)

    @property
    def returns(self) -> tuple[float, ...]:
        """One number a seat by the option `reward`; zeros before the end."""
        if not self.is_terminal:
            return (0.0,) * self.game.num_players
        return self._returns_by(self.game.reward)

    def _returns_by(self, reward: Reward) -> tuple[float, ...]:
        scores, order = np.array([self.scores]), self._record["order"].astype(np.int64)
        cities = np.array([int(self._record["players"]["connected_cities"][0, 0]).bit_count()])
        return tuple(returns_of(reward, scores, order, cities)[0].tolist())

    # --- showing ---

    def observation(self, seat: int) -> Any:
        """What the seat may know, as numbers."""
        module = importlib.import_module("undersea_env.underwater_cities.observation")
        return module.observe_one(self, self._checked_seat(seat))

    def render(self, mode: str = "ansi", seat: int | None = None) -> str:
        """The position as text ("ansi") or as a picture of the table ("svg"); with a seat, only what it may know.

        `underwater_cities.drawing` makes PNG files and arrays of pixels.
        """
        if mode not in RENDER_MODES:
            raise InvalidOption(f"mode is {' or '.join(map(repr, RENDER_MODES))}, not {mode!r}")
        viewer = None if seat is None else self._checked_seat(seat)
        if mode == "svg":
            drawing = importlib.import_module("undersea_env.underwater_cities.drawing.table")
            return str(drawing.render_svg(self, viewer))
        return words.ansi(self, viewer)

    def _checked_seat(self, seat: Any) -> int:
        number = whole_number(seat)
        players = self.game.num_players
        if number is None or not 0 <= number < players:
            raise InvalidOption(f"a seat is a whole number from 0 to {players - 1}, not {seat!r}")
        return number
