"""Several Python threads at one object: positions stay positions, batches refuse the second thread in words."""

import contextlib
import random
import subprocess
import sys
import threading
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
import pytest

import undersea_env
from tests import kinds
from tests.kinds import Sample
from undersea_env.agents import make
from undersea_env.core.batch import Batch
from undersea_env.core.lanes import Lanes
from undersea_env.core.position import State
from undersea_env.core.redealing import Positions
from undersea_env.doors.gymnasium_env import SeatEnv, SeatVectorEnv
from undersea_env.doors.seat import LearnerLanes
from undersea_env.errors import IllegalAction, UnderseaError, UsedByAnotherThread

THREADS = 4


def in_another_thread(call: Callable[[], Any]) -> BaseException | None:
    """What the call raises there."""
    raised: list[BaseException | None] = []

    def run() -> None:
        try:
            call()
            raised.append(None)
        except BaseException as error:
            raised.append(error)

    thread = threading.Thread(target=run)
    thread.start()
    thread.join()
    return raised[0]


def all_at_once(work: Callable[[int], None]) -> list[BaseException]:
    """What was raised by threads that do the same work side by side, switched as often as can be."""
    raised: list[BaseException] = []

    def run(number: int) -> None:
        try:
            work(number)
        except BaseException as error:
            raised.append(error)

    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    try:
        threads = [threading.Thread(target=run, args=(number,)) for number in range(THREADS)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    finally:
        sys.setswitchinterval(interval)
    return raised


# --- one position ---


def test_one_position_in_many_threads_stays_a_position(whole: Sample) -> None:
    """Each answer is legal in the position that it comes to, or refused; copies are whole."""
    game = whole.game()
    state = game.new_game(1)

    def work(number: int) -> None:
        rng = random.Random(number)
        for k in range(400):
            legal = state.legal_actions
            try:
                if legal:
                    state.apply_action(rng.choice(legal)) if k % 2 else state.apply_and_observe(rng.choice(legal))
            except IllegalAction:
                pass                                         # another thread was there before
            if k % 50 == 0:
                game.from_bytes(state.to_bytes())
                game.from_dict(state.clone().to_dict())
                state.observation(0)
                state.render("ansi", 0)

    assert all_at_once(work) == []
    assert game.from_bytes(state.to_bytes()) == state


@pytest.mark.parametrize("method", ["apply_action", "apply_and_observe"])
def test_nobody_comes_between_the_check_of_an_action_and_its_being_carried_out(
    any_game: Sample, method: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    state = any_game.game().new_game(1)
    first, last = state.legal_actions[0], state.legal_actions[-1]
    expected = state.clone()
    expected.apply_action(first)
    others: list[threading.Thread] = []
    check = State._is_legal

    def slow_check(self: State, number: int) -> bool:
        is_legal = check(self, number)
        if not others:
            others.append(threading.Thread(target=seen_by_the_other))
            others[0].start()
            others[0].join(0.3)                              # long enough, if nothing held it up
        return is_legal

    seen: list[State] = []

    def seen_by_the_other() -> None:
        seen.append(state.clone())
        with contextlib.suppress(IllegalAction):
            state.apply_action(last)

    monkeypatch.setattr(State, "_is_legal", slow_check)
    getattr(state, method)(first)
    others[0].join()
    assert seen == [expected]


CRASHING = """
import random, sys, threading, undersea_env
game = undersea_env.game({name!r}, **{options!r})
box = [game.new_game(1)]
sys.setswitchinterval(1e-5)
raw = []
def work(k):
    rng = random.Random(k)
    for _ in range({tries}):
        state = box[0]
        try:
            if state.is_terminal: box[0] = game.new_game(rng.getrandbits(60))
            else: state.apply_action(rng.choice(state.legal_actions))
        except (undersea_env.IllegalAction, IndexError) as error:
            if type(error) is IndexError and "empty sequence" not in str(error): raw.append(error)
        except Exception as error: raw.append(error)
threads = [threading.Thread(target=work, args=(k,)) for k in range({threads})]
[t.start() for t in threads]
[t.join() for t in threads]
game.from_bytes(box[0].to_bytes())
print(len(raw), raw[:3])
"""


def crash(name: str, tries: int, **options: Any) -> None:
    """In a process of its own: what it tests against ends the process."""
    code = CRASHING.format(name=name, options=options, tries=tries, threads=THREADS)
    ended = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=500)
    assert (ended.returncode, ended.stdout) == (0, "0 []\n"), ended.stderr[-2000:]


def test_threads_that_play_the_same_position_do_not_end_the_process(any_game: Sample) -> None:
    crash(any_game.name, 2_000)


@pytest.mark.soak
def test_threads_that_play_the_same_position_for_long_do_not_end_the_process(any_game: Sample) -> None:
    crash(any_game.name, 200_000)


# --- many games ---


def batch_calls(batch: Batch) -> list[Callable[[], Any]]:
    return [
        lambda: batch.reset(range(batch.n)), batch.legal, lambda: batch.step(np.zeros(batch.n, np.int64)),
        batch.observe, batch.scores, lambda: batch.state(0), batch.to_bytes,
    ]


def test_a_batch_refuses_a_second_thread_and_nothing_changes(shortest: Sample) -> None:
    batch = Batch(shortest.game(), 5, threads=2)
    games = batch.to_bytes()
    with batch.alone:
        errors = [in_another_thread(call) for call in [*batch_calls(batch), lambda: batch.from_bytes(games)]]
        batch.legal()                                        # the thread that is in goes on
    assert {type(error) for error in errors} == {UsedByAnotherThread}
    assert isinstance(errors[0], UnderseaError)
    assert str(errors[0]) == "another thread is using these games; give every thread one of its own"
    assert batch.to_bytes() == games
    assert [in_another_thread(call) for call in (batch.legal, batch.observe, batch.to_bytes)] == [None] * 3
    batch.close()


def test_lanes_refuse_a_second_thread(shortest: Sample) -> None:
    lanes = Lanes(shortest.game(), 3)
    lanes.reset([1, 2, 3])
    games, actions = lanes.to_bytes(), lanes.masks.argmax(axis=1)
    nobody = np.zeros(0, np.int64)
    calls: list[Callable[[], Any]] = [
        lambda: lanes.advance(actions), lambda: lanes.reset([4, 5, 6]), lanes.look, lambda: lanes.from_bytes(games),
        lambda: lanes.forfeit(nobody, -1.0), lambda: lanes.begin_anew(nobody), lambda: lanes.seen_by(nobody, nobody),
    ]
    with lanes.alone:
        assert {type(in_another_thread(call)) for call in calls} == {UsedByAnotherThread}
    assert lanes.to_bytes() == games


def doors(sample: Sample) -> list[tuple[Any, Any]]:
    """Environments of many games, each with what tells that it is in use."""
    options = {"game": sample.name, **sample.options}
    vec = undersea_env.vector_env(4, **options)
    one, many = SeatEnv(**options), SeatVectorEnv(4, **options)
    return [(vec, vec.lanes.alone), (one, one._learner.alone), (many, many._learner.alone)]


def test_environments_refuse_a_second_thread(shortest: Sample) -> None:
    for env, alone in doors(shortest):
        _, info = env.reset(seed=1)
        actions = info["action_mask"].argmax(axis=-1)
        with alone:
            errors = [in_another_thread(call) for call in (env.reset, lambda env=env, a=actions: env.step(a))]
        assert {type(error) for error in errors} == {UsedByAnotherThread}
        env.step(actions)
        env.close()


def test_threads_at_one_environment_leave_whole_games(any_game: Sample) -> None:
    """Whoever is refused tries again with the newest masks; no game becomes impossible."""
    env = any_game.vector_env(16, illegal_action="random")
    env.reset(seed=1)

    def work(number: int) -> None:
        rng = np.random.default_rng(number)
        for _ in range(150):
            with contextlib.suppress(UsedByAnotherThread):
                env.step(rng.integers(0, env.game.num_actions, 16))

    assert all_at_once(work) == []
    env.from_bytes(env.to_bytes())                           # refuses what cannot be a position
    env.close()


def test_an_agent_that_thinks_refuses_a_second_thread(kind: Any) -> None:
    game = kinds.shortest(kind.name).game()
    batch = Batch(game, 2)
    positions, masks = Positions.imagined(batch, 1), batch.legal()
    for code in ("greedy", "mcts:5") if kind.heuristic is not None else ("mcts:5",):
        agent: Any = make(code, game=kind)
        with agent._alone:
            error = in_another_thread(partial(agent.choose, None, masks, batch.players(), positions))
        assert isinstance(error, UsedByAnotherThread)


# --- an opponent that does not keep to its place ---


def test_an_opponent_cannot_step_or_reset_from_inside_of_a_step(short: Sample) -> None:
    game = short.game(num_players=2)
    tried: list[str] = []

    def meddles(observations: Any, masks: Any, players: Any) -> Any:
        for call in (lambda: learner.reset([9]), lambda: learner.step([0])):
            with pytest.raises(UnderseaError) as caught:
                call()
            tried.append(str(caught.value))
        return masks.argmax(axis=1)

    learner = LearnerLanes(game, 1, meddles, seat=1)
    learner.reset([1])
    while not tried:
        learner.step(learner.masks.argmax(axis=1))
    assert set(tried) == {"an opponent cannot reset or step the games from inside of a step"}
    assert game.from_bytes(learner.lanes.state(0).to_bytes())


def test_actions_that_change_the_batch_while_they_are_read_are_judged_by_the_new_position(short: Sample) -> None:
    batch = Batch(short.game(), 1)

    class Meddling:
        def __array__(self, dtype: Any = None, copy: Any = None) -> Any:
            batch.reset([2])
            return np.array([batch.game.num_actions - 1])

    expected = short.game().new_game(2)
    with pytest.raises(IllegalAction):
        batch.step(Meddling())                               # type: ignore[arg-type]
    assert batch.state(0) == expected

