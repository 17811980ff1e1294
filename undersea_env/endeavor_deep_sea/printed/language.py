"""The effect language: text of a cell -> effect tree, and back; errors say where and what was expected.

The README of the component book has its grammar.
"""

import string

from undersea_env.core.printed_language import LOWER_CASE, Forms, TokenReader
from undersea_env.endeavor_deep_sea.printed.effects import (
    Action,
    Conserve,
    CopySpecialist,
    Count,
    DiscardStoredTokens,
    Discover,
    Dive,
    Effect,
    Either,
    Gain,
    Goal,
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
    Score,
    Setback,
    SetbackPart,
    Sonar,
    Travel,
    When,
    ZoneRule,
)
from undersea_env.endeavor_deep_sea.printed.words import (
    COLUMN_LETTERS,
    DEPTHS,
    DIVE_SITES_ON_BOARD,
    MAX_ALTERNATIVES,
    MAX_PARTS_IN_EFFECT,
    PLACED_UNITS,
    Event,
    Field,
    Item,
    Less,
    Race,
    Side,
    Special,
    Unit,
)

MAX_DIGIT = 9

ITEM_WORDS: dict[Item, Forms] = {
    Item.REPUTATION: ("reputation", "reputation"),
    Item.INSPIRATION: ("inspiration", "inspiration"),
    Item.COORDINATION: ("coordination", "coordination"),
    Item.INGENUITY: ("ingenuity", "ingenuity"),
    Item.ANY_ATTRIBUTE: ("any attribute", "any attributes"),
    Item.LOWEST_ATTRIBUTE: ("lowest attribute", "lowest attributes"),
    Item.RESEARCH: ("research", "research"),
    Item.DISC: ("disc", "discs"),
    Item.IMPACT: ("impact", "impact"),
}

FIELD_WORDS = {field.name.lower(): field for field in Field}

UNIT_WORDS: dict[Unit, Forms] = {
    Unit.SONAR_DISC: ("sonar disc", "sonar discs"),
    Unit.CONSERVATION_DISC: ("conservation disc", "conservation discs"),
    Unit.PUBLISH_DISC: ("publish disc", "publish discs"),
    Unit.DISC: ("disc", "discs"),
    Unit.CONSERVATION_OR_PUBLISH_DISC: ("conservation or publish disc", "conservation or publish discs"),
    Unit.DISC_OR_VESSEL: ("disc or vessel", "discs or vessels"),
    Unit.SONAR_DISC_OR_VESSEL: ("sonar disc or vessel", "sonar discs or vessels"),
    Unit.PUBLISH_DISC_OR_VESSEL: ("publish disc or vessel", "publish discs or vessels"),
    Unit.ZONE: ("zone", "zones"),
    Unit.ZONE_WITH_DISC: ("zone with a disc", "zones with a disc"),
    Unit.ZONE_WITH_DISC_OR_VESSEL: ("zone with a disc or vessel", "zones with a disc or vessel"),
    Unit.ZONE_WITH_CONSERVATION_DISC: ("zone with a conservation disc", "zones with a conservation disc"),
    Unit.ZONE_DISCOVERED: ("zone discovered", "zones discovered"),
    Unit.DISC_OF_DESIGNATED_KIND: ("disc of the designated kind", "discs of the designated kind"),
    Unit.DEPTH_WITH_PUBLISH_DISC: ("depth with a publish disc", "depths with a publish disc"),
    Unit.CONSERVATION_DISC_IN_BEST_ZONE: (
        "conservation disc in your best zone", "conservation discs in your best zone",
    ),
    Unit.FIELD_SYMBOL_OF_MOST_HELD_KIND: (
        "field symbol of the most held kind", "field symbols of the most held kind",
    ),
    Unit.BLUE_FIELD_SYMBOL: ("blue field symbol", "blue field symbols"),
    Unit.BROWN_FIELD_SYMBOL: ("brown field symbol", "brown field symbols"),
    Unit.GREEN_FIELD_SYMBOL: ("green field symbol", "green field symbols"),
    Unit.YELLOW_FIELD_SYMBOL: ("yellow field symbol", "yellow field symbols"),
    Unit.SET_OF_FIELD_SYMBOLS: ("set of field symbols", "sets of field symbols"),
    Unit.MARKER_IN_RESCUE_GRID: ("marker in the rescue grid", "markers in the rescue grid"),
    Unit.CLEAN_UP_STEP: ("clean-up step", "clean-up steps"),
    Unit.PLAYER_TRAVELLED_TO_DEPTH_5: ("player who travelled to depth 5", "players who travelled to depth 5"),
    Unit.OTHER_SENIOR_SPECIALIST: ("other senior specialist", "other senior specialists"),
    Unit.JUNIOR_SPECIALIST: ("junior specialist", "junior specialists"),
    Unit.SHARED_LINK: ("link shared with another player", "links shared with another player"),
    Unit.COMPLETED_LINK: ("completed link", "completed links"),
    Unit.EMPTY_DIVE_SITE: ("empty dive site", "empty dive sites"),
    Unit.ATTRIBUTE_MARKER_ON_CELL_7: ("attribute marker on cell 7 or more", "attribute markers on cell 7 or more"),
    Unit.POINTS: ("point from impact, journals and specialists", "points from impact, journals and specialists"),
}

