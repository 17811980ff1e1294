"""How large things may be. The record of a game and the rule book have one size for all books and player counts."""

from undersea_env.underwater_cities.printed import words
from undersea_env.underwater_cities.printed.words import SITE_LETTERS, TOKEN_RESOURCES, Resource

MAX_PLAYERS = 4
TOKENS = len(TOKEN_RESOURCES)    # kelp, steelplast, science, credits, biomatter
HELD = TOKENS + 1                # the tokens and points
GAINS = len(Resource)            # what an effect can give: the above and cards

ERAS = 3
LAST_NUMBER = 205                # cards are numbered 1 to 205
ASSISTANT = LAST_NUMBER + 1      # the Personal Assistant inside the engine; players see it as card 0
N_CARDS = ASSISTANT + 1
LARGEST_ERA = 66
FIRST_SPECIAL = 181              # 181-190 cost 3 credits, 191-205 cost 1 or 2 (C-1)
FIRST_CHEAP_SPECIAL = 191
CHEAP_SPECIALS = 15
FACE_UP_SPECIALS = 6             # S-3
LOOKED_AT = 3                    # K-8

CITIES_ON_BOARD = words.CITIES_ON_BOARD
SITES_AT_CITY = len(SITE_LETTERS)
EXPANSION = SITE_LETTERS.index("x")
BUILDING_SITES = CITIES_ON_BOARD * SITES_AT_CITY
TUNNEL_SITES = words.TUNNEL_SITES
METROPOLIS_SITES = len(words.METROPOLIS_COLOURS)
FIRST_BUILDING_SITE = CITIES_ON_BOARD
FIRST_TUNNEL_SITE = FIRST_BUILDING_SITE + BUILDING_SITES
N_SITES = FIRST_TUNNEL_SITE + TUNNEL_SITES

BOARDS = words.BOARDS
BLUE_METROPOLISES = words.BLUE_METROPOLISES
METROPOLISES = words.BROWN_METROPOLISES + BLUE_METROPOLISES
CONTRACTS = words.CONTRACTS
CONTRACTS_IN_PLAY = 3            # S-11
SLOTS_34 = 15
SLOTS_12 = 12
ALWAYS_SLOT = SLOTS_34 + SLOTS_12
N_SLOTS = ALWAYS_SLOT + 1
MAX_SLOTS = SLOTS_34             # coloured slots on one side at the most
NEUTRAL_BIT = MAX_PLAYERS        # of the tiles on a slot: one bit a seat, then a neutral tile (O-2)
NEUTRAL_TILE = 1 << NEUTRAL_BIT

HAND_CAPACITY = 32               # a hand never holds more: a card that does not fit is not drawn
PLAYABLE_HAND = 6                # at the beginning of a turn the hand limit holds: 3, and at most 3 more by cards
MOST_LAID = 32                   # cards in play that a position from outside may have at first; a game lays up to 30
TABLEAU_CAPACITY = 2 * MOST_LAID # so that there is room to go on from any such position
MAX_ACTION_CARDS = 4             # K-6
TURNS_IN_ROUND = 3               # G-2
TRACK_TOP = words.TRACK_TOP      # spaces are counted from below: 0, then printed 4, 3, 2, 1

MAX_PARTS_IN_EFFECT = words.MAX_PARTS_IN_EFFECT
MAX_ALTERNATIVES = words.MAX_ALTERNATIVES
MAX_PRICES = 3                   # actions that choose a price; the language prints MAX_PRINTED_PRICES
MAX_SUBSTITUTED = 7              # biomatter for kelp, or for steelplast, in one price
MAX_CONVERSIONS = words.MAX_CONVERSIONS
MAX_ONCE_PER_TURN = words.MAX_ONCE_PER_TURN
MAX_TRIGGERS_AT_ONCE = 6
MAX_REQUIREMENTS = 4

MAX_PART_ROWS = 1024
MAX_START_ROWS = 1280
MAX_AMOUNTS = 384
MAX_ALTERNATIVE_ROWS = 256
MAX_PRICE_ROWS = 256
MAX_PRODUCE_ROWS = 128
MAX_ENDING_ROWS = 128

assert MAX_PRICES >= words.MAX_PRINTED_PRICES


def building_site(city: int, site_id: str) -> int:
    """The place of a city's building site among all of them; its id ends in its letter."""
    return city * SITES_AT_CITY + SITE_LETTERS.index(site_id[-1])
