"""The campaign of people at the terminal, in one file of JSON: who plays, the record, and the chapter that is open.

A chapter that was left goes on where it stood: its deal follows from the seed, and all its answers are kept. A file may
come from anywhere: every field is checked, it ends with a seal, and no answer is believed before it has been made again
by the rules.
"""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING, Any

from filelock import FileLock, Timeout

from undersea_env.agents.arena.campaigns import begin, chapter_of, seed_of_chapter
from undersea_env.agents.arena.choice import GameChoice
from undersea_env.agents.arena.folder import write_whole
from undersea_env.agents.arena.packing import packed
from undersea_env.agents.arena.replays import (
    MOST_DECISIONS,
    need,
    of_actions,
    of_agents,
    of_game,
    of_hash,
    of_number,
    of_seed,
)
from undersea_env.agents.arena.table import HUMAN
from undersea_env.errors import InvalidOption, InvalidReplay, UnderseaError

if TYPE_CHECKING:
    from undersea_env.core.kind import Kind

FORMAT = 1
KEYS = (
    "campaign", "game", "rules", "num_players", "options", "seed", "seats", "record", "decisions", "actions", "seal",
)
LARGEST_FILE = 100_000                               # bytes
LONGEST_CODE = 4_096                                 # of an agent, which may be the path of a file
SEAL_BYTES = 8


@dataclass(frozen=True)
class KeptCampaign:
    first: GameChoice                                # its first chapter
    seed: int
    seats: tuple[str, ...]                           # codes of agents, or `human`
    record: dict[str, Any]
    actions: tuple[int, ...] = ()                    # what was answered in the chapter that is open

    @property
    def is_over(self) -> bool:
        return self.number == len(self._rules.CHAPTERS)

    @property
    def number(self) -> int:
        """Of the chapter that comes next, or is open, from 0."""
        return int(self._rules.chapters_played(self.record))

    @property
    def _rules(self) -> Any:
        return self.first.kind.checked_campaign()

    def chapter(self) -> GameChoice:
        return chapter_of(self.first, self.record)

    def seed_of_chapter(self) -> int:
        return seed_of_chapter(self.seed, self.number)

    def after_chapter(self, record: dict[str, Any]) -> "KeptCampaign":
        return replace(self, record=record, actions=())

    def standing(self) -> list[str]:
        """Where the campaign stands, in sentences."""
        kind = self.first.kind
        lines: list[str] = kind.words.tell_campaign(self.record, self.first.num_players, self.first.game().catalogue)
        return lines

    def as_data(self) -> dict[str, Any]:
        """What a machine wants to know of it."""
        players = self.first.num_players
        return {
            "chapters_played": self.number, "finished": self.is_over, "record": self.record,
            "stars": self._rules.stars(self.record, players),
            "winners": list(self._rules.winners(self.record, players, self.first.game().catalogue)),
        }

    def as_text(self) -> str:
        """A key a line."""
        kind = self.first.kind
        decided = ("num_players", *self._rules.DECIDES)
        data = {
            "campaign": FORMAT, "game": kind.id, "rules": self.first.game().rulebook_hash,
            "num_players": self.first.num_players,
            "options": {name: value for name, value in self.first.options.as_json().items() if name not in decided},
            "seed": self.seed, "seats": list(self.seats), "record": self.record,
            "decisions": len(self.actions), "actions": packed(self.actions, kind.num_actions),
        }
        data["seal"] = seal_of(data)
        lines = (f" {json.dumps(key)}: {json.dumps(value, ensure_ascii=False)}" for key, value in data.items())
        return "{\n" + ",\n".join(lines) + "\n}\n"

    def write(self, path: Path) -> None:
        write_whole(path, self.as_text())


def seal_of(data: dict[str, Any]) -> str:
    """A hash of all the rest: what was changed by accident is not believed."""
    rest = json.dumps({key: value for key, value in data.items() if key != "seal"}, sort_keys=True)
    return blake2b(rest.encode(), digest_size=SEAL_BYTES).hexdigest()


@contextmanager
def held(path: Path) -> Iterator[None]:
    """Nobody else plays this campaign meanwhile."""
    place = path.with_name(f"{path.name}.lock")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        lock = FileLock(place, timeout=0)
        lock.acquire()
    except Timeout:
        raise InvalidOption(f"another process is playing the campaign in {path}; wait for it") from None
    except OSError as error:
        raise InvalidOption(f"{path} cannot be written: {error.strerror}") from None
    try:
        yield
    finally:
        place.unlink(missing_ok=True)
        lock.release()


def read_campaign(path: Path, components: str | None = None) -> KeptCampaign:
    try:
        with path.open("rb") as file:
            content = file.read(LARGEST_FILE + 1)
    except OSError as error:
        raise InvalidOption(f"{path} cannot be read: {error.strerror}") from None
    try:
        return parsed(content, components)
    except InvalidReplay as error:
        raise InvalidReplay(f"{path}: {error}") from None


def parsed(content: bytes, components: str | None = None) -> KeptCampaign:
    need(len(content) <= LARGEST_FILE, f"longer than {LARGEST_FILE:,} bytes; no campaign is")
    try:
        data = json.loads(content)
        seal = seal_of(data) if isinstance(data, dict) else ""
    except (ValueError, RecursionError):
        raise InvalidReplay("this is not JSON") from None
    need(isinstance(data, dict) and "campaign" in data, "this is no campaign that `undersea play` has begun")
    need(data["campaign"] == FORMAT and not isinstance(data["campaign"], bool),
         f"this campaign has format {data['campaign']!r:.20}; only format {FORMAT} can be read")
    need(set(data) == set(KEYS), f"a campaign has exactly the keys {', '.join(KEYS)}")
    need(data["seal"] == seal, "this campaign is damaged: its seal does not fit")
    kind = of_game(data["game"])
    players = of_number(data["num_players"], "num_players", kind.most_players)
    need(isinstance(data["record"], dict), "record is an object")
    try:
        campaign = kind.checked_campaign()
        first, _ = begin(kind, players, components, **_options(kind, data["options"]))
        record = campaign.checked(data["record"], players)
    except UnderseaError as error:
        raise InvalidReplay(f"{error}"[:300]) from None
    rules = first.game().rulebook_hash
    if of_hash(data["rules"]) != rules:
        raise InvalidReplay(
            f"this campaign is played under other rules (rule book {data['rules']}, here it is {rules}); a component "
            "book of its own is named with --components"
        )
    seats = of_agents(data["seats"], players, LONGEST_CODE)
    need(HUMAN in seats, f"at least one of the seats is {HUMAN}")
    actions = of_actions(data["actions"], of_number(data["decisions"], "decisions", MOST_DECISIONS), kind)
    return KeptCampaign(first, of_seed(data["seed"]), seats, record, actions)


def _options(kind: "Kind", value: Any) -> dict[str, Any]:
    """Those that the record does not decide."""
    names = [option.name for option in kind.options if option.name not in kind.checked_campaign().DECIDES]
    need(isinstance(value, dict) and set(value) == set(names), f"options are {', '.join(names)}")
    return dict(value)
