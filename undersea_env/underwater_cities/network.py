"""Networks that read cards and slots as entities: `small` and `large`.

A card is a learned vector of its number plus a projection of what is printed on it, computed once for all cards and
looked up. An action that names a card is scored with that card's vector, so what is learned of a card holds wherever it
lies. A site is scored by a vector of what is on it and, for a building, in its city; sites of a kind share the layers.

Not read: on which sites the others have built, which the table of players sums up; their metropolises; the bookkeeping
of the engine.
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
from undersea_env.underwater_cities.compiled.limits import (
    FACE_UP_SPECIALS,
    LOOKED_AT,
    MAX_ACTION_CARDS,
    N_CARDS,
    N_SITES,
    N_SLOTS,
    PLAYABLE_HAND,
)
from undersea_env.underwater_cities.kernel import actions
from undersea_env.underwater_cities.kernel.actions import NUM_ACTIONS
from undersea_env.underwater_cities.kernel.layout import CARD_HIGH, CARD_SIZE, EFFECT_HIGH, HAND_SHOWN, OBSERVATION
from undersea_env.underwater_cities.kernel.reading import read_cards, read_numbers
from undersea_env.underwater_cities.observation import card_features, slot_features

FACTS = (
    *("game", "phase", "decides", "mover", "table", "question", "question_stage", "question_thing"),
    *("question_resources", "question_numbers", "question_parts", "produced", "converted", "my_once_per_turn"),
    *("my_events", "slots", "players", "my_metropolises", "contracts"),
)
SITES = ("my_cities", "my_buildings", "my_tunnels")
HAND, ACTIONS, SPECIALS, DECK = HAND_SHOWN, MAX_ACTION_CARDS, FACE_UP_SPECIALS, LOOKED_AT
SINGLES = ("my_hand", "my_action_cards", "specials", "deck_specials")
SINGLE_CARDS = HAND + ACTIONS + SPECIALS + DECK
POINTED = (ACTIONS, SPECIALS, DECK, DECK, HAND)                  # actions that name a card: ACTION_CARD ... HAND
POOLED = (                                                       # the trunk reads the sum of the vectors in each pool
    *((0, "my_hand"), (1, "my_action_cards"), (3, "specials"), (4, "deck_specials"), (5, "open_card")),
    *((6, "my_tableau"), (7, "their_tableau"), (7, "their_action_cards")),
)
POOLS = 8                                                        # used action cards of the viewer are in pool 2

ENTRY_MODULES = ("undersea_env.underwater_cities.kernel.reading",)          # to be compiled ahead


@dataclass(frozen=True)
class Preset:
    """Widths of layers."""

    card: int
    facts: int
    sites: int
    site: int                                                    # of the vector of a single site
    trunk: tuple[int, ...]


PRESETS = {
    "small": Preset(card=32, facts=128, sites=64, site=16, trunk=(256, 256)),
    "large": Preset(card=64, facts=256, sites=128, site=32, trunk=(512, 512)),
}


def networks() -> dict[str, Callable[..., Network]]:
    """For the house: see `core/layers.py`."""
    return {name: partial(EntityNetwork, widths) for name, widths in PRESETS.items()}


def printed(game: Game) -> tuple[NDArray[Any], ...]:
    """Cards and slots are known by their numbers."""
    return card_features(game), slot_features(game)


def value_learning() -> Any:
    """What `undersea train value` asks of this game."""
    from undersea_env.underwater_cities import value_learning as learning

    return learning


def stretches(names: tuple[str, ...]) -> NDArray[np.int64]:
    """Where these pieces lie in the observation: from, to; neighbours are joined."""
    found: list[tuple[int, int]] = []
    pieces = [OBSERVATION[name] for name in names]
    for start, stop in sorted((piece.start, piece.start + piece.size) for piece in pieces):
        if found and found[-1][1] == start:
            found[-1] = (found[-1][0], stop)
        else:
            found.append((start, stop))
    return np.array(found, np.int64)


def numbers_at(observations: Tensor, where: NDArray[np.int64]) -> Tensor:
    numbers = torch.empty(len(observations), int((where[:, 1] - where[:, 0]).sum()))
    read_numbers(observations.numpy(), where, numbers.numpy())
    return numbers


def scale_for(where: NDArray[np.int64]) -> Tensor:
    high = OBSERVATION.highest()
    return scale_of(np.concatenate([high[start:stop] for start, stop in where]))


def card_columns(name: str) -> NDArray[np.int64]:
    """Where the numbers of a piece's cards are: the first column of a table, or all of it."""
    piece = OBSERVATION[name]
    return np.arange(piece.start, piece.start + piece.size, piece.shape[-1] if piece.columns else 1)


