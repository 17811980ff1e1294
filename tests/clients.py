"""Libraries of others that are not installed here: where `make clients` puts them, and how a test runs with one."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
CLIENTS = ROOT / "build" / "clients"


def run_with(client: str, script: Path, *arguments: str, seconds: float = 600) -> str:
    """What a script prints that runs with the library laid over what is installed; skipped where it is not there."""
    place = CLIENTS / client
    if not place.is_dir():
        pytest.skip(f"{client} is not there: `make clients` installs it into {place.relative_to(ROOT)}")
    paths = os.pathsep.join([str(place), str(ROOT)])
    done = subprocess.run(
        [sys.executable, str(script), *arguments], env=os.environ | {"PYTHONPATH": paths}, capture_output=True,
        text=True, timeout=seconds, check=False, cwd=script.parent,
    )
    assert done.returncode == 0, done.stderr[-4000:]
    return done.stdout
