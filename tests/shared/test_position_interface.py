"""One position at a time and many games at once: names, copies, bytes, bad actions, determinism."""

import copy
import random
import struct
import subprocess
import sys
from functools import cache

import numpy as np
import pytest

import undersea_env
from undersea_env import IllegalAction, InvalidOption, InvalidPosition
from undersea_env.core.batch import Batch
from undersea_env.core.position import CHECKSUM, HEADER, Game, State, checksum

VARIANTS = {
    "solo": {"num_players": 1},
    "two": {"num_players": 2},
    "three, asymmetric": {"num_players": 3, "boards": "asymmetric"},
    "four, contracts": {"num_players": 4, "contracts": True},
}


@cache
def game_of(variant: str) -> Game:
    return undersea_env.game(**VARIANTS[variant])


def play(state: State, seed: int, decisions: int | None = None) -> State:
    rng = random.Random(seed)
    while not state.is_terminal and decisions != 0:
        state.apply_action(rng.choice(state.legal_actions))
        decisions = None if decisions is None else decisions - 1
    return state


def resealed(position: bytes) -> bytes:
    """The bytes with a checksum that fits."""
    return position[:-CHECKSUM] + checksum(position[:-CHECKSUM])


@pytest.fixture(params=VARIANTS)
def game(request: pytest.FixtureRequest) -> Game:
    return game_of(request.param)


# --- options and seeds ---


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"num_players": 0}, "1 to 4"),
        ({"num_players": 5}, "1 to 4"),
        ({"num_players": True}, "1 to 4"),
        ({"num_players": 2.0}, "1 to 4"),
        ({"boards": "both"}, "symmetric"),
        ({"boards": [1]}, "one a seat"),
        ({"boards": [1, 1]}, "twice"),
        ({"boards": [1, 5]}, "all of 1-4 or all of 5-8"),
        ({"boards": [0, 1]}, "all of 1-4 or all of 5-8"),
        ({"boards": None}, "symmetric"),
        ({"num_players": 1, "boards": [2]}, "solo: always 5-8"),
        ({"contracts": 1}, "True or False"),
        ({"num_players": 1, "contracts": True}, "O-1"),
        ({"rounds": ()}, "1 to 3 numbers"),
        ({"rounds": (4, 3, 3, 1)}, "1 to 3 numbers"),
        ({"rounds": (0,)}, "from 1 to 9"),
        ({"rounds": (10,)}, "from 1 to 9"),
        ({"rounds": (9, 9, 9)}, "at most 10 together"),
        ({"rounds": 4}, "1 to 3 numbers"),
        ({"components": 3}, "component folder"),
        ({"reward": "points"}, "win, rank, score"),
    ],
)
def test_options_that_are_not_allowed_say_what_is(options: dict, says: str) -> None:
    with pytest.raises(InvalidOption, match=says):
        undersea_env.game(**options)


@pytest.mark.parametrize("seed", [-1, 1 << 64, 1.0, True, None, "7", np.float64(3)])
def test_a_seed_is_a_whole_number_of_64_bits(seed: object) -> None:
    with pytest.raises(InvalidOption, match="seed"):
        game_of("two").new_game(seed)  # type: ignore[arg-type]


def test_the_largest_seed_and_numpy_seeds_are_fine() -> None:
    game = game_of("two")
    game.new_game((1 << 64) - 1)
    assert game.new_game(np.uint8(9)) == game.new_game(9)


def test_importing_the_package_imports_no_compiler() -> None:
    code = "import sys, undersea_env; print([m for m in ('numba', 'pettingzoo', 'torch', 'numpy') if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


# --- a position ---


def test_a_new_position_has_the_documented_names(game: Game) -> None:
    state = game.new_game(3)
    assert game.name == "underwater_cities-v0"
    assert state.current_player in range(game.num_players)
    assert state.legal_actions == sorted(set(state.legal_actions))
    assert np.flatnonzero(state.legal_mask()).tolist() == state.legal_actions
    assert state.legal_mask().dtype == np.int8
    assert state.legal_mask().shape == (game.num_actions,)
    assert not state.is_terminal
    assert state.returns == (0.0,) * game.num_players
    assert state.scores == (0,) * game.num_players
    assert state.winners == ()
    assert len(game.rulebook_hash) == 32
    assert len(state.states) == 1
    assert "seat" in repr(state)


