"""A position as a screen of text: what a person wants to see, from one seat or omniscient."""

import re
from textwrap import wrap
from typing import TYPE_CHECKING, Any

from undersea_env.underwater_cities.compiled.limits import (
    ASSISTANT,
    FIRST_SPECIAL,
    GAINS,
    METROPOLISES,
    NEUTRAL_TILE,
    SITES_AT_CITY,
    TRACK_TOP,
)
from undersea_env.underwater_cities.printed.catalogue import Board, CitySite, Metropolis, MetropolisSite
from undersea_env.underwater_cities.printed.words import SITE_LETTERS, CardType, Resource, Thing
from undersea_env.underwater_cities.words.game_log import production_of
from undersea_env.underwater_cities.words.phrases import (
    METROPOLIS_IDS,
    NUMERALS,
    GameLike,
    amounts_words,
    board_of,
    card_of,
    number_of,
    question_phrase,
    rules_of,
    slot_of,
)

if TYPE_CHECKING:
    from undersea_env.core.position import State

WIDTH = 110
COLUMN = 54
MAP_ROWS = 17
RESET = "\x1b[0m"
COLOURS = {"yellow": "\x1b[33m", "red": "\x1b[31m", "green": "\x1b[32m", "bold": "\x1b[1m", "dim": "\x1b[2m"}
LETTERS = {Thing.FARM: "F", Thing.DESAL: "D", Thing.LAB: "L"}
TYPE_LETTERS = {CardType.PERMANENT: "permanent", CardType.PRODUCTION: "production", CardType.END: "end"}
UNLIMITED = 50                   # a supply above this is the "unlimited" one of the solo game (C-4)
LEGEND = (
    "[c1] city, {c1} symbiotic city, c1 empty site, ~ not connected; below it its building sites a b c d / x:",
    "F farm, D desal, L lab, _ empty, + upgraded; a line is a tunnel, dots are a tunnel site, t1+ is upgraded;",
    "<blue-1> connected metropolis, (blue-1) not connected",
)


def render_ansi(state: "State", seat: int | None = None, colour: bool = False) -> str:
    """The whole position; with a seat only what it may know. Colours are ANSI codes, if asked for."""
    record, game = state.states[0], state.game
    paint = Paint(colour)
    players = range(int(record.player_count))
    lines = _heading(state, record, game, seat, paint)
    lines += ["", *_slots(record, game, paint), "", *_market(record, game, paint)]
    produced = production_of(record, game) if not record.over else None
    panels = [_panel(state, record, game, other, produced, paint) for other in players]
    lines += _in_columns(panels)
    lines += ["", *LEGEND, ""]
    for other in players:
        lines += _hand(record, game, other, seat, paint)
    if record.looked_count and seat in (None, int(record.seat)):
        lines += ["", f"Seat {int(record.seat)} looks at:"]
        for card in record.looked[: int(record.looked_count)]:
            lines += _card_lines(game, int(card), paint)
    return "\n".join(line.rstrip() for line in lines)


class Paint:
    """Colour codes around words, or nothing."""

    def __init__(self, colour: bool) -> None:
        self.colour = colour

    def __call__(self, words: str, name: str) -> str:
        return f"{COLOURS[name]}{words}{RESET}" if self.colour and name in COLOURS else words


def _visible_length(words: str) -> int:
    return len(re.sub("\x1b" + r"\[\d+m", "", words))


def _padded(words: str, width: int) -> str:
    return words + " " * max(0, width - _visible_length(words))


def _wrapped(words: str, width: int = COLUMN) -> list[str]:
    return wrap(words, width, initial_indent="  ", subsequent_indent="    ")


def _in_columns(panels: list[list[str]]) -> list[str]:
    """Two panels beside each other."""
    lines: list[str] = []
    for k in range(0, len(panels), 2):
        pair = panels[k : k + 2]
        for row in range(max(map(len, pair))):
            cells = [panel[row] if row < len(panel) else "" for panel in pair]
            lines.append("  ".join(_padded(cell, COLUMN) for cell in cells))
    return lines


# --- the table ---


