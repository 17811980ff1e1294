"""Why an action is refused: the sentences, that they are true, and that they tell nothing hidden."""

import random
import re
import shutil
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import undersea_env
from tests.underwater_cities.positions import with_conversions, with_few_left
from tests.underwater_cities.scenario import COMPONENTS, SITE_NAMES, Scenario, scenario
from undersea_env.core.position import Game, State
from undersea_env.underwater_cities.compiled.disassembler import part_of
from undersea_env.underwater_cities.compiled.opcodes import Column, Op
from undersea_env.underwater_cities.kernel.actions import CONVERT, EITHER, NUM_ACTIONS, STOP, TRIGGER
from undersea_env.underwater_cities.printed.effects import Build
from undersea_env.underwater_cities.words import describe_action
from undersea_env.underwater_cities.words.reasons import _can_begin, why_no_build, why_no_part, why_not

VARIANTS: list[dict[str, Any]] = [
    {"num_players": 1},
    {"num_players": 2},
    {"num_players": 3, "boards": "asymmetric", "contracts": True},
    {"num_players": 4},
]
GENERAL = "it is not among the answers to: "
CANNOT_PAY = "cannot pay"
RESOURCES = ("kelp", "steelplast", "science", "credits", "biomatter")
PLENTY = 40
Explained = list[tuple[State, dict[int, str]]]       # positions, with the reason for every illegal action


def positions_of(game: Game, seeds: Iterable[int], share: float) -> list[State]:
    """Some positions of random games in which declining is rare."""
    found = []
    for seed in seeds:
        rng = random.Random(seed)
        state = game.new_game(seed)
        while not state.is_terminal:
            if rng.random() < share:
                found.append(state.clone())
            legal = state.legal_actions
            eager = [action for action in legal if action != STOP]
            state.apply_action(rng.choice(eager if eager and rng.random() < 0.9 else legal))
    return found


def reason_for(state: State, action: int) -> str:
    return why_not(state.states[0], state.game, action)


def reasons(state: State) -> dict[int, str]:
    legal = set(state.legal_actions)
    return {action: reason_for(state, action) for action in range(NUM_ACTIONS) if action not in legal}


def with_upgrades(game: Game) -> State:
    """The question which structures to upgrade: two can be, one was."""
    me = {"science": 2, "sites": {"c9": "nonsymbiotic", "c9.a": "lab+", "c9.b": "lab", "c9.c": "farm"}, "hand": [1]}
    others: list[dict[str, Any]] = [{} for _ in range(1, game.num_players)]
    state = game.from_dict({"order": [*range(game.num_players)], "to_move": 0, "players": [me, *others]})
    for words in ("science-or-upgrades", "upgrade 3 structures"):
        state.apply_action(next(action for action in state.legal_actions if words in state.action_to_string(action)))
    return state


@pytest.fixture(scope="module", params=VARIANTS, ids=lambda options: f"{options['num_players']} players")
def explained(request: pytest.FixtureRequest) -> Explained:
    game = undersea_env.game(**request.param)
    found = [*positions_of(game, range(3), 0.12), with_upgrades(game)]
    if game.num_players == 4:
        found += [with_few_left(game)]
    return [(state, reasons(state)) for state in found]


@pytest.fixture(scope="module")
def odd_game(tmp_path_factory: pytest.TempPathFactory) -> Game:
    """A game with effects that the built-in book has not: three alternatives, nested conditions, triggers that ask."""
    folder = tmp_path_factory.mktemp("odd") / "book"
    shutil.copytree(COMPONENTS, folder)
    change(folder / "slots.csv", {
        "either build 2 farms | build 2 labs": "either build farm | build lab | build tunnel",
        "1-2,green,1,city,build city":
            "1-2,green,1,city,if connected cities >= 2: build city; pay 1 credit: if tunnels >= 1: upgrade structure",
        "special,take special,glossary": "special,gain 1 kelp per 2 connected farms; take metropolis,glossary",
    })
    change(folder / "era_cards.csv", {
        "when mismatch: gain 1 steelplast": "when mismatch: either gain 1 steelplast | gain 1 credit",
        "when mismatch: gain 1 kelp": "when mismatch: either gain 1 kelp | gain 1 credit",
        "when mismatch: gain 1 science": "when mismatch: either gain 1 science | gain 1 credit",
    })
    return undersea_env.game(2, components=folder)


def change(file: Path, replacements: dict[str, str]) -> None:
    text = file.read_text()
    for old, new in replacements.items():
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    file.write_text(text)


# --- every illegal action has one ---


