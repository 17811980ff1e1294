"""Building and upgrading (chapter 5 of the rules)."""

from dataclasses import dataclass, replace

from undersea_env.underwater_cities.printed.catalogue import CitySite, TunnelSite
from undersea_env.underwater_cities.printed.effects import Amounts, Build, Upgrade
from undersea_env.underwater_cities.printed.words import BUILDINGS, Event, Resource, Thing

from .agenda import STOP, Deed, Label, Play, Question
from .alike import sites_to_build_on, structures_to_upgrade
from .costs import (
    Price,
    buildable_sites,
    discounts,
    payable_prices,
    replacements_for_kelp,
    replacements_for_steelplast,
    then_upgrade_cost,
    upgradable_sites,
    upgrade_prices,
)
from .network import Site
from .parts import SITE, Duty, PartInHand, UseOnce, begins
from .standards import THING_NAMES
from .starting import once_labels
from .table import pay_tokens, tokens_cover
from .triggers import ClaimContracts, Gifts, Happening, metropolis_effect, set_off, triggered

THINGS_BY_NAME = {name: thing for thing, name in THING_NAMES.items()}


# --- choosing what to build and where ---


@begins(Build)
def begin_build(play: Play, now: PartInHand) -> None:
    assert isinstance(now.part, Build)
    play.first(Building(now.part, now.part.times, now.duty))


@dataclass(frozen=True)
class Building(Question):
    """B-7: things are built one at a time; "2 tunnels" means up to two."""

    part: Build
    times_left: int
    duty: Duty                                   # of the first one only (D-15)

    def answers(self, play: Play) -> list[Label]:
        if self.times_left == 0:
            return []
        once = once_labels(play.table, play.me)
        kinds = self._kinds(play)
        if not kinds:
            return [*once, STOP] if once else []
        declining = [] if self.duty.holds(play) else [STOP]
        if len(kinds) > 1:
            return [("kind", THING_NAMES[kind]) for kind in kinds] + once + declining
        sites = sites_to_build_on(play, next(iter(kinds.values())))
        return [("site", site) for site in sites] + once + declining

    def _kinds(self, play: Play) -> dict[Thing, list[str]]:
        """What can be built now, and on which sites."""
        found = {thing: buildable_sites(play.table, play.me, self.part, thing) for thing in self.part.things}
        return {thing: sites for thing, sites in found.items() if sites}

    def carry_out(self, play: Play, answer: Label) -> None:
        if answer == STOP:
            return
        if answer[0] == "once":
            play.first(UseOnce(int(answer[1])), self)
            return
        self.duty.fulfil(play)
        again = replace(self, times_left=self.times_left - 1, duty=Duty.NONE)
        if answer[0] == "kind":
            play.first(ChooseSite(self.part, THINGS_BY_NAME[str(answer[1])]), again)
        else:
            thing = next(iter(self._kinds(play)))
            play.first(PayAndBuild(self.part, thing, str(answer[1])), again)


@dataclass(frozen=True)
class ChooseSite(Question):
    """The site, once the kind was chosen."""

    part: Build
    thing: Thing

    def answers(self, play: Play) -> list[Label]:
        sites = sites_to_build_on(play, buildable_sites(play.table, play.me, self.part, self.thing))
        return [("site", site) for site in sites]

    def carry_out(self, play: Play, answer: Label) -> None:
        play.first(PayAndBuild(self.part, self.thing, str(answer[1])))


# --- paying ---


