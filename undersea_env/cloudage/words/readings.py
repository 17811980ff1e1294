"""A position, read for words: names of what lies where. What is legal is not decided here: that is asked in
`asking.py`."""

from functools import cached_property
from typing import TYPE_CHECKING, Any

from undersea_env.cloudage.compiled.assembler import boards_of
from undersea_env.cloudage.compiled.limits import BITS_OF_WORD
from undersea_env.cloudage.kernel.flying import COLUMN_OF, ROW_OF
from undersea_env.cloudage.kernel.state import BOOK, REVEALING, VOTING
from undersea_env.cloudage.printed.things import Board, Catalogue, City, CityCard, Project, StoryCard, Task
from undersea_env.cloudage.printed.words import HEXES, SECTORS, CardField
from undersea_env.cloudage.words.effects import Rows, effect_words, part_words
from undersea_env.cloudage.words.names import field_words, gun_name, hex_name
from undersea_env.cloudage.words.notation.names import TOKENS
from undersea_env.cloudage.words.notation.writing import phase_of, tokens_in_play
from undersea_env.core.readings import RecordOnFrames, bits_of

if TYPE_CHECKING:
    from undersea_env.core.position import Game

PHASE_WORDS = {
    "setup": "set-up", "production": "production", "movement": "movement", "action": "action", "end": "the end",
    "over": "the end",
}


def numbers_list(numbers: list[int]) -> str:
    return " ".join(map(str, numbers)) or "none"


