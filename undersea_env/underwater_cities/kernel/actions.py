"""The one list of actions: every answer to every question. An index means the same in every game."""

from undersea_env.core.actions import Block, Blocks
from undersea_env.underwater_cities.compiled.limits import (
    ALWAYS_SLOT,
    FACE_UP_SPECIALS,
    GAINS,
    HAND_CAPACITY,
    LOOKED_AT,
    MAX_ACTION_CARDS,
    MAX_ALTERNATIVES,
    MAX_CONVERSIONS,
    MAX_ONCE_PER_TURN,
    MAX_PARTS_IN_EFFECT,
    MAX_PRICES,
    MAX_SUBSTITUTED,
    MAX_TRIGGERS_AT_ONCE,
    N_SITES,
    N_SLOTS,
    PLAYABLE_HAND,
)

ACTIONS = Blocks(
    Block("PLAY", N_SLOTS * PLAYABLE_HAND, "choose a slot and play a card, at the same moment (G-3)"),
    Block("ORDER", 3, "slot first, card first, or only the slot (G-4)"),
    Block("USE_CARD", 1, "pay for the special and use it (K-9)"),
    Block("PART", MAX_PARTS_IN_EFFECT, "do this part of the effect next (G-7)"),
    Block("EITHER", MAX_ALTERNATIVES, "take this alternative"),
    Block("TRIGGER", MAX_TRIGGERS_AT_ONCE, "of the cards that trigger, this one next (L-6)"),
    Block("KIND", 6, "build this: farm, desal, lab, tunnel, nonsymbiotic or symbiotic city"),
    Block("SITE", N_SITES, "on this site: the cities, their building sites, the tunnels"),
    Block("PRICE", MAX_PRICES, "pay this one of the printed prices"),
    Block("FOR_KELP", MAX_SUBSTITUTED + 1, "pay so much biomatter in place of kelp (B-2)"),
    Block("FOR_STEELPLAST", MAX_SUBSTITUTED + 1, "pay so much biomatter in place of steelplast (B-2)"),
    Block("PAY", MAX_PRICES, "pay this to do what the effect offers (B-16)"),
    Block("EXCHANGE", 2, "exchange, from left to right or from right to left (B-16)"),
    Block("RESOURCE", GAINS, "gain 1 of this resource"),
    Block("ACTION_CARD", MAX_ACTION_CARDS, "use, ready or discard this action card (K-5, K-6)"),
    Block("SPECIAL", FACE_UP_SPECIALS + 2, "take this face-up special, the top of the deck, or look at three (K-8)"),
    Block("KEEP", LOOKED_AT, "keep this one of the specials looked at"),
    Block("UNDER", LOOKED_AT, "put this one under the deck first"),
    Block("SLOT", ALWAYS_SLOT, "perform the action of this slot (G-13)"),
    Block("CONVERT", MAX_CONVERSIONS, "use this conversion card in production (P-8)"),
    Block("HAND", HAND_CAPACITY, "discard this card (G-9)"),
    Block("ONCE", MAX_ONCE_PER_TURN, "use this once-per-turn card (L-7)"),
    Block("STOP", 1, "decline the rest (G-5)"),
)
PLAY = ACTIONS["PLAY"]
ORDER = ACTIONS["ORDER"]
USE_CARD = ACTIONS["USE_CARD"]
PART = ACTIONS["PART"]
EITHER = ACTIONS["EITHER"]
TRIGGER = ACTIONS["TRIGGER"]
KIND = ACTIONS["KIND"]
SITE = ACTIONS["SITE"]
PRICE = ACTIONS["PRICE"]
FOR_KELP = ACTIONS["FOR_KELP"]
FOR_STEELPLAST = ACTIONS["FOR_STEELPLAST"]
PAY = ACTIONS["PAY"]
EXCHANGE = ACTIONS["EXCHANGE"]
RESOURCE = ACTIONS["RESOURCE"]
ACTION_CARD = ACTIONS["ACTION_CARD"]
SPECIAL = ACTIONS["SPECIAL"]
KEEP = ACTIONS["KEEP"]
UNDER = ACTIONS["UNDER"]
SLOT = ACTIONS["SLOT"]
CONVERT = ACTIONS["CONVERT"]
HAND = ACTIONS["HAND"]
ONCE = ACTIONS["ONCE"]
STOP = ACTIONS["STOP"]
NUM_ACTIONS = ACTIONS.size

SLOT_FIRST, CARD_FIRST, ONLY_SLOT = range(3)
TOP_SPECIAL, LOOK_AT_THREE = FACE_UP_SPECIALS, FACE_UP_SPECIALS + 1
block_of = ACTIONS.block_of
