"""The events of a log as Arrow record batches, a row an event."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import replace

import pyarrow as pa

from binlog_kaitai.io.sources import logs_of
from binlog_kaitai.model.schema import EVENT_SCHEMA
from binlog_kaitai.model.scopes import EVERYTHING, Scope
from binlog_kaitai.read.engines import Engine, Engines, engine_of, engines_of
from binlog_kaitai.read.faults import FaultRows
from binlog_kaitai.read.served import asked_of
from binlog_kaitai.read.sieve import Sieve


def event_batches(
    path: str | os.PathLike[str],
    *,
    schema: pa.Schema = EVENT_SCHEMA,
    scope: Scope = EVERYTHING,
    fault_field: str | None = None,
    engine: Engine | Engines = "auto",
) -> Iterator[pa.RecordBatch]:
    """Yield the events of a binary log file, or of those that an `.index` file lists, in order.

    The fields are those of `binlog_kaitai.Event`, with the base name of the `file`, and `ordinal`:
    0 of an event that lies in the file, 1, 2 ... of those in a payload, which have its position.
    `body` is JSON text. A wrong checksum is a value, no damage.

    Args:
        path: of a file, or its URI.
        schema: asks for some of the fields, and other types that theirs cast to.
        scope: asks for less: a part of each file, times, transactions, a server; of a table, its
            TABLE_MAP and rows events, of a database these and its statements. Where it is lenient,
            damage is passed over.
        fault_field: as for `binlog_kaitai.read_batches`.
        engine: as for `binlog_kaitai.read_batches`.

    Raises:
        BinlogError: for a damaged file, after the batches before.
    """
    engines = engines_of(engine)
    for file in logs_of(path):
        read = engine_of(engines, [file], "events").event_batches
        faults = FaultRows(file, schema, fault_field)
        asked = replace(asked_of(file, scope), definitions=None)  # they are not of events
        sieve = Sieve(asked, faults.others, EVENT_SCHEMA)
        yield from faults.among(sieve.of(read(file, asked, sieve.schema)))
