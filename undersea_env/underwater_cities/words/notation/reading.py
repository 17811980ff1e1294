"""From the readable form to a position: the table, the boards, the tokens.

Missing keys take the value of a new game with seed 0, as far as the keys that are given leave room for it. What follows
from the rest of a position (the network, discounts) is never read; it is worked out anew.
"""

from typing import TYPE_CHECKING, Any

import numpy as np

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
from undersea_env.underwater_cities.compiled.limits import (
    CITIES_ON_BOARD,
    CONTRACTS_IN_PLAY,
    MAX_PLAYERS,
    NEUTRAL_TILE,
    SITES_AT_CITY,
    TOKENS,
    TRACK_TOP,
    TUNNEL_SITES,
    TURNS_IN_ROUND,
)
from undersea_env.underwater_cities.kernel.questions import DEALING, NEW_ERA, PRODUCING, TURNS
from undersea_env.underwater_cities.kernel.state import FROM_OTHER, POINT_SOURCES, SUPPLIED
from undersea_env.underwater_cities.printed.words import BUILDINGS, CITIES, METROPOLIS_COLOURS, Thing
from undersea_env.underwater_cities.words.notation.cards import CardReader
from undersea_env.underwater_cities.words.notation.names import (
    FRAME_FIELDS,
    HELD_NAMES,
    MOST_HELD,
    NEUTRAL,
    PLAYER_KEYS,
    POSITION_KEYS,
    QUESTIONS,
    UPGRADED,
    names_of,
)
from undersea_env.underwater_cities.words.notation.pending import PendingReader, Shape, shape_of_pending

if TYPE_CHECKING:
    from undersea_env.core.position import Game, State

MOST_POINTS_OF_SOURCE = 9999
TILES_OF_A_SEAT = 3
NEUTRAL_TILES = 3                # O-2
MOST_NEUTRAL_TILES = 4           # O-4


def from_dict(position: Any, game: "Game") -> "State":
    return Reader(game, as_table(position, "position", POSITION_KEYS)).read()


