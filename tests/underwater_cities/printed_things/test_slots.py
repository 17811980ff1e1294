# ruff: noqa: E501  one row of a table, one line
"""Every slot of both sides of the main board, and the always-available one: a turn in which it works and one in which it may not."""

from __future__ import annotations

from typing import Any

import pytest

from tests.underwater_cities.printed_things.cases import FULL, Case, at, check
from tests.underwater_cities.scenario import scenario, slot_ids

CITY = {"steelplast": 2, "kelp": 1, "credits": 1}
CITY_PAID = {"steelplast": -2, "kelp": -1, "credits": -1}
TUNNEL = {"steelplast": 1, "credits": 1}
TUNNEL_PAID = {"steelplast": -1, "credits": -1}
READY = {"in_play": [0]}
EMPTY_SPECIALS: dict[str, Any] = {"special_row": [], "special_deck": []}


def on(players: int, slot: str, have: dict[str, Any], do: list[str], gets: dict[str, int], **more: Any) -> tuple[int, Case]:
    return players, Case(slot, have, do, gets, **more)


# The card played (3, 1 or 2: green, red, yellow) never has the slot's colour, so that only the slot is used.
WORKS = [
    on(3, "resources", {}, [], {"science": 1, "steelplast": 1, "kelp": 1}),
    on(3, "two-tunnels", {"steelplast": 3, "credits": 3}, ["SITE t13", "SITE t9"], {"steelplast": -2, "credits": -1}, sites={"t13": "tunnel", "t9": "tunnel"}),
    on(3, "action-special", READY, ["PART 0", "EITHER 1", "SPECIAL 182"], {"credits": 1}, cards=1),
    on(3, "city-building", CITY | {"kelp": 2}, ["PART 0", "SITE c8", "SITE c8.a"], CITY_PAID | {"kelp": -2}, sites={"c8": "nonsymbiotic", "c8.a": "farm"}),
    on(3, "science-or-upgrades", {}, [], {"science": 2}),
    on(3, "science-or-upgrades", {"science": 4, "sites": at("c9", "lab", "farm", "desal") | {"t13": "tunnel"}}, ["EITHER 1", "SITE c9.a", "SITE c9.b", "SITE t13"], {"science": -3}, sites=at("c9", "lab+", "farm+") | {"t13": "tunnel+"}),
    on(3, "two-farms", {"kelp": 3}, ["SITE c9.a", "SITE c9.b"], {"kelp": -2}, sites=at("c9", "farm", "farm")),
    on(3, "tunnel-city", {"steelplast": 3, "kelp": 1, "credits": 2}, ["PART 0", "SITE t13", "SITE c6"], {"steelplast": -3, "kelp": -1, "credits": -2}, sites={"t13": "tunnel", "c6": "nonsymbiotic"}),
    on(3, "steelplast-kelp", {}, [], {"steelplast": 2, "kelp": 1}),
    on(3, "two-labs", {"steelplast": 3}, ["SITE c9.a", "SITE c9.b"], {"steelplast": -2}, sites=at("c9", "lab", "lab")),
    on(3, "action-build-upgrade", READY | {"science": 1}, ["EITHER 1", "SITE c9.a"], {"science": -1}, sites={"c9.a": "desal+"}),
    on(3, "action-steelplast", READY, ["PART 0", "EITHER 1"], {"credits": 1, "steelplast": 1}),
    on(3, "tunnel-or-federation", TUNNEL, ["EITHER 0", "SITE t13"], TUNNEL_PAID, sites={"t13": "tunnel"}),
    on(3, "tunnel-or-federation", TUNNEL, ["EITHER 1", "PART 0"], {"credits": 1}, cards=2, space=4),
    on(3, "city-or-kelp", CITY, ["EITHER 0", "SITE c6"], CITY_PAID, sites={"c6": "nonsymbiotic"}),
    on(3, "city-or-kelp", CITY, ["EITHER 1"], {"kelp": 1}),
    on(3, "two-desals", {"credits": 3}, ["SITE c9.a", "SITE c9.b"], {"credits": -2}, sites=at("c9", "desal", "desal")),
    on(3, "federation-two", {}, [], {"credits": 1}, space=3),
    on(3, "always", {}, [], {"credits": 2}, cards=2),
    on(2, "action-two-resources", READY, ["PART 0", "EITHER 0", "RESOURCE kelp", "RESOURCE science"], {"steelplast": 1, "kelp": 1, "science": 1}),
    on(2, "science-or-upgrades", {}, [], {"science": 2}),
    on(2, "science-or-upgrades", {"science": 4, "sites": at("c9", "lab", "farm", "desal") | {"t13": "tunnel"}}, ["EITHER 1", "SITE c9.a", "SITE c9.b", "SITE c9.c"], {"science": -3}, sites=at("c9", "lab+", "farm+", "desal+")),
    on(2, "two-tunnels", {"steelplast": 3, "credits": 3}, ["SITE t13", "SITE t15"], {"steelplast": -2, "credits": -2}, sites={"t13": "tunnel", "t15": "tunnel"}),
    on(2, "city-building", CITY | {"kelp": 2}, ["PART 0", "SITE c8", "SITE c8.a"], CITY_PAID | {"kelp": -2}, sites={"c8": "nonsymbiotic", "c8.a": "farm"}),
    on(2, "two-farms-or-two-labs", {"kelp": 3, "steelplast": 1}, ["EITHER 0", "SITE c9.a", "SITE c9.b"], {"kelp": -2}, sites=at("c9", "farm", "farm")),
    on(2, "two-farms-or-two-labs", {"kelp": 1, "steelplast": 3}, ["EITHER 1", "SITE c9.a", "SITE c9.b"], {"steelplast": -2}, sites=at("c9", "lab", "lab")),
    on(2, "tunnel-action", READY | TUNNEL, ["PART 0", "SITE t13", "ACTION_CARD 0", "EITHER 1"], {"steelplast": -1}, sites={"t13": "tunnel"}),
    on(2, "special", {}, ["SPECIAL 183"], {}, cards=1),
    on(2, "tunnel-city", {"steelplast": 3, "kelp": 1, "credits": 2}, ["PART 0", "SITE t13", "SITE c6"], {"steelplast": -3, "kelp": -1, "credits": -2}, sites={"t13": "tunnel", "c6": "nonsymbiotic"}),
    on(2, "city", CITY, ["SITE c6"], CITY_PAID, sites={"c6": "nonsymbiotic"}),
    on(2, "cards-upgrade-or-kelp", {"science": 1, "sites": at("c9", "lab")}, ["PART 1", "EITHER 0"], {"science": -1}, sites=at("c9", "lab+"), cards=2),
    on(2, "cards-upgrade-or-kelp", {}, [], {"kelp": 1}, cards=2),
    on(2, "federation-two", {}, [], {"credits": 1}, space=3),
    on(2, "two-desals", {"credits": 3}, ["SITE c9.a", "SITE c9.b"], {"credits": -2}, sites=at("c9", "desal", "desal")),
    on(2, "always", {}, [], {"credits": 2}, cards=2),
]
# A slot cannot be chosen when no part of its action can be performed (G-5), or when it is occupied (G-3).
REFUSED = [
    (3, "resources", {"position": {"slots": {"resources": [1]}}}),
    (3, "two-tunnels", {"steelplast": 1}),
    (3, "action-special", EMPTY_SPECIALS),
    (3, "city-building", {"science": 9}),
    (3, "science-or-upgrades", {"position": {"slots": {"science-or-upgrades": [1]}}}),
    (3, "two-farms", {"steelplast": 9, "credits": 9}),
    (3, "tunnel-city", {"steelplast": 9, "kelp": 9}),
    (3, "steelplast-kelp", {"position": {"slots": {"steelplast-kelp": [1]}}}),
    (3, "two-labs", {"kelp": 9, "credits": 9}),
    (3, "action-build-upgrade", {"steelplast": 9, "kelp": 9, "credits": 9}),
    (3, "action-steelplast", {"position": {"slots": {"action-steelplast": [1]}}}),
    (3, "tunnel-or-federation", {"position": {"slots": {"tunnel-or-federation": [2]}}}),
    (3, "city-or-kelp", {"position": {"slots": {"city-or-kelp": [2]}}}),
    (3, "two-desals", {"credits": 5, "sites": FULL}),
    (3, "federation-two", {"position": {"slots": {"federation-two": [2]}}}),
    (2, "action-two-resources", {"position": {"slots": {"action-two-resources": [1]}}}),
    (2, "science-or-upgrades", {"position": {"slots": {"science-or-upgrades": [0]}}}),
    (2, "two-tunnels", {"credits": 9}),
    (2, "city-building", {"science": 9}),
    (2, "two-farms-or-two-labs", {"credits": 9}),
    (2, "tunnel-action", {"steelplast": 9}),
    (2, "special", EMPTY_SPECIALS),
    (2, "tunnel-city", {"kelp": 9, "credits": 9}),
    (2, "city", {"kelp": 1, "credits": 1, "steelplast": 1}),
    (2, "cards-upgrade-or-kelp", {"position": {"slots": {"cards-upgrade-or-kelp": [1]}}}),
    (2, "federation-two", {"position": {"slots": {"federation-two": [0]}}}),
    (2, "two-desals", {"kelp": 9, "steelplast": 9}),
]


