"""Hours of everything that chance can reach: `make soak` (MINUTES=n).

    python -m tests.soak --minutes 480

Round by round, each with other seeds: both engines of every game play each other, and Underwater Cities with invented
books; damaged positions are read; games are played side by side in threads and must be the same; memory must not grow;
the tests marked `soak` run, and `test_properties.py` with new examples. Every task is a process of its own. Results are
kept in build/soak/results.jsonl, a line a task: stopped by Ctrl-C or SIGTERM, which end the task that is running, the
same command goes on with the next round. `--record` writes the sums into tests/SOAK.md.
"""

from __future__ import annotations

import argparse
import datetime
import json
import os
import random
import resource
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from importlib import import_module
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import undersea_env
from tests import kinds
from tests.disagreement import Disagreement
from tests.shared.playing import play
from undersea_env.core.saving import CHECKSUM, HEADER, sealed
from undersea_env.errors import UnderseaError

ROOT = Path(__file__).resolve().parents[1]
RECORD = Path(__file__).with_name("SOAK.md")
FIRST_GAME = 1_000_000                   # `make prove` plays those below
GAMES, INVENTED, DAMAGES, SIDE_BY_SIDE, MEMORY_GAMES = 40, 40, 2_000, 24, 400
MOST_GROWTH = 8_000                      # kB in so many games, after as many before
STOPPED: list[bool] = []                 # by a signal
Result = dict[str, Any]


# --- the tasks: each plays with other numbers every round, and tells how much it did ---


def prove(number: int, game: str) -> Result:
    play_duel = import_module(f"tests.{game}.agreement").play_duel
    return _duels(play_duel, FIRST_GAME + number * GAMES, GAMES)


def invented_books(number: int) -> Result:
    from tests.underwater_cities.agreement import play_invented_duel

    return _duels(play_invented_duel, 1000 + number * INVENTED, INVENTED)


def _duels(play_duel: Callable[[int], Any], first: int, games: int) -> Result:
    decisions, left, disagreements = 0, 0, []
    for number in range(first, first + games):
        try:
            duel = play_duel(number)
        except Disagreement as found:
            disagreements.append({"number": number} | found.case)
            continue
        decisions += len(duel.actions)
        left += bool(duel.left)
    return {"games": games, "decisions": decisions, "left": left, "failures": disagreements}


def damaged_positions(number: int, game: str) -> Result:
    """Bytes and dicts with damages: refused in the words of the house, or a position that goes on.

    Most bytes get a checksum that fits again: without it nothing but the checksum would be tried.
    """
    source, read, failures = random.Random(number), Counter[str](), []
    sample = kinds.short(game).game(num_players=source.randint(1, 4))
    state = play(sample.new_game(number), number, source.randint(0, 60))
    content, position = state.to_bytes(), json.dumps(state.to_dict()).encode()
    for k in range(DAMAGES):
        try:
            if k % 2:
                again = sample.from_bytes(_with_other_bytes(content, source))
            else:
                again = sample.from_dict(json.loads(_damaged(position, source)))
            again.observation(source.randrange(sample.num_players))
            again.render("ansi")
            play(again, k, 20)
            read["bytes" if k % 2 else "dicts"] += 1
        except (UnderseaError, json.JSONDecodeError, UnicodeDecodeError):
            continue
        except Exception as error:
            failures.append({"damage": k, "error": repr(error)[:300]})
    return {"damages": DAMAGES, "bytes_read": read["bytes"], "dicts_read": read["dicts"], "failures": failures}


def _with_other_bytes(content: bytes, source: random.Random) -> bytes:
    if source.random() < 0.1:
        return _damaged(content, source)
    changed = bytearray(content[:-CHECKSUM])
    for _ in range(source.choice((1, 1, 2, 5))):
        changed[source.randrange(HEADER.size, len(changed))] = source.choice((0, 1, 2, 127, 255, source.randrange(256)))
    return sealed(bytes(changed))


