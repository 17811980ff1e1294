"""What is printed, as frozen data."""

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from undersea_env.endeavor_deep_sea.printed.effects import Count, Effect, Goal, Score, Setback, ZoneRule
from undersea_env.endeavor_deep_sea.printed.words import (
    Access,
    Field,
    MissionRule,
    Orientation,
    Scope,
    SpotKind,
)

PROVENANCES = ("rulebook", "public", "mixed", "ours")
RANDOM = "random"                        # a board that is drawn
CHOICE = "choice"                        # a launch zone that is chosen (M-1)


@dataclass(frozen=True)
class Spot:
    id: str
    kind: SpotKind
    track: int                           # of sonar spots; 0 for the others
    position: int                        # within its kind or track, from the left
    tokens: int                          # of a dive site
    cost: int                            # of a conservation site
    field: Field | None                  # of a journal site
    effect: Effect
    marked: bool
    access: Access
    text: str
    provenance: str


@dataclass(frozen=True)
class Link:
    a: str
    b: str
    effect: Effect
    text: str
    provenance: str


@dataclass(frozen=True)
class PrintedRule:
    rule: ZoneRule
    text: str
    provenance: str


@dataclass(frozen=True)
class Board:
    index: int
    id: str
    name: str
    depth: int
    missions: tuple[int, ...]            # of a mission board (C-4)
    discovery: Effect
    arrival: Effect
    discovery_text: str
    arrival_text: str
    provenance: str
    spots: tuple[Spot, ...] = ()
    links: tuple[Link, ...] = ()
    rules: tuple[PrintedRule, ...] = ()

    def spots_of(self, kind: SpotKind) -> tuple[Spot, ...]:
        return tuple(spot for spot in self.spots if spot.kind == kind)

    @property
    def disc_spots(self) -> tuple[Spot, ...]:
        """Sonar spots, conservation sites, journal sites, in the order of the book."""
        return tuple(spot for spot in self.spots if spot.kind != SpotKind.DIVE)

    def spot(self, id: str) -> Spot:
        return next(spot for spot in self.spots if spot.id == id)


@dataclass(frozen=True)
class Specialist:
    """The Team Leader has rank 0 and only a senior side."""

    index: int
    id: str
    rank: int
    copies: int
    junior: str
    hire: Effect
    junior_actions: Effect
    senior: str
    promotion: Effect
    senior_actions: Effect
    score: Score | None
    texts: dict[str, str]                # by column
    provenance: str
    copies_provenance: str


@dataclass(frozen=True)
class DiveToken:
    index: int
    id: str
    copies: int
    research: int
    effect: Effect
    text: str
    provenance: str


@dataclass(frozen=True)
class Journal:
    index: int
    name: str
    anchor: bool
    cost: int
    points: int
    fields: tuple[Field, ...]
    you: Effect
    others: Effect
    action: Effect
    action_index: int                    # -1: none
    texts: dict[str, str]                # by column
    provenance: str


@dataclass(frozen=True)
class TrackCell:
    """A cell of the four attribute tracks (section 5)."""

    cell: int
    level: int
    points: int
    on_reach: Effect
    launch: bool                         # when ingenuity reaches it for the first time (B-3)
    next_cell: int
    provenance: str


@dataclass(frozen=True)
class Numbers:
    """What a goal of the team asks, by number of players."""

    solo: int
    two: int
    three: int
    four: int

    def of(self, players: int) -> int:
        return (self.solo, self.two, self.three, self.four)[players - 1]


@dataclass(frozen=True)
class BonusGoal:
    index: int
    id: str
    name: str
    count: Count
    scope: Scope
    numbers: Numbers
    provenance: str
    provenance_three: str


@dataclass(frozen=True)
class PrintedSetback:
    index: int
    id: str
    name: str
    effect: Setback
    text: str
    provenance: str


@dataclass(frozen=True)
class TeamGoal:
    mission: int
    number: int                          # 0: the impact goal
    option: str                          # "a" or "b" in mission 8
    count: Count
    scope: Scope
    numbers: Numbers
    provenance: str


@dataclass(frozen=True)
class Leader:
    """A bonus for most and second most (V-6), or for first and second in a race (M-10)."""

    count: Goal
    first: int
    second: int


@dataclass(frozen=True)
class MissionGoal:
    number: int
    option: str
    count: Goal
    points: int                          # for each
    leaders: tuple[Leader, ...]
    provenance: str


@dataclass(frozen=True)
class Placed:
    """A board of the ocean at the start; `board` is an id or RANDOM."""

    column: int
    depth: int
    board: str


