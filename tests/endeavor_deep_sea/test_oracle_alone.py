"""The oracle by itself: it plays to the end, loses nothing, and agrees with the examples and the degenerate cases."""

import random
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

import undersea_env
from tests.endeavor_deep_sea.oracle import Game
from tests.endeavor_deep_sea.oracle.chance import Chance
from tests.endeavor_deep_sea.oracle.numbers import (
    ACT_IN,
    ACTION,
    ACTIVATE,
    ATTRIBUTE,
    COPY,
    DECLINE,
    DRAW,
    END_TURN,
    HEX,
    HIRE,
    KEEP,
    LAUNCH_IN,
    LEAVE,
    MOVE_FROM,
    NUMBER_OF_ACTIONS,
    OPTION,
    PASS,
    PLACE_IN,
    PROMOTE,
    RETURN,
    ROW,
    SITE,
    TOKEN_EFFECT,
    TOKEN_RESEARCH,
    TRAVEL_TO,
    TYPES,
    USE_JOURNAL,
)
from tests.endeavor_deep_sea.oracle.printed import read
from tests.endeavor_deep_sea.oracle.table import cell_named

FOLDER = Path(undersea_env.__file__).parent / "endeavor_deep_sea" / "components"
PRINTED = read(FOLDER)
TRAVEL, SONAR, DIVE, CONSERVE, PUBLISH, PROMOTION, DISCOVER = (ACTION + i for i in range(len(TYPES)))
TABLES = [(1, "cooperative"), *((n, mode) for n in (2, 3, 4) for mode in ("competitive", "cooperative"))]
REPUTATION, INSPIRATION, COORDINATION, INGENUITY = range(4)
TOKENS = {token.id: token.index for token in PRINTED.tokens}
KINDS = {kind.id: kind.index for kind in PRINTED.specialists}


# --- whole games ---

def play_on(game: Game, source: random.Random, eager: bool) -> None:
    """To the end; an eager player seldom passes, ends a turn or declines."""
    while game.seat >= 0:
        assert game.answers == sorted(set(game.answers))
        assert len(game.answers) > 1
        assert game.answers[0] >= PASS
        assert game.answers[-1] < NUMBER_OF_ACTIONS
        doing = [answer for answer in game.answers if answer > DECLINE]
        check_nothing_is_lost(game)
        game.answer(source.choice(doing if eager and doing and source.random() < 0.95 else game.answers))


def check_nothing_is_lost(game: Game) -> None:
    position = game.position()
    players = position["players"]
    is_keeping = KEEP in game.answers                          # two boards or tokens are in the hand
    placing = any(PLACE_IN <= answer < LAUNCH_IN for answer in game.answers)
    tokens = position["token_supply"] + position["token_discard"]
    tokens += [token for player in players for token in player["tokens"]]
    for zone in position["ocean"].values():
        tokens += [token.split("@")[0] for pile in zone["tokens"].values() for token in pile]
    boards = [zone["board"] for zone in position["ocean"].values()]
    boards += [board for stack in position["stacks"].values() for board in stack]
    mission = PRINTED.missions[position["mission"]]
    usable = sum(board.depth <= mission.max_depth and not board.is_mission_board for board in PRINTED.boards.values())
    named = {place["board"] for place in (*mission.layout, mission.hidden) if place} | set(mission.shuffled_row)
    usable += sum(board.is_mission_board and board.id in named for board in PRINTED.boards.values())
    assert len(boards) == len(set(boards))
    if not is_keeping:
        expected = Counter({token.id: token.copies for token in PRINTED.tokens})
        assert Counter(tokens) == expected
        assert len(boards) == usable - placing
    team = [member["kind"] for player in players for member in player["specialists"]]
    experts = [kind for kind in position["display"] if kind] + position["hidden_experts"]
    assert sum(position["stock"].values()) + len(experts) + len(team) - len(players) == 51
    journals = [j["journal"] for player in players for j in player["journals"]] + position["deck"]
    journals += [number for number in position["row"] if number is not None]
    assert len(journals) == len(set(journals)) == 28
    for player in players:
        assert 0 <= player["research"] <= 12
        assert player["staging"] >= 0
        assert all(0 <= player[name] <= 12 for name in ("reputation", "inspiration", "coordination", "ingenuity"))
        assert all(cell in position["ocean"] for cell in player["vessels"])


@pytest.mark.parametrize("mission", range(1, 11))
@pytest.mark.parametrize(("num_players", "mode"), TABLES)
def test_random_games_run_to_the_end(mission: int, num_players: int, mode: str) -> None:
    for seed in range(2):
        game = Game(FOLDER, num_players, mission, mode, "beginner", 3 if seed else None, seed)
        play_on(game, random.Random(seed), eager=seed == 0)
        position = game.position()
        assert position["phase"] == "over"
        assert position["round"] == (3 if seed else 7 if num_players == 1 else 6)
        assert game.answers == []
        assert len(game.won()) == num_players


@pytest.mark.parametrize("mission", range(1, 11))
def test_rich_games_run_to_the_end(mission: int) -> None:
    """From a start with high tracks and many discs, so that deep zones and full boards are met."""
    for seed in range(3):
        cells = random.Random(seed).choices(range(5, 11), k=4)
        rich = {**dict(zip(("reputation", "inspiration", "coordination", "ingenuity"), cells, strict=True)),
                "launches": 3, "staging": 12, "research": 12}
        game = Game(FOLDER, 3, mission, "competitive", "beginner", None, seed)
        start = game.position()
        launch = next(cell for cell in start["ocean"] if cell.endswith("1"))
        start["players"] = [player | rich | {"vessels": [launch] * 3} for player in start["players"]]
        game = Game.resumed(FOLDER, start, None, seed)
        play_on(game, random.Random(seed), eager=True)
        assert game.position()["phase"] == "over"


def test_the_stream_is_splitmix64() -> None:
    """The first numbers of the stream that begins at 0, as published."""
    chance = Chance(0)
    assert [chance.below(1 << 32) for _ in range(3)] == [0xE220A839, 0x6E789E6A, 0x06C45D18]


def test_the_same_seed_gives_the_same_game() -> None:
    games = [Game(FOLDER, 3, 6, "competitive", "beginner", None, seed) for seed in (5, 5, 6)]
    assert games[0].position() == games[1].position() != games[2].position()


@pytest.mark.parametrize("mission", range(1, 11))
def test_a_position_can_be_resumed(mission: int) -> None:
    """At every turn of a game: the position comes back, and the same answers are open."""
    game = Game(FOLDER, 2, mission, "cooperative", "expert", None, 3)
    source = random.Random(3)
    resumed = 0
    while game.seat >= 0:
        if PASS in game.answers:
            again = Game.resumed(FOLDER, game.position(), None, 0)
            assert again.position() == game.position()
            assert (again.seat, again.answers) == (game.seat, game.answers)
            resumed += 1
        game.answer(source.choice(game.answers))
    assert resumed > 10


# --- scenes ---

def member(kind: str, senior: bool = False, disc: bool = False) -> dict[str, Any]:
    return {"kind": kind, "senior": senior, "disc": disc}


LEADER = member("team-leader", senior=True)


