"""Looking at pictures of tables, as SVG: what is shown where, and whether it can be read."""

import re
import xml.etree.ElementTree as ElementTree

from undersea_env.showing.sheet import Box, width_of

SVG = "{http://www.w3.org/2000/svg}"
ABOVE, BELOW = 0.8, 0.25         # how far letters reach from their base line, in font sizes
LEAST_WORDS = 100                # of the picture of a table


def words_of(element: ElementTree.Element) -> str:
    """What is shown, without tooltips."""
    return (element.text or "") + "".join(child.tail or "" for child in element)


def texts(element: ElementTree.Element) -> list[str]:
    return [words_of(text) for text in element.iter(f"{SVG}text")]


def group(root: ElementTree.Element, id: str) -> ElementTree.Element:
    return next(element for element in root.iter(f"{SVG}g") if element.get("id") == id)


def box_of(element: ElementTree.Element) -> Box:
    """An upper bound of what the words cover."""
    size, bold = float(element.get("font-size", 0)), element.get("font-weight") == "bold"
    x, y = float(element.get("x", 0)), float(element.get("y", 0))
    width = width_of(words_of(element), size, bold)
    left = {"start": x, "middle": x - width / 2, "end": x - width}[element.get("text-anchor", "start")]
    return Box(left, y - ABOVE * size, width, (ABOVE + BELOW) * size)


def is_inside(box: Box, other: Box, near: float = 0.0) -> bool:
    """Or sticks out by `near` at the most."""
    return (
        box.left >= other.left - near and box.right <= other.right + near
        and box.top >= other.top - near and box.bottom <= other.bottom + near
    )


def check_ids(root: ElementTree.Element) -> None:
    assert root.tag == f"{SVG}svg"
    ids = [element.get("id") for element in root.iter() if element.get("id")]
    assert len(set(ids)) == len(ids)


def check_words(root: ElementTree.Element, panels: tuple[str, ...], near: float = 0.0) -> None:
    """Words lie within the picture and within their panels, whose ids begin so, and never on each other."""
    elements = list(root.iter(f"{SVG}text"))
    boxes = [box_of(element) for element in elements]
    assert len(boxes) > LEAST_WORDS
    canvas = Box(0, 0, float(root.get("width", 0)), float(root.get("height", 0)))
    assert all(is_inside(box, canvas, near) for box in boxes)
    order = sorted(range(len(boxes)), key=lambda k: boxes[k].top)
    for n, k in enumerate(order):
        for other in order[n + 1 :]:
            if boxes[other].top >= boxes[k].bottom:
                break
            assert not boxes[k].inset(near).overlaps(boxes[other]), (words_of(elements[k]), words_of(elements[other]))
    for panel in root.findall(f"{SVG}g"):
        if panel.get("id", "").startswith(panels):
            frame = panel.find(f"{SVG}rect")
            assert frame is not None
            left, top, width, height = (float(frame.get(name, 0)) for name in ("x", "y", "width", "height"))
            for element in panel.iter(f"{SVG}text"):
                assert is_inside(box_of(element), Box(left, top, width, height), near), words_of(element)


def check_source(source: str) -> None:
    """It needs nothing from outside."""
    assert re.findall(r"[a-z]+://[^\"]+", source) == ["http://www.w3.org/2000/svg"]
    assert set(re.findall(r'font-family="([^"]+)"', source)) == {"sans-serif"}
    for word in ("<script", "<style", "<image", "href", "style="):
        assert word not in source


def luminance(colour: str) -> float:
    parts = [int(colour[k : k + 2], 16) / 255 for k in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(a: str, b: str) -> float:
    lighter, darker = sorted((luminance(a), luminance(b)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)
