"""Words: action strings, questions, the log, the screen, the score sheet."""

from __future__ import annotations

import random
import re
from collections import Counter
from typing import Any

import pytest

from tests.endeavor_deep_sea.agreement import POLICIES, game_of, rare_beginning
from tests.endeavor_deep_sea.positions import Table as Looked
from tests.endeavor_deep_sea.scenario import Scenario, action_named, filled, rule, scenario, zone
from undersea_env.core.position import State
from undersea_env.endeavor_deep_sea import words
from undersea_env.endeavor_deep_sea.compiled.assembler import how
from undersea_env.endeavor_deep_sea.compiled.opcodes import Do
from undersea_env.endeavor_deep_sea.kernel.actions import ACTIONS, NUM_ACTIONS
from undersea_env.endeavor_deep_sea.printed.effects import CopySpecialist, Effect, Either, Gain, Pay
from undersea_env.endeavor_deep_sea.printed.language import part_text
from undersea_env.endeavor_deep_sea.words import asking
from undersea_env.endeavor_deep_sea.words.notation.names import ATTRIBUTE_NAMES
from undersea_env.endeavor_deep_sea.words.phrases import MEANINGS, PHRASES
from undersea_env.endeavor_deep_sea.words.questions import QUESTIONS
from undersea_env.endeavor_deep_sea.words.readings import Table, action_of, actions_text
from undersea_env.errors import InvalidOption, InvalidPosition

WIDEST = 80
QUESTION_COUNT = 22
GAMES = [(mission, number) for mission in range(1, 11) for number in (1, 2)]
Played = list[tuple[State, State, int]]      # before, after, the action

A_ZONE = r"[A-G][1-5] [A-Z][\w. -]+"
A_PERSON = r"[A-Z][\w. -]+?( in slot \d)?"
A_GAIN = (
    r"(\d (reputation|inspiration|coordination|ingenuity|any attributes?|lowest attributes?|research|discs?|impact)"
    r"|promote)"
)
GAINS = rf"{A_GAIN}(, {A_GAIN})*"
AN_ACTION = (
    r"(travel( from here| from .+)?( not to depth \d| with \d more technology)?|sonar|dive( for 1 more token)?|promote|"
    r"conserve( for \d less research| at a vessel depth)?|publish|discover \d(-\d)?( anywhere)?|copy specialist)"
)
SOME_ACTIONS = rf"(one of )?{AN_ACTION}(, {AN_ACTION})*"
A_TOKEN = r"[a-z-]+"
PATTERNS = {
    "PASS": r"pass: no more turns in this round",
    "END_TURN": r"end the turn",
    "DECLINE": rf"promote nobody|put no marker: the impact is lost|do not {AN_ACTION}( in {A_ZONE})?",
    "ACTIVATE": rf"activate the {A_PERSON}: {SOME_ACTIONS}",
    "USE_JOURNAL": rf'use the journal "[^"]+": {SOME_ACTIONS}',
    "ACTION": rf"{AN_ACTION}( in {A_ZONE})?",
    "TOKEN_RESEARCH": rf"spend the dive token {A_TOKEN} for [34] research",
    "TOKEN_EFFECT": rf"spend the dive token {A_TOKEN} for its effect: ({AN_ACTION}|{GAINS}|pay 1 disc: {GAINS})",
    "COPY": rf"copy the {A_PERSON}: {SOME_ACTIONS}",
    "LEAVE": rf"travel with the vessel in {A_ZONE}",
    "TRAVEL_TO": rf"travel to {A_ZONE}: arrival bonus ({GAINS}|(sonar|conserve) here)",
    "ACT_IN": rf"(sonar|dive|conserve|publish) in {A_ZONE}",
    "SITE": (
        rf"sonar on track [123] of {A_ZONE}, spot s\d: ({GAINS}|{AN_ACTION})|dive at d\d of {A_ZONE} \(\d tokens?\)"
        rf"|conserve on c\d of {A_ZONE} for \d research(: ({GAINS}|{AN_ACTION}))?"
        rf"|publish on j\d of {A_ZONE} \((blue|brown|green|yellow)\)(: {GAINS})?"
    ),
    "ROW": r'publish "[^"]+" for \d research(: (\d points?; )?.+)?',
    "DRAW": r"draw a board of depth [1-5]",
    "KEEP": rf"keep [A-Z][\w -]+ \(depth [1-5]\): {GAINS}|keep the dive token {A_TOKEN}: [34] research or .+",
    "PLACE_IN": rf"place [A-Z][\w -]+ in [A-G][1-5]: {GAINS}",
    "LAUNCH_IN": rf"launch a vessel in {A_ZONE}: arrival bonus {GAINS}",
    "HIRE": rf"hire the {A_PERSON} \(rank [1-5]\)(: ({GAINS})?(; )?(actions: {SOME_ACTIONS})?)?",
    "RETURN": rf"take back the disc from the {A_PERSON}",
    "PROMOTE": rf"promote the {A_PERSON} to {A_PERSON}(: .+)?",
    "ATTRIBUTE": (
        r"a step of [a-z]+, from cell \d+ to \d+(: .+)?|lower [a-z]+ from cell \d+"
    ),
    "HEX": (
        r"(put a marker on|move the marker from hex \d+ to) hex \d+: .+|go a step on the clean-up track, to \d+ of 20"
    ),
    "MOVE_FROM": r"move the marker on hex \d+",
    "OPTION": r"goal \d counts .+",
}


