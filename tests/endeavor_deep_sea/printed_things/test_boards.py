"""Every ocean board: arrival and discovery bonuses, spots and links, where they work and where they do not."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from tests.endeavor_deep_sea.printed_things.cases import (
    BOARDS,
    CAVE,
    by_links,
    cell_of,
    depth_of,
    doing_of,
    happened,
    launch_zone,
    mission_of,
    neighbour_of,
    ocean_with,
    promised,
    row_of,
    spots_of,
    vessel_for,
)
from tests.endeavor_deep_sea.scenario import Scenario, printed, scenario, zone

ENTERED = [board for board in BOARDS if board != CAVE]
DISCOVERED = [board for board in BOARDS if board != "sea-star"]           # it is always laid out
FIRST_CELL = (0, 0, 2, 4, 7, 10)                                         # of the track for each level
SPOTS = [(row["board"], row["spot"]) for row in printed("spots")]
# A journal that can be published with each field, and what it costs.
JOURNALS = {"blue": (18, 0), "brown": (6, 0), "green": (25, 1), "yellow": (7, 2)}
OFFERED_AFTER = {"sea-turtle-migration": "travel from here"}             # a conserve action (Z-5)


def spot_row(board: str, spot: str) -> dict[str, str]:
    return next(row for row in spots_of(board) if row["spot"] == spot)


# --- the board as a whole ---


@pytest.mark.parametrize("board", ENTERED)
def test_arrival(board: str) -> None:
    s = scenario(mission=mission_of(board), ocean=ocean_with(board), vessels=[neighbour_of(board)], staging=4,
                 research=5, ingenuity=10, launches=3, reputation=3, inspiration=3, coordination=3)
    before = s["players"]
    s.activate(0).action("travel").travel_to(cell_of(board))
    mine = promised(row_of("ocean_boards", board)["arrival"])
    mine["disc"] -= 1                                        # on the leader
    assert happened(s, before)[0] == {name: number for name, number in mine.items() if number}
    assert s.me.vessels == [cell_of(board)]


@pytest.mark.parametrize("board", ENTERED)
def test_no_arrival_where_the_technology_is_too_low(board: str) -> None:
    """One level less than the depth; at depth 1 with an empty cell between."""
    depth, ocean = depth_of(board), ocean_with(board)
    vessel = neighbour_of(board)
    if depth == 1 and board != launch_zone(board):
        ocean["E1"] = ocean.pop("D1")
        ocean.pop("D2")
    elif depth == 1:
        ocean["E1"] = ocean.pop("D1")
        vessel = "E1"
        ocean.pop("D2")
        ocean.pop("B1")
    ocean = {cell: each for cell, each in ocean.items() if depth > 1 or cell in ("C1", "E1")}
    s = scenario(mission=mission_of(board), ocean=ocean, vessels=[vessel], staging=2, tokens=["plain"],
                 ingenuity=FIRST_CELL[max(1, depth - 1)]).activate(0)
    if s.can("ACTION travel"):
        s.action("travel")
        assert cell_of(board) not in s.options("TRAVEL_TO")
        assert cell_of(board) not in s.me.vessels


def discovering(board: str) -> tuple[Scenario, list[dict[str, Any]], str]:
    """The board is drawn first, another one of its depth second; the board that is kept is still to be chosen."""
    depth = depth_of(board)
    if board == "fallen-star":
        ocean = {"C1": "remote-anchorage"} | {f"C{n}": each for n, each in enumerate(
            ("resupply-modules", "vortex", "seamount"), start=2)}
    else:
        boards = [*(row["id"] for row in printed("ocean_boards") if row["depth"] == "2"), "vortex", "seamount"]
        second = next(each for each in boards if each not in (board, CAVE, "looking-glass"))
        third, fourth = ("vortex", "seamount") if board not in ("vortex", "seamount") else ("rift-valley", "brine-pool")
        ocean = {"C1": "sea-star"} | dict(list({"C2": second, "C3": third, "C4": fourth}.items())[: max(0, depth - 2)])
    other = next(row["id"] for row in printed("ocean_boards") if int(row["depth"]) == depth
                 and row["id"] not in (board, *ocean.values(), "sea-star", "looking-glass", "fallen-star"))
    common: dict[str, Any] = {"mission": mission_of(board), "ocean": ocean, "vessels": ["C1"], "staging": 3,
                              "stacks": {str(depth): [board, other]}, "ingenuity": 3, "reputation": 3,
                              "inspiration": 3, "coordination": 3, "launches": 1}
    if depth <= 2:
        s = scenario(**common).activate(0).action("sonar")
        before = s["players"]
        s.draw(*([1, 1] if depth == 1 else [2]))             # with depth 2 first the second can be no other
    else:
        s = scenario(journals=[13], **common).use_journal(2)
        before = s["players"]
        s.action("discover")
    return s.asks(13, 0), before, other


@pytest.mark.parametrize("board", DISCOVERED)
def test_discovery(board: str) -> None:
    s, before, other = discovering(board)
    s.keep(0)
    if s.question == 14:
        s.place_in("D")
    laid = next(each for each in s["ocean"].values() if each["board"] == board)
    sizes = {row["spot"]: int(row["value"]) for row in spots_of(board, "dive")}
    assert {site: len(pile) for site, pile in laid["tokens"].items()} == sizes
    assert (laid["discoverer"], laid["discs"]) == (0, {})
    assert happened(s, before)[0] == promised(row_of("ocean_boards", board)["discovery"])
    assert s["stacks"][str(depth_of(board))][-1] == other


@pytest.mark.parametrize("board", DISCOVERED)
def test_the_board_that_is_not_kept_gives_nothing(board: str) -> None:
    s, before, other = discovering(board)
    s.keep(1)
    if s.question == 14:
        s.place_in("D")
    assert happened(s, before)[0] == promised(row_of("ocean_boards", other)["discovery"])
    assert s["stacks"][str(depth_of(board))][-1] == board
    assert board not in [each["board"] for each in s["ocean"].values()]


# --- spots ---


def at_spot(board: str, spot: str, discs: dict[str, int], **fields: Any) -> Scenario:
    row = spot_row(board, spot)
    tokens = fields.pop("site", {})
    ocean = ocean_with(board, discs, tokens)
    if board == CAVE:
        ocean |= {"B2": "shipwreck"}
        ocean["B2"], ocean["D2"] = zone("shipwreck"), zone("sunken-ruins", {"s1": 1, "s2": 1})
        ocean["C1"] = zone("sea-star", {"j1": 1, "j2": 1, "s1": 1, "s2": 1, "s3": 1})
    vessel = vessel_for(board, row["access"])
    given = {"mission": mission_of(board), "ocean": ocean, "vessels": [vessel], "reputation": 3, "inspiration": 3,
             "coordination": 3, "ingenuity": 3, "launches": 1, "staging": 2, **fields}
    return scenario(**given).activate(0)


def left_of(board: str, spot: str) -> dict[str, int]:
    """Discs of seat 1 on the spots of the track before this one, and on all other tracks."""
    row = spot_row(board, spot)
    return {each["spot"]: 1 for each in spots_of(board, "sonar")
            if each["track"] != row["track"] or int(each["position"]) < int(row["position"])}


def chosen(s: Scenario, kind: str, place: int) -> Scenario:
    s.action(doing_of(kind))
    return s.site(place) if s.question == 9 else s


def is_unusable(s: Scenario, cell: str, row: dict[str, str]) -> bool:
    doing = doing_of(row["kind"])
    if not s.can(f"ACTION {doing}"):
        return True
    s.action(doing)
    if s.question == 9:
        return row["position"] not in s.options("SITE")
    return row["spot"] not in s.discs(cell)


@pytest.mark.parametrize(("board", "spot"), [each for each in SPOTS if each[1][0] == "d"])
def test_dive_site(board: str, spot: str) -> None:
    pile = ["plain", "plain", "disc"][: int(spot_row(board, spot)["value"])]
    s = at_spot(board, spot, {}, site={spot: pile}, staging=1).action("dive")
    happened(s, s["players"])
    assert s.me.tokens == ["plain"]
    assert len(s.tokens(cell_of(board), spot)) == len(pile) - (2 if board == "shipwreck" else 1)
    assert at_spot(board, spot, {}, site={}, staging=1, tokens=["plain"]).cannot("ACTION dive")


@pytest.mark.parametrize(("board", "spot"), [each for each in SPOTS if each[1][0] == "s"])
def test_sonar_spot(board: str, spot: str) -> None:
    row, discs = spot_row(board, spot), left_of(board, spot)
    s = at_spot(board, spot, discs)
    before = s["players"]
    s.action("sonar")
    assert s.discs(cell_of(board))[spot] == 0
    if row["effect"].startswith("discover"):
        asked_about_depths(s, row["effect"])
    mine = promised(row["effect"], *by_links(board, spot, discs))
    mine["disc"] -= 1
    assert happened(s, before)[0] == {name: number for name, number in mine.items() if number}


def asked_about_depths(s: Scenario, effect: str) -> None:
    first, _, last = effect.split(" ")[1].partition("-")
    depths = [str(depth) for depth in range(int(first), int(last or first) + 1)]
    s.asks(11, 0)
    seconds = [depth for depth in depths if depth == "5" and "5" not in s.options("DRAW")]      # C5 is the board
    assert s.options("DRAW") == [depth for depth in depths if depth not in seconds]
    assert s.can("DECLINE")


@pytest.mark.parametrize(("board", "spot"), [each for each in SPOTS if each[1][0] == "s"])
def test_a_sonar_spot_that_is_taken_or_cannot_be_paid(board: str, spot: str) -> None:
    everywhere = {row["spot"]: 1 for row in spots_of(board, "sonar")}
    at_spot(board, spot, everywhere, tokens=["plain"]).cannot("ACTION sonar")
    at_spot(board, spot, left_of(board, spot), staging=1, tokens=["plain"]).cannot("ACTION sonar")


@pytest.mark.parametrize(("board", "spot"), [each for each in SPOTS if each[1].startswith("j")])
def test_journal_site(board: str, spot: str) -> None:
    row = spot_row(board, spot)
    number, cost = JOURNALS[row["field"]]
    s = at_spot(board, spot, {}, research=cost, table={"row": [number, None, None, None]})
    before = s["players"]
    chosen(s, "journal", int(row["position"]))
    mine = promised(row["effect"], printed("journals")[number]["you"])
    mine.subtract({"disc": 1, "research": cost, "promote": mine["promote"]})                    # nobody is a junior
    assert happened(s, before)[0] == {name: amount for name, amount in mine.items() if amount}
    assert (s.discs(cell_of(board)), s.me.journal_numbers) == ({spot: 0}, [number])


@pytest.mark.parametrize(("board", "spot"), [each for each in SPOTS if each[1].startswith("j")])
def test_a_journal_site_of_another_field_or_that_cannot_be_paid(board: str, spot: str) -> None:
    row = spot_row(board, spot)
    for field, (number, cost) in JOURNALS.items():
        if row["field"] not in printed("journals")[number]["fields"].split():
            assert field != row["field"]
            s = at_spot(board, spot, {}, research=cost, table={"row": [number, None, None, None]})
            assert is_unusable(s, cell_of(board), row)
    number, cost = JOURNALS[row["field"]]
    fields = {"research": cost - 1} if cost else {"staging": 1}
    s = at_spot(board, spot, {}, table={"row": [number, None, None, None]}, **fields)
    assert is_unusable(s, cell_of(board), row)


@pytest.mark.parametrize(("board", "spot"), [each for each in SPOTS if each[1].startswith("c")])
def test_conservation_site(board: str, spot: str) -> None:
    row = spot_row(board, spot)
    cost = int(row["value"])
    s = at_spot(board, spot, {}, research=cost)
    before = s["players"]
    chosen(s, "conservation", int(row["position"]))
    assert s.discs(cell_of(board)) == {spot: 0}
    mine = promised(row["effect"], OFFERED_AFTER.get(board, ""))
    mine.subtract({"disc": 1, "research": cost, "promote": mine["promote"]})
    assert happened(s, before)[0] == {name: amount for name, amount in mine.items() if amount}


@pytest.mark.parametrize(("board", "spot"), [each for each in SPOTS if each[1].startswith("c")])
def test_a_conservation_site_that_cannot_be_paid(board: str, spot: str) -> None:
    row = spot_row(board, spot)
    cost = int(row["value"])
    assert is_unusable(at_spot(board, spot, {}, staging=1, research=cost), cell_of(board), row)
    if cost:
        assert is_unusable(at_spot(board, spot, {}, research=cost - 1), cell_of(board), row)
    taken = at_spot(board, spot, {spot: 1}, research=cost)
    assert is_unusable(taken, cell_of(board), row) or taken.discs(cell_of(board))[spot] == 1


# --- links ---


def discs_before(board: str, *spots: str) -> dict[str, int]:
    """Discs of seat 1 on what must be taken before these spots of sonar tracks can be."""
    found = {}
    for row in spots_of(board, "sonar"):
        for spot in spots:
            later = spot_row(board, spot)
            if row["track"] == later["track"] and int(row["position"]) < int(later["position"] or 0):
                found[row["spot"]] = 1
    return found


def is_possible(board: str, spot: str, other: str) -> bool:
    """The spot can be taken last."""
    return spot not in discs_before(board, other)


ENDS = [(row["board"], *ends) for row in printed("links") for ends in ((row["a"], row["b"]), (row["b"], row["a"]))]
LINKS = [each for each in ENDS if is_possible(*each)]


def test_every_link_is_tried() -> None:
    assert {(board, *sorted(ends)) for board, *ends in LINKS} == {
        (row["board"], *sorted((row["a"], row["b"]))) for row in printed("links")}


@pytest.mark.parametrize(("board", "spot", "other"), LINKS)
def test_link(board: str, spot: str, other: str) -> None:
    """With the disc of seat 1 at the other end, both gain; the second disc is that of seat 0."""
    before = discs_before(board, spot, other)
    links_are_gained(board, spot, before | {other: 1})


@pytest.mark.parametrize(("board", "spot", "other"), [each for each in LINKS if each[2] not in discs_before(*each[:2])])
def test_a_link_with_a_disc_at_one_end_gives_nothing(board: str, spot: str, other: str) -> None:
    discs = discs_before(board, spot)
    assert not {other} & set(discs)
    links_are_gained(board, spot, discs)


def links_are_gained(board: str, spot: str, discs: dict[str, int]) -> None:
    row = spot_row(board, spot)
    cost, number = cost_of(row)
    journal = {"you": "", "others": ""} if number is None else printed("journals")[number]
    offered = OFFERED_AFTER.get(board, "") if row["kind"] == "conservation" else ""
    s = at_spot(board, spot, discs, research=cost, table={"row": [number, None, None, None]},
                others=[{"reputation": 3, "inspiration": 3, "coordination": 3, "ingenuity": 3, "launches": 1}])
    before = s["players"]
    s.action(doing_of(row["kind"]))
    if s.question == 9:
        s.site(int(row["track"] if row["kind"] == "sonar" else row["position"]))
    assert s.discs(cell_of(board))[spot] == 0
    mine = promised(row["effect"], journal["you"], offered, *by_links(board, spot, discs))
    mine.subtract({"disc": 1, "research": cost, "promote": mine["promote"]})
    theirs = promised(*by_links(board, spot, discs, 1), journal["others"])
    assert happened(s, before) == [Counter({name: amount for name, amount in each.items() if amount})
                                   for each in (mine, theirs)]


def cost_of(row: dict[str, str]) -> tuple[int, int | None]:
    """In research, and the journal that is published."""
    if row["kind"] == "conservation":
        return int(row["value"]), None
    return JOURNALS[row["field"]][::-1] if row["kind"] == "journal" else (0, None)
