"""The command `play`: a game at the terminal, against agents or other people."""

import argparse
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from undersea_env.commands.command_line import (
    BAD_USAGE,
    OK,
    CommandError,
    add_game_options,
    add_json,
    add_seed,
    agent_codes,
    chosen_game,
)
from undersea_env.core.checking import SEEDS
from undersea_env.core.options import Option


def add_command(commands: Any, rules: Iterable[Option]) -> None:
    play = commands.add_parser("play", help="play at the terminal")
    play.add_argument("--seats", type=agent_codes, default=["human", "random"], metavar="AGENTS",
                      help="one a seat, at least one of them human (default human,random)")
    add_game_options(play, rules)
    play.add_argument("--record", type=Path, metavar="FILE", help="keep the game, also if it is left unfinished")
    add_seed(play, "decides all chance and all agents (default: another one every time)", default=None)
    add_json(play)
    play.set_defaults(run=_play)


def _play(options: argparse.Namespace) -> int:
    import json
    import secrets

    from undersea_env.agents.arena.asking import Asked, player_of
    from undersea_env.agents.arena.folder import write_whole
    from undersea_env.agents.arena.plan import AGENTS, REDEALS
    from undersea_env.agents.arena.playing import Session
    from undersea_env.agents.arena.results import check_record, place_of_record
    from undersea_env.agents.arena.table import HUMAN
    from undersea_env.agents.bot_process import close_bots
    from undersea_env.core.streams import handed_seed

    if HUMAN not in options.seats:
        raise CommandError(f"no seat is {HUMAN}; `undersea simulate` lets agents play alone", BAD_USAGE)
    if sys.stdin is None:
        raise CommandError("there is no standard input to read answers from")
    choice = chosen_game(options, len(options.seats))
    check_record(options.record, None)
    seed, seed_of_agents = (secrets.randbelow(SEEDS) if options.seed is None else options.seed for _ in range(2))
    agents = [
        None if code == HUMAN else Asked(
            player_of(code, handed_seed(seed_of_agents, AGENTS, seat), choice.kind),
            handed_seed(seed_of_agents, REDEALS, seat),
        )
        for seat, code in enumerate(options.seats)
    ]
    names = [HUMAN if agent is None else str(agent.agent.name) for agent in agents]
    screen = sys.stderr if options.json else sys.stdout      # with --json only the result goes to the standard output

    def write(words: str) -> None:
        print(words, file=screen, flush=True)

    def read(prompt: str) -> str | None:
        print(prompt, end="", file=screen, flush=True)
        try:
            return sys.stdin.readline() or None
        except OSError as error:
            raise CommandError(f"the standard input cannot be read: {error.strerror}") from None

    session = Session(choice, seed, names, agents, read, write, colour=screen.isatty())
    try:
        session.play()
    finally:
        close_bots()
        if options.record is not None:
            write_whole(place_of_record(options.record), session.replay().as_line())
    if options.json:
        over = session.state.is_terminal
        data = {
            "agents": names, "seed": seed, "finished": over, "decisions": len(session.actions),
            "scores": list(session.state.scores) if over else None, "winners": list(session.state.winners),
        }
        print(json.dumps(data, indent=2, ensure_ascii=False))
    return OK