def player(*team: dict[str, Any], **changes: Any) -> dict[str, Any]:
    """In the Sea Star with the leader free, all markers on 0, and nothing else."""
    attributes = dict.fromkeys(("reputation", "inspiration", "coordination", "ingenuity"), 0)
    return {**attributes, "research": 0, "staging": 0, "vessels": ["C1"], "launches": 3, "tokens": [], "journals": [],
            "specialists": [LEADER, *team], **changes}


def journals(*numbers: int) -> list[dict[str, Any]]:
    return [{"journal": number, "used": False} for number in numbers]


def zone(board: str, discs: dict[str, int] | None = None, tokens: dict[str, list[str]] | None = None,
         discoverer: int | None = None) -> dict[str, Any]:
    return {"board": board, "discs": discs or {}, "tokens": tokens or {}, "discoverer": discoverer}


def scene(players: list[dict[str, Any]], rounds: int | None = None, stream: int = 0, **changes: Any) -> Game:
    """It is the turn of seat 0."""
    position = {"num_players": len(players), "mission": 1, "phase": "activation", "wave": 0, "to_move": 0,
                "players": players, "ocean": SEA, **changes}
    return Game.resumed(FOLDER, position, rounds, stream)


SEA = {"B1": zone("volcanic-island"), "C1": zone("sea-star"), "D1": zone("kelp-forest"), "C2": zone("looking-glass")}
PASSED = player(vessels=["B1"])


def answer(game: Game, *actions: int) -> Game:
    for action in actions:
        game.answer(action)
    return game


def actor(game: Game, seat: int = 0) -> dict[str, Any]:
    found: dict[str, Any] = game.position()["players"][seat]
    return found


def attributes(game: Game, seat: int = 0) -> list[int]:
    return [actor(game, seat)[name] for name in ("reputation", "inspiration", "coordination", "ingenuity")]


def at(block: int, cell: str) -> int:
    return block + cell_named(cell)


def blocks(game: Game, first: int, size: int) -> list[int]:
    """The arguments of the answers of one block."""
    return [number - first for number in game.answers if first <= number < first + size]


def cells(game: Game, first: int) -> set[str]:
    names = {cell_named(f"{column}{depth}"): f"{column}{depth}" for column in "ABCDEFG" for depth in range(1, 6)}
    return {names[number] for number in blocks(game, first, 35)}


# --- the worked examples (section 17) ---

def test_x1_set_up() -> None:
    game = Game(FOLDER, 3, 1, "competitive", "beginner", None, 7)
    position = game.position()
    for one in position["players"]:
        assert one["staging"] == 1
        assert one["specialists"] == [member("team-leader", senior=True, disc=True)]
        assert one["vessels"] == ["C1"]
        assert one["research"] == one["reputation"] == one["ingenuity"] == 0
    assert len(position["ocean"]["C1"]["tokens"]["d1"]) == 4
    assert len(position["ocean"]["B1"]["tokens"]["d1"]) == 2
    assert {"A1", "E1"}.isdisjoint(position["ocean"])
    assert all(number < 8 for number in position["row"])
    assert len(position["deck"]) == 24
    assert game.seat == position["wave"]


def test_x2_first_preparation() -> None:
    game = Game(FOLDER, 3, 1, "competitive", "beginner", None, 7)
    seat = game.seat
    assert game.answers == [HIRE, HIRE + 1, HIRE + 2]
    answer(game, HIRE + KINDS["sonar-operator"])
    assert attributes(game, seat) == [0, 0, 1, 0]
    assert actor(game, seat)["staging"] == 3
    assert not actor(game, seat)["specialists"][0]["disc"]


def preparing(one: dict[str, Any], **changes: Any) -> Game:
    return scene([one, player()], phase="preparation", prepared=0, **changes)


def test_x3_x4_hiring_counts_for_the_inflow() -> None:
    game = preparing(player(reputation=2, inspiration=1))
    assert blocks(game, HIRE, 21) == [0, 1, 2, 3, 4, 5]
    answer(game, HIRE + KINDS["navigator"])
    assert attributes(game) == [2, 2, 0, 0]
    assert actor(game)["staging"] == 2
    assert actor(answer(preparing(player(inspiration=4)), HIRE + KINDS["reef-diver"]))["staging"] == 3


def test_x5_which_disc_returns() -> None:
    one = player(member("pilot", disc=True), specialists=[
        member("team-leader", senior=True, disc=True), member("pilot", disc=True)])
    game = answer(preparing(one), HIRE + KINDS["reef-diver"])
    assert game.answers == [RETURN, RETURN + 1]
    answer(game, RETURN)
    assert [kind["disc"] for kind in actor(game)["specialists"]] == [False, True, False]
    while PASS not in game.answers:
        answer(game, game.answers[0])
    assert ACTIVATE + 1 not in game.answers
    assert ACTIVATE + 2 in game.answers


def test_q2_returns_are_named_in_ascending_order() -> None:
    one = player(specialists=[member("team-leader", True, True), *(member("pilot", disc=True) for _ in range(3))],
                 coordination=2)
    game = answer(preparing(one), HIRE + KINDS["reef-diver"])
    assert blocks(game, RETURN, 8) == [0, 1, 2]
    answer(game, RETURN + 1)
    assert blocks(game, RETURN, 8) == [2, 3]


def test_x6_which_actions_an_activation_opens() -> None:
    ocean = {**SEA, "D1": zone("kelp-forest", tokens={"d1": ["plain"]})}
    team = [member(kind) for kind in ("reef-diver", "ecologist", "field-researcher")]
    one = player(*team, staging=6, vessels=["C1", "D1"], research=5)
    players = [one, player(staging=1)]
    started = [answer(scene(players, ocean=ocean, row=[5, 7, None, None]), ACTIVATE + slot) for slot in (1, 2, 3)]
    assert blocks(started[0], ACTION, 7) == [TYPES.index("dive")]
    assert blocks(started[1], ACTION, 7) == [TYPES.index("travel"), TYPES.index("conserve")]
    assert blocks(started[2], ACTION, 7) == [TYPES.index("sonar"), TYPES.index("publish")]
    travelled = answer(started[1], TRAVEL, at(LEAVE, "C1"), at(TRAVEL_TO, "B1"))
    assert travelled.seat == 1                                         # one of two: the turn is over


def test_x7_x6_a_vessel_on_the_sea_star() -> None:
    ocean = {**SEA, "C1": zone("sea-star", tokens={"d1": ["plain"]})}
    game = answer(scene([player(staging=2, research=3), PASSED], ocean=ocean, row=[5, 0, None, None]), ACTIVATE)
    assert blocks(game, ACTION, 7) == [TYPES.index(kind) for kind in ("travel", "sonar", "dive", "publish")]
    answer(game, PUBLISH)
    assert game.answers == [SITE, SITE + 1]


X8 = {"A1": zone("kelp-forest"), "B1": zone("sea-star"), "C1": zone("volcanic-island"), "D1": zone("atoll"),
      "A2": zone("sunken-ruins"), "B2": zone("looking-glass"), "D2": zone("ledge-elevator"),
      "A3": zone("thermal-vents"), "D3": zone("coldwater-reef"), "A4": zone("brine-pool")}


def test_x8_x9_travel() -> None:
    game = answer(scene([player(ingenuity=4, vessels=["A1"], staging=1), PASSED], ocean=X8), ACTIVATE, TRAVEL)
    assert cells(game, TRAVEL_TO) == {"B1", "C1", "D1", "A2", "B2", "A3"}
    answer(game, at(TRAVEL_TO, "A3"))
    assert attributes(game) == [0, 0, 0, 5]
    assert actor(game)["staging"] == 0


