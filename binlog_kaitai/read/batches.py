"""A log as Arrow record batches: flat records, or rows with the types of their table."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain

import pyarrow as pa

from binlog_kaitai.errors import BinlogError
from binlog_kaitai.io.finding import logs_of
from binlog_kaitai.model.layouts import RowFormat
from binlog_kaitai.model.row_batches import BatchInContext, concatenated
from binlog_kaitai.model.schema import RECORD_SCHEMA, with_context
from binlog_kaitai.model.scopes import EVERYTHING, Scope
from binlog_kaitai.read.context_columns import ContextColumns, Found, Reads
from binlog_kaitai.read.ddl import Ddl, with_ddl
from binlog_kaitai.read.engines import Engine, Engines, ReadingEngine, engine_of, engines_of
from binlog_kaitai.read.layouts import inferred_schema
from binlog_kaitai.read.served import scopes_of
from binlog_kaitai.read.side_by_side import side_by_side, spans_for, threads_for
from binlog_kaitai.read.sieve import FaultRows, Sieve

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
    """Yield the changes in log files, or in the files of an `.index` file, as Arrow record batches.

    Without `table`, rows are flat records with the fields of `RECORD_SCHEMA`; `data` is JSON text.
    With `table`, rows are its row images, typed: the other fields of the record, prefixed with `_`,
    then the columns that the table has at the end of the first log file with row images of it.
    Batches have 4,096 to 16,384 rows. The first and last batches, those with large values, and
    those of several small files have fewer.

    Args:
        path: path or URI of a log file, or several.
        table: `database.table`, or a pattern with `*`, `?` or `[...]`. A part that contains a dot
            stands in backticks.
        is_typed: return typed rows. Default: True if `table` is set.
        schema: fields to return: fields of the record, or if rows are typed also columns by name,
            of types to which theirs convert. A field that an image lacks is null. Values of other
            columns are not decoded.
        is_projection: accept that the schema leaves out columns.
        is_exact: the schema is inferred, and all images have its columns.
        merge_schema: include the columns of all table versions (`merged_schema` in
            `binlog_kaitai.model.layouts`); rows without one have null.
        ddl: the output of `mysqldump --no-data`, for logs without column names, or a `Ddl`.
        scope: select a part of each file, times or transactions, or skip damage.
        verify_checksums: treat events with wrong checksums as damaged.
        fault_field: with a scope that skips damage: the field of the schema for the error's text,
            in a row with its file and position.
        engine: `kernels` (compiled), `tree` (reference, slow), or `auto`: `tree` for files below
            256 KiB while the kernels are not compiled. All return the same rows.
        threads: number of threads that read a large file. Up to three share the work; four and
            more read parts of the file at once if there are four processors, as all do for object
            stores. Rows keep the order of the log.
        keyring: keyring file of the server, for encrypted logs.
        context: add `statement`, `thread_id` and `user` to the record, if the log has them.

    Raises:
        BinlogError: a file is damaged, an image has other columns or wider types than the schema,
            or a value does not fit its field. The batches before it are yielded first.
        ValueError: `ddl` cannot be read, or `threads` is less than one.
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
            return
        is_exact = not merge_schema
    if wanted is None:
        wanted = RECORD_SCHEMA
    if schema is None and context:
        wanted = with_context(wanted, is_typed=is_typed)
    form = RowFormat(wanted, is_typed, is_projection, is_exact)
    yield from _Reading(scope, form, fault_field, threads, engines).of(logs)


@dataclass(frozen=True)
class _Reading:
    """What is wanted of some logs; `form` has the field for faults, too."""

    scope: Scope
    form: RowFormat
    fault_field: str | None
    threads: int
    engines: Engines

    def of(self, logs: Sequence[str]) -> Iterator[pa.RecordBatch]:
        """Yield what is wanted of logs, of small ones together."""
        reader = engine_of(self.engines, logs, "typed" if self.form.is_typed else "flat")
        for item in self._packed(logs, reader):
            if isinstance(item, pa.RecordBatch):
                yield item
                continue
            faults = FaultRows(item, self.form, self.fault_field)
            of_file = chain.from_iterable(
                self._of_part(item, part, faults.others, reader.change_batches)
                for part in scopes_of(item, self.scope)
            )
            yield from in_good_sizes(faults.among(of_file))

    def _packed(self, logs: Sequence[str], reader: ReadingEngine) -> Iterator[pa.RecordBatch | str]:
        """Yield what is wanted of small logs, and the paths of those that are to be read alone."""
        scope = self.scope
        is_guarded = scope.redaction is not None and not self.form.is_typed  # by the log's name
        is_whole = scope.is_of_whole_logs and not is_guarded
        is_passed_over = scope.is_lenient and scope.has_context  # trees then read contexts
        if len(logs) == 1 or not is_whole or is_passed_over or scope.over_time is not None:
            yield from logs
            return
        faults = FaultRows("", self.form, self.fault_field)
        sieve, asked = self._sieve("", scope, faults.others)
        contexts = ContextColumns(asked, is_wanted=scope.has_context)
        asked = contexts.asked
        for item in reader.pack_batches(logs, asked.scope_of(scope), asked):
            if isinstance(item, str):
                yield item
            else:
                found = contexts.beside(item) if isinstance(item, BatchInContext) else [item]
                yield from faults.among(sieve.of(found))

    def _of_part(self, file: str, scope: Scope, schema: pa.Schema, read: Reads) -> Found:
        """Yield what is wanted of a part of a file, and its faults."""
        sieve, asked = self._sieve(file, scope, schema)
        contexts = ContextColumns(asked, is_wanted=scope.has_context)
        scope = contexts.asked.scope_of(scope)
        spans = spans_for(file, scope.span, self.threads)
        if len(spans) == 1:
            read = partial(read, threads=threads_for(file, self.threads))
        parts = [
            partial(contexts.read, file, replace(scope, span=span), read, self.engines)
            for span in spans
        ]
        return sieve.of(parts[0]() if len(parts) == 1 else side_by_side(parts, self.threads))

    def _sieve(self, file: str, scope: Scope, schema: pa.Schema) -> tuple[Sieve, RowFormat]:
        lead = "_" if self.form.is_typed else ""
        sieve = Sieve(scope, schema, RECORD_SCHEMA, lead, file)
        return sieve, replace(self.form, schema=sieve.schema)


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
