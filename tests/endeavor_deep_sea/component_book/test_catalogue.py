"""The catalogue: what the built-in book holds, and how a wrong folder is refused."""

import csv
import shutil
from collections import Counter
from pathlib import Path

import pytest

from tests.broken_books import (
    Cases,
    Change,
    appended,
    both,
    check_a_long_list_is_cut,
    check_all_are_named,
    check_no_folder_is_refused,
    refusal,
    removed,
    replaced,
    without_line,
    written,
)
from undersea_env.core.component_files import ComponentError
from undersea_env.endeavor_deep_sea.printed.catalogue import BUILT_IN_FOLDER, COLUMNS, load_catalogue
from undersea_env.endeavor_deep_sea.printed.effects import Conserve, Count, Discover, Gain, NoVesselMayEnter, Sonar
from undersea_env.endeavor_deep_sea.printed.things import RANDOM, Catalogue, Placed
from undersea_env.endeavor_deep_sea.printed.words import (
    Access,
    Field,
    Item,
    MissionRule,
    Race,
    Scope,
    SpotKind,
    Unit,
)


@pytest.fixture(scope="module")
def catalogue() -> Catalogue:
    return load_catalogue()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return Path(shutil.copytree(BUILT_IN_FOLDER, tmp_path / "components"))


# --- the built-in book ---


def test_the_components_are_those_of_the_rulebook(catalogue: Catalogue) -> None:
    """C-1."""
    assert [board.index for board in catalogue.boards] == list(range(37))
    assert [sum(board.depth == depth for board in catalogue.boards) for depth in range(1, 6)] == [8, 9, 7, 6, 7]
    assert sum(token.copies for token in catalogue.tokens) == 36
    kinds = catalogue.specialists[:-1]
    assert [sum(kind.rank == rank for kind in kinds) for rank in range(1, 6)] == [3, 3, 3, 3, 9]
    assert sum(kind.copies for kind in kinds) == 51
    assert [kind.copies for kind in kinds if kind.rank == 5] == [1] * 9
    assert Counter(journal.anchor for journal in catalogue.journals) == {True: 8, False: 24}
    assert [mission.number for mission in catalogue.missions] == list(range(1, 11))
    assert len(catalogue.bonus_goals) == len(catalogue.setbacks) == 6


def test_spots_links_and_rules_are_counted(catalogue: Catalogue) -> None:
    spots = [spot for board in catalogue.boards for spot in board.spots]
    assert len(spots) == 161
    assert sum(spot.kind == SpotKind.DIVE for spot in spots) == 22
    assert sum(spot.tokens for spot in spots) == 77
    assert sum(len(board.links) for board in catalogue.boards) == 62
    assert sum(len(board.rules) for board in catalogue.boards) == 18


def test_a_board_is_read_as_written(catalogue: Catalogue) -> None:
    vortex = catalogue.board("vortex")
    assert (vortex.name, vortex.depth, vortex.index) == ("Vortex", 3, 23)
    assert [(spot.id, spot.track, spot.position) for spot in vortex.spots] == [
        ("s1", 0, 0), ("s2", 1, 0), ("s3", 1, 1), ("s4", 2, 0), ("s5", 2, 1),
    ]
    assert vortex.spots[0].effect == (Discover(3, 3, anywhere=True),)
    cave = catalogue.board("submerged-cave-system")
    assert [printed.rule for printed in cave.rules] == [NoVesselMayEnter()]
    assert [(spot.id, spot.tokens, spot.access) for spot in cave.spots_of(SpotKind.DIVE)] == [
        ("d1", 1, Access.LEFT), ("d2", 2, Access.UP), ("d3", 1, Access.RIGHT),
    ]
    assert cave.spot("j1").field == Field.BLUE
    assert catalogue.board("oil-rig").spot("c2").cost == 4
    assert catalogue.board("abyssal-trench").arrival == (Sonar(here=True),)
    assert catalogue.board("seafloor-restoration").arrival[-1] == Conserve(here=True)
    assert [spot.id for spot in catalogue.board("seamount").spots if spot.marked] == ["c1", "c2", "c3"]


def test_specialists_tokens_and_journals_are_read_as_written(catalogue: Catalogue) -> None:
    leader = catalogue.specialists[21]
    assert (leader.id, leader.rank, leader.copies, leader.senior) == ("team-leader", 0, 4, "Team Leader")
    adventurer = catalogue.specialists[18]
    assert adventurer.score is not None
    assert (adventurer.score.points, adventurer.score.divisor) == (1, 3)
    assert catalogue.tokens[11].effect == ()
    assert catalogue.tokens[11].research == 4
    journal = catalogue.journals[31]
    assert (journal.cost, journal.points, journal.fields) == (4, 2, (Field.BLUE, Field.BROWN))
    assert journal.others == (Gain(((Item.DISC, 1),)),)
    assert sorted(journal.action_index for journal in catalogue.journals if journal.action) == list(range(12))
    assert {journal.action_index for journal in catalogue.journals if not journal.action} == {-1}


def test_the_track_is_that_of_section_5(catalogue: Catalogue) -> None:
    assert [cell.level for cell in catalogue.track] == [1, 1, 2, 2, 3, 3, 3, 4, 4, 4, 5, 5, 5]
    assert {cell.level: cell.points for cell in catalogue.track} == {1: 0, 2: 1, 3: 4, 4: 7, 5: 10}
    assert [cell.cell for cell in catalogue.track if cell.launch] == [2, 7]
    assert [cell.cell for cell in catalogue.track if cell.on_reach] == [10]
    assert catalogue.track[12].next_cell == 10


