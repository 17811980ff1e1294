"""The course of the game: rounds, cards of the co-operative game, preparation, turns (sections 3, 4 and 12)."""

from . import gains, traveling
from .asking import Course, ask
from .effects import ATTRIBUTES
from .numbers import ATTRIBUTE, HIRE, RETURN
from .table import NOBODY, WIDTH, Cooperation, Member, Table
from .turn import take_turn


def whole_game(table: Table) -> Course:
    """Everything after the shuffles."""
    for seat in table.clockwise(table.wave):
        table.to_move = seat
        yield from gains.launch(table, seat)                                   # S-9
    table.to_move = table.wave
    yield from _turn_card(table)
    yield from rest_of_game(table)


def rest_of_game(table: Table) -> Course:
    """From the beginning of a preparation or of a turn."""
    while True:
        yield from _preparations(table)
        yield from _turns(table)
        if table.round == table.rounds:
            break
        yield from _next_round(table)
    table.phase = "over"
    table.to_move = NOBODY
    table.note("rule G-2")


def _next_round(table: Table) -> Course:
    table.round += 1
    table.wave = table.to_move = (table.wave + 1) % len(table.players)
    table.phase = "preparation"
    table.prepared = 0
    table.passed.clear()
    if table.cooperation:
        table.cooperation.technology_less = table.cooperation.inflow_less = table.cooperation.return_less = 0
    yield from _turn_card(table)


# --- preparation ---

def _preparations(table: Table) -> Course:
    while table.prepared < len(table.players):
        yield from _prepare(table, table.to_move)
        table.prepared += 1
        table.to_move = (table.to_move + 1) % len(table.players)
    if table.phase == "preparation":
        table.phase = "activation"
        table.to_move = table.wave


def _prepare(table: Table, seat: int) -> Course:
    """P-1"""
    cooperation = table.cooperation
    yield from _hire(table, seat)
    inflow = table.level(seat, "inspiration") - (cooperation.inflow_less if cooperation else 0)
    table.players[seat].staging += max(0, inflow)                              # P-4
    returned = table.level(seat, "coordination") - (cooperation.return_less if cooperation else 0)
    yield from _return_discs(table, seat, max(0, returned))


def _hire(table: Table, seat: int) -> Course:
    """P-2, P-3"""
    printed = table.printed
    on_offer = [kind for kind, left in table.stock.items() if left]
    on_offer += [kind for kind in table.display if kind is not None]
    level = table.level(seat, "reputation")
    kinds = [HIRE + kind for kind in on_offer if printed.specialists[kind].rank <= level]
    if not kinds:
        table.note("rule P-2: nobody")
        return
    kind = (yield from ask(table, "Q-1", seat, kinds)) - HIRE
    if kind in table.stock:
        table.stock[kind] -= 1
    else:
        table.display[table.display.index(kind)] = table.hidden_experts.pop() if table.hidden_experts else None
        table.note("rule P-3")
    specialist = printed.specialists[kind]
    table.players[seat].team.append(Member(specialist))
    table.note(f"hired {specialist.id}")
    yield from gains.gain(table, seat, specialist.hire)


def _return_discs(table: Table, seat: int, number: int) -> Course:
    """P-5, Q-2: one slot at a time, in ascending order."""
    player = table.players[seat]
    slots = [slot for slot, member in enumerate(player.team) if member.disc]
    number = min(number, len(slots))
    while number:
        choices = [RETURN + slot for slot in slots[:len(slots) - number + 1]]
        slot = (yield from ask(table, "Q-2", seat, choices)) - RETURN
        player.team[slot].disc = False
        player.staging += 1
        slots = [other for other in slots if other > slot]
        number -= 1
    table.note("rule P-5")


# --- turns ---

def _turns(table: Table) -> Course:
    """T-1: until the last player has passed."""
    while len(table.passed) < len(table.players):
        yield from take_turn(table, table.to_move)
        waiting = [seat for seat in table.clockwise(table.to_move + 1) if seat not in table.passed]
        if waiting:
            table.to_move = waiting[0]


# --- cards of the co-operative game ---

def _turn_card(table: Table) -> Course:
    """O-3"""
    cooperation = table.cooperation
    if cooperation is None:
        return
    card = cooperation.cards.pop()
    table.note(f"card {card}")
    if card in [goal.id for goal in table.printed.bonus_goals]:
        cooperation.bonus_goals.append(card)
        return
    for effect in dict(table.printed.setbacks)[card].split("; "):
        if effect.startswith("this round "):
            _lessen(cooperation, effect)
    for seat in table.clockwise(table.wave):
        for effect in dict(table.printed.setbacks)[card].split("; "):
            yield from _suffer(table, seat, effect)
    cooperation.setbacks_done.append(card)


def _lessen(cooperation: Cooperation, effect: str) -> None:
    """This round technology, inflow or return n less."""
    what, number, _ = effect.removeprefix("this round ").split(" ")
    setattr(cooperation, f"{what}_less", int(number))


def _suffer(table: Table, seat: int, effect: str) -> Course:
    """O-8"""
    player = table.players[seat]
    if effect == "move all vessels up 2":
        player.vessels = [_raised(table, _raised(table, cell)) for cell in player.vessels]
    elif effect == "lose half of the research":
        player.research //= 2
    elif effect == "discard stored tokens":
        for kind in player.tokens.elements():
            table.token_discard[kind] += 1
        player.tokens.clear()
    elif effect == "lower the highest attribute 2":
        cells = player.attributes
        highest = [ATTRIBUTE + i for i in range(len(ATTRIBUTES)) if cells[i] == max(cells)]
        chosen = (yield from ask(table, "Q-22", seat, highest)) - ATTRIBUTE
        cells[chosen] = max(0, cells[chosen] - 2)


def _raised(table: Table, cell: int) -> int:
    """The nearest zone above that a vessel may enter; the same one if there is none."""
    return next((above for above in range(cell - WIDTH, -1, -WIDTH) if traveling.may_enter(table, above)), cell)
