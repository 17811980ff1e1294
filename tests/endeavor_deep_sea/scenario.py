"""A small language for positions, answers and what must hold. A test sets up only what it needs.

    s = scenario(ocean={"A1": "kelp-forest"}, vessels=["A1"], research=3, staging=2, specialists=["ecologist"])
    s.activate(1).action("conserve").site(0)
    assert (s.me.research, s.me.markers) == (1, (1, 0, 1, 0))
    s.asks(seat=1)

Both engines play every scenario side by side and are compared after every answer (`agreement.Duel`). Fields of seat 0
are keywords; `others` has those of the other seats. Who is not described has one disc to use, one vessel and a free
Team Leader; all markers and research are 0. Dive sites without tokens are empty. "pilot+" is a senior, "pilot*" holds
a disc. A question with one answer is never asked (Q-0), so a turn in which nothing is left to do is over.
Everything else is that of a new game with seed 0; piles begin with what is given, the rest lies below.
"""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any

import undersea_env
from tests.endeavor_deep_sea.agreement import Duel, game_of
from tests.ruled import rule as rule
from undersea_env.endeavor_deep_sea.kernel.actions import ACTIONS

COMPONENTS = Path(undersea_env.__file__).parent / "endeavor_deep_sea" / "components"
ATTRIBUTES = ("reputation", "inspiration", "coordination", "ingenuity")
DOINGS = ("travel", "sonar", "dive", "conserve", "publish", "promote", "discover")
COLUMNS = "ABCDEFG"
CELLS = tuple(f"{column}{depth}" for depth in range(1, 6) for column in COLUMNS)
RANK_FIVE = 5
LEADER = "team-leader"
BONUS_GOALS_USED = 3
Position = dict[str, Any]


@cache
def printed(name: str) -> tuple[dict[str, str], ...]:
    """The rows of a file of the component book."""
    with (COMPONENTS / f"{name}.csv").open(newline="", encoding="utf-8") as file:
        return tuple(csv.DictReader(file))


@cache
def ids_of(name: str) -> tuple[str, ...]:
    return tuple(row["id"] for row in printed(name))


@cache
def names_of_arguments() -> dict[str, tuple[str, ...]]:
    """What the arguments of each block are called here; the others are numbers."""
    return {
        "ACTION": DOINGS, "ATTRIBUTE": ATTRIBUTES, "LEAVE": CELLS, "TRAVEL_TO": CELLS, "ACT_IN": CELLS,
        "PLACE_IN": tuple(COLUMNS), "LAUNCH_IN": tuple(COLUMNS), "DRAW": tuple("12345"),
        "HIRE": ids_of("specialists"), "TOKEN_RESEARCH": ids_of("dive_tokens"), "TOKEN_EFFECT": ids_of("dive_tokens"),
        "OPTION": ("a", "b"),
    }


def name_of(action: int) -> str:
    block, k = ACTIONS.block_of(action)
    if block.size == 1:
        return block.name
    return f"{block.name} {names_of_arguments().get(block.name, range(block.size))[k]}"


@cache
def action_named(name: str) -> int:
    return next(action for action in range(ACTIONS.size) if name_of(action) == name)


def zone(board: str, discs: dict[str, int] | None = None, tokens: Any = (), discoverer: int | None = None) -> Position:
    """`tokens`: those of d1, or of every site, top first."""
    sites = dict(tokens) if isinstance(tokens, dict) else {"d1": list(tokens)}
    spots = [row for row in printed("spots") if row["board"] == board]
    dives = [row["spot"] for row in spots if row["kind"] == "dive"]
    order = [row["spot"] for row in spots if row["kind"] != "dive"]
    return {
        "board": board, "discoverer": discoverer,
        "discs": {spot: (discs or {})[spot] for spot in order if spot in (discs or {})},
        "tokens": {site: list(sites.get(site, ())) for site in dives},
    }


def filled(cells: Iterable[str], **named: Any) -> Position:
    """An ocean with a zone on each of these cells: the named ones, else boards of the depth in the order of the file.

    Mission boards and the cave, which no vessel enters, lie only where they are named.
    """
    taken = {each if isinstance(each, str) else each["board"] for each in named.values()} | {"submerged-cave-system"}
    free = [row for row in printed("ocean_boards") if not row["missions"] and row["id"] not in taken]
    ocean = dict(named)
    for cell in cells:
        if cell not in ocean:
            board = next(row for row in free if row["depth"] == cell[1])
            free.remove(board)
            ocean[cell] = board["id"]
    return ocean