def test_missions_are_read_as_written(catalogue: Catalogue) -> None:
    first, eighth, tenth = (catalogue.mission(number) for number in (1, 8, 10))
    assert (first.columns, first.max_depth, first.launch, first.rules) == (5, 5, "sea-star", frozenset())
    assert first.layout[2] == Placed(column=3, depth=1, board=RANDOM)
    assert [cell.id for cell in first.hexes if cell.entry] == [0, 10, 18, 25]
    leaders = [(leader.first, leader.second) for goal in first.goals for leader in goal.leaders]
    assert leaders == [(5, 3), (3, 1), (7, 4)]
    assert eighth.shuffled_row == ("sea-star", RANDOM, RANDOM, RANDOM, RANDOM)
    assert (eighth.hidden, eighth.among_top, eighth.rules) == ("looking-glass", 0, frozenset({MissionRule.GOAL_HEXES}))
    assert [f"{goal.number}{goal.option}" for goal in eighth.goals] == ["1a", "1b", "2a", "2b", "3a", "3b"]
    assert len(eighth.hexes) == 81
    assert [goal.count for goal in tenth.goals[:2]] == [Race.DISCOVER, Race.TRAVEL]
    assert [cell.overflow for cell in tenth.hexes if cell.overflow] == [(1, 3), (4, 5)]
    assert catalogue.mission(3).start_symbol == (3, 4)
    assert catalogue.mission(9).track_steps == 20
    assert [leader.second for leader in catalogue.mission(6).goals[1].leaders] == [0] * 5
    with pytest.raises(KeyError):
        catalogue.mission(11)


def test_hexes_are_neighbours_by_their_coordinates_and_bridges(catalogue: Catalogue) -> None:
    pointy, flat, bridged = (catalogue.mission(number) for number in (1, 2, 5))
    assert pointy.neighbours[10] == (7, 11)
    assert pointy.neighbours[7] == (0, 1, 8, 10, 11)
    assert flat.neighbours[10] == (1, 9, 11, 15, 16)
    assert 21 in bridged.neighbours[22]
    assert bridged.neighbours[21] == (22,)
    assert catalogue.mission(4).neighbours[37] == ()               # M-4: the turtle hex
    assert catalogue.mission(9).neighbours[22] == ()
    assert catalogue.mission(10).neighbours[1] == (0, 2)
    start = catalogue.mission(3)
    assert {cell.id for cell in start.hexes if cell.entry} == {15, 20, 24}
    for mission in catalogue.missions:
        for id, beside in mission.neighbours.items():
            assert all(id in mission.neighbours[other] for other in beside), mission.number


def test_the_goals_of_the_team_are_counted(catalogue: Catalogue) -> None:
    assert len(catalogue.team_goals) == 43
    impact, _, publish, _ = catalogue.team_goals_of(1)
    assert (impact.number, impact.count, impact.numbers.of(3)) == (0, Count(Unit.POINTS), 45)
    assert (publish.number, publish.numbers.of(3), publish.numbers.of(1)) == (2, 11, 5)
    assert catalogue.team_goals_of(3)[3].scope == Scope.POOL
    assert catalogue.bonus_goals[0].numbers.of(3) == 13
    assert catalogue.difficulty == {"beginner": 4, "advanced": 5, "expert": 6, "legendary": 7}


def test_provenance_is_what_the_readme_says(catalogue: Catalogue) -> None:
    boards = catalogue.boards
    printed = [
        *boards, *catalogue.journals, *catalogue.tokens, *catalogue.specialists,
        *(thing for board in boards for things in (board.spots, board.links, board.rules) for thing in things),
    ]
    assert len(printed) == 344
    assert {thing.provenance for thing in printed} == {"rulebook", "public"}
    hexes = Counter(cell.provenance for mission in catalogue.missions for cell in mission.hexes)
    assert hexes == {"public": 340, "mixed": 44, "ours": 1}
    goals = Counter(goal.provenance for mission in catalogue.missions for goal in mission.goals)
    assert goals == {"public": 29, "mixed": 4}
    assert catalogue.provenance == {"rulebook": 20, "public": 707, "mixed": 51, "ours": 52}


def test_a_copy_of_the_folder_is_the_same_book(catalogue: Catalogue, folder: Path) -> None:
    copy = load_catalogue(str(folder))
    assert copy.folder == folder
    assert (copy.boards, copy.missions, copy.journals) == (catalogue.boards, catalogue.missions, catalogue.journals)


def test_a_byte_order_mark_windows_lines_and_moved_columns_are_welcome(catalogue: Catalogue, folder: Path) -> None:
    path = folder / "setbacks.csv"
    rows = [line.split(",", 1) for line in path.read_text(encoding="utf-8").splitlines()]
    text = "".join(f"{rest},{first}\r\n" for first, rest in rows)
    path.write_bytes(b"\xef\xbb\xbf" + text.encode("utf-8"))
    assert load_catalogue(folder).setbacks == catalogue.setbacks


# --- a broken copy for each check ---

BOARDS, SPOTS, LINKS, RULES = "ocean_boards.csv", "spots.csv", "links.csv", "zone_rules.csv"
SPECIALISTS, TOKENS, JOURNALS, TRACK = "specialists.csv", "dive_tokens.csv", "journals.csv", "player_board.csv"
BONUS, SETBACKS, TEAM, LEVELS, BLOCKS = (
    "bonus_goals.csv", "setbacks.csv", "coop_goals.csv", "difficulty.csv", "action_blocks.csv",
)
M1, M3, M4, M6, M7, M8, M9, M10 = (f"missions/mission_{number:02}.toml" for number in (1, 3, 4, 6, 7, 8, 9, 10))
ATOLL = '0,atoll,Atoll,1,,"gain 1 inspiration, 1 disc",gain 1 coordination,public'
HEX_2 = '{id = 2, row = 0, col = 2, gain = "gain 1 research", points = 1, provenance = "public"}'


def atoll(old: str, new: str) -> Change:
    assert old in ATOLL
    return replaced(BOARDS, ATOLL, ATOLL.replace(old, new))


def mission_1(old: str, new: str) -> Change:
    return replaced(M1, old, new)


def hex_2(old: str, new: str) -> Change:
    assert old in HEX_2
    return replaced(M1, HEX_2, HEX_2.replace(old, new))


