"""Endeavor: Deep Sea (Carl de Visser, Jarratt Gray): the five functions of `undersea_env`, for this game; `KIND`
describes it.
"""

from undersea_env.doors.making import doors_of, parts_of

TITLE, VERSION = "Endeavor: Deep Sea", 0
env, raw_env, parallel_env, vector_env, game = doors_of("endeavor_deep_sea")
__getattr__ = parts_of(__name__)
