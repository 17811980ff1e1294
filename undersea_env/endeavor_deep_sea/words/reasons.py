"""Why an answer is not possible now: one clause in the words of the game, with the rule.

What is legal is decided by the kernels. The functions here presume that something is not legal. They read off the
position what stands in its way; where that takes a judgement (a price, a way through the ocean, a reach) they ask the
kernels whether the answer is legal once the obstacle is gone. They use nothing but what everybody knows.
"""

from collections.abc import Callable
from typing import Any

from undersea_env.endeavor_deep_sea.compiled.limits import COLUMNS, STOCK_KINDS
from undersea_env.endeavor_deep_sea.compiled.opcodes import (
    ACTION_TYPES,
    CONSERVE,
    DIVE,
    EITHER,
    PROMOTE,
    PUBLISH,
    SONAR,
    TRAVEL,
)
from undersea_env.endeavor_deep_sea.kernel.actions import ACTIONS
from undersea_env.endeavor_deep_sea.kernel.state import ACTIVATION, BEGUN
from undersea_env.endeavor_deep_sea.printed.effects import Gain, Pay
from undersea_env.endeavor_deep_sea.printed.things import Hex, Spot
from undersea_env.endeavor_deep_sea.printed.words import RESEARCH_TOP, Access, Field, Item, MissionRule
from undersea_env.endeavor_deep_sea.words import asking
from undersea_env.endeavor_deep_sea.words.notation.names import ATTRIBUTE_NAMES, DO_NAMES, cell_name
from undersea_env.endeavor_deep_sea.words.phrases import field_name, journal_with_action, marker_that_moves
from undersea_env.endeavor_deep_sea.words.questions import asked
from undersea_env.endeavor_deep_sea.words.readings import Table, column_and_depth
from undersea_env.showing.words import number_of

Reason = Callable[[Table, int], str | None]
TAKES_A_DISC = (SONAR, CONSERVE, PUBLISH)                # T-11
SITES_OF = {
    SONAR: "sonar track", DIVE: "dive site", CONSERVE: "conservation site", PUBLISH: "journal site",
}
BLOCKS_OF = {
    1: ("HIRE",), 2: ("RETURN",),
    3: ("PASS", "ACTIVATE", "USE_JOURNAL", "ACTION", "TOKEN_RESEARCH", "TOKEN_EFFECT", "END_TURN"),
    4: ("ACTION", "DECLINE"), 5: ("COPY",), 6: ("LEAVE",), 7: ("TRAVEL_TO",), 8: ("ACT_IN", "TOKEN_RESEARCH"),
    9: ("SITE", "TOKEN_RESEARCH"), 10: ("ROW", "TOKEN_RESEARCH"), 11: ("DRAW", "DECLINE"), 12: ("DRAW",),
    13: ("KEEP",), 14: ("PLACE_IN",), 15: ("KEEP",), 16: ("PROMOTE", "DECLINE"), 17: ("ATTRIBUTE",),
    18: ("HEX", "DECLINE"), 19: ("MOVE_FROM", "DECLINE"), 20: ("LAUNCH_IN",), 21: ("OPTION",), 22: ("ATTRIBUTE",),
}
TURN_POINT, OFFER, SECOND_DEPTH, LOWERING = 3, 4, 12, 22                                     # questions


def why_not(table: Table, number: int) -> str:
    if table.record.over:
        return "the game is over"
    block, place = ACTIONS.block_of(number)
    if block.name not in BLOCKS_OF[table.question]:
        return f"the question now is: {question(table)}"
    reason = REASONS[block.name](table, place) if block.name in REASONS else None
    return reason or f"it is not among the answers to: {question(table)}"


def question(table: Table) -> str:
    return asked(table).removesuffix("?")


# --- turns ---


def why_no_pass(table: Table, place: int) -> str:
    return "something was done in this turn already (T-3)"


def why_no_end(table: Table, place: int) -> str:
    if not table.record.acted:
        return "nothing was done in this turn yet: act, or pass (T-2)"
    return f"you hold {int(table.me.token_count)} dive tokens; at most 1 may be kept (T-15)"


