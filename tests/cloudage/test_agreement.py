"""Engine and oracle agree: a few hundred whole games, and every disagreement that was ever found."""

import json
from pathlib import Path

import pytest

from tests.cloudage.agreement import Duel, play_duel
from tests.disagreement import Disagreement
from tests.ruled import rule

GAMES, CHUNKS = 360, 12
TWO = {"num_players": 2, "scenario": 2, "sides": "AAA", "extra_objective": False}
SETTLED = sorted((Path(__file__).parent / "disagreements").glob("*.json"))


@rule("X-1", "X-2", "X-3", "E-9")
@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_engine_and_oracle_agree_after_every_action(chunk: int) -> None:
    for number in range(chunk, GAMES, CHUNKS):
        assert play_duel(number).is_over


@pytest.mark.parametrize("file", SETTLED, ids=lambda file: file.stem)
def test_a_settled_disagreement_stays_settled(file: Path) -> None:
    """`why` in the file says what differed and which rule decided."""
    case = json.loads(file.read_text(encoding="utf-8"))
    assert case["why"]
    duel = Duel(case["seed"], case["options"], case["beginning"])
    for action in case["actions"]:
        duel.step(action)


def test_a_difference_is_found_and_told() -> None:
    """The comparison can fail: energy that only the oracle has, an answer that only the engine offers, other chance."""
    duel = Duel(1, TWO)
    duel.oracle._table.players[1].energy += 1
    with pytest.raises(Disagreement, match=r"players\[1\].energy is 2, by the oracle 3"):
        duel.step(duel.state.legal_actions[0])
    duel = Duel(1, TWO)
    duel.oracle.answers.pop()
    with pytest.raises(Disagreement, match="only the engine offers"):
        duel.compare()
    duel = Duel(1, TWO)
    duel.oracle._table.chance.stream += 1
    with pytest.raises(Disagreement, match="by the oracle"):
        duel.compare()


@pytest.mark.parametrize("what", ["hand", "deck", "in_play", "working", "objectives"])
def test_a_card_that_lies_elsewhere_is_found(what: str) -> None:
    duel = Duel(1, TWO)
    getattr(duel.oracle._table.players[0], what).append(3)
    with pytest.raises(Disagreement):
        duel.compare()


def test_points_of_another_source_are_found() -> None:
    duel = Duel(1, TWO)
    duel.oracle._table.players[0].gained["finds"] += 1
    with pytest.raises(Disagreement, match="finds"):
        duel.compare()
