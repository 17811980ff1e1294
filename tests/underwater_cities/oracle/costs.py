"""What building and upgrading cost here and now, and how it can be paid (B-1, B-2, B-14, B-15, D-6)."""

from collections.abc import Iterator
from typing import NamedTuple

from undersea_env.underwater_cities.printed.effects import Amounts, Build, Discount, Gain, Terms, Upgrade
from undersea_env.underwater_cities.printed.words import Resource, Thing

from .standards import MOST_REPLACED, NOTHING, USUAL_COST, USUAL_UPGRADE, less, plus
from .table import Player, Table, tokens_cover


class Price(NamedTuple):
    place: int              # among the printed prices of the terms; 0 if there is only one
    cost: Amounts


def discounts(table: Table, player: Player, thing: Thing | None) -> dict[int, Amounts]:
    """What the player's permanent cards take off a build of this thing, or off an upgrade (None), by card (L-8)."""
    found = {}
    for card in player.laid:
        permanent = table.catalogue.card(card).permanent
        if isinstance(permanent, Discount):
            if permanent.upgrade if thing is None else thing in permanent.things:
                found[card] = permanent.amounts
    return found


def _prices(table: Table, player: Player, terms: Terms, usual: Amounts, thing: Thing | None) -> list[Price]:
    """B-14: a printed price replaces the usual one; discounts add up; nothing discounts "free"."""
    if terms.free:
        return [Price(0, NOTHING)]
    discount = terms.discount
    for amounts in discounts(table, player, thing).values():
        discount = plus(discount, amounts)
    costs = terms.prices or (usual,)
    if discount != NOTHING:
        costs = tuple(less(cost, discount) for cost in costs)
    return [Price(index, cost) for index, cost in enumerate(costs)]


# --- building ---


def build_prices(table: Table, player: Player, part: Build, thing: Thing) -> list[Price]:
    """The prices without a surcharge: the same for all sites."""
    return _prices(table, player, part.terms, USUAL_COST[thing], thing)


def payable_prices(table: Table, player: Player, part: Build, thing: Thing, site: str) -> list[Price]:
    """The prices at which this can be built here, with the surcharge."""
    return _payable_here(table, player, part, site, build_prices(table, player, part, thing))


def _payable_here(table: Table, player: Player, part: Build, site: str, prices: list[Price]) -> list[Price]:
    """B-15: the surcharge comes after all discounts, even to "free". D-6: an upgrade that must follow is paid too."""
    surcharge = player.plan.sites[site].surcharge
    if surcharge != NOTHING:
        prices = [Price(price.place, plus(price.cost, surcharge)) for price in prices]
    return [
        price for price in prices
        if can_pay_for_building(player, price.cost) and can_upgrade_then(table, player, part, site, price.cost)
    ]


def can_pay_for_building(player: Player, cost: Amounts) -> bool:
    """B-2: biomatter replaces kelp and steelplast, one for one."""
    tokens = player.tokens
    if tokens[Resource.SCIENCE] < cost[Resource.SCIENCE] or tokens[Resource.CREDITS] < cost[Resource.CREDITS]:
        return False
    missing = max(0, cost[Resource.KELP] - tokens[Resource.KELP])
    missing += max(0, cost[Resource.STEELPLAST] - tokens[Resource.STEELPLAST])
    return tokens[Resource.BIOMATTER] >= cost[Resource.BIOMATTER] + missing


def can_upgrade_then(table: Table, player: Player, part: Build, site: str, cost: Amounts) -> bool:
    """D-6: the science left pays for the upgrade, with that of the site's bonus and of metropolises it connects."""
    if part.then_upgrade is None:
        return True
    science = player.tokens[Resource.SCIENCE] - cost[Resource.SCIENCE]
    tiles = [player.metropolises[place] for place in player.network.metropolises_connected_by(site)]
    for effect in (player.plan.sites[site].bonus, *(table.catalogue.metropolis(tile).instant for tile in tiles)):
        for gain in effect:
            if isinstance(gain, Gain) and gain.per is None:
                science += gain.amounts[Resource.SCIENCE]
    return science >= then_upgrade_cost(table, player, part)[Resource.SCIENCE]


def then_upgrade_cost(table: Table, player: Player, part: Build) -> Amounts:
    assert part.then_upgrade is not None
    return _prices(table, player, part.then_upgrade, USUAL_UPGRADE, None)[0].cost


def _possible_sites(table: Table, player: Player, part: Build, thing: Thing) -> Iterator[str]:
    if thing in table.supply and table.supply[thing] == 0:
        return                                                                              # C-3, C-4
    # a surcharge only adds: what cannot be paid without one is out of reach everywhere
    prices = [price for price in build_prices(table, player, part, thing) if can_pay_for_building(player, price.cost)]
    if not prices:
        return
    for site in player.network.open_sites(thing, part.on_expansion):
        as_everywhere = part.then_upgrade is None and player.plan.sites[site].surcharge == NOTHING
        if as_everywhere or _payable_here(table, player, part, site, prices):
            yield site


def buildable_sites(table: Table, player: Player, part: Build, thing: Thing) -> list[str]:
    """Where this thing can be built and paid for now."""
    return list(_possible_sites(table, player, part, thing))


def something_buildable(table: Table, player: Player, part: Build) -> bool:
    """Whether any site will do: the first one found is enough."""
    return any(True for thing in part.things for _ in _possible_sites(table, player, part, thing))


# --- biomatter in place of kelp and steelplast (B-2) ---


def replacements_for_kelp(player: Player, cost: Amounts) -> range:
    """How many kelp of this cost may be paid with biomatter."""
    missing_steelplast = max(0, cost[Resource.STEELPLAST] - player.tokens[Resource.STEELPLAST])
    spare = player.tokens[Resource.BIOMATTER] - cost[Resource.BIOMATTER] - missing_steelplast
    least = max(0, cost[Resource.KELP] - player.tokens[Resource.KELP])
    return range(least, max(least, min(cost[Resource.KELP], spare, MOST_REPLACED)) + 1)            # D-16


def replacements_for_steelplast(player: Player, cost: Amounts, for_kelp: int) -> range:
    spare = player.tokens[Resource.BIOMATTER] - cost[Resource.BIOMATTER] - for_kelp
    least = max(0, cost[Resource.STEELPLAST] - player.tokens[Resource.STEELPLAST])
    return range(least, max(least, min(cost[Resource.STEELPLAST], spare, MOST_REPLACED)) + 1)      # D-16


# --- upgrading: no biomatter, no surcharge ---


def upgrade_prices(table: Table, player: Player, part: Upgrade) -> list[Price]:
    """The payable ones; they are the same for all sites (N-3: for each upgrade another one may be chosen)."""
    prices = _prices(table, player, part.terms, USUAL_UPGRADE, None)
    return [price for price in prices if tokens_cover(player, price.cost)]


def upgradable_sites(table: Table, player: Player, part: Upgrade) -> list[str]:
    if not upgrade_prices(table, player, part):
        return []
    return [site for thing in part.things for site in player.network.upgradable[thing]]
