"""Effect trees and printed tables -> the rule book."""

from typing import Any, TypeAlias

import numpy as np

from undersea_env.core.fields import Fields
from undersea_env.core.options import Options
from undersea_env.errors import InvalidOption
from undersea_env.underwater_cities.compiled import base_numbers as base
from undersea_env.underwater_cities.compiled.bounds import DEPENDS_ON_COUNT, FEDERATION_BOUND, bound_of_effect
from undersea_env.underwater_cities.compiled.limits import (
    ASSISTANT,
    BUILDING_SITES,
    CITIES_ON_BOARD,
    ERAS,
    FIRST_BUILDING_SITE,
    FIRST_TUNNEL_SITE,
    GAINS,
    MAX_ALTERNATIVE_ROWS,
    MAX_AMOUNTS,
    MAX_ENDING_ROWS,
    MAX_PART_ROWS,
    MAX_PLAYERS,
    MAX_PRICE_ROWS,
    MAX_PRODUCE_ROWS,
    MAX_START_ROWS,
    MAX_TRIGGERS_AT_ONCE,
    SLOTS_12,
    SLOTS_34,
    TUNNEL_SITES,
    building_site,
)
from undersea_env.underwater_cities.compiled.opcodes import (
    AVAILABLE,
    ENDING_COLUMNS,
    OCCUPIED,
    PART_COLUMNS,
    Column,
    EndingColumn,
    EndingKind,
    Op,
    Plain,
    StartColumn,
    TermsKind,
)
from undersea_env.underwater_cities.compiled.rulebook import RULEBOOK
from undersea_env.underwater_cities.compiled.saturating_counts import packed
from undersea_env.underwater_cities.options import FAMILIES
from undersea_env.underwater_cities.printed.catalogue import Board, Catalogue, all_parts
from undersea_env.underwater_cities.printed.effects import (
    Amounts,
    Build,
    ConvertBuilding,
    ConvertCity,
    ConvertProduced,
    Discount,
    Effect,
    Either,
    Ending,
    Exchange,
    Federation,
    Gain,
    GainDifferent,
    GainProduction,
    HandLimit,
    If,
    OncePerTurn,
    Part,
    Pay,
    PerformSlot,
    Produce,
    Production,
    ReadyActionCard,
    ScoreAt,
    ScorePer,
    Sell,
    TakeMetropolis,
    TakeSpecial,
    Terms,
    Upgrade,
    UseActionCard,
    When,
)
from undersea_env.underwater_cities.printed.language import event_things
from undersea_env.underwater_cities.printed.words import CardType, Colour, Count, Event

NO_AMOUNTS: Amounts = (0,) * GAINS  # type: ignore[assignment]

OPS_WITH_BOUNDS = (
    Op.GAIN, Op.DIFFERENT, Op.FEDERATION, Op.BUILD, Op.USE_ACTION, Op.TAKE_SPECIAL, Op.EXCHANGE,
)
CLOCKWISE = (Colour.GREEN, Colour.RED, Colour.YELLOW)                  # D-13
EVENTS_OF_THINGS = (Event.BUILD, Event.BUILD_SECOND_IN_CITY, Event.UPGRADE, Event.UPGRADE_SECOND_IN_CITY)


Start: TypeAlias = tuple[int, int, int, int, int]                     # the columns of StartColumn


class BookSizeError(InvalidOption):
    """A component book needs more rows than the rule book has."""


