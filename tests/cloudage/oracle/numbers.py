"""The 272 actions (section 19): the first number of every block."""

PASS = 0
MOVE = 1
FIGHT_ENERGY = 7
FIGHT_POINTS = 8
CUBE = 9
RESOURCE = 12
OPTION = 16
LEVEL = 20
ACTION = 31
DISTRICT = 38
UPGRADE = 42
PLANT = 45
NAV = 49
TASK = 55
GUN = 67
PROJECT = 72                           # + id; ids begin with 1
HEX = 152
NUMBER_OF_ACTIONS = 272

CUBE_TOKENS = ("L1", "L2", "L5")
RESOURCES = ("water", "metal", "energy", "card")
COLLECT, BUILD, PLANTING, L14, L15 = ACTION, ACTION + 3, ACTION + 4, ACTION + 5, ACTION + 6
DISTRICTS = ("energy", "metal", "water", "people")
UPGRADES = ("movement", "combat", "growing")
PLANTS = ("green", "dry-roots", "dry-leaves", "dry-stem")
L5_CUBE = CUBE + CUBE_TOKENS.index("L5")
GUNS = ("L8", "L9", "L10", "L11", "L12", "L13")
