"""Positions as bytes: a header that names format and rule book, the records, and a checksum."""

import hashlib
import struct
from typing import TYPE_CHECKING, Any

from undersea_env.errors import InvalidPosition

if TYPE_CHECKING:
    from undersea_env.core.position import Game

POSITION, BATCH, ENVIRONMENT = b"po", b"ba", b"en"     # behind the letters of the game: what the bytes are
FORMAT = 1
HEADER = struct.Struct("<4sHxx16s")                    # letters, version of the format, hash of the rule book
CHECKSUM = 8


def checksum(content: bytes) -> bytes:
    return hashlib.blake2b(content, digest_size=CHECKSUM).digest()


def sealed(content: bytes) -> bytes:
    return content + checksum(content)


def digest_of(rulebook: Any, hashed_bytes: int | None) -> bytes:
    """Tells one rule book from another, by what the rest of it follows from."""
    return hashlib.blake2b(rulebook.tobytes()[:hashed_bytes], digest_size=16).digest()


def header_of(game: "Game", what: bytes) -> bytes:
    return HEADER.pack(game.kind.letters + what, FORMAT, game.digest)


def checked_content(game: "Game", given: Any, what: bytes, more_header: int = 0, n: int = 1) -> bytes:
    """The records of `n` games that follow a header, and so many bytes more."""
    if not isinstance(given, bytes | bytearray | memoryview):
        raise InvalidPosition(f"a position is given as bytes, not as {type(given).__name__}")
    content = bytes(given)
    header = HEADER.size + more_header
    size = header + n * game.kind.state.itemsize + CHECKSUM
    if len(content) != size:
        raise InvalidPosition(f"expected {size} bytes, found {len(content)}")
    found, version, digest = HEADER.unpack_from(content)
    if found != game.kind.letters + what or content[6:8] != b"\0\0":
        raise InvalidPosition(f"these bytes do not begin like a position of {game.kind.id}")
    if version != FORMAT:
        raise InvalidPosition(f"this position has format {version}; only format {FORMAT} can be read")
    if digest != game.digest:
        raise InvalidPosition("this position is of a game with other options or other components")
    if content[-CHECKSUM:] != checksum(content[:-CHECKSUM]):
        raise InvalidPosition("these bytes are damaged: the checksum does not fit")
    return content[header:-CHECKSUM]