def test_x10_sonar_tracks() -> None:
    ocean = {**SEA, "A1": zone("calm-seas", {"s3": 1})}
    one = player(vessels=["A1"], staging=2)
    game = answer(scene([one, PASSED], ocean=ocean), ACTIVATE, SONAR)
    assert game.answers == [SITE, SITE + 1]
    answer(game, SITE)
    assert attributes(game) == [0, 1, 0, 0]
    assert actor(game)["research"] == 1
    game = answer(scene([one, PASSED], ocean=ocean), ACTIVATE, SONAR, SITE + 1)
    assert game.position()["ocean"]["A1"]["discs"] == {"s3": 1, "s4": 0}
    assert blocks(game, DRAW, 5) == [0, 1]
    assert DECLINE in game.answers


def test_x11_discovery() -> None:
    ocean = {"A1": zone("calm-seas", {"s3": 1}), "B1": zone("sea-star"), "C1": zone("dying-reef"),
             "A2": zone("looking-glass"), "B2": zone("ledge-elevator")}
    stacks = {"1": ["atoll", "oil-rig"], "2": ["sunken-ruins", "dolphin-pods"]}
    game = scene([player(vessels=["A1"], staging=2), PASSED], ocean=ocean, stacks=stacks)
    answer(game, ACTIVATE, SONAR, SITE + 1, DRAW, DRAW + 1)
    assert game.answers == [KEEP, KEEP + 1]
    answer(game, KEEP + 1)
    position = game.position()
    assert position["ocean"]["C2"]["board"] == "sunken-ruins"
    assert position["ocean"]["C2"]["discoverer"] == 0
    assert len(position["ocean"]["C2"]["tokens"]["d1"]) == 4
    assert position["stacks"]["1"] == ["oil-rig", "atoll"]
    assert (position["seen"]["1"], position["seen"]["2"]) == (1, 0)
    assert attributes(game) == [1, 0, 0, 1]


def test_x12_ranges() -> None:
    """A journal's range of 3-5, and the Vortex's single depth 3."""
    ocean = {**SEA, "C3": zone("vortex"), "C4": zone("brine-pool")}
    game = scene([player(staging=1, journals=journals(13)), PASSED], ocean={**ocean, "B2": zone("shipwreck")})
    answer(game, USE_JOURNAL + 2, DISCOVER)
    assert blocks(game, DRAW, 5) == [2, 4]
    assert DECLINE not in game.answers
    game = answer(scene([player(staging=2, vessels=["C3"]), PASSED], ocean=ocean), ACTIVATE, SONAR, SITE)
    assert game.answers == [DECLINE, DRAW + 2]
    answer(game, DRAW + 2, KEEP)
    assert blocks(game, PLACE_IN, 7) == [0, 1, 3, 4]


def test_x13_a_token_turned_up() -> None:
    ocean = {**SEA, "D2": zone("ledge-elevator", tokens={"d1": ["travel", "plain"]})}
    game = scene([player(staging=1, vessels=["D2"], ingenuity=2), PASSED], ocean=ocean)
    answer(game, ACTIVATE, DIVE)
    assert game.answers == [END_TURN, TOKEN_RESEARCH, TOKEN_EFFECT]
    answer(game, TOKEN_RESEARCH)
    assert actor(game)["research"] == 3
    assert game.position()["token_discard"] == ["travel"]


def test_x14_conserve_with_a_link() -> None:
    one, other = player(staging=2, vessels=["D1"], research=3), player(vessels=["B1"])
    game = answer(scene([one, other, other], ocean={**SEA, "D1": zone("kelp-forest", {"c2": 2})}), ACTIVATE, CONSERVE)
    assert actor(game)["research"] == 1
    assert attributes(game) == [1, 0, 2, 0]
    assert attributes(game, 1) == [0, 0, 0, 0]
    assert attributes(game, 2) == [0, 0, 1, 0]
    assert game.position()["ocean"]["D1"]["discs"] == {"c1": 0, "c2": 2}


def test_x15_publish() -> None:
    one = player(member("pilot"), staging=2, vessels=["C2"], research=3)
    game = scene([one, PASSED, PASSED], row=[0, None, None, None], deck=[10, 11])
    answer(game, ACTIVATE, PUBLISH)
    assert game.answers == [DECLINE, PROMOTE + 1]
    position = game.position()
    assert position["ocean"]["C2"]["discs"] == {"j1": 0}
    assert position["row"] == [10, None, None, None]
    assert actor(game)["research"] == 0
    assert attributes(game) == [0, 2, 0, 0]
    assert actor(game, 1)["staging"] == 0
    answer(game, DECLINE)
    assert [actor(game, seat)["staging"] for seat in (1, 2)] == [1, 1]


def test_x16_promotion_loses_the_disc() -> None:
    one = player(member("pilot", disc=True), tokens=["promote"])
    game = answer(scene([one, PASSED]), TOKEN_EFFECT + TOKENS["promote"])
    assert actor(game)["specialists"][1] == member("pilot", senior=True)
    assert attributes(game) == [0, 1, 1, 0]
    assert actor(game)["staging"] == 0


def test_x17_three_links_at_once() -> None:
    ocean = {**SEA, "C3": zone("coldwater-reef", {"j2": 0, "c2": 2, "c4": 1})}
    one = player(staging=2, vessels=["C3"], research=2)
    game = answer(scene([one, PASSED, PASSED], ocean=ocean), ACTIVATE, CONSERVE, SITE + 2)
    assert attributes(game) == [1, 2, 1, 0]
    assert attributes(game, 1) == [0, 0, 1, 0]
    assert attributes(game, 2) == [1, 0, 0, 0]


def test_x18_zone_rules() -> None:
    ocean = {**SEA, "C3": zone("vortex"), "B3": zone("rift-valley"), "B2": zone("shipwreck"), "C4": zone("brine-pool")}
    game = answer(scene([player(staging=1, vessels=["C3"], ingenuity=2), PASSED], ocean=ocean), ACTIVATE, TRAVEL)
    assert cells(game, TRAVEL_TO) == {"B3", "B2", "C2", "C1", "B1", "D1"}
    ocean["C4"] = zone("brine-pool", tokens={"d1": ["plain", "plain"]})
    game = answer(scene([player(staging=1, vessels=["C4"]), PASSED], ocean=ocean), ACTIVATE, DIVE)
    assert game.answers == [DECLINE, HEX, HEX + 10, HEX + 18, HEX + 25]
    assert actor(game)["tokens"] == ["plain"]
    ocean = {**SEA, "D2": zone("whale-calving-grounds", {"j1": 0})}
    game = scene([player(staging=3, vessels=["D2"], research=9), player(staging=1)], ocean=ocean)
    answer(game, ACTIVATE, CONSERVE, SITE + 1)
    assert game.answers == [DECLINE, CONSERVE]
    answer(game, CONSERVE, SITE + 3)
    assert actor(game)["research"] == 5
    assert game.seat == 1                                              # no third one is offered


