"""What is printed, as frozen data."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from undersea_env.cloudage.printed.effects import CubeEffect, Effect, Permanent, Unlock
from undersea_env.cloudage.printed.words import (
    CardField,
    Colour,
    District,
    LegacyKind,
    TaskCount,
    Type,
)

NO_UNLOCK = Unlock()


@dataclass(frozen=True)
class Project:
    id: int                                  # from 1
    number: int
    title: str
    colour: Colour
    water: int
    cards: int
    instant: Effect
    permanent: Permanent
    points: int                              # grey ones
    texts: Mapping[str, str]
    provenance: str


@dataclass(frozen=True)
class CityCard:
    id: int                                  # from 1
    navigation: int
    amounts: tuple[int, ...]                 # by District
    update: District
    wrench: District
    plants: int
    provenance: str

    def field(self, field: CardField) -> int:
        """What is printed there; of a bonus: 0 none, 1 navigation update, 2 wrench."""
        if field == CardField.NAVIGATION:
            return self.navigation
        if field == CardField.PLANTS:
            return self.plants
        if field < CardField.ENERGY_BONUS:
            return self.amounts[field - CardField.ENERGY_AMOUNT]
        district = field - CardField.ENERGY_BONUS
        return 1 if district == self.update else 2 if district == self.wrench else 0


@dataclass(frozen=True)
class Sleeve:
    id: int                                  # from 1
    visible: tuple[CardField, ...]
    provenance: str


@dataclass(frozen=True)
class Upgrade:
    id: str
    type: Type
    level: int                               # from 1
    metal: int
    bonus: Effect
    points: int
    provenance: str


@dataclass(frozen=True)
class Level:
    level: int
    energy: int
    water: int
    points: int
    reward: Effect                           # on reaching it from below
    provenance: str


@dataclass(frozen=True)
class Space:
    space: int                               # from 1
    reward: Effect
    book_after: bool
    provenance: str


@dataclass(frozen=True)
class PlantToken:
    id: str
    is_dry: bool
    count: int
    reward: Effect
    provenance: str


@dataclass(frozen=True)
class Task:
    id: str
    count: TaskCount
    thresholds: tuple[int, ...]
    points: tuple[int, ...]
    cities: tuple[str, ...]
    provenance: str


@dataclass(frozen=True)
class Objective:
    id: int                                  # from 1
    tasks: tuple[int, int]                   # places in the list of tasks
    provenance: str


@dataclass(frozen=True)
class SoloSpace:
    space: int
    action: Effect
    provenance: str


@dataclass(frozen=True)
class Legacy:
    number: int                              # from 1
    letter: str
    kind: LegacyKind
    city: str                                # "" for tokens that have to do with no city
    strength: int
    reward: Effect
    cost: int
    find: Effect
    cube: CubeEffect
    end_points: int
    action: Effect
    others: Effect
    provenance: str


@dataclass(frozen=True)
class ScenarioSide:
    book: Effect
    text: str
    provenance: str


@dataclass(frozen=True)
class Scenario:
    number: int
    name: str
    has_growing: bool                        # sides B of the city board and of the airship boards
    cubes: tuple[int, int]                   # with 1-3 players, with 4
    projects: tuple[int, ...]
    legacy: tuple[int, ...]
    has_objectives: bool
    start_projects: int
    keep_projects: int
    start_plants: int
    sides: tuple[ScenarioSide, ScenarioSide]


@dataclass(frozen=True)
class Chapter:
    id: str
    name: str
    start_card: int
    sides: tuple[str, str, str]
    star_steps_solo: tuple[int, ...]
    star_steps: tuple[int, ...]
    win_stars: int
    provenance: str


@dataclass(frozen=True)
class StoryCard:
    card: int                                # from 11
    chapter: str
    step: str
    title: str
    unlock: Unlock
    reveal: Effect
    book: Effect
    next: tuple[int, ...]
    texts: Mapping[str, str]
    provenance: str


@dataclass(frozen=True)
class Hex:
    row: int
    col: int
    cost: int
    city: str = ""
    find: Effect = ()
    letter: str = ""
    is_start: bool = False


@dataclass(frozen=True)
class City:
    id: str
    name: str
    strength: int                            # 0: there is no fight (H-4)
    reward: Effect
    provenance: str


@dataclass(frozen=True)
class Board:
    number: int                              # from 1
    side: str
    name: str
    hexes: tuple[Hex, ...]
    cities: tuple[City, ...]
    notch: tuple[tuple[int, int], ...]       # row, column
    provenance: str

    def lettered(self, letter: str) -> Hex:
        return next(place for place in self.hexes if place.letter == letter)


@dataclass(frozen=True)
class Constants:
    energy_start: int
    energy_maximum: int
    water_start: int
    metal_start: int
    solar_energy: int
    plant_capacity: int
    overflow: Effect                         # of a production step beyond the last level
    first_card_energy: int                   # of a fight
    next_card_energy: int
    next_card_points: int
    toll_water: int
    toll_points: int
    solo_goals: tuple[int, int]              # scenario 1, scenarios 2 and 3
    campaign_stars: int


@dataclass(frozen=True)
class Catalogue:
    projects: tuple[Project, ...]
    city_cards: tuple[CityCard, ...]
    sleeves: tuple[Sleeve, ...]
    navigation: tuple[int, ...]              # cards of each value in the deck at the start
    upgrades: tuple[Upgrade, ...]
    levels: tuple[Level, ...]
    spaces: tuple[Space, ...]
    plants: tuple[PlantToken, ...]
    tasks: tuple[Task, ...]
    objectives: tuple[Objective, ...]
    solo_board: tuple[SoloSpace, ...]
    legacy: tuple[Legacy, ...]
    scenarios: tuple[Scenario, ...]
    chapters: tuple[Chapter, ...]
    story: tuple[StoryCard, ...]
    boards: Mapping[str, Board]              # "1a" to "4b"
    constants: Constants
    folder: Path

    @cached_property
    def titles(self) -> tuple[str, ...]:
        """Of the projects, in the order of their first card."""
        return tuple(dict.fromkeys(project.title for project in self.projects))

    def chapter(self, id: str) -> Chapter:
        return next(chapter for chapter in self.chapters if chapter.id == id)

    def story_card(self, card: int) -> StoryCard:
        return next(story for story in self.story if story.card == card)
