"""Set-up: all shuffles and deals in the order of X-2 (section 3)."""

from collections import Counter
from pathlib import Path

from .chance import Chance
from .land import Land
from .options import Campaign, Options, Record
from .printed import Printed, read
from .table import Player, Table

OF_CHAPTERS = 2                            # a chapter is set up as this scenario (section 3)
MOST_PLAYERS = 4
OBJECTIVES_DEALT = 2


def set_up(folder: Path, options: Options, stream: int) -> Table:
    """Everything before the first question (D-1)."""
    printed = read(folder)
    table = laid_out(printed, options, stream)
    chance = table.chance
    table.first = chance.below(options.num_players)                    # S-9
    table.sleeves = chance.shuffled(list(printed.sleeves))[:len(table.sectors)]
    _fill_sectors(table)
    table.deck = chance.shuffled([project.id for project in printed.projects.values()
                                  if project.number in _numbers(table)])
    if table.setting.objectives:
        table.objective_deck = chance.shuffled(list(printed.objectives))
    for player in table.players:
        player.deck = chance.shuffled(list(printed.navigation))
    for seat in table.turn_order:
        table.draw_plants(seat, table.setting.start_plants)
    for seat in table.turn_order:
        table.draw_projects(seat, table.setting.start_projects)
        for _ in range(OBJECTIVES_DEALT if table.setting.objectives else 0):
            table.players[seat].dealt.append(table.objective_deck.pop())
    return table


def laid_out(printed: Printed, options: Options, stream: int) -> Table:
    """Boards, players and an empty rest."""
    chapter = options.chapter_of(printed)
    setting = printed.scenarios[options.scenario if chapter is None else OF_CHAPTERS]
    campaign = None
    if chapter is not None:
        record = options.record or Record.before(printed, chapter)
        campaign = Campaign(chapter, set(record.numbers), set(record.tokens), [list(row) for row in record.stars])
    board_1 = "B" if options.num_players == MOST_PLAYERS else "A"                              # S-1
    land = Land(printed, board_1 + (options.sides if chapter is None else chapter.sides),
                setting.legacy if campaign is None else campaign.tokens)
    cubes = setting.cubes[options.num_players == MOST_PLAYERS]                                 # S-8
    constants = printed.constants
    players = [Player(seat, land.start, constants["energy_start"], constants["water_start"], constants["metal_start"],
                      [], cubes) for seat in range(options.num_players)]                       # S-7
    return Table(
        printed, options, setting, campaign, Chance(stream), Counter(), land, players, cubes,
        sectors=[[] for _ in range(constants["sectors"])],
        bag=list(printed.plant_counts) if setting.with_plants else [0] * len(printed.plant_counts),
    )


def _numbers(table: Table) -> set[int]:
    """S-5: of the projects in the deck."""
    return set(table.setting.numbers) if table.campaign is None else {0, *table.campaign.numbers}


def _fill_sectors(table: Table) -> None:
    """S-3: drawn one by one; what is drawn first lies lowest."""
    cards = table.chance.shuffled(list(table.printed.city_cards))
    for sector in table.sectors:
        for _ in range(table.printed.constants["city_cards_per_sector"]):
            sector.append(cards.pop())
    table.undealt = cards
