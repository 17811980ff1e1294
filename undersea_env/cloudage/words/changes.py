"""What is different between two records of a game, in clauses and sentences."""

from collections.abc import Iterator
from typing import Any

from undersea_env.cloudage.kernel.state import GREY_POINTS
from undersea_env.cloudage.printed.things import StoryCard
from undersea_env.cloudage.printed.words import HEXES, PROJECT_NUMBERS
from undersea_env.cloudage.words import asking
from undersea_env.cloudage.words.names import DISTRICT_NAMES, PLANT_NAMES, TYPE_NAMES, city_card_words, hex_name
from undersea_env.cloudage.words.readings import Table, numbers_list, shown_words
from undersea_env.core.readings import bits_of
from undersea_env.showing.words import number_of

NUMBERS = ("points", "water", "metal", "energy", "production")


# --- of a player ---


def changes_of(was: Table, now: Table, seat: int, may_see: bool) -> Iterator[str]:
    """All that a player has gained, lost, moved or put somewhere. `may_see`: the cards in hand, too."""
    yield from _changes_of_numbers(was, now, seat)
    yield from _changes_of_cards(was, now, seat, may_see)
    yield from _changes_on_map(was, now, seat)
    yield from _changes_of_objectives(was, now, seat)
    yield from _changes_of_navigation(was, now, seat)


def _changes_of_numbers(was: Table, now: Table, seat: int) -> Iterator[str]:
    before, after = was.record.players[seat], now.record.players[seat]
    pairs = [(name, before[name], after[name]) for name in NUMBERS]
    pairs.append(("cards in hand", len(was.hand(seat)), len(now.hand(seat))))
    for names, key, what in ((TYPE_NAMES, "upgrades", "upgrades"), (PLANT_NAMES, "plants", "plants")):
        pairs += [(f"{name} {what}", before[key][k], after[key][k]) for k, name in enumerate(names)]
    for name, old, new in pairs:
        if old != new:
            yield f"{name} {int(old)} to {int(new)}"


def _changes_of_cards(was: Table, now: Table, seat: int, may_see: bool) -> Iterator[str]:
    before, after = was.record.players[seat], now.record.players[seat]
    played = sorted({*now.cards_in(after.in_play)} - {*was.cards_in(before.in_play)})
    if played:
        yield f"in play: {now.titles(played)}"
    drawn = sorted({*now.hand(seat)} - {*was.hand(seat)})
    if drawn and may_see:
        yield f"draws {now.titles(drawn)}"


def _changes_on_map(was: Table, now: Table, seat: int) -> Iterator[str]:
    before, after = was.record.players[seat], now.record.players[seat]
    if before.hex != after.hex:
        yield f"the airship is on {now.place(int(after.hex))}"
    for city, (old, new) in enumerate(zip(before.cubes.tolist(), after.cubes.tolist(), strict=True)):
        if old != new:
            verb, way = ("puts", "into") if new > old else ("removes", "from")
            yield f"{verb} {number_of(abs(new - old), 'cube')} {way} {now.cities[city].name}"
    if after.drone and before.drone != after.drone:
        yield f"the drone is on {DISTRICT_NAMES[int(after.drone) - 1]}"


def _changes_of_objectives(was: Table, now: Table, seat: int) -> Iterator[str]:
    before, after = was.record.players[seat], now.record.players[seat]
    if before.tasks | before.covered:
        for id in after.objectives[int(before.objective_count) : int(after.objective_count)].tolist():
            yield f"draws {now.objective(id)}"
    elif after.tasks:
        yield f"has {now.objective(int(after.objectives[0]))}"
    for task in bits_of(int(after.covered) & ~int(before.covered)):
        yield f"the task {now.task(task).id} is covered"


def _changes_of_navigation(was: Table, now: Table, seat: int) -> Iterator[str]:
    """All of it is public (U-1)."""
    old, new = discard_of(was, seat), discard_of(now, seat)
    if old != new:
        yield f"navigation discard {numbers_list(new)}"
    if was.record.seat == seat and now.record.drawn_count > was.record.drawn_count:
        drawn = now.record.drawn[: int(now.record.drawn_count)].tolist()
        yield f"drawn in the fight: {numbers_list(drawn)}"


