"""The comparison with other libraries: table and picture from stored results, and peers that cannot take part."""

import json
import re
import subprocess
import sys
import venv
from pathlib import Path
from typing import Any

import pytest

from undersea_env.benchmarks import ours, peers, peers_report
from undersea_env.errors import InvalidOption, UnderseaError

TALKING_PEER = '''
# /// script
# dependencies = []
# ///
import json
print("loading the rules ...")
row = {"peer": "Talker", "game": "go", "version": "1", "batch": 1, "threads": 1, "door": "object", "observations": True}
print(json.dumps(row))
print(json.dumps({"peer": "Talker", "game": "hex", "skipped": "ValueError: no board"}))
'''


def row(peer: str, game: str, speed: float, door: str = "loop", **facts: Any) -> dict[str, Any]:
    return {
        "peer": peer, "game": game, "version": "1.0", "batch": 64, "threads": 1, "door": door, "observations": False,
        "players": 2, "decisions_per_second": {"median": speed, "low": 0.9 * speed, "high": 1.1 * speed},
        "games_per_second": speed / 200, "decisions_per_game": 200.0, "turns_per_game": 50.0, "mean_legal_actions": 9.5,
        "state_bytes": 2720, "how": {"seconds": 0.1, "repeats": 3, "legal_actions_as": "mask"},
    } | facts


def own(speed: float, *samples: float, **facts: Any) -> dict[str, Any]:
    return row(ours.PEER, "Underwater Cities", speed) | {"samples": list(samples or (speed,) * 3)} | facts


@pytest.fixture
def result() -> dict[str, Any]:
    nothing = {"games_per_second": None, "decisions_per_game": None, "turns_per_game": None, "mean_legal_actions": None}
    return peers_report.compared({
        "machine": {"cpu": "a CPU", "cores": 2, "usable_cores": 2, "system": "Linux", "python": "3.11", "numba": "0",
                    "numpy": "2"},
        "ours": [
            own(800_000, 1e6, 400_000, 800_000),
            own(900_000, batch=4096),
            own(1_600_000, batch=4096, threads=2),
            own(300_000, door="batch", observations=True, batch=4096),
            own(50_000, door="object", batch=1),
            own(70_000, door="aec", batch=1, observations=True),
            own(6e6, game=ours.CEILING, batch=4096) | nothing,
        ],
        "peers": [
            row("Fast", "Catan", 1_000_000, between=[0, 1]),
            row("Fast", "Catan", 2_000_000, threads=2, batch=4096, between=[0, 1]),
            row("Jax", "chess", 3_000, observations=True, between=[1, 2]),
            row("Slow", "mahjong", 1_000, "object", batch=1, players=4, between=[1, 2]) | nothing,
        ],
        "skipped": [{"peer": "Gone", "game": None, "why": "installing failed"},
                    {"peer": "Fast", "game": "hex", "why": "no board"}],
    })


def test_each_row_is_compared_with_ours_called_alike_and_nearest_in_time(result: dict[str, Any]) -> None:
    first, second, third, fourth = result["peers"]
    assert first["ours_nearby"] == pytest.approx(700_000)              # of the samples before and after it
    assert first["ratio"] == pytest.approx(0.7)
    assert second["compared_with"] == {"door": "loop", "observations": False, "batch": 4096, "threads": 2, "players": 2}
    assert third["compared_with"]["door"] == "batch"
    assert third["ratio"] == pytest.approx(100)
    assert fourth["compared_with"]["door"] == "object"


def test_a_row_that_none_of_ours_is_like_has_no_ratio(result: dict[str, Any]) -> None:
    result["peers"].append(row("Odd", "go", 10, "object", observations=True, between=[0, 1]))
    assert "ratio" not in peers_report.compared(result)["peers"][-1]


def test_the_table_has_every_row_what_was_skipped_and_all_costs(result: dict[str, Any]) -> None:
    text = peers_report.table(result)
    lines = [line for line in text.splitlines() if line.startswith("|")]
    assert len(lines) == 2 + len(result["ours"]) + len(result["peers"])
    assert len({line.count("|") for line in lines}) == 1
    assert "- Gone: installing failed" in text
    assert "- Fast, hex: no board" in text
    fast = next(line for line in lines if "| Fast 1.0 | Catan, 2 |" in line)
    cells = [cell.strip() for cell in fast.strip("|").split("|")]
    costs = dict(zip(peers_report.HEADINGS, cells, strict=True))
    assert costs["µs a decision"] == "1.00"
    assert costs["µs a turn"] == "4.00"
    assert costs["µs a game"] == "200"
    assert costs["ours / theirs"] == "0.700"


@pytest.mark.parametrize(
    ("value", "words"), [(None, "-"), (0, "0"), (1234567.0, "1,230,000"), (99.96, "100.0"), (0.01234, "0.0123")]
)
def test_numbers_have_three_digits_that_count(value: float | None, words: str) -> None:
    assert peers_report.rounded(value) == words


def test_the_picture_shows_the_fastest_way_of_each_game_on_one_thread(result: dict[str, Any]) -> None:
    shown = peers_report.shown_rows(result, {("loop", False), ("batch", False)})
    assert [(one["peer"], one["batch"]) for one in shown] == [("Fast", 64), (ours.PEER, 4096)]


