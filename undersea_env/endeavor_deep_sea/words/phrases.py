"""What an action means, as a phrase: in a position, and in general."""

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from undersea_env.endeavor_deep_sea.compiled.limits import COLUMNS
from undersea_env.endeavor_deep_sea.compiled.opcodes import CONSERVE, DISCOVER, DIVE, SONAR
from undersea_env.endeavor_deep_sea.kernel.actions import ACTIONS
from undersea_env.endeavor_deep_sea.kernel.state import BUNDLE, DESIGNATING
from undersea_env.endeavor_deep_sea.printed.language import effect_text, goal_text
from undersea_env.endeavor_deep_sea.printed.things import Journal, Spot
from undersea_env.endeavor_deep_sea.printed.words import COLUMN_LETTERS, Field
from undersea_env.endeavor_deep_sea.words import asking
from undersea_env.endeavor_deep_sea.words.notation.names import ATTRIBUTE_NAMES, DO_NAMES, cell_name
from undersea_env.endeavor_deep_sea.words.readings import Table, actions_text, gain_text
from undersea_env.showing.words import number_of

if TYPE_CHECKING:
    from undersea_env.core.position import Game
    from undersea_env.endeavor_deep_sea.printed.things import Catalogue


class Said(NamedTuple):
    """What is done, and what it gives or lets one do."""

    words: str
    effect: str = ""

    def whole(self) -> str:
        return f"{self.words}: {self.effect}" if self.effect else self.words


Phrase = Callable[[Table, int], Said]
PROMOTING, LOWERING = 16, 22


def action_phrase(table: Table, number: int) -> Said:
    """Of a legal action."""
    block, place = ACTIONS.block_of(number)
    return PHRASES[block.name](table, place)


# --- turns and preparation ---


def passing(table: Table, place: int) -> Said:
    return Said("pass", "no more turns in this round")


def activate(table: Table, slot: int) -> Said:
    return Said(f"activate the {table.slot_name(table.seat, slot)}", table.actions_of(table.seat, slot))


def use_journal(table: Table, number: int) -> Said:
    journal = journal_with_action(table.book, number)
    assert journal is not None
    return Said(f'use the journal "{journal.name}"', actions_text(journal.action))


def journal_with_action(book: "Catalogue", number: int) -> Journal | None:
    return next((each for each in book.journals if each.action_index == number), None)


def do(table: Table, number: int) -> Said:
    return Said(table.action_left(number) if table.frame is None else table.action_under_way())


def token_research(table: Table, kind: int) -> Said:
    token = table.book.tokens[kind]
    return Said(f"spend the dive token {token.id} for {token.research} research")


def token_effect(table: Table, kind: int) -> Said:
    token = table.book.tokens[kind]
    return Said(f"spend the dive token {token.id} for its effect", gain_text(token.text))


def copy(table: Table, slot: int) -> Said:
    return Said(f"copy the {table.slot_name(table.seat, slot)}", table.actions_of(table.seat, slot))


def hire(table: Table, kind: int) -> Said:
    person = table.book.specialists[kind]
    actions = actions_text(person.junior_actions)
    gives = [gain_text(person.texts["hire"]), f"actions: {actions}" if actions else ""]
    return Said(f"hire the {person.junior} (rank {person.rank})", "; ".join(filter(None, gives)))


def give_back(table: Table, slot: int) -> Said:
    return Said(f"take back the disc from the {table.slot_name(table.seat, slot)}")


def decline(table: Table, place: int) -> Said:
    frame = table.frame
    if frame.about == BUNDLE:
        return Said("promote nobody" if table.question == PROMOTING else "put no marker: the impact is lost")
    return Said(f"do not {table.action_under_way()}")


# --- actions ---


def leave(table: Table, cell: int) -> Said:
    return Said(f"travel with the vessel in {table.zone(cell)}")


def arrival_of(table: Table, cell: int) -> str:
    text = table.board_in(cell).arrival_text
    return f"arrival bonus {gain_text(text)}" if text else ""


def travel_to(table: Table, cell: int) -> Said:
    return Said(f"travel to {table.zone(cell)}", arrival_of(table, cell))


def act_in(table: Table, cell: int) -> Said:
    return Said(f"{DO_NAMES[int(table.frame.do)]} in {table.zone(cell)}")


