"""From one game of a campaign to the next (section 14): stars, and the record after a chapter."""

from typing import TYPE_CHECKING, Any

from undersea_env.cloudage.campaign import CampaignRecord, record_on_every_path
from undersea_env.cloudage.compiled.limits import MAX_PLAYERS
from undersea_env.cloudage.kernel.counting import ask_missed_tasks
from undersea_env.cloudage.printed.words import CHAPTERS
from undersea_env.errors import InvalidOption

if TYPE_CHECKING:
    from undersea_env.core.position import State


def stars_of(state: "State") -> tuple[int, ...]:
    """Y-6, Y-7: of every seat, as if the chapter ended now."""
    game = state.game
    rules = game.rulebook[0]
    result = state.result()
    steps = [int(step) for step in rules["star_steps"] if step]
    reached = [sum(points >= step for step in steps) for points in result.scores]
    if game.num_players == 1:
        missed = int(ask_missed_tasks(state.rows, game.engine.rules, 0))
        return (max(0, reached[0] - missed),)
    return tuple(stars + int(rules["win_stars"]) * won for stars, won in zip(reached, result.won, strict=True))


def record_before(state: "State") -> CampaignRecord:
    """With which the chapter of this position began."""
    options: Any = state.game.options
    if options.chapter is None:
        raise InvalidOption("a scenario has no campaign record; play a chapter")
    if options.campaign is not None:
        return CampaignRecord.of_numbers(options.campaign)
    return record_on_every_path(state.game.catalogue, options.chapter)


def record_after(state: "State") -> CampaignRecord:
    """Y-9: with which the next chapter begins; the chapter must be over."""
    before = record_before(state)
    if not state.is_terminal:
        raise InvalidOption("the chapter is not over yet; its record is known at its end")
    stars = stars_of(state)
    row = (*stars, *(0,) * (MAX_PLAYERS - len(stars)))
    index = before.chapter_index
    rows = (*before.stars[:index], row, *before.stars[index + 1 :])
    assert len(rows) == len(CHAPTERS)
    record = state.record[0]
    return CampaignRecord(index + 1, int(record["unlocked"]), int(record["legacy"]), rows)
