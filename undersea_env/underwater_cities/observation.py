"""What observations say of printed things: features of cards, slots, metropolises and sites, from the rule book alone.

The layout of an observation stands beside the kernel that writes it, in `kernel/layout.py`.
"""

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from undersea_env.core.layout import OBSERVATION_DTYPE, Piece
from undersea_env.underwater_cities.compiled.limits import (
    BOARDS,
    FIRST_BUILDING_SITE,
    FIRST_TUNNEL_SITE,
    N_SITES,
    TOKENS,
)
from undersea_env.underwater_cities.compiled.opcodes import Column, EndingColumn, EndingKind, Op, TermsKind
from undersea_env.underwater_cities.kernel.layout import (
    CARD_COLUMNS,
    CARD_FEATURES,
    CARD_HIGH,
    EFFECT_COLUMNS,
    EFFECT_FEATURES,
    FEATURES,
    MOST,
    MOST_TIMES,
    OBSERVATION,
    OBSERVATION_SIZE,
)
from undersea_env.underwater_cities.printed.words import CardType, Colour, Resource, Thing

if TYPE_CHECKING:
    from undersea_env.core.position import Game

__all__ = [
    "CARD_COLUMNS",
    "CARD_FEATURES",
    "EFFECT_COLUMNS",
    "OBSERVATION",
    "OBSERVATION_DTYPE",
    "OBSERVATION_SIZE",
    "Piece",
    "build_features",
    "card_features",
    "explain",
    "slot_features",
]

USUAL_COUNT = 2                  # what "per ..." is taken to count when a card is summed up
USUAL_END_COUNT = 4              # the same at the end of the game
PRODUCED_AT_ONCE = 2             # an upgraded structure's production

Numbers = NDArray[np.uint8]
explain = OBSERVATION.explain


def build_features(rulebook: Any) -> NDArray[Any]:
    """One record of FEATURES in an array."""
    return Summary(rulebook).features()


def card_features(game: "Game") -> Numbers:
    """(N_CARDS, CARD_FEATURES): what is printed on each card, by CARD_COLUMNS."""
    table: Numbers = game.features["card"][0][:, 1:]
    return table


def slot_features(game: "Game") -> Numbers:
    """(N_SLOTS, EFFECT_FEATURES): what the action of each slot gives, by EFFECT_COLUMNS."""
    table: Numbers = game.features["slot"][0]
    return table


COLUMN = {name: k for k, name in enumerate(EFFECT_COLUMNS)}
THING_COLUMN = {
    Thing.FARM: COLUMN["farms"],
    Thing.DESAL: COLUMN["desals"],
    Thing.LAB: COLUMN["labs"],
    Thing.TUNNEL: COLUMN["tunnels"],
    Thing.NONSYMBIOTIC: COLUMN["cities"],
    Thing.SYMBIOTIC: COLUMN["cities"],
}


FIRST_TOKEN = COLUMN["kelp"]
SITES_BY_KIND = (
    ("city_site", 0, FIRST_BUILDING_SITE),
    ("building_site", FIRST_BUILDING_SITE, FIRST_TUNNEL_SITE),
    ("tunnel_site", FIRST_TUNNEL_SITE, N_SITES),
)


def tokens_in(effect: NDArray[np.int64]) -> int:
    return int(effect[FIRST_TOKEN : FIRST_TOKEN + TOKENS].sum())


