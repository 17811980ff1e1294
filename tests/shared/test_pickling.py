"""All that users hold can be pickled: what comes back goes on as the original does, also in another process."""

import copy
import hashlib
import io
import multiprocessing
import pickle
import shutil
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest
from pettingzoo.utils.env import AECEnv, ParallelEnv

from tests import kinds
from tests.kinds import Sample
from tests.shared.playing import random_actions
from undersea_env import agents
from undersea_env.agents.greedy import points_expected_by_greedy
from undersea_env.agents.sb3_agent import SB3Agent
from undersea_env.core.batch import Batch
from undersea_env.core.lanes import Lanes
from undersea_env.core.position import Game, State, game_again
from undersea_env.core.redealing import Positions
from undersea_env.core.shaping import Shaping
from undersea_env.doors.gymnasium_env import SeatEnv, SeatVectorEnv
from undersea_env.doors.registration import gymnasium_ids
from undersea_env.errors import InvalidOption, InvalidPosition, UnderseaError

sb3 = pytest.importorskip("sb3_contrib")

from undersea_env.doors.sb3 import SeatVecEnv, SelfPlayBuffer, SelfPlayVecEnv  # noqa: E402  needs Stable-Baselines3

LANES, STEPS, LATER = 3, 25, 25
OVERHEAD = 700                                         # bytes of a pickled position besides its own


# --- what follows from a thing, as bytes ---


def first_legal(masks: Any, k: int) -> np.ndarray:
    """Legal answers that change from step to step; 0 where there is none."""
    streams = np.arange(1, len(masks) + 1, dtype=np.uint64) * np.uint64(k + 1)
    return random_actions(np.ascontiguousarray(masks, np.int8), streams)


def flat(value: Any) -> bytes:
    """Numbers of any shape, in any nest of dicts, as bytes."""
    if isinstance(value, dict):
        return b"".join(str(key).encode() + flat(value[key]) for key in sorted(value))
    if isinstance(value, list | tuple):
        return b"".join(flat(each) for each in value)
    if isinstance(value, State):
        return value.to_bytes()
    return value.tobytes() if isinstance(value, np.ndarray) else repr(value).encode()


def followed(thing: Any, steps: int = LATER) -> str:
    """Plays on and tells all that was seen: equal things give equal words."""
    seen = hashlib.blake2b(digest_size=16)
    for part in _parts(thing, steps):
        seen.update(flat(part))
    return seen.hexdigest()


def _parts(thing: Any, steps: int) -> Any:
    if isinstance(thing, Game):
        yield thing.digest, thing.options, repr(thing)
        yield from _parts(thing.new_game(5), steps)
    elif isinstance(thing, State):
        for k in range(steps):
            yield thing, thing.observation(0), thing.legal_actions, thing.returns
            if not thing.is_terminal:
                thing.apply_action(int(first_legal([thing.legal_mask()], k)[0]))
    elif isinstance(thing, Batch):
        for k in range(steps):
            yield thing.to_bytes(), thing.observe(), thing.legal()
            thing.step(first_legal(thing.legal(), k))
    elif isinstance(thing, Lanes):
        for k in range(steps):
            yield thing.to_bytes(), thing.observations, thing.own_masks, thing.seeds
            ended = thing.advance(first_legal(thing.own_masks, k))
            yield None if ended is None else vars(ended)
    elif isinstance(thing, AECEnv | ParallelEnv):
        yield from _parts_of_pettingzoo(thing, steps)
    elif isinstance(thing, gymnasium.vector.VectorEnv):
        yield from _parts_of_vector(thing, steps)
    elif isinstance(thing, gymnasium.Env):
        yield from _parts_of_single(thing, steps)
    elif isinstance(thing, SeatVecEnv | SelfPlayVecEnv):
        for k in range(steps):
            thing.step_async(first_legal(thing.action_masks(), k))
            yield thing.step_wait()
            yield getattr(thing, "earned", None), getattr(thing, "acted", None)
        yield thing.reset()
    else:
        yield from _parts_of_agent(thing, steps)


def _parts_of_pettingzoo(env: Any, steps: int) -> Any:
    for k in range(steps):
        if not env.agents:
            env.reset()
        if isinstance(env, ParallelEnv):
            game: Any = env.aec_env.unwrapped  # type: ignore[attr-defined]  # of ours
            mask = game.observe(game.agent_selection)["action_mask"]
            yield env.step({game.agent_selection: int(first_legal([mask], k)[0])})
        else:
            observation, *rest = env.last()
            yield observation, rest, env.unwrapped.get_state()
            action = None if rest[1] else int(first_legal([observation["action_mask"]], k)[0])
            env.step(action)
        yield env.action_space("player_0").sample()


def _parts_of_vector(env: Any, steps: int) -> Any:
    info = env.step(first_legal(_masks_of(env), 0))[-1]
    for k in range(steps):
        *rest, info = env.step(first_legal(info["action_mask"], k))
        yield rest, info
    yield env.action_space.sample(), env.reset()


