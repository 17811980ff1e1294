"""Compiling rules, and the cache of what was compiled: never stale, never shared between flags, announced, kept small.

Each test writes a small package laid out like ours, with a copy of our jit.py, and runs it in processes of its own.
"""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

JIT = Path(__file__).resolve().parents[2] / "undersea_env" / "compiling" / "jit.py"
NOTE = "compiling the rules, once per version"

RULES = "from undersea_env.compiling.jit import jit\n\n\n@jit\ndef points(cities):\n    return cities * {factor}\n"
KERNEL = """
import numpy as np
from undersea_env.compiling.jit import kernel
from undersea_env.underwater_cities.compiled.rules import points

@kernel
def score(cities):
    return points(cities) + 1

@kernel
def read(row, i):
    return row[i]

def warm_up():
    score(1)
    read(np.zeros(3), 0)
"""
AGENT_HELPER = (
    "from undersea_env.compiling.jit import jit\n\n\n@jit\ndef liking(cities):\n    return cities + {liking}\n"
)
AGENT = """
from undersea_env.agents.helper import liking
from undersea_env.compiling.jit import kernel

@kernel
def choose(cities):
    return liking(cities)
"""
# Each prints the answer, and whether it came from compiled code found in the cache (1) or compiled just now (0).
SCORE = (
    "from undersea_env.underwater_cities.kernel.warm import score as f; print(f(10), sum(f.stats.cache_hits.values()))"
)
CHOOSE = "from undersea_env.agents.agent import choose as f; print(f(10), sum(f.stats.cache_hits.values()))"
READ_OUTSIDE = """
import numpy as np
from undersea_env.underwater_cities.kernel.warm import read
try:
    read(np.zeros(3), 5)
    print("unchecked")
except IndexError:
    print("checked")
"""
READ_FROM_THE_END = """
import numpy as np
from undersea_env.underwater_cities.kernel.warm import read
try:
    print(read(np.arange(3), -1))
except IndexError:
    print("refused")
"""
THEIRS = """
import numba
from undersea_env.compiling.jit import jit, kernel
from undersea_env.underwater_cities.compiled.rules import points

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
FOLDER = "from undersea_env.compiling.jit import cache_folder; print(cache_folder())"


class Project:
    """A small copy of the package and a cache of its own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.cache = folder / "cache"
        for package in ("", "underwater_cities", "underwater_cities/compiled", "underwater_cities/kernel", "agents"):
            self.write(f"{package}/__init__.py", "")
        self.write("underwater_cities/compiled/rules.py", RULES.format(factor=2))
        self.write("underwater_cities/kernel/warm.py", KERNEL)
        self.write("agents/helper.py", AGENT_HELPER.format(liking=1))
        self.write("agents/agent.py", AGENT)
        self.write("agents/warm.py", "def warm_up(): pass\n")
        shutil.copy(JIT, folder / "undersea_env" / "jit.py")

    def write(self, name: str, text: str) -> None:
        path = self.folder / "undersea_env" / name.lstrip("/")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)

    def run(self, *arguments: str, **variables: str) -> subprocess.CompletedProcess[str]:
        environment = {name: value for name, value in os.environ.items() if not name.startswith(("NUMBA_", "COV_"))}
        environment |= {"XDG_CACHE_HOME": str(self.cache), "PYTHONPATH": str(self.folder), **variables}
        command = [sys.executable, "-B", *arguments]
        return subprocess.run(command, cwd=self.folder, env=environment, text=True, capture_output=True, check=True)

    def answer(self, code: str, **variables: str) -> str:
        return self.run("-c", code, **variables).stdout.strip()

    def cache_folders(self) -> list[Path]:
        return sorted((self.cache / "undersea_env").iterdir())


@pytest.fixture
def project(tmp_path: Path) -> Project:
    return Project(tmp_path)


def test_unchanged_rules_are_loaded_from_the_cache(project: Project) -> None:
    assert project.answer(SCORE) == "21 0"
    assert project.answer(SCORE) == "21 1"


def test_an_edited_helper_in_another_module_is_seen(project: Project) -> None:
    assert project.answer(SCORE) == "21 0"
    project.write("underwater_cities/compiled/rules.py", RULES.format(factor=3))
    assert project.answer(SCORE) == "31 0"


def test_an_edited_helper_is_seen_in_a_cache_folder_that_the_user_chose(project: Project, tmp_path: Path) -> None:
    chosen = str(tmp_path / "chosen")
    assert project.answer(SCORE, NUMBA_CACHE_DIR=chosen) == "21 0"
    assert project.answer(SCORE, NUMBA_CACHE_DIR=chosen) == "21 1"
    project.write("underwater_cities/compiled/rules.py", RULES.format(factor=3))
    assert project.answer(SCORE, NUMBA_CACHE_DIR=chosen) == "31 0"
    assert not project.cache.exists()


