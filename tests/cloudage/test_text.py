"""Words: action strings, questions, the log, the screen, the score sheet."""

from __future__ import annotations

import random
import re
from collections import Counter
from typing import Any

import pytest

from tests.cloudage.beginnings import rare
from tests.cloudage.positions import GAMES, answer_by_taste
from tests.cloudage.scenario import act, build, do, game_of, hex_at, rule
from undersea_env.cloudage import words
from undersea_env.cloudage.kernel.actions import ACTIONS, NUM_ACTIONS
from undersea_env.cloudage.printed.effects import Do, Effect, Either, Fight, Gain, If, Part, Pay, Sequence
from undersea_env.cloudage.printed.words import HEXES, PROJECTS
from undersea_env.cloudage.words.effects import Rows, effect_words
from undersea_env.cloudage.words.names import PLANT_NAMES, TYPE_NAMES, hex_name
from undersea_env.cloudage.words.phrases import MEANINGS, PHRASES, project_gives
from undersea_env.cloudage.words.questions import QUESTIONS
from undersea_env.cloudage.words.readings import Table
from undersea_env.core.position import State
from undersea_env.errors import InvalidOption, InvalidPosition

WIDEST = 80
QUESTION_COUNT = 27
Played = list[tuple[State, State, int]]      # before, after, the action

A_HEX = r"[A-E]\d+"
A_PLACE = rf"{A_HEX}( \([A-Z][\w' -]*\))?"
A_TITLE = r"[A-Z][\w -]+"
SOME_WATER = r"\d+ water( and \d cards?)?"
PATTERNS = {
    "PASS": (
        rf"land on {A_PLACE}: (2 energy, )?(no fight|a fight against \d+ for .+)|pay nothing|produce nothing|"
        r"stop the fight|remove no navigation card|leave the wrench unused|plant no more|build no upgrade|"
        r"put the plant on no hex, back into the bag|play no project|collect nothing"
    ),
    "MOVE": (
        rf"fly ([NS]?[EW]) to {A_PLACE} for [123] movement points?(: (toll 3 water or 3 points)?(, )?(find \d \w+)?)?"
    ),
    "FIGHT": r"draw a navigation card for ([12] energy|3 points)",
    "CUBE": r"remove a cube from [A-Z][\w' ]+ \(L[125]\): (strength \+[12]|plant 1)",
    "RESOURCE": r"take 1 (water|metal|energy|card)",
    "OPTION": (
        r"choose: .+|keep objective \d+ \([a-z]+, [a-z]+\)|pay \d \w+: .+|vote for \".+\" \(story card \d+\)|"
        r"gain \d energy|draw \d cards?|pay 3 (water|points) for the passage|"
        r"put the city card on the navigation (deck|discard)"
    ),
    "LEVEL": r"produce at level \d+ for \d energy: \d water(, \d points?)?",
    "ACTION": (
        r"collect in sector [123]|build: 2 build actions|plant: up to \d+ plants?|use L1[45]: fight against 5 for .+"
    ),
    "DISTRICT": (
        r"put the drone on (energy|metal|water|people)"
        r"(: (amount [123](, )?)?(no bonus|wrench|navigation update)?)?"
    ),
    "UPGRADE": r"build (\w+) upgrade [1-4] for \d metal: \1 \+1(, 5 water)?",
    "PLANT": r"plant a [a-z-]+ plant: .+|pay with a [a-z-]+ plant",
    "NAV": r"remove a navigation card of value [0-5]",
    "TASK": r"cover the task [a-z]+",
    "GUN": rf"remove the gun L\d+ on {A_HEX}",
    "PROJECT": rf"discard {A_TITLE}: .+|pay with {A_TITLE}|play {A_TITLE} for {SOME_WATER}: .+",
    "HEX": rf"put the plant on {A_HEX}(: find \d \w+, which then is gone)?",
}


RARE = [(1 + k % 4, {"scenario": 2 + k % 2}) for k in range(10)]


def course(k: int) -> Played:
    """One of the games in which everything happens."""
    players, taste, seed, options = GAMES[k]
    return played_on(game_of(players, tuple(options.items())).new_game(seed), taste, seed)


