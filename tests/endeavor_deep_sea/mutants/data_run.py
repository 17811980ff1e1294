"""Try faults in the component book: the engine plays with the wrong book, the oracle with the right one."""

from __future__ import annotations

import random
import tempfile
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from tests.disagreement import Disagreement
from tests.endeavor_deep_sea import agreement
from tests.endeavor_deep_sea.mutants.faults_in_data import DataFault, folder_with
from tests.endeavor_deep_sea.mutants.subject import SUBJECT
from tests.endeavor_deep_sea.positions import Table
from tests.mutants.trial import in_a_copy, run_scenarios
from undersea_env.core.position import Game, State
from undersea_env.core.warming import use_rules
from undersea_env.endeavor_deep_sea import kind
from undersea_env.endeavor_deep_sea.printed import catalogue
from undersea_env.endeavor_deep_sea.printed.catalogue import load_catalogue
from undersea_env.endeavor_deep_sea.printed.things import Catalogue
from undersea_env.errors import InvalidPosition, UnderseaError

Note = Callable[[dict[str, Any]], None]


def search(fault: DataFault, wrong_book: Catalogue, seconds: float) -> dict[str, Any]:
    """Games until one is found in which engine and oracle differ; all in the mission that the fault is in, if any."""
    start, number = time.process_time(), 0
    mission = {"mission": int(fault.file[-7:-5])} if fault.file.startswith("missions/") else {}
    wrong_kind = replace(kind.KIND, load_catalogue=lambda _: wrong_book)
    while time.process_time() - start < seconds:
        rng = random.Random(number)
        options = agreement.some_options(rng) | mission
        policy = agreement.POLICIES[rng.choice([name for name in agreement.POLICIES if name != "declines"])]
        number += 1
        if words := difference(number, options, Game(wrong_kind, **options), policy, rng):
            return {"caught_by": "agreement", "words": f"game {number}: {words}"[:300], "games": number}
    return {"caught_by": "", "words": "", "games": number}


def difference(
    number: int, options: dict[str, Any], wrong: Game, policy: agreement.Policy, rng: random.Random,
) -> str:
    """What the oracle finds wrong with a game of the engine that has the wrong book, or nothing.

    To be quick, an engine with the true book plays first; only a game in which the two differ goes to the oracle.
    """
    true = agreement.game_of(**options)
    beginning = agreement.rare_beginning(true, number, rng) if rng.random() < 0.8 else None
    try:
        ours, theirs = (agreement.begun(game, number, beginning) for game in (true, wrong))
        taken = rehearsed(ours, theirs, policy, rng)
        if taken is not None:
            duel = agreement.Duel(number, **options, beginning=beginning, engine=wrong)
            for action in taken:
                duel.step(action)
            agreement.played(duel, policy, rng)
    except (Disagreement, InvalidPosition) as error:
        return str(error).split("\n")[0]
    return ""


def rehearsed(true: State, wrong: State, policy: agreement.Policy, rng: random.Random) -> list[int] | None:
    """The actions after which the engines with the two books differ."""
    taken: list[int] = []
    while not seen_to_differ(true, wrong):
        if wrong.is_terminal:
            return None
        taken.append(policy(Table(wrong), rng))
        for state in (true, wrong):
            state.apply_action(taken[-1])
    return taken


def seen_to_differ(true: State, wrong: State) -> bool:
    if true.buffer != wrong.buffer or true.legal_actions != wrong.legal_actions:
        return True
    seats = range(true.game.num_players)
    return true.result() != wrong.result() or any(
        true.score_breakdown(seat) != wrong.score_breakdown(seat) for seat in seats
    )


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
    """The scenario tests with the wrong book in the place of the built-in one."""

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
