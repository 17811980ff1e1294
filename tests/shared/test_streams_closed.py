"""Standard input, output and error that are closed or full: one sentence, an exit code that is not 0, no traceback."""

import subprocess
import sys
from pathlib import Path

import pytest

SHORT = "--game tests.toy_game --rounds 1"
COMMANDS = {
    "demo": f"demo {SHORT}", "describe": "describe game",
    "simulate": f"simulate --seats random,random --games 2 {SHORT}",
    "json": f"simulate --seats random,random --games 2 --json {SHORT}", "replay": "replay {record}",
}


def shell(command: str, redirections: str, folder: Path) -> tuple[int, str, str]:
    words = command.replace("{record}", str(folder / "game.jsonl"))
    program = f"{sys.executable} -m undersea_env.commands.main {words} {redirections}"
    ended = subprocess.run(
        ["bash", "-c", program], capture_output=True, text=True, timeout=120, stdin=subprocess.DEVNULL
    )
    return ended.returncode, ended.stdout, ended.stderr


@pytest.mark.parametrize("name", COMMANDS)
def test_an_output_that_cannot_be_written_is_one_sentence(tmp_path: Path, name: str) -> None:
    if name == "replay":
        record = f"simulate --seats random,random --games 1 --record {tmp_path}/game.jsonl {SHORT}"
        assert shell(record, "", tmp_path)[0] == 0
        command = f"{COMMANDS[name]} --game tests.toy_game"
    else:
        command = COMMANDS[name]
    full, closed = (shell(command, where, tmp_path) for where in ("> /dev/full", ">&-"))
    assert full == (1, "", "undersea: the standard output cannot be written: No space left on device\n")
    assert closed == (1, "", "undersea: there is no standard output to write to; `> /dev/null` throws it away\n")


def test_a_game_at_the_terminal_needs_an_input(tmp_path: Path) -> None:
    told = shell(f"play --seats human,random {SHORT}", "<&-", tmp_path)
    assert told == (1, "", "undersea: there is no standard input to read answers from\n")
    code, out, err = shell(f"play --seats human,random {SHORT}", "< /dev/null", tmp_path)
    assert (code, err) == (0, "")
    assert out.endswith(
        "The game is left unfinished.\nThe game was not kept; with `--record FILE` it can be gone on with.\n"
    )


def test_without_a_standard_error_nothing_is_mixed_into_the_output(tmp_path: Path) -> None:
    """A bot that prints, and a sentence about it: neither comes to the output, or into a file that is open."""
    bot = tmp_path / "bot.py"
    bot.write_text("import os\nclass Bot:\n    def choose(self, *asked):\n        print('noise'); os._exit(1)\n")
    code, out, _ = shell(f"simulate --seats {bot},random --games 4 {SHORT} --json --out {tmp_path}/run --no-plots",
                         "2>&- <&-", tmp_path)
    assert code == 1
    assert out.startswith("{")
    assert out.endswith("}\n")
    assert "noise" not in out
    assert not any(b"noise" in file.read_bytes() for file in (tmp_path / "run").iterdir())
    assert shell("describe nothing", "2>&-", tmp_path)[:2] == (2, "")
