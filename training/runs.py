"""The folder of a run: config.json, checkpoints/, curves.csv, evaluations.csv, tensorboard/.

A run that was stopped, however, goes on from its newest checkpoint that is whole. Lines of the tables that are newer
than it are dropped, and written again when training gets there.
"""

import csv
import io
import json
import os
import re
import shutil
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

from undersea_env.agents.arena.folder import as_json, write_whole
from undersea_env.core.checkpoint_files import (
    CHECKPOINTS,
    PART,
    PPO,
    SB3,
    TRASH,
    UPDATE,
    VALUE,
    ZERO,
    Data,
    best_of,
    checkpoints_of,
    read_contents,
    remove_checkpoint,
    rules_of,
    trainer_of,
)
from undersea_env.errors import InvalidCheckpoint, InvalidOption, MissingExtra
from undersea_env.training.checkpoints import (
    FILES,
    Checkpoint,
    Tensors,
    check_rules,
    read_manifest,
    write_checkpoint,
)
from undersea_env.training.config import Config
from undersea_env.training.sb3_config import SB3Config
from undersea_env.training.settings import Settings
from undersea_env.training.value_config import ValueConfig
from undersea_env.training.zero_config import ZeroConfig

CONFIG, CURVES, EVALUATIONS, TENSORBOARD, LOCK = (
    "config.json", "curves.csv", "evaluations.csv", "tensorboard", "lock"
)
LARGEST_CONFIG, LARGEST_TABLE = 1 << 20, 1 << 28     # bytes
UNREADABLE = "\ufffd"                               # in place of bytes that are no UTF-8
KEPT = 3                                             # newest checkpoints; the best is kept as well


AnyConfig = TypeVar("AnyConfig", bound=Settings)
CONFIGS: dict[str, type[Settings]] = {PPO: Config, SB3: SB3Config, VALUE: ValueConfig, ZERO: ZeroConfig}


def config_of(data: Any) -> Settings:
    """The config of a run or a checkpoint, of whichever trainer."""
    return CONFIGS[trainer_of(data)].from_data(data)


@dataclass(frozen=True)
class Contents:
    """What the checkpoints of a run hold."""

    read_manifest: Callable[[Path], Data]
    files: tuple[str, ...]
    facts: Data = field(default_factory=dict)        # more that the manifest tells


DECIDES = Contents(read_manifest, FILES)


def stored_config(path: Path) -> Settings:
    """Of a run, of whichever trainer."""
    return config_of(_data_of(path))


def read_config(path: Path, wanted: type[AnyConfig]) -> AnyConfig:
    """Of a run that is to go on by the trainer of this config."""
    data = _data_of(path)
    if CONFIGS[trainer_of(data)] is not wanted:
        raise InvalidOption(f"{path} is a run of `undersea train {trainer_of(data)}`; choose another folder")
    return wanted.from_data(data)


def _data_of(path: Path) -> Any:
    try:
        with (path / CONFIG).open("rb") as file:
            return json.loads(file.read(LARGEST_CONFIG))
    except OSError as error:
        raise InvalidOption(f"{path} is no run of training: {CONFIG}: {error.strerror}") from None
    except (ValueError, RecursionError):
        raise InvalidOption(f"{path / CONFIG} is damaged: not JSON") from None