class Assembler:
    """Collects rows of the tables; row 0 of each stays empty."""

    def __init__(self) -> None:
        self.parts: list[list[int]] = [[0] * PART_COLUMNS]
        self.amounts: list[Amounts] = [NO_AMOUNTS]
        self.alternatives: list[tuple[int, int]] = [(0, 0)]
        self.prices: list[int] = [0]
        self.produce: list[tuple[int, int, int, int]] = [(0, 0, 0, 0)]
        self.endings: list[list[int]] = [[0] * ENDING_COLUMNS]
        self.starts: list[Start] = [(0, 0, 0, 0, 0)]

    def effect(self, effect: Effect) -> tuple[int, int]:
        """First row and number of rows. Children are assembled before their parents."""
        if not effect:
            return (0, 0)
        rows = [self._part(part) for part in effect]
        first = len(self.parts)
        self.parts += rows
        for number in range(first, len(self.parts)):
            starts = self._starts(number)
            self.parts[number][Column.START], self.parts[number][Column.STARTS] = len(self.starts), len(starts)
            self.starts += starts
        return first, len(rows)

    def _starts(self, number: int) -> list[Start]:
        """The ways to begin a part, from those of its children."""
        row = self.parts[number]
        match row[Column.OP]:
            case Op.EITHER:
                entries = self.alternatives[row[Column.CHILD] : row[Column.CHILD] + row[Column.CHILDREN]]
                return [start for first, parts in entries for start in self._starts_of_effect(first, parts)]
            case Op.IF:
                below = self._starts_of_effect(row[Column.CHILD], row[Column.CHILDREN])
                return [(leaf, amounts, number, condition, times) for leaf, amounts, condition, _, times in below]
            case Op.PAY:
                below = self._starts_of_effect(row[Column.CHILD], row[Column.CHILDREN])
                prices = self.prices[row[Column.PRICES] : row[Column.PRICES] + row[Column.PRICE_COUNT]]
                repeats = row[Column.NUMBER]
                return [
                    (leaf, self._sum(price, amounts), condition, condition_2, times * repeats)
                    for price in prices
                    for leaf, amounts, condition, condition_2, times in below
                ]
        return [(number, 0, 0, 0, 1)]

    def _starts_of_effect(self, first: int, parts: int) -> list[Start]:
        start = self.parts[first][Column.START]
        last = self.parts[first + parts - 1]
        return self.starts[start : last[Column.START] + last[Column.STARTS]]

    def slot_starts(self, first: int, parts: int) -> tuple[int, tuple[int, int]]:
        """Things that a slot offers at the usual price, bit 0 if it always gives; and the other ways to begin."""
        things, others = 0, []
        for k, start in enumerate(self._starts_of_effect(first, parts), start=self.parts[first][Column.START]):
            row, is_free = self.parts[start[StartColumn.ROW]], not any(start[StartColumn.AMOUNTS : StartColumn.TIMES])
            terms = (row[Column.TERMS], row[Column.DISCOUNT], row[Column.ON_EXPANSION], row[Column.THEN_UPGRADE])
            if is_free and row[Column.OP] == Op.BUILD and terms == (TermsKind.USUAL, 0, 0, 0):
                things |= row[Column.MASK]
            elif is_free and row[Column.OP] in (Op.GAIN, Op.DIFFERENT, Op.FEDERATION) and row[Column.COUNT] == 0:
                things |= 1
            else:
                others.append(k)
        return things, (others[0], others[-1] - others[0] + 1) if others else (0, 0)

    def has_bounds(self, first: int, parts: int) -> bool:
        """Whether bounds tell if an effect can begin: by tokens, sites, ready cards and specials, by no count."""
        starts = self._starts_of_effect(first, parts)
        rows = [self.parts[start[StartColumn.ROW]] for start in starts]
        counted = any(start[StartColumn.CONDITION] for start in starts) or any(row[Column.COUNT] for row in rows)
        return not counted and all(row[Column.OP] in OPS_WITH_BOUNDS for row in rows)

    def _sum(self, a: int, b: int) -> int:
        return self.amounts_row(tuple(x + y for x, y in zip(self.amounts[a], self.amounts[b], strict=True)))  # type: ignore[arg-type]

    def amounts_row(self, amounts: Amounts) -> int:
        if amounts not in self.amounts:
            self.amounts.append(amounts)
        return self.amounts.index(amounts)

    def produce_rows(self, production: tuple[Production, ...]) -> tuple[int, int]:
        rows = [self._produce(p) for p in production if isinstance(p, Produce)]
        if not rows:
            return (0, 0)
        first = len(self.produce)
        self.produce += rows
        return first, len(rows)

    def ending_rows(self, endings: tuple[Ending, ...]) -> tuple[int, int]:
        if not endings:
            return (0, 0)
        first = len(self.endings)
        self.endings += [self._ending(ending) for ending in endings]
        return first, len(endings)

    def plain(self, effect: Effect) -> Plain:
        """Whether the whole effect resolves without a question."""
        kinds = [_plain(part) for part in effect]
        if Plain.NO in kinds or Plain.WHEN_ALONE in kinds:
            return Plain.NO
        return max(kinds, default=Plain.ALWAYS)

    def _produce(self, produce: Produce) -> tuple[int, int, int, int]:
        per = produce.per
        amounts = self.amounts_row(produce.amounts)
        return (amounts, per.count, per.divisor, per.cap) if per else (amounts, 0, 1, 0)

    def _ending(self, ending: Ending) -> list[int]:
        row = [0] * ENDING_COLUMNS
        match ending:
            case ScorePer(points, per):
                row[EndingColumn.KIND] = EndingKind.PER
                row[EndingColumn.POINTS] = points
                row[EndingColumn.COUNT], row[EndingColumn.DIVISOR] = per.count, per.divisor
                row[EndingColumn.CAP] = per.cap
            case ScoreAt(points_at, thresholds, count):
                row[EndingColumn.KIND] = EndingKind.AT
                row[EndingColumn.COUNT] = count
                row[EndingColumn.STEPS] = len(thresholds)
                for k, (threshold, points) in enumerate(zip(thresholds, points_at, strict=True)):
                    row[EndingColumn.THRESHOLDS + k] = threshold
                    row[EndingColumn.POINTS_AT + k] = points
            case Sell(amounts, points, times):
                row[EndingColumn.KIND] = EndingKind.SELL
                row[EndingColumn.AMOUNTS] = self.amounts_row(amounts)
                row[EndingColumn.POINTS], row[EndingColumn.CAP] = points, times
        return row

    def _part(self, part: Part) -> list[int]:
        row = [0] * PART_COLUMNS
        row[Column.PLAIN] = _plain(part)
        row[Column.NUMBER] = 1
        match part:
            case Gain(amounts, per):
                row[Column.OP] = Op.GAIN
                row[Column.AMOUNTS] = self.amounts_row(amounts)
                if per:
                    row[Column.COUNT], row[Column.DIVISOR], row[Column.CAP] = per.count, per.divisor, per.cap
            case GainDifferent(number, resources):
                row[Column.OP] = Op.DIFFERENT
                row[Column.NUMBER], row[Column.MASK] = number, _mask(resources)
            case Federation(steps):
                row[Column.OP] = Op.FEDERATION
                row[Column.NUMBER] = steps
            case Build(things, times, terms, on_expansion, then_upgrade):
                row[Column.OP] = Op.BUILD
                row[Column.MASK], row[Column.NUMBER] = _mask(things), times
                self._terms(row, terms)
                row[Column.ON_EXPANSION] = int(on_expansion)
                row[Column.THEN_UPGRADE] = 0 if then_upgrade is None else _terms_kind(then_upgrade) + 1
            case Upgrade(things, times, terms):
                row[Column.OP] = Op.UPGRADE
                row[Column.MASK], row[Column.NUMBER] = _mask(things), times
                self._terms(row, terms)
            case UseActionCard(times):
                row[Column.OP] = Op.USE_ACTION
                row[Column.NUMBER] = times
            case ReadyActionCard():
                row[Column.OP] = Op.READY_ACTION
            case TakeSpecial():
                row[Column.OP] = Op.TAKE_SPECIAL
            case PerformSlot(available, occupied):
                row[Column.OP] = Op.PERFORM
                row[Column.MASK] = AVAILABLE * available + OCCUPIED * occupied
            case Exchange(left, right):
                row[Column.OP] = Op.EXCHANGE
                row[Column.AMOUNTS], row[Column.OTHER_AMOUNTS] = self.amounts_row(left), self.amounts_row(right)
            case GainProduction():
                row[Column.OP] = Op.PRODUCTION_OF
            case ConvertCity():
                row[Column.OP] = Op.CONVERT_CITY
            case TakeMetropolis():
                row[Column.OP] = Op.TAKE_METROPOLIS
            case Pay(prices, effect, times):
                row[Column.OP] = Op.PAY
                row[Column.NUMBER] = times
                self._prices(row, prices)
                row[Column.CHILD], row[Column.CHILDREN] = self.effect(effect)
            case If(count, number, exactly, effect):
                row[Column.OP] = Op.IF
                row[Column.COUNT], row[Column.NUMBER], row[Column.EXACTLY] = count, number, int(exactly)
                row[Column.CHILD], row[Column.CHILDREN] = self.effect(effect)
            case Either(alternatives):
                row[Column.OP] = Op.EITHER
                entries = [self.effect(alternative) for alternative in alternatives]
                row[Column.CHILD], row[Column.CHILDREN] = len(self.alternatives), len(entries)
                self.alternatives += entries
        return row

    def _terms(self, row: list[int], terms: Terms) -> None:
        row[Column.TERMS] = _terms_kind(terms)
        row[Column.DISCOUNT] = self.amounts_row(terms.discount)
        self._prices(row, terms.prices)

    def _prices(self, row: list[int], prices: tuple[Amounts, ...]) -> None:
        row[Column.PRICES], row[Column.PRICE_COUNT] = len(self.prices), len(prices)
        self.prices += [self.amounts_row(price) for price in prices]


