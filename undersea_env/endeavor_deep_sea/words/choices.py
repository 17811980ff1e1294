"""What an answer is about: ids in the picture of the table, and facts for bots and pages."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from undersea_env.endeavor_deep_sea.compiled.limits import CELLS, COLUMNS
from undersea_env.endeavor_deep_sea.compiled.opcodes import CONSERVE, DISCOVER, SONAR
from undersea_env.endeavor_deep_sea.kernel.actions import ACTIONS
from undersea_env.endeavor_deep_sea.printed.things import Board
from undersea_env.endeavor_deep_sea.words import asking
from undersea_env.endeavor_deep_sea.words.notation.names import ATTRIBUTE_NAMES, DO_NAMES, cell_name
from undersea_env.endeavor_deep_sea.words.phrases import action_phrase, journal_with_action
from undersea_env.endeavor_deep_sea.words.readings import Table

if TYPE_CHECKING:
    from undersea_env.core.position import State

Facts = dict[str, Any]


# --- targets ---


def targets(state: "State", number: int) -> tuple[str, ...]:
    """Ids in the picture that mean this action, also if it is not legal now."""
    block, place = ACTIONS.block_of(number)
    find = TARGET_OF.get(block.name)
    target = find(Table(state.states[0], state.game), place) if find else None
    return (target,) if target else ()


def _slot(table: Table, slot: int) -> str | None:
    return f"seat-{table.seat}-slot-{slot}" if slot < int(table.me.specialist_count) else None


def _journal(table: Table, number: int) -> str | None:
    journal = journal_with_action(table.book, number)
    held = journal is not None and int(table.me.journals) >> journal.index & 1
    return f"seat-{table.seat}-journal-{journal.index}" if journal is not None and held else None


def _token(table: Table, kind: int) -> str | None:
    return f"seat-{table.seat}-token-{table.book.tokens[kind].id}" if table.me.token[kind] else None


def _cell(table: Table, cell: int) -> str | None:
    return f"cell-{cell_name(cell)}" if cell < CELLS and table.is_inside(cell) else None


def _site(table: Table, place: int) -> str | None:
    if table.frame is None:
        return None
    cell = int(table.frame.cell)
    if table.frame.do == SONAR:
        spot = _next_on_track(table, cell, place)
    else:
        spots = table.sites(cell, int(table.frame.do))
        spot = spots[place].id if place < len(spots) else None
    return f"spot-{cell_name(cell)}-{spot}" if spot else None


def _next_on_track(table: Table, cell: int, track: int) -> str | None:
    """The rules know which spot of the track is next (A-20)."""
    action = ACTIONS["SITE"] + track
    if action not in asking.legal_actions(table):
        return None
    new = int(asking.after(table, action).discs[cell, table.seat]) & ~int(table.record.discs[cell, table.seat])
    return table.board_in(cell).disc_spots[new.bit_length() - 1].id


def _place_in(table: Table, column: int) -> str | None:
    board = _drawn_board(table)
    return None if board is None else _cell(table, (board.depth - 1) * COLUMNS + column)


def _drawn_board(table: Table) -> Board | None:
    """The one that is to be placed (A-34)."""
    frame = table.frame
    return table.book.boards[int(frame.a) - 1] if frame is not None and frame.do == DISCOVER and frame.a else None


def _kind(table: Table, kind: int) -> str | None:
    """One that lies there to be hired."""
    stock = table.record.stock
    lies = stock[kind] if kind < len(stock) else kind + 1 in table.record.display.tolist()
    return f"kind-{table.book.specialists[kind].id}" if lies else None


TARGET_OF: dict[str, Callable[[Table, int], str | None]] = {
    "ACTIVATE": _slot,
    "COPY": _slot,
    "RETURN": _slot,
    "PROMOTE": _slot,
    "USE_JOURNAL": _journal,
    "TOKEN_RESEARCH": _token,
    "TOKEN_EFFECT": _token,
    "LEAVE": _cell,
    "TRAVEL_TO": _cell,
    "ACT_IN": _cell,
    "LAUNCH_IN": _cell,                      # the cells of depth 1 come first
    "PLACE_IN": _place_in,
    "SITE": _site,
    "ROW": lambda table, place: f"row-{place}",
    "DRAW": lambda table, place: f"stack-{place + 1}" if place < table.mission.max_depth else None,
    "HIRE": _kind,
    "ATTRIBUTE": lambda table, number: f"seat-{table.seat}-{ATTRIBUTE_NAMES[number]}",
    "HEX": lambda table, at: f"hex-{at}" if table.hex(at) else None,
    "MOVE_FROM": lambda table, at: f"hex-{at}" if table.hex(at) else None,
}


# --- facts ---

NO_FACTS: Facts = {
    "effect": "",            # what it gives or lets one do, in words
    "does": None,            # the action: "travel", "conserve"
    "slot": None,            # of the own specialist
    "specialist": None,      # the id of the kind
    "cell": None,            # "B2"
    "spot": None,            # its id on its board
    "journal": None,         # its number
    "token": None,           # the id of the dive token
    "hex": None,
    "attribute": None,       # its name
    "level": None,           # of the attribute, now
    "points": 0,             # that it gives at once
    "cost": 0,               # research
}


def facts(state: "State", number: int) -> Facts:
    """Of a legal action."""
    table = Table(state.states[0], state.game)
    block, place = ACTIONS.block_of(number)
    found = NO_FACTS | {"effect": action_phrase(table, number).effect}
    if block.name in FACTS_OF:
        found |= FACTS_OF[block.name](table, place)
    if block.name == "ROW" or (block.name == "SITE" and table.frame.do == CONSERVE):
        found["cost"] = asking.research_for(table, number)
    return found


def _facts_of_slot(table: Table, slot: int) -> Facts:
    return {"slot": slot, "specialist": table.person(table.seat, slot).id}


def _facts_of_use(table: Table, number: int) -> Facts:
    journal = journal_with_action(table.book, number)
    return {"journal": None if journal is None else journal.index}


def _facts_of_cell(table: Table, cell: int) -> Facts:
    return {"cell": cell_name(cell)}


def _facts_of_site(table: Table, place: int) -> Facts:
    target = _site(table, place)
    return {
        "does": DO_NAMES[int(table.frame.do)], "cell": cell_name(int(table.frame.cell)),
        "spot": target and target.rpartition("-")[2],
    }


def _facts_of_row(table: Table, place: int) -> Facts:
    journal = table.journal(place)
    return {} if journal is None else {"does": "publish", "journal": journal.index, "points": journal.points}


def _facts_of_placing(table: Table, column: int) -> Facts:
    board = _drawn_board(table)
    return {} if board is None else {"cell": cell_name((board.depth - 1) * COLUMNS + column)}


def _facts_of_attribute(table: Table, number: int) -> Facts:
    return {"attribute": ATTRIBUTE_NAMES[number], "level": table.level(table.seat, number)}


def _facts_of_hex(table: Table, at: int) -> Facts:
    return {"hex": at, "points": table.mission.hexes[at].points}


FACTS_OF: dict[str, Callable[[Table, int], Facts]] = {
    "ACTIVATE": _facts_of_slot,
    "COPY": _facts_of_slot,
    "RETURN": _facts_of_slot,
    "PROMOTE": _facts_of_slot,
    "USE_JOURNAL": _facts_of_use,
    "ACTION": lambda table, do: {"does": DO_NAMES[do]},
    "TOKEN_RESEARCH": lambda table, kind: {"token": table.book.tokens[kind].id},
    "TOKEN_EFFECT": lambda table, kind: {"token": table.book.tokens[kind].id},
    "LEAVE": _facts_of_cell,
    "TRAVEL_TO": _facts_of_cell,
    "ACT_IN": lambda table, cell: {"does": DO_NAMES[int(table.frame.do)], "cell": cell_name(cell)},
    "LAUNCH_IN": _facts_of_cell,
    "PLACE_IN": _facts_of_placing,
    "SITE": _facts_of_site,
    "ROW": _facts_of_row,
    "HIRE": lambda table, kind: {"specialist": table.book.specialists[kind].id},
    "ATTRIBUTE": _facts_of_attribute,
    "HEX": _facts_of_hex,
    "MOVE_FROM": lambda table, at: {"hex": at},
}
