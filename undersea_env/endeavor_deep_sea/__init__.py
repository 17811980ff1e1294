"""Endeavor: Deep Sea: its numbered rules (RULES.md), what is printed (`components`), and what reads and checks it.

A game in the making: it has no `KIND` yet, so `undersea_env.games()` does not name it.
"""