def build_rulebook(catalogue: Catalogue, options: Options) -> np.ndarray[Any, Any]:
    """One record in an array of length 1, as the kernels take it."""
    record = np.zeros(1, RULEBOOK).view(np.recarray)
    rulebook = Fields(record.view(np.ndarray))
    assembler = Assembler()
    _fill_options(rulebook, options)
    _fill_base_numbers(rulebook, options)
    _fill_cards(rulebook, assembler, catalogue)
    _fill_slots(rulebook, assembler, catalogue, options)
    _fill_metropolises_and_contracts(rulebook, assembler, catalogue, options)
    for b, board in enumerate(catalogue.boards):
        _fill_board(rulebook, assembler, b, board)
    rulebook.bonuses_count = _bonuses_count(rulebook)
    if not _fits_short_cuts(rulebook, catalogue):
        rulebook.slot_has_bounds[:] = 0
    _fill_table(rulebook.part, assembler.parts, MAX_PART_ROWS, "parts of effects")
    _fill_table(rulebook.start, assembler.starts, MAX_START_ROWS, "ways to begin an effect")
    _fill_table(rulebook.amounts, assembler.amounts, MAX_AMOUNTS, "different amounts")
    rulebook.amounts_bound[0, : len(assembler.amounts)] = [packed(row) for row in assembler.amounts]
    _fill_table(rulebook.alternative, assembler.alternatives, MAX_ALTERNATIVE_ROWS, "alternatives")
    _fill_table(rulebook.price, assembler.prices, MAX_PRICE_ROWS, "printed prices")
    _fill_table(rulebook.produce, assembler.produce, MAX_PRODUCE_ROWS, "production effects")
    _fill_table(rulebook.ending, assembler.endings, MAX_ENDING_ROWS, "end scorings")
    return record


