"""The PettingZoo environment: PettingZoo's own tests, then what they do not ask."""

import copy
import hashlib
import io
import itertools
import pickle
import random
import sys
from types import ModuleType, SimpleNamespace
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, performance_benchmark, render_test, seed_test
from pettingzoo.test.state_test import test_state as check_state
from pettingzoo.test.state_test import test_state_space as check_state_space

import undersea_env
from tests import kinds
from tests.kinds import Sample
from tests.shared.playing import legal_in, play_env
from undersea_env import IllegalAction, InvalidOption, InvalidPosition, UnderseaError
from undersea_env.compiling.seed_stream import SeedStream
from undersea_env.core.position import State
from undersea_env.core.saving import CHECKSUM, sealed
from undersea_env.doors.gymnasium_env import SeatEnv

# PettingZoo knows by name which environments may have observations that are dicts; ours is not among its names.
with_only_the_known_warnings = pytest.mark.filterwarnings(
    "ignore:Observation is not a NumPy array$:UserWarning",
    "ignore:Observation space for each agent probably should be gymnasium.spaces.box or gymnasium.spaces.discrete$"
    ":UserWarning",
)
both_environments = pytest.mark.parametrize("make", [Sample.env, Sample.raw_env])


def begun(sample: Sample, decisions: int = 0, seed: int = 0, **options: Any) -> Any:
    env = sample.env(**options)
    env.reset(seed=seed)
    play_env(env, seed, decisions)
    return env


def an_illegal_action(env: Any) -> int:
    return int(np.flatnonzero(env.last()[0]["action_mask"] == 0)[0])


def seen(env: Any) -> tuple[Any, ...]:
    """All that can be read from an environment."""
    observations = {agent: env.observe(agent) for agent in env.possible_agents}
    arrays = {agent: [array.tobytes() for array in o.values()] for agent, o in observations.items()}
    names = ("agents", "agent_selection", "rewards", "terminations", "truncations", "infos", "_cumulative_rewards")
    return env.get_state(), env.state().tobytes(), arrays, *(copy.deepcopy(getattr(env, name)) for name in names)


# --- PettingZoo's own tests ---


@both_environments
@with_only_the_known_warnings
def test_pettingzoo_api(any_size: Sample, make: Any) -> None:
    api_test(make(any_size), num_cycles=1000)


@with_only_the_known_warnings
@pytest.mark.parametrize(
    "options",
    [
        {"reward": "score"},
        {"illegal_action": "random", "reward": "rank", "num_players": 3},
        {"illegal_action": "terminate", "reward": lambda scores, ranks: scores},
    ],
)
def test_pettingzoo_api_with_options(any_game: Sample, options: dict[str, Any]) -> None:
    api_test(any_game.env(**options), num_cycles=1000)


@with_only_the_known_warnings
def test_pettingzoo_api_with_options_of_the_game(whole: Sample) -> None:
    api_test(whole.env(), num_cycles=500)


def test_pettingzoo_seeds(any_size: Sample) -> None:
    seed_test(any_size.env, num_cycles=500)


def test_pettingzoo_state(shortest_of_any_size: Sample) -> None:
    env = shortest_of_any_size.env(illegal_action="random")
    check_state_space(env)
    check_state(env, num_cycles=200)


def test_pettingzoo_speed(shortest_of_any_size: Sample, monkeypatch: pytest.MonkeyPatch) -> None:
    seconds = itertools.count(0, 0.05)                     # a clock that makes the benchmark short
    module = sys.modules["pettingzoo.test.performance_benchmark"]
    monkeypatch.setattr(module, "time", SimpleNamespace(time=lambda: next(seconds)))
    performance_benchmark(shortest_of_any_size.env())


