"""The words of the rulebook as small integers, and its sizes: the printed data and the kernels share them.

The component book is checked against the sizes; the records and tables of the engine have room for them.
"""

from enum import IntEnum


class Item(IntEnum):
    """What can be gained and paid; the first four are the resources (N-10)."""

    WATER = 0
    METAL = 1
    ENERGY = 2
    CARD = 3
    POINT = 4
    PLANT = 5
    RESOURCE = 6             # one of the first four, by choice


RESOURCES = tuple(Item)[: Item.POINT]
PLAIN_ITEMS = tuple(Item)[: Item.RESOURCE]


class District(IntEnum):
    """The spaces of a sector; people give project cards."""

    ENERGY = 0
    METAL = 1
    WATER = 2
    PEOPLE = 3


class Colour(IntEnum):
    GREEN = 0
    BLUE = 1
    YELLOW = 2


class Type(IntEnum):
    """Of upgrades, and of what is permanent (K-2)."""

    MOVEMENT = 0
    COMBAT = 1
    GROWING = 2


class PlantKind(IntEnum):
    GREEN = 0
    DRY_ROOTS = 1
    DRY_LEAVES = 2
    DRY_STEM = 3


class Unit(IntEnum):
    """What a gain can be counted by."""

    TITLE = 1                # projects in play with this title
    MOVEMENT_POINT = 2       # permanent ones (N-1)
    COMBAT_POINT = 3
    PROJECT = 4              # in play, of one colour or all
    UPGRADE = 5
    CITY_CUBE = 6
    BARE_HEX_PLANTED = 7     # T-14


class Event(IntEnum):
    """What permanent effects react to."""

    PRODUCE = 0
    FIND_GIVES = 1
    MOVEMENT_POINTS = 2
    STRENGTH = 3
    WIN_FIGHT = 4
    COLLECT_WITH_UPDATE = 5
    COLLECT_WITH_WRENCH = 6
    COLLECT_EXACTLY = 7
    TAKE_CITY_CARD = 8
    PLANTING = 9
    PLANT_GREEN = 10
    BUILD_UPGRADE = 11
    PLAY_PROJECT = 12


STEPPED_EVENTS = (Event.MOVEMENT_POINTS, Event.STRENGTH, Event.PLANTING)         # N-3


class TaskCount(IntEnum):
    """What a task counts at the end (J-3)."""

    PRODUCTION_LEVEL = 0
    LISTED_CITY = 1
    STRENGTH = 2
    UPGRADE = 3
    GREEN_PROJECT = 4
    BLUE_PROJECT = 5
    YELLOW_PROJECT = 6
    PROJECT = 7
    PROJECT_OF_8_WATER = 8
    PERMANENT_MOVEMENT = 9
    PERMANENT_COMBAT = 10
    NAVIGATION_CARD = 11


class LegacyKind(IntEnum):
    CUBE_CITY = 0
    CITY_VALUES = 1
    CITY_FIND = 2
    TOLL = 3
    GUN = 4
    CITY_ACTION = 5


class CardField(IntEnum):
    """What a cloud can leave open of a city card."""

    NAVIGATION = 0
    PLANTS = 1
    ENERGY_AMOUNT = 2        # amounts and bonuses in the order of District
    METAL_AMOUNT = 3
    WATER_AMOUNT = 4
    PEOPLE_AMOUNT = 5
    ENERGY_BONUS = 6
    METAL_BONUS = 7
    WATER_BONUS = 8
    PEOPLE_BONUS = 9


PROJECTS = 79
PROJECT_NUMBERS = 9          # 0-8; 0 is never locked
BIG_PROJECT = 8              # water (J-3)
CITY_CARDS = 39
SLEEVES = 6
SECTORS = 3
CARDS_IN_SECTOR = 8
AMOUNTS = (1, 1, 2, 3)       # of the districts of a city card
LARGEST_AMOUNT = 3
PLANTS_ON_CARD = (0, 1, 3)
NAVIGATION_VALUES = 6        # 0-5
START_NAVIGATION = 7
UPGRADES_OF_TYPE = (3, 4, 3)
UPGRADES = sum(UPGRADES_OF_TYPE)
LEVELS = 11                  # of production, 0-10
SPACES = 8                   # of the round track and of the solo board
PLANTS = 40
TASKS = 12
OBJECTIVES = 12
MOST_OBJECTIVES = 3          # J-2
STEPS_OF_TASK = 3
CITIES_LISTED = 6
LEGACY_TOKENS = 15
LETTERS = "ABCDEFGHIJKLMNO"
GUNS = ("L8", "L9", "L10", "L11", "L12", "L13")
FIRST_GUN = 7                # L8, counted from 0
TOLL_TOKEN = 6
CITY_ACTIONS = ("L14", "L15")
SCENARIOS = 3
FIRST_STORY_CARD, STORY_CARDS = 11, 38
CHAPTERS = ("1", "2", "3", "4a", "4b", "5", "6")
STAR_STEPS = 5
BOARDS = 4
SIDES = "AB"
ROWS, COLUMNS = 5, 6
HEXES_OF_BOARD = ROWS * COLUMNS
HEXES = BOARDS * HEXES_OF_BOARD
MAP_COLUMNS = BOARDS * COLUMNS
MOST_CITIES = 24             # on the whole map
HIGHEST_COST = 3             # of a hex
DIRECTIONS = 6               # E, NE, NW, W, SW, SE
MAX_BRANCHES = 4             # of a choice
MAX_CLAUSES = 4              # of a project that react to something
MAX_PARTS = 4                # of an effect

ACTION_BLOCKS = (
    ("PASS", 1), ("MOVE", DIRECTIONS), ("FIGHT", 2), ("CUBE", 3), ("RESOURCE", 4), ("OPTION", MAX_BRANCHES),
    ("LEVEL", LEVELS), ("ACTION", 7), ("DISTRICT", 4), ("UPGRADE", 3), ("PLANT", 4), ("NAV", NAVIGATION_VALUES),
    ("TASK", TASKS), ("GUN", len(GUNS)), ("PROJECT", PROJECTS), ("HEX", HEXES),
)
