"""`undersea bench`: the figures are there and make sense. How fast is not asked: machines differ."""

import json
import re
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

import undersea_env
from undersea_env.benchmarks import engine, growth, guard
from undersea_env.core.choosing import choose_at_random
from undersea_env.core.registry import games, kind_of
from undersea_env.errors import MissingExtra, UnderseaError
from undersea_env.underwater_cities.kernel.actions import NUM_ACTIONS

TINY = engine.Sizes(
    batch=64,
    repeats=2,
    sweeps=40,
    positions=8,
    long_run_games=100,
    long_run_seconds=60.0,
    compiles_cold=False,
    growth_seconds=0.005,
    batches=(1, 64),
    training_lanes=8,
    training_steps=4,
)
GAME = "underwater_cities"
PUBLIC_KEYS = {
    "steps_per_second",
    "steps_per_second_with_observations",
    "aec_steps_per_second",
    "clone_ns",
    "compile_seconds_cold",
    "import_seconds",
    "state_bytes",
}


@pytest.fixture(scope="module")
def result() -> dict[str, Any]:
    return engine.run_bench(quick=True, sizes=TINY, progress=False)


def test_keys_of_the_public_interface_are_there_and_json_can_carry_them(result: dict[str, Any]) -> None:
    assert set(result) >= PUBLIC_KEYS
    assert json.loads(json.dumps(result)) == result
    assert set(result["steps_per_second"]) == {"1", "2"}
    assert result["compile_seconds_cold"] is None


def test_figures_are_positive(result: dict[str, Any]) -> None:
    names = ("clone_ns", "clone_python_us", "legal_actions_us", "apply_action_us", "resample_us", "to_dict_us")
    times = ("import_seconds", "bare_import_seconds", "first_decision_seconds", "compile_seconds_warm")
    for name in (*names, *times, "observation_us", "state_bytes"):
        assert result[name] > 0, name
    assert all(speed > 0 for speed in result["steps_per_second"].values())


def test_every_number_of_players_is_measured_and_two_and_four_also_on_two_threads(result: dict[str, Any]) -> None:
    threads = {players: set(figures["threads"]) for players, figures in result["by_players"].items()}
    assert threads == {"1": {"1"}, "2": {"1", "2"}, "3": {"1"}, "4": {"1", "2"}}


def test_the_median_lies_in_its_spread(result: dict[str, Any]) -> None:
    for figures in result["by_players"].values():
        assert 1 <= figures["mean_legal_actions"] < NUM_ACTIONS
        for row in figures["threads"].values():
            for name in ("steps_per_second", "ceiling_steps_per_second"):
                assert 0 < row[name]["min"] <= row[name]["median"] <= row[name]["max"]


