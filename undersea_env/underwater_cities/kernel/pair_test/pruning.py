"""Answers that a look ahead may leave out: one function for each argument. README.md says why each is sound.

All of them need that nothing counts (`anything_counts`): then a build or upgrade for nothing is worth nothing. Those
that compare numbers need besides that there are no contracts: `numbers_tell`.
"""

from undersea_env.compiling.jit import jit
from undersea_env.underwater_cities.compiled import opcodes
from undersea_env.underwater_cities.compiled.bounds import (
    BRINGS_BUILDING,
    BRINGS_CITY,
    BRINGS_TUNNEL,
    BY_DOING,
    DEPENDS_ON_COUNT,
    OPENS,
)
from undersea_env.underwater_cities.compiled.limits import (
    CITIES_ON_BOARD,
    FIRST_BUILDING_SITE,
    FIRST_TUNNEL_SITE,
    N_SITES,
)
from undersea_env.underwater_cities.kernel import actions, questions
from undersea_env.underwater_cities.kernel.building import (
    ALL_THINGS,
    BIOMATTER,
    BUILDING_MASK,
    CITY_MASK,
    CREDITS,
    KELP,
    SCIENCE,
    STEELPLAST,
    full_price,
)
from undersea_env.underwater_cities.kernel.columns import OP, PRICE_COUNT
from undersea_env.underwater_cities.kernel.events import (
    BY_THINGS,
    WAITS_FOR_BUILDING,
    WAITS_FOR_EXPANSION,
    WAITS_FOR_UPGRADING,
)
from undersea_env.underwater_cities.kernel.legality import can_start_slot, is_fixed_gain
from undersea_env.underwater_cities.kernel.network import TUNNEL
from undersea_env.underwater_cities.kernel.pair_test.arithmetic import both, times
from undersea_env.underwater_cities.kernel.pair_test.bounds import bound_of_all_tunnels, bound_of_site
from undersea_env.underwater_cities.kernel.pair_test.certain import put_back, tokens_and_space
from undersea_env.underwater_cities.kernel.pair_test.frame_bounds import (
    bound_if_declined,
    bound_of_answer,
    bound_of_frame,
    note_bounds_of_uses,
    opened_by_others,
)
from undersea_env.underwater_cities.kernel.pair_test.slot_needs import could_open, lacking_sites
from undersea_env.underwater_cities.kernel.questions.builds import thing_to_build_on

CAN_BEGIN = -2                   # in place of a number of answers: the slot's action can begin
# questions of which each answer can be told by its bound
TOLD_BY_ANSWER = (
    1 << questions.PERFORM | 1 << questions.USE_ACTION | 1 << questions.EITHER | 1 << questions.DIFFERENT
)


@jit
def anything_counts(rules, card):
    """Whether a condition or a counted gain could reward a build or upgrade that gives nothing itself."""
    return rules.bonuses_count != 0 or rules.card_bound[card] & DEPENDS_ON_COUNT != 0


@jit
def note_for_pruning(state, rules, room, slot, card):
    """Write down what stays the same for the whole look ahead."""
    me = state.players[state.seat]
    note_bounds_of_uses(state, rules, room, me, card)
    room.lacking = lacking_sites(state, rules, me, slot)
    room.rewarded_builds = things_rewarded(rules, me, WAITS_FOR_BUILDING)
    room.rewarded_upgrades = things_rewarded(rules, me, WAITS_FOR_UPGRADING)


@jit
def things_rewarded(rules, me, events):
    """Things, as bits, for whose building (or upgrading) a card or a contract could give something."""
    if rules.contracts:
        return ALL_THINGS
    rewarded = 0
    if me.listens & events:
        for k in range(me.tableau_count):
            card = me.tableau[k]
            if (events >> rules.card_event[card]) & 1 and rules.card_bound[card] != 0:
                if (BY_THINGS >> rules.card_event[card]) & 1:
                    rewarded |= rules.card_event_detail[card]
                elif (WAITS_FOR_EXPANSION >> rules.card_event[card]) & 1:
                    rewarded |= BUILDING_MASK
                else:
                    rewarded |= 1 << TUNNEL
    return rewarded


