"""Engine and oracle agree: a few hundred whole games, after every action."""

import pytest

from tests.disagreement import Disagreement
from tests.endeavor_deep_sea.agreement import Duel, play_duel

GAMES, CHUNKS = 480, 12


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_engine_and_oracle_agree_after_every_action(chunk: int) -> None:
    for number in range(chunk, GAMES, CHUNKS):
        assert play_duel(number).is_over


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