@pytest.fixture
def pictures(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """Stands in for the drawing of pictures; collects for whom they are drawn."""
    drawn: list[Any] = []
    render = State.render

    def with_svg(state: State, mode: str = "ansi", seat: int | None = None) -> str:
        drawn.append(seat)
        return "<svg/>" if mode == "svg" else render(state, mode, seat)

    picture = ModuleType("undersea_env.showing.picture")
    picture.rgb_array = lambda svg: np.full((2, 3, 3), 7, np.uint8)  # type: ignore[attr-defined]
    monkeypatch.setattr(State, "render", with_svg)
    monkeypatch.setitem(sys.modules, picture.__name__, picture)
    return drawn


def test_pettingzoo_render(any_size: Sample, pictures: list[Any], capsys: pytest.CaptureFixture[str]) -> None:
    def make(render_mode: str = "ansi") -> Any:
        return any_size.env(render_mode=render_mode)

    pictures_of_it = [] if any_size.kind.drawing is None else ["svg", "rgb_array"]
    assert make("human").metadata["render_modes"] == ["ansi", "human", *pictures_of_it]
    render_test(make, custom_tests={"svg": lambda picture: picture == "<svg/>"})
    assert any_size.kind.title.lower() in capsys.readouterr().out.lower()


# --- making environments ---


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"num_players": 100}, "num_players is a whole number from 1 to"),
        ({"components": 3}, "component folder"),
        ({"reward": "points"}, "win, rank, score"),
        ({"illegal_action": "ignore"}, "'raise', 'terminate', 'random'; not 'ignore'"),
        ({"illegal_action": None}, "'raise', 'terminate', 'random'"),
        ({"render_mode": "window"}, "None, 'ansi', 'human', 'svg', 'rgb_array'; not 'window'"),
        ({"render_mode": ["ansi"]}, "None, 'ansi'"),
        ({"players": 3, "seats": 3}, "no option players, seats; the options are num_players, "),
    ],
)
@pytest.mark.parametrize("make", [Sample.env, Sample.raw_env, Sample.parallel_env])
def test_options_that_are_not_allowed_say_what_is(
    any_game: Sample, make: Any, options: dict[str, Any], says: str
) -> None:
    with pytest.raises(InvalidOption, match=says):
        make(any_game, **options)


def test_spaces_are_the_same_objects_each_time(any_game: Sample) -> None:
    env, kind = any_game.env(num_players=3), any_game.kind
    for agent in env.possible_agents:
        space = env.observation_space(agent)
        assert space is env.observation_space(agent)
        assert space["observation"].shape == (kind.observation.size,)
        assert space["observation"].dtype == np.uint8
        assert space["action_mask"].shape == (kind.num_actions,)
        assert space["action_mask"].dtype == np.int8
        assert env.action_space(agent) is env.action_space(agent)
        assert env.action_space(agent).n == kind.num_actions
    assert env.state_space is env.state_space
    assert str(env) == str(env.unwrapped) == kind.id.replace("-", "_")


@both_environments
def test_before_the_first_reset_everything_says_so(any_game: Sample, make: Any) -> None:
    env = make(any_game)
    for read in (
        lambda: env.agents,
        lambda: env.agent_selection,
        lambda: env.rewards,
        lambda: env.last(),
        lambda: env.step(0),
        lambda: env.observe("player_0"),
        lambda: env.state(),
        lambda: env.get_state(),
    ):
        with pytest.raises((AttributeError, AssertionError), match="reset"):
            read()
    assert not hasattr(env, "no_such_name")


# --- playing ---


def test_a_seed_gives_the_game_of_that_seed(any_game: Sample) -> None:
    env = begun(any_game, seed=7, num_players=3)
    assert env.position == any_game.game(num_players=3).new_game(7)


def test_without_a_seed_the_stream_goes_on(any_game: Sample) -> None:
    def games(env: Any, n: int) -> list[bytes]:
        found = []
        for _ in range(n):
            env.reset()
            found.append(env.position.to_bytes())
        return found

    one, two = begun(any_game, seed=5), begun(any_game, seed=5)
    later = games(one, 4)
    assert later == games(two, 4)
    assert len({*later, begun(any_game, seed=5).position.to_bytes()}) == 5
    assert not set(later) & set(games(begun(any_game, seed=6), 4))
    assert not set(games(any_game.env(), 3)) & set(games(any_game.env(), 3))     # nothing is constant
    two.reset(seed=5)
    assert games(two, 4) == later


def test_later_games_do_not_depend_on_how_the_first_is_played(any_game: Sample) -> None:
    one, two = (begun(any_game, seed=3, illegal_action="random") for _ in range(2))
    one.step(an_illegal_action(one))
    for env in (one, two):
        env.reset()
    assert one.position == two.position


@pytest.mark.parametrize("seed", [-1, 1 << 64, 1.5, "1", True])
def test_a_bad_seed_is_refused_and_changes_nothing(any_game: Sample, seed: Any) -> None:
    env = begun(any_game, decisions=9)
    before = seen(env)
    with pytest.raises(InvalidOption, match="seed"):
        env.reset(seed=seed)
    assert seen(env) == before