def course(mission: int, number: int) -> Played:
    """A game from a rare beginning: alone, against each other, or together."""
    players = 1 + (mission + number) % 4
    mode = "cooperative" if players == 1 or number == 1 else "competitive"
    game = game_of(players, mission, mode, "beginner", None)
    rng = random.Random(100 * mission + number)
    policy = POLICIES[("busy", "never idle", "likes impact", "likes tokens")[(mission + number) % 4]]
    state = game.from_dict(rare_beginning(game, number, rng))
    played = []
    while not state.is_terminal:
        before = state.clone()
        action = policy(Looked(state), rng)
        state.apply_action(action)
        played.append((before, state.clone(), action))
    return played


@pytest.fixture(scope="module")
def games() -> list[Played]:
    return [course(mission, number) for mission, number in GAMES]


@pytest.fixture(scope="module")
def decisions(games: list[Played]) -> Played:
    return [decision for game in games for decision in game]


# --- actions ---


def test_legal_actions_of_one_position_have_different_and_complete_strings(decisions: Played) -> None:
    seen: Counter[str] = Counter()
    for before, _, _ in decisions:
        legal = before.legal_actions
        strings = [before.action_to_string(action) for action in legal]
        assert len(set(strings)) == len(strings), strings
        for action, phrase in zip(legal, strings, strict=True):
            block = ACTIONS.block_of(action)[0].name
            seen[block] += 1
            assert re.fullmatch(PATTERNS[block], phrase), (block, phrase)
    assert set(seen) == set(PATTERNS)


def test_an_action_that_is_not_legal_is_described_in_general(decisions: Played) -> None:
    for before, _, _ in decisions[::500]:
        for action in set(range(NUM_ACTIONS)) - set(before.legal_actions):
            assert before.action_to_string(action) == words.describe_action(before.game, action)


def test_making_words_changes_nothing(decisions: Played) -> None:
    for before, after, action in decisions[::60]:
        content = before.to_bytes(), after.to_bytes(), before.game.rulebook.tobytes()
        for each in before.legal_actions:
            before.action_to_string(each)
        words.why_not(before, next(k for k in range(NUM_ACTIONS) if k not in before.legal_actions))
        before.render("ansi")
        words.GameLog(before.game).log_action(before.states[0], after.states[0], action)
        assert (before.to_bytes(), after.to_bytes(), before.game.rulebook.tobytes()) == content


def test_general_descriptions_are_pairwise_different() -> None:
    game = game_of(2, 1, "competitive", "beginner", None)
    meanings = [words.describe_action(game, action) for action in range(NUM_ACTIONS)]
    assert len(set(meanings)) == NUM_ACTIONS
    for outside in (-1, NUM_ACTIONS):
        with pytest.raises(ValueError, match=f"no action {outside}"):
            words.describe_action(game, outside)


def test_every_block_has_a_meaning_and_every_question_words() -> None:
    blocks = {block.name for block in ACTIONS}
    assert set(MEANINGS) == set(PHRASES) == set(PATTERNS) == blocks
    assert set(QUESTIONS) == set(range(1, QUESTION_COUNT + 1))


def parts_of(effect: Effect) -> list[Any]:
    return [inner for part in effect for inner in (part.alternatives if isinstance(part, Either) else (part,))]


