"""The files of a checkpoint: a folder with a manifest that has the SHA-256 of every other file.

Nothing in it is ever executed: no pickle is read. It is written beside its place and moved there as a whole, so a
reader never meets half of one. What does not fit together is refused with the reason. This module does without torch.
"""

import hashlib
import json
import math
import os
import shutil
from collections.abc import Callable, Collection, Iterable
from contextlib import suppress
from pathlib import Path
from typing import Any

from undersea_env.core.position import Game
from undersea_env.errors import InvalidCheckpoint, InvalidOption

FORMAT = 1
MANIFEST, PROGRESS, CHECKPOINTS = "manifest.json", "progress.json", "checkpoints"
LARGEST_MANIFEST = 1 << 20
LARGEST_FILE = 1 << 31                                   # bytes; networks of ours have some megabytes
PART, TRASH, UPDATE = "part-", "trash-", "update-"   # beginnings of names; the first two do not count

Data = dict[str, Any]
PPO, SB3, VALUE, ZERO = TRAINERS = ("ppo", "sb3", "value", "zero")     # `undersea train ...`


def trainer_of(data: Any) -> str:
    """Which `undersea train ...` this config belongs to; one without a name belongs to the first."""
    found = data if isinstance(data, dict) else {}
    trainer = found.get("trainer", VALUE if found.get("preset") == VALUE else PPO)
    if not isinstance(trainer, str) or trainer not in TRAINERS:
        raise InvalidOption(f"the trainer of a config is one of {', '.join(TRAINERS)}; not {trainer!r}")
    return trainer


def rules_of(games: Iterable[Game]) -> dict[str, str]:
    """The hash of the rule book for each number of players."""
    return {str(game.num_players): game.rulebook_hash for game in games}


# --- writing ---


def write_files(path: Path, facts: Data, contents: dict[str, bytes]) -> None:
    """Beside its place at first; it is there as a whole, and on the disk, when this returns."""
    manifest = {
        "format": FORMAT, **facts,
        "files": {
            name: {"bytes": len(content), "sha256": hashlib.sha256(content).hexdigest()}
            for name, content in contents.items()
        },
    }
    part = path.with_name(f"{PART}{path.name}")
    try:
        if part.exists():
            shutil.rmtree(part)
        part.mkdir(parents=True)
        for name, content in {**contents, MANIFEST: json.dumps(manifest, indent=1).encode()}.items():
            with (part / name).open("wb") as file:
                file.write(content)
                file.flush()
                os.fsync(file.fileno())
        _sync_folder(part)
        if path.exists():
            remove_checkpoint(path)
        os.replace(part, path)
        _sync_folder(path.parent)
    except OSError as error:
        raise InvalidOption(f"the checkpoint {path} cannot be written: {error.strerror}") from None


def _sync_folder(path: Path) -> None:
    if os.name == "nt":
        return
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def remove_checkpoint(path: Path) -> None:
    """Out of the way first, so that nobody meets half of it."""
    trash = path.with_name(f"{TRASH}{path.name}")
    if trash.exists():
        shutil.rmtree(trash)
    os.replace(path, trash)
    shutil.rmtree(trash, ignore_errors=True)


# --- reading ---


def read_facts(path: Path, known: Collection[str], main: str, trainers: Collection[str]) -> Data:
    """What a checkpoint of these trainers says of itself; it has the file `main`, and none that is not `known`."""
    _check_folder(path)
    file = path / MANIFEST
    try:
        if _size_of(file) > LARGEST_MANIFEST:
            raise InvalidCheckpoint(f"{file} is too large")
        manifest = json_object(file.read_bytes(), file)
    except OSError as error:
        raise InvalidCheckpoint(f"{path} is no checkpoint: {MANIFEST}: {error.strerror}") from None
    if manifest.get("format") != FORMAT:
        raise InvalidCheckpoint(f"{path} has the format {manifest.get('format')!r}; this version reads {FORMAT}")
    _check_trainer(path, manifest, trainers)
    files = manifest.get("files")
    if not isinstance(files, dict) or not set(files) <= set(known) or main not in files:
        raise InvalidCheckpoint(f"{file}: `files` must name {main}, and nothing but {', '.join(known)}")
    return manifest


def _check_folder(path: Path) -> None:
    if not path.is_dir():
        raise InvalidCheckpoint(f"{path} is no checkpoint: that is a folder as `undersea train` writes it")


def _check_trainer(path: Path, manifest: Data, trainers: Collection[str]) -> None:
    try:
        trainer = trainer_of(manifest.get("config"))
    except InvalidOption as error:
        raise InvalidCheckpoint(f"{path / MANIFEST}: {error}") from None
    if trainer not in trainers:
        raise InvalidCheckpoint(f"{path} was trained by `undersea train {trainer}`, not by `undersea train "
                                f"{' or '.join(trainers)}`: play it as {trainer}:PATH")


