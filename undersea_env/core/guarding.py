"""For what several Python threads must not use at once: kernels let go of the GIL and trust what they are given."""

import threading
from types import TracebackType
from typing import Any

from undersea_env.errors import UsedByAnotherThread


class OneThread:
    """`with guard:` lets one thread in, as often as it likes; another one is refused and does not wait."""

    __slots__ = ("_acquire", "_release", "_what")

    def __init__(self, what: str) -> None:
        self._what = what
        lock = threading.RLock()
        self._acquire, self._release = lock.acquire, lock.release

    def __reduce__(self) -> tuple[Any, ...]:
        return OneThread, (self._what,)

    def __enter__(self) -> None:
        if not self._acquire(False):
            raise UsedByAnotherThread(f"another thread is using {self._what}; give every thread one of its own")

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._release()
