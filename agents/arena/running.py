"""Carries out a plan on as many processes as wanted. What comes out does not depend on their number."""

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import closing, contextmanager, nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import undersea_env
from undersea_env.agents.arena.asking import leave, player_of
from undersea_env.agents.arena.folder import Data, RunFolder, held
from undersea_env.agents.arena.plan import Chunk, Plan
from undersea_env.agents.arena.progress import Progress
from undersea_env.agents.bot_process import close_bots
from undersea_env.agents.registry import fingerprints, is_bot_file
from undersea_env.errors import WorkerDied

if TYPE_CHECKING:
    from undersea_env.core.position import Game

ANYBODY = {"random": "random"}
WAITING_FOR_EACH = 2                                      # chunks handed out for each process, so that none is idle


@dataclass(frozen=True)
class ArenaRun:
    """What was played: chunks in the order of the plan; `stopped` if not all of them."""

    plan: Plan
    names: dict[str, str]                                 # of the agents, by their codes
    chunks: list[Data]
    stopped: bool

    @property
    def sources(self) -> tuple[str, ...]:
        """Where points come from."""
        return self.plan.sources

    def matches(self) -> Iterator[tuple[int, list[Data]]]:
        """The games of each match."""
        of_match: dict[int, list[Data]] = {k: [] for k in range(len(self.plan.matches))}
        for chunk in self.chunks:
            of_match[self.plan.chunks[chunk["chunk"]].match] += chunk["games"]
        yield from of_match.items()


def names_of(codes: Iterable[str], game: "Game") -> dict[str, str]:
    """Makes every agent once, so that whatever is wrong with one is told before anything is played.

    One that learned with other cards is refused (`check`); bots judge for themselves.
    """
    agents = {code: player_of(code, 0, game.kind) for code in dict.fromkeys(codes)}
    for code, agent in agents.items():
        if hasattr(agent, "check") and not is_bot_file(code):
            agent.check(game)
        leave(agent)
    return {code: str(agent.name) for code, agent in agents.items()}


def settings_of(plan: Plan, command: str) -> Data:
    """All that decides the results. The first game of the package is not named: it was the only one once."""
    codes = dict.fromkeys(code for match in plan.matches for code in match.agents)
    choice = plan.choice
    return {
        "command": command,
        "version": undersea_env.__version__,
        **({} if choice.is_of_first_game else {"kind": choice.kind.id}),
        "rules": choice.game().rulebook_hash,
        "game": choice.options.as_json(),
        "matches": [{"agents": list(match.agents), "role": match.role} for match in plan.matches],
        "bots": fingerprints(codes, choice.kind),
        "deals": plan.deals,
        "rotate": plan.rotate,
        "seed": plan.seed,
        "deals_in_chunk": plan.deals_in_chunk,
        "record": plan.record,
        **({"campaign": True} if plan.campaign else {}),
    }


def play_plan(
    plan: Plan, command: str, out: Path | None = None, processes: int | None = None, show_progress: bool = False,
    repair: bool = False,
) -> ArenaRun:
    """Play all that is not in the folder yet. After an interrupt the run has what was played so far."""
    names = names_of((code for match in plan.matches for code in match.agents), plan.choice.game())
    with held(out):
        folder = None if out is None else RunFolder(out, settings_of(plan, command), _chunks_of(plan), repair)
        try:
            return _play_missing(plan, names, folder, processes, show_progress)
        finally:
            close_bots()


def _chunks_of(plan: Plan) -> Callable[[Data], bool]:
    """Whether something read from a file can be a chunk of this plan."""

    def fits(chunk: Data) -> bool:
        place = plan.chunks[chunk["chunk"]]
        lists = (chunk["games"], (place.stop - place.first) * plan.rotations), (chunk["seconds"], plan.players)
        return chunk["chunk"] >= 0 and all(len(found) == n for found, n in (*lists, (chunk["decisions"], plan.players)))

    return fits


