# ruff: noqa: E501  one row of a table, one line
"""Every card, 1 to 205, and the Assistant: a case in which it works and one in which it must not.

The numbers in the tables are read off the card text by hand; nothing here interprets the effect language.
"""

from __future__ import annotations

from typing import Any

import pytest

from tests.underwater_cities.printed_things.cases import (
    BLUE_1,
    ELSEWHERE,
    FIVE,
    FOUR,
    FULL,
    NO_TUNNELS_LEFT,
    PLAIN_GAIN,
    PLAIN_SLOT,
    SEVEN,
    SIX,
    THREE,
    TWO,
    Case,
    added,
    at,
    changes,
    check,
    colour,
    complete,
    position,
    price,
)
from tests.underwater_cities.scenario import printed_cards, scenario

FARMS_2, DESALS_2 = at("c9", "farm", "farm"), at("c9", "desal", "desal")
READY = {"in_play": [0]}
NO_ACTION_CARD: dict[str, Any] = {"in_play": []}
OTHERS_ON = {"position": {"slots": {"steelplast-kelp": [1], "resources": [2]}}}
OTHERS_ON_YELLOW = {"position": {"slots": {"resources": [1], "two-labs": [2]}}}

# Instants, played on a slot of their colour, card first. `gets` is what the card alone changes.
INSTANTS = [
    Case(1, {}, ["SITE c9.a"], {}, {"c9.a": "farm"}),
    Case(2, {"credits": 1}, ["PAY 0"], {"credits": -1, "kelp": 3}),
    Case(3, {"steelplast": 3}, ["SITE t13", "SITE t15"], {"steelplast": -2}, {"t13": "tunnel", "t15": "tunnel"}),
    Case(6, READY, ["ACTION_CARD 0", "EITHER 1"], {"credits": 1}),
    Case(7, {"kelp": 1}, ["SITE c9.x"], {"kelp": -1}, {"c9.x": "farm"}, refuses=["SITE c9.a"]),
    Case(9, {"kelp": 1, "science": 1}, ["PART 0", "SITE c9.a"], {"kelp": -1, "science": -1, "credits": 1}, {"c9.a": "farm+"}),
    Case(10, {"sites": THREE}, [], {"credits": 2}),
    Case(10, {"sites": FIVE}, [], {"credits": 3}),
    Case(12, {"steelplast": 1, "kelp": 1, "credits": 1}, ["SITE c6"], {"steelplast": -1, "kelp": -1, "credits": -1}, {"c6": "nonsymbiotic"}),
    Case(15, {}, ["SITE c9.a"], {}, {"c9.a": "desal"}),
    Case(16, {"credits": 1}, ["PAY 0"], {"credits": -1, "steelplast": 2}),
    Case(17, {"sites": at("c9", "farm+", "lab+")}, ["SITE c9.b"], {"science": 1, "steelplast": 1}),
    Case(22, {"sites": at("c9", "farm", "farm", "farm"), "credits": 2, "science": 1}, ["SITE c9.a", "PRICE 0", "SITE c9.b", "PRICE 1"], {"credits": -1, "science": -1}, at("c9", "farm+", "farm+")),
    Case(24, {"sites": at("c9", "desal"), "steelplast": 1}, ["SITE c9.a"], {"steelplast": -1}, at("c9", "desal+")),
    Case(24, {"sites": at("c9", "desal"), "science": 1}, ["SITE c9.a"], {"science": -1}, at("c9", "desal+")),
    Case(27, {}, ["PART 0"], {"credits": 1}, space=4),
    Case(28, {"sites": {"t13": "tunnel+", "t15": "tunnel+"}}, [], {"kelp": 2}),
    Case(29, {"credits": 1}, ["PAY 0", "SLOT resources"], {"credits": -1, "science": 1, "steelplast": 1, "kelp": 1}),
    Case(31, {"kelp": 3}, ["PAY 0", "PAY 0"], {"kelp": -2, "credits": 4}),
    Case(36, {"credits": 1}, ["PAY 0"], {"credits": -1, "science": 2}),
    Case(38, {"sites": DESALS_2}, ["SITE c9.c"], {"biomatter": 1}, {"c9.c": "desal"}),
    Case(39, {}, ["PART 0", "ACTION_CARD 0"], {"credits": 1}),
    Case(42, {}, ["PART 0"], {"credits": 3}, space=3),
    Case(47, {}, ["SPECIAL 181"], {}, cards=1),
    Case(49, {"sites": at("c9", "lab")}, ["PART 0", "SITE c9.a"], {"credits": 1}, at("c9", "lab+")),
    Case(51, OTHERS_ON, ["SLOT steelplast-kelp"], {"steelplast": 2, "kelp": 1}),
    Case(54, {}, ["PART 0", "SITE c9.a"], {"science": 1}, {"c9.a": "lab"}),
    Case(56, {"credits": 1}, ["PAY 0"], {"credits": -1, "biomatter": 1}),
    Case(58, {"space": 3}, [], {"steelplast": 1, "credits": 1, "science": 1}),
    Case(59, {"steelplast": 1}, ["SITE t13"], {"steelplast": -1}, {"t13": "tunnel"}),
    Case(65, {}, ["SITE t13"], {}, {"t13": "tunnel"}),
    Case(67, {"sites": {"t13": "tunnel"}, "credits": 1}, ["PART 0", "SITE t13"], {"credits": -1}, {"t13": "tunnel+"}, cards=1),
    Case(68, {"kelp": 4}, ["PAY 0", "PAY 0", "PAY 0"], {"kelp": -3, "credits": 6}),
    Case(69, {"sites": TWO | at("c9", "farm", "farm+", "farm") | at("c6", "farm", "farm")}, [], {"kelp": 4}),
    Case(70, {"sites": at("c9", "lab+", "lab+")}, [], {"science": 1, "steelplast": 1}, cards=1),
    Case(71, {"sites": at("c9", "lab", "lab+")}, [], {"science": 1}),
    Case(72, {"space": 4}, ["PART 0"], {"credits": 1, "biomatter": 1}, space=3),
    Case(73, {"sites": FOUR}, [], {"credits": 3}, cards=1),
    Case(85, {"sites": at("c9", "farm", "farm", "farm"), "science": 3}, ["SITE c9.a", "SITE c9.b"], {"science": -2}, at("c9", "farm+", "farm+")),
    Case(86, {"sites": at("c9", "desal", "desal+")}, [], {"steelplast": 1}),
    Case(87, {"sites": at("c9", "desal", "desal", "desal"), "credits": 3}, ["SITE c9.a", "SITE c9.b"], {"credits": -2}, at("c9", "desal+", "desal+")),
    Case(87, {"sites": DESALS_2, "science": 1}, ["SITE c9.a"], {"science": -1}, {"c9.a": "desal+"}),
    Case(88, {}, ["ACTION_CARD 0", "ACTION_CARD 0", "EITHER 0"], {"steelplast": 1}),
    Case(89, OTHERS_ON_YELLOW, ["SLOT resources"], {"science": 1, "steelplast": 1, "kelp": 1}),
    Case(90, {"sites": {"t13": "tunnel+", "t15": "tunnel+"}}, [], {"biomatter": 1, "steelplast": 1, "credits": 1}),
    Case(91, {"steelplast": 1, "kelp": 1, "credits": 1}, ["SITE c6"], {"steelplast": -1, "kelp": -1, "credits": -1}, {"c6": "nonsymbiotic"}),
    Case(92, {"sites": FOUR}, ["PART 1", "KIND lab", "SITE c9.a"], {"science": 1}, {"c9.a": "lab"}),
    Case(93, {"kelp": 1, "science": 1}, ["SITE c9.x"], {"kelp": -1, "science": -1}, {"c9.x": "farm+"}),
    Case(105, {"metropolis_supply": ["blue-7"]}, ["PART 0"], {"credits": 4, "science": 2}),
    Case(106, {"biomatter": 1}, ["PART 0", "PAY 0"], {"biomatter": -1, "steelplast": 2}, {"c9": "symbiotic"}),
    Case(107, {"kelp": 1, "credits": 1}, ["SITE c6"], {"kelp": -1, "credits": -1}, {"c6": "nonsymbiotic"}),
    Case(108, {"sites": at("c9", "farm", "lab", "desal") | {"t13": "tunnel"}, "credits": 4}, ["SITE c9.a", "SITE c9.b", "SITE t13"], {"credits": -3}, at("c9", "farm+", "lab+") | {"t13": "tunnel+"}),
    Case(109, {"credits": 3}, ["SITE t13", "SITE t15"], {"credits": -2}, {"t13": "tunnel", "t15": "tunnel"}),
    Case(110, {"in_play": [(0, "used"), 5, 50]}, ["PART 0", "ACTION_CARD 0", "ACTION_CARD 5", "ACTION_CARD 0", "EITHER 1"], {"steelplast": 1, "kelp": 1, "credits": 1}),
    Case(111, {"space": 3}, [], {"steelplast": 3, "biomatter": 1}),
    Case(112, {"sites": TWO | complete("c9", "c6")}, [], {"science": 2, "points": 2}),
    Case(124, {"in_play": [0, 5, 50], "credits": 1}, ["PAY 0", "ACTION_CARD 5", "ACTION_CARD 0", "EITHER 0"], {"credits": -1, "steelplast": 2, "kelp": 1}),
    Case(125, {"kelp": 1}, ["SITE c6"], {"kelp": -1}, {"c6": "nonsymbiotic"}),
    Case(126, {"credits": 3}, ["SITE c6"], {"credits": -3}, {"c6": "symbiotic"}),
    Case(127, {"sites": SIX}, [], {"credits": 2, "points": 3}),
    Case(128, {}, ["PART 0", "SITE c9.a"], {"points": 1}, {"c9.a": "farm+"}),
    Case(129, {}, ["PART 0", "SITE c9.a"], {"points": 1}, {"c9.a": "desal+"}),
    Case(130, {}, ["PART 0", "SITE c9.a"], {"points": 1}, {"c9.a": "lab+"}),
    Case(131, {"sites": at("c9", "farm", "lab", "desal") | {"t13": "tunnel"}}, ["SITE c9.a", "SITE c9.b", "SITE t13"], {}, at("c9", "farm+", "lab+") | {"t13": "tunnel+"}),
    Case(132, {"sites": TWO | complete("c9", "c6")}, ["PART 1"], {"points": 2}, space=4),
    Case(133, {"in_play": [0], "position": {"slots": {"steelplast-kelp": [1]}}}, ["PART 0", "SLOT steelplast-kelp", "ACTION_CARD 0", "EITHER 1"], {"steelplast": 2, "kelp": 1, "credits": 1}),
    Case(134, {"sites": at("c9", "farm+", "farm+", "farm+")}, [], {"kelp": 1, "points": 3}),
    Case(135, {"sites": at("c9", "desal+", "desal+", "desal+")}, [], {"credits": 1, "points": 3}),
    Case(136, {"sites": at("c9", "lab+", "lab+", "lab+")}, [], {"science": 1, "points": 3}),
    Case(137, {"sites": {"t13": "tunnel+", "t15": "tunnel+", "c6": "nonsymbiotic", "t9": "tunnel+"}}, [], {"credits": 1, "points": 3}),
    Case(138, {}, ["PART 0", "SITE t13", "PART 1"], {}, {"t13": "tunnel"}, space=4),
    Case(139, {}, ["KIND lab", "SITE c9.a", "SITE c9.a"], {}, {"c9.a": "lab+"}),
    Case(140, {"sites": BLUE_1}, ["PART 1"], {"points": 1}, space=4),
    Case(141, {"steelplast": 1, "kelp": 1, "credits": 1}, ["SITE c6"], {"steelplast": -1, "kelp": -1, "credits": -1}, {"c6": "nonsymbiotic"}),
    Case(142, READY, ["ACTION_CARD 0", "EITHER 0", "ACTION_CARD 0"], {"steelplast": 1}),
    Case(143, {"kelp": 3}, ["PAY 0", "PAY 0"], {"kelp": -2, "points": 2}),
    Case(144, {"steelplast": 4}, ["PAY 0", "PAY 0", "PAY 0"], {"steelplast": -3, "points": 3}),
    Case(145, {"science": 4}, ["PAY 0", "PAY 0", "PAY 0"], {"science": -3, "points": 3}),
    Case(146, {"sites": FIVE}, ["SITE c9.a"], {}, {"c9.a": "desal"}),
    Case(147, {"sites": FIVE}, ["SITE c9.a"], {}, {"c9.a": "farm"}),
    Case(148, {"sites": FIVE}, ["SITE c9.a"], {}, {"c9.a": "lab"}),
    Case(149, {"sites": at("c9", "farm+", "desal+")}, ["SITE c9.b"], {"credits": 1, "biomatter": 1}),
    Case(150, {"space": 2}, ["PART 0"], {"points": 4}, space=1),
    Case(151, {"credits": 1}, ["SITE t13"], {"credits": -1}, {"t13": "tunnel"}),
    Case(152, {"kelp": 1}, ["PART 0", "SITE c9.x"], {"kelp": -1, "credits": 1}, {"c9.x": "farm"}),
    Case(191, {"credits": 3}, ["SITE c6"], {"credits": -3}, {"c6": "symbiotic"}),
    Case(192, {"credits": 4}, ["SITE t13", "SITE t15"], {"credits": -3}, {"t13": "tunnel", "t15": "tunnel"}),
    Case(193, {"sites": at("c9", "farm", "lab", "desal") | {"t13": "tunnel"}, "credits": 6}, ["SITE c9.a", "SITE c9.b", "SITE t13"], {"credits": -5}, at("c9", "farm+", "lab+") | {"t13": "tunnel+"}),
    Case(194, {"credits": 2, "metropolis_supply": ["blue-10"]}, ["PART 0"], {"credits": -2, "biomatter": 2, "points": 1}),
    Case(195, {"credits": 1}, ["PART 0"], {"credits": 0, "steelplast": 1}, cards=2, space=2),
]

