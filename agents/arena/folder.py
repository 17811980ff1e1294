"""The folder of a run: what was asked for, and every chunk that was played, as soon as it is played.

A run that was stopped goes on where it was; another run is not mixed into it.
"""

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from undersea_env.errors import InvalidOption

SETTINGS, CHUNKS = "settings.json", "chunks.jsonl"
Data = dict[str, Any]


def write_whole(path: Path, text: str) -> None:
    """All of it or nothing: a reader never meets half a file."""
    half = path.with_name(f"{path.name}.part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with half.open("w", encoding="utf-8", newline="\n") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        os.replace(half, path)
    except OSError as error:
        raise InvalidOption(f"{path} cannot be written: {error.strerror}") from None


def as_json(data: Any) -> str:
    return json.dumps(data, indent=1, ensure_ascii=False) + "\n"


class RunFolder:
    """Opened for one set of settings; `played` are the chunks that are there already, by number."""

    def __init__(self, path: Path, settings: Data) -> None:
        self.path = path
        self.played: dict[int, Data] = {}
        if path.exists() and not path.is_dir():
            raise InvalidOption(f"{path} is not a folder")
        if (path / SETTINGS).exists():
            self._check_same(settings)
            self.played = {chunk["chunk"]: chunk for chunk in self._whole_chunks()}
        elif (path / CHUNKS).exists():
            raise InvalidOption(f"{path} has {CHUNKS} but no {SETTINGS}; choose another folder")
        else:
            write_whole(path / SETTINGS, as_json(settings))

    def _check_same(self, settings: Data) -> None:
        try:
            found = json.loads((self.path / SETTINGS).read_text(encoding="utf-8"))
        except (OSError, ValueError):
            found = None
        if not isinstance(found, dict):
            raise InvalidOption(f"{self.path / SETTINGS} cannot be read; choose another folder")
        for key in dict.fromkeys([*settings, *found]):
            was, now = (json.dumps(values.get(key)) for values in (found, settings))
            if was != now:
                raise InvalidOption(f"{self.path} has the results of another run ({key}: {was}, now {now}); "
                                    "choose another folder")

    def _whole_chunks(self) -> Iterator[Data]:
        """What was played before. A last line that was cut off is dropped, and played again."""
        path = self.path / CHUNKS
        if not path.exists():
            return
        content = path.read_bytes()
        whole = content.rfind(b"\n") + 1
        if whole < len(content):
            with path.open("r+b") as file:
                file.truncate(whole)
        for number, line in enumerate(content[:whole].splitlines(), 1):
            try:
                chunk = json.loads(line)
            except ValueError:
                chunk = None
            if not isinstance(chunk, dict) or not {"chunk", "games", "seconds", "decisions"} <= set(chunk):
                raise InvalidOption(f"{path}, line {number}: damaged; remove the line to have its games played again")
            yield chunk

    @contextmanager
    def appending(self) -> Iterator["RunFolder"]:
        try:
            self._file = (self.path / CHUNKS).open("a", encoding="utf-8", newline="\n")
        except OSError as error:
            raise InvalidOption(f"{self.path / CHUNKS} cannot be written: {error.strerror}") from None
        with self._file:
            yield self

    def keep(self, chunk: Data) -> None:
        """On the disk when this returns."""
        try:
            self._file.write(json.dumps(chunk, separators=(",", ":"), ensure_ascii=False) + "\n")
            self._file.flush()
            os.fsync(self._file.fileno())
        except OSError as error:
            raise InvalidOption(f"{self.path / CHUNKS} cannot be written: {error.strerror}") from None
