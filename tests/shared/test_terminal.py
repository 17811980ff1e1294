"""A game at the terminal as people play it: numbers from 1 on, words in any place, a screen that is drawn in place."""

import io
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.kinds import TOY
from tests.shared.short_games import Capture, choice_of, run, words_for
from tests.shared.test_play import typed
from undersea_env.agents import make
from undersea_env.agents.arena.asking import Asked
from undersea_env.agents.arena.listing import Listing, has_words, shorten_to
from undersea_env.agents.arena.playing import CLEAR, Session
from undersea_env.agents.arena.replays import read_replays
from undersea_env.agents.arena.resimulation import follow
from undersea_env.agents.registry import opponent_of
from undersea_env.commands import main as cli
from undersea_env.core.kind import Kind
from undersea_env.core.registry import kind_of
from undersea_env.core.view import Option

SMALL = (80, 24)
UNDERWATER = "underwater_cities"


class Table:
    """A session whose person types what the test says; `shown` is all that was written."""

    def __init__(self, kind: Kind, *opponents: str, seed: int = 5, **more: Any) -> None:
        agents = [None, *(Asked(make(code, 1, game=kind), 1) for code in opponents)]
        self.shown: list[str] = []
        self.lines: Iterator[str] = iter(())
        self.session = Session(
            choice_of(kind, len(agents)), seed, ["human", *opponents], agents, lambda prompt: next(self.lines, None),
            self.shown.append, **more,
        )

    def type(self, *lines: str) -> str:
        self.lines = iter(lines)
        start = len(self.shown)
        self.session.play()
        return "\n".join(self.shown[start:])

    @property
    def options(self) -> list[Option]:
        return self.session.state.options


def option(action: int, words: str, *targets: str, **facts: Any) -> Option:
    return Option(action, "PLAY", words, targets, facts)


@pytest.fixture
def small_screen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shutil.get_terminal_size", lambda *more: os.terminal_size(SMALL))


# --- what may be typed ---


def test_answers_are_numbered_from_1(kind: Kind) -> None:
    table = Table(kind, "random")
    out = table.type("0", "999")
    wanted = table.options
    for number, each in enumerate(wanted, 1):
        assert f"  {number:>3}  {each.words[:30]}" in out or table.session._listing.rows
    before = len(table.session.actions)
    assert f"There is no answer 0: they are numbered from 1 to {len(wanted)}." in out
    table.type(str(len(wanted)))
    assert table.session.actions[before] == wanted[-1].action


def test_words_are_found_in_any_place() -> None:
    light = "play Glowlight (no. 48, green) on"
    phrases = (f"{light} city", f"{light} two-farms", "play Ark on city")
    listing = Listing([option(k, words) for k, words in enumerate(phrases)])

    def found(words: str) -> list[int]:
        return [each.action for each in listing.meant(words)]

    assert found("play glowlight on city") == [0]
    assert found("GLOW two-f") == [1]
    assert found("city ark") == [2]
    assert found("play ark on city") == [2]
    assert found("glow") == [0, 1]
    assert found("48 city") == [0]                   # what is in brackets, if nothing else fits
    assert found("play") == [0, 1, 2]
    assert found("lowlight") == []
    assert listing.numbered(2) == listing.options[1]


def test_words_match_beginnings() -> None:
    assert has_words("build a lab on c9.b", "lab c9")
    assert not has_words("build a lab on c9.b", "ab")
    assert not has_words("build a lab", "")


def test_exact_words_win() -> None:
    listing = Listing([option(0, "gain 1 kelp"), option(1, "gain 1 kelp, 1 credit")])
    assert [each.action for each in listing.meant("gain 1 kelp")] == [0]


def grid() -> Listing:
    pairs = [("hand-1", "slot-a"), ("hand-1", "slot-b"), ("hand-2", "slot-a"), ("hand-3", "slot-a")]
    pairs += [("hand-3", f"slot-{letter}") for letter in "bcde"]
    options = [option(k, f"play {pair}", *pair, matches=k == 1) for k, pair in enumerate(pairs)]
    return Listing([*options, option(99, "stop")], label=lambda target: f"the {target}")


