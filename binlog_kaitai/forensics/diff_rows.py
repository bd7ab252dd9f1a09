"""Compare the rows of a transaction that both sets of logs contain."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from difflib import SequenceMatcher
from itertools import islice, zip_longest
from typing import Any, NamedTuple

import pyarrow as pa

from binlog_kaitai.forensics.diff import Difference, Digest
from binlog_kaitai.forensics.places import by_transaction
from binlog_kaitai.model.changes import STATEMENT
from binlog_kaitai.model.row_batches import values_of
from binlog_kaitai.model.schema import RECORD_SCHEMA
from binlog_kaitai.model.scopes import Scope
from binlog_kaitai.model.spans import Span
from binlog_kaitai.read.batches import read_batches
from binlog_kaitai.read.engines import Engine, Engines
from binlog_kaitai.read.scans import Scan

MAX_ROWS = 1000
"""Maximum number of rows of each side to compare, from the first difference on."""

_ROW = pa.schema(
    [RECORD_SCHEMA.field(name) for name in ("gtid", "database", "table", "change_type", "data")]
)


class Row(NamedTuple):
    """A row image, or a statement whose text is `data`."""

    database: str
    table: str | None
    change_type: str
    data: Any


@dataclass(frozen=True)
class RowsThatDiffer:
    """The rows that only one of the two sets has; `is_all` if the lists are complete."""

    only_in: tuple[list[Row], list[Row]]
    is_all: bool

    def to_dict(self) -> dict[str, Any]:
        """Return it as JSON-compatible values."""
        first, second = ([row._asdict() for row in rows] for rows in self.only_in)
        return {"only_in_first": first, "only_in_second": second, "is_all": self.is_all}


def rows_that_differ(
    differences: Sequence[Difference], scans: Sequence[Scan], engine: Engine = "auto"
) -> Iterator[RowsThatDiffer]:
    """Yield the differing rows of each transaction. Raises BinlogError, OSError.

    Args:
        differences: the transactions.
        scans: the two sets of logs.
        engine: the engine that reads.
    """
    engines = Engines(engine)
    starts = _starts((digest for one in differences for digest in one.sides if digest), engines)
    for difference in differences:
        first, second = (
            _rows_of(digest, starts, engines, scan.only_definitions)
            for digest, scan in zip(difference.sides, scans, strict=True)
        )
        yield _compared(first, second)


def _starts(digests: Iterable[Digest], engines: Engines) -> dict[tuple[str, int], int]:
    """Return the starts of transactions by the file and position of their first rows."""
    positions = defaultdict(set)
    for digest in digests:
        positions[digest.path].add((digest.position, 0))
    return {
        (path, position): start
        for path, places in positions.items()
        for start, identities in by_transaction(path, places, engines).items()
        for position, _ in identities
    }


def _rows_of(
    digest: Digest | None, starts: dict[tuple[str, int], int], engines: Engines, definitions: Scope
) -> Iterator[Row]:
    if digest is None:
        return
    start = starts[digest.path, digest.position]
    span = Span(start, start + 1, has_parts_before=True)
    scope = replace(definitions, span=span, verify_checksums=False)  # compared before
    for batch in read_batches(
        digest.path, is_typed=False, schema=_ROW, scope=scope, engine=engines
    ):
        for gtid, *row in values_of(batch):
            if gtid == digest.gtid:
                yield _shown(Row(*row))


def _shown(row: Row) -> Row:
    if row.change_type != STATEMENT:
        return row
    return row._replace(data=json.loads(row.data)["statement"])


def _compared(first: Iterator[Row], second: Iterator[Row]) -> RowsThatDiffer:
    rows: list[list[Row]] = [[], []]
    for pair in zip_longest(first, second):
        if pair[0] != pair[1]:
            rows = [[] if row is None else [row] for row in pair]
            break
    for side, others in enumerate((first, second)):
        rows[side] += islice(others, MAX_ROWS - len(rows[side]))
    is_all = all(next(others, None) is None for others in (first, second))
    only: tuple[list[Row], list[Row]] = ([], [])
    matcher = SequenceMatcher(None, rows[0], rows[1], autojunk=False)
    for kind, start, end, other_start, other_end in matcher.get_opcodes():
        if kind != "equal":
            only[0].extend(rows[0][start:end])
            only[1].extend(rows[1][other_start:other_end])
    return RowsThatDiffer(only, is_all)
