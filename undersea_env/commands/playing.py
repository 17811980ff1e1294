"""The command `play`: a game at the terminal, against agents or other people."""

import argparse
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from undersea_env.commands.command_line import (
    BAD_USAGE,
    INTERRUPTED,
    OK,
    CommandError,
    add_game_options,
    add_json,
    add_seed,
    agent_codes,
    chosen_game,
    number_from,
)
from undersea_env.core.checking import SEEDS
from undersea_env.core.options import Option
from undersea_env.core.registry import games, kind_of

if TYPE_CHECKING:
    from undersea_env.agents.arena.replays import Replay

LEVELS = ("easy", "normal", "hard")
MOST_DECISIONS = 1_000_000


def add_command(commands: Any, rules: Iterable[Option]) -> None:
    play = commands.add_parser("play", help="play at the terminal")
    play.add_argument("who", nargs="*", type=agent_codes, default=[], metavar="AGENT",
                      help="who sits at the table, a seat each, as --seats has them")
    play.add_argument("--seats", type=agent_codes, metavar="AGENTS",
                      help="one a seat, at least one of them human (default: you and an opponent of the level)")
    play.add_argument("--players", type=number_from(1, 9), metavar="N", help="you and N - 1 opponents of the level")
    play.add_argument("--level", choices=LEVELS, default="normal",
                      help="of the opponents: easy, normal (greedy), hard (a search); default normal")
    play.add_argument("--resume", type=Path, metavar="FILE", help="go on with a recorded game that was left")
    play.add_argument("--from", dest="branch", type=Path, metavar="FILE", help="go on from a moment of a recorded game")
    play.add_argument("--decision", type=number_from(0, MOST_DECISIONS), metavar="N",
                      help="which moment: after so many decisions (default: where the record ends)")
    play.add_argument("--indices", action="store_true", help="answers have the numbers of actions")
    play.add_argument("--plain", action="store_true", help="lines below each other, also at a terminal")
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

    begun = _begun(options)
    seats = _seats(options, begun)
    if HUMAN not in seats:
        raise CommandError(f"no seat is {HUMAN}; `undersea simulate` lets agents play alone", BAD_USAGE)
    if sys.stdin is None:
        raise CommandError("there is no standard input to read answers from")
    choice = chosen_game(options, len(seats)) if begun is None else begun.choice
    if not (options.resume is not None and options.record == options.resume):
        check_record(options.record, None)
    seed, seed_of_agents = (secrets.randbelow(SEEDS) if options.seed is None else options.seed for _ in range(2))
    agents = [
        None if code == HUMAN else Asked(
            player_of(code, handed_seed(seed_of_agents, AGENTS, seat), choice.kind),
            handed_seed(seed_of_agents, REDEALS, seat),
        )
        for seat, code in enumerate(seats)
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

    session = Session(
        choice, seed if begun is None else begun.seed, names, agents, read, write, colour=screen.isatty(),
        in_place=screen.isatty() and sys.stdin.isatty() and not options.plain, by_index=options.indices,
        actions=[] if begun is None else list(begun.actions),
    )
    try:
        session.play()
    except KeyboardInterrupt:
        write(f"\n{_how_to_go_on(options)}")
        return INTERRUPTED
    finally:
        close_bots()
        if options.record is not None:
            write_whole(place_of_record(options.record), session.replay().as_line())
    if not session.state.is_terminal and session.failure is None:
        write(_how_to_go_on(options))
    if options.json:
        over = session.state.is_terminal
        data = {
            "agents": names, "seed": session.seed, "finished": over, "decisions": len(session.actions),
            "scores": list(session.state.scores) if over else None, "winners": list(session.state.winners),
        }
        print(json.dumps(data, indent=2, ensure_ascii=False))
    return OK


def _seats(options: argparse.Namespace, begun: "Replay | None") -> list[str]:
    """Who sits where; nobody is named twice."""
    from undersea_env.agents.arena.table import HUMAN
    from undersea_env.agents.registry import opponent_of

    named = [code for codes in options.who for code in codes]
    if named and options.seats:
        raise CommandError("say who plays once: behind `play`, or behind --seats", BAD_USAGE)
    seats = named or options.seats
    if seats and options.players not in (None, len(seats)):
        raise CommandError(f"--players says {options.players}, but {len(seats)} are named", BAD_USAGE)
    if begun is not None:
        if seats and len(seats) != begun.choice.num_players:
            raise CommandError(f"the recorded game has {begun.choice.num_players} seats, not {len(seats)}", BAD_USAGE)
        opponent = opponent_of(options.level, begun.choice.kind)
        people = [name == HUMAN for name in begun.agents]
        people = people if any(people) else [seat == 0 for seat in range(len(people))]
        return seats or [HUMAN if is_person else opponent for is_person in people]
    players = options.players or 2
    return seats or [HUMAN, *[opponent_of(options.level, kind_of(options.game))] * (players - 1)]


def _begun(options: argparse.Namespace) -> "Replay | None":
    """The recorded game that is gone on with, as far as it is to be taken over."""
    from dataclasses import replace

    from undersea_env.agents.arena.replays import read_replays

    if options.resume is not None and options.branch is not None:
        raise CommandError("--resume goes on at the end, --from at a moment: take one of them", BAD_USAGE)
    file = options.resume or options.branch
    if file is None:
        if options.decision is not None:
            raise CommandError("--decision is a moment of a recorded game: name it with --from FILE", BAD_USAGE)
        return None
    if options.game not in games():
        kind_of(options.game)                                # so that the file may name a game that lies elsewhere
    replay = next(iter(read_replays(file, options.components)))
    replay.game()                                            # by the same rules, or it is refused
    length = len(replay.actions) if options.decision is None else options.decision
    if length > len(replay.actions):
        raise CommandError(f"the game has {len(replay.actions)} decisions, not {length}", BAD_USAGE)
    if replay.scores is not None and length == len(replay.actions):
        raise CommandError("that game is over; --from FILE --decision N goes on from a moment of it", BAD_USAGE)
    return replace(replay, actions=replay.actions[:length], scores=None, forfeit=None)


def _how_to_go_on(options: argparse.Namespace) -> str:
    if options.record is None:
        return "The game was not kept; with `--record FILE` it can be gone on with."
    return f"It is kept: `undersea play --resume {options.record}` goes on with it."
