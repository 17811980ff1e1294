"""What is chosen before a game (S-13), and the record of a campaign (Y-9)."""

from dataclasses import dataclass, field
from typing import TypeAlias

from .printed import Chapter, Printed

SEATS = 4
CHAPTERS = 7
Stars: TypeAlias = tuple[tuple[int, ...], ...]         # of every chapter, by seat
NO_STARS: Stars = ((0,) * SEATS,) * CHAPTERS


@dataclass(frozen=True)
class Record:
    """What is carried from chapter to chapter."""

    chapter_index: int = 0
    numbers: frozenset[int] = frozenset()              # unlocked projects, 1-8
    tokens: frozenset[str] = frozenset()               # unlocked legacy tokens
    stars: Stars = NO_STARS

    def as_dict(self) -> dict[str, object]:
        return {
            "chapter_index": self.chapter_index,
            "unlocked": sum(1 << number for number in self.numbers),
            "legacy": sum(1 << (int(token[1:]) - 1) for token in self.tokens),
            "stars": [list(row) for row in self.stars],
        }

    @classmethod
    def from_dict(cls, given: dict[str, object]) -> "Record":
        unlocked, legacy, index, stars = (given[key] for key in ("unlocked", "legacy", "chapter_index", "stars"))
        assert isinstance(unlocked, int)
        assert isinstance(legacy, int)
        assert isinstance(index, int)
        assert isinstance(stars, list)
        return cls(
            index, frozenset(number for number in range(1, 9) if unlocked >> number & 1),
            frozenset(f"L{number}" for number in range(1, 16) if legacy >> (number - 1) & 1),
            tuple(tuple(row) for row in stars),
        )

    @classmethod
    def before(cls, printed: Printed, chapter: Chapter) -> "Record":
        """Y-9: of a chapter asked for without a record: what lies on every path to it."""
        numbers: set[int] = set()
        tokens: set[str] = set()
        for story in printed.stories.values():
            if printed.chapters[story.chapter].order < chapter.order and story.step in ("start", "after book 2"):
                numbers.update(story.numbers)
                tokens.update(story.tokens)
        return cls(chapter.order - 1, frozenset(numbers), frozenset(tokens))


@dataclass(frozen=True)
class Options:
    num_players: int = 2
    scenario: int = 2                      # without meaning in a chapter
    chapter: str = ""                      # "1", "2", "3", "4a", "4b", "5", "6"; empty: a scenario
    record: Record | None = None
    sides: str = "AAA"                     # of boards 2-4; a chapter has its own
    extra_objective: bool = False          # O-6
    rounds: int | None = None              # fewer than there are cubes (S-13)

    @property
    def is_solo(self) -> bool:
        return self.num_players == 1

    def chapter_of(self, printed: Printed) -> Chapter | None:
        """The chapter that is played; a record says which."""
        if self.record is not None:
            if self.record.chapter_index == CHAPTERS:
                raise ValueError("the campaign of this record is over")
            return next(c for c in printed.chapters.values() if c.order == self.record.chapter_index + 1)
        return printed.chapters[self.chapter] if self.chapter else None


@dataclass
class Campaign:
    """The record while a chapter is played."""

    chapter: Chapter
    numbers: set[int]
    tokens: set[str]
    stars: list[list[int]] = field(default_factory=list)

    def record(self, new_stars: list[int]) -> Record:
        rows = [list(row) for row in self.stars]
        rows[self.chapter.order - 1] = new_stars + [0] * (SEATS - len(new_stars))
        return Record(self.chapter.order, frozenset(self.numbers), frozenset(self.tokens),
                      tuple(tuple(row) for row in rows))