# The same, where the card (or a part of it) must do nothing. `offered=False`: it cannot be used before the slot at all.
INSTANTS_IN_VAIN = [
    Case(1, {"sites": FULL}, offered=False),
    Case(2, {"steelplast": 3}, offered=False),
    Case(3, {"credits": 5}, offered=False),
    Case(6, {}, offered=False),
    Case(7, {"kelp": 1, "sites": {"c9.x": "lab", "c6.x": "lab", "c8.x": "lab"}}, offered=False),
    Case(9, {"kelp": 1}, [], {"credits": 1}),
    Case(10, {"sites": {"c6": "nonsymbiotic"}}, offered=False),
    Case(12, {"kelp": 1, "credits": 1}, offered=False),
    Case(15, {"sites": FULL}, offered=False),
    Case(16, {"kelp": 3}, offered=False),
    Case(17, {"sites": at("c9", "farm") | at("c8", "lab+")}, offered=False),
    Case(22, {"sites": at("c9", "lab", "farm+"), "credits": 1}, offered=False),
    Case(24, {"sites": at("c9", "lab", "desal+"), "science": 1}, offered=False),
    Case(24, {"sites": at("c9", "desal"), "credits": 3}, offered=False),
    Case(27, {}, ["STOP"], {"credits": 1}),
    Case(28, {"sites": {"t13": "tunnel", "t10": "tunnel+"}}, offered=False),
    Case(29, {"kelp": 3}, offered=False),
    Case(31, {"steelplast": 3}, offered=False),
    Case(36, {"kelp": 3}, offered=False),
    Case(38, {"sites": at("c9", "desal") | at("c8", "desal")}, ["SITE c9.b"], {}, {"c9.b": "desal"}),
    Case(39, READY, [], {"credits": 1}),
    Case(42, {}, ["STOP"], {"credits": 2}),
    Case(47, {"special_row": [], "special_deck": []}, offered=False),
    Case(49, {"sites": at("c9", "farm", "lab+")}, [], {"credits": 1}),
    Case(51, {}, offered=False),
    Case(54, {"sites": FULL}, [], {"science": 1}),
    Case(56, {"kelp": 3}, offered=False),
    Case(58, {"space": 2}, [], {"steelplast": 1, "credits": 1}),
    Case(59, {"credits": 3}, offered=False),
    Case(65, NO_TUNNELS_LEFT, offered=False),
    Case(67, {"credits": 1}, [], {}, cards=1),
    Case(68, {"steelplast": 3}, offered=False),
    Case(69, {"sites": {"c8": "nonsymbiotic"} | at("c8", "farm", "farm")}, offered=False),
    Case(70, {"sites": at("c9", "lab+", "lab")}, offered=False),
    Case(71, {"sites": at("c9", "lab")}, offered=False),
    Case(72, {}, ["PART 0"], {}, space=4),
    Case(73, {"sites": THREE | {"c2": "nonsymbiotic"}}, offered=False),
    Case(85, {"sites": FARMS_2, "steelplast": 3}, offered=False),
    Case(86, {"sites": at("c9", "desal")}, offered=False),
    Case(87, {"sites": FARMS_2, "credits": 3}, offered=False),
    Case(88, NO_ACTION_CARD, offered=False),
    Case(89, {"position": {"slots": {"resources": [0]}}}, offered=False),
    Case(90, {"sites": {"t13": "tunnel+", "t15": "tunnel", "t10": "tunnel+"}}, offered=False),
    Case(91, {"steelplast": 0, "kelp": 1, "credits": 1}, offered=False),
    Case(92, {"sites": THREE}, [], {"science": 1}),
    Case(93, {"kelp": 1}, offered=False),
    Case(105, {"metropolis_supply": []}, offered=False),
    Case(106, {}, [], {"steelplast": 2}),
    Case(107, {"steelplast": 3, "credits": 1}, offered=False),
    Case(108, {"sites": at("c9", "farm"), "science": 3}, offered=False),
    Case(109, {"steelplast": 3}, offered=False),
    Case(110, NO_ACTION_CARD, offered=False),
    Case(111, {"space": 4}, [], {"steelplast": 3}),
    Case(112, {"sites": TWO | complete("c9") | at("c6", "farm", "desal")}, [], {"science": 2}),
    Case(124, {"in_play": [0]}, offered=False),
    Case(125, {"steelplast": 3, "credits": 3}, offered=False),
    Case(126, {"credits": 2, "biomatter": 1}, offered=False),
    Case(127, {"sites": FIVE | {"c2": "nonsymbiotic"}}, [], {"credits": 2}),
    Case(128, {"sites": FULL}, [], {"points": 1}),
    Case(129, {"sites": FULL}, [], {"points": 1}),
    Case(130, {"sites": FULL}, [], {"points": 1}),
    Case(131, {"sites": at("c9", "farm+", "lab+")}, offered=False),
    Case(132, {"sites": {"c8": "nonsymbiotic"} | complete("c8")}, ["PART 1"], {}, space=4),
    Case(133, {"in_play": []}, ["SLOT resources"], {"science": 1, "steelplast": 1, "kelp": 1}),
    Case(134, {"sites": at("c9", "farm+", "farm+", "farm")}, [], {"kelp": 1}),
    Case(135, {"sites": at("c9", "desal+", "desal+", "farm+")}, [], {"credits": 1}),
    Case(136, {"sites": at("c9", "lab+", "lab+") | at("c8", "lab+")}, [], {"science": 1}),
    Case(137, {"sites": {"t13": "tunnel+", "t15": "tunnel+", "t9": "tunnel+"}}, [], {"credits": 1}),
    Case(138, NO_TUNNELS_LEFT, ["PART 1"], {}, space=4),
    Case(139, {"sites": dict.fromkeys(FULL, "lab+")}, offered=False),
    Case(140, {"sites": {"t13": "tunnel", "t9": "tunnel"}}, ["PART 1"], {}, space=4),
    Case(141, {"steelplast": 1, "credits": 1}, offered=False),
    Case(142, NO_ACTION_CARD, offered=False),
    Case(143, {"steelplast": 3}, offered=False),
    Case(144, {"kelp": 3}, offered=False),
    Case(145, {"kelp": 3}, offered=False),
    Case(146, {"sites": FOUR}, offered=False),
    Case(147, {"sites": FOUR}, offered=False),
    Case(148, {"sites": FOUR | {"c2": "nonsymbiotic"}}, offered=False),
    Case(149, {"sites": at("c9", "farm", "desal") | {"t10": "tunnel+", "t13": "tunnel"}}, offered=False),
    Case(150, {"space": 3}, ["PART 0"], {"steelplast": 1}, space=2),
    Case(151, {"steelplast": 3}, offered=False),
    Case(152, {"sites": {"c9.x": "lab", "c6.x": "lab", "c8.x": "lab"}}, [], {"credits": 1}),
    Case(191, {"credits": 1}, offered=False),
    Case(192, {"credits": 0, "steelplast": 3}, offered=False),
    Case(193, {"sites": at("c9", "farm"), "credits": 1, "science": 3}, offered=False),
    Case(194, {"credits": 1}, offered=False),
    Case(195, {"credits": 0}, offered=False),
]


