"""From the readable form to what is pending: the step of the course, the turn, the frames.

Kernels trust their frames, so everything in one is checked against what it speaks of.
"""

from typing import TYPE_CHECKING, Any

from undersea_env.core.position_values import as_choice, as_list, as_number, as_place_of_name, as_table, refuse
from undersea_env.endeavor_deep_sea.compiled.limits import BONUS_GOALS_USED, CELLS, MAX_FRAMES, SLOTS
from undersea_env.endeavor_deep_sea.compiled.opcodes import CONSERVE, DISCOVER, DIVE, PROMOTE, PUBLISH, SONAR, TRAVEL
from undersea_env.endeavor_deep_sea.kernel.state import (
    ACTIVATION,
    BEGUN,
    BUNDLE,
    CHOOSING_OPTION,
    DOING,
    DRAWN,
    HIRING,
    INFLOW,
    KEPT,
    LAUNCHING,
    NEW_ROUND,
    OFFERED,
    PLACE_CHOSEN,
    RETURNING,
    SETBACK,
    SITE_CHOSEN,
    TAKING_JOURNAL,
    TURN,
)
from undersea_env.endeavor_deep_sea.printed.words import DEPTHS, GOALS, ROW_PLACES
from undersea_env.endeavor_deep_sea.words.notation.names import (
    CELL_NAMES,
    DO_NAMES,
    FRAME_KEYS,
    FRAME_KINDS,
    FRAME_NUMBERS,
    GAIN_NAMES,
    PENDING_KEYS,
    SIDES,
    STAGES,
    STEPS,
)

if TYPE_CHECKING:
    from undersea_env.endeavor_deep_sea.words.notation.reading import Reader

FRAMES_FROM_OUTSIDE = MAX_FRAMES // 2        # the rest is for what they set off (K-2)
MOST_OF_A_GAIN = 9
MOST_OFTEN = 9                               # an action in one activation
STAGES_OF = {
    TRAVEL: (OFFERED, BEGUN, PLACE_CHOSEN),
    SONAR: (OFFERED, BEGUN, PLACE_CHOSEN),
    DIVE: (OFFERED, BEGUN, PLACE_CHOSEN, DRAWN),
    CONSERVE: (OFFERED, BEGUN, PLACE_CHOSEN),
    PUBLISH: (OFFERED, BEGUN, PLACE_CHOSEN, SITE_CHOSEN),
    PROMOTE: (BEGUN,),
    DISCOVER: (BEGUN, PLACE_CHOSEN, DRAWN, KEPT),
}
IN_A_TURN, IN_PREPARATION = (TURN,), (LAUNCHING, SETBACK, HIRING, INFLOW, RETURNING)


