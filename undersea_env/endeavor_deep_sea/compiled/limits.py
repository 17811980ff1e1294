"""Sizes of the engine's own records and tables, beside those that are printed (`printed/words.py`)."""

from undersea_env.endeavor_deep_sea.printed.words import COLUMN_LETTERS, DEPTHS

MAX_PLAYERS = 4
COLUMNS = len(COLUMN_LETTERS)
CELLS = COLUMNS * DEPTHS                 # cell = (depth - 1) * COLUMNS + column
SLOTS = 8                                # of specialists: the leader and one hired in each round (P-6)
VESSELS = 3
DISPLAY = 3                              # specialists of rank 5 that are seen (S-6)
HIDDEN_EXPERTS = 6
STACK = 9                                # boards in a stack of the ocean
STOCK_KINDS = 12                         # kinds of rank 1-4
MAX_FRAMES = 32                          # K-2
MOST_DISCS = 127                         # in a staging area
CARDS_OF_KIND = 6                        # bonus goals, setbacks
BONUS_GOALS_USED = 3                     # O-1
SETBACKS_USED, SETBACKS_USED_ALONE = 3, 4
ROUNDS, ROUNDS_ALONE = 6, 7              # G-1, O-7

MAX_BUNDLES = 512                        # different gains of a book
MAX_COUNTS = 64                          # different counts that goals and scores speak of
