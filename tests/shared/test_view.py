"""What a seat is told: its view of a position, its options, and why others are not possible."""

import copy
import json
import pickle
import random
import xml.etree.ElementTree as ElementTree
from typing import Any

import pytest

from tests import courses
from tests.courses import all_courses
from tests.kinds import NAMES, Sample, by_default
from tests.pictures import check_ids
from undersea_env import InvalidOption
from undersea_env.core.position import State
from undersea_env.core.view import Option

POSITIONS = 10                                       # of a course, about
MANY = 1000                                          # of a game


@pytest.fixture(params=all_courses(), ids=": ".join)
def sample(request: pytest.FixtureRequest) -> list[State]:
    """Positions of a game, spread over it."""
    course = courses.course(*request.param)
    return course[:: max(1, len(course) // POSITIONS)]


def as_json(value: Any) -> str:
    return json.dumps(value, sort_keys=True)


def told_of(state: State, seat: int) -> list[Any]:
    """Everything that is said to a seat."""
    told: list[Any] = [state.view(seat)]
    if state.current_player == seat:
        told.append([option.as_dict() for option in state.options])
    return told


def left_by_the_game(state: State, seat: int) -> str:
    """What the game itself leaves of the position for a seat, whatever `view` does beside it."""
    position = state.to_dict()
    del position["stream"]
    state.game.kind.notation.seen(position, seat, state)
    return as_json(position)


def check_nothing_hidden(state: State, seat: int, seed: int) -> None:
    other = state.resample(seat, seed)
    assert as_json(told_of(other, seat)) == as_json(told_of(state, seat))
    assert left_by_the_game(other, seat) == left_by_the_game(state, seat)


# --- the view ---


def test_a_view_tells_nothing_hidden(sample: list[State]) -> None:
    for k, state in enumerate(sample):
        for seat in range(state.game.num_players):
            check_nothing_hidden(state, seat, k)


@pytest.mark.soak
@pytest.mark.parametrize("name", NAMES)
def test_a_thousand_views_tell_nothing_hidden(name: str) -> None:
    states = [state for words in courses.courses_of(name) for state in courses.course(name, words)]
    for k, state in enumerate(random.Random(0).choices(states, k=MANY)):
        check_nothing_hidden(state, k % state.game.num_players, k)


def test_a_view_has_what_the_seat_may_know(sample: list[State]) -> None:
    for state in sample:
        for seat in range(state.game.num_players):
            view = state.view(seat)
            assert json.loads(json.dumps(view)) == json.loads(as_json(view))
            assert (view["you"], view["to_move"]) == (seat, state.current_player)
            assert view["scores"] == list(state.scores)
            assert view["if_ended_now"] == [state.score_breakdown(k) for k in range(state.game.num_players)]
            assert view["question"]["words"] == state.game.kind.words.question(state)
            kinds = {option.kind for option in state.options} if state.current_player == seat else {None}
            assert view["question"]["kind"] in kinds
            assert "stream" not in view
            assert "seed" not in view


def test_own_hands_are_shown_and_those_of_others_counted(sample: list[State]) -> None:
    for state in sample:
        players = state.to_dict()["players"]
        if "hand" not in players[0]:
            continue                                 # a game in which nobody hides anything
        for seat in range(state.game.num_players):
            for other, shown in enumerate(state.view(seat)["players"]):
                assert shown.get("hand") == (players[other]["hand"] if other == seat else None)
                assert shown["hand_count"] in (len(players[other]["hand"]), players[other].get("hand_count"))


def test_a_view_changes_nothing(any_game: Sample) -> None:
    state = any_game.game().new_game(3)
    before = state.to_bytes()
    state.view(0), state.options, state.blocked(0)
    assert state.to_bytes() == before


@pytest.mark.parametrize("seat", [-1, 9, None, 0.5])
def test_wrong_seats_are_refused(any_game: Sample, seat: Any) -> None:
    state = any_game.game().new_game(0)
    for ask in (state.view, state.blocked):
        with pytest.raises(InvalidOption):
            ask(seat)


# --- options ---


def test_options_are_the_legal_actions(sample: list[State]) -> None:
    for state in sample:
        options = state.options
        assert [option.action for option in options] == state.legal_actions
        assert [option.words for option in options] == [state.action_to_string(o.action) for o in options]
        assert [option.kind for option in options] == [
            state.game.kind.actions.block_of(option.action)[0].name for option in options
        ]
        assert len({option.words for option in options}) == len(options)
        assert all(option.facts.keys() == options[0].facts.keys() for option in options)


def test_facts_are_attributes() -> None:
    state = by_default("tests.toy_game").game().new_game(4)
    first: Any = state.options[0]
    card = state.to_dict()["players"][0]["hand"][0]
    assert (first.kind, first.card, first.points, first.targets) == ("PLAY", card, card, (f"hand-{card}",))
    assert first.as_dict() == {
        "action": 0, "kind": "PLAY", "words": f"play card {card}", "targets": [f"hand-{card}"], "card": card,
        "points": card,
    }
    with pytest.raises(AttributeError, match="an option has no 'matches'; it has action, kind, words, targets, card"):
        first.matches  # noqa: B018
    with pytest.raises(AttributeError):
        first.card = 3
    assert copy.deepcopy(first) == first == pickle.loads(pickle.dumps(first))
    assert len({first, copy.copy(first)}) == 1


def test_targets_are_in_the_picture_of_the_seat(sample: list[State]) -> None:
    """Each once; with other answers of its kind too, which cannot be given now."""
    for state in sample:
        if state.game.kind.drawing is None or state.is_terminal:
            continue
        seat = state.current_player
        root = ElementTree.fromstring(state.render("svg", seat))
        check_ids(root)
        ids = {element.get("id") for element in root.iter()}
        wanted = {target for option in state.options for target in option.targets}
        assert wanted <= ids, wanted - ids
        assert state.blocked(seat).keys() <= ids


def test_most_options_have_targets(any_game: Sample) -> None:
    """A page would be a list of buttons without them."""
    name = any_game.name
    options = [option for words in courses.courses_of(name) for state in courses.course(name, words)[::5]
               for option in state.options]
    pointed = sum(bool(option.targets) for option in options)
    assert pointed > len(options) / 2


# --- why not ---


def test_what_is_blocked_is_told_with_the_reason(sample: list[State]) -> None:
    for state in sample:
        for seat in range(state.game.num_players):
            blocked = state.blocked(seat)
            assert blocked == {} or seat == state.current_player
            possible = {target for option in state.options for target in option.targets}
            assert not possible & blocked.keys()
            assert all(blocked.values())
            assert state.resample(seat, 3).blocked(seat) == blocked


def test_why_answers_of_one_or_several_targets(sample: list[State]) -> None:
    for state in sample:
        for option in state.options:
            if option.targets:
                assert state.why(*option.targets) is None
                assert state.why(option.targets[0]) is None
        for target, reason in state.blocked(state.current_player if not state.is_terminal else 0).items():
            assert state.why(target) == reason
        told = state.why("the-moon")
        assert told is not None
        assert told.startswith("'the-moon' is no answer: ")


def test_why_is_asked_of_something(any_game: Sample) -> None:
    with pytest.raises(InvalidOption):
        any_game.game().new_game(0).why()


def test_an_option_says_what_it_is() -> None:
    option = Option(3, "PLAY", "play it", (), {"card": 1})
    assert repr(option) == "Option(action=3, kind='PLAY', words='play it', targets=(), facts={'card': 1})"


# --- notebooks ---


def test_a_notebook_shows_the_table(any_game: Sample) -> None:
    state = any_game.game().new_game(2)
    if any_game.kind.drawing is None:
        assert state._repr_svg_() is None
    else:
        assert state._repr_svg_() == state.render("svg", state.current_player)
