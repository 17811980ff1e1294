"""Recorded games: written, read back, told, checked; whatever is damaged or hostile is refused with the reason."""

import base64
import itertools
import json
import random
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests import bots
from undersea_env.agents.arena import play_counts
from undersea_env.agents.arena.packing import packed, unpacked
from undersea_env.agents.arena.plan import Match, Plan, Rules
from undersea_env.agents.arena.play_counts import counted
from undersea_env.agents.arena.replays import LONGEST_LINE, Replay, as_text, parsed, read_replays, replay_of
from undersea_env.agents.arena.resimulation import GAMES_AT_ONCE, follow, in_batches, replayed
from undersea_env.agents.arena.running import carry_out
from undersea_env.agents.arena.telling import told
from undersea_env.commands import main as cli
from undersea_env.errors import InvalidOption, InvalidReplay
from undersea_env.underwater_cities.compiled.limits import PLAYABLE_HAND
from undersea_env.underwater_cities.kernel.actions import NUM_ACTIONS, ORDER, PLAY
from undersea_env.underwater_cities.printed.catalogue import BUILT_IN_FOLDER
from undersea_env.underwater_cities.words.readings import matches

Capture = pytest.CaptureFixture[str]


def run(capsys: Capture, *words: str) -> tuple[int, str, str]:
    code = cli.main(list(words))
    printed = capsys.readouterr()
    return code, printed.out, printed.err


def recorded(players: int = 2, deals: int = 3, agents: tuple[str, ...] = (), **options: Any) -> list[Replay]:
    rules = Rules.of(players, options.get("boards", "symmetric"), options.get("contracts", False),
                     options.get("rounds", (1, 1)), None)
    plan = Plan(rules, (Match(agents or ("random",) * players),), deals, seed=1, record=True)
    played = carry_out(plan, "test", processes=1)
    names = [played.names[code] for code in plan.matches[0].agents]
    games = [game for chunk in played.chunks for game in chunk["games"]]
    return [replay_of(game, rules, rules.game().rulebook_hash, names) for game in games]


@pytest.fixture(scope="module")
def replays() -> list[Replay]:
    return recorded()


@pytest.fixture
def file(tmp_path: Path, replays: list[Replay]) -> Path:
    path = tmp_path / "games.jsonl"
    path.write_text(as_text(replays))
    return path


# --- the form ---


@given(st.lists(st.integers(0, NUM_ACTIONS - 1), max_size=60))
def test_actions_are_packed_and_unpacked(actions: list[int]) -> None:
    text = packed(actions)
    assert unpacked(text, len(actions)) == actions
    assert len(base64.b64decode(text)) == (9 * len(actions) + 7) // 8


@given(st.text(max_size=20), st.integers(0, 20))
def test_other_texts_are_not_unpacked_to_what_was_never_packed(text: str, n: int) -> None:
    try:
        actions = unpacked(text, n)
    except InvalidReplay:
        return
    assert packed(actions) == text


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_replays_are_read_as_they_were_written(players: int, tmp_path: Path) -> None:
    written = recorded(players, deals=2, boards="asymmetric", contracts=players > 1)
    path = tmp_path / "games.jsonl"
    path.write_text(as_text(written))
    assert list(read_replays(path)) == written
    assert follow(written)[1] == [None] * len(written)


def test_a_game_takes_a_few_hundred_bytes() -> None:
    sizes = [len(replay.as_line()) for replay in recorded(2, deals=4, rounds=(4, 3, 3))]
    assert sum(sizes) / len(sizes) < 750


# --- hostile lines ---


