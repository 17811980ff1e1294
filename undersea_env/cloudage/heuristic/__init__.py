"""How well a position stands, and what to do in it: what `greedy` and the search lean on.

`worth.py` makes tables of points from the weights in `greedy_weights.json`. `prospects.py` says what the map, the hand
and the cards of the city promise, `valuing.py` what a position is worth to a seat, `choosing.py` answers questions by
looking one answer ahead. `tuning.py` tunes the weights. `entry.py` compiles all that.
"""

from undersea_env.cloudage.heuristic.entry import RECORDS, think
from undersea_env.cloudage.heuristic.worth import make_worth, worth_of

__all__ = ["RECORDS", "make_worth", "think", "worth_of"]