BROKEN: Cases = {
    # files
    "missing table": (removed(LINKS), "links.csv: expected this file in the folder, found none"),
    "missing mission": (removed(M8), "missions/mission_08.toml: expected this file in the folder, found none"),
    "another mission": (
        written("missions/mission_11.toml", b""),
        "missions/mission_11.toml: expected only mission_01.toml to mission_10.toml",
    ),
    "empty table": (written(SPOTS, b""), "spots.csv, row 1: expected the names of the columns, found nothing"),
    "empty mission": (written(M1, b""), "missions/mission_01.toml, row 1, key number: expected this key, found none"),
    "wrong encoding": (
        written(LINKS, b"board,a\noil-rig,\xff\n"),
        "links.csv, row 2: expected UTF-8 text, found byte 0xff",
    ),
    "wide encoding": (written(M1, "number = 1".encode("utf-16")), "missions/mission_01.toml, row 1: expected UTF-8"),
    "far too big": (written(SPOTS, b"x" * 1_000_001), "spots.csv: expected at most 1000000 bytes"),
    "NUL in a table": (
        replaced(LINKS, "oil-rig,c1", "oil-rig,c\x00"),
        "links.csv, row 2, column a: expected a sonar, conservation or journal spot",
    ),
    "NUL in a mission": (mission_1("columns = 5", "columns = 5\x00"), "missions/mission_01.toml: expected TOML, found"),
    "open quotes": (appended(LINKS, '"oil-rig,c1'), "links.csv, row 64: expected comma-separated values"),
    "unreadable mission": (appended(M1, "id = = 3\n"), "missions/mission_01.toml: expected TOML, found:"),
    "deep nesting": (
        appended(M1, "x = " + "[" * 5000 + "]" * 5000),
        "missions/mission_01.toml, row 75: expected at most 1000 characters, found 10004",
    ),
    # columns and cells
    "missing column": (replaced(SPOTS, ",value,", ",cost,"), "spots.csv, row 1, column value: expected this column"),
    "extra column": (replaced(SPOTS, "board,", "board,note,"), "spots.csv, row 1, column 'note': expected only"),
    "column twice": (replaced(LINKS, "board,", "board,board,"), "links.csv, row 1, column 'board': expected only"),
    "cell too many": (atoll("public", "public,more"), "ocean_boards.csv, row 2: expected 8 cells, found 9"),
    "cell too long": (
        atoll("Atoll", "A" * 301),
        "ocean_boards.csv, row 2, column name: expected at most 300 characters, found 301",
    ),
    # ocean boards
    "board missing": (without_line(BOARDS, 38), "ocean_boards.csv: expected 37 boards, found 36"),
    "board too many": (
        appended(BOARDS, "37,abyss,Abyss,5,,,,ours\n"), "ocean_boards.csv: expected 37 boards, found 38",
    ),
    "board index": (
        atoll("0,atoll", "1,atoll"),
        "ocean_boards.csv, row 2, column index: expected 0, as rows are numbered from 0, found '1'",
    ),
    "board twice": (
        replaced(BOARDS, "1,calm-seas", "1,atoll"),
        "ocean_boards.csv, row 3, column id: expected something else than in row 2, found 'atoll'",
    ),
    "board id": (atoll("atoll", "Atoll"), "ocean_boards.csv, row 2, column id: expected lower case letters"),
    "board name": (atoll("Atoll", " "), "ocean_boards.csv, row 2, column name: expected a name"),
    "board depth": (atoll(",1,", ",6,"), "ocean_boards.csv, row 2, column depth: expected a number from 1 to 5"),
    "boards of a depth": (
        atoll(",1,", ",2,"), "ocean_boards.csv, column depth: expected 8 boards of depth 1, found 7",
    ),
    "missions of a board": (
        replaced(BOARDS, ",6 7,", ",7 6,"), "ocean_boards.csv, row 35, column missions: expected numbers of missions",
    ),
    "missions that do not name it": (
        replaced(BOARDS, ",6 7,", ",6,"),
        "ocean_boards.csv, row 35, column missions: expected the missions that name the board, 6 7, found '6'",
    ),
    "discovery": (
        atoll("gain 1 inspiration", "gain 1 money"),
        "ocean_boards.csv, row 2, column discovery: expected something to gain, found 'money' (character 8 of",
    ),
    "discovery of an action": (
        atoll('"gain 1 inspiration, 1 disc"', "sonar here"),
        "ocean_boards.csv, row 2, column discovery: expected only 'gain' and 'promote'",
    ),
    "arrival anywhere": (
        atoll("gain 1 coordination", "sonar"), "ocean_boards.csv, row 2, column arrival: expected only 'gain',",
    ),
    "provenance": (
        atoll("public", "mine"), "row 2, column provenance: expected rulebook or public or mixed or ours, found 'mine'",
    ),
    # spots
    "spot of no board": (
        replaced(SPOTS, "atoll,d1", "lagoon,d1"), "spots.csv, row 2, column board: expected the id of a board",
    ),
    "spot kind": (replaced(SPOTS, "d1,dive", "d1,fish"), "spots.csv, row 2, column kind: expected dive or sonar or"),
    "spot number": (
        replaced(SPOTS, "atoll,s2", "atoll,s3"), "spots.csv, row 4, column spot: expected s2, the next of its kind",
    ),
    "spot position": (
        replaced(SPOTS, "atoll,s2,sonar,0,1", "atoll,s2,sonar,0,2"), "spots.csv, row 4, column position: expected 1",
    ),
    "sonar track": (
        replaced(SPOTS, "atoll,s2,sonar,0", "atoll,s2,sonar,2"), "spots.csv, row 4, column track: expected 0 or 1",
    ),
    "track of a site": (
        replaced(SPOTS, "atoll,d1,dive,,", "atoll,d1,dive,0,"),
        "spots.csv, row 2, column track: expected nothing, as it is a dive spot, found '0'",
    ),
    "tokens": (
        replaced(SPOTS, "atoll,d1,dive,,0,4", "atoll,d1,dive,,0,9"),
        "spots.csv, row 2, column value: expected a number from 1 to 8, found '9'",
    ),
    "huge cost": (
        replaced(SPOTS, "oil-rig,c1,conservation,,0,1", "oil-rig,c1,conservation,,0,99999999999999999999"),
        "spots.csv, row 10, column value: expected a number from 0 to 12",
    ),
    "field": (replaced(SPOTS, "brown", "red"), "spots.csv, row 9, column field: expected blue or brown or green or"),
    "field of a dive site": (
        replaced(SPOTS, "atoll,d1,dive,,0,4,,", "atoll,d1,dive,,0,4,blue,"),
        "spots.csv, row 2, column field: expected nothing, as it is a dive spot",
    ),
    "effect of a dive site": (
        replaced(SPOTS, "atoll,d1,dive,,0,4,,,", "atoll,d1,dive,,0,4,,dive,"),
        "spots.csv, row 2, column effect: expected nothing, as it is a dive spot",
    ),
    "sonar without effect": (
        replaced(SPOTS, "atoll,s1,sonar,0,0,,,discover 1-2", "atoll,s1,sonar,0,0,,,"),
        "spots.csv, row 3, column effect: expected an effect of the sonar spot",
    ),
    "spot that travels": (
        replaced(SPOTS, "discover 1-2", "travel"), "spots.csv, row 3, column effect: expected only 'gain', 'promote'",
    ),
    "marked": (replaced(SPOTS, "false", "no"), "spots.csv, row 2, column marked: expected true or false, found 'no'"),
    "access of an open board": (
        replaced(SPOTS, "atoll,d1,dive,,0,4,,,false,", "atoll,d1,dive,,0,4,,,false,left"),
        "spots.csv, row 2, column access: expected nothing, as vessels may enter the board, found 'left'",
    ),
    "cave without access": (
        replaced(SPOTS, "false,left", "false,"), "column access: expected left or up or right, found ''",
    ),
    "sonar in the cave": (
        replaced(
            SPOTS, "submerged-cave-system,c1", "submerged-cave-system,s1,sonar,0,0,,,promote,false,left,ours\n"
            "submerged-cave-system,c1",
        ),
        "column kind: expected no sonar spot on a board that no vessel may enter, found 'sonar'",
    ),
    "seven sites": (
        appended(SPOTS, "whale-calving-grounds,c7,conservation,,6,1,,,false,,ours\n"),
        "spots.csv, row 163, column spot: expected at most 6 spots of a kind on a board, found 'c7'",
    ),
    "nine discs": (
        appended(SPOTS, "".join(f"whale-calving-grounds,j{k},journal,,{k - 1},,blue,,false,,ours\n" for k in (2, 3))),
        "spots.csv, column board, whale-calving-grounds: expected at most 8 disc spots, found 9",
    ),
    "four dive sites": (
        appended(SPOTS, "submerged-cave-system,d4,dive,,3,1,,,false,up,ours\n"),
        "spots.csv, column board, submerged-cave-system: expected at most 3 dive sites, found 4",
    ),
    "dive sites in all": (
        appended(SPOTS, "vortex,d1,dive,,0,1,,,false,,ours\n"),
        "spots.csv, column kind: expected at most 22 dive sites in all, found 23",
    ),
    # links
    "link of no board": (replaced(LINKS, "oil-rig", "rig"), "links.csv, row 2, column board: expected the id of a"),
    "link to nothing": (
        replaced(LINKS, "oil-rig,c1,c2", "oil-rig,c1,c9"),
        "links.csv, row 2, column b: expected a sonar, conservation or journal spot of the same board, found 'c9'",
    ),
    "link to a dive site": (
        replaced(LINKS, "kelp-forest,c1,c2", "kelp-forest,d1,c2"),
        "links.csv, row 10, column a: expected a sonar, conservation or journal spot of the same board, found 'd1'",
    ),
    "link to itself": (
        replaced(LINKS, "oil-rig,c1,c2", "oil-rig,c2,c2"), "links.csv, row 2, column b: expected another spot than a",
    ),
    "link twice": (
        replaced(LINKS, "oil-rig,c2,c3", "oil-rig,c2,c1"),
        "links.csv, row 3, column b: expected another link than in row 2",
    ),
    "five links at a spot": (
        both(
            replaced(LINKS, "dying-reef,c1,c3", "dying-reef,c2,j1"),
            replaced(LINKS, "dying-reef,c2,c3", "dying-reef,c2,c3"),
        ),
        "column a: expected at most 4 links at a spot, found 'c2'",
    ),
    "eight links on a board": (
        both(
            replaced(LINKS, "oil-rig,c1,c2,gain 1 reputation,public\n", ""),
            appended(LINKS, "coldwater-reef,c1,c3,gain 1 disc,ours\n"),
        ),
        "links.csv, row 63, column board: expected at most 7 links on a board, found 'coldwater-reef'",
    ),
    "links in all": (
        appended(LINKS, "seamount,c1,c3,gain 1 disc,ours\n"), "links.csv: expected at most 62 links, found 63",
    ),
    "link without effect": (
        replaced(LINKS, "oil-rig,c1,c2,gain 1 reputation", "oil-rig,c1,c2,"), "links.csv, row 2, column effect: expect",
    ),
    # zone rules
    "rule of no board": (replaced(RULES, "shipwreck", "wreck"), "zone_rules.csv, row 4, column board: expected the id"),
    "rule text": (
        replaced(RULES, "when you dive here:", "when you swim here:"),
        "zone_rules.csv, row 4, column rule: expected an event, such as 'you dive here', found 'you'",
    ),
    "special behind another event": (
        replaced(RULES, "when you dive here: draw", "when you conserve here: draw"),
        "zone_rules.csv, row 4, column rule: expected this phrase behind another event",
    ),
    "offer of another event": (
        replaced(RULES, "take a token here: publish here", "travel out of here: publish here"),
        "zone_rules.csv, row 19, column rule: expected 'gain', or an action here that this event can offer",
    ),
    "action that is not here": (
        replaced(RULES, "take a token here: publish here", "take a token here: publish"),
        "zone_rules.csv, row 19, column rule: expected 'gain', or an action here that this event can offer",
    ),
    "promotion of each": (
        replaced(RULES, "each player with a disc here may promote", "promote"),
        "zone_rules.csv, row 2, column rule: expected 'each player with …' behind this event",
    ),
    "per marked spot": (
        replaced(RULES, "publish here", "publish here per own disc on a marked spot"),
        "zone_rules.csv, row 19, column rule: expected 'gain' before 'per own disc on a marked spot'",
    ),
    "marked spot of a dive": (
        replaced(RULES, "you dive at d1:", "you dive at d1 with a disc on a marked spot:"),
        "zone_rules.csv, row 12, column rule: expected no marked spot for this event",
    ),
    "no marked spot": (
        replaced(RULES, "brine-pool,when you take a token here:", "brine-pool,when you take a token here with a disc "
                 "on a marked spot:"),
        "zone_rules.csv, row 14, column rule: expected a board with a marked spot",
    ),
    "no dive site": (
        replaced(RULES, "brine-pool", "vortex"), "zone_rules.csv, row 14, column rule: expected a dive site of this bo",
    ),
    "no such dive site": (
        replaced(RULES, "at d2", "at d3"), "zone_rules.csv, row 13, column rule: expected a dive site of this board",
    ),
    "no conservation site": (
        replaced(RULES, "sea-turtle-migration", "atoll"),
        "zone_rules.csv, row 3, column rule: expected a board with conservation sites",
    ),
    "two dive sites": (
        replaced(RULES, "sunken-ruins", "bioluminescent-fauna"),
        "zone_rules.csv, row 6, column rule: expected a board with a single dive site",
    ),
    "event twice": (
        appended(RULES, "brine-pool,when you take a token here: gain 1 disc,ours\n"),
        "zone_rules.csv, row 20, column rule: expected one rule for an event on a board",
    ),
    "three rules": (
        appended(RULES, "bioluminescent-fauna,one vessel per player,ours\n"),
        "zone_rules.csv, row 20, column board: expected at most 2 rules on a board",
    ),
    "launch zone that is closed": (
        appended(RULES, "atoll,no vessel may enter,ours\n"),
        "zone_rules.csv, row 20, column rule: expected a board that vessels may enter",
    ),
    # specialists
    "specialist missing": (without_line(SPECIALISTS, 23), "specialists.csv: expected 22 specialists, the Team Leader"),
    "rank": (replaced(SPECIALISTS, "pilot,1", "pilot,2"), "specialists.csv, row 2, column rank: expected 1, found '2'"),
    "copies of rank 5": (
        replaced(SPECIALISTS, "mentor,5,1", "mentor,5,2"), "specialists.csv, row 19, column copies: expected 1",
    ),
    "copies in all": (
        replaced(SPECIALISTS, "pilot,1,4", "pilot,1,5"),
        "specialists.csv, column copies: expected 51 tokens in all, found 52",
    ),
    "specialist twice": (
        replaced(SPECIALISTS, "1,reef-diver", "1,pilot"), "specialists.csv, row 3, column id: expected something else",
    ),
    "junior without name": (replaced(SPECIALISTS, "4,Pilot", "4,"), "specialists.csv, row 2, column junior: expected"),
    "hire of an action": (
        replaced(SPECIALISTS, "Pilot,gain 1 impact", "Pilot,promote"),
        "specialists.csv, row 2, column hire: expected only 'gain'",
    ),
    "gain as an action": (
        replaced(SPECIALISTS, "travel; dive", "travel; gain 1 disc"),
        "specialists.csv, row 8, column junior_actions: expected actions, or one 'either' of different actions",
    ),
    "action here": (
        replaced(SPECIALISTS, "travel; dive", "travel; sonar here"),
        "specialists.csv, row 8, column junior_actions: expected actions",
    ),
    "equal alternatives": (
        replaced(SPECIALISTS, "either dive | publish", "either dive | dive"),
        "specialists.csv, row 3, column senior_actions: expected actions, or one 'either' of different actions",
    ),
    "copy and more": (
        replaced(SPECIALISTS, "copy specialist", "copy specialist; dive"),
        "specialists.csv, row 22, column junior_actions: expected actions",
    ),
    "two kinds of travel": (
        replaced(SPECIALISTS, "travel; travel; travel", "travel; travel with 1 more technology"),
        "specialists.csv, row 14, column junior_actions: expected the same addition to all actions of one kind",
    ),
    "score of a low rank": (
        replaced(SPECIALISTS, "conserve; conserve,,", "conserve; conserve,score 4,"),
        "specialists.csv, row 10, column score: expected nothing, as the rank is not 5",
    ),
    "score of a mission": (
        replaced(SPECIALISTS, "score 4", "score 4 per clean-up step"),
        "specialists.csv, row 22, column score: expected something that is counted in every mission",
    ),
    "leader with a rank": (
        replaced(SPECIALISTS, "team-leader,,", "team-leader,1,"),
        "specialists.csv, row 23, column rank: expected nothing, as the Team Leader is a senior, found '1'",
    ),
    # tokens
    "token missing": (without_line(TOKENS, 13), "dive_tokens.csv: expected 12 kinds of dive tokens, found 11"),
    "tokens in all": (
        replaced(TOKENS, "plain,6", "plain,7"), "dive_tokens.csv, column copies: expected 36 tokens in all, found 37",
    ),
    "copies of a token": (
        replaced(TOKENS, "plain,6", "plain,-6"), "dive_tokens.csv, row 13, column copies: expected a number from 1 to",
    ),
    "research of a token": (
        replaced(TOKENS, "plain,6,4", "plain,6,13"), "dive_tokens.csv, row 13, column research: expected a number from",
    ),
    "effect of the last token": (
        replaced(TOKENS, "plain,6,4,", "plain,6,4,dive"),
        "dive_tokens.csv, row 13, column effect: expected nothing, as only tokens 0-10 can be spent for an effect",
    ),
    "token that copies": (
        replaced(TOKENS, "3,sonar", "3,copy specialist"), "dive_tokens.csv, row 3, column effect: expected one action",
    ),
    "token that pays for an action": (
        replaced(TOKENS, "pay 1 disc: gain 5 research", "pay 1 disc: dive"),
        "dive_tokens.csv, row 12, column effect: expected one action, or 'gain', or 'pay 1 disc:' and 'gain'",
    ),
    # journals
    "journal missing": (without_line(JOURNALS, 33), "journals.csv: expected 32 journals, found 31"),
    "set": (replaced(JOURNALS, "anchor", "deck"), "journals.csv, row 2, column set: expected anchor, found 'deck'"),
    "cost": (replaced(JOURNALS, "anchor,3,", "anchor,13,"), "journals.csv, row 2, column cost: expected a number from"),
    "fields": (
        replaced(JOURNALS, "yellow brown", "yellow yellow"),
        "journals.csv, row 2, column fields: expected different ones of blue, brown, green, yellow",
    ),
    "no field": (replaced(JOURNALS, "3,0,yellow brown", "3,0,"), "journals.csv, row 2, column fields: expected"),
    "journal twice": (
        replaced(JOURNALS, "Safe Movement Procedure", "The Nautical Journal"),
        "journals.csv, row 30, column name: expected something else than in row 27",
    ),
    "action index twice": (
        replaced(JOURNALS, "discover 3-5,6", "discover 3-5,2"),
        "journals.csv, row 26, column action_index: expected something else than in row 15, found '2'",
    ),
    "action index": (
        replaced(JOURNALS, "discover 3-5,6", "discover 3-5,12"),
        "journals.csv, row 26, column action_index: expected a number from 0 to 11, found '12'",
    ),
    "action without index": (
        replaced(JOURNALS, "discover 3-5,6", "discover 3-5,"), "journals.csv, row 26, column action_index: expected",
    ),
    "index without action": (
        replaced(JOURNALS, "discover 3-5,6", ",6"),
        "journals.csv, row 26, column action_index: expected nothing, as the journal has no action, found '6'",
    ),
    "others promote": (
        replaced(JOURNALS, "promote,gain 1 disc", "promote,promote"), "journals.csv, row 2, column others: expected on",
    ),
    "journal that copies": (
        replaced(JOURNALS, "discover 3-5", "copy specialist"), "journals.csv, row 15, column action: expected actions",
    ),
    # the player board
    "cell missing": (without_line(TRACK, 14), "player_board.csv: expected 13 cells, found 12"),
    "level": (
        replaced(TRACK, "4,3,4", "4,4,4"), "player_board.csv, row 6, column level: expected 2 or 3, as the levels rise",
    ),
    "first level": (replaced(TRACK, "0,1,0", "0,2,0"), "player_board.csv, row 2, column level: expected 1, found '2'"),
    "next cell": (
        replaced(TRACK, "3,2,1,,,4", "3,2,1,,,5"), "player_board.csv, row 5, column next_cell: expected 4, found '5'",
    ),
    "launches": (
        replaced(TRACK, "launch 1 vessel", ""),
        "player_board.csv, column ingenuity_on_first_reach: expected 2 launches, found 1",
    ),
    "launch of two": (
        replaced(TRACK, "launch 1 vessel", "launch 2 vessels"),
        "player_board.csv, row 4, column ingenuity_on_first_reach: expected 'launch 1 vessel' or nothing",
    ),
    "gain on a cell": (
        replaced(TRACK, "gain 1 impact", "gain 1 disc"), "player_board.csv, row 12, column on_reach: expected 'gain' o",
    ),
    # co-operative play
    "bonus goal missing": (without_line(BONUS, 7), "bonus_goals.csv: expected 6 bonus goals, found 5"),
    "bonus goal number": (
        replaced(BONUS, "sum,5,9", "sum,5,256"), "bonus_goals.csv, row 2, column two: expected a number from 1 to 255",
    ),
    "bonus goal of a mission": (
        replaced(BONUS, "junior specialists", "clean-up steps"),
        "bonus_goals.csv, row 2, column count: expected something that is counted in every mission",
    ),
    "sum of the ocean": (
        replaced(BONUS, "zones,ocean", "zones,sum"),
        "bonus_goals.csv, row 4, column scope: expected ocean for what belongs to nobody, and only for that, found 'su",
    ),
    "pool of discs": (
        replaced(TEAM, "sonar discs,sum", "sonar discs,pool"),
        "coop_goals.csv, row 3, column scope: expected sum or ocean, as no field symbols are counted, found 'pool'",
    ),
    "scope": (replaced(TEAM, "sum", "all"), "coop_goals.csv, row 2, column scope: expected sum or pool or ocean"),
    "setback missing": (without_line(SETBACKS, 7), "setbacks.csv: expected 6 setbacks, found 5"),
    "setback text": (
        replaced(SETBACKS, "vessels up 2", "vessels up 10"), "setbacks.csv, row 2, column effect: expected a number fr",
    ),
    "team goal missing": (
        without_line(TEAM, 3), "coop_goals.csv, column goal: expected the goals impact, 1, 2, 3 of mission 1, missing",
    ),
    "team goal twice": (
        replaced(TEAM, "1,2,publish", "1,1,publish"), "coop_goals.csv, row 4, column goal: expected something else tha",
    ),
    "team goal of another mission": (
        replaced(TEAM, "8,1a,", "7,1a,"), "coop_goals.csv, row 31, column goal: expected a goal of mission 7, found '1",
    ),
    "team goal of nothing": (
        replaced(TEAM, "1,1,sonar", "1,4,sonar"), "coop_goals.csv, row 3, column goal: expected impact or 1 or 1a or 1",
    ),
    "no such mission": (
        replaced(TEAM, "1,1,sonar", "11,1,sonar"), "coop_goals.csv, row 3, column mission: expected a number from 1 to",
    ),
    "impact goal": (
        replaced(TEAM, '"points from impact, journals and specialists"', "discs"),
        "coop_goals.csv, row 2, column count: expected points from impact, journals and specialists for the impact goa",
    ),
    "count of another mission": (
        replaced(TEAM, "1,1,sonar discs", "1,1,clean-up steps"),
        "coop_goals.csv, row 3, column count: expected this only with the rule 'clean-up track'",
    ),
    "column outside": (
        replaced(TEAM, '"sonar discs in columns B, C"', '"sonar discs in columns B, F"'),
        "coop_goals.csv, row 7, column count: expected columns of the mission, A-E",
    ),
    "level of difficulty": (
        replaced(LEVELS, "expert", "insane"), "difficulty.csv, row 4, column level: expected beginner or advanced or",
    ),
    "level missing": (
        without_line(LEVELS, 5),
        "difficulty.csv, column level: expected beginner, advanced, expert, legendary, missing legendary",
    ),
    "eight goals of seven": (
        replaced(LEVELS, "legendary,7", "legendary,8"), "difficulty.csv, row 5, column goals: expected a number from 1",
    ),
    "action block": (
        replaced(BLOCKS, "HEX,238", "HEX,239"), "action_blocks.csv, row 24, column first: expected 238, found '239'",
    ),
    "action block missing": (without_line(BLOCKS, 26), "action_blocks.csv: expected 25 blocks, found 24"),
    "action block size": (replaced(BLOCKS, "OPTION,359,2", "OPTION,359,3"), "row 26, column size: expected 2, found '"),
    # missions
    "number of the mission": (
        mission_1("number = 1", "number = 2"),
        "missions/mission_01.toml, row 1, key number: expected a number from 1 to 1, found '2'",
    ),
    "mission without name": (mission_1('"The Call of the Ocean"', '""'), "row 2, key name: expected a name"),
    "eight columns": (mission_1("columns = 5", "columns = 8"), "row 3, key columns: expected a number from 1 to 7"),
    "huge number": (
        mission_1("max_depth = 5", "max_depth = 99999999999999999999999999"),
        "row 4, key max_depth: expected a number from 1 to 5",
    ),
    "yes is no number": (mission_1("columns = 5", "columns = true"), "row 3, key columns: expected a number from 1 to"),
    "key that nobody knows": (
        mission_1("columns = 5", "columns = 5\nwind = 3"),
        "missions/mission_01.toml, row 4, key wind: expected only the keys number, name,",
    ),
    "unknown rule": (mission_1("rules = []", 'rules = ["storm"]'), "row 7, key rules: expected a list of different"),
    "launch outside the layout": (
        mission_1('launch = "sea-star"', 'launch = "atoll"'),
        "row 5, key launch: expected volcanic-island or sea-star or looking-glass, found 'atoll'",
    ),
    "free launch without its rule": (
        replaced(M3, 'rules = ["free launch"]', "rules = []"),
        "missions/mission_03.toml, row 5, key launch: expected sea-star or looking-glass or carbonate-spires",
    ),
    "column of the layout": (
        mission_1('column = "B"', 'column = "F"'),
        "missions/mission_01.toml, row 11, layout 1, key column: expected A or B or C or D or E, found 'F'",
    ),
    "depth of a board": (
        mission_1('column = "B", depth = 1', 'column = "B", depth = 2'),
        "row 11, layout 1, key board: expected a board of ocean_boards.csv of depth 2 or random, found 'volcanic-islan",
    ),
    "unknown board": (mission_1('"volcanic-island"}', '"volcano"}'), "row 11, layout 1, key board: expected a board o"),
    "cell twice": (
        mission_1('column = "B"', 'column = "C"'),
        "row 12, layout 2, key column: expected a cell without another board, found 'C'",
    ),
    "board placed twice": (
        mission_1('column = "D", depth = 1, board = "random"', 'column = "D", depth = 1, board = "sea-star"'),
        "row 10, key layout: expected each board once, found 'sea-star'",
    ),
    "layout of words": (mission_1("layout = [\n", 'layout = [\n  "atoll",\n'), "key layout: expected a list of tables"),
    "row too short": (
        replaced(M8, '"sea-star", "random", ', '"sea-star", '),
        "missions/mission_08.toml, row 14, key shuffled_row: expected a list of 5 boards, one a column",
    ),
    "hidden board": (
        replaced(M6, '"fallen-star", among_top = 4', '"fallen-moon", among_top = 4'),
        "key hidden: expected a board of ocean_boards.csv, found 'fallen-moon'",
    ),
    "goals in another order": (
        mission_1("number = 2\ncount", "number = 3\ncount"), "row 18, key goal: expected the goals 1, 2, 3 in this ord",
    ),
    "goal that counts nothing": (
        mission_1('count = "publish discs"', 'count = "fish"'),
        "missions/mission_01.toml, row 27, goal 2, key count: expected something to count, found 'fish'",
    ),
    "goal of another mission": (
        mission_1('count = "publish discs"', 'count = "clean-up steps"'),
        "row 27, goal 2, key count: expected this only with the rule 'clean-up track'",
    ),
    "race without its rule": (
        mission_1('count = "publish discs"', 'count = "race: travel to depth 5"'),
        "row 27, goal 2, key count: expected a race only with the rule 'rows by depth'",
    ),
    "points of a race": (
        replaced(M10, "points = 0\nleader = [4, 2]", "points = 1\nleader = [4, 2]"),
        "goal 1, key points: expected 0, as a race gives only its bonuses, found '1'",
    ),
    "leader": (mission_1("leader = [3, 1]", "leader = [3]"), "row 29, goal 2, key leader: expected two numbers from 0"),
    "leader twice": (
        mission_1("leader = [3, 1]", 'leader = [3, 1]\nleaders = [{count = "discs", first = 2}]'),
        "goal 2, key leaders: expected either leader or leaders",
    ),
    "option": (replaced(M8, 'option = "b"', 'option = "c"'), "missions/mission_08.toml, row 19, key goal: expected th"),
    "no impact board": (mission_1("[impact]", "[impulse]"), "key impact: expected this key, found none"),
    "orientation": (mission_1('"pointy"', '"round"'), "key orientation: expected pointy or flat or rows, found 'round"),
    "orientation of rows": (
        mission_1('"pointy"', '"rows"'), "key orientation: expected no such thing without the rule 'rows by depth'",
    ),
    "hex id": (hex_2("id = 2", "id = 3"), "key hexes: expected the ids 0 to 31 in this order"),
    "hex gain": (
        hex_2("1 research", "1 money"), "missions/mission_01.toml, row 44, hex 2, key gain: expected something to gain",
    ),
    "hex that gives impact": (
        hex_2("1 research", "1 impact"), "row 44, hex 2, key gain: expected only 'gain' without impact, and 'promote'",
    ),
    "hex points": (hex_2("points = 1", "points = 10"), "row 44, hex 2, key points: expected a number from -9 to 9"),
    "hex place": (
        hex_2("col = 2", "col = 1"), "row 44, hex 2, key row: expected another place than that of hex 1, found '0'",
    ),
    "hex key": (hex_2("points", "score = 1, points"), "row 44, hex 2, key score: expected only the keys"),
    "hex without points": (hex_2("points = 1, ", ""), "row 44, hex 2, key points: expected this key, found none"),
    "hex field": (hex_2("points", 'field = "red", points'), "row 44, hex 2, key field: expected blue or brown or gree"),
    "hex flag": (hex_2("points", "entry = 1, points"), "row 44, hex 2, key entry: expected true or false, found '1'"),
    "hex that nobody reaches": (
        mission_1("row = 6, col = 6, points = 2", "row = 15, col = 15, points = 2"),
        "hex 31, key id: expected a way from an entry, found 'none'",
    ),
    "infinite hex with a gain": (
        hex_2("points", "infinite = true, points"), "hex 2, key infinite: expected an infinite hex that only has point",
    ),
    "three infinite hexes": (
        both(
            mission_1("row = 0, col = 6, points = 2", "row = 0, col = 6, points = 2, infinite = true"),
            mission_1("row = 1, col = 6, points = 2", "row = 1, col = 6, points = 2, infinite = true"),
        ),
        "key hexes: expected at most 2 infinite hexes, found '3'",
    ),
    "closed without its rule": (
        hex_2("points", "closed = true, points"),
        "key hexes: expected no such thing without the rule 'closed scoring hexes'",
    ),
    "goal without its rule": (
        hex_2("points", "goal = 1, points"), "key hexes: expected no such thing without the rule 'goal hexes'",
    ),
    "goal hex twice": (replaced(M8, "goal = 3", "goal = 2"), "key hexes: expected one hex for each of the goals 1-3"),
    "grid without its rule": (
        replaced(M7, 'rules = ["rescue grid"]', "rules = []"),
        "missions/mission_07.toml, row 42, key hexes: expected no such thing without the rule 'rescue grid'",
    ),
    "grids that touch": (
        replaced(M7, "id = 19, row = 5, col = 0", "id = 19, row = 5, col = 1"),
        "hex 19, key grid: expected no neighbour in the other grid",
    ),
    "turtle hex missing": (
        replaced(M4, ', special = "turtle"', ""), "key hexes: expected one hex with special = 'turtle' with the rule",
    ),
    "special": (replaced(M4, '"turtle", prov', '"shark", prov'), "hex 37, key special: expected turtle or clean-up"),
    "track without its rule": (
        appended(M1, "track_steps = 20\n"), "key track_steps: expected no such thing without the rule 'clean-up track'",
    ),
    "rule without its track": (
        replaced(M9, "track_steps = 20", ""), "key track_steps: expected the end of the track with the rule",
    ),
    "bridge to nowhere": (
        appended(M1, "bridges = [[0, 99]]\n"), "key bridges: expected a list of pairs of different hexes",
    ),
    "bridge to itself": (appended(M1, "bridges = [[1, 1]]\n"), "key bridges: expected a list of pairs of different"),
    "start symbol on a hex": (
        replaced(M3, "start_symbol = {row = 3, col = 4}", "start_symbol = {row = 3, col = 5}"),
        "key start_symbol: expected a place without a hex (M-3), found 'row 3, col 5'",
    ),
    "gap in a row": (
        replaced(M10, "row = 4, col = 5", "row = 4, col = 6"),
        "key hexes: expected places from the left without a gap in row 4, found '[0, 1, 2, 3, 4, 6]'",
    ),
    "overflow of all depths": (
        replaced(M10, "overflow = [4, 5]", "overflow = [5, 5]"),
        "key hexes: expected an overflow place for each depth 1-5, found '[1, 2, 3, 5]'",
    ),
    "overflow": (replaced(M10, "overflow = [4, 5]", "overflow = [4, 6]"), "hex 29, key overflow: expected the first a"),
    "places without a board at depth 1": (
        replaced(M8, 'shuffled_row = ["sea-star", "random", "random", "random", "random"]', ""),
        "missions/mission_08.toml, row 10, key layout: expected a board at depth 1, found 'none'",
    ),
    "count deeper than the mission": (
        replaced(M9, 'count = "conservation discs at depth 2-4"', 'count = "conservation discs at depth 2-5"'),
        "goal 3, key count: expected no depth below 4, the greatest of the mission",
    ),
}


