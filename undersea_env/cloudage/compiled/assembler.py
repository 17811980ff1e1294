"""Writes the rule book: a catalogue and the options of a game -> tables of integers."""

from collections.abc import Iterable
from functools import cached_property
from typing import Any

import numpy as np

from undersea_env.cloudage.campaign import CampaignRecord, record_on_every_path
from undersea_env.cloudage.compiled.limits import BITS_OF_WORD, MAX_CODE, MAX_PLAYERS, MOST_UNLOCKS
from undersea_env.cloudage.compiled.opcodes import FIRST_BRANCH, MEETING, Op
from undersea_env.cloudage.compiled.rulebook import LEGACY_UNLOCK, NOWHERE, RULEBOOK
from undersea_env.cloudage.printed.effects import (
    Always,
    BuildAction,
    BuildProject,
    BuildUpgrade,
    Discount,
    Do,
    DrawObjective,
    Effect,
    Either,
    Fight,
    Gain,
    If,
    Part,
    Pay,
    Plant,
    PlantAction,
    Production,
    RemoveGun,
    Simple,
    SoloCollect,
    UpdateNavigation,
    When,
)
from undersea_env.cloudage.printed.effects import Sequence as Steps
from undersea_env.cloudage.printed.things import Board, Catalogue, Chapter, City, Hex, Project, Scenario
from undersea_env.cloudage.printed.words import (
    BIG_PROJECT,
    COLUMNS,
    FIRST_GUN,
    FIRST_STORY_CARD,
    HEXES,
    HEXES_OF_BOARD,
    MAP_COLUMNS,
    PLAIN_ITEMS,
    ROWS,
    SIDES,
    SPACES,
    TOLL_TOKEN,
    CardField,
    Colour,
    Event,
    Item,
    LegacyKind,
    Type,
)
from undersea_env.core.fields import Fields
from undersea_env.core.options import Options
from undersea_env.errors import InvalidOption

STEPS = {                                # (column, row) to the next hex, in even and in odd rows (H-2)
    0: ((1, 0), (0, -1), (-1, -1), (-1, 0), (-1, 1), (0, 1)),
    1: ((1, 0), (1, -1), (0, -1), (-1, 0), (0, 1), (1, 1)),
}
CHAPTER_SET_UP = 2                       # chapters are set up like this scenario (section 3)
CUBE_TOKENS = (1, 2, 5)
CITY_ACTION_TOKENS = (14, 15)


def bits(numbers: Iterable[int]) -> int:
    found = 0
    for number in numbers:
        found |= 1 << number
    return found


def words_of(cards: Iterable[int]) -> tuple[int, int]:
    """A set of projects, counted from 0, as two numbers."""
    whole = bits(cards)
    return whole & ((1 << BITS_OF_WORD) - 1), whole >> BITS_OF_WORD


def hex_number(board: int, row: int, col: int) -> int:
    return HEXES_OF_BOARD * (board - 1) + COLUMNS * row + col


def on_map(number: int) -> tuple[int, int]:
    """Row and column of a hex on the whole map (H-1)."""
    board, rest = divmod(number, HEXES_OF_BOARD)
    row, col = divmod(rest, COLUMNS)
    return row, COLUMNS * board + col


def boards_of(catalogue: Catalogue, options: Options) -> tuple[Board, ...]:
    """S-1: the boards of the map, from left to right."""
    first = SIDES[options.num_players == MAX_PLAYERS]
    sides = (first, *(options.sides if options.chapter is None else catalogue.chapter(options.chapter).sides))
    return tuple(catalogue.boards[f"{number}{side.lower()}"] for number, side in enumerate(sides, start=1))