class Reader(PositionReader):
    """Reads one position into a new record; refuses what cannot be."""

    def __init__(self, game: "Game", given: dict[str, Any]) -> None:
        super().__init__(game, given)
        self.names = names_of(game)
        self.bounds = self.rules["rounds_before_end_of_era"].tolist()
        self.last_era = int(self.rules["last_era"])

    def read(self) -> "State":
        self.check_game()
        self.record["player_count"] = self.seats
        given_players = self.read_list_of_players()
        self.read_order()
        pending = shape_of_pending(self)
        self.read_time(pending)
        self.read_boards(given_players)
        self.read_sites(given_players)
        self.read_held(given_players)
        self.read_federation()
        self.read_tiles(pending)
        self.read_metropolises(given_players)
        self.read_contracts(given_players)
        CardReader(self).read(given_players, pending)
        self.read_stream()
        self.game.engine.refresh(self.state.record, 0, 1)
        if self.record["over"]:
            return self.state
        if pending is None:
            self.write_frames([{"question": "flow", "stage": TURNS}])          # the engine begins the turn
            self.game.engine.settle(self.state.record, 0, 1)
        else:
            PendingReader(self, pending).read()
        return self.state

    def write_frames(self, stack: list[dict[str, Any]]) -> None:
        self.record["frame_count"] = len(stack)
        for k, frame in enumerate(stack):
            self.record["frame"][k]["question"] = QUESTIONS[frame["question"]]
            for name in FRAME_FIELDS:
                self.record["frame"][k][name] = frame.get(name, 0)

    def write_pile(self, field: str, count: str, top_first: list[int]) -> None:
        self.record[field][: len(top_first)] = top_first[::-1]
        self.record[count] = len(top_first)

    # --- the table ---

    def check_game(self) -> None:
        if "num_players" in self.given:
            players = as_number(self.given["num_players"], "num_players", 1, MAX_PLAYERS)
            if players != self.seats:
                refuse("num_players", f"the position has {players} players; the game has {self.seats}")

    def read_list_of_players(self) -> list[dict[str, Any]]:
        if "players" not in self.given:
            return [{} for _ in range(self.seats)]
        listed = as_list(self.given["players"], "players", MAX_PLAYERS, "players")
        if len(listed) != self.seats:
            refuse("players", f"the game has {self.seats} players; these are {len(listed)}")
        return [as_table(player, f"players[{seat}]", PLAYER_KEYS) for seat, player in enumerate(listed)]

    def read_order(self) -> None:
        order = self.given.get("order")
        if order is None and "order" not in self.given:
            order = self.template["order"]
        order = as_list(order, "order", self.seats, "seats")
        order = [as_number(seat, f"order[{k}]", 0, self.seats - 1) for k, seat in enumerate(order)]
        if sorted(order) != list(range(self.seats)):
            refuse("order", f"expected every seat from 0 to {self.seats - 1} once, found {order}")
        self.order: list[int] = order
        self.record["order"][: self.seats] = order
        to_move = as_number(self.given.get("to_move", order[0]), "to_move", -1, self.seats - 1)
        self.record["over"] = to_move < 0
        self.record["seat"] = order[-1] if to_move < 0 else to_move      # the last to produce ended the game

    def read_time(self, pending: Shape | None) -> None:
        over = bool(self.record["over"])
        self.stage = pending.stage if pending else TURNS
        if pending is None and not over:
            self.record["mover"] = self.order.index(int(self.record["seat"]))
        self.era = self.read_era(over)
        self.check_era(over)
        first, last = self.rounds_now(over)
        self.round_no = as_number(self.given.get("round", first), "round", 1, self.bounds[self.last_era])
        if not first <= self.round_no <= last:
            where = f"from {first} to {last}" if first < last else f"{first}"
            refuse("round", f"in era {self.era} the round is now {where}, counted from the beginning of the game")
        turn = as_number(self.given.get("turn", 1), "turn", 1, TURNS_IN_ROUND)
        if turn > 1 and (over or self.stage != TURNS):
            refuse("turn", "between the rounds the turn is 1")
        self.record["era"], self.record["round_no"], self.record["turn_no"] = self.era, self.round_no, turn

    def read_era(self, over: bool) -> int:
        """As given, or the one of the round that is given."""
        if "era" in self.given:
            return as_number(self.given["era"], "era", 1, self.last_era)
        if over:
            return self.last_era
        if "round" not in self.given:
            return 1
        round_no = as_number(self.given["round"], "round", 1, self.bounds[self.last_era])
        moved_on = self.stage == PRODUCING           # E-3
        return next(era for era in range(1, self.last_era + 1) if round_no <= self.bounds[era] + moved_on)

    def check_era(self, over: bool) -> None:
        if over and self.era != self.last_era:
            refuse("era", f"the game is over (to_move is -1) only after era {self.last_era}")
        if self.stage == NEW_ERA and self.era == 1:
            refuse("era", "era 1 begins with dealing, not with cards for a new era")
        if self.stage == DEALING and self.era != 1:
            refuse("era", "cards are dealt at the beginning of era 1 only")

    def rounds_now(self, over: bool) -> tuple[int, int]:
        """First and last round that it can be."""
        first, last = self.bounds[self.era - 1] + 1, self.bounds[self.era]
        if over or self.stage == PRODUCING:          # the era marker has moved on (E-3), but not after the last round
            only = last if self.era == self.last_era else last + 1
            return only, only
        return (first, first) if self.stage in (NEW_ERA, DEALING) else (first, last)

    def read_boards(self, players: list[dict[str, Any]]) -> None:
        """S-5."""
        choice = self.rules["board_choice"][: self.seats].tolist()
        start = int(self.rules["board_pool_start"])
        family = range(start + 1, start + 5)
        used: dict[int, str] = {}
        for seat, player in enumerate(players):
            if "board" not in player:
                continue
            path = f"players[{seat}].board"
            board = as_number(player["board"], path, 1, 8)
            if choice[0] and board != choice[seat]:
                refuse(path, f"the options of this game give seat {seat} board {choice[seat]}, not {board}")
            if not choice[0] and board not in family:
                refuse(path, f"the boards of this game are {family.start} to {family.stop - 1}, not {board} (S-5)")
            if board in used:
                refuse(path, f"board {board} is also that of {used[board]} (S-5)")
            used[board] = f"players[{seat}]"
        for seat, player in enumerate(players):
            if "board" in player:
                board = player["board"]
            else:
                usual = choice[seat] or self.template["players"][seat]["board"]
                board = next(number for number in (usual, *family) if number not in used)
                used[board] = f"players[{seat}]"
            self.players[seat]["board"] = board - 1

    # --- sites ---

    def read_sites(self, players: list[dict[str, Any]]) -> None:
        for seat, player in enumerate(players):
            path = f"players[{seat}].sites"
            me = self.players[seat]
            board = int(me["board"])
            start = int(self.rules["start_city"][board])
            if "sites" in player:
                self.put_on_sites(me, as_table(player["sites"], path), path)
            else:
                me["city"][start] = Thing.NONSYMBIOTIC
            self.check_network(me, board, start, path)
        self.read_supply()

    def put_on_sites(self, me: Any, built: dict[str, Any], path: str) -> None:
        number = int(me["board"]) + 1
        sites = self.names.boards[int(me["board"])]
        for id, value in built.items():
            here = f"{path}.{id}"
            if id in sites.cities:
                allowed = tuple(thing.name.lower() for thing in CITIES)
                me["city"][sites.cities[id]] = CITIES[as_choice(value, here, allowed)]
            elif id in sites.tunnels:
                me["tunnel"][sites.tunnels[id]] = as_choice(value, here, ("tunnel", "tunnel+")) + 1
            elif id in sites.buildings:
                allowed = tuple(thing.name.lower() + plus for thing in BUILDINGS for plus in ("", UPGRADED))
                thing, upgraded = divmod(as_choice(value, here, allowed), 2)
                me["building"][sites.buildings[id]] = BUILDINGS[thing]
                me["upgraded"][sites.buildings[id]] = upgraded
            else:
                refuse(here, f"board {number} has no such site; its cities are {', '.join(sites.cities)}")

    def check_network(self, me: Any, board: int, start: int, path: str) -> None:
        """Everything could have been built in some order (B-3, B-4, B-6)."""
        sites = self.names.boards[board]
        neighbours = self.rules["neighbours"][board].tolist()
        city, building, tunnel = me["city"].tolist(), me["building"].tolist(), me["tunnel"].tolist()
        if not city[start]:
            id = next(id for id, c in sites.cities.items() if c == start)
            refuse(f"{path}.{id}", f"the starting city of board {board + 1} is missing (S-6)")
        reached = {start}
        while grown := {c for c in range(CITIES_ON_BOARD) if city[c] and c not in reached
                        and any(neighbours[r] >> c & 1 for r in reached)}:
            reached |= grown
        for id, c in sites.cities.items():
            if city[c] and c not in reached:
                refuse(f"{path}.{id}", "a city needs a built city next to it, and so on to the starting city (B-3)")
        for id, k in sites.buildings.items():
            c = k // SITES_AT_CITY
            if building[k] and c not in reached and not any(neighbours[r] >> c & 1 for r in reached):
                refuse(f"{path}.{id}", "a building needs a city there, or a built city next to the city site (B-4)")
        ends = self.rules["tunnel_end"][board].tolist()
        cities = {start}
        done: set[int] = set()
        while grown := {t for t in range(TUNNEL_SITES) if tunnel[t] and t not in done and cities & set(ends[t])}:
            done |= grown
            cities |= {end for t in grown for end in ends[t] if end < CITIES_ON_BOARD}
        for id, t in sites.tunnels.items():
            if tunnel[t] and t not in done:
                refuse(f"{path}.{id}", "a tunnel needs a way by built tunnels from the starting city (B-6)")

    def read_supply(self) -> None:
        """C-3, C-4: what is not built."""
        players = self.players[: self.seats]
        built = (
            int(np.count_nonzero(players["tunnel"])),
            int(np.count_nonzero(players["city"] == Thing.NONSYMBIOTIC)),
            int(np.count_nonzero(players["city"] == Thing.SYMBIOTIC)),
        )
        given = as_table(self.given.get("supply", {}), "supply", SUPPLIED)
        for k, name in enumerate(SUPPLIED):
            total = int(self.rules["supply"][k])
            left = total - built[k]
            if left < 0:
                refuse(f"supply.{name}", f"{built[k]} are built, but there are only {total}")
            if name in given and as_number(given[name], f"supply.{name}", 0, total) != left:
                refuse(f"supply.{name}", f"{total} less {built[k]} built is {left}, not {given[name]}")
            self.record["supply"][k] = left

    # --- tokens, track, tiles ---

    def read_held(self, players: list[dict[str, Any]]) -> None:
        for seat, player in enumerate(players):
            path = f"players[{seat}]"
            me = self.players[seat]
            for k, name in enumerate(HELD_NAMES):
                usual = 0 if name == "points" else None
                value = player.get(name, usual)
                if value is None and name not in player:
                    value = self.template["players"][seat][name]
                me["resource"][k] = as_number(value, f"{path}.{name}", 0, MOST_HELD)
            if "points_from" in player:
                sources = as_table(player["points_from"], f"{path}.points_from", POINT_SOURCES)
                for k, source in enumerate(POINT_SOURCES):
                    value = sources.get(source, 0)
                    most = MOST_POINTS_OF_SOURCE
                    me["points_from"][k] = as_number(value, f"{path}.points_from.{source}", -most, most)
                total = int(me["points_from"].sum())
                if "points" not in player:
                    me["resource"][TOKENS] = as_number(total, f"{path}.points_from", 0, MOST_HELD)
                elif total != player["points"]:
                    refuse(f"{path}.points_from", f"adds up to {total}, but the points are {player['points']}")
            else:
                me["points_from"][FROM_OTHER] = me["resource"][TOKENS]

    def read_federation(self) -> None:
        between_rounds = bool(self.record["over"]) or self.stage in (PRODUCING, NEW_ERA)
        if "federation" in self.given:
            value = self.given["federation"]
        elif between_rounds:
            value = [[seat, 0] for seat in self.order]
        else:
            value = self.template["federation"]
        entries = as_list(value, "federation", self.seats, "markers")
        behind = TRACK_TOP
        for k, entry in enumerate(entries):
            path = f"federation[{k}]"
            if not isinstance(entry, list | tuple) or len(entry) != 2:
                refuse(path, f"expected [seat, space], found {entry!r}")
            seat = as_number(entry[0], path, 0, self.seats - 1)
            space = as_number(entry[1], path, 0, TRACK_TOP)
            space = TRACK_TOP + 1 - space if space else 0
            if space > behind:
                refuse(path, "markers are listed from the front (space 1) to the back (0, below the track)")
            behind = space
            self.record["track"][k] = seat
            self.players[seat]["space"] = space
        if sorted(entry[0] for entry in entries) != list(range(self.seats)):
            refuse("federation", f"expected every seat from 0 to {self.seats - 1} once")
        track = self.record["track"][: self.seats].tolist()
        if between_rounds and (self.players["space"].any() or track != self.order):
            refuse("federation", "between the rounds all markers are below the track, in turn order (E-2, E-3)")
        below = [seat for seat in track if not self.players[seat]["space"]]
        if below != [seat for seat in self.order if seat in below]:
            refuse("federation", f"markers below the track lie in turn order, {self.order} (E-2); found {below}")

    def read_tiles(self, pending: Shape | None) -> None:
        """Tiles on slots; neutral ones in a solo game only (O-2)."""
        neutral = self.neutral_places()
        if "slots" in self.given:
            slots = as_table(self.given["slots"], "slots")
            for id, value in slots.items():
                place = as_place_of_name(id, "slots", self.names.slots, "slot on this side of the board")
                path = f"slots.{id}"
                for tile in as_list(value, path, MAX_PLAYERS + 1, "tiles"):
                    seat = as_number(tile, path, NEUTRAL, self.seats - 1)
                    bit = NEUTRAL_TILE if seat == NEUTRAL else 1 << seat
                    if self.record["slot_tiles"][place] & bit:
                        refuse(path, f"{'a neutral tile' if seat == NEUTRAL else f'seat {seat}'} is there twice")
                    if seat == NEUTRAL and self.seats > 1:
                        refuse(path, "neutral tiles are for the solo game only (O-2)")
                    self.record["slot_tiles"][place] |= bit
        else:
            for place in neutral:
                self.record["slot_tiles"][place] = NEUTRAL_TILE
        self.check_tiles(neutral)

    def neutral_places(self) -> list[int]:
        finished = bool(self.record["over"]) or (self.stage == PRODUCING and self.era == self.last_era)
        if self.seats > 1 or finished:
            return []
        turn = (self.round_no - 1) % int(self.rules["slots_of_a_colour"])
        return self.rules["neutral_slot"][turn, :NEUTRAL_TILES].tolist()     # type: ignore[no-any-return]

    def check_tiles(self, neutral: list[int]) -> None:
        tiles = self.record["slot_tiles"].tolist()
        for seat in range(self.seats):
            number = sum(tile >> seat & 1 for tile in tiles)
            if number > TILES_OF_A_SEAT:
                refuse("slots", f"seat {seat} has {TILES_OF_A_SEAT} tiles (S-4), not {number}")
            if number and (self.record["over"] or self.stage != TURNS):
                refuse("slots", "between the rounds no player has a tile on a slot (E-1)")
        covered = [place for place, tile in enumerate(tiles) if tile & NEUTRAL_TILE]
        if not set(neutral) <= set(covered) or len(covered) > (MOST_NEUTRAL_TILES if neutral else 0):
            wanted = ", ".join(self.names.slots[place] for place in neutral) or "no slot"
            refuse("slots", f"in this round neutral tiles lie on {wanted}, and at most one on another (O-2 to O-4)")
        shared = [place for place, tile in enumerate(tiles) if tile & (tile - 1)]
        clone = self.given.get("clone_tile")
        if clone is not None:
            clone = as_number(clone, "clone_tile", 0, self.seats - 1)
            if not self.rules["clone_tile"]:
                refuse("clone_tile", "the action-cloning tile is for 4 players only (S-10)")
            if len(shared) != 1 or not tiles[shared[0]] >> clone & 1:
                refuse("clone_tile", f"seat {clone} took it: then it shares one slot with another player (G-11)")
            self.record["clone_tile"] = clone + 1
        elif shared:
            refuse(f"slots.{self.names.slots[shared[0]]}", "two tiles on a slot need the action-cloning tile (G-11)")
        if any((tiles[place] & ~NEUTRAL_TILE).bit_count() > 2 for place in shared):
            refuse(f"slots.{self.names.slots[shared[0]]}", "at most two players share a slot (G-11)")

    # --- metropolises and contracts ---

    def read_metropolises(self, players: list[dict[str, Any]]) -> None:
        """S-7, L-2."""
        tiles = Given("metropolis")
        places = list(METROPOLIS_COLOURS)
        colours = list(METROPOLIS_COLOURS.values())
        ids = self.names.metropolises
        brown = [int(k) for k in self.rules["brown"][: int(self.rules["brown_count"])]]
        blue = [int(k) for k in self.rules["blue"]]

        def taken(value: Any, path: str, colour: str) -> int:
            tile = as_place_of_name(value, path, ids, "metropolis") + 1
            if tile not in (brown if colour == "brown" else blue):
                refuse(path, f"{value} is not one of the {colour} metropolises of this game")
            if tile in tiles.place:
                refuse(path, f"{value} is also in {tiles.place[tile]}")
            tiles.put(tile, path)
            return tile

        for seat, player in enumerate(players):
            path = f"players[{seat}]"
            own = as_table(player.get("metropolises", {}), f"{path}.metropolises", places)
            for k, place in enumerate(places):
                if place in own:
                    tile = taken(own[place], f"{path}.metropolises.{place}", colours[k])
                    self.players[seat]["metropolis"][k] = tile
            path += ".extra_metropolises"
            for k, value in enumerate(as_list(player.get("extra_metropolises", []), path, len(blue), "metropolises")):
                tile = taken(value, f"{path}[{k}]", "blue")
                self.players[seat]["extra_metropolises"] |= 1 << tile
        supply = None
        if "metropolis_supply" in self.given:
            listed = as_list(self.given["metropolis_supply"], "metropolis_supply", len(blue), "metropolises")
            supply = [taken(value, f"metropolis_supply[{k}]", "blue") for k, value in enumerate(listed)]
        for seat, k in np.argwhere(self.players["metropolis"][: self.seats] == 0).tolist():
            usual = ids.index(self.template["players"][seat]["metropolises"][places[k]]) + 1
            free = tiles.free([usual, *(brown if colours[k] == "brown" else blue)])
            if not free:
                refuse(f"players[{seat}].metropolises.{places[k]}", "no metropolis is left for it")
            tiles.put(free[0], f"players[{seat}].metropolises.{places[k]}")
            self.players[seat]["metropolis"][k] = free[0]
        if supply is None:
            usual_order = [ids.index(id) + 1 for id in self.template["metropolis_supply"]]
            supply = tiles.free(dict.fromkeys([*usual_order, *blue]))
        self.write_pile("metropolis_supply", "metropolis_count", supply)

    def read_contracts(self, players: list[dict[str, Any]]) -> None:
        """S-11."""
        ids = self.names.contracts
        seen = Given("contract")
        most = CONTRACTS_IN_PLAY if self.rules["contracts"] else 0

        def taken(value: Any, path: str) -> int:
            contract = as_place_of_name(value, path, ids, "contract") + 1
            if contract in seen.place:
                refuse(path, f"{value} is also in {seen.place[contract]}")
            seen.put(contract, path)
            return contract

        def contracts(value: Any, path: str) -> list[int]:
            listed = as_list(value, path, len(ids), "contracts")
            if listed and not most:
                refuse(path, "this game is played without contracts (option `contracts`)")
            return [taken(item, f"{path}[{k}]") for k, item in enumerate(listed)]

        for seat, player in enumerate(players):
            for contract in contracts(player.get("contracts", []), f"players[{seat}].contracts"):
                self.players[seat]["contracts"] |= 1 << contract
        if "contracts" in self.given:
            row = contracts(self.given["contracts"], "contracts")
        else:
            usual = [ids.index(id) + 1 for id in self.template["contracts"]]
            row = seen.free(usual)[: max(most - len(seen.place), 0)]
            for contract in row:
                seen.put(contract, "contracts")
        if len(seen.place) > most:
            refuse("contracts", f"{most} contracts are in a game, claimed ones included; these are {len(seen.place)}")
        self.record["contract_row"][: len(row)] = row

    def read_stream(self) -> None:
        value = self.given["stream"] if "stream" in self.given else self.template["stream"]
        digits = set("0123456789abcdef")
        if not isinstance(value, str) or not 1 <= len(value) <= 16 or not set(value.lower()) <= digits:
            refuse("stream", f"expected up to 16 hexadecimal digits in a string, found {value!r}")
        self.record["stream"] = np.uint64(int(value, 16))
