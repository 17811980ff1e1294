"""Run in a process of its own, with the package that holds the faults first on the path: compile it, try every fault.

Each fault is tried in a copy of this process (fork): it plays games against the oracle, and if they all agree it runs
the scenario tests. The result of each is a line of JSON on standard output.
"""

from __future__ import annotations

import contextlib
import json
import os
import re
import resource
import select
import signal
import sys
import time
import traceback
import warnings
from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tests.mutants.subject import Subject

TESTS = Path(__file__).resolve().parents[1]
SHARED = tuple(f"shared/test_{name}.py" for name in ("engine", "position_interface"))
SECONDS_FOR_GAME, SECONDS_FOR_SCENARIOS = 8, 150        # of the processor; such a long time means that it never ends
LOOKS_AFTER = 300                                # seconds of the clock; a copy that used no processor since is stuck
OTHERS = "not another_process"                  # which would play without the fault
NOT_KEPT = "ignore:Cannot cache compiled function"         # compiled with the switch, and no fault of the rules
CAUGHT, NOT_CAUGHT, NOT_TRIED = 10, 11, 12


def play_games(subject: Subject, number: int, first: int = 0) -> str:
    """What went wrong first, or nothing."""
    for played, k in enumerate(range(first, first + number), start=1):
        allow(SECONDS_FOR_GAME)
        try:
            subject.play_game(k)
        except ImportError:
            raise
        except Exception as error:
            words = str(error).split("\n")[0] or traceback.format_exc().strip().split("\n")[-3]
            return f"game {played}: {type(error).__name__}: {words}"[:300]
    return ""


def allow(seconds: int) -> None:
    """So much more time of the processor for this process; then it is ended."""
    used = resource.getrusage(resource.RUSAGE_SELF)
    limit = int(used.ru_utime + used.ru_stime) + seconds + 1
    resource.setrlimit(resource.RLIMIT_CPU, (limit, resource.RLIM_INFINITY))


def run_scenarios(subject: Subject) -> str:
    """The first test that fails, or nothing."""
    import pytest

    allow(SECONDS_FOR_SCENARIOS)

    class FirstFailure:
        found = ""

        def pytest_runtest_logreport(self, report: Any) -> None:
            if report.failed and not self.found:
                self.found = report.nodeid

        def pytest_collectreport(self, report: Any) -> None:
            if report.failed and not self.found:
                self.found = report.nodeid

    first = FirstFailure()
    with open(os.devnull, "w") as nowhere, contextlib.redirect_stdout(nowhere), contextlib.redirect_stderr(nowhere):
        paths = [str(TESTS / name) for name in (*(f"{subject.game}/{name}" for name in subject.scenarios), *SHARED)]
        chosen = " and ".join([OTHERS, *(f"not {game}" for game in other_games(subject))])
        how = ["-x", "-q", "-p", "no:cacheprovider", "-W", NOT_KEPT, "-k", chosen]
        code = pytest.main([*paths, *how], plugins=[first])
    return first.found or ("" if code == 0 else f"pytest ended with {code}")


def other_games(subject: Subject) -> list[str]:
    """Shared tests run over every game; here over this one."""
    import undersea_env

    return ["toy_game", *(game for game in undersea_env.games() if game != subject.game)]


# --- one fault in a copy of this process ---


def in_a_copy(work: Callable[[], str]) -> str:
    """What `work` says; a copy that dies or does not end has been caught too.

    It has an end when its time of the processor is used up. On a busy machine that takes as long as it takes.
    """
    reading, writing = os.pipe()
    sys.stdout.flush()
    child = os.fork()
    if child == 0:
        os.close(reading)
        words, code = "an exception while it was tried", CAUGHT
        try:
            words = work()
            code = CAUGHT if words else NOT_CAUGHT
        except ImportError as error:                         # no fault makes one: the project was changed meanwhile
            words, code = str(error), NOT_TRIED
        except BaseException:
            pass
        os.write(writing, words.encode()[:4000])
        os._exit(code)
    os.close(writing)
    used = -1.0
    while not select.select([reading], [], [], LOOKS_AFTER)[0]:
        before, used = used, processor_time(child)
        if used == before:
            os.kill(child, signal.SIGKILL)
    words = os.read(reading, 4000).decode()
    os.close(reading)
    code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    if code in (-signal.SIGXCPU, -signal.SIGKILL):
        return "no end"
    if code == NOT_TRIED:
        raise ImportError(words)
    return words if code in (CAUGHT, NOT_CAUGHT) else f"the process ended with {code}"


