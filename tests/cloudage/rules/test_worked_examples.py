"""The oracle against the worked examples (section 21) and the degenerate cases (section 22) of the rules."""

import pytest

from tests.cloudage.oracle import Options
from tests.cloudage.oracle.numbers import (
    BUILD,
    COLLECT,
    CUBE,
    DISTRICT,
    FIGHT_ENERGY,
    FIGHT_POINTS,
    HEX,
    L5_CUBE,
    L14,
    L15,
    LEVEL,
    MOVE,
    NAV,
    OPTION,
    PASS,
    PLANT,
    PLANTING,
    PROJECT,
    RESOURCE,
    TASK,
    UPGRADE,
)
from tests.cloudage.scenes import PRINTED, Position, Scene, answer, hex_of, me, new_game, scene
from tests.ruled import rule

WATER, METAL, ENERGY, CARD = range(RESOURCE, RESOURCE + 4)
MOVEMENT, COMBAT, GROWING = range(UPGRADE, UPGRADE + 3)
GREEN, ROOTS, LEAVES, STEM = range(PLANT, PLANT + 4)
ON_ENERGY, ON_METAL, ON_WATER, ON_PEOPLE = range(DISTRICT, DISTRICT + 4)
FIRST, SECOND = OPTION, OPTION + 1
E, NE, NW, W, SW, SE = range(MOVE, MOVE + 6)
L1_CUBE, L2_CUBE = CUBE, CUBE + 1
ANY_RESOURCE = [WATER, METAL, ENERGY, CARD]
TASKS = PRINTED.task_order
BORDERVILLE = hex_of(1, 1, 1)
STRONG: Position = {"upgrades": {"combat": 4}, "projects": [31]}       # perm combat 5


def question(game: Scene, seat: int, *answers: int) -> None:
    assert (game.seat, game.answers) == (seat, sorted(answers))


def tasks(*names: str) -> list[int]:
    return [TASK + TASKS.index(name) for name in names]


def grey(game: Scene, source: str, seat: int = 0) -> int:
    return game.score_breakdown(seat)[source]


# --- the worked examples ---

@pytest.mark.parametrize(("level", "water", "points", "energy"), [(0, 2, 0, 1), (1, 3, 0, 1), (2, 3, 1, 0)])
@rule("P-4", "D-5")
def test_e01_production(level: int, water: int, points: int, energy: int) -> None:
    game = scene({"production": 2, "energy": 2}, {}, phase="production", round=1)
    question(game, 0, PASS, LEVEL, LEVEL + 1, LEVEL + 2)
    answer(game, LEVEL + level)
    assert [me(game)[name] for name in ("water", "points", "energy")] == [water, points, energy]


@pytest.mark.parametrize(("choice", "energy", "cards"), [(FIRST, 2, 0), (SECOND, 0, 2)])
@rule("P-5", "D-6")
def test_e02_the_lower_navigation_card(choice: int, energy: int, cards: int) -> None:
    game = scene({"deck": [2, 3, 1]}, {"deck": [0, 1]}, phase="production", round=1)
    question(game, 0, FIRST, SECOND)
    assert me(game)["navigation_discard"] == [3, 2]
    answer(game, choice)
    assert (me(game)["energy"], len(me(game)["hand"])) == (energy, cards)
    assert E in game.answers                                           # 3 points and the solar panel
    answer(game, E)
    assert E in game.answers                                           # 2, and 1 to Kettle Row


@rule("M-1", "M-2", "M-6")
def test_e03_the_way_to_beggars_end() -> None:
    game = scene({"upgrades": {"movement": 2}, "navigation_discard": [4]}, {}, phase="movement")
    answer(game, E, E, SE, E)
    assert (me(game)["points"], len(me(game)["hand"]), me(game)["metal"], me(game)["energy"]) == (1, 3, 0, 0)
    answer(game, PASS)
    assert me(game)["energy"] == 2
    question(game, 0, PASS, FIGHT_ENERGY)


@rule("M-5")
def test_e04_a_find_once_a_turn() -> None:
    game = scene({"upgrades": {"movement": 2}, "navigation_discard": [4]}, {}, phase="movement")
    answer(game, E)
    assert (me(game)["points"], me(game)["metal"]) == (1, 0)
    answer(game, W)
    assert (me(game)["points"], me(game)["metal"]) == (1, 1)
    answer(game, E, W)
    assert (me(game)["points"], me(game)["metal"]) == (1, 1)


@pytest.mark.parametrize(("choice", "metal", "energy"), [(FIRST, 1, 2), (SECOND, 0, 3)])
@rule("M-9", "D-11")
def test_e05_the_reward_of_the_round_track(choice: int, metal: int, energy: int) -> None:
    game = scene({"cities": {"borderville": 1}}, {}, phase="movement", round=1)
    answer(game, PASS)
    question(game, 0, FIRST, SECOND)
    assert me(game)["cities"] == {"borderville": 2}
    answer(game, choice)
    assert (me(game)["metal"], me(game)["energy"]) == (metal, energy)


