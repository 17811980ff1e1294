"""The command `doctor`: versions, what is compiled, threads, extras, components."""

import argparse
import platform
import re
from importlib.metadata import PackageNotFoundError, requires, version
from typing import Any

from undersea_env import __version__
from undersea_env.commands.command_line import add_components, add_game, add_json, show

CORE = ("numpy", "numba", "llvmlite", "gymnasium", "pettingzoo")


def add_command(commands: Any) -> None:
    doctor = commands.add_parser("doctor", help="versions, compile cache, threads, extras, components")
    add_game(doctor)
    add_components(doctor, "look at this component book")
    add_json(doctor)
    doctor.set_defaults(run=_doctor)


def _doctor(options: argparse.Namespace) -> int:
    facts = _facts(options)
    return show(options, facts, "\n".join(f"{key:<18} {_fact_words(value)}" for key, value in facts.items()))


def _fact_words(value: Any) -> str:
    if not isinstance(value, dict):
        return str(value)
    if any(isinstance(of_one, dict) for of_one in value.values()):
        return "; ".join(f"{key}: {_fact_words(of_one)}" for key, of_one in value.items())
    return ", ".join(f"{key} {words}" for key, words in value.items())


def _facts(options: argparse.Namespace) -> dict[str, Any]:
    from undersea_env.agents.arena.running import available_cores
    from undersea_env.commands.warming import parts_of
    from undersea_env.compiling import cache
    from undersea_env.compiling.compiler import IS_CHANGED, is_on
    from undersea_env.compiling.jit import COMPILE_TIME
    from undersea_env.core.position import Game
    from undersea_env.core.registry import games, kind_of

    game = Game(kind_of(options.game), components=options.components)
    named = (options.game,) if options.names_game else games()
    return {
        "undersea-env": __version__,
        "python": f"{platform.python_version()} on {platform.system()} {platform.machine()}",
        "libraries": {name: _version(name) for name in CORE},
        "compile cache": str(cache.root()),
        "compiled": {
            name: {part.name: "warm" if part.is_warm() else "cold" for part in parts_of(name)} for name in named
        },
        "compile time": f"{COMPILE_TIME}, once per version, with `undersea warm`",
        "compiler": "with our changes" if IS_CHANGED else "plain numba: slower",
        "bounds checks": "on: slower" if is_on("NUMBA_BOUNDSCHECK") else "off",
        "threads": available_cores(),
        "extras": {extra: _extra_words(names) for extra, names in _extras().items()},
        "game": game.name,
        "components": str(getattr(game.catalogue, "folder", "none")),
        "provenance": getattr(game.catalogue, "provenance", {}),
        "rule book": f"{game.rulebook_hash} (two players, no options)",
    }


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return "missing"


def _extras() -> dict[str, list[str]]:
    """The packages of each optional extra, as the installed project declares them."""
    try:
        declared = requires("undersea-env") or []
    except PackageNotFoundError:
        return {}
    extras: dict[str, list[str]] = {}
    for line in declared:
        found = re.match(r"([A-Za-z0-9_.-]+).*extra == ['\"](\w+)['\"]", line)
        if found:
            extras.setdefault(found[2], []).append(found[1])
    return extras


def _extra_words(names: list[str]) -> str:
    missing = [name for name in names if _version(name) == "missing"]
    return f"lacks {' '.join(missing)}" if missing else "installed"

