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
from undersea_env.agents import make
from undersea_env.agents.arena.asking import Asked
from undersea_env.agents.arena.plan import Rules
from undersea_env.agents.arena.playing import HELP, Quit, Session
from undersea_env.agents.arena.replays import read_replays
from undersea_env.agents.arena.resimulation import follow
from undersea_env.commands import main as cli
from undersea_env.underwater_cities.kernel.actions import LOOK_AT_THREE, SPECIAL

SHORT = (1,)


class Table:
    """A session whose person types what the test says; `shown` is all that was written."""

    def __init__(self, *seats: str, seed: int = 5, rounds: tuple[int, ...] = SHORT) -> None:
        agents = [None if code == "human" else Asked(make(code, 1), 1) for code in seats]
        rules = Rules.of(len(seats), "symmetric", False, rounds, None)
        self.shown: list[str] = []
        self.lines: Iterator[str] = iter(())
        self.session = Session(rules, seed, list(seats), agents, self._read, self.shown.append)

    def _read(self, prompt: str) -> str | None:
        return next(self.lines, None)

    def type(self, *lines: str) -> str:
        """Type lines and leave; what was shown since."""
        self.lines = iter(lines)
        start = len(self.shown)
        self.session.play()
        return "\n".join(self.shown[start:])


def test_actions_are_chosen_by_number_and_by_words() -> None:
    table = Table("human", "random")
    out = table.type("349", "discard Slipway")
    assert "  349  discard " in out
    assert len(table.session.actions) == 5                           # three by the agent, which discards first
    assert table.session.actions[3:] == [349, 347]
    assert "The game is left unfinished." in out


def test_what_is_not_clear_is_asked_again() -> None:
    table = Table("human", "random")
    out = table.type("discard", "fly", "999", "383", "-1", "1e3", "٣", "")
    assert len(table.session.actions) == 3
    assert "That begins several:" in out
    assert "Nothing that you may do now begins with 'fly'" in out
    assert "there is no action 999" in out
    assert "may not choose action 383" in out


def test_questions_and_commands_change_nothing() -> None:
    table = Table("human", "random")
    table.type()
    before = table.session.state.clone()
    out = table.type("help", "? lab", "? 383", "? 347", "?", "? zebra", "card 16", "card smuggling", "card 999",
                     "card no such", "log", "screen", "undo", "HELP")
    assert table.session.state == before
    assert out.count(HELP) == 2
    for words in ("may not choose action 383", "an answer is needed to: which card to discard? (3 too many in hand)",
                  "the question now is: which card to discard? (3 too many in hand); legal now: 6 actions",
                  "347 (discard", "is possible", "No action has the words 'zebra'",
                  "pay 1 credit: gain 2 steelplast", "There is no card '999'", "UNDERWATER CITIES",
                  "nothing to take back"):
        assert words in out


def test_a_decision_is_taken_back_until_a_hidden_card_is_seen() -> None:
    table = Table("human", seed=3)
    session = table.session
    start = session.state.clone()
    table.type("347")
    assert session.actions == [347]
    table.type("undo")
    assert session.actions == []
    assert session.state == start
    assert "discards" not in table.type("log").split("seat 0>")[0].split("Face up")[-1]
    drawn = 0
    for _ in range(40):
        if session.state.is_terminal:
            break
        before, cards = session.state.clone(), int(session.state.states[0].era_deck_count)
        table.type(str(session.state.legal_actions[0]))
        count = len(session.actions)
        if session.state.is_terminal:
            break
        seen = int(session.state.states[0].era_deck_count) != cards
        out = table.type("undo")
        if seen:
            drawn += 1
            assert "cannot be taken back: a card that was hidden" in out
            assert len(session.actions) == count
        elif len(session.actions) == count - 1:
            assert session.state == before
            table.type(str(session.state.legal_actions[0]))
        else:
            assert "hidden" in out                                   # a special, or a reshuffle
    assert drawn >= 2


def test_nobody_takes_back_what_others_have_answered() -> None:
    table = Table("human", "random")
    table.type("347", "347", "347")
    assert len(table.session.actions) > 6
    assert "nothing to take back" in table.type("undo")


def test_a_look_at_specials_cannot_be_taken_back() -> None:
    table = Table("human", seed=1)
    session = table.session
    for seed in range(200):
        state = session.game.new_game(seed)
        while not state.is_terminal and SPECIAL + LOOK_AT_THREE not in state.legal_actions:
            legal = state.legal_actions
            state.apply_action(legal[(seed * 7 + len(legal)) % len(legal)])
        if not state.is_terminal:
            break
    session.state = state
    assert "cannot be taken back" in table.type(str(SPECIAL + LOOK_AT_THREE), "undo")