def test_every_illegal_action_has_a_reason_and_the_general_one_is_rare(explained: Explained) -> None:
    found: Counter[str] = Counter()
    for _, told in explained:
        for action, words in told.items():
            assert words, action
            assert words == " ".join(words.split())
            found["general" if words.startswith(GENERAL) else "precise"] += 1
    assert len(explained) > 40
    assert found["general"] <= 0.001 * found["precise"]              # measured: none


def test_the_reason_is_in_the_message_and_nothing_changes() -> None:
    s = scenario(hand=[28])
    before = s.state.to_bytes()
    action = s._actions()["SITE c9.a"]
    with pytest.raises(undersea_env.IllegalAction) as refused:
        s.state.apply_action(action)
    assert str(refused.value).startswith(
        f"seat 0 may not choose action {action} (choose the site c9.a): "
        "the question now is: which slot and card; legal now: "
    )
    assert s.state.to_bytes() == before


def test_a_game_that_is_over() -> None:
    state = undersea_env.game(2, rounds=(1,)).new_game(0)
    while not state.is_terminal:
        state.apply_action(state.legal_actions[0])
    assert reason_for(state, 0) == "the game is over"


# --- they tell nothing hidden ---


def test_reasons_do_not_depend_on_what_is_hidden(explained: Explained) -> None:
    for state, told in explained[::4]:
        for seed in (1, 2):
            assert reasons(state.resample(state.current_player, seed)) == told


# --- they are true ---


def with_plenty(state: State) -> State:
    """The same position, but the seat that decides could pay for everything."""
    position = state.to_dict()
    position["players"][state.current_player] |= dict.fromkeys(RESOURCES, PLENTY)
    return state.game.from_dict(position)


def test_with_plenty_it_is_not_the_price(explained: Explained) -> None:
    checked = 0
    for state, told in explained:
        unpaid = [action for action, words in told.items() if CANNOT_PAY in words]
        rich = with_plenty(state) if unpaid else state
        for action in unpaid:
            checked += 1
            assert action in rich.legal_actions or CANNOT_PAY not in reason_for(rich, action)
    assert checked > 20


def test_slots_are_occupied_by_those_who_are_named(explained: Explained) -> None:
    checked = 0
    for state, told in explained:
        tiles = state.to_dict()["slots"]
        owners = {"you": state.current_player, "a neutral tile": -1} | {f"seat {seat}": seat for seat in range(4)}
        for words in told.values():
            if said := re.match(r"the slot (\S+) is occupied by ([a-z0-9 ]+)(,|$)", words):
                checked += 1
                assert sorted(owners[owner] for owner in said[2].split(" and ")) == sorted(tiles[said[1]])
            if said := re.fullmatch(r"the slot (\S+) is not occupied", words):
                assert not tiles.get(said[1])
    assert checked > 20


def sites_where_it_holds(state: State) -> dict[str, set[str]]:
    """For some sentences about a site: the sites of which they are true, found without the engine."""
    me = state.to_dict()["players"][state.current_player]
    board, built = state.game.catalogue.boards[me["board"] - 1], me["sites"]
    known = {site.id for city in board.cities for site in (city, *city.sites)} | {tunnel.id for tunnel in board.tunnels}
    ends = {tunnel.id: set(tunnel.between) for tunnel in board.tunnels}
    cities = {city.id for city in board.cities if city.id in built}
    near = cities.union(*(both for both in ends.values() if both & cities))
    reached = {board.start.id}
    for _ in ends:                                   # B-6: through city sites only
        passed = (both for tunnel, both in ends.items() if tunnel in built and both & reached)
        reached |= {end for both in passed for end in both if end.startswith("c")}
    return {
        r"there is no site (\S+) on your board": set(SITE_NAMES) - known,
        r"a .+ stands on (\S+) already": set(built),
        r"nothing stands on (\S+)": known - set(built),
        r"the .+ on (\S+) is upgraded already": {site for site, thing in built.items() if thing.endswith("+")},
        r"(\S+) (?:holds no city and )?is not next to a city of yours": known - near,
        r"(\S+) is not connected to your starting city": {site for site, both in ends.items() if not both & reached},
    }


def test_what_is_said_of_sites_is_so(explained: Explained) -> None:
    said: Counter[str] = Counter()
    for state, told in explained:
        holds = sites_where_it_holds(state)
        for words in told.values():
            for pattern, sites in holds.items():
                if match := re.fullmatch(pattern, words):
                    said[pattern] += 1
                    assert match[1] in sites, words
    assert len(said) >= 5