def _fill_table(field: Any, rows: list[Any], room: int, what: str) -> None:
    if len(rows) > room:
        raise BookSizeError(f"the component book has {len(rows) - 1} {what}; the rule book has room for {room - 1}")
    field[0, : len(rows)] = rows


def _fill_options(rulebook: Any, options: Options) -> None:
    players = options.num_players
    rulebook.player_count = players
    rulebook.solo = players == 1
    rulebook.contracts = options.contracts
    rulebook.clone_tile = players == MAX_PLAYERS                       # S-10
    rulebook.last_era = len(options.rounds)
    rulebook.rounds_before_end_of_era[0, 1 : len(options.rounds) + 1] = np.cumsum(options.rounds)
    if isinstance(options.boards, str):
        rulebook.board_pool_start = FAMILIES[options.boards].start - 1
    else:
        rulebook.board_choice[0, :players] = options.boards


def _fill_base_numbers(rulebook: Any, options: Options) -> None:
    rulebook.usual_price[0, 0] = base.USUAL_UPGRADE_PRICE
    for thing, price in base.USUAL_PRICE.items():
        rulebook.usual_price[0, thing] = price
    rulebook.start_resource[0] = base.START_RESOURCE
    rulebook.start_space[0] = base.START_SPACE
    for space, bonus in base.SPACE_BONUS.items():
        rulebook.space_bonus[0, space] = bonus
    rulebook.supply[0] = (base.TUNNELS, base.NONSYMBIOTIC_CITIES, base.SYMBIOTIC_CITIES[options.num_players])
    rulebook.federation_bound = FEDERATION_BOUND
    rulebook.hand_limit = base.HAND_LIMIT
    rulebook.cards_dealt = base.CARDS_DEALT
    rulebook.cards_for_new_era = base.CARDS_FOR_NEW_ERA
    for thing, (plain, upgraded) in base.PRODUCED_BY.items():
        rulebook.produced_by[0, thing - 1, 0] = plain
        rulebook.produced_by[0, thing - 1, 1] = upgraded
    for thing, bonus in base.PAIR_BONUS.items():
        rulebook.pair_bonus[0, thing - 1] = bonus
    rulebook.symbiotic_points = base.SYMBIOTIC_POINTS
    rulebook.hunger_points = base.HUNGER_POINTS
    rulebook.city_points[0] = base.CITY_POINTS


