"""The course of the game (sections 3, 4, 5, 11 and 14)."""

from . import acting, building, effects, ending, fights, objectives
from .asking import Choice, Course, ask
from .moving import move
from .numbers import LEVEL, OPTION, PASS, PROJECT
from .table import NOBODY, REST, Table, without_twins

FIRST_ENERGY, FIRST_CARDS = OPTION, OPTION + 1         # D-6
END_BUILD_ACTIONS = 2                                  # E-3


def whole_game(table: Table) -> Course:
    """Everything after the shuffles and deals."""
    yield from _choose(table)
    if table.campaign is not None:
        yield from _turn_up(table, table.campaign.chapter.start_card, is_start=True)           # S-11
    if table.options.extra_objective:
        yield from objectives.draw(table, 0)                           # O-6
    table.round = 1
    yield from rest_of_game(table)


def rest_of_game(table: Table) -> Course:
    """From the beginning of a production phase, of a turn of the other phases, or of the end of the game."""
    while table.phase != "end":
        yield from _rest_of_round(table)
        if table.round == table.last_round:
            table.phase = "end"                                        # G-2
        else:
            table.round += 1
            table.first = table.clockwise(table.first)[1 % len(table.players)]                 # P-1
            table.phase = "production"
    yield from _end(table)


def _rest_of_round(table: Table) -> Course:
    """G-1"""
    if table.phase not in ("movement", "action"):
        yield from _production_phase(table)
    if table.phase != "action":
        yield from _turns(table, "movement")
    yield from _turns(table, "action")


# --- set-up ---

def _choose(table: Table) -> Course:
    """S-10"""
    setting = table.setting
    for seat in table.turn_order:
        for _ in range(setting.start_projects - setting.keep_projects):
            yield from _discard_one(table, seat)
        if setting.objectives:
            player = table.players[seat]
            kept = (yield from ask(table, "D-2", seat, [OPTION + place for place in range(len(player.dealt))])) - OPTION
            player.objectives.append(player.dealt.pop(kept))
            player.refused, player.dealt = player.dealt, []
    if setting.objectives:
        refused = [card for player in table.players for card in player.refused]
        table.objective_deck = table.chance.shuffled(table.objective_deck + refused)
        for player in table.players:
            player.refused = []


def _discard_one(table: Table, seat: int) -> Course:
    hand = table.players[seat].hand
    card = (yield from ask(table, "D-1", seat, [PROJECT + each for each in without_twins(table.printed, hand)]))
    hand.remove(card - PROJECT)
    table.discard.append(card - PROJECT)


# --- production phase ---

def _production_phase(table: Table) -> Course:
    table.phase = "production"
    if _book_is_active(table):
        yield from _book(table)
    for seat in table.turn_order:
        yield from _produce(table, seat)
    for seat in table.turn_order:
        yield from _reveal(table, seat)


def _book_is_active(table: Table) -> bool:
    """P-2: the cube on the space to its left was removed in the previous round."""
    track = table.printed.round_track
    freed = len(track) - table.rounds + table.round - 1                # the number of that space
    return table.round > 1 and track[freed - 1].book_after


def _book(table: Table) -> Course:
    """P-3, then Y-4"""
    campaign = table.campaign is not None
    book = table.printed.stories[table.story].book if campaign else table.setting.books[table.is_back]
    table.note(f"book {table.story or table.options.scenario}{' back' if table.is_back else ''}")
    for seat in table.turn_order:
        yield from effects.carry_out(table, seat, book, REST)
        table.clear_fresh()
    if not campaign:
        table.is_back = True
        return
    cards = table.printed.stories[table.story].next
    if cards:
        place = (yield from _vote(table)) if len(cards) > 1 else 0
        yield from _turn_up(table, cards[place])