SIDE_WORDS = {Side.LEFT: "left", Side.RIGHT: "right"}
SEA_STAR_COLUMN = "in the Sea Star column or"
RACE_WORDS = {Race.DISCOVER: "discover a zone at depth 5", Race.TRAVEL: "travel to depth 5"}
LESS_WORDS = {Less.TECHNOLOGY: "technology", Less.INFLOW: "inflow", Less.RETURN: "return"}
MARKED = "with a disc on a marked spot"
PER_MARKED = "per own disc on a marked spot"
EVENT_WORDS = {
    Event.TAKE_TOKEN: "you take a token here",
    Event.DIVE: "you dive here",
    Event.CONSERVE: "you conserve here",
    Event.TRAVEL_OUT: "you travel out of here",
    Event.SITES_FULL: "all conservation sites here are full",
    Event.SITE_EMPTIED: "the dive site here is emptied",
}
SPECIAL_WORDS = {
    Special.DRAW_TWO_KEEP_ONE: "draw 2 tokens and keep 1",
    Special.MORE_TECHNOLOGY: "technology 1 more",
    Special.EACH_MAY_PROMOTE: "each player with a disc here may promote",
    Special.EACH_MAY_TRAVEL: "each player with a vessel here may travel from here",
}


# --- text -> tree ---


