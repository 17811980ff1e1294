"""Writes what is printed, and the options of a game, into the tables of the rule book."""

from typing import Any

import numpy as np

from undersea_env.core.fields import Fields
from undersea_env.core.options import Options
from undersea_env.endeavor_deep_sea.compiled.limits import (
    COLUMNS,
    MAX_BUNDLES,
    MAX_COUNTS,
    ROUNDS,
    ROUNDS_ALONE,
    SETBACKS_USED,
    SETBACKS_USED_ALONE,
)
from undersea_env.endeavor_deep_sea.compiled.opcodes import (
    ACTION_TYPES,
    ACTIVATION_COLUMNS,
    BUNDLE_COLUMNS,
    COPIES,
    EITHER,
    FIRST,
    FREELY,
    GAIN_OF_ITEM,
    HOW,
    HOW_OF,
    LAST,
    MORE,
    OFFER,
    PROMOTE_GAIN,
    Do,
)
from undersea_env.endeavor_deep_sea.compiled.rulebook import BITS_OF_WORD, HEX_WORDS, RULEBOOK
from undersea_env.endeavor_deep_sea.options import COOPERATIVE
from undersea_env.endeavor_deep_sea.printed.effects import (
    Conserve,
    CopySpecialist,
    Count,
    DiscardStoredTokens,
    Discover,
    Dive,
    Effect,
    Either,
    Gain,
    LessThisRound,
    LoseHalfOfResearch,
    LowerHighestAttribute,
    MoveVesselsUp,
    NoVesselMayEnter,
    OneVesselPerPlayer,
    Part,
    Pay,
    Promote,
    Publish,
    Sonar,
    Travel,
    When,
)
from undersea_env.endeavor_deep_sea.printed.things import (
    CHOICE,
    RANDOM,
    Board,
    Catalogue,
    Mission,
    MissionGoal,
    Numbers,
    Spot,
)
from undersea_env.endeavor_deep_sea.printed.words import (
    DEPTHS,
    SPECIALIST_KINDS,
    TRACK_CELLS,
    Access,
    Race,
    Scope,
    Special,
    SpotKind,
)
from undersea_env.errors import InvalidOption

JUNIOR, SENIOR = 0, 1


def bits(numbers: Any) -> int:
    return sum(1 << number for number in set(numbers))


