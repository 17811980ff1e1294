"""The rule book: everything printed and every option of a game as tables of integers, an argument of the kernels.

Its shape does not depend on the component book, so another book needs no compilation. Only the map that is laid is in
it. Effects are places in `code`; place 0 does nothing. Sets of hexes are bits, a number for each row of the map.
"""

import numpy as np

from undersea_env.cloudage.compiled.limits import CARD_WORDS, MAX_CODE, MOST_UNLOCKS
from undersea_env.cloudage.compiled.opcodes import CODE_COLUMNS
from undersea_env.cloudage.printed.words import (
    CITY_ACTIONS,
    CITY_CARDS,
    DIRECTIONS,
    GUNS,
    HEXES,
    HIGHEST_COST,
    LEVELS,
    MAX_CLAUSES,
    MOST_CITIES,
    NAVIGATION_VALUES,
    OBJECTIVES,
    PROJECT_NUMBERS,
    PROJECTS,
    ROWS,
    SLEEVES,
    SPACES,
    STAR_STEPS,
    STEPS_OF_TASK,
    STORY_CARDS,
    TASKS,
    UPGRADES_OF_TYPE,
    CardField,
    Colour,
    District,
    Event,
    PlantKind,
    Type,
)

TYPES, COLOURS, DISTRICTS, KINDS, EVENTS = len(Type), len(Colour), len(District), len(PlantKind), len(Event)
MOST_OF_TYPE = max(UPGRADES_OF_TYPE)
CUBE_TOKENS = 3                          # L1, L2, L5
CLAUSE_COLUMNS = 4                       # event, its number, item or colour + 1, the effect, once per turn
CLAUSE_EVENT, CLAUSE_NUMBER, CLAUSE_EFFECT, CLAUSE_ONCE = range(CLAUSE_COLUMNS)
NOWHERE = HEXES                          # beyond the edge of the map
LEGACY_UNLOCK = 16                       # + token, where numbers of projects are unlocked too

