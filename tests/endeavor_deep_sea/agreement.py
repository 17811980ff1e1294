"""The engine and the oracle play the same game; after every action everything about it must be equal.

Both draw their chance from the same stream (section 19 of the rules), so nothing need be handed over but the seed.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import cache
from types import SimpleNamespace
from typing import Any, Protocol

import numpy as np

import undersea_env
from tests.disagreement import Disagreement, differences
from tests.endeavor_deep_sea import oracle
from undersea_env.agents.greedy import Greedy
from undersea_env.core.position import Game, State
from undersea_env.endeavor_deep_sea.compiled.limits import COLUMNS
from undersea_env.endeavor_deep_sea.kernel import actions
from undersea_env.endeavor_deep_sea.printed.things import Catalogue
from undersea_env.endeavor_deep_sea.printed.words import DIFFICULTIES, SpotKind
from undersea_env.endeavor_deep_sea.words.notation.names import ATTRIBUTE_NAMES, CELL_NAMES

NOT_COMPARED = ("stream", "pending")
Position = dict[str, Any]


@cache
def game_of(num_players: int, mission: int, mode: str, difficulty: str, rounds: int | None) -> Game:
    return undersea_env.game(
        game="endeavor_deep_sea", num_players=num_players, mission=mission, mode=mode, difficulty=difficulty,
        rounds=rounds,
    )


def begun(game: Game, seed: int, beginning: Position | None) -> State:
    return game.new_game(seed) if beginning is None else game.from_dict(beginning)


class Duel:
    """One game on both sides. `step` plays an action and compares.

    `beginning` is a position at the beginning of a preparation or a turn from which both go on. `engine` is a game with
    another book of components, which the oracle has not.
    """

    def __init__(
        self, seed: int, num_players: int = 2, mission: int = 1, mode: str = "competitive",
        difficulty: str = "beginner", rounds: int | None = None, beginning: Position | None = None,
        engine: Game | None = None,
    ) -> None:
        game = game_of(num_players, mission, mode, difficulty, rounds)
        self.options = game.options.as_dict()
        self.seed = seed
        self.beginning = beginning
        self.actions: list[int] = []
        self.left = False                            # every game is played to its end
        self.scored: Position = {}                   # the position whose scores were compared last
        folder, chosen = game.catalogue.folder, game.options
        self.state = begun(engine or game, seed, beginning)
        if beginning is None:
            self.oracle = oracle.Game(
                folder, num_players, mission, chosen.mode, chosen.difficulty, chosen.rounds, stream_of(seed)
            )
        else:
            self.oracle = oracle.Game.resumed(folder, beginning, chosen.rounds, beginning["stream"])
        self.compare()

    @property
    def is_over(self) -> bool:
        return self.state.is_terminal

    def step(self, action: int) -> None:
        self.state.apply_action(action)
        self.actions.append(action)
        self.oracle.answer(action)
        self.compare()

    def compare(self) -> None:
        position = self.state.to_dict()
        ours = {key: value for key, value in position.items() if key not in NOT_COMPARED}
        theirs = self.oracle.position()
        if ours != theirs:
            raise self.disagreement("the positions differ: " + "; ".join(differences(ours, theirs)))
        if self.state.current_player != self.oracle.seat:
            raise self.disagreement(f"seat {self.state.current_player} is asked; by the oracle {self.oracle.seat}")
        if list(self.state.legal_actions) != list(self.oracle.answers):
            ours_only = sorted(set(self.state.legal_actions) - set(self.oracle.answers))
            theirs_only = sorted(set(self.oracle.answers) - set(self.state.legal_actions))
            raise self.disagreement(f"only the engine offers {ours_only}, only the oracle {theirs_only}")
        if position["stream"] != self.oracle.stream:
            raise self.disagreement("the next random numbers differ")
        if theirs != self.scored:
            self.compare_scores()
            self.scored = theirs
        if self.is_over or len(self.actions) % 16 == 0:
            self.compare_winners()

    def compare_scores(self) -> None:
        for seat, theirs in enumerate(self.oracle.score_breakdowns()):
            ours = self.state.score_breakdown(seat)
            if any(ours[source] != points for source, points in theirs.items()):
                raise self.disagreement(f"seat {seat} scores {ours}; by the oracle {theirs}")

    def compare_winners(self) -> None:
        won = [bool(each) for each in self.state.result().won]
        if won != list(self.oracle.won()):
            raise self.disagreement(f"{won} have won; by the oracle {self.oracle.won()}")

    def disagreement(self, words: str) -> Disagreement:
        return Disagreement(words, self)


def stream_of(seed: int) -> int:
    """Where the stream of a new game begins: the output function of SplitMix64, in plain Python."""
    low = (1 << 64) - 1
    seed = ((seed ^ (seed >> 30)) * 0xBF58476D1CE4E5B9) & low
    seed = ((seed ^ (seed >> 27)) * 0x94D049BB133111EB) & low
    return seed ^ (seed >> 31)


# --- ways to play ---

class Playing(Protocol):
    """A duel, or something else with a position in which somebody chooses."""

    state: State


Policy = Callable[[Playing, random.Random], int]


def fond_of(idle: float = 0.03, **blocks: float) -> Policy:
    """Random, but with a taste: how much likelier the answers of a block are; `idle` are PASS, END_TURN, DECLINE."""

    def weight(action: int) -> float:
        block, _ = actions.ACTIONS.block_of(action)
        return blocks.get(block.name, idle if action <= actions.DECLINE else 1.0)

    def policy(duel: Playing, rng: random.Random) -> int:
        answers = list(duel.state.legal_actions)
        return rng.choices(answers, [weight(answer) for answer in answers])[0]

    return policy


def by_score(sign: int) -> Policy:
    """The answer after which one's score would be best (+1), or worst (-1), rather than do nothing; ties at random."""

    def policy(duel: Playing, rng: random.Random) -> int:
        seat = duel.state.current_player

        def worth(action: int) -> tuple[float, float]:
            after = duel.state.clone()
            after.apply_action(action)
            points = sum(after.score_breakdown(seat).values())
            return sign * points - 3 * (action <= actions.DECLINE), rng.random()

        return max(duel.state.legal_actions, key=worth)

    return policy


