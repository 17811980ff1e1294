"""What one seat may know of a position and what it may answer, as plain data: for bots, for pages, for people."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from undersea_env.core.checking import told
from undersea_env.errors import InvalidOption

if TYPE_CHECKING:
    from undersea_env.core.position import State

ANY_WORLD = 0                    # the seed of a deal: what a seat is shown is the same in every world


@dataclass(frozen=True)
class Option:
    """One of the answers to the open question, in words and in facts.

    `facts` are what a game tells of its answers; each is also an attribute: `option.matches`. All options of a game
    have the same facts. `targets` are ids in the picture of the table: clicks on all of them mean this answer.
    """

    action: int                  # what `State.apply_action` takes
    kind: str                    # the block of the action: "PLAY", "SITE"
    words: str
    targets: tuple[str, ...]
    facts: Mapping[str, Any]

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_") or name == "facts":          # asked for while a copy is made
            raise AttributeError(name)
        try:
            return self.facts[name]
        except KeyError:
            known = ("action", "kind", "words", "targets", *self.facts)
            raise AttributeError(f"an option has no {name!r}; it has {', '.join(known)}") from None

    def __hash__(self) -> int:
        return hash((self.action, self.words))

    def as_dict(self) -> dict[str, Any]:
        """In plain JSON types."""
        said = {"action": self.action, "kind": self.kind, "words": self.words, "targets": list(self.targets)}
        return {**said, **self.facts}


def view_of(state: "State", seat: int) -> dict[str, Any]:
    """See `State.view`.

    It is made of a position in which all that the seat cannot know is dealt anew, always alike. So nothing hidden could
    get out even if the game's `notation.seen` forgot to leave it out.
    """
    game = state.game
    imagined = state.resample(seat, ANY_WORLD)
    position: dict[str, Any] = game.kind.notation.to_dict(imagined)
    del position["stream"]                           # with the random numbers one could deal as the game does
    game.kind.notation.seen(position, seat, imagined)
    decides = imagined.current_player == seat
    position |= {
        "you": seat,
        "to_move": imagined.current_player,
        "question": {"kind": question_kind(imagined) if decides else None, "words": game.kind.words.question(imagined)},
        "scores": list(imagined.scores),
        "if_ended_now": [imagined.score_breakdown(other) for other in range(game.num_players)],
    }
    return position


def question_kind(state: "State") -> str:
    """The block of the answers; where they are of several, the first that is more than a yes or a no."""
    blocks = [state.game.kind.actions.block_of(action)[0] for action in state.legal_actions]
    return next((block.name for block in blocks if block.size > 1), blocks[0].name)


def options_of(state: "State") -> list[Option]:
    """The answers to the open question, by ascending action; none when the game is over."""
    words, actions = state.game.kind.words, state.game.kind.actions
    return [
        Option(
            action, actions.block_of(action)[0].name, words.action(state, action),
            tuple(words.targets(state, action)), words.facts(state, action),
        )
        for action in state.legal_actions
    ]


def blocked_of(state: "State", seat: int) -> dict[str, str]:
    """See `State.blocked`."""
    if state.current_player != seat:
        return {}
    words = state.game.kind.words
    free = {target for action in state.legal_actions for target in words.targets(state, action)}
    reasons: dict[str, str] = {}
    for action in _others_of_its_kind(state):
        for target in words.targets(state, action):
            if target not in free and target not in reasons:
                reasons[target] = words.why_not(state, action)
    return reasons


def why_of(state: "State", targets: tuple[str, ...]) -> str | None:
    """See `State.why`."""
    words, wanted = state.game.kind.words, set(targets)
    if not wanted:
        raise InvalidOption("why is asked of ids in the picture of the table, one or more")
    if any(wanted <= set(words.targets(state, action)) for action in state.legal_actions):
        return None
    for action in _others_of_its_kind(state):
        if wanted <= set(words.targets(state, action)):
            return str(words.why_not(state, action))
    return f"{told(' and '.join(targets))} is no answer: {words.question(state)}"


def _others_of_its_kind(state: "State") -> Iterator[int]:
    """Answers that are not possible now, of the blocks that answer the open question."""
    actions, legal = state.game.kind.actions, set(state.legal_actions)
    for block in dict.fromkeys(actions.block_of(action)[0] for action in sorted(legal)):
        yield from (action for action in range(block.start, block.start + block.size) if action not in legal)
