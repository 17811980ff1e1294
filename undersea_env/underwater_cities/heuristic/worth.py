"""What things are worth to `greedy`, in points at the end of the game: one record a game, made from the weights.

Everything that depends only on the rule book, the weights and the clock is worked out here, so that the kernels of
`valuing.py` only look it up. Nothing knows a card by its number: another component book needs nothing else.
"""

import json
import math
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import NDArray

from undersea_env.compiling.raw import records_of
from undersea_env.core.position import Game
from undersea_env.errors import InvalidOption
from undersea_env.underwater_cities.compiled.limits import (
    BOARDS,
    CITIES_ON_BOARD,
    CONTRACTS,
    ERAS,
    FIRST_TUNNEL_SITE,
    HELD,
    METROPOLISES,
    N_CARDS,
    N_SITES,
    N_SLOTS,
    TOKENS,
    TURNS_IN_ROUND,
)
from undersea_env.underwater_cities.compiled.opcodes import Column, EndingColumn, EndingKind, Op
from undersea_env.underwater_cities.kernel.scoring import BIOMATTER_IN_CREDITS, RESOURCES_FOR_A_POINT
from undersea_env.underwater_cities.observation import COLUMN, Summary
from undersea_env.underwater_cities.options import MOST_ROUNDS
from undersea_env.underwater_cities.printed.words import CardType, Count, Event, Resource, Thing

WEIGHTS_FILE = Path(__file__).with_name("greedy_weights.json")
MOST_TURNS = MOST_ROUNDS * TURNS_IN_ROUND
KNOTS = (0, 1, 3, 9, 18, 24, 30)                           # turns left; straight lines between them
PARTS = (
    "network",
    "tokens",
    "hunger",
    "permanents",
    "production_cards",
    "end_scoring",
    "action_cards",
    "hand",
    "turn_order",
)
ONLY_OF_VALUE = "value_"                                   # how much of each part counts in the value of a position
TO_COME = tuple(f"to_come_{knot}" for knot in KNOTS[1:])
MOST_COUNTED = 31                                          # tokens of a kind; more are worth no more than the last
DEEDS = 13                                                 # what raises counts: see the two lists below
UPGRADES_FROM = len(Thing)                                 # DEEDS: build a Thing (1-6), upgrade one (7-10), ...
COMPLETE_CITY, CONNECT_METROPOLIS = 11, 12

TURNS, DONE = (MOST_TURNS + 1,), (ERAS + 1,)               # turns left; productions done

WORTH = np.dtype(
    [
        ("rounds", "i8"),
        # tokens: `rest` at the end of the game (V-4); `token` more while they can be used, falling with their number
        ("rest", "f8", (TOKENS,)),
        ("token", "f8", (*TURNS, TOKENS)),
        ("number", "f8", (TOKENS, MOST_COUNTED + 1)),
        ("card", "f8", TURNS),
        ("card_over_limit", "f8", TURNS),
        ("hunger", "f8", TURNS),                           # by turns until production
        ("step", "f8", TURNS),                             # on the federation track
        ("place", "f8", TURNS),                            # in the turn order
        # from what speaks for a position to the final score: how much of each part, and what turns to come earn
        ("share", "f8", (*TURNS, len(PARTS))),
        ("to_come", "f8", TURNS),
        # what one of each brings in the productions still to come
        ("produced", "f8", (*DONE, HELD)),
        ("structure", "f8", (*DONE, 5, 2)),
        ("pair", "f8", (*DONE, 4)),
        ("symbiotic", "f8", DONE),
        ("food", "f8", DONE),
        ("tunnel_pair", "f8", (*DONE, BOARDS, N_SITES - FIRST_TUNNEL_SITE)),
        ("metropolis_tunnel", "f8", (*DONE, BOARDS, N_SITES - FIRST_TUNNEL_SITE)),
        ("metropolis_made", "f8", (*DONE, METROPOLISES + 1)),
        ("metropolis_gives", "f8", (METROPOLISES + 1,)),
        ("spare_metropolis", "f8", DONE),                  # a blue one that nobody knows (L-2)
        # chances, by turns left
        ("unconnected", "f8", TURNS),                      # share of its worth that a thing without connection has
        ("unbuilt", "f8", TURNS),                          # the same of buildings whose city is not built
        ("upgrade_option", "f8", TURNS),
        ("pair_option", "f8", TURNS),
        ("reach", "f8", TURNS),                            # a tunnel that leads to an empty city site
        ("city_room", "f8", TURNS),                        # room for buildings at a new city
        ("partial_metropolis", "f8", TURNS),
        ("special", "f8", TURNS),
        ("tries", "i8"),                                   # plays that are tried on a copy; 0 or 1: none
        ("action_use", "f8"),
        ("action_later", "f8"),
        ("ready", "f8"),
        ("keep_now", "f8", TURNS),
        ("growth", "f8", (len(Count) + 1,)),               # how fast counts grow, a turn
        ("production", "f8", DONE),                        # how much of what cards will produce counts
        ("end", "f8", TURNS),                              # of what end scoring will bring
        ("sell", "f8", TURNS),
        ("sell_hope", "f8"),
        ("contract", "f8"),
        ("contract_gives", "f8", (CONTRACTS + 1,)),
        ("raised", "f8", (len(Count) + 1, DEEDS)),         # which counts each deed raises
        # by card
        ("keep", "f4", (*TURNS, N_CARDS)),
        ("standing", "f4", (*TURNS, N_CARDS)),
        ("typical", "f8", (N_CARDS,)),                     # its effect, once
        ("deeds", "f4", (*DONE, N_CARDS, DEEDS)),          # what one more of a thing adds to a card in play
        ("metropolis_deeds", "f8", (METROPOLISES + 1, DEEDS)),
        ("kelp_made", "f8", (N_CARDS,)),
        ("gives_tokens", "i8", (N_CARDS,)),
        ("performs", "i8", (N_CARDS,)),
        ("slot_uses_action", "i8", (N_SLOTS,)),
        ("slot_gives_tokens", "i8", (N_SLOTS,)),
        # by site
        ("site", "f8", (BOARDS, N_SITES)),                 # bonus less surcharge
        ("city_tunnels", "i8", (BOARDS, CITIES_ON_BOARD)),  # one bit a tunnel site that touches the city site
    ],
    align=True,
)