class _Reader(TokenReader):
    """Recursive descent over the tokens of one cell."""

    signs = (",", ";", ":", "|", "-")
    letters = LOWER_CASE | frozenset(string.ascii_uppercase)
    anything = "a word, a number or a sign"

    def digit(self) -> int:
        return self.number(1, MAX_DIGIT)

    def depths(self) -> tuple[int, int]:
        first = self.number(1, DEPTHS)
        return (first, self.number(first, DEPTHS) if self.accept("-") else first)

    # -- parts --

    def part(self) -> Part:
        if self.accept("either"):
            return self.either()
        if self.accept("pay"):
            self.expect("1 disc :")
            return Pay(self.simple_part())
        return self.simple_part()

    def either(self) -> Either:
        alternatives = [self.simple_part()]
        self.expect("|")
        alternatives.append(self.simple_part())
        while self.token.text == "|":
            if len(alternatives) == MAX_ALTERNATIVES:
                self.fail(f"at most {MAX_ALTERNATIVES} alternatives")
            self.accept("|")
            alternatives.append(self.simple_part())
        return Either(tuple(alternatives))

    def simple_part(self) -> Part:
        if self.token.text in ("either", "pay"):
            self.fail("no 'either' and no 'pay' inside another")
        return self.gain() if self.accept("gain") else self.action()

    def gain(self) -> Gain:
        amounts: dict[Item, int] = {}
        while True:
            token = self.token
            number = self.digit()
            item = self.phrase(ITEM_WORDS, number > 1, "something to gain")
            if item in amounts:
                self.fail("each thing once", token)
            amounts[item] = number
            if not self.accept(","):
                return Gain(tuple(amounts.items()))

    def action(self) -> Action:
        if self.accept("travel"):
            return self.travel()
        if self.accept("sonar"):
            return Sonar(here=self.accept("here"))
        if self.accept("dive"):
            return Dive(more_tokens=self.one_more_token())
        if self.accept("conserve"):
            return self.conserve()
        if self.accept("publish"):
            return Publish(here=self.accept("here"))
        if self.accept("promote"):
            return Promote()
        if self.accept("discover"):
            return Discover(*self.depths(), anywhere=self.accept("anywhere"))
        if self.accept("copy"):
            self.expect("specialist")
            return CopySpecialist()
        self.fail("'gain', 'either', 'pay' or an action, such as 'travel'")

    def travel(self) -> Travel:
        if self.accept("with"):
            more = self.digit()
            self.expect("more technology")
            return Travel(more_technology=more)
        if not self.accept("from"):
            return Travel()
        self.expect("here")
        if not self.accept("not"):
            return Travel(from_here=True)
        self.expect("to depth")
        return Travel(from_here=True, not_to_depth=self.number(1, DEPTHS))

    def one_more_token(self) -> int:
        if not self.accept("for"):
            return 0
        self.expect("1 more token")
        return 1

    def conserve(self) -> Conserve:
        if self.accept("here"):
            return Conserve(here=True)
        if self.accept("for"):
            less = self.digit()
            self.expect("less research")
            return Conserve(less_research=less)
        if self.accept("at"):
            self.expect("a vessel depth")
            return Conserve(at_a_vessel_depth=True)
        return Conserve()

    # -- counts and scores --

    def count(self, plural: bool) -> Count:
        unit = self.phrase(UNIT_WORDS, plural, "something to count")
        token = self.token
        depths = self.depths() if self.accept("at depth") else None
        columns: tuple[int, ...] = ()
        side = None
        if self.accept("in columns"):
            columns = self.columns()
        elif self.accept(SEA_STAR_COLUMN):
            side = self.side()
        if unit not in PLACED_UNITS and token is not self.token:
            self.fail("no depths and no columns, as they are not places in the ocean", token)
        return Count(unit, depths, columns, side)

    def columns(self) -> tuple[int, ...]:
        found = [self.column(0)]
        while self.accept(","):
            found.append(self.column(found[-1] + 1))
        return tuple(found)

    def column(self, first: int) -> int:
        letters = COLUMN_LETTERS[first:]
        if not letters or self.token.text not in tuple(letters):
            self.fail(f"a column, {' or '.join(letters)}" if letters else "no more columns")
        self.at += 1
        return COLUMN_LETTERS.index(self.tokens[self.at - 1].text)

    def side(self) -> Side:
        for side, word in SIDE_WORDS.items():
            if self.accept(word):
                self.expect("of it")
                return side
        self.fail("'left' or 'right'")

    def score(self) -> Score:
        self.expect("score")
        points = self.digit()
        if not self.accept("per"):
            return Score(points)
        divisor = self.maybe_number(2, MAX_DIGIT) or 1
        return Score(points, divisor, self.count(plural=divisor > 1))

    def goal(self) -> Goal:
        if not self.accept("race"):
            return self.count(plural=True)
        self.expect(":")
        for race, words in RACE_WORDS.items():
            if self.accept(words):
                return race
        self.fail(" or ".join(repr(words) for words in RACE_WORDS.values()))

    # -- zone rules --

    def rule(self) -> ZoneRule:
        if self.accept("no vessel may enter"):
            return NoVesselMayEnter()
        if self.accept("one vessel per player"):
            return OneVesselPerPlayer()
        if not self.accept("when"):
            self.fail("'when', 'no vessel may enter' or 'one vessel per player'")
        event, site = self.event()
        with_marked = self.accept(MARKED)
        self.expect(":")
        reaction = self.reaction()
        return When(event, reaction, site, with_marked, per_marked_disc=self.accept(PER_MARKED))

    def event(self) -> tuple[Event, int]:
        if self.accept("you dive at"):
            return Event.DIVE, self.dive_site()
        for event, words in EVENT_WORDS.items():
            if self.accept(words):
                return event, -1
        self.fail("an event, such as 'you dive here'")

    def dive_site(self) -> int:
        for site in range(DIVE_SITES_ON_BOARD):
            if self.accept(f"d{site + 1}"):
                return site
        self.fail("a dive site, such as 'd1'")

    def reaction(self) -> Part | Special:
        for special, words in SPECIAL_WORDS.items():
            if self.accept(words):
                return special
        return self.simple_part()

    # -- setbacks --

    def setback(self) -> SetbackPart:
        if self.accept("move all vessels up"):
            return MoveVesselsUp(self.digit())
        if self.accept("this round"):
            return self.less_this_round()
        if self.accept("lose half of the research"):
            return LoseHalfOfResearch()
        if self.accept("discard stored tokens"):
            return DiscardStoredTokens()
        if self.accept("lower the highest attribute"):
            return LowerHighestAttribute(self.digit())
        self.fail("a setback, such as 'move all vessels up'")

    def less_this_round(self) -> LessThisRound:
        for less, word in LESS_WORDS.items():
            if self.accept(word):
                number = self.digit()
                self.expect("less")
                return LessThisRound(less, number)
        self.fail(" or ".join(repr(word) for word in LESS_WORDS.values()))


def parse_effect(text: str, where: str = "") -> Effect:
    """What a board, a spot, a link, a token, a journal, a specialist or a hex does."""
    reader = _Reader(text, where)
    return reader.whole_in_parts(reader.part, MAX_PARTS_IN_EFFECT)


