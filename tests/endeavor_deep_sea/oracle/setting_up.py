"""Set-up: all shuffles, in the order R-1 to R-9."""

from collections import Counter
from pathlib import Path

from .chance import Chance
from .printed import COLUMNS, Board, Mission, Printed, read
from .table import Cooperation, Member, Player, Table, Zone, cell_at

STANDARD_ROUNDS = 6
SOLO_ROUNDS = 7
ROW_PLACES = 4
DISPLAY_PLACES = 3
CARDS_OF_A_KIND = 3
SOLO_SETBACKS = 4


def set_up(
    folder: Path, num_players: int, mission_number: int, mode: str, difficulty: str, rounds: int | None, seed: int,
) -> Table:
    """Everything but the first vessels, which may ask (S-9)."""
    printed = read(folder)
    mission = printed.missions[mission_number]
    is_solo = num_players == 1
    cooperative = is_solo or mode == "cooperative"
    table = Table(
        printed, mission, cooperative, difficulty if cooperative else "beginner",
        rounds or (SOLO_ROUNDS if is_solo else STANDARD_ROUNDS), Chance(seed), Counter(),
        [Player(seat, team=[Member(printed.leader, senior=True, disc=True)]) for seat in range(num_players)],
    )
    table.wave = table.to_move = table.chance.below(num_players)
    _lay_out(table)
    _lay_tokens(table)
    _lay_journals(table)
    _lay_specialists(table)
    _prepare_mission(table)
    if cooperative:
        table.cooperation = _prepare_cards(table)
    return table


def _lay_out(table: Table) -> None:
    """R-2 to R-4"""
    mission = table.mission
    for depth in range(1, 6):
        table.stacks[depth] = _stack(table.printed, mission, depth)
        table.seen[depth] = 0
        table.chance.shuffle(table.stacks[depth])
    for place in mission.layout:
        cell = cell_at(COLUMNS.index(place["column"]), place["depth"])
        table.ocean[cell] = Zone(_named_or_random(table, place["board"], place["depth"]))
    row = [_named_or_random(table, name, 1) for name in mission.shuffled_row]
    table.chance.shuffle(row)
    for column, board in enumerate(row):
        table.ocean[cell_at(column, 1)] = Zone(board)
    if mission.hidden:
        board = table.printed.boards[mission.hidden["board"]]
        stack = table.stacks[board.depth]
        stack.append(board)
        among_top = mission.hidden["among_top"] or len(stack)
        table.chance.shuffle(stack, min(among_top, len(stack)))


def _stack(printed: Printed, mission: Mission, depth: int) -> list[Board]:
    """The boards of a depth that are not named, and no mission boards (C-4)."""
    if depth > mission.max_depth:
        return []
    named = {place["board"] for place in (*mission.layout, mission.hidden) if place} | set(mission.shuffled_row)
    return [board for board in printed.boards.values()
            if board.depth == depth and board.id not in named and not board.is_mission_board]


def _named_or_random(table: Table, name: str, depth: int) -> Board:
    return table.stacks[depth].pop() if name == "random" else table.printed.boards[name]


def _lay_tokens(table: Table) -> None:
    """R-5"""
    table.token_supply = [token.index for token in table.printed.tokens for _ in range(token.copies)]
    table.chance.shuffle(table.token_supply)
    for _, zone in sorted(table.ocean.items()):
        table.fill_dive_sites(zone)


def _lay_journals(table: Table) -> None:
    """R-6, R-7"""
    anchors = [journal.index for journal in table.printed.journals if journal.set == "anchor"]
    table.chance.shuffle(anchors)
    table.row = [anchors.pop() for _ in range(ROW_PLACES)]
    table.deck = [journal.index for journal in table.printed.journals if journal.set == "deck"]
    table.chance.shuffle(table.deck)


def _lay_specialists(table: Table) -> None:
    """R-8"""
    kinds = table.printed.specialists
    table.stock = {kind.index: kind.copies for kind in kinds if 1 <= kind.rank <= 4}
    table.hidden_experts = [kind.index for kind in kinds if kind.rank == 5]
    table.chance.shuffle(table.hidden_experts)
    table.display = [table.hidden_experts.pop() for _ in range(DISPLAY_PLACES)]


def _prepare_mission(table: Table) -> None:
    rules = table.mission.rules
    table.infinite = {place.id: [0 for _ in table.players] for place in table.mission.hexes
                      if place.infinite and place.special != "clean-up"}
    if "goal hexes" in rules:
        table.goal_options = {1: None, 2: None, 3: None}
    if "clean-up track" in rules:
        table.clean_up = [0 for _ in table.players]
    if "rows by depth" in rules:
        table.races = {"discover": [], "travel": []}


def _prepare_cards(table: Table) -> Cooperation:
    """R-9: the first card drawn is the first that is turned."""
    goals = [goal.id for goal in table.printed.bonus_goals]
    setbacks = [name for name, _ in table.printed.setbacks]
    shuffled_goals, shuffled_setbacks = goals[:], setbacks[:]
    table.chance.shuffle(shuffled_goals)
    table.chance.shuffle(shuffled_setbacks)
    number = SOLO_SETBACKS if len(table.players) == 1 else CARDS_OF_A_KIND
    cards = shuffled_setbacks[-number:] + shuffled_goals[-CARDS_OF_A_KIND:]
    return Cooperation([], cards, [goal for goal in goals if goal not in cards],
                       [setback for setback in setbacks if setback not in cards])