def test_the_list_of_legal_actions_is_the_callers_own() -> None:
    state = game_of("two").new_game(3)
    state.legal_actions.clear()
    assert state.legal_actions


def test_a_clone_lives_its_own_life(game: Game) -> None:
    state = play(game.new_game(5), 1, 20)
    before = state.to_bytes()
    for other in (state.clone(), copy.copy(state), copy.deepcopy(state)):
        assert other == state
        play(other, 2, 10)
        assert state.to_bytes() == before
        assert other != state
    again = state.clone()
    play(state, 2, 10)
    assert again.to_bytes() == before


def test_positions_are_not_hashable_and_not_made_by_hand() -> None:
    with pytest.raises(TypeError):
        hash(game_of("two").new_game(0))
    with pytest.raises(TypeError, match="new_game"):
        State()


@pytest.mark.parametrize("action", [True, False, 1.0, "3", None, [3], np.float32(3), -1, 10**9, 1 << 70])
def test_what_is_no_action_is_refused_and_changes_nothing(action: object) -> None:
    state = play(game_of("two").new_game(4), 4, 30)
    before = state.to_bytes()
    with pytest.raises(IllegalAction):
        state.apply_action(action)  # type: ignore[arg-type]
    assert state.to_bytes() == before


def test_every_illegal_action_is_refused_in_words_and_changes_nothing(game: Game) -> None:
    state = game.new_game(6)
    rng = random.Random(1)
    for _ in range(12):
        before = state.to_bytes()
        illegal = np.flatnonzero(state.legal_mask() == 0).tolist()
        for action in rng.sample(illegal, 12):
            with pytest.raises(IllegalAction, match=f"seat {state.current_player} may not .*legal now: "):
                state.apply_action(action)
        assert state.to_bytes() == before
        play(state, 3, 7)


def test_numpy_integers_are_actions() -> None:
    state = game_of("two").new_game(4)
    other = state.clone()
    action = state.legal_actions[0]
    state.apply_action(action)
    other.apply_action(np.int16(action))
    assert state == other


def test_after_the_end_nothing_is_legal(game: Game) -> None:
    state = play(game.new_game(7), 7)
    before = state.to_bytes()
    assert state.is_terminal
    assert state.current_player == -1
    assert state.legal_actions == []
    assert not state.legal_mask().any()
    with pytest.raises(IllegalAction, match="over"):
        state.apply_action(0)
    assert state.to_bytes() == before


# --- points ---


def test_before_the_end_scores_are_the_points_on_the_track(game: Game) -> None:
    state = play(game.new_game(2), 3, 60)
    points = [player["points"] for player in state.to_dict()["players"]]
    assert list(state.scores) == points


def test_ties_go_to_the_earlier_in_turn_order() -> None:
    game = undersea_env.game(3)
    same = {"kelp": 0, "steelplast": 0, "science": 0, "credits": 0}
    players = [same | {"points": 5}, same | {"points": 5}, same | {"points": 4}]
    state = game.from_dict({"to_move": -1, "order": [2, 1, 0], "players": players})
    assert state.is_terminal
    assert state.ranks == (2, 1, 3)
    assert state.winners == (1,)
    assert state.returns == pytest.approx((-1 / 3, 2 / 3, -1 / 3))


@pytest.mark.parametrize(
    ("reward", "returns"),
    [
        ("win", (1 - 1 / 3, -1 / 3, -1 / 3)),
        ("rank", (1.0, 0.0, -1.0)),
        ("score", (0.15, 0.0, -0.15)),
        (lambda scores, ranks: [score - rank for score, rank in zip(scores, ranks, strict=True)], (21, 10, -1)),
    ],
)
def test_returns_follow_the_option_reward(reward: object, returns: tuple) -> None:
    game = undersea_env.game(3, reward=reward)
    same = {"kelp": 0, "steelplast": 0, "science": 0, "credits": 0}
    players = [same | {"points": points} for points in (20, 10, 0)]     # and 2 for the starting city
    state = game.from_dict({"to_move": -1, "players": players})
    assert state.scores == (22, 12, 2)
    assert state.returns == pytest.approx(returns)