def check_parts(state: State) -> set[Op]:
    """All parts in the rule book, reached in play or not: an obstacle is found where there is one, and only there."""
    record, game = state.states[0], state.game
    rich = with_plenty(state).states[0]
    impossible = set()
    for row in np.flatnonzero(game.rulebook[0].part[:, Column.OP]).tolist():
        part, possible = part_of(game.rulebook[0], row), _can_begin(record, game, row, 1)
        if isinstance(part, Build):
            assert possible == any(why_no_build(record, game, row, thing) is None for thing in part.things), part
        if possible:
            continue
        impossible.add(Op(int(game.rulebook[0].part[row, Column.OP])))
        clauses = why_no_part(record, game, row)
        assert clauses, part
        if any(CANNOT_PAY in clause for clause in clauses) and not _can_begin(rich, game, row, 1):
            assert not any(CANNOT_PAY in clause for clause in why_no_part(rich, game, row)), part
    return impossible


def test_parts_of_effects_are_explained_as_the_kernels_decide(explained: Explained, odd_game: Game) -> None:
    impossible = set()
    for state, _ in [*explained[::10], *((state, None) for state in positions_of(odd_game, range(1), 0.02))]:
        impossible |= check_parts(state)
    assert impossible >= {Op.GAIN, Op.BUILD, Op.UPGRADE, Op.USE_ACTION, Op.READY_ACTION, Op.PAY, Op.IF, Op.EITHER}


def test_other_books_are_explained_too(odd_game: Game) -> None:
    for state in positions_of(odd_game, range(2), 0.15):
        assert not [words for words in reasons(state).values() if words.startswith(GENERAL)]


def odd_position(game: Game, **mine: Any) -> State:
    mine = {"hand": [1, 2, 3]} | dict.fromkeys(RESOURCES, 0) | mine
    return game.from_dict({"order": [0, 1], "to_move": 0, "players": [mine, {}]})


def do(state: State, words: str) -> None:
    phrases = {state.action_to_string(action): action for action in state.legal_actions}
    state.apply_action(phrases[words])


def reason_to_play(state: State, words: str) -> str:
    game = state.game
    return reason_for(state, next(a for a in range(NUM_ACTIONS) if words in describe_action(game, a)))


def test_alternatives_and_conditions(odd_game: Game) -> None:
    state = odd_position(odd_game, steelplast=1, credits=1)
    do(state, "play Smuggling (no. 2, yellow) on two-farms-or-two-labs")
    assert state.legal_actions == [EITHER + 1, EITHER + 2]
    assert reason_for(state, EITHER) == "you cannot pay 1 kelp for a farm"
    rich = {"steelplast": 2, "kelp": 1, "credits": 2, "science": 1}
    state = odd_position(odd_game, **rich, sites={"c9": "nonsymbiotic", "c9.a": "lab"})
    assert reason_to_play(state, "play card 1 of the hand on the slot city, side 1-2") == (
        "nothing of 'if connected cities >= 2: build city; pay 1 credit: if tunnels >= 1: upgrade structure' can be "
        "done: you have fewer than 2 connected cities that count and after paying 1 credit, you have no tunnel that "
        "counts, and Drifting Seedbeds (no. 1) is red, not green, so that its effect would not be used"
    )


def test_cards_that_trigger_at_the_same_moment(odd_game: Game) -> None:
    """L-6."""
    state = odd_position(odd_game, in_play=[{"card": card} for card in (0, 14, 40)])
    do(state, "play Drifting Seedbeds (no. 1, red) on federation-two")
    assert state.legal_actions == [TRIGGER, TRIGGER + 1]
    assert reason_for(state, TRIGGER + 2) == "fewer cards than that work now"
    assert reason_for(state, STOP) == "each of the cards works, and only their order is to be chosen"


# --- the sentences ---


def reason(s: Scenario, name: str) -> str:
    action = s._actions()[name]
    assert action not in s.state.legal_actions, f"{name} is legal"
    return reason_for(s.state, action)


def only_slot(s: Scenario, slot: str, card: int) -> Scenario:
    """Play a card without using it."""
    s.play(slot, card)
    return s.order("only the slot") if s.can("ORDER only the slot") else s


MISMATCH = "Seafood Collection (no. 28) is red, not {}, so that its effect would not be used"
IN_VAIN = "{} played first would not change that"
CITIES = (
    "2 steelplast, 1 kelp, 1 credit for a nonsymbiotic city or 1 biomatter, 1 steelplast, 1 kelp, 2 credits "
    "for a symbiotic city"
)


def test_an_answer_to_another_question() -> None:
    s = scenario(hand=[28], steelplast=1, credits=1)
    assert reason(s, "SITE t13") == "the question now is: which slot and card"
    assert reason(s, "HAND 28") == "the question now is: which slot and card"
    s.play("two-tunnels", 28)
    where = "what to build, and where? (build 2 tunnels; 2 left; the slot two-tunnels)"
    assert reason(s, "PART 0") == f"the question now is: {where}"


