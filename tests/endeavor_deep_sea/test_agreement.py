"""Engine and oracle agree: a few hundred whole games, and every disagreement that was ever found."""

import json
from pathlib import Path

import pytest

from tests.disagreement import Disagreement
from tests.endeavor_deep_sea.agreement import Duel, play_duel

GAMES, CHUNKS = 480, 12
SETTLED = sorted((Path(__file__).parent / "disagreements").glob("*.json"))


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_engine_and_oracle_agree_after_every_action(chunk: int) -> None:
    for number in range(chunk, GAMES, CHUNKS):
        assert play_duel(number).is_over


@pytest.mark.parametrize("file", SETTLED, ids=lambda file: file.stem)
def test_a_settled_disagreement_stays_settled(file: Path) -> None:
    """`why` in the file says what differed and which rule decided."""
    case = json.loads(file.read_text(encoding="utf-8"))
    assert case["why"]
    duel = Duel(case["seed"], **case["options"], beginning=case["beginning"])
    for action in case["actions"]:
        duel.step(action)


def test_a_difference_is_found_and_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """The comparison can fail: a round that only the oracle has reached, an answer that only the engine offers."""
    duel = Duel(1)
    position = duel.oracle.position
    monkeypatch.setattr(duel.oracle, "position", lambda: position() | {"round": 2})
    with pytest.raises(Disagreement, match="round is 1, by the oracle 2"):
        duel.step(duel.state.legal_actions[0])
    duel = Duel(1)
    duel.oracle.answers.pop()
    with pytest.raises(Disagreement, match="only the engine offers"):
        duel.compare()
