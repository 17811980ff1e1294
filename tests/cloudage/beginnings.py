"""Positions in which there is much, or nearly nothing left, of something: what play seldom reaches."""

from __future__ import annotations

import random
from typing import Any

from undersea_env.cloudage.compiled.assembler import boards_of
from undersea_env.cloudage.kernel.flying import COLUMN_OF, ROW_OF
from undersea_env.cloudage.printed.effects import When
from undersea_env.cloudage.printed.words import GUNS, HEXES, SPACES
from undersea_env.core.position import Game

Position = dict[str, Any]
UPGRADE_TILES = {"movement": 3, "combat": 4, "growing": 3}


def rare(game: Game, seed: int, rng: random.Random) -> Position:
    """At the beginning of a production phase, a turn, or the end."""
    state = game.new_game(seed)
    while state.to_dict()["phase"] == "setup":
        state.apply_action(rng.choice(state.legal_actions))
    position = state.to_dict()
    del position["pending"]
    for change in RARITIES:
        if rng.random() < 0.5:
            change(position, game, rng)
    if position["chapter"] == "6" and rng.random() < 0.3:
        scarce_objectives(position, game, rng)
    else:
        at(position, game, rng, rng.choice(("production", "movement", "action", "action", "end")))
    return position


def at(position: Position, game: Game, rng: random.Random, phase: str) -> None:
    """At a phase of any round, and in the turn of any player."""
    players, rules = position["players"], game.rulebook[0]
    rounds, spaces = int(rules["rounds"]), SPACES + 1 - int(rules["first_space"])
    number = rounds if phase == "end" else rng.choice((1, rng.randint(1, rounds), rng.randint(1, rounds), rounds))
    position |= {"phase": phase, "round": number}
    position["first_player"] = first = rng.randrange(len(players))
    turn = rng.randrange(len(players)) if phase in ("movement", "action") else 0
    position["active"] = (first + turn) % len(players) if phase in ("movement", "action") else -1
    for seat, player in enumerate(players):
        has_moved = phase in ("action", "end") or (phase == "movement" and (seat - first) % len(players) < turn)
        player["cubes"] = spaces - number + (not has_moved)


def scarce_objectives(position: Position, game: Game, rng: random.Random) -> None:
    """A book at which all may draw an objective, when for the first seat hardly one fits."""
    printed = {objective.id: {game.catalogue.tasks[task].id for task in objective.tasks}
               for objective in game.catalogue.objectives}
    first, *others = position["players"]
    had = {task for card in first["objectives"] for task in printed[card]}
    for player in others:
        for _ in range(3 - len(player["objectives"])):
            own = {task for card in player["objectives"] for task in printed[card]}
            fitting = [card for card in position["objective_deck"] if own.isdisjoint(printed[card])]
            fitting.sort(key=lambda card: not had.isdisjoint(printed[card]))
            if fitting:
                position["objective_deck"].remove(fitting[0])
                player["objectives"].append(fitting[0])
                player["covered"].append(rng.choice(sorted(printed[fitting[0]])))
        player["covered"].sort(key=[task.id for task in game.catalogue.tasks].index)
    position["known_bottom"] = 0
    at(position, game, rng, "production")
    position["story"] = 46
    number = min(2 if len(position["players"]) == 4 else 3, int(game.rulebook[0]["rounds"]))           # P-2
    for player in position["players"]:
        player["cubes"] += position["round"] - number
    position["round"] = number


def strong(position: Position, game: Game, rng: random.Random) -> None:
    """Far from home, and hard to beat."""
    airships(position, game, rng)
    for player in position["players"]:
        player["upgrades"]["combat"] = rng.randint(2, 4)
        player |= {"energy": rng.randint(4, 12), "navigation_discard": [rng.randint(2, 4)], "cities": {}}


def resources(position: Position, game: Game, rng: random.Random) -> None:
    """Rich or poor."""
    for player in position["players"]:
        most = rng.choice((0, 3, 12, 40))
        player |= {name: rng.randint(0, most) for name in ("water", "metal")}
        player["energy"] = rng.randint(0, min(most, 12))


