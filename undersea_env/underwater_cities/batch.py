"""Another name of `undersea_env.core.batch`, where this was until version 0.1; it goes with version 0.3."""

from undersea_env.core.batch import Batch

__all__ = ["Batch"]
