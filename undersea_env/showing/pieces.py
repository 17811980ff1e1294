"""What pictures of all games have in common: panels, the signs of players, sizes of words."""

from math import cos, pi, sin

from undersea_env.showing.sheet import LIGHT_INK, Box, Sheet

Point = tuple[float, float]

PADDING = 12                     # inside a panel
TITLE, NORMAL, SMALL, NOTE = 15, 13, 12, 11     # sizes of words
DISC = 11                        # radius
PLAYER_FILLS = ("#0063a3", "#b24a00", "#00704f", "#8a3b73")


def panel(sheet: Sheet, box: Box, title: str = "") -> None:
    sheet.rect(box, sheet.theme.panel, sheet.theme.edge, round=6)
    if title:
        sheet.text(box.left + PADDING, box.top + 20, title, TITLE, width=box.width - 2 * PADDING, bold=True)


def disc(sheet: Sheet, x: float, y: float, seat: int, radius: float = DISC) -> None:
    """The sign of a player: a colour and a number."""
    sheet.circle(x, y, radius, PLAYER_FILLS[seat], sheet.theme.ink, stroke_width=1.2)
    sheet.text(x, y + 4.5, str(seat), NORMAL, bold=True, fill=LIGHT_INK, anchor="middle")


def corners(spot: Point, number: int, radius: float, turned: float = 0) -> list[Point]:
    """Of a regular polygon that stands on a corner, or is turned by some part of a circle."""
    angles = [2 * pi * (k / number + turned) - pi / 2 for k in range(number)]
    return [(spot[0] + radius * cos(angle), spot[1] + radius * sin(angle)) for angle in angles]
