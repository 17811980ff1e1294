"""What things are called: cards, sites, amounts, eras."""

from typing import Any

from undersea_env.underwater_cities.compiled.limits import (
    FIRST_BUILDING_SITE,
    FIRST_TUNNEL_SITE,
    GAINS,
    SITES_AT_CITY,
)
from undersea_env.underwater_cities.printed.catalogue import Metropolis
from undersea_env.underwater_cities.printed.effects import Effect
from undersea_env.underwater_cities.printed.language import THING_WORDS, amounts_text, part_text
from undersea_env.underwater_cities.printed.words import SITE_LETTERS, Thing
from undersea_env.underwater_cities.words.readings import GameLike, card_of

NUMERALS = ("", "I", "II", "III")
BUILDING_LETTERS = {Thing.FARM: "F", Thing.DESAL: "D", Thing.LAB: "L"}
TOKEN_NAMES = ("kelp", "steelplast", "science", "credits", "biomatter")


def card_name(game: GameLike, number: int) -> str:
    card = card_of(game, int(number))
    return f"{card.name} (no. {card.number})" if card.number else f"the {card.name}"


def card_name_with_colour(game: GameLike, number: int) -> str:
    card = card_of(game, int(number))
    return f"{card.name} (no. {card.number}, {card.colour.name.lower()})"


def site_name(site: int) -> str:
    """The id that the board files give a site of the list of actions."""
    if site < FIRST_BUILDING_SITE:
        return f"c{site + 1}"
    if site >= FIRST_TUNNEL_SITE:
        return f"t{site - FIRST_TUNNEL_SITE + 1}"
    city, place = divmod(site - FIRST_BUILDING_SITE, SITES_AT_CITY)
    return f"c{city + 1}.{SITE_LETTERS[place]}"


def thing_word(thing: int) -> str:
    return THING_WORDS[(Thing(thing),)][0]


def amounts_words(amounts: Any) -> str:
    """"1 kelp, 2 credits"; "nothing" if there is none."""
    padded = [int(amount) for amount in amounts] + [0] * (GAINS - len(amounts))
    return amounts_text(tuple(padded)) or "nothing"  # type: ignore[arg-type]


def joined(effect: Effect) -> str:
    return " and ".join(map(part_text, effect))


def metropolis_text(metropolis: Metropolis) -> str:
    texts = (metropolis.instant_text, metropolis.production_text, metropolis.ending_text)
    return "; ".join(text for text in texts if text)
