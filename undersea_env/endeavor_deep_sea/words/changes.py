"""What is different between two records of a game, in clauses. Each has a key, so that what a sentence says already is
not said again."""

from collections import Counter
from collections.abc import Iterator

import numpy as np

from undersea_env.core.readings import bits_of
from undersea_env.endeavor_deep_sea.compiled.limits import BONUS_GOALS_USED, COLUMNS, DISPLAY
from undersea_env.endeavor_deep_sea.compiled.opcodes import DISCOVER
from undersea_env.endeavor_deep_sea.kernel.state import ACTIVATION, DOING, DRAWN, PREPARATION
from undersea_env.endeavor_deep_sea.printed.language import RACE_WORDS, count_text
from undersea_env.endeavor_deep_sea.printed.things import CHOICE
from undersea_env.endeavor_deep_sea.printed.words import ROW_PLACES, Race
from undersea_env.endeavor_deep_sea.words import asking
from undersea_env.endeavor_deep_sea.words.describe import SCOPE_WORDS
from undersea_env.endeavor_deep_sea.words.goals import PLACES
from undersea_env.endeavor_deep_sea.words.notation.names import ATTRIBUTE_NAMES, cell_name
from undersea_env.endeavor_deep_sea.words.readings import Table
from undersea_env.showing.words import number_of

Key = tuple[object, ...]
Change = tuple[Key, str]


# --- of a player ---


def changes_of(was: Table, now: Table, seat: int) -> Iterator[Change]:
    """All that a player has gained, lost, moved or put somewhere."""
    yield from _changes_of_team(was, now, seat)
    yield from _changes_of_vessels(was, now, seat)
    yield from _changes_of_discs(was, now, seat)
    yield from _changes_of_markers(was, now, seat)
    yield from _changes_of_tokens(was, now, seat)
    yield from _changes_of_journals(was, now, seat)
    yield from _changes_of_numbers(was, now, seat)


def _changes_of_team(was: Table, now: Table, seat: int) -> Iterator[Change]:
    before, after = was.record.players[seat], now.record.players[seat]
    for slot in range(int(before.specialist_count), int(after.specialist_count)):
        yield ("hired", slot), f"hires the {now.person(seat, slot).junior}"
    promoted = int(after.seniors) & ~int(before.seniors)
    for slot in bits_of(promoted):
        yield ("promoted", slot), f"promotes the {now.person(seat, slot).junior} to {now.side_name(seat, slot)}"
    for slot in bits_of(int(before.discs_on) & ~int(after.discs_on)):
        if promoted >> slot & 1:
            yield ("lost", slot), f"the disc on the {now.slot_name(seat, slot)} is lost"
        else:
            yield ("back", slot), f"takes back the disc from the {now.slot_name(seat, slot)}"


def _changes_of_vessels(was: Table, now: Table, seat: int) -> Iterator[Change]:
    before, after = Counter(was.vessels(seat)), Counter(now.vessels(seat))
    launch = _launch_zone(now)
    if launch is not None:
        for _ in range(after.total() - before.total()):
            before[launch] += 1
            yield ("launched", launch), f"launches a vessel in {now.zone(launch)}"
    left, reached = sorted((before - after).elements()), sorted((after - before).elements())
    for cell, target in zip(left, reached, strict=False):
        yield ("vessel", target), f"a vessel goes from {cell_name(cell)} to {now.zone(target)}"
    for cell in reached[len(left):]:
        yield ("vessel", cell), f"launches a vessel in {now.zone(cell)}"


def _launch_zone(now: Table) -> int | None:
    """Where vessels are launched without a question (M-1, M-2); None: it is chosen."""
    if now.mission.launch == CHOICE:
        shallow = [cell for cell in now.zones if cell < COLUMNS]
        return shallow[0] if len(shallow) == 1 else None
    return next((cell for cell in now.zones if now.board_in(cell).id == now.mission.launch), None)


def _changes_of_discs(was: Table, now: Table, seat: int) -> Iterator[Change]:
    before, after = was.record.discs[:, seat], now.record.discs[:, seat]
    for cell in np.flatnonzero(after & ~before).tolist():
        for place in bits_of(int(after[cell] & ~before[cell])):
            spot = now.board_in(cell).disc_spots[place].id
            yield ("disc", cell, spot), f"puts a disc on {spot} of {now.zone(cell)}"
    for cell in np.flatnonzero((was.record.board == 0) & (now.record.discoverer == seat + 1)).tolist():
        yield ("board", cell), f"places {now.board_in(cell).name} in {cell_name(cell)}"


def _changes_of_markers(was: Table, now: Table, seat: int) -> Iterator[Change]:
    before, after = was.record.hex_owner, now.record.hex_owner
    for at in np.flatnonzero((after == seat + 1) & (before != seat + 1)).tolist():
        yield ("hex", at), f"puts a marker on hex {at}"
    more = now.record.infinite[:, seat] - was.record.infinite[:, seat]
    if more.any():
        infinite = [place.id for place in now.mission.hexes if now.rules["hex_infinite"][place.id]]
        for at, number in zip(infinite, more.tolist(), strict=False):
            yield from [(("hex", at), f"puts a marker on hex {at}")] * number