def use_instant(case: Case) -> None:
    card = case.number
    s = position(case, [card])
    before, space = s.me, s.space
    s.play(PLAIN_SLOT[colour(card)], card)
    if not case.offered:
        assert not s.can("ORDER card first")
        return
    if s.can("ORDER card first"):
        s.order("card first")
    for answer in case.do:
        for refused in case.refuses:
            s.refuses(refused)
        s.answer(answer)
    if colour(card) == "green" and any(entry.get("used") is False for entry in s.me.in_play):
        s.expect_options("PART 0", "PART 1", "STOP").stop()      # the slot would use the action card that is ready
    s.expect_turn_over()
    assert card not in s.me.hand
    check(case, s, PLAIN_GAIN[colour(card)], before, space)


@pytest.mark.parametrize("case", INSTANTS, ids=str)
def test_instant_card(case: Case) -> None:
    use_instant(case)


@pytest.mark.parametrize("case", INSTANTS_IN_VAIN, ids=str)
def test_instant_card_that_cannot_be_used_in_full(case: Case) -> None:
    use_instant(case)


# Action cards, used through the green slot action-steelplast (use action card; gain 1 steelplast); the card played there is red.
BY_ACTION_SLOT = {"steelplast": 1}
ACTIONS = [
    Case(0, {}, ["EITHER 0"], {"steelplast": 1}),
    Case(0, {}, ["EITHER 1"], {"credits": 1}),
    Case(5, {}, [], {"steelplast": 1, "kelp": 1}),
    Case(13, {}, ["EITHER 0"], {"science": 1}),
    Case(13, {}, ["EITHER 1"], {"kelp": 1}),
    Case(19, {"credits": 1}, ["PART 0", "SITE c9.a", "PART 1"], {"credits": -1}, {"c9.a": "desal"}, space=4),
    Case(23, {}, ["SPECIAL 181"], {}, cards=1),
    Case(26, {"science": 1, "sites": at("c9", "lab")}, ["PART 0", "SITE c9.a", "PART 1"], {"science": -1}, at("c9", "lab+"), space=4),
    Case(34, {"credits": 1}, ["PART 0", "SITE c9.a"], {"credits": -1}, {"c9.a": "desal"}, cards=1),
    Case(34, {"kelp": 1}, ["PART 0", "SITE c9.a"], {"kelp": -1}, {"c9.a": "farm"}, cards=1),
    Case(43, {"steelplast": 1}, ["SITE t13"], {"steelplast": -1}, {"t13": "tunnel"}),
    Case(44, {"kelp": 1}, ["PART 0", "EXCHANGE 0"], {"kelp": -1, "steelplast": 1, "credits": 1}),
    Case(44, {"steelplast": 1}, ["PART 0", "EXCHANGE 1"], {"kelp": 1, "steelplast": -1, "credits": 1}),
    Case(50, {}, [], {"kelp": 1, "credits": 1}),
    Case(55, {"steelplast": 1}, ["PART 0", "SITE c9.a"], {"steelplast": -1}, {"c9.a": "lab"}, cards=1),
    Case(60, {"steelplast": 2, "kelp": 1, "credits": 1}, ["PART 0", "SITE c6"], {"steelplast": -2, "kelp": -1, "credits": -1}, {"c6": "nonsymbiotic"}, cards=1),
    Case(77, {"science": 1, "sites": {"t13": "tunnel"}}, ["SITE t13"], {"science": -1}, {"t13": "tunnel+"}),
    Case(78, {"credits": 1}, ["PAY 0"], {"credits": -1, "biomatter": 1}),
    Case(79, {}, ["EITHER 0"], {}, cards=2),
    Case(79, {}, ["EITHER 1"], {"credits": 2}),
    Case(97, {"credits": 1}, ["SITE t13"], {"credits": -1}, {"t13": "tunnel"}),
    Case(99, {"credits": 1, "sites": at("c9", "lab")}, ["SITE c9.a"], {"credits": -1}, at("c9", "lab+")),
    Case(100, {}, ["EITHER 0"], {"biomatter": 1}),
    Case(100, {}, ["EITHER 1"], {"science": 1, "kelp": 1}),
    Case(116, {"kelp": 1, "science": 1}, ["SITE c9.a"], {"kelp": -1, "science": -1}, {"c9.a": "farm+"}),
    Case(116, {"steelplast": 1, "science": 1}, ["SITE c9.a"], {"steelplast": -1, "science": -1}, {"c9.a": "lab+"}),
    Case(117, {"steelplast": 1, "kelp": 1, "credits": 1}, ["SITE c6"], {"steelplast": -1, "kelp": -1, "credits": -1}, {"c6": "nonsymbiotic"}),
    Case(118, {"science": 3, "sites": at("c9", "lab", "farm", "farm")}, ["SITE c9.a", "SITE c9.b"], {"science": -2}, at("c9", "lab+", "farm+")),
    Case(157, {"steelplast": 1, "kelp": 1, "credits": 1}, ["PART 0", "SITE c6"], {"steelplast": -1, "kelp": -1, "credits": -1, "points": 2}, {"c6": "nonsymbiotic"}),
    Case(158, {"sites": at("c9", "lab", "farm", "farm")}, ["PART 0", "SITE c9.a", "SITE c9.b"], {"points": 1}, at("c9", "lab+", "farm+")),
    Case(159, {}, ["PART 0", "SITE t13"], {"credits": 2}, {"t13": "tunnel"}),
    Case(160, {}, ["PART 0", "SLOT resources"], {"science": 1, "steelplast": 1, "kelp": 1, "credits": 1}),
    Case(161, {"sites": at("c9", "lab+", "farm+")}, ["PART 0", "SITE c9.b"], {"kelp": 1, "points": 1}, cards=1),
    Case(162, {"kelp": 1, "credits": 1}, ["PAY 1"], {"credits": -1, "points": 2}),
    Case(162, {"kelp": 1, "credits": 1}, ["PAY 0"], {"kelp": -1, "points": 2}),
    Case(199, {"science": 1}, ["KIND tunnel", "SITE t13"], {"science": -1}, {"t13": "tunnel+"}),
    Case(200, {"credits": 1, "position": {"slots": {"steelplast-kelp": [1]}}}, ["PAY 0", "SLOT steelplast-kelp"], {"credits": -1, "steelplast": 2, "kelp": 1}),
    Case(201, {"kelp": 1}, ["SITE c9.x"], {"kelp": -1}, {"c9.x": "farm"}),
]
# Used, but (a part of) the effect cannot be done.
ACTIONS_IN_VAIN = [
    Case(5, {"in_play": [(5, "used")]}, offered=False),
    Case(0, {"in_play": [(0, "used")]}, offered=False),
    Case(13, {"in_play": [(13, "used")]}, offered=False),
    Case(19, {}, ["PART 1"], {}, space=4),
    Case(23, {"special_row": [], "special_deck": []}, [], {}),
    Case(26, {"sites": at("c9", "lab")}, ["PART 1"], {}, space=4),
    Case(34, {}, [], {}, cards=1),
    Case(43, {"credits": 3}, [], {}),
    Case(44, {"science": 3}, [], {"credits": 1}),
    Case(50, {"in_play": [(50, "used")]}, offered=False),
    Case(55, {"kelp": 3}, [], {}, cards=1),
    Case(60, {"steelplast": 1, "kelp": 1, "credits": 1}, [], {}, cards=1),
    Case(77, {"science": 1, "sites": at("c9", "lab")}, [], {}),
    Case(78, {"kelp": 3}, [], {}),
    Case(79, {"in_play": [(79, "used")]}, offered=False),
    Case(97, {"steelplast": 3}, [], {}),
    Case(99, {"science": 3, "sites": at("c9", "lab")}, [], {}),
    Case(100, {"in_play": [(100, "used")]}, offered=False),
    Case(116, {"kelp": 1}, [], {}),
    Case(117, {"kelp": 1, "credits": 1}, [], {}),
    Case(118, {"credits": 3, "sites": at("c9", "lab")}, [], {}),
    Case(157, {"kelp": 1, "credits": 1}, [], {"points": 2}),
    Case(158, {"sites": at("c9", "lab+")}, [], {"points": 1}),
    Case(159, NO_TUNNELS_LEFT, [], {"credits": 2}),
    Case(160, {}, ["PART 0"], refuses=["SLOT action-steelplast"], offered=False),
    Case(161, {"sites": at("c9", "lab", "farm")}, [], {}, cards=1),
    Case(162, {"steelplast": 3}, [], {}),
    Case(199, {"steelplast": 3, "kelp": 3, "credits": 3}, [], {}),
    Case(200, {"kelp": 3}, [], {}),
    Case(201, {"kelp": 1, "sites": {"c9.x": "lab", "c6.x": "lab", "c8.x": "lab"}}, [], {}),
]


