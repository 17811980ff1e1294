"""Production (chapter 8 of the rules)."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from undersea_env.underwater_cities.printed.catalogue import CitySite, TunnelSite
from undersea_env.underwater_cities.printed.effects import (
    Amounts,
    ConvertBuilding,
    ConvertProduced,
    Produce,
    Production,
)
from undersea_env.underwater_cities.printed.words import BUILDINGS, Thing

from .agenda import STOP, Deed, Label, Play, Question
from .counting import multiplied
from .network import CONNECTED
from .standards import (
    NOTHING,
    PAIR_PRODUCTION,
    PLAIN_PRODUCTION,
    TOKENS,
    UPGRADED_PRODUCTION,
    less,
    plus,
    times,
)
from .table import Player, pay_tokens


@dataclass(frozen=True)
class ProduceFor(Deed):
    """Everything that this player produces; then its choices (P-8: player by player)."""

    seat: int

    def do(self, play: Play) -> None:
        play.table.to_move = self.seat
        player = play.me
        produced = NOTHING
        for amounts in everything_produced(play, player):
            produced = plus(produced, amounts)
        play.gain(player, produced, "production")
        play.note("rule P-8")
        play.first(Conversions(produced))


def everything_produced(play: Play, player: Player) -> Iterator[Amounts]:
    yield from _tunnels(play, player)
    yield from _buildings(play, player)
    yield from _pairs(play, player)
    yield from _cities(play, player)
    yield from _tunnel_pairs(play, player)
    yield from _metropolises(play, player)
    yield from _cards(play, player)


def own_production(play: Play, player: Player, site: str) -> Amounts:
    """Of one structure or city; P-6: a multiplier multiplies just that."""
    thing = player.network.built[site]
    standard = (UPGRADED_PRODUCTION if site in player.network.upgraded else PLAIN_PRODUCTION)[thing]
    multiplier = player.plan.sites[site].multiplier
    if multiplier > 1 and any(standard):
        play.note("rule P-6")
    return times(standard, multiplier)


def _tunnels(play: Play, player: Player) -> Iterator[Amounts]:
    """P-1: only next to a built city."""
    for tunnel in player.network.working_tunnels:
        play.note("rule P-1")
        yield own_production(play, player, tunnel)


def _buildings(play: Play, player: Player) -> Iterator[Amounts]:
    """P-2; B-9: only connected ones."""
    for site in player.network.working_buildings():
        play.note("rule P-2", "rule B-9")
        yield own_production(play, player, site)


def _pairs(play: Play, player: Player) -> Iterator[Amounts]:
    """P-3: at least two upgraded buildings of one type at one connected city, once per city and type."""
    for city in player.network.connected:
        for thing in BUILDINGS:
            if len(player.network.upgraded_at(city, thing)) >= 2:
                play.note("rule P-3")
                yield PAIR_PRODUCTION[thing]


def _cities(play: Play, player: Player) -> Iterator[Amounts]:
    """P-4"""
    for city in player.network.connected:
        if player.network.built[city] == Thing.SYMBIOTIC:
            play.note("rule P-4")
            if player.plan.sites[city].multiplier > 1:
                play.note("rule A-1")
        assert isinstance(player.plan.sites[city], CitySite)
        yield own_production(play, player, city)


def _tunnel_pairs(play: Play, player: Player) -> Iterator[Amounts]:
    """A-3: if both tunnels of the pair are built and next to a connected city."""
    working = player.network.working_tunnels
    for tunnel in working:
        site = player.plan.sites[tunnel]
        assert isinstance(site, TunnelSite)
        if site.produce_with is not None and site.produce_with[0] in working:
            play.note("rule A-3")
            yield site.produce_with[1]


def _metropolises(play: Play, player: Player) -> Iterator[Amounts]:
    """P-5: the connected ones; A-4: some tunnel sites make their metropolis produce more."""
    table = play.table
    for place in player.network.connected_metropolises:
        yield from _from_texts(play, player, table.catalogue.metropolis(player.metropolises[place]).production)
        for tunnel in player.plan.tunnels_to[place]:
            site = player.plan.sites[tunnel]
            assert isinstance(site, TunnelSite)
            if any(site.metropolis_produce):
                play.note("rule A-4")
                yield site.metropolis_produce
    for tile in player.extra_metropolises:
        yield from _from_texts(play, player, table.catalogue.metropolis(tile).production)


def _cards(play: Play, player: Player) -> Iterator[Amounts]:
    """P-5"""
    for card in player.cards_in_play():
        production = play.table.catalogue.card(card).production
        if production:
            play.note(f"card {card}")
        yield from _from_texts(play, player, production)


def _from_texts(play: Play, player: Player, production: tuple[Production, ...]) -> Iterator[Amounts]:
    for part in production:
        if isinstance(part, Produce):
            play.note("part Produce", "rule P-5")
            yield multiplied(play.table, player, part.amounts, part.per)


# --- conversions ---


@dataclass(frozen=True)
class Conversions(Question):
    """D-14: one use at a time, in any order, after everything else was produced."""

    produced: Amounts                               # in this phase, and not converted since (N-2)
    used: tuple[int, ...] = ()                      # the cards used, one entry for each use

    def answers(self, play: Play) -> list[Label]:
        labels: list[Label] = []
        for card in play.me.cards_in_play():
            conversion = _conversion(play, card)
            if conversion is not None and self._possible(play, card, conversion):
                labels.append(("convert", card))
        return [*labels, STOP] if labels else []

    def _possible(self, play: Play, card: int, conversion: ConvertBuilding | ConvertProduced) -> bool:
        if any(self.produced[resource] < conversion.give[resource] for resource in TOKENS):
            return False
        if isinstance(conversion, ConvertProduced):
            return self.used.count(card) < conversion.times
        return card not in self.used and self._converted(play, conversion.thing) < self._working(play, conversion.thing)

    def _converted(self, play: Play, thing: Thing) -> int:
        """How many buildings of this kind already produced something else."""
        conversions = [_conversion(play, card) for card in self.used]
        return sum(isinstance(each, ConvertBuilding) and each.thing == thing for each in conversions)

    def _working(self, play: Play, thing: Thing) -> int:
        return play.me.network.counts[CONNECTED[thing]]

    def carry_out(self, play: Play, answer: Label) -> None:
        if answer == STOP:
            return
        card = int(answer[1])
        conversion = _conversion(play, card)
        assert conversion is not None
        pay_tokens(play.me, conversion.give)
        play.gain(play.me, conversion.get, "production")
        produced = less(self.produced, conversion.give)
        if isinstance(conversion, ConvertBuilding):
            produced = plus(produced, conversion.get)           # the building produces that instead
        play.note("rule N-2", "rule D-14", f"card {card}", f"part {type(conversion).__name__}")
        play.first(replace(self, produced=produced, used=(*self.used, card)))


def _conversion(play: Play, card: int) -> ConvertBuilding | ConvertProduced | None:
    for part in play.table.catalogue.card(card).production:
        if isinstance(part, ConvertBuilding | ConvertProduced):
            return part
    return None
