"""Options of Underwater Cities: what is not allowed says what is."""

from typing import Any

import pytest

import undersea_env
from undersea_env import InvalidOption


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"num_players": 5}, "1 to 4"),
        ({"boards": "both"}, "symmetric"),
        ({"boards": [1]}, "one a seat"),
        ({"boards": [1, 1]}, "twice"),
        ({"boards": [1, 5]}, "all of 1-4 or all of 5-8"),
        ({"boards": [0, 1]}, "all of 1-4 or all of 5-8"),
        ({"boards": None}, "symmetric"),
        ({"num_players": 1, "boards": [2]}, "solo: always 5-8"),
        ({"contracts": 1}, "True or False"),
        ({"num_players": 1, "contracts": True}, "O-1"),
        ({"rounds": ()}, "1 to 3 numbers"),
        ({"rounds": (4, 3, 3, 1)}, "1 to 3 numbers"),
        ({"rounds": (0,)}, "from 1 to 9"),
        ({"rounds": (10,)}, "from 1 to 9"),
        ({"rounds": (9, 9, 9)}, "at most 10 together"),
        ({"rounds": 4}, "1 to 3 numbers"),
        ({"contracts": None}, "True or False"),
        ({"players": 3, "seats": 3}, "no option players, seats; the options are num_players, boards"),
    ],
)
@pytest.mark.parametrize(
    "make", [undersea_env.game, undersea_env.env, undersea_env.raw_env, undersea_env.parallel_env]
)
def test_options_that_are_not_allowed_say_what_is(make: Any, options: dict[str, Any], says: str) -> None:
    with pytest.raises(InvalidOption, match=says):
        make(**options)