@rule("A-1", "A-4", "A-5")
def test_e06_a_city_card() -> None:
    game = answer(scene({}, {}), COLLECT, ON_WATER)
    question(game, 1, ON_ENERGY, ON_METAL, ON_PEOPLE)
    answer(game, ON_PEOPLE)
    question(game, 0, PASS, NAV + 3)
    assert (me(game)["water"], me(game)["navigation_discard"], sum(me(game)["plants"].values())) == (3, [3], 1)
    answer(game, PASS)
    question(game, 1, PASS, *ANY_RESOURCE)
    assert len(me(game, 1)["hand"]) == 1


@rule("A-2", "A-3", "A-6", "A-7", "D-15", "D-16")
def test_e07_collect_for_two() -> None:
    game = answer(scene({"navigation_discard": [2, 1]}, {"metal": 2}), COLLECT + 1, ON_METAL, ON_WATER)
    question(game, 0, PASS, NAV + 1, NAV + 2)
    assert (sum(me(game)["plants"].values()), me(game)["metal"]) == (3, 2)
    answer(game, NAV + 1)
    question(game, 1, PASS, *ANY_RESOURCE, COMBAT, GROWING)
    answer(game, COMBAT)
    assert (me(game, 1)["water"], me(game, 1)["metal"], me(game, 1)["upgrades"]["combat"]) == (3, 0, 1)
    assert me(game)["navigation_discard"] == [2, 2]
    assert game.position()["sectors"][1] == [12, 13]


@rule("B-3", "B-4")
def test_e08_the_first_combat_tile() -> None:
    game = answer(scene({"metal": 2}, {}), BUILD, COMBAT)
    assert (me(game)["metal"], grey(game, "upgrades")) == (0, 1)


@pytest.mark.parametrize(("level", "cards"), [(0, 0), (1, 2)])
@rule("K-1", "P-6")
def test_e09_a_wreck(level: int, cards: int) -> None:
    game = answer(scene({"hand": [1, 22], "water": 3, "production": level}, {}), BUILD, PROJECT + 1)
    player = me(game)
    assert (player["water"], player["metal"], player["production"]) == (0, 2, level + 1)
    assert (len(player["hand"]), game.position()["discard"], grey(game, "project cards")) == (cards, [22], 1)


@pytest.mark.parametrize(("card", "level", "water"), [(6, 10, 2), (13, 9, 6)])
@rule("P-6", "N-11")
def test_e10_the_end_of_production(card: int, level: int, water: int) -> None:
    game = answer(scene({"hand": [card], "water": water, "production": level}, {}), BUILD, PROJECT + card)
    assert (me(game)["production"], me(game)["points"]) == (10, 2)
    assert grey(game, "production") == 2


@rule("W-1", "W-2", "W-4", "W-5", "W-7", "D-19", "D-20")
def test_e11_planting() -> None:
    player = {"hex": hex_of(4, 2, 1), "upgrades": {"growing": 1}, "plants": {"green": 2, "dry-roots": 1}}
    near, far = HEX + hex_of(4, 2, 0), HEX + hex_of(3, 3, 5)
    game = answer(scene(player, {}), PLANTING)
    question(game, 0, PASS, GREEN, ROOTS)
    answer(game, GREEN)
    assert near in game.answers
    assert far not in game.answers
    answer(game, near, GREEN)
    assert near not in game.answers
    answer(game, far, ROOTS, FIRST)
    assert (me(game)["points"], me(game)["energy"], me(game)["metal"]) == (4, 4, 3)
    assert game.position()["planted"] == [hex_of(3, 3, 5), hex_of(4, 2, 0)]
    question(game, 1, *ANY_RESOURCE)


@rule("P-3", "D-3", "D-10", "N-5")
def test_e12_a_book_that_is_paid_for() -> None:
    game = scene({"metal": 2}, {"metal": 1}, scenario=1, phase="production", round=2)
    question(game, 0, PASS, OPTION)
    answer(game, OPTION)
    question(game, 0, FIRST, SECOND)
    answer(game, SECOND)
    assert (me(game)["metal"], me(game)["points"], me(game)["energy"]) == (0, 2, 2)
    assert LEVEL in game.answers                                       # the other was not asked


