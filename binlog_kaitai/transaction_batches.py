"""The transactions of a log as Arrow record batches, a row a transaction."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import replace

import pyarrow as pa

from binlog_kaitai.batches import Engine
from binlog_kaitai.faults import FaultRows
from binlog_kaitai.lenience import Fault
from binlog_kaitai.places import base_name
from binlog_kaitai.row_batches import Row, batches_of_rows
from binlog_kaitai.schema import INSTANT
from binlog_kaitai.scopes import EVERYTHING, Scope
from binlog_kaitai.sources import logs_of
from binlog_kaitai.summaries import Summary, read_transactions

MICROSECONDS = 1_000_000

TABLES = pa.list_(pa.struct([("table", pa.string()), ("rows", pa.int64()), ("bytes", pa.int64())]))

TRANSACTION_SCHEMA = pa.schema(
    [
        ("file", pa.string()),
        ("position", pa.int64()),
        ("end_position", pa.int64()),
        ("timestamp", INSTANT),
        ("commit_timestamp", INSTANT),
        ("server_id", pa.int64()),
        ("gtid", pa.string()),
        ("outcome", pa.string()),
        ("xid", pa.string()),
        ("kind", pa.string()),
        ("ended_by", pa.string()),
        ("num_events", pa.int64()),
        ("num_bytes", pa.int64()),
        ("num_rows", pa.int64()),
        ("tables", TABLES),
    ]
)


def transaction_batches(  # noqa: PLR0913
    path: str | os.PathLike[str],
    *,
    schema: pa.Schema = TRANSACTION_SCHEMA,
    scope: Scope = EVERYTHING,
    verify_checksums: bool = True,
    fault_field: str | None = None,
    engine: Engine = "kernels",
) -> Iterator[pa.RecordBatch]:
    """Yields the transactions of a binary log file, or of those that an `.index` file lists.

    The fields are those of `binlog_kaitai.summaries.Summary`, its group and that one's transaction,
    with the base name of the `file`; `tables` are in the order of their first rows. `schema` asks
    for some of the fields, and other types that theirs cast to.

    `scope` asks for less: a part of each file, times, transactions; not for tables. Where it is
    lenient, what is damaged is passed over, and told in `fault_field` as by
    `binlog_kaitai.batches.read_batches`. Else raises BinlogError, after the batches before.

    Without `verify_checksums`, events are read whose checksums are wrong.

    `engine` is `kernels` or `tree`, as there; both give the same, if in other pieces.
    """
    verify_checksums = verify_checksums and scope.verify_checksums
    scope = replace(scope, verify_checksums=verify_checksums)
    read = _tree_batches if engine == "tree" else _kernel_batches
    for file in logs_of(path):
        faults = FaultRows(file, schema, fault_field)
        yield from faults.among(read(file, scope, faults.others))


def _tree_batches(file: str, scope: Scope, schema: pa.Schema) -> Iterator[pa.RecordBatch | Fault]:
    rows = (
        found if isinstance(found, Fault) else _row(file, found)
        for found in read_transactions(file, scope)
    )
    return batches_of_rows(file, rows, TRANSACTION_SCHEMA, schema)


def _kernel_batches(file: str, scope: Scope, schema: pa.Schema) -> Iterator[pa.RecordBatch | Fault]:
    # Numba takes half a second to import, which who asks for trees need not wait for
    from binlog_kaitai.columnar.summary_batches import kernel_transaction_batches  # noqa: PLC0415

    return kernel_transaction_batches(file, scope, schema)


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
    }
