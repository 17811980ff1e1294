"""Try faults in the component book: the engine plays with the wrong book, the oracle with the right one.

Games are aimed at the faulty thing. To find one quickly, two engines play it, one with either book, until they differ;
the game found is then played against the oracle, and only its disagreement counts.
"""

from __future__ import annotations

import random
import re
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

import undersea_env
from tests.disagreement import Disagreement
from tests.mutants.trial import in_a_copy, run_scenarios
from tests.underwater_cities import oracle
from tests.underwater_cities.agreement import Duel, Recorded
from tests.underwater_cities.mutants.faults_in_data import DataFault, folder_with
from tests.underwater_cities.mutants.subject import SUBJECT
from undersea_env.core.position import Game
from undersea_env.core.warming import use_rules
from undersea_env.errors import UnderseaError
from undersea_env.underwater_cities import kind
from undersea_env.underwater_cities.compiled.assembler import slots_in_order
from undersea_env.underwater_cities.compiled.limits import FACE_UP_SPECIALS, N_SITES, N_SLOTS, PLAYABLE_HAND
from undersea_env.underwater_cities.kernel import actions
from undersea_env.underwater_cities.kernel.actions import ACTIONS, NUM_ACTIONS
from undersea_env.underwater_cities.printed import catalogue
from undersea_env.underwater_cities.printed.catalogue import load_catalogue
from undersea_env.underwater_cities.words.names import site_name

Note = Callable[[dict[str, Any]], None]
TOPICS = ("federation", "special", "tunnel", "upgrade", "cit", "farm", "lab", "desal", "action card")
MUCH, LITTLE = 300.0, 0.003
WHOLE_GAME = (4, 3, 3)
ROUNDS_OF_ERA = {1: ((2, 1, 1), WHOLE_GAME, (4,)), 2: ((1, 3, 1), WHOLE_GAME, (1, 6)),
                 3: ((1, 1, 4), WHOLE_GAME, (1, 1, 6))}


class DuelWithWrongBook(Duel):
    """The engine has a book of its own, the oracle the true one."""

    def __init__(self, game: Game, book: Any, seed: int, options: dict[str, Any]) -> None:
        self.options, self.seed, self.actions, self.beginning = options, seed, [], None
        self.state = game.new_game(seed)
        position = self.state.to_dict()
        self.chance = Recorded(position)
        self.oracle = oracle.Game(
            book, options["num_players"], boards=[player["board"] for player in position["players"]],
            contracts=options["contracts"], rounds=options["rounds"], chance=self.chance,
        )
        self.compare(position)


@dataclass
class Books:
    """Games with the true book and with the wrong one, by their options."""

    folder: Path
    true_book: Any
    games: dict[str, tuple[Game, Game]] = field(default_factory=dict)

    def pair(self, options: dict[str, Any]) -> tuple[Game, Game]:
        key = repr(options)
        if key not in self.games:
            wrong = undersea_env.game(**options, components=self.folder)
            self.games[key] = undersea_env.game(**options), wrong
        return self.games[key]


# --- aiming ---


