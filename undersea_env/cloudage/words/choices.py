"""What an answer is about: ids in the picture of the table, and facts for bots and pages."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from undersea_env.cloudage.kernel.actions import ACTIONS
from undersea_env.cloudage.kernel.course import BUILD, PLANT_ACTION
from undersea_env.cloudage.printed.words import CITY_ACTIONS, SECTORS
from undersea_env.cloudage.words.names import DISTRICT_NAMES, PLANT_NAMES, RESOURCE_NAMES, TYPE_NAMES, hex_name
from undersea_env.cloudage.words.phrases import DISCARD, PAY_CARD, STEP, action_phrase, sector_of_drone
from undersea_env.cloudage.words.readings import Table

if TYPE_CHECKING:
    from undersea_env.core.position import State

Facts = dict[str, Any]


# --- targets ---


def targets(state: "State", number: int) -> tuple[str, ...]:
    """Ids in the picture that mean this action, also if it is not legal now."""
    block, place = ACTIONS.block_of(number)
    find = TARGET_OF.get(block.name)
    target = find(Table(state.states[0], state.game), place) if find else None
    return (target,) if target else ()


def _hex(table: Table, number: int) -> str | None:
    return f"hex-{hex_name(number)}" if table.is_hex(number) else None


def _own_hex(table: Table, place: int) -> str | None:
    """To land there."""
    return _hex(table, int(table.me.hex)) if table.question == STEP else None


def _next_hex(table: Table, direction: int) -> str | None:
    return _hex(table, int(table.rules["neighbour"][int(table.me.hex), direction]))


def _cube(table: Table, which: int) -> str | None:
    city = table.cube_city(which)
    return None if city is None else f"city-{table.cities[city].id}"


def _action(table: Table, place: int) -> str | None:
    if place < SECTORS:
        return f"sector-{place + 1}"
    if place == BUILD:
        return "action-build"
    if place == PLANT_ACTION:
        return "action-plant" if table.rules["has_growing"] else None
    token = CITY_ACTIONS[place - PLANT_ACTION - 1]
    return f"action-{token}" if token in table.tokens_in_play else None


def _district(table: Table, district: int) -> str | None:
    sector = sector_of_drone(table)
    return f"sector-{sector + 1}-{DISTRICT_NAMES[district]}" if sector in table.sectors else None


def _upgrade(table: Table, type: int) -> str | None:
    return f"seat-{table.seat}-upgrade-{TYPE_NAMES[type]}" if table.rules["upgrade_count"][type] else None


def _plant(table: Table, kind: int) -> str | None:
    return f"seat-{table.seat}-plant-{PLANT_NAMES[kind]}" if table.me.plants[kind] else None


def _task(table: Table, number: int) -> str | None:
    visible = int(table.me.tasks) >> number & 1
    return f"seat-{table.seat}-task-{table.task(number).id}" if visible else None


def _gun(table: Table, gun: int) -> str | None:
    return _hex(table, int(table.rules["gun_hex"][gun])) if int(table.record.guns) >> gun & 1 else None


def _project(table: Table, card: int) -> str | None:
    mine = (*table.hand(table.seat), *table.cards_in(table.me.in_play))
    return f"project-{table.project(card).id}" if card in mine else None


TARGET_OF: dict[str, Callable[[Table, int], str | None]] = {
    "PASS": _own_hex,
    "MOVE": _next_hex,
    "CUBE": _cube,
    "RESOURCE": lambda table, which: f"seat-{table.seat}-{('water', 'metal', 'energy', 'cards')[which]}",
    "LEVEL": lambda table, level: f"level-{level}",
    "ACTION": _action,
    "DISTRICT": _district,
    "UPGRADE": _upgrade,
    "PLANT": _plant,
    "NAV": lambda table, value: f"seat-{table.seat}-navigation",
    "TASK": _task,
    "GUN": _gun,
    "PROJECT": _project,
    "HEX": _hex,
}


# --- facts ---

NO_FACTS: Facts = {
    "effect": "",            # what it gives or lets one do, in words
    "hex": None,             # "B2"
    "city": None,            # the id of the city on that hex
    "find": "",              # what is found there, in words
    "project": None,         # its number
    "task": None,            # its id
    "sector": None,          # from 1
    "district": None,        # its name
    "upgrade": None,         # "movement", "combat", "growing"
    "plant": None,           # the kind
    "resource": None,        # its name
    "level": None,           # of production
    "points": 0,             # of a project, at the end
    "price": {},             # what it costs, by resources
    "cost": 0,               # the same in one number: how many of them
}


def facts(state: "State", number: int) -> Facts:
    """Of a legal action."""
    table = Table(state.states[0], state.game)
    block, place = ACTIONS.block_of(number)
    found = NO_FACTS | {"price": {}, "effect": action_phrase(table, number).effect}
    if block.name in FACTS_OF:
        found |= FACTS_OF[block.name](table, place)
    found["price"] = {name: n for name, n in found["price"].items() if n}
    found["cost"] = sum(found["price"].values())
    return found


def _facts_of_hex(table: Table, number: int) -> Facts:
    city = table.city_on(number)
    is_new = not table.has_hex(table.record.taken_finds, number)
    return {
        "hex": hex_name(number), "city": None if city is None else table.cities[city].id,
        "find": table.find(number) if is_new else "",
    }


def _facts_of_move(table: Table, direction: int) -> Facts:
    number = int(table.rules["neighbour"][int(table.me.hex), direction])
    return _facts_of_hex(table, number) | {"price": {"movement": table.cost(number)}}


def _facts_of_landing(table: Table, place: int) -> Facts:
    return _facts_of_hex(table, int(table.me.hex)) if table.question == STEP else {}


def _facts_of_level(table: Table, level: int) -> Facts:
    return {"level": level, "price": {"energy": int(table.rules["level_energy"][level])}}


def _facts_of_upgrade(table: Table, type: int) -> Facts:
    return {"upgrade": TYPE_NAMES[type], "price": {"metal": table.metal_for(type, table.seat)}}


def _facts_of_project(table: Table, card: int) -> Facts:
    project = table.project(card)
    price = {"water": table.water_for(table.seat, card), "cards": project.cards}
    is_played = table.question not in (DISCARD, PAY_CARD)
    return {"project": project.id, "points": project.points, "price": price if is_played else {}}


FACTS_OF: dict[str, Callable[[Table, int], Facts]] = {
    "PASS": _facts_of_landing,
    "MOVE": _facts_of_move,
    "RESOURCE": lambda table, which: {"resource": RESOURCE_NAMES[which]},
    "LEVEL": _facts_of_level,
    "ACTION": lambda table, place: {"sector": place + 1 if place < SECTORS else None},
    "DISTRICT": lambda table, district: {"sector": sector_of_drone(table) + 1, "district": DISTRICT_NAMES[district]},
    "UPGRADE": _facts_of_upgrade,
    "PLANT": lambda table, kind: {"plant": PLANT_NAMES[kind]},
    "TASK": lambda table, number: {"task": table.task(number).id},
    "PROJECT": _facts_of_project,
    "HEX": _facts_of_hex,
}
