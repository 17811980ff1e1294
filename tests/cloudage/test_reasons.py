"""Why an action is refused: the sentences, that they are true, and that they tell nothing hidden."""

from __future__ import annotations

import random
import re
from collections import Counter
from typing import Any

import pytest

import undersea_env
from tests.cloudage.beginnings import rare
from tests.cloudage.positions import GAMES, answer_by_taste
from tests.cloudage.scenario import act, build, do, game_of, hex_at, rule
from undersea_env.cloudage.kernel.actions import ACTIONS, NUM_ACTIONS
from undersea_env.cloudage.printed.catalogue import load_catalogue
from undersea_env.cloudage.words import why_not
from undersea_env.cloudage.words.reasons import BLOCKS_OF, REASONS
from undersea_env.core.position import State
from undersea_env.errors import InvalidPosition

GENERAL = "it is not among the answers to: "
OTHER = "the question now is: "
COMMON = (5, 6, 7, 17)                               # questions that are asked all the time
RARE = [(1 + k % 4, {"scenario": 2 + k % 2}) for k in range(12)]
NO_REASON = {"RESOURCE"}                             # whenever they are asked for, all of them are legal
Explained = list[tuple[State, dict[int, str]]]       # positions, with the reason for every illegal action


def positions_on(state: State, taste: str, seed: int, share: float) -> list[State]:
    """Some positions of a game, likelier where a rare question is open."""
    rng, found = random.Random(seed), []
    while not state.is_terminal:
        if rng.random() < share * (1 if int(state.states[0].question) in COMMON else 4):
            found.append(state.clone())
        state.apply_action(answer_by_taste(state, taste, rng))
    return found


def reasons(state: State) -> dict[int, str]:
    legal = set(state.legal_actions)
    return {action: why_not(state, action) for action in range(NUM_ACTIONS) if action not in legal}


@pytest.fixture(scope="module")
def explained() -> Explained:
    states = []
    for players, taste, seed, options in GAMES:
        states += positions_on(game_of(players, tuple(options.items())).new_game(seed), taste, seed, 0.04)
    for k, (players, options) in enumerate(RARE):
        game = game_of(players, tuple(options.items()))
        states += positions_on(game.from_dict(rare(game, k, random.Random(k))), "fighter", k, 0.06)
    return [(state, reasons(state)) for state in states]


# --- every illegal action has one ---


def test_every_illegal_action_has_a_reason_and_the_general_one_is_rare(explained: Explained) -> None:
    found: Counter[str] = Counter()
    for _, told in explained:
        for action, words in told.items():
            assert words, action
            assert words == " ".join(words.split())
            kind = "general" if words.startswith(GENERAL) else "other" if words.startswith(OTHER) else "precise"
            found[kind] += 1
    assert len(explained) > 200
    assert found["precise"] > 3000
    assert found["general"] <= 0.001 * found["precise"]              # measured: none


def test_every_block_that_is_asked_for_has_reasons() -> None:
    blocks = {name for names in BLOCKS_OF.values() for name in names}
    assert blocks == {block.name for block in ACTIONS}
    assert set(REASONS) == blocks - NO_REASON


def test_answers_belong_to_the_blocks_of_their_question(explained: Explained) -> None:
    asked = set()
    for state, _ in explained:
        names = {ACTIONS.block_of(action)[0].name for action in state.legal_actions}
        asked.add(int(state.states[0].question))
        assert names <= set(BLOCKS_OF[int(state.states[0].question)])
    assert len(asked) > 22, asked


def test_reasons_name_rules_that_exist(explained: Explained) -> None:
    page = (load_catalogue().folder.parent / "RULES.md").read_text(encoding="utf-8")
    known = set(re.findall(r"\*\*([A-Z]-[\da-e]+)\*\*", page))
    told = {words for _, each in explained for words in each.values() if not words.startswith((GENERAL, OTHER))}
    assert {id for words in told for id in re.findall(r"\b([A-Z]-[\da-e]+)\b", words)} <= known
    for words in told:
        assert re.search(r"\([A-Z]-[\da-e]+(, [A-Z]-[\da-e]+)*\)$", words), words


