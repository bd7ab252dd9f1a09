"""Compare two sets of logs: transactions of only one set, and transactions with other rows."""

from __future__ import annotations

import hashlib
import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from binlog_kaitai.model.changes import STATEMENT
from binlog_kaitai.model.gtid_ranges import GtidRanges
from binlog_kaitai.model.schema import RECORD_SCHEMA, TRANSACTION_SCHEMA
from binlog_kaitai.model.scopes import Scope
from binlog_kaitai.read.batches import read_batches
from binlog_kaitai.read.engines import Engine, Engines
from binlog_kaitai.read.scans import Scan
from binlog_kaitai.read.views import transaction_batches

MAX_PENDING = 200_000
"""Maximum number of unmatched transactions in memory; others are in a temporary file."""

AT_ONCE = 64
"""Number of transactions that are read from one set before the other set is read."""

_GTIDS = pa.schema([TRANSACTION_SCHEMA.field("gtid")])
_RECORDS = pa.schema(
    [
        RECORD_SCHEMA.field(name)
        for name in ("gtid", "position", "database", "table", "change_type", "data")
    ]
)


@dataclass(frozen=True)
class Digest:
    """Digest of a transaction: a hash of its `rows` row images and statements, in order."""

    gtid: str
    path: str
    position: int
    rows: int
    hash: bytes


@dataclass(frozen=True)
class Difference:
    """A transaction that differs between the sets; None for a set without rows of it."""

    gtid: str
    sides: tuple[Digest | None, Digest | None]

    def to_dict(self) -> dict[str, Any]:
        """Return it as JSON-compatible values."""
        places = [
            None if s is None else {"file": s.path, "position": s.position, "rows": s.rows}
            for s in self.sides
        ]
        return {"gtid": self.gtid, "first": places[0], "second": places[1]}


@dataclass(repr=False)
class Comparison:
    """Comparison of two sets of logs by GTID.

    `unnamed` are the numbers of transactions without GTIDs, which cannot be compared.
    """

    scans: tuple[Scan, Scan]
    engine: Engine = "auto"
    gtids: tuple[GtidRanges, GtidRanges] = field(init=False)
    unnamed: list[int] = field(init=False)

    def __post_init__(self) -> None:
        engines = Engines(self.engine)
        counted = [_gtids_of(scan, engines) for scan in self.scans]
        self.gtids = counted[0][0], counted[1][0]
        self.unnamed = [count for _, count in counted]

    def __repr__(self) -> str:
        first, second = (str(gtids) or "none" for gtids in self.only_in)
        return f"<Comparison: GTIDs only in the first set: {first}, only in the second: {second}>"

    @property
    def only_in(self) -> tuple[GtidRanges, GtidRanges]:
        """The GTIDs that only the first set has, and those that only the second has."""
        first, second = self.gtids
        return first.without(second), second.without(first)

    def differences(self) -> Iterator[Difference]:
        """Yield the transactions of both sets with other rows or statements. Raises BinlogError."""
        only = self.only_in
        engines = Engines(self.engine)
        readers = [
            _digests_of(scan, own, engines) for scan, own in zip(self.scans, only, strict=True)
        ]
        matched = GtidRanges()
        with closing(Pending()) as first, closing(Pending()) as second:
            waiting = first, second
            for side, digest in _in_turns(readers):
                other = waiting[1 - side].take(digest.gtid)
                if other is None:
                    waiting[side].put(digest)
                    continue
                matched.add_text(digest.gtid)
                if other.hash != digest.hash:
                    yield Difference(digest.gtid, (other, digest) if side else (digest, other))
            for side, pending in enumerate(waiting):
                for digest in pending.all():
                    if not matched.holds(digest.gtid):  # else it is in the set twice
                        yield Difference(digest.gtid, (None, digest) if side else (digest, None))


def _gtids_of(scan: Scan, engines: Engines) -> tuple[GtidRanges, int]:
    gtids, unnamed = GtidRanges(), 0

    def read(path: str, scope: Scope) -> Iterator[pa.RecordBatch]:
        return transaction_batches(path, schema=_GTIDS, scope=scope, engine=engines)

    for _, batches in scan.each_log(read):
        for batch in batches:
            gtids.add_texts(batch.column("gtid"))
            unnamed += batch.column("gtid").null_count
    return gtids, unnamed