def test_playing_is_not_faster_than_touching_the_records(result: dict[str, Any]) -> None:
    rows = [row for figures in result["by_players"].values() for row in figures["threads"].values()]
    shares = sorted(row["share_of_ceiling"] for row in rows)
    assert shares[0] > 0
    assert shares[len(shares) // 2] < 1                        # a busy machine may slow down either in one of them


def test_games_finish_and_longer_games_have_more_decisions(result: dict[str, Any]) -> None:
    assert result["memory"]["games"] >= TINY.long_run_games
    lengths = [figures["decisions_per_game"] for figures in result["by_players"].values()]
    assert all(length is not None and length > 30 for length in lengths)


def test_stepping_allocates_nothing(result: dict[str, Any]) -> None:
    assert result["allocations_in_steps"] == 0


def test_importing_the_rules_does_not_import_torch(result: dict[str, Any]) -> None:
    assert result["imports_torch"] is False


def test_the_text_for_people_has_a_row_for_each_measurement(result: dict[str, Any]) -> None:
    text = engine.bench_text(result)
    rows = sum(len(figures["threads"]) for figures in result["by_players"].values())
    assert len(re.findall(r"\d to \d", text)) == rows
    assert "state.clone()" in text


@pytest.mark.parametrize("size", [NUM_ACTIONS, 201, 300])
def test_random_choices_are_legal_and_reach_every_legal_action(size: int) -> None:
    legal = [0, 4, 63, 64, 130, size - 1]
    masks = np.zeros((1000, size), np.int8)
    masks[:, legal] = 1
    actions = np.zeros(1000, np.int64)
    choose_at_random(masks, np.arange(1000, dtype=np.uint64), np.ones(1000, bool), actions)
    assert set(actions.tolist()) == set(legal)
    assert np.unique(actions, return_counts=True)[1].min() > 120


def test_play_with_observations_answers_the_masks_of_the_vector_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    mask = np.zeros((TINY.batch, NUM_ACTIONS), np.int8)
    mask[:, 3] = 1
    chosen = []

    def step(actions: Any) -> tuple[Any, ...]:
        chosen.append(set(actions.tolist()))
        return None, None, None, None, {"action_mask": mask}

    env = SimpleNamespace(reset=lambda seed: (None, {"action_mask": mask}), step=step, close=lambda: None)
    monkeypatch.setattr(undersea_env, "vector_env", lambda **options: env)
    assert engine.measure_observed(TINY) > 0
    assert chosen == [{3}] * (TINY.sweeps * TINY.repeats)


def test_a_failing_process_is_reported_in_one_sentence() -> None:
    with pytest.raises(UnderseaError, match=r"start-up failed: ValueError: no sea$"):
        engine.run_python("raise ValueError('no sea')")


def test_the_questions_of_a_batch_are_all_measured(result: dict[str, Any]) -> None:
    questions = result["questions"]
    assert sum(row["share_of_decisions"] for row in questions) == pytest.approx(1)
    assert "WHICH_SLOT_AND_CARD" in {row["question"] for row in questions}
    assert all(row["mask_ns"] > 0 and row["answer_ns"] > 0 for row in questions)


def test_every_round_of_a_game_is_measured(result: dict[str, Any]) -> None:
    rounds = result["progress"]
    assert [(row["era"], row["round"]) for row in rounds] == sorted({(row["era"], row["round"]) for row in rounds})
    assert {row["era"] for row in rounds} == {1, 2, 3}
    assert sum(row["share_of_decisions"] for row in rounds) == pytest.approx(1)
    assert all(row["mask_ns"] > 0 and row["answer_ns"] > 0 and row["mean_legal_actions"] >= 1 for row in rounds)


def test_speed_is_measured_for_one_game_and_for_many_on_one_thread_and_on_two(result: dict[str, Any]) -> None:
    assert [(row["batch"], row["threads"]) for row in result["batches"]] == [(1, 1), (64, 1), (64, 2)]
    for row in result["batches"]:
        assert row["steps_per_second"] > 0
        assert row["steps_per_second_with_observations"] > 0


def test_a_lane_of_the_vector_environment_holds_more_than_a_game_of_the_rules(result: dict[str, Any]) -> None:
    held = result["bytes_per_game"]
    assert held["rules"] == result["state_bytes"] + NUM_ACTIONS
    assert held["vector"] > held["rules"]


def test_agents_and_training_are_measured_and_the_parts_of_training_make_up_the_whole(result: dict[str, Any]) -> None:
    assert result["greedy"]["games_per_second"] > 0
    assert result["mcts"]["simulations_per_second"] > 0
    training = result["training"]
    assert training["decisions_per_second"] > 0
    assert set(training["shares"]) == {"rules", "policy", "opponents", "learning"}
    assert sum(training["shares"].values()) == pytest.approx(1)


def test_without_the_extra_training_is_left_out(result: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    def lacks_torch() -> None:
        raise MissingExtra("training lacks torch")

    monkeypatch.setattr("undersea_env.training.check_extra", lacks_torch)
    assert growth.measure_training(TINY) is None
    assert "Training" in engine.bench_text(result)
    assert "Training" not in engine.bench_text(result | {"training": None})


def test_a_game_without_heuristic_and_rounds_is_measured_like_any_other(result: dict[str, Any]) -> None:
    small = replace(TINY, sweeps=8, long_run_games=20)
    found = engine.run_bench(sizes=small, progress=False, kind=kind_of("tests.toy_game"))
    assert set(found) == set(result)
    assert found["game"] == "tests.toy_game-v0"
    assert found["greedy"] is None
    assert found["progress"] == []
    assert {row["question"] for row in found["questions"]} == {"PLAY", "DRAW"}
    assert found["mcts"]["simulations_per_second"] > 0
    assert "In the course of a game" not in engine.bench_text(found)


# --- the guard ---


@pytest.fixture(scope="module")
def plays() -> dict[str, Any]:
    return guard.watched()


def slowed(play: Any, times: int) -> Any:
    """The same play, that makes every step `times` times."""
    return lambda n: play(times * n)


def test_the_guard_passes_what_is_as_fast_as_stored_and_fails_what_is_slowed_down(plays: dict[str, Any]) -> None:
    how: dict[str, Any] = {"repeats": 5, "steps": 10}
    stored = guard.measure(plays, **how)
    assert guard.guard(plays, stored, **how) == []
    for name in plays:
        lost = guard.guard({**plays, name: slowed(plays[name], 2)}, stored, **how)
        assert len(lost) == 1
        assert lost[0].startswith(f"{name}: ")


@pytest.mark.parametrize(("found", "is_too_slow"), [(1.0, False), (0.71, False), (0.69, True), (2.0, False)])
def test_the_guard_allows_to_lose_30_percent(found: float, is_too_slow: bool) -> None:
    assert bool(guard.too_slow({"masks": found}, {"masks": 1.0})) == is_too_slow


def test_one_bad_try_does_not_fail_the_guard(monkeypatch: pytest.MonkeyPatch) -> None:
    tries = iter([{"a": 0.1, "b": 1.0}, {"a": 1.0, "b": 0.1}])
    monkeypatch.setattr(guard, "measure", lambda *how: next(tries))
    assert guard.guard({}, {"a": 1.0, "b": 1.0}) == []
    assert next(tries, None) is None


@pytest.mark.parametrize(("ratio", "code"), [(1.0, 0), (0.5, 1)])
def test_the_exit_code_of_the_guard_tells_whether_it_is_slower(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], ratio: float, code: int
) -> None:
    cpu, stored = next(iter(guard.read_stored(GAME).items()))
    monkeypatch.delenv("NUMBA_BOUNDSCHECK", raising=False)
    monkeypatch.setattr(guard, "cpu_model", lambda: cpu)
    monkeypatch.setattr(guard, "watched", lambda kind: {})
    monkeypatch.setattr(guard, "measure", lambda *how: {name: ratio * kept for name, kept in stored.items()})
    assert guard.main(["--game", GAME]) == code
    assert ("50% slower" in capsys.readouterr().err) == (code == 1)


def test_the_guard_watches_every_game_and_fails_for_one_that_is_slower(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delenv("NUMBA_BOUNDSCHECK", raising=False)
    monkeypatch.setattr(guard, "cpu_model", lambda: "mine")
    monkeypatch.setattr(guard, "read_stored", lambda game: {"mine": {"masks": 0.2}})
    monkeypatch.setattr(guard, "watched", lambda kind: {})
    found = dict.fromkeys(games(), 0.2)
    monkeypatch.setattr(guard, "measure", lambda plays, repeats, steps, kind: {"masks": found[kind.name]})
    assert guard.main([]) == 0
    assert capsys.readouterr().out == "".join(f"{name}: not slower than stored\n" for name in games())
    slow = games()[-1]
    found[slow] = 0.1
    assert guard.main([]) == 1
    assert capsys.readouterr().err == f"{slow}: masks: 0.1000 of a do-nothing loop, stored is 0.2000: 50% slower\n"


def test_what_is_stored_is_what_is_watched(plays: dict[str, Any]) -> None:
    for game in games():
        assert guard.read_stored(game), game
        assert all(set(ratios) == set(plays) for ratios in guard.read_stored(game).values())


def test_every_processor_and_game_has_ratios_of_its_own(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "guard.json"
    for cpu, ratio in (("one", 0.1), ("other", 0.2), ("one", 0.3)):
        monkeypatch.setattr(guard, "cpu_model", lambda cpu=cpu: cpu)
        guard.store({"masks": ratio}, GAME, path)
    guard.store({"masks": 0.4}, "another game", path)
    assert guard.read_stored(GAME, path) == {"one": {"masks": 0.3}, "other": {"masks": 0.2}}
    assert guard.read_stored("another game", path) == {"one": {"masks": 0.4}}
    assert guard.read_stored("a third game", path) == {}
    monkeypatch.delenv("NUMBA_BOUNDSCHECK", raising=False)
    monkeypatch.setattr(guard, "cpu_model", lambda: "unknown")
    monkeypatch.setattr(guard, "watched", lambda kind: {})
    monkeypatch.setattr(guard, "measure", lambda *how, **more: {"masks": 0.25})
    assert guard.main([]) == 0
    assert "nothing to compare with on unknown, where it is masks 0.2500" in capsys.readouterr().out


def test_a_guard_without_stored_ratios_says_so(tmp_path: Path) -> None:
    (tmp_path / "guard.json").write_text("[]")
    with pytest.raises(UnderseaError, match=r"guard\.json has no ratios to compare with; --store"):
        guard.read_stored(GAME, tmp_path / "guard.json")


def test_the_guard_refuses_to_judge_code_with_bounds_checks(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("NUMBA_BOUNDSCHECK", "1")
    assert guard.main([]) == 2
    assert "NUMBA_BOUNDSCHECK; unset it" in capsys.readouterr().err
