"""The decision stack. The open question is the frame on top: there is no other record of what is pending."""

from enum import IntEnum

from undersea_env.compiling.jit import jit


class Question(IntEnum):
    """What a frame is about; its answers are listed in `answers.py`."""

    FLOW = 1               # the course of the game; always the lowest frame
    DISCARD = 2            # down to the hand limit
    TURN = 3
    EFFECT = 4
    BUILD = 5
    UPGRADE = 6
    USE_ACTION = 7
    READY_ACTION = 8
    TAKE_SPECIAL = 9
    PERFORM = 10
    EXCHANGE = 11
    PRODUCTION_OF = 12
    CONVERT_CITY = 13
    PAY = 14
    EITHER = 15
    DIFFERENT = 16
    LAY = 17               # a fifth action card (K-6)
    CONVERSIONS = 18       # choices in production (P-8)
    TRIGGERS = 19          # several cards that trigger at one moment (L-6)


FLOW = int(Question.FLOW)
DISCARD = int(Question.DISCARD)
TURN = int(Question.TURN)
EFFECT = int(Question.EFFECT)
BUILD = int(Question.BUILD)
UPGRADE = int(Question.UPGRADE)
USE_ACTION = int(Question.USE_ACTION)
READY_ACTION = int(Question.READY_ACTION)
TAKE_SPECIAL = int(Question.TAKE_SPECIAL)
PERFORM = int(Question.PERFORM)
EXCHANGE = int(Question.EXCHANGE)
PRODUCTION_OF = int(Question.PRODUCTION_OF)
CONVERT_CITY = int(Question.CONVERT_CITY)
PAY = int(Question.PAY)
EITHER = int(Question.EITHER)
DIFFERENT = int(Question.DIFFERENT)
LAY = int(Question.LAY)
CONVERSIONS = int(Question.CONVERSIONS)
TRIGGERS = int(Question.TRIGGERS)

# Stages of the lowest frame
DEALING, TURNS, PRODUCING, NEW_ERA = range(4)
# Stages of a turn
TO_PLAY, TO_ORDER, FIRST_HALF, SECOND_HALF, TO_END = range(5)
# Stages of one build or upgrade
TO_CHOOSE, TO_PRICE, TO_REPLACE_KELP, TO_REPLACE_STEELPLAST, TO_FOLLOW_UP, TO_FINISH = range(6)
# Stages of taking a special
TO_TAKE, TO_KEEP, TO_PUT_UNDER = range(3)


@jit
def push(state, question, row, left, source, triggered):
    """Put a new frame on top; what it does not name is zero."""
    frame = state.frame[state.frame_count]
    frame.question = question
    frame.row = row
    frame.left = left
    frame.source = source
    frame.triggered = triggered
    state.frame_count += 1


@jit
def pop(state):
    """Take the top frame off; a place without a frame is all zero, so that equal games are equal bytes."""
    state.frame_count -= 1
    frame = state.frame[state.frame_count]
    frame.question = 0
    frame.row = 0
    frame.left = 0
    frame.stage = 0
    frame.source = 0
    frame.triggered = 0
    frame.committed = 0
    frame.thing = 0
    frame.site = 0
    frame.price = 0
    frame.for_kelp = 0
    frame.for_steelplast = 0
    frame.slot = 0
    frame.card = 0
    frame.card_first = 0
    frame.card_begun = 0
    frame.card_paid = 0
    frame.probing = 0


@jit
def is_in_a_turn(state):
    """Whether the open question belongs to somebody's turn (L-7)."""
    return state.frame_count > 1 and state.frame[1].question == TURN
