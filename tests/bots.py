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
DIES = """
import os
class Bot:
    name = "dies"
    def __init__(self, seed=0):
        self.seed = seed
    def choose(self, observations, masks, players, positions=None):
        if self.seed:
            os._exit(9)
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