def _damaged(content: bytes, source: random.Random) -> bytes:
    changed = bytearray(content)
    for _ in range(source.choice((1, 1, 2, 5))):
        place = source.randrange(len(changed))
        kind = source.randrange(4)
        if kind == 0:
            changed[place] = source.choice(b"0123456789")
        elif kind == 1:
            del changed[place : place + source.randint(1, 4)]
        elif kind == 2:
            changed[place:place] = bytes(source.choices(b'0123456789-",[]{}', k=2))
        else:
            changed[place] ^= 1 << source.randrange(8)
    return bytes(changed)


def _end(game: str, seed: int) -> bytes:
    players = seed % kinds.short(game).kind.most_players + 1
    return play(kinds.short(game).game(num_players=players).new_game(seed), seed).to_bytes()


def same_in_threads(number: int, game: str) -> Result:
    """Games that are played in threads of their own end as they do alone."""
    with ThreadPoolExecutor(4) as pool:
        return _same_as_alone(number, game, pool.map)


def same_in_processes(number: int, game: str) -> Result:
    """Likewise in processes, spawned in one round and forked in the next."""
    with get_context(("spawn", "fork")[number % 2]).Pool(2) as pool:
        return _same_as_alone(number, game, pool.map)


def _same_as_alone(number: int, game: str, mapped: Callable[..., Any]) -> Result:
    seeds = [number * SIDE_BY_SIDE + k for k in range(SIDE_BY_SIDE)]
    together = list(mapped(partial(_end, game), seeds))
    differ = [seed for seed, other in zip(seeds, together, strict=True) if _end(game, seed) != other]
    return {"games": SIDE_BY_SIDE, "failures": differ}


