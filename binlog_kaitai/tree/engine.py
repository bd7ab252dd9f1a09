"""The tree engine, as `binlog_kaitai.read` asks for it: one event at a time."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from operator import itemgetter
from typing import cast

import pyarrow as pa

from binlog_kaitai.errors import Fault
from binlog_kaitai.io.paths import base_name
from binlog_kaitai.model.changes import Change
from binlog_kaitai.model.framings import Framing
from binlog_kaitai.model.layouts import RowFormat
from binlog_kaitai.model.row_batches import Row, batches_of_rows
from binlog_kaitai.model.schema import KINDS, SINCE_SCHEMA, SUMMARY_SCHEMA
from binlog_kaitai.model.scopes import Scope
from binlog_kaitai.model.spans import Span
from binlog_kaitai.model.tables import Table
from binlog_kaitai.model.transactions import Summary
from binlog_kaitai.tree.changes import read_changes
from binlog_kaitai.tree.events import batches as events
from binlog_kaitai.tree.log.reader import EachEvent, follow, nothing
from binlog_kaitai.tree.log.seek import FROM_HEAD, Seek
from binlog_kaitai.tree.output.batches import batches_of_changes
from binlog_kaitai.tree.packets.memory import PacketMemory
from binlog_kaitai.tree.packets.reader import STREAM, PacketReader
from binlog_kaitai.tree.transactions.contexts import ContextReader
from binlog_kaitai.tree.transactions.summaries import read_transactions

MICROSECONDS = 1_000_000

_PLACE = ("position", "ordinal")


def change_batches(
    file: str,
    scope: Scope,
    form: RowFormat,
    threads: int = 1,  # noqa: ARG001 - Python runs in one at a time
    each_event: EachEvent = nothing,
) -> Iterator[pa.RecordBatch | Fault]:
    """Yield the changes of a file as `binlog_kaitai.read.batches.read_batches` says."""
    for kind, found in itertools.groupby(read_changes(file, scope, each_event), key=type):
        if kind is Fault:
            yield from cast("Iterator[Fault]", found)
            continue
        changes = cast("Iterator[Change]", found)
        yield from batches_of_changes(file, changes, form)


def pack_batches(
    files: Sequence[str], scope: Scope, form: RowFormat, *, are_events: bool = False
) -> Iterator[str]:
    """Leave each file to be read alone."""
    del scope, form, are_events
    return iter(files)


def transaction_batches(
    file: str, scope: Scope, schema: pa.Schema, each_event: EachEvent = nothing
) -> Iterator[pa.RecordBatch | Fault]:
    """Yield the transactions of a file, of the schema's fields."""
    rows = (
        found if isinstance(found, Fault) else _row(file, found)
        for found in read_transactions(file, scope, each_event)
    )
    return batches_of_rows(file, rows, SUMMARY_SCHEMA, schema)


def context_batches(
    file: str, scope: Scope, seek: Seek = FROM_HEAD, each_event: EachEvent = nothing
) -> Iterator[pa.RecordBatch | Fault]:
    """Yield what changed the rows of a file, as `SINCE_SCHEMA` has it, and its faults."""
    reader = ContextReader(file, verifies=scope.verify_checksums)
    takes = (reader.take, reader.forget)
    rows = (
        found
        if isinstance(found, Fault)
        else dict(zip(_PLACE, found.place, strict=True)) | asdict(found.context)
        for found in follow(file, scope, *takes, seek=seek, each_event=each_event)
    )
    return batches_of_rows(file, rows, SINCE_SCHEMA, SINCE_SCHEMA)


def event_batches(
    file: str, scope: Scope, schema: pa.Schema, each_event: EachEvent = nothing
) -> Iterator[pa.RecordBatch | Fault]:
    """Yield the events of a file, of the schema's fields."""
    return events.event_batches(file, scope, schema, each_event)


def described_tables(file: str, scope: Scope) -> Iterator[tuple[Table, int]]:
    """Yield the table of each row image, and the byte offset of its event."""
    for change in read_changes(file, scope):
        if isinstance(change, Change) and change.table is not None:
            yield change.table, change.position


def parts_from_end(file: str) -> Iterator[tuple[str, Span]]:
    """Yield the parts of a file in which its last rows are looked for: all of it."""
    yield file, Span()


def last_table_inside(file: str, scope: Scope) -> tuple[Table, int] | None:
    """Find the last table map in a part that a transaction goes through; there are no parts."""
    del file, scope
    return None


class PacketStream:
    """Reads packets by the classes."""

    def __init__(self, framing: Framing, scope: Scope, form: RowFormat) -> None:
        self.packets = PacketReader(framing, scope)
        self.form = form

    @property
    def memory(self) -> PacketMemory:
        """All that the packets so far have left."""
        return self.packets.memory

    def resume(self, memory: PacketMemory) -> None:
        """Go on where the same packets, which have left this memory, were."""
        self.packets.resume(memory)

    def batches(self, packets: pa.Array) -> Iterator[tuple[str | None, pa.RecordBatch]]:
        """Yield the changes in the packets that come next, each batch with its log's name."""
        changes = self.packets.changes(packet.as_py() for packet in packets)
        for file, group in itertools.groupby(changes, key=itemgetter(0)):
            of_file = map(itemgetter(1), group)
            for batch in batches_of_changes(file or STREAM, of_file, self.form):
                yield file, batch


def _row(file: str, summary: Summary) -> Row:
    transaction = summary.group.transaction
    return {
        "file": base_name(file),
        "position": summary.position,
        "end_position": summary.end_position,
        "timestamp": summary.timestamp * MICROSECONDS,
        "commit_timestamp": transaction.commit_timestamp,
        "server_id": summary.server_id,
        "gtid": transaction.gtid,
        "outcome": summary.group.outcome,
        "xid": transaction.xid,
        "kind": summary.kind,
        "ended_by": summary.group.ended_by,
        "num_events": summary.num_events,
        "num_bytes": summary.num_bytes,
        "num_rows": summary.num_rows,
        "tables": [
            {"table": name, "rows": share.rows, "bytes": share.bytes}
            for name, share in summary.tables.items()
        ],
        "first_change": summary.first_change,
        "last_change": summary.last_change,
        "xid_number": summary.group.xid_number,
        "table_kinds": [
            {kind: getattr(share, kind) for kind in KINDS} for share in summary.tables.values()
        ],
        "ddl": [asdict(ddl) for ddl in summary.ddl],
    }