def test_actions_read_backwards_from_the_rule_book_are_those_that_are_printed() -> None:
    catalogue = game_of(2, 1, "competitive", "beginner", None).catalogue
    effects = [effect for person in catalogue.specialists for effect in (person.junior_actions, person.senior_actions)]
    effects += [journal.action for journal in catalogue.journals] + [token.effect for token in catalogue.tokens]
    effects += [spot.effect for board in catalogue.boards for spot in board.spots]
    checked = set()
    for part in (part for effect in effects for part in parts_of(effect)):
        if isinstance(part, Gain | Pay | CopySpecialist):
            continue
        do, columns = how(part)
        checked.add(do)
        assert action_of(do, columns) == part
    assert checked == set(Do)


def test_the_price_that_is_told_is_the_price(decisions: Played) -> None:
    """With so much research it can be paid, with 1 less it cannot (A-50, A-60)."""
    checked = 0
    for before, _, _ in decisions:
        for action in before.legal_actions:
            told = re.search(r"^(conserve on|publish \").* for (\d) research", before.action_to_string(action))
            if told:
                checked += 1
                assert is_legal_with(before, action, int(told[2]))
                assert told[2] == "0" or not is_legal_with(before, action, int(told[2]) - 1)
    assert checked > 50


def is_legal_with(state: State, action: int, research: int) -> bool:
    try:
        return action in with_mine(state, research=research).legal_actions
    except InvalidPosition:                                  # the question is not asked when nothing can be paid
        return False


def with_mine(state: State, **mine: Any) -> State:
    """The same position, but for what the seat that decides has."""
    position = state.to_dict()
    position["players"][state.current_player] |= mine
    return state.game.from_dict(position)


def phrases(s: Scenario) -> dict[str, str]:
    """The legal answers by their names in scenarios."""
    return dict(zip(s.options(), map(s.state.action_to_string, s.state.legal_actions), strict=True))


@rule("A-20", "T-6", "T-10")
def test_what_actions_are_called() -> None:
    s = scenario(ocean={"A1": "calm-seas", "B1": "sea-star"}, vessels=["A1"], staging=3, specialists=["pilot", "pilot"])
    assert phrases(s) == {
        "PASS": "pass: no more turns in this round",
        "ACTIVATE 0": "activate the Team Leader: one of travel, sonar, dive, conserve, publish",
        "ACTIVATE 1": "activate the Pilot in slot 1: travel",
        "ACTIVATE 2": "activate the Pilot in slot 2: travel",
    }
    s.activate(0).action("sonar")
    assert phrases(s) == {
        "SITE 0": "sonar on track 1 of A1 Calm Seas, spot s1: 1 inspiration, 1 research",
        "SITE 1": "sonar on track 2 of A1 Calm Seas, spot s3: discover 1-2",
    }
    s = scenario(ocean={"A1": zone("calm-seas", {"s1": 1})}, vessels=["A1"], staging=2)
    assert phrases(s.activate(0).action("sonar"))["SITE 0"] == (
        "sonar on track 1 of A1 Calm Seas, spot s2: discover 3-5"
    )


@rule("B-1", "B-2", "B-3", "O-8")
def test_steps_say_what_they_reach() -> None:
    s = scenario(reputation=9, inspiration=3, coordination=12, ingenuity=1, tokens=["any-attribute"])
    s.token_effect("any-attribute")
    assert phrases(s) == {
        "ATTRIBUTE reputation": "a step of reputation, from cell 9 to 10: level 5, 1 impact",
        "ATTRIBUTE inspiration": "a step of inspiration, from cell 3 to 4: level 3",
        "ATTRIBUTE coordination": "a step of coordination, from cell 12 to 10: 1 impact",
        "ATTRIBUTE ingenuity": "a step of ingenuity, from cell 1 to 2: level 2, a vessel is launched",
    }
    s = scenario(ingenuity=1, launches=1, tokens=["any-attribute"]).token_effect("any-attribute")
    assert phrases(s)["ATTRIBUTE ingenuity"] == "a step of ingenuity, from cell 1 to 2: level 2"


@rule("M-6")
def test_markers_that_move_say_from_where() -> None:
    owners = {"impact": {"1": 0}}
    s = scenario(mission=6, tokens=["impact"], table=owners).token_effect("impact")
    assert phrases(s)["HEX 9"] == "move the marker from hex 1 to hex 9: 1 coordination"
    s = scenario(mission=6, tokens=["impact"]).token_effect("impact")
    assert phrases(s)["HEX 1"] == "put a marker on hex 1: 1 reputation"


