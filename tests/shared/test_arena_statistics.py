"""Means, intervals and ratings against plain loops, other people's code and results worked out by hand."""

import itertools
import random
from types import SimpleNamespace
from typing import Any

import choix
import numpy as np
import pytest

from undersea_env.agents.arena import bootstrap
from undersea_env.agents.arena.bootstrap import Estimate, estimates, if_unanimous, weights
from undersea_env.agents.arena.ratings import SCALE, Choices, fitted, ratings
from undersea_env.agents.arena.standings import Standing, labels_of, standings
from undersea_env.agents.arena.verdict import verdict

SOURCES = ("cards", "pearls", "shells")


def found_of(games: list[dict[str, Any]], labels: list[str], seed: int) -> list[Standing]:
    return standings(games, labels, SOURCES, seed)


# --- intervals ---


def test_intervals_are_those_of_plain_loops() -> None:
    rng = np.random.default_rng(1)
    totals, counts = rng.integers(0, 9, (7, 3)).astype(float), rng.integers(1, 4, (7, 3)).astype(float)
    found = estimates(totals, counts, seed=5, resamples=400)
    drawn = [row for block in weights(7, 5, 400) for row in block.tolist()]
    for k in range(3):
        means = []
        for times in drawn:
            picked = [deal for deal, n in enumerate(times) for _ in range(int(n))]
            assert len(picked) == 7
            means.append(sum(totals[deal, k] for deal in picked) / sum(counts[deal, k] for deal in picked))
        assert found[k].mean == pytest.approx(totals[:, k].sum() / counts[:, k].sum())
        assert [found[k].low, found[k].high] == pytest.approx(np.percentile(means, [2.5, 97.5]).tolist())


