"""Carries out effects step by step (G-5), and lets the projects in play react to events (K-3, N-12)."""

from . import building, collecting, fights, objectives, planting
from .asking import Course, ask
from .language import (
    BuildActions,
    BuildUpgrade,
    Effect,
    Either,
    Fight,
    Gain,
    If,
    Pay,
    Plant,
    Production,
    Single,
    SoloCollect,
    Step,
    When,
    read_effect,
)
from .numbers import GUN, GUNS, NAV, OPTION, PASS, PLANT, RESOURCE, RESOURCES
from .table import Table

LAST_PAID = ("water", "metal", "energy", "point", "card", "plant")


def carry_out(table: Table, seat: int, effect: Effect, source: str, fresh: bool = False) -> Course:
    """Points go to this source; plants may be fresh (W-10)."""
    for step in effect:
        yield from _do(table, seat, step, source, fresh)


def _do(table: Table, seat: int, step: Step, source: str, fresh: bool) -> Course:
    match step:
        case Gain():
            yield from _gain(table, seat, step, source, fresh)
        case Production():
            for _ in range(step.steps):
                yield from raise_production(table, seat)
        case BuildActions():
            for _ in range(step.number):
                yield from building.build_action(table, seat)
        case BuildUpgrade():
            yield from building.granted_upgrade(table, seat, step)
        case Plant():
            yield from planting.plant(table, seat, step.number, on_map=step.on_map, counts=step.on_map)
        case SoloCollect():
            yield from collecting.solo_collect(table, seat, step.sectors)
        case Single():
            yield from _single(table, seat, step.name)
        case Either():
            yield from _either(table, seat, step, source, fresh)
        case Pay():
            yield from _pay(table, seat, step, source)
        case Fight():
            strength = yield from fights.fight(table, seat, step.strength)
            if strength >= step.strength:
                yield from carry_out(table, seat, step.then, source)
        case If():
            if table.for_good(seat, step.points) >= step.at_least:     # N-8
                yield from carry_out(table, seat, step.then, source)


def _single(table: Table, seat: int, name: str) -> Course:
    match name:
        case "build project":
            yield from building.granted_project(table, seat)
        case "plant action":
            yield from planting.plant_action(table, seat)
        case "update navigation":
            yield from update_navigation(table, seat)
        case "draw objective":
            yield from objectives.draw(table, seat)
        case "remove gun":
            yield from _remove_gun(table, seat)
        case "city card on deck":
            yield from collecting.city_card_on_deck(table, seat)


# --- gains ---

def _gain(table: Table, seat: int, step: Gain, source: str, fresh: bool) -> Course:
    times = _count(table, seat, step.per) if step.per else 1
    for number, what in step.amounts:
        total = number * times
        if step.up_to is not None:
            total = min(total, step.up_to)
        yield from gain(table, seat, what, total, source, fresh)


def gain(table: Table, seat: int, what: str, number: int, source: str, fresh: bool = False) -> Course:
    player = table.players[seat]
    if what == "plant" and not table.with_plants:                      # S-12
        what = "water"
        table.note("rule S-12: water for plants")
    match what:
        case "water":
            player.water += number
        case "metal":
            player.metal += number
        case "energy":
            table.give_energy(seat, number)
        case "card":
            table.draw_projects(seat, number)
        case "point":
            table.give_points(seat, number, source)
        case "plant":
            table.draw_plants(seat, number, fresh)
        case "resource":
            for _ in range(number):
                answer = yield from ask(table, "D-23", seat, range(RESOURCE, RESOURCE + len(RESOURCES)))
                yield from gain(table, seat, RESOURCES[answer - RESOURCE], 1, source)


def _count(table: Table, seat: int, what: str) -> int:
    projects = table.projects_of(seat)
    match what.split(" "):
        case ["movement" | "combat" as kind, "point"]:
            return table.for_good(seat, kind)                          # N-1
        case ["project"]:
            return len(projects)
        case ["green" | "blue" | "yellow" as colour, "project"]:
            return sum(project.colour == colour for project in projects)
        case ["upgrade"]:
            return sum(table.players[seat].upgrades.values())
        case ["city", "cube"]:
            return table.players[seat].cubes_in.total()
        case ["bare", "hex", "planted"]:
            return table.bare_plants
    return building.titled(table, seat, what)


def raise_production(table: Table, seat: int) -> Course:
    """P-6: one step."""
    player, levels = table.players[seat], table.printed.production
    if player.production == len(levels) - 1:
        reward = read_effect(table.printed.constants["production_overflow"])
        table.note("rule P-6: overflow")
    else:
        player.production += 1
        reward = levels[player.production].step_reward
    yield from carry_out(table, seat, reward, "production")


