"""Does the net catch fish? Faults are put into the rules and the printed data; how many do the tests catch?

    python -m tests.mutation --game underwater_cities --kernel 150 --data 200 --seed 1

Results are added to build/mutation/GAME.jsonl one by one (a line each); what is there already is not tried again. A
game takes part with the folder `tests/GAME/mutants`: `subject.py`, `faults_in_data.py` and `data_run.py`.
"""

from __future__ import annotations

import argparse
import json
import os
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

from tests.mutants import code_run, faults_in_code, report
from tests.mutants.subject import Subject, subject_of

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


def try_code(subject: Subject, number: int, seed: int, out: Path, games: int, check: bool) -> None:
    done = read_results(out)
    faults = [fault for fault in faults_in_code.sample(subject, number, seed) if fault.name not in done]
    if faults:
        code_run.try_faults(subject, faults, noting(out, "kernel"), duels=games, check=check)


def in_data_of(subject: Subject) -> tuple[Any, Any]:
    """Imported late: they import numba, which is to have the flags of `main`."""
    mutants = f"tests.{subject.game}.mutants"
    return import_module(f"{mutants}.data_run"), import_module(f"{mutants}.faults_in_data")


def try_data(subject: Subject, number: int, seed: int, out: Path, seconds: float) -> None:
    data_run, faults_in_data = in_data_of(subject)
    done = read_results(out)
    faults = [fault for fault in faults_in_data.sample(number, seed) if fault.name not in done]
    data_run.try_faults(faults, noting(out, "data"), seconds)


def try_survivors_again(subject: Subject, out: Path, games: int, seconds: float) -> None:
    """Whether other games, or tests written since, catch what was left."""
    data_run, faults_in_data = in_data_of(subject)
    left = {name for name, result in read_results(out).items() if not result["caught_by"]} - set(subject.equivalent)
    in_data = [fault for faults in faults_in_data.all_faults().values() for fault in faults if fault.name in left]
    data_run.try_faults(in_data, noting(out, "data"), seconds)
    in_code = [fault for module in subject.modules for fault in faults_in_code.faults_of(subject, module)]
    in_code = [fault for fault in in_code if fault.name in left]
    if in_code:
        code_run.try_faults(subject, in_code, noting(out, "kernel"), duels=games, first_seed=1000, check=False)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", default="underwater_cities")
    parser.add_argument("--kernel", type=int, default=0, help="how many faults in the code")
    parser.add_argument("--data", type=int, default=0, help="how many faults in the component book")
    parser.add_argument("--seed", type=int, default=1, help="which sample")
    parser.add_argument("--games", type=int, default=0,
                        help="how many are played with a fault in the code, if not as many as usual")
    parser.add_argument("--seconds", type=float, default=60,
                        help="of the processor, for looking for games that show a fault in the data")
    parser.add_argument("--again", type=int, default=0, help="try survivors again, with as many new games in the code")
    parser.add_argument("--unchecked", action="store_true", help="do not first try the code without any fault")
    parser.add_argument("--out", type=Path, help="default: build/mutation/GAME.jsonl")
    options = parser.parse_args()
    subject = subject_of(options.game)
    out = options.out or Path("build/mutation") / f"{options.game}.jsonl"
    out.parent.mkdir(parents=True, exist_ok=True)
    os.environ.setdefault("NUMBA_BOUNDSCHECK", "1")
    if options.data:
        try_data(subject, options.data, options.seed, out, options.seconds)
    if options.kernel:
        try_code(subject, options.kernel, options.seed, out, options.games, not options.unchecked)
    if options.again:
        try_survivors_again(subject, out, options.again, options.seconds)
    report.show(subject, list(read_results(out).values()))


if __name__ == "__main__":
    main()
