"""The readable form of CloudAge: made by hand, and refused with the reason when impossible."""

from __future__ import annotations

import copy
import random
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest

from tests.cloudage.positions import COURSES
from tests.cloudage.scenario import Position, change, game_of, hex_at, question, quiet, rule
from tests.courses import course
from tests.wrong_numbers import what_becomes_of_wrong_numbers
from undersea_env import InvalidPosition
from undersea_env.core.position import State

SCENARIO_2, CHAPTER = (("scenario", 2),), (("chapter", "5"),)
BORDERVILLE, FAR_AWAY = hex_at(1, 1, 1), hex_at(2, 2, 0)
TOLL_HEX = hex_at(3, 1, 0)


def play_to_end(state: State, seed: int = 0) -> None:
    rng = random.Random(seed)
    while not state.is_terminal:
        state.apply_action(rng.choice(state.legal_actions))


# --- made by hand ---


def test_an_empty_dict_is_a_new_game() -> None:
    game = game_of(2, SCENARIO_2)
    assert game.from_dict({}) == game.new_game(0)


def test_without_pending_a_phase_begins() -> None:
    game = game_of(2, SCENARIO_2)
    questions = {"production": 5, "movement": 7, "action": 12, "end": 5}
    for phase, number in questions.items():
        position = quiet(game, phase, active=1)
        change(position, 0, navigation_discard=[3])
        change(position, 1, navigation_discard=[3])
        state = game.from_dict(position)
        assert question(state) == number
        assert state.current_player == (0 if phase in ("production", "end") else 1)
    assert game.from_dict(quiet(game, "over")).is_terminal


def test_reading_does_not_change_what_is_read() -> None:
    game = game_of(2, SCENARIO_2)
    position = game.new_game(3).to_dict()
    kept = copy.deepcopy(position)
    game.from_dict(position)
    assert position == kept


# --- refused ---


@cache
def usual() -> Position:
    """A movement is under way: seat 0 stands in Borderville with points left."""
    game = game_of(2, SCENARIO_2)
    position = quiet(game, "movement", round_no=2)
    change(position, 0, hex=BORDERVILLE, hand=[1, 3], plants={"green": 2}, navigation_discard=[3], energy=4)
    return game.from_dict(position).to_dict()


Change = Callable[[Position], Any]


def put(*path: Any) -> Change:
    """Write the last of these where the others lead."""
    *way, last, value = path

    def write(position: Position) -> None:
        place: Any = position
        for part in way:
            place = place[part]
        place[last] = value

    return write


def put_all(*changes: Change) -> Change:
    return lambda position: [each(position) for each in changes]


def of_player(name: str, value: Any) -> Change:
    return put("players", 0, name, value)


def pending(**values: Any) -> Change:
    return lambda position: position["pending"].update(values)


def framed(**values: Any) -> Change:
    return pending(frames=[values])


