"""The command `undersea`: words for people, JSON for machines, exit codes, quiet ends."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from undersea_env.commands import main as cli
from undersea_env.commands import warming
from undersea_env.underwater_cities.kernel.actions import NUM_ACTIONS
from undersea_env.underwater_cities.printed.catalogue import BUILT_IN_FOLDER

Capture = pytest.CaptureFixture[str]


def run(capsys: Capture, *words: str) -> tuple[int, str, str]:
    code = cli.main(list(words))
    printed = capsys.readouterr()
    return code, printed.out, printed.err


@pytest.mark.parametrize(
    ("command", "expected"),
    [
        ("card 16", "pay 1 credit: gain 2 steelplast"),
        ("card 0", "Personal Assistant (no. 0)"),
        ("card Smuggling", "Smuggling (no. 56)"),
        ("card kelp-fibre press", "once per turn"),
        ("special 191", "price 2 credits"),
        ("cards", "Grand Archive"),
        ("cards", "Personal Assistant"),
        ("cards --specials", "[1 credit]"),
        ("cards --era 2 --colour red --type end", "era II"),
        ("cards --specials", "Ark Commission"),
        ("boards", "Coral Terrace"),
        ("board 1", "[c9]"),
        ("board 5", "surcharge: 3 steelplast, 3 credits; produces x3"),
        ("slot two-tunnels", "build 2 tunnels"),
        ("slots", "always"),
        ("metropolis brown-3", "not in the solo game"),
        ("metropolises", "Embassy Quarter"),
        ("contract state-visit", "State Visit"),
        ("contracts", "Research Mandate"),
        ("action 137", "on the slot tunnel-city"),
        ("actions", "FOR_STEELPLAST"),
        ("rules G-5a", "the pair (slot, card)"),
        ("rules b-3", "B-3"),
        ("rules", "V-7"),
    ],
)
def test_describe_tells_a_person_and_a_machine(capsys: Capture, command: str, expected: str) -> None:
    code, out, err = run(capsys, "describe", *command.split())
    assert (code, err) == (0, "")
    assert expected in out
    code, out, err = run(capsys, "describe", *command.split(), "--json")
    assert (code, err) == (0, "")
    assert json.loads(out)


def test_cards_boards_and_actions_of_all_kinds_can_be_described(capsys: Capture) -> None:
    for number in range(0, 206, 5):
        assert run(capsys, "describe", "card", str(number))[0] == 0
    for number in range(1, 9):
        code, out, _ = run(capsys, "describe", "board", str(number))
        assert code == 0
        for city in range(1, 10):
            assert f"c{city}" in out
    for number in range(0, NUM_ACTIONS, 23):
        assert run(capsys, "describe", "action", str(number))[0] == 0


@pytest.mark.parametrize(
    "command",
    [
        "",
        "nonsense",
        "describe",
        "describe card",
        "describe card 206",
        "describe card -1",
        "describe card No Such Name",
        "describe special 34",
        "describe board 0",
        "describe board 9",
        "describe board one",
        "describe slot nowhere",
        "describe metropolis nowhere",
        "describe contract nothing",
        "describe action 384",
        "describe action x",
        "describe rules Z-99",
        "demo --players 5",
        "demo --players 1 --contracts",
        "demo --boards 1,1",
        "demo --boards round",
        "demo --seed -1",
        "demo --seed x",
    ],
)
def test_bad_usage_is_one_sentence_and_exit_code_2(capsys: Capture, command: str) -> None:
    code, out, err = run(capsys, *command.split())
    assert code == 2
    assert out == ""
    assert err.startswith("undersea")
    assert err.count("\n") == 1


def test_a_broken_component_folder_is_reported_whole(capsys: Capture, tmp_path: Path) -> None:
    folder = tmp_path / "book"
    shutil.copytree(BUILT_IN_FOLDER, folder)
    cards = folder / "era_cards.csv"
    broken = cards.read_text().replace("build farm free", "build farms freely", 1).replace(",green,", ",blue,", 1)
    cards.write_text(broken)
    for command in ("describe cards", "doctor", "demo --quick"):
        code, out, err = run(capsys, *command.split(), "--components", str(folder))
        assert (code, out) == (2, "")
        assert "era_cards.csv, row 2, column effect" in err
        assert "column colour" in err
    assert run(capsys, "describe", "cards", "--components", str(tmp_path / "none"))[0] == 2


def test_a_component_book_of_ones_own_is_described(capsys: Capture, tmp_path: Path) -> None:
    folder = tmp_path / "book"
    shutil.copytree(BUILT_IN_FOLDER, folder)
    cards = folder / "era_cards.csv"
    cards.write_text(cards.read_text().replace("Drifting Seedbeds", "Seedbeds of My Own"))
    code, out, _ = run(capsys, "describe", "card", "1", "--components", str(folder))
    assert code == 0
    assert "Seedbeds of My Own" in out


def test_demo_shows_a_game_and_is_the_same_for_the_same_seed(capsys: Capture) -> None:
    code, out, _ = run(capsys, "demo", "--quick", "--players", "3", "--seed", "5")
    assert code == 0
    assert "omniscient" in out
    assert "The game is over." in out
    assert "Final score" in out
    assert run(capsys, "demo", "--quick", "--players", "3", "--seed", "5")[1] == out
    assert run(capsys, "demo", "--quick", "--players", "3", "--seed", "6")[1] != out


@pytest.mark.parametrize("players", ["1", "2", "4"])
def test_demo_for_machines(capsys: Capture, players: str) -> None:
    code, out, _ = run(capsys, "demo", "--quick", "--json", "--players", players, "--boards", "asymmetric")
    assert code == 0
    game = json.loads(out)
    assert len(game["scores"]) == int(players)
    assert [breakdown["total"] for breakdown in game["breakdown"]] == game["scores"]
    assert game["actions"]


def test_doctor_tells_what_is_installed(capsys: Capture) -> None:
    code, out, _ = run(capsys, "doctor")
    assert code == 0
    for word in ("numba", "compile cache", "threads", "provenance", "rule book"):
        assert word in out
    facts = json.loads(run(capsys, "doctor", "--json")[1])
    assert sum(facts["provenance"].values()) == 205 + 8 + 16 + 28


def test_doctor_tells_what_is_warm_without_compiling(tmp_path: Path) -> None:
    """In a process of its own with an empty cache, where compiling would take a minute."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("NUMBA_")}
    command = [sys.executable, "-m", "undersea_env.commands.main", "doctor", "--json"]
    told = subprocess.run(command, env=environment | {"XDG_CACHE_HOME": str(tmp_path)}, capture_output=True, check=True)
    facts = json.loads(told.stdout)
    assert facts["compile cache"] == str(tmp_path / "undersea_env")
    assert facts["compiled"] == {"rules": "cold", "agents": "cold", "search": "cold"}
    assert not any(tmp_path.rglob("*.nbi"))


