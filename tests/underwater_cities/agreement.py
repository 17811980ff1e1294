"""The engine and the oracle play the same game; after every action everything about it must be equal.

Chance is handed over as recorded orders: what the engine's shuffles turned out to be is read off its positions.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

import undersea_env
from tests.disagreement import Disagreement, differences
from tests.underwater_cities import oracle
from tests.underwater_cities.invented_books import folder_of
from tests.underwater_cities.oracle import looking_ahead
from tests.underwater_cities.oracle.chance import Chance
from tests.underwater_cities.oracle.network import Plan
from tests.underwater_cities.oracle.resuming import THINGS
from undersea_env.core.actions import Block
from undersea_env.core.position import Game, State
from undersea_env.underwater_cities.compiled.assembler import slots_in_order
from undersea_env.underwater_cities.compiled.limits import ASSISTANT, FACE_UP_SPECIALS, PLAYABLE_HAND
from undersea_env.underwater_cities.kernel.actions import LOOK_AT_THREE, block_of
from undersea_env.underwater_cities.kernel.network import UPGRADED
from undersea_env.underwater_cities.printed.catalogue import Catalogue
from undersea_env.underwater_cities.printed.words import Resource, Thing
from undersea_env.underwater_cities.words.names import site_name

Label = tuple[Any, ...]
Book = int | Path | None
ORDERS = ("slot first", "card first", "only slot")
KINDS = ("farm", "desal", "lab", "tunnel", "nonsymbiotic", "symbiotic")
ONE_NUMBER = {"PART": "part", "EITHER": "either", "PRICE": "price", "PAY": "pay", "FOR_KELP": "for kelp",
              "FOR_STEELPLAST": "for steelplast"}
NOT_COMPARED = ("stream", "pending")


@cache
def game_of(num_players: int, boards: str, contracts: bool, rounds: tuple[int, ...], book: Book = None) -> Game:
    """With the built-in book, an invented one, or the one in a folder."""
    return undersea_env.game(
        num_players=num_players, boards=boards, contracts=contracts, rounds=rounds,
        components=folder_of(book) if isinstance(book, int) else book,
    )


class Recorded(Chance):
    """Hands the oracle the orders that the engine's shuffles had; `after` is the engine's position after them."""

    def __init__(self, beginning: dict[str, Any]) -> None:
        super().__init__()
        self.after = beginning

    def shuffle(self, what: str, things: list[Any]) -> list[Any]:
        order = self.dealt_at_the_beginning(what)
        if order is None:
            order = self.drawn_first(set(things)) if what == "era discard" else self.dealt_first()
        # what nobody can have seen may lie in any order
        return [*order, *(thing for thing in things if thing not in set(order))]

    def dealt_at_the_beginning(self, what: str) -> list[Any] | None:
        players = self.after["players"]
        if what == "turn order":
            return list(self.after["order"])
        if what == "brown metropolises":
            return [player["metropolises"]["m.brown"] for player in players]
        if what == "blue metropolises":
            dealt = [player["metropolises"][site] for player in players for site in ("m.blue1", "m.blue2")]
            return [*dealt, *self.after["metropolis_supply"]]
        if what == "cheap specials":
            return list(self.after["special_deck"])
        if what == "dear specials":
            return list(self.after["special_row"])
        if what == "contracts":
            return list(self.after["contracts"])
        return self.dealt_first() if what == "era 1 deck" else None

    def dealt_first(self) -> list[int]:
        """A new era's deck: the players have drawn from it in turn order."""
        era = {1: range(1, 67), 2: range(67, 124), 3: range(124, 181)}[self.after["era"]]
        hands = [self.after["players"][seat]["hand"] for seat in self.after["order"]]
        return [*(card for hand in hands for card in hand if card in era), *self.after["era_deck"]]

    def drawn_first(self, things: set[int]) -> list[int]:
        """A refilled deck: first what is in hands now, then what was turned up in a solo game (O-4)."""
        hands = [card for player in self.after["players"] for card in player["hand"] if card in things]
        turned_up = [card for card in (*self.after["era_discard"], *self.after["gone"]) if card in things]
        return [*hands, *turned_up, *(card for card in self.after["era_deck"] if card in things)]