def test_pairs_are_shown_as_a_grid_and_found_by_their_place() -> None:
    listing = grid()
    lines = listing.lines(60)
    assert lines[0].split() == ["1", "2", "3"]
    assert lines[1].split() == ["a", "the", "slot-a", ".", ".", "."]
    assert lines[2].split() == ["b", "the", "slot-b", "MATCH", "-", "."]
    assert lines[6] == "1 the hand-1"
    assert lines[-1].split() == ["9", "stop"]
    assert [each.action for each in listing.meant("1b")] == [1]
    assert [each.action for each in listing.meant("B1")] == [1]
    assert listing.meant("2b") == []
    assert listing.meant("9z") == []


def test_indices_and_few_options_are_no_grid() -> None:
    options = grid().options
    assert not Listing(options, by_index=True, label=str).rows
    assert not Listing(options[:4], label=str).rows


def test_what_does_not_fit_is_counted() -> None:
    listing = Listing([option(k, f"answer {k}") for k in range(30)])
    assert len(listing.lines(80)) == 30
    short = listing.lines(80, 10)
    assert len(short) == 10
    assert short[-1] == "  ... and 21 more; `all` shows them, and words find them"


def test_lines_are_cut_between_words() -> None:
    assert shorten_to("  12  play a card", 15) == "  12  play a..."
    assert shorten_to("play", 15) == "play"


# --- what is shown ---


def test_every_question_fits_a_small_screen(kind: Kind, small_screen: None) -> None:
    table = Table(kind, "random", in_place=True)
    for _ in range(25):
        if table.session.state.is_terminal:
            break
        table.type()
        screens = [words for words in table.shown if words.startswith(CLEAR)]
        lines = screens[-1].removeprefix(CLEAR).split("\n")
        assert len(lines) < SMALL[1], lines
        assert max(map(len, lines)) <= SMALL[0]
        assert not any(words == table.session.state.render("ansi", 0) for words in table.shown)
        table.type(str(1 + len(table.options) // 2))


def test_people_are_told_who_they_are(kind: Kind) -> None:
    table = Table(kind, "random")
    out = table.type("1", "1", "1", "1", "log")
    assert "Points: you " in out
    assert ", random " in out
    told = [table.session._said(line).lower() for line in table.session.lines[0]]
    assert any("random" in line for line in told)
    assert not any("seat 1" in line for line in told)


def test_a_hint_and_its_reasons(kind: Kind) -> None:
    table = Table(kind, "random")
    table.type()
    before = table.session.state.clone()
    last = str(len(table.options))
    out = table.type("hint", f"why {last}", "why", "why zebra")
    assert table.session.state == before
    assert "played on by " in out
    assert "Nothing that you may do now has the words 'zebra'" in out
    if len(table.options) > 1:
        assert " less [" in out or "is the best answer" in out
    table.session.state = before.resample(0, 8)
    table.session._advice = None
    assert table.type("hint").split("\n")[-2:] == table.type("hint").split("\n")[-2:]


def test_who_wins_is_told_to_the_person() -> None:
    for seed in range(30):
        table = Table(kind_of(TOY), "random", seed=seed)
        out = table.type(*["1"] * 40)
        won = table.session.state.winners == (0,)
        assert ("You have won." in out) == won
        if won:
            return
    pytest.fail("nobody ever wins")


# --- the command ---


@pytest.mark.parametrize("level", ["easy", "normal", "hard"])
def test_levels_have_opponents(any_game: Any, level: str) -> None:
    agent = make(opponent_of(level, any_game.kind), 1, any_game.kind)
    state = any_game.game(num_players=2).new_game(3)
    seat = state.current_player
    (action,) = agent.choose(state.observation(seat)[None], state.legal_mask()[None], [seat], [state.resample(seat, 1)])  # type: ignore[arg-type]
    assert action in state.legal_actions


@pytest.mark.parametrize(
    ("words", "prompt"),
    [
        (["human", "random"], "random"), (["human,random"], "random"), (["--seats", "human,random"], "random"),
        (["--players", "3", "--level", "easy"], "Points: you 0, seat 1 0, seat 2 0"),
        (["--players", "1"], "Points: you 0."),
    ],
)
def test_who_plays_may_be_said_in_several_ways(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch, words: list[str], prompt: str
) -> None:
    monkeypatch.setattr("sys.stdin", typed(""))
    code, out, err = run(capsys, "play", *words, "--game", TOY, "--rounds", "2", "--seed", "1")
    assert (code, err) == (0, "")
    assert prompt in out


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["human,random", "--seats", "human"], "say who plays once"),
        (["human,random", "--players", "3"], "--players says 3, but 2 are named"),
        (["random,random"], "no seat is human"),
        (["--decision", "3"], "name it with --from FILE"),
        (["--resume", "a", "--from", "b"], "take one of them"),
    ],
)
def test_mistakes_are_told(capsys: Capture, words: list[str], says: str) -> None:
    code, _, err = run(capsys, "play", *words, "--game", TOY)
    assert code == 2
    assert says in err


