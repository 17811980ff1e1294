"""The old path of the tuning of greedy's weights, until version 0.3: it is a part of a game's heuristic now."""

import runpy

from undersea_env.core.registry import kind_of

if __name__ == "__main__":
    runpy.run_module(f"{kind_of().heuristic.path}.tuning", run_name="__main__")
