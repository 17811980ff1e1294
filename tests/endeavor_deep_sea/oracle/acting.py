"""Actions: when they are possible, and how sonar, dive, conserve and publish are done (sections 6, 7 and 8)."""

from collections.abc import Callable, Generator
from dataclasses import replace

from . import discovering, gains, impact, traveling
from .asking import Choice, Course, Question, ask
from .effects import Action, Bundle
from .numbers import ACT_IN, ACTION, DECLINE, KEEP, ROW, SITE, TOKEN_RESEARCH, TYPES
from .printed import Spot
from .table import WIDTH, Table, Zone, column_of, depth_of

SPOTS = {"sonar": "sonar", "dive": "dive", "conserve": "conservation", "publish": "journal"}
NEED_A_DISC = ("sonar", "conserve", "publish")                  # T-11
COST_RESEARCH = ("conserve", "publish")


# --- what is possible ---

def possible(table: Table, seat: int, action: Action, here: int | None = None, without: int | None = None) -> bool:
    """A-2. `without`: the kind of the token whose effect the action is."""
    if action.type == "travel":
        return bool(traveling.starts(table, seat, action, here))
    if action.type == "promote":
        return bool(gains.juniors(table, seat))
    if action.type == "discover":
        return True
    if action.type in NEED_A_DISC and not table.players[seat].staging:
        return False
    return bool(_places(table, seat, action, _budget(table, seat, without), here))


def _budget(table: Table, seat: int, without: int | None) -> int:
    """The research a player has, or could have by spending tokens."""
    player = table.players[seat]
    if not table.may_spend_tokens(seat):
        return player.research
    tokens = player.tokens.copy()
    if without is not None:
        tokens[without] -= 1
    return player.research + sum(table.printed.tokens[kind].research * number for kind, number in tokens.items())


def _places(table: Table, seat: int, action: Action, research: int, here: int | None) -> list[tuple[int, Spot]]:
    """Where the action can be done with so much research."""
    return [
        (cell, spot)
        for cell in (sorted(table.ocean) if here is None else [here])
        for spot in table.ocean[cell].board.spots_of(SPOTS[action.type])
        if _reaches(table, seat, cell, spot, action) and _is_usable(table, table.ocean[cell], spot, action, research)
    ]


def _reaches(table: Table, seat: int, cell: int, spot: Spot, action: Action) -> bool:
    vessels = table.players[seat].vessels
    if action.at_vessel_depth:
        return depth_of(cell) in map(depth_of, vessels)
    if spot.access:
        return _beside(cell, spot.access) in vessels
    return cell in vessels


def _beside(cell: int, access: str) -> int | None:
    """Z-4"""
    if access == "up":
        return cell - WIDTH
    if access == "left":
        return cell - 1 if column_of(cell) > 0 else None
    return cell + 1 if column_of(cell) < WIDTH - 1 else None


def _is_usable(table: Table, zone: Zone, spot: Spot, action: Action, research: int) -> bool:
    if spot.kind == "dive":
        return bool(zone.tokens[spot.id])
    if spot.kind == "sonar":
        return zone.is_next_of_track(spot)
    if spot.id in zone.discs:
        return False
    if spot.kind == "conservation":
        return _cost(spot, action) <= research
    return bool(_row_places(table, spot, research))


def _cost(spot: Spot, action: Action) -> int:
    return max(0, spot.value - action.less)


def _row_places(table: Table, spot: Spot, research: int) -> list[int]:
    """A-60: journals of the row with the field of the site that can be paid."""
    journals = [(place, table.printed.journals[number]) for place, number in enumerate(table.row) if number is not None]
    return [place for place, journal in journals if spot.field in journal.fields and journal.cost <= research]


# --- beginning an action ---

def offer(table: Table, seat: int, action: Action, cell: int | None, is_second: bool = False) -> Course:
    """Q-4: it may be declined; if it cannot be done it is not offered."""
    if not possible(table, seat, action, cell):
        table.note(f"not offered {action.type}")
        return
    answer = yield from ask(table, "Q-4", seat, [ACTION + TYPES.index(action.type), DECLINE])
    if answer != DECLINE:
        yield from perform(table, seat, action, cell, is_second)