def x19_game() -> Game:
    """Purple's final position of the rulebook, as a position whose score is read."""
    ocean = {
        "A1": zone("oil-rig", {"c1": 0, "c4": 1}), "B1": zone("volcanic-island", {"s1": 0, "s2": 0, "j1": 1, "j2": 1}),
        "C1": zone("sea-star", {"s1": 0, "s2": 1, "s3": 1, "j1": 0, "j2": 2}), "D1": zone("atoll", {"s1": 0, "s2": 2}),
        "E1": zone("dying-reef", {"c1": 0, "c2": 1, "c3": 1, "c4": 1, "c5": 1, "j1": 1}),
        "A2": zone("ledge-elevator", {"s1": 0, "j1": 0}), "B2": zone("dolphin-pods", {"c1": 0, "c2": 1}),
        "C2": zone("looking-glass", {"j1": 0, "j2": 2, "s1": 1}), "D2": zone("shipwreck", {"s1": 0, "s2": 2}),
        "A3": zone("coldwater-reef", {"c1": 0, "c2": 0, "j1": 2}), "C3": zone("carbonate-spires", {"j3": 1, "j4": 2}),
        "D3": zone("vortex"),
    }
    one = player(member("adventurer", senior=True), reputation=7, inspiration=10, coordination=4, ingenuity=9,
                 research=2, staging=2, tokens=["travel"], vessels=["D3", "D1", "D1"], journals=journals(16))
    impact = {"2": 0, "3": 0, "4": 0, "6": 0}
    return scene([one, PASSED, PASSED], ocean=ocean, impact=impact, infinite={"14": [2, 0, 1]})


def test_x19_scoring() -> None:
    """6 sonar discs, alone first; 3 publish discs, behind a tie of 4; 5 conservation discs, second behind 6."""
    game = x19_game()
    scores = game.score_breakdown(0)
    assert {source: points for source, points in scores.items() if points} == {
        "attributes": 28, "impact": 9, "journals": 4, "specialists": 3, "goal 1": 11, "goal 2": 3, "goal 3": 9,
        "leftovers": 2}
    assert sum(scores.values()) == 69


@pytest.mark.parametrize(("counts", "bonuses"), [
    ([4, 4, 2], [5, 5, 0]), ([4, 2, 2], [5, 3, 3]), ([3, 0, 0], [5, 0, 0]), ([0, 0, 0], [0, 0, 0]),
    ([2, 3, 1], [3, 5, 0]),
])
def test_x20_ties(counts: list[int], bonuses: list[int]) -> None:
    spots = {"C1": ("sea-star", ["s1", "s2", "s3"]), "A2": ("resupply-modules", ["s1", "s2", "s3", "s4", "s5", "s6"]),
             "B1": ("volcanic-island", ["s1", "s2"])}
    owners = [seat for seat, number in enumerate(counts) for _ in range(number)]
    ocean = {name: zone(board, {spot: owners.pop() for spot in places if owners})
             for name, (board, places) in spots.items()}
    game = scene([player(), player(), player()], ocean=ocean)
    assert [game.score_breakdown(seat)["goal 1"] - counts[seat] for seat in range(3)] == bonuses


def test_x21_legal_hexes() -> None:
    def hexes(**changes: Any) -> list[int]:
        one = player(tokens=["impact"])
        game = answer(scene([one, PASSED], **changes), TOKEN_EFFECT + TOKENS["impact"])
        assert game.answers[0] == DECLINE
        return blocks(game, HEX, 81)

    assert hexes() == [0, 10, 18, 25]
    assert hexes(impact={"10": 1}) == [0, 7, 11, 18, 25]
    assert 14 in hexes(impact={"15": 1})
    assert 14 in hexes(impact={"15": 1}, infinite={"14": [1, 1]})


def test_x22_tracks() -> None:
    for cell in (9, 12):
        one = player(tokens=["any-attribute"], reputation=cell)
        game = answer(scene([one, PASSED]), TOKEN_EFFECT + TOKENS["any-attribute"], ATTRIBUTE + REPUTATION)
        assert game.answers == [DECLINE, HEX, HEX + 10, HEX + 18, HEX + 25]
        assert attributes(game)[REPUTATION] == 10
    one = player(tokens=["any-attribute"], ingenuity=1, launches=0)
    game = answer(scene([one, PASSED]), TOKEN_EFFECT + TOKENS["any-attribute"], ATTRIBUTE + INGENUITY)
    assert actor(game)["vessels"] == ["C1", "C1"]
    assert actor(game)["launches"] == 1
    assert actor(game)["staging"] == 1


def last_pass(setback: str, players: list[dict[str, Any]], mission: int = 1, **changes: Any) -> Game:
    """Round 4 begins with a setback as soon as the last player passes; nobody has anything to do."""
    cooperation = {"bonus_goals": ["fresh-faces", "common-cause", "known-waters"], "cards": [setback, "rough-seas"],
                   "setbacks_done": []}
    changes = {"round": 3, "passed": [], **changes}
    return scene(players, mode="cooperative", mission=mission, cooperation=cooperation, **changes)


COLUMN = {"C1": zone("sea-star"), "C2": zone("looking-glass"), "C3": zone("rift-valley"), "C4": zone("brine-pool"),
          "C5": zone("whale-fall")}


def test_x23_volcanic_activity() -> None:
    players = [player(vessels=["C5", "C4"]), player(vessels=["C2", "C1"])]
    game = last_pass("volcanic-activity", players, ocean=COLUMN)
    assert [actor(game, seat)["vessels"] for seat in (0, 1)] == [["C2", "C3"], ["C1", "C1"]]
    assert game.position()["cooperation"]["setbacks_done"] == ["volcanic-activity"]
    assert (game.position()["round"], game.seat) == (4, 1)


def test_x24_team_goals() -> None:
    """Goal 2 of mission 1 with three players needs 11 publish discs, Fresh Faces 13 juniors."""
    sites = {"C1": ("sea-star", 2), "B1": ("volcanic-island", 2), "C2": ("looking-glass", 2),
             "C3": ("carbonate-spires", 4), "D1": ("calm-seas", 1)}

    def goals(juniors: int, discs: int) -> tuple[int, int]:
        left = iter(range(discs))
        ocean = {cell: zone(board, {f"j{k + 1}": number % 3 for k, number in zip(range(size), left, strict=False)})
                 for cell, (board, size) in sites.items()}
        team = [member("pilot")] * juniors
        cooperation = {"bonus_goals": ["fresh-faces"], "cards": ["rough-seas"]}
        game = scene([player(*team), player(), player()], mode="cooperative", ocean=ocean, cooperation=cooperation)
        scores = game.score_breakdown(2)
        return scores["mission goals"], scores["bonus goals"]

    assert goals(13, 10) == (0, 1)
    assert goals(12, 11) == (1, 0)


def test_x24_the_impact_goal() -> None:
    """45 points with three players, from impact, journals and specialists together."""
    def met(impact: dict[str, int]) -> bool:
        game = scene([player(journals=journals(16)), player(), player(member("robotics-engineer", senior=True))],
                     mode="cooperative", infinite={"14": [10, 8, 0]}, impact=impact,
                     cooperation={"cards": ["rough-seas"], "bonus_goals": []})
        return bool(game.score_breakdown(0)["impact goal"])

    assert not met({})                   # 36 + 4 + 4
    assert met({"2": 1})


def test_x25_the_display_is_filled_again() -> None:
    game = preparing(player(reputation=10), display=["mentor", "adventurer", "biogeographer"],
                     hidden_experts=["ichthyologist", "biotechnologist"])
    answer(game, HIRE + KINDS["adventurer"])
    assert game.position()["display"] == ["mentor", "ichthyologist", "biogeographer"]
    assert game.position()["hidden_experts"] == ["biotechnologist"]


