"""Why an answer is not possible now: one clause in the words of the game, with the rule.

What is legal is decided by the kernels. The functions here presume that something is not legal. They read off the
position what stands in its way; where that takes a judgement (a way over the map) they ask the kernels whether the
answer is legal once the obstacle is gone. They use nothing but what the seat that decides may know.
"""

from collections.abc import Callable

from undersea_env.cloudage.compiled.opcodes import FIRST_BRANCH, Op
from undersea_env.cloudage.kernel.actions import ACTIONS
from undersea_env.cloudage.kernel.course import BUILD, PLANT_ACTION
from undersea_env.cloudage.kernel.state import OF_TIE, PLAYING, SOLO_BOARD, TURN_ENDS
from undersea_env.cloudage.printed.words import CITY_ACTIONS, SECTORS, Type
from undersea_env.cloudage.words import asking
from undersea_env.cloudage.words.names import (
    DIRECTION_NAMES,
    DISTRICT_NAMES,
    PLANT_NAMES,
    TYPE_NAMES,
    gun_name,
    hex_name,
)
from undersea_env.cloudage.words.phrases import (
    BUILD_ACTION,
    COLLECT,
    CUBE_TOKENS,
    DISCARD,
    FIGHT,
    HARBOUR,
    PAY_CARD,
    PAY_PLANT,
    UPGRADE,
    card_energy,
    price_of_project,
)
from undersea_env.cloudage.words.questions import asked
from undersea_env.cloudage.words.readings import Table
from undersea_env.showing.words import number_of

Reason = Callable[[Table, int], str | None]
BLOCKS_OF = {
    1: ("PROJECT",), 2: ("OPTION",), 3: ("OPTION", "PASS"), 4: ("OPTION",), 5: ("LEVEL", "PASS"), 6: ("OPTION",),
    7: ("MOVE", "PASS"), 8: ("OPTION",), 9: ("FIGHT", "CUBE", "PASS"), 10: ("OPTION",), 11: ("OPTION",),
    12: ("ACTION", "CUBE"), 13: ("DISTRICT", "CUBE"), 14: ("OPTION",), 15: ("NAV", "PASS"),
    16: ("RESOURCE", "UPGRADE", "PASS"), 17: ("UPGRADE", "PROJECT", "RESOURCE", "CUBE"), 18: ("PROJECT",),
    19: ("PLANT", "PASS"), 20: ("HEX", "PASS"), 21: ("UPGRADE", "PASS"), 22: ("PROJECT", "PASS"), 23: ("RESOURCE",),
    24: ("TASK",), 25: ("GUN",), 26: ("PLANT",), 27: ("ACTION", "PASS"),
}
BRANCHING = (10, 11)


def why_not(table: Table, number: int) -> str:
    if table.record.over:
        return "the game is over"
    block, place = ACTIONS.block_of(number)
    if block.name not in BLOCKS_OF[table.question]:
        return f"the question now is: {question(table)}"
    reason = REASONS[block.name](table, place) if block.name in REASONS else None
    return reason or f"it is not among the answers to: {question(table)}"


def question(table: Table) -> str:
    return asked(table).removesuffix("?")


# --- movement ---


def why_no_landing(table: Table, place: int) -> str:
    """Of PASS, which only here is not always legal."""
    here = int(table.me.hex)
    if table.city_on(here) is None:
        return f"{table.place(here)} is no city: the airship must end on a city hex (M-3)"
    return f"the airship of seat {others_on(table, here)[0]} is on {table.place(here)} (M-3)"


def others_on(table: Table, number: int) -> list[int]:
    return [seat for seat in table.airships_on(number) if seat != table.seat]


def why_no_step(table: Table, direction: int) -> str:
    number = int(table.rules["neighbour"][int(table.me.hex), direction])
    if not table.is_hex(number):
        return f"there is no hex {DIRECTION_NAMES[direction]} of {hex_name(int(table.me.hex))} (H-2)"
    left, cost = int(table.record.left), table.cost(number)
    if cost > left:
        return f"{table.place(number)} costs {cost}, and you have {number_of(left, 'movement point')} left (M-2)"
    needed = points_for(table, direction)
    if needed is None:
        return f"from {table.place(number)} no free city hex can be reached (M-4)"
    more = number_of(needed - left, "movement point")
    return f"from {table.place(number)} no free city hex can be reached: {more} too few (M-4)"