class Player:
    """What one player has, by name."""

    def __init__(self, fields: Position) -> None:
        self._fields = fields

    def __getattr__(self, name: str) -> Any:
        return self._fields[name]

    @property
    def markers(self) -> tuple[int, ...]:
        return tuple(self._fields[name] for name in ATTRIBUTES)

    @property
    def team(self) -> list[str]:
        """The specialists by slot, as `scenario` takes them."""
        return [each["kind"] + "+" * each["senior"] + "*" * each["disc"] for each in self._fields["specialists"]]

    @property
    def journal_numbers(self) -> list[int]:
        return [each["journal"] for each in self._fields["journals"]]


class Scenario:
    def __init__(self, duel: Duel) -> None:
        self.duel = duel

    # what is there

    @property
    def state(self) -> Any:
        return self.duel.state

    @property
    def position(self) -> Position:
        return self.state.to_dict()

    def __getitem__(self, key: str) -> Any:
        return self.position[key]

    @property
    def me(self) -> Player:
        return self.player(0)

    def player(self, seat: int) -> Player:
        return Player(self.position["players"][seat])

    def discs(self, cell: str) -> dict[str, int]:
        return self.position["ocean"][cell]["discs"]

    def tokens(self, cell: str, site: str = "d1") -> list[str]:
        return self.position["ocean"][cell]["tokens"][site]

    @property
    def seat(self) -> int:
        """Who is asked."""
        return self.state.current_player

    @property
    def question(self) -> int:
        """n of the open question Q-n."""
        return int(self.state.states[0].question)

    def breakdown(self, seat: int = 0) -> dict[str, int]:
        self.duel.compare_scores()
        return self.state.score_breakdown(seat)

    # legal answers

    def options(self, block: str = "") -> list[str]:
        """The legal answers by name, in the order of the actions; of one block, only their arguments."""
        names = [name_of(action) for action in self.state.legal_actions]
        return [name.partition(" ")[2] for name in names if name.split()[0] == block] if block else names

    def can(self, name: str) -> bool:
        return name in self.options()

    def expect(self, *names: str, question: int | None = None, seat: int | None = None) -> Scenario:
        """Exactly these answers are legal."""
        options = self.options()
        assert sorted(options) == sorted(names), f"legal are: {', '.join(options)}"
        return self.asks(question, seat)

    def asks(self, question: int | None = None, seat: int | None = None) -> Scenario:
        assert question in (None, self.question), f"Q-{self.question} is open: {', '.join(self.options())}"
        assert seat in (None, self.seat), f"seat {self.seat} is asked"
        return self

    def cannot(self, *names: str) -> Scenario:
        options = self.options()
        assert not set(names) & set(options), f"legal are: {', '.join(options)}"
        return self

    # answers

    def answer(self, block: str, argument: Any = "") -> Scenario:
        name = f"{block} {argument}".strip()
        options = self.options()
        assert name in options, f"{name!r} is not legal here; legal are: {', '.join(options) or 'nothing'}"
        self.duel.step(action_named(name))
        return self

    def activate(self, slot: int) -> Scenario:
        return self.answer("ACTIVATE", slot)

    def use_journal(self, action_index: int) -> Scenario:
        return self.answer("USE_JOURNAL", action_index)

    def action(self, doing: str) -> Scenario:
        return self.answer("ACTION", doing)

    def token_research(self, kind: str) -> Scenario:
        return self.answer("TOKEN_RESEARCH", kind)

    def token_effect(self, kind: str) -> Scenario:
        return self.answer("TOKEN_EFFECT", kind)

    def copy(self, slot: int) -> Scenario:
        return self.answer("COPY", slot)

    def leave(self, cell: str) -> Scenario:
        return self.answer("LEAVE", cell)

    def travel_to(self, cell: str) -> Scenario:
        return self.answer("TRAVEL_TO", cell)

    def act_in(self, cell: str) -> Scenario:
        return self.answer("ACT_IN", cell)

    def site(self, place: int) -> Scenario:
        return self.answer("SITE", place)

    def row(self, place: int) -> Scenario:
        return self.answer("ROW", place)

    def draw(self, *depths: int) -> Scenario:
        for depth in depths:
            self.answer("DRAW", depth)
        return self

    def keep(self, place: int) -> Scenario:
        return self.answer("KEEP", place)

    def place_in(self, column: str) -> Scenario:
        return self.answer("PLACE_IN", column)

    def launch_in(self, column: str) -> Scenario:
        return self.answer("LAUNCH_IN", column)

    def hire(self, kind: str) -> Scenario:
        return self.answer("HIRE", kind)

    def take_back(self, *slots: int) -> Scenario:
        for slot in slots:
            self.answer("RETURN", slot)
        return self

    def promote(self, slot: int) -> Scenario:
        return self.answer("PROMOTE", slot)

    def attribute(self, *names: str) -> Scenario:
        for name in names:
            self.answer("ATTRIBUTE", name)
        return self

    def hex(self, *places: int) -> Scenario:
        for place in places:
            self.answer("HEX", place)
        return self

    def move_from(self, place: int) -> Scenario:
        return self.answer("MOVE_FROM", place)

    def option(self, letter: str) -> Scenario:
        return self.answer("OPTION", letter)

    def decline(self) -> Scenario:
        return self.answer("DECLINE")

    def end_turn(self) -> Scenario:
        return self.answer("END_TURN")

    def pass_turn(self) -> Scenario:
        return self.answer("PASS")


