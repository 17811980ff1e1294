"""Training by self-play, and its evaluation. Modules of this package import torch; the package itself does not."""

from importlib.util import find_spec

from undersea_env.errors import MissingExtra


def check_extra() -> None:
    """Whoever trains, or plays what was trained, needs the extra `train`."""
    missing = [name for name in ("torch", "safetensors") if find_spec(name) is None]
    if missing:
        raise MissingExtra(f"training lacks {' and '.join(missing)}: pip install 'undersea-env[train]'")
