"""From one game of a campaign to the next (section 14), as the house knows it: `campaign` of a `Kind`."""

from typing import TYPE_CHECKING, Any

from undersea_env.cloudage.campaign import CampaignRecord, checked_record, record_on_every_path
from undersea_env.cloudage.compiled.limits import MAX_PLAYERS
from undersea_env.cloudage.kernel.counting import ask_missed_tasks
from undersea_env.cloudage.printed.things import Catalogue
from undersea_env.cloudage.printed.words import CHAPTERS as CHAPTERS
from undersea_env.errors import InvalidOption

if TYPE_CHECKING:
    from undersea_env.core.position import State

DECIDES = ("scenario", "chapter", "campaign", "sides", "extra_objective")


def begin(num_players: int) -> dict[str, Any]:
    return CampaignRecord().as_dict()


def checked(record: Any, num_players: int) -> dict[str, Any]:
    return checked_record(record, num_players).as_dict()


def options_of(record: Any) -> dict[str, Any]:
    """Y-3: of the next chapter; a campaign that is over has none."""
    found = checked_record(record)
    if found.is_over:
        raise InvalidOption("this campaign is over: all of its chapters have been played")
    return {"chapter": CHAPTERS[found.chapter_index], "campaign": found.as_numbers()}


def chapters_played(record: Any) -> int:
    return checked_record(record).chapter_index


# --- stars ---


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


def stars(record: Any, num_players: int) -> list[list[int]]:
    """Of every seat, in every chapter that was played."""
    found = checked_record(record, num_players)
    return [list(row[:num_players]) for row in found.stars[: found.chapter_index]]


def winners(record: Any, num_players: int, catalogue: Catalogue) -> tuple[int, ...]:
    """Y-7, Y-8: the seats that have won a campaign that is over."""
    if not checked_record(record, num_players).is_over:
        return ()
    totals = [sum(column) for column in zip(*stars(record, num_players), strict=True)]
    if num_players == 1:
        return (0,) if totals[0] >= catalogue.constants.campaign_stars else ()
    return tuple(seat for seat, total in enumerate(totals) if total == max(totals))


# --- the record ---


def record_before(state: "State") -> dict[str, Any]:
    """With which the chapter of this position began."""
    options: Any = state.game.options
    if options.chapter is None:
        raise InvalidOption("a scenario has no campaign record; play a chapter")
    if options.campaign is not None:
        return CampaignRecord.of_numbers(options.campaign).as_dict()
    return record_on_every_path(state.game.catalogue, options.chapter).as_dict()


def record_after(state: "State") -> dict[str, Any]:
    """Y-9: with which the next chapter begins; the chapter must be over."""
    before = checked_record(record_before(state))
    if not state.is_terminal:
        raise InvalidOption("the chapter is not over yet; its record is known at its end")
    won = stars_of(state)
    row = (*won, *(0,) * (MAX_PLAYERS - len(won)))
    index = before.chapter_index
    rows = (*before.stars[:index], row, *before.stars[index + 1 :])
    assert len(rows) == len(CHAPTERS)
    record = state.record[0]
    return CampaignRecord(index + 1, int(record["unlocked"]), int(record["legacy"]), rows).as_dict()
