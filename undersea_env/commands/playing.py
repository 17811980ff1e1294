"""The command `play`: a game at the terminal, or the next chapter of a campaign, against agents or other people."""

import argparse
import sys
from collections.abc import Iterable, Sequence
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
    given_options,
    number_from,
)
from undersea_env.core.checking import SEEDS
from undersea_env.core.options import Option
from undersea_env.core.registry import games, kind_of
from undersea_env.errors import InvalidReplay

if TYPE_CHECKING:
    from undersea_env.agents.arena.asking import Asked
    from undersea_env.agents.arena.campaign_file import KeptCampaign
    from undersea_env.agents.arena.choice import GameChoice
    from undersea_env.agents.arena.playing import Session
    from undersea_env.agents.arena.replays import Replay
    from undersea_env.core.kind import Kind

LEVELS = ("easy", "normal", "hard")
MOST_DECISIONS = 1_000_000


def add_command(commands: Any, rules: Iterable[Option]) -> None:
    play = commands.add_parser("play", help="play at the terminal")
    play.add_argument("who", nargs="*", type=agent_codes, default=[], metavar="AGENT",
                      help="who sits at the table, a seat each, as --seats has them")
    play.add_argument("--seats", type=agent_codes, metavar="AGENTS",
                      help="one a seat, at least one of them human (default: you and an opponent of the level)")
    play.add_argument("--players", type=number_from(1, 9), metavar="N", help="you and N - 1 opponents of the level")
    play.add_argument("--level", choices=LEVELS,
                      help="of the opponents: easy, normal (greedy), hard (a search); default normal")
    play.add_argument("--campaign", type=Path, metavar="FILE",
                      help="the next chapter of the campaign in this file; it is begun if there is no such file")
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

    if options.campaign is not None:
        return _play_campaign(options)
    begun = _begun(options)
    codes = _seats(options, kind_of(options.game)) if begun is None else _seats_of_replay(options, begun)
    _check_people(codes)
    choice = chosen_game(options, len(codes)) if begun is None else begun.choice
    if not (options.resume is not None and options.record == options.resume):
        _check_record(options)
    seed, seed_of_agents = (_some_seed(options) for _ in range(2))
    players, terminal = _players(codes, seed_of_agents, choice.kind), Terminal(options)
    session = terminal.session(choice, seed if begun is None else begun.seed, *players)
    if begun is not None:
        session.resume(begun.actions)
    is_interrupted = _played(session, options)
    if not session.is_over:
        terminal.write(_how_to_go_on(options))
    if is_interrupted:
        return INTERRUPTED
    if options.json:
        print(json.dumps(_result(session), indent=2, ensure_ascii=False))
    return OK


# --- who plays ---


def _seats(options: argparse.Namespace, kind: "Kind", before: Sequence[str] = ()) -> list[str]:
    """Who sits where; nobody is named twice. In a game that is gone on with, people sit where they sat `before`."""
    from undersea_env.agents.arena.table import HUMAN
    from undersea_env.agents.registry import opponent_of

    named = [code for codes in options.who for code in codes]
    if named and options.seats:
        raise CommandError("say who plays once: behind `play`, or behind --seats", BAD_USAGE)
    seats = named or options.seats
    if seats and options.players not in (None, len(seats)):
        raise CommandError(f"--players says {options.players}, but {len(seats)} are named", BAD_USAGE)
    if seats:
        return list(seats)
    opponent = opponent_of(options.level or "normal", kind)
    if HUMAN in before and options.players in (None, len(before)):
        return [HUMAN if name == HUMAN else opponent for name in before]
    return [HUMAN, *[opponent] * ((options.players or len(before) or 2) - 1)]


def _seats_of_replay(options: argparse.Namespace, begun: "Replay") -> list[str]:
    codes, players = _seats(options, begun.choice.kind, begun.agents), begun.choice.num_players
    if len(codes) != players:
        raise CommandError(f"the recorded game has {players} seats, not {len(codes)}", BAD_USAGE)
    return codes


