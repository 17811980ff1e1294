"""The agents `ppo:PATH` and `sb3:PATH`: networks trained by `undersea train ppo` and `undersea train sb3`.

PATH is a run, whose best checkpoint plays, or a checkpoint. It sees observations and masks, nothing else, and takes
what the network likes most. Loading executes nothing.
"""

from pathlib import Path

import undersea_env
from undersea_env.agents.agent import Agent
from undersea_env.errors import InvalidOption

PRETRAINED = Path(undersea_env.__file__).resolve().parent / "underwater_cities" / "pretrained"


def make_trained(trainer: str, text: str) -> Agent:
    """Of `trainer`, ppo or sb3."""
    from undersea_env.training import check_extra

    check_extra()
    import torch

    from undersea_env.core.checkpoint_files import trainer_of
    from undersea_env.training.checkpoints import POLICY, check_rules, read_checkpoint
    from undersea_env.training.player import NetworkPlayer
    from undersea_env.training.runs import config_of

    place = checkpoint_of(text, trainer)
    checkpoint = read_checkpoint(place, [POLICY])
    config = checkpoint.manifest.get("config")
    if trainer_of(config) != trainer:
        raise InvalidOption(f"{place} was trained by `undersea train {trainer_of(config)}`: name it "
                            f"{trainer_of(config)}:{text}")
    games = config_of(config).games()
    check_rules(place, checkpoint.manifest, games)
    torch.set_num_threads(1)                         # agents are asked in processes side by side
    return NetworkPlayer(checkpoint.network(), name_of(text, trainer), games[0])


def checkpoint_of(text: str, trainer: str = "ppo") -> Path:
    """The folder of the checkpoint that plays; without a text the one that the package has, if it has one."""
    from undersea_env.core.checkpoint_files import chosen_checkpoint
    from undersea_env.training.checkpoints import read_manifest

    pretrained = PRETRAINED / trainer
    if not text and not pretrained.is_dir():
        raise InvalidOption(f"this package has no trained network of its own; train one with `undersea train {trainer} "
                            f"--out RUN` and name it: {trainer}:RUN")
    return chosen_checkpoint(Path(text) if text else pretrained, read_manifest)


def name_of(text: str, trainer: str) -> str:
    """`ppo` or `sb3`, with the name of the run."""
    from undersea_env.core.checkpoint_files import run_name_of

    return f"{trainer}:{run_name_of(text)}"[:40] if text else trainer


def fingerprint(trainer: str, text: str) -> str:
    from undersea_env.core.checkpoint_files import fingerprint_of

    return fingerprint_of(checkpoint_of(text, trainer))
