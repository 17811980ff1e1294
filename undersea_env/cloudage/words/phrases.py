"""What an action means, as a phrase: in a position, and in general."""

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from undersea_env.cloudage.kernel.actions import ACTIONS
from undersea_env.cloudage.kernel.course import BUILD, PLANT_ACTION
from undersea_env.cloudage.printed.effects import Pay
from undersea_env.cloudage.printed.language import TYPE_WORDS, amounts_text, permanent_text
from undersea_env.cloudage.printed.words import CITY_ACTIONS, SECTORS, CardField, Type
from undersea_env.cloudage.words.effects import sequence_words
from undersea_env.cloudage.words.names import (
    BONUS_WORDS,
    DIRECTION_NAMES,
    DISTRICT_NAMES,
    PLANT_NAMES,
    RESOURCE_NAMES,
    TYPE_NAMES,
    gun_name,
    hex_name,
)
from undersea_env.cloudage.words.readings import GRANTED_UPGRADE, Table
from undersea_env.showing.words import number_of

if TYPE_CHECKING:
    from undersea_env.core.position import Game

CUBE_TOKENS = ("L1", "L2", "L5")
HARBOUR = 2                              # L5 among them
(
    DISCARD, OBJECTIVE, PAY, VOTE, LEVEL, LOWER, STEP, TOLL, FIGHT, BRANCH, SPACE, CITY_ACTION, SPACE_OF_SECTOR, PARROT,
    UPDATE, WRENCH, BUILD_ACTION, PAY_CARD, PLANT, PUT, UPGRADE, PROJECT, RESOURCE, COVER, GUN, PAY_PLANT, COLLECT,
) = range(1, 28)                         # questions, D-1 to D-27
assert UPGRADE == GRANTED_UPGRADE


class Said(NamedTuple):
    """What is done, and what it gives or lets one do."""

    words: str
    effect: str = ""

    def whole(self) -> str:
        return f"{self.words}: {self.effect}" if self.effect else self.words


Phrase = Callable[[Table, int], Said]


def action_phrase(table: Table, number: int) -> Said:
    """Of a legal action."""
    block, place = ACTIONS.block_of(number)
    return PHRASES[block.name](table, place)


def passing(table: Table, place: int) -> Said:
    if table.question == STEP:
        return Said(f"land on {table.place(int(table.me.hex))}", landing_words(table))
    return Said(PASSES[table.question])


PASSES = {
    PAY: "pay nothing", LEVEL: "produce nothing", FIGHT: "stop the fight", UPDATE: "remove no navigation card",
    WRENCH: "leave the wrench unused", PLANT: "plant no more", PUT: "put the plant on no hex, back into the bag",
    UPGRADE: "build no upgrade", PROJECT: "play no project", COLLECT: "collect nothing",
}


def landing_words(table: Table) -> str:
    """What comes next on this hex (M-6, M-8)."""
    solar = f"{int(table.rules['solar_energy'])} energy" if table.record.left else ""
    return ", ".join(filter(None, (solar, fight_words(table, int(table.me.hex)))))


def fight_words(table: Table, number: int) -> str:
    """F-1."""
    city = table.city_on(number)
    if city is None or not table.strength_of(city) or table.me.cubes[city]:
        return "no fight"
    return f"a fight against {table.strength_of(city)} for {table.reward_of(city)}"


# --- the map ---


def fly(table: Table, direction: int) -> Said:
    number = int(table.rules["neighbour"][int(table.me.hex), direction])
    points = number_of(table.cost(number), "movement point")
    is_new = table.find(number) and not table.has_hex(table.record.taken_finds, number)
    toll = f"toll {toll_words(table)}" if table.is_toll(number) else ""
    gives = (toll, f"find {table.find(number)}" if is_new else "")
    where = f"fly {DIRECTION_NAMES[direction]} to {table.place(number)} for {points}"
    return Said(where, ", ".join(filter(None, gives)))


def toll_words(table: Table) -> str:
    return f"{int(table.rules['toll_water'])} water or {number_of(int(table.rules['toll_points']), 'point')}"


def put_on_hex(table: Table, number: int) -> Said:
    find = table.find(number)
    return Said(f"put the plant on {hex_name(number)}", f"find {find}, which then is gone" if find else "")


# --- fights ---