def why_no_decline(table: Table, place: int) -> str:
    return "what was begun is carried through (A-3)"


def why_empty(table: Table, slot: int) -> str | None:
    return f"nobody stands in slot {slot} (P-6)" if slot >= table.me.specialist_count else None


def why_no_activation(table: Table, slot: int) -> str:
    if reason := why_empty(table, slot) or why_none_at_all(table):
        return reason
    name = table.slot_name(table.seat, slot)
    if table.has_disc(table.seat, slot):
        return f"a disc lies on the {name} already (T-4)"
    return f"the {name} prints no action (T-5)"


def why_none_at_all(table: Table) -> str | None:
    if table.record.activated:
        return "one activation a turn (T-2)"
    return None if table.me.staging else "your staging area has no disc (T-4)"


def why_no_journal(table: Table, number: int) -> str | None:
    journal = journal_with_action(table.book, number)
    if journal is None:
        return "no journal of the component book has this action"
    if not int(table.me.journals) >> journal.index & 1:
        return f'you have not published "{journal.name}" (T-9)'
    if int(table.me.used_journals) >> journal.index & 1:
        return f'"{journal.name}" was used already (T-9)'
    return why_none_at_all(table)


def why_no_action(table: Table, do: int) -> str | None:
    if table.question == OFFER:
        return f"nothing but this is offered: {table.action_under_way()} (A-3)"
    if not table.record.activation:
        return "you have activated nobody in this turn (T-4)"
    if not table.record.left[do]:
        columns = table.rules["activation"][int(table.record.activation)]
        if not columns[do]:
            return f"{DO_NAMES[do]} is no action of whom or what you activated (T-4, T-9)"
        return "one of the actions was chosen already (T-6)" if columns[EITHER] else "it is done already (T-7)"
    return why_impossible(table, do, ACTIONS["ACTION"] + do)


def why_impossible(table: Table, do: int, action: int) -> str | None:
    """Of an action that cannot be carried out now (A-2)."""
    if do in TAKES_A_DISC and not table.me.staging:
        return f"{DO_NAMES[do]} takes a disc, and your staging area has none (T-11)"
    if do == PROMOTE:
        return "you have no junior specialist (A-72)"
    if do == TRAVEL:
        return why_no_way(table, action, "your vessels")
    if do == DIVE:
        return "none of your vessels reaches a dive site with a token (A-40)"
    if do == SONAR:
        return "none of your vessels reaches a sonar track with an empty spot (A-20)"
    if do == CONSERVE:
        missing = research_missing(table, action)
        if missing is None:
            return "none of your vessels reaches a free conservation site (A-50)"
        return f"you lack {missing} research for every free conservation site in reach (A-50)"
    if do == PUBLISH:
        return why_no_publishing(table, action)
    return None


def why_no_publishing(table: Table, action: int) -> str:
    """A-60, A-61."""
    missing = research_missing(table, action)
    if missing is not None:
        return f"you lack {missing} research for a journal with the field of a site in reach (A-60)"
    fields = fields_in_reach(table, action)
    if not fields:
        return "none of your vessels reaches a free journal site (A-60)"
    return f"the free journal sites in reach are {' and '.join(fields)}, and no journal in the row is (A-61)"


def research_missing(table: Table, action: int) -> int | None:
    """How much more research makes it possible; None: none does."""
    needed = asking.research_for(table, action)
    return None if needed is None else needed - int(table.me.research)


def fields_in_reach(table: Table, action: int) -> list[str]:
    """The fields of which a journal could be published with research enough."""
    found = []
    for field in Field:
        journal = next((each for each in table.book.journals if field in each.fields), None)
        only = next((each for each in table.book.journals if each.fields == (field,)), journal)
        if only and action in asking.legal_if(
            table, asking.with_journal(only.index), asking.with_research(RESEARCH_TOP)
        ):
            found.append(field.name.lower())
    return found


def why_no_way(table: Table, action: int, start: str) -> str:
    """Of a journey that leads nowhere (A-11 to A-13, A-15)."""
    more = asking.technology_for(table, action)
    if more is None:
        return f"from {start} no way leads to another zone (A-11, A-13)"
    return f"from {start} the nearest destination takes {more} more technology (A-11, A-12)"