@dataclass(frozen=True)
class PayAndBuild(Question):
    """Which of the printed prices, and how much biomatter in place of kelp and of steelplast (B-2)."""

    part: Build
    thing: Thing
    site: str
    price: Price | None = None
    for_kelp: int | None = None

    def answers(self, play: Play) -> list[Label]:
        me = play.me
        if self.price is None:
            return [("price", price.place) for price in self._prices(play)]
        if self.for_kelp is None:
            return [("for kelp", n) for n in replacements_for_kelp(me, self.price.cost)]
        return [("for steelplast", n) for n in replacements_for_steelplast(me, self.price.cost, self.for_kelp)]

    def _prices(self, play: Play) -> list[Price]:
        return payable_prices(play.table, play.me, self.part, self.thing, self.site)

    def carry_out(self, play: Play, answer: Label) -> None:
        n = int(answer[1])
        if self.price is None:
            price = next(price for price in self._prices(play) if price.place == n)
            play.first(replace(self, price=price))
        elif self.for_kelp is None:
            play.first(replace(self, for_kelp=n))
        else:
            self._note_rules(play, self.for_kelp + n)
            pay_for_building(play, self.price.cost, self.for_kelp, for_steelplast=n)
            play.first(PutThing(self.part, self.thing, self.site))

    def _note_rules(self, play: Play, replaced: int) -> None:
        assert self.price is not None
        terms, place = self.part.terms, play.me.plan.sites[self.site]
        if not terms.free:
            note_discounts(play, self.thing)
        if terms.free or terms.prices or any(terms.discount):
            play.note("rule B-14")
        else:
            play.note("rule B-1")
        if replaced:
            play.note("rule B-2")
        if any(place.surcharge):
            play.note("rule B-15", _rule_of_surcharge(place))


def note_discounts(play: Play, thing: Thing | None) -> None:
    for card in discounts(play.table, play.me, thing):
        play.note("rule L-8", "rule B-14", "part Discount", f"card {card}")


def _rule_of_surcharge(place: Site) -> str:
    """Which of the printed examples of boards 5-8 this is like."""
    if isinstance(place, TunnelSite):
        return "rule A-4" if any(place.metropolis_produce) else "rule A-2"
    if isinstance(place, CitySite):
        return "rule A-5" if place.bonus else "rule A-1"
    return "rule A-6"


def pay_for_building(play: Play, cost: Amounts, for_kelp: int, for_steelplast: int) -> None:
    paid = list(cost)
    paid[Resource.KELP] -= for_kelp
    paid[Resource.STEELPLAST] -= for_steelplast
    paid[Resource.BIOMATTER] += for_kelp + for_steelplast
    pay_tokens(play.me, tuple(paid))


# --- what happens then ---


@dataclass(frozen=True)
class PutThing(Deed):
    """D-5: what asks nothing; then the site's bonus, the metropolis, permanent cards, contracts, `then upgrade`."""

    part: Build
    thing: Thing
    site: str

    def do(self, play: Play) -> None:
        table, me = play.table, play.me
        before, cities = me.network.connected_metropolises, len(me.network.connected)
        me.put(self.site, self.thing)
        if len(me.network.connected) > cities:
            play.note("rule B-8")
        if self.thing in table.supply:
            table.supply[self.thing] -= 1                                   # C-3, C-4
        if self.thing == Thing.TUNNEL:
            me.tunnels_this_turn += 1
        self._note_rules(play)
        connected = [place for place in me.network.connected_metropolises if place not in before]      # B-11
        bonus = me.plan.sites[self.site].bonus                              # B-10: at once, connected or not
        if bonus:
            play.note("rule B-10", "rule D-5")
        if connected:
            play.note("rule B-11")
        then = [] if self.part.then_upgrade is None else [ThenUpgrade(self.part, self.site)]
        cards = triggered(play, *self._happenings(play, len(connected)))
        tiles = [metropolis_effect(play, me.metropolises[place]) for place in connected]
        place = [set_off(bonus, SITE)]
        gifts = [entry for entry in (*cards, *tiles, *place) if isinstance(entry, Gifts)]
        asking = [entry for entry in (*place, *tiles, *cards) if not isinstance(entry, Gifts)]
        play.first(*gifts, *asking, ClaimContracts(), *then)

    def _note_rules(self, play: Play) -> None:
        if self.thing == Thing.TUNNEL:
            play.note("rule B-6", "rule B-7", "rule C-3")
        elif self.thing in BUILDINGS:
            play.note("rule B-4", "rule B-7")
            if self.site in play.me.plan.expansions:
                play.note("rule B-5")
        else:
            play.note("rule B-3", "rule B-7", "rule C-3" if self.thing == Thing.NONSYMBIOTIC else "rule C-4")

    def _happenings(self, play: Play, connected: int) -> list[Happening]:
        me = play.me
        happenings: list[Happening] = [(Event.BUILD, self.thing)]
        if self.thing in BUILDINGS:
            city = me.plan.city_of[self.site]
            if me.network.is_connected(city) and len(me.network.buildings_at(city, self.thing)) == 2:
                happenings.append((Event.BUILD_SECOND_IN_CITY, self.thing))            # N-7: not the third
            if self.site in me.plan.expansions:
                happenings.append((Event.BUILD_ON_EXPANSION, 0))
        if self.thing == Thing.TUNNEL and me.tunnels_this_turn == 2:
            happenings.append((Event.BUILD_SECOND_TUNNEL, 0))                          # N-8
        happenings.extend([(Event.CONNECT_METROPOLIS, 0)] * connected)
        return happenings


