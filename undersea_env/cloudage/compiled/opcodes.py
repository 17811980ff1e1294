"""The rows into which effects are written: what to do first, then what it is done with.

    END                                           the effect is over
    GAIN       item, number, unit, of, up to      `of` is a title, or a colour + 1 with 0 for all
    CHOOSE     number                             resources of choice
    PRODUCTION steps
    BUILD      actions
    UPGRADE    type + 1 or 0, discount, title + 1 or 0
    PROJECT
    PLANT      number, on the map
    PLANT_ACTION
    UPDATE
    OBJECTIVE
    REMOVE_GUN
    COLLECT    sectors, as bits
    EITHER     branches, where each begins (4), where they meet
    JUMP       where to
    PAY        where to without, then how much of each plain item
    FIGHT      where to if lost, strength
    IF         where to if not, type, points
"""

from enum import IntEnum

from undersea_env.cloudage.printed.words import MAX_BRANCHES


class Op(IntEnum):
    END = 0
    GAIN = 1
    CHOOSE = 2
    PRODUCTION = 3
    BUILD = 4
    UPGRADE = 5
    PROJECT = 6
    PLANT = 7
    PLANT_ACTION = 8
    UPDATE = 9
    OBJECTIVE = 10
    REMOVE_GUN = 11
    COLLECT = 12
    EITHER = 13
    JUMP = 14
    PAY = 15
    FIGHT = 16
    IF = 17


CODE_COLUMNS = 8
FIRST_BRANCH, MEETING = 2, 2 + MAX_BRANCHES
assert CODE_COLUMNS > MEETING
