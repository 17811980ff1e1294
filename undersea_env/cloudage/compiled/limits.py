"""Sizes of the engine's own records and tables, beside those that are printed (`printed/words.py`)."""

from undersea_env.cloudage.printed.words import CARDS_IN_SECTOR, SECTORS, START_NAVIGATION

MAX_PLAYERS = 4
NAVIGATION_CARDS = START_NAVIGATION + SECTORS * CARDS_IN_SECTOR      # that one player can have
MAX_FRAMES = 16
BITS_OF_WORD = 60
CARD_WORDS = 2                           # sets of projects are bits of two integers
MOST_UNLOCKS = 8                         # of a story card
MAX_POINTS = 18                          # of a movement: more than cards, tiles and projects can give (section 20)

MAX_CODE = 1024                          # rows of all effects of a book
MAX_TITLES = 79
