"""Bots that decide in one position at a time: what they are shown, what they may answer, and how failing is told."""

import json
from pathlib import Path

import numpy as np
import pytest

from tests import bots, kinds
from tests.kinds import Sample
from undersea_env.agents import make
from undersea_env.agents.arena.asking import Asked
from undersea_env.agents.bot_file import batch_template_of
from undersea_env.agents.bot_process import BotPlayer, close_bots
from undersea_env.commands import main as cli
from undersea_env.core.batch import Batch
from undersea_env.core.kind import Kind
from undersea_env.errors import InvalidOption

TOY = kinds.TOY
GAME = ["--game", TOY, "--rounds", "2"]
LAST = """
class Bot:
    name = "last"
    def decide(self, view, options):
        assert view["to_move"] == view["you"] and view["question"]["kind"] in {option.kind for option in options}
        return options[-1]
"""
WRITER = """
import json
class Bot:
    def decide(self, view, options):
        with open(PATH, "a") as file:
            file.write(json.dumps([view, [option.as_dict() for option in options]]) + "\\n")
        return options[0]
"""
ODD = {
    "nothing": ("return None", "decide gave None, which is not one of the options"),
    "an index": ("return options[0].action", "decide gave 0, which is not one of the options"),
    "a copy": ("import copy; return copy.copy(options[0])", "which is not one of the options"),
    "an error": ("return options[99]", "IndexError: list index out of range (odd.py:4)"),
}


def deciding(body: str) -> str:
    return f"\nclass Bot:\n    def decide(self, view, options):\n        {body}\n"


def asked_of(sample: Sample) -> tuple[Batch, tuple[object, ...]]:
    batch = Batch(sample.game(num_players=2), 4)
    return batch, (batch.game, batch.states.view(np.ndarray), batch.legal(), batch.players())


def test_it_answers_as_asked_here_and_in_its_process(tmp_path: Path, any_game: Sample) -> None:
    path = bots.bot(tmp_path, "last", LAST)
    batch, asked = asked_of(any_game)
    here, there = Asked(make(path, 1, any_game.kind), 9), Asked(BotPlayer(Path(path), 1, any_game.kind), 9)
    for agent in (here, there):
        actions, failures = agent.ask(*asked)  # type: ignore[arg-type]
        assert failures == {}
        assert actions.tolist() == [int(np.flatnonzero(mask)[-1]) for mask in batch.legal()]
    close_bots()


def test_it_sees_what_the_seat_may_know(tmp_path: Path) -> None:
    file = tmp_path / "seen"
    path = bots.bot(tmp_path, "writer", WRITER.replace("PATH", repr(str(file))))
    batch, asked = asked_of(kinds.by_default(TOY))
    Asked(make(path, 1, TOY), 9).ask(*asked)  # type: ignore[arg-type]
    for k, line in enumerate(file.read_text().splitlines()):
        state = batch.state(k)
        view, options = json.loads(line)
        assert view == json.loads(json.dumps(state.view(state.current_player)))
        assert options == [option.as_dict() for option in state.options]


def test_games_that_are_over_ask_nothing(tmp_path: Path) -> None:
    game = kinds.shortest(TOY).game(num_players=2)
    state = game.new_game(1)
    while not state.is_terminal:
        state.apply_action(state.legal_actions[0])
    agent = make(bots.bot(tmp_path, "odd", deciding("1 / 0")), 1, TOY)
    assert agent.choose(None, state.legal_mask()[None], np.array([0]), [state]).tolist() == [0]  # type: ignore[arg-type]


@pytest.mark.parametrize("name", ODD)
def test_a_wrong_answer_loses_and_is_told_first(
    tmp_path: Path, name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    body, reason = ODD[name]
    path = bots.bot(tmp_path, "odd", deciding(body))
    assert cli.main(["simulate", "--seats", f"{path},random", "--games", "4", *GAME, "--processes", "1"]) == 1
    out, err = capsys.readouterr()
    heading, failure, _ = out.split("\n\n", 2)
    assert heading.startswith("4 games")
    assert failure.startswith("odd lost 4 of 4 games by default: ")
    assert reason in failure
    assert err == "undersea: odd lost every game by default\n"


@pytest.mark.parametrize(
    ("method", "says"),
    [
        ("decide(self, state)", r"its method is decide\(state\), but it gets decide\(view, options\)"),
        ("decide(self)", r"its method is decide\(\), but it gets"),
        ("decide(self, view, options, more)", r"its method is decide\(view, options, more\), but it gets"),
        ("choose(self, state)", r"its method is choose\(state\), but it gets choose\(observations, masks, players\)"),
    ],
)
def test_a_method_that_cannot_be_asked_is_refused_at_once(tmp_path: Path, method: str, says: str) -> None:
    path = bots.bot(tmp_path, "wrong", f"class Bot:\n    def {method}: pass")
    with pytest.raises(InvalidOption, match=says):
        make(path, 1, TOY)


def test_a_bot_that_wants_positions_takes_them(tmp_path: Path) -> None:
    code = "class Bot:\n    wants_positions = True\n    def choose(self, observations, masks, players): pass"
    with pytest.raises(InvalidOption, match=r"choose\(observations, masks, players, positions\)"):
        make(bots.bot(tmp_path, "wrong", code), 1, TOY)


@pytest.mark.parametrize("method", ["decide(self, *asked)", "choose(self, *asked, **more)"])
def test_a_method_that_takes_anything_is_taken(tmp_path: Path, method: str) -> None:
    make(bots.bot(tmp_path, "fine", f"class Bot:\n    def {method}: pass"), 1, TOY)


def test_who_has_both_methods_chooses(tmp_path: Path) -> None:
    code = bots.FIRST + "\n    def decide(self, view, options): 1 / 0\n"
    assert not hasattr(make(bots.bot(tmp_path, "both", code), 1, TOY), "bot")


def test_a_game_is_told_in_sentences(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = bots.bot(tmp_path, "last", LAST)
    assert cli.main(["simulate", "--seats", f"{path},random", "--games", "1", *GAME, "--tell", "--processes", "1"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("Log\nAgents: seat 0 last, seat 1 random\nSeed ")
    assert out.count("Seat 0: dive for a pearl.") == 2
    assert out.index("Final score") < out.index("2 games: ")


def test_the_command_prints_both_forms(capsys: pytest.CaptureFixture[str], kind: Kind) -> None:
    for more, method in (([], "def decide(self, view, options):"), (["--batch"], "def choose(self, observations,")):
        assert cli.main(["--game", kind.name, "describe", "bot", *more]) == 0
        assert method in capsys.readouterr().out


def test_the_batch_form_of_the_command_plays_legally(tmp_path: Path, whole: Sample) -> None:
    agent = make(bots.bot(tmp_path, "batch", batch_template_of(whole.kind)), seed=3, game=whole.name)
    batch = Batch(whole.game(), 4)
    for _ in range(30):
        batch.step(agent.choose(batch.observe(), batch.legal(), batch.players()))
