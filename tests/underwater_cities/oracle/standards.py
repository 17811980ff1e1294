"""What the player's summary card and the main board say, the same in every game: costs, production, limits."""

from undersea_env.underwater_cities.printed.effects import Amounts
from undersea_env.underwater_cities.printed.words import Resource, Thing

TOKENS = (Resource.KELP, Resource.STEELPLAST, Resource.SCIENCE, Resource.CREDITS, Resource.BIOMATTER)
NOTHING: Amounts = (0, 0, 0, 0, 0, 0, 0)


def amounts(
    kelp: int = 0, steelplast: int = 0, science: int = 0, credits: int = 0, biomatter: int = 0, points: int = 0,
) -> Amounts:
    return (kelp, steelplast, science, credits, biomatter, points, 0)


def plus(a: Amounts, b: Amounts) -> Amounts:
    return (a[0] + b[0], a[1] + b[1], a[2] + b[2], a[3] + b[3], a[4] + b[4], a[5] + b[5], a[6] + b[6])


def times(a: Amounts, n: int) -> Amounts:
    return (a[0] * n, a[1] * n, a[2] * n, a[3] * n, a[4] * n, a[5] * n, a[6] * n)


def at_most(a: Amounts, cap: int) -> Amounts:
    return (
        min(a[0], cap), min(a[1], cap), min(a[2], cap), min(a[3], cap), min(a[4], cap), min(a[5], cap), min(a[6], cap),
    )


def less(a: Amounts, b: Amounts) -> Amounts:
    """A cost after a discount: never below zero (B-14)."""
    return (
        max(0, a[0] - b[0]), max(0, a[1] - b[1]), max(0, a[2] - b[2]), max(0, a[3] - b[3]), max(0, a[4] - b[4]),
        max(0, a[5] - b[5]), max(0, a[6] - b[6]),
    )


# B-1
USUAL_COST: dict[Thing, Amounts] = {
    Thing.FARM: amounts(kelp=1),
    Thing.DESAL: amounts(credits=1),
    Thing.LAB: amounts(steelplast=1),
    Thing.TUNNEL: amounts(steelplast=1, credits=1),
    Thing.NONSYMBIOTIC: amounts(kelp=1, steelplast=2, credits=1),
    Thing.SYMBIOTIC: amounts(kelp=1, steelplast=1, biomatter=1, credits=2),
}
USUAL_UPGRADE: Amounts = amounts(science=1)

# P-1, P-2, P-4: what one thing produces, plain and upgraded
PLAIN_PRODUCTION: dict[Thing, Amounts] = {
    Thing.FARM: amounts(kelp=1),
    Thing.DESAL: amounts(credits=1),
    Thing.LAB: amounts(science=1),
    Thing.TUNNEL: amounts(credits=1),
    Thing.NONSYMBIOTIC: NOTHING,
    Thing.SYMBIOTIC: amounts(points=2),
}
UPGRADED_PRODUCTION: dict[Thing, Amounts] = {
    Thing.FARM: amounts(kelp=1, points=1),
    Thing.DESAL: amounts(credits=1, biomatter=1),
    Thing.LAB: amounts(science=1, steelplast=1),
    Thing.TUNNEL: amounts(credits=1, points=1),
}
# P-3: for two upgraded ones of a kind at one connected city
PAIR_PRODUCTION: dict[Thing, Amounts] = {
    Thing.FARM: amounts(kelp=1, points=1),
    Thing.DESAL: amounts(credits=1),
    Thing.LAB: amounts(steelplast=1),
}

# F-1: the spaces from the bottom; 0 is the place below the track
NEXT_SPACE = {0: 4, 4: 3, 3: 2, 2: 1, 1: 1}
SPACE_BONUS: dict[int, Amounts] = {
    4: NOTHING, 3: amounts(credits=1), 2: amounts(steelplast=1), 1: amounts(points=1),
}

CITY_POINTS = (2, 3, 4, 6)                              # V-3: by the number of building types
HUNGER_POINTS = 3                                       # P-7
TOKENS_PER_POINT = 4                                    # V-4
CREDITS_PER_BIOMATTER = 2                               # V-4

STARTING_TOKENS = [1, 1, 1, 2, 0]                       # S-4
STARTING_SPACES = (0, 4, 3, 2)                          # S-8
STARTING_EXTRAS = (NOTHING, NOTHING, amounts(credits=1), amounts(credits=1, steelplast=1))   # S-8
STARTING_CARDS = 6                                      # S-9
CARDS_OF_NEW_ERA = 3                                    # P-7
HAND_LIMIT = 3                                          # G-9
LARGEST_HAND = 32                                       # D-12
MOST_REPLACED = 7                                       # D-16
ACTION_CARD_LIMIT = 4                                   # K-6
TURNS_PER_ROUND = 3                                     # G-2
CLONING_PRICE = 1                                       # G-11
DEAR_PRICE = 3                                          # C-1: specials of this price form the open row
DEAR_ROW = 6                                            # C-5
LOOKED_AT = 3                                           # K-8
OPEN_CONTRACTS = 3                                      # S-11

TUNNEL_SUPPLY = 46                                      # C-3
NONSYMBIOTIC_SUPPLY = 17                                # C-3
SYMBIOTIC_SUPPLY = {1: 99, 2: 7, 3: 10, 4: 13}          # C-4

RESOURCE_NAMES = {resource: resource.name.lower() for resource in Resource}
THING_NAMES = {thing: thing.name.lower() for thing in Thing}