def test_slots_that_are_not_there_and_cards_that_are_not_in_hand() -> None:
    s = scenario(hand=[28])
    assert reason(s, "PLAY federation-two -") == "you have only 1 card in hand"
    assert reason(s, "PLAY 3-4:two-labs 28") == "the side of the main board for 3-4 players is not in use"
    s = scenario(players=3, hand=[28, 2])
    assert reason(s, "PLAY always -") == "you have only 2 cards in hand"
    assert reason(s, "PLAY 1-2:city 28") == "the side of the main board for 1-2 players is not in use"
    s = scenario(hand=[], in_play=[32], kelp=1)
    assert reason(s, "PLAY always -") == "you have no card in hand"


def test_occupied_slots() -> None:
    """G-3, G-11."""
    s = scenario(hand=[28], position={"slots": {"federation-two": [1], "special": [0]}})
    assert reason(s, "PLAY federation-two 28") == "the slot federation-two is occupied by seat 1"
    assert reason(s, "PLAY special 28") == "the slot special is occupied by you"
    assert reason(scenario(players=1, hand=[28]), "PLAY city 28") == "the slot city is occupied by a neutral tile"
    s = scenario(players=4, hand=[28], position={"slots": {"federation-two": [1]}})
    poor = "the slot federation-two is occupied by seat 1, and you cannot pay 1 credit for the cloning tile"
    assert reason(s, "PLAY federation-two 28") == poor
    taken = {"slots": {"two-labs": [1, 2], "federation-two": [3]}, "clone_tile": 2}
    s = scenario(players=4, hand=[28], credits=1, position=taken)
    late = "and seat 2 took the cloning tile in this round"
    assert reason(s, "PLAY federation-two 28") == f"the slot federation-two is occupied by seat 3, {late}"
    assert reason(s, "PLAY two-labs 28") == f"the slot two-labs is occupied by seat 1 and seat 2, {late}"
    s = scenario(players=4, hand=[28], credits=1, position={"slots": {"two-desals": [1]}})
    assert reason(s, "PLAY two-desals 28") == (
        "after paying 1 credit for the cloning tile, nothing of 'build 2 desals' can be done: "
        f"you cannot pay 1 credit for a desal, and {MISMATCH.format('green')}"
    )


def test_slots_of_which_nothing_can_be_done() -> None:
    """G-5, G-5a."""
    s = scenario(hand=[28, 2, 187], credits=1)
    tunnels = "nothing of 'build 2 tunnels' can be done: you cannot pay 1 steelplast, 1 credit for a tunnel"
    assert reason(s, "PLAY two-tunnels 28") == f"{tunnels}, and {MISMATCH.format('yellow')}"
    assert reason(s, "PLAY two-tunnels 2") == f"{tunnels}, and {IN_VAIN.format('Smuggling (no. 2)')}"
    assert reason(s, "PLAY two-tunnels 187") == f"{tunnels}, and you cannot pay 3 credits for Biomatter Trust (no. 187)"
    s = scenario(hand=[28])
    in_vain = IN_VAIN.format("Seafood Collection (no. 28)")
    assert reason(s, "PLAY tunnel-action 28") == (
        "nothing of 'build tunnel; use action card' can be done: all your action cards are used "
        f"and you cannot pay 1 steelplast, 1 credit for a tunnel, and {in_vain}"
    )
    assert reason(s, "PLAY two-farms-or-two-labs 28") == (
        "nothing of 'either build 2 farms | build 2 labs' can be done: "
        f"you cannot pay 1 kelp for a farm or 1 steelplast for a lab, and {in_vain}"
    )
    assert reason(s, "PLAY city 28") == (
        f"nothing of 'build city' can be done: you cannot pay {CITIES}, and {MISMATCH.format('green')}"
    )
    s = scenario(hand=[28], special_row=[], special_deck=[])
    assert reason(s, "PLAY special 28") == f"nothing of 'take special' can be done: no special is left, and {in_vain}"


@pytest.mark.parametrize(("slot", "sites", "obstacle"), [
    ("two-tunnels", {f"t{k}": "tunnel" for k in range(1, 17)}, "there is no free tunnel site at your network"),
    ("city", {f"c{k}": "nonsymbiotic" for k in range(1, 10)}, "there is no free city site next to your cities"),
    ("two-desals", {f"c{city}.{k}": "lab" for city in (6, 8, 9) for k in "abc"},
     "there is no free building site at your cities or next to them"),
])
def test_slots_without_a_free_site(slot: str, sites: dict[str, str], obstacle: str) -> None:
    """B-3 to B-6."""
    s = scenario(hand=[28], steelplast=9, kelp=9, credits=9, sites=sites)
    assert f"can be done: {obstacle}, and " in reason(s, f"PLAY {slot} 28")


