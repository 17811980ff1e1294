"""The agents `ppo:PATH`, `sb3:PATH` and `zero:PATH`: networks trained by `undersea train ppo`, `sb3` and `zero`.

PATH is a run, whose best checkpoint plays, or a checkpoint. It sees observations and masks, nothing else, and takes
what the network likes most. `zero:N` and `zero:N@PATH` search with N simulations a decision, in positions that were
dealt anew. Loading executes nothing.
"""

from pathlib import Path
from typing import TYPE_CHECKING

from undersea_env.agents.agent import Agent
from undersea_env.agents.search import MOST_SIMULATIONS, simulations_of
from undersea_env.core.checkpoint_files import ZERO, chosen_checkpoint, fingerprint_of, run_name_of
from undersea_env.core.registry import kind_of, trained_players
from undersea_env.errors import InvalidOption

if TYPE_CHECKING:
    from undersea_env.core.kind import Kind

    Named = str | Kind | None


def make_zero(text: str, seed: int, game: "Named" = None) -> Agent:
    """Of the text behind `zero:`."""
    simulations, path = parts_of_zero(text)
    if not simulations:
        return make_trained(ZERO, path, game)
    kind = kind_of(game)
    place = checkpoint_of(path, ZERO, kind)
    name = f"zero:{simulations}" + (f"@{run_name_of(path)}" if path else "")
    player: Agent = trained_players().searcher_of(place, name[:40], kind, simulations, seed)
    return player


def parts_of_zero(text: str) -> tuple[int, str]:
    """Simulations and path in N, N@PATH or PATH; without a search 0."""
    number, at, path = text.partition("@")
    simulations = simulations_of(number)
    if simulations is None:
        return 0, text
    if not 1 <= simulations <= MOST_SIMULATIONS or (at and not path):
        raise InvalidOption(f"zero takes 1 to {MOST_SIMULATIONS} simulations a decision behind a colon, and a run "
                            f"behind an @: zero:64 or zero:64@RUN; not {text!r}")
    return simulations, path


def fingerprint_of_zero(text: str, game: "Named" = None) -> str:
    return fingerprint(ZERO, parts_of_zero(text)[1], game)


def make_trained(trainer: str, text: str, game: "Named" = None) -> Agent:
    """Of `trainer`, whose policy plays alone."""
    kind = kind_of(game)
    place = checkpoint_of(text, trainer, kind)
    player: Agent = trained_players().player_of(place, trainer, name_of(text, trainer), kind)
    return player


def checkpoint_of(text: str, trainer: str = "ppo", game: "Named" = None) -> Path:
    """The folder of the checkpoint that plays; without a text the one that the game has, if it has one."""
    kind = kind_of(game)
    chosen = Path(text) if text else kind.pretrained(trainer)
    if chosen is None:
        raise InvalidOption(f"{kind.title} has no trained network of its own; train one with `undersea train {trainer} "
                            f"--out RUN` and name it: {trainer}:RUN")
    return chosen_checkpoint(chosen, trained_players().read_manifest)


def name_of(text: str, trainer: str) -> str:
    """The trainer, with the name of the run."""
    return f"{trainer}:{run_name_of(text)}"[:40] if text else trainer


def fingerprint(trainer: str, text: str, game: "Named" = None) -> str:
    return fingerprint_of(checkpoint_of(text, trainer, game))
