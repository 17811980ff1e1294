"""What the pages of CloudAge say of where printed things come from is counted in the component book."""

import re
from collections import Counter
from collections.abc import Iterable
from typing import Any

from tests.shared.test_readme import between, text_of
from undersea_env.cloudage.printed.catalogue import load_catalogue
from undersea_env.cloudage.printed.words import Type

FOLDER = "undersea_env/cloudage"
WORDS = ("rulebook", "mixed", "ours")


def source_of(provenance: str) -> str:
    """A row that says more than one word is partly attested."""
    return provenance if provenance in WORDS else "mixed"


def printed_things() -> dict[str, list[str]]:
    """The column `provenance` of every file, and of the boards."""
    book = load_catalogue()
    boards = book.boards.values()

    def sources(things: Iterable[Any]) -> list[str]:
        return [source_of(thing.provenance) for thing in things]

    return {
        "projects": sources(book.projects),
        "city cards": sources(book.city_cards),
        "cloud sleeves": sources(book.sleeves),
        "sides of boards, their hexes": sources(boards),
        "cities on them": sources(city for board in boards for city in board.cities),
        "upgrades": sources(book.upgrades),
        "production rows": sources(book.levels),
        "spaces of the round track": sources(book.spaces),
        "kinds of plants": sources(book.plants),
        "tasks": sources(book.tasks),
        "objective cards": sources(book.objectives),
        "spaces of the solo board": sources(book.solo_board),
        "legacy tokens": sources(book.legacy),
        "sides of scenario cards": sources(side for scenario in book.scenarios for side in scenario.sides),
        "chapters": sources(book.chapters),
        "story cards": sources(book.story),
    }


def table_of_provenance() -> str:
    things = printed_things()
    rows = [f"| | {' | '.join(WORDS)} |", f"| --- |{' --- |' * len(WORDS)}"]
    for name, found in {**things, "together": [source for each in things.values() for source in each]}.items():
        counts = Counter(found)
        rows.append(f"| {name} | {' | '.join(str(counts[word]) for word in WORDS)} |")
    return "\n".join(rows)


def test_the_numbers_of_provenance_are_those_of_the_component_book() -> None:
    assert between(f"{FOLDER}/README.md", "provenance") == table_of_provenance()


def test_what_is_attested_is_what_the_page_says() -> None:
    whole = {name: found.count("rulebook") for name, found in printed_things().items() if "rulebook" in found}
    assert set(whole) == {"projects", "upgrades", "production rows", "tasks", "legacy tokens"}
    titles = {project.title for project in load_catalogue().projects if project.provenance == "rulebook"}
    assert len(titles) == whole["upgrades"] == 1


def test_the_game_in_one_page_fits_the_book() -> None:
    """Sizes that the page names."""
    book, page = load_catalogue(), " ".join(text_of(f"{FOLDER}/GAME.md").split())
    rounds = {number for scenario in book.scenarios for number in scenario.cubes}
    assert f"After {min(rounds)} to {max(rounds)} rounds" in page
    costs = {place.cost for board in book.boards.values() for place in board.hexes}
    assert f"each costs {min(costs)} to {max(costs)} points" in page
    constants = book.constants
    fight = f"costs {constants.first_card_energy} energy, each further one {constants.next_card_energy} energy or "
    assert f"{fight}{constants.next_card_points} points" in page
    assert f"one point more, or {constants.solar_energy} energy" in page
    assert {tuple(sorted(card.amounts, reverse=True)) for card in book.city_cards} == {(3, 2, 1, 1)}
    assert "A district has 3, 2, 1 or 1" in page
    assert f"an upgrade ({', '.join(type.name.lower() for type in tuple(Type)[:-1])} or growing)" in page
    assert set(re.findall(r"^\| (\w+) \|", text_of(f"{FOLDER}/GAME.md"), re.M)) == {
        "action", "collect", "build", "plant",
    }
    assert len(book.chapters) == 7
