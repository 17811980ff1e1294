"""Chapters 1 and 2: components and set-up."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

import undersea_env
from tests.underwater_cities.scenario import Scenario, printed_cards, rule, scenario, slot_ids
from undersea_env.underwater_cities.printed.catalogue import load_catalogue

SEEDS = range(12)


def new_game(players: int, seed: int = 1, **options: Any) -> Any:
    return undersea_env.game(num_players=players, **options).new_game(seed=seed)


@rule("C-1")
def test_the_decks_have_the_printed_numbers_of_cards() -> None:
    eras = Counter(row["era"] for row in printed_cards().values() if row.get("era"))
    prices = Counter(row["price"] for row in printed_cards().values() if row.get("price"))
    assert eras == {"1": 66, "2": 57, "3": 57}
    assert prices["3"] == 10
    assert prices["1"] + prices["2"] == 15
    assert Counter(side for side, _ in slot_ids()) == {"3-4": 15, "1-2": 12, "both": 1}


@rule("C-1", "S-7")
def test_sixteen_metropolises_of_which_each_player_has_three() -> None:
    position = new_game(4).to_dict()
    tiles = [tile for player in position["players"] for tile in player["metropolises"].values()]
    assert len({*tiles, *position["metropolis_supply"]}) == 12 + 3
    assert sum(tile.startswith("blue") for tile in (*tiles, *position["metropolis_supply"])) == 11


@rule("C-2")
def test_an_empty_era_deck_is_refilled_from_its_discard() -> None:
    rest = [n for n in range(1, 64) if n not in (1, 2, 3, 7)]
    s = scenario(hand=[7], era_deck=[1], era_discard=[2, 3, *rest], position={"era_deck": [1]})
    s.play("always", 7)
    position = s.position
    assert 1 in s.me.hand
    assert len(s.me.hand) == 3
    # 7 was discarded before the deck ran out, so it may be drawn again
    assert sorted([*s.me.hand, *position["era_deck"], *position["era_discard"]]) == sorted([1, 2, 3, 7, *rest])


@rule("C-2")
def test_resources_and_buildings_never_run_out() -> None:
    s = scenario(players=3, hand=[1], kelp=300, steelplast=300, science=300, credits=300, biomatter=300)
    s.play("resources", 1)
    assert (s.me.science, s.me.steelplast, s.me.kelp) == (301, 301, 301)


@rule("C-3")
def test_forty_six_tunnels_and_then_no_more() -> None:
    from tests.underwater_cities.printed_things.cases import NO_TUNNELS_LEFT

    s = scenario(hand=[1], steelplast=5, credits=5, **NO_TUNNELS_LEFT)
    assert s.position["supply"]["tunnels"] == 0
    s.refuses("PLAY two-tunnels 1")


@rule("C-3")
def test_seventeen_nonsymbiotic_cities_with_the_starting_cities() -> None:
    assert new_game(2).to_dict()["supply"]["nonsymbiotic"] == 15
    assert new_game(4).to_dict()["supply"]["nonsymbiotic"] == 13
    full = {f"c{n}": "nonsymbiotic" for n in range(1, 10)}
    others = [
        {"sites": full},
        {
            "sites": {
                "c6": "nonsymbiotic",
                "c8": "nonsymbiotic",
                "c5": "nonsymbiotic",
                "c3": "nonsymbiotic",
                "c2": "nonsymbiotic",
                "c7": "nonsymbiotic",
            }
        },
    ]
    s = scenario(players=3, hand=[1], steelplast=5, kelp=5, credits=5, others=others)
    assert s.position["supply"]["nonsymbiotic"] == 0
    s.play("city-or-kelp", 1).expect_turn_over()  # only the kelp is left to choose
    assert s.me.kelp == 6


@rule("C-4")
@pytest.mark.parametrize(("players", "symbiotic"), [(2, 7), (3, 10), (4, 13)])
def test_symbiotic_cities_by_number_of_players(players: int, symbiotic: int) -> None:
    assert new_game(players).to_dict()["supply"]["symbiotic"] == symbiotic


@rule("C-4")
def test_no_symbiotic_city_when_none_is_left() -> None:
    seven = {f"c{n}": "symbiotic" for n in (8, 6, 5, 3, 2, 7, 4)}
    price: dict[str, Any] = {"steelplast": 1, "kelp": 1, "biomatter": 1, "credits": 2}
    s = scenario(hand=[1], others=[{"sites": seven}], **price)
    s.play("city", 1).site("c6")  # biomatter for the second steelplast (B-2)
    assert s.me.sites["c6"] == "nonsymbiotic"
    del seven["c4"]
    s = scenario(hand=[1], others=[{"sites": seven}], **price)
    s.play("city", 1).expect_options("KIND nonsymbiotic", "KIND symbiotic")


@rule("C-5", "S-3")
def test_six_dear_specials_face_up_and_fifteen_cheap_ones_in_the_deck() -> None:
    position = new_game(3).to_dict()
    assert len(set(position["special_row"])) == 6
    assert all(181 <= card <= 190 for card in position["special_row"])
    assert sorted(position["special_deck"]) == list(range(191, 206))
    assert len({tuple(new_game(3, seed).to_dict()["special_deck"]) for seed in SEEDS}) > 1


@rule("S-1")
@pytest.mark.parametrize(
    ("players", "side", "other"), [(1, "1-2", "3-4"), (2, "1-2", "3-4"), (3, "3-4", "1-2"), (4, "3-4", "1-2")]
)
def test_the_side_of_the_main_board_goes_by_the_number_of_players(players: int, side: str, other: str) -> None:
    rich: dict[str, Any] = {"kelp": 9, "steelplast": 9, "science": 9, "credits": 9}
    s = scenario(players=players, hand=[1], in_play=[0], sites={"c9.a": "lab"}, **rich)
    offered = {option.split()[1] for option in s.options()}
    assert offered == {slot for its, slot in slot_ids() if its in (side, "both")} - set(s.position["slots"])
    assert len(s.position["slots"]) == (3 if players == 1 else 0)
    assert not any(option.split()[1].startswith(f"{other}:") for option in s.options())


@rule("S-2")
def test_only_the_first_era_is_dealt() -> None:
    position = new_game(4).to_dict()
    dealt = [
        *position["era_deck"],
        *position["era_discard"],
        *(card for player in position["players"] for card in player["hand"]),
    ]
    assert sorted(dealt) == list(range(1, 67))
    assert len({tuple(new_game(2, seed).to_dict()["era_deck"]) for seed in SEEDS}) == len(SEEDS)


@rule("S-4")
def test_what_each_player_starts_with() -> None:
    position = new_game(2).to_dict()
    for player in position["players"]:
        assert [player[name] for name in ("kelp", "steelplast", "science", "credits", "biomatter", "points")] == [
            1,
            1,
            1,
            2,
            0,
            0,
        ]
        assert player["in_play"] == [{"card": 0, "used": False}]


@rule("S-5")
@pytest.mark.parametrize(("boards", "allowed"), [("symmetric", range(1, 5)), ("asymmetric", range(5, 9))])
def test_each_player_has_another_board_of_the_same_family(boards: str, allowed: range) -> None:
    seen = set()
    for seed in SEEDS:
        dealt = [player["board"] for player in new_game(4, seed, boards=boards).to_dict()["players"]]
        assert sorted(dealt) == list(allowed)
        seen.add(tuple(dealt))
    assert len(seen) > 1


@rule("S-5")
@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize(("boards", "allowed"), [("symmetric", range(1, 5)), ("asymmetric", range(5, 9))])
def test_fewer_players_have_different_boards_of_one_family_too(players: int, boards: str, allowed: range) -> None:
    seen = set()
    for seed in SEEDS:
        dealt = [player["board"] for player in new_game(players, seed, boards=boards).to_dict()["players"]]
        assert len(set(dealt)) == players
        seen |= set(dealt)
    assert seen == set(allowed)


@rule("S-6")
def test_the_starting_city_is_nonsymbiotic_on_the_lower_right_site() -> None:
    for board in range(1, 9):
        position = new_game(2, boards=[board, board % 4 + 1 + (4 if board > 4 else 0)]).to_dict()
        assert position["players"][0]["sites"] == {"c9": "nonsymbiotic"}


@rule("S-7")
def test_one_brown_and_two_blue_metropolises_at_random() -> None:
    seen = []
    for seed in SEEDS:
        for player in new_game(2, seed).to_dict()["players"]:
            tiles = player["metropolises"]
            assert tiles["m.brown"].startswith("brown")
            assert tiles["m.blue1"].startswith("blue")
            assert tiles["m.blue2"].startswith("blue")
            seen.append(tuple(tiles.values()))
    assert len(set(seen)) > len(SEEDS)
    assert len({brown for brown, _, _ in seen[::2]}) > 2                   # of the first player


@rule("S-8")
def test_random_turn_order_and_the_markers_behind_it() -> None:
    orders = set()
    for seed in SEEDS:
        position = new_game(4, seed).to_dict()
        first, second, third, fourth = position["order"]
        orders.add(tuple(position["order"]))
        assert position["federation"] == [[fourth, 2], [third, 3], [second, 4], [first, 0]]
        credits = [position["players"][seat]["credits"] for seat in position["order"]]
        steelplast = [position["players"][seat]["steelplast"] for seat in position["order"]]
        assert credits == [2, 2, 3, 3]
        assert steelplast == [1, 1, 1, 2]
    assert len(orders) > 1


@rule("S-9")
def test_six_cards_of_which_three_are_kept() -> None:
    game = undersea_env.game(num_players=2)
    s = Scenario(game, game.new_game(seed=3), 0)
    position = s.position
    assert [len(player["hand"]) for player in position["players"]] == [6, 6]
    dealt = [player["hand"] for player in position["players"]]
    kept: dict[int, list[int]] = {0: sorted(dealt[0])[3:], 1: sorted(dealt[1])[3:]}
    for _ in range(6):
        assert all(option.startswith("HAND") for option in s.options())
        s.answer(s.options()[0])
    assert s.options()[0].startswith("PLAY")
    assert [sorted(player["hand"]) for player in s.position["players"]] == [kept[0], kept[1]]
    assert len(s.position["era_discard"]) == 6


@rule("S-10")
@pytest.mark.parametrize(("players", "offered"), [(2, False), (3, False), (4, True)])
def test_the_cloning_tile_is_there_with_four_players_only(players: int, offered: bool) -> None:
    s = scenario(players=players, hand=[1], credits=1, position={"slots": {"federation-two": [1]}})
    assert s.can("PLAY federation-two 1") is offered


@rule("S-11")
def test_three_contracts_in_the_variant_and_none_otherwise() -> None:
    assert len(set(new_game(2, contracts=True).to_dict()["contracts"])) == 3
    dealt = [new_game(2, contracts=True, seed=seed).to_dict()["contracts"] for seed in range(30)]
    assert {len(contracts) for contracts in dealt} == {3}
    printed = {contract.id for contract in load_catalogue().contracts}
    assert {name for contracts in dealt for name in contracts} == printed
    assert new_game(2).to_dict()["contracts"] == []
    with pytest.raises(undersea_env.InvalidOption):
        undersea_env.game(num_players=1, contracts=True)
