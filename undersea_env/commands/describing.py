"""The command `describe`: what every game has, and the topics of the game itself, in words and for machines."""

import argparse
import re
from collections.abc import Callable, Iterable
from dataclasses import asdict
from typing import Any

from undersea_env.commands.command_line import (
    BAD_USAGE,
    CommandError,
    Parser,
    add_components,
    add_game,
    add_json,
    chosen_game,
    show,
)
from undersea_env.core.options import Option
from undersea_env.core.registry import default_game, folder_of, games, kind_of, options_of, title_of
from undersea_env.showing.topics import Topic


def add_command(commands: Any, topics: Iterable[Topic]) -> None:
    describe = commands.add_parser("describe", help="printed things, actions, observations, options and rules in words")
    subjects = describe.add_subparsers(dest="subject", required=True, metavar="WHAT", parser_class=Parser)
    for topic in topics:
        parser = _added(subjects, topic.name, topic.help, _describer(topic))
        for name, how in topic.arguments.items():
            parser.add_argument(name, **how)
    for name, words, run, id in (
        ("action", "what the index of an action means", _describe_action, {"metavar": "NUMBER", "type": int}),
        ("actions", "the list of actions by blocks", _describe_actions, None),
        ("observation", "the numbers of an observation by blocks", _describe_observation, None),
        ("options", "the options of a game", _describe_options, None),
        ("game", "the game in one page", _describe_game, None),
        ("rules", "a rule by its id, or all of them", _describe_rules, {"metavar": "ID", "nargs": "?", "default": ""}),
        ("games", "the games that there are", _describe_games, None),
        ("bot", "a bot of your own to begin with: `undersea describe bot > my_bot.py`", _describe_bot, None),
    ):
        if name not in subjects.choices:                     # a game may have more to say
            parser = _added(subjects, name, words, run)
            if id is not None:
                parser.add_argument("id", **id)
            if run is _describe_bot:
                parser.add_argument("--batch", action="store_true", help="one that chooses for many games at once")


def _added(subjects: Any, name: str, words: str, run: Callable[[argparse.Namespace], int]) -> Any:
    parser = subjects.add_parser(name, help=words)
    add_game(parser)
    add_components(parser)
    add_json(parser)
    parser.set_defaults(run=run)
    return parser


def _describer(topic: Topic) -> Callable[[argparse.Namespace], int]:
    def run(options: argparse.Namespace) -> int:
        arguments = {name.lstrip("-"): getattr(options, name.lstrip("-")) for name in topic.arguments}
        return show(options, *topic.describe(options.components, **arguments))

    return run


def _describe_action(options: argparse.Namespace) -> int:
    kind = kind_of(options.game)
    if not 0 <= options.id < kind.num_actions:
        message = f"there is no action {options.id}; actions are numbered from 0 to {kind.num_actions - 1}"
        raise CommandError(message, BAD_USAGE)
    words = kind.words.describe_action(chosen_game(options, 2).game(), options.id)
    block, place = kind.actions.block_of(options.id)
    data = {"action": options.id, "words": words, "block": block.name, "place": place, "meaning": block.meaning}
    return show(options, data, f"{options.id}: {words}\n  place {place} of the block {block.name}: {block.meaning}")


def _describe_actions(options: argparse.Namespace) -> int:
    blocks = kind_of(options.game).actions
    lines = [f"{b.start:>3}-{b.start + b.size - 1:<3}  {b.name:<14}  {b.meaning}" for b in blocks]
    return show(options, [asdict(block) for block in blocks], "\n".join(lines))


def _describe_observation(options: argparse.Namespace) -> int:
    pieces = kind_of(options.game).observation.pieces
    lines = [f"{p.start:>5}-{p.start + p.size - 1:<5}  {p.name:<26}  {p.described()}" for p in pieces]
    data = [{"name": p.name, "start": p.start, "size": p.size, "meaning": p.described()} for p in pieces]
    return show(options, data, "\n".join(lines))


def _describe_options(options: argparse.Namespace) -> int:
    rules = options_of(options.game)
    width = max((len(option.name) for option in rules), default=0)
    lines = [f"{option.name:<{width}}  default {option.default!r}: {option.help}" for option in rules]
    data = [{"name": option.name, "default": _plain(option), "help": option.help} for option in rules]
    return show(options, data, "\n".join(lines))


def _plain(option: Option) -> Any:
    return list(option.default) if isinstance(option.default, tuple) else option.default


def _describe_games(options: argparse.Namespace) -> int:
    data = [{"name": name, "title": title_of(name), "default": name == default_game()} for name in games()]
    lines = [f"{name}  {title_of(name)}{', the default' if name == default_game() else ''}" for name in games()]
    return show(options, data, "\n".join(lines))


def _describe_bot(options: argparse.Namespace) -> int:
    from undersea_env.agents.bot_file import batch_template_of, template_of

    template = (batch_template_of if options.batch else template_of)(kind_of(options.game))
    return show(options, {"bot": template}, template.rstrip("\n"))


def _page(game: str, name: str) -> str:
    folder = folder_of(game)
    path = None if folder is None else folder / name
    if path is None or not path.exists():
        raise CommandError(f"there is no {name} of {game}", BAD_USAGE)
    return path.read_text(encoding="utf-8")


def _describe_game(options: argparse.Namespace) -> int:
    page = _page(options.game, "GAME.md")
    return show(options, {"game": options.game, "page": page}, page.rstrip("\n"))


def _rules(game: str) -> dict[str, str]:
    """The rules of RULES.md by their ids."""
    rules: dict[str, str] = {}
    open_id = ""
    for line in _page(game, "RULES.md").splitlines():
        start = re.match(r"- \*\*([A-Z]-\d+[a-z]?)\*\* ?(.*)", line)
        if start:
            open_id = start[1]
            rules[open_id] = start[2]
        elif open_id and line.startswith("  "):
            rules[open_id] += " " + line.strip()
        else:
            open_id = ""
    return {id: _without_marks(words) for id, words in rules.items()}


def _without_marks(words: str) -> str:
    """Plain words, without what sets them bold, slanted or as code."""
    return re.sub(r"(?<![\w*])\*(\w[^*]*)\*", r"\1", words.replace("**", "").replace("`", ""))


def _describe_rules(options: argparse.Namespace) -> int:
    rules = _rules(options.game)
    if not options.id:
        return show(options, rules, "\n".join(f"{id}: {words}" for id, words in rules.items()))
    found = {id: words for id, words in rules.items() if id.lower() == options.id.lower()}
    if not found:
        examples = ", ".join([*rules][:3])
        raise CommandError(f"there is no rule {options.id!r}; rules have ids such as {examples}", BAD_USAGE)
    return show(options, found, "\n".join(f"{id}: {words}" for id, words in found.items()))