def _check_people(codes: Iterable[str]) -> None:
    from undersea_env.agents.arena.table import HUMAN

    if HUMAN not in codes:
        raise CommandError(f"no seat is {HUMAN}; `undersea simulate` lets agents play alone", BAD_USAGE)
    if sys.stdin is None:
        raise CommandError("there is no standard input to read answers from")


def _check_record(options: argparse.Namespace) -> None:
    from undersea_env.agents.arena.results import check_record

    check_record(options.record, None)


def _some_seed(options: argparse.Namespace) -> int:
    import secrets

    return secrets.randbelow(SEEDS) if options.seed is None else int(options.seed)


def _players(codes: Iterable[str], seed: int, kind: "Kind") -> tuple[list[str], "list[Asked | None]"]:
    """Names and agents by seat; None for a person."""
    from undersea_env.agents.arena.asking import Asked, player_of
    from undersea_env.agents.arena.plan import AGENTS, REDEALS
    from undersea_env.agents.arena.table import HUMAN
    from undersea_env.core.streams import handed_seed

    agents = [
        None if code == HUMAN else Asked(
            player_of(code, handed_seed(seed, AGENTS, seat), kind), handed_seed(seed, REDEALS, seat)
        )
        for seat, code in enumerate(codes)
    ]
    return [HUMAN if agent is None else str(agent.agent.name) for agent in agents], agents


# --- the terminal ---


class Terminal:
    """What is asked and shown; with --json only the result goes to the standard output."""

    def __init__(self, options: argparse.Namespace) -> None:
        self._screen = sys.stderr if options.json else sys.stdout
        self._by_index = options.indices
        self._colour = self._screen.isatty()
        self._in_place = self._colour and sys.stdin.isatty() and not options.plain

    def session(self, choice: "GameChoice", seed: int, names: list[str], agents: "list[Asked | None]") -> "Session":
        from undersea_env.agents.arena.playing import Session

        return Session(
            choice, seed, names, agents, self._read, self.write, self._colour, self._in_place, self._by_index
        )

    def write(self, words: str) -> None:
        print(words, file=self._screen, flush=True)

    def _read(self, prompt: str) -> str | None:
        print(prompt, end="", file=self._screen, flush=True)
        try:
            return sys.stdin.readline() or None
        except OSError as error:
            raise CommandError(f"the standard input cannot be read: {error.strerror}") from None


def _played(session: "Session", options: argparse.Namespace) -> bool:
    """Until it is over or left; True if by an interrupt."""
    from undersea_env.agents.arena.folder import write_whole
    from undersea_env.agents.arena.results import place_of_record
    from undersea_env.agents.bot_process import close_bots

    try:
        session.play()
    except KeyboardInterrupt:
        session.write("")
        return True
    finally:
        close_bots()
        if options.record is not None:
            write_whole(place_of_record(options.record), session.replay().as_line())
    return False


def _result(session: "Session") -> dict[str, Any]:
    over = session.state.is_terminal
    return {
        "agents": session.names, "seed": session.seed, "finished": over, "decisions": len(session.actions),
        "scores": list(session.state.scores) if over else None, "winners": list(session.state.winners),
    }


# --- a recorded game that is gone on with ---


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


# --- a campaign ---


def _play_campaign(options: argparse.Namespace) -> int:
    """The next chapter, or the rest of one that was left."""
    from undersea_env.agents.arena import campaign_file

    if options.resume is not None or options.branch is not None or options.decision is not None:
        raise CommandError(
            "a campaign goes on where it stands: --resume, --from and --decision are for single games", BAD_USAGE
        )
    with campaign_file.held(options.campaign):
        return _play_chapter(options, _campaign_of(options))


def _campaign_of(options: argparse.Namespace) -> "KeptCampaign":
    from undersea_env.agents.arena.campaign_file import KeptCampaign, parsed, read_campaign
    from undersea_env.agents.arena.campaigns import begin

    path = options.campaign
    if path.exists():
        if options.names_game:
            kind_of(options.game)                            # files may name it then
        return _goes_on(options, read_campaign(path, options.components))
    codes = _seats(options, kind_of(options.game))
    _check_people(codes)
    first, record = begin(options.game, len(codes), options.components, **given_options(options))
    _players(codes, 0, first.kind)                           # what is wrong with one is told before there is a file
    kept = KeptCampaign(first, _some_seed(options), tuple(codes), record)
    return parsed(kept.as_text().encode(), options.components)


