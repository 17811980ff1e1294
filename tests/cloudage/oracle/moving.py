"""The movement phase (section 6)."""

import heapq

from . import effects, fights
from .asking import Course, ask
from .land import around
from .language import Effect, Either, Gain
from .numbers import MOVE, OPTION, PASS
from .table import Movement, Table

DIRECTIONS = 6
IN_WATER, IN_POINTS = OPTION, OPTION + 1               # D-8


def move(table: Table, seat: int) -> Course:
    """M-1 to M-10"""
    player = table.players[seat]
    value = player.discard[-1] if player.discard else 0
    base = value + table.for_good(seat, "movement")
    solar = table.printed.constants["solar_movement"]
    table.movement = movement = Movement(base, base + solar)
    least = points_to_an_end(table, seat)
    is_lost = least.get(player.hex, movement.left + 1) > movement.left          # M-10
    while not is_lost:
        answer = yield from ask(table, "D-7", seat, _steps(table, seat, least))
        if answer == PASS:
            break
        yield from _enter(table, seat, around(player.hex)[answer - MOVE])
    is_solar_spent = movement.left < solar                             # it is spent last (M-6)
    table.note("rule M-6: solar point spent" if is_solar_spent else "rule M-6: solar energy")
    if not is_solar_spent:
        table.give_energy(seat, table.printed.constants["solar_energy"])
    yield from effects.react(table, seat, {"movement points"}, base + solar * is_solar_spent)          # M-7
    city = table.land.city(player.hex)
    if city and not is_lost:
        yield from _fight_for(table, seat, city)
    yield from _place_cube(table, seat, "" if is_lost else city)
    table.movement = None


def is_end(table: Table, seat: int, number: int) -> bool:
    """D-e: a city hex without another airship."""
    others = [player.hex for player in table.players if player.seat != seat]
    return bool(table.land.city(number)) and number not in others


def points_to_an_end(table: Table, seat: int) -> dict[int, int]:
    """Least points from each hex to a legal end hex, where there are enough (M-4): from the ends backwards."""
    movement, land = table.movement, table.land
    assert movement is not None
    least: dict[int, int] = {}
    border = [(0, number) for number in land.hexes() if is_end(table, seat, number)]
    while border:
        points, number = heapq.heappop(border)
        if number not in least and points <= movement.left:
            least[number] = points
            for other in land.near(number):
                heapq.heappush(border, (points + land.cost(number), other))
    return least


def _steps(table: Table, seat: int, least: dict[int, int]) -> list[int]:
    player, movement, land = table.players[seat], table.movement, table.land
    assert movement is not None
    answers = [PASS] if is_end(table, seat, player.hex) else []
    for direction, number in enumerate(around(player.hex)):
        if land.is_hex(number) and land.cost(number) + least.get(number, movement.left) <= movement.left:
            answers.append(MOVE + direction)
    return answers


def _enter(table: Table, seat: int, number: int) -> Course:
    """M-2, M-5, T-7"""
    movement, land = table.movement, table.land
    assert movement is not None
    if land.has_toll(number):
        yield from _toll(table, seat)
    movement.left -= land.cost(number)
    table.players[seat].hex = number
    find = land.find(number)
    if find and number not in movement.finds:
        movement.finds.add(number)
        yield from effects.carry_out(table, seat, find, "finds")
        yield from effects.react(table, seat, {f"find gives {what}" for what in _gained(table, find)})


def _gained(table: Table, find: Effect) -> set[str]:
    given = {what for step in find if isinstance(step, Gain) for _, what in step.amounts}
    return given if table.with_plants else {"water" if what == "plant" else what for what in given}


def _toll(table: Table, seat: int) -> Course:
    """D-8"""
    player, price = table.players[seat], table.printed.price("toll")
    answers = [IN_WATER, IN_POINTS] if player.water >= price["water"] else [IN_POINTS]
    if (yield from ask(table, "D-8", seat, answers)) == IN_WATER:
        player.water -= price["water"]
    else:
        table.give_points(seat, -price["points"], "legacy")
    table.note("rule T-7")


def _fight_for(table: Table, seat: int, city: str) -> Course:
    """M-8, F-1, F-4, F-6"""
    target = table.land.strength(city)
    if target is None or table.players[seat].cubes_in[city]:
        return
    strength = yield from fights.fight(table, seat, target, in_movement=True)
    if strength >= target:
        table.note(f"won {city}")
        yield from effects.carry_out(table, seat, table.land.reward(city), "cities")
    yield from effects.react(table, seat, {"strength"}, strength)
    if strength >= target:
        yield from effects.react(table, seat, {"win fight"})


def _place_cube(table: Table, seat: int, city: str) -> Course:
    """M-9"""
    player, track = table.players[seat], table.printed.round_track
    space = len(track) - player.cubes
    player.cubes -= 1
    if city:
        player.cubes_in[city] += 1
    else:
        table.note("rule M-10")
    if any(isinstance(step, Either) for step in track[space].reward):
        table.note("asked D-11")
    yield from effects.carry_out(table, seat, track[space].reward, "cities")