def label_of(state: State, action: int) -> Label:
    return labels_of(state, [action])[action]


def labels_of(state: State, actions: Sequence[int]) -> dict[int, Label]:
    """Actions of the engine in the oracle's words."""
    record, rules = state.record[0], state.game.rulebook[0]
    me = record["players"][record["seat"]]
    hand = me["hand"].tolist()
    return {action: _label(record, me, hand, rules, *block_and_place(action)) for action in actions}


block_and_place = cache(block_of)


def _label(record: Any, me: Any, hand: list[int], rules: Any, block: Block, place: int) -> Label:
    name = block.name
    if name == "PLAY":
        slot, card = divmod(place, PLAYABLE_HAND)
        return ("play", slot_ids()[slot], hand[card])
    if name in ONE_NUMBER:
        return (ONE_NUMBER[name], place)
    if name == "ORDER":
        return ("order", ORDERS[place])
    if name == "KIND":
        return ("kind", KINDS[place])
    if name == "SITE":
        return ("site", site_name(place))
    if name == "EXCHANGE":
        return ("exchange", ("left", "right")[place])
    if name == "RESOURCE":
        return ("resource", Resource(place).name.lower())
    if name == "ACTION_CARD":
        return ("action card", card_number(int(me["action_card"][place])))
    if name == "SPECIAL":
        if place == LOOK_AT_THREE:
            return ("look",)
        if place < FACE_UP_SPECIALS:
            return ("special", int(record["special_row"][place]))
        return ("special", int(record["special_deck"][max(0, record["special_count"] - 1)]))
    if name in ("KEEP", "UNDER"):
        return (name.lower(), int(record["looked"][place]))
    if name == "SLOT":
        return ("slot", slot_ids()[place])
    if name == "CONVERT":
        return ("convert", int(rules["conversion_card"][place]))
    if name == "HAND":
        return ("discard", hand[place])
    if name == "ONCE":
        return ("once", int(rules["once_card"][place]))
    return (name.lower().replace("_", " "),)


@cache
def slot_ids() -> list[str]:
    return [slot.id for slot in slots_in_order(game_of(2, "symmetric", False, (4, 3, 3)).catalogue)]


def card_number(card: int) -> int:
    return 0 if card == ASSISTANT else card


class Duel:
    """One game on both sides. `step` plays an action and compares.

    `beginning` changes keys of the first position: the game then begins at the turn of its `to_move`.
    """

    def __init__(self, seed: int, num_players: int = 2, boards: str = "symmetric", contracts: bool = False,
                 rounds: Sequence[int] = (4, 3, 3), beginning: dict[str, Any] | None = None,
                 book: Book = None) -> None:
        self.options: dict[str, Any] = {
            "num_players": num_players, "boards": boards, "contracts": contracts, "rounds": tuple(rounds),
        }
        if book is not None:
            self.options["book"] = book
        self.seed = seed
        self.beginning = beginning
        self.actions: list[int] = []
        self.left = False                            # not played to its end
        game = game_of(**self.options)
        self.state = game.new_game(seed) if beginning is None else game.from_dict(beginning)
        position = self.state.to_dict()
        self.chance = Recorded(position)
        if beginning is None:
            boards_of_seats = [player["board"] for player in position["players"]]
            self.oracle = oracle.Game(
                game.catalogue, num_players, boards_of_seats, contracts, tuple(rounds), self.chance
            )
        else:
            self.oracle = oracle.Game.resumed(game.catalogue, position, tuple(rounds), self.chance)
        self.compare(position)

    @property
    def is_over(self) -> bool:
        return self.state.is_terminal

    def step(self, action: int) -> None:
        label = self.labels[action]
        self.state.apply_action(action)
        self.actions.append(action)
        position = self.state.to_dict()
        self.chance.after = position
        self.oracle.answer(label)
        self.compare(position)

    def compare(self, position: dict[str, Any]) -> None:
        theirs = self.oracle.position()
        ours = {key: value for key, value in position.items() if key not in NOT_COMPARED}
        ours["special_deck"] = [*position.get("pending", {}).get("looked", ()), *ours["special_deck"]]   # not yet taken
        if ours != theirs:
            raise self.disagreement("the positions differ: " + "; ".join(differences(ours, theirs)))
        self.labels = labels_of(self.state, self.state.legal_actions)
        if self.state.current_player != self.oracle.seat:
            raise self.disagreement(f"seat {self.state.current_player} is asked; by the oracle {self.oracle.seat}")
        offered, answers = set(self.labels.values()), set(self.oracle.answers)
        if offered != answers or len(self.labels) != len(self.oracle.answers):
            ours_only, theirs_only = sorted(map(str, offered - answers)), sorted(map(str, answers - offered))
            raise self.disagreement(f"only the engine offers {ours_only}, only the oracle {theirs_only}")
        if self.is_over:
            self.compare_scores()

    def compare_scores(self) -> None:
        for seat in range(self.options["num_players"]):
            ours, theirs = self.state.score_breakdown(seat), self.oracle.score_breakdown(seat)
            if ours != theirs:
                raise self.disagreement(f"seat {seat} scores {ours}; by the oracle {theirs}")

    def disagreement(self, words: str) -> Disagreement:
        return Disagreement(words, self)


