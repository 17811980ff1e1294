"""The questions: what a frame of the decision stack is about, and how far it has got.

Always written with the name of this module (`questions.PAY`), because parts of effects (`opcodes.PAY`) and answers
(`actions.PAY`) have the same names and other numbers.
"""

from enum import IntEnum

import numpy as np

from undersea_env.underwater_cities.compiled.opcodes import Op


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

# The parts that ask something have the names of their questions.
OP_OF = {question: Op[question.name] for question in Question if question.name in Op.__members__}
QUESTION_OF = np.zeros(len(Op) + 1, np.int64)
for _question, _op in OP_OF.items():
    QUESTION_OF[_op] = _question
