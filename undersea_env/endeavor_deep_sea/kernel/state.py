"""One game is one record; a batch of games is one array of records. Nothing about a game is kept anywhere else.

Numbers are signed: in numba an unsigned field makes an unsigned loop variable, and unsigned with signed makes a float.
Boards, journals, kinds, seats and cells that may be missing are stored as number + 1, so that 0 means none.
"""

import numpy as np

from undersea_env.endeavor_deep_sea.compiled.limits import (
    CARDS_OF_KIND,
    CELLS,
    DISPLAY,
    HIDDEN_EXPERTS,
    MAX_FRAMES,
    MAX_PLAYERS,
    SLOTS,
    STACK,
    STOCK_KINDS,
    VESSELS,
)
from undersea_env.endeavor_deep_sea.compiled.opcodes import ACTION_TYPES, GAINS
from undersea_env.endeavor_deep_sea.compiled.rulebook import BITS_OF_WORD, HEX_WORDS
from undersea_env.endeavor_deep_sea.kernel.actions import NUM_ACTIONS
from undersea_env.endeavor_deep_sea.printed.words import (
    ATTRIBUTES,
    DECK_JOURNALS,
    DEPTHS,
    DIVE_SITES,
    GOALS,
    MAX_HEXES,
    MAX_INFINITE,
    ROW_PLACES,
    TOKEN_KINDS,
    TOKENS,
    TOKENS_ON_SITE,
)

PREPARATION, ACTIVATION, OVER = range(3)                 # phases
# Where the course stands while no frame is open.
LAUNCHING, NEW_ROUND, SETBACK, HIRING, INFLOW, RETURNING, TURN = range(7)
# What a frame is about.
NO_FRAME, BUNDLE, DOING, LAUNCH, TAKING_JOURNAL, CLEANING, CHOOSING_OPTION, DESIGNATING = range(8)
# How far an action has got.
OFFERED, BEGUN, PLACE_CHOSEN, SITE_CHOSEN, DRAWN, KEPT = range(6)
LEGAL_WORDS = (NUM_ACTIONS + BITS_OF_WORD - 1) // BITS_OF_WORD

PLAYER = np.dtype(
    [
        ("journals", "i8"),                              # bits
        ("used_journals", "i8"),                         # bits
        ("points", "i2"),                                # follows: of attributes, impact and journals
        ("marker", "i1", (len(ATTRIBUTES),)),            # the cell of each track
        ("research", "i1"),
        ("staging", "i1"),
        ("launches", "i1"),                              # bits 0 and 1: made for the first and second cell (B-3)
        ("vessel", "i1", (VESSELS,)),                    # cell + 1, ascending, 0 behind them
        ("vessel_count", "i1"),
        ("token", "i1", (TOKEN_KINDS,)),                 # in hand, by kind
        ("token_count", "i1"),
        ("specialist_count", "i1"),
        ("kind", "i1", (SLOTS,)),                        # kind + 1 by slot
        ("seniors", "i2"),                               # bits, by slot
        ("discs_on", "i2"),                              # bits, by slot
        ("clean_up", "i1"),                              # M-9
    ],
    align=True,
)

FRAME = np.dtype(
    [
        ("about", "i1"),         # BUNDLE, DOING, ...
        ("owner", "i1"),         # the seat
        ("origin", "i1"),        # of a bundle: cell + 1 (I-7); of an action: the zone it must happen in
        ("stage", "i1"),         # of an action; of a bundle: 1 when research and discs have been credited
        ("gain", "i1", (GAINS,)),            # of a bundle: what is left
        ("rewards_site", "i1"),  # of a bundle: it is printed at a conservation site (M-4)
        ("do", "i1"),            # the action; of a bundle: 1 + the action that it offers
        ("first", "i1"),         # how it is done (compiled/opcodes.py)
        ("last", "i1"),
        ("more", "i1"),
        ("freely", "i1"),
        ("must", "i1"),          # begun as an action or from a token: it cannot be declined
        ("again", "i1"),         # a conserve offered by a conserve (Z-6)
        ("cell", "i1"),          # chosen: the zone; of a discovery: the first depth
        ("site", "i1"),          # the site or track; of a discovery: the second depth
        ("a", "i1"),             # drawn boards or tokens + 1; hex + 1 from which a marker moves; a place of the row
        ("b", "i1"),
    ],
    align=True,
)

