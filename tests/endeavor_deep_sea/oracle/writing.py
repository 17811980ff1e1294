"""The readable position, without the random numbers and without what is pending."""

from typing import Any

from .effects import ATTRIBUTES
from .table import Cooperation, Player, Table, Zone, name_of

LAUNCH_BITS = {2: 1, 7: 2}             # B-3


def position(table: Table) -> dict[str, Any]:
    printed = table.printed
    return {
        "game": "endeavor_deep_sea-v0",
        "num_players": len(table.players),
        "mission": table.mission.number,
        "mode": "cooperative" if table.cooperative else "competitive",
        "difficulty": table.difficulty,
        "round": table.round,
        "phase": table.phase,
        "wave": table.wave,
        "to_move": table.to_move,
        "passed": sorted(table.passed),
        "prepared": table.prepared,
        "ocean": {name_of(cell): _zone(table, zone) for cell, zone in sorted(table.ocean.items())},
        "stacks": {str(depth): [board.id for board in reversed(stack)] for depth, stack in table.stacks.items()},
        "seen": {str(depth): number for depth, number in table.seen.items()},
        "token_supply": [printed.tokens[kind].id for kind in reversed(table.token_supply)],
        "token_shuffle": table.token_shuffle,
        "token_discard": [printed.tokens[kind].id for kind in sorted(table.token_discard.elements())],
        "row": list(table.row),
        "deck": table.deck[::-1],
        "stock": {printed.specialists[kind].id: number for kind, number in table.stock.items()},
        "display": [None if kind is None else printed.specialists[kind].id for kind in table.display],
        "hidden_experts": [printed.specialists[kind].id for kind in reversed(table.hidden_experts)],
        "impact": {str(place): seat for place, seat in sorted(table.impact.items())},
        "infinite": {str(place): list(markers) for place, markers in table.infinite.items()},
        "mission_state": _mission_state(table),
        "cooperation": None if table.cooperation is None else _cooperation(table.cooperation),
        "players": [_player(table, player) for player in table.players],
    }


def _zone(table: Table, zone: Zone) -> dict[str, Any]:
    return {
        "board": zone.board.id,
        "discoverer": zone.discoverer,
        "discs": dict(sorted(zone.discs.items())),
        "tokens": {site: [_token(table, *token) for token in reversed(tokens)] for site, tokens in zone.tokens.items()},
    }


def _token(table: Table, kind: int, shuffle: int) -> str:
    name = table.printed.tokens[kind].id
    return f"{name}@{shuffle}" if shuffle else name


def _mission_state(table: Table) -> dict[str, Any]:
    rules = table.mission.rules
    state: dict[str, Any] = {}
    if "turtle hex" in rules:
        state["turtle_zones"] = [name_of(cell) for cell in sorted(table.turtle_zones)]
    if "designation" in rules:
        state["designated"] = table.designated
    if "goal hexes" in rules:
        state["goal_options"] = {str(goal): option for goal, option in table.goal_options.items()}
    if "clean-up track" in rules:
        state["clean_up"] = list(table.clean_up)
    if "rows by depth" in rules:
        state["races"] = {race: list(seats) for race, seats in table.races.items()}
    return state


def _cooperation(cooperation: Cooperation) -> dict[str, Any]:
    written = {key: list(value) if isinstance(value, list) else value for key, value in vars(cooperation).items()}
    written["cards"].reverse()
    return written


def _player(table: Table, player: Player) -> dict[str, Any]:
    return {
        **dict(zip(ATTRIBUTES, player.attributes, strict=True)),
        "research": player.research,
        "staging": player.staging,
        "vessels": [name_of(cell) for cell in sorted(player.vessels)],
        "launches": sum(LAUNCH_BITS[cell] for cell in player.launches),
        "tokens": [table.printed.tokens[kind].id for kind in sorted(player.tokens.elements())],
        "specialists": [
            {"kind": member.kind.id, "senior": member.senior, "disc": member.disc} for member in player.team
        ],
        "journals": [{"journal": number, "used": used} for number, used in sorted(player.journals.items())],
    }
