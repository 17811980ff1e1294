"""Section 17: worked examples, most of them the rulebook's own. Purple is seat 0, yellow 1, red 2."""

from __future__ import annotations

from typing import Any

import pytest

from tests.endeavor_deep_sea.scenario import filled, new_game, rule, scenario, zone

SEA = {"B1": "volcanic-island", "C1": "sea-star", "C2": "looking-glass"}


@rule("X-1")
def test_x1_set_up() -> None:
    s = new_game(players=3)
    for seat in range(3):
        player = s.player(seat)
        assert (player.staging, player.team, player.markers, player.vessels) == (
            1, ["team-leader+*"], (0, 0, 0, 0), ["C1"])
    assert (len(s.tokens("C1")), len(s.tokens("B1"))) == (4, 2)
    assert {cell for cell in s["ocean"] if cell[1] == "1"} == {"B1", "C1", "D1"}
    assert (len(s["row"]), max(s["row"]) < 8, len(s["deck"])) == (4, True, 24)


@rule("X-2")
def test_x2_the_first_hire() -> None:
    s = new_game(players=3)
    first = s.seat
    s.expect("HIRE pilot", "HIRE reef-diver", "HIRE sonar-operator", question=1).hire("sonar-operator")
    player = s.player(first)
    assert (player.coordination, player.staging, player.team) == (1, 3, ["team-leader+", "sonar-operator"])
    s.asks(1, (first + 1) % 3)


@rule("X-3")
def test_x3_level_2_hires_rank_2() -> None:
    s = scenario(phase="preparation", ocean=SEA, staging=0, reputation=2, inspiration=1)
    assert s.options("HIRE") == ["pilot", "reef-diver", "sonar-operator", "ecologist", "marine-engineer", "navigator"]
    s.hire("navigator")
    assert (s.me.inspiration, s.me.staging) == (2, 2)


@rule("X-4")
def test_x4_inspiration_level_3_is_an_inflow_of_3() -> None:
    s = scenario(phase="preparation", ocean=SEA, staging=0, inspiration=4).hire("sonar-operator")
    assert s.me.staging == 3


@rule("X-5")
def test_x5_one_disc_returns() -> None:
    s = scenario(phase="preparation", ocean=SEA, staging=0, specialists=["team-leader*", "pilot*"], table={"round": 2})
    s.hire("reef-diver").expect("RETURN 0", "RETURN 1", question=2).take_back(0)
    assert (s.me.team, s.me.staging) == (["team-leader+", "pilot*", "reef-diver"], 2)
    s.hire("reef-diver").expect("PASS", "ACTIVATE 0", "ACTIVATE 2", seat=0)


@rule("X-6")
def test_x6_actions_of_specialists() -> None:
    ocean = {"B1": zone("kelp-forest", tokens=["plain", "disc"]), "C1": "sea-star"}
    fields: dict[str, Any] = {"ocean": ocean, "vessels": ["B1", "C1"], "staging": 5, "research": 6,
              "table": {"row": [5, None, None, None]}}
    s = scenario(specialists=["reef-diver"], **fields).activate(1)
    assert s.options("ACTION") == ["dive"]
    s = scenario(specialists=["ecologist"], **fields).activate(1)
    assert s.options("ACTION") == ["travel", "conserve"]
    s.action("conserve").site(1).asks(seat=1)                # travel is not left
    s = scenario(specialists=["field-researcher"], tokens=["plain"], **fields).activate(1)
    assert s.options("ACTION") == ["sonar", "publish"]
    s.action("publish").act_in("C1").site(0).row(0).decline()
    assert (s.options("ACTION"), s.can("TOKEN_RESEARCH plain")) == (["sonar"], True)


@rule("X-7")
def test_x7_what_the_sea_star_allows() -> None:
    ocean = SEA | {"C1": zone("sea-star", tokens=["plain"])}
    s = scenario(ocean=ocean, staging=3, research=9, table={"row": [5, 3, None, None]}).activate(0)
    assert s.options("ACTION") == ["travel", "sonar", "dive", "publish"]
    s.action("publish").expect("SITE 0", "SITE 1")


KELP = {
    "A1": "kelp-forest", "B1": "sea-star", "C1": "volcanic-island", "D1": "atoll", "A2": "sunken-ruins",
    "B2": "looking-glass", "D2": "ledge-elevator", "A3": "thermal-vents", "D3": "coldwater-reef", "A4": "brine-pool",
}


