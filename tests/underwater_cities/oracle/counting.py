"""What the effect language can count, and how a count becomes an amount (chapters 12 and 13 of the rules)."""

from undersea_env.underwater_cities.printed.effects import Amounts, AtLeast, If, Per, Requirement
from undersea_env.underwater_cities.printed.words import CardType, Count

from .standards import at_most, times
from .table import Player, Table, number_of_type

CARD_COUNTS = {
    Count.PERMANENT_CARD: CardType.PERMANENT,
    Count.PRODUCTION_CARD: CardType.PRODUCTION,
    Count.END_CARD: CardType.END,
}


def count(table: Table, player: Player, what: Count) -> int:
    """Only what is connected counts (B-9): the network has counted that already."""
    if what in player.network.counts:
        return player.network.counts[what]
    if what in CARD_COUNTS:
        return number_of_type(table, player, CARD_COUNTS[what])
    if what == Count.CONNECTED_METROPOLIS:
        return len(player.network.connected_metropolises) + len(player.extra_metropolises)      # L-2
    if what == Count.ACTION_CARD:
        return len(player.action_cards)                                                         # the Assistant too
    if what == Count.PAID_SPECIAL:
        return paid_specials(table, player)
    if what == Count.HAND_CARD:
        return len(player.hand)
    if what == Count.CONTRACT:
        return len(player.contracts)
    assert what == Count.FEDERATION_SPACE
    return player.space


def paid_specials(table: Table, player: Player) -> int:
    """V-1: those in play and the kept instants; an action card that was discarded later is neither."""
    in_play = sum(table.catalogue.card(card).is_special for card in player.cards_in_play())
    return in_play + len(player.paid_instants)


def multiplied(table: Table, player: Player, amounts: Amounts, per: Per | None) -> Amounts:
    """N-1: count, divide, round down; L-10: a cap limits what is gained."""
    if per is None:
        return amounts
    gained = times(amounts, count(table, player, per.count) // per.divisor)
    return at_most(gained, per.cap) if per.cap else gained


def condition_holds(table: Table, player: Player, part: If) -> bool:
    found = count(table, player, part.count)
    return found == part.number if part.exactly else found >= part.number                       # N-4


def requirement_met(table: Table, player: Player, requirement: Requirement) -> bool:
    return all(_enough(table, player, asked) for asked in requirement)


def _enough(table: Table, player: Player, asked: AtLeast) -> bool:
    return count(table, player, asked.count) >= asked.number
