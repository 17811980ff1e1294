"""The campaign (section 14): what is carried from game to game, stars, votes."""

from __future__ import annotations

import random
from typing import Any

import pytest

from tests.cloudage.agreement import POLICIES, Duel, played
from tests.cloudage.scenario import PASS, act, build, do, game_of, me, question, rule
from undersea_env.cloudage.campaign import CampaignRecord, checked_record, record_on_every_path
from undersea_env.cloudage.chapters import record_after, stars_of
from undersea_env.cloudage.kind import KIND
from undersea_env.cloudage.printed.words import CHAPTERS
from undersea_env.core.position import Game, State
from undersea_env.errors import InvalidOption


def play_out(state: State, seed: int) -> None:
    rng = random.Random(seed)
    while not state.is_terminal:
        state.apply_action(rng.choice(state.legal_actions))


@rule("Y-1", "Y-2", "Y-3", "Y-8", "Y-9")
@pytest.mark.parametrize("players", [1, 3])
def test_seven_games_are_a_campaign(players: int) -> None:
    record = CampaignRecord()
    for order, chapter in enumerate(CHAPTERS):
        game = Game(KIND, num_players=players, campaign=record)
        assert (game.options.chapter, game.options.scenario) == (chapter, None)
        state = game.new_game(order)
        play_out(state, order)
        assert state.campaign_record() == record_after(state)
        after = checked_record(state.campaign_record())
        assert after.chapter_index == order + 1
        assert record.unlocked & ~after.unlocked == 0
        assert after.stars[order][:players] == stars_of(state)
        assert after.stars[:order] == record.stars[:order]
        record = after
    assert record.is_over
    assert record.unlocked == 0b111111110
    with pytest.raises(InvalidOption, match="this campaign is over"):
        Game(KIND, num_players=players, campaign=record)


@rule("Y-9")
def test_a_chapter_by_itself_begins_with_what_lies_on_every_path() -> None:
    catalogue = game_of(2, ()).catalogue
    assert record_on_every_path(catalogue, "1") == CampaignRecord()
    third = record_on_every_path(catalogue, "3")
    assert (third.chapter_index, third.unlocked, third.legacy) == (2, 0b110, 0b1100)       # 14: L3; 17: 1, 2; 20: L4
    last = record_on_every_path(catalogue, "6")
    assert last.legacy == 0b101111111111100                                   # all but L1, L2 and L14


@rule("Y-6", "Y-7", "O-7")
def test_21_stars() -> None:
    quiet = {"objectives": [8], "deck": [0], "navigation_discard": []}          # yellow and big: none
    for points, chapter, stars in ((104, "2", 4 - 2), (59, "1", 0), (90, "1", 4 - 2), (999, "6", 5 - 2)):
        state = build("over", {**quiet, "points": points}, round_no=8, chapter=chapter)
        assert stars_of(state) == (stars,)
        assert state.result().won == (int(stars > 0),)
    three_big = {"objectives": [8], "projects": [14, 15, 16], "deck": [0], "navigation_discard": []}
    state = build("over", {**three_big, "points": 104}, round_no=8, chapter="2")
    assert stars_of(state) == (3,)                                              # one of two tasks at the top
    two = build("over", {**quiet, "points": 99}, {**quiet, "objectives": [5], "points": 85}, round_no=8, chapter="5")
    assert stars_of(two) == (3 + 3, 2)


@rule("Y-4", "D-4")
def test_a_tied_vote_is_the_first_players() -> None:
    none = {"metal": 0}
    for votes, card in (((1, 0, 1, 0), 13), ((0, 0, 1, 1), 12), ((0, 1, 1, 1), 13)):
        state = build("production", none, none, none, none, round_no=2, chapter="1")
        assert question(state) == 4                                             # nobody can pay for the book
        do(state, *(act("OPTION", vote) for vote in votes))
        position = state.to_dict()
        assert position["story"] == card
        assert position["campaign"]["unlocked"] == [card - 11]
        assert question(state) == 5


@rule("Y-5", "S-11")
def test_unlocked_projects_are_shuffled_in() -> None:
    state = game_of(2, (("chapter", "2"),)).new_game(5)
    assert state.to_dict()["campaign"] == {"unlocked": [], "legacy": ["L3"]}
    while question(state) < 3:
        state.apply_action(state.legal_actions[0])
    position = state.to_dict()
    assert position["campaign"]["unlocked"] == [1, 2]
    assert {56, 57, 58, 59, 60, 61} <= set(position["deck"])
    assert (position["story"], position["round"]) == (17, 1)


@rule("T-16", "T-17", "T-15", "D-25")
def test_a_removed_gun_leaves_the_campaign() -> None:
    state = build(
        "action", {"upgrades": {"combat": 4}, "deck": [2], "energy": 1, "plants": {"green": 1}}, {}, chapter="5",
        edit={"campaign": {"unlocked": [1, 2, 3, 4, 5, 6], "legacy": [f"L{n}" for n in (*range(3, 14), 15)]},
              "legacy": [f"L{n}" for n in (*range(3, 14), 15)]},
    )
    do(state, act("ACTION", 6), act("FIGHT", 0))
    assert question(state) == 25
    do(state, act("GUN", 0))
    position = state.to_dict()
    assert "L8" not in position["legacy"] + position["campaign"]["legacy"]
    assert me(state)["water"] == 5
    assert question(state) == 19
    do(state, PASS)
    assert question(state) == 17


@rule("T-8", "M-4")
def test_guns_cost_what_is_printed_and_change_no_hex_beside_them() -> None:
    """Both engines fly over maps on which guns lie."""
    campaign = record_on_every_path(game_of(2, ()).catalogue, "5").as_dict() | {"legacy": 0b111111 << 7}
    for seed in range(4):
        duel = Duel(seed, {"num_players": 2, "campaign": campaign, "rounds": 3})
        assert played(duel, POLICIES["travels"], random.Random(seed)).is_over
        assert duel.state.record["guns"][0]                            # in the end there still are some


@rule("S-13")
@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"chapter": "4"}, "chapter is 1, 2, 3, 4a, 4b, 5 or 6"),
        ({"chapter": "2", "campaign": CampaignRecord()}, "the next chapter of this campaign is 1, not 2"),
        ({"scenario": 4}, "scenario is a whole number from 1 to 3"),
        ({"sides": "ABC"}, "sides says A or B for each of the boards 2-4"),
        ({"extra_objective": True}, "extra_objective is for one player in the scenarios 2 and 3"),
        ({"campaign": {"chapter_index": 1}}, "a campaign record has chapter_index, unlocked, legacy, stars"),
        ({"campaign": (1, 2)}, "a campaign record has a chapter_index from 0 to 7"),
    ],
)
def test_options_are_checked(options: dict[str, Any], words: str) -> None:
    with pytest.raises(InvalidOption, match=words):
        Game(KIND, num_players=2, **options)
