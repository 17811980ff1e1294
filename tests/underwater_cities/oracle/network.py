"""A player's board: where things may be built, what is connected, and what of it counts (chapter 5 of the rules)."""

from collections.abc import Mapping
from functools import cached_property

from undersea_env.underwater_cities.printed.catalogue import Board, BuildingSite, CitySite, TunnelSite
from undersea_env.underwater_cities.printed.words import BUILDINGS, STRUCTURES, Count, Thing

from .standards import THING_NAMES

Site = CitySite | BuildingSite | TunnelSite

CONNECTED = {
    Thing.FARM: Count.CONNECTED_FARM, Thing.DESAL: Count.CONNECTED_DESAL, Thing.LAB: Count.CONNECTED_LAB,
    Thing.SYMBIOTIC: Count.CONNECTED_SYMBIOTIC_CITY, Thing.NONSYMBIOTIC: Count.CONNECTED_NONSYMBIOTIC_CITY,
    Thing.TUNNEL: Count.TUNNEL,
}
UPGRADED = {
    Thing.FARM: Count.UPGRADED_FARM, Thing.DESAL: Count.UPGRADED_DESAL, Thing.LAB: Count.UPGRADED_LAB,
    Thing.TUNNEL: Count.UPGRADED_TUNNEL,
}