def rare_course(k: int) -> Played:
    """Many cubes lie in cities, much is in play."""
    players, options = RARE[k]
    game = game_of(players, tuple(options.items()))
    return played_on(game.from_dict(rare(game, k, random.Random(k))), "fighter", k)


def played_on(state: State, taste: str, seed: int) -> Played:
    rng, played = random.Random(seed), []
    while not state.is_terminal:
        before = state.clone()
        action = answer_by_taste(state, taste, rng)
        state.apply_action(action)
        played.append((before, state.clone(), action))
    return played


@pytest.fixture(scope="module")
def games() -> list[Played]:
    courses = [course(k) for k in range(len(GAMES))] + [rare_course(k) for k in range(len(RARE))]
    return [played for played in courses if played]


@pytest.fixture(scope="module")
def decisions(games: list[Played]) -> Played:
    return [decision for game in games for decision in game]


def log_lines(before: State, after: State, action: int, viewer: int | None = None) -> list[str]:
    lines: list[str] = words.GameLog(before.game, viewer).log_action(before.states[0], after.states[0], action)
    return lines


def phrases(state: State) -> dict[int, str]:
    return {action: state.action_to_string(action) for action in state.legal_actions}


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
    for before, _, _ in decisions[::300]:
        for action in set(range(NUM_ACTIONS)) - set(before.legal_actions):
            assert before.action_to_string(action) == words.describe_action(before.game, action)


def test_making_words_changes_nothing(decisions: Played) -> None:
    for before, after, action in decisions[::60]:
        content = before.to_bytes(), after.to_bytes(), before.game.rulebook.tobytes()
        for each in before.legal_actions:
            before.action_to_string(each)
        words.why_not(before, next(k for k in range(NUM_ACTIONS) if k not in before.legal_actions))
        before.render("ansi")
        log_lines(before, after, action)
        assert (before.to_bytes(), after.to_bytes(), before.game.rulebook.tobytes()) == content


def test_general_descriptions_are_pairwise_different() -> None:
    game = game_of(2, ())
    meanings = [words.describe_action(game, action) for action in range(NUM_ACTIONS)]
    assert len(set(meanings)) == NUM_ACTIONS
    for outside in (-1, NUM_ACTIONS):
        with pytest.raises(ValueError, match=f"no action {outside}"):
            words.describe_action(game, outside)


def test_every_block_has_a_meaning_and_every_question_words() -> None:
    blocks = {block.name for block in ACTIONS}
    assert set(MEANINGS) == set(PHRASES) == set(PATTERNS) == blocks
    assert set(QUESTIONS) == set(range(1, QUESTION_COUNT + 1))


# --- effects ---


def in_single_gains(effect: Effect) -> list[Part]:
    """As the rule book has them: every amount a gain of its own, what has no condition a part of its own."""
    found: list[Part] = []
    for part in effect:
        steps = split(part.sequence)
        match part:
            case Do():
                found += [Do((step,)) for step in steps]
            case Pay(amounts):
                found.append(Pay(tuple(sorted(amounts)), steps))
            case Fight(strength):
                found.append(Fight(strength, steps))
            case If(type, points):
                found.append(If(type, points, steps))
    return found


def split(sequence: Sequence) -> Sequence:
    steps: list[Any] = []
    for step in sequence:
        if isinstance(step, Gain):
            steps += [Gain((amount,), step.per, step.up_to) for amount in step.amounts]
        elif isinstance(step, Either):
            branches: Any = tuple(split(branch) for branch in step.branches)
            steps.append(Either(branches))
        else:
            steps.append(step)
    return tuple(steps)