def _fill_cards(rulebook: Any, assembler: Assembler, catalogue: Catalogue) -> None:
    slot_event = slot_events(catalogue)
    conversions = once = 0
    for card in (*catalogue.cards, catalogue.assistant):
        n = card.number or ASSISTANT
        rulebook.card_era[0, n] = card.era
        rulebook.card_colour[0, n] = card.colour
        rulebook.card_type[0, n] = card.type
        rulebook.card_price[0, n] = card.price
        rulebook.card_digits[0, n] = sum(int(digit) for digit in str(card.number))
        effect = card.effect
        match card.permanent:
            case When(event, detail, triggered):
                effect = triggered
                rulebook.card_event[0, n] = event
                if event == Event.USE_SLOT:
                    rulebook.card_event_detail[0, n] = slot_event[str(detail)]
                elif event in EVENTS_OF_THINGS:
                    rulebook.card_event_detail[0, n] = _mask(event_things(card.permanent))
                else:
                    rulebook.card_event_detail[0, n] = detail
            case Discount(things, amounts, upgrade):
                rulebook.card_discount_on[0, n] = 1 if upgrade else _mask(things)
                rulebook.card_discount[0, n] = assembler.amounts_row(amounts)
            case OncePerTurn(repeated):
                effect = repeated
                rulebook.once_card[0, once] = n
                once += 1
                rulebook.card_once[0, n] = once
            case HandLimit(more):
                rulebook.card_hand_limit[0, n] = more
        rulebook.card_effect[0, n] = assembler.effect(effect)
        rulebook.card_effect_is_plain[0, n] = assembler.plain(effect) != Plain.NO
        rulebook.card_bound[0, n] = bound_of_effect(effect)
        rulebook.card_only_gives[0, n] = card.type == CardType.INSTANT and _only_gives(effect)
        rulebook.card_produce[0, n] = assembler.produce_rows(card.production)
        rulebook.card_ending[0, n] = assembler.ending_rows(card.ending)
        for production in card.production:
            if isinstance(production, ConvertBuilding | ConvertProduced):
                rulebook.conversion_card[0, conversions] = n
                rulebook.conversion_give[0, conversions] = assembler.amounts_row(production.give)
                rulebook.conversion_get[0, conversions] = assembler.amounts_row(production.get)
                if isinstance(production, ConvertBuilding):
                    rulebook.conversion_thing[0, conversions] = production.thing
                    rulebook.conversion_times[0, conversions] = 1
                else:
                    rulebook.conversion_times[0, conversions] = production.times
                conversions += 1
                rulebook.card_conversion[0, n] = conversions
    _check_triggers(catalogue, assembler)
    rulebook.conversion_count = conversions
    rulebook.once_count = once
    firsts = [min(card.number for card in catalogue.cards if card.era == era) for era in range(1, ERAS + 1)]
    rulebook.era_first_card[0, 1 : ERAS + 1] = firsts
    rulebook.era_first_card[0, ERAS + 1] = max(card.number for card in catalogue.cards if card.era == ERAS) + 1
    rulebook.era_size[0, 1:] = np.diff(rulebook.era_first_card[0, 1:])


def _check_triggers(catalogue: Catalogue, assembler: Assembler) -> None:
    """Of the cards that ask something at one moment the player chooses the next by an action of its own (L-6)."""
    asking = [card.permanent for card in catalogue.cards
              if isinstance(card.permanent, When) and assembler.plain(card.permanent.effect) == Plain.NO]
    for event in Event:
        number = sum(when.event == event for when in asking)
        if number > MAX_TRIGGERS_AT_ONCE:
            raise BookSizeError(
                f"the component book has {number} cards that ask something at the event {event.name}; "
                f"there is room for {MAX_TRIGGERS_AT_ONCE}"
            )


