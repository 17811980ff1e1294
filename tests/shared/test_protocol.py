"""What a game offers to the house is there, is documented, and is what the house takes it for."""

import ast
import dataclasses
import inspect
import json
import struct
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import undersea_env
from tests import kinds
from tests.kinds import NAMES, SAMPLES, TOY, Sample
from tests.shared.playing import play
from undersea_env import InvalidOption, InvalidPosition
from undersea_env.core import kind as kind_module
from undersea_env.core.batch import Batch
from undersea_env.core.kind import RULE_OPTIONS, Kernels, Kind
from undersea_env.core.position import Game
from undersea_env.core.registry import default_game, kind_of, known_kind, module_of
from undersea_env.showing.words import OF_A_POSITION

WORDS = (*OF_A_POSITION, "describe_action", "GameLog", "topics")
STATE_FIELDS = {"stream": "uint64", "over": "int8", "seat": "int8", "player_count": "int8"}
DOORS = ("env", "raw_env", "parallel_env", "vector_env", "game")


# --- what a kind has ---


def annotated_lines(name: str) -> dict[str, str]:
    """The fields of a class and the lines on which they are declared."""
    tree = ast.parse(inspect.getsource(kind_module))
    lines = inspect.getsource(kind_module).splitlines()
    found = next(node for node in tree.body if isinstance(node, ast.ClassDef) and node.name == name)
    fields = [node for node in found.body if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name)]
    return {node.target.id: lines[node.lineno - 1] for node in fields}  # type: ignore[union-attr]


def test_every_field_of_the_protocol_is_documented() -> None:
    for name, fields in (("Kind", [f.name for f in dataclasses.fields(Kind)]), ("Kernels", list(Kernels._fields))):
        declared = annotated_lines(name)
        assert list(declared) == fields
        clear_by_its_name = {"observation"}
        assert [field for field in fields if "  # " not in declared[field]] == [*clear_by_its_name & set(fields)]
        assert getattr(kind_module, name).__doc__


def test_every_game_has_samples_of_all_its_options(kind: Kind) -> None:
    assert set(SAMPLES) == set(NAMES)
    whole = SAMPLES[kind.name].whole.values()
    assert {options["num_players"] for options in whole} == set(range(1, kind.most_players + 1))
    samples = [*whole, SAMPLES[kind.name].short, SAMPLES[kind.name].shortest]
    assert {name for options in samples for name in options} == {*kind.option_names} - {*RULE_OPTIONS}


def test_every_game_has_the_fields_that_the_house_reads(kind: Kind) -> None:
    assert kind.title
    assert kind.version >= 0
    assert len(kind.letters) == 2
    assert kind.num_actions == kind.actions.size == sum(block.size for block in kind.actions)
    assert {name: str(kind.state[name]) for name in STATE_FIELDS} == STATE_FIELDS
    assert kind.workspace["empty"] == kind.state
    assert kind.workspace["legal"].shape == (kind.num_actions,)
    assert kind.workspace["legal"].base == np.int16
    assert len(set(kind.score_sources)) == len(kind.score_sources)
    assert "total" not in kind.score_sources
    assert callable(kind.entry.run_task)
    assert kind.most_players >= 1
    assert kind.folder is None or kind.folder.is_dir()


def test_letters_names_and_titles_tell_games_apart() -> None:
    found = [kind_of(name) for name in NAMES]
    for each in ("letters", "name", "title", "id"):
        assert len({getattr(kind, each) for kind in found}) == len(found)


def test_every_game_has_kernels_for_everything(kind: Kind) -> None:
    kernels = import_module(kind.entry.path).KERNELS
    assert isinstance(kernels, Kernels)
    assert all(callable(function) for function in kernels)
    parameters = {name: list(inspect.signature(getattr(kernels, name)).parameters) for name in Kernels._fields}
    for name, found in parameters.items():
        promised = annotated_lines("Kernels")[name].partition("# (")[2].partition(")")[0]
        if promised:
            assert len(found) == len(promised.split(", ")), f"{name}{found} is promised as ({promised})"


def test_actions_are_blocks_one_after_the_other(kind: Kind) -> None:
    first = 0
    for block in kind.actions:
        assert (block.start, kind.actions[block.name]) == (first, first)
        assert block.meaning
        assert kind.actions.block_of(first) == (block, 0)
        assert kind.actions.block_of(first + block.size - 1) == (block, block.size - 1)
        first += block.size
    assert first == kind.num_actions
    for outside in (-1, first):
        with pytest.raises(ValueError, match=f"no action {outside}"):
            kind.actions.block_of(outside)


