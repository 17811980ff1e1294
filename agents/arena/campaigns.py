"""Campaigns: games one after the other, linked by the record that `campaign` of a `Kind` describes.

All campaigns of a chunk play the same chapter at the same time; those whose chapter has the same rule book are played
side by side. A campaign is told like a game (see `side_by_side.Played`) whose points are stars and whose sources of
points are its chapters.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from undersea_env.agents.arena.asking import Asked, leave
from undersea_env.agents.arena.choice import GameChoice
from undersea_env.agents.arena.side_by_side import SideBySide, as_data, players_of, wins_of
from undersea_env.core.position import State
from undersea_env.core.streams import derived_seed
from undersea_env.errors import InvalidOption

if TYPE_CHECKING:
    from undersea_env.agents.arena.plan import Chunk, Plan
    from undersea_env.core.kind import Kind
    from undersea_env.core.position import Game

Data = dict[str, Any]


def begin(
    game: "str | Kind | None", num_players: int, components: str | None = None, **options: Any
) -> tuple[GameChoice, Data]:
    """The first chapter of a campaign, and the record with which it begins."""
    choice = GameChoice.of(game, num_players)                # the number of players is checked before it is believed
    campaign = choice.kind.checked_campaign()
    decided = [name for name in options if name in campaign.DECIDES]
    if decided:
        raise InvalidOption(f"a campaign decides {', '.join(decided)} by itself; leave it out")
    record: Data = campaign.begin(num_players)
    given = options | campaign.options_of(record)
    return GameChoice.of(choice.kind, num_players, components, **given), record


def chapter_of(choice: GameChoice, record: Any) -> GameChoice:
    """The next chapter of a campaign, of which `choice` is any chapter."""
    given = {**choice.options.as_dict(), **choice.kind.checked_campaign().options_of(record)}
    return GameChoice.of(choice.kind, components=choice.components, **given)


def seed_of_chapter(seed: int, number: int) -> int:
    """Of a campaign with this seed; chapters are numbered from 0."""
    return derived_seed(seed, number)


# --- many of them ---


@dataclass
class Course:
    """A campaign on its way."""

    deal: int
    rotation: int
    seed: int
    entrants: list[int]
    record: Data
    chapters: list[Data] = field(default_factory=list)
    forfeit: Data | None = None

    def play_on(self, games: SideBySide, lane: int, game: "Game", with_actions: bool) -> None:
        """The chapter that was played in this lane; `game` is that of the record, and has the same rule book."""
        played = as_data(games.played(lane, self.deal, self.rotation, with_actions), game.num_actions)
        self.chapters.append(played | {"record": self.record})
        if played["forfeit"] is not None:
            self.forfeit = played["forfeit"] | {"chapter": len(self.chapters) - 1}
            return
        state = State.of(game, bytearray(games.batch.state(lane).buffer))
        self.record = state.campaign_record()

    def as_data(self, choice: GameChoice) -> Data:
        told: Data = {
            "deal": self.deal, "rotation": self.rotation, "seed": self.seed, "entrants": self.entrants,
            "decisions": np.sum([chapter["decisions"] for chapter in self.chapters], axis=0).tolist(),
            "forfeit": self.forfeit, "chapters": self.chapters, "record": self.record,
        }
        if self.forfeit is not None:
            last = self.chapters[-1]
            told |= {"wins": last["wins"], "ranks": last["ranks"]}
            return told | dict.fromkeys(("scores", "sources", "by_round"))
        game = choice.game()
        campaign, players = choice.kind.checked_campaign(), choice.num_players
        rows = np.array(campaign.stars(self.record, players))
        totals = rows.sum(axis=0)
        winners = campaign.winners(self.record, players, game.catalogue)
        return told | {
            "wins": wins_of(game, [seat in winners for seat in range(players)]),
            "ranks": [float(1 + np.count_nonzero(totals > total)) for total in totals],
            "scores": totals.tolist(),
            "sources": rows.T.tolist(),
            "by_round": rows.cumsum(axis=0).tolist(),
        }


def play_campaigns(plan: "Plan", chunk: "Chunk", names: dict[str, str]) -> Data:
    """The campaigns of a chunk as plain JSON types; `seconds` is all that is not the same every time."""
    choice = plan.choice
    campaign = choice.kind.checked_campaign()
    agents = players_of(plan, chunk, names)
    courses = [
        Course(deal, turn, plan.seed_of_deal(deal), plan.entrants_by_seat(turn), campaign.begin(plan.players))
        for deal in range(chunk.first, chunk.stop) for turn in range(plan.rotations)
    ]
    for number in range(len(campaign.CHAPTERS)):
        _play_chapter(choice, number, [course for course in courses if course.forfeit is None], agents, plan.record)
    for asked in agents:
        leave(asked.agent)
    return {
        "chunk": chunk.number,
        "games": [course.as_data(choice) for course in courses],
        "seconds": [round(agent.seconds, 6) for agent in agents],
        "decisions": [agent.decisions for agent in agents],
    }


def _play_chapter(
    choice: GameChoice, number: int, courses: Iterable[Course], agents: list[Asked], with_actions: bool
) -> None:
    together: dict[str, list[tuple[Course, Game]]] = {}
    for course in courses:
        game = chapter_of(choice, course.record).game()
        together.setdefault(game.rulebook_hash, []).append((course, game))
    for table in together.values():
        seeds = [seed_of_chapter(course.seed, number) for course, _ in table]
        games = SideBySide(table[0][1], agents, seeds, np.array([course.entrants for course, _ in table]))
        games.play()
        for lane, (course, game) in enumerate(table):
            course.play_on(games, lane, game, with_actions)