def test_what_is_shown_does_not_depend_on_what_is_hidden() -> None:
    """The same table with all that the person cannot know dealt another way: not a letter may differ."""
    shown = []
    for world in range(3):
        table = Table("human", "random", "random", seed=8, rounds=(2, 1))
        table.type()
        session = table.session
        seat = session.state.current_player
        assert seat == 0
        if world:
            other = session.state.resample(0, world)
            assert other != session.state
            session.state = other
        table.shown.clear()
        table.type("screen", "log", "? discard", "? special", "? 300", "? 383", "card 5", "347", "undo", "348", "help")
        shown.append("\n".join(table.shown))
    assert shown[0] == shown[1] == shown[2]
    assert len(shown[0]) > 5000


def test_other_hands_are_not_named_during_a_whole_game() -> None:
    table = Table("human", "random", seed=11, rounds=(1, 1))
    session = table.session
    table.type()
    looked = 0
    while not session.state.is_terminal:
        out = table.type(str(session.state.legal_actions[-1]))
        if session.state.is_terminal:
            break
        other = session.state.states[0].players[1]
        news = out.split("UNDERWATER CITIES")[0]
        for card in other.hand[: int(other.hand_count)]:
            looked += 1
            assert f"(no. {int(card)})" not in news
    assert looked > 20


def test_people_at_one_terminal_take_turns() -> None:
    table = Table("human", "human", seed=2)
    out = table.type("347", "347", "347", "", "347", "347", "347")
    assert "Hand of seat 0: " in out
    assert "Hand of seat 1: " in out
    seats = [k for k, words in enumerate(table.shown) if "seen by seat" in words]
    assert len(seats) >= 2
    assert any(words.strip() == "" and words.count("\n") > 10 for words in table.shown)


def test_an_agent_that_fails_loses_the_game(tmp_path: Path) -> None:
    table = Table("human", bots.bot(tmp_path, "wrong", bots.RAISES))
    out = table.type("347", "347", "347")
    assert "loses the game by default: RuntimeError: no idea" in out
    replay = table.session.replay()
    assert (replay.scores, replay.forfeit) == (None, 1)


def test_leaving_is_no_error() -> None:
    with pytest.raises(Quit):
        Table("human").session._answered(0, "quit")


# --- the command ---


def play(script: str, *words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "undersea_env.commands.main", "play", "--rounds", "1", *words]
    return subprocess.run(command, input=script, capture_output=True, text=True, timeout=120, check=False)


def test_a_whole_game_through_a_pipe(tmp_path: Path) -> None:
    record = tmp_path / "game.jsonl"
    script = "\n".join(f"{number}" for number in [347] * 3 + [*range(384)] * 40)
    done = play(script, "--seats", "human,random", "--seed", "4", "--record", str(record), "--json")
    assert done.returncode == 0
    result = json.loads(done.stdout)
    assert "Final score" in done.stderr
    assert result["finished"]
    replay = next(iter(read_replays(record)))
    assert replay.agents == ("human", "random")
    assert list(replay.scores or ()) == result["scores"]
    assert follow([replay])[1] == [None]


def test_a_game_that_is_left_is_kept(capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: Any) -> None:
    record = tmp_path / "game.jsonl"
    monkeypatch.setattr("sys.stdin", typed("347\nquit\n"))
    command = ["play", "--seats", "human,random", "--seed", "4", "--record", str(record)]
    assert cli.main(command) == 0
    assert "seat 0> " in capsys.readouterr().out
    replay = next(iter(read_replays(record)))
    assert replay.scores is None
    assert replay.actions[-1] == 347
    assert follow([replay])[1] == [None]
    assert cli.main(command) == 2                                    # the file is there already
    assert "exists already" in capsys.readouterr().err


def test_without_a_seed_every_game_is_another(capsys: pytest.CaptureFixture[str], monkeypatch: Any) -> None:
    hands = set()
    for _ in range(2):
        monkeypatch.setattr("sys.stdin", typed(""))
        assert cli.main(["play", "--seats", "human"]) == 0
        hands.add(capsys.readouterr().out)
    assert len(hands) == 2


def typed(text: str) -> io.StringIO:
    return io.StringIO(text)