def options_for(fault: DataFault, book: Any, attempt: int) -> dict[str, Any]:
    """Games in which the faulty thing can turn up."""
    players = (2, 4, 3, 1)[attempt % 4]
    era = book.card(int(fault.thing)).era if fault.file == "era_cards.csv" else 0
    rounds = ROUNDS_OF_ERA[era][attempt // 4 % 3] if era else (WHOLE_GAME, (1, 1, 1))[attempt // 2 % 2]
    contracts = fault.file == "contracts.csv" or attempt % 5 == 3
    boards: Any = "asymmetric" if players == 1 or attempt % 3 == 1 else "symmetric"
    if fault.file.startswith("boards"):
        number = int(fault.file[-6])
        family = range(1, 5) if number <= 4 else range(5, 9)
        players = max(players, 2 if number <= 4 else 1)
        boards = [number, *(other for other in family if other != number)][:players]
        rounds = WHOLE_GAME
    if fault.file == "slots.csv":
        sides = {slot.side for slot in book.slots if slot.id == fault.thing}
        players = players if "both" in sides or len(sides) > 1 else (3, 4)[attempt % 2] if "3-4" in sides else 2
    if fault.kind == "solo_excluded":
        players, boards = 1, "asymmetric"
    if fault.file in ("contracts.csv", "metropolises.csv"):
        rounds = WHOLE_GAME
    if players == 1 and contracts:
        if fault.file == "contracts.csv":
            players = 2
        contracts = contracts and players > 1
        boards = boards if players == 1 else "symmetric"
    return {"num_players": players, "boards": boards, "contracts": contracts, "rounds": rounds}


class Taste:
    """How much each answer is liked: at random, but the faulty thing very much."""

    def __init__(self, fault: DataFault, book: Any, source: random.Random) -> None:
        self.source = source
        self.card = int(fault.thing) if fault.file in ("era_cards.csv", "specials.csv") else 0
        self.liking = np.ones(NUM_ACTIONS)
        self.like_at_random()
        self.like_slots(fault, book)
        if fault.file.startswith("boards"):
            self.like_sites({fault.thing, fault.thing.split(".")[0], *re.findall(r'"(t\d+)"', fault.before)})

    def like_slots(self, fault: DataFault, book: Any) -> None:
        """The faulty one; and those that do what the faulty text speaks of."""
        topics = {topic for topic in TOPICS if topic in fault.before}
        if fault.file == "specials.csv":
            topics.add("special")
        for number, slot in enumerate(slots_in_order(book)):
            factor = 30 if slot.id == fault.thing else 4 ** sum(topic in slot.text for topic in topics)
            start = actions.PLAY + number * PLAYABLE_HAND
            self.liking[start : start + PLAYABLE_HAND] *= factor

    def like_sites(self, names: set[str]) -> None:
        for site in range(N_SITES):
            if site_name(site) in names:
                self.liking[actions.SITE + site] *= MUCH

    def like_at_random(self) -> None:
        source, liking = self.source, self.liking
        for block in ACTIONS:
            if block.name not in ("PLAY", "HAND"):
                liking[block.start : block.start + block.size] *= [
                    source.lognormvariate(0, 1) for _ in range(block.size)
                ]
        for slot in range(N_SLOTS):
            start = actions.PLAY + slot * PLAYABLE_HAND
            liking[start : start + PLAYABLE_HAND] *= source.lognormvariate(0, 1.2)
        liking[actions.STOP] *= source.choice((0.02, 0.02, 1))
        liking[actions.ORDER + actions.ONLY_SLOT] *= 0.02
        liking[actions.USE_CARD] *= 5

    def choice(self, state: undersea_env.State) -> int:
        legal = state._legal_actions()
        weights = self.liking[legal]
        if self.card:
            self.like_the_card(state, legal, weights)
        return self.source.choices(legal, weights.tolist())[0]

    def like_the_card(self, state: undersea_env.State, legal: list[int], weights: Any) -> None:
        """It is taken, never discarded, and played where its colour fits."""
        record = state.record
        if actions.SPECIAL <= legal[0] < actions.SPECIAL + FACE_UP_SPECIALS:
            self.like_at(actions.SPECIAL, record["special_row"][0].tolist(), legal, weights, MUCH)
        hand = record["players"]["hand"][0, state.current_player].tolist()
        if self.card not in hand:
            return
        self.like_at(actions.HAND, hand, legal, weights, LITTLE)
        if legal[0] >= actions.ORDER:
            return
        colours, colour = state.game.rulebook["slot_colour"][0], state.game.rulebook["card_colour"][0, self.card]
        for k, action in enumerate(legal):
            slot, place = divmod(action - actions.PLAY, PLAYABLE_HAND)
            if action < actions.ORDER and hand[place] == self.card:
                weights[k] *= MUCH if colours[slot] == colour else LITTLE

    def like_at(self, start: int, cards: list[int], legal: list[int], weights: Any, factor: float) -> None:
        if self.card in cards and start + cards.index(self.card) in legal:
            weights[legal.index(start + cards.index(self.card))] *= factor


# --- searching ---


def found_difference(wrong: undersea_env.State, true: undersea_env.State) -> bool:
    if wrong._legal_actions() != true._legal_actions():
        return True
    if wrong.record["players"].tobytes() != true.record["players"].tobytes():
        return True
    return wrong.is_terminal and any(
        wrong.score_breakdown(seat) != true.score_breakdown(seat) for seat in range(wrong.game.num_players)
    )


def rehearsed(games: tuple[Any, Any], seed: int, taste: Taste) -> list[int] | None:
    """The actions after which the engines with the two books differ."""
    true, wrong = (game.new_game(seed) for game in games)
    taken: list[int] = []
    while not found_difference(wrong, true):
        if wrong.is_terminal:
            return None
        taken.append(taste.choice(wrong))
        for state in (true, wrong):
            state.apply_action(taken[-1])
    return taken


def disagreement(games: tuple[Any, Any], books: Books, seed: int, options: dict[str, Any], taken: list[int]) -> str:
    """What the oracle says to a game; nothing if it agrees."""
    try:
        duel = DuelWithWrongBook(games[1], books.true_book, seed, options)
        for action in taken:
            duel.step(action)
    except Disagreement as error:
        return str(error).split("\n")[0]
    return ""


def search(fault: DataFault, books: Books, seconds: float) -> dict[str, Any]:
    start, attempt = time.process_time(), 0
    while time.process_time() - start < seconds:
        options = options_for(fault, books.true_book, attempt)
        taste = Taste(fault, books.true_book, random.Random(attempt))
        games = books.pair(options)
        taken = rehearsed(games, attempt, taste)
        attempt += 1
        words = "" if taken is None else disagreement(games, books, attempt - 1, options, taken)
        if words:
            return {"caught_by": "agreement", "words": f"game {attempt}: {words}"[:300], "games": attempt}
    return {"caught_by": "", "words": "", "games": attempt}


def try_fault(fault: DataFault, true_book: Any, seconds: float) -> dict[str, Any]:
    refusal = ""
    with tempfile.TemporaryDirectory(prefix="mutants-") as name:
        for folder in folder_with(fault, Path(name)):
            try:
                load_catalogue(folder)
            except UnderseaError as error:
                refusal = refusal or str(error).split("\n")[-1].strip()
                continue
            result = search(fault, Books(folder, true_book), seconds)
            return result if result["caught_by"] else result | tried_by_scenarios(folder)
    return {"caught_by": "check of the book", "words": refusal[:300]}


def tried_by_scenarios(folder: Path) -> dict[str, Any]:
    """The scenario tests with the wrong book in the place of the built-in one."""

    def run_with_wrong_book() -> str:
        catalogue.BUILT_IN_FOLDER = folder
        kind.built_in_catalogue.cache_clear()
        return run_scenarios(SUBJECT)

    found = in_a_copy(run_with_wrong_book)
    return {"caught_by": "scenarios" if found else "", "words": found}


def try_faults(faults: list[DataFault], note: Note, seconds: float) -> None:
    true_book = load_catalogue()
    use_rules(kind.KIND)
    for fault in faults:
        start = time.process_time()
        result = try_fault(fault, true_book, seconds)
        about = {"name": fault.name, "module": fault.file, "function": fault.thing, "kind": fault.kind,
                 "before": fault.before, "after": fault.after}
        note(about | result | {"seconds": round(time.process_time() - start, 1)})