# --- ways to play ---

Policy = Callable[[Duel, random.Random], int]


def at_random(duel: Duel, rng: random.Random) -> int:
    return rng.choice(list(duel.labels))


def greedily(duel: Duel, rng: random.Random) -> int:
    """The answer after which one's score would be best; ties at random. Drives what random play never builds."""
    seat = duel.state.current_player

    def worth(action: int) -> tuple[float, float]:
        after = duel.state.clone()
        after.apply_action(action)
        me = after.record[0]["players"][seat]
        buildings, cities, tunnels = me["building"].tolist(), me["city"].tolist(), me["tunnel"].tolist()
        built = sum(map(bool, buildings + cities + cities + tunnels))                  # a city counts as two
        upgraded = sum(me["upgraded"].tolist()) + tunnels.count(UPGRADED)
        in_play = int(me["action_count"]) + int(me["tableau_count"])
        return after.scores[seat] + 2 * built + upgraded + in_play, rng.random()

    return max(duel.labels, key=worth)


@cache
def in_words(label: Label) -> str:
    return " ".join(map(str, label)).replace(" ", "_").replace("-", "_")


def fond_of(**weights: float) -> Policy:
    """Random, but with a taste: how much likelier are answers whose label has this word."""

    def policy(duel: Duel, rng: random.Random) -> int:
        def weight(label: Label) -> float:
            words = in_words(label)
            product = 1.0
            for word, factor in weights.items():
                if word in words:
                    product *= factor
            return product

        actions = list(duel.labels)
        return rng.choices(actions, [weight(duel.labels[action]) for action in actions])[0]

    return policy


POLICIES: dict[str, Policy] = {
    "random": at_random,
    "greedy": greedily,
    "draws many cards": fond_of(play_always=30, stop=0.3),                      # decks run out (C-2)
    "likes tunnels": fond_of(tunnel=12, site_t=4, stop=0.05, card_first=3),      # supplies run out (C-3)
    "likes cities": fond_of(city=12, symbiotic=6, card_first=3, stop=0.05),        # feeding (P-7), starving
    "likes action cards": fond_of(action=8, card_first=6, only_slot=0.02, stop=0.2),   # a fifth one (K-6)
    "likes specials": fond_of(special=20, look=5, card_first=4, only_slot=0.02, stop=0.1),
    "likes the track": fond_of(federation=20, card_first=4, stop=0.1),             # full piles (F-2, F-3)
    "never declines": fond_of(stop=0.001, only_slot=0.001),
    "declines": fond_of(stop=5, only_slot=5),
}


# --- which games are played ---

SHORT, WHOLE = (1, 1, 1), (4, 3, 3)
ROUNDS = ((SHORT, 14), ((2, 1, 1), 2), ((3,), 1), ((1, 2), 1), (WHOLE, 2))        # how often each


