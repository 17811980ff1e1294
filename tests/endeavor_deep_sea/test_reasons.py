"""Why an action is refused: the sentences, that they are true, and that they tell nothing hidden."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest

import undersea_env
from tests.endeavor_deep_sea.agreement import POLICIES, game_of, rare_beginning
from tests.endeavor_deep_sea.positions import Table as Looked
from tests.endeavor_deep_sea.scenario import ATTRIBUTES, CELLS, Scenario, action_named, filled, rule, scenario, zone
from undersea_env.core.position import State
from undersea_env.endeavor_deep_sea.kernel.actions import ACTIONS, NUM_ACTIONS
from undersea_env.endeavor_deep_sea.printed.catalogue import load_catalogue
from undersea_env.endeavor_deep_sea.printed.things import Board, Catalogue, Specialist, Spot
from undersea_env.endeavor_deep_sea.words import why_not
from undersea_env.endeavor_deep_sea.words.reasons import BLOCKS_OF, REASONS
from undersea_env.errors import InvalidPosition

GENERAL = "it is not among the answers to: "
OTHER = "the question now is: "
TURN_POINT, PAYING = 3, (8, 9, 10)                   # questions
NO_REASON = {"KEEP", "OPTION"}                       # whenever they are asked for, all of them are legal
Explained = list[tuple[State, dict[int, str]]]       # positions, with the reason for every illegal action


def positions_of(mission: int, number: int, share: float) -> list[State]:
    """Some positions of a game, likelier where a rare question is open."""
    players = 1 + (mission + number) % 4
    mode = "cooperative" if players == 1 or number == 1 else "competitive"
    game = game_of(players, mission, mode, "beginner", None)
    rng = random.Random(100 * mission + number)
    policy = POLICIES[("busy", "never idle", "likes impact", "likes tokens")[(mission + number) % 4]]
    state = game.from_dict(rare_beginning(game, number, rng)) if number else game.new_game(mission)
    found = []
    while not state.is_terminal:
        if rng.random() < share * likelier(state):
            found.append(state.clone())
        state.apply_action(policy(Looked(state), rng))
    return found


def likelier(state: State) -> float:
    """Turn points are many, questions in which something is paid are few."""
    question = int(state.states[0].question)
    return 1 if question == TURN_POINT else 10 if question in PAYING else 3


def reasons(state: State) -> dict[int, str]:
    legal = set(state.legal_actions)
    return {action: why_not(state, action) for action in range(NUM_ACTIONS) if action not in legal}


@pytest.fixture(scope="module")
def explained() -> Explained:
    states = [s for mission in range(1, 11) for number in range(3) for s in positions_of(mission, number, 0.025)]
    return [(state, reasons(state)) for state in states]


# --- every illegal action has one ---


def test_every_illegal_action_has_a_reason_and_the_general_one_is_rare(explained: Explained) -> None:
    found: Counter[str] = Counter()
    for _, told in explained:
        for action, words in told.items():
            assert words, action
            assert words == " ".join(words.split())
            found["general" if words.startswith(GENERAL) else "other" if words.startswith(OTHER) else "precise"] += 1
    assert len(explained) > 200
    assert found["precise"] > 5000
    assert found["general"] <= 0.001 * found["precise"]              # measured: none


def test_every_block_that_is_asked_for_has_reasons() -> None:
    blocks = {name for names in BLOCKS_OF.values() for name in names}
    assert blocks | {"END_TURN"} == {block.name for block in ACTIONS}
    assert set(REASONS) == blocks - NO_REASON


def test_answers_belong_to_the_blocks_of_their_question(explained: Explained) -> None:
    for state, _ in explained:
        names = {ACTIONS.block_of(action)[0].name for action in state.legal_actions}
        assert names <= set(BLOCKS_OF[int(state.states[0].question)])


def test_reasons_name_rules_that_exist(explained: Explained) -> None:
    page = (load_catalogue().folder.parent / "RULES.md").read_text(encoding="utf-8")
    known = set(re.findall(r"\*\*([A-Z]-\d+)\*\*", page))
    told = {words for _, each in explained for words in each.values() if not words.startswith((GENERAL, OTHER))}
    named = {id for words in told for id in re.findall(r"\b([A-Z]-\d+)\b", words)}
    assert named <= known
    unruled = r".+ has \d .+ sites?|.+ has \d+ hexes"
    for words in told:
        assert re.search(r"\([A-Z]-\d+(, [A-Z]-\d+)*\)$", words) or re.fullmatch(unruled, words), words


def test_the_reason_is_in_the_message_and_nothing_changes() -> None:
    s = scenario(ocean={"A1": "calm-seas"}, vessels=["A1"], staging=0, tokens=["plain"])
    before = s.state.to_bytes()
    action = action_named("ACTIVATE 0")
    with pytest.raises(undersea_env.IllegalAction) as refused:
        s.state.apply_action(action)
    assert str(refused.value).startswith(
        f"seat 0 may not choose action {action} (activate the specialist in slot 0): "
        "your staging area has no disc (T-4); legal now: "
    )
    assert s.state.to_bytes() == before


def test_a_game_that_is_over() -> None:
    state = game_of(2, 1, "competitive", "beginner", 1).new_game(0)
    while not state.is_terminal:
        state.apply_action(state.legal_actions[0])
    assert why_not(state, 0) == "the game is over"


# --- they tell nothing hidden ---


@rule("H-2", "H-8")
def test_reasons_do_not_depend_on_what_is_hidden(explained: Explained) -> None:
    for state, told in explained[::6]:
        for seed in (1, 2):
            assert reasons(state.resample(state.current_player, seed)) == told


# --- they are true: found without the words, by positions that are put right ---


def with_mine(state: State, **mine: Any) -> State | None:
    """The same position, but for what the seat that decides has; None: then the question would not be asked."""
    position = state.to_dict()
    position["players"][state.current_player] |= mine
    try:
        return state.game.from_dict(position)
    except InvalidPosition:
        return None


def is_legal(state: State | None, action: int) -> bool:
    return state is not None and action in state.legal_actions


def test_so_much_research_is_missing(explained: Explained) -> None:
    """A-2, A-50, A-60."""
    checked: Counter[str] = Counter()
    for state, told in explained:
        research = state.to_dict()["players"][state.current_player]["research"]
        for action, words in told.items():
            if missing := re.match(r"you lack (\d) research", words):
                block = ACTIONS.block_of(action)[0].name
                checked[block] += 1
                assert is_legal(with_mine(state, research=research + int(missing[1])), action), words
                for fewer in range(int(missing[1])):
                    assert not is_legal(with_mine(state, research=research + fewer), action), words
    assert len(checked) >= 3, checked


def test_so_much_technology_is_missing(explained: Explained) -> None:
    """A-11, A-12: where ingenuity goes as far."""
    first_cell = {1: 0, 2: 2, 3: 4, 4: 7, 5: 10}
    checked = 0
    for state, told in explained[::2]:
        position = state.to_dict()
        cooperation = position["cooperation"] or {"technology_less": 0}
        level = max(k for k, cell in first_cell.items()
                    if cell <= position["players"][state.current_player]["ingenuity"])
        for action, words in told.items():
            missing = re.search(r"takes (\d+) more technology", words)
            if missing is None or cooperation["technology_less"]:
                continue
            for more in range(1, 6 - level):
                raised = with_ingenuity(state, first_cell[level + more])
                checked += 1
                assert is_legal(raised, action) == (more >= int(missing[1])), (words, more)
    assert checked > 25


def with_ingenuity(state: State, cell: int) -> State:
    """Without the vessels that would have been launched on the way: nothing but the level is different."""
    raised = state.clone()
    raised.states[0].players[state.current_player].marker[ATTRIBUTES.index("ingenuity")] = cell
    raised.game.engine.refresh(raised.states, 0, 1)
    return state.game.from_bytes(raised.to_bytes())


@dataclass
class Known:
    """What a position tells without the words: in plain JSON types, with the names of the book."""

    position: dict[str, Any]
    seat: int
    place: int
    catalogue: Catalogue

    @property
    def me(self) -> dict[str, Any]:
        mine: dict[str, Any] = self.position["players"][self.seat]
        return mine

    def named(self, who: str) -> int:
        return self.seat if who == "yours" else int(who.split()[1])

    def board_in(self, cell: str) -> Board:
        return self.catalogue.board(self.position["ocean"][cell]["board"])

    def spots(self, cell: str, kind: str) -> list[Spot]:
        return [spot for spot in self.board_in(cell).spots if KINDS[spot.kind] == kind]

    def is_used_up(self, cell: str, kind: str) -> bool:
        there = self.position["ocean"][cell]
        used = {*there["discs"], *(site for site, tokens in there["tokens"].items() if not tokens)}
        return {spot.id for spot in self.spots(cell, kind)} <= used

    def person(self, name: str) -> Specialist:
        return next(each for each in self.catalogue.specialists if each.junior == name)


KINDS = ("dive site", "sonar track", "conservation site", "journal site")
Fact = Callable[[Known, re.Match[str]], bool]
FACTS: dict[str, Fact] = {
    r"a marker of (yours|seat \d) lies on hex (\d+) .*": lambda k, m: k.position["impact"][m[2]] == k.named(m[1]),
    r"there is no zone in (\w\d) .*": lambda k, m: m[1] not in k.position["ocean"] and m[1] in CELLS,
    r"you have no vessel in (\w\d) .*": lambda k, m: m[1] not in k.me["vessels"] and m[1] in k.position["ocean"],
    r"you hold no dive token ([a-z-]+) .*": lambda k, m: m[1] not in k.me["tokens"],
    r"you hold (\d) dive tokens; .*": lambda k, m: len(k.me["tokens"]) == int(m[1]) > 1,
    r"nobody stands in slot (\d) .*": lambda k, m: len(k.me["specialists"]) <= int(m[1]),
    r"no (.+) is left \(P-2\)": lambda k, m: k.position["stock"][k.person(m[1]).id] == 0,
    r"the (.+) is not on display .*": lambda k, m: k.person(m[1]).id not in k.position["display"],
    r"the (.+) has rank (\d), .*": lambda k, m: k.person(m[1]).rank == int(m[2]),
    r"your staging area has no(ne| disc).*": lambda k, m: k.me["staging"] == 0,
    r".* takes a disc, and your staging area has none .*": lambda k, m: k.me["staging"] == 0,
    r"a disc lies on the (.+) already .*": lambda k, m: k.me["specialists"][k.place]["disc"],
    r"no disc lies on the (.+) \(P-5\)": lambda k, m: not k.me["specialists"][k.place]["disc"],
    r"you have no junior specialist .*": lambda k, m: all(each["senior"] for each in k.me["specialists"]),
    r"no board of depth (\d) is left .*": lambda k, m: not k.position["stacks"][m[1]],
    r"(\w\d) (.+) lies there already .*": lambda k, m: k.board_in(m[1]).name == m[2],
    r"(\w\d) .+ has no (\w+ \w+) \(A-1\)": lambda k, m: not k.spots(m[1], m[2]),
    r"every (\w+ \w+) of (\w\d) .+ is used up .*": lambda k, m: k.is_used_up(m[2], m[1]),
    r"place (\d) of the row is empty .*": lambda k, m: k.position["row"][int(m[1])] is None,
}


def test_what_is_said_of_the_table_is_so(explained: Explained) -> None:
    """Discs, dive tokens, markers, zones, specialists: read off the position alone."""
    said: Counter[str] = Counter()
    for state, told in explained:
        position, catalogue = state.to_dict(), state.game.catalogue
        for action, words in told.items():
            known = Known(position, state.current_player, ACTIONS.block_of(action)[1], catalogue)
            for pattern, holds in FACTS.items():
                if match := re.fullmatch(pattern, words):
                    said[pattern] += 1
                    assert holds(known, match), words
    assert len(said) >= len(FACTS) - 6, set(FACTS) - set(said)


# --- the sentences ---


def reason(s: Scenario, name: str) -> str:
    action = action_named(name)
    assert action not in s.state.legal_actions, f"{name} is legal"
    return why_not(s.state, action)


QUIET = {"A1": "calm-seas", "B1": "kelp-forest"}


@rule("T-2", "T-3", "T-4", "T-5", "T-15")
def test_turns() -> None:
    s = scenario(ocean=QUIET, vessels=["A1"], staging=2, specialists=["pilot", "marine-engineer", "reef-diver*"])
    assert reason(s, "END_TURN") == "nothing was done in this turn yet: act, or pass (T-2)"
    assert reason(s, "ACTIVATE 2") == "the Marine Engineer prints no action (T-5)"
    assert reason(s, "ACTIVATE 3") == "a disc lies on the Reef Diver already (T-4)"
    assert reason(s, "ACTIVATE 4") == "nobody stands in slot 4 (P-6)"
    assert reason(s, "ACTION travel") == "you have activated nobody in this turn (T-4)"
    assert reason(s, "HIRE pilot") == (
        "the question now is: what to do in this turn? (2 discs in the staging area; research 0)"
    )
    s.activate(1)
    assert reason(s, "PASS") == "something was done in this turn already (T-3)"
    assert reason(s, "ACTIVATE 0") == "one activation a turn (T-2)"
    assert reason(s, "ACTION sonar") == "sonar is no action of whom or what you activated (T-4, T-9)"
    s = scenario(staging=0, tokens=["plain"])
    assert reason(s, "ACTIVATE 0") == "your staging area has no disc (T-4)"
    s = scenario(staging=1, tokens=["plain", "disc"]).activate(0)
    assert reason(s, "END_TURN") == "you hold 2 dive tokens; at most 1 may be kept (T-15)"


@rule("T-6", "T-7", "T-11")
def test_actions_that_are_done_or_cannot_be_done() -> None:
    s = scenario(ocean={"A1": "sea-star", "B1": "atoll"}, vessels=["A1"], staging=3, tokens=["plain"])
    s.activate(0).action("travel")
    assert reason(s, "ACTION dive") == "one of the actions was chosen already (T-6)"
    s = scenario(ocean={"A1": zone("atoll", tokens=["plain"] * 3), "B1": "calm-seas"}, vessels=["A1"], staging=3,
                 specialists=["rov-operator"])
    s.activate(1).action("dive")
    assert reason(s, "ACTION dive") == "it is done already (T-7)"
    s = scenario(ocean=QUIET, vessels=["A1"], staging=1, tokens=["plain"]).activate(0)
    assert reason(s, "ACTION sonar") == "sonar takes a disc, and your staging area has none (T-11)"


@rule("A-2", "A-50", "A-60", "A-61")
def test_research_that_is_missing() -> None:
    ocean = {"A1": "kelp-forest", "B1": "calm-seas"}
    s = scenario(ocean=ocean, vessels=["A1"], staging=2).activate(0)
    assert reason(s, "ACTION conserve") == "you lack 1 research for every free conservation site in reach (A-50)"
    assert reason(s, "ACTION publish") == "none of your vessels reaches a free journal site (A-60)"
    s = scenario(ocean=ocean, vessels=["A1"], staging=2, research=1, tokens=["plain"]).activate(0).action("conserve")
    s.act_in("A1")
    assert reason(s, "SITE 0") == "you lack 1 research to conserve there (A-50)"
    assert reason(s, "SITE 2") == "A1 Kelp Forest has 2 conservation sites"
    row = {"row": [5, 7, None, None]}
    s = scenario(ocean=ocean, vessels=["B1"], staging=2, research=9, table=row).activate(0)
    assert reason(s, "ACTION publish") == (
        "the free journal sites in reach are brown, and no journal in the row is (A-61)"
    )
    row = {"row": [3, 4, 0, None]}
    s = scenario(ocean=ocean, vessels=["B1"], staging=2, research=2, table=row).activate(0).action("publish")
    assert reason(s, "ROW 2") == (
        'you lack 1 research for "Effective Communication of Ecosystemic Risk" (A-60)'
    )
    assert reason(s, "ROW 3") == "place 3 of the row is empty (A-63)"


@rule("A-10", "A-11", "A-12", "A-13", "Z-3", "Z-7")
def test_travel() -> None:
    ocean = filled(["A1", "B1", "C1", "D1"], C1="sea-star", D1="atoll", B2="submerged-cave-system")
    s = scenario(ocean=ocean, vessels=["A1"], ingenuity=2).activate(0).action("travel")
    assert reason(s, "TRAVEL_TO D1") == "D1 Atoll is too far or too deep: it takes 1 more technology (A-11, A-12)"
    assert reason(s, "TRAVEL_TO A1") == "the vessel is there already (A-13)"
    assert reason(s, "TRAVEL_TO B2") == "no vessel may enter Submerged Cave System (Z-3)"
    assert reason(s, "TRAVEL_TO E1") == "there is no zone in E1 (A-11)"
    assert reason(s, "TRAVEL_TO G1") == "the ocean of this mission has columns A-E and depth 1-5 (S-1)"
    s = scenario(ocean={"A1": "atoll", "D1": "calm-seas"}, vessels=["A1"], staging=1, tokens=["plain"]).activate(0)
    assert reason(s, "ACTION travel") == "from your vessels no way leads to another zone (A-11, A-13)"
    ocean = {"A1": "atoll", "A2": "ledge-elevator", "C1": "sea-star"}
    s = scenario(ocean=ocean, vessels=["A1"], staging=1, tokens=["plain"]).activate(0)
    assert reason(s, "ACTION travel") == (
        "from your vessels the nearest destination takes 1 more technology (A-11, A-12)"
    )
    ocean = filled(["A1", "A2", "A3", "A4", "C1"], C1="sea-star", A5="abyssal-trench")
    s = scenario(ocean=ocean, vessels=["A4", "A5"], ingenuity=12).activate(0).action("travel").leave("A4")
    assert reason(s, "TRAVEL_TO A5") == "one vessel of a player may be in Abyssal Trench, and yours is there (Z-7)"


@rule("A-1", "A-20", "A-40", "Z-4")
def test_sites() -> None:
    ocean: dict[str, Any] = {"A1": zone("atoll", {"s1": 1, "s2": 0}, tokens=[]), "B1": zone("calm-seas", {"s1": 1})}
    s = scenario(ocean=ocean, vessels=["A1"], staging=2, tokens=["plain"]).activate(0)
    assert reason(s, "ACTION sonar") == "none of your vessels reaches a sonar track with an empty spot (A-20)"
    assert reason(s, "ACTION dive") == "none of your vessels reaches a dive site with a token (A-40)"
    ocean = {"A1": zone("calm-seas", {"s1": 1, "s2": 1}), "B1": "remote-anchorage"}
    s = scenario(ocean=ocean, vessels=["A1", "B1"], staging=2).activate(0).action("sonar")
    assert reason(s, "ACT_IN D1") == "there is no zone in D1 (A-1)"
    assert reason(s, "ACT_IN C1") == "you have no vessel in C1 The Sea Star (A-1)"
    ocean = {"A1": "kelp-forest", "B1": zone("oil-rig", {"c1": 1})}
    s = scenario(ocean=ocean, vessels=["A1", "B1"], staging=2, research=9).activate(0).action("conserve").act_in("B1")
    assert reason(s, "SITE 0") == "a disc of seat 1 lies on c1 (A-1)"
    ocean = {"B1": zone("kelp-forest", tokens=["plain"]), "A1": zone("atoll", tokens=["plain"]),
             "C1": zone("sea-star", tokens=["plain"]),
             "B2": zone("submerged-cave-system", tokens={"d1": ["disc"], "d2": ["disc"], "d3": ["disc"]})}
    s = scenario(ocean=ocean, vessels=["A1", "C1"], staging=2).activate(0).action("dive")
    assert reason(s, "ACT_IN B2") == (
        "its sites are reached by a vessel in the zone to the left of it or above it or to the right of it, and you "
        "have none there (Z-4)"
    )


@rule("A-30", "A-31", "A-32")
def test_discoveries() -> None:
    ocean: dict[str, Any] = {"A1": "calm-seas", "B1": "atoll"}
    s = scenario(ocean=ocean, vessels=["A1"], staging=2).activate(0).action("sonar").site(1)
    assert reason(s, "DRAW 3") == "no cell at depth 3 lies below a zone and is free (A-30)"
    ocean = {"B1": "calm-seas", "C1": "sea-star", "A1": "kelp-forest", "A2": "ledge-elevator"}
    s = scenario(ocean=ocean, vessels=["B1"], staging=2).activate(0).action("sonar").site(1)
    assert reason(s, "DRAW 3") == "the discovery is for depth 1-2 (A-31)"
    ocean |= {"B1": zone("calm-seas", {"s1": 1}), "B2": "shipwreck", "C2": "looking-glass"}
    ocean |= {"A3": "vortex", "B3": "rift-valley", "A4": "brine-pool"}
    s = scenario(ocean=ocean, vessels=["B1"], staging=2).activate(0).action("sonar").site(0).draw(4)
    assert reason(s, "DRAW 3") == "the first board comes from depth 4, and the second from no smaller one (Q-12)"


@rule("P-2", "S-6")
def test_hiring() -> None:
    s = scenario(phase="preparation", reputation=2, table={"display": ["mentor", "adventurer", "biogeographer"]},
                 others=[{"specialists": ["pilot"] * 4}])
    assert reason(s, "HIRE pilot") == "no Pilot is left (P-2)"
    assert reason(s, "HIRE rov-operator") == (
        "the R.O.V. Operator has rank 3, and your reputation is at level 2 (P-2)"
    )
    assert reason(s, "HIRE ichthyologist") == "the Ichthyologist is not on display (S-6)"
    assert reason(s, "HIRE mentor") == "the Mentor has rank 5, and your reputation is at level 2 (P-2)"


@rule("P-5")
def test_discs_that_come_back() -> None:
    s = scenario(phase="preparation", specialists=["team-leader*", "pilot*", "reef-diver", "pilot*"], coordination=2,
                 table={"round": 4})
    s.hire("reef-diver")
    assert s.question == 2
    assert reason(s, "RETURN 2").startswith("no disc lies on the Reef Diver in slot 2")
    assert reason(s, "RETURN 3") == "too few discs lie on later slots: all that can come back do (P-5, Q-2)"
    assert reason(s, "RETURN 7") == "nobody stands in slot 7 (P-6)"
    s.take_back(0)
    assert reason(s, "RETURN 0").startswith("no disc lies on the Team Leader")


@rule("A-44", "A-45", "A-46")
def test_dive_tokens() -> None:
    s = scenario(ocean=QUIET, vessels=["A1"], staging=0, tokens=["disc-for-research", "promote", "plain", "dive"])
    assert reason(s, "TOKEN_EFFECT disc-for-research") == "your staging area has no disc to pay with (A-46)"
    assert reason(s, "TOKEN_EFFECT promote") == "you have no junior specialist (A-72)"
    assert reason(s, "TOKEN_EFFECT travel") == "you hold no dive token travel (A-44)"
    s = scenario(ocean={"A1": "calm-seas", "B1": "remote-anchorage"}, vessels=["A1", "B1"], staging=2,
                 tokens=["plain"]).activate(0).action("sonar")
    assert reason(s, "TOKEN_RESEARCH plain") == "here tokens are spent to pay for conserve and publish only (A-45)"


@rule("A-70", "B-5", "O-8")
def test_people_and_attributes() -> None:
    s = scenario(tokens=["promote"], specialists=["pilot+", "reef-diver", "navigator"]).token_effect("promote")
    assert reason(s, "PROMOTE 1") == "the Skipper is a senior already (A-70)"
    assert reason(s, "DECLINE") == "what was begun is carried through (A-3)"
    s = scenario(tokens=["lowest-attribute"], reputation=3).token_effect("lowest-attribute")
    assert reason(s, "ATTRIBUTE reputation") == "reputation is not your lowest attribute (B-5)"


@rule("I-1", "M-4", "M-6", "M-7", "M-9", "M-10")
def test_hexes() -> None:
    s = scenario(tokens=["impact"], table={"impact": {"10": 1, "0": 0}}).token_effect("impact")
    assert reason(s, "HEX 10") == "a marker of seat 1 lies on hex 10 (I-1)"
    assert reason(s, "HEX 0") == "a marker of yours lies on hex 0 (I-1)"
    assert reason(s, "HEX 2") == "hex 2 is no entry, and no marker lies beside it (I-1)"
    assert reason(s, "HEX 40") == "the impact board of this mission has 32 hexes"
    s = scenario(mission=4, tokens=["impact"]).token_effect("impact")
    assert reason(s, "HEX 37") == (
        "hex 37 is for an impact that a conservation site gives, once a zone; this is none (M-4)"
    )
    s = scenario(mission=7, tokens=["impact"], vessels=["C1"]).token_effect("impact")
    assert reason(s, "HEX 27") == (
        "hex 27 takes a marker of who has a vessel or a disc in column C at depth 3 or more (M-7)"
    )
    s = scenario(mission=10, tokens=["impact"], ocean=filled(["A1", "A2"]), vessels=["A1", "A2"]).token_effect("impact")
    assert reason(s, "HEX 1") == "the leftmost empty place of the row of depth 1 comes first (M-10)"
    assert reason(s, "HEX 11") == "you have no vessel at depth 3 (M-10)"
    assert reason(s, "HEX 28") == "hex 28 takes what finds the row of its depth, 1-3, full (M-10)"


@rule("M-6")
def test_markers_that_move() -> None:
    s = scenario(mission=6, tokens=["impact"], table={"impact": {"1": 0}}).token_effect("impact")
    assert reason(s, "HEX 3") == "hex 3 is not beside hex 1, from which the marker moves (M-6)"
    assert reason(s, "HEX 13") == "hex 13 is closed until Fallen Star is in the ocean (M-6)"
    s = scenario(mission=6, tokens=["impact"]).token_effect("impact")
    assert reason(s, "HEX 0") == "none of your markers can move, and a new one is put on an entry (M-6)"
    impact = {"0": 0, "3": 0, "5": 0, "1": 1}
    s = scenario(mission=6, tokens=["impact"], table={"impact": impact}).token_effect("impact")
    assert reason(s, "MOVE_FROM 0") == "no hex beside hex 0 is open (M-6)"
    assert reason(s, "MOVE_FROM 1") == "no marker of yours lies on hex 1 (M-6)"
    ocean = filled([f"A{depth}" for depth in range(1, 5)], A5="fallen-star")
    mission_state = {"designated": "publish"}
    s = scenario(mission=6, tokens=["impact"], ocean=ocean, table={
        "impact": {"39": 0, "1": 0, "3": 0}, "mission_state": mission_state,
    }).token_effect("impact")
    assert reason(s, "MOVE_FROM 39") == "the marker on hex 39 is locked: no hex below it is empty (M-6)"


@rule("A-3", "T-12", "T-9")
def test_offers_copies_and_journals() -> None:
    s = scenario(staging=2, specialists=["robotics-engineer", "marine-engineer", "pilot"]).activate(1)
    assert reason(s, "COPY 1") == "it copies another specialist (T-12)"
    assert reason(s, "COPY 2") == "the Marine Engineer prints no action to copy (T-12)"
    s = scenario(staging=2, journals=[1])
    assert reason(s, "USE_JOURNAL 1") == 'you have not published "Mobile Techniques for Underwater Exploration" (T-9)'
    ocean = filled(["A1", "A2", "A3", "A4"], A5="abyssal-trench")
    s = scenario(ocean=ocean, vessels=["A4"], ingenuity=12, staging=3).activate(0).action("travel").travel_to("A5")
    assert reason(s, "ACTION dive") == "nothing but this is offered: sonar in A5 Abyssal Trench (A-3)"


@rule("M-1")
def test_launches() -> None:
    s = scenario(mission=3, ingenuity=1, launches=0, tokens=["any-attribute"])
    s.token_effect("any-attribute").attribute("ingenuity").asks(question=20)
    assert reason(s, "LAUNCH_IN A") == "there is no zone in A1 (M-1)"
    assert reason(s, "LAUNCH_IN G") == "the ocean of this mission has columns A-E and depth 1-5 (S-1)"