# --- the degenerate cases (section 18) ---

def test_e1_nothing_to_do() -> None:
    game = scene([player(), player(tokens=["disc-for-research"])])
    assert game.seat == 1
    assert game.position()["passed"] == [0]
    assert game.answers == [PASS, TOKEN_RESEARCH + TOKENS["disc-for-research"]]          # E-33 as well


def test_e2_no_second_disc() -> None:
    one = player(member("sonar-operator"), staging=1, specialists=[
        member("team-leader", True, True), member("sonar-operator")])
    game = scene([one, player(staging=1)])
    assert game.answers == [PASS, ACTIVATE + 1]
    assert answer(game, ACTIVATE + 1).seat == 1


def test_e3_research_is_capped() -> None:
    game = answer(scene([player(tokens=["plain"], research=12), PASSED]), TOKEN_RESEARCH + TOKENS["plain"])
    assert actor(game)["research"] == 12


def test_e4_too_many_tokens() -> None:
    game = scene([player(tokens=["plain", "plain", "disc"], staging=1), PASSED])
    answer(game, ACTIVATE)
    assert END_TURN not in game.answers
    answer(game, TOKEN_RESEARCH + TOKENS["plain"])
    assert END_TURN not in game.answers
    answer(game, TOKEN_RESEARCH + TOKENS["plain"])
    assert END_TURN in game.answers


def discovering(stacks: dict[str, list[str]], ocean: dict[str, Any], index: int = 2, **changes: Any) -> Game:
    """A journal's discovery of depths 3-5."""
    number = next(journal.index for journal in PRINTED.journals if journal.action_index == index)
    one = player(staging=1, vessels=[next(iter(ocean))], journals=journals(number))
    empty: dict[str, list[str]] = {str(depth): [] for depth in range(1, 6)}
    game = scene([one, PASSED], ocean=ocean, stacks=empty | stacks, **changes)
    return answer(game, USE_JOURNAL + index, DISCOVER)


def test_e5_the_discard_is_shuffled_in() -> None:
    game = discovering({"3": ["deepwater-shark"]}, COLUMN | {"B1": zone("atoll"), "B2": zone("shipwreck")},
                       token_supply=["plain"], token_discard=["travel", "dive"])
    position = game.position()
    assert sorted(position["ocean"]["B3"]["tokens"]["d1"]) == ["dive@1", "plain", "travel@1"]
    assert position["ocean"]["B3"]["tokens"]["d1"][-1] == "plain"
    assert (position["token_supply"], position["token_discard"], position["token_shuffle"]) == ([], [], 1)


def test_e6_a_spent_token_comes_back() -> None:
    full = {"s1": 1, "s2": 1, "s3": 1}
    ocean = {"C1": zone("sea-star"), "C2": zone("looking-glass", full), "C3": zone("rift-valley")}
    one = player(staging=1, vessels=["C2"], tokens=["sonar"])
    game = scene([one, PASSED], ocean=ocean, token_supply=[], token_discard=[],
                 stacks={"4": ["seamount"], "5": []})
    answer(game, TOKEN_EFFECT + TOKENS["sonar"], DRAW + 3)
    assert game.position()["ocean"]["C4"]["tokens"]["d1"] == ["sonar@1"]


def full_ocean(columns: int, depth: int) -> dict[str, Any]:
    """As many zones as there are cells; boards may be there twice."""
    boards = {1: "kelp-forest", 2: "shipwreck", 3: "rift-valley", 4: "sponge-gardens", 5: "whale-fall"}
    return {f"{'ABCDEFG'[column]}{d}": zone(boards[d]) for d in range(1, depth + 1) for column in range(columns)}


def test_e7_the_ocean_is_full() -> None:
    game = discovering({"1": ["atoll"]}, full_ocean(5, 5))
    assert game.answers == [DECLINE, HEX, HEX + 10, HEX + 18, HEX + 25]
    answer(game, HEX + 10)
    assert game.position()["stacks"]["1"] == ["atoll"]
    assert attributes(game) == [0, 1, 0, 0]


def test_e8_the_shallowest_depth() -> None:
    ocean = {cell: one for cell, one in full_ocean(7, 3).items() if cell not in ("C3", "D2", "D3")}
    game = discovering({"2": ["dolphin-pods", "shipwreck"]}, ocean, mission=5, infinite={"13": [0, 0], "21": [0, 0]})
    assert game.answers == [KEEP, KEEP + 1]
    answer(game, KEEP)
    assert game.position()["ocean"]["D2"]["board"] == "dolphin-pods"


def test_e9_a_single_board() -> None:
    game = discovering({"3": ["coldwater-reef"], "1": ["atoll"]}, SEA)
    assert game.position()["ocean"]["C3"]["board"] == "coldwater-reef"
    assert game.position()["seen"]["3"] == 0


def test_e10_a_zone_without_one_above() -> None:
    ocean = {**COLUMN, "E3": zone("vortex"), "E4": zone("seamount"), "B1": zone("atoll"), "B3": zone("jellyfish-bloom")}
    players = [player(vessels=["E4", "E3"]), player(vessels=["B3", "C1"])]
    game = last_pass("volcanic-activity", players, ocean=ocean)
    assert [actor(game, seat)["vessels"] for seat in (0, 1)] == [["E3", "E3"], ["B1", "C1"]]
    game = last_pass("volcanic-activity", [player(vessels=["B4"]), player()], ocean={**ocean, "B4": zone("seamount")})
    assert actor(game)["vessels"] == ["B1"]


def test_e11_e12_the_cave() -> None:
    cave = zone("submerged-cave-system", tokens={"d1": ["plain"], "d2": ["plain"], "d3": ["plain"]})
    ocean = {"A1": zone("kelp-forest"), "B1": zone("sea-star"), "A2": cave, "A3": zone("rift-valley"),
             "B2": zone("looking-glass")}
    one = player(vessels=["A1"], staging=2, ingenuity=12, research=5)
    game = answer(scene([one, PASSED], ocean=ocean, row=[16, 5, None, None]), ACTIVATE)
    assert game.answers == [END_TURN, TRAVEL, DIVE, CONSERVE, PUBLISH]
    answer(game, DIVE)
    assert actor(game)["tokens"] == ["plain"]
    assert game.position()["ocean"]["A2"]["tokens"]["d2"] == []
    game = answer(scene([player(vessels=["A1"], staging=1, ingenuity=4), PASSED], ocean=ocean), ACTIVATE, TRAVEL)
    assert cells(game, TRAVEL_TO) == {"B1", "B2"}
    one = player(vessels=["B2"], staging=2, research=2, journals=journals(1))
    game = answer(scene([one, PASSED], ocean=ocean), USE_JOURNAL)
    assert game.answers == [END_TURN, CONSERVE]
    answer(game, CONSERVE)
    assert game.position()["ocean"]["A2"]["discs"] == {"c1": 0}


DEEP = {**COLUMN, "B4": zone("sponge-gardens"), "B5": zone("abyssal-trench")}


