"""A game with people at the terminal: what they see, what they may type, and how far they can take it back."""

import re
import shutil
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from textwrap import wrap

from undersea_env.agents.arena.table import NotTakenBack, Table
from undersea_env.errors import IllegalAction
from undersea_env.showing.topics import Topic

EXPLAINED = 3                                        # actions, when a question fits many
WIDTH = 110
HELP = (
    ("NUMBER", "the action with this number"),
    ("WORDS", "the action that begins with these words"),
    ("? WORDS", "why actions with these words, or with this number, are not possible now"),
    ("undo", "take back your last decision, as long as nothing hidden was seen and nobody else has decided"),
    ("screen", "the whole table"),
    ("log", "what happened so far"),
)
END_OF_HELP = (("help", "this"), ("quit", "leave the game"))


class Quit(Exception):  # noqa: N818  not an error
    """The player leaves."""


@dataclass
class Session(Table):
    """One game. `seats` has an agent, or None for a person; `read` gives a line, or None when there are no more."""

    read: Callable[[str], str | None]
    write: Callable[[str], None]
    colour: bool = False
    keep: Callable[[], object] = lambda: None        # called before a person is shown something new, and has decided

    def __post_init__(self) -> None:
        super().__post_init__()
        self._shown = dict.fromkeys(self.people, 0)  # lines that each person has seen
        topics: tuple[Topic, ...] = getattr(self.words, "topics", ())
        self._topics = {topic.name: topic for topic in topics if list(topic.arguments) == ["id"]}
        self._ansi = partial(self.words.ansi, colour=True) if self.colour else self.words.ansi
        self._last_person: int | None = None         # who sits at the terminal
        self._is_screen_old = True

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
                    self._is_screen_old = True
        except Quit:
            self.write("The game is left unfinished.")
            return
        self._tell_end()

    def resume(self, actions: Sequence[int]) -> None:
        """What was answered so far is not told again; `log` tells it."""
        super().resume(actions)
        self._shown = {seat: len(self.lines[seat]) for seat in self.people}

    # --- deciding ---

    def _ask_person(self, seat: int) -> None:
        if self._last_person != seat:
            self._hand_over(seat)
            self._is_screen_old = True
        if self._is_screen_old:
            self._show_screen(seat)
        self._show_question(seat)
        while True:
            line = self.read(f"seat {seat}> ")
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
            "log": lambda: self.write("\n".join(self.lines[seat])),
        }
        if line.lower() in commands:
            commands[line.lower()]()
        elif line.lower() == "quit":
            raise Quit
        elif line.lower() == "undo":
            return self._undo()
        elif word.lower() in self._topics and rest and not self._begun_by(line):
            self.write(self._described(self._topics[word.lower()], rest))
        elif line.startswith("?"):
            self._explain(line[1:].strip())
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
        """The legal action that was typed, by number or by the beginning of its words."""
        if re.fullmatch(r"\d{1,9}", line):
            number = int(line)
            if number in self.state.legal_actions:
                return number
            self.write(self._why_not(number))
            return None
        found = self._begun_by(line)
        if len(found) == 1:
            return found[0]
        if not found:
            self.write(f"Nothing that you may do now begins with {line!r}. Try `? {line}`, or `help`.")
        else:
            self.write("\n".join(["That begins several:", *self._listed(found)]))
        return None

    def _begun_by(self, line: str) -> list[int]:
        """Legal actions whose words are these, or begin with them."""
        phrases = {action: self.state.action_to_string(action).lower() for action in self.state.legal_actions}
        found = [action for action, words in phrases.items() if words == line.lower()]
        return found or [action for action, words in phrases.items() if words.startswith(line.lower())]

    # --- taking back ---

    def _undo(self) -> bool:
        try:
            self.undo()
        except NotTakenBack as error:
            self.write(str(error))
            return False
        for seat, lines in self.lines.items():
            if seat is not None:
                self._shown[seat] = min(self._shown[seat], len(lines))
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

    def _listed(self, actions: list[int]) -> list[str]:
        return [f"  {action:>3}  {self.state.action_to_string(action)}" for action in actions]

    def _show_news(self, seat: int) -> None:
        news = self.lines[seat][self._shown[seat] :]
        self._shown[seat] = len(self.lines[seat])
        if news:
            lines = [line for words in news for line in wrap(words, WIDTH, subsequent_indent="  ")]
            self.write("\n".join(["", *lines]))

    def _show_screen(self, seat: int) -> None:
        self._show_news(seat)
        self._is_screen_old = False
        self.write("\n" + self._ansi(self.state, seat))

    def _show_question(self, seat: int) -> None:
        self._show_news(seat)
        self.write("\n".join(["", self.words.question(self.state), *self._listed(self.state.legal_actions)]))

    def _why_not(self, action: int) -> str:
        """The reason why an action is refused; the position does not change."""
        try:
            self.state.clone().apply_action(action)
        except IllegalAction as error:
            return str(error)
        return f"{action} ({self.state.action_to_string(action)}) is possible."

    def _explain(self, words: str) -> None:
        if re.fullmatch(r"\d{1,9}", words):
            self.write(self._why_not(int(words)))
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
