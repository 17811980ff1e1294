"""Final scoring (chapter 9 of the rules)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from undersea_env.underwater_cities.printed.effects import Ending, ScoreAt, ScorePer, Sell
from undersea_env.underwater_cities.printed.words import BUILDINGS, Count, Resource

from .agenda import Play
from .counting import count
from .standards import CITY_POINTS, CREDITS_PER_BIOMATTER, TOKENS, TOKENS_PER_POINT
from .table import POINT_SOURCES, Player, Table

RULES_OF_SCORES = {"brown metropolis": "V-1", "end cards": "V-2", "cities": "V-3", "resources": "V-4"}
SOLO_CITIES, SOLO_POINTS = 7, 100               # V-7


def score_breakdown(table: Table, player: Player) -> dict[str, int]:
    scores = {source: player.points_from[source] for source in POINT_SOURCES}
    metropolis, cards = endings_of_metropolises(table, player), endings_of_cards(table, player)
    sales = best_sales(player.tokens, [ending for ending in [*metropolis, *cards] if isinstance(ending, Sell)])
    sold_by_metropolis = sum(isinstance(ending, Sell) for ending in metropolis)
    scores["brown metropolis"] = score_endings(table, player, metropolis) + sum(sales.points[:sold_by_metropolis])
    scores["end cards"] = score_endings(table, player, cards) + sum(sales.points[sold_by_metropolis:])
    scores["cities"] = score_cities(player)
    scores["resources"] = sales.resources
    scores["total"] = sum(scores.values())
    return scores


def note_final_scoring(play: Play) -> None:
    """What the final scoring of a finished game exercised."""
    table = play.table
    play.note("rule V-6")
    if table.num_players == 1:
        play.note("rule V-7")
    for player in table.players:
        scores = score_breakdown(table, player)
        for source, rule in RULES_OF_SCORES.items():
            if scores[source]:
                play.note(f"rule {rule}")
        for card in player.cards_in_play():
            for ending in table.catalogue.card(card).ending:
                play.note(f"card {card}", f"part {type(ending).__name__}")
                if isinstance(ending, Sell):
                    play.note("rule V-5")
        for place in player.network.connected_metropolises:
            if table.catalogue.metropolis(player.metropolises[place]).ending:
                play.note(f"metropolis {player.metropolises[place]}")


def endings_of_metropolises(table: Table, player: Player) -> list[Ending]:
    """V-1: only connected ones."""
    tiles = [player.metropolises[place] for place in player.network.connected_metropolises]
    tiles += player.extra_metropolises
    return [ending for tile in tiles for ending in table.catalogue.metropolis(tile).ending]


def endings_of_cards(table: Table, player: Player) -> list[Ending]:
    """V-2"""
    return [ending for card in player.cards_in_play() for ending in table.catalogue.card(card).ending]


def score_endings(table: Table, player: Player, endings: Sequence[Ending]) -> int:
    """Everything but sales."""
    return sum(score_ending(table, player, ending) for ending in endings if not isinstance(ending, Sell))


def score_ending(table: Table, player: Player, ending: ScorePer | ScoreAt) -> int:
    if isinstance(ending, ScorePer):
        points = ending.points * (count(table, player, ending.per.count) // ending.per.divisor)     # N-1
        return min(points, ending.per.cap) if ending.per.cap else points                            # L-10
    found = count(table, player, ending.count)
    reached = [points for points, at in zip(ending.points, ending.thresholds, strict=True) if found >= at]
    return reached[-1] if reached else 0


def score_cities(player: Player) -> int:
    """V-3: by the number of building types at each connected city."""
    points = 0
    for city in player.network.connected:
        types = sum(bool(player.network.buildings_at(city, thing)) for thing in BUILDINGS)
        points += CITY_POINTS[types]
    return points


# --- sales and what is left (V-2, V-4, V-5) ---


@dataclass(frozen=True)
class Sales:
    points: list[int]               # of each selling text
    resources: int                  # V-4

    @property
    def worth(self) -> tuple[int, int]:
        """V-5: the best total; of equal ones that with fewer points from sales (V-8)."""
        return sum(self.points) + self.resources, -sum(self.points)


def best_sales(tokens: Sequence[int], texts: Sequence[Sell]) -> Sales:
    return max(_all_sales(tokens, texts), key=lambda sales: sales.worth)


def _all_sales(tokens: Sequence[int], texts: Sequence[Sell]) -> Iterator[Sales]:
    """Every way to sell."""
    if not texts:
        yield Sales([], score_resources(tokens))
        return
    text, rest = texts[0], texts[1:]
    for number in range(text.times + 1):
        left = [tokens[resource] - number * text.amounts[resource] for resource in TOKENS]
        if min(left) < 0:
            return
        for sales in _all_sales(left, rest):
            yield Sales([number * text.points, *sales.points], sales.resources)


def score_resources(tokens: Sequence[int]) -> int:
    """V-4: biomatter counts as two credits; then a point for every four."""
    worth = sum(tokens) + (CREDITS_PER_BIOMATTER - 1) * tokens[Resource.BIOMATTER]
    return worth // TOKENS_PER_POINT


# --- who wins ---


def ranking(table: Table) -> list[int]:
    """V-6: most points first; of equals the one earlier in the final turn order."""
    totals = {player.seat: score_breakdown(table, player)["total"] for player in table.players}
    return sorted(table.order, key=lambda seat: -totals[seat])


def solo_won(table: Table) -> bool:
    """V-7"""
    player = table.players[0]
    enough_cities = count(table, player, Count.CONNECTED_CITY) >= SOLO_CITIES
    return enough_cities and score_breakdown(table, player)["total"] >= SOLO_POINTS