class Plan:
    """What is printed on a board, in the form in which questions are asked about it."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.start = board.start.id
        self.sites: dict[str, Site] = {}
        self.city_of: dict[str, str] = {}                                  # of a building site
        self.buildings_of: dict[str, list[str]] = {}                       # the building sites of a city site
        self.expansions: set[str] = set()
        self.ends: dict[str, list[str]] = {}                               # the city sites at the ends of a tunnel site
        self.neighbours: dict[str, list[str]] = {city.id: [] for city in board.cities}
        self.tunnels_to: dict[str, list[str]] = {place.id: [] for place in board.metropolises}
        self.networks: dict[tuple[frozenset[tuple[str, Thing]], frozenset[str]], Network] = {}   # those made so far
        for city in board.cities:
            self._add_city(city)
        for tunnel in board.tunnels:
            self._add_tunnel(tunnel)

    def _add_city(self, city: CitySite) -> None:
        self.sites[city.id] = city
        self.buildings_of[city.id] = [site.id for site in city.sites]
        for site in city.sites:
            self.sites[site.id] = site
            self.city_of[site.id] = city.id
            if site.expansion:
                self.expansions.add(site.id)

    def _add_tunnel(self, tunnel: TunnelSite) -> None:
        self.sites[tunnel.id] = tunnel
        self.ends[tunnel.id] = [end for end in tunnel.between if end in self.neighbours]
        for end in tunnel.between:
            if end in self.tunnels_to:
                self.tunnels_to[end].append(tunnel.id)
        if len(self.ends[tunnel.id]) == 2:
            one, other = self.ends[tunnel.id]
            self.neighbours[one].append(other)                             # B-3: adjacent, the tunnel built or not
            self.neighbours[other].append(one)

    def network(self, built: Mapping[str, Thing], upgraded: frozenset[str]) -> "Network":
        """The network of these things; a look-ahead asks for the same ones again and again."""
        key = (frozenset(built.items()), upgraded)
        if key not in self.networks:
            self.networks[key] = Network(self, built, upgraded)
        return self.networks[key]


class Network:
    """What follows from the things on a board; another one whenever something is built, upgraded or converted."""

    def __init__(self, plan: Plan, built: Mapping[str, Thing], upgraded: frozenset[str]) -> None:
        self.plan = plan
        self.built = dict(built)
        self.upgraded = upgraded
        self.things = frozenset(self.built.items())

    @cached_property
    def in_words(self) -> dict[str, str]:
        return {
            site: THING_NAMES[self.built[site]] + ("+" if site in self.upgraded else "")
            for site in self.plan.sites if site in self.built
        }

    @cached_property
    def connected(self) -> list[str]:
        """The cities that are (B-8)."""
        return [city for city in self.plan.neighbours if self.is_connected(city)]

    # --- where one may build ---

    @cached_property
    def reached(self) -> set[str]:
        """The city sites, built or empty, to which built tunnels lead from the starting city (B-6)."""
        reached = {self.plan.start}
        waiting = [tunnel for tunnel, thing in self.built.items() if thing == Thing.TUNNEL]
        growing = True
        while growing:
            growing = False
            for tunnel in waiting:
                ends = self.plan.ends[tunnel]
                if len(ends) == 2 and (ends[0] in reached) != (ends[1] in reached):
                    reached.update(ends)
                    growing = True
        return reached

    @cached_property
    def open_cities(self) -> list[str]:
        """B-3: empty, and next to a built city."""
        return [
            city for city, neighbours in self.plan.neighbours.items()
            if city not in self.built and any(neighbour in self.built for neighbour in neighbours)
        ]

    @cached_property
    def open_buildings(self) -> list[str]:
        """B-4: the empty building sites of cities, and of sites on which a city could be built."""
        return [site for site in self._empty_buildings() if site not in self.plan.expansions]

    @cached_property
    def open_expansions(self) -> list[str]:
        """B-5"""
        return [site for site in self._empty_buildings() if site in self.plan.expansions]

    def _empty_buildings(self) -> list[str]:
        return [
            site for city in self.plan.neighbours if city in self.built or city in self.open_cities
            for site in self.plan.buildings_of[city] if site not in self.built
        ]

    @cached_property
    def open_tunnels(self) -> list[str]:
        """B-6: empty, and with an end that is reached."""
        return [
            tunnel for tunnel, ends in self.plan.ends.items()
            if tunnel not in self.built and any(end in self.reached for end in ends)
        ]

    def open_sites(self, thing: Thing, on_expansion: bool) -> list[str]:
        if thing == Thing.TUNNEL:
            return self.open_tunnels
        if thing in BUILDINGS:
            return self.open_expansions if on_expansion else self.open_buildings
        return self.open_cities

    # --- what is there ---

    @cached_property
    def working_tunnels(self) -> list[str]:
        """The tunnels next to a built city: only they produce and count (P-1)."""
        return [
            tunnel for tunnel, ends in self.plan.ends.items()
            if tunnel in self.built and any(end in self.built for end in ends)
        ]

    @cached_property
    def upgradable(self) -> dict[Thing, list[str]]:
        """B-13: each structure once, connected or not."""
        found: dict[Thing, list[str]] = {thing: [] for thing in STRUCTURES}
        for site, thing in self.built.items():
            if thing in found and site not in self.upgraded:
                found[thing].append(site)
        return found

    @cached_property
    def connected_metropolises(self) -> list[str]:
        """B-11: where all the tunnels drawn to it are built."""
        return [
            place for place, tunnels in self.plan.tunnels_to.items()
            if all(tunnel in self.built for tunnel in tunnels)
        ]

    def metropolises_connected_by(self, site: str) -> list[str]:
        """Where this tunnel, built now, would be the last one that is missing."""
        return [
            place for place, tunnels in self.plan.tunnels_to.items()
            if [tunnel for tunnel in tunnels if tunnel not in self.built] == [site]
        ]

    def is_connected(self, city: str) -> bool:
        return city in self.built and city in self.reached

    def buildings_at(self, city: str, thing: Thing) -> list[str]:
        return [site for site in self.plan.buildings_of[city] if self.built.get(site) == thing]

    def upgraded_at(self, city: str, thing: Thing) -> list[str]:
        return [site for site in self.buildings_at(city, thing) if site in self.upgraded]

    def working_buildings(self) -> list[str]:
        """The connected buildings (B-8): those of connected cities."""
        return [site for city in self.connected for site in self.plan.buildings_of[city] if site in self.built]

    def working_structures(self) -> list[str]:
        return [*self.working_buildings(), *self.working_tunnels]

    # --- counting (B-9) ---

    @cached_property
    def counts(self) -> dict[Count, int]:
        counts = dict.fromkeys((*CONNECTED.values(), *UPGRADED.values()), 0)
        complete = 0
        for city in self.connected:
            counts[CONNECTED[self.built[city]]] += 1
            types = set()
            for site in self.plan.buildings_of[city]:
                if site in self.built:
                    self._count_structure(site, counts)
                    types.add(self.built[site])
            complete += len(types) == len(BUILDINGS)
        for tunnel in self.working_tunnels:
            self._count_structure(tunnel, counts)
        upgraded_buildings = sum(counts[UPGRADED[thing]] for thing in BUILDINGS)
        counts[Count.CONNECTED_CITY] = len(self.connected)
        counts[Count.CONNECTED_BUILDING] = sum(counts[CONNECTED[thing]] for thing in BUILDINGS)
        counts[Count.UPGRADED_BUILDING] = upgraded_buildings
        counts[Count.UPGRADED_STRUCTURE] = upgraded_buildings + counts[Count.UPGRADED_TUNNEL]
        counts[Count.COMPLETE_CITY] = complete
        counts[Count.UPGRADED_SET] = min(counts[UPGRADED[thing]] for thing in STRUCTURES)
        return counts

    def _count_structure(self, site: str, counts: dict[Count, int]) -> None:
        thing = self.built[site]
        counts[CONNECTED[thing]] += 1
        if site in self.upgraded:
            counts[UPGRADED[thing]] += 1