def test_the_rule_book_read_backwards_gives_what_is_printed() -> None:
    game = game_of(2, (("chapter", "6"),))
    book, rules = game.catalogue, game.rulebook[0]
    rows = Rows(rules, book)
    pairs = [(rules["instant"][project.id - 1], project.instant) for project in book.projects]
    pairs += [(rules["story_book"][k], story.book) for k, story in enumerate(book.story)]
    pairs += [(rules["story_reveal"][k], story.reveal) for k, story in enumerate(book.story)]
    pairs += [(rules["space_reward"][space.space], space.reward) for space in book.spaces]
    pairs += [(rules["solo_action"][space.space], space.action) for space in book.solo_board]
    pairs += [(rules["plant_reward"][k], plant.reward) for k, plant in enumerate(book.plants)]
    pairs += [(rules["city_action"][k], token.action) for k, token in enumerate(book.legacy[13:])]
    kinds = set()
    for place, effect in pairs:
        assert list(rows.effect(int(place))) == in_single_gains(effect)
        kinds |= {type(step) for part in effect for step in part.sequence} | {type(part) for part in effect}
        assert effect_words(effect) or not effect
    assert len(kinds) >= 14, kinds                           # parts and steps that the book has


@rule("S-12")
def test_without_plants_words_say_water() -> None:
    game = game_of(2, (("scenario", 1),))
    table = Table(game.new_game(0).states[0], game)
    texts = [table.find(number) for number in range(HEXES)] + [table.reward_of(k) for k in range(len(table.cities))]
    assert not any("plant" in text for text in texts)
    with_plants = game_of(2, (("scenario", 2),))
    table = Table(with_plants.new_game(0).states[0], with_plants)
    assert any("plant" in table.find(number) for number in range(HEXES))


# --- prices ---


def with_mine(state: State, **mine: Any) -> State | None:
    """The same position, but for what the seat that decides has; None: then the question would not be asked."""
    position = state.to_dict()
    position["players"][state.current_player] |= mine
    try:
        return state.game.from_dict(position)
    except InvalidPosition:
        return None


def is_legal_with(state: State, action: int, **mine: Any) -> bool:
    """To the same question."""
    other = with_mine(state, **mine)
    if other is None or question_of(other) != question_of(state):
        return False
    return action in other.legal_actions


def question_of(state: State) -> tuple[int, int]:
    return state.current_player, int(state.states[0].question)


PRICES = (
    (r"play .+ for (\d+) water", "water"), (r"build .+ for (\d+) metal", "metal"),
    (r"produce .+ for (\d+) energy", "energy"),
)


@rule("B-5", "K-4", "P-4")
def test_the_price_that_is_told_is_the_price(decisions: Played) -> None:
    """With so much it can be paid, with 1 less it cannot."""
    checked: Counter[str] = Counter()
    for before, _, _ in decisions[::4]:
        for action, phrase in phrases(before).items():
            for pattern, what in PRICES:
                if told := re.match(pattern, phrase):
                    checked[what] += 1
                    assert is_legal_with(before, action, **{what: int(told[1])}), phrase
                    assert told[1] == "0" or not is_legal_with(before, action, **{what: int(told[1]) - 1}), phrase
    assert min(checked.values()) > 20, checked
    assert len(checked) == len(PRICES)


@rule("H-3", "M-2")
def test_the_cost_of_a_step_is_what_is_paid(decisions: Played) -> None:
    checked = 0
    for before, after, action in decisions:
        told = re.search(r"fly .+ for (\d) movement", before.action_to_string(action))
        if told and after.states[0].question == 7 and after.states[0].mover == before.states[0].mover:
            checked += 1
            paid = int(before.states[0].left) - int(after.states[0].left)
            assert paid >= int(told[1])                      # more where a single way went on by itself
            here = hex_name(int(after.states[0].players[before.current_player].hex))
            assert paid == int(told[1]) or f"to {here} " not in before.action_to_string(action)
    assert checked > 100


# --- what they are called ---


@rule("D-7", "M-6")
def test_what_steps_are_called() -> None:
    state = build("movement", {"hex": hex_at(1, 1, 1), "navigation_discard": [2]}, {})
    assert phrases(state) == {
        0: "land on B2 (Borderville): 2 energy, a fight against 1 for 2 water",
        act("MOVE", 0): "fly E to B3 for 1 movement point: find 1 point",
        act("MOVE", 2): "fly NW to A2 (Dustwick) for 1 movement point",
        act("MOVE", 3): "fly W to B1 for 1 movement point",
        act("MOVE", 4): "fly SW to C2 (Borderville) for 1 movement point",
        act("MOVE", 5): "fly SE to C3 for 2 movement points",
    } | {action: phrase for action, phrase in phrases(state).items() if "NE" in phrase}


