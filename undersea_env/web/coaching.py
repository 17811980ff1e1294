"""The coach on the page: hints that get better while one waits, and the mistakes of a recorded game."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from undersea_env.agents.coach import Advice, Coach, evaluation_words, why_words
from undersea_env.web.recordings import WORLD

if TYPE_CHECKING:
    from undersea_env.core.position import State
    from undersea_env.web.recordings import Recording

SHOWN = 6                                              # answers of a hint
STAGES_OF_ANALYSIS = ((1000, 16), (6, 64))
GRADES = ((12, "blunder"), (6, "mistake"), (3, "inaccuracy"))        # from so many percent of the wins on


def hints(state: "State") -> Iterator[dict[str, Any]]:
    """For the seat that decides; the same whatever it cannot know."""
    for advice in Coach(state.game).improving(state.resample(state.current_player, WORLD)):
        yield hint_of(advice)


def hint_of(advice: Advice) -> dict[str, Any]:
    answers = [
        {
            "action": judged.option.action, "words": judged.option.words, "lead": list(judged.lead),
            "win_share": list(judged.win_share), "behind": list(judged.behind), "is_tied": judged.is_tied,
            "why": why_words(advice, judged.option.action),
        }
        for judged in advice.answers[:SHOWN]
    ]
    return {
        "played_by": advice.played_by, "deals": advice.best.deals, "words": evaluation_words(advice),
        "is_open": advice.is_open, "is_together": advice.is_together, "answers": answers,
        "all_tied": len(advice.tied) == len(advice.answers),
    }


def mistakes(recording: "Recording", seat: int) -> Iterator[dict[str, Any]]:
    """Every decision of a seat that was one, in order: how much worse it was than the best that was found."""
    coach, total = Coach(recording.game), len(recording.replay.actions)
    for decision, action in enumerate(recording.replay.actions):
        state = recording.positions[decision]
        if state.current_player != seat or len(state.legal_actions) < 2:
            continue
        advice = coach.advise(state.resample(seat, WORLD), STAGES_OF_ANALYSIS)
        played = advice.of(action)
        loss = 0.0 if played.is_tied else 100 * max(0.0, advice.best.win_share.mean - played.win_share.mean)
        yield {
            "decision": decision, "of": total, "played": played.option.words, "best": advice.best.option.words,
            "behind": list(played.behind), "is_tied": played.is_tied, "loss": round(loss, 1),
            "grade": next((name for least, name in GRADES if loss > least), ""), "why": why_words(advice, action),
            "win_share": list(advice.best.win_share),
        }