def _heading(state: "State", record: Any, game: GameLike, seat: int | None, paint: Paint) -> list[str]:
    rules = rules_of(game)
    rounds = int(rules.rounds_before_end_of_era.max())
    view = "omniscient: all hands are shown" if seat is None else f"seen by seat {seat}"
    when = f"era {NUMERALS[int(record.era)]}, round {int(record.round_no)} of {rounds}, turn {int(record.turn_no)} of 3"
    if record.over:
        when = "over"
    title = f"UNDERWATER CITIES - {when} ({view})"
    players = int(record.player_count)
    asked = question_phrase(record, game)
    if record.over:
        ranking = sorted(range(players), key=lambda other: state.ranks[other])
        asked = "Final scores: " + ", ".join(f"seat {other} {state.scores[other]}" for other in ranking)
    lines = [paint(title, "bold"), *(paint(line, "bold") for line in wrap(asked, WIDTH, subsequent_indent="  "))]
    if players > 1:
        order = " ".join(str(int(other)) for other in record.order[:players])
        lines.append(f"Turn order: {order}    Federation track: {_track(record)}")
    else:
        lines.append(f"Federation track: {_track(record)}")
    tunnels, nonsymbiotic, symbiotic = (int(left) for left in record.supply)
    domes = "unlimited" if symbiotic > UNLIMITED else str(symbiotic)
    lines.append(
        f"Supply: {tunnels} tunnels, {nonsymbiotic} nonsymbiotic and {domes} symbiotic cities    "
        f"Era deck: {int(record.era_deck_count)}, discard: {int(record.era_discard_count)}"
    )
    return lines


def _track(record: Any) -> str:
    """From the front to the back; in a pile the top one first."""
    words = []
    for space in range(TRACK_TOP, -1, -1):
        seats = map(int, record.track[: int(record.player_count)])
        there = [str(seat) for seat in seats if record.players[seat].space == space]
        name = f"[{TRACK_TOP + 1 - space}]" if space else "below"
        words.append(f"{name} {' '.join(there) or '-'}")
    return "  ".join(words)


def _slots(record: Any, game: GameLike, paint: Paint) -> list[str]:
    rules = rules_of(game)
    lines = ["Slots"]
    if rules.clone_tile:
        holder = int(record.clone_tile)
        lines = [f"Slots (cloning tile: {f'seat {holder - 1}' if holder else 'available'})"]
    for place in range(int(rules.slot_count)):
        slot = slot_of(game, int(rules.first_slot) + place)
        taken = _takers(int(record.slot_tiles[place]))
        name = slot.colour.name.lower()
        lines += _beside(f"  {paint(f'{name:<6}', name)} {slot.id:<22} {taken:<14}  ", slot.text)
    always = game.catalogue.always
    lines.append(f"  {'-':<6} {always.id:<22} {'':<14}  {always.text}")
    return lines


def _takers(tiles: int) -> str:
    seats = [f"seat {seat}" for seat in range(4) if tiles >> seat & 1]
    if tiles & NEUTRAL_TILE:
        seats.append("neutral tile")
    return ", ".join(seats) or "."


def _market(record: Any, game: GameLike, paint: Paint) -> list[str]:
    """Specials and contracts that lie open."""
    lines = ["Specials for 3 credits, face up"]
    for card in record.special_row:
        if card:
            lines += _card_lines(game, int(card), paint)
    left = int(record.special_count)
    lines.append(f"Specials for 1 or 2 credits: {number_of(left, 'card')} in the deck, the top one is")
    if record.looked_count:
        lines.append("      not turned up yet")                  # K-8: only when the others are under the deck
    elif left:
        lines += _card_lines(game, int(record.special_deck[left - 1]), paint)
    contracts = [game.catalogue.contracts[int(k) - 1] for k in record.contract_row if k]
    if contracts:
        lines.append("Contracts")
        for c in contracts:
            lines += _wrapped(f"{c.name}: {c.requirement_text} -> {c.bonus_text}", WIDTH)
    return [*lines, ""]


def _card_lines(game: GameLike, number: int, paint: Paint) -> list[str]:
    card = card_of(game, number)
    colour = card.colour.name.lower() if card.number else "-"
    price = f", {number_of(card.price, 'credit')}" if card.price else ""
    kind = card.type.name.lower()
    return _beside(f"  {card.number:>3} {paint(f'{colour:<6}', colour)} {card.name + price:<33} {kind:<10} ", card.text)


def _beside(left: str, words: str) -> list[str]:
    """Words to the right of others, on as many lines as they need."""
    width = _visible_length(left)
    lines = wrap(words, WIDTH - width) or [""]
    return [left + lines[0], *(" " * width + line for line in lines[1:])]


# --- a player ---


