"""Our decorators: one set of numba flags. `cache` tells where compiled code is kept, `compiler` how it is made."""

import sys
import threading
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar, cast

import numba

from undersea_env.compiling import cache
from undersea_env.compiling.compiler import ENTRY_POINT, INNER_FUNCTION, IS_CHANGED, compiled_at, with_wide_integers
from undersea_env.errors import InvalidOption

Function = TypeVar("Function", bound=Callable[..., Any])

# All that a user of a game needs, by `undersea warm` with an empty cache on two busy cores: 127 s for the largest game,
# 75 s for another, 16 s for the toy game of the tests.
COMPILE_TIME = "a minute or two for a large game"
NOTE_AFTER = 1.0                 # seconds of compiling that need no explanation
FLAGS = {"error_model": "numpy", "nogil": True}
entry_points: dict[str, list[Any]] = {}          # of each module that has some
_is_told = threading.Event()

if numba.config.DISABLE_JIT:
    raise InvalidOption("NUMBA_DISABLE_JIT is set, but the rules run as compiled code only; unset it")


def jit(function: Function) -> Function:
    """Compile a function that only kernels call. Use it bare, `@jit`, and use nothing else: flags are decided here."""
    if not IS_CHANGED:
        return cast(Function, with_wide_integers(numba.njit(**FLAGS)(function)))
    compiled = numba.njit(**FLAGS, no_cpython_wrapper=True, no_cfunc_wrapper=True)(function)
    return cast(Function, with_wide_integers(compiled_at(INNER_FUNCTION, compiled)))


def inlined(function: Function) -> Function:
    """Put the function into its callers, as if written there.

    For the few functions that hold the whole engine: compiled by themselves, each would be optimised whole once more.
    """
    return cast(Function, numba.njit(**FLAGS, inline="always")(function))


def kernel(function: Function) -> Function:
    """Compile an entry point: a function over batches that Python calls. It is cached with all that it calls."""
    folder = cache.folder_of(function)
    with cache.told_to_numba(folder):
        dispatcher = numba.njit(cache=folder is not None, **FLAGS)(function)
    entry_points.setdefault(function.__module__, []).append(dispatcher)

    @contextmanager
    def around() -> Iterator[None]:
        with _explained(dispatcher), cache.locked(folder), _without_advice():
            yield

    return cast(Function, compiled_at(ENTRY_POINT, dispatcher, around))


@contextmanager
def _without_advice() -> Iterator[None]:
    """Plain numba cannot keep some entry points and says so at each; that it is slower was told once already."""
    with warnings.catch_warnings():
        if not IS_CHANGED:
            warnings.filterwarnings("ignore", "Cannot cache compiled function", numba.errors.NumbaWarning)
        yield


@contextmanager
def _explained(dispatcher: Any) -> Iterator[None]:
    """Tell the user why a first call takes long, also if it waits for another process that compiles the same."""
    if _is_told.is_set() or cache.is_warm(dispatcher):
        yield
        return
    timer = threading.Timer(NOTE_AFTER, _tell)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


def _tell() -> None:
    if not _is_told.is_set():
        _is_told.set()
        words = f"undersea_env: compiling, once per version; `undersea warm` compiles everything ({COMPILE_TIME})"
        print(words, file=sys.stderr, flush=True)


def tell_nothing() -> None:
    """For who tells the user anyway."""
    _is_told.set()
