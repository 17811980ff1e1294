"""The actions of a game: every answer to every question, in blocks. An index means the same in every position."""

from collections.abc import Iterator
from dataclasses import dataclass, replace


@dataclass(frozen=True)
class Block:
    """Some actions that answer the same kind of question."""

    name: str
    size: int
    meaning: str
    start: int = 0


class Blocks:
    """Blocks one after the other; `blocks["STOP"]` is the first action of that block."""

    def __init__(self, *blocks: Block) -> None:
        laid, start = [], 0
        for block in blocks:
            laid.append(replace(block, start=start))
            start += block.size
        self.blocks = tuple(laid)
        self.size = start
        self._starts = {block.name: block.start for block in laid}

    def __getitem__(self, name: str) -> int:
        return self._starts[name]

    def __iter__(self) -> Iterator[Block]:
        return iter(self.blocks)

    def as_markdown(self) -> str:
        """The blocks as a table."""
        lines = ["| actions | block | meaning |", "| --- | --- | --- |"]
        for block in self.blocks:
            last = block.start + block.size - 1
            numbers = str(last) if block.size == 1 else f"{block.start}-{last}"
            lines.append(f"| {numbers} | `{block.name}` | {block.meaning} |")
        return "\n".join(lines)

    def block_of(self, action: int) -> tuple[Block, int]:
        """The block of an action and its place in it."""
        for block in self.blocks:
            if block.start <= action < block.start + block.size:
                return block, action - block.start
        raise ValueError(f"there is no action {action}")
