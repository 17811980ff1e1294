"""Run in a process of its own, with the package that holds the faults first on the path: compile it, try every fault.

Each fault is tried in a copy of this process (fork): it plays games against the oracle, and if they all agree it runs
the scenario tests. The result of each is a line of JSON on standard output.
"""

from __future__ import annotations

import contextlib
import json
import os
import random
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
from pathlib import Path
from typing import Any

TESTS = Path(__file__).resolve().parents[1]
SHARED = tuple(f"../shared/test_{name}.py" for name in ("engine", "position_interface"))
SCENARIOS = ("rules", "printed_things", "test_engine.py", "test_results.py", *SHARED)
GAMES = 24
SECONDS_FOR_GAME, SECONDS_FOR_SCENARIOS = 8, 150        # of the processor; such a long time means that it never ends
PATIENCE = 10                                   # how much longer the clock may run when the machine is busy
ROUNDS = ((1, 1, 1), (4, 3, 3), (2, 1, 1), (1, 2, 1), (1, 1, 2))
TASTES = ("random", "never declines", "likes cities", "likes tunnels", "likes action cards", "likes specials",
          "likes the track", "draws many cards", "declines")
LEFT_OUT = "not another_process and not toy_game"      # the one would play without the fault, the other another game
CAUGHT, NOT_CAUGHT = 10, 11


def games(number: int, first_seed: int = 0) -> Iterator[tuple[int, dict[str, Any], str]]:
    """A fixed mixture of player counts, boards, contracts, lengths and ways to play: (seed, options, policy)."""
    for k in range(first_seed, first_seed + number):
        players = (2, 3, 1, 4)[k % 4]
        rounds = ROUNDS[k % 5]
        policy = "greedy" if k % 12 == 4 else TASTES[k % 9]
        contracts = players > 1 and k % 3 == 0
        boards = "asymmetric" if players == 1 or k % 7 in (1, 3, 5) else "symmetric"
        yield k, {"num_players": players, "boards": boards, "contracts": contracts, "rounds": rounds}, policy


def play_duels(number: int, first_seed: int = 0) -> str:
    """What went wrong first, or nothing."""
    from tests.underwater_cities import agreement

    for played, (seed, options, policy) in enumerate(games(number, first_seed), start=1):
        choose, source = agreement.POLICIES[policy], random.Random(seed)
        allow(SECONDS_FOR_GAME)
        try:
            duel = agreement.Duel(seed, **options)
            while not duel.is_over:
                duel.step(choose(duel, source))
        except Exception as error:
            words = str(error).split("\n")[0] or traceback.format_exc().strip().split("\n")[-3]
            return f"game {played}: {type(error).__name__}: {words}"[:300]
    return ""


def allow(seconds: int) -> None:
    """So much more time of the processor for this process; then it is ended."""
    used = resource.getrusage(resource.RUSAGE_SELF)
    limit = int(used.ru_utime + used.ru_stime) + seconds + 1
    resource.setrlimit(resource.RLIMIT_CPU, (limit, resource.RLIM_INFINITY))


def run_scenarios() -> str:
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
        paths = [str(TESTS / name) for name in SCENARIOS]
        code = pytest.main([*paths, "-x", "-q", "-p", "no:cacheprovider", "-k", LEFT_OUT], plugins=[first])
    return first.found or ("" if code == 0 else f"pytest ended with {code}")


# --- one fault in a copy of this process ---


def in_a_copy(work: Callable[[], str], seconds: int = SECONDS_FOR_SCENARIOS) -> str:
    """What `work` says; a copy that dies or does not end has been caught too."""
    reading, writing = os.pipe()
    sys.stdout.flush()
    child = os.fork()
    if child == 0:
        os.close(reading)
        words = "an exception while it was tried"
        with contextlib.suppress(BaseException):
            words = work()
        os.write(writing, words.encode()[:4000])
        os._exit(NOT_CAUGHT if words == "" else CAUGHT)
    os.close(writing)
    if not select.select([reading], [], [], PATIENCE * seconds)[0]:
        os.kill(child, signal.SIGKILL)
    words = os.read(reading, 4000).decode()
    os.close(reading)
    code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    if code in (-signal.SIGXCPU, -signal.SIGKILL):
        return "no end"
    return words if code in (CAUGHT, NOT_CAUGHT) else f"the process ended with {code}"


def with_fault(number: int, numbers: str | None, work: Callable[[], str]) -> Callable[[], str]:
    def switch_on_and_work() -> str:
        from undersea_env.active_fault import ACTIVE

        ACTIVE[0] = number
        if numbers is not None:
            from undersea_env.underwater_cities.compiled import base_numbers

            exec(compile(numbers, "base_numbers.py", "exec"), vars(base_numbers))
        return work()

    return switch_on_and_work


def tried(plan: list[Any], work: Callable[[], str], by: str, spent: Counter[int]) -> Iterator[dict[str, Any]]:
    """The result of each fault that is caught; those that are not stay in the plan. `spent` adds up the seconds."""
    for number, numbers in list(plan):
        start = time.monotonic()
        found = in_a_copy(with_fault(number, numbers, work))
        spent[number] += time.monotonic() - start  # type: ignore[assignment]
        if found:
            plan.remove([number, numbers])
            yield {"number": number, "caught_by": by, "words": found, "seconds": round(spent[number], 1)}


# --- the process ---


def compile_everything() -> None:
    from tests.underwater_cities.agreement import game_of
    from undersea_env.core.warming import use_rules
    from undersea_env.underwater_cities.kind import KIND

    use_rules(KIND)
    game_of.cache_clear()


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
    sys.path[:0] = [str(package), str(TESTS)]
    warnings.simplefilter("ignore")
    start = time.monotonic()
    try:
        compile_everything()
    except Exception as error:
        numbers = faults_that_do_not_compile(package, error)
        print(json.dumps({"does_not_compile": numbers, "words": str(error)[-1500:]}), flush=True)
        return
    print(json.dumps({"compiled_in": round(time.monotonic() - start, 1)}), flush=True)
    warnings.resetwarnings()
    spent: Counter[int] = Counter()
    left = [*([[0, None]] if plan["check"] else []), *plan["faults"]]
    for result in tried(left, lambda: play_duels(plan["duels"], plan["first_seed"]), "agreement", spent):
        print(json.dumps(result), flush=True)
    for result in tried(left, run_scenarios, "scenarios", spent):
        print(json.dumps(result), flush=True)
    for number, _ in left:
        result = {"number": number, "caught_by": "", "words": "", "seconds": round(spent[number], 1)}
        print(json.dumps(result), flush=True)


if __name__ == "__main__":
    main()