@rule("M-9")
def test_the_clean_up_track_is_told() -> None:
    s = scenario(mission=9, tokens=["impact"]).token_effect("impact")
    assert phrases(s)["HEX 22"] == "go a step on the clean-up track, to 1 of 20"
    assert phrases(s)["DECLINE"] == "put no marker: the impact is lost"


# --- questions ---


def test_a_question_says_who_decides_what(decisions: Played) -> None:
    asked = set()
    for before, _, _ in decisions:
        told = words.question(before)
        asked.add(int(before.states[0].question))
        moment = r"round \d of \d, (set-up|preparation|setback|activation)(, in the turn of seat \d)?"
        assert re.fullmatch(rf"Seat {before.current_player}, {moment}: .+\?( \(.+\))?", told), told
        assert words.summary(before) in told
    assert len(asked) > QUESTION_COUNT - 4, asked
    assert words.question(decisions[-1][1]) == "The game is over."


@rule("B-9", "B-10")
def test_a_question_in_the_turn_of_another_says_so() -> None:
    s = scenario(
        ocean={"A1": zone("oil-rig", {"c1": 1, "c2": 1, "c3": 1})}, vessels=["A1"], research=9, staging=2,
        others=[{"specialists": ["pilot", "reef-diver"]}],
    )
    s.activate(0).action("conserve").asks(question=16, seat=1)
    assert words.question(s.state) == "Seat 1, round 2 of 6, activation, in the turn of seat 0: whom to promote?"


# --- the log ---


def test_every_sentence_of_a_log_is_a_sentence(decisions: Played) -> None:
    for before, after, action in decisions[::2]:
        lines = words.GameLog(before.game).log_action(before.states[0], after.states[0], action)
        assert lines[0].startswith(f"Seat {before.current_player} ")
        for line in lines:
            assert line.endswith("."), line
            assert line[0].isupper() or line[0] == '"', line
            assert "  " not in line


NUMBER = re.compile(rf"\b(discs|research|clean-up|{'|'.join(ATTRIBUTE_NAMES)}) (\d+) to (\d+)")
KEYS = {"discs": "staging"}


def numbers_of(position: dict[str, Any], seat: int) -> dict[str, int]:
    player = position["players"][seat]
    numbers = {name: player[KEYS.get(name, name)] for name in ("discs", "research", *ATTRIBUTE_NAMES)}
    return numbers | {"clean-up": position["mission_state"].get("clean_up", [0] * 4)[seat]}


def test_the_numbers_of_a_log_are_all_that_changed(decisions: Played) -> None:
    """For every player: what was, what is, and nothing that is not told."""
    for before, after, action in decisions[::3]:
        lines = words.GameLog(before.game).log_action(before.states[0], after.states[0], action)
        was, now = before.to_dict(), after.to_dict()
        for seat in range(before.game.num_players):
            own = [line for line in lines if re.match(rf"(For seat|Seat) {seat}\b", line)]
            told = {name: (int(a), int(b)) for line in own for name, a, b in NUMBER.findall(line)}
            old, new = numbers_of(was, seat), numbers_of(now, seat)
            assert told == {name: (old[name], new[name]) for name in old if old[name] != new[name]}, lines


def test_everything_that_is_put_somewhere_is_told(decisions: Played) -> None:
    """Zones, discs, markers, vessels, specialists, journals, dive tokens: as many in the log as in the positions."""
    for before, after, action in decisions[::3]:
        text = " ".join(words.GameLog(before.game).log_action(before.states[0], after.states[0], action))
        was, now = before.to_dict(), after.to_dict()
        for cell, there in now["ocean"].items():
            name = before.game.catalogue.board(there["board"]).name
            assert cell in was["ocean"] or f"places {name} in {cell}" in text
            for spot in set(there["discs"]) - set(was["ocean"].get(cell, {"discs": {}})["discs"]):
                assert re.search(rf"\b{spot} of {cell} |of {cell} .*, spot {spot}\b", text), (spot, cell, text)
        for seat in range(before.game.num_players):
            mine, ours = was["players"][seat], now["players"][seat]
            for key, verb in (("specialists", "hires"), ("journals", "publishes")):
                assert text.count(verb) >= len(ours[key]) - len(mine[key])
            assert len(re.findall(r"\blaunches", text)) >= len(ours["vessels"]) - len(mine["vessels"]), text
            seniors = [sum(each["senior"] for each in player["specialists"]) for player in (mine, ours)]
            assert text.count("promotes") >= seniors[1] - seniors[0]


