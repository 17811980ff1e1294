"""What the slot of the pair lacks, and whether a bound could make up for it."""

from undersea_env.compiling.jit import jit
from undersea_env.underwater_cities.compiled import opcodes
from undersea_env.underwater_cities.compiled.bounds import (
    BRINGS_CITY,
    BRINGS_READY,
    BRINGS_TUNNEL,
    BY_DOING,
    OPENS,
)
from undersea_env.underwater_cities.kernel.building import BUILDING_MASK, CITY_MASK, open_sites
from undersea_env.underwater_cities.kernel.columns import MASK, ON_EXPANSION, OP, START_ROW, THEN_UPGRADE
from undersea_env.underwater_cities.kernel.legality import can_start_slot, starts_of
from undersea_env.underwater_cities.kernel.network import FARM, SYMBIOTIC, TUNNEL
from undersea_env.underwater_cities.kernel.pair_test.arithmetic import add_tokens, take_tokens


@jit
def could_open(state, rules, slot, bound):
    """Whether the slot could be used with all that the bound allows; never says no wrongly."""
    me = state.players[state.seat]
    if bound & BY_DOING:
        return True
    if bound & BRINGS_READY and uses_action_cards(rules, slot):
        return True
    if bound & OPENS and bound & what_opens(lacking_sites(state, rules, me, slot)):
        return True
    return can_start_slot_with(state, rules, me, slot, bound)


@jit
def can_start_slot_with(state, rules, me, slot, bound):
    """Whether the slot could be used if the player had these tokens too; changes nothing in the end."""
    add_tokens(me, bound)
    possible = can_start_slot(state, rules, state.seat, slot - rules.first_slot)
    take_tokens(me, bound)
    return possible


@jit
def uses_action_cards(rules, slot):
    begin, end = starts_of(rules, rules.slot_effect[slot, 0], rules.slot_effect[slot, 1])
    for start in range(begin, end):
        if rules.part[rules.start[start, START_ROW], OP] == opcodes.USE_ACTION:
            return True
    return False


@jit
def lacking_sites(state, rules, me, slot):
    """Things that the slot's action could build if there were a site, or a better one, as bits.

    A site is better without a surcharge (B-15), or with the science that the upgrade after building asks for (D-6).
    """
    begin, end = starts_of(rules, rules.slot_effect[slot, 0], rules.slot_effect[slot, 1])
    surcharges = rules.has_surcharges[me.board] != 0
    lacking = 0
    for start in range(begin, end):
        row = rules.start[start, START_ROW]
        if rules.part[row, OP] == opcodes.BUILD:
            sites_differ = surcharges or rules.part[row, THEN_UPGRADE] != 0
            for thing in range(FARM, SYMBIOTIC + 1):
                if (rules.part[row, MASK] >> thing) & 1:
                    if sites_differ or open_sites(state, me, thing, rules.part[row, ON_EXPANSION]) == 0:
                        lacking |= 1 << thing
    return lacking


@jit
def what_opens(lacking):
    """What brings sites for these things: a new city for buildings and cities (B-3, B-4), a new tunnel for tunnels."""
    opens = 0
    if lacking & (BUILDING_MASK | CITY_MASK):
        opens |= BRINGS_CITY
    if (lacking >> TUNNEL) & 1:
        opens |= BRINGS_TUNNEL
    return opens
