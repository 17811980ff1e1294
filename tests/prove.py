"""Let engine and oracle of a game play many games against each other, and tell what was exercised: `make prove`.

    python -m tests.prove --game underwater_cities --games 100000 --workers 2

What was played is kept in build/prove/GAME.jsonl, a line for every few games: stopped by Ctrl-C, SIGTERM or worse, the
same command goes on where it was, as long as nothing of the game or its oracle has changed. Games that disagree are
written to build/disagreements; the exit code is 1 then. A game takes part with `tests.GAME.agreement` (`play_duel`) and
`tests.GAME.exercised` (`everything`, the names of all that should happen).
"""

from __future__ import annotations

import argparse
import gc
import hashlib
import json
import os
import signal
import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from importlib import import_module
from multiprocessing import get_context, parent_process
from pathlib import Path
from threading import Thread
from typing import Any

import undersea_env
from tests.disagreement import Disagreement
from undersea_env.core.registry import kind_of

CHUNK = 10
GAMES = sorted(file.parent.name for file in Path(__file__).parent.glob("*/agreement.py"))
COMPARING = ("agreement.py", "beginnings.py", "flat.py")     # of a game, those that it has
ROOMS_OF_RULES = ("kernel", "compiled", "printed", "components")
COUNTED = ("games", "decisions", "left", "seconds")
Chunk = dict[str, Any]


def play_chunk(game: str, first: int, games: int) -> Chunk:
    play_duel = import_module(f"tests.{game}.agreement").play_duel
    started = time.process_time()
    tally: Counter[str] = Counter()
    decisions, left, disagreements = 0, 0, []
    for number in range(first, first + games):
        try:
            duel = play_duel(number)
        except Disagreement as found:
            disagreements.append({"number": number} | found.case)
            continue
        tally.update(duel.oracle.events)
        decisions += len(duel.actions)
        left += duel.left
    return {"first": first, "games": games, "decisions": decisions, "left": left, "tally": tally,
            "disagreements": disagreements, "seconds": round(time.process_time() - started, 2)}


def report(game: str, chunks: list[Chunk]) -> str:
    """How much was compared, and how often everything happened."""
    sums = {name: sum(chunk[name] for chunk in chunks) for name in COUNTED}
    disagreements = sum(len(chunk["disagreements"]) for chunk in chunks)
    tally: Counter[str] = Counter()
    for chunk in chunks:
        tally.update(chunk["tally"])
    lines = [f"{sums['games']:,} games, {sums['decisions']:,} decisions compared in {sums['seconds']:,.0f} s of one "
             f"processor; {disagreements} disagreements"]
    if sums["left"]:
        lines.append(f"{sums['left']:,} games were not played to their end: a look ahead was too large for the oracle")
    wanted = list(import_module(f"tests.{game}.exercised").everything())
    for kind in dict.fromkeys(name.split()[0] for name in wanted):
        counts = {name.split(maxsplit=1)[1]: tally[name] for name in wanted if name.split()[0] == kind}
        missing = [name for name, count in counts.items() if count == 0]
        lines += ["", f"{kind}: {len(counts) - len(missing)} of {len(counts)} exercised"]
        lines += [f"  {name:<28} {count:>12,}" for name, count in counts.items() if count]
        lines += [f"  not exercised: {', '.join(missing)}"] if missing else []
    return "\n".join(lines)


# --- what was played before ---


def fingerprint(game: str) -> str:
    """Of all that could change how a game is played: the rules with their data, the oracle, which games these are.

    Words and pictures of a game may change: what was compared stays compared.
    """
    tests = Path(__file__).parent / game
    whole = kind_of(game).folder
    assert whole is not None
    folders = (*(whole / room for room in ROOMS_OF_RULES), tests / "oracle")
    files = sorted(file for folder in folders for file in folder.rglob("*") if file.suffix in (".py", ".csv", ".toml"))
    files += [whole / "options.py", *(file for name in COMPARING if (file := tests / name).exists())]
    digest = hashlib.blake2b(digest_size=8)
    for file in files:
        digest.update(file.name.encode() + file.read_bytes())
    return digest.hexdigest()


