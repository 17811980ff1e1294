"""Our `jit` and `kernel`: one set of numba flags, and a cache of compiled code that never answers for edited rules.

Numba's own cache looks only at the file of the function itself. It misses an edit in an imported module, and it hands
out code compiled with another NUMBA_BOUNDSCHECK. So the folder of our cache is named by a hash of all that counts.

Only Python sources count, not the component files: no global of a kernel may be computed from those.
"""

import hashlib
import importlib
import os
import re
import shutil
import sys
import tempfile
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from functools import lru_cache
from importlib.metadata import version
from pathlib import Path
from typing import Any, TypeVar, cast

Function = TypeVar("Function", bound=Callable[..., Any])

PACKAGE = Path(__file__).resolve().parents[1]
RULES_WARM_UP, AGENTS_WARM_UP = "undersea_env.underwater_cities.kernel.warm", "undersea_env.agents.warm"
CACHES_KEPT = 5
COMPILE_SECONDS = 30
_FLAGS = {"error_model": "numpy", "nogil": True}
_KEY = re.compile(r"[0-9a-f]{32}")


def _is_on(variable: str) -> bool:
    return os.environ.get(variable, "") not in ("", "0")


def _digest(files: Iterable[Path], *words: object) -> str:
    """Hash of names and contents, in an order that does not depend on the file system."""
    digest = hashlib.blake2b(repr(words).encode(), digest_size=16)
    for file in sorted(files):
        with suppress(OSError):  # removed while we look, or not ours to read: then numba cannot see it either
            content = file.read_bytes()
            digest.update(f"\0{file}\0{len(content)}\0".encode())
            digest.update(content)
    return digest.hexdigest()


def sources() -> list[Path]:
    """Every Python file that compiled rules depend on."""
    game = PACKAGE / "underwater_cities"
    folders = [PACKAGE / "compiling", PACKAGE / "core", game / "kernel", game / "compiled", game / "heuristic"]
    return [game / "printed" / "words.py"] + [
        file for folder in folders for file in folder.rglob("*.py")
    ]


def cache_key() -> str:
    """Names one version of the compiled rules: sources, numba, numpy, and the flags numba's own key leaves out."""
    flags = [_is_on("NUMBA_BOUNDSCHECK"), _is_on("NUMBA_DISABLE_JIT")]
    return _digest(sources(), version("numba"), version("numpy"), *flags)


def _chosen_by_user() -> Path | None:
    """The user's NUMBA_CACHE_DIR; a value that a parent process got from us does not count, its key may differ."""
    value = os.environ.get("NUMBA_CACHE_DIR")
    if not value:
        return None
    folder = Path(value).absolute()
    is_ours = folder.parent.name.startswith("undersea_env") and _KEY.fullmatch(folder.name)
    return None if is_ours else folder


def _user_cache() -> Path | None:
    for text in (os.environ.get("XDG_CACHE_HOME", ""), os.path.expanduser("~/.cache")):
        if os.path.isabs(text):  # a relative XDG_CACHE_HOME is to be ignored, says its standard
            return Path(text)
    return None


def _private_temporary() -> Path:
    """A folder of this user alone: cached code is loaded and run, so nobody else may be able to write it."""
    user = os.getuid() if hasattr(os, "getuid") else 0
    folder = Path(tempfile.gettempdir()) / f"undersea_env-{user}"
    with suppress(OSError):
        folder.mkdir(mode=0o700, exist_ok=True)
        status = folder.lstat()
        if os.name == "nt" or (folder.is_dir() and status.st_uid == user and not status.st_mode & 0o077):
            return folder
    return Path(tempfile.mkdtemp(prefix="undersea_env-"))


def _can_write(folder: Path) -> bool:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        tempfile.TemporaryFile(dir=folder).close()
    except OSError:
        return False
    return True


@lru_cache(maxsize=1)
def cache_folder() -> Path:
    """Where the compiled rules of this process are kept; made when first asked for."""
    key = cache_key()
    for root in (_chosen_by_user(), _user_cache()):
        if root is not None:
            folder = root / "undersea_env" / key
            is_new = not folder.exists()
            if _can_write(folder):
                break
    else:
        folder = _private_temporary() / key
        is_new = not folder.exists()
        folder.mkdir(exist_ok=True)
    with suppress(OSError):
        os.utime(folder)
    if is_new:
        _remove_old_caches(folder)
    return folder


def _remove_old_caches(current: Path) -> None:
    """Keep the most recently used versions; a failure leaves rubbish, no more."""
    with suppress(OSError):
        others = [folder for folder in current.parent.iterdir() if _KEY.fullmatch(folder.name) and folder != current]
        others.sort(key=lambda folder: folder.stat().st_mtime, reverse=True)
        for folder in others[CACHES_KEPT - 1 :]:
            shutil.rmtree(folder, ignore_errors=True)


