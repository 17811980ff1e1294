"""One game is one record; a batch of games is one array of records. Nothing about a game is kept anywhere else.

Numbers are signed: in numba an unsigned field makes an unsigned loop variable, and unsigned with signed makes a float.
Projects, city cards and objectives lie in piles by their id, from 1; sets of projects are bits, counted from 0. The
top of a pile is its last card. What may be missing (a story card, a district) is stored as number + 1, 0 means none.
"""

import numpy as np

from undersea_env.cloudage.compiled.limits import (
    BITS_OF_WORD,
    CARD_WORDS,
    MAX_FRAMES,
    MAX_PLAYERS,
    NAVIGATION_CARDS,
)
from undersea_env.cloudage.kernel.actions import NUM_ACTIONS
from undersea_env.cloudage.printed.words import (
    CARDS_IN_SECTOR,
    HEXES,
    MOST_CITIES,
    MOST_OBJECTIVES,
    OBJECTIVES,
    PROJECTS,
    ROWS,
    SECTORS,
    Colour,
    PlantKind,
    Type,
)

LEGAL_WORDS = (NUM_ACTIONS + BITS_OF_WORD - 1) // BITS_OF_WORD
TYPES, COLOURS, KINDS = len(Type), len(Colour), len(PlantKind)

# Where the course stands while no frame is open, in the order of a round.
STEPS = (
    "discarding", "keeping", "starting", "revealing", "extra task", "new round", "book", "voting", "producing",
    "navigating", "taking off", "moving", "toll", "arrived", "fought", "strength shown", "won", "uncovering", "moved",
    "solo board", "city action", "placing", "taking", "collecting", "planted", "others", "turn ends",
    "last production", "last building", "last fights", "grey points", "tie",
)
(
    DISCARDING, KEEPING, STARTING, REVEALING, EXTRA_TASK, NEW_ROUND, BOOK, VOTING, PRODUCING, NAVIGATING, TAKING_OFF,
    MOVING, TOLL, ARRIVED, FOUGHT, STRENGTH_SHOWN, WON, UNCOVERING, MOVED, SOLO_BOARD, CITY_ACTION, PLACING, TAKING,
    COLLECTING, PLANTED, OTHERS, TURN_ENDS, LAST_PRODUCTION, LAST_BUILDING, LAST_FIGHTS, GREY_POINTS, TIE,
) = range(len(STEPS))
# What a frame is about.
ABOUT = (
    "nothing", "effect", "moment", "choosing", "building", "upgrading", "playing", "starting project", "paying",
    "planting", "updating", "wrench", "covering", "gun removal", "solo collect", "fighting",
)
(
    NO_FRAME, EFFECT, MOMENT, CHOOSING, BUILDING, UPGRADING, PLAYING, STARTING_PROJECT, PAYING, PLANTING, UPDATING,
    WRENCH, COVERING, GUN_REMOVAL, SOLO_COLLECT, FIGHTING,
) = range(len(ABOUT))
# Which fight it is (F-1, F-7).
OF_CITY, OF_EFFECT, OF_TASK, OF_TIE = range(4)
# Points by source (E-9).
SCORE_SOURCES = (
    "production", "finds", "cities", "fights", "projects", "project cards", "upgrades", "objectives", "legacy",
    "plants, books and solo board",
)
(
    BY_PRODUCTION, BY_FINDS, BY_CITIES, BY_FIGHTS, BY_PROJECTS, BY_CARDS, BY_UPGRADES, BY_OBJECTIVES, BY_LEGACY,
    BY_REST,
) = range(len(SCORE_SOURCES))

PLAYER = np.dtype(
    [
        ("hand", "i8", (CARD_WORDS,)),
        ("in_play", "i8", (CARD_WORDS,)),
        ("working", "i8", (CARD_WORDS,)),                # those of them whose permanent effects work (K-3)
        ("water", "i2"),
        ("metal", "i2"),
        ("points", "i2"),
        ("by_source", "i2", (len(SCORE_SOURCES),)),
        ("tasks", "i2"),                                 # bits: those that are visible
        ("covered", "i2"),                               # bits
        ("tie_strength", "i2"),                          # E-7
        ("fight_strength", "i2"),                        # E-4
        ("energy", "i1"),
        ("hex", "i1"),
        ("production", "i1"),
        ("upgrades", "i1", (TYPES,)),                    # tiles built
        ("permanent", "i1", (TYPES,)),                   # movement, combat, growing of tiles and projects
        ("upgrade_discount", "i1"),
        ("project_discount", "i1", (COLOURS,)),
        ("plants", "i1", (KINDS,)),
        ("fresh", "i1", (KINDS,)),                       # of them (W-10)
        ("fresh_growing", "i1"),
        ("cubes", "i1", (MOST_CITIES,)),
        ("objective_count", "i1"),
        ("objectives", "i1", (MOST_OBJECTIVES,)),        # two, until one is chosen
        ("refused", "i1"),                               # until it is shuffled in (S-10)
        ("drone", "i1"),                                 # district + 1
        ("vote", "i1"),                                  # 1, 2
        ("navigation_count", "i1"),
        ("navigation_known", "i1"),                      # cards on top of the deck that all know (U-3)
        ("spent_count", "i1"),
        ("navigation", "i1", (NAVIGATION_CARDS,)),       # the deck, values
        ("spent", "i1", (NAVIGATION_CARDS,)),            # the discard
    ],
    align=True,
)

