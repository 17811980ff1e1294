"""A turn: one activation at most, and dive tokens (section 4)."""

from dataclasses import dataclass, field

from . import acting, gains, impact
from .asking import Course, ask
from .effects import Action, Activation
from .numbers import (
    ACTION,
    ACTIVATE,
    COPY,
    END_TURN,
    PASS,
    TOKEN_EFFECT,
    TOKEN_RESEARCH,
    TYPES,
    USE_JOURNAL,
)
from .table import Table

MOST_TOKENS_KEPT = 1                   # T-15


@dataclass
class Turn:
    has_begun: bool = False            # something was done in it
    has_activated: bool = False
    left: list[Action] = field(default_factory=list)           # actions of the open activation
    either: bool = False

    def open(self, activation: Activation) -> None:
        """These actions stay, whatever becomes of the specialist (T-13)."""
        self.has_activated = True
        self.left = list(activation.actions)
        self.either = activation.either

    def use(self, action_type: str) -> Action:
        action = next(action for action in self.left if action.type == action_type)
        if self.either:
            self.left.clear()
        else:
            self.left.remove(action)
        return action


def take_turn(table: Table, seat: int) -> Course:
    """From turn point to turn point (T-14)."""
    turn = Turn()
    while True:
        answer = yield from ask(table, "Q-3", seat, _answers(table, seat, turn))
        if answer == PASS:
            table.passed.add(seat)
            table.note("rule T-3")
            return
        if answer == END_TURN:
            return
        turn.has_begun = True
        yield from _carry_out(table, seat, turn, answer)


def _answers(table: Table, seat: int, turn: Turn) -> list[int]:
    player = table.players[seat]
    answers = []
    if not turn.has_begun:
        answers.append(PASS)
    elif player.tokens_held() <= MOST_TOKENS_KEPT:
        answers.append(END_TURN)
    if not turn.has_activated and player.staging:
        answers += [ACTIVATE + slot for slot, member in enumerate(player.team)
                    if not member.disc and member.activation.actions]                           # T-5
        answers += [USE_JOURNAL + index for index in _usable_journals(table, seat)]
    answers += [ACTION + TYPES.index(action.type) for action in turn.left if acting.possible(table, seat, action)]
    answers += [TOKEN_RESEARCH + kind for kind in player.kinds_held()]
    answers += [TOKEN_EFFECT + kind for kind in player.kinds_held() if _effect_is_possible(table, seat, kind)]
    return answers


def _usable_journals(table: Table, seat: int) -> dict[int, int]:
    """T-9: the journal of each action index that can be used."""
    journals = [table.printed.journals[number] for number, used in table.players[seat].journals.items() if not used]
    return {journal.action_index: journal.index for journal in journals if journal.action_index is not None}


def _effect_is_possible(table: Table, seat: int, kind: int) -> bool:
    """A-46"""
    effect = table.printed.tokens[kind].effect
    if effect is None:
        return False
    if effect.action is not None:
        return acting.possible(table, seat, effect.action, without=kind)
    if effect.bundle.amounts["impact"] and not impact.can_gain(table, seat):
        return False
    return table.players[seat].staging >= effect.pay


def _carry_out(table: Table, seat: int, turn: Turn, answer: int) -> Course:
    if answer >= TOKEN_EFFECT:
        yield from _token_effect(table, seat, answer - TOKEN_EFFECT)
    elif answer >= TOKEN_RESEARCH:
        table.spend_for_research(seat, answer - TOKEN_RESEARCH)
    elif answer >= ACTION:
        yield from acting.perform(table, seat, turn.use(TYPES[answer - ACTION]))
    elif answer >= USE_JOURNAL:
        _use_journal(table, seat, turn, answer - USE_JOURNAL)
    else:
        yield from _activate(table, seat, turn, answer - ACTIVATE)


def _token_effect(table: Table, seat: int, kind: int) -> Course:
    token = table.printed.tokens[kind]
    assert token.effect is not None
    table.discard_token(seat, kind)
    table.note("rule A-46", f"token effect {token.id}")
    if token.effect.action is not None:
        yield from acting.perform(table, seat, token.effect.action)
    else:
        table.players[seat].staging -= token.effect.pay
        yield from gains.gain(table, seat, token.effect.bundle)


def _use_journal(table: Table, seat: int, turn: Turn, index: int) -> None:
    number = _usable_journals(table, seat)[index]
    player = table.players[seat]
    player.staging -= 1
    player.journals[number] = True
    turn.open(table.printed.journals[number].action)
    table.note("rule T-9", f"used journal {number}")


def _activate(table: Table, seat: int, turn: Turn, slot: int) -> Course:
    """T-4, T-12"""
    player = table.players[seat]
    member = player.team[slot]
    player.staging -= 1
    member.disc = True
    table.note("rule T-4", f"activated {member.kind.id} {'senior' if member.senior else 'junior'}")
    if any(action.type == "copy" for action in member.activation.actions):
        slots = [COPY + other for other, one in enumerate(player.team) if other != slot and one.activation.actions]
        member = player.team[(yield from ask(table, "Q-5", seat, slots)) - COPY]
        table.note("rule T-12")
    turn.open(member.activation)