@jit
def without_pointless(state, rules, room, out, answers, numbers_tell):
    """Keep the answers that may lead to the slot, and return how many; CAN_BEGIN if declining what is left will do."""
    frame = state.frame[state.frame_count - 1]
    if is_special_to_decline(frame, out, answers):
        return only(out, actions.STOP)
    if state.frame_count == 2:
        return answers
    if numbers_tell:
        if opens_by_declining(state, rules, out, answers):
            return CAN_BEGIN
        part = part_to_take_first(rules, frame)
        if part >= 0:
            return only(out, actions.PART + part)
    me = state.players[state.seat]
    others = opened_by_others(state)
    if_declined = bound_if_declined(state, rules, room, me, others)
    if numbers_tell and (1 << frame.question) & TOLD_BY_ANSWER:
        if frame.question == questions.USE_ACTION:   # of several cards an answer uses one
            if_declined = both(if_declined, times(room.by_action_card, frame.left - 1))
        if frame.question == questions.DIFFERENT:
            answers = in_one_order(frame, out, answers)
        return without_too_little(state, rules, me, out, answers, if_declined, others)
    if_done = both(if_declined, bound_of_frame(state, rules, room, me, frame, others))
    if numbers_tell:
        if not could_open(state, rules, state.frame[1].slot, if_done):
            return 0
        answers = without_hopeless_stop(state, rules, out, answers, if_declined)
    if frame.question == questions.UPGRADE:
        return without_unrewarded_upgrades(me, room, out, answers)
    if frame.question == questions.BUILD:
        rest = if_done if frame.left > 1 else if_declined
        return without_pointless_builds(state, rules, me, room, out, answers, rest, numbers_tell)
    return answers


@jit
def only(out, answer):
    out[0] = answer
    return 1


# --- whole questions ---


@jit
def is_special_to_decline(frame, out, answers):
    """A special brings no token, opens no site and leaves one special less: it is declined where that is possible."""
    return frame.question == questions.TAKE_SPECIAL and out[answers - 1] == actions.STOP


@jit
def opens_by_declining(state, rules, out, answers):
    """Whether the slot's action can begin with what there is now, and all that is pending can be declined."""
    slot = state.frame[1].slot
    return may_decline_all(state, out, answers) and can_start_slot(state, rules, state.seat, slot - rules.first_slot)


@jit
def may_decline_all(state, out, answers):
    """Whether nothing that is pending still costs something that cannot be declined."""
    top = state.frame_count - 1
    if out[answers - 1] != actions.STOP and state.frame[top].question != questions.DIFFERENT:
        return False
    for k in range(2, top + 1):
        frame = state.frame[k]
        has_begun = frame.stage != 0 and frame.question != questions.EFFECT
        if frame.committed or (has_begun and k < top):
            return False
    return True


@jit
def part_to_take_first(rules, frame):
    """A part that costs nothing and gives: nothing is lost by taking it before all others. -1: there is none."""
    if frame.question != questions.EFFECT:
        return -1
    for k in range(frame.left):
        if (frame.stage >> k) & 1 == 0:
            op = rules.part[frame.row + k, OP]
            if is_fixed_gain(rules, frame.row + k) or op == opcodes.DIFFERENT or op == opcodes.FEDERATION:
                return k
    return -1


# --- answers, by their bounds ---


@jit
def in_one_order(frame, out, answers):
    """Different resources: in which order they are taken does not matter, so the highest comes first."""
    kept = 0
    for k in range(answers):
        below = (1 << (out[k] - actions.RESOURCE)) - 1
        if frame.stage & below == 0:
            out[kept] = out[k]
            kept += 1
    return kept


@jit
def without_too_little(state, rules, me, out, answers, if_declined, others):
    """Of slots, action cards, alternatives or resources keep those after which the slot could be used.

    The last is tried first: so those that only give come last.
    """
    slot = state.frame[1].slot
    kept = 0
    only_give = 0
    for k in range(answers):
        answer = out[k]
        bound = 0 if answer == actions.STOP else bound_of_answer(state, rules, me, answer, others)
        if could_open(state, rules, slot, both(if_declined, bound)):
            out[kept] = answer
            if bound & (OPENS | BY_DOING):           # exchange places with the first that only gives
                first = kept - only_give
                out[kept], out[first] = out[first], out[kept]
            else:
                only_give += 1
            kept += 1
    return kept


