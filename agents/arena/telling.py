"""A recorded game in sentences, for one seat or for an omniscient reader."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from undersea_env.agents.arena.replays import Replay
from undersea_env.agents.arena.resimulation import replayed
from undersea_env.errors import InvalidOption

if TYPE_CHECKING:
    from undersea_env.core.position import State


@dataclass(frozen=True)
class ToldGame:
    heading: list[str]
    lines: list[str]
    state: "State"                                   # where the telling ends
    decisions: int
    seat: int | None

    def words(self) -> str:
        parts = ["\n".join(self.heading), "\n".join(self.lines), self.state.render("ansi", self.seat)]
        return "\n\n".join([*parts, self.state.game.kind.words.score_sheet(self.state)])

    def as_data(self) -> dict[str, Any]:
        return {
            "heading": self.heading, "seat": self.seat, "decisions": self.decisions, "log": self.lines,
            "is_over": self.state.is_terminal, "scores": list(self.state.scores),
        }


def tell_game(replay: Replay, seat: int | None = None, to_decision: int | None = None) -> ToldGame:
    """The game up to a decision, all of it by default. For a seat nothing is told that it could not know.

    The seed is not told to a seat either: with it, everybody could deal the game again and look.
    """
    game = replay.game()
    if seat is not None and seat not in range(game.num_players):
        raise InvalidOption(f"the game has the seats 0 to {game.num_players - 1}, not {seat}")
    whole = len(replay.actions)
    if to_decision is not None and not 0 <= to_decision <= whole:
        raise InvalidOption(f"the game has {whole} decisions; there is none numbered {to_decision}")
    end = whole if to_decision is None else to_decision
    log = game.kind.words.GameLog(game, seat)
    positions = replayed(replay)
    state, action = next(positions)
    before = state.clone()
    lines = log.log_beginning(state.states[0])
    for _ in range(end):
        assert action is not None
        done = action
        state, action = next(positions)
        lines += log.log_action(before.states[0], state.states[0], done)
        before = state.clone()
    if end == whole and replay.scores is None:
        lines.append(_unfinished(replay))
    return ToldGame(_heading(replay, seat, log.heading), lines, before, end, seat)


def _unfinished(replay: Replay) -> str:
    if replay.forfeit is None:
        return "The game was not finished."
    return f"Seat {replay.forfeit} lost the game here by default."


def _heading(replay: Replay, seat: int | None, first: str) -> list[str]:
    who = ", ".join(f"seat {k} {name}" for k, name in enumerate(replay.agents))
    lines = [first, f"Agents: {who}"]
    return lines if seat is not None else [*lines, f"Seed {replay.seed}, rule book {replay.rulebook_hash}"]
