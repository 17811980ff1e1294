"""Why an answer is not possible now, in the words of the rules."""

from collections.abc import Callable

from undersea_env.endeavor_deep_sea.compiled.limits import COLUMNS, STOCK_KINDS
from undersea_env.endeavor_deep_sea.compiled.opcodes import CONSERVE, DISCOVER, DIVE, PROMOTE, PUBLISH, SONAR, TRAVEL
from undersea_env.endeavor_deep_sea.kernel.actions import ACTIONS
from undersea_env.endeavor_deep_sea.printed.words import Field, MissionRule, SpotKind
from undersea_env.endeavor_deep_sea.words.notation.names import ATTRIBUTE_NAMES, DO_NAMES, cell_name
from undersea_env.endeavor_deep_sea.words.questions import asked
from undersea_env.endeavor_deep_sea.words.readings import Table

Reason = Callable[[Table, int], str]
BLOCKS_OF = {
    1: ("HIRE",), 2: ("RETURN",),
    3: ("PASS", "ACTIVATE", "USE_JOURNAL", "ACTION", "TOKEN_RESEARCH", "TOKEN_EFFECT", "END_TURN"),
    4: ("ACTION", "DECLINE"), 5: ("COPY",), 6: ("LEAVE",), 7: ("TRAVEL_TO",), 8: ("ACT_IN", "TOKEN_RESEARCH"),
    9: ("SITE", "TOKEN_RESEARCH"), 10: ("ROW", "TOKEN_RESEARCH"), 11: ("DRAW", "DECLINE"), 12: ("DRAW",),
    13: ("KEEP",), 14: ("PLACE_IN",), 15: ("KEEP",), 16: ("PROMOTE", "DECLINE"), 17: ("ATTRIBUTE",),
    18: ("HEX", "DECLINE"), 19: ("MOVE_FROM", "DECLINE"), 20: ("LAUNCH_IN",), 21: ("OPTION",), 22: ("ATTRIBUTE",),
}


def why_not(table: Table, number: int) -> str:
    if table.record.over:
        return "the game is over"
    block, place = ACTIONS.block_of(number)
    if block.name not in BLOCKS_OF[int(table.record.question)]:
        return f"the question is: {asked(table)}"
    return REASONS[block.name](table, place)


# --- turns ---


def why_no_pass(table: Table, place: int) -> str:
    return "something was done in this turn already (T-3)"


def why_no_end(table: Table, place: int) -> str:
    if not table.record.acted:
        return "nothing was done in this turn yet: act or pass (T-2)"
    return f"{int(table.me.token_count)} dive tokens are held; at most 1 may be kept (T-15)"


def why_no_decline(table: Table, place: int) -> str:
    return "what was begun is carried through (A-3)"


def why_no_activation(table: Table, slot: int) -> str:
    if slot >= table.me.specialist_count:
        return f"slot {slot} is empty (P-6)"
    return (
        _why_no_activation_at_all(table)
        or (f"a disc lies on the {table.slot_name(table.seat, slot)} (T-4)" if table.has_disc(table.seat, slot) else "")
        or f"the {table.slot_name(table.seat, slot)} prints no action (T-5)"
    )


def _why_no_activation_at_all(table: Table) -> str:
    if table.record.activated:
        return "one activation a turn (T-2)"
    return "" if table.me.staging else "no disc is in the staging area (T-4)"


def why_no_journal(table: Table, number: int) -> str:
    journal = next((each for each in table.book.journals if each.action_index == number), None)
    if journal is None:
        return "no journal of the book has this action"
    if not int(table.me.journals) >> journal.index & 1:
        return f'"{journal.name}" is not among the own journals (T-9)'
    if int(table.me.used_journals) >> journal.index & 1:
        return f'"{journal.name}" was used already (T-9)'
    return _why_no_activation_at_all(table)


def why_no_action(table: Table, do: int) -> str:
    if table.record.question == 4:
        return f"{DO_NAMES[int(table.frame.do)]} is offered, nothing else"
    if not table.record.activation:
        return "nobody was activated in this turn (T-4)"
    if not table.record.left[do]:
        return f"the activation has no {DO_NAMES[do]} left (T-6, T-7)"
    return why_impossible(table, do)


def why_impossible(table: Table, do: int) -> str:
    """A-2."""
    if do in (SONAR, CONSERVE, PUBLISH) and not table.me.staging:
        return f"{DO_NAMES[do]} takes one more disc, and none is in the staging area (T-11)"
    words = {
        TRAVEL: f"no vessel has a destination with technology {table.technology} (A-11, A-12)",
        SONAR: "no sonar track with an empty spot is in reach (A-20)",
        DIVE: "no dive site with a token is in reach (A-40)",
        CONSERVE: "no free conservation site in reach can be paid (A-50)",
        PUBLISH: "no free journal site in reach has a journal in the row that can be paid (A-60)",
        PROMOTE: "there is no junior (A-72)",
        DISCOVER: "a discovery is always possible (A-35)",
    }
    return words[do]


