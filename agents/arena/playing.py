"""A game with people at the terminal: what they see, what they may type, and how far they can take it back."""

import re
import shutil
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from textwrap import wrap
from typing import TYPE_CHECKING

from undersea_env.agents.arena.listing import Listing
from undersea_env.agents.arena.table import HUMAN, NotTakenBack, Table
from undersea_env.agents.coach import Coach, advice_words, why_words
from undersea_env.errors import IllegalAction, InvalidOption
from undersea_env.showing.topics import Topic
from undersea_env.showing.words import number_of

if TYPE_CHECKING:
    from undersea_env.agents.coach import Advice
    from undersea_env.core.view import Option

EXPLAINED = 3                                        # actions, when a question fits many
MOST_COLUMNS = 110
LEAST_NEWS = 2                                       # lines that stay on a small screen
CLEAR = "\x1b[H\x1b[J"
HELP = (
    ("NUMBER", "the answer with this number; where there is a grid, column and row: 3b"),
    ("WORDS", "the answer that has these words, or their beginnings, in any place"),
    ("hint", "which answers are best, as far as can be told"),
    ("why ANSWER", "how much less an answer brings than the best, and where"),
    ("? WORDS", "why actions with these words are not possible now"),
    ("all", "all answers, also those that the screen has no room for"),
    ("undo", "take back your last decision, as long as nothing hidden was seen and nobody else has decided"),
    ("screen, b", "the whole table"),
    ("log", "what happened so far"),
)
END_OF_HELP = (("help", "this"), ("quit", "leave the game"))


class Quit(Exception):  # noqa: N818  not an error
    """The player leaves."""


