"""The command `undersea`: finds the game and the command that are meant, and tells in one sentence what is wrong."""

import argparse
import os
import platform
import re
import shlex
import sys
from collections.abc import Callable, Sequence
from dataclasses import asdict, is_dataclass
from enum import IntEnum
from importlib.metadata import PackageNotFoundError, requires, version
from typing import TYPE_CHECKING, Any

from undersea_env import __version__
from undersea_env.commands import arena as arena_commands
from undersea_env.commands import bench as bench_command
from undersea_env.commands import demo as demo_command
from undersea_env.commands import describing as describe_command
from undersea_env.commands import playing as play_command
from undersea_env.commands import replaying as replay_commands
from undersea_env.commands import training as training_commands
from undersea_env.commands.command_line import (
    BAD_USAGE,
    CLOSED_PIPE,
    FAILED,
    INTERRUPTED,
    CommandError,
    Parser,
    add_components,
    add_game,
    add_json,
    show,
)
from undersea_env.core.registry import default_game, games, options_of, title_of, topics_of
from undersea_env.errors import UnderseaError, WorkerDied

if TYPE_CHECKING:
    from undersea_env.underwater_cities.printed.catalogue import Board, Card, Catalogue, Contract, Metropolis, Slot

CORE = ("numpy", "numba", "llvmlite", "gymnasium", "pettingzoo")
CARD_TYPES = ("instant", "permanent", "action", "production", "end")
ERA_NAMES = {0: "special", 1: "era I", 2: "era II", 3: "era III"}
PROVENANCE_WORDS = {
    "rulebook": "shown in a rulebook",
    "glossary": "explained in a rulebook's glossary; name, number and colour are ours",
    "report": "told by a published play report; name, number and colour are ours",
    "ours": "reconstructed",
}


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command; returns its exit code."""
    try:
        code = _run(sys.argv[1:] if argv is None else argv)
        sys.stdout.flush()
        return code
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())     # what is left in the buffer goes nowhere
        return CLOSED_PIPE


def _run(argv: Sequence[str]) -> int:
    try:
        named = _named_game(argv)
        is_number = replay_commands.is_old_number(argv, named)
        game = default_game() if is_number or not named else named
        options = _parser(game).parse_args(argv)
        options.game, options.old_number = game, int(named) if is_number else None
        options.words = shlex.join(["undersea", *argv])
        return int(options.run(options))
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else FAILED
    except CommandError as error:
        return _complain(str(error), error.code)
    except WorkerDied as error:
        return _complain(str(error), FAILED)
    except UnderseaError as error:
        return _complain(str(error), BAD_USAGE)


def _complain(message: str, code: int) -> int:
    print(f"undersea: {message}", file=sys.stderr)
    return code


def _named_game(argv: Sequence[str]) -> str:
    """What stands behind --game, before or behind the command: it decides which options there are."""
    first = argparse.ArgumentParser(add_help=False, allow_abbrev=False, exit_on_error=False)
    add_game(first)
    try:
        return str(getattr(first.parse_known_args(argv)[0], "game", ""))
    except argparse.ArgumentError:                           # nothing stands behind it: the whole parser will say so
        return ""


def _parser(game: str) -> argparse.ArgumentParser:
    words = f"Board games as reinforcement-learning environments: {', '.join(map(title_of, games()))}."
    parser = Parser(prog="undersea", description=words)
    parser.add_argument("--version", action="version", version=f"undersea-env {__version__}")
    add_game(parser)
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND", parser_class=Parser)
    rules = options_of(game)
    _add_printed(describe_command.add_command(commands, topics_of(game)))
    demo_command.add_command(commands, rules)
    bench_command.add_command(commands)

    doctor = commands.add_parser("doctor", help="versions, compile cache, threads, extras, components")
    add_components(doctor, "look at this component book")
    add_json(doctor)
    doctor.set_defaults(run=lambda options: _doctor(options))

    arena_commands.add_commands(commands, rules)
    replay_commands.add_commands(commands)
    play_command.add_command(commands, rules)
    training_commands.add_commands(commands)
    return parser


# --- describe ---


def _add_printed(kinds: Any) -> None:
    common = argparse.ArgumentParser(add_help=False)
    common.add_argument("--components", metavar="FOLDER", help="a component book of your own")
    common.add_argument("--json", action="store_true", help="for machines")

    def add(kind: str, words: str, run: Callable[[argparse.Namespace], int], id: str = "", **how: Any) -> Any:
        parser = kinds.add_parser(kind, help=words, parents=[common])
        if id:
            parser.add_argument("id", metavar=id, **how)
        parser.set_defaults(run=run)
        return parser

    add("card", "a card by number or name; 0 is the Personal Assistant", _describe_card, "CARD", nargs="+")
    add("special", "a special by number or name", _describe_special, "CARD", nargs="+")
    cards = add("cards", "all cards, one a line", _describe_cards)
    cards.add_argument("--era", type=int, choices=(1, 2, 3), help="only of this era")
    cards.add_argument("--colour", choices=("yellow", "red", "green"), help="only of this colour")
    cards.add_argument("--type", choices=CARD_TYPES, help="only of this type")
    cards.add_argument("--specials", action="store_true", help="only specials")
    add("board", "the map of a player board", _describe_board, "NUMBER", type=int)
    add("boards", "all player boards, one a line", _describe_boards)
    add("slot", "an action slot", _describe_slot, "ID")
    add("slots", "all action slots, one a line", _describe_slots)
    add("metropolis", "a metropolis", _describe_metropolis, "ID")
    add("metropolises", "all metropolises", _describe_metropolises)
    add("contract", "a government contract", _describe_contract, "ID")
    add("contracts", "all government contracts", _describe_contracts)


def _catalogue(options: argparse.Namespace) -> "Catalogue":
    from undersea_env.underwater_cities.printed.catalogue import load_catalogue

    return load_catalogue(options.components)


def _printed(thing: Any) -> dict[str, Any]:
    """What is printed, as plain JSON types; parsed effects are left out, their text is there."""
    if not is_dataclass(thing) or isinstance(thing, type):
        raise TypeError(f"{thing!r} is not printed")
    data = asdict(thing)
    for parsed in ("effect", "permanent", "production", "ending", "instant", "requirement", "bonus"):
        data.pop(parsed, None)
    return {key: value.name.lower() if isinstance(value, IntEnum) else value for key, value in data.items()}


def _price_words(card: "Card") -> str:
    return f"{card.price} credit{'s' * (card.price > 1)}"


def _card_words(card: "Card") -> str:
    colour = f", {card.colour.name.lower()}" if card.number else ""
    price = f", price {_price_words(card)}" if card.price else ""
    era = ERA_NAMES[card.era] if card.number else "in play from the start"
    return "\n".join(
        [
            f"{card.name} (no. {card.number})",
            f"  {era}{colour}, {card.type.name.lower()}{price}",
            f"  {card.text}",
            f"  provenance: {card.provenance} ({PROVENANCE_WORDS[card.provenance]}); value {card.value:g} credits",
        ]
    )


def _find_cards(catalogue: "Catalogue", words: str) -> list["Card"]:
    if re.fullmatch(r"-?\d+", words):
        try:
            return [catalogue.card(int(words))]
        except KeyError:
            message = f"there is no card {words}; cards are numbered from 0 to {len(catalogue.cards)}"
            raise CommandError(message, BAD_USAGE) from None
    everything = (catalogue.assistant, *catalogue.cards)
    found = [card for card in everything if card.name.lower() == words.lower()]
    found = found or [card for card in everything if words.lower() in card.name.lower()]
    if not found:
        raise CommandError(f"no card is called {words!r}", BAD_USAGE)
    return found


def _describe_card(options: argparse.Namespace) -> int:
    return _print_cards(options, _find_cards(_catalogue(options), " ".join(options.id)))


def _describe_special(options: argparse.Namespace) -> int:
    words = " ".join(options.id)
    specials = [card for card in _find_cards(_catalogue(options), words) if card.is_special]
    if not specials:
        raise CommandError(f"card {words} is not a special; `describe cards --specials` lists them", BAD_USAGE)
    return _print_cards(options, specials)


def _print_cards(options: argparse.Namespace, cards: list["Card"]) -> int:
    data = [_printed(card) for card in cards]
    return show(options, data[0] if len(data) == 1 else data, "\n".join(map(_card_words, cards)))


def _describe_cards(options: argparse.Namespace) -> int:
    catalogue = _catalogue(options)
    cards = [
        card
        for card in (catalogue.assistant, *catalogue.cards)
        if (not options.era or card.era == options.era)
        and (not options.colour or (card.number and card.colour.name.lower() == options.colour))
        and (not options.type or card.type.name.lower() == options.type)
        and (not options.specials or card.is_special)
    ]
    lines = [
        f"{card.number:>3}  {ERA_NAMES[card.era] if card.number else 'start':<7}  "
        f"{card.colour.name.lower() if card.number else '':<6}  {card.type.name.lower():<10}  "
        f"{card.name:<34}  {card.text}{f'  [{_price_words(card)}]' if card.price else ''}"
        for card in cards
    ]
    return show(options, [_printed(card) for card in cards], "\n".join(lines))


def _describe_board(options: argparse.Namespace) -> int:
    catalogue = _catalogue(options)
    try:
        board = catalogue.board(options.id)
    except KeyError:
        message = f"there is no board {options.id}; boards are numbered from 1 to {len(catalogue.boards)}"
        raise CommandError(message, BAD_USAGE) from None
    return show(options, _board_data(board), _board_words(board))


def _describe_boards(options: argparse.Namespace) -> int:
    boards = _catalogue(options).boards
    words = [f"{board.number}  {_family(board)}  {board.name}, {len(board.tunnels)} tunnel sites" for board in boards]
    return show(options, [_board_data(board) for board in boards], "\n".join(words))


def _family(board: "Board") -> str:
    return "symmetric " if board.number <= 4 else "asymmetric"


def _site_notes(site: Any) -> list[str]:
    from undersea_env.underwater_cities.printed.language import amounts_text, effect_text

    notes = []
    if getattr(site, "start", False):
        notes.append("the starting city")
    if getattr(site, "expansion", False):
        notes.append("expansion site")
    if site.bonus:
        notes.append(f"bonus: {effect_text(site.bonus)}")
    if any(site.surcharge):
        notes.append(f"surcharge: {amounts_text(site.surcharge)}")
    if site.multiplier > 1:
        notes.append(f"produces x{site.multiplier}")
    if getattr(site, "produce_with", None):
        other, amounts = site.produce_with
        notes.append(f"with {other}: produce {amounts_text(amounts)}")
    if any(getattr(site, "metropolis_produce", ())):
        notes.append(f"its metropolis, connected: produce {amounts_text(site.metropolis_produce)}")
    return notes


def _board_data(board: "Board") -> dict[str, Any]:
    def placed(site: Any) -> dict[str, Any]:
        return {"id": site.id, "x": site.x, "y": site.y}

    def noted(site: Any) -> dict[str, Any]:
        return placed(site) | {"notes": _site_notes(site)}

    return {
        "number": board.number,
        "name": board.name,
        "cities": [
            noted(city) | {"sites": [noted(site) for site in city.sites]} for city in board.cities
        ],
        "tunnels": [{"id": t.id, "between": list(t.between), "notes": _site_notes(t)} for t in board.tunnels],
        "metropolises": [placed(site) | {"colour": site.colour} for site in board.metropolises],
    }


def _board_words(board: "Board") -> str:
    from undersea_env.underwater_cities.words.screen import board_map

    lines = [f"Board {board.number}, {board.name} ({_family(board).strip()})", "", *board_map(board), ""]
    lines.append("Building sites are lettered at their city; x is the expansion site, [c9] the starting city.")
    for city in board.cities:
        letters = " ".join(site.id.rsplit(".", 1)[1] for site in city.sites)
        notes = "; ".join(_site_notes(city))
        lines.append(f"  {city.id:<5} sites {letters:<10} {notes}".rstrip())
        for site in city.sites:
            notes = "; ".join(note for note in _site_notes(site) if note != "expansion site")
            if notes:
                lines.append(f"  {site.id:<5} {notes}")
    for tunnel in board.tunnels:
        ends = f"{tunnel.between[0]} to {tunnel.between[1]}"
        lines.append(f"  {tunnel.id:<5} {ends:<16} {'; '.join(_site_notes(tunnel))}".rstrip())
    return "\n".join(lines)


def _slot_words(slot: "Slot") -> str:
    where = "both sides" if slot.side == "both" else f"side for {slot.side} players"
    return f"{slot.id}: {slot.text}\n  {slot.colour.name.lower()} {slot.index}, {where}; provenance: {slot.provenance}"


def _describe_slot(options: argparse.Namespace) -> int:
    catalogue = _catalogue(options)
    slots = [slot for slot in catalogue.slots if slot.id == options.id]
    if not slots:
        raise CommandError(f"there is no slot {options.id!r}; the slots are {', '.join(catalogue.slot_ids)}", BAD_USAGE)
    return show(options, [_printed(slot) for slot in slots], "\n".join(map(_slot_words, slots)))


def _describe_slots(options: argparse.Namespace) -> int:
    slots = _catalogue(options).slots
    lines = [f"{slot.side:<4}  {slot.colour.name.lower():<6}  {slot.id:<22}  {slot.text}" for slot in slots]
    return show(options, [_printed(slot) for slot in slots], "\n".join(lines))


def _metropolis_words(metropolis: "Metropolis") -> str:
    from undersea_env.underwater_cities.words.screen import metropolis_text

    solo = "; not in the solo game" if metropolis.solo_excluded else ""
    first = f"{metropolis.id}, {metropolis.name}: {metropolis_text(metropolis)}"
    return f"{first}\n  {metropolis.colour}{solo}; provenance: {metropolis.provenance}"


def _describe_metropolis(options: argparse.Namespace) -> int:
    catalogue = _catalogue(options)
    found = [tile for tile in catalogue.metropolises if options.id.lower() in (tile.id, tile.name.lower())]
    if not found:
        ids = ", ".join(tile.id for tile in catalogue.metropolises)
        raise CommandError(f"there is no metropolis {options.id!r}; the metropolises are {ids}", BAD_USAGE)
    return show(options, _printed(found[0]), _metropolis_words(found[0]))


def _describe_metropolises(options: argparse.Namespace) -> int:
    tiles = _catalogue(options).metropolises
    return show(options, [_printed(tile) for tile in tiles], "\n".join(map(_metropolis_words, tiles)))


def _contract_words(contract: "Contract") -> str:
    first = f"{contract.id}, {contract.name}: {contract.requirement_text} -> {contract.bonus_text}"
    return f"{first}\n  provenance: {contract.provenance}"


def _describe_contract(options: argparse.Namespace) -> int:
    catalogue = _catalogue(options)
    found = [contract for contract in catalogue.contracts if options.id.lower() in (contract.id, contract.name.lower())]
    if not found:
        ids = ", ".join(contract.id for contract in catalogue.contracts)
        raise CommandError(f"there is no contract {options.id!r}; the contracts are {ids}", BAD_USAGE)
    return show(options, _printed(found[0]), _contract_words(found[0]))


def _describe_contracts(options: argparse.Namespace) -> int:
    contracts = _catalogue(options).contracts
    return show(options, [_printed(contract) for contract in contracts], "\n".join(map(_contract_words, contracts)))


# --- doctor ---


def _doctor(options: argparse.Namespace) -> int:
    facts = _facts(options)
    return show(options, facts, "\n".join(f"{key:<18} {_fact_words(value)}" for key, value in facts.items()))


def _fact_words(value: Any) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{key} {words}" for key, words in value.items())
    return str(value)


def _facts(options: argparse.Namespace) -> dict[str, Any]:
    from undersea_env.compiling.jit import _is_on, cache_folder, is_cold
    from undersea_env.core.position import digest_of
    from undersea_env.underwater_cities.compiled.assembler import GameOptions, build_rulebook
    from undersea_env.underwater_cities.printed.catalogue import provenance_counts

    catalogue = _catalogue(options)
    rulebook = build_rulebook(catalogue, GameOptions())
    flags = [name for name in ("NUMBA_DISABLE_JIT", "NUMBA_BOUNDSCHECK") if _is_on(name)]
    return {
        "undersea-env": __version__,
        "python": f"{platform.python_version()} on {platform.system()} {platform.machine()}",
        "libraries": {name: _version(name) for name in CORE},
        "compile cache": str(cache_folder()),
        "compiled rules": "cold: the first use compiles them, once, about a minute" if is_cold() else "warm",
        "numba settings": ", ".join(flags) or "default",
        "threads": _threads(),
        "extras": {extra: _extra_words(names) for extra, names in _extras().items()},
        "components": str(catalogue.folder),
        "provenance": provenance_counts(catalogue),
        "rule book": digest_of(rulebook).hex() + " (two players, no options)",
    }


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return "missing"


def _threads() -> int:
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _extras() -> dict[str, list[str]]:
    """The packages of each optional extra, as the installed project declares them."""
    try:
        declared = requires("undersea-env") or []
    except PackageNotFoundError:
        return {}
    extras: dict[str, list[str]] = {}
    for line in declared:
        found = re.match(r"([A-Za-z0-9_.-]+).*extra == ['\"](\w+)['\"]", line)
        if found:
            extras.setdefault(found[2], []).append(found[1])
    return extras


def _extra_words(names: list[str]) -> str:
    missing = [name for name in names if _version(name) == "missing"]
    return f"lacks {' '.join(missing)}" if missing else "installed"


if __name__ == "__main__":
    sys.exit(main())
