"""The rules of CloudAge in plain Python: slow, short, and written to be read.

It reads the folder of components and nothing else of the package, so that the fast engine can be compared with it
question by question. A game is one long generator: whoever must choose is handed out with the answers, and what an
effect sets off is simply a deeper `yield from` (G-5). A way through the modules, each with one subject:

- `game`: what others see. `options`, `setting_up`, `resuming`: how a game begins.
- `rounds`: the course of the game. `moving`, `acting`, `collecting`, `building`, `planting`, `fights`, `objectives`:
  what players do. `effects`: what cards do, and when. `ending`: what it is worth.
- `table`, `land`: everything on the table, and the map. `writing`, `hidden`: how it is told, what a seat may know.
- `asking`, `numbers`, `chance`: questions, actions, shuffles. `printed`, `language`: printed things, their language.

README.md lists where the rules leave room, and how they are read here.
"""

from .game import Game
from .options import NO_STARS, Options, Record

__all__ = ["NO_STARS", "Game", "Options", "Record"]