def slots_in_order(catalogue: Catalogue) -> list[Any]:
    """All slots as the actions number them: side 3-4, side 1-2, the always-available one."""
    sides = {"3-4": 0, "1-2": 1, "both": 2}
    return sorted(catalogue.slots, key=lambda slot: (sides[slot.side], slot.colour, slot.index))


def slot_events(catalogue: Catalogue) -> dict[str, int]:
    """The number under which cards wait for a slot: that of the first slot of this id."""
    numbers: dict[str, int] = {}
    for k, slot in enumerate(slots_in_order(catalogue)):
        numbers.setdefault(slot.id, k)
    return numbers


def _fill_slots(rulebook: Any, assembler: Assembler, catalogue: Catalogue, options: Options) -> None:
    events = slot_events(catalogue)
    for k, slot in enumerate(slots_in_order(catalogue)):
        rulebook.slot_event[0, k] = events[slot.id]
        rulebook.slot_colour[0, k] = slot.colour
        rulebook.slot_effect[0, k] = assembler.effect(slot.effect)
        rulebook.slot_bound[0, k] = bound_of_effect(slot.effect)
        first, parts = rulebook.slot_effect[0, k]
        rulebook.slot_has_bounds[0, k] = assembler.has_bounds(first, parts)
        rulebook.slot_builds[0, k], rulebook.slot_start[0, k] = assembler.slot_starts(first, parts)
    small = options.num_players <= 2                                   # S-1
    rulebook.first_slot = SLOTS_34 if small else 0
    count = SLOTS_12 if small else SLOTS_34
    rulebook.slot_count = count
    of_a_colour = count // 3
    rulebook.slots_of_a_colour = of_a_colour
    rulebook.slot_ring[0, :count] = [
        (colour - 1) * of_a_colour + k for colour in CLOCKWISE for k in range(of_a_colour)
    ]
    for turn in range(of_a_colour):
        rulebook.neutral_slot[0, turn] = [c * of_a_colour + turn for c in range(3)]


def _fill_metropolises_and_contracts(
    rulebook: Any, assembler: Assembler, catalogue: Catalogue, options: Options
) -> None:
    brown, blue = [], []
    for k, metropolis in enumerate(catalogue.metropolises, start=1):
        rulebook.metropolis_effect[0, k] = assembler.effect(metropolis.instant)
        rulebook.metropolis_bound[0, k] = bound_of_effect(metropolis.instant)
        rulebook.metropolis_produce[0, k] = assembler.produce_rows(metropolis.production)
        rulebook.metropolis_ending[0, k] = assembler.ending_rows(metropolis.ending)
        if metropolis.colour == "blue":
            blue.append(k)
        elif not (options.num_players == 1 and metropolis.solo_excluded):   # O-1
            brown.append(k)
    rulebook.brown[0, : len(brown)] = brown
    rulebook.brown_count = len(brown)
    rulebook.blue[0, : len(blue)] = blue
    for k, contract in enumerate(catalogue.contracts, start=1):
        rulebook.contract_effect[0, k] = assembler.effect(contract.bonus)
        rulebook.contract_bound[0, k] = bound_of_effect(contract.bonus)
        for r, requirement in enumerate(contract.requirement):
            rulebook.contract_requirement[0, k, r] = requirement.count, requirement.number