def duel_of(number: int) -> tuple[Duel, Policy, random.Random]:
    """Game number so-and-so of the comparison: its options, its first position and how it is played."""
    rng = random.Random(number)
    players = rng.choice((1, 2, 2, 3, 4))
    options: dict[str, Any] = {
        "num_players": players,
        "boards": "asymmetric" if players == 1 else rng.choice(("symmetric", "asymmetric")),
        "contracts": players > 1 and rng.random() < 0.4,
        "rounds": rng.choices([rounds for rounds, _ in ROUNDS], [weight for _, weight in ROUNDS])[0],
    }
    policy = POLICIES[rng.choice(list(POLICIES))]
    beginning = beginning_of(game_of(**options), number, rng) if rng.random() < 0.3 else None
    return Duel(number, **options, beginning=beginning), policy, rng


def beginning_of(game: Game, number: int, rng: random.Random, **more: Any) -> dict[str, Any] | None:
    """A rare first position; none if reading it claims a contract, which is in the middle of a turn (L-5)."""
    beginning = rare_beginning(game.new_game(number), rng, **more)
    return beginning if game.from_dict(beginning).to_dict() == beginning else None


def play_duel(number: int) -> Duel:
    """Play game `number` to its end, or until the oracle finds a look ahead too large; raises Disagreement."""
    return played(*duel_of(number))


def played(duel: Duel, policy: Policy, rng: random.Random) -> Duel:
    try:
        while not duel.is_over:
            duel.step(policy(duel, rng))
    except oracle.SearchTooLargeError:
        duel.left = True
    return duel


# --- games with invented books ---

INVENTED_ROUNDS = (SHORT, SHORT, SHORT, (2, 1, 1))
GAMES_OF_A_BOOK = 4
LARGEST_SEARCH = 300             # such books have cards that can be resolved in thousands of ways


def invented_duel(number: int) -> tuple[Duel, Policy, random.Random]:
    """Game number so-and-so with invented books; a few games are played with each book."""
    rng = random.Random(number)
    players = (2, 1, 3, 4)[number % GAMES_OF_A_BOOK]
    options: dict[str, Any] = {
        "num_players": players,
        "boards": "asymmetric" if players == 1 else rng.choice(("symmetric", "asymmetric")),
        "contracts": players > 1 and rng.random() < 0.6,
        "rounds": rng.choice(INVENTED_ROUNDS),
        "book": number // GAMES_OF_A_BOOK,
    }
    policy = POLICIES[rng.choice([name for name in POLICIES if name != "greedy"])]
    beginning = beginning_of(game_of(**options), number, rng, most=6) if rng.random() < 0.7 else None
    try:
        return Duel(number, **options, beginning=beginning), policy, rng
    except oracle.SearchTooLargeError:                       # at the very first question
        return Duel(number, **options), policy, rng


def play_invented_duel(number: int) -> Duel:
    """Raises Disagreement. A game whose look ahead is too large for the oracle is left."""
    with smaller_search():
        return played(*invented_duel(number))


@contextmanager
def smaller_search() -> Iterator[None]:
    before, looking_ahead.LARGEST_SEARCH = looking_ahead.LARGEST_SEARCH, LARGEST_SEARCH
    try:
        yield
    finally:
        looking_ahead.LARGEST_SEARCH = before


def rare_beginning(state: State, rng: random.Random, most: int = 4) -> dict[str, Any]:
    """A position in which something has nearly run out, or there is much of something: what play seldom reaches."""
    while state.to_dict().get("pending") is not None:                    # past the first discards
        state.apply_action(rng.choice(state.legal_actions))
    position = state.to_dict()
    for change in rng.sample(RARITIES, rng.randint(1, most)):
        change(position, rng, state.game.catalogue)
    return position


def rich(position: dict[str, Any], rng: random.Random, _: Catalogue) -> None:
    for player in position["players"]:
        player |= {token: rng.randint(0, 9) for token in ("kelp", "steelplast", "science", "credits", "biomatter")}


def poor(position: dict[str, Any], rng: random.Random, _: Catalogue) -> None:
    for player in position["players"]:
        player |= {token: rng.randint(0, 1) for token in ("kelp", "steelplast", "science", "credits", "biomatter")}


