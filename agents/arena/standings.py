"""How the agents of one match did: means over its games, with intervals over its deals."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from undersea_env.agents.arena.bootstrap import Estimate, estimates
from undersea_env.agents.arena.tables import SOURCES

Data = dict[str, Any]
Key = tuple[Any, ...]
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


def standings(games: Sequence[Data], labels: Sequence[str], seed: int) -> list[Standing]:
    """One for each different label; entrants with the same label are counted together."""
    rows = {deal: row for row, deal in enumerate(dict.fromkeys(game["deal"] for game in games))}
    columns: dict[Key, int] = {}
    entries = []
    for game in games:
        for key, value in _measured(game, labels):
            entries.append((rows[game["deal"]], columns.setdefault(key, len(columns)), value))
    totals = np.zeros((len(rows), len(columns)))
    counts = np.zeros_like(totals)
    for row, column, value in entries:
        totals[row, column] += value
        counts[row, column] += 1
    found = dict(zip(columns, estimates(totals, counts, seed), strict=True))
    return [_standing(label, games, labels, found) for label in dict.fromkeys(labels)]


def _measured(game: Data, labels: Sequence[str]) -> Iterator[tuple[Key, float]]:
    """All numbers of a game that means are taken of, each with what it is a number of."""
    players = len(game["entrants"])
    scores = game["scores"]
    for seat, entrant in enumerate(game["entrants"]):
        label = labels[entrant]
        yield (label, "win"), game["wins"][seat]
        yield (label, "rank"), game["ranks"][seat]
        yield (label, "seat", seat), game["wins"][seat]
        if scores is None:
            continue
        yield (label, "score"), scores[seat]
        if players > 1:
            yield (label, "lead"), scores[seat] - (sum(scores) - scores[seat]) / (players - 1)
        for source, points in zip(SOURCES, game["sources"][seat], strict=True):
            yield (label, "source", source), points
        for number, after in enumerate(game["by_round"]):
            yield (label, "round", number), after[seat]


def _standing(label: str, games: Sequence[Data], labels: Sequence[str], found: dict[Key, Estimate]) -> Standing:
    unknown = Estimate(float("nan"), float("nan"), float("nan"))
    players = len(games[0]["entrants"])
    seated = [(game, seat) for game in games for seat in range(players) if labels[game["entrants"][seat]] == label]
    failed = [game["forfeit"] for game, seat in seated if game["forfeit"] and game["forfeit"]["seat"] == seat]
    rounds = max((key[2] + 1 for key in found if key[:2] == (label, "round")), default=0)
    return Standing(
        agent=label,
        games=len(seated),
        win_share=found[label, "win"],
        score=found.get((label, "score"), unknown),
        lead=found.get((label, "lead"), unknown),
        rank=found[label, "rank"],
        by_seat=[found.get((label, "seat", seat), unknown) for seat in range(players)],
        sources={source: found.get((label, "source", source), unknown) for source in SOURCES},
        by_round=[found[label, "round", number] for number in range(rounds)],
        decisions=sum(game["decisions"][seat] for game, seat in seated),
        forfeits=dict(sorted(Counter(failure["kind"] for failure in failed).items())),
        reasons=list(dict.fromkeys(failure["reason"] for failure in failed))[:REASONS_SHOWN],
    )