class Run:
    """A folder that is trained in, by one process at a time."""

    def __init__(self, path: Path, config: Settings, contents: Contents = DECIDES) -> None:
        self.path = path
        self.config = config
        self.contents = contents
        self._games = config.games()                 # what is wrong with them comes before anything is written
        if path.exists() and not path.is_dir():
            raise InvalidOption(f"{path} is not a folder")
        if (path / CONFIG).exists():
            self._check_same()
        elif path.exists() and any(path.iterdir()):
            raise InvalidOption(f"{path} is not empty and no run of training; choose another folder")
        else:
            write_whole(path / CONFIG, as_json(config.as_data()))
        self.last_kept = 0                           # the update of the newest checkpoint that is known to be whole
        self._writer: Any = None

    def _check_same(self) -> None:
        stored = read_config(self.path, type(self.config))
        found, now = ({"game": config.game} | config.as_data() for config in (stored, self.config))
        for name in now:
            if found[name] != now[name]:
                raise InvalidOption(
                    f"{self.path} is a run with another config ({name}: {found[name]!r}, now {now[name]!r}); choose "
                    "another folder, or the same settings to go on"
                )

    @contextmanager
    def locked(self) -> Iterator["Run"]:
        """Nobody else trains here meanwhile; leftovers of a run that was killed are removed."""
        with (self.path / LOCK).open("w") as file:
            if sys.platform != "win32":
                import fcntl

                try:
                    fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
                except OSError:
                    raise InvalidOption(f"another process is training in {self.path}") from None
            folder = self.path / CHECKPOINTS
            for place in folder.iterdir() if folder.is_dir() else ():
                if place.name.startswith((PART, TRASH)):
                    shutil.rmtree(place, ignore_errors=True)
            try:
                yield self
            finally:
                if self._writer is not None:
                    self._writer.close()

    # --- checkpoints ---

    def newest(self) -> Checkpoint | None:
        """The newest checkpoint that is whole. One of other rules is refused, a damaged one is passed over.

        If there are some and none can be used, the run is refused: to begin anew would be to lose it.
        """
        found = checkpoints_of(self.path)
        for place in reversed(found):
            try:
                manifest = self.contents.read_manifest(place)
                checkpoint = Checkpoint(place, manifest, read_contents(place, manifest, self.contents.files))
            except InvalidCheckpoint as error:
                print(f"undersea: passed over: {error}", file=sys.stderr)
                continue
            check_rules(place, checkpoint.manifest, self._games)
            self.last_kept = int(checkpoint.manifest["update"])
            return checkpoint
        if found:
            raise InvalidCheckpoint(f"none of the checkpoints of {self.path} can be used by this version; "
                                    "choose another folder to begin anew")
        return None

    def keep(self, update: int, tensors: dict[str, Tensors], progress: Data, score: float | None) -> Path:
        facts = {
            "preset": self.config.preset, "rules": rules_of(self._games), "config": self.config.as_data(),
            "update": update, "score": score, **self.contents.facts,
        }
        place = self.path / CHECKPOINTS / f"{UPDATE}{update:08d}"
        write_checkpoint(place, facts, tensors, progress)
        self.last_kept = update
        self._prune()
        return place

    def _prune(self) -> None:
        kept = {*checkpoints_of(self.path)[-KEPT:], best_of(self.path, self.contents.read_manifest)}
        for place in checkpoints_of(self.path):
            if place not in kept:
                with suppress(OSError):              # rubbish, no more
                    remove_checkpoint(place)

    # --- tables ---

    def forget_after(self, update: int) -> None:
        """Of a run that goes on: lines written after the checkpoint, or cut off."""
        for name in (CURVES, EVALUATIONS):
            file = self.path / name
            if not file.exists():
                continue
            lines = _text_of(file).splitlines()
            columns = len(lines[0].split(",")) if lines else 0
            whole = [line for line in lines[1:] if line.count(",") == columns - 1 and UNREADABLE not in line]
            rows = [line for line in whole if _update_of(line) <= update]
            write_whole(file, "".join(f"{line}\n" for line in [*lines[:1], *rows]))

    def note(self, name: str, row: dict[str, Any]) -> None:
        """One line of a table; its first column is the update."""
        file = self.path / name
        self._give_columns(file, list(row))
        with file.open("a", encoding="utf-8", newline="") as stream:
            csv.writer(stream, lineterminator="\n").writerow([_shown(value) for value in row.values()])
            stream.flush()
            os.fsync(stream.fileno())

    def _give_columns(self, file: Path, names: list[str]) -> None:
        """A table that is new, or of a run that an older version began with other columns: those are left empty."""
        if file.exists():
            with file.open("rb") as stream:
                if stream.readline(LARGEST_CONFIG) == f"{','.join(names)}\n".encode():
                    return
        text = io.StringIO()
        writer = csv.DictWriter(text, names, restval="", extrasaction="ignore", lineterminator="\n")
        writer.writeheader()
        writer.writerows(read_table(file))
        write_whole(file, text.getvalue())

    def draw(self, update: int, numbers: dict[str, float]) -> None:
        """For TensorBoard, if the config wants it."""
        if not self.config.tensorboard:
            return
        if self._writer is None:
            try:
                from torch.utils.tensorboard import SummaryWriter
            except ImportError:
                raise MissingExtra(
                    "tensorboard is missing: pip install tensorboard, or --set tensorboard=false"
                ) from None
            self._writer = SummaryWriter(str(self.path / TENSORBOARD), purge_step=update)
        for name, number in numbers.items():
            self._writer.add_scalar(name, number, update)


def read_table(file: Path) -> list[dict[str, str]]:
    """A table of a run, one dict a line; empty if there is none yet."""
    if not file.exists():
        return []
    found: list[dict[str, str]] = []
    with suppress(csv.Error):                        # what stands behind such a line cannot be told apart any more
        found.extend(csv.DictReader(io.StringIO(_text_of(file), newline="")))
    return found


def _text_of(file: Path) -> str:
    """Of a table; where it is damaged it has UNREADABLE letters."""
    try:
        with file.open("rb") as stream:
            return stream.read(LARGEST_TABLE).decode("utf-8", "replace")
    except OSError as error:
        raise InvalidOption(f"{file} cannot be read: {error.strerror}") from None


def _update_of(line: str) -> int:
    number = line.split(",")[0]
    return int(number) if re.fullmatch("[0-9]{1,18}", number) else sys.maxsize


def _shown(value: Any) -> str:
    return f"{value:.6g}" if isinstance(value, float) else str(value)