def perform(table: Table, seat: int, action: Action, here: int | None = None, is_second: bool = False) -> Course:
    """An action that was begun is carried through (A-3)."""
    table.note(f"action {action.type}")
    if action.type == "travel":
        yield from traveling.travel(table, seat, action, here)
    elif action.type == "promote":
        yield from gains.promote(table, seat, may_decline=False)
    elif action.type == "discover":
        yield from discovering.discover(table, seat, action, may_decline=False)
    else:
        cell, spot = yield from _choose_place(table, seat, action, here)
        if action.type == "sonar":
            yield from _sonar(table, seat, cell, spot)
        elif action.type == "dive":
            yield from _dive(table, seat, cell, spot, action)
        elif action.type == "conserve":
            yield from _conserve(table, seat, cell, spot, action, is_second)
        else:
            yield from _publish(table, seat, cell, spot)


def _choose_place(
    table: Table, seat: int, action: Action, here: int | None,
) -> Generator[Question, int, tuple[int, Spot]]:
    def open_places(where: int | None) -> list[tuple[int, Spot]]:
        return _places(table, seat, action, table.players[seat].research, where)

    cell = here
    if cell is None:
        cell = (yield from _ask_paying(
            table, "Q-8", seat, action, lambda: [ACT_IN + cell for cell, _ in open_places(None)])) - ACT_IN
    number = (yield from _ask_paying(
        table, "Q-9", seat, action, lambda: [SITE + spot.number for _, spot in open_places(cell)])) - SITE
    return cell, next(spot for _, spot in open_places(cell) if spot.number == number)


def _ask_paying(table: Table, question: str, seat: int, action: Action, options: Callable[[], list[int]]) -> Choice:
    """Q-23: while choosing where to conserve or publish, tokens may be spent for research."""
    question = f"{question}: {action.type}"
    while True:
        tokens: list[int] = []
        if action.type in COST_RESEARCH and table.may_spend_tokens(seat):
            tokens = [TOKEN_RESEARCH + kind for kind in table.players[seat].kinds_held()]
        answer = yield from ask(table, question, seat, [*options(), *tokens])
        if answer not in tokens:
            return answer
        table.spend_for_research(seat, answer - TOKEN_RESEARCH)
        table.note("rule Q-23")


# --- discs and links ---

def _put_disc(table: Table, seat: int, cell: int, spot: Spot) -> None:
    table.players[seat].staging -= 1
    table.ocean[cell].discs[spot.id] = seat
    table.note(f"disc {table.ocean[cell].board.id} {spot.id}")


def _complete_links(table: Table, cell: int, spot: Spot) -> Course:
    """N-1 to N-3: what several links give one player is one bundle."""
    zone = table.ocean[cell]
    bundles: dict[int, Bundle] = {}
    for link in zone.board.links:
        if spot.id in link.ends and all(end in zone.discs for end in link.ends):
            table.note(f"link {zone.board.id} {' '.join(sorted(link.ends))}")
            for owner in {zone.discs[end] for end in link.ends}:
                bundles[owner] = bundles.get(owner, Bundle()) + link.effect
    yield from gains.gain_in_turn(table, bundles, cell)


# --- sonar and dive ---

def _sonar(table: Table, seat: int, cell: int, spot: Spot) -> Course:
    """A-20"""
    _put_disc(table, seat, cell, spot)
    yield from _complete_links(table, cell, spot)
    yield from gains.gain(table, seat, spot.effect, cell)


def _dive(table: Table, seat: int, cell: int, spot: Spot, action: Action) -> Course:
    """A-41"""
    zone = table.ocean[cell]
    site = zone.tokens[spot.id]
    if any(rule.special == "draw 2 tokens and keep 1" for rule in zone.board.rules) and len(site) > 1:
        yield from _keep_one_token(table, seat, site)
    else:
        _take_token(table, seat, site)
    taken = 1
    for _ in range(action.more):
        if site:
            _take_token(table, seat, site)
            taken += 1
            table.note("rule A-43")
    is_emptied = not site
    for _ in range(taken):
        yield from _zone_rules(table, seat, cell, "you take a token here")
    yield from _zone_rules(table, seat, cell, "you dive here")
    yield from _zone_rules(table, seat, cell, f"you dive at {spot.id}")
    if is_emptied:
        yield from _site_emptied(table, cell)


