"""Faults that change nothing that can be seen, by name, each with the reason."""

EQUIVALENT: dict[str, str] = {}