@dataclass(frozen=True)
class Hex:
    id: int
    row: int                             # -1: the clean-up track, which is no hex
    col: int
    gain: Effect
    points: int
    text: str
    provenance: str
    entry: bool = False
    field: Field | None = None
    infinite: bool = False
    rescue: bool = False                 # M-7
    goal: int = 0                        # M-8
    closed: bool = False                 # M-6
    polluted: bool = False               # M-9
    special: str = ""                    # "turtle" (M-4) or "clean-up" (M-9)
    overflow: tuple[int, int] | None = None      # first and last depth (M-10)


@dataclass(frozen=True)
class Mission:
    number: int
    name: str
    columns: int
    max_depth: int
    launch: str                          # the id of a board, or CHOICE
    rules: frozenset[MissionRule]
    layout: tuple[Placed, ...]
    shuffled_row: tuple[str, ...]        # ids or RANDOM (M-8)
    hidden: str                          # the id of a board, or ""
    among_top: int
    goals: tuple[MissionGoal, ...]       # by number, then option
    orientation: Orientation
    hexes: tuple[Hex, ...]
    bridges: tuple[tuple[int, int], ...]
    start_symbol: tuple[int, int] | None
    track_steps: int                     # M-9; 0: there is no such track
    launch_provenance: str
    layout_provenance: str

    @property
    def named(self) -> tuple[str, ...]:
        """The boards that the file names (C-4)."""
        ids = [*(placed.board for placed in self.layout), *self.shuffled_row, self.hidden]
        return tuple(id for id in ids if id not in ("", RANDOM))

    @cached_property
    def neighbours(self) -> dict[int, tuple[int, ...]]:
        """Of every hex (I-2)."""
        at = {(cell.row, cell.col): cell.id for cell in self.hexes if not cell.special and cell.overflow is None}
        found: dict[int, set[int]] = {cell.id: set() for cell in self.hexes}
        for place, id in at.items():
            found[id] |= {at[beside] for beside in places_beside(self.orientation, *place) if beside in at}
        for a, b in self.bridges:
            found[a].add(b)
            found[b].add(a)
        return {id: tuple(sorted(beside)) for id, beside in found.items()}


def places_beside(orientation: Orientation, row: int, col: int) -> tuple[tuple[int, int], ...]:
    """Rows and columns of the places next to one, on the board or not."""
    if orientation == Orientation.ROWS:
        return ((row, col - 1), (row, col + 1))
    if orientation == Orientation.POINTY:
        shift = row % 2
        beside = [(r, col - 1 + shift + more) for r in (row - 1, row + 1) for more in (0, 1)]
        return ((row, col - 1), (row, col + 1), *beside)
    shift = col % 2
    beside = [(row - 1 + shift + more, c) for c in (col - 1, col + 1) for more in (0, 1)]
    return ((row - 1, col), (row + 1, col), *beside)


@dataclass(frozen=True)
class Catalogue:
    boards: tuple[Board, ...]
    specialists: tuple[Specialist, ...]  # the last one is the Team Leader
    tokens: tuple[DiveToken, ...]
    journals: tuple[Journal, ...]
    track: tuple[TrackCell, ...]
    missions: tuple[Mission, ...]
    bonus_goals: tuple[BonusGoal, ...]
    setbacks: tuple[PrintedSetback, ...]
    team_goals: tuple[TeamGoal, ...]
    difficulty: dict[str, int]           # goals to meet (O-2)
    folder: Path

    def board(self, id: str) -> Board:
        return self._boards_by_id[id]

    @cached_property
    def _boards_by_id(self) -> dict[str, Board]:
        return {board.id: board for board in self.boards}

    def mission(self, number: int) -> Mission:
        if not 1 <= number <= len(self.missions):
            raise KeyError(f"there is no mission {number}")
        return self.missions[number - 1]

    def team_goals_of(self, mission: int) -> tuple[TeamGoal, ...]:
        return tuple(goal for goal in self.team_goals if goal.mission == mission)

    @property
    def provenance(self) -> dict[str, int]:
        """How many printed things come from where; hexes and goals of missions are counted too."""
        sources = [thing.provenance for things in self._things() for thing in things]
        return {source: sources.count(source) for source in PROVENANCES}

    def _things(self) -> tuple[tuple["Attested", ...], ...]:
        boards, missions = self.boards, self.missions
        return (
            boards, self.specialists, self.tokens, self.journals, self.track, self.bonus_goals, self.setbacks,
            self.team_goals,
            tuple(spot for board in boards for spot in board.spots),
            tuple(link for board in boards for link in board.links),
            tuple(rule for board in boards for rule in board.rules),
            tuple(goal for mission in missions for goal in mission.goals),
            tuple(cell for mission in missions for cell in mission.hexes),
        )


Attested = (
    Board | Spot | Link | PrintedRule | Specialist | DiveToken | Journal | TrackCell | BonusGoal | PrintedSetback
    | TeamGoal | MissionGoal | Hex
)
