"""The tables of the page: who plays, whose turn it is, and agents that decide; each answer is written down."""

import hmac
import json
import secrets
import threading
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from undersea_env.agents.arena.asking import Asked, leave, player_of
from undersea_env.agents.arena.choice import GameChoice
from undersea_env.agents.arena.folder import write_whole
from undersea_env.agents.arena.plan import AGENTS, REDEALS
from undersea_env.agents.arena.replays import Replay, parsed
from undersea_env.agents.arena.table import HUMAN, NotTakenBack, Table, has_shown_something
from undersea_env.core.checking import SEEDS
from undersea_env.core.position import State
from undersea_env.core.streams import handed_seed
from undersea_env.core.view import Option
from undersea_env.errors import IllegalAction, InvalidOption, UnderseaError
from undersea_env.web.gestures import taken_for
from undersea_env.web.recordings import WORLD, drawn, form_of

MOST_TABLES = 50
LONGEST_GESTURE = 8                                    # answers at once
SLOWEST = 10.0                                         # seconds between the decisions of agents
USUAL, WATCHED = 0.15, 0.6
ENDING = ".json"


class NoTable(UnderseaError, LookupError):  # noqa: N818  named like the others
    """There is no such table, or not for whoever asks."""


class NotYours(UnderseaError, PermissionError):  # noqa: N818  the same
    """The seat belongs to somebody else."""


class TooLate(UnderseaError):  # noqa: N818  the same
    """The question was answered, or taken back, meanwhile."""


@dataclass(frozen=True)
class Seat:
    """Who sits there: the code of an agent, or a person, to whom the key belongs."""

    code: str
    key: str

    @property
    def is_person(self) -> bool:
        return self.code == HUMAN