as_worths = records_of(WORTH)

GROWTH = {  # how much of each a player adds in a turn, as a rule
    Count.CONNECTED_CITY: 0.15,
    Count.CONNECTED_SYMBIOTIC_CITY: 0.05,
    Count.CONNECTED_NONSYMBIOTIC_CITY: 0.1,
    Count.CONNECTED_FARM: 0.16,
    Count.CONNECTED_DESAL: 0.16,
    Count.CONNECTED_LAB: 0.16,
    Count.CONNECTED_BUILDING: 0.48,
    Count.UPGRADED_FARM: 0.13,
    Count.UPGRADED_DESAL: 0.13,
    Count.UPGRADED_LAB: 0.13,
    Count.UPGRADED_BUILDING: 0.4,
    Count.TUNNEL: 0.25,
    Count.UPGRADED_TUNNEL: 0.13,
    Count.UPGRADED_STRUCTURE: 0.5,
    Count.COMPLETE_CITY: 0.1,
    Count.UPGRADED_SET: 0.08,
    Count.CONNECTED_METROPOLIS: 0.06,
    Count.PERMANENT_CARD: 0.1,
    Count.PRODUCTION_CARD: 0.1,
    Count.END_CARD: 0.08,
    Count.PAID_SPECIAL: 0.08,
}

RAISED_BY: dict[Count, tuple[int, ...]] = {
    Count.CONNECTED_CITY: (Thing.NONSYMBIOTIC, Thing.SYMBIOTIC),
    Count.CONNECTED_SYMBIOTIC_CITY: (Thing.SYMBIOTIC,),
    Count.CONNECTED_NONSYMBIOTIC_CITY: (Thing.NONSYMBIOTIC,),
    Count.CONNECTED_FARM: (Thing.FARM,),
    Count.CONNECTED_DESAL: (Thing.DESAL,),
    Count.CONNECTED_LAB: (Thing.LAB,),
    Count.CONNECTED_BUILDING: (Thing.FARM, Thing.DESAL, Thing.LAB),
    Count.UPGRADED_FARM: (UPGRADES_FROM + Thing.FARM,),
    Count.UPGRADED_DESAL: (UPGRADES_FROM + Thing.DESAL,),
    Count.UPGRADED_LAB: (UPGRADES_FROM + Thing.LAB,),
    Count.UPGRADED_BUILDING: tuple(UPGRADES_FROM + thing for thing in (Thing.FARM, Thing.DESAL, Thing.LAB)),
    Count.TUNNEL: (Thing.TUNNEL,),
    Count.UPGRADED_TUNNEL: (UPGRADES_FROM + Thing.TUNNEL,),
    Count.UPGRADED_STRUCTURE: tuple(UPGRADES_FROM + thing for thing in (1, 2, 3, 4)),
    Count.UPGRADED_SET: tuple(UPGRADES_FROM + thing for thing in (1, 2, 3, 4)),
    Count.COMPLETE_CITY: (COMPLETE_CITY,),
    Count.CONNECTED_METROPOLIS: (CONNECT_METROPOLIS,),
}
SHARE_OF_SET = 0.25

