"""Collect: sectors, districts and their bonuses (section 8, Collect; O-5)."""

from . import building, effects, planting
from .asking import Course, ask
from .language import ANY_UPGRADE
from .numbers import COLLECT, DISTRICT, DISTRICTS, L5_CUBE, OPTION, PASS, RESOURCE, RESOURCES, UPGRADE
from .printed import CityCard
from .table import REST, Table

ON_DECK, ON_DISCARD = OPTION, OPTION + 1               # D-14
DEAD_AMOUNT = 3                                        # O-5
RESOURCE_OF = {"energy": "energy", "metal": "metal", "water": "water", "people": "card"}


def city_collect(table: Table, seat: int, sector: int) -> Course:
    """A-1 to A-4; alone nobody else takes part (O-2)."""
    spaces: dict[int, int] = {}
    for other in table.clockwise(seat):
        yield from _place_drone(table, other, spaces)
    card = table.printed.city_cards[table.sectors[sector].pop()]
    table.taken.append(card.id)
    table.note(f"city card {card.id}")
    table.city_card = card.navigation
    yield from effects.react(table, seat, {"take city card"})
    if table.city_card is not None:
        table.players[seat].discard.append(table.city_card)
        table.city_card = None
    yield from effects.gain(table, seat, "plant", card.plants, REST)
    for other, district in spaces.items():
        yield from _district(table, other, card, district)


def solo_collect(table: Table, seat: int, sectors: tuple[int, ...]) -> Course:
    """O-5"""
    with_cards = [COLLECT + sector for sector in sectors if table.sectors[sector]]
    answer = yield from ask(table, "D-27", seat, [PASS, *with_cards])
    if answer == PASS:
        return
    spaces: dict[int, int] = {}
    yield from _place_drone(table, seat, spaces)
    card = table.printed.city_cards[table.sectors[answer - COLLECT].pop()]
    table.taken.append(card.id)
    if card.amounts[spaces[seat]] == DEAD_AMOUNT:
        table.note("rule O-5: nothing")
    else:
        yield from _district(table, seat, card, spaces[seat])


def _place_drone(table: Table, seat: int, spaces: dict[int, int]) -> Course:
    """D-13, and L5 (Q-2)"""
    free = [DISTRICT + district for district in range(len(DISTRICTS)) if district not in spaces.values()]
    while True:
        answer = yield from ask(table, "D-13", seat, free + planting.harbour(table, seat))
        if answer != L5_CUBE:
            spaces[seat] = answer - DISTRICT
            return
        yield from planting.use_harbour(table, seat)


def city_card_on_deck(table: Table, seat: int) -> Course:
    """A-8"""
    player = table.players[seat]
    if table.city_card is None:
        return
    if (yield from ask(table, "D-14", seat, [ON_DECK, ON_DISCARD])) == ON_DECK:
        player.deck.append(table.city_card)
        player.known_top += 1
        table.city_card = None


def _district(table: Table, seat: int, card: CityCard, district: int) -> Course:
    """A-4: the amount, the bonus, the projects."""
    amount = card.amounts[district]
    yield from effects.gain(table, seat, RESOURCE_OF[DISTRICTS[district]], amount, REST)
    events = {f"collect exactly {amount}"}
    if district == card.update:
        events.add("collect with update")
        yield from effects.update_navigation(table, seat)
    if district == card.wrench:
        events.add("collect with wrench")
        yield from _wrench(table, seat)
    yield from effects.react(table, seat, events)


def _wrench(table: Table, seat: int) -> Course:
    """A-7"""
    answers = [PASS, *range(RESOURCE, RESOURCE + len(RESOURCES))]
    answers += [UPGRADE + place for place in building.payable(table, seat, ANY_UPGRADE)]
    answer = yield from ask(table, "D-16", seat, answers)
    if answer >= UPGRADE:
        yield from building.build_upgrade(table, seat, answer - UPGRADE, ANY_UPGRADE)
    elif answer >= RESOURCE:
        yield from effects.gain(table, seat, RESOURCES[answer - RESOURCE], 1, REST)
