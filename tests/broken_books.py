"""Small changes that break a copy of a component folder."""

from collections.abc import Callable
from pathlib import Path

Change = Callable[[Path], None]


def replaced(file: str, old: str, new: str) -> Change:
    def change(folder: Path) -> None:
        path = folder / file
        text = path.read_text(encoding="utf-8")
        assert text.count(old) >= 1, f"{old!r} is not in {file}"
        path.write_text(text.replace(old, new, 1), encoding="utf-8")

    return change


def removed(file: str) -> Change:
    return lambda folder: (folder / file).unlink()


def without_line(file: str, line: int) -> Change:
    def change(folder: Path) -> None:
        lines = (folder / file).read_text(encoding="utf-8").splitlines(keepends=True)
        del lines[line - 1]
        (folder / file).write_text("".join(lines), encoding="utf-8")

    return change


def written(file: str, content: bytes) -> Change:
    def change(folder: Path) -> None:
        (folder / file).write_bytes(content)

    return change


def appended(file: str, text: str) -> Change:
    def change(folder: Path) -> None:
        with (folder / file).open("a", encoding="utf-8") as stream:
            stream.write(text)

    return change


def both(*changes: Change) -> Change:
    def change(folder: Path) -> None:
        for one in changes:
            one(folder)

    return change