def _changes_of_tokens(was: Table, now: Table, seat: int) -> Iterator[Change]:
    more = now.record.players[seat].token - was.record.players[seat].token
    for kind in np.flatnonzero(more).tolist():
        name, number = now.book.tokens[kind].id, int(more[kind])
        yield from [(("token", kind), f"takes the dive token {name}")] * number
        yield from [(("spent", kind), f"gives up the dive token {name}")] * -number


def _changes_of_journals(was: Table, now: Table, seat: int) -> Iterator[Change]:
    for number in bits_of(int(now.record.players[seat].journals) & ~int(was.record.players[seat].journals)):
        yield ("journal", number), f'publishes "{now.book.journals[number].name}"'


def _changes_of_numbers(was: Table, now: Table, seat: int) -> Iterator[Change]:
    before, after = was.record.players[seat], now.record.players[seat]
    pairs = [("discs", before.staging, after.staging), ("research", before.research, after.research)]
    pairs += zip(ATTRIBUTE_NAMES, before.marker, after.marker, strict=True)
    pairs.append(("clean-up", before.clean_up, after.clean_up))
    for name, old, new in pairs:
        if old != new:
            yield (name,), f"{name} {int(old)} to {int(new)}"


# --- of the table ---


def news_of(was: Table, now: Table) -> Iterator[str]:
    """Whole sentences about what belongs to nobody."""
    yield from _drawn(was, now)
    if now.record.shuffle_no > was.record.shuffle_no:
        yield "The supply of dive tokens was empty: the discarded ones are shuffled."
    for place in range(ROW_PLACES):
        journal = now.journal(place)
        if journal is not None and was.record.row[place] != now.record.row[place]:
            yield f'"{journal.name}" comes into the row.'
    for place in range(DISPLAY):
        kind = int(now.record.display[place])
        if kind and kind != was.record.display[place]:
            yield f"The {now.book.specialists[kind - 1].junior} comes on display."
    for race in Race:
        for k in range(int(was.record.race_count[race]), int(now.record.race_count[race])):
            yield f"Seat {int(now.record.race[race, k]) - 1} is the {PLACES[k]} to {RACE_WORDS[race]} (M-10)."


def _drawn(was: Table, now: Table) -> Iterator[str]:
    """Boards or dive tokens between which a player is asked to choose (A-33, A-42)."""
    frame = now.frame
    if frame is None or frame.about != DOING or frame.stage != DRAWN:
        return
    if was.record.frame_count == now.record.frame_count and was.frame.stage == DRAWN:
        return
    numbers = (int(frame.a) - 1, int(frame.b) - 1)
    if frame.do == DISCOVER:
        yield f"Drawn are {' and '.join(now.book.boards[number].name for number in numbers)}."
    else:
        yield f"Drawn are the dive tokens {' and '.join(now.book.tokens[number].id for number in numbers)}."


# --- rounds ---


def course_of(was: Table, now: Table, has_passed: bool) -> Iterator[str]:
    """Who could only pass, the end of a round, cards that are turned, the beginning of turns.

    `has_passed`: who decided has done so by passing.
    """
    before, after = was.record, now.record
    is_new = bool(after.over) or after.round_no != before.round_no
    if before.phase == ACTIVATION:
        passed = bits_of((1 << len(now.seats)) - 1 if is_new else int(after.passed))
        for seat in passed:
            if not int(before.passed) >> seat & 1 and not (has_passed and seat == was.seat):
                yield f"Seat {seat} can do nothing but pass."
    if is_new and not after.over:
        yield f"Round {int(after.round_no)} begins; seat {int(after.wave)} has the wave."
    yield from cards_turned(now, int(before.cards_turned))
    if after.phase == ACTIVATION and (before.phase == PREPARATION or is_new):
        yield f"All are prepared; seat {int(after.wave)} has the first turn."


def cards_turned(now: Table, before: int = 0) -> Iterator[str]:
    """O-3."""
    for goal in asking.bonus_goals(now)[before:]:
        number = goal.numbers.of(len(now.seats))
        yield f"A bonus goal is turned, {goal.name}: {number} {count_text(goal.count)} ({SCOPE_WORDS[goal.scope]})."
    done = max(0, before - BONUS_GOALS_USED)
    for setback in asking.setbacks(now)[done:]:
        yield f"A setback is turned, {setback.name}: {setback.text}."


def ending_of(now: Table) -> Iterator[str]:
    """V-7, O-6."""
    if not now.record.over:
        return
    state = asking.state_of(now)
    if now.game.is_cooperative:
        met, asked = state.scores[0], int(now.rules["goals_to_meet"])
        yield f"The game is over: {met} of 7 goals are met, {asked} were asked; {'won' if state.winners else 'lost'}."
        return
    points = ", ".join(f"seat {seat} has {number_of(score, 'point')}" for seat, score in enumerate(state.scores))
    yield f"The game is over: {points}; won by {' and '.join(f'seat {seat}' for seat in state.winners)}."
