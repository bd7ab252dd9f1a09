"""Add up batches of transactions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, fields
from itertools import islice
from typing import Any, TypeAlias

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from binlog_kaitai.io.paths import base_name
from binlog_kaitai.model.schema import KINDS, SUMMARY_SCHEMA

MICROSECONDS = 1_000_000
MINUTE = 60

MAX_BUCKETS = 2048
"""Maximum number of intervals of a timeline. If there are more, longer intervals replace them."""

_LONGER = {1: 2, 2: 10, 10: 30, 30: MINUTE}
"""The next length of intervals shorter than a minute, in seconds. From a minute on, it doubles."""

MAX_DRAWN = 50
"""Number of tables with rows per interval: the first ones in the logs."""

TOP = 20
"""Number of the largest, and of the longest, transactions in the result."""

OTHERS = "(others)"

COLUMNS = [
    *("position", "end_position", "timestamp", "commit_timestamp", "server_id", "gtid"),
    *("num_events", "num_bytes", "num_rows", "tables"),
]
"""Fields of a transaction in the result, besides its log."""

_NAMES = pa.dictionary(pa.int64(), pa.string())
_TABLES = pa.list_(pa.struct([("table", _NAMES), ("rows", pa.int64()), ("bytes", pa.int64())]))


FIELDS = pa.schema(
    [
        pa.field("tables", _TABLES) if name == "tables" else SUMMARY_SCHEMA.field(name)
        for name in (*COLUMNS, "first_change", "last_change", "table_kinds", "ddl")
    ]
)
"""Fields to read of transactions, with numbers in place of table names."""


@dataclass
class TableTotal:
    """Changes of a table; `bytes` is the size of its rows events."""

    inserts: int = 0
    updates: int = 0
    deletes: int = 0
    rows: int = 0
    bytes: int = 0
    transactions: int = 0


_COUNTED = [counted.name for counted in fields(TableTotal)]


@dataclass
class Bucket:
    """An interval of a timeline, with the rows of some tables."""

    transactions: int = 0
    rows: int = 0
    bytes: int = 0
    tables: dict[str, int] = field(default_factory=dict)

    def add(self, other: Bucket) -> None:
        """Add another interval."""
        self.transactions += other.transactions
        self.rows += other.rows
        self.bytes += other.bytes
        for table, rows in other.tables.items():
            self.tables[table] = self.tables.get(table, 0) + rows


def interval_name(seconds: int) -> str:
    """Return the length of a timeline's intervals in words, such as `10 seconds` or `minute`."""
    count, unit = (seconds, "second") if seconds < MINUTE else (seconds // MINUTE, "minute")
    return unit if count == 1 else f"{count:,} {unit}s"


class Timeline:
    """Counts per interval: `buckets` by their first second, each of `seconds`.

    Intervals are shorter than a minute only if they cover the whole time range.
    """

    def __init__(self) -> None:
        self.seconds = 1
        self.buckets: dict[int, Bucket] = {}

    def add(self, times: Any, rows: Any, sizes: Any) -> None:
        """Add transactions by arrays of their seconds since 1970, rows and bytes."""
        starts, places = self._places(times)
        counts = np.bincount(places)
        sums = [np.bincount(places, weights=values) for values in (rows, sizes)]
        for at in np.flatnonzero(counts).tolist():
            num_rows, size = (int(values[at]) for values in sums)
            self._bucket(int(starts[at])).add(Bucket(int(counts[at]), num_rows, size))
        self._widen()

    def add_tables(self, times: Any, tables: Any, names: Sequence[str], rows: Any) -> None:
        """Add the rows of tables, each by its index in `names`."""
        starts, places = self._places(times)
        drawn = np.minimum(tables, MAX_DRAWN)
        sums = np.bincount(places * (MAX_DRAWN + 1) + drawn, weights=rows)
        for number in np.flatnonzero(sums).tolist():
            at, table = divmod(number, MAX_DRAWN + 1)
            name = names[table] if table < MAX_DRAWN else OTHERS
            counts = self._bucket(int(starts[at])).tables
            counts[name] = counts.get(name, 0) + int(sums[number])

    def _places(self, times: Any) -> tuple[Any, Any]:
        """Return the intervals, and the index of each time's interval."""
        numbers = times // self.seconds
        first, last = int(numbers.min()), int(numbers.max())
        if last - first <= len(times) + MAX_BUCKETS:
            return np.arange(first, last + 1) * self.seconds, numbers - first
        starts, places = np.unique(numbers, return_inverse=True)
        return starts * self.seconds, places

    def _bucket(self, start: int) -> Bucket:
        bucket = self.buckets.get(start)
        if bucket is None:
            bucket = self.buckets[start] = Bucket()
        return bucket

    def _widen(self) -> None:
        while self._are_too_short():
            self.seconds = _LONGER.get(self.seconds, 2 * self.seconds)
            before, self.buckets = self.buckets, {}
            for start, bucket in before.items():
                self._bucket(start // self.seconds * self.seconds).add(bucket)

    def _are_too_short(self) -> bool:
        if len(self.buckets) > MAX_BUCKETS:
            return True
        length = max(self.buckets) - min(self.buckets)
        return self.seconds < MINUTE and length >= MAX_BUCKETS * self.seconds


RowsAt: TypeAlias = Callable[[Any], list[dict[str, Any]]]
"""Rows of a batch, by an array of their numbers."""


class Top:
    """The rows of batches with the largest values."""

    def __init__(self, count: int = TOP) -> None:
        self.count = count
        self._largest: list[tuple[int, int, dict[str, Any]]] = []
        self._number = 0

    @property
    def rows(self) -> list[dict[str, Any]]:
        """The rows, the largest first, equal rows in their order."""
        return [row for _, _, row in self._largest]

    def takes(self, value: int) -> bool:
        """Return whether a row with this value is among the largest."""
        return len(self._largest) < self.count or value > self._largest[-1][0]

    def add(self, values: Any, rows_at: RowsAt, least: int = 0) -> None:
        """Add the rows whose values are large enough."""
        if len(self._largest) == self.count:
            least = max(least, self._largest[-1][0] + 1)
        chosen = np.flatnonzero(values >= least)
        chosen = chosen[np.argsort(-values[chosen], kind="stable")[: self.count]]
        if len(chosen):
            for value, row in zip(values[chosen].tolist(), rows_at(chosen), strict=True):
                if self.takes(value):
                    self.put(value, row)

    def put(self, value: int, row: dict[str, Any]) -> None:
        """Insert a row, and remove the smallest if there are too many."""
        self._number += 1
        self._largest.append((value, self._number, row))
        self._largest.sort(key=lambda entry: (-entry[0], entry[1]))
        del self._largest[self.count :]


class Totals:
    """Totals of all transactions."""

    def __init__(self) -> None:
        self.transactions = self.rows = self.bytes = self.events = 0
        self.first: int | None = None
        self.last: int | None = None
        self.timeline = Timeline()
        self.biggest = Top()
        self.longest = Top()
        self.deletes = Top()
        self.servers: dict[int, int] = {}
        self._numbers: dict[str, int] = {}
        self._met = pa.array([], pa.string()), np.zeros(0, np.int64)
        self._sums = np.zeros((len(_COUNTED), 64), np.int64)

    @property
    def tables(self) -> dict[str, TableTotal]:
        """The changes of each table."""
        sums = self._sums[:, : len(self._numbers)].T.tolist()  # in the order of names
        return {
            name: TableTotal(*of_table) for name, of_table in zip(self._numbers, sums, strict=True)
        }

    def add(self, batch: pa.RecordBatch, path: str) -> None:
        """Add a batch of a log's transactions, of the schema `FIELDS`."""
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
        report_rows = _ReportRows(batch, path)
        self.biggest.add(rows, report_rows.at)
        self._add_servers(_integers(batch.column("server_id")))
        self._add_lengths(batch, report_rows)
        self._add_tables(batch, times, report_rows)

    def _add_servers(self, servers: Any) -> None:
        distinct = servers[:1] if (servers == servers[0]).all() else np.unique(servers)
        for server in distinct.tolist():
            count = int(np.count_nonzero(servers == server))
            self.servers[server] = self.servers.get(server, 0) + count

    def _add_lengths(self, batch: pa.RecordBatch, report_rows: _ReportRows) -> None:
        """Add the durations from the first change to the commit, or to the last change."""
        commits, firsts, lasts = (
            _integers(batch.column(name))
            for name in ("commit_timestamp", "first_change", "last_change")
        )
        ends = np.where(commits > 0, commits, lasts * MICROSECONDS)
        lengths = np.where(firsts > 0, ends - firsts * MICROSECONDS, 0)

        def rows_at(chosen: Any) -> list[dict[str, Any]]:
            seconds = [length / MICROSECONDS for length in lengths[chosen].tolist()]
            return report_rows.at(chosen, seconds=seconds)

        self.longest.add(lengths, rows_at, MICROSECONDS)

    def _add_tables(self, batch: pa.RecordBatch, times: Any, report_rows: _ReportRows) -> None:
        tables = batch.column("tables")
        flat, kinds = tables.flatten(), batch.column("table_kinds").flatten()
        if not len(flat):
            return
        numbers = flat.field("table").indices.to_numpy()
        counts = np.bincount(numbers)
        present = np.flatnonzero(counts)
        own = self._numbers_of(flat.field("table").dictionary.take(pa.array(present)))
        values = [_integers(kinds.field(name)) for name in KINDS]
        values += [_integers(flat.field(name)) for name in ("rows", "bytes")]
        if len(present) > 1:
            sums: list[Any] = [np.bincount(numbers, column)[present] for column in values]
        else:
            sums = [[column.sum()] for column in values]
        self._sums[:, own] += np.array([*sums, counts[present]]).astype(np.int64)
        own_of = np.zeros(len(counts), np.int64)
        own_of[present] = own
        lengths = pc.list_value_length(tables).fill_null(0).to_numpy()
        *_, deletes, rows, _ = values
        drawn = list(islice(self._numbers, MAX_DRAWN))
        self.timeline.add_tables(np.repeat(times, lengths), own_of[numbers], drawn, rows)
        if deletes.any():
            of_rows = np.repeat(np.arange(len(lengths)), lengths)
            deleted = np.bincount(of_rows, weights=deletes).astype(np.int64)

            def rows_at(chosen: Any) -> list[dict[str, Any]]:
                return report_rows.at(chosen, deleted=deleted[chosen].tolist())

            self.deletes.add(deleted, rows_at, least=1)

    def _numbers_of(self, names: pa.Array) -> Any:
        """Return the column of each table in the sums; add columns for new tables."""
        met, numbers = self._met  # most batches have the tables of the previous batch
        if names.equals(met):
            return numbers
        by_name = self._numbers
        own = [by_name.setdefault(name, len(by_name)) for name in names.to_pylist()]
        missing = len(by_name) - self._sums.shape[1]
        if missing > 0:
            more = np.zeros((len(_COUNTED), max(missing, self._sums.shape[1])), np.int64)
            self._sums = np.concatenate([self._sums, more], axis=1)
        self._met = names, np.array(own)
        return self._met[1]


class _ReportRows:
    """Builds the report rows of transactions in a batch."""

    def __init__(self, batch: pa.RecordBatch, path: str) -> None:
        self._batch = batch.select(COLUMNS)
        self._log = {"file": base_name(path), "path": path}

    def at(self, numbers: Any, **more: list[Any]) -> list[dict[str, Any]]:
        """Build the report rows of some transactions.

        Args:
            numbers: int64 (n,), row numbers in the batch.
            more: additional columns, each a list of n values.
        """
        rows = self._batch.take(pa.array(numbers)).to_pylist()
        for name, values in more.items():
            for row, value in zip(rows, values, strict=True):
                row[name] = value
        return [{**self._log, **row} for row in rows]


def _integers(array: pa.Array) -> Any:
    if pa.types.is_timestamp(array.type):
        array = array.cast(pa.int64())
    if array.null_count:
        array = array.fill_null(0)
    return array.to_numpy(zero_copy_only=False)
