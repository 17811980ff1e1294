"""Let engine and oracle play many games against each other, and tell what was exercised: `make prove`.

    python -m tests.underwater_cities.prove --games 100000 --workers 2

Games that disagree are written to build/disagreements; the exit code is 1 then. Ctrl-C ends with what was played.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from tests.underwater_cities.agreement import Disagreement, play_duel
from undersea_env.underwater_cities.printed import effects
from undersea_env.underwater_cities.printed.catalogue import Catalogue, load_catalogue
from undersea_env.underwater_cities.printed.words import Event

RULES = Path(effects.__file__).parents[1] / "RULES.md"
PARTS = ("Gain", "GainDifferent", "Federation", "Build", "Upgrade", "UseActionCard", "ReadyActionCard", "TakeSpecial",
         "PerformSlot", "Exchange", "GainProduction", "ConvertCity", "TakeMetropolis", "Pay", "If", "Either", "When",
         "Discount", "OncePerTurn", "HandLimit", "Produce", "ConvertBuilding", "ConvertProduced", "ScorePer",
         "ScoreAt", "Sell")
CHUNK = 10


def play_chunk(first: int, games: int) -> dict[str, Any]:
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
    return {"games": games, "decisions": decisions, "left": left, "tally": tally, "disagreements": disagreements}


def everything(catalogue: Catalogue) -> Iterator[str]:
    """All that should be exercised, by the names that the oracle notes."""
    for line in RULES.read_text(encoding="utf-8").splitlines():
        if found := re.match(r"- \*\*([A-Z]-\d+[a-z]?)\*\*", line):
            yield f"rule {found[1]}"
    yield from (f"card {card.number}" for card in (catalogue.assistant, *catalogue.cards))
    yield from (f"slot {slot}" for slot in sorted({slot.id for slot in catalogue.slots}))
    yield from (f"metropolis {tile.id}" for tile in catalogue.metropolises)
    yield from (f"contract {contract.id}" for contract in catalogue.contracts)
    yield from (f"board {board.number}" for board in catalogue.boards)
    yield from (f"part {part}" for part in PARTS)
    yield from (f"event {event.name}" for event in Event)


def report(result: dict[str, Any], seconds: float) -> str:
    tally, wanted = result["tally"], list(everything(load_catalogue()))
    lines = [f"{result['games']:,} games, {result['decisions']:,} decisions compared in {seconds:,.0f} s; "
             f"{len(result['disagreements'])} disagreements; {result['left']:,} games not played to their end, because "
             "a look ahead became too large for the oracle"]
    for kind in dict.fromkeys(name.split()[0] for name in wanted):
        names = [name for name in wanted if name.split()[0] == kind]
        counts = {name.split(maxsplit=1)[1]: tally[name] for name in names}
        missing = [name for name, count in counts.items() if count == 0]
        lines += ["", f"{kind}: {len(counts) - len(missing)} of {len(counts)} exercised"]
        lines += [f"  {name:<28} {count:>12,}" for name, count in counts.items() if count]
        lines += [f"  not exercised: {', '.join(missing)}"] if missing else []
    return "\n".join(lines)


def in_processes(first: int, games: int, workers: int) -> Iterable[dict[str, Any]]:
    """Chunks as they are finished; two a worker wait at any time, so that Ctrl-C ends soon."""
    starts = iter(range(first, first + games, CHUNK))
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
        running: set[Future[dict[str, Any]]] = set()
        try:
            while True:
                while len(running) < 2 * workers and (start := next(starts, None)) is not None:
                    running.add(pool.submit(play_chunk, start, min(CHUNK, first + games - start)))
                if not running:
                    return
                done, running = wait(running, return_when=FIRST_COMPLETED)
                yield from (chunk.result() for chunk in done)
        finally:
            pool.shutdown(cancel_futures=True)


def main() -> int:
    parser = argparse.ArgumentParser(description="engine and oracle play the same games")
    parser.add_argument("--games", type=int, default=100_000)
    parser.add_argument("--first", type=int, default=0, help="number of the first game")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--out", type=Path, default=Path("build/disagreements"))
    parser.add_argument("--json", type=Path, help="write the tally here")
    options = parser.parse_args()
    result: dict[str, Any] = {"games": 0, "decisions": 0, "left": 0, "tally": Counter(), "disagreements": []}
    started = time.monotonic()
    try:
        for chunk in in_processes(options.first, options.games, options.workers):
            for key, value in chunk.items():
                result[key] += value
            for case in chunk["disagreements"]:
                options.out.mkdir(parents=True, exist_ok=True)
                (options.out / f"game_{case['number']}.json").write_text(json.dumps(case))
            print(f"\r{result['games']:,} games, {len(result['disagreements'])} disagreements", end="", file=sys.stderr)
    except KeyboardInterrupt:
        print("\nstopped", file=sys.stderr)
    print(file=sys.stderr)
    print(report(result, time.monotonic() - started))
    if options.json:
        options.json.write_text(json.dumps(result | {"seconds": time.monotonic() - started}, indent=1))
    return 1 if result["disagreements"] else 0


if __name__ == "__main__":
    sys.exit(main())
