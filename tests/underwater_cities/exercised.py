"""All of Underwater Cities that should happen when engine and oracle play, by the names that the oracle notes."""

import re
from collections.abc import Iterator
from pathlib import Path

from undersea_env.underwater_cities.printed import effects
from undersea_env.underwater_cities.printed.catalogue import load_catalogue
from undersea_env.underwater_cities.printed.words import Event

RULES = Path(effects.__file__).parents[1] / "RULES.md"
PARTS = ("Gain", "GainDifferent", "Federation", "Build", "Upgrade", "UseActionCard", "ReadyActionCard", "TakeSpecial",
         "PerformSlot", "Exchange", "GainProduction", "ConvertCity", "TakeMetropolis", "Pay", "If", "Either", "When",
         "Discount", "OncePerTurn", "HandLimit", "Produce", "ConvertBuilding", "ConvertProduced", "ScorePer",
         "ScoreAt", "Sell")


def everything() -> Iterator[str]:
    catalogue = load_catalogue()
    for line in RULES.read_text(encoding="utf-8").splitlines():
        if found := re.match(r"- \*\*([A-Z]-\d+[a-z]?)\*\*", line):
            yield f"rule {found[1]}"
    yield from (f"card {card.number}" for card in (catalogue.assistant, *catalogue.cards))
    yield from (f"slot {slot}" for slot in sorted({slot.id for slot in catalogue.slots}))
    yield from (f"metropolis {tile.id}" for tile in catalogue.metropolises)
    yield from (f"contract {contract.id}" for contract in catalogue.contracts)
    yield from (f"board {board.number}" for board in catalogue.boards)
    yield from (f"part {part}" for part in PARTS)
    yield from (f"event {event.name}" for event in Event)
