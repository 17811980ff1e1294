"""Fails when the rules have become slower: `python -m undersea_env.benchmarks.guard`; `--store` after a wanted change.

Random play and the do-nothing loop are measured in turn, so that a slow or busy machine slows both; what is watched is
their ratio. Only processor time of this thread counts, so that other programs matter little. Ratios differ from one
game and kind of processor to another, so they are stored for each.
"""

import argparse
import json
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import median

from undersea_env.agents.arena.folder import as_json, write_whole
from undersea_env.benchmarks.ceiling import Ceiling
from undersea_env.benchmarks.engine import MAIN_PLAYERS, Games, cpu_model
from undersea_env.benchmarks.ours import Steps, by_vector
from undersea_env.compiling.compiler import is_on
from undersea_env.core.kind import Kind
from undersea_env.core.registry import games, kind_of
from undersea_env.errors import InvalidOption, UnderseaError

STORED = Path(__file__).resolve().parent / "guard.json"
BATCH = 512
STEPS = 40
REPEATS = 15
TRIES = 3                                          # a busy moment passes, a slower engine stays slower
MOST_LOST = 0.3                                    # of the stored ratio

Ratios = dict[str, float]


def watched(kind: Kind | None = None) -> dict[str, Steps]:
    """What is watched; each makes so many steps in BATCH games."""
    games = Games(MAIN_PLAYERS, BATCH, kind)
    return {"masks": lambda n: _play(games, n), "masks_and_observations": by_vector(BATCH, 1, kind)}


def _play(games: Games, n: int) -> None:
    games.play(n, 1)


def seconds_of(work: Callable[[], None]) -> float:
    start = time.thread_time()
    work()
    return time.thread_time() - start


def measure(
    plays: dict[str, Steps], repeats: int = REPEATS, steps: int = STEPS, kind: Kind | None = None
) -> Ratios:
    """Of each the speed in units of the do-nothing loop: the median over pairs measured one after the other."""
    ceiling = Ceiling(BATCH, kind)
    found: dict[str, list[float]] = {name: [] for name in plays}
    for play in plays.values():
        play(1)
    ceiling.touch(1)
    for _ in range(repeats):
        for name, play in plays.items():
            nothing = seconds_of(lambda: ceiling.touch(steps))
            ours = seconds_of(lambda play=play: play(steps))  # type: ignore[misc]
            found[name].append(nothing / ours)
    return {name: median(ratios) for name, ratios in found.items()}


def too_slow(found: Ratios, stored: Ratios) -> list[str]:
    """In words what has become too slow."""
    return [
        f"{name}: {found[name]:.4f} of a do-nothing loop, stored is {kept:.4f}: {1 - found[name] / kept:.0%} slower"
        for name, kept in stored.items()
        if found[name] < (1 - MOST_LOST) * kept
    ]


def guard(
    plays: dict[str, Steps], stored: Ratios, repeats: int = REPEATS, steps: int = STEPS, kind: Kind | None = None
) -> list[str]:
    """What is too slow in every try; of several tries the best counts."""
    best: Ratios = {}
    for _ in range(TRIES):
        for name, ratio in measure(plays, repeats, steps, kind).items():
            best[name] = max(ratio, best.get(name, 0.0))
        if not too_slow(best, stored):
            return []
    return too_slow(best, stored)


def read_stored(game: str, path: Path = STORED) -> dict[str, Ratios]:
    """Of a game: the ratios of each processor on which they were measured."""
    return _read(path).get(game, {})


def _read(path: Path) -> dict[str, dict[str, Ratios]]:
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
        return {
            game: {cpu: {str(name): float(ratio) for name, ratio in found.items()} for cpu, found in by_cpu.items()}
            for game, by_cpu in data.items()
        }
    except (OSError, ValueError, TypeError, AttributeError):
        raise InvalidOption(f"{path} has no ratios to compare with; --store measures and writes them") from None


def store(found: Ratios, game: str, path: Path = STORED) -> None:
    """In place of what was stored of this game for this processor."""
    kept = _read(path) if path.exists() else {}
    rounded = {name: round(ratio, 4) for name, ratio in found.items()}
    write_whole(path, as_json(kept | {game: kept.get(game, {}) | {cpu_model(): rounded}}))


def _words(ratios: Ratios) -> str:
    return ", ".join(f"{name} {ratio:.4f} of a do-nothing loop" for name, ratio in ratios.items())


def store_anew(kind: Kind) -> bool:
    found = measure(watched(kind), TRIES * REPEATS, kind=kind)
    store(found, kind.name)
    print(f"{kind.name}: stored: {_words(found)}")
    return True


def is_as_fast(kind: Kind) -> bool:
    """Tells what is slower than stored, or that nothing is."""
    stored = read_stored(kind.name).get(cpu_model())
    if stored is None:
        found = measure(watched(kind), kind=kind)
        print(f"{kind.name}: nothing to compare with on {cpu_model()}, where it is {_words(found)}")
        return True
    lost = guard(watched(kind), stored, kind=kind)
    for words in lost:
        print(f"{kind.name}: {words}", file=sys.stderr)
    if not lost:
        print(f"{kind.name}: not slower than stored")
    return not lost


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m undersea_env.benchmarks.guard", description=__doc__)
    parser.add_argument("--store", action="store_true", help="keep what is measured now as what to compare with")
    parser.add_argument("--game", help="every one unless one is named")
    options = parser.parse_args(arguments)
    try:
        if is_on("NUMBA_BOUNDSCHECK"):
            raise InvalidOption("speed says nothing with NUMBA_BOUNDSCHECK; unset it")
        work = store_anew if options.store else is_as_fast
        passed = [work(kind_of(name)) for name in ([options.game] if options.game else games())]
    except UnderseaError as error:
        print(f"guard: {error}", file=sys.stderr)
        return 2
    return 0 if all(passed) else 1


if __name__ == "__main__":
    sys.exit(main())