def discard_of(table: Table, seat: int) -> list[int]:
    """Navigation values, the top one last."""
    me = table.record.players[seat]
    found: list[int] = me.spent[: int(me.spent_count)].tolist()
    return found


# --- of the table ---


def news_of(was: Table, now: Table, said: int | None) -> Iterator[str]:
    """Whole sentences about what belongs to nobody. `said`: a project of which the decision tells already."""
    before, after = was.record, now.record
    discarded = {*now.cards_in(after.discard)} - {*was.cards_in(before.discard)} - {said}
    if discarded:
        yield f"Discarded: {now.titles(sorted(card for card in discarded if card is not None))}."
    for card in bits_of(int(after.seen_cards) & ~int(before.seen_cards)):
        yield f"City card {card + 1} leaves its sector: {city_card_words(now.book.city_cards[card])}."
    for sector in now.sectors:
        if before.sector_count[sector] != after.sector_count[sector]:
            yield sector_sentence(now, sector)
    if after.deck_count > before.deck_count:
        yield "The project deck is shuffled anew."
    planted = [number for number in range(HEXES) if now.is_planted(number) and not was.is_planted(number)]
    for number in planted:
        yield f"A plant lies on {hex_name(number)}."
    yield from _story_of(was, now)
    if after.objective_known > before.objective_known:
        yield f"Put under the objective deck: {number_of(int(after.objective_known - before.objective_known), 'card')}."


def sector_sentence(table: Table, sector: int) -> str:
    count = int(table.record.sector_count[sector])
    if not count:
        return f"Sector {sector + 1} is empty."
    return f"Sector {sector + 1} has {number_of(count, 'card')} and shows {shown_words(table.shown(sector))}."


def _story_of(was: Table, now: Table) -> Iterator[str]:
    before, after = was.record, now.record
    story = now.story
    if story is not None and before.story != after.story:
        yield story_sentence(story)
    if after.book_side > before.book_side:
        yield "The scenario card is turned to its back."
    for number in bits_of(int(after.unlocked) & ~int(before.unlocked)):
        assert number < PROJECT_NUMBERS
        yield f"The projects with the number {number} are unlocked."
    gone = [token for token in was.tokens_in_play if token not in now.tokens_in_play]
    come = [token for token in now.tokens_in_play if token not in was.tokens_in_play]
    if come:
        yield f"In play now: {', '.join(come)}."
    for token in gone:
        yield f"{token} is out of play."


def story_sentence(story: StoryCard) -> str:
    texts = "; ".join(f"{name} {text}" for name, text in story.texts.items() if text)
    return f'Story card {story.card}, "{story.title}", is turned up{f": {texts}" if texts else ""}.'


# --- rounds, the end ---


def course_of(was: Table, now: Table) -> Iterator[str]:
    before, after = was.record, now.record
    if after.round_no != before.round_no:
        yield f"Round {int(after.round_no)} begins; seat {int(after.first)} is the first player."
    if now.phase != was.phase and now.phase != "over" and not (was.phase == "setup" and now.phase == "production"):
        yield PHASE_SENTENCES[now.phase]
    if after.step >= GREY_POINTS and not before.graded and after.graded:
        yield "The grey points are counted."


PHASE_SENTENCES = {
    "setup": "Set-up.", "production": "The production phase begins.", "movement": "The movement phase begins.",
    "action": "The action phase begins.", "end": "The last round is over: everybody produces and builds once more.",
}


def ending_of(now: Table) -> Iterator[str]:
    """E-6 to E-8, O-7."""
    if not now.record.over:
        return
    state: Any = asking.state_of(now.game, now.record)
    if now.game.num_players == 1:
        result = "won" if state.winners else "not won"
        yield f"The game is over: {number_of(state.scores[0], 'point')}; {result}."
        return
    points = ", ".join(f"seat {seat} has {number_of(score, 'point')}" for seat, score in enumerate(state.scores))
    yield f"The game is over: {points}; won by {' and '.join(f'seat {seat}' for seat in state.winners)}."
