"""Whether a part of an effect can be started now, and whether it only gives (D-2)."""

from undersea_env.underwater_cities.printed.catalogue import Card
from undersea_env.underwater_cities.printed.effects import (
    Amounts,
    Build,
    ConvertCity,
    Effect,
    Either,
    Exchange,
    Federation,
    Gain,
    GainDifferent,
    GainProduction,
    If,
    OncePerTurn,
    Part,
    Pay,
    PerformSlot,
    ReadyActionCard,
    TakeMetropolis,
    TakeSpecial,
    Upgrade,
    UseActionCard,
)
from undersea_env.underwater_cities.printed.words import CardType, Resource, Thing

from .agenda import Label
from .costs import something_buildable, upgradable_sites
from .counting import condition_holds, multiplied
from .standards import LARGEST_HAND
from .table import Player, Table, pay_tokens, tokens_cover

# --- can it be started? ---


def can_start_effect(table: Table, player: Player, effect: Effect) -> bool:
    """G-5: at least part of it could be carried out now."""
    return any(can_start(table, player, part) for part in effect)


def can_start(table: Table, player: Player, part: Part) -> bool:
    match part:
        case Gain(amounts, per):
            return any(multiplied(table, player, amounts, per))
        case GainDifferent() | Federation():
            return True                                             # F-3: there is always a step to take
        case Build():
            return something_buildable(table, player, part)
        case Upgrade():
            return bool(upgradable_sites(table, player, part))
        case UseActionCard():
            return not all(player.action_cards.values())            # D-10: any ready one
        case ReadyActionCard():
            return any(player.action_cards.values())
        case TakeSpecial():
            return len(player.hand) < LARGEST_HAND and bool(table.special_row or table.special_deck)      # D-12
        case PerformSlot():
            return any(performable(table, player, slot_id, part) for slot_id in table.slots_here)
        case Exchange(left, right):
            return tokens_cover(player, left) or tokens_cover(player, right)
        case GainProduction():
            return bool(producing_upgraded(player))
        case ConvertCity():
            return bool(convertible_cities(table, player))
        case TakeMetropolis():
            return bool(table.spare_metropolises)                   # L-2
        case Pay(prices):
            return any(worth_paying(table, player, part, price) for price in prices)
        case If():
            return condition_holds(table, player, part) and can_start_effect(table, player, part.effect)
        case Either(alternatives):
            return any(can_start_effect(table, player, side) for side in alternatives)


def performable(table: Table, player: Player, slot_id: str, part: PerformSlot) -> bool:
    """G-13, L-3: an available slot, or one occupied by another (G-12), of which some part can be performed."""
    if table.occupied(slot_id):
        if not (part.occupied and table.occupied_by_another(slot_id, player.seat)):
            return False
    elif not part.available:
        return False
    return can_start_effect(table, player, table.slots_here[slot_id].effect)


def producing_upgraded(player: Player) -> list[str]:
    """N-10: the upgraded structures at connected cities."""
    return [site for site in player.network.working_structures() if site in player.network.upgraded]


def convertible_cities(table: Table, player: Player) -> list[str]:
    """L-1: any nonsymbiotic city, if the supply has a symbiotic one."""
    if table.supply[Thing.SYMBIOTIC] == 0:
        return []
    return [site for site, thing in player.network.built.items() if thing == Thing.NONSYMBIOTIC]


def worth_paying(table: Table, player: Player, part: Pay, price: Amounts) -> bool:
    """Whether the price can be paid and what it buys can be started then."""
    if not tokens_cover(player, price):
        return False
    before = player.tokens[:]
    pay_tokens(player, price)
    startable = can_start_effect(table, player, part.effect)
    player.tokens[:] = before
    return startable


# --- does it only give? (D-2) ---


def only_gives(table: Table, player: Player, part: Part, just_done: bool) -> bool:
    """Whether the part costs nothing and leaves nothing to decline.

    `just_done`: federation steps are simply taken, because the effect was triggered or is a bonus, but not a site's.
    """
    match part:
        case Gain(amounts, per):
            return any(multiplied(table, player, amounts, per))
        case GainDifferent():
            return True
        case Federation():
            return just_done
        case If():
            return can_start(table, player, part) and gives_as_printed((part,), just_done)
        case Either(alternatives):
            possible = [side for side in alternatives if can_start_effect(table, player, side)]
            return len(possible) == 1 and all(isinstance(part, Gain) for part in possible[0])
        case _:
            return False


def all_gives(table: Table, player: Player, effect: Effect, just_done: bool) -> bool:
    return all(only_gives(table, player, part, just_done) for part in effect)


def gives_as_printed(effect: Effect, just_done: bool) -> bool:
    """Whether a bonus, or what is triggered, is just done: gains and steps, also under conditions (D-5)."""

    def gives(part: Part) -> bool:
        return isinstance(part, Gain) or (isinstance(part, Federation) and just_done)

    return all(gives(part) or (isinstance(part, If) and all(map(gives, part.effect))) for part in effect)


# --- cards ---


def once_labels(table: Table, player: Player) -> list[Label]:
    """L-7: the once-per-turn cards that can be used now."""
    labels: list[Label] = []
    for number in sorted(player.laid):
        permanent = table.catalogue.card(number).permanent
        if isinstance(permanent, OncePerTurn) and number not in player.once_used:
            if can_start_effect(table, player, permanent.effect):
                labels.append(("once", number))
    return labels


def can_pay_special(player: Player, card: Card) -> bool:
    """K-9; an era card costs nothing."""
    return player.tokens[Resource.CREDITS] >= card.price


def card_would_do_something(table: Table, player: Player, card: Card) -> bool:
    """D-4: an instant of an era, if some part of it can be done; a special, if it can be paid for; any other card."""
    if card.is_special or card.type != CardType.INSTANT:
        return can_pay_special(player, card)
    return can_start_effect(table, player, card.effect)
