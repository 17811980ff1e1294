"""Endeavor: Deep Sea as the house knows it."""

from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from undersea_env.core.kind import Kind, Module, Record
from undersea_env.endeavor_deep_sea import TITLE, VERSION
from undersea_env.endeavor_deep_sea.compiled.assembler import build_rulebook
from undersea_env.endeavor_deep_sea.compiled.limits import MAX_PLAYERS
from undersea_env.endeavor_deep_sea.compiled.rulebook import HASHED_BYTES, RULEBOOK
from undersea_env.endeavor_deep_sea.kernel.actions import ACTIONS
from undersea_env.endeavor_deep_sea.kernel.layout import FEATURES, OBSERVATION
from undersea_env.endeavor_deep_sea.kernel.scoring import SCORE_SOURCES
from undersea_env.endeavor_deep_sea.kernel.state import STATE
from undersea_env.endeavor_deep_sea.kernel.workspace import WORKSPACE
from undersea_env.endeavor_deep_sea.options import OPTIONS, is_cooperative, points_in_reward, settle_options
from undersea_env.endeavor_deep_sea.printed.catalogue import load_catalogue
from undersea_env.endeavor_deep_sea.printed.things import Catalogue

PACKAGE = "undersea_env.endeavor_deep_sea"


@lru_cache(maxsize=1)
def built_in_catalogue() -> Catalogue:
    return load_catalogue()


def catalogue_of(folder: str | Path | None = None) -> Catalogue:
    return built_in_catalogue() if folder is None else load_catalogue(folder)


def points_on_table(states: Any) -> NDArray[Any]:
    points: NDArray[Any] = states["players"]["points"]
    return points


def build_features(rulebook: Record) -> Record:
    return np.zeros(1, FEATURES)


KIND = Kind(
    name="endeavor_deep_sea",
    title=TITLE,
    version=VERSION,
    letters=b"ED",
    entry=Module(f"{PACKAGE}.kernel.entry"),
    actions=ACTIONS,
    observation=OBSERVATION,
    state=STATE,
    rulebook=RULEBOOK,
    features=FEATURES,
    workspace=WORKSPACE,
    score_sources=SCORE_SOURCES,
    load_catalogue=catalogue_of,
    build_rulebook=build_rulebook,
    build_features=build_features,
    points_so_far=points_on_table,
    words=Module(f"{PACKAGE}.words"),
    notation=Module(f"{PACKAGE}.words.notation"),
    drawing=Module(f"{PACKAGE}.drawing"),
    heuristic=Module(f"{PACKAGE}.heuristic"),
    guided=Module(f"{PACKAGE}.kernel.guided"),
    network=Module(f"{PACKAGE}.network"),
    usage=Module(f"{PACKAGE}.usage"),
    measures=Module(f"{PACKAGE}.measures"),
    most_players=MAX_PLAYERS,
    options=OPTIONS,
    settle_options=settle_options,
    is_cooperative=is_cooperative,
    hashed_bytes=HASHED_BYTES,
    points_in_reward=points_in_reward,
    folder=Path(__file__).resolve().parent,
)