@rule("X-8")
def test_x8_destinations_with_technology_3() -> None:
    s = scenario(ocean=KELP, vessels=["A1"], ingenuity=4).activate(0).action("travel")
    assert s.options("TRAVEL_TO") == ["B1", "C1", "D1", "A2", "B2", "A3"]


@rule("X-9")
def test_x9_only_the_destination_gives_a_bonus() -> None:
    s = scenario(ocean=KELP, vessels=["A1"], ingenuity=4, staging=1).activate(0).action("travel").travel_to("A3")
    assert (s.me.markers, s.me.staging) == ((0, 0, 0, 5), 0)


@rule("X-10")
@pytest.mark.parametrize("track", [0, 1])
def test_x10_sonar_at_calm_seas(track: int) -> None:
    s = scenario(ocean=SEA | {"D1": zone("calm-seas", {"s3": 1})}, vessels=["D1"], staging=2)
    s.activate(0).action("sonar").site(track)
    if track == 0:
        assert (s.discs("D1"), s.me.inspiration, s.me.research) == ({"s1": 0, "s3": 1}, 1, 1)
    else:
        s.expect("DRAW 1", "DRAW 2", "DECLINE", question=11)
        assert s.discs("D1") == {"s3": 1, "s4": 0}


@rule("X-11")
def test_x11_a_discovery() -> None:
    ocean = SEA | {"B1": "calm-seas", "B2": "shipwreck", "D1": "dying-reef"}
    s = scenario(ocean=ocean, vessels=["B1"], staging=2, stacks={"1": ["atoll", "oil-rig"], "2": ["sunken-ruins"]})
    s.activate(0).action("sonar").site(1).draw(1, 2).keep(1)
    assert (s["ocean"]["D2"]["board"], s["stacks"]["1"][-1], len(s.tokens("D2"))) == ("sunken-ruins", "atoll", 4)
    assert s.me.markers == (1, 0, 0, 1)


@rule("X-12")
def test_x12_ranges_of_depths() -> None:
    """Printed ranges: 1-4 on the Vortex (s3), 4-5 on the Looking Glass (s4), 3 on the Vortex (s1)."""
    ocean = filled(["A1", "B1", "B2", "D1", "D2", "D3", "E1", "E2", "E3", "E4"], C1="sea-star", A1="atoll",
                   C2=zone("looking-glass", {"s1": 1, "s2": 1, "s3": 1}), C3=zone("vortex", {"s2": 1}))
    s = scenario(ocean=ocean | {"E5": "whale-fall"}, vessels=["C3"], staging=2).activate(0).action("sonar").site(1)
    assert s.options("DRAW") == ["2", "3", "4"]              # depth 1 is full
    s = scenario(ocean=ocean, vessels=["C2"], staging=2).activate(0).action("sonar")
    assert s.options("DRAW") == ["4", "5"]
    s = scenario(ocean=ocean, vessels=["C3"], staging=2).activate(0).action("sonar").site(0)
    assert s.options("DRAW") == ["3"]


@rule("X-13")
def test_x13_a_travel_token() -> None:
    ocean = SEA | {"B2": zone("ledge-elevator", tokens=["travel"])}
    s = scenario(ocean=ocean, vessels=["B2"], ingenuity=2).activate(0).action("dive")
    s.expect("TOKEN_RESEARCH travel", "TOKEN_EFFECT travel", "END_TURN", question=3)
    kept = scenario(ocean=ocean, vessels=["B2"], ingenuity=2).activate(0).action("dive").end_turn()
    assert kept.me.tokens == ["travel"]
    s.token_research("travel")
    assert s.me.research == 3


@rule("X-14")
@pytest.mark.parametrize(("discs", "linked"), [({}, 0), ({"c2": 2}, 1)])
def test_x14_conserve_at_the_kelp_forest(discs: dict[str, int], linked: int) -> None:
    s = scenario(players=3, ocean={"A1": zone("kelp-forest", discs), "C1": "sea-star"}, vessels=["A1"], research=3,
                 staging=2).activate(0).action("conserve")
    if not discs:
        s.site(0)
    assert (s.me.research, s.me.markers, s.discs("A1")) == (1, (1, 0, 1 + linked, 0), {"c1": 0} | discs)
    assert s.player(2).coordination == linked


