"""A position in words, as far as anything needs them already."""

from typing import Any

from undersea_env.cloudage.kernel.actions import ACTIONS
from undersea_env.cloudage.words.notation.writing import cards_of
from undersea_env.showing.scores import score_sheet  # noqa: F401  one of the words of a game

topics = ()


def describe_action(game: Any, number: int) -> str:
    block, place = ACTIONS.block_of(number)
    if block.name == "PROJECT":
        project = game.catalogue.projects[place]
        return f"project {project.id}, {project.title}"
    return block.meaning if block.size == 1 else f"{block.meaning} ({place})"


def action(state: Any, number: int) -> str:
    return describe_action(state.game, number)


def question(state: Any) -> str:
    return f"question D-{state.states[0].question}"


def why_not(state: Any, number: int) -> str:
    return f"the open question is D-{state.states[0].question}"


def summary(state: Any) -> str:
    return f"round {state.states[0].round_no}"


def ansi(state: Any, viewer: int | None = None, colour: bool = False) -> str:
    lines = [f"CloudAge, {'over' if state.is_terminal else summary(state)}"]
    for seat, me in enumerate(state.states[0].players[: state.game.num_players]):
        lines.append(f"seat {seat}: {me.points} points, {me.water} water, {me.metal} metal, {me.energy} energy")
    return "\n".join(lines)


class GameLog:
    """All of a game, or what one seat may know of it."""

    def __init__(self, game: Any, viewer: int | None = None) -> None:
        self.viewer = viewer
        self.heading = "Log" if viewer is None else f"Log of seat {viewer}"
        self.game = game

    def log_beginning(self, record: Any) -> list[str]:
        lines = [f"Seat {record.first} is the first player."]
        for seat in range(record.player_count):
            if self.viewer in (None, seat):
                cards = ", ".join(map(str, cards_of(record.players[seat].hand)))
                lines.append(f"Seat {seat} is dealt the projects {cards}.")
        return lines

    def log_action(self, before: Any, after: Any, action: int) -> list[str]:
        return [f"Seat {before.seat}: {describe_action(self.game, action)}."]
