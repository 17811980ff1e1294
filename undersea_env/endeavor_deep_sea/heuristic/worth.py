"""What things are worth to `greedy`, in points at the end of the game: one record a game, made from the weights.

Everything that depends only on the rule book, the weights and the clock is worked out here. The clock of a player is
`2 * preparations still to come + 1` while he may still act in this round, one less if not. In co-operative play points
are a currency too: `team_goal` of them are a goal that is met, and only what goals count has points.
"""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import NDArray

from undersea_env.compiling.raw import records_of
from undersea_env.core.position import Game
from undersea_env.endeavor_deep_sea.compiled.limits import ROUNDS, ROUNDS_ALONE
from undersea_env.endeavor_deep_sea.compiled.opcodes import ACTION_TYPES, EITHER, GAINS
from undersea_env.endeavor_deep_sea.compiled.rulebook import ACTIVATIONS
from undersea_env.endeavor_deep_sea.kernel.scoring import LEFTOVERS_FOR_POINT
from undersea_env.endeavor_deep_sea.printed.words import ATTRIBUTES, LEVELS, TOKEN_KINDS, TRACK_CELLS, Item
from undersea_env.errors import InvalidOption

WEIGHTS_FILE = Path(__file__).with_name("greedy_weights.json")
CLOCK = 2 * (ROUNDS_ALONE + 1)
LATEST = 2 * ROUNDS              # the clock when a competitive game begins
PART_OF_ROUND = 0.5              # what is left of a round in which the player may still act
MISSING = tuple(f"missing_{clock}" for clock in range(1, LATEST + 1))
DOINGS = ("travel", "sonar", "dive", "conserve", "publish", "promote_action", "discover")
STEPS_FOR_IMPACT = 3             # on the highest level (B-2)
LAUNCHING_LEVELS = (2, 4)        # of ingenuity (B-3)
TOKEN_DRIFT = 0.9                # of a token's effect that is left when it is kept for later

