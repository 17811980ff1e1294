"""A table from a readable position, at the beginning of a preparation or of a turn."""

from collections import Counter
from pathlib import Path
from typing import Any

from .effects import ATTRIBUTES
from .printed import Printed
from .rounds import whole_game
from .setting_up import set_up
from .table import Cooperation, Member, Player, Table, Zone, cell_named
from .writing import LAUNCH_BITS, position

Position = dict[str, Any]
MERGED = ("stacks", "seen", "stock", "infinite", "mission_state")       # missing entries are those of a new game


def resume(folder: Path, written: Position, rounds: int | None, stream: int) -> Table:
    """Missing keys take the value of a new game with seed 0, at its first question."""
    if "pending" in written:
        raise ValueError("a position in the middle of a decision cannot be resumed")
    table = set_up(folder, written.get("num_players", 2), written.get("mission", 1), written.get("mode", "competitive"),
                   written.get("difficulty", "beginner"), rounds, 0)
    next(whole_game(table), None)
    whole = _completed(position(table), written)
    _lay_ocean(table, whole)
    _lay_supplies(table, whole)
    _lay_mission(table, whole)
    table.players = [_player(table.printed, seat, player) for seat, player in enumerate(whole["players"])]
    for key in ("round", "phase", "wave", "to_move", "prepared"):
        setattr(table, key, whole[key])
    table.passed = set(whole["passed"])
    table.events.clear()
    table.chance.stream = stream
    return table


def _completed(new: Position, written: Position) -> Position:
    whole = new | written
    for key in MERGED:
        whole[key] = new[key] | written.get(key, {})
    whole["players"] = [player | mine for player, mine in zip(
        new["players"], written.get("players", [{} for _ in new["players"]]), strict=True)]
    if new["cooperation"] is not None:
        whole["cooperation"] = new["cooperation"] | (written.get("cooperation") or {})
    if whole["phase"] == "activation" and "prepared" not in written:
        whole["prepared"] = whole["num_players"]
    return whole


def _lay_ocean(table: Table, whole: Position) -> None:
    boards = table.printed.boards
    kinds = {token.id: token.index for token in table.printed.tokens}
    table.ocean = {}
    for name, zone in whole["ocean"].items():
        board = boards[zone["board"]]
        tokens = {spot.id: zone.get("tokens", {}).get(spot.id, []) for spot in board.spots_of("dive")}
        table.ocean[cell_named(name)] = Zone(
            board, zone.get("discoverer"), dict(zone.get("discs", {})),
            {site: [_token(kinds, token) for token in reversed(pile)] for site, pile in tokens.items()},
        )
    table.stacks = {int(depth): [boards[name] for name in reversed(pile)] for depth, pile in whole["stacks"].items()}
    table.seen = {int(depth): number for depth, number in whole["seen"].items()}
    table.token_supply = [kinds[name] for name in reversed(whole["token_supply"])]
    table.token_shuffle = whole["token_shuffle"]
    table.token_discard = Counter(kinds[name] for name in whole["token_discard"])


def _token(kinds: dict[str, int], written: str) -> tuple[int, int]:
    name, _, shuffle = written.partition("@")
    return kinds[name], int(shuffle or 0)


def _lay_supplies(table: Table, whole: Position) -> None:
    kinds = {kind.id: kind.index for kind in table.printed.specialists}
    table.row = list(whole["row"])
    table.deck = list(reversed(whole["deck"]))
    table.stock = {kinds[name]: number for name, number in whole["stock"].items()}
    table.display = [None if name is None else kinds[name] for name in whole["display"]]
    table.hidden_experts = [kinds[name] for name in reversed(whole["hidden_experts"])]


def _lay_mission(table: Table, whole: Position) -> None:
    table.impact = {int(place): seat for place, seat in whole["impact"].items()}
    table.infinite = {int(place): list(markers) for place, markers in whole["infinite"].items()}
    state = whole["mission_state"]
    table.turtle_zones = {cell_named(name) for name in state.get("turtle_zones", ())}
    table.designated = state.get("designated")
    table.goal_options = {int(goal): option for goal, option in state.get("goal_options", {}).items()}
    table.clean_up = list(state.get("clean_up", ()))
    table.races = {race: list(seats) for race, seats in state.get("races", {}).items()}
    cooperation = whole["cooperation"]
    if cooperation is not None:
        copied = {key: list(value) if isinstance(value, list) else value for key, value in cooperation.items()}
        table.cooperation = Cooperation(**copied | {"cards": copied["cards"][::-1]})


def _player(printed: Printed, seat: int, written: Position) -> Player:
    specialists = {kind.id: kind for kind in printed.specialists}
    tokens = {token.id: token.index for token in printed.tokens}
    return Player(
        seat, [written[name] for name in ATTRIBUTES], written["research"], written["staging"],
        [cell_named(name) for name in written["vessels"]],
        {cell for cell, bit in LAUNCH_BITS.items() if written["launches"] & bit},
        Counter(tokens[name] for name in written["tokens"]),
        [Member(specialists[member["kind"]], member["senior"], member["disc"]) for member in written["specialists"]],
        {journal["journal"]: journal["used"] for journal in written["journals"]},
    )
