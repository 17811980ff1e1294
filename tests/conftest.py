"""Every game, and samples of it, for tests that are written once; see `tests.kinds`."""

import os
import tempfile
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

from tests import kinds
from tests.kinds import NAMES, Sample
from undersea_env.core.kind import Kind
from undersea_env.core.registry import kind_of

# Of `test_properties.py`; `--hypothesis-profile soak` takes the other one. Nothing is written into the repository.
SLOW = [HealthCheck.too_slow, HealthCheck.data_too_large]
settings.register_profile("short", max_examples=12, derandomize=True, database=None, deadline=None,
                          suppress_health_check=SLOW)
settings.register_profile("soak", max_examples=2_000, database=None, deadline=None, suppress_health_check=SLOW)
settings.load_profile("short")


@pytest.fixture(scope="session", autouse=True)
def temporary_files(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Libraries leave files behind where the system keeps temporary ones; those of tests go with the tests' folders."""
    with pytest.MonkeyPatch.context() as patched:
        folder = str(tmp_path_factory.mktemp("temporary"))
        patched.setattr(tempfile, "tempdir", folder)
        patched.setitem(os.environ, "TMPDIR", folder)                   # for the processes that tests start
        yield


@pytest.fixture(params=NAMES)
def kind(request: pytest.FixtureRequest) -> Kind:
    """Every game of the package, and the toy game."""
    return kind_of(request.param)


def each_of(samples: list[Sample]) -> Any:
    @pytest.fixture(params=samples, ids=repr)
    def sample(request: pytest.FixtureRequest) -> Sample:
        found: Sample = request.param
        return found

    return sample


def of_every_size(samples: list[Sample]) -> list[Sample]:
    return [each for sample in samples for each in kinds.of_every_size(sample)]


ANY, SHORT, SHORTEST = ([make(name) for name in NAMES] for make in (kinds.by_default, kinds.short, kinds.shortest))
any_game = each_of(ANY)                                       # every game with its own defaults
short = each_of(SHORT)                                        # with all of its phases, and soon over
shortest = each_of(SHORTEST)                                  # over as soon as can be
any_size = each_of(of_every_size(ANY))                        # the same three with every number of players
short_of_any_size = each_of(of_every_size(SHORT))
shortest_of_any_size = each_of(of_every_size(SHORTEST))
whole = each_of([sample for name in NAMES for sample in kinds.whole_games(name)])
