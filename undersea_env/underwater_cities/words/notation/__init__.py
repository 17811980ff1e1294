"""The readable form of a position: plain JSON types, exact both ways, and checked when it comes from outside."""

from undersea_env.underwater_cities.words.notation.pending import DEEPEST_STACK
from undersea_env.underwater_cities.words.notation.reading import from_dict
from undersea_env.underwater_cities.words.notation.seeing import seen
from undersea_env.underwater_cities.words.notation.writing import to_dict

__all__ = ["DEEPEST_STACK", "from_dict", "seen", "to_dict"]
