"""The process in which the files of bots are executed: a host that runs none of their code, and a fork of it for each.

The arena talks to the host (`main`) through one socket, and to every bot (`live`) through one of its own; see
`bot_process.py`. A bot has its own session, so that it ends with all that it has started.
"""

import json
import os
import signal
import socket
import time
import warnings
from contextlib import suppress
from pathlib import Path
from types import FrameType
from typing import Any, NoReturn

import numpy as np

from undersea_env.agents.agent import wants_observations, wants_positions
from undersea_env.agents.bot_file import made
from undersea_env.agents.failing import LATE, RAISED, AgentFailed, answered, place_in, reason_of
from undersea_env.agents.frames import Data, NoFrame, parts_of, receive, send
from undersea_env.core.registry import kind_of
from undersea_env.errors import InvalidOption

LARGEST_REQUEST = 1 << 31
LARGEST_ORDER = 1 << 16


# --- the host ---


def main(wire_number: int) -> NoReturn:
    """Fork a process for every bot and end it when told; when the arena is gone, everything ends."""
    arena = socket.socket(fileno=wire_number)
    running: set[int] = set()
    try:
        while True:
            order, wires, *_ = socket.recv_fds(arena, LARGEST_ORDER, 1)
            if not order:
                break
            told = json.loads(order)
            if told["do"] == "begin":
                with suppress(Exception):                # what is wrong with it, the bot's own process will tell
                    kind_of(told["kind"])
                pid = _forked(arena, wires[0])
                running.add(pid)
                arena.sendall(json.dumps({"pid": pid}).encode())
            else:
                running.discard(told["pid"])
                arena.sendall(json.dumps({"status": _ended(told["pid"])}).encode())
    finally:
        for pid in running:
            _ended(pid)
        os._exit(0)


def _forked(arena: socket.socket, wire_number: int) -> int:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)      # threads of numpy's, which are prepared for it
        pid = os.fork()
    if pid == 0:
        os.setsid()
        arena.close()
        live(socket.socket(fileno=wire_number))
    os.close(wire_number)
    return pid


def _ended(pid: int) -> int:
    """End a process and what it has started; how it ended, as os.waitstatus_to_exitcode tells it."""
    over, status = os.waitpid(pid, os.WNOHANG)
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(pid, signal.SIGKILL)
    if not over:
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
        _, status = os.waitpid(pid, 0)
    return os.waitstatus_to_exitcode(status)


# --- a bot ---


def live(wire: socket.socket) -> NoReturn:
    """Make bots of one file, one after the other, and let them answer, until nobody asks any more."""
    home, own = Path.cwd(), os.getpid()
    life = Life(wire)
    while True:
        try:
            head, content = receive(wire, LARGEST_REQUEST)
            if head["do"] == "make":
                os.chdir(home)
            reply, answer = life.make(head) if head["do"] == "make" else life.choose(head, content)
            if os.getpid() != own:                       # a copy that the bot has made of itself
                os._exit(0)
            send(wire, reply, [answer] if answer else ())
        except NoFrame:
            os._exit(0)


class Life:
    def __init__(self, wire: socket.socket) -> None:
        self.wire = wire
        self.own = os.getpid()
        self.file = Path()
        self.bot: Any = None
        self.kind: Any = None

    def make(self, head: Data) -> tuple[Data, bytes]:
        self.file = Path(head["file"])
        try:
            self._begin(head["seconds"], "being made")
            self.kind = kind_of(head["kind"])
            self.bot = made(self.file, {"seed": head["seed"], "game": self.kind})
            wants = {"positions": wants_positions(self.bot), "observations": wants_observations(self.bot)}
            return {"name": str(self.bot.name), **wants}, b""
        except InvalidOption as error:
            return {"refused": str(error)}, b""
        except BaseException as error:
            return {"refused": f"the bot of {self.file} cannot be made: {reason_of(error, self.file)}"}, b""
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)

    def choose(self, head: Data, content: bytearray) -> tuple[Data, bytes]:
        questions = self._questions(head, content)
        self._begin(head["seconds"], f"answering {head['n']} question{'s' * (head['n'] > 1)}")
        start = time.perf_counter()
        reply: Data = {}
        answer = b""
        try:
            answer = answered(self.bot.choose(*questions), head["n"]).tobytes()
        except AgentFailed as error:
            reply = {"kind": error.failure.kind, "reason": error.failure.reason}
        except BaseException as error:
            reply = {"kind": RAISED, "reason": reason_of(error, self.file)}
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
        return reply | {"seconds": time.perf_counter() - start}, answer

    def _questions(self, head: Data, content: bytearray) -> list[Any]:
        """What the bot is given, in arrays of its own."""
        n, rules = head["n"], head["rules"]
        sizes = [(n * head["actions"], np.int8), (n, np.int64)]
        sizes += [(n * head["observations"], np.uint8)] if head["observations"] else []
        sizes += [(n, self.kind.state)] if rules else []
        masks, players, *others = parts_of(content, sizes)
        observations = others.pop(0).reshape(n, -1) if head["observations"] else None
        if not rules:
            return [observations, masks.reshape(n, -1), players]
        from undersea_env.agents.arena.choice import GameChoice
        from undersea_env.core.redealing import Positions

        game = GameChoice.of(self.kind, components=rules["components"], **rules["options"]).game()
        return [observations, masks.reshape(n, -1), players, Positions(game, others[0].view(np.recarray))]

    def _begin(self, seconds: float, doing: str) -> None:
        """From now on there are so many seconds. What is late says where it is, and ends, whatever it would catch."""

        def too_late(number: int, frame: FrameType | None) -> None:
            if os.getpid() == self.own:
                reason = f"took more than {seconds:g} seconds for {doing} (at {place_in(frame, self.file)})"
                with suppress(BaseException):
                    send(self.wire, {"kind": LATE, "reason": reason, "refused": f"the bot of {self.file} {reason}",
                                     "seconds": seconds}, seconds=1.0)
            os._exit(0)

        signal.signal(signal.SIGALRM, too_late)
        signal.setitimer(signal.ITIMER_REAL, seconds)


