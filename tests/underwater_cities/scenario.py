"""A small language for positions, answers and what must hold. A test sets up only what it needs and answers every
question.

    s = scenario(hand=[28], in_play=[37], steelplast=1, sites={"c9.a": "lab"})
    s.play(slot="two-farms-or-two-labs", card=28).order("only the slot").answer("SITE c9.b")
    assert s.me.credits == 1
    s.expect_turn_over()

An answer is named by its block in `kernel/actions.py` and its meaning: "SITE c9.b", "KIND lab", "ORDER card first".
Resources that are not mentioned are 0; of the cities only the starting city is always there. The seat that plays is 0.
"""

from __future__ import annotations

import csv
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any

import undersea_env
from tests.ruled import rule as rule
from undersea_env.underwater_cities.kernel.actions import NUM_ACTIONS, block_of

COMPONENTS = Path(undersea_env.__file__).parent / "underwater_cities" / "components"
RESOURCES = ("kelp", "steelplast", "science", "credits", "biomatter", "points")
GAINABLE = (*RESOURCES, "card")
KINDS = ("farm", "desal", "lab", "tunnel", "nonsymbiotic", "symbiotic")
ORDERS = ("slot first", "card first", "only the slot")
PLAYABLE_HAND = 6
SITES_OF_A_CITY = "abcdx"
ERA_OF_FIRST = ((124, 3), (67, 2), (1, 1))
ERA_NUMBERS = {1: range(1, 67), 2: range(67, 124), 3: range(124, 181)}
DEAR_SPECIALS = range(181, 191)
CHEAP_SPECIALS = range(191, 206)
SYMBIOTIC_SUPPLY = {2: 7, 3: 10, 4: 13}
FIRST_ROUND = {1: 1, 2: 5, 3: 8}
LAST_ROUND = {1: 4, 2: 7, 3: 10}
SOLO_SLOTS = {
    "green": ("city", "cards-upgrade-or-kelp", "federation-two", "two-desals"),
    "yellow": ("action-two-resources", "science-or-upgrades", "two-tunnels", "city-building"),
    "red": ("two-farms-or-two-labs", "tunnel-action", "special", "tunnel-city"),
}
ASSISTANT = 0


@cache
def printed_cards() -> dict[int, dict[str, str]]:
    """The rows of the card files, by number."""
    rows: dict[int, dict[str, str]] = {}
    for name in ("era_cards.csv", "specials.csv"):
        with (COMPONENTS / name).open(newline="") as file:
            rows |= {int(row["number"]): row for row in csv.DictReader(file)}
    return rows


@cache
def slot_ids() -> tuple[tuple[str, str], ...]:
    """(side, id) of every slot in the order of the actions: side 3-4, side 1-2, each yellow, red, green; always
    last.
    """
    with (COMPONENTS / "slots.csv").open(newline="") as file:
        rows = list(csv.DictReader(file))
    order = {"yellow": 0, "red": 1, "green": 2, "none": 3}
    side = {"3-4": 0, "1-2": 1, "both": 2}
    rows.sort(key=lambda row: (side[row["side"]], order[row["colour"]], int(row["index"])))
    return tuple((row["side"], row["id"]) for row in rows)


@cache
def cards_with(words: str) -> tuple[int, ...]:
    """Numbers of the cards whose effect begins with these words, ascending."""
    return tuple(sorted(n for n, row in printed_cards().items() if row["effect"].startswith(words)))


def action_cards_in_play(player: dict[str, Any]) -> list[int]:
    numbers = sorted(entry["card"] for entry in player["in_play"])
    numbers = [n for n in numbers if n == ASSISTANT or printed_cards()[n]["type"] == "action"]
    return [n for n in numbers if n != ASSISTANT] + [n for n in numbers if n == ASSISTANT]


def site_names() -> list[str]:
    cities = [f"c{n}" for n in range(1, 10)]
    return [
        *cities,
        *(f"{city}.{place}" for city in cities for place in SITES_OF_A_CITY),
        *(f"t{n}" for n in range(1, 21)),
    ]


SITE_NAMES = site_names()


class Player:
    """What one player has, by name."""

    def __init__(self, fields: dict[str, Any]) -> None:
        self._fields = fields

    def __getattr__(self, name: str) -> Any:
        return self._fields[name]

    @property
    def resources(self) -> dict[str, int]:
        return {name: self._fields[name] for name in RESOURCES}

    @property
    def cards_in_play(self) -> list[int]:
        return sorted(entry["card"] for entry in self._fields["in_play"])

    def is_used(self, card: int) -> bool:
        return next(entry["used"] for entry in self._fields["in_play"] if entry["card"] == card)


