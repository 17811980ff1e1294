"""Section 5: gains and tracks."""

from __future__ import annotations

import pytest

from tests.endeavor_deep_sea.scenario import filled, rule, scenario, zone

SEA = {"B1": "volcanic-island", "C1": "sea-star", "C2": "looking-glass"}
ENTRIES = ("HEX 0", "HEX 10", "HEX 18", "HEX 25")            # of mission 1
LEVELS = (1, 1, 2, 2, 3, 3, 3, 4, 4, 4, 5, 5, 5)


@rule("B-1")
@pytest.mark.parametrize("cell", range(13))
def test_levels_of_the_cells(cell: int) -> None:
    s = scenario(phase="preparation", ocean=SEA, staging=0, inspiration=cell).hire("reef-diver")
    assert s.me.staging == LEVELS[cell]                      # the inflow (P-4)


@rule("B-1", "B-5")
@pytest.mark.parametrize("name", ["reputation", "inspiration", "coordination", "ingenuity"])
def test_a_step_of_any_attribute(name: str) -> None:
    s = scenario(ocean=SEA, tokens=["any-attribute"], reputation=3, inspiration=3, coordination=3, ingenuity=3)
    s.token_effect("any-attribute").attribute(name)
    assert getattr(s.me, name) == 4
    assert sum(s.me.markers) == 13


@rule("B-2")
def test_reaching_cell_10_and_stepping_on_from_12_give_impact() -> None:
    s = scenario(ocean=SEA, tokens=["any-attribute"], reputation=9, inspiration=12, coordination=10)
    s.token_effect("any-attribute").attribute("reputation").expect(*ENTRIES, "DECLINE", question=18)
    assert s.me.reputation == 10
    s = scenario(ocean=SEA, tokens=["any-attribute"], reputation=9, inspiration=12, coordination=10)
    s.token_effect("any-attribute").attribute("inspiration").asks(18)
    assert s.me.inspiration == 10
    s = scenario(ocean=SEA, tokens=["any-attribute"], reputation=9, inspiration=12, coordination=10)
    s.token_effect("any-attribute").attribute("coordination").asks(3)
    assert (s.me.coordination, s["impact"]) == (11, {})


@rule("B-2", "B-7")
def test_steps_are_resolved_one_by_one_and_what_they_trigger_before_the_next() -> None:
    """Two steps of reputation from cell 9; the impact of the first leads to another one."""
    s = scenario(ocean=SEA, tokens=["promote"], specialists=["rov-operator"], reputation=9, coordination=9)
    s.token_effect("promote").asks(18).hex(18)
    s.asks(18)                                               # coordination reached 10 by hex 18
    assert s.me.markers == (10, 0, 10, 0)
    s.hex(10)
    assert s.me.markers == (11, 1, 10, 0)
    assert s["impact"] == {"10": 0, "18": 0}


@rule("B-3")
@pytest.mark.parametrize(("start", "launched", "vessels"), [(1, 0, 2), (6, 1, 2), (2, 1, 1), (3, 1, 1), (7, 3, 1)])
def test_cells_2_and_7_of_ingenuity_launch_a_vessel(start: int, launched: int, vessels: int) -> None:
    s = scenario(ocean=SEA, vessels=["B1"], staging=0, tokens=["any-attribute"], ingenuity=start, launches=launched)
    s.token_effect("any-attribute").attribute("ingenuity")
    assert (len(s.me.vessels), s.me.staging) == (vessels, vessels - 1)   # the Sea Star's disc on arrival
    assert s.me.vessels.count("C1") == vessels - 1


@rule("B-3")
def test_no_second_launch_for_a_cell_reached_before() -> None:
    s = scenario(ocean=SEA, staging=0, tokens=["any-attribute"], ingenuity=6, launches=3, vessels=["B1", "C1", "C2"])
    s.token_effect("any-attribute").attribute("ingenuity")
    assert (s.me.vessels, s.me.staging, s.me.ingenuity) == (["B1", "C1", "C2"], 0, 7)


@rule("B-4")
def test_research_above_12_is_lost() -> None:
    s = scenario(ocean=SEA, research=10, tokens=["plain"]).token_research("plain")
    assert s.me.research == 12


@rule("B-5")
def test_a_lowest_attribute_is_asked_only_among_equals() -> None:
    s = scenario(ocean=SEA, tokens=["lowest-attribute"], reputation=3, inspiration=1, coordination=1, ingenuity=2)
    s.token_effect("lowest-attribute").expect("ATTRIBUTE inspiration", "ATTRIBUTE coordination", question=17)
    s = scenario(ocean=SEA, tokens=["lowest-attribute"], reputation=3, inspiration=2, coordination=1, ingenuity=2)
    s.token_effect("lowest-attribute").asks(3)
    assert s.me.markers == (3, 2, 2, 2)


@rule("B-5")
def test_the_lowest_is_judged_at_that_moment() -> None:
    """Hex 2 of mission 9 gives two lowest attributes."""
    s = scenario(mission=9, tokens=["impact"], reputation=1, inspiration=2, coordination=5, ingenuity=5,
                 table={"impact": {"9": 1}})
    s.token_effect("impact").hex(2).expect("ATTRIBUTE reputation", "ATTRIBUTE inspiration")
    assert s.me.markers == (2, 2, 5, 5)                      # the first step without a question


