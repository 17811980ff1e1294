"""The one list of actions (section 19): every answer to every question. An index means the same in every game."""

from undersea_env.cloudage.printed.words import ACTION_BLOCKS
from undersea_env.core.actions import Block, Blocks

MEANINGS = {
    "PASS": "stop, refuse, enough",
    "MOVE": "fly to the next hex: E, NE, NW, W, SW, SE (D-7)",
    "FIGHT": "draw a navigation card for energy, or for points (D-9)",
    "CUBE": "remove a cube for L1, L2 or L5 (T-1)",
    "RESOURCE": "water, metal, energy or a card",
    "OPTION": "position of a choice",
    "LEVEL": "produce with this row (D-5)",
    "ACTION": "city action: collect in sector 1, 2, 3, build, plant, L14, L15 (D-12)",
    "DISTRICT": "drone on energy, metal, water or people (D-13)",
    "UPGRADE": "build the next movement, combat or growing upgrade",
    "PLANT": "plant or pay green, dry-roots, dry-leaves or dry-stem",
    "NAV": "remove a navigation card of this value (D-15)",
    "TASK": "cover this task (D-24)",
    "GUN": "remove this gun, L8 to L13 (D-25)",
    "PROJECT": "the project with this number, from 1",
    "HEX": "put the plant on this hex (D-20)",
}
ACTIONS = Blocks(*(Block(name, size, MEANINGS[name]) for name, size in ACTION_BLOCKS))
PASS = ACTIONS["PASS"]
MOVE = ACTIONS["MOVE"]
FIGHT = ACTIONS["FIGHT"]
CUBE = ACTIONS["CUBE"]
RESOURCE = ACTIONS["RESOURCE"]
OPTION = ACTIONS["OPTION"]
LEVEL = ACTIONS["LEVEL"]
ACTION = ACTIONS["ACTION"]
DISTRICT = ACTIONS["DISTRICT"]
UPGRADE = ACTIONS["UPGRADE"]
PLANT = ACTIONS["PLANT"]
NAV = ACTIONS["NAV"]
TASK = ACTIONS["TASK"]
GUN = ACTIONS["GUN"]
PROJECT = ACTIONS["PROJECT"]
HEX = ACTIONS["HEX"]
NUM_ACTIONS = ACTIONS.size
