"""The words of the rulebook as small integers, and its sizes: the printed data and the kernels share them.

The component book is checked against the sizes; the records and tables of the engine have room for them.
"""

from enum import IntEnum


class Item(IntEnum):
    """What can be gained; the first four are the attributes."""

    REPUTATION = 0
    INSPIRATION = 1
    COORDINATION = 2
    INGENUITY = 3
    ANY_ATTRIBUTE = 4        # B-5
    LOWEST_ATTRIBUTE = 5
    RESEARCH = 6
    DISC = 7
    IMPACT = 8


ATTRIBUTES = tuple(Item)[: Item.ANY_ATTRIBUTE]


class Field(IntEnum):
    """The fields of journals and journal sites."""

    BLUE = 0
    BROWN = 1
    GREEN = 2
    YELLOW = 3


class SpotKind(IntEnum):
    DIVE = 0
    SONAR = 1
    CONSERVATION = 2
    JOURNAL = 3


SPOT_LETTERS = {SpotKind.DIVE: "d", SpotKind.SONAR: "s", SpotKind.CONSERVATION: "c", SpotKind.JOURNAL: "j"}


class Access(IntEnum):
    """From which cell a spot is reached (Z-4)."""

    HERE = 0
    LEFT = 1
    UP = 2
    RIGHT = 3


class Unit(IntEnum):
    """What can be counted at the end of a game."""

    SONAR_DISC = 1
    CONSERVATION_DISC = 2
    PUBLISH_DISC = 3
    DISC = 4
    CONSERVATION_OR_PUBLISH_DISC = 5
    DISC_OR_VESSEL = 6
    SONAR_DISC_OR_VESSEL = 7
    PUBLISH_DISC_OR_VESSEL = 8
    ZONE = 9
    ZONE_WITH_DISC = 10
    ZONE_WITH_DISC_OR_VESSEL = 11
    ZONE_WITH_CONSERVATION_DISC = 12
    ZONE_DISCOVERED = 13
    DISC_OF_DESIGNATED_KIND = 14             # M-6
    DEPTH_WITH_PUBLISH_DISC = 15
    CONSERVATION_DISC_IN_BEST_ZONE = 16
    FIELD_SYMBOL_OF_MOST_HELD_KIND = 17      # V-9
    BLUE_FIELD_SYMBOL = 18                   # the colours in the order of Field
    BROWN_FIELD_SYMBOL = 19
    GREEN_FIELD_SYMBOL = 20
    YELLOW_FIELD_SYMBOL = 21
    SET_OF_FIELD_SYMBOLS = 22
    MARKER_IN_RESCUE_GRID = 23               # M-7
    CLEAN_UP_STEP = 24                       # M-9
    PLAYER_TRAVELLED_TO_DEPTH_5 = 25         # M-10
    OTHER_SENIOR_SPECIALIST = 26             # V-8
    JUNIOR_SPECIALIST = 27
    SHARED_LINK = 28
    COMPLETED_LINK = 29
    EMPTY_DIVE_SITE = 30
    ATTRIBUTE_MARKER_ON_CELL_7 = 31
    POINTS = 32                              # from impact, journals and specialists (O-5)


PLACED_UNITS = tuple(Unit)[: Unit.ZONE_DISCOVERED]     # those that can be counted at some depths or in some columns


class Side(IntEnum):
    """Of the Sea Star (mission 8): its column, and all on that side of it."""

    LEFT = 1
    RIGHT = 2


class Scope(IntEnum):
    """How a goal of the team is counted (O-5)."""

    SUM = 0                  # the counts of all players are added
    POOL = 1                 # the symbols of all players are put together, then counted
    OCEAN = 2                # in the whole ocean, whoever owns what


class Event(IntEnum):
    """What a zone rule waits for (section 8)."""

    TAKE_TOKEN = 1
    DIVE = 2                 # detail of a `When`: the dive site, or -1 for every one
    CONSERVE = 3
    TRAVEL_OUT = 4
    SITES_FULL = 5
    SITE_EMPTIED = 6


class Special(IntEnum):
    """What only zone rules say."""

    DRAW_TWO_KEEP_ONE = 1
    MORE_TECHNOLOGY = 2      # Z-8
    EACH_MAY_PROMOTE = 3     # Z-10
    EACH_MAY_TRAVEL = 4      # Z-9