@dataclass
class Session(Table):
    """One game. `seats` has an agent, or None for a person; `read` gives a line, or None when there are no more.

    `in_place`: every question takes the screen anew. `by_index`: answers have the numbers of actions.
    """

    read: Callable[[str], str | None]
    write: Callable[[str], None]
    colour: bool = False
    in_place: bool = False
    by_index: bool = False
    keep: Callable[[], object] = lambda: None        # called before a person is shown something new, and has decided

    def __post_init__(self) -> None:
        super().__post_init__()
        # Lines that each person has seen; what was answered before is not told again.
        self._shown = {seat: len(self.lines[seat]) if self.actions else 0 for seat in self.people}
        topics: tuple[Topic, ...] = getattr(self.words, "topics", ())
        self._topics = {topic.name: topic for topic in topics if list(topic.arguments) == ["id"]}
        self._ansi = partial(self.words.ansi, colour=True) if self.colour else self.words.ansi
        self._last_person: int | None = None         # who sits at the terminal
        self._is_screen_old = True
        self._advice: Advice | None = None           # about the open question
        self._notices: list[str] = []                # to be told with the next question
        if self.actions:
            decisions = number_of(len(self.actions), "decision")
            self.announce(f"The game goes on after {decisions}; `log` tells what happened.")

    def play(self) -> None:
        """Until the game is over, or a person leaves, or an agent fails."""
        try:
            while not self.is_over:
                seat = self.state.current_player
                agent = self.seats[seat]
                if agent is None:
                    self.keep()
                    self._ask_person(seat)
                    self.keep()
                else:
                    self.take_from_agent(self.ask(agent))
        except Quit:
            self.write("The game is left unfinished.")
            return
        self._tell_end()

    def announce(self, *notices: str) -> None:
        """To be told with the next question."""
        self._notices += notices

    # --- deciding ---

    def apply(self, action: int) -> None:
        super().apply(action)
        self._advice = None

    def _ask_person(self, seat: int) -> None:
        if self._last_person != seat:
            self._hand_over(seat)
            self._is_screen_old = True
        if self._is_screen_old and not self.in_place:
            self._show_screen(seat)
        self._show_question(seat)
        while True:
            line = self.read(f"{self._called(seat)}> ")
            if line is None:
                raise Quit
            if self._answered(seat, " ".join(line.split())):
                return

    def _hand_over(self, seat: int) -> None:
        """Several people at one terminal do not look at each other's cards."""
        if len(self.people) > 1 and self._last_person is not None:
            self.write("\n" * shutil.get_terminal_size().lines)
            if self.read(f"seat {seat}, press Enter when the others look away ") is None:
                raise Quit
        self._last_person = seat

    def _answered(self, seat: int, line: str) -> bool:
        """Carry out what was typed; True when the question is settled, or another one is open."""
        word, _, rest = line.partition(" ")
        commands: dict[str, Callable[[], object]] = {
            "": lambda: self._show_question(seat),
            "help": lambda: self.write(self.help),
            "screen": lambda: self._show_screen(seat),
            "b": lambda: self._show_screen(seat),
            "log": lambda: self.write("\n".join(map(self._said, self.lines[seat]))),
            "all": lambda: self.write("\n".join(self._listing.lines(self._width))),
            "hint": self._hint,
            "h": self._hint,
        }
        if line.lower() in commands:
            commands[line.lower()]()
        elif line.lower() == "quit":
            raise Quit
        elif line.lower() == "undo":
            return self._undo()
        elif word.lower() in self._topics and rest and not self._is_begun(line):
            self.write(self._described(self._topics[word.lower()], rest))
        elif line.startswith("?"):
            self._explain(line[1:].strip())
        elif word.lower() == "why" and not self._is_begun(line):
            self._compare(rest)
        else:
            return self._decide(seat, line)
        return False

    def _decide(self, seat: int, line: str) -> bool:
        action = self._meant(line)
        if action is None:
            return False
        self.answer(action)
        return True

    def _meant(self, line: str) -> int | None:
        """The legal action that was typed, by number, by its place in the grid, or by words."""
        if re.fullmatch(r"[0-9]{1,9}", line):
            option = self._listing.numbered(int(line))
            if option is not None:
                return option.action
            self.write(self._why_not(int(line)) if self.by_index else self._no_such_number(int(line)))
            return None
        found = self._begun_by(line)
        if len(found) == 1:
            return found[0].action
        if not found:
            self.write(f"Nothing that you may do now has the words {line!r}. Try `? {line}`, or `help`.")
        else:
            self.write("\n".join(["Several have these words:", *self._listed(found)]))
        return None

    def _no_such_number(self, number: int) -> str:
        return f"There is no answer {number}: they are numbered from 1 to {len(self._listing.options)}."

    @property
    def _listing(self) -> Listing:
        label = getattr(self.words, "label", None)
        shown = None if label is None else partial(label, self.state)
        return Listing(self.state.options, self.by_index, shown)

    def _begun_by(self, line: str) -> "list[Option]":
        """The options that these words mean."""
        return self._listing.meant(line) if line else []

    def _is_begun(self, line: str) -> bool:
        """Whether an answer begins so, which a command with the same word must not hide."""
        return any(option.words.lower().startswith(line.lower()) for option in self._listing.options)

    # --- the coach ---

    def _advised(self) -> "Advice":
        if self._advice is None:
            self._advice = Coach(self.game, len(self.actions)).advise(self.state)
        return self._advice

    def _hint(self) -> None:
        try:
            told = advice_words(self._advised())
        except InvalidOption as error:               # of a game in which nobody can look ahead
            told = [str(error)]
        self.write("\n".join(line for words in told for line in self._wrapped(words)))

    def _compare(self, typed: str) -> None:
        """What an answer brings less than the best one."""
        if not typed:
            self._hint()
            return
        action = self._meant(typed)
        if action is not None:
            self.write("\n".join(self._wrapped(why_words(self._advised(), action))))

    # --- taking back ---

    def _undo(self) -> bool:
        try:
            self.undo()
        except NotTakenBack as error:
            self.write(str(error))
            return False
        self._advice = None
        for seat in self.people:
            self._shown[seat] = min(self._shown[seat], len(self.lines[seat]))
        return True

    # --- showing ---

    @property
    def help(self) -> str:
        things = tuple((f"{topic.name} WHICH", topic.help) for topic in self._topics.values())
        lines = (*HELP, *things, *END_OF_HELP)
        width = max(len(typed) for typed, _ in lines)
        return "\n".join(f"  {typed:<{width}}   {words}" for typed, words in lines)

    def _described(self, topic: Topic, words: str) -> str:
        """What can be described without a position: it tells nobody anything hidden."""
        how = topic.arguments["id"]
        try:
            which = words.split() if how.get("nargs") == "+" else how.get("type", str)(words)
            return topic.describe(self.game.components, id=which)[1]
        except ValueError as error:
            return f"{str(error)[:1].upper()}{str(error)[1:]}."

    def _listed(self, options: "list[Option]") -> list[str]:
        return [f"  {self._listing.number_of(option):>3}  {option.words}" for option in options]

    @property
    def _width(self) -> int:
        return min(MOST_COLUMNS, shutil.get_terminal_size().columns) if self.in_place else MOST_COLUMNS

    def _wrapped(self, words: str) -> list[str]:
        return wrap(words, self._width, subsequent_indent="  ")

    def _called(self, seat: int) -> str:
        """Who a seat is to the person at the terminal."""
        if self.people == [seat]:
            return "you"
        name = self.names[seat]
        return name if self.names.count(name) == 1 and name != HUMAN else f"seat {seat}"

    def _said(self, line: str) -> str:
        """A sentence with the names of those who play, in place of their seats."""
        if len(self.people) != 1:
            return line
        line = re.sub(rf"^Seat {self.people[0]} (?=[a-z])", "You: ", line)

        def named(found: re.Match[str]) -> str:
            seat = int(found[2])
            called = self._called(seat) if seat < len(self.names) else found[0]
            return "You" if called == "you" and found[1] == "S" else called

        return re.sub(r"\b([Ss])eat (\d)\b", named, line)

    def _news(self, seat: int) -> list[str]:
        """What happened since the person last looked."""
        news = self.lines[seat][self._shown[seat] :]
        self._shown[seat] = len(self.lines[seat])
        return [line for words in news for line in self._wrapped(self._said(words))]

    def _announced(self) -> list[str]:
        told = [line for words in self._notices for line in self._wrapped(words)]
        self._notices.clear()
        return told

    def _show_news(self, seat: int) -> None:
        news = [*self._announced(), *self._news(seat)]
        if news:
            self.write("\n".join(["", *news]))

    def _show_screen(self, seat: int) -> None:
        self._show_news(seat)
        self._is_screen_old = False
        self.write("\n" + self._ansi(self.state, seat))

    def _show_question(self, seat: int) -> None:
        """What happened, how it stands, the question, and the answers; in place, as much of it as there is room for."""
        asked = [*self._standing(seat), *self._wrapped(self._said(self.words.question(self.state)))]
        if self.in_place:
            asked = [*self._announced(), *asked]
        else:
            self._show_news(seat)
            self.write("\n".join(["", *asked, *self._listing.lines(self._width)]))
            return
        lines = shutil.get_terminal_size().lines - 1 - len(asked)
        news = self._news(seat)
        answers = self._listing.lines(self._width, lines - min(len(news), LEAST_NEWS))
        kept = max(lines - len(answers), 0)
        self.write("\n".join([CLEAR + "\n".join(news[len(news) - kept :] if kept else []), *asked, *answers]).rstrip())

    def _standing(self, seat: int) -> list[str]:
        """Everybody's points, and what the game says of the person in a line or two."""
        points = [f"{self._called(other)} {score}" for other, score in enumerate(self.state.scores)]
        status = getattr(self.words, "status", None)
        more = [] if status is None else [status(self.state, seat)]
        return [line for words in (f"Points: {', '.join(points)}. {' '.join(more)}",) for line in self._wrapped(words)]

    def _why_not(self, action: int) -> str:
        """The reason why an action is refused; the position does not change."""
        try:
            self.state.clone().apply_action(action)
        except IllegalAction as error:
            return str(error)
        words = self.state.action_to_string(action)
        return f"{action} ({words}) is possible." if self.by_index else f"{words} is possible."

    def _explain(self, words: str) -> None:
        if re.fullmatch(r"[0-9]{1,9}", words):
            option = self._listing.numbered(int(words))
            known = self.by_index or option is not None
            number = int(words) if option is None else option.action
            self.write(self._why_not(number) if known else self._no_such_number(number))
            return
        if not words:
            self.write("Ask with words of an action, or with its number: `? 7`.")
            return
        legal = self.state.legal_actions
        fits = [a for a in legal if words.lower() in self.state.action_to_string(a).lower()]
        fits += [a for a in range(self.game.num_actions) if a not in legal and self._could_mean(a, words.lower())]
        if not fits:
            self.write(f"No action has the words {words!r}; `undersea describe actions` lists what there is.")
        for action in fits[:EXPLAINED]:
            self.write(self._why_not(action))
        if len(fits) > EXPLAINED:
            self.write(f"{len(fits) - EXPLAINED} more actions have these words.")

    def _could_mean(self, action: int, words: str) -> bool:
        phrases = (self.state.action_to_string(action), self.words.describe_action(self.game, action))
        return any(words in phrase.lower() for phrase in phrases)

    def _tell_end(self) -> None:
        for seat in self.people:
            if len(self.people) > 1:
                self.write(f"\nSeat {seat}")
            self._show_news(seat)
        if self.failure is not None:
            self.write(f"\n{self.outcome()}")
            return
        self.write(f"\n{self.words.score_sheet(self.state)}")
        if self.game.num_players > 1:
            self.write(self.outcome())
