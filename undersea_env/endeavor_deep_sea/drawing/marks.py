"""Small things that are drawn everywhere: what is gained, fields, vessels, and what they have in common."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from undersea_env.endeavor_deep_sea.printed.effects import (
    Discover,
    Effect,
    Either,
    Gain,
    Part,
    Promote,
)
from undersea_env.endeavor_deep_sea.printed.language import depths_text, part_text
from undersea_env.endeavor_deep_sea.printed.things import Catalogue, Mission
from undersea_env.endeavor_deep_sea.printed.words import Field, Item
from undersea_env.showing.pieces import PLAYER_FILLS
from undersea_env.showing.sheet import DARK_INK, LIGHT_INK, Box, Sheet, width_of

if TYPE_CHECKING:
    from undersea_env.core.position import State

CHIP = 14                        # height
CHIP_GAP = 3
CHIP_SIZE = 10.5                 # of its words
LEAST_SIZE = 7.5

SHORT_NAMES = {
    Item.REPUTATION: "rep", Item.INSPIRATION: "ins", Item.COORDINATION: "coo", Item.INGENUITY: "ing",
    Item.ANY_ATTRIBUTE: "any", Item.LOWEST_ATTRIBUTE: "low", Item.RESEARCH: "res", Item.DISC: "disc",
    Item.IMPACT: "imp",
}
ITEM_FILLS = {
    Item.REPUTATION: "#f7c5bf", Item.INSPIRATION: "#fbe08f", Item.COORDINATION: "#bde5c2", Item.INGENUITY: "#bcd7f7",
    Item.ANY_ATTRIBUTE: "#e2d2f5", Item.LOWEST_ATTRIBUTE: "#e2d2f5", Item.RESEARCH: "#d3dde3", Item.DISC: "#ffffff",
    Item.IMPACT: "#f9c592",
}
ACTION_FILL = "#c9ece9"
FIELD_FILLS = {  # and the ink on them
    Field.BLUE: ("#1c5fa8", LIGHT_INK), Field.BROWN: ("#7a4a21", LIGHT_INK), Field.GREEN: ("#1f7a3d", LIGHT_INK),
    Field.YELLOW: ("#f2c200", DARK_INK),
}
GOLD = "#ffcf33"


@dataclass(frozen=True)
class Chip:
    words: str
    fill: str
    ink: str = DARK_INK

    @property
    def width(self) -> float:
        return width_of(self.words, CHIP_SIZE) + 7


def catalogue_of(state: "State") -> Catalogue:
    catalogue: Catalogue = state.game.catalogue
    return catalogue


def mission_of(state: "State") -> Mission:
    return catalogue_of(state).mission(state.game.options.mission)


def rules_of(state: "State") -> Any:
    return state.game.rulebook.view(np.recarray)[0]


# --- chips ---


def chips_of(effect: Effect) -> list[Chip]:
    """An effect in short: one chip for each amount, action and so on."""
    return [chip for part in effect for chip in _chips_of_part(part)]


def _chips_of_part(part: Part) -> list[Chip]:
    if isinstance(part, Gain):
        return [Chip(_amount_words(item, number), ITEM_FILLS[item]) for item, number in part.amounts]
    if isinstance(part, Discover):
        anywhere = " any" if part.anywhere else ""
        return [Chip(f"find {depths_text((part.first, part.last))}{anywhere}", ACTION_FILL)]
    if isinstance(part, Either):
        return [Chip(" / ".join(part_text(other) for other in part.alternatives), ACTION_FILL)]
    return [Chip("promote" if isinstance(part, Promote) else part_text(part), ACTION_FILL)]


def _amount_words(item: Item, number: int) -> str:
    if number == 1:
        return SHORT_NAMES[item]
    return f"{number} {SHORT_NAMES[item]}{'s' if item == Item.DISC else ''}"


def field_chip(field: Field) -> Chip:
    return Chip(field.name.lower(), *FIELD_FILLS[field])


def draw_chip(sheet: Sheet, x: float, y: float, chip: Chip, width: float = 0, of_link: bool = False) -> None:
    """A chip from its top left corner; narrower than it would be, its words are smaller. Those of links are round."""
    room = min(width, chip.width) if width else chip.width
    size = max(LEAST_SIZE, min(CHIP_SIZE, CHIP_SIZE * (room - 5) / (chip.width - 7)))
    sheet.rect(Box(x, y, room, CHIP), chip.fill, sheet.theme.quiet if of_link else sheet.theme.edge,
               round=7 if of_link else 3, stroke_width=1.8 if of_link else 0.7)
    sheet.text(
        x + room / 2, y + CHIP / 2 + size * 0.36, chip.words, size, width=room - 2, fill=chip.ink, anchor="middle"
    )


def draw_chips(
    sheet: Sheet, x: float, y: float, chips: Sequence[Chip], width: float = 0, of_link: bool = False
) -> float:
    """Chips beside each other from the left; returns where the next one would begin."""
    needed = width_of_chips(chips)
    share = min(1.0, (width + CHIP_GAP) / (needed + CHIP_GAP)) if width else 1.0
    for chip in chips:
        room = (chip.width + CHIP_GAP) * share - CHIP_GAP
        draw_chip(sheet, x, y, chip, room, of_link)
        x += room + CHIP_GAP
    return x


def width_of_chips(chips: Sequence[Chip]) -> float:
    return sum(chip.width + CHIP_GAP for chip in chips) - CHIP_GAP if chips else 0


def rows_of_chips(chips: Sequence[Chip], width: float) -> list[list[Chip]]:
    """As many beside each other as there is room for."""
    rows: list[list[Chip]] = []
    for chip in chips:
        if rows and width_of_chips([*rows[-1], chip]) <= width:
            rows[-1].append(chip)
        else:
            rows.append([chip])
    return rows


# --- pieces ---


def draw_vessel(sheet: Sheet, x: float, y: float, seat: int) -> None:
    """A hull in the colour of its player, 22 wide and 16 high around its middle."""
    hull = [(x - 11.0, y - 3.0), (x + 11.0, y - 3.0), (x + 7.0, y + 8.0), (x - 7.0, y + 8.0)]
    sheet.polygon([(x - 4.0, y - 8.0), (x + 4.0, y - 8.0), (x + 4.0, y - 3.0), (x - 4.0, y - 3.0)],
                  PLAYER_FILLS[seat], sheet.theme.ink, stroke_width=1)
    sheet.polygon(hull, PLAYER_FILLS[seat], sheet.theme.ink, stroke_width=1)
    sheet.text(x, y + 6.3, str(seat), 10.5, bold=True, fill=LIGHT_INK, anchor="middle")


def draw_flag(sheet: Sheet, x: float, y: float, seat: int) -> None:
    """Who discovered a zone: a flag, 16 wide and 16 high, from its top left corner."""
    sheet.line((x + 1, y), (x + 1, y + 16), sheet.theme.ink, stroke_width=1.6)
    sheet.rect(Box(x + 1, y, 16, 11), PLAYER_FILLS[seat], sheet.theme.ink, round=0, stroke_width=0.8)
    sheet.text(x + 9, y + 9.2, str(seat), 10, bold=True, fill=LIGHT_INK, anchor="middle")


def infinity_sign(sheet: Sheet, x: float, y: float) -> None:
    for side in (-3.6, 3.6):
        sheet.circle(x + side, y, 3.6, "none", sheet.theme.ink, stroke_width=1.4)


def seats_of(record: Any) -> range:
    return range(int(record.player_count))
