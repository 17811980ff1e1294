"""Observations of every game: one layout, the same rows however a batch is cut; bounds: test_invariants."""

from typing import Any

import numpy as np
import pytest

from tests.kinds import Sample
from undersea_env import InvalidOption
from undersea_env.core.batch import Batch
from undersea_env.core.kind import Kind
from undersea_env.core.layout import OBSERVATION_DTYPE

# --- the layout ---


def test_the_pieces_tile_the_vector(kind: Kind) -> None:
    layout, end = kind.observation, 0
    for piece in layout:
        assert piece.start == end
        assert piece.size == np.prod(piece.shape)
        assert len(piece.columns) in (0, piece.shape[-1])
        assert len(set(piece.columns)) == len(piece.columns)
        assert piece.meaning
        assert layout[piece.name] is piece
        end += piece.size
    assert end == layout.size
    assert len({piece.name for piece in layout}) == len(layout.pieces)
    high = layout.highest()
    assert high.dtype == OBSERVATION_DTYPE
    assert high.all()


def test_the_table_names_every_piece(kind: Kind) -> None:
    table = kind.observation.as_markdown()
    for piece in kind.observation:
        assert f"| {piece.start}-{piece.start + piece.size - 1} | `{piece.name}` |" in table


def test_the_table_in_the_folder_is_that_of_the_layout(kind: Kind) -> None:
    if kind.folder is None:
        pytest.skip(f"{kind.title} has no folder")
    kept = (kind.folder / "OBSERVATION.md").read_text("utf-8")
    assert kept == kind.observation.as_markdown(), "if this is meant, keep what `as_markdown` gives"


def test_explain_gives_back_every_number_in_its_place(kind: Kind) -> None:
    layout = kind.observation
    numbers = np.arange(2 * layout.size).reshape(2, layout.size)
    pieces = layout.explain(numbers)
    assert [array.shape[1:] for array in pieces.values()] == [piece.shape for piece in layout]
    for piece in layout:
        array = pieces[piece.name]
        stored = array.swapaxes(1, 2) if piece.by_column else array
        assert np.array_equal(stored.reshape(2, -1), numbers[:, piece.start : piece.start + piece.size])
        assert np.shares_memory(array, numbers)
        assert np.array_equal(layout.explain(numbers[1])[piece.name], array[1])
    for wrong in (numbers[:, 1:], numbers[0, 0]):
        with pytest.raises(InvalidOption, match=str(layout.size)):
            layout.explain(wrong)


# --- batches ---


@pytest.mark.parametrize("n", [1, 5, 64])
def test_a_batch_gives_the_same_rows_however_it_is_cut(any_game: Sample, n: int) -> None:
    game = any_game.game(num_players=4)
    batch = Batch(game, n)
    rng = np.random.default_rng(n)
    viewers = rng.integers(-1, game.num_players, n)
    for sweep in range(30):
        mask = batch.legal()
        batch.step((rng.random(mask.shape) * mask).argmax(axis=1))
        if sweep % 13:
            continue
        whole = np.full((n, any_game.kind.observation.size), 255, OBSERVATION_DTYPE)
        game.engine.observe(batch.states, viewers, whole, 0, n)
        parts = np.full_like(whole, 255)
        for k in range(n):
            game.engine.observe(batch.states, viewers, parts, k, k + 1)
        assert np.array_equal(whole, parts)
        players = batch.players()
        for k in range(n):
            seat = players[k] if viewers[k] < 0 else viewers[k]
            assert np.array_equal(whole[k], batch.state(k).observation(int(seat)))


def test_a_batch_observes_as_its_games_do(any_game: Sample) -> None:
    batch = Batch(any_game.game(num_players=3), n=5, threads=2)
    for viewer in (-1, 0, 2):
        seen = batch.observe([viewer] * 5)
        for i in range(5):
            state = batch.state(i)
            assert np.array_equal(seen[i], state.observation(state.current_player if viewer < 0 else viewer))
    wrong: Any
    for wrong in ([0] * 4, [3] * 5, [-2] * 5, [0.5] * 5):
        with pytest.raises(InvalidOption):
            batch.observe(wrong)


def test_what_is_printed_is_worked_out_once(any_game: Sample) -> None:
    engine = any_game.game().engine
    assert engine.features is engine.features
