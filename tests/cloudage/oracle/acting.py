"""The action phase: city actions, and the solo board (sections 8 and 13)."""

from . import building, collecting, effects, fights, planting
from .asking import Course, ask
from .language import Fight
from .numbers import BUILD, COLLECT, L5_CUBE, L14, L15, PLANTING
from .table import REST, Table

BUILD_ACTIONS = 2                                      # B-1
TOKEN_OF = {L14: "L14", L15: "L15"}


def solo_board(table: Table, seat: int) -> Course:
    """O-3: all its spaces, of which scenario 1 leaves out the first."""
    spaces = table.printed.solo_board
    yield from effects.carry_out(table, seat, spaces[len(spaces) - table.rounds + table.round - 1], REST)


def city_action(table: Table, seat: int) -> Course:
    while True:
        answer = yield from ask(table, "D-12", seat, _actions(table) + planting.harbour(table, seat))
        if answer != L5_CUBE:
            break
        yield from planting.use_harbour(table, seat)
    table.counted_plants = table.bare_plants = 0
    if answer in TOKEN_OF:
        yield from _token_action(table, seat, TOKEN_OF[answer])
    elif answer == PLANTING:
        table.note("plant action")
        yield from planting.plant_action(table, seat)
        yield from planting.finish(table, seat)
        yield from _others_build(table, seat)
    elif answer == BUILD:
        for _ in range(BUILD_ACTIONS):
            yield from building.build_action(table, seat)
        yield from _others_build(table, seat)
    else:
        yield from collecting.city_collect(table, seat, answer - COLLECT)


def _actions(table: Table) -> list[int]:
    answers = [COLLECT + sector for sector, pile in enumerate(table.sectors) if pile]
    answers.append(BUILD)
    if table.with_plants:
        answers.append(PLANTING)
    return answers + [action for action, token in TOKEN_OF.items() if token in table.land.tokens]


def _others_build(table: Table, seat: int) -> Course:
    """B-1, W-7; alone there are none (O-2)."""
    for other in table.clockwise(seat)[1:]:
        yield from building.build_action(table, other)


def _token_action(table: Table, seat: int, token: str) -> Course:
    """T-14, T-15: if the fight is lost, the others do nothing."""
    (step,) = table.printed.tokens[token].action
    assert isinstance(step, Fight)
    strength = yield from fights.fight(table, seat, step.strength)
    table.note(f"{token} {'won' if strength >= step.strength else 'lost'}")
    if strength >= step.strength:
        yield from effects.carry_out(table, seat, step.then, "legacy")
        yield from planting.finish(table, seat)
        yield from _others_build(table, seat)