def why_no_token(table: Table, kind: int) -> str | None:
    token = table.book.tokens[kind]
    if not table.me.token[kind]:
        return f"you hold no dive token {token.id} (A-44)"
    if table.record.phase != ACTIVATION or table.record.mover != table.seat:
        return "dive tokens are spent in one's own turn (T-16)"
    if table.question != TURN_POINT and int(table.frame.do) not in (CONSERVE, PUBLISH):
        return "here tokens are spent to pay for conserve and publish only (A-45)"
    return None


def why_no_token_effect(table: Table, kind: int) -> str | None:
    token = table.book.tokens[kind]
    if not table.me.token[kind]:
        return f"you hold no dive token {token.id} (A-44)"
    if not token.effect:
        return "this token has no effect (A-44)"
    part = token.effect[0]
    if isinstance(part, Pay) and not table.me.staging:
        return "your staging area has no disc to pay with (A-46)"
    if isinstance(part, Gain) and part.number(Item.IMPACT):
        return "no hex is open to a marker of yours (A-46)"
    columns = table.rules["activation"][int(table.rules["token_activation"][kind])]
    return why_impossible(table, columns[:ACTION_TYPES].argmax(), ACTIONS["TOKEN_EFFECT"] + kind)


def why_no_copy(table: Table, slot: int) -> str:
    if reason := why_empty(table, slot):
        return reason
    if slot + 1 == table.record.copier:
        return "it copies another specialist (T-12)"
    return f"the {table.slot_name(table.seat, slot)} prints no action to copy (T-12)"


# --- preparation ---


def why_no_hire(table: Table, kind: int) -> str:
    person = table.book.specialists[kind]
    if kind < STOCK_KINDS and not table.record.stock[kind]:
        return f"no {person.junior} is left (P-2)"
    if kind >= STOCK_KINDS and kind + 1 not in table.record.display:
        return f"the {person.junior} is not on display (S-6)"
    level = table.level(table.seat, Item.REPUTATION)
    return f"the {person.junior} has rank {person.rank}, and your reputation is at level {level} (P-2)"


def why_no_return(table: Table, slot: int) -> str:
    if reason := why_empty(table, slot):
        return reason
    if not table.has_disc(table.seat, slot):
        return f"no disc lies on the {table.slot_name(table.seat, slot)} (P-5)"
    if slot < table.record.next_slot:
        return "discs are taken in the order of slots, and this one was passed over (Q-2)"
    return "too few discs lie on later slots: all that can come back do (P-5, Q-2)"


# --- travel ---


def why_no_zone(table: Table, cell: int, rule: str) -> str | None:
    if not table.is_inside(cell):
        return f"{table.bounds} (S-1)"
    return None if table.board(cell) else f"there is no zone in {cell_name(cell)} ({rule})"


def why_not_from(table: Table, cell: int) -> str:
    if reason := why_no_zone(table, cell, "A-10"):
        return reason
    if cell not in table.vessels(table.seat):
        return f"you have no vessel in {table.zone(cell)} (A-10)"
    if table.frame.origin and table.frame.origin != cell + 1:
        return f"the vessel that travels is in {table.zone(int(table.frame.origin) - 1)} (Z-5)"
    return why_no_way(table, ACTIONS["LEAVE"] + cell, table.zone(cell))


def why_not_to(table: Table, cell: int) -> str:
    if reason := why_no_zone(table, cell, "A-11"):
        return reason
    board, frame = table.board_in(cell), table.frame
    if cell == int(frame.cell):
        return "the vessel is there already (A-13)"
    if table.rules["closed_to_vessels"][board.index]:
        return f"no vessel may enter {board.name} (Z-3)"
    if table.rules["one_vessel"][board.index] and cell in table.vessels(table.seat):
        return f"one vessel of a player may be in {board.name}, and yours is there (Z-7)"
    if frame.last and board.depth == int(frame.last):
        return f"this journey does not lead to depth {board.depth} (Z-12)"
    more = asking.technology_for(table, ACTIONS["TRAVEL_TO"] + cell)
    if more is None:
        return f"no way from zone to zone leads to {table.zone(cell)} (A-11)"
    return f"{table.zone(cell)} is too far or too deep: it takes {more} more technology (A-11, A-12)"


