"""Recorded games: one line of JSON each, with all that is needed to play them again.

A file of replays may come from anywhere: every field is checked, lengths are bounded, and no move is believed before it
has been made again by the rules.
"""

import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from undersea_env.agents.arena.choice import GameChoice
from undersea_env.agents.arena.packing import packed, unpacked
from undersea_env.core.checking import checked_seed
from undersea_env.core.registry import known_kind
from undersea_env.errors import InvalidOption, InvalidReplay

if TYPE_CHECKING:
    from undersea_env.core.kind import Kind
    from undersea_env.core.position import Game

FORMAT = 1
FILE_NAME = "replays.jsonl"
KEYS = ("replay", "game", "rules", "options", "seed", "agents", "scores", "forfeit", "decisions", "actions")
GAME = r"(?P<name>[A-Za-z0-9_.]+)-v(?P<version>[0-9]{1,9})"
LONGEST_LINE = 20_000
LONGEST_NAME = 80
MOST_DECISIONS = 6_000                                # no game has so many
MOST_POINTS = 10_000
HASH_LENGTH = 32


@dataclass(frozen=True)
class Replay:
    choice: GameChoice
    rulebook_hash: str
    seed: int
    agents: tuple[str, ...]                           # names, by seat
    scores: tuple[int, ...] | None                    # None: the game was not finished
    forfeit: int | None                               # the seat whose failure ended the game
    actions: tuple[int, ...]

    def as_line(self) -> str:
        return _line(
            self.choice, self.rulebook_hash, self.seed, self.agents, self.scores, self.forfeit, len(self.actions),
            packed(self.actions, self.choice.kind.num_actions),
        )

    def game(self) -> "Game":
        """The rules it was played by; if they are not to be had, it is refused."""
        game = self.choice.game()
        if game.rulebook_hash != self.rulebook_hash:
            raise InvalidReplay(
                f"this game was played under other rules (rule book {self.rulebook_hash}, here it is "
                f"{game.rulebook_hash}); a component book of its own is named with --components"
            )
        return game


def _line(
    choice: GameChoice, rulebook_hash: str, seed: int, agents: Iterable[str], scores: Iterable[int] | None,
    forfeit: int | None, decisions: int, actions: str,
) -> str:
    data = {
        "replay": FORMAT, "game": choice.kind.id, "rules": rulebook_hash, "options": choice.options.as_json(),
        "seed": seed, "agents": [*agents], "scores": None if scores is None else [*scores], "forfeit": forfeit,
        "decisions": decisions, "actions": actions,
    }
    return json.dumps(data, separators=(",", ":"), ensure_ascii=False) + "\n"


def line_of(played: dict[str, Any], choice: GameChoice, names: list[str]) -> str:
    """The line of a game of the arena; `names` are those of the entrants."""
    forfeit = played["forfeit"]
    return _line(
        choice, choice.game().rulebook_hash, played["seed"], [names[entrant] for entrant in played["entrants"]],
        played["scores"], None if forfeit is None else forfeit["seat"], sum(played["decisions"]), played["actions"],
    )


def file_of(path: Path) -> Path:
    """A folder stands for the file of replays in it."""
    return path / FILE_NAME if path.is_dir() else path


def read_replays(path: Path, components: str | None = None) -> Iterator[Replay]:
    """All games of a file, one after the other; the first line that is no replay stops it, with the reason."""
    path = file_of(path)
    number = 0
    try:
        with path.open("rb") as file:
            while line := file.readline(LONGEST_LINE + 1):
                number += 1
                yield replace_components(parsed(line), components)
    except OSError as error:
        raise InvalidOption(f"{path} cannot be read: {error.strerror}") from None
    except InvalidReplay as error:
        raise InvalidReplay(f"{path}, line {number}: {error}") from None
    if not number:
        raise InvalidReplay(f"{path} has no games")


def replace_components(replay: Replay, components: str | None) -> Replay:
    return replace(replay, choice=replace(replay.choice, components=components))