def site(table: Table, place: int) -> Said:
    cell = int(table.frame.cell)
    zone = table.zone(cell)
    if table.frame.do == SONAR:
        return sonar_on_track(table, place)
    spot = table.sites(cell, int(table.frame.do))[place]
    if table.frame.do == DIVE:
        return Said(f"dive at {spot.id} of {zone} ({number_of(table.tokens_on(table.board_in(cell), place), 'token')})")
    if table.frame.do == CONSERVE:
        cost = asking.research_for(table, ACTIONS["SITE"] + place)
        return Said(f"conserve on {spot.id} of {zone} for {cost} research", gain_text(spot.text))
    return Said(f"publish on {spot.id} of {zone} ({field_name(spot)})", gain_text(spot.text))


def field_name(spot: Spot) -> str:
    assert spot.field is not None
    return Field(spot.field).name.lower()


def sonar_on_track(table: Table, track: int) -> Said:
    """The rules know which spot of the track is next (A-20)."""
    cell = int(table.frame.cell)
    then = asking.after(table, ACTIONS["SITE"] + track)
    new = int(then.discs[cell, table.seat]) & ~int(table.record.discs[cell, table.seat])
    spot = table.board_in(cell).disc_spots[new.bit_length() - 1]
    return Said(f"sonar on track {track + 1} of {table.zone(cell)}, spot {spot.id}", gain_text(spot.text))


def row(table: Table, place: int) -> Said:
    journal = table.journal(place)
    assert journal is not None
    cost = asking.research_for(table, ACTIONS["ROW"] + place)
    points = number_of(journal.points, "point") if journal.points else ""
    others = f"the others {gain_text(journal.texts['others'])}" if journal.texts["others"] else ""
    gives = (points, gain_text(journal.texts["you"]), others, once(journal))
    return Said(f'publish "{journal.name}" for {cost} research', "; ".join(filter(None, gives)))


def once(journal: Journal) -> str:
    """T-9."""
    return f"to use once for {actions_text(journal.action)}" if journal.action else ""


def draw(table: Table, place: int) -> Said:
    return Said(f"draw a board of depth {place + 1}")


def keep(table: Table, which: int) -> Said:
    frame = table.frame
    kept = int(frame.b if which else frame.a) - 1
    if frame.do == DISCOVER:
        board = table.book.boards[kept]
        return Said(f"keep {board.name} (depth {board.depth})", gain_text(board.discovery_text))
    token = table.book.tokens[kept]
    return Said(f"keep the dive token {token.id}", f"{token.research} research or {gain_text(token.text) or 'nothing'}")


def place_in(table: Table, column: int) -> Said:
    board = table.book.boards[int(table.frame.a) - 1]
    cell = (board.depth - 1) * COLUMNS + column
    return Said(f"place {board.name} in {cell_name(cell)}", gain_text(board.discovery_text))


def launch_in(table: Table, column: int) -> Said:
    return Said(f"launch a vessel in {table.zone(column)}", arrival_of(table, column))


# --- gains ---


def promote(table: Table, slot: int) -> Said:
    person = table.person(table.seat, slot)
    gives = [gain_text(person.texts["promotion"]), actions_text(person.senior_actions), person.texts["score"]]
    return Said(f"promote the {table.slot_name(table.seat, slot)} to {person.senior}", "; ".join(filter(None, gives)))


def attribute(table: Table, number: int) -> Said:
    was = int(table.me.marker[number])
    if table.question == LOWERING:
        return Said(f"lower {ATTRIBUTE_NAMES[number]} from cell {was}")
    track = table.book.track
    reached = track[track[was].next_cell]
    gives = [gain_text(effect_text(reached.on_reach))]
    if reached.level != track[was].level:
        gives.insert(0, f"level {reached.level}")
    if asking.after(table, ACTIONS["ATTRIBUTE"] + number).players[table.seat].launches != table.me.launches:
        gives.append("a vessel is launched")
    words = f"a step of {ATTRIBUTE_NAMES[number]}, from cell {was} to {reached.cell}"
    return Said(words, ", ".join(filter(None, gives)))


def put_on_hex(table: Table, at: int) -> Said:
    place = table.mission.hexes[at]
    if place.special == "clean-up":
        return Said(f"go a step on the clean-up track, to {int(table.me.clean_up) + 1} of {table.mission.track_steps}")
    moved_from = marker_that_moves(table, at)
    verb = "put a marker on" if moved_from is None else f"move the marker from hex {moved_from} to"
    return Said(f"{verb} hex {at}", hex_gives(table, at))