@lru_cache(maxsize=256)
def _cache_folder_of(file: str) -> Path:
    """The rules share one folder; code outside them (an agent, say) gets one keyed by its neighbours as well."""
    path = Path(file).resolve()
    if path.parent == PACKAGE or PACKAGE / "underwater_cities" in path.parents or not path.is_file():
        return cache_folder()
    return cache_folder() / f"{path.parent.name}-{_digest(path.parent.glob('*.py'))}"


if not _is_on("NUMBA_DISABLE_JIT"):
    if "numba" in sys.modules:  # too late for the environment: numba would read it anew and drop settings made in code
        import numba

        if _chosen_by_user() is None:
            numba.config.CACHE_DIR = str(cache_folder())
    elif _chosen_by_user() is None:
        os.environ["NUMBA_CACHE_DIR"] = str(cache_folder())

import numba  # noqa: E402  the folder comes first
import numba.core.callconv  # noqa: E402
import numba.core.codegen  # noqa: E402
import numba.core.dispatcher  # noqa: E402
import numba.np.arrayobj  # noqa: E402
from llvmlite.binding import Linkage  # noqa: E402


@contextmanager
def _caching_for(function: Callable[..., Any]) -> Iterator[None]:
    """Numba fixes the cache of a function when it is decorated, so the folder need be ours only then."""
    before = numba.config.CACHE_DIR
    numba.config.CACHE_DIR = str(_cache_folder_of(function.__code__.co_filename))
    try:
        yield
    finally:
        numba.config.CACHE_DIR = before


_compiling = threading.local()
NOTHING_OF_OURS, ENTRY_POINT, INNER_FUNCTION = range(3)
READ_ONLY = "arg.rules", "arg.features"          # as numba names them: records that no kernel writes


def _level() -> int:
    """What this thread compiles just now."""
    return getattr(_compiling, "level", NOTHING_OF_OURS)


@contextmanager
def _at_level(level: int) -> Iterator[None]:
    before = _level()
    _compiling.level = level
    try:
        yield
    finally:
        _compiling.level = before


def _finalize_once(finalize: Callable[[Any], None]) -> Callable[[Any], None]:
    """Numba optimises and translates every function with all that it calls, level by level; only entry points run.

    Functions that kernels call are therefore only linked; the entry point is then optimised and translated as a whole.
    On this project that makes the first compilation about three times as fast.
    """

    def link_only(library: Any) -> None:
        if _level() != INNER_FUNCTION:
            finalize(library)
            return
        for other in dict.fromkeys(library._linking_libraries):
            library._reload_init.update(other._reload_init)
            library._final_module.link_in(other._get_module_for_linking(), preserve=True)
        library._finalize_dynamic_globals()
        library._finalized = True

    return link_only


def _optimize_as_a_whole(optimize: Callable[[Any], None]) -> Callable[[Any], None]:
    """Numba leaves open that functions are called from elsewhere; those linked into an entry point are not.

    Knowing that, the compiler drops status codes that are always 0 and arguments that are always the same, and puts a
    function with one caller into it: steps and observations take a fifth less time. Straight code is vectorised
    too (SLP), which numba leaves out: 3 %.
    """

    def optimize_whole(library: Any) -> None:
        if _level() != ENTRY_POINT:
            optimize(library)
            return
        for function in library._final_module.functions:
            if not function.is_declaration and function.linkage == Linkage.linkonce_odr:
                function.linkage = "internal"
        before = numba.config.SLP_VECTORIZE
        numba.config.SLP_VECTORIZE = 1
        try:
            optimize(library)
        finally:
            numba.config.SLP_VECTORIZE = before

    return optimize_whole


def _with_unchanging_rules(decorate: Callable[..., None]) -> Callable[..., None]:
    """Say of the arguments in READ_ONLY that nothing they point to is changed meanwhile: steps take 4 % less time.

    Otherwise the compiler reads the rule book anew after everything that is written into a game.
    """

    def decorate_function(convention: Any, function: Any, names: Any, *others: Any, **flags: Any) -> None:
        decorate(convention, function, names, *others, **flags)
        if _level() != NOTHING_OF_OURS:
            for argument in convention.get_arguments(function):
                if argument.name in READ_ONLY and argument.type.is_pointer:
                    argument.add_attribute("noalias")

    return decorate_function


def _set_env_of_entry_points(set_env: Callable[..., None]) -> Callable[..., None]:
    """A function that is only linked has no address at which its environment could be noted; nor does it need one."""

    def maybe_set_env(codegen: Any, name: str, env: Any) -> None:
        if _level() != INNER_FUNCTION:
            set_env(codegen, name, env)

    return maybe_set_env


