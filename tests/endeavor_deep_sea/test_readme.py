"""What the pages of Endeavor: Deep Sea say of where printed things come from is counted in the component book."""

import re
from collections import Counter
from collections.abc import Iterable
from typing import Any

from tests.shared.test_readme import between, text_of
from undersea_env.endeavor_deep_sea.printed.catalogue import load_catalogue
from undersea_env.endeavor_deep_sea.printed.things import PROVENANCES

FOLDER = "undersea_env/endeavor_deep_sea"


def printed_things() -> dict[str, list[str]]:
    """The column `provenance` of every file, and of the mission files."""
    book = load_catalogue()
    boards, missions = book.boards, book.missions

    def sources(things: Iterable[Any]) -> list[str]:
        return [thing.provenance for thing in things]

    return {
        "ocean boards": sources(boards),
        "spots on them": sources(spot for board in boards for spot in board.spots),
        "links": sources(link for board in boards for link in board.links),
        "zone rules": sources(rule for board in boards for rule in board.rules),
        "kinds of specialists": sources(book.specialists),
        "how many of each kind": [person.copies_provenance for person in book.specialists],
        "kinds of dive tokens": sources(book.tokens),
        "journals": sources(book.journals),
        "cells of the tracks": sources(book.track),
        "layouts of missions": [mission.layout_provenance for mission in missions],
        "launch zones of missions": [mission.launch_provenance for mission in missions],
        "goals of missions": sources(goal for mission in missions for goal in mission.goals),
        "impact hexes": sources(cell for mission in missions for cell in mission.hexes),
        "bonus goals": sources(book.bonus_goals),
        "setbacks": sources(book.setbacks),
        "what the team must reach": sources(book.team_goals),
    }


def table_of_provenance() -> str:
    things = printed_things()
    rows = [f"| | {' | '.join(PROVENANCES)} |", f"| --- |{' --- |' * len(PROVENANCES)}"]
    for name, found in {**things, "together": [source for each in things.values() for source in each]}.items():
        counts = Counter(found)
        rows.append(f"| {name} | {' | '.join(str(counts[word]) for word in PROVENANCES)} |")
    return "\n".join(rows)


def test_the_numbers_of_provenance_are_those_of_the_component_book() -> None:
    assert between(f"{FOLDER}/README.md", "provenance") == table_of_provenance()


def test_what_is_ours_is_where_the_pages_say() -> None:
    things = printed_things()
    with_ours = {name for name, found in things.items() if {"ours", "mixed"} & set(found)}
    assert with_ours == {
        "how many of each kind", "launch zones of missions", "goals of missions", "impact hexes", "bonus goals",
        "setbacks", "what the team must reach",
    }
    page = " ".join(text_of(f"{FOLDER}/README.md").split())
    assert "five of the six bonus goals and of the setbacks" in page
    assert things["bonus goals"].count("ours") == things["setbacks"].count("ours") == 5
    assert things["what the team must reach"].count("ours") > len(things["what the team must reach"]) - 3


def test_the_game_in_one_page_fits_the_rules() -> None:
    """Sizes that the page names."""
    book, page = load_catalogue(), text_of(f"{FOLDER}/GAME.md")
    points = sorted({cell.points for cell in book.track})
    assert f"worth {', '.join(map(str, points[:-1]))} or {points[-1]} points" in " ".join(page.split())
    assert {token.research for token in book.tokens} == {3, 4}
    assert len(book.missions) == 10
    assert set(re.findall(r"^\| (\w+) \|", page, re.M)) == {
        "action", "travel", "sonar", "dive", "conserve", "publish", "promote",
    }
