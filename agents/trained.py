"""The agents `ppo:PATH` and `sb3:PATH`: networks trained by `undersea train ppo` and `undersea train sb3`.

PATH is a run, whose best checkpoint plays, or a checkpoint. It sees observations and masks, nothing else, and takes
what the network likes most. Loading executes nothing.
"""

from pathlib import Path
from typing import TYPE_CHECKING

from undersea_env.agents.agent import Agent
from undersea_env.core.registry import kind_of, trained_players
from undersea_env.errors import InvalidOption

if TYPE_CHECKING:
    from undersea_env.core.kind import Kind

    Named = str | Kind | None


def make_trained(trainer: str, text: str, game: "Named" = None) -> Agent:
    """Of `trainer`, ppo or sb3."""
    kind = kind_of(game)
    place = checkpoint_of(text, trainer, kind)
    player: Agent = trained_players().player_of(place, trainer, name_of(text, trainer), kind)
    return player


def checkpoint_of(text: str, trainer: str = "ppo", game: "Named" = None) -> Path:
    """The folder of the checkpoint that plays; without a text the one that the game has, if it has one."""
    from undersea_env.core.checkpoint_files import chosen_checkpoint

    kind = kind_of(game)
    chosen = Path(text) if text else kind.pretrained(trainer)
    if chosen is None:
        raise InvalidOption(f"{kind.title} has no trained network of its own; train one with `undersea train {trainer} "
                            f"--out RUN` and name it: {trainer}:RUN")
    return chosen_checkpoint(chosen, trained_players().read_manifest)


def name_of(text: str, trainer: str) -> str:
    """`ppo` or `sb3`, with the name of the run."""
    from undersea_env.core.checkpoint_files import run_name_of

    return f"{trainer}:{run_name_of(text)}"[:40] if text else trainer


def fingerprint(trainer: str, text: str, game: "Named" = None) -> str:
    from undersea_env.core.checkpoint_files import fingerprint_of

    return fingerprint_of(checkpoint_of(text, trainer, game))
