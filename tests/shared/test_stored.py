"""What is kept in files of a game: counts of positions, ends of games, games told; tried on the toy game."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests import kinds, stored
from tests.shared import golden
from tests.shared.final_states import FinalStates
from tests.shared.golden import Golden
from tests.shared.perft import Counting, engine_nodes, tally
from undersea_env.core.position import State


def new_game(entry: Any = None) -> State:
    return kinds.by_default(kinds.TOY).game().new_game(3)


def counting(path: Path, **more: Any) -> Counting:
    return Counting(path, "count", new_game, **more)


def write_not_counted(path: Path) -> None:
    stored.write(path, [{"name": "the beginning", "counts": [0, 0, 0], "leaves": [0, 0, 0], "oracle_depth": 2}])


def test_a_change_is_told_by_name() -> None:
    was: dict[str, stored.Entry] = {"one": {"seed": 1, "scores": [3]}, "two": {"seed": 2}}
    now: dict[str, stored.Entry] = {"one": {"seed": 1, "scores": [4]}, "three": {"seed": 3}}
    assert list(stored.changes(was, now)) == ["one: scores was [3], is [4]", "two: gone", "three: new"]


def test_counts_are_kept_and_compared(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "perft.json"
    write_not_counted(path)
    counts = counting(path)
    assert counts.changes(counts.entries()[0])
    counts.write_all(["--write"])
    assert "was [0, 0, 0], is [3, 6, 18]" in capsys.readouterr().out           # a card, draw or dive, a card
    assert not counts.changes(counts.entries()[0])
    counts.write_all(["--write"])
    assert "nothing changed" in capsys.readouterr().out
    with pytest.raises(SystemExit, match="usage"):
        counts.write_all([])


def test_nothing_is_written_if_the_second_engine_disagrees(tmp_path: Path) -> None:
    path = tmp_path / "perft.json"
    write_not_counted(path)
    before = path.read_bytes()
    agreeing = counting(path, second_nodes=lambda entry, depth: engine_nodes(new_game(), depth, lambda p: p))
    wrong = counting(path, second_nodes=lambda entry, depth: [(1, b"another")])
    with pytest.raises(SystemExit, match="by the oracle"):
        wrong.write_all(["--write"])
    assert path.read_bytes() == before
    agreeing.write_all(["--write", "--deep"])
    entry = agreeing.entries()[0]
    assert not agreeing.changes_by_second_engine(entry)
    assert wrong.changes_by_second_engine(entry)


def test_a_tally_does_not_depend_on_the_order_but_on_every_leaf() -> None:
    one, other = (1, b"one"), (1, b"other")
    assert tally([one, other, other], 1) == tally([other, one, other], 1)
    assert tally([one, other, other], 1) != tally([one, one, other], 1)
    assert tally([one, (2, b"one")], 2)["counts"] == [1, 1]


def test_a_game_that_is_over_counts_at_every_depth() -> None:
    state = kinds.shortest(kinds.TOY, num_players=1).game().new_game(0)
    assert tally(engine_nodes(state, 4, lambda position: position), 4)["counts"] == [3, 6, 6, 6]


def test_ends_of_games_are_kept_and_compared(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "final_states.json"
    ends = FinalStates(kinds.TOY, path, "play", list(kinds.SAMPLES[kinds.TOY].whole.values()))
    ends.write_all(["--write"])
    assert f"{len(ends.wanted())} entries" in capsys.readouterr().out
    entries = ends.entries()
    assert not ends.changes(entries)
    entries[0]["scores"] = [-1]
    scores = list(ends.final_state(entries[0]["options"], 0).scores)
    assert ends.changes(entries) == [f"{json.dumps(entries[0]['options'])} seed 0: scores was [-1], is {scores}"]
    with pytest.raises(SystemExit, match="usage"):
        ends.write_all(["--read"])


def test_games_are_told_kept_and_compared(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    def chapter(state: State) -> str:
        return str(state.game.kind.words.summary(state))

    game = Golden(tmp_path / "golden" / "two.txt", 3, new_game, "Two players", chapter, lambda s, _: s.legal_actions[0])
    golden.write_all((game,), "tell", ["--write"])
    assert "two.txt: changed" in capsys.readouterr().out
    text = game.path.read_text("utf-8")
    assert text == game.text()
    assert text.startswith("Two players\nLog\n")
    assert "=== round 4 ===" in text
    assert "? draw or dive [2]\n> draw a card\n  Seat 1: draw a card.\n" in text
    assert text.rstrip().splitlines()[-2].startswith("total")
    assert not game.difference(game.text())
    assert game.difference(text.replace("draw a card", "draw two cards"))
    with pytest.raises(SystemExit, match="usage"):
        golden.write_all((game,), "tell", [])