def test_options_of_reset_are_taken_and_change_nothing(any_game: Sample) -> None:
    env = any_game.env()
    env.reset(seed=np.int64(2), options={"anything": object()})
    assert env.position == any_game.game().new_game(2)


def test_an_agent_goes_on_until_its_turn_is_over(any_game: Sample) -> None:
    env = begun(any_game, num_players=3)
    told = []
    while not env.position.is_terminal:
        told.append(env.agent_selection)
        assert env.possible_agents.index(env.agent_selection) == env.position.current_player
        play_env(env, 1, 1)
    turns = [len(list(group)) for _, group in itertools.groupby(told)]
    assert max(turns) >= 2
    assert len(turns) >= 3 * 3


@pytest.mark.parametrize("reward", ["win", "rank", "score", lambda scores, ranks: [2 * score for score in scores]])
def test_what_last_tells_adds_up_to_the_returns(shortest_of_any_size: Sample, reward: Any) -> None:
    env = begun(shortest_of_any_size, reward=reward)
    told = play_env(env, 4)
    end = env.position
    assert end.is_terminal
    for seat, agent in enumerate(env.possible_agents):
        rewards = [reward for who, reward in told if who == agent]
        assert rewards[:-1] == [0] * (len(rewards) - 1)
        assert sum(rewards) == end.returns[seat]
    assert [agent for agent, _ in told[-len(env.possible_agents):]] == env.possible_agents


def test_all_agents_end_at_once(shortest_of_any_size: Sample) -> None:
    env = begun(shortest_of_any_size)
    while not env.terminations[env.agent_selection]:
        assert env.agents == env.possible_agents
        assert set(env.rewards.values()) == {0.0}
        assert not any(env.terminations.values())
        play_env(env, 1, 1)
    end = env.position
    assert all(flag is True for flag in env.terminations.values())
    assert all(flag is False for flag in env.truncations.values())
    assert tuple(env.rewards.values()) == end.returns
    assert [info["score"] for info in env.infos.values()] == list(end.scores)
    assert [info["rank"] for info in env.infos.values()] == list(end.ranks)
    for agent in env.possible_agents:
        assert not env.last()[0]["action_mask"].any()
        assert env.agent_selection == agent
        with pytest.raises((ValueError, AssertionError)):
            env.step(3)
        env.step(None)
    assert env.agents == []


def test_after_the_end_nothing_can_be_done_but_reset(shortest: Sample) -> None:
    env = shortest.raw_env()
    env.reset(seed=0)
    play_env(env, 1)
    with pytest.raises(UnderseaError, match="reset"):
        env.step(None)
    env.reset()
    assert env.agents == env.possible_agents


@pytest.mark.parametrize("number", [int, np.int16, np.int32, np.int64, np.uint16, np.array])
def test_actions_may_be_numpy_integers(any_game: Sample, number: Any) -> None:
    env, other = begun(any_game), begun(any_game)
    action = legal_in(env.last()[0])[0]
    env.step(number(action))
    other.step(action)
    assert seen(env) == seen(other)


# --- observing ---


def test_only_the_agent_to_move_has_legal_actions(shortest: Sample) -> None:
    env = begun(shortest, num_players=3)
    while env.agents:
        is_over = any(env.terminations.values())
        for agent in env.possible_agents:
            observation = env.observe(agent)
            assert env.observation_space(agent).contains(observation)
            legal = legal_in(observation)
            assert legal == (env.position.legal_actions if agent == env.agent_selection and not is_over else [])
        play_env(env, 2, 1)


def test_observations_are_those_of_the_position_and_hide_what_the_seat_cannot_know(any_game: Sample) -> None:
    env = begun(any_game, num_players=3)
    other = any_game.raw_env(num_players=3)
    for k in range(20):
        play_env(env, k, 11)
        if not env.agents:
            env.reset()
        position = env.position
        for seat, agent in enumerate(env.possible_agents):
            observation = env.observe(agent)
            assert np.array_equal(observation["observation"], position.observation(seat))
            other.reset()
            other._begin(position.resample(seat, k), SeedStream(0))
            dealt_anew = other.observe(agent)
            assert all(np.array_equal(observation[name], dealt_anew[name]) for name in observation)
            assert other.infos[agent] == env.infos[agent]


