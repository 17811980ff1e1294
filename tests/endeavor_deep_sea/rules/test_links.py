"""Section 7: links."""

from __future__ import annotations

from tests.endeavor_deep_sea.scenario import Scenario, rule, scenario, zone


def conserving(board: str, cell: str, discs: dict[str, int], site: int, players: int = 2) -> Scenario:
    s = scenario(players=players, ocean={"C1": "sea-star", cell: zone(board, discs)}, vessels=[cell], staging=2,
                 research=9, others=[{"staging": 2}, {"staging": 2}][: players - 1])
    return s.activate(0).action("conserve").site(site)


@rule("N-1")
def test_a_link_is_complete_when_both_spots_hold_discs() -> None:
    s = conserving("kelp-forest", "A1", {}, 0)
    assert s.me.coordination == 1                            # the reward of c1 only
    s = scenario(ocean={"C1": "sea-star", "A1": zone("kelp-forest", {"c2": 1})}, vessels=["A1"], staging=2, research=2)
    s.activate(0).action("conserve")
    assert (s.me.coordination, s.player(1).coordination) == (2, 1)


@rule("N-2")
def test_both_owners_gain_and_one_owner_of_both_gains_once() -> None:
    s = scenario(ocean={"C1": "sea-star", "A1": zone("kelp-forest", {"c2": 0})}, vessels=["A1"], staging=2, research=2)
    s.activate(0).action("conserve")
    assert (s.me.markers, s.player(1).markers) == ((1, 0, 2, 0), (0, 0, 0, 0))


@rule("N-3")
def test_one_disc_completes_several_links_one_bundle_a_player() -> None:
    """Coldwater Reef c3: links to c2 (reputation), j2 (inspiration) and c4 (coordination)."""
    s = conserving("coldwater-reef", "C3", {"c2": 2, "c4": 1, "j2": 0}, 2, players=3)
    assert [s.player(seat).markers for seat in range(3)] == [(1, 2, 1, 0), (0, 0, 1, 0), (1, 0, 0, 0)]


@rule("N-3")
def test_the_discs_of_the_bundle_come_before_its_steps() -> None:
    """Dying Reef c2: reputation and impact; then with c4 a disc, with c5 reputation, with c1 coordination."""
    s = conserving("dying-reef", "B1", {"c1": 0, "c4": 0, "c5": 0}, 1)
    s.decline()
    assert (s.me.markers, s.me.staging) == ((2, 0, 1, 0), 1)


@rule("N-4")
def test_a_link_is_completed_once() -> None:
    """Dolphin Pods: c2-c4 is complete; c3 completes only c2-c3."""
    s = conserving("dolphin-pods", "C2", {"c2": 1, "c4": 1}, 2).decline()
    assert (s.player(1).markers, s.player(1).staging) == ((0, 1, 0, 0), 2)
    assert s.me.markers == (0, 2, 0, 0)
    assert s.discs("C2") == {"c2": 1, "c3": 0, "c4": 1}