def _index_from_the_front(fix_index: Callable[..., Any]) -> Callable[..., Any]:
    """Rules never count from the end of an array, so that an index need not be tested for it: steps take 6 % less time.

    A negative one is an error, which NUMBA_BOUNDSCHECK=1 reports.
    """

    def maybe_fix_index(context: Any, builder: Any, kind: Any, index: Any, size: Any) -> Any:
        if _level() == NOTHING_OF_OURS:
            return fix_index(context, builder, kind, index, size)
        return context.cast(builder, index, kind, numba.types.intp)

    return maybe_fix_index


_compile = numba.core.dispatcher.Dispatcher.compile


def _compile_others(dispatcher: Any, signature: Any) -> Any:
    """Functions of numba's and of users stay what they are, also those that a kernel calls."""
    with _at_level(NOTHING_OF_OURS):
        return _compile(dispatcher, signature)


if not numba.config.DISABLE_JIT:
    numba.core.dispatcher.Dispatcher.compile = _compile_others
    _Library, _Codegen = numba.core.codegen.JITCodeLibrary, numba.core.codegen.JITCPUCodegen
    _Convention = numba.core.callconv.CPUCallConv
    _Library.finalize = _finalize_once(_Library.finalize)
    _Library._optimize_final_module = _optimize_as_a_whole(_Library._optimize_final_module)
    _Codegen.set_env = _set_env_of_entry_points(_Codegen.set_env)
    _Convention.decorate_function = _with_unchanging_rules(_Convention.decorate_function)
    numba.np.arrayobj.fix_integer_index = _index_from_the_front(numba.np.arrayobj.fix_integer_index)


def _with_wide_integers(dispatcher: Any) -> Any:
    """Compile one version for all integers: a field of 8 or 16 bits is widened when it is passed.

    Otherwise every mixture of widths would be compiled anew; that doubled the time to compile the rules.
    """
    compile_for = dispatcher.get_call_template

    def widened(kind: Any) -> Any:
        return numba.types.int64 if isinstance(kind, numba.types.Integer | numba.types.Boolean) else kind

    def get_call_template(args: Any, kws: Any) -> Any:
        return compile_for(tuple(widened(kind) for kind in args), kws)

    dispatcher.get_call_template = get_call_template
    return dispatcher


def _at(level: int, dispatcher: Any) -> Any:
    """Compile the function at this level."""

    def compile_for(signature: Any) -> Any:
        with _at_level(level):
            return _compile(dispatcher, signature)

    dispatcher.compile = compile_for
    return dispatcher


def jit(function: Function) -> Function:
    """Compile a function that only kernels call. Use it bare, `@jit`, and use nothing else: flags are decided here."""
    if numba.config.DISABLE_JIT:
        return function
    compiled = numba.njit(**_FLAGS, no_cpython_wrapper=True, no_cfunc_wrapper=True)(function)
    return cast(Function, _with_wide_integers(_at(INNER_FUNCTION, compiled)))


def inlined(function: Function) -> Function:
    """Put the function into its callers, as if written there.

    For the few functions that hold the whole engine: compiled by themselves, each would be optimised whole once more.
    """
    if numba.config.DISABLE_JIT:
        return function
    return cast(Function, numba.njit(**_FLAGS, inline="always")(function))


def kernel(function: Function) -> Function:
    """Compile an entry point: a function over batches that Python calls. It is cached with all that it calls."""
    if numba.config.DISABLE_JIT:
        return function
    with _caching_for(function):
        return cast(Function, _at(ENTRY_POINT, numba.njit(cache=True, **_FLAGS)(function)))


def is_cold() -> bool:
    """Will using the rules now mean compiling them first?"""
    return not numba.config.DISABLE_JIT and not any(cache_folder().rglob("*.nbi"))


@lru_cache(maxsize=1)
def note_first_compilation() -> None:
    """Tell the user, once, why the first call takes long; call it before a kernel runs. Silent when warm."""
    if is_cold():
        note = f"undersea_env: compiling the rules, once per version (about {COMPILE_SECONDS} s) ..."
        print(note, file=sys.stderr, flush=True)


def note_compilation(function: Any, what: str) -> None:
    """The same for an entry point outside of the rules, such as an agent's; `what` names it."""
    if numba.config.DISABLE_JIT or function.signatures:
        return
    if not any(Path(function.stats.cache_path).glob(f"*{function.__name__}*.nbi")):
        note = f"undersea_env: compiling {what}, once per version (about {COMPILE_SECONDS} s) ..."
        print(note, file=sys.stderr, flush=True)


def warm_up(*names: str) -> None:
    """Let these modules (default: that of the rules) compile their kernels, so that worker processes only load them."""
    for name in names or (RULES_WARM_UP,):
        try:
            module = importlib.import_module(name)
        except ModuleNotFoundError as error:
            if error.name is None or not f"{name}.".startswith(f"{error.name}."):
                raise
            continue
        note_first_compilation()
        module.warm_up()


if __name__ == "__main__":
    # The module that the kernels import, not this second copy of it.
    importlib.import_module("undersea_env.compiling.jit").warm_up(RULES_WARM_UP, AGENTS_WARM_UP)
