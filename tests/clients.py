"""Libraries of others, none of which has to be installed: what the page WITH_OTHER_LIBRARIES.md says of them is run.

    python -m tests.clients                # `make clients`: install what is missing, then run all that needs it

Each has a folder of its own, which is laid over what is installed; what is installed itself stays as it is. Tests that
find no folder are skipped.
"""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
CLIENTS = ROOT / "build" / "clients"
TESTS = tuple(f"tests/shared/test_{name}.py" for name in ("clients", "openspiel", "torchrl"))
# What is wanted beside the packages of the extras, all by name: nothing of theirs is replaced by another version.
PACKAGES = {
    "openspiel": ("open_spiel==2.0.2",),
    "supersuit": ("supersuit==3.11.0", "tinyscaler==1.2.8"),
    "tianshou": (
        "tianshou==2.0.1", "sensai-utils", "overrides", "deepdiff", "orderly-set", "cachebox", "h5py", "tqdm", "pandas",
        "pytz", "docstring_parser", "jsonargparse",
    ),
    "torchrl": ("torchrl==0.14.1", "tensordict==0.15.3", "pyvers", "orjson"),
}
INSTALLED = "installed"                              # clients that come with the extra `train`


def run_with(client: str, script: Path, *arguments: str, seconds: float = 600) -> str:
    """What a script prints that runs with this library."""
    place = CLIENTS / client
    if client != INSTALLED and not place.is_dir():
        pytest.skip(f"{client} is not there: `make clients` installs it into {place.relative_to(ROOT)}")
    paths = [str(ROOT)] if client == INSTALLED else [str(place), str(ROOT)]
    done = subprocess.run(
        [sys.executable, str(script), *arguments], env=os.environ | {"PYTHONPATH": os.pathsep.join(paths)},
        capture_output=True, text=True, timeout=seconds, check=False, cwd=script.parent,
    )
    assert done.returncode == 0, done.stderr[-4000:]
    return done.stdout


def install(client: str) -> None:
    """All or nothing, so that a folder that is there is whole."""
    beside = CLIENTS / f".{client}"
    command = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--target", str(beside)]
    subprocess.run([*command, *PACKAGES[client]], check=True)
    beside.rename(CLIENTS / client)


def main() -> int:
    for client, packages in PACKAGES.items():
        if not (CLIENTS / client).is_dir():
            print(f"Installing {packages[0]} into {(CLIENTS / client).relative_to(ROOT)} ...", flush=True)
            install(client)
    return subprocess.run([sys.executable, "-m", "pytest", "-v", *TESTS], cwd=ROOT, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
