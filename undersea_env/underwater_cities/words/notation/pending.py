"""The decision stack of a position: its shape, then every number in it, so that going on from it is safe."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from undersea_env.core.position_values import as_list, as_number, as_table, refuse
from undersea_env.underwater_cities.compiled.limits import (
    ALWAYS_SLOT,
    FIRST_BUILDING_SITE,
    FIRST_TUNNEL_SITE,
    MAX_ACTION_CARDS,
    MAX_CONVERSIONS,
    MAX_SUBSTITUTED,
)
from undersea_env.underwater_cities.compiled.opcodes import Column, Op
from undersea_env.underwater_cities.kernel import questions
from undersea_env.underwater_cities.kernel.questions import (
    DEALING,
    NEW_ERA,
    OP_OF,
    PRODUCING,
    SECOND_HALF,
    TO_END,
    TURNS,
    Question,
)
from undersea_env.underwater_cities.kernel.state import CHOSEN, FROM_CARD, FROM_SLOT, POINT_SOURCES
from undersea_env.underwater_cities.printed.words import BUILDINGS, CITIES, CardType, Thing
from undersea_env.underwater_cities.words.notation.names import (
    FIELDS_OF,
    FRAME_FIELDS,
    MOST_HELD,
    MOST_IN_FRAME,
    OF_A_PART,
    PENDING_KEYS,
    QUESTIONS,
    TOKEN_NAMES,
)

if TYPE_CHECKING:
    from undersea_env.underwater_cities.words.notation.reading import Reader

Frame = dict[str, Any]
Asked = tuple[str, int, int]     # a question, its row and what is left of it

DEEPEST_STACK = 22               # of a position from outside; there must be room to go on (MAX_FRAMES)
STAYS_WHEN_DONE = (Question.USE_ACTION, Question.PAY, Question.BUILD, Question.UPGRADE)
ONLY_ON_FLOW = (Question.TURN, Question.DISCARD, Question.CONVERSIONS)
MOST_IN_ANY = {"source": len(POINT_SOURCES) - 1, "triggered": 1, "committed": CHOSEN}
MOST_EVENTS = 15
ASKED_BY = {op: question.name.lower() for question, op in OP_OF.items()}
# The last stage at which nothing is done.
UNANSWERED = {
    "build": questions.TO_REPLACE_STEELPLAST, "upgrade": questions.TO_PRICE, "take_special": questions.TO_TAKE,
}
# Stages at which another frame may lie on this one.
BELOW_OTHERS = {
    Question.BUILD: (questions.TO_CHOOSE, questions.TO_FOLLOW_UP, questions.TO_FINISH),
    Question.UPGRADE: (questions.TO_CHOOSE, questions.TO_FINISH),
}
# Where a thing is built: the list of sites, the number of the first, what stands there, what is free.
PLACES_OF = {
    **dict.fromkeys(CITIES, ("cities", 0, "city", "open_cities")),
    **dict.fromkeys(BUILDINGS, ("buildings", FIRST_BUILDING_SITE, "building", "open_building")),
    Thing.TUNNEL: ("tunnels", FIRST_TUNNEL_SITE, "tunnel", "open_tunnels"),
}


# --- the shape ---


@dataclass(frozen=True)
class Shape:
    """What is pending as far as its shape goes; what it says is checked when everything else is known."""

    given: dict[str, Any]
    frames: list[Frame]
    stage: int                   # of the course of the game


def shape_of_pending(reader: "Reader") -> Shape | None:
    if "pending" not in reader.given:
        return None
    if reader.record["over"]:
        refuse("pending", "the game is over (to_move is -1): nothing is pending")
    pending = as_table(reader.given["pending"], "pending", PENDING_KEYS)
    stack = as_list(pending.get("frames", []), "pending.frames", DEEPEST_STACK, "frames")
    if len(stack) < 2:
        refuse("pending.frames", "expected the frame 'flow' and the open question on top of it")
    checked = [_frame_of(value, k) for k, value in enumerate(stack)]
    stage = as_number(checked[0].get("stage", 0), "pending.frames[0].stage", DEALING, NEW_ERA)
    most = 2 if stage == TURNS else reader.seats
    left = as_number(checked[0].get("left", 0), "pending.frames[0].left", 1, most)
    _check_mover(reader, stage, left)
    _check_second(checked, stage, left)
    return Shape(pending, checked, stage)


def _frame_of(value: Any, k: int) -> Frame:
    path = f"pending.frames[{k}]"
    frame = as_table(value, path, ("question", *FRAME_FIELDS))
    question = frame.get("question")
    if not isinstance(question, str) or question not in QUESTIONS:
        refuse(f"{path}.question", f"expected one of {', '.join(QUESTIONS)}, found {question!r}")
    fields = FIELDS_OF.get(QUESTIONS[question], OF_A_PART)
    for name in FRAME_FIELDS:
        if name in frame and as_number(frame[name], f"{path}.{name}", 0, MOST_IN_FRAME[name]) and name not in fields:
            refuse(f"{path}.{name}", f"a frame {question!r} has no {name}")
    if (question == "flow") != (k == 0):
        refuse(f"{path}.question", "the lowest frame, and no other, is 'flow'")
    return frame


def _check_mover(reader: "Reader", stage: int, left: int) -> None:
    seat = int(reader.record["seat"])
    if stage == TURNS:
        reader.record["mover"] = reader.order.index(seat)
    elif reader.order[left - 1] != seat:
        refuse("to_move", f"seat {reader.order[left - 1]} has its go now, by pending.frames[0]")


def _check_second(stack: list[Frame], stage: int, left: int) -> None:
    """What lies on 'flow' follows from it."""
    expected = "turn" if stage == TURNS and left == 2 else "conversions" if stage == PRODUCING else "discard"
    if stack[1]["question"] != expected:
        refuse("pending.frames[1].question", f"expected {expected!r} here, found {stack[1]['question']!r}")
    if expected != "turn" and len(stack) > 2:
        refuse("pending.frames[2]", f"nothing comes on top of {expected!r}")


# --- what it says ---


class PendingReader:
    """Checks every number of the decision stack, so that going on from it is safe, and that there is a question."""

    def __init__(self, reader: "Reader", pending: Shape) -> None:
        self.reader = reader
        self.rules = reader.rules
        self.record = reader.record
        self.pending = pending.given
        self.stack = [{"question": frame["question"]} | {name: frame.get(name, 0) for name in FRAME_FIELDS}
                      for frame in pending.frames]
        self.seat = int(self.record["seat"])
        self.me = self.record["players"][self.seat]
        self.sites = reader.names.boards[int(self.me["board"])]
        self.in_turn = self.stack[1]["question"] == "turn"

    def read(self) -> None:
        for k in range(1, len(self.stack)):
            self.check_frame(k)
        self.check_duty()
        self.read_rest()
        self.reader.write_frames(self.stack)
        state = self.reader.state
        again = state.clone()
        if not again.legal_actions:
            refuse("pending.frames", "the open question has no answer")
        self.reader.game.engine.settle(again.record, 0, 1)
        if again.buffer != state.buffer:
            refuse("pending.frames", "the frame on top is no open question: the game would go on by itself")

    def check_frame(self, k: int) -> None:
        frame = self.stack[k]
        path = f"pending.frames[{k}]"
        question = QUESTIONS[frame["question"]]
        if k > 1 and question in ONLY_ON_FLOW:
            refuse(f"{path}.question", f"{frame['question']!r} comes directly on 'flow' only")
        for name, most in MOST_IN_ANY.items():
            self.within(frame, path, name, most)
        check = CHECK_OF.get(question)
        if check is not None:
            check(self, frame, path, k == len(self.stack) - 1)

    def within(self, frame: Frame, path: str, name: str, most: int) -> None:
        if frame[name] > most:
            refuse(f"{path}.{name}", f"expected at most {most}, found {frame[name]}")

    def check_duty(self) -> None:
        """D-3: of the chosen slot's action nothing can be declined while nothing is done, and only then."""
        untouched = self.questions_of_untouched_slot()
        for k, frame in enumerate(self.stack):
            path = f"pending.frames[{k}].committed"
            if k in untouched and frame["committed"] != CHOSEN:
                refuse(path, f"expected {CHOSEN}: nothing of the slot's action is done yet (D-3)")
            if k not in untouched and frame["committed"] == CHOSEN:
                refuse(path, f"{CHOSEN} is for a chosen slot's action of which nothing is done yet (D-3)")

    def questions_of_untouched_slot(self) -> list[int]:
        """The frames of the chosen slot's action, one inside the other; none if something of it is done."""
        asked, found = self.asked_by_turn(), []
        for k in range(2, len(self.stack)):
            frame = self.stack[k]
            if not is_unanswered(frame, asked):
                return []
            found.append(k)
            if frame["question"] != "effect" or not frame["stage"]:
                return found
            asked = self.asked_by_part_begun(frame)
        return []

    def asked_by_turn(self) -> set[Asked]:
        """The action of the slot chosen in this turn, while it goes on."""
        turn = self.stack[1]
        if turn["stage"] != (TO_END if turn["card_first"] else SECOND_HALF):
            return set()
        row, parts = self.rules["slot_effect"][turn["slot"]].tolist()
        return {("effect", row, parts)}

    def asked_by_part_begun(self, effect: Frame) -> set[Asked]:
        """What the part of an effect asks if one was begun, unless it cannot be declined anyway."""
        begun = [k for k in range(effect["left"]) if effect["stage"] >> k & 1]
        if len(begun) != 1:
            return set()
        row = effect["row"] + begun[0]
        part = self.rules["part"][row].tolist()
        if part[Column.OP] == Op.IF:
            return {("effect", part[Column.CHILD], part[Column.CHILDREN])}
        asked = {(ASKED_BY[op], row, part[Column.NUMBER]) for op in ASKED_BY if op == part[Column.OP] != Op.DIFFERENT}
        if part[Column.OP] == Op.EITHER:
            sides = self.rules["alternative"][part[Column.CHILD] :][: part[Column.CHILDREN]].tolist()
            asked |= {("effect", first, parts) for first, parts in sides}
        return asked

    def check_effect(self, frame: Frame, path: str, is_top: bool) -> None:
        if (frame["row"], frame["left"]) not in self.reader.names.effects:
            refuse(f"{path}.row", "no effect has these parts")
        self.within(frame, path, "stage", (1 << frame["left"]) - 1)

    def check_triggers(self, frame: Frame, path: str, is_top: bool) -> None:
        self.within(frame, path, "row", MOST_EVENTS)
        self.within(frame, path, "thing", ALWAYS_SLOT)
        self.within(frame, path, "stage", (1 << int(self.me["tableau_count"])) - 1)

    def check_discard(self, frame: Frame, path: str, is_top: bool) -> None:
        """G-9, S-9, P-7."""
        limit = int(self.rules["hand_limit"])
        if self.reader.stage != DEALING:
            limit += int(self.me["extra_hand_cards"])
        if frame["left"] != limit:
            refuse(f"{path}.left", f"the hand limit of seat {self.seat} is {limit}, not {frame['left']}")

    def check_turn(self, frame: Frame, path: str, is_top: bool) -> None:
        self.within(frame, path, "stage", questions.TO_END)
        for name in ("card_first", "card_begun", "card_paid"):
            self.within(frame, path, name, 1)
        first, count = int(self.rules["first_slot"]), int(self.rules["slot_count"])
        played = frame["stage"] != questions.TO_PLAY
        nothing = not any(frame[name] for name in ("slot", "card", "card_first", "card_begun", "card_paid"))
        if not played and not nothing:
            refuse(path, "nothing is played before the choice of slot and card (G-3)")
        skipped = frame["stage"] == questions.TO_END and nothing
        if played and not skipped and frame["slot"] != ALWAYS_SLOT and not first <= frame["slot"] < first + count:
            refuse(f"{path}.slot", f"the slots in this game are {first} to {first + count - 1} and {ALWAYS_SLOT}")
        if frame["stage"] == questions.TO_ORDER and not frame["card"]:
            refuse(f"{path}.card", "the card played with the slot is missing")
        if frame["card_paid"] and frame["card"] and not self.rules["card_price"][frame["card"]]:
            refuse(f"{path}.card_paid", "only specials are paid for (K-9)")
        if frame["card_paid"] and not frame["card"] and frame["stage"] == questions.SECOND_HALF and is_top:
            refuse(f"{path}.card_paid", "the card that was paid for is missing")
        limit = int(self.rules["hand_limit"]) + int(self.me["extra_hand_cards"])
        if is_top and not played and self.me["hand_count"] > limit and "once_used" not in self.pending:
            refuse(path, f"the excess over {limit} cards is discarded before the turn begins (G-9)")

    def check_lay(self, frame: Frame, path: str, is_top: bool) -> None:
        """K-6."""
        if frame["left"] != 1 or frame["source"] != FROM_CARD:
            refuse(path, f"expected left 1 and source {FROM_CARD}")
        if not frame["card"] or self.rules["card_type"][frame["card"]] != CardType.ACTION:
            refuse(f"{path}.card", "expected the action card to be laid")
        if self.me["action_count"] != MAX_ACTION_CARDS:
            refuse(path, f"a card is discarded first only when there are {MAX_ACTION_CARDS} (K-6)")

    def check_part(self, frame: Frame, path: str, is_top: bool) -> None:
        """A question about a part of an effect: its row is one, and what is left of it is possible."""
        question = QUESTIONS[frame["question"]]
        self.within(frame, path, "row", len(self.rules["part"]) - 1)
        part = self.part_of(frame)
        if part[Column.OP] != OP_OF[question]:
            refuse(f"{path}.row", f"this part of an effect is no {frame['question']!r}")
        most = max(1, part[Column.NUMBER])
        done = question in STAYS_WHEN_DONE and not is_top
        done |= question in (Question.BUILD, Question.UPGRADE) and frame["stage"] == questions.TO_FINISH
        least = 0 if done else 1
        if not least <= frame["left"] <= most:
            refuse(f"{path}.left", f"expected a number from {least} to {most}, found {frame['left']}")

    def part_of(self, frame: Frame) -> list[int]:
        return self.rules["part"][frame["row"]].tolist()       # type: ignore[no-any-return]

    def check_different(self, frame: Frame, path: str, is_top: bool) -> None:
        self.check_part(frame, path, is_top)
        if frame["stage"] & ~self.part_of(frame)[Column.MASK]:
            refuse(f"{path}.stage", "a resource was taken that is not offered")

    def check_build(self, frame: Frame, path: str, is_top: bool) -> None:
        self.check_part(frame, path, is_top)
        part = self.part_of(frame)
        chooses = frame["stage"] == questions.TO_CHOOSE
        if is_top and frame["stage"] > questions.TO_REPLACE_STEELPLAST:
            refuse(f"{path}.stage", f"expected at most {questions.TO_REPLACE_STEELPLAST}, found {frame['stage']}")
        if not is_top and (frame["stage"] not in BELOW_OTHERS[Question.BUILD] or (chooses and frame["thing"])):
            refuse(f"{path}.stage", "nothing can come on top of this stage of building")
        self.within(frame, path, "thing", Thing.SYMBIOTIC)
        self.within(frame, path, "price", max(1, part[Column.PRICE_COUNT]) - 1)
        for name in ("for_kelp", "for_steelplast"):
            self.within(frame, path, name, MAX_SUBSTITUTED)
        if frame["thing"] and not part[Column.MASK] >> frame["thing"] & 1:
            refuse(f"{path}.thing", f"this part does not build a {Thing(frame['thing']).name.lower()}")
        if not chooses:
            self.check_site_of_build(frame, path, bool(part[Column.ON_EXPANSION]), is_top)
        elif frame["site"]:
            refuse(f"{path}.site", "the site is not chosen yet")

    def check_site_of_build(self, frame: Frame, path: str, on_expansion: bool, is_top: bool) -> None:
        """Still free while the question is open; then what was built stands there."""
        if not frame["thing"]:
            refuse(f"{path}.thing", "expected what is built")
        thing = Thing(frame["thing"])
        sites, first, standing, free = PLACES_OF[thing]
        place = frame["site"] - first
        if place not in getattr(self.sites, sites).values():
            refuse(f"{path}.site", f"there is no such site for a {thing.name.lower()} on this board")
        free = "open_expansion" if on_expansion and thing in BUILDINGS else free
        if is_top and not int(self.me[free]) >> place & 1:
            refuse(f"{path}.site", f"no {thing.name.lower()} can be built there (B-3 to B-6)")
        if not is_top and not self.me[standing][place]:
            refuse(f"{path}.site", f"the {thing.name.lower()} that was built is not there")

    def check_upgrade(self, frame: Frame, path: str, is_top: bool) -> None:
        self.check_part(frame, path, is_top)
        allowed = (questions.TO_CHOOSE, questions.TO_PRICE) if is_top else BELOW_OTHERS[Question.UPGRADE]
        if frame["stage"] not in allowed:
            refuse(f"{path}.stage", f"expected {allowed[0]} or {allowed[1]}, found {frame['stage']}")
        if frame["stage"] != questions.TO_PRICE:
            if frame["site"]:
                refuse(f"{path}.site", "no site is chosen at this stage")
        elif not self.can_be_upgraded(frame["site"], self.part_of(frame)[Column.MASK]):
            refuse(f"{path}.site", "nothing that can be upgraded stands there (B-13)")

    def can_be_upgraded(self, site: int, things: int) -> bool:
        tunnel, building = site - FIRST_TUNNEL_SITE, site - FIRST_BUILDING_SITE
        if tunnel in self.sites.tunnels.values():
            return bool(things >> Thing.TUNNEL & 1 and self.me["tunnel"][tunnel] == 1)
        if building not in self.sites.buildings.values():
            return False
        standing = int(self.me["building"][building])
        return bool(standing and things >> standing & 1 and not self.me["upgraded"][building])

    def check_special(self, frame: Frame, path: str, is_top: bool) -> None:
        """K-8."""
        self.check_part(frame, path, is_top)
        looked = int(self.record["looked_count"])
        allowed = {questions.TO_TAKE: (0,), questions.TO_KEEP: (2, 3), questions.TO_PUT_UNDER: (2,)}
        if frame["stage"] not in allowed or not is_top:
            refuse(f"{path}.stage", "expected 0, 1 or 2, and nothing on top of it")
        if looked not in allowed[frame["stage"]]:
            refuse("pending.looked", f"{looked} cards do not fit stage {frame['stage']} of taking a special (K-8)")

    def read_rest(self) -> None:
        pending, record = self.pending, self.record
        if record["looked_count"] and self.stack[-1]["question"] != "take_special":
            refuse("pending.looked", "specials are looked at only while one is taken (K-8)")
        built = int(np.count_nonzero(self.me["tunnel"]))
        tunnels = as_number(pending.get("tunnels_this_turn", 0), "pending.tunnels_this_turn", 0, built)
        once = as_list(pending.get("once_used", []), "pending.once_used", len(self.reader.names.once_cards), "cards")
        if (tunnels or once) and not self.in_turn:
            refuse("pending", "tunnels_this_turn and once_used are of a turn; this is between turns")
        record["tunnels_this_turn"] = tunnels
        in_play = self.me["tableau"][: int(self.me["tableau_count"])].tolist()
        for k, card in enumerate(once):
            if isinstance(card, bool) or card not in self.reader.names.once_cards or card not in in_play:
                refuse(f"pending.once_used[{k}]", f"{card!r} is no once-per-turn card in play of seat {self.seat}")
            bit = 1 << self.reader.names.once_cards.index(card)
            if record["once_used"] & bit:
                refuse(f"pending.once_used[{k}]", f"card {card} is listed twice")
            record["once_used"] |= bit
        produced = as_table(pending.get("produced", {}), "pending.produced", TOKEN_NAMES)
        for k, name in enumerate(TOKEN_NAMES):
            record["produced"][k] = as_number(produced.get(name, 0), f"pending.produced.{name}", 0, MOST_HELD)
        converted = as_list(pending.get("converted", []), "pending.converted", MAX_CONVERSIONS, "numbers")
        for k, value in enumerate(converted):
            most = int(self.rules["conversion_times"][k])
            record["converted"][k] = as_number(value, f"pending.converted[{k}]", 0, most)
        if (record["produced"].any() or record["converted"].any()) and self.reader.stage != PRODUCING:
            refuse("pending", "produced and converted are of production only")


def is_unanswered(frame: Frame, asked: set[Asked]) -> bool:
    """Whether this is one of these questions of a slot's action, and nothing of it is done yet."""
    if (frame["question"], frame["row"], frame["left"]) not in asked or frame["source"] != FROM_SLOT:
        return False
    return bool(frame["stage"] <= UNANSWERED.get(frame["question"], frame["stage"]))


Check = Callable[[PendingReader, Frame, str, bool], None]
CHECK_OF: dict[Question, Check] = {
    **dict.fromkeys(OP_OF, PendingReader.check_part),
    Question.DISCARD: PendingReader.check_discard,
    Question.TURN: PendingReader.check_turn,
    Question.EFFECT: PendingReader.check_effect,
    Question.TRIGGERS: PendingReader.check_triggers,
    Question.LAY: PendingReader.check_lay,
    Question.BUILD: PendingReader.check_build,
    Question.UPGRADE: PendingReader.check_upgrade,
    Question.DIFFERENT: PendingReader.check_different,
    Question.TAKE_SPECIAL: PendingReader.check_special,
}