def draw(table: Table, way: int) -> Said:
    if way:
        return Said(f"draw a navigation card for {number_of(int(table.rules['next_card_points']), 'point')}")
    return Said(f"draw a navigation card for {card_energy(table)} energy")


def card_energy(table: Table) -> int:
    """F-3."""
    return int(table.rules["next_card_energy" if table.record.drawn_count else "first_card_energy"])


def use_cube(table: Table, which: int) -> Said:
    city = table.cube_city(which)
    assert city is not None
    if which == HARBOUR:
        gives = f"plant {int(table.rules['cube_plants'][which])}"
    else:
        gives = f"strength +{int(table.rules['cube_strength'][which])}"
    return Said(f"remove a cube from {table.cities[city].name} ({CUBE_TOKENS[which]})", gives)


# --- choices ---


def option(table: Table, which: int) -> Said:
    if table.question in (BRANCH, SPACE):
        return Said("choose", sequence_words(table.rows.branches(int(table.frame.place))[which]))
    return OPTIONS[table.question](table, which)


def pay(table: Table, which: int) -> Said:
    """D-3."""
    part = table.rows.part(int(table.frame.place))
    assert isinstance(part, Pay)
    return Said(f"pay {amounts_text(part.amounts)}", sequence_words(part.sequence))


def vote(table: Table, which: int) -> Said:
    story = table.story
    assert story is not None
    card = story.next[which]
    return Said(f'vote for "{table.book.story_card(card).title}" (story card {card})')


def take_lower(table: Table, which: int) -> Said:
    value = lower_value(table)
    return Said(f"draw {number_of(value, 'card')}" if which else f"gain {value} energy")


def lower_value(table: Table) -> int:
    """P-5: it lies under the higher one."""
    return int(table.me.spent[int(table.me.spent_count) - 2])


def pay_toll(table: Table, which: int) -> Said:
    return Said(f"pay {toll_words(table).split(' or ')[which]} for the passage")


OPTIONS: dict[int, Phrase] = {
    OBJECTIVE: lambda table, which: Said(f"keep {table.objective(int(table.me.objectives[which]))}"),
    PAY: pay,
    VOTE: vote,
    LOWER: take_lower,
    TOLL: pay_toll,
    PARROT: lambda table, which: Said(f"put the city card on the navigation {('deck', 'discard')[which]}"),
}


def take(table: Table, which: int) -> Said:
    return Said(f"take 1 {RESOURCE_NAMES[which]}")


def produce(table: Table, level: int) -> Said:
    rules = table.rules
    points = int(rules["level_points"][level])
    gives = f"{int(rules['level_water'][level])} water" + (f", {number_of(points, 'point')}" if points else "")
    return Said(f"produce at level {level} for {int(rules['level_energy'][level])} energy", gives)


# --- city actions ---


def city_action(table: Table, place: int) -> Said:
    if place < SECTORS:
        return Said(f"collect in sector {place + 1}")
    if place == BUILD:
        return Said("build", "2 build actions")
    if place == PLANT_ACTION:
        return Said("plant", f"up to {number_of(capacity(table), 'plant')}")
    token = place - PLANT_ACTION - 1
    return Said(f"use {CITY_ACTIONS[token]}", table.effect(table.rules["city_action"][token]))


def capacity(table: Table) -> int:
    """W-1, W-10."""
    me = table.me
    return int(table.rules["plant_capacity"]) + int(me.permanent[Type.GROWING]) - int(me.fresh_growing)


def sector_of_drone(table: Table) -> int:
    """D-13: of the city action, or of the solo board."""
    return int(table.record.action) if table.frame is None else int(table.frame.b) - 1


def put_drone(table: Table, district: int) -> Said:
    """With what the clouds leave open of its district."""
    shown = table.shown(sector_of_drone(table))
    amount = shown.get(CardField(CardField.ENERGY_AMOUNT + district))
    bonus = shown.get(CardField(CardField.ENERGY_BONUS + district))
    known = ("" if amount is None else f"amount {amount}", "" if bonus is None else BONUS_WORDS[bonus])
    return Said(f"put the drone on {DISTRICT_NAMES[district]}", ", ".join(filter(None, known)))


