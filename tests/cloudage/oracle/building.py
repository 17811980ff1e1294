"""Build actions, upgrades and projects (section 8, Build and Projects)."""

from . import effects, planting
from .asking import Course, ask
from .language import ANY_UPGRADE, BuildUpgrade, Discount
from .numbers import L5_CUBE, PASS, PROJECT, RESOURCE, RESOURCES, UPGRADE, UPGRADES
from .table import REST, Table, without_twins


def build_action(table: Table, seat: int) -> Course:
    """B-1: an upgrade, a project, or a resource; L5 may come before (Q-2)."""
    while True:
        answers = [UPGRADE + kind for kind in payable(table, seat, ANY_UPGRADE)]
        answers += [PROJECT + card for card in playable(table, seat)]
        answers += range(RESOURCE, RESOURCE + len(RESOURCES))
        answer = yield from ask(table, "D-17", seat, answers + planting.harbour(table, seat))
        if answer != L5_CUBE:
            break
        yield from planting.use_harbour(table, seat)
    if answer >= PROJECT:
        yield from play(table, seat, answer - PROJECT)
    elif answer >= UPGRADE:
        yield from build_upgrade(table, seat, answer - UPGRADE, ANY_UPGRADE)
    else:
        yield from effects.gain(table, seat, RESOURCES[answer - RESOURCE], 1, REST)


# --- upgrades ---

def _price(table: Table, seat: int, kind: str, grant: BuildUpgrade) -> int:
    """B-3, B-5, N-7: of the cheapest unbuilt tile."""
    player = table.players[seat]
    less = grant.discount * (titled(table, seat, grant.per) if grant.per else 1)
    less += sum(clause.number for clause in _discounts(table, seat) if clause.what == "upgrade")
    return max(0, table.printed.upgrades[kind][player.upgrades[kind]].metal - less)


def payable(table: Table, seat: int, grant: BuildUpgrade) -> list[int]:
    """D-b: the places in UPGRADES of the types that can be built."""
    player = table.players[seat]
    return [
        UPGRADES.index(kind) for kind in table.upgrade_types()
        if grant.type in ("", kind) and player.upgrades[kind] < len(table.printed.upgrades[kind])
        and player.metal >= _price(table, seat, kind, grant)
    ]


def build_upgrade(table: Table, seat: int, place: int, grant: BuildUpgrade) -> Course:
    """B-3, B-4"""
    player, kind = table.players[seat], UPGRADES[place]
    player.metal -= _price(table, seat, kind, grant)
    tile = table.printed.upgrades[kind][player.upgrades[kind]]
    player.upgrades[kind] += 1
    if kind == "growing" and table.in_dry_stem:
        player.fresh_growing += 1                                      # W-10
    table.note(f"built {kind} {player.upgrades[kind]}")
    yield from effects.carry_out(table, seat, tile.bonus, REST)
    yield from effects.react(table, seat, {"build upgrade"})


def granted_upgrade(table: Table, seat: int, grant: BuildUpgrade) -> Course:
    """D-21"""
    answer = yield from ask(table, "D-21", seat, [PASS, *(UPGRADE + place for place in payable(table, seat, grant))])
    if answer != PASS:
        yield from build_upgrade(table, seat, answer - UPGRADE, grant)


# --- projects ---

def titled(table: Table, seat: int, title: str) -> int:
    """Cards of that title in play."""
    return sum(project.title == title for project in table.projects_of(seat))


def _discounts(table: Table, seat: int) -> list[Discount]:
    working = table.players[seat].working
    return [clause for card in working for clause in table.printed.projects[card].clauses
            if isinstance(clause, Discount)]


def _water(table: Table, seat: int, card: int) -> int:
    """K-4, B-5"""
    project = table.printed.projects[card]
    less = sum(clause.number for clause in _discounts(table, seat)
               if clause.what == "project" and clause.colour in ("", project.colour))
    return max(0, project.water - less)


def playable(table: Table, seat: int) -> list[int]:
    """D-b, D-a"""
    player = table.players[seat]
    cards = without_twins(table.printed, player.hand)
    if len(cards) < len(player.hand):
        table.note("rule D-a")
    return [card for card in cards if player.water >= _water(table, seat, card)
            and len(player.hand) > table.printed.projects[card].cards]


def play(table: Table, seat: int, card: int) -> Course:
    """K-1 to K-3"""
    player, project = table.players[seat], table.printed.projects[card]
    player.hand.remove(card)
    player.water -= _water(table, seat, card)
    yield from discard_as_payment(table, seat, project.cards)
    player.in_play.append(card)
    if table.in_dry_stem:
        player.fresh_growing += project.points_for_good("growing")     # W-10
    table.note(f"played {project.title}")
    yield from effects.carry_out(table, seat, project.instant, "projects")
    player.working.append(card)
    yield from effects.react(table, seat, {"play project", f"play {project.colour} project"}, but=card)


def discard_as_payment(table: Table, seat: int, number: int) -> Course:
    """D-18: one by one; all that is left goes unasked."""
    hand = table.players[seat].hand
    for still in range(number, 0, -1):
        if len(hand) == still:
            table.discard += hand
            hand.clear()
            return
        answer = yield from ask(table, "D-18", seat, [PROJECT + card for card in without_twins(table.printed, hand)])
        hand.remove(answer - PROJECT)
        table.discard.append(answer - PROJECT)


def granted_project(table: Table, seat: int) -> Course:
    """D-22"""
    answer = yield from ask(table, "D-22", seat, [PASS, *(PROJECT + card for card in playable(table, seat))])
    if answer != PASS:
        yield from play(table, seat, answer - PROJECT)