def _masks_of(env: Any) -> Any:
    inner = env.unwrapped
    return inner.lanes.own_masks if hasattr(inner, "lanes") else inner.action_masks()


def _parts_of_single(env: Any, steps: int) -> Any:
    for k in range(steps):
        masks = env.unwrapped.action_masks()
        yield env.step(int(first_legal([masks], k)[0])) if masks.any() else env.reset()
    yield env.action_space.sample(), env.reset()


def _parts_of_agent(agent: Any, steps: int) -> Any:
    game = _game_of_agent(agent)
    yield agent.name
    batch = Batch(game, LANES)
    for k in range(steps // 5):
        positions = Positions.imagined(batch, k)
        yield agent.choose(batch.observe(), batch.legal(), batch.players(), positions)
        batch.step(first_legal(batch.legal(), k))


def _game_of_agent(agent: Any) -> Game:
    kind = next((vars(agent)[name] for name in ("kind", "_kind") if name in vars(agent)), kinds.TOY)
    return kinds.short(kind if isinstance(kind, str) else kind.name).game()


# --- things ---


def played(thing: Any, steps: int = STEPS) -> Any:
    """In the middle of something."""
    followed(thing, steps)
    return thing


def positions_of(sample: Sample) -> dict[str, Any]:
    game = sample.game()
    return {
        "game": game,
        "position": played(game.new_game(3)),
        "position at the end": played(game.new_game(3), 1000),
        "batch": played(Batch(game, LANES, threads=2)),
        "lanes": played(_dealt(Lanes(game, LANES, threads=2))),
        "lanes that are over": played(_dealt(Lanes(game, LANES, renew=False)), 1000),
    }


def _dealt(lanes: Lanes) -> Lanes:
    lanes.reset(range(LANES))
    return lanes


def environments_of(sample: Sample) -> dict[str, Any]:
    more = {"illegal_action": "random"}
    made = {
        "raw": sample.raw_env(),
        "env": sample.env(observation="entities"),
        "parallel": sample.parallel_env(**more),
        "vector": sample.vector_env(LANES, threads=2),
        "vector, entities, shaped": sample.vector_env(LANES, observation="entities", shaping=1.0, gamma=0.9, **more),
        "vector without autoreset": sample.vector_env(LANES, autoreset=False),
        "one seat": SeatEnv(**sample.all_options(opponents=["random", "mcts:4"])),
        "one seat in lanes": SeatVectorEnv(LANES, **sample.all_options(opponents=["mcts:4", "random"], **more)),
        **_registered(sample),
        "lanes of SB3": SeatVecEnv(LANES, **sample.all_options(shaping=Shaping(1.0, 0.9))),
        "self-play of SB3": SelfPlayVecEnv(LANES, **sample.all_options(shaping=Shaping(1.0, 0.9))),
    }
    for env in made.values():
        env.seed(4) if hasattr(env, "seed") else None
        env.reset() if isinstance(env, SeatVecEnv | SelfPlayVecEnv) else env.reset(seed=4)
    return {name: played(env) for name, env in made.items()}


def _registered(sample: Sample) -> dict[str, Any]:
    """By their ids, in the wrappers of Gymnasium."""
    ids = {name: gym_id for gym_id, name in gymnasium_ids().items()}
    if sample.name not in ids:
        return {}
    return {
        "made": gymnasium.make(ids[sample.name], **sample.options),
        "made in lanes": gymnasium.make_vec(ids[sample.name], LANES, **sample.options),
    }


def agents_of(sample: Sample) -> dict[str, Any]:
    kind = sample.kind
    codes = ["random", "mcts:8", "flat:8"]
    codes += ["greedy"] * (kind.heuristic is not None)
    codes += ["value", "mcts+value:8"] * hasattr(kind.heuristic, "learned_value")
    codes += ["ppo"] * (kind.pretrained("ppo") is not None) + ["zero", "zero:4"] * (kind.pretrained("zero") is not None)
    return {code: played(agents.make(code, seed=2, game=kind)) for code in codes}


def answer_all(things: bytes) -> dict[str, str]:
    """In another process."""
    return {name: followed(pickle.loads(thing)) for name, thing in pickle.loads(things).items()}


@pytest.mark.parametrize("things_of", [positions_of, environments_of, agents_of])
def test_what_comes_out_of_a_pickle_goes_on_as_the_original_does(short: Sample, things_of: Any) -> None:
    things = things_of(short)
    kept = {name: pickle.dumps(thing) for name, thing in things.items()}
    copies = {name: copy.deepcopy(thing) for name, thing in things.items() if name != "zero:4"}
    expected = {name: followed(thing) for name, thing in things.items()}
    assert answer_all(pickle.dumps(kept)) == expected
    assert {name: followed(thing) for name, thing in copies.items()} == {name: expected[name] for name in copies}
    if short.name in (kinds.TOY, kinds.NAMES[0]):
        with multiprocessing.get_context("spawn").Pool(1) as pool:
            assert pool.apply(answer_all, (pickle.dumps(kept),)) == expected


def test_a_pickled_position_is_small_and_comes_back_to_the_byte(any_size: Sample) -> None:
    state = any_size.game().new_game(1)
    kept = pickle.dumps(state)
    assert len(kept) < len(state.to_bytes()) + OVERHEAD
    others = [pickle.loads(kept) for _ in range(2)]
    assert others == [state, state]
    assert others[0].game is others[1].game                # so a thousand positions do not read a thousand books
    others[0].apply_action(others[0].legal_actions[0])
    assert others[1] == state


def test_what_has_not_begun_has_not_begun_when_it_comes_back(short: Sample) -> None:
    for env in (SeatEnv(**short.all_options()), SeatVectorEnv(LANES, **short.all_options())):
        other = pickle.loads(pickle.dumps(env))
        with pytest.raises(UnderseaError, match="reset"):
            other.step(0 if isinstance(env, SeatEnv) else np.zeros(LANES, np.int64))
        assert flat(env.reset(seed=5)) == flat(other.reset(seed=5))


def test_arrays_that_may_not_be_written_do_not_matter(short: Sample) -> None:
    """As they come out of a store that processes share."""
    for name, thing in environments_of(short).items():
        buffers: list[Any] = []
        content = pickle.dumps(thing, protocol=5, buffer_callback=buffers.append)
        other = pickle.loads(content, buffers=[bytes(buffer.raw()) for buffer in buffers])
        assert followed(other) == followed(thing), name


def test_options_of_every_kind_come_back(tmp_path: Path, short: Sample) -> None:
    game = short.game(num_players=3, reward=worth_nothing)
    other = pickle.loads(pickle.dumps(game))
    assert (other.options, other.reward) == (game.options, worth_nothing)
    assert pickle.loads(pickle.dumps(short.kind)) is short.kind


def worth_nothing(scores: tuple[int, ...], ranks: tuple[int, ...]) -> list[float]:
    return [0.0 for _ in scores]


def test_components_are_those_that_were_pickled(tmp_path: Path) -> None:
    folder = tmp_path / "book"
    own = kinds.by_default("underwater_cities")
    assert own.kind.folder is not None
    shutil.copytree(own.kind.folder / "components", folder)
    kept = pickle.dumps(own.game(components=folder).new_game(1))
    assert pickle.loads(kept).game.components == folder
    cards = folder / "era_cards.csv"
    text = cards.read_text("utf-8").replace("pay 1 credit: gain 3 kelp", "pay 1 credit: gain 2 kelp")
    cards.write_text(text, "utf-8")
    game_again.cache_clear()
    with pytest.raises(InvalidOption, match="pickled with other components of underwater_cities"):
        pickle.loads(kept)


def test_a_damaged_pickle_of_a_position_is_refused(any_game: Sample) -> None:
    state = any_game.game().new_game(1)
    make, (game, content) = state.__reduce__()
    with pytest.raises(InvalidPosition, match="damaged"):
        make(game, content[:-1] + bytes([content[-1] ^ 1]))


# --- Stable-Baselines3 ---


def self_play(seed: int = 0) -> tuple[Any, SelfPlayVecEnv]:
    lanes = SelfPlayVecEnv(4, seed=seed, game=kinds.TOY, rounds=2)
    return sb3.MaskablePPO(
        "MlpPolicy", lanes, n_steps=8, batch_size=16, n_epochs=1, device="cpu", rollout_buffer_class=SelfPlayBuffer,
        rollout_buffer_kwargs={"env": lanes},
    ), lanes


def test_a_model_with_self_play_lanes_is_saved_and_goes_on(tmp_path: Path) -> None:
    model, _ = self_play()
    model.learn(64)
    file = io.BytesIO()
    model.save(file)
    lanes = SelfPlayVecEnv(4, seed=9, game=kinds.TOY, rounds=2)
    file.seek(0)
    other = sb3.MaskablePPO.load(file, env=lanes, rollout_buffer_kwargs={"env": lanes})
    seen = lanes.reset()[:1]
    for mask in (np.ones((1, 5)), np.eye(1, 5)):
        assert model.predict(seen, action_masks=mask, deterministic=True) == other.predict(
            seen, action_masks=mask, deterministic=True)
    assert other.rollout_buffer.env is lanes
    other.learn(64)
    file.seek(0)
    careless = sb3.MaskablePPO.load(file, env=lanes)
    with pytest.raises(UnderseaError, match="other lanes than its buffer"):
        careless.learn(64)


def test_a_policy_of_stable_baselines_is_pickled_after_it_has_learned() -> None:
    model, _ = self_play()
    model.learn(64)
    agent = SB3Agent(model, game=kinds.TOY)
    other = pickle.loads(pickle.dumps(agent))
    assert followed(other) == followed(agent)


def test_what_greedy_expects_is_pickled_with_the_lanes() -> None:
    sample = kinds.shortest("underwater_cities")
    lanes = SelfPlayVecEnv(LANES, shaping=Shaping(1.0, 1.0, points_expected_by_greedy(sample.game())),
                           **sample.all_options())
    lanes.reset()
    other = pickle.loads(pickle.dumps(played(lanes)))
    assert followed(other) == followed(lanes)