def test_the_state_is_all_observations_one_after_the_other(any_game: Sample) -> None:
    env = begun(any_game, decisions=20, num_players=4)
    parts = [env.observe(agent)["observation"] for agent in env.possible_agents]
    assert np.array_equal(env.state(), np.concatenate(parts))
    assert env.state_space.contains(env.state())


def digest(value: Any) -> str:
    return hashlib.sha256(pickle.dumps(value)).hexdigest()


@pytest.mark.parametrize("illegal_action", ["raise", "random"])
def test_what_was_handed_out_never_changes(shortest: Sample, illegal_action: str) -> None:
    env = begun(shortest, num_players=3, illegal_action=illegal_action)
    kept = []
    rng = random.Random(1)
    for _ in env.agent_iter():
        told = env.last()
        others = [env.observe(agent) for agent in env.possible_agents]
        kept += [(thing, digest(thing)) for thing in (told, others, env.state())]
        if told[2]:
            env.step(None)
        elif illegal_action == "random" and rng.random() < 0.3:
            env.step(an_illegal_action(env))
        else:
            env.step(rng.choice(legal_in(told[0])))
    env.reset()
    play_env(env, 3)
    assert all(digest(thing) == before for thing, before in kept)


def test_the_arrays_handed_out_are_the_callers_own(any_game: Sample) -> None:
    env = begun(any_game)
    before = seen(env)
    for agent in env.possible_agents:
        for array in env.observe(agent).values():
            array[:] = 1
    env.state()[:] = 1
    assert seen(env) == before


# --- illegal actions ---

NO_ACTIONS = [-1, 10**9, 10**30, 1.0, "3", True, [1]]


def test_raise_names_what_is_legal_and_changes_nothing(any_game: Sample) -> None:
    env = begun(any_game, decisions=10)
    before = seen(env)
    with pytest.raises(IllegalAction, match="legal now"):
        env.step(an_illegal_action(env))
    assert seen(env) == before
    play_env(env, 1, 5)


@pytest.mark.parametrize("action", [*NO_ACTIONS, None, "one too many"])
def test_what_is_no_action_is_refused_and_changes_nothing(any_game: Sample, action: Any) -> None:
    env = begun(any_game, decisions=10)
    before = seen(env)
    given = any_game.kind.num_actions if action == "one too many" else action
    with pytest.raises(IllegalAction):
        env.unwrapped.step(given)
    with pytest.raises((IllegalAction, AssertionError, OverflowError)):  # PettingZoo asserts, Gymnasium 1.2.2 overflows
        env.step(given)
    assert seen(env) == before


def test_terminate_ends_the_game_and_only_the_offender_is_punished(any_size: Sample) -> None:
    env = begun(any_size, decisions=5, illegal_action="terminate")
    offender = env.agent_selection
    position = env.position
    env.step(an_illegal_action(env))
    assert env.position == position
    assert all(flag is True for flag in env.terminations.values())
    assert not any(env.truncations.values())
    assert env.rewards == {agent: -1.0 if agent == offender else 0.0 for agent in env.possible_agents}
    by = env.possible_agents.index(offender)
    unfinished = {"score": 0, "rank": 0}
    assert all(info == {**unfinished, "illegal": True, "illegal_by": by} for info in env.infos.values())
    assert not any(env.observe(agent)["action_mask"].any() for agent in env.possible_agents)
    assert env.agent_selection == "player_0"
    assert play_env(env, 1) == [(agent, -1.0 if agent == offender else 0.0) for agent in env.possible_agents]
    env.reset()
    assert set(env.rewards.values()) == {0.0}
    assert all(info == {**unfinished, "illegal": False, "illegal_by": -1} for info in env.infos.values())


@pytest.mark.parametrize("action", [*NO_ACTIONS, None])
def test_without_wrappers_terminate_and_random_take_anything(any_game: Sample, action: Any) -> None:
    env = any_game.raw_env(illegal_action="terminate")
    env.reset(seed=0)
    env.step(action)
    assert env.infos["player_0"]["illegal"] is True
    env = any_game.raw_env(illegal_action="random")
    env.reset(seed=0)
    agent = env.agent_selection
    env.step(action)
    assert env.infos[agent] == {"score": 0, "rank": 0, "illegal_actions": 1}


