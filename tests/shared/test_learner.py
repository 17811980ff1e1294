"""One learning seat against opponents: Gymnasium, Stable-Baselines3, and the self-play buffer."""

from typing import Any

import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode
from gymnasium.wrappers.vector import FlattenObservation, RecordEpisodeStatistics

from tests.kinds import Sample
from tests.shared.playing import random_actions
from undersea_env import IllegalAction, InvalidOption, UnderseaError
from undersea_env.core.advantages import advantages_along_seats
from undersea_env.doors.gymnasium_env import SeatEnv, SeatVectorEnv
from undersea_env.doors.seat import LearnerLanes

# --- lanes with a learner ---


def test_the_learner_receives_what_its_seat_earned(short_of_any_size: Sample) -> None:
    """Over 1,000 games of each: the rewards on the way add up to the returns of the learner's seat."""
    game = short_of_any_size.game()
    players = game.num_players
    learner = LearnerLanes(game, 50)
    learner.reset(range(50))
    streams = np.arange(50, dtype=np.uint64) + np.uint64(1000)
    running, seats_seen, games = np.zeros(50), np.zeros(players, int), 0
    while games < 250:
        assert (learner.lanes.players() == learner.seats).all()
        outcome = learner.step(random_actions(learner.masks, streams))
        running += outcome.rewards
        for end in outcome.ended:
            assert end["position"].is_terminal
            assert tuple(end["scores"]) == end["position"].scores
            assert end["return"] == end["position"].returns[end["seat"]]
            assert running[end["lane"]] == pytest.approx(end["return"])
            running[end["lane"]] = 0
            seats_seen[end["seat"]] += 1
            games += 1
    assert seats_seen.min() > games / players / 2                       # every seat has its turn


def test_opponents_of_several_kinds_and_bad_ones(short: Sample) -> None:
    game = short.game()
    asked = []

    class First:
        def choose(self, observations: Any, masks: Any, players: Any) -> Any:
            asked.append(len(players))
            assert observations.shape[0] == masks.shape[0] == len(players)
            return masks.argmax(axis=1)

    def first(observations: Any, masks: Any, players: Any) -> Any:
        return masks.argmax(axis=1)

    learner = LearnerLanes(game, 8, [First(), "random", first], seat=1)
    learner.reset(range(8))
    streams = np.arange(8, dtype=np.uint64)
    for _ in range(60):
        assert (learner.seats == 1).all()
        learner.step(random_actions(learner.masks, streams))
    assert asked
    with pytest.raises(IllegalAction, match="opponent"):
        LearnerLanes(game, 4, lambda _, masks, __: masks.argmin(axis=1), seat=1).reset(range(4))
    wrong: dict[str, Any]
    for wrong in ({"opponents": "strong"}, {"opponents": []}, {"seat": 2}):
        with pytest.raises(InvalidOption):
            LearnerLanes(game, 2, **wrong)


def test_results_do_not_depend_on_the_other_lanes(short: Sample) -> None:
    def rewards(lanes: int, threads: int) -> list[bytes]:
        learner = LearnerLanes(short.game(num_players=3), lanes, threads=threads)
        learner.reset(range(lanes))
        streams = np.arange(lanes, dtype=np.uint64)
        found = []
        for _ in range(80):
            outcome = learner.step(random_actions(learner.masks, streams))
            found.append(outcome.rewards[:5].tobytes() + learner.observations[:5].tobytes())
        learner.close()
        return found

    assert rewards(5, 1) == rewards(21, 2)


# --- Gymnasium ---


@pytest.mark.parametrize("illegal_action", ["random", "terminate"])
@pytest.mark.parametrize("observation", ["flat", "entities"])
def test_gymnasium_checks_the_environment(short: Sample, illegal_action: str, observation: str) -> None:
    """The checker draws actions without looking at the mask."""
    env = SeatEnv(illegal_action=illegal_action, observation=observation, **short.all_options())
    check_env(env, skip_render_check=True)


def test_a_single_environment_plays_games(short: Sample) -> None:
    env = SeatEnv(render_mode="ansi", **short.all_options(num_players=3))
    for seed in range(6):
        observation, info = env.reset(seed=seed)
        env.action_space.seed(seed)
        done, total = False, 0.0
        keys = info.keys()
        while not done:
            assert np.array_equal(observation["action_mask"], info["action_mask"])
            assert (info["scores"].tolist(), info["illegal"]) == ([0, 0, 0], False)
            action = int(env.action_space.sample(mask=observation["action_mask"]))
            observation, reward, done, truncated, info = env.step(action)
            total += reward
        assert not observation["action_mask"].any()
        end = env._learner.ends[0]["position"]
        assert total == pytest.approx(end.returns[info["seat"]])
        assert tuple(info["scores"]) == end.scores
        assert info.keys() == keys
        assert not truncated
    env.reset(seed=1)
    assert short.kind.title.lower() in env.render().lower()


