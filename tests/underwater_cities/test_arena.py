"""What the arena tells of this game: rounds, printed things and their use, other component books, its options."""

import itertools
import json
import shutil
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from tests.shared.short_games import Capture, as_text, run
from undersea_env.agents.arena import play_counts
from undersea_env.agents.arena.bootstrap import UNKNOWN
from undersea_env.agents.arena.choice import GameChoice
from undersea_env.agents.arena.plan import Match, Plan
from undersea_env.agents.arena.play_counts import Effect, counted
from undersea_env.agents.arena.replays import Replay, line_of, parsed
from undersea_env.agents.arena.resimulation import replayed
from undersea_env.agents.arena.running import play_plan
from undersea_env.agents.arena.telling import tell_game
from undersea_env.errors import InvalidReplay
from undersea_env.underwater_cities.compiled.limits import PLAYABLE_HAND
from undersea_env.underwater_cities.kernel.actions import ORDER, PLAY
from undersea_env.underwater_cities.kernel.questions import TURNS
from undersea_env.underwater_cities.printed.catalogue import BUILT_IN_FOLDER
from undersea_env.underwater_cities.words.readings import matches

GAME = "underwater_cities"


def played(deals: int, **options: Any) -> tuple[GameChoice, list[dict[str, Any]]]:
    choice = GameChoice.of(GAME, **options)
    plan = Plan(choice, (Match(("random",) * choice.num_players),), deals, seed=1, record=True)
    return choice, [game for chunk in play_plan(plan, "test", processes=1).chunks for game in chunk["games"]]


def recorded(deals: int, **options: Any) -> list[Replay]:
    choice, games = played(deals, **options)
    return [parsed(line_of(game, choice, ["random"] * choice.num_players).encode()) for game in games]


@cache
def replays() -> list[Replay]:
    return recorded(3, rounds=(1, 1))


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "games.jsonl"
    path.write_text(as_text(replays()))
    return path


def test_the_scores_after_each_round_are_those_of_the_position_then() -> None:
    choice, games = played(1, rounds=(2, 1))
    for game in games:
        state = choice.game().new_game(game["seed"])
        after: list[list[int]] = []
        for action in parsed(line_of(game, choice, ["a", "b"]).encode()).actions:
            state.apply_action(action)
            record = state.states[0]
            if not state.is_terminal and record.round_no == len(after) + 2 and record.frame[0].stage == TURNS:
                after.append([state.score_breakdown(seat)["total"] for seat in range(2)])
        assert game["by_round"] == [*after, list(state.scores)]
        assert len(after) == 2


def test_scores_over_rounds_are_drawn(capsys: Capture, tmp_path: Path) -> None:
    words = ("simulate", "--seats", "random,random", "--games", "2", "--rounds", "1,1", "--processes", "1")
    assert run(capsys, *words, "--out", str(tmp_path / "run"))[0] == 0
    assert (tmp_path / "run" / "score_over_rounds.png").read_bytes().startswith(b"\x89PNG")


def test_agents_that_learned_with_other_cards_are_refused_before_play(capsys: Capture, tmp_path: Path) -> None:
    book = Path(shutil.copytree(BUILT_IN_FOLDER, tmp_path / "book")) / "era_cards.csv"
    book.write_text(book.read_text().replace("produce 2 points", "produce 7 points"))
    for code in ("value", "mcts+value:2", "ppo"):
        words = ("simulate", "--seats", f"{code},random", "--games", "2", "--components", str(book.parent))
        status, out, err = run(capsys, *words, "--out", str(tmp_path / "out"))
        assert (status, out) == (2, "")
        assert "learned with other components" in err
        assert not (tmp_path / "out").exists()


def test_alone_the_boards_are_asymmetric(capsys: Capture) -> None:
    words = ("simulate", "--seats", "random", "--games", "2", "--rounds", "1", "--json", "--processes", "1")
    results = json.loads(run(capsys, *words)[1])
    assert results["settings"]["game"] == {
        "num_players": 1, "boards": "asymmetric", "contracts": False, "rounds": [1],
    }
    assert "kind" not in results["settings"]                         # old folders go on


@pytest.mark.parametrize(
    "command",
    [
        "simulate --seats random,random --rounds 0",
        "simulate --seats random,random --rounds x",
        "simulate --seats random,random --boards 1,5",
        "simulate --seats random --contracts",
        "demo --players 5",
        "demo --players 1 --contracts",
        "demo --boards 1,1",
        "demo --boards round",
    ],
)
def test_options_that_do_not_fit_are_refused_in_one_sentence(capsys: Capture, command: str) -> None:
    code, out, err = run(capsys, *command.split())
    assert (code, out) == (2, "")
    assert err.startswith("undersea: ")
    assert err.count("\n") == 1


