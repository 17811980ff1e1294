"""From a position to its readable form."""

from typing import TYPE_CHECKING, Any, TypeAlias

from undersea_env.core.notation import plain
from undersea_env.core.readings import bits_of
from undersea_env.endeavor_deep_sea.compiled.limits import BONUS_GOALS_USED, CARDS_OF_KIND
from undersea_env.endeavor_deep_sea.kernel.state import BUNDLE, DOING, HIRING, SETBACK, TURN
from undersea_env.endeavor_deep_sea.printed.words import MissionRule
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

Record: TypeAlias = dict[str, Any]               # in plain Python


def to_dict(state: "State") -> dict[str, Any]:
    game, whole = state.game, state.record[0]
    names, n = names_of(game), game.num_players
    record = plain(whole, but=("players", "frame"))
    over = bool(record["over"])
    position: dict[str, Any] = {
        "game": game.name,
        "num_players": n,
        "mission": game.options.mission,
        "mode": game.options.mode,
        "difficulty": game.options.difficulty,
        "stream": record["stream"],
        "round": record["round_no"],
        "phase": PHASES[record["phase"]],
        "wave": record["wave"],
        "to_move": -1 if over else record["mover"],
        "passed": bits_of(record["passed"]),
        "prepared": record["prepared"],
        "ocean": _ocean(names, n, record),
        "stacks": {str(d + 1): _top_first(pile, count, names.boards)
                   for d, (pile, count) in enumerate(zip(record["stack"], record["stack_count"], strict=True))},
        "seen": {str(d + 1): number for d, number in enumerate(record["seen"])},
        "token_supply": _top_first(record["supply"], record["supply_count"], names.tokens),
        "token_shuffle": record["shuffle_no"],
        "token_discard": _by_number(record["discard"], names.tokens),
        "row": [journal - 1 if journal else None for journal in record["row"]],
        "deck": [journal - 1 for journal in record["deck"][: record["deck_count"]][::-1]],
        "stock": {names.specialists[kind]: left for kind, left in enumerate(record["stock"])},
        "display": [names.specialists[kind - 1] if kind else None for kind in record["display"]],
        "hidden_experts": _top_first(record["expert"], record["expert_count"], names.specialists),
        "impact": {str(at): owner - 1 for at, owner in enumerate(record["hex_owner"]) if owner},
        "infinite": {str(at): record["infinite"][number][:n] for at, number in names.infinite_hexes},
        "mission_state": _mission_state(game, record, whole["players"]),
        "cooperation": _cooperation(names, game, record),
        "players": [_player(names, me) for me in plain(whole["players"][:n])],
    }
    if over and record["seat"]:
        position["pending"] = {"ended_by": record["seat"]}
    elif not over and not is_at_beginning(record):
        position["pending"] = _pending(names, game, record, whole["frame"])
    return position


def is_at_beginning(record: Record) -> bool:
    """Of a preparation or a turn: nothing is pending."""
    if record["frame_count"]:
        return False
    return bool(record["step"] == HIRING or (record["step"] == TURN and not record["acted"]))


def _top_first(pile: list[int], count: int, names: tuple[str, ...]) -> list[str]:
    return [names[item - 1] for item in pile[:count][::-1]]


def _by_number(numbers: list[int], names: tuple[str, ...]) -> list[str]:
    return [names[kind] for kind, number in enumerate(numbers) for _ in range(number)]


def _ocean(names: Names, seats: int, record: Record) -> dict[str, Any]:
    return {
        cell_name(cell): _zone(names, seats, record, cell, board - 1)
        for cell, board in enumerate(record["board"]) if board > 0
    }


def _zone(names: Names, seats: int, record: Record, cell: int, board: int) -> dict[str, Any]:
    spots, discoverer = names.spots[board], record["discoverer"][cell]
    owners = {spot: seat for seat, discs in enumerate(record["discs"][cell][:seats]) for spot in bits_of(discs)}
    return {
        "board": names.boards[board],
        "discoverer": discoverer - 1 if discoverer else None,
        "discs": {spots[spot]: owners[spot] for spot in sorted(owners)},
        "tokens": {
            id: _tokens(names, record, site) for site, id in enumerate(names.dive_sites[board], names.first_site[board])
        },
    }


def _tokens(names: Names, record: Record, site: int) -> list[str]:
    count = record["site_count"][site]
    pile = zip(record["site_token"][site][:count], record["site_shuffle"][site][:count], strict=True)
    return [names.tokens[kind - 1] + (f"@{number}" if number else "") for kind, number in pile][::-1]


def has_rule(game: "Game", rule: MissionRule) -> bool:
    return bool(int(game.rulebook[0]["mission_rules"]) >> rule & 1)