def use_action_card(case: Case) -> None:
    """The steelplast of the slot comes last: what it could pay for is not meant by the row."""
    card = case.number
    have = dict(case.have)
    in_play = have.pop("in_play", [card])
    s = scenario(**({"players": 3, "hand": [1], "in_play": in_play} | have))
    before, space = s.me, s.space
    s.play("action-steelplast", 1)
    if not case.offered and not case.refuses:
        s.expect_turn_over()               # no ready card: only the steelplast, without a question
        assert s.me.steelplast == before.steelplast + 1
        return
    s.part(0)
    if len(in_play) > 1:
        s.action_card(card)
    assert s.me.is_used(card)
    for answer in case.do:
        s.answer(answer)
    if case.refuses:
        for refused in case.refuses:
            s.refuses(refused)
        return
    s.expect_turn_over()
    check(case, s, BY_ACTION_SLOT, before, space)


@pytest.mark.parametrize("case", ACTIONS, ids=str)
def test_action_card(case: Case) -> None:
    use_action_card(case)


@pytest.mark.parametrize("case", ACTIONS_IN_VAIN, ids=str)
def test_action_card_that_cannot_do_all(case: Case) -> None:
    use_action_card(case)


# Permanent cards: (number, position, slot, card played, answers, every change of the turn, ...). Where the colours of card and
# slot differ on purpose that is a mismatch; cards 1 (red), 2 (yellow), 3 (green) are played.
def turn(number: int, have: dict[str, Any], slot: str, card: int, do: list[str], gets: dict[str, int], **more: Any) -> tuple[Any, ...]:
    return Case(number, have, do, gets, **more), slot, card