IMPOSSIBLE: dict[str, tuple[Change, str]] = {
    "an unknown key": (put("weather", "fine"), "a position is a dict of game"),
    "another game": (put("game", "chess-v0"), "game is"),
    "another number of players": (put("num_players", 3), "num_players is 2"),
    "another scenario": (put("scenario", 1), "scenario is 2"),
    "a round too many": (put("round", 9), "round is a whole number from 0 to 8"),
    "a round that is no number": (put("round", "two"), "round is a whole number"),
    "no such seat": (put("first_player", 2), "first_player"),
    "a side that is a number": (put("scenario_back", 1), "scenario_back is true or false"),
    "a phase without a round": (put("round", 0), "in phase movement the round is not 0"),
    "an unknown phase": (put("phase", "lunch"), "phase is setup or"),
    "another phase than what is pending": (put("phase", "action"), "what is pending belongs to phase movement"),
    "a story in a scenario": (put("story", 11), "a scenario has no story card"),
    "tokens that do not lie here": (put("legacy", ["L14"]), "legacy has tokens"),
    "tokens that are none": (put("legacy", ["L16"]), "legacy is a list of legacy tokens"),
    "a sleeve twice": (put("sleeves", [1, 1, 2]), "sleeves has every card once"),
    "two sleeves": (put("sleeves", [1, 2]), "sleeves is a list of 3"),
    "two sectors": (put("sectors", [[], []]), "sectors is a list of 3 lists"),
    "a city card twice": (put("cities_taken", [1]), "each city card is in one place"),
    "a city card nowhere": (put("cities_out", []), "each city card is in one place"),
    "a project twice": (of_player("projects", [1]), "each unlocked project is in one place"),
    "a project that is locked": (of_player("projects", [79]), "each unlocked project is in one place"),
    "no such project": (put("deck", [80]), "deck is a list of at most 79 numbers"),
    "an objective nowhere": (put("objective_deck", []), "each objective is in one place"),
    "an objective known that is not there": (put("known_bottom", 12), "known_bottom"),
    "a plant too many": (of_player("plants", {"green": 3}), "there are 40 plants in all, not 41"),
    "a plant on a city": (put("planted", [BORDERVILLE]), "planted hexes are hexes without a city"),
    "a plant off the map": (put("planted", [120]), "planted is a list"),
    "three players": (put("players", [{}, {}, {}]), "players is a list of 2"),
    "an unknown thing of a player": (of_player("boat", 1), "player 0 is a dict of"),
    "no such hex": (of_player("hex", hex_at(3, 1, 0)), "there is no hex 66 on this map"),
    "too much energy": (of_player("energy", 13), "energy is a whole number from 0 to 12"),
    "a production of 11": (of_player("production", 11), "production"),
    "points from nowhere": (of_player("points", 5), "points are the sum of what was gained"),
    "four movement tiles": (of_player("upgrades", {"movement": 4}), "no more than"),
    "an unknown kind of upgrades": (of_player("upgrades", {"speed": 1}), "upgrades is a dict of movement"),
    "more fresh plants than plants": (of_player("fresh", {"green": 3}), "fresh plants are among the plants"),
    "a navigation card of 6": (of_player("deck", [6]), "deck is a list of at most"),
    "a known card that is not there": (of_player("known_top", 20), "known_top"),
    "an unknown city": (of_player("cities", {"london": 1}), "cities is a dict of"),
    "a task twice": (of_player("objectives", [1, 2]), "no task is had twice"),
    "a task of another covered": (of_player("covered", ["fight"]), "covered is a list of tasks"),
    "one objective dealt": (of_player("dealt", [5]), "two objectives are dealt"),
    "no objective": (
        put_all(of_player("objectives", []), lambda position: position["objective_deck"].append(1)),
        "every player has an objective",
    ),
    "an unknown step": (pending(step="sleeping"), "step is discarding or"),
    "an unknown thing pending": (pending(wind=1), "pending is a dict of"),
    "a mover who does not play": (pending(mover=2), "pending speaks of players who do not play"),
    "no points left far from a city": (
        put_all(of_player("hex", FAR_AWAY), pending(left=0, points=3)),
        r"with 0 movement points left the airship cannot reach a free city hex \(M-4\)",
    ),
    "more points left than there were": (pending(left=5, points=3), "of 3 movement points and the solar panel 5"),
    "a toll without toll hexes": (pending(step="toll", entering=1 + TOLL_HEX), "a toll is paid for a toll hex"),
    "a toll for nothing": (pending(step="toll"), "a toll is paid for a toll hex"),
    "a toll while one moves": (pending(entering=5), "a toll is paid for a toll hex"),
    "a landing in the wild": (
        put_all(of_player("hex", FAR_AWAY), pending(step="arrived")), "a movement ends on a city hex"),
    "a landing on another airship": (
        put_all(put("players", 1, "hex", BORDERVILLE), pending(step="arrived")), "without another airship"),
    "an unknown frame": (framed(about="dream"), "about is nothing or"),
    "a frame about nothing": (framed(about="nothing"), "nothing is pending like"),
    "a frame of nobody": (framed(about="wrench", owner=3), "nothing is pending like"),
    "an effect from nowhere": (framed(about="effect", place=0, a=10), "nothing is pending like"),
    "a frame with unknown things": (framed(about="wrench", colour=3), "a frame is a dict of"),
    "too many frames": (pending(frames=[{}] * 9), "frames is a list of at most"),
    "three plants' kinds": (framed(about="planting", kinds=[0, 0, 0]), "kinds is a list of 4 numbers"),
    "pending of one player": (pending(players=[{}]), "pending players is a list of 2"),
    "a project that does not work and is not there": (
        pending(players=[{"not_working": [5]}, {}]), "projects that do not work yet are in play"),
    "two drones on one space": (
        put_all(put("phase", "action"), pending(step="collecting", card=1, players=[{"drone": 1}, {"drone": 1}])),
        "each drone lies on a space of its own"),
    "a collect without a drone": (
        put_all(put("phase", "action"), pending(step="collecting", card=1)), "every drone lies in the sector"),
    "a collect without a card": (
        put_all(put("phase", "action"), pending(step="collecting", players=[{"drone": 1}, {"drone": 2}])),
        "there is a city card that is collected from"),
    "a drone placed too early": (
        put_all(put("phase", "action"), pending(step="placing", others=1, players=[{}, {"drone": 1}])),
        "so many have placed their drones"),
    "a reaction of a project in hand": (framed(about="moment", cards=[1]), "projects that still react are in play"),
    "a reaction that is not printed": (
        put_all(lambda position: position["deck"].remove(40), of_player("projects", [40]),
                framed(about="moment", cards=[40], b=4)),
        "no more of a project has been done than is printed"),
    "a drone for a plant action": (
        put_all(put("phase", "action"), pending(step="placing", action=4)), "a sector is collected from"),
    "cards revealed that are not there": (
        put_all(put("phase", "production"), pending(step="navigating", revealed=1)), "two navigation cards lie"),
    "a vote in a scenario": (put_all(put("phase", "production"), pending(step="voting")), "a vote is between two"),
}


