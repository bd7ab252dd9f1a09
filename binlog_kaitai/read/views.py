"""The events and the transactions of logs as Arrow record batches, a row each."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import chain
from typing import Literal, TypeAlias

import pyarrow as pa

from binlog_kaitai.io.finding import logs_of
from binlog_kaitai.model.layouts import RowFormat
from binlog_kaitai.model.schema import EVENT_SCHEMA, TRANSACTION_SCHEMA
from binlog_kaitai.model.scopes import EVERYTHING, Scope
from binlog_kaitai.read.engines import Engine, Engines, engine_of, engines_of
from binlog_kaitai.read.served import asked_of
from binlog_kaitai.read.sieve import FaultRows, Sieve

_Paths: TypeAlias = str | os.PathLike[str] | Sequence[str | os.PathLike[str]]


def event_batches(
    path: _Paths,
    *,
    schema: pa.Schema = EVENT_SCHEMA,
    scope: Scope = EVERYTHING,
    fault_field: str | None = None,
    engine: Engine | Engines = "auto",
) -> Iterator[pa.RecordBatch]:
    """Yield the events of binary log files, or of those that an `.index` file lists, in order.

    The fields are those of `binlog_kaitai.Event`, with the base name of the `file`, and `ordinal`:
    0 of an event that lies in the file, 1, 2 ... of those in a payload, which have its position.
    `body` is JSON text. A wrong checksum is a value, no damage.

    Args:
        path: of a file, or its URI, or several.
        schema: asks for some of the fields, and other types that theirs cast to.
        scope: asks for less: a part of each file, times, transactions, a server; of a table, its
            TABLE_MAP and rows events, of a database these and its statements. Where it is lenient,
            damage is passed over.
        fault_field: as for `binlog_kaitai.read_batches`.
        engine: as for `binlog_kaitai.read_batches`.

    Raises:
        BinlogError: for a damaged file, after the batches before.
    """
    scope = replace(scope, definitions=None)  # they are not of events
    engines = engines_of(engine)
    for item in _packed(list(_logs_of(path)), schema, scope, fault_field, engines):
        if isinstance(item, str):
            yield from _batches("events", item, schema, scope, fault_field, engines)
        else:
            yield item


def _logs_of(path: _Paths) -> Iterator[str]:
    return chain.from_iterable(
        map(logs_of, [path] if isinstance(path, (str, os.PathLike)) else path)
    )


def _packed(
    logs: Sequence[str], schema: pa.Schema, scope: Scope, fault_field: str | None, engines: Engines
) -> Iterator[pa.RecordBatch | str]:
    """Yield all events of small logs together, and the paths of those that are to be read alone."""
    if len(logs) == 1 or not (scope.is_of_whole_logs and scope.wants_all_events):
        yield from logs
        return
    faults = FaultRows("", RowFormat(schema), fault_field)
    sieve = Sieve(scope, faults.others, EVENT_SCHEMA)
    reader = engine_of(engines, logs, "events")
    for item in reader.pack_batches(logs, scope, RowFormat(sieve.schema), are_events=True):
        if isinstance(item, str):
            yield item
        else:
            yield from faults.among(sieve.of([item]))


def transaction_batches(
    path: _Paths,
    *,
    schema: pa.Schema = TRANSACTION_SCHEMA,
    scope: Scope = EVERYTHING,
    fault_field: str | None = None,
    engine: Engine | Engines = "auto",
) -> Iterator[pa.RecordBatch]:
    """Yield the transactions of binary log files, or of those that an `.index` file lists.

    The fields are those of `Summary` in `binlog_kaitai.model.transactions`, its group and that
    one's transaction, with the base name of the `file`; `tables` are in the order of their first
    rows.

    Args:
        path: of a file, or its URI, or several.
        schema: asks for some of the fields, and other types that theirs cast to.
        scope: asks for less: a part of each file, times, transactions, a server; not for
            tables. Where it is lenient, damage is passed over.
        fault_field: as for `binlog_kaitai.read_batches`.
        engine: as for `binlog_kaitai.read_batches`.

    Raises:
        BinlogError: for a damaged file, after the batches before.
    """
    return _batches("transactions", path, schema, scope, fault_field, engine)


def _batches(  # noqa: PLR0913, PLR0917 - those of the views
    view: Literal["events", "transactions"],
    path: _Paths,
    schema: pa.Schema,
    scope: Scope,
    fault_field: str | None,
    engine: Engine | Engines,
) -> Iterator[pa.RecordBatch]:
    engines = engines_of(engine)
    for file in _logs_of(path):
        reader = engine_of(engines, [file], view)
        faults = FaultRows(file, RowFormat(schema), fault_field)
        asked = asked_of(file, scope)
        if view == "events":
            read, natural = reader.event_batches, EVENT_SCHEMA
        else:
            read, natural = reader.transaction_batches, TRANSACTION_SCHEMA
        sieve = Sieve(asked, faults.others, natural)
        yield from faults.among(sieve.of(read(file, asked, sieve.schema)))