def points(position: Position, game: Game, rng: random.Random) -> None:
    """All alike, so that ties are likely; or different; also below zero."""
    common = rng.randint(-10, 90)
    for player in position["players"]:
        number = common if rng.random() < 0.6 else rng.randint(-10, 120)
        player["gained"] = dict.fromkeys(player["gained"], 0) | {"cities": number}
        player["points"] = number


def alike(position: Position, game: Game, rng: random.Random) -> None:
    """Nothing tells the players apart at the end: a tie."""
    position["phase"] = "end"
    for player in position["players"]:
        player["gained"] = dict.fromkeys(player["gained"], 0) | {"finds": 70}
        player |= {"points": 70, "water": 0, "metal": 0, "production": 0, "energy": rng.randint(0, 3)}


def levels(position: Position, game: Game, rng: random.Random) -> None:
    has_growing = bool(game.rulebook[0]["has_growing"])
    for player in position["players"]:
        player["production"] = rng.choice((0, rng.randint(0, 10), 10))
        player["upgrades"] = {
            kind: rng.randint(0, most) if kind != "growing" or has_growing else 0
            for kind, most in UPGRADE_TILES.items()
        }


def projects(position: Position, game: Game, rng: random.Random) -> None:
    """Many in play, some more in hand."""
    for player in position["players"]:
        for where, most in (("projects", rng.choice((3, 10, 20))), ("hand", 4)):
            for _ in range(min(rng.randint(0, most), len(position["deck"]))):
                player[where].append(position["deck"].pop(rng.randrange(len(position["deck"]))))
            player[where].sort()


def special_projects(position: Position, game: Game, rng: random.Random) -> None:
    """Those that react, in play; those that do the rarer things, in hand."""
    for player in position["players"]:
        for printed in game.catalogue.projects:
            if printed.id in position["deck"] and rng.random() < 0.3:
                reacts = any(isinstance(clause, When) for clause in printed.permanent)
                position["deck"].remove(printed.id)
                player["projects" if reacts and rng.random() < 0.7 else "hand"].append(printed.id)
        player["projects"].sort()
        player["hand"].sort()


def short_deck(position: Position, game: Game, rng: random.Random) -> None:
    """The rest is discarded; or with one player, in play or in hand."""
    kept = rng.randint(0, 3)
    rest, position["deck"] = position["deck"][kept:], position["deck"][:kept]
    player = rng.choice(position["players"])
    where = rng.choice(("discard", "discard", "projects", "hand"))
    target = position if where == "discard" else player
    target[where] = sorted([*target[where], *rest])


def no_cards(position: Position, game: Game, rng: random.Random) -> None:
    for player in position["players"]:
        if rng.random() < 0.7:
            position["discard"] = sorted([*position["discard"], *player["hand"]])
            player["hand"] = []


def navigation(position: Position, game: Game, rng: random.Random) -> None:
    for player in position["players"]:
        player["deck"] = [rng.randint(0, 4) for _ in range(rng.choice((0, 0, 1, 2, 8)))]
        player["known_top"] = rng.randint(0, min(2, len(player["deck"])))
        player["navigation_discard"] = [rng.randint(0, 4) for _ in range(rng.choice((0, 1, 3, 9)))]


def airships(position: Position, game: Game, rng: random.Random) -> None:
    """Anywhere, also where no city is near, and several on one hex."""
    rules = game.rulebook[0]
    hexes = [number for number in range(HEXES) if rules["cost"][number]]
    cities = [number for number in hexes if rules["city"][number]]
    for player in position["players"]:
        player["hex"] = rng.choice(rng.choice((hexes, cities)))


def cubes(position: Position, game: Game, rng: random.Random) -> None:
    for player in position["players"]:
        ids = [city.id for board in boards_of(game.catalogue, game.options) for city in board.cities]
        player["cities"] = {city: rng.randint(1, 2) for city in ids if rng.random() < rng.choice((0.2, 0.8))}