class Program:
    """The rows of all effects; equal effects are written once."""

    def __init__(self, catalogue: Catalogue, has_plants: bool, table: Any) -> None:
        self.titles = {title: number for number, title in enumerate(catalogue.titles)}
        self.has_plants = has_plants
        self.table = table
        self.size = 1                    # row 0 is an END
        self.known: dict[Effect, int] = {(): 0}

    def place(self, effect: Effect) -> int:
        if effect not in self.known:
            first = self.size
            for part in effect:
                self.part(part)
            self.add(Op.END)
            self.known[effect] = first
        return self.known[effect]

    def add(self, *numbers: int) -> int:
        if self.size == MAX_CODE:
            raise InvalidOption(f"the effects of the book need more than {MAX_CODE} rows; the engine has no room")
        self.table[self.size, : len(numbers)] = numbers
        self.size += 1
        return self.size - 1

    def part(self, part: Part) -> None:
        row = 0
        match part:
            case Pay(amounts):
                wanted = dict(amounts)
                row = self.add(Op.PAY, 0, *(wanted.get(item, 0) for item in PLAIN_ITEMS))
            case Fight(strength):
                row = self.add(Op.FIGHT, 0, strength)
            case If(type, points):
                row = self.add(Op.IF, 0, type, points)
        self.sequence(part.sequence)
        if row:
            self.table[row, 1] = self.size

    def sequence(self, sequence: Steps) -> None:
        for step in sequence:
            if isinstance(step, Either):
                self.either(step)
            else:
                self.step(step)

    def either(self, step: Either) -> None:
        row = self.add(Op.EITHER, len(step.branches))
        jumps = []
        for number, branch in enumerate(step.branches):
            self.table[row, FIRST_BRANCH + number] = self.size
            self.sequence(branch)
            jumps.append(self.add(Op.JUMP))
        self.table[row, MEETING] = self.size
        for jump in jumps:
            self.table[jump, 1] = self.size

    def step(self, step: Simple) -> None:
        match step:
            case Gain():
                self.gain(step)
            case Production(steps):
                self.add(Op.PRODUCTION, steps)
            case BuildAction(times):
                self.add(Op.BUILD, times)
            case BuildUpgrade(type, discount, per):
                self.add(Op.UPGRADE, 0 if type is None else 1 + type, discount, 1 + self.titles[per] if per else 0)
            case BuildProject():
                self.add(Op.PROJECT)
            case Plant(number, is_on_map):
                self.add(Op.PLANT, number, is_on_map)
            case PlantAction():
                self.add(Op.PLANT_ACTION)
            case UpdateNavigation():
                self.add(Op.UPDATE)
            case DrawObjective():
                self.add(Op.OBJECTIVE)
            case RemoveGun():
                self.add(Op.REMOVE_GUN)
            case SoloCollect(sectors):
                self.add(Op.COLLECT, bits(sector - 1 for sector in sectors))

    def gain(self, gain: Gain) -> None:
        for item, number in gain.amounts:
            item = self.given(item)
            if item == Item.RESOURCE and gain.per is None:
                self.add(Op.CHOOSE, number)
                continue
            unit = of = 0
            if gain.per is not None:
                unit = gain.per.unit
                of = self.titles[gain.per.title] if gain.per.title else 0
                of = of if gain.per.colour is None else 1 + gain.per.colour
            self.add(Op.GAIN, item, number, unit, of, gain.up_to)

    def given(self, item: Item) -> Item:
        """Without plants there is water (S-12)."""
        return Item.WATER if item == Item.PLANT and not self.has_plants else item


