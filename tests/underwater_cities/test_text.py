"""Words: action strings, questions, the log, the screen."""

import random
import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from typing import Any

import pytest

import undersea_env
from undersea_env.errors import InvalidOption
from undersea_env.underwater_cities import words
from undersea_env.underwater_cities.compiled.disassembler import effect_of
from undersea_env.underwater_cities.compiled.limits import (
    ASSISTANT,
    TOKENS,
)
from undersea_env.underwater_cities.kernel import actions
from undersea_env.underwater_cities.kernel.actions import ACTIONS, NUM_ACTIONS, block_of
from undersea_env.underwater_cities.kernel.questions import PRODUCING, TURNS, Question
from undersea_env.underwater_cities.printed.effects import Effect, GainDifferent, OncePerTurn, When
from undersea_env.underwater_cities.words.asking import (
    UPGRADE,
    kinds_to_build,
    legal_actions,
    prices_of,
    production_of,
    waiting_cards,
)
from undersea_env.underwater_cities.words.names import site_name
from undersea_env.underwater_cities.words.phrases import (
    MEANING_OF,
    PHRASE_OF,
    QUESTION_OF,
    STOP_PHRASE_OF,
    action_phrase,
    thing_on_offer,
)
from undersea_env.underwater_cities.words.readings import slot_of, top_frame
from undersea_env.underwater_cities.words.reasons import _open_sites

KELP, BIOMATTER, POINTS = 0, 4, 5
OPTIONS: list[dict[str, Any]] = [
    {"num_players": 1},
    {"num_players": 2, "contracts": True},
    {"num_players": 3, "boards": "asymmetric"},
    {"num_players": 4, "contracts": True},
]
A_CARD = r"(the Personal Assistant|.+ \(no\. \d+\))"
AMOUNTS = r"(nothing|\d+ (kelp|steelplast|science|credits?|biomatter|points?|cards?)(, \d+ \w+)*)"
PATTERNS = {
    "PLAY": r"play .+ \(no\. \d+, (yellow|red|green)\) on [a-z-]+( with the cloning tile for 1 credit)?",
    "ORDER": r"(slot first, then the card|card first, then the slot|only the slot; discard the card).+",
    "USE_CARD": rf"pay \d credits? for {A_CARD} and use it: .+",
    "PART": r"do: .+",
    "EITHER": r"choose: .+",
    "TRIGGER": rf"let {A_CARD} work next: .+",
    "KIND": r"build a (farm|desal|lab|tunnel|nonsymbiotic city|symbiotic city)( for .+)?",
    "SITE": (
        r"build a [a-z ]+ on [ct]\d+(\.[abcdx])?( \(.+ to .+\))? for .+"
        rf"|upgrade the (farm|desal|lab|tunnel) on \S+ for {AMOUNTS}( or {AMOUNTS})*"
        rf"|gain what the .+ on \S+ produces: {AMOUNTS}|convert the city on c\d into a symbiotic one"
    ),
    "PRICE": rf"pay {AMOUNTS}( \(printed price: {AMOUNTS}\))?",
    "FOR_KELP": r"use (no|\d) biomatter in place of kelp",
    "FOR_STEELPLAST": r"use (no|\d) biomatter in place of steelplast",
    "PAY": rf"pay {AMOUNTS} for: .+",
    "EXCHANGE": rf"exchange {AMOUNTS} for {AMOUNTS}",
    "RESOURCE": rf"gain {AMOUNTS}",
    "ACTION_CARD": rf"(use {A_CARD}: .+|ready {A_CARD}|discard {A_CARD}( and use it at once)?, to lay {A_CARD})",
    "SPECIAL": rf"take the special {A_CARD} from the (top of the deck|face-up row)|put the special {A_CARD} under .+",
    "KEEP": rf"keep the special {A_CARD}: .+",
    "UNDER": rf"put {A_CARD} under the deck first",
    "SLOT": r"perform the slot [a-z-]+: .+",
    "CONVERT": rf"convert {AMOUNTS} into {AMOUNTS} with {A_CARD}",
    "HAND": rf"discard {A_CARD}",
    "ONCE": rf"use {A_CARD}: .+",
    "STOP": r"stop.*|end the turn|decline to pay .+|discard .+ and keep .+|play no card: .+",
}


