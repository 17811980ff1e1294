"""The readable form of a position: plain JSON types, exact both ways, and checked when it comes from outside."""

from undersea_env.endeavor_deep_sea.words.notation.names import cell_name
from undersea_env.endeavor_deep_sea.words.notation.reading import from_dict
from undersea_env.endeavor_deep_sea.words.notation.seeing import seen
from undersea_env.endeavor_deep_sea.words.notation.writing import to_dict

__all__ = ["cell_name", "from_dict", "seen", "to_dict"]
