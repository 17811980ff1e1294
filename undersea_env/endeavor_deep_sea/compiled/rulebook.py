"""The rule book: everything printed and every option of a game as tables of integers, an argument of the kernels.

Its shape does not depend on the component book, so another book needs no compilation. Only the mission that is played
is in it. Row 0 of `bundle`, `count` and `activation` means "nothing".
"""

import numpy as np

from undersea_env.endeavor_deep_sea.compiled.limits import (
    CARDS_OF_KIND,
    COLUMNS,
    MAX_BUNDLES,
    MAX_COUNTS,
)
from undersea_env.endeavor_deep_sea.compiled.opcodes import ACTIVATION_COLUMNS, BUNDLE_COLUMNS
from undersea_env.endeavor_deep_sea.printed.words import (
    BOARDS,
    DEPTHS,
    DISC_SPOTS_ON_BOARD,
    DIVE_SITES_ON_BOARD,
    GOALS,
    JOURNAL_ACTIONS,
    JOURNALS,
    MAX_HEXES,
    MAX_LEADERS,
    MAX_LINKS_ON_BOARD,
    MAX_RULES_ON_BOARD,
    MAX_SPOTS_OF_KIND,
    SONAR_TRACKS,
    SPECIALIST_KINDS,
    TOKEN_KINDS,
    TRACK_CELLS,
    Access,
)

SPECIALISTS = SPECIALIST_KINDS + 1       # with the Team Leader, the last
OPTIONS_OF_GOAL = 2                      # M-8
COUNT_COLUMNS = 5                        # unit, first depth, last depth, columns as bits, side
RULE_COLUMNS = 6                         # event, dive site or -1, with a marked disc, for each such, special, bundle
ACTIVATIONS = 1 + 2 * SPECIALISTS + JOURNALS + TOKEN_KINDS
HEX_WORDS = 2                            # sets of hexes are bits of two integers
BITS_OF_WORD = 60