def test_the_reason_is_in_the_message_and_nothing_changes() -> None:
    state = build("action", {"metal": 0}, {})
    do(state, act("ACTION", 3))
    before, action = state.to_bytes(), act("UPGRADE", 1)
    with pytest.raises(undersea_env.IllegalAction) as refused:
        state.apply_action(action)
    assert str(refused.value).startswith(
        f"seat 0 may not choose action {action} (build the next combat upgrade): "
        "the next combat upgrade costs 2 metal, and you have 0 (B-3); legal now: "
    )
    assert state.to_bytes() == before


def test_a_game_that_is_over() -> None:
    state = game_of(1, (("scenario", 1),)).new_game(0)
    while not state.is_terminal:
        state.apply_action(state.legal_actions[0])
    assert why_not(state, 0) == "the game is over"


# --- they tell nothing hidden ---


@rule("U-2", "U-3")
def test_reasons_do_not_depend_on_what_is_hidden(explained: Explained) -> None:
    for state, told in explained[::4]:
        for seed in (1, 2):
            assert reasons(state.resample(state.current_player, seed)) == told


# --- they are true: found without the words, by positions that are put right ---


def with_mine(state: State, **mine: Any) -> State | None:
    """The same question, but for what the seat that decides has; None: then it would not be asked."""
    position = state.to_dict()
    position["players"][state.current_player] |= mine
    try:
        other = state.game.from_dict(position)
    except InvalidPosition:
        return None
    return other if question_of(other) == question_of(state) else None


def question_of(state: State) -> tuple[int, int]:
    return state.current_player, int(state.states[0].question)


PRICES = (
    (r".+ costs (\d+) metal, and you have (\d+) ", "metal"),
    (r".+ costs (\d+) water.*, and you have (\d+) water", "water"),
    (r"(?:a card costs|level \d+ takes) (\d+) energy, and you have (\d+) ", "energy"),
)


@rule("B-3", "K-1", "F-3", "P-4")
def test_so_much_is_missing(explained: Explained) -> None:
    """With what is asked for it is legal (a project perhaps needs cards too), with 1 less it is not."""
    checked: Counter[str] = Counter()
    for state, told in explained:
        mine = state.to_dict()["players"][state.current_player]
        for action, words in told.items():
            for pattern, what in PRICES:
                price = re.match(pattern, words)
                if not price:
                    continue
                checked[what] += 1
                needed, had = int(price[1]), int(price[2])
                assert mine[what] == had < needed, words
                right = with_mine(state, **{what: needed})
                assert right is not None, words
                lacks_cards = action not in right.legal_actions and "other card" in why_not(right, action)
                assert action in right.legal_actions or (" card" in words and lacks_cards), words
                less = with_mine(state, **{what: needed - 1})
                assert less is None or action not in less.legal_actions, words
    assert min(checked[what] for _, what in PRICES) > 10, checked


@rule("M-2", "M-4")
def test_so_many_movement_points_are_missing(explained: Explained) -> None:
    checked = 0
    for state, told in explained:
        for action, words in told.items():
            if more := re.search(r"(\d+) movement points? too few", words):
                checked += 1
                for extra in (int(more[1]), int(more[1]) - 1):
                    position = state.to_dict()
                    position["pending"]["left"] = position["pending"].get("left", 0) + extra
                    position["pending"]["points"] = position["pending"].get("points", 0) + extra
                    other = state.game.from_dict(position)
                    is_legal = question_of(other) == question_of(state) and action in other.legal_actions
                    assert is_legal == (extra == int(more[1])), words
    assert checked > 20


