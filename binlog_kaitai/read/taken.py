"""Which transactions logs hold, as servers are told it."""

from __future__ import annotations

from dataclasses import replace

import pyarrow as pa

from binlog_kaitai.model.gtid_ranges import GtidRanges, ranges_before
from binlog_kaitai.model.schema import TRANSACTION_SCHEMA
from binlog_kaitai.model.scopes import Scope
from binlog_kaitai.model.spans import WHOLE, Span
from binlog_kaitai.read.engines import Engines
from binlog_kaitai.read.outline import beginning_of
from binlog_kaitai.read.views import transaction_batches

_UNCHECKED = Scope(verify_checksums=False)

_GTIDS = pa.schema([TRANSACTION_SCHEMA.field("gtid")])


def taken_before(file: str) -> GtidRanges | None:
    """Return the transactions that a log lists as those before it; None where it lists none.

    Raises BinlogError, OSError.
    """
    previous = beginning_of(file).previous
    return None if previous is None else ranges_before(previous)


def take(taken: GtidRanges, file: str, span: Span = WHOLE) -> bool:
    """Add the transactions in a part of a log; return False where one has no GTID.

    Raises BinlogError, OSError.
    """
    scope = replace(_UNCHECKED, span=span)
    for batch in transaction_batches(file, schema=_GTIDS, scope=scope, engine=Engines("auto")):
        gtids = batch.column("gtid")
        if gtids.null_count:
            return False
        taken.add_texts(gtids)
    return True


def taken_in(file: str) -> GtidRanges | None:
    """Return the transactions that a log has, and those before it; None where one has no GTID.

    Raises as `take`.
    """
    taken = taken_before(file)
    return taken if taken is not None and take(taken, file) else None


def is_bare(file: str) -> bool:
    """Return whether a log has no transactions, and does not list those before it.

    Raises BinlogError, OSError.
    """
    if taken_before(file) is not None:
        return False
    batches = transaction_batches(file, schema=_GTIDS, scope=_UNCHECKED, engine=Engines("auto"))
    return not any(map(len, batches))


def known_after(file: str, known: str) -> str | None:
    """Return, as servers are told it, what a log has, and what was known. Raises as `take`."""
    taken = taken_in(file)
    if taken is not None and known:
        taken.add_ranges(GtidRanges.of(known))
    return None if taken is None else taken.position()
