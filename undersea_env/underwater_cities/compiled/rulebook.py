"""The rule book: everything printed and every option of a game as tables of integers, an argument of the kernels.

Its shape does not depend on the component book, so another book needs no compilation. Row 0 of a table means "nothing".
"""

import numpy as np

from undersea_env.underwater_cities.compiled.limits import (
    BLUE_METROPOLISES,
    BOARDS,
    CITIES_ON_BOARD,
    CONTRACTS,
    ERAS,
    GAINS,
    HELD,
    LARGEST_ERA,
    MAX_ALTERNATIVE_ROWS,
    MAX_AMOUNTS,
    MAX_CONVERSIONS,
    MAX_ENDING_ROWS,
    MAX_ONCE_PER_TURN,
    MAX_PART_ROWS,
    MAX_PLAYERS,
    MAX_PRICE_ROWS,
    MAX_PRODUCE_ROWS,
    MAX_REQUIREMENTS,
    MAX_SLOTS,
    MAX_START_ROWS,
    METROPOLIS_SITES,
    METROPOLISES,
    N_CARDS,
    N_SITES,
    N_SLOTS,
    TOKENS,
    TRACK_TOP,
    TUNNEL_SITES,
)
from undersea_env.underwater_cities.compiled.opcodes import ENDING_COLUMNS, PART_COLUMNS, START_COLUMNS

EFFECT = ("i2", (2,))            # first row and number of rows of the table `part`

