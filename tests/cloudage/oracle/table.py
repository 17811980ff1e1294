"""Everything that lies on the table. Piles have their top at the end."""

from collections import Counter
from dataclasses import dataclass, field

from .chance import Chance
from .land import Land
from .numbers import PLANTS, UPGRADES
from .options import Campaign, Options
from .printed import Printed, Project, Scenario, Task

NOBODY = -1
SOURCES = ("production", "finds", "cities", "fights", "projects", "project cards", "upgrades", "objectives", "legacy",
           "plants, books and solo board")
REST = SOURCES[-1]


@dataclass
class Player:
    seat: int
    hex: int
    energy: int
    water: int
    metal: int
    deck: list[int]                                    # navigation values
    cubes: int                                         # on the round track
    discard: list[int] = field(default_factory=list)
    drawn: list[int] = field(default_factory=list)     # in a fight, until its end
    known_top: int = 0                                 # U-3: of the deck, put there by Parrot
    production: int = 0
    points: int = 0                                    # on the track
    gained: Counter[str] = field(default_factory=Counter)          # points by source (E-9)
    plants: list[int] = field(default_factory=lambda: [0] * len(PLANTS))
    fresh: list[int] = field(default_factory=lambda: [0] * len(PLANTS))
    fresh_growing: int = 0
    upgrades: dict[str, int] = field(default_factory=lambda: dict.fromkeys(UPGRADES, 0))
    hand: list[int] = field(default_factory=list)
    in_play: list[int] = field(default_factory=list)
    working: list[int] = field(default_factory=list)   # in play and through with the instant effects (K-3)
    dealt: list[int] = field(default_factory=list)     # objectives not chosen yet
    refused: list[int] = field(default_factory=list)   # objectives not shuffled in yet
    objectives: list[int] = field(default_factory=list)
    covered: list[str] = field(default_factory=list)
    cubes_in: Counter[str] = field(default_factory=Counter)
    has_fought: bool = False                           # the fight of E-4
    last_strength: int = 0                             # of it
    tie_strength: int | None = None                    # of the fight of E-7

    @property
    def plantable(self) -> list[int]:
        """W-10: not fresh, by kind."""
        return [held - fresh for held, fresh in zip(self.plants, self.fresh, strict=True)]


@dataclass
class Movement:
    """One player's movement, while it lasts."""

    base: int                                          # points without the solar panel (M-1)
    left: int                                          # with it
    finds: set[int] = field(default_factory=set)       # taken
    used: set[int] = field(default_factory=set)        # cards `once per turn`


