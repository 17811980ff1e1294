"""Our speed beside that of other libraries, on the same machine in the same run: `make bench`.

Every peer is a file `peers/play_NAME.py`, run by the Python of a virtual environment of its own with pinned versions;
ours is measured before, between and after. Writes `peers.json`, `peers.md` and `peers.svg`.
"""

import argparse
import json
import os
import re
import subprocess
import sys
import time
import tomllib
import venv
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from undersea_env.agents.arena.folder import as_json, write_whole
from undersea_env.benchmarks.engine import Result, machine_facts
from undersea_env.benchmarks.ours import make_contenders, rows_of
from undersea_env.benchmarks.peers_report import compared, draw, table
from undersea_env.errors import InvalidOption, UnderseaError

SCRIPTS = Path(__file__).resolve().parent / "peers"
PREFIX = "play_"
METADATA = re.compile(r"^# /// script\n((?:#.*\n)*?)# ///$", re.M)       # inline script metadata, as PEP 723 has it
INSTALLED = "installed.txt"
INSTALL_LIMIT, RUN_LIMIT = 1800.0, 900.0                                 # seconds
KEPT_OUT = ("PYTHONPATH", "PYTHONHOME", "NUMBA_CACHE_DIR", "NUMBA_BOUNDSCHECK")
RESULT, TABLE, PICTURE = "peers.json", "peers.md", "peers.svg"


class Skipped(Exception):  # noqa: N818  a peer that cannot take part is no error
    """Why a peer does not take part, in one line."""


@dataclass(frozen=True)
class Peer:
    name: str
    script: Path
    dependencies: tuple[str, ...]
    builds: str = ""                               # what its script installs by itself, because pip alone cannot


def read_peer(script: Path) -> Peer:
    found = METADATA.search(script.read_text(encoding="utf-8"))
    if found is None:
        raise UnderseaError(f"{script.name} does not say what it needs: a block `# /// script` with `dependencies`")
    data = tomllib.loads("\n".join(line.removeprefix("#").removeprefix(" ") for line in found[1].splitlines()))
    builds = data.get("tool", {}).get("undersea", {}).get("builds", "")
    return Peer(script.stem.removeprefix(PREFIX), script, tuple(data["dependencies"]), builds)


def find_peers(folder: Path = SCRIPTS, only: Sequence[str] = ()) -> list[Peer]:
    if not folder.is_dir():
        raise InvalidOption(f"there is no folder {folder}: the runners of the peers are part of a check-out only")
    peers = {peer.name: peer for peer in map(read_peer, sorted(folder.glob(f"{PREFIX}*.py")))}
    unknown = [name for name in only if name not in peers]
    if unknown:
        raise InvalidOption(f"there is no peer {', '.join(unknown)}; the peers are {', '.join(peers)}")
    return [peer for name, peer in peers.items() if not only or name in only]


# --- running them ---


def environment_of(home: Path) -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if name not in KEPT_OUT}
    return kept | {"VIRTUAL_ENV": str(home), "PIP_DISABLE_PIP_VERSION_CHECK": "1", "PYTHONWARNINGS": "ignore"}


def python_of(home: Path) -> Path:
    return home / ("Scripts/python.exe" if os.name == "nt" else "bin/python")


def last_line(text: str, home: Path) -> str:
    """What went wrong, without addresses and places that only this machine has."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    errors = [line for line in lines if re.match(r"(ERROR|error|\w*Error)\b", line)]
    words = (errors or lines or ["it said nothing"])[-1]
    return re.sub(r"\w+://\S+", "...", words.replace(str(home), "..."))[:200]


def call(home: Path, words: Sequence[str], limit: float, what: str) -> str:
    """Run the peer's Python; returns its output."""
    command = [str(python_of(home)), *words]
    try:
        done = subprocess.run(command, env=environment_of(home), capture_output=True, text=True, timeout=limit)
    except subprocess.TimeoutExpired:
        raise Skipped(f"{what} took more than {limit:.0f} s") from None
    except OSError as error:
        raise Skipped(f"{what} failed: {error.strerror}") from None
    if done.returncode:
        raise Skipped(f"{what} failed: {last_line(done.stderr or done.stdout, home)}")
    return done.stdout


def install(peer: Peer, homes: Path) -> Path:
    """The peer's virtual environment, made and filled if that is not done yet."""
    home = (homes / peer.name).absolute()
    wanted = "\n".join([*peer.dependencies, peer.builds])
    marker = home / INSTALLED
    if marker.exists() and marker.read_text(encoding="utf-8") == wanted:
        return home
    try:
        if not python_of(home).exists():
            venv.create(home, with_pip=True)
    except (OSError, subprocess.CalledProcessError) as error:
        raise Skipped(f"its virtual environment cannot be made: {type(error).__name__}") from None
    call(home, ["-m", "pip", "install", "--quiet", *peer.dependencies], INSTALL_LIMIT, "installing")
    if peer.builds:
        call(home, [str(peer.script), "--build", peer.builds], INSTALL_LIMIT, "building")
    marker.write_text(wanted, encoding="utf-8")
    return home


