"""Campaigns by command: at the terminal out of one file, and whole ones between agents."""

from __future__ import annotations

import json
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from filelock import FileLock

from tests import bots
from tests.cloudage.scenario import rule
from tests.shared.short_games import Capture, run
from undersea_env.agents.arena.campaign_file import KeptCampaign, parsed, read_campaign, seal_of
from undersea_env.agents.arena.campaigns import begin, chapter_of, seed_of_chapter
from undersea_env.agents.arena.playing import CLEAR
from undersea_env.agents.arena.replays import Replay, read_replays
from undersea_env.agents.arena.resimulation import replayed, verified
from undersea_env.cloudage.campaign import CampaignRecord
from undersea_env.cloudage.chapters import CHAPTERS
from undersea_env.cloudage.kind import KIND
from undersea_env.cloudage.words import tell_campaign, tell_chapter
from undersea_env.core.position import Game, State
from undersea_env.errors import InvalidOption, InvalidReplay, UnderseaError

SHORT = ("--game", "cloudage", "--rounds", "1")
SEED = 7


def state_of(kept: KeptCampaign) -> State:
    """Where a campaign stands."""
    state = kept.chapter().game().new_game(kept.seed_of_chapter())
    for action in kept.actions:
        state.apply_action(action)
    return state


def answer_to(state: State) -> int:
    return state.legal_actions[-1]


def number_of_answer(state: State) -> int:
    """Under which the terminal shows it."""
    return [option.action for option in state.options].index(answer_to(state)) + 1


class Typing:
    """Somebody at the keyboard who looks at nothing but the file of the campaign; `most` lines, then the input ends."""

    def __init__(self, path: Path, most: int = 100_000, end: Callable[[], str] = lambda: "") -> None:
        self.path, self.left, self.end = path, most, end

    def isatty(self) -> bool:
        return True

    def readline(self) -> str:
        self.left -= 1
        if self.left < 0:
            return self.end()
        return f"{number_of_answer(state_of(read_campaign(self.path)))}\n"


