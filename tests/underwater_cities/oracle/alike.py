"""Choices that make no difference: of several sites that are alike, a look-ahead tries only one (G-5a).

A look-ahead ends before any production and asks only what can be started then. In the game itself all sites are
offered.
"""

from collections.abc import Callable, Hashable

from undersea_env.underwater_cities.printed.effects import When
from undersea_env.underwater_cities.printed.language import event_things
from undersea_env.underwater_cities.printed.words import Event, Thing

from .agenda import Play


def sites_to_build_on(play: Play, sites: list[str]) -> list[str]:
    """Two sites of one city are alike if the same is printed on them; its multiplier matters only in production."""
    plan = play.me.plan

    def alike(site: str) -> Hashable:
        if site not in plan.city_of:
            return site
        printed = plan.sites[site]
        return plan.city_of[site], printed.bonus, printed.surcharge, site in plan.expansions

    return _different(play, sites, alike)


def structures_to_upgrade(play: Play, sites: list[str]) -> list[str]:
    """Upgraded structures of a kind are counted, if they work, and that is all: unless a card waits for the second one
    upgraded in a city, it does not matter which."""
    network = play.me.network

    def alike(site: str) -> Hashable:
        thing = network.built[site]
        if thing == Thing.TUNNEL:
            return thing if site in network.working_tunnels else site
        city = network.plan.city_of[site]
        if network.is_connected(city) and not _waits_for_second_upgrade(play, thing):
            return thing
        return city, thing

    return _different(play, sites, alike)


def structures_that_produce(play: Play, sites: list[str]) -> list[str]:
    """N-10: the standard production is the same for all of a kind."""
    return _different(play, sites, lambda site: play.me.network.built[site])


def _different(play: Play, sites: list[str], alike: Callable[[str], Hashable]) -> list[str]:
    if not play.looking_ahead:
        return sites
    return list({alike(site): site for site in sites}.values())


def _waits_for_second_upgrade(play: Play, thing: Thing) -> bool:
    for card in play.me.laid:
        permanent = play.table.catalogue.card(card).permanent
        if isinstance(permanent, When) and permanent.event == Event.UPGRADE_SECOND_IN_CITY:
            if thing in event_things(permanent):
                return True
    return False
