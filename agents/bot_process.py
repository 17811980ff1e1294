"""Bots of files in processes of their own: whatever a bot does, the games of the others go on.

One host for each process of the arena (`bot_host.py`) forks a process for every bot. It is kept from chunk to chunk,
because it may have taken a bot long to import what it needs; the bot itself is made anew for each chunk.
"""

import atexit
import json
import os
import socket
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from undersea_env.agents.agent import Numbers, Positions
from undersea_env.agents.bot_file import is_name
from undersea_env.agents.failing import (
    DIED,
    ILLEGAL,
    LATE,
    LONGEST_REASON,
    MISSHAPEN,
    RAISED,
    AgentFailed,
    Failure,
    in_one_line,
)
from undersea_env.agents.frames import ALIGNED, Data, NoFrame, TooLate, receive, send
from undersea_env.compiling.raw import as_bytes
from undersea_env.errors import InvalidOption, WorkerDied

if TYPE_CHECKING:
    from undersea_env.core.kind import Kind

TIME_LIMIT = 10.0                # seconds for a question, and a tenth of it more for every game asked about
SECONDS_TO_MAKE = 60.0           # a bot may read a large network
GRACE = 5.0                      # a bot that is late is given so long to say where it is
PROGRAM = "import sys; sys.path[:] = {path!r}; from undersea_env.agents.bot_host import main; main({wire})"
KINDS = ILLEGAL, RAISED, MISSHAPEN, DIED, LATE


class Life:
    """A process in which bots of one file live, one after the other."""

    def __init__(self, pid: int, wire: socket.socket) -> None:
        self.pid = pid
        self.wire = wire

    def asked(self, head: Data, content: list[Numbers], largest: int) -> tuple[Data, bytearray]:
        seconds = head["seconds"] + GRACE
        send(self.wire, head, content, seconds)
        return receive(self.wire, largest, seconds)


class Host:
    """The process that bots are forked from."""

    def __init__(self) -> None:
        self._wire, theirs = socket.socketpair()
        with theirs:
            program = PROGRAM.format(path=[os.path.abspath(place) for place in sys.path], wire=theirs.fileno())
            self._process = subprocess.Popen(
                [sys.executable, "-c", program], stdin=subprocess.DEVNULL, stdout=_standard_error(),
                pass_fds=[theirs.fileno()], start_new_session=True,
            )
        self._lives: set[Life] = set()
        self._idle: dict[str, list[Life]] = {}

    def life_for(self, file: str, kind: str) -> Life:
        """One that has had bots of this file, or a new one."""
        if self._idle.get(file):
            return self._idle[file].pop()
        ours, theirs = socket.socketpair()
        with theirs:
            pid = self._told({"do": "begin", "kind": kind}, [theirs.fileno()])["pid"]
        life = Life(pid, ours)
        self._lives.add(life)
        return life

    def give_back(self, file: str, life: Life) -> None:
        if life in self._lives:
            self._idle.setdefault(file, []).append(life)

    def end(self, life: Life) -> int:
        """How it ended, or 0 - 9 if it had to be killed."""
        self._lives.discard(life)
        life.wire.close()
        return int(self._told({"do": "end", "pid": life.pid})["status"])

    def _told(self, order: Data, wires: list[int] | None = None) -> Data:
        """What the host says to an order; it says nothing by itself."""
        try:
            self._wire.settimeout(SECONDS_TO_MAKE)
            socket.send_fds(self._wire, [json.dumps(order).encode()], wires or [])
            answer: Data = json.loads(self._wire.recv(1 << 10))
        except (OSError, ValueError):
            self.close()
            raise WorkerDied("the process from which bots are started has ended; what was played before is kept if a "
                             "folder was given") from None
        return answer

    @property
    def is_running(self) -> bool:
        return self._process.poll() is None

    def close(self) -> None:
        """End it with all bots; it ends them when it sees that we are gone, and is waited for."""
        for life in self._lives:
            life.wire.close()
        self._lives.clear()
        self._idle.clear()
        self._wire.close()
        try:
            self._process.wait(GRACE)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()


_hosts: dict[int, Host] = {}                         # of this process; a copy of it needs one of its own


def _host() -> Host:
    found = _hosts.get(os.getpid())
    if found is None or not found.is_running:
        if found is not None:
            found.close()
        found = _hosts[os.getpid()] = Host()
    return found


@atexit.register
def close_bots() -> None:
    """End all processes of bots that this process has started."""
    host = _hosts.pop(os.getpid(), None)
    if host is not None:
        host.close()


