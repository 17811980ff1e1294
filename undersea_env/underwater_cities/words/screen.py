"""A position as a screen of text: what a person wants to see, from one seat or omniscient."""

from textwrap import wrap
from typing import TYPE_CHECKING, Any

from undersea_env.core.readings import bits_of
from undersea_env.showing import scores
from undersea_env.showing.terminal import COLUMN, WIDTH, Paint, beside, in_columns, wrapped
from undersea_env.showing.words import number_of
from undersea_env.underwater_cities.compiled.limits import (
    ASSISTANT,
    FIRST_SPECIAL,
    GAINS,
    MAX_PLAYERS,
    METROPOLISES,
    NEUTRAL_TILE,
    TRACK_TOP,
)
from undersea_env.underwater_cities.printed.words import METROPOLIS_COLOURS, CardType, Resource
from undersea_env.underwater_cities.words.asking import production_of
from undersea_env.underwater_cities.words.maps import position_map
from undersea_env.underwater_cities.words.names import (
    NUMERALS,
    TOKEN_NAMES,
    amounts_words,
    metropolis_text,
)
from undersea_env.underwater_cities.words.phrases import question_phrase
from undersea_env.underwater_cities.words.readings import (
    GameLike,
    board_of,
    card_of,
    is_connected,
    rules_of,
    slot_of,
)

if TYPE_CHECKING:
    from undersea_env.core.position import State

TYPE_WORDS = {CardType.PERMANENT: "permanent", CardType.PRODUCTION: "production", CardType.END: "end"}
UNLIMITED = 50                   # a supply above this is the "unlimited" one of the solo game (C-4)
LEGEND = (
    "[c1] city, {c1} symbiotic city, c1 empty site, ~ not connected; below it its building sites a b c d / x:",
    "F farm, D desal, L lab, _ empty, + upgraded; a line is a tunnel, dots are a tunnel site, t1+ is upgraded;",
    "<blue-1> connected metropolis, (blue-1) not connected",
)


def ansi(state: "State", viewer: int | None = None, colour: bool = False) -> str:
    """The whole position; with a viewer only what that seat may know. Colours are ANSI codes, if asked for."""
    record, game = state.states[0], state.game
    paint = Paint(colour)
    players = range(int(record.player_count))
    lines = _heading(state, record, game, viewer, paint)
    lines += ["", *_slots(record, game, paint), "", *_market(record, game, paint)]
    produced = production_of(record, game) if not record.over else None
    panels = [_panel(state, record, game, other, produced, paint) for other in players]
    lines += in_columns(panels)
    lines += ["", *LEGEND, ""]
    for other in players:
        lines += _hand(record, game, other, viewer, paint)
    if record.looked_count and viewer in (None, int(record.seat)):
        lines += ["", f"Seat {int(record.seat)} looks at:"]
        for card in record.looked[: int(record.looked_count)]:
            lines += _card_lines(game, int(card), paint)
    return "\n".join(line.rstrip() for line in lines)


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
        lines += beside(f"  {paint(f'{name:<6}', name)} {slot.id:<22} {taken:<14}  ", slot.text)
    always = game.catalogue.always
    lines.append(f"  {'-':<6} {always.id:<22} {'':<14}  {always.text}")
    return lines


def _takers(tiles: int) -> str:
    seats = [f"seat {seat}" for seat in range(MAX_PLAYERS) if tiles >> seat & 1]
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
            lines += wrapped(f"{c.name}: {c.requirement_text} -> {c.bonus_text}", WIDTH)
    return [*lines, ""]


def _card_lines(game: GameLike, number: int, paint: Paint) -> list[str]:
    card = card_of(game, number)
    colour = card.colour.name.lower() if card.number else "-"
    price = f", {number_of(card.price, 'credit')}" if card.price else ""
    kind = card.type.name.lower()
    return beside(f"  {card.number:>3} {paint(f'{colour:<6}', colour)} {card.name + price:<33} {kind:<10} ", card.text)


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
        *wrapped(_held_words(held)),
    ]
    if produced is not None:
        cities = int(me.connected_cities).bit_count()
        lines += wrapped(f"next production: {amounts_words(produced[seat][:GAINS])}; food: {cities} kelp")
    lines.append(f"  board {board.number}, {board.name}")
    lines += position_map(record, game, seat)
    for place, id in enumerate(METROPOLIS_COLOURS):
        metropolis = game.catalogue.metropolises[int(me.metropolis[place]) - 1]
        mark = "connected" if is_connected(game, me, place) else "not connected"
        lines += wrapped(f"{id} {metropolis.name}, {mark}: {metropolis_text(metropolis)}")
    for tile in range(1, METROPOLISES + 1):
        if int(me.extra_metropolises) >> tile & 1:
            metropolis = game.catalogue.metropolises[tile - 1]
            lines += wrapped(f"spare {metropolis.name}: {metropolis_text(metropolis)}")
    lines += _cards_in_play(me, game)
    return [*lines, ""]


def _held_words(held: Any) -> str:
    pairs = zip(held, TOKEN_NAMES, strict=True)
    return ", ".join(f"{int(amount)} {name}" for amount, name in pairs if amount) or "no resources"


def _cards_in_play(me: Any, game: GameLike) -> list[str]:
    entries = []
    for k in range(int(me.action_count)):
        number = int(me.action_card[k])
        card = card_of(game, number)
        name = card.name if number == ASSISTANT else f"{card.name} ({card.number})"
        entries.append(f"action, {'used ' if me.action_used[k] else 'ready'} {name}: {card.text}")
    for number in me.tableau[: int(me.tableau_count)]:
        card = card_of(game, int(number))
        entries.append(f"{TYPE_WORDS[card.type]}  {card.name} ({card.number}): {card.text}")
    paid = [card_of(game, FIRST_SPECIAL + k).name for k in bits_of(int(me.paid_instants))]
    if paid:
        entries.append(f"paid specials: {', '.join(paid)}")
    fulfilled = [contract.name for contract in game.catalogue.contracts if int(me.contracts) >> contract.index & 1]
    if fulfilled:
        entries.append(f"contracts: {', '.join(fulfilled)}")
    lines: list[str] = []
    for entry in entries:
        lines += wrapped(entry)
    return lines


def _hand(record: Any, game: GameLike, seat: int, viewer: int | None, paint: Paint) -> list[str]:
    me = record.players[seat]
    count = int(me.hand_count)
    if viewer not in (None, seat):
        return [f"Hand of seat {seat}: {number_of(count, 'card')}"]
    cards = [line for card in me.hand[:count] for line in _card_lines(game, int(card), paint)]
    return [f"Hand of seat {seat}", *cards]


# --- points ---


def score_sheet(state: "State") -> str:
    """Points by source for all seats; before the end, as if the game ended now."""
    return scores.score_sheet(state, "not won: it takes 7 connected cities and 100 points (V-7)")