def test_an_edited_helper_of_an_agent_is_seen_and_the_rules_stay_compiled(project: Project) -> None:
    assert project.answer(SCORE) == "21 0"
    assert project.answer(CHOOSE) == "11 0"
    assert project.answer(CHOOSE) == "11 1"
    project.write("agents/helper.py", AGENT_HELPER.format(liking=5))
    assert project.answer(CHOOSE) == "15 0"
    assert project.answer(SCORE) == "21 1"


@pytest.mark.parametrize("order", ["01", "10"])
def test_code_with_and_without_bounds_checks_is_not_shared(project: Project, order: str) -> None:
    expected = {"0": "unchecked", "1": "checked"}
    for flag in order + order:
        assert project.answer(READ_OUTSIDE, NUMBA_BOUNDSCHECK=flag) == expected[flag]
    assert len(project.cache_folders()) == 2


def test_rules_do_not_count_from_the_end_of_an_array(project: Project) -> None:
    assert project.answer(READ_FROM_THE_END, NUMBA_BOUNDSCHECK="1") == "refused"


@pytest.mark.parametrize("calls", ["score_last(row), last(row)", "last(row), score_last(row)"])
def test_numba_functions_of_others_stay_what_they_are_in_kernels_and_outside(project: Project, calls: str) -> None:
    (project.folder / "theirs.py").write_text(THEIRS)
    code = f"import numpy as np; from theirs import last, score_last; row = np.arange(8); print(sorted([{calls}]))"
    assert project.answer(code) == "[7, 14]"
    assert project.answer(code) == "[7, 14]"              # from the cache


def test_a_child_process_with_another_flag_finds_its_own_folder(project: Project) -> None:
    inherited = project.answer(FOLDER, NUMBA_BOUNDSCHECK="1")
    assert project.answer(READ_OUTSIDE, NUMBA_CACHE_DIR=inherited, NUMBA_BOUNDSCHECK="0") == "unchecked"
    assert project.answer(READ_OUTSIDE, NUMBA_CACHE_DIR=inherited, NUMBA_BOUNDSCHECK="1") == "checked"


def test_numba_imported_first_makes_no_difference(project: Project) -> None:
    assert project.answer("import numba;" + SCORE) == "21 0"
    assert project.answer(SCORE) == "21 1"


def test_compiling_is_announced_once_and_never_when_warm(project: Project) -> None:
    twice = (
        "import undersea_env.compiling.jit as j; j.note_first_compilation(); "
        "j.note_first_compilation(); j.warm_up()"
    )
    assert project.run("-c", twice).stderr.count(NOTE) == 1
    assert project.run("-c", twice).stderr == ""
    assert project.run("-m", "undersea_env.compiling.jit").stderr == ""


def test_the_module_warms_the_cache(project: Project) -> None:
    assert project.run("-m", "undersea_env.compiling.jit").stderr.count(NOTE) == 1
    assert project.answer(SCORE) == "21 1"


def test_warming_tolerates_only_that_there_is_nothing_to_warm(project: Project) -> None:
    project.write("underwater_cities/kernel/warm.py", "import not_installed_anywhere\n")
    with pytest.raises(subprocess.CalledProcessError) as failure:
        project.run("-m", "undersea_env.compiling.jit")
    assert "not_installed_anywhere" in failure.value.stderr
    (project.folder / "undersea_env/underwater_cities/kernel/warm.py").unlink()
    project.run("-m", "undersea_env.compiling.jit")                          # raises if it fails


def test_plain_python_uses_no_cache(project: Project) -> None:
    code = "from undersea_env.underwater_cities.kernel.warm import score; print(score(10), type(score).__name__)"
    assert project.answer(code, NUMBA_DISABLE_JIT="1") == "21 function"
    assert not project.cache.exists()


def test_only_the_five_most_recently_used_caches_are_kept(project: Project) -> None:
    root = project.cache / "undersea_env"
    for age in range(8):
        folder = root / f"{age:032x}"
        folder.mkdir(parents=True)
        os.utime(folder, (1_000_000 - age, 1_000_000 - age))
    (root / "notes").mkdir()
    current = Path(project.answer(FOLDER))
    kept = [folder.name for folder in project.cache_folders()]
    assert sorted(kept) == sorted([*(f"{age:032x}" for age in range(4)), current.name, "notes"])
    assert re.fullmatch(r"[0-9a-f]{32}", current.name)


def test_without_a_writable_home_a_private_temporary_folder_is_used(project: Project, tmp_path: Path) -> None:
    blocked = tmp_path / "a_file"
    blocked.write_text("")
    variables = {"XDG_CACHE_HOME": str(blocked), "TMPDIR": str(tmp_path)}
    folder = Path(project.answer(FOLDER, **variables))
    assert folder.parent.parent == tmp_path
    assert folder.parent.stat().st_mode & 0o077 == 0
    assert project.answer(FOLDER, **variables) == str(folder)
