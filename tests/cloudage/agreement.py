"""The engine and the oracle play the same game; after every action everything about it must be equal.

Both draw their chance from the same stream (section 17 of the rules), so nothing need be handed over but the seed.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import cache
from typing import Any

import undersea_env
from tests.cloudage import beginnings, oracle
from tests.cloudage.flat import of_engine, of_oracle
from tests.disagreement import Disagreement, differences
from undersea_env.cloudage.chapters import record_after
from undersea_env.cloudage.kernel import actions
from undersea_env.cloudage.printed.words import CHAPTERS, LEGACY_TOKENS, PROJECT_NUMBERS
from undersea_env.core.position import Game, State

GAME = "undersea_env.cloudage"                        # the module: the game need not be registered
NOT_COMPARED = ("stream", "pending")
WHOLE_EVERY = 32                                      # decisions from one comparison of readable positions to the next
SCORES_EVERY = 8
Position = dict[str, Any]
Options = dict[str, Any]


@cache
def scenario(num_players: int, scenario: int, sides: str, extra_objective: bool, rounds: int | None = None) -> Game:
    return undersea_env.game(
        game=GAME, num_players=num_players, scenario=scenario, sides=sides, extra_objective=extra_objective,
        rounds=rounds,
    )


def game_of(options: Options) -> Game:
    if "scenario" in options:
        return scenario(**options)
    return undersea_env.game(game=GAME, **options)


def oracle_options(options: Options) -> oracle.Options:
    if "campaign" in options:
        record = oracle.Record.from_dict(options["campaign"])
        return oracle.Options(options["num_players"], record=record, rounds=options.get("rounds"))
    return oracle.Options(**options)


class Duel:
    """One game on both sides. `step` plays an action and compares.

    `beginning` is a position at the beginning of a production phase, of a turn or of the end, from which both go on.
    `engine` is a game with another book of components, which the oracle has not.
    """

    def __init__(
        self, seed: int, options: Options, beginning: Position | None = None, engine: Game | None = None
    ) -> None:
        game = game_of(options)
        self.options = options
        self.seed = seed
        self.beginning = beginning
        self.actions: list[int] = []
        self.left = False                            # every game is played to its end
        folder, chosen = game.catalogue.folder, oracle_options(options)
        if beginning is None:
            self.state = (engine or game).new_game(seed)
            self.oracle = oracle.Game(folder, chosen, stream_of(seed))
        else:
            self.state = self.read(engine or game, beginning)
            stars = chosen.record.stars if chosen.record else oracle.NO_STARS
            self.oracle = oracle.Game.resumed(folder, beginning, beginning["stream"], stars, chosen.rounds)
        self.compare()

    def read(self, game: Game, position: Position) -> State:
        return game.from_dict(position)

    @property
    def is_over(self) -> bool:
        return self.state.is_terminal

    def step(self, action: int) -> None:
        self.state.apply_action(action)
        self.actions.append(action)
        self.oracle.answer(action)
        self.compare()

    def compare(self) -> None:
        """Everything; what is dear only now and then, and at the end."""
        state, other = self.state, self.oracle
        ours, theirs = of_engine(state), of_oracle(other)
        if ours != theirs:
            self.compare_positions()
            raise self.disagreement("; ".join(differences(ours, theirs)))
        if state.current_player != other.seat:
            raise self.disagreement(f"seat {state.current_player} is asked; by the oracle {other.seat}")
        legal = state.legal_actions
        if legal != other.answers:
            ours_only = sorted(set(legal) - set(other.answers))
            theirs_only = sorted(set(other.answers) - set(legal))
            raise self.disagreement(f"only the engine offers {ours_only}, only the oracle {theirs_only}")
        if self.is_over or len(self.actions) % SCORES_EVERY == 0:
            self.compare_scores()
        if self.is_over or len(self.actions) % WHOLE_EVERY == 0:
            self.compare_positions()
        if self.is_over:
            self.compare_records()

    def compare_positions(self) -> None:
        """As everybody can read them."""
        position = self.state.to_dict()
        ours = {key: value for key, value in position.items() if key not in NOT_COMPARED}
        theirs = self.oracle.position()
        if ours != theirs:
            raise self.disagreement("the positions differ: " + "; ".join(differences(ours, theirs)))

    def compare_scores(self) -> None:
        for seat in range(self.state.game.num_players):
            ours, theirs = self.state.score_breakdown(seat), self.oracle.score_breakdown(seat)
            if ours != theirs | {"total": sum(theirs.values())}:
                raise self.disagreement(f"seat {seat} scores {ours}; by the oracle {theirs}")
        result = self.state.result()
        told = (list(result.scores), list(result.ranks), [bool(won) for won in result.won])
        by_oracle = (self.oracle.scores(), self.oracle.places(), self.oracle.won())
        if told != by_oracle:
            raise self.disagreement(f"scores, places, winners are {told}; by the oracle {by_oracle}")

    def compare_records(self) -> None:
        """Of a finished chapter (Y-9)."""
        if "scenario" in self.options:
            return
        ours, theirs = record_after(self.state), self.oracle.campaign_record()
        if ours != theirs:
            raise self.disagreement("the records differ: " + "; ".join(differences(ours, theirs)))

    def disagreement(self, words: str) -> Disagreement:
        return Disagreement(words, self)


def stream_of(seed: int) -> int:
    """Where the stream of a new game begins: the output function of SplitMix64, in plain Python."""
    low = (1 << 64) - 1
    seed = ((seed ^ (seed >> 30)) * 0xBF58476D1CE4E5B9) & low
    seed = ((seed ^ (seed >> 27)) * 0x94D049BB133111EB) & low
    return seed ^ (seed >> 31)


# --- ways to play ---

Policy = Callable[[Duel, random.Random], int]


def fond_of(idle: float = 0.2, **blocks: float) -> Policy:
    """Random, but with a taste: how much likelier the answers of a block are; `idle` is PASS."""
    weights = [
        blocks.get(block.name, idle if block.name == "PASS" else 1.0) for block in actions.ACTIONS
        for _ in range(block.size)
    ]

    def policy(duel: Duel, rng: random.Random) -> int:
        answers = duel.oracle.answers
        return rng.choices(answers, [weights[answer] for answer in answers])[0]

    return policy


def by_score(sign: int) -> Policy:
    """The answer after which one's score would be best (+1), or worst (-1), rather than do nothing; ties at random."""

    def policy(duel: Duel, rng: random.Random) -> int:
        seat = duel.state.current_player

        def worth(action: int) -> tuple[float, float]:
            after = duel.state.clone()
            after.apply_action(action)
            return sign * after.result().scores[seat] - 2 * (action == actions.PASS), rng.random()

        return max(duel.oracle.answers, key=worth)

    return policy


