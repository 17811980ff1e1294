"""A table from a position, at the beginning of a production phase, of a turn, or of the end of the game."""

from dataclasses import replace
from pathlib import Path
from typing import Any

from .numbers import PLANTS
from .options import NO_STARS, Options, Record, Stars
from .printed import Printed, read
from .setting_up import laid_out
from .table import Player, Table


def resume(
    folder: Path, position: dict[str, Any], stream: int, stars: Stars = NO_STARS, rounds: int | None = None,
) -> Table:
    printed = read(folder)
    options = replace(_options(printed, position, stars), rounds=rounds)
    table = laid_out(printed, options, stream)
    table.round, table.phase = position["round"], position["phase"]
    table.first, table.active = position["first_player"], position["active"]
    table.is_back, table.story = position["scenario_back"], position["story"] or 0
    table.land.tokens = set(position["legacy"])
    table.sleeves = list(position["sleeves"])
    table.sectors = [pile[::-1] for pile in position["sectors"]]
    table.undealt, table.taken = list(position["cities_out"]), list(position["cities_taken"])
    table.deck, table.discard = position["deck"][::-1], list(position["discard"])
    table.objective_deck, table.known_bottom = position["objective_deck"][::-1], position["known_bottom"]
    table.bag = _kinds(position["bag"])
    for player, told in zip(table.players, position["players"], strict=True):
        _take_over(player, told)
    table.land.planted = _planted(table, position["planted"])
    return table


def _options(printed: Printed, position: dict[str, Any], stars: Stars) -> Options:
    campaign = position["campaign"]
    if campaign is None:
        return Options(position["num_players"], position["scenario"], sides=position["sides"],
                       extra_objective=position["extra_objective"])
    record = Record(printed.chapters[position["chapter"]].order - 1, frozenset(campaign["unlocked"]),
                    frozenset(campaign["legacy"]), stars)
    return Options(position["num_players"], record=record)


def _take_over(player: Player, told: dict[str, Any]) -> None:
    for name in ("hex", "energy", "water", "metal", "points", "production", "fresh_growing", "known_top", "cubes"):
        setattr(player, name, told[name])
    for name in ("hand", "dealt", "objectives", "covered"):
        setattr(player, name, list(told[name]))
    player.refused = [told["refused"]] if told["refused"] else []
    player.gained.update(told["gained"])
    player.upgrades = dict(told["upgrades"])
    player.plants, player.fresh = _kinds(told["plants"]), _kinds(told["fresh"])
    player.in_play, player.working = list(told["projects"]), list(told["projects"])
    player.deck, player.discard = told["deck"][::-1], told["navigation_discard"][::-1]
    player.cubes_in.update(told["cities"])


def _kinds(told: dict[str, int]) -> list[int]:
    return [told[kind] for kind in PLANTS]


def _planted(table: Table, hexes: list[int]) -> dict[int, int]:
    """Which kind lies where is not told: the tokens that are missing elsewhere, the kinds in order."""
    left = list(table.printed.plant_counts)
    for held in (table.bag, *(player.plants for player in table.players)):
        left = [number - minus for number, minus in zip(left, held, strict=True)]
    kinds = [kind for kind, number in enumerate(left) for _ in range(number)]
    return dict(zip(hexes, kinds, strict=True)) if len(kinds) == len(hexes) else dict.fromkeys(hexes, 0)