def test_an_empty_supply() -> None:
    """C-3, C-4, L-1."""
    many = {f"c{n}": "symbiotic" for n in (8, 6, 5, 3, 2)}
    others = [{"sites": many}, {"sites": many}]
    rich: dict[str, Any] = {"steelplast": 3, "kelp": 3, "credits": 3, "biomatter": 3}
    s = only_slot(scenario(players=3, hand=[28], others=others, **rich), "city-building", 28).part(0)
    assert reason(s, "KIND symbiotic") == "no symbiotic city is left in the supply"
    s = scenario(players=3, hand=[106], biomatter=1, others=others, sites={"c9.a": "lab"})
    assert [why_no_part(s.state.states[0], s.game, row) for row in rows_of(s.game, Op.CONVERT_CITY)] == [
        ["no symbiotic city is left in the supply"]
    ]
    s = scenario(hand=[28], steelplast=1, credits=1)
    s.state.record["supply"][0, 0] = 0
    s.state._legal = s.state._mask = None
    assert "no tunnel is left in the supply" in reason(s, "PLAY two-tunnels 28")


def rows_of(game: Game, op: Op) -> list[int]:
    return [int(row) for row in np.flatnonzero(game.rulebook[0].part[:, Column.OP] == op)]


def test_kinds() -> None:
    s = only_slot(scenario(hand=[28], steelplast=1, credits=1, sites={"c9.a": "lab"}), "city-building", 28)
    assert reason(s, "KIND farm") == "you cannot pay 1 kelp for a farm"
    assert reason(s, "KIND tunnel") == "the effect is 'build building'"
    assert reason(s, "SITE c9.b") == "what to build is asked first: desal or lab"
    s.kind("lab")
    assert reason(s, "KIND lab") == "the question now is: where to build the lab"
    assert reason(s, "STOP") == "an answer is needed to: where to build the lab"
    s = only_slot(scenario(hand=[28], steelplast=1, credits=1), "two-tunnels", 28)
    assert reason(s, "KIND tunnel") == "a tunnel is all that can be built: the question is where"


def test_sites_to_build_on() -> None:
    """B-3 to B-6, B-15."""
    s = only_slot(scenario(hand=[28], steelplast=1, credits=1, sites={"t15": "tunnel"}), "two-tunnels", 28)
    assert reason(s, "SITE c9.a") == "a tunnel does not go on c9.a"
    assert reason(s, "SITE t1") == "t1 is not connected to your starting city"
    assert reason(s, "SITE t15") == "a tunnel stands on t15 already"
    assert reason(s, "SITE t20") == "there is no site t20 on your board"
    s = only_slot(scenario(hand=[28], kelp=1, steelplast=2, credits=1), "city", 28)
    assert reason(s, "SITE c1") == "c1 is not next to a city of yours"
    assert reason(s, "SITE c9") == "a nonsymbiotic city stands on c9 already"
    s = only_slot(scenario(hand=[28], credits=1, sites={"c9.a": "lab"}), "two-desals", 28)
    assert reason(s, "SITE c9.x") == "c9.x is an expansion site, where only effects that say so build"
    assert reason(s, "SITE c9.a") == "a lab stands on c9.a already"
    assert reason(s, "SITE c9.d") == "there is no site c9.d on your board"
    assert reason(s, "SITE c1.a") == "c1 holds no city and is not next to a city of yours"
    s = scenario(hand=[7], kelp=1).play("science-or-upgrades", 7).order("card first")
    assert reason(s, "SITE c9.a") == "c9.a is no expansion site, and the effect builds only there"
    s = scenario(players=1, hand=[28], steelplast=1, credits=1, sites={"t13": "tunnel"})
    only_slot(s, "two-tunnels", 28)
    assert reason(s, "SITE t10") == "you cannot pay 1 steelplast, 2 credits for a tunnel on t10, surcharge included"


def test_an_upgrade_that_must_follow() -> None:
    """D-6."""
    s = scenario(hand=[93], era=2, steelplast=1).play("special", 93)
    assert reason(s, "ORDER card first") == (
        "nothing of 'build building on expansion then upgrade' can be done: you cannot pay 1 kelp for a farm or "
        "1 credit for a desal or 1 science to upgrade the lab at once"
    )
    s = scenario(players=3, board=3, hand=[29], steelplast=1, credits=2, sites={"t13": "tunnel"})
    s.play("action-steelplast", 29).order("card first").pay().slot("action-build-upgrade")
    s.expect_options("SITE t9", "STOP")                                        # t9 gives 1 science
    assert reason(s, "KIND tunnel") == "a tunnel is all that can be built: the question is where"
    assert reason(s, "KIND lab") == "you cannot pay 1 science to upgrade the lab at once"
    assert reason(s, "SITE t15") == "you cannot pay 1 science to upgrade the tunnel at once"
    s = scenario(players=3, board=5, hand=[2], kelp=1, science=1, sites={"c8": "nonsymbiotic", "c7": "nonsymbiotic"})
    s.play("action-build-upgrade", 2)                                          # c7.a: surcharge 1 science
    assert reason(s, "SITE c7.a") == (
        "you cannot pay 1 science to upgrade the farm at once or 1 credit for a desal or 1 steelplast for a lab"
    )