def test_every_deal_is_drawn_equally_often_and_blocks_do_not_matter(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = np.concatenate(list(weights(5, 1, 4000)))
    assert np.abs(whole.mean(axis=0) - 1).max() < 0.05
    assert (whole.sum(axis=1) == 5).all()
    monkeypatch.setattr(bootstrap, "NUMBERS_AT_ONCE", 35)
    blocks = list(weights(5, 1, 4000))
    assert max(map(len, blocks)) == 7
    assert (np.concatenate(blocks) == whole).all()


def test_the_interval_of_many_deals_is_that_of_the_normal_distribution() -> None:
    rng = np.random.default_rng(0)
    values = rng.normal(10, 2, (900, 1))
    found = estimates(values, np.ones((900, 1)), seed=2)[0]
    half = 1.96 * values.std() / 30
    assert [found.low, found.high] == pytest.approx([found.mean - half, found.mean + half], abs=0.02)


def test_what_was_never_counted_has_no_number() -> None:
    found = estimates(np.zeros((3, 1)), np.zeros((3, 1)), seed=0, resamples=10)[0]
    assert found.as_data() == {"mean": None, "low": None, "high": None}


def test_one_deal_has_no_interval() -> None:
    found = estimates(np.array([[3.0], [0.0]]), np.array([[2.0], [0.0]]), seed=0, resamples=10)[0]
    assert found.as_data() == {"mean": 1.5, "low": None, "high": None}
    assert f"{found:.1f}" == "1.5 [-]"


@pytest.mark.parametrize(("deals", "low"), [(1, 0.025), (2, 0.025**0.5), (500, 0.99265)])
def test_a_win_in_all_deals_is_not_certain_in_the_next(deals: int, low: float) -> None:
    games = [game(deal, order, [1, 0], [1, 0]) for deal in range(deals) for order in ([0, 1],)]
    best, worst = (standing.win_share for standing in found_of(games, ["a", "b"], seed=0))
    assert (best.mean, best.high, worst.mean, worst.low) == (1, 1, 0, 0)
    assert (best.low, worst.high) == pytest.approx((low, 1 - low), abs=1e-5)
    assert if_unanimous(Estimate(0.5, 0.5, 0.5), deals) == Estimate(0.5, 0.5, 0.5)


# --- standings ---


def game(deal: int, entrants: list[int], scores: list[int] | None, wins: list[float], **other: Any) -> dict[str, Any]:
    sources = None if scores is None else [[score] + [0] * (len(SOURCES) - 1) for score in scores]
    return {
        "deal": deal, "entrants": entrants, "scores": scores, "wins": wins, "ranks": [2 - win for win in wins],
        "sources": sources, "by_round": None if scores is None else [scores], "decisions": [3, 4], "forfeit": None,
    } | other


def test_standings_of_four_games_by_hand() -> None:
    failed = {"seat": 1, "kind": "raised", "reason": "no idea"}
    games = [
        game(0, [0, 1], [30, 20], [1, 0]),
        game(0, [1, 0], [50, 40], [1, 0]),
        game(1, [0, 1], [10, 0], [1, 0]),
        game(1, [1, 0], None, [1, 0], forfeit=failed),
    ]
    a, b = found_of(games, ["a", "b"], seed=0)
    assert (a.games, b.games) == (4, 4)
    assert (a.win_share.mean, b.win_share.mean) == (0.5, 0.5)
    assert a.score.mean == pytest.approx((30 + 40 + 10) / 3)
    assert a.lead.mean == pytest.approx((10 - 10 + 10) / 3)
    assert (a.lead.mean, a.rank.mean) == (-b.lead.mean, 1.5)
    assert [e.mean for e in a.by_seat] == [1, 0]
    assert a.sources[SOURCES[0]].mean == a.score.mean
    assert (a.decisions, b.decisions) == (3 + 4 + 3 + 4, 4 + 3 + 4 + 3)
    assert (a.forfeits, a.reasons) == ({"raised": 1}, ["no idea"])
    assert (b.forfeits, b.reasons) == ({}, [])


def test_deals_and_not_games_are_drawn() -> None:
    """In each deal both rotations are won by the same seat, so a deal says nothing about the agents."""
    games = [game(deal, order, [1, 0], [1, 0]) for deal in range(50) for order in ([0, 1], [1, 0])]
    found = found_of(games, ["a", "b"], seed=0)[0].win_share
    assert (found.low, found.mean, found.high) == (0.5, 0.5, 0.5)


def test_an_agent_against_itself_is_counted_by_entrant_or_together() -> None:
    assert labels_of(["a", "b", "a"]) == ["a (1)", "b", "a (2)"]
    games = [game(0, [0, 1], [3, 1], [1, 0])]
    assert [s.games for s in found_of(games, ["a (1)", "a (2)"], 0)] == [1, 1]
    together = found_of(games, ["a", "a"], 0)
    assert [(s.games, s.score.mean, s.win_share.mean) for s in together] == [(2, 2, 0.5)]


# --- ratings ---


def tables_played(players: int, strengths: list[float], deals: int, seed: int) -> list[Any]:
    """Orders of agents, the first the best, as Plackett-Luce draws them; one agent against copies of another."""
    rng = random.Random(seed)
    orders = []
    for _ in range(deals):
        for a, b in itertools.permutations(range(len(strengths)), 2):
            seats = [a] + [b] * (players - 1)
            luck = [strengths[k] + rng.expovariate(1) - rng.expovariate(1) for k in seats]
            orders.append(tuple(seats[k] for k in sorted(range(players), key=lambda k: -luck[k])))
    return orders


@pytest.mark.parametrize("players", [2, 3, 4])
def test_ratings_are_those_of_choix(players: int) -> None:
    orders = tables_played(players, [0, 0.4, 1, 1.3], 60, players)
    names = ["w", "x", "y", "z"]
    choices = Choices(names)
    for deal, order in enumerate(orders):
        choices.add(deal, [names[k] for k in order], list(range(1, players + 1)))
    met, chosen = choices.by_deal()
    companies = np.array(list(choices.companies), float)
    ours = fitted(companies, met.sum(axis=0, keepdims=True), chosen.sum(axis=0, keepdims=True), anchor=0)[0]
    theirs = choix.ilsr_pairwise(4, orders) if players == 2 else choix.ilsr_rankings(4, orders)
    assert ours.tolist() == pytest.approx((theirs - theirs[0]).tolist(), abs=1e-6)
    found = ratings(choices, "w", seed=0, resamples=200)
    with_draws = found.of
    assert found.anchor == "w"
    assert choices.linked().all()
    for k, name in enumerate(names):
        assert with_draws[name].mean == pytest.approx(SCALE * (theirs[k] - theirs[0]), abs=12)
        assert with_draws[name].low <= with_draws[name].mean <= with_draws[name].high


def test_who_never_lost_has_a_rating_all_the_same() -> None:
    choices = Choices(["random", "best"])
    for deal in range(100):
        choices.add(deal, ["best", "random"], [1, 2])
    found = ratings(choices, "random", seed=0, resamples=50)
    assert found.anchor == "random"
    assert found.of["best"].mean == pytest.approx(400 * np.log10(100.5 / 0.5))
    assert np.isnan(found.of["best"].low)
    assert found.of["random"] == Estimate(0, 0, 0)


def test_the_anchor_is_somebody_that_others_can_be_compared_with() -> None:
    """a, b and c beat each other in a ring, so they are linked; random only loses, until there is a draw."""
    choices = Choices(["random", "a", "b", "c"])
    for deal, (winner, loser) in enumerate([("a", "b"), ("b", "c"), ("c", "a"), ("a", "b"), ("a", "random")] * 9):
        choices.add(deal, [winner, loser], [1, 2])
    assert choices.linked().tolist() == [[True] + [False] * 3] + [[False] + [True] * 3] * 3
    found = ratings(choices, "random", seed=0, resamples=50)
    assert found.anchor == "b"
    assert found.of["b"] == Estimate(0, 0, 0)
    assert found.of["random"].mean < found.of["b"].mean < found.of["a"].mean
    assert [name for name, rating in found.of.items() if np.isnan(rating.low)] == ["random"]
    choices.add(99, ["random", "c"], [1.5, 1.5])
    assert choices.linked().all()
    assert ratings(choices, "random", seed=0, resamples=50).anchor == "random"


def test_who_shares_a_place_shares_the_choice() -> None:
    choices = Choices(["a", "b", "c"])
    choices.add(0, ["a", "b", "c"], [1.5, 3, 1.5])
    met, chosen = choices.by_deal()
    assert met.tolist() == [[1]]
    assert chosen.tolist() == [[0.5, 0, 0.5]]


def test_ratings_are_drawn_by_deals() -> None:
    """Both games of a deal go the same way: the interval must be as wide as that of half as many games."""
    wide, narrow = Choices(["random", "a"]), Choices(["random", "a"])
    rng = random.Random(3)
    for deal in range(200):
        won = rng.random() < 0.6
        for _ in range(2):
            wide.add(deal, ["a", "random"], [1, 2] if won else [2, 1])
        for k in range(2):
            narrow.add(1000 * k + deal, ["a", "random"], [1, 2] if won else [2, 1])
    widths = [e.high - e.low for e in (ratings(c, "random", 1, 2000).of["a"] for c in (wide, narrow))]
    assert widths[0] == pytest.approx(widths[1] * 2**0.5, rel=0.15)


def test_games_of_different_lengths_count_as_far_as_they_go() -> None:
    rounds = [[[1, 2]], [[3, 4], [5, 6]]]
    games = [game(deal, [0, 1], [5, 6], [0, 1], by_round=rounds[deal]) for deal in range(2)]
    assert [e.mean for e in found_of(games, ["a", "b"], seed=0)[0].by_round] == [2, 5]


# --- verdicts ---


@pytest.mark.parametrize(
    ("share", "players", "says"),
    [
        (Estimate(0.6, 0.52, 0.7), 2, "mine is clearly better than a and b: 60.0 % [52.0, 70.0] of the wins."),
        (Estimate(0.4, 0.3, 0.49), 2, "mine is clearly worse than a and b: "),
        (Estimate(0.4, 0.3, 0.5), 2, "mine cannot be told from a and b: "),
        (Estimate(0.4, 0.34, 0.5), 3, "mine is clearly better than a and b: "),
        (Estimate(0.0, 0.0, 0.1), 2, "worse than a and b: 0.0 % [0.0, 10.0] of the wins; it never won."),
        (Estimate(1.0, 0.9, 1.0), 2, "of the wins; it always won."),
        (Estimate(1.0, float("nan"), float("nan")), 2, "mine cannot be told from a and b: "),
    ],
)
def test_a_verdict_says_no_more_than_the_interval(share: Estimate, players: int, says: str) -> None:
    standing: Any = SimpleNamespace(agent="mine", win_share=share)
    assert says in verdict(standing, ["a", "b", "a"], players)
