"""A position as a dict."""

from typing import TYPE_CHECKING, Any

from undersea_env.cloudage.compiled.assembler import bits, boards_of
from undersea_env.cloudage.compiled.limits import BITS_OF_WORD
from undersea_env.cloudage.kernel.flying import COLUMN_OF, ROW_OF
from undersea_env.cloudage.kernel.state import (
    ABOUT,
    MOVED,
    NAVIGATING,
    SCORE_SOURCES,
    STEPS,
    TAKING_OFF,
    TURN_ENDS,
)
from undersea_env.cloudage.printed.words import (
    CITY_CARDS,
    FIRST_GUN,
    FIRST_STORY_CARD,
    GUNS,
    HEXES,
    SPACES,
)

if TYPE_CHECKING:
    from undersea_env.core.position import Game, State

from undersea_env.cloudage.words.notation.names import KINDS, OF_FRAME, OF_PLAYER, ON_MAP, PENDING, TOKENS, TYPES


def to_dict(state: "State") -> dict[str, Any]:
    game, record, rules = state.game, state.record[0], state.game.rulebook[0]
    options, phase = game.options, phase_of(record)
    return {
        "game": game.name,
        "num_players": game.num_players,
        "scenario": options.scenario,
        "chapter": options.chapter,
        "sides": options.sides,
        "extra_objective": options.extra_objective,
        "round": int(record["round_no"]),
        "phase": phase,
        "first_player": int(record["first"]),
        "active": int(record["mover"]) if phase in ("movement", "action") else -1,
        "scenario_back": bool(record["book_side"]),
        "story": int(record["story"]) + FIRST_STORY_CARD - 1 if record["story"] else None,
        "campaign": None if options.chapter is None else {
            "unlocked": members(int(record["unlocked"])), "legacy": [TOKENS[k] for k in members(int(record["legacy"]))],
        },
        "legacy": [TOKENS[k] for k in members(tokens_in_play(record, rules))],
        "planted": hexes_of(record["planted"]),
        "sleeves": record["sleeve"].tolist(),
        "sectors": [pile(cards, n) for cards, n in zip(record["sector"], record["sector_count"], strict=True)],
        "cities_out": undealt(record),
        "cities_taken": [card + 1 for card in members(int(record["seen_cards"]))],
        "deck": pile(record["deck"], record["deck_count"]),
        "discard": cards_of(record["discard"]),
        "objective_deck": pile(record["objective_deck"], record["objective_count"]),
        "known_bottom": int(record["objective_known"]),
        "bag": dict(zip(KINDS, record["bag"].tolist(), strict=True)),
        "players": [player_of(game, record, seat) for seat in range(game.num_players)],
        "stream": int(record["stream"]),
        "pending": pending_of(record, game.num_players),
    }


def phase_of(record: Any) -> str:
    step = record["step"]
    if record["over"]:
        return "over"
    if record["round_no"] == 0:
        return "setup"
    return "production" if step <= NAVIGATING else "movement" if step <= MOVED else \
        "action" if step <= TURN_ENDS else "end"


def tokens_in_play(record: Any, rules: Any) -> int:
    """In a chapter those of the start card lie on the map when it is turned up (S-11)."""
    guns = bits(FIRST_GUN + gun for gun in range(len(GUNS)))
    lying = int(rules["tokens"]) & ON_MAP & ~guns
    if rules["start_card"] and not record["story"]:
        lying &= int(record["legacy"])
    return lying | int(record["guns"]) << FIRST_GUN | int(record["legacy"]) & ~ON_MAP


def members(of: int) -> list[int]:
    return [k for k in range(64) if of >> k & 1]


def cards_of(words: Any) -> list[int]:
    """Ids of a set of projects, ascending."""
    return [card + 1 for card in members(int(words[0]))] + [
        card + 1 + BITS_OF_WORD for card in members(int(words[1]))
    ]


def pile(cards: Any, count: Any) -> list[int]:
    """Top first."""
    found: list[int] = cards[:count][::-1].tolist()
    return found


def hexes_of(rows: Any) -> list[int]:
    return [number for number in range(HEXES) if int(rows[ROW_OF[number]]) >> int(COLUMN_OF[number]) & 1]