@pytest.mark.parametrize("name", BROKEN)
def test_a_mistake_is_refused_with_its_place(folder: Path, name: str) -> None:
    change, expected = BROKEN[name]
    change(folder)
    problems = refusal(load_catalogue, folder).problems
    assert any(expected in problem for problem in problems), "\n".join(problems)


SINGLE = (
    "provenance", "discovery", "arrival anywhere", "spot number", "tokens", "field", "link to nothing",
    "link twice", "rule text", "rank", "hire of an action", "two kinds of travel", "research of a token", "fields",
    "action index twice", "next cell", "setback text", "count of another mission", "action block", "huge number",
    "unknown rule", "column of the layout", "goal that counts nothing", "leader", "hex gain", "hex key", "hex flag",
    "bridge to nowhere", "start symbol on a hex",
)


@pytest.mark.parametrize("name", SINGLE)
def test_one_mistake_gives_one_problem(folder: Path, name: str) -> None:
    check_all_are_named(load_catalogue, folder, BROKEN, (name,))


def test_all_mistakes_are_named_together(folder: Path) -> None:
    names = ("discovery", "tokens", "link to nothing", "rank", "fields", "setback text", "hex gain")
    check_all_are_named(load_catalogue, folder, BROKEN, names)


def test_a_long_list_of_mistakes_is_cut(folder: Path) -> None:
    check_a_long_list_is_cut(load_catalogue, folder, SPOTS, ",public\n", ",mine\n")