STATE = np.dtype(
    [
        ("stream", "u8"),                                # the game's own random numbers
        ("legal", "i8", (LEGAL_WORDS,)),                 # follows from the rest: the answers to the open question, bits
        ("reached_hexes", "i8", (HEX_WORDS,)),           # follows: entries and neighbours of occupied hexes (I-1)
        ("taken_hexes", "i8", (HEX_WORDS,)),             # follows: hexes with a marker, but for the infinite ones
        ("zones", "i8"),                                 # follows: cells with a board, bits
        ("open_zones", "i8"),                            # follows: those that vessels may enter (Z-3)
        ("beside_zones", "i8"),                          # follows: those with spots reached from beside (Z-4)
        ("turtle_zones", "i8"),                          # bits of cells (M-4)
        ("player_count", "i1"),
        ("over", "i1"),
        ("seat", "i1"),                                  # who decides
        ("question", "i1"),                              # follows: n for Q-n
        ("round_no", "i1"),
        ("phase", "i1"),
        ("wave", "i1"),
        ("mover", "i1"),                                 # whose preparation or turn it is
        ("passed", "i1"),                                # bits
        ("prepared", "i1"),                              # players who have finished preparation
        ("step", "i1"),                                  # LAUNCHING, ...
        ("returning", "i1"),                             # discs that still come back (P-5)
        ("next_slot", "i1"),                             # from which slot on they may come
        # of the turn
        ("activated", "i1"),                             # a specialist or a journal was activated
        ("acted", "i1"),                                 # something was done (T-2)
        ("copier", "i1"),                                # slot + 1 of who copies another
        ("activation", "i1"),                            # row of the rule book's table
        ("left", "i1", (ACTION_TYPES,)),                 # how often each action may still be done
        # the ocean
        ("board", "i1", (CELLS,)),                       # board + 1
        ("discoverer", "i1", (CELLS,)),                  # seat + 1
        ("discs", "i2", (CELLS, MAX_PLAYERS)),           # bits of disc spots
        ("site_count", "i1", (DIVE_SITES,)),
        ("site_token", "i1", (DIVE_SITES, TOKENS_ON_SITE)),      # kind + 1; the last one is the top
        ("site_shuffle", "i1", (DIVE_SITES, TOKENS_ON_SITE)),    # H-5
        ("supply_count", "i1"),
        ("supply", "i1", (TOKENS,)),                     # kind + 1
        ("shuffle_no", "i1"),                            # of the supply
        ("discard", "i1", (TOKEN_KINDS,)),
        ("stack_count", "i1", (DEPTHS,)),
        ("stack", "i1", (DEPTHS, STACK)),                # board + 1; the last one is the top
        ("seen", "i1", (DEPTHS,)),                       # boards at the bottom that are known (H-4)
        # tray
        ("row", "i1", (ROW_PLACES,)),                    # journal + 1
        ("deck_count", "i1"),
        ("deck", "i1", (DECK_JOURNALS,)),                # journal + 1
        ("stock", "i1", (STOCK_KINDS,)),
        ("display", "i1", (DISPLAY,)),                   # kind + 1
        ("expert_count", "i1"),
        ("expert", "i1", (HIDDEN_EXPERTS,)),             # kind + 1
        # impact board and mission
        ("hex_owner", "i1", (MAX_HEXES,)),               # seat + 1
        ("infinite", "i1", (MAX_INFINITE, MAX_PLAYERS)), # markers
        ("designated", "i1"),                            # M-6: 1 conservation, 2 publish
        ("goal_option", "i1", (GOALS,)),                 # M-8: 1, 2
        ("race_count", "i1", (2,)),                      # M-10
        ("race", "i1", (2, MAX_PLAYERS)),                # seat + 1, in order
        # co-operative play
        ("cards_turned", "i1"),
        ("bonus", "i1", (CARDS_OF_KIND,)),               # index + 1; the deck from the end, the box below, ascending
        ("setback", "i1", (CARDS_OF_KIND,)),
        ("setback_player", "i1"),                        # how many have had the setback of this round
        ("less", "i1", (3,)),                            # technology, inflow, return (O-8)
        ("frame_count", "i1"),
        ("players", PLAYER, (MAX_PLAYERS,)),
        ("frame", FRAME, (MAX_FRAMES,)),
    ],
    align=True,
)

if __name__ == "__main__":
    print(STATE.itemsize, PLAYER.itemsize, FRAME.itemsize)
