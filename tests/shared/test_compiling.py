"""Compiling, and the cache of what was compiled: never stale, never shared between settings, safe for many processes.

Each test writes a small package laid out like ours, with a copy of `compiling`, and runs it in processes of its own.
"""

import ast
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

HOUSE = Path(__file__).resolve().parents[2]
PACKAGE = HOUSE / "undersea_env"
NOTE = "compiling, once per version"
KEY = re.compile(r"[0-9a-f]{32}")

CONSTANTS = "BONUS = {bonus}\n"
LOOP = """
from typing import Any, NamedTuple

from undersea_env.compiling.jit import inlined
from undersea_env.core.constants import (
    BONUS,                       # read by way of a module that has no kernel
)

class Kernels(NamedTuple):
    points: Any
    size: int

@inlined
def total_of(kernels, n):
    total = BONUS
    for k in range(n):
        total += kernels.points(k) * kernels.size
    return total
"""
RULES = "from undersea_env.compiling.jit import jit\n\n\n@jit\ndef points(cities):\n    return cities * {factor}\n"
ENTRY = """
import numpy as np
from undersea_env.compiling.jit import kernel
from undersea_env.core.loop import Kernels, total_of
from undersea_env.{game}.compiled.rules import points

KERNELS = Kernels(points, 10)

@kernel
def total(n):
    return total_of(KERNELS, n)

@kernel
def score(cities):
    return points(cities) + 1

@kernel
def read(row, i):
    return row[i]
"""
TREE = "from undersea_env.compiling.jit import jit\n\n\n@jit\ndef liking(cities):\n    return cities + {liking}\n"
AGENT = """
from undersea_env.compiling.jit import kernel
from undersea_env.agents.kernel.tree import liking

@kernel
def choose(cities):
    return liking(cities)
"""
SLOW = """
import os
from undersea_env.compiling.jit import jit, kernel
SIZE = 400

@jit
def step(x, k):
    if x % (k + 2) == 0:
        return x // 2
    return 3 * x + k

""" + "\n".join(f"@jit\ndef f{n}(x):\n    return " + " + ".join(f"step(x, {n * 9 + k})" for k in range(9))
                for n in range(40)) + """

@kernel
def slow(x):
    return """ + " ^ ".join(f"f{n}(x)" for n in range(40)) + "\n"

# Each prints the answer, and whether it came from compiled code found in the cache (1) or compiled just now (0).
ASK = "from undersea_env.{module} import {name} as f; print(f({argument}), sum(f.stats.cache_hits.values()))"
SCORE = ASK.format(module="first.kernel.entry", name="score", argument=10)
TOTAL = ASK.format(module="first.kernel.entry", name="total", argument=4)
OTHER_TOTAL = ASK.format(module="second.kernel.entry", name="total", argument=4)
CHOOSE = ASK.format(module="agents.agent", name="choose", argument=10)
SLOWLY = ASK.format(module="first.kernel.slow", name="slow", argument=7)
READ_OUTSIDE = """
import numpy as np
from undersea_env.first.kernel.entry import read
try:
    read(np.zeros(3), 5)
    print("unchecked")
except IndexError:
    print("checked")
"""
READ_FROM_THE_END = """
import numpy as np
from undersea_env.first.kernel.entry import read
try:
    print(read(np.arange(3), -1))
except IndexError:
    print("refused")
"""
THEIRS = """
import numba
from undersea_env.compiling.jit import jit, kernel
from undersea_env.first.compiled.rules import points

@numba.njit
def last(row):
    return row[-1]

@jit
def points_of_last(row):
    return points(last(row))

@kernel
def score_last(row):
    return points_of_last(row)
"""
FOLDER = (
    "from undersea_env.first.kernel.entry import score; from undersea_env.compiling.cache import folder_of; "
    "print(folder_of(score.py_func))"
)


