"""Bots for tests, as the files that a user would write."""

from pathlib import Path

FIRST = """
class Bot:
    name = "first"
    def choose(self, observations, masks, players, positions=None):
        return masks.argmax(axis=1)
"""
LAST = """
class Chooser:
    name = "last"
    def choose(self, observations, masks, players, positions=None):
        return masks.shape[1] - 1 - masks[:, ::-1].argmax(axis=1)
"""
RAISES = """
class Bot:
    name = "raises"
    def choose(self, observations, masks, players, positions=None):
        raise RuntimeError("no idea")
"""
ILLEGAL = """
class Bot:
    name = "illegal"
    def choose(self, observations, masks, players, positions=None):
        return masks.argmin(axis=1)
"""
MISSHAPEN = """
class Bot:
    name = "misshapen"
    def choose(self, observations, masks, players, positions=None):
        return masks.argmax(axis=1).astype(float)
"""
LEAVES = """
class Bot:
    name = "leaves"
    def choose(self, observations, masks, players, positions=None):
        raise SystemExit(3)
"""
SHOUTS = """
print("loaded")
class Bot:
    name = "shouts"
    def choose(self, observations, masks, players, positions=None):
        print("choosing")
        return masks.argmax(axis=1)
"""
# Ends the process of the arena that asks it, which is the parent of its own parent, the host.
ENDS_THE_WORKER = """
import os, signal
from pathlib import Path
class Bot:
    name = "ends the worker"
    def choose(self, observations, masks, players, positions=None):
        host = Path(f"/proc/{os.getppid()}/stat").read_text()
        os.kill(int(host.rpartition(")")[2].split()[1]), signal.SIGKILL)
        return masks.argmax(axis=1)
"""
# Fails in the games in which its first choice is made from seat 1, however many games it is asked about at once.
FAILS_ON_SEAT_1 = """
class Bot:
    name = "fails on seat 1"
    def choose(self, observations, masks, players, positions=None):
        if (players == 1).any():
            raise ValueError("seat 1")
        return masks.argmax(axis=1)
"""


def bot(folder: Path, name: str, code: str) -> str:
    """The file of a bot; its path is its code."""
    path = folder / f"{name}.py"
    path.write_text(code)
    return str(path)


def choosing(body: str, before: str = "") -> str:
    """A bot whose method `choose` does this; `n` are the games it is asked about."""
    return f"""
import os, sys, threading, time
import numpy as np
{before}
class Bot:
    name = "odd"
    def choose(self, observations, masks, players, positions=None):
        n = len(masks)
        {body}
        return masks.argmax(axis=1)
"""