@cache
def greedy_agent() -> Greedy:
    return Greedy("endeavor_deep_sea")


def greedy(duel: Playing, rng: random.Random) -> int:
    """As the agent of that name; now and then at random, so that its games differ."""
    state = duel.state
    if rng.random() < 0.1:
        return rng.choice(list(state.legal_actions))
    masks = np.zeros((1, actions.NUM_ACTIONS), np.int8)
    masks[0, list(state.legal_actions)] = 1
    return int(greedy_agent().choose(None, masks, None, SimpleNamespace(game=state.game, states=state.states))[0])


POLICIES: dict[str, Policy] = {
    "random": fond_of(idle=1.0),
    "busy": fond_of(),
    "never idle": fond_of(idle=0.0001),
    "for points": by_score(1),
    "likes impact": fond_of(HEX=8),
    "likes tokens": fond_of(TOKEN_EFFECT=10, TOKEN_RESEARCH=0.2),
    "hoards tokens": fond_of(TOKEN_EFFECT=0.1, TOKEN_RESEARCH=0.1),
    "likes journals": fond_of(USE_JOURNAL=20, ROW=5, TOKEN_RESEARCH=3),
    "declines": fond_of(idle=3.0),
    "passes early": fond_of(idle=1.0, PASS=6),
    "hoards discs": fond_of(ACTIVATE=0.2, USE_JOURNAL=0.2, TOKEN_RESEARCH=2, PASS=0.3),
    "likes to travel": fond_of(TRAVEL_TO=5, DRAW=5, PROMOTE=3, ACTION=2),
    "against oneself": by_score(-1),
    "greedy": greedy,
}


# --- which games are played ---


def some_options(rng: random.Random) -> dict[str, Any]:
    players = rng.choice((1, 2, 2, 3, 4))
    return {
        "num_players": players,
        "mission": rng.randint(1, 10),
        "mode": "cooperative" if players == 1 else rng.choice(("competitive", "competitive", "cooperative")),
        "difficulty": rng.choice(DIFFICULTIES),
        "rounds": rng.choice((None, None, 2, 3, 4)),
    }


