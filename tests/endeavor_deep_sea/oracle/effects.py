"""The effect language of the component book: amounts, actions, bundles, activations, zone rules."""

import re
from collections import Counter
from dataclasses import dataclass, field

ATTRIBUTES = ("reputation", "inspiration", "coordination", "ingenuity")
FIELDS = ("blue", "brown", "green", "yellow")


@dataclass(frozen=True)
class Action:
    """One action with its modifiers."""

    type: str                              # one of `numbers.TYPES`, or "copy"
    here: bool = False                     # in this zone, or from this zone
    more: int = 0                          # technology of a travel, tokens of a dive
    less: int = 0                          # research of a conserve
    not_to_depth: int = 0
    at_vessel_depth: bool = False
    depths: tuple[int, int] = (0, 0)       # of a discovery
    anywhere: bool = False


@dataclass(frozen=True)
class Bundle:
    """Everything that one print gives at one time (B-6)."""

    amounts: Counter[str] = field(default_factory=Counter)      # attributes, "any attribute", "research", ...
    promote: int = 0
    actions: tuple[Action, ...] = ()

    def __add__(self, other: "Bundle") -> "Bundle":
        return Bundle(self.amounts + other.amounts, self.promote + other.promote, self.actions + other.actions)


@dataclass(frozen=True)
class Activation:
    """What an activating disc opens: all of the actions, or one of them."""

    actions: tuple[Action, ...] = ()
    either: bool = False


@dataclass(frozen=True)
class TokenEffect:
    """An action, or a gain which may cost a disc."""

    action: Action | None = None
    bundle: Bundle = Bundle()
    pay: int = 0


@dataclass(frozen=True)
class ZoneRule:
    event: str                             # "you take a token here", ... or the whole of a rule without event
    marked: bool = False                   # only with a disc on a marked spot (Z-2)
    special: str = ""
    action: Action | None = None
    bundle: Bundle | None = None
    per_marked: bool = False               # Z-11


_ACTION = re.compile(
    r"(?P<type>travel|sonar|dive|conserve|publish|promote|discover|copy)(?: specialist)?"
    r"(?: (?P<first>\d)(?:-(?P<last>\d))?)?(?P<anywhere> anywhere)?"
    r"(?P<here> from here| here)?(?: not to depth (?P<not>\d))?"
    r"(?: with (?P<technology>\d) more technology| for (?P<tokens>\d) more token| for (?P<less>\d) less research)?"
    r"(?P<depth> at a vessel depth)?"
)


def parse_action(text: str) -> Action:
    found = _ACTION.fullmatch(text)
    if found is None:
        raise ValueError(f"{text!r} is no action")
    first = int(found["first"] or 0)
    return Action(
        found["type"], here=bool(found["here"]), more=int(found["technology"] or found["tokens"] or 0),
        less=int(found["less"] or 0), not_to_depth=int(found["not"] or 0), at_vessel_depth=bool(found["depth"]),
        depths=(first, int(found["last"] or first)), anywhere=bool(found["anywhere"]),
    )


def parse_bundle(text: str) -> Bundle:
    bundle = Bundle()
    for part in text.split("; ") if text else []:
        if part.startswith("gain "):
            bundle += Bundle(_amounts(part.removeprefix("gain ")))
        elif part == "promote":
            bundle += Bundle(promote=1)
        else:
            bundle += Bundle(actions=(parse_action(part),))
    return bundle


def _amounts(text: str) -> Counter[str]:
    amounts: Counter[str] = Counter()
    for amount in text.split(", "):
        number, what = amount.split(" ", 1)
        amounts[re.sub(r"(attribute|disc)s$", r"\1", what)] += int(number)
    return amounts


def parse_activation(text: str) -> Activation:
    """An action column: parts with `; ` are separate actions (T-7), `either` means one of them (T-6)."""
    if text.startswith("either "):
        return Activation(tuple(map(parse_action, text.removeprefix("either ").split(" | "))), either=True)
    return Activation(tuple(map(parse_action, text.split("; "))) if text else ())


def parse_token_effect(text: str) -> TokenEffect | None:
    if not text:
        return None
    if text.startswith("pay 1 disc: "):
        return TokenEffect(bundle=parse_bundle(text.removeprefix("pay 1 disc: ")), pay=1)
    if text.startswith("gain "):
        return TokenEffect(bundle=parse_bundle(text))
    return TokenEffect(action=parse_action(text))


def parse_zone_rule(text: str) -> ZoneRule:
    if not text.startswith("when "):
        return ZoneRule(text)
    event, part = text.removeprefix("when ").split(": ")
    marked, per_marked = " with a disc on a marked spot", " per own disc on a marked spot"
    bundle = action = None
    special = ""
    plain = part.removesuffix(per_marked)
    if plain.startswith("gain "):
        bundle = parse_bundle(plain)
    elif _ACTION.fullmatch(plain):
        action = parse_action(plain)
    else:
        special = plain
    return ZoneRule(event.removesuffix(marked), event.endswith(marked), special, action, bundle,
                    part.endswith(per_marked))
