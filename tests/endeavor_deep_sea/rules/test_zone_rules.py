"""Section 8: rules of single zones."""

from __future__ import annotations

import pytest

from tests.endeavor_deep_sea.scenario import filled, printed, rule, scenario, zone


@rule("Z-1")
def test_every_rule_of_a_zone_is_in_the_file_and_marked_spots_have_one() -> None:
    ruled = [row["board"] for row in printed("zone_rules") if "marked spot" in row["rule"]]
    marked = {row["board"] for row in printed("spots") if row["marked"] == "true"}
    assert sorted(ruled) == sorted(marked)
    assert len({row["board"] for row in printed("zone_rules")}) == 17


@rule("Z-2")
@pytest.mark.parametrize(("owner", "research"), [(0, 1), (1, 0)])
def test_a_disc_on_a_marked_spot_is_ones_own(owner: int, research: int) -> None:
    ocean = {"C1": "sea-star", "C3": zone("thermal-vents", {"j1": owner}, ["plain", "plain"])}
    s = scenario(ocean=ocean, vessels=["C3"]).activate(0).action("dive")
    assert s.me.research == research


@rule("Z-2")
def test_it_is_there_already_when_the_event_happens() -> None:
    """The first conserve action of seat 0 at the Whale Calving Grounds; j1 is free, so nothing is offered."""
    s = scenario(ocean={"C1": "sea-star", "C2": "whale-calving-grounds"}, vessels=["C2"], staging=5, research=9)
    s.activate(0).action("conserve").site(4).asks(3, 1)


@rule("Z-3")
def test_no_vessel_enters_or_crosses_the_cave() -> None:
    ocean = {"A1": "atoll", "C1": "sea-star", "A2": "submerged-cave-system", "B2": "dolphin-pods", "A3": "vortex"}
    s = scenario(ocean=ocean, vessels=["A1"], ingenuity=10, tokens=["plain"]).activate(0).cannot("ACTION travel")
    s = scenario(ocean=ocean | {"B1": "calm-seas"}, vessels=["A1"], ingenuity=10, tokens=["plain"])
    s.activate(0).action("travel").expect("TRAVEL_TO B1", "TRAVEL_TO C1", "TRAVEL_TO B2")


CAVE = {
    "B1": "atoll", "C1": "sea-star", "A2": "dolphin-pods", "C2": "looking-glass",
    "B2": zone("submerged-cave-system", tokens={"d1": ["plain"], "d2": ["disc", "disc"], "d3": ["travel"]}),
}


@rule("Z-4")
@pytest.mark.parametrize(("cell", "kind"), [("A2", "plain"), ("B1", "disc"), ("C2", "travel")])
def test_the_dive_sites_of_the_cave_are_reached_from_their_sides(cell: str, kind: str) -> None:
    s = scenario(ocean=CAVE, vessels=[cell]).activate(0).action("dive")
    assert s.me.tokens == [kind]


@rule("Z-4")
@pytest.mark.parametrize(("cell", "doing", "spot"), [("A2", "conserve", "c1"), ("B1", "publish", "j1"),
                                                      ("C2", "publish", "j2")])
def test_the_disc_spots_of_the_cave_likewise(cell: str, doing: str, spot: str) -> None:
    full = {"A2": zone("dolphin-pods", {"c1": 1, "c2": 1, "c3": 1, "c4": 1}),
            "C2": zone("looking-glass", {"j1": 1, "j2": 1})}
    s = scenario(ocean=CAVE | full, vessels=[cell], staging=3, research=9, table={"row": [8, None, None, None]})
    s.activate(0).action(doing)
    assert s.discs("B2") == {spot: 0}
    assert cell in s.me.vessels


@rule("Z-5")
def test_sea_turtle_migration_offers_a_travel_from_there() -> None:
    ocean = {"C1": "sea-star", "C2": "sea-turtle-migration", "D1": "atoll", "D2": "shipwreck"}
    s = scenario(ocean=ocean, vessels=["C1", "C2"], staging=2, research=4, ingenuity=2).activate(0)
    s.action("conserve").site(1).decline().expect("ACTION travel", "DECLINE", question=4).action("travel")
    s.expect("TRAVEL_TO C1", "TRAVEL_TO D1", "TRAVEL_TO D2", question=7)         # from C2, without LEAVE
    s = scenario(ocean=ocean, vessels=["D2"], staging=2, research=4, ingenuity=2, journals=[1])
    s.use_journal(0).action("conserve").site(1).decline().asks(3, 1)             # no vessel of one's own there