def test_e13_one_vessel_per_player() -> None:
    one = player(vessels=["B4", "B5"], staging=1, ingenuity=10)
    game = answer(scene([one, PASSED], ocean=DEEP), ACTIVATE, TRAVEL, at(LEAVE, "B4"))
    assert "B5" not in cells(game, TRAVEL_TO)
    assert "C5" in cells(game, TRAVEL_TO)
    game = answer(scene([player(vessels=["B4"], staging=1, ingenuity=10), player(vessels=["B5"])], ocean=DEEP),
                  ACTIVATE, TRAVEL)
    assert "B5" in cells(game, TRAVEL_TO)


def test_e14_e15_arrival_in_another_turn() -> None:
    def emptied(discs: dict[str, int]) -> Game:
        ocean = {"B1": zone("atoll"), "B2": zone("sunken-ruins", tokens={"d1": ["plain"]}), "A2": zone("shipwreck"),
                 "A1": zone("kelp-forest"), "C1": zone("sea-star"), "B3": zone("abyssal-trench", discs)}
        players = [player(vessels=["B2"], staging=1), player(vessels=["B2"], staging=1, ingenuity=4, tokens=["plain"])]
        game = answer(scene(players, ocean=ocean), ACTIVATE, DIVE)
        assert (game.seat, game.answers) == (0, [DECLINE, TRAVEL])
        answer(game, DECLINE)
        assert (game.seat, game.answers) == (1, [DECLINE, TRAVEL])
        return answer(game, TRAVEL, at(TRAVEL_TO, "B3"))

    game = emptied({})
    assert (game.seat, game.answers) == (1, [DECLINE, SONAR])
    answer(game, SONAR)
    assert game.position()["ocean"]["B3"]["discs"] == {"s1": 1}
    assert actor(game, 1)["staging"] == 0
    assert (actor(game, 1)["inspiration"], actor(game, 1)["research"]) == (1, 1)
    assert game.seat == 0
    assert emptied({f"s{k}": 0 for k in range(1, 7)}).seat == 0


def test_e16_the_oil_rig_is_full() -> None:
    ocean = {**SEA, "A1": zone("oil-rig", {"c1": 2, "c2": 1, "c3": 2})}
    players = [player(member("pilot"), vessels=["A1"], staging=2, research=1), player(), player(member("pilot"))]
    game = answer(scene(players, ocean=ocean), ACTIVATE, CONSERVE)
    assert (game.seat, game.answers) == (0, [DECLINE, PROMOTE + 1])
    answer(game, PROMOTE + 1)
    assert (game.seat, game.answers) == (2, [DECLINE, PROMOTE + 1])


def test_e17_the_active_specialist_is_promoted() -> None:
    ocean = {**SEA, "D1": zone("kelp-forest", tokens={"d1": ["promote", "plain"]})}
    one = player(member("rov-operator"), vessels=["D1"], staging=2)
    game = answer(scene([one, PASSED], ocean=ocean), ACTIVATE + 1, DIVE, TOKEN_EFFECT + TOKENS["promote"])
    assert actor(game)["specialists"][1] == member("rov-operator", senior=True)
    assert game.answers == [END_TURN, TRAVEL]


def test_e18_the_mentor_promotes_itself() -> None:
    game = answer(scene([player(member("mentor"), staging=1), PASSED]), ACTIVATE + 1, PROMOTION)
    assert actor(game)["specialists"][1] == member("mentor", senior=True)
    assert game.score_breakdown(0)["specialists"] == 1


def test_e19_every_other_player_is_asked() -> None:
    one = player(staging=2, vessels=["C2"], research=4)
    game = scene([one, PASSED, PASSED], row=[14, None, None, None])
    answer(game, ACTIVATE, PUBLISH, DECLINE)
    for seat in (1, 2):
        assert (game.seat, game.answers) == (seat, [ATTRIBUTE + i for i in range(4)])
        answer(game, ATTRIBUTE + seat)


def test_e20_own_links_and_four_at_once() -> None:
    ocean = {**SEA, "A1": zone("dying-reef", {"c1": 0, "c3": 1, "c4": 1, "c5": 0})}
    game = scene([player(vessels=["A1"], staging=2, research=4), PASSED], ocean=ocean)
    answer(game, ACTIVATE, CONSERVE, DECLINE)
    assert attributes(game) == [2, 1, 1, 0]
    assert actor(game)["staging"] == 1
    assert attributes(game, 1) == [0, 1, 0, 0]
    assert actor(game, 1)["staging"] == 1


def test_e21_the_deck_is_empty() -> None:
    game = scene([player(staging=2, research=5), PASSED], row=[5, 6, None, None], deck=[])
    answer(game, ACTIVATE, PUBLISH)
    assert game.answers == [SITE, SITE + 1]
    answer(game, SITE)
    assert game.position()["row"] == [None, 6, None, None]
    game = scene([player(staging=2, research=5), PASSED], row=[16, 18, None, None], deck=[])
    assert PUBLISH not in answer(game, ACTIVATE).answers


def test_e22_the_colossal_squid() -> None:
    one = player(member("marine-biologist", senior=True), vessels=["C4"], staging=3)
    game = scene([one, PASSED], ocean={**COLUMN, "C4": zone("colossal-squid")})
    answer(game, ACTIVATE + 1, CONSERVE, SITE, CONSERVE)
    assert game.answers[0] == DECLINE
    answer(game, HEX)
    assert game.answers[:2] == [DECLINE, HEX + 1]


def test_e23_four_conserve_actions_of_one_activation() -> None:
    one = player(member("marine-biologist", senior=True), vessels=["C2"], staging=7, research=12)
    ocean = {"C1": zone("sea-star"), "C2": zone("whale-calving-grounds", {"j1": 0})}
    game = answer(scene([one, PASSED], ocean=ocean), ACTIVATE + 1)
    for site in (1, 3):
        answer(game, CONSERVE, SITE + site)
        assert game.answers == [DECLINE, CONSERVE]
        answer(game, CONSERVE, SITE + {1: 5, 3: 4}[site])
    assert len(game.position()["ocean"]["C2"]["discs"]) == 5
    assert game.seat != 0 or CONSERVE not in game.answers


def test_e24_copying() -> None:
    one = player(member("robotics-engineer"), member("marine-engineer"), member("pilot", disc=True), staging=3)
    game = answer(scene([one, PASSED], row=[None] * 4), ACTIVATE + 1)
    assert game.answers == [COPY, COPY + 3]
    answer(game, COPY)
    assert blocks(game, ACTION, 7) == [TYPES.index("travel"), TYPES.index("sonar")]


def test_e25_nobody_to_hire() -> None:
    game = preparing(player(), stock={"pilot": 0, "reef-diver": 0, "sonar-operator": 0})
    assert len(actor(game)["specialists"]) == 1
    assert game.seat == 0
    assert game.position()["phase"] == "activation"


STAR = {"A1": zone("atoll"), "C1": zone("remote-anchorage"), "E1": zone("calm-seas"), "A2": zone("ledge-elevator")}
FOUND = {**STAR, "A3": zone("rift-valley"), "A4": zone("seamount"), "A5": zone("fallen-star")}


def gaining_impact(**changes: Any) -> Game:
    players = [player(vessels=changes.pop("vessels", ["C1"]), tokens=["impact"]), PASSED]
    if "clean_up" in changes:
        changes["mission_state"] = {"clean_up": changes.pop("clean_up")}
    game = scene(players, **changes)
    effect = TOKEN_EFFECT + TOKENS["impact"]
    return answer(game, effect) if effect in game.answers else game