@rule("P-3", "F-7")
def test_e13_the_fight_of_a_book() -> None:
    player = {"upgrades": {"combat": 1}, "energy": 3, "deck": [2, 1, 0, 1]}
    game = scene(player, {}, phase="production")
    question(game, 0, PASS, FIGHT_ENERGY)
    answer(game, FIGHT_ENERGY)
    assert me(game)["energy"] == 2
    question(game, 0, PASS, FIGHT_ENERGY, FIGHT_POINTS)
    answer(game, FIGHT_ENERGY)
    question(game, 0, FIRST, SECOND)
    assert me(game)["navigation_discard"] == [1, 2]
    answer(game, SECOND)
    assert (me(game)["points"], me(game)["water"], me(game)["energy"]) == (4, 3, 0)


@rule("F-2", "F-3", "C-4", "D-9")
def test_e14_points_for_a_card() -> None:
    player = STRONG | {"hex": hex_of(3, 3, 2), "points": 1, "energy": 0, "deck": [1, 1, 0], "navigation_discard": [0]}
    game = answer(scene(player, {}, phase="movement", legacy=[]), PASS)            # the solar panel gives 2 energy
    question(game, 0, PASS, FIGHT_ENERGY)
    answer(game, FIGHT_ENERGY)
    question(game, 0, PASS, FIGHT_POINTS)                              # 6 against 7, 1 energy
    answer(game, FIGHT_POINTS)
    assert grey(game, "fights") == -3
    assert me(game)["points"] == 1 - 3 + 7                             # won


@rule("J-1", "D-24")
def test_e15_tasks_are_covered() -> None:
    player: Position = {"objectives": [1]}
    game = answer(scene(player, chapter="6", phase="production", story=46, objective_deck=[3, 6]), FIRST)
    question(game, 0, *tasks("production", "green", "movement", "combat"))
    answer(game, *tasks("movement"))
    assert (me(game)["objectives"], me(game)["covered"]) == ([1, 3], ["movement"])
    player |= {"objectives": [1, 3], "covered": ["movement"]}
    game = answer(scene(player, chapter="6", phase="production", story=46, objective_deck=[6]), FIRST)
    question(game, 0, *tasks("production", "green", "combat", "blue", "projects"))


@rule("K-2", "N-7", "D-21")
def test_e16_cards_count_themselves() -> None:
    game = answer(scene({"projects": [3, 4], "hand": [5], "water": 3}, {}), BUILD, PROJECT + 5)
    assert me(game)["energy"] == 6
    game = answer(scene({"projects": [43], "hand": [44], "water": 3}, {}), BUILD, PROJECT + 44)
    question(game, 0, PASS, COMBAT, GROWING)


@rule("M-6", "M-7", "N-3")
def test_e17_the_capacitor() -> None:
    def at_stop(value: int, movement: int) -> Scene:
        player = {"projects": [33], "navigation_discard": [value], "upgrades": {"movement": movement},
                  "cities": {"borderville": 1}}
        return answer(scene(player, {}, phase="movement", round=4), PASS)

    game = at_stop(4, 2)
    assert (me(game)["water"], me(game)["points"]) == (2, 0)
    game = at_stop(4, 3)
    question(game, 0, FIRST, SECOND)
    answer(game, SECOND)
    assert (me(game)["water"], me(game)["points"]) == (0, 2)
    assert me(at_stop(4, 0))["water"] == 0


@rule("O-5", "D-27")
def test_e18_the_solo_collect() -> None:
    game = scene({}, round=1)
    question(game, 0, PASS, COLLECT, COLLECT + 1)
    answer(game, COLLECT, ON_WATER)
    assert (me(game)["water"], game.position()["cities_taken"]) == (0, [1])
    assert sum(me(game)["plants"].values()) == 0
    game = answer(scene({}, round=1, sectors=[[11], [12], [13]]), COLLECT, ON_PEOPLE)
    question(game, 0, PASS, *ANY_RESOURCE)
    assert (len(me(game)["hand"]), me(game)["navigation_discard"]) == (2, [])


@rule("T-2", "E-4", "F-8", "Q-1")
def test_e19_cubes_in_whika() -> None:
    game = scene({"cities": {"whika": 2}}, {}, phase="production")
    question(game, 0, PASS, L1_CUBE)
    answer(game, L1_CUBE)
    assert grey(game, "legacy") == 3
    answer(game, L1_CUBE)
    question(game, 0, FIRST, SECOND)                                   # won
    assert (grey(game, "legacy"), me(game)["cities"]) == (0, {})


@rule("T-14")
def test_e20_a_dry_plant_on_the_map() -> None:
    player = STRONG | {"plants": {"dry-leaves": 2, "dry-stem": 1}, "hex": hex_of(1, 4, 3)}
    game = answer(scene(player, {}, scenario=3), L14, LEAVES, SECOND, LEAVES, SECOND)
    question(game, 0, PASS, STEM)
    answer(game, STEM, METAL, HEX + hex_of(1, 4, 4))
    assert (me(game)["water"], me(game)["metal"], me(game)["points"]) == (8, 2, 1)
    assert game.position()["planted"] == [hex_of(1, 4, 4)]
    assert game.position()["bag"]["dry-stem"] == 7
    assert game.seat == 1


