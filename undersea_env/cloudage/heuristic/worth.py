"""What things are worth to `greedy`, in points at the end of the game: one record a game, made from the weights.

Everything that depends only on the rule book, the weights and the clock is worked out here. The clock of a player
counts down what is still to come: 0 nothing, 1 the last build actions, 2 the last production as well, and then
`FIRST + 4 * rounds behind this one + stage`: stage 3 before his production, 2 before his movement, 1 before his city
action, 0 when that has begun.
"""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import NDArray

from undersea_env.cloudage.compiled.limits import MAX_CODE
from undersea_env.cloudage.compiled.opcodes import FIRST_BRANCH, Op
from undersea_env.cloudage.compiled.rulebook import CLAUSE_EFFECT, CLAUSE_EVENT, NOWHERE
from undersea_env.cloudage.printed.words import (
    DIRECTIONS,
    HEXES,
    LEVELS,
    MOST_CITIES,
    PROJECTS,
    SPACES,
    Colour,
    Event,
    Item,
    Type,
    Unit,
)
from undersea_env.compiling.raw import records_of
from undersea_env.core.position import Game
from undersea_env.errors import InvalidOption

WEIGHTS_FILE = Path(__file__).with_name("greedy_weights.json")
FIRST = 3                        # the clock when the last round is over, but for what comes at the end
CLOCK = FIRST + 4 * SPACES
MISSING = tuple(f"missing_{clock}" for clock in range(1, CLOCK))
FAR = 99                         # from a city that cannot be reached
END_BUILDS = 2                   # E-3
POINTS, GOODS, STEPS = range(3)  # what an effect brings: points, resources in points, steps of production
BRINGS = 3
TIMES = {Unit.TITLE: 1.5, Unit.MOVEMENT_POINT: 2, Unit.COMBAT_POINT: 2, Unit.PROJECT: 3, Unit.UPGRADE: 3,
         Unit.CITY_CUBE: 4, Unit.BARE_HEX_PLANTED: 1}      # what gains are multiplied by, as a rule

WORTH = np.dtype(
    [
        ("productions", "f8", (CLOCK,)),                   # still to come
        ("moves", "f8", (CLOCK,)),
        ("actions", "f8", (CLOCK,)),
        ("plays", "i8", (CLOCK,)),                         # projects that may still be played
        ("shape", "f8", (CLOCK,)),                         # the share of a resource's worth that is left
        ("room", "f8", (CLOCK, 4)),                        # of a resource: what is above counts less
        ("price", "f8", (CLOCK, 6)),                       # of items
        ("above", "f8"),
        ("bring", "f8", (MAX_CODE, BRINGS)),
        ("level", "f8", (CLOCK, LEVELS)),                  # all productions to come
        ("step", "f8", (CLOCK,)),
        ("card", "f8", (CLOCK, PROJECTS)),                 # a project once it is paid
        ("each_round", "f8", (PROJECTS,)),                 # what a project in play gives
        ("point", "f8", (CLOCK, len(Type))),               # permanent ones
        ("way", "i8", (HEXES, MOST_CITIES)),               # movement points to the next hex of a city
        ("hand_share", "f8"),
        ("city_share", "f8"),
        ("city_decay", "f8"),
        ("find_share", "f8"),
        ("fight_margin", "f8"),
        ("navigation", "f8"),
        ("task_pace", "f8"),
        ("task_share", "f8"),
        ("update", "f8"),
        ("wrench", "f8"),
        ("objective", "f8"),
        ("missing", "f8", (CLOCK,)),                       # from what answers are compared by to the final score
    ],
    align=True,
)
as_worths = records_of(WORTH)

Weights = Mapping[str, float]
Numbers = NDArray[np.float64]
_known: "WeakKeyDictionary[Game, NDArray[np.void]]" = WeakKeyDictionary()


def read_weights(path: Path = WEIGHTS_FILE) -> dict[str, float]:
    weights: dict[str, float] = json.loads(path.read_text())["weights"]
    return weights


def worth_of(game: Game) -> NDArray[np.void]:
    """For the house: by the weights that come with the game; once a game."""
    found = _known.get(game)
    if found is None:
        found = _known[game] = make_worth(game, read_weights())
    return found


def make_worth(game: Game, weights: Weights) -> NDArray[np.void]:
    """One record in an array."""
    expected = read_weights().keys()
    if weights.keys() != expected:
        raise InvalidOption(f"weights differ from those of {WEIGHTS_FILE.name}: {sorted(weights.keys() ^ expected)}")
    worth = np.zeros(1, WORTH)
    Maker(game.rulebook[0], weights, worth[0]).make()
    return worth