def why_no_token(table: Table, kind: int) -> str:
    if not table.me.token[kind]:
        return f"no dive token {table.book.tokens[kind].id} is held (A-44)"
    return "tokens pay for conserve and publish only (A-45)"


def why_no_token_effect(table: Table, kind: int) -> str:
    token = table.book.tokens[kind]
    if not table.me.token[kind]:
        return f"no dive token {token.id} is held (A-44)"
    activation = int(table.rules["token_activation"][kind])
    if activation:
        doing = next(do for do, number in enumerate(table.rules["activation"][activation][:7]) if number)
        return why_impossible(table, doing)
    if table.me.staging < table.rules["token_pays"][kind]:
        return "no disc is in the staging area to pay (A-46)"
    return "no hex is open for the marker (A-46)"


def why_no_copy(table: Table, slot: int) -> str:
    if slot >= table.me.specialist_count:
        return f"slot {slot} is empty (P-6)"
    if slot + 1 == table.record.copier:
        return "it copies another specialist (T-12)"
    return f"the {table.slot_name(table.seat, slot)} prints no action (T-12)"


# --- preparation ---


def why_no_hire(table: Table, kind: int) -> str:
    person = table.book.specialists[kind]
    if person.rank > table.level(table.seat, 0):
        return f"the {person.junior} has rank {person.rank}, the reputation level is {table.level(table.seat, 0)} (P-2)"
    return f"no {person.junior} is left" if kind < STOCK_KINDS else f"the {person.junior} is not on display (S-6)"


def why_no_return(table: Table, slot: int) -> str:
    if slot >= table.me.specialist_count or not table.has_disc(table.seat, slot):
        return f"no disc lies on a specialist in slot {slot} (P-5)"
    if slot < table.record.next_slot:
        return "discs come back in the order of slots; this one was passed over (Q-2)"
    return "too few discs lie above it: the number is not optional (Q-2)"


# --- actions ---


def why_not_from(table: Table, cell: int) -> str:
    if cell not in table.vessels(table.seat):
        return f"no own vessel is in {table.zone(cell)} (A-10)"
    if table.frame.origin and table.frame.origin != cell + 1:
        return f"the vessel must leave {table.zone(int(table.frame.origin) - 1)}"
    return f"from {table.zone(cell)} there is no destination with technology {table.technology} (A-11, A-12)"


def why_not_to(table: Table, cell: int) -> str:
    board, frame = table.board(cell), table.frame
    if board is None:
        return f"there is no zone in {cell_name(cell)} (A-11)"
    if cell == int(frame.cell):
        return "the vessel is there already (A-13)"
    if table.rules["closed_to_vessels"][board.index]:
        return f"no vessel may enter {board.name} (Z-3)"
    if table.rules["one_vessel"][board.index] and cell in table.vessels(table.seat):
        return f"only one vessel of a player may be in {board.name} (Z-7)"
    if frame.last and board.depth == int(frame.last):
        return f"not to depth {board.depth} (Z-12)"
    return f"{table.zone(cell)} is too far or too deep for technology {table.technology} (A-11, A-12, A-15)"


def why_not_in(table: Table, cell: int) -> str:
    do = int(table.frame.do)
    if table.board(cell) is None:
        return f"there is no zone in {cell_name(cell)}"
    if not table.sites(cell, do):
        return f"{table.zone(cell)} has no place to {DO_NAMES[do]}"
    if cell not in table.vessels(table.seat) and not table.frame.freely:
        return f"no own vessel is in {table.zone(cell)} (A-1)"
    return f"nothing in {table.zone(cell)} can be used with the research there is now (Q-8)"


def why_no_site(table: Table, place: int) -> str:
    do, cell = int(table.frame.do), int(table.frame.cell)
    if do == SONAR:
        has_track = any(spot.track == place for spot in table.sites(cell, do))
        return "the track is full (A-20)" if has_track else f"{table.zone(cell)} has no such sonar track"
    sites = table.sites(cell, do)
    if place >= len(sites):
        return f"{table.zone(cell)} has no such site"
    spot = sites[place]
    board = table.board(cell)
    assert board is not None
    if do == DIVE:
        empty = not table.tokens_on(board, place)
        return f"{spot.id} has no token (A-40)" if empty else f"{spot.id} is not in reach (Z-4)"
    order = [each.id for each in board.disc_spots]
    if table.owner(cell, order.index(spot.id)) is not None:
        return f"a disc lies on {spot.id} (A-1)"
    if do == CONSERVE:
        cost = max(0, spot.cost - int(table.frame.more))
        if cost > table.me.research:
            return f"{spot.id} costs {cost} research; there is {int(table.me.research)} (A-50)"
        return f"{spot.id} is not in reach (Z-4)"
    field = Field(spot.field).name.lower() if spot.field is not None else ""
    return f"no journal in the row with the field {field} can be paid now, or {spot.id} is not in reach (A-60)"


