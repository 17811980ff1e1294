"""From the readable form to a position.

Missing keys take the value of a new game with seed 0, as far as the keys that are given leave room for it: piles that
are not given get what lies nowhere else. What follows from the rest of a position is never read.
"""

from collections import Counter
from typing import TYPE_CHECKING, Any

from undersea_env.core.checking import SEEDS
from undersea_env.core.position_values import (
    Given,
    PositionReader,
    as_choice,
    as_list,
    as_number,
    as_place_of_name,
    as_table,
    refuse,
)
from undersea_env.endeavor_deep_sea.compiled.limits import (
    BONUS_GOALS_USED,
    CARDS_OF_KIND,
    CELLS,
    COLUMNS,
    DISPLAY,
    HIDDEN_EXPERTS,
    MAX_PLAYERS,
    SLOTS,
    STACK,
    STOCK_KINDS,
    VESSELS,
)
from undersea_env.endeavor_deep_sea.kernel.set_up import LEADER
from undersea_env.endeavor_deep_sea.kernel.state import ACTIVATION, HIRING, OVER, PREPARATION, TURN
from undersea_env.endeavor_deep_sea.printed.words import (
    ANCHOR_JOURNALS,
    BOARDS,
    DECK_JOURNALS,
    DEPTHS,
    JOURNALS,
    RESEARCH_TOP,
    ROW_PLACES,
    SPECIALIST_KINDS,
    TOKEN_KINDS,
    TOKENS,
    TRACK_CELLS,
    MissionRule,
    SpotKind,
)
from undersea_env.endeavor_deep_sea.words.notation.names import (
    ATTRIBUTE_NAMES,
    CELL_NAMES,
    COOPERATION_KEYS,
    DESIGNATIONS,
    END_KEYS,
    JOURNAL_KEYS,
    LESS_KEYS,
    MISSION_STATE_KEYS,
    OPTIONS,
    PHASES,
    PLAYER_KEYS,
    POSITION_KEYS,
    RACES,
    SPECIALIST_KEYS,
    ZONE_KEYS,
    names_of,
)
from undersea_env.endeavor_deep_sea.words.notation.pending import PendingReader
from undersea_env.endeavor_deep_sea.words.notation.writing import has_rule

if TYPE_CHECKING:
    from undersea_env.core.position import Game, State

MOST_STAGED = 90                     # discs; what may still come has room above (section 15)
MOST_IN_HAND = 4                     # dive tokens
MOST_MARKERS = 100                   # of a player on an infinite hex
MOST_SHUFFLES = 42
ANCHORS_IN_GAME = ROW_PLACES


def from_dict(position: Any, game: "Game") -> "State":
    return Reader(game, as_table(position, "position", POSITION_KEYS)).read()


