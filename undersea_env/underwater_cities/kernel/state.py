"""One game is one record; a batch of games is one array of records. Nothing about a game is kept anywhere else.

Numbers are signed: in numba an unsigned field makes an unsigned loop variable, and unsigned with signed makes a float.
Card numbers need the eighth bit; they are only compared, and used as indices.
"""

import numpy as np

from undersea_env.underwater_cities.compiled.limits import (
    BLUE_METROPOLISES,
    BUILDING_SITES,
    CHEAP_SPECIALS,
    CITIES_ON_BOARD,
    CONTRACTS_IN_PLAY,
    FACE_UP_SPECIALS,
    HAND_CAPACITY,
    HELD,
    LARGEST_ERA,
    LOOKED_AT,
    MAX_ACTION_CARDS,
    MAX_CONVERSIONS,
    MAX_PLAYERS,
    MAX_SLOTS,
    METROPOLIS_SITES,
    N_CARDS,
    TABLEAU_CAPACITY,
    TOKENS,
    TUNNEL_SITES,
)

# Where points came from; the breakdown of a score adds the final scoring to these.
POINT_SOURCES = ("slots", "cards", "sites", "metropolises", "contracts", "federation", "production", "hunger", "other")
FROM_SLOT, FROM_CARD, FROM_SITE, FROM_METROPOLIS, FROM_CONTRACT = range(5)
FROM_FEDERATION, FROM_PRODUCTION, FROM_HUNGER, FROM_OTHER = range(5, len(POINT_SOURCES))
PAID_FOR, CHOSEN = 1, 2          # why a question cannot be declined: D-15; D-3, nothing of the slot was done yet

SUPPLIED = ("tunnels", "nonsymbiotic", "symbiotic")
TUNNEL_SUPPLY, NONSYMBIOTIC_SUPPLY, SYMBIOTIC_SUPPLY = range(len(SUPPLIED))

MAX_FRAMES = 40                  # the longest chain of printed things takes 21; hand-made positions may begin one at 22
GONE_BYTES = (N_CARDS + 7) // 8

PLAYER = np.dtype(
    [
        # derived from the sites by network.refresh_network: one bit a city, building or tunnel site
        ("open_building", "i8"),                     # empty building sites on which a building may be put (B-4)
        ("open_expansion", "i8"),                    # the same for expansion sites (B-5)
        ("built_cities", "i4"),
        ("connected_cities", "i4"),                  # B-8
        ("open_cities", "i4"),                       # B-3
        ("built_tunnels", "i4"),
        ("open_tunnels", "i4"),                      # B-6
        # derived from the cards in play by card_piles.refresh_standing_effects
        ("listens", "i4"),                           # one bit for each Event some card waits for
        ("discount", "i1", (7, TOKENS)),             # off each Thing; row 0: off upgrades (B-14, L-8)
        ("usual_price", "i1", (7, TOKENS)),          # what each costs usually, after these discounts
        ("extra_hand_cards", "i1"),                  # over the usual hand limit (G-9)
        ("once_per_turn_cards", "i1"),
        # what the player has
        ("board", "i1"),                             # 0-7: boards 1-8
        ("space", "i1"),                             # federation track: 0 below, 1-4: printed 4, 3, 2, 1
        ("resource", "i2", (HELD,)),
        ("paid_instants", "i4"),                     # one bit a special, from 181 on (K-10)
        ("contracts", "i4"),                         # one bit a contract
        ("extra_metropolises", "i4"),                # one bit a metropolis (L-2)
        ("hand_count", "i1"),
        ("hand", "u1", (HAND_CAPACITY,)),            # ascending
        ("action_count", "i1"),
        ("action_card", "u1", (MAX_ACTION_CARDS,)),  # ascending; the Assistant is the highest number
        ("action_used", "i1", (MAX_ACTION_CARDS,)),
        ("tableau_count", "i1"),
        ("tableau", "u1", (TABLEAU_CAPACITY,)),      # permanent, production and end cards, ascending
        ("metropolis", "u1", (METROPOLIS_SITES,)),   # brown, blue 1, blue 2
        ("city", "i1", (CITIES_ON_BOARD,)),          # a Thing on each city site
        ("tunnel", "i1", (TUNNEL_SITES,)),           # 1 built, 2 upgraded
        ("building", "i1", (BUILDING_SITES,)),       # a Thing on each building site
        ("upgraded", "i1", (BUILDING_SITES,)),
        ("points_from", "i2", (len(POINT_SOURCES),)),
    ],
    align=True,
)

