"""Fights (section 7)."""

from collections.abc import Generator

from . import effects
from .asking import ask
from .numbers import CUBE, CUBE_TOKENS, FIGHT_ENERGY, FIGHT_POINTS, PASS
from .table import Table


def fight(
    table: Table, seat: int, target: int | None, in_movement: bool = False, for_points: bool = True,
) -> Generator[tuple[int, list[int]], int, int]:
    """The strength in the end; without a target it goes on until the player stops or can do no more (F-7)."""
    player = table.players[seat]
    help_of_cubes = 0
    held_open = effects.highest_step(table, seat, "strength") if in_movement else 0            # F-5
    while True:
        strength = table.for_good(seat, "combat") + sum(player.drawn) + help_of_cubes
        if target is not None and strength >= target:
            if strength >= held_open:
                break
            table.note("rule F-5: held open")
        answer = yield from ask(table, "D-9", seat, [PASS, *_draws(table, seat, bool(player.drawn), for_points),
                                                     *_cubes(table, seat)])
        if answer == PASS:
            break
        if answer in (FIGHT_ENERGY, FIGHT_POINTS):
            _pay_for_card(table, seat, answer, bool(player.drawn))
            value = table.draw_navigation(seat)
            assert value is not None
            player.drawn.append(value)
        else:
            token = CUBE_TOKENS[answer - CUBE]
            remove_cube(table, seat, token)
            help_of_cubes += table.printed.tokens[token].cube_strength
    player.discard += player.drawn                                     # F-6
    player.drawn = []
    table.note("fight won" if target is not None and strength >= target else "fight lost")
    return strength


def _draws(table: Table, seat: int, is_next: bool, for_points: bool) -> list[int]:
    """D-d: only while a card can be drawn."""
    player = table.players[seat]
    if not player.deck and not player.discard:
        return []
    draws = [FIGHT_ENERGY] if player.energy >= _card_price(table, is_next)["energy"] else []
    if is_next and for_points:
        draws.append(FIGHT_POINTS)
    return draws


def _cubes(table: Table, seat: int) -> list[int]:
    """Q-1: L1 and L2."""
    return [CUBE + k for k, token in enumerate(CUBE_TOKENS)
            if table.printed.tokens[token].cube_strength and has_cube(table, seat, token)]


def _card_price(table: Table, is_next: bool) -> dict[str, int]:
    """F-3: of the first card of a fight, of every other."""
    return table.printed.price("fight_next_card" if is_next else "fight_first_card")


def _pay_for_card(table: Table, seat: int, answer: int, is_next: bool) -> None:
    price = _card_price(table, is_next)
    if answer == FIGHT_POINTS:
        table.give_points(seat, -price["points"], "fights")
        table.note("rule F-3: points")
    else:
        table.players[seat].energy -= price["energy"]


def has_cube(table: Table, seat: int, token: str) -> bool:
    city = table.land.cube_city(token)
    return bool(city) and table.players[seat].cubes_in[city] > 0


def remove_cube(table: Table, seat: int, token: str) -> None:
    """T-1: it leaves the game."""
    table.players[seat].cubes_in[table.land.cube_city(token)] -= 1
    table.note(f"cube {token}")