class Reader(PositionReader):
    """Reads one position into a new record; refuses what cannot be."""

    def __init__(self, game: "Game", given: dict[str, Any]) -> None:
        super().__init__(game, given)
        self.names = names_of(game)
        self.boards = Given("board")
        self.journals = Given("journal")
        self.tokens: Counter[int] = Counter()
        self.people: Counter[int] = Counter()

    def value(self, key: str) -> Any:
        return self.given[key] if key in self.given else self.template[key]

    def read(self) -> "State":
        self.check_game()
        self.record["player_count"] = self.seats
        self.read_ocean()
        self.read_time()
        self.read_players()
        self.read_impact()
        self.read_mission_state()
        self.read_cooperation()
        self.read_row()
        pending = self.given.get("pending")
        self.record["step"] = HIRING if self.record["phase"] == PREPARATION else TURN
        if self.record["over"]:
            said = as_table({} if pending is None else pending, "pending", END_KEYS)
            self.record["seat"] = self.seat(said.get("ended_by", 0), "pending.ended_by")
        elif pending is not None:
            PendingReader(self, pending).read()
        self.read_stacks()
        self.read_token_piles()
        self.read_deck()
        self.read_stock()
        stream = as_number(self.value("stream"), "stream", 0, SEEDS - 1)
        self.record["stream"] = stream
        if self.record["over"]:
            self.game.engine.refresh(self.state.record, 0, 1)
        elif pending is None:
            self.game.engine.settle(self.state.record, 0, 1)
            self.game.engine.refresh(self.state.record, 0, 1)
        else:
            self.game.engine.refresh(self.state.record, 0, 1)
            if not self.record["legal"].any():
                refuse("pending", "no question is open there")
        return self.state

    # --- things that lie in one place ---

    def place_board(self, board: int, path: str) -> None:
        if not 0 <= board < BOARDS:
            refuse(path, f"boards are 1 to {BOARDS}")
        if not self.is_in_game(board):
            refuse(path, f"the mission does not use {self.names.boards[board]} (C-4)")
        self.boards.put(board, path)

    def is_in_game(self, board: int) -> bool:
        printed = self.game.catalogue.boards[board]
        return bool(self.rules["stacked"][board]) or printed.id in self.game.catalogue.mission(
            self.game.options.mission
        ).named

    def take_token(self, kind: int, path: str) -> None:
        if not 0 <= kind < TOKEN_KINDS:
            refuse(path, f"kinds of dive tokens are 1 to {TOKEN_KINDS}")
        self.tokens[kind] += 1
        if self.tokens[kind] > self.rules["token_copies"][kind]:
            refuse(path, f"there are only {self.rules['token_copies'][kind]} tokens {self.names.tokens[kind]}")

    def seat(self, value: Any, path: str) -> int:
        return as_number(value, path, 0, self.seats - 1)

    # --- the table ---

    def check_game(self) -> None:
        options = self.game.options
        expected = {
            "num_players": self.seats, "mission": options.mission, "mode": options.mode,
            "difficulty": options.difficulty,
        }
        for key, value in expected.items():
            if self.given.get(key, value) != value:
                refuse(key, f"the position has {self.given[key]!r}; the game has {value!r}")

    def read_time(self) -> None:
        record = self.record
        record["round_no"] = as_number(self.value("round"), "round", 1, int(self.rules["last_round"]))
        record["phase"] = phase = as_choice(self.given.get("phase", "preparation"), "phase", PHASES)
        record["wave"] = self.seat(self.value("wave"), "wave")
        everybody = list(range(self.seats))
        default = everybody if phase == OVER else []
        passed = as_list(self.given.get("passed", default), "passed", self.seats, "seats")
        for seat in passed:
            record["passed"] |= 1 << self.seat(seat, "passed")
        prepared = self.given.get("prepared", 0 if phase == PREPARATION else self.seats)
        record["prepared"] = as_number(prepared, "prepared", 0, self.seats)
        if (record["prepared"] == self.seats) != (phase != PREPARATION):
            refuse("prepared", "the activation begins when everybody has prepared (G-1)")
        if phase == OVER:
            self.check_end(passed)
            return
        mover = self.seat(self.given.get("to_move", int(record["wave"])), "to_move")
        record["mover"] = mover
        if phase == ACTIVATION and record["passed"] >> mover & 1:
            refuse("to_move", f"seat {mover} has passed (T-1)")
        if phase == PREPARATION and passed:
            refuse("passed", "nobody has passed before the activation")
        if phase == PREPARATION and (int(record["wave"]) + int(record["prepared"])) % self.seats != mover and prepared:
            refuse("to_move", "players prepare in order from the wave (P-1)")

    def check_end(self, passed: list[int]) -> None:
        record = self.record
        if record["round_no"] != self.rules["last_round"] or len(set(passed)) != self.seats:
            refuse("phase", "the game is over when everybody has passed in the last round (G-2)")
        if self.given.get("to_move", -1) != -1:
            refuse("to_move", "nobody moves after the end: -1")
        record["over"] = 1

    # --- the ocean ---

    def read_ocean(self) -> None:
        ocean = as_table(self.value("ocean"), "ocean", CELL_NAMES)
        for name, zone in ocean.items():
            self.read_zone(CELL_NAMES.index(name), as_table(zone, f"ocean.{name}", ZONE_KEYS), f"ocean.{name}")
        if not any(self.record["board"][:COLUMNS]):
            refuse("ocean", "there is a zone at depth 1")
        launch = int(self.rules["launch_board"])
        if launch and launch not in self.record["board"].tolist():
            refuse("ocean", f"the launch zone {self.names.boards[launch - 1]} is missing (S-1)")

    def read_zone(self, cell: int, zone: dict[str, Any], path: str) -> None:
        record, rules = self.record, self.rules
        board = as_place_of_name(zone.get("board"), f"{path}.board", self.names.boards, "board")
        self.place_board(board, f"{path}.board")
        if int(rules["board_depth"][board]) != cell // COLUMNS + 1 or cell % COLUMNS >= rules["columns"]:
            refuse(f"{path}.board", f"{self.names.boards[board]} does not belong there (A-30)")
        record["board"][cell] = board + 1
        if zone.get("discoverer") is not None:
            record["discoverer"][cell] = 1 + self.seat(zone["discoverer"], f"{path}.discoverer")
        spots = self.names.spots[board]
        discs = as_table(zone.get("discs", {}), f"{path}.discs", spots)
        for id, seat in discs.items():
            record["discs"][cell, self.seat(seat, f"{path}.discs.{id}")] |= 1 << spots.index(id)
        self.check_tracks(board, discs, f"{path}.discs")
        sites = self.names.dive_sites[board]
        for id, tokens in as_table(zone.get("tokens", {}), f"{path}.tokens", sites).items():
            self.read_site(board, sites.index(id), tokens, f"{path}.tokens.{id}")

    def check_tracks(self, board: int, discs: dict[str, Any], path: str) -> None:
        tracks: dict[int, bool] = {}                             # whether every spot so far has a disc
        for spot in self.game.catalogue.boards[board].spots_of(SpotKind.SONAR):
            is_full = tracks.setdefault(spot.track, True)
            if spot.id in discs and not is_full:
                refuse(f"{path}.{spot.id}", "a sonar track is filled from the left (A-20)")
            tracks[spot.track] = is_full and spot.id in discs

    def read_site(self, board: int, k: int, given: Any, path: str) -> None:
        size = int(self.rules["dive_site_size"][board][k])
        listed = as_list(given, path, size, "tokens")
        site = int(self.rules["dive_site"][board]) + k
        self.record["site_count"][site] = len(listed)
        for at, token in enumerate(listed[::-1]):
            kind, number = self.token_with_shuffle(token, path)
            self.take_token(kind, path)
            self.record["site_token"][site, at] = kind + 1
            self.record["site_shuffle"][site, at] = number

    def token_with_shuffle(self, token: Any, path: str) -> tuple[int, int]:
        if not isinstance(token, str):
            refuse(path, f"expected the id of a dive token, found {token!r}")
        id, _, number = token.partition("@")
        kind = as_place_of_name(id, path, self.names.tokens, "dive token")
        if not number:
            return kind, 0
        latest = as_number(self.value("token_shuffle"), "token_shuffle", 0, MOST_SHUFFLES)
        if not number.isascii() or not number.isdigit() or str(int(number)) != number or not 1 <= int(number) <= latest:
            refuse(path, f"shuffles are 1 to {latest}; {token!r} names another")
        return kind, int(number)

    def read_stacks(self) -> None:
        stacks = as_table(self.given.get("stacks", {}), "stacks", [str(d + 1) for d in range(DEPTHS)])
        seen = as_table(self.value("seen"), "seen", [str(d + 1) for d in range(DEPTHS)])
        for key, listed in stacks.items():
            pile = []
            for id in as_list(listed, f"stacks.{key}", STACK, "boards"):
                board = as_place_of_name(id, f"stacks.{key}", self.names.boards, "board")
                if int(self.rules["board_depth"][board]) != int(key):
                    refuse(f"stacks.{key}", f"{id} has another depth")
                self.place_board(board, f"stacks.{key}")
                pile.append(board)
            self.write_stack(int(key) - 1, pile)
        for depth in range(1, DEPTHS + 1):
            if str(depth) not in stacks:
                self.fill_stack(depth)
        for depth in range(1, DEPTHS + 1):
            number = as_number(seen.get(str(depth), 0), f"seen.{depth}", 0, STACK)
            if number > self.record["stack_count"][depth - 1]:
                refuse(f"seen.{depth}", "the stack has fewer boards")
            self.record["seen"][depth - 1] = number
        missing = self.boards.free(board for board in range(BOARDS) if self.is_in_game(board))
        if missing:
            refuse("stacks", f"{self.names.boards[missing[0]]} lies nowhere")

    def fill_stack(self, depth: int) -> None:
        usual = [self.names.boards.index(id) for id in self.template["stacks"][str(depth)]]
        others = [b for b in range(BOARDS) if self.rules["board_depth"][b] == depth and self.is_in_game(b)]
        pile = self.boards.free([*usual, *(board for board in others if board not in usual)])
        for board in pile:
            self.boards.put(board, f"stacks.{depth}")
        self.write_stack(depth - 1, pile)

    def write_stack(self, at: int, top_first: list[int]) -> None:
        self.record["stack"][at, : len(top_first)] = [board + 1 for board in top_first[::-1]]
        self.record["stack_count"][at] = len(top_first)

    def read_token_piles(self) -> None:
        record, copies = self.record, self.rules["token_copies"].tolist()
        record["shuffle_no"] = as_number(self.value("token_shuffle"), "token_shuffle", 0, MOST_SHUFFLES)
        discard = as_list(self.given.get("token_discard", []), "token_discard", TOKENS, "tokens")
        for id in discard:
            kind = as_place_of_name(id, "token_discard", self.names.tokens, "dive token")
            self.take_token(kind, "token_discard")
            record["discard"][kind] += 1
        if "token_supply" in self.given:
            listed = as_list(self.given["token_supply"], "token_supply", TOKENS, "tokens")
            pile = [as_place_of_name(id, "token_supply", self.names.tokens, "dive token") for id in listed]
            for kind in pile:
                self.take_token(kind, "token_supply")
        else:
            left = Counter({kind: copies[kind] - self.tokens[kind] for kind in range(TOKEN_KINDS)})
            pile = []
            usual = [self.names.tokens.index(id) for id in self.template["token_supply"]]
            for kind in [*usual, *(k for k in range(TOKEN_KINDS) for _ in range(copies[k]))]:
                if left[kind] > 0:
                    left[kind] -= 1
                    pile.append(kind)
                    self.tokens[kind] += 1
        record["supply"][: len(pile)] = [kind + 1 for kind in pile[::-1]]
        record["supply_count"] = len(pile)
        for kind, number in enumerate(copies):
            if self.tokens[kind] != number:
                refuse("token_supply", f"of {number} tokens {self.names.tokens[kind]} {self.tokens[kind]} are there")

    # --- players ---

    def read_players(self) -> None:
        listed = self.given.get("players", [{}] * self.seats)
        if len(as_list(listed, "players", MAX_PLAYERS, "players")) != self.seats:
            refuse("players", f"the game has {self.seats} players; these are {len(listed)}")
        for seat in range(self.seats):
            path = f"players[{seat}]"
            given = as_table(listed[seat], path, PLAYER_KEYS)
            most = int(self.record["round_no"]) + self.has_hired(seat)
            self.read_player(self.players[seat], {**self.template["players"][seat], **given}, path, most)

    def has_hired(self, seat: int) -> bool:
        """Whether the player's hiring of this round is over."""
        record = self.record
        if record["phase"] != PREPARATION or (seat - int(record["wave"])) % self.seats < record["prepared"]:
            return True
        pending = self.given.get("pending")
        step = pending.get("step") if isinstance(pending, dict) else None
        return bool(seat == record["mover"] and step in ("inflow", "returning"))

    def read_player(self, me: Any, given: dict[str, Any], path: str, most_specialists: int) -> None:
        for k, name in enumerate(ATTRIBUTE_NAMES):
            me["marker"][k] = as_number(given[name], f"{path}.{name}", 0, TRACK_CELLS - 1)
        me["research"] = as_number(given["research"], f"{path}.research", 0, RESEARCH_TOP)
        me["staging"] = as_number(given["staging"], f"{path}.staging", 0, MOST_STAGED)
        me["launches"] = as_number(given["launches"], f"{path}.launches", 0, 3)
        self.read_vessels(me, given["vessels"], f"{path}.vessels")
        for id in as_list(given["tokens"], f"{path}.tokens", MOST_IN_HAND, "tokens"):
            kind = as_place_of_name(id, f"{path}.tokens", self.names.tokens, "dive token")
            self.take_token(kind, f"{path}.tokens")
            me["token"][kind] += 1
            me["token_count"] += 1
        self.read_specialists(me, given["specialists"], f"{path}.specialists", most_specialists)
        self.read_journals(me, given["journals"], f"{path}.journals")

    def read_vessels(self, me: Any, given: Any, path: str) -> None:
        cells = [as_choice(name, path, CELL_NAMES) for name in as_list(given, path, VESSELS, "vessels")]
        if len(cells) > 1 + int(me["launches"]).bit_count():
            refuse(path, "a second and a third vessel come by launches (B-3)")
        for cell in cells:
            board = int(self.record["board"][cell]) - 1
            if board < 0 or self.rules["closed_to_vessels"][board]:
                refuse(path, f"no vessel can be in {CELL_NAMES[cell]} (Z-3)")
            if self.rules["one_vessel"][board] and cells.count(cell) > 1:
                refuse(path, f"only one vessel of a player may be in {CELL_NAMES[cell]} (Z-7)")
        me["vessel"][: len(cells)] = [cell + 1 for cell in sorted(cells)]
        me["vessel_count"] = len(cells)

    def read_specialists(self, me: Any, given: Any, path: str, most: int) -> None:
        listed = as_list(given, path, SLOTS, "specialists")
        if not 1 <= len(listed) <= most:
            refuse(path, f"the Team Leader, and one hired in each preparation: at most {most} now (P-2)")
        for slot, entry in enumerate(listed):
            where = f"{path}[{slot}]"
            person = as_table(entry, where, SPECIALIST_KEYS)
            kind = as_place_of_name(person.get("kind"), f"{where}.kind", self.names.specialists, "specialist")
            senior, disc = self.flag(person, "senior", where, slot == 0), self.flag(person, "disc", where, False)
            if (kind == LEADER) != (slot == 0) or (kind == LEADER and not senior):
                refuse(where, "the Team Leader, a senior, is in slot 0 and nowhere else (P-6)")
            if disc and not self.rules["actions_of"][kind][int(senior)]:
                refuse(where, "it prints no action, so it holds no disc (T-5)")
            self.people[kind] += 1
            me["kind"][slot] = kind + 1
            me["seniors"] |= int(senior) << slot
            me["discs_on"] |= int(disc) << slot
        me["specialist_count"] = len(listed)

    @staticmethod
    def flag(given: dict[str, Any], key: str, path: str, default: bool) -> bool:
        value = given.get(key, default)
        if not isinstance(value, bool):
            refuse(f"{path}.{key}", f"expected true or false, found {value!r}")
        return value

    def read_journals(self, me: Any, given: Any, path: str) -> None:
        for k, entry in enumerate(as_list(given, path, JOURNALS, "journals")):
            where = f"{path}[{k}]"
            journal = as_table(entry, where, JOURNAL_KEYS)
            number = as_number(journal.get("journal"), f"{where}.journal", 0, JOURNALS - 1)
            self.journals.put(number, where)
            me["journals"] |= 1 << number
            if self.flag(journal, "used", where, False):
                if not self.rules["journal_activation"][number]:
                    refuse(where, f"journal {number} has no action to use (T-9)")
                me["used_journals"] |= 1 << number

    # --- the tray ---

    def read_row(self) -> None:
        usual = [None if journal in self.journals.place else journal for journal in self.template["row"]]
        row = as_list(self.given.get("row", usual), "row", ROW_PLACES, "places")
        if len(row) != ROW_PLACES:
            refuse("row", f"it has {ROW_PLACES} places")
        for place, journal in enumerate(row):
            if journal is not None:
                number = as_number(journal, f"row[{place}]", 0, JOURNALS - 1)
                self.journals.put(number, f"row[{place}]")
                self.record["row"][place] = number + 1

    def read_deck(self) -> None:
        anchors = [number for number in self.journals.place if number < ANCHOR_JOURNALS]
        if len(anchors) > ANCHORS_IN_GAME:
            refuse("row", f"only {ANCHORS_IN_GAME} anchor journals are in the game (S-5)")
        every = range(ANCHOR_JOURNALS, JOURNALS)
        if "deck" in self.given:
            deck = as_list(self.given["deck"], "deck", DECK_JOURNALS, "journals")
            for number in deck:
                self.journals.put(as_number(number, "deck", ANCHOR_JOURNALS, JOURNALS - 1), "deck")
            missing = self.journals.free(every)
            if missing:
                refuse("deck", f"journal {missing[0]} lies nowhere")
        else:
            deck = self.journals.free(self.template["deck"])
            deck += [number for number in self.journals.free(every) if number not in deck]
        self.record["deck"][: len(deck)] = [number + 1 for number in deck[::-1]]
        self.record["deck_count"] = len(deck)

    def read_stock(self) -> None:
        record, copies = self.record, self.rules["copies"].tolist()
        given = as_table(self.given.get("stock", {}), "stock", self.names.specialists[:STOCK_KINDS])
        for kind in range(STOCK_KINDS):
            left = copies[kind] - self.people[kind]
            name = self.names.specialists[kind]
            if left < 0 or as_number(given.get(name, left), f"stock.{name}", 0, copies[kind]) != left:
                refuse(f"stock.{name}", f"{copies[kind]} exist, players have {self.people[kind]}")
            record["stock"][kind] = left
        self.read_experts()

    def read_experts(self) -> None:
        experts = Given("specialist")
        for kind in range(STOCK_KINDS, SPECIALIST_KINDS):
            if self.people[kind] > 1:
                refuse("players", f"there is one {self.names.specialists[kind]}")
            if self.people[kind]:
                experts.put(kind, "players")
        index = self.names.specialists.index
        usual = [None if id is None or index(id) in experts.place else id for id in self.template["display"]]
        display = as_list(self.given.get("display", usual), "display", DISPLAY, "places")
        for place, id in enumerate(display):
            if id is not None:
                kind = self.expert(id, f"display[{place}]", experts)
                self.record["display"][place] = kind + 1
        if "hidden_experts" in self.given:
            listed = as_list(self.given["hidden_experts"], "hidden_experts", HIDDEN_EXPERTS, "specialists")
            hidden = [self.expert(id, "hidden_experts", experts) for id in listed]
            if len(experts.place) != SPECIALIST_KINDS - STOCK_KINDS:
                refuse("hidden_experts", "a specialist of rank 5 lies nowhere")
        else:
            hidden = experts.free(index(id) for id in self.template["hidden_experts"])
            hidden += [k for k in experts.free(range(STOCK_KINDS, SPECIALIST_KINDS)) if k not in hidden]
        if len(hidden) > HIDDEN_EXPERTS:
            refuse("hidden_experts", f"at most {HIDDEN_EXPERTS} are hidden; {DISPLAY} are on display (S-6)")
        self.record["expert"][: len(hidden)] = [kind + 1 for kind in hidden[::-1]]
        self.record["expert_count"] = len(hidden)

    def expert(self, id: Any, path: str, experts: Given) -> int:
        kind = as_place_of_name(id, path, self.names.specialists, "specialist")
        if not STOCK_KINDS <= kind < SPECIALIST_KINDS:
            refuse(path, f"{id} is not of rank 5")
        experts.put(kind, path)
        return kind

    # --- impact and mission ---

    def read_impact(self) -> None:
        infinite, count = self.rules["hex_infinite"].tolist(), int(self.rules["hex_count"])
        ordinary = [str(at) for at in range(count) if not infinite[at] and at != self.rules["track_hex"]]
        for at, seat in as_table(self.given.get("impact", {}), "impact", ordinary).items():
            self.record["hex_owner"][int(at)] = 1 + self.seat(seat, f"impact.{at}")
        endless = [str(at) for at in range(count) if infinite[at]]
        for at, markers in as_table(self.given.get("infinite", {}), "infinite", endless).items():
            listed = as_list(markers, f"infinite.{at}", self.seats, "seats")
            if len(listed) != self.seats:
                refuse(f"infinite.{at}", "one number a seat")
            numbers = [as_number(n, f"infinite.{at}", 0, MOST_MARKERS) for n in listed]
            self.record["infinite"][infinite[int(at)] - 1, : self.seats] = numbers

    def read_mission_state(self) -> None:
        given = as_table(self.given.get("mission_state", {}), "mission_state", MISSION_STATE_KEYS)
        needed = {
            "turtle_zones": MissionRule.TURTLE_HEX, "designated": MissionRule.DESIGNATION,
            "goal_options": MissionRule.GOAL_HEXES, "clean_up": MissionRule.CLEAN_UP_TRACK,
            "races": MissionRule.ROWS_BY_DEPTH,
        }
        for key in given:
            if not has_rule(self.game, needed[key]):
                refuse(f"mission_state.{key}", f"mission {self.game.options.mission} has no such thing")
        for name in as_list(given.get("turtle_zones", []), "mission_state.turtle_zones", CELLS, "zones"):
            cell = as_choice(name, "mission_state.turtle_zones", CELL_NAMES)
            if not self.record["board"][cell]:
                refuse("mission_state.turtle_zones", f"there is no zone in {name}")
            self.record["turtle_zones"] |= 1 << cell
        self.record["designated"] = self.among(given.get("designated"), "mission_state.designated", DESIGNATIONS)
        goals = as_table(given.get("goal_options", {}), "mission_state.goal_options", ("1", "2", "3"))
        for number, option in goals.items():
            place = self.among(option, f"mission_state.goal_options.{number}", OPTIONS)
            self.record["goal_option"][int(number) - 1] = place
        steps = as_list(given.get("clean_up", []), "mission_state.clean_up", self.seats, "seats")
        for seat, number in enumerate(steps):
            most = int(self.rules["track_steps"])
            self.players[seat]["clean_up"] = as_number(number, "mission_state.clean_up", 0, most)
        self.read_races(as_table(given.get("races", {}), "mission_state.races", RACES))

    @staticmethod
    def among(value: Any, path: str, allowed: tuple[Any, ...]) -> int:
        if not (value is None or isinstance(value, str)) or value not in allowed:
            refuse(path, f"expected one of {', '.join(str(each) for each in allowed)}; found {value!r}")
        return allowed.index(value)

    def read_races(self, given: dict[str, Any]) -> None:
        for name, seats in given.items():
            race, path = RACES.index(name), f"mission_state.races.{name}"
            listed = [self.seat(seat, path) for seat in as_list(seats, path, self.seats, "seats")]
            if len(set(listed)) != len(listed):
                refuse(path, "each player counts once (M-10)")
            self.record["race_count"][race] = len(listed)
            self.record["race"][race, : len(listed)] = [seat + 1 for seat in listed]

    # --- co-operation ---

    def read_cooperation(self) -> None:
        given = self.given.get("cooperation")
        if not self.rules["cooperative"]:
            if given is not None:
                refuse("cooperation", "the game is competitive")
            return
        usual = self.template["cooperation"]
        said = {**usual, **as_table({} if given is None else given, "cooperation", COOPERATION_KEYS)}
        happening = self.is_setback_pending()
        turned = int(self.record["round_no"])
        if self.is_launching():
            turned = 0
        if given is None or not {"bonus_goals", "cards", "setbacks_done"} & set(given):
            said |= self.dealt(usual, turned, happening)
        self.write_cards(said, turned, happening)
        for k, key in enumerate(LESS_KEYS):
            self.record["less"][k] = as_number(said[key], f"cooperation.{key}", 0, 9)

    def is_setback_pending(self) -> bool:
        pending = self.given.get("pending")
        return isinstance(pending, dict) and pending.get("step") == "setback"

    def is_launching(self) -> bool:
        pending = self.given.get("pending")
        return isinstance(pending, dict) and pending.get("step") == "launching"

    @staticmethod
    def dealt(usual: dict[str, Any], turned: int, happening: bool) -> dict[str, Any]:
        """The cards of a new game, so many of them turned."""
        deck = [*usual["bonus_goals"], *usual["cards"]]
        goals = min(turned, BONUS_GOALS_USED)
        done = deck[BONUS_GOALS_USED:turned]
        return {
            "bonus_goals": deck[:goals],
            "setbacks_done": done[: len(done) - happening],
            "cards": deck[goals:BONUS_GOALS_USED] + deck[max(turned, BONUS_GOALS_USED) :],
        }

    def write_cards(self, said: dict[str, Any], turned: int, happening: bool) -> None:
        used = int(self.rules["setbacks_used"])
        open_goals = self.cards(said, "bonus_goals", self.names.bonus_goals)
        done = self.cards(said, "setbacks_done", self.names.setbacks)
        left = as_list(said["cards"], "cooperation.cards", CARDS_OF_KIND * 2, "cards")
        goals_left = BONUS_GOALS_USED - min(turned, BONUS_GOALS_USED)
        rest = {
            "goals": [as_place_of_name(id, "cooperation.cards", self.names.bonus_goals, "bonus goal")
                      for id in left[:goals_left]],
            "setbacks": [as_place_of_name(id, "cooperation.cards", self.names.setbacks, "setback")
                         for id in left[goals_left:]],
        }
        bonus = [*open_goals, *rest["goals"], *self.cards(said, "bonus_box", self.names.bonus_goals)[::-1]]
        now = []
        box = self.cards(said, "setback_box", self.names.setbacks)
        if happening:
            now = [k for k in range(CARDS_OF_KIND) if k not in (*done, *rest["setbacks"], *box)]
        setbacks = [*done, *now, *rest["setbacks"], *box[::-1]]
        for name, cards in (("bonus goals", bonus), ("setbacks", setbacks)):
            if sorted(cards) != list(range(CARDS_OF_KIND)):
                refuse("cooperation", f"each of the {CARDS_OF_KIND} {name} is in one place")
        wrong = len(open_goals) != min(turned, BONUS_GOALS_USED) or len(box) != CARDS_OF_KIND - used
        if wrong or len(done) + len(now) != max(0, turned - BONUS_GOALS_USED):
            refuse("cooperation", f"in round {turned} {turned} cards have been turned (O-3)")
        self.record["cards_turned"] = turned
        self.record["bonus"] = [card + 1 for card in bonus[::-1]]
        self.record["setback"] = [card + 1 for card in setbacks[::-1]]

    @staticmethod
    def cards(said: dict[str, Any], key: str, names: tuple[str, ...]) -> list[int]:
        path = f"cooperation.{key}"
        return [as_place_of_name(id, path, names, "card") for id in as_list(said[key], path, CARDS_OF_KIND, "cards")]
