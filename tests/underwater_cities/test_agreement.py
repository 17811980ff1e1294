"""Engine and oracle agree: a few hundred whole games, and every disagreement that was ever found."""

import json
from pathlib import Path

import pytest

from tests.disagreement import Disagreement
from tests.underwater_cities.agreement import Duel, play_duel

GAMES, CHUNKS = 240, 12
SETTLED = sorted((Path(__file__).parent / "disagreements").glob("*.json"))


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_engine_and_oracle_agree_after_every_action(chunk: int) -> None:
    left = 0
    for number in range(chunk, GAMES, CHUNKS):
        duel = play_duel(number)
        assert duel.is_over or duel.left
        left += duel.left
    assert left <= 1


@pytest.mark.parametrize("file", SETTLED, ids=lambda file: file.stem)
def test_a_settled_disagreement_stays_settled(file: Path) -> None:
    """`why` in the file says what differed and which rule decided."""
    case = json.loads(file.read_text(encoding="utf-8"))
    assert case["why"]
    duel = Duel(case["seed"], **case["options"], beginning=case["beginning"])
    for action in case["actions"]:
        duel.step(action)


def test_a_difference_is_found_and_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """The comparison can fail: a point that only the oracle gives, an answer that only the engine offers."""
    duel = Duel(1)
    position = duel.oracle.position
    monkeypatch.setattr(duel.oracle, "position", lambda: position() | {"round": 2})
    with pytest.raises(Disagreement, match="round is 1, by the oracle 2"):
        duel.step(next(iter(duel.labels)))
    duel = Duel(1)
    duel.oracle.answers.pop()
    with pytest.raises(Disagreement, match="only the engine offers"):
        duel.compare(duel.state.to_dict())
