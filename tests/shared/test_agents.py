"""Agents by their codes, bots from files, and what agents are given."""

import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import undersea_env
from tests import bots
from tests.kinds import Sample
from undersea_env.agents import make
from undersea_env.agents.agent import Positions
from undersea_env.agents.arena.asking import Asked
from undersea_env.agents.bot_file import template_of
from undersea_env.core.batch import Batch
from undersea_env.core.redealing import redealt
from undersea_env.core.registry import kind_of
from undersea_env.core.streams import RowStream, derived_seed
from undersea_env.errors import InvalidOption
from undersea_env.underwater_cities.kernel.actions import NUM_ACTIONS

# --- codes ---


@pytest.mark.parametrize("code", ["nobody", "", "Random", "random2", "montecarlo", ":", "random,random", "bot.txt"])
def test_unknown_codes_are_refused_with_what_exists(code: str) -> None:
    with pytest.raises(InvalidOption, match=r"there are: random.*\.py"):
        make(code)


@pytest.mark.parametrize("code", [None, 7, b"random"])
def test_a_code_is_a_text(code: Any) -> None:
    with pytest.raises(InvalidOption, match="named by a code"):
        make(code)


def test_what_is_wrong_behind_the_name_is_told() -> None:
    with pytest.raises(InvalidOption, match="nothing behind a colon"):
        make("random:5")
    with pytest.raises(InvalidOption, match="seed"):
        make("random", seed=-1)


def test_agents_are_light_to_import() -> None:
    program = "import sys, undersea_env.agents; print('torch' in sys.modules, 'numba' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["False", "False"]


# --- random ---


def test_random_chooses_every_legal_action_equally_often() -> None:
    masks = np.zeros((6000, 384), np.int8)
    masks[:, [3, 100, 383]] = 1
    chosen = Counter(make("random", seed=1).choose(None, masks, np.zeros(6000, np.int64)).tolist())
    assert set(chosen) == {3, 100, 383}
    assert all(abs(n - 2000) < 150 for n in chosen.values())


def test_random_takes_masks_of_any_kind_and_layout_but_not_of_another_length() -> None:
    masks = np.zeros((8, NUM_ACTIONS), np.int64)
    masks[:, [3, 300]] = 1
    players = np.zeros(8, np.int64)
    chosen = make("random", seed=1).choose(None, masks, players).tolist()
    for same in (masks.astype(bool), np.asfortranarray(masks), np.repeat(masks, 2, axis=0)[::2]):
        assert make("random", seed=1).choose(None, same, players).tolist() == chosen
    with pytest.raises(InvalidOption, match="columns"):
        make("random").choose(None, masks[:, :9], players)


def test_random_depends_on_its_seed_and_not_on_how_questions_are_cut() -> None:
    masks = np.ones((50, 384), np.int8)
    players = np.zeros(50, np.int64)
    whole = make("random", seed=4).choose(None, masks, players)
    agent = make("random", seed=4)
    parts = [agent.choose(None, masks[:20], players[:20]), agent.choose(None, masks[20:], players[20:])]
    assert whole.tolist() == np.concatenate(parts).tolist()
    assert whole.tolist() != make("random", seed=5).choose(None, masks, players).tolist()


def test_derived_seeds_differ_for_every_seed_and_purpose() -> None:
    seeds = [derived_seed(seed, a, b) for seed in range(4) for a in range(4) for b in range(50)]
    assert len(set(seeds)) == len(seeds)
    assert 0 not in seeds


# --- positions ---


def positions_in_play(n: int, players: int = 3) -> Batch:
    batch = Batch(undersea_env.game(players), n)
    agent = make("random", seed=2)
    for _ in range(40):
        batch.step(agent.choose(None, batch.legal(), batch.players()))
    return batch


def test_rows_are_dealt_anew_as_single_positions_are() -> None:
    batch = positions_in_play(8)
    seats, seeds = batch.players(), RowStream(9).take(8)
    rows = redealt(batch.game, batch.states, np.arange(8), seats, seeds)
    for k in range(8):
        alone = batch.state(k).resample(int(seats[k]), int(seeds[k]))
        assert rows[k].tobytes() == alone.states[0].tobytes()


class Looking:
    """Keeps what it is given."""

    name = "looking"

    def __init__(self, positions: bool, observations: bool) -> None:
        self.wants_positions, self.wants_observations = positions, observations
        self.given: tuple[Any, ...] = ()

    def choose(self, observations: Any, masks: Any, players: Any, positions: Positions | None = None) -> Any:
        self.given = observations, positions
        actions = masks.argmax(axis=1)
        masks[:] = 1
        players[:] = 7
        if positions is not None:
            positions.states["over"] = 1
        return actions


@pytest.mark.parametrize("positions", [False, True])
@pytest.mark.parametrize("observations", [False, True])
def test_agents_get_what_they_want_and_cannot_spoil_the_game(positions: bool, observations: bool) -> None:
    batch = positions_in_play(5)
    agent = Looking(positions, observations)
    before, masks, players = batch.to_bytes(), batch.legal().copy(), batch.players()
    states = batch.states.view(np.ndarray)
    actions, failures = Asked(agent, 3).ask(batch.game, states, masks, players)
    assert not failures
    assert (masks[np.arange(5), actions] == 1).all()
    assert (players == batch.players()).all()
    assert batch.to_bytes() == before
    seen, imagined = agent.given
    assert (seen is not None) == observations
    assert (imagined is not None) == positions
    if observations:
        assert all((seen[k] == batch.state(k).observation(players[k])).all() for k in range(5))