def games(options: dict[str, Any], number: int = 5) -> Iterator[tuple[Any, Any, int]]:
    """Position, action taken and the position after it, of random games in which stopping is rare."""
    game = undersea_env.game(**options)
    for seed in range(number):
        rng = random.Random(seed)
        state = game.new_game(seed=seed)
        while not state.is_terminal:
            legal = state.legal_actions
            eager = [action for action in legal if action != actions.STOP]
            action = rng.choice(eager if eager and rng.random() < 0.9 else legal)
            before = state.clone()
            state.apply_action(action)
            yield before, state, action


@pytest.fixture(scope="module", params=OPTIONS, ids=lambda options: f"{options['num_players']} players")
def played(request: pytest.FixtureRequest) -> list[tuple[Any, Any, int]]:
    return [(before, after.clone(), action) for before, after, action in games(request.param)]


Played = list[tuple[Any, Any, int]]


# --- actions ---


def test_legal_actions_of_one_position_have_different_and_complete_strings(played: Played) -> None:
    for before, _, _ in played:
        legal = before.legal_actions
        strings = [before.action_to_string(action) for action in legal]
        assert len(set(strings)) == len(strings), strings
        for action, phrase in zip(legal, strings, strict=True):
            assert re.fullmatch(PATTERNS[block_of(action)[0].name], phrase), phrase


def test_the_record_alone_gives_the_same_strings_as_the_position(played: Played) -> None:
    for before, _, action in played[::25]:
        assert legal_actions(before.states[0], before.game) == before.legal_actions
        assert action_phrase(before.states[0], before.game, action) == before.action_to_string(action)


def test_an_action_that_is_not_legal_is_described_in_general(played: Played) -> None:
    for before, _, _ in played[::50]:
        for action in set(range(NUM_ACTIONS)) - set(before.legal_actions):
            assert before.action_to_string(action) == words.describe_action(before.game, action)


def test_making_words_changes_nothing(played: Played) -> None:
    for before, after, action in played[::20]:
        content = before.to_bytes(), after.to_bytes(), before.game.rulebook.tobytes()
        before.action_to_string(action)
        before.render("ansi")
        words.GameLog(before.game).log_action(before.states[0], after.states[0], action)
        assert (before.to_bytes(), after.to_bytes(), before.game.rulebook.tobytes()) == content


def test_general_descriptions_are_pairwise_different() -> None:
    game = undersea_env.game()
    meanings = [words.describe_action(game, action) for action in range(NUM_ACTIONS)]
    assert len(set(meanings)) == NUM_ACTIONS
    with pytest.raises(ValueError, match="there is no action 384"):
        words.describe_action(game, NUM_ACTIONS)
    with pytest.raises(ValueError, match="there is no action -1"):
        words.describe_action(game, -1)


def test_the_table_of_actions_covers_every_index_once() -> None:
    rows = ACTIONS.as_markdown().splitlines()[2:]
    assert len(rows) == len(ACTIONS.blocks)
    assert rows[0].startswith("| 0-")
    assert rows[-1].startswith(f"| {NUM_ACTIONS - 1} |")


def test_every_block_has_a_meaning_and_every_question_words() -> None:
    blocks = {block.name for block in ACTIONS}
    assert set(MEANING_OF) == blocks
    assert set(PHRASE_OF) == blocks - {"RESOURCE"}       # which means the same in every position
    assert set(QUESTION_OF) == set(Question) - {Question.FLOW}
    assert set(STOP_PHRASE_OF) < set(QUESTION_OF)


def test_prices_kinds_and_triggers_asked_are_those_of_the_answers(played: Played) -> None:
    """Words ask the same rules that list the answers, so both tell the same."""
    seen = Counter[str]()
    for before, _, _ in played:
        record, game, frame = before.states[0], before.game, top_frame(before.states[0])
        answers = defaultdict(list)
        for action in before.legal_actions:
            block, k = block_of(action)
            answers[block.name].append(k)
        if answers["PRICE"]:
            builds = frame.question == Question.BUILD
            thing, site = (int(frame.thing), int(frame.site)) if builds else (UPGRADE, None)
            prices = prices_of(record, game, int(frame.row), thing, site)
            assert [k for k, price in enumerate(prices) if price.is_payable] == answers["PRICE"]
        if answers["SITE"] and frame.question == Question.BUILD:
            row, thing = int(frame.row), thing_on_offer(record, game)
            for site in _open_sites(record, game, row, thing):
                prices = prices_of(record, game, row, thing, site)
                assert any(price.is_payable for price in prices) == (site in answers["SITE"])
        if answers["KIND"]:
            assert [thing - 1 for thing in kinds_to_build(record, game, int(frame.row))] == answers["KIND"]
        if answers["TRIGGER"]:
            assert max(answers["TRIGGER"]) < len(waiting_cards(record, game))
        seen.update(name for name, places in answers.items() if places)
    assert seen["SITE"] > 20
    assert seen["KIND"]


