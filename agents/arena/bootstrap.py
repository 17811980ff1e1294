"""Means with 95 % intervals. Deals are drawn again, never games: the games of a deal have much in common.

Where drawing again can tell nothing, because there is one deal or all deals agree, the interval says so.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
RESAMPLES = 10_000
LOW, HIGH = 2.5, 97.5
NUMBERS_AT_ONCE = 4_000_000                               # of weights; bounds the memory


@dataclass(frozen=True)
class Estimate:
    mean: float
    low: float
    high: float

    def __format__(self, spec: str) -> str:
        if np.isnan(self.low):
            return f"{self.mean:z{spec}} [-]"
        return f"{self.mean:z{spec}} [{self.low:z{spec}}, {self.high:z{spec}}]"    # z: never -0.0

    def as_data(self) -> dict[str, float | None]:
        return {key: None if np.isnan(value) else round(value, 6) for key, value in vars(self).items()}


UNKNOWN = Estimate(float("nan"), float("nan"), float("nan"))


def weights(deals: int, seed: int, resamples: int = RESAMPLES) -> Iterator[Floats]:
    """How often each deal is drawn in each resample, block by block (resamples of the block, deals)."""
    rng = np.random.default_rng(seed)
    block = max(1, NUMBERS_AT_ONCE // deals)
    for first in range(0, resamples, block):
        n = min(block, resamples - first)
        yield rng.multinomial(deals, np.full(deals, 1 / deals), n).astype(np.float64)


def resampled(values: Floats, seed: int, resamples: int = RESAMPLES) -> Floats:
    """Sums over the deals drawn: values (deals, k) gives (resamples, k)."""
    return np.concatenate([drawn @ values for drawn in weights(len(values), seed, resamples)])


def estimates(totals: Floats, counts: Floats, seed: int, resamples: int = RESAMPLES) -> list[Estimate]:
    """Of each column the mean, total / count, over all deals; both (deals, k). Without a count there is no number."""
    columns = totals.shape[1]
    deals = np.count_nonzero(counts, axis=0).tolist()
    sums = resampled(np.concatenate([totals, counts], axis=1), seed, resamples)
    with np.errstate(invalid="ignore", divide="ignore"):
        means = totals.sum(axis=0) / counts.sum(axis=0)
        drawn = sums[:, :columns] / sums[:, columns:]
    return [
        interval(mean, drawn[:, k]) if deals[k] > 1 else Estimate(mean, np.nan, np.nan)
        for k, mean in enumerate(means.tolist())
    ]


def if_unanimous(share: Estimate, deals: int) -> Estimate:
    """A share of 0 or 1 in all deals may be less clear in others: the exact (Clopper-Pearson) bound for so many."""
    room = 1 - (LOW / 100) ** (1 / max(1, deals))
    if share.mean == 1:
        return Estimate(1.0, 1 - room, 1.0)
    return Estimate(0.0, 0.0, room) if share.mean == 0 else share


def interval(mean: float, drawn: Floats) -> Estimate:
    """The middle 95 % of what the resamples gave; those without a number do not count."""
    known = drawn[~np.isnan(drawn)]
    if not len(known):
        return Estimate(mean, float("nan"), float("nan"))
    low, high = np.percentile(known, [LOW, HIGH]).tolist()
    return Estimate(mean, low, high)