# --- actions in a zone ---


def why_not_in(table: Table, cell: int) -> str | None:
    """Of a zone in which the action is to be done (Q-8)."""
    if reason := why_no_zone(table, cell, "A-1"):
        return reason
    do = int(table.frame.do)
    sites = table.sites(cell, do)
    if not sites:
        return f"{table.zone(cell)} has no {SITES_OF[do]} (A-1)"
    open_sites = [spot for spot in sites if not why_taken(table, cell, do, spot)]
    if not open_sites:
        return f"every {SITES_OF[do]} of {table.zone(cell)} is used up (A-1)"
    return why_out_of_use(table, cell, ACTIONS["ACT_IN"] + cell, open_sites)


def why_taken(table: Table, cell: int, do: int, spot: Spot) -> str | None:
    if do == DIVE:
        empty = not table.tokens_on(table.board_in(cell), spot.position)
        return f"{spot.id} has no dive token left (A-40)" if empty else None
    owner = table.owner(cell, spot.id)
    if owner is None:
        return None
    return f"a disc of {'yours' if owner == table.seat else f'seat {owner}'} lies on {spot.id} (A-1)"


def why_out_of_use(table: Table, cell: int, action: int, spots: list[Spot]) -> str | None:
    """Of sites that are free: out of reach, without a journal for them, or too dear."""
    do = int(table.frame.do)
    missing = research_missing(table, action) if do in (CONSERVE, PUBLISH) else None
    if missing:
        if do == PUBLISH:
            return f"you lack {missing} research for every journal with its field (A-60)"
        return f"you lack {missing} research to conserve there (A-50)"
    if do == PUBLISH and fields_in_reach(table, action):
        fields = " or ".join(sorted({field_name(spot) for spot in spots}))
        return f"no journal in the row is {fields} (A-61)"
    return why_out_of_reach(table, cell, spots)


def why_out_of_reach(table: Table, cell: int, spots: list[Spot]) -> str:
    if table.frame.freely:
        return f"none of your vessels is at depth {column_and_depth(cell)[1]} (A-53)"
    if any(spot.access for spot in spots):
        sides = " or ".join(words for access, words in SIDES.items() if any(spot.access == access for spot in spots))
        return f"its sites are reached by a vessel in the zone {sides}, and you have none there (Z-4)"
    return f"you have no vessel in {table.zone(cell)} (A-1)"


SIDES = {
    Access.HERE: "itself", Access.LEFT: "to the left of it", Access.UP: "above it", Access.RIGHT: "to the right of it",
}


def why_no_site(table: Table, place: int) -> str | None:
    """Q-9."""
    do, cell = int(table.frame.do), int(table.frame.cell)
    sites = table.sites(cell, do)
    if do == SONAR:
        track = [spot for spot in sites if spot.track == place]
        if not track:
            return f"{table.zone(cell)} has no sonar track {place + 1} (A-20)"
        return f"sonar track {place + 1} is full (A-20)" if all_taken(table, cell, track) else None
    if place >= len(sites):
        return f"{table.zone(cell)} has {number_of(len(sites), SITES_OF[do])}"
    spot = sites[place]
    return why_taken(table, cell, do, spot) or why_out_of_use(table, cell, ACTIONS["SITE"] + place, [spot])


def all_taken(table: Table, cell: int, spots: list[Spot]) -> bool:
    return all(table.owner(cell, spot.id) is not None for spot in spots)


def why_not_this_journal(table: Table, place: int) -> str:
    journal = table.journal(place)
    if journal is None:
        return f"place {place} of the row is empty (A-63)"
    missing = research_missing(table, ACTIONS["ROW"] + place)
    if missing is not None:
        return f'you lack {missing} research for "{journal.name}" (A-60)'
    spot = table.sites(int(table.frame.cell), PUBLISH)[int(table.frame.site)]
    return f'"{journal.name}" is not {field_name(spot)} like the site (A-60)'


# --- discover ---