@rule("B-3", "M-2")
def test_a_launch_is_told_where_the_other_vessel_has_left() -> None:
    ocean = {"A1": "sea-star", "B1": "volcanic-island", "A2": "shipwreck"}
    s = scenario(ocean=ocean, vessels=["A1"], ingenuity=1, launches=0, staging=3).activate(0)
    before = s.state.clone()
    s.action("travel")                               # to the only destination, without a question
    assert s.me.vessels == ["A1", "B1"]
    assert words.GameLog(s.state.game).log_action(
        before.states[0], s.state.states[0], action_named("ACTION travel")
    ) == [
        "Seat 0 begins: travel -> launches a vessel in A1 The Sea Star; a vessel goes from A1 to B1 Volcanic Island; "
        "discs 2 to 3; ingenuity 1 to 2."
    ]


def test_a_log_says_how_a_game_ends(games: list[Played]) -> None:
    for game in games:
        before, after, action = game[-1]
        last = words.GameLog(before.game).log_action(before.states[0], after.states[0], action)[-1]
        assert last.startswith("The game is over: ")
        if before.game.is_cooperative:
            assert f"{after.scores[0]} of 7 goals" in last
            assert last.endswith("won." if after.winners else "lost.")
        else:
            assert all(f"seat {seat} has {score} point" in last for seat, score in enumerate(after.scores))
            assert last.endswith(f"won by {' and '.join(f'seat {seat}' for seat in after.winners)}.")


def test_a_log_tells_rounds_and_cards(games: list[Played]) -> None:
    for game in games:
        log = words.GameLog(game[0][0].game)
        lines = [line for step in game for line in log.log_action(step[0].states[0], step[1].states[0], step[2])]
        first, last = game[0][0].to_dict()["round"], int(log.game.rulebook["last_round"][0])
        assert sum(line.startswith("Round ") for line in lines) == last - first
        if log.game.is_cooperative:
            lines += log.log_beginning(game[0][0].states[0])
            assert sum(line.startswith(("A bonus goal is turned", "A setback is turned")) for line in lines) == last


@pytest.mark.parametrize("viewer", [2, -1, 9, "0"])
def test_a_log_is_for_a_seat_of_the_game(viewer: object) -> None:
    with pytest.raises(InvalidOption, match="a seat from 0 to 1"):
        words.GameLog(game_of(2, 1, "competitive", "beginner", None), viewer)


@rule("H-3")
def test_a_log_tells_every_seat_the_same(decisions: Played) -> None:
    for before, after, action in decisions[::40]:
        told = [
            words.GameLog(before.game, viewer).log_action(before.states[0], after.states[0], action)
            for viewer in (None, *range(before.game.num_players))
        ]
        assert all(lines == told[0] for lines in told)
    game = game_of(2, 1, "competitive", "beginner", None)
    assert words.GameLog(game, 1).heading == "Log of seat 1"


@rule("H-2")
def test_a_log_does_not_depend_on_what_stays_hidden(decisions: Played) -> None:
    """What lies face down is dealt another way before and after: the sentences are the same."""
    for k, (before, after, action) in enumerate(decisions[::40]):
        seat = before.current_player
        other = words.GameLog(before.game).log_action(
            before.resample(seat, k).states[0], after.resample(seat, k).states[0], action
        )
        assert other == words.GameLog(before.game).log_action(before.states[0], after.states[0], action)


# --- the screen ---


def test_a_screen_fits_and_has_colours_only_if_asked(decisions: Played) -> None:
    for before, _, _ in decisions[::40]:
        screen = before.render("ansi")
        assert max(map(len, screen.splitlines())) <= WIDEST, max(screen.splitlines(), key=len)
        assert "\x1b" not in screen
        painted = words.ansi(before, None, colour=True)
        assert "\x1b[1m" in painted
        assert re.sub("\x1b" + r"\[\d+m", "", painted) == screen


def test_a_screen_shows_all_that_lies_on_the_table(decisions: Played) -> None:
    for before, _, _ in decisions[::60]:
        position, screen = before.to_dict(), " ".join(before.render("ansi", 0).split())
        catalogue = before.game.catalogue
        for cell, there in position["ocean"].items():
            assert f"{cell} {catalogue.board(there['board']).name}" in screen
        for journal in (number for number in position["row"] if number is not None):
            assert f'"{catalogue.journals[journal].name}": ' in screen
        for player in position["players"]:
            assert f"{player['staging']} disc" in screen
            for name in ATTRIBUTE_NAMES:
                assert f"{name} {player[name]} (level" in screen
            for journal in player["journals"]:
                assert catalogue.journals[journal["journal"]].name in screen
            assert f"vessels in {', '.join(player['vessels']) or 'none'};" in screen
        for kind, number in position["stock"].items():
            junior = next(each.junior for each in catalogue.specialists if each.id == kind)
            assert number == 0 or f"{number} left: {junior} (" in screen