class Played:
    """The chunks that are done, in a file: the first line names what was played."""

    def __init__(self, file: Path, game: str) -> None:
        self.file = file
        self.heading = {"game": game, "fingerprint": fingerprint(game)}
        lines = file.read_text(encoding="utf-8").splitlines() if file.exists() else []
        read = [value for line in lines if (value := _read(line)) is not None]
        self.chunks: list[Chunk] = read[1:] if read[:1] == [self.heading] else []
        file.parent.mkdir(parents=True, exist_ok=True)
        whole = [self.heading, *self.chunks]                   # without a line that was cut off
        file.write_text("".join(json.dumps(value) + "\n" for value in whole), encoding="utf-8")

    def add(self, chunk: Chunk) -> None:
        self.chunks.append(chunk)
        with self.file.open("a", encoding="utf-8") as lines:
            lines.write(json.dumps(chunk) + "\n")

    def missing(self, first: int, games: int) -> list[int]:
        done = {chunk["first"] for chunk in self.chunks}
        return [start for start in range(first, first + games, CHUNK) if start not in done]

    def within(self, first: int, games: int) -> list[Chunk]:
        return [chunk for chunk in self.chunks if first <= chunk["first"] < first + games]


def _read(line: str) -> Any:
    try:
        return json.loads(line)
    except ValueError:
        return None


# --- playing ---


def in_processes(game: str, starts: Iterable[int], workers: int) -> Iterator[Chunk]:
    """Chunks as they are finished; two a worker wait at any time, so that a stop ends soon."""
    left = iter(starts)
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn"), initializer=_begin_worker) as pool:
        running: set[Future[Chunk]] = set()
        try:
            while True:
                while len(running) < 2 * workers and (start := next(left, None)) is not None:
                    running.add(pool.submit(play_chunk, game, start, CHUNK))
                if not running:
                    return
                done, running = wait(running, return_when=FIRST_COMPLETED)
                yield from (chunk.result() for chunk in done)
        except (KeyboardInterrupt, GeneratorExit):         # the latter if it came while a chunk was kept
            for worker in list((pool._processes or {}).values()):
                worker.terminate()
            raise
        finally:
            pool.shutdown(cancel_futures=True)


def _begin_worker() -> None:
    """Ctrl-C in a terminal reaches every process; the parent alone says what becomes of it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    gc.set_threshold(200_000)                              # games leave little behind: looking seldom saves time
    Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    """A parent that was killed can end nobody."""
    parent = parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)


def _stop(*_: Any) -> None:
    raise KeyboardInterrupt


def main() -> int:
    parser = argparse.ArgumentParser(description="engine and oracle play the same games")
    parser.add_argument("--game", default=undersea_env.games()[0], choices=GAMES)
    parser.add_argument("--games", type=int, default=100_000, help=f"rounded up to a multiple of {CHUNK}")
    parser.add_argument("--first", type=int, default=0, help=f"number of the first game, a multiple of {CHUNK}")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--out", type=Path, default=Path("build/disagreements"))
    parser.add_argument("--kept", type=Path, help="where to keep what was played (build/prove/GAME.jsonl)")
    options = parser.parse_args()
    if options.first % CHUNK:
        parser.error(f"--first is a multiple of {CHUNK}")
    played = Played(options.kept or Path(f"build/prove/{options.game}.jsonl"), options.game)
    signal.signal(signal.SIGTERM, _stop)
    found, is_stopped = 0, False
    try:
        for chunk in in_processes(options.game, played.missing(options.first, options.games), options.workers):
            played.add(chunk)
            for case in chunk["disagreements"]:
                options.out.mkdir(parents=True, exist_ok=True)
                (options.out / f"{options.game}_{case['number']}.json").write_text(json.dumps(case))
                found += 1
            print(f"\r{sum(one['games'] for one in played.chunks):,} games, {found} new disagreements", end="",
                  file=sys.stderr)
    except KeyboardInterrupt:
        is_stopped = True
        print("\nstopped; the same command goes on from here", file=sys.stderr)
    print(file=sys.stderr)
    chunks = played.within(options.first, options.games)
    print(report(options.game, chunks))
    return 1 if is_stopped or any(chunk["disagreements"] for chunk in chunks) else 0


if __name__ == "__main__":
    sys.exit(main())
