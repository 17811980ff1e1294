"""From a position to its readable form."""

from typing import TYPE_CHECKING, Any

from undersea_env.endeavor_deep_sea.compiled.limits import BONUS_GOALS_USED, CARDS_OF_KIND, CELLS
from undersea_env.endeavor_deep_sea.kernel.state import BUNDLE, DOING, HIRING, SETBACK, TURN
from undersea_env.endeavor_deep_sea.printed.words import DEPTHS, MissionRule
from undersea_env.endeavor_deep_sea.words.notation.names import (
    ATTRIBUTE_NAMES,
    DESIGNATIONS,
    DO_NAMES,
    FRAME_KINDS,
    FRAME_NUMBERS,
    GAIN_NAMES,
    LESS_KEYS,
    OPTIONS,
    PHASES,
    RACES,
    SIDES,
    STAGES,
    STEPS,
    Names,
    cell_name,
    names_of,
)

if TYPE_CHECKING:
    from undersea_env.core.position import Game, State


def bits_of(number: int) -> list[int]:
    return [k for k in range(number.bit_length()) if number >> k & 1]


def to_dict(state: "State") -> dict[str, Any]:
    game, record = state.game, state.record[0]
    names, n = names_of(game), game.num_players
    over = bool(record["over"])
    position: dict[str, Any] = {
        "game": game.name,
        "num_players": n,
        "mission": game.options.mission,
        "mode": game.options.mode,
        "difficulty": game.options.difficulty,
        "stream": int(record["stream"]),
        "round": int(record["round_no"]),
        "phase": PHASES[int(record["phase"])],
        "wave": int(record["wave"]),
        "to_move": -1 if over else int(record["mover"]),
        "passed": bits_of(int(record["passed"])),
        "prepared": int(record["prepared"]),
        "ocean": _ocean(names, game, record),
        "stacks": {str(d + 1): _top_first(record["stack"][d], record["stack_count"][d], names.boards)
                   for d in range(DEPTHS)},
        "seen": {str(d + 1): int(record["seen"][d]) for d in range(DEPTHS)},
        "token_supply": _top_first(record["supply"], record["supply_count"], names.tokens),
        "token_shuffle": int(record["shuffle_no"]),
        "token_discard": _by_number(record["discard"], names.tokens),
        "row": [int(journal) - 1 if journal else None for journal in record["row"]],
        "deck": [int(journal) - 1 for journal in record["deck"][: int(record["deck_count"])][::-1]],
        "stock": {names.specialists[kind]: int(left) for kind, left in enumerate(record["stock"])},
        "display": [names.specialists[int(kind) - 1] if kind else None for kind in record["display"]],
        "hidden_experts": _top_first(record["expert"], record["expert_count"], names.specialists),
        "impact": {str(at): int(owner) - 1 for at, owner in enumerate(record["hex_owner"]) if owner},
        "infinite": _infinite(game, record),
        "mission_state": _mission_state(game, record),
        "cooperation": _cooperation(names, game, record),
        "players": [_player(names, record["players"][seat]) for seat in range(n)],
    }
    if over and record["seat"]:
        position["pending"] = {"ended_by": int(record["seat"])}
    elif not over and not is_at_beginning(record):
        position["pending"] = _pending(names, game, record)
    return position


def is_at_beginning(record: Any) -> bool:
    """Of a preparation or a turn: nothing is pending."""
    if record["frame_count"]:
        return False
    return bool(record["step"] == HIRING or (record["step"] == TURN and not record["acted"]))


def _top_first(pile: Any, count: Any, names: tuple[str, ...]) -> list[str]:
    return [names[int(item) - 1] for item in pile[: int(count)][::-1]]


def _by_number(numbers: Any, names: tuple[str, ...]) -> list[str]:
    return [names[kind] for kind, number in enumerate(numbers.tolist()) for _ in range(number)]


def _ocean(names: Names, game: "Game", record: Any) -> dict[str, Any]:
    ocean = {}
    for cell in range(CELLS):
        board = int(record["board"][cell]) - 1
        if board >= 0:
            owners = {
                names.spots[board][spot]: seat
                for seat in range(game.num_players) for spot in bits_of(int(record["discs"][cell, seat]))
            }
            ocean[cell_name(cell)] = {
                "board": names.boards[board],
                "discoverer": int(record["discoverer"][cell]) - 1 if record["discoverer"][cell] else None,
                "discs": {id: owners[id] for id in names.spots[board] if id in owners},
                "tokens": _tokens(names, game, record, board),
            }
    return ocean


def _tokens(names: Names, game: "Game", record: Any, board: int) -> dict[str, list[str]]:
    first = int(game.rulebook[0]["dive_site"][board])
    found = {}
    for k, id in enumerate(names.dive_sites[board]):
        count = int(record["site_count"][first + k])
        kinds = record["site_token"][first + k][:count].tolist()
        shuffles = record["site_shuffle"][first + k][:count].tolist()
        found[id] = [
            names.tokens[kind - 1] + (f"@{number}" if number else "")
            for kind, number in zip(kinds[::-1], shuffles[::-1], strict=True)
        ]
    return found


def _infinite(game: "Game", record: Any) -> dict[str, list[int]]:
    numbers = game.rulebook[0]["hex_infinite"].tolist()
    return {
        str(at): record["infinite"][number - 1][: game.num_players].tolist()
        for at, number in enumerate(numbers) if number
    }