class PlayedTable:
    """A table with its keys. `decision` numbers the questions and only rises, also when answers are taken back."""

    def __init__(self, id: str, choice: GameChoice, seats: list[Seat], seed: int, seed_of_agents: int) -> None:
        self.id = id
        self.seats = seats
        self.seed_of_agents = seed_of_agents
        kind = choice.kind
        agents = [None if seat.is_person else self._agent(seat.code, k, kind) for k, seat in enumerate(seats)]
        names = [HUMAN if agent is None else str(agent.agent.name) for agent in agents]
        self.table = Table(choice, seed, names, agents)
        self.decision = 0
        self.changes = 0                               # of anything that is shown; streams of events wait for it
        self.pace = USUAL if self.people else WATCHED
        self.taken: list[str] = []                     # what was answered for the person after the last answer
        self.is_paused = False
        self.steps = 0                                 # that somebody asked for while it is paused
        self.file: Path | None = None
        self.lock = threading.RLock()
        self._stir = threading.Condition(self.lock)
        self._driver: threading.Thread | None = None
        self._is_closed = False

    def _agent(self, code: str, seat: int, kind: Any) -> Asked:
        return Asked(
            player_of(code, handed_seed(self.seed_of_agents, AGENTS, seat), kind),
            handed_seed(self.seed_of_agents, REDEALS, seat),
        )

    @property
    def people(self) -> list[int]:
        return [number for number, seat in enumerate(self.seats) if seat.is_person]

    @property
    def state(self) -> State:
        return self.table.state

    @property
    def is_agents_turn(self) -> bool:
        return not self.table.is_over and not self.seats[self.state.current_player].is_person

    # --- who asks ---

    def seat_of(self, key: str | None) -> int | None:
        """The seat that a key opens; None for who watches a game without people, or one that is over."""
        for number, seat in enumerate(self.seats):
            if seat.is_person and key is not None and hmac.compare_digest(key.encode(), seat.key.encode()):
                return number
        if self.people and not self.table.is_over:
            raise NotYours("people play at this table, and only they see it before it is over")
        return None

    # --- deciding ---

    def answer(self, seat: int, decision: int, actions: list[int], sure: bool, skips: bool = False) -> str | None:
        """Carry out a gesture. If it cannot be taken back and nobody said so: nothing is done, and why in words.

        `skips`: questions after it whose answer makes no difference are answered too, to be taken back with it.
        """
        with self.lock:
            self._check_question(seat, decision)
            if not sure:
                held = self._held(seat, actions)
                if held is not None:
                    return held
            trial = self.state.clone()                 # all of it, or nothing
            for action in actions:
                if trial.current_player != seat:
                    raise IllegalAction("the turn is over before all of that is done")
                trial.apply_action(action)
            taken = self._taken(trial, seat) if skips else []
            self.taken = [words for _, words in taken]
            self.table.answer(*actions, *(action for action, _ in taken))
            self._changed()
            return None

    def _taken(self, state: State, seat: int) -> list[tuple[int, str]]:
        """Answers that make no difference, with their words, as far as they can be taken back."""
        taken: list[tuple[int, str]] = []
        if has_shown_something(self.state, state):
            return taken
        while state.current_player == seat and (action := taken_for(state)) is not None:
            words, before = state.action_to_string(action), state.clone()
            state.apply_action(action)
            if state.current_player != seat or has_shown_something(before, state):
                break
            taken.append((action, words))
        return taken

    def _held(self, seat: int, actions: list[int]) -> str | None:
        """Why a gesture cannot be taken back once it is made; None if it can.

        It is tried in a world that the seat cannot tell from the true one, so nothing hidden is told by it.
        """
        before = self.state.resample(seat, WORLD)
        after = before.clone()
        for action in actions:
            after.apply_action(action)
            if after.is_terminal:
                return "The game ends with this."
            if after.current_player != seat:
                return "Your turn ends with this."
            if has_shown_something(before, after):
                return "Something hidden is seen with this."
        return None

    def undo(self, seat: int, decision: int) -> None:
        with self.lock:
            self._check_question(seat, decision, undoing=True)
            self.table.undo()
            self.taken = []
            self._changed()

    def _check_question(self, seat: int, decision: int, undoing: bool = False) -> None:
        if decision != self.decision:
            raise TooLate("this question was answered meanwhile")
        if self.table.is_over:
            raise IllegalAction("nothing is answered or taken back any more: the game is over")
        if self.state.current_player != seat:
            if undoing:
                raise NotTakenBack("There is nothing to take back: somebody else decides now.")
            raise IllegalAction("it is somebody else's turn")

    def _changed(self) -> None:
        """After every answer: it is written down, and whoever waits goes on."""
        with self.lock:
            self.decision += 1
            self.changes += 1
            self.save()
            self._stir.notify_all()
        self.drive()

    # --- agents ---

    def drive(self) -> None:
        """Let agents decide, in a thread of their own, until it is a person's turn."""
        with self.lock:
            if self._is_closed or not self.is_agents_turn or (self._driver is not None and self._driver.is_alive()):
                return
            self._driver = threading.Thread(target=self._drive, name=f"table {self.id}", daemon=True)
            self._driver.start()

    def _drive(self) -> None:
        while True:
            with self.lock:
                while self.is_paused and not self.steps and not self._is_closed:
                    self._stir.wait()
                if self._is_closed or not self.is_agents_turn:
                    self._driver = None
                    return
                if self.steps:
                    self.steps -= 1
                agent = self.table.seats[self.state.current_player]
            assert agent is not None
            answer = self.table.ask(agent)             # nobody else can decide now
            with self.lock:
                if self._is_closed:
                    return
                self.table.take_from_agent(answer)
                self.decision += 1
                self.changes += 1
                self.save()
                if self.pace and not self.steps:
                    self._stir.wait(self.pace)

    def steer(self, pace: float | None, is_paused: bool | None, steps: int) -> None:
        """How fast agents play. Whoever plays may do that, and whoever watches a game without people."""
        with self.lock:
            if pace is not None:
                self.pace = pace
            if is_paused is not None:
                self.is_paused = is_paused
            self.steps = min(self.steps + steps, 1000)
            self.changes += 1
            self._stir.notify_all()

    def close(self) -> None:
        with self.lock:
            self._is_closed = True
            self._stir.notify_all()
            for agent in self.table.seats:
                if agent is not None:
                    leave(agent.agent)

    # --- what is shown ---

    def view(self, key: str | None, theme: str, eyes: int | None = None) -> dict[str, Any]:
        """All that the page shows to whoever has the key. `eyes`: who watches may look from a seat."""
        with self.lock:
            seat = self.seat_of(key)
            seat = eyes if seat is None and eyes is not None else seat
            if seat is not None and seat not in range(len(self.seats)):
                raise InvalidOption(f"the table has the seats 0 to {len(self.seats) - 1}, not {seat}")
            table, game = self.table, self.table.game
            over = table.is_over
            state = table.state if seat is None or over else table.state.resample(seat, WORLD)
            decides = not over and seat is not None and seat in self.people and state.current_player == seat
            return {
                "table": self.id, "game": game.kind.name, "title": game.kind.title, "decision": self.decision,
                "seat": seat, "names": self._names(seat), "people": self.people, "to_move": state.current_player,
                "over": over, "outcome": table.outcome() if over else None,
                "score_sheet": table.words.score_sheet(table.state) if table.state.is_terminal else None,
                "question": "" if state.is_terminal else table.words.question(state),
                "summary": table.words.summary(state), "scores": list(state.scores),
                "options": [_said(option) for option in state.options] if decides else [],
                "blocked": state.blocked(seat) if decides and seat is not None else {},
                "log": table.lines.get(seat, table.lines.get(None, [])),
                "taken": self.taken if decides else [],
                "can_undo": decides and table.can_undo, "pace": self.pace, "paused": self.is_paused,
                "form": form_of(game), "drawing": drawn(state, None if over else seat, theme),
            }

    def _names(self, seat: int | None) -> list[str]:
        return ["you" if number == seat and other.is_person else self.table.names[number]
                for number, other in enumerate(self.seats)]

    def why(self, key: str | None, targets: list[str], action: int | None) -> str | None:
        """Why a click, or an action, is no answer to the open question; None if it is one, or begins one."""
        with self.lock:
            seat = self.seat_of(key)
            if seat is None or self.state.current_player != seat:
                raise NotYours("it is not your turn")
            state = self.state.resample(seat, WORLD)
            if action is not None:
                try:
                    state.apply_action(action)
                except IllegalAction as error:
                    return str(error)
                return None
            return state.why(*targets)

    def asked(self, seat: int) -> State:
        """A copy of the position in which that seat decides."""
        with self.lock:
            if self.state.current_player != seat:
                raise NotYours("it is not your turn")
            return self.state.clone()

    def heading(self) -> dict[str, Any]:
        """What may be told of a table to everybody."""
        with self.lock:
            table = self.table
            return {
                "table": self.id, "game": table.game.kind.name, "title": table.game.kind.title, "names": table.names,
                "over": table.is_over, "scores": list(table.state.scores), "people": self.people,
                "summary": table.words.summary(table.state),
            }

    # --- kept in a file ---

    def save(self) -> None:
        if self.file is None:
            return
        data = {
            "table": self.id, "seats": [[seat.code, seat.key] for seat in self.seats], "decision": self.decision,
            "seed_of_agents": self.seed_of_agents, "pace": self.pace, "replay": self.table.replay().as_line(),
        }
        write_whole(self.file, json.dumps(data))

    @classmethod
    def of(cls, data: Any, file: Path) -> "PlayedTable":
        """From a file; agents go on with other random numbers than before."""
        replay = parsed(data["replay"].encode())
        seats = [Seat(str(code), str(key)) for code, key in data["seats"]]
        agents = handed_seed(int(data["seed_of_agents"]), len(replay.actions))
        table = cls(str(data["table"]), replay.choice, seats, replay.seed, agents)
        replay.game()
        table.table.resume(replay.actions)
        table.decision = int(data["decision"]) + 1
        table.pace = float(data["pace"])
        table.file = file
        return table


