"""By what `undersea bench` divides the costs of a decision: the question, and the time in the game."""

from typing import Any

import numpy as np

from undersea_env.underwater_cities.kernel.questions import TO_PLAY, Question


def questions(states: Any) -> list[str]:
    """The open question of each game."""
    top = states["frame"][np.arange(len(states)), np.maximum(states["frame_count"], 1) - 1]
    is_play = (top["question"] == Question.TURN) & (top["stage"] == TO_PLAY)
    return [
        "WHICH_SLOT_AND_CARD" if play else Question(question).name
        for question, play in zip(top["question"].tolist(), is_play.tolist(), strict=True)
    ]


def moments(states: Any) -> dict[str, list[int]]:
    """When it is, in each game: later ones have higher numbers."""
    return {"era": states["era"].tolist(), "round": states["round_no"].tolist()}
