"""Objective cards drawn in the game (section 9)."""

from .asking import Course, ask
from .numbers import TASK
from .table import Table

MOST_CARDS = 3


def draw(table: Table, seat: int) -> Course:
    """J-2, then J-1."""
    player = table.players[seat]
    if len(player.objectives) == MOST_CARDS:
        return
    had = {task for card in player.objectives for task in table.printed.objectives[card]}
    for _ in range(len(table.objective_deck)):
        card = table.objective_deck.pop()
        table.known_bottom = min(table.known_bottom, len(table.objective_deck))
        if had.isdisjoint(table.printed.objectives[card]):
            player.objectives.append(card)
            yield from _cover(table, seat)
            return
        table.objective_deck.insert(0, card)
        table.known_bottom += 1
        table.note("rule J-2: put under the deck")
    table.note("rule J-2: none fits")


def _cover(table: Table, seat: int) -> Course:
    if len(table.players[seat].objectives) == 1:
        return
    order = table.printed.task_order
    visible = [TASK + order.index(task.name) for task in table.visible_tasks(seat)]
    answer = yield from ask(table, "D-24", seat, visible)
    table.players[seat].covered.append(order[answer - TASK])
