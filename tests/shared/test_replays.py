"""Recorded games: written, read back, told, checked; whatever is damaged or hostile is refused with the reason."""

import base64
import json
import random
import subprocess
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests import bots
from tests.shared.short_games import Capture, as_text, choice_of, run
from undersea_env.agents.arena.choice import GameChoice
from undersea_env.agents.arena.packing import packed, unpacked
from undersea_env.agents.arena.plan import Match, Plan
from undersea_env.agents.arena.play_counts import counted
from undersea_env.agents.arena.replays import LONGEST_LINE, Replay, line_of, parsed, read_replays
from undersea_env.agents.arena.resimulation import GAMES_AT_ONCE, follow, in_batches, replayed
from undersea_env.agents.arena.running import play_plan
from undersea_env.agents.arena.telling import tell_game
from undersea_env.core.kind import Kind
from undersea_env.core.registry import kind_of
from undersea_env.errors import InvalidOption, InvalidReplay


def recorded(choice: GameChoice, deals: int = 3, agents: tuple[str, ...] = ()) -> list[Replay]:
    plan = Plan(choice, (Match(agents or ("random",) * choice.num_players),), deals, seed=1, record=True)
    played = play_plan(plan, "test", processes=1)
    names = [played.names[code] for code in plan.matches[0].agents]
    games = [game for chunk in played.chunks for game in chunk["games"]]
    return [parsed(line_of(game, choice, names).encode()) for game in games]


@cache
def some_replays(name: str) -> list[Replay]:
    return recorded(choice_of(kind_of(name)))


@pytest.fixture
def replays(kind: Kind) -> list[Replay]:
    return some_replays(kind.name)


@cache
def some_whole_replays(name: str) -> list[Replay]:
    return recorded(GameChoice.of(kind_of(name), 2))


@pytest.fixture
def whole_replays(kind: Kind) -> list[Replay]:
    """Long enough for chance to show: in a short game another seed may give just the same answers and points."""
    return some_whole_replays(kind.name)


@pytest.fixture
def file(tmp_path: Path, replays: list[Replay]) -> Path:
    path = tmp_path / "games.jsonl"
    path.write_text(as_text(replays))
    return path


# --- the form ---


@given(st.integers(1, 1000), st.data())
def test_actions_are_packed_and_unpacked(num_actions: int, data: st.DataObject) -> None:
    actions = data.draw(st.lists(st.integers(0, num_actions - 1), max_size=60))
    text = packed(actions, num_actions)
    assert unpacked(text, len(actions), num_actions) == actions
    bits = max(1, (num_actions - 1).bit_length())
    assert len(base64.b64decode(text)) == (bits * len(actions) + 7) // 8


@given(st.text(max_size=20), st.integers(0, 20), st.integers(1, 600))
def test_other_texts_are_not_unpacked_to_what_was_never_packed(text: str, n: int, num_actions: int) -> None:
    try:
        actions = unpacked(text, n, num_actions)
    except InvalidReplay:
        return
    assert packed(actions, num_actions) == text


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_replays_are_read_as_they_were_written(kind: Kind, players: int, tmp_path: Path) -> None:
    written = recorded(choice_of(kind, players), deals=2)
    path = tmp_path / "games.jsonl"
    path.write_text(as_text(written))
    assert list(read_replays(path)) == written
    assert follow(written)[1] == [None] * len(written)


def test_a_game_of_the_arena_is_kept_as_a_game_that_was_read(kind: Kind) -> None:
    plan = Plan(choice_of(kind), (Match(("random", "random")),), 1, seed=1, record=True)
    for chunk in play_plan(plan, "test", processes=1).chunks:
        for game in chunk["games"]:
            line = line_of(game, plan.choice, ["a", "b"])
            assert parsed(line.encode()).as_line() == line


def test_a_game_takes_a_few_hundred_bytes(kind: Kind) -> None:
    sizes = [len(replay.as_line()) for replay in recorded(GameChoice.of(kind), deals=4)]
    assert sum(sizes) / len(sizes) < 750


# --- hostile lines ---