def test_the_same_result_gives_the_same_picture(result: dict[str, Any], tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    for name in ("a.svg", "b.svg"):
        peers_report.draw(result, tmp_path / name)
    assert (tmp_path / "a.svg").read_bytes() == (tmp_path / "b.svg").read_bytes()
    assert (tmp_path / "a.svg").read_text().lstrip().startswith("<?xml")


def test_a_stored_result_is_told_again(
    result: dict[str, Any], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("matplotlib")
    stored = tmp_path / "stored.json"
    stored.write_text(json.dumps(result))
    assert peers.main(["--again", str(stored), "--out", str(tmp_path / "out")]) == 0
    assert capsys.readouterr().out == peers_report.table(result) + "\n"
    assert {path.name for path in (tmp_path / "out").iterdir()} == {peers.RESULT, peers.TABLE, peers.PICTURE}
    assert json.loads((tmp_path / "out" / peers.RESULT).read_text()) == result


def test_something_else_is_no_result(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "other.json").write_text("[1]")
    assert peers.main(["--again", str(tmp_path / "other.json"), "--out", str(tmp_path)]) == 2
    assert "is not a result" in capsys.readouterr().err


# --- peers ---


def test_every_peer_pins_what_it_needs() -> None:
    found = peers.find_peers()
    assert [peer.name for peer in found] == sorted(
        ["pgx", "openspiel", "catanatron", "fastcatan", "rlcard", "pettingzoo", "jumanji"]
    )
    for peer in found:
        for wanted in [*peer.dependencies, *filter(None, [peer.builds])]:
            assert re.fullmatch(r"[\w.-]+(\[\w+\])?==[\w.]+", wanted), wanted


def test_peers_can_be_chosen_and_unknown_ones_are_refused() -> None:
    assert [peer.name for peer in peers.find_peers(only=["rlcard"])] == ["rlcard"]
    with pytest.raises(InvalidOption, match="there is no peer chess; the peers are "):
        peers.find_peers(only=["chess"])


def test_an_installed_package_says_that_it_has_no_runners(tmp_path: Path) -> None:
    with pytest.raises(InvalidOption, match="part of a check-out only"):
        peers.find_peers(tmp_path / "peers")


def test_a_runner_that_does_not_say_what_it_needs_is_refused(tmp_path: Path) -> None:
    script = tmp_path / "play_it.py"
    script.write_text("print(1)\n")
    with pytest.raises(UnderseaError, match=r"play_it\.py does not say what it needs"):
        peers.read_peer(script)


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Virtual environments that are this one; nothing is installed."""
    monkeypatch.setattr(peers, "python_of", lambda home: Path(sys.executable))
    monkeypatch.setattr(peers, "install", lambda peer, homes: tmp_path)
    return tmp_path


def peer_of(folder: Path, text: str) -> peers.Peer:
    script = folder / "play_it.py"
    script.write_text(text)
    return peers.read_peer(script)


def test_rows_are_read_and_what_a_library_says_besides_is_not(here: Path) -> None:
    rows = peers.play(peer_of(here, TALKING_PEER), here, 0.1, 2)
    assert [one["game"] for one in rows] == ["go", "hex"]


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("raise ValueError('no sea')", "playing failed: ValueError: no sea"),
        ("print('hello')", "it reported nothing"),
        ("import time; time.sleep(60)", "playing took more than 1 s"),
    ],
)
def test_a_peer_that_fails_is_skipped_in_one_line(
    here: Path, monkeypatch: pytest.MonkeyPatch, text: str, why: str
) -> None:
    monkeypatch.setattr(peers, "RUN_LIMIT", 1.0 if "sleep" in text else 60.0)
    monkeypatch.setattr(peers, "make_contenders", lambda cores: [])
    monkeypatch.setattr(peers, "rows_of", lambda contenders, seconds: [])
    said: list[str] = []
    peer = peer_of(here, f"# /// script\n# dependencies = []\n# ///\n{text}\n")
    result = peers.run([peer], here, 0.1, 2, said.append)
    assert result["skipped"] == [{"peer": "it", "game": None, "why": why}]
    assert said[-2:] == [f"skipped: it: {why}", "ours ..."]


def test_a_peer_that_does_not_install_is_skipped_without_addresses(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    message = "ERROR: No matching distribution found for sea==1.0 (from https://packages.example/simple)"
    failing = f"import sys; print({message!r}, file=sys.stderr); sys.exit(1)"
    monkeypatch.setattr(venv, "create", lambda home, with_pip: Path(home).mkdir(parents=True))
    real = subprocess.run
    monkeypatch.setattr(subprocess, "run", lambda command, **how: real([sys.executable, "-c", failing], **how))
    peer = peer_of(tmp_path, '# /// script\n# dependencies = ["sea==1.0"]\n# ///\n')
    with pytest.raises(peers.Skipped, match=r"^installing failed: ERROR: No matching distribution .*\(from \.\.\.$"):
        peers.install(peer, tmp_path / "homes")
    assert not list((tmp_path / "homes").rglob(peers.INSTALLED))


# --- ours ---


def test_ours_is_measured_by_every_door() -> None:
    contenders = ours.make_contenders(2, batches=(16, 32))
    for _ in range(2):
        for contender in contenders:
            contender.measure(0.01)
    rows = ours.rows_of(contenders, 0.01)
    doors = {(one["door"], one["observations"]) for one in rows}
    assert doors == set().union(*peers_report.GROUPS.values()) - {("loop", True)}
    assert {one["threads"] for one in rows} == {1, 2}
    assert rows[-1]["game"] == ours.CEILING
    for one in rows:
        speed = one["decisions_per_second"]
        assert 0 < speed["low"] <= speed["median"] <= speed["high"]
        assert len(one["samples"]) == one["how"]["repeats"] == 2
    assert rows[0]["decisions_per_game"] == pytest.approx(228, abs=15)
    assert 58 <= rows[0]["turns_per_game"] <= 70                       # 10 rounds of 3 turns for each of two (G-2)