class Summary:
    """Sums up what effects give. Amounts that depend on the position are estimates, alike for all cards.

    Of alternatives the best of each column is taken. What is built for nothing or cheaper counts as tokens.
    """

    def __init__(self, rulebook: Any) -> None:
        self.rules = rulebook.view(np.ndarray)[0]

    def features(self) -> NDArray[Any]:
        features = np.zeros(1, FEATURES)
        rules = self.rules
        record = features[0]
        for row in np.flatnonzero(rules["part"][:, Column.OP]):
            record["part"][row] = self.clipped(self.part(int(row)))
        for card in np.flatnonzero(rules["card_type"]):
            record["card"][card] = [card, *self.card(int(card))]
            record["summed"][card] = self.summed(int(card))
        for slot, rows in enumerate(rules["slot_effect"][: len(record["slot"])]):
            record["slot"][slot] = self.clipped(self.effect(rows))
        for metropolis in range(1, len(rules["metropolis_effect"])):
            instant = self.effect(rules["metropolis_effect"][metropolis])
            made = self.produced(rules["metropolis_produce"][metropolis])
            end = self.ending(rules["metropolis_ending"][metropolis])
            numbers = [metropolis, *self.clipped([instant.sum(), tokens_in(made), made[COLUMN["points"]], end])]
            record["metropolis"][metropolis] = numbers
        for contract in range(1, len(rules["contract_effect"])):
            bonus = self.effect(rules["contract_effect"][contract])
            record["contract"][contract] = self.clipped([tokens_in(bonus), bonus[COLUMN["points"]]])
        for board in range(BOARDS):
            sites = np.array([self.site(board, site) for site in range(N_SITES)])
            for kind, first, stop in SITES_BY_KIND:
                record[kind][board] = sites[first:stop].T.ravel()
        return features

    @staticmethod
    def clipped(numbers: Any) -> Any:
        return np.clip(numbers, 0, MOST)

    def amounts(self, row: int) -> NDArray[np.int64]:
        """The columns of an effect that gives just these amounts."""
        given = self.rules["amounts"][row].astype(np.int64)
        total = np.zeros(EFFECT_FEATURES, np.int64)
        total[FIRST_TOKEN : FIRST_TOKEN + TOKENS] = given[:TOKENS]
        total[COLUMN["points"]] = given[Resource.POINTS]
        total[COLUMN["cards"]] = given[Resource.CARDS]
        return total

    def cheapest(self, row: Any) -> int:
        """The fewest tokens among the prices of a part."""
        first, number = row[Column.PRICES], row[Column.PRICE_COUNT]
        prices = self.rules["price"][first : first + number]
        return min((int(self.rules["amounts"][price].sum()) for price in prices), default=0)

    def effect(self, rows: Any) -> NDArray[np.int64]:
        first, number = int(rows[0]), int(rows[1])
        return sum((self.part(row) for row in range(first, first + number)), np.zeros(EFFECT_FEATURES, np.int64))

    def part(self, number: int) -> NDArray[np.int64]:
        row = self.rules["part"][number]
        total = np.zeros(EFFECT_FEATURES, np.int64)
        times = int(row[Column.NUMBER])
        match row[Column.OP]:
            case Op.GAIN:
                total += self.amounts(row[Column.AMOUNTS]) * (USUAL_COUNT if row[Column.COUNT] else 1)
            case Op.DIFFERENT:
                total[COLUMN["tokens_of_choice"]] = times
            case Op.FEDERATION:
                total[COLUMN["federation"]] = times
            case Op.BUILD | Op.UPGRADE:
                total += self.construction(row, times)
            case Op.USE_ACTION | Op.READY_ACTION:
                total[COLUMN["action_cards"]] = times
            case Op.TAKE_SPECIAL | Op.TAKE_METROPOLIS:
                total[COLUMN["specials"]] = 1
            case Op.PERFORM:
                total[COLUMN["slots"]] = 1
            case Op.EXCHANGE:
                total += self.amounts(row[Column.OTHER_AMOUNTS])
                total[COLUMN["cost"]] = self.rules["amounts"][row[Column.AMOUNTS]].sum()
            case Op.PRODUCTION_OF:
                total[COLUMN["tokens_of_choice"]] = PRODUCED_AT_ONCE
            case Op.CONVERT_CITY:
                total[COLUMN["cities"]] = 1
            case Op.PAY:
                total += self.effect((row[Column.CHILD], row[Column.CHILDREN])) * times
                total[COLUMN["cost"]] += self.cheapest(row) * times
            case Op.IF:
                total += self.effect((row[Column.CHILD], row[Column.CHILDREN]))
            case Op.EITHER:
                for entry in range(row[Column.CHILD], row[Column.CHILD] + row[Column.CHILDREN]):
                    total = np.maximum(total, self.effect(self.rules["alternative"][entry]))
        return total

    def construction(self, row: Any, times: int) -> NDArray[np.int64]:
        """Of building and upgrading: how many of what, the printed price, and what is saved."""
        total = np.zeros(EFFECT_FEATURES, np.int64)
        usual = self.rules["usual_price"].sum(axis=1)
        saved = int(self.rules["amounts"][row[Column.DISCOUNT]].sum())
        if row[Column.OP] == Op.UPGRADE:
            total[COLUMN["upgrades"]] = times
            price = int(usual[0])
        else:
            things = [thing for thing in Thing if (row[Column.MASK] >> thing) & 1]
            for thing in things:
                total[THING_COLUMN[thing]] = times
            price = min((int(usual[thing]) for thing in things), default=0)
            if row[Column.THEN_UPGRADE]:
                total[COLUMN["upgrades"]] = times
                saved += int(usual[0]) if row[Column.THEN_UPGRADE] == TermsKind.FREE + 1 else 0
        if row[Column.TERMS] == TermsKind.FREE:
            saved += price
        elif row[Column.TERMS] == TermsKind.PRINTED:
            total[COLUMN["cost"]] = self.cheapest(row) * times
        total[COLUMN["saved"]] = saved * times
        return total

    def produced(self, rows: Any) -> NDArray[np.int64]:
        """In one production."""
        total = np.zeros(EFFECT_FEATURES, np.int64)
        for amounts, count, _divisor, _cap in self.rules["produce"][rows[0] : rows[0] + rows[1]]:
            total += self.amounts(amounts) * (USUAL_COUNT if count else 1)
        return total

    def ending(self, rows: Any) -> int:
        """Points in the final scoring."""
        total = 0
        for row in self.rules["ending"][rows[0] : rows[0] + rows[1]]:
            points = int(row[EndingColumn.POINTS])
            if row[EndingColumn.KIND] == EndingKind.PER:
                counted = USUAL_END_COUNT // max(1, int(row[EndingColumn.DIVISOR]))
                total += points * (min(counted, int(row[EndingColumn.CAP])) if row[EndingColumn.CAP] else counted)
            elif row[EndingColumn.KIND] == EndingKind.AT:
                steps = int(row[EndingColumn.STEPS])
                total += int(row[EndingColumn.POINTS_AT : EndingColumn.POINTS_AT + steps].max(initial=0))
            else:
                total += points * min(USUAL_END_COUNT, int(row[EndingColumn.CAP]))
        return total

    def card(self, card: int) -> NDArray[np.int64]:
        """By CARD_COLUMNS."""
        rules = self.rules
        effect = self.effect(rules["card_effect"][card]) + self.produced(rules["card_produce"][card])
        effect += self.amounts(rules["card_discount"][card])
        effect[COLUMN["cards"]] += rules["card_hand_limit"][card]
        for k in np.flatnonzero(rules["conversion_card"][: rules["conversion_count"]] == card):
            effect += self.amounts(rules["conversion_get"][k]) * rules["conversion_times"][k]
            given = rules["amounts"][rules["conversion_give"][k]].sum()
            effect[COLUMN["cost"]] += given * rules["conversion_times"][k]
        colours = [int(rules["card_colour"][card] == colour) for colour in Colour if colour != Colour.NONE]
        types = [int(rules["card_type"][card] == kind) for kind in CardType]
        end = self.ending(rules["card_ending"][card])
        numbers = [rules["card_era"][card], rules["card_price"][card], *colours, *types, *effect, end]
        return np.minimum(np.array(numbers, np.int64), CARD_HIGH)

    def summed(self, card: int) -> list[int]:
        """What a card adds to SUMMED_COLUMNS of the player before whom it lies."""
        kind = self.rules["card_type"][card]
        made = self.produced(self.rules["card_produce"][card])
        return [
            int(kind == CardType.PERMANENT),
            int(kind == CardType.PRODUCTION),
            int(kind == CardType.END),
            *self.clipped([tokens_in(made), made[COLUMN["points"]], self.ending(self.rules["card_ending"][card])]),
        ]

    def site(self, board: int, site: int) -> tuple[int, int, int]:
        """By SITE_COLUMNS; 0 if the board has no such site."""
        rules = self.rules
        place = site - FIRST_BUILDING_SITE
        if FIRST_BUILDING_SITE <= site < FIRST_TUNNEL_SITE and not (int(rules["building_sites"][board]) >> place) & 1:
            return 0, 0, 0
        if site >= FIRST_TUNNEL_SITE + rules["tunnel_count"][board]:
            return 0, 0, 0
        bonus = self.effect(rules["site_effect"][board, site])
        gives = bonus.sum() - 2 * bonus[COLUMN["cost"]]
        surcharge = rules["amounts"][rules["site_surcharge"][board, site]].sum()
        multiplier = int(rules["site_multiplier"][board, site])
        return int(self.clipped(gives)), int(self.clipped(surcharge)), min(MOST_TIMES, multiplier)



if __name__ == "__main__":
    print(OBSERVATION.as_markdown(), end="")