def marker_that_moves(table: Table, at: int) -> int | None:
    """M-6: the rules know whether a marker moves to this hex, and from where."""
    owners = table.record.hex_owner
    then = asking.after(table, ACTIONS["HEX"] + at).hex_owner
    return next((k for k, owner in enumerate(owners) if owner and not then[k]), None)


def hex_gives(table: Table, at: int) -> str:
    place = table.mission.hexes[at]
    chooses = f"chooses the option of goal {place.goal}" if place.goal else ""
    field = f"{place.field.name.lower()} field symbol" if place.field is not None else ""
    points = number_of(place.points, "point") if place.points else ""
    return ", ".join(filter(None, (gain_text(place.text), points, field, chooses))) or "nothing"


def move_from(table: Table, at: int) -> Said:
    return Said(f"move the marker on hex {at}")


def option(table: Table, which: int) -> Said:
    if table.frame.about == DESIGNATING:
        return Said(f"goal 3 counts {('conservation', 'publish')[which]} discs")
    number = int(table.frame.site)
    goal = next(each for each in table.mission.goals if each.number == number and each.option == "ab"[which])
    return Said(f"goal {number} counts {goal_text(goal.count)}")


PHRASES: dict[str, Phrase] = {
    "PASS": passing,
    "END_TURN": lambda table, place: Said("end the turn"),
    "DECLINE": decline,
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
    return MEANINGS[block.name](game, place)


def _in_slot(verb: str) -> Callable[["Game", int], str]:
    return lambda game, place: f"{verb} the specialist in slot {place}"


def _in_cell(verb: str) -> Callable[["Game", int], str]:
    return lambda game, place: f"{verb} {cell_name(place)}"


def _meaning_of_journal(game: "Game", place: int) -> str:
    journal = journal_with_action(game.catalogue, place)
    return f'use the journal "{journal.name}"' if journal else f"use the journal with the action no. {place}"


def _meaning_of_token(game: "Game", place: int) -> str:
    return f"spend the dive token {game.catalogue.tokens[place].id} for its"


MEANINGS: dict[str, Callable[["Game", int], str]] = {
    "PASS": lambda game, place: "pass: no more turns in this round",
    "END_TURN": lambda game, place: "end the turn",
    "DECLINE": lambda game, place: "decline what is offered",
    "ACTIVATE": _in_slot("activate"),
    "USE_JOURNAL": _meaning_of_journal,
    "ACTION": lambda game, place: DO_NAMES[place],
    "TOKEN_RESEARCH": lambda game, place: f"{_meaning_of_token(game, place)} research",
    "TOKEN_EFFECT": lambda game, place: f"{_meaning_of_token(game, place)} effect",
    "COPY": _in_slot("copy"),
    "LEAVE": _in_cell("travel with the vessel in"),
    "TRAVEL_TO": _in_cell("travel to"),
    "ACT_IN": _in_cell("act in"),
    "SITE": lambda game, place: f"choose the site in place {place + 1} of its kind, or sonar track {place + 1}",
    "ROW": lambda game, place: f"publish the journal in place {place} of the row",
    "DRAW": lambda game, place: f"draw a board of depth {place + 1}",
    "KEEP": lambda game, place: f"keep the {('first', 'second')[place]} of the two drawn",
    "PLACE_IN": lambda game, place: f"place the board in column {COLUMN_LETTERS[place]}",
    "LAUNCH_IN": lambda game, place: f"launch a vessel in column {COLUMN_LETTERS[place]}",
    "HIRE": lambda game, place: f"hire the {game.catalogue.specialists[place].junior}",
    "RETURN": _in_slot("take back the disc from"),
    "PROMOTE": _in_slot("promote"),
    "ATTRIBUTE": lambda game, place: f"choose {ATTRIBUTE_NAMES[place]}",
    "HEX": lambda game, place: f"put or move a marker to hex {place}",
    "MOVE_FROM": lambda game, place: f"move the marker on hex {place}",
    "OPTION": lambda game, place: f"option {'ab'[place]} of a goal, or {('conservation', 'publish')[place]} discs",
}
