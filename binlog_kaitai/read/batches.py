"""A log as Arrow record batches: flat records, or rows with the types of their table."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import chain

import pyarrow as pa

from binlog_kaitai.errors import BinlogError, UnknownNameError
from binlog_kaitai.io.sources import logs_of
from binlog_kaitai.model.concatenation import concatenated
from binlog_kaitai.model.layouts import scope_under
from binlog_kaitai.model.names import joined_name
from binlog_kaitai.model.schema import RECORD_SCHEMA, with_context
from binlog_kaitai.model.scopes import EVERYTHING, Scope
from binlog_kaitai.read.context_columns import ContextColumns, Found, Reads
from binlog_kaitai.read.ddl import Ddl, with_ddl
from binlog_kaitai.read.engines import Engine, Engines, ReadingEngine, engine_of, engines_of
from binlog_kaitai.read.faults import FaultRows
from binlog_kaitai.read.layouts import inferred_schema
from binlog_kaitai.read.served import scopes_of
from binlog_kaitai.read.side_by_side import side_by_side, spans_for, threads_for
from binlog_kaitai.read.sieve import Sieve

FIRST_ROWS, MIN_ROWS = 64, 4096
MAX_BYTES = 2**21  # of batches that are put together


def read_batches(  # noqa: PLR0913
    path: str | os.PathLike[str] | Sequence[str | os.PathLike[str]],
    table: str | None = None,
    *,
    is_typed: bool | None = None,
    schema: pa.Schema | None = None,
    is_projection: bool = False,
    is_exact: bool = False,
    merge_schema: bool = False,
    ddl: str | os.PathLike[str] | Ddl | None = None,
    scope: Scope = EVERYTHING,
    verify_checksums: bool = True,
    fault_field: str | None = None,
    engine: Engine | Engines = "auto",
    threads: int = 1,
    keyring: str | os.PathLike[str] | None = None,
    context: bool = False,
) -> Iterator[pa.RecordBatch]:
    """Yield the changes of binary log files, or of those that an `.index` file lists, in order.

    Without `table`, flat records, `data` as JSON text: the fields of `RECORD_SCHEMA`. With `table`,
    its row images only, typed: the record's other fields, whose names then begin with `_`, and the
    columns that the last images of the table have in the first file with any. There are 4096 to
    16384 rows in a batch, fewer in the first ones, in one of large values, and in the last of a
    log, or of the small logs that are read together.

    Args:
        path: of a file, or its URI; or several.
        table: `database.table`, each part in backticks where it holds a dot; a pattern with `*`,
            `?` or `[...]` stands for several.
        is_typed: whether rows are typed; by default, where there is a table.
        schema: asks for other fields: some of the record's or, typed, columns by their names, of
            types that theirs convert to. A field that an image does not hold is null. Values of
            columns that are not asked for are not looked at.
        is_projection: columns that the schema lacks are left out on purpose.
        is_exact: the schema is an inferred one, whose columns all images have.
        merge_schema: the columns are all that the table ever has, null where an image does not have
            one (`merged_schema` in `binlog_kaitai.model.layouts`).
        ddl: the dump of `mysqldump --no-data`, for logs without column names, or a `Ddl`.
        scope: asks for less: a part of each file, times, transactions; or passes damage over.
        verify_checksums: an event whose checksum is wrong is damaged.
        fault_field: the field of the schema that holds the text of a BinlogError in the rows that
            tell of damage, with its file and position, where the scope is lenient.
        engine: `kernels`, or `tree`, slow classes: the same batches, if in other pieces. `auto` is
            `tree` for less than 256 KiB where the kernels are still to be compiled.
        threads: how many read a large file together, three at most; of an object store, how many
            parts are read at once. Rows come in the log's order.
        keyring: the server's file of keys, for logs that it encrypted.
        context: the record has `statement`, `thread_id` and `user`, too, if the log tells them.

    Raises:
        BinlogError: for a damaged file, an image of other columns, or of types that do not widen
            into theirs, and a value that does not fit its field, after the batches before.
        UnknownNameError: for a table without row images, if there is no schema.
        ValueError: for a `ddl` that cannot be read, and less than one thread.
    """
    if threads < 1:
        raise ValueError(f"expected at least one thread, found {threads}")
    verify_checksums = verify_checksums and scope.verify_checksums
    context = context or scope.has_context
    scope = replace(scope, table=table, verify_checksums=verify_checksums, has_context=context)
    if is_typed is None:
        is_typed = table is not None
    paths = [path] if isinstance(path, (str, os.PathLike)) else path
    logs = [log for one in paths for log in logs_of(one, keyring)]
    scope = with_ddl(scope, ddl, logs)
    engines = engines_of(engine)
    wanted = schema
    if wanted is None and is_typed and table:
        wanted = inferred_schema(logs, scope, merge_schema=merge_schema, engine=engines)
        if wanted is None:
            where = logs[0] if len(logs) == 1 else f"{len(logs)} files"
            raise UnknownNameError(f"no row image of {joined_name(table)} in {where}")
        is_exact = not merge_schema
    if wanted is None:
        wanted = RECORD_SCHEMA
    if schema is None and context:
        wanted = with_context(wanted, is_typed=is_typed)
    modes = {"is_typed": is_typed, "is_projection": is_projection, "is_exact": is_exact}
    yield from _of_logs(logs, scope, wanted, fault_field, threads, modes, engines)


def _of_logs(  # noqa: PLR0913, PLR0917
    logs: Sequence[str],
    scope: Scope,
    schema: pa.Schema,
    fault_field: str | None,
    threads: int,
    modes: dict[str, bool],
    engines: Engines,
) -> Iterator[pa.RecordBatch]:
    """Yield what is wanted of logs, of small ones together."""
    is_typed = modes["is_typed"]
    reader = engine_of(engines, logs, "typed" if is_typed else "flat")
    for item in _packed(logs, scope, schema, fault_field, modes, reader):
        if isinstance(item, pa.RecordBatch):
            yield item
            continue
        faults = FaultRows(item, schema, fault_field, is_typed=is_typed)
        read = reader.change_batches
        of_file = chain.from_iterable(
            _of_part(item, part, faults.others, threads, read, modes, engines)
            for part in scopes_of(item, scope)
        )
        yield from in_good_sizes(faults.among(of_file))


def _packed(  # noqa: PLR0913, PLR0917
    logs: Sequence[str],
    scope: Scope,
    schema: pa.Schema,
    fault_field: str | None,
    modes: dict[str, bool],
    reader: ReadingEngine,
) -> Iterator[pa.RecordBatch | str]:
    """Yield what is wanted of small logs, and the paths of those that are to be read alone."""
    if len(logs) == 1 or not scope.is_of_whole_logs or scope.over_time is not None:
        yield from logs
        return
    is_typed = modes["is_typed"]
    faults = FaultRows("", schema, fault_field, is_typed=is_typed)
    sieve = _sieve(scope, faults.others, is_typed=is_typed)
    asked = scope_under(scope, sieve.schema, is_typed=is_typed)
    for item in reader.pack_batches(logs, asked, sieve.schema, **modes):
        if isinstance(item, str):
            yield item
        else:
            yield from faults.among(sieve.of([item]))


def _sieve(scope: Scope, schema: pa.Schema, *, is_typed: bool) -> Sieve:
    return Sieve(scope, schema, RECORD_SCHEMA, lead="_" if is_typed else "")


def _of_part(  # noqa: PLR0913, PLR0917
    file: str,
    scope: Scope,
    schema: pa.Schema,
    threads: int,
    read: Reads,
    modes: dict[str, bool],
    engines: Engines,
) -> Found:
    """Yield what is wanted of a part of a file, and its faults."""
    is_typed = modes["is_typed"]
    sieve = _sieve(scope, schema, is_typed=is_typed)
    contexts = ContextColumns(sieve.schema, is_wanted=scope.has_context, is_typed=is_typed)
    asked = scope_under(scope, contexts.asked, is_typed=is_typed)
    spans = spans_for(file, asked.span, threads)
    if len(spans) == 1:
        read = partial(read, threads=threads_for(file, threads))
    parts = [
        partial(contexts.read, file, replace(asked, span=span), read, modes, engines)
        for span in spans
    ]
    return sieve.of(parts[0]() if len(parts) == 1 else side_by_side(parts, threads))


def in_good_sizes(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    """Put small batches together, also those before an error, which then is raised.

    The first ones may be smaller, so that they come soon.
    """
    held: list[pa.RecordBatch] = []
    num_rows = num_bytes = 0
    least = min(FIRST_ROWS, MIN_ROWS)
    try:
        for batch in batches:
            if not held and batch.num_rows >= MIN_ROWS:
                yield batch
                least = MIN_ROWS
                continue
            size = batch.get_total_buffer_size()
            if held and (num_rows + batch.num_rows > 2 * MIN_ROWS or num_bytes + size > MAX_BYTES):
                yield _together(held)
                held, num_rows, num_bytes = [], 0, 0
            held.append(batch)
            num_rows += batch.num_rows
            num_bytes += size
            if num_rows >= least or num_bytes > MAX_BYTES:
                yield _together(held)
                held, num_rows, num_bytes = [], 0, 0
                least = min(4 * least, MIN_ROWS)
    except BinlogError:
        if held:
            yield _together(held)
        raise
    if held:
        yield _together(held)


def _together(batches: list[pa.RecordBatch]) -> pa.RecordBatch:
    if len(batches) == 1:
        return batches[0]
    return concatenated(batches)