@rule("Z-6")
def test_whale_calving_grounds_offers_a_second_conserve_but_no_third() -> None:
    ocean = {"C1": "sea-star", "C2": zone("whale-calving-grounds", {"j1": 0})}
    s = scenario(ocean=ocean, vessels=["C2"], staging=5, research=9)
    s.activate(0).action("conserve").site(1).expect("ACTION conserve", "DECLINE", question=4)
    s.action("conserve").site(4).asks(3, 1)
    assert (s.discs("C2"), s.me.research, s.me.staging) == ({"c2": 0, "c5": 0, "j1": 0}, 7, 2)


@rule("Z-6")
def test_the_second_one_has_the_reach_of_the_first() -> None:
    ocean = {"C1": "sea-star", "C2": zone("whale-calving-grounds", {"j1": 0}), "D2": "shipwreck"}
    s = scenario(ocean=ocean, vessels=["D2"], staging=5, research=9, journals=[1])
    s.use_journal(0).action("conserve").site(1).action("conserve").site(4)
    assert s.discs("C2") == {"c2": 0, "c5": 0, "j1": 0}


@rule("Z-7")
def test_one_vessel_a_player_in_the_trench_which_may_be_crossed() -> None:
    ocean = filled(["C2", "C3", "C4"], C1="sea-star", B5="whale-fall", C5="abyssal-trench", D5="black-smoker")
    s = scenario(ocean=ocean, vessels=["B5", "C5"], ingenuity=10, tokens=["plain"]).activate(0).action("travel")
    s.leave("B5")
    assert s.options("TRAVEL_TO") == ["C1", "C2", "C3", "C4", "D5"]
    s = scenario(ocean=ocean, vessels=["B5"], ingenuity=10, tokens=["plain"], others=[{"vessels": ["C5"]}])
    assert "C5" in s.activate(0).action("travel").options("TRAVEL_TO")


@rule("Z-8")
def test_leaving_the_vortex_has_one_more_technology() -> None:
    ocean = {"C1": "sea-star", "C2": "looking-glass", "C3": "vortex", "C4": "brine-pool"}
    s = scenario(ocean=ocean, vessels=["C3"], ingenuity=4, tokens=["plain"]).activate(0).action("travel")
    assert s.options("TRAVEL_TO") == ["C1", "C2", "C4"]
    s = scenario(ocean=ocean, vessels=["C2"], ingenuity=4, tokens=["plain"]).activate(0).action("travel")
    assert s.options("TRAVEL_TO") == ["C1", "C3"]


@rule("Z-8")
def test_leaving_the_jellyfish_bloom_gives_one_impact_for_a_travel() -> None:
    ocean = {"C1": "sea-star", "C2": "looking-glass", "C3": zone("jellyfish-bloom", {"c1": 0, "c2": 0, "j1": 0})}
    s = scenario(ocean=ocean, vessels=["C3"], staging=1, ingenuity=2).activate(0).action("travel").travel_to("C2")
    s.asks(18)
    assert s.me.inspiration == 0                             # the arrival bonus comes after it
    s.hex(0).asks(3, 1)
    assert (s.me.inspiration, s["impact"]) == (1, {"0": 0})


@rule("Z-9")
def test_emptied_sunken_ruins_offer_a_travel_to_all_who_are_there() -> None:
    ocean = {"C1": "sea-star", "D1": "atoll", "C2": zone("sunken-ruins", tokens=["plain"])}
    s = scenario(players=3, ocean=ocean, vessels=["C2"], others=[{"vessels": ["C1"]}, {"vessels": ["C2"]}])
    s.activate(0).action("dive").asks(4, 0).action("travel").asks(4, 2).decline().asks(3, 0)
    assert [s.player(seat).vessels for seat in range(3)] == [["C1"], ["C1"], ["C2"]]
    s = scenario(ocean=ocean | {"C2": zone("sunken-ruins", tokens=["plain", "plain"])}, vessels=["C2"])
    s.activate(0).action("dive").asks(3, 0)                  # one is left