RATE = {  # which weight says how often a turn a permanent card works
    Event.BUILD: "when_build",
    Event.BUILD_SECOND_IN_CITY: "when_rare",
    Event.BUILD_SECOND_TUNNEL: "when_rare",
    Event.BUILD_ON_EXPANSION: "when_rare",
    Event.UPGRADE: "when_upgrade",
    Event.UPGRADE_SECOND_IN_CITY: "when_rare",
    Event.MISMATCH: "when_mismatch",
    Event.MATCH: "when_match",
    Event.REACH_FEDERATION: "when_rare",
    Event.CONNECT_METROPOLIS: "when_rare",
    Event.SLOT_GIVES: "when_slot",
    Event.USE_SLOT: "when_slot",
    Event.USE_ACTION_CARD: "when_action_card",
    Event.PAY_SPECIAL: "when_rare",
    Event.CLAIM_CONTRACT: "when_rare",
}
TOKEN_COLUMNS = tuple(resource.name.lower() for resource in Resource)[:TOKENS]
TYPICAL = {  # which weight says what one of each column of a summary is worth
    **dict.fromkeys((*TOKEN_COLUMNS, "tokens_of_choice", "saved"), "typical_token"),
    "cards": "card",
    "federation": "typical_federation",
    "cities": "typical_city",
    "upgrades": "typical_upgrade",
    "action_cards": "typical_action",
    "specials": "typical_special",
    "slots": "typical_slot",
}
STRUCTURES = ("farms", "desals", "labs", "tunnels")
MADE_BY = {Thing.FARM: "farm_made", Thing.DESAL: "desal_made", Thing.LAB: "lab_made", Thing.TUNNEL: "tunnel_made"}
CITY_BITS = 1 << Thing.NONSYMBIOTIC | 1 << Thing.SYMBIOTIC

Weights = Mapping[str, float]
Numbers = NDArray[np.float64]


def read_weights(file: Path = WEIGHTS_FILE) -> dict[str, float]:
    """The table of weights, checked."""
    try:
        content = json.loads(file.read_text())
        weights = {str(name): float(value) for name, value in content["weights"].items()}
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise InvalidOption(f"{file.name} is no table of weights: {error}") from error
    wrong = [name for name, value in weights.items() if not math.isfinite(value)]
    if wrong:
        raise InvalidOption(f"{file.name}: not a number: {', '.join(wrong)}")
    return weights


@dataclass(frozen=True)
class Printed:
    """What the rule book says, summed up by EFFECT_COLUMNS: the same for all weights."""

    rules: Any
    rounds: tuple[int, ...]
    card: Numbers                                          # (N_CARDS, columns)
    card_ending: Numbers
    metropolis: Numbers
    contract: Numbers
    site: Numbers                                          # (BOARDS, N_SITES, columns)
    surcharge: Numbers                                     # tokens
    blank: NDArray[Any]                                    # a record of WORTH with what does not depend on weights

    @classmethod
    def of(cls, game: Game) -> "Printed":
        rules = game.rulebook.view(np.ndarray)[0]
        summary = Summary(game.rulebook)
        card = np.array([summary.effect(effect) for effect in rules["card_effect"]], np.float64)
        ending = np.array([summary.ending(rows) for rows in rules["card_ending"]], np.float64)
        metropolis = np.array([summary.effect(effect) for effect in rules["metropolis_effect"]], np.float64)
        contract = np.array([summary.effect(effect) for effect in rules["contract_effect"]], np.float64)
        effects = rules["site_effect"].reshape(-1, 2)
        site = np.array([summary.effect(effect) for effect in effects], np.float64).reshape(BOARDS, N_SITES, -1)
        surcharge = rules["amounts"][rules["site_surcharge"]][..., :TOKENS].sum(axis=-1)
        blank = blank_worth(rules, summary, sum(game.options.rounds))
        return cls(rules, game.options.rounds, card, ending, metropolis, contract, site, surcharge, blank)


