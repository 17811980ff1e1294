"""The layout of the observation. Players come in the order of seats from the viewer on; `viewer` below is 1, the next
player 2, and so on; 0 is nobody.
"""

import numpy as np

from undersea_env.cloudage.compiled.limits import MAX_FRAMES, MAX_PLAYERS, NAVIGATION_CARDS
from undersea_env.cloudage.kernel.state import STEPS
from undersea_env.cloudage.printed.words import (
    CARDS_IN_SECTOR,
    CHAPTERS,
    CITY_CARDS,
    GUNS,
    HEXES,
    LEGACY_TOKENS,
    LEVELS,
    MOST_CITIES,
    MOST_OBJECTIVES,
    NAVIGATION_VALUES,
    OBJECTIVES,
    PLANTS,
    PROJECT_NUMBERS,
    PROJECTS,
    SCENARIOS,
    SECTORS,
    SLEEVES,
    SPACES,
    STORY_CARDS,
    TASKS,
    CardField,
    Colour,
    PlantKind,
    Type,
)
from undersea_env.core.layout import Layout, Piece, table

FRAMES_SHOWN = 3
QUESTIONS = 27
LARGEST = 255
POINTS_SHIFT = 50                        # points may be less than none (C-4)

TABLE = {
    "scenario": SCENARIOS, "chapter": len(CHAPTERS), "players": MAX_PLAYERS, "round": SPACES, "rounds": SPACES,
    "step": len(STEPS) - 1, "question": QUESTIONS, "decides": MAX_PLAYERS, "first": MAX_PLAYERS, "mover": MAX_PLAYERS,
    "turn": MAX_PLAYERS, "others": MAX_PLAYERS, "action": 7, "story": STORY_CARDS, "book_side": 1, "points": 63,
    "left": 63, "toll": HEXES, "revealed": 1, "strength": LARGEST, "drawn": NAVIGATION_CARDS, "card": CITY_CARDS,
    "planted": PLANTS, "bare": PLANTS, "deck": PROJECTS, "objectives": OBJECTIVES, "graded": 1, "frames": MAX_FRAMES,
    **{f"gun_{gun.lower()}": 1 for gun in GUNS},
    **{f"legacy_l{number}": 1 for number in range(1, LEGACY_TOKENS + 1)},
    **{f"unlocked_{number}": 1 for number in range(1, PROJECT_NUMBERS)},
}
FRAME = {
    "about": 15, "owner": MAX_PLAYERS, "number": LARGEST, "stage": 2, "a": LARGEST, "b": LARGEST, "c": LARGEST,
    **{f"may_plant_{kind.name.lower()}": PLANTS for kind in PlantKind},
}
PLAYER = {
    "water": LARGEST, "metal": LARGEST, "points": LARGEST, "energy": 12, "hex": HEXES, "production": LEVELS - 1,
    **{f"upgrades_{type.name.lower()}": 4 for type in Type},
    **{f"permanent_{type.name.lower()}": 40 for type in Type},
    "upgrade_discount": 20, **{f"discount_{colour.name.lower()}": 20 for colour in Colour},
    **{f"plants_{kind.name.lower()}": PLANTS for kind in PlantKind},
    **{f"fresh_{kind.name.lower()}": PLANTS for kind in PlantKind},
    "fresh_growing": 40, "hand": PROJECTS, "objectives": MOST_OBJECTIVES, "drone": 4, "vote": 2,
    "known_top": NAVIGATION_CARDS, "top_of_discard": NAVIGATION_VALUES, "fight_strength": LARGEST,
    **{f"deck_{value}": NAVIGATION_CARDS for value in range(NAVIGATION_VALUES)},
    **{f"discard_{value}": NAVIGATION_CARDS for value in range(NAVIGATION_VALUES)},
}
HEX = {
    "cost": 3, "city": MOST_CITIES, "find": 7, "find_number": LARGEST, "strength": LARGEST, "planted": 1,
    "find_taken": 1, "gun": 1, "airship": MAX_PLAYERS,
}
STATIC_HEX = 5                           # columns that the map as printed fills
SECTOR = {"cards": CARDS_IN_SECTOR, "sleeve": SLEEVES, **{field.name.lower(): 10 for field in CardField}}
OBSERVATION = Layout(
    table("table", (), TABLE, "where the game stands"),
    table("frames", (FRAMES_SHOWN,), FRAME, "what waits to be resolved, the open question first"),
    table("players", (MAX_PLAYERS,), PLAYER, f"everybody, the viewer first; points + {POINTS_SHIFT}"),
    Piece("tasks", (MAX_PLAYERS, TASKS), 2, "of each player: 1 visible, 2 covered"),
    Piece("cubes", (MAX_PLAYERS, MOST_CITIES), SPACES, "of each player, by city"),
    Piece("projects", (PROJECTS,), 6, "1 in the viewer's hand, 2-5 in play, 6 discarded, 0 elsewhere"),
    table("sectors", (SECTORS,), SECTOR, "of each sector; of its top card what its sleeve shows, + 1"),
    Piece("city_cards", (CITY_CARDS,), 1, "those that were taken face up"),
    Piece("objectives", (OBJECTIVES,), 7, "1-4 whose, 5 dealt to, 6 refused by the viewer, 7 under the deck"),
    Piece("bag", (len(PlantKind),), PLANTS, "plants in the bag, by kind"),
    table("hexes", (HEXES,), HEX, "of each hex: find as item + 1; strength of its city; whose airship is there"),
    note="Players come in the order of seats from the viewer on: 1 is the viewer, 2 the next, 0 nobody.",
)
FEATURES = np.dtype([("hexes", "u1", (HEXES, len(HEX)))])