def solo_end(chapter: str, points: int, **told: object) -> Scene:
    game = scene({"points": points, **told}, chapter=chapter, phase="end", round=8)
    while game.seat >= 0:
        game.answer(WATER if WATER in game.answers else PASS)
    return game


@rule("Y-7", "O-7", "J-4")
def test_e21_stars_alone() -> None:
    game = solo_end("2", 97, production=8, objectives=[1])             # movement is not at the top
    assert game.scores() == [104]
    assert (game.stars(), game.won()) == ([3], [True])
    game = solo_end("1", 59)
    assert (game.stars(), game.won()) == ([0], [False])


@rule("E-7")
def test_e22_a_fight_for_the_win() -> None:
    one = {"upgrades": {"combat": 4}, "projects": [31, 32], "points": 76, "energy": 1}
    two = {"upgrades": {"combat": 4}, "points": 82, "energy": 1, "deck": [2, 1]}
    game = scene(one, two, phase="end", round=8)
    answer(game, PASS, PASS, WATER, WATER, WATER, WATER)
    assert game.scores() == [90, 90]
    question(game, 0, PASS, FIGHT_ENERGY)
    answer(game, PASS)
    question(game, 1, PASS, FIGHT_ENERGY)
    answer(game, FIGHT_ENERGY)
    assert (game.seat, game.places(), game.won()) == (-1, [1, 1], [True, True])


@rule("W-10", "T-14")
def test_e23_fresh_plants_wait() -> None:
    player = STRONG | {"plants": {"dry-roots": 1, "green": 1}}
    game = answer(scene(player, {}, scenario=3, bag={"green": 1, "dry-leaves": 1}), L14, ROOTS, SECOND)
    assert me(game)["fresh"] == {"green": 1, "dry-roots": 0, "dry-leaves": 1, "dry-stem": 0}
    question(game, 0, PASS, GREEN)
    answer(game, GREEN, PASS)
    question(game, 1, *ANY_RESOURCE)                                   # the extra plant is not asked for
    assert (me(game)["plants"]["green"], me(game)["plants"]["dry-leaves"]) == (1, 1)
    answer(game, WATER)
    assert sum(me(game)["fresh"].values()) == 0
    assert game.position()["active"] == 1


@rule("K-2", "N-1")
def test_e24_combat_points() -> None:
    fighter = {"upgrades": {"combat": 3}, "water": 8}
    game = answer(scene(fighter | {"hand": [75]}, {}, scenario=3), BUILD, PROJECT + 75)
    assert me(game)["points"] == 4
    game = answer(scene(fighter | {"hand": [37]}, {}), BUILD, PROJECT + 37)
    assert me(game)["points"] == 3


@rule("N-12", "K-3", "K-5")
def test_e25_one_thing_leads_to_another() -> None:
    player = {"projects": [54, 51], "hand": [43], "water": 3, "metal": 4, "upgrades": {"movement": 2}}
    game = answer(scene(player, {}), BUILD, PROJECT + 43)
    assert MOVEMENT in game.answers
    answer(game, MOVEMENT)
    assert (me(game)["water"], me(game)["points"], me(game)["metal"]) == (7, 2, 0)
    game = answer(scene({"hand": [54], "water": 4}, {}), BUILD, PROJECT + 54)
    assert me(game)["points"] == 0


# --- the degenerate cases ---

@pytest.mark.parametrize("deck", [[], [30]])
@rule("C-6")
def test_d01_nothing_to_draw(deck: list[int]) -> None:
    game = answer(scene({"hand": [22], "water": 2}, {}, deck=deck), BUILD, PROJECT + 22)
    assert me(game)["hand"] == deck


@rule("C-6")
def test_d02_a_shuffle_between_two_cards() -> None:
    player = {"hex": hex_of(1, 2, 5), "navigation_discard": [4]}
    game = answer(scene(player, {}, phase="movement", deck=[30], discard=[6, 8, 10]), W)
    hand = me(game)["hand"]
    assert 30 in hand
    assert len(hand) == 3
    assert sorted(hand + game.position()["deck"]) == [6, 8, 10, 30]
    assert game.position()["discard"] == []


@rule("C-8")
def test_d03_a_shuffle_between_two_navigation_cards() -> None:
    game = scene({"deck": [3], "navigation_discard": [1, 1]}, {}, phase="production", round=1)
    question(game, 0, FIRST, SECOND)
    assert (me(game)["navigation_discard"], me(game)["deck"]) == ([3, 1], [1])


