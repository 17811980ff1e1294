"""The record that links the games of a campaign (Y-9)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from undersea_env.cloudage.compiled.limits import MAX_PLAYERS
from undersea_env.cloudage.printed.things import Catalogue
from undersea_env.cloudage.printed.words import CHAPTERS, LEGACY_TOKENS, PROJECT_NUMBERS
from undersea_env.core.checking import told, whole_number, whole_numbers
from undersea_env.errors import InvalidOption
from undersea_env.showing.words import number_of

NO_STARS = ((0,) * MAX_PLAYERS,) * len(CHAPTERS)
MOST_STARS = 20
ON_EVERY_PATH = ("start", "after book 2")        # story cards that no vote leaves out
KEYS = ("chapter_index", "unlocked", "legacy", "stars")
NUMBERS = 3 + len(CHAPTERS) * MAX_PLAYERS        # of a record in a row


@dataclass(frozen=True)
class CampaignRecord:
    """What is carried from game to game. Bit n of `unlocked`: projects n; bit k of `legacy`: token L(k + 1)."""

    chapter_index: int = 0                       # 0-6; 7: the campaign is over
    unlocked: int = 0
    legacy: int = 0
    stars: tuple[tuple[int, ...], ...] = NO_STARS

    @property
    def is_over(self) -> bool:
        return self.chapter_index == len(CHAPTERS)

    def as_dict(self) -> dict[str, Any]:
        return {
            "chapter_index": self.chapter_index, "unlocked": self.unlocked, "legacy": self.legacy,
            "stars": [list(row) for row in self.stars],
        }

    def as_numbers(self) -> tuple[int, ...]:
        """In a row, as an option of a game is kept."""
        return (self.chapter_index, self.unlocked, self.legacy, *(number for row in self.stars for number in row))

    @classmethod
    def of_numbers(cls, numbers: Sequence[int]) -> "CampaignRecord":
        rows = (numbers[at : at + MAX_PLAYERS] for at in range(3, NUMBERS, MAX_PLAYERS))
        return cls(numbers[0], numbers[1], numbers[2], tuple(tuple(row) for row in rows))


def checked_record(given: Any, num_players: int = MAX_PLAYERS) -> CampaignRecord:
    """A record of so many players, its dict, or its numbers in a row."""
    if isinstance(given, CampaignRecord):
        given = given.as_dict()
    if isinstance(given, Mapping):
        if set(given) != set(KEYS):
            raise InvalidOption(f"a campaign record has {', '.join(KEYS)}; not {told(dict(given))}")
        heads = [whole_number(given[key]) for key in KEYS[:-1]]
        stars = given["stars"]
        rows = [whole_numbers(row) or () for row in stars] if isinstance(stars, list | tuple) else []
        numbers = (*heads, *(number for row in rows for number in row))
    else:
        numbers = whole_numbers(given) or ()
    most = [len(CHAPTERS), (1 << PROJECT_NUMBERS) - 1, (1 << LEGACY_TOKENS) - 1]
    most += [MOST_STARS] * (NUMBERS - len(most))
    if len(numbers) != NUMBERS or any(n is None or not 0 <= n <= high for n, high in zip(numbers, most, strict=True)):
        raise InvalidOption(
            f"a campaign record has a chapter_index from 0 to {len(CHAPTERS)}, the bits of unlocked projects 1-8 and "
            f"of legacy tokens, and stars for {len(CHAPTERS)} games with {MAX_PLAYERS} numbers each; not {told(given)}"
        )
    if numbers[1] is not None and numbers[1] & 1:
        raise InvalidOption("projects with the number 0 are never locked: bit 0 of unlocked is 0")
    record = CampaignRecord.of_numbers([number for number in numbers if number is not None])
    if any(any(row[num_players:]) for row in record.stars):
        raise InvalidOption(f"this record is of a campaign of more than {number_of(num_players, 'player')}")
    if any(any(row) for row in record.stars[record.chapter_index :]):
        raise InvalidOption("a campaign record has no stars of a chapter that was not played yet")
    return record


def record_on_every_path(catalogue: Catalogue, chapter: str) -> CampaignRecord:
    """With which a chapter begins that is played by itself (the ruling in Y-9)."""
    index = CHAPTERS.index(chapter)
    unlocked = legacy = 0
    for story in catalogue.story:
        if story.chapter in CHAPTERS[:index] and story.step in ON_EVERY_PATH:
            for number in story.unlock.projects:
                unlocked |= 1 << number
            for number in story.unlock.legacy:
                legacy |= 1 << (number - 1)
    return CampaignRecord(index, unlocked, legacy)