class Less(IntEnum):
    """What a setback takes less of in its round (O-8)."""

    TECHNOLOGY = 0
    INFLOW = 1
    RETURN = 2


class Race(IntEnum):
    """M-10."""

    DISCOVER = 0
    TRAVEL = 1


class Orientation(IntEnum):
    """How the hexes of an impact board lie (I-2)."""

    POINTY = 0
    FLAT = 1
    ROWS = 2


class MissionRule(IntEnum):
    """The rules of section 10 that a mission only names; the number is its bit in the rule book."""

    FREE_LAUNCH = 0          # M-1
    TURTLE_HEX = 1           # M-4
    MOVING_MARKERS = 2       # M-6
    CLOSED_SCORING_HEXES = 3
    DESIGNATION = 4
    RESCUE_GRID = 5          # M-7
    GOAL_HEXES = 6           # M-8
    CLEAN_UP_TRACK = 7       # M-9
    ROWS_BY_DEPTH = 8        # M-10


MISSION_RULE_WORDS = {
    "free launch": MissionRule.FREE_LAUNCH,
    "turtle hex": MissionRule.TURTLE_HEX,
    "moving markers": MissionRule.MOVING_MARKERS,
    "closed scoring hexes": MissionRule.CLOSED_SCORING_HEXES,
    "designation": MissionRule.DESIGNATION,
    "rescue grid": MissionRule.RESCUE_GRID,
    "goal hexes": MissionRule.GOAL_HEXES,
    "clean-up track": MissionRule.CLEAN_UP_TRACK,
    "rows by depth": MissionRule.ROWS_BY_DEPTH,
}

# --- sizes ---

COLUMN_LETTERS = "ABCDEFG"
DEPTHS = 5
BOARDS_OF_DEPTH = (8, 9, 7, 6, 7)                  # C-1
BOARDS = sum(BOARDS_OF_DEPTH)
DISC_SPOTS_ON_BOARD = 8
DIVE_SITES_ON_BOARD = 3
SONAR_TRACKS = 3
MAX_SPOTS_OF_KIND = 6                              # SITE of section 14
DIVE_SITES = 22
TOKENS_ON_SITE = 8
MAX_LINKS = 62
MAX_LINKS_ON_BOARD = 7
MAX_LINKS_AT_SPOT = 4
MAX_RULES_ON_BOARD = 2
TOKEN_KINDS = 12
TOKEN_EFFECTS = 11                                 # kinds that can be spent for an effect
TOKENS = 36
RESEARCH_TOP = 12                                  # B-4
SPECIALIST_KINDS = 21                              # besides the Team Leader
RANKS = 5
KINDS_OF_RANK = (3, 3, 3, 3, 9)
SPECIALISTS = 51
LEADERS = 4
ANCHOR_JOURNALS = 8
DECK_JOURNALS = 24
JOURNALS = ANCHOR_JOURNALS + DECK_JOURNALS
ROW_PLACES = 4
JOURNAL_ACTIONS = 12
TRACK_CELLS = 13
LEVELS = 5
VESSEL_LAUNCHES = 2                                # on the track of ingenuity (B-3)
MISSIONS = 10
GOALS = 3
MAX_LEADERS = 5                                    # leader bonuses of a goal
MAX_HEXES = 81
MAX_MOVING_HEXES = 40                              # MOVE_FROM of section 14
MAX_INFINITE = 2
BONUS_GOALS = 6
SETBACKS = 6
TEAM_GOALS = 7                                     # O-5
DIFFICULTIES = ("beginner", "advanced", "expert", "legendary")
MAX_PARTS_IN_EFFECT = 3
MAX_ALTERNATIVES = 5

ACTION_BLOCKS = (                                  # section 14
    ("PASS", 1), ("END_TURN", 1), ("DECLINE", 1), ("ACTIVATE", 8), ("USE_JOURNAL", 12), ("ACTION", 7),
    ("TOKEN_RESEARCH", 12), ("TOKEN_EFFECT", 11), ("COPY", 8), ("LEAVE", 35), ("TRAVEL_TO", 35), ("ACT_IN", 35),
    ("SITE", 6), ("ROW", 4), ("DRAW", 5), ("KEEP", 2), ("PLACE_IN", 7), ("LAUNCH_IN", 7), ("HIRE", 21), ("RETURN", 8),
    ("PROMOTE", 8), ("ATTRIBUTE", 4), ("HEX", 81), ("MOVE_FROM", 40), ("OPTION", 2),
)