class Project:
    """A small copy of the package, with two games, and a cache of its own."""

    def __init__(self, folder: Path, cache: Path) -> None:
        self.folder, self.cache = folder, cache
        for package in ("", "core", "agents", "agents/kernel", *(
            f"{game}{part}" for game in ("first", "second") for part in ("", "/compiled", "/kernel")
        )):
            self.write(f"{package}/__init__.py", "")
        shutil.copytree(PACKAGE / "compiling", folder / "undersea_env" / "compiling", ignore=lambda *_: {"__pycache__"})
        shutil.copy(PACKAGE / "errors.py", folder / "undersea_env")
        self.write("core/constants.py", CONSTANTS.format(bonus=0))
        self.write("core/loop.py", LOOP)
        for game, factor in (("first", 2), ("second", 3)):
            self.write(f"{game}/compiled/rules.py", RULES.format(factor=factor))
            self.write(f"{game}/kernel/entry.py", ENTRY.format(game=game))
        self.write("first/kernel/slow.py", SLOW)
        self.write("agents/kernel/tree.py", TREE.format(liking=1))
        self.write("agents/agent.py", AGENT)

    def write(self, name: str, text: str) -> None:
        path = self.folder / "undersea_env" / name.lstrip("/")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)

    def start(self, *arguments: str, **variables: str) -> subprocess.Popen[str]:
        kept_out = ("NUMBA_", "COV_", "UNDERSEA_")
        environment = {name: value for name, value in os.environ.items() if not name.startswith(kept_out)}
        environment |= {"XDG_CACHE_HOME": str(self.cache), "PYTHONPATH": str(self.folder), **variables}
        return subprocess.Popen(
            [sys.executable, "-B", *arguments], cwd=self.folder, env=environment, text=True,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        )

    def run(self, *arguments: str, **variables: str) -> tuple[str, str]:
        process = self.start(*arguments, **variables)
        out, error = process.communicate()
        assert process.returncode == 0, error
        return out.strip(), error

    def answer(self, code: str, **variables: str) -> str:
        return self.run("-W", "error", "-c", code, **variables)[0]

    def answers(self, *codes: str) -> list[str]:
        """One after the other in the same process."""
        return self.answer("\n".join(codes)).splitlines()

    def kept(self) -> set[str]:
        """The names of the folders of compiled code."""
        folders = (place for place in (self.cache / "undersea_env").glob("*/*") if place.is_dir())
        return {f"{folder.parent.name}/{folder.name}" for folder in folders}


@pytest.fixture
def project(tmp_path: Path) -> Project:
    return Project(tmp_path / "house", tmp_path / "cache")


# --- what is seen ---


def test_unchanged_rules_are_loaded_from_the_cache(project: Project) -> None:
    assert project.answer(SCORE) == "21 0"
    assert project.answer(SCORE) == "21 1"


def test_two_games_share_a_loop_and_each_has_its_own_code_also_in_the_next_process(project: Project) -> None:
    for hits in (0, 1):
        assert project.answers(TOTAL, OTHER_TOTAL) == [f"120 {hits}", f"180 {hits}"]


def test_an_edit_of_one_game_is_seen_and_the_other_stays_compiled(project: Project) -> None:
    assert project.answers(TOTAL, OTHER_TOTAL, CHOOSE) == ["120 0", "180 0", "11 0"]
    project.write("first/compiled/rules.py", RULES.format(factor=4))
    assert project.answers(TOTAL, OTHER_TOTAL, CHOOSE) == ["240 0", "180 1", "11 1"]


def test_an_edit_of_a_shared_module_is_seen_in_every_game(project: Project) -> None:
    assert project.answers(TOTAL, OTHER_TOTAL) == ["120 0", "180 0"]
    project.write("core/loop.py", LOOP.replace("range(n)", "range(n + 1)"))
    assert project.answers(TOTAL, OTHER_TOTAL) == ["200 0", "300 0"]


def test_an_edit_of_a_module_without_kernels_is_seen(project: Project) -> None:
    assert project.answer(TOTAL) == "120 0"
    project.write("core/constants.py", CONSTANTS.format(bonus=7))
    assert project.answer(TOTAL) == "127 0"


