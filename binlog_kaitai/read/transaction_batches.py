"""The transactions of a log as Arrow record batches, a row a transaction."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import replace

import pyarrow as pa

from binlog_kaitai.io.sources import logs_of
from binlog_kaitai.model.schema import TRANSACTION_SCHEMA
from binlog_kaitai.model.scopes import EVERYTHING, Scope
from binlog_kaitai.read.engines import Engine, Engines, engine_of, engines_of
from binlog_kaitai.read.faults import FaultRows
from binlog_kaitai.read.served import asked_of
from binlog_kaitai.read.sieve import Sieve


def transaction_batches(  # noqa: PLR0913
    path: str | os.PathLike[str],
    *,
    schema: pa.Schema = TRANSACTION_SCHEMA,
    scope: Scope = EVERYTHING,
    verify_checksums: bool = True,
    fault_field: str | None = None,
    engine: Engine | Engines = "auto",
) -> Iterator[pa.RecordBatch]:
    """Yield the transactions of a binary log file, or of those that an `.index` file lists.

    The fields are those of `Summary` in `binlog_kaitai.model.transactions`, its group and that
    one's transaction, with the base name of the `file`; `tables` are in the order of their first
    rows.

    Args:
        path: of a file, or its URI.
        schema: asks for some of the fields, and other types that theirs cast to.
        scope: asks for less: a part of each file, times, transactions, a server; not for
            tables. Where it is lenient, damage is passed over.
        verify_checksums: an event whose checksum is wrong is damaged.
        fault_field: as for `binlog_kaitai.read_batches`.
        engine: as for `binlog_kaitai.read_batches`.

    Raises:
        BinlogError: for a damaged file, after the batches before.
    """
    verify_checksums = verify_checksums and scope.verify_checksums
    scope = replace(scope, verify_checksums=verify_checksums)
    engines = engines_of(engine)
    for file in logs_of(path):
        read = engine_of(engines, [file], "transactions").transaction_batches
        faults = FaultRows(file, schema, fault_field)
        asked = asked_of(file, scope)
        sieve = Sieve(asked, faults.others, TRANSACTION_SCHEMA)
        yield from faults.among(sieve.of(read(file, asked, sieve.schema)))
