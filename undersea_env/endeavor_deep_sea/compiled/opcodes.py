"""The columns of the tables into which the effect language is written."""

from enum import IntEnum

from undersea_env.endeavor_deep_sea.printed.words import Item


class Do(IntEnum):
    """The actions in the order of section 14."""

    TRAVEL = 0
    SONAR = 1
    DIVE = 2
    CONSERVE = 3
    PUBLISH = 4
    PROMOTE = 5
    DISCOVER = 6


TRAVEL, SONAR, DIVE, CONSERVE, PUBLISH, PROMOTE, DISCOVER = (int(do) for do in Do)
ACTION_TYPES = len(Do)

# What a bundle gives (B-6): so much of each, in the order in which it is resolved.
(
    RESEARCH_GAIN, DISC_GAIN, REPUTATION_GAIN, INSPIRATION_GAIN, COORDINATION_GAIN, INGENUITY_GAIN, ANY_GAIN,
    LOWEST_GAIN, IMPACT_GAIN, PROMOTE_GAIN,
) = range(10)
GAINS = 10
GAIN_OF_ITEM = {
    Item.RESEARCH: RESEARCH_GAIN,
    Item.DISC: DISC_GAIN,
    Item.REPUTATION: REPUTATION_GAIN,
    Item.INSPIRATION: INSPIRATION_GAIN,
    Item.COORDINATION: COORDINATION_GAIN,
    Item.INGENUITY: INGENUITY_GAIN,
    Item.ANY_ATTRIBUTE: ANY_GAIN,
    Item.LOWEST_ATTRIBUTE: LOWEST_GAIN,
    Item.IMPACT: IMPACT_GAIN,
}

# Behind the gains of a bundle, the action that it offers: 1 + Do, 0 for none, and what is added to it.
OFFER = GAINS
BUNDLE_COLUMNS = GAINS + 5

# How an action is done, the same four columns wherever one is written.
FIRST = 0            # of a discovery: the shallowest depth
LAST = 1             # of a discovery: the deepest depth; of a travel: the depth that is no destination, 0 for none
MORE = 2             # technology, tokens or research less
FREELY = 3           # of a discovery: anywhere; of a conservation: at a vessel depth
HOW = 4

# An activation: how often each action may be done (by Do), how it is done, and what holds for all.
HOW_OF = ACTION_TYPES                    # HOW columns for each Do
EITHER = HOW_OF + ACTION_TYPES * HOW     # only one of them (T-6)
COPIES = EITHER + 1                      # the actions of another specialist instead (T-12)
ACTIVATION_COLUMNS = COPIES + 1
