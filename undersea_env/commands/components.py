"""The command `components`: a component book to change, out of an installation as out of a check-out."""

import argparse
import os
import shutil
import tempfile
from pathlib import Path
from typing import Any

from undersea_env.commands.command_line import BAD_USAGE, CommandError, Parser, add_game, add_json, show
from undersea_env.core.registry import folder_of

BOOK = "components"


def add_command(commands: Any) -> None:
    components = commands.add_parser("components", help="the built-in component book, to be changed")
    what = components.add_subparsers(dest="what", required=True, metavar="WHAT", parser_class=Parser)
    copy = what.add_parser("copy", help="copy it into a new folder, for --components and components=")
    copy.add_argument("folder", metavar="FOLDER", help="a folder that does not exist yet, or is empty")
    add_game(copy)
    add_json(copy)
    copy.set_defaults(run=_copy)


def _copy(options: argparse.Namespace) -> int:
    folder = folder_of(options.game)
    source = None if folder is None else folder / BOOK
    if source is None or not source.is_dir():
        raise CommandError(f"{options.game} has no folder of components to copy", BAD_USAGE)
    place = Path(os.path.abspath(options.folder))
    if os.path.lexists(place) and not (place.is_dir() and not any(place.iterdir())):
        told = f"{options.folder} is there already, and nothing is overwritten: name another folder"
        raise CommandError(told, BAD_USAGE)
    try:
        files = _copied(source, place)
    except OSError as error:
        raise CommandError(f"{options.folder} cannot be written: {error.strerror or error}") from error
    named = "" if not options.names_game else f"--game {options.game} "
    words = (
        f"{len(files)} files are in {options.folder}; README.md there explains them. Change what you like, then check\n"
        f"it with `undersea {named}doctor --components {options.folder}`; components={options.folder!r} plays it."
    )
    return show(options, {"game": options.game, "folder": options.folder, "files": files}, words)


def _copied(source: Path, place: Path) -> list[str]:
    """All or nothing: it is put together beside its place. Files may be written, whatever those installed are."""
    files = sorted(path.relative_to(source) for path in source.rglob("*") if path.is_file() and _is_of_book(path))
    with tempfile.TemporaryDirectory(prefix=f".{place.name}-", dir=place.parent) as beside:
        whole = Path(beside) / place.name
        for file in files:
            (whole / file).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(source / file, whole / file)
        whole.rename(place)                                  # an empty folder may stand there
    return [file.as_posix() for file in files]


def _is_of_book(path: Path) -> bool:
    return path.suffix in (".csv", ".toml", ".md")