def card_places() -> tuple[NDArray[np.int64], ...]:
    """As `read_cards` takes them: single cards; cards in pools, their pools, and where it says that they are used."""
    single = np.concatenate([card_columns(name) for name in SINGLES])
    columns, pools, used = [], [], []
    for pool, name in POOLED:
        places = card_columns(name)
        columns.append(places)
        pools.append(np.full(len(places), pool))
        used.append(places + 1 if name == "my_action_cards" else np.zeros_like(places))
    return single, np.concatenate(columns), np.concatenate(pools), np.concatenate(used)


def table_of(number: int, high: tuple[int, ...], features: Any) -> Tensor:
    """A row for each printed thing."""
    if features is None:
        return torch.zeros(number, len(high))
    return torch.from_numpy(np.asarray(features, np.float32)) * scale_of(high)


class SiteVectors(nn.Module):
    """A vector for each site of the viewer's board, made of its columns; a building's also of those of its city."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.columns = [OBSERVATION[name].shape[1] for name in SITES]
        city, building, tunnel = self.columns
        self.city, self.tunnel = nn.Linear(city, width), nn.Linear(tunnel, width)
        self.building, self.neighbours = nn.Linear(building, width), nn.Linear(building, width, bias=False)
        self.city_of_building = nn.Linear(city, width, bias=False)
        self.place = nn.Parameter(0.1 * torch.randn(N_SITES, width))

    def forward(self, numbers: Tensor) -> Tensor:
        """(n, 74, width), from the numbers of all sites, which come column by column."""
        pieces = numbers.split([OBSERVATION[name].size for name in SITES], 1)
        city, building, tunnel = (
            piece.view(len(numbers), columns, -1).transpose(1, 2)
            for piece, columns in zip(pieces, self.columns, strict=True)
        )
        per_city = building.unflatten(1, (city.shape[1], -1))                    # (n, 9, 5, columns)
        around = self.neighbours(per_city.sum(2)) + self.city_of_building(city)
        in_city = (self.building(per_city) + around.unsqueeze(2)).flatten(1, 2)
        return functional.relu(torch.cat([self.city(city), in_city, self.tunnel(tunnel)], 1) + self.place)


class EntityNetwork(Network):
    """Reads cards, slots and sites one by one."""

    site_scale: Tensor

    def __init__(self, widths: Preset, game: Game | None, values: int = 1) -> None:
        super().__init__()
        card, last = widths.card, widths.trunk[-1]
        known = (None, None) if game is None else printed(game)
        self.fact_stretches, self.site_stretches = stretches(FACTS), stretches(SITES)
        self.cards = PrintedVectors(table_of(N_CARDS, CARD_HIGH, known[0]), card)
        self.slots = PrintedVectors(table_of(N_SLOTS, EFFECT_HIGH, known[1]), card)
        self.facts = ScaledLinear(scale_for(self.fact_stretches), widths.facts)
        self.sites = ScaledLinear(scale_for(self.site_stretches), widths.sites)
        self.trunk = trunk_of(widths.facts + widths.sites + POOLS * card, widths.trunk)
        self.site_vectors = SiteVectors(widths.site)
        self.register_buffer("site_scale", scale_for(self.site_stretches), persistent=False)
        # which slot with which card; the slot wanted; cards by what is done with them; the site; all else; the value
        self.head_widths = [card, card, (1 + len(POINTED)) * card, widths.site, NUM_ACTIONS - actions.ORDER, values]
        self.heads = starting_small(nn.Linear(last, sum(self.head_widths)))

    def forward(self, observations: Tensor) -> tuple[Tensor, Tensor]:
        table = self.cards()
        numbers, counts = self._cards(observations)
        facts = functional.relu(self.facts(numbers_at(observations, self.fact_stretches)))
        on_sites = numbers_at(observations, self.site_stretches)
        sites = functional.relu(self.sites(on_sites))
        pooled = counts.view(-1, N_CARDS) @ table
        thought = self.trunk(torch.cat([facts, sites, pooled.view(len(observations), -1)], 1))
        gate, slot, card_queries, site, others, value = self.heads(thought).split(self.head_widths, 1)
        singles = functional.embedding(numbers, table)
        of_cards = singles @ card_queries.view(len(thought), -1, singles.shape[2]).transpose(1, 2)
        of_sites = self.site_vectors(on_sites * self.site_scale) @ site.unsqueeze(2)
        play = self._plays(singles[:, :PLAYABLE_HAND], gate, slot, of_cards[:, :PLAYABLE_HAND, :1])
        return torch.cat([play, *self._others(others, of_sites.squeeze(2), of_cards[:, :, 1:])], 1), value.squeeze(1)

    def _cards(self, observations: Tensor) -> tuple[Tensor, Tensor]:
        """The numbers of single cards (n, SINGLE_CARDS), and the counts of all cards in each pool."""
        n = len(observations)
        singles, counts = torch.empty(n, SINGLE_CARDS, dtype=torch.int32), torch.empty(n, POOLS, N_CARDS)
        single, pooled, pools, used = CARD_PLACES
        read_cards(observations.numpy(), single, pooled, pools, used, singles.numpy(), counts.numpy())
        return singles, counts

    def _plays(self, playable: Tensor, gate: Tensor, slot: Tensor, of_cards: Tensor) -> Tensor:
        slots = self.slots()
        pairs: Tensor = (playable * gate.unsqueeze(1)) @ slots.T                 # (n, cards, slots)
        pairs = pairs + of_cards + (slot @ slots.T).unsqueeze(1)
        return pairs.transpose(1, 2).flatten(1)                                  # PLAY is slot by slot

    def _others(self, others: Tensor, of_sites: Tensor, of_cards: Tensor) -> list[Tensor]:
        hand, acting, specials, deck = of_cards.split([HAND, ACTIONS, SPECIALS, DECK], 1)
        pointed = [of_sites] + [cards[:, :, k] for k, cards in enumerate((acting, specials, deck, deck, hand))]
        return [
            block if k is None else block + pointed[k]
            for block, k in zip(others.split(OTHER_BLOCKS, 1), OTHER_POINTED, strict=True)
        ]


def _blocks_of_others() -> tuple[list[int], list[int | None]]:
    """All actions but PLAY cut into blocks, and for each block what adds to it: 0 the sites, then POINTED."""
    starts = (actions.SITE, actions.ACTION_CARD, actions.SPECIAL, actions.KEEP, actions.UNDER, actions.HAND)
    sizes: list[int] = []
    pointed: list[int | None] = []
    here = actions.ORDER
    for k, (start, size) in enumerate(zip(starts, (N_SITES, *POINTED), strict=True)):
        if start > here:
            sizes.append(start - here)
            pointed.append(None)
        sizes.append(size)
        pointed.append(k)
        here = start + size
    return [*sizes, NUM_ACTIONS - here], [*pointed, None]


OTHER_BLOCKS, OTHER_POINTED = _blocks_of_others()
CARD_PLACES = card_places()
assert actions.PLAY == 0
assert sum(OTHER_BLOCKS) == NUM_ACTIONS - actions.ORDER
assert OBSERVATION["my_hand"].shape[1] == CARD_SIZE