@rule("M-3")
def test_an_airship_lands_on_a_free_city_hex() -> None:
    state = build("movement", {"hex": hex_at(1, 1, 0), "navigation_discard": [3]}, {"hex": hex_at(1, 1, 1)})
    assert why_not(state, 0) == "B1 is no city: the airship must end on a city hex (M-3)"
    do(state, act("MOVE", 0))
    assert why_not(state, 0) == "the airship of seat 1 is on B2 (Borderville) (M-3)"


@rule("H-2", "M-2")
def test_steps_over_the_edge_and_steps_that_cost_too_much() -> None:
    state = build("movement", {"hex": hex_at(1, 2, 1), "navigation_discard": [0]}, {})
    assert why_not(state, act("MOVE", 0)) == "C3 costs 2, and you have 1 movement point left (M-2)"
    state = build("movement", {"hex": hex_at(1, 0, 1), "navigation_discard": [3]}, {})
    assert why_not(state, act("MOVE", 1)) == "there is no hex NE of A2 (H-2)"


@rule("F-3", "Q-1", "Q-2")
def test_fights() -> None:
    city = hex_at(1, 0, 1)
    state = build("movement", {"hex": city, "navigation_discard": [0], "deck": [0, 0, 1], "energy": 3}, {})
    do(state, 0)
    assert why_not(state, act("FIGHT", 1)) == "the first card of a fight cannot be bought with points (F-3)"
    assert why_not(state, act("CUBE", 0)) == "you have no cube in Whika (T-1)"
    assert why_not(state, act("CUBE", 1)) == "L2 is not in play (T-1)"
    assert why_not(state, act("CUBE", 2)) == "L5 is used in the action phase (Q-2)"


@rule("W-1", "W-5", "W-10")
def test_plants() -> None:
    state = build("action", {"hex": hex_at(1, 0, 4), "plants": {"green": 2, "dry-roots": 1}}, {})
    do(state, act("ACTION", 4))
    assert why_not(state, act("PLANT", 2)) == "you have no dry-leaves plant (W-1)"
    do(state, act("PLANT", 0))
    assert why_not(state, act("HEX", hex_at(1, 0, 1))) == "A2 (Dustwick) belongs to a city (W-5)"
    assert why_not(state, act("HEX", hex_at(1, 4, 4))) == "E5 is not connected with your airship (W-5)"
    do(state, act("HEX", hex_at(1, 0, 5)))
    do(state, act("PLANT", 0))
    assert why_not(state, act("HEX", hex_at(1, 0, 5))) == "A6 is planted already (W-5)"


@rule("S-12", "T-14", "T-15", "A-2")
def test_city_actions() -> None:
    state = build("action", {}, {}, scenario=1)
    assert why_not(state, act("ACTION", 4)) == "in scenario 1 there is no plant action (S-12)"
    assert why_not(state, act("ACTION", 5)) == "L14 is not in play (T-14)"
    assert why_not(state, act("ACTION", 6)) == "L15 is not in play (T-15)"
    do(state, act("ACTION", 3))
    assert why_not(state, act("UPGRADE", 2)) == "in scenario 1 there are no growing upgrades (S-12)"


@rule("D-17", "K-1")
def test_projects() -> None:
    state = build("action", {"hand": [1, 2], "water": 3}, {})
    do(state, act("ACTION", 3))
    assert why_not(state, act("PROJECT", 1)) == "you have the same card as no. 1, which is named instead (D-a)"
    assert why_not(state, act("PROJECT", 5)) == "Dew Nets (no. 6) is not in your hand (K-1)"
    state = build("action", {"hand": [1], "water": 3}, {})
    do(state, act("ACTION", 3))
    assert why_not(state, act("PROJECT", 0)) == "Wreck costs 3 water and 1 card, and you have 0 other cards (K-1)"


@rule("A-1", "J-1", "A-6")
def test_drones_tasks_and_navigation_cards() -> None:
    state = build("action", {}, {})
    do(state, act("ACTION", 0), act("DISTRICT", 1))
    assert why_not(state, act("DISTRICT", 1)) == "the drone of seat 0 is on metal (A-1)"