def play(peer: Peer, home: Path, seconds: float, repeats: int) -> list[Result]:
    """What its script reports: rows, and games that were skipped."""
    words = [str(peer.script), "--seconds", str(seconds), "--repeats", str(repeats)]
    rows = []
    for line in call(home, words, RUN_LIMIT, "playing").splitlines():
        try:
            row = json.loads(line)
        except ValueError:
            continue                               # some libraries talk
        if isinstance(row, dict) and "peer" in row:
            rows.append(row)
    if not rows:
        raise Skipped("it reported nothing")
    for row in rows:
        if "skipped" in row:
            row["skipped"] = row["skipped"].replace(str(home), "...")
    return rows


def run(peers: Sequence[Peer], homes: Path, seconds: float, repeats: int, say: Any) -> Result:
    """Everything is installed first; then ours, a peer, ours, a peer ... ours."""
    skipped: list[Result] = []
    ready: list[tuple[Peer, Path]] = []

    def skip(peer: str, why: str, game: str | None = None) -> None:
        skipped.append({"peer": peer, "game": game, "why": why})
        say(f"skipped: {', '.join(filter(None, (peer, game)))}: {why}")

    for peer in peers:
        say(f"{peer.name}: installing, if that is not done yet ...")
        try:
            ready.append((peer, install(peer, homes)))
        except Skipped as error:
            skip(peer.name, str(error))
    machine = machine_facts()
    contenders = make_contenders(machine["usable_cores"] or 1)
    rows: list[Result] = []
    started = time.perf_counter()

    def measure_ours() -> None:
        say("ours ...")
        for contender in contenders:
            contender.measure(seconds)

    measure_ours()
    for number, (peer, home) in enumerate(ready):
        say(f"{peer.name} ...")
        try:
            reported = play(peer, home, seconds, repeats)
        except Skipped as error:
            skip(peer.name, str(error))
            reported = []
        for row in reported:
            if "skipped" in row:
                skip(row["peer"], row["skipped"], row["game"])
            else:
                rows.append(row | {"between": [number, number + 1]})        # which samples of ours are nearest
        measure_ours()
    return {
        "machine": machine,
        "seconds_in_all": time.perf_counter() - started,
        "ours": rows_of(contenders, seconds),
        "peers": rows,
        "skipped": skipped,
    }


# --- the command ---


def write_all(result: Result, out: Path, picture: bool = True) -> list[Path]:
    paths = [out / RESULT, out / TABLE]
    write_whole(paths[0], as_json(result))
    write_whole(paths[1], table(result))
    if picture:
        paths.append(out / PICTURE)
        draw(result, paths[-1])
    return paths


def read_result(path: Path) -> Result:
    try:
        result = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise InvalidOption(f"{path} is not a result of this benchmark: {error}") from None
    if not isinstance(result, dict) or not {"machine", "ours", "peers", "skipped"} <= set(result):
        raise InvalidOption(f"{path} is not a result of this benchmark")
    return result


def positive(text: str) -> float:
    number = float(text)
    if not 0 < number < float("inf"):
        raise ValueError(text)
    return number


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m undersea_env.benchmarks.peers", description=__doc__)
    parser.add_argument("--out", type=Path, default=Path("build/bench"), help="default build/bench")
    parser.add_argument("--homes", type=Path, default=Path("build/peers"), help="of the virtual environments")
    parser.add_argument("--only", default="", metavar="NAMES", help="some peers, such as pgx,rlcard")
    parser.add_argument("--seconds", type=positive, default=0.6, help="of each repeat (default 0.6)")
    parser.add_argument("--repeats", type=int, default=5, help="of each row of a peer (default 5)")
    parser.add_argument("--again", type=Path, metavar="FILE", help="only table and picture of a result measured before")
    parser.add_argument("--no-plots", action="store_true", help="no picture")
    options = parser.parse_args(arguments)

    def say(words: str) -> None:
        print(words, file=sys.stderr, flush=True)

    try:
        if options.again:
            result = read_result(options.again)
        else:
            if options.repeats < 1:
                raise InvalidOption(f"repeats are at least 1, not {options.repeats}")
            peers = find_peers(only=[name for name in options.only.split(",") if name])
            result = compared(run(peers, options.homes, options.seconds, options.repeats, say))
        paths = write_all(result, options.out, not options.no_plots)
    except UnderseaError as error:
        print(f"peers: {error}", file=sys.stderr)
        return 2
    print(table(result))
    say(f"written: {', '.join(map(str, paths))}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
