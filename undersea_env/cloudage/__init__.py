"""CloudAge (Alexander Pfister, Arno Steinwender): the five functions of `undersea_env`, for this game; `KIND` describes
it.
"""

from undersea_env.doors.making import doors_of, parts_of

TITLE, VERSION = "CloudAge", 0
env, raw_env, parallel_env, vector_env, game = doors_of("cloudage")
__getattr__ = parts_of(__name__)
