"""Which transactions two sets of logs do not share, and which have other rows."""

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
from binlog_kaitai.read.batches import read_batches
from binlog_kaitai.read.engines import Engine, Engines
from binlog_kaitai.read.scan import Scan
from binlog_kaitai.read.transaction_batches import transaction_batches

MAX_PENDING = 200_000
"""Transactions that wait in memory for the other set's; more wait in a temporary file."""

AT_ONCE = 64
"""Transactions of one set that are read before the other's turn comes."""

_GTIDS = pa.schema([TRANSACTION_SCHEMA.field("gtid")])
_RECORDS = pa.schema(
    [
        RECORD_SCHEMA.field(name)
        for name in ("gtid", "position", "database", "table", "change_type", "data")
    ]
)


@dataclass(frozen=True)
class Digest:
    """What a transaction did: `rows` row images and statements, by a hash of them in order."""

    gtid: str
    path: str
    position: int
    rows: int
    hash: bytes


@dataclass(frozen=True)
class Difference:
    """A transaction of both sets that is not the same; None where a set has no rows of it."""

    gtid: str
    sides: tuple[Digest | None, Digest | None]

    def to_dict(self) -> dict[str, Any]:
        """Return it in JSON's terms."""
        places = [
            None if s is None else {"file": s.path, "position": s.position, "rows": s.rows}
            for s in self.sides
        ]
        return {"gtid": self.gtid, "first": places[0], "second": places[1]}


@dataclass
class Comparison:
    """Two sets of logs: the GTIDs that only one has, and how many transactions both have.

    `unnamed` are the numbers of transactions without GTIDs, which cannot be compared.
    """

    scans: tuple[Scan, Scan]
    engine: Engine = "auto"
    gtids: tuple[GtidRanges, GtidRanges] = field(init=False)
    unnamed: list[int] = field(init=False)

    def __post_init__(self) -> None:
        engines = Engines(self.engine)
        found = [_gtids_of(scan, engines) for scan in self.scans]
        self.gtids = found[0][0], found[1][0]
        self.unnamed = [count for _, count in found]

    @property
    def only_in(self) -> tuple[GtidRanges, GtidRanges]:
        """What is only in the first set, and what is only in the second."""
        first, second = self.gtids
        return first.without(second), second.without(first)

    def differences(self) -> Iterator[Difference]:
        """Yield the transactions of both sets that did other things. Raises BinlogError."""
        only = self.only_in
        engines = Engines(self.engine)
        readers = [
            _digests_of(scan, own, engines) for scan, own in zip(self.scans, only, strict=True)
        ]
        told = GtidRanges()
        with closing(Pending()) as first, closing(Pending()) as second:
            waiting = first, second
            for side, digest in _in_turns(readers):
                other = waiting[1 - side].take(digest.gtid)
                if other is None:
                    waiting[side].put(digest)
                    continue
                told.add_text(digest.gtid)
                if other.hash != digest.hash:
                    yield Difference(digest.gtid, (other, digest) if side else (digest, other))
            for side, left in enumerate(waiting):
                for digest in left.all():
                    if not told.holds(digest.gtid):  # else it is in the set twice
                        yield Difference(digest.gtid, (None, digest) if side else (digest, None))


def _gtids_of(scan: Scan, engines: Engines) -> tuple[GtidRanges, int]:
    gtids, unnamed = GtidRanges(), 0
    for path, scope in scan.scopes():
        for batch in transaction_batches(path, schema=_GTIDS, scope=scope, engine=engines):
            gtids.add_texts(batch.column("gtid"))
            unnamed += batch.column("gtid").null_count
    return gtids, unnamed


def _in_turns(readers: list[Iterator[Digest]]) -> Iterator[tuple[int, Digest]]:
    """Yield what both readers have, some of each at a time."""
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
    """Yield the digests of transactions with changes, but of those that are in one set only."""
    for path, scope in scan.scopes():
        for digest in _digests_in(
            path,
            read_batches(path, is_typed=False, schema=_RECORDS, scope=scope, engine=engines),
        ):
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
    """Return what is compared of rows, one behind the other, and where each ends.

    Of statements, their text and database are compared: the rest is of the session that ran it.
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
    """Digests that wait for those of the other set: in memory, and from a number on in a file."""

    def __init__(self, max_count: int = MAX_PENDING) -> None:
        self.max_count = max_count
        self._found: dict[str, Digest] = {}
        self._file: sqlite3.Connection | None = None

    def put(self, digest: Digest) -> None:
        """Keep a digest."""
        if len(self._found) < self.max_count:
            self._found[digest.gtid] = digest
            return
        if self._file is None:
            self._file = sqlite3.connect("")  # a temporary file, which goes with the connection
            self._file.execute(
                "CREATE TABLE pending (gtid PRIMARY KEY, path, position, rows, hash) WITHOUT ROWID"
            )
        row = digest.gtid, digest.path, digest.position, digest.rows, digest.hash
        self._file.execute("INSERT OR REPLACE INTO pending VALUES (?, ?, ?, ?, ?)", row)

    def take(self, gtid: str) -> Digest | None:
        """Return the digest of a GTID, which waits no more; None where there is none."""
        found = self._found.pop(gtid, None)
        if found is not None or self._file is None:
            return found
        row = self._file.execute("SELECT * FROM pending WHERE gtid = ?", [gtid]).fetchone()
        if row is None:
            return None
        self._file.execute("DELETE FROM pending WHERE gtid = ?", [gtid])
        return Digest(*row)

    def all(self) -> Iterator[Digest]:
        """Yield all that still wait."""
        yield from self._found.values()
        if self._file is not None:
            for row in self._file.execute("SELECT * FROM pending ORDER BY path, position"):
                yield Digest(*row)

    def close(self) -> None:
        """Remove the file, if there is one."""
        if self._file is not None:
            self._file.close()