def damages() -> list[tuple[str, Callable[[dict[str, Any]], Any]]]:
    def setting(key: str, value: Any) -> Callable[[dict[str, Any]], Any]:
        return lambda data: data | {key: value}

    def option(key: str, value: Any) -> Callable[[dict[str, Any]], Any]:
        return lambda data: data | {"options": data["options"] | {key: value}}

    return [
        ("not a dict", lambda data: [data]),
        ("no format", lambda data: {k: v for k, v in data.items() if k != "replay"}),
        ("other format", setting("replay", 2)),
        ("format is a bool", setting("replay", True)),
        ("other game", setting("game", "chess-v0")),
        ("one key more", setting("extra", 1)),
        ("one key less", lambda data: {k: v for k, v in data.items() if k != "seed"}),
        ("hash of another length", setting("rules", "00")),
        ("hash with a path", setting("rules", "../" * 10 + "ab")),
        ("hash is a number", setting("rules", 5)),
        ("options are no dict", setting("options", [])),
        ("an unknown option", option("components", "/etc")),
        ("five players", option("num_players", 5)),
        ("players are a text", option("num_players", "2")),
        ("a board twice", option("boards", [1, 1])),
        ("boards are nested", option("boards", [[1], [2]])),
        ("contracts are a number", option("contracts", 1)),
        ("rounds without end", option("rounds", [9] * 1000)),
        ("rounds are a number", option("rounds", 4)),
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
        ("another number of decisions", lambda data: data | {"decisions": data["decisions"] + 1}),
        ("a negative number of decisions", setting("decisions", -1)),
        ("too many decisions", setting("decisions", 10**9)),
        ("actions that are no text", setting("actions", [1, 2])),
        ("actions that are not base64", setting("actions", "*" * 8)),
        ("actions that are no ASCII", setting("actions", "é" * 8)),
        ("an action over the last", lambda data: data | {"decisions": 1, "actions": "/4A="}),
        ("spare bits that are set", lambda data: data | {"decisions": 1, "actions": "AAE="}),
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
    for command in (("replay", str(path), "--verify"), ("replay", str(path), "--game", "2"), ("stats", str(path))):
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


def test_random_changes_never_break_the_reader(replays: list[Replay]) -> None:
    rng = random.Random(5)
    line = replays[0].as_line().encode()
    for _ in range(300):
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
        assert (replay.actions, replay.seed, replay.scores) == (
            replays[0].actions, replays[0].seed, replays[0].scores,
        )


# --- games that are not as recorded ---


def altered(replay: Replay, **changes: Any) -> Replay:
    return Replay(**(vars(replay) | changes))


def test_what_is_not_as_recorded_is_found(capsys: Capture, tmp_path: Path, replays: list[Replay]) -> None:
    good, other = replays[:2]
    assert good.scores is not None
    legal = good.game().new_game(good.seed).legal_actions
    legal_elsewhere = next(action for action in range(NUM_ACTIONS) if action not in legal)
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
    assert run(capsys, "replay", str(path), "--verify", "--game", "9")[0] == 0
    assert run(capsys, "replay", str(path), "--verify", "--game", "2")[0] == 1
    assert "game 2: " in run(capsys, "stats", str(path))[2]


def test_verification_does_not_depend_on_the_company(replays: list[Replay]) -> None:
    long = recorded(2, deals=1, rounds=(3,))
    unfinished = [altered(replay, actions=replay.actions[:k], scores=None) for k, replay in enumerate(replays)]
    together = [*replays, *unfinished]
    batch, problems = follow(together)
    assert problems == [None] * len(together)
    for lane, replay in enumerate(together):
        states = [state for state, _ in replayed(replay)]
        assert batch.state(lane) == states[-1]
    groups = list(in_batches([*replays, *long, *replays], size=4))
    assert [len(group) for group in groups] == [4, 2, 2, 4, 2]
    assert GAMES_AT_ONCE > 4


def test_all_games_are_as_recorded(capsys: Capture, file: Path, replays: list[Replay]) -> None:
    code, out, _ = run(capsys, "replay", str(file), "--verify")
    assert (code, out) == (0, f"{len(replays)} games played again: all as recorded.\n")
    assert run(capsys, "replay", str(file), "--game", "7")[0] == 2


def test_a_game_under_other_rules_is_refused(capsys: Capture, tmp_path: Path, file: Path) -> None:
    book = tmp_path / "book"
    shutil.copytree(BUILT_IN_FOLDER, book)
    cards = book / "era_cards.csv"
    cards.write_text(cards.read_text().replace("gain 2 steelplast", "gain 3 steelplast"))
    for command in ("replay", "stats"):
        code, out, err = run(capsys, command, str(file), "--components", str(book))
        assert (code, out) == (2, "")
        assert "played under other rules" in err
    own = tmp_path / "own.jsonl"
    assert run(capsys, "simulate", "--seats", "random", "--games", "2", "--rounds", "1", "--record", str(own),
               "--components", str(book), "--processes", "1")[0] == 0
    assert str(tmp_path) not in own.read_text()
    assert run(capsys, "replay", str(own), "--verify")[0] == 2
    assert run(capsys, "replay", str(own), "--verify", "--components", str(book))[0] == 0


# --- telling ---


def test_a_game_is_told_to_its_end(capsys: Capture, file: Path, tmp_path: Path) -> None:
    code, out, _ = run(capsys, "replay", str(file), "--game", "2")
    assert code == 0
    for words in ("Log (omniscient", "Agents: seat 0 random", "Seed ", "The game is over", "Final score"):
        assert words in out
    svg = tmp_path / "table.svg"
    code, out, _ = run(capsys, "replay", str(file), "--to-decision", "5", "--json", "--svg", str(svg))
    assert code == 0
    assert json.loads(out)["decisions"] == 5
    assert not json.loads(out)["is_over"]
    assert svg.read_text().startswith("<svg")


def test_a_seat_is_told_nothing_that_it_cannot_know(capsys: Capture, file: Path, replays: list[Replay]) -> None:
    looked = 0
    for replay, seat in itertools.product(replays[:2], range(2)):
        for end in (0, 10, 30):
            found = told(replay, seat, end)
            state = found.state
            assert str(replay.seed) not in found.words()
            other = state.states[0].players[1 - seat]
            hidden = {int(card) for card in other.hand[: int(other.hand_count)]}
            named = "\n".join(found.lines)
            for card in hidden:
                looked += 1
                assert f"(no. {card})" not in named
                assert f"(no. {card}," not in named
            another = state.resample(seat, 3)
            assert state.render("ansi", seat) == another.render("ansi", seat)
            assert state.render("ansi", seat) in found.words()
    assert looked > 20
    code, out, _ = run(capsys, "replay", str(file), "--seat", "1", "--to-decision", "12", "--json")
    assert code == 0
    assert "seed" not in out
    assert set(json.loads(out)) == {"heading", "seat", "decisions", "log", "is_over", "scores"}


@pytest.mark.parametrize("words", ["--seat 2", "--seat -1", "--to-decision 999", "--to-decision -1"])
def test_what_the_game_does_not_have_cannot_be_told(capsys: Capture, file: Path, words: str) -> None:
    code, out, err = run(capsys, "replay", str(file), *words.split())
    assert (code, out) == (2, "")
    assert err.count("\n") == 1


def test_a_forfeited_game_is_kept_and_told(tmp_path: Path) -> None:
    failed = recorded(2, deals=1, agents=("random", bots.bot(tmp_path, "wrong", bots.FAILS_ON_SEAT_1)))
    endings = [(replay.scores is None, replay.forfeit, told(replay).lines[-1]) for replay in failed]
    assert endings[0] == (True, 1, "Seat 1 lost the game here by default.")
    assert endings[1][:2] == (False, None)
    assert follow(failed)[1] == [None, None]
    with pytest.raises(InvalidOption):
        told(failed[0], seat=5)


# --- counts ---


def test_counts_are_those_of_a_plain_walk_through_the_games(
    capsys: Capture, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    replays = recorded(2, deals=8, contracts=True, rounds=(2, 1), boards="asymmetric")
    path = tmp_path / "games.jsonl"
    path.write_text(as_text(replays))
    times: dict[tuple[str, str], int] = {}
    used: list[tuple[set[tuple[str, str]], float]] = []
    for replay in replays:
        game = replay.game()
        mine: list[set[tuple[str, str]]] = [set(), set()]
        for state, action in replayed(replay):
            record = state.states[0]
            if action is not None and PLAY <= action < ORDER:
                slot, place = divmod(action - PLAY, PLAYABLE_HAND)
                card = int(record.players[state.current_player].hand[place])
                things = [("slot", state.action_to_string(action).split(" on ")[1].split()[0])]
                things += [("card", str(card))] if matches(game, slot, card) else []
                for thing in things:
                    times[thing] = times.get(thing, 0) + 1
                    mine[state.current_player].add(thing)
        position = state.to_dict()
        for seat, player in enumerate(position["players"]):
            mine[seat] |= {("board", str(player["board"]))} | {("contract", name) for name in player["contracts"]}
            used.append((mine[seat], (seat in state.winners) / len(state.winners)))
    few = counted(replays, seed=0, resamples=300)
    assert all(effect.effect.as_data()["mean"] is None for effect in few.effects)     # of 32 seats none is enough
    monkeypatch.setattr(play_counts, "FEW_SEATS", 1)
    counts = counted(replays, seed=0, resamples=300)
    assert (counts.games, counts.deals, counts.unfinished) == (16, 8, 0)
    found = {(effect.kind, effect.id): effect for effect in counts.effects if effect.kind != "metropolis"}
    found = {thing: effect for thing, effect in found.items() if effect.times}
    assert set(found) == {thing for things, _ in used for thing in things}
    for thing, effect in found.items():
        having = [won for things, won in used if thing in things]
        lacking = [won for things, won in used if thing not in things]
        assert effect.seats == len(having)
        assert effect.times == times.get(thing, len(having))
        assert effect.win_share == pytest.approx(sum(having) / len(having))
        if lacking:
            assert effect.effect.mean == pytest.approx(sum(having) / len(having) - sum(lacking) / len(lacking))
            far = effect.effect.low > 0.1 or effect.effect.high < -0.1
            assert effect.is_out_of_line == far
    winning = [max(replay.scores) for replay in replays if replay.scores]
    assert counts.winning_score.mean == pytest.approx(sum(winning) / len(winning))
    folder = tmp_path / "stats"
    code, out, _ = run(capsys, "stats", str(path), "--out", str(folder))
    assert code == 0
    assert "16 finished games of 8 deals" in out
    assert json.loads((folder / "stats.json").read_text())["games"] == 16
    assert (folder / "stats.csv").read_text().startswith("kind,id,name,times,seats,win_share,effect,")
    assert json.loads(run(capsys, "stats", str(path), "--json")[1])["effects"]


def test_cards_that_nobody_played_are_counted_too(replays: list[Replay]) -> None:
    counts = counted(replays, seed=0, resamples=20)
    cards = [effect for effect in counts.effects if effect.kind == "card"]
    assert [int(effect.id) for effect in cards] == [card.number for card in replays[0].game().catalogue.cards]
    unused = [effect for effect in cards if not effect.times]
    assert unused
    assert all(effect.as_data()["win_share"] is None for effect in unused)


def test_games_of_different_rules_are_not_counted_together(replays: list[Replay]) -> None:
    others = recorded(replays[0].rules.num_players, deals=1, rounds=(1,))
    with pytest.raises(InvalidReplay, match="different rules"):
        counted([*replays, *others], seed=0, resamples=20)


def test_unfinished_games_are_left_out_of_the_counts(replays: list[Replay]) -> None:
    part = altered(replays[0], actions=replays[0].actions[:10], scores=None)
    counts = counted([part, *replays[1:]], seed=0, resamples=20)
    assert (counts.games, counts.unfinished) == (len(replays) - 1, 1)
    assert counted([part], seed=0, resamples=20).as_data()["winning_score"]["mean"] is None