@rule("B-6")
def test_research_and_discs_then_attributes_then_impact_then_promote() -> None:
    s = scenario(ocean={"C1": "sea-star"}, staging=2, research=4, specialists=["pilot"], coordination=9,
                 table={"row": [14, None, None, None]})
    s.activate(0).action("publish").site(0).asks(18)         # journal 14: 2 reputation, 1 impact; promote
    assert s.me.reputation == 2
    s.hex(25).asks(16).promote(1)
    assert s.me.markers == (2, 1, 10, 1)


@rule("B-6")
def test_research_and_a_disc_are_there_before_the_attribute_is_chosen() -> None:
    """Hex 9 of mission 5: 1 disc, 1 any attribute. The Brine Pool: inspiration, ingenuity, research."""
    s = scenario(mission=5, staging=2, tokens=["impact"], table={"impact": {"8": 1}})
    s.token_effect("impact").hex(9).asks(17)
    assert s.me.staging == 3
    s = scenario(ocean=filled(["C3"], C1="sea-star", C2="looking-glass"), stacks={"4": ["brine-pool", "seamount"]},
                 journals=[13], inspiration=9, ingenuity=9)
    s.use_journal(2).action("discover").keep(0).asks(18)
    assert (s.me.research, s.me.inspiration, s.me.ingenuity) == (1, 10, 9)


@rule("B-6")
def test_attributes_come_before_impact_whatever_is_printed_first() -> None:
    s = scenario(ocean={"C1": "sea-star", "C2": "dolphin-pods"}, vessels=["C2"], staging=2, research=3)
    s.activate(0).action("conserve").site(2).asks(18)        # 1 impact, 1 inspiration
    assert s.me.inspiration == 1


@rule("B-7")
def test_a_launch_and_its_arrival_bonus_come_before_the_next_item() -> None:
    s = scenario(mission=3, ocean={"C1": "sea-star", "D1": "dying-reef"}, vessels=["C1"], specialists=["pilot"],
                 ingenuity=1, table={"row": [4, None, None, None]}, staging=2, research=2)
    s.activate(0).action("publish").launch_in("D").asks(18)  # Organic Casing: 2 ingenuity; promote
    assert s.me.ingenuity == 2
    s.decline().asks(16)
    assert s.me.ingenuity == 3


@rule("B-8")
def test_impact_promote_discover_and_offers_are_asked() -> None:
    assert scenario(ocean=SEA, tokens=["impact"]).token_effect("impact").can("DECLINE")
    s = scenario(ocean={"C1": "sea-star"}, staging=2, research=2, specialists=["pilot"],
                 table={"row": [5, None, None, None]}).activate(0).action("publish")
    s.expect("PROMOTE 1", "DECLINE", question=16)
    assert s.me.reputation == 1                              # taken without a question
    assert scenario(ocean=SEA, staging=2).activate(0).action("sonar").can("DECLINE")


@rule("B-9")
def test_the_active_player_gains_first_then_the_others_clockwise() -> None:
    ocean = {"C1": "sea-star", "C2": zone("sea-turtle-migration", {"c1": 1, "c3": 0})}
    s = scenario(players=3, ocean=ocean, others=[{}, {"vessels": ["C2"], "staging": 2, "research": 4}],
                 table={"to_move": 2})
    s.activate(0).action("conserve").asks(18, 2).decline()   # the reward
    s.asks(18, 2).decline().asks(18, 2).decline()            # both links
    s.asks(18, 0).decline().asks(18, 1)


@rule("B-9", "B-10")
def test_active_is_whose_turn_it_is_even_when_another_acts_in_it() -> None:
    ocean = filled(["C3", "C4"], C1="sea-star", C2=zone("sunken-ruins", tokens=["plain"]),
                   C5=zone("seafloor-restoration", {"c1": 0}))
    s = scenario(ocean=ocean, vessels=["C2"],
                 others=[{"vessels": ["C2"], "ingenuity": 10, "staging": 1, "research": 1}])
    s.activate(0).action("dive").asks(4, 0).decline()
    s.asks(4, 1).action("travel").travel_to("C5").asks(4, 1).action("conserve").site(3)
    assert s.player(1).reputation == 1                       # the reward of c4
    s.asks(18, 0).hex(0).asks(18, 1).hex(18)                 # the link c1-c4
    assert (s["impact"], s.me.reputation, s.player(1).coordination) == ({"0": 0, "18": 1}, 1, 1)


@rule("B-10")
def test_who_gains_in_the_turn_of_another_chooses_then_and_there() -> None:
    """Mission 3: the journal of seat 0 gives seat 1 its second ingenuity; seat 1 says where the vessel goes."""
    s = scenario(mission=3, ocean={"C1": "sea-star", "D1": "dying-reef"}, vessels=["C1"], staging=2, research=2,
                 table={"row": [4, None, None, None]}, others=[{"vessels": ["C1"], "ingenuity": 1}])
    s.activate(0).action("publish").launch_in("C")
    s.expect("LAUNCH_IN C", "LAUNCH_IN D", question=20, seat=1).launch_in("D")
    s.asks(18, 1).decline().asks(3, 1)
    assert s.player(1).vessels == ["C1", "D1"]