def _fill_board(rulebook: Any, assembler: Assembler, b: int, board: Board) -> None:
    nodes = {city.id: c for c, city in enumerate(board.cities)}
    nodes |= {metropolis.id: CITIES_ON_BOARD + m for m, metropolis in enumerate(board.metropolises)}
    tunnels = {tunnel.id: t for t, tunnel in enumerate(board.tunnels)}
    rulebook.site_multiplier[0, b] = 1
    rulebook.tunnel_count[0, b] = len(board.tunnels)

    def fill_site(site: int, printed: Any) -> None:
        rulebook.site_effect[0, b, site] = assembler.effect(printed.bonus)
        rulebook.site_bound[0, b, site] = bound_of_effect(printed.bonus)
        rulebook.site_surcharge[0, b, site] = assembler.amounts_row(printed.surcharge)
        rulebook.site_multiplier[0, b, site] = printed.multiplier
        if printed.surcharge != NO_AMOUNTS:
            rulebook.has_surcharges[0, b] = 1

    for c, city in enumerate(board.cities):
        fill_site(c, city)
        if city.start:
            rulebook.start_city[0, b] = c
        for site in city.sites:
            k = building_site(c, site.id)
            rulebook.building_sites[0, b] |= 1 << k
            fill_site(FIRST_BUILDING_SITE + k, site)
    for t, tunnel in enumerate(board.tunnels):
        fill_site(FIRST_TUNNEL_SITE + t, tunnel)
        ends = [nodes[end] for end in tunnel.between]
        rulebook.tunnel_end[0, b, t] = ends
        for end, other in (ends, reversed(ends)):
            if end >= CITIES_ON_BOARD:
                rulebook.metropolis_tunnels[0, b, end - CITIES_ON_BOARD] |= 1 << t
                continue
            rulebook.tunnel_cities[0, b, t] |= 1 << end
            if other < CITIES_ON_BOARD:
                rulebook.neighbours[0, b, end] |= 1 << other
        if tunnel.produce_with is not None:
            partner, amounts = tunnel.produce_with
            rulebook.pair_tunnel[0, b, t] = tunnels[partner] + 1
            rulebook.pair_produce[0, b, t] = assembler.amounts_row(amounts)
        rulebook.metropolis_tunnel_produce[0, b, t] = assembler.amounts_row(tunnel.metropolis_produce)
    _fill_sites_with_bound(rulebook, b)


def _fill_sites_with_bound(rulebook: Any, b: int) -> None:
    for first, size in ((0, CITIES_ON_BOARD), (FIRST_BUILDING_SITE, BUILDING_SITES), (FIRST_TUNNEL_SITE, TUNNEL_SITES)):
        giving = _mask(k for k in range(size) if rulebook.site_bound[0, b, first + k])
        rulebook.sites_with_bound[0, b, first] = giving


def _mask(members: Any) -> int:
    return sum(1 << member for member in members)


def _terms_kind(terms: Terms) -> TermsKind:
    if terms.free:
        return TermsKind.FREE
    return TermsKind.PRINTED if terms.prices else TermsKind.USUAL


def _plain(part: Part) -> Plain:
    match part:
        case Gain():
            return Plain.ALWAYS
        case Federation():
            return Plain.WHEN_TRIGGERED
        case If(_, _, _, effect) if all(isinstance(child, Gain | Federation) for child in effect):
            return max(_plain(child) for child in effect)
        case Either(alternatives):
            only_give = (all(isinstance(child, Gain) for child in effect) for effect in alternatives)
            return Plain.WHEN_ALONE if any(only_give) else Plain.NO
    return Plain.NO


def _only_gives(effect: Effect) -> bool:
    """Whether the effect only gives, and the same in any order: it changes nothing that it counts."""
    given = [child for part in effect for child in (part.effect if isinstance(part, If) else (part,))]
    if not all(isinstance(part, Gain | Federation) for part in given):
        return False
    counted = {part.count for part in effect if isinstance(part, If)}
    counted |= {part.per.count for part in given if isinstance(part, Gain) and part.per}
    moves = any(isinstance(part, Federation) for part in given)
    return Count.HAND_CARD not in counted and not (moves and Count.FEDERATION_SPACE in counted)


def _fits_short_cuts(rulebook: Any, catalogue: Catalogue) -> bool:
    """Whether the arguments for the short cuts of the pair test hold: cards that wait and contracts only give.

    In any other book every look ahead goes to its end.
    """
    waiting = rulebook.card_event != 0
    if not rulebook.card_effect_is_plain[waiting].all():
        return False
    bonuses = [part for contract in catalogue.contracts for part in contract.bonus]
    if any(_plain(part) not in (Plain.ALWAYS, Plain.WHEN_TRIGGERED) for part in bonuses):
        return False
    cards = (card for card in catalogue.cards if card.type != CardType.INSTANT)
    effects = [slot.effect for slot in catalogue.slots] + [card.effect for card in cards]
    return not any(isinstance(part, TakeMetropolis) for effect in effects for part in all_parts(effect))


def _bonuses_count(rulebook: Any) -> bool:
    """Whether anything but an instant gives by what is counted."""
    cards = rulebook.card_bound[rulebook.card_type != CardType.INSTANT]
    bounds = (cards, rulebook.slot_bound, rulebook.metropolis_bound, rulebook.contract_bound, rulebook.site_bound)
    return any((bound & DEPENDS_ON_COUNT).any() for bound in bounds)
