"""The effect language: text of a cell -> effect tree, and back; errors say where and what was expected.

The README of the component book has its grammar.
"""


from undersea_env.cloudage.printed.effects import (
    Always,
    Amounts,
    BuildAction,
    BuildProject,
    BuildUpgrade,
    CityCardOnDeck,
    Clause,
    Count,
    CubeEffect,
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
    Permanent,
    Plant,
    PlantAction,
    Production,
    RemoveGun,
    Sequence,
    Simple,
    SoloCollect,
    Unlock,
    UpdateNavigation,
    When,
)
from undersea_env.cloudage.printed.words import (
    LEGACY_TOKENS,
    MAX_BRANCHES,
    MAX_CLAUSES,
    MAX_PARTS,
    PROJECT_NUMBERS,
    SECTORS,
    Colour,
    Event,
    Item,
    Type,
    Unit,
)
from undersea_env.core.printed_language import Forms, TokenReader

MAX_NUMBER = 99
LETTERS = frozenset(chr(code) for code in range(0x250) if chr(code).isalpha())

ITEM_WORDS: dict[Item, Forms] = {
    Item.WATER: ("water", "water"),
    Item.METAL: ("metal", "metal"),
    Item.ENERGY: ("energy", "energy"),
    Item.CARD: ("card", "cards"),
    Item.POINT: ("point", "points"),
    Item.PLANT: ("plant", "plants"),
    Item.RESOURCE: ("resource", "resources"),
}
COLOUR_WORDS = {Colour.GREEN: "green", Colour.BLUE: "blue", Colour.YELLOW: "yellow"}
TYPE_WORDS = {Type.MOVEMENT: "movement", Type.COMBAT: "combat", Type.GROWING: "growing"}
UNIT_WORDS = {
    Unit.MOVEMENT_POINT: "movement point",
    Unit.COMBAT_POINT: "combat point",
    Unit.PROJECT: "project",
    Unit.UPGRADE: "upgrade",
    Unit.CITY_CUBE: "city cube",
    Unit.BARE_HEX_PLANTED: "bare hex planted",
}
PLAIN_EVENTS = {
    Event.PRODUCE: "produce",
    Event.WIN_FIGHT: "win fight",
    Event.COLLECT_WITH_UPDATE: "collect with update",
    Event.COLLECT_WITH_WRENCH: "collect with wrench",
    Event.TAKE_CITY_CARD: "take city card",
    Event.PLANT_GREEN: "plant green",
    Event.BUILD_UPGRADE: "build upgrade",
}
NUMBERED_EVENTS = {
    Event.MOVEMENT_POINTS: "movement points >=",
    Event.STRENGTH: "strength >=",
    Event.COLLECT_EXACTLY: "collect exactly",
    Event.PLANTING: "planting >=",
}
PLAIN_STEPS: dict[Simple, str] = {
    BuildProject(): "build project",
    PlantAction(): "plant action",
    UpdateNavigation(): "update navigation",
    DrawObjective(): "draw objective",
    RemoveGun(): "remove gun",
    CityCardOnDeck(): "city card on deck",
}


# --- text -> tree ---


