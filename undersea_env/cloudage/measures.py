"""By what `undersea bench` divides the costs of a decision: the question, and the time in the game."""

from typing import Any


def questions(states: Any) -> list[str]:
    """The open question of each game (section 18)."""
    return [f"D-{question}" for question in states["question"].tolist()]


def moments(states: Any) -> dict[str, list[int]]:
    """When it is, in each game: later ones have higher numbers."""
    return {"round": states["round_no"].tolist(), "step": states["step"].tolist()}