def parse_count(text: str, where: str = "") -> Count:
    """What a goal of the team or a leader bonus counts."""
    reader = _Reader(text, where)
    return reader.whole(lambda: reader.count(plural=True))


def parse_goal(text: str, where: str = "") -> Goal:
    """What a goal of a mission counts, or which race it is."""
    reader = _Reader(text, where)
    return reader.whole(reader.goal)


def parse_score(text: str, where: str = "") -> Score:
    """What a senior specialist of rank 5 scores."""
    reader = _Reader(text, where)
    return reader.whole(reader.score)


def parse_rule(text: str, where: str = "") -> ZoneRule:
    """A rule of one zone."""
    reader = _Reader(text, where)
    return reader.whole(reader.rule)


def parse_setback(text: str, where: str = "") -> Setback:
    reader = _Reader(text, where)
    return reader.whole_in_parts(reader.setback, MAX_PARTS_IN_EFFECT)


# --- tree -> text ---


def effect_text(effect: Effect) -> str:
    return "; ".join(map(part_text, effect))


def part_text(part: Part) -> str:
    match part:
        case Gain(amounts):
            return "gain " + ", ".join(amount_text(item, number) for item, number in amounts)
        case Pay(paid):
            return f"pay 1 disc: {part_text(paid)}"
        case Either(alternatives):
            return "either " + " | ".join(map(part_text, alternatives))
        case Promote():
            return "promote"
        case Travel():
            return _travel_text(part)
        case Sonar(here):
            return "sonar here" if here else "sonar"
        case Dive(more):
            return "dive for 1 more token" if more else "dive"
        case Conserve():
            return _conserve_text(part)
        case Publish(here):
            return "publish here" if here else "publish"
        case Discover(first, last, anywhere):
            return f"discover {depths_text((first, last))}{' anywhere' if anywhere else ''}"
        case CopySpecialist():
            return "copy specialist"


def amount_text(item: Item, number: int) -> str:
    return f"{number} {ITEM_WORDS[item][number > 1]}"


def _travel_text(travel: Travel) -> str:
    if travel.more_technology:
        return f"travel with {travel.more_technology} more technology"
    if travel.not_to_depth:
        return f"travel from here not to depth {travel.not_to_depth}"
    return "travel from here" if travel.from_here else "travel"


def _conserve_text(conserve: Conserve) -> str:
    if conserve.here:
        return "conserve here"
    if conserve.less_research:
        return f"conserve for {conserve.less_research} less research"
    return "conserve at a vessel depth" if conserve.at_a_vessel_depth else "conserve"


def depths_text(depths: tuple[int, int]) -> str:
    first, last = depths
    return str(first) if first == last else f"{first}-{last}"


def count_text(count: Count, plural: bool = True) -> str:
    text = UNIT_WORDS[count.unit][plural]
    if count.depths:
        text += f" at depth {depths_text(count.depths)}"
    if count.columns:
        text += f" in columns {', '.join(COLUMN_LETTERS[column] for column in count.columns)}"
    if count.side:
        text += f" {SEA_STAR_COLUMN} {SIDE_WORDS[count.side]} of it"
    return text


def goal_text(goal: Goal) -> str:
    return count_text(goal) if isinstance(goal, Count) else f"race: {RACE_WORDS[goal]}"


def score_text(score: Score) -> str:
    if score.count is None:
        return f"score {score.points}"
    divisor = f"{score.divisor} " if score.divisor > 1 else ""
    return f"score {score.points} per {divisor}{count_text(score.count, plural=score.divisor > 1)}"


def rule_text(rule: ZoneRule) -> str:
    match rule:
        case NoVesselMayEnter():
            return "no vessel may enter"
        case OneVesselPerPlayer():
            return "one vessel per player"
        case When(event, reaction, site, with_marked, per_marked):
            happens = f"you dive at d{site + 1}" if site >= 0 else EVENT_WORDS[event]
            then = SPECIAL_WORDS[reaction] if isinstance(reaction, Special) else part_text(reaction)
            marked, per = f" {MARKED}" if with_marked else "", f" {PER_MARKED}" if per_marked else ""
            return f"when {happens}{marked}: {then}{per}"


def setback_text(setback: Setback) -> str:
    return "; ".join(map(_setback_part_text, setback))


def _setback_part_text(part: SetbackPart) -> str:
    match part:
        case MoveVesselsUp(steps):
            return f"move all vessels up {steps}"
        case LessThisRound(what, number):
            return f"this round {LESS_WORDS[what]} {number} less"
        case LoseHalfOfResearch():
            return "lose half of the research"
        case DiscardStoredTokens():
            return "discard stored tokens"
        case LowerHighestAttribute(steps):
            return f"lower the highest attribute {steps}"
