"""Ratings from a whole set of results at once: Plackett-Luce, which for two players is Bradley-Terry.

At a table the agents finish one after the other. Each place is a choice among those still there: an agent of strength
w is chosen with probability w / (sum of the strengths there). Ratings are 400 log10(w), as Elo's, with an anchor at 0.

How far apart two agents are can be told only if each was placed before the other at least once, or before somebody of
whom that holds in turn: they are linked. Otherwise results only say who is better.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from undersea_env.agents.arena.bootstrap import RESAMPLES, Estimate, interval, resampled

Floats = NDArray[np.float64]
SCALE = 400 / np.log(10)
DRAWN_GAMES = 1.0                # added between every two agents: without them, who never lost would be infinitely far
LONGEST_STEP = 2.0
CLOSE_ENOUGH = 1e-9
MOST_STEPS = 200
RESAMPLES_AT_ONCE = 500


class Choices:
    """Who was placed before whom, by deals: how often each company met, and how often each agent was chosen from it."""

    def __init__(self, agents: Sequence[str]) -> None:
        self.agents = list(agents)
        self.companies: dict[tuple[int, ...], int] = {}   # how many of each agent are still there -> its column
        self._events: list[tuple[int, int, dict[int, float]]] = []

    def add(self, deal: int, names: Sequence[str], ranks: Sequence[float]) -> None:
        """The places of a game. Those who share one share the choice, and nothing follows from it (a forfeit)."""
        left = sorted((rank, self.agents.index(name)) for rank, name in zip(ranks, names, strict=True))
        while len(left) > 1:
            first = [agent for rank, agent in left if rank == left[0][0]]
            shares = {agent: first.count(agent) / len(first) for agent in first}
            self._events.append((deal, self._column([agent for _, agent in left]), shares))
            if len(first) > 1:
                return
            left = left[1:]

    def _column(self, present: list[int]) -> int:
        company = tuple(present.count(agent) for agent in range(len(self.agents)))
        return self.companies.setdefault(company, len(self.companies))

    def linked(self) -> NDArray[np.bool_]:
        """Which agents are linked with which (agents, agents)."""
        companies = list(self.companies)
        before = np.eye(len(self.agents), dtype=np.bool_)
        for _, company, shares in self._events:
            for agent, share in shares.items():
                for other, there in enumerate(companies[company]):
                    before[agent, other] |= there > 0 and shares.get(other, 0.0) <= share
        for _ in self.agents:
            before |= before @ before
        return before & before.T

    def by_deal(self) -> tuple[Floats, Floats]:
        """Meetings (deals, companies) and choices (deals, agents)."""
        rows = {deal: row for row, deal in enumerate(dict.fromkeys(event[0] for event in self._events))}
        met = np.zeros((len(rows), len(self.companies)))
        chosen = np.zeros((len(rows), len(self.agents)))
        for deal, company, shares in self._events:
            met[rows[deal], company] += 1
            for agent, share in shares.items():
                chosen[rows[deal], agent] += share
        return met, chosen


def fitted(companies: Floats, met: Floats, chosen: Floats, anchor: int) -> Floats:
    """The logarithms of the most likely strengths, by Newton's method; that of the anchor is 0.

    companies (c, agents): how many of each agent are there; met (r, c) and chosen (r, agents): one row a resample.
    """
    agents = companies.shape[1]
    free = [k for k in range(agents) if k != anchor]
    strengths = np.zeros((len(met), agents))
    for _ in range(MOST_STEPS if free else 0):
        weights = companies * np.exp(strengths)[:, None, :]
        chances = weights / weights.sum(axis=2, keepdims=True)
        expected = met[:, :, None] * chances
        slope = (chosen - expected.sum(axis=1))[:, free]
        bend = -np.einsum("rci,rcj->rij", expected, chances)
        bend[:, range(agents), range(agents)] += expected.sum(axis=1)
        step = np.linalg.solve(bend[:, free][:, :, free], slope[:, :, None])[:, :, 0]
        strengths[:, free] += np.clip(step, -LONGEST_STEP, LONGEST_STEP)
        if np.abs(step).max() < CLOSE_ENOUGH:
            break
    return strengths


def with_drawn_games(
    companies: Floats, met: Floats, chosen: Floats, games: float = DRAWN_GAMES
) -> tuple[Floats, Floats, Floats]:
    agents = companies.shape[1]
    pairs = [(a, b) for a in range(agents) for b in range(a)]
    there = np.zeros((len(pairs), agents))
    for row, pair in enumerate(pairs):
        there[row, list(pair)] = 1
    more = np.full((len(met), len(pairs)), games)
    return np.concatenate([companies, there]), np.concatenate([met, more], axis=1), chosen + games * (agents - 1) / 2


@dataclass(frozen=True)
class Ratings:
    """By agent; without an interval if it is not linked with the anchor, whose rating is 0."""

    anchor: str
    of: dict[str, Estimate]


def ratings(choices: Choices, anchor: str, seed: int, resamples: int = RESAMPLES) -> Ratings:
    """If somebody is not linked with `anchor`, the weakest of the largest linked company takes its place."""
    if not choices.companies:
        return Ratings(anchor, {})
    met, chosen = choices.by_deal()
    columns = met.shape[1]
    drawn = resampled(np.concatenate([met, chosen], axis=1), seed, resamples)
    every = np.concatenate([np.concatenate([met, chosen], axis=1).sum(axis=0, keepdims=True), drawn])
    companies: Any = np.array(list(choices.companies), np.float64)
    companies, met, chosen = with_drawn_games(companies, every[:, :columns], every[:, columns:])
    place = choices.agents.index(anchor)
    found = [
        fitted(companies, met[k : k + RESAMPLES_AT_ONCE], chosen[k : k + RESAMPLES_AT_ONCE], place)
        for k in range(0, len(met), RESAMPLES_AT_ONCE)
    ]
    rated = np.concatenate(found) * SCALE
    linked = choices.linked()
    if not linked[place].all():
        place = max(range(len(rated[0])), key=lambda k: (linked[k].sum(), -rated[0, k]))
    rated -= rated[:, [place]]
    return Ratings(choices.agents[place], {
        name: interval(rated[0, k].item(), rated[1 if linked[place, k] else len(rated) :, k])
        for k, name in enumerate(choices.agents)
    })