class _Reader(TokenReader):
    """Recursive descent over the tokens of one cell."""

    signs = (">=", ",", ";", ":", "|")
    letters = LETTERS
    anything = "a word, a number or a sign"

    def positive(self) -> int:
        return self.number(1, MAX_NUMBER)

    def amounts(self) -> Amounts:
        found: dict[Item, int] = {}
        while True:
            token = self.token
            number = self.positive()
            item = self.phrase(ITEM_WORDS, number > 1, "water, metal, energy, cards, points, plants or resources")
            if item in found:
                self.fail("each thing once", token)
            found[item] = number
            if not self.accept(","):
                return tuple(found.items())

    # -- parts --

    def part(self) -> Part:
        if self.accept("pay"):
            amounts = self.amounts()
            self.expect(":")
            return Pay(amounts, self.sequence())
        if self.accept("fight"):
            strength = self.positive()
            self.expect(":")
            return Fight(strength, self.sequence())
        if self.accept("if"):
            type = Type.MOVEMENT if self.accept("movement") else Type.COMBAT
            if type == Type.COMBAT:
                self.expect("combat")
            self.expect("points")
            self.expect(">=")
            points = self.positive()
            self.expect(":")
            return If(type, points, self.sequence())
        return Do(self.sequence())

    def sequence(self) -> Sequence:
        found: list[Simple | Either] = []
        while True:
            if self.accept("either"):
                return (*found, self.choice())
            found.append(self.simple())
            if not self.accept("and"):
                return tuple(found)

    def choice(self) -> Either:
        branches = [self.branch()]
        self.expect("|")
        branches.append(self.branch())
        while self.token.text == "|":
            if len(branches) == MAX_BRANCHES:
                self.fail(f"at most {MAX_BRANCHES} branches")
            self.accept("|")
            branches.append(self.branch())
        return Either(tuple(branches))

    def branch(self) -> tuple[Simple, ...]:
        found = [self.simple()]
        while self.accept("and"):
            found.append(self.simple())
        return tuple(found)

    # -- what is done --

    def simple(self) -> Simple:
        if self.accept("gain"):
            return self.gain()
        if self.accept("production"):
            return Production(self.positive())
        for step, words in PLAIN_STEPS.items():
            if self.accept(words):
                return step
        if self.accept("build"):
            return self.build()
        if self.accept("plant"):
            return Plant(self.positive(), on_map=self.accept("on map"))
        if self.accept("solo collect"):
            first = self.number(1, SECTORS)
            return SoloCollect((first, self.number(first + 1, SECTORS)) if self.accept("or") else (first,))
        self.fail("'gain', 'production', 'build' or another thing to do")

    def gain(self) -> Gain:
        amounts = self.amounts()
        per = self.count() if self.accept("per") else None
        return Gain(amounts, per, self.positive() if self.accept("up to") else 0)

    def count(self) -> Count:
        for unit, words in UNIT_WORDS.items():
            if self.accept(words):
                return Count(unit)
        for colour, word in COLOUR_WORDS.items():
            if self.accept(f"{word} project"):
                return Count(Unit.PROJECT, colour=colour)
        return Count(Unit.TITLE, self.title())

    def title(self) -> str:
        words = []
        while self.token.kind == "word" and self.token.text[0].isupper():
            words.append(self.token.text)
            self.at += 1
        if not words:
            self.fail("a title or something to count")
        return " ".join(words)

    def build(self) -> Simple:
        if self.accept("action"):
            return BuildAction()
        if self.token.kind == "number":
            times = self.number(2, 2)
            self.expect("actions")
            return BuildAction(times)
        type = self.maybe_type()
        if not self.accept("upgrade"):
            self.fail("'action', '2 actions', 'project' or 'upgrade'" if type is None else "'upgrade'")
        if not self.accept("discount"):
            return BuildUpgrade(type)
        discount = self.positive()
        self.expect("metal")
        return BuildUpgrade(type, discount, self.title() if self.accept("per") else "")

    def maybe_type(self) -> Type | None:
        return next((type for type, word in TYPE_WORDS.items() if self.accept(word)), None)

    # -- permanent effects --

    def clause(self) -> Clause:
        type = self.maybe_type()
        if type is not None:
            return Always(type, self.positive())
        if self.accept("discount"):
            return self.discount()
        if not self.accept("when"):
            self.fail("'movement', 'combat', 'growing', 'discount' or 'when'")
        when = self.event()
        self.expect(":")
        reaction = self.sequence()
        once = self.accept("once per turn")
        return When(when.event, when.number, when.item, when.colour, reaction, once)

    def discount(self) -> Discount:
        if self.accept("upgrade"):
            number = self.positive()
            self.expect("metal")
            return Discount(True, number)
        colour = self.maybe_colour()
        self.expect("project")
        number = self.positive()
        self.expect("water")
        return Discount(False, number, colour)

    def maybe_colour(self) -> Colour | None:
        return next((colour for colour, word in COLOUR_WORDS.items() if self.accept(word)), None)

    def event(self) -> When:
        for event, words in PLAIN_EVENTS.items():
            if self.accept(words):
                return When(event)
        for event, words in NUMBERED_EVENTS.items():
            if self.accept(words):
                return When(event, self.positive())
        if self.accept("find gives"):
            item = self.phrase(ITEM_WORDS, True, "something that a find gives")
            return When(Event.FIND_GIVES, item=item)
        if self.accept("play"):
            colour = self.maybe_colour()
            self.expect("project")
            return When(Event.PLAY_PROJECT, colour=colour)
        self.fail("an event, such as 'produce'")

    # -- other sentences --

    def unlock(self) -> Unlock:
        found: list[tuple[bool, int]] = []
        while True:
            token = self.token
            if self.accept("projects"):
                part = (False, self.number(1, PROJECT_NUMBERS - 1))
            else:
                self.expect("legacy")
                part = (True, self.legacy_token())
            if part in found:
                self.fail("each thing once", token)
            found.append(part)
            if not self.accept(","):
                return Unlock(tuple(found))

    def legacy_token(self) -> int:
        """`L5`: a word and a number without a blank between them."""
        token = self.token
        for number in range(1, LEGACY_TOKENS + 1):
            if token.text == f"L{number}":
                self.at += 1
                return number
        self.fail(f"a legacy token, L1 to L{LEGACY_TOKENS}")

    def cube(self) -> CubeEffect:
        if self.accept("in fight"):
            self.expect(": strength")
            return CubeEffect(strength=self.positive())
        self.expect("in action phase : plant")
        return CubeEffect(plants=self.positive())


