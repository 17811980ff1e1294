"""Training by self-play, and its evaluation. Modules of this package import torch; the package itself does not."""

from importlib.util import find_spec

from undersea_env.errors import MissingExtra


def check_extra(*others: str) -> None:
    """Whoever trains, or plays what was trained, needs the extra `train`; some need `others` of it too."""
    missing = [name for name in ("torch", "safetensors", *others) if find_spec(name) is None]
    if missing:
        raise MissingExtra(
            f"to train networks, or to play with them, needs {' and '.join(missing)}: pip install {' '.join(missing)}"
        )