PERMANENTS = [
    turn(11, {"steelplast": 1}, "two-tunnels", 1, ["SITE t13"], {"steelplast": -1}, sites={"t13": "tunnel"}),
    turn(14, {}, "federation-two", 1, [], {"steelplast": 1, "credits": 1}, space=3),
    turn(18, {"science": 1, "sites": at("c9", "farm+", "farm")}, "science-or-upgrades", 1, ["EITHER 1"], {"science": -1, "points": 1}, sites={"c9.b": "farm+"}),
    turn(20, {"steelplast": 2, "credits": 2}, "two-tunnels", 1, ["SITE t13", "SITE t15"], {"steelplast": -2, "credits": -1}, sites={"t13": "tunnel", "t15": "tunnel"}),
    turn(32, {"kelp": 1}, "federation-two", 1, ["ONCE 32", "EXCHANGE 0"], {"kelp": -1, "steelplast": 1, "credits": 1}, space=3),
    turn(33, {"credits": 1, "sites": at("c9", "desal")}, "two-desals", 1, ["SITE c9.b"], {"credits": -1, "kelp": 1}, sites={"c9.b": "desal"}),
    turn(35, {"space": 4}, "federation-two", 1, [], {"credits": 2, "steelplast": 1}, space=2),
    turn(37, {"steelplast": 1, "sites": at("c9", "lab")}, "two-labs", 2, ["SITE c9.b"], {"steelplast": -1, "credits": 1}, sites={"c9.b": "lab"}),
    turn(40, {}, "federation-two", 1, [], {"kelp": 1, "credits": 1}, space=3),
    turn(45, {"steelplast": 2, "kelp": 1}, "city-or-kelp", 1, ["EITHER 0", "SITE c6"], {"steelplast": -2, "kelp": -1}, sites={"c6": "nonsymbiotic"}),
    turn(46, {}, "two-labs", 2, ["SITE c9.a", "STOP"], {}, sites={"c9.a": "lab"}),
    turn(57, {}, "resources", 1, [], {"science": 1, "steelplast": 1, "kelp": 1, "points": 1}),
    turn(62, {}, "federation-two", 1, [], {"science": 1, "credits": 1}, space=3),
    turn(66, {}, "science-or-upgrades", 1, [], {"science": 2, "credits": 1}),
    turn(74, {}, "science-or-upgrades", 1, [], {"science": 2, "kelp": 1}),
    turn(75, {}, "two-desals", 1, ["SITE c9.a", "STOP"], {}, sites={"c9.a": "desal"}),
    turn(76, {}, "resources", 2, [], {"science": 1, "steelplast": 1, "kelp": 1}, cards=1),
    turn(94, {"science": 1, "sites": at("c9", "lab+", "lab")}, "science-or-upgrades", 1, ["EITHER 1"], {"science": -1, "points": 1}, sites={"c9.b": "lab+"}),
    turn(95, {"science": 1, "sites": at("c9", "desal+", "desal")}, "science-or-upgrades", 1, ["EITHER 1"], {}, sites={"c9.b": "desal+"}),
    turn(96, {"credits": 1}, "two-tunnels", 1, ["SITE t13"], {"credits": -1}, sites={"t13": "tunnel"}),
    turn(113, {"sites": at("c9", "lab")}, "science-or-upgrades", 1, ["EITHER 1"], {}, sites={"c9.a": "lab+"}),
    turn(114, {"steelplast": 1, "kelp": 1, "biomatter": 1, "credits": 2}, "city-or-kelp", 1, ["EITHER 0", "KIND symbiotic", "SITE c6"], {"steelplast": -1, "kelp": -1, "credits": -2}, sites={"c6": "symbiotic"}),
    turn(115, {"in_play": [0]}, "action-steelplast", 1, ["PART 0", "EITHER 0"], {"steelplast": 2, "credits": 2}),
    turn(153, {"steelplast": 2, "kelp": 1, "credits": 1}, "city-or-kelp", 1, ["EITHER 0", "SITE c6"], {"steelplast": -2, "kelp": -1, "credits": -1, "points": 3}, sites={"c6": "nonsymbiotic"}),
    turn(154, {"in_play": [0]}, "action-steelplast", 1, ["PART 0", "EITHER 0"], {"steelplast": 2, "credits": 1, "points": 1}),
    turn(155, {"steelplast": 1, "credits": 1}, "two-tunnels", 1, ["SITE t13"], {"steelplast": -1, "credits": -1, "points": 1}, sites={"t13": "tunnel"}),
    turn(156, {}, "federation-two", 1, [], {"points": 1, "credits": 1}, space=3),
    turn(196, {"steelplast": 1, "credits": 1, "sites": {"t13": "tunnel", "t9": "tunnel"}, "metropolises": {"m.blue1": "blue-1"}}, "two-tunnels", 1, ["SITE t5"], {"steelplast": -1, "credits": 1, "points": 2, "kelp": 1}, sites={"t5": "tunnel"}),
    turn(197, {"steelplast": 1, "kelp": 1, "biomatter": 1, "credits": 2}, "city-or-kelp", 1, ["EITHER 0", "KIND symbiotic", "SITE c6"], {"steelplast": -1, "kelp": -1, "biomatter": -1, "credits": -2, "points": 3}, sites={"c6": "symbiotic"}),
    turn(198, {}, "two-farms", 2, ["SITE c9.a", "STOP"], {}, sites={"c9.a": "farm"}),
]
ALWAYS = {"credits": 2}
PERMANENTS_THAT_DO_NOT_TRIGGER = [
    turn(11, {"credits": 3}, "two-tunnels", 1, [], {}, offered=False),
    turn(14, {}, "always", 1, [], ALWAYS, cards=2),
    turn(18, {"science": 1, "sites": at("c9", "farm", "farm")}, "science-or-upgrades", 1, ["EITHER 1", "SITE c9.b"], {"science": -1}, sites={"c9.b": "farm+"}),
    turn(20, {"steelplast": 1, "credits": 1}, "two-tunnels", 1, ["SITE t13"], {"steelplast": -1, "credits": -1}, sites={"t13": "tunnel"}),
    turn(32, {"science": 1}, "federation-two", 1, [], {"credits": 1}, space=3),
    turn(33, {"credits": 1, "sites": at("c9", "desal", "desal")}, "two-desals", 1, ["SITE c9.c"], {"credits": -1}, sites={"c9.c": "desal"}),
    turn(35, {"space": 3}, "federation-two", 1, [], {"steelplast": 1, "points": 1}, space=1),
    turn(37, {"steelplast": 1, "sites": {"c8": "nonsymbiotic"} | at("c8", "lab")}, "two-labs", 2, ["SITE c8.b"], {"steelplast": -1}, sites={"c8.b": "lab"}),
    turn(40, {}, "always", 1, [], ALWAYS, cards=2),
    turn(45, {"steelplast": 1, "kelp": 1, "credits": 1}, "city-or-kelp", 1, [], {"kelp": 1}),
    turn(46, {}, "two-farms", 2, [], {}, offered=False),
    turn(57, {"space": 3}, "federation-two", 1, [], {"steelplast": 1, "points": 1}, space=1),
    turn(62, {}, "always", 1, [], ALWAYS, cards=2),
    turn(66, {}, "resources", 1, [], {"science": 1, "steelplast": 1, "kelp": 1}),
    turn(74, {}, "resources", 1, [], {"science": 1, "steelplast": 1, "kelp": 1}),
    turn(75, {}, "two-farms", 2, [], {}, offered=False),
    turn(76, {}, "resources", 1, [], {"science": 1, "steelplast": 1, "kelp": 1}),
    turn(94, {"science": 1, "sites": at("c9", "lab+", "lab+", "lab")}, "science-or-upgrades", 1, ["EITHER 1"], {"science": -1}, sites={"c9.c": "lab+"}),
    turn(95, {"science": 1, "sites": at("c9", "lab+", "desal")}, "science-or-upgrades", 1, ["EITHER 1"], {"science": -1}, sites={"c9.b": "desal+"}),
    turn(96, {"steelplast": 3}, "two-tunnels", 1, [], {}, offered=False),
    turn(113, {"sites": at("c9", "lab+")}, "science-or-upgrades", 1, [], {"science": 2}),
    turn(114, {"steelplast": 2, "kelp": 1, "credits": 1}, "city-or-kelp", 1, ["EITHER 0", "SITE c6"], {"steelplast": -2, "kelp": -1, "credits": -1}, sites={"c6": "nonsymbiotic"}),
    turn(115, {}, "action-steelplast", 1, [], {"steelplast": 1}),
    turn(153, {"steelplast": 1, "credits": 1}, "two-tunnels", 1, ["SITE t13"], {"steelplast": -1, "credits": -1}, sites={"t13": "tunnel"}),
    turn(154, {}, "action-steelplast", 1, [], {"steelplast": 1}),
    turn(155, {"steelplast": 2, "kelp": 1, "credits": 1}, "city-or-kelp", 1, ["EITHER 0", "SITE c6"], {"steelplast": -2, "kelp": -1, "credits": -1}, sites={"c6": "nonsymbiotic"}),
    turn(156, {}, "always", 1, [], ALWAYS, cards=2),
    turn(196, {"steelplast": 1, "credits": 1, "sites": {"t13": "tunnel"}}, "two-tunnels", 1, ["SITE t15"], {"steelplast": -1, "credits": -1}, sites={"t15": "tunnel"}),
    turn(197, {"steelplast": 2, "kelp": 1, "credits": 1}, "city-or-kelp", 1, ["EITHER 0", "SITE c6"], {"steelplast": -2, "kelp": -1, "credits": -1}, sites={"c6": "nonsymbiotic"}),
    turn(198, {}, "two-labs", 2, [], {}, offered=False),
]


