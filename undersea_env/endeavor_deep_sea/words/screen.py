"""A position as a screen of text: what a person wants to see. All seats know the same (H-3)."""

from textwrap import wrap
from typing import TYPE_CHECKING, Any

from undersea_env.endeavor_deep_sea import TITLE
from undersea_env.endeavor_deep_sea.compiled.limits import COLUMNS, DISPLAY, STOCK_KINDS
from undersea_env.endeavor_deep_sea.printed.things import Board, Journal, Specialist, Spot
from undersea_env.endeavor_deep_sea.printed.words import COLUMN_LETTERS, ROW_PLACES, Less, SpotKind
from undersea_env.endeavor_deep_sea.words.goals import goal_lines, team_sheet
from undersea_env.endeavor_deep_sea.words.impact_map import impact_lines
from undersea_env.endeavor_deep_sea.words.notation.names import ATTRIBUTE_NAMES, cell_name
from undersea_env.endeavor_deep_sea.words.phrases import field_name
from undersea_env.endeavor_deep_sea.words.questions import question_phrase
from undersea_env.endeavor_deep_sea.words.readings import Table, actions_text, gain_text
from undersea_env.showing import scores
from undersea_env.showing.terminal import Paint, padded
from undersea_env.showing.words import number_of

if TYPE_CHECKING:
    from undersea_env.core.position import State

WIDTH = 80
MARGIN = 2                               # of the map: the depth


def ansi(state: "State", viewer: int | None = None, colour: bool = False) -> str:
    """The whole table. Colours are ANSI codes, if asked for."""
    table = Table(state.states[0], state.game)
    paint = Paint(colour)
    lines = [*_heading(state, table, viewer, paint), "", paint("Goals", "bold"), *goal_lines(state, table), ""]
    lines += [paint("Ocean", "bold"), *_map(table), "", *_zones(table, paint), ""]
    lines += [*impact_lines(table, paint), "", *_journals(table, paint), "", *_specialists(table, paint), ""]
    lines += _tokens(table)
    for seat in table.seats:
        lines += ["", *_player(state, table, seat, paint)]
    return "\n".join(line.rstrip() for line in lines)


def told(words: str, indent: int = 2) -> list[str]:
    """Words on as many lines as they need; what follows the first line stands further in."""
    return wrap(words, WIDTH, initial_indent=" " * indent, subsequent_indent=" " * (indent + 2))


def score_sheet(state: "State") -> str:
    """Points by source for all seats, or the goals of the team; before the end, as if the game ended now."""
    if state.game.is_cooperative:
        return team_sheet(Table(state.states[0], state.game), state)
    return scores.score_sheet(state)


# --- the heading ---


def _heading(state: "State", table: Table, viewer: int | None, paint: Paint) -> list[str]:
    mission, record = table.mission, table.record
    seen = "" if viewer is None else f" (seen by seat {viewer})"
    lines = [f"{TITLE.upper()} - mission {mission.number}, {mission.name}{seen}"]
    lines += wrap(_result(state) if record.over else question_phrase(table), WIDTH, subsequent_indent="  ")
    lines = [paint(line, "bold") for line in lines]
    if len(table.seats) > 1 and not record.over:
        order = ", ".join(str((int(record.wave) + k) % len(table.seats)) for k in table.seats)
        lines.append(f"The wave is with seat {int(record.wave)}: the order is {order}.")
    less = [f"{name.name.lower()} {int(number)} less" for name, number in zip(Less, record.less, strict=True) if number]
    if less:
        lines.append(f"In this round: {', '.join(less)} (O-8).")
    return lines


def _result(state: "State") -> str:
    if state.game.is_cooperative:
        return f"The game is over, and the team has {'won' if state.winners else 'lost'}."
    ranking = sorted(range(state.game.num_players), key=lambda seat: state.ranks[seat])
    return "Final scores: " + ", ".join(f"seat {seat} {state.scores[seat]}" for seat in ranking)


# --- the ocean ---


def _map(table: Table) -> list[str]:
    """Names, then who has vessels there, and what is free: dives, sonar, conservation, journal sites."""
    mission = table.mission
    width = (WIDTH - MARGIN) // mission.columns
    letters = "".join(f"{COLUMN_LETTERS[column]:<{width}}" for column in range(mission.columns))
    lines = [f"{'':{MARGIN}}{letters}"]
    for depth in range(1, mission.max_depth + 1):
        cells = [(depth - 1) * COLUMNS + column for column in range(mission.columns)]
        names, details = [], []
        for cell in cells:
            board = table.board(cell)
            names.append(_shortened(board.name, width - 1) if board else ".")
            details.append(_details(table, cell) if board else "")
        lines.append(f"{depth:<{MARGIN}}" + "".join(padded(name, width) for name in names))
        lines.append(" " * MARGIN + "".join(padded(each, width) for each in details))
    return [*lines, *told("free: d dive tokens, s sonar spots, c conservation, j journal sites; v: vessels", 0)]