RULEBOOK = np.dtype(
    [
        # sets of projects
        ("start_deck", "i8", (CARD_WORDS,)),
        ("numbered", "i8", (PROJECT_NUMBERS, CARD_WORDS)),
        ("of_colour", "i8", (COLOURS, CARD_WORDS)),
        ("big", "i8", (CARD_WORDS,)),
        ("of_title", "i8", (PROJECTS, CARD_WORDS)),                    # by title
        ("twins", "i8", (PROJECTS, CARD_WORDS)),                       # lower ones with the same title (D-a)
        ("reacting", "i8", (EVENTS, CARD_WORDS)),
        ("listed_cities", "i8", (TASKS,)),
        # options of the game
        ("player_count", "i2"),
        ("scenario", "i2"),                                            # 0: a chapter
        ("chapter", "i2"),                                             # from 1; 0: a scenario
        ("has_growing", "i2"),
        ("has_objectives", "i2"),
        ("extra_objective", "i2"),
        ("first_space", "i2"),
        ("rounds", "i2"),                                              # that are played
        ("start_projects", "i2"),
        ("keep_projects", "i2"),
        ("start_plants", "i2"),
        ("solo_goal", "i2"),
        ("solo_tasks", "i2"),                                          # all at the top level too (O-6)
        ("star_steps", "i2", (STAR_STEPS,)),                           # of this number of players; 0 behind them
        ("win_stars", "i2"),
        # numbers that stand on no card
        ("energy_start", "i2"),
        ("energy_maximum", "i2"),
        ("water_start", "i2"),
        ("metal_start", "i2"),
        ("solar_energy", "i2"),
        ("plant_capacity", "i2"),
        ("overflow", "i2"),                                            # an effect (P-6)
        ("first_card_energy", "i2"),
        ("next_card_energy", "i2"),
        ("next_card_points", "i2"),
        ("toll_water", "i2"),
        ("toll_points", "i2"),
        # effects
        ("code", "i2", (MAX_CODE, CODE_COLUMNS)),
        # projects
        ("water", "i2", (PROJECTS,)),
        ("cards", "i2", (PROJECTS,)),
        ("colour", "i2", (PROJECTS,)),
        ("instant", "i2", (PROJECTS,)),
        ("grey_points", "i2", (PROJECTS,)),
        ("permanent", "i2", (PROJECTS, TYPES)),
        ("upgrade_discount", "i2", (PROJECTS,)),
        ("project_discount", "i2", (PROJECTS, COLOURS)),
        ("clauses", "i2", (PROJECTS,)),
        ("clause", "i2", (PROJECTS, MAX_CLAUSES, CLAUSE_COLUMNS)),
        ("takes_on_deck", "i2", (PROJECTS,)),                          # Parrot
        # city cards
        ("navigation", "i2", (CITY_CARDS,)),
        ("amount", "i2", (CITY_CARDS, DISTRICTS)),
        ("update", "i2", (CITY_CARDS,)),
        ("wrench", "i2", (CITY_CARDS,)),
        ("card_plants", "i2", (CITY_CARDS,)),
        ("seen_through", "i4", (SLEEVES, CITY_CARDS)),                 # the same number: they look the same (S-3)
        ("visible", "i2", (SLEEVES,)),                                 # bits of fields
        ("field", "i2", (CITY_CARDS, len(CardField))),                 # what is printed there
        ("start_navigation", "i2", (NAVIGATION_VALUES,)),
        # boards of the players
        ("upgrade_count", "i2", (TYPES,)),
        ("upgrade_metal", "i2", (TYPES, MOST_OF_TYPE)),                # of the next tile when so many are built
        ("upgrade_bonus", "i2", (TYPES, MOST_OF_TYPE)),
        ("upgrade_points", "i2", (TYPES, MOST_OF_TYPE + 1)),           # with so many built
        ("level_energy", "i2", (LEVELS,)),
        ("level_water", "i2", (LEVELS,)),
        ("level_points", "i2", (LEVELS,)),
        ("level_reward", "i2", (LEVELS,)),
        ("space_reward", "i2", (SPACES + 1,)),
        ("book_after", "i2", (SPACES + 1,)),
        ("solo_action", "i2", (SPACES + 1,)),
        ("plant_count", "i2", (KINDS,)),
        ("plant_dry", "i2", (KINDS,)),
        ("plant_reward", "i2", (KINDS,)),
        # tasks
        ("task_count", "i2", (TASKS,)),
        ("task_steps", "i2", (TASKS,)),
        ("task_threshold", "i2", (TASKS, STEPS_OF_TASK)),
        ("task_points", "i2", (TASKS, STEPS_OF_TASK)),
        ("objective", "i2", (OBJECTIVES, 2)),
        # the map
        ("start_hex", "i2"),
        ("cost", "i2", (HEXES,)),                                      # 0: no hex
        ("city", "i2", (HEXES,)),                                      # city + 1
        ("find", "i2", (HEXES,)),
        ("find_gives", "i2", (HEXES,)),                                # bits of items
        ("neighbour", "i2", (HEXES, DIRECTIONS)),                      # NOWHERE: none
        ("gun_at", "i2", (HEXES,)),                                    # gun + 1, in play at the beginning
        ("gun_hex", "i2", (len(GUNS),)),
        ("gun_cost", "i2", (len(GUNS),)),
        ("guns", "i2"),                                                # bits
        ("tokens", "i2"),                                              # legacy tokens that lie on the map, bits
        ("cost_rows", "i4", (HIGHEST_COST, ROWS)),                     # hexes of each cost, as printed
        ("city_rows", "i4", (ROWS,)),
        ("find_rows", "i4", (ROWS,)),
        ("toll_rows", "i4", (ROWS,)),
        ("land_rows", "i4", (ROWS,)),                                  # what can be planted, but for guns (W-5)
        ("city_strength", "i2", (MOST_CITIES,)),                       # 0: no fight
        ("city_reward", "i2", (MOST_CITIES,)),
        ("cube_city", "i2", (CUBE_TOKENS,)),                           # city + 1; 0: the token is not in play
        ("cube_strength", "i2", (CUBE_TOKENS,)),
        ("cube_plants", "i2", (CUBE_TOKENS,)),
        ("cube_points", "i2", (CUBE_TOKENS,)),
        ("city_action", "i2", (len(CITY_ACTIONS),)),
        ("action_others", "i2", (len(CITY_ACTIONS),)),
        # the campaign
        ("unlocked", "i2"),                                            # at the beginning: bits of numbers
        ("legacy", "i2"),                                              # bits of tokens
        ("scenario_book", "i2", (2,)),
        ("start_card", "i2"),                                          # place + 1 among the story cards; 0: none
        ("story_next", "i2", (STORY_CARDS, 2)),                        # likewise
        ("story_unlocks", "i2", (STORY_CARDS, MOST_UNLOCKS)),          # a number, LEGACY_UNLOCK + token, or 0
        ("story_reveal", "i2", (STORY_CARDS,)),
        ("story_book", "i2", (STORY_CARDS,)),
    ],
    align=True,
)
