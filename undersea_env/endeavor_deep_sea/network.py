"""Networks that read zones, specialists and journals as entities: `small` and `large`.

A printed thing is a learned vector of its number plus a projection of what is printed on it. A zone is made of its
board and of all that lies there; a specialist of its kind and side; a journal of who has it; a hex of what its mission
prints on it. An action that names a cell, a slot, a kind, a journal, a drawn board or a hex is scored with that thing's
vector; all others, and again these, by the trunk alone, which sees the zone that was chosen.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional

from undersea_env.core.layers import Network, PrintedVectors, ScaledLinear, scale_of, starting_small, trunk_of
from undersea_env.core.position import Game
from undersea_env.endeavor_deep_sea.compiled.limits import CELLS, MAX_PLAYERS, SLOTS
from undersea_env.endeavor_deep_sea.compiled.opcodes import ACTION_TYPES, ACTIVATION_COLUMNS, BUNDLE_COLUMNS
from undersea_env.endeavor_deep_sea.compiled.rulebook import SPECIALISTS
from undersea_env.endeavor_deep_sea.kernel.actions import ACTIONS
from undersea_env.endeavor_deep_sea.kernel.layout import CELL, FRAME, OBSERVATION, QUESTIONS, TABLE
from undersea_env.endeavor_deep_sea.printed.words import (
    BOARDS,
    DISC_SPOTS_ON_BOARD,
    JOURNALS,
    MAX_HEXES,
    MISSIONS,
    ROW_PLACES,
    SPECIALIST_KINDS,
    Field,
)

FLAT = (                                             # what the trunk reads number by number
    *("table", "frames", "players", "tokens", "stacks", "boards", "stock", "experts", "infinite", "discard"),
    *("bonus_goals", "setbacks"),
)
OWNED = ("hexes",)                                   # whose it is: the viewer's, somebody else's, nobody's
CELL_COLUMNS = list(CELL)
DISCS = CELL_COLUMNS.index("disc_1")
SPOTS = slice(DISCS, DISCS + DISC_SPOTS_ON_BOARD)
BOARD_NUMBERS = 2 * BUNDLE_COLUMNS + DISC_SPOTS_ON_BOARD * (BUNDLE_COLUMNS + 2)
SPECIALIST_NUMBERS = 2 * BUNDLE_COLUMNS + 2 * ACTIVATION_COLUMNS
JOURNAL_NUMBERS = 2 * BUNDLE_COLUMNS + ACTIVATION_COLUMNS + 3
ON_CELLS, ON_SLOTS, ON_KINDS = ("LEAVE", "TRAVEL_TO", "ACT_IN"), ("ACTIVATE", "COPY", "RETURN", "PROMOTE"), ("HIRE",)
ON_ROW, ON_DRAWN, ON_HEXES = ("ROW",), ("KEEP",), ("HEX",)
HEX_NUMBERS = BUNDLE_COLUMNS + 1 + len(Field) + 1 + 2
OPEN = {name: list(FRAME).index(name) for name in ("do", "cell", "a", "b")}      # of the open question
MISSION, QUESTION = list(TABLE).index("mission"), list(TABLE).index("question")
KEEP_QUESTION, HEX_QUESTION = 13, 18


SCALE_OF_SUM = 0.2


@dataclass(frozen=True)
class Preset:
    """Widths of layers."""

    thing: int
    facts: int
    trunk: tuple[int, ...]


PRESETS = {
    "small": Preset(thing=32, facts=128, trunk=(256, 256)),
    "large": Preset(thing=64, facts=256, trunk=(512, 512)),
}


def networks() -> dict[str, Callable[..., Network]]:
    """For the house: see `core/layers.py`."""
    return {name: partial(EntityNetwork, widths) for name, widths in PRESETS.items()}


def printed(game: Game) -> tuple[NDArray[Any], ...]:
    """Boards, specialists and journals are known by their numbers, hexes by mission and number, whatever is played."""
    return board_features(game), specialist_features(game), journal_features(game), hex_features(game)


def board_features(game: Game) -> NDArray[Any]:
    """(boards, BOARD_NUMBERS): bonuses, then of each spot what it gives, its cost and its field."""
    rules = game.rulebook[0]
    spots = rules["bundle"][rules["spot_effect"]].reshape(BOARDS, -1)
    parts = (
        rules["bundle"][rules["discovery"]], rules["bundle"][rules["arrival"]], spots, rules["spot_cost"],
        rules["spot_field"],
    )
    return np.concatenate(parts, axis=1)


def specialist_features(game: Game) -> NDArray[Any]:
    """(kinds, SPECIALIST_NUMBERS): the bonuses and the actions of both sides."""
    rules = game.rulebook[0]
    acts = rules["activation"][rules["actions_of"]].reshape(SPECIALISTS, -1)
    return np.concatenate((rules["bundle"][rules["hire"]], rules["bundle"][rules["promotion"]], acts), axis=1)


def journal_features(game: Game) -> NDArray[Any]:
    """(journals, JOURNAL_NUMBERS)."""
    rules = game.rulebook[0]
    numbers = np.stack([rules["journal_cost"], rules["journal_points"], rules["journal_fields"]], axis=1)
    gains = rules["bundle"][rules["journal_you"]], rules["bundle"][rules["journal_others"]]
    return np.concatenate((*gains, rules["activation"][rules["journal_activation"]], numbers), axis=1)


def hex_features(game: Game) -> NDArray[Any]:
    """(missions x hexes, HEX_NUMBERS): what is printed there, and where it lies."""
    found = []
    for mission in range(1, MISSIONS + 1):
        options = game.kind.checked(1, {"mission": mission})
        rules = game.kind.build_rulebook(game.catalogue, options)[0]
        fields = np.eye(1 + len(Field))[rules["hex_field"]][:, 1:]
        numbers = np.stack([rules["hex_points"], rules["hex_infinite"] > 0], axis=1)
        places = np.stack([rules["hex_row"], rules["hex_col"]], axis=1) / 4
        found.append(np.concatenate((rules["bundle"][rules["hex_gain"]], numbers, fields, places), axis=1))
    return np.concatenate(found)


def table_of(number: int, columns: int, features: NDArray[Any] | None) -> Tensor:
    """A row for each printed thing, and before them one for nothing."""
    table = torch.zeros(number + 1, columns)
    if features is not None:
        table[1:] = torch.from_numpy(features.astype(np.float32)).clamp(-4, 4) / 2
    return table


def owners(numbers: Tensor) -> Tensor:
    """Whose: two columns for each, of the viewer and of somebody else."""
    return torch.cat([numbers == 1, numbers > 1], -1).float()


def piece(observations: Tensor, name: str) -> Tensor:
    """A piece of the observation in its shape."""
    found = OBSERVATION[name]
    return observations[:, found.start : found.start + found.size].reshape(-1, *found.shape)


def spread(vectors: Tensor, there: tuple[Tensor, ...], shape: torch.Size) -> Tensor:
    """Each vector where its thing is, 0 where nothing is."""
    found = vectors.new_zeros(*shape, vectors.shape[-1])
    found[there] = vectors
    return found


def flat_scale() -> Tensor:
    high = OBSERVATION.highest()
    pieces = [OBSERVATION[name] for name in FLAT]
    return scale_of(np.concatenate([high[found.start : found.start + found.size] for found in pieces]))


class EntityNetwork(Network):
    """Reads zones, specialists and journals one by one."""

    cell_scale: Tensor

    def __init__(self, widths: Preset, game: Game | None, values: int = 1) -> None:
        super().__init__()
        width, last = widths.thing, widths.trunk[-1]
        known = (None, None, None, None) if game is None else printed(game)
        self.boards = PrintedVectors(table_of(BOARDS, BOARD_NUMBERS, known[0]), width)
        self.kinds = PrintedVectors(table_of(SPECIALISTS, SPECIALIST_NUMBERS, known[1]), width)
        self.journals = PrintedVectors(table_of(JOURNALS, JOURNAL_NUMBERS, known[2]), width)
        self.hexes = PrintedVectors(table_of(MISSIONS * MAX_HEXES, HEX_NUMBERS, known[3]), width)
        self.mission = nn.Embedding(MISSIONS + 1, width)
        self.asked = nn.Embedding(QUESTIONS + 1, width)
        self.doing = nn.Embedding(ACTION_TYPES + 1, width)
        self.cell = nn.Linear(len(CELL_COLUMNS) + 2 * DISC_SPOTS_ON_BOARD, width)
        self.cell_place = nn.Parameter(0.1 * torch.randn(CELLS, width))
        self.cell_again = nn.Linear(width, width)
        self.slot = nn.Linear(2, width)
        self.journal = nn.Linear(2 + 1 + ROW_PLACES, width)
        self.facts = ScaledLinear(flat_scale(), widths.facts)
        self.owned = nn.Linear(2 * sum(OBSERVATION[name].size for name in OWNED), widths.facts)
        pools = 4 + 1 + MAX_PLAYERS + 1                    # the moment, zones, specialists of each player, journals
        self.trunk = trunk_of(2 * widths.facts + pools * width, widths.trunk)
        pointing = len(ON_CELLS) + len(ON_SLOTS) + len(ON_KINDS) + len(ON_ROW) + len(ON_DRAWN) + len(ON_HEXES)
        self.head_widths = [ACTIONS.size, pointing * width, values]
        self.heads = starting_small(nn.Linear(last, sum(self.head_widths)))
        scale = scale_of([max(1, high) for high in CELL.values()])
        self.register_buffer("cell_scale", scale, persistent=False)

    def forward(self, observations: Tensor) -> tuple[Tensor, Tensor]:
        n = len(observations)
        table, frame = piece(observations, "table").long(), piece(observations, "frames")[:, 0].long()
        mission, question = table[:, MISSION], table[:, QUESTION]
        kinds = self.kinds()
        cells, slots = self._cells(observations), self._slots(observations, kinds)
        journals = self._journals(observations)
        zone = cells[torch.arange(n), frame[:, OPEN["cell"]].clamp(max=CELLS - 1)]
        facts = torch.cat([piece(observations, name).flatten(1) for name in FLAT], 1).float()
        owned = torch.cat([owners(piece(observations, name)).flatten(1) for name in OWNED], 1)
        thought = self.trunk(torch.cat([
            functional.relu(self.facts(facts)), functional.relu(self.owned(owned)),
            self.mission(mission), self.asked(question), self.doing(frame[:, OPEN["do"]]), zone,
            SCALE_OF_SUM * cells.sum(1), SCALE_OF_SUM * slots.sum(2).flatten(1), SCALE_OF_SUM * journals.sum(1),
        ], 1))
        plain, queries, value = self.heads(thought).split(self.head_widths, 1)
        row = self._row(observations)
        drawn = self._drawn(question, frame)
        things = {
            **dict.fromkeys(ON_CELLS, cells), **dict.fromkeys(ON_SLOTS, slots[:, 0]),
            **dict.fromkeys(ON_KINDS, kinds[1 : 1 + SPECIALIST_KINDS].expand(n, -1, -1)), **dict.fromkeys(ON_ROW, row),
            **dict.fromkeys(ON_DRAWN, drawn),
        }
        queries = queries.view(n, len(things) + len(ON_HEXES), -1)
        liked = plain + self._pointed(things, queries)
        asks_for_hex = (question == HEX_QUESTION).nonzero()[:, 0]
        on_hexes = self._on_hexes(mission[asks_for_hex], queries[asks_for_hex, -1])
        return liked.index_add(0, asks_for_hex, on_hexes), value.squeeze(1)

    def _cells(self, observations: Tensor) -> Tensor:
        """(n, cells, width)."""
        numbers = piece(observations, "ocean")
        there = (numbers[:, :, 0] > 0).nonzero(as_tuple=True)
        printed = functional.embedding(numbers[:, :, 0][there].long(), self.boards()) + self.cell_place[there[1]]
        columns = torch.cat([numbers[there] * self.cell_scale, owners(numbers[:, :, SPOTS][there])], -1)
        zones = functional.relu(self.cell_again(functional.relu(self.cell(columns) + printed)))
        return spread(zones, there, numbers.shape[:2])

    def _slots(self, observations: Tensor, kinds: Tensor) -> Tensor:
        """(n, players, slots, width)."""
        numbers = piece(observations, "specialists")
        there = (numbers[..., 0] > 0).nonzero(as_tuple=True)
        of_kind = functional.embedding(numbers[..., 0][there].long(), kinds)
        specialists = functional.relu(self.slot(numbers[..., 1:][there].float()) + of_kind)
        return spread(specialists, there, numbers.shape[:3])

    def _journals(self, observations: Tensor) -> Tensor:
        """(n, journals, width): those that are published or lie in the row."""
        numbers = piece(observations, "journals")
        there = ((numbers[..., 0] > 0) | (numbers[..., 2] > 0)).nonzero(as_tuple=True)
        seen = numbers[there]
        place = functional.one_hot(seen[:, 2].long(), 1 + ROW_PLACES)[:, 1:]
        columns = torch.cat([owners(seen[:, :1]), seen[:, 1:2], place], -1).float()
        journals = functional.relu(self.journal(columns) + self.journals()[1:][there[1]])
        return spread(journals, there, numbers.shape[:2])

    def _row(self, observations: Tensor) -> Tensor:
        """(n, places of the row, width)."""
        place = piece(observations, "journals")[..., 2].long()
        lies_there = functional.one_hot(place, 1 + ROW_PLACES)[..., 1:].transpose(1, 2)
        is_full, journal = lies_there.max(2)
        return functional.embedding(journal, self.journals()[1:]) * is_full.unsqueeze(2)

    def _drawn(self, question: Tensor, frame: Tensor) -> Tensor:
        """(n, 2, width): the boards of which one is kept."""
        drawn = frame[:, [OPEN["a"], OPEN["b"]]] * (question == KEEP_QUESTION).unsqueeze(1)
        return functional.embedding(drawn, self.boards()) * (drawn > 0).unsqueeze(2)

    def _on_hexes(self, mission: Tensor, query: Tensor) -> Tensor:
        """(n, actions): how each hex of the mission answers."""
        hexes = self.hexes()[1:].view(MISSIONS, MAX_HEXES, -1)[mission - 1]
        liked = query.new_zeros(len(query), ACTIONS.size)
        liked[:, ACTIONS["HEX"] : ACTIONS["HEX"] + MAX_HEXES] = (hexes * query.unsqueeze(1)).sum(2)
        return liked

    def _pointed(self, things: dict[str, Tensor], queries: Tensor) -> Tensor:
        """(n, actions): how each thing that an action names answers what the trunk asks for; 0 for all others."""
        parts = []
        names = list(things)
        for block in ACTIONS:
            if block.name in things:
                query = queries[:, names.index(block.name)].unsqueeze(1)
                parts.append((things[block.name] * query).sum(2))
            else:
                parts.append(queries.new_zeros(len(queries), block.size))
        return torch.cat(parts, 1)


assert OBSERVATION["specialists"].shape[:2] == (MAX_PLAYERS, SLOTS)