def _play_missing(
    plan: Plan, names: dict[str, str], folder: RunFolder | None, processes: int | None, show_progress: bool
) -> ArenaRun:
    played = {} if folder is None else dict(folder.played)
    missing = [chunk for chunk in plan.chunks if chunk.number not in played]
    workers = min(processes or available_cores(), max(1, len(missing)))
    stopped = False
    with nullcontext() if folder is None else folder.appending(), Progress(plan.games, show_progress) as progress:
        progress.advance(sum(len(chunk["games"]) for chunk in played.values()))
        try:
            with closing(_results(plan, names, missing, workers)) as results:
                for chunk in results:
                    played[chunk["chunk"]] = chunk
                    if folder is not None:
                        folder.keep(chunk)
                    progress.advance(len(chunk["games"]))
        except KeyboardInterrupt:
            stopped = True
    return ArenaRun(plan, names, [played[number] for number in sorted(played)], stopped)


def available_cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _results(plan: Plan, names: dict[str, str], chunks: list[Chunk], processes: int) -> Generator[Data, None, None]:
    if processes > 1:
        yield from _results_of_processes(plan, names, chunks, processes)
        return
    for chunk in chunks:
        yield _play(plan, chunk, names)


def _results_of_processes(plan: Plan, names: dict[str, str], chunks: list[Chunk], processes: int) -> Iterator[Data]:
    """In the order in which they are ready. Workers end when the caller stops listening."""
    _compile_in_this_process(plan, names)
    before = set(multiprocessing.active_children())
    context = multiprocessing.get_context("spawn")        # threads of numba do not survive a fork
    pool = ProcessPoolExecutor(processes, context, initializer=_begin_worker)
    left, pending = iter(chunks), set[Future[Data]]()
    try:
        while True:
            while len(pending) < WAITING_FOR_EACH * processes and (chunk := next(left, None)) is not None:
                with _interrupts_held():
                    pending.add(pool.submit(_play, plan, chunk, names))
            if not pending:
                return
            ready, pending = wait(pending, return_when=FIRST_COMPLETED)
            for future in ready:
                yield future.result()
    except BrokenProcessPool:
        raise WorkerDied("a worker process died; what was played before is kept if a folder was given") from None
    finally:
        for worker in set(multiprocessing.active_children()) - before:
            worker.terminate()
        pool.shutdown(wait=True, cancel_futures=True)


@contextmanager
def _interrupts_held() -> Iterator[None]:
    """A worker that begins here never gets an interrupt, not even before `_begin_worker`; ours comes a moment later."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _begin_worker() -> None:
    """An interrupt is for the parent, which ends its workers; they share the cores, so each uses one."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.environ.setdefault("OMP_NUM_THREADS", "1")
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    """A worker whose parent was killed would wait for work for ever."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _play(plan: Plan, chunk: Chunk, names: dict[str, str]) -> Data:
    from undersea_env.agents.arena.campaigns import play_campaigns
    from undersea_env.agents.arena.side_by_side import play_chunk

    return (play_campaigns if plan.campaign else play_chunk)(plan, chunk, names)


def _compile_in_this_process(plan: Plan, names: dict[str, str]) -> None:
    """Every agent decides once here: so one process says that it compiles, and the workers find what they need.

    But for bots, in whose place somebody else decides.
    """
    import numpy as np

    from undersea_env.agents.arena.asking import seated
    from undersea_env.agents.arena.side_by_side import SideBySide

    game = plan.choice.game()
    for code, name in ({code: name for code, name in names.items() if not is_bot_file(code)} or ANYBODY).items():
        seats = np.zeros((1, plan.players), np.int64)
        games = SideBySide(game, [seated(code, name, 0, 0, game.kind)], [0], seats)
        games.sweep()
        games.batch.scores()
        games.batch.state(0).score_breakdown(0)


def machine() -> dict[str, Any]:
    """Where it was played; for the record, nothing depends on it."""
    import platform
    from importlib.metadata import version

    return {
        "system": f"{platform.system()} {platform.machine()}",
        "python": platform.python_version(),
        "numpy": version("numpy"),
        "numba": version("numba"),
        "cores": available_cores(),
    }