def test_a_folder_that_is_not_there_is_refused(tmp_path: Path) -> None:
    check_no_folder_is_refused(load_catalogue, tmp_path)


STRANGE_CELLS = ("", " ", "-1", "9" * 40, "nan", "\x00", "gain", "’", "0x1", "True")
STRANGE_VALUES = ("-1", "3.5", "nan", '"x"', "[]", "[[[]]]", "{}", "{a = {}}", "true", "1979-05-27")


def is_refused_or_read(folder: Path) -> bool:
    try:
        load_catalogue(folder)
    except ComponentError as error:
        return all(": expected " in problem for problem in error.problems)
    return True


@pytest.mark.parametrize("file", COLUMNS)
def test_a_strange_cell_is_refused_or_read_but_never_breaks_the_reader(folder: Path, file: str) -> None:
    """Each cell of the second row in turn."""
    path = folder / file
    rows = list(csv.reader(path.read_text(encoding="utf-8").splitlines()))
    for column in range(len(rows[1])):
        changed = [row[:] for row in rows]
        changed[1][column] = STRANGE_CELLS[(column + len(file)) % len(STRANGE_CELLS)]
        with path.open("w", encoding="utf-8", newline="") as stream:
            csv.writer(stream).writerows(changed)
        assert is_refused_or_read(folder)


@pytest.mark.parametrize("file", [M1, M6, M8, M9, M10])
def test_a_strange_value_of_a_mission_is_refused_or_read(folder: Path, file: str) -> None:
    """Each value that stands alone on its line, in turn."""
    path = folder / file
    lines = path.read_text(encoding="utf-8").splitlines()
    for at, line in enumerate(lines):
        key, equals, old = line.partition(" = ")
        if equals and not key.startswith((" ", "#")) and not old.endswith("["):
            value = STRANGE_VALUES[(at + len(lines)) % len(STRANGE_VALUES)]
            path.write_text("\n".join([*lines[:at], f"{key} = {value}", *lines[at + 1:]]), encoding="utf-8")
            assert is_refused_or_read(folder)
