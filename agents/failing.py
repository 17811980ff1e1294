"""How an agent may lose a game without finishing it, and how that is told. Light: the processes of bots import it."""

import os
import traceback
from dataclasses import dataclass
from pathlib import Path
from types import FrameType
from typing import Any

import numpy as np
from numpy.typing import NDArray

ILLEGAL, RAISED, MISSHAPEN, DIED, LATE = "illegal", "raised", "misshapen", "died", "late"
LONGEST_REASON = 200
HIGHEST = np.iinfo(np.int64).max


@dataclass(frozen=True)
class Failure:
    """Why an agent lost a game without finishing it."""

    kind: str                                            # ILLEGAL, RAISED, MISSHAPEN, DIED or LATE
    reason: str


class AgentFailed(Exception):  # noqa: N818  not an error of ours
    """An agent that plays elsewhere did not answer."""

    def __init__(self, failure: Failure) -> None:
        super().__init__(failure.reason)
        self.failure = failure


def in_one_line(words: str) -> str:
    line = " ".join(words.split())[:LONGEST_REASON]
    return "".join(letter if letter.isprintable() else "?" for letter in line)


def reason_of(error: BaseException, file: Path | None = None) -> str:
    """An error of somebody else's code in one line, with the line of the file that it comes from."""
    try:
        words = f"{type(error).__name__}: {error}"
    except BaseException:                                # its text is somebody else's code, too
        words = "an exception whose text cannot be had"
    found = None if file is None else [at for at in traceback.walk_tb(error.__traceback__) if _is_of(at[0], file)]
    return in_one_line(words) + (f" ({file.name}:{found[-1][1]})" if file is not None and found else "")


def place_in(frame: FrameType | None, file: Path) -> str:
    """Where in the file it is that something runs just now."""
    while frame is not None and not _is_of(frame, file):
        frame = frame.f_back
    return f"{file.name}" if frame is None else f"{file.name}:{frame.f_lineno}"


def _is_of(frame: FrameType, file: Path) -> bool:
    return frame.f_code.co_filename == os.path.abspath(file)


def answered(given: Any, n: int) -> NDArray[np.int64]:
    """What an agent gave for n questions; AgentFailed if it is no whole number for each."""
    array = np.asarray(given)
    if array.shape == (n,) and array.dtype.kind in "iu":
        numbers: NDArray[np.int64] = np.minimum(array, HIGHEST).astype(np.int64)
        return numbers
    what = f"an array {given.shape} of {given.dtype}" if type(given) is np.ndarray else f"{given!r:.40}"
    several = "s" * (n > 1)
    wanted = f"a list or array of {n} whole number{several}, one a row"
    raise AgentFailed(Failure(MISSHAPEN, in_one_line(f"answered {n} question{several} with {what}, not with {wanted}")))