def sorted_resources(effect: Effect) -> Effect:
    """The rule book keeps a set of resources, not their order."""
    return tuple(
        GainDifferent(part.number, tuple(sorted(part.resources))) if isinstance(part, GainDifferent) else part
        for part in effect
    )


def test_the_rule_book_read_backwards_gives_what_is_printed() -> None:
    game = undersea_env.game()
    rules, catalogue = game.rulebook[0], game.catalogue
    for card in (*catalogue.cards, catalogue.assistant):
        printed = card.permanent.effect if isinstance(card.permanent, When | OncePerTurn) else card.effect
        assert effect_of(rules, *rules.card_effect[card.number or ASSISTANT]) == sorted_resources(printed), card.name
    for k in range(len(catalogue.slots)):
        assert effect_of(rules, *rules.slot_effect[k]) == sorted_resources(slot_of(game, k).effect)
    for k, metropolis in enumerate(catalogue.metropolises, start=1):
        assert effect_of(rules, *rules.metropolis_effect[k]) == sorted_resources(metropolis.instant)
    for k, contract in enumerate(catalogue.contracts, start=1):
        assert effect_of(rules, *rules.contract_effect[k]) == sorted_resources(contract.bonus)


def test_sites_are_named_as_in_the_board_files() -> None:
    assert [site_name(site) for site in (0, 8, 9, 13, 14, 53, 54, 73)] == [
        "c1", "c9", "c1.a", "c1.x", "c2.a", "c9.x", "t1", "t20",
    ]


# --- questions ---


def test_a_question_says_who_decides_what(played: Played) -> None:
    for before, _, _ in played:
        asked = words.question(before)
        moment = r"(round \d+, turn \d|set-up|.+ era I+)"
        assert re.fullmatch(rf"Seat {before.current_player}, {moment}: .+\?.*", asked), asked
    over = played[-1][1]
    assert words.question(over) == "The game is over."


# --- the log ---


def test_every_sentence_of_a_log_is_a_sentence(played: Played) -> None:
    log = words.GameLog(played[0][0].game)
    for before, after, action in played:
        for line in log.log_action(before.states[0], after.states[0], action):
            assert line.endswith(".")
            assert line.strip()[0].isupper()


def test_what_the_log_tells_of_production_and_feeding_adds_up(played: Played) -> None:
    """What a seat had, produced and ate is what it has."""
    seen = 0
    for before, after, action in played:
        was, now = before.states[0], after.states[0]
        ends_at_once = was.frame[0].stage == TURNS and (now.over or now.era != was.era)
        if not ends_at_once:
            continue
        seen += 1
        log = words.GameLog(before.game)
        own = log._own_part(was, now, action)
        produced = production_of(own, before.game)
        lines = log.log_action(was, now, action)
        for seat in range(before.game.num_players):
            hungry = int(own.players[seat].connected_cities).bit_count()
            held = [int(own.players[seat].resource[r]) + produced[seat][r] for r in range(TOKENS + 1)]
            for resource in (KELP, BIOMATTER):
                eaten = min(hungry, held[resource])
                held[resource] -= eaten
                hungry -= eaten
            held[POINTS] -= min(held[POINTS], 3 * hungry)
            assert held == [int(amount) for amount in now.players[seat].resource]
            assert any(line.startswith(f"Seat {seat} produces ") for line in lines)
            assert any(re.match(rf"Seat {seat} (feeds|cannot feed) ", line) for line in lines)
    assert seen