def damages() -> list[tuple[str, Callable[[dict[str, Any]], Any]]]:
    def setting(key: str, value: Any) -> Callable[[dict[str, Any]], Any]:
        return lambda data: data | {key: value}

    def every_option(value: Any) -> Callable[[dict[str, Any]], Any]:
        return lambda data: data | {"options": dict.fromkeys(data["options"], value) | {"num_players": 2}}

    def option(key: str, value: Any) -> Callable[[dict[str, Any]], Any]:
        return lambda data: data | {"options": data["options"] | {key: value}}

    def one_action(last_bit: int, other_bits: int) -> Callable[[dict[str, Any]], Any]:
        """One decision, all of whose bits are the same, and a last spare bit."""

        def damaged(data: dict[str, Any]) -> dict[str, Any]:
            used = (parsed(json.dumps(data).encode()).choice.kind.num_actions - 1).bit_length()
            bits = [other_bits] * used + [0] * (-used % 8)
            bits[-1] = last_bit
            return data | {"decisions": 1, "actions": base64.b64encode(np.packbits(bits).tobytes()).decode()}

        return damaged

    return [
        ("not a dict", lambda data: [data]),
        ("no format", lambda data: {k: v for k, v in data.items() if k != "replay"}),
        ("other format", setting("replay", 2)),
        ("format is a bool", setting("replay", True)),
        ("other game", setting("game", "chess-v0")),
        ("a game that is no text", setting("game", 5)),
        ("a game without a version", lambda data: data | {"game": data["game"].rpartition("-v")[0]}),
        ("another version", lambda data: data | {"game": data["game"].rpartition("-v")[0] + "-v7"}),
        ("a module that is no game", setting("game", "os.path-v0")),
        ("a module that is not imported yet", setting("game", "antigravity.flying-v0")),
        ("a name without end", setting("game", "a" * 10_000 + "-v0")),
        ("one key more", setting("extra", 1)),
        ("one key less", lambda data: {k: v for k, v in data.items() if k != "seed"}),
        ("hash of another length", setting("rules", "00")),
        ("hash with a path", setting("rules", "../" * 10 + "ab")),
        ("hash is a number", setting("rules", 5)),
        ("options are no dict", setting("options", [])),
        ("an unknown option", option("components", "/etc")),
        ("an option too few", lambda data: data | {"options": {"num_players": 2}}),
        ("five players", option("num_players", 5)),
        ("players are a text", option("num_players", "2")),
        ("options that are nested", every_option([[1], [2]])),
        ("options without end", every_option([9] * 1000)),
        ("options that are null", every_option(None)),
        ("options that are dicts", every_option({"a": 1})),
        ("options that are huge", every_option(10**30)),
        ("options that are fractions", every_option(0.5)),
        ("a negative seed", setting("seed", -1)),
        ("a seed too large", setting("seed", 1 << 64)),
        ("a seed with a point", setting("seed", 1.0)),
        ("a seed that is a bool", setting("seed", True)),
        ("too few agents", setting("agents", ["a"])),
        ("a name that is no text", setting("agents", ["a", 5])),
        ("a name too long", setting("agents", ["a", "b" * 81])),
        ("a name that writes on the terminal", setting("agents", ["a", "\x1b[2J"])),
        ("scores of others", setting("scores", [1, 2, 3])),
        ("scores that are texts", setting("scores", ["1", "2"])),
        ("scores out of all bounds", setting("scores", [1, 10**9])),
        ("scores that are bools", setting("scores", [True, False])),
        ("a seat that is not there", setting("forfeit", 2)),
        ("a negative seat", setting("forfeit", -1)),
        ("another number of decisions", lambda data: data | {"decisions": data["decisions"] + 8}),
        ("a negative number of decisions", setting("decisions", -1)),
        ("too many decisions", setting("decisions", 10**9)),
        ("actions that are no text", setting("actions", [1, 2])),
        ("actions that are not base64", setting("actions", "*" * 8)),
        ("actions that are no ASCII", setting("actions", "é" * 8)),
        ("an action over the last", one_action(0, 1)),
        ("spare bits that are set", one_action(1, 0)),
    ]


