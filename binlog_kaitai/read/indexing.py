"""Make the rows of an archive's index: what a log holds.

It has at most one percent of the bytes of a log or, of a small one, two bytes for each key, up to
1 KiB.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from hashlib import blake2b
from typing import Any, NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from binlog_kaitai.errors import BinlogError
from binlog_kaitai.io.finding import FoundFile, find_files
from binlog_kaitai.io.log_index import IndexFolder, LogIdentity
from binlog_kaitai.io.paths import base_name
from binlog_kaitai.model.changes import STATEMENT
from binlog_kaitai.model.gtid_ranges import GtidRanges
from binlog_kaitai.model.schema import RECORD_FIELDS, arrow_type, column_field
from binlog_kaitai.model.scopes import EVERYTHING
from binlog_kaitai.model.tables import Column, Table
from binlog_kaitai.model.transactions import PREPARED
from binlog_kaitai.read.tables.found import TableRows, WantedTables
from binlog_kaitai.read.tables.readers import TableReaders

_GTIDS = pa.struct([("source", pa.string()), ("first", pa.uint64()), ("last", pa.uint64())])
LOGGER = logging.getLogger(__name__)

SCHEMA = pa.schema(
    [
        ("table", pa.string()),
        ("log", pa.string()),
        ("size", pa.int64()),
        ("modified", pa.int64()),
        ("is_compressed", pa.bool_()),
        ("first", pa.int64()),
        ("last", pa.int64()),
        ("gtids", pa.list_(_GTIDS)),
        ("has_anonymous", pa.bool_()),
        ("statements", pa.int64()),
        ("rows", pa.int64()),
        ("key", pa.list_(pa.string())),
        ("kinds", pa.list_(pa.string())),
        ("is_complete", pa.bool_()),
        ("hashes", pa.int8()),
        ("filter", pa.binary()),
    ]
)
"""Columns of the index. Of a log: `first` and `last`, seconds since 1970 of its changes; their
`gtids`, of each source from the least to the largest, and whether some have none; how many
`statements` it has. Of a table: the number of its `rows`; the fields of its `key`, and their
`kinds`; whether all images have the whole key, and the log has the outcomes of all; the `filter`,
bits of which each key sets as many as there are `hashes`."""

ROW_BYTES = 48  # of a row without its filter, about; the rest of one percent is for filters
LEAST_BYTES = 1024  # of filters of a log, however small, for MAX_BITS of each key
MAX_BITS = 16  # of a key: of 2,000 logs without it, one is read
MIN_BITS = 4
MAX_KEYS = 2**22
"""Keys of a log that memory holds; of the tables with the most, there are no filters."""

_FACTS = ("_timestamp", "_gtid", "_outcome")


class IndexingResult(NamedTuple):
    """How many logs were indexed, and were up to date; those that are damaged, with the errors."""

    added: int
    unchanged: int
    faults: list[BinlogError]


def update_index(files: Sequence[FoundFile]) -> IndexingResult:
    """Bring the index beside logs up to them; a damaged log is left out, so that it is read.

    Args:
        files: all logs of one folder.

    Raises:
        OSError: a log cannot be read, or the index cannot be written.
    """
    index = IndexFolder(files[0].path)
    known = index.identities()
    left = [file for file in files if identity_of(file) not in known]
    readers = TableReaders([file.path for file in left])
    names = {base_name(file.path) for file in files}
    rows: list[dict[str, Any]] = []
    faults: list[BinlogError] = []
    num_bytes = 0
    for file in left:
        try:
            found = list(_rows_of(file, readers))
        except BinlogError as error:
            faults.append(error)
            continue
        rows += found
        num_bytes += sum(len(row.get("filter") or b"") for row in found)
        if num_bytes > HELD:
            index.add(pa.Table.from_pylist(rows, SCHEMA), names)
            rows, num_bytes = [], 0
    if rows:
        index.add(pa.Table.from_pylist(rows, SCHEMA), names)
    return IndexingResult(len(left) - len(faults), len(files) - len(left), faults)


def keep_index(folder: str) -> None:
    """Bring the index in a folder of logs up to them if there is one; warn if that fails."""
    try:
        files = find_files([folder])
        if IndexFolder(files[0].path).size:
            for fault in update_index(files).faults:
                LOGGER.warning("not in the index: %s", fault)
    except (BinlogError, OSError) as error:
        LOGGER.warning("%s: the index is not up to the logs: %s", folder, error)


HELD = 2**25
"""Bytes of filters that are held before they are written."""


def identity_of(file: FoundFile) -> LogIdentity:
    """Return the identity of a log in its folder."""
    return LogIdentity(base_name(file.path), file.size, file.modified)


def kind_of(value_type: pa.DataType) -> str | None:
    """Return how keys of a type are hashed: `int`, `bytes` or not at all."""
    if pa.types.is_integer(value_type):
        return "int"
    is_text = pa.types.is_string(value_type) or pa.types.is_large_string(value_type)
    return "bytes" if is_text or pa.types.is_binary(value_type) else None


def hash_of(texts: Sequence[bytes]) -> int:
    """Return the 64 bits of a key, by its values: of integers, their decimal digits."""
    return int(blake2b(b"\x00".join(texts), digest_size=8).hexdigest(), 16)


def bits_of(hashes: Any, count: int, size: int) -> Iterator[Any]:
    """Yield the numbers of the bits that a hash, or each of an array, sets in a filter.

    They lie at steps that grow: at equal steps, many hashes would set few different bits of a small
    filter (enhanced double hashing).

    Args:
        hashes: 64 bits, an integer or uint64.
        count: the number of bits that each sets.
        size: the number of bits of the filter.
    """
    step = hashes // 2**32
    for number in range(count):
        growth = number * (number**2 - 1) // 6
        yield (hashes % 2**32 + number * step + growth) % size


def _key_columns(table: Table) -> list[Column]:
    """Return the primary key; where the log does not tell it, the first column."""
    columns = table.shown_columns
    return [one for one in columns if one.name in table.primary_key] or list(columns[:1])


def _schema_for(table: Table) -> pa.Schema:
    keys = ((column_field(one.name), arrow_type(one)) for one in _key_columns(table))
    return pa.schema([*(RECORD_FIELDS[name].with_name(name) for name in _FACTS), *keys])


@dataclass
class _Keys:
    """The rows of a table in a log; `hashes` are None where not all keys are hashed alike."""

    key: list[str]
    kinds: list[str | None]
    rows: int = 0
    is_complete: bool = True
    hashes: Any = field(default_factory=lambda: np.empty(0, np.uint64))

    def add(self, batch: pa.RecordBatch, key: list[str], kinds: list[str | None]) -> None:
        """Add rows with columns of the key."""
        self.rows += len(batch)
        if (key, kinds) != (self.key, self.kinds) or None in kinds:
            self.hashes = None
        if self.hashes is None or not len(batch):
            return
        columns = []
        for name, kind in zip(key, kinds, strict=True):
            values = batch.column(name)
            values = values.cast(pa.string()) if kind == "int" else values
            columns.append(values.cast(pa.large_binary()))
        separator = pa.scalar(b"\x00", pa.large_binary())
        joined = pc.binary_join_element_wise(*columns, separator)
        outcomes = pc.fill_null(batch.column("_outcome"), PREPARED)
        has_outcomes = not pc.any(pc.equal(outcomes, PREPARED)).as_py()
        self.is_complete = self.is_complete and not joined.null_count and has_outcomes
        texts = pc.unique(joined.drop_null()).to_pylist()
        own = np.fromiter((hash_of([text]) for text in texts), np.uint64, len(texts))
        self.hashes = np.union1d(self.hashes, own)


def _rows_of(file: FoundFile, readers: TableReaders) -> Iterator[dict[str, Any]]:
    """Yield the rows of a log. Raises BinlogError where it is damaged."""
    tables: dict[str, _Keys] = {}
    gtids, first, last = GtidRanges(), 2**62, 0
    statements, has_anonymous = 0, False
    wanted = WantedTables(lambda _: True, _schema_for)
    for found in readers.reader(file.path, EVERYTHING, wanted).found():
        for each in found:
            batch, lead = each.batch, ""
            if isinstance(each, TableRows):
                lead = "_"
                columns = _key_columns(each.table)
                key = [column_field(column.name) for column in columns]
                kinds = [kind_of(arrow_type(column)) for column in columns]
                keys = tables.setdefault(each.table.full_name, _Keys(key, kinds))
                keys.add(batch, key, kinds)
                _drop_most(tables)
            else:
                statements += len(batch)
                if not pc.all(pc.equal(batch.column("change_type"), STATEMENT)).as_py():
                    found_type = "rows in the format of MySQL before 5.1.16"
                    raise BinlogError(file.path, 0, "rows of tables, for the index", found_type)
            of_changes = batch.column(f"{lead}gtid")
            has_anonymous |= of_changes.null_count > 0
            gtids.add_texts(of_changes.unique())
            times = pc.min_max(batch.column(f"{lead}timestamp").cast(pa.int64())).as_py()
            if len(batch):
                first = min(first, times["min"] // 1_000_000)
                last = max(last, times["max"] // 1_000_000)
    identity = identity_of(file)._asdict()
    yield {
        **identity,
        "is_compressed": file.is_compressed,
        "first": first,
        "last": last,
        "gtids": _hulls(gtids),
        "has_anonymous": has_anonymous,
        "statements": statements,
    }
    total = sum(len(keys.hashes) for keys in tables.values() if keys.hashes is not None)
    num_bytes = max(LEAST_BYTES, file.size / 100 - ROW_BYTES * (1 + len(tables)))
    bits = min(MAX_BITS, 8 * num_bytes / max(total, 1))
    for name, keys in tables.items():
        row = {**identity, "table": name, "rows": keys.rows, "is_complete": keys.is_complete}
        if keys.hashes is not None and len(keys.hashes) and bits >= MIN_BITS:
            row |= {"key": keys.key, "kinds": keys.kinds, **_filter(keys.hashes, bits)}
        yield row


def _hulls(gtids: GtidRanges) -> list[dict[str, Any]]:
    """Return the least and the largest number of each source, named as in a `GtidSet`."""
    hulls: dict[str, dict[str, Any]] = {}
    for name, ranges in gtids.ranges.items():
        source = name[:-1] if name.endswith(":") else name.partition("-")[0]
        hull = hulls.setdefault(source, {"source": source, "first": 2**64 - 1, "last": 0})
        hull["first"] = min(hull["first"], ranges[0][0])
        hull["last"] = max(hull["last"], ranges[-1][1])
    return list(hulls.values())


def _drop_most(tables: dict[str, _Keys]) -> None:
    """Forget the keys of the table with the most of them if memory would hold too many."""
    sizes = {name: len(one.hashes) for name, one in tables.items() if one.hashes is not None}
    if sum(sizes.values()) > MAX_KEYS:
        tables[max(sizes, key=lambda name: sizes[name])].hashes = None


def _filter(hashes: Any, bits: float) -> dict[str, Any]:
    size = max(8, int(bits * len(hashes)))
    count = max(1, round(bits * np.log(2)))
    is_set = np.zeros(size + -size % 8, np.bool_)
    for numbers in bits_of(hashes, count, len(is_set)):
        is_set[numbers] = True
    return {"hashes": count, "filter": np.packbits(is_set, bitorder="little").tobytes()}