# --- choices ---

def _either(table: Table, seat: int, step: Either, source: str, fresh: bool) -> Course:
    """N-6"""
    options = [OPTION + k for k, branch in enumerate(step.branches) if _possible(table, seat, branch[0])]
    if options:
        answer = yield from ask(table, "D-10", seat, options)
        yield from carry_out(table, seat, step.branches[answer - OPTION], source, fresh)


def _possible(table: Table, seat: int, step: Step) -> bool:
    match step:
        case BuildUpgrade():
            return bool(building.payable(table, seat, step))
        case Single(name="build project"):
            return bool(building.playable(table, seat))
        case SoloCollect():
            return any(table.sectors[sector] for sector in step.sectors)
        case Plant() | Single(name="plant action"):
            return any(table.players[seat].plantable)
    return True


def _pay(table: Table, seat: int, step: Pay, source: str) -> Course:
    """N-5"""
    if not all(_has(table, seat, what) >= number for number, what in step.amounts):
        return
    if (yield from ask(table, "D-3", seat, [PASS, OPTION])) == PASS:
        return
    for number, what in sorted(step.amounts, key=lambda amount: LAST_PAID.index(amount[1])):
        yield from _give(table, seat, what, number, source)
    yield from carry_out(table, seat, step.then, source)


def _has(table: Table, seat: int, what: str) -> int:
    player = table.players[seat]
    return {"water": player.water, "metal": player.metal, "energy": player.energy, "card": len(player.hand),
            "plant": sum(player.plants), "point": 1 << 30}[what]       # points: C-4


def _give(table: Table, seat: int, what: str, number: int, source: str) -> Course:
    player = table.players[seat]
    match what:
        case "water":
            player.water -= number
        case "metal":
            player.metal -= number
        case "energy":
            player.energy -= number
        case "point":
            table.give_points(seat, -number, source)
        case "card":
            yield from building.discard_as_payment(table, seat, number)
        case "plant":
            for _ in range(number):
                yield from _give_plant(table, seat)


def _give_plant(table: Table, seat: int) -> Course:
    """D-26: of a kind fresh ones go first (W-10)."""
    player = table.players[seat]
    kind = (yield from ask(table, "D-26", seat, [PLANT + k for k, held in enumerate(player.plants) if held])) - PLANT
    player.plants[kind] -= 1
    player.fresh[kind] = max(0, player.fresh[kind] - 1)
    table.bag[kind] += 1


def update_navigation(table: Table, seat: int) -> Course:
    """A-6: the uppermost card of that value leaves the game."""
    discard = table.players[seat].discard
    answer = yield from ask(table, "D-15", seat, [PASS, *(NAV + value for value in discard)])
    if answer != PASS:
        place = max(k for k, value in enumerate(discard) if value == answer - NAV)
        del discard[place]
        table.note("rule A-6")


def _remove_gun(table: Table, seat: int) -> Course:
    """T-15, T-17, N-9"""
    guns = table.land.guns()
    if not guns:
        return
    answer = yield from ask(table, "D-25", seat, [GUN + GUNS.index(gun) for gun in guns])
    gun = GUNS[answer - GUN]
    table.land.tokens.discard(gun)
    if table.campaign is not None:
        table.campaign.tokens.discard(gun)
    table.note(f"removed {gun}")


# --- events ---

def react(table: Table, seat: int, events: set[str], count: int = 0, but: int = 0) -> Course:
    """The cards that work now, the lowest id first (K-5); one of them may be left out (K-3)."""
    cards = sorted(card for card in table.players[seat].working if card != but)
    for card in cards:
        clauses = [clause for clause in table.printed.projects[card].clauses if isinstance(clause, When)
                   and clause.event in events and clause.at_least <= count]
        if not clauses or not _first_time(table, card, clauses[0]):
            continue
        clause = max(clauses, key=lambda each: each.at_least)          # N-3
        table.note(f"reacted {table.printed.projects[card].title}")
        yield from carry_out(table, seat, clause.effect, "projects")


def _first_time(table: Table, card: int, clause: When) -> bool:
    """N-2: once a movement turn."""
    if not clause.once_per_turn or table.movement is None:
        return True
    if card in table.movement.used:
        table.note("rule N-2: not again")
        return False
    table.movement.used.add(card)
    return True


def highest_step(table: Table, seat: int, event: str) -> int:
    """The highest count that a card of the player asks for; 0 without one."""
    clauses = [clause for card in table.players[seat].working for clause in table.printed.projects[card].clauses]
    return max((clause.at_least for clause in clauses if isinstance(clause, When) and clause.event == event), default=0)