@rule("Z-10")
def test_the_fourth_disc_of_the_oil_rig_promotes() -> None:
    ocean = {"C1": "sea-star", "B1": zone("oil-rig", {"c1": 2, "c2": 1, "c3": 2})}
    s = scenario(players=4, ocean=ocean, vessels=["B1"], staging=2, research=1, specialists=["pilot"],
                 others=[{"specialists": ["reef-diver"]}, {"specialists": ["pilot"]}, {"specialists": ["pilot"]}])
    s.activate(0).action("conserve").asks(16, 0).promote(1).asks(16, 1).decline().asks(16, 2).promote(1).asks(3, 1)
    assert [s.player(seat).team[1] for seat in range(4)] == ["pilot+", "reef-diver", "pilot+", "pilot"]


@rule("Z-11")
@pytest.mark.parametrize(
    ("discs", "research"), [({}, 0), ({"j2": 0}, 2), ({"j1": 0, "j2": 0}, 4), ({"j1": 1, "j2": 0}, 2)]
)
def test_thermal_vents_give_research_for_own_discs_and_each_token(discs: dict[str, int], research: int) -> None:
    ocean = {"C1": "sea-star", "C3": zone("thermal-vents", discs, ["plain", "disc", "disc"])}
    s = scenario(ocean=ocean, vessels=["C3"], journals=[15]).use_journal(3).action("dive")
    assert s.me.research == research                         # two tokens taken


@rule("Z-12")
def test_black_smoker_offers_a_travel_for_each_token_not_to_depth_5() -> None:
    smoker = zone("black-smoker", tokens=["plain", "disc"])
    ocean = filled(["C2", "C3", "C4"], C1="sea-star", B5="whale-fall", C5=smoker)
    s = scenario(ocean=ocean, vessels=["C5"], ingenuity=10, journals=[15]).use_journal(3).action("dive")
    s.expect("ACTION travel", "DECLINE", question=4).decline().asks(4).action("travel")
    s.expect("TRAVEL_TO C1", "TRAVEL_TO C2", "TRAVEL_TO C3", "TRAVEL_TO C4")


@rule("Z-12")
def test_scaly_foot_snails_offer_to_publish_for_each_token() -> None:
    ocean = {"C1": "sea-star", "C5": zone("scaly-foot-snails", tokens=["plain", "disc"])}
    s = scenario(ocean=ocean, vessels=["C5"], staging=3, journals=[15], table={"row": [16, 18, None, None]}, deck=[13],
                 research=2)
    s.use_journal(3).action("dive").expect("ACTION publish", "DECLINE", question=4).action("publish")
    s.expect("SITE 0", "TOKEN_RESEARCH disc", "TOKEN_RESEARCH plain").site(0).row(0)
    assert (s.discs("C5"), s.me.research) == ({"j1": 0}, 0)
    s.asks(3)                                                # no blue site is left, so the second is not possible


@rule("Z-13")
def test_sonar_and_conserve_on_arrival_are_paid_as_usual() -> None:
    ocean = filled(["C2", "C3", "C4"], C1="sea-star", C5="seafloor-restoration", D5=zone("abyssal-trench", {"s1": 1}))
    s = scenario(ocean=ocean, ingenuity=10, staging=2, research=2, specialists=["pilot"]).activate(1).action("travel")
    s.travel_to("C5").expect("ACTION conserve", "DECLINE", question=4).action("conserve").site(0)
    assert (s.discs("C5"), s.me.research, s.me.staging, s.me.coordination) == ({"c1": 0}, 1, 0, 1)
    s = scenario(ocean=ocean, vessels=["C5"], ingenuity=10, staging=2, specialists=["pilot"]).activate(1)
    s.action("travel").travel_to("D5").action("sonar")
    assert (s.discs("D5"), s.me.staging, s.me.markers) == ({"s1": 1, "s2": 0}, 0, (1, 0, 0, 10))