def test_an_edit_of_an_agents_kernel_is_seen_and_the_rules_stay_compiled(project: Project) -> None:
    assert project.answers(SCORE, CHOOSE) == ["21 0", "11 0"]
    project.write("agents/kernel/tree.py", TREE.format(liking=5))
    assert project.answers(SCORE, CHOOSE) == ["21 1", "15 0"]


def test_an_edit_of_the_compiler_is_seen(project: Project) -> None:
    assert project.answer(SCORE) == "21 0"
    for name in ("jit.py", "compiler.py", "cache.py"):
        with (project.folder / "undersea_env" / "compiling" / name).open("a") as file:
            file.write("\n# another version\n")
        assert project.answer(SCORE) == "21 0"


def test_an_edit_is_seen_in_a_cache_folder_that_the_user_chose(project: Project, tmp_path: Path) -> None:
    chosen = str(tmp_path / "chosen")
    assert project.answer(SCORE, NUMBA_CACHE_DIR=chosen) == "21 0"
    assert project.answer(SCORE, NUMBA_CACHE_DIR=chosen) == "21 1"
    project.write("first/compiled/rules.py", RULES.format(factor=3))
    assert project.answer(SCORE, NUMBA_CACHE_DIR=chosen) == "31 0"
    assert not project.cache.exists()


def test_a_file_edited_while_the_process_runs_is_not_taken_for_the_one_that_was_loaded(project: Project) -> None:
    loaded = "import undersea_env.first.compiled.rules, pathlib;"
    path = "pathlib.Path(undersea_env.first.compiled.rules.__file__)"
    edit = f"{path}.write_text({path}.read_text().replace('* 2', '* 9'));"
    assert project.answer(loaded + edit + SCORE) == "21 0"
    assert project.answer(SCORE) == "91 0"


def test_two_check_outs_with_the_same_sources_share_their_code(project: Project, tmp_path: Path) -> None:
    assert project.answer(SCORE) == "21 0"
    other = Project(tmp_path / "another" / "place", project.cache)
    assert other.answer(SCORE) == "21 1"
    other.write("first/compiled/rules.py", RULES.format(factor=3))
    assert (other.answer(SCORE), project.answer(SCORE)) == ("31 0", "21 1")


def test_a_game_in_a_file_elsewhere_is_kept_too_and_its_imports_are_watched(project: Project) -> None:
    (project.folder / "helper.py").write_text("FACTOR = 5\n")
    (project.folder / "toy.py").write_text(
        "from helper import FACTOR\nfrom undersea_env.compiling.jit import kernel\n"
        "@kernel\ndef play(x):\n    return x * FACTOR\n"
    )
    code = "from toy import play as f; print(f(2), sum(f.stats.cache_hits.values()))"
    assert (project.answer(code), project.answer(code)) == ("10 0", "10 1")
    (project.folder / "helper.py").write_text("FACTOR = 6\n")
    assert project.answer(code) == "12 0"


# --- settings ---


@pytest.mark.parametrize("order", ["01", "10"])
def test_code_with_and_without_bounds_checks_is_not_shared(project: Project, order: str) -> None:
    expected = {"0": "unchecked", "1": "checked"}
    for flag in order + order:
        assert project.answer(READ_OUTSIDE, NUMBA_BOUNDSCHECK=flag) == expected[flag]
    assert len(project.kept()) == 2


def test_rules_do_not_count_from_the_end_of_an_array(project: Project) -> None:
    assert project.answer(READ_FROM_THE_END, NUMBA_BOUNDSCHECK="1") == "refused"


@pytest.mark.parametrize("calls", ["score_last(row), last(row)", "last(row), score_last(row)"])
def test_numba_functions_of_others_stay_what_they_are_in_kernels_and_outside(project: Project, calls: str) -> None:
    (project.folder / "theirs.py").write_text(THEIRS)
    code = f"import numpy as np; from theirs import last, score_last; row = np.arange(8); print(sorted([{calls}]))"
    assert project.answer(code) == "[7, 14]"
    assert project.answer(code) == "[7, 14]"              # from the cache


def test_numba_imported_first_makes_no_difference(project: Project) -> None:
    assert project.answer("import numba;" + SCORE) == "21 0"
    assert project.answer(SCORE) == "21 1"