def _said(option: Option) -> dict[str, Any]:
    """`marks` are facts that are simply true of it, such as `matches`."""
    marks = [name for name, value in option.facts.items() if value is True]
    return {
        "action": option.action, "kind": option.kind, "words": option.words, "targets": list(option.targets),
        "marks": marks,
    }


class Tables:
    """All tables. Those of the folder were there when the server was started before."""

    def __init__(self, folder: Path | None, agents: list[str]) -> None:
        self.folder = folder
        self.agents = agents
        self.problems: list[str] = []                  # of files that could not be read
        self._tables: dict[str, PlayedTable] = {}
        self._lock = threading.Lock()
        if folder is not None and folder.is_dir():
            for file in sorted(folder.glob(f"*{ENDING}"), key=lambda path: path.stat().st_mtime)[-MOST_TABLES:]:
                try:
                    table = PlayedTable.of(json.loads(file.read_text("utf-8")), file)
                except (UnderseaError, ValueError, KeyError, TypeError, OSError) as error:
                    self.problems.append(f"{file.name}: {error}")
                    continue
                self._tables[table.id] = table

    def open(
        self, choice: GameChoice, codes: list[str], seed: int | None = None, replay: Replay | None = None,
        decision: int = 0,
    ) -> PlayedTable:
        """A new table, or one that goes on from a moment of a recorded game."""
        if len(codes) != choice.num_players:
            raise InvalidOption(f"the game has {choice.num_players} seats, and {len(codes)} are taken")
        for code in codes:
            if code not in (HUMAN, *self.agents):
                raise InvalidOption(f"there is no agent {code!r} at this server; there are {', '.join(self.agents)}")
        id = secrets.token_hex(8)
        seats = [Seat(code, secrets.token_urlsafe(16)) for code in codes]
        seed = secrets.randbelow(SEEDS) if seed is None else seed
        table = PlayedTable(id, choice, seats, seed, secrets.randbelow(SEEDS))
        if replay is not None:
            table.table.resume(replay.actions[:decision])
        if self.folder is not None:
            table.file = self.folder / f"{id}{ENDING}"
        with self._lock:
            self._make_room()
            self._tables[id] = table
        table.save()
        return table

    def _make_room(self) -> None:
        """The oldest game that is over goes from here (its file stays); nobody loses a game that is not."""
        if len(self._tables) < MOST_TABLES:
            return
        done = next((id for id, table in self._tables.items() if table.table.is_over), None)
        if done is None:
            raise InvalidOption(f"there are {MOST_TABLES} unfinished games already; remove a table first")
        self._tables.pop(done).close()

    def __getitem__(self, id: str) -> PlayedTable:
        with self._lock:
            table = self._tables.get(id)
        if table is None:
            raise NoTable("there is no such table")
        return table

    def __iter__(self) -> Any:
        with self._lock:
            return iter(list(self._tables.values()))

    def remove(self, id: str) -> None:
        """With its file."""
        with self._lock:
            table = self._tables.pop(id, None)
        if table is None:
            raise NoTable("there is no such table")
        table.close()
        if table.file is not None:
            table.file.unlink(missing_ok=True)

    def close(self) -> None:
        for table in self:
            table.close()