def _shortened(name: str, width: int) -> str:
    name = name.removeprefix("The ")
    return name if len(name) <= width else name[: width - 1] + "."


def _details(table: Table, cell: int) -> str:
    board = table.board_in(cell)
    free = {kind: sum(table.owner(cell, spot.id) is None for spot in board.spots_of(kind)) for kind in SpotKind
            if kind != SpotKind.DIVE}
    tokens = sum(table.tokens_on(board, spot.position) for spot in board.spots_of(SpotKind.DIVE))
    numbers = {"d": tokens, "s": free[SpotKind.SONAR], "c": free[SpotKind.CONSERVATION], "j": free[SpotKind.JOURNAL]}
    vessels = "".join(str(seat) for seat in table.seats for place in table.vessels(seat) if place == cell)
    words = "".join(f"{letter}{number}" for letter, number in numbers.items() if number)
    return " ".join(filter(None, (words, f"v{vessels}" if vessels else "")))


def _zones(table: Table, paint: Paint) -> list[str]:
    """What every zone prints, and whose discs lie there."""
    lines = []
    for cell in table.zones:
        board = table.board_in(cell)
        head = [f"arrival {gain_text(board.arrival_text)}" if board.arrival_text else ""]
        vessels = [table.vessels(seat).count(cell) for seat in table.seats]
        there = [f"seat {seat}{f' ({n})' if n > 1 else ''}" for seat, n in enumerate(vessels) if n]
        head.append(f"vessels of {', '.join(there)}" if there else "")
        discoverer = int(table.record.discoverer[cell])
        head.append(f"discovered by seat {discoverer - 1}" if discoverer else "")
        name, words = f"{cell_name(cell)} {board.name}", "; ".join(filter(None, head))
        first, *rest = told(f"{name}: {words}" if words else name, 0)
        lines += [first.replace(name, paint(name, "bold"), 1), *rest]
        printed = [*_spot_texts(table, cell, board), *_link_texts(table, cell, board)]
        lines += told("; ".join([*printed, *(f"rule: {each.text}" for each in board.rules)]))
    return [*lines, *told("(0): a disc of seat 0; >: the next spot of a sonar track; *: marked; a link counts once "
                          "both its ends have discs", 0)]


def _spot_texts(table: Table, cell: int, board: Board) -> list[str]:
    texts = []
    for spot in board.spots_of(SpotKind.DIVE):
        number = table.tokens_on(board, spot.position)
        texts.append(f"dive {spot.id}{_access(spot)} {number_of(number, 'token') if number else 'empty'}")
    for track in sorted({spot.track for spot in board.spots_of(SpotKind.SONAR)}):
        spots = [spot for spot in board.spots_of(SpotKind.SONAR) if spot.track == track]
        texts.append(f"sonar {' > '.join(_disc_spot(table, cell, spot, gain_text(spot.text)) for spot in spots)}")
    for spot in board.spots_of(SpotKind.CONSERVATION):
        price = f"for {spot.cost} research" if spot.cost else "free of cost"
        text = f"{price}: {gain_text(spot.text) or 'nothing'}"
        texts.append(f"conserve {_disc_spot(table, cell, spot, text)}")
    for spot in board.spots_of(SpotKind.JOURNAL):
        text = f"{field_name(spot)}{f': {gain_text(spot.text)}' if spot.text else ''}"
        texts.append(f"publish {_disc_spot(table, cell, spot, text)}")
    return texts


def _disc_spot(table: Table, cell: int, spot: Spot, text: str) -> str:
    owner = table.owner(cell, spot.id)
    mark = "*" if spot.marked else ""
    if owner is not None:
        return f"{spot.id}{mark} ({owner})"
    return f"{spot.id}{mark}{_access(spot)} {text}".rstrip()


def _access(spot: Spot) -> str:
    return ("", " from the left", " from above", " from the right")[spot.access]


def _link_texts(table: Table, cell: int, board: Board) -> list[str]:
    """Those that are not complete yet."""
    return [
        f"link {link.a}-{link.b} {gain_text(link.text)}"
        for link in board.links
        if None in (table.owner(cell, link.a), table.owner(cell, link.b))
    ]


# --- the tray ---


def _journals(table: Table, paint: Paint) -> list[str]:
    lines = [paint(f"Journals to publish ({int(table.record.deck_count)} more in the deck)", "bold")]
    for place in range(ROW_PLACES):
        journal = table.journal(place)
        lines += told(_journal_words(journal) if journal else "an empty place")
    return lines