def gives_tokens(rules: Any, effect: Any) -> bool:
    ops = rules["part"][effect[0] : effect[0] + effect[1], Column.OP]
    return any(op in (Op.GAIN, Op.DIFFERENT, Op.FEDERATION) for op in ops.tolist())


def blank_worth(rules: Any, summary: Summary, rounds: int) -> NDArray[Any]:
    blank = np.zeros(1, WORTH)
    out = blank[0]
    out["rounds"] = rounds
    for count, deeds in RAISED_BY.items():
        out["raised"][count, list(deeds)] = SHARE_OF_SET if count == Count.UPGRADED_SET else 1.0
    for card in np.flatnonzero(rules["card_type"]).tolist():
        out["gives_tokens"][card] = gives_tokens(rules, rules["card_effect"][card])
        out["performs"][card] = summary.effect(rules["card_effect"][card])[COLUMN["slots"]]
        first, rows = rules["card_produce"][card]
        for amounts, count, _divisor, _cap in rules["produce"][first : first + rows]:
            out["kelp_made"][card] += 0 if count else rules["amounts"][amounts, Resource.KELP]
    for slot in range(N_SLOTS):
        first, rows = rules["slot_effect"][slot]
        parts = rules["part"][first : first + rows]
        out["slot_uses_action"][slot] = parts[parts[:, Column.OP] == Op.USE_ACTION, Column.NUMBER].sum()
        out["slot_gives_tokens"][slot] = gives_tokens(rules, rules["slot_effect"][slot])
    for board in range(BOARDS):
        for tunnel in range(rules["tunnel_count"][board]):
            for end in rules["tunnel_end"][board, tunnel]:
                if end < CITIES_ON_BOARD:
                    out["city_tunnels"][board, end] |= 1 << tunnel
    return blank


_printed: "WeakKeyDictionary[Game, Printed]" = WeakKeyDictionary()
_known: "WeakKeyDictionary[Game, NDArray[Any]]" = WeakKeyDictionary()


def worth_of(game: Game) -> NDArray[Any]:
    """The record for the weights of the file, made once a game."""
    worth = _known.get(game)
    if worth is None:
        worth = _known[game] = make_worth(game, read_weights())
    return worth


def make_worth(game: Game, weights: Weights) -> NDArray[Any]:
    """One record of WORTH."""
    printed = _printed.get(game)
    if printed is None:
        printed = _printed[game] = Printed.of(game)
    try:
        return Maker(printed, weights).make()
    except KeyError as error:
        raise InvalidOption(f"the table of weights has no {error}") from error