def test_numba_keeps_its_own_settings(project: Project) -> None:
    code = (
        "import os, numba; before = numba.config.CACHE_DIR, numba.config.CACHE_LOCATOR_CLASSES, dict(os.environ);"
        "import undersea_env.first.kernel.entry;"
        "print(before == (numba.config.CACHE_DIR, numba.config.CACHE_LOCATOR_CLASSES, dict(os.environ)))"
    )
    assert project.answer(code) == "True"


def test_without_compiling_there_are_no_rules_and_the_error_says_so(project: Project) -> None:
    code = "from undersea_env.errors import UnderseaError\ntry:\n    import undersea_env.compiling.jit\n" + (
        "except UnderseaError as error:\n    print(error)"
    )
    assert "NUMBA_DISABLE_JIT" in project.answer(code, NUMBA_DISABLE_JIT="1")


# --- numba as it is ---


def test_plain_numba_gives_the_same_and_keeps_it_apart(project: Project) -> None:
    for hits in (0, 1):
        assert project.answer(TOTAL, UNDERSEA_PLAIN_NUMBA="1") == f"120 {hits}"
        assert project.answer(TOTAL) == f"120 {hits}"
    changed = "from numba.core.dispatcher import Dispatcher as D; print('undersea' in D.compile.__module__)"
    load = "import undersea_env.compiling.jit;"
    assert (project.answer(load + changed), project.answer(load + changed, UNDERSEA_PLAIN_NUMBA="1")) == (
        "True", "False"
    )


def test_an_unknown_version_of_numba_is_left_as_it_is_with_one_warning(project: Project) -> None:
    pretend = "import numba; numba.__version__ = '0.99.0';"
    for hits in (0, 1):
        out, error = project.run("-c", pretend + TOTAL)
        assert out == f"120 {hits}"
        assert error.count("RuntimeWarning") == 1
        assert "0.99.0" in error


# --- many processes ---


def index_files(project: Project) -> list[Path]:
    return list(project.cache.rglob("*.nbi"))


def test_eight_processes_may_start_at_once_on_an_empty_cache(project: Project) -> None:
    processes = [project.start("-c", SLOWLY) for _ in range(8)]
    told = [process.communicate() for process in processes]
    assert not any(process.returncode for process in processes), told
    answers = [out.split() for out, _ in told]
    assert len({answer for answer, _ in answers}) == 1
    assert sorted(hits for _, hits in answers) == ["0", *"1111111"]       # one compiled it, the others waited
    assert len(index_files(project)) == 1


def test_one_that_is_killed_while_it_compiles_leaves_the_others_in_peace(project: Project) -> None:
    first = project.start("-c", SLOWLY)
    folder = project.cache / "undersea_env" / "undersea_env.first.kernel.slow"
    deadline = time.monotonic() + 60
    while not any(folder.glob("*.lock")) and time.monotonic() < deadline:
        time.sleep(0.01)
    others = [project.start("-c", SLOWLY) for _ in range(7)]
    first.send_signal(signal.SIGKILL)
    first.communicate()
    assert first.returncode == -signal.SIGKILL                            # it was not ready yet
    answers = [other.communicate()[0].split() for other in others]
    assert sorted(hits for _, hits in answers) == ["0", *"111111"]
    assert {answer for answer, _ in answers} == {project.answer(SLOWLY, UNDERSEA_PLAIN_NUMBA="1").split()[0]}


@pytest.mark.parametrize("damage", ["no data", "half an index"])
def test_what_a_killed_process_can_leave_behind_does_no_harm(project: Project, damage: str) -> None:
    """Numba writes the index, then the data; each is complete or not there."""
    assert project.answer(SCORE) == "21 0"
    index = index_files(project)[0]
    if damage == "no data":
        next(index.parent.glob("*.nbc")).unlink()
    else:
        index.rename(index.with_name(index.name + ".tmp.0123456789abcdef"))
    assert (project.answer(SCORE), project.answer(SCORE)) == ("21 0", "21 1")


