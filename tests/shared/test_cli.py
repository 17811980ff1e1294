"""The command `undersea`: words for people, JSON for machines, exit codes, quiet ends."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

import undersea_env
from tests import kinds
from tests.kinds import SAMPLES
from tests.shared.short_games import Capture, run, words_for, written
from undersea_env.commands import demo, doctor
from undersea_env.core.kind import Kind
from undersea_env.core.registry import folder_of, options_of, topics_of

# --- describe ---


def test_actions_are_described_to_a_person_and_a_machine(capsys: Capture, kind: Kind) -> None:
    code, out, err = run(capsys, "describe", "actions", "--game", kind.name)
    assert (code, err) == (0, "")
    assert all(block.meaning in out for block in kind.actions)
    blocks = json.loads(run(capsys, "describe", "actions", "--game", kind.name, "--json")[1])
    assert [block["name"] for block in blocks] == [block.name for block in kind.actions]
    for number in range(0, kind.num_actions, 1 + kind.num_actions // 10):
        code, out, _ = run(capsys, "describe", "action", str(number), "--game", kind.name, "--json")
        assert code == 0
        assert json.loads(out)["block"] == kind.actions.block_of(number)[0].name


def test_the_observation_is_described(capsys: Capture, kind: Kind) -> None:
    assert run(capsys, "describe", "observation", "--game", kind.name)[0] == 0
    pieces = json.loads(run(capsys, "describe", "observation", "--game", kind.name, "--json")[1])
    assert [piece["name"] for piece in pieces] == [piece.name for piece in kind.observation.pieces]
    assert sum(piece["size"] for piece in pieces) == kind.observation.size


def test_options_are_described_from_the_list_of_the_game(capsys: Capture, kind: Kind) -> None:
    assert options_of(kind.name) == kind.options
    out = run(capsys, "describe", "options", "--game", kind.name)[1]
    assert [line.split()[0] for line in out.splitlines()] == [option.name for option in kind.options]
    options = json.loads(run(capsys, "describe", "options", "--game", kind.name, "--json")[1])
    assert [option["help"] for option in options] == [option.help for option in kind.options]


def test_every_topic_of_a_game_has_help(capsys: Capture, kind: Kind) -> None:
    assert tuple(topics_of(kind.name)) == tuple(kind.words.topics)
    for topic in kind.words.topics:
        code, out, _ = run(capsys, "describe", topic.name, "--game", kind.name, "--help")
        assert code == 0
        assert "--components" in out


def test_games_are_listed(capsys: Capture) -> None:
    games = json.loads(run(capsys, "describe", "games", "--json")[1])
    assert [game["name"] for game in games] == list(undersea_env.games())
    assert [game["default"] for game in games] == [True] + [False] * (len(games) - 1)
    assert all(game["title"] in run(capsys, "describe", "games")[1] for game in games)


def test_a_bot_to_begin_with(capsys: Capture) -> None:
    assert "class Bot" in run(capsys, "describe", "bot")[1]
    assert "class Bot" in json.loads(run(capsys, "describe", "bot", "--json")[1])["bot"]


# --- component books ---


@pytest.mark.parametrize("game", undersea_env.games())
def test_a_component_book_is_copied_and_can_be_played(capsys: Capture, tmp_path: Path, game: str) -> None:
    place = tmp_path / "my book"
    code, out, err = run(capsys, "--game", game, "components", "copy", str(place))
    assert (code, err) == (0, "")
    assert str(place) in out
    source = folder_of(game)
    assert source is not None
    files = {path.relative_to(place) for path in place.rglob("*") if path.is_file()}
    own = {path.relative_to(source / "components") for path in (source / "components").rglob("*") if path.is_file()}
    assert files == own
    assert all((place / file).read_bytes() == (source / "components" / file).read_bytes() for file in files)
    assert [path.name for path in tmp_path.iterdir()] == [place.name]
    assert undersea_env.game(game, components=place).digest == kinds.by_default(game).game().digest


def test_a_copy_of_a_component_book_overwrites_nothing(capsys: Capture, tmp_path: Path) -> None:
    place = tmp_path / "book"
    place.mkdir()
    assert json.loads(run(capsys, "components", "copy", str(place), "--json")[1])["files"]
    (place / "README.md").write_text("mine")
    for there in (place, place / "README.md"):
        code, out, err = run(capsys, "components", "copy", str(there))
        assert (code, out) == (2, "")
        assert err == f"undersea: {there} is there already, and nothing is overwritten: name another folder\n"
    assert (place / "README.md").read_text() == "mine"
    for nowhere in (tmp_path / "no" / "such" / "folder", place / "README.md" / "book"):
        code, _, err = run(capsys, "components", "copy", str(nowhere))
        assert code == 1
        assert err.startswith(f"undersea: {nowhere} cannot be written: ")
        assert err.count("\n") == 1
    code, _, err = run(capsys, "--game", kinds.TOY, "components", "copy", str(tmp_path / "toy"))
    assert (code, err) == (2, f"undersea: {kinds.TOY} has no folder of components to copy\n")


# --- options ---


def test_a_command_takes_the_options_of_its_game(capsys: Capture, kind: Kind) -> None:
    for command in ("replay", "stats", "doctor", "warm", "bench", "train ppo"):
        assert "--game" in run(capsys, *command.split(), "--help")[1]
    for command in ("demo", "play", "simulate", "ladder"):
        code, out, _ = run(capsys, command, "--game", kind.name, "--help")
        assert code == 0
        assert all(f"--{option.name.replace('_', '-')}" in out for option in kind.options if option.has_flag)


def test_a_game_is_named_before_or_behind_the_command(capsys: Capture, kind: Kind) -> None:
    quick = ("demo", "--quick", "--json")
    before, behind = run(capsys, "--game", kind.name, *quick), run(capsys, *quick, "--game", kind.name)
    assert before[:2] == behind[:2]
    assert before[0] == 0


@pytest.mark.parametrize(
    "command",
    [
        "nonsense",
        "describe",
        "describe nonsense",
        "describe action",
        "describe action -1",
        "describe action 100000",
        "describe action x",
        "describe rules no-such-rule",
        "describe actions --game nowhere",
        "--game",
        "--game nowhere",
        "demo --game",
        "demo --game tests.nowhere",
        "demo --game os.path",
        "demo --game ../toy_game",
        "demo --game 3",
        "demo --players 5",
        "demo --players 0",
        "demo --seed -1",
        "demo --seed x",
        "doctor --game nowhere",
    ],
)
def test_bad_usage_is_one_sentence_and_exit_code_2(capsys: Capture, command: str) -> None:
    code, out, err = run(capsys, *command.split())
    assert code == 2
    assert out == ""
    assert err.startswith("undersea")
    assert err.count("\n") == 1


def test_an_option_of_another_game_is_refused(capsys: Capture, kind: Kind) -> None:
    code, out, err = run(capsys, "demo", "--game", kind.name, "--no-such-option", "1")
    assert (code, out) == (2, "")
    assert "--no-such-option" in err


# --- demo ---


def test_a_demo_shows_a_game_and_is_the_same_for_the_same_seed(capsys: Capture, kind: Kind) -> None:
    def shown(seed: int, *more: str) -> str:
        code, out, _ = run(capsys, "demo", "--quick", "--players", "3", "--seed", str(seed), *words_for(kind), *more)
        assert code == 0
        return out

    assert "seat 0 random, seat 1 random, seat 2 random; seed 5, " in shown(5)
    assert len(shown(5).splitlines()) <= 40                          # no more than a screen or so
    assert len(shown(5, "--all").splitlines()) > len(shown(5).splitlines())
    assert shown(5) == shown(5)
    assert shown(5) != shown(6)


@pytest.mark.parametrize("players", ["1", "2", "4"])
def test_a_demo_for_machines(capsys: Capture, players: str, kind: Kind) -> None:
    code, out, _ = run(capsys, "demo", "--quick", "--json", "--players", players, *words_for(kind))
    assert code == 0
    game = json.loads(out)
    assert len(game["scores"]) == int(players)
    assert [breakdown["total"] for breakdown in game["breakdown"]] == game["scores"]
    assert game["actions"]
    assert game["decisions_per_second"] is None


def test_a_quick_demo_is_short_unless_the_command_says_otherwise(capsys: Capture, kind: Kind) -> None:
    def decisions(*words: str) -> int:
        return len(json.loads(run(capsys, "demo", "--json", "--game", kind.name, *words)[1])["actions"])

    shortest = written(SAMPLES[kind.name].shortest)
    whole, quick, named = decisions(), decisions("--quick"), decisions("--quick", *shortest)
    assert whole >= quick >= named
    assert named < whole
    if any(option.short is not None for option in kind.options):
        assert quick < whole


def test_the_speed_is_measured(kind: Kind) -> None:
    assert demo._measured_speed(undersea_env.game(game=kind), seed=1) > 0


# --- the rest ---


def test_doctor_tells_what_is_installed(capsys: Capture, kind: Kind) -> None:
    code, out, _ = run(capsys, "doctor", "--game", kind.name)
    assert code == 0
    for word in ("numba", "compile cache", "threads", "rule book", kind.id):
        assert word in out
    assert json.loads(run(capsys, "doctor", "--game", kind.name, "--json")[1])["compiled"]


def test_help_and_version_are_successes(capsys: Capture) -> None:
    assert run(capsys, "--version")[:2] == (0, f"undersea-env {undersea_env.__version__}\n")
    assert run(capsys, "--help")[0] == 0
    assert run(capsys, "describe", "--help")[0] == 0


def test_an_interrupt_ends_quietly(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(options: object) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr(doctor, "_doctor", interrupted)
    assert run(capsys, "doctor") == (130, "", "")


def test_a_closed_pipe_ends_quietly() -> None:
    command = [sys.executable, "-m", "undersea_env.commands.main", "describe", "rules"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait() == 141


@pytest.mark.parametrize("command", [["--help"], ["simulate", "--help"], ["describe", "games"]])
def test_the_command_needs_no_extra_and_starts_light(command: list[str]) -> None:
    program = (
        f"import sys, undersea_env.commands.main as cli; assert cli.main({command!r}) == 0; "
        "print(*[name for name in ('numba', 'torch', 'rich', 'matplotlib') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1].strip() == ""