def plants(position: Position, game: Game, rng: random.Random) -> None:
    """Held and planted; the bag may be nearly empty."""
    rules = game.rulebook[0]
    if not rules["has_growing"]:
        return
    left = rng.choice((0, 2, 20))
    guns = [int(rules["gun_hex"][gun]) for gun in range(len(GUNS))]
    free = [number for number in range(HEXES)
            if rules["land_rows"][ROW_OF[number]] >> COLUMN_OF[number] & 1 and number not in guns
            and all(player["hex"] != number for player in position["players"])]
    kinds = [kind for kind, n in position["bag"].items() for _ in range(n)]
    rng.shuffle(kinds)
    while len(kinds) > left:
        kind = kinds.pop()
        position["bag"][kind] -= 1
        if free and rng.random() < 0.5:
            position["planted"].append(free.pop(rng.randrange(len(free))))
        else:
            rng.choice(position["players"])["plants"][kind] += 1
    position["planted"].sort()


def near_chain(position: Position, game: Game, rng: random.Random) -> None:
    """Planted hexes beside an airship, so that chains begin there."""
    rules = game.rulebook[0]
    if not rules["has_growing"]:
        return
    airships = [player["hex"] for player in position["players"]]
    near = {int(number) for place in airships for number in rules["neighbour"][place]}
    taken = {*airships, *position["planted"]}
    taken |= {int(rules["gun_hex"][gun]) for gun in range(len(GUNS))}
    for number in sorted(near - taken):
        kinds = [kind for kind, n in position["bag"].items() if n]
        if number < HEXES and kinds and rules["land_rows"][ROW_OF[number]] >> COLUMN_OF[number] & 1:
            position["bag"][rng.choice(kinds)] -= 1
            position["planted"].append(number)
    position["planted"].sort()


def sectors(position: Position, game: Game, rng: random.Random) -> None:
    for pile in position["sectors"]:
        taken = rng.choice((rng.randint(0, len(pile)), len(pile), len(pile) - 1))
        position["cities_taken"] += pile[:taken]
        del pile[:taken]
    position["cities_taken"].sort()


def objectives(position: Position, game: Game, rng: random.Random) -> None:
    """Two or three cards, with covered tasks; some of the deck is known."""
    if not game.rulebook[0]["has_objectives"]:
        return
    printed = {objective.id: [game.catalogue.tasks[task].id for task in objective.tasks]
               for objective in game.catalogue.objectives}
    order = [task.id for task in game.catalogue.tasks]
    for player in position["players"]:
        for _ in range(rng.randint(0, 3 - len(player["objectives"]))):
            had = {task for card in player["objectives"] for task in printed[card]}
            fitting = [card for card in position["objective_deck"] if had.isdisjoint(printed[card])]
            if not fitting or not had:
                break
            card = rng.choice(fitting)
            position["objective_deck"].remove(card)
            player["objectives"].append(card)
            visible = [task for task in (*had, *printed[card]) if task not in player["covered"]]
            player["covered"].append(rng.choice(sorted(visible)))
        player["covered"].sort(key=order.index)
    position["known_bottom"] = rng.randint(0, len(position["objective_deck"]))


def campaign(position: Position, game: Game, rng: random.Random) -> None:
    """Further on in a chapter: a later story card, fewer guns, city actions; in a scenario the card is turned."""
    if position["campaign"] is None:
        position["scenario_back"] = rng.random() < 0.5
        return
    position["story"] = rng.choice([card.card for card in game.catalogue.story if card.chapter == position["chapter"]])
    lost = {gun for gun in GUNS if rng.random() < 0.4}
    gained = {token for token in ("L14", "L15") if rng.random() < 0.5}
    for record in (position, position["campaign"]):
        tokens = (set(record["legacy"]) - lost) | gained
        record["legacy"] = sorted(tokens, key=lambda token: int(token[1:]))


RARITIES = (airships, strong, cubes, resources, points, alike, levels, projects, special_projects, short_deck, no_cards,
            navigation, plants, near_chain, sectors, objectives, campaign)
