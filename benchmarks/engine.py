"""The speed of the rules: random legal play against a loop that only touches memory, single calls, start-up, memory."""

import gc
import json
import os
import platform
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from importlib.metadata import version
from pathlib import Path
from statistics import median
from typing import Any

import numpy as np

import undersea_env
from undersea_env.agents.arena.running import available_cores
from undersea_env.benchmarks.ceiling import Ceiling
from undersea_env.compiling.jit import kernel
from undersea_env.core.choosing import choose_at_random
from undersea_env.core.kind import Kind
from undersea_env.core.position import Game, State
from undersea_env.core.redealing import copied
from undersea_env.core.registry import kind_of
from undersea_env.errors import UnderseaError

MAIN_PLAYERS = 2                           # of the headline figures
MOST_THREADS = 2
THREADED_PLAYERS = (2, 4)
STAGES = 16                                # of a game, over which the games of a batch are spread
SWEEPS_BETWEEN_LOOKS = 10                  # while the usual length of a game is found
COPIED_RECORDS = 64                        # few enough to stay in the cache, as in a search
COPY_ROUNDS = 1000
CALL_ROUNDS = 5
IMPORT_ROUNDS = 3
QUESTIONS_SHOWN = 8
LONG_RUN_SWEEPS = 50
AEC_DECISIONS_PER_SWEEP = 50
NANOSECONDS, MICROSECONDS = 1e9, 1e6
FOLDER = Path(undersea_env.__file__).resolve().parents[1]      # from which this very package is imported

START_UP = """
import json, sys, time
times = [time.perf_counter()]
import undersea_env
times.append(time.perf_counter())
game = undersea_env.game(game=sys.argv[1])
times.append(time.perf_counter())
state = game.new_game(0)
state.apply_action(state.legal_actions[0])
times.append(time.perf_counter())
print(json.dumps({"seconds": [t - times[0] for t in times[1:]], "torch": "torch" in sys.modules}))
"""
FIRST_USE = """
import sys, undersea_env
state = undersea_env.game(game=sys.argv[1]).new_game(0)
state.apply_action(state.legal_actions[0])
"""

COSTS = ("share_of_decisions", "mask_ns", "answer_ns", "mean_legal_actions")

Result = dict[str, Any]


@dataclass(frozen=True)
class Sizes:
    """How much is measured."""

    batch: int = 4096
    repeats: int = 7
    sweeps: int = 200                      # decisions of each game in a repeat
    positions: int = 256                   # for single calls
    long_run_games: int = 1_000_000
    long_run_seconds: float = 300.0        # the long run ends here even if games are missing
    compiles_cold: bool = True
    growth_seconds: float = 0.5            # of each measurement of how the speed grows
    batches: tuple[int, ...] = (1, 16, 256, 4096, 65536)
    training_lanes: int = 512              # as training has them by default
    training_steps: int = 128


WHOLE = Sizes()
QUICK = Sizes(repeats=2, sweeps=100, positions=128, long_run_games=20_000, long_run_seconds=10.0, compiles_cold=False,
              growth_seconds=0.1, training_lanes=128, training_steps=32)


# --- kernels ---


@kernel
def copy_records(states: Any, copies: Any, rounds: int) -> None:
    n = len(states)
    for k in range(rounds):
        for i in range(n):
            copies[(i + k) % n] = states[i]


# --- many games ---


