"""What every way of training does around its updates: budget, evaluation, stopping, bringing back an optimiser."""

import math
import shutil
import signal
import sys
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NoReturn, Protocol, TextIO, TypeVar

import torch

from undersea_env.agents.arena.folder import as_json, write_whole
from undersea_env.agents.arena.tabulating import percent
from undersea_env.core.checkpoint_files import Data
from undersea_env.errors import InvalidCheckpoint, InvalidOption, TrainingFailed
from undersea_env.training.checkpoints import Checkpoint, Tensors
from undersea_env.training.evaluation import ALONE, Strength, score_of
from undersea_env.training.network import parameters_of
from undersea_env.training.runs import CURVES, EVALUATIONS, Run, read_table

DIAGNOSTICS = "diagnostics.json"


class Trains(Protocol):
    """What is asked of a trainer here."""

    update: int
    decisions: int
    seconds: float

    @property
    def config(self) -> Any: ...

    @property
    def network(self) -> Any: ...

    def advance(self, used: float) -> Data:
        """One update; a line of curves.csv. `used` is the share of the budget that is used up."""

    def words(self, row: Data) -> str: ...

    def evaluate(self) -> list[Strength]: ...

    def tensors(self) -> dict[str, Tensors]: ...

    def progress(self) -> Data: ...

    def restore(self, checkpoint: Checkpoint) -> None: ...


T = TypeVar("T", bound=Trains)


@dataclass(frozen=True)
class Budget:
    """When to stop: after so many minutes or decisions of this run in all, whichever comes first."""

    minutes: float | None = None
    decisions: int | None = None

    def __post_init__(self) -> None:
        for value in (self.minutes, self.decisions):
            if value is not None and not 0 < value < math.inf:
                raise InvalidOption(f"a budget is more than 0 minutes or decisions, not {value!r}")

    def used(self, seconds: float, decisions: int) -> float:
        """From 0 to 1; learning rate and entropy follow it."""
        shares = [0.0]
        if self.minutes is not None:
            shares.append(seconds / (60 * self.minutes))
        if self.decisions is not None:
            shares.append(decisions / self.decisions)
        return min(1.0, max(shares))


def train_until(
    trainer: T, run: Run, budget: Budget, tell: Callable[[str], None] | None, is_over: Callable[[T], bool]
) -> bool:
    """Go on from the newest checkpoint until the budget is used up; returns whether it is.

    An interrupt or SIGTERM, and `is_over`, end it after the update that is under way, with a checkpoint.
    """
    live = LiveLine(sys.stderr if tell is None else None)
    say = tell or live.say
    with told_to_stop() as stop:
        checkpoint = run.newest()
        if checkpoint is not None:
            trainer.restore(checkpoint)
        run.forget_after(trainer.update)
        say(f"{run.config.preset}: {parameters_of(trainer.network):,} parameters; "
            f"{'begins' if checkpoint is None else f'goes on after update {trainer.update}'}")
        if trainer.update == 0 and not read_table(run.path / EVALUATIONS):
            live.show("the first evaluation, before anything is learned")
            note_strength(trainer, run, say)         # where every curve begins
        used = budget.used(trainer.seconds, trainer.decisions)
        while used < 1.0 and not stop.is_set() and not is_over(trainer):
            try:
                row = trainer.advance(used)
            except NotFinite as error:
                stop_with_diagnostics(trainer, run, error)
            used = budget.used(trainer.seconds, trainer.decisions)
            live.show(_progress_words(trainer, used))
            _keep(trainer, run, row, used >= 1.0, say)
        live.clear()
        if run.last_kept < trainer.update:
            run.keep(trainer.update, trainer.tensors(), trainer.progress(), None)
    return used >= 1.0


class LiveLine:
    """The last line of a terminal, which says how far a run is. Nothing is shown where nobody looks."""

    def __init__(self, stream: TextIO | None) -> None:
        self._stream = stream if stream is not None and stream.isatty() else None

    def show(self, words: str) -> None:
        if self._stream is not None:
            width = shutil.get_terminal_size().columns - 1
            print(f"\r\x1b[K{words[:width]}", end="", file=self._stream, flush=True)

    def clear(self) -> None:
        self.show("")

    def say(self, words: str) -> None:
        """A line that stays."""
        self.clear()
        print(words, file=sys.stderr, flush=True)


def _progress_words(trainer: Trains, used: float) -> str:
    """The share of the budget, the time that is left if it goes on so, and the speed."""
    left = round(trainer.seconds * (1 - used) / used) if used else 0
    speed = trainer.decisions / max(trainer.seconds, 1e-9)
    minutes, seconds = divmod(left, 60)
    return f"update {trainer.update}, {used:.0%}, {minutes}:{seconds:02} left, {speed:,.0f} decisions/s"


