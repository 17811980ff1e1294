# ruff: noqa: E501  one row of a table, one line
"""Every government contract: a position one step short of it, and the step."""

from __future__ import annotations

import csv
from typing import Any

import pytest

from tests.underwater_cities.printed_things.cases import SEVEN, THREE, TWO, at, changes, complete
from tests.underwater_cities.scenario import COMPONENTS, scenario

# Each row: the position, the turn (slot, card, answers) that fulfils the contract, the changes of the whole turn, cards drawn;
# and a position in which the same kind of turn is not enough.
CONTRACTS: dict[str, tuple[dict[str, Any], str, list[str], dict[str, int], int, dict[str, Any]]] = {
    "food-security": (
        {"science": 1, "sites": TWO | at("c9", "farm", "farm+", "farm") | at("c6", "farm")},
        "science-or-upgrades",
        ["EITHER 1", "SITE c9.a"],
        {"science": -1, "points": 1, "steelplast": 1},
        0,
        {"science": 1, "sites": at("c9", "farm", "farm+", "farm") | at("c8", "farm")},
    ),
    "research-mandate": (
        {"science": 1, "sites": TWO | at("c9", "lab", "lab+", "lab") | at("c6", "lab")},
        "science-or-upgrades",
        ["EITHER 1", "SITE c9.a"],
        {"science": -1, "points": 3, "credits": 1},
        0,
        {"science": 1, "sites": at("c9", "lab", "lab+", "lab")},
    ),
    "symbiosis-programme": (
        {"science": 1, "sites": {"t13": "tunnel", "c6": "symbiotic", "t15": "tunnel", "c8": "symbiotic"} | at("c9", "desal", "desal+")},
        "science-or-upgrades",
        ["EITHER 1", "SITE c9.a"],
        {"science": -1, "points": 1, "biomatter": 1},
        0,
        {"science": 1, "sites": {"t13": "tunnel", "c6": "symbiotic", "c8": "symbiotic"} | at("c9", "desal", "desal+")},
    ),
    "tunnel-authority": (
        {"science": 1, "sites": SEVEN | {"t8": "tunnel", "t15": "tunnel", "t13": "tunnel+", "t10": "tunnel+"}},
        "science-or-upgrades",
        ["EITHER 1", "SITE t15"],
        {"science": -1, "points": 1, "kelp": 2},
        0,
        {"science": 1, "sites": SEVEN | {"t15": "tunnel", "t13": "tunnel+", "t10": "tunnel+"}},
    ),
    "settlement-charter": (
        {"steelplast": 1, "credits": 1, "sites": THREE | {"t12": "tunnel", "c3": "nonsymbiotic", "c8": "nonsymbiotic"}},
        "two-tunnels",
        ["SITE t9"],
        {"steelplast": -1, "points": 2, "kelp": 1},
        0,
        {"steelplast": 1, "credits": 1, "sites": THREE | {"t12": "tunnel", "c3": "nonsymbiotic", "c8": "symbiotic"}},
    ),
    "model-district": (
        {"science": 1, "sites": {"t13": "tunnel+", "c6": "nonsymbiotic"} | complete("c6") | at("c9", "farm+", "desal+", "lab")},
        "science-or-upgrades",
        ["EITHER 1", "SITE c9.c"],
        {"points": 2},
        0,
        {"science": 1, "sites": {"t13": "tunnel+", "c6": "nonsymbiotic"} | at("c6", "lab", "farm") | at("c9", "farm+", "desal+", "lab")},
    ),
    "state-visit": (
        {"steelplast": 1, "credits": 1, "paid_instants": [191], "extra_metropolises": ["blue-7"], "metropolises": {"m.blue1": "blue-10"}, "sites": {"t13": "tunnel", "t9": "tunnel"}},
        "two-tunnels",
        ["SITE t5"],
        {"steelplast": -1, "credits": -1, "biomatter": 2, "points": 4, "kelp": 1},
        0,
        {"steelplast": 1, "credits": 1, "extra_metropolises": ["blue-7"], "metropolises": {"m.blue1": "blue-10"}, "sites": {"t13": "tunnel", "t9": "tunnel"}},
    ),
    "administrative-reform": (
        {"in_play": [(0, "used"), (5, "used"), (13, "used"), 4, 8, 14]},
        "lay 40",
        [],
        {"steelplast": 2, "kelp": 1, "points": 3},
        1,
        {"in_play": [(0, "used"), (5, "used"), 4, 8, 14]},
    ),
}


def take_turn(name: str, have: dict[str, Any], answers: list[str] | None) -> Any:
    slot = CONTRACTS[name][1]
    card = 40 if slot == "lay 40" else 1
    s = scenario(players=3, hand=[card], contracts=[name], **have)
    before = s.me
    if slot == "lay 40":
        s.play("steelplast-kelp", card).order("card first")
    else:
        s.play(slot, card)
        for answer in CONTRACTS[name][2] if answers is None else answers:
            s.answer(answer if s.can(answer) else s.options()[0])
        if not s.options()[0].startswith("PLAY"):
            s.stop()
    return s.expect_turn_over(), before


@pytest.mark.parametrize("name", CONTRACTS)
def test_contract_is_claimed_when_fulfilled(name: str) -> None:
    have, _, _, gets, cards, _ = CONTRACTS[name]
    s, before = take_turn(name, have, None)
    assert s.me.contracts == [name]
    assert s.position["contracts"] == []
    assert changes(before.resources, s.me.resources) == gets
    assert len(s.me.hand) == len(before.hand) + cards


@pytest.mark.parametrize("name", CONTRACTS)
def test_contract_stays_where_it_is_while_not_fulfilled(name: str) -> None:
    s, _ = take_turn(name, CONTRACTS[name][5], None)
    assert s.me.contracts == []
    assert s.position["contracts"] == [name]


def test_every_contract_has_its_case() -> None:
    with (COMPONENTS / "contracts.csv").open(newline="") as file:
        assert {row["id"] for row in csv.DictReader(file)} == set(CONTRACTS)


