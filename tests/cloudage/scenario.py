"""Positions made by hand: a quiet game in which only what a test speaks of is there."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, TypeVar

from undersea_env.cloudage.kernel import actions
from undersea_env.cloudage.kernel.actions import ACTIONS
from undersea_env.cloudage.kind import KIND
from undersea_env.core.position import Game, State

Position = dict[str, Any]
NO_PLANTS = {"green": 0, "dry-roots": 0, "dry-leaves": 0, "dry-stem": 0}
ALL_PLANTS = {"green": 16, "dry-roots": 8, "dry-leaves": 8, "dry-stem": 8}
PASS = actions.PASS
Test = TypeVar("Test", bound=Callable[..., None])


def rule(*ids: str) -> Callable[[Test], Test]:
    """Say which rules of RULES.md a test proves; `test_every_rule_is_tested` collects the ids."""

    def mark(test: Test) -> Test:
        test.rule_ids = (*getattr(test, "rule_ids", ()), *ids)  # type: ignore[attr-defined]
        return test

    return mark


@cache
def game_of(num_players: int, options: tuple[tuple[str, Any], ...]) -> Game:
    return Game(KIND, num_players=num_players, **dict(options))


def hex_at(board: int, row: int, col: int) -> int:
    return 30 * (board - 1) + 6 * row + col


def act(block: str, place: int = 0) -> int:
    return ACTIONS[block] + place


def quiet(game: Game, phase: str, round_no: int = 1, active: int = 0) -> Position:
    """Nobody has a card in hand or a plant; everybody is on the start hex and has the objective of their number."""
    position = game.new_game(0).to_dict()
    del position["pending"]
    position |= {"first_player": 0, "phase": phase, "round": round_no, "active": active}
    if game.options.chapter is not None and position["story"] is None:
        position["story"] = game.catalogue.chapter(game.options.chapter).start_card
    in_hand = [card for player in position["players"] for card in player["hand"]]
    position["deck"] = sorted(position["deck"] + in_hand)
    has_objectives = game.options.scenario != 1
    position["objective_deck"] = list(range(1 + game.num_players, 13)) if has_objectives else []
    if has_objectives:
        position["bag"] = dict(ALL_PLANTS)
    for seat, player in enumerate(position["players"]):
        player |= {"hand": [], "dealt": [], "refused": None, "plants": dict(NO_PLANTS)}
        player["objectives"] = [seat + 1] if has_objectives else []
    return position


def change(position: Position, seat: int, **values: Any) -> None:
    """Give a player something; cards and plants come from deck and bag."""
    player = position["players"][seat]
    for name, value in values.items():
        if name in ("hand", "projects"):
            position["deck"] = [card for card in position["deck"] if card not in value]
        if name == "plants":
            value = {**NO_PLANTS, **value}
            for kind, number in value.items():
                position["bag"][kind] -= number
        if name == "objectives":
            position["objective_deck"] = sorted({*position["objective_deck"], *player["objectives"]} - {*value})
        if name == "upgrades":
            value = {"movement": 0, "combat": 0, "growing": 0, **value}
        if name == "points":
            player["gained"] = {"production": value}
        player[name] = value


def put_on_top(position: Position, sector: int, card: int) -> None:
    """Of a sector, from 0; the card that lay there takes its place."""
    other = position["sectors"][sector][0]
    for pile in (*position["sectors"], position["cities_out"]):
        for at, here in enumerate(pile):
            if here == card:
                pile[at] = other
    position["sectors"][sector][0] = card
    position["cities_out"].sort()


def build(
    phase: str, *players: dict[str, Any], round_no: int = 1, active: int = 0, tops: dict[int, int] | None = None,
    edit: dict[str, Any] | None = None, **options: Any,
) -> State:
    """A position at the beginning of a phase (or of a turn); `tops` are city cards on top of sectors."""
    game = game_of(len(players), tuple(options.items()))
    position = quiet(game, phase, round_no, active)
    for seat, values in enumerate(players):
        change(position, seat, **values)
    for sector, card in (tops or {}).items():
        put_on_top(position, sector, card)
    position |= edit or {}
    return game.from_dict(position)


def me(state: State, seat: int = 0) -> dict[str, Any]:
    player: dict[str, Any] = state.to_dict()["players"][seat]
    return player


def do(state: State, *answers: int) -> None:
    for answer in answers:
        assert answer in state.legal_actions, (answer, state.legal_actions)
        state.apply_action(answer)


def question(state: State) -> int:
    return int(state.record["question"][0])
