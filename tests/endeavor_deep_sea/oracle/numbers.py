"""The 361 actions (section 14): the first number of every block."""

PASS = 0
END_TURN = 1
DECLINE = 2
ACTIVATE = 3
USE_JOURNAL = 11
ACTION = 23
TOKEN_RESEARCH = 30
TOKEN_EFFECT = 42
COPY = 53
LEAVE = 61
TRAVEL_TO = 96
ACT_IN = 131
SITE = 166
ROW = 172
DRAW = 176
KEEP = 181
PLACE_IN = 183
LAUNCH_IN = 190
HIRE = 197
RETURN = 218
PROMOTE = 226
ATTRIBUTE = 234
HEX = 238
MOVE_FROM = 319
OPTION = 359
NUMBER_OF_ACTIONS = 361

TYPES = ("travel", "sonar", "dive", "conserve", "publish", "promote", "discover")       # in the order of ACTION