@rule("C-8", "F-6")
def test_d04_cards_of_a_fight_are_not_shuffled_in() -> None:
    player = {"energy": 12, "deck": [], "navigation_discard": [2, 1]}
    game = answer(scene(player, {}, phase="production"), FIGHT_ENERGY, FIGHT_ENERGY)
    assert FIGHT_ENERGY not in game.answers                            # the fight is over
    assert sorted(me(game)["navigation_discard"]) == [1, 2]
    assert me(game)["points"] == 0


@pytest.mark.parametrize(("deck", "value"), [([2], 2), ([], 0)])
@rule("P-5", "M-1")
def test_d05_one_navigation_card_or_none(deck: list[int], value: int) -> None:
    game = scene({"deck": deck, "hex": hex_of(1, 2, 0)}, {"deck": [0, 0]}, phase="production", round=1)
    assert me(game)["navigation_discard"] == deck
    if value:
        question(game, 0, E, NE, SE)                                   # 3 points
    else:
        question(game, 0, FIRST, SECOND)                               # only Borderville was near: there already
        assert me(game)["hex"] == hex_of(1, 2, 1)


@rule("D-6")
def test_d06_the_lower_card_is_0() -> None:
    game = scene({"deck": [0, 1], "hex": hex_of(1, 2, 0)}, {"deck": [0, 0]}, phase="production", round=1)
    assert me(game)["navigation_discard"] == [1, 0]
    question(game, 0, E, NE, SE)                                       # 2 points: three cities can be reached


@rule("C-3")
def test_d07_the_end_of_the_energy_track() -> None:
    game = answer(scene({"hand": [74], "water": 6, "energy": 11}, {}, scenario=3), BUILD, PROJECT + 74)
    assert me(game)["energy"] == 12
    assert ENERGY in game.answers


@rule("D-12")
def test_d08_all_sectors_empty() -> None:
    question(scene({}, {}, sectors=[[], [], []]), 0, BUILD, PLANTING)


@rule("A-2")
def test_d09_the_last_card_of_a_sector() -> None:
    game = answer(scene({}, {}, sectors=[[20], [2], []]), COLLECT, ON_WATER, ON_PEOPLE)
    while game.position()["active"] == 0:
        answer(game, PASS)
    question(game, 1, COLLECT + 1, BUILD, PLANTING)


@rule("D-13")
def test_d10_the_last_drone() -> None:
    game = answer(scene({}, {}, {}, {}), COLLECT, ON_WATER, ON_METAL)
    question(game, 2, ON_ENERGY, ON_PEOPLE)
    answer(game, ON_ENERGY)
    assert len(me(game, 3)["hand"]) == 0                               # before it, the active player's update
    question(game, 0, PASS, NAV + 3)


@rule("M-3", "M-4")
def test_d11_no_step_into_a_dead_end() -> None:
    player = {"hex": hex_of(1, 2, 0), "navigation_discard": [1]}
    game = scene(player, {"hex": hex_of(1, 2, 1)}, phase="movement")
    question(game, 0, E, NE, SE)                                       # over the airship and on within Borderville
    others = [{"hex": hex_of(1, row, 1)} for row in (1, 2, 3)]
    game = scene(player, *others, phase="movement")
    question(game, 0, NE, SE)
    answer(game, NE)
    assert me(game)["hex"] == hex_of(1, 0, 1)                          # the only end left: there by itself


@rule("G-4")
def test_d12_a_city_without_a_way_out() -> None:
    game = scene({"hex": hex_of(1, 4, 3), "cities": {"hollow-well": 1}}, {}, phase="movement", round=4)
    assert (game.seat, me(game)["energy"]) == (1, 2)


@pytest.mark.parametrize("taken", [((2, 1), (1, 1), (3, 1)), ((2, 1), (0, 1), (4, 1)), ((2, 1), (1, 1), (0, 1))])
@rule("M-10")
def test_d13_the_fourth_airship(taken: tuple[tuple[int, int], ...]) -> None:
    others = [{"hex": hex_of(1, row, col)} for row, col in taken]
    game = scene({"hex": hex_of(1, 2, 0), "navigation_discard": [1]}, *others, phase="movement", round=1)
    assert game.answers
    assert game.events["rule M-10"] == 0
    assert game.seat == 0


@rule("F-1")
def test_d14_a_second_cube() -> None:
    game = scene({"hex": hex_of(1, 4, 3), "cities": {"hollow-well": 1}}, {}, phase="movement", round=4)
    assert me(game)["cities"] == {"hollow-well": 2}
    assert game.events["fight lost"] == 0


@rule("H-4")
def test_d15_a_city_without_strength() -> None:
    game = answer(scene({"hex": hex_of(2, 4, 0)}, {}, phase="movement", round=4), PASS)
    assert me(game)["cities"] == {"waystation": 1}
    assert game.seat == 1


