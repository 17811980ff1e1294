"""A position as a picture of the whole table, in SVG: a pure function of the position and of who looks at it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from undersea_env.errors import InvalidOption
from undersea_env.showing.pieces import DISC, NORMAL, NOTE, PADDING, PLAYER_FILLS, SMALL, TITLE, disc, panel
from undersea_env.showing.sheet import DARK_INK, LIGHT_INK, LINE, THEMES, Box, Sheet, width_of, wrapped
from undersea_env.showing.words import number_of
from undersea_env.underwater_cities.compiled.limits import (
    FIRST_SPECIAL,
    GAINS,
    LAST_NUMBER,
    METROPOLISES,
    NEUTRAL_TILE,
    TRACK_TOP,
    TURNS_IN_ROUND,
)
from undersea_env.underwater_cities.drawing.board import (
    LABEL_LINE,
    METROPOLIS,
    building_piece,
    city_piece,
    draw_board,
    label_line,
    metropolis_piece,
    short_tunnel,
)
from undersea_env.underwater_cities.printed.catalogue import Card, Contract, Slot
from undersea_env.underwater_cities.printed.words import METROPOLIS_COLOURS, Colour, Resource, Thing
from undersea_env.underwater_cities.words.asking import production_of
from undersea_env.underwater_cities.words.names import (
    NUMERALS,
    TOKEN_NAMES,
    amounts_words,
    metropolis_text,
)
from undersea_env.underwater_cities.words.phrases import question_phrase
from undersea_env.underwater_cities.words.readings import GameLike, board_of, card_of, is_connected, rules_of, slot_of
from undersea_env.underwater_cities.words.screen import UNLIMITED

if TYPE_CHECKING:
    from undersea_env.core.position import State

WIDTH = 1600
MARGIN, GAP = 16, 12
INNER = WIDTH - 2 * MARGIN
HEADING = 92
TABLE = 408                      # slots, federation, supply and legend
SLOTS = 872                      # their width
SPECIALS, CONTRACTS = 140, 106
STRIP = 40                       # the strip on top of a player's panel
MAP = Box(0, 0, 800, 560)
PANEL = STRIP + MAP.height + PADDING

NEUTRAL_FILL = "#55626a"
COLOUR_FILLS = {  # and the ink on them
    Colour.YELLOW: ("#f2c200", DARK_INK),
    Colour.RED: ("#b3261e", LIGHT_INK),
    Colour.GREEN: ("#00755a", LIGHT_INK),
    Colour.NONE: (NEUTRAL_FILL, LIGHT_INK),
}


def render_svg(state: "State", seat: int | None = None, theme: str = "light") -> str:
    """The whole table; with a seat only what it may know. The size depends on the options of the game alone."""
    if theme not in THEMES:
        raise InvalidOption(f"theme is {' or '.join(map(repr, THEMES))}, not {theme!r}")
    record, game = state.states[0], state.game
    sheet = Sheet(THEMES[theme])
    height = height_of(game)
    sheet.rect(Box(0, 0, WIDTH, height), sheet.theme.page, round=0)
    _heading(sheet, state, seat)
    top: float = MARGIN + HEADING
    left = Box(MARGIN, top, SLOTS, TABLE)
    if record.over:
        _score_sheet(sheet, left, state)
    else:
        _slots(sheet, left, record, game)
    _right_of_slots(sheet, Box(left.right + GAP, top, INNER - SLOTS - GAP, TABLE), record, game)
    top += TABLE + GAP
    _specials(sheet, Box(MARGIN, top, INNER, SPECIALS), record, game)
    top += SPECIALS + GAP
    if rules_of(game).contracts:
        _contracts(sheet, Box(MARGIN, top, INNER, CONTRACTS), record, game)
        top += CONTRACTS + GAP
    produced = None if record.over else production_of(record, game)
    for player in range(int(record.player_count)):
        _player(sheet, Box(MARGIN, top, INNER, PANEL), state, player, seat, produced)
        top += PANEL + GAP
    return sheet.source(WIDTH, height, f"Underwater Cities, {_moment(record, game)}, {_view(seat)}")


def height_of(game: Any) -> int:
    contracts = CONTRACTS + GAP if rules_of(game).contracts else 0
    players = game.num_players * (PANEL + GAP)
    return int(MARGIN + HEADING + TABLE + GAP + SPECIALS + GAP + contracts + players - GAP + MARGIN)


# --- pieces used everywhere ---


def _neutral_disc(sheet: Sheet, x: float, y: float) -> None:
    sheet.circle(x, y, DISC, NEUTRAL_FILL, sheet.theme.ink, stroke_width=1.2)
    sheet.text(x, y + 4.5, "N", SMALL, bold=True, fill=LIGHT_INK, anchor="middle")


def _colour_bar(sheet: Sheet, box: Box, colour: Colour) -> None:
    fill, ink = COLOUR_FILLS[colour]
    sheet.rect(Box(box.left, box.top, 18, box.height), fill, round=3)
    letter = colour.name[0] if colour != Colour.NONE else "-"
    sheet.text(box.left + 9, box.top + 15, letter, SMALL, bold=True, fill=ink, anchor="middle")


def _moment(record: Any, game: GameLike) -> str:
    if record.over:
        return "the game is over"
    rounds = int(rules_of(game).rounds_before_end_of_era.max())
    return (
        f"era {NUMERALS[int(record.era)]}, round {int(record.round_no)} of {rounds}, "
        f"turn {int(record.turn_no)} of {TURNS_IN_ROUND}"
    )


def _view(seat: int | None) -> str:
    return "all hands shown" if seat is None else f"seen by seat {seat}"


# --- the heading ---


def _heading(sheet: Sheet, state: "State", seat: int | None) -> None:
    record, game = state.states[0], state.game
    players = int(record.player_count)
    with sheet.group("heading"):
        right = WIDTH - MARGIN
        sheet.text(MARGIN, MARGIN + 22, "Underwater Cities", 24, bold=True)
        sheet.text(MARGIN + 300, MARGIN + 22, _moment(record, game), 18, width=520)
        words = f"({_view(seat)})"
        sheet.text(right, MARGIN + 22, words, TITLE, fill=sheet.theme.quiet, anchor="end")
        x = right - width_of(words, TITLE) - 30 * players - 16
        if players > 1:
            sheet.text(x - 8, MARGIN + 22, "turn order", TITLE, fill=sheet.theme.quiet, anchor="end")
            for k, other in enumerate(record.order[:players]):
                disc(sheet, x + 12 + 30 * k, MARGIN + 17, int(other))
        asked = _result(state) if record.over else question_phrase(record, game)
        box = Box(MARGIN, MARGIN + 36, INNER, HEADING - 36 - GAP)
        sheet.rect(box, sheet.theme.highlight, sheet.theme.edge, round=6)
        width = box.width - 2 * PADDING
        first = box.top + (18 if len(wrapped(asked, width, NORMAL, True)) > 1 else 27)
        sheet.paragraph(box.left + PADDING, first, asked, NORMAL, width, most=2, bold=True)


def _result(state: "State") -> str:
    ranking = sorted(range(state.game.num_players), key=lambda other: state.ranks[other])
    scores = ", ".join(f"seat {other}: {number_of(state.scores[other], 'point')}" for other in ranking)
    if state.game.num_players == 1:
        how = "Won" if state.winners else "Not won: it takes 7 connected cities and 100 points"
        return f"{how}. Final score: {state.scores[0]} points."
    return f"Winner: seat {state.winners[0]}. Final scores: {scores}."


# --- the main board ---


def _slots(sheet: Sheet, box: Box, record: Any, game: GameLike) -> None:
    rules = rules_of(game)
    with sheet.group("slots"):
        panel(sheet, box, "Action slots")
        rows = int(rules.slots_of_a_colour)
        width = (box.width - 2 * PADDING - 2 * 8) / 3
        last = Box(box.left + PADDING, box.bottom - PADDING - 42, box.width - 2 * PADDING, 42)
        height = (last.top - box.top - 30) / rows
        for place in range(int(rules.slot_count)):
            column, row = divmod(place, rows)
            cell = Box(last.left + column * (width + 8), box.top + 30 + row * height, width, height - 7)
            slot = slot_of(game, int(rules.first_slot) + place)
            with sheet.group(f"slot-{slot.id}"):
                _slot(sheet, cell, slot, int(record.slot_tiles[place]))
        with sheet.group("slot-always"):
            _slot(sheet, Box(last.left, last.top, 2 * width + 8, last.height), game.catalogue.always, 0)
        if rules.clone_tile:
            _clone_tile(sheet, Box(last.right - width, last.top, width, last.height), int(record.clone_tile))


def _slot(sheet: Sheet, cell: Box, slot: Slot, tiles: int) -> None:
    sheet.rect(cell, sheet.theme.highlight if tiles else sheet.theme.cell, sheet.theme.edge)
    _colour_bar(sheet, cell, slot.colour)
    takers: list[int | None] = [seat for seat in range(4) if tiles >> seat & 1]
    if tiles & NEUTRAL_TILE:
        takers.append(None)
    x = cell.right - DISC - 4
    for taker in reversed(takers):
        if taker is None:
            _neutral_disc(sheet, x, cell.top + DISC + 2)
        else:
            disc(sheet, x, cell.top + DISC + 2, taker)
        x -= 2 * DISC + 3
    left = cell.left + 26
    sheet.text(left, cell.top + 17, slot.id, NORMAL, width=x + DISC - left, bold=True)
    most = int((cell.height - 18) / (LINE * SMALL))
    sheet.paragraph(left, cell.top + 34, slot.text, SMALL, cell.right - left - 6, most=most)


def _clone_tile(sheet: Sheet, cell: Box, holder: int) -> None:
    with sheet.group("clone-tile"):
        sheet.rect(cell, sheet.theme.highlight if holder else sheet.theme.cell, sheet.theme.edge)
        sheet.text(cell.left + 8, cell.top + 17, "cloning tile", NORMAL, bold=True)
        sheet.text(cell.left + 8, cell.top + 34, "taken this round" if holder else "available", SMALL)
        if holder:
            disc(sheet, cell.right - DISC - 4, cell.top + DISC + 2, holder - 1)


def _right_of_slots(sheet: Sheet, box: Box, record: Any, game: GameLike) -> None:
    federation = Box(box.left, box.top, box.width, 104)
    supply = Box(box.left, federation.bottom + GAP, box.width, 84)
    legend = Box(box.left, supply.bottom + GAP, box.width, box.bottom - supply.bottom - GAP)
    _federation(sheet, federation, record, game)
    _supply(sheet, supply, record)
    _legend(sheet, legend)


def _federation(sheet: Sheet, box: Box, record: Any, game: GameLike) -> None:
    """From below the track to the front; in a pile the top marker comes first."""
    players = int(record.player_count)
    bonuses = rules_of(game).space_bonus
    with sheet.group("federation"):
        panel(sheet, box, "Federation track (the front is right; a left marker is on top)")
        width = (box.width - 2 * PADDING + 8) / (TRACK_TOP + 1)
        for space in range(TRACK_TOP + 1):
            cell = Box(box.left + PADDING + space * width, box.top + 30, width - 8, box.height - 30 - PADDING)
            sheet.rect(cell, sheet.theme.cell, sheet.theme.edge)
            bonus = f": {amounts_words(bonuses[space])}" if bonuses[space].any() else ""
            name = f"{TRACK_TOP + 1 - space}{bonus}" if space else "below"
            sheet.text(cell.left + 6, cell.top + 16, name, SMALL, width=cell.width - 12, bold=True)
            there = [seat for seat in map(int, record.track[:players]) if record.players[seat].space == space]
            for k, seat in enumerate(there):
                disc(sheet, cell.left + 18 + 28 * k, cell.bottom - 19, seat)


def _supply(sheet: Sheet, box: Box, record: Any) -> None:
    tunnels, nonsymbiotic, symbiotic = (int(left) for left in record.supply)
    entries = [
        ("tunnels", tunnels),
        ("nonsymbiotic cities", nonsymbiotic),
        ("symbiotic cities", "unlimited" if symbiotic > UNLIMITED else symbiotic),
        ("cards in the era deck", int(record.era_deck_count)),
        ("cards discarded", int(record.era_discard_count)),
        ("specials in the deck", int(record.special_count)),
    ]
    with sheet.group("supply"):
        panel(sheet, box, "Supply and decks")
        width = (box.width - 2 * PADDING) / 3
        for k, (name, left) in enumerate(entries):
            row, column = divmod(k, 3)
            x, y = box.left + PADDING + column * width, box.top + 44 + row * 22
            shown = sheet.text(x, y, str(left), TITLE, bold=True)
            sheet.text(x + shown + 6, y, name, NORMAL, width=width - shown - 12)


LEGEND: tuple[tuple[Callable[..., None], tuple[object, ...], str], ...] = (
    (city_piece, (0, True), "city site"),
    (city_piece, (Thing.NONSYMBIOTIC, True), "nonsymbiotic city"),
    (city_piece, (Thing.SYMBIOTIC, True), "symbiotic city"),
    (city_piece, (Thing.NONSYMBIOTIC, False), "not connected"),
    (building_piece, (0, False, False, "a"), "building site"),
    (building_piece, (0, False, True, "x"), "expansion site"),
    (building_piece, (Thing.FARM, False, False, "a"), "farm"),
    (building_piece, (Thing.DESAL, False, False, "b"), "desal"),
    (building_piece, (Thing.LAB, False, False, "c"), "lab"),
    (building_piece, (Thing.LAB, True, False, "c"), "upgraded lab"),
    (short_tunnel, (0,), "tunnel site"),
    (short_tunnel, (1,), "tunnel"),
    (short_tunnel, (2,), "upgraded tunnel"),
    (metropolis_piece, ("blue", False), "metropolis"),
    (metropolis_piece, ("blue", True), "connected"),
)
LEGEND_COLUMNS, LEGEND_ROWS = 4, 4                # the last place is for the labels


def _legend(sheet: Sheet, box: Box) -> None:
    width, height = (box.width - 2 * PADDING) / LEGEND_COLUMNS, (box.height - 8) / LEGEND_ROWS
    with sheet.group("legend"):
        panel(sheet, box)
        for k, (draw, arguments, words) in enumerate(LEGEND):
            row, column = divmod(k, LEGEND_COLUMNS)
            x, y = box.left + PADDING + column * width, box.top + 4 + (row + 0.5) * height
            half = METROPOLIS[0] if draw is metropolis_piece else 26
            draw(sheet, (x + min(half, 32), y), *arguments)
            left, room = x + 2 * half + 4, width - 2 * half - 6
            lines = len(wrapped(words, room, SMALL))
            sheet.paragraph(left, y + 12 - lines * LINE * SMALL / 2, words, SMALL, room)
        _legend_of_labels(sheet, Box(box.right - PADDING - width, box.bottom - 4 - height, width, height))


def _legend_of_labels(sheet: Sheet, box: Box) -> None:
    theme = sheet.theme
    labels = ((theme.bonus, "bonus"), (theme.surcharge, "surcharge"), (theme.multiplier, "production"))
    for k, (fill, words) in enumerate(labels):
        line = Box(box.left + 6, box.top + (k - 1.5) * LABEL_LINE + box.height / 2, 100, LABEL_LINE)
        label_line(sheet, line, words, fill, theme.ink)


# --- specials and contracts ---


def _specials(sheet: Sheet, box: Box, record: Any, game: GameLike) -> None:
    row = [int(card) for card in record.special_row]
    left = int(record.special_count)
    looking = bool(record.looked_count)           # K-8: the top one is turned up when the others are under the deck
    top = int(record.special_deck[left - 1]) if left and not looking else 0
    with sheet.group("specials"):
        panel(sheet, box)
        width = (box.width - 2 * PADDING - 16 + 8) / (len(row) + 1)
        sheet.text(box.left + PADDING, box.top + 20, "Specials for 3 credits, face up", TITLE, bold=True)
        x = box.right - PADDING - width + 8
        sheet.text(x, box.top + 20, f"Top special of {left}", TITLE, width=width - 8, bold=True)
        for k, card in enumerate(row):
            cell = Box(box.left + PADDING + k * width, box.top + 30, width - 8, box.height - 30 - PADDING)
            with sheet.group(f"special-{card}" if card else ""):
                _special(sheet, cell, game, card, "taken")
        cell = Box(x, box.top + 30, width - 8, box.height - 30 - PADDING)
        with sheet.group(f"special-{top}" if top else ""):
            _special(sheet, cell, game, top, "not turned up yet" if looking else "none left")


def _special(sheet: Sheet, cell: Box, game: GameLike, card: int, otherwise: str) -> None:
    if not card:
        sheet.rect(cell, "none", sheet.theme.edge, stroke_dasharray="5 5")
        sheet.text(cell.left + 10, cell.top + 20, otherwise, NORMAL, fill=sheet.theme.quiet)
        return
    printed = card_of(game, card)
    sheet.rect(cell, sheet.theme.cell, sheet.theme.edge)
    _colour_bar(sheet, cell, printed.colour)
    left, width = cell.left + 26, cell.width - 32
    y = sheet.paragraph(left, cell.top + 17, printed.name, NORMAL, width, most=2, bold=True)
    kind = printed.type.name.lower()
    words = f"{printed.number}, {kind}, {number_of(printed.price, 'credit')}"
    sheet.text(left, y, words, NOTE, width=width, fill=sheet.theme.quiet)
    y += LINE * NORMAL
    most = int((cell.bottom - y) / (LINE * SMALL)) + 1
    sheet.paragraph(left, y, printed.text, SMALL, width, most=most)


def _contracts(sheet: Sheet, box: Box, record: Any, game: GameLike) -> None:
    shown = [game.catalogue.contracts[int(k) - 1] for k in record.contract_row if k]
    with sheet.group("contracts"):
        panel(sheet, box, "Government contracts")
        width = (box.width - 2 * PADDING + 8) / max(1, len(shown))
        for k, contract in enumerate(shown):
            cell = Box(box.left + PADDING + k * width, box.top + 28, width - 8, box.height - 28 - PADDING)
            _contract(sheet, cell, contract, record)


def _contract(sheet: Sheet, cell: Box, contract: Contract, record: Any) -> None:
    sheet.rect(cell, sheet.theme.cell, sheet.theme.edge)
    players = record.players[: int(record.player_count)]
    done = [seat for seat, player in enumerate(players) if int(player.contracts) >> contract.index & 1]
    x = cell.right - DISC - 4
    for seat in reversed(done):
        disc(sheet, x, cell.top + DISC + 2, seat)
        x -= 2 * DISC + 3
    sheet.text(cell.left + 8, cell.top + 17, contract.name, NORMAL, width=x + DISC - cell.left - 8, bold=True)
    width = cell.width - 16
    sheet.text(cell.left + 8, cell.top + 35, contract.requirement_text, SMALL, width=width)
    sheet.text(cell.left + 8, cell.top + 53, contract.bonus_text, SMALL, width=width)


# --- a player ---


def _player(sheet: Sheet, box: Box, state: "State", seat: int, viewer: int | None, produced: Any) -> None:
    record, game = state.states[0], state.game
    decides = not record.over and int(record.seat) == seat
    with sheet.group(f"seat-{seat}"):
        sheet.rect(box, sheet.theme.panel, PLAYER_FILLS[seat], round=6, stroke_width=4 if decides else 1.5)
        _strip(sheet, Box(box.left, box.top, box.width, STRIP), state, seat, decides)
        area = Box(box.left + PADDING, box.top + STRIP, MAP.width, MAP.height)
        with sheet.group(f"seat-{seat}-map"):
            draw_board(sheet, area, record, game, seat)
        with sheet.group(f"seat-{seat}-belongings"):
            beside = Box(area.right + 16, area.top, box.right - PADDING - area.right - 16, area.height)
            _belongings(sheet, beside, record, game, seat, viewer, produced)


def _strip(sheet: Sheet, box: Box, state: "State", seat: int, decides: bool) -> None:
    record, game = state.states[0], state.game
    me, board = record.players[seat], board_of(record, game, seat)
    y = box.top + 26
    disc(sheet, box.left + 24, box.top + 20, seat, radius=13)
    x = box.left + 48
    x += sheet.text(x, y, f"Seat {seat}", 17, bold=True) + 20
    x += sheet.text(x, y, number_of(state.scores[seat], "point"), 17, bold=True) + 20
    space = f"federation {TRACK_TOP + 1 - int(me.space)}" if me.space else "below the federation track"
    words = f"{number_of(int(me.hand_count), 'card')} in hand   ·   {space}"
    x += sheet.text(x, y, words, TITLE) + 20
    mark = _mark(state, seat, decides)
    marked = width_of(mark, NORMAL, True) + 24 if mark else 0
    room = box.right - marked - 16 - x
    sheet.text(x, y, f"board {board.number}, {board.name}", TITLE, width=room, fill=sheet.theme.quiet)
    if mark:
        sign = Box(box.right - marked - 4, box.top + 9, marked - 8, 24)
        sheet.rect(sign, sheet.theme.highlight, sheet.theme.ink, round=12)
        sheet.text(sign.left + sign.width / 2, sign.top + 17, mark, NORMAL, bold=True, anchor="middle")


def _mark(state: "State", seat: int, decides: bool) -> str:
    if state.is_terminal:
        return "winner" if seat in state.winners else ""
    return "decides" if decides else ""


def _belongings(
    sheet: Sheet, box: Box, record: Any, game: GameLike, seat: int, viewer: int | None, produced: Any
) -> None:
    me = record.players[seat]
    y = _resources(sheet, box, me) + 18
    if produced is not None:
        cities = int(me.connected_cities).bit_count()
        words = f"Next production: {amounts_words(produced[seat][:GAINS])}; food for the cities: {cities} kelp"
        y = sheet.paragraph(box.left, y, words, SMALL, box.width, most=2)
    y = _metropolises(sheet, box, y + 6, me, game)
    for words in _achievements(me, game):
        sheet.text(box.left, y, words, SMALL, width=box.width)
        y += LINE * SMALL
    room = Box(box.left, y - 8, box.width, box.bottom - y + 8)
    _piles_of_cards(sheet, room, _piles(record, game, seat, viewer))


def _resources(sheet: Sheet, box: Box, me: Any) -> float:
    held = me.resource[: int(Resource.POINTS)]
    width = (box.width + 8) / len(TOKEN_NAMES)
    for k, (name, amount) in enumerate(zip(TOKEN_NAMES, held, strict=True)):
        cell = Box(box.left + k * width, box.top, width - 8, 32)
        sheet.rect(cell, sheet.theme.cell, sheet.theme.edge)
        shown = sheet.text(cell.left + 8, cell.top + 22, str(int(amount)), 17, bold=True)
        sheet.text(cell.left + shown + 16, cell.top + 21, name, NORMAL, width=cell.width - shown - 20)
    return box.top + 32


def _metropolises(sheet: Sheet, box: Box, y: float, me: Any, game: GameLike) -> float:
    entries = []
    for place, id in enumerate(METROPOLIS_COLOURS):
        metropolis = game.catalogue.metropolises[int(me.metropolis[place]) - 1]
        entries.append((id, metropolis, is_connected(game, me, place)))
    for tile in range(1, METROPOLISES + 1):
        if int(me.extra_metropolises) >> tile & 1:
            entries.append(("extra", game.catalogue.metropolises[tile - 1], True))
    for id, metropolis, connected in entries:
        sheet.rect(Box(box.left, y - 9, 9, 9), sheet.theme.ink if connected else "none", sheet.theme.ink, round=0)
        sheet.text(box.left + 16, y, f"{id} {metropolis.name}", SMALL, width=236, bold=True)
        words = f"{metropolis.id}, {'connected' if connected else 'not connected'}: {metropolis_text(metropolis)}"
        sheet.text(box.left + 256, y, words, SMALL, width=box.width - 256)
        y += LINE * SMALL + 2
    return y + 2


def _achievements(me: Any, game: GameLike) -> list[str]:
    specials = range(LAST_NUMBER + 1 - FIRST_SPECIAL)
    paid = [card_of(game, FIRST_SPECIAL + k).name for k in specials if int(me.paid_instants) >> k & 1]
    fulfilled = [contract.name for contract in game.catalogue.contracts if int(me.contracts) >> contract.index & 1]
    words = [f"Paid specials: {', '.join(paid)}"] if paid else []
    return [*words, f"Contracts: {', '.join(fulfilled)}"] if fulfilled else words


# --- cards of a player ---


@dataclass(frozen=True)
class ShownCard:
    card: Card
    mark: str                    # the type, and what else is to be said
    used: bool = False           # an action card


@dataclass(frozen=True)
class Pile:
    place: str                   # the ids of its cards begin so
    title: str
    cards: tuple[ShownCard, ...]


@dataclass(frozen=True)
class Density:
    """How much of the cards is shown, to have room for all of them."""

    columns: int
    lines: int                   # of the text
    size: float

    @property
    def line(self) -> float:
        return LINE * self.size


DENSITIES = (Density(2, 3, 14), Density(2, 2, SMALL), Density(2, 1, SMALL), Density(2, 0, SMALL), Density(3, 0, SMALL))
DENSITIES_IN_PLAY_AND_IN_HAND = [  # cards in hand keep their texts longer
    (DENSITIES[k], DENSITIES[other]) for k in range(len(DENSITIES)) for other in range(min(k, 1), k + 1)
]
SHORT_MARKS = {
    "action, used": "used", "action, ready": "ready", "permanent": "perm.", "production": "prod.", "end": "end",
}
PILE_TITLE, CARD_GAP = 24, 5
LEAST_PILE = 100                 # height that a hand gets whatever lies in play


def _piles(record: Any, game: GameLike, seat: int, viewer: int | None) -> list[Pile]:
    me = record.players[seat]
    in_play = []
    for k in range(int(me.action_count)):
        used = bool(me.action_used[k])
        in_play.append(ShownCard(card_of(game, int(me.action_card[k])), f"action, {'used' if used else 'ready'}", used))
    for number in me.tableau[: int(me.tableau_count)]:
        card = card_of(game, int(number))
        in_play.append(ShownCard(card, card.type.name.lower()))
    count = int(me.hand_count)
    piles = [Pile(f"seat-{seat}-card", f"In play: {number_of(len(in_play), 'card')}", tuple(in_play))]
    played = [int(frame.card) for frame in record.frame[: int(record.frame_count)] if frame.card]
    if played and int(record.seat) == seat:
        piles.append(Pile("played", "Being played", _shown(game, played)))
    if viewer not in (None, seat):
        return [*piles, Pile("", f"Hand: {number_of(count, 'card')}, hidden", ())]
    piles.append(Pile("hand", f"Hand: {number_of(count, 'card')}", _shown(game, me.hand[:count])))
    looked = record.looked[: int(record.looked_count)]
    if len(looked) and int(record.seat) == seat:
        piles.append(Pile("looked", "Looks at specials", _shown(game, looked)))
    return piles


def _shown(game: GameLike, numbers: Sequence[int]) -> tuple[ShownCard, ...]:
    cards = [card_of(game, int(number)) for number in numbers]
    return tuple(ShownCard(card, _kind_and_price(card)) for card in cards)


def _kind_and_price(card: Card) -> str:
    kind = card.type.name.lower()
    return f"{kind}, {number_of(card.price, 'credit')}" if card.is_special else kind


def _piles_of_cards(sheet: Sheet, box: Box, piles: list[Pile]) -> None:
    """All cards, with as much of their texts as there is room for; if there is too little even so, as many as fit."""
    for in_play, in_hand in DENSITIES_IN_PLAY_AND_IN_HAND:
        densities = [in_play, *[in_hand] * (len(piles) - 1)]
        heights = [_height_of(pile, density, box.width) for pile, density in zip(piles, densities, strict=True)]
        if sum(heights) <= box.height:
            break
    y = box.top
    for k, (pile, density) in enumerate(zip(piles, densities, strict=True)):
        below = sum(min(height, LEAST_PILE) for height in heights[k + 1 :])
        y = _pile(sheet, Box(box.left, y, box.width, box.bottom - y - below), pile, density)


def _height_of(pile: Pile, density: Density, width: float) -> float:
    return PILE_TITLE + sum(height for _, height in _rows(pile, density, width))


def _rows(pile: Pile, density: Density, width: float) -> list[tuple[tuple[ShownCard, ...], float]]:
    """Cards beside each other and the height of their row."""
    rows = []
    for k in range(0, len(pile.cards), density.columns):
        row = pile.cards[k : k + density.columns]
        lines = max(len(_text_lines(shown.card, density, width)) for shown in row)
        rows.append((row, (1 + lines) * density.line + (8 if lines else 4) + CARD_GAP))
    return rows


def _card_width(density: Density, width: float) -> float:
    return (width + 8) / density.columns - 8


def _text_lines(card: Card, density: Density, width: float) -> tuple[str, ...]:
    if not density.lines:
        return ()
    return wrapped(card.text, _card_width(density, width) - 32, density.size, most=density.lines)


def _pile(sheet: Sheet, box: Box, pile: Pile, density: Density) -> float:
    sheet.text(box.left, box.top + 17, pile.title, NORMAL, bold=True)
    y = box.top + PILE_TITLE
    width = _card_width(density, box.width)
    left_out = len(pile.cards)
    for row, height in _rows(pile, density, box.width):
        if y + height > box.bottom + CARD_GAP:
            break
        for k, shown in enumerate(row):
            with sheet.group(f"{pile.place}-{shown.card.number}"):
                _card(sheet, Box(box.left + k * (width + 8), y, width, height - CARD_GAP), shown, density)
        left_out -= len(row)
        y += height
    if left_out:
        names = ", ".join(shown.card.name for shown in pile.cards[-left_out:])
        x = box.left + width_of(pile.title, NORMAL, True) + 12
        sheet.text(x, box.top + 17, f"and {left_out} not shown: {names}", SMALL, width=box.right - x)
    return y


def _card(sheet: Sheet, cell: Box, shown: ShownCard, density: Density) -> None:
    card, theme = shown.card, sheet.theme
    sheet.rect(cell, "none" if shown.used else theme.cell, theme.edge, stroke_dasharray="4 3" if shown.used else None)
    _colour_bar(sheet, cell, card.colour)
    left, y = cell.left + 24, cell.top + 3 + density.size
    mark = SHORT_MARKS.get(shown.mark, "") if density == DENSITIES[-1] else shown.mark
    marked = width_of(mark, NOTE)
    numbered = f"{card.name} ({card.number})" if card.number else card.name
    name = card.name if density == DENSITIES[-1] else numbered
    room = cell.right - left - marked - 12
    sheet.text(left, y, name, density.size, width=room, bold=True, full=f"{numbered}: {card.text}")
    sheet.text(cell.right - 6, y, mark, NOTE, fill=theme.quiet, anchor="end")
    if density.lines:
        sheet.paragraph(left, y + density.line, card.text, density.size, cell.right - left - 8, most=density.lines)


# --- the end ---


def _score_sheet(sheet: Sheet, box: Box, state: "State") -> None:
    """Points by source, in place of the slots: nobody will use them any more."""
    seats = range(state.game.num_players)
    breakdowns = [state.score_breakdown(seat) for seat in seats]
    sources = [source for source in breakdowns[0] if source != "total" and any(b[source] for b in breakdowns)]
    rows = [(source, [str(b[source]) for b in breakdowns], False) for source in sources]
    rows.append(("total", [str(b["total"]) for b in breakdowns], True))
    if len(seats) > 1:
        rows.append(("rank", [str(rank) for rank in state.ranks], True))
    with sheet.group("scores"):
        panel(sheet, box, "Final score")
        x = [box.left + 320 + 160 * seat for seat in seats]
        for seat in seats:
            disc(sheet, x[seat] - 12, box.top + 36, seat, radius=13)
            if seat in state.winners:
                sheet.text(x[seat] - 32, box.top + 41, "winner", NORMAL, bold=True, anchor="end")
        y = box.top + 70
        for name, values, bold in rows:
            if name == "total":
                sheet.line((box.left + PADDING, y - 14), (x[-1], y - 14), sheet.theme.ink, stroke_width=1.5)
                y += 6
            sheet.text(box.left + PADDING, y, name, TITLE, bold=bold)
            for seat, value in enumerate(values):
                sheet.text(x[seat], y, value, TITLE, bold=bold, anchor="end")
            y += 21