def new_game(
    seed: int = 0, players: int = 2, mission: int = 1, mode: str = "competitive", rounds: int | None = None,
) -> Scenario:
    """A game from its very beginning, played by both engines."""
    return Scenario(Duel(seed, players, mission, mode, rounds=rounds))


# --- whole positions from a few words ---


@cache
def first_positions(players: int, mission: int, mode: str, difficulty: str, rounds: int | None) -> Any:
    state = game_of(players, mission, mode, difficulty, rounds).new_game(0)
    while "pending" in state.to_dict():                      # past the first launches (S-9)
        state.apply_action(state.legal_actions[0])
    return state


def scenario(
    mission: int = 1,
    players: int = 2,
    mode: str = "competitive",
    difficulty: str = "beginner",
    rounds: int | None = None,
    phase: str = "activation",
    ocean: dict[str, Any] | None = None,
    others: Iterable[Position] = (),
    stacks: dict[str, list[str]] | None = None,
    supply: Iterable[str] = (),
    discard: Iterable[str] | None = None,
    deck: Iterable[int] = (),
    bonus_goals: Iterable[str] = (),
    setbacks: Iterable[str] = (),
    table: Position | None = None,
    **mine: Any,
) -> Scenario:
    """A position at the beginning of seat 0's turn, or of its preparation.

    `stacks`, `supply`, `deck`, `bonus_goals`, `setbacks` name what lies on top. With `discard` nothing but `supply` is
    left in the token supply: the tokens that are nowhere else are discarded. `table` overrides keys of the position.
    """
    mode = "cooperative" if players == 1 else mode
    whole = first_positions(players, mission, mode, difficulty, rounds).to_dict()
    seats = [mine, *others, *({} for _ in range(players))][:players]
    table = table or {}
    whole["players"] = [_player(first, given) for first, given in zip(whole["players"], seats, strict=True)]
    hired = max(len(player["specialists"]) for player in whole["players"]) - (phase == "activation")
    whole |= {"phase": phase, "wave": 0, "to_move": 0, "round": max(1, hired)}
    whole["prepared"] = players if phase == "activation" else 0
    whole |= {key: value for key, value in table.items() if key != "infinite"}
    whole["infinite"] |= table.get("infinite", {})
    _lay_ocean(whole, ocean, stacks or {})
    for player in whole["players"]:                          # who has no place is where the ocean begins
        player["vessels"] = [cell if cell in whole["ocean"] else min(whole["ocean"], key=CELLS.index)
                             for cell in player["vessels"]]
    _lay_tokens(whole, list(supply), discard)
    _lay_journals(whole, list(deck), "row" in table)
    _lay_specialists(whole, "display" in table)
    if whole["cooperation"] is not None:
        _lay_cards(whole, list(bonus_goals), list(setbacks), table.get("cooperation", {}))
    return Scenario(Duel(0, players, mission, mode, difficulty, rounds, beginning=whole))


def _player(first: Position, given: Position) -> Position:
    player = first | dict.fromkeys(ATTRIBUTES, 0) | {"research": 0, "staging": 1, "tokens": [], "journals": []} | given
    vessels = sorted(player["vessels"], key=CELLS.index)
    launched = (player["ingenuity"] >= 2 or len(vessels) > 1) + 2 * (player["ingenuity"] >= 7 or len(vessels) > 2)
    team = [_specialist(name) for name in given.get("specialists", ())]
    if not team or team[0]["kind"] != LEADER:
        team.insert(0, _specialist(LEADER))
    return player | {
        "vessels": vessels,
        "launches": given.get("launches", launched),
        "specialists": team,
        "tokens": _ascending(player["tokens"]),
        "journals": [{"journal": k[0], "used": True} if isinstance(k, tuple) else {"journal": k, "used": False}
                     for k in player["journals"]],
    }