def _take_token(table: Table, seat: int, site: list[tuple[int, int]]) -> None:
    kind, _ = site.pop()
    table.players[seat].tokens[kind] += 1
    table.note(f"token {table.printed.tokens[kind].id}")


def _keep_one_token(table: Table, seat: int, site: list[tuple[int, int]]) -> Course:
    """A-42"""
    drawn = [site.pop()[0], site.pop()[0]]
    kept = 0
    if drawn[0] != drawn[1]:
        kept = (yield from ask(table, "Q-15", seat, [KEEP, KEEP + 1])) - KEEP
    table.players[seat].tokens[drawn[kept]] += 1
    table.token_discard[drawn[1 - kept]] += 1
    table.note("rule A-42")


def _zone_rules(table: Table, seat: int, cell: int, event: str) -> Course:
    """What a zone rule gives or offers when something happens there."""
    zone = table.ocean[cell]
    for rule in zone.board.rules:
        if rule.event != event or (rule.marked and not zone.marked_discs(seat)):
            continue
        table.note(f"zone rule {zone.board.id}")
        if rule.bundle:
            for _ in range(zone.marked_discs(seat) if rule.per_marked else 1):
                yield from gains.gain(table, seat, rule.bundle, cell)
        if rule.action:
            yield from offer(table, seat, rule.action, cell)


def _site_emptied(table: Table, cell: int) -> Course:
    """Z-9"""
    for rule in table.ocean[cell].board.rules:
        if rule.event == "the dive site here is emptied":
            table.note("rule Z-9")
            for seat in table.clockwise(table.to_move):
                yield from offer(table, seat, Action("travel", here=True), cell)


# --- conserve ---

def _conserve(table: Table, seat: int, cell: int, spot: Spot, action: Action, is_second: bool) -> Course:
    """A-50"""
    zone = table.ocean[cell]
    table.players[seat].research -= _cost(spot, action)
    _put_disc(table, seat, cell, spot)
    yield from gains.gain(table, seat, spot.effect, cell, conserved=True)
    yield from _complete_links(table, cell, spot)
    for rule in zone.board.rules:
        if rule.event != "you conserve here" or rule.action is None or (rule.marked and not zone.marked_discs(seat)):
            continue
        table.note(f"zone rule {zone.board.id}")
        if rule.action.type != "conserve":
            yield from offer(table, seat, rule.action, cell)
        elif not is_second:
            again = replace(rule.action, at_vessel_depth=action.at_vessel_depth)
            yield from offer(table, seat, again, cell, is_second=True)                          # Z-6
    yield from _sites_full(table, cell)
    if "clean-up track" in table.mission.rules and depth_of(cell) == 1:
        impact.clean_up(table, seat)


def _sites_full(table: Table, cell: int) -> Course:
    """Z-10"""
    zone = table.ocean[cell]
    if not zone.board.has_rule("all conservation sites here are full"):
        return
    if all(spot.id in zone.discs for spot in zone.board.spots_of("conservation")):
        table.note("rule Z-10")
        for seat in table.clockwise(table.to_move):
            if seat in zone.discs.values():
                yield from gains.promote(table, seat, may_decline=True)


# --- publish ---

def _publish(table: Table, seat: int, cell: int, spot: Spot) -> Course:
    """A-60"""
    player = table.players[seat]
    place = (yield from _ask_paying(
        table, "Q-10", seat, Action("publish"),
        lambda: [ROW + place for place in _row_places(table, spot, player.research)])) - ROW
    number = table.row[place]
    assert number is not None
    journal = table.printed.journals[number]
    player.research -= journal.cost
    _put_disc(table, seat, cell, spot)
    yield from gains.gain(table, seat, spot.effect, cell)
    yield from _complete_links(table, cell, spot)
    player.journals[number] = False
    table.row[place] = table.deck.pop() if table.deck else None
    table.note(f"journal {number}")
    yield from gains.gain(table, seat, journal.you)
    for other in table.clockwise(seat)[1:]:
        yield from gains.gain(table, other, journal.others)
