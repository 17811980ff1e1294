"""Every specialist: hiring, both sides, promotion, score; and where each of them does nothing."""

from __future__ import annotations

from typing import Any

import pytest

from tests.endeavor_deep_sea.printed_things.cases import RANK_FIVE, happened, parts_of, promised, row_of
from tests.endeavor_deep_sea.scenario import DOINGS, LEADER, Scenario, filled, printed, rule, scenario, zone

HIRED = [row["id"] for row in printed("specialists") if row["rank"]]
SENIORS = [f"{kind}+" for kind in HIRED]
FIRST_CELL = (0, 0, 2, 4, 7, 10)
LEVELS = (1, 1, 2, 2, 3, 3, 3, 4, 4, 4, 5, 5, 5)
STEADY: dict[str, Any] = {"reputation": 10, "inspiration": 3, "coordination": 3, "ingenuity": 3, "launches": 1}
# Every action is possible here, three times.
BUSY: dict[str, Any] = {
    "ocean": filled(["B1", "C2"], C1=zone("sea-star", tokens=["plain", "plain", "disc"]), D1="dying-reef"),
    "vessels": ["C1", "D1"], "staging": 9, "research": 12, "ingenuity": 7, "launches": 3,
    "table": {"row": [7, 5, 25, None], "round": 2},
}


def printed_actions(name: str) -> tuple[list[str], bool]:
    row = row_of("specialists", name.rstrip("+"))
    return parts_of(row["senior_actions" if name.endswith("+") else "junior_actions"])


def offering(kind: str, **fields: Any) -> Scenario:
    table = {"display": [kind, *[each for each in HIRED[12:] if each != kind][:2]]}
    is_expert = row_of("specialists", kind)["rank"] == RANK_FIVE
    return scenario(phase="preparation", ocean={"C1": "sea-star", "C2": "looking-glass"},
                    table=table if is_expert else {}, **fields)


@pytest.mark.parametrize("kind", HIRED)
def test_hiring(kind: str) -> None:
    row = row_of("specialists", kind)
    s = offering(kind, staging=0, specialists=[LEADER], **STEADY)
    before = s["players"]
    s.hire(kind)
    found = happened(s, before)[0]
    mine = promised(row["hire"])
    mine["disc"] += LEVELS[s.me.inspiration]                 # the inflow
    assert found == {name: number for name, number in mine.items() if number}
    assert s.me.team == [LEADER + "+", kind]


@pytest.mark.parametrize("kind", HIRED)
def test_who_cannot_be_hired(kind: str) -> None:
    """With a level too low, or when the last token is gone."""
    rank = int(row_of("specialists", kind)["rank"])
    if rank > 1:
        offering(kind, reputation=FIRST_CELL[rank] - 1).cannot(f"HIRE {kind}")
    if rank < int(RANK_FIVE):
        copies = int(row_of("specialists", kind)["copies"])
        s = offering(kind, reputation=12, others=[{"specialists": [kind] * copies}])
    else:
        s = scenario(phase="preparation", ocean={"C1": "sea-star"}, reputation=12,
                     table={"display": [each for each in HIRED[12:] if each != kind][:3]})
    s.cannot(f"HIRE {kind}")
    offering(kind, reputation=FIRST_CELL[rank]).answer("HIRE", kind)


def left_of_activation(s: Scenario) -> dict[str, int]:
    left = s.state.states[0].left
    return {doing: int(number) for doing, number in zip(DOINGS, left, strict=True) if number}


@pytest.mark.parametrize("name", [LEADER + "+", *HIRED, *SENIORS])
def test_actions_of_a_side(name: str) -> None:
    doings, is_either = printed_actions(name)
    team, slot = (["pilot"], 0) if name.startswith(LEADER) else ([name, "pilot"], 1)
    s = scenario(specialists=team, **BUSY)
    if not doings:
        s.cannot(f"ACTIVATE {slot}")
        return
    s.activate(slot)
    if doings == ["copy"]:
        s.expect("COPY 0", "COPY 2", question=5)
        return
    assert left_of_activation(s) == {doing: doings.count(doing) for doing in doings}
    assert s.options("ACTION") == [doing for doing in DOINGS if doing in doings]
    s.action(doings[0])
    while s.question != 3:
        s.duel.step(s.state.legal_actions[-1])
    assert left_of_activation(s) == ({} if is_either or s.seat else {
        doing: doings[1:].count(doing) for doing in doings[1:]})


@pytest.mark.parametrize("name", [LEADER + "+", *HIRED, *SENIORS])
def test_who_holds_a_disc_is_not_activated(name: str) -> None:
    team, slot = ([LEADER + "*", "pilot"], 0) if name.startswith(LEADER) else ([name, "pilot"], 1)
    if slot and printed_actions(name)[0]:
        team[0] += "*"
    s = scenario(specialists=team, **BUSY)
    s.cannot(f"ACTIVATE {slot}")
    assert s.can("ACTIVATE 2" if slot else "ACTIVATE 1")


@pytest.mark.parametrize("kind", HIRED)
def test_promotion(kind: str) -> None:
    s = scenario(ocean={"C1": "sea-star"}, specialists=[kind], tokens=["promote"], **STEADY)
    before = s["players"]
    s.token_effect("promote")
    assert happened(s, before)[0] == promised(row_of("specialists", kind)["promotion"])
    assert s.me.team == [LEADER + "+", kind + "+"]