class Games:
    """A batch of games under way, spread over all stages of a game so that every repeat measures the same mixture."""

    def __init__(self, num_players: int, n: int, kind: Kind | None = None) -> None:
        self.game = Game(kind_of(kind), num_players)
        self.n = n
        self.states = self.game.new_states(n)
        self.rooms = self.game.new_rooms(MOST_THREADS)
        self.rooms.view(np.ndarray).view(np.uint8)[:] = 0      # memory is only ours once it has been written
        self.masks = np.zeros((n, self.game.num_actions), np.int8)
        self.streams = np.arange(n, dtype=np.uint64)
        self.game.engine.begin(self.states, self.streams.copy(), 0, n)
        self.pool = ThreadPoolExecutor(MOST_THREADS)
        self._spread_over_stages()
        self.ceiling = Ceiling(n, self.game.kind)
        for threads in range(1, MOST_THREADS + 1):
            self.play(1, threads)
            self.touch(1, threads)

    def _spread_over_stages(self) -> None:
        """Let the first part of the games play until half are over, the others for a share of that time."""
        cuts = [self.n * stage // STAGES for stage in range(STAGES + 1)]
        length = finished = 0
        while finished < cuts[1] / 2:
            finished += self._play_range(0, SWEEPS_BETWEEN_LOOKS, 0, cuts[1])
            length += SWEEPS_BETWEEN_LOOKS
        for stage in range(1, STAGES):
            self._play_range(0, length * stage // STAGES, cuts[stage], cuts[stage + 1])

    def play(self, sweeps: int, threads: int) -> int:
        """One decision in each game a sweep; returns the number of games finished."""
        return sum(self._in_ranges(threads, lambda k, start, stop: self._play_range(k, sweeps, start, stop)))

    def touch(self, sweeps: int, threads: int) -> None:
        """The do-nothing loop over as many records."""
        self._in_ranges(threads, lambda _, start, stop: self.ceiling.touch(sweeps, start, stop))

    def positions(self, count: int) -> list[State]:
        """Some of the games, from all stages."""
        plain = self.states.view(np.ndarray)
        places = [self.n * k // count for k in range(count)]
        return [State.of(self.game, bytearray(plain[i : i + 1].tobytes())) for i in places]

    def close(self) -> None:
        self.pool.shutdown()

    def _play_range(self, room: int, sweeps: int, start: int, stop: int) -> int:
        play = self.game.engine.play_at_random
        return play(self.states, self.rooms, room, self.masks, self.streams, sweeps, start, stop)

    def _in_ranges(self, threads: int, work: Callable[[int, int, int], Any]) -> list[Any]:
        """Run work(thread, start, stop) over all games; kernels let go of the GIL."""
        if threads == 1:
            return [work(0, 0, self.n)]
        cuts = [self.n * k // threads for k in range(threads + 1)]
        jobs = [self.pool.submit(work, k, cuts[k], cuts[k + 1]) for k in range(threads)]
        return [job.result() for job in jobs]


def seconds_of(work: Callable[[], Any]) -> float:
    before = time.perf_counter()
    work()
    return time.perf_counter() - before


def spread(values: Sequence[float]) -> dict[str, float]:
    return {"median": median(values), "min": min(values), "max": max(values)}


def measure_play(games: Games, sizes: Sizes) -> Result:
    """Random play and the do-nothing loop by turns, so that a busy machine slows both."""
    decisions = sizes.sweeps * games.n
    by_threads: dict[str, Result] = {}
    finished, legal = 0, []
    for threads in range(1, MOST_THREADS + 1 if games.game.num_players in THREADED_PLAYERS else 2):
        ours, ceiling = [], []
        for _ in range(sizes.repeats):
            before = time.perf_counter()
            finished += games.play(sizes.sweeps, threads)
            ours.append(decisions / (time.perf_counter() - before))
            legal.append(float(games.masks.sum()) / games.n)
            ceiling.append(decisions / seconds_of(lambda threads=threads: games.touch(sizes.sweeps, threads)))  # type: ignore[misc]
        by_threads[str(threads)] = {
            "steps_per_second": spread(ours),
            "ceiling_steps_per_second": spread(ceiling),
            "share_of_ceiling": median(own / other for own, other in zip(ours, ceiling, strict=True)),
        }
    per_game = decisions * sizes.repeats * len(by_threads) / finished if finished else None
    for figures in by_threads.values():
        figures["games_per_second"] = figures["steps_per_second"]["median"] / per_game if per_game else None
    return {
        "decisions_per_game": per_game,
        "mean_legal_actions": sum(legal) / len(legal),
        "games_finished": finished,
        "threads": by_threads,
    }


def resident_bytes() -> int | None:
    """Memory of this process; None where the system does not say."""
    statm = Path("/proc/self/statm")
    if not statm.exists():
        return None
    return int(statm.read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def grown_bytes(before: int | None) -> int | None:
    gc.collect()
    now = resident_bytes()
    return None if now is None or before is None else now - before


def measure_main(games: Games, sizes: Sizes) -> tuple[Result, Result]:
    """The figures of the main number of players; then more games, and what all of them together added to memory."""
    gc.collect()
    before = resident_bytes()
    started = time.perf_counter()
    figures = measure_play(games, sizes)
    played = figures["games_finished"]
    long_run = time.perf_counter()
    while played < sizes.long_run_games and time.perf_counter() - long_run < sizes.long_run_seconds:
        played += games.play(LONG_RUN_SWEEPS, MOST_THREADS)
    seconds = time.perf_counter() - started
    return figures, {"games": played, "seconds": seconds, "grown_bytes": grown_bytes(before)}


def allocations_in_steps(games: Games, sweeps: int) -> int:
    """What numba allocated in these sweeps; handing over the arguments of a call, which allocates too, is taken off."""
    from numba.core.runtime import _nrt_python, rtsys

    def allocated(sweeps: int) -> int:
        before = rtsys.get_allocation_stats().alloc
        games.play(sweeps, 1)
        return int(rtsys.get_allocation_stats().alloc - before)

    was_counting = _nrt_python.memsys_stats_enabled()
    _nrt_python.memsys_enable_stats()
    try:
        return allocated(sweeps) - allocated(0)
    finally:
        if not was_counting:
            _nrt_python.memsys_disable_stats()


# --- single calls ---


def measure_calls(games: Games, count: int) -> Result:
    """Calls on one position at a time, median over rounds; `apply_action` where the legal actions are known."""
    positions = games.positions(count)
    rounds: dict[str, list[float]] = {}

    def timed(name: str, work: Callable[[State], Any], states: list[State]) -> None:
        def call_all() -> None:
            for state in states:
                work(state)

        rounds.setdefault(name, []).append(seconds_of(call_all) / count * MICROSECONDS)

    for k in range(CALL_ROUNDS + 1):
        copies = [state.clone() for state in positions]
        timed("clone_python_us", lambda state: state.clone(), copies)
        timed("to_dict_us", lambda state: state.to_dict(), copies)
        timed("resample_us", lambda state, k=k: state.resample(state.current_player, k), copies)  # type: ignore[misc]
        timed("observation_us", lambda state: state.observation(state.current_player), copies)
        timed("legal_actions_us", lambda state: state.legal_actions, copies)
        timed("apply_action_us", lambda state: state.apply_action(middle(state.legal_actions)), copies)
    return {name: median(times[1:]) for name, times in rounds.items()}       # the first round may compile


def measure_questions(games: Games) -> list[Result]:
    """What the open questions of the batch cost, kind by kind: their mask, and an answer taken from its middle."""
    kind = games.game.kind
    if kind.measures is None:
        games.game.engine.mask(games.states, games.rooms, 0, games.masks, 0, games.n)
        found = [kind.actions.block_of(action)[0].name for action in games.masks.argmax(axis=1).tolist()]
    else:
        found = kind.measures.questions(games.states)
    return [
        {"question": name, **cost_of(games, [k for k, other in enumerate(found) if other == name])}
        for name in sorted(dict.fromkeys(found), key=found.count, reverse=True)
    ]


def measure_progress(games: Games) -> list[Result]:
    """The same, round by round: how the cost grows in the course of a game; nothing if a game does not tell rounds."""
    measures = games.game.kind.measures
    if measures is None:
        return []
    found = measures.moments(games.states)
    names, times = list(found), list(zip(*found.values(), strict=True))
    return [
        dict(zip(names, when, strict=True)) | cost_of(games, [k for k, other in enumerate(times) if other == when])
        for when in sorted(set(times))
    ]


def cost_of(games: Games, places: list[int]) -> Result:
    """What the mask and an answer taken from its middle cost in these games of the batch."""
    game, rooms, n = games.game, games.rooms, len(places)
    states = copied(game, games.states, np.array(places))
    masks = np.zeros((n, game.num_actions), np.int8)

    def mask() -> None:
        game.engine.mask(states, rooms, 0, masks, 0, n)

    mask_seconds = min(seconds_of(mask) for _ in range(CALL_ROUNDS))
    answers = np.array([middle(np.flatnonzero(row).tolist()) for row in masks])

    def answer() -> float:
        copies = states.copy()
        return seconds_of(lambda: game.engine.apply(copies, rooms, 0, answers, 0, n))

    return {
        "share_of_decisions": n / games.n,
        "mask_ns": mask_seconds / n * NANOSECONDS,
        "answer_ns": min(answer() for _ in range(CALL_ROUNDS)) / n * NANOSECONDS,
        "mean_legal_actions": float(masks.sum()) / n,
    }


def middle(actions: list[int]) -> int:
    return actions[len(actions) // 2]


def measure_copies(games: Games) -> float:
    """Nanoseconds to copy a record inside a kernel."""
    states = games.states[: min(COPIED_RECORDS, games.n)]
    copies = games.game.new_states(len(states))
    copy_records(states, copies, 1)
    times = [seconds_of(lambda: copy_records(states, copies, COPY_ROUNDS)) for _ in range(CALL_ROUNDS)]
    return median(times) / (COPY_ROUNDS * len(states)) * NANOSECONDS


def measure_observed(sizes: Sizes, kind: Kind | None = None) -> float:
    """Random legal play through the vector environment, which writes observations and masks."""
    env = undersea_env.vector_env(game=kind, num_envs=sizes.batch, num_players=MAIN_PLAYERS, seed=0, threads=1)
    streams = np.arange(sizes.batch, dtype=np.uint64)
    actions = np.zeros(sizes.batch, np.int64)
    everywhere = np.ones(sizes.batch, np.bool_)
    _, info = env.reset(seed=0)
    choose_at_random(info["action_mask"], streams, everywhere, actions)
    speeds = []
    for _ in range(sizes.repeats):
        before = time.perf_counter()
        for _ in range(sizes.sweeps):
            info = env.step(actions)[-1]
            choose_at_random(info["action_mask"], streams, everywhere, actions)
        speeds.append(sizes.sweeps * sizes.batch / (time.perf_counter() - before))
    env.close()
    return median(speeds)


def measure_aec(sizes: Sizes, kind: Kind | None = None) -> float:
    """Decisions through `last()` and `step()` of the PettingZoo environment, by a policy that costs next to nothing."""
    env = undersea_env.env(game=kind, num_players=MAIN_PLAYERS)
    speeds = []
    for repeat in range(sizes.repeats):
        env.reset(seed=repeat)
        decisions, before = 0, time.perf_counter()
        while decisions < AEC_DECISIONS_PER_SWEEP * sizes.sweeps:
            observation, _, over, _, _ = env.last()
            if over or observation is None:
                env.reset()
                continue
            env.step(int(observation["action_mask"].argmax()))
            decisions += 1
        speeds.append(decisions / (time.perf_counter() - before))
    return median(speeds)


# --- other processes ---


def run_python(script: str, *words: str, **variables: str) -> str:
    """Run a script in a process that finds this very package, and all that this process finds."""
    path = os.pathsep.join([str(FOLDER), *filter(None, sys.path)])
    environment = os.environ | {"PYTHONPATH": path} | variables
    done = subprocess.run([sys.executable, "-c", script, *words], env=environment, capture_output=True, text=True)
    if done.returncode:
        reason = done.stderr.strip().rpartition("\n")[2] or f"exit code {done.returncode}"
        raise UnderseaError(f"a process started to measure the start-up failed: {reason}")
    return done.stdout


def measure_start_up(kind: Kind | None = None) -> Result:
    """From a fresh interpreter with the rules compiled: the import, then a game object, then its first decision."""
    name = kind_of(kind).name
    run_python(START_UP, name)                             # compiles what is missing
    runs = [json.loads(run_python(START_UP, name)) for _ in range(IMPORT_ROUNDS)]
    bare, game, decision = (median(times) for times in zip(*(run["seconds"] for run in runs), strict=True))
    return {
        "import_seconds": game,
        "bare_import_seconds": bare,
        "first_decision_seconds": decision,
        "imports_torch": any(run["torch"] for run in runs),
    }


def measure_compile(cold: bool, kind: Kind | None = None) -> tuple[float | None, float]:
    """Seconds until a new process has the rules and decides once: with an empty cache, and with a full one."""
    name = kind_of(kind).name
    warm = seconds_of(lambda: run_python(FIRST_USE, name))
    if not cold:
        return None, warm
    with tempfile.TemporaryDirectory(prefix="cold-") as folder:
        return seconds_of(lambda: run_python(FIRST_USE, name, NUMBA_CACHE_DIR=folder)), warm


def machine_facts() -> Result:
    return {
        "cpu": cpu_model(),
        "cores": os.cpu_count(),
        "usable_cores": available_cores(),
        "system": f"{platform.system()} {platform.machine()}",
        "python": platform.python_version(),
        "numba": version("numba"),
        "numpy": version("numpy"),
    }


def cpu_model() -> str:
    listing = Path("/proc/cpuinfo")
    lines = listing.read_text().splitlines() if listing.exists() else []
    named = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return named[0] if named else platform.processor() or platform.machine()


# --- everything ---


def run_bench(
    quick: bool = False, sizes: Sizes | None = None, progress: bool | None = None, kind: Kind | None = None
) -> Result:
    """Measure everything. `progress` writes a line to stderr; by default if a person sees both outputs."""
    from undersea_env.benchmarks import growth  # which imports this module

    kind = kind_of(kind)
    if sizes is None:
        sizes = QUICK if quick else WHOLE
    shown = sys.stderr.isatty() and sys.stdout.isatty() if progress is None else progress

    def say(words: str) -> None:
        if shown:
            print(f"\r\x1b[2K{words}", end="", file=sys.stderr, flush=True)

    by_players: Result = {}
    for players in range(1, kind.most_players + 1):
        say(f"random games, {players} players ..." if players > 1 else "random games, 1 player ...")
        games = Games(players, sizes.batch, kind)
        if players == MAIN_PLAYERS:
            say(f"random games, {players} players, and the memory they take ...")
            figures, memory = measure_main(games, sizes)
            say("single calls ...")
            calls = measure_calls(games, sizes.positions) | {"clone_ns": measure_copies(games)}
            questions, rounds = measure_questions(games), measure_progress(games)
            allocations = allocations_in_steps(games, sizes.sweeps)
            rulebook_hash = games.game.rulebook_hash
        else:
            figures = measure_play(games, sizes)
        games.close()
        by_players[str(players)] = figures
    say("observations ...")
    observed = measure_observed(sizes, kind)
    say("PettingZoo ...")
    aec = measure_aec(sizes, kind)
    say("start-up ...")
    start_up = measure_start_up(kind)
    say("compiling from nothing, a minute or two ..." if sizes.compiles_cold else "starting with compiled rules ...")
    compiled, loaded = measure_compile(sizes.compiles_cold, kind)
    grown = growth.measure_all(sizes, say, kind)
    say("")

    main = by_players[str(MAIN_PLAYERS)]["threads"]
    return {
        "undersea_env": undersea_env.__version__,
        "game": kind.id,
        "rulebook": rulebook_hash,
        "machine": machine_facts(),
        "sizes": asdict(sizes) | {"batches": list(sizes.batches)},
        "steps_per_second": {threads: figures["steps_per_second"]["median"] for threads, figures in main.items()},
        "share_of_ceiling": {threads: figures["share_of_ceiling"] for threads, figures in main.items()},
        "steps_per_second_with_observations": observed,
        "aec_steps_per_second": aec,
        "by_players": by_players,
        "questions": questions,
        "progress": rounds,
        "state_bytes": kind.state.itemsize,
        **calls,
        **start_up,
        "compile_seconds_cold": compiled,
        "compile_seconds_warm": loaded,
        **grown,
        "memory": memory,
        "allocations_in_steps": allocations,
    }


def bench_text(result: Result) -> str:
    """The result for a person."""
    machine = result["machine"]
    lines = [
        f"undersea-env {result['undersea_env']}, Python {machine['python']}, numba {machine['numba']}, "
        f"numpy {machine['numpy']}",
        f"{machine['cpu']}, {machine['usable_cores']} of {machine['cores']} cores",
        "",
        f"Random legal play with masks, {result['sizes']['batch']:,} games at once, "
        f"median of {result['sizes']['repeats']} (lowest to highest):",
        "players  threads  decisions/s                         games/s  of ceiling  decisions/game  legal actions",
    ]
    for players, figures in result["by_players"].items():
        for threads, row in figures["threads"].items():
            lines.append(_play_line(players, threads, figures, row))
    lines += ["", f"{MAIN_PLAYERS} players, what each kind of question costs:", "share  mask     answer   question"]
    for row in result["questions"][:QUESTIONS_SHOWN]:
        share, mask, answer = row["share_of_decisions"], f"{row['mask_ns']:,.0f} ns", f"{row['answer_ns']:,.0f} ns"
        lines.append(f"{share:>5.1%}  {mask:<7}  {answer:<7}  {row['question'].lower().replace('_', ' ')}")
    if result["progress"]:
        lines += ["", *_progress_lines(result["progress"])]
    lines += ["", "With the number of games at once, decisions/s:", "games    threads  masks only  with observations"]
    for row in result["batches"]:
        bare, seen = row["steps_per_second"], row["steps_per_second_with_observations"]
        lines.append(f"{row['batch']:<7,}  {row['threads']:>7}  {bare:>10,.0f}  {seen:>17,.0f}")
    lines += ["", *(f"{name:<36} {words}" for name, words in _other_figures(result))]
    if result["training"]:
        lines += ["", *_training_lines(result["training"])]
    return "\n".join(lines)


def _progress_lines(rows: list[Result]) -> list[str]:
    moments = [name for name in rows[0] if name not in COSTS]
    lines = ["In the course of a game:", f"{'  '.join(moments)}  share  mask     answer   legal actions"]
    for row in rows:
        share, mask, answer = row["share_of_decisions"], f"{row['mask_ns']:,.0f} ns", f"{row['answer_ns']:,.0f} ns"
        when = "  ".join(f"{row[name]:>{len(name)}}" for name in moments)
        lines.append(f"{when}  {share:>5.1%}  {mask:<7}  {answer:<7}  {row['mean_legal_actions']:>13.2f}")
    return lines


def _play_line(players: str, threads: str, figures: Result, row: Result) -> str:
    steps = row["steps_per_second"]
    words = f"{steps['median']:,.0f} ({steps['min']:,.0f} to {steps['max']:,.0f})"
    return (
        f"{players:>7}  {threads:>7}  {words:<34}  {_number(row['games_per_second'], ',.0f'):>7}  "
        f"{row['share_of_ceiling']:>10.3f}  {_number(figures['decisions_per_game'], '.1f'):>14}  "
        f"{figures['mean_legal_actions']:>13.2f}"
    )


def _training_lines(training: Result) -> list[str]:
    parts = ", ".join(f"{name} {share:.0%}" for name, share in training["shares"].items())
    return [
        f"Training, {training['lanes']:,} games side by side, {training['threads']} threads: "
        f"{training['decisions_per_second']:,.0f} decisions/s from end to end",
        f"  of the time: {parts}",
    ]


def _number(value: float | None, form: str, unit: str = "") -> str:
    return "-" if value is None else f"{value:{form}}{unit}"


def _other_figures(result: Result) -> list[tuple[str, str]]:
    memory = result["memory"]
    return [
        ("decisions/s with observations", _number(result["steps_per_second_with_observations"], ",.0f")),
        ("decisions/s, PettingZoo AEC", _number(result["aec_steps_per_second"], ",.0f")),
        ("size of a game", f"{result['state_bytes']:,} bytes"),
        ("copy of a game in a kernel", f"{result['clone_ns']:,.0f} ns"),
        ("state.clone()", f"{result['clone_python_us']:.2f} us"),
        ("state.legal_actions", f"{result['legal_actions_us']:.2f} us"),
        ("state.observation()", f"{result['observation_us']:.2f} us"),
        ("state.apply_action()", f"{result['apply_action_us']:.2f} us"),
        ("state.resample()", f"{result['resample_us']:.2f} us"),
        ("state.to_dict()", f"{result['to_dict_us']:.1f} us"),
        ("import undersea_env", f"{result['bare_import_seconds']:.3f} s"),
        ("... and undersea_env.game()", f"{result['import_seconds']:.2f} s"),
        ("... and the first decision", f"{result['first_decision_seconds']:.2f} s"),
        ("torch imported", "yes" if result["imports_torch"] else "no"),
        ("greedy, games/s of two players", _number((result["greedy"] or {}).get("games_per_second"), ",.0f")),
        ("mcts, simulations/s, two players", f"{result['mcts']['simulations_per_second']:,.0f}"),
        ("memory of a game, rules", f"{result['bytes_per_game']['rules']:,} bytes"),
        ("... in the vector environment", f"{result['bytes_per_game']['vector']:,} bytes"),
        ("process with compiled rules", f"{result['compile_seconds_warm']:.1f} s"),
        ("compiling from nothing", _number(result["compile_seconds_cold"], ".0f", " s")),
        ("allocations while stepping", f"{result['allocations_in_steps']}"),
        (f"memory grown over {memory['games']:,} games", _number(memory["grown_bytes"], ",", " bytes")),
    ]
