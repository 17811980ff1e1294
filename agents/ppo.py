"""The agent `ppo:PATH`: a network trained by `undersea train ppo`.

PATH is a run, whose best checkpoint plays, or a checkpoint. It sees observations and masks, nothing else, and takes
what the network likes most. Loading executes nothing.
"""

from pathlib import Path

from undersea_env.agents.agent import Agent
from undersea_env.errors import InvalidOption

PRETRAINED = Path(__file__).resolve().parent / "pretrained" / "ppo"
HOW_TO_TRAIN = "train one with `undersea train ppo --out RUN` and name it: ppo:RUN"


def make_ppo(text: str) -> Agent:
    from undersea_env.training import check_extra

    check_extra()
    import torch

    from undersea_env.training.checkpoints import POLICY, check_rules, read_checkpoint
    from undersea_env.training.config import Config
    from undersea_env.training.player import NetworkPlayer

    place = checkpoint_of(text)
    checkpoint = read_checkpoint(place, [POLICY])
    check_rules(place, checkpoint.manifest, Config.from_data(checkpoint.manifest.get("config")).games())
    torch.set_num_threads(1)                         # agents are asked in processes side by side
    return NetworkPlayer(checkpoint.network(), name_of(text))


def checkpoint_of(text: str) -> Path:
    """The folder of the checkpoint that plays."""
    from undersea_env.training.checkpoint_files import chosen_checkpoint
    from undersea_env.training.checkpoints import read_manifest

    if not text and not PRETRAINED.is_dir():
        raise InvalidOption(f"this package has no trained network of its own; {HOW_TO_TRAIN}")
    return chosen_checkpoint(Path(text) if text else PRETRAINED, read_manifest)


def name_of(text: str) -> str:
    """`ppo`, or with the name of the run."""
    path = Path(text)
    run = path.parent.parent.name if path.parent.name == "checkpoints" else path.name
    return f"ppo:{run}"[:40].replace(",", "_") if text else "ppo"


def fingerprint(text: str) -> str:
    """Tells one trained network from another."""
    import hashlib

    from undersea_env.training.checkpoints import MANIFEST

    return hashlib.blake2b((checkpoint_of(text) / MANIFEST).read_bytes(), digest_size=16).hexdigest()
