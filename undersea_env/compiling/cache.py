"""Where compiled code is kept: in a folder named by all that the code can depend on, behind a lock.

    <user's cache>/undersea_env/<module>/<hash>/      the entry points of one module
    <user's cache>/undersea_env/<module>/<hash>.lock  held while one of them is compiled or loaded, or they are removed

The hash is that of the module's source and of all that it imports, directly or not, besides the versions and settings
that change what a compiler makes of them. What a kernel can see are globals, and those come from its module and from
what that imports, so an edit anywhere is seen, and an edit of one game does not touch another. Places on the disk do
not count: two check-outs with the same sources share their code. Component files do not count either: no global of a
kernel may be computed from them.

Numba's own cache looks only at the file of the function itself, hands out code compiled with another
NUMBA_BOUNDSCHECK, and two processes that write it at once can spoil it.
"""

import hashlib
import importlib.util
import os
import platform
import re
import shutil
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import lru_cache
from pathlib import Path
from typing import Any

import llvmlite
import numba
import numpy as np
from filelock import FileLock, Timeout
from platformdirs import user_cache_path

from undersea_env.compiling.compiler import IS_CHANGED

PACKAGE = __name__.partition(".")[0]
DAYS_KEPT = 14
VERSIONED = "numba", "numpy", "llvmlite"
SETTINGS = "OPT", "LOOP_VECTORIZE", "SLP_VECTORIZE", "DEBUGINFO_DEFAULT"
INSTALLED = {"site-packages", "dist-packages"}
CLOCK_TICK = 0.02                # seconds by which the clock of a file system may lag
_STARTED = time.time() - CLOCK_TICK
_KEY = re.compile(r"[0-9a-f]{32}")
_IMPORT = re.compile(r"^(?:from[ \t]+([\w.]+)[ \t]+import[ \t]+(\([^)]*\)|[^\n;]+)|import[ \t]+([^\n;]+))", re.M)
_held: set[tuple[int, Path]] = set()


# --- what code depends on ---


def imports_of(text: str, package: str) -> Iterator[str]:
    """Names that may be modules, from every import at the left margin: only those run before a kernel is compiled."""
    for found in _IMPORT.finditer(text):
        source, names, modules = found.groups()
        if modules:
            yield from (part.split()[0] for part in modules.split(",") if part.strip())
            continue
        with suppress(ImportError):                        # a relative import that leads out of its package
            source = importlib.util.resolve_name(source, package)
            yield source
            words = re.sub(r"#.*", "", names).strip("() \t\r\n").split(",")
            yield from (f"{source}.{part.split()[0]}" for part in words if part.strip())


@lru_cache(maxsize=4096)
def _file_of(name: str) -> Path | None:
    """Of a module whose source counts: not of Python's own, nor of another package that is installed."""
    top = name.partition(".")[0]
    if top in VERSIONED or top in sys.stdlib_module_names:
        return None
    try:
        spec = importlib.util.find_spec(name)
    except (ImportError, AttributeError, ValueError):      # no module but something in one
        return None
    if spec is None or not spec.has_location or spec.origin is None:
        return None
    file = Path(spec.origin)
    return None if top != PACKAGE and INSTALLED & set(file.parts) else file


@lru_cache(maxsize=4096)
def _content(file: Path) -> bytes:
    return file.read_bytes()


def dependencies(module: str, file: Path) -> dict[str, Path]:
    """The module and all that it imports, directly or not: the file of each."""
    found: dict[str, Path] = {}
    left: list[tuple[str, Path | None]] = [(module, file)]
    while left:
        name, path = left.pop()
        if path is None or name in found:
            continue
        found[name] = path
        if path.suffix == ".py":
            package = name if path.name == "__init__.py" else name.rpartition(".")[0]
            text = _content(path).decode("utf-8", "replace")
            left += [(other, _file_of(other)) for other in imports_of(text, package) if other not in found]
    return found


def _settings() -> tuple[object, ...]:
    """What else changes compiled code. Numba itself keeps code for other processors apart."""
    python = platform.python_implementation(), *sys.version_info[:2], sys.byteorder
    versions = numba.__version__, llvmlite.__version__, np.__version__
    settings = (str(getattr(numba.config, name, None)) for name in SETTINGS)
    return (*python, *versions, *settings, bool(numba.config.BOUNDSCHECK), IS_CHANGED)


def _may_be_newer_than_loaded(file: Path) -> bool:
    status = file.stat()
    return max(status.st_mtime, status.st_ctime) >= _STARTED


def key_of(module: str, file: Path) -> str | None:
    """Names one version of the module's compiled code.

    None if it cannot be known: a file that was changed since this process began may be another than the one loaded.
    """
    digest = hashlib.blake2b(repr(_settings()).encode(), digest_size=16)
    try:
        for name, path in sorted(dependencies(module, file).items()):
            if _may_be_newer_than_loaded(path):
                return None
            content = _content(path)
            digest.update(f"\0{name}\0{len(content)}\0".encode())
            digest.update(content)
    except OSError:                                        # removed while we look
        return None
    return digest.hexdigest()


# --- folders ---


