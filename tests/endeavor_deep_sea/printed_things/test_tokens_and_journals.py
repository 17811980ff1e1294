"""Every kind of dive token and every journal: what it gives, what it costs, where it cannot be used."""

from __future__ import annotations

from typing import Any

import pytest

from tests.endeavor_deep_sea.printed_things.cases import happened, parts_of, promised, row_of
from tests.endeavor_deep_sea.scenario import DOINGS, Scenario, filled, new_game, printed, scenario, zone

KINDS = [row["id"] for row in printed("dive_tokens")]
SEA = {"B1": "kelp-forest", "C1": "sea-star", "C2": "looking-glass"}
STEADY: dict[str, Any] = {"reputation": 10, "inspiration": 3, "coordination": 3, "ingenuity": 3, "launches": 1}

# --- dive tokens ---


def test_the_numbers_of_tokens() -> None:
    position = new_game(0)
    piles = [pile for each in position["ocean"].values() for pile in each["tokens"].values()]
    everywhere = [*position["token_supply"], *(token for pile in piles for token in pile)]
    assert {kind: everywhere.count(kind) for kind in KINDS} == {
        row["id"]: int(row["copies"]) for row in printed("dive_tokens")}


@pytest.mark.parametrize("kind", KINDS)
def test_the_research_of_a_token(kind: str) -> None:
    s = scenario(ocean=SEA, tokens=[kind], staging=1).token_research(kind)
    research = int(row_of("dive_tokens", kind)["research"])
    assert (s.me.research, s.me.tokens, s["token_discard"]) == (research, [], [kind])


# what is asked first when the effect is carried out, in a position in which everything is possible
ASKED = {"travel": 6, "sonar": 11, "dive": 3, "conserve": 8, "publish": 8, "promote": 16, "impact": 18,
         "any-attribute": 17, "lowest-attribute": 17, "disc": 3, "disc-for-research": 3}
IMPOSSIBLE: dict[str, dict[str, Any]] = {
    "travel": {"ocean": {"C1": "sea-star"}, "vessels": ["C1"]},
    "sonar": {"staging": 0},
    "dive": {"ocean": {"C1": "sea-star"}},
    "conserve": {"research": 0, "ocean": {"B1": zone("oil-rig", {"c1": 1, "c4": 1}), "C1": "sea-star"},
                 "vessels": ["B1"]},
    "publish": {"research": 0, "table": {"row": [7, 5, 4, None]}},
    "promote": {"specialists": ["pilot+"]},
    "impact": {"mission": 6, "ocean": {"A1": "atoll", "C1": "remote-anchorage"}, "vessels": ["C1"],
               "table": {"impact": {str(k): 1 for k in range(13)}}},
    "disc-for-research": {"staging": 0},
}


def rich(kind: str, **fields: Any) -> Scenario:
    ocean = SEA | {"C1": zone("sea-star", tokens=["plain"]), "D1": "dying-reef"}
    given: dict[str, Any] = {"ocean": ocean, "vessels": ["B1", "C1", "D1"], "staging": 2, "research": 3, "ingenuity": 7,
                             "reputation": 7, "inspiration": 7, "coordination": 7, "tokens": [kind], "launches": 3,
                             "specialists": ["pilot", "ecologist"], "table": {"row": [7, 5, 25, None]}} | fields
    return scenario(**given)


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind != "plain"])
def test_the_effect_of_a_token(kind: str) -> None:
    s = rich(kind)
    before = s["players"][0]
    s.token_effect(kind).asks(ASKED[kind], 0)
    assert kind in s["token_discard"]
    if kind == "dive":
        assert s.me.tokens == ["plain"]
    if kind == "disc":
        assert s.me.staging == before["staging"] + 1
    if kind == "disc-for-research":
        assert (s.me.staging, s.me.research) == (before["staging"] - 1, before["research"] + 5)
    if kind == "conserve":                                   # one research less: 3 - (1 - 1) for c2 of the Kelp Forest
        s.act_in("B1").site(1)
        assert s.me.research == 3


@pytest.mark.parametrize("kind", KINDS)
def test_where_the_effect_is_not_possible(kind: str) -> None:
    fields = IMPOSSIBLE.get(kind)
    if fields is None:                                       # other gains are always possible, a plain one has none
        assert scenario(ocean={"C1": "sea-star"}, staging=0, tokens=[kind]).can(f"TOKEN_EFFECT {kind}") == (
            kind != "plain")
        return
    s = scenario(**{"ocean": {"C1": "sea-star"}, "staging": 2, "tokens": [kind], **fields})
    s.cannot(f"TOKEN_EFFECT {kind}")
    assert s.can(f"TOKEN_RESEARCH {kind}")


def test_every_impossible_effect_is_possible_elsewhere() -> None:
    assert set(IMPOSSIBLE) < set(ASKED) == set(KINDS) - {"plain"}