def test_sites_to_upgrade() -> None:
    """B-13."""
    sites = {"c9.a": "lab", "c9.b": "farm+", "t13": "tunnel"}
    s = only_slot(scenario(hand=[28], science=2, sites=sites), "science-or-upgrades", 28).either(1)
    assert reason(s, "SITE c9") == "c9 is a city site, and a city is no structure"
    assert reason(s, "SITE c9.b") == "the farm on c9.b is upgraded already"
    assert reason(s, "SITE c9.c") == "nothing stands on c9.c"
    assert reason(s, "SITE t20") == "there is no site t20 on your board"
    s = scenario(hand=[22], credits=1, science=1, sites=sites | {"c9.c": "farm"}).play("federation-two", 22)
    s.order("card first")
    assert reason(s, "SITE c9.a") == (
        "a lab stands on c9.a, and the effect is 'upgrade 2 farms for 1 credit or 1 science'"
    )
    s.site("c9.c")
    assert reason(s, "PRICE 2") == "only 2 prices may be paid"
    assert reason(s, "STOP") == "an answer is needed to: at which price to upgrade c9.c"


def test_where_only_a_once_per_turn_card_could_help() -> None:
    """D-14: the question stays open, though nothing can be paid for."""
    s = scenario(hand=[28], in_play=[32], science=1, kelp=1, sites={"c9.a": "lab", "c9.b": "lab"})
    only_slot(s, "science-or-upgrades", 28).part(0).either(1).part(0).site("c9.a")
    s.expect_options("ONCE 32", "STOP")
    assert reason(s, "SITE c9.b") == "you cannot pay 1 science for an upgrade"
    s = scenario(hand=[28], in_play=[32], steelplast=1, kelp=1, credits=2)
    only_slot(s, "two-tunnels", 28).part(0).site("t13").expect_options("ONCE 32", "STOP")
    assert reason(s, "SITE t15") == reason(s, "KIND tunnel") == "you cannot pay 1 steelplast, 1 credit for a tunnel"
    assert reason(s, "SITE c8") == "a tunnel does not go on c8"


def test_sites_where_another_kind_would_go() -> None:
    free_tunnels = [11, 96]
    s = only_slot(scenario(hand=[28], in_play=[19, *free_tunnels]), "tunnel-action", 28)
    s.part(1).part(0).expect_options("SITE t13", "SITE t15", "STOP")
    assert reason(s, "SITE c9.a") == (
        "you cannot pay 1 kelp for a farm or 1 credit for a desal or 1 steelplast for a lab"
    )
    assert reason(s, "SITE c8") == "a farm or desal or lab or tunnel does not go on c8"


def test_sites_for_other_effects() -> None:
    """L-1, N-10."""
    s = scenario(hand=[106], era=2, biomatter=1, sites={"c8": "symbiotic", "c6": "nonsymbiotic"})
    s.play("federation-two", 106).order("card first").part(0).pay()
    assert reason(s, "SITE c8") == "the city on c8 is symbiotic already"
    assert reason(s, "SITE c1") == "nothing stands on c1"
    assert reason(s, "SITE c9.a") == "c9.a is no city site"
    assert reason(s, "STOP") == "it was paid for and must be done"
    far = {"t13": "tunnel+", "t10": "tunnel+", "c8": "nonsymbiotic", "c8.a": "farm+"}
    s = scenario(hand=[17], sites={"c9.a": "farm+", "c9.b": "lab"} | far).play("special", 17).order("card first")
    assert reason(s, "SITE c9.b") == "the lab on c9.b is not upgraded"
    assert reason(s, "SITE c9.c") == "nothing stands on c9.c"
    assert reason(s, "SITE t10") == "the tunnel on t10 is not next to a city"
    assert reason(s, "SITE c8.a") == "the farm on c8.a is not at a connected city"


