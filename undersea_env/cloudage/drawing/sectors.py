"""The city board: sectors whose top cards lie in clouds, the other city actions, the book, the piles."""

from undersea_env.cloudage.drawing.marks import draw_cloud, draw_drone
from undersea_env.cloudage.printed.words import CITY_ACTIONS, SECTORS, CardField, District
from undersea_env.cloudage.words.names import BONUS_WORDS, DISTRICT_NAMES, PLANT_NAMES, city_card_words
from undersea_env.cloudage.words.readings import Table
from undersea_env.showing.pieces import NORMAL, NOTE, PADDING, SMALL, TITLE, panel
from undersea_env.showing.sheet import LINE, Box, Sheet
from undersea_env.showing.words import number_of

HEIGHT = 246
FIELDS = 34                      # height of the two fields above the districts
SHORT_BONUS = ("no bonus", "update", "wrench")
HIDDEN = "?"                     # what is told of a field under a cloud


# --- sectors ---


def draw_sectors(sheet: Sheet, box: Box, table: Table) -> None:
    with sheet.group("sectors"):
        panel(sheet, box)
        sheet.text(box.left + PADDING, box.top + 20, "Sectors", TITLE, bold=True)
        words = "what the clouds leave open of the top cards"
        sheet.text(box.left + 92, box.top + 20, words, NOTE, width=box.width - 92 - PADDING)
        width = (box.width - 2 * PADDING + 8) / SECTORS
        for sector in table.sectors:
            cell = Box(box.left + PADDING + sector * width, box.top + 30, width - 8, box.height - 30 - PADDING)
            _sector(sheet, cell, table, sector)


def drones_in(table: Table, sector: int) -> dict[int, int]:
    """A-1: the seat on each district."""
    record = table.record
    if record.action != sector:
        return {}
    drones = [(int(record.players[seat].drone), seat) for seat in table.seats]
    return {district - 1: seat for district, seat in drones if district}


def _sector(sheet: Sheet, cell: Box, table: Table, sector: int) -> None:
    theme, count = sheet.theme, int(table.record.sector_count[sector])
    marks = {"data_sector": str(sector + 1), "data_cards": str(count)}
    with sheet.group(f"sector-{sector + 1}", "", **marks):
        sheet.rect(cell, theme.cell, theme.edge)
        x = cell.left + 8
        x += sheet.text(x, cell.top + 17, f"Sector {sector + 1}", NORMAL, bold=True) + 10
        sleeve = int(table.record.sleeve[sector])
        words = f"{number_of(count, 'card')}, sleeve {sleeve}" if count else "empty"
        sheet.text(x, cell.top + 17, words, SMALL, width=cell.right - x - 6)
        shown = table.shown(sector)
        half = (cell.width - 18) / 2
        for k, (field, name) in enumerate(((CardField.NAVIGATION, "navigation"), (CardField.PLANTS, "plants"))):
            place = Box(cell.left + 6 + k * (half + 6), cell.top + 25, half, FIELDS)
            _wide_field(sheet, place, name, field, shown, bool(count), sector)
        width = (cell.width - 12 + 4) / len(District)
        top = cell.top + 25 + FIELDS + 5
        drones = drones_in(table, sector)
        for district in District:
            place = Box(cell.left + 6 + district * width, top, width - 4, cell.bottom - top - 6)
            _district(sheet, place, district, shown, bool(count), sector, drones.get(int(district)))


def _told(field: CardField, shown: dict[CardField, int], sector: int) -> dict[str, object]:
    return {"data_field": f"{sector + 1} {field.name.lower()}", "data_value": str(shown.get(field, HIDDEN))}


def _wide_field(
    sheet: Sheet, place: Box, name: str, field: CardField, shown: dict[CardField, int], has_card: bool, sector: int
) -> None:
    sheet.rect(place, sheet.theme.panel, sheet.theme.edge)
    sheet.text(place.left + 6, place.top + 21, name, NOTE, width=place.width - 54)
    if has_card:
        x, y = place.right - 26, place.top + 17
        with sheet.group("", f"{name}: {shown.get(field, 'hidden')}", **_told(field, shown, sector)):
            if field in shown:
                sheet.text(x, y + 5, str(shown[field]), 16, bold=True, anchor="middle")
            else:
                draw_cloud(sheet, x, y)