@rule("D-17")
def test_what_building_is_called() -> None:
    state = build("action", {"hand": [1, 6], "water": 3, "metal": 4, "upgrades": {"movement": 2}}, {})
    do(state, act("ACTION", 3))
    told, wreck = phrases(state), "2 metal, 1 production step; 1 point at the end"
    assert told[act("PROJECT", 0)] == f"play Wreck for 3 water and 1 card: {wreck}"
    assert told[act("PROJECT", 5)] == "play Dew Nets for 2 water: 1 production step; 1 point at the end"
    assert told[act("UPGRADE", 1)] == "build combat upgrade 1 for 2 metal: combat +1"
    assert act("UPGRADE", 0) not in told                     # it costs 5
    assert told[act("RESOURCE", 3)] == "take 1 card"


@rule("B-3")
def test_the_last_tile_of_a_type_says_what_it_brings() -> None:
    state = build("action", {"metal": 5, "upgrades": {"movement": 2}}, {})
    do(state, act("ACTION", 3))
    assert phrases(state)[act("UPGRADE", 0)] == "build movement upgrade 3 for 5 metal: movement +1, 5 water"


# --- questions ---


def test_a_question_says_who_decides_what(decisions: Played) -> None:
    asked = set()
    for before, _, _ in decisions:
        told = words.question(before)
        asked.add(int(before.states[0].question))
        moment = r"(round \d of \d, (book|production|movement|action)|set-up|the end)(, in the turn of seat \d)?"
        assert re.fullmatch(rf"Seat {before.current_player}, {moment}: .+\?( \(.+\))?", told), told
        assert words.summary(before) in told
    assert len(asked) > QUESTION_COUNT - 3, asked
    assert words.question(decisions[-1][1]) == "The game is over."


def test_a_question_in_the_turn_of_another_says_so() -> None:
    state = build("action", {}, {"metal": 2})
    do(state, act("ACTION", 3), act("RESOURCE", 0), act("RESOURCE", 0))
    assert words.question(state) == (
        "Seat 1, round 1 of 8, action, in the turn of seat 0: what to build? (1 build action to do)"
    )


# --- the log ---


def test_every_sentence_of_a_log_is_a_sentence(decisions: Played) -> None:
    for before, after, action in decisions[::2]:
        lines = log_lines(before, after, action)
        assert lines[0].startswith(f"Seat {before.current_player} ")
        for line in lines:
            assert line.endswith("."), line
            assert line[0].isupper() or line[0] == '"', line
            assert "  " not in line


NAMES = (
    "points", "water", "metal", "energy", "production", "cards in hand", *(f"{name} upgrades" for name in TYPE_NAMES),
    *(f"{name} plants" for name in PLANT_NAMES),
)
NUMBER = re.compile(rf"(?:-> |; |: )({'|'.join(NAMES)}) (-?\d+) to (-?\d+)")


def numbers_of(position: dict[str, Any], seat: int) -> dict[str, int]:
    player = position["players"][seat]
    numbers = {name: player[name] for name in ("points", "water", "metal", "energy", "production")}
    numbers["cards in hand"] = len(player["hand"])
    numbers |= {f"{name} upgrades": number for name, number in player["upgrades"].items()}
    return numbers | {f"{name} plants": number for name, number in player["plants"].items()}


def test_the_numbers_of_a_log_are_all_that_changed(decisions: Played) -> None:
    """For every player: what was, what is, and nothing that is not told."""
    for before, after, action in decisions[::3]:
        lines = log_lines(before, after, action)
        was, now = before.to_dict(), after.to_dict()
        for seat in range(before.game.num_players):
            own = [line for line in lines if re.match(rf"(For seat|Seat) {seat}\b", line)]
            told = {name: (int(a), int(b)) for line in own for name, a, b in NUMBER.findall(line)}
            old, new = numbers_of(was, seat), numbers_of(now, seat)
            assert told == {name: (old[name], new[name]) for name in old if old[name] != new[name]}, lines


