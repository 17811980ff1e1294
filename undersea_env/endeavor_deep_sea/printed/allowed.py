"""Which sentences of the effect language may stand where: a parser of its own for each place.

The language can say more than the rules have a place for: an arrival that copies a specialist, say.
"""

from collections.abc import Callable

from undersea_env.core.printed_language import LanguageError
from undersea_env.endeavor_deep_sea.printed.effects import (
    Conserve,
    CopySpecialist,
    Count,
    Discover,
    Dive,
    Effect,
    Either,
    Gain,
    Part,
    Pay,
    Promote,
    Publish,
    Score,
    Sonar,
    Travel,
    When,
    ZoneRule,
)
from undersea_env.endeavor_deep_sea.printed.language import parse_count, parse_effect, parse_rule, parse_score
from undersea_env.endeavor_deep_sea.printed.words import Event, Item, Scope, Special, Unit

GAINS = "only 'gain'"
GAINS_AND_PROMOTE = "only 'gain' and 'promote'"
WITH_DISCOVER = "only 'gain', 'promote' and one 'discover' at the end"
WITH_ACTION_HERE = "only 'gain', 'promote' and one 'sonar here' or 'conserve here' at the end"
ON_A_HEX = "only 'gain' without impact, and 'promote'"
ON_A_TOKEN = "one action, or 'gain', or 'pay 1 disc:' and 'gain'"
ACTIONS = "actions, or one 'either' of different actions"
ONE_MODIFIER = "the same addition to all actions of one kind"

SYMBOLS = frozenset({
    Unit.FIELD_SYMBOL_OF_MOST_HELD_KIND, Unit.BLUE_FIELD_SYMBOL, Unit.BROWN_FIELD_SYMBOL, Unit.GREEN_FIELD_SYMBOL,
    Unit.YELLOW_FIELD_SYMBOL, Unit.SET_OF_FIELD_SYMBOLS,
})
NOBODYS = frozenset({Unit.ZONE, Unit.COMPLETED_LINK, Unit.EMPTY_DIVE_SITE})         # the same for every player
OF_MISSIONS = frozenset({
    Unit.DISC_OF_DESIGNATED_KIND, Unit.MARKER_IN_RESCUE_GRID, Unit.CLEAN_UP_STEP, Unit.PLAYER_TRAVELLED_TO_DEPTH_5,
})

EVENTS_OF_SPECIALS = {
    Special.DRAW_TWO_KEEP_ONE: Event.DIVE,
    Special.MORE_TECHNOLOGY: Event.TRAVEL_OUT,
    Special.EACH_MAY_PROMOTE: Event.SITES_FULL,
    Special.EACH_MAY_TRAVEL: Event.SITE_EMPTIED,
}
ACTIONS_OF_EVENTS: dict[Event, tuple[type[Part], ...]] = {          # besides gains
    Event.TAKE_TOKEN: (Travel, Publish),
    Event.CONSERVE: (Travel, Conserve),
}
EVENTS_WITH_MARKED_SPOTS = (Event.TAKE_TOKEN, Event.CONSERVE, Event.TRAVEL_OUT)

Parse = Callable[[str, str], Effect]


def _refuse(text: str, where: str, expected: str) -> None:
    raise LanguageError(expected, repr(text), 1, text, where)


def _only(expected: str, is_allowed: Callable[[Effect], bool]) -> Parse:
    def parse(text: str, where: str = "") -> Effect:
        effect = parse_effect(text, where)
        if not is_allowed(effect):
            _refuse(text, where, expected)
        return effect

    return parse


def _gains(effect: Effect) -> bool:
    return all(isinstance(part, Gain) for part in effect)


def _bundle(effect: Effect) -> bool:
    return all(isinstance(part, Gain | Promote) for part in effect)


def _with_discover(effect: Effect) -> bool:
    return _bundle(effect[:-1]) and (_bundle(effect) or isinstance(effect[-1], Discover))


def _with_action_here(effect: Effect) -> bool:
    return _bundle(effect[:-1]) and (_bundle(effect) or effect[-1] in (Sonar(here=True), Conserve(here=True)))


def _on_a_hex(effect: Effect) -> bool:
    return _bundle(effect) and not any(isinstance(part, Gain) and part.number(Item.IMPACT) for part in effect)


def _on_a_token(effect: Effect) -> bool:
    if len(effect) > 1:
        return False
    part = effect[0]
    if isinstance(part, Pay):
        return isinstance(part.part, Gain)
    return isinstance(part, Gain) or is_free_action(part)