MOST_POINTS = 60


def points_for(table: Table, direction: int) -> int | None:
    """The least movement points with which the step is legal; distances are known as far as the points reach."""
    for number in range(int(table.record.left) + 1, MOST_POINTS):
        if ACTIONS["MOVE"] + direction in asking.legal_if(table, asking.with_points(number)):
            return number
    return None


# --- fights ---


def why_no_card(table: Table, way: int) -> str:
    if not table.me.navigation_count and not table.me.spent_count:
        return "you have no navigation card to draw (C-8)"
    if way == 0:
        return f"a card costs {card_energy(table)} energy, and you have {int(table.me.energy)} (F-3)"
    if table.frame.a == OF_TIE:
        return "in the fight for a tie no points may be paid (E-7)"
    return "the first card of a fight cannot be bought with points (F-3)"


def why_no_cube(table: Table, which: int) -> str | None:
    token, city = CUBE_TOKENS[which], table.cube_city(which)
    if (which == HARBOUR) == (table.question == FIGHT):
        when = "in the action phase (Q-2)" if which == HARBOUR else "in a fight (Q-1)"
        return f"{token} is used {when}"
    if city is None:
        return f"{token} is not in play (T-1)"
    if not table.me.cubes[city]:
        return f"you have no cube in {table.cities[city].name} (T-1)"
    if not SOLO_BOARD <= table.record.step <= TURN_ENDS:
        return f"{token} is used in the action phase (Q-2)"
    if not any(table.me.plants):
        return f"you have no plant for {token} (Q-2)"
    if not any(table.me.plants - table.me.fresh):
        return f"all of your plants are fresh, so {token} could plant none (Q-2, W-10)"
    return f"{token} is not used inside a planting (Q-2)" if table.question == BUILD_ACTION else None


# --- choices ---


def why_no_option(table: Table, which: int) -> str | None:
    if table.question not in BRANCHING:
        count = 1 if table.question == 3 else 2
        there = "there is 1 option" if count == 1 else f"there are {count} options"
        return f"{there} (D-{table.question})" if which >= count else None
    row = table.rules["code"][int(table.frame.place)]
    if which >= row[1]:
        return f"the choice is between {int(row[1])} (N-6)"
    begins = table.rules["code"][int(row[FIRST_BRANCH + which])]
    return CANNOT_BEGIN.get(Op(int(begins[0])))


CANNOT_BEGIN = {
    Op.UPGRADE: "you can pay for no upgrade (N-6)",
    Op.PROJECT: "you can play no project (N-6)",
    Op.COLLECT: "the sector has no card (N-6)",
    Op.PLANT: "you have no plant that is not fresh (N-6)",
}


def why_no_level(table: Table, level: int) -> str:
    if level > table.me.production:
        return f"your production is at level {int(table.me.production)} (P-4)"
    needed = int(table.rules["level_energy"][level])
    return f"level {level} takes {needed} energy, and you have {int(table.me.energy)} (P-4)"


# --- city actions ---


def why_no_city_action(table: Table, place: int) -> str | None:
    if table.question == COLLECT:
        if place >= SECTORS:
            return "the solo board offers a collect here (O-5)"
        if not int(table.frame.a) >> place & 1:
            return f"this space of the solo board does not name sector {place + 1} (O-4)"
    if place < SECTORS:
        return f"sector {place + 1} has no card left (A-2)"
    if place == PLANT_ACTION:
        return "in scenario 1 there is no plant action (S-12)"
    if place == BUILD:
        return None
    token = CITY_ACTIONS[place - PLANT_ACTION - 1]
    return f"{token} is not in play (T-{token[1:]})"


