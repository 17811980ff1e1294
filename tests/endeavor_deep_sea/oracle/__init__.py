"""The rules of Endeavor: Deep Sea in plain Python: slow, short, and written to be read.

It reads the folder of components and nothing else of the package, so that the fast engine can be compared with it
question by question. A game is one long generator: whoever must choose is handed out with the answers, and what a gain
sets off is simply a deeper `yield from` (B-7). A way through the modules, each with one subject:

- `game`: what others see. `setting_up`, `resuming`, `rounds`, `turn`: the course of the game.
- `gains`, `impact`, `discovering`, `traveling`, `acting`: effects, actions and their questions.
- `counting`, `scoring`: what counts and what it is worth.
- `table`, `writing`, `asking`, `numbers`, `chance`: everything on the table, and how it is told, asked and shuffled.
- `effects`, `printed`: the printed things and their language.

README.md lists where the rules leave room, and how they are read here.
"""

from .game import Game

__all__ = ["Game"]
