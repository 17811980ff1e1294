"""Try a sample of faults in the code: write the package that holds them, start `trial.py` with it, note the results."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any

from tests.mutants.faults_in_code import PACKAGE, SWITCH, Fault, numbers_with, source_with
from tests.mutants.subject import Subject

SWITCH_MODULE = '''"""The number of the fault that is switched on."""
import numpy as np

ACTIVE = np.zeros(200_000, np.int64)    # numba looks into an array of more than a megabyte at run time
'''
IMPORT = f"from undersea_env.active_fault import {SWITCH}"
Note = Callable[[dict[str, Any]], None]


def described(fault: Fault) -> dict[str, Any]:
    return {"name": fault.name} | asdict(fault)


def write_package(subject: Subject, folder: Path, faults: dict[int, Fault]) -> None:
    package = folder / "undersea_env"
    shutil.rmtree(package, ignore_errors=True)
    shutil.copytree(PACKAGE, package, ignore=shutil.ignore_patterns("__pycache__"))
    (package / "active_fault.py").write_text(SWITCH_MODULE)
    for module in subject.modules:
        here = {number: fault for number, fault in faults.items() if fault.module == module}
        if here and module != subject.numbers:
            (package / module).write_text(source_with(module, here, IMPORT))


def started_trial(
    subject: Subject, folder: Path, faults: dict[int, Fault], plan: dict[str, Any]
) -> Iterator[dict[str, Any]]:
    """The lines that the trial writes."""
    wanted = [
        (number, numbers_with(fault) if fault.module == subject.numbers else None) for number, fault in faults.items()
    ]
    environment = os.environ | {"PYTHONPATH": f"{folder}{os.pathsep}{Path(__file__).parents[2]}",
                                "NUMBA_CACHE_DIR": str(folder / "cache"), "NUMBA_BOUNDSCHECK": "1"}
    script = Path(__file__).with_name("trial.py")
    with subprocess.Popen([sys.executable, str(script)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
                          env=environment, cwd=script.parents[2]) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(json.dumps({"game": subject.game, "package": str(folder), "faults": wanted} | plan))
        process.stdin.close()
        for line in process.stdout:
            if line.startswith("{"):
                yield json.loads(line)


def try_faults(
    subject: Subject, chosen: list[Fault], note: Note, duels: int = 0, first_seed: int = 0, check: bool = True
) -> None:
    """Note a result for each fault; those that cannot be compiled are noted as such and left out.

    `duels`: how many games, if not as many as usual.
    """
    faults = dict(enumerate(chosen, start=1))
    plan = {"duels": duels or subject.games, "first_seed": first_seed, "check": check}
    with tempfile.TemporaryDirectory(prefix="mutants-") as name:
        while faults:
            write_package(subject, Path(name), faults)
            refused: list[int] = []
            for result in started_trial(subject, Path(name), faults, plan):
                if "does_not_compile" in result:
                    refused = result["does_not_compile"]
                    assert refused, result["words"]
                elif "compiled_in" in result:
                    print(f"compiled {len(faults)} faults in {result['compiled_in']} s", flush=True)
                elif result["number"] == 0:
                    assert not result["caught_by"], f"without a fault: {result['words']}"
                else:
                    note(described(faults[result.pop("number")]) | result)
            for number in refused:
                note(described(faults.pop(number)) | {"caught_by": "does not compile", "words": "", "seconds": 0.0})
            if not refused:
                return
