"""What observations are made of: the features of printed things, and the layout of what a seat may know."""

import numpy as np

from undersea_env.core.layout import Layout, Piece, table
from undersea_env.underwater_cities.compiled.limits import (
    ASSISTANT,
    BLUE_METROPOLISES,
    BOARDS,
    BUILDING_SITES,
    CHEAP_SPECIALS,
    CITIES_ON_BOARD,
    CONTRACTS,
    CONTRACTS_IN_PLAY,
    ERAS,
    FACE_UP_SPECIALS,
    GAINS,
    HAND_CAPACITY,
    LARGEST_ERA,
    LOOKED_AT,
    MAX_ACTION_CARDS,
    MAX_CONVERSIONS,
    MAX_ONCE_PER_TURN,
    MAX_PART_ROWS,
    MAX_PLAYERS,
    MAX_PRICES,
    MAX_SUBSTITUTED,
    MAX_TRIGGERS_AT_ONCE,
    METROPOLIS_SITES,
    METROPOLISES,
    N_CARDS,
    N_SITES,
    N_SLOTS,
    TABLEAU_CAPACITY,
    TOKENS,
    TRACK_TOP,
    TUNNEL_SITES,
    TURNS_IN_ROUND,
)
from undersea_env.underwater_cities.kernel import questions
from undersea_env.underwater_cities.kernel.state import CHOSEN, POINT_SOURCES
from undersea_env.underwater_cities.printed.words import CardType, Colour, Event, Resource, Thing

# --- what is known of printed things, whatever book they come from; `observation.features_of` fills it ---

EFFECT_COLUMNS = (
    *("kelp", "steelplast", "science", "credits", "biomatter", "points", "cards", "tokens_of_choice", "saved"),
    *("federation", "farms", "desals", "labs", "tunnels", "cities", "upgrades"),
    *("action_cards", "specials", "slots", "cost"),
)
CARD_COLUMNS = (
    *("era", "price", "yellow", "red", "green"),
    *("instant", "permanent", "action", "production", "end"),
    *EFFECT_COLUMNS,
    "end_points",
)
EFFECT_FEATURES, CARD_FEATURES = len(EFFECT_COLUMNS), len(CARD_COLUMNS)
MOST = 30                                    # no number of an effect is shown larger
EFFECT_HIGH = (MOST,) * EFFECT_FEATURES
CARD_HIGH = (ERAS, MOST, *(1,) * (len(Colour) - 1 + len(CardType)), *EFFECT_HIGH, MOST)
FIRST_EFFECT_COLUMN = CARD_FEATURES - EFFECT_FEATURES - 1
METROPOLIS_COLUMNS = ("gives", "produces_tokens", "produces_points", "end_points")
CONTRACT_COLUMNS = ("tokens", "points")
SITE_COLUMNS = ("bonus", "surcharge", "multiplier")      # a site that does not exist multiplies by 0
SUMMED_COLUMNS = (                           # of the cards that lie in front of a player
    *("permanent_cards", "production_cards", "end_cards"),
    *("tokens_by_cards", "points_by_cards", "end_points_by_cards"),
)

FEATURES = np.dtype(
    [
        ("card", "u1", (N_CARDS, 1 + CARD_FEATURES)),                    # its number and what is printed on it
        ("summed", "u1", (N_CARDS, len(SUMMED_COLUMNS))),
        ("part", "u1", (MAX_PART_ROWS, EFFECT_FEATURES)),
        ("slot", "u1", (N_SLOTS, EFFECT_FEATURES)),
        ("metropolis", "u1", (METROPOLISES + 1, 1 + len(METROPOLIS_COLUMNS))),
        ("contract", "u1", (CONTRACTS + 1, len(CONTRACT_COLUMNS))),
        ("city_site", "u1", (BOARDS, len(SITE_COLUMNS) * CITIES_ON_BOARD)),       # column by column
        ("building_site", "u1", (BOARDS, len(SITE_COLUMNS) * BUILDING_SITES)),
        ("tunnel_site", "u1", (BOARDS, len(SITE_COLUMNS) * TUNNEL_SITES)),
    ],
    align=True,
)

# --- the layout ---


def _names(words) -> tuple[str, ...]:
    return tuple(word.name.lower() for word in words)


