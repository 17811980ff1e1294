"""A position in plain JSON types."""

from typing import TYPE_CHECKING, Any

from undersea_env.underwater_cities.compiled.limits import FIRST_SPECIAL, LAST_NUMBER, MAX_PLAYERS, NEUTRAL_TILE
from undersea_env.underwater_cities.kernel.questions import TURNS, Question
from undersea_env.underwater_cities.kernel.state import POINT_SOURCES, SUPPLIED
from undersea_env.underwater_cities.printed.words import METROPOLIS_COLOURS, Thing
from undersea_env.underwater_cities.words.notation.names import (
    FRAME_FIELDS,
    HELD_NAMES,
    NEUTRAL,
    TOKEN_NAMES,
    UPGRADED,
    BoardSites,
    Names,
    names_of,
    shown_card,
    shown_space,
)
from undersea_env.underwater_cities.words.readings import bits_of

if TYPE_CHECKING:
    from undersea_env.core.position import Game, State


def to_dict(state: "State") -> dict[str, Any]:
    game = state.game
    names = names_of(game)
    record = state.record[0]
    players = game.num_players

    def pile(field: str, count: str) -> list[int]:
        return record[field][: int(record[count])].tolist()[::-1]      # type: ignore[no-any-return]

    position: dict[str, Any] = {
        "game": game.name,
        "num_players": players,
        "era": int(record["era"]),
        "round": int(record["round_no"]),
        "turn": int(record["turn_no"]),
        "order": record["order"][:players].tolist(),
        "to_move": state.current_player,
        "slots": {names.slots[k]: _seats(tiles) for k, tiles in enumerate(record["slot_tiles"].tolist()) if tiles},
        "clone_tile": int(record["clone_tile"]) - 1 if record["clone_tile"] else None,
        "federation": [
            [seat, shown_space(int(record["players"][seat]["space"]))] for seat in record["track"][:players].tolist()
        ],
        "supply": dict(zip(SUPPLIED, record["supply"].tolist(), strict=True)),
        "era_deck": pile("era_deck", "era_deck_count"),
        "era_discard": pile("era_discard", "era_discard_count"),
        "special_deck": pile("special_deck", "special_count"),
        "special_row": [card for card in record["special_row"].tolist() if card],
        "contracts": [names.contracts[k - 1] for k in record["contract_row"].tolist() if k],
        "metropolis_supply": [names.metropolises[k - 1] for k in pile("metropolis_supply", "metropolis_count")],
        "gone": [card for card in range(LAST_NUMBER + 1) if record["gone"][card >> 3] >> (card & 7) & 1],
        "stream": f"{int(record['stream']):016x}",
        "players": [_player_to_dict(names, record["players"][seat]) for seat in range(players)],
    }
    pending = _pending_to_dict(names, record)
    if not record["over"] and pending != {"frames": _frames_at_start_of_turn(record, game, state.current_player)}:
        position["pending"] = pending
    return position


def _seats(tiles: int) -> list[int]:
    seats = [seat for seat in range(MAX_PLAYERS) if tiles >> seat & 1]
    return [NEUTRAL, *seats] if tiles & NEUTRAL_TILE else seats


def _player_to_dict(names: Names, me: Any) -> dict[str, Any]:
    sites = names.boards[int(me["board"])]
    actions = zip(me["action_card"].tolist(), me["action_used"].tolist(), strict=True)
    in_play: list[dict[str, Any]] = [
        {"card": shown_card(card), "used": bool(used)} for card, used in list(actions)[: int(me["action_count"])]
    ]
    in_play += [{"card": card} for card in me["tableau"][: int(me["tableau_count"])].tolist()]
    return {
        "board": int(me["board"]) + 1,
        **dict(zip(HELD_NAMES, me["resource"].tolist(), strict=True)),
        "points_from": {name: n for name, n in zip(POINT_SOURCES, me["points_from"].tolist(), strict=True) if n},
        "hand": me["hand"][: int(me["hand_count"])].tolist(),
        "in_play": sorted(in_play, key=lambda entry: entry["card"]),
        "paid_instants": [FIRST_SPECIAL + k for k in bits_of(int(me["paid_instants"]))],
        "contracts": [names.contracts[k - 1] for k in bits_of(int(me["contracts"]))],
        "sites": _sites_to_dict(sites, me),
        "metropolises": {
            place: names.metropolises[tile - 1]
            for place, tile in zip(METROPOLIS_COLOURS, me["metropolis"].tolist(), strict=True)
        },
        "extra_metropolises": [names.metropolises[k - 1] for k in bits_of(int(me["extra_metropolises"]))],
    }


def _sites_to_dict(sites: BoardSites, me: Any) -> dict[str, str]:
    city, tunnel, building, upgraded = (me[name].tolist() for name in ("city", "tunnel", "building", "upgraded"))
    built = {id: Thing(city[k]).name.lower() for id, k in sites.cities.items() if city[k]}
    built |= {
        id: Thing(building[k]).name.lower() + UPGRADED * upgraded[k] for id, k in sites.buildings.items() if building[k]
    }
    return built | {id: "tunnel" + UPGRADED * (tunnel[k] - 1) for id, k in sites.tunnels.items() if tunnel[k]}


def _pending_to_dict(names: Names, record: Any) -> dict[str, Any]:
    stack = record["frame"][: int(record["frame_count"])]
    pending: dict[str, Any] = {"frames": [_frame_to_dict(frame) for frame in stack]}
    if record["tunnels_this_turn"]:
        pending["tunnels_this_turn"] = int(record["tunnels_this_turn"])
    if record["once_used"]:
        pending["once_used"] = [names.once_cards[k] for k in bits_of(int(record["once_used"]))]
    if record["looked_count"]:
        pending["looked"] = record["looked"][: int(record["looked_count"])].tolist()
    produced = {name: n for name, n in zip(TOKEN_NAMES, record["produced"].tolist(), strict=True) if n}
    if produced:
        pending["produced"] = produced
    if record["converted"].any():
        pending["converted"] = record["converted"].tolist()
    return pending


def _frame_to_dict(frame: Any) -> dict[str, Any]:
    said = {name: int(frame[name]) for name in FRAME_FIELDS if frame[name]}
    return {"question": Question(int(frame["question"])).name.lower(), **said}


def _frames_at_start_of_turn(record: Any, game: "Game", seat: int) -> list[dict[str, Any]]:
    """The turn itself, or first the discards (G-9)."""
    me = record["players"][seat]
    limit = int(game.rulebook[0]["hand_limit"]) + int(me["extra_hand_cards"])
    if me["hand_count"] > limit:
        return [{"question": "flow", "left": 1, "stage": TURNS}, {"question": "discard", "left": limit}]
    return [{"question": "flow", "left": 2, "stage": TURNS}, {"question": "turn"}]
