"""What a bot's process and the arena say to each other: an object in JSON and some bytes. Nothing in it is executed."""

import json
import socket
import struct
import time
from typing import Any

SIZES = struct.Struct("<II")                             # of the JSON and of the bytes
LARGEST_HEAD = 1 << 16

Data = dict[str, Any]


class NoFrame(Exception):  # noqa: N818  told by whoever catches it
    """The other side is gone, or says something else."""


class TooLate(Exception):  # noqa: N818  the same
    """The other side has not said anything in time."""


def send(wire: socket.socket, head: Data, content: bytes = b"", seconds: float | None = None) -> None:
    text = json.dumps(head).encode()
    try:
        wire.settimeout(seconds)
        wire.sendall(SIZES.pack(len(text), len(content)) + text + content)
    except TimeoutError:
        raise TooLate from None
    except OSError as error:
        raise NoFrame(error.strerror) from None


def receive(wire: socket.socket, largest: int, seconds: float | None = None) -> tuple[Data, bytes]:
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
    return head, bytes(_received(wire, size, end))


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