MOST_TOKENS, MOST_POINTS, MOST_ROUNDS, MOST_SUPPLY = 99, 255, 10, 99
LAST_CARD = ASSISTANT
CARD = {"card": LAST_CARD, **dict(zip(CARD_COLUMNS, CARD_HIGH, strict=True))}
CARD_SIZE = len(CARD)
USABLE = {"card": LAST_CARD, "used": 1}
EFFECT = dict(zip(EFFECT_COLUMNS, EFFECT_HIGH, strict=True))
STAGES = 6
HAND_SHOWN = 8                               # longer hands are rare and about to be discarded from (G-9)
TABLEAU_SHOWN = 20                           # a game lays up to 30, most often fewer than 15; all are summed up
SEATS = ("viewer", "next", "second", "third")
MOST_TIMES = 9
PAGE = 256                                   # parts of effects are numbered in the rule book; a byte holds this many
SITE = {"bonus": MOST, "surcharge": MOST, "multiplier": MOST_TIMES}

PLAYER = {
    "present": 1,
    "board": BOARDS,
    "turn_order": MAX_PLAYERS,
    "kelp": MOST_TOKENS,
    "steelplast": MOST_TOKENS,
    "science": MOST_TOKENS,
    "credits": MOST_TOKENS,
    "biomatter": MOST_TOKENS,
    "points": MOST_POINTS,
    "federation_space": TRACK_TOP,
    "federation_place": MAX_PLAYERS,
    "hand": HAND_CAPACITY,
    "extra_hand": HAND_CAPACITY,
    "cities": CITIES_ON_BOARD,
    "connected_cities": CITIES_ON_BOARD,
    "connected_symbiotic": CITIES_ON_BOARD,
    "farms": BUILDING_SITES,
    "desals": BUILDING_SITES,
    "labs": BUILDING_SITES,
    "upgraded_farms": BUILDING_SITES,
    "upgraded_desals": BUILDING_SITES,
    "upgraded_labs": BUILDING_SITES,
    "complete_cities": CITIES_ON_BOARD,
    "tunnels": TUNNEL_SITES,
    "upgraded_tunnels": TUNNEL_SITES,
    "connected_metropolises": METROPOLIS_SITES,
    "extra_metropolises": BLUE_METROPOLISES,
    "action_cards": MAX_ACTION_CARDS,
    "ready_action_cards": MAX_ACTION_CARDS,
    **dict.fromkeys(SUMMED_COLUMNS, MOST_TOKENS),
    "paid_specials": TABLEAU_CAPACITY,
    "contracts": CONTRACTS,
    "upgrade_discount": MOST,
    **{f"{thing.name.lower()}_discount": MOST for thing in Thing},
}