@rule("X-15")
def test_x15_publish_at_the_looking_glass() -> None:
    s = scenario(players=3, ocean=SEA, vessels=["C2"], research=3, staging=2, specialists=["pilot"], deck=[16],
                 table={"row": [0, None, None, None]}).activate(0).action("publish")
    s.expect("PROMOTE 1", "DECLINE", question=16)
    assert (s.me.research, s.discs("C2"), s.me.journal_numbers, s["row"][0]) == (0, {"j1": 0}, [0], 16)
    s.decline()
    assert (s.me.inspiration, s.player(1).staging, s.player(2).staging) == (2, 2, 2)


@rule("X-16")
def test_x16_the_pilot_becomes_the_skipper() -> None:
    s = scenario(ocean=SEA, specialists=["pilot*"], tokens=["promote"], staging=1).token_effect("promote")
    assert (s.me.team, s.me.markers, s.me.staging) == (["team-leader+", "pilot+"], (0, 1, 1, 0), 1)


@rule("X-17")
def test_x17_three_links_at_once() -> None:
    s = scenario(players=3, ocean={"C1": "sea-star", "C3": zone("coldwater-reef", {"j2": 0, "c2": 2, "c4": 1})},
                 vessels=["C3"], research=2, staging=2).activate(0).action("conserve").site(2)
    assert [s.player(seat).markers for seat in range(3)] == [(1, 2, 1, 0), (0, 0, 1, 0), (1, 0, 0, 0)]


@rule("X-18")
def test_x18_rules_of_zones() -> None:
    ocean = filled(["D1", "D2", "D3", "D4"], B3="rift-valley", C1="sea-star", C2="looking-glass", C3="vortex",
                   C4=zone("brine-pool", tokens=["plain", "plain"]))
    s = scenario(ocean=ocean, vessels=["C3"], ingenuity=2).activate(0).action("travel")
    assert s.options("TRAVEL_TO") == ["C1", "D1", "C2", "D2", "B3", "D3"]         # distance 3, depth 3
    s = scenario(ocean=ocean, vessels=["C4"], ingenuity=2).activate(0).action("dive").asks(18)
    assert s.me.tokens == ["plain"]
    s = scenario(ocean={"C1": "sea-star", "C2": zone("whale-calving-grounds", {"j1": 0})}, vessels=["C2"], staging=3,
                 research=4).activate(0).action("conserve").site(1).expect("ACTION conserve", "DECLINE", question=4)


@rule("X-19")
def test_x19_scoring() -> None:
    mine = {
        "A1": ("atoll", {"s1": 0}), "B1": ("calm-seas", {"s1": 0, "j1": 2}), "C1": ("sea-star", {
            "s1": 0, "s2": 0, "j1": 1, "j2": 1}), "D1": ("volcanic-island", {"j1": 0}), "E1": ("dying-reef", {"c1": 0}),
        "A2": ("dolphin-pods", {"c1": 0, "c2": 0, "c3": 1, "c4": 1}), "B2": ("ledge-elevator", {"s1": 0}),
        "C2": ("looking-glass", {"s1": 0, "j1": 1, "j2": 1}),
        "D2": ("whale-calving-grounds", {"c1": 0, "c2": 0, "c3": 1, "c4": 1, "c5": 1, "c6": 1}),
        "C3": ("carbonate-spires", {"j1": 0, "j2": 2, "j3": 2, "j4": 2}), "D3": ("rift-valley", {"j1": 0}),
    }
    s = scenario(players=3, ocean={cell: zone(board, discs) for cell, (board, discs) in mine.items()}, vessels=["C1"],
                 reputation=7, inspiration=10, coordination=4, ingenuity=7, journals=[16], specialists=["adventurer+"],
                 research=2, staging=2, tokens=["disc"], others=[{"staging": 0}],
                 table={"impact": {"2": 0, "3": 0, "4": 0, "6": 0}, "infinite": {"14": [2, 0, 0]}})
    parts = s.breakdown()
    assert (parts["attributes"], parts["impact"], parts["journals"], parts["specialists"]) == (28, 9, 4, 3)
    assert (parts["goal 1"], parts["goal 2"], parts["goal 3"], parts["leftovers"]) == (6 + 5, 3, 5 + 4, 2)
    assert (parts["total"], s.state.result().scores[0]) == (69, 69)


