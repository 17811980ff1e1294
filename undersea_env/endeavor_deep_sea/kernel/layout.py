"""The layout of the observation. Players come in the order of seats from the viewer on; `viewer` below is 1, the next
player 2, and so on; 0 is nobody.
"""

import numpy as np

from undersea_env.core.layout import Layout, Piece, table
from undersea_env.endeavor_deep_sea.compiled.limits import (
    CARDS_OF_KIND,
    CELLS,
    HIDDEN_EXPERTS,
    MAX_FRAMES,
    MAX_PLAYERS,
    MOST_DISCS,
    ROUNDS_ALONE,
    SLOTS,
    STACK,
    STOCK_KINDS,
    VESSELS,
)
from undersea_env.endeavor_deep_sea.compiled.opcodes import ACTION_TYPES, GAINS, Do
from undersea_env.endeavor_deep_sea.compiled.rulebook import ACTIVATIONS, SPECIALISTS
from undersea_env.endeavor_deep_sea.printed.words import (
    ATTRIBUTES,
    BOARDS,
    DECK_JOURNALS,
    DEPTHS,
    DISC_SPOTS_ON_BOARD,
    DIVE_SITES_ON_BOARD,
    JOURNALS,
    MAX_HEXES,
    MAX_INFINITE,
    MAX_SPOTS_OF_KIND,
    MISSIONS,
    RESEARCH_TOP,
    ROW_PLACES,
    SPECIALIST_KINDS,
    TEAM_GOALS,
    TOKEN_KINDS,
    TOKENS,
    TOKENS_ON_SITE,
    TRACK_CELLS,
)

FRAMES_SHOWN = 3
QUESTIONS = 22
LARGEST = 255

TABLE = {
    "mission": MISSIONS, "players": MAX_PLAYERS, "cooperative": 1, "goals_to_meet": TEAM_GOALS,
    "round": ROUNDS_ALONE, "rounds": ROUNDS_ALONE, "phase": 2, "step": 6, "question": QUESTIONS, "decides": MAX_PLAYERS,
    "wave": MAX_PLAYERS, "mover": MAX_PLAYERS, "prepared": MAX_PLAYERS, "returning": 5, "activated": 1, "acted": 1,
    "copier": SLOTS, "activation": ACTIVATIONS - 1,
    **{f"left_{do.name.lower()}": 3 for do in Do},
    "supply": TOKENS, "deck": DECK_JOURNALS, "hidden_experts": HIDDEN_EXPERTS,
    "less_technology": 9, "less_inflow": 9, "less_return": 9, "cards_turned": ROUNDS_ALONE,
    "designated": 2, "option_1": 2, "option_2": 2, "option_3": 2, "frames": MAX_FRAMES,
}
FRAME = {
    "about": 7, "owner": MAX_PLAYERS, "origin": CELLS, "stage": 5,
    **{f"gain_{name}": 127 for name in (
        "research", "disc", "reputation", "inspiration", "coordination", "ingenuity", "any", "lowest", "impact",
        "promote",
    )},
    "rewards_site": 1, "do": ACTION_TYPES, "first": DEPTHS, "last": DEPTHS, "more": 9, "freely": 1, "must": 1,
    "again": 1, "cell": CELLS, "site": MAX_SPOTS_OF_KIND, "a": 81, "b": BOARDS,
}
PLAYER = {
    **{attribute.name.lower(): TRACK_CELLS - 1 for attribute in ATTRIBUTES},
    "research": RESEARCH_TOP, "staging": MOST_DISCS, "launches": 3, "vessels": VESSELS, "tokens": 4,
    "specialists": SLOTS, "clean_up": 20, "passed": 1, "points": LARGEST, "discover_race": MAX_PLAYERS,
    "travel_race": MAX_PLAYERS,
}
CELL = {
    "board": BOARDS, "discoverer": MAX_PLAYERS,
    **{f"vessels_{k + 1}": VESSELS for k in range(MAX_PLAYERS)},
    **{f"tokens_d{k + 1}": TOKENS_ON_SITE for k in range(DIVE_SITES_ON_BOARD)},
    **{f"disc_{k + 1}": MAX_PLAYERS for k in range(DISC_SPOTS_ON_BOARD)},
    "free_sonar": DISC_SPOTS_ON_BOARD, "free_conservation": DISC_SPOTS_ON_BOARD, "free_journal": DISC_SPOTS_ON_BOARD,
}
OBSERVATION = Layout(
    table("table", (), TABLE, "where the game stands"),
    table("frames", (FRAMES_SHOWN,), FRAME, "what waits to be resolved, the open question first"),
    table("players", (MAX_PLAYERS,), PLAYER, "everybody, the viewer first"),
    Piece("tokens", (MAX_PLAYERS, TOKEN_KINDS), 4, "dive tokens in hand, by kind"),
    table("specialists", (MAX_PLAYERS, SLOTS), {"kind": SPECIALISTS, "senior": 1, "disc": 1}, "by slot; kind + 1"),
    table(
        "journals", (JOURNALS,), {"owner": MAX_PLAYERS, "used": 1, "place": ROW_PLACES},
        "of each journal: who has it, whether it was used, its place in the row + 1",
    ),
    table("ocean", (CELLS,), CELL, "of each cell: board + 1, discs by spot, tokens by dive site, free spots"),
    table("stacks", (DEPTHS,), {"boards": STACK, "known": STACK}, "boards of each depth, those known at the bottom"),
    Piece("boards", (BOARDS,), STACK + 1, "of each board: 1 in the unseen part of its stack, 1 + its place from below"),
    Piece("stock", (STOCK_KINDS,), 4, "specialists of rank 1-4 left, by kind"),
    Piece("experts", (SPECIALIST_KINDS - STOCK_KINDS,), 2, "of rank 5: 1 on display, 2 hidden, 0 gone"),
    Piece("hexes", (MAX_HEXES,), MAX_PLAYERS, "whose marker lies on each hex"),
    Piece("infinite", (MAX_INFINITE, MAX_PLAYERS), 127, "markers on infinite hexes"),
    Piece("discard", (TOKEN_KINDS,), TOKENS, "discarded dive tokens, by kind"),
    Piece("bonus_goals", (CARDS_OF_KIND,), 1, "those that are turned"),
    Piece("setbacks", (CARDS_OF_KIND,), 1, "those that are turned"),
    note="Players come in the order of seats from the viewer on: 1 is the viewer, 2 the next, 0 nobody.",
)
assert len(FRAME) - 16 == GAINS
FEATURES = np.dtype([("mission", "i2")])     # nothing: all that is printed is known by its number
