"""The readable position, without the random numbers and without what is pending. Piles are told from the top."""

from typing import Any

from .numbers import PLANTS
from .table import SOURCES, Player, Table


def position(table: Table) -> dict[str, Any]:
    campaign = table.campaign
    return {
        "game": "cloudage-v0",
        "num_players": len(table.players),
        "scenario": table.options.scenario if campaign is None else None,
        "chapter": None if campaign is None else campaign.chapter.name,
        "sides": table.land.sides[1:] if campaign is None else None,
        "extra_objective": table.options.extra_objective,
        "round": table.round,
        "phase": table.phase,
        "first_player": table.first,
        "active": table.active,
        "scenario_back": table.is_back,
        "story": table.story or None,
        "campaign": None if campaign is None else {
            "unlocked": sorted(campaign.numbers), "legacy": in_order(campaign.tokens),
        },
        "legacy": in_order(table.land.tokens),
        "planted": sorted(table.land.planted),
        "sleeves": list(table.sleeves),
        "sectors": [pile[::-1] for pile in table.sectors],
        "cities_out": sorted(table.undealt),
        "cities_taken": sorted(table.taken),
        "deck": table.deck[::-1],
        "discard": sorted(table.discard),
        "objective_deck": table.objective_deck[::-1],
        "known_bottom": table.known_bottom,
        "bag": by_kind(table.bag),
        "players": [_player(table, player) for player in table.players],
    }


def in_order(tokens: set[str]) -> list[str]:
    return sorted(tokens, key=lambda token: int(token[1:]))


def by_kind(numbers: list[int]) -> dict[str, int]:
    return dict(zip(PLANTS, numbers, strict=True))


def _player(table: Table, player: Player) -> dict[str, Any]:
    return {
        "hex": player.hex,
        "energy": player.energy,
        "water": player.water,
        "metal": player.metal,
        "points": player.points,
        "gained": {source: player.gained[source] for source in SOURCES},
        "production": player.production,
        "upgrades": dict(player.upgrades),
        "plants": by_kind(player.plants),
        "fresh": by_kind(player.fresh),
        "fresh_growing": player.fresh_growing,
        "hand": sorted(player.hand),
        "projects": sorted(player.in_play),
        "deck": player.deck[::-1],
        "known_top": player.known_top,
        "navigation_discard": player.discard[::-1],
        "dealt": list(player.dealt),
        "refused": player.refused[0] if player.refused else None,
        "objectives": list(player.objectives),
        "covered": [task for task in table.printed.task_order if task in player.covered],
        "cubes": player.cubes,
        "cities": {city: player.cubes_in[city] for city in table.land.cities() if player.cubes_in[city]},
    }
