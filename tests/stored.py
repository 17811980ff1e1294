"""Results that are kept in a JSON file: one entry a line, so that a difference shows which one changed."""

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

Entry = dict[str, Any]


def read(path: Path) -> list[Entry]:
    entries: list[Entry] = json.loads(path.read_text(encoding="utf-8")) if path.exists() else []
    return entries


def write(path: Path, entries: Sequence[Entry]) -> None:
    lines = ",\n".join(json.dumps(entry) for entry in entries)
    path.write_text(f"[\n{lines}\n]\n", encoding="utf-8")


def changes(old: Mapping[str, Entry], new: Mapping[str, Entry]) -> Iterator[str]:
    """A line for each entry, known by its name, that is new, gone or another one now."""
    for name in dict.fromkeys([*old, *new]):
        if name not in new:
            yield f"{name}: gone"
        elif name not in old:
            yield f"{name}: new"
        else:
            was, now = old[name], new[name]
            for key in dict.fromkeys([*was, *now]):
                if was.get(key) != now.get(key):
                    yield f"{name}: {key} was {was.get(key)}, is {now.get(key)}"


def write_and_tell(path: Path, old: Mapping[str, Entry], new: Mapping[str, Entry]) -> None:
    """Store the new entries and print what is different from the old ones."""
    write(path, list(new.values()))
    told = list(changes(old, new))
    print("\n".join(told) if told else "nothing changed")
    print(f"{path}: {len(new)} entries, {len(told)} changes")