def test_every_game_has_words(short: Sample) -> None:
    words, game = short.kind.words, short.game()
    assert [name for name in WORDS if not hasattr(words, name)] == []
    for action in range(game.num_actions):
        assert words.describe_action(game, action)
    state = game.new_game(1)
    log = words.GameLog(game)
    assert log.heading
    assert log.log_beginning(state.states[0])
    told = 0
    while not state.is_terminal:
        before = state.clone()
        assert words.question(state)
        assert words.summary(state) in repr(state)
        answers = [state.action_to_string(action) for action in state.legal_actions]
        assert len(set(answers)) == len(answers)
        illegal = np.flatnonzero(state.legal_mask() == 0)
        assert words.why_not(state, int(illegal[told % len(illegal)]))
        assert short.kind.title.lower() in words.ansi(state, None).lower()
        action = state.legal_actions[told % len(state.legal_actions)]
        state.apply_action(action)
        told += len(log.log_action(before.states[0], state.states[0], action))
    assert told > 4
    sheet = words.score_sheet(state)
    assert all(str(score) in sheet for score in state.scores)


def test_the_notation_names_its_game(any_game: Sample) -> None:
    position = any_game.game().new_game(4).to_dict()
    assert json.loads(json.dumps(position)) == position
    assert position["game"] == any_game.kind.id


# --- options ---


def test_options_are_listed_checked_and_read_back(whole: Sample) -> None:
    kind, game = whole.kind, whole.game()
    assert kind.option_names == ("num_players", *(option.name for option in kind.options), *RULE_OPTIONS)
    assert list(game.options.as_dict()) == list(kind.option_names[: -len(RULE_OPTIONS)])
    assert all(getattr(game.options, name) == value for name, value in game.options.as_dict().items())
    again = Game(kind, **game.rule_options())
    assert again.options == game.options
    assert again.digest == game.digest
    from_json = json.loads(json.dumps(game.options.as_json()))
    assert Game(kind, **from_json).options == game.options
    with pytest.raises(AttributeError, match="no option 'colour'"):
        _ = game.options.colour


def test_every_option_has_a_default_that_is_allowed_and_help(kind: Kind) -> None:
    for option in kind.options:
        assert option.help
        assert option.check(option.default, 2) == getattr(kind.checked(2, {}), option.name)
        assert (option.read is None) == (option.default is False)
        with pytest.raises(InvalidOption, match=option.name):
            option.check(object(), 2)


def test_options_may_stand_in_their_places(any_game: Sample) -> None:
    game = undersea_env.game(any_game.name, 3, *(option.default for option in any_game.kind.options))
    assert game.options == any_game.game(num_players=3).options
    first = any_game.kind.options[0]
    for wrong in ((3, first.default), tuple(range(100))):
        with pytest.raises(TypeError, match=f"the options of {any_game.kind.title}"):
            undersea_env.game(any_game.name, *wrong, **{first.name: first.default})
    with pytest.raises(TypeError, match=f"the options of {any_game.kind.title}"):
        undersea_env.game(any_game.name, 2, num_players=3)


def test_a_game_is_named_once(any_game: Sample) -> None:
    with pytest.raises(InvalidOption, match="named once"):
        undersea_env.game(any_game.name, game=undersea_env.games()[0])
    for name in undersea_env.games():
        package: Any = getattr(undersea_env, name)
        for door in DOORS:
            places = (2,) if door == "vector_env" else ()
            with pytest.raises(InvalidOption, match="there is no option game; the options are"):
                getattr(package, door)(*places, game=any_game.name)


@pytest.mark.parametrize("unknown", ["ludo", "kind", "self"])
def test_an_unknown_option_is_refused_with_the_list_at_every_door(any_game: Sample, unknown: str) -> None:
    for door in DOORS:
        places = (2,) if door == "vector_env" else ()
        with pytest.raises(InvalidOption, match=f"there is no option {unknown}; the options are .*num_players"):
            getattr(undersea_env, door)(*places, game=any_game.name, **{unknown: 1})


# --- which games there are ---


def test_games_are_known_by_their_names() -> None:
    assert undersea_env.games() == tuple(name for name in NAMES if name != TOY)
    assert kind_of(None) is kind_of(default_game()) is kind_of(undersea_env.games()[0])
    assert kind_of(kind_of(TOY)) is kind_of(TOY)
    for name in NAMES:
        assert kind_of(name).name == name


def test_a_game_of_the_package_has_the_five_functions() -> None:
    for name in undersea_env.games():
        package = getattr(undersea_env, name)
        assert package is import_module(module_of(name))
        kind = package.KIND
        assert (kind.title, kind.version) == (package.TITLE, package.VERSION)
        options = SAMPLES[name].shortest
        assert package.game(3, **options).options == undersea_env.game(name, 3, **options).options
        for door in DOORS[:3]:
            assert getattr(package, door)(num_players=3, **options).possible_agents[2] == "player_2"
        assert package.vector_env(2, 3, **options).game.kind is kind
        assert all(getattr(place, door).__doc__ for place in (undersea_env, package) for door in DOORS)
    with pytest.raises(AttributeError, match="no attribute 'ludo'"):
        _ = undersea_env.ludo