class Assembler:
    def __init__(self, catalogue: Catalogue, options: Options) -> None:
        self.catalogue = catalogue
        self.options = options
        self.record = np.zeros(1, RULEBOOK)
        self.rules = Fields(self.record[0])
        self.program = Program(catalogue, self.scenario.has_growing, self.rules.code)

    @cached_property
    def chapter(self) -> Chapter | None:
        return None if self.options.chapter is None else self.catalogue.chapter(self.options.chapter)

    @cached_property
    def scenario(self) -> Scenario:
        """What the set-up is; chapters have that of a scenario."""
        return self.catalogue.scenarios[(self.options.scenario or CHAPTER_SET_UP) - 1]

    @cached_property
    def campaign(self) -> CampaignRecord:
        """With which a chapter begins."""
        assert self.chapter is not None
        if self.options.campaign is not None:
            return CampaignRecord.of_numbers(self.options.campaign)
        return record_on_every_path(self.catalogue, self.chapter.id)

    @cached_property
    def tokens(self) -> int:
        """Legacy tokens that lie on the map, as bits (S-6, Y-5)."""
        if self.chapter is None:
            return bits(number - 1 for number in self.scenario.legacy)
        start = self.catalogue.story_card(self.chapter.start_card).unlock
        return self.campaign.legacy | bits(number - 1 for number in start.legacy)

    @cached_property
    def boards(self) -> tuple[Board, ...]:
        return boards_of(self.catalogue, self.options)

    @cached_property
    def cities(self) -> tuple[City, ...]:
        return tuple(city for board in self.boards for city in board.cities)

    def built(self) -> np.ndarray[Any, Any]:
        self.write_options()
        self.write_constants()
        for project in self.catalogue.projects:
            self.write_project(project)
        self.write_city_cards()
        self.write_player_boards()
        self.write_map()
        self.write_tasks()
        self.write_tokens()
        self.write_story()
        return self.record

    # -- options and constants --

    def write_options(self) -> None:
        rules, options, scenario = self.rules, self.options, self.scenario
        rules.player_count = options.num_players
        rules.scenario = options.scenario or 0
        rules.has_growing, rules.has_objectives = scenario.has_growing, scenario.has_objectives
        rules.extra_objective = options.extra_objective
        cubes = scenario.cubes[options.num_players == MAX_PLAYERS]
        rules.first_space = SPACES + 1 - cubes
        rules.rounds = min(cubes, options.rounds or cubes)
        rules.start_projects, rules.keep_projects = scenario.start_projects, scenario.keep_projects
        rules.start_plants = scenario.start_plants
        goals = self.catalogue.constants.solo_goals
        rules.solo_goal = goals[scenario.has_objectives]
        rules.solo_tasks = scenario.has_objectives
        if self.chapter is not None:
            alone = options.num_players == 1
            steps = self.chapter.star_steps_solo if alone else self.chapter.star_steps
            rules.star_steps[: len(steps)] = steps
            rules.win_stars = self.chapter.win_stars
            rules.chapter = 1 + self.catalogue.chapters.index(self.chapter)

    def write_constants(self) -> None:
        rules, constants = self.rules, self.catalogue.constants
        for name in (
            "energy_start", "energy_maximum", "water_start", "metal_start", "solar_energy", "plant_capacity",
            "first_card_energy", "next_card_energy", "next_card_points", "toll_water", "toll_points",
        ):
            setattr(rules, name, getattr(constants, name))
        rules.overflow = self.program.place(constants.overflow)

    # -- cards --

    def write_project(self, project: Project) -> None:
        rules, at = self.rules, project.id - 1
        rules.water[at], rules.cards[at], rules.colour[at] = project.water, project.cards, project.colour
        rules.grey_points[at] = project.points
        rules.instant[at] = self.program.place(project.instant)
        for clause in project.permanent:
            match clause:
                case Always(type, points):
                    rules.permanent[at, type] += points
                case Discount(True, number):
                    rules.upgrade_discount[at] += number
                case Discount(_, number, colour):
                    for each in Colour if colour is None else (colour,):
                        rules.project_discount[at, each] += number
                case When(Event.TAKE_CITY_CARD):
                    rules.takes_on_deck[at] = 1
                    self.add_card(rules.reacting[Event.TAKE_CITY_CARD], at)
                case When():
                    self.write_clause(at, clause)
        self.add_card(rules.numbered[project.number], at)
        self.add_card(rules.of_colour[project.colour], at)
        if project.water >= BIG_PROJECT:
            self.add_card(rules.big, at)
        title = self.program.titles[project.title]
        rules.twins[at] = rules.of_title[title]
        self.add_card(rules.of_title[title], at)

    def write_clause(self, at: int, clause: When) -> None:
        rules = self.rules
        number = clause.number
        if clause.item is not None:
            number = self.program.given(clause.item)
        elif clause.event == Event.PLAY_PROJECT:
            number = 0 if clause.colour is None else 1 + clause.colour
        effect = self.program.place((Do(clause.reaction),))
        rules.clause[at, rules.clauses[at]] = clause.event, number, effect, clause.once_per_turn
        rules.clauses[at] += 1
        self.add_card(rules.reacting[clause.event], at)

    @staticmethod
    def add_card(words: Any, card: int) -> None:
        low, high = words_of([card])
        words[0] |= low
        words[1] |= high

    def write_city_cards(self) -> None:
        rules = self.rules
        for card in self.catalogue.city_cards:
            at = card.id - 1
            rules.navigation[at], rules.amount[at], rules.card_plants[at] = card.navigation, card.amounts, card.plants
            rules.update[at], rules.wrench[at] = card.update, card.wrench
            rules.field[at] = [card.field(field) for field in CardField]
        for sleeve in self.catalogue.sleeves:
            looks: dict[tuple[int, ...], int] = {}
            rules.visible[sleeve.id - 1] = bits(sleeve.visible)
            for card in self.catalogue.city_cards:
                seen = tuple(card.field(field) for field in sleeve.visible)
                rules.seen_through[sleeve.id - 1, card.id - 1] = looks.setdefault(seen, len(looks))
        rules.start_navigation[:] = self.catalogue.navigation

    # -- boards of the players --

    def write_player_boards(self) -> None:
        rules, place = self.rules, self.program.place
        for upgrade in self.catalogue.upgrades:
            at, type = upgrade.level - 1, upgrade.type
            if type == Type.GROWING and not rules.has_growing:
                continue
            rules.upgrade_metal[type, at], rules.upgrade_bonus[type, at] = upgrade.metal, place(upgrade.bonus)
            rules.upgrade_points[type, upgrade.level] = upgrade.points
            rules.upgrade_count[type] += 1
        for level in self.catalogue.levels:
            at = level.level
            rules.level_energy[at], rules.level_water[at] = level.energy, level.water
            rules.level_points[at], rules.level_reward[at] = level.points, place(level.reward)
        for space in self.catalogue.spaces:
            rules.space_reward[space.space] = place(space.reward)
            rules.book_after[space.space] = space.book_after
        for board in self.catalogue.solo_board:
            rules.solo_action[board.space] = place(board.action)
        for at, plant in enumerate(self.catalogue.plants):
            rules.plant_count[at], rules.plant_dry[at] = plant.count, plant.is_dry
            rules.plant_reward[at] = place(plant.reward)

    def write_tasks(self) -> None:
        rules = self.rules
        places = {city.id: place for place, city in enumerate(self.cities)}
        for at, task in enumerate(self.catalogue.tasks):
            steps = len(task.thresholds)
            rules.task_count[at], rules.task_steps[at] = task.count, steps
            rules.task_threshold[at, :steps], rules.task_points[at, :steps] = task.thresholds, task.points
            rules.listed_cities[at] = bits(places[city] for city in task.cities if city in places)
        for objective in self.catalogue.objectives:
            rules.objective[objective.id - 1] = objective.tasks

    # -- the map --

    def write_map(self) -> None:
        rules = self.rules
        city_places = {(board.number, city.id): 0 for board in self.boards for city in board.cities}
        for number, key in enumerate(city_places):
            city_places[key] = number
        for number, city in enumerate(self.cities):
            rules.city_strength[number], rules.city_reward[number] = city.strength, self.program.place(city.reward)
        for board in self.boards:
            for place in board.hexes:
                city_number = city_places[board.number, place.city] + 1 if place.city else 0
                self.write_hex(hex_number(board.number, place.row, place.col), place, city_number)
        if self.tokens >> TOLL_TOKEN & 1:
            self.write_toll()
        for number in range(HEXES):
            row, column = on_map(number)
            for direction, (across, down) in enumerate(STEPS[row % 2]):
                rules.neighbour[number, direction] = self.hex_at(row + down, column + across)

    def hex_at(self, row: int, column: int) -> int:
        """The hex at a place of the whole map, or NOWHERE."""
        if not (0 <= row < ROWS and 0 <= column < MAP_COLUMNS):
            return NOWHERE
        number = hex_number(column // COLUMNS + 1, row, column % COLUMNS)
        return number if self.rules.cost[number] else NOWHERE

    def write_hex(self, number: int, place: Hex, city: int) -> None:
        rules = self.rules
        row, column = on_map(number)
        bit = 1 << column
        rules.cost[number], rules.city[number] = place.cost, city
        rules.cost_rows[place.cost - 1, row] |= bit
        if city:
            rules.city_rows[row] |= bit
        else:
            rules.land_rows[row] |= bit
        if place.is_start:
            rules.start_hex = number
        if place.find:
            self.write_find(number, place.find)

    def write_find(self, number: int, find: Effect) -> None:
        row, column = on_map(number)
        self.rules.find[number] = self.program.place(find)
        self.rules.find_rows[row] |= 1 << column
        for part in find:
            for step in part.sequence:
                assert isinstance(step, Gain)
                self.rules.find_gives[number] |= bits(self.program.given(item) for item, _ in step.amounts)

    def write_toll(self) -> None:
        """T-7."""
        rules, token = self.rules, self.catalogue.legacy[TOLL_TOKEN]
        for board in self.boards:
            for row, col in board.notch:
                number = hex_number(board.number, row, col)
                rules.cost[number] = token.cost
                bit = 1 << on_map(number)[1]
                rules.cost_rows[token.cost - 1, row] |= bit
                rules.toll_rows[row] |= bit

    # -- legacy tokens --

    def write_tokens(self) -> None:
        """Section 12."""
        rules = self.rules
        rules.tokens = self.tokens
        for token in self.catalogue.legacy:
            lies = bool(self.tokens >> (token.number - 1) & 1)
            if token.kind == LegacyKind.CITY_ACTION:
                at = CITY_ACTION_TOKENS.index(token.number)
                rules.city_action[at] = self.program.place(token.action)
                rules.action_others[at] = self.program.place(token.others)
            elif lies and token.kind != LegacyKind.TOLL:
                self.write_lettered(token.number, self.lettered(token.letter))

    def lettered(self, letter: str) -> int:
        for board in self.boards:
            for place in board.hexes:
                if place.letter == letter:
                    return hex_number(board.number, place.row, place.col)
        raise ValueError(f"no hex has the letter {letter}")

    def write_lettered(self, number: int, at: int) -> None:
        rules, token = self.rules, self.catalogue.legacy[number - 1]
        city = int(rules.city[at])
        match token.kind:
            case LegacyKind.CUBE_CITY:
                which = CUBE_TOKENS.index(number)
                rules.cube_city[which], rules.cube_points[which] = city, token.end_points
                rules.cube_strength[which], rules.cube_plants[which] = token.cube.strength, token.cube.plants
            case LegacyKind.CITY_VALUES:
                rules.city_strength[city - 1] = token.strength
                rules.city_reward[city - 1] = self.program.place(token.reward)
            case LegacyKind.CITY_FIND:
                self.write_find(at, token.find)
            case LegacyKind.GUN:
                gun = number - 1 - FIRST_GUN
                rules.gun_at[at], rules.gun_hex[gun], rules.gun_cost[gun] = 1 + gun, at, token.cost
                rules.guns |= 1 << gun

    # -- the campaign --

    def write_story(self) -> None:
        rules, place = self.rules, self.program.place
        rules.scenario_book[:] = [place(side.book) for side in self.scenario.sides]
        for story in self.catalogue.story:
            at = story.card - FIRST_STORY_CARD
            rules.story_reveal[at], rules.story_book[at] = place(story.reveal), place(story.book)
            following = [1 + card - FIRST_STORY_CARD for card in story.next]
            rules.story_next[at, : len(following)] = following
            unlocks = [LEGACY_UNLOCK + n - 1 if is_legacy else n for is_legacy, n in story.unlock.parts]
            if len(unlocks) > MOST_UNLOCKS:
                raise InvalidOption(f"story card {story.card} unlocks more than {MOST_UNLOCKS} things")
            rules.story_unlocks[at, : len(unlocks)] = unlocks
        if self.chapter is None:
            rules.unlocked, rules.legacy = bits(self.scenario.projects), self.tokens
        else:
            rules.unlocked, rules.legacy = self.campaign.unlocked, self.campaign.legacy
            rules.start_card = 1 + self.chapter.start_card - FIRST_STORY_CARD
        numbers = {0} | {number for number in range(len(rules.numbered)) if rules.unlocked >> number & 1}
        if self.chapter is None:
            numbers = set(self.scenario.projects)
        deck = [project.id - 1 for project in self.catalogue.projects if project.number in numbers]
        rules.start_deck[:] = words_of(deck)


def build_rulebook(catalogue: Catalogue, options: Options) -> np.ndarray[Any, Any]:
    """One record in an array."""
    return Assembler(catalogue, options).built()
