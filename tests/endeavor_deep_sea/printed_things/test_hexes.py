"""Every place of every impact board: where a marker may go, what it gives, what it scores."""

from __future__ import annotations

import tomllib
from functools import cache
from typing import Any

import pytest

from tests.endeavor_deep_sea.printed_things.cases import happened, promised
from tests.endeavor_deep_sea.rules.test_impact import neighbours_by_geometry
from tests.endeavor_deep_sea.scenario import COMPONENTS, Scenario, filled, scenario

STEADY: dict[str, Any] = {"reputation": 5, "inspiration": 3, "coordination": 3, "ingenuity": 3, "launches": 1,
                          "specialists": ["pilot"]}
MISSIONS = range(1, 11)


@cache
def hexes_of(mission: int) -> tuple[dict[str, Any], ...]:
    file = COMPONENTS / "missions" / f"mission_{mission:02}.toml"
    return tuple(tomllib.loads(file.read_text(encoding="utf-8"))["impact"]["hexes"])


HEXES = [(mission, each["id"]) for mission in MISSIONS for each in hexes_of(mission) if "special" not in each]
OCEANS: dict[int, dict[str, Any]] = {
    5: {"A1": "atoll", "B1": "calm-seas"},
    6: {"A1": "atoll", "C1": "remote-anchorage", "C5": "fallen-star"},
    7: filled(["C2", "C3"], C1="remote-anchorage"),
    9: {"C1": "sea-star"},
}


def gaining(mission: int, impact: dict[str, int], **fields: Any) -> Scenario:
    """An impact from a token; with a vessel wherever a mission asks for one."""
    ocean = OCEANS.get(mission, filled(["C2", "C3", "C4", "C5"], C1="sea-star"))
    vessels = fields.pop("vessels", None) or ([f"C{depth_needed(mission, fields)}"] if mission != 5 else ["A1"])
    fields.pop("depth", None)
    s = scenario(mission=mission, ocean=ocean, vessels=vessels, tokens=["impact"], table={"impact": impact},
                 **STEADY | fields)
    assert s.can("TOKEN_EFFECT impact")
    return s.token_effect("impact")


def depth_needed(mission: int, fields: dict[str, Any]) -> int:
    return int(fields.get("depth", 3 if mission == 7 else 1))


def markers_before(mission: int, id: int) -> dict[str, int] | None:
    """Others' markers that open this place; in mission 6 an own one beside it."""
    beside = sorted(neighbours_by_geometry(mission)[id])
    place = hexes_of(mission)[id]
    by_id = {each["id"]: each for each in hexes_of(mission)}
    if mission == 10:
        same_row = [each["id"] for each in hexes_of(10) if each["row"] == place["row"] and "overflow" not in each]
        before = same_row if "overflow" in place else [other for other in same_row if other < id]
        if "overflow" in place:
            before = [each["id"] for each in hexes_of(10) if each["row"] == place["overflow"][0] - 1
                      and "overflow" not in each]
        return {str(other): 1 for other in before}
    if mission == 6:
        return {str(beside[0]): 0}
    if place.get("entry"):
        return {}
    return {str(next(other for other in beside if not by_id[other].get("infinite"))): 1}


def depth_for(mission: int, id: int) -> dict[str, int]:
    if mission != 10:
        return {}
    place = hexes_of(10)[id]
    return {"depth": place["overflow"][0] if "overflow" in place else place["row"] + 1}


@pytest.mark.parametrize(("mission", "id"), HEXES)
def test_a_marker_on_the_place(mission: int, id: int) -> None:
    place, impact = hexes_of(mission)[id], markers_before(mission, id)
    assert impact is not None
    s = gaining(mission, impact, **depth_for(mission, id))
    before = s["players"]
    points = s.breakdown()["impact"]
    moved = sum(hexes_of(mission)[int(k)]["points"] for k, owner in impact.items() if owner == 0)
    if s.question == 19:
        s.move_from(int(next(iter(impact))))
    s.hex(id)
    if s.question == 21:
        assert place["goal"] in (1, 2, 3)
        s.option("a")
        assert s["mission_state"]["goal_options"][str(place["goal"])] == "a"
    owners = s["infinite"][str(id)] if place.get("infinite") else s["impact"][str(id)]
    assert owners == ([1, 0] if place.get("infinite") else 0)
    assert happened(s, before)[0] == promised(place.get("gain", ""))
    assert s.breakdown()["impact"] - points == place["points"] - moved


@pytest.mark.parametrize(("mission", "id"), [each for each in HEXES if not hexes_of(each[0])[each[1]].get("entry")])
def test_a_place_that_nothing_leads_to(mission: int, id: int) -> None:
    s = gaining(mission, {}, **depth_for(mission, id))
    s.cannot(f"HEX {id}")


@pytest.mark.parametrize(("mission", "id"), [each for each in HEXES if hexes_of(each[0])[each[1]].get("entry")])
def test_an_entry_that_is_taken(mission: int, id: int) -> None:
    s = gaining(mission, {str(id): 1}, **depth_for(mission, id))
    s.cannot(f"HEX {id}")


@pytest.mark.parametrize("id", [each["id"] for each in hexes_of(6) if each.get("closed")])
def test_a_closed_place_before_fallen_star_is_there(id: int) -> None:
    beside = {str(other): 0 for other in neighbours_by_geometry(6)[id] if not hexes_of(6)[other].get("closed")}
    if beside:
        s = scenario(mission=6, ocean={"A1": "atoll", "C1": "remote-anchorage"}, tokens=["impact"],
                     table={"impact": beside}).token_effect("impact")
        if s.question == 19:
            s.move_from(int(next(iter(beside))))
        s.cannot(f"HEX {id}")
        assert str(id) not in s["impact"]


@pytest.mark.parametrize("id", [each["id"] for each in hexes_of(7) if each.get("grid") == "rescue"])
def test_the_rescue_grid_from_outside(id: int) -> None:
    impact = markers_before(7, id)
    assert impact is not None
    gaining(7, impact, vessels=["C2"]).cannot(f"HEX {id}")


def test_the_turtle_hex_and_the_clean_up_track_are_no_hexes() -> None:
    assert [(mission, each["special"]) for mission in MISSIONS for each in hexes_of(mission) if "special" in each] == [
        (4, "turtle"), (9, "clean-up")]
    gaining(4, {}).cannot("HEX 37")
    s = gaining(9, {})
    assert s.can("HEX 22")
    s.hex(22)
    assert (s["mission_state"]["clean_up"], s.breakdown()["impact"]) == ([1, 0], 0)