class Maker:
    """Fills one record. Arrays run over the clock."""

    def __init__(self, rules: Any, weights: Weights, out: Any) -> None:
        self.rules, self.w, self.out = rules, weights, out
        clock = np.arange(CLOCK)
        self.rounds: Numbers = np.maximum(0, clock - FIRST) // 4 * 1.0
        self.stage = np.where(clock >= FIRST, (clock - FIRST) % 4, -1)
        plain = [weights[item.name.lower()] for item in tuple(Item)[: Item.POINT]]
        self.items: Numbers = np.array([*plain, 1, weights["plant"]])

    def make(self) -> None:
        w, out, rounds = self.w, self.out, self.rounds
        clock = np.arange(CLOCK)
        out["productions"] = rounds + (self.stage == 3) + (clock >= 2)
        out["moves"] = rounds + (self.stage >= 2)
        out["actions"] = rounds + (self.stage >= 1)
        out["plays"] = np.floor(w["plays_each_round"] * out["actions"]) + END_BUILDS * (clock >= 1)
        time = np.where(clock >= FIRST, 0.75 + rounds + self.stage / 4, clock / 4)
        out["shape"] = 1 - np.exp(-time / w["span"])
        out["room"] = (w["room"] + w["room_each_round"] * rounds)[:, None]
        out["price"] = out["shape"][:, None] * self.items
        out["price"][:, Item.POINT] = 1
        out["above"] = w["above"]
        self.productions()
        for place in range(1, MAX_CODE):
            out["bring"][place] = self.effect(place)
        for type in Type:
            often = out["moves"] if type != Type.GROWING else out["actions"]
            out["point"][:, type] = w[f"{type.name.lower()}_point"] * often
        for card in range(PROJECTS):
            self.project(card)
        self.ways()
        for name in ("hand_share", "city_share", "city_decay", "find_share", "fight_margin", "navigation", "task_pace",
                     "task_share", "update", "wrench", "objective"):
            out[name] = w[name]
        out["missing"] = [0.0, *(w[name] for name in MISSING)]
        out["missing"] += w["part_in_others"] * (int(self.rules["player_count"]) - 1) * out["actions"]

    def productions(self) -> None:
        """The best row up to each level."""
        rules, price = self.rules, self.out["price"]
        best = np.zeros(CLOCK)
        for level in range(LEVELS):
            net = (price[:, Item.WATER] * int(rules["level_water"][level]) + int(rules["level_points"][level])
                   - price[:, Item.ENERGY] * int(rules["level_energy"][level]))
            best = np.maximum(best, net)
            self.out["level"][:, level] = best * self.out["productions"]
        self.out["step"] = (self.out["level"][:, -1] - self.out["level"][:, 0]) / (LEVELS - 1)

    def value(self, bring: Numbers) -> float:
        """As if the game were half over."""
        return float(bring[POINTS] + bring[GOODS] + bring[STEPS] * self.out["step"][CLOCK // 2])

    def effect(self, place: int) -> Numbers:
        """From this row to the end."""
        w, total = self.w, np.zeros(BRINGS)
        while True:
            row = self.rules["code"][place]
            op = int(row[0])
            if op == Op.END:
                return total
            if op == Op.JUMP:
                place = int(row[1])
                continue
            if op == Op.EITHER:
                branches = [self.effect(int(row[FIRST_BRANCH + k])) for k in range(int(row[1]))]
                return total + max(branches, key=self.value)
            if op in (Op.PAY, Op.FIGHT, Op.IF):
                then, without = self.effect(place + 1), self.effect(int(row[1]))
                if op == Op.PAY:
                    then = then - np.array([row[2 + Item.POINT], self.items @ row[2:8] - row[2 + Item.POINT], 0])
                    return total + max(then, without, key=self.value)
                return total + w["fight_won"] * then + (1 - w["fight_won"]) * without
            if op == Op.GAIN:
                item, times = int(row[1]), float(row[2]) * TIMES.get(Unit(int(row[3])) if row[3] else 0, 1)
                if item == Item.POINT:
                    total[POINTS] += times
                else:
                    total[GOODS] += times * (max(self.items[:4]) if item == Item.RESOURCE else self.items[item])
            elif op == Op.CHOOSE:
                total[GOODS] += int(row[1]) * max(self.items[:4])
            elif op == Op.PRODUCTION:
                total[STEPS] += int(row[1])
            elif op in (Op.BUILD, Op.PLANT):
                total[GOODS] += int(row[1]) * w["build" if op == Op.BUILD else "plant_one"]
            elif op == Op.PLANT_ACTION:
                total[GOODS] += 2 * w["plant_one"]
            elif op == Op.UPGRADE:
                total[GOODS] += int(row[2]) * self.items[Item.METAL] * w["discount"]
            else:
                total[GOODS] += w["something"]
            place += 1

    def project(self, card: int) -> None:
        """Grey points, what comes at once, and what comes again and again."""
        rules, out, w = self.rules, self.out, self.w
        again = 0.0
        for clause in rules["clause"][card][: int(rules["clauses"][card])]:
            event = Event(int(clause[CLAUSE_EVENT]))
            again = max(again, w[f"when_{event.name.lower()}"] * self.value(self.effect(int(clause[CLAUSE_EFFECT]))))
        again += w["when_take_city_card"] * int(rules["takes_on_deck"][card])
        again += w["discount"] * self.items[Item.METAL] * int(rules["upgrade_discount"][card])
        again += w["discount"] * self.items[Item.WATER] * float(sum(rules["project_discount"][card])) / len(Colour)
        out["each_round"][card] = again
        bring = out["bring"][int(rules["instant"][card])]
        out["card"][:, card] = int(rules["grey_points"][card]) + bring[POINTS] + bring[GOODS] * out["shape"]
        out["card"][:, card] += bring[STEPS] * out["step"] + again * self.rounds
        for type in Type:
            out["card"][:, card] += int(rules["permanent"][card, type]) * out["point"][:, type]

    def ways(self) -> None:
        """The least movement points from every hex to every city, over the map as printed."""
        rules, way = self.rules, self.out["way"]
        cost, city = rules["cost"].astype(int), rules["city"].astype(int)
        for number in range(MOST_CITIES):
            found = np.where(city == number + 1, 0, FAR)
            while True:
                before = found.copy()
                for direction in range(DIRECTIONS):
                    to = rules["neighbour"][:, direction].astype(int)
                    inside = (to != NOWHERE) & (cost > 0)
                    there = np.where(inside, to, 0)
                    through = np.where(inside & (cost[there] > 0), found[there] + cost[there], FAR)
                    found = np.minimum(found, through)
                if (found == before).all():
                    break
            way[:, number] = found
