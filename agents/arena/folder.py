"""The folder of a run: what was asked for, and every chunk that was played, as soon as it is played.

A run that was stopped goes on where it was; another run is not mixed into it, and one process at a time plays into it.
Every line of chunks.jsonl ends with a seal, a hash of the line and of what was asked for: a line that was changed, or
comes from another run, is not believed.
"""

import json
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from hashlib import blake2b
from pathlib import Path
from typing import Any

from filelock import FileLock, Timeout

from undersea_env.errors import DamagedResults, InvalidOption

SETTINGS, CHUNKS, LOCK = "settings.json", "chunks.jsonl", "arena.lock"
LARGEST_SETTINGS = 10_000_000                              # bytes
LONGEST_LINE = 100_000_000                                 # bytes; a chunk of recorded games has a few hundred thousand
SEAL = ',"seal":"{}"}}'
SEAL_BYTES = 8
HINT = "--repair has the games of damaged lines played again"
Data = dict[str, Any]


def write_whole(path: Path, text: str) -> None:
    """All of it or nothing: a reader never meets half a file."""
    write_lines(path, [text.encode("utf-8")])


def write_lines(path: Path, lines: Iterator[bytes] | list[bytes]) -> None:
    """The same, of what is longer than a text should be."""
    half = path.with_name(f"{path.name}.part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with half.open("wb") as file:
            file.writelines(lines)
            file.flush()
            os.fsync(file.fileno())
        os.replace(half, path)
    except OSError as error:
        raise InvalidOption(f"{path} cannot be written: {error.strerror}") from None


def as_json(data: Any) -> str:
    return json.dumps(data, indent=1, ensure_ascii=False) + "\n"


@contextmanager
def held(path: Path | None) -> Iterator[None]:
    """Nobody else plays into this folder meanwhile. Whoever holds it may ask again."""
    if path is None:
        yield
        return
    if path.exists() and not path.is_dir():
        raise InvalidOption(f"{path} is not a folder")
    is_new = not path.exists()
    try:
        path.mkdir(parents=True, exist_ok=True)
        lock = FileLock(path.resolve() / LOCK, timeout=0, is_singleton=True)
        lock.acquire()
    except Timeout:
        raise InvalidOption(f"another process is playing into {path}; wait for it, or choose another folder") from None
    except OSError as error:
        raise InvalidOption(f"{path} cannot be written: {error.strerror}") from None
    try:
        yield
    finally:
        lock.release()
        if is_new and [file.name for file in path.iterdir()] == [LOCK]:        # refused before anything was played
            (path / LOCK).unlink()
            path.rmdir()


class RunFolder:
    """Opened for one set of settings by whoever holds it; `played` are the chunks that are there already, by number.

    `fits` says whether what a line has can be a chunk of this run. With `repair` damaged lines are removed.
    """

    def __init__(
        self, path: Path, settings: Data, fits: Callable[[Data], bool] = lambda chunk: True, repair: bool = False
    ) -> None:
        self.path = path
        self._key = blake2b(json.dumps(settings, sort_keys=True).encode()).digest()
        self._fits = fits
        found = self._stored_settings()
        if found is not None:
            self._check_same(found, settings)
        elif repair or not any((path / name).exists() for name in (SETTINGS, CHUNKS)):
            write_whole(path / SETTINGS, as_json(settings))
        elif (path / SETTINGS).exists():
            raise DamagedResults(f"{path / SETTINGS} cannot be read; choose another folder, or, if it was this very "
                                 f"command, {HINT}")
        else:
            raise InvalidOption(f"{path} has {CHUNKS} but no {SETTINGS}; choose another folder")
        self.played: dict[int, Data] = {}
        for chunk in self._whole_chunks(repair):
            self.played.setdefault(chunk["chunk"], chunk)

    def _stored_settings(self) -> Data | None:
        """None if they are not there or damaged."""
        try:
            with (self.path / SETTINGS).open("rb") as file:
                found = json.loads(file.read(LARGEST_SETTINGS))
        except (OSError, ValueError, RecursionError):
            return None
        return found if isinstance(found, dict) else None

    def _check_same(self, found: Data, settings: Data) -> None:
        for key in dict.fromkeys([*settings, *found]):
            was, now = (json.dumps(values.get(key)) for values in (found, settings))
            if was != now:
                raise InvalidOption(f"{self.path} has the results of another run ({key}: {was:.200}, now {now:.200}); "
                                    "choose another folder")

    def _whole_chunks(self, repair: bool) -> Iterator[Data]:
        """What was played before. A last line that was cut off is dropped, and played again."""
        path = self.path / CHUNKS
        if not path.exists():
            return
        damaged, end = [], 0
        for number, line in enumerate(self._lines(), 1):
            if not line.endswith(b"\n") and len(line) <= LONGEST_LINE:
                with path.open("r+b") as file:
                    file.truncate(end)
                break
            end += len(line)
            chunk = self._chunk_of(line)
            if chunk is not None:
                yield chunk
            elif repair:
                damaged.append(number)
            else:
                raise DamagedResults(f"{path}, line {number}: damaged; {HINT}")
        if damaged:
            write_lines(path, (line for line in self._lines() if self._chunk_of(line) is not None))
            numbers = ", ".join(map(str, damaged[:20])) + (" ..." if len(damaged) > 20 else "")
            print(f"undersea: {path}: removed what was damaged, line {numbers}; its games are played again",
                  file=sys.stderr)

    def _lines(self) -> Iterator[bytes]:
        try:
            with (self.path / CHUNKS).open("rb") as file:
                while line := file.readline(LONGEST_LINE + 1):
                    yield line
        except OSError as error:
            raise InvalidOption(f"{self.path / CHUNKS} cannot be read: {error.strerror}") from None

    def _chunk_of(self, line: bytes) -> Data | None:
        """None for a line that this run has not written."""
        tail = len(SEAL.format("")) + 2 * SEAL_BYTES + 1
        content = line[:-tail] + b"}"
        if line[-tail:] != self._sealed(content)[-tail:]:
            return None
        try:
            chunk = json.loads(content)
            return chunk if self._fits(chunk) else None
        except (ValueError, RecursionError, KeyError, TypeError, IndexError):
            return None

    def _sealed(self, content: bytes) -> bytes:
        """A line: the object with its seal as the last of its keys."""
        seal = blake2b(content, key=self._key, digest_size=SEAL_BYTES).hexdigest()
        return content[:-1] + SEAL.format(seal).encode() + b"\n"

    @contextmanager
    def appending(self) -> Iterator["RunFolder"]:
        try:
            self._file = (self.path / CHUNKS).open("ab")
        except OSError as error:
            raise InvalidOption(f"{self.path / CHUNKS} cannot be written: {error.strerror}") from None
        with self._file:
            yield self

    def keep(self, chunk: Data) -> None:
        """On the disk when this returns."""
        try:
            self._file.write(self._sealed(json.dumps(chunk, separators=(",", ":"), ensure_ascii=False).encode()))
            self._file.flush()
            os.fsync(self._file.fileno())
        except OSError as error:
            raise InvalidOption(f"{self.path / CHUNKS} cannot be written: {error.strerror}") from None