RULEBOOK = np.dtype(
    [
        # options of the game
        ("player_count", "i2"),
        ("cooperative", "i2"),
        ("goals_to_meet", "i2"),                                       # O-2
        ("last_round", "i2"),
        ("setbacks_used", "i2"),                                       # O-1
        # effects
        ("bundle", "i2", (MAX_BUNDLES, BUNDLE_COLUMNS)),
        ("activation", "i2", (ACTIVATIONS, ACTIVATION_COLUMNS)),
        ("count", "i2", (MAX_COUNTS, COUNT_COLUMNS)),
        # tracks (B-1)
        ("level", "i2", (TRACK_CELLS,)),
        ("track_points", "i2", (TRACK_CELLS,)),
        ("reached", "i2", (TRACK_CELLS,)),                             # a bundle
        ("next_cell", "i2", (TRACK_CELLS,)),
        ("launch_bit", "i2", (TRACK_CELLS,)),                          # 1, 2: the first and the second launch (B-3)
        # boards
        ("board_depth", "i2", (BOARDS,)),
        ("discovery", "i2", (BOARDS,)),
        ("arrival", "i2", (BOARDS,)),
        ("closed_to_vessels", "i2", (BOARDS,)),                        # Z-3
        ("one_vessel", "i2", (BOARDS,)),                               # Z-7
        ("reached_from_beside", "i2", (BOARDS,)),                      # some spot is (Z-4)
        ("spot_count", "i2", (BOARDS,)),
        ("spots_of", "i2", (BOARDS, 4)),                               # bits, by SpotKind
        ("marked", "i2", (BOARDS,)),                                   # bits
        ("spot_access", "i2", (BOARDS, DISC_SPOTS_ON_BOARD)),
        ("spot_cost", "i2", (BOARDS, DISC_SPOTS_ON_BOARD)),
        ("spot_field", "i2", (BOARDS, DISC_SPOTS_ON_BOARD)),
        ("spot_effect", "i2", (BOARDS, DISC_SPOTS_ON_BOARD)),
        ("track_size", "i2", (BOARDS, SONAR_TRACKS)),
        ("track_spot", "i2", (BOARDS, SONAR_TRACKS, MAX_SPOTS_OF_KIND)),
        ("conservation_spot", "i2", (BOARDS, MAX_SPOTS_OF_KIND)),      # by position; -1: none
        ("journal_spot", "i2", (BOARDS, MAX_SPOTS_OF_KIND)),
        ("dive_site", "i2", (BOARDS,)),                                # its first one among all
        ("dive_site_count", "i2", (BOARDS,)),
        ("dive_site_size", "i2", (BOARDS, DIVE_SITES_ON_BOARD)),
        ("dive_site_access", "i2", (BOARDS, DIVE_SITES_ON_BOARD)),
        ("link_count", "i2", (BOARDS,)),
        ("link", "i2", (BOARDS, MAX_LINKS_ON_BOARD, 3)),               # two spots, a bundle
        ("rule_count", "i2", (BOARDS,)),
        ("rule", "i2", (BOARDS, MAX_RULES_ON_BOARD, RULE_COLUMNS)),
        # specialists, journals, dive tokens
        ("rank", "i2", (SPECIALISTS,)),
        ("copies", "i2", (SPECIALISTS,)),
        ("hire", "i2", (SPECIALISTS,)),
        ("promotion", "i2", (SPECIALISTS,)),
        ("actions_of", "i2", (SPECIALISTS, 2)),                        # junior, senior: an activation
        ("score", "i2", (SPECIALISTS, 3)),                             # points, divisor, count
        ("journal_cost", "i2", (JOURNALS,)),
        ("journal_points", "i2", (JOURNALS,)),
        ("journal_fields", "i2", (JOURNALS,)),                         # bits
        ("journal_you", "i2", (JOURNALS,)),
        ("journal_others", "i2", (JOURNALS,)),
        ("journal_activation", "i2", (JOURNALS,)),
        ("journal_with_action", "i2", (JOURNAL_ACTIONS,)),             # journal of each action_index; -1: none
        ("token_copies", "i2", (TOKEN_KINDS,)),
        ("token_research", "i2", (TOKEN_KINDS,)),
        ("token_pays", "i2", (TOKEN_KINDS,)),                          # discs
        ("token_gain", "i2", (TOKEN_KINDS,)),                          # a bundle
        ("token_activation", "i2", (TOKEN_KINDS,)),
        # the mission
        ("mission", "i2"),
        ("mission_rules", "i2"),                                       # bits, by MissionRule
        ("columns", "i2"),
        ("max_depth", "i2"),
        ("launch_board", "i2"),                                        # board + 1; 0: chosen (M-1)
        ("laid_board", "i2", (DEPTHS * COLUMNS,)),                     # in the order of the file: board + 1, 0 random
        ("laid_cell", "i2", (DEPTHS * COLUMNS,)),
        ("laid_count", "i2"),
        ("row_board", "i2", (COLUMNS,)),                               # the shuffled row, likewise (M-8)
        ("row_count", "i2"),
        ("sea_star", "i2"),                                            # board + 1; 0: it is not in the book (M-8)
        ("hidden_board", "i2"),                                        # board + 1; 0: none
        ("hidden_among", "i2"),                                        # 0: the whole stack
        ("stacked", "i2", (BOARDS,)),                                  # whether it belongs to a stack
        ("hex_count", "i2"),
        ("hex_gain", "i2", (MAX_HEXES,)),
        ("hex_points", "i2", (MAX_HEXES,)),
        ("hex_field", "i2", (MAX_HEXES,)),                             # field + 1; 0: none
        ("hex_infinite", "i2", (MAX_HEXES,)),                          # 1, 2: which infinite one; 0: none
        ("hex_goal", "i2", (MAX_HEXES,)),                              # M-8
        ("hex_row", "i2", (MAX_HEXES,)),
        ("hex_col", "i2", (MAX_HEXES,)),
        ("neighbours", "i8", (MAX_HEXES, HEX_WORDS)),
        ("entries", "i8", (HEX_WORDS,)),
        ("rescue_hexes", "i8", (HEX_WORDS,)),                          # M-7
        ("closed_hexes", "i8", (HEX_WORDS,)),                          # M-6
        ("ordinary_hexes", "i8", (HEX_WORDS,)),                        # neither turtle nor track nor overflow
        ("turtle_hex", "i2"),                                          # -1: none
        ("track_hex", "i2"),                                           # M-9; -1: none
        ("track_steps", "i2"),
        ("overflow_hex", "i2", (DEPTHS,)),                             # M-10; -1: none
        # goals
        ("goal_count", "i2", (GOALS, OPTIONS_OF_GOAL)),                # a count; 0: none, or a race
        ("goal_race", "i2", (GOALS,)),                                 # Race + 1; 0: none
        ("goal_points", "i2", (GOALS, OPTIONS_OF_GOAL)),
        ("leader_count", "i2", (GOALS, OPTIONS_OF_GOAL, MAX_LEADERS)),
        ("leader_points", "i2", (GOALS, OPTIONS_OF_GOAL, MAX_LEADERS, 2)),
        ("team_goal", "i2", (1 + GOALS, OPTIONS_OF_GOAL, 3)),          # count, scope, number (O-5); 0: the impact goal
        ("bonus_goal", "i2", (CARDS_OF_KIND, 3)),
        ("setback_up", "i2", (CARDS_OF_KIND,)),                        # zones that vessels go up (O-8)
        ("setback_less", "i2", (CARDS_OF_KIND, 3)),                    # by Less
        ("setback_halves", "i2", (CARDS_OF_KIND,)),
        ("setback_discards", "i2", (CARDS_OF_KIND,)),
        ("setback_lowers", "i2", (CARDS_OF_KIND,)),
        # short cuts, which follow from the above
        ("hireable", "i8", (TRACK_CELLS,)),                            # kinds of specialists, as bits, by reputation
        ("spots_of_track", "i2", (BOARDS, SONAR_TRACKS)),              # bits
        ("spots_reached", "i2", (BOARDS, len(Access))),                # bits, by Access
        ("sites_reached", "i2", (BOARDS, len(Access))),                # of dive sites, likewise
        ("site_of_spot", "i2", (BOARDS, DISC_SPOTS_ON_BOARD)),         # its sonar track, or its position
    ],
    align=True,
)
assert RULEBOOK.fields is not None
HASHED_BYTES = RULEBOOK.fields["hireable"][1]              # what the hash in stored positions is made of
