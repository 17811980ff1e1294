"""The one list of actions: every answer to every question. An index means the same in every game."""

from dataclasses import dataclass

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


@dataclass(frozen=True)
class Block:
    name: str
    size: int
    meaning: str
    start: int = 0


def _laid_out(*blocks: Block) -> tuple[Block, ...]:
    laid, start = [], 0
    for block in blocks:
        laid.append(Block(block.name, block.size, block.meaning, start))
        start += block.size
    return tuple(laid)


ACTION_BLOCKS = _laid_out(
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
_START = {block.name: block.start for block in ACTION_BLOCKS}
PLAY = _START["PLAY"]
ORDER = _START["ORDER"]
USE_CARD = _START["USE_CARD"]
PART = _START["PART"]
EITHER = _START["EITHER"]
TRIGGER = _START["TRIGGER"]
KIND = _START["KIND"]
SITE = _START["SITE"]
PRICE = _START["PRICE"]
FOR_KELP = _START["FOR_KELP"]
FOR_STEELPLAST = _START["FOR_STEELPLAST"]
PAY = _START["PAY"]
EXCHANGE = _START["EXCHANGE"]
RESOURCE = _START["RESOURCE"]
ACTION_CARD = _START["ACTION_CARD"]
SPECIAL = _START["SPECIAL"]
KEEP = _START["KEEP"]
UNDER = _START["UNDER"]
SLOT = _START["SLOT"]
CONVERT = _START["CONVERT"]
HAND = _START["HAND"]
ONCE = _START["ONCE"]
STOP = _START["STOP"]
NUM_ACTIONS = STOP + 1

SLOT_FIRST, CARD_FIRST, ONLY_SLOT = range(3)
TOP_SPECIAL, LOOK_AT_THREE = FACE_UP_SPECIALS, FACE_UP_SPECIALS + 1


def block_of(action: int) -> tuple[Block, int]:
    """The block of an action and its place in it."""
    for block in ACTION_BLOCKS:
        if block.start <= action < block.start + block.size:
            return block, action - block.start
    raise ValueError(f"there is no action {action}")