def _panel(state: "State", record: Any, game: GameLike, seat: int, produced: Any, paint: Paint) -> list[str]:
    me = record.players[seat]
    board = board_of(record, game, seat)
    mover = "" if record.over or int(record.seat) != seat else " <- decides"
    held = me.resource[: int(Resource.POINTS)]
    points = number_of(state.scores[seat], "point")
    lines = [
        "-" * COLUMN,
        paint(f"Seat {seat}: {points}, {number_of(int(me.hand_count), 'card')} in hand{mover}", "bold"),
        *_wrapped(_held_words(held)),
    ]
    if produced is not None:
        cities = int(me.connected_cities).bit_count()
        lines += _wrapped(f"next production: {amounts_words(produced[seat][:GAINS])}; food: {cities} kelp")
    lines.append(f"  board {board.number}, {board.name}")
    lines += position_map(record, game, seat)
    for place, id in enumerate(METROPOLIS_IDS):
        metropolis = game.catalogue.metropolises[int(me.metropolis[place]) - 1]
        mark = "connected" if is_connected(game, me, place) else "not connected"
        lines += _wrapped(f"{id} {metropolis.name}, {mark}: {metropolis_text(metropolis)}")
    for tile in range(1, METROPOLISES + 1):
        if int(me.extra_metropolises) >> tile & 1:
            metropolis = game.catalogue.metropolises[tile - 1]
            lines += _wrapped(f"spare {metropolis.name}: {metropolis_text(metropolis)}")
    lines += _cards_in_play(me, game)
    return [*lines, ""]


def _held_words(held: Any) -> str:
    names = ("kelp", "steelplast", "science", "credits", "biomatter")
    pairs = zip(held, names, strict=True)
    return ", ".join(f"{int(amount)} {name}" for amount, name in pairs if amount) or "no resources"


def metropolis_text(metropolis: Metropolis) -> str:
    texts = (metropolis.instant_text, metropolis.production_text, metropolis.ending_text)
    return "; ".join(text for text in texts if text)


def is_connected(game: GameLike, me: Any, place: int) -> bool:
    needed = int(rules_of(game).metropolis_tunnels[me.board, place])
    return int(me.built_tunnels) & needed == needed


def _cards_in_play(me: Any, game: GameLike) -> list[str]:
    entries = []
    for k in range(int(me.action_count)):
        number = int(me.action_card[k])
        card = card_of(game, number)
        name = card.name if number == ASSISTANT else f"{card.name} ({card.number})"
        entries.append(f"action, {'used ' if me.action_used[k] else 'ready'} {name}: {card.text}")
    for number in me.tableau[: int(me.tableau_count)]:
        card = card_of(game, int(number))
        entries.append(f"{TYPE_LETTERS[card.type]}  {card.name} ({card.number}): {card.text}")
    paid = [card_of(game, FIRST_SPECIAL + k).name for k in range(25) if int(me.paid_instants) >> k & 1]
    if paid:
        entries.append(f"paid specials: {', '.join(paid)}")
    fulfilled = [contract.name for contract in game.catalogue.contracts if int(me.contracts) >> contract.index & 1]
    if fulfilled:
        entries.append(f"contracts: {', '.join(fulfilled)}")
    lines: list[str] = []
    for entry in entries:
        lines += _wrapped(entry)
    return lines


def _hand(record: Any, game: GameLike, seat: int, viewer: int | None, paint: Paint) -> list[str]:
    me = record.players[seat]
    count = int(me.hand_count)
    if viewer not in (None, seat):
        return [f"Hand of seat {seat}: {number_of(count, 'card')}"]
    cards = [line for card in me.hand[:count] for line in _card_lines(game, int(card), paint)]
    return [f"Hand of seat {seat}", *cards]


# --- maps ---