@pytest.mark.parametrize("name", [LEADER + "+", *SENIORS])
def test_a_senior_is_not_promoted(name: str) -> None:
    team = [] if name.startswith(LEADER) else [name]
    scenario(ocean={"C1": "sea-star"}, specialists=team, tokens=["promote"]).cannot("TOKEN_EFFECT promote")


# --- scores ---

REEF = zone("dying-reef", {"c1": 0, "c2": 1, "c3": 1, "c4": 1, "c5": 0})
GROUNDS = zone("whale-calving-grounds", {"c1": 0, "c2": 0, "c3": 0, "c4": 1})


def discs_in(number: int, kind: str) -> dict[str, Any]:
    """So many zones with a disc of seat 0 on a spot of this kind, and the last one at another depth."""
    boards = {"c": ("oil-rig", "dying-reef", "kelp-forest", "dolphin-pods", "sea-turtle-migration"),
              "j": ("calm-seas", "volcanic-island", "looking-glass", "rift-valley", "black-smoker"),
              "s": ("atoll", "calm-seas", "remote-anchorage", "volcanic-island", "shipwreck", "sunken-ruins",
                    "ledge-elevator", "resupply-modules", "rift-valley")}[kind]
    row = {each["id"]: each["depth"] for each in printed("ocean_boards")}
    columns = dict.fromkeys("12345", 0)
    ocean: dict[str, Any] = {"E1": "sea-star"}
    for board in boards[:number]:
        depth = row[board]
        ocean["ABCDE"[columns[depth]] + depth] = zone(board, {kind + "1": 0})
        columns[depth] += 1
    return ocean


SCORES = [
    # who, points, the position
    ("fleet-coordinator", 0, {"ocean": {"C1": "sea-star", "B1": zone("dying-reef", {"c1": 0, "c2": 1})}}),
    ("fleet-coordinator", 1, {"ocean": {"C1": "sea-star", "B1": zone("dying-reef", {"c1": 0, "c2": 1, "c3": 1})}}),
    ("fleet-coordinator", 0, {"ocean": {"C1": "sea-star", "B1": zone("dying-reef", {"c1": 0, "c2": 0, "c3": 0})}}),
    ("fleet-coordinator", 1, {"ocean": {"C1": "sea-star", "B1": REEF}}),         # three
    ("ichthyologist", 0, {"ocean": {"C1": "sea-star", "B1": "dying-reef"}}),
    ("ichthyologist", 3, {"ocean": {"C1": "sea-star", "B1": REEF, "C2": GROUNDS}}),
    ("ocean-historian", 0, {"journals": [8, 10, 12]}),                           # no green
    ("ocean-historian", 3, {"journals": [8, 15]}),                               # blue, yellow; brown, green
    ("ocean-historian", 6, {"journals": [8, 15, 10, 20, 13]}),
    ("biotechnologist", 0, {"ocean": {"C1": "sea-star"}}),
    ("biotechnologist", 2, {"ocean": discs_in(3, "j")}),
    ("biotechnologist", 4, {"ocean": discs_in(5, "j")}),
    ("biogeographer", 0, {"ocean": {"C1": "sea-star", "B1": zone("dying-reef", {"c1": 1, "j1": 0})}}),
    ("biogeographer", 5, {"ocean": discs_in(5, "c")}),
    ("mentor", 1, {}),                                                           # the leader
    ("mentor", 2, {"specialists": ["pilot+", "ecologist"]}),
    ("adventurer", 0, {"ocean": discs_in(1, "s"), "vessels": ["E1"]}),
    ("adventurer", 1, {"ocean": discs_in(2, "s"), "vessels": ["E1"]}),
    ("adventurer", 3, {"ocean": discs_in(9, "s"), "vessels": ["E1", "E1"], "ingenuity": 2}),
    ("dive-team-leader", 0, {"ocean": {"C1": "sea-star"}}),
    ("dive-team-leader", 1, {"ocean": {"C1": "sea-star", "A1": "atoll", "B1": "kelp-forest"}}),
    ("dive-team-leader", 2, {"ocean": {"C1": "sea-star", "A1": "atoll", "A2": "submerged-cave-system"}}),
    ("dive-team-leader", 1, {"ocean": {"C1": zone("sea-star", tokens=["plain"]), "A1": "atoll",
                                       "A2": zone("submerged-cave-system", tokens={"d2": ["disc"]})}}),
    ("robotics-engineer", 4, {}),
]


@pytest.mark.parametrize(("kind", "points", "fields"), SCORES)
def test_score(kind: str, points: int, fields: dict[str, Any]) -> None:
    team = fields.get("specialists", [])
    table = {"round": 1 + len(team) + 1}
    rest = {"ocean": {"C1": "sea-star"}} | {key: each for key, each in fields.items() if key != "specialists"}
    s = scenario(specialists=[*team, kind + "+"], table=table, **rest)
    assert s.breakdown()["specialists"] == points
    s = scenario(specialists=[*team, kind], table=table, **rest)
    assert s.breakdown()["specialists"] == 0                 # a junior scores nothing


def test_every_score_has_a_case_above_nothing() -> None:
    assert {kind for kind, points, _ in SCORES if points} == {
        row["id"] for row in printed("specialists") if row["score"]}


@rule("V-3")
def test_nobody_else_scores() -> None:
    unscored = [name for name in (*HIRED, *SENIORS) if not (name.endswith("+") and row_of(
        "specialists", name.rstrip("+"))["score"])]
    for name in unscored:
        s = scenario(ocean=discs_in(5, "c"), specialists=[name], journals=[8, 15])
        assert s.breakdown()["specialists"] == 0

