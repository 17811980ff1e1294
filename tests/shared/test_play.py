"""A game at the terminal, driven by a script: what may be typed, what is shown, what can be taken back."""

import io
import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests import bots
from tests.kinds import SAMPLES
from tests.shared.short_games import choice_of, words_for
from undersea_env.agents import make
from undersea_env.agents.arena.asking import Asked
from undersea_env.agents.arena.playing import Quit, Session
from undersea_env.agents.arena.replays import read_replays
from undersea_env.agents.arena.resimulation import follow
from undersea_env.commands import main as cli
from undersea_env.core.kind import Kind


class Terminal:
    """A session whose person types what the test says; `shown` is all that was written.

    Answers have the numbers of actions, as with `--indices`; see `test_terminal.py` for those that people use.
    """

    def __init__(self, kind: Kind, *seats: str, seed: int = 5, **options: Any) -> None:
        agents = [None if code == "human" else Asked(make(code, 1, game=kind), 1) for code in seats]
        choice = choice_of(kind, len(seats), **options)
        self.shown: list[str] = []
        self.lines: Iterator[str] = iter(())
        self.session = Session(choice, seed, list(seats), agents, self._read, self.shown.append, by_index=True)

    def _read(self, prompt: str) -> str | None:
        return next(self.lines, None)

    def type(self, *lines: str) -> str:
        """Type lines and leave; what was shown since."""
        self.lines = iter(lines)
        start = len(self.shown)
        self.session.play()
        return "\n".join(self.shown[start:])

    def legal(self) -> list[int]:
        return self.session.state.legal_actions

    def type_legal(self, times: int) -> str:
        """The lowest legal action, so many times."""
        return "\n".join(self.type(str(self.legal()[0])) for _ in range(times))


def other_action(terminal: Terminal) -> int:
    """One that is not legal now."""
    return next(number for number in range(terminal.session.game.num_actions) if number not in terminal.legal())


# --- what may be typed ---


def test_actions_are_chosen_by_number_and_by_words(kind: Kind) -> None:
    terminal = Terminal(kind, "human", "random")
    terminal.type()
    session = terminal.session
    before, number = len(session.actions), terminal.legal()[-1]
    words = session.state.action_to_string(number)
    out = terminal.type(str(number))
    assert f"{number}  {words}" in "\n".join(terminal.shown)
    assert session.actions[before] == number
    assert "The game is left unfinished." in out
    before, number = len(session.actions), terminal.legal()[-1]
    terminal.type(session.state.action_to_string(number).upper())
    assert session.actions[before] == number


def test_what_is_not_clear_is_asked_again(kind: Kind) -> None:
    terminal = Terminal(kind, "human", "random")
    terminal.type()
    before = list(terminal.session.actions)
    last = kind.num_actions - 1
    several = terminal.session.state.action_to_string(terminal.legal()[0])[:4]
    out = terminal.type(several, "zebra", str(last + 1), str(other_action(terminal)), "-1", "1e3", "٣", "")
    assert terminal.session.actions == before
    assert "Several have these words:" in out
    assert "Nothing that you may do now has the words 'zebra'" in out
    assert f"there is no action {last + 1}" in out
    assert f"may not choose action {other_action(terminal)}" in out


def test_questions_and_commands_change_nothing(kind: Kind) -> None:
    terminal = Terminal(kind, "human", "random")
    terminal.type()
    session = terminal.session
    before, legal = session.state.clone(), terminal.legal()
    refused = other_action(terminal)
    out = terminal.type("help", f"? {refused}", f"? {legal[0]}", "?", "? zebra", "log", "screen", "undo", "HELP")
    assert session.state == before
    assert out.count(session.help) == 2
    for words in (f"may not choose action {refused}", f"{legal[0]} (", "is possible", "No action has the words 'zebra'",
                  kind.words.question(before), before.render("ansi", before.current_player), "nothing to take back"):
        assert words in out


def test_the_help_names_what_the_game_can_describe(kind: Kind) -> None:
    session = Terminal(kind, "human").session
    asked = [topic.name for topic in kind.words.topics if list(topic.arguments) == ["id"]]
    assert all(f"  {name} WHICH" in session.help for name in asked)
    assert session.help.count(" WHICH") == len(asked)


# --- taking back ---


def test_nobody_takes_back_what_others_have_answered(kind: Kind) -> None:
    terminal = Terminal(kind, "human", "random", **SAMPLES[kind.name].short)
    terminal.type()
    decisions = [len(terminal.session.actions)]
    while len(decisions) == 1 or decisions[-1] == decisions[-2] + 1:             # until the agent has answered, too
        terminal.type_legal(1)
        decisions.append(len(terminal.session.actions))
    assert not terminal.session.state.is_terminal
    assert "nothing to take back" in terminal.type("undo")


