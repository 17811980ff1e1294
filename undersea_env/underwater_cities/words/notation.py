"""The readable form of a position: plain JSON types, exact both ways, and checked when it comes from outside.

Missing keys take the value of a new game with seed 0, as far as the keys that are given leave room for it. What follows
from the rest of a position (the network, discounts) is never read; it is worked out anew.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NoReturn

import numpy as np

from undersea_env.core.loop import settle
from undersea_env.errors import InvalidPosition
from undersea_env.underwater_cities.compiled.assembler import slots_in_order
from undersea_env.underwater_cities.compiled.limits import (
    ALWAYS_SLOT,
    ASSISTANT,
    CITIES_ON_BOARD,
    CONTRACTS_IN_PLAY,
    FACE_UP_SPECIALS,
    FIRST_BUILDING_SITE,
    FIRST_CHEAP_SPECIAL,
    FIRST_SPECIAL,
    FIRST_TUNNEL_SITE,
    HAND_CAPACITY,
    LAST_NUMBER,
    LOOKED_AT,
    MAX_ACTION_CARDS,
    MAX_CONVERSIONS,
    MAX_PLAYERS,
    MOST_LAID,
    NEUTRAL_BIT,
    SITES_AT_CITY,
    TABLEAU_CAPACITY,
    TOKENS,
    TRACK_TOP,
    TUNNEL_SITES,
    TURNS_IN_ROUND,
    building_site,
)
from undersea_env.underwater_cities.compiled.opcodes import Column, Op
from undersea_env.underwater_cities.kernel import questions
from undersea_env.underwater_cities.kernel.questions import DEALING, NEW_ERA, OP_OF, PRODUCING, TURNS, Question
from undersea_env.underwater_cities.kernel.redeal import refresh_derived
from undersea_env.underwater_cities.kernel.state import FRAME, FROM_CARD, FROM_OTHER, POINT_SOURCES, SUPPLIED
from undersea_env.underwater_cities.printed.catalogue import Board, Card
from undersea_env.underwater_cities.printed.words import (
    BUILDINGS,
    CITIES,
    METROPOLIS_COLOURS,
    CardType,
    Resource,
    Thing,
)

if TYPE_CHECKING:
    from undersea_env.core.position import Game, State

HELD_NAMES = tuple(resource.name.lower() for resource in Resource)[: TOKENS + 1]
TOKEN_NAMES = HELD_NAMES[:TOKENS]
FRAME_FIELDS = tuple(str(name) for name in FRAME.names or ())[1:]
MOST_IN_FRAME = {name: int(np.iinfo(FRAME[name]).max) for name in FRAME_FIELDS}
NEUTRAL = -1
MOST_HELD = 999
MOST_POINTS_OF_SOURCE = 9999
DEEPEST_STACK = 22               # of a position from outside; there must be room to go on (MAX_FRAMES)
UPGRADED = "+"
TILES_OF_A_SEAT = 3
NEUTRAL_TILES = 3                # O-2
MOST_NEUTRAL_TILES = 4           # O-4
STREAMS = 1 << 64

POSITION_KEYS = (
    "game", "num_players", "era", "round", "turn", "order", "to_move", "slots", "clone_tile", "federation", "supply",
    "era_deck", "era_discard", "special_deck", "special_row", "contracts", "metropolis_supply", "gone", "stream",
    "players", "pending",
)
PLAYER_KEYS = (
    "board", *HELD_NAMES, "points_from", "hand", "in_play", "paid_instants", "contracts", "sites", "metropolises",
    "extra_metropolises",
)
PENDING_KEYS = ("frames", "tunnels_this_turn", "once_used", "looked", "produced", "converted")

# What a frame of each kind says, besides its question; the rest of it is zero.
OF_A_PART = ("row", "left", "source", "triggered", "committed")
FIELDS_OF = {
    Question.FLOW: ("left", "stage"),
    Question.DISCARD: ("left",),
    Question.TURN: ("stage", "slot", "card", "card_first", "card_begun", "card_paid"),
    Question.EFFECT: (*OF_A_PART, "stage"),
    Question.BUILD: (*OF_A_PART, "stage", "thing", "site", "price", "for_kelp", "for_steelplast"),
    Question.UPGRADE: (*OF_A_PART, "stage", "site"),
    Question.TAKE_SPECIAL: (*OF_A_PART, "stage"),
    Question.DIFFERENT: (*OF_A_PART, "stage"),
    Question.LAY: ("left", "source", "card"),
    Question.CONVERSIONS: (),
    Question.TRIGGERS: ("row", "source", "triggered", "stage", "thing"),
}
STAYS_WHEN_DONE = (Question.USE_ACTION, Question.PAY, Question.BUILD, Question.UPGRADE)
QUESTIONS = {question.name.lower(): question for question in Question}


# --- names and numbers ---


@dataclass(frozen=True)
class BoardSites:
    """The site ids of one board and where they are in the record."""

    cities: dict[str, int]
    buildings: dict[str, int]
    tunnels: dict[str, int]

    @classmethod
    def of(cls, board: Board) -> "BoardSites":
        buildings = {}
        for c, city in enumerate(board.cities):
            for site in city.sites:
                buildings[site.id] = building_site(c, site.id)
        return cls(
            {city.id: c for c, city in enumerate(board.cities)},
            buildings,
            {tunnel.id: t for t, tunnel in enumerate(board.tunnels)},
        )


class Names:
    """What is printed by name, for one game."""

    def __init__(self, game: "Game") -> None:
        catalogue, rules = game.catalogue, game.rulebook[0]
        first = int(rules["first_slot"])
        self.slots = [slot.id for slot in slots_in_order(catalogue)[first : first + int(rules["slot_count"])]]
        self.metropolises = [metropolis.id for metropolis in catalogue.metropolises]
        self.contracts = [contract.id for contract in catalogue.contracts]
        self.boards = [BoardSites.of(board) for board in catalogue.boards]
        self.once_cards = rules["once_card"][: int(rules["once_count"])].tolist()
        self.effects = _effects_of(rules)


def _effects_of(rules: Any) -> set[tuple[int, int]]:
    """First row and number of parts of every effect in the rule book."""
    part = rules["part"]
    nested = part[(part[:, Column.OP] == Op.PAY) | (part[:, Column.OP] == Op.IF)][:, [Column.CHILD, Column.CHILDREN]]
    fields = ("card_effect", "slot_effect", "metropolis_effect", "contract_effect", "site_effect", "alternative")
    tables = [rules[name].reshape(-1, 2) for name in fields]
    return {(first, parts) for first, parts in np.concatenate([*tables, nested]).tolist() if parts > 0}


def names_of(game: "Game") -> Names:
    names: Names = game._names or Names(game)
    game._names = names
    return names


def shown_card(card: int) -> int:
    return 0 if card == ASSISTANT else card


def inner_card(card: int) -> int:
    return card or ASSISTANT


def shown_space(space: int) -> int:
    """As printed: below the track 0, then 4, 3, 2, 1."""
    return TRACK_TOP + 1 - space if space else 0


# --- position -> dict ---


def to_dict(state: "State") -> dict[str, Any]:
    game = state.game
    names = names_of(game)
    record = state._record[0]
    players = game.num_players

    def pile(field: str, count: str) -> list[int]:
        return record[field][: int(record[count])].tolist()[::-1]      # type: ignore[no-any-return]

    position: dict[str, Any] = {
        "game": game.name,
        "num_players": players,
        "era": int(record["era"]),
        "round": int(record["round_no"]),
        "turn": int(record["turn_no"]),
        "order": record["order"][:players].tolist(),
        "to_move": state.current_player,
        "slots": {names.slots[k]: _seats(tiles) for k, tiles in enumerate(record["slot_tiles"].tolist()) if tiles},
        "clone_tile": int(record["clone_tile"]) - 1 if record["clone_tile"] else None,
        "federation": [
            [seat, shown_space(int(record["players"][seat]["space"]))] for seat in record["track"][:players].tolist()
        ],
        "supply": dict(zip(SUPPLIED, record["supply"].tolist(), strict=True)),
        "era_deck": pile("era_deck", "era_deck_count"),
        "era_discard": pile("era_discard", "era_discard_count"),
        "special_deck": pile("special_deck", "special_count"),
        "special_row": [card for card in record["special_row"].tolist() if card],
        "contracts": [names.contracts[k - 1] for k in record["contract_row"].tolist() if k],
        "metropolis_supply": [names.metropolises[k - 1] for k in pile("metropolis_supply", "metropolis_count")],
        "gone": [card for card in range(LAST_NUMBER + 1) if record["gone"][card >> 3] >> (card & 7) & 1],
        "stream": f"{int(record['stream']):016x}",
        "players": [_player_to_dict(names, record["players"][seat]) for seat in range(players)],
    }
    pending = _pending_to_dict(names, record)
    if not record["over"] and pending != {"frames": _frames_at_start_of_turn(record, game, state.current_player)}:
        position["pending"] = pending
    return position


def _seats(tiles: int) -> list[int]:
    seats = [seat for seat in range(MAX_PLAYERS) if tiles >> seat & 1]
    return [NEUTRAL, *seats] if tiles >> NEUTRAL_BIT & 1 else seats


def _bits(bits: int) -> list[int]:
    return [k for k in range(bits.bit_length()) if bits >> k & 1]


def _player_to_dict(names: Names, me: Any) -> dict[str, Any]:
    sites = names.boards[int(me["board"])]
    actions = zip(me["action_card"].tolist(), me["action_used"].tolist(), strict=True)
    in_play: list[dict[str, Any]] = [
        {"card": shown_card(card), "used": bool(used)} for card, used in list(actions)[: int(me["action_count"])]
    ]
    in_play += [{"card": card} for card in me["tableau"][: int(me["tableau_count"])].tolist()]
    return {
        "board": int(me["board"]) + 1,
        **dict(zip(HELD_NAMES, me["resource"].tolist(), strict=True)),
        "points_from": {name: n for name, n in zip(POINT_SOURCES, me["points_from"].tolist(), strict=True) if n},
        "hand": me["hand"][: int(me["hand_count"])].tolist(),
        "in_play": sorted(in_play, key=lambda entry: entry["card"]),
        "paid_instants": [FIRST_SPECIAL + k for k in _bits(int(me["paid_instants"]))],
        "contracts": [names.contracts[k - 1] for k in _bits(int(me["contracts"]))],
        "sites": _sites_to_dict(sites, me),
        "metropolises": {
            place: names.metropolises[tile - 1]
            for place, tile in zip(METROPOLIS_COLOURS, me["metropolis"].tolist(), strict=True)
        },
        "extra_metropolises": [names.metropolises[k - 1] for k in _bits(int(me["extra_metropolises"]))],
    }


def _sites_to_dict(sites: BoardSites, me: Any) -> dict[str, str]:
    city, tunnel, building, upgraded = (me[name].tolist() for name in ("city", "tunnel", "building", "upgraded"))
    built = {id: Thing(city[k]).name.lower() for id, k in sites.cities.items() if city[k]}
    built |= {
        id: Thing(building[k]).name.lower() + UPGRADED * upgraded[k] for id, k in sites.buildings.items() if building[k]
    }
    return built | {id: "tunnel" + UPGRADED * (tunnel[k] - 1) for id, k in sites.tunnels.items() if tunnel[k]}


def _pending_to_dict(names: Names, record: Any) -> dict[str, Any]:
    stack = record["frame"][: int(record["frame_count"])]
    pending: dict[str, Any] = {"frames": [_frame_to_dict(frame) for frame in stack]}
    if record["tunnels_this_turn"]:
        pending["tunnels_this_turn"] = int(record["tunnels_this_turn"])
    if record["once_used"]:
        pending["once_used"] = [names.once_cards[k] for k in _bits(int(record["once_used"]))]
    if record["looked_count"]:
        pending["looked"] = record["looked"][: int(record["looked_count"])].tolist()
    produced = {name: n for name, n in zip(TOKEN_NAMES, record["produced"].tolist(), strict=True) if n}
    if produced:
        pending["produced"] = produced
    if record["converted"].any():
        pending["converted"] = record["converted"].tolist()
    return pending


def _frame_to_dict(frame: Any) -> dict[str, Any]:
    said = {name: int(frame[name]) for name in FRAME_FIELDS if frame[name]}
    return {"question": Question(int(frame["question"])).name.lower(), **said}


def _frames_at_start_of_turn(record: Any, game: "Game", seat: int) -> list[dict[str, Any]]:
    """The turn itself, or first the discards (G-9)."""
    me = record["players"][seat]
    limit = int(game.rulebook[0]["hand_limit"]) + int(me["extra_hand_cards"])
    if me["hand_count"] > limit:
        return [{"question": "flow", "left": 1, "stage": TURNS}, {"question": "discard", "left": limit}]
    return [{"question": "flow", "left": 2, "stage": TURNS}, {"question": "turn"}]


# --- dict -> position ---


def from_dict(position: Any, game: "Game") -> "State":
    return Reader(game, _table(position, "position", POSITION_KEYS)).read()


def refuse(path: str, reason: str) -> NoReturn:
    raise InvalidPosition(f"{path}: {reason}")


def _table(value: Any, path: str, known: Collection[str] | None = None) -> dict[str, Any]:
    if not isinstance(value, Mapping):
        refuse(path, f"expected a dict, found {value!r}")
    for key in value:
        if not isinstance(key, str):
            refuse(path, f"the keys are strings; {key!r} is not")
        if known is not None and key not in known:
            refuse(path, f"unknown key {key!r}; known are {', '.join(known)}")
    return dict(value)


def _number(value: Any, path: str, low: int, high: int) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        refuse(path, f"expected a whole number from {low} to {high}, found {value!r}")
    return value


def _listed(value: Any, path: str, most: int, what: str) -> list[Any]:
    if not isinstance(value, list | tuple):
        refuse(path, f"expected a list, found {value!r}")
    if len(value) > most:
        refuse(path, f"at most {most} {what}; these are {len(value)}")
    return list(value)


def _named(value: Any, path: str, names: Sequence[str], what: str) -> int:
    """The place of a name in a list of names."""
    if not isinstance(value, str) or value not in names:
        refuse(path, f"expected the id of a {what} ({', '.join(names)}), found {value!r}")
    return names.index(value)


@dataclass
class Given:
    """Cards or tiles that have a place already, and where."""

    what: str
    place: dict[int, str] = field(default_factory=dict)

    def put(self, item: int, path: str) -> None:
        if item in self.place:
            refuse(path, f"{self.what} {item} is also in {self.place[item]}")
        self.place[item] = path

    def free(self, items: Iterable[int]) -> list[int]:
        return [item for item in items if item not in self.place]


class Reader:
    """Reads one position into a new record; refuses what cannot be."""

    def __init__(self, game: "Game", given: dict[str, Any]) -> None:
        self.game = game
        self.rules = game.rulebook[0]
        self.names = names_of(game)
        self.given = given
        self.seats = game.num_players
        self.state = game._blank()
        self.record = self.state._record[0]
        self.players = self.record["players"]
        self.cards = Given("card")
        self.bounds = self.rules["rounds_before_end_of_era"].tolist()
        self.last_era = int(self.rules["last_era"])
        self._template: dict[str, Any] | None = None

    @property
    def template(self) -> dict[str, Any]:
        """A new game with seed 0."""
        if self._template is None:
            self._template = to_dict(self.game.new_game(0))
        return self._template

    def read(self) -> "State":
        self.check_game()
        self.record["player_count"] = self.seats
        given_players = self.read_list_of_players()
        self.read_order()
        pending = self.read_pending_shape()
        self.read_time(pending)
        self.read_boards(given_players)
        self.read_sites(given_players)
        self.read_held(given_players)
        self.read_federation()
        self.read_tiles(pending)
        self.read_metropolises(given_players)
        self.read_contracts(given_players)
        self.read_cards(given_players, pending)
        self.read_stream()
        refresh_derived(self.state._record, self.game.rulebook, 0)
        if self.record["over"]:
            return self.state
        if pending is None:
            self.write_frames([{"question": "flow", "stage": TURNS}])          # the engine begins the turn
            settle(self.state._record, self.game.rulebook, self.game._rooms, 0, 1)
        else:
            PendingReader(self, pending).read()
        return self.state

    def write_frames(self, stack: list[dict[str, Any]]) -> None:
        self.record["frame_count"] = len(stack)
        for k, frame in enumerate(stack):
            self.record["frame"][k]["question"] = QUESTIONS[frame["question"]]
            for name in FRAME_FIELDS:
                self.record["frame"][k][name] = frame.get(name, 0)

    # --- the table ---

    def check_game(self) -> None:
        if self.given.get("game", self.game.name) != self.game.name:
            refuse("game", f"this is a position of {self.given['game']!r}; the game is {self.game.name!r}")
        if "num_players" in self.given:
            players = _number(self.given["num_players"], "num_players", 1, MAX_PLAYERS)
            if players != self.seats:
                refuse("num_players", f"the position has {players} players; the game has {self.seats}")

    def read_list_of_players(self) -> list[dict[str, Any]]:
        if "players" not in self.given:
            return [{} for _ in range(self.seats)]
        listed = _listed(self.given["players"], "players", MAX_PLAYERS, "players")
        if len(listed) != self.seats:
            refuse("players", f"the game has {self.seats} players; these are {len(listed)}")
        return [_table(player, f"players[{seat}]", PLAYER_KEYS) for seat, player in enumerate(listed)]

    def read_order(self) -> None:
        order = self.given.get("order")
        if order is None and "order" not in self.given:
            order = self.template["order"]
        order = _listed(order, "order", self.seats, "seats")
        order = [_number(seat, f"order[{k}]", 0, self.seats - 1) for k, seat in enumerate(order)]
        if sorted(order) != list(range(self.seats)):
            refuse("order", f"expected every seat from 0 to {self.seats - 1} once, found {order}")
        self.order: list[int] = order
        self.record["order"][: self.seats] = order
        to_move = _number(self.given.get("to_move", order[0]), "to_move", -1, self.seats - 1)
        self.record["over"] = to_move < 0
        self.record["seat"] = order[-1] if to_move < 0 else to_move      # the last to produce ended the game

    def read_pending_shape(self) -> dict[str, Any] | None:
        """The stack as far as its shape goes; what it says is checked when everything else is known."""
        if "pending" not in self.given:
            return None
        if self.record["over"]:
            refuse("pending", "the game is over (to_move is -1): nothing is pending")
        pending = _table(self.given["pending"], "pending", PENDING_KEYS)
        stack = _listed(pending.get("frames", []), "pending.frames", DEEPEST_STACK, "frames")
        if len(stack) < 2:
            refuse("pending.frames", "expected the frame 'flow' and the open question on top of it")
        checked = []
        for k, value in enumerate(stack):
            path = f"pending.frames[{k}]"
            frame = _table(value, path, ("question", *FRAME_FIELDS))
            question = frame.get("question")
            if not isinstance(question, str) or question not in QUESTIONS:
                refuse(f"{path}.question", f"expected one of {', '.join(QUESTIONS)}, found {question!r}")
            fields = FIELDS_OF.get(QUESTIONS[question], OF_A_PART)
            for name in FRAME_FIELDS:
                if name in frame:
                    n = _number(frame[name], f"{path}.{name}", 0, MOST_IN_FRAME[name])
                    if n and name not in fields:
                        refuse(f"{path}.{name}", f"a frame {question!r} has no {name}")
            if (question == "flow") != (k == 0):
                refuse(f"{path}.question", "the lowest frame, and no other, is 'flow'")
            checked.append(frame)
        stage = _number(checked[0].get("stage", 0), "pending.frames[0].stage", DEALING, NEW_ERA)
        left = _number(checked[0].get("left", 0), "pending.frames[0].left", 1, 2 if stage == TURNS else self.seats)
        seat = int(self.record["seat"])
        if stage == TURNS:
            self.record["mover"] = self.order.index(seat)
        elif self.order[left - 1] != seat:
            refuse("to_move", f"seat {self.order[left - 1]} has its go now, by pending.frames[0]")
        expected = "discard"
        if stage == PRODUCING:
            expected = "conversions"
        elif stage == TURNS and left == 2:
            expected = "turn"
        if checked[1]["question"] != expected:
            refuse("pending.frames[1].question", f"expected {expected!r} here, found {checked[1]['question']!r}")
        if expected != "turn" and len(checked) > 2:
            refuse("pending.frames[2]", f"nothing comes on top of {expected!r}")
        return pending | {"frames": checked, "stage": stage}

    def read_time(self, pending: dict[str, Any] | None) -> None:
        rounds = self.bounds[self.last_era]
        stage = pending["stage"] if pending else TURNS
        over = bool(self.record["over"])
        if pending is None and not over:
            self.record["mover"] = self.order.index(int(self.record["seat"]))
        ends = over or stage == PRODUCING
        if "era" in self.given:
            era = _number(self.given["era"], "era", 1, self.last_era)
        elif over:
            era = self.last_era
        elif "round" in self.given:
            round_no = _number(self.given["round"], "round", 1, rounds)
            era = next(e for e in range(1, self.last_era + 1) if round_no <= self.bounds[e] + ends)
        else:
            era = 1
        first, last = self.bounds[era - 1] + 1, self.bounds[era]
        if over and era != self.last_era:
            refuse("era", f"the game is over (to_move is -1) only after era {self.last_era}")
        if ends:                                     # the era marker has moved on (E-3), but not after the last round
            first = last = last if era == self.last_era else last + 1
        elif stage == NEW_ERA:
            last = first
            if era == 1:
                refuse("era", "era 1 begins with dealing, not with cards for a new era")
        elif stage == DEALING:
            last = first
            if era != 1:
                refuse("era", "cards are dealt at the beginning of era 1 only")
        round_no = _number(self.given.get("round", first), "round", 1, rounds)
        if not first <= round_no <= last:
            where = f"from {first} to {last}" if first < last else f"{first}"
            refuse("round", f"in era {era} the round is now {where}, counted from the beginning of the game")
        turn = _number(self.given.get("turn", 1), "turn", 1, TURNS_IN_ROUND)
        if turn > 1 and (over or stage != TURNS):
            refuse("turn", "between the rounds the turn is 1")
        self.era, self.round_no, self.stage = era, round_no, stage
        self.record["era"], self.record["round_no"], self.record["turn_no"] = era, round_no, turn

    def read_boards(self, players: list[dict[str, Any]]) -> None:
        """S-5."""
        choice = self.rules["board_choice"][: self.seats].tolist()
        start = int(self.rules["board_pool_start"])
        family = range(start + 1, start + 5)
        used: dict[int, str] = {}
        for seat, player in enumerate(players):
            if "board" not in player:
                continue
            path = f"players[{seat}].board"
            board = _number(player["board"], path, 1, 8)
            if choice[0] and board != choice[seat]:
                refuse(path, f"the options of this game give seat {seat} board {choice[seat]}, not {board}")
            if not choice[0] and board not in family:
                refuse(path, f"the boards of this game are {family.start} to {family.stop - 1}, not {board} (S-5)")
            if board in used:
                refuse(path, f"board {board} is also that of {used[board]} (S-5)")
            used[board] = f"players[{seat}]"
        for seat, player in enumerate(players):
            if "board" in player:
                board = player["board"]
            else:
                usual = choice[seat] or self.template["players"][seat]["board"]
                board = next(number for number in (usual, *family) if number not in used)
                used[board] = f"players[{seat}]"
            self.players[seat]["board"] = board - 1

    # --- sites ---

    def read_sites(self, players: list[dict[str, Any]]) -> None:
        for seat, player in enumerate(players):
            path = f"players[{seat}].sites"
            me = self.players[seat]
            board = int(me["board"])
            start = int(self.rules["start_city"][board])
            if "sites" in player:
                self.put_on_sites(me, _table(player["sites"], path), path)
            else:
                me["city"][start] = Thing.NONSYMBIOTIC
            self.check_network(me, board, start, path)
        self.read_supply()

    def put_on_sites(self, me: Any, built: dict[str, Any], path: str) -> None:
        number = int(me["board"]) + 1
        sites = self.names.boards[int(me["board"])]
        for id, value in built.items():
            here = f"{path}.{id}"
            if id in sites.cities:
                allowed = tuple(thing.name.lower() for thing in CITIES)
                me["city"][sites.cities[id]] = CITIES[_choice(value, here, allowed)]
            elif id in sites.tunnels:
                me["tunnel"][sites.tunnels[id]] = _choice(value, here, ("tunnel", "tunnel+")) + 1
            elif id in sites.buildings:
                allowed = tuple(thing.name.lower() + plus for thing in BUILDINGS for plus in ("", UPGRADED))
                thing, upgraded = divmod(_choice(value, here, allowed), 2)
                me["building"][sites.buildings[id]] = BUILDINGS[thing]
                me["upgraded"][sites.buildings[id]] = upgraded
            else:
                refuse(here, f"board {number} has no such site; its cities are {', '.join(sites.cities)}")

    def check_network(self, me: Any, board: int, start: int, path: str) -> None:
        """Everything could have been built in some order (B-3, B-4, B-6)."""
        sites = self.names.boards[board]
        neighbours = self.rules["neighbours"][board].tolist()
        city, building, tunnel = me["city"].tolist(), me["building"].tolist(), me["tunnel"].tolist()
        if not city[start]:
            id = next(id for id, c in sites.cities.items() if c == start)
            refuse(f"{path}.{id}", f"the starting city of board {board + 1} is missing (S-6)")
        reached = {start}
        while grown := {c for c in range(CITIES_ON_BOARD) if city[c] and c not in reached
                        and any(neighbours[r] >> c & 1 for r in reached)}:
            reached |= grown
        for id, c in sites.cities.items():
            if city[c] and c not in reached:
                refuse(f"{path}.{id}", "a city needs a built city next to it, and so on to the starting city (B-3)")
        for id, k in sites.buildings.items():
            c = k // SITES_AT_CITY
            if building[k] and c not in reached and not any(neighbours[r] >> c & 1 for r in reached):
                refuse(f"{path}.{id}", "a building needs a city there, or a built city next to the city site (B-4)")
        ends = self.rules["tunnel_end"][board].tolist()
        cities = {start}
        done: set[int] = set()
        while grown := {t for t in range(TUNNEL_SITES) if tunnel[t] and t not in done and cities & set(ends[t])}:
            done |= grown
            cities |= {end for t in grown for end in ends[t] if end < CITIES_ON_BOARD}
        for id, t in sites.tunnels.items():
            if tunnel[t] and t not in done:
                refuse(f"{path}.{id}", "a tunnel needs a way by built tunnels from the starting city (B-6)")

    def read_supply(self) -> None:
        """C-3, C-4: what is not built."""
        players = self.players[: self.seats]
        built = (
            int(np.count_nonzero(players["tunnel"])),
            int(np.count_nonzero(players["city"] == Thing.NONSYMBIOTIC)),
            int(np.count_nonzero(players["city"] == Thing.SYMBIOTIC)),
        )
        given = _table(self.given.get("supply", {}), "supply", SUPPLIED)
        for k, name in enumerate(SUPPLIED):
            total = int(self.rules["supply"][k])
            left = total - built[k]
            if left < 0:
                refuse(f"supply.{name}", f"{built[k]} are built, but there are only {total}")
            if name in given and _number(given[name], f"supply.{name}", 0, total) != left:
                refuse(f"supply.{name}", f"{total} less {built[k]} built is {left}, not {given[name]}")
            self.record["supply"][k] = left

    # --- tokens, track, tiles ---

    def read_held(self, players: list[dict[str, Any]]) -> None:
        for seat, player in enumerate(players):
            path = f"players[{seat}]"
            me = self.players[seat]
            for k, name in enumerate(HELD_NAMES):
                usual = 0 if name == "points" else None
                value = player.get(name, usual)
                if value is None and name not in player:
                    value = self.template["players"][seat][name]
                me["resource"][k] = _number(value, f"{path}.{name}", 0, MOST_HELD)
            if "points_from" in player:
                sources = _table(player["points_from"], f"{path}.points_from", POINT_SOURCES)
                for k, source in enumerate(POINT_SOURCES):
                    value = sources.get(source, 0)
                    most = MOST_POINTS_OF_SOURCE
                    me["points_from"][k] = _number(value, f"{path}.points_from.{source}", -most, most)
                total = int(me["points_from"].sum())
                if "points" not in player:
                    me["resource"][TOKENS] = _number(total, f"{path}.points_from", 0, MOST_HELD)
                elif total != player["points"]:
                    refuse(f"{path}.points_from", f"adds up to {total}, but the points are {player['points']}")
            else:
                me["points_from"][FROM_OTHER] = me["resource"][TOKENS]

    def read_federation(self) -> None:
        between_rounds = bool(self.record["over"]) or self.stage in (PRODUCING, NEW_ERA)
        if "federation" in self.given:
            value = self.given["federation"]
        elif between_rounds:
            value = [[seat, 0] for seat in self.order]
        else:
            value = self.template["federation"]
        entries = _listed(value, "federation", self.seats, "markers")
        behind = TRACK_TOP
        for k, entry in enumerate(entries):
            path = f"federation[{k}]"
            if not isinstance(entry, list | tuple) or len(entry) != 2:
                refuse(path, f"expected [seat, space], found {entry!r}")
            seat = _number(entry[0], path, 0, self.seats - 1)
            space = _number(entry[1], path, 0, TRACK_TOP)
            space = TRACK_TOP + 1 - space if space else 0
            if space > behind:
                refuse(path, "markers are listed from the front (space 1) to the back (0, below the track)")
            behind = space
            self.record["track"][k] = seat
            self.players[seat]["space"] = space
        if sorted(entry[0] for entry in entries) != list(range(self.seats)):
            refuse("federation", f"expected every seat from 0 to {self.seats - 1} once")
        track = self.record["track"][: self.seats].tolist()
        if between_rounds and (self.players["space"].any() or track != self.order):
            refuse("federation", "between the rounds all markers are below the track, in turn order (E-2, E-3)")

    def read_tiles(self, pending: dict[str, Any] | None) -> None:
        """Tiles on slots; neutral ones in a solo game only (O-2)."""
        neutral = self.neutral_places()
        if "slots" in self.given:
            slots = _table(self.given["slots"], "slots")
            for id, value in slots.items():
                place = _named(id, "slots", self.names.slots, "slot on this side of the board")
                path = f"slots.{id}"
                for tile in _listed(value, path, MAX_PLAYERS + 1, "tiles"):
                    seat = _number(tile, path, NEUTRAL, self.seats - 1)
                    bit = 1 << (NEUTRAL_BIT if seat == NEUTRAL else seat)
                    if self.record["slot_tiles"][place] & bit:
                        refuse(path, f"{'a neutral tile' if seat == NEUTRAL else f'seat {seat}'} is there twice")
                    if seat == NEUTRAL and self.seats > 1:
                        refuse(path, "neutral tiles are for the solo game only (O-2)")
                    self.record["slot_tiles"][place] |= bit
        else:
            for place in neutral:
                self.record["slot_tiles"][place] = 1 << NEUTRAL_BIT
        self.check_tiles(neutral)

    def neutral_places(self) -> list[int]:
        finished = bool(self.record["over"]) or (self.stage == PRODUCING and self.era == self.last_era)
        if self.seats > 1 or finished:
            return []
        turn = (self.round_no - 1) % int(self.rules["slots_of_a_colour"])
        return self.rules["neutral_slot"][turn, :NEUTRAL_TILES].tolist()     # type: ignore[no-any-return]

    def check_tiles(self, neutral: list[int]) -> None:
        tiles = self.record["slot_tiles"].tolist()
        for seat in range(self.seats):
            number = sum(tile >> seat & 1 for tile in tiles)
            if number > TILES_OF_A_SEAT:
                refuse("slots", f"seat {seat} has {TILES_OF_A_SEAT} tiles (S-4), not {number}")
            if number and (self.record["over"] or self.stage != TURNS):
                refuse("slots", "between the rounds no player has a tile on a slot (E-1)")
        covered = [place for place, tile in enumerate(tiles) if tile >> NEUTRAL_BIT & 1]
        if not set(neutral) <= set(covered) or len(covered) > (MOST_NEUTRAL_TILES if neutral else 0):
            wanted = ", ".join(self.names.slots[place] for place in neutral) or "no slot"
            refuse("slots", f"in this round neutral tiles lie on {wanted}, and at most one on another (O-2 to O-4)")
        shared = [place for place, tile in enumerate(tiles) if tile & (tile - 1)]
        clone = self.given.get("clone_tile")
        if clone is not None:
            clone = _number(clone, "clone_tile", 0, self.seats - 1)
            if not self.rules["clone_tile"]:
                refuse("clone_tile", "the action-cloning tile is for 4 players only (S-10)")
            if len(shared) != 1 or not tiles[shared[0]] >> clone & 1:
                refuse("clone_tile", f"seat {clone} took it: then it shares one slot with another player (G-11)")
            self.record["clone_tile"] = clone + 1
        elif shared:
            refuse(f"slots.{self.names.slots[shared[0]]}", "two tiles on a slot need the action-cloning tile (G-11)")
        if any((tiles[place] & ~(1 << NEUTRAL_BIT)).bit_count() > 2 for place in shared):
            refuse(f"slots.{self.names.slots[shared[0]]}", "at most two players share a slot (G-11)")

    # --- metropolises and contracts ---

    def read_metropolises(self, players: list[dict[str, Any]]) -> None:
        """S-7, L-2."""
        tiles = Given("metropolis")
        places = list(METROPOLIS_COLOURS)
        colours = list(METROPOLIS_COLOURS.values())
        ids = self.names.metropolises
        brown = [int(k) for k in self.rules["brown"][: int(self.rules["brown_count"])]]
        blue = [int(k) for k in self.rules["blue"]]

        def taken(value: Any, path: str, colour: str) -> int:
            tile = _named(value, path, ids, "metropolis") + 1
            if tile not in (brown if colour == "brown" else blue):
                refuse(path, f"{value} is not one of the {colour} metropolises of this game")
            if tile in tiles.place:
                refuse(path, f"{value} is also in {tiles.place[tile]}")
            tiles.put(tile, path)
            return tile

        for seat, player in enumerate(players):
            path = f"players[{seat}]"
            own = _table(player.get("metropolises", {}), f"{path}.metropolises", places)
            for k, place in enumerate(places):
                if place in own:
                    tile = taken(own[place], f"{path}.metropolises.{place}", colours[k])
                    self.players[seat]["metropolis"][k] = tile
            path += ".extra_metropolises"
            for k, value in enumerate(_listed(player.get("extra_metropolises", []), path, len(blue), "metropolises")):
                tile = taken(value, f"{path}[{k}]", "blue")
                self.players[seat]["extra_metropolises"] |= 1 << tile
        supply = None
        if "metropolis_supply" in self.given:
            listed = _listed(self.given["metropolis_supply"], "metropolis_supply", len(blue), "metropolises")
            supply = [taken(value, f"metropolis_supply[{k}]", "blue") for k, value in enumerate(listed)]
        for seat, k in np.argwhere(self.players["metropolis"][: self.seats] == 0).tolist():
            usual = ids.index(self.template["players"][seat]["metropolises"][places[k]]) + 1
            free = tiles.free([usual, *(brown if colours[k] == "brown" else blue)])
            if not free:
                refuse(f"players[{seat}].metropolises.{places[k]}", "no metropolis is left for it")
            tiles.put(free[0], f"players[{seat}].metropolises.{places[k]}")
            self.players[seat]["metropolis"][k] = free[0]
        if supply is None:
            usual_order = [ids.index(id) + 1 for id in self.template["metropolis_supply"]]
            supply = tiles.free(dict.fromkeys([*usual_order, *blue]))
        self.write_pile("metropolis_supply", "metropolis_count", supply)

    def read_contracts(self, players: list[dict[str, Any]]) -> None:
        """S-11."""
        ids = self.names.contracts
        seen = Given("contract")
        most = CONTRACTS_IN_PLAY if self.rules["contracts"] else 0

        def taken(value: Any, path: str) -> int:
            contract = _named(value, path, ids, "contract") + 1
            if contract in seen.place:
                refuse(path, f"{value} is also in {seen.place[contract]}")
            seen.put(contract, path)
            return contract

        def contracts(value: Any, path: str) -> list[int]:
            listed = _listed(value, path, len(ids), "contracts")
            if listed and not most:
                refuse(path, "this game is played without contracts (option `contracts`)")
            return [taken(item, f"{path}[{k}]") for k, item in enumerate(listed)]

        for seat, player in enumerate(players):
            for contract in contracts(player.get("contracts", []), f"players[{seat}].contracts"):
                self.players[seat]["contracts"] |= 1 << contract
        if "contracts" in self.given:
            row = contracts(self.given["contracts"], "contracts")
        else:
            usual = [ids.index(id) + 1 for id in self.template["contracts"]]
            row = seen.free(usual)[: max(most - len(seen.place), 0)]
            for contract in row:
                seen.put(contract, "contracts")
        if len(seen.place) > most:
            refuse("contracts", f"{most} contracts are in a game, claimed ones included; these are {len(seen.place)}")
        self.record["contract_row"][: len(row)] = row

    # --- cards ---

    def write_pile(self, field: str, count: str, top_first: list[int]) -> None:
        self.record[field][: len(top_first)] = top_first[::-1]
        self.record[count] = len(top_first)

    def card(self, value: Any, path: str, fits: Callable[[Card], str | None]) -> int:
        """A card that may lie there; `fits` gives the reason if it may not."""
        number = _number(value, path, 1, LAST_NUMBER)
        card = self.game.catalogue.card(number)
        if not card.is_special and card.era > self.era:
            refuse(path, f"card {number} is of era {card.era}; this is era {self.era}")
        reason = fits(card)
        if reason is not None:
            refuse(path, f"card {number} ({card.name}) cannot be here: {reason}")
        self.cards.put(number, path)
        return number

    def pile_of(self, value: Any, path: str, most: int, fits: Callable[[Card], str | None]) -> list[int]:
        listed = _listed(value, path, most, "cards")
        return [self.card(item, f"{path}[{k}]", fits) for k, item in enumerate(listed)]

    def read_cards(self, players: list[dict[str, Any]], pending: dict[str, Any] | None) -> None:
        def anything(card: Card) -> str | None:
            return None

        def of_this_era(card: Card) -> str | None:
            return None if card.era == self.era and not card.is_special else f"it is no card of era {self.era}"

        def cheap(card: Card) -> str | None:
            return None if card.number >= FIRST_CHEAP_SPECIAL else "only specials of 1 or 2 credits can"

        def dear(card: Card) -> str | None:
            return None if FIRST_SPECIAL <= card.number < FIRST_CHEAP_SPECIAL else "only specials of 3 credits can"

        def paid_instant(card: Card) -> str | None:
            return None if card.is_special and card.type == CardType.INSTANT else "only instant specials can (K-10)"

        def departed(card: Card) -> str | None:
            if dear(card) is None or (not card.is_special and card.era < self.era):
                return None
            return "only cards of past eras and specials of 3 credits leave the game"

        everything = LAST_NUMBER
        piles = {
            "era_deck": of_this_era,
            "era_discard": of_this_era,
            "special_deck": cheap,
            "special_row": dear,
            "gone": departed,
        }
        hands: list[list[int] | None] = []
        for seat, player in enumerate(players):
            path = f"players[{seat}]"
            self.read_in_play(seat, player.get("in_play", [{"card": 0, "used": False}]), f"{path}.in_play")
            paid = player.get("paid_instants", [])
            for card in self.pile_of(paid, f"{path}.paid_instants", everything, paid_instant):
                self.players[seat]["paid_instants"] |= 1 << (card - FIRST_SPECIAL)
            given = "hand" in player
            hands.append(self.pile_of(player["hand"], f"{path}.hand", HAND_CAPACITY, anything) if given else None)
        found = {
            name: self.pile_of(self.given[name], name, FACE_UP_SPECIALS if name == "special_row" else everything, fits)
            for name, fits in piles.items()
            if name in self.given
        }
        if pending is not None:
            for k, frame in enumerate(pending["frames"]):
                if frame.get("card"):
                    self.card(frame["card"], f"pending.frames[{k}].card", anything)
            looked = self.pile_of(pending.get("looked", []), "pending.looked", LOOKED_AT, cheap)
            self.record["looked"][: len(looked)] = looked
            self.record["looked_count"] = len(looked)
        self.complete_cards(hands, found)

    def complete_cards(self, hands: list[list[int] | None], found: dict[str, list[int]]) -> None:
        """Piles and hands that were not given: as in a new game, without the cards that lie elsewhere."""
        dealt = {}
        for seat, hand in enumerate(hands):
            if hand is None:
                dealt[seat] = self.cards.free(self.template["players"][seat]["hand"])
                for card in dealt[seat]:
                    self.cards.put(card, f"players[{seat}].hand")
        if "era_deck" not in found:
            deck = self.cards.free(self.usual_deck())
            for seat, cards in dealt.items():
                short = len(self.template["players"][seat]["hand"]) - len(cards)
                dealt[seat] = cards + deck[:short]
                deck = deck[short:]
            found["era_deck"] = deck
        if "special_row" not in found:
            room = FACE_UP_SPECIALS - sum(FIRST_SPECIAL <= card < FIRST_CHEAP_SPECIAL for card in self.cards.place)
            found["special_row"] = self.cards.free(self.template["special_row"])[: max(room, 0)]
            for card in found["special_row"]:
                self.cards.put(card, "special_row")
        if "special_deck" not in found:
            found["special_deck"] = self.cards.free(self.template["special_deck"])
        if sum(FIRST_SPECIAL <= card < FIRST_CHEAP_SPECIAL for card in self.cards.place) > FACE_UP_SPECIALS:
            refuse("special_row", f"only {FACE_UP_SPECIALS} specials of 3 credits are in a game (C-5)")
        for seat, hand in enumerate(hands):
            cards = sorted(dealt[seat] if hand is None else hand)
            self.players[seat]["hand"][: len(cards)] = cards
            self.players[seat]["hand_count"] = len(cards)
        self.write_pile("era_deck", "era_deck_count", found["era_deck"])
        self.write_pile("era_discard", "era_discard_count", found.get("era_discard", []))
        self.write_pile("special_deck", "special_count", found["special_deck"])
        self.record["special_row"][: len(found["special_row"])] = sorted(found["special_row"])
        for card in found.get("gone", []):
            self.record["gone"][card >> 3] |= 1 << (card & 7)

    def usual_deck(self) -> list[int]:
        """All cards of the era, top first: in the order of the new game, what is dealt there at the bottom."""
        numbers = [card.number for card in self.game.catalogue.cards_of_era(self.era)]
        if self.era > 1:                             # any fixed order that looks shuffled
            return sorted(numbers, key=lambda number: (number * 40503 % 65521, number))
        return list(dict.fromkeys([*self.template["era_deck"], *numbers]))

    def read_in_play(self, seat: int, value: Any, path: str) -> None:
        me = self.players[seat]
        actions: list[tuple[int, bool]] = []
        tableau: list[int] = []
        for k, item in enumerate(_listed(value, path, TABLEAU_CAPACITY + MAX_ACTION_CARDS, "cards")):
            here = f"{path}[{k}]"
            entry = _table(item, here, ("card", "used"))
            number = _number(entry.get("card"), f"{here}.card", 0, LAST_NUMBER)
            if number == 0:
                if any(card == ASSISTANT for card, _ in actions):
                    refuse(f"{here}.card", "a player has one Personal Assistant (S-4)")
            else:
                self.card(number, f"{here}.card", lambda card: _stays_in_play(card))
            is_action = number == 0 or self.game.catalogue.card(number).type == CardType.ACTION
            used = entry.get("used", False)
            if not isinstance(used, bool):
                refuse(f"{here}.used", f"expected true or false, found {used!r}")
            if "used" in entry and not is_action:
                refuse(f"{here}.used", f"card {number} is no action card; only those are used up (K-5)")
            if is_action:
                actions.append((inner_card(number), used))
            else:
                tableau.append(number)
        if len(actions) > MAX_ACTION_CARDS:
            refuse(path, f"at most {MAX_ACTION_CARDS} action cards, the Assistant too (K-6); these are {len(actions)}")
        turns_begun = TURNS_IN_ROUND * (int(self.record["round_no"]) - 1) + int(self.record["turn_no"])
        most = MOST_LAID + turns_begun                   # so that there is room for what the turns to come may lay
        if len(tableau) > most:
            refuse(path, f"at most {most} other cards; these are {len(tableau)}")
        for k, (card, used) in enumerate(sorted(actions)):
            me["action_card"][k], me["action_used"][k] = card, used
        me["action_count"] = len(actions)
        me["tableau"][: len(tableau)] = sorted(tableau)
        me["tableau_count"] = len(tableau)

    def read_stream(self) -> None:
        value = self.given["stream"] if "stream" in self.given else self.template["stream"]
        digits = set("0123456789abcdef")
        if not isinstance(value, str) or not 1 <= len(value) <= 16 or not set(value.lower()) <= digits:
            refuse("stream", f"expected up to 16 hexadecimal digits in a string, found {value!r}")
        self.record["stream"] = np.uint64(int(value, 16))


def _stays_in_play(card: Card) -> str | None:
    return "instants do not stay in play (K-3)" if card.type == CardType.INSTANT else None


def _choice(value: Any, path: str, allowed: tuple[str, ...]) -> int:
    if not isinstance(value, str) or value not in allowed:
        refuse(path, f"expected one of {', '.join(allowed)}; found {value!r}")
    return allowed.index(value)


# --- what is pending ---


class PendingReader:
    """Checks every number of the decision stack, so that going on from it is safe, and that there is a question."""

    def __init__(self, reader: Reader, pending: dict[str, Any]) -> None:
        self.reader = reader
        self.rules = reader.rules
        self.record = reader.record
        self.pending = pending
        self.stack = [{"question": frame["question"]} | {name: frame.get(name, 0) for name in FRAME_FIELDS}
                      for frame in pending["frames"]]
        self.seat = int(self.record["seat"])
        self.me = self.record["players"][self.seat]
        self.in_turn = self.stack[1]["question"] == "turn"

    def read(self) -> None:
        for k in range(1, len(self.stack)):
            self.check_frame(k)
        self.read_rest()
        self.reader.write_frames(self.stack)
        state = self.reader.state
        if not state._legal_actions():
            refuse("pending.frames", "the open question has no answer")
        state._legal = None
        again = state.clone()
        settle(again._record, self.reader.game.rulebook, self.reader.game._rooms, 0, 1)
        if again._buffer != state._buffer:
            refuse("pending.frames", "the frame on top is no open question: the game would go on by itself")

    def check_frame(self, k: int) -> None:
        frame = self.stack[k]
        path = f"pending.frames[{k}]"
        question = QUESTIONS[frame["question"]]
        is_top = k == len(self.stack) - 1
        if k > 1 and question in (Question.TURN, Question.DISCARD, Question.CONVERSIONS):
            refuse(f"{path}.question", f"{frame['question']!r} comes directly on 'flow' only")
        self.within(frame, path, "source", len(POINT_SOURCES) - 1)
        self.within(frame, path, "triggered", 1)
        self.within(frame, path, "committed", 1)
        if question == Question.DISCARD:
            self.check_discard(frame, path)
        elif question == Question.TURN:
            self.check_turn(frame, path, is_top)
        elif question == Question.EFFECT:
            if (frame["row"], frame["left"]) not in self.reader.names.effects:
                refuse(f"{path}.row", "no effect has these parts")
            self.within(frame, path, "stage", (1 << frame["left"]) - 1)
        elif question == Question.TRIGGERS:
            self.within(frame, path, "row", 15)
            self.within(frame, path, "thing", ALWAYS_SLOT)
            self.within(frame, path, "stage", (1 << int(self.me["tableau_count"])) - 1)
        elif question == Question.LAY:
            self.check_lay(frame, path)
        elif question in OP_OF:
            self.check_part(frame, path, question, is_top)

    def within(self, frame: dict[str, Any], path: str, name: str, most: int) -> None:
        if frame[name] > most:
            refuse(f"{path}.{name}", f"expected at most {most}, found {frame[name]}")

    def check_discard(self, frame: dict[str, Any], path: str) -> None:
        """G-9, S-9, P-7."""
        limit = int(self.rules["hand_limit"])
        if self.reader.stage != DEALING:
            limit += int(self.me["extra_hand_cards"])
        if frame["left"] != limit:
            refuse(f"{path}.left", f"the hand limit of seat {self.seat} is {limit}, not {frame['left']}")

    def check_turn(self, frame: dict[str, Any], path: str, is_top: bool) -> None:
        self.within(frame, path, "stage", questions.TO_END)
        for name in ("card_first", "card_begun", "card_paid"):
            self.within(frame, path, name, 1)
        first, count = int(self.rules["first_slot"]), int(self.rules["slot_count"])
        played = frame["stage"] != questions.TO_PLAY
        nothing = not any(frame[name] for name in ("slot", "card", "card_first", "card_begun", "card_paid"))
        if not played and not nothing:
            refuse(path, "nothing is played before the choice of slot and card (G-3)")
        skipped = frame["stage"] == questions.TO_END and nothing
        if played and not skipped and frame["slot"] != ALWAYS_SLOT and not first <= frame["slot"] < first + count:
            refuse(f"{path}.slot", f"the slots in this game are {first} to {first + count - 1} and {ALWAYS_SLOT}")
        if frame["stage"] == questions.TO_ORDER and not frame["card"]:
            refuse(f"{path}.card", "the card played with the slot is missing")
        if frame["card_paid"] and frame["card"] and not self.rules["card_price"][frame["card"]]:
            refuse(f"{path}.card_paid", "only specials are paid for (K-9)")
        if frame["card_paid"] and not frame["card"] and frame["stage"] == questions.SECOND_HALF and is_top:
            refuse(f"{path}.card_paid", "the card that was paid for is missing")
        limit = int(self.rules["hand_limit"]) + int(self.me["extra_hand_cards"])
        if is_top and not played and self.me["hand_count"] > limit and "once_used" not in self.pending:
            refuse(path, f"the excess over {limit} cards is discarded before the turn begins (G-9)")

    def check_lay(self, frame: dict[str, Any], path: str) -> None:
        """K-6."""
        if frame["left"] != 1 or frame["source"] != FROM_CARD:
            refuse(path, f"expected left 1 and source {FROM_CARD}")
        if not frame["card"] or self.rules["card_type"][frame["card"]] != CardType.ACTION:
            refuse(f"{path}.card", "expected the action card to be laid")
        if self.me["action_count"] != MAX_ACTION_CARDS:
            refuse(path, f"a card is discarded first only when there are {MAX_ACTION_CARDS} (K-6)")

    def check_part(self, frame: dict[str, Any], path: str, question: Question, is_top: bool) -> None:
        self.within(frame, path, "row", len(self.rules["part"]) - 1)
        part = self.rules["part"][frame["row"]].tolist()
        if part[Column.OP] != OP_OF[question]:
            refuse(f"{path}.row", f"this part of an effect is no {frame['question']!r}")
        most = max(1, part[Column.NUMBER])
        least = 0 if question in STAYS_WHEN_DONE and not is_top else 1
        if question in (Question.BUILD, Question.UPGRADE) and frame["stage"] == questions.TO_FINISH:
            least = 0
        if not least <= frame["left"] <= most:
            refuse(f"{path}.left", f"expected a number from {least} to {most}, found {frame['left']}")
        if question == Question.BUILD:
            self.check_build(frame, path, part, is_top)
        elif question == Question.UPGRADE:
            self.check_upgrade(frame, path, part, is_top)
        elif question == Question.DIFFERENT:
            if frame["stage"] & ~part[Column.MASK]:
                refuse(f"{path}.stage", "a resource was taken that is not offered")
        elif question == Question.TAKE_SPECIAL:
            self.check_special(frame, path, is_top)

    def check_build(self, frame: dict[str, Any], path: str, part: list[int], is_top: bool) -> None:
        stages = range(questions.TO_CHOOSE, questions.TO_FOLLOW_UP)
        if not is_top:
            stages_below = (questions.TO_CHOOSE, questions.TO_FOLLOW_UP, questions.TO_FINISH)
            if frame["stage"] not in stages_below or (frame["stage"] == questions.TO_CHOOSE and frame["thing"]):
                refuse(f"{path}.stage", "nothing can come on top of this stage of building")
        elif frame["stage"] not in stages:
            refuse(f"{path}.stage", f"expected at most {questions.TO_REPLACE_STEELPLAST}, found {frame['stage']}")
        self.within(frame, path, "thing", Thing.SYMBIOTIC)
        self.within(frame, path, "price", max(1, part[Column.PRICE_COUNT]) - 1)
        for name in ("for_kelp", "for_steelplast"):
            self.within(frame, path, name, 7)
        if frame["thing"] and not part[Column.MASK] >> frame["thing"] & 1:
            refuse(f"{path}.thing", f"this part does not build a {Thing(frame['thing']).name.lower()}")
        if frame["stage"] == questions.TO_CHOOSE:
            if frame["site"]:
                refuse(f"{path}.site", "the site is not chosen yet")
            return
        if not frame["thing"]:
            refuse(f"{path}.thing", "expected what is built")
        thing, site = Thing(frame["thing"]), frame["site"]
        sites = self.reader.names.boards[int(self.me["board"])]
        if thing == Thing.TUNNEL:
            places, standing = sites.tunnels.values(), "tunnel"
            place = site - FIRST_TUNNEL_SITE
            is_open = bool(int(self.me["open_tunnels"]) >> max(place, 0) & 1)
        elif thing in BUILDINGS:
            places, standing = sites.buildings.values(), "building"
            place = site - FIRST_BUILDING_SITE
            field = "open_expansion" if part[Column.ON_EXPANSION] else "open_building"
            is_open = bool(int(self.me[field]) >> max(place, 0) & 1)
        else:
            places, standing = sites.cities.values(), "city"
            place = site
            is_open = bool(int(self.me["open_cities"]) >> max(place, 0) & 1)
        if place not in places:
            refuse(f"{path}.site", f"there is no such site for a {thing.name.lower()} on this board")
        is_built = bool(self.me[standing][place])
        if is_top and not is_open:
            refuse(f"{path}.site", f"no {thing.name.lower()} can be built there (B-3 to B-6)")
        if not is_top and not is_built:
            refuse(f"{path}.site", f"the {thing.name.lower()} that was built is not there")

    def check_upgrade(self, frame: dict[str, Any], path: str, part: list[int], is_top: bool) -> None:
        allowed = (questions.TO_CHOOSE, questions.TO_PRICE) if is_top else (questions.TO_CHOOSE, questions.TO_FINISH)
        if frame["stage"] not in allowed:
            refuse(f"{path}.stage", f"expected {allowed[0]} or {allowed[1]}, found {frame['stage']}")
        if frame["stage"] != questions.TO_PRICE:
            if frame["site"]:
                refuse(f"{path}.site", "no site is chosen at this stage")
            return
        site, things = frame["site"], part[Column.MASK]
        sites = self.reader.names.boards[int(self.me["board"])]
        if site - FIRST_TUNNEL_SITE in sites.tunnels.values():
            fits = things >> Thing.TUNNEL & 1 and self.me["tunnel"][site - FIRST_TUNNEL_SITE] == 1
        elif site - FIRST_BUILDING_SITE in sites.buildings.values():
            k = site - FIRST_BUILDING_SITE
            fits = things & ~1 & (1 << int(self.me["building"][k])) and not self.me["upgraded"][k]
        else:
            fits = False
        if not fits:
            refuse(f"{path}.site", "nothing that can be upgraded stands there (B-13)")

    def check_special(self, frame: dict[str, Any], path: str, is_top: bool) -> None:
        """K-8."""
        looked = int(self.record["looked_count"])
        allowed = {questions.TO_TAKE: (0,), questions.TO_KEEP: (2, 3), questions.TO_PUT_UNDER: (2,)}
        if frame["stage"] not in allowed or not is_top:
            refuse(f"{path}.stage", "expected 0, 1 or 2, and nothing on top of it")
        if looked not in allowed[frame["stage"]]:
            refuse("pending.looked", f"{looked} cards do not fit stage {frame['stage']} of taking a special (K-8)")

    def read_rest(self) -> None:
        pending, record = self.pending, self.record
        if record["looked_count"] and self.stack[-1]["question"] != "take_special":
            refuse("pending.looked", "specials are looked at only while one is taken (K-8)")
        built = int(np.count_nonzero(self.me["tunnel"]))
        tunnels = _number(pending.get("tunnels_this_turn", 0), "pending.tunnels_this_turn", 0, built)
        once = _listed(pending.get("once_used", []), "pending.once_used", len(self.reader.names.once_cards), "cards")
        if (tunnels or once) and not self.in_turn:
            refuse("pending", "tunnels_this_turn and once_used are of a turn; this is between turns")
        record["tunnels_this_turn"] = tunnels
        in_play = self.me["tableau"][: int(self.me["tableau_count"])].tolist()
        for k, card in enumerate(once):
            if isinstance(card, bool) or card not in self.reader.names.once_cards or card not in in_play:
                refuse(f"pending.once_used[{k}]", f"{card!r} is no once-per-turn card in play of seat {self.seat}")
            bit = 1 << self.reader.names.once_cards.index(card)
            if record["once_used"] & bit:
                refuse(f"pending.once_used[{k}]", f"card {card} is listed twice")
            record["once_used"] |= bit
        produced = _table(pending.get("produced", {}), "pending.produced", TOKEN_NAMES)
        for k, name in enumerate(TOKEN_NAMES):
            record["produced"][k] = _number(produced.get(name, 0), f"pending.produced.{name}", 0, MOST_HELD)
        converted = _listed(pending.get("converted", []), "pending.converted", MAX_CONVERSIONS, "numbers")
        for k, value in enumerate(converted):
            most = int(self.rules["conversion_times"][k])
            record["converted"][k] = _number(value, f"pending.converted[{k}]", 0, most)
        if (record["produced"].any() or record["converted"].any()) and self.reader.stage != PRODUCING:
            refuse("pending", "produced and converted are of production only")
