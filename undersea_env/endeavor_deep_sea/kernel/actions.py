"""The one list of actions (section 14): every answer to every question. An index means the same in every game."""

from undersea_env.core.actions import Block, Blocks
from undersea_env.endeavor_deep_sea.printed.words import ACTION_BLOCKS

MEANINGS = {
    "PASS": "pass: no more turns in this round (T-3)",
    "END_TURN": "end the turn (T-14)",
    "DECLINE": "decline what is offered (B-8)",
    "ACTIVATE": "move a disc to the specialist in this slot (T-4)",
    "USE_JOURNAL": "move a disc to the journal with this action_index (T-9)",
    "ACTION": "travel, sonar, dive, conserve, publish, promote or discover",
    "TOKEN_RESEARCH": "spend a dive token of this kind for its research (A-45)",
    "TOKEN_EFFECT": "spend a dive token of this kind for its effect (A-46)",
    "COPY": "have the actions of the specialist in this slot (T-12)",
    "LEAVE": "travel with a vessel from this cell (A-10)",
    "TRAVEL_TO": "travel to this cell",
    "ACT_IN": "do it in this cell",
    "SITE": "on this sonar track, or on the site in this position",
    "ROW": "publish the journal in this place of the row (A-60)",
    "DRAW": "draw an ocean board of this depth (A-32)",
    "KEEP": "keep the first or the second of the two drawn (A-33, A-42)",
    "PLACE_IN": "place the board in this column (A-34)",
    "LAUNCH_IN": "launch in this column (M-1)",
    "HIRE": "hire a specialist of this kind (P-2)",
    "RETURN": "take the disc back from the specialist in this slot (P-5)",
    "PROMOTE": "promote the specialist in this slot (A-70)",
    "ATTRIBUTE": "reputation, inspiration, coordination or ingenuity (B-5)",
    "HEX": "put a marker on this hex (I-1)",
    "MOVE_FROM": "move the marker from this hex (M-6)",
    "OPTION": "option a or b (M-8); conservation or publish (M-6)",
}
ACTIONS = Blocks(*(Block(name, size, MEANINGS[name]) for name, size in ACTION_BLOCKS))
PASS = ACTIONS["PASS"]
END_TURN = ACTIONS["END_TURN"]
DECLINE = ACTIONS["DECLINE"]
ACTIVATE = ACTIONS["ACTIVATE"]
USE_JOURNAL = ACTIONS["USE_JOURNAL"]
ACTION = ACTIONS["ACTION"]
TOKEN_RESEARCH = ACTIONS["TOKEN_RESEARCH"]
TOKEN_EFFECT = ACTIONS["TOKEN_EFFECT"]
COPY = ACTIONS["COPY"]
LEAVE = ACTIONS["LEAVE"]
TRAVEL_TO = ACTIONS["TRAVEL_TO"]
ACT_IN = ACTIONS["ACT_IN"]
SITE = ACTIONS["SITE"]
ROW = ACTIONS["ROW"]
DRAW = ACTIONS["DRAW"]
KEEP = ACTIONS["KEEP"]
PLACE_IN = ACTIONS["PLACE_IN"]
LAUNCH_IN = ACTIONS["LAUNCH_IN"]
HIRE = ACTIONS["HIRE"]
RETURN = ACTIONS["RETURN"]
PROMOTE = ACTIONS["PROMOTE"]
ATTRIBUTE = ACTIONS["ATTRIBUTE"]
HEX = ACTIONS["HEX"]
MOVE_FROM = ACTIONS["MOVE_FROM"]
OPTION = ACTIONS["OPTION"]
NUM_ACTIONS = ACTIONS.size