def play_with_permanent(case: Case, slot: str, card: int) -> None:
    s = position(case, [card], [case.number])
    before, space = s.me, s.space
    if not case.offered:
        assert not s.can(f"PLAY {slot} {card}")
        return
    s.play(slot, card)
    if s.can("ORDER only the slot"):
        s.order("only the slot")
    s.answer(*case.do).expect_turn_over()
    check(case, s, {}, before, space)


@pytest.mark.parametrize(("case", "slot", "card"), PERMANENTS, ids=str)
def test_permanent_card(case: Case, slot: str, card: int) -> None:
    play_with_permanent(case, slot, card)


@pytest.mark.parametrize(("case", "slot", "card"), PERMANENTS_THAT_DO_NOT_TRIGGER, ids=str)
def test_permanent_card_that_does_not_trigger(case: Case, slot: str, card: int) -> None:
    play_with_permanent(case, slot, card)


@pytest.mark.parametrize(("in_play", "kept"), [([98], 4), ([], 3)])
def test_card_98_lets_a_fourth_card_be_kept(in_play: list[int], kept: int) -> None:
    s = scenario(hand=[1, 2, 3, 5, 6], in_play=in_play, era=2)
    while s.options()[0].startswith("HAND"):
        s.answer(s.options()[0])
    assert len(s.me.hand) == kept


