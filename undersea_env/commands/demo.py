"""The command `demo`: a game between two good agents, in a few lines."""

import argparse
import time
from collections.abc import Iterable
from importlib.util import find_spec
from textwrap import wrap
from typing import TYPE_CHECKING, Any

from undersea_env.commands.command_line import (
    OK,
    CommandError,
    add_game_options,
    add_json,
    agent_codes,
    chosen_game,
    show,
)
from undersea_env.core.options import Option

if TYPE_CHECKING:
    from undersea_env.core.position import Game

GAMES_MEASURED, SWEEPS_MEASURED = 64, 1000
MOMENTS, WIDTH = 8, 100                              # of the course that is told


def add_command(commands: Any, rules: Iterable[Option]) -> None:
    demo = commands.add_parser("demo", help="watch a game between two good agents")
    demo.add_argument("--players", type=int, default=2, metavar="N", help="how many (default 2)")
    demo.add_argument("--agents", type=agent_codes, metavar="AGENTS", help="one a seat (default: the shipped ones)")
    demo.add_argument("--seed", type=int, default=7, help="decides all chance in the game and all moves (default 7)")
    add_game_options(demo, rules)
    demo.add_argument("--quick", action="store_true", help="a short game between random players")
    demo.add_argument("--all", action="store_true", help="every decision in sentences, and the table at the end")
    add_json(demo)
    demo.set_defaults(run=_demo)


def _demo(options: argparse.Namespace) -> int:
    import numpy as np

    from undersea_env.agents.arena.asking import Asked, player_of
    from undersea_env.agents.bot_process import close_bots

    if options.agents is not None:
        options.players = len(options.agents)
    game = chosen_game(options, options.players, short=options.quick).game()
    state = game.new_game(seed=options.seed)
    codes = options.agents or _shipped(game, options.quick)
    seats = [Asked(player_of(code, options.seed + k, game.kind), options.seed + k) for k, code in enumerate(codes)]
    names = [str(seat.agent.name) for seat in seats]
    words = game.kind.words
    log = words.GameLog(game)
    lines = log.log_beginning(state.states[0])
    moments: list[tuple[str, tuple[int, ...]]] = []
    taken: list[int] = []
    try:
        while not state.is_terminal:
            seat, before = state.current_player, state.clone()
            actions, failures = seats[seat].ask(
                game, state.states.view(np.ndarray), state.legal_mask()[None, :], np.array([seat])
            )
            if failures:
                raise CommandError(f"{names[seat]} did not answer: {failures[0].reason}")
            action = int(actions[0])
            state.apply_action(action)
            lines += log.log_action(before.states[0], state.states[0], action)
            moments.append((words.summary(before), before.scores))
            taken.append(action)
    finally:
        close_bots()
    speed = None if options.quick or not options.all else _measured_speed(game, options.seed)
    if options.json:
        data = {
            "players": game.num_players, "agents": names, "seed": options.seed, "actions": taken, "log": lines,
            "scores": list(state.scores), "ranks": list(state.ranks), "winners": list(state.winners),
            "breakdown": [state.score_breakdown(seat) for seat in range(game.num_players)],
            "decisions_per_second": speed,
        }
        return show(options, data, "")
    who = ", ".join(f"seat {seat} {name}" for seat, name in enumerate(names))
    told = [f"{game.kind.title}: {who}; seed {options.seed}, {len(taken)} decisions"]
    told += [*lines, "", words.ansi(state)] if options.all else _course(lines, moments)
    told += ["", words.score_sheet(state)]
    if game.num_players > 1 and not game.is_cooperative:
        told.append(f"Won by {' and '.join(f'seat {seat} ({names[seat]})' for seat in state.winners)}.")
    if speed:
        told.append(f"Random play in batches on one thread: {speed:,} decisions a second.")
    if not options.all:
        told.append("`undersea demo --all` tells every decision; `undersea play` lets you play.")
    print("\n".join(told))
    return OK


def _shipped(game: "Game", quick: bool) -> list[str]:
    """greedy and the network that comes with the game in turn, as far as the game has them."""
    kind, players = game.kind, game.num_players
    if quick or kind.heuristic is None:
        return ["random"] * players
    knows_the_cards = game.components is None and kind.pretrained("ppo") is not None
    good = ["greedy", "ppo"] if knows_the_cards and find_spec("torch") is not None else ["greedy"]
    return [good[seat % len(good)] for seat in range(players)]


def _course(lines: list[str], moments: list[tuple[str, tuple[int, ...]]]) -> list[str]:
    """A few moments with the points, and what was done last."""
    step = max(1, len(moments) // MOMENTS)
    told = [f"  {when}: points {' : '.join(map(str, scores))}" for when, scores in moments[::step]]
    return [*told, "  ...", *[wrap(f"  {line}", WIDTH)[0] for line in lines[-3:]]]


def _measured_speed(game: "Game", seed: int) -> int:
    """Decisions a second of random legal play with masks, one thread, a short run."""
    import numpy as np

    n = GAMES_MEASURED
    states, rooms = game.new_states(n), game.new_rooms(1)
    masks = np.zeros((n, game.num_actions), np.int8)
    streams = np.arange(n, dtype=np.uint64) + np.uint64(seed % 1000)
    game.engine.begin(states, streams, 0, n)
    game.engine.play_at_random(states, rooms, 0, masks, streams, 1, 0, n)
    start = time.perf_counter()
    game.engine.play_at_random(states, rooms, 0, masks, streams, SWEEPS_MEASURED, 0, n)
    return int(n * SWEEPS_MEASURED / (time.perf_counter() - start))