@rule("F-5")
def test_d16_won_at_once() -> None:
    strong = {"upgrades": {"combat": 1}, "navigation_discard": [0]}
    game = answer(scene(strong, {}, phase="movement", round=4), PASS)
    assert (me(game)["water"], game.seat) == (2, 1)
    game = answer(scene(strong | {"projects": [34]}, {}, phase="movement", round=4), PASS)
    question(game, 0, PASS, FIGHT_ENERGY)
    answer(game, PASS)
    assert (me(game)["water"], game.seat) == (2, 1)                    # the reward; no step of the video


@rule("F-3", "F-4")
def test_d17_a_fight_without_energy() -> None:
    game = scene({"hex": hex_of(1, 2, 0), "navigation_discard": []}, {"hex": hex_of(1, 4, 3)}, phase="movement",
                 round=4)
    assert me(game)["hex"] == hex_of(1, 2, 1)                          # the only way, with the solar point
    assert (me(game)["energy"], me(game)["water"], me(game)["cities"]) == (0, 0, {"borderville": 1})


@rule("C-4", "E-6")
def test_d18_places_below_zero() -> None:
    game = scene({"points": -5}, {"points": -3}, phase="end", round=8)
    answer(game, WATER, WATER, WATER, WATER)
    assert (game.scores(), game.places()) == ([-5, -3], [2, 1])


@rule("B-1", "B-3")
def test_d19_the_last_tile() -> None:
    player = {"upgrades": {"movement": 2, "combat": 4}, "metal": 12, "hand": [13], "water": 1}
    game = answer(scene(player, {}), BUILD)
    question(game, 0, *ANY_RESOURCE, MOVEMENT, GROWING)
    answer(game, MOVEMENT)
    assert me(game)["water"] == 6
    question(game, 0, *ANY_RESOURCE, GROWING, PROJECT + 13)


@rule("N-7")
def test_d20_plans_for_nothing() -> None:
    player = {"upgrades": {"movement": 3}, "hand": [25], "water": 2, "metal": 9}
    game = answer(scene(player, {}), BUILD, PROJECT + 25)
    assert (me(game)["projects"], me(game)["metal"]) == ([25], 9)
    assert MOVEMENT not in game.answers


@rule("B-5")
def test_d21_no_gain_from_discounts() -> None:
    game = answer(scene({"projects": [23, 24], "hand": [8, 22]}, {}), BUILD, PROJECT + 8)
    assert me(game)["water"] == 0                                      # 2 - 2
    game = answer(scene({"projects": [46], "hand": [27], "water": 2}, {}), BUILD, PROJECT + 27, COMBAT)
    assert (me(game)["metal"], me(game)["upgrades"]["combat"]) == (0, 1)                       # 2 - 3 - 1


@rule("K-1")
def test_d22_no_card_to_pay_with() -> None:
    question(answer(scene({"hand": [1], "water": 3}, {}), BUILD), 0, *ANY_RESOURCE)


@rule("W-7")
def test_d23_planting_nothing() -> None:
    question(answer(scene({}, {}), PLANTING), 1, *ANY_RESOURCE)


@rule("W-3")
def test_d24_the_token_aside_is_not_drawn() -> None:
    game = answer(scene({"plants": {"dry-roots": 1}}, {}, bag={"dry-leaves": 1}), PLANTING, ROOTS, SECOND)
    assert (me(game)["plants"]["dry-leaves"], me(game)["plants"]["dry-roots"]) == (1, 0)
    assert game.position()["bag"] == {"green": 0, "dry-roots": 1, "dry-leaves": 0, "dry-stem": 0}


@rule("W-4", "W-5")
def test_d25_no_place_for_a_plant() -> None:
    inside = {"hex": hex_of(2, 4, 4), "plants": {"green": 1}}
    others = [{"hex": hex_of(2, 3, 3)}, {"hex": hex_of(2, 4, 3)}]
    game = answer(scene(inside, *others, bag={}), PLANTING, GREEN)
    assert (me(game)["points"], game.position()["bag"]["green"], game.seat) == (2, 1, 1)
    game = answer(scene(inside, {}, {}, planted=[hex_of(2, 3, 3), hex_of(2, 4, 3)]), PLANTING, GREEN)
    question(game, 0, PASS, *(HEX + hex_of(2, row, col) for row, col in ((2, 3), (3, 2))))


@rule("W-6", "H-3")
def test_d26_a_find_is_covered() -> None:
    game = answer(scene({"hex": hex_of(1, 4, 3), "plants": {"green": 1}}, {}), PLANTING, GREEN, HEX + hex_of(1, 4, 2))
    assert len(me(game)["hand"]) == 1
    assert game.events["rule W-6: covered a find"] == 1


