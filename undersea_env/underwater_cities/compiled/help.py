"""What an effect could provide to a slot that cannot be used yet (G-5a): one number, never too little.

The lowest 16 bits are flags. Above them each token has a field of eight bits: at most so many of it, PLENTY for "who
knows how many". The highest bit of a field is a guard: it takes the carry when all fields are worked on at once.
"""

from undersea_env.underwater_cities.compiled.limits import TOKENS

HELP_READY = 1                   # ready action cards
HELP_COUNTS = 2                  # depends on what is counted, so that building for nothing may pay
HELP_BY_DOING = 4                # building, upgrading, using cards or slots: the kernel looks what that could give
HELP_CITY = 8                    # a new city, and the sites around it
HELP_TUNNEL = 16                 # a new tunnel, and the sites at its ends
HELP_BUILDING = 32               # a new building
FLAGS = (1 << 16) - 1
FIRST_FIELD, FIELD = 16, 8
PLENTY = (1 << (FIELD - 1)) - 1
TOKEN_HELP = tuple(PLENTY << (FIRST_FIELD + FIELD * token) for token in range(TOKENS))
ALL_TOKENS = sum(TOKEN_HELP)
GUARDS = sum((PLENTY + 1) << (FIRST_FIELD + FIELD * token) for token in range(TOKENS))


def both(a: int, b: int) -> int:
    """The help of two effects: the fields added up, no field over PLENTY."""
    fields = (a & ALL_TOKENS) + (b & ALL_TOKENS)
    over = fields & GUARDS
    return (fields & ALL_TOKENS) | (over - (over >> (FIELD - 1))) | ((a | b) & FLAGS)


def either(a: int, b: int) -> int:
    """The help of one of two effects: the larger of each field."""
    fields = b & ALL_TOKENS
    at_least = (((a & ALL_TOKENS) | GUARDS) - fields) & GUARDS
    from_a = at_least - (at_least >> (FIELD - 1))
    return (a & from_a) | (fields & ~from_a) | ((a | b) & FLAGS)


def plenty_of(a: int) -> int:
    """The help of an effect that may come any number of times."""
    given = ((a & ALL_TOKENS) + ALL_TOKENS) & GUARDS
    return (given - (given >> (FIELD - 1))) | (a & FLAGS)