def _journal_words(journal: Journal) -> str:
    fields = " or ".join(field.name.lower() for field in journal.fields)
    gives = [number_of(journal.points, "point") if journal.points else ""]
    gives += [f"{name} {gain_text(journal.texts[name])}" for name in ("you", "others") if journal.texts[name]]
    if journal.action:
        gives.append(f"to use once: {actions_text(journal.action)}")
    return f'"{journal.name}": {journal.cost} research, {fields}; {"; ".join(filter(None, gives))}'


def _specialists(table: Table, paint: Paint) -> list[str]:
    record = table.record
    lines = [paint(f"Specialists to hire ({int(record.expert_count)} more of rank 5 lie hidden)", "bold")]
    for kind in table.book.specialists[:STOCK_KINDS]:
        if record.stock[kind.index]:
            lines += told(f"rank {kind.rank}, {int(record.stock[kind.index])} left: {_specialist_words(kind)}")
    for place in range(DISPLAY):
        if record.display[place]:
            kind = table.book.specialists[int(record.display[place]) - 1]
            lines += told(f"rank {kind.rank}: {_specialist_words(kind)}")
    return lines


def _specialist_words(kind: Specialist) -> str:
    junior = [f"hire {gain_text(kind.texts['hire'])}" if kind.hire else "", actions_text(kind.junior_actions)]
    senior = [gain_text(kind.texts["promotion"]), actions_text(kind.senior_actions), kind.texts["score"]]
    sides = (f"{kind.junior} ({'; '.join(filter(None, junior))})", f"{kind.senior} ({'; '.join(filter(None, senior))})")
    return " -> ".join(sides)


def _tokens(table: Table) -> list[str]:
    record = table.record
    words = [f"Dive tokens: {int(record.supply_count)} in the supply"]
    thrown = [f"{int(n)} {table.book.tokens[kind].id}" for kind, n in enumerate(record.discard) if n]
    words.append(f"discarded: {', '.join(thrown)}" if thrown else "none discarded")
    stacks = [f"{int(n)} of depth {k + 1}" for k, n in enumerate(record.stack_count[: table.mission.max_depth])]
    return [*told("; ".join(words), 0), *told(f"Boards to discover: {', '.join(stacks)}", 0)]


# --- a player ---


def _player(state: "State", table: Table, seat: int, paint: Paint) -> list[str]:
    me: Any = table.record.players[seat]
    notes = ["decides" if not table.record.over and seat == table.seat else ""]
    notes.append("has passed" if not table.record.over and int(table.record.passed) >> seat & 1 else "")
    notes.append("" if state.game.is_cooperative else f"{number_of(state.scores[seat], 'point')} on the table")
    tracks = [f"{name} {int(cell)} (level {table.level(seat, k)})"
              for k, (name, cell) in enumerate(zip(ATTRIBUTE_NAMES, me.marker, strict=True))]
    lines = [paint(f"Seat {seat}: {', '.join(filter(None, notes))}".rstrip(": "), "bold"), *told(", ".join(tracks))]
    vessels = ", ".join(map(cell_name, table.vessels(seat))) or "none"
    held = [number_of(int(me.staging), "disc") + " in the staging area", f"research {int(me.research)}"]
    held.append(f"vessels in {vessels}")
    tokens = [f"{_token_words(table, kind)}" for kind, n in enumerate(me.token) for _ in range(int(n))]
    held.append(f"dive tokens: {', '.join(tokens)}" if tokens else "no dive token")
    if table.mission.track_steps:
        held.append(f"clean-up step {int(me.clean_up)} of {table.mission.track_steps}")
    lines += told("; ".join(held))
    for slot in range(int(me.specialist_count)):
        disc = "[disc]" if table.has_disc(seat, slot) else "[    ]"
        does = table.actions_of(seat, slot)
        score = table.person(seat, slot).texts["score"] if table.is_senior(seat, slot) else ""
        lines += told(f"{disc} {table.side_name(seat, slot)}: {'; '.join(filter(None, (does, score))) or 'no action'}")
    lines += [line for journal in table.book.journals if int(me.journals) >> journal.index & 1
              for line in told(_own_journal(me, journal))]
    return lines


def _token_words(table: Table, kind: int) -> str:
    token = table.book.tokens[kind]
    effect = f" or {gain_text(token.text)}" if token.text else ""
    return f"{token.id} ({token.research} research{effect})"


def _own_journal(me: Any, journal: Journal) -> str:
    fields = ", ".join(field.name.lower() for field in journal.fields)
    action = ""
    if journal.action:
        used = "used" if int(me.used_journals) >> journal.index & 1 else "to use once"
        action = f"; {used}: {actions_text(journal.action)}"
    points = f"; {number_of(journal.points, 'point')}" if journal.points else ""
    return f'"{journal.name}": {fields}{points}{action}'