def why_no_district(table: Table, district: int) -> str | None:
    seat = next((seat for seat in table.seats if table.record.players[seat].drone == district + 1), None)
    return None if seat is None else f"the drone of seat {seat} is on {DISTRICT_NAMES[district]} (A-1)"


def why_no_upgrade(table: Table, type: int) -> str:
    name = TYPE_NAMES[type]
    if type == Type.GROWING and not table.rules["has_growing"]:
        return "in scenario 1 there are no growing upgrades (S-12)"
    if table.built(type) == table.rules["upgrade_count"][type]:
        return f"all of your {name} upgrades are built (B-3)"
    if table.question == UPGRADE and table.frame.a and type != table.frame.a - 1:
        return f"only a {TYPE_NAMES[int(table.frame.a) - 1]} upgrade is granted (N-7)"
    price = table.metal_for(type, table.seat)
    return f"the next {name} upgrade costs {price} metal, and you have {int(table.me.metal)} (B-3)"


def why_no_plant(table: Table, kind: int) -> str:
    name, held = PLANT_NAMES[kind], int(table.me.plants[kind])
    if not held:
        return f"you have no {name} plant ({'N-5' if table.question == PAY_PLANT else 'W-1'})"
    if held == table.me.fresh[kind]:
        return f"your {name} plants are fresh (W-10)"
    return f"you have planted all of the {name} plants that you had at the beginning (W-1)"


def why_no_hex(table: Table, number: int) -> str:
    name = table.place(number)
    if not table.is_hex(number):
        return f"there is no hex {hex_name(number)} on this map (H-2)"
    if table.city_on(number) is not None:
        return f"{name} belongs to a city (W-5)"
    if table.gun_on(number) is not None or table.is_toll(number):
        return f"a legacy token lies on {name} (W-5)"
    if table.is_planted(number):
        return f"{name} is planted already (W-5)"
    there = table.airships_on(number)
    if there:
        return f"{'your airship' if table.seat in there else f'the airship of seat {there[0]}'} is on {name} (W-5)"
    return f"{name} is not connected with your airship (W-5)"


# --- cards ---


def why_no_navigation(table: Table, value: int) -> str:
    return f"no navigation card of value {value} lies on your discard (A-6)"


def why_no_task(table: Table, number: int) -> str:
    name = table.task(number).id
    if int(table.me.covered) >> number & 1:
        return f"your task {name} is covered already (J-1)"
    return f"you have no task {name} (J-1)"


def why_no_gun(table: Table, gun: int) -> str:
    return f"the gun {gun_name(gun)} is not in play (T-8)"


def why_no_project(table: Table, card: int) -> str | None:
    printed = table.project(card)
    title, hand = printed.title, table.hand(table.seat)
    if card not in hand:
        if table.question == PAY_CARD and table.frame.about == PLAYING and table.frame.a == card:
            return f"{title} is the project that you play (K-1)"
        return f"{title} (no. {printed.id}) is not in your hand ({'S-10' if table.question == DISCARD else 'K-1'})"
    twin = next((other for other in hand if table.project(other).title == title), card)
    if twin < card:
        return f"you have the same card as no. {twin + 1}, which is named instead (D-a)"
    price = price_of_project(table, table.seat, card)
    if table.water_for(table.seat, card) > table.me.water:
        return f"{title} costs {price}, and you have {int(table.me.water)} water (K-1)"
    return f"{title} costs {price}, and you have {number_of(len(hand) - 1, 'other card')} (K-1)"


REASONS: dict[str, Reason] = {
    "PASS": why_no_landing,
    "MOVE": why_no_step,
    "FIGHT": why_no_card,
    "CUBE": why_no_cube,
    "OPTION": why_no_option,
    "LEVEL": why_no_level,
    "ACTION": why_no_city_action,
    "DISTRICT": why_no_district,
    "UPGRADE": why_no_upgrade,
    "PLANT": why_no_plant,
    "NAV": why_no_navigation,
    "TASK": why_no_task,
    "GUN": why_no_gun,
    "PROJECT": why_no_project,
    "HEX": why_no_hex,
}