def parsed(line: bytes) -> Replay:
    if len(line) > LONGEST_LINE:
        raise InvalidReplay(f"longer than {LONGEST_LINE:,} bytes; no game is")
    try:
        data = json.loads(line)
    except (ValueError, RecursionError):
        raise InvalidReplay("this is not JSON") from None
    if not isinstance(data, dict) or "game" not in data or "replay" not in data:
        raise InvalidReplay("this is no replay")
    kind = of_game(data["game"])
    if data["replay"] != FORMAT or isinstance(data["replay"], bool):
        raise InvalidReplay(f"this replay has format {data['replay']!r:.20}; only format {FORMAT} can be read")
    if set(data) != set(KEYS):
        raise InvalidReplay(f"a replay has exactly the keys {', '.join(KEYS)}")
    choice = _choice(kind, data["options"])
    players = choice.num_players
    number = of_number(data["decisions"], "decisions", MOST_DECISIONS)
    return Replay(
        choice=choice,
        rulebook_hash=of_hash(data["rules"]),
        seed=of_seed(data["seed"]),
        agents=of_agents(data["agents"], players),
        scores=_scores(data["scores"], players),
        forfeit=_seat(data["forfeit"], players),
        actions=of_actions(data["actions"], number, kind),
    )


# --- fields of a file, checked ---


def need(condition: bool, words: str) -> None:
    if not condition:
        raise InvalidReplay(words)


def _is_number(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def of_number(value: Any, name: str, most: int) -> int:
    need(_is_number(value) and 0 <= value <= most, f"{name} is a whole number from 0 to {most}")
    return int(value)


def of_game(value: Any) -> "Kind":
    """The game that a record names, such as "checkers-v0"; only games that are known already."""
    found = re.fullmatch(GAME, value) if isinstance(value, str) and len(value) <= LONGEST_NAME else None
    if found is None:
        raise InvalidReplay("this is no replay: a game is named with its version, such as checkers-v0")
    try:
        kind = known_kind(found["name"])
    except InvalidOption as error:
        raise InvalidReplay(f"{error}") from None
    if found["version"] != str(kind.version):
        raise InvalidReplay(
            f"this game was played by version {found['version']} of {kind.title}, here it is version {kind.version}: "
            "rules, actions or chance are different"
        )
    return kind


def _choice(kind: "Kind", options: Any) -> GameChoice:
    names = ("num_players", *(option.name for option in kind.options))
    need(isinstance(options, dict) and set(options) == set(names), f"options are {', '.join(names)}")
    try:
        return GameChoice.of(kind, **options)
    except InvalidOption as error:
        raise InvalidReplay(f"{error}"[:300]) from None


def of_hash(value: Any) -> str:
    fits = isinstance(value, str) and len(value) == HASH_LENGTH and set(value) <= set("0123456789abcdef")
    need(fits, f"rules is the hash of a rule book, {HASH_LENGTH} hexadecimal digits")
    return str(value)


def of_seed(value: Any) -> int:
    need(_is_number(value), "seed is a whole number")
    try:
        return checked_seed(value)
    except InvalidOption:
        raise InvalidReplay("seed is a whole number from 0 to 2**64 - 1") from None


def of_agents(value: Any, players: int, longest: int = LONGEST_NAME) -> tuple[str, ...]:
    fits = isinstance(value, list) and len(value) == players and all(
        isinstance(name, str) and 0 < len(name) <= longest and name.isprintable() for name in value
    )
    need(fits, f"agents are {players} names of at most {longest:,} printable letters")
    return tuple(value)


def of_actions(value: Any, decisions: int, kind: "Kind") -> tuple[int, ...]:
    need(isinstance(value, str), "actions is a text")
    return tuple(unpacked(value, decisions, kind.num_actions))


def _scores(value: Any, players: int) -> tuple[int, ...] | None:
    if value is None:
        return None
    fits = isinstance(value, list) and len(value) == players and all(
        _is_number(points) and abs(points) <= MOST_POINTS for points in value
    )
    need(fits, f"scores are {players} whole numbers, or null for a game that was not finished")
    return tuple(value)


def _seat(value: Any, players: int) -> int | None:
    if value is None:
        return None
    return of_number(value, "forfeit", players - 1)