def undealt(record: Any) -> list[int]:
    dealt = {int(card) for cards, n in zip(record["sector"], record["sector_count"], strict=True) for card in cards[:n]}
    dealt |= {card + 1 for card in members(int(record["seen_cards"]))}
    return [card for card in range(1, CITY_CARDS + 1) if card not in dealt]


def player_of(game: "Game", record: Any, seat: int) -> dict[str, Any]:
    me = record["players"][seat]
    objectives = me["objectives"][: me["objective_count"]].tolist()
    is_chosen = bool(me["tasks"] | me["covered"])
    covered = [game.catalogue.tasks[task].id for task in members(int(me["covered"]))]
    return {
        "hex": int(me["hex"]),
        "energy": int(me["energy"]),
        "water": int(me["water"]),
        "metal": int(me["metal"]),
        "points": int(me["points"]),
        "gained": dict(zip(SCORE_SOURCES, me["by_source"].tolist(), strict=True)),
        "production": int(me["production"]),
        "upgrades": dict(zip(TYPES, me["upgrades"].tolist(), strict=True)),
        "plants": dict(zip(KINDS, me["plants"].tolist(), strict=True)),
        "fresh": dict(zip(KINDS, me["fresh"].tolist(), strict=True)),
        "fresh_growing": int(me["fresh_growing"]),
        "hand": cards_of(me["hand"]),
        "projects": cards_of(me["in_play"]),
        "deck": pile(me["navigation"], me["navigation_count"]),
        "known_top": int(me["navigation_known"]),
        "navigation_discard": pile(me["spent"], me["spent_count"]),
        "dealt": [] if is_chosen else objectives,
        "refused": int(me["refused"]) or None,
        "objectives": objectives if is_chosen else [],
        "covered": covered,
        "cubes": SPACES + 1 - int(game.rulebook[0]["first_space"]) - cubes_taken(record, seat),
        "cities": {city: n for city, n in zip(city_ids(game), me["cubes"].tolist(), strict=False) if n},
    }


def cubes_taken(record: Any, seat: int) -> int:
    """In each round one, at the end of the own movement."""
    rounds, step = int(record["round_no"]), int(record["step"])
    if rounds == 0 or step > MOVED or record["over"]:
        return rounds
    if step < TAKING_OFF:
        return rounds - 1
    place = (seat - int(record["first"])) % int(record["player_count"])
    has_moved = place < record["turn"] or (place == record["turn"] and step == MOVED)
    return rounds if has_moved else rounds - 1


def city_ids(game: "Game") -> list[str]:
    """Of the map as laid, by number."""
    return [city.id for board in boards_of(game.catalogue, game.options) for city in board.cities]


def pending_of(record: Any, players: int) -> dict[str, Any]:
    pending: dict[str, Any] = {"step": STEPS[record["step"]]}
    pending |= {name: int(record[name]) for name in PENDING if record[name]}
    for name, found in (
        ("drawn", record["drawn"][: record["drawn_count"]].tolist()),
        ("taken_finds", hexes_of(record["taken_finds"])),
        ("used_once", cards_of(record["used_once"])),
        ("frames", [frame_of(frame) for frame in record["frame"][: record["frame_count"]]]),
    ):
        if found:
            pending[name] = found
    seats = [pending_of_player(me) for me in record["players"][:players]]
    if any(seats):
        pending["players"] = seats
    return pending


def frame_of(frame: Any) -> dict[str, Any]:
    found: dict[str, Any] = {"about": ABOUT[frame["about"]]}
    found |= {name: int(frame[name]) for name in OF_FRAME if frame[name]}
    if frame["cards"].any():
        found["cards"] = cards_of(frame["cards"])
    if frame["kinds"].any():
        found["kinds"] = frame["kinds"].tolist()
    return found


def pending_of_player(me: Any) -> dict[str, Any]:
    found: dict[str, Any] = {name: int(me[name]) for name in OF_PLAYER if me[name]}
    idle = [int(word) & ~int(works) for word, works in zip(me["in_play"], me["working"], strict=True)]
    if any(idle):
        found["not_working"] = cards_of(idle)
    return found
