"""`undersea describe`: what a game tells of its printed things, its rules and its actions."""

import argparse
from collections.abc import Callable, Sequence
from typing import Any

from undersea_env.commands.command_line import Parser, add_json, show
from undersea_env.showing.topics import Topic


def add_command(commands: Any, topics: Sequence[Topic]) -> None:
    """The topics of a game, and what every game has."""
    describe = commands.add_parser("describe", help="cards, boards, slots, tiles, actions and rules in words")
    kinds = describe.add_subparsers(dest="kind", required=True, metavar="WHAT", parser_class=Parser)
    common = argparse.ArgumentParser(add_help=False)
    common.add_argument("--components", metavar="FOLDER", help="a component book of your own")
    add_json(common)
    for topic in topics:
        parser = kinds.add_parser(topic.name, help=topic.help, parents=[common])
        for name, how in topic.arguments.items():
            parser.add_argument(name, **how)
        parser.set_defaults(run=_describer(topic))
    words = "a bot of your own to begin with: `undersea describe bot > my_bot.py`"
    kinds.add_parser("bot", help=words, parents=[common]).set_defaults(run=_describe_bot)


def _describer(topic: Topic) -> Callable[[argparse.Namespace], int]:
    def run(options: argparse.Namespace) -> int:
        arguments = {name.lstrip("-"): getattr(options, name.lstrip("-")) for name in topic.arguments}
        return show(options, *topic.describe(options.components, **arguments))

    return run


def _describe_bot(options: argparse.Namespace) -> int:
    from undersea_env.agents.bot_file import TEMPLATE

    return show(options, {"bot": TEMPLATE}, TEMPLATE.rstrip("\n"))