def test_biomatter() -> None:
    """B-2."""
    s = only_slot(scenario(hand=[28], biomatter=2, kelp=1), "two-farms-or-two-labs", 28).either(0).site("c9.a")
    assert reason(s, "FOR_KELP 2") == "the price has only 1 kelp"
    s = only_slot(scenario(hand=[28], biomatter=3, kelp=1, steelplast=1, credits=1), "city", 28).site("c8")
    assert s.options() == ["FOR_KELP 0", "FOR_KELP 1"]
    s.for_kelp(0)
    assert reason(s, "FOR_STEELPLAST 0") == "the price has 2 steelplast and you have 1, so 1 biomatter is the least"
    s = only_slot(scenario(hand=[28], biomatter=1, kelp=1, steelplast=2, credits=1), "city", 28).site("c8")
    s.for_kelp(0)
    assert reason(s, "FOR_STEELPLAST 2") == "only 1 biomatter can be spared for it"


def test_paying_and_exchanging() -> None:
    s = only_slot(scenario(hand=[28], in_play=[0, 162], era=3, kelp=1), "tunnel-action", 28).action_card(162)
    assert reason(s, "PAY 1") == "you cannot pay 1 credit"
    assert reason(s, "PAY 2") == "only 2 prices may be paid"
    s = scenario(hand=[2], in_play=[32], kelp=1).answer("ONCE 32")
    assert reason(s, "EXCHANGE 1") == "you cannot pay 1 steelplast"


def test_once_per_turn() -> None:
    """L-7."""
    assert reason(scenario(hand=[2]), "ONCE 32") == "you have no Kelp-Fibre Press (no. 32) in play"
    assert reason(scenario(hand=[2]), "ONCE -") == "the component book has no such card"
    assert reason(scenario(hand=[2], in_play=[32]), "ONCE 32") == "you cannot pay 1 kelp or 1 steelplast"
    s = scenario(hand=[2], in_play=[32], kelp=1).answer("ONCE 32", "EXCHANGE 0")
    assert reason(s, "ONCE 32") == "Kelp-Fibre Press (no. 32) is used already in this turn"
    s = scenario(hand=[28], in_play=[32], science=1, kelp=1, sites={"c9.a": "lab"})
    only_slot(s, "science-or-upgrades", 28).part(0)
    assert reason(s, "ONCE 32") == "the question now is: which alternative of the slot science-or-upgrades"
    assert reason(s, "EITHER 2") == "there are only 2 alternatives"


def test_cards_in_play() -> None:
    """K-5, K-6."""
    s = scenario(hand=[6], in_play=[0, (5, "used")]).play("federation-two", 6).order("card first")
    assert reason(s, "ACTION_CARD 5") == "Tender Ship (no. 5) is used already"
    assert reason(s, "ACTION_CARD -") == "you have only 2 action cards"
    s = scenario(hand=[39], in_play=[0, (5, "used"), (13, "used")]).play("special", 39).order("card first").part(0)
    assert reason(s, "ACTION_CARD 0") == "the Personal Assistant is not used yet"


def test_specials() -> None:
    """K-8, D-11."""
    s = only_slot(scenario(hand=[28], special_row=[181, 182]), "special", 28)
    assert reason(s, "SPECIAL -") == "only 2 specials lie face up"
    s.special("look").answer("KEEP 0")
    assert reason(s, "UNDER 2") == "only 2 specials are being looked at"
    assert reason(s, "STOP") == "an answer is needed to: which special to put under the deck first"
    to_take: dict[str, Any] = {"hand": [28], "in_play": [23]}  # 23: take special
    s = only_slot(scenario(**to_take, special_row=[], special_deck=[191]), "action-two-resources", 28).part(0)
    assert reason(s, "SPECIAL look") == "the special on top of the deck is the last one there"
    assert reason(s, "SPECIAL -") == "no special lies face up"
    s = only_slot(scenario(**to_take, special_row=[181], special_deck=[]), "action-two-resources", 28).part(0)
    assert reason(s, "SPECIAL top") == reason(s, "SPECIAL look") == "the deck of specials is empty"
    assert reason(s, "SPECIAL -") == "only 1 special lies face up"


def test_slots_to_perform() -> None:
    """G-12, L-3."""
    tiles = {"slots": {"two-tunnels": [1], "federation-two": [0], "science-or-upgrades": [1]}}
    s = scenario(hand=[51], position=tiles).play("cards-upgrade-or-kelp", 51).order("card first")
    assert reason(s, "SLOT city") == "the slot city is not occupied"
    assert reason(s, "SLOT federation-two") == "the slot federation-two is occupied by you"
    assert reason(s, "SLOT 3-4:two-labs") == "the side of the main board for 3-4 players is not in use"
    assert reason(s, "SLOT two-tunnels") == (
        "nothing of 'build 2 tunnels' can be done: you cannot pay 1 steelplast, 1 credit for a tunnel"
    )
    s = scenario(hand=[29], credits=1, position={"slots": {"two-tunnels": [1]}}).play("cards-upgrade-or-kelp", 29)
    s.order("card first").pay()
    assert reason(s, "SLOT two-tunnels") == "the slot two-tunnels is occupied by seat 1"