def _private_temporary() -> Path:
    """A folder of this user alone: cached code is loaded and run, so nobody else may be able to write it."""
    user = os.getuid() if hasattr(os, "getuid") else 0
    folder = Path(tempfile.gettempdir()) / f"{PACKAGE}-{user}"
    with suppress(OSError):
        folder.mkdir(mode=0o700, exist_ok=True)
        status = folder.lstat()
        if os.name == "nt" or (folder.is_dir() and status.st_uid == user and not status.st_mode & 0o077):
            return folder
    return Path(tempfile.mkdtemp(prefix=f"{PACKAGE}-"))


def _can_write(folder: Path) -> bool:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        tempfile.TemporaryFile(dir=folder).close()
    except OSError:
        return False
    return True


@lru_cache(maxsize=1)
def root() -> Path:
    """All compiled code of the package: below NUMBA_CACHE_DIR if that is set, otherwise in the user's cache."""
    chosen = os.environ.get("NUMBA_CACHE_DIR")
    candidates = [Path(chosen).absolute() / PACKAGE] if chosen else []
    candidates.append(user_cache_path(PACKAGE, appauthor=False))
    for folder in candidates:
        if folder.is_absolute() and _can_write(folder):    # not absolute: a user without a home
            return folder
    return _private_temporary()


@lru_cache(maxsize=256)
def _folder_of_module(module: str, file: Path) -> Path | None:
    key = key_of(module, file)
    return None if key is None else root() / module / key


def folder_of(function: Callable[..., Any]) -> Path | None:
    """Where the code of this entry point is kept; None if it is not kept."""
    file = Path(function.__code__.co_filename)
    return _folder_of_module(function.__module__, file.absolute()) if file.is_file() else None


class Locator:
    """Tells numba where it may keep code. No class of numba's is behind it: what it asks for is documented."""

    def __init__(self, function: Callable[..., Any], file: str, folder: Path) -> None:
        self._folder, self._py_file, self._line = folder, file, function.__code__.co_firstlineno

    @classmethod
    def from_function(cls, function: Callable[..., Any], file: str) -> "Locator | None":
        folder = folder_of(function)
        return None if folder is None else cls(function, file, folder)

    def get_cache_path(self) -> str:
        return str(self._folder)

    def ensure_cache_path(self) -> None:
        self._folder.mkdir(parents=True, exist_ok=True)

    def get_source_stamp(self) -> str:
        return self._folder.name                           # which stands for the sources

    def get_disambiguator(self) -> str:
        return str(self._line)


@contextmanager
def told_to_numba(folder: Path | None) -> Iterator[None]:
    """Numba decides where to keep a function's code when it is decorated; other functions are none of our business."""
    if folder is None:
        yield
        return
    name = "CACHE_LOCATOR_CLASSES" if IS_CHANGED else "CACHE_DIR"
    before = getattr(numba.config, name)
    setattr(numba.config, name, f"{__name__}.{Locator.__name__}" if IS_CHANGED else str(folder))
    try:
        yield
    finally:
        setattr(numba.config, name, before)


def is_warm(dispatcher: Any) -> bool:
    """Is there compiled code of this entry point?"""
    function, folder = dispatcher.py_func, dispatcher.stats.cache_path
    pattern = f"*.{function.__qualname__}-{function.__code__.co_firstlineno}.*.nbi"
    return folder is not None and any(Path(folder).glob(pattern))


# --- the lock ---


def _lock_of(folder: Path, timeout: float = -1) -> FileLock:
    folder.parent.mkdir(parents=True, exist_ok=True)
    return FileLock(f"{folder}.lock", timeout=timeout)


@contextmanager
def locked(folder: Path | None) -> Iterator[None]:
    """Be the only process that compiles or loads what is in the folder; the system lets go for one that is killed.

    Entry points may call each other. Threads of this process are kept apart by numba's own lock, which comes first.
    """
    holder = os.getpid(), folder
    if folder is None or holder in _held:
        yield
        return
    with _lock_of(folder):
        _held.add((os.getpid(), folder))
        try:
            _begin_use(folder)
            yield
        finally:
            _held.discard((os.getpid(), folder))


def _begin_use(folder: Path) -> None:
    is_new = not any(folder.rglob("*.nbi"))
    with suppress(OSError):
        folder.mkdir(parents=True, exist_ok=True)
        os.utime(folder)
    if is_new:
        _remove_unused(folder)


def _is_unused(folder: Path) -> bool:
    with suppress(OSError):
        return time.time() - folder.stat().st_mtime > DAYS_KEPT * 24 * 3600
    return False


def _remove_unused(current: Path) -> None:
    """Remove what nobody used for a while; a failure leaves rubbish, no more.

    Loaded code lives in memory, so only loading and compiling count as use, and both happen behind the lock.
    """
    for folder in current.parents[1].glob("*/*"):
        if folder != current and _KEY.fullmatch(folder.name) and _is_unused(folder):
            with suppress(OSError, Timeout), _lock_of(folder, timeout=0):
                _remove(folder)


def _remove(folder: Path) -> None:
    if _is_unused(folder):                                 # still, now that nobody else can begin to use it
        shutil.rmtree(folder, ignore_errors=True)