def duel_of(number: int) -> tuple[Duel, Policy, random.Random]:
    """Game number so-and-so of the comparison: its options, its first position and how it is played."""
    rng = random.Random(number)
    options = some_options(rng)
    policy = POLICIES[rng.choice(list(POLICIES))]
    beginning = rare_beginning(game_of(**options), number, rng) if rng.random() < 0.6 else None
    return Duel(number, **options, beginning=beginning), policy, rng


def play_duel(number: int) -> Duel:
    """Play game `number` to its end; raises Disagreement."""
    return played(*duel_of(number))


def played(duel: Duel, policy: Policy, rng: random.Random) -> Duel:
    while not duel.is_over:
        duel.step(policy(duel, rng))
    return duel


def rare_beginning(game: Game, seed: int, rng: random.Random) -> Position:
    """A position in which there is much, or nearly nothing left, of something: what play seldom reaches."""
    state = game.new_game(seed)
    while state.to_dict().get("pending") is not None:                    # past the first launches
        state.apply_action(rng.choice(state.legal_actions))
    position = state.to_dict()
    for change in RARITIES:
        if rng.random() < 0.6:
            change(position, game.catalogue, rng)
    late(position, game, rng)
    position["difficulty"] = game.options.difficulty
    return position


def late(position: Position, game: Game, rng: random.Random) -> None:
    """A later round; in co-operative play so many cards have been turned."""
    latest = int(game.rulebook[0]["last_round"])
    position["round"] = turned = rng.randint(1, latest)
    cards = position["cooperation"]
    if cards is not None:
        deck = [*cards["bonus_goals"], *cards["cards"]]
        cards["bonus_goals"], cards["setbacks_done"] = deck[: min(3, turned)], deck[3:turned]
        cards["cards"] = deck[turned:]
    for player in position["players"]:
        del player["specialists"][turned:]
    recount_specialists(position, game.catalogue)


def wide_ocean(position: Position, catalogue: Catalogue, rng: random.Random) -> None:
    """Many zones, with their dive tokens; some found by somebody."""
    mission = catalogue.mission(position["mission"])
    for _ in range(rng.randint(3, 30)):
        depth = rng.randint(1, mission.max_depth)
        columns = [c for c in range(mission.columns) if CELL_NAMES[(depth - 1) * COLUMNS + c] not in position["ocean"]
                   and (depth == 1 or CELL_NAMES[(depth - 2) * COLUMNS + c] in position["ocean"])]
        stack = position["stacks"][str(depth)]
        if not columns or not stack:
            continue
        board = mission.hidden if mission.hidden in stack else rng.choice(stack)
        stack.remove(board)
        if "designated" in position["mission_state"] and board == mission.hidden:
            position["mission_state"]["designated"] = rng.choice(("conservation", "publish"))
        cell = CELL_NAMES[(depth - 1) * COLUMNS + rng.choice(columns)]
        tokens = {}
        for spot in catalogue.board(board).spots_of(SpotKind.DIVE):
            number = min(rng.randint(0, spot.tokens), len(position["token_supply"]))
            tokens[spot.id] = [position["token_supply"].pop() for _ in range(number)]
        found_by = rng.choice([None, *range(position["num_players"])])
        position["ocean"][cell] = {"board": board, "discoverer": found_by, "discs": {}, "tokens": tokens}
    position["ocean"] = {cell: position["ocean"][cell] for cell in CELL_NAMES if cell in position["ocean"]}


def many_discs(position: Position, catalogue: Catalogue, rng: random.Random) -> None:
    for zone in position["ocean"].values():
        board = catalogue.board(zone["board"])
        taken = {spot.id: rng.randrange(position["num_players"]) for spot in board.disc_spots if rng.random() < 0.4}
        for spot in board.spots_of(SpotKind.SONAR):              # tracks fill from the left
            before = [s.id for s in board.spots_of(SpotKind.SONAR)
                      if s.track == spot.track and s.position < spot.position]
            if not all(id in taken for id in before):
                taken.pop(spot.id, None)
        zone["discs"] = {spot.id: taken[spot.id] for spot in board.disc_spots if spot.id in taken}


def rich_players(position: Position, catalogue: Catalogue, rng: random.Random) -> None:
    for player in position["players"]:
        player |= {name: rng.randint(0, 12) for name in ATTRIBUTE_NAMES}
        player |= {"research": rng.randint(0, 12), "staging": rng.randint(0, 9)}


