"""Where things were until version 0.1 they can still be imported; that ends with version 0.3."""

from importlib import import_module

import pytest

PACKAGE = "undersea_env.underwater_cities"
MOVED = {
    f"{PACKAGE}.batch": ("undersea_env.core.batch", ["Batch"]),
    f"{PACKAGE}.shaping": ("undersea_env.core.shaping", ["Shaping", "points_so_far"]),
    f"{PACKAGE}.sb3": ("undersea_env.doors.sb3", ["SeatVecEnv", "SelfPlayBuffer", "SelfPlayVecEnv"]),
    f"{PACKAGE}.text": (f"{PACKAGE}.words", ["GameLog", "score_sheet"]),
    f"{PACKAGE}.picture": ("undersea_env.showing.picture", ["render_png", "rgb_array"]),
}


@pytest.mark.parametrize("old", MOVED)
def test_the_old_path_has_the_same_things(old: str) -> None:
    new, names = MOVED[old]
    for name in names:
        assert getattr(import_module(old), name) is getattr(import_module(new), name)


def test_the_observation_is_where_it_was() -> None:
    observation = import_module(f"{PACKAGE}.observation")
    for name in ("explain", "card_features", "slot_features"):
        assert callable(getattr(observation, name))