@rule("X-20")
@pytest.mark.parametrize(
    ("counts", "bonuses"),
    [((4, 4, 2), (5, 5, 0)), ((4, 2, 2), (5, 3, 3)), ((3, 0, 0), (5, 0, 0)), ((0, 0, 0), (0, 0, 0))],
)
def test_x20_ties(counts: tuple[int, ...], bonuses: tuple[int, ...]) -> None:
    """Sonar discs of mission 1."""
    seats = [seat for seat, number in enumerate(counts) for _ in range(number)]
    spots = [("C1", 3), ("C2", 4), ("B1", 4)]
    cells = [(cell, f"s{k + 1}") for cell, size in spots for k in range(size)]
    discs: dict[str, dict[str, int]] = {"B1": {}, "C1": {}, "C2": {}}
    for (cell, spot), seat in zip(cells, seats, strict=False):
        discs[cell][spot] = seat
    boards = {"B1": "remote-anchorage", "C1": "sea-star", "C2": "looking-glass"}
    s = scenario(players=3, ocean={cell: zone(board, discs[cell]) for cell, board in boards.items()})
    assert [s.breakdown(seat)["goal 1"] - counts[seat] for seat in range(3)] == list(bonuses)


@rule("X-21")
def test_x21_legal_hexes() -> None:
    for impact, legal in (({}, ["0", "10", "18", "25"]), ({"10": 1}, ["0", "7", "11", "18", "25"])):
        s = scenario(players=3, ocean=SEA, tokens=["impact"], table={"impact": impact}).token_effect("impact")
        assert s.options("HEX") == legal
    s = scenario(players=3, ocean=SEA, tokens=["impact", "impact"], table={"impact": {"15": 2}})
    s.token_effect("impact").hex(14).token_effect("impact").hex(14)
    assert (s["infinite"]["14"], s.breakdown()["impact"]) == ([2, 0, 0], 4)


@rule("X-22")
def test_x22_ends_of_tracks_and_a_launch() -> None:
    for start in (9, 12):
        s = scenario(ocean=SEA, tokens=["any-attribute"], coordination=start).token_effect("any-attribute")
        s.attribute("coordination").asks(18)
        assert s.me.coordination == 10
    s = scenario(ocean=SEA, tokens=["any-attribute"], ingenuity=1, staging=0).token_effect("any-attribute")
    s.attribute("ingenuity")
    assert (s.me.vessels, s.me.staging) == (["C1", "C1"], 1)


@rule("X-23")
def test_x23_volcanic_activity() -> None:
    s = scenario(mode="cooperative", ocean=filled(["C3", "C4", "C5"], **SEA), vessels=["C2", "C4", "C5"], staging=0,
                 others=[{"staging": 0}], setbacks=["volcanic-activity"], table={"round": 3})
    assert s["round"] == 4
    assert (s.me.vessels, s.player(1).vessels) == (["C1", "C2", "C3"], ["C1"])


@rule("X-24")
@pytest.mark.parametrize("met", [0, 1])
def test_x24_team_goals_of_three_players(met: int) -> None:
    """45 points: 21 and 1 markers of 2, and 1 of a hex; 11 publish discs; 13 juniors."""
    publishing = {"C1": zone("sea-star", {"j1": 0, "j2": 1}), "C2": zone("looking-glass", {"j1": 2, "j2": 0}),
                  "B1": zone("volcanic-island", {"j1": 0, "j2": 2}),
                  "C3": zone("carbonate-spires", {"j1": 1, "j2": 1, "j3": 1, "j4": 0}),
                  "D1": zone("calm-seas", {"j1": 1} if met else {})}
    s = scenario(players=3, mode="cooperative", ocean=publishing, specialists=["pilot"] * 4 + ["ecologist"] * met,
                 others=[{"specialists": ["reef-diver"] * 4}, {"specialists": ["sonar-operator"] * 4}],
                 bonus_goals=["fresh-faces", "known-waters", "all-round-teams"],
                 table={"round": 5, "infinite": {"14": [21, 1, 0]}, "impact": {"2": 2} if met else {}})
    parts = s.breakdown()
    assert (parts["impact goal"], parts["mission goals"], parts["bonus goals"]) == (met, met, met)


@rule("X-25")
def test_x25_three_of_rank_5_are_on_display_again() -> None:
    s = scenario(phase="preparation", ocean=SEA, reputation=10)
    shown, hidden = s["display"], s["hidden_experts"]
    s.hire(shown[1])
    assert s["display"] == [shown[0], hidden[0], shown[2]]
    assert s["hidden_experts"] == hidden[1:]
