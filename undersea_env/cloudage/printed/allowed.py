"""Which sentences of the effect language may stand where: a parser of its own for each place.

The language can say more than the rules have a place for: a find that begins a fight, say.
"""

from collections.abc import Callable, Iterator

from undersea_env.cloudage.printed.effects import (
    BuildAction,
    BuildProject,
    BuildUpgrade,
    CityCardOnDeck,
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
    UpdateNavigation,
    When,
)
from undersea_env.cloudage.printed.language import parse_effect, parse_permanent
from undersea_env.cloudage.printed.words import Event, Item, Unit
from undersea_env.core.printed_language import LanguageError

Parse = Callable[[str, str], Effect]
Steps = tuple[type[Simple], ...]

BUILDING: Steps = (BuildAction, BuildProject, BuildUpgrade)
OF_CITIES: Steps = (Gain, Production, BuildProject, BuildUpgrade, UpdateNavigation, DrawObjective, Plant)
OF_STORIES: Steps = (Gain, Production, *BUILDING, UpdateNavigation, DrawObjective, RemoveGun, Plant)
OF_PROJECTS: Steps = (Gain, Production, BuildUpgrade, UpdateNavigation, DrawObjective)
OF_CITY_ACTIONS: Steps = (*OF_STORIES, PlantAction)
OF_REACTIONS: Steps = (Gain, Plant)


def steps_of(sequence: Sequence) -> Iterator[Simple]:
    """All of a sequence, with what its choice has."""
    for step in sequence:
        if isinstance(step, Either):
            for branch in step.branches:
                yield from branch
        else:
            yield step


def _is_simple_enough(step: Simple, steps: Steps, on_map: bool) -> bool:
    if isinstance(step, Plant) and step.on_map and not on_map:
        return False
    if isinstance(step, Gain) and step.per and step.per.unit == Unit.BARE_HEX_PLANTED and not on_map:
        return False
    return isinstance(step, steps)


def _only(expected: str, steps: Steps, parts: tuple[type[Part], ...] = (Do,), on_map: bool = False) -> Parse:
    def parse(text: str, where: str = "") -> Effect:
        effect = parse_effect(text, where)
        for part in effect:
            fits = all(_is_simple_enough(step, steps, on_map) for step in steps_of(part.sequence))
            if not isinstance(part, parts) or not fits:
                raise LanguageError(expected, repr(text), 1, text, where)
        return effect

    return parse


def parse_plain_gain(text: str, where: str = "") -> Effect:
    """Finds, rewards of production levels, bonuses of upgrades: a gain without a question."""
    effect = parse_effect(text, where)
    match effect:
        case (Do((Gain(amounts, None, 0),)),) if Item.RESOURCE not in dict(amounts):
            return effect
    raise LanguageError("one 'gain' without resources of choice", repr(text), 1, text, where)


parse_space = _only("only 'gain', or 'either' of gains", (Gain,))
parse_plant = _only("only 'gain', 'build action', or 'either' of them", (Gain, BuildAction))
parse_city = _only("gains and other rewards that ask for no payment and no fight", OF_CITIES)
parse_instant = _only("gains, production steps, upgrades, perhaps for a payment", OF_PROJECTS, (Do, Pay))
parse_story = _only("what a book may do", OF_STORIES, (Do, Pay, Fight, If))
parse_solo = _only("gains, building, or 'solo collect'", (Gain, *BUILDING, SoloCollect))
parse_city_action = _only("what a city action may do", OF_CITY_ACTIONS, (Do, Pay, Fight, If), on_map=True)
parse_others = _only("'build action'", (BuildAction,))


def parse_project_permanent(text: str, where: str = "") -> Permanent:
    permanent = parse_permanent(text, where)
    for clause in permanent:
        if not isinstance(clause, When):
            continue
        expected = _wrong_reaction(clause)
        if expected:
            raise LanguageError(expected, repr(text), 1, text, where)
    return permanent


def _wrong_reaction(when: When) -> str:
    if when.once_per_turn and when.event != Event.FIND_GIVES:
        return "'once per turn' only behind 'when find gives'"
    if when.item == Item.RESOURCE:
        return "a find that gives something, not a resource of choice"
    is_parrot = when.reaction == (CityCardOnDeck(),)
    if is_parrot != (when.event == Event.TAKE_CITY_CARD):
        return "'city card on deck' behind 'when take city card', and only there"
    if not is_parrot and not all(_is_simple_enough(step, OF_REACTIONS, False) for step in steps_of(when.reaction)):
        return "a reaction that only gains or plants"
    return ""
