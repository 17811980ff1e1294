"""What an action means, as a phrase: in a position, and in general."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from undersea_env.endeavor_deep_sea.compiled.limits import COLUMNS
from undersea_env.endeavor_deep_sea.compiled.opcodes import CONSERVE, DISCOVER, DIVE, SONAR
from undersea_env.endeavor_deep_sea.kernel.actions import ACTIONS
from undersea_env.endeavor_deep_sea.kernel.state import DESIGNATING
from undersea_env.endeavor_deep_sea.printed.language import goal_text
from undersea_env.endeavor_deep_sea.printed.words import COLUMN_LETTERS, Field
from undersea_env.endeavor_deep_sea.words.notation.names import ATTRIBUTE_NAMES, DO_NAMES, cell_name
from undersea_env.endeavor_deep_sea.words.readings import Table, gain_text

if TYPE_CHECKING:
    from undersea_env.core.position import Game

Phrase = Callable[[Table, int], str]


def action_phrase(table: Table, number: int) -> str:
    """Of a legal action."""
    block, place = ACTIONS.block_of(number)
    return PHRASES[block.name](table, place)


def with_effect(phrase: str, text: str) -> str:
    return f"{phrase}: {gain_text(text)}" if text else phrase


# --- turns and preparation ---


def activate(table: Table, slot: int) -> str:
    return with_effect(f"activate the {table.slot_name(table.seat, slot)}", table.actions_text(table.seat, slot))


def use_journal(table: Table, number: int) -> str:
    journal = next(each for each in table.book.journals if each.action_index == number)
    return with_effect(f'use the journal "{journal.name}"', journal.texts["action"])


def do(table: Table, number: int) -> str:
    return DO_NAMES[number] if table.frame is None else f"{DO_NAMES[number]}, as is offered"


def token_research(table: Table, kind: int) -> str:
    token = table.book.tokens[kind]
    return f"spend a dive token ({token.id}) for {token.research} research"


def token_effect(table: Table, kind: int) -> str:
    token = table.book.tokens[kind]
    return with_effect(f"spend a dive token ({token.id}) for its effect", token.text)


def copy(table: Table, slot: int) -> str:
    return with_effect(f"copy the {table.slot_name(table.seat, slot)}", table.actions_text(table.seat, slot))


def hire(table: Table, kind: int) -> str:
    person = table.book.specialists[kind]
    return with_effect(f"hire the {person.junior} (rank {person.rank})", person.texts["hire"])


def give_back(table: Table, slot: int) -> str:
    return f"take back the disc from the {table.slot_name(table.seat, slot)}"


# --- actions ---


def leave(table: Table, cell: int) -> str:
    return f"travel with the vessel in {table.zone(cell)}"


def travel_to(table: Table, cell: int) -> str:
    board = table.board(cell)
    arrival = gain_text(board.arrival_text) if board else ""
    return f"travel to {table.zone(cell)}" + (f" (arrival: {arrival})" if arrival else "")


def act_in(table: Table, cell: int) -> str:
    return f"{DO_NAMES[int(table.frame.do)]} in {table.zone(cell)}"


def site(table: Table, place: int) -> str:
    frame = table.frame
    doing, cell = int(frame.do), int(frame.cell)
    zone = table.zone(cell)
    if doing == SONAR:
        return sonar_track(table, cell, place)
    spot = table.sites(cell, doing)[place]
    if doing == DIVE:
        board = table.board(cell)
        number = table.tokens_on(board, place) if board else 0
        return f"dive at {spot.id} of {zone} ({number} token{'s' * (number != 1)})"
    if doing == CONSERVE:
        cost = max(0, spot.cost - int(frame.more))
        return with_effect(f"conserve on {spot.id} of {zone} for {cost} research", spot.text)
    field = Field(spot.field).name.lower() if spot.field is not None else ""
    return with_effect(f"publish on {spot.id} of {zone} ({field})", spot.text)


def sonar_track(table: Table, cell: int, track: int) -> str:
    spots = [spot for spot in table.sites(cell, SONAR) if spot.track == track]
    board = table.board(cell)
    order = [spot.id for spot in board.disc_spots] if board else []
    free = next(spot for spot in spots if table.owner(cell, order.index(spot.id)) is None)
    return with_effect(f"sonar on track {track + 1} of {table.zone(cell)}, spot {free.id}", free.text)


def row(table: Table, place: int) -> str:
    journal = table.journal(place)
    assert journal is not None
    points = f", {journal.points} point{'s' * (journal.points != 1)}" if journal.points else ""
    return with_effect(f'publish "{journal.name}" for {journal.cost} research{points}', journal.texts["you"])


def draw(table: Table, place: int) -> str:
    return f"draw a board of depth {place + 1}"


def keep(table: Table, which: int) -> str:
    frame = table.frame
    kept = int(frame.b if which else frame.a) - 1
    if int(frame.do) == DISCOVER:
        return f"keep {table.book.boards[kept].name}" + (" (the second)" if which and frame.a == frame.b else "")
    return f"keep the token {table.book.tokens[kept].id}"


def place_in(table: Table, column: int) -> str:
    board = table.book.boards[int(table.frame.a) - 1]
    cell = (board.depth - 1) * COLUMNS + column
    return with_effect(f"place {board.name} in {cell_name(cell)}", board.discovery_text)


def launch_in(table: Table, column: int) -> str:
    board = table.board(column)
    arrival = gain_text(board.arrival_text) if board else ""
    return f"launch a vessel in {table.zone(column)}" + (f" (arrival: {arrival})" if arrival else "")


# --- gains ---


def promote(table: Table, slot: int) -> str:
    person = table.person(table.seat, slot)
    phrase = f"promote the {table.slot_name(table.seat, slot)} to {person.senior}"
    return with_effect(phrase, person.texts["promotion"])


def attribute(table: Table, number: int) -> str:
    cell = int(table.me.marker[number])
    if table.record.question == 22:
        return f"lower {ATTRIBUTE_NAMES[number]} from cell {cell}"
    return f"a step of {ATTRIBUTE_NAMES[number]}: from cell {cell} to {int(table.rules['next_cell'][cell])}"


def put_on_hex(table: Table, at: int) -> str:
    verb = "move the marker to" if table.frame.a else "put a marker on"
    return f"{verb} {table.hex_text(at)}"


def move_from(table: Table, at: int) -> str:
    return f"move the marker on hex {at}"


def option(table: Table, which: int) -> str:
    if table.frame.about == DESIGNATING:
        return f"goal 3 counts {('conservation', 'publish')[which]} discs"
    number = int(table.frame.site)
    goal = next(each for each in table.mission.goals if each.number == number and each.option == "ab"[which])
    return f"goal {number} counts {goal_text(goal.count)}"


PHRASES: dict[str, Phrase] = {
    "PASS": lambda table, place: "pass: no more turns in this round",
    "END_TURN": lambda table, place: "end the turn",
    "DECLINE": lambda table, place: "decline",
    "ACTIVATE": activate,
    "USE_JOURNAL": use_journal,
    "ACTION": do,
    "TOKEN_RESEARCH": token_research,
    "TOKEN_EFFECT": token_effect,
    "COPY": copy,
    "LEAVE": leave,
    "TRAVEL_TO": travel_to,
    "ACT_IN": act_in,
    "SITE": site,
    "ROW": row,
    "DRAW": draw,
    "KEEP": keep,
    "PLACE_IN": place_in,
    "LAUNCH_IN": launch_in,
    "HIRE": hire,
    "RETURN": give_back,
    "PROMOTE": promote,
    "ATTRIBUTE": attribute,
    "HEX": put_on_hex,
    "MOVE_FROM": move_from,
    "OPTION": option,
}


# --- in general ---


def describe_action(game: "Game", number: int) -> str:
    """What the action means in every position."""
    block, place = ACTIONS.block_of(number)
    book = game.catalogue
    if block.name == "ACTION":
        return DO_NAMES[place]
    if block.name in ("ACTIVATE", "COPY", "RETURN", "PROMOTE"):
        words = {"ACTIVATE": "activate", "COPY": "copy", "RETURN": "take back the disc from", "PROMOTE": "promote"}
        return f"{words[block.name]} the specialist in slot {place}"
    if block.name in ("LEAVE", "TRAVEL_TO", "ACT_IN"):
        words = {"LEAVE": "travel with the vessel in", "TRAVEL_TO": "travel to", "ACT_IN": "act in"}
        return f"{words[block.name]} {cell_name(place)}"
    if block.name in ("TOKEN_RESEARCH", "TOKEN_EFFECT"):
        return f"spend a dive token ({book.tokens[place].id}) for its {block.name[6:].lower()}"
    if block.name == "HIRE":
        return f"hire the {book.specialists[place].junior}"
    if block.name == "USE_JOURNAL":
        names = [journal.name for journal in book.journals if journal.action_index == place]
        return f'use the journal "{names[0]}"' if names else f"use the journal with action {place}"
    if block.name in ("PLACE_IN", "LAUNCH_IN"):
        what = "place the board" if block.name == "PLACE_IN" else "launch a vessel"
        return f"{what} in column {COLUMN_LETTERS[place]}"
    return _numbered(block.name, place)


def _numbered(name: str, place: int) -> str:
    words = {
        "PASS": "pass: no more turns in this round",
        "END_TURN": "end the turn",
        "DECLINE": "decline what is offered",
        "SITE": f"use sonar track {place + 1}, or the site in position {place + 1}",
        "ROW": f"publish the journal in place {place} of the row",
        "DRAW": f"draw a board of depth {place + 1}",
        "KEEP": f"keep the {('first', 'second')[place % 2]} of the two drawn",
        "ATTRIBUTE": ATTRIBUTE_NAMES[place % 4],
        "HEX": f"put a marker on hex {place}",
        "MOVE_FROM": f"move the marker on hex {place}",
        "OPTION": f"option {'ab'[place % 2]}; or {('conservation', 'publish')[place % 2]}",
    }
    return words[name]

