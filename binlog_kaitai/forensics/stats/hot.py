"""The most frequently changed rows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

from binlog_kaitai.model.changes import UPDATE_POSTIMAGE

MAX_KEYS = 100_000
TOP_KEYS = 20
MAX_TABLES = 10
"""Number of tables whose rows are counted, from the one with the most changed rows on."""


class Frequent:
    """Counts keys, in memory for `2 * max_keys` of them (Misra and Gries).

    Counts are exact for fewer keys. Otherwise, the rarest keys are removed: the true count of a key
    is up to `error` higher, and at most `error` for a key that is not present.
    """

    def __init__(self, max_keys: int = MAX_KEYS) -> None:
        self.max_keys = max_keys
        self.counts: dict[Any, int] = {}
        self.error = 0

    def add(self, counted: Iterable[tuple[Any, int]]) -> None:
        """Add the counts of keys."""
        counts = self.counts
        for key, count in counted:
            counts[key] = counts.get(key, 0) + count
        if len(counts) > 2 * self.max_keys:
            least = sorted(counts.values(), reverse=True)[self.max_keys]
            self.error += least
            self.counts = {key: count - least for key, count in counts.items() if count > least}

    def top(self, count: int = TOP_KEYS) -> list[tuple[Any, int]]:
        """Return the most frequent keys with their counts."""
        return sorted(self.counts.items(), key=lambda item: -item[1])[:count]


@dataclass
class HotTable:
    """The most frequently changed rows of a table, by the columns of its key.

    Counts are too low by up to `error`.
    """

    table: str
    columns: list[str]
    keys: list[tuple[Any, int]] = field(default_factory=list)
    error: int = 0

    def to_dict(self) -> dict[str, Any]:
        """Return it as JSON-compatible values."""
        return {
            "table": self.table,
            "key": self.columns,
            "error": self.error,
            "rows": [
                {"key": dict(zip(self.columns, map(_json, key), strict=True)), "changes": count}
                for key, count in self.keys
            ],
        }


def hot_rows(table: str, columns: Sequence[str], batches: Iterable[pa.RecordBatch]) -> HotTable:
    """Return the hot rows of a table from batches of its key and `_change_type`."""
    frequent = Frequent()
    for batch in batches:
        frequent.add(_counted(batch))
    return HotTable(table, list(columns), frequent.top(), frequent.error)


def _counted(batch: pa.RecordBatch) -> Iterator[tuple[Any, int]]:
    changed = batch.filter(pc.not_equal(batch.column("_change_type"), UPDATE_POSTIMAGE))
    key = [name for name in batch.schema.names if name != "_change_type"]
    grouped = pa.table(changed.select(key)).group_by(key).aggregate([([], "count_all")])
    yield from zip(
        zip(*(grouped.column(name).to_pylist() for name in key), strict=True),
        grouped.column("count_all").to_pylist(),
        strict=True,
    )


def _json(value: Any) -> Any:
    if isinstance(value, bytes):
        return f"0x{value.hex()}"
    return value if isinstance(value, (int, float, str)) or value is None else str(value)