def has_rule(game: "Game", rule: MissionRule) -> bool:
    return bool(int(game.rulebook[0]["mission_rules"]) >> rule & 1)


def _mission_state(game: "Game", record: Any) -> dict[str, Any]:
    said: dict[str, Any] = {}
    if has_rule(game, MissionRule.TURTLE_HEX):
        said["turtle_zones"] = [cell_name(cell) for cell in bits_of(int(record["turtle_zones"]))]
    if has_rule(game, MissionRule.DESIGNATION):
        said["designated"] = DESIGNATIONS[int(record["designated"])]
    if has_rule(game, MissionRule.GOAL_HEXES):
        said["goal_options"] = {str(k + 1): OPTIONS[int(option)] for k, option in enumerate(record["goal_option"])}
    if has_rule(game, MissionRule.CLEAN_UP_TRACK):
        said["clean_up"] = record["players"]["clean_up"][: game.num_players].tolist()
    if has_rule(game, MissionRule.ROWS_BY_DEPTH):
        said["races"] = {
            name: [int(seat) - 1 for seat in record["race"][k][: int(record["race_count"][k])]]
            for k, name in enumerate(RACES)
        }
    return said


def _cooperation(names: Names, game: "Game", record: Any) -> dict[str, Any] | None:
    rules = game.rulebook[0]
    if not rules["cooperative"]:
        return None
    turned = int(record["cards_turned"])
    bonus = [names.bonus_goals[int(card) - 1] for card in record["bonus"][::-1]]
    setbacks = [names.setbacks[int(card) - 1] for card in record["setback"][::-1]]
    used, setbacks_used = BONUS_GOALS_USED, int(rules["setbacks_used"])
    goals_turned, setbacks_turned = min(turned, used), max(0, turned - used)
    happening = record["step"] == SETBACK and not record["over"]
    return {
        "bonus_goals": bonus[:goals_turned],
        "cards": bonus[goals_turned:used] + setbacks[setbacks_turned:setbacks_used],
        "bonus_box": bonus[used:CARDS_OF_KIND][::-1],
        "setback_box": setbacks[setbacks_used:CARDS_OF_KIND][::-1],
        "setbacks_done": setbacks[: setbacks_turned - happening],
        **{key: int(less) for key, less in zip(LESS_KEYS, record["less"], strict=True)},
    }


def _player(names: Names, me: Any) -> dict[str, Any]:
    seniors, discs = int(me["seniors"]), int(me["discs_on"])
    used = int(me["used_journals"])
    return {
        **dict(zip(ATTRIBUTE_NAMES, me["marker"].tolist(), strict=True)),
        "research": int(me["research"]),
        "staging": int(me["staging"]),
        "vessels": [cell_name(int(cell) - 1) for cell in me["vessel"][: int(me["vessel_count"])]],
        "launches": int(me["launches"]),
        "tokens": _by_number(me["token"], names.tokens),
        "specialists": [
            {"kind": names.specialists[int(kind) - 1], "senior": bool(seniors >> k & 1), "disc": bool(discs >> k & 1)}
            for k, kind in enumerate(me["kind"][: int(me["specialist_count"])])
        ],
        "journals": [{"journal": k, "used": bool(used >> k & 1)} for k in bits_of(int(me["journals"]))],
    }


# --- what is pending ---


def _pending(names: Names, game: "Game", record: Any) -> dict[str, Any]:
    said: dict[str, Any] = {"step": STEPS[int(record["step"])]}
    for key in ("returning", "next_slot", "activated", "acted", "copier", "setback_player"):
        if record[key]:
            said[key] = int(record[key])
    if record["activation"]:
        said["activation"] = activation_name(names, game, int(record["activation"]))
        said["left"] = {DO_NAMES[do]: int(number) for do, number in enumerate(record["left"]) if number}
    said["frames"] = [_frame(record["frame"][k]) for k in range(int(record["frame_count"]))]
    return said


def activation_name(names: Names, game: "Game", row: int) -> dict[str, Any]:
    rules = game.rulebook[0]
    for kind, rows in enumerate(rules["actions_of"].tolist()):
        if row in rows:
            return {"specialist": names.specialists[kind], "side": SIDES[rows.index(row)]}
    return {"journal": rules["journal_activation"].tolist().index(row)}


def _frame(frame: Any) -> dict[str, Any]:
    about = int(frame["about"])
    said: dict[str, Any] = {"about": FRAME_KINDS[about], "owner": int(frame["owner"])}
    if frame["origin"]:
        said["origin"] = cell_name(int(frame["origin"]) - 1)
    if about == BUNDLE:
        said["begun"] = bool(frame["stage"])
        said["gain"] = {name: int(n) for name, n in zip(GAIN_NAMES, frame["gain"], strict=True) if n}
        said["rewards_site"] = bool(frame["rewards_site"])
        if frame["do"]:
            said["do"] = DO_NAMES[int(frame["do"]) - 1]
    if about == DOING:
        said["stage"], said["do"] = STAGES[int(frame["stage"])], DO_NAMES[int(frame["do"])]
    return said | {name: int(frame[name]) for name in FRAME_NUMBERS if frame[name]}