@pytest.mark.parametrize("rewards", [[1], None, ["a", "b"], [float("nan"), 0]])
def test_a_reward_function_must_give_one_number_a_seat(rewards: object) -> None:
    with pytest.raises(InvalidOption, match="one a seat"):
        undersea_env.game(2, reward=lambda scores, ranks: rewards)
    late = undersea_env.game(2, reward=lambda scores, ranks: rewards if any(scores) else scores)
    state = late.from_dict({"to_move": -1, "players": [{"points": 3}, {}]})
    with pytest.raises(InvalidOption, match="one a seat"):
        _ = state.returns


def test_solo_is_won_with_seven_connected_cities_and_a_hundred_points() -> None:
    game = undersea_env.game(1, boards=[5])
    board = game.catalogue.boards[4]
    cities = {city.id: "nonsymbiotic" for city in board.cities}
    tunnels = {tunnel.id: "tunnel" for tunnel in board.tunnels}
    won = game.from_dict({"to_move": -1, "players": [{"points": 100, "sites": cities | tunnels}]})
    assert won.winners == (0,)
    assert won.returns == (1.0,)
    for player in ({"points": 30, "sites": cities | tunnels}, {"points": 200, "sites": {board.start.id: "symbiotic"}}):
        lost = game.from_dict({"to_move": -1, "players": [player]})
        assert lost.winners == ()
        assert lost.returns == (0.0,)


@pytest.mark.parametrize("seat", [-1, 2, 1.0, True, None])
def test_a_seat_is_one_of_the_game(seat: object) -> None:
    with pytest.raises(InvalidOption, match="seat"):
        game_of("two").new_game(0).score_breakdown(seat)  # type: ignore[arg-type]


def test_a_mode_of_rendering_is_text_or_a_picture() -> None:
    state = game_of("two").new_game(0)
    assert state.render("svg").startswith("<svg ")
    with pytest.raises(InvalidOption, match="mode is 'ansi' or 'svg', not 'jpeg'"):
        state.render("jpeg")
    for mode in ("ansi", "svg"):
        with pytest.raises(InvalidOption, match="seat"):
            state.render(mode, seat=2)


# --- bytes ---


def test_bytes_that_are_no_position_are_refused() -> None:
    game = game_of("two")
    good = game.new_game(1).to_bytes()
    other_rules = undersea_env.game(2, rounds=(1,)).new_game(1).to_bytes()
    bad = {
        "not as str": good.hex(),
        "not as NoneType": None,
        "expected .* bytes": good[:-1],
        "expected .* bytes, found": good + b"\0",
        "do not begin": resealed(b"XXXX" + good[4:]),
        "format 9": resealed(good[:4] + struct.pack("<H", 9) + good[6:]),
        "other options": other_rules,
        "damaged": good[:100] + bytes([good[100] ^ 1]) + good[101:],
    }
    for says, position in bad.items():
        with pytest.raises(InvalidPosition, match=says):
            game.from_bytes(position)  # type: ignore[arg-type]


@pytest.mark.parametrize("seed", range(4))
def test_bytes_with_impossible_contents_are_refused_or_are_another_position(seed: int) -> None:
    """Whatever is accepted can be played to the end."""
    rng = random.Random(seed)
    game = game_of(list(VARIANTS)[seed])
    refused = 0
    for _ in range(150):
        state = play(game.new_game(rng.randrange(1000)), rng.randrange(1000), rng.randrange(150))
        position = bytearray(state.to_bytes())
        for _ in range(rng.randint(1, 2)):
            position[rng.randrange(HEADER.size + 8, len(position) - CHECKSUM)] = rng.choice((0, 1, 2, 5, 127, 255))
        try:
            other = game.from_bytes(resealed(bytes(position)))
        except InvalidPosition:
            refused += 1
        else:
            assert play(other, 1).is_terminal
    assert refused > 30