def _vote(table: Table) -> Choice:
    """Y-4: a tie goes to the vote of the first player."""
    votes = []
    for seat in table.turn_order:
        votes.append((yield from ask(table, "D-4", seat, [OPTION, OPTION + 1])) - OPTION)
    second = sum(votes)
    if 2 * second == len(votes):
        table.note("rule Y-4: tie")
        return votes[0]
    return int(2 * second > len(votes))


def _turn_up(table: Table, card: int, is_start: bool = False) -> Course:
    """Y-5, T-16"""
    campaign, story = table.campaign, table.printed.stories[card]
    assert campaign is not None
    table.story = card
    table.note(f"story {card}")
    for number in story.numbers:
        if number not in campaign.numbers:
            campaign.numbers.add(number)
            new = [project.id for project in table.printed.projects.values() if project.number == number]
            table.deck = table.chance.shuffled(table.deck + new)
    for token in story.tokens:
        if token not in campaign.tokens:
            campaign.tokens.add(token)
            if is_start or table.printed.tokens[token].kind == "city action":
                table.land.tokens.add(token)
    for seat in table.turn_order:
        yield from effects.carry_out(table, seat, story.reveal, REST)


def _produce(table: Table, seat: int) -> Course:
    """P-4"""
    player, levels = table.players[seat], table.printed.production
    rows = [LEVEL + level for level in range(player.production + 1) if levels[level].energy <= player.energy]
    answer = yield from ask(table, "D-5", seat, [PASS, *rows])
    if answer == PASS:
        return
    row = levels[answer - LEVEL]
    player.energy -= row.energy
    player.water += row.water
    table.give_points(seat, row.points, "production")
    yield from effects.react(table, seat, {"produce"})


def _reveal(table: Table, seat: int) -> Course:
    """P-5"""
    revealed = [table.draw_navigation(seat) for _ in range(table.printed.constants["navigation_reveal"])]
    values = sorted(value for value in revealed if value is not None)
    table.players[seat].discard += values                              # the higher one on top
    if len(values) == 1:
        table.note("rule P-5: one card")
    if len(values) == len(revealed) and values[0]:
        if (yield from ask(table, "D-6", seat, [FIRST_ENERGY, FIRST_CARDS])) == FIRST_ENERGY:
            table.give_energy(seat, values[0])
        else:
            table.draw_projects(seat, values[0])


# --- movement phase, action phase ---

def _turns(table: Table, phase: str) -> Course:
    """In turn order; a resumed phase begins with the active player."""
    order = table.turn_order
    if table.phase == phase:
        order = order[order.index(table.active):]
    table.phase = phase
    for seat in order:
        table.active = seat
        if phase == "movement":
            yield from move(table, seat)
        else:
            yield from _act(table, seat)
    table.active = NOBODY


def _act(table: Table, seat: int) -> Course:
    if table.is_solo:
        yield from acting.solo_board(table, seat)                      # O-2
    yield from acting.city_action(table, seat)
    table.clear_fresh()                                                # W-10


# --- end of the game ---

def _end(table: Table) -> Course:
    """Section 11"""
    for seat in table.turn_order:
        yield from _produce(table, seat)                               # E-2
    for seat in table.turn_order:
        for _ in range(END_BUILD_ACTIONS):
            yield from building.build_action(table, seat)              # E-3
    for seat in table.turn_order:
        yield from _fight_of_objective(table, seat)                    # E-4 (1)
    ending.put_grey_points_on_track(table)
    tied = ending.first_by_points(table)
    if len(tied) > 1:
        for seat in tied:
            strength = yield from fights.fight(table, seat, None, for_points=False)            # E-7
            table.players[seat].tie_strength = strength
            table.note("rule E-7")
    table.phase = "over"


def _fight_of_objective(table: Table, seat: int) -> Course:
    for task in table.visible_tasks(seat):
        if task.name == "fight":
            player = table.players[seat]
            player.last_strength = yield from fights.fight(table, seat, task.top)
            player.has_fought = True
