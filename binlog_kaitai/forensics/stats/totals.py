"""Adds up transactions, as batches of them come."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, fields
from itertools import islice
from typing import Any, TypeAlias

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from binlog_kaitai.model.schema import KINDS, SUMMARY_SCHEMA

MICROSECONDS = 1_000_000
MINUTE = 60

MAX_BUCKETS = 2048
"""Intervals of a timeline at most. Longer intervals replace them if there are more."""

_LONGER = {1: 2, 2: 10, 10: 30, 30: MINUTE}
"""The next length of intervals shorter than a minute, in seconds. From a minute on, it doubles."""

MAX_DRAWN = 50
"""Tables whose rows are told for each part of the time: those that are met first."""

TOP = 20
"""Transactions that are told of the biggest, and of the longest."""

OTHERS = "(others)"

COLUMNS = [
    *("position", "end_position", "timestamp", "commit_timestamp", "server_id", "gtid"),
    *("num_events", "num_bytes", "num_rows", "tables"),
]
"""What is told of a transaction, beside its file."""

_NAMES = pa.dictionary(pa.int64(), pa.string())
_TABLES = pa.list_(pa.struct([("table", _NAMES), ("rows", pa.int64()), ("bytes", pa.int64())]))


FIELDS = pa.schema(
    [
        pa.field("tables", _TABLES) if name == "tables" else SUMMARY_SCHEMA.field(name)
        for name in (*COLUMNS, "first_change", "last_change", "table_kinds", "ddl")
    ]
)
"""What is asked of transactions, with numbers in place of the names of tables."""


@dataclass
class TableTotal:
    """What was done to a table; `bytes` is the size of the events that hold its rows."""

    inserts: int = 0
    updates: int = 0
    deletes: int = 0
    rows: int = 0
    bytes: int = 0
    transactions: int = 0


_COUNTED = [counted.name for counted in fields(TableTotal)]


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


def interval_name(seconds: int) -> str:
    """Return the length of a timeline's intervals in words, such as `10 seconds` or `minute`."""
    count, unit = (seconds, "second") if seconds < MINUTE else (seconds // MINUTE, "minute")
    return unit if count == 1 else f"{count:,} {unit}s"


class Timeline:
    """Counts per interval: `buckets` by the second that they begin with, each of `seconds`.

    Intervals are shorter than a minute only if so many cover the whole time.
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
        """Add the rows of tables, each by its number among names, which are in order."""
        starts, places = self._places(times)
        drawn = np.minimum(tables, MAX_DRAWN)
        sums = np.bincount(places * (MAX_DRAWN + 1) + drawn, weights=rows)
        for number in np.flatnonzero(sums).tolist():
            at, table = divmod(number, MAX_DRAWN + 1)
            name = names[table] if table < MAX_DRAWN else OTHERS
            counts = self._bucket(int(starts[at])).tables
            counts[name] = counts.get(name, 0) + int(sums[number])

    def _places(self, times: Any) -> tuple[Any, Any]:
        """Return parts of the time, and which of them each time is in."""
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

    def add(self, values: Any, rows_at: RowsAt, least: int = 0) -> None:
        """Add rows by their values, those whose value is large enough."""
        if len(self._found) == self.count:
            least = max(least, self._found[-1][0] + 1)
        chosen = np.flatnonzero(values >= least)
        chosen = chosen[np.argsort(-values[chosen], kind="stable")[: self.count]]
        if len(chosen):
            for value, row in zip(values[chosen].tolist(), rows_at(chosen), strict=True):
                if self.takes(value):
                    self.put(value, row)

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
        """What was done to each table."""
        sums = self._sums[:, : len(self._numbers)].T.tolist()  # names are in their numbers' order
        return {
            name: TableTotal(*of_table) for name, of_table in zip(self._numbers, sums, strict=True)
        }

    def add(self, batch: pa.RecordBatch, file: str) -> None:
        """Add a batch of a file's transactions, of the schema `FIELDS`."""
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
        told = _Told(batch, file)
        self.biggest.add(rows, told.at)
        self._add_servers(_integers(batch.column("server_id")))
        self._add_lengths(batch, told)
        self._add_tables(batch, times, told)

    def _add_servers(self, servers: Any) -> None:
        found = servers[:1] if (servers == servers[0]).all() else np.unique(servers)
        for server in found.tolist():
            count = int(np.count_nonzero(servers == server))
            self.servers[server] = self.servers.get(server, 0) + count

    def _add_lengths(self, batch: pa.RecordBatch, told: _Told) -> None:
        """Note how long it took from the first row or statement until the commit or the last."""
        commits, firsts, lasts = (
            _integers(batch.column(name))
            for name in ("commit_timestamp", "first_change", "last_change")
        )
        ends = np.where(commits > 0, commits, lasts * MICROSECONDS)
        lengths = np.where(firsts > 0, ends - firsts * MICROSECONDS, 0)

        def rows_at(chosen: Any) -> list[dict[str, Any]]:
            seconds = [length / MICROSECONDS for length in lengths[chosen].tolist()]
            return told.at(chosen, seconds=seconds)

        self.longest.add(lengths, rows_at, MICROSECONDS)

    def _add_tables(self, batch: pa.RecordBatch, times: Any, told: _Told) -> None:
        tables = batch.column("tables")
        flat, kinds = tables.flatten(), batch.column("table_kinds").flatten()
        if not len(flat):
            return
        numbers = flat.field("table").indices.to_numpy()
        counts = np.bincount(numbers)
        found = np.flatnonzero(counts)
        own = self._numbers_of(flat.field("table").dictionary.take(pa.array(found)))
        values = [_integers(kinds.field(name)) for name in KINDS]
        values += [_integers(flat.field(name)) for name in ("rows", "bytes")]
        if len(found) > 1:
            sums: list[Any] = [np.bincount(numbers, column)[found] for column in values]
        else:
            sums = [[column.sum()] for column in values]
        self._sums[:, own] += np.array([*sums, counts[found]]).astype(np.int64)
        own_of = np.zeros(len(counts), np.int64)
        own_of[found] = own
        lengths = pc.list_value_length(tables).fill_null(0).to_numpy()
        *_, deletes, rows, _ = values
        drawn = list(islice(self._numbers, MAX_DRAWN))
        self.timeline.add_tables(np.repeat(times, lengths), own_of[numbers], drawn, rows)
        if deletes.any():
            of_rows = np.repeat(np.arange(len(lengths)), lengths)
            deleted = np.bincount(of_rows, weights=deletes).astype(np.int64)

            def rows_at(chosen: Any) -> list[dict[str, Any]]:
                return told.at(chosen, deleted=deleted[chosen].tolist())

            self.deletes.add(deleted, rows_at, least=1)

    def _numbers_of(self, names: pa.Array) -> Any:
        """Return which column of the sums each table has; new ones have new ones."""
        met, numbers = self._met  # as a rule a batch has the tables of the one before
        if names.equals(met):
            return numbers
        known = self._numbers
        own = [known.setdefault(name, len(known)) for name in names.to_pylist()]
        missing = len(known) - self._sums.shape[1]
        if missing > 0:
            more = np.zeros((len(_COUNTED), max(missing, self._sums.shape[1])), np.int64)
            self._sums = np.concatenate([self._sums, more], axis=1)
        self._met = names, np.array(own)
        return self._met[1]


class _Told:
    """The rows of a batch, as they are told of some."""

    def __init__(self, batch: pa.RecordBatch, file: str) -> None:
        self._batch = batch.select(COLUMNS)
        self._file = file

    def at(self, numbers: Any, **more: list[Any]) -> list[dict[str, Any]]:
        """Return what is told of transactions by their numbers, and `more` of each of them."""
        rows = self._batch.take(pa.array(numbers)).to_pylist()
        for name, values in more.items():
            for row, value in zip(rows, values, strict=True):
                row[name] = value
        return [{"file": self._file, **row} for row in rows]


def _integers(array: pa.Array) -> Any:
    if pa.types.is_timestamp(array.type):
        array = array.cast(pa.int64())
    if array.null_count:
        array = array.fill_null(0)
    return array.to_numpy(zero_copy_only=False)
