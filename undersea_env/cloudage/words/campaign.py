"""A campaign in sentences: how a chapter went (section 14), and where the campaign stands."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from undersea_env.cloudage.campaign import CampaignRecord, checked_record
from undersea_env.cloudage.chapters import CHAPTERS, record_after, record_before, stars, winners
from undersea_env.cloudage.kernel.actions import ACTIONS
from undersea_env.cloudage.kernel.state import VOTING
from undersea_env.cloudage.printed.things import Catalogue, StoryCard
from undersea_env.cloudage.words.game_log import title_of
from undersea_env.cloudage.words.notation.names import TOKENS
from undersea_env.cloudage.words.readings import Table
from undersea_env.core.readings import bits_of
from undersea_env.showing.words import number_of

if TYPE_CHECKING:
    from undersea_env.core.position import State


def tell_chapter(course: "Iterable[tuple[State, int | None]]") -> list[str]:
    """From all positions of a chapter and what was decided in each; at last the final position, with None."""
    cards: list[StoryCard] = []
    votes: list[dict[int, int]] = []                         # the number of a card by seat
    for position, action in course:
        state, table = position, Table(position.states[0], position.game)
        story = table.story
        if story is not None and (not cards or cards[-1] != story):
            cards.append(story)
        if action is not None and story is not None and table.record.step == VOTING:
            if not votes or len(votes[-1]) == len(table.seats):
                votes.append({})
            votes[-1][table.seat] = story.next[action - ACTIONS["OPTION"]]
    before, after = checked_record(record_before(state)), checked_record(record_after(state))
    points = ", ".join(f"seat {seat} {n}" for seat, n in enumerate(state.scores))
    return [
        f"{title_of(table)}, is over. Points: {points}.",
        f"The story: {', '.join(f'{_title(card)} (card {card.card})' for card in cards)}.",
        *(_vote_words(vote, cards, table.book) for vote in votes),
        *_unlocked_words(before, after),
        f"Stars of this chapter: {_by_seat(after.stars[before.chapter_index][: len(table.seats)])}.",
    ]


def _title(card: StoryCard) -> str:
    return f'"{card.title}"'


def _vote_words(vote: dict[int, int], cards: list[StoryCard], book: Catalogue) -> str:
    """Y-4."""
    voices = ", ".join(f"seat {seat} for {_title(book.story_card(card))}" for seat, card in sorted(vote.items()))
    chosen = next(card for card in cards if card.card in vote.values())
    is_tie = 2 * [*vote.values()].count(chosen.card) == len(vote)
    return f"The vote: {voices}. {_title(chosen)} it was{', by the vote of the first player' if is_tie else ''}."


def _unlocked_words(before: CampaignRecord, after: CampaignRecord) -> list[str]:
    """Y-2, Y-5: what later chapters have, or do not have any more."""
    new = [f"the projects with the number {number}" for number in bits_of(after.unlocked & ~before.unlocked)]
    new += [TOKENS[bit] for bit in bits_of(after.legacy & ~before.legacy)]
    gone = [TOKENS[bit] for bit in bits_of(before.legacy & ~after.legacy)]
    lines = [f"Unlocked for all later chapters: {', '.join(new)}."] if new else []
    return [*lines, f"Removed from the campaign: {', '.join(gone)}."] if gone else lines


def tell_campaign(given: Any, num_players: int, catalogue: Catalogue) -> list[str]:
    """Where a campaign stands: its stars, what is unlocked, and what comes next or who has won."""
    record = checked_record(given, num_players)
    rows = stars(given, num_players)
    totals = [sum(column) for column in zip(*rows, strict=True)]
    lines = [f"Stars after {number_of(len(rows), 'chapter')} of {len(CHAPTERS)}: {_by_seat(totals)}."] if rows else []
    if not record.is_over:
        unlocked = [f"projects {number}" for number in bits_of(record.unlocked)]
        unlocked += [TOKENS[bit] for bit in bits_of(record.legacy)]
        lines += [f"Unlocked so far: {', '.join(unlocked)}."] if unlocked else []
        chapter = CHAPTERS[record.chapter_index]
        return [*lines, f"Next: chapter {chapter}, {catalogue.chapter(chapter).name}."]
    won = winners(given, num_players, catalogue)
    if num_players == 1:
        goal = catalogue.constants.campaign_stars
        return [*lines, f"The campaign is over and {'won' if won else 'lost'}: {goal} stars win it."]
    seats = " and ".join(f"seat {seat}" for seat in won)
    return [*lines, f"The campaign is over: {seats} {'has' if len(won) == 1 else 'have'} won it."]


def _by_seat(numbers: Iterable[int]) -> str:
    return ", ".join(f"seat {seat} {number}" for seat, number in enumerate(numbers))