@pytest.mark.parametrize("mission", range(1, 11))
def test_every_hex_is_on_the_map_of_the_impact_board(mission: int) -> None:
    state = game_of(2, mission, "competitive", "beginner", None).new_game(0)
    board = state.render("ansi").split("Impact board")[1].split("\nAbove: ")[0]
    placed = [place for place in state.game.catalogue.mission(mission).hexes if place.row >= 0]
    shown = re.findall(r"(?:^|(?<=\s))>?(\d+)(?: (-?\d)p)?(?=\s|$)", board.split("hex ")[0], re.M)
    assert Counter(shown) == Counter((str(place.id), str(place.points) if place.points else "") for place in placed)


def test_markers_are_on_the_map() -> None:
    table = {"impact": {"10": 1, "0": 0}, "infinite": {"14": [0, 3]}}
    screen = scenario(table=table).state.render("ansi")
    board = screen.split("Impact board")[1].split("\nAbove: ")[0]
    assert board.count("(0)") == 1
    assert board.count("(1)") == 1
    assert "hex 14 takes any number of markers (3 of seat 1)" in board


# --- goals and points ---


def test_counts_of_goals_are_those_of_the_score(decisions: Played) -> None:
    checked = 0
    for before, _, _ in decisions[::50]:
        if before.game.is_cooperative:
            continue
        table = Table(before.states[0], before.game)
        for goal in table.mission.goals:
            if goal.option or len(goal.leaders) != 1 or not goal.points or not hasattr(goal.count, "unit"):
                continue
            row = int(table.rules["goal_count"][goal.number - 1, 0])
            counts = [asking.count_of(table, row, seat) for seat in table.seats]
            points = [before.score_breakdown(seat)[f"goal {goal.number}"] for seat in table.seats]
            for count, score in zip(counts, points, strict=True):
                checked += 1
                assert score - goal.points * count in (0, goal.leaders[0].first, goal.leaders[0].second)
            assert f"{''.join(f'{count:>8}' for count in counts)}\n" in before.render("ansi") + "\n"
    assert checked > 20


def test_the_score_sheet_adds_up(games: list[Played]) -> None:
    for game in games:
        for state in (game[len(game) // 2][0], game[-1][1]):
            sheet = words.score_sheet(state)
            assert max(map(len, sheet.splitlines())) <= WIDEST
            if state.game.is_cooperative:
                met = sum(line.rstrip().endswith(" met") for line in sheet.splitlines())
                assert f"{met} of 7 goals are met; 4 are needed" in sheet
                assert met == state.score_breakdown(0)["total"]
                assert sheet.endswith(("\nwon", "\nnot won")) == state.is_terminal
                continue
            rows = [line.split() for line in sheet.splitlines()]
            totals = next([int(number) for number in row[1:]] for row in rows if row and row[0] == "total")
            assert totals == [state.score_breakdown(seat)["total"] for seat in range(state.game.num_players)]
        assert ("won" if game[-1][1].winners else "lost") in game[-1][1].render("ansi") or not state.game.is_cooperative


def test_actions_are_joined_as_they_may_be_done() -> None:
    catalogue = game_of(2, 1, "competitive", "beginner", None).catalogue
    leader, vlogger = catalogue.specialists[-1], next(each for each in catalogue.specialists if each.id == "adventurer")
    assert actions_text(leader.senior_actions) == "one of travel, sonar, dive, conserve, publish"
    assert actions_text(vlogger.junior_actions) == "sonar, sonar"
    assert actions_text(()) == ""
    assert part_text(leader.senior_actions[0]).startswith("either travel | sonar")


def test_all_cells_of_the_map_are_there() -> None:
    ocean = filled([f"{column}{depth}" for depth in range(1, 4) for column in "ABCDEFG"])
    lines = scenario(mission=5, ocean=ocean, vessels=["A1"]).state.render("ansi").splitlines()
    start = next(k for k, line in enumerate(lines) if line.startswith("Ocean"))
    assert [lines[start + 2 * depth][0] for depth in (1, 2, 3)] == ["1", "2", "3"]
    assert all(len(lines[start + 2 * depth].split()) >= 8 for depth in (1, 2, 3))