class Scenario:
    def __init__(self, game: Any, state: Any, seat: int) -> None:
        self.game = game
        self.state = state
        self.seat = seat
        self._turn = self._turn_now()

    # what is there

    @property
    def position(self) -> dict[str, Any]:
        return self.state.to_dict()

    @property
    def me(self) -> Player:
        return self.player(self.seat)

    def player(self, seat: int) -> Player:
        return Player(self.position["players"][seat])

    @property
    def space(self) -> int:
        """My printed space of the federation track; 0 below it."""
        return next(space for seat, space in self.position["federation"] if seat == self.seat)

    @property
    def breakdown(self) -> dict[str, int]:
        return self.state.score_breakdown(self.seat)

    # answers by name

    @staticmethod
    def _slot_name(slot: int, position: dict[str, Any]) -> str:
        """The id of a slot; one of the other side of the main board is named with its side."""
        side, slot_id = slot_ids()[slot]
        in_use = "1-2" if position["num_players"] <= 2 else "3-4"
        return slot_id if side in (in_use, "both") else f"{side}:{slot_id}"

    def _name(self, action: int, position: dict[str, Any]) -> str:
        block, k = block_of(action)
        player = position["players"][max(self.state.current_player, 0)]
        hand = sorted(player["hand"])
        if block.name == "PLAY":
            slot, place = divmod(k, PLAYABLE_HAND)
            return f"PLAY {self._slot_name(slot, position)} {hand[place] if place < len(hand) else '-'}"
        if block.name == "SLOT":
            return f"SLOT {self._slot_name(k, position)}"
        if block.name == "HAND":
            return f"HAND {hand[k] if k < len(hand) else '-'}"
        if block.name == "ACTION_CARD":
            cards = action_cards_in_play(player)
            return f"ACTION_CARD {cards[k] if k < len(cards) else '-'}"
        if block.name == "SPECIAL":
            row = position["special_row"]
            return f"SPECIAL {(row[k] if k < len(row) else '-') if k < 6 else ('top', 'look')[k - 6]}"
        names = {
            "ORDER": ORDERS,
            "KIND": KINDS,
            "SITE": SITE_NAMES,
            "RESOURCE": GAINABLE,
            "CONVERT": cards_with("convert"),
            "ONCE": cards_with("once per turn"),
        }.get(block.name)
        if names is not None:
            return f"{block.name} {names[k] if k < len(names) else '-'}"
        return block.name if block.size == 1 else f"{block.name} {k}"

    def _actions(self) -> dict[str, int]:
        """Every action of the game by its name here."""
        position = self.position
        return {self._name(action, position): action for action in range(NUM_ACTIONS)}

    def options(self) -> list[str]:
        """The legal answers, by name, in the order of the actions."""
        position = self.position
        return [self._name(action, position) for action in self.state.legal_actions]

    def expect_options(self, *names: str) -> Scenario:
        options = self.options()
        assert sorted(options) == sorted(names), f"legal are: {', '.join(options)}"
        return self

    def can(self, name: str) -> bool:
        return name in self.options()

    def answer(self, *names: str) -> Scenario:
        for name in names:
            options = self.options()
            assert name in options, f"{name!r} is not legal here; legal are: {', '.join(options) or 'nothing'}"
            self.state.apply_action(self.state.legal_actions[options.index(name)])
        return self

    def refuses(self, name: str) -> Scenario:
        """The action is illegal, is refused, and leaves the state as it was, to the byte."""
        action = self._actions()[name]
        assert action not in self.state.legal_actions, f"{name} is legal"
        before = self.state.to_bytes()
        try:
            self.state.apply_action(action)
        except undersea_env.IllegalAction:
            pass
        else:
            raise AssertionError(f"{name} was done although it is not legal")
        assert self.state.to_bytes() == before
        return self

    # the answers as verbs

    def play(self, slot: str, card: int) -> Scenario:
        self._turn = self._turn_now()
        return self.answer(f"PLAY {slot} {card}")

    def order(self, order: str) -> Scenario:
        return self.answer(f"ORDER {order}")

    def part(self, k: int) -> Scenario:
        return self.answer(f"PART {k}")

    def either(self, k: int) -> Scenario:
        return self.answer(f"EITHER {k}")

    def kind(self, kind: str) -> Scenario:
        return self.answer(f"KIND {kind}")

    def site(self, *sites: str) -> Scenario:
        return self.answer(*(f"SITE {site}" for site in sites))

    def price(self, k: int) -> Scenario:
        return self.answer(f"PRICE {k}")

    def for_kelp(self, n: int) -> Scenario:
        return self.answer(f"FOR_KELP {n}")

    def for_steelplast(self, n: int) -> Scenario:
        return self.answer(f"FOR_STEELPLAST {n}")

    def pay(self, k: int = 0) -> Scenario:
        return self.answer(f"PAY {k}")

    def resource(self, *names: str) -> Scenario:
        return self.answer(*(f"RESOURCE {name}" for name in names))

    def hand_card(self, *cards: int) -> Scenario:
        return self.answer(*(f"HAND {card}" for card in cards))

    def action_card(self, card: int) -> Scenario:
        return self.answer(f"ACTION_CARD {card}")

    def special(self, which: int | str) -> Scenario:
        return self.answer(f"SPECIAL {which}")

    def slot(self, slot: str) -> Scenario:
        return self.answer(f"SLOT {slot}")

    def convert(self, card: int) -> Scenario:
        return self.answer(f"CONVERT {card}")

    def stop(self) -> Scenario:
        return self.answer("STOP")

    # turns

    def _turn_now(self) -> tuple[Any, ...]:
        position = self.position
        return position["round"], position["turn"], position["to_move"], self.state.is_terminal

    def expect_turn_over(self) -> Scenario:
        """Nothing of the turn that was begun with `play` is left to decide."""
        assert self._turn_now() != self._turn, f"still open: {', '.join(self.options())}"
        return self

    def pass_turn(self) -> Scenario:
        """The seat to move takes the always-available slot with its lowest card, after discarding its lowest ones."""
        self._turn = self._turn_now()
        while not self.options()[0].startswith("PLAY"):
            self.answer(self.options()[0])
        self._turn = self._turn_now()
        lowest = min(self.player(self.state.current_player).hand)
        return self.play("always", lowest).expect_turn_over()

    def idle(self, card: int) -> Scenario:
        """The card is played for a special, the one thing that a slot gives and a network or a score does not see."""
        self.play("special" if self.position["num_players"] <= 2 else "action-special", card)
        for name in ("ORDER only the slot", "PART 1"):           # if the colours match; if an action card is ready
            if self.can(name):
                self.answer(name)
        self.answer(next(name for name in self.options() if name.startswith("SPECIAL")))
        if self._turn_now() == self._turn:
            self.stop()                                          # the ready action card is not used
        return self

    def discard_lowest(self) -> Scenario:
        """Answer every question about the hand with the lowest card."""
        while not self.state.is_terminal and self.options()[0].startswith("HAND"):
            self.answer(self.options()[0])
        return self