@pytest.fixture
def play(capsys: Capture, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Callable[..., tuple[int, str, str]]:
    def played(*words: str, most: int = 100_000, end: Callable[[], str] = lambda: "") -> tuple[int, str, str]:
        path = tmp_path / "campaign.json"
        monkeypatch.setattr("sys.stdin", Typing(path, most, end))
        return run(capsys, "play", "--campaign", str(path), *words)

    return played


def records_of(players: int, options: dict[str, Any], seed: int) -> Iterator[tuple[dict[str, Any], State]]:
    """The same campaign in Python: the record after each chapter, and its last position."""
    choice, record = begin("cloudage", players, **options)
    for number in range(len(CHAPTERS)):
        state = chapter_of(choice, record).game().new_game(seed_of_chapter(seed, number))
        while not state.is_terminal:
            state.apply_action(answer_to(state))
        record = state.campaign_record()
        yield record, state


def games_as_recorded(path: Path) -> int:
    problems: list[str] = []
    games = verified(read_replays(path), lambda number, problem: problems.append(problem))
    assert not problems
    return games


# --- at the terminal ---


@rule("Y-1", "Y-2", "Y-9")
@pytest.mark.parametrize("players", [1, 2])
def test_a_campaign_is_played_chapter_by_chapter(play: Any, tmp_path: Path, players: int) -> None:
    path, seats = tmp_path / "campaign.json", ",".join(["human"] * players)
    beginning = (*SHORT, "--seats", seats, "--seed", str(SEED))
    for number, (record, state) in enumerate(records_of(players, {"rounds": 1}, SEED)):
        code, out, err = play(*(beginning if number == 0 else ()))
        assert (code, err) == (0, "")
        kept = read_campaign(path)
        assert (kept.record, kept.actions, kept.number) == (record, (), number + 1)
        assert f"Chapter {CHAPTERS[number]}" in out
        assert "is over. Points: " + ", ".join(f"seat {seat} {n}" for seat, n in enumerate(state.scores)) in out
        assert "\nStars of this chapter: seat 0 " in out
        assert out.endswith("\n".join(kept.standing()) + "\n")
    before = path.read_bytes()
    code, out, err = play()
    assert (code, out) == (2, "")
    assert err.count("\n") == 1
    assert "The campaign is over" in err
    assert path.read_bytes() == before


def test_agents_play_along_and_the_result_is_for_machines(play: Any, tmp_path: Path) -> None:
    path, record = tmp_path / "campaign.json", tmp_path / "chapter.jsonl"
    code, out, err = play(*SHORT, "--seats", "human,greedy,random", "--json", "--record", str(record))
    assert code == 0
    data, kept = json.loads(out), read_campaign(path)
    assert data["agents"] == ["human", "greedy", "random"]
    assert data["campaign"] == kept.as_data()
    assert data["campaign"]["stars"] == [list(kept.record["stars"][0][:3])]
    assert "The story: " in err
    assert games_as_recorded(record) == 1


@pytest.mark.parametrize("way", ["quit", "the input ends", "an interrupt"])
def test_a_chapter_that_was_left_goes_on(play: Any, tmp_path: Path, way: str) -> None:
    def interrupt() -> str:
        raise KeyboardInterrupt

    end = {"quit": lambda: "quit\n", "the input ends": lambda: "", "an interrupt": interrupt}[way]
    path = tmp_path / "campaign.json"
    code, out, _ = play(*SHORT, "--seats", "human", "--seed", str(SEED), most=5, end=end)
    assert code == (130 if way == "an interrupt" else 0)
    left = read_campaign(path)
    assert len(left.actions) == 5
    assert left.record == CampaignRecord().as_dict()
    state = state_of(left)
    code, out, err = play(most=2, end=end)
    assert "goes on after 5 decisions" in out
    assert state.render("ansi", 0) in out
    assert KIND.words.question(state).replace("Seat 0", "You") in out
    assert read_campaign(path).actions[:5] == left.actions
    code, out, err = play()
    assert (code, err) == (0, "")
    assert read_campaign(path).record == next(records_of(1, {"rounds": 1}, SEED))[0]


def test_a_chapter_is_drawn_in_place(
    play: Any, tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where the campaign stands is on the first screen, which takes the place of all before it."""
    path = tmp_path / "campaign.json"
    play(*SHORT, "--seats", "human", "--seed", str(SEED), most=5)
    left = read_campaign(path)
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    monkeypatch.setattr("shutil.get_terminal_size", lambda *more: os.terminal_size((80, 24)))
    code, out, _ = play(most=2)
    assert code == 0
    before, first, *rest = out.split(CLEAR)
    assert before == ""
    assert len(rest) == 2
    notices = ["The game goes on after 5 decisions; `log` tells what happened.", *left.standing()]
    assert first.splitlines()[: 1 + len(notices)] == ["", *notices]
    assert not any(notices[0] in screen for screen in rest)
    for screen in (first, *rest[:-1]):
        lines = screen.splitlines()
        assert len(lines) <= 24
        assert max(map(len, lines)) <= 80
    assert CLEAR not in play("--plain", most=2)[1]
    code, out, _ = play()
    assert code == 0
    assert out.endswith("\n".join(read_campaign(path).standing()) + "\n")
    assert read_campaign(path).record == next(records_of(1, {"rounds": 1}, SEED))[0]


def test_others_sit_down_at_a_level(play: Any, tmp_path: Path) -> None:
    path = tmp_path / "campaign.json"
    play(*SHORT, "--players", "3", "--level", "easy", most=2)
    assert read_campaign(path).seats == ("human", "easy", "easy")
    play(most=1)
    assert read_campaign(path).seats == ("human", "easy", "easy")
    play("--level", "normal", most=1)
    assert read_campaign(path).seats == ("human", "greedy", "greedy")


def test_a_chapter_goes_on_after_a_kill(tmp_path: Path) -> None:
    """SIGKILL in the middle of a chapter of two people: what was answered is in the file."""
    path = tmp_path / "campaign.json"
    command = [sys.executable, "-m", "undersea_env.commands.main", "play", "--campaign", str(path), *SHORT]
    command += ["--seats", "human,human", "--seed", str(SEED)]
    record_after, _ = next(records_of(2, {"rounds": 1}, SEED))
    deadline = time.monotonic() + 300
    for until in (4, 11):
        with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True) as process:
            assert process.stdin is not None
            while True:
                assert time.monotonic() < deadline
                assert process.poll() is None
                decisions = len(read_campaign(path).actions) if path.exists() else -1
                if decisions >= until:
                    break
                if decisions >= 0:                       # an empty line is Enter when the seat changes
                    process.stdin.write(f"\n{number_of_answer(state_of(read_campaign(path)))}\n")
                    process.stdin.flush()
                    wait_for_answer(path, decisions + 1, deadline)
                else:
                    time.sleep(0.05)
            process.send_signal(signal.SIGKILL)
    kept = read_campaign(path)
    assert len(kept.actions) >= 11
    finish(path, kept)
    assert read_campaign(path).record == record_after


def wait_for_answer(path: Path, number: int, deadline: float) -> None:
    while len(read_campaign(path).actions) < number:
        assert time.monotonic() < deadline
        time.sleep(0.01)


def finish(path: Path, kept: KeptCampaign) -> None:
    """The rest of the chapter through a pipe, by one more process."""
    state, lines = state_of(kept), []
    while not state.is_terminal:
        lines += ["", str(number_of_answer(state))]
        state.apply_action(answer_to(state))
    command = [sys.executable, "-m", "undersea_env.commands.main", "play", "--campaign", str(path)]
    script = "\n".join([*lines, ""])
    done = subprocess.run(command, input=script, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stderr


def test_bad_answers_change_nothing(capsys: Capture, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    path = tmp_path / "campaign.json"
    rng = random.Random(3)
    bad = ["zebra", "-1", "9999999999", "٣", "? zebra", "1e3", "\0", "undo", "help", "log", ""]
    lines = iter([f"{rng.choice(bad)}\n" for _ in range(500)])
    monkeypatch.setattr("sys.stdin", type("Typed", (), {"readline": lambda self: next(lines, "")})())
    code, _, err = run(capsys, "play", "--campaign", str(path), *SHORT, "--seats", "human")
    assert (code, err) == (0, "")
    assert read_campaign(path).actions == ()


def test_an_agent_that_fails_leaves_the_chapter_open(play: Any, tmp_path: Path) -> None:
    path = tmp_path / "campaign.json"
    wrong = bots.bot(tmp_path, "wrong", bots.RAISES)
    code, out, _ = play(*SHORT, "--seats", f"human,{wrong}")
    assert "loses the game by default" in out
    kept = read_campaign(path)
    assert kept.number == 0
    code, _, err = play()
    assert (code, "name all seats with --seats" in err) == (2, True)     # nothing is executed because a file says so
    assert read_campaign(path) == kept
    code, out, _ = play("--seats", "human,random")
    assert (code, read_campaign(path).number) == (0, 1)


def test_one_process_plays_a_campaign(play: Any, tmp_path: Path) -> None:
    play(*SHORT, "--seats", "human", most=1)
    before = (tmp_path / "campaign.json").read_bytes()
    with FileLock(tmp_path / "campaign.json.lock"):
        code, _, err = play()
    assert (code, "another process is playing the campaign" in err) == (2, True)
    assert (tmp_path / "campaign.json").read_bytes() == before


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (("--seats", "human"), "has one of 2, not of 1"),
        (("--players", "3"), "has one of 2, not of 3"),
        (("--resume", "game.jsonl"), "a campaign goes on where it stands"),
        (("--from", "game.jsonl", "--decision", "1"), "a campaign goes on where it stands"),
        (("--seats", "human,nobody"), "there is no agent"),
        (("--seats", "greedy,random"), "no seat is human"),
        (("--game", "underwater_cities"), "has a campaign of CloudAge, not of Underwater Cities"),
        (("--seed", "8"), "has a seed of its own"),
        (("--game", "cloudage", "--rounds", "2"), "is played with rounds 1"),
        (("--game", "cloudage", "--chapter", "3"), "a campaign decides chapter by itself"),
    ],
)
def test_what_does_not_fit_a_campaign_is_refused(
    play: Any, tmp_path: Path, words: tuple[str, ...], reason: str
) -> None:
    play(*SHORT, "--seats", "human,random", "--seed", "7", most=3)
    before = (tmp_path / "campaign.json").read_bytes()
    code, out, err = play(*words)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert reason in err
    assert (tmp_path / "campaign.json").read_bytes() == before


def test_a_campaign_keeps_its_component_book(play: Any, tmp_path: Path) -> None:
    assert KIND.folder is not None
    book = shutil.copytree(KIND.folder / "components", tmp_path / "book")
    constants = book / "constants.toml"
    constants.write_text(re.sub(r"(?m)^(water_start *= *)\d+", r"\g<1>3", constants.read_text()))
    own = ("--components", str(book))
    assert play(*SHORT, *own, "--seats", "human", most=0)[0] == 0
    before = (tmp_path / "campaign.json").read_bytes()
    code, _, err = play()
    assert (code, err.count("\n"), "a component book of its own is named with --components" in err) == (2, 1, True)
    assert (tmp_path / "campaign.json").read_bytes() == before
    code, out, err = play(*own, most=0)
    assert (code, err, "Next: chapter 1" in out) == (0, "", True)


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (("--chapter", "3"), "a campaign decides chapter by itself"),
        (("--scenario", "1", "--sides", "ABA"), "a campaign decides scenario, sides by itself"),
        (("--seats", "human,nobody"), "there is no agent"),
        (("--seats", "greedy"), "no seat is human"),
        (("--seats", "human,human,human,human,human"), "num_players is a whole number from 1 to 4"),
    ],
)
def test_a_campaign_that_cannot_begin_leaves_no_file(
    play: Any, tmp_path: Path, words: tuple[str, ...], reason: str
) -> None:
    code, out, err = play("--game", "cloudage", *words)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert reason in err
    assert not list(tmp_path.iterdir())


# --- the file ---


def a_campaign() -> KeptCampaign:
    first, record = begin("cloudage", 2, rounds=1)
    return KeptCampaign(first, SEED, ("human", "greedy"), record | {"chapter_index": 1, "unlocked": 2})


def resealed(**changes: Any) -> bytes:
    data = json.loads(a_campaign().as_text()) | changes
    return json.dumps(data | {"seal": seal_of(data)}).encode()


RECORD = a_campaign().record


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"", "this is not JSON"),
        (b"{", "this is not JSON"),
        (b"[" * 50_000, "this is not JSON"),
        (b" " * 100_001, "no campaign is"),
        (json.dumps(RECORD).encode(), "this is no campaign that `undersea play` has begun"),
        (a_campaign().as_text().replace('"unlocked": 2', '"unlocked": 6').encode(), "its seal does not fit"),
        (resealed(campaign=2), "only format 1 can be read"),
        (resealed(luck=1), "exactly the keys"),
        (resealed(game="cloudage-v999"), "version 999"),
        (resealed(game="os-v1"), "there is no game"),
        (resealed(game="underwater_cities-v1"), "Underwater Cities has no campaign"),
        (resealed(num_players=True), "num_players is a whole number"),
        (resealed(num_players=5), "num_players is a whole number from 0 to 4"),
        (resealed(num_players=0), "num_players is a whole number from 1 to 4"),
        (resealed(num_players=1, seats=["human"]), "other rules"),
        (resealed(options={"rounds": 2}), "other rules"),
        (resealed(options={"rounds": 1, "components": "/"}), "options are rounds"),
        (resealed(options={"rounds": "x"}), "rounds is a whole number"),
        (resealed(rules="0" * 32), "named with --components"),
        (resealed(rules=7), "32 hexadecimal digits"),
        (resealed(seed=-1), "from 0 to 2**64 - 1"),
        (resealed(seats=["human"]), "agents are 2 names"),
        (resealed(seats=["greedy", "greedy"]), "at least one of the seats is human"),
        (resealed(record=RECORD | {"luck": 1}), "a campaign record has chapter_index, unlocked, legacy, stars"),
        (resealed(record=RECORD | {"unlocked": 1}), "bit 0 of unlocked is 0"),
        (resealed(record=RECORD | {"stars": [[1, 1, 1, 0]] + [[0] * 4] * 6}), "of more than 2 players"),
        (resealed(record=RECORD | {"stars": [[0] * 4] * 6 + [[1, 0, 0, 0]]}), "that was not played yet"),
        (resealed(record=[1]), "record is an object"),
        (resealed(decisions=5), "actions take"),
        (resealed(decisions=10**9), "decisions is a whole number"),
        (resealed(actions="!"), "not in base64"),
        (resealed(actions=None), "actions is a text"),
    ],
)
def test_a_damaged_file_is_refused(capsys: Capture, tmp_path: Path, content: bytes, reason: str) -> None:
    with pytest.raises(InvalidReplay) as error:
        parsed(content)
    assert reason in str(error.value)
    path = tmp_path / "campaign.json"
    path.write_bytes(content)
    code, out, err = run(capsys, "play", "--campaign", str(path))
    assert (code, out) == (2, "")
    assert err.startswith(f"undersea: {path}: ")
    assert err.count("\n") == 1
    assert path.read_bytes() == content
    assert [file.name for file in tmp_path.iterdir()] == ["campaign.json"]


def test_answers_that_cannot_have_been_given_are_refused(capsys: Capture, tmp_path: Path) -> None:
    path = tmp_path / "campaign.json"
    replace(a_campaign(), actions=(271,)).write(path)
    before = path.read_bytes()
    code, out, err = run(capsys, "play", "--campaign", str(path))
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert "decision 1 of 1 cannot have been made" in err
    assert path.read_bytes() == before


def test_any_damage_is_noticed() -> None:
    """Bytes that were changed, lost or doubled: never another campaign."""
    rng, text = random.Random(5), a_campaign().as_text().encode()
    for _ in range(400):
        damaged, at = bytearray(text), rng.randrange(len(text))
        how = rng.randrange(3)
        if how == 0:
            damaged[at] ^= 1 << rng.randrange(8)
        elif how == 1:
            del damaged[at : at + rng.randint(1, 40)]
        else:
            damaged[at:at] = text[at : at + rng.randint(1, 40)]
        with suppress(InvalidReplay):
            assert parsed(bytes(damaged)) == a_campaign(), bytes(damaged)              # white space


ODD: tuple[Any, ...] = (
    None, True, -1, 0, 1, 7, 8, 255, 1 << 15, 1 << 70, 1.5, "", "1", "\ud800", [], [[]], [0] * 31, {}, {"a": 1},
)


def test_odd_values_are_refused_in_a_sentence() -> None:
    """With a seal that fits: a file that somebody made."""
    rng, data = random.Random(6), json.loads(a_campaign().as_text())
    for _ in range(600):
        changed = json.loads(json.dumps(data))
        place = changed if rng.random() < 0.5 else changed["record"]
        if place is not changed and rng.random() < 0.4:
            row = rng.choice(place["stars"])
            row[rng.randrange(4)] = rng.choice(ODD)
        else:
            place[rng.choice(list(place))] = rng.choice(ODD)
        changed["seal"] = seal_of(changed)
        try:
            kept = parsed(json.dumps(changed).encode())
        except InvalidReplay:
            continue
        assert parsed(kept.as_text().encode()) == kept
        if not kept.is_over:
            state_of(replace(kept, actions=()))


def test_odd_records_are_refused_as_an_option() -> None:
    rng = random.Random(8)
    for _ in range(300):
        record = json.loads(json.dumps(RECORD))
        key = rng.choice(list(record))
        record[key] = rng.choice(ODD)
        try:
            game = begin("cloudage", 2)[0].kind.checked_campaign().options_of(record)
            chapter_of(begin("cloudage", 2)[0], record).game()
        except UnderseaError:
            continue
        assert game["chapter"] in CHAPTERS


# --- the words ---


@rule("Y-4", "Y-5")
def test_votes_and_the_story_are_told() -> None:
    choice, record = begin("cloudage", 3)
    game = chapter_of(choice, record).game()
    rng, state, actions = random.Random(1), game.new_game(1), []
    cards: list[int] = []
    voices: list[tuple[int, int]] = []
    while not state.is_terminal:
        action = rng.choice(state.legal_actions)
        position = state.to_dict()
        if position["story"] not in (None, *cards):
            cards.append(position["story"])
        if "vote for" in state.action_to_string(action):
            voices.append((state.current_player, game.catalogue.story_card(cards[-1]).next[action - 16]))
        state.apply_action(action)
        actions.append(action)
    replay = Replay(choice, game.rulebook_hash, 1, ("a", "b", "c"), state.scores, None, tuple(actions))
    told = tell_chapter(replayed(replay))
    assert len(cards) >= 3
    assert len(voices) % 3 == 0 < len(voices)
    titles = {card: game.catalogue.story_card(card).title for card in range(11, 49)}
    story = ", ".join(f'"{titles[card]}" (card {card})' for card in cards)
    assert f"The story: {story}." in told
    first = ", ".join(f'seat {seat} for "{titles[card]}"' for seat, card in sorted(voices[:3]))
    assert [line for line in told if line.startswith(f"The vote: {first}. ")]
    after = state.campaign_record()
    unlocked = [n for n in range(1, 9) if after["unlocked"] >> n & 1]
    assert all(f"the projects with the number {n}" in " ".join(told) for n in unlocked)
    stars = ", ".join(f"seat {seat} {number}" for seat, number in enumerate(after["stars"][0][:3]))
    assert f"Stars of this chapter: {stars}." in told


@rule("Y-7", "Y-8")
def test_how_a_campaign_ends() -> None:
    catalogue = begin("cloudage", 1)[0].game().catalogue

    def ended(players: int, *rows: tuple[int, ...]) -> str:
        stars = [[*row, *(0,) * (4 - len(row))] for row in rows] + [[0] * 4] * (7 - len(rows))
        record = {"chapter_index": 7, "unlocked": 0, "legacy": 0, "stars": stars}
        return tell_campaign(record, players, catalogue)[-1]

    assert ended(1, (12,), (12,)) == "The campaign is over and lost: 25 stars win it."
    assert ended(1, (12,), (13,)) == "The campaign is over and won: 25 stars win it."
    assert ended(2, (3, 4), (2, 2)) == "The campaign is over: seat 1 has won it."
    assert ended(3, (3, 4, 4), (2, 1, 0)) == "The campaign is over: seat 0 and seat 1 have won it."


def test_only_a_chapter_that_is_over_has_a_record() -> None:
    with pytest.raises(InvalidOption, match="the chapter is not over yet"):
        begin("cloudage", 2)[0].game().new_game(1).campaign_record()
    with pytest.raises(InvalidOption, match="a scenario has no campaign record"):
        Game(KIND, num_players=2).new_game(1).campaign_record()


# --- whole campaigns between agents ---


def simulated(capsys: Capture, seats: str, games: int, *words: str, code: int = 0) -> dict[str, Any]:
    found, out, err = run(
        capsys, "simulate", *SHORT, "--campaign", "--seats", seats, "--games", str(games), "--json", *words
    )
    assert found == code, err
    data: dict[str, Any] = json.loads(out)
    del data["run"]
    return data


def test_campaigns_do_not_depend_on_processes(capsys: Capture) -> None:
    one = simulated(capsys, "greedy,random", 20, "--processes", "1", "--seed", "5")
    assert one == simulated(capsys, "greedy,random", 20, "--processes", "2", "--seed", "5")
    assert one["agents"] != simulated(capsys, "greedy,random", 20, "--processes", "1", "--seed", "6")["agents"]
    assert (one["campaigns"], one["deals"]) == (20, 10)


@pytest.mark.parametrize("seats", ["greedy", "greedy,random", "random,greedy,random", "random,random,random,greedy"])
def test_what_a_campaign_comes_to(capsys: Capture, tmp_path: Path, seats: str) -> None:
    out, record = tmp_path / "out", tmp_path / "games.jsonl"
    players = len(seats.split(","))
    data = simulated(capsys, seats, 2 * players, "--processes", "1", "--out", str(out), "--record", str(record))
    chunks = [json.loads(line) for line in (out / "chunks.jsonl").read_text().splitlines()]
    campaigns = [campaign for chunk in chunks for campaign in chunk["games"]]
    assert len(campaigns) == data["campaigns"] == 2 * players
    for campaign in campaigns:
        stars = [row[:players] for row in campaign["record"]["stars"]]
        assert campaign["scores"] == [sum(column) for column in zip(*stars, strict=True)]
        assert len(campaign["chapters"]) == len(CHAPTERS)
        best = max(campaign["scores"])
        won = [best >= 25] if players == 1 else [total == best for total in campaign["scores"]]
        assert campaign["wins"] == [share / max(1, sum(won)) for share in won]
    for agent in data["agents"]:
        of_agent = [
            (campaign, seat) for campaign in campaigns for seat, entrant in enumerate(campaign["entrants"])
            if called(seats)[entrant] == agent["agent"]
        ]
        assert agent["campaigns"] == len(of_agent)
        mean = sum(campaign["scores"][seat] for campaign, seat in of_agent) / len(of_agent)
        assert agent["stars"]["mean"] == pytest.approx(mean, abs=1e-5)
        last = [campaign["chapters"][6]["scores"][seat] for campaign, seat in of_agent]
        assert agent["chapters"]["6"]["points"]["mean"] == pytest.approx(sum(last) / len(last), abs=1e-5)
        won = [sum(chapter["wins"][seat] for chapter in campaign["chapters"]) for campaign, seat in of_agent]
        assert agent["chapters_won"]["mean"] == pytest.approx(sum(won) / len(won), abs=1e-5)
    assert games_as_recorded(record) == len(CHAPTERS) * len(campaigns)
    again = simulated(capsys, seats, 2 * players, "--processes", "1", "--out", str(out), "--record", str(record))
    assert again == data
    rows = (out / "chapters.csv").read_text().splitlines()
    assert len(rows) == 1 + len(CHAPTERS) * len(campaigns) * players


def called(seats: str) -> list[str]:
    """`random (2)` if there are several."""
    codes = seats.split(",")
    return [f"{c} ({codes[: k + 1].count(c)})" if codes.count(c) > 1 else c for k, c in enumerate(codes)]


def test_a_campaign_is_that_of_its_chapters_one_by_one(capsys: Capture, tmp_path: Path) -> None:
    """Side by side or alone: the record of every campaign follows from the answers of its chapters."""
    record = tmp_path / "games.jsonl"
    simulated(capsys, "random,random", 6, "--processes", "1", "--record", str(record))
    after: dict[str, Any] | None = None
    for number, replay in enumerate(read_replays(record)):
        if number % len(CHAPTERS) == 0:
            after = CampaignRecord().as_dict()
        assert replay.choice.options.campaign == CampaignRecord(**_frozen(after)).as_numbers()
        *_, (state, _) = replayed(replay)
        after = state.campaign_record()


def _frozen(record: Any) -> dict[str, Any]:
    return {**record, "stars": tuple(tuple(row) for row in record["stars"])}


def test_an_agent_that_fails_loses_the_campaign(capsys: Capture, tmp_path: Path) -> None:
    wrong = bots.bot(tmp_path, "wrong", bots.RAISES)
    data = simulated(capsys, f"random,{wrong}", 2, "--processes", "1", code=1)
    assert [agent["win_share"]["mean"] for agent in data["agents"]] == [1, 0]
    assert data["agents"][1]["stars"]["mean"] is None
    assert sum(data["agents"][1]["forfeits"].values()) == 2


def test_what_is_told_of_campaigns(capsys: Capture) -> None:
    words = ("simulate", *SHORT, "--campaign", "--seats", "greedy")
    code, out, _ = run(capsys, *words, "--games", "3", "--processes", "1")
    assert code == 0
    assert out.startswith("3 campaigns of 7 chapters: 3 deals in one seating, solo")
    assert "campaigns won" in out
    assert [f"\n{chapter} greedy " in out for chapter in CHAPTERS] == [True] * 7
    code, out, err = run(capsys, *words, "--controls")
    assert (code, out) == (2, "")
    assert "--controls is for single games" in err
