"""A dict as a position: what cannot be is refused with the reason."""

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from undersea_env.cloudage.compiled.assembler import bits, words_of
from undersea_env.cloudage.compiled.limits import MAX_FRAMES, NAVIGATION_CARDS
from undersea_env.cloudage.kernel.counting import ask_points_needed
from undersea_env.cloudage.kernel.flying import COLUMN_OF, ROW_OF
from undersea_env.cloudage.kernel.state import (
    ABOUT,
    ARRIVED,
    BOOK,
    DISCARDING,
    KEEPING,
    LAST_PRODUCTION,
    MOMENT,
    MOVING,
    PLANTING,
    PLAYING,
    PRODUCING,
    SCORE_SOURCES,
    SOLO_BOARD,
    STEPS,
    TAKING_OFF,
    TIE,
    TOLL,
    UNCOVERING,
)
from undersea_env.cloudage.printed.words import (
    CARDS_IN_SECTOR,
    CITY_CARDS,
    FIRST_GUN,
    FIRST_STORY_CARD,
    GUNS,
    HEXES,
    LEGACY_TOKENS,
    LEVELS,
    MOST_CITIES,
    MOST_OBJECTIVES,
    NAVIGATION_VALUES,
    OBJECTIVES,
    PLANTS,
    PROJECT_NUMBERS,
    PROJECTS,
    SECTORS,
    SLEEVES,
    SPACES,
    STORY_CARDS,
)
from undersea_env.cloudage.words.notation.names import (
    FRAME_LIMITS,
    KINDS,
    MOST,
    OF_FRAME,
    OF_PLAYER,
    PENDING,
    PHASES,
    TOKENS,
    TYPES,
)
from undersea_env.cloudage.words.notation.writing import (
    cards_of,
    city_ids,
    hexes_of,
    members,
    phase_of,
    pile,
    to_dict,
    tokens_in_play,
    undealt,
)
from undersea_env.compiling.raw import as_bytes
from undersea_env.core.checking import told, whole_number
from undersea_env.core.readings import copy_of
from undersea_env.errors import InvalidPosition

if TYPE_CHECKING:
    from undersea_env.core.position import Game


def refuse(what: str) -> InvalidPosition:
    return InvalidPosition(what)