def other_card(players: int, slot: str) -> int:
    """A card of another colour than the slot: red 1, or yellow 2 on a red slot."""
    red = {"two-farms", "tunnel-city", "steelplast-kelp", "two-labs", "action-build-upgrade", "two-farms-or-two-labs", "tunnel-action", "special"}
    return 2 if slot in red else 1


@pytest.mark.parametrize(("players", "case"), WORKS, ids=str)
def test_slot(players: int, case: Case) -> None:
    card = other_card(players, case.number)
    s = scenario(**{"players": players, "hand": [card], **case.have})
    before, space = s.me, s.space
    s.play(case.number, card).answer(*case.do).expect_turn_over()
    check(case, s, {}, before, space)
    tiles = s.position["slots"].get(case.number, [])
    assert tiles == ([] if case.number == "always" else [0])


@pytest.mark.parametrize(("players", "slot", "have"), REFUSED)
def test_slot_that_cannot_be_chosen(players: int, slot: str, have: dict[str, Any]) -> None:
    card = other_card(players, slot)
    s = scenario(players=players, hand=[card], **have)
    s.refuses(f"PLAY {slot} {card}")


@pytest.mark.parametrize("card", [1, 2, 3])
def test_always_available_slot_never_uses_the_card(card: int) -> None:
    s = scenario(hand=[card], steelplast=9, credits=9, position={"slots": {}})
    before = s.me
    s.play("always", card).expect_turn_over()
    assert s.me.sites == before.sites
    assert s.me.credits == before.credits + 2


def test_two_different_resources_means_different() -> None:
    s = scenario(hand=[1])
    s.play("action-two-resources", 1).resource("kelp")
    s.expect_options("RESOURCE steelplast", "RESOURCE science", "RESOURCE credits")


def test_every_slot_has_a_case_that_works_and_one_that_does_not() -> None:
    printed = {(side, slot) for side, slot in slot_ids() if slot != "always"}
    side = {3: "3-4", 2: "1-2"}
    assert printed <= {(side[players], case.number) for players, case in WORKS}
    assert printed <= {(side[players], slot) for players, slot, _ in REFUSED}
    assert {case.number for _, case in WORKS} >= {"always"}
    assert len(slot_ids()) == 28