@pytest.mark.parametrize(("name", "damage"), damages(), ids=[name for name, _ in damages()])
def test_a_damaged_line_is_refused_with_the_reason(
    capsys: Capture, tmp_path: Path, replays: list[Replay], name: str, damage: Callable[[dict[str, Any]], Any]
) -> None:
    line = json.dumps(damage(json.loads(replays[0].as_line())))
    with pytest.raises(InvalidReplay):
        parsed(line.encode())
    path = tmp_path / "games.jsonl"
    path.write_text(replays[0].as_line() + line + "\n")
    for command in (("replay", str(path), "--verify"), ("replay", str(path), "--number", "2"), ("stats", str(path))):
        code, out, err = run(capsys, *command)
        assert (code, out) == (2, "")
        assert "line 2: " in err
        assert err.count("\n") == 1
        assert "\x1b" not in err


@pytest.mark.parametrize(
    "content",
    [
        b"", b"\n", b"nonsense\n", b"{}\n", b"\xff\xfe\n", b"[" * 19_000, b'{"a":' * 3_000, b"1" * 19_000,
        b'{"seed": ' + b"9" * 9_000 + b"}", b"x" * (LONGEST_LINE + 5),
    ],
)
def test_other_files_are_no_replays(capsys: Capture, tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "games.jsonl"
    path.write_bytes(content)
    for command in ("replay", "stats"):
        code, out, err = run(capsys, command, str(path))
        assert (code, out) == (2, "")
        assert err.count("\n") == 1
        assert len(err) < 400


def fuzz(whole: Replay, edits: int) -> None:
    """Some bytes of a line become others: refused in words, or the same game."""
    rng = random.Random(5)
    line = whole.as_line().encode()
    for _ in range(edits):
        damaged = bytearray(line)
        for _ in range(rng.randint(1, 4)):
            damaged[rng.randrange(len(damaged))] = rng.randrange(256)
        try:
            replay = parsed(bytes(damaged))
        except InvalidReplay:
            continue
        try:
            list(replayed(replay))
        except InvalidReplay:
            continue
        assert (replay.actions, replay.seed, replay.scores) == (whole.actions, whole.seed, whole.scores)


def test_random_changes_never_break_the_reader(whole_replays: list[Replay]) -> None:
    fuzz(whole_replays[0], 300)


@pytest.mark.soak
def test_many_random_changes_never_break_the_reader(whole_replays: list[Replay]) -> None:
    fuzz(whole_replays[0], 30_000)


# --- games that are not as recorded ---


def altered(replay: Replay, **changes: Any) -> Replay:
    return Replay(**(vars(replay) | changes))


def test_what_is_not_as_recorded_is_found(capsys: Capture, tmp_path: Path, whole_replays: list[Replay]) -> None:
    good, other = whole_replays[:2]
    assert good.scores is not None
    legal = good.game().new_game(good.seed).legal_actions
    legal_elsewhere = next(action for action in range(good.choice.kind.num_actions) if action not in legal)
    wrong = [
        altered(good, scores=(good.scores[0] + 1, *good.scores[1:])),
        altered(good, actions=good.actions[:-1]),
        altered(good, actions=(legal_elsewhere, *good.actions[1:])),
        altered(good, actions=(*good.actions, good.actions[-1])),
        altered(good, seed=good.seed + 1),
        altered(good, scores=None),
        altered(good, forfeit=0),
    ]
    for replay in wrong:
        with pytest.raises(InvalidReplay):
            list(replayed(replay))
    path = tmp_path / "games.jsonl"
    path.write_text(as_text([good, *wrong, other]))
    code, out, err = run(capsys, "replay", str(path), "--verify")
    assert (code, out) == (1, "")
    assert "7 of 9 games are not as recorded: game 2: the scores are" in err
    code, out, _ = run(capsys, "replay", str(path), "--verify", "--json")
    assert code == 1
    assert [problem["game"] for problem in json.loads(out)["problems"]] == [2, 3, 4, 5, 6, 7, 8]
    assert run(capsys, "replay", str(path), "--verify", "--number", "9")[0] == 0
    assert run(capsys, "replay", str(path), "--verify", "--number", "2")[0] == 1
    assert "game 2: " in run(capsys, "stats", str(path))[2]


def test_verification_does_not_depend_on_the_company(replays: list[Replay], kind: Kind) -> None:
    others = recorded(choice_of(kind, 3), deals=1)
    unfinished = [altered(replay, actions=replay.actions[: k % 4], scores=None) for k, replay in enumerate(replays)]
    together = [*replays, *unfinished]
    games, problems = follow(together)
    assert problems == [None] * len(together)
    for lane, replay in enumerate(together):
        states = [state for state, _ in replayed(replay)]
        assert games.state(lane) == states[-1]
    groups = list(in_batches([*replays, *others, *replays], size=4))
    assert [len(group) for group in groups] == [4, 2, 3, 4, 2]
    assert GAMES_AT_ONCE > 4


def test_all_games_are_as_recorded(capsys: Capture, file: Path, replays: list[Replay]) -> None:
    code, out, _ = run(capsys, "replay", str(file), "--verify")
    assert (code, out) == (0, f"{len(replays)} games played again: all as recorded.\n")
    assert run(capsys, "replay", str(file), "--number", "7")[0] == 2


def test_a_replay_of_another_version_says_so(replays: list[Replay], kind: Kind) -> None:
    line = replays[0].as_line().replace(f'-v{kind.version}"', '-v7"', 1)
    with pytest.raises(InvalidReplay, match=rf"version 7 of .*, here it is version {kind.version}"):
        parsed(line.encode())


def test_a_game_that_lies_elsewhere_is_read_when_the_command_names_it(tmp_path: Path, file: Path, kind: Kind) -> None:
    """A file cannot make anything be imported; the command can."""
    program = [sys.executable, "-m", "undersea_env.commands.main", "replay", str(file), "--verify"]
    plain, named = (
        subprocess.run([*program, *more], capture_output=True, text=True, check=False)
        for more in ([], ["--game", kind.name])
    )
    assert (named.returncode, named.stderr) == (0, "")
    if "." in kind.name:
        assert plain.returncode == 2
        assert f"there is no game '{kind.name}' here" in plain.stderr
    else:
        assert plain.stdout == named.stdout


# --- telling ---


def test_a_game_is_told_to_its_end(capsys: Capture, file: Path, replays: list[Replay]) -> None:
    code, out, _ = run(capsys, "replay", str(file), "--number", "2")
    assert code == 0
    told = tell_game(replays[1])
    assert told.state.is_terminal
    assert out == told.words() + "\n"
    for words in ("Agents: seat 0 random", f"Seed {replays[1].seed}", *told.lines, told.state.render("ansi")):
        assert words in out
    code, out, _ = run(capsys, "replay", str(file), "--to-decision", "3", "--json")
    assert code == 0
    assert json.loads(out)["decisions"] == 3
    assert not json.loads(out)["is_over"]


def test_the_number_of_a_game_has_its_old_name_for_a_while(capsys: Capture, file: Path) -> None:
    new, old = (run(capsys, "replay", str(file), name, "3") for name in ("--number", "--game"))
    assert new[:2] == old[:2]
    assert "--number" in old[2]
    assert new[2] == ""


def test_a_picture_is_drawn_if_the_game_has_one(capsys: Capture, file: Path, tmp_path: Path, kind: Kind) -> None:
    svg = tmp_path / "table.svg"
    code, _, err = run(capsys, "replay", str(file), "--to-decision", "3", "--svg", str(svg))
    if kind.drawing is None:
        assert code == 2
        assert "no picture" in err
    else:
        assert svg.read_text().startswith("<svg")


def test_a_seat_is_told_nothing_that_it_cannot_know(capsys: Capture, file: Path, replays: list[Replay]) -> None:
    for replay in replays[:2]:
        for seat in range(2):
            for end in (0, 2, 4):
                found = tell_game(replay, seat, end)
                assert str(replay.seed) not in found.words()
                another = found.state.resample(seat, 3)
                assert found.state.render("ansi", seat) == another.render("ansi", seat)
                assert found.state.render("ansi", seat) in found.words()
    code, out, _ = run(capsys, "replay", str(file), "--seat", "1", "--to-decision", "3", "--json")
    assert code == 0
    assert "seed" not in out
    assert set(json.loads(out)) == {"heading", "seat", "decisions", "log", "is_over", "scores"}


@pytest.mark.parametrize("words", ["--seat 2", "--seat -1", "--to-decision 999", "--to-decision -1"])
def test_what_the_game_does_not_have_cannot_be_told(capsys: Capture, file: Path, words: str) -> None:
    code, out, err = run(capsys, "replay", str(file), *words.split())
    assert (code, out) == (2, "")
    assert err.count("\n") == 1


def test_a_forfeited_game_is_kept_and_told(tmp_path: Path, kind: Kind) -> None:
    failed = recorded(choice_of(kind), deals=1, agents=("random", bots.bot(tmp_path, "wrong", bots.FAILS_ON_SEAT_1)))
    endings = [(replay.scores is None, replay.forfeit, tell_game(replay).lines[-1]) for replay in failed]
    assert endings[0] == (True, 1, "Seat 1 lost the game here by default.")
    assert endings[1][:2] == (False, None)
    assert follow(failed)[1] == [None, None]
    with pytest.raises(InvalidOption):
        tell_game(failed[0], seat=5)


# --- counts ---


def test_games_and_winning_scores_are_counted(
    capsys: Capture, file: Path, tmp_path: Path, replays: list[Replay]
) -> None:
    counts = counted(replays, seed=0, resamples=300)
    assert (counts.games, counts.deals, counts.unfinished, counts.agents) == (6, 3, 0, ["random"])
    ends = [state for replay in replays for state, action in replayed(replay) if action is None]
    winning = [state.scores[seat] for state in ends for seat in state.winners]
    assert counts.winning_score.mean == pytest.approx(sum(winning) / len(winning))
    folder = tmp_path / "stats"
    code, out, _ = run(capsys, "stats", str(file), "--out", str(folder))
    assert code == 0
    assert "6 finished games of 3 deals" in out
    assert json.loads((folder / "stats.json").read_text())["games"] == 6
    assert (folder / "stats.csv").read_text().startswith("kind,id,name,held,times,seats,win_share,effect,")
    assert json.loads(run(capsys, "stats", str(file), "--json")[1])["games"] == 6
    short, whole = (run(capsys, "stats", str(file), *more)[1] for more in (["--top", "2"], ["--all"]))
    assert ("... and " in short) == any(
        sum(effect.kind == sort for effect in counts.effects) > 2 for sort in counts.usage.SORTS
    )
    assert len(short.splitlines()) <= len(whole.splitlines()) + len(counts.usage.SORTS)
    assert "--top N or --all" not in whole


def test_a_game_alone_that_was_lost_is_counted(capsys: Capture, tmp_path: Path, kind: Kind) -> None:
    lost = recorded(choice_of(kind, 1), deals=3)
    assert not any(state.winners for replay in lost for state, action in replayed(replay) if action is None)
    counts = counted(lost, seed=0, resamples=20)
    assert counts.games == 3
    assert counts.as_data()["winning_score"]["mean"] is None
    assert all(effect.win_share == 0 for effect in counts.effects if effect.seats)
    path = tmp_path / "games.jsonl"
    path.write_text(as_text(lost))
    assert "3 finished games of 3 deals" in run(capsys, "stats", str(path))[1]


def test_games_of_different_rules_are_not_counted_together(replays: list[Replay], kind: Kind) -> None:
    others = recorded(choice_of(kind, 3), deals=1)
    with pytest.raises(InvalidReplay, match="different rules"):
        counted([*replays, *others], seed=0, resamples=20)


def test_unfinished_games_are_left_out_of_the_counts(replays: list[Replay]) -> None:
    part = altered(replays[0], actions=replays[0].actions[:3], scores=None)
    counts = counted([part, *replays[1:]], seed=0, resamples=20)
    assert (counts.games, counts.unfinished) == (len(replays) - 1, 1)
    assert counted([part], seed=0, resamples=20).as_data()["winning_score"]["mean"] is None