def test_positions_hide_what_the_seat_cannot_know() -> None:
    batch = positions_in_play(6)
    agent = Looking(True, False)
    states, players = batch.states.view(np.ndarray), batch.players()
    Asked(agent, 3).ask(batch.game, states, batch.legal().copy(), players)
    imagined = agent.given[1].states
    assert imagined.flags.c_contiguous
    assert (imagined["stream"] != states["stream"]).all()
    other_hands = 0
    for k, seat in enumerate(players.tolist()):
        assert (imagined["players"]["hand"][k, seat] == states["players"]["hand"][k, seat]).all()
        others = [other for other in range(3) if other != seat]
        other_hands += (imagined["players"]["hand"][k, others] != states["players"]["hand"][k, others]).any()
    assert other_hands >= 4


# --- bots ---


def test_the_bot_of_the_command_plays_legally(tmp_path: Path, whole: Sample) -> None:
    agent = make(bots.bot(tmp_path, "template", template_of(whole.kind)), seed=3, game=whole.name)
    assert agent.name == "builder"
    batch = Batch(whole.game(), 4)
    for _ in range(30):
        batch.step(agent.choose(None, batch.legal(), batch.players(), Positions.imagined(batch, 1)))


@pytest.mark.parametrize("name", undersea_env.games())
def test_the_bot_of_the_command_beats_random(tmp_path: Path, name: str) -> None:
    bot = make(bots.bot(tmp_path, "template", template_of(kind_of(name))), seed=3, game=name)
    agents = (bot, make("random", seed=4, game=name))
    n = 12
    batch = Batch(undersea_env.game(name), n)
    batch.reset(seeds=range(n))
    bots_seat = np.arange(n) % 2
    while not batch.over.all():
        masks, players = batch.legal(), batch.players()
        asked = batch.observe(), np.maximum(masks, batch.over[:, None]), players, Positions.imagined(batch, 1)
        answers = [agent.choose(*asked) for agent in agents]
        batch.step(np.where(players == bots_seat, *answers))
    scores = batch.scores()
    lead = scores[np.arange(n), bots_seat] - scores[np.arange(n), 1 - bots_seat]
    assert (lead > 0).sum() > 2 * (lead < 0).sum()


@pytest.mark.parametrize(
    ("code", "reason"),
    [
        ("def choose(): pass", "no class with a method `decide` or `choose`"),
        (bots.LAST + bots.LAST.replace("Chooser", "Other"), "2 classes"),
        ("class Bot:\n    choose = 5", "no class"),
        ("class Bot(", "cannot be loaded: SyntaxError"),
        ("import no_such_module_anywhere", "cannot be loaded: ModuleNotFoundError"),
        ("raise SystemExit(1)", "cannot be loaded: SystemExit"),
        (bots.FIRST.replace("    name", "    def __init__(self): 1 / 0\n    name"), "cannot be made: ZeroDivision"),
        (bots.FIRST.replace("    name", "    def __init__(self, deep): pass\n    name"), "cannot be made: TypeError"),
        (bots.FIRST.replace('name = "first"', "__slots__ = ()"), "cannot be made: AttributeError"),
    ],
)
def test_a_file_that_is_no_bot_is_refused_in_one_sentence(tmp_path: Path, code: str, reason: str) -> None:
    with pytest.raises(InvalidOption, match=reason) as refused:
        make(bots.bot(tmp_path, "wrong", code))
    assert "\n" not in str(refused.value)


def test_a_file_that_does_not_exist_is_no_bot(tmp_path: Path) -> None:
    with pytest.raises(InvalidOption, match="no such file"):
        make(str(tmp_path / "nowhere.py"))


@pytest.mark.parametrize("name", ["5", "''", "'a' * 99", "'a\\nb'", "'a,b'"])
def test_a_bot_without_a_proper_name_is_called_like_its_file(tmp_path: Path, name: str) -> None:
    assert make(bots.bot(tmp_path, "my_bot", bots.FIRST.replace('"first"', name))).name == "my_bot"


def test_a_bot_of_todays_way_may_import_the_numbers_of_actions(tmp_path: Path) -> None:
    code = "from undersea_env.underwater_cities.kernel.actions import KIND, SITE, STOP\n" + bots.FIRST
    assert make(bots.bot(tmp_path, "numbers", code)).name == "first"


def test_a_bot_gets_its_game_if_it_takes_one(tmp_path: Path) -> None:
    told = bots.FIRST.replace("    name", "    def __init__(self, game): self.game = game\n    name")
    kind = undersea_env.underwater_cities.KIND
    assert make(bots.bot(tmp_path, "told", told)).game is kind  # type: ignore[attr-defined]
    assert make(bots.bot(tmp_path, "told", told), game="underwater_cities").game is kind  # type: ignore[attr-defined]


def test_a_bot_gets_its_seed_if_it_takes_one(tmp_path: Path) -> None:
    seeded = bots.FIRST.replace("    name", "    def __init__(self, seed): self.seed = seed\n    name")
    assert make(bots.bot(tmp_path, "seeded", seeded), seed=12).seed == 12  # type: ignore[attr-defined]
    assert make(bots.bot(tmp_path, "last", bots.LAST), seed=12).name == "last"


def test_positions_of_a_batch_are_those_that_the_deciding_seats_may_imagine() -> None:
    batch = Batch(undersea_env.game(3), n=6)
    imagined = Positions.imagined(batch, seed=4)
    assert imagined.game is batch.game
    assert np.array_equal(imagined.states, Positions.imagined(batch, seed=4).states)
    assert not np.array_equal(imagined.states, Positions.imagined(batch, seed=5).states)
    players = batch.players()
    for k in range(6):
        hand = imagined.states["players"]["hand"][k, players[k]]
        assert np.array_equal(hand, batch.states["players"]["hand"][k, players[k]])
    assert (imagined.states["era_deck"] != batch.states["era_deck"]).any(axis=1).all()