@dataclass
class Table:
    printed: Printed
    options: Options
    setting: Scenario                                  # set-up of the scenario; of a chapter that of scenario 2
    campaign: Campaign | None
    chance: Chance
    events: Counter[str]
    land: Land
    players: list[Player]
    rounds: int
    first: int = 0                                     # player
    round: int = 0
    phase: str = "setup"
    active: int = NOBODY                               # whose turn it is in a movement or action phase
    movement: Movement | None = None
    is_planting: bool = False
    in_dry_stem: bool = False                          # a build action that a dry-stem gave
    city_card: int | None = None                       # value of the one being taken
    counted_plants: int = 0                            # of a plant action or L14 (W-8)
    bare_plants: int = 0                               # of them on a hex without find (T-14)
    story: int = 0                                     # the current story card
    is_back: bool = False                              # of the scenario card
    sleeves: list[int] = field(default_factory=list)
    sectors: list[list[int]] = field(default_factory=list)
    undealt: list[int] = field(default_factory=list)   # city cards that stay out, unseen
    taken: list[int] = field(default_factory=list)     # city cards that were taken, or left the game face up
    deck: list[int] = field(default_factory=list)      # projects
    discard: list[int] = field(default_factory=list)
    objective_deck: list[int] = field(default_factory=list)
    known_bottom: int = 0
    bag: list[int] = field(default_factory=list)       # by kind
    is_scored: bool = False                            # the grey points are on the track

    @property
    def seats(self) -> range:
        return range(len(self.players))

    @property
    def last_round(self) -> int:
        """G-2, S-13"""
        return min(self.rounds, self.options.rounds or self.rounds)

    @property
    def is_solo(self) -> bool:
        return len(self.players) == 1

    @property
    def with_plants(self) -> bool:
        """Side B of the city board and of the airship boards (S-2, S-12)."""
        return self.setting.with_plants

    def note(self, *what: str) -> None:
        """Remember what was exercised."""
        self.events.update(what)

    def clockwise(self, first: int) -> list[int]:
        """All seats, beginning with this one."""
        return [(first + k) % len(self.players) for k in self.seats]

    @property
    def turn_order(self) -> list[int]:
        return self.clockwise(self.first)

    def projects_of(self, seat: int) -> list[Project]:
        return [self.printed.projects[card] for card in self.players[seat].in_play]

    def for_good(self, seat: int, kind: str) -> int:
        """Perm movement, perm combat, growing: upgrades and played projects."""
        built = self.players[seat].upgrades[kind]
        return built + sum(project.points_for_good(kind) for project in self.projects_of(seat))

    def upgrade_types(self) -> list[str]:
        return [kind for kind in UPGRADES if kind != "growing" or self.with_plants]

    def visible_tasks(self, seat: int) -> list[Task]:
        player = self.players[seat]
        names = [name for card in player.objectives for name in self.printed.objectives[card]]
        return [task for name, task in self.printed.tasks.items() if name in names and name not in player.covered]

    def give_points(self, seat: int, number: int, source: str) -> None:
        self.players[seat].points += number
        self.players[seat].gained[source] += number

    def give_energy(self, seat: int, number: int) -> None:
        """C-3"""
        player = self.players[seat]
        player.energy = min(player.energy + number, self.printed.constants["energy_maximum"])

    def draw_projects(self, seat: int, number: int) -> None:
        """C-6"""
        for _ in range(number):
            if not self.deck and self.discard:
                self.deck = self.chance.shuffled(self.discard)
                self.discard = []
                self.note("rule C-6: shuffle")
            if not self.deck:
                self.note("rule C-6: both empty")
                return
            self.players[seat].hand.append(self.deck.pop())

    def draw_navigation(self, seat: int) -> int | None:
        """C-8: the top card of the own deck, or nothing."""
        player = self.players[seat]
        if not player.deck:
            player.deck, player.discard = self.chance.shuffled(player.discard), []
            player.known_top = 0
            self.note("rule C-8: shuffle")
        if not player.deck:
            self.note("rule C-8: nothing left")
            return None
        player.known_top = max(0, player.known_top - 1)
        return player.deck.pop()

    def draw_plants(self, seat: int, number: int, fresh: bool = False) -> None:
        """C-7: one by one, each token in the bag equally likely."""
        for _ in range(number):
            if not sum(self.bag):
                self.note("rule C-7")
                return
            k = self.chance.below(sum(self.bag))
            kind = 0
            while k >= self.bag[kind]:
                k -= self.bag[kind]
                kind += 1
            self.bag[kind] -= 1
            self.players[seat].plants[kind] += 1
            self.players[seat].fresh[kind] += fresh

    def clear_fresh(self) -> None:
        """W-10: with the turn."""
        for player in self.players:
            player.fresh = [0] * len(PLANTS)
            player.fresh_growing = 0

    def shown(self, sector: int) -> dict[str, object]:
        """S-3: the fields of the top card that the clouds leave open."""
        if not self.sectors[sector]:
            return {}
        fields = self.printed.city_cards[self.sectors[sector][-1]].fields()
        return {name: fields[name] for name in self.printed.sleeves[self.sleeves[sector]]}


def without_twins(printed: Printed, hand: list[int]) -> list[int]:
    """D-a: of identical project cards only the lowest id."""
    lowest: dict[str, int] = {}
    for card in sorted(hand):
        lowest.setdefault(printed.projects[card].title, card)
    return sorted(lowest.values())
