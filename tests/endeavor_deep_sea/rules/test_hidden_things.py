"""Section 16: what is public, what nobody knows, and what a fair re-deal may change."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from tests.courses import course
from tests.endeavor_deep_sea.positions import COURSES, boards_seen_below, hidden_on_top, two_shuffles
from tests.endeavor_deep_sea.scenario import filled, rule, scenario, zone
from undersea_env.core.position import State

SEA = {"B1": "volcanic-island", "C1": "sea-star", "C2": "looking-glass"}
Position = dict[str, Any]


def as_known(state: State) -> Position:
    """The position without what H-2 calls hidden: piles become what is known of them (H-3, H-4, H-5)."""
    position = state.to_dict()
    position["stream"] = None
    for depth, pile in position["stacks"].items():
        unseen = len(pile) - position["seen"][depth]
        position["stacks"][depth] = [sorted(pile[:unseen]), pile[unseen:]]
    position["deck"] = sorted(position["deck"])
    position["hidden_experts"] = sorted(position["hidden_experts"])
    face_down = Counter((name, position["token_shuffle"]) for name in position["token_supply"])
    position["token_supply"] = len(position["token_supply"])
    for place in position["ocean"].values():
        for site, pile in place["tokens"].items():
            split = [name.partition("@") for name in pile]
            face_down.update((name, int(shuffle or 0)) for name, _, shuffle in split)
            place["tokens"][site] = [shuffle for _, _, shuffle in split]
    position["face_down"] = sorted(face_down.items())
    cards = position["cooperation"]
    if cards is not None:
        goals_left = 3 - len(cards["bonus_goals"])
        cards["unseen"] = sorted(cards["bonus_box"] + cards["cards"][:goals_left]), sorted(
            cards["setback_box"] + cards["cards"][goals_left:])
        cards |= {"cards": len(cards["cards"]), "bonus_box": len(cards["bonus_box"]),
                  "setback_box": len(cards["setback_box"])}
    return position


@rule("H-1", "H-3", "H-6")
@pytest.mark.parametrize("words", COURSES)
def test_a_re_deal_keeps_everything_that_is_known(words: str) -> None:
    states = course("endeavor_deep_sea", words)
    for k, state in enumerate(states[:: max(1, len(states) // 20)]):
        for seed in range(3):
            assert as_known(state.resample(k % state.game.num_players, seed)) == as_known(state)


@rule("H-2", "H-6")
def test_everything_hidden_is_dealt_anew() -> None:
    state = scenario(mode="cooperative", ocean=SEA | {"C1": zone("sea-star", tokens=["plain", "disc"])}).state
    dealt = [state.resample(0, seed).to_dict() for seed in range(40)]
    for look in (
        *(lambda it, depth=depth: it["stacks"][depth] for depth in "12345"),
        lambda it: it["deck"], lambda it: it["hidden_experts"], lambda it: it["token_supply"],
        lambda it: it["ocean"]["C1"]["tokens"]["d1"], lambda it: it["cooperation"]["cards"],
        lambda it: it["cooperation"]["bonus_box"], lambda it: it["cooperation"]["setback_box"],
    ):
        assert len({str(look(position)) for position in dealt}) > 5


@rule("H-3")
@pytest.mark.parametrize("words", COURSES)
def test_no_seat_knows_more_than_another(words: str) -> None:
    for k, state in enumerate(course("endeavor_deep_sea", words)[::40]):
        worlds = {state.resample(seat, k).to_bytes() for seat in range(state.game.num_players)}
        assert len(worlds) == 1


@rule("H-4")
def test_returned_boards_lie_at_the_bottom_in_a_known_order() -> None:
    ocean = {"B1": "calm-seas", "C1": "sea-star"}
    stack = ["atoll", "oil-rig", "kelp-forest", "dying-reef"]
    s = scenario(ocean=ocean, vessels=["C1"], staging=3, stacks={"1": stack}, tokens=["sonar"])
    s.activate(0).action("sonar").draw(1, 1).keep(0).place_in("A")
    s.token_effect("sonar").draw(1, 1).keep(1).place_in("D")
    assert (s["stacks"]["1"][-2:], s["seen"]["1"]) == (["oil-rig", "kelp-forest"], 2)
    for seed in range(20):
        assert s.state.resample(0, seed).to_dict()["stacks"]["1"][-2:] == ["oil-rig", "kelp-forest"]


@rule("H-4")
def test_when_the_unseen_part_is_used_up_the_next_boards_are_known() -> None:
    known = boards_seen_below().to_dict()["stacks"]["4"]
    state = boards_seen_below().game.from_dict({"seen": {"4": 6}})
    assert {tuple(state.resample(0, seed).to_dict()["stacks"]["4"]) for seed in range(20)} == {tuple(known)}
    s = scenario(ocean=filled(["C3"], C1="sea-star", C2="looking-glass"), journals=[13], table={"seen": {"4": 6}})
    top = s["stacks"]["4"]
    s.use_journal(2).action("discover").keep(0)
    assert (s["ocean"]["C4"]["board"], s["seen"]["4"], s["stacks"]["4"]) == (top[0], 5, [*top[2:], top[1]])


@rule("H-5")
def test_tokens_are_exchanged_within_one_shuffle_only() -> None:
    state = two_shuffles()
    seen = Counter[str]()
    for seed in range(60):
        position = state.resample(0, seed).to_dict()
        on_site = position["ocean"]["C1"]["tokens"]["d1"]
        assert [token.endswith("@1") for token in on_site] == [True, False, False]
        assert set(on_site[1:]) == {"impact", "sonar"}
        assert {on_site[0].removesuffix("@1"), *position["token_supply"]} == {"travel", "plain", "disc"}
        seen[on_site[0]] += 1
    assert len(seen) == 3


@rule("H-7")
def test_fallen_star_stays_among_the_first_four_and_the_looking_glass_anywhere() -> None:
    for returned in range(3):
        state = hidden_on_top(6, "fallen-star", 5, returned)
        places = Counter(state.resample(0, seed).to_dict()["stacks"]["5"].index("fallen-star") for seed in range(120))
        assert set(places) == set(range(4 - returned))
    state = hidden_on_top(8, "looking-glass", 2, 3)
    places = Counter(state.resample(0, seed).to_dict()["stacks"]["2"].index("looking-glass") for seed in range(200))
    assert set(places) == set(range(6))


@rule("H-7")
def test_a_board_that_was_drawn_and_placed_counts_too() -> None:
    ocean = filled(["C2", "C3", "C4"], A1="atoll", C1="remote-anchorage", E1="calm-seas", C5="whale-fall")
    s = scenario(mission=6, ocean=ocean, vessels=["C1"], stacks={"5": ["fallen-star", "black-smoker"]})
    for seed in range(60):
        assert s.state.resample(0, seed).to_dict()["stacks"]["5"].index("fallen-star") < 3


@rule("H-8")
@pytest.mark.parametrize("words", COURSES)
def test_masks_depend_on_nothing_hidden(words: str) -> None:
    for k, state in enumerate(course("endeavor_deep_sea", words)[::10]):
        if not state.is_terminal:
            assert state.resample(0, k).legal_actions == state.legal_actions