def build_upgrade(table: Table, type: int) -> Said:
    built = table.built(type)
    bonus = table.effect(table.rules["upgrade_bonus"][type, built])
    gives = f"{TYPE_NAMES[type]} +1{f', {bonus}' if bonus else ''}"
    return Said(f"build {TYPE_NAMES[type]} upgrade {built + 1} for {table.metal_for(type, table.seat)} metal", gives)


def plant(table: Table, kind: int) -> Said:
    if table.question == PAY_PLANT:
        return Said(f"pay with a {PLANT_NAMES[kind]} plant")
    return Said(f"plant a {PLANT_NAMES[kind]} plant", table.effect(table.rules["plant_reward"][kind]))


# --- cards ---


def cover(table: Table, number: int) -> Said:
    return Said(f"cover the task {table.task(number).id}")


def remove_gun(table: Table, gun: int) -> Said:
    return Said(f"remove the gun {gun_name(gun)} on {hex_name(int(table.rules['gun_hex'][gun]))}")


def project(table: Table, card: int) -> Said:
    title = table.project(card).title
    if table.question == DISCARD:
        return Said(f"discard {title}", project_gives(table, card))
    if table.question == PAY_CARD:
        return Said(f"pay with {title}")
    return Said(f"play {title} for {price_of_project(table, table.seat, card)}", project_gives(table, card))


def price_of_project(table: Table, seat: int, card: int) -> str:
    cards = table.project(card).cards
    return f"{table.water_for(seat, card)} water" + (f" and {number_of(cards, 'card')}" if cards else "")


def project_gives(table: Table, card: int) -> str:
    printed = table.project(card)
    points = f"{number_of(printed.points, 'point')} at the end" if printed.points else ""
    gives = (table.effect(table.rules["instant"][card]), permanent_text(printed.permanent), points)
    return "; ".join(filter(None, gives))


PHRASES: dict[str, Phrase] = {
    "PASS": passing,
    "MOVE": fly,
    "FIGHT": draw,
    "CUBE": use_cube,
    "RESOURCE": take,
    "OPTION": option,
    "LEVEL": produce,
    "ACTION": city_action,
    "DISTRICT": put_drone,
    "UPGRADE": build_upgrade,
    "PLANT": plant,
    "NAV": lambda table, value: Said(f"remove a navigation card of value {value}"),
    "TASK": cover,
    "GUN": remove_gun,
    "PROJECT": project,
    "HEX": put_on_hex,
}


# --- in general ---


def describe_action(game: "Game", number: int) -> str:
    """What the action means in every position."""
    block, place = ACTIONS.block_of(number)
    return MEANINGS[block.name](game, place)


CITY_ACTION_WORDS = (
    *(f"collect in sector {sector + 1}" for sector in range(SECTORS)), "build", "plant",
    *(f"use {token}" for token in CITY_ACTIONS),
)
MEANINGS: dict[str, Callable[["Game", int], str]] = {
    "PASS": lambda game, place: "stop, refuse, enough",
    "MOVE": lambda game, place: f"fly to the next hex {DIRECTION_NAMES[place]}",
    "FIGHT": lambda game, place: f"draw a navigation card for {('energy', 'points')[place]}",
    "CUBE": lambda game, place: f"remove a cube for {CUBE_TOKENS[place]}",
    "RESOURCE": lambda game, place: f"take 1 {RESOURCE_NAMES[place]}",
    "OPTION": lambda game, place: f"choose option {place + 1}",
    "LEVEL": lambda game, place: f"produce at level {place}",
    "ACTION": lambda game, place: CITY_ACTION_WORDS[place],
    "DISTRICT": lambda game, place: f"put the drone on {DISTRICT_NAMES[place]}",
    "UPGRADE": lambda game, place: f"build the next {TYPE_WORDS[Type(place)]} upgrade",
    "PLANT": lambda game, place: f"plant or pay a {PLANT_NAMES[place]} plant",
    "NAV": lambda game, place: f"remove a navigation card of value {place}",
    "TASK": lambda game, place: f"cover the task {game.catalogue.tasks[place].id}",
    "GUN": lambda game, place: f"remove the gun {gun_name(place)}",
    "PROJECT": lambda game, place: f"play or discard {game.catalogue.projects[place].title} (no. {place + 1})",
    "HEX": lambda game, place: f"put the plant on {hex_name(place)}",
}