def test_threads_of_one_process_compile_entry_points_that_call_each_other(project: Project) -> None:
    code = """
import threading, numba
from undersea_env.first.kernel.entry import score, total

@numba.njit
def theirs(x):
    return score(x) + total(x)

found = []
threads = [threading.Thread(target=lambda f=f: found.append(f(4))) for f in (score, theirs, total, theirs)]
for thread in threads: thread.start()
for thread in threads: thread.join()
print(sorted(found))
"""
    assert project.answer(code) == "[9, 120, 129, 129]"


# --- age, notes, places ---


def test_what_was_not_used_for_two_weeks_is_removed_unless_it_is_in_use(project: Project) -> None:
    root, day = project.cache / "undersea_env", 24 * 3600
    ages = {"some.module/" + "0" * 32: 1, "some.module/" + "1" * 32: 13, "some.module/" + "2" * 32: 15,
            "used.module/" + "3" * 32: 15, "some.module/notes": 99}
    for name, days in ages.items():
        (root / name).mkdir(parents=True)
        os.utime(root / name, (time.time() - days * day,) * 2)
    lock = str(root / "used.module" / ("3" * 32 + ".lock"))
    hold = f"import filelock; lock = filelock.FileLock({lock!r}); lock.acquire(); print(flush=True); input()"
    holder = subprocess.Popen([sys.executable, "-c", hold], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert holder.stdout is not None
    holder.stdout.readline()
    current = Path(project.answer(FOLDER))
    assert project.answer(SCORE) == "21 0"
    holder.communicate("\n")
    kept = {name for name in ages if ages[name] != 15 or name.startswith("used")}
    assert project.kept() == kept | {f"{current.parent.name}/{current.name}"}
    assert KEY.fullmatch(current.name)


def test_use_keeps_compiled_code_from_being_removed(project: Project) -> None:
    folder = Path(project.answer(FOLDER))
    assert project.answer(SCORE) == "21 0"
    os.utime(folder, (0, 0))
    assert project.answer(SCORE) == "21 1"
    assert time.time() - folder.stat().st_mtime < 600


def test_compiling_is_explained_once_and_never_when_warm(project: Project) -> None:
    both = "import undersea_env.compiling.jit as j; j.NOTE_AFTER = 0.0;" + SCORE + ";" + TOTAL
    assert project.run("-c", both)[1].count(NOTE) == 1
    assert project.run("-c", both)[1] == ""


def test_a_moment_of_compiling_needs_no_explanation(project: Project) -> None:
    code = "import undersea_env.compiling.jit as j; j.NOTE_AFTER = 600.0;" + SCORE
    assert project.run("-c", code)[1] == ""


def test_without_a_writable_home_a_private_temporary_folder_is_used(project: Project, tmp_path: Path) -> None:
    blocked = tmp_path / "a_file"
    blocked.write_text("")
    variables = {"XDG_CACHE_HOME": str(blocked), "TMPDIR": str(tmp_path)}
    folder = Path(project.answer(FOLDER, **variables))
    assert folder.parents[2] == tmp_path
    assert folder.parents[1].stat().st_mode & 0o077 == 0
    assert (project.answer(SCORE, **variables), project.answer(SCORE, **variables)) == ("21 0", "21 1")


# --- the real package ---


def kernel_modules() -> dict[str, Path]:
    """Every module of ours that uses the decorators, by name."""
    places = {"undersea_env": PACKAGE, **{f"undersea_env.{name}": HOUSE / name for name in ("agents", "training")}}
    found = {}
    for name, folder in places.items():
        for file in sorted(folder.rglob("*.py")):
            words = ".".join([name, *file.relative_to(folder).with_suffix("").parts])
            if re.search(r"^@(jit|inlined|kernel)$", file.read_text(), re.MULTILINE):
                found[words] = file
    return found


KERNEL_MODULES = kernel_modules()
LOADED = """
import importlib, json, os, sys
from pathlib import Path
import llvmlite.binding, numba, numpy
for name in sys.argv[1:]:
    child = os.fork()
    if child == 0:
        importlib.import_module(name.rpartition(".")[0])
        before = set(sys.modules)
        module = importlib.import_module(name)
        loaded = [m for m in set(sys.modules) - before if m.startswith("undersea_env")]
        from undersea_env.compiling.cache import dependencies
        print(json.dumps([name, sorted(loaded), sorted(dependencies(name, Path(module.__file__)))]), flush=True)
        os._exit(0)
    os.waitpid(child, 0)
"""


def test_the_kernels_are_found() -> None:
    some = {"undersea_env.core.loop", "undersea_env.training.kernels", "undersea_env.compiling.bits"}
    assert some <= set(KERNEL_MODULES)


def test_all_that_an_entry_point_makes_python_load_is_in_its_hash() -> None:
    """So no import can be forgotten, however it is written. Of a package that is but a folder its name counts."""
    names = [name for name, file in KERNEL_MODULES.items() if re.search("^@kernel$", file.read_text(), re.MULTILINE)]
    told = subprocess.run([sys.executable, "-c", LOADED, *names], capture_output=True, text=True, check=True, cwd=HOUSE)
    found = {name: (set(loaded), set(hashed)) for name, loaded, hashed in map(json.loads, told.stdout.splitlines())}
    assert set(found) == set(names)
    for name, (loaded, hashed) in found.items():
        folders = {module for module in loaded if any(other.startswith(f"{module}.") for other in loaded)}
        assert loaded - folders <= hashed, name
        assert {f"undersea_env.compiling.{part}" for part in ("jit", "cache", "compiler")} <= hashed, name


READ_ONLY = {"rules", "features"}


def owner_of(node: ast.expr) -> str | None:
    """The name at the root of `rules.cards[3].cost`."""
    while isinstance(node, ast.Attribute | ast.Subscript):
        node = node.value
    return node.id if isinstance(node, ast.Name) else None


def is_part(node: ast.expr) -> bool:
    return isinstance(node, ast.Attribute | ast.Subscript)


def writes_to_rules(text: str) -> list[str]:
    """Lines that write into what `rules` or `features` hold, by that name or by one given to a part of it."""
    found = []
    for function in ast.walk(ast.parse(text)):
        if not isinstance(function, ast.FunctionDef):
            continue
        names = set(READ_ONLY)
        for _ in range(2):                                 # names may be given before the one they come from
            for node in ast.walk(function):
                if isinstance(node, ast.Assign) and is_part(node.value) and owner_of(node.value) in names:
                    names |= {target.id for target in node.targets if isinstance(target, ast.Name)}
        for node in ast.walk(function):
            if isinstance(node, ast.expr | ast.stmt) and writes(node, names):
                found.append(f"line {node.lineno}: {ast.unparse(node)}")
    return found


def writes(node: ast.AST, names: set[str]) -> bool:
    if isinstance(node, ast.Attribute | ast.Subscript):
        return not isinstance(node.ctx, ast.Load) and owner_of(node) in names
    if isinstance(node, ast.Call):
        return ast.unparse(node.func) == "copy_bytes" and owner_of(node.args[0]) in names
    if isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Name):
        return node.target.id in READ_ONLY
    return False


@pytest.mark.parametrize("name", sorted(KERNEL_MODULES))
def test_no_kernel_writes_what_the_compiler_is_told_not_to_change(name: str) -> None:
    assert not writes_to_rules(KERNEL_MODULES[name].read_text())


@pytest.mark.parametrize("line", [
    "rules.cost = 1", "rules.cost[3] += 1", "features[0].x = 2", "a, rules.cost[0] = 1, 2", "rules += 1",
    "row = rules.cards[3]; row.cost = 1", "for rules.cost[0] in range(3): pass", "copy_bytes(rules.name, 0, x, 8)",
    "row = rules.cards[3]; cell = row.cost; cell[:] = 0",
])
def test_writing_into_rules_would_be_found(line: str) -> None:
    assert writes_to_rules(f"def f(state, rules, features, x):\n    {line}\n")


def test_reading_rules_is_no_writing() -> None:
    lines = "cost = rules.cost[3]", "cost += 1", "state.x[cost] = rules.cost[0]"
    assert not writes_to_rules("def f(state, rules):\n    " + "\n    ".join(lines))
