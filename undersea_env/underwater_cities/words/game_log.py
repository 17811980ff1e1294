"""What happened, in sentences, from the records of a game before and after an action."""

import re
from collections.abc import Sequence
from typing import Any

import numpy as np

from undersea_env.core.readings import bits_of, copy_of
from undersea_env.showing.words import PlainLog, number_of
from undersea_env.underwater_cities.compiled.limits import (
    ALWAYS_SLOT,
    ASSISTANT,
    CITIES_ON_BOARD,
    FIRST_BUILDING_SITE,
    FIRST_SPECIAL,
    FIRST_TUNNEL_SITE,
    GAINS,
    HELD,
    METROPOLIS_SITES,
    METROPOLISES,
    N_SITES,
    PLAYABLE_HAND,
    TOKENS,
    TRACK_TOP,
)
from undersea_env.underwater_cities.compiled.opcodes import Column
from undersea_env.underwater_cities.kernel import actions
from undersea_env.underwater_cities.kernel.building import BIOMATTER, CREDITS, KELP
from undersea_env.underwater_cities.kernel.questions import PRODUCING, TURNS, Question
from undersea_env.underwater_cities.printed.words import Resource
from undersea_env.underwater_cities.words.asking import (
    UPGRADE,
    Price,
    apply_action,
    prices_of,
    production_of,
)
from undersea_env.underwater_cities.words.names import (
    NUMERALS,
    amounts_words,
    card_name,
    site_name,
    thing_word,
)
from undersea_env.underwater_cities.words.phrases import action_phrase, thing_on_offer, with_biomatter
from undersea_env.underwater_cities.words.readings import (
    UPGRADED_TUNNEL,
    card_of,
    is_connected,
    matches,
    rules_of,
    slot_of,
    standing_on,
    top_frame,
)

POINTS = int(Resource.POINTS)
NOT_FOLLOWED = 1                 # a turn that is not the last of its round
IRREGULAR = {"ready": "readies"}
VERBS = (
    "play", "pay", "let", "build", "use", "upgrade", "gain", "convert", "take", "put", "keep", "perform", "discard",
    "ready", "exchange", "decline", "choose", "end", "stop",
)
SECOND_VERB = re.compile(r" and (use|look) ")          # "discard ... and use it at once"
WITH_CARD_TEXT = ("USE_CARD", "TRIGGER", "ACTION_CARD", "KEEP", "SLOT", "ONCE")
HIDDEN_CHOICES = {
    "KEEP": "keeps one of the specials looked at",
    "UNDER": "puts the other specials under the deck",
}


