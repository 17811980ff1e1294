"""What is asked, of whom, and why."""

from collections.abc import Callable

from undersea_env.cloudage.kernel.state import OF_CITY, OF_TIE
from undersea_env.cloudage.words.names import PLANT_NAMES
from undersea_env.cloudage.words.phrases import lower_value, sector_of_drone
from undersea_env.cloudage.words.readings import Table
from undersea_env.showing.words import number_of

Asked = Callable[[Table], str]


def question_phrase(table: Table) -> str:
    if table.record.over:
        return "The game is over."
    turn = ""
    if table.phase in ("movement", "action") and table.record.mover != table.seat:
        turn = f", in the turn of seat {int(table.record.mover)}"
    return f"Seat {table.seat}, {table.moment}{turn}: {asked(table)}"


def asked(table: Table) -> str:
    return QUESTIONS[table.question](table)


def _said(words: str) -> Asked:
    return lambda table: words


def _discard(table: Table) -> str:
    hand, kept = len(table.hand(table.seat)), int(table.rules["keep_projects"])
    return f"which project to discard? ({hand} in hand, {kept} are kept)"


def _level(table: Table) -> str:
    return f"at which level to produce? (level {int(table.me.production)}, {int(table.me.energy)} energy)"


def _step(table: Table) -> str:
    """The solar panel comes last (M-6)."""
    solar = "the last one is that of the solar panel"
    return f"where to fly? ({number_of(int(table.record.left), 'movement point')} left, {solar})"


def _fight(table: Table) -> str:
    """F-2, F-5, F-7."""
    frame, strength = table.frame, int(table.record.strength)
    target = f"against {int(frame.number)}"
    if frame.a == OF_TIE:
        target = "to break the tie"
    elif frame.a == OF_CITY:
        city = table.city_on(int(table.me.hex))
        target += f" in {table.cities[city].name}" if city is not None else ""
    won = ", won already" if strength >= int(frame.number) else ""
    return f"draw a navigation card for the fight? (strength {strength} {target}{won})"


def _space(table: Table) -> str:
    space = int(table.rules["first_space"]) + int(table.record.round_no) - 1
    return f"which reward of space {space} of the round track?"


def _update(table: Table) -> str:
    return "navigation update: which card of the own discard to remove?"


def _upgrade(table: Table) -> str:
    less = f" ({table.discount()} metal less)" if table.discount() else ""
    return f"which upgrade to build?{less}"


def _paid_cards(table: Table) -> str:
    return f"which card to pay with? ({int(table.frame.number)} to pay)"


def _where(table: Table) -> str:
    return f"where to put the {PLANT_NAMES[int(table.frame.c) - 1]} plant?"


QUESTIONS: dict[int, Asked] = {
    1: _discard,
    2: _said("which objective to keep?"),
    3: lambda table: f"{table.effect_part(int(table.frame.place))}, or not?",
    4: _said("which story card comes next?"),
    5: _level,
    6: lambda table: f"what to take for the lower navigation card, a {lower_value(table)}?",
    7: _step,
    8: lambda table: f"how to pay the toll on {table.place(int(table.record.entering) - 1)}?",
    9: _fight,
    10: _said("which of these?"),
    11: _space,
    12: _said("which city action?"),
    13: lambda table: f"on which space of sector {sector_of_drone(table) + 1} to put the drone?",
    14: _said("where to put the city card?"),
    15: _update,
    16: _said("wrench: a resource, or which upgrade?"),
    17: lambda table: f"what to build? ({number_of(int(table.frame.number), 'build action')} to do)",
    18: _paid_cards,
    19: lambda table: f"which plant to plant? ({int(table.frame.number)} at most)",
    20: _where,
    21: _upgrade,
    22: _said("which project to play?"),
    23: lambda table: f"which resource to gain? ({int(table.frame.number)} to choose)",
    24: _said("which task to cover?"),
    25: _said("which gun to remove?"),
    26: lambda table: f"which plant to pay with? ({int(table.frame.b)} to pay)",
    27: _said("in which sector to collect?"),
}