FRAME = np.dtype(
    [
        ("question", "i1"),      # questions.Question: what this frame is about
        ("left", "i1"),          # parts in the effect, or repeats left
        ("row", "i2"),           # the part of an effect that it carries out, or an effect's first part
        ("stage", "i2"),         # how far it has got
        ("card", "i2"),          # of a turn: the card played with the slot
        ("source", "i1"),        # where points come from; FROM_SLOT also means: gained from a slot (N-6)
        ("triggered", "i1"),     # a bonus or a triggered effect
        ("committed", "i1"),     # PAID_FOR or CHOSEN: it cannot be declined
        ("thing", "i1"),
        ("site", "i1"),
        ("price", "i1"),
        ("for_kelp", "i1"),      # biomatter in place of kelp
        ("for_steelplast", "i1"),
        ("slot", "i1"),          # of a turn: the slot chosen
        ("card_first", "i1"),
        ("card_begun", "i1"),
        ("card_paid", "i1"),
        ("probing", "i1"),       # a look ahead (G-5a) stops where the slot's action would begin
    ],
    align=True,
)

STATE = np.dtype(
    [
        ("stream", "u8"),                            # the game's own random numbers
        ("player_count", "i1"),
        ("over", "i1"),
        ("seat", "i1"),                              # who decides
        ("era", "i1"),
        ("round_no", "i1"),
        ("turn_no", "i1"),
        ("mover", "i1"),                             # whose turn it is: a place in the turn order
        ("clone_tile", "i1"),                        # seat + 1 of who took it; 0: available
        ("order", "u1", (MAX_PLAYERS,)),             # seats in turn order
        ("track", "u1", (MAX_PLAYERS,)),             # seats on the federation track, front to back, top of a pile first
        ("slot_tiles", "i1", (MAX_SLOTS,)),          # one bit a seat, bit 4 a neutral tile
        ("supply", "i2", (len(SUPPLIED),)),
        ("frame_count", "i2"),
        # of the turn or production going on
        ("tunnels_this_turn", "i1"),
        ("once_used", "i1"),                         # one bit a once-per-turn card of the book
        ("looked_count", "i1"),
        ("looked", "u1", (LOOKED_AT,)),              # specials being looked at (K-8)
        ("produced", "i2", (TOKENS,)),               # what may still be converted (N-2)
        ("converted", "i1", (MAX_CONVERSIONS,)),
        # piles; the top card is the last one
        ("era_deck_count", "i1"),
        ("era_discard_count", "i1"),
        ("special_count", "i1"),
        ("metropolis_count", "i1"),
        ("special_row", "u1", (FACE_UP_SPECIALS,)),
        ("contract_row", "u1", (CONTRACTS_IN_PLAY,)),
        ("special_deck", "u1", (CHEAP_SPECIALS,)),
        ("metropolis_supply", "u1", (BLUE_METROPOLISES,)),
        ("era_deck", "u1", (LARGEST_ERA,)),
        ("era_discard", "u1", (LARGEST_ERA,)),
        ("gone", "u1", (GONE_BYTES,)),               # one bit a card that left the game face up
        ("players", PLAYER, (MAX_PLAYERS,)),
        ("frame", FRAME, (MAX_FRAMES,)),
    ],
    align=True,
)

States = np.recarray


def new_states(n: int) -> States:
    """Room for `n` games, all zero; `set_up` fills them."""
    return np.zeros(n, STATE).view(np.recarray)


if __name__ == "__main__":
    print(STATE.itemsize, PLAYER.itemsize, FRAME.itemsize)
