"""CloudAge as the house knows it."""

from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from undersea_env.cloudage import TITLE, VERSION
from undersea_env.cloudage.compiled.assembler import build_rulebook
from undersea_env.cloudage.compiled.limits import MAX_PLAYERS
from undersea_env.cloudage.compiled.rulebook import RULEBOOK
from undersea_env.cloudage.kernel.actions import ACTIONS
from undersea_env.cloudage.kernel.layout import FEATURES, OBSERVATION
from undersea_env.cloudage.kernel.state import SCORE_SOURCES, STATE
from undersea_env.cloudage.kernel.workspace import WORKSPACE
from undersea_env.cloudage.options import OPTIONS, settle_options
from undersea_env.cloudage.printed.catalogue import load_catalogue
from undersea_env.cloudage.printed.things import Catalogue
from undersea_env.core.kind import Kind, Module, Record

PACKAGE = "undersea_env.cloudage"


@lru_cache(maxsize=1)
def built_in_catalogue() -> Catalogue:
    return load_catalogue()


def catalogue_of(folder: str | Path | None = None) -> Catalogue:
    return built_in_catalogue() if folder is None else load_catalogue(folder)


def points_on_table(states: Any) -> NDArray[Any]:
    points: NDArray[Any] = states["players"]["points"]
    return points


def build_features(rulebook: Record) -> Record:
    """The map as it is printed, in the columns of the observation."""
    features = np.zeros(1, FEATURES)
    rules, hexes = rulebook[0], features[0]["hexes"]
    for number in range(len(hexes)):
        city, place = int(rules["city"][number]), int(rules["find"][number])
        code = rules["code"][place]
        find = (1 + int(code[1]), int(code[2])) if place else (0, 0)
        strength = int(rules["city_strength"][city - 1]) if city else 0
        hexes[number, :5] = int(rules["cost"][number]), city, *find, strength
    return features


KIND = Kind(
    name="cloudage",
    title=TITLE,
    version=VERSION,
    letters=b"CA",
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
    campaign=Module(f"{PACKAGE}.chapters"),
    folder=Path(__file__).resolve().parent,
)
