"""Another name of `undersea_env.doors.sb3`, where this was until version 0.1; it goes with version 0.3."""

from undersea_env.doors.sb3 import SeatVecEnv, SelfPlayBuffer, SelfPlayVecEnv

__all__ = ["SeatVecEnv", "SelfPlayBuffer", "SelfPlayVecEnv"]
