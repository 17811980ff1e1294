"""What words ask of the rules: prices, what can be built, which cards wait. Small entry points that change nothing."""

from undersea_env.compiling.jit import kernel
from undersea_env.compiling.raw import records_of
from undersea_env.underwater_cities.compiled.rulebook import RULEBOOK
from undersea_env.underwater_cities.kernel import building
from undersea_env.underwater_cities.kernel.questions.triggers import waits_with_choice
from undersea_env.underwater_cities.kernel.state import STATE

as_states, as_rulebooks = records_of(STATE), records_of(RULEBOOK)
ANY_SITE = -1                    # in place of a site: before surcharges


@kernel
def ask_prices(state_rows, rulebook_row, row, thing, site, prices):
    """Write what the thing (0: an upgrade) costs at each price of a part; returns those that can be paid, as bits."""
    state = as_states(state_rows)[0]
    rules = as_rulebooks(rulebook_row)[0]
    me = state.players[state.seat]
    payable = 0
    for choice in range(building.number_of_prices(rules, row)):
        if site == ANY_SITE:
            price = building.price_of(rules, me, row, choice, thing)
        else:
            price = building.full_price(rules, me, row, choice, thing, site)
        kelp, steelplast, science, credits, biomatter = price
        for resource in range(len(price)):
            prices[choice, resource] = price[resource]
        if thing == building.UPGRADE_ROW:
            can_pay = building.can_pay_upgrade(rules, me, row, choice)
        elif site == ANY_SITE:
            can_pay = building.can_pay_with_biomatter(me, kelp, steelplast, science, credits, biomatter)
        else:
            can_pay = building.can_pay_on_site(rules, me, row, choice, thing, site)
        payable |= can_pay << choice
    return payable


@kernel
def ask_kinds_to_build(state_rows, rulebook_row, row):
    """Things that this part lets the player build now, as bits."""
    state = as_states(state_rows)[0]
    return building.kinds_to_build(state, as_rulebooks(rulebook_row)[0], state.seat, row)


@kernel
def ask_waiting_cards(state_rows, rulebook_row, cards):
    """Write the cards with a choice that wait for the event on top of the stack (L-6); returns how many."""
    state = as_states(state_rows)[0]
    rules = as_rulebooks(rulebook_row)[0]
    frame = state.frame[state.frame_count - 1]
    me = state.players[state.seat]
    n = 0
    for k in range(me.tableau_count):
        if waits_with_choice(rules, me.tableau[k], frame.row, frame.thing):
            cards[n] = me.tableau[k]
            n += 1
    return n
