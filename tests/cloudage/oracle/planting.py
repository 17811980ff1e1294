"""Plants (section 8, Plant) and the plants of L5 (Q-2)."""

from . import effects, fights
from .asking import Choice, Course, ask
from .numbers import HEX, L5_CUBE, PASS, PLANT, PLANTS
from .table import REST, Table

GREEN = PLANTS.index("green")
HARBOUR = "L5"


def plant_action(table: Table, seat: int) -> Course:
    """W-1"""
    fresh = table.players[seat].fresh_growing
    if fresh:
        table.note("rule W-10: fresh growing")
    growing = table.for_good(seat, "growing") - fresh
    yield from plant(table, seat, table.printed.constants["plant_capacity"] + growing, counts=True)


def plant(table: Table, seat: int, capacity: int, on_map: bool = False, counts: bool = False) -> Course:
    """Up to so many of the plants held now and not fresh, one after the other (W-2, W-9)."""
    player = table.players[seat]
    left = player.plantable
    if any(player.fresh):
        table.note("rule W-10: fresh plants")
    is_within, table.is_planting = table.is_planting, True             # a dry-stem may play what plants
    for _ in range(capacity):
        kinds = [kind for kind in range(len(PLANTS)) if left[kind] and player.plantable[kind]]
        answer = yield from ask(table, "D-19", seat, [PASS, *(PLANT + kind for kind in kinds)])
        if answer == PASS:
            break
        left[answer - PLANT] -= 1
        is_bare = yield from _plant_one(table, seat, answer - PLANT, on_map)
        if counts:
            table.counted_plants += 1
            table.bare_plants += is_bare
    table.is_planting = is_within


def _plant_one(table: Table, seat: int, kind: int, on_map: bool) -> Choice:
    """W-3, W-4; 1 if it was put on a hex without find."""
    player = table.players[seat]
    player.plants[kind] -= 1
    is_within, table.in_dry_stem = table.in_dry_stem, True
    yield from effects.carry_out(table, seat, table.printed.plants[kind], REST, fresh=True)
    table.in_dry_stem = is_within
    table.note(f"planted {PLANTS[kind]}")
    is_bare = 0
    place = PASS
    if kind == GREEN or on_map:
        place = yield from ask(table, "D-20", seat, [PASS, *(HEX + number for number in legal_hexes(table, seat))])
    if place == PASS:
        table.bag[kind] += 1
    else:
        is_bare = yield from _cover(table, seat, place - HEX, kind)
    if kind == GREEN:
        yield from effects.react(table, seat, {"plant green"})
    return is_bare


def _cover(table: Table, seat: int, number: int, kind: int) -> Choice:
    """W-6"""
    find = table.land.find(number)
    yield from effects.carry_out(table, seat, find, "finds")
    table.land.planted[number] = kind
    table.note("rule W-6: covered a find" if find else "planted a bare hex")
    return int(not find)


def legal_hexes(table: Table, seat: int) -> list[int]:
    """W-5: next to the own airship, or connected with it over planted hexes."""
    land = table.land
    reached = {table.players[seat].hex}
    border = [table.players[seat].hex]
    while border:
        for number in land.near(border.pop()):
            if number in land.planted and number not in reached:
                reached.add(number)
                border.append(number)
    airships = {player.hex for player in table.players}
    beside = {number for place in reached for number in land.near(place)}
    return sorted(number for number in beside - airships if land.can_be_planted(number))


def finish(table: Table, seat: int) -> Course:
    """W-8: the end of a plant action or of L14."""
    yield from effects.react(table, seat, {"planting"}, table.counted_plants)


# --- L5 ---

def harbour(table: Table, seat: int) -> list[int]:
    """Q-2: the answer that removes a cube of L5, where it is offered."""
    may = table.phase == "action" and not table.is_planting
    has_plant = any(table.players[seat].plantable)
    return [L5_CUBE] if may and has_plant and fights.has_cube(table, seat, HARBOUR) else []


def use_harbour(table: Table, seat: int) -> Course:
    fights.remove_cube(table, seat, HARBOUR)
    yield from plant(table, seat, 1)
