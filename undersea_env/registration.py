"""The names under which Gymnasium knows the environments."""

import sys

GYMNASIUM_ID = "undersea/UnderwaterCities-v0"


def register_with_gymnasium() -> None:
    """Gymnasium calls this when it is imported (see pyproject.toml); a second call changes nothing."""
    from gymnasium.envs.registration import register, registry

    if GYMNASIUM_ID not in registry:
        register(
            GYMNASIUM_ID,
            entry_point="undersea_env.underwater_cities.single:UnderwaterCitiesEnv",
            vector_entry_point="undersea_env.underwater_cities.single:UnderwaterCitiesSeatVectorEnv",
        )


def register_if_imported() -> None:
    """For a project that is used without being installed: Gymnasium, if it is there already, knows us at once."""
    if "gymnasium.envs.registration" in sys.modules:
        register_with_gymnasium()
