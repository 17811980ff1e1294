"""Agents by their codes, such as "random" or "mcts:800"; anything that ends in .py is the file of a bot.

A new agent is one more entry of AGENTS. Its module is imported when it is asked for, not before.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

from undersea_env.agents.agent import Agent
from undersea_env.core.checking import told
from undersea_env.core.registry import kind_of
from undersea_env.errors import InvalidOption

if TYPE_CHECKING:
    from undersea_env.core.kind import Kind

    Named = str | Kind | None

BOT_SUFFIX = ".py"
Make: TypeAlias = "Callable[[str, int, Kind], Agent]"        # of the text behind the colon, the seed, and the game
Fingerprint: TypeAlias = "Callable[[str, Kind], str]"


@dataclass(frozen=True)
class Entry:
    words: str
    make: Make
    deals_at_once: int = 64                          # that the arena plays side by side; few for an agent that thinks
    fingerprint: "Fingerprint | None" = None         # of an agent that is a file: tells one version from another


def _random(text: str, seed: int, kind: "Kind") -> Agent:
    from undersea_env.agents.random_agent import RandomAgent

    _takes_nothing("random", text)
    return RandomAgent(seed, kind)


def _greedy(text: str, seed: int, kind: "Kind") -> Agent:
    from undersea_env.agents.greedy import Greedy

    _takes_nothing("greedy", text)
    return Greedy(kind)


def _easy(text: str, seed: int, kind: "Kind") -> Agent:
    from undersea_env.agents.easy import Easy

    _takes_nothing("easy", text)
    return Easy(seed, kind)


def _search(flat: bool) -> Make:
    def made(text: str, seed: int, kind: "Kind") -> Agent:
        from undersea_env.agents.search import Search, simulations_of

        simulations = simulations_of(text)
        if simulations is None:
            name = "flat" if flat else "mcts"
            raise InvalidOption(f"{name} takes the number of simulations behind a colon: {name}:200; not {text!r}")
        return Search(simulations, seed, flat, game=kind)

    return made


def _trained(trainer: str) -> Make:
    def made(text: str, seed: int, kind: "Kind") -> Agent:
        from undersea_env.agents.trained import make_trained

        return make_trained(trainer, text, kind)

    return made


def _fingerprint_of_trained(trainer: str) -> Fingerprint:
    def found(text: str, kind: "Kind") -> str:
        from undersea_env.agents.trained import fingerprint

        return fingerprint(trainer, text, kind)

    return found


def _zero(text: str, seed: int, kind: "Kind") -> Agent:
    from undersea_env.agents.trained import make_zero

    return make_zero(text, seed, kind)


def _fingerprint_of_zero(text: str, kind: "Kind") -> str:
    from undersea_env.agents.trained import fingerprint_of_zero

    return fingerprint_of_zero(text, kind)


def _value(text: str, seed: int, kind: "Kind") -> Agent:
    from undersea_env.agents.value import make_value

    return make_value(text, seed, kind)


def _value_search(text: str, seed: int, kind: "Kind") -> Agent:
    from undersea_env.agents.value import make_search

    return make_search(text, seed, kind)


def _fingerprint_of_value(text: str, kind: "Kind") -> str:
    from undersea_env.agents.value import fingerprint

    return fingerprint(text, kind)


def _fingerprint_of_value_search(text: str, kind: "Kind") -> str:
    return _fingerprint_of_value(text.partition("@")[2], kind)


def _bot(path: str, seed: int, kind: "Kind") -> Agent:
    from undersea_env.agents.bot_file import load_bot

    return load_bot(Path(path), seed, kind)


def _fingerprint_of_bot(path: str, kind: "Kind") -> str:
    from undersea_env.agents.bot_file import fingerprint

    return fingerprint(path)


AGENTS = {
    "random": Entry("any legal action, each equally likely", _random),
    "greedy": Entry("a fast heuristic of the game's own, without looking ahead", _greedy),
    "easy": Entry("greedy that answers at random now and then, for people who learn a game", _easy),
    "mcts": Entry("tree search, mcts:N with N simulations a decision", _search(flat=False), deals_at_once=4),
    "flat": Entry("search without a tree, flat:N", _search(flat=True), deals_at_once=4),
    "value": Entry(
        "takes the answer after which a learned value is highest; value:RUN of a run of `undersea train value`", _value,
        deals_at_once=16, fingerprint=_fingerprint_of_value,
    ),
    "mcts+value": Entry(
        "tree search with a learned value, mcts+value:N or mcts+value:N@RUN", _value_search, deals_at_once=4,
        fingerprint=_fingerprint_of_value_search,
    ),
    **{
        trainer: Entry(
            f"a trained network, {trainer}:PATH of a run of `undersea train {trainer}`", _trained(trainer),
            fingerprint=_fingerprint_of_trained(trainer),
        )
        for trainer in ("ppo", "sb3")
    },
    "zero": Entry(
        "a network of `undersea train zero`, zero:PATH; with a search that it guides, zero:N or zero:N@PATH", _zero,
        fingerprint=_fingerprint_of_zero,
    ),
}
BOT = Entry("a bot of your own (`undersea describe bot`)", _bot, deals_at_once=32, fingerprint=_fingerprint_of_bot)


def make(code: str, seed: int = 0, game: "Named" = None) -> Agent:
    """The agent of this code, for a game; None means the first one. The file of a bot is executed."""
    from undersea_env.core.checking import checked_seed

    entry, text = _entry_of(code)
    return entry.make(text, checked_seed(seed), kind_of(game))


def opponent_of(level: str, kind: "Kind") -> str:
    """The code of who plays against a person at this level."""
    if level == "hard":
        has_value = kind.pretrained("value") is not None
        return "mcts+value:200" if has_value else "mcts:200"
    if kind.heuristic is None:
        return "random"
    return "easy" if level == "easy" else "greedy"


def deals_at_once(code: str) -> int:
    return _entry_of(code)[0].deals_at_once


def fingerprints(codes: Iterable[str], game: "Named" = None) -> dict[str, str]:
    """Of the agents that are files, by their codes."""
    kind, found = kind_of(game), {code: _entry_of(code) for code in codes}
    return {
        code: entry.fingerprint(text, kind) for code, (entry, text) in found.items() if entry.fingerprint is not None
    }


def is_bot_file(code: str) -> bool:
    return code.endswith(BOT_SUFFIX)


def known_codes() -> str:
    """What `make` takes, in words."""
    return f"{', '.join(AGENTS)}, or the path of a bot's file ending in {BOT_SUFFIX}"


def _entry_of(code: Any) -> tuple[Entry, str]:
    if not isinstance(code, str):
        raise InvalidOption(f"an agent is named by a code: {known_codes()}; not by {told(code)}")
    if is_bot_file(code):
        return BOT, code
    name, _, text = code.partition(":")
    if name not in AGENTS:
        raise InvalidOption(f"there is no agent {told(code)}; there are: {known_codes()}")
    return AGENTS[name], text


def _takes_nothing(name: str, text: str) -> None:
    if text:
        raise InvalidOption(f"{name} takes nothing behind a colon, not {text!r}")
