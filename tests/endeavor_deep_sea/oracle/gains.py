"""What is gained: bundles, steps on the tracks, launches, promotions (sections 5 and 6)."""

from . import acting, discovering, impact
from .asking import Course, ask
from .effects import ATTRIBUTES, Bundle
from .numbers import ATTRIBUTE, DECLINE, LAUNCH_IN, PROMOTE
from .table import Table, cell_at, column_of, depth_of

INGENUITY = ATTRIBUTES.index("ingenuity")


def gain(table: Table, seat: int, bundle: Bundle, origin: int | None = None, conserved: bool = False) -> Course:
    """In the order of B-6, each item with everything it sets off (B-7). The origin is a zone (I-7)."""
    amounts = bundle.amounts
    table.add_research(seat, amounts["research"])
    table.players[seat].staging += amounts["disc"]
    for attribute, name in enumerate(ATTRIBUTES):
        for _ in range(amounts[name]):
            yield from step(table, seat, attribute)
    for _ in range(amounts["any attribute"]):
        chosen = yield from ask(table, "Q-17", seat, [ATTRIBUTE + i for i in range(len(ATTRIBUTES))])
        yield from step(table, seat, chosen - ATTRIBUTE)
    for _ in range(amounts["lowest attribute"]):
        cells = table.players[seat].attributes
        lowest = [ATTRIBUTE + i for i, cell in enumerate(cells) if cell == min(cells)]
        chosen = yield from ask(table, "Q-17: lowest", seat, lowest)
        yield from step(table, seat, chosen - ATTRIBUTE)
    for _ in range(amounts["impact"]):
        yield from impact.gain_impact(table, seat, origin, conserved)
    for _ in range(bundle.promote):
        yield from promote(table, seat, may_decline=True)
    for action in bundle.actions:
        if action.type == "discover":
            yield from discovering.discover(table, seat, action, may_decline=True)
        else:
            yield from acting.offer(table, seat, action, origin)


def gain_in_turn(table: Table, bundles: dict[int, Bundle], origin: int | None) -> Course:
    """The active player first, then clockwise; each finishes before the next begins (B-9)."""
    for seat in table.clockwise(table.to_move):
        if seat in bundles:
            yield from gain(table, seat, bundles[seat], origin)


def step(table: Table, seat: int, attribute: int) -> Course:
    player = table.players[seat]
    cell = table.printed.track[player.attributes[attribute]].next
    player.attributes[attribute] = cell
    reached = table.printed.track[cell]
    if reached.gives_impact:
        table.note("rule B-2")
        yield from impact.gain_impact(table, seat)
    if attribute == INGENUITY and reached.launches and cell not in player.launches:
        table.note("rule B-3")
        player.launches.add(cell)
        yield from launch(table, seat)


def launch(table: Table, seat: int) -> Course:
    """A vessel on the launch zone, or on any zone at depth 1 (M-1), with the arrival bonus."""
    if table.mission.launch == "choice":
        columns = [LAUNCH_IN + column_of(cell) for cell in table.ocean if depth_of(cell) == 1]
        cell = cell_at((yield from ask(table, "Q-20", seat, columns)) - LAUNCH_IN, 1)
    else:
        named = table.cell_of_board(table.mission.launch)
        assert named is not None
        cell = named
    table.players[seat].vessels.append(cell)
    yield from arrive(table, seat, cell)


def arrive(table: Table, seat: int, cell: int) -> Course:
    board = table.ocean[cell].board
    table.note(f"arrival {board.id}")
    yield from gain(table, seat, board.arrival, cell)


def juniors(table: Table, seat: int) -> list[int]:
    return [slot for slot, member in enumerate(table.players[seat].team) if not member.senior]


def promote(table: Table, seat: int, may_decline: bool) -> Course:
    slots = [PROMOTE + slot for slot in juniors(table, seat)]
    if not slots:
        table.note("rule A-72")
        return
    answer = yield from ask(table, "Q-16", seat, [*slots, *([DECLINE] if may_decline else [])])
    if answer == DECLINE:
        return
    member = table.players[seat].team[answer - PROMOTE]
    table.note("rule A-70", f"promoted {member.kind.id}", *(["rule A-71"] if member.disc else []))
    member.senior = True
    member.disc = False
    yield from gain(table, seat, member.kind.promotion)
