"""Player board, zone rules, setbacks and levels of difficulty: where each works, and where it does not."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.endeavor_deep_sea.scenario import ATTRIBUTES, Scenario, filled, ids_of, printed, scenario, zone

SEA = {"B1": "volcanic-island", "C1": "sea-star", "C2": "looking-glass"}
CELLS = [int(row["cell"]) for row in printed("player_board")]
DOWN = filled(["C3", "C4"], C1="sea-star", C2="looking-glass")

# --- the player board ---


@pytest.mark.parametrize("cell", CELLS)
@pytest.mark.parametrize("name", ATTRIBUTES)
def test_a_cell_of_a_track(name: str, cell: int) -> None:
    """Its points; and where a step from it leads, what that gives."""
    row = printed("player_board")[cell]
    following = printed("player_board")[int(row["next_cell"])]
    launched = (cell >= 2) + 2 * (cell >= 7) if name == "ingenuity" else 0
    marker: dict[str, Any] = {name: cell}
    s = scenario(ocean=SEA, staging=0, vessels=["B1"], tokens=["any-attribute"], launches=launched, **marker)
    assert s.breakdown()["attributes"] == int(row["points"])
    s.token_effect("any-attribute").attribute(name)
    assert getattr(s.me, name) == int(following["cell"])
    assert (s.question == 18) == (following["on_reach"] == "gain 1 impact" and following["cell"] != row["cell"])
    launches = name == "ingenuity" and following["ingenuity_on_first_reach"] != ""
    assert len(s.me.vessels) == 1 + launches
    assert s.me.staging == launches                          # the Sea Star's disc


@pytest.mark.parametrize("cell", CELLS)
def test_the_level_of_a_cell(cell: int) -> None:
    """As reputation, inspiration, coordination and technology."""
    level = int(printed("player_board")[cell]["level"])
    team = ["team-leader*", *["pilot*"] * 4]
    s = scenario(phase="preparation", ocean=DOWN | {"C5": "whale-fall"}, staging=0, reputation=cell, inspiration=cell,
                 specialists=team, table={"round": 5}, vessels=["C1"])
    rank_of = {row["id"]: row["rank"] for row in printed("specialists")}
    assert max(int(rank_of[kind]) for kind in s.options("HIRE")) == level
    s.hire("sonar-operator" if cell == 12 else "reef-diver")
    if s.question == 18:                                     # the Reef Diver brought reputation to its end
        s.decline()
    s.take_back(0)                                           # coordination is on level 1
    assert s.me.staging == level + 1
    s = scenario(phase="preparation", ocean=SEA, staging=0, coordination=cell, specialists=team, table={"round": 5})
    s.hire("reef-diver")
    while s.question == 2:
        s.take_back(int(s.options("RETURN")[0]))
    assert s.me.staging == 1 + level
    s = scenario(ocean=DOWN | {"C5": "whale-fall"}, vessels=["C1"], ingenuity=cell, staging=1, tokens=["plain"])
    s.activate(0)
    if level == 1:                                           # nothing lies beside C1
        s.cannot("ACTION travel")
    elif level == 2:
        s.action("travel").asks(3)
        assert s.me.vessels == ["C2"]
    else:                                                    # as many steps, and no deeper than the level
        s.action("travel").expect(*(f"TRAVEL_TO C{depth}" for depth in range(2, min(level, 5) + 1)))


# --- zone rules: what happens at the zone, with `is_on` as the rule asks for it and without ---

Check = Callable[[bool], tuple[Any, Any]]


def dive(board: str, cell: str, discs: dict[str, int], site: str = "d1", **fields: Any) -> Scenario:
    ocean = filled([f"C{depth}" for depth in range(2, int(cell[1])) if f"C{depth}" != cell], C1="sea-star")
    ocean |= {cell: zone(board, discs, {site: ["plain", "disc", "disc"]})}
    given: dict[str, Any] = {"ocean": ocean, "vessels": [cell], "staging": 3, "ingenuity": 10, "launches": 3} | fields
    return scenario(**given).activate(0).action("dive")


def conserve(board: str, cell: str, discs: dict[str, int], place: int, **fields: Any) -> Scenario:
    ocean = {"C1": "sea-star", "D1": "atoll", "D2": "shipwreck", cell: zone(board, discs)}
    given: dict[str, Any] = {"ocean": ocean, "vessels": [cell], "staging": 4, "research": 12} | fields
    s = scenario(**given).activate(0).action("conserve")
    return s.site(place) if s.question == 9 else s


def leave(board: str, discs: dict[str, int], **fields: Any) -> Scenario:
    ocean = filled(["C2", "C4", "D1", "D2", "D3"], C1="sea-star") | {"C3": zone(board, discs)}
    return scenario(ocean=ocean, vessels=["C3"], staging=1, tokens=["plain"], **fields).activate(0).action("travel")


def oil_rig(is_on: bool) -> tuple[Any, Any]:
    s = conserve("oil-rig", "B1", {"c1": 1, "c2": 1, **({"c3": 1} if is_on else {})}, 3, specialists=["pilot"])
    return s.question == 16, True


def turtles(is_on: bool) -> tuple[Any, Any]:
    s = conserve("sea-turtle-migration", "C2", {}, 1, journals=[1]) if is_on else conserve_from_afar()
    while s.question == 18:
        s.decline()
    return s.can("ACTION travel"), True


def conserve_from_afar() -> Scenario:
    ocean = {"C1": "sea-star", "D1": "atoll", "D2": "shipwreck", "C2": "sea-turtle-migration"}
    s = scenario(ocean=ocean, vessels=["D2"], staging=4, research=12, journals=[1]).use_journal(0).action("conserve")
    return s.site(1)


def shipwreck(is_on: bool) -> tuple[Any, Any]:
    tokens = ["plain", "disc"] if is_on else ["plain"]
    ocean = {"C1": "sea-star", "C2": zone("shipwreck", tokens=tokens)}
    s = scenario(ocean=ocean, vessels=["C2"]).activate(0).action("dive")
    return s.question == 15, True


def cave(is_on: bool) -> tuple[Any, Any]:
    ocean = {"B1": "atoll", "C1": "sea-star", "B2": "submerged-cave-system" if is_on else "dolphin-pods"}
    s = scenario(ocean=ocean, vessels=["B1"], ingenuity=2, tokens=["plain"]).activate(0)
    s.action("travel")
    return "B2" not in (s.options("TRAVEL_TO") or s.me.vessels), True


def ruins(is_on: bool) -> tuple[Any, Any]:
    ocean = {"C1": "sea-star", "C2": zone("sunken-ruins", tokens=["plain"] if is_on else ["plain", "disc"])}
    s = scenario(ocean=ocean, vessels=["C2"], ingenuity=2).activate(0).action("dive")
    return s.question == 4, True


def grounds(is_on: bool) -> tuple[Any, Any]:
    s = conserve("whale-calving-grounds", "C2", {"j1": 0 if is_on else 1}, 1)
    return s.question == 4, True


def shark(is_on: bool) -> tuple[Any, Any]:
    s = dive("deepwater-shark" if is_on else "thermal-vents", "C3", {})
    return s.me.reputation, 1


def jellyfish(is_on: bool) -> tuple[Any, Any]:
    s = leave("jellyfish-bloom", {"c1": 0 if is_on else 1}, ingenuity=4).travel_to("C2")
    return s.question == 18, True


def vents(is_on: bool) -> tuple[Any, Any]:
    return dive("thermal-vents", "C3", {"j1": 0, "j2": 0} if is_on else {"j1": 1}).me.research, 2


def vortex(is_on: bool) -> tuple[Any, Any]:
    s = leave("vortex" if is_on else "rift-valley", {}, ingenuity=4)
    return "C4" in s.options("TRAVEL_TO"), True


def fauna_1(is_on: bool) -> tuple[Any, Any]:
    return dive("bioluminescent-fauna", "C4", {}, "d1" if is_on else "d2").me.research, 1


def fauna_2(is_on: bool) -> tuple[Any, Any]:
    return dive("bioluminescent-fauna", "C4", {}, "d2" if is_on else "d1").me.staging, 3


def pool(is_on: bool) -> tuple[Any, Any]:
    return dive("brine-pool" if is_on else "colossal-squid", "C4", {}).question == 18, True


def seamount(is_on: bool) -> tuple[Any, Any]:
    s = dive("seamount", "C4", {"c2": 0 if is_on else 1}, reputation=1, inspiration=1)
    return s.me.coordination, 1


def trench(is_on: bool) -> tuple[Any, Any]:
    ocean = DOWN | {"C5": "abyssal-trench"}
    s = scenario(ocean=ocean, vessels=["C4", "C5"] if is_on else ["C4", "C1"], ingenuity=10, launches=3,
                 tokens=["plain"]).activate(0).action("travel").leave("C4")
    return "C5" not in s.options("TRAVEL_TO"), True


def smoker(is_on: bool) -> tuple[Any, Any]:
    """Not to depth 5: without the column above there is nowhere else to go."""
    ocean = (DOWN if is_on else {"C1": "sea-star"}) | {"B5": "whale-fall"}
    ocean |= {"C5": zone("black-smoker", tokens=["plain"])}
    s = scenario(ocean=ocean, vessels=["C5"], staging=1, ingenuity=10, launches=3).activate(0).action("dive")
    return s.can("ACTION travel"), True


def star(is_on: bool) -> tuple[Any, Any]:
    ocean = filled(["C2", "C3", "C4"], C1="remote-anchorage", C5=zone("fallen-star", tokens=["plain"]),
                   D1=zone("kelp-forest", tokens=["plain"]))
    s = scenario(mission=7, ocean=ocean, vessels=["C5" if is_on else "D1"]).activate(0).action("dive")
    return s.question == 18, True


def snails(is_on: bool) -> tuple[Any, Any]:
    s = dive("scaly-foot-snails", "C5", {}, table={"row": [18 if is_on else 25, None, None, None]})
    return s.can("ACTION publish"), True


ZONE_RULES: dict[tuple[str, int], Check] = {
    ("oil-rig", 0): oil_rig, ("sea-turtle-migration", 0): turtles, ("shipwreck", 0): shipwreck,
    ("submerged-cave-system", 0): cave, ("sunken-ruins", 0): ruins, ("whale-calving-grounds", 0): grounds,
    ("deepwater-shark", 0): shark, ("jellyfish-bloom", 0): jellyfish, ("thermal-vents", 0): vents,
    ("vortex", 0): vortex,
    ("bioluminescent-fauna", 0): fauna_1, ("bioluminescent-fauna", 1): fauna_2, ("brine-pool", 0): pool,
    ("seamount", 0): seamount, ("abyssal-trench", 0): trench, ("black-smoker", 0): smoker, ("fallen-star", 0): star,
    ("scaly-foot-snails", 0): snails,
}


def test_every_zone_rule_has_a_case() -> None:
    boards = [row["board"] for row in printed("zone_rules")]
    assert list(ZONE_RULES) == [(board, boards[:k].count(board)) for k, board in enumerate(boards)]


@pytest.mark.parametrize("rule", ZONE_RULES, ids=lambda rule: f"{rule[0]} {rule[1]}")
def test_a_zone_rule(rule: tuple[str, int]) -> None:
    found, wanted = ZONE_RULES[rule](True)
    assert found == wanted
    found, wanted = ZONE_RULES[rule](False)
    assert found != wanted


# --- setbacks and difficulty ---

# before the setback, and after it: what it changes; and who is not struck because there is nothing to lose
SETBACKS: dict[str, tuple[dict[str, Any], dict[str, Any], dict[str, Any]]] = {
    "volcanic-activity": ({"vessels": ["C4"]}, {"vessels": ["C2"]}, {"vessels": ["C1"]}),
    "rough-seas": ({}, {"technology_less": 1}, {}),
    "budget-cuts": ({}, {"inflow_less": 2}, {}),
    "crew-fatigue": ({}, {"return_less": 1}, {}),
    "data-loss": ({"research": 5}, {"research": 2}, {"research": 0}),
    "equipment-failure": ({"reputation": 5}, {"reputation": 3}, {"reputation": 0}),
}


@pytest.mark.parametrize("kind", ids_of("setbacks"))
def test_a_setback(kind: str) -> None:
    before, after, spared = SETBACKS[kind]
    s = scenario(mode="cooperative", ocean=DOWN, staging=0, others=[{"staging": 0} | spared], setbacks=[kind],
                 table={"round": 3}, **before)
    if s.question == 22:
        s.attribute("reputation")
    assert (s["round"], s["cooperation"]["setbacks_done"]) == (4, [kind])
    for key, value in after.items():
        assert (s["cooperation"][key] if key.endswith("less") else s["players"][0][key]) == value
    assert {key: s["players"][1][key] for key in spared} == spared


@pytest.mark.parametrize("kind", ids_of("setbacks"))
def test_a_setback_that_is_not_turned(kind: str) -> None:
    before, _, _ = SETBACKS[kind]
    s = scenario(mode="cooperative", ocean=SEA if "vessels" not in before else DOWN, staging=0,
                 others=[{"staging": 0}], setbacks=["budget-cuts" if kind != "budget-cuts" else "rough-seas", kind],
                 table={"round": 3}, **before)
    assert kind in s["cooperation"]["cards"]
    assert {key: s["players"][0][key] for key in before} == before


@pytest.mark.parametrize("level", [row["level"] for row in printed("difficulty")])
def test_a_level_of_difficulty(level: str) -> None:
    """Four goals of seven are met: the markers on the infinite hex, and three bonus goals."""
    wanted = int(next(row["goals"] for row in printed("difficulty") if row["level"] == level))
    cells = ["A1", "B1", "D1", "E1", "A2", "B2", "D2", "E2", "A3", "B3", "D3", "C3"]
    s = scenario(mode="cooperative", difficulty=level, ocean=filled(cells, C1="sea-star", C2="looking-glass"),
                 reputation=7, inspiration=8, coordination=12, others=[{"reputation": 7}],
                 bonus_goals=["known-waters", "all-round-teams", "thorough-divers"],
                 table={"round": 6, "infinite": {"14": [16, 0]}})
    assert s.breakdown()["total"] == 4
    assert [bool(won) for won in s.state.result().won] == [wanted <= 4] * 2
