"""Names that words use everywhere. Nothing here needs a position, nor the compiled rules."""

from undersea_env.cloudage.compiled.assembler import on_map
from undersea_env.cloudage.printed.things import CityCard
from undersea_env.cloudage.printed.words import (
    DIRECTIONS,
    FIRST_GUN,
    CardField,
    District,
    PlantKind,
    TaskCount,
    Type,
)
from undersea_env.showing.words import number_of

ROW_LETTERS = "ABCDE"
DIRECTION_NAMES = ("E", "NE", "NW", "W", "SW", "SE")
assert len(DIRECTION_NAMES) == DIRECTIONS
DISTRICT_NAMES = tuple(district.name.lower() for district in District)
RESOURCE_NAMES = ("water", "metal", "energy", "card")
PLANT_NAMES = tuple(kind.name.lower().replace("_", "-") for kind in PlantKind)
TYPE_NAMES = tuple(type.name.lower() for type in Type)
BONUS_WORDS = ("no bonus", "navigation update", "wrench")
COUNTS_AT_LENGTH = {
    TaskCount.STRENGTH: "strength in a fight at the end",
    TaskCount.PROJECT_OF_8_WATER: "project of at least 8 water",
    TaskCount.PERMANENT_MOVEMENT: "permanent movement with the solar panel",
}


def hex_name(number: int) -> str:
    """`B14`: the row from above, the column of the whole map from the left (H-1)."""
    row, column = on_map(number)
    return f"{ROW_LETTERS[row]}{column + 1}"


def gun_name(gun: int) -> str:
    return f"L{FIRST_GUN + gun + 1}"


def count_words(count: TaskCount) -> str:
    """What a task counts (J-3)."""
    return COUNTS_AT_LENGTH.get(count) or count.name.lower().replace("_", " ")


def field_words(field: CardField, number: int) -> str:
    """A field of a city card: `metal 2`, `wrench on water`, `3 plants`."""
    if field == CardField.NAVIGATION:
        return f"navigation {number}"
    if field == CardField.PLANTS:
        return number_of(number, "plant")
    if field < CardField.ENERGY_BONUS:
        return f"{DISTRICT_NAMES[field - CardField.ENERGY_AMOUNT]} {number}"
    return f"{BONUS_WORDS[number]} on {DISTRICT_NAMES[field - CardField.ENERGY_BONUS]}"


def city_card_words(card: CityCard) -> str:
    """`navigation 3; energy 1, ...; navigation update on water, wrench on people; 3 plants`."""
    amounts = ", ".join(f"{name} {number}" for name, number in zip(DISTRICT_NAMES, card.amounts, strict=True))
    bonus = f"navigation update on {DISTRICT_NAMES[card.update]}, wrench on {DISTRICT_NAMES[card.wrench]}"
    plants = f"; {number_of(card.plants, 'plant')}" if card.plants else ""
    return f"navigation {card.navigation}; {amounts}; {bonus}{plants}"
