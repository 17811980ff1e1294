"""What the arena notes of a game: its rounds, and which things were used.

What stays with a player is told by the final position: projects that were played, upgrades, cubes in cities, objectives
with the steps of their tasks, the production level. What is chosen counts when it is chosen: an answer that is the only
one (G-4), such as the drone space of a fourth player, is no choice. A city counts as won also if nobody was asked.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from undersea_env.cloudage.compiled.rulebook import CUBE_TOKENS
from undersea_env.cloudage.kernel.actions import ACTIONS, CUBE
from undersea_env.cloudage.kernel.state import (
    ARRIVED,
    FIGHTING,
    MOVING,
    OF_CITY,
    STRENGTH_SHOWN,
    TOLL,
    UNCOVERING,
    WON,
)
from undersea_env.cloudage.printed.words import CITY_ACTIONS, LEGACY_TOKENS, SECTORS, Type
from undersea_env.cloudage.words.asking import state_of, task_number
from undersea_env.cloudage.words.names import DISTRICT_NAMES, PLANT_NAMES, RESOURCE_NAMES, city_card_words
from undersea_env.cloudage.words.notation.names import TOKENS
from undersea_env.cloudage.words.readings import Table
from undersea_env.core.readings import bits_of

if TYPE_CHECKING:
    from undersea_env.core.position import Game, State

SORTS = (
    "city action", "sleeve", "city card", "district", "project", "upgrade", "resource", "plant", "token", "city",
    "city won", "objective", "task", "step", "level",
)
KNOWN_BY_ID = ("city action", "district", "upgrade", "resource", "plant", "token", "task", "step")
ROUND = "round"
CITY_ACTION_NAMES = (*("collect",) * SECTORS, "build", "plant", *CITY_ACTIONS)
CITY_ACTION, DISTRICT, BUILD, PLANT, GRANTED_PROJECT, SOLO_COLLECT = 12, 13, 17, 19, 22, 27      # D-12, D-13, ...
COMBAT = int(Type.COMBAT)
CUBE_CITIES = ("L1", "L2", "L5")
assert len(CUBE_CITIES) == CUBE_TOKENS
assert len(TOKENS) == LEGACY_TOKENS
Thing = tuple[str, str, str]                         # sort, id, name


def rounds_done(states: NDArray[Any]) -> NDArray[Any]:
    """A round is done when the next one has begun; what follows the last one (E-2, E-3) counts as a part of it."""
    done: NDArray[Any] = np.maximum(states["round_no"].astype(np.int64) - 1, 0)
    return done


# --- what is chosen ---


def used_by(game: "Game", states: NDArray[Any], chosen: NDArray[np.int64]) -> Iterator[tuple[int, Thing]]:
    for row in np.flatnonzero(chosen >= 0).tolist():
        record, answer = states[row], int(chosen[row])
        yield from ((row, thing) for thing in _chosen(game, record, answer))
        city = city_won_by(game, record, answer)
        if city is not None:
            yield row, ("city won", city.id, city.name)


def _chosen(game: "Game", record: Any, answer: int) -> Iterator[Thing]:
    block, place = ACTIONS.block_of(answer)
    question = int(record["question"])
    if question == CITY_ACTION and block.name == "ACTION":
        yield plain("city action", CITY_ACTION_NAMES[place])
    if block.name == "ACTION" and place < SECTORS:
        sleeve = int(record["sleeve"][place])
        yield "sleeve", str(sleeve), f"sleeve {sleeve}"
        if question == CITY_ACTION:                      # in the solo board's collect nobody takes it (O-5)
            yield top_card(game, record, place)
    elif block.name == "DISTRICT":
        yield plain("district", DISTRICT_NAMES[place])
    elif block.name == "RESOURCE" and question == BUILD:
        yield plain("resource", RESOURCE_NAMES[place])
    elif block.name == "PLANT" and question == PLANT:
        yield plain("plant", PLANT_NAMES[place])
    elif block.name == "CUBE":
        yield plain("token", CUBE_CITIES[place])


def plain(sort: str, name: str) -> Thing:
    return sort, name, name


def top_card(game: "Game", record: Any, sector: int) -> Thing:
    card = game.catalogue.city_cards[int(record["sector"][sector][int(record["sector_count"][sector]) - 1]) - 1]
    return "city card", str(card.id), city_card_words(card)


def city_won_by(game: "Game", record: Any, answer: int) -> Any:
    """The city whose fight this answer wins, in the movement phase; None if there is none."""
    frame = record["frame"][int(record["frame_count"]) - 1] if record["frame_count"] else None
    fights = frame is not None and frame["about"] == FIGHTING
    if fights and frame["a"] != OF_CITY:
        return None
    if not fights and record["step"] not in (MOVING, TOLL, ARRIVED):
        return None
    after = Table(_answered(game, record, answer), game)
    city = after.city_on(int(after.record.players[int(record["mover"])].hex))
    if city is None:
        return None
    won = _wins(record, after, frame, answer) if fights else _needs_no_fight(record, after, city)
    return after.cities[city] if won else None


def _answered(game: "Game", record: Any, answer: int) -> Any:
    state: State = state_of(game, record)
    state.apply_action(answer)
    return state.states[0]


def _is_over(after: Table, seat: int) -> bool:
    """The fight of this seat."""
    frames = after.record.frame[: int(after.record.frame_count)]
    return not any(frame.about == FIGHTING and frame.owner == seat for frame in frames)


def _wins(record: Any, after: Table, frame: Any, answer: int) -> bool:
    """F-4. The card that was drawn last lies on the discard when the fight is over (F-6)."""
    seat = int(record["mover"])
    if not _is_over(after, seat):
        return False
    strength, me = int(record["strength"]), after.record.players[seat]
    name, place = ACTIONS.block_of(answer)[0].name, answer - CUBE
    if name == "FIGHT":
        strength += int(me.spent[int(me.spent_count) - 1])
    elif name == "CUBE":
        strength += int(after.rules["cube_strength"][place])
    return strength >= int(frame["number"])


def _needs_no_fight(record: Any, after: Table, city: int) -> bool:
    """F-5: the airship has landed, and the fight was won at its beginning."""
    strength, seat = after.strength_of(city), int(record["mover"])
    before, now = record["players"][seat], after.record.players[seat]
    if not strength or before["permanent"][COMBAT] < strength or before["cubes"][city]:
        return False
    is_rewarded = after.record.mover == seat and after.record.step in (STRENGTH_SHOWN, WON, UNCOVERING)
    return bool(now.cubes[city]) or (is_rewarded and bool(after.record.won))


def in_hand(game: "Game", states: NDArray[Any], chosen: NDArray[np.int64]) -> Iterator[tuple[int, Thing]]:
    """The projects that could be built, whether they could be paid or not."""
    is_building = np.isin(states["question"], (BUILD, GRANTED_PROJECT)) & (chosen >= 0)
    for row in np.flatnonzero(is_building).tolist():
        table = Table(states[row], game)
        yield from ((row, project_of(game, card)) for card in table.cards_in(table.me["hand"]))


def project_of(game: "Game", card: int) -> Thing:
    """By the lowest card of its title: those of one title are alike (D-a)."""
    title = game.catalogue.projects[card].title
    first = next(project for project in game.catalogue.projects if project.title == title)
    return "project", str(first.id), title


# --- what stays ---


def held_at_end(state: "State", seat: int) -> Iterator[Thing]:
    table, catalogue = Table(state.states[0], state.game), state.game.catalogue
    me = table.record.players[seat]
    for card in table.cards_in(me.in_play):
        yield project_of(state.game, card)
    for upgrade in catalogue.upgrades:
        if upgrade.level <= me.upgrades[upgrade.type]:
            yield plain("upgrade", upgrade.id)
    for number in np.flatnonzero(me.cubes).tolist():
        yield "city", table.cities[number].id, table.cities[number].name
    for id in me.objectives[: int(me.objective_count)].tolist():
        yield "objective", str(id), table.objective(id)
    for task in bits_of(int(me.tasks)):
        yield plain("task", table.task(task).id)
        steps = steps_of(table, seat, task)
        if steps:
            points = int(table.rules["task_points"][task, steps - 1])
            yield "step", f"{table.task(task).id} {steps}", f"{points} points"
    yield "level", str(int(me.production)), f"production level {int(me.production)}"


def steps_of(table: Table, seat: int, task: int) -> int:
    """The highest step of a task that was reached (J-3)."""
    thresholds = table.rules["task_threshold"][task][: int(table.rules["task_steps"][task])]
    return int((thresholds <= task_number(table, seat, task)).sum())


def always_listed(game: "Game") -> Iterator[Thing]:
    """Projects of the first deck, and the upgrades of the game; what else nobody took was perhaps not in any game."""
    rules = game.rulebook[0]
    table = Table(game.new_game(0).states[0], game)
    yield from dict.fromkeys(project_of(game, card) for card in table.cards_in(rules["start_deck"]))
    for upgrade in game.catalogue.upgrades:
        if upgrade.level <= rules["upgrade_count"][upgrade.type]:
            yield plain("upgrade", upgrade.id)
