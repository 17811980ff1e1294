"""The command `undersea` on this game: what is printed in words and for machines, component books of one's own."""

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.shared.short_games import Capture, run
from undersea_env.underwater_cities.kernel.actions import NUM_ACTIONS
from undersea_env.underwater_cities.printed.catalogue import BUILT_IN_FOLDER


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
        "card", "card 206", "card -1", "card No Such Name", "special 34", "board 0", "board 9", "board one",
        "slot nowhere", "metropolis nowhere", "contract nothing", "action 384", "rules Z-99",
    ],
)
def test_what_is_not_there_cannot_be_described(capsys: Capture, command: str) -> None:
    code, out, err = run(capsys, "describe", *command.split())
    assert (code, out) == (2, "")
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


def test_a_demo_is_told_in_the_words_of_the_game(capsys: Capture) -> None:
    out = run(capsys, "demo", "--quick", "--all", "--players", "3", "--seed", "5")[1]
    for words in ("omniscient", "The game is over.", "Final score"):
        assert words in out


@pytest.mark.parametrize("players", ["1", "2", "4"])
def test_a_demo_takes_options(capsys: Capture, players: str) -> None:
    code, out, _ = run(capsys, "demo", "--quick", "--json", "--players", players, "--boards", "asymmetric")
    assert code == 0
    assert len(json.loads(out)["scores"]) == int(players)


def test_options_are_described(capsys: Capture) -> None:
    options = json.loads(run(capsys, "describe", "options", "--json")[1])
    assert [(option["name"], option["default"]) for option in options] == [
        ("boards", "symmetric"), ("contracts", False), ("rounds", [4, 3, 3]),
    ]


def test_doctor_counts_where_printed_things_come_from(capsys: Capture) -> None:
    facts = json.loads(run(capsys, "doctor", "--json")[1])
    assert sum(facts["provenance"].values()) == 205 + 8 + 16 + 28


@pytest.mark.parametrize("command", [["describe", "card", "16"], ["describe", "rules"], ["describe", "options"]])
def test_what_is_printed_is_told_without_the_compiler(command: list[str]) -> None:
    program = (
        f"import sys, undersea_env.commands.main as cli; assert cli.main({command!r}) == 0; "
        "print(*[name for name in ('numba', 'torch', 'rich', 'matplotlib') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1].strip() == ""