# --- journals ---

JOURNALS = [int(row["index"]) for row in printed("journals")]
SPIRES = ("blue", "brown", "green", "yellow")                # j1 to j4 of the Carbonate Spires


def publishing(number: int, research: int, **fields: Any) -> Scenario:
    s = scenario(ocean=filled(["C2"], C1="sea-star", C3="carbonate-spires"), vessels=["C3"], staging=2,
                 research=research, specialists=["pilot"], deck=[],
                 table={"row": [None, number, None, None], "round": 2}, others=[STEADY], **STEADY | fields)
    return s.activate(0)


@pytest.mark.parametrize("number", JOURNALS)
def test_publishing_a_journal(number: int) -> None:
    row = printed("journals")[number]
    cost, fields = int(row["cost"]), row["fields"].split()
    s = publishing(number, cost)
    before, next_one = s["players"], s["deck"][0]
    s.action("publish")
    if len(fields) > 1:
        assert s.options("SITE") == [str(SPIRES.index(field)) for field in sorted(fields)]
        s.site(SPIRES.index(fields[0]))
    mine, theirs = promised(row["you"]), promised(row["others"])
    mine.subtract({"disc": 1, "research": cost})
    found = happened(s, before)
    assert found[0] == {name: amount for name, amount in mine.items() if amount}
    assert found[1] == {name: amount for name, amount in theirs.items() if amount}
    assert (s.me.journal_numbers, s["row"]) == ([number], [None, next_one, None, None])
    assert s.discs("C3") == {f"j{SPIRES.index(fields[0]) + 1}": 0}


@pytest.mark.parametrize("number", JOURNALS)
def test_a_journal_that_cannot_be_published(number: int) -> None:
    """One research less than it costs; or the sites of its fields are taken."""
    row = printed("journals")[number]
    cost = int(row["cost"])
    if cost:
        publishing(number, cost - 1).cannot("ACTION publish")
    taken = {f"j{SPIRES.index(field) + 1}": 1 for field in row["fields"].split()}
    s = scenario(ocean=filled(["C2"], C1="sea-star", C3=zone("carbonate-spires", taken)), vessels=["C3"], staging=2,
                 research=cost, table={"row": [None, number, None, None]}).activate(0)
    s.cannot("ACTION publish")


@pytest.mark.parametrize("number", JOURNALS)
def test_the_points_and_fields_of_a_journal(number: int) -> None:
    row = printed("journals")[number]
    s = scenario(mission=3, ocean={"C1": "sea-star"}, vessels=["C1"], journals=[number],
                 table={"row": [None] * 4})
    assert s.breakdown()["journals"] == int(row["points"])
    fields = row["fields"].split()
    assert s.breakdown()["goal 3"] == 1 + 2 * len(fields)    # one symbol of a kind, and the most of each
    assert (s.breakdown(1)["journals"], s.breakdown(1)["goal 3"]) == (0, 0)


@pytest.mark.parametrize("number", JOURNALS)
def test_the_action_of_a_journal(number: int) -> None:
    row = printed("journals")[number]
    ocean = {"B1": "kelp-forest", "D1": "dying-reef", "C1": zone("sea-star", tokens=["plain", "disc"]),
             "C2": "looking-glass", "C3": "vortex"}
    fields: dict[str, Any] = {"ocean": ocean, "vessels": ["C1"], "staging": 4, "research": 9, "ingenuity": 2,
                              "specialists": ["pilot", "ecologist"], "table": {"row": [None] * 4, "round": 2}}
    s = scenario(journals=[number], **fields)
    if not row["action"]:
        assert s.options("USE_JOURNAL") == []
        return
    assert s.options("USE_JOURNAL") == [row["action_index"]]
    doings, is_either = parts_of(row["action"])
    assert not is_either
    s.use_journal(int(row["action_index"]))
    left = {doing: int(k) for doing, k in zip(DOINGS, s.state.states[0].left, strict=True) if k}
    assert left == {doing: doings.count(doing) for doing in doings}
    s.action(doings[0])
    if "at a vessel depth" in row["action"]:
        s.expect("ACT_IN B1", "ACT_IN D1", question=8)       # no vessel is there
    elif "1 more technology" in row["action"]:
        assert "TRAVEL_TO C3" in s.options()                 # three steps deep with a technology of 2
    elif "1 more token" in row["action"]:
        assert s.me.tokens == ["disc", "plain"]
    elif doings[0] == "discover":
        s.asks(13)                                           # 3-5: only depth 4 has a place, below the Vortex
        assert s["stacks"]["4"] != s["stacks"]["3"]
    else:
        s.expect("PROMOTE 1", "PROMOTE 2", question=16)
    s = scenario(journals=[(number,)], **fields)
    assert s.options("USE_JOURNAL") == []                    # once in a game
