"""Try faults in the component book: the engine plays with the wrong book, the oracle with the right one."""

from __future__ import annotations

import random
import tempfile
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from tests.cloudage import agreement, beginnings
from tests.cloudage.mutants.faults_in_data import DataFault, folder_with
from tests.cloudage.mutants.subject import SUBJECT
from tests.disagreement import Disagreement
from tests.mutants.trial import in_a_copy, run_scenarios
from undersea_env.cloudage import kind
from undersea_env.cloudage.printed import catalogue
from undersea_env.cloudage.printed.catalogue import load_catalogue
from undersea_env.cloudage.printed.things import Catalogue
from undersea_env.core.position import Game
from undersea_env.core.warming import use_rules
from undersea_env.errors import InvalidPosition, UnderseaError

Note = Callable[[dict[str, Any]], None]


def search(fault: DataFault, wrong_book: Catalogue, seconds: float) -> dict[str, Any]:
    """Games until one is found in which engine and oracle differ; all on the board that the fault is on, if any."""
    start, number = time.process_time(), 0
    wrong_kind = replace(kind.KIND, load_catalogue=lambda _: wrong_book)
    while time.process_time() - start < seconds:
        number += 1
        if words := difference(number, fault, wrong_kind):
            return {"caught_by": "agreement", "words": f"game {number}: {words}"[:300], "games": number}
    return {"caught_by": "", "words": "", "games": number}


def difference(number: int, fault: DataFault, wrong_kind: Any) -> str:
    """What the oracle finds wrong with a game of the engine that has the wrong book, or nothing."""
    rng = random.Random(number)
    options = on_board(agreement.some_options(rng), fault)
    policy = agreement.POLICIES[rng.choice(list(agreement.POLICIES))]
    true = agreement.game_of(options)
    beginning = beginnings.rare(true, number, rng) if rng.random() < 0.7 else None
    try:
        duel = agreement.Duel(number, options, beginning, Game(wrong_kind, **options))
        agreement.played(duel, policy, rng)
    except (Disagreement, InvalidPosition) as error:
        return str(error).split("\n")[0]
    return ""


def on_board(options: agreement.Options, fault: DataFault) -> agreement.Options:
    """A fault on a board is met only where that board lies."""
    if not fault.file.startswith("boards/"):
        return options
    board, side = int(fault.file[-7]), fault.file[-6].upper()
    players = options["num_players"] if board > 1 else 4 if side == "B" else min(3, options["num_players"])
    if "scenario" not in options:
        options = {"num_players": players, "scenario": 3, "sides": "AAA", "extra_objective": False}
    sides = [*options["sides"]]
    if board > 1:
        sides[board - 2] = side
    extra = options["extra_objective"] and players == 1
    return options | {"num_players": players, "sides": "".join(sides), "extra_objective": extra}


def try_fault(fault: DataFault, seconds: float) -> dict[str, Any]:
    with tempfile.TemporaryDirectory(prefix="mutants-") as name:
        folder = folder_with(fault, Path(name))
        try:
            wrong_book = load_catalogue(folder)
        except UnderseaError as error:
            return {"caught_by": "check of the book", "words": str(error).split("\n")[-1].strip()[:300]}
        result = search(fault, wrong_book, seconds)
        return result if result["caught_by"] else result | tried_by_scenarios(folder)


def tried_by_scenarios(folder: Path) -> dict[str, Any]:
    """The tests of the rules with the wrong book in the place of the built-in one."""

    def run_with_wrong_book() -> str:
        catalogue.BUILT_IN_FOLDER = folder
        kind.built_in_catalogue.cache_clear()
        return run_scenarios(SUBJECT)

    found = in_a_copy(run_with_wrong_book)
    return {"caught_by": "scenarios" if found else "", "words": found}


def try_faults(faults: list[DataFault], note: Note, seconds: float) -> None:
    use_rules(kind.KIND)
    for fault in faults:
        start = time.process_time()
        result = try_fault(fault, seconds)
        about = {"name": fault.name, "module": fault.file, "function": fault.thing, "kind": fault.kind,
                 "before": fault.before, "after": fault.after}
        note(about | result | {"seconds": round(time.process_time() - start, 1)})