def memory(number: int, game: str) -> Result:
    """After a warm-up, playing, telling and reading back hundreds of games takes no more memory."""
    rules = kinds.shortest(game).game()

    def work(first: int) -> int:
        for seed in range(first, first + MEMORY_GAMES // 2):
            state = play(rules.new_game(seed), seed)
            rules.from_dict(state.to_dict())
            rules.from_bytes(state.to_bytes()).render("ansi", 0)
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss

    first = number * MEMORY_GAMES
    before, after = work(first), work(first + MEMORY_GAMES // 2)
    grown = after - before
    return {"games": MEMORY_GAMES, "grown_kb": grown, "failures": [grown] if grown > MOST_GROWTH else []}


def marked_tests(number: int) -> Result:
    """With a seed of its own for hypothesis; in here, so that ending this process ends them."""
    import pytest

    arguments = ["-q", "-p", "no:cacheprovider", "-m", "soak or not soak", "--hypothesis-seed", str(number),
                 "--hypothesis-profile", "soak"]
    properties = pytest.main([*arguments, str(ROOT / "tests/shared/test_properties.py")])
    others = pytest.main([*arguments[:3], "-m", "soak", str(ROOT / "tests")])
    failures = [name for name, code in (("properties", properties), ("marked soak", others)) if code not in (0, 5)]
    return {"runs": 2, "failures": failures}


TASKS: dict[str, Callable[..., Result]] = {
    "prove": prove, "damaged positions": damaged_positions, "threads": same_in_threads,
    "processes": same_in_processes, "memory": memory, "invented books": invented_books, "marked tests": marked_tests,
}
OF_ONE_GAME = ("prove", "damaged positions", "threads", "processes", "memory")


def tasks_of_a_round() -> list[list[str]]:
    """Names with their arguments."""
    return [
        *([name, game] for name in OF_ONE_GAME for game in undersea_env.games()), ["invented books"], ["marked tests"]
    ]


# --- rounds ---


def read_results(file: Path) -> list[Result]:
    return [json.loads(line) for line in file.read_text().splitlines()] if file.exists() else []


def run_task(task: list[str], number: int, seconds: float) -> Result | None:
    """In a process of its own; None if the time was over, or somebody stopped it, first."""
    started = time.monotonic()
    command = [sys.executable, "-m", "tests.soak", "--task", *task, "--number", str(number)]
    with tempfile.TemporaryFile("w+") as told:
        process = subprocess.Popen(command, stdout=told, cwd=ROOT, start_new_session=True)
        while process.poll() is None:
            if STOPPED or time.monotonic() - started > seconds:
                os.killpg(process.pid, signal.SIGKILL)
                process.wait()
                return None
            time.sleep(0.2)
        told.seek(0)
        last = told.read().strip().splitlines()[-1:] or [""]
    if process.returncode or not last[0].startswith("{"):
        return {"failures": [f"ended with {process.returncode}"], "seconds": round(time.monotonic() - started, 1)}
    return {**json.loads(last[0]), "seconds": round(time.monotonic() - started, 1)}


def soak(minutes: float, out: Path) -> bool:
    """Whether it was stopped."""
    end = time.monotonic() + 60 * minutes
    out.parent.mkdir(parents=True, exist_ok=True)
    number = max((result["number"] for result in read_results(out)), default=-1) + 1
    for what in (signal.SIGTERM, signal.SIGINT):
        signal.signal(what, lambda *_: STOPPED.append(True))
    while True:
        for task in tasks_of_a_round():
            result = run_task(task, number, end - time.monotonic())
            if STOPPED:
                print("stopped; the same command goes on with the next round", file=sys.stderr)
                return True
            if result is None:
                return False
            with out.open("a") as lines:
                lines.write(json.dumps({"task": " ".join(task), "number": number, **result}) + "\n")
            print(f"{' '.join(task)}, round {number}: {_short(result)}", flush=True)
        number += 1


def _short(result: Result) -> str:
    return ", ".join(f"{key} {len(value) if key == 'failures' else value}" for key, value in result.items())


# --- the record ---


def table(results: list[Result]) -> list[str]:
    """The sums of every task."""
    lines = ["| task | runs | done | failures |", "| --- | --- | --- | --- |"]
    for task in dict.fromkeys(result["task"] for result in results):
        of_task = [result for result in results if result["task"] == task]
        sums = {key: sum(result.get(key, 0) for result in of_task)
                for key in ("games", "decisions", "left", "damages", "bytes_read", "dicts_read", "seconds")}
        most = max((result["grown_kb"] for result in of_task if "grown_kb" in result), default=None)
        done = [f"{round(value):,} {key.replace('_', ' ')}" for key, value in sums.items() if value]
        done += [f"grown by at most {most:,} kB"] if most is not None else []
        failures = sum(len(result["failures"]) for result in of_task)
        lines.append(f"| {task} | {len(of_task)} | {', '.join(done)} | {failures} |")
    return lines


def record(results: list[Result], minutes: float) -> None:
    commit = subprocess.run(["git", "rev-parse", "--short", "HEAD"], capture_output=True, text=True, cwd=ROOT).stdout
    heading = f"{datetime.date.today()}, commit {commit.strip()}, `python -m tests.soak --minutes {minutes:g}`"
    RECORD.write_text("\n".join([
        "# The last soak", "",
        "Written by `python -m tests.soak --minutes N --record`; what the tasks are: `soak.py`.", "",
        f"{heading}:", "", *table(results), "",
    ]), encoding="utf-8")


def main() -> int:
    parser = argparse.ArgumentParser(description="hours of play, damage and comparison")
    parser.add_argument("--minutes", type=float, default=480)
    parser.add_argument("--out", type=Path, default=Path("build/soak/results.jsonl"))
    parser.add_argument("--record", action="store_true", help="write the sums into tests/SOAK.md")
    parser.add_argument("--task", nargs="+", help="one task, with its game")
    parser.add_argument("--number", type=int, default=0, help="of the round, which is the seed of a task")
    options = parser.parse_args()
    if options.task:
        name, *arguments = options.task
        if name not in TASKS:                               # a name of two words
            name, arguments = " ".join(options.task[:2]), options.task[2:]
        print(json.dumps(TASKS[name](options.number, *arguments)))
        return 0
    is_stopped = soak(options.minutes, options.out)
    results = read_results(options.out)
    print("\n".join(table(results)))
    if options.record:
        record(results, options.minutes)
    return 1 if is_stopped or any(result["failures"] for result in results) else 0


if __name__ == "__main__":
    sys.exit(main())
