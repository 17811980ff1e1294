"""What a bot's process and the arena say to each other: an object in JSON and some bytes. Nothing in it is executed."""

import json
import socket
import struct
import time
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

SIZES = struct.Struct("<II")                             # of the JSON and of the bytes
LARGEST_HEAD = 1 << 16
ALIGNED = 64                                             # bytes

Data = dict[str, Any]
Buffer = bytes | NDArray[Any]


class NoFrame(Exception):  # noqa: N818  told by whoever catches it
    """The other side is gone, or says something else."""


class TooLate(Exception):  # noqa: N818  the same
    """The other side has not said anything in time."""


def send(wire: socket.socket, head: Data, parts: Sequence[Buffer] = (), seconds: float | None = None) -> None:
    """The parts follow the head, each from a place that is good for any array."""
    text = json.dumps(head).encode()
    contents = [np.frombuffer(part, np.uint8).data for part in parts]
    sent: list[bytes | memoryview] = [SIZES.pack(len(text), sum(map(_room, contents))), text]
    for content in contents:
        sent += [content, bytes(_room(content) - len(content))]
    try:
        wire.settimeout(seconds)
        left = [memoryview(piece) for piece in sent if len(piece)]
        while left:
            done = wire.sendmsg(left)
            while left and done >= len(left[0]):
                done -= len(left.pop(0))
            if done:
                left[0] = left[0][done:]
    except TimeoutError:
        raise TooLate from None
    except OSError as error:
        raise NoFrame(error.strerror) from None


def parts_of(content: bytearray, kinds: Iterable[tuple[int, Any]]) -> Iterator[NDArray[Any]]:
    """What was sent, as arrays over the same memory: of so many elements of a type each."""
    at = 0
    for n, kind in kinds:
        part = np.frombuffer(content, kind, n, at)
        at += _room(part.view(np.uint8))
        yield part


def _room(part: Any) -> int:
    return -(-len(part) // ALIGNED) * ALIGNED


def receive(wire: socket.socket, largest: int, seconds: float | None = None) -> tuple[Data, bytearray]:
    """The next frame, with so many bytes at most."""
    end = None if seconds is None else time.monotonic() + seconds
    head_size, size = SIZES.unpack(_received(wire, SIZES.size, end))
    if head_size > LARGEST_HEAD or size > largest:
        raise NoFrame("no such frame")
    try:
        head = json.loads(_received(wire, head_size, end))
    except (ValueError, RecursionError):
        raise NoFrame("not JSON") from None
    if not isinstance(head, dict):
        raise NoFrame("no object in JSON")
    return head, _received(wire, size, end)


def _received(wire: socket.socket, size: int, end: float | None) -> bytearray:
    content = bytearray(size)
    left = memoryview(content)
    while left:
        seconds = None if end is None else end - time.monotonic()
        if seconds is not None and seconds <= 0:
            raise TooLate
        try:
            wire.settimeout(seconds)
            got = wire.recv_into(left)
        except TimeoutError:
            raise TooLate from None
        except OSError as error:
            raise NoFrame(error.strerror) from None
        if not got:
            raise NoFrame("closed")
        left = left[got:]
    return content