def test_a_game_that_does_not_say_what_is_hidden_takes_nothing_back(kind: Kind) -> None:
    terminal = Terminal(kind, "human")
    start = terminal.session.state.clone()
    terminal.type_legal(1)
    out = terminal.type("undo")
    if hasattr(kind.words, "HIDDEN"):
        assert terminal.session.state == start
    else:
        assert "nothing can be taken back" in out
        assert len(terminal.session.actions) == 1


# --- what is hidden ---


def test_what_is_shown_does_not_depend_on_what_is_hidden(kind: Kind) -> None:
    """The same table with all that the person cannot know dealt another way: not a letter may differ."""
    shown = []
    for world in range(3):
        terminal = Terminal(kind, "human", "random", "random", seed=8)
        terminal.type()
        session = terminal.session
        seat = session.state.current_player
        assert seat == 0
        if world:
            other = session.state.resample(0, world)
            assert other != session.state
            session.state = other
        refused, legal = other_action(terminal), terminal.legal()
        terminal.shown.clear()
        terminal.type("screen", "log", "? e", f"? {refused}", "help", str(legal[0]))
        shown.append(terminal.shown[:6])
    assert shown[0] == shown[1] == shown[2]


def test_people_at_one_terminal_take_turns(kind: Kind) -> None:
    terminal = Terminal(kind, "human", "human", seed=2)
    terminal.type()
    first = terminal.session.state.current_player
    while terminal.session.state.current_player == first:
        terminal.type_legal(1)
    assert any(words.strip() == "" and words.count("\n") > 10 for words in terminal.shown)
    state = terminal.session.state
    terminal.type("")
    assert state.render("ansi", state.current_player) in "\n".join(terminal.shown)


# --- how it ends ---


def test_an_agent_that_fails_loses_the_game(tmp_path: Path, kind: Kind) -> None:
    terminal = Terminal(kind, "human", bots.bot(tmp_path, "wrong", bots.RAISES))
    terminal.type()
    while terminal.session.failure is None:
        terminal.type_legal(1)
    assert "loses the game by default: RuntimeError: no idea" in "\n".join(terminal.shown)
    replay = terminal.session.replay()
    assert (replay.scores, replay.forfeit) == (None, 1)


def test_leaving_is_no_error(kind: Kind) -> None:
    with pytest.raises(Quit):
        Terminal(kind, "human").session._answered(0, "quit")


# --- the command ---


def test_a_whole_game_through_a_pipe(tmp_path: Path, kind: Kind) -> None:
    record = tmp_path / "game.jsonl"
    script = "\n".join(f"{number}" for number in [*range(kind.num_actions)] * 40)
    command = [sys.executable, "-m", "undersea_env.commands.main", "play", *words_for(kind), "--seats", "human,random"]
    command += ["--seed", "4", "--record", str(record), "--json"]
    done = subprocess.run(command, input=script, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0
    result = json.loads(done.stdout)
    assert result["finished"]
    replay = next(iter(read_replays(record)))
    assert replay.agents == ("human", "random")
    assert list(replay.scores or ()) == result["scores"]
    assert follow([replay])[1] == [None]


def test_a_game_that_is_left_is_kept(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: Any, kind: Kind
) -> None:
    record = tmp_path / "game.jsonl"
    number = choice_of(kind, 1).game().new_game(4).legal_actions[0]
    monkeypatch.setattr("sys.stdin", typed(f"{number}\nquit\n"))
    command = ["play", *words_for(kind), "--seats", "human", "--seed", "4", "--record", str(record), "--indices"]
    assert cli.main(command) == 0
    out = capsys.readouterr().out
    assert "you> " in out
    assert f"It is kept: `undersea play --resume {record}` goes on with it." in out
    replay = next(iter(read_replays(record)))
    assert replay.scores is None
    assert replay.actions == (number,)
    assert follow([replay])[1] == [None]
    assert cli.main(command) == 2                                    # the file is there already
    assert "exists already" in capsys.readouterr().err


def test_without_a_seed_every_game_is_another(capsys: pytest.CaptureFixture[str], monkeypatch: Any, kind: Kind) -> None:
    hands = set()
    for _ in range(2):
        monkeypatch.setattr("sys.stdin", typed(""))
        assert cli.main(["play", "--seats", "human", "--game", kind.name]) == 0
        hands.add(capsys.readouterr().out)
    assert len(hands) == 2


def typed(text: str) -> io.StringIO:
    return io.StringIO(text)