@jit
def without_hopeless_stop(state, rules, out, answers, if_declined):
    """Declining is left out if what could come after it is too little."""
    if out[answers - 1] == actions.STOP and not could_open(state, rules, state.frame[1].slot, if_declined):
        return answers - 1
    return answers


# --- sites ---


@jit
def is_site(answer):
    return actions.SITE <= answer < actions.SITE + N_SITES


@jit
def without_unrewarded_upgrades(me, room, out, answers):
    """An upgrade costs, brings nothing and opens nothing, unless a card waits for it."""
    kept = 0
    for k in range(answers):
        if not is_site(out[k]) or (room.rewarded_upgrades >> structure_on(me, out[k] - actions.SITE)) & 1:
            out[kept] = out[k]
            kept += 1
    return kept


@jit
def structure_on(me, site):
    return TUNNEL if site >= FIRST_TUNNEL_SITE else me.building[site - FIRST_BUILDING_SITE]


@jit
def without_pointless_builds(state, rules, me, room, out, answers, rest, numbers_tell):
    """Keep the sites where building gives something, or opens something for the slot or for a later build.

    `rest` is what could come besides this build.
    """
    frame = state.frame[state.frame_count - 1]
    thing = frame.thing if frame.thing != 0 else thing_to_build_on(state, rules, frame.row)
    tunnels_give = rest & (BRINGS_TUNNEL | BY_DOING) and bound_of_all_tunnels(rules, me) != 0
    kept = 0
    for k in range(answers):
        if is_site(out[k]):
            site = out[k] - actions.SITE
            is_rewarded = (room.rewarded_builds >> thing) & 1
            if not is_rewarded and is_pointless(rules, me, site, room.lacking, rest, tunnels_give):
                continue
            bound = both(rest, bound_of_site(rules, me, frame.row, thing, site))
            if numbers_tell and not could_open_when_built(state, rules, me, bound, thing, site):
                continue
        out[kept] = out[k]
        kept += 1
    return kept


@jit
def is_pointless(rules, me, site, lacking, rest, tunnels_give):
    """Whether building on this site gives nothing, and opens nothing for the slot or for what may be built after it."""
    if rules.site_bound[me.board, site] != 0:
        return False
    if site < FIRST_BUILDING_SITE:
        builds_later = rest & (BRINGS_CITY | BRINGS_BUILDING | BY_DOING)
        return lacking & (BUILDING_MASK | CITY_MASK) == 0 and builds_later == 0
    if site < FIRST_TUNNEL_SITE:
        return True
    if (lacking >> TUNNEL) & 1 or tunnels_give:
        return False
    tunnel = site - FIRST_TUNNEL_SITE                # one that leads to a metropolis may connect it (B-12)
    return (
        rules.tunnel_end[me.board, tunnel, 0] < CITIES_ON_BOARD
        and rules.tunnel_end[me.board, tunnel, 1] < CITIES_ON_BOARD
    )


@jit
def could_open_when_built(state, rules, me, bound, thing, site):
    """`could_open` after paying for the thing on the site, as far as it is certain what is paid."""
    slot = state.frame[1].slot
    row = state.frame[state.frame_count - 1].row
    if rules.part[row, PRICE_COUNT] > 1:
        return could_open(state, rules, slot, bound)
    kelp, steelplast, science, credits, biomatter = full_price(rules, me, row, 0, thing, site)
    kept = tokens_and_space(me)
    if me.resource[BIOMATTER] == biomatter:          # otherwise it may stand in for both (B-2)
        me.resource[KELP] -= kelp
        me.resource[STEELPLAST] -= steelplast
    me.resource[SCIENCE] -= science
    me.resource[CREDITS] -= credits
    me.resource[BIOMATTER] -= biomatter
    possible = could_open(state, rules, slot, bound)
    put_back(me, kept)
    return possible
