"""The course of the game: rounds, eras, the end (chapters 3, 7, 8 and 10 of the rules)."""

from dataclasses import dataclass

from undersea_env.underwater_cities.printed.words import Colour, Resource

from .agenda import Deed, Play
from .production import ProduceFor
from .standards import CARDS_OF_NEW_ERA, HUNGER_POINTS, TURNS_PER_ROUND
from .table import NEUTRAL, NOBODY, Player, Table
from .turn import KeepHandLimit, StartTurn

CLOCKWISE = (Colour.GREEN, Colour.RED, Colour.YELLOW)               # D-13


def last_round_of_era(table: Table) -> bool:
    return table.round == sum(table.rounds[:table.era])


def last_round(table: Table) -> bool:
    return table.round == sum(table.rounds)


@dataclass(frozen=True)
class StartRound(Deed):
    """G-2: every player takes three turns, one at a time in turn order."""

    def do(self, play: Play) -> None:
        for turn in reversed(range(1, TURNS_PER_ROUND + 1)):
            play.first(NextTurns(turn), *(StartTurn(seat) for seat in play.table.order))


@dataclass(frozen=True)
class NextTurns(Deed):
    turn: int

    def do(self, play: Play) -> None:
        play.table.turn = self.turn


@dataclass(frozen=True)
class EndRound(Deed):
    def do(self, play: Play) -> None:
        table = play.table
        did_not_advance = table.num_players == 1 and table.players[0].space == 0
        neutral = take_tiles_back(play)
        new_turn_order(play)
        table.turn = 1
        era_ends = last_round_of_era(table)
        if not last_round(table):
            table.round += 1                                        # E-3: before production
            if neutral:
                move_neutral_tiles(play, neutral)
                if did_not_advance:
                    cover_fourth_slot(play)
        if not era_ends:
            play.first(StartRound(), EndRound())
            return
        play.note("rule G-1")
        play.first(*(ProduceFor(seat) for seat in table.order), EndEra())


def take_tiles_back(play: Play) -> list[str]:
    """E-1; what the three neutral tiles of a solo game covered (the fourth one just leaves)."""
    table = play.table
    neutral = neutral_slots(table)
    table.tiles = {}
    table.cloner = None
    play.note("rule E-1")
    return neutral


def new_turn_order(play: Play) -> None:
    """E-2: the furthest first, in a pile the top one first; those below the track keep their relative order."""
    table = play.table
    on_track = [seat for space in (1, 2, 3, 4) for seat in table.piles[space]]
    table.order = on_track + [seat for seat in table.order if seat not in on_track]
    for player in table.players:                                    # E-3
        player.space = 0
    table.piles = {space: [] for space in table.piles}
    play.note("rule E-2", "rule E-3")


# --- the neutral tiles of a solo game ---


def clockwise_slots(table: Table) -> list[str]:
    """D-13"""
    return [
        slot.id for colour in CLOCKWISE
        for slot in sorted(table.slots_here.values(), key=lambda slot: slot.index) if slot.colour == colour
    ]


def first_slots(table: Table) -> list[str]:
    """O-2: the first slot of each colour."""
    return [slot.id for slot in table.slots_here.values() if slot.index == 1]


def neutral_slots(table: Table) -> list[str]:
    """The slots of the three neutral tiles: in each colour the same place, which the round tells (O-3)."""
    if table.num_players > 1:
        return []
    per_colour = len(table.slots_here) // len(CLOCKWISE)
    index = (table.round - 1) % per_colour + 1
    return [slot.id for slot in table.slots_here.values() if slot.index == index]


def move_neutral_tiles(play: Play, before: list[str]) -> None:
    """O-3: each one slot on, within its colour."""
    table = play.table
    for slot_id in before:
        slot = table.slots_here[slot_id]
        same_colour = [other for other in table.slots_here.values() if other.colour == slot.colour]
        next_index = slot.index % len(same_colour) + 1
        next_slot = next(other for other in same_colour if other.index == next_index)
        table.tiles[next_slot.id] = [NEUTRAL]
    play.note("rule O-3")


def cover_fourth_slot(play: Play) -> None:
    """O-4: count as many slots clockwise as the digits of the top era card say; if that one is covered, go on."""
    table = play.table
    card = play.top_era_card()
    if card is None:
        return
    play.discard(card)
    slots = clockwise_slots(table)
    steps = sum(int(digit) for digit in str(card))
    at = (steps - 1) % len(slots)                                   # the first green slot is 1
    while table.occupied(slots[at]):
        at = (at + 1) % len(slots)
    table.tiles[slots[at]] = [NEUTRAL]
    play.note("rule O-4", "rule D-13")


# --- the end of an era ---


@dataclass(frozen=True)
class EndEra(Deed):
    """P-7"""

    def do(self, play: Play) -> None:
        table = play.table
        for player in table.players:
            player.action_cards = dict.fromkeys(player.action_cards, False)
            feed(play, player)
        play.note("rule P-7")
        if table.era == len(table.rounds):
            table.to_move = NOBODY
            return
        self._next_era(play)
        play.first(*(KeepHandLimit(seat) for seat in table.order), StartRound(), EndRound())

    def _next_era(self, play: Play) -> None:
        table = play.table
        table.gone.extend(table.era_discard)
        table.era += 1
        table.era_discard = []
        table.era_deck = era_deck(play, table.era)
        for seat in table.order:
            play.draw(table.players[seat], CARDS_OF_NEW_ERA)


def era_deck(play: Play, era: int) -> list[int]:
    """S-2, P-7"""
    return play.chance.shuffle(f"era {era} deck", [card.number for card in play.table.catalogue.cards_of_era(era)])


def feed(play: Play, player: Player) -> None:
    """P-7: one kelp for each connected city; then biomatter; for the rest points are lost, but never below zero."""
    hungry = len(player.network.connected)
    for resource in (Resource.KELP, Resource.BIOMATTER):
        eaten = min(hungry, player.tokens[resource])
        player.tokens[resource] -= eaten
        hungry -= eaten
    lost = min(player.points, HUNGER_POINTS * hungry)
    player.points_from["hunger"] -= lost