def test_random_plays_a_legal_action_instead_and_counts(any_game: Sample) -> None:
    env = begun(any_game, num_players=3, illegal_action="random")
    expected = dict.fromkeys(env.possible_agents, 0)
    rng = random.Random(0)
    while not any(env.terminations.values()):
        agent, legal = env.agent_selection, env.position.legal_actions
        results = []
        for action in legal:
            position = env.position
            position.apply_action(action)
            results.append(position)
        action = rng.randrange(any_game.kind.num_actions)
        expected[agent] += action not in legal
        env.step(action)
        assert env.position in results
        assert {agent: info["illegal_actions"] for agent, info in env.infos.items()} == expected
    assert min(expected.values()) > 2
    assert all(info["rank"] > 0 for info in env.infos.values())


def test_replacements_are_uniform_and_reproducible(any_game: Sample) -> None:
    env = begun(any_game, illegal_action="random")
    legal = env.position.legal_actions
    drawn = [env.unwrapped._replacement() for _ in range(2000)]
    expected = len(drawn) / len(legal)
    assert set(drawn) == set(legal)
    assert sum((drawn.count(action) - expected) ** 2 / expected for action in legal) < 3 * len(legal)
    env.reset(seed=0)
    assert [env.unwrapped._replacement() for _ in range(50)] == drawn[:50]


def test_streams_are_splitmix64_and_differ_by_seed_and_purpose() -> None:
    stream = SeedStream(0)
    assert [stream.draw(), stream.draw()] == [0xE220A8397B1DCDAF, 0x6E789E6AA1B965F4]      # as published
    assert len({SeedStream.of(seed, purpose).draw() for seed in range(50) for purpose in range(50)}) == 2500
    assert {stream.below(3) for _ in range(100)} == {0, 1, 2}


# --- copies ---


def copies(env: Any) -> list[Any]:
    restored = Sample(env.game.kind.name, "restored", env.unwrapped._options()).env()
    restored.set_state(env.get_state())
    by_pickle = [pickle.loads(pickle.dumps(env, protocol)) for protocol in (2, 5)]
    return [*by_pickle, copy.deepcopy(env), restored]


@pytest.mark.parametrize("decisions", [0, 7, 19])
@pytest.mark.parametrize(
    "options",
    [
        {"num_players": 1},
        {"num_players": 2, "reward": "score"},
        {"num_players": 3, "illegal_action": "random"},
        {"num_players": 4, "illegal_action": "terminate", "render_mode": "ansi"},
    ],
)
def test_copies_in_mid_game_go_on_alike_and_alone(short: Sample, options: dict[str, Any], decisions: int) -> None:
    check_copies(begun(short, decisions=decisions, **options))


def test_copies_have_the_options_of_the_game(whole: Sample) -> None:
    check_copies(begun(whole, decisions=5, **kinds.SAMPLES[whole.name].shortest))


def check_copies(env: Any) -> None:
    before = seen(env)
    for other in copies(env):
        assert seen(other) == before
        assert other.unwrapped._options() == env.unwrapped._options()
        play_env(other, 9, 25)
        assert seen(env) == before
    others = copies(env)
    for _ in range(2):                                     # this game and the next
        told = play_env(env, 5)
        for other in others:
            assert play_env(other, 5) == told
            assert seen(other) == seen(env)
            other.reset()
        env.reset()
        assert all(seen(other) == seen(env) for other in others)


def test_copies_replace_the_same_illegal_actions_by_the_same_legal_ones(any_game: Sample) -> None:
    env = begun(any_game, decisions=5, num_players=3, illegal_action="random")
    env.step(an_illegal_action(env))
    others = copies(env)
    for other in (env, *others):
        for _ in range(15):
            other.step(an_illegal_action(other))
    assert all(seen(other) == seen(env) for other in others)


@pytest.mark.parametrize("illegal", [False, True])
def test_copies_at_the_end_go_on_alike(shortest: Sample, illegal: bool) -> None:
    env = begun(shortest, decisions=5, num_players=3, illegal_action="terminate")
    if illegal:
        env.step(an_illegal_action(env))
    while not any(env.terminations.values()):
        play_env(env, 1, 1)
    while True:
        others = copies(env)
        assert all(seen(other) == seen(env) for other in others)
        if not env.agents:
            break
        env.step(None)
        for other in others:
            other.step(None)
            assert seen(other) == seen(env)


def test_copies_before_the_first_reset(any_game: Sample) -> None:
    for other in (pickle.loads(pickle.dumps(any_game.env())), copy.deepcopy(any_game.env())):
        other.reset(seed=1)
        assert other.position == any_game.game().new_game(1)