def _goes_on(options: argparse.Namespace, kept: "KeptCampaign") -> "KeptCampaign":
    """What the command says once more must be what the file says; but others may sit at the table."""
    from dataclasses import replace

    from undersea_env.agents.arena.campaigns import begin
    from undersea_env.agents.registry import is_bot_file

    path, first = options.campaign, kept.first
    if options.names_game and kind_of(options.game) != first.kind:
        named = kind_of(options.game).title
        raise CommandError(f"{path} has a campaign of {first.kind.title}, not of {named}", BAD_USAGE)
    codes = _seats(options, first.kind, kept.seats)
    if len(codes) != first.num_players:
        raise CommandError(
            f"the number of players does not change within a campaign: {path} has one of {first.num_players}, not of "
            f"{len(codes)}", BAD_USAGE,
        )
    _check_people(codes)
    if kept.is_over:
        raise CommandError(f"{path}: {' '.join(kept.standing())} Choose another file to begin anew", BAD_USAGE)
    if options.seed is not None and options.seed != kept.seed:
        raise CommandError(f"the campaign in {path} has a seed of its own; leave --seed out", BAD_USAGE)
    if options.game == first.name:
        given = given_options(options)
        asked, _ = begin(first.kind, first.num_players, options.components, **given)
        for name in given:
            was = getattr(first.options, name)
            if getattr(asked.options, name) != was:
                raise CommandError(f"the campaign in {path} is played with {name} {was}; leave it out", BAD_USAGE)
    if not options.who and options.seats is None and options.level is None:
        for seat, code in enumerate(kept.seats):
            if is_bot_file(code):                            # nothing is executed because a file says so
                raise CommandError(f"seat {seat} is the bot {code}: name all seats with --seats to load it", BAD_USAGE)
        return kept
    return replace(kept, seats=tuple(codes))


def _play_chapter(options: argparse.Namespace, kept: "KeptCampaign") -> int:
    import json

    from undersea_env.core.streams import handed_seed

    _check_record(options)
    path, terminal, seed = options.campaign, Terminal(options), kept.seed_of_chapter()
    players = _players(kept.seats, handed_seed(seed, len(kept.actions)), kept.first.kind)
    session = terminal.session(kept.chapter(), seed, *players)
    session.announce(*kept.standing())
    try:
        session.resume(kept.actions)
    except InvalidReplay as error:
        raise InvalidReplay(f"{path}: {error}") from None
    keeper = Keeper(path, kept)
    session.keep = lambda: keeper.keep(session.actions)
    session.keep()
    is_interrupted = _played(session, options)
    session.keep()
    if session.state.is_terminal:
        kept = kept.after_chapter(session.state.campaign_record())
        kept.write(path)
        terminal.write("\n".join(["", *_told(session), *kept.standing()]))
    else:
        terminal.write(f"The same command goes on with {path}.")
    if is_interrupted:
        return INTERRUPTED
    if options.json:
        data = _result(session) | {"campaign": kept.as_data()}
        print(json.dumps(data, indent=2, ensure_ascii=False))
    return OK


class Keeper:
    """Writes the answers of a chapter into the file of its campaign, whenever there are others."""

    def __init__(self, path: Path, kept: "KeptCampaign") -> None:
        self._path = path
        self._kept = kept
        self._is_written = False

    def keep(self, actions: list[int]) -> None:
        from dataclasses import replace

        if self._is_written and self._kept.actions == tuple(actions):
            return
        self._kept = replace(self._kept, actions=tuple(actions))
        self._kept.write(self._path)
        self._is_written = True


def _told(session: "Session") -> list[str]:
    """The chapter in sentences."""
    from undersea_env.agents.arena.resimulation import replayed

    lines: list[str] = session.game.kind.words.tell_chapter(replayed(session.replay()))
    return lines
