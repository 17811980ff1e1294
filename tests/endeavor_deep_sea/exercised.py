"""All of Endeavor: Deep Sea that should happen when engine and oracle play, by the names that the oracle notes."""

from collections.abc import Iterator

from undersea_env.endeavor_deep_sea.kernel.actions import ACTIONS
from undersea_env.endeavor_deep_sea.printed.catalogue import load_catalogue
from undersea_env.endeavor_deep_sea.printed.effects import When
from undersea_env.endeavor_deep_sea.printed.things import Board, Catalogue
from undersea_env.endeavor_deep_sea.printed.words import Event, SpotKind

QUESTIONS = 22
ASKED_FOR = {                                                # questions that the oracle notes with what they are about
    8: ("sonar", "dive", "conserve", "publish"), 9: ("sonar", "dive", "conserve", "publish"), 10: ("publish",),
    21: ("option", "kind"),
}
DOINGS = ("travel", "sonar", "dive", "conserve", "publish", "promote", "discover")
RULES = (                                                    # what the oracle tells apart beyond printed things
    "A-10", "A-31: shallowest", "A-32: single board", "A-33", "A-34", "A-35", "A-37", "A-42", "A-43", "A-44", "A-46",
    "A-47: shuffle", "A-47: both empty", "A-70", "A-71", "A-72", "B-2", "B-3", "B-4", "G-2", "I-5", "M-4", "M-6: move",
    "M-6: designation", "M-9", "M-10: overflow", "M-10: race", "P-2: nobody", "P-3", "P-5", "Q-23", "T-3", "T-4", "T-9",
    "T-12", "Z-7", "Z-8", "Z-9", "Z-10",
)
ALWAYS_THERE = ("sea-star",)                                 # laid out by every mission that uses it
ZONE_EVENTS = (Event.TAKE_TOKEN, Event.DIVE, Event.CONSERVE)


def everything() -> Iterator[str]:
    catalogue = load_catalogue()
    assert ACTIONS.size == 361
    for number in range(1, QUESTIONS + 1):
        yield from (f"asked Q-{number}: {doing}" for doing in ASKED_FOR.get(number, ()))
        if number not in ASKED_FOR:
            yield f"asked Q-{number}"
    yield from (f"rule {rule}" for rule in RULES)
    yield from (f"action {doing}" for doing in DOINGS)
    for board in catalogue.boards:
        yield from _of_board(board)
    yield from _of_players(catalogue)
    for mission in catalogue.missions:
        yield from (f"hex {mission.number}:{cell.id}" for cell in mission.hexes)
    yield from (f"card {goal.id}" for goal in catalogue.bonus_goals)
    yield from (f"card {setback.id}" for setback in catalogue.setbacks)


def _of_board(board: Board) -> Iterator[str]:
    if board.arrival:
        yield f"arrival {board.id}"
    if board.id not in ALWAYS_THERE:
        yield f"discovered {board.id}"
    yield from (f"disc {board.id} {spot.id}" for spot in board.spots if spot.kind != SpotKind.DIVE)
    yield from (f"link {board.id} {link.a} {link.b}" for link in board.links)
    if any(isinstance(printed.rule, When) and printed.rule.event in ZONE_EVENTS for printed in board.rules):
        yield f"zone rule {board.id}"


def _of_players(catalogue: Catalogue) -> Iterator[str]:
    for person in catalogue.specialists:
        if person.rank:
            yield f"hired {person.id}"
            yield f"promoted {person.id}"
        for side, actions in (("junior", person.junior_actions), ("senior", person.senior_actions)):
            if actions:
                yield f"activated {person.id} {side}"
    for token in catalogue.tokens:
        yield f"token research {token.id}"
        if token.effect:
            yield f"token effect {token.id}"
    for journal in catalogue.journals:
        yield f"journal {journal.index}"
        if journal.action:
            yield f"used journal {journal.index}"