def test_what_the_log_tells_of_an_action_is_all_that_changed(played: Played) -> None:
    """A sentence with no news means that no token, point or card of anybody changed hands."""
    for before, after, action in played:
        was, now = before.states[0], after.states[0]
        if PRODUCING in (was.frame[0].stage, now.frame[0].stage) or now.round_no != was.round_no or now.over:
            continue
        lines = words.GameLog(before.game).log_action(was, now, action)
        names = {"PLAY", "HAND", "SITE", "PRICE", "PAY", "USE_CARD", "EXCHANGE", "RESOURCE", "SPECIAL", "KEEP"}
        if len(lines) == 1 and " -> " not in lines[0] and block_of(action)[0].name not in names:
            for seat in range(before.game.num_players):
                assert (was.players[seat].resource == now.players[seat].resource).all(), lines
                assert was.players[seat].hand_count == now.players[seat].hand_count, lines


@pytest.mark.parametrize("viewer", [2, -1, 9, "0"])
def test_a_log_is_for_a_seat_of_the_game(viewer: object) -> None:
    with pytest.raises(InvalidOption, match="a seat from 0 to 1"):
        words.GameLog(undersea_env.game(num_players=2), viewer)


def test_only_the_owner_and_the_omniscient_reader_learn_what_was_drawn() -> None:
    drawn: dict[tuple[int | None, int], list[str]] = defaultdict(list)
    for before, after, action in games({"num_players": 2}, 1):
        seat = before.current_player
        for viewer in (None, 0, 1):
            lines = words.GameLog(before.game, viewer).log_action(before.states[0], after.states[0], action)
            drawn[viewer, seat] += re.findall(r"draws (.+?)\.", lines[0].replace("no. ", "no "))
    for seat in (0, 1):
        assert all("(no " in cards for cards in drawn[None, seat] + drawn[seat, seat])
        assert all(re.fullmatch(r"\d cards?", cards) for cards in drawn[1 - seat, seat])
        assert len(drawn[seat, seat]) == len(drawn[1 - seat, seat]) > 10


def test_a_log_says_whose_view_it_is() -> None:
    game = undersea_env.game(num_players=2)
    record = game.new_game(seed=1).states[0]
    assert "omniscient" in words.GameLog(game).heading
    assert words.GameLog(game, 1).heading == "Log of seat 1"
    assert sum("is dealt" in line for line in words.GameLog(game).log_beginning(record)) == 2
    assert sum("is dealt" in line for line in words.GameLog(game, 1).log_beginning(record)) == 1


# --- the screen ---


def test_a_screen_fits_and_has_colours_only_if_asked(played: Played) -> None:
    for before, _, _ in played[::20]:
        screen = before.render("ansi")
        assert max(map(len, screen.splitlines())) <= 110
        assert "\x1b" not in screen
        painted = words.ansi(before, None, colour=True)
        assert "\x1b[33m" in painted
        assert re.sub("\x1b" + r"\[\d+m", "", painted) == screen


def test_a_screen_of_a_seat_shows_other_hands_as_numbers(played: Played) -> None:
    before = played[len(played) // 2][0]
    players = before.game.num_players
    screen = before.render("ansi", seat=0)
    assert "seen by seat 0" in screen
    for seat in range(1, players):
        count = int(before.states[0].players[seat].hand_count)
        assert re.search(rf"^Hand of seat {seat}: {count} cards?$", screen, re.M)
    assert "omniscient" in before.render("ansi")
    assert len(re.findall(r"^Hand of seat \d$", before.render("ansi"), re.M)) == players


def test_the_map_shows_every_city_and_what_stands_there(played: Played) -> None:
    last = played[-1][1]
    record = last.states[0]
    for seat in range(last.game.num_players):
        lines = "\n".join(words.ansi(last).splitlines())
        cities = [c for c in range(9) if record.players[seat].city[c]]
        for c in cities:
            assert re.search(rf"[\[{{]c{c + 1}[\]}}]", lines)


def test_the_score_sheet_adds_up(played: Played) -> None:
    for state in (played[len(played) // 2][0], played[-1][1]):
        rows = [line.split() for line in words.score_sheet(state).splitlines()]
        totals = next([int(number) for number in row[1:]] for row in rows if row and row[0] == "total")
        players = state.game.num_players
        start = next(k for k, row in enumerate(rows) if row and row[0].startswith("---")) + 1
        end = next(k for k, row in enumerate(rows) if row and row[0] == "total") - 1
        sums = [sum(int(row[seat - players]) for row in rows[start:end]) for seat in range(players)]
        assert sums == totals
    assert list(played[-1][1].scores) == totals