def _district(
    sheet: Sheet, place: Box, district: District, shown: dict[CardField, int], has_card: bool, sector: int,
    drone: int | None,
) -> None:
    name, x = DISTRICT_NAMES[district], place.left + place.width / 2
    amount, bonus = CardField(CardField.ENERGY_AMOUNT + district), CardField(CardField.ENERGY_BONUS + district)
    with sheet.group(f"sector-{sector + 1}-{name}", f"sector {sector + 1}, {name}", data_district=name):
        sheet.rect(place, sheet.theme.panel, sheet.theme.edge)
        sheet.text(x, place.top + 14, name, NOTE, bold=True, width=place.width - 4, anchor="middle")
        if has_card:
            with sheet.group("", f"amount: {shown.get(amount, 'hidden')}", **_told(amount, shown, sector)):
                if amount in shown:
                    sheet.text(x, place.top + 38, str(shown[amount]), 18, bold=True, anchor="middle")
                else:
                    draw_cloud(sheet, x, place.top + 32)
            told = BONUS_WORDS[shown[bonus]] if bonus in shown else "bonus: hidden"
            with sheet.group("", told, **_told(bonus, shown, sector)):
                if bonus in shown:
                    sheet.text(x, place.top + 62, SHORT_BONUS[shown[bonus]], 10.5, width=place.width - 4,
                               anchor="middle")
                else:
                    draw_cloud(sheet, x, place.top + 58, 34)
        y = place.bottom - 19
        if drone is None:
            sheet.circle(x, y, 9, "none", sheet.theme.quiet, stroke_dasharray="3 3")
        else:
            words = f"the drone of seat {drone}"
            with sheet.group("", words, data_drone=str(drone), data_on=f"{sector + 1} {name}"):
                draw_drone(sheet, x, y, drone)


# --- what lies beside them ---


def draw_city(sheet: Sheet, box: Box, table: Table) -> None:
    """Book, the city actions without a sector, the city card that is collected from, piles."""
    card = table.city_card()
    with sheet.group("city-board"):
        panel(sheet, box, "Book and city actions")
        x, y, width = box.left + PADDING, box.top + 38, box.width - 2 * PADDING
        with sheet.group("book"):
            y = sheet.paragraph(x, y, f"Book: {book_words(table)}", NOTE, width, most=3)
        y += 3
        for id, words in _actions(table):
            with sheet.group(f"action-{id}", words, data_action=id):
                y = sheet.paragraph(x, y, words, NOTE, width, most=2)
        if card is not None:
            words = f"City card {card.id} is being collected: {city_card_words(card)}"
            with sheet.group("city-card", words, data_card=str(card.id)):
                sheet.paragraph(x, y + 6, words, NOTE, width, most=3, bold=True)
        y = box.bottom - PADDING - 2 * LINE * NOTE + 8
        sheet.line((x, y - 15), (x + width, y - 15), sheet.theme.edge)
        record, discard = table.record, table.cards_in(table.record.discard)
        decks = {"data_deck": str(int(record.deck_count)), "data_discard": str(len(discard)),
                 "data_objectives": str(int(record.objective_count))}
        with sheet.group("piles", f"project discard: {table.titles(discard) or 'none'}", **decks):
            words = f"Projects: deck {int(record.deck_count)}, discard {len(discard)}"
            objectives = f"; objectives: deck {int(record.objective_count)}" if table.rules["has_objectives"] else ""
            sheet.text(x, y, words + objectives, NOTE, width=width)
        if table.rules["has_growing"]:
            bag = ", ".join(f"{int(n)} {name}" for n, name in zip(record.bag, PLANT_NAMES, strict=True))
            with sheet.group("bag", "", data_bag=" ".join(str(int(n)) for n in record.bag)):
                sheet.text(x, y + LINE * NOTE, f"Bag: {bag}", NOTE, width=width)


def book_words(table: Table) -> str:
    """The book action of the card that lies open, and what comes after it."""
    story = table.story
    if story is None:
        if table.game.options.chapter is not None:
            return "a story card, not turned up yet"
        return table.effect(table.rules["scenario_book"][int(table.record.book_side)])
    action = table.effect(table.rules["story_book"][int(table.record.story) - 1]) or "nothing"
    following = " or ".join(f"{card} {table.book.story_card(card).title}" for card in story.next)
    return f"story card {story.card}, {story.title}: {action}{f'; next {following}' if following else ''}"


def _actions(table: Table) -> list[tuple[str, str]]:
    alone = len(table.seats) == 1
    others = "" if alone else "; others: 1 build action"
    words = [("build", f"Build: 2 build actions{others}")]
    if table.rules["has_growing"]:
        words.append(("plant", f"Plant: {int(table.rules['plant_capacity'])} plants and growing{others}"))
    for k, name in enumerate(CITY_ACTIONS):
        if name in table.tokens_in_play:
            words.append((name, f"{name}: {table.effect(table.rules['city_action'][k])}{others}"))
    return words