def test_copies_sample_the_same_actions(any_game: Sample) -> None:
    env = begun(any_game)
    env.action_space("player_1").seed(4)
    others = [pickle.loads(pickle.dumps(env)), copy.deepcopy(env)]
    samples = [[each.action_space("player_1").sample() for _ in range(5)] for each in (env, *others)]
    assert samples[0] == samples[1] == samples[2]


def test_a_deep_copy_shares_the_rules(any_game: Sample) -> None:
    env = begun(any_game)
    assert copy.deepcopy(env).game is env.game


def changed(env: Any, **fields: int) -> bytes:
    """The state with other numbers in its header, and with a checksum that fits."""
    state, header = env.get_state(), env.unwrapped._header()
    counts = [f"count_{k}" for k in range(env.game.kind.most_players)]
    names = ["letters", "format", "illegal_by", "gone", "later_games", "replacements", *counts]
    values = dict(zip(names, header.unpack_from(state), strict=True)) | fields
    return sealed(header.pack(*values.values()) + state[header.size : -CHECKSUM])


def test_what_is_no_state_is_refused_and_changes_nothing(short: Sample) -> None:
    env = begun(short, decisions=10)
    state = env.get_state()
    before = seen(env)
    to_move = env.position.current_player
    bad = {
        "a text": "given as bytes",
        b"": "begin like",
        state[:20]: "begin like",
        env.position.to_bytes(): "begin like",
        state[:-1]: "damaged",
        state[:100] + bytes([state[100] ^ 1]) + state[101:]: "damaged",
        changed(env, format=2): "format 2",
        changed(env, gone=1): "out of range",
        changed(env, illegal_by=1 - to_move): "out of range",
        changed(env, illegal_by=-2): "out of range",
        changed(env, illegal_by=to_move, gone=3): "out of range",
        changed(env, count_2=1): "out of range",
        begun(short, num_players=3).get_state(): "other options",
        begun(kinds.shortest(short.name)).get_state(): "other options",
    }
    for data, says in bad.items():
        with pytest.raises(InvalidPosition, match=says):
            env.set_state(data)
        assert seen(env) == before
    env.set_state(changed(env, count_1=3))                 # so it was the number that was refused, not the change


def test_a_pickle_with_an_impossible_position_is_refused(any_game: Sample) -> None:
    env = any_game.raw_env()
    env.reset(seed=0)
    kept = env.__getstate__()
    position = env.position
    position.record["player_count"] += 1
    header = kept["state"][: env._header().size]
    other = any_game.raw_env()
    with pytest.raises(InvalidPosition, match="no position of this game"):
        other.__setstate__(kept | {"state": sealed(header + position.to_bytes())})


def test_the_position_is_a_copy(any_game: Sample) -> None:
    env = begun(any_game, decisions=4)
    before = seen(env)
    position = env.position
    position.apply_action(position.legal_actions[0])
    assert seen(env) == before


# --- rendering ---


def test_rendering_shows_what_the_agent_to_move_may_see(shortest: Sample, pictures: list[Any]) -> None:
    env = begun(shortest, num_players=3, render_mode="ansi")
    while env.agents:
        is_over = any(env.terminations.values())
        seat = None if is_over else env.possible_agents.index(env.agent_selection)
        assert env.render() == env.position.render("ansi", seat)
        assert pictures[-2:] == [seat, seat]
        play_env(env, 1, 1)


def test_human_prints_after_every_step_whatever_the_terminal_can_show(
    any_game: Sample, monkeypatch: pytest.MonkeyPatch
) -> None:
    raw = io.BytesIO()
    out = io.TextIOWrapper(raw, encoding="ascii")
    monkeypatch.setattr(sys, "stdout", out)
    env = begun(any_game, decisions=6, render_mode="human")
    assert raw.getvalue().lower().count(any_game.kind.title.lower().encode()) == 7
    monkeypatch.setattr(sys, "stdout", None)
    assert env.render() is None


def test_a_picture_that_does_not_exist_is_refused_at_once() -> None:
    for mode in ("svg", "rgb_array"):
        for make in (undersea_env.env, SeatEnv):
            with pytest.raises(InvalidOption, match=r"there is no picture of Tide Pools yet.*None, 'ansi', 'human'"):
                make(game=kinds.TOY, render_mode=mode)


def test_without_a_render_mode_render_says_which_there_are(any_game: Sample) -> None:
    env = begun(any_game)
    with pytest.warns(UserWarning, match="ansi or human or svg or rgb_array"):
        assert env.render() is None
