"""What a row of the data source stands for, by the option `view`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import pyarrow as pa

from binlog_kaitai.model.ddl import read_definitions
from binlog_kaitai.model.gtids import parse_gtid_set
from binlog_kaitai.model.schema import EVENT_SCHEMA, RECORD_SCHEMA, TRANSACTION_SCHEMA, with_context
from binlog_kaitai.model.scopes import Scope
from binlog_kaitai.read.batches import read_batches
from binlog_kaitai.read.engines import Engines
from binlog_kaitai.read.event_batches import event_batches
from binlog_kaitai.read.transaction_batches import transaction_batches
from binlog_kaitai.spark.source.options import Options
from binlog_kaitai.spark.source.variants import as_text, to_variants, with_variants


def scope_of(options: Options) -> Scope:
    """Return what of the logs the options ask for. Raises ValueError for no GTID set, OSError."""
    return Scope(
        table=options.table,
        start_time=options.start_timestamp,
        end_time=options.end_timestamp,
        applied=None if options.start_gtid is None else parse_gtid_set(options.start_gtid),
        until=None if options.end_gtid is None else parse_gtid_set(options.end_gtid),
        definitions=read_definitions(options.ddl, options.table) if options.ddl else None,
        is_lenient=options.mode != "FAILFAST",
        verify_checksums=options.verify_checksums,
        server_id=options.server_id,
        has_context=options.context,
    )


def view_schema(options: Options) -> pa.Schema:
    """Return the fields of a view, where it is not of a table."""
    schema = {
        "changes": RECORD_SCHEMA,
        "events": EVENT_SCHEMA,
        "transactions": TRANSACTION_SCHEMA,
    }[options.view]
    if options.context:
        schema = with_context(schema, is_typed=False)
    return with_variants(schema) if options.data_type == "variant" else schema


def batches_of(  # noqa: PLR0913
    paths: Sequence[str],
    scope: Scope,
    options: Options,
    schema: pa.Schema,
    engines: Engines,
    *,
    is_inferred: bool,
) -> Iterator[pa.RecordBatch]:
    """Yield the rows of files that are in a scope, in order, as batches of the schema.

    The `engines` are those of the option.
    """
    texts = as_text(schema)
    if options.view == "changes" and (options.table is not None or texts == schema):
        yield from _changes(paths, scope, options, schema, engines, is_inferred=is_inferred)
        return
    has_variants = options.table is None and texts != schema
    if has_variants and "position" not in texts.names:
        texts = texts.append(RECORD_SCHEMA.field("position"))
    for path in paths:
        batches = _of_file(path, scope, options, texts, engines, is_inferred=is_inferred)
        yield from to_variants(path, batches, "position", schema) if has_variants else batches


def _of_file(  # noqa: PLR0913 - as `batches_of`
    path: str,
    scope: Scope,
    options: Options,
    schema: pa.Schema,
    engines: Engines,
    *,
    is_inferred: bool,
) -> Iterator[pa.RecordBatch]:
    fault = fault_field(options)
    if options.view == "events":
        return event_batches(path, schema=schema, scope=scope, fault_field=fault, engine=engines)
    if options.view == "transactions":
        return transaction_batches(
            path, schema=schema, scope=scope, fault_field=fault, engine=engines
        )
    return _changes([path], scope, options, schema, engines, is_inferred=is_inferred)


def _changes(  # noqa: PLR0913 - as `batches_of`
    paths: Sequence[str],
    scope: Scope,
    options: Options,
    schema: pa.Schema,
    engines: Engines,
    *,
    is_inferred: bool,
) -> Iterator[pa.RecordBatch]:
    return read_batches(
        paths,
        options.table,
        schema=schema,
        is_projection=not is_inferred,
        is_exact=is_inferred and not options.merge_schema,
        scope=scope,
        fault_field=fault_field(options),
        engine=engines,
    )


def fault_field(options: Options) -> str | None:
    """Return the name of the column that tells of damage."""
    return options.column_name_of_corrupt_record if options.mode == "PERMISSIVE" else None