def test_e26_moving_markers() -> None:
    game = gaining_impact(mission=6, ocean=STAR)
    assert game.answers == [DECLINE, *(HEX + place for place in (1, 3, 5, 7))]
    game = gaining_impact(mission=6, ocean=STAR, impact={"1": 0})
    assert blocks(game, HEX, 81) == [0, 2, 9]
    answer(game, HEX + 9)
    assert game.position()["impact"] == {"9": 0}
    game = gaining_impact(mission=6, ocean=STAR, impact={"9": 0})
    assert blocks(game, HEX, 81) == [1]                                # the closed hexes below cannot be entered
    game = gaining_impact(mission=6, ocean=STAR, impact={"1": 0, "7": 0})
    assert game.answers == [DECLINE, MOVE_FROM + 1, MOVE_FROM + 7]
    assert DECLINE not in answer(game, MOVE_FROM + 1).answers
    blocked = {"1": 1, "3": 1, "5": 1, "7": 1, "31": 0}
    game = gaining_impact(mission=6, ocean=FOUND, impact=blocked)      # locked, and no entry free: not possible
    assert game.answers == [PASS, TOKEN_RESEARCH + TOKENS["impact"]]
    game = gaining_impact(mission=6, ocean=FOUND, impact={"22": 0})
    assert 31 in blocks(game, HEX, 81)                                 # an empty hex below: not locked
    game = gaining_impact(mission=6, ocean=FOUND, impact={"22": 0, "31": 1})
    assert blocks(game, HEX, 81) == [1, 3, 5, 7]


def test_m6_designation_comes_before_the_bonus() -> None:
    ocean = {cell: one for cell, one in FOUND.items() if cell != "A5"}
    game = discovering({"5": ["fallen-star"]}, ocean, mission=6)
    assert game.answers == [OPTION, OPTION + 1]
    answer(game, OPTION + 1)
    assert game.position()["mission_state"]["designated"] == "publish"
    assert attributes(game) == [1, 0, 0, 1]


SPILL = {"C1": zone("oil-rig"), "D1": zone("sea-star"), "C2": zone("whale-calving-grounds"),
         "D2": zone("looking-glass")}


def test_e27_the_clean_up_track() -> None:
    clean = {str(place): 1 for place in range(14, 22)}
    game = gaining_impact(mission=9, ocean=SPILL, impact=clean)
    assert game.answers[0] == DECLINE
    assert 22 in blocks(game, HEX, 81)
    assert 6 in blocks(game, HEX, 81)
    answer(game, HEX + 22)
    assert game.position()["mission_state"]["clean_up"] == [1, 0]
    game = gaining_impact(mission=9, ocean=SPILL, impact=clean, clean_up=[20, 0])
    assert 22 not in blocks(game, HEX, 81)
    game = answer(scene([player(staging=2, research=1), PASSED], mission=9, ocean=SPILL), ACTIVATE, CONSERVE, SITE)
    assert game.position()["mission_state"]["clean_up"] == [1, 0]


def test_e28_rows_by_depth() -> None:
    game = gaining_impact(mission=10, ocean=COLUMN, vessels=["C1", "C3"])
    assert game.answers == [DECLINE, HEX, HEX + 11]
    full = {str(place): 1 for place in range(6)}
    game = gaining_impact(mission=10, ocean=COLUMN, vessels=["C1", "C3"], impact=full)
    assert game.answers == [DECLINE, HEX + 11, HEX + 28]


def test_m10_the_origin_decides_the_row() -> None:
    ocean = {**COLUMN, "C4": zone("brine-pool", tokens={"d1": ["plain", "plain"]})}
    game = answer(scene([player(vessels=["C1", "C4"], staging=1), PASSED], mission=10, ocean=ocean), ACTIVATE, DIVE)
    assert game.answers == [DECLINE, HEX + 17]


def test_m10_races() -> None:
    one = player(vessels=["C4"], staging=1, ingenuity=10)
    state = {"races": {"discover": [1], "travel": [1]}}
    game = scene([one, PASSED], mission=10, ocean=COLUMN, mission_state=state)
    answer(game, ACTIVATE, TRAVEL, at(TRAVEL_TO, "C5"))
    assert game.position()["mission_state"]["races"] == {"discover": [1], "travel": [1, 0]}
    assert [game.score_breakdown(seat)["goal 2"] for seat in (0, 1)] == [3, 4]
    assert [game.score_breakdown(seat)["goal 1"] for seat in (0, 1)] == [0, 4]


def test_e29_goal_hexes() -> None:
    row = {f"{column}1": zone(board) for column, board in zip(
        "ABCDE", ("atoll", "sea-star", "calm-seas", "kelp-forest", "oil-rig"), strict=True)}
    row["A1"] = zone("atoll", {"s1": 0})
    row["C1"] = zone("calm-seas", {"s1": 0, "s3": 0})
    game = gaining_impact(mission=8, ocean=row, vessels=["B1"], impact={"76": 1})
    assert game.score_breakdown(0)["goal 1"] == 0
    answer(game, HEX + 75)
    assert game.answers == [OPTION, OPTION + 1]
    answer(game, OPTION)
    assert game.position()["mission_state"]["goal_options"] == {"1": "a", "2": None, "3": None}
    assert game.score_breakdown(0)["goal 1"] == 1 + 2


def test_e30_a_launch_in_another_turn() -> None:
    ocean = {"C1": zone("sea-star"), "D1": zone("dying-reef"), "C2": zone("looking-glass")}
    players = [player(vessels=["C2"], staging=2, research=2), player(ingenuity=1, launches=0)]
    game = scene(players, mission=3, ocean=ocean, row=[6, None, None, None])
    answer(game, ACTIVATE, PUBLISH)
    assert (game.seat, game.answers) == (1, [LAUNCH_IN + 2, LAUNCH_IN + 3])
    answer(game, LAUNCH_IN + 3)
    assert (game.seat, blocks(game, HEX, 81)) == (1, [15, 20, 24])


def test_e31_equipment_failure() -> None:
    game = last_pass("equipment-failure", [player(ingenuity=7), player(reputation=11, coordination=11)])
    assert (game.seat, game.answers) == (1, [ATTRIBUTE, ATTRIBUTE + 2])
    assert attributes(game)[INGENUITY] == 7                            # the wave has gone on: seat 1 is first
    answer(game, ATTRIBUTE)
    assert attributes(game)[INGENUITY] == 5
    assert attributes(game, 1) == [9, 0, 11, 0]
    one = player(ingenuity=6, tokens=["any-attribute"])
    game = answer(scene([one, PASSED]), TOKEN_EFFECT + TOKENS["any-attribute"], ATTRIBUTE + INGENUITY)
    assert actor(game)["vessels"] == ["C1"]


def test_e32_the_black_smoker() -> None:
    ocean = {**COLUMN, "C5": zone("black-smoker", tokens={"d1": ["plain", "travel", "disc"]})}
    one = player(vessels=["C5"], staging=1, ingenuity=10, journals=journals(30))
    game = answer(scene([one, PASSED], ocean=ocean), USE_JOURNAL + 11, DIVE)
    assert game.answers == [DECLINE, TRAVEL]
    assert actor(game)["tokens"] == ["travel", "plain"]
    answer(game, TRAVEL, at(TRAVEL_TO, "C4"))
    assert TOKEN_RESEARCH in game.answers                              # a turn point again
    game = answer(scene([one, PASSED], ocean=ocean), USE_JOURNAL + 11, DIVE, DECLINE)
    assert game.answers == [DECLINE, TRAVEL]                           # once for each token