def _specialist(name: str) -> Position:
    kind = name.rstrip("+*")
    return {"kind": kind, "senior": kind == LEADER or "+" in name, "disc": "*" in name}


def _ascending(tokens: Iterable[str]) -> list[str]:
    return sorted(tokens, key=ids_of("dive_tokens").index)


def _lay_ocean(whole: Position, ocean: dict[str, Any] | None, stacks: dict[str, list[str]]) -> None:
    first = whole["ocean"]
    everything = [each["board"] for each in first.values()] + [b for pile in whole["stacks"].values() for b in pile]
    if ocean is not None:
        laid = {cell: zone(each) if isinstance(each, str) else each for cell, each in ocean.items()}
        boards = [each["board"] for each in laid.values()]
        for cell, each in first.items():                      # the launch zone is always there
            if each["board"] in ("sea-star", "remote-anchorage") and each["board"] not in boards and cell not in laid:
                laid[cell] = zone(each["board"])
        whole["ocean"] = {cell: laid[cell] for cell in CELLS if cell in laid}
    there = {each["board"] for each in whole["ocean"].values()}
    depths = {row["id"]: row["depth"] for row in printed("ocean_boards")}
    for depth, pile in whole["stacks"].items():
        rest = [*pile, *(board for board in everything if board not in pile)]
        wanted = [*stacks.get(depth, []), *(board for board in rest if board not in stacks.get(depth, []))]
        whole["stacks"][depth] = [board for board in wanted if board not in there and depths[board] == depth]


def _lay_tokens(whole: Position, top: list[str], discard: Iterable[str] | None) -> None:
    left = Counter({row["id"]: int(row["copies"]) for row in printed("dive_tokens")})
    for each in whole["ocean"].values():
        for pile in each["tokens"].values():
            left.subtract(token.partition("@")[0] for token in pile)
    for player in whole["players"]:
        left.subtract(player["tokens"])
    left.subtract(top)
    left.subtract(discard or ())
    assert min(left.values()) >= 0, f"there are not so many tokens: {left}"
    rest = _ascending(left.elements())
    whole["token_supply"] = top if discard is not None else [*top, *rest]
    whole["token_discard"] = [] if discard is None else _ascending([*discard, *rest])


def _lay_journals(whole: Position, top: list[int], row_is_given: bool) -> None:
    held = {each["journal"] for player in whole["players"] for each in player["journals"]}
    if not row_is_given:
        whole["row"] = [None if journal in held else journal for journal in whole["row"]]
    gone = {*held, *whole["row"], *top}
    whole["deck"] = [*top, *(journal for journal in range(8, 32) if journal not in gone)]


def _lay_specialists(whole: Position, display_is_given: bool) -> None:
    held = Counter(each["kind"] for player in whole["players"] for each in player["specialists"])
    kinds = printed("specialists")
    whole["stock"] = {row["id"]: int(row["copies"]) - held[row["id"]] for row in kinds if row["rank"] in "1234"
                      and row["rank"]}
    experts = [row["id"] for row in kinds if row["rank"] == str(RANK_FIVE) and not held[row["id"]]]
    if not display_is_given:
        usual = [id for id in (*whole["display"], *whole["hidden_experts"]) if id in experts]
        whole["display"] = (usual + [None] * 3)[:3]
    whole["hidden_experts"] = [id for id in experts if id not in whole["display"]]


def _lay_cards(whole: Position, goals: list[str], setbacks: list[str], given: Position) -> None:
    turned, later = whole["round"], 4 if whole["num_players"] == 1 else 3
    goals += [id for id in ids_of("bonus_goals") if id not in goals]
    setbacks += [id for id in ids_of("setbacks") if id not in setbacks]
    opened, done = min(turned, BONUS_GOALS_USED), max(0, turned - BONUS_GOALS_USED)
    whole["cooperation"] = {
        "bonus_goals": goals[:opened],
        "cards": goals[opened:BONUS_GOALS_USED] + setbacks[done:later],
        "bonus_box": sorted(goals[BONUS_GOALS_USED:], key=ids_of("bonus_goals").index),
        "setback_box": sorted(setbacks[later:], key=ids_of("setbacks").index),
        "setbacks_done": setbacks[:done],
        "technology_less": 0, "inflow_less": 0, "return_less": 0,
    } | given
