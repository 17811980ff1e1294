"""The options of CloudAge: their defaults, what is allowed, and how a command line writes them (S-13)."""

import json
from pathlib import Path
from typing import Any

from undersea_env.cloudage.campaign import CampaignRecord, checked_record
from undersea_env.cloudage.printed.words import BOARDS, CHAPTERS, SCENARIOS, SIDES, SPACES
from undersea_env.core.checking import checked_number, told
from undersea_env.core.options import Option, Options
from undersea_env.errors import InvalidOption

DEFAULT_SCENARIO = 2
DEFAULT_SIDES = SIDES[0] * (BOARDS - 1)


def checked_scenario(scenario: Any, num_players: int) -> int:
    return DEFAULT_SCENARIO if scenario is None else checked_number(scenario, "scenario", 1, SCENARIOS)


def checked_chapter(chapter: Any, num_players: int) -> str | None:
    """Also a number, but for the chapter that has two parts."""
    if chapter is None or (isinstance(chapter, str) and chapter in CHAPTERS):
        return chapter
    if isinstance(chapter, int) and not isinstance(chapter, bool) and str(chapter) in CHAPTERS:
        return str(chapter)
    raise InvalidOption(f"chapter is {', '.join(CHAPTERS[:-1])} or {CHAPTERS[-1]}, not {told(chapter)}")


def checked_campaign(campaign: Any, num_players: int) -> tuple[int, ...] | None:
    """Y-9, kept as numbers in a row."""
    if campaign is None:
        return None
    record = checked_record(campaign, num_players)
    if record.is_over:
        raise InvalidOption("this campaign is over: all of its chapters have been played")
    return record.as_numbers()


def checked_sides(sides: Any, num_players: int) -> str:
    if sides is None:
        return DEFAULT_SIDES
    if isinstance(sides, str) and len(sides) == BOARDS - 1 and set(sides) <= set(SIDES):
        return sides
    raise InvalidOption(f"sides says A or B for each of the boards 2-4, such as {DEFAULT_SIDES!r}; not {told(sides)}")


def checked_extra(extra: Any, num_players: int) -> bool:
    if not isinstance(extra, bool):
        raise InvalidOption(f"extra_objective is True or False, not {told(extra)}")
    return extra


def checked_rounds(rounds: Any, num_players: int) -> int | None:
    return None if rounds is None else checked_number(rounds, "rounds", 1, SPACES)


def settle_options(options: Options) -> Options:
    """A chapter stands in place of a scenario and its sides; a record says which chapter it is."""
    values = dict(options.values)
    if values["campaign"] is not None:
        chapter = CHAPTERS[CampaignRecord.of_numbers(values["campaign"]).chapter_index]
        if values["chapter"] not in (None, chapter):
            raise InvalidOption(f"the next chapter of this campaign is {chapter}, not {values['chapter']}")
        values["chapter"] = chapter
    if values["chapter"] is not None:
        values["scenario"] = values["sides"] = None
    if values["extra_objective"] and (options.num_players > 1 or values["scenario"] not in (2, 3)):
        raise InvalidOption("extra_objective is for one player in the scenarios 2 and 3")
    return Options(options.num_players, tuple(values.items()))


def read_record(file: str) -> Any:
    """A record from a JSON file."""
    try:
        return json.loads(Path(file).read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise InvalidOption(f"{file} is no campaign record: {error}") from error


OPTIONS = (
    Option("scenario", DEFAULT_SCENARIO, checked_scenario, f"the scenario to play, 1-{SCENARIOS}", int),
    Option("chapter", None, checked_chapter, f"a chapter of the campaign instead: {', '.join(CHAPTERS)}", str),
    Option("campaign", None, checked_campaign, "the record of a campaign to go on with, in Python", read_record,
           has_flag=False),
    Option("sides", DEFAULT_SIDES, checked_sides, "sides of the boards 2-4, such as ABA", str),
    Option("extra_objective", False, checked_extra, "one player: one more objective card, which is harder"),
    Option("rounds", None, checked_rounds, "rounds to play: as many as there are cubes, or fewer", int, short=2),
)