def test_e34_conserve_with_a_token_only() -> None:
    ocean = {**SEA, "D1": zone("kelp-forest")}
    one = player(vessels=["D1"], staging=2, tokens=["plain"])
    game = answer(scene([one, PASSED], ocean=ocean), ACTIVATE)
    assert CONSERVE in game.answers
    answer(game, CONSERVE)
    assert actor(game)["tokens"] == []
    assert game.answers == [SITE, SITE + 1]


def test_q23_a_token_is_an_answer_beside_a_single_target() -> None:
    one = player(vessels=["D1"], staging=2, tokens=["plain"], research=1)
    game = answer(scene([one, PASSED]), ACTIVATE, CONSERVE)
    assert game.answers == [TOKEN_RESEARCH + TOKENS["plain"], at(ACT_IN, "D1")]
    answer(game, at(ACT_IN, "D1"))
    assert game.answers == [TOKEN_RESEARCH + TOKENS["plain"], SITE + 1]
    answer(game, TOKEN_RESEARCH + TOKENS["plain"])
    assert game.answers == [SITE, SITE + 1]


def test_e35_rising_from_too_deep() -> None:
    ocean = {**COLUMN, "B5": zone("abyssal-plain"), "B4": zone("sponge-gardens")}
    game = answer(scene([player(vessels=["C5"], staging=1, ingenuity=4), PASSED], ocean=ocean), ACTIVATE, TRAVEL)
    assert cells(game, TRAVEL_TO) == {"C3", "C2"}
    game = answer(scene([player(vessels=["C5"], staging=1, ingenuity=2), player(staging=1)], ocean=ocean), ACTIVATE)
    assert game.seat == 1


def test_e36_the_pilot_is_promoted_at_once() -> None:
    ocean = {"C1": zone("sea-star"), "D1": zone("kelp-forest"), "C2": zone("looking-glass")}
    game = preparing(player(inspiration=1), mission=3, ocean=ocean, impact={"30": 1, "37": 1})
    answer(game, HIRE, HEX + 38)
    assert game.answers == [DECLINE, PROMOTE + 1]
    answer(game, PROMOTE + 1)
    assert attributes(game) == [0, 2, 1, 0]
    assert actor(game)["staging"] == 2


def test_e37_seafloor_restoration() -> None:
    ocean = {**COLUMN, "C5": zone("seafloor-restoration")}
    one = player(vessels=["C4"], staging=2, ingenuity=10, tokens=["plain"])
    game = answer(scene([one, PASSED], ocean=ocean), ACTIVATE, TRAVEL, at(TRAVEL_TO, "C5"))
    assert game.answers == [DECLINE, CONSERVE]
    answer(game, CONSERVE)
    assert actor(game)["tokens"] == []
    assert game.answers == [SITE + site for site in (0, 2, 3, 4, 5)]


def test_m4_the_turtle_hex() -> None:
    ocean = {**SEA, "D1": zone("dying-reef")}
    one = player(member("marine-biologist", senior=True), vessels=["D1"], staging=4, research=9)
    game = answer(scene([one, PASSED], mission=4, ocean=ocean), ACTIVATE + 1, CONSERVE, SITE + 1)
    assert game.answers == [DECLINE, HEX + 15, HEX + 37]
    answer(game, HEX + 37)
    assert game.position()["mission_state"]["turtle_zones"] == ["D1"]
    assert game.position()["infinite"]["37"] == [1, 0]
    answer(game, CONSERVE, SITE + 4)
    assert game.answers == [DECLINE, HEX + 15]


def test_m7_the_rescue_grid() -> None:
    ocean = {**COLUMN, "C5": zone("fallen-star")}
    assert 27 not in blocks(gaining_impact(mission=7, ocean=ocean, vessels=["C2"]), HEX, 81)
    assert 27 in blocks(gaining_impact(mission=7, ocean=ocean, vessels=["C3"]), HEX, 81)
    assert 27 in blocks(gaining_impact(mission=7, ocean={**ocean, "C5": zone("fallen-star", {"s1": 0})}), HEX, 81)


def test_o8_less_of_everything() -> None:
    """Budget Cuts: two discs fewer flow in; Crew Fatigue: one disc fewer returns; Data Loss: half is lost."""
    held = [member("team-leader", True, True)]
    game = last_pass("budget-cuts", [player(), player(inspiration=4)])
    assert actor(answer(game, HIRE + 1), 1)["staging"] == 1
    game = last_pass("crew-fatigue", [player(), player(specialists=held)])
    assert actor(answer(game, HIRE + 1), 1)["specialists"][0]["disc"]
    game = scene([player(research=7, tokens=["plain"]), player()], mode="cooperative", round=3,
                 cooperation={"cards": ["data-loss", "rough-seas"]})
    answer(game, PASS)
    assert (actor(game)["research"], actor(game)["tokens"]) == (3, [])
    assert game.position()["token_discard"] == ["plain"]


def test_t12_shipwreck_and_extra_tokens() -> None:
    ocean = {**SEA, "B2": zone("shipwreck", tokens={"d1": ["plain", "disc", "dive", "dive"]})}
    one = player(vessels=["B2"], staging=1, journals=journals(30))
    game = answer(scene([one, PASSED], ocean=ocean), USE_JOURNAL + 11, DIVE)
    assert game.answers == [KEEP, KEEP + 1]
    answer(game, KEEP + 1)
    assert actor(game)["tokens"] == ["dive", "disc"]
    assert game.position()["token_discard"] == ["plain"]


def test_the_row_is_asked_for_when_two_journals_fit() -> None:
    game = scene([player(vessels=["B1"], staging=2, research=2), PASSED], row=[5, 7, 3, None])
    answer(game, ACTIVATE, PUBLISH, SITE)
    assert game.answers == [ROW, ROW + 1]


def test_illegal_answers_are_refused() -> None:
    game = scene([player(staging=1), PASSED])
    with pytest.raises(ValueError, match="not one of the answers"):
        game.answer(END_TURN)


@pytest.mark.parametrize(("kind", "score"), [
    ("fleet-coordinator", 2), ("ichthyologist", 2), ("ocean-historian", 3), ("biotechnologist", 2),
    ("biogeographer", 2), ("mentor", 2), ("adventurer", 1), ("dive-team-leader", 2), ("robotics-engineer", 4),
])
def test_v3_scores_of_specialists(kind: str, score: int) -> None:
    """Four links are shared, two are of one player; a set of fields on journals; four empty dive sites."""
    ocean = {
        "B1": zone("dying-reef", {"c1": 0, "c3": 1, "j1": 0}), "C1": zone("sea-star"), "C2": zone("looking-glass"),
        "D1": zone("kelp-forest", {"c1": 1, "c2": 1}), "B2": zone("shipwreck"),
        "C3": zone("coldwater-reef", {"c1": 0, "c2": 1, "c3": 0, "j1": 0}), "D2": zone("ledge-elevator"),
    }
    one = player(member(kind, senior=True), member("pilot", senior=True), member("pilot"), journals=journals(17, 2))
    game = scene([one, player()], ocean=ocean)
    assert game.score_breakdown(0)["specialists"] == score