# Production cards: what production gives with the card more than without it.
PRODUCTIONS = [
    Case(4, {}, [], {"credits": 1}),
    Case(8, {}, [], {"steelplast": 1}),
    Case(21, {}, [], {"kelp": 1}),
    Case(25, {}, [], {"biomatter": 1}),
    Case(30, {}, [], {"science": 1}),
    Case(41, {"sites": at("c9", "lab", "lab+", "lab")}, [], {"kelp": 1}),
    Case(52, {}, [], {"points": 1}),
    Case(53, {"sites": FIVE}, [], {"credits": 1}),
    Case(63, {}, [], {"credits": 2}),
    Case(80, {"sites": at("c9", "lab")}, ["CONVERT 80"], {"science": -1, "steelplast": 1, "kelp": 1}),
    Case(81, {"sites": at("c9", "lab", "lab", "lab")}, [], {"kelp": 1}),
    Case(82, {}, [], {"science": 1}),
    Case(101, {}, [], {"biomatter": 1}),
    Case(102, {"sites": at("c9", "desal+", "desal+")}, ["CONVERT 102"], {"biomatter": -1, "points": 2, "steelplast": 1}),
    Case(119, {}, [], {"steelplast": 1, "biomatter": 1}),
    Case(120, {"sites": FIVE | {"t15": "tunnel"}}, [], {"credits": 2}),
    Case(121, {}, [], {"points": 2}),
    Case(163, {"sites": FIVE}, [], {"points": 2}),
    Case(164, {"sites": at("c9", "lab+", "farm+") | {"t13": "tunnel+"}}, [], {"points": 1}),
    Case(165, {"sites": BLUE_1}, [], {"points": 1}),
    Case(166, {"sites": at("c9", "desal+", "desal+", "desal+")}, ["CONVERT 166", "CONVERT 166"], {"biomatter": -2, "points": 4}),
    Case(167, {"sites": FIVE}, [], {"kelp": 2}),
    Case(168, {"sites": at("c9", "lab+", "lab+")}, ["CONVERT 168", "CONVERT 168"], {"steelplast": -2, "points": 2}),
    Case(202, {"sites": at("c9", "lab", "farm", "desal")}, [], {"points": 1}),
    Case(203, {}, [], {"biomatter": 1}),
]
PRODUCTIONS_IN_VAIN = [
    Case(41, {"sites": TWO | at("c9", "lab", "lab") | at("c8", "lab")}, [], {}),
    Case(53, {"sites": {"t13": "tunnel", "t15": "tunnel", "t10": "tunnel", "t12": "tunnel"}}, [], {}),
    Case(80, {"sites": {"c8": "nonsymbiotic"} | at("c8", "lab")}, [], {}),
    Case(81, {"sites": at("c9", "lab", "lab", "farm")}, [], {}),
    Case(102, {"biomatter": 3, "sites": at("c9", "desal")}, [], {}),
    Case(120, {"sites": {"t13": "tunnel", "t10": "tunnel"}}, [], {}),
    Case(163, {"sites": {"c6": "nonsymbiotic"}}, [], {}),
    Case(164, {"sites": at("c9", "lab+", "farm+") | {"t13": "tunnel", "t10": "tunnel+"}}, [], {}),
    Case(165, {"sites": {"t13": "tunnel", "t9": "tunnel"}}, [], {}),
    Case(166, {"biomatter": 3}, [], {}),
    Case(167, {"sites": {"c6": "nonsymbiotic"}}, [], {}),
    Case(168, {"steelplast": 3, "sites": at("c9", "lab")}, [], {}),
    Case(202, {"sites": at("c9", "lab", "farm") | at("c8", "lab")}, [], {}),
]


def resources_after_production(case: Case, in_play: list[int], hand: list[int], do: list[str]) -> dict[str, int]:
    era = max(1, min(3, int(printed_cards()[case.number].get("era", 1))))
    s = scenario(**{"hand": [7, *hand], "in_play": in_play, "era": era, "last_turn": True, "kelp": 9, **case.have})
    s.play("always", 7).answer(*do)
    assert not s.options() or not s.options()[0].startswith("CONVERT")
    return s.me.resources


def production_with_and_without(case: Case) -> dict[str, int]:
    return changes(
        resources_after_production(case, [], [], []),
        resources_after_production(case, [case.number], [], case.do),
    )


@pytest.mark.parametrize("case", PRODUCTIONS, ids=str)
def test_production_card(case: Case) -> None:
    assert production_with_and_without(case) == added(case.gets)


@pytest.mark.parametrize("case", PRODUCTIONS_IN_VAIN, ids=str)
def test_production_card_without_what_it_counts(case: Case) -> None:
    assert production_with_and_without(case) == {}


@pytest.mark.parametrize("case", PRODUCTIONS, ids=str)
def test_production_card_in_hand_produces_nothing(case: Case) -> None:
    assert changes(
        resources_after_production(case, [], [], []),
        resources_after_production(case, [], [case.number], []),
    ) == {}