def is_free_action(part: Part) -> bool:
    """Whether it is an action that belongs to no zone."""
    match part:
        case Travel(from_here=False) | Sonar(here=False) | Conserve(here=False) | Publish(here=False):
            return True
        case Dive() | Promote() | Discover():
            return True
    return False


def _actions(effect: Effect, copying: bool) -> bool:
    if len(effect) == 1 and isinstance(effect[0], CopySpecialist):
        return copying
    if len(effect) == 1 and isinstance(effect[0], Either):
        alternatives = effect[0].alternatives
        effect = alternatives if len({type(part) for part in alternatives}) == len(alternatives) else ()
    return bool(effect) and all(map(is_free_action, effect))


def _alike(effect: Effect) -> bool:
    """Whether actions of one kind have the same additions: an answer names the kind alone (section 14)."""
    return len(set(effect)) == len({type(part) for part in effect})


parse_gains = _only(GAINS, _gains)
parse_bundle = _only(GAINS_AND_PROMOTE, _bundle)
parse_spot = _only(WITH_DISCOVER, _with_discover)
parse_arrival = _only(WITH_ACTION_HERE, _with_action_here)
parse_hex = _only(ON_A_HEX, _on_a_hex)
parse_token = _only(ON_A_TOKEN, _on_a_token)


def _parse_actions(text: str, where: str, copying: bool) -> Effect:
    effect = parse_effect(text, where)
    if not _actions(effect, copying):
        _refuse(text, where, f"{ACTIONS}, or 'copy specialist'" if copying else ACTIONS)
    if not _alike(effect):
        _refuse(text, where, ONE_MODIFIER)
    return effect


def parse_specialist_actions(text: str, where: str = "") -> Effect:
    return _parse_actions(text, where, copying=True)


def parse_journal_actions(text: str, where: str = "") -> Effect:
    return _parse_actions(text, where, copying=False)


def parse_specialist_score(text: str, where: str = "") -> Score:
    """Of what a player has of its own in every mission."""
    score = parse_score(text, where)
    if score.count is not None and (score.count.unit in OF_MISSIONS or score.count.unit == Unit.POINTS):
        _refuse(text, where, "something that is counted in every mission")
    return score


def parse_zone_rule(text: str, where: str = "") -> ZoneRule:
    rule = parse_rule(text, where)
    if isinstance(rule, When):
        _check_when(rule, text, where)
    return rule


def _check_when(rule: When, text: str, where: str) -> None:
    if isinstance(rule.reaction, Special):
        if rule.event != EVENTS_OF_SPECIALS[rule.reaction] or rule.site >= 0 or rule.with_marked_disc:
            _refuse(text, where, "this phrase behind another event")
    elif rule.event in (Event.SITES_FULL, Event.SITE_EMPTIED):
        _refuse(text, where, "'each player with …' behind this event")
    elif not isinstance(rule.reaction, Gain) and not _is_offer(rule):
        _refuse(text, where, "'gain', or an action here that this event can offer")
    if rule.with_marked_disc and rule.event not in EVENTS_WITH_MARKED_SPOTS:
        _refuse(text, where, "no marked spot for this event")
    if rule.per_marked_disc and not isinstance(rule.reaction, Gain):
        _refuse(text, where, "'gain' before 'per own disc on a marked spot'")


def _is_offer(rule: When) -> bool:
    part = rule.reaction
    is_here = (isinstance(part, Conserve | Publish) and part.here) or (isinstance(part, Travel) and part.from_here)
    return is_here and isinstance(part, ACTIONS_OF_EVENTS.get(rule.event, ()))


def wrong_scope(count: Count, scope: Scope) -> str:
    """What is expected of the scope of a team's goal, if it does not fit what is counted (O-5)."""
    if scope == Scope.POOL and count.unit not in SYMBOLS:
        return "sum or ocean, as no field symbols are counted"
    if (scope == Scope.OCEAN) != (count.unit in NOBODYS):
        return "ocean for what belongs to nobody, and only for that"
    return ""


def parse_bonus_count(text: str, where: str = "") -> Count:
    """What is counted in every mission."""
    count = parse_count(text, where)
    if count.unit in OF_MISSIONS or count.unit == Unit.POINTS:
        _refuse(text, where, "something that is counted in every mission")
    return count
