"""What holds in every position of Endeavor: Deep Sea, whoever plays it; what holds in any game: tests/shared."""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import chain, pairwise
from typing import Any

import pytest

from tests.courses import course
from tests.endeavor_deep_sea.agreement import POLICIES
from tests.endeavor_deep_sea.positions import COURSES, GAMES
from tests.endeavor_deep_sea.scenario import ATTRIBUTES, LEADER, ids_of, printed

Position = dict[str, Any]
BOARDS = {row["id"]: row for row in printed("ocean_boards")}
SPOTS = {(row["board"], row["spot"]): row for row in printed("spots")}
TOKENS = Counter({row["id"]: int(row["copies"]) for row in printed("dive_tokens")})
SPECIALISTS = {row["id"]: row for row in printed("specialists") if row["rank"]}
LAUNCHES = {0: 0, 1: 1, 2: 1, 3: 2}


@cache
def all_positions(words: str) -> list[Position]:
    return [state.to_dict() for state in course("endeavor_deep_sea", words)]


@pytest.fixture(params=COURSES)
def positions(request: pytest.FixtureRequest) -> list[Position]:
    return all_positions(request.param)


def drawn(position: Position, about: str) -> list[int]:
    """Numbers + 1 of the boards, or kinds + 1 of the tokens, that were drawn and lie before a player."""
    found = []
    for frame in position.get("pending", {}).get("frames", ()):
        if frame.get("do") == about:
            is_dive, stage = about == "dive", frame.get("stage")
            keys = ("a", "b") if stage == "drawn" else ("a",) if stage == "kept" and not is_dive else ()
            found += [frame[key] for key in keys if frame.get(key)]
    return found


def discs_in(position: Position) -> dict[tuple[str, str], int]:
    return {(cell, spot): seat for cell, zone in position["ocean"].items() for spot, seat in zone["discs"].items()}


def test_these_games_show_much_of_what_happens_in_a_game() -> None:
    assert {policy for *_, policy, _, _ in GAMES} <= set(POLICIES)
    seen = Counter[str]()
    for position in chain.from_iterable(map(all_positions, COURSES)):
        seen["shuffled"] += position["token_shuffle"] > 0
        seen["no deck"] += not position["deck"]
        seen["a gap on display"] += None in position["display"]
        seen["boards drawn"] += bool(drawn(position, "discover"))
        seen["tokens drawn"] += bool(drawn(position, "dive"))
        seen["infinite"] += any(any(markers) for markers in position["infinite"].values())
        seen["setbacks"] += bool((position["cooperation"] or {}).get("setbacks_done"))
        seen["over"] += position["phase"] == "over"
        for player in position["players"]:
            seen["used journal"] += any(each["used"] for each in player["journals"])
            seen["three vessels"] += len(player["vessels"]) == 3
            seen["two tokens"] += len(player["tokens"]) > 1
            seen["expert"] += any(SPECIALISTS.get(each["kind"], {"rank": ""})["rank"] == "5"
                                  for each in player["specialists"])
    wanted = {"shuffled", "infinite", "setbacks", "over", "used journal", "three vessels", "two tokens", "expert",
              "boards drawn"}
    assert wanted <= set(+seen), seen


# --- everything printed is in one place ---


def test_every_board_is_in_one_place(positions: list[Position]) -> None:
    names = list(BOARDS)
    everything = None
    for position in positions:
        here = [zone["board"] for zone in position["ocean"].values()]
        here += [board for pile in position["stacks"].values() for board in pile]
        here += [names[number - 1] for number in drawn(position, "discover")]
        assert len(here) == len(set(here))
        everything = everything or set(here)
        assert set(here) == everything
        for cell, zone in position["ocean"].items():
            assert BOARDS[zone["board"]]["depth"] == cell[1]
        for depth, pile in position["stacks"].items():
            assert {BOARDS[board]["depth"] for board in pile} <= {depth}
            assert 0 <= position["seen"][depth] <= len(pile)


def test_every_dive_token_is_in_one_place(positions: list[Position]) -> None:
    kinds = ids_of("dive_tokens")
    for position in positions:
        here = Counter([*position["token_supply"], *position["token_discard"]])
        for zone in position["ocean"].values():
            for site, pile in zone["tokens"].items():
                assert len(pile) <= int(SPOTS[zone["board"], site]["value"])
                here.update(token.partition("@")[0] for token in pile)
        for player in position["players"]:
            here.update(player["tokens"])
        here.update(kinds[number - 1] for number in drawn(position, "dive"))
        assert here == TOKENS


def test_every_journal_and_specialist_is_in_one_place(positions: list[Position]) -> None:
    anchors = None
    for position in positions:
        held = [each["journal"] for player in position["players"] for each in player["journals"]]
        journals = [*held, *(number for number in position["row"] if number is not None), *position["deck"]]
        assert len(journals) == len(set(journals)) == 28
        anchors = anchors or {number for number in journals if number < 8}
        assert {number for number in journals if number < 8} == anchors
        team = Counter(each["kind"] for player in position["players"] for each in player["specialists"])
        assert team.pop(LEADER) == position["num_players"]
        team.update(position["stock"])
        team.update(kind for kind in (*position["display"], *position["hidden_experts"]) if kind is not None)
        assert team == {kind: int(row["copies"]) for kind, row in SPECIALISTS.items()}
        assert None not in position["display"] or not position["hidden_experts"]