# End cards: the position at the last turn of the game, and what the card scores.
UPGRADED_SETS_2 = {"t13": "tunnel+", "t15": "tunnel+", "c6": "nonsymbiotic"} | at("c9", "farm+", "desal+", "lab+") | at("c6", "farm+", "desal+", "lab+")
END_CARDS = [
    (48, {"sites": FIVE}, 2),
    (48, {"sites": SIX}, 4),
    (48, {"sites": SEVEN}, 6),
    (61, {"sites": SEVEN | {"t15": "tunnel"}}, 2),
    (64, {"sites": TWO | at("c9", "lab", "lab+", "lab") | at("c6", "lab", "lab", "lab")}, 2),
    (83, {"sites": at("c9", "desal", "desal", "desal+")}, 1),
    (84, {"sites": {"t13": "tunnel+", "t15": "tunnel+"}}, 1),
    (103, {"sites": {"t13": "tunnel", "c6": "symbiotic", "t15": "tunnel", "c8": "symbiotic"}}, 2),
    (104, {"sites": at("c9", "lab+", "lab+")}, 1),
    (122, {"sites": TWO | at("c9", "desal+", "desal+", "desal+") | at("c6", "desal+")}, 4),
    (122, {"sites": THREE | at("c9", "desal+", "desal+", "desal+") | at("c6", "desal+", "desal+", "desal+") | at("c5", "desal+")}, 6),
    (123, {"sites": THREE | complete("c9", "c6", "c5")}, 2),
    (123, {"sites": FOUR | complete("c9", "c6", "c5", "c8")}, 4),
    (123, {"sites": FIVE | complete("c9", "c6", "c5", "c8", "c3")}, 6),
    (169, {"sites": at("c9", "farm", "farm", "farm+")}, 1),
    (170, {"sites": at("c9", "desal", "desal", "desal+")}, 1),
    (171, {"sites": at("c9", "lab", "lab", "lab+")}, 1),
    (172, {"sites": SEVEN}, 2),
    (173, {"in_play": [4, 8]}, 2),
    (174, {"sites": TWO | complete("c9", "c6")}, 2),
    (175, {"sites": UPGRADED_SETS_2}, 4),
    (176, {"sites": BLUE_1}, 2),
    (177, {"paid_instants": [191, 195], "in_play": [196]}, 3),
    (177, {"paid_instants": [191, 195], "in_play": [196, 197]}, 6),
    (178, {"kelp": 7, "steelplast": 6}, 4),
    (179, {"science": 2, "credits": 2}, 2),
    (180, {"credits": 10}, 3),
    (181, {"sites": at("c9", "lab+", "lab+")}, 4),
    (182, {"steelplast": 15}, 14),
    (183, {"sites": {"t13": "tunnel", "c6": "symbiotic"}}, 2),
    (184, {"kelp": 13}, 15),
    (184, {"kelp": 6}, 6),
    (185, {"credits": 15}, 13),
    (186, {"sites": TWO | at("c9", "farm+", "farm+", "farm+") | at("c6", "farm+", "farm+")}, 6),
    (187, {"kelp": 1, "biomatter": 7}, 12),
    (188, {"science": 6}, 9),
    (189, {"sites": at("c9", "desal+", "desal+")}, 4),
    (190, {"sites": {"t13": "tunnel+", "t15": "tunnel+"}}, 2),
    (204, {"sites": FIVE}, 2),
    (204, {"sites": SIX}, 4),
    (204, {"sites": SEVEN}, 7),
    (205, {"in_play": [64, 83]}, 3),       # the two score nothing here; the Archive counts itself too
]
# Where more is there than may be sold: what the card and the left-over resources score together (V-5). 1 kelp is eaten.
SELL_LIMITS = [
    (178, {"kelp": 6, "steelplast": 5}, 4),
    (179, {"kelp": 1, "science": 5, "credits": 5}, 4),
    (180, {"kelp": 1, "credits": 8}, 3),
    (182, {"kelp": 1, "steelplast": 17}, 14),
    (184, {"kelp": 14}, 15),
    (185, {"kelp": 1, "credits": 30}, 13 + 3),
    (187, {"kelp": 1, "biomatter": 7}, 12),
    (188, {"kelp": 1, "science": 12}, 15),
]
END_CARDS_IN_VAIN = [
    (48, {"sites": FOUR | {"c2": "nonsymbiotic"}}),
    (61, {"sites": {"t13": "tunnel", "t15": "tunnel", "t10": "tunnel"}}),
    (64, {"sites": at("c9", "lab", "lab") | at("c8", "lab")}),
    (83, {"sites": at("c9", "desal", "desal") | at("c8", "desal")}),
    (84, {"sites": {"t13": "tunnel+", "t15": "tunnel", "t10": "tunnel+"}}),
    (103, {"sites": {"c6": "symbiotic"}}),
    (104, {"sites": at("c9", "lab+", "lab")}),
    (122, {"sites": at("c9", "desal") | at("c8", "desal+")}),
    (123, {"sites": TWO | complete("c9", "c6")}),
    (169, {"sites": at("c9", "farm", "farm") | at("c8", "farm")}),
    (170, {"sites": at("c9", "desal", "desal", "farm")}),
    (171, {"sites": at("c9", "lab", "lab", "farm")}),
    (172, {"sites": {"t13": "tunnel", "t15": "tunnel", "t10": "tunnel"}}),
    (173, {"in_play": [5, 64]}),
    (174, {"sites": at("c9", "farm", "desal", "farm") | {"c8": "nonsymbiotic"} | complete("c8")}),
    (175, {"sites": {"t13": "tunnel"} | at("c9", "farm+", "desal+", "lab+")}),
    (176, {"sites": {"t13": "tunnel", "t9": "tunnel"}}),
    (177, {"hand": [191], "paid_instants": [195]}),
    (178, {"kelp": 6}),
    (179, {"credits": 5}),
    (180, {"kelp": 9}),
    (181, {"sites": at("c9", "lab", "farm+")}),
    (182, {"kelp": 9}),
    (183, {"sites": {"c6": "symbiotic"}}),
    (184, {"kelp": 2}),
    (185, {"credits": 14}),
    (186, {"sites": at("c9", "farm+", "farm")}),
    (187, {"science": 5}),
    (188, {"science": 1}),
    (189, {"sites": at("c9", "desal", "farm+")}),
    (190, {"sites": {"t13": "tunnel", "t15": "tunnel"}}),
    (204, {"sites": FOUR}),
]


def scored_by_end_cards(card: int, have: dict[str, Any]) -> int:
    """The last turn changes nothing; production adds the network's own; feeding takes 1 kelp a connected city."""
    have = dict(have)
    have["in_play"] = [card, *have.get("in_play", [])]
    have["hand"] = [7, *have.get("hand", [])]
    s = scenario(era=3, last_turn=True, **have)
    s.idle(7)
    assert s.state.is_terminal
    return s.breakdown["end cards"]


@pytest.mark.parametrize(("card", "have", "points"), END_CARDS)
def test_end_card(card: int, have: dict[str, Any], points: int) -> None:
    assert scored_by_end_cards(card, have) == points


@pytest.mark.parametrize(("card", "have", "points"), SELL_LIMITS)
def test_end_card_sells_no_more_than_it_says(card: int, have: dict[str, Any], points: int) -> None:
    s = scenario(era=3, last_turn=True, in_play=[card], hand=[7], **have)
    s.idle(7)
    assert s.breakdown["end cards"] + s.breakdown["resources"] == points


@pytest.mark.parametrize(("card", "have"), END_CARDS_IN_VAIN)
def test_end_card_without_what_it_counts(card: int, have: dict[str, Any]) -> None:
    assert scored_by_end_cards(card, have) == 0


ALL_CARDS = sorted(printed_cards())
LAID = [card for card in ALL_CARDS if printed_cards()[card]["type"] != "instant"]


@pytest.mark.parametrize("card", ALL_CARDS)
def test_card_on_a_slot_of_another_colour_has_no_effect(card: int) -> None:
    s = scenario(players=3, hand=[card], kelp=9, steelplast=9, science=9, credits=9, biomatter=9)
    before = s.me
    elsewhere = ELSEWHERE[colour(card)]
    s.play(PLAIN_SLOT[elsewhere], card).expect_turn_over()
    assert changes(before.resources, s.me.resources) == PLAIN_GAIN[elsewhere]
    assert s.me.sites == before.sites
    assert s.me.cards_in_play == before.cards_in_play
    assert card not in s.me.hand


@pytest.mark.parametrize("card", LAID)
def test_card_that_stays_is_laid_on_a_slot_of_its_colour(card: int) -> None:
    s = scenario(players=3, hand=[card], credits=price(card))
    s.play(PLAIN_SLOT[colour(card)], card).order("card first")
    assert card in s.me.cards_in_play
    assert s.me.credits == 0


@pytest.mark.parametrize("card", [card for card in ALL_CARDS if price(card)])
def test_special_that_is_not_paid_has_no_effect(card: int) -> None:
    s = scenario(players=3, hand=[card], credits=price(card) - 1)
    s.play(PLAIN_SLOT[colour(card)], card)
    assert not s.can("ORDER card first")
    assert card not in s.me.cards_in_play


def test_every_card_has_a_case_that_works_and_one_that_does_not() -> None:
    works = {case.number for case in (*INSTANTS, *ACTIONS, *PRODUCTIONS)}
    works |= {row[0].number for row in PERMANENTS} | {row[0] for row in END_CARDS} | {98}
    works_not = {case.number for case in (*INSTANTS_IN_VAIN, *ACTIONS_IN_VAIN, *PRODUCTIONS_IN_VAIN, *PRODUCTIONS)}
    works_not |= {row[0].number for row in PERMANENTS_THAT_DO_NOT_TRIGGER} | {row[0] for row in END_CARDS_IN_VAIN} | {98}
    works_not |= {205}                     # an end card in play counts itself: only the wrong colour keeps it from scoring
    printed = {0, *printed_cards()}
    assert not printed - works, "no case in which these cards work"
    assert not printed - works_not, "no case in which these cards must not work"