def made_by_every_door(named: Any, options: dict[str, Any]) -> list[Game]:
    from undersea_env.doors.gymnasium_env import SeatEnv, SeatVectorEnv

    learners: list[Any] = [SeatEnv(game=named, **options), SeatVectorEnv(2, game=named, **options)]
    return [
        undersea_env.game(game=named, **options),
        undersea_env.env(game=named, **options).unwrapped.game,
        undersea_env.raw_env(game=named, **options).game,
        undersea_env.parallel_env(game=named, **options).aec_env.unwrapped.game,
        undersea_env.vector_env(2, game=named, **options).game,
        *(env._learner.game for env in learners),
    ]


@pytest.mark.parametrize("name", undersea_env.games())
def test_a_game_of_the_package_has_all_that_a_game_may_have(name: str) -> None:
    kind = kind_of(name)
    for part in ("words", "notation", "drawing", "heuristic", "network", "usage", "measures", "folder"):
        assert getattr(kind, part) is not None, part
    assert kind.pretrained("ppo") is not None


def test_game_names_the_game_at_every_door(kind: Kind) -> None:
    options = SAMPLES[kind.name].shortest
    games = [*made_by_every_door(kind.name, options), *made_by_every_door(kind, options)]
    games.append(undersea_env.game(kind.name, **options))
    assert {game.digest for game in games} == {undersea_env.game(game=kind, **options).digest}
    assert all(game.kind is kind for game in games)


def test_game_names_the_game_for_stable_baselines3(kind: Kind) -> None:
    pytest.importorskip("sb3_contrib")
    from undersea_env.doors.sb3 import SeatVecEnv, SelfPlayVecEnv

    for named in (kind, kind.name):
        for make in (SeatVecEnv, SelfPlayVecEnv):
            env: Any = make(2, game=named, **SAMPLES[kind.name].shortest)
            assert env.action_space.n == kind.num_actions
            assert env.reset().shape == (2, kind.observation.size)


@pytest.mark.parametrize("named", ["ludo", "tests.ludo", "tests.kinds", "../ludo", "", "a b.c", 3, object()])
def test_an_unknown_game_is_refused_with_the_list(named: Any) -> None:
    for make in (undersea_env.game, undersea_env.env, undersea_env.raw_env, undersea_env.parallel_env):
        with pytest.raises(InvalidOption, match=r"game"):
            make(game=named)
    with pytest.raises(InvalidOption, match="game"):
        undersea_env.vector_env(2, game=named)
    if not isinstance(named, str) or "." not in named:
        with pytest.raises(InvalidOption, match=", ".join(undersea_env.games())):
            undersea_env.env(game=named)


def test_a_name_in_a_file_imports_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "hostile").mkdir()
    (tmp_path / "hostile" / "game.py").write_text("raise SystemExit('imported')")
    monkeypatch.syspath_prepend(str(tmp_path))
    with pytest.raises(InvalidOption, match=r"no game 'hostile.game' here; the games are"):
        known_kind("hostile.game")
    for name in NAMES:
        assert known_kind(name) is kind_of(name)
    for wrong in (None, 3, ["underwater_cities"], "ludo"):
        with pytest.raises(InvalidOption, match="the games are"):
            known_kind(wrong)


# --- one game is not another ---


def test_positions_of_one_game_are_refused_by_another(kind: Kind) -> None:
    game = kinds.by_default(kind.name).game()
    for name in NAMES:
        if name == kind.name:
            continue
        other = kinds.by_default(name)
        position = play(other.game().new_game(1), 1, 5)
        with pytest.raises(InvalidPosition, match=r"bytes|begin"):
            game.from_bytes(position.to_bytes())
        with pytest.raises(InvalidPosition, match=f"position of '{position.game.name}'; the game is '{game.name}'"):
            game.from_dict(position.to_dict())
        with pytest.raises(InvalidPosition):
            Batch(game, 2).from_bytes(Batch(other.game(), 2).to_bytes())
        env, stranger = undersea_env.raw_env(game=kind), other.raw_env()
        stranger.reset(seed=1)
        with pytest.raises(InvalidPosition, match="do not begin like"):
            env.set_state(stranger.get_state())
        assert game.new_game(0) != position


def test_the_letters_alone_are_enough_to_refuse_a_position(any_game: Sample) -> None:
    game = any_game.game()
    good = game.new_game(1).to_bytes()
    assert good[:4] == any_game.kind.letters + b"po"
    assert struct.unpack_from("<H", good, 4) == (1,)
    with pytest.raises(InvalidPosition, match=f"do not begin like a position of {any_game.kind.id}"):
        game.from_bytes(b"ZZ" + good[2:])