def recorded(capsys: Capture, monkeypatch: pytest.MonkeyPatch, kind: Kind, folder: Path, answers: int) -> Path:
    record = folder / "game.jsonl"
    monkeypatch.setattr("sys.stdin", typed("1\n" * answers))
    command = ["play", "human,random", *words_for(kind), "--seed", "4", "--record", str(record)]
    assert run(capsys, *command)[0] == 0
    return record


def test_a_game_is_gone_on_with(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch, kind: Kind, tmp_path: Path
) -> None:
    record = recorded(capsys, monkeypatch, kind, tmp_path, 1)
    before = next(iter(read_replays(record)))
    monkeypatch.setattr("sys.stdin", typed("1\n"))
    command = ["play", "--resume", str(record), "--record", str(record), "--seats", "human,random", "--game", kind.name]
    assert run(capsys, *command)[0] == 0
    after = next(iter(read_replays(record)))
    assert after.actions[: len(before.actions)] == before.actions
    assert len(after.actions) > len(before.actions)
    assert after.seed == before.seed
    assert follow([after])[1] == [None]


def test_a_moment_of_a_game_is_gone_on_from(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    kind = kind_of(TOY)
    record = recorded(capsys, monkeypatch, kind, tmp_path, 40)
    other = tmp_path / "other.jsonl"
    command = ["play", "--from", str(record), "--game", TOY, "--seats", "human,random", "--record", str(other)]
    code, _, err = run(capsys, *command)
    assert code == 2
    assert "that game is over; --from FILE --decision N" in err
    monkeypatch.setattr("sys.stdin", typed("2\nquit\n"))
    assert run(capsys, *command, "--decision", "0")[0] == 0
    assert next(iter(read_replays(other))).actions[0] == 1           # the second card
    code, _, err = run(capsys, *command[:-2], "--decision", "999")
    assert code == 2
    assert "decisions, not 999" in err


def test_an_interrupt_says_how_to_go_on(capsys: Capture, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    class Interrupting:
        def isatty(self) -> bool:
            return False

        def readline(self) -> str:
            raise KeyboardInterrupt

    monkeypatch.setattr("sys.stdin", Interrupting())
    record = tmp_path / "game.jsonl"
    command = ["play", "human,random", "--game", TOY, "--record", str(record)]
    code, out, _ = run(capsys, *command)
    assert code == 130
    assert out.endswith(f"It is kept: `undersea play --resume {record}` goes on with it.\n")
    assert next(iter(read_replays(record))).scores is None
    assert "with `--record FILE` it can be gone on with" in run(capsys, "play", "human,random", "--game", TOY)[1]


def test_the_command_alone_and_as_a_module_prints_its_help(capsys: Capture) -> None:
    assert cli.main([]) == 0
    alone = capsys.readouterr().out
    assert "COMMAND" in alone
    done = subprocess.run([sys.executable, "-m", "undersea_env"], capture_output=True, text=True, check=True)
    assert done.stdout.split() == alone.split()


# --- a run that learns ---


class Console(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_a_run_tells_how_far_it_is_on_a_terminal(capsys: Capture) -> None:
    pytest.importorskip("torch")
    from undersea_env.training.loop import LiveLine

    stream = Console()
    live = LiveLine(stream)
    live.show("x" * 500)
    live.say("done")
    shown = stream.getvalue()
    assert shown.startswith("\r\x1b[Kxxx")
    assert len(shown) < 400
    assert shown.endswith("\r\x1b[K")
    assert capsys.readouterr().err == "done\n"
    for silent in (LiveLine(None), LiveLine(io.StringIO())):
        silent.show("x")
        silent.say("done")
    assert capsys.readouterr().err == "done\ndone\n"