def _mission_state(game: "Game", record: Record, players: Any) -> dict[str, Any]:
    said: dict[str, Any] = {}
    if has_rule(game, MissionRule.TURTLE_HEX):
        said["turtle_zones"] = [cell_name(cell) for cell in bits_of(record["turtle_zones"])]
    if has_rule(game, MissionRule.DESIGNATION):
        said["designated"] = DESIGNATIONS[record["designated"]]
    if has_rule(game, MissionRule.GOAL_HEXES):
        said["goal_options"] = {str(k + 1): OPTIONS[option] for k, option in enumerate(record["goal_option"])}
    if has_rule(game, MissionRule.CLEAN_UP_TRACK):
        said["clean_up"] = players["clean_up"][: game.num_players].tolist()
    if has_rule(game, MissionRule.ROWS_BY_DEPTH):
        said["races"] = {
            name: [seat - 1 for seat in seats[:count]]
            for name, seats, count in zip(RACES, record["race"], record["race_count"], strict=True)
        }
    return said


def _cooperation(names: Names, game: "Game", record: Record) -> dict[str, Any] | None:
    rules = game.rulebook[0]
    if not rules["cooperative"]:
        return None
    turned = record["cards_turned"]
    bonus = [names.bonus_goals[card - 1] for card in record["bonus"][::-1]]
    setbacks = [names.setbacks[card - 1] for card in record["setback"][::-1]]
    used, setbacks_used = BONUS_GOALS_USED, int(rules["setbacks_used"])
    goals_turned, setbacks_turned = min(turned, used), max(0, turned - used)
    happening = record["step"] == SETBACK and not record["over"]
    return {
        "bonus_goals": bonus[:goals_turned],
        "cards": bonus[goals_turned:used] + setbacks[setbacks_turned:setbacks_used],
        "bonus_box": bonus[used:CARDS_OF_KIND][::-1],
        "setback_box": setbacks[setbacks_used:CARDS_OF_KIND][::-1],
        "setbacks_done": setbacks[: setbacks_turned - happening],
        **dict(zip(LESS_KEYS, record["less"], strict=True)),
    }


def _player(names: Names, me: Record) -> dict[str, Any]:
    seniors, discs, used = me["seniors"], me["discs_on"], me["used_journals"]
    return {
        **dict(zip(ATTRIBUTE_NAMES, me["marker"], strict=True)),
        "research": me["research"],
        "staging": me["staging"],
        "vessels": [cell_name(cell - 1) for cell in me["vessel"][: me["vessel_count"]]],
        "launches": me["launches"],
        "tokens": _by_number(me["token"], names.tokens),
        "specialists": [
            {"kind": names.specialists[kind - 1], "senior": bool(seniors >> k & 1), "disc": bool(discs >> k & 1)}
            for k, kind in enumerate(me["kind"][: me["specialist_count"]])
        ],
        "journals": [{"journal": k, "used": bool(used >> k & 1)} for k in bits_of(me["journals"])],
    }


# --- what is pending ---


def _pending(names: Names, game: "Game", record: Record, frames: Any) -> dict[str, Any]:
    said: dict[str, Any] = {"step": STEPS[record["step"]]}
    for key in ("returning", "next_slot", "activated", "acted", "copier", "setback_player"):
        if record[key]:
            said[key] = record[key]
    if record["activation"]:
        said["activation"] = activation_name(names, game, record["activation"])
        said["left"] = {DO_NAMES[do]: number for do, number in enumerate(record["left"]) if number}
    said["frames"] = [_frame(frame) for frame in plain(frames[: record["frame_count"]])]
    return said


def activation_name(names: Names, game: "Game", row: int) -> dict[str, Any]:
    rules = game.rulebook[0]
    for kind, rows in enumerate(rules["actions_of"].tolist()):
        if row in rows:
            return {"specialist": names.specialists[kind], "side": SIDES[rows.index(row)]}
    return {"journal": rules["journal_activation"].tolist().index(row)}


def _frame(frame: Record) -> dict[str, Any]:
    about = frame["about"]
    said: dict[str, Any] = {"about": FRAME_KINDS[about], "owner": frame["owner"]}
    if frame["origin"]:
        said["origin"] = cell_name(frame["origin"] - 1)
    if about == BUNDLE:
        said["begun"] = bool(frame["stage"])
        said["gain"] = {name: number for name, number in zip(GAIN_NAMES, frame["gain"], strict=True) if number}
        said["rewards_site"] = bool(frame["rewards_site"])
        if frame["do"]:
            said["do"] = DO_NAMES[frame["do"] - 1]
    if about == DOING:
        said["stage"], said["do"] = STAGES[frame["stage"]], DO_NAMES[frame["do"]]
    return said | {name: frame[name] for name in FRAME_NUMBERS if frame[name]}
