"""Take the network out of a run, without what only training needs: `python -m undersea_env.training.export RUN TO`.

The folder TO can be played as `ppo:TO`, or as `zero:TO` if that was the trainer; without TO it becomes the network that
comes with the game, `ppo` or `zero`.
"""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from undersea_env.core.checkpoint_files import Data, chosen_checkpoint, trainer_of
from undersea_env.errors import InvalidOption, UnderseaError
from undersea_env.training.checkpoints import POLICY, kind_named_by, read_checkpoint, read_manifest, write_checkpoint

LARGEST = 5_000_000                                  # bytes of a network in the package
MADE_ANEW = ("format", "actions", "observation", "files")


def export(run: Path, to: Path | None = None) -> Path:
    checkpoint = read_checkpoint(chosen_checkpoint(run, read_manifest), [POLICY])
    to = _place_in_package(checkpoint.manifest) if to is None else to
    facts = {name: value for name, value in checkpoint.manifest.items() if name not in MADE_ANEW}
    size = len(checkpoint.contents[POLICY])
    if size > LARGEST:
        raise InvalidOption(f"the network has {size:,} bytes; one in the package may have {LARGEST:,}")
    write_checkpoint(to, facts, {POLICY: checkpoint.tensors(POLICY)})
    return to


def _place_in_package(manifest: Data) -> Path:
    kind = kind_named_by(manifest)
    if kind.folder is None:
        raise InvalidOption(f"{kind.title} has no folder for networks; name one")
    return kind.folder / "pretrained" / trainer_of(manifest.get("config"))


def main(words: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m undersea_env.training.export", description=__doc__)
    parser.add_argument("run_folder", type=Path, metavar="RUN")
    parser.add_argument("to", type=Path, nargs="?", metavar="TO")
    options = parser.parse_args(words)
    try:
        print(export(options.run_folder, options.to))
    except UnderseaError as error:
        print(f"export: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