# --- determinism ---


def test_seeds_matter_and_repeat() -> None:
    game = game_of("four, contracts")
    starts = {game.new_game(seed).to_bytes() for seed in range(50)}
    assert len(starts) == 50
    assert game.new_game(5) == game.new_game(5)
    assert play(game.new_game(5), 9) == play(game.new_game(5), 9)


def lowest_or_highest(masks: np.ndarray, sweep: int) -> np.ndarray:
    """A legal action of each game, the same whatever else is in the batch."""
    highest = masks.shape[1] - 1 - masks[:, ::-1].argmax(axis=1)
    return np.where(sweep % 3 == 0, masks.argmax(axis=1), highest)


def sweep_through(batch: Batch, sweeps: int) -> None:
    for sweep in range(sweeps):
        batch.step(lowest_or_highest(batch.legal(), sweep))


# --- batches ---


def test_a_batch_refuses_an_illegal_action_and_changes_nothing() -> None:
    batch = Batch(game_of("two"), 5)
    actions = batch.legal().argmax(axis=1)
    actions[3] = int(np.flatnonzero(batch.masks[3] == 0)[0])
    before = batch.to_bytes()
    with pytest.raises(IllegalAction, match=rf"game 3, action {actions[3]}\b"):
        batch.step(actions)
    for wrong in (actions[:4], actions.astype(float), [[1] * 5], None, [-1] * 5, [10**6] * 5, [True] * 5):
        with pytest.raises(IllegalAction):
            batch.step(wrong)  # type: ignore[arg-type]
    assert batch.to_bytes() == before


def test_masks_are_written_by_the_batch_alone() -> None:
    batch = Batch(game_of("two"), 2)
    with pytest.raises(ValueError, match="read-only"):
        batch.masks[0, 0] = 1


def test_a_batch_knows_who_plays_and_what_is_over() -> None:
    game = undersea_env.game(2, rounds=(1,))
    batch = Batch(game, 6)
    batch.reset(range(6))
    assert batch.players().tolist() == [game.new_game(seed).current_player for seed in range(6)]
    sweep = 0
    while not batch.over.all():
        batch.step(lowest_or_highest(batch.legal(), sweep))
        sweep += 1
    assert batch.players().tolist() == [-1] * 6
    assert not batch.legal().any()
    assert batch.scores()[:, :2].tolist() == [list(batch.state(i).scores) for i in range(6)]
    before = batch.to_bytes()
    batch.step([0] * 6)
    assert batch.to_bytes() == before


def test_bytes_of_a_batch() -> None:
    game = game_of("two")
    batch, other = Batch(game, 4), Batch(game, 4)
    sweep_through(batch, 30)
    other.from_bytes(batch.to_bytes())
    assert other.to_bytes() == batch.to_bytes()
    assert (other.legal() == batch.legal()).all()
    with pytest.raises(InvalidPosition):
        Batch(game, 3).from_bytes(batch.to_bytes())
    with pytest.raises(InvalidPosition):
        game.from_bytes(batch.to_bytes())
    damaged = bytearray(batch.to_bytes())
    damaged[HEADER.size + 8 + 2 * len(batch.states[0].tobytes()) + 8] = 9        # of game 2: a number of players
    with pytest.raises(InvalidPosition, match="game 2"):
        other.from_bytes(resealed(bytes(damaged)))
    assert other.to_bytes() == batch.to_bytes()


@pytest.mark.parametrize("seeds", [[1, 2], 5, "abc", [1, 2, -1], [1, 2, 3.0], None])
def test_a_batch_needs_one_seed_a_game(seeds: object) -> None:
    with pytest.raises(InvalidOption):
        Batch(game_of("two"), 3).reset(seeds)  # type: ignore[arg-type]


@pytest.mark.parametrize(("n", "threads"), [(0, 1), (1.5, 1), (2, 0), (2, "2")])
def test_a_batch_has_at_least_one_game_and_thread(n: object, threads: object) -> None:
    with pytest.raises(InvalidOption):
        Batch(game_of("two"), n, threads)  # type: ignore[arg-type]