@cache
def game_for(players: int, boards: tuple[int, ...], contracts: bool) -> Any:
    return undersea_env.game(num_players=players, boards=list(boards), contracts=contracts)


def era_of(card: int) -> int:
    return next((era for first, era in ERA_OF_FIRST if first <= card <= 180), 1) if 0 < card <= 180 else 1


def with_state(card: Any) -> dict[str, Any]:
    """An entry of `in_play`: a number, or (number, "used")."""
    number, used = card if isinstance(card, tuple) else (card, "")
    entry: dict[str, Any] = {"card": number}
    if number == ASSISTANT or printed_cards()[number]["type"] == "action":
        entry["used"] = used == "used"
    return entry


def take(pool: Iterable[Any], n: int, taken: set[Any]) -> list[Any]:
    """The first n of the pool that are not taken yet; they are then."""
    chosen = [one for one in pool if one not in taken][:n]
    taken.update(chosen)
    return chosen


def scenario(
    players: int = 2,
    board: int | None = None,
    hand: Iterable[int] = (),
    in_play: Iterable[Any] = ((ASSISTANT, "used"),),
    sites: dict[str, str] | None = None,
    metropolises: dict[str, str] | None = None,
    extra_metropolises: Iterable[str] = (),
    space: int = 0,
    era: int | None = None,
    last_turn: bool = False,
    others: Iterable[dict[str, Any]] = (),
    era_deck: Iterable[int] = (),
    era_discard: Iterable[int] = (),
    special_deck: Iterable[int] | None = None,
    special_row: Iterable[int] | None = None,
    metropolis_supply: Iterable[str] | None = None,
    contracts: Iterable[str] | None = None,
    paid_instants: Iterable[int] = (),
    claimed: Iterable[str] = (),
    position: dict[str, Any] | None = None,
    **resources: int,
) -> Scenario:
    """A position at the beginning of seat 0's turn. `last_turn`: the last turn of the era, production follows.

    `era_deck` names the cards on top of the deck; the rest of the era lies below, ascending. `others` overrides fields
    of the other seats, `position` any field of the position.
    """
    unknown = set(resources) - set(RESOURCES)
    assert not unknown, f"no such field: {unknown}"
    hand = sorted(hand)
    laid = [with_state(card) for card in in_play]
    others = list(others)
    held = [*hand, *(entry["card"] for entry in laid)]
    era = era or max([1, *(era_of(card) for card in held)])
    board = board or (5 if players == 1 else 1)
    boards = [board, *[b for b in (range(5, 9) if board > 4 else range(1, 5)) if b != board]][:players]
    for other, overrides in enumerate(others, start=1):
        boards[other] = overrides.get("board", boards[other])

    taken: set[Any] = {*held, *era_deck, *era_discard, *paid_instants, *(special_deck or ()), *(special_row or ())}
    for overrides in others:
        taken |= {*overrides.get("hand", ()), *(with_state(card)["card"] for card in overrides.get("in_play", ()))}
        taken |= set(overrides.get("paid_instants", ()))
    wanted = {"m.brown": None, "m.blue1": None, "m.blue2": None} | (metropolises or {})
    tiles: set[str] = {*(name for name in wanted.values() if name), *(metropolis_supply or ()), *extra_metropolises}
    for overrides in others:
        tiles |= set(overrides.get("metropolises", {}).values()) | set(overrides.get("extra_metropolises", ()))

    seats: list[dict[str, Any]] = []
    for seat in range(players):
        overrides = others[seat - 1] if 0 < seat <= len(others) else {}
        if seat == 0:
            seats.append({"hand": hand, "in_play": laid, "sites": {"c9": "nonsymbiotic"} | (sites or {})})
            seats[0] |= dict.fromkeys(RESOURCES, 0) | resources
            seats[0] |= {"paid_instants": list(paid_instants), "contracts": list(claimed)}
            seats[0] |= {"extra_metropolises": list(extra_metropolises)}
            metropolis = wanted
        else:
            default = {"hand": overrides["hand"] if "hand" in overrides else take(reversed(ERA_NUMBERS[era]), 3, taken)}
            seats.append(default | {"in_play": [{"card": ASSISTANT, "used": False}], "sites": {}} | overrides)
            seats[seat]["sites"] = {"c9": "nonsymbiotic"} | seats[seat]["sites"]
            seats[seat]["in_play"] = [
                entry if isinstance(entry, dict) else with_state(entry) for entry in seats[seat]["in_play"]
            ]
            seats[seat] = dict.fromkeys(RESOURCES, 0) | seats[seat]
            metropolis = {"m.brown": None, "m.blue1": None, "m.blue2": None} | overrides.get("metropolises", {})
        brown = [f"brown-{n}" for n in range(1, 6)]
        blue = [f"blue-{n}" for n in range(1, 12)]
        seats[seat]["metropolises"] = {
            place: name or take(brown if place == "m.brown" else blue, 1, tiles)[0]
            for place, name in metropolis.items()
        }
        seats[seat]["board"] = boards[seat]

    dear = sum(1 for card in taken if card in DEAR_SPECIALS)
    if special_row is None:
        special_row = take(DEAR_SPECIALS, 6 - dear, taken)
    if special_deck is None:
        special_deck = take(CHEAP_SPECIALS, 15, taken)
    deck = [*era_deck, *take(ERA_NUMBERS[era], 66, taken)]
    built = [thing for seat in seats for thing in seat["sites"].values()]
    supply = {
        "tunnels": 46 - sum(1 for thing in built if thing.startswith("tunnel")),
        "nonsymbiotic": 17 - built.count("nonsymbiotic"),
    }
    if players > 1:
        supply["symbiotic"] = SYMBIOTIC_SUPPLY[players] - built.count("symbiotic")
    on_track = [[0, space]] if space else []
    if metropolis_supply is None:
        metropolis_supply = take((f"blue-{n}" for n in range(1, 12)), 11, tiles)
    order = (position or {}).get("order", [*range(1, players), 0] if last_turn else list(range(players)))
    whole = {
        "game": "underwater_cities-v1",
        "num_players": players,
        "era": era,
        "round": LAST_ROUND[era] if last_turn else FIRST_ROUND[era],
        "turn": 3 if last_turn else 1,
        "order": order,
        "to_move": 0,
        "slots": {},
        "clone_tile": None,
        "federation": on_track + [[seat, 0] for seat in order if not (on_track and seat == 0)],
        "supply": supply,
        "era_deck": deck,
        "era_discard": list(era_discard),
        "special_deck": list(special_deck),
        "special_row": list(special_row),
        "contracts": list(contracts or ()),
        "metropolis_supply": list(metropolis_supply),
        "players": seats,
    }
    whole |= position or {}
    if players == 1:  # the neutral tiles, one slot further in every round (O-2, O-3)
        neutral = {slots[(whole["round"] - 1) % 4]: [-1] for slots in SOLO_SLOTS.values()}
        whole["slots"] = neutral | whole["slots"]
    game = game_for(players, tuple(boards), contracts is not None)
    return Scenario(game, game.from_dict(whole), 0)