class Maker:
    """Fills one record of WORTH."""

    def __init__(self, printed: Printed, weights: Weights) -> None:
        self.printed = printed
        self.rules = printed.rules
        self.w = weights
        self.array = printed.blank.copy()
        self.out = self.array[0]
        self.rounds = sum(printed.rounds)
        self.eras = len(printed.rounds)
        ends = np.cumsum(printed.rounds)
        self.left_after = [int(TURNS_IN_ROUND * (self.rounds - end)) for end in ends]      # turns left at a production
        self.turns = np.arange(MOST_TURNS + 1)
        self.productions_left = sum((left <= self.turns).astype(np.int64) for left in self.left_after)

    def make(self) -> NDArray[Any]:
        self.tokens()
        self.production()
        self.chances()
        self.printed_things()
        self.sites()
        return self.array

    def late(self) -> Numbers:
        """How much of its first worth a token still has, by turns left."""
        return np.interp(self.turns, KNOTS, [0.0, *(self.w[f"late_{knot}"] for knot in KNOTS[1:])])

    def rising(self, name: str, half: str = "") -> Numbers:
        """A weight that counts the more the more turns are left; half of it at `…_half` turns."""
        return np.asarray(self.w[name] * self.turns / (self.turns + max(0.1, self.w[half or f"{name}_half"])))

    def tokens(self) -> None:
        out, w = self.out, self.w
        names = [resource.name.lower() for resource in list(Resource)[:TOKENS]]
        out["rest"] = 1 / RESOURCES_FOR_A_POINT
        out["rest"][Resource.BIOMATTER] *= BIOMATTER_IN_CREDITS
        late = self.late()
        out["token"] = np.stack([w[name] * late ** w[f"{name}_power"] for name in names], axis=1)
        for field, name in (
            ("card", "card"),
            ("card_over_limit", "card_over_limit"),
            ("step", "federation_step"),
            ("place", "early_place"),
        ):
            out[field] = w[name] * late
        out["to_come"] = np.interp(self.turns, KNOTS, [0.0, *(w[name] for name in TO_COME)])
        out["share"] = 1.0
        out["share"][1:] = [w[f"{ONLY_OF_VALUE}{part}"] for part in PARTS]
        out["hunger"] = np.maximum(w["hunger_far"], w["hunger_near"] * (1 - self.turns / 9))
        for r, name in enumerate(names):
            each = 1 / (1 + max(0.0, w[f"{name}_decay"]) * np.arange(MOST_COUNTED))
            out["number"][r, 1:] = np.cumsum(each)

    def token_at(self, turns: int, resource: int) -> float:
        """One token more, among some."""
        number = self.out["number"][resource]
        return float(self.out["rest"][resource] + self.out["token"][turns, resource] * (number[3] - number[2]))

    def production(self) -> None:
        out, rules = self.out, self.rules
        for done in range(self.eras):
            for r in range(TOKENS):
                out["produced"][done, r] = sum(self.token_at(turns, r) for turns in self.left_after[done:])
            left = self.eras - done
            out["produced"][done, Resource.POINTS] = left
            made = out["produced"][done]
            last = np.append(out["rest"], 1.0)               # what is certain: that of the last production
            for thing, name in MADE_BY.items():
                by_thing = rules["produced_by"][thing - 1]
                out["structure"][done, thing] = by_thing @ last + self.w[name] * (by_thing @ (made - last))
            out["pair"][done] = rules["pair_bonus"] @ made
            out["pair"][done] = np.roll(out["pair"][done], 1)         # the table of the rule book begins with farms
            out["symbiotic"][done] = rules["symbiotic_points"] * (1 + self.w["symbiotic_made"] * (left - 1))
            out["production"][done] = (1 + self.w["production"] * (left - 1)) / left
            out["food"][done] = self.w["food"] * made[Resource.KELP]
            amounts = rules["amounts"][:, :HELD] @ made
            out["tunnel_pair"][done] = amounts[rules["pair_produce"]]
            out["metropolis_tunnel"][done] = amounts[rules["metropolis_tunnel_produce"]]
            for tile in range(1, METROPOLISES + 1):
                out["metropolis_made"][done, tile] = self.made_by_rows(rules["metropolis_produce"][tile], done)

    def made_by_rows(self, rows: Any, done: int) -> float:
        """What rows of `produce` bring in the productions left; counts are taken as usual."""
        total = 0.0
        for amounts, count, divisor, cap in self.rules["produce"][rows[0] : rows[0] + rows[1]]:
            times = 2.0 / divisor if count else 1.0
            if count and cap:
                times = min(times, cap)
            given = self.rules["amounts"][amounts]
            each = float(given[:HELD] @ self.out["produced"][done]) + given[Resource.CARDS] * self.w["card"]
            total += times * each
        return total

    def chances(self) -> None:
        out, w, turns = self.out, self.w, self.turns
        for name in ("unconnected", "unbuilt", "reach", "city_room"):
            out[name] = self.rising(name)
        out["keep_now"] = self.rising("keep_now", "keep_half")
        for name, soon in (("upgrade_option", 6), ("pair_option", 6), ("partial_metropolis", 4), ("special", 6)):
            out[name] = w[name] * np.minimum(1, turns / soon)
        out["tries"] = round(w.get("tries", 0))
        out["action_use"] = w["action_card"]
        for name in ("action_later", "ready", "end", "sell", "sell_hope", "contract"):
            out[name] = w[name]
        out["end"][0] = out["sell"][0] = 1.0               # nothing is left to hope for
        for count, rate in GROWTH.items():
            out["growth"][count] = w["growth"] * rate

    def typical_of(self, features: Numbers) -> Numbers:
        """What effects give once, in usual circumstances."""
        w = self.w
        each = np.zeros(features.shape[-1])
        for name, weight in TYPICAL.items():
            each[COLUMN[name]] = w[weight]
        each[COLUMN["points"]] = 1.0
        each[COLUMN["cost"]] = -w["typical_token"]
        built = features[..., [COLUMN[name] for name in STRUCTURES]].max(axis=-1)       # of several kinds one is built
        return np.asarray(features @ each + w["typical_build"] * built)

    def printed_things(self) -> None:
        out, rules, printed = self.out, self.rules, self.printed
        out["typical"] = self.typical_of(printed.card)
        for card in np.flatnonzero(rules["card_type"]).tolist():
            out["standing"][:, card] = self.standing(card)
            out["keep"][:, card] = self.keep(card)
            if rules["card_ending"][card, 1] or rules["card_produce"][card, 1]:
                for done in range(self.eras):
                    out["deeds"][done, card] = self.deeds(rules["card_ending"][card], rules["card_produce"][card], done)
        out["metropolis_gives"] = self.typical_of(printed.metropolis)
        blue = rules["blue"]
        out["spare_metropolis"] = out["metropolis_gives"][blue].mean() + out["metropolis_made"][:, blue].mean(axis=1)
        out["contract_gives"] = self.typical_of(printed.contract)
        for tile in range(1, METROPOLISES + 1):
            out["metropolis_deeds"][tile] = self.deeds(rules["metropolis_ending"][tile], (0, 0), 0)

    def standing(self, card: int) -> Numbers:
        """A permanent card in play, or what a production card exchanges, by turns left; 0 for others."""
        rules, w = self.rules, self.w
        each_turn = 0.0
        event = int(rules["card_event"][card])
        if event:
            rate = w[RATE[Event(event)]]
            detail = int(rules["card_event_detail"][card])
            if event == Event.BUILD and not detail & ~CITY_BITS:
                rate = w["when_city"]
            each_turn += rate * self.out["typical"][card]
        elif rules["card_once"][card]:
            each_turn += w["once"]
        if rules["card_discount_on"][card]:
            saved = rules["amounts"][rules["card_discount"][card]][:TOKENS].sum()
            things = int(rules["card_discount_on"][card]).bit_count()
            each_turn += w["discount"] * saved * w["typical_token"] * min(2, things)
        each_turn += w["hand_limit"] * rules["card_hand_limit"][card]
        each_production = 0.0
        for k in np.flatnonzero(rules["conversion_card"][: rules["conversion_count"]] == card):
            got = rules["amounts"][rules["conversion_get"][k]]
            given = rules["amounts"][rules["conversion_give"][k]]
            gain = got[Resource.POINTS] + w["typical_token"] * float(got[:TOKENS].sum() - given[:TOKENS].sum())
            each_production += max(0.0, gain) * min(2, rules["conversion_times"][k])
        return np.asarray(w["standing"] * (each_turn * self.turns + each_production * self.productions_left))

    def keep(self, card: int) -> Numbers:
        """Having it in hand, by turns left."""
        rules, w = self.rules, self.w
        kind = rules["card_type"][card]
        value = np.zeros(MOST_TURNS + 1)
        if kind == CardType.PERMANENT:
            value += self.out["standing"][:, card]
        elif kind == CardType.PRODUCTION:
            made = [self.made_by_rows(rules["card_produce"][card], done) for done in range(self.eras)] + [0.0]
            value += self.out["standing"][:, card] + np.array(made)[self.eras - self.productions_left]
        elif kind == CardType.END:
            value += w["end"] * self.printed.card_ending[card]
        elif kind == CardType.ACTION:
            value += self.out["typical"][card] * (1 + w["action_later"] * np.maximum(0, self.productions_left - 1))
        else:
            value += self.out["typical"][card]
        value -= w["typical_token"] * rules["card_price"][card]
        return np.asarray(self.rising("keep") * np.maximum(0.0, value))

    def deeds(self, endings: Any, produce: Any, done: int) -> Numbers:
        """How much one more of each thing adds to what a card or tile counts, on average."""
        rules, raised = self.rules, self.out["raised"]
        each = np.zeros(DEEDS)
        for row in rules["ending"][endings[0] : endings[0] + endings[1]]:
            if row[EndingColumn.KIND] == EndingKind.PER:
                each += raised[row[EndingColumn.COUNT]] * (row[EndingColumn.POINTS] / row[EndingColumn.DIVISOR])
            elif row[EndingColumn.KIND] == EndingKind.AT:
                steps = int(row[EndingColumn.STEPS])
                thresholds = row[EndingColumn.THRESHOLDS : EndingColumn.THRESHOLDS + steps]
                points = row[EndingColumn.POINTS_AT : EndingColumn.POINTS_AT + steps]
                if steps:
                    span = int(thresholds.max() - thresholds.min()) + 2
                    each += raised[row[EndingColumn.COUNT]] * (points.max() / span)
        for amounts, count, divisor, _cap in rules["produce"][produce[0] : produce[0] + produce[1]]:
            if count:
                made = float(rules["amounts"][amounts][:HELD] @ self.out["produced"][done])
                each += raised[count] * (made / divisor)
        return each


    def sites(self) -> None:
        self.out["site"] = self.typical_of(self.printed.site) - self.w["typical_token"] * self.printed.surcharge