WORTH = np.dtype(
    [
        ("rounds", "f8"),
        ("goal", "f8"),                                    # O-5
        ("focus", "f8"),
        ("lead", "f8", (CLOCK,)),                          # how far ahead a leader is safe
        ("to_come", "f8", (CLOCK,)),                       # what time that is left to a seat brings
        ("missing", "f8", (CLOCK,)),                       # from what answers are compared by to the final score
        ("disc", "f8", (CLOCK,)),
        ("returning", "f8", (CLOCK,)),                     # a disc on a specialist that will come back
        ("research", "f8", (CLOCK,)),
        ("token", "f8", (CLOCK, TOKEN_KINDS)),
        ("token_unseen", "f8", (CLOCK,)),
        ("impact", "f8", (CLOCK,)),                        # besides the points of the hex that is chosen
        ("promote", "f8", (CLOCK,)),
        ("do", "f8", (CLOCK, ACTION_TYPES)),               # an action, as a rule
        ("track", "f8", (CLOCK, len(ATTRIBUTES), TRACK_CELLS)),
        ("activation", "f8", (ACTIVATIONS,)),              # one use, as a rule
        ("uses", "f8", (CLOCK,)),                          # of a specialist in rounds to come
        ("spare_uses", "f8", (CLOCK,)),                    # of one for which no disc will come back
        ("journal_uses", "f8", (CLOCK,)),
        ("vessel", "f8", (CLOCK,)),
        ("reach", "f8", (CLOCK,)),
        ("later", "f8"),
        ("now", "f8"),
        ("open_action", "f8"),
        ("another_action", "f8"),
        ("link_hope", "f8", (CLOCK,)),
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
        self.rounds = (clock // 2).astype(np.float64)
        self.time: Numbers = self.rounds + PART_OF_ROUND * (clock % 2)
        self.is_team = bool(rules["cooperative"])
        self.some_use: Numbers = 1 - np.exp(-2 * self.time)

    def make(self) -> None:
        w, out = self.w, self.out
        leftover = 0.0 if self.is_team else 1 / LEFTOVERS_FOR_POINT
        out["rounds"], out["goal"], out["focus"] = self.rules["last_round"], w["team_goal"], w["team_focus"]
        out["lead"] = w["lead"] + w["lead_a_round"] * self.time
        out["to_come"] = w["to_come"] * self.time
        out["missing"] = np.interp(np.arange(CLOCK), range(LATEST + 1), [0.0, *(w[name] for name in MISSING)])
        out["disc"] = leftover + w["disc"] * (1 - np.exp(-self.time / w["disc_span"]))
        out["returning"] = w["returning_disc"] * out["disc"] * (self.rounds > 0)
        out["research"] = leftover + w["research"] * (1 - np.exp(-self.time / w["research_span"]))
        out["impact"] = w["impact"]
        out["promote"] = w["promote"] * self.some_use
        for do, name in enumerate(DOINGS):
            out["do"][:, do] = w[name] * self.some_use
        out["uses"] = w["future_use"] * self.rounds
        out["spare_uses"] = w["spare_use"] * self.rounds
        out["journal_uses"] = w["journal_use"] * self.some_use
        out["vessel"] = w["vessel"] * self.time
        out["reach"] = w["reach"] * self.some_use
        out["link_hope"] = w["link_hope"] * self.some_use
        for name in ("later", "now", "open_action", "another_action"):
            out[name] = w[name]
        for row in range(ACTIVATIONS):
            out["activation"][row] = self.activation(row)
        for attribute in ATTRIBUTES:
            for cell in range(TRACK_CELLS):
                out["track"][:, attribute, cell] = self.track(attribute, cell)
        self.tokens()

    def activation(self, row: int) -> float:
        """The best of its actions, and a part of the others if they may all be done."""
        printed = self.rules["activation"][row]
        found = sorted((self.w[name] for do, name in enumerate(DOINGS) for _ in range(printed[do])), reverse=True)
        if not found:
            return 0.0
        others = 0.0 if printed[EITHER] else self.w["another_action"]
        return found[0] + others * sum(found[1:])

    def level(self, attribute: Item, level: int) -> Numbers:
        """Being on a level."""
        worth = self.w[attribute.name.lower()] * (level - 1) * self.rounds
        if not self.is_team:
            points = [int(self.rules["track_points"][cell]) for cell in self.cells_of(level)]
            worth = worth + points[0]
        return np.asarray(worth)

    def cells_of(self, level: int) -> list[int]:
        return [cell for cell in range(TRACK_CELLS) if self.rules["level"][cell] == level]

    def track(self, attribute: Item, cell: int) -> Numbers:
        """A level and the way to the next, which brings something when it is reached."""
        level = int(self.rules["level"][cell])
        here, cells = self.level(attribute, level), self.cells_of(level)
        share = self.w["part_of_level"] * self.some_use
        if level == LEVELS:
            return np.asarray(here + share * self.out["impact"] * (cell - cells[0]) / STEPS_FOR_IMPACT)
        gap = self.level(attribute, level + 1) - here
        if level + 1 == LEVELS:
            gap = gap + self.out["impact"]
        if attribute == Item.INGENUITY and level + 1 in LAUNCHING_LEVELS:
            gap = gap + self.out["vessel"]
        return np.asarray(here + share * gap * (cell - cells[0]) / len(cells))

    def tokens(self) -> None:
        """Held until the best moment: for research or for their effect."""
        rules, out = self.rules, self.out
        copies = rules["token_copies"] / max(1, rules["token_copies"].sum())
        for kind in range(TOKEN_KINDS):
            as_research = rules["token_research"][kind] * out["research"]
            out["token"][:, kind] = np.maximum(as_research, TOKEN_DRIFT * self.effect(kind))
        out["token_unseen"] = self.w["token"] * self.some_use * (out["token"] @ copies) / 2

    def effect(self, kind: int) -> Numbers:
        rules, out = self.rules, self.out
        gains = rules["bundle"][rules["token_gain"][kind]]
        prices = np.zeros((CLOCK, GAINS))
        prices[:, 0], prices[:, 1], prices[:, 8], prices[:, 9] = (
            out["research"], out["disc"], out["impact"], out["promote"]
        )
        prices[:, 2:8] = (out["track"][:, :, 2] - out["track"][:, :, 1]).mean(axis=1, keepdims=True)
        worth = prices @ gains[:GAINS] - rules["token_pays"][kind] * out["disc"]
        row = int(rules["token_activation"][kind])
        return np.asarray(worth + self.out["activation"][row] * self.some_use)