def _keep(trainer: Trains, run: Run, row: Data, is_last: bool, say: Callable[[str], None]) -> None:
    """What is due after an update: curves, evaluation and checkpoint, in any case at the end of the budget."""
    run.note(CURVES, row)
    run.draw(trainer.update, {f"train/{name}": float(number) for name, number in row.items() if name != "update"})
    evaluates = is_last or trainer.update % trainer.config.evaluate_every == 0
    if evaluates or trainer.update % trainer.config.checkpoint_every == 0:
        say(trainer.words(row))
        score = note_strength(trainer, run, say) if evaluates else None
        run.keep(trainer.update, trainer.tensors(), trainer.progress(), score)


def note_strength(trainer: Trains, run: Run, say: Callable[[str], None]) -> float:
    found = trainer.evaluate()
    for strength in found:
        run.note(EVALUATIONS, {"update": trainer.update, "decisions": trainer.decisions, "seconds": trainer.seconds,
                               **strength.as_row()})
        is_team = strength.opponent == ALONE
        table = "alone" if strength.players == 1 else f"{strength.players} players "
        if strength.players > 1:
            table += "together" if is_team else f"against {strength.opponent}"
        lead = "" if is_team else f", lead {strength.lead:.1f}"
        won = percent(strength.win_share)
        say(f"  {table}: won {won}, {strength.points:.1f} points{lead} ({strength.games} games)")
        run.draw(trainer.update, {
            f"{table}/win_share": strength.win_share.mean, f"{table}/lead": strength.lead.mean,
            f"{table}/points": strength.points.mean,
        })
    return score_of(found, trainer.config.kind.solo_goal)


def _with_words(told: Any) -> Any:
    """JSON knows neither infinity nor what is no number: they are written as words."""
    if isinstance(told, dict):
        return {name: _with_words(value) for name, value in told.items()}
    return str(told) if isinstance(told, float) and not math.isfinite(told) else told


class NotFinite(Exception):  # noqa: N818  only trainers meet it
    """A loss or gradient that is no number."""

    def __init__(self, numbers: dict[str, float]) -> None:
        super().__init__(f"{numbers}")
        self.numbers = numbers


def stop_with_diagnostics(trainer: Trains, run: Run, error: NotFinite) -> NoReturn:
    """Checkpoints stay as they are: what is in the network now is not worth keeping."""
    worst = {name: float(tensor.abs().max()) for name, tensor in trainer.network.state_dict().items()}
    numbers: Data = {"update": trainer.update + 1, **error.numbers}    # the error may know it better
    told = {**numbers, "largest_weights": worst, "config": trainer.config.as_data()}
    write_whole(run.path / DIAGNOSTICS, as_json(_with_words(told)))
    raise TrainingFailed(
        f"update {numbers['update']} has a loss or gradient that is not finite; see {run.path / DIAGNOSTICS}. "
        "The checkpoints before it are kept"
    ) from None


@contextmanager
def told_to_stop() -> Iterator[threading.Event]:
    """Set by an interrupt or SIGTERM; a second one ends the process as usual."""
    stop = threading.Event()
    if threading.current_thread() is not threading.main_thread():
        yield stop
        return
    before = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}

    def note(number: int, frame: Any) -> None:
        stop.set()
        signal.signal(number, before[signal.Signals(number)])

    for number in before:
        signal.signal(number, note)
    try:
        yield stop
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def by_number(tensors: Tensors) -> dict[int, Tensors]:
    """{"0/name": ...} as {0: {"name": ...}}."""
    found: dict[int, Tensors] = {}
    for key, tensor in tensors.items():
        number, _, name = key.partition("/")
        found.setdefault(int(number), {})[name] = tensor
    return found


def numbered(parts: Mapping[int, Tensors]) -> Tensors:
    """The other way round: {0: {"name": ...}} as {"0/name": ...}."""
    return {f"{number}/{name}": tensor for number, part in parts.items() for name, tensor in part.items()}


@contextmanager
def must_fit(path: Path) -> Iterator[None]:
    """Whatever goes wrong in here, the checkpoint is not one of this run."""
    try:
        yield
    except InvalidCheckpoint:
        raise
    except (LookupError, ValueError, TypeError, ArithmeticError, AttributeError, RuntimeError) as error:
        raise InvalidCheckpoint(f"{path} does not fit this run: {' '.join(str(error).split())[:200]}") from error


def load_optimiser(optimiser: torch.optim.Optimizer, network: torch.nn.Module, state: dict[int, Tensors]) -> None:
    for k, parameter in enumerate(network.parameters()):
        if any(state[k][name].shape != parameter.shape for name in ("exp_avg", "exp_avg_sq")):
            raise ValueError(f"the optimiser's state of parameter {k} has another shape")
    optimiser.load_state_dict({"state": state, "param_groups": optimiser.state_dict()["param_groups"]})