class Reader:
    """Writes a dict into the record of a new game; what cannot be is refused with the reason."""

    def __init__(self, game: "Game", position: Any) -> None:
        self.game = game
        self.rules = game.rulebook[0]
        self.n = game.num_players
        fresh = to_dict(game.new_game(0))
        if not isinstance(position, Mapping) or not set(position) <= set(fresh):
            raise refuse(f"a position is a dict of {', '.join(fresh)}; not {told(position)}")
        self.is_new = not position.keys() - {"game"}
        self.given = {**fresh, **position}
        if "pending" not in position and position.keys() - {"game", "stream"}:
            del self.given["pending"]
        for name in ("game", "num_players", "scenario", "chapter", "sides", "extra_objective"):
            if self.given[name] != fresh[name]:
                raise refuse(f"{name} is {fresh[name]!r} in this game, not {told(self.given[name])}")
        self.fresh_player = fresh["players"][0]

    # -- small things --

    def number(self, of: Mapping[str, Any], name: str, high: int, low: int = 0) -> int:
        found = whole_number(of.get(name, 0))
        if found is None or not low <= found <= high:
            raise refuse(f"{name} is a whole number from {low} to {high}, not {told(of.get(name))}")
        return found

    def flag(self, name: str) -> bool:
        if not isinstance(self.given[name], bool):
            raise refuse(f"{name} is true or false, not {told(self.given[name])}")
        return bool(self.given[name])

    def numbers(self, given: Any, name: str, high: int, most: int, low: int = 1) -> list[int]:
        found = [whole_number(each) for each in given] if isinstance(given, list | tuple) else [None]
        numbers = [each for each in found if each is not None and low <= each <= high]
        if len(numbers) != len(found) or len(numbers) > most:
            raise refuse(f"{name} is a list of at most {most} numbers from {low} to {high}, not {told(given)}")
        return numbers

    def different(self, given: Any, name: str, high: int, most: int) -> list[int]:
        numbers = self.numbers(given, name, high, most)
        if len(set(numbers)) != len(numbers):
            raise refuse(f"{name} has every card once, not {told(given)}")
        return numbers

    def counts(self, of: Mapping[str, Any], name: str, keys: Iterable[str], high: int, low: int = 0) -> list[int]:
        keys, given = tuple(keys), of.get(name)
        if not isinstance(given, Mapping) or not set(given) <= set(keys):
            raise refuse(f"{name} is a dict of {', '.join(keys)}, not {told(given)}")
        return [self.number(given, key, high, low) for key in keys]

    def one_of(self, given: Any, name: str, allowed: tuple[str, ...]) -> int:
        if not isinstance(given, str) or given not in allowed:
            raise refuse(f"{name} is {' or '.join(allowed)}, not {told(given)}")
        return allowed.index(given)

    def tokens(self, given: Any, name: str) -> int:
        if not isinstance(given, list | tuple) or not set(map(str, given)) <= set(TOKENS):
            raise refuse(f"{name} is a list of legacy tokens, L1 to L{LEGACY_TOKENS}, not {told(given)}")
        return bits(TOKENS.index(token) for token in given)

    @staticmethod
    def put(cards: Any, found: list[int]) -> int:
        """A pile that is written top first."""
        cards[:] = 0
        cards[: len(found)] = found[::-1]
        return len(found)

    # -- the whole --

    def fill(self, record: Any) -> None:
        given = self.given
        record["stream"] = np.uint64(self.number(given, "stream", (1 << 64) - 1))
        record["round_no"] = self.number(given, "round", int(self.rules["rounds"]))
        record["first"] = self.number(given, "first_player", self.n - 1)
        record["book_side"] = self.flag("scenario_back")
        self.fill_campaign(record)
        self.fill_piles(record)
        self.fill_map(record)
        players = given["players"]
        if not isinstance(players, list | tuple) or len(players) != self.n:
            raise refuse(f"players is a list of {self.n} dicts, not {told(players)}")
        for seat, player in enumerate(players):
            self.fill_player(record["players"][seat], player, f"player {seat}")
        self.fill_course(record)
        for seat in range(self.n):
            self.follow(record["players"][seat])
        self.check_cards(record)

    def fill_campaign(self, record: Any) -> None:
        given = self.given
        story, campaign = given["story"], given["campaign"]
        if self.game.options.chapter is None:
            if story is not None or campaign is not None:
                raise refuse("a scenario has no story card and no campaign")
        else:
            if not isinstance(campaign, Mapping) or set(campaign) != {"unlocked", "legacy"}:
                raise refuse(f"campaign is a dict of unlocked and legacy, not {told(campaign)}")
            numbers = self.different(campaign["unlocked"], "unlocked", PROJECT_NUMBERS - 1, PROJECT_NUMBERS)
            record["unlocked"] = bits(numbers)
            record["legacy"] = self.tokens(campaign["legacy"], "legacy")
            if story is not None:
                last = FIRST_STORY_CARD + STORY_CARDS - 1
                record["story"] = self.number(given, "story", last, FIRST_STORY_CARD) - FIRST_STORY_CARD + 1
            elif record["round_no"]:
                raise refuse("a chapter has a story card once its first round has begun")
        in_play = self.tokens(given["legacy"], "legacy")
        record["guns"] = in_play >> FIRST_GUN & ((1 << len(GUNS)) - 1) & int(self.rules["guns"])
        if in_play != tokens_in_play(record, self.rules):
            raise refuse(f"legacy has tokens that lie on this map and city actions, not {told(given['legacy'])}")

    def fill_piles(self, record: Any) -> None:
        given = self.given
        record["sleeve"] = self.triple("sleeves")
        for at, found in enumerate(self.lists("sectors", SECTORS)):
            cards = self.different(found, "a sector", CITY_CARDS, CARDS_IN_SECTOR)
            record["sector_count"][at] = self.put(record["sector"][at], cards)
        taken = self.different(given["cities_taken"], "cities_taken", CITY_CARDS, CITY_CARDS)
        record["seen_cards"] = bits(card - 1 for card in taken)
        dealt = [card for cards, n in zip(record["sector"], record["sector_count"], strict=True) for card in cards[:n]]
        if len({*dealt, *taken}) != len(dealt) + len(taken) or undealt(record) != list(given["cities_out"]):
            raise refuse("each city card is in one place: a sector, cities_taken or cities_out")
        record["deck_count"] = self.put(record["deck"], self.different(given["deck"], "deck", PROJECTS, PROJECTS))
        discard = self.different(given["discard"], "discard", PROJECTS, PROJECTS)
        record["discard"] = words_of(card - 1 for card in discard)
        objectives = self.different(given["objective_deck"], "objective_deck", OBJECTIVES, OBJECTIVES)
        record["objective_count"] = self.put(record["objective_deck"], objectives)
        record["objective_known"] = self.number(given, "known_bottom", len(objectives))
        record["bag"] = self.counts(given, "bag", KINDS, PLANTS)

    def triple(self, name: str) -> list[int]:
        found = self.different(self.given[name], name, SLEEVES, SECTORS)
        if len(found) != SECTORS:
            raise refuse(f"{name} is a list of {SECTORS} numbers, not {told(found)}")
        return found

    def lists(self, name: str, most: int) -> list[Any]:
        found = self.given[name]
        if not isinstance(found, list | tuple) or len(found) != most:
            raise refuse(f"{name} is a list of {most} lists, not {told(found)}")
        return list(found)

    def fill_map(self, record: Any) -> None:
        self.put_hexes(record["planted"], self.given["planted"], "planted")
        for row, planted in enumerate(record["planted"]):
            if int(planted) & ~int(self.rules["land_rows"][row]):
                raise refuse("planted hexes are hexes without a city and without a toll")
        if any(record["planted"][ROW_OF[place]] >> COLUMN_OF[place] & 1 for place in self.gun_hexes(record)):
            raise refuse("no plant lies under a gun")

    def gun_hexes(self, record: Any) -> list[int]:
        return [int(self.rules["gun_hex"][gun]) for gun in range(len(GUNS)) if record["guns"] >> gun & 1]

    def put_hexes(self, rows: Any, given: Any, name: str) -> None:
        rows[:] = 0
        for number in self.numbers(given, name, HEXES - 1, HEXES, low=0):
            rows[ROW_OF[number]] |= 1 << COLUMN_OF[number]

    # -- players --

    def fill_player(self, me: Any, given: Any, who: str) -> None:
        if not isinstance(given, Mapping) or not set(given) <= set(self.fresh_player):
            raise refuse(f"{who} is a dict of {', '.join(self.fresh_player)}; not {told(given)}")
        rules = self.rules
        given = {**self.fresh_player, **given}
        me["hex"] = self.number(given, "hex", HEXES - 1)
        if not rules["cost"][me["hex"]]:
            raise refuse(f"{who}: there is no hex {given['hex']} on this map")
        me["energy"] = self.number(given, "energy", int(rules["energy_maximum"]))
        me["production"] = self.number(given, "production", LEVELS - 1)
        for name in ("water", "metal"):
            me[name] = self.number(given, name, MOST)
        me["points"] = self.number(given, "points", MOST, -MOST)
        me["by_source"] = self.counts(given, "gained", SCORE_SOURCES, MOST, -MOST)
        if sum(me["by_source"].tolist()) != me["points"]:
            raise refuse(f"{who}: points are the sum of what was gained")
        me["upgrades"] = self.counts(given, "upgrades", TYPES, 10)
        if (me["upgrades"] > rules["upgrade_count"]).any():
            raise refuse(f"{who}: there are no more than {rules['upgrade_count'].tolist()} upgrades")
        for name in ("plants", "fresh"):
            me[name] = self.counts(given, name, KINDS, PLANTS)
        me["fresh_growing"] = self.number(given, "fresh_growing", 40)
        if (me["fresh"] > me["plants"]).any():
            raise refuse(f"{who}: fresh plants are among the plants")
        for name, kept in (("hand", "hand"), ("projects", "in_play")):
            me[kept] = words_of(card - 1 for card in self.different(given[name], name, PROJECTS, PROJECTS))
        values = NAVIGATION_VALUES - 1
        deck = self.numbers(given["deck"], "deck", values, NAVIGATION_CARDS, low=0)
        spent = self.numbers(given["navigation_discard"], "navigation_discard", values, NAVIGATION_CARDS, low=0)
        me["navigation_count"], me["spent_count"] = self.put(me["navigation"], deck), self.put(me["spent"], spent)
        me["navigation_known"] = self.number(given, "known_top", len(deck))
        self.fill_objectives(me, given, who)
        ids = city_ids(self.game)
        me["cubes"] = 0
        for city, n in zip(ids, self.counts(given, "cities", ids, SPACES), strict=True):
            me["cubes"][ids.index(city)] = n
        assert len(ids) <= MOST_CITIES

    def fill_objectives(self, me: Any, given: Mapping[str, Any], who: str) -> None:
        dealt = self.different(given["dealt"], "dealt", OBJECTIVES, 2)
        kept = self.different(given["objectives"], "objectives", OBJECTIVES, MOST_OBJECTIVES)
        if dealt and (kept or len(dealt) != 2):
            raise refuse(f"{who}: two objectives are dealt, and none is kept yet")
        me["objectives"] = 0
        me["objectives"][: len(dealt or kept)] = dealt or kept
        me["objective_count"] = len(dealt or kept)
        me["refused"] = 0 if given["refused"] is None else self.number(given, "refused", OBJECTIVES, 1)
        tasks = [int(task) for objective in kept for task in self.rules["objective"][objective - 1]]
        if len(set(tasks)) != len(tasks):
            raise refuse(f"{who}: no task is had twice")
        names = [task.id for task in self.game.catalogue.tasks]
        covered = given["covered"]
        if not isinstance(covered, list | tuple) or not {*map(str, covered)} <= {names[task] for task in tasks}:
            raise refuse(f"{who}: covered is a list of tasks of the own objectives, not {told(covered)}")
        me["covered"] = bits(names.index(task) for task in covered)
        me["tasks"] = bits(tasks) & ~int(me["covered"])

    def follow(self, me: Any) -> None:
        """What follows from upgrades and projects."""
        rules = self.rules
        me["permanent"] = me["upgrades"]
        me["upgrade_discount"], me["project_discount"] = 0, 0
        works = set(cards_of(me["working"]))
        for card in cards_of(me["in_play"]):
            me["permanent"] += rules["permanent"][card - 1].astype(np.int8)
            if card in works:
                me["upgrade_discount"] += rules["upgrade_discount"][card - 1]
                me["project_discount"] += rules["project_discount"][card - 1].astype(np.int8)

    # -- the course --

    def fill_course(self, record: Any) -> None:
        phase = PHASES[self.one_of(self.given["phase"], "phase", PHASES)]
        if (phase == "setup") != (record["round_no"] == 0):
            raise refuse(f"in phase {phase} the round is not {record['round_no']}")
        for seat in range(self.n):
            record["players"][seat]["working"] = record["players"][seat]["in_play"]
        record["over"] = phase == "over"
        record["mover"] = record["first"]
        if "pending" in self.given:
            self.fill_pending(record)
            if phase_of(record) != phase:
                raise refuse(f"what is pending belongs to phase {phase_of(record)}, not {phase}")
        else:
            self.begin_phase(record, phase)

    def begin_phase(self, record: Any, phase: str) -> None:
        """A position without `pending`."""
        rules = self.rules
        round_no = int(record["round_no"])
        if phase == "setup":
            record["step"] = DISCARDING
        elif phase == "production":
            space = int(rules["first_space"]) + round_no - 2
            record["step"] = BOOK if round_no > 1 and rules["book_after"][space] else PRODUCING
        elif phase == "end":
            record["step"] = LAST_PRODUCTION
        elif phase == "over":
            record["graded"], record["step"] = 1, TIE
        else:
            record["step"] = TAKING_OFF if phase == "movement" else SOLO_BOARD
            record["mover"] = self.number(self.given, "active", self.n - 1)
            record["turn"] = (int(record["mover"]) - int(record["first"])) % self.n

    def fill_pending(self, record: Any) -> None:
        pending = self.given["pending"]
        known = {"step", *PENDING, "drawn", "taken_finds", "used_once", "frames", "players"}
        if not isinstance(pending, Mapping) or not set(pending) <= known:
            raise refuse(f"pending is a dict of {', '.join(sorted(known))}; not {told(pending)}")
        record["step"] = self.one_of(pending.get("step"), "step", STEPS)
        for name, high in PENDING.items():
            record[name] = self.number(pending, name, high)
        if record["mover"] >= self.n or record["turn"] > self.n or record["others"] > self.n:
            raise refuse("pending speaks of players who do not play")
        drawn = self.numbers(pending.get("drawn", []), "drawn", NAVIGATION_VALUES - 1, NAVIGATION_CARDS, low=0)
        record["drawn"] = 0
        record["drawn"][: len(drawn)] = drawn
        record["drawn_count"] = len(drawn)
        self.put_hexes(record["taken_finds"], pending.get("taken_finds", []), "taken_finds")
        record["used_once"] = self.words(pending, "used_once")
        frames = pending.get("frames", [])
        if not isinstance(frames, list | tuple) or len(frames) > MAX_FRAMES // 2:
            raise refuse(f"frames is a list of at most {MAX_FRAMES // 2} dicts, not {told(frames)}")
        for frame, given in zip(record["frame"], frames, strict=False):
            self.fill_frame(record, frame, given)
        record["frame_count"] = len(frames)
        self.fill_pending_players(record, pending.get("players", [{}] * self.n))
        self.check_course(record)

    def words(self, given: Mapping[str, Any], name: str) -> tuple[int, int]:
        return words_of(card - 1 for card in self.different(given.get(name, []), name, PROJECTS, PROJECTS))

    def fill_frame(self, record: Any, frame: Any, given: Any) -> None:
        known = {"about", *OF_FRAME, "cards", "kinds"}
        if not isinstance(given, Mapping) or not set(given) <= known:
            raise refuse(f"a frame is a dict of {', '.join(sorted(known))}; not {told(given)}")
        frame["about"] = self.one_of(given.get("about"), "about", ABOUT)
        for name, high in OF_FRAME.items():
            frame[name] = self.number(given, name, high)
        frame["cards"] = self.words(given, "cards")
        kinds = self.numbers(given.get("kinds", [0] * len(KINDS)), "kinds", PLANTS, len(KINDS), low=0)
        if len(kinds) != len(KINDS):
            raise refuse(f"kinds is a list of {len(KINDS)} numbers, not {told(kinds)}")
        frame["kinds"] = kinds
        limit = FRAME_LIMITS.get(int(frame["about"]))
        if frame["about"] == 0 or frame["owner"] >= self.n or (limit and not limit(frame)):
            raise refuse(f"nothing is pending like {told(given)}")

    def fill_pending_players(self, record: Any, players: Any) -> None:
        known = {*OF_PLAYER, "not_working"}
        if not isinstance(players, list | tuple) or len(players) != self.n:
            raise refuse(f"pending players is a list of {self.n} dicts, not {told(players)}")
        for me, given in zip(record["players"], players, strict=False):
            if not isinstance(given, Mapping) or not set(given) <= known:
                raise refuse(f"a pending player is a dict of {', '.join(sorted(known))}; not {told(given)}")
            for name, high in OF_PLAYER.items():
                me[name] = self.number(given, name, high)
            idle = self.words(given, "not_working")
            for word in range(len(idle)):
                if idle[word] & ~int(me["in_play"][word]):
                    raise refuse("projects that do not work yet are in play")
                me["working"][word] = int(me["in_play"][word]) & ~idle[word]

    def check_course(self, record: Any) -> None:
        """What the kernels take for granted at the step where the course stands."""
        name = STEPS[record["step"]]
        if name in ("taking", "placing") and record["action"] >= SECTORS:
            raise refuse("a sector is collected from by one of the first three city actions")
        drones = [int(record["players"][(record["mover"] + k) % self.n]["drone"]) for k in range(self.n)]
        if name == "placing" and [bool(drone) for drone in drones] != [k < record["others"] for k in range(self.n)]:
            raise refuse("clockwise from the active player so many have placed their drones as others says")
        if name in ("taking", "collecting") and not all(drones):
            raise refuse("every drone lies in the sector that is collected from")
        if name == "collecting" and not record["card"]:
            raise refuse("there is a city card that is collected from")
        if name == "taking" and not record["card"] and not record["sector_count"][record["action"]]:
            raise refuse("there is a city card to be taken")
        if len({*drones} - {0}) != sum(drone > 0 for drone in drones):
            raise refuse("each drone lies on a space of its own")
        if name == "navigating" and record["revealed"] and record["players"][record["mover"]]["spent_count"] < 2:
            raise refuse("two navigation cards lie on the discard once they are revealed")
        if name == "voting" and not (record["story"] and self.rules["story_next"][record["story"] - 1, 1]):
            raise refuse("a vote is between two story cards")
        mover = record["players"][record["mover"]]
        if name == "keeping" and self.rules["has_objectives"] and (mover["objectives"] > 0).sum() != 2:
            raise refuse("one of two objectives is kept")
        for frame in record["frame"][: record["frame_count"]]:
            if frame["about"] == MOMENT:
                self.check_moment(record, frame)
        if record["step"] in (MOVING, TOLL):
            self.check_movement(record)
        if ARRIVED <= record["step"] <= UNCOVERING and not record["stuck"]:
            self.check_landing(record)

    def check_moment(self, record: Any, frame: Any) -> None:
        """K-5."""
        cards = cards_of(frame["cards"])
        if not {*cards} <= {*cards_of(record["players"][frame["owner"]]["working"])}:
            raise refuse("projects that still react are in play and work")
        if frame["b"] > (self.rules["clauses"][cards[0] - 1] if cards else 0):
            raise refuse("no more of a project has been done than is printed on it")

    def check_movement(self, record: Any) -> None:
        """M-1, M-4."""
        if record["left"] > record["points"] + 1:
            raise refuse(f"of {record['points']} movement points and the solar panel {record['left']} cannot be left")
        entered = int(record["entering"]) - 1
        if (entered >= 0) != (record["step"] == TOLL) or (entered >= 0 and not self.is_toll_beside(record, entered)):
            raise refuse("a toll is paid for a toll hex beside the airship, before it is entered")
        needed = int(ask_points_needed(as_bytes(copy_of(record)), as_bytes(self.game.rulebook)))
        if needed > record["left"]:
            raise refuse(f"with {record['left']} movement points left the airship cannot reach a free city hex (M-4)")

    def is_toll_beside(self, record: Any, number: int) -> bool:
        here = record["players"][record["mover"]]["hex"]
        is_toll = bool(self.rules["toll_rows"][ROW_OF[number]] >> COLUMN_OF[number] & 1)
        return is_toll and number in self.rules["neighbour"][here]

    def check_landing(self, record: Any) -> None:
        """M-3."""
        here = int(record["players"][record["mover"]]["hex"])
        others = [int(me["hex"]) for seat, me in enumerate(record["players"][: self.n]) if seat != record["mover"]]
        if not self.rules["city"][here] or here in self.gun_hexes(record) or here in others:
            raise refuse("a movement ends on a city hex without another airship")

    # -- what belongs together --

    def check_cards(self, record: Any) -> None:
        """Every project, objective and plant is in one place."""
        places = [cards_of(record["discard"]), pile(record["deck"], record["deck_count"])]
        for me in record["players"][: self.n]:
            places += [cards_of(me["hand"]), cards_of(me["in_play"])]
        for frame in record["frame"][: record["frame_count"]]:
            if frame["about"] == PLAYING and frame["stage"] == 0:
                places.append([int(frame["a"]) + 1])
        cards = sorted(card for place in places for card in place)
        numbers = set(members(int(record["unlocked"])))
        if self.game.options.chapter is not None:
            numbers.add(0)
        wanted = [project.id for project in self.game.catalogue.projects if project.number in numbers]
        if cards != wanted:
            raise refuse("each unlocked project is in one place: deck, discard, a hand or in play")
        if self.rules["has_objectives"]:
            self.check_objectives(record)
        if self.rules["has_growing"]:
            self.check_plants(record)
        self.check_steps(record)

    def check_objectives(self, record: Any) -> None:
        found = pile(record["objective_deck"], record["objective_count"])
        for me in record["players"][: self.n]:
            found += me["objectives"][: me["objective_count"]].tolist()
            found += [int(me["refused"])] if me["refused"] else []
        if sorted(found) != list(range(1, OBJECTIVES + 1)):
            raise refuse("each objective is in one place: the deck or with a player")

    def check_plants(self, record: Any) -> None:
        plants = int(record["bag"].sum() + record["players"]["plants"].sum()) + len(hexes_of(record["planted"]))
        frames = record["frame"][: record["frame_count"]]
        aside = sum(bool(frame["c"]) for frame in frames if frame["about"] == PLANTING)
        if plants + aside != PLANTS:
            raise refuse(f"there are {PLANTS} plants in all, not {plants + aside}")

    def check_steps(self, record: Any) -> None:
        if record["step"] == KEEPING or record["round_no"] == 0 or not self.rules["has_objectives"]:
            return
        if any(not me["tasks"] for me in record["players"][: self.n]):
            raise refuse("every player has an objective once the first round has begun")