def more_vessels(position: Position, catalogue: Catalogue, rng: random.Random) -> None:
    closed = {"submerged-cave-system"}
    open_cells = [cell for cell, zone in position["ocean"].items() if zone["board"] not in closed]
    for player in position["players"]:
        player["launches"] = rng.randint(0, 3)
        number = 1 + player["launches"].bit_count()
        cells = rng.sample(open_cells, min(number, len(open_cells)))
        player["vessels"] = sorted(cells, key=CELL_NAMES.index)


def held_tokens(position: Position, catalogue: Catalogue, rng: random.Random) -> None:
    for player in position["players"]:
        if position["token_supply"]:
            player["tokens"] = [position["token_supply"].pop(rng.randrange(len(position["token_supply"])))]


def short_supply(position: Position, catalogue: Catalogue, rng: random.Random) -> None:
    """Most tokens are discarded: they are shuffled soon (A-47)."""
    ids = [token.id for token in catalogue.tokens]
    kept = rng.randint(0, 3)
    position["token_discard"] = sorted(position["token_discard"] + position["token_supply"][kept:], key=ids.index)
    position["token_supply"] = position["token_supply"][:kept]


def large_teams(position: Position, catalogue: Catalogue, rng: random.Random) -> None:
    for player in position["players"]:
        for _ in range(rng.randint(1, 6)):
            held = [entry["kind"] for other in position["players"] for entry in other["specialists"]]
            open_kinds = [p for p in catalogue.specialists[:-1] if held.count(p.id) < p.copies]
            person = rng.choice(open_kinds)
            senior = rng.random() < 0.4
            prints = person.senior_actions if senior else person.junior_actions
            entry = {"kind": person.id, "senior": senior, "disc": bool(prints) and rng.random() < 0.4}
            player["specialists"].append(entry)


def recount_specialists(position: Position, catalogue: Catalogue) -> None:
    """The tray has whom nobody has."""
    held = [entry["kind"] for player in position["players"] for entry in player["specialists"]]
    for person in catalogue.specialists[:12]:
        position["stock"][person.id] = person.copies - held.count(person.id)
    everybody = [id for id in (*position["display"], *position["hidden_experts"]) if id is not None]
    free = [id for id in everybody if id not in held]
    position["display"] = [*free[:3], *[None] * (3 - len(free[:3]))]
    position["hidden_experts"] = free[3:]


def many_journals(position: Position, catalogue: Catalogue, rng: random.Random) -> None:
    for player in position["players"]:
        for _ in range(rng.randint(0, min(6, len(position["deck"])))):
            number = position["deck"].pop(rng.randrange(len(position["deck"])))
            used = bool(catalogue.journals[number].action) and rng.random() < 0.3
            player["journals"].append({"journal": number, "used": used})
        player["journals"].sort(key=lambda entry: entry["journal"])
    if rng.random() < 0.3:                                       # the rest is nearly gone
        for number in position["deck"][rng.randint(0, 2) :]:
            position["players"][0]["journals"].append({"journal": number, "used": False})
            position["deck"].remove(number)
        position["players"][0]["journals"].sort(key=lambda entry: entry["journal"])


def many_markers(position: Position, catalogue: Catalogue, rng: random.Random) -> None:
    """Hexes that could have been reached, one after the other."""
    mission = catalogue.mission(position["mission"])
    by_id = {cell.id: cell for cell in mission.hexes if not (cell.special or cell.infinite or cell.overflow)}
    taken: list[int] = []
    for _ in range(rng.randint(1, len(by_id))):
        if mission.number == 10:
            rows: dict[int, list[int]] = {}
            for id, cell in by_id.items():
                if id not in taken:
                    rows.setdefault(cell.row, []).append(id)
            reached = [min(ids, key=lambda id: by_id[id].col) for ids in rows.values()]
        else:
            reached = [id for id, cell in by_id.items() if id not in taken and not cell.closed and not cell.goal
                       and (cell.entry or any(beside in taken for beside in mission.neighbours[id]))]
        if not reached:
            break
        taken.append(rng.choice(reached))
    position["impact"] = {str(id): rng.randrange(position["num_players"]) for id in sorted(taken)}


RARITIES = (wide_ocean, many_discs, rich_players, more_vessels, held_tokens, short_supply, large_teams, many_journals,
            many_markers)