def test_many_lanes_by_gymnasium(short: Sample) -> None:
    env = SeatVectorEnv(num_envs=6, **short.all_options())
    observation, info = env.reset(seed=2)
    streams = np.arange(6, dtype=np.uint64)
    ended = 0
    for _ in range(120):
        kept = observation["observation"].copy()
        result = env.step(random_actions(observation["action_mask"], streams))
        assert np.array_equal(observation["observation"], kept)
        observation, rewards, terminated, _, info = result
        assert np.array_equal(info["action_mask"], observation["action_mask"])
        assert (rewards[~terminated] == 0).all()
        ended += int(terminated.sum())
        if terminated.any():
            assert info["final_obs"]["observation"][terminated].any()
    assert ended > 6


def test_bad_options_of_a_single_environment(any_game: Sample) -> None:
    for wrong in ({"render_mode": "paper"}, {"num_players": 100}, {"opponents": 3}, {"reward": "gold"}):
        with pytest.raises(InvalidOption):
            SeatEnv(**any_game.all_options(**wrong))


# --- advantages along seats ---


def slow_advantages(
    values: Any, acted: Any, earned: Any, ended: Any, last_values: Any, last_players: Any, gamma: float,
    gae_lambda: float,
) -> Any:
    """By the definition, seat by seat and decision by decision."""
    steps, lanes = values.shape
    found = np.zeros((steps, lanes))
    for lane in range(lanes):
        for t in range(steps):
            seat = acted[t, lane]
            total, weight, now = 0.0, 1.0, t
            while True:
                reward = 0.0
                following: Any = None
                for later in range(now, steps):
                    reward += earned[later, lane, seat]
                    if ended[later, lane]:
                        following = "over"
                        break
                    if later + 1 < steps and acted[later + 1, lane] == seat:
                        following = later + 1
                        break
                if following is None and last_players[lane] == seat:
                    following = "last"
                if following == "over":
                    total += weight * (reward - values[now, lane])
                    break
                if following == "last":
                    total += weight * (reward + gamma * last_values[lane] - values[now, lane])
                    break
                if following is None:
                    total += weight * reward                   # its own expectation stands in
                    break
                total += weight * (reward + gamma * values[following, lane] - values[now, lane])
                weight *= gamma * gae_lambda
                now = following
            found[t, lane] = total
    return found


@pytest.mark.parametrize("players", [1, 2, 4])
def test_advantages_are_those_of_the_definition(players: int) -> None:
    rng = np.random.default_rng(players)
    for _ in range(20):
        shape = (25, 6)
        arguments = (
            rng.normal(size=shape), rng.integers(players, size=shape), rng.normal(size=(*shape, players)),
            rng.random(shape) < 0.15, rng.normal(size=6), rng.integers(players, size=6), 0.97, 0.9,
        )
        np.testing.assert_allclose(advantages_along_seats(*arguments), slow_advantages(*arguments), atol=1e-12)


# --- what follows the end of a game ---


def test_lanes_that_wait_a_step_play_the_games_of_those_that_go_on_at_once(short: Sample) -> None:
    """Each lane's observations, masks and rewards in their order; the end of a game is one of them."""
    going_on, waiting = (
        SeatVectorEnv(4, **short.all_options(num_players=3, illegal_action="terminate", autoreset_mode=mode))
        for mode in (AutoresetMode.SAME_STEP, "NEXT_STEP")
    )
    assert waiting.autoreset_mode == waiting.metadata["autoreset_mode"] == AutoresetMode.NEXT_STEP
    expected = _courses(going_on, 300)
    found = _courses(waiting, 300)
    for lane in range(4):
        n = min(len(expected[lane]), len(found[lane]))
        assert n > 100
        assert found[lane][:n] == expected[lane][:n]
        assert sum(done for *_, done in found[lane][:n]) > 3


