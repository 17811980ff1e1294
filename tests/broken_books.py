"""Small changes that break a copy of a component folder, and what is said of it then."""

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import pytest

from undersea_env.core.component_files import SHOWN_PROBLEMS, ComponentError

Change = Callable[[Path], None]
Load = Callable[[Path], Any]
Cases = dict[str, tuple[Change, str]]            # what is broken, and what is said of it


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


# --- what is said ---


def refusal(load: Load, folder: Path) -> ComponentError:
    with pytest.raises(ComponentError) as caught:
        load(folder)
    return caught.value


def check_all_are_named(load: Load, folder: Path, cases: Cases, names: Iterable[str]) -> None:
    """Each of these mistakes gives one problem, and one refusal tells of them all."""
    broken = [cases[name] for name in names]
    for change, _ in broken:
        change(folder)
    refused = refusal(load, folder)
    assert len(refused.problems) == len(broken), refused.problems
    assert all(words in str(refused) for _, words in broken)


def check_a_long_list_is_cut(load: Load, folder: Path, file: str, old: str, new: str) -> None:
    """What is written in very many rows is changed into something wrong."""
    path = folder / file
    path.write_text(path.read_text(encoding="utf-8").replace(old, new), encoding="utf-8")
    refused = refusal(load, folder)
    lines = str(refused).splitlines()
    assert len(lines) == 1 + SHOWN_PROBLEMS + 1
    assert lines[-1].strip() == f"and {len(refused.problems) - SHOWN_PROBLEMS} more"


def check_no_folder_is_refused(load: Load, folder: Path) -> None:
    assert "there is no such folder" in str(refusal(load, folder / "nowhere"))
