"""The command `play`: a game at the terminal, or the next chapter of a campaign, against agents or other people."""

import argparse
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from undersea_env.commands.command_line import (
    BAD_USAGE,
    OK,
    CommandError,
    add_game_options,
    add_json,
    add_seed,
    agent_codes,
    chosen_game,
    given_options,
)
from undersea_env.core.checking import SEEDS
from undersea_env.core.options import Option
from undersea_env.errors import InvalidReplay

if TYPE_CHECKING:
    from undersea_env.agents.arena.asking import Asked
    from undersea_env.agents.arena.campaign_file import KeptCampaign
    from undersea_env.agents.arena.playing import Session
    from undersea_env.core.kind import Kind

DEFAULT_SEATS = ("human", "random")


def add_command(commands: Any, rules: Iterable[Option]) -> None:
    play = commands.add_parser("play", help="play at the terminal")
    play.add_argument("--seats", type=agent_codes, metavar="AGENTS",
                      help="one a seat, at least one of them human (default human,random)")
    add_game_options(play, rules)
    play.add_argument("--campaign", type=Path, metavar="FILE",
                      help="the next chapter of the campaign in this file; it is begun if there is no such file")
    play.add_argument("--record", type=Path, metavar="FILE", help="keep the game, also if it is left unfinished")
    add_seed(play, "decides all chance and all agents (default: another one every time)", default=None)
    add_json(play)
    play.set_defaults(run=_play)


def _play(options: argparse.Namespace) -> int:
    import json

    from undersea_env.agents.arena.playing import Session

    if options.campaign is not None:
        return _play_campaign(options)
    codes = options.seats or DEFAULT_SEATS
    _check_people(codes)
    choice = chosen_game(options, len(codes))
    _check_record(options)
    seed, seed_of_agents = (_some_seed(options) for _ in range(2))
    names, agents = _players(codes, seed_of_agents, choice.kind)
    terminal = Terminal(options)
    session = Session(choice, seed, names, agents, terminal.read, terminal.write, colour=terminal.colour)
    _played(session, options)
    if options.json:
        print(json.dumps(_result(session, seed), indent=2, ensure_ascii=False))
    return OK


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


class Terminal:
    """What is asked and shown; with --json only the result goes to the standard output."""

    def __init__(self, options: argparse.Namespace) -> None:
        self._screen = sys.stderr if options.json else sys.stdout
        self.colour = self._screen.isatty()

    def write(self, words: str) -> None:
        print(words, file=self._screen, flush=True)

    def read(self, prompt: str) -> str | None:
        print(prompt, end="", file=self._screen, flush=True)
        try:
            return sys.stdin.readline() or None
        except OSError as error:
            raise CommandError(f"the standard input cannot be read: {error.strerror}") from None


def _played(session: "Session", options: argparse.Namespace) -> None:
    from undersea_env.agents.arena.folder import write_whole
    from undersea_env.agents.arena.results import place_of_record
    from undersea_env.agents.bot_process import close_bots

    try:
        session.play()
    finally:
        close_bots()
        if options.record is not None:
            write_whole(place_of_record(options.record), session.replay().as_line())


def _result(session: "Session", seed: int) -> dict[str, Any]:
    over = session.state.is_terminal
    return {
        "agents": session.names, "seed": seed, "finished": over, "decisions": len(session.actions),
        "scores": list(session.state.scores) if over else None, "winners": list(session.state.winners),
    }


# --- a campaign ---


def _play_campaign(options: argparse.Namespace) -> int:
    """The next chapter, or the rest of one that was left."""
    from undersea_env.agents.arena import campaign_file

    _check_people(options.seats or DEFAULT_SEATS)
    with campaign_file.held(options.campaign):
        return _play_chapter(options, _campaign_of(options))


def _campaign_of(options: argparse.Namespace) -> "KeptCampaign":
    from undersea_env.agents.arena.campaign_file import KeptCampaign, parsed, read_campaign
    from undersea_env.agents.arena.campaigns import begin
    from undersea_env.core.registry import kind_of

    path = options.campaign
    if path.exists():
        if options.names_game:
            kind_of(options.game)                            # files may name it then
        return _goes_on(options, read_campaign(path, options.components))
    codes = options.seats or DEFAULT_SEATS
    first, record = begin(options.game, len(codes), options.components, **given_options(options))
    _players(codes, 0, first.kind)                           # what is wrong with one is told before there is a file
    kept = KeptCampaign(first, _some_seed(options), tuple(codes), record)
    return parsed(kept.as_text().encode(), options.components)


def _goes_on(options: argparse.Namespace, kept: "KeptCampaign") -> "KeptCampaign":
    """What the command says once more must be what the file says; but others may sit at the table."""
    from dataclasses import replace

    from undersea_env.agents.arena.campaigns import begin
    from undersea_env.agents.registry import is_bot_file
    from undersea_env.core.registry import kind_of

    path, first = options.campaign, kept.first
    if options.names_game and kind_of(options.game) != first.kind:
        named = kind_of(options.game).title
        raise CommandError(f"{path} has a campaign of {first.kind.title}, not of {named}", BAD_USAGE)
    if options.seats is not None and len(options.seats) != first.num_players:
        raise CommandError(
            f"the number of players does not change within a campaign: {path} has one of {first.num_players}, --seats "
            f"names {len(options.seats)}", BAD_USAGE,
        )
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
    if options.seats is None:
        for seat, code in enumerate(kept.seats):
            if is_bot_file(code):                            # nothing is executed because a file says so
                raise CommandError(f"seat {seat} is the bot {code}: name all seats with --seats to load it", BAD_USAGE)
        return kept
    return replace(kept, seats=tuple(options.seats))


def _play_chapter(options: argparse.Namespace, kept: "KeptCampaign") -> int:
    import json

    from undersea_env.agents.arena.playing import Session
    from undersea_env.core.streams import handed_seed

    _check_record(options)
    path, terminal, seed = options.campaign, Terminal(options), kept.seed_of_chapter()
    names, agents = _players(kept.seats, handed_seed(seed, len(kept.actions)), kept.first.kind)
    session = Session(kept.chapter(), seed, names, agents, terminal.read, terminal.write, colour=terminal.colour)
    try:
        session.resume(kept.actions)
    except InvalidReplay as error:
        raise InvalidReplay(f"{path}: {error}") from None
    keeper = Keeper(path, kept)
    session.keep = lambda: keeper.keep(session.actions)
    session.keep()
    terminal.write("\n".join(kept.standing()))
    if kept.actions:
        terminal.write(f"The chapter goes on after {len(kept.actions)} decisions; `log` tells what happened.")
    _played(session, options)
    session.keep()
    if session.state.is_terminal:
        kept = kept.after_chapter(session.state.campaign_record())
        kept.write(path)
        terminal.write("\n".join(["", *_told(session), *kept.standing()]))
    else:
        terminal.write(f"The same command goes on with {path}.")
    if options.json:
        data = _result(session, seed) | {"campaign": kept.as_data()}
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