def test_everything_that_is_put_somewhere_is_told(decisions: Played) -> None:
    """Projects in play, plants on the map, cubes, city cards, tasks, story cards."""
    for before, after, action in decisions[::3]:
        text = " ".join(log_lines(before, after, action))
        was, now = before.to_dict(), after.to_dict()
        book = before.game.catalogue
        for number in set(now["planted"]) - set(was["planted"]):
            assert f"A plant lies on {hex_name(number)}." in text
        for card in set(now["cities_taken"]) - set(was["cities_taken"]):
            assert f"City card {card} leaves its sector" in text
        if now["story"] != was["story"]:
            assert book.story_card(now["story"]).title in text
        for old, new in zip(was["players"], now["players"], strict=True):
            for card in set(new["projects"]) - set(old["projects"]):
                assert book.projects[card - 1].title in text
            for city in set(new["cities"]) - set(old["cities"]):
                name = next(each.name for board in book.boards.values() for each in board.cities if each.id == city)
                assert f"into {name}" in text
            for task in set(new["covered"]) - set(old["covered"]):
                assert f"the task {task} is covered" in text


@rule("U-2", "U-4")
def test_a_log_does_not_depend_on_what_the_seat_cannot_know(decisions: Played) -> None:
    """All that is hidden from the seat is dealt another way before and after: the sentences are the same."""
    for k, (before, after, action) in enumerate(decisions[::20]):
        for seat in range(before.game.num_players):
            other = log_lines(before.resample(seat, k), after.resample(seat, k), action, seat)
            assert other == log_lines(before, after, action, seat)


@rule("U-2")
def test_cards_that_others_draw_are_not_named(decisions: Played) -> None:
    checked = 0
    for before, after, action in decisions:
        seat = before.current_player
        drawn = set(after.to_dict()["players"][seat]["hand"]) - set(before.to_dict()["players"][seat]["hand"])
        if not drawn or before.game.num_players == 1:
            continue
        checked += 1
        others = [log_lines(before, after, action, viewer)[0] for viewer in range(before.game.num_players)]
        for viewer, line in enumerate(others):
            assert ("draws " in line.split(" -> ")[-1]) == (viewer == seat), line
        if checked == 30:
            break
    assert checked == 30


def test_a_log_says_how_a_game_ends(games: list[Played]) -> None:
    for game in games:
        before, after, action = game[-1]
        last = log_lines(before, after, action)[-1]
        assert last.startswith("The game is over: ")
        if before.game.num_players == 1:
            assert last.endswith("; won." if after.winners else "; not won.")
            assert f"The game is over: {after.scores[0]} point" in last
        else:
            assert all(f"seat {seat} has {score} point" in last for seat, score in enumerate(after.scores))
            assert last.endswith(f"won by {' and '.join(f'seat {seat}' for seat in after.winners)}.")


def test_a_log_tells_every_round(games: list[Played]) -> None:
    for game in games:
        lines = [line for before, after, action in game for line in log_lines(before, after, action)]
        first, last = game[0][0].to_dict()["round"], int(game[0][0].game.rulebook["rounds"][0])
        assert sum(line.startswith("Round ") for line in lines) == last - first


@pytest.mark.parametrize("viewer", [2, -1, 9, "0"])
def test_a_log_is_for_a_seat_of_the_game(viewer: object) -> None:
    with pytest.raises(InvalidOption, match="a seat from 0 to 1"):
        words.GameLog(game_of(2, ()), viewer)


# --- the screen ---


def test_a_screen_fits_and_has_colours_only_if_asked(decisions: Played) -> None:
    for before, _, _ in decisions[::60]:
        screen = before.render("ansi")
        assert max(map(len, screen.splitlines())) <= WIDEST, max(screen.splitlines(), key=len)
        assert "\x1b" not in screen
        painted = words.ansi(before, None, colour=True)
        assert "\x1b[1m" in painted
        assert re.sub("\x1b" + r"\[\d+m", "", painted) == screen