FRAME = np.dtype(
    [
        ("cards", "i8", (CARD_WORDS,)),                  # of a moment: those that still may react
        ("place", "i2"),                                 # of an effect: its next row; of a fight: held open until (F-5)
        ("number", "i2"),                                # what is left; of a moment: how much; of a fight: its target
        ("about", "i1"),                                 # EFFECT, MOMENT, ...
        ("owner", "i1"),                                 # the seat
        ("source", "i1"),                                # of points
        ("stage", "i1"),
        ("a", "i1"),
        ("b", "i1"),
        ("c", "i1"),
        ("d", "i1"),
        ("kinds", "i1", (KINDS,)),                       # of a planting: how many of each may still be planted
    ],
    align=True,
)

STATE = np.dtype(
    [
        ("stream", "u8"),                                # the game's own random numbers
        ("legal", "i8", (LEGAL_WORDS,)),                 # follows from the rest: the answers to the open question, bits
        ("seen_cards", "i8"),                            # city cards that have left the sectors, bits
        ("discard", "i8", (CARD_WORDS,)),                # projects
        ("used_once", "i8", (CARD_WORDS,)),              # projects that cannot react again in this movement (N-2)
        ("planted", "i4", (ROWS,)),                      # bits of map columns
        ("taken_finds", "i4", (ROWS,)),                  # in this movement
        ("unlocked", "i2"),                              # bits of numbers of projects
        ("legacy", "i2"),                                # bits of tokens
        ("strength", "i2"),                              # in a fight
        ("player_count", "i1"),
        ("over", "i1"),
        ("seat", "i1"),                                  # who decides
        ("question", "i1"),                              # follows: n for D-n
        ("step", "i1"),                                  # DISCARDING, ...
        ("round_no", "i1"),
        ("first", "i1"),                                 # the first player
        ("turn", "i1"),                                  # players who have done this step, or this phase
        ("mover", "i1"),                                 # whose turn it is
        ("others", "i1"),                                # how many have had their part of a city action
        ("story", "i1"),                                 # place + 1 of the story card
        ("book_side", "i1"),                             # of the scenario card
        ("guns", "i1"),                                  # in play, bits
        ("revealed", "i1"),                              # the lower navigation card waits to be taken (D-6)
        ("graded", "i1"),                                # grey points are on the track (E-4)
        # of a movement
        ("points", "i1"),                                # without the solar panel (M-1)
        ("left", "i1"),                                  # with it
        ("entering", "i1"),                              # the toll hex + 1 (D-8)
        ("stuck", "i1"),                                 # M-10
        ("won", "i1"),                                   # the last fight
        ("drawn_count", "i1"),
        ("drawn", "i1", (NAVIGATION_CARDS,)),            # cards that lie in a fight
        # of a city action
        ("action", "i1"),                                # place in its block
        ("card", "i1"),                                  # the city card
        ("planted_count", "i1"),                         # W-8
        ("bare_count", "i1"),                            # T-14
        # piles
        ("deck_count", "i1"),
        ("deck", "i1", (PROJECTS,)),
        ("sleeve", "i1", (SECTORS,)),
        ("sector_count", "i1", (SECTORS,)),
        ("sector", "i1", (SECTORS, CARDS_IN_SECTOR)),
        ("objective_count", "i1"),
        ("objective_known", "i1"),                       # from the bottom (U-3)
        ("objective_deck", "i1", (OBJECTIVES,)),
        ("bag", "i1", (KINDS,)),
        ("distance", "i1", (HEXES + 1,)),                # follows, in a movement: points to a legal end hex (M-4)
        ("frame_count", "i1"),
        ("players", PLAYER, (MAX_PLAYERS,)),
        ("frame", FRAME, (MAX_FRAMES,)),
    ],
    align=True,
)

if __name__ == "__main__":
    print(STATE.itemsize, PLAYER.itemsize, FRAME.itemsize)