class Table(RecordOnFrames):
    """A record of a game with the names of the book."""

    def __init__(self, record: Any, game: "Game") -> None:
        super().__init__(record, game)
        self.book: Catalogue = game.catalogue

    @cached_property
    def rows(self) -> Rows:
        return Rows(self.rules, self.book)

    def effect(self, place: int) -> str:
        """What the rule book has at this place, in words; empty for nothing."""
        return effect_words(self.rows.effect(int(place)))

    def effect_part(self, place: int) -> str:
        """The payment, fight or condition that begins there, with what it is for."""
        return part_words(self.rows.part(place))

    @property
    def phase(self) -> str:
        return phase_of(self.record)

    @property
    def moment(self) -> str:
        record = self.record
        if record.over or self.phase in ("setup", "end"):
            return PHASE_WORDS[self.phase]
        words = "book" if record.step in (BOOK, VOTING, REVEALING) else PHASE_WORDS[self.phase]
        return f"round {int(record.round_no)} of {int(self.rules['rounds'])}, {words}"

    # --- the map ---

    @cached_property
    def boards(self) -> tuple[Board, ...]:
        return boards_of(self.book, self.game.options)

    @cached_property
    def cities(self) -> tuple[City, ...]:
        """Of the map as laid, by number."""
        return tuple(city for board in self.boards for city in board.cities)

    def has_hex(self, rows: Any, number: int) -> bool:
        return bool(int(rows[ROW_OF[number]]) >> int(COLUMN_OF[number]) & 1)

    def is_hex(self, number: int) -> bool:
        return number < HEXES and bool(self.rules["cost"][number])

    def is_planted(self, number: int) -> bool:
        return self.has_hex(self.record.planted, number)

    def gun_on(self, number: int) -> int | None:
        """T-8: from 0, if it is in play."""
        gun = int(self.rules["gun_at"][number]) - 1
        return gun if gun >= 0 and int(self.record.guns) >> gun & 1 else None

    def city_on(self, number: int) -> int | None:
        """The city of a hex; Taintbow is none while a gun stands there."""
        city = int(self.rules["city"][number])
        return city - 1 if city and self.gun_on(number) is None else None

    def hexes_of_city(self, city: int) -> list[int]:
        return [number for number in range(HEXES) if self.rules["city"][number] == city + 1]

    def place(self, number: int) -> str:
        """`B2 (Borderville)`."""
        city, gun = self.city_on(number), self.gun_on(number)
        notes = self.cities[city].name if city is not None else "" if gun is None else gun_name(gun)
        return f"{hex_name(number)} ({notes})" if notes else hex_name(number)

    def cost(self, number: int) -> int:
        """H-3."""
        if self.is_planted(number):
            return 1
        gun = self.gun_on(number)
        return int(self.rules["cost"][number] if gun is None else self.rules["gun_cost"][gun])

    def find(self, number: int) -> str:
        """What is found there, if it is not planted over."""
        return "" if self.is_planted(number) else self.effect(self.rules["find"][number])

    def is_toll(self, number: int) -> bool:
        return self.has_hex(self.rules["toll_rows"], number)

    def airships_on(self, number: int) -> list[int]:
        return [seat for seat in self.seats if self.record.players[seat].hex == number]

    def strength_of(self, city: int) -> int:
        return int(self.rules["city_strength"][city])

    def reward_of(self, city: int) -> str:
        return self.effect(self.rules["city_reward"][city])

    # --- cards ---

    def cards_in(self, words: Any) -> list[int]:
        """A set of projects, counted from 0."""
        return bits_of(words[0]) + [card + BITS_OF_WORD for card in bits_of(words[1])]

    def project(self, card: int) -> Project:
        return self.book.projects[card]

    def hand(self, seat: int) -> list[int]:
        return self.cards_in(self.record.players[seat].hand)

    def titles(self, cards: list[int]) -> str:
        return ", ".join(self.project(card).title for card in cards)

    def water_for(self, seat: int, card: int) -> int:
        """B-5."""
        off = self.record.players[seat].project_discount[int(self.rules["colour"][card])]
        return max(0, int(self.rules["water"][card]) - int(off))

    def city_card(self) -> CityCard | None:
        """The one that a collect is about, once it was taken."""
        return self.book.city_cards[int(self.record.card) - 1] if self.record.card else None

    def shown(self, sector: int) -> dict[CardField, int]:
        """The fields of the top card of a sector that its sleeve leaves open (S-3)."""
        count = int(self.record.sector_count[sector])
        if not count:
            return {}
        card = self.book.city_cards[int(self.record.sector[sector, count - 1]) - 1]
        return {field: card.field(field) for field in self.book.sleeves[int(self.record.sleeve[sector]) - 1].visible}

    @property
    def sectors(self) -> range:
        return range(SECTORS)

    def task(self, number: int) -> Task:
        return self.book.tasks[number]

    def objective(self, id: int) -> str:
        """`objective 3 (green, combat)`."""
        tasks = self.book.objectives[id - 1].tasks
        return f"objective {id} ({', '.join(self.task(task).id for task in tasks)})"

    @property
    def story(self) -> StoryCard | None:
        number = int(self.record.story)
        return self.book.story[number - 1] if number else None

    # --- upgrades ---

    def built(self, type: int) -> int:
        return int(self.me.upgrades[type])

    def discount(self) -> int:
        """What the open question takes off the metal of an upgrade, besides the player's own discounts."""
        return int(self.frame.number) if self.question == GRANTED_UPGRADE else 0

    def metal_for(self, type: int, seat: int) -> int:
        """B-3, B-5: of the next tile."""
        me = self.record.players[seat]
        printed = int(self.rules["upgrade_metal"][type, int(me.upgrades[type])])
        off = self.discount() if seat == self.seat else 0
        return max(0, printed - int(me.upgrade_discount) - off)

    # --- tokens ---

    def cube_city(self, which: int) -> int | None:
        """The city of L1, L2 or L5, if the token is in play."""
        city = int(self.rules["cube_city"][which])
        return city - 1 if city else None

    @property
    def tokens_in_play(self) -> list[str]:
        return [TOKENS[k] for k in bits_of(tokens_in_play(self.record, self.rules))]


GRANTED_UPGRADE = 21                     # D-21


def shown_words(fields: dict[CardField, int]) -> str:
    return ", ".join(field_words(field, number) for field, number in fields.items()) or "nothing"