def why_not_this_journal(table: Table, place: int) -> str:
    journal = table.journal(place)
    if journal is None:
        return "no journal lies there (A-63)"
    board = table.board(int(table.frame.cell))
    assert board is not None
    field = board.spots_of(SpotKind.JOURNAL)[int(table.frame.site)].field
    if field is not None and field not in journal.fields:
        return f'"{journal.name}" does not show the field {Field(field).name.lower()} of the site (A-60)'
    return f'"{journal.name}" costs {journal.cost} research; there is {int(table.me.research)} (A-60)'


def why_no_draw(table: Table, place: int) -> str:
    frame = table.frame
    if not table.record.stack_count[place]:
        return f"no board of depth {place + 1} is left (A-31)"
    if table.record.question == 12 and place + 1 < frame.cell:
        return "the second depth is not smaller than the first (Q-12)"
    if table.record.question == 12 and place + 1 == frame.cell:
        return f"depth {place + 1} has only one board left (A-32)"
    if not frame.first <= place + 1 <= frame.last:
        return f"the discovery is for depths {int(frame.first)}-{int(frame.last)}, or the shallowest with a place (A-31)"
    return f"at depth {place + 1} there is no place for a board now, or no second one could be drawn (A-30, A-32)"


def why_no_keep(table: Table, place: int) -> str:
    return "one of the two drawn is kept (A-33, A-42)"


def why_not_in_column(table: Table, column: int) -> str:
    if column >= table.rules["columns"]:
        return f"the mission has {int(table.rules['columns'])} columns (A-30)"
    depth = int(table.rules["board_depth"][int(table.frame.a) - 1])
    cell = (depth - 1) * COLUMNS + column
    if table.board(cell) is not None:
        return f"{table.zone(cell)} lies there already (A-30)"
    return f"there is no zone directly above {cell_name(cell)} (A-30)"


def why_no_launch(table: Table, column: int) -> str:
    return f"there is no zone in {cell_name(column)} (M-1)"


# --- gains ---


def why_no_promotion(table: Table, slot: int) -> str:
    if slot >= table.me.specialist_count:
        return f"slot {slot} is empty (P-6)"
    return f"the {table.slot_name(table.seat, slot)} is a senior already (A-70)"


def why_not_this_attribute(table: Table, number: int) -> str:
    which = "highest" if table.record.question == 22 else "lowest"
    rule = "O-8" if which == "highest" else "B-5"
    return f"{ATTRIBUTE_NAMES[number]} is not the {which} attribute ({rule})"


def why_no_hex(table: Table, at: int) -> str:
    place, rules = table.hex(at), table.mission.rules
    if place is None:
        return f"the mission has {len(table.mission.hexes)} hexes"
    if table.record.hex_owner[at]:
        return f"a marker of seat {int(table.record.hex_owner[at]) - 1} lies on hex {at} (I-1)"
    if place.special == "turtle":
        return "only for an impact printed on a conservation site, once a zone (M-4)"
    if place.special == "clean-up":
        return f"the clean-up track ends at {table.mission.track_steps} (M-9)"
    if MissionRule.ROWS_BY_DEPTH in rules:
        return "the marker goes on the leftmost empty place of a row whose depth fits (M-10)"
    if MissionRule.MOVING_MARKERS in rules:
        if place.closed and table.record.board.tolist().count(int(table.rules["hidden_board"])) == 0:
            return f"hex {at} is closed before Fallen Star is in the ocean (M-6)"
        return f"hex {at} is no neighbour of the marker that moves, nor an entry for a new one (M-6)"
    if place.rescue:
        return f"hex {at} is not reached, or no own vessel or disc is deep in column C (M-7)"
    return f"hex {at} has no entry arrow and no neighbour with a marker (I-1)"


def why_not_this_marker(table: Table, at: int) -> str:
    if table.record.hex_owner[at] != table.seat + 1:
        return f"no own marker lies on hex {at} (M-6)"
    return f"the marker on hex {at} is locked, or no hex beside it is open (M-6)"


def why_no_option(table: Table, which: int) -> str:
    return "one of the two is chosen (Q-21)"


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
    "KEEP": why_no_keep,
    "PLACE_IN": why_not_in_column,
    "LAUNCH_IN": why_no_launch,
    "HIRE": why_no_hire,
    "RETURN": why_no_return,
    "PROMOTE": why_no_promotion,
    "ATTRIBUTE": why_not_this_attribute,
    "HEX": why_no_hex,
    "MOVE_FROM": why_not_this_marker,
    "OPTION": why_no_option,
}
