"""Our changes to the inside of numba: kernels compile three times as fast and run a fifth to a third faster.

They are made only in versions that were tried. Any other version compiles in its own way, which takes longer and is as
right; a warning says so. UNDERSEA_PLAIN_NUMBA=1 asks for that way without a warning.

What `make numbas` found, with numpy 2.4.6 and Python 3.11: the games of Underwater Cities end in the stored positions,
to the byte, whichever compiles them.

    numba              llvmlite    final states    processor time to compile and play
    0.66.0             0.48.0      the same        46 s
    0.67.0             0.49.0      the same        46 s
    0.68.0             0.50.0      the same        51 s
    0.68.1             0.50.0      the same        53 s
    0.68.1 as it is    0.50.0      the same        164 s
"""

import os
import threading
import warnings
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from typing import Any

import numba
from llvmlite.binding import Linkage
from numba.core.compiler_lock import global_compiler_lock
from numba.core.dispatcher import Dispatcher

TESTED = "0.66.0", "0.67.0", "0.68.0", "0.68.1"
PLAIN = "UNDERSEA_PLAIN_NUMBA"


def is_on(variable: str) -> bool:
    """Is this environment variable set to something but 0?"""
    return os.environ.get(variable, "") not in ("", "0")


IS_CHANGED = numba.__version__ in TESTED and not is_on(PLAIN)
if numba.__version__ not in TESTED:
    warnings.warn(
        f"undersea_env was not tried with numba {numba.__version__}, but with {', '.join(TESTED)}: "
        f"rules are right, but slower, and take longer to compile",
        RuntimeWarning,
        stacklevel=2,
    )

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


_compile = Dispatcher.compile


def _compile_others(dispatcher: Any, signature: Any) -> Any:
    """Functions of numba's and of users stay what they are, also those that a kernel calls."""
    with _at_level(NOTHING_OF_OURS):
        return _compile(dispatcher, signature)


def _change_numba() -> None:
    from numba.core.callconv import CPUCallConv
    from numba.core.codegen import JITCodeLibrary, JITCPUCodegen
    from numba.np import arrayobj

    dispatchers: Any = Dispatcher
    dispatchers.compile = _compile_others
    JITCodeLibrary.finalize = _finalize_once(JITCodeLibrary.finalize)
    JITCodeLibrary._optimize_final_module = _optimize_as_a_whole(JITCodeLibrary._optimize_final_module)
    JITCPUCodegen.set_env = _set_env_of_entry_points(JITCPUCodegen.set_env)
    CPUCallConv.decorate_function = _with_unchanging_rules(CPUCallConv.decorate_function)
    arrayobj.fix_integer_index = _index_from_the_front(arrayobj.fix_integer_index)


if IS_CHANGED:
    _change_numba()


def with_wide_integers(dispatcher: Any) -> Any:
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


def compiled_at(level: int, dispatcher: Any, around: Callable[[], AbstractContextManager[None]] = nullcontext) -> Any:
    """Compile the function at this level, with something around it.

    Numba's own lock comes first: a thread that holds it may come to need what is around.
    """

    def compile_for(signature: Any) -> Any:
        with global_compiler_lock, around(), _at_level(level):
            return _compile(dispatcher, signature)

    dispatcher.compile = compile_for
    return dispatcher