def test_warm_compiles_every_part_and_then_nothing(capsys: Capture) -> None:
    assert run(capsys, "warm")[0] == 0
    code, out, error = run(capsys, "warm")
    assert (code, error) == (0, "")
    assert out == "underwater_cities: compiled already: rules, agents, search\n"
    assert json.loads(run(capsys, "warm", "--json")[1]) == {"game": "underwater_cities", "compiled": {}}
    assert set(json.loads(run(capsys, "doctor", "--json")[1])["compiled"].values()) == {"warm"}


def test_the_parts_name_every_module_whose_entry_points_they_use() -> None:
    parts = warming.parts_of("underwater_cities")
    code = (
        "from undersea_env.commands.warming import parts_of\n"
        "from undersea_env.compiling.jit import entry_points\n"
        "for part in parts_of('underwater_cities'): part.use()\n"
        "print(*(name for name, entries in entry_points.items() if any(entry.signatures for entry in entries)))"
    )
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert set(told.stdout.split()) == {module for part in parts for module in part.modules}


def test_warm_refuses_an_unknown_game(capsys: Capture) -> None:
    code, _, error = run(capsys, "warm", "--game", "chess")
    assert code == 2
    assert "chess" in error


def test_help_and_version_are_successes(capsys: Capture) -> None:
    assert run(capsys, "--version")[:2] == (0, f"undersea-env {cli.__version__}\n")
    assert run(capsys, "--help")[0] == 0
    assert run(capsys, "describe", "--help")[0] == 0


def test_an_interrupt_ends_quietly(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(options: object) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr(cli, "_doctor", interrupted)
    assert run(capsys, "doctor") == (130, "", "")


def test_a_closed_pipe_ends_quietly() -> None:
    command = [sys.executable, "-m", "undersea_env.commands.main", "describe", "rules"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait() == 141


def test_the_command_needs_no_extra_and_starts_light() -> None:
    program = (
        "import sys, undersea_env.commands.main as cli; cli.main(['describe', 'card', '16']); "
        "print(*[name for name in ('numba', 'torch', 'typer', 'rich', 'matplotlib') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1].strip() == ""