def why_no_draw(table: Table, place: int) -> str | None:
    """Q-11, Q-12."""
    depth, record, frame = place + 1, table.record, table.frame
    if depth > table.mission.max_depth:
        return f"{table.bounds} (S-1)"
    if not record.stack_count[place]:
        return f"no board of depth {depth} is left (A-31)"
    if not has_place(table, depth):
        where = "is free at depth 1" if depth == 1 else f"at depth {depth} lies below a zone and is free"
        return f"no cell {where} (A-30)"
    first, last = int(frame.first), int(frame.last)
    if not is_drawn_from(table, depth):
        if first <= depth <= last or any(first <= drawn <= last for drawn in depths_drawn(table)):
            return f"the discovery is for {range_words(first, last)} (A-31)"
        return f"{range_words(first, last)} has no place or no board: only the shallowest depth that has both (A-31)"
    if table.question == SECOND_DEPTH and depth < frame.cell:
        return f"the first board comes from depth {int(frame.cell)}, and the second from no smaller one (Q-12)"
    return f"depth {depth} has one board left, and two depths are named in ascending order (A-32)"


def range_words(first: int, last: int) -> str:
    return f"depth {first}" if first == last else f"depth {first}-{last}"


def depths_drawn(table: Table) -> list[int]:
    """The depths that may be named."""
    blocks = (ACTIONS.block_of(action) for action in asking.legal_if(table))
    return [place + 1 for block, place in blocks if block.name == "DRAW"]


def has_place(table: Table, depth: int) -> bool:
    """Whether boards of this depth could be drawn, if the discovery were for this depth and the stack had enough."""
    return ACTIONS["DRAW"] + depth - 1 in asking.legal_if(table, only_from(depth), with_boards(depth), first_question)


def is_drawn_from(table: Table, depth: int) -> bool:
    """Whether this discovery may take boards of the depth, if the stack had enough (A-31)."""
    return ACTIONS["DRAW"] + depth - 1 in asking.legal_if(table, with_boards(depth), first_question)


def only_from(depth: int) -> asking.Change:
    def change(record: Any) -> None:
        frame = record.frame[record.frame_count - 1]
        frame.first = frame.last = depth

    return change


def with_boards(depth: int) -> asking.Change:
    def change(record: Any) -> None:
        record.stack_count[depth - 1] = max(2, int(record.stack_count[depth - 1]))

    return change


def first_question(record: Any) -> None:
    record.frame[record.frame_count - 1].stage = BEGUN


def why_not_in_column(table: Table, column: int) -> str | None:
    """Q-14."""
    depth = table.book.boards[int(table.frame.a) - 1].depth
    cell = (depth - 1) * COLUMNS + column
    if not table.is_inside(cell):
        return f"{table.bounds} (S-1)"
    if table.board(cell) is not None:
        return f"{table.zone(cell)} lies there already (A-30)"
    return f"there is no zone directly above {cell_name(cell)} (A-30)"


def why_no_launch(table: Table, column: int) -> str | None:
    """Q-20."""
    if reason := why_no_zone(table, column, "M-1"):
        return reason
    return f"no vessel may enter {table.board_in(column).name} (Z-3)"


# --- gains ---


def why_no_promotion(table: Table, slot: int) -> str:
    return why_empty(table, slot) or f"the {table.slot_name(table.seat, slot)} is a senior already (A-70)"


def why_not_this_attribute(table: Table, number: int) -> str:
    which, rule = ("highest", "O-8") if table.question == LOWERING else ("lowest", "B-5")
    return f"{ATTRIBUTE_NAMES[number]} is not your {which} attribute ({rule})"


