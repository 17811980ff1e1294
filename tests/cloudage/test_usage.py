"""What `undersea stats` and the curves of scores are told of the game: rounds and the use of things.

The second engine notes what happens in its own way (`oracle`); what the arena notes is compared with that.
"""

import random
from collections import Counter
from typing import Any

import numpy as np
import pytest

import undersea_env
from tests.cloudage.agreement import POLICIES, Duel
from tests.cloudage.scenario import PASS, act, build, change, do, game_of, hex_at, me, quiet
from undersea_env.cloudage import usage
from undersea_env.cloudage.kind import KIND
from undersea_env.cloudage.words.names import PLANT_NAMES
from undersea_env.core.position import State

SCENARIO_2 = {"scenario": 2, "sides": "AAA", "extra_objective": False}
WITH_TOKENS = {"chapter_index": 6, "unlocked": 0b111111110, "legacy": (1 << 15) - 1, "stars": [[0] * 4] * 7}
COURSES = {
    "two, fights": ({"num_players": 2, **SCENARIO_2}, "fights"),
    "two, fights to the end": ({"num_players": 2, **SCENARIO_2}, "fights to the end"),
    "three, builds": ({"num_players": 3, **SCENARIO_2, "scenario": 1}, "builds"),
    "three, plants": ({"num_players": 3, **SCENARIO_2, "scenario": 3}, "plants"),
    "four, tokens": ({"num_players": 4, "campaign": WITH_TOKENS}, "uses tokens"),
    "alone, tokens": ({"num_players": 1, "campaign": WITH_TOKENS}, "plants by tokens"),
    "alone": ({"num_players": 1, **SCENARIO_2, "extra_objective": True}, "busy"),
}


def used(state: State, answer: int) -> list[usage.Thing]:
    return [thing for _, thing in usage.used_by(state.game, state.states, np.array([answer]))]


def played(options: dict[str, object], policy: str, seed: int) -> tuple[Duel, Counter[tuple[str, str]], list[int]]:
    """A whole game by both engines; what was used in it, by all seats, and the rounds done before each decision."""
    duel, rng = Duel(seed, options), random.Random(seed)
    tally: Counter[tuple[str, str]] = Counter()
    rounds = []
    while not duel.is_over:
        answer = POLICIES[policy](duel, rng)
        rounds.append(int(usage.rounds_done(duel.state.states)[0]))
        tally.update((sort, id) for sort, id, _ in used(duel.state, answer))
        duel.step(answer)
    for seat in range(duel.state.game.num_players):
        tally.update((sort, id) for sort, id, _ in usage.held_at_end(duel.state, seat))
    return duel, tally, rounds


def by_the_oracle(duel: Duel, verb: str) -> Counter[str]:
    """What was `played`, `built`, `won`, ..."""
    events = duel.oracle.events.items()
    return Counter({event.removeprefix(f"{verb} "): n for event, n in events if event.startswith(f"{verb} ")})


def noted(tally: Counter[tuple[str, str]], sort: str) -> Counter[str]:
    return Counter({id: number for (of, id), number in tally.items() if of == sort})


@pytest.mark.parametrize("course", COURSES)
def test_what_is_noted_is_what_the_second_engine_saw(course: str) -> None:
    titles = {str(project.id): project.title for project in KIND.load_catalogue().projects}
    seen: Counter[str] = Counter()
    for seed in range(3):
        duel, tally, _ = played(*COURSES[course], seed)
        cities = by_the_oracle(duel, "won")
        assert noted(tally, "city won") == cities
        assert noted(tally, "token") == by_the_oracle(duel, "cube")
        planted = by_the_oracle(duel, "planted")
        assert noted(tally, "plant") == Counter({kind: n for kind, n in planted.items() if kind in PLANT_NAMES})
        assert Counter({titles[id]: n for id, n in noted(tally, "project").items()}) == by_the_oracle(duel, "played")
        built = {event.replace(" ", "-"): n for event, n in by_the_oracle(duel, "built").items()}
        assert noted(tally, "upgrade") == Counter(built)
        assert noted(tally, "city card") == by_the_oracle(duel, "city card")
        seen += Counter(sort for sort, _ in tally)
    assert seen["project"] + seen["upgrade"] > 0
    assert not course.startswith("two") or seen["city won"] > 3


