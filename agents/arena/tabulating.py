"""Numbers in rows and columns: for people as text, for programs as CSV."""

import csv
import io
import math
from collections.abc import Iterable, Sequence
from typing import Any

from undersea_env.agents.arena.bootstrap import Estimate


def text_table(header: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Columns as wide as needed; the first to the left, numbers to the right."""
    lines = [list(header), *(list(row) for row in rows)]
    widths = [max(len(line[k]) for line in lines) for k in range(len(header))]

    def laid_out(line: list[str]) -> str:
        cells = [cell.ljust(width) if k == 0 else cell.rjust(width) for k, (cell, width) in enumerate(
            zip(line, widths, strict=True)
        )]
        return "  ".join(cells).rstrip()

    return "\n".join([laid_out(lines[0]), "-" * (sum(widths) + 2 * len(widths) - 2), *map(laid_out, lines[1:])])


def shown(estimate: Estimate, decimals: int = 1) -> str:
    """A mean and its interval."""
    if math.isnan(estimate.mean):
        return "-"
    return f"{estimate:.{decimals}f}"


def percent(estimate: Estimate) -> str:
    if math.isnan(estimate.mean):
        return "-"
    bounds = "-" if math.isnan(estimate.low) else f"{100 * estimate.low:z.1f}, {100 * estimate.high:z.1f}"
    return f"{100 * estimate.mean:z.1f} % [{bounds}]"


def csv_text(header: Sequence[str], rows: Iterable[Sequence[Any]]) -> str:
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(header)
    writer.writerows([["" if _is_nothing(cell) else cell for cell in row] for row in rows])
    return text.getvalue()


def columns_of(estimate: Estimate) -> list[float]:
    return [round(value, 6) for value in vars(estimate).values()]


def column_names(name: str) -> list[str]:
    return [name, f"{name}_low", f"{name}_high"]


def _is_nothing(cell: Any) -> bool:
    return cell is None or (isinstance(cell, float) and math.isnan(cell))