def test_parts_and_resources() -> None:
    """G-7, D-2."""
    s = only_slot(scenario(hand=[28], steelplast=4, kelp=1, credits=4), "tunnel-city", 28)
    assert reason(s, "PART 2") == "the effect has only 2 parts"
    s = only_slot(scenario(hand=[2]), "action-two-resources", 2)
    assert reason(s, "RESOURCE biomatter") == "the effect is 'gain 2 different of kelp, steelplast, science, credit'"
    assert reason(s, "STOP") == "what only gives is not declined"
    s.resource("kelp")
    assert reason(s, "RESOURCE kelp") == "kelp is gained already, and the others must be different"
    s = scenario(hand=[72], era=2, space=2).play("science-or-upgrades", 72).order("card first")
    assert reason(s, "PART 1") == "you are not on federation space 3"
    s = scenario(hand=[132], era=3).play("federation-two", 132).order("card first")
    assert reason(s, "PART 0") == "you have no complete city that counts"


@pytest.mark.parametrize(("slot", "card", "obstacle"), [
    ("science-or-upgrades", 10, "you have no tunnel that counts"),
    ("science-or-upgrades", 71, "you have fewer than 2 connected labs that count"),
    ("science-or-upgrades", 73, "you have fewer than 4 connected cities that count"),
    ("science-or-upgrades", 31, "you cannot pay 1 kelp"),
    ("federation-two", 6, "all your action cards are used"),
    ("federation-two", 51, "no slot occupied by others only has an action that you could perform"),
    ("federation-two", 29, "you cannot pay 1 credit"),
    ("special", 17, "you have no upgraded structure at a connected city"),
    ("special", 85, "you have no farm that is not upgraded yet"),
])
def test_cards_that_would_do_nothing(slot: str, card: int, obstacle: str) -> None:
    """D-4."""
    s = scenario(hand=[card]).play(slot, card)
    text = s.game.catalogue.card(card).text
    assert reason(s, "ORDER card first") == f"nothing of '{text}' can be done: {obstacle}"


def test_orders() -> None:
    s = scenario(hand=[191], credits=1).play("federation-two", 191)
    assert reason(s, "ORDER card first") == "you cannot pay 2 credits for Ark Commission (no. 191)"
    order = "the slot federation-two first, or Ark Commission (no. 191) first"
    assert reason(s, "STOP") == f"an answer is needed to: {order}"
    s = scenario(hand=[105], era=2, metropolis_supply=[]).play("federation-two", 105)
    assert reason(s, "ORDER card first") == "nothing of 'take metropolis' can be done: no metropolis is left"


def test_what_cannot_be_declined() -> None:
    assert reason(scenario(hand=[28]), "STOP") == "a card must be played as long as there is one in hand"
    s = only_slot(scenario(hand=[28], in_play=[0]), "action-two-resources", 28).part(0)
    assert reason(s, "STOP") == "one of the alternatives only gives, so that it, or another one, is taken"
    s = Scenario(undersea_env.game(2), undersea_env.game(2).new_game(0), 0)
    assert reason(s, "STOP") == "an answer is needed to: which card to discard? (3 too many in hand)"
    assert reason(s, "HAND -") == "you have only 6 cards in hand"


def test_nothing_of_a_chosen_slot_is_declined_at_first() -> None:
    """D-3, D-15."""
    nothing_yet = "at least part of the action of a slot that was chosen is performed, and nothing of it was yet"
    rich: dict[str, Any] = {"steelplast": 3, "credits": 3, "kelp": 1}
    for slot, part in (("two-tunnels", "SITE t13"), ("city", "SITE c6")):
        s = only_slot(scenario(hand=[28], **rich), slot, 28)
        assert reason(s, "STOP") == nothing_yet
        s.answer(part)
        assert s.can("STOP") == (slot == "two-tunnels")
    s = only_slot(scenario(hand=[28], science=1, sites={"c9.a": "lab"}), "science-or-upgrades", 28)
    assert reason(s, "STOP") == nothing_yet
    s = scenario(players=3, hand=[29], credits=1).play("action-steelplast", 29).order("card first").pay()
    assert reason(s, "STOP") == "it was paid for and must be done"


def test_conversions() -> None:
    """P-8, N-2."""
    state = with_conversions(undersea_env.game(2))
    while state.current_player != 0 or CONVERT not in state.legal_actions:
        state.apply_action(state.legal_actions[0])
    assert reason_for(state, CONVERT + 1) == "you have no Glowlight Gallery (no. 102) in play"
    assert reason_for(state, CONVERT + 5) == "the component book has no such card"
    state.apply_action(CONVERT)
    assert reason_for(state, CONVERT) == "Autonomous Systems (no. 80) is used up in this production"