def _courses(env: SeatVectorEnv, steps: int) -> list[list[Any]]:
    """Of each lane: what was seen, what could be done, the reward for it, and whether that was the end."""
    found: list[list[Any]] = [[] for _ in range(env.num_envs)]
    observation, _ = env.reset(seed=6)
    over = np.zeros(env.num_envs, np.bool_)
    counts = np.zeros(env.num_envs, np.int64)
    for _ in range(steps):
        masks = observation["action_mask"]
        actions = masks.argmax(axis=1)
        actions[counts % 29 == 28] = masks.argmin(axis=1)[counts % 29 == 28]        # a game ends by an illegal action
        seen, rewards, done, _, info = env.step(actions)
        for lane in range(env.num_envs):
            if over[lane] and env.autoreset_mode == AutoresetMode.NEXT_STEP:
                assert rewards[lane] == 0
                continue
            counts[lane] += 1
            last = info["final_obs"]["observation"] if "final_obs" in info else seen["observation"]
            end = last[lane].tobytes() if done[lane] else b""
            found[lane].append((observation["observation"][lane].tobytes(), masks[lane].tobytes(), end,
                                float(rewards[lane]), bool(done[lane])))
        if "final_obs" not in info:
            assert not seen["action_mask"][done].any()
        observation, over = seen, done
    return found


def test_without_autoreset_a_lane_waits_for_its_reset(short: Sample) -> None:
    options = short.all_options(illegal_action="terminate", autoreset_mode=AutoresetMode.DISABLED)
    env, fresh = SeatVectorEnv(3, **options), SeatVectorEnv(3, **options)
    observation, _ = env.reset(seed=1)
    actions = observation["action_mask"].argmax(axis=1)
    actions[1] = observation["action_mask"][1].argmin()
    observation, rewards, terminated, _, info = env.step(actions)
    assert rewards[1] == -1
    assert terminated[1]
    assert info["illegal"].tolist() == [False, True, False]
    end = observation["observation"][1].copy()
    for _ in range(3):                                       # what is given for a game that is over does not matter
        observation, rewards, terminated, *_ = env.step(observation["action_mask"].argmax(axis=1))
        assert (rewards[1], terminated[1]) == (0, True)
        assert np.array_equal(observation["observation"][1], end)
    others = observation["observation"][[0, 2]].copy()
    observation, _ = env.reset(seed=50, options={"reset_mask": np.array([False, True, False])})
    expected, _ = fresh.reset(seed=50)
    assert np.array_equal(observation["observation"][[0, 2]], others)
    for _ in range(4):
        for name in expected:
            assert np.array_equal(observation[name][1], expected[name][1])
        observation, *_ = env.step(observation["action_mask"].argmax(axis=1))
        expected, *_ = fresh.step(expected["action_mask"].argmax(axis=1))
    with pytest.raises(InvalidOption, match="reset_mask has 3 values"):
        env.reset(options={"reset_mask": [True]})


def test_wrappers_that_need_another_mode_work(short: Sample) -> None:
    lanes = SeatVectorEnv(3, **short.all_options(mask="info", autoreset_mode="NEXT_STEP"))
    env = RecordEpisodeStatistics(FlattenObservation(lanes))
    _, info = env.reset(seed=0)
    ended = 0
    for _ in range(60):
        observation, *_, info = env.step(info["action_mask"].argmax(axis=1))
        assert observation in env.observation_space
        ended += "episode" in info
    assert ended
    with pytest.raises(InvalidOption, match="'NEXT_STEP', 'SAME_STEP', 'DISABLED'; not 'now'"):
        SeatVectorEnv(3, **short.all_options(autoreset_mode="now"))


# --- Stable-Baselines3 ---


def test_stock_maskable_ppo_trains_on_the_native_vec_env(short: Sample) -> None:
    pytest.importorskip("sb3_contrib")
    from sb3_contrib import MaskablePPO

    from undersea_env.doors.sb3 import SeatVecEnv

    env = SeatVecEnv(8, **short.all_options())
    model = MaskablePPO("MlpPolicy", env, n_steps=32, batch_size=128, n_epochs=1, seed=0, device="cpu")
    model.learn(8 * 32 * 2)
    masks = model.rollout_buffer.action_masks.reshape(-1, short.kind.num_actions)
    chosen = model.rollout_buffer.actions.reshape(-1).astype(int)
    assert masks[np.arange(len(chosen)), chosen].all()
    assert model.ep_info_buffer
    env.reset()
    kept: tuple[Any, Any] | None = None
    for _ in range(50):
        actions = env.action_masks().argmax(axis=1)
        observations: Any
        observations, _, dones, infos = env.step(actions)
        if kept is not None:
            assert np.array_equal(kept[0], kept[1])                    # fresh arrays
        kept = observations, observations.copy()
        for done, info in zip(dones, infos, strict=True):
            assert done == ("terminal_observation" in info)
    with pytest.raises(AttributeError, match="action_masks"):
        env.env_method("jump")