@pytest.mark.parametrize(
    ("name", "value"),
    [("boards", [1, 1]), ("boards", [[1], [2]]), ("contracts", 1), ("rounds", [9] * 1000), ("rounds", 4)],
)
def test_a_replay_with_options_that_do_not_fit_is_refused(name: str, value: Any) -> None:
    data = json.loads(replays()[0].as_line())
    with pytest.raises(InvalidReplay, match=name):
        parsed(json.dumps(data | {"options": data["options"] | {name: value}}).encode())


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


def test_a_game_is_told_to_its_end(capsys: Capture, file: Path, tmp_path: Path) -> None:
    code, out, _ = run(capsys, "replay", str(file), "--number", "2")
    assert code == 0
    for words in ("Log (omniscient", "Agents: seat 0 random", "Seed ", "The game is over", "Final score"):
        assert words in out
    svg = tmp_path / "table.svg"
    code, out, _ = run(capsys, "replay", str(file), "--to-decision", "5", "--json", "--svg", str(svg))
    assert code == 0
    assert json.loads(out)["decisions"] == 5
    assert not json.loads(out)["is_over"]
    assert svg.read_text().startswith("<svg")


def test_a_seat_is_told_no_card_that_it_cannot_know() -> None:
    looked = 0
    for replay, seat in itertools.product(replays()[:2], range(2)):
        for end in (0, 10, 30):
            found = tell_game(replay, seat, end)
            state = found.state
            other = state.states[0].players[1 - seat]
            shown = {card for k in range(end + 1) for card in tell_game(replay, seat, k).state.to_dict()["special_row"]}
            hidden = {int(card) for card in other.hand[: int(other.hand_count)]} - shown
            named = "\n".join(found.lines)
            for card in hidden:
                looked += 1
                assert f"(no. {card})" not in named
                assert f"(no. {card}," not in named
    assert looked > 20


# --- counts ---


def test_counts_are_those_of_a_plain_walk_through_the_games(monkeypatch: pytest.MonkeyPatch) -> None:
    games = recorded(8, contracts=True, rounds=(2, 1), boards="asymmetric")
    times: dict[tuple[str, str], int] = {}
    used: list[tuple[set[tuple[str, str]], float]] = []
    held: Counter[str] = Counter()
    for replay in games:
        game = replay.game()
        mine: list[set[tuple[str, str]]] = [set(), set()]
        in_hand: list[set[str]] = [set(), set()]
        for state, action in replayed(replay):
            record = state.states[0]
            if action is not None and PLAY <= action < ORDER:
                in_hand[state.current_player] |= set(map(str, state.to_dict()["players"][state.current_player]["hand"]))
                slot, place = divmod(action - PLAY, PLAYABLE_HAND)
                card = int(record.players[state.current_player].hand[place])
                things = [("slot", state.action_to_string(action).split(" on ")[1].split()[0])]
                things += [("card", str(card))] if matches(game, slot, card) else []
                for thing in things:
                    times[thing] = times.get(thing, 0) + 1
                    mine[state.current_player].add(thing)
        held.update([*in_hand[0], *in_hand[1]])
        position = state.to_dict()
        for seat, player in enumerate(position["players"]):
            mine[seat] |= {("board", str(player["board"]))} | {("contract", name) for name in player["contracts"]}
            used.append((mine[seat], (seat in state.winners) / len(state.winners)))
    few = counted(games, seed=0, resamples=300)
    assert all(effect.effect.as_data()["mean"] is None for effect in few.effects)     # of 32 seats none is enough
    monkeypatch.setattr(play_counts, "FEW_SEATS", 1)
    counts = counted(games, seed=0, resamples=300)
    assert (counts.games, counts.deals, counts.unfinished) == (16, 8, 0)
    found = {(effect.kind, effect.id): effect for effect in counts.effects if effect.kind != "metropolis"}
    assert {id: effect.held for (kind, id), effect in found.items() if kind == "card" and effect.held} == held
    assert not any(effect.held for (kind, _), effect in found.items() if kind != "card")
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
    winning = [max(replay.scores) for replay in games if replay.scores]
    assert counts.winning_score.mean == pytest.approx(sum(winning) / len(winning))


def test_what_is_held_and_hardly_ever_played_is_left_in_hand() -> None:
    def effect(held: int, seats: int) -> Effect:
        return Effect("card", "1", "a card", held, seats, seats, 0.5, UNKNOWN)

    assert effect(1000, 9).is_left_in_hand
    assert effect(300, 0).is_left_in_hand
    assert not effect(1000, 10).is_left_in_hand
    assert not effect(299, 0).is_left_in_hand


def test_cards_that_nobody_played_are_counted_too() -> None:
    counts = counted(replays(), seed=0, resamples=20)
    cards = [effect for effect in counts.effects if effect.kind == "card"]
    assert [int(effect.id) for effect in cards] == [card.number for card in replays()[0].game().catalogue.cards]
    unused = [effect for effect in cards if not effect.times]
    assert unused
    assert all(effect.as_data()["win_share"] is None for effect in unused)