def test_a_screen_shows_all_that_lies_on_the_table(decisions: Played) -> None:
    for before, _, _ in decisions[::100]:
        screen = " ".join(before.render("ansi").split())
        position, book = before.to_dict(), before.game.catalogue
        for player in position["players"]:
            for name in ("water", "metal", "energy"):
                assert f"{name} {player[name]}," in screen
            assert f"cards {len(player['hand'])}, production level {player['production']}; " in screen
            assert f"airship on {hex_name(player['hex'])}" in screen
            for card in player["projects"]:
                assert re.search(rf"in play, \w+: {book.projects[card - 1].title}\b", screen)
            for card in player["hand"]:
                assert re.search(rf"in hand, \w+: {book.projects[card - 1].title} for ", screen)
        for sector, cards in enumerate(position["sectors"]):
            assert f"sector {sector + 1}, {len(cards)} card" in screen
        for token in position["legacy"]:
            assert re.search(rf"legacy tokens: .*\b{token}\b", screen)


@rule("U-2")
def test_hands_of_others_are_not_shown(decisions: Played) -> None:
    for before, _, _ in decisions[::100]:
        for seat in range(before.game.num_players):
            screen = before.render("ansi", seat)
            assert screen.count("\n  in hand, ") == len(before.to_dict()["players"][seat]["hand"])


@rule("S-3", "U-3")
def test_of_city_cards_only_what_the_clouds_leave_open_is_shown() -> None:
    """Card 1 under sleeve 6: its navigation value and its energy."""
    state = build("action", {}, {}, tops={0: 1}, edit={"sleeves": [6, 1, 2]})
    assert "sector 1, 8 cards: energy 1, navigation 3\n" in state.render("ansi", 0)
    do(state, act("ACTION", 0))
    assert phrases(state) == {
        act("DISTRICT", 0): "put the drone on energy: amount 1",
        act("DISTRICT", 1): "put the drone on metal",
        act("DISTRICT", 2): "put the drone on water",
        act("DISTRICT", 3): "put the drone on people",
    }


@pytest.mark.parametrize(("players", "sides"), [(2, "AAA"), (4, "BBB")])
def test_every_hex_is_on_the_map(players: int, sides: str) -> None:
    game = game_of(players, (("scenario", 3), ("sides", sides)))
    state = game.new_game(0)
    lines = state.render("ansi").split("\nMap\n")[1].split("\ncost of a hex")[0].splitlines()
    table = Table(state.states[0], game)
    cells = [cell for line in lines[1::2] for cell in re.findall(r"\d[a-z.]\*?", line[2:])]
    assert len(cells) == int((game.rulebook[0]["cost"] > 0).sum()) == HEXES          # L7 fills the notch
    costs = Counter(int(cell[0]) for cell in cells)
    assert costs == Counter(table.cost(number) for number in range(HEXES))
    assert sum(cell.endswith("*") for cell in cells) == sum(bool(table.find(number)) for number in range(HEXES))
    assert sum(cell[1] != "." for cell in cells) == sum(table.city_on(number) is not None for number in range(HEXES))


def test_airships_plants_and_guns_are_on_the_map() -> None:
    state = build("action", {"hex": hex_at(1, 1, 1)}, {}, chapter="6")
    position = state.to_dict() | {"planted": [hex_at(1, 0, 3)]}
    position["bag"]["green"] -= 1
    screen = state.game.from_dict(position).render("ansi")
    lines = screen.split("\nMap\n")[1].splitlines()
    assert lines[2].rstrip() == "            p"
    assert lines[4].rstrip().startswith("       0")
    assert lines[6].rstrip().startswith("   1")


# --- points ---


@rule("E-9", "O-6", "Y-6")
def test_the_score_sheet_adds_up(games: list[Played]) -> None:
    for game in games:
        for state in (game[len(game) // 2][0], game[-1][1]):
            sheet = words.score_sheet(state)
            assert max(map(len, sheet.splitlines())) <= WIDEST
            rows = [line.split() for line in sheet.splitlines()]
            totals = next([int(number) for number in row[1:]] for row in rows if row and row[0] == "total")
            assert totals == [state.score_breakdown(seat)["total"] for seat in range(state.game.num_players)]
            assert ("stars: seat 0 " in sheet) == (state.game.options.chapter is not None)
            if state.game.num_players == 1 and state.is_terminal:
                assert ("\nwon" in sheet) == bool(state.winners)


def test_every_project_has_words() -> None:
    game = game_of(2, (("chapter", "6"),))
    table = Table(game.new_game(0).states[0], game)
    assert all(project_gives(table, card) for card in range(PROJECTS))