def test_every_seats_decisions_train_in_self_play(short: Sample) -> None:
    pytest.importorskip("sb3_contrib")
    from sb3_contrib import MaskablePPO

    from undersea_env.doors.sb3 import SelfPlayBuffer, SelfPlayVecEnv

    env = SelfPlayVecEnv(6, **short.all_options(num_players=3))
    model = MaskablePPO(
        "MlpPolicy", env, n_steps=250, batch_size=250, n_epochs=1, seed=0, device="cpu",
        rollout_buffer_class=SelfPlayBuffer, rollout_buffer_kwargs={"env": env},
    )
    model.learn(1500)
    buffer: Any = model.rollout_buffer
    assert set(buffer.acted.ravel().tolist()) == {0, 1, 2}
    assert buffer.ended.any()
    np.testing.assert_allclose(buffer.earned[buffer.ended].sum(axis=1), 0, atol=1e-9)
    values = buffer.values.reshape(6, 250).T if buffer.generator_ready else buffer.values
    advantages = buffer.advantages.reshape(6, 250).T if buffer.generator_ready else buffer.advantages
    again = slow_advantages(
        values, buffer.acted, buffer.earned, buffer.ended, np.zeros(6), np.full(6, 9), buffer.gamma, buffer.gae_lambda
    )
    last_end = [np.flatnonzero(buffer.ended[:, lane])[-1] for lane in range(6)]
    for lane in range(6):                            # what follows the end of the last whole game is not known here
        known = slice(0, last_end[lane] + 1)
        np.testing.assert_allclose(advantages[known, lane], again[known, lane], atol=1e-4)


# --- agents as opponents ---


def skip_without_heuristic(sample: Sample, opponents: Any) -> None:
    if "greedy" in opponents and sample.kind.heuristic is None:
        pytest.skip(f"{sample.kind.title} has no heuristic")


@pytest.mark.parametrize("opponents", ["greedy", "mcts:2", ["greedy", "random", "flat:2"], ["random", "flat:2"]])
def test_agents_play_by_their_codes(short: Sample, opponents: Any) -> None:
    skip_without_heuristic(short, opponents)
    learner = LearnerLanes(short.game(num_players=3), 4, opponents=opponents)
    learner.reset(range(4))
    streams = np.arange(4, dtype=np.uint64)
    ended = 0
    for _ in range(60):
        ended += len(learner.step(random_actions(learner.masks, streams)).ended)
    assert ended


def test_an_opponent_that_searches_gets_positions_without_what_it_cannot_know(any_game: Sample) -> None:
    seen = []

    class Spy:
        wants_positions = True

        def choose(self, observations: Any, masks: Any, players: Any, positions: Any = None) -> Any:
            seen.append((positions.states.copy(), learner.lanes.states.copy(), int(players[0])))
            return masks.argmax(axis=1)

    learner = LearnerLanes(any_game.game(), 1, opponents=Spy(), seat=0)
    learner.reset([3])
    for _ in range(40):
        learner.step(learner.masks.argmax(axis=1))
    game = learner.game
    differing = 0
    for imagined, true, player in seen:
        positions = [game.blank(), game.blank()]
        for position, states in zip(positions, (imagined, true), strict=True):
            position.buffer[:] = states.tobytes()
        views = [position.observation(player) for position in positions]
        assert np.array_equal(views[0], views[1])
        differing += {**positions[0].to_dict(), "stream": 0} != {**positions[1].to_dict(), "stream": 0}
    assert differing > len(seen) / 2


def test_an_unknown_opponent_is_refused(any_game: Sample) -> None:
    with pytest.raises(InvalidOption, match="no agent 'grumpy'"):
        LearnerLanes(any_game.game(), 1, opponents="grumpy")
    with pytest.raises(InvalidOption, match="an opponent is"):
        LearnerLanes(any_game.game(), 1, opponents=3)  # type: ignore[arg-type]