@rule("W-9", "N-4")
def test_d27_jose_in_another_turn() -> None:
    player = {"projects": [65], "plants": {"dry-stem": 1}}
    game = answer(scene({}, player, scenario=3), COLLECT, ON_WATER, ON_METAL, PASS)
    question(game, 1, PASS, STEM)
    answer(game, STEM)
    question(game, 1, *ANY_RESOURCE, COMBAT, GROWING, MOVEMENT)
    assert me(game, 1)["metal"] == 3
    answer(game, GROWING)
    assert (game.position()["active"], me(game, 1)["fresh_growing"]) == (1, 0)


@rule("J-2")
def test_d28_no_objective_fits() -> None:
    game = answer(scene({"objectives": [1]}, chapter="6", phase="production", story=46, objective_deck=[2, 9]), FIRST)
    assert me(game)["objectives"] == [1]
    assert (game.position()["objective_deck"], game.position()["known_bottom"]) == ([2, 9], 2)


@rule("T-8", "T-15", "T-17", "D-25", "M-10")
def test_d29_taintbow_and_its_gun() -> None:
    beside = hex_of(4, 4, 1)
    start = {"hex": beside, "navigation_discard": [0]}
    game = scene(start, {}, phase="movement", round=4, legacy=["L8"])
    assert (me(game)["hex"], me(game)["cities"]) == (beside, {})       # M-10: no city can be reached
    assert game.events["rule M-10"] == 1
    game = scene(start, {}, phase="movement", round=4, legacy=[])
    assert me(game)["hex"] == hex_of(4, 4, 2)
    near = {"hex": hex_of(4, 2, 1)} | STRONG
    game = answer(scene(near, {}, chapter="6", legacy=["L8", "L9", "L15"]), L15)
    question(game, 0, 67, 68)
    answer(game, 67, WATER, WATER)
    assert game.position()["legacy"] == ["L9", "L15"]
    assert "L8" not in game.position()["campaign"]["legacy"]
    assert me(game)["water"] == 5


@rule("T-7", "D-8")
def test_d30_three_tolls() -> None:
    player = {"hex": hex_of(2, 2, 4), "navigation_discard": [4], "upgrades": {"movement": 3}, "water": 2}
    game = scene(player, {}, phase="movement", legacy=["L7"])
    answer(game, E, E)
    assert (me(game)["hex"], me(game)["points"]) == (hex_of(3, 2, 0), -3)
    answer(game, NE, SW)
    assert me(game)["points"] == -9
    assert grey(game, "legacy") == -9
    game = answer(scene(player | {"water": 3}, {}, phase="movement", legacy=["L7"]), E, E)
    question(game, 0, FIRST, SECOND)
    assert me(game)["hex"] == hex_of(2, 2, 5)
    answer(game, FIRST)
    assert (me(game)["hex"], me(game)["water"], me(game)["points"]) == (hex_of(3, 2, 0), 0, 0)


@rule("Q-2", "T-1")
def test_d31_the_harbour() -> None:
    player: Position = {"cities": {"whitehaven": 2}}
    assert L5_CUBE not in scene(player, {}, scenario=3).answers
    game = scene(player | {"plants": {"dry-leaves": 3}}, {}, scenario=3)
    assert L5_CUBE in game.answers
    answer(game, L5_CUBE)
    question(game, 0, PASS, LEAVES)
    answer(game, LEAVES, SECOND, L5_CUBE, LEAVES, SECOND)
    assert (me(game)["water"], me(game)["cities"]) == (8, {})
    assert L5_CUBE not in game.answers
    assert BUILD in game.answers


@rule("T-14")
def test_d32_a_city_action_lost() -> None:
    game = answer(scene({}, {}, scenario=3), L14)
    assert (game.position()["active"], game.seat) == (1, 1)
    assert L14 in game.answers


@rule("S-12", "P-2")
def test_d33_books_of_four_players() -> None:
    game = new_game(Options(4, 1), 1)
    sides = {}
    while game.seat >= 0:
        position = game.position()
        sides[position["round"]] = position["scenario_back"]
        game.answer(game.answers[-1])
    assert sides == {1: False, 2: False, 3: True, 4: True, 5: True, 6: True}
    assert (game.events["book 1"], game.events["book 1 back"]) == (1, 1)


@rule("E-8")
def test_d34_three_in_a_tie() -> None:
    players = [{"upgrades": {"combat": 4}, "points": 50}, {"upgrades": {"combat": 4}, "points": 50},
               {"upgrades": {"combat": 3}, "points": 53}]
    game = scene(*players, phase="end", round=8)
    while game.seat >= 0:
        game.answer(WATER)
    assert game.scores() == [58, 58, 58]
    assert (game.places(), game.won()) == ([1, 1, 3], [True, True, False])