def why_no_hex(table: Table, at: int) -> str | None:
    place = table.hex(at)
    if place is None:
        return f"the impact board of this mission has {len(table.mission.hexes)} hexes"
    if place.special == "turtle":
        used = "this zone has used it already" if table.frame.rewards_site else "this is none"
        return f"hex {at} is for an impact that a conservation site gives, once a zone; {used} (M-4)"
    if place.special == "clean-up":
        return f"the clean-up track ends at {table.mission.track_steps} (M-9)"
    owner = table.marker_on(at)
    if owner is not None:
        return f"a marker of {'yours' if owner == table.seat else f'seat {owner}'} lies on hex {at} (I-1)"
    rules = table.mission.rules
    if MissionRule.ROWS_BY_DEPTH in rules:
        return why_not_in_row(table, place)
    if MissionRule.MOVING_MARKERS in rules:
        return why_no_move_to(table, place)
    if place.rescue and may_be_put(table, at, asking.with_vessels_in([RESCUE_CELL])):
        return f"hex {at} takes a marker of who has a vessel or a disc in column C at depth 3 or more (M-7)"
    return f"hex {at} is no entry, and no marker lies beside it (I-1)"


RESCUE_CELL = 2 * COLUMNS + 2                            # C3


def may_be_put(table: Table, at: int, *changes: asking.Change) -> bool:
    return ACTIONS["HEX"] + at in asking.legal_if(table, *changes)


def why_not_in_row(table: Table, place: Hex) -> str:
    """M-10."""
    if place.overflow is not None:
        first, last = place.overflow
        return f"hex {place.id} takes what finds the row of its depth, {first}-{last}, full (M-10)"
    depth = place.row + 1
    if any(other.row == place.row and may_be_put(table, other.id) for other in table.mission.hexes):
        return f"the leftmost empty place of the row of depth {depth} comes first (M-10)"
    if table.frame.origin:
        origin = column_and_depth(int(table.frame.origin) - 1)[1]
        return f"this impact comes from depth {origin}, and hex {place.id} is in the row of depth {depth} (M-10)"
    return f"you have no vessel at depth {depth} (M-10)"


def why_no_move_to(table: Table, place: Hex) -> str:
    """M-6."""
    hidden = table.book.board(table.mission.hidden)
    if place.closed and hidden.index + 1 not in table.record.board:
        return f"hex {place.id} is closed until {hidden.name} is in the ocean (M-6)"
    moved = int(table.frame.a) - 1
    if moved < 0:
        legal = next(k for k in range(len(table.mission.hexes)) if may_be_put(table, k))
        from_there = marker_that_moves(table, legal)
        if from_there is None:
            return "none of your markers can move, and a new one is put on an entry (M-6)"
        moved = from_there
    return f"hex {place.id} is not beside hex {moved}, from which the marker moves (M-6)"


def why_not_this_marker(table: Table, at: int) -> str:
    """Q-19."""
    place = table.hex(at)
    if place is None or table.marker_on(at) != table.seat:
        return f"no marker of yours lies on hex {at} (M-6)"
    below = [other.id for other in table.mission.hexes if other.col == place.col and other.row > place.row]

    def alone(record: Any) -> None:
        """Nothing lies beside it but in its column below."""
        for other in table.mission.neighbours[at]:
            if other not in below:
                record.hex_owner[other] = 0

    if not place.closed or ACTIONS["MOVE_FROM"] + at in asking.legal_if(table, alone):
        return f"no hex beside hex {at} is open (M-6)"
    return f"the marker on hex {at} is locked: no hex below it is empty (M-6)"


REASONS: dict[str, Reason] = {
    "PASS": why_no_pass,
    "END_TURN": why_no_end,
    "DECLINE": why_no_decline,
    "ACTIVATE": why_no_activation,
    "USE_JOURNAL": why_no_journal,
    "ACTION": why_no_action,
    "TOKEN_RESEARCH": why_no_token,
    "TOKEN_EFFECT": why_no_token_effect,
    "COPY": why_no_copy,
    "LEAVE": why_not_from,
    "TRAVEL_TO": why_not_to,
    "ACT_IN": why_not_in,
    "SITE": why_no_site,
    "ROW": why_not_this_journal,
    "DRAW": why_no_draw,
    "PLACE_IN": why_not_in_column,
    "LAUNCH_IN": why_no_launch,
    "HIRE": why_no_hire,
    "RETURN": why_no_return,
    "PROMOTE": why_no_promotion,
    "ATTRIBUTE": why_not_this_attribute,
    "HEX": why_no_hex,
    "MOVE_FROM": why_not_this_marker,
}
