"""The command `demo`: a game between random players to watch."""

import argparse
import random
import time
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from undersea_env.commands.command_line import OK, add_game_options, add_json, chosen_game, show
from undersea_env.core.options import Option

if TYPE_CHECKING:
    from undersea_env.core.position import Game

GAMES_MEASURED, SWEEPS_MEASURED = 64, 1000


def add_command(commands: Any, rules: Iterable[Option]) -> None:
    demo = commands.add_parser("demo", help="watch a game between random players")
    demo.add_argument("--players", type=int, default=2, metavar="N", help="how many (default 2)")
    demo.add_argument("--seed", type=int, default=7, help="decides all chance in the game and all moves (default 7)")
    add_game_options(demo, rules)
    demo.add_argument("--quick", action="store_true", help="a short game, and no measurement of the speed")
    add_json(demo)
    demo.set_defaults(run=_demo)


def _demo(options: argparse.Namespace) -> int:
    game = chosen_game(options, options.players, short=options.quick).game()
    words = game.kind.words
    state = game.new_game(seed=options.seed)
    log = words.GameLog(game)
    rng = random.Random(options.seed)
    lines = log.log_beginning(state.states[0])
    if not options.json:
        print(log.heading, *lines, sep="\n")
    taken: list[int] = []
    while not state.is_terminal:
        legal = state.legal_actions
        action = legal[rng.randrange(len(legal))]
        before = state.clone()
        state.apply_action(action)
        news = log.log_action(before.states[0], state.states[0], action)
        if not options.json:
            print(*news, sep="\n")
        lines += news
        taken.append(action)
    speed = None if options.quick else _measured_speed(game, options.seed)
    if options.json:
        data = {
            "players": game.num_players, "seed": options.seed, "actions": taken, "log": lines,
            "scores": list(state.scores), "ranks": list(state.ranks), "winners": list(state.winners),
            "breakdown": [state.score_breakdown(seat) for seat in range(game.num_players)],
            "decisions_per_second": speed,
        }
        return show(options, data, "")
    print("", words.ansi(state), "", words.score_sheet(state), "", sep="\n")
    print(f"{len(taken)} decisions in this game.")
    if speed:
        print(f"Random play in batches on one thread: {speed:,} decisions a second.")
    return OK


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