def test_a_snapshot_of_a_model_is_an_opponent_that_learns_nothing_more(short: Sample) -> None:
    sb3_contrib = pytest.importorskip("sb3_contrib")
    import torch

    from undersea_env.agents.sb3_agent import SB3Agent
    from undersea_env.doors.sb3 import SeatVecEnv

    env = SeatVecEnv(2, **short.all_options())
    model = sb3_contrib.MaskablePPO("MlpPolicy", env, n_steps=8, batch_size=16, seed=0, device="cpu")
    model.learn(16)
    past, current = (SB3Agent(model, snapshot=snapshot, game=short.name) for snapshot in (True, False))
    learner = LearnerLanes(short.game(), 6, opponents=[past, "random"])
    learner.reset(range(6))
    for _ in range(30):
        learner.step(learner.masks.argmax(axis=1))                 # the snapshot's answers are legal, or this raises
    asked = learner.observations.copy(), learner.masks.copy(), learner.seats.copy()
    before = past.choose(*asked)
    with torch.no_grad():
        for weights in model.policy.parameters():
            weights.add_(torch.randn_like(weights))
    assert np.array_equal(past.choose(*asked), before)
    assert not np.array_equal(current.choose(*asked), before)


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (lambda masks: masks.argmax(axis=1) - masks.shape[1], "chose -"),
        (lambda masks: np.full(len(masks), -1), "chose -1, which is not legal"),
        (lambda masks: np.full(len(masks), 10**6), "which is not legal"),
        (lambda masks: masks.argmin(axis=1), "which is not legal"),
        (lambda masks: masks.argmax(axis=1).astype(float), "whole numbers"),
        (lambda masks: None, "whole numbers"),
        (lambda masks: np.zeros((len(masks), 2), np.int64), "whole numbers"),
    ],
)
def test_what_an_opponent_answers_is_checked(any_game: Sample, answer: Any, words: str) -> None:
    learner = LearnerLanes(any_game.game(), 3, opponents=lambda observations, masks, players: answer(masks))

    def play() -> None:
        learner.reset(range(3))
        for _ in range(30):
            learner.step(learner.masks.argmax(axis=1))

    with pytest.raises(IllegalAction, match=words):
        play()


def test_after_an_opponent_failed_only_a_reset_goes_on(short: Sample) -> None:
    fails: list[bool] = []

    def flaky(observations: Any, masks: Any, players: Any) -> Any:
        if fails:
            raise ZeroDivisionError
        return masks.argmax(axis=1)

    learner = LearnerLanes(short.game(), 2, opponents=flaky)
    with pytest.raises(UnderseaError, match="reset"):
        learner.step([0, 0])
    learner.reset([0, 1])
    fails.append(True)

    def play() -> None:
        for _ in range(50):
            learner.step(learner.masks.argmax(axis=1))

    with pytest.raises(ZeroDivisionError):
        play()
    fails.clear()
    with pytest.raises(UnderseaError, match="an opponent failed"):
        learner.step(learner.masks.argmax(axis=1))
    learner.reset([0, 1])
    learner.step(learner.masks.argmax(axis=1))


@pytest.mark.parametrize("opponents", ["random", "greedy", "mcts:2"])
def test_a_seed_gives_the_same_game_again_whatever_the_opponents(short: Sample, opponents: str) -> None:
    skip_without_heuristic(short, opponents)
    env = SeatEnv(opponents=opponents, **short.all_options())
    ends = []
    for _ in range(2):
        observation, _ = env.reset(seed=6)
        done = False
        while not done:
            observation, _, done, _, info = env.step(int(observation["action_mask"].argmax()))
        ends.append((info["scores"].tolist(), observation["observation"].tobytes()))
    assert ends[0] == ends[1]


def test_a_game_that_is_over_stays_to_be_looked_at(short: Sample) -> None:
    env = SeatEnv(render_mode="ansi", **short.all_options())
    observation, _ = env.reset(seed=2)
    done = False
    while not done:
        observation, _, done, _, _ = env.step(int(observation["action_mask"].argmax()))
    assert "over" in env.render().lower()
    assert not env.action_masks().any()
    with pytest.raises(UnderseaError, match="the game is over"):
        env.step(0)
    env.reset(seed=3)
    assert env.action_masks().any()


def test_unknown_options_are_named(any_game: Sample) -> None:
    from undersea_env.doors.sb3 import SeatVecEnv, SelfPlayVecEnv

    for make in (SeatEnv, SeatVecEnv, SelfPlayVecEnv):
        with pytest.raises(InvalidOption, match="no option colour"):
            make(2, **any_game.all_options(colour="blue"))
    with pytest.raises(InvalidOption, match="no option colour"):
        any_game.vector_env(2, colour="blue")
