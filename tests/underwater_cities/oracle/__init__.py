"""The rules of Underwater Cities in plain Python: slow, short, and written to be read.

It reads what is printed (`undersea_env.underwater_cities.printed`) and nothing else of the package, so that the fast
engine can be compared with it question by question. A way through the modules, each with one subject:

- `game`: what others see. `setting_up`, `resuming`, `rounds`, `turn`: the course of the game.
- `agenda`: how things are done one after the other, and inside each other.
- `parts`, `simple_parts`, `building`, `cards`, `triggers`: effects and their questions.
- `starting`, `costs`, `counting`: what can be done, what it costs, what counts.
- `looking_ahead`, `alike`: the test of G-5a, whether a card could make a slot's action possible.
- `network`, `table`, `standards`: boards, everything on the table, what is the same in every game.
- `production`, `scoring`, `chance`: what their names say.
"""

from .chance import Chance
from .game import Game
from .looking_ahead import SearchTooLargeError

__all__ = ["Chance", "Game", "SearchTooLargeError"]
