"""The words of the rulebook as small integers, and its sizes: the printed data and the kernels share them.

The component book is checked against the sizes; the records and tables of the engine have room for them.
"""

from enum import IntEnum


class Resource(IntEnum):
    """What can be gained. The first five are held as tokens, points go on the track, cards into the hand."""

    KELP = 0
    STEELPLAST = 1
    SCIENCE = 2
    CREDITS = 3
    BIOMATTER = 4
    POINTS = 5
    CARDS = 6


TOKEN_RESOURCES = tuple(Resource)[: Resource.POINTS]


class Thing(IntEnum):
    """What can stand on a site; 0 is an empty site."""

    FARM = 1
    DESAL = 2
    LAB = 3
    TUNNEL = 4
    NONSYMBIOTIC = 5
    SYMBIOTIC = 6


BUILDINGS = (Thing.FARM, Thing.DESAL, Thing.LAB)
STRUCTURES = (*BUILDINGS, Thing.TUNNEL)
CITIES = (Thing.NONSYMBIOTIC, Thing.SYMBIOTIC)


class Colour(IntEnum):
    NONE = 0
    YELLOW = 1
    RED = 2
    GREEN = 3


class CardType(IntEnum):
    INSTANT = 1
    PERMANENT = 2
    ACTION = 3
    PRODUCTION = 4
    END = 5


class Count(IntEnum):
    """What the effect language can count; only what is connected counts (B-9)."""

    CONNECTED_CITY = 1
    CONNECTED_SYMBIOTIC_CITY = 2
    CONNECTED_NONSYMBIOTIC_CITY = 3
    CONNECTED_FARM = 4
    CONNECTED_DESAL = 5
    CONNECTED_LAB = 6
    CONNECTED_BUILDING = 7
    UPGRADED_FARM = 8
    UPGRADED_DESAL = 9
    UPGRADED_LAB = 10
    UPGRADED_BUILDING = 11
    TUNNEL = 12
    UPGRADED_TUNNEL = 13
    UPGRADED_STRUCTURE = 14
    COMPLETE_CITY = 15
    UPGRADED_SET = 16
    CONNECTED_METROPOLIS = 17
    ACTION_CARD = 18
    PERMANENT_CARD = 19
    PRODUCTION_CARD = 20
    END_CARD = 21
    PAID_SPECIAL = 22
    HAND_CARD = 23
    CONTRACT = 24
    FEDERATION_SPACE = 25


class Event(IntEnum):
    """What a permanent card can wait for. `detail` of a `When` says which thing, colour, space, resource or slot."""

    BUILD = 1                    # detail: a Thing, or the word `building`, `structure`, `city` for several
    BUILD_SECOND_IN_CITY = 2     # detail: likewise (N-7)
    BUILD_SECOND_TUNNEL = 3      # N-8
    BUILD_ON_EXPANSION = 4
    UPGRADE = 5                  # detail: likewise
    UPGRADE_SECOND_IN_CITY = 6   # detail: likewise (N-9)
    MISMATCH = 7
    MATCH = 8                    # detail: Colour, NONE = any
    REACH_FEDERATION = 9         # detail: the number printed on the space
    CONNECT_METROPOLIS = 10
    SLOT_GIVES = 11              # detail: Resource (N-6)
    USE_SLOT = 12                # detail: slot id (N-5)
    USE_ACTION_CARD = 13
    PAY_SPECIAL = 14
    CLAIM_CONTRACT = 15


# --- sizes ---

SITE_LETTERS = "abcdx"           # the building sites of a city; x is its expansion site (B-5)
METROPOLIS_COLOURS = {"m.brown": "brown", "m.blue1": "blue", "m.blue2": "blue"}      # of the sites beside a board
CITIES_ON_BOARD = 9
TUNNEL_SITES = 20                # on a board at the most
BOARDS = 8
CONTRACTS = 8
BROWN_METROPOLISES, BLUE_METROPOLISES = 5, 11
TRACK_TOP = 4                    # spaces of the federation track; from the bottom 4, 3, 2, 1 are printed (F-1)

MAX_PARTS_IN_EFFECT = 4
MAX_ALTERNATIVES = 3
MAX_PRINTED_PRICES = 2
MAX_SCORE_STEPS = 3
MAX_ONCE_PER_TURN = 4            # cards of a book
MAX_CONVERSIONS = 6              # on the cards of a book