def _size_of(file: Path) -> int:
    """Of a file that is one: what is behind a device or a pipe has no size and may never end."""
    if file.exists() and not file.is_file():
        raise InvalidCheckpoint(f"{file} is not a file")
    return file.stat().st_size


def read_contents(path: Path, manifest: Data, names: Iterable[str]) -> dict[str, bytes]:
    """These files of a checkpoint, each compared with its hash."""
    contents = {}
    for name in names:
        told = manifest["files"].get(name)
        file = path / name
        if not isinstance(told, dict) or not isinstance(told.get("bytes"), int):
            raise InvalidCheckpoint(f"{path} has no {name}")
        try:
            size = _size_of(file)
            if size > LARGEST_FILE:
                raise InvalidCheckpoint(f"{file} has {size:,} bytes; at most {LARGEST_FILE:,} are read")
            content = file.read_bytes() if size == told["bytes"] else b""
        except MemoryError:
            raise InvalidCheckpoint(f"{file} has {size:,} bytes, more memory than there is") from None
        except OSError as error:
            raise InvalidCheckpoint(f"{file} cannot be read: {error.strerror}") from None
        if hashlib.sha256(content).hexdigest() != told.get("sha256"):
            raise InvalidCheckpoint(f"{file} is damaged: it is not what {MANIFEST} says")
        contents[name] = content
    return contents


def told_by(path: Path) -> Data:
    """The manifest of a checkpoint as it stands there, unchecked; nothing if it cannot be read."""
    file = path / MANIFEST
    with suppress(OSError, InvalidCheckpoint):
        if _size_of(file) <= LARGEST_MANIFEST:
            return json_object(file.read_bytes(), file)
    return {}


def checkpoints_of(run: Path) -> list[Path]:
    """Oldest first; whether they are whole is not looked at."""
    folder = run / CHECKPOINTS
    found = [place for place in folder.iterdir() if place.name.startswith(UPDATE)] if folder.is_dir() else []
    return sorted(found)


def best_of(run: Path, read: Callable[[Path], Data]) -> Path:
    """The checkpoint with the best evaluation, or the newest if none was evaluated; `read` reads a manifest."""
    readable, refused = [], None
    for place in checkpoints_of(run):
        try:
            readable.append((place, read(place)["score"]))
        except InvalidCheckpoint as error:
            refused = error
    if not readable and refused is not None:
        raise InvalidCheckpoint(f"no checkpoint of {run} can be used; the newest one: {refused}")
    if not readable:
        raise InvalidCheckpoint(f"{run} has no checkpoint yet")
    return max(readable, key=lambda found: (found[1] is not None, found[1] or 0.0, found[0]))[0]


def chosen_checkpoint(path: Path, read: Callable[[Path], Data]) -> Path:
    """The best checkpoint of a run, or the path itself if it is a checkpoint."""
    is_run = (path / CHECKPOINTS).is_dir() and not (path / MANIFEST).exists()
    return best_of(path, read) if is_run else path


def run_name_of(text: str) -> str:
    """Of a run or one of its checkpoints, as an agent is called by it: a comma would divide agents."""
    path = Path(text)
    return (path.parent.parent.name if path.parent.name == CHECKPOINTS else path.name).replace(",", "_")


def fingerprint_of(checkpoint: Path) -> str:
    """Tells one trained network from another."""
    _check_folder(checkpoint)
    try:
        manifest = (checkpoint / MANIFEST).read_bytes()
    except OSError as error:
        raise InvalidCheckpoint(f"{checkpoint} is no checkpoint: {MANIFEST}: {error.strerror}") from None
    return hashlib.blake2b(manifest, digest_size=16).hexdigest()


def check_progress(path: Path, manifest: Data) -> None:
    """That the manifest tells rules, update and score."""
    rules, update = manifest.get("rules"), manifest.get("update")
    if not isinstance(rules, dict) or not isinstance(update, int) or not _is_score(manifest.get("score")):
        raise InvalidCheckpoint(f"{path / MANIFEST}: preset, rules, update or score are missing or wrong")


def check_rules(checkpoint: Path, manifest: Data, games: Iterable[Game]) -> None:
    """Refuse a checkpoint of other rules."""
    trained, here = manifest["rules"], rules_of(games)
    if trained != here:
        raise InvalidCheckpoint(f"{checkpoint} was trained under other rules (rule books {trained}, here {here})")


def json_object(content: bytes, source: Path) -> Data:
    try:
        data = json.loads(content)
    except (ValueError, RecursionError):
        data = None
    if not isinstance(data, dict):
        raise InvalidCheckpoint(f"{source} is damaged: not an object in JSON")
    return data


def hash_of(description: Any) -> str:
    return hashlib.sha256(json.dumps(description).encode()).hexdigest()


def in_a_line(error: BaseException) -> str:
    return " ".join(str(error).split())[:200]


def _is_score(value: Any) -> bool:
    return value is None or (isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value))
