"""Small things that are drawn everywhere: pieces of the players, plants, clouds, what is gained."""

from undersea_env.cloudage.printed.effects import Effect, Gain
from undersea_env.cloudage.printed.words import Colour, Item
from undersea_env.showing.pieces import PLAYER_FILLS, Point, corners
from undersea_env.showing.sheet import DARK_INK, LIGHT_INK, Box, Sheet, width_of

ITEM_FILLS = {
    Item.WATER: "#bcd7f7", Item.METAL: "#d3dde3", Item.ENERGY: "#fbe08f", Item.CARD: "#e2d2f5", Item.POINT: "#ffffff",
    Item.PLANT: "#bde5c2", Item.RESOURCE: "#f9c592",
}
PROJECT_FILLS = {  # and the ink on them
    Colour.GREEN: ("#1f7a3d", LIGHT_INK), Colour.BLUE: ("#1c5fa8", LIGHT_INK), Colour.YELLOW: ("#f2c200", DARK_INK),
}
PLANT_FILL, GUN_FILL, TOKEN_FILL, SHIELD_FILL = "#1f7a3d", "#8c1d18", "#6a4a00", "#3d4a52"
CHIP = 14                        # height
CHIP_SIZE = 10
LEAST_SIZE = 7.5
CUBE = 12                        # width and height


def item_of(effect: Effect) -> Item:
    """What an effect gives first; a resource if it is not that simple."""
    step = effect[0].sequence[0] if effect and effect[0].sequence else None
    return step.amounts[0][0] if isinstance(step, Gain) else Item.RESOURCE


def draw_chip(sheet: Sheet, x: float, y: float, words: str, fill: str, width: float, taken: bool = False) -> None:
    """Around its middle; where it is too wide for the words they are smaller. Taken: only its outline is left."""
    size = max(LEAST_SIZE, min(CHIP_SIZE, CHIP_SIZE * (width - 4) / width_of(words, CHIP_SIZE)))
    room = min(width, width_of(words, size) + 6)
    theme = sheet.theme
    box = Box(x - room / 2, y - CHIP / 2, room, CHIP)
    sheet.rect(box, "none" if taken else fill, theme.ink if taken else theme.edge, round=3,
               stroke_width=0.8, stroke_dasharray="2 2" if taken else None)
    sheet.text(x, y + size * 0.36, words, size, width=room, fill=theme.ink if taken else DARK_INK, anchor="middle")


def cube_words(seat: int, number: int) -> str:
    return str(seat) if number == 1 else f"{seat}×{number}"


def cube_width(number: int) -> float:
    return CUBE if number == 1 else CUBE + 12


def draw_cube(sheet: Sheet, x: float, y: float, seat: int, number: int = 1) -> None:
    """From its top left corner; several lie as one with a count."""
    width = cube_width(number)
    sheet.rect(Box(x, y, width, CUBE), PLAYER_FILLS[seat], sheet.theme.ink, round=1, stroke_width=1)
    sheet.text(x + width / 2, y + 9.5, cube_words(seat, number), 9.5, bold=True, fill=LIGHT_INK, anchor="middle")


def draw_airship(sheet: Sheet, x: float, y: float, seat: int) -> None:
    """A hull with a cabin and a fin, 28 wide and 18 high around its middle."""
    fill, ink = PLAYER_FILLS[seat], sheet.theme.ink
    sheet.polygon([(x + 8, y - 2), (x + 14, y - 8), (x + 14, y + 5)], fill, ink, stroke_width=1)
    sheet.rect(Box(x - 5, y + 5, 9, 4), fill, ink, round=1, stroke_width=1)
    sheet.rect(Box(x - 14, y - 7, 25, 13), fill, ink, round=6.5, stroke_width=1.4)
    sheet.text(x - 1.5, y + 3.4, str(seat), 10.5, bold=True, fill=LIGHT_INK, anchor="middle")


def draw_drone(sheet: Sheet, x: float, y: float, seat: int) -> None:
    """A square on its corner."""
    sheet.polygon(corners((x, y), 4, 11), PLAYER_FILLS[seat], sheet.theme.ink, stroke_width=1.2)
    sheet.text(x, y + 3.8, str(seat), 10.5, bold=True, fill=LIGHT_INK, anchor="middle")


def draw_plant(sheet: Sheet, x: float, y: float) -> None:
    """Two leaves on a stem, 18 wide and 20 high around its middle."""
    ink = sheet.theme.ink
    sheet.line((x, y + 10), (x, y - 4), ink, stroke_width=1.6)
    for side in (-1, 1):
        leaf: list[Point] = [(x, y + 3), (x + 4 * side, y - 7), (x + 9 * side, y - 9), (x + 8 * side, y - 2)]
        sheet.polygon(leaf, PLANT_FILL, ink, stroke_width=0.9)


def draw_shield(sheet: Sheet, x: float, y: float, strength: int) -> None:
    """The strength of a city, around its middle."""
    shape = [(x - 8.5, y - 8), (x + 8.5, y - 8), (x + 8.5, y + 2), (x, y + 9.5), (x - 8.5, y + 2)]
    sheet.polygon(shape, SHIELD_FILL, sheet.theme.ink, stroke_width=1)
    sheet.text(x, y + 2.6, str(strength), 10, bold=True, fill=LIGHT_INK, anchor="middle")


def draw_gun(sheet: Sheet, x: float, y: float, name: str) -> None:
    """A barrel over a mount with its name."""
    ink = sheet.theme.ink
    sheet.polygon([(x - 9, y - 4), (x + 12, y - 15), (x + 14, y - 10), (x - 6, y + 1)], GUN_FILL, ink, stroke_width=1)
    sheet.rect(Box(x - 14, y, 28, 14), GUN_FILL, ink, round=3, stroke_width=1)
    sheet.text(x, y + 10.6, name, 10, bold=True, fill=LIGHT_INK, anchor="middle")


def draw_token(sheet: Sheet, x: float, y: float, name: str) -> None:
    """A legacy token: a plate with cut corners, around its middle."""
    half = 12
    shape = [(x - half, y), (x - half + 4, y - 7), (x + half - 4, y - 7), (x + half, y), (x + half - 4, y + 7),
             (x - half + 4, y + 7)]
    sheet.polygon(shape, TOKEN_FILL, sheet.theme.ink, stroke_width=1)
    sheet.text(x, y + 3.5, name, 9.5, bold=True, fill=LIGHT_INK, anchor="middle")


def draw_cloud(sheet: Sheet, x: float, y: float, width: float = 40) -> None:
    """What lies under it is not known; 18 high around its middle."""
    theme, half = sheet.theme, width / 2
    for dx, dy, radius in ((-half + 8, 2, 7), (-half * 0.25, -3, 8.5), (half * 0.4, -1, 7.5), (half - 7, 3, 6)):
        sheet.circle(x + dx, y + dy, radius, theme.edge)
    sheet.rect(Box(x - half + 4, y + 1, width - 8, 8), theme.edge, round=4)
    sheet.text(x, y + 5, "?", 12, bold=True, fill=theme.page, anchor="middle")


def draw_book(sheet: Sheet, x: float, y: float, active: bool) -> None:
    """Two open pages around their middle; filled when it is the next one."""
    theme = sheet.theme
    for side in (-1, 1):
        page = [(x, y - 5), (x + 9 * side, y - 7), (x + 9 * side, y + 5), (x, y + 7)]
        sheet.polygon(page, theme.highlight if active else theme.panel, theme.ink, stroke_width=1.2)