OBSERVATION = Layout(
    table(
        "game",
        (),
        {
            "players": MAX_PLAYERS,
            "era": ERAS,
            "round": MOST_ROUNDS,
            "turn": TURNS_IN_ROUND,
            "rounds_left": MOST_ROUNDS,
            "last_era": 1,
            "contracts": 1,
            "over": 1,
            "viewer_decides": 1,
        },
        "where the game stands; rounds left in this era, this one included",
    ),
    Piece("phase", (4,), 1, "dealing, turns, production, new era", ("dealing", "turns", "production", "new_era")),
    Piece("decides", (MAX_PLAYERS,), 1, "whose decision it is", SEATS),
    Piece("mover", (MAX_PLAYERS,), 1, "whose turn it is", SEATS),
    table(
        "table",
        (),
        {
            "tunnels": MOST_SUPPLY,
            "nonsymbiotic": MOST_SUPPLY,
            "symbiotic": MOST_SUPPLY,
            "era_deck": LARGEST_ERA,
            "era_discard": LARGEST_ERA,
            "special_deck": CHEAP_SPECIALS,
            "metropolises": BLUE_METROPOLISES,
            "clone_available": 1,
            "clone_is_mine": 1,
            "clone_is_theirs": 1,
            "looked_at": LOOKED_AT,
        },
        "supplies, cards left in the piles, the cloning tile, specials somebody looks at",
    ),
    Piece("question", (len(questions.Question),), 1, "the open question", _names(questions.Question)),
    Piece("question_stage", (STAGES,), 1, "how far a turn, build, upgrade or the taking of a special has got"),
    Piece("question_thing", (len(Thing),), 1, "the thing being built", _names(Thing)),
    Piece("question_resources", (GAINS,), 1, "different resources that may still be chosen", _names(Resource)),
    table(
        "question_numbers",
        (),
        {
            "left": MOST,
            "site": N_SITES,
            "price": MAX_PRICES,
            "for_kelp": MAX_SUBSTITUTED,
            "triggered": 1,
            "slot": N_SLOTS,
            "card_first": 1,
            "card_begun": 1,
            "card_paid": 1,
            "tunnels_this_turn": TUNNEL_SITES,
            "source": len(POINT_SOURCES) - 1,
        },
        "repeats left or the hand limit; site and slot are counted from 1; where points come from",
    ),
    table(
        "question_parts",
        (MAX_TRIGGERS_AT_ONCE,),
        {"open": 1, **EFFECT},
        "what the parts, alternatives or triggered cards of the question give, and whether they are still open",
    ),
    table("open_card", (), CARD, "the card being played"),
    Piece("produced", (TOKENS,), MOST_TOKENS, "what may still be converted in production", _names(Resource)[:TOKENS]),
    Piece("converted", (MAX_CONVERSIONS,), MOST, "how often each conversion card was used in this production"),
    Piece("my_once_per_turn", (MAX_ONCE_PER_TURN,), 1, "once-per-turn cards of the viewer that are not used yet"),
    Piece("my_events", (len(Event),), 1, "what some permanent card of the viewer waits for", _names(Event)),
    table(
        "slots",
        (N_SLOTS,),
        {"in_use": 1, "mine": 1, "others": MAX_PLAYERS, "neutral": 1, "available": 1},
        "each slot: on the side in use, tiles on it, nobody on it",
    ),
    table("players", (MAX_PLAYERS,), PLAYER, "what everybody sees of each player, the viewer first"),
    table("my_hand", (HAND_SHOWN,), CARD, "the viewer's first cards in hand, ascending"),
    table("my_tableau", (TABLEAU_SHOWN,), CARD, "the viewer's permanent, production and end cards, ascending"),
    Piece("their_tableau", (MAX_PLAYERS - 1, TABLEAU_SHOWN), LAST_CARD, "the numbers of such cards of the others"),
    table("my_action_cards", (MAX_ACTION_CARDS,), {**USABLE, **EFFECT}, "the viewer's action cards"),
    table("their_action_cards", (MAX_PLAYERS - 1, MAX_ACTION_CARDS), USABLE, "the action cards of the others"),
    table(
        "my_metropolises",
        (METROPOLIS_SITES,),
        {"connected": 1, "metropolis": METROPOLISES, **dict.fromkeys(METROPOLIS_COLUMNS, MOST)},
        "the viewer's metropolises",
    ),
    table("specials", (FACE_UP_SPECIALS,), CARD, "the face-up specials"),
    table(
        "deck_specials",
        (LOOKED_AT,),
        CARD,
        "the open top card of the special deck; while somebody looks at three: these, for this player alone",
    ),
    table(
        "contracts",
        (CONTRACTS_IN_PLAY,),
        {"contract": CONTRACTS, "lacking": MOST_TOKENS, **dict.fromkeys(CONTRACT_COLUMNS, MOST)},
        "contracts not claimed yet, and how much the viewer lacks for them",
    ),
    table(
        "my_cities",
        (CITIES_ON_BOARD,),
        {"nonsymbiotic": 1, "symbiotic": 1, "open": 1, "connected": 1, **SITE},
        "the viewer's city sites",
        by_column=True,
    ),
    table(
        "my_buildings",
        (BUILDING_SITES,),
        {"farm": 1, "desal": 1, "lab": 1, "upgraded": 1, "open": 1, "at_connected": 1, **SITE},
        "the viewer's building sites, five at each city; multiplier 0: no such site",
        by_column=True,
    ),
    table(
        "my_tunnels",
        (TUNNEL_SITES,),
        {"built": 1, "upgraded": 1, "open": 1, "next_to_city": 1, **SITE},
        "the viewer's tunnel sites; multiplier 0: no such site",
        by_column=True,
    ),
    Piece(
        "their_sites",
        (MAX_PLAYERS - 1, N_SITES),
        len(Thing),
        "what stands on the sites of the others: a Thing; on tunnel sites 1 is a tunnel, 2 an upgraded one",
    ),
    Piece("their_upgraded", (MAX_PLAYERS - 1, BUILDING_SITES), 1, "which buildings of the others are upgraded"),
    Piece(
        "their_metropolises",
        (MAX_PLAYERS - 1, METROPOLIS_SITES),
        METROPOLISES,
        "the metropolises of the others, connected or not",
    ),
    Piece("my_extra_metropolises", (METROPOLISES,), 1, "metropolises that the viewer took from the supply"),
    Piece("spare_metropolises", (METROPOLISES,), 1, "metropolises that are still in the supply"),
    table(
        "bookkeeping",
        (),
        {
            "effect_page": MAX_PART_ROWS // PAGE,
            "effect_line": PAGE - 1,
            "done": 255,
            "committed": CHOSEN,
            "for_steelplast": MAX_SUBSTITUTED,
            "turn_order_place": MAX_PLAYERS,
            "had_their_go": MAX_PLAYERS,
        },
        "with all else, the open question to the last detail: for agents that think with the engine, not for networks",
    ),
    note="The viewer is player 0, then the others in the order of their seats. A card number 0 is no card.",
)

OBSERVATION_SIZE = OBSERVATION.size
