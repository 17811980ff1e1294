"""Networks that read the map around the airship, cities and projects as entities: `small` and `large`.

A printed thing is a learned vector of its number plus a projection of what is printed on it. A hex is made of what is
printed there, on the side of its board that lies, and of what lies there now. The trunk sees each hex around the own
airship, from near to far, and all cities as one sum; the projects in hand, in play and in the play of others as three.
An action that names a project, a direction or a hex is scored with that thing's vector; all others, and again these,
by the trunk alone.
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

from undersea_env.cloudage.compiled.assembler import STEPS as STEPS_OF_ROW
from undersea_env.cloudage.compiled.assembler import Program, hex_number, on_map
from undersea_env.cloudage.compiled.limits import MAX_CODE, MAX_PLAYERS
from undersea_env.cloudage.compiled.opcodes import CODE_COLUMNS, Op
from undersea_env.cloudage.compiled.rulebook import CLAUSE_EFFECT, CLAUSE_EVENT
from undersea_env.cloudage.kernel.actions import ACTIONS
from undersea_env.cloudage.kernel.flying import NUMBER_AT
from undersea_env.cloudage.kernel.layout import FRAME, HEX, OBSERVATION, PLAYER, QUESTIONS, SECTOR, TABLE
from undersea_env.cloudage.kernel.state import ABOUT, STEPS
from undersea_env.cloudage.printed.words import (
    BOARDS,
    CHAPTERS,
    CITY_CARDS,
    DIRECTIONS,
    HEXES,
    HEXES_OF_BOARD,
    HIGHEST_COST,
    MAP_COLUMNS,
    PROJECTS,
    ROWS,
    SCENARIOS,
    SECTORS,
    SIDES,
    SLEEVES,
    STORY_CARDS,
    Colour,
    Event,
    Item,
)
from undersea_env.core.layers import Network, PrintedVectors, ScaledLinear, scale_of, starting_small, trunk_of
from undersea_env.core.position import Game

FLAT = ("table", "frames", "players", "sectors", "city_cards", "bag")        # read number by number
SORTS = {"tasks": 2, "objectives": 7}                # read sort by sort
AROUND = 3                                           # hexes from the airship that the trunk sees one by one
ITEMS = len(Item)
COUNTED = (Op.CHOOSE, Op.PRODUCTION, Op.BUILD, Op.PLANT)
EFFECT_NUMBERS = 2 * ITEMS + len(Op)
PROJECT_NUMBERS = 2 + len(Colour) + 1 + 3 + 1 + len(Colour) + 1 + len(Event) + 2 * EFFECT_NUMBERS
HEX_NUMBERS = HIGHEST_COST + 2 + 2 * EFFECT_NUMBERS
HEX_COLUMNS = HIGHEST_COST + 8
NEAR = (0, 1, 2, 3, 5)                               # steps within which a city may lie
CITY_COLUMNS = HEX_COLUMNS + 1 + len(NEAR)
HAND, OWN, OTHERS = 1, 2, tuple(range(3, 2 + MAX_PLAYERS))                   # where a project may lie
COST, CITY, FIND, STRENGTH, PLANTED, TAKEN, GUN, AIRSHIP = (
    list(HEX).index(name) for name in ("cost", "city", "find", "strength", "planted", "find_taken", "gun", "airship")
)
SCENARIO, CHAPTER, QUESTION, STEP, STORY, CARD = (
    list(TABLE).index(name) for name in ("scenario", "chapter", "question", "step", "story", "card")
)
ABOUT_AT, HEX_AT, SLEEVE_AT = list(FRAME).index("about"), list(PLAYER).index("hex"), list(SECTOR).index("sleeve")
HEX_QUESTION = 20                                    # D-20
POINTING = 3                                         # at projects, directions, hexes
NO_HEX = HEXES                                       # beyond the edge of the map
SCALE_OF_SUM = 0.2


@dataclass(frozen=True)
class Preset:
    """Widths of layers."""

    thing: int
    hex: int
    facts: int
    trunk: tuple[int, ...]


PRESETS = {
    "small": Preset(thing=32, hex=12, facts=128, trunk=(256, 192)),
    "large": Preset(thing=64, hex=24, facts=256, trunk=(512, 512)),
}


def networks() -> dict[str, Callable[..., Network]]:
    """For the house: see `core/layers.py`."""
    return {name: partial(EntityNetwork, widths) for name, widths in PRESETS.items()}


# --- what is printed ---


def printed(game: Game) -> tuple[NDArray[Any], ...]:
    """Projects and city cards are known by their numbers, hexes by board, side and place, whatever is played."""
    rules = game.kind.build_rulebook(game.catalogue, game.kind.checked(1, {}))[0]
    return project_features(rules), rules["field"].astype(np.float64), *hex_features(game)


def effect_features(code: NDArray[Any], place: int) -> NDArray[Any]:
    """(EFFECT_NUMBERS,): what is gained, what is paid, and what else is done, all branches together."""
    found = np.zeros(EFFECT_NUMBERS)
    while place and code[place][0] != Op.END:
        row = code[place]
        op = Op(int(row[0]))
        if op == Op.GAIN:
            found[int(row[1])] += int(row[2])
        elif op == Op.PAY:
            found[ITEMS : 2 * ITEMS - 1] += row[2 : 1 + ITEMS]
        found[2 * ITEMS + op] += int(row[1]) if op in COUNTED else 1
        place += 1
    return found


def project_features(rules: Any) -> NDArray[Any]:
    """(projects, PROJECT_NUMBERS)."""
    found = []
    for card in range(PROJECTS):
        events, again = np.zeros(len(Event)), np.zeros(EFFECT_NUMBERS)
        for clause in rules["clause"][card][: int(rules["clauses"][card])]:
            events[int(clause[CLAUSE_EVENT])] += 1
            again += effect_features(rules["code"], int(clause[CLAUSE_EFFECT]))
        found.append(np.concatenate((
            [rules["water"][card] / 4, rules["cards"][card]], np.eye(len(Colour))[int(rules["colour"][card])],
            [rules["grey_points"][card] / 2], rules["permanent"][card], [rules["upgrade_discount"][card]],
            rules["project_discount"][card], [rules["takes_on_deck"][card]], events,
            effect_features(rules["code"], int(rules["instant"][card])), again,
        )))
    return np.stack(found)


def hex_features(game: Game) -> tuple[NDArray[Any], NDArray[Any]]:
    """(sides x hexes, HEX_NUMBERS), and of each board a hex where one side has a city, and whether that is side A."""
    code = np.zeros((MAX_CODE, CODE_COLUMNS), np.int64)
    program = Program(game.catalogue, True, code)
    found = np.zeros((len(SIDES), HEXES, HEX_NUMBERS))
    has_city = np.zeros((len(SIDES), HEXES), np.bool_)
    for board in game.catalogue.boards.values():
        cities = {city.id: city for city in board.cities}
        for place in board.hexes:
            at = SIDES.index(board.side), hex_number(board.number, place.row, place.col)
            city = cities.get(place.city)
            reward = program.place(city.reward) if city else 0
            numbers = [city is not None, city.strength / 4 if city else 0]
            gains = effect_features(code, program.place(place.find)), effect_features(code, reward)
            found[at] = np.concatenate((np.eye(HIGHEST_COST)[place.cost - 1], numbers, *gains))
            has_city[at] = city is not None
    differs = (has_city[0] != has_city[1]).reshape(BOARDS, HEXES_OF_BOARD)
    telling = differs.argmax(1) + HEXES_OF_BOARD * np.arange(BOARDS)
    return found.reshape(-1, HEX_NUMBERS), np.stack([telling, has_city[0][telling]])


def table_of(number: int, columns: int, features: NDArray[Any] | None) -> Tensor:
    """A row for each printed thing, and before them one for nothing."""
    table = torch.zeros(number + 1, columns)
    if features is not None:
        table[1:] = torch.from_numpy(features.astype(np.float32)).clamp(-4, 4) / 2
    return table


# --- the map ---


def number_at(place: tuple[int, int]) -> int:
    """The hex in this row and column of the whole map; NO_HEX beyond its edge."""
    row, column = place
    return int(NUMBER_AT[row, column]) if 0 <= row < ROWS and 0 <= column < MAP_COLUMNS else NO_HEX


def beside(number: int) -> list[int]:
    """The hexes next to this one, from east on; NO_HEX beyond the edge."""
    if number == NO_HEX:
        return [NO_HEX] * DIRECTIONS
    return [number_at(walked(on_map(number), direction)) for direction in range(DIRECTIONS)]


def ring_around(place: tuple[int, int], ring: int) -> list[tuple[int, int]]:
    """So many steps away, from east counterclockwise, as on a map without edge: the same order from everywhere."""
    for _ in range(ring):
        place = walked(place, 0)
    found = []
    for direction in range(DIRECTIONS):
        for _ in range(ring):
            found.append(place)
            place = walked(place, (direction + 2) % DIRECTIONS)
    return found


def map_around() -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Of each hex those around it, itself first, then ring by ring; and how many steps it is to each other hex."""
    window, steps = [], np.zeros((HEXES, HEXES + 1), np.int64)
    for number in range(HEXES):
        rings = [[number]] + [
            [number_at(place) for place in ring_around(on_map(number), ring)] for ring in range(1, MAP_COLUMNS + ROWS)
        ]
        for distance, ring in enumerate(rings):
            steps[number, ring] = distance
        window.append([at for ring in rings[: AROUND + 1] for at in ring])
    return np.array(window), steps[:, :HEXES]