def preferring(*most_wanted: tuple[str, int]) -> Policy:
    """The first of these answers that is there; else at random. An answer is a block and a place in it, or -1: any."""

    def policy(duel: Duel, rng: random.Random) -> int:
        answers = duel.oracle.answers
        if rng.random() < 0.15:
            return rng.choice(answers)
        for name, place in most_wanted:
            block = next(block for block in actions.ACTIONS if block.name == name)
            first = actions.ACTIONS[name]
            found = [each for each in answers if first <= each < first + block.size and place in (-1, each - first)]
            if found:
                return rng.choice(found)
        return rng.choice(answers)

    return policy


POLICIES: dict[str, Policy] = {
    "random": fond_of(idle=1.0),
    "busy": fond_of(),
    "never idle": fond_of(idle=0.0001),
    "for points": by_score(1),
    "against oneself": by_score(-1),
    "fights": fond_of(FIGHT=8, CUBE=4, MOVE=3),
    "fights to the end": fond_of(idle=0.01, FIGHT=8, CUBE=2),
    "builds": preferring(("UPGRADE", -1), ("PROJECT", -1), ("ACTION", 3)),
    "plays projects": preferring(("PROJECT", -1), ("RESOURCE", 0), ("ACTION", 3), ("OPTION", 1)),
    "plants": preferring(("HEX", -1), ("PLANT", -1), ("ACTION", 4)),
    "plants by tokens": preferring(("CUBE", 2), ("HEX", -1), ("PLANT", -1), ("ACTION", 5), ("ACTION", 6), ("FIGHT", 0)),
    "grows by tokens": preferring(("CUBE", 2), ("PLANT", 3), ("UPGRADE", 2), ("PROJECT", 69), ("ACTION", 4)),
    "collects": preferring(("ACTION", 0), ("ACTION", 1), ("ACTION", 2), ("NAV", -1)),
    "uses tokens": preferring(("ACTION", 6), ("ACTION", 5), ("FIGHT", 0), ("CUBE", -1), ("GUN", -1)),
    "travels": fond_of(MOVE=20),
    "stays": fond_of(idle=20.0),
    "hoards cards": fond_of(PROJECT=0.05, OPTION=0.3, RESOURCE=2, UPGRADE=0.05),
    "hoards resources": fond_of(PROJECT=0.02, UPGRADE=0.02, FIGHT=0.02, PLANT=0.1),
    "passes": fond_of(idle=8.0),
}


# --- which games are played ---


def some_options(rng: random.Random) -> Options:
    """Any game that there is."""
    players = rng.choice((1, 1, 2, 2, 3, 4))
    rounds = rng.randint(1, 7) if rng.random() < 0.1 else None
    kind = rng.random()
    if kind < 0.55:
        number = rng.choice((1, 2, 2, 3, 3))
        extra = players == 1 and number > 1 and rng.random() < 0.5
        sides = "".join(rng.choice("AB") for _ in range(3))
        return {"num_players": players, "scenario": number, "sides": sides, "extra_objective": extra, "rounds": rounds}
    if kind < 0.75:
        return {"num_players": players, "chapter": rng.choice(CHAPTERS), "rounds": rounds}
    return {"num_players": players, "campaign": some_record(rng, players), "rounds": rounds}


def some_record(rng: random.Random, players: int) -> Options:
    """Of a campaign under way, in which much or little is unlocked."""
    likely = rng.random()
    index = rng.randrange(len(CHAPTERS))
    return {
        "chapter_index": index,
        "unlocked": sum(1 << number for number in range(1, PROJECT_NUMBERS) if rng.random() < likely),
        "legacy": sum(1 << token for token in range(LEGACY_TOKENS) if rng.random() < likely),
        "stars": [
            [rng.randrange(6) * (chapter < index and seat < players) for seat in range(4)]
            for chapter in range(len(CHAPTERS))
        ],
    }


def duel_of(number: int) -> tuple[Duel, Policy, random.Random]:
    """Game number so-and-so of the comparison: its options, its first position and how it is played."""
    rng = random.Random(number)
    options = some_options(rng)
    policy = POLICIES[rng.choice(list(POLICIES))]
    beginning = beginnings.rare(game_of(options), number, rng) if rng.random() < 0.6 else None
    return Duel(number, options, beginning), policy, rng


def play_duel(number: int) -> Duel:
    """Play game `number` to its end; raises Disagreement."""
    return played(*duel_of(number))


def played(duel: Duel, policy: Policy, rng: random.Random) -> Duel:
    while not duel.is_over:
        duel.step(policy(duel, rng))
    return duel