def _in_turns(readers: list[Iterator[Digest]]) -> Iterator[tuple[int, Digest]]:
    """Yield the digests of both readers, `AT_ONCE` of each in turn."""
    left = dict(enumerate(readers))
    while left:
        for side, reader in list(left.items()):
            for _ in range(AT_ONCE):
                digest = next(reader, None)
                if digest is None:
                    del left[side]
                    break
                yield side, digest


def _digests_of(scan: Scan, only: GtidRanges, engines: Engines) -> Iterator[Digest]:
    """Yield the digests of transactions with changes, except those in only one set."""

    def read(path: str, scope: Scope) -> Iterator[pa.RecordBatch]:
        return read_batches(path, is_typed=False, schema=_RECORDS, scope=scope, engine=engines)

    for log, batches in scan.each_log(read):
        for digest in _digests_in(log.path, batches):
            if not (only and only.holds(digest.gtid)):
                yield digest


def _digests_in(path: str, batches: Iterator[pa.RecordBatch]) -> Iterator[Digest]:
    gtid: str | None = None
    position = rows = 0
    digest = hashlib.blake2b(digest_size=16)
    for batch in batches:
        runs = pc.run_end_encode(batch.column("gtid"))
        texts, ends = _texts_of(batch)
        positions = batch.column("position")
        start = 0
        for name, end in zip(runs.values.to_pylist(), runs.run_ends.to_pylist(), strict=True):
            if name != gtid:
                if gtid is not None:
                    yield Digest(gtid, path, position, rows, digest.digest())
                gtid, rows, position = name, 0, positions[start].as_py()
                digest = hashlib.blake2b(digest_size=16)
            digest.update(texts[ends[start] : ends[end]])
            rows += end - start
            start = end
    if gtid is not None:
        yield Digest(gtid, path, position, rows, digest.digest())


def _texts_of(batch: pa.RecordBatch) -> tuple[memoryview, Any]:
    """Return the compared texts of rows, concatenated, and their end offsets.

    Only the text and database of a statement are compared, not the settings of its session.
    """
    data, kinds = batch.column("data"), batch.column("change_type")
    are_statements = pc.equal(kinds, STATEMENT)
    if pc.any(are_statements).as_py():
        statements = [
            json.loads(text)["statement"] for text in data.filter(are_statements).to_pylist()
        ]
        data = pc.replace_with_mask(data, are_statements, pa.array(statements, pa.string()))
    parts = [
        pc.cast(array, pa.large_string()).fill_null("")
        for array in (batch.column("database"), batch.column("table"), kinds, data)
    ]
    end, separator = (pa.scalar(text, pa.large_string()) for text in ("\n", "\0"))
    joined = pc.binary_join_element_wise(*parts, end, separator)
    ends = np.concatenate([[0], np.cumsum(pc.binary_length(joined).to_numpy())])
    return memoryview(joined.buffers()[2] or b""), ends


class Pending:
    """Digests without a match in the other set: up to `max_count` in memory, others in a file."""

    def __init__(self, max_count: int = MAX_PENDING) -> None:
        self.max_count = max_count
        self._digests: dict[str, Digest] = {}
        self._file: sqlite3.Connection | None = None

    def put(self, digest: Digest) -> None:
        """Add a digest."""
        if len(self._digests) < self.max_count:
            self._digests[digest.gtid] = digest
            return
        if self._file is None:
            self._file = sqlite3.connect("")  # a temporary file, which goes with the connection
            self._file.execute(
                "CREATE TABLE pending (gtid PRIMARY KEY, path, position, rows, hash) WITHOUT ROWID"
            )
        row = digest.gtid, digest.path, digest.position, digest.rows, digest.hash
        self._file.execute("INSERT OR REPLACE INTO pending VALUES (?, ?, ?, ?, ?)", row)

    def take(self, gtid: str) -> Digest | None:
        """Remove the digest of a GTID and return it; None if there is none."""
        digest = self._digests.pop(gtid, None)
        if digest is not None or self._file is None:
            return digest
        row = self._file.execute("SELECT * FROM pending WHERE gtid = ?", [gtid]).fetchone()
        if row is None:
            return None
        self._file.execute("DELETE FROM pending WHERE gtid = ?", [gtid])
        return Digest(*row)

    def all(self) -> Iterator[Digest]:
        """Yield all remaining digests."""
        yield from self._digests.values()
        if self._file is not None:
            for row in self._file.execute("SELECT * FROM pending ORDER BY path, position"):
                yield Digest(*row)

    def close(self) -> None:
        """Remove the file, if there is one."""
        if self._file is not None:
            self._file.close()
