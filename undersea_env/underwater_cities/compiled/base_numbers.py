"""The numbers that the rulebook itself prints, one table a rule; the assembler copies them into the rule book."""

from undersea_env.underwater_cities.printed.words import Thing

#                  kelp, steelplast, science, credits, biomatter
USUAL_PRICE = {  # B-1
    Thing.FARM: (1, 0, 0, 0, 0),
    Thing.DESAL: (0, 0, 0, 1, 0),
    Thing.LAB: (0, 1, 0, 0, 0),
    Thing.TUNNEL: (0, 1, 0, 1, 0),
    Thing.NONSYMBIOTIC: (1, 2, 0, 1, 0),
    Thing.SYMBIOTIC: (1, 1, 0, 2, 1),
}
USUAL_UPGRADE_PRICE = (0, 0, 1, 0, 0)

#                     kelp, steelplast, science, credits, biomatter, points; by place in the turn order (S-4, S-8)
START_RESOURCE = ((1, 1, 1, 2, 0, 0), (1, 1, 1, 2, 0, 0), (1, 1, 1, 3, 0, 0), (1, 2, 1, 3, 0, 0))
START_SPACE = (0, 1, 2, 3)
SPACE_BONUS = {2: (0, 0, 0, 1, 0, 0), 3: (0, 1, 0, 0, 0, 0), 4: (0, 0, 0, 0, 0, 1)}  # printed 3, 2, 1 (F-1)

TUNNELS = 46                                          # C-3
NONSYMBIOTIC_CITIES = 17                              # C-3, starting cities included
SYMBIOTIC_CITIES = {1: 99, 2: 7, 3: 10, 4: 13}        # C-4; 99 stands for "unlimited": a board has nine city sites
HAND_LIMIT = 3                                        # G-9
CARDS_DEALT = 6                                       # S-9
CARDS_FOR_NEW_ERA = 3                                 # P-7
ROUNDS = (4, 3, 3)                                    # G-1

PRODUCED_BY = {  # plain, upgraded (P-1, P-2)
    Thing.FARM: ((1, 0, 0, 0, 0, 0), (1, 0, 0, 0, 0, 1)),
    Thing.DESAL: ((0, 0, 0, 1, 0, 0), (0, 0, 0, 1, 1, 0)),
    Thing.LAB: ((0, 0, 1, 0, 0, 0), (0, 1, 1, 0, 0, 0)),
    Thing.TUNNEL: ((0, 0, 0, 1, 0, 0), (0, 0, 0, 1, 0, 1)),
}
PAIR_BONUS = {  # P-3
    Thing.FARM: (1, 0, 0, 0, 0, 1),
    Thing.DESAL: (0, 0, 0, 1, 0, 0),
    Thing.LAB: (0, 1, 0, 0, 0, 0),
}
SYMBIOTIC_POINTS = 2                                  # P-4
HUNGER_POINTS = 3                                     # P-7
CITY_POINTS = (2, 3, 4, 6)                            # V-3
