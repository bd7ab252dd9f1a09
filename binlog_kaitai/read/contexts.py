"""Which statement of which thread and user changed rows, where the log tells."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Collection, Iterator
from dataclasses import replace

import pyarrow as pa

from binlog_kaitai.errors import BinlogError, Fault
from binlog_kaitai.model.changes import NOTHING, Change, RowContext
from binlog_kaitai.model.row_batches import values_of
from binlog_kaitai.model.scopes import Scope
from binlog_kaitai.model.spans import Span
from binlog_kaitai.read.engines import Engines, seek_of
from binlog_kaitai.tree.engine import context_batches
from binlog_kaitai.tree.log.reader import read_log
from binlog_kaitai.tree.transactions.contexts import ContextReader, Since

Identity = tuple[int, int]


def contexts_of(file: str, scope: Scope, engines: Engines) -> Iterator[pa.RecordBatch]:
    """Yield the contexts of a scope's span, as `SINCE_SCHEMA` has them, as far as they can be read.

    Damage that a lenient scope passes over leaves nothing known up to the next transaction.
    """
    asked = Scope(
        span=scope.span, is_lenient=scope.is_lenient, verify_checksums=scope.verify_checksums
    )
    if scope.is_lenient:  # kernels do not look at all that may be damaged
        found = context_batches(file, asked, seek_of(asked, file))
    else:
        found = engines.engine_for([file], "contexts").context_batches(file, asked)
    try:
        for batch in found:
            if isinstance(batch, Fault):
                continue
            if scope.redaction is not None:  # statements hold values
                at = batch.schema.get_field_index("statement")
                nothing = pa.nulls(batch.num_rows, pa.string())
                batch = batch.set_column(at, batch.schema.field(at), nothing)  # noqa: PLW2901
            yield batch
    except BinlogError:
        return  # who reads the rows is told


def with_contexts(
    changes: Iterator[Change], file: str, scope: Scope, engines: Engines
) -> Iterator[Change]:
    """Yield the changes of a file, in its order, with what changed them."""
    coming = _each(
        contexts_of(file, replace(scope, is_lenient=False, verify_checksums=False), engines)
    )
    context, behind = NOTHING, next(coming, None)
    for change in changes:
        while behind is not None and behind.place <= (change.position, change.ordinal):
            context, behind = behind.context, next(coming, None)
        yield replace(change, context=context)


def _each(batches: Iterator[pa.RecordBatch]) -> Iterator[Since]:
    for batch in batches:
        for position, ordinal, *told in values_of(batch):
            yield Since((position, ordinal), RowContext(*told))


def contexts_in(
    file: str, start: int, places: Collection[Identity], asked: Scope
) -> dict[Identity, RowContext]:
    """Return the contexts of rows of the transaction that begins at a byte offset.

    Rows are asked for by their positions and ordinals. Values of rows are not looked at; where
    these are redacted, there are no statements. Raises BinlogError.
    """
    reader = ContextReader(file, verifies=False)
    scope = Scope(span=Span(start, start + 1, has_parts_before=True))
    events = read_log(file, scope.span, seek_of(scope, file))
    last = max(places)
    known = [Since((0, 0), NOTHING)]
    for since in reader.take(event for event in events):
        if since.place > last:
            break
        if asked.redaction is not None:
            since = since._replace(context=replace(since.context, statement=None))  # noqa: PLW2901
        known.append(since)
    starts = [since.place for since in known]
    return {place: known[bisect_right(starts, place) - 1].context for place in places}
