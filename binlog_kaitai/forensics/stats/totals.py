"""Adds up transactions, as batches of them come."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

MICROSECONDS = 1_000_000
MINUTE = 60

MAX_BUCKETS = 2048
"""Parts of the time that are told apart; where there are more, each is made twice as long."""

MAX_DRAWN = 50
"""Tables whose rows are told for each part of the time: those that are met first."""

TOP = 20
"""Transactions that are told of the biggest, and of the longest."""

OTHERS = "(others)"

COLUMNS = [
    *("file", "position", "end_position", "timestamp", "commit_timestamp", "server_id", "gtid"),
    *("num_events", "num_bytes", "num_rows", "tables"),
]


@dataclass
class TableTotal:
    """What was done to a table; `bytes` is the size of the events that hold its rows."""

    inserts: int = 0
    updates: int = 0
    deletes: int = 0
    rows: int = 0
    bytes: int = 0
    transactions: int = 0


@dataclass
class Bucket:
    """A part of the time, with the rows of some tables."""

    transactions: int = 0
    rows: int = 0
    bytes: int = 0
    tables: dict[str, int] = field(default_factory=dict)

    def add(self, other: Bucket) -> None:
        """Add another part."""
        self.transactions += other.transactions
        self.rows += other.rows
        self.bytes += other.bytes
        for table, rows in other.tables.items():
            self.tables[table] = self.tables.get(table, 0) + rows


class Timeline:
    """What was logged when: `buckets` by the second that they begin with, each of `seconds`."""

    def __init__(self) -> None:
        self.seconds = MINUTE
        self.buckets: dict[int, Bucket] = {}
        self._drawn: set[str] = set()

    def add(self, times: Any, rows: Any, sizes: Any) -> None:
        """Add transactions by arrays of their seconds since 1970, rows and bytes."""
        starts, places = self._places(times)
        sums = [
            np.bincount(places, weights=values) for values in (np.ones(len(times)), rows, sizes)
        ]
        for at, start in enumerate(starts.tolist()):
            count, num_rows, size = (int(values[at]) for values in sums)
            self._bucket(start).add(Bucket(count, num_rows, size))
        self._widen()

    def add_tables(self, times: Any, tables: Any, names: list[str], rows: Any) -> None:
        """Add the rows of tables, each by its number among names."""
        starts, places = self._places(times)
        sums = np.bincount(places * len(names) + tables, weights=rows)
        for number in np.flatnonzero(sums).tolist():
            at, table = divmod(number, len(names))
            name = names[table]
            if name not in self._drawn:
                name = name if len(self._drawn) < MAX_DRAWN else OTHERS
                self._drawn.add(name)
            self._bucket(int(starts[at])).add(Bucket(tables={name: int(sums[number])}))

    def _places(self, times: Any) -> tuple[Any, Any]:
        starts, places = np.unique(times // self.seconds * self.seconds, return_inverse=True)
        return starts, places

    def _bucket(self, start: int) -> Bucket:
        return self.buckets.setdefault(start, Bucket())

    def _widen(self) -> None:
        while len(self.buckets) > MAX_BUCKETS:
            self.seconds *= 2
            before, self.buckets = self.buckets, {}
            for start, bucket in before.items():
                self._bucket(start // self.seconds * self.seconds).add(bucket)


class Top:
    """The rows of batches that have the largest of some value."""

    def __init__(self, count: int = TOP) -> None:
        self.count = count
        self._found: list[tuple[int, int, dict[str, Any]]] = []
        self._number = 0

    @property
    def rows(self) -> list[dict[str, Any]]:
        """The rows, the largest first; of equal ones that which came first."""
        return [row for _, _, row in self._found]

    def takes(self, value: int) -> bool:
        """Return whether a row with a value would be kept."""
        return len(self._found) < self.count or value > self._found[-1][0]

    def add(self, values: Any, row_at: Callable[[int], dict[str, Any]]) -> None:
        """Add rows by their values."""
        chosen = np.argsort(-values, kind="stable")[: self.count]
        for at in chosen.tolist():
            value = int(values[at])
            if self.takes(value):
                self.put(value, row_at(at))

    def put(self, value: int, row: dict[str, Any]) -> None:
        """Keep a row, and no more than there is room for."""
        self._number += 1
        self._found.append((value, self._number, row))
        self._found.sort(key=lambda found: (-found[0], found[1]))
        del self._found[self.count :]


class Totals:
    """All that transactions add up to."""

    def __init__(self) -> None:
        self.transactions = self.rows = self.bytes = self.events = 0
        self.first: int | None = None
        self.last: int | None = None
        self.tables: dict[str, TableTotal] = {}
        self.timeline = Timeline()
        self.biggest = Top()
        self.servers: dict[int, int] = {}

    def add(self, batch: pa.RecordBatch) -> None:
        """Add a batch of the view of transactions, with the fields of `COLUMNS`."""
        times = _integers(batch.column("timestamp")) // MICROSECONDS
        rows, sizes = (_integers(batch.column(name)) for name in ("num_rows", "num_bytes"))
        self.transactions += len(times)
        self.rows += int(rows.sum())
        self.bytes += int(sizes.sum())
        self.events += int(_integers(batch.column("num_events")).sum())
        first, last = int(times.min()), int(times.max())
        self.first = first if self.first is None else min(first, self.first)
        self.last = last if self.last is None else max(last, self.last)
        self.timeline.add(times, rows, sizes)
        self.biggest.add(rows, lambda at: batch.slice(at, 1).to_pylist()[0])
        servers, counts = np.unique(_integers(batch.column("server_id")), return_counts=True)
        for server, count in zip(servers.tolist(), counts.tolist(), strict=True):
            self.servers[server] = self.servers.get(server, 0) + count
        self._add_tables(batch.column("tables"), times)

    def _add_tables(self, tables: pa.Array, times: Any) -> None:
        flat = tables.flatten()
        if not len(flat):
            return
        names = flat.field("table").dictionary_encode()
        numbers = names.indices.to_numpy()
        rows, sizes = _integers(flat.field("rows")), _integers(flat.field("bytes"))
        known = names.dictionary.to_pylist()
        sums = (np.bincount(numbers, weights=values) for values in (rows, sizes))
        for name, count, size, number in zip(known, *sums, np.bincount(numbers), strict=True):
            total = self.tables.setdefault(name, TableTotal())
            total.rows += int(count)
            total.bytes += int(size)
            total.transactions += int(number)
        of_transactions = np.repeat(times, pc.list_value_length(tables).fill_null(0).to_numpy())
        self.timeline.add_tables(of_transactions, numbers, known, rows)


def _integers(array: pa.Array) -> Any:
    if pa.types.is_timestamp(array.type):
        array = array.cast(pa.int64())
    return array.fill_null(0).to_numpy(zero_copy_only=False)