RULEBOOK = np.dtype(
    [
        # options of the game
        ("player_count", "i2"),
        ("solo", "i2"),
        ("contracts", "i2"),                               # whether the variant is played (S-11)
        ("clone_tile", "i2"),                              # S-10
        ("last_era", "i2"),
        ("rounds_before_end_of_era", "i2", (ERAS + 1,)),   # counted from the beginning of the game; 0: none
        ("board_choice", "i2", (MAX_PLAYERS,)),            # board + 1 for each seat; 0: dealt at random
        ("board_pool_start", "i2"),                        # the four boards that are dealt (S-5)
        # numbers of the rules
        ("usual_price", "i2", (7, TOKENS)),                # of each Thing; row 0: of an upgrade (B-1)
        ("start_resource", "i2", (MAX_PLAYERS, HELD)),     # by place in the turn order (S-4, S-8)
        ("start_space", "i2", (MAX_PLAYERS,)),
        ("space_bonus", "i2", (TRACK_TOP + 1, HELD)),      # F-1
        ("federation_bound", "i8"),                        # what steps on the track could provide (G-5a)
        ("supply", "i2", (3,)),                            # C-3, C-4
        ("hand_limit", "i2"),
        ("cards_dealt", "i2"),                             # S-9
        ("cards_for_new_era", "i2"),                       # P-7
        ("produced_by", "i2", (4, 2, HELD)),               # a Thing, plain or upgraded (P-1, P-2)
        ("pair_bonus", "i2", (4, HELD)),                   # P-3
        ("symbiotic_points", "i2"),                        # P-4
        ("hunger_points", "i2"),                           # P-7
        ("city_points", "i2", (4,)),                       # by number of building types (V-3)
        # effects
        ("part", "i2", (MAX_PART_ROWS, PART_COLUMNS)),
        ("start", "i2", (MAX_START_ROWS, START_COLUMNS)),  # ways in which an effect can be begun
        ("amounts", "i2", (MAX_AMOUNTS, GAINS)),
        ("amounts_bound", "i8", (MAX_AMOUNTS,)),            # the tokens among them, as bounds.py writes them
        ("alternative", "i2", (MAX_ALTERNATIVE_ROWS, 2)),  # effects to choose from
        ("price", "i2", (MAX_PRICE_ROWS,)),                # amounts
        ("produce", "i2", (MAX_PRODUCE_ROWS, 4)),          # amounts, count, divisor, cap
        ("ending", "i2", (MAX_ENDING_ROWS, ENDING_COLUMNS)),
        # cards
        ("card_era", "i2", (N_CARDS,)),
        ("card_colour", "i2", (N_CARDS,)),
        ("card_type", "i2", (N_CARDS,)),
        ("card_price", "i2", (N_CARDS,)),
        ("card_effect", "i2", (N_CARDS, 2)),               # also the effect of `when` and `once per turn`
        ("card_event", "i2", (N_CARDS,)),
        ("card_event_detail", "i2", (N_CARDS,)),
        ("card_effect_is_plain", "i2", (N_CARDS,)),        # resolves without asking when triggered
        ("card_discount_on", "i2", (N_CARDS,)),            # one bit a Thing; bit 0: upgrades
        ("card_discount", "i2", (N_CARDS,)),               # amounts
        ("card_hand_limit", "i2", (N_CARDS,)),
        ("card_once", "i2", (N_CARDS,)),                   # its place among the once-per-turn cards, from 1
        ("card_produce", "i2", (N_CARDS, 2)),
        ("card_conversion", "i2", (N_CARDS,)),             # its place among the conversions, from 1
        ("card_ending", "i2", (N_CARDS, 2)),
        ("card_digits", "i2", (N_CARDS,)),                 # sum of the number's digits (O-4)
        ("card_bound", "i8", (N_CARDS,)),                  # what its effect could provide (G-5a): bounds.py
        ("once_card", "i2", (MAX_ONCE_PER_TURN,)),
        ("conversion_card", "i2", (MAX_CONVERSIONS,)),
        ("conversion_thing", "i2", (MAX_CONVERSIONS,)),    # a building that produces something else; 0: any
        ("conversion_give", "i2", (MAX_CONVERSIONS,)),
        ("conversion_get", "i2", (MAX_CONVERSIONS,)),
        ("conversion_times", "i2", (MAX_CONVERSIONS,)),
        ("conversion_count", "i2"),
        ("once_count", "i2"),
        ("era_first_card", "i2", (ERAS + 2,)),             # cards of era e: from [e] to before [e + 1]
        # slots, metropolises, contracts
        ("slot_colour", "i2", (N_SLOTS,)),
        ("slot_effect", "i2", (N_SLOTS, 2)),
        ("slot_bound", "i8", (N_SLOTS,)),
        ("slot_event", "i2", (N_SLOTS,)),                  # a slot on both sides is one slot for `use slot` (N-5)
        ("first_slot", "i2"),                              # of the side in use
        ("slot_count", "i2"),
        ("slots_of_a_colour", "i2"),
        ("slot_ring", "i2", (MAX_SLOTS,)),                 # places, clockwise from the first green one (O-4)
        ("neutral_slot", "i2", (MAX_SLOTS, 3)),            # places covered in round 1, 2, ... of solo (O-2, O-3)
        ("metropolis_effect", "i2", (METROPOLISES + 1, 2)),
        ("metropolis_bound", "i8", (METROPOLISES + 1,)),
        ("metropolis_produce", "i2", (METROPOLISES + 1, 2)),
        ("metropolis_ending", "i2", (METROPOLISES + 1, 2)),
        ("brown", "i2", (METROPOLISES,)),                  # the metropolises dealt in this game
        ("brown_count", "i2"),
        ("blue", "i2", (BLUE_METROPOLISES,)),
        ("contract_requirement", "i2", (CONTRACTS + 1, MAX_REQUIREMENTS, 2)),
        ("contract_effect", "i2", (CONTRACTS + 1, 2)),
        ("contract_bound", "i8", (CONTRACTS + 1,)),
        # boards
        ("start_city", "i2", (BOARDS,)),
        ("neighbours", "i4", (BOARDS, CITIES_ON_BOARD)),   # one bit a city site
        ("building_sites", "i8", (BOARDS,)),               # one bit a building site that exists
        ("tunnel_count", "i2", (BOARDS,)),
        ("tunnel_end", "i2", (BOARDS, TUNNEL_SITES, 2)),   # a city site, or CITIES_ON_BOARD + a metropolis site
        ("metropolis_tunnels", "i4", (BOARDS, METROPOLIS_SITES)),
        ("site_effect", "i2", (BOARDS, N_SITES, 2)),
        ("site_bound", "i8", (BOARDS, N_SITES)),
        ("sites_with_bound", "i8", (BOARDS, N_SITES)),        # at the first site of a kind: those that help, as bits
        ("site_surcharge", "i2", (BOARDS, N_SITES)),       # amounts
        ("site_multiplier", "i2", (BOARDS, N_SITES)),
        ("has_surcharges", "i2", (BOARDS,)),
        ("pair_tunnel", "i2", (BOARDS, TUNNEL_SITES)),     # the other tunnel of a pair + 1
        ("pair_produce", "i2", (BOARDS, TUNNEL_SITES)),    # amounts
        ("metropolis_tunnel_produce", "i2", (BOARDS, TUNNEL_SITES)),
        ("era_size", "i2", (ERAS + 1,)),
        # short cuts, which follow from the above; most are those of the pair test (G-5a)
        ("slot_builds", "i8", (N_SLOTS,)),                 # Things it offers at the usual price; bit 0: it always gives
        ("slot_start", "i2", (N_SLOTS, 2)),                # from first to last of the other ways to begin it: `start`
        ("slot_has_bounds", "i2", (N_SLOTS,)),             # whether bounds tell if it can be used
        ("card_only_gives", "i2", (N_CARDS,)),             # an instant that gives, asks nothing, and minds no order
        ("bonuses_count", "i2"),                           # whether anything but an instant gives by what is counted
        ("tunnel_cities", "i4", (BOARDS, TUNNEL_SITES)),   # the city sites among its ends, one bit each
    ],
    align=True,
)
assert RULEBOOK.fields is not None
HASHED_BYTES = RULEBOOK.fields["slot_builds"][1]         # what the hash in stored positions is made of
# Stored values know their component book by a hash that has the names of fields in it: some had other names then.
NAMES_IN_HASHES = {
    "amounts_bound": "amounts_help",
    "card_bound": "card_helps",
    "metropolis_bound": "metropolis_helps",
    "site_bound": "site_helps",
}
assert LARGEST_ERA < 128