def test_city_actions_districts_and_resources_count_when_they_are_chosen() -> None:
    game = game_of(2, (("scenario", 2),))
    state = game.from_dict(quiet(game, "action"))
    sector, card = state.to_dict()["sleeves"][1], state.to_dict()["sectors"][1][0]
    first, second, third = used(state, act("ACTION", 1))
    assert first == ("city action", "collect", "collect")
    assert second == ("sleeve", str(sector), f"sleeve {sector}")
    assert third[:2] == ("city card", str(card))
    assert used(state, act("ACTION", 3)) == [("city action", "build", "build")]
    assert used(state, act("ACTION", 4)) == [("city action", "plant", "plant")]
    state.apply_action(act("ACTION", 1))
    assert used(state, act("DISTRICT", 2)) == [("district", "water", "water")]
    state = game.from_dict(quiet(game, "action"))
    state.apply_action(act("ACTION", 3))
    assert used(state, act("RESOURCE", 3)) == [("resource", "card", "card")]


def test_a_city_that_is_won_without_a_question_counts_too() -> None:
    """F-5: perm combat is enough. A city with an own cube, or too strong a one, is not won by landing there."""
    there: dict[str, Any] = {"hex": hex_at(1, 1, 1), "navigation_discard": [1], "energy": 0}
    for combat, cities, won in ((0, {}, []), (4, {}, ["borderville"]), (4, {"borderville": 1}, [])):
        stands = there | {"upgrades": {"combat": combat}, "cities": cities, "cubes": 7 - len(cities)}
        state = build("movement", stands, {}, scenario=1, round_no=1 + len(cities))
        assert PASS in state.legal_actions
        assert [id for _, id, _ in used(state, PASS)] == won
        if combat == 0:                                  # a fight is asked for: the solar panel gives energy (M-6)
            do(state, PASS)
        do(state, PASS)
        assert me(state)["cities"] == {"borderville": 1 + len(cities)}


def test_projects_are_held_while_one_may_build() -> None:
    game = game_of(2, (("scenario", 1),))
    position = quiet(game, "action")
    change(position, 0, hand=[2, 3, 4])
    state = game.from_dict(position)
    assert not list(usage.in_hand(game, state.states, np.array([act("ACTION", 3)])))
    state.apply_action(act("ACTION", 3))
    held = [thing for _, thing in usage.in_hand(game, state.states, np.array([act("RESOURCE", 0)]))]
    assert held == [("project", "1", "Wreck"), ("project", "3", "Solar Panel"), ("project", "3", "Solar Panel")]
    assert not list(usage.in_hand(game, state.states, np.array([-1])))


def test_what_stays_with_a_player_is_told_by_the_end() -> None:
    """The readable form of the position says the same in its own way."""
    for course in COURSES.values():
        duel, _, _ = played(*course, 7)
        for seat, player in enumerate(duel.state.to_dict()["players"]):
            held = Counter((sort, id) for sort, id, _ in usage.held_at_end(duel.state, seat))
            assert noted(held, "city") == Counter([city for city, cubes in player["cities"].items() if cubes])
            assert noted(held, "objective") == Counter(map(str, player["objectives"]))
            assert noted(held, "level") == Counter([str(player["production"])])
            points = sum(
                int(name.split()[0]) for sort, _, name in usage.held_at_end(duel.state, seat) if sort == "step"
            )
            assert points == duel.state.score_breakdown(seat)["objectives"]


def test_rounds_are_counted_one_by_one() -> None:
    for players, rounds in ((1, 8), (4, 7)):
        _, _, done = played({"num_players": players, **SCENARIO_2}, "random", 3)
        assert list(dict.fromkeys(done)) == list(range(rounds))


@pytest.mark.parametrize(("scenario", "upgrades"), [(1, 7), (2, 10)])
def test_what_is_always_listed_is_in_the_game(scenario: int, upgrades: int) -> None:
    game = undersea_env.game(game="cloudage", scenario=scenario)
    listed = list(usage.always_listed(game))
    numbers = {0, 1, 2, 3} if scenario == 2 else {0}
    titles = {project.title for project in game.catalogue.projects if project.number in numbers}
    assert {name for sort, _, name in listed if sort == "project"} == titles
    assert sum(sort == "upgrade" for sort, _, _ in listed) == upgrades
    assert len(set(listed)) == len(listed)
    assert {sort for sort, _, _ in listed} <= set(usage.SORTS)
