"""The instruction set: one row of integers for each part of an effect, and the columns of such a row.

Kernels write an opcode with the name of this module (`opcodes.PAY`), because questions and actions have the same names.
"""

from enum import IntEnum

from undersea_env.underwater_cities.printed.words import MAX_SCORE_STEPS


class Op(IntEnum):
    """What a part does. The columns that it uses stand beside it."""

    GAIN = 1               # AMOUNTS, optionally per COUNT / DIVISOR, capped at CAP
    DIFFERENT = 2          # NUMBER of the resources in MASK, one of each
    FEDERATION = 3         # NUMBER steps
    BUILD = 4              # MASK of things, NUMBER times, terms
    UPGRADE = 5            # MASK of things, NUMBER times, terms
    USE_ACTION = 6         # NUMBER times
    READY_ACTION = 7
    TAKE_SPECIAL = 8
    PERFORM = 9            # MASK: AVAILABLE and OCCUPIED slots
    EXCHANGE = 10          # AMOUNTS on the left, OTHER_AMOUNTS on the right
    PRODUCTION_OF = 11
    CONVERT_CITY = 12
    TAKE_METROPOLIS = 13
    PAY = 14               # one of the prices, NUMBER times, then the child effect
    IF = 15                # COUNT >= NUMBER (EXACTLY: =), then the child effect
    EITHER = 16            # one of CHILDREN alternatives, listed from CHILD on


# plain integers, for kernels
GAIN = int(Op.GAIN)
DIFFERENT = int(Op.DIFFERENT)
FEDERATION = int(Op.FEDERATION)
BUILD = int(Op.BUILD)
UPGRADE = int(Op.UPGRADE)
USE_ACTION = int(Op.USE_ACTION)
READY_ACTION = int(Op.READY_ACTION)
TAKE_SPECIAL = int(Op.TAKE_SPECIAL)
PERFORM = int(Op.PERFORM)
EXCHANGE = int(Op.EXCHANGE)
PRODUCTION_OF = int(Op.PRODUCTION_OF)
CONVERT_CITY = int(Op.CONVERT_CITY)
TAKE_METROPOLIS = int(Op.TAKE_METROPOLIS)
PAY = int(Op.PAY)
IF = int(Op.IF)
EITHER = int(Op.EITHER)


class Column(IntEnum):
    """Columns of a part's row. A few operands share a column; no opcode uses both."""

    OP = 0
    MASK = 1
    NUMBER = 2
    AMOUNTS = 3
    OTHER_AMOUNTS = 4
    COUNT = 5
    DIVISOR = 6
    CAP = 7
    TERMS = 8              # TermsKind
    DISCOUNT = 9           # amounts
    PRICES = 10            # where the printed prices start
    PRICE_COUNT = 11
    CHILD = 12
    CHILDREN = 13
    ON_EXPANSION = 14
    THEN_UPGRADE = 15      # 0 no, otherwise a TermsKind + 1
    EXACTLY = 16
    PLAIN = 17             # Plain
    START = 18             # where the ways to begin this part are listed
    STARTS = 19


class TermsKind(IntEnum):
    USUAL = 0
    FREE = 1
    PRINTED = 2


class Plain(IntEnum):
    """Whether a part gives without asking anything (D-2)."""

    NO = 0
    ALWAYS = 1
    WHEN_TRIGGERED = 2     # a step on the federation track may be declined, unless it was triggered (D-2)
    WHEN_ALONE = 3         # an `either` with a side that only gives, when no other side is possible


AVAILABLE = 1
OCCUPIED = 2
PART_COLUMNS = len(Column)
assert len(Op) == 16 and PART_COLUMNS == 20


class StartColumn(IntEnum):
    """One way to begin an effect: a part that asks nothing of other parts, after paying, under conditions.

    `pay`, `if` and `either` are unfolded, so that the kernels say without recursion whether an effect can begin (G-5).
    """

    ROW = 0
    AMOUNTS = 1            # to be paid before
    CONDITION = 2          # rows of conditions that must hold; 0: none
    CONDITION_2 = 3
    TIMES = 4              # how often it may be done so, one after the other


START_COLUMNS = len(StartColumn)


class EndingKind(IntEnum):
    PER = 1                # POINTS per COUNT / DIVISOR, capped at CAP
    AT = 2                 # POINTS_AT the highest of the THRESHOLDS that COUNT reaches
    SELL = 3               # AMOUNTS for POINTS, CAP times


class EndingColumn(IntEnum):
    KIND = 0
    POINTS = 1
    COUNT = 2
    DIVISOR = 3
    CAP = 4
    AMOUNTS = 5
    STEPS = 6              # how many thresholds follow
    THRESHOLDS = 7
    POINTS_AT = 12


MAX_STEPS = 5
assert MAX_STEPS >= MAX_SCORE_STEPS
ENDING_COLUMNS = EndingColumn.POINTS_AT + MAX_STEPS
