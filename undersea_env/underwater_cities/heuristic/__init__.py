"""How well a position stands, and what to do in it: what `greedy`, the search and their learned value know of the game.

`worth.py` makes tables of points from the weights in `greedy_weights.json`; `valuing.py` values positions, `offers.py`
what could be done, `choosing.py` answers questions and `prior.py` all answers to one. `learned.py` corrects the value.
`recalling.py` makes positions from observations. `tuning.py` tunes the weights. `entry.py` compiles all that.
"""

from undersea_env.underwater_cities.heuristic import learned_value
from undersea_env.underwater_cities.heuristic.entry import RECORDS, think
from undersea_env.underwater_cities.heuristic.recalled import positions_seen
from undersea_env.underwater_cities.heuristic.worth import make_worth, worth_of

__all__ = ["RECORDS", "learned_value", "make_worth", "positions_seen", "think", "worth_of"]