def walked(at: tuple[int, int], direction: int) -> tuple[int, int]:
    """One step, even beyond the edge."""
    across, down = STEPS_OF_ROW[at[0] % 2][direction]
    return at[0] + down, at[1] + across


# --- the network ---


def piece(observations: Tensor, name: str) -> Tensor:
    """A piece of the observation in its shape."""
    found = OBSERVATION[name]
    return observations[:, found.start : found.start + found.size].reshape(-1, *found.shape)


def sorted_out(numbers: Tensor, most: int) -> Tensor:
    """A column for each number from 1 on."""
    found = numbers.flatten(1).unsqueeze(2) == torch.arange(1, most + 1, dtype=numbers.dtype)
    return found.flatten(1).float()


def flat_scale() -> Tensor:
    high = OBSERVATION.highest()
    pieces = [OBSERVATION[name] for name in FLAT]
    return scale_of(np.concatenate([high[found.start : found.start + found.size] for found in pieces]))


class EntityNetwork(Network):
    """Reads hexes, cities and projects one by one."""

    telling: Tensor
    window: Tensor
    steps: Tensor

    def __init__(self, widths: Preset, game: Game | None, values: int = 1) -> None:
        super().__init__()
        width, hex_width, last = widths.thing, widths.hex, widths.trunk[-1]
        known = (None, None, None, None) if game is None else printed(game)
        self.projects = PrintedVectors(table_of(PROJECTS, PROJECT_NUMBERS, known[0]), width)
        self.cards = PrintedVectors(table_of(CITY_CARDS, len(SECTOR) - 2, known[1]), widths.facts)
        places = table_of(len(SIDES) * HEXES, HEX_NUMBERS, known[2])
        self.hexes = PrintedVectors(places, hex_width)
        self.cities = PrintedVectors(places, width)
        telling = np.zeros((2, BOARDS), np.int64) if known[3] is None else known[3]
        self.register_buffer("telling", torch.from_numpy(telling))
        self.hex = nn.Linear(HEX_COLUMNS, hex_width)
        self.city = nn.Linear(CITY_COLUMNS, width)
        self.city_again = nn.Linear(width, width)
        window, steps = map_around()
        self.register_buffer("window", torch.from_numpy(window), persistent=False)
        self.register_buffer("steps", torch.from_numpy(steps), persistent=False)
        numbers_of = {"map": 1 + SCENARIOS + len(CHAPTERS), "question": QUESTIONS + 1, "step": len(STEPS),
                      "about": len(ABOUT), "story": STORY_CARDS + 1}
        self.situation = nn.ModuleDict({name: nn.Embedding(n, widths.facts) for name, n in numbers_of.items()})
        self.facts = ScaledLinear(flat_scale(), widths.facts)
        sorts = sum(OBSERVATION[name].size * most for name, most in SORTS.items()) + SECTORS * SLEEVES
        self.sorts = nn.Linear(sorts, widths.facts)
        inputs = 2 * widths.facts + window.shape[1] * hex_width + 4 * width
        self.trunk = trunk_of(inputs, widths.trunk)
        self.head_widths = [ACTIONS.size, width, 2 * hex_width, values]
        self.heads = starting_small(nn.Linear(last, sum(self.head_widths)))

    def forward(self, observations: Tensor) -> tuple[Tensor, Tensor]:
        table, players = piece(observations, "table").long(), piece(observations, "players")
        about = piece(observations, "frames")[:, 0, ABOUT_AT].long()
        here = players[:, 0, HEX_AT].long()
        hexes, cubes = piece(observations, "hexes"), piece(observations, "cubes")
        numbers = self._numbers(hexes)
        window = self.window[here]
        around = self._around(hexes, cubes, numbers, window)
        projects = self.projects()[1:]
        facts = torch.cat([piece(observations, name).flatten(1) for name in FLAT], 1).float()
        sorts = [sorted_out(piece(observations, name), most) for name, most in SORTS.items()]
        sorts.append(sorted_out(piece(observations, "sectors")[..., SLEEVE_AT], SLEEVES))
        thought = self.trunk(torch.cat([
            functional.relu(self.facts(facts) + self._situation(table, about)),
            functional.relu(self.sorts(torch.cat(sorts, 1))),
            around.flatten(1), self._cities(hexes, cubes, numbers, here),
            self._laid(piece(observations, "projects"), projects),
        ], 1))
        plain, by_project, by_hex, value = self.heads(thought).split(self.head_widths, 1)
        ways, places = by_hex.chunk(2, 1)
        moves = (around[:, 1 : 1 + DIRECTIONS] * ways.unsqueeze(1)).sum(2)
        asks_for_hex = (table[:, QUESTION] == HEX_QUESTION).nonzero()[:, 0]
        on_hexes = self._on_hexes(around[asks_for_hex], window[asks_for_hex], places[asks_for_hex])
        pointed = {"MOVE": moves, "PROJECT": by_project @ projects.T}
        parts = [pointed.get(block.name, plain.new_zeros(len(plain), block.size)) for block in ACTIONS]
        liked = plain + torch.cat(parts, 1)
        return liked.index_add(0, asks_for_hex, on_hexes), value.squeeze(1)

    def _situation(self, table: Tensor, about: Tensor) -> Tensor:
        chapter = table[:, CHAPTER]
        played = torch.where(chapter > 0, SCENARIOS + chapter, table[:, SCENARIO])
        numbers = {"map": played, "question": table[:, QUESTION], "step": table[:, STEP], "about": about,
                   "story": table[:, STORY]}
        found: Tensor = functional.embedding(table[:, CARD], self.cards())
        for name, layer in self.situation.items():
            found = found + layer(numbers[name])
        return found

    def _numbers(self, hexes: Tensor) -> Tensor:
        """(n, boards): where the printed hexes of the side of this board that lies begin, less 1."""
        at, on_first_side = self.telling
        is_second_side: Tensor = (hexes[:, at, CITY] > 0) != (on_first_side > 0)
        return 1 + HEXES * is_second_side.long()

    def _columns(self, hexes: Tensor, mine: Tensor, others: Tensor) -> Tensor:
        """(..., HEX_COLUMNS) of what lies on each hex now."""
        cost, city = hexes[..., COST], hexes[..., CITY] > 0
        has_find = (hexes[..., FIND] > 0) & (hexes[..., TAKEN] == 0) & (hexes[..., PLANTED] == 0)
        columns = [
            *(cost == number for number in range(1, HIGHEST_COST + 1)), has_find, hexes[..., PLANTED], hexes[..., GUN],
            hexes[..., AIRSHIP] > 1, city, mine > 0, others > 0, hexes[..., STRENGTH] / 8,
        ]
        return torch.stack([column.float() for column in columns], -1)

    def _around(self, hexes: Tensor, cubes: Tensor, numbers: Tensor, window: Tensor) -> Tensor:
        """(n, hexes of the window, width)."""
        inside = window < NO_HEX
        at = window.clamp(max=HEXES - 1)
        printed = (numbers.gather(1, at // HEXES_OF_BOARD) + at) * inside
        seen = hexes[torch.arange(len(hexes)).unsqueeze(1), at]
        city = seen[..., CITY].long()
        mine, others = (functional.pad(each, (1, 0)).gather(1, city) for each in (cubes[:, 0], cubes[:, 1:].amax(1)))
        columns = self._columns(seen, mine, others) * inside.unsqueeze(2)
        return functional.relu(self.hex(columns) + functional.embedding(printed, self.hexes()))

    def _cities(self, hexes: Tensor, cubes: Tensor, numbers: Tensor, here: Tensor) -> Tensor:
        """(n, width): all cities, near ones and far ones."""
        row, at = (hexes[:, :, CITY] > 0).nonzero(as_tuple=True)
        seen = hexes[row, at]
        city = seen[:, CITY].long() - 1
        columns = self._columns(seen, cubes[:, 0][row, city], cubes[:, 1:].amax(1)[row, city])
        steps = self.steps[here[row], at].unsqueeze(1)
        columns = torch.cat([columns, steps / 8, steps <= torch.tensor(NEAR)], 1)
        vectors = self.city(columns) + functional.embedding(numbers[row, at // HEXES_OF_BOARD] + at, self.cities())
        vectors = functional.relu(self.city_again(functional.relu(vectors)))
        return SCALE_OF_SUM * vectors.new_zeros(len(hexes), vectors.shape[1]).index_add(0, row, vectors)

    def _laid(self, places: Tensor, projects: Tensor) -> Tensor:
        """(n, 3 * width): the sums of those in hand, in play, and in play elsewhere."""
        elsewhere = (places >= OTHERS[0]) & (places <= OTHERS[-1])
        laid = torch.stack([places == HAND, places == OWN, elsewhere], 1).float()
        return SCALE_OF_SUM * (laid @ projects).flatten(1)

    def _on_hexes(self, around: Tensor, window: Tensor, query: Tensor) -> Tensor:
        """(n, actions): how the hexes around answer where a plant may be put."""
        liked = query.new_zeros(len(query), HEXES + 1).scatter(1, window, (around * query.unsqueeze(1)).sum(2))
        return functional.pad(liked[:, :HEXES], (ACTIONS["HEX"], ACTIONS.size - ACTIONS["HEX"] - HEXES))


assert all(OBSERVATION[name].high == most for name, most in SORTS.items())
