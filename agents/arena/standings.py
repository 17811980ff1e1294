"""How the agents of one match did: means over its games, with intervals over its deals."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from undersea_env.agents.arena.bootstrap import Estimate, estimates, if_unanimous

Data = dict[str, Any]
Key = tuple[Any, ...]
Floats = NDArray[np.float64]
REASONS_SHOWN = 3


@dataclass(frozen=True)
class Standing:
    """One agent in one match. A forfeited game counts for the win share and the rank, not for points."""

    agent: str
    games: int
    win_share: Estimate
    score: Estimate
    lead: Estimate                                   # over the mean of the others at the table
    rank: Estimate
    by_seat: list[Estimate]                          # win share from each seat
    sources: dict[str, Estimate]                     # points
    by_round: list[Estimate]                         # the score if the game had ended after each round
    decisions: int
    forfeits: dict[str, int]                         # by kind
    reasons: list[str]

    def as_data(self) -> Data:
        return {key: _plain(value) for key, value in vars(self).items()}


def _plain(value: Any) -> Any:
    if isinstance(value, Estimate):
        return value.as_data()
    if isinstance(value, list):
        return [_plain(item) for item in value]
    if isinstance(value, dict):
        return {key: _plain(item) for key, item in value.items()}
    return value


def labels_of(names: Sequence[str]) -> list[str]:
    """Names that tell the entrants apart: an agent that plays against itself gets numbers."""
    seen: Counter[str] = Counter()
    labels = []
    for name in names:
        seen[name] += 1
        labels.append(f"{name} ({seen[name]})" if names.count(name) > 1 else name)
    return labels


def standings(games: Sequence[Data], labels: Sequence[str], sources: Sequence[str], seed: int) -> list[Standing]:
    """One for each different label; entrants with the same label are counted together. `sources` are the kind's."""
    found = means_of(games, labels, _measured(games, sources), seed)
    return [_standing(label, games, labels, sources, found) for label in dict.fromkeys(labels)]


def means_of(
    games: Sequence[Data], labels: Sequence[str], measured: Iterable[tuple[Key, Floats]], seed: int
) -> dict[Key, Estimate]:
    """Of each label, and of each thing that was measured, over the seats that have a number (games, seats)."""
    different = list(dict.fromkeys(labels))
    rows = {deal: row for row, deal in enumerate(dict.fromkeys(game["deal"] for game in games))}
    deals = np.array([rows[game["deal"]] for game in games])
    sits = np.array([[different.index(labels[entrant]) for entrant in game["entrants"]] for game in games])
    totals, counts, keys = [], [], []
    for key, values in measured:
        for number, label in enumerate(different):
            counted = (sits == number) & ~np.isnan(values)
            where = np.broadcast_to(deals[:, None], sits.shape)[counted]
            totals.append(np.bincount(where, values[counted], len(rows)))
            counts.append(np.bincount(where, None, len(rows)))
            keys.append((label, *key))
    drawn = estimates(np.stack(totals, axis=1), np.stack(counts, axis=1).astype(np.float64), seed)
    return dict(zip(keys, drawn, strict=True))


def _measured(games: Sequence[Data], sources: Sequence[str]) -> Iterator[tuple[Key, Floats]]:
    """All that means are taken of: what it is, and a number for each seat (games, seats), or none."""
    wins = np.array([game["wins"] for game in games], np.float64)
    seats = wins.shape[1]
    yield ("win",), wins
    yield ("rank",), np.array([game["ranks"] for game in games], np.float64)
    for seat in range(seats):
        yield ("seat", seat), np.where(np.arange(seats) == seat, wins, np.nan)
    none = [[np.nan] * seats]
    scores = np.array([game["scores"] or none[0] for game in games], np.float64)
    yield ("score",), scores
    others = (scores.sum(axis=1, keepdims=True) - scores) / (seats - 1) if seats > 1 else np.nan
    yield ("lead",), scores - others
    points = np.array([game["sources"] or [[np.nan] * len(sources)] * seats for game in games], np.float64)
    for k, source in enumerate(sources):
        yield ("source", source), points[:, :, k]
    rounds = max((len(game["by_round"]) for game in games if game["by_round"]), default=0)
    after = np.array([_of_length(game["by_round"] or [], rounds, none) for game in games], np.float64)
    for k in range(rounds):
        yield ("round", k), after[:, k]


def _of_length(rows: list[list[float]], length: int, none: list[list[float]]) -> list[list[float]]:
    return rows + none * (length - len(rows))


def _standing(
    label: str, games: Sequence[Data], labels: Sequence[str], sources: Sequence[str], found: dict[Key, Estimate]
) -> Standing:
    seats = range(len(games[0]["entrants"]))
    seated = [(game, seat) for game in games for seat in seats if labels[game["entrants"][seat]] == label]
    failed = [game["forfeit"] for game, seat in seated if game["forfeit"] and game["forfeit"]["seat"] == seat]
    rounds = sum(key[:2] == (label, "round") for key in found)
    deals = len({game["deal"] for game, _ in seated})
    return Standing(
        agent=label,
        games=len(seated),
        win_share=if_unanimous(found[label, "win"], deals),
        score=found[label, "score"],
        lead=found[label, "lead"],
        rank=found[label, "rank"],
        by_seat=[if_unanimous(found[label, "seat", seat], deals) for seat in seats],
        sources={source: found[label, "source", source] for source in sources},
        by_round=[found[label, "round", number] for number in range(rounds)],
        decisions=sum(game["decisions"][seat] for game, seat in seated),
        forfeits=dict(sorted(Counter(failure["kind"] for failure in failed).items())),
        reasons=list(dict.fromkeys(failure["reason"] for failure in failed))[:REASONS_SHOWN],
    )
