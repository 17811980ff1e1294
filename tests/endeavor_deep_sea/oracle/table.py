"""Everything that lies on the table. Piles have their top at the end."""

from collections import Counter
from dataclasses import dataclass, field

from .chance import Chance
from .effects import ATTRIBUTES, Activation
from .printed import COLUMNS, Board, Mission, Printed, Specialist, Spot

WIDTH = 7                              # cell = (depth - 1) * 7 + column, for every mission
MOST_RESEARCH = 12
NOBODY = -1


def cell_at(column: int, depth: int) -> int:
    return (depth - 1) * WIDTH + column


def column_of(cell: int) -> int:
    return cell % WIDTH


def depth_of(cell: int) -> int:
    return cell // WIDTH + 1


def name_of(cell: int) -> str:
    return f"{COLUMNS[column_of(cell)]}{depth_of(cell)}"


def cell_named(name: str) -> int:
    return cell_at(COLUMNS.index(name[0]), int(name[1:]))


@dataclass
class Zone:
    board: Board
    discoverer: int | None = None
    discs: dict[str, int] = field(default_factory=dict)                            # spot: seat
    tokens: dict[str, list[tuple[int, int]]] = field(default_factory=dict)         # dive site: (kind, shuffle)

    def marked_discs(self, seat: int) -> int:
        return sum(spot.marked and self.discs.get(spot.id) == seat for spot in self.board.spots)

    def is_next_of_track(self, spot: Spot) -> bool:
        """A sonar disc goes on the leftmost empty spot of its track (A-20)."""
        if spot.id in self.discs:
            return False
        return all(other.id in self.discs for other in self.board.spots
                   if other.kind == "sonar" and other.track == spot.track and other.position < spot.position)


@dataclass
class Member:
    """A specialist in its slot."""

    kind: Specialist
    senior: bool = False
    disc: bool = False

    @property
    def activation(self) -> Activation:
        return self.kind.senior if self.senior else self.kind.junior


@dataclass
class Player:
    seat: int
    attributes: list[int] = field(default_factory=lambda: [0] * len(ATTRIBUTES))    # cells of the four markers
    research: int = 0
    staging: int = 0
    vessels: list[int] = field(default_factory=list)                                # their cells
    launches: set[int] = field(default_factory=set)                                 # ingenuity cells of B-3 reached
    tokens: Counter[int] = field(default_factory=Counter)
    team: list[Member] = field(default_factory=list)
    journals: dict[int, bool] = field(default_factory=dict)                         # used or not

    def tokens_held(self) -> int:
        return self.tokens.total()

    def kinds_held(self) -> list[int]:
        return sorted(kind for kind, number in self.tokens.items() if number)


@dataclass
class Cooperation:
    bonus_goals: list[str]                 # the open ones, in the order turned
    cards: list[str]                       # the deck
    bonus_box: list[str]
    setback_box: list[str]
    setbacks_done: list[str] = field(default_factory=list)
    technology_less: int = 0
    inflow_less: int = 0
    return_less: int = 0


@dataclass
class Table:
    printed: Printed
    mission: Mission
    cooperative: bool
    difficulty: str
    rounds: int
    chance: Chance
    events: Counter[str]
    players: list[Player]
    round: int = 1
    phase: str = "preparation"
    wave: int = 0
    to_move: int = 0
    passed: set[int] = field(default_factory=set)
    prepared: int = 0
    ocean: dict[int, Zone] = field(default_factory=dict)
    stacks: dict[int, list[Board]] = field(default_factory=dict)
    seen: dict[int, int] = field(default_factory=dict)                # H-4
    token_supply: list[int] = field(default_factory=list)
    token_shuffle: int = 0
    token_discard: Counter[int] = field(default_factory=Counter)
    row: list[int | None] = field(default_factory=list)
    deck: list[int] = field(default_factory=list)
    stock: dict[int, int] = field(default_factory=dict)               # rank 1-4: tokens left of each kind
    display: list[int | None] = field(default_factory=list)           # rank 5
    hidden_experts: list[int] = field(default_factory=list)
    impact: dict[int, int] = field(default_factory=dict)              # ordinary hex: seat
    infinite: dict[int, list[int]] = field(default_factory=dict)      # infinite hex: markers of each seat
    turtle_zones: set[int] = field(default_factory=set)               # M-4
    designated: str | None = None                                     # M-6
    goal_options: dict[int, str | None] = field(default_factory=dict)               # M-8
    clean_up: list[int] = field(default_factory=list)                               # M-9
    races: dict[str, list[int]] = field(default_factory=dict)                       # M-10
    cooperation: Cooperation | None = None

    @property
    def seats(self) -> range:
        return range(len(self.players))

    def note(self, *what: str) -> None:
        """Remember what was exercised."""
        for event in what:
            self.events[event] += 1

    def clockwise(self, first: int) -> list[int]:
        """All seats, beginning with this one."""
        return [(first + k) % len(self.players) for k in self.seats]

    def level(self, seat: int, attribute: str) -> int:
        return self.printed.track[self.players[seat].attributes[ATTRIBUTES.index(attribute)]].level

    def technology(self, seat: int) -> int:
        """What is taken off is taken off first (A-15)."""
        less = self.cooperation.technology_less if self.cooperation else 0
        return max(1, self.level(seat, "ingenuity") - less)

    def may_spend_tokens(self, seat: int) -> bool:
        """Only in the own turn (T-16)."""
        return self.phase == "activation" and seat == self.to_move

    def add_research(self, seat: int, amount: int) -> None:
        player = self.players[seat]
        if player.research + amount > MOST_RESEARCH:
            self.note("rule B-4")
        player.research = min(MOST_RESEARCH, player.research + amount)

    def discard_token(self, seat: int, kind: int) -> None:
        self.players[seat].tokens[kind] -= 1
        self.token_discard[kind] += 1

    def spend_for_research(self, seat: int, kind: int) -> None:
        """A-44"""
        self.discard_token(seat, kind)
        self.add_research(seat, self.printed.tokens[kind].research)
        self.note("rule A-44", f"token research {self.printed.tokens[kind].id}")

    def fill_dive_sites(self, zone: Zone) -> None:
        """A-47"""
        for spot in zone.board.spots_of("dive"):
            zone.tokens[spot.id] = []
            for _ in range(spot.value):
                if not self.token_supply:
                    self._shuffle_discard()
                if not self.token_supply:
                    self.note("rule A-47: both empty")
                    break
                zone.tokens[spot.id].append((self.token_supply.pop(), self.token_shuffle))

    def _shuffle_discard(self) -> None:
        if self.token_discard.total():
            self.token_supply = sorted(self.token_discard.elements())
            self.token_discard.clear()
            self.chance.shuffle(self.token_supply)
            self.token_shuffle += 1
            self.note("rule A-47: shuffle")

    def cell_of_board(self, board: str) -> int | None:
        return next((cell for cell, zone in self.ocean.items() if zone.board.id == board), None)
