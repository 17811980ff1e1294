"""Underwater Cities as the house knows it."""

from functools import lru_cache
from pathlib import Path
from typing import Any

from numpy.typing import NDArray

from undersea_env.core.kind import Kind, Module
from undersea_env.underwater_cities import TITLE, VERSION
from undersea_env.underwater_cities.compiled.assembler import build_rulebook
from undersea_env.underwater_cities.compiled.limits import MAX_PLAYERS
from undersea_env.underwater_cities.compiled.rulebook import HASHED_BYTES, RULEBOOK
from undersea_env.underwater_cities.kernel.actions import ACTIONS
from undersea_env.underwater_cities.kernel.layout import FEATURES, OBSERVATION
from undersea_env.underwater_cities.kernel.scoring import SCORE_PARTS, SOLO_POINTS
from undersea_env.underwater_cities.kernel.state import POINT_SOURCES, STATE
from undersea_env.underwater_cities.kernel.workspace import WORKSPACE
from undersea_env.underwater_cities.observation import build_features
from undersea_env.underwater_cities.options import OPTIONS
from undersea_env.underwater_cities.printed.catalogue import Catalogue, load_catalogue

PACKAGE = "undersea_env.underwater_cities"


@lru_cache(maxsize=1)
def built_in_catalogue() -> Catalogue:
    return load_catalogue()


def catalogue_of(folder: str | Path | None = None) -> Catalogue:
    return built_in_catalogue() if folder is None else load_catalogue(folder)


def points_on_the_track(states: Any) -> NDArray[Any]:
    points: NDArray[Any] = states["players"]["resource"][:, :, -1]
    return points


KIND = Kind(
    name="underwater_cities",
    title=TITLE,
    version=VERSION,
    letters=b"UC",
    entry=Module(f"{PACKAGE}.kernel.entry"),
    actions=ACTIONS,
    observation=OBSERVATION,
    state=STATE,
    rulebook=RULEBOOK,
    features=FEATURES,
    workspace=WORKSPACE,
    score_sources=(*POINT_SOURCES, *SCORE_PARTS),
    load_catalogue=catalogue_of,
    build_rulebook=build_rulebook,
    build_features=build_features,
    points_so_far=points_on_the_track,
    words=Module(f"{PACKAGE}.words"),
    notation=Module(f"{PACKAGE}.words.notation"),
    drawing=Module(f"{PACKAGE}.drawing.table"),
    heuristic=Module(f"{PACKAGE}.heuristic"),
    guided=Module(f"{PACKAGE}.kernel.guided"),
    network=Module(f"{PACKAGE}.network"),
    usage=Module(f"{PACKAGE}.usage"),
    measures=Module(f"{PACKAGE}.measures"),
    most_players=MAX_PLAYERS,
    options=OPTIONS,
    solo_goal=SOLO_POINTS,
    hashed_bytes=HASHED_BYTES,
    folder=Path(__file__).resolve().parent,
)
