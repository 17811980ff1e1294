"""All of CloudAge that should happen when engine and oracle play, by the names that the oracle notes."""

from collections.abc import Iterator

from undersea_env.cloudage.kernel.actions import ACTIONS
from undersea_env.cloudage.printed.catalogue import load_catalogue
from undersea_env.cloudage.printed.effects import When
from undersea_env.cloudage.printed.things import Catalogue
from undersea_env.cloudage.printed.words import CITY_CARDS, GUNS, PlantKind, Type

QUESTIONS = 27
RULES = (                                                    # what the oracle tells apart beyond printed things
    "A-6", "C-6: shuffle", "C-6: both empty", "C-7", "C-8: shuffle", "C-8: nothing left", "D-a", "E-7", "F-3: points",
    "F-5: held open", "G-4: moves by itself", "J-2: none fits", "J-2: put under the deck", "M-6: solar point spent",
    "M-6: solar energy", "M-10", "N-2: not again", "O-5: nothing", "P-5: one card", "P-6: overflow",
    "Q-2: asked for L5", "S-12: water for plants", "T-7", "W-6: covered a find", "W-10: fresh plants",
    "W-10: fresh growing", "Y-4: tie",
)
CUBE_TOKENS = ("L1", "L2", "L5")
CITY_ACTIONS = ("L14", "L15")


def everything() -> Iterator[str]:
    catalogue = load_catalogue()
    assert ACTIONS.size == 272
    yield from (f"asked D-{number}" for number in range(1, QUESTIONS + 1))
    yield from (f"rule {rule}" for rule in RULES)
    yield from ("plant action", "planted a bare hex", "fight won", "fight lost")
    yield from (f"planted {kind.name.lower().replace('_', '-')}" for kind in PlantKind)
    yield from (f"city card {number}" for number in range(1, CITY_CARDS + 1))
    yield from (f"cube {token}" for token in CUBE_TOKENS)
    yield from (f"{token} {how}" for token in CITY_ACTIONS for how in ("won", "lost"))
    yield from (f"removed {gun}" for gun in GUNS)
    yield from _of_projects(catalogue)
    yield from _of_cards(catalogue)
    tiles = [upgrade.type for upgrade in catalogue.upgrades]
    yield from (f"built {kind.name.lower()} {n}" for kind in Type for n in range(1, tiles.count(kind) + 1))
    cities = {city.id for board in catalogue.boards.values() for city in board.cities if city.strength}
    yield from (f"won {city}" for city in sorted(cities))


def _of_projects(catalogue: Catalogue) -> Iterator[str]:
    titles = dict.fromkeys(project.title for project in catalogue.projects)
    yield from (f"played {title}" for title in titles)
    reacting = [project.title for project in catalogue.projects
                if any(isinstance(clause, When) for clause in project.permanent)]
    yield from (f"reacted {title}" for title in dict.fromkeys(reacting))


def _of_cards(catalogue: Catalogue) -> Iterator[str]:
    for scenario in catalogue.scenarios:
        yield from (f"book {scenario.number}{side}" for side in ("", " back"))
    for story in catalogue.story:
        yield f"story {story.card}"
        if story.book:
            yield f"book {story.card}"
