"""What lies in the folders that the server was started with: recorded games, ladders, runs of training.

The page asks by ids. An id is looked up among the files that were found; nothing that it says becomes a path.
"""

import json
import math
import threading
from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator
from hashlib import blake2b
from itertools import islice
from pathlib import Path
from typing import Any

from undersea_env.agents.arena.replays import Replay, parsed, read_replays
from undersea_env.agents.arena.resimulation import nth
from undersea_env.core.registry import kind_of
from undersea_env.errors import InvalidReplay, UnderseaError

DEEPEST = 4                                            # folders in folders
MOST_FILES = 500
MOST_GAMES = 200                                       # of a file that are listed
MOST_ROWS = 400                                        # of a table that are drawn
MOST_UPLOADS = 20
MOST_UPLOADED_GAMES = 1_000
LARGEST_RESULTS = 20_000_000                           # bytes


class NoFile(UnderseaError, LookupError):  # noqa: N818  named like the others
    """There is nothing of this id."""


class Folders:
    """Files below some folders, by ids. It is looked anew each time: runs go on while the page is open."""

    def __init__(self, folders: Iterable[Path | None], is_wanted: Callable[[Path], bool]) -> None:
        self.folders = [folder for folder in folders if folder is not None]
        self.is_wanted = is_wanted

    def found(self) -> dict[str, Path]:
        paths = [path for folder in self.folders for path in _below(folder, DEEPEST) if self.is_wanted(path)]
        return {id_of(path): path for path in paths[:MOST_FILES]}

    def name_of(self, path: Path) -> str:
        """As the page shows it, without the places above the folder."""
        for folder in self.folders:
            if path.is_relative_to(folder):
                return path.relative_to(folder).as_posix() if path != folder else folder.name
        return path.name

    def __getitem__(self, id: str) -> Path:
        path = self.found().get(id)
        if path is None:
            raise NoFile("there is no such file any more")
        return path


def id_of(path: Path) -> str:
    return blake2b(str(path.resolve()).encode(), digest_size=8).hexdigest()


def _below(folder: Path, depth: int) -> Iterator[Path]:
    """The folder and what is in it; links to elsewhere are not followed."""
    if depth < 0 or not folder.exists():
        return
    yield folder
    if folder.is_dir():
        for path in sorted(folder.iterdir()):
            if not path.is_symlink() and not path.name.startswith("."):
                yield from _below(path, depth - 1)


# --- recorded games ---


class RecordedGames:
    """Those in the folders, and those that were handed in while the server runs."""

    def __init__(self, folders: Iterable[Path | None]) -> None:
        self.files = Folders(folders, lambda path: path.suffix == ".jsonl" and path.is_file())
        self._handed: OrderedDict[str, list[Replay]] = OrderedDict()
        self._lock = threading.Lock()

    def listed(self) -> list[dict[str, Any]]:
        found = [{"id": id, "name": self.files.name_of(path)} for id, path in self.files.found().items()]
        with self._lock:
            handed = [{"id": id, "name": f"handed in ({len(games)})"} for id, games in self._handed.items()]
        return [*handed, *found]

    def games(self, id: str) -> list[dict[str, Any]]:
        """The first games of a file."""
        return [{"number": k, **about(replay)} for k, replay in enumerate(islice(self._of(id), MOST_GAMES), 1)]

    def game(self, id: str, number: int) -> Replay:
        return nth(self._of(id), number)

    def hand_in(self, text: str) -> str:
        """The lines of a file, all of which must be replays."""
        lines = text.encode("utf-8").splitlines(keepends=True)
        if not lines:
            raise InvalidReplay("there are no games in this")
        if len(lines) > MOST_UPLOADED_GAMES:
            raise InvalidReplay(f"{len(lines):,} lines; at most {MOST_UPLOADED_GAMES:,} games are handed in at once")
        games = []
        for number, line in enumerate(lines, 1):
            try:
                games.append(parsed(line))
            except InvalidReplay as error:
                raise InvalidReplay(f"line {number}: {error}") from None
        id = blake2b(text.encode("utf-8"), digest_size=8).hexdigest()
        with self._lock:
            self._handed[id] = games
            while len(self._handed) > MOST_UPLOADS:
                self._handed.popitem(last=False)
        return id

    def _of(self, id: str) -> Iterable[Replay]:
        with self._lock:
            if id in self._handed:
                return self._handed[id]
        return read_replays(self.files[id])


def about(replay: Replay) -> dict[str, Any]:
    return {
        "title": kind_of(replay.choice.name).title, "agents": list(replay.agents), "decisions": len(replay.actions),
        "scores": None if replay.scores is None else list(replay.scores),
    }


# --- ladders and runs ---


def ladders_in(folder: Path | None) -> Folders:
    return Folders([folder], lambda path: (path / "results.json").is_file() and (path / "ratings.csv").is_file())


def runs_in(folder: Path | None) -> Folders:
    return Folders([folder], lambda path: (path / "config.json").is_file() and (path / "curves.csv").is_file())


def ladder_of(path: Path) -> dict[str, Any]:
    """Ratings and matches; whoever writes the folder writes it whole."""
    try:
        text = (path / "results.json").read_bytes()
        if len(text) > LARGEST_RESULTS:
            raise NoFile("these results are too large to be shown")
        results = json.loads(text)
        return {
            "deals": results["deals"], "games": results["games"], "rating_0": results["rating_0"],
            "ratings": results["ratings"], "matches": results["matches"],
        }
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        raise NoFile("these results cannot be read") from None


def run_of(path: Path) -> dict[str, Any]:
    """The curves of a run so far, thinned out to what a picture shows."""
    from undersea_env.training.runs import CURVES, EVALUATIONS, read_table, stored_config

    config = vars(stored_config(path))
    return {
        "config": {name: _shown(value) for name, value in config.items()},
        "curves": _columns(read_table(path / CURVES)), "evaluations": _columns(read_table(path / EVALUATIONS)),
    }


def _columns(rows: list[dict[str, str]]) -> dict[str, list[Any]]:
    step = max(1, -(-len(rows) // MOST_ROWS))
    kept = rows[::step] if (len(rows) - 1) % step == 0 else [*rows[::step], rows[-1]]
    names = list(kept[0]) if kept else []
    return {name: [_value(row.get(name)) for row in kept] for name in names if name}


def _shown(value: Any) -> Any:
    return value if isinstance(value, int | float | str) else str(value)


def _value(text: str | None) -> float | str | None:
    try:
        number = float(text or "nan")
    except ValueError:
        return text
    return number if math.isfinite(number) else None