@pytest.mark.parametrize("words", IMPOSSIBLE)
def test_an_impossible_position_is_refused_with_the_reason(words: str) -> None:
    change, reason = IMPOSSIBLE[words]
    game, position = game_of(2, SCENARIO_2), copy.deepcopy(usual())
    assert game.from_dict(position).to_dict() == usual()       # it is possible without the change
    change(position)
    with pytest.raises(InvalidPosition, match=reason):
        game.from_dict(position)


OF_A_CHAPTER: dict[str, tuple[Change, str]] = {
    "no story card": (put("story", None), "a chapter has a story card"),
    "no such story card": (put("story", 49), "story is a whole number from 11 to 48"),
    "no campaign": (put("campaign", None), "campaign is a dict of unlocked and legacy"),
    "projects of no number": (put("campaign", {"unlocked": [9], "legacy": []}), "unlocked is a list"),
}


@pytest.mark.parametrize("words", OF_A_CHAPTER)
def test_an_impossible_position_of_a_chapter(words: str) -> None:
    change, reason = OF_A_CHAPTER[words]
    game = game_of(2, CHAPTER)
    position = quiet(game, "action")
    game.from_dict(position)
    change(position)
    with pytest.raises(InvalidPosition, match=reason):
        game.from_dict(position)


@rule("M-4")
def test_a_movement_may_go_on_as_long_as_a_city_can_be_reached() -> None:
    """A step from Borderville one point is enough; in the city none is needed."""
    game, position = game_of(2, SCENARIO_2), copy.deepcopy(usual())
    for place, enough in ((BORDERVILLE + 1, 1), (BORDERVILLE, 0)):
        position["players"][0]["hex"] = place
        for left in range(5):
            position["pending"] |= {"points": 3, "left": left}
            if left < enough:
                with pytest.raises(InvalidPosition, match="M-4"):
                    game.from_dict(position)
            else:
                play_to_end(game.from_dict(position))


# --- pending ---


def pending_positions() -> list[State]:
    return [state for words in COURSES for state in course("cloudage", words)[::23]
            if not state.is_terminal and "pending" in state.to_dict()]


def test_a_wrong_number_in_what_is_pending_is_refused_or_safe() -> None:
    """What is accepted can be played to its end, with bounds checked."""
    outcomes = what_becomes_of_wrong_numbers(pending_positions(), play_to_end)
    assert outcomes["refused"] > 30
    assert outcomes["played"] > 5