class BotPlayer:
    """The bot of a file, as an agent. What it does not answer is told by `AgentFailed`."""

    def __init__(self, path: Path, seed: int, kind: "Kind", time_limit: float = TIME_LIMIT) -> None:
        self._file = path
        self._kind = kind
        self._seed = seed
        self._time_limit = time_limit
        self._life: Life | None = None
        self.seconds = 0.0                           # that its last answer took
        self.name, self.wants_positions, self.wants_observations = self._made()

    def choose(
        self, observations: Numbers | None, masks: Numbers, players: Numbers, positions: "Positions | None" = None
    ) -> NDArray[np.int64]:
        n = len(masks)
        head = {
            "do": "choose", "n": n, "seconds": self._time_limit * (1 + n / 10), "actions": self._kind.num_actions,
            "observations": 0 if observations is None else self._kind.observation.size,
            "rules": None if positions is None else _rules_of(positions),
        }
        content: list[Numbers] = [np.ascontiguousarray(masks, np.int8), np.ascontiguousarray(players, np.int64)]
        content += [] if observations is None else [np.ascontiguousarray(observations, np.uint8)]
        content += [] if positions is None else [as_bytes(np.ascontiguousarray(positions.states))]
        if self._life is None:
            self._made()
        start = time.perf_counter()
        reply, answer = self._asked(head, content, 8 * n + ALIGNED)
        self.seconds = min(float(_number(reply.get("seconds"))), time.perf_counter() - start)
        if "kind" in reply:
            if reply["kind"] == LATE:
                self._end()
            raise AgentFailed(_failure(reply))
        if len(answer) < 8 * n:
            raise self._died("its process answered with something else than its actions")
        return np.frombuffer(answer, np.int64, n)

    def close(self) -> None:
        """The process may serve the next bot of the same file."""
        life, self._life = self._life, None
        if life is not None:
            _host().give_back(str(self._file), life)

    def _made(self) -> tuple[str, bool, bool]:
        """Its name, and what it wants; a bot whose process has ended is made again with the same seed."""
        if not self._file.is_file():
            raise InvalidOption(f"there is no bot {self._file}: no such file")
        file = os.path.abspath(self._file)
        self._life = _host().life_for(str(self._file), self._kind.name)
        head = {"do": "make", "file": file, "seed": self._seed, "kind": self._kind.name, "seconds": SECONDS_TO_MAKE}
        try:
            reply, _ = self._asked(head, [], 0)
        except AgentFailed as failed:
            raise InvalidOption(f"the bot of {self._file} cannot be made: {failed.failure.reason}") from None
        if "refused" in reply:
            self._end() if reply.get("kind") == LATE else self.close()
            raise InvalidOption(str(reply["refused"]).replace(file, str(self._file)))
        name = str(reply.get("name"))
        return name if is_name(name) else self._file.stem, bool(reply.get("positions")), bool(reply.get("observations"))

    def _asked(self, head: Data, content: list[Numbers], largest: int) -> tuple[Data, bytearray]:
        assert self._life is not None
        try:
            return self._life.asked(head, content, largest)
        except NoFrame:
            raise self._died() from None
        except TooLate:
            self._end()
            raise AgentFailed(Failure(LATE, f"took more than {head['seconds']:g} seconds, and had to be killed "
                                            f"({self._file.name})")) from None

    def _died(self, words: str = "") -> AgentFailed:
        status = self._end()
        how = f"was killed by signal {-status}" if status < 0 else f"ended by itself with exit code {status}"
        return AgentFailed(Failure(DIED, f"{words or f'its process {how}'} ({self._file.name})"))

    def _end(self) -> int:
        life, self._life = self._life, None
        return 0 if life is None else _host().end(life)


def _rules_of(positions: "Positions") -> Data:
    components = positions.game.components
    return {
        "options": positions.game.options.as_json(),
        "components": None if components is None else os.path.abspath(components),
    }


def _failure(reply: Data) -> Failure:
    kind = reply["kind"]
    return Failure(kind if kind in KINDS else RAISED, in_one_line(str(reply.get("reason"))[: 2 * LONGEST_REASON]))


def _number(value: Any) -> float:
    return float(value) if isinstance(value, int | float) else 0.0


def _standard_error() -> int:
    """Where the output of bots goes: it is no part of ours."""
    with suppress(OSError):
        os.fstat(2)
        return 2
    return subprocess.DEVNULL