@dataclass(frozen=True)
class ThenUpgrade(Deed):
    """ "Build and upgrade": both (G-7). What the building set off may have upgraded it already."""

    part: Build
    site: str

    def do(self, play: Play) -> None:
        cost = then_upgrade_cost(play.table, play.me, self.part)
        if self.site in play.me.network.upgraded or not tokens_cover(play.me, cost):
            return
        play.note("rule D-6", "rule G-7")
        pay_tokens(play.me, cost)
        play.first(PutUpgrade(self.site))


# --- upgrading ---


@begins(Upgrade)
def begin_upgrade(play: Play, now: PartInHand) -> None:
    assert isinstance(now.part, Upgrade)
    play.first(Upgrading(now.part, now.part.times, now.duty))


@dataclass(frozen=True)
class Upgrading(Question):
    part: Upgrade
    times_left: int
    duty: Duty

    def answers(self, play: Play) -> list[Label]:
        if self.times_left == 0:
            return []
        once = once_labels(play.table, play.me)
        sites = structures_to_upgrade(play, upgradable_sites(play.table, play.me, self.part))
        if not sites:
            return [*once, STOP] if once else []
        return [("site", site) for site in sites] + once + ([] if self.duty.holds(play) else [STOP])

    def carry_out(self, play: Play, answer: Label) -> None:
        if answer == STOP:
            return
        if answer[0] == "once":
            play.first(UseOnce(int(answer[1])), self)
            return
        self.duty.fulfil(play)
        again = replace(self, times_left=self.times_left - 1, duty=Duty.NONE)
        play.first(PayAndUpgrade(self.part, str(answer[1])), again)


@dataclass(frozen=True)
class PayAndUpgrade(Question):
    """N-3: each upgrade at any of the printed prices."""

    part: Upgrade
    site: str

    def answers(self, play: Play) -> list[Label]:
        return [("price", price.place) for price in upgrade_prices(play.table, play.me, self.part)]

    def carry_out(self, play: Play, answer: Label) -> None:
        prices = upgrade_prices(play.table, play.me, self.part)
        pay_tokens(play.me, next(price.cost for price in prices if price.place == answer[1]))
        if len(self.part.terms.prices) > 1:
            play.note("rule N-3")
        if not self.part.terms.free:
            note_discounts(play, None)
        play.first(PutUpgrade(self.site))


@dataclass(frozen=True)
class PutUpgrade(Deed):
    """B-13; no surcharge (B-15)."""

    site: str

    def do(self, play: Play) -> None:
        me = play.me
        thing = me.network.built[self.site]
        me.upgrade(self.site)
        play.note("rule B-13")
        happenings: list[Happening] = [(Event.UPGRADE, thing)]
        if thing in BUILDINGS:
            city = me.plan.city_of[self.site]
            if me.network.is_connected(city) and len(me.network.upgraded_at(city, thing)) == 2:
                happenings.append((Event.UPGRADE_SECOND_IN_CITY, thing))               # N-9
        play.first(*triggered(play, *happenings), ClaimContracts())