def test_every_card_of_the_team_is_in_one_place(positions: list[Position]) -> None:
    for position in positions:
        cards = position["cooperation"]
        if cards is not None:
            everything = [*cards["bonus_goals"], *cards["cards"], *cards["bonus_box"], *cards["setback_box"],
                          *cards["setbacks_done"]]
            pending = position.get("pending", {}).get("step") == "setback"
            assert len(everything) == len(set(everything)) == 12 - pending
            assert set(everything) <= {*ids_of("bonus_goals"), *ids_of("setbacks")}


# --- what stays, and what bounds it ---


def test_discs_zones_and_markers_stay(positions: list[Position]) -> None:
    """N-4, I-6; a marker moves in mission 6 only."""
    for before, after in pairwise(positions):
        was, now = discs_in(before), discs_in(after)
        assert was.items() <= now.items()
        assert {c: zone["board"] for c, zone in before["ocean"].items()}.items() <= {
            c: zone["board"] for c, zone in after["ocean"].items()}.items()
        if before["mission"] == 6:
            assert len(before["impact"]) <= len(after["impact"])
        else:
            assert before["impact"].items() <= after["impact"].items()
        for place, markers in before["infinite"].items():
            assert all(a <= b for a, b in zip(markers, after["infinite"][place], strict=True))


def test_sonar_tracks_are_filled_from_the_left_and_spots_hold_the_right_things(positions: list[Position]) -> None:
    for position in positions:
        for zone in position["ocean"].values():
            for spot, seat in zone["discs"].items():
                row = SPOTS[zone["board"], spot]
                assert row["kind"] != "dive"
                assert 0 <= seat < position["num_players"]
                earlier = [each["spot"] for (board, _), each in SPOTS.items() if board == zone["board"]
                           and row["kind"] == each["kind"] == "sonar" and each["track"] == row["track"]
                           and int(each["position"]) < int(row["position"])]
                assert set(earlier) <= set(zone["discs"])


def test_discs_of_a_player_come_and_go_one_by_one(positions: list[Position]) -> None:
    """A disc that leaves the staging area lies on a specialist, a journal or a spot, or was lost for a gain."""
    for before, after in pairwise(positions):
        for seat, (was, now) in enumerate(zip(before["players"], after["players"], strict=True)):
            placed = sum(owner == seat for owner in discs_in(after).values()) - sum(
                owner == seat for owner in discs_in(before).values())
            activated = sum(each["disc"] for each in now["specialists"]) - sum(
                each["disc"] for each in was["specialists"])
            used = sum(each["used"] for each in now["journals"]) - sum(each["used"] for each in was["journals"])
            assert placed >= 0
            assert used >= 0
            assert was["staging"] - now["staging"] <= placed + max(0, activated) + used + 1
            assert now["staging"] >= 0


def test_players_are_within_their_bounds(positions: list[Position]) -> None:
    levels = [int(row["level"]) for row in printed("player_board")]
    for position in positions:
        for player in position["players"]:
            assert all(0 <= player[name] < len(levels) for name in ATTRIBUTES)
            assert 0 <= player["research"] <= 12
            assert len(player["tokens"]) <= 4
            assert len(player["specialists"]) <= 1 + position["round"]
            assert len(player["vessels"]) <= 1 + LAUNCHES[player["launches"]]
            assert all(cell in position["ocean"] for cell in player["vessels"])
            closed = [position["ocean"][cell]["board"] for cell in player["vessels"]]
            assert "submerged-cave-system" not in closed
            assert closed.count("abyssal-trench") <= 1
            assert all(each["senior"] or each["kind"] != LEADER for each in player["specialists"])
            assert player["specialists"][0]["kind"] == LEADER
            between_turns = "pending" not in position and position["phase"] == "activation"
            assert not between_turns or len(player["tokens"]) <= 1                             # T-15


def test_specialists_only_rise_and_journals_are_kept(positions: list[Position]) -> None:
    for before, after in pairwise(positions):
        for was, now in zip(before["players"], after["players"], strict=True):
            for one, other in zip(was["specialists"], now["specialists"], strict=False):
                assert one["kind"] == other["kind"]
                assert other["senior"] or not one["senior"]
            assert len(was["specialists"]) <= len(now["specialists"])
            kept = {each["journal"]: each["used"] for each in now["journals"]}
            assert all(kept[each["journal"]] >= each["used"] for each in was["journals"])
            assert was["launches"] & ~now["launches"] == 0


def test_time_goes_on(positions: list[Position]) -> None:
    for before, after in pairwise(positions):
        assert 0 <= after["round"] - before["round"] <= 1
        if after["round"] == before["round"]:
            assert after["wave"] == before["wave"]
            assert set(before["passed"]) <= set(after["passed"])
            assert after["prepared"] >= before["prepared"]
        else:
            assert after["wave"] == (before["wave"] + 1) % before["num_players"]


@pytest.mark.parametrize("words", COURSES)
def test_with_one_answer_there_is_no_question(words: str) -> None:
    """Q-0"""
    assert all(len(state.legal_actions) != 1 for state in course("endeavor_deep_sea", words))
