"""Does the net catch fish? Faults are put into the rules and the printed data; how many do the tests catch?

    python -m tests.underwater_cities.mutation --kernel 150 --data 200 --seed 1 --out build/mutation.json

Results are added to the file one by one (a line of JSON each); what is there already is not tried again.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

TESTS = Path(__file__).resolve().parent
sys.path[:0] = [str(TESTS.parent), str(TESTS)]

from tests.underwater_cities.mutants import code_run, faults_in_code, report  # noqa: E402
from tests.underwater_cities.mutants.equivalents import EQUIVALENT  # noqa: E402

Result = dict[str, Any]


def read_results(file: Path) -> dict[str, Result]:
    """By name; a later result of the same fault counts."""
    lines = file.read_text().splitlines() if file.exists() else []
    return {result["name"]: result for result in map(json.loads, lines)}


def noting(file: Path, kind: str) -> Callable[[Result], None]:
    def note(result: Result) -> None:
        with file.open("a") as lines:
            lines.write(json.dumps({"kind_of_mutant": kind} | result) + "\n")
        print(report.line_of(result), flush=True)

    return note


def try_code(number: int, seed: int, out: Path, check: bool) -> None:
    done = read_results(out)
    faults = [fault for fault in faults_in_code.sample(number, seed) if fault.name not in done]
    if faults:
        code_run.try_faults(faults, noting(out, "kernel"), check=check)


def try_data(number: int, seed: int, out: Path, seconds: float) -> None:
    from tests.underwater_cities.mutants import data_run, faults_in_data  # these import numba, with the flags of `main`

    done = read_results(out)
    faults = [fault for fault in faults_in_data.sample(number, seed) if fault.name not in done]
    data_run.try_faults(faults, noting(out, "data"), seconds)


def try_survivors_again(out: Path, games: int, seconds: float) -> None:
    """Whether other games, or tests written since, catch what was left."""
    from tests.underwater_cities.mutants import data_run, faults_in_data

    left = {name for name, result in read_results(out).items() if not result["caught_by"]} - set(EQUIVALENT)
    in_data = [fault for faults in faults_in_data.all_faults().values() for fault in faults if fault.name in left]
    data_run.try_faults(in_data, noting(out, "data"), seconds)
    in_code = [fault for module in faults_in_code.MODULES for fault in faults_in_code.faults_of(module)]
    in_code = [fault for fault in in_code if fault.name in left]
    if in_code:
        code_run.try_faults(in_code, noting(out, "kernel"), duels=games, first_seed=1000, check=False)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kernel", type=int, default=0, help="how many faults in the code")
    parser.add_argument("--data", type=int, default=0, help="how many faults in the component book")
    parser.add_argument("--seed", type=int, default=1, help="which sample")
    parser.add_argument("--seconds", type=float, default=60, help="how long a fault in the data is looked for")
    parser.add_argument("--again", type=int, default=0, help="try survivors again, with as many new games in the code")
    parser.add_argument("--unchecked", action="store_true", help="do not first try the code without any fault")
    parser.add_argument("--out", type=Path, default=Path("build/mutation.json"))
    options = parser.parse_args()
    options.out.parent.mkdir(parents=True, exist_ok=True)
    os.environ.setdefault("NUMBA_BOUNDSCHECK", "1")
    if options.data:
        try_data(options.data, options.seed, options.out, options.seconds)
    if options.kernel:
        try_code(options.kernel, options.seed, options.out, not options.unchecked)
    if options.again:
        try_survivors_again(options.out, options.again, options.seconds)
    report.show(list(read_results(options.out).values()))


if __name__ == "__main__":
    main()
