"""A bar on the standard error for a person who waits."""

import sys
from types import TracebackType
from typing import Any


class Progress:
    """Counts games. Shows nothing if nobody looks or if `rich` is not installed."""

    def __init__(self, total: int, shown: bool) -> None:
        self._bar: Any = None
        if not shown or not sys.stderr.isatty():
            return
        try:
            from rich.console import Console
            from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn
            from rich.progress import Progress as Bar
        except ImportError:
            return
        columns = (TextColumn("games"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
        self._bar = Bar(*columns, console=Console(stderr=True), transient=True)
        self._task = self._bar.add_task("games", total=total)

    def advance(self, games: int) -> None:
        if self._bar is not None:
            self._bar.advance(self._task, games)

    def __enter__(self) -> "Progress":
        if self._bar is not None:
            self._bar.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._bar is not None:
            self._bar.stop()