@pytest.mark.parametrize(("votes", "card"), [((SECOND, FIRST, SECOND, FIRST), 13), ((FIRST, SECOND, SECOND, FIRST), 12),
                                             ((FIRST, SECOND, SECOND, SECOND), 13)])
@rule("Y-4", "D-4")
def test_d35_votes(votes: tuple[int, ...], card: int) -> None:
    game = scene({}, {}, {}, {}, chapter="1", phase="production", story=11, round=2, first_player=1)
    assert game.seat == 1
    answer(game, *votes)
    assert game.position()["story"] == card


@rule("Y-5")
def test_d36_unlocked_already() -> None:
    campaign = {"unlocked": [2], "legacy": []}
    game = scene({}, chapter="1", phase="production", story=11, campaign=campaign)
    deck = game.position()["deck"]
    answer(game, SECOND)
    assert game.position()["deck"] == deck
    game = answer(scene({}, chapter="1", phase="production", story=11), SECOND)
    assert game.position()["campaign"]["unlocked"] == [2]
    assert {59, 60, 61} <= set(game.position()["deck"])


@rule("N-9")
def test_d37_no_gun_is_left() -> None:
    game = answer(scene(STRONG, {}, chapter="6", legacy=["L15"]), L15)
    assert me(game)["water"] == 3
    question(game, 0, *ANY_RESOURCE)


@rule("A-6")
def test_d38_the_city_card_is_removed() -> None:
    game = answer(scene({}, {}), COLLECT, ON_WATER, ON_METAL, NAV + 3)
    assert me(game)["navigation_discard"] == []


@rule("W-10", "Q-2")
def test_d39_fresh_after_the_harbour() -> None:
    player: Position = {"cities": {"whitehaven": 1}, "plants": {"dry-roots": 1}}
    game = answer(scene(player, {}, scenario=3), L5_CUBE, ROOTS, SECOND, PLANTING)
    assert game.seat == 1
    player = {"cities": {"whitehaven": 1}, "plants": {"dry-stem": 1, "green": 3}, "metal": 1}
    game = answer(scene(player, {}, scenario=3), L5_CUBE, STEM, GROWING, PLANTING, GREEN, PASS, GREEN, PASS)
    assert (game.seat, me(game)["upgrades"]["growing"], me(game)["plants"]["green"]) == (1, 1, 1)


@rule("W-1", "D-26")
def test_d40_the_green_market() -> None:
    player = {"plants": {"green": 1, "dry-stem": 1, "dry-leaves": 2}, "hand": [59, 6], "water": 1}
    game = answer(scene(player, {}), PLANTING, STEM, PROJECT + 59)
    question(game, 0, PASS, OPTION)
    answer(game, OPTION)
    question(game, 0, GREEN, LEAVES)
    answer(game, LEAVES, GREEN)
    assert (me(game)["points"], sum(me(game)["plants"].values()), game.seat) == (7, 0, 1)


@rule("Q-2", "G-4")
def test_d41_the_last_drone_and_the_harbour() -> None:
    last = {"cities": {"whitehaven": 1}, "plants": {"dry-leaves": 1}}
    game = answer(scene({}, {}, {}, last, scenario=3), COLLECT, ON_WATER, ON_METAL, ON_ENERGY)
    question(game, 3, L5_CUBE, ON_PEOPLE)
    answer(game, L5_CUBE, LEAVES, SECOND)
    question(game, 0, PASS, NAV + 3)
    assert (me(game, 3)["water"], len(me(game, 3)["hand"])) == (4, 0)


@rule("E-4")
def test_d42_the_fight_task_is_covered() -> None:
    def end(covered: str) -> Scene:
        player = {"objectives": [7, 1], "covered": [covered], "energy": 5}
        return answer(scene(player, {"points": 50}, phase="end", round=8), PASS, WATER, WATER, WATER, WATER)

    assert end("fight").seat == -1
    question(end("movement"), 0, PASS, FIGHT_ENERGY)


@rule("O-3", "O-5")
def test_d43_a_closed_sector_alone() -> None:
    question(scene({}, round=1, sectors=[[], [2], [3]]), 0, PASS, COLLECT + 1)
    assert COLLECT not in answer(scene({}, round=1, sectors=[[], [2], [3]]), PASS).answers


@rule("F-6", "N-3")
def test_d44_the_combat_video() -> None:
    video = {"upgrades": {"combat": 4}, "projects": [31, 32, 34], "hex": hex_of(4, 4, 5), "navigation_discard": [0]}
    game = answer(scene(video, {}, phase="movement", round=4), PASS, PASS)
    assert (me(game)["water"], me(game)["points"], game.seat) == (2, 0, 1)
    game = scene(video, {}, phase="production")
    assert me(game)["water"] == 0                                      # the book is won, nothing for the video
    question(game, 0, FIRST, SECOND)