class PendingReader:
    def __init__(self, reader: "Reader", given: Any) -> None:
        self.reader = reader
        self.record = reader.record
        self.rules = reader.rules
        self.given = as_table(given, "pending", PENDING_KEYS)

    def read(self) -> None:
        record = self.record
        step = as_choice(self.given.get("step", "turn"), "pending.step", STEPS)
        allowed = IN_A_TURN if record["phase"] == ACTIVATION else IN_PREPARATION
        if step not in allowed or step == NEW_ROUND:
            refuse("pending.step", f"it belongs to another phase; now it is {', '.join(STEPS[k] for k in allowed)}")
        record["step"] = step
        self.read_step(step)
        self.read_activation()
        frames = as_list(self.given.get("frames", []), "pending.frames", FRAMES_FROM_OUTSIDE, "frames")
        record["frame_count"] = len(frames)
        for k, frame in enumerate(frames):
            self.read_frame(k, frame, f"pending.frames[{k}]")

    def number(self, key: str, most: int) -> int:
        value = as_number(self.given.get(key, 0), f"pending.{key}", 0, most)
        self.record[key] = value
        return value

    def read_step(self, step: int) -> None:
        seats, record = self.reader.seats, self.record
        me = record["players"][int(record["mover"])]
        returning = self.number("returning", SLOTS)
        slot = self.number("next_slot", SLOTS)
        lying = (int(me["discs_on"]) >> slot).bit_count()
        if (returning > 0) != (step == RETURNING) or lying < returning or (slot and not returning):
            refuse("pending.returning", "so many discs do not lie there to choose from (Q-2)")
        suffered = self.number("setback_player", seats - 1)
        if suffered and step != SETBACK:
            refuse("pending.setback_player", "no setback happens now")
        if step == SETBACK and (not self.rules["cooperative"] or record["cards_turned"] <= BONUS_GOALS_USED):
            refuse("pending.step", "no setback has been turned (O-3)")
        if step == LAUNCHING and any(int(player["launches"]) for player in record["players"]):
            refuse("pending.step", "the first vessels are launched before anything else (S-9)")

    def read_activation(self) -> None:
        record = self.record
        activated, acted = self.number("activated", 1), self.number("acted", 1)
        copier = self.number("copier", SLOTS)
        if (activated and not acted) or (acted and record["step"] != TURN):
            refuse("pending.activated", "who has activated has acted, and both belong to a turn (T-2)")
        row = self.activation_row() if "activation" in self.given else 0
        if (row or copier) and not activated:
            refuse("pending.activation", "nobody was activated in this turn")
        record["activation"] = row
        if copier:
            me = record["players"][int(record["mover"])]
            if copier > me["specialist_count"] or not self.rules["activation"][row][-1]:
                refuse("pending.copier", "this specialist copies nobody (T-12)")
        left = as_table(self.given.get("left", {}), "pending.left", DO_NAMES)
        for name, often in left.items():
            do = DO_NAMES.index(name)
            most = int(self.rules["activation"][row][do])
            record["left"][do] = as_number(often, f"pending.left.{name}", 0, min(most, MOST_OFTEN))

    def activation_row(self) -> int:
        path = "pending.activation"
        given = as_table(self.given["activation"], path, ("specialist", "side", "journal"))
        if "journal" in given:
            journals = self.rules["journal_activation"].tolist()
            row = journals[as_number(given["journal"], f"{path}.journal", 0, len(journals) - 1)]
        else:
            kind = as_place_of_name(
                given.get("specialist"), f"{path}.specialist", self.reader.names.specialists, "specialist"
            )
            row = int(self.rules["actions_of"][kind][as_choice(given.get("side"), f"{path}.side", SIDES)])
        if not row:
            refuse(path, "it prints no action (T-5)")
        return int(row)

    # --- frames ---

    def read_frame(self, k: int, given: Any, path: str) -> None:
        frame = self.record["frame"][k]
        said = as_table(given, path, FRAME_KEYS)
        about = as_choice(said.get("about"), f"{path}.about", FRAME_KINDS)
        if about == 0:
            refuse(f"{path}.about", "a frame is about something")
        frame["about"] = about
        frame["owner"] = as_number(said.get("owner"), f"{path}.owner", 0, self.reader.seats - 1)
        if "origin" in said:
            cell = as_choice(said["origin"], f"{path}.origin", CELL_NAMES)
            if not self.record["board"][cell]:
                refuse(f"{path}.origin", f"there is no zone in {said['origin']}")
            frame["origin"] = cell + 1
        for name, most in FRAME_NUMBERS.items():
            frame[name] = as_number(said.get(name, 0), f"{path}.{name}", 0, most)
        if about == BUNDLE:
            self.read_bundle(frame, said, path)
        elif about == DOING:
            self.read_action(frame, said, path)
        elif about == TAKING_JOURNAL:
            if frame["a"] >= ROW_PLACES or not self.record["row"][int(frame["a"])]:
                refuse(f"{path}.a", "no journal lies there")
        elif about == CHOOSING_OPTION and not 1 <= frame["site"] <= GOALS:
            refuse(f"{path}.site", f"goals are 1 to {GOALS}")

    def read_bundle(self, frame: Any, said: dict[str, Any], path: str) -> None:
        frame["stage"] = self.flag(said, "begun", path)
        frame["rewards_site"] = self.flag(said, "rewards_site", path)
        if frame["rewards_site"] and not frame["origin"]:
            refuse(f"{path}.rewards_site", "a site lies in a zone; the frame has no origin")
        gains = as_table(said.get("gain", {}), f"{path}.gain", GAIN_NAMES)
        for name, number in gains.items():
            frame["gain"][GAIN_NAMES.index(name)] = as_number(number, f"{path}.gain.{name}", 0, MOST_OF_A_GAIN)
        if "do" in said:
            frame["do"] = 1 + as_choice(said["do"], f"{path}.do", DO_NAMES)
            self.check_how(frame, int(frame["do"]) - 1, path)
        markers = self.record["hex_owner"]
        if frame["a"] and (frame["a"] > len(markers) or markers[int(frame["a"]) - 1] != frame["owner"] + 1):
            refuse(f"{path}.a", "no marker of this player lies there (M-6)")

    @staticmethod
    def flag(said: dict[str, Any], key: str, path: str) -> bool:
        value = said.get(key, False)
        if not isinstance(value, bool):
            refuse(f"{path}.{key}", f"expected true or false, found {value!r}")
        return value

    def check_how(self, frame: Any, do: int, path: str) -> None:
        if do == DISCOVER and not 1 <= frame["first"] <= frame["last"] <= DEPTHS:
            refuse(f"{path}.first", "a discovery has a first and a last depth")

    def read_action(self, frame: Any, said: dict[str, Any], path: str) -> None:
        do = as_choice(said.get("do"), f"{path}.do", DO_NAMES)
        stage = as_choice(said.get("stage"), f"{path}.stage", STAGES)
        if stage not in STAGES_OF[do]:
            refuse(f"{path}.stage", f"{DO_NAMES[do]} has no such stage")
        frame["do"], frame["stage"] = do, stage
        self.check_how(frame, do, path)
        if do == DISCOVER:
            self.check_discovery(frame, stage, path)
        elif stage in (PLACE_CHOSEN, SITE_CHOSEN, DRAWN):
            self.check_place(frame, do, stage, path)

    def check_place(self, frame: Any, do: int, stage: int, path: str) -> None:
        cell = int(frame["cell"])
        board = int(self.record["board"][cell]) - 1 if cell < CELLS else -1
        if board < 0:
            refuse(f"{path}.cell", "there is no zone")
        if do == TRAVEL:
            me = self.record["players"][int(frame["owner"])]
            if cell + 1 not in me["vessel"][: int(me["vessel_count"])].tolist():
                refuse(f"{path}.cell", "no vessel of this player is there")
        if stage == SITE_CHOSEN:
            position = int(frame["site"])
            if position >= 6 or self.rules["journal_spot"][board][position] < 0:
                refuse(f"{path}.site", "there is no such journal site")
        if stage == DRAWN:
            if int(frame["site"]) >= int(self.rules["dive_site_count"][board]):
                refuse(f"{path}.site", "there is no such dive site")
            for key in ("a", "b"):
                self.reader.take_token(int(frame[key]) - 1, f"{path}.{key}")

    def check_discovery(self, frame: Any, stage: int, path: str) -> None:
        if stage == BEGUN:
            return
        if not 1 <= frame["cell"] <= DEPTHS:
            refuse(f"{path}.cell", "the first depth that was named is missing (Q-11)")
        if stage == DRAWN and not frame["cell"] <= frame["site"] <= DEPTHS:
            refuse(f"{path}.site", "the second depth that was named is missing (Q-12)")
        for key, depth in (("a", "cell"), ("b", "site")):
            if stage == DRAWN or (stage == KEPT and key == "a"):
                board = int(frame[key]) - 1
                self.reader.place_board(board, f"{path}.{key}")
                right = (int(frame["cell"]), int(frame["site"])) if stage == KEPT else (int(frame[depth]),)
                if int(self.rules["board_depth"][board]) not in right:
                    refuse(f"{path}.{key}", "this board was not drawn from a depth that was named")
