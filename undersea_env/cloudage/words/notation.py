"""Positions as plain dicts, exact both ways: for now the record as it is."""

from typing import Any

from undersea_env.core.notation import PlainNotation


def check(game: Any, record: Any) -> None:
    pass


_plain = PlainNotation(check)
to_dict, from_dict = _plain.to_dict, _plain.from_dict
