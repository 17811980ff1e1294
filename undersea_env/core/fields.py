"""Writing into records by attribute."""

from typing import Any


class Fields:
    """A record, or an array of records, whose fields are attributes: `np.recarray` takes ten times as long for each."""

    __slots__ = ("_records",)

    def __init__(self, records: Any) -> None:
        object.__setattr__(self, "_records", records)

    def __getattr__(self, name: str) -> Any:
        return self._records[name]

    def __setattr__(self, name: str, value: Any) -> None:
        self._records[name] = value