def few_cards_in_deck(position: dict[str, Any], rng: random.Random, _: Catalogue) -> None:
    """The rest lies in the discard: it is shuffled soon (C-2)."""
    kept = rng.randint(0, 3)
    position["era_discard"] = position["era_deck"][kept:] + position["era_discard"]
    position["era_deck"] = position["era_deck"][:kept]


def few_specials(position: dict[str, Any], rng: random.Random, catalogue: Catalogue) -> None:
    """Most of them have been taken and paid for (K-10); action cards stay, there is room for four only."""
    kept = rng.randint(0, 1)
    position["gone"] = sorted(position["gone"] + position["special_row"][kept:])
    position["special_row"] = position["special_row"][:kept]
    for card in position["special_deck"][rng.randint(0, 3) :]:
        player = rng.choice(position["players"])
        kind = type_of(card, catalogue)
        if kind == "instant":
            player["paid_instants"] = sorted([*player["paid_instants"], card])
        elif kind != "action":
            player["in_play"] = sorted([*player["in_play"], {"card": card}], key=lambda entry: entry["card"])
        else:
            continue
        position["special_deck"].remove(card)


def type_of(card: int, catalogue: Catalogue) -> str:
    return catalogue.card(card).type.name.lower()


def large_networks(position: dict[str, Any], rng: random.Random, catalogue: Catalogue) -> None:
    """Many tunnels and cities, built by the rules, so that supplies are short (C-3, C-4) and metropolises connected."""
    supply = position["supply"]
    for player in position["players"]:
        plan = Plan(catalogue.board(player["board"]))
        built = {plan.start: Thing.NONSYMBIOTIC}
        for _ in range(rng.randint(4, 22)):
            network = plan.network(built, frozenset())
            kind = rng.choice(("tunnels", "tunnels", "nonsymbiotic", "symbiotic"))
            sites = network.open_tunnels if kind == "tunnels" else network.open_cities
            if not sites or supply[kind] == 0:
                continue
            site = rng.choice(sorted(sites))
            thing = "tunnel" if kind == "tunnels" else kind
            built[site] = THINGS[thing]
            supply[kind] -= 1
            player["sites"][site] = thing + ("+" if thing == "tunnel" and rng.random() < 0.4 else "")


def many_buildings(position: dict[str, Any], rng: random.Random, _: Catalogue) -> None:
    for player in position["players"]:
        for letter in rng.sample("abc", rng.randint(1, 3)):
            player["sites"][f"c9.{letter}"] = rng.choice(("farm", "desal", "lab", "farm+", "desal+", "lab+"))


def four_action_cards(position: dict[str, Any], rng: random.Random, catalogue: Catalogue) -> None:
    """K-6: the next one is a fifth."""
    laid_from_deck(position, rng, catalogue, "action", 3)


def many_permanents(position: dict[str, Any], rng: random.Random, catalogue: Catalogue) -> None:
    laid_from_deck(position, rng, catalogue, "permanent", 3)


def laid_from_deck(
    position: dict[str, Any], rng: random.Random, catalogue: Catalogue, kind: str, most: int
) -> None:
    for player in position["players"]:
        if kind == "action" and len(player["in_play"]) > 1:
            continue
        fitting = [card for card in position["era_deck"] if type_of(card, catalogue) == kind]
        for card in rng.sample(fitting, min(most, len(fitting))):
            position["era_deck"].remove(card)
            player["in_play"].append({"card": card, "used": rng.random() < 0.5} if kind == "action" else {"card": card})
        player["in_play"].sort(key=lambda entry: entry["card"])


def up_the_track(position: dict[str, Any], rng: random.Random, _: Catalogue) -> None:
    """Piles on the spaces (F-2), and somebody at the end (F-3)."""
    spaces = sorted(rng.choices((1, 1, 2, 3, 4), k=position["num_players"]))
    seats = rng.sample(range(position["num_players"]), position["num_players"])
    position["federation"] = [[seat, space] for seat, space in zip(seats, spaces, strict=True)]


RARITIES = (rich, poor, few_cards_in_deck, few_specials, large_networks, many_buildings, four_action_cards,
            many_permanents, up_the_track)