class Canvas:
    """Characters on a grid; coordinates run from 0 to 100 in both directions, y downwards."""

    def __init__(self, columns: int, rows: int) -> None:
        self.columns, self.rows = columns, rows
        self.grid = [[" "] * columns for _ in range(rows)]

    def place(self, x: float, y: float) -> tuple[int, int]:
        return round(x * (self.columns - 1) / 100), round(y * (self.rows - 1) / 100)

    def write(self, column: int, row: int, words: str) -> None:
        """Words centred on a place, moved in where they would leave the canvas."""
        start = min(max(0, column - len(words) // 2), self.columns - len(words))
        row = min(max(0, row), self.rows - 1)
        for k, letter in enumerate(words):
            self.grid[row][start + k] = letter

    def line(self, a: tuple[int, int], b: tuple[int, int], mark: str) -> None:
        """A straight line; `mark` empty: the stroke that fits its slope."""
        steps = max(abs(b[0] - a[0]), abs(b[1] - a[1]), 1)
        for k in range(steps + 1):
            column = round(a[0] + (b[0] - a[0]) * k / steps)
            row = round(a[1] + (b[1] - a[1]) * k / steps)
            if mark == "." and k % 2:
                continue
            self.grid[row][column] = mark or _stroke(a, b)

    def text(self) -> list[str]:
        return ["".join(row).rstrip() for row in self.grid]


def _stroke(a: tuple[int, int], b: tuple[int, int]) -> str:
    across, down = abs(b[0] - a[0]), abs(b[1] - a[1])
    if down * 3 <= across:
        return "-"
    if across * 2 <= down:
        return "|"
    return "\\" if (b[0] - a[0]) * (b[1] - a[1]) > 0 else "/"


def position_map(record: Any, game: GameLike, seat: int) -> list[str]:
    """A player's board with what stands on it."""
    board = board_of(record, game, seat)
    me = record.players[seat]
    canvas = Canvas(COLUMN, MAP_ROWS)
    spots = _spots(board, canvas)
    for t, tunnel in enumerate(board.tunnels):
        a, b = (spots[end] for end in tunnel.between)
        canvas.line(a, b, "" if me.tunnel[t] else ".")
    for t, tunnel in enumerate(board.tunnels):
        a, b = (spots[end] for end in tunnel.between)
        canvas.write((a[0] + b[0]) // 2, (a[1] + b[1]) // 2, tunnel.id + ("+" if me.tunnel[t] == 2 else ""))
    for place, metropolis_site in enumerate(board.metropolises):
        name = game.catalogue.metropolises[int(me.metropolis[place]) - 1].id
        canvas.write(*spots[metropolis_site.id], f"<{name}>" if is_connected(game, me, place) else f"({name})")
    for c, city in enumerate(board.cities):
        column, row = spots[city.id]
        canvas.write(column, row, _city_label(me, c, city.id))
        canvas.write(column, row + 1, _building_label(me, c, len(city.sites)))
    return canvas.text()


def _spots(board: Board, canvas: Canvas) -> dict[str, tuple[int, int]]:
    sites: list[CitySite | MetropolisSite] = [*board.cities, *board.metropolises]
    return {site.id: canvas.place(site.x, site.y) for site in sites}


def _city_label(me: Any, c: int, id: str) -> str:
    if not me.city[c]:
        return id
    label = f"{{{id}}}" if me.city[c] == Thing.SYMBIOTIC else f"[{id}]"
    return label if int(me.connected_cities) >> c & 1 else f"{label}~"


def _building_label(me: Any, c: int, sites: int) -> str:
    """The sites in the order of their letters; the expansion site after a stroke."""
    marks = []
    for k in (*range(sites - 1), SITES_AT_CITY - 1):
        thing = int(me.building[c * SITES_AT_CITY + k])
        mark = LETTERS[Thing(thing)] if thing else "_"
        upgraded = "+" if me.upgraded[c * SITES_AT_CITY + k] else ""
        marks.append(f"{'/' if SITE_LETTERS[k] == 'x' else ''}{mark}{upgraded}")
    return "".join(marks)


def board_map(board: Board, columns: int = 100, rows: int = 33) -> list[str]:
    """An empty board with the ids of all its sites; the letters are the building sites of the city beside them."""
    canvas = Canvas(columns, rows)
    spots = _spots(board, canvas)
    for tunnel in board.tunnels:
        a, b = (spots[end] for end in tunnel.between)
        canvas.line(a, b, ".")
    for tunnel in board.tunnels:
        a, b = (spots[end] for end in tunnel.between)
        canvas.write((a[0] + b[0]) // 2, (a[1] + b[1]) // 2, tunnel.id)
    for metropolis in board.metropolises:
        canvas.write(*spots[metropolis.id], f"({metropolis.id})")
    for city in board.cities:
        for site in city.sites:
            canvas.write(*canvas.place(site.x, site.y), site.id.rsplit(".", 1)[1])
    for city in board.cities:
        canvas.write(*spots[city.id], f"[{city.id}]" if city.start else city.id)
    return "\n".join(canvas.text()).strip("\n").split("\n")


# --- points ---


def score_sheet(state: "State") -> str:
    """Points by source for all seats; before the end, as if the game ended now."""
    seats = range(state.game.num_players)
    breakdowns = [state.score_breakdown(seat) for seat in seats]
    title = "Final score" if state.is_terminal else "Score if the game ended now"
    width = max(len(title), *(len(source) for source in breakdowns[0]))
    head = "".join(f"{f'seat {seat}':>8}" for seat in seats)
    lines = [f"{title:<{width}}{head}", "-" * (width + 8 * len(seats))]
    for source in breakdowns[0]:
        if source != "total" and any(breakdown[source] for breakdown in breakdowns):
            lines.append(f"{source:<{width}}" + "".join(f"{breakdown[source]:>8}" for breakdown in breakdowns))
    lines.append("-" * (width + 8 * len(seats)))
    lines.append(f"{'total':<{width}}" + "".join(f"{breakdown['total']:>8}" for breakdown in breakdowns))
    if state.is_terminal:
        lines.append(f"{'rank':<{width}}" + "".join(f"{rank:>8}" for rank in state.ranks))
        if len(seats) == 1:
            lines.append("won" if state.winners else "not won: it takes 7 connected cities and 100 points (V-7)")
    return "\n".join(lines)