class GameLog(PlainLog):
    """Tells a game in sentences: all of it (`viewer` None), or what one seat may know of it."""

    heading_for_all = "Log (omniscient: all cards are named)"

    def log_action(self, before: Any, after: Any, action: int) -> list[str]:
        """Sentences of what was done and of what followed."""
        own = self._own_part(before, after, action)
        lines = [self._turn_line(before, own, action)]
        if self._round_ended(before, after):
            lines.append(self._end_of_round(before, own, after))
        lines += self._production_lines(before, own, after)
        return [line for line in lines if line]

    def log_beginning(self, record: Any) -> list[str]:
        """The set-up of a game."""
        players = int(record.player_count)
        order = ", ".join(f"seat {int(seat)}" for seat in record.order[:players])
        lines = [f"{number_of(players, 'player')}; turn order: {order}."]
        for seat in range(players):
            me = record.players[seat]
            board = self.game.catalogue.boards[int(me.board)]
            tiles = ", ".join(self._metropolis(int(tile)) for tile in me.metropolis)
            lines.append(f"Seat {seat} has board {board.number}, {board.name}, with {tiles}.")
            if self.viewer in (None, seat):
                hand = ", ".join(card_name(self.game, card) for card in me.hand[: int(me.hand_count)])
                lines.append(f"Seat {seat} is dealt {hand}.")
        specials = ", ".join(card_name(self.game, card) for card in record.special_row if card)
        lines.append(f"Face up lie the specials {specials}.")
        names = [self.game.catalogue.contracts[int(k) - 1].name for k in record.contract_row if k]
        if names:
            lines.append(f"The government contracts are {', '.join(names)}.")
        return lines

    # --- the part of the action itself ---

    def _round_ended(self, before: Any, after: Any) -> bool:
        if before.frame[0].stage != TURNS:
            return False
        return bool(after.over or after.round_no != before.round_no or after.frame[0].stage == PRODUCING)

    def _own_part(self, before: Any, after: Any, action: int) -> Any:
        """The record after the action without the end of the round and of the era that may follow it."""
        if before.frame[0].stage == PRODUCING:
            own = copy_of(before)
            if action != actions.STOP:
                apply_action(own, self.game.engine, action)
                if own[0].frame[0].stage != PRODUCING or own[0].frame[0].left != before.frame[0].left:
                    own = self._converted(before, action)
            return own[0]
        if not self._round_ended(before, after):
            return after
        own = copy_of(before)
        own[0].turn_no = NOT_FOLLOWED
        apply_action(own, self.game.engine, action)
        return own[0]

    def _converted(self, before: Any, action: int) -> Any:
        rules = rules_of(self.game)
        own = copy_of(before)
        me = own[0].players[int(before.seat)]
        k = action - actions.CONVERT
        me.resource[:] -= rules.amounts[rules.conversion_give[k], :HELD]
        me.resource[:] += rules.amounts[rules.conversion_get[k], :HELD]
        return own

    def _turn_line(self, before: Any, own: Any, action: int) -> str:
        seat = int(before.seat)
        followed = self._consequences(before, own, seat, action)
        ending = f" -> {'; '.join(followed)}." if followed else "."
        return f"Seat {seat} {self._deed(before, own, seat, action)}{ending}"

    def _deed(self, before: Any, own: Any, seat: int, action: int) -> str:
        """What the player decided, in the third person."""
        block, k = actions.block_of(action)
        if block.name in HIDDEN_CHOICES and self.viewer not in (None, seat):
            return HIDDEN_CHOICES[block.name]
        phrase = action_phrase(before, self.game, action, [action]).split("; site bonus")[0]
        if block.name in WITH_CARD_TEXT:
            phrase = phrase.split(": ")[0]
        if block.name == "PLAY":
            card = int(before.players[seat].hand[k % PLAYABLE_HAND])
            if matches(self.game, k // PLAYABLE_HAND, card):
                return f"{_third_person(phrase)}, matching"
            return f"{_third_person(phrase)}, where it has no effect"
        if block.name == "ORDER":
            return ("does the slot first, then the card", "uses the card first, then the slot",
                    f"does only the slot and discards {card_name(self.game, top_frame(before).card)}")[k]
        if block.name == "PART":
            return phrase.replace("do:", "does:", 1)
        if block.name == "SITE" and not _changed_sites(before, own, seat) and int(top_frame(before).question) in (
            Question.BUILD, Question.UPGRADE,
        ):
            return f"chooses the site {site_name(k)}"
        if block.name == "KIND" and not _changed_sites(before, own, seat):
            return f"chooses to {phrase.split(' for ')[0]}"
        return _third_person(phrase)

    def _consequences(self, before: Any, own: Any, seat: int, action: int) -> list[str]:
        """What changed for the player, beyond what the decision itself says."""
        block, k = actions.block_of(action)
        was, now = before.players[seat], own.players[seat]
        said = actions.SITE + N_SITES if block.name != "SITE" else k
        words = []
        for site, upgraded in _changed_sites(before, own, seat):
            if site == said and not (upgraded and not standing_on(was, site)):
                continue
            words.append(self._site_words(before, own, seat, site, upgraded, site == said))
        said_price = self._said_price(before, own, seat, action)
        change = [int(now.resource[r]) - int(was.resource[r]) + said_price[r] for r in range(HELD)]
        words += self._resource_words(change)
        words += self._federation_words(was, now)
        for place in range(METROPOLIS_SITES):
            if is_connected(self.game, now, place) and not is_connected(self.game, was, place):
                words.append(f"connects the metropolis {self._metropolis(int(now.metropolis[place]))}")
        for tile in range(1, METROPOLISES + 1):
            if (int(now.extra_metropolises) & ~int(was.extra_metropolises)) >> tile & 1:
                words.append(f"takes the spare metropolis {self._metropolis(tile)}")
        for contract in self.game.catalogue.contracts:
            if (int(now.contracts) & ~int(was.contracts)) >> contract.index & 1:
                words.append(f"fulfils the contract {contract.name}")
        for card in sorted(_in_play(now) - _in_play(was)):
            words.append(f'lays {card_name(self.game, card)}, "{card_of(self.game, card).text}"')
        for k in bits_of(int(now.paid_instants) & ~int(was.paid_instants)):
            words.append(f"keeps {card_name(self.game, FIRST_SPECIAL + k)} as a paid special")
        return words + self._drawing_words(before, own, seat, self._given_up(before, seat, action))

    def _site_words(self, before: Any, own: Any, seat: int, site: int, upgraded: bool, said: bool) -> str:
        if site < CITIES_ON_BOARD:
            city = thing_word(int(own.players[seat].city[site]))
            if before.players[seat].city[site]:
                return f"the city on {site_name(site)} is symbiotic now"
            return f"builds a {city} on {site_name(site)}"
        what = thing_word(standing_on(own.players[seat], site))
        if said:
            return "upgrades it"
        if not standing_on(before.players[seat], site):
            return f"builds a {what} on {site_name(site)}{' and upgrades it' if upgraded else ''}"
        return f"upgrades the {what} on {site_name(site)}"

    def _resource_words(self, change: list[int]) -> list[str]:
        gained = [max(0, amount) for amount in change]
        paid = [max(0, -amount) for amount in change]
        words = []
        if any(paid):
            words.append(f"-{_signed(paid, '-')}")
        if any(gained):
            words.append(f"+{_signed(gained, '+')}")
        return [", ".join(words)] if words else []

    def _said_price(self, before: Any, own: Any, seat: int, action: int) -> list[int]:
        """What the sentence about the decision already says was paid, or exchanged: tokens and points."""
        block, k = actions.block_of(action)
        rules = rules_of(self.game)
        frame = top_frame(before)
        row = int(frame.row)
        price = [0] * HELD
        match block.name:
            case "SITE" if _changed_sites(before, own, seat):
                price[:TOKENS] = self._price_of_site(before, k)
            case "PRICE" if frame.question == Question.UPGRADE:
                price[:TOKENS] = prices_of(before, self.game, row, UPGRADE)[k].amounts
            case "PAY":
                price = _amounts(rules, rules.price[rules.part[row, Column.PRICES] + k])
            case "USE_CARD":
                price[CREDITS] = int(rules.card_price[frame.card])
            case "PLAY" if self._clones(before, k // PLAYABLE_HAND):
                price[CREDITS] = 1                           # G-11
            case "EXCHANGE":
                pair = [_amounts(rules, rules.part[row, column]) for column in (Column.AMOUNTS, Column.OTHER_AMOUNTS)]
                price = [given - taken for given, taken in zip(pair[k], pair[1 - k], strict=True)]
            case "CONVERT":
                pair = [_amounts(rules, rules.conversion_give[k]), _amounts(rules, rules.conversion_get[k])]
                price = [given - taken for given, taken in zip(*pair, strict=True)]
            case "RESOURCE" if k < HELD:
                price[k] = -1
        return price

    def _price_of_site(self, before: Any, site: int) -> list[int]:
        """What choosing a site cost that was all there was to choose."""
        frame = top_frame(before)
        row = int(frame.row)
        if frame.question == Question.BUILD:
            prices = prices_of(before, self.game, row, thing_on_offer(before, self.game), site)
            return with_biomatter(before, _first_payable(prices))
        if frame.question == Question.UPGRADE:
            return _first_payable(prices_of(before, self.game, row, UPGRADE))
        return [0] * TOKENS

    def _clones(self, before: Any, slot: int) -> bool:
        return slot != ALWAYS_SLOT and bool(before.slot_tiles[slot - int(rules_of(self.game).first_slot)])

    def _federation_words(self, was: Any, now: Any) -> list[str]:
        if now.space == was.space:
            return []
        return [f"advances to space {TRACK_TOP + 1 - int(now.space)} of the federation track"]

    def _metropolis(self, tile: int) -> str:
        metropolis = self.game.catalogue.metropolises[tile - 1]
        return f"{metropolis.name} ({metropolis.id})"

    def _given_up(self, before: Any, seat: int, action: int) -> list[int]:
        """The card that left the hand by the decision itself; it may come back from a reshuffled deck."""
        block, k = actions.block_of(action)
        if block.name == "PLAY":
            return [int(before.players[seat].hand[k % PLAYABLE_HAND])]
        return [int(before.players[seat].hand[k])] if block.name == "HAND" else []

    def _drawing_words(self, before: Any, own: Any, seat: int, given_up: list[int]) -> list[str]:
        """Cards drawn and looked at: their names are for their owner, their number for all."""
        was, now = before.players[seat], own.players[seat]
        new = _new_in_hand(was, now, given_up)
        taken = [card for card in new if card >= FIRST_SPECIAL]
        number = int(now.hand_count) - int(was.hand_count) + len(given_up) - len(taken)
        may_see = self.viewer in (None, seat)
        words = []
        if own.looked_count and not before.looked_count:
            looked = [int(card) for card in own.looked[: int(own.looked_count)]]
            words.append(f"looks at {self._names(looked) if may_see else number_of(len(looked), 'card')}")
        if number:
            drawn = [card for card in new if card < FIRST_SPECIAL]
            words.append(f"draws {self._names(drawn) if may_see else number_of(number, 'card')}")
        return words

    def _names(self, cards: list[int]) -> str:
        return ", ".join(card_name(self.game, card) for card in cards)

    # --- ends of rounds and eras ---

    def _end_of_round(self, before: Any, own: Any, after: Any) -> str:
        players = int(after.player_count)
        line = f"Round {int(before.round_no)} ends"
        if players == 1:
            covered = [slot_of(self.game, int(rules_of(self.game).first_slot) + k).id for k in _covered(after)]
            return f"{line}; neutral tiles cover {', '.join(covered)}." if covered else f"{line}."
        order = ", ".join(f"seat {int(seat)}" for seat in after.order[:players])
        return f"{line}; new turn order: {order}."

    def _production_lines(self, before: Any, own: Any, after: Any) -> list[str]:
        """Production of those whose go it was, then what ends the era (P-7)."""
        started = before.frame[0].stage == PRODUCING
        if not started and not (self._round_ended(before, after) and (after.over or after.era != before.era
                                or after.frame[0].stage == PRODUCING)):
            return []
        players = int(before.player_count)
        era_ended = bool(after.over) or after.era != before.era
        first = int(before.frame[0].left) if started else 0
        last = players if era_ended else int(after.frame[0].left)
        era = NUMERALS[int(before.era)]
        produced = production_of(own, self.game)
        lines = [] if started else [f"Era {era} ends with production."]
        for seat in map(int, after.order[first:last]):
            lines.append(f"Seat {seat} produces {amounts_words(produced[seat])}.")
            if produced[seat][Resource.CARDS]:
                lines += self._drawn_names(own, after, seat)
        if not era_ended:
            return lines
        made = {int(seat) for seat in after.order[first:last]}
        for seat in range(players):
            lines.append(self._feeding(own, after, seat, produced[seat] if seat in made else [0] * GAINS))
        if after.over:
            return [*lines, "The game is over."]
        number = int(rules_of(self.game).cards_for_new_era)
        lines.append(f"Era {NUMERALS[int(after.era)]} begins; everybody draws {number} cards.")
        for seat in range(players):
            lines += self._drawn_names(own, after, seat)
        return list(dict.fromkeys(lines))

    def _drawn_names(self, was: Any, now: Any, seat: int) -> list[str]:
        if self.viewer not in (None, seat):
            return []
        drawn = _new_in_hand(was.players[seat], now.players[seat])
        return [f"  Seat {seat} draws {', '.join(card_name(self.game, card) for card in drawn)}."] if drawn else []

    def _feeding(self, own: Any, after: Any, seat: int, produced: list[int]) -> str:
        """1 kelp for each connected city, then biomatter, then points (P-7)."""
        me = own.players[seat]
        hungry = int(me.connected_cities).bit_count()
        eaten = [0] * TOKENS
        for resource in (KELP, BIOMATTER):
            eaten[resource] = min(hungry - sum(eaten), int(me.resource[resource]) + produced[resource])
        unfed = hungry - sum(eaten)
        fed = f"feeds {number_of(hungry - unfed, 'city', 'cities')} with {amounts_words(eaten)}"
        if not unfed:
            return f"Seat {seat} {fed}."
        lost = int(me.resource[POINTS]) + produced[POINTS] - int(after.players[seat].resource[POINTS])
        hunger = f"cannot feed {number_of(unfed, 'city', 'cities')}, which costs {number_of(lost, 'point')}"
        return f"Seat {seat} {f'{fed} and ' if sum(eaten) else ''}{hunger}."


# --- small readers ---


def _third_person(phrase: str) -> str:
    verb, _, rest = phrase.partition(" ")
    bare = verb.rstrip(":")
    if bare not in VERBS:
        return phrase
    rest = SECOND_VERB.sub(lambda found: f" and {_inflected(found[1])} ", rest)
    return f"{_inflected(bare)}{verb[len(bare):]} {rest}".rstrip()


def _inflected(verb: str) -> str:
    return IRREGULAR.get(verb, f"{verb}s")


def _first_payable(prices: list[Price]) -> list[int]:
    return next(price.amounts for price in prices if price.is_payable)


def _amounts(rules: Any, row: int) -> list[int]:
    return [int(amount) for amount in rules.amounts[row, :HELD]]


def _signed(amounts: list[int], sign: str) -> str:
    return amounts_words(amounts).replace(", ", f", {sign}")


def _covered(record: Any) -> list[int]:
    return [k for k, tiles in enumerate(record.slot_tiles) if tiles]


def _changed_sites(before: Any, after: Any, seat: int) -> list[tuple[int, bool]]:
    """Sites on which something was built or upgraded, and whether what stands there is upgraded now."""
    was, now = before.players[seat], after.players[seat]
    changed = [(c, False) for c in range(CITIES_ON_BOARD) if was.city[c] != now.city[c]]
    for k in np.flatnonzero((was.building != now.building) | (was.upgraded != now.upgraded)):
        changed.append((FIRST_BUILDING_SITE + int(k), bool(now.upgraded[k])))
    for t in np.flatnonzero(was.tunnel != now.tunnel):
        changed.append((FIRST_TUNNEL_SITE + int(t), bool(now.tunnel[t] == UPGRADED_TUNNEL)))
    return changed


def _in_play(me: Any) -> set[int]:
    laid = {int(card) for card in me.tableau[: int(me.tableau_count)]}
    return laid | {int(card) for card in me.action_card[: int(me.action_count)] if card != ASSISTANT}


def _new_in_hand(was: Any, now: Any, given_up: Sequence[int] = ()) -> list[int]:
    old = {int(card) for card in was.hand[: int(was.hand_count)]} - set(given_up)
    return [int(card) for card in now.hand[: int(now.hand_count)] if int(card) not in old]