def words_of(numbers: Any) -> list[int]:
    """A set of hexes as bits of two integers."""
    chosen = set(numbers)
    return [bits(k - BITS_OF_WORD * word for k in chosen if k // BITS_OF_WORD == word) for word in range(HEX_WORDS)]


def how(part: Part) -> tuple[Do, list[int]]:
    """An action, and how it is done."""
    columns = [0] * HOW
    match part:
        case Travel():
            columns[LAST], columns[MORE] = part.not_to_depth, part.more_technology
            return Do.TRAVEL, columns
        case Sonar():
            return Do.SONAR, columns
        case Dive():
            columns[MORE] = part.more_tokens
            return Do.DIVE, columns
        case Conserve():
            columns[MORE], columns[FREELY] = part.less_research, part.at_a_vessel_depth
            return Do.CONSERVE, columns
        case Publish():
            return Do.PUBLISH, columns
        case Promote():
            return Do.PROMOTE, columns
        case Discover():
            columns[FIRST], columns[LAST], columns[FREELY] = part.first, part.last, part.anywhere
            return Do.DISCOVER, columns
    raise TypeError(f"{part} is no action")


class Assembler:
    def __init__(self, catalogue: Catalogue, options: Options) -> None:
        self.catalogue = catalogue
        self.options = options
        self.mission = catalogue.mission(options.mission)
        self.record = np.zeros(1, RULEBOOK)
        self.rules = Fields(self.record[0])
        self.bundles: dict[tuple[int, ...], int] = {(0,) * BUNDLE_COLUMNS: 0}
        self.counts: dict[tuple[int, ...], int] = {}
        self.activations = 1

    def built(self) -> np.ndarray[Any, Any]:
        self.write_options()
        self.write_track()
        for board in self.catalogue.boards:
            self.write_board(board)
        self.write_people()
        self.write_journals()
        self.write_tokens()
        self.write_layout(self.mission)
        self.write_hexes(self.mission)
        self.write_goals()
        self.write_cards()
        return self.record

    # -- options --

    def write_options(self) -> None:
        rules, options = self.rules, self.options
        alone = options.num_players == 1
        rules.player_count = options.num_players
        rules.cooperative = options.mode == COOPERATIVE
        rules.goals_to_meet = self.catalogue.difficulty[options.difficulty]
        rules.last_round = options.rounds or (ROUNDS_ALONE if alone else ROUNDS)
        rules.setbacks_used = SETBACKS_USED_ALONE if alone else SETBACKS_USED

    # -- effects --

    def bundle(self, effect: Effect) -> int:
        """All gains of an effect are one bundle, with the action that follows them (B-6)."""
        row = [0] * BUNDLE_COLUMNS
        for part in effect:
            if isinstance(part, Gain):
                for item, number in part.amounts:
                    row[GAIN_OF_ITEM[item]] += number
            elif isinstance(part, Promote):
                row[PROMOTE_GAIN] += 1
            else:
                do, columns = how(part)
                row[OFFER:] = [1 + do, *columns]
        return self.number_of(tuple(row), self.bundles, MAX_BUNDLES, self.rules.bundle)

    @staticmethod
    def number_of(row: tuple[int, ...], known: dict[tuple[int, ...], int], most: int, table: Any) -> int:
        if row not in known:
            known[row] = len(known)
            if len(known) > most:
                raise InvalidOption(f"the book has more than {most} different effects; the engine has no room for them")
            table[known[row]] = row
        return known[row]

    def activation(self, effect: Effect) -> int:
        """Separate actions, or one of several (T-6, T-7)."""
        if not effect:
            return 0
        row = np.zeros(ACTIVATION_COLUMNS, np.int16)
        parts: tuple[Part, ...] = effect
        if isinstance(effect[0], Either):
            parts = effect[0].alternatives
            row[EITHER] = 1
        for part in parts:
            if isinstance(part, CopySpecialist):
                row[COPIES] = 1
                continue
            do, columns = how(part)
            row[do] += 1
            row[HOW_OF + do * HOW : HOW_OF + (do + 1) * HOW] = columns
        number = self.activations
        self.rules.activation[number] = row
        self.activations += 1
        return number

    def count(self, count: Count | None) -> int:
        if count is None:
            return 0
        if not self.counts:
            self.counts[(0,) * 5] = 0
        first, last = count.depths or (1, DEPTHS)
        columns = bits(count.columns or range(COLUMNS))
        row = (int(count.unit), first, last, columns, int(count.side or 0))
        return self.number_of(row, self.counts, MAX_COUNTS, self.rules.count)

    # -- boards --

    def write_track(self) -> None:
        launches = 0
        for cell in self.catalogue.track:
            rules, at = self.rules, cell.cell
            rules.level[at], rules.track_points[at], rules.next_cell[at] = cell.level, cell.points, cell.next_cell
            rules.reached[at] = self.bundle(cell.on_reach)
            if cell.launch:
                launches += 1
                rules.launch_bit[at] = launches

    def write_board(self, board: Board) -> None:
        rules, at = self.rules, board.index
        rules.board_depth[at] = board.depth
        rules.discovery[at], rules.arrival[at] = self.bundle(board.discovery), self.bundle(board.arrival)
        rules.reached_from_beside[at] = any(spot.access != Access.HERE for spot in board.spots)
        rules.conservation_spot[at] = rules.journal_spot[at] = -1
        places = {spot.id: place for place, spot in enumerate(board.disc_spots)}
        rules.spot_count[at] = len(places)
        rules.marked[at] = bits(places[spot.id] for spot in board.disc_spots if spot.marked)
        for kind in (SpotKind.SONAR, SpotKind.CONSERVATION, SpotKind.JOURNAL):
            rules.spots_of[at, kind] = bits(places[spot.id] for spot in board.spots_of(kind))
        for spot in board.disc_spots:
            self.write_spot(at, places[spot.id], spot)
        self.write_dive_sites(board)
        rules.link_count[at] = len(board.links)
        for k, link in enumerate(board.links):
            rules.link[at, k] = places[link.a], places[link.b], self.bundle(link.effect)
        self.write_zone_rules(board)

    def write_spot(self, board: int, place: int, spot: Spot) -> None:
        rules = self.rules
        rules.spot_access[board, place] = spot.access
        rules.spot_effect[board, place] = self.bundle(spot.effect)
        rules.spots_reached[board, spot.access] |= 1 << place
        rules.site_of_spot[board, place] = spot.track if spot.kind == SpotKind.SONAR else spot.position
        if spot.kind == SpotKind.SONAR:
            rules.track_spot[board, spot.track, spot.position] = place
            rules.track_size[board, spot.track] += 1
            rules.spots_of_track[board, spot.track] |= 1 << place
        elif spot.kind == SpotKind.CONSERVATION:
            rules.conservation_spot[board, spot.position] = place
            rules.spot_cost[board, place] = spot.cost
        else:
            assert spot.field is not None
            rules.journal_spot[board, spot.position] = place
            rules.spot_field[board, place] = spot.field

    def write_dive_sites(self, board: Board) -> None:
        rules, at = self.rules, board.index
        before = self.catalogue.boards[:at]
        rules.dive_site[at] = sum(len(other.spots_of(SpotKind.DIVE)) for other in before)
        for spot in board.spots_of(SpotKind.DIVE):
            rules.dive_site_size[at, spot.position] = spot.tokens
            rules.dive_site_access[at, spot.position] = spot.access
            rules.sites_reached[at, spot.access] |= 1 << spot.position
            rules.dive_site_count[at] += 1

    def write_zone_rules(self, board: Board) -> None:
        rules, at = self.rules, board.index
        for printed in board.rules:
            match printed.rule:
                case NoVesselMayEnter():
                    rules.closed_to_vessels[at] = 1
                case OneVesselPerPlayer():
                    rules.one_vessel[at] = 1
                case When(event, reaction, site, with_marked, per_marked):
                    special = reaction if isinstance(reaction, Special) else 0
                    gives = 0 if isinstance(reaction, Special) else self.bundle((reaction,))
                    rules.rule[at, rules.rule_count[at]] = event, site, with_marked, per_marked, special, gives
                    rules.rule_count[at] += 1

    # -- what players get --

    def write_people(self) -> None:
        rules = self.rules
        for person in self.catalogue.specialists:
            at = person.index
            rules.rank[at], rules.copies[at] = person.rank, person.copies
            rules.hire[at], rules.promotion[at] = self.bundle(person.hire), self.bundle(person.promotion)
            rules.actions_of[at, JUNIOR] = self.activation(person.junior_actions)
            rules.actions_of[at, SENIOR] = self.activation(person.senior_actions)
            if person.score is not None:
                rules.score[at] = person.score.points, person.score.divisor, self.count(person.score.count)
        for cell in range(TRACK_CELLS):
            kinds = range(SPECIALIST_KINDS)
            rules.hireable[cell] = bits(kind for kind in kinds if rules.rank[kind] <= rules.level[cell])

    def write_journals(self) -> None:
        rules = self.rules
        rules.journal_with_action[:] = -1
        for journal in self.catalogue.journals:
            at = journal.index
            rules.journal_cost[at], rules.journal_points[at] = journal.cost, journal.points
            rules.journal_fields[at] = bits(journal.fields)
            rules.journal_you[at], rules.journal_others[at] = self.bundle(journal.you), self.bundle(journal.others)
            rules.journal_activation[at] = self.activation(journal.action)
            if journal.action:
                rules.journal_with_action[journal.action_index] = at

    def write_tokens(self) -> None:
        rules = self.rules
        for token in self.catalogue.tokens:
            at = token.index
            rules.token_copies[at], rules.token_research[at] = token.copies, token.research
            for part in token.effect:
                if isinstance(part, Pay):
                    rules.token_pays[at] = 1
                    part = part.part
                if isinstance(part, Gain):
                    rules.token_gain[at] = self.bundle((part,))
                else:
                    rules.token_activation[at] = self.activation((part,))

    # -- the mission --

    def board_number(self, id: str) -> int:
        """Board + 1; 0 for a board that is drawn, chosen, or not there."""
        return 0 if id in ("", RANDOM, CHOICE) else 1 + self.catalogue.board(id).index

    def write_layout(self, mission: Mission) -> None:
        rules = self.rules
        rules.mission = mission.number
        rules.mission_rules = bits(mission.rules)
        rules.columns, rules.max_depth = mission.columns, mission.max_depth
        rules.launch_board = self.board_number(mission.launch)
        rules.laid_count = len(mission.layout)
        for k, placed in enumerate(mission.layout):
            rules.laid_board[k] = self.board_number(placed.board)
            rules.laid_cell[k] = (placed.depth - 1) * COLUMNS + placed.column
        rules.row_count = len(mission.shuffled_row)
        for k, id in enumerate(mission.shuffled_row):
            rules.row_board[k] = self.board_number(id)
        rules.sea_star = next((1 + board.index for board in self.catalogue.boards if board.id == "sea-star"), 0)
        rules.hidden_board, rules.hidden_among = self.board_number(mission.hidden), mission.among_top
        for board in self.catalogue.boards:
            is_used = not board.missions or mission.number in board.missions
            rules.stacked[board.index] = is_used and board.id not in mission.named and board.depth <= mission.max_depth

    def write_hexes(self, mission: Mission) -> None:
        rules = self.rules
        rules.hex_count = len(mission.hexes)
        rules.turtle_hex = rules.track_hex = -1
        rules.overflow_hex[:] = -1
        rules.track_steps = mission.track_steps
        infinite = 0
        for place in mission.hexes:
            at = place.id
            rules.hex_gain[at], rules.hex_points[at] = self.bundle(place.gain), place.points
            rules.hex_field[at] = 0 if place.field is None else 1 + place.field
            rules.hex_goal[at], rules.hex_row[at], rules.hex_col[at] = place.goal, place.row, place.col
            rules.neighbours[at] = words_of(mission.neighbours[at])
            if place.special == "clean-up":
                rules.track_hex = at
            elif place.infinite:
                infinite += 1
                rules.hex_infinite[at] = infinite
            if place.special == "turtle":
                rules.turtle_hex = at
            if place.overflow is not None:
                rules.overflow_hex[place.overflow[0] - 1 : place.overflow[1]] = at
        hexes = [place for place in mission.hexes if not place.special and place.overflow is None]
        rules.ordinary_hexes = words_of(place.id for place in hexes)
        rules.entries = words_of(place.id for place in hexes if place.entry)
        rules.rescue_hexes = words_of(place.id for place in hexes if place.rescue)
        rules.closed_hexes = words_of(place.id for place in hexes if place.closed)

    def write_goals(self) -> None:
        for goal in self.mission.goals:
            self.write_goal(goal, goal.number - 1, int(goal.option == "b"))
        for team in self.catalogue.team_goals_of(self.mission.number):
            asked = self.asked(team.count, team.scope, team.numbers)
            self.rules.team_goal[team.number, int(team.option == "b")] = asked

    def write_goal(self, goal: MissionGoal, at: int, option: int) -> None:
        rules = self.rules
        rules.goal_points[at, option] = goal.points
        if isinstance(goal.count, Race):
            rules.goal_race[at] = 1 + goal.count
        else:
            rules.goal_count[at, option] = self.count(goal.count)
        for k, leader in enumerate(goal.leaders):
            if not isinstance(leader.count, Race):
                rules.leader_count[at, option, k] = self.count(leader.count)
            rules.leader_points[at, option, k] = leader.first, leader.second

    def asked(self, count: Count, scope: Scope, numbers: Numbers) -> tuple[int, int, int]:
        return self.count(count), int(scope), numbers.of(self.options.num_players)

    def write_cards(self) -> None:
        rules = self.rules
        for goal in self.catalogue.bonus_goals:
            rules.bonus_goal[goal.index] = self.asked(goal.count, goal.scope, goal.numbers)
        for setback in self.catalogue.setbacks:
            at = setback.index
            for part in setback.effect:
                match part:
                    case MoveVesselsUp(steps):
                        rules.setback_up[at] = steps
                    case LessThisRound(what, number):
                        rules.setback_less[at, what] = number
                    case LoseHalfOfResearch():
                        rules.setback_halves[at] = 1
                    case DiscardStoredTokens():
                        rules.setback_discards[at] = 1
                    case LowerHighestAttribute(steps):
                        rules.setback_lowers[at] = steps


def build_rulebook(catalogue: Catalogue, options: Options) -> np.ndarray[Any, Any]:
    """One record in an array."""
    assert len(Do) == ACTION_TYPES
    return Assembler(catalogue, options).built()
