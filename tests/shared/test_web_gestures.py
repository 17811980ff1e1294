"""Questions that are not asked: only those whose answer makes no difference, and nothing hidden is told by it."""

from typing import Any

import pytest

pytest.importorskip("fastapi")
from tests.kinds import SAMPLES
from tests.shared.web import Player, served
from undersea_env.core.kind import Kind
from undersea_env.core.position import State
from undersea_env.web.gestures import MOST_ANSWERS, taken_for


def positions(kind: Kind, decisions: int = 150) -> list[State]:
    import undersea_env

    options: dict[str, Any] = SAMPLES[kind.name].short
    state = undersea_env.game(kind.name, num_players=2, **options).new_game(11)
    found = []
    for step in range(decisions):
        if state.is_terminal:
            break
        found.append(state.clone())
        state.apply_action(state.legal_actions[(5 * step) % len(state.legal_actions)])
    return found


def test_what_is_taken_is_legal_and_tells_nothing_hidden(kind: Kind) -> None:
    for state in positions(kind):
        action = taken_for(state)
        assert action is None or (action in state.legal_actions and len(state.legal_actions) <= MOST_ANSWERS)
        if len(state.legal_actions) <= MOST_ANSWERS:
            assert taken_for(state.resample(state.current_player, 77)) == action


def test_answers_of_two_kinds_in_either_order_make_no_difference() -> None:
    """Of the first game: whatever is taken, the other answers lead to the same place, at most a few questions later."""
    from undersea_env.core.registry import default_game, kind_of

    found = 0
    for state in positions(kind_of(default_game()), 400):
        action = taken_for(state)
        if action is None:
            continue
        found += 1
        for other in state.legal_actions:
            assert within(state, action, 4) & within(state, other, 4)
    assert found


def within(state: State, action: int, depth: int) -> set[bytes]:
    """All positions on the ways that begin with this answer."""
    after = state.clone()
    after.apply_action(action)
    reached = {bytes(after.buffer)}
    if depth > 1 and after.current_player == state.current_player and len(after.legal_actions) <= MOST_ANSWERS:
        reached |= {each for further in after.legal_actions for each in within(after, further, depth - 1)}
    return reached


def test_what_was_taken_is_taken_back_with_the_answer(kind: Kind) -> None:
    with served(kind) as client:
        player = Player.at_new_table(client, kind, "human", **SAMPLES[kind.name].short)
        table = client.app.state.tables[player.table]
        for _ in range(80):
            view = player.view()
            if view["over"]:
                break
            before, made = table.state.clone(), len(table.table.actions)
            action = view["options"][len(view["options"]) // 2]["action"]
            after = player.post("/answer", decision=view["decision"], actions=[action], sure=True, skips=True).json()
            assert len(table.table.actions) == made + 1 + len(after["taken"])
            if after["taken"]:
                assert after["can_undo"]
                undone = player.post("/undo", decision=after["decision"]).json()
                assert undone["taken"] == []
                assert table.state == before
                player.answer(undone)