def processor_time(process: int) -> float:
    """Seconds that a process has used so far."""
    fields = Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def processor_time_of_copies() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def with_fault(subject: Subject, number: int, numbers: str | None, work: Callable[[], str]) -> Callable[[], str]:
    def switch_on_and_work() -> str:
        import_module("undersea_env.active_fault").ACTIVE[0] = number
        if numbers is not None:
            path = subject.numbers.removesuffix(".py").replace("/", ".")
            exec(compile(numbers, subject.numbers, "exec"), vars(import_module(f"undersea_env.{path}")))
        return work()

    return switch_on_and_work


def tried(
    subject: Subject, plan: list[Any], work: Callable[[], str], by: str, spent: Counter[int]
) -> Iterator[dict[str, Any]]:
    """The result of each fault that is caught; those that are not stay in the plan. `spent` adds up the seconds."""
    for number, numbers in list(plan):
        start = processor_time_of_copies()
        found = in_a_copy(with_fault(subject, number, numbers, work))
        spent[number] += processor_time_of_copies() - start  # type: ignore[assignment]
        if found:
            plan.remove([number, numbers])
            yield {"number": number, "caught_by": by, "words": found, "seconds": round(spent[number], 1)}


# --- the process ---


def compile_everything(game: str) -> None:
    from undersea_env.core.registry import kind_of
    from undersea_env.core.warming import use_rules

    use_rules(kind_of(game))


def faults_that_do_not_compile(package: Path, error: BaseException) -> list[int]:
    """The numbers on the innermost line that the compiler names."""
    for file, line in reversed(re.findall(r'File "([^"]+)", line (\d+)', str(error))):
        path = Path(file)
        if not path.is_absolute():
            path = next(iter(package.rglob(path.name)), path)
        if package in path.parents:
            numbers = re.findall(r"ACTIVE\[0\] == (\d+)", path.read_text().split("\n")[int(line) - 1])
            if numbers:
                return [int(number) for number in numbers]
    return []


def main() -> None:
    plan = json.loads(sys.stdin.read())
    package = Path(plan["package"])
    sys.path[:0] = [str(package), str(TESTS.parent)]
    warnings.simplefilter("ignore")
    start = time.monotonic()
    try:
        compile_everything(plan["game"])
    except Exception as error:
        numbers = faults_that_do_not_compile(package, error)
        print(json.dumps({"does_not_compile": numbers, "words": str(error)[-1500:]}), flush=True)
        return
    print(json.dumps({"compiled_in": round(time.monotonic() - start, 1)}), flush=True)
    warnings.resetwarnings()
    from tests.mutants.subject import subject_of

    subject = subject_of(plan["game"])
    spent: Counter[int] = Counter()
    left = [*([[0, None]] if plan["check"] else []), *plan["faults"]]
    games = partial(play_games, subject, plan["duels"], plan["first_seed"])
    for result in tried(subject, left, games, "agreement", spent):
        print(json.dumps(result), flush=True)
    for result in tried(subject, left, partial(run_scenarios, subject), "scenarios", spent):
        print(json.dumps(result), flush=True)
    for number, _ in left:
        result = {"number": number, "caught_by": "", "words": "", "seconds": round(spent[number], 1)}
        print(json.dumps(result), flush=True)


if __name__ == "__main__":
    main()
