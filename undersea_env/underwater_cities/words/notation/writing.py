"""A position in plain JSON types."""

from typing import TYPE_CHECKING, Any, TypeAlias

from undersea_env.core.notation import plain
from undersea_env.core.readings import bits_of
from undersea_env.underwater_cities.compiled.limits import FIRST_SPECIAL, MAX_PLAYERS, NEUTRAL_TILE
from undersea_env.underwater_cities.kernel.questions import TURNS
from undersea_env.underwater_cities.kernel.state import POINT_SOURCES, SUPPLIED
from undersea_env.underwater_cities.printed.words import METROPOLIS_COLOURS, Thing
from undersea_env.underwater_cities.words.notation.names import (
    FRAME_FIELDS,
    HELD_NAMES,
    NEUTRAL,
    QUESTIONS,
    TOKEN_NAMES,
    UPGRADED,
    BoardSites,
    Names,
    names_of,
    shown_card,
    shown_space,
)

if TYPE_CHECKING:
    from undersea_env.core.position import Game, State

Record: TypeAlias = dict[str, Any]               # in plain Python
THINGS = {int(thing): thing.name.lower() for thing in Thing}
QUESTION_NAMES = {int(question): name for name, question in QUESTIONS.items()}


def to_dict(state: "State") -> dict[str, Any]:
    game, whole = state.game, state.record[0]
    names, players = names_of(game), game.num_players
    record = plain(whole, but=("players", "frame"))
    seated = plain(whole["players"][:players])

    def pile(field: str, count: str) -> list[int]:
        return record[field][: record[count]][::-1]      # type: ignore[no-any-return]

    position: dict[str, Any] = {
        "game": game.name,
        "num_players": players,
        "era": record["era"],
        "round": record["round_no"],
        "turn": record["turn_no"],
        "order": record["order"][:players],
        "to_move": state.current_player,
        "slots": {names.slots[k]: _seats(tiles) for k, tiles in enumerate(record["slot_tiles"]) if tiles},
        "clone_tile": record["clone_tile"] - 1 if record["clone_tile"] else None,
        "federation": [[seat, shown_space(seated[seat]["space"])] for seat in record["track"][:players]],
        "supply": dict(zip(SUPPLIED, record["supply"], strict=True)),
        "era_deck": pile("era_deck", "era_deck_count"),
        "era_discard": pile("era_discard", "era_discard_count"),
        "special_deck": pile("special_deck", "special_count"),
        "special_row": [card for card in record["special_row"] if card],
        "contracts": [names.contracts[k - 1] for k in record["contract_row"] if k],
        "metropolis_supply": [names.metropolises[k - 1] for k in pile("metropolis_supply", "metropolis_count")],
        "gone": _numbers_in(record["gone"]),
        "stream": f"{record['stream']:016x}",
        "players": [_player_to_dict(names, me) for me in seated],
    }
    pending = _pending_to_dict(names, record, whole["frame"])
    if not record["over"] and pending != {"frames": _frames_at_start_of_turn(seated[state.current_player], game)}:
        position["pending"] = pending
    return position


def _numbers_in(octets: list[int]) -> list[int]:
    return [number for k, octet in enumerate(octets) if octet for number in range(8 * k, 8 * k + 8)
            if octet >> (number & 7) & 1]


def _seats(tiles: int) -> list[int]:
    seats = [seat for seat in range(MAX_PLAYERS) if tiles >> seat & 1]
    return [NEUTRAL, *seats] if tiles & NEUTRAL_TILE else seats


def _player_to_dict(names: Names, me: Record) -> dict[str, Any]:
    actions = zip(me["action_card"], me["action_used"], strict=True)
    in_play: list[dict[str, Any]] = [
        {"card": shown_card(card), "used": bool(used)} for card, used in list(actions)[: me["action_count"]]
    ]
    in_play += [{"card": card} for card in me["tableau"][: me["tableau_count"]]]
    return {
        "board": me["board"] + 1,
        **dict(zip(HELD_NAMES, me["resource"], strict=True)),
        "points_from": {name: n for name, n in zip(POINT_SOURCES, me["points_from"], strict=True) if n},
        "hand": me["hand"][: me["hand_count"]],
        "in_play": sorted(in_play, key=lambda entry: entry["card"]),
        "paid_instants": [FIRST_SPECIAL + k for k in bits_of(me["paid_instants"])],
        "contracts": [names.contracts[k - 1] for k in bits_of(me["contracts"])],
        "sites": _sites_to_dict(names.boards[me["board"]], me),
        "metropolises": {
            place: names.metropolises[tile - 1]
            for place, tile in zip(METROPOLIS_COLOURS, me["metropolis"], strict=True)
        },
        "extra_metropolises": [names.metropolises[k - 1] for k in bits_of(me["extra_metropolises"])],
    }


def _sites_to_dict(sites: BoardSites, me: Record) -> dict[str, str]:
    city, tunnel, building, upgraded = me["city"], me["tunnel"], me["building"], me["upgraded"]
    built = {id: THINGS[city[k]] for id, k in sites.cities.items() if city[k]}
    built |= {
        id: THINGS[building[k]] + UPGRADED * upgraded[k] for id, k in sites.buildings.items() if building[k]
    }
    return built | {id: "tunnel" + UPGRADED * (tunnel[k] - 1) for id, k in sites.tunnels.items() if tunnel[k]}


def _pending_to_dict(names: Names, record: Record, frames: Any) -> dict[str, Any]:
    stack = plain(frames[: record["frame_count"]])
    pending: dict[str, Any] = {"frames": [_frame_to_dict(frame) for frame in stack]}
    if record["tunnels_this_turn"]:
        pending["tunnels_this_turn"] = record["tunnels_this_turn"]
    if record["once_used"]:
        pending["once_used"] = [names.once_cards[k] for k in bits_of(record["once_used"])]
    if record["looked_count"]:
        pending["looked"] = record["looked"][: record["looked_count"]]
    produced = {name: n for name, n in zip(TOKEN_NAMES, record["produced"], strict=True) if n}
    if produced:
        pending["produced"] = produced
    if any(record["converted"]):
        pending["converted"] = record["converted"]
    return pending


def _frame_to_dict(frame: Record) -> dict[str, Any]:
    said = {name: frame[name] for name in FRAME_FIELDS if frame[name]}
    return {"question": QUESTION_NAMES[frame["question"]], **said}


def _frames_at_start_of_turn(me: Record, game: "Game") -> list[dict[str, Any]]:
    """The turn itself, or first the discards (G-9)."""
    limit = int(game.rulebook[0]["hand_limit"]) + me["extra_hand_cards"]
    if me["hand_count"] > limit:
        return [{"question": "flow", "left": 1, "stage": TURNS}, {"question": "discard", "left": limit}]
    return [{"question": "flow", "left": 2, "stage": TURNS}, {"question": "turn"}]