def parse_effect(text: str, where: str = "") -> Effect:
    """What a card, a city, a token, a space or a find does."""
    reader = _Reader(text, where)
    return reader.whole_in_parts(reader.part, MAX_PARTS)


def parse_permanent(text: str, where: str = "") -> Permanent:
    """What a project does as long as it is in play."""
    reader = _Reader(text, where)
    return reader.whole_in_parts(reader.clause, MAX_CLAUSES)


def parse_unlock(text: str, where: str = "") -> Unlock:
    reader = _Reader(text, where)
    return reader.whole(reader.unlock)


def parse_cube(text: str, where: str = "") -> CubeEffect:
    reader = _Reader(text, where)
    return reader.whole(reader.cube)


# --- tree -> text ---


def effect_text(effect: Effect) -> str:
    return "; ".join(map(part_text, effect))


def part_text(part: Part) -> str:
    words = sequence_text(part.sequence)
    match part:
        case Do():
            return words
        case Pay(amounts):
            return f"pay {amounts_text(amounts)}: {words}"
        case Fight(strength):
            return f"fight {strength}: {words}"
        case If(type, points):
            return f"if {TYPE_WORDS[type]} points >= {points}: {words}"


def sequence_text(sequence: Sequence) -> str:
    return " and ".join(map(_step_text, sequence))


def _step_text(step: Simple | Either) -> str:
    match step:
        case Either(branches):
            return "either " + " | ".join(map(sequence_text, branches))
        case Gain(amounts, per, up_to):
            counted = f" per {count_text(per)}" if per else ""
            return f"gain {amounts_text(amounts)}{counted}{f' up to {up_to}' if up_to else ''}"
        case Production(steps):
            return f"production {steps}"
        case BuildAction(times):
            return "build action" if times == 1 else f"build {times} actions"
        case BuildUpgrade():
            return _upgrade_text(step)
        case Plant(number, on_map):
            return f"plant {number}{' on map' if on_map else ''}"
        case SoloCollect(sectors):
            return "solo collect " + " or ".join(map(str, sectors))
        case _:
            return PLAIN_STEPS[step]


def amounts_text(amounts: Amounts) -> str:
    return ", ".join(f"{number} {ITEM_WORDS[item][number > 1]}" for item, number in amounts)


def count_text(count: Count) -> str:
    if count.unit == Unit.TITLE:
        return count.title
    colour = "" if count.colour is None else f"{COLOUR_WORDS[count.colour]} "
    return colour + UNIT_WORDS[count.unit]


def _upgrade_text(step: BuildUpgrade) -> str:
    type = "" if step.type is None else f"{TYPE_WORDS[step.type]} "
    discount = f" discount {step.discount} metal" if step.discount else ""
    return f"build {type}upgrade{discount}{f' per {step.per}' if step.per else ''}"


def permanent_text(permanent: Permanent) -> str:
    return "; ".join(map(clause_text, permanent))


def clause_text(clause: Clause) -> str:
    match clause:
        case Always(type, points):
            return f"{TYPE_WORDS[type]} {points}"
        case Discount(True, number):
            return f"discount upgrade {number} metal"
        case Discount(_, number, colour):
            return f"discount {_project_text(colour)} {number} water"
        case When():
            once = " once per turn" if clause.once_per_turn else ""
            return f"when {event_text(clause)}: {sequence_text(clause.reaction)}{once}"


def _project_text(colour: Colour | None) -> str:
    return "project" if colour is None else f"{COLOUR_WORDS[colour]} project"


def event_text(when: When) -> str:
    if when.event in PLAIN_EVENTS:
        return PLAIN_EVENTS[when.event]
    if when.event in NUMBERED_EVENTS:
        return f"{NUMBERED_EVENTS[when.event]} {when.number}"
    if when.item is not None:
        return f"find gives {ITEM_WORDS[when.item][True]}"
    return f"play {_project_text(when.colour)}"


def unlock_text(unlock: Unlock) -> str:
    return ", ".join(f"legacy L{number}" if is_legacy else f"projects {number}" for is_legacy, number in unlock.parts)


def cube_text(cube: CubeEffect) -> str:
    return f"in fight: strength {cube.strength}" if cube.strength else f"in action phase: plant {cube.plants}"
