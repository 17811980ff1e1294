"""What happened, in sentences, from the records of a game before and after an action."""

from typing import Any

from undersea_env.cloudage.kernel.actions import ACTIONS
from undersea_env.cloudage.words.changes import (
    changes_of,
    course_of,
    ending_of,
    news_of,
    sector_sentence,
    story_sentence,
)
from undersea_env.cloudage.words.names import hex_name
from undersea_env.cloudage.words.phrases import OBJECTIVE, action_phrase
from undersea_env.cloudage.words.readings import Table
from undersea_env.showing.words import PlainLog, number_of

IRREGULAR = {"fly": "flies", "do": "does"}


class GameLog(PlainLog):
    """Tells a game in sentences: all of it (`viewer` None), or what one seat may know of it (section 16)."""

    heading_for_all = "Log (omniscient: all cards are named)"

    def may_see(self, seat: int) -> bool:
        return self.viewer in (None, seat)

    def log_beginning(self, record: Any) -> list[str]:
        """The set-up of a game."""
        table = Table(record, self.game)
        players, rounds = number_of(len(table.seats), "player"), number_of(int(table.rules["rounds"]), "round")
        sides = ", ".join(f"{board.number}{board.side} {board.name}" for board in table.boards)
        lines = [f"{title_of(table)}; {players}, {rounds}.", f"The boards: {sides}."]
        if table.tokens_in_play:
            lines.append(f"Legacy tokens in play: {', '.join(table.tokens_in_play)}.")
        lines += [sector_sentence(table, sector) for sector in table.sectors]
        lines.append(f"Seat {int(record.first)} is the first player; the airships start on "
                     f"{hex_name(int(table.rules['start_hex']))}.")
        for seat in table.seats:
            lines += self._dealt(table, seat)
        if table.story is not None:
            lines.append(story_sentence(table.story))
        return lines

    def _dealt(self, table: Table, seat: int) -> list[str]:
        if not self.may_see(seat):
            return []
        lines = [f"Seat {seat} has the cards {table.titles(table.hand(seat))}."] if table.hand(seat) else []
        me = table.record.players[seat]
        if not me.tasks and me.objective_count:
            both = " and ".join(table.objective(int(id)) for id in me.objectives[: int(me.objective_count)])
            lines.append(f"Seat {seat} chooses between {both}.")
        return lines

    def log_action(self, before: Any, after: Any, action: int) -> list[str]:
        """Sentences of what was done and of what followed."""
        was, now = Table(before, self.game), Table(after, self.game)
        lines = []
        for seat in (was.seat, *(seat for seat in now.seats if seat != was.seat)):
            told = "; ".join(changes_of(was, now, seat, self.may_see(seat)))
            if seat == was.seat:
                lines.append(f"Seat {seat} {deed(was, action)}{f' -> {told}' if told else ''}.")
            elif told:
                lines.append(f"For seat {seat}: {told}.")
        block, place = ACTIONS.block_of(action)
        lines[1:1] = news_of(was, now, place if block.name == "PROJECT" else None)
        return [*lines, *course_of(was, now), *ending_of(now)]


def title_of(table: Table) -> str:
    """`Scenario 2, Green Again`."""
    options = table.game.options
    if options.chapter is not None:
        return f"Chapter {options.chapter}, {table.book.chapter(options.chapter).name}"
    return f"Scenario {options.scenario}, {table.book.scenarios[options.scenario - 1].name}"


def deed(was: Table, action: int) -> str:
    """In the third person; of a choice, what was chosen. The objectives between which one chooses are hidden (U-6)."""
    if was.question == OBJECTIVE:
        return "chooses an objective"
    said = action_phrase(was, action)
    words = third_person(said.words)
    return f"{words}: {said.effect}" if said.words == "choose" else words


def third_person(phrase: str) -> str:
    verb, space, rest = phrase.partition(" ")
    return f"{IRREGULAR.get(verb, f'{verb}s')}{space}{rest}"
