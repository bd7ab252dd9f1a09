"""What a row of the data source stands for, by the option `view`."""

from __future__ import annotations

from collections.abc import Iterator

import pyarrow as pa

from binlog_kaitai.batches import read_batches
from binlog_kaitai.ddl import read_definitions
from binlog_kaitai.gtids import parse_gtid_set
from binlog_kaitai.scopes import Scope
from binlog_kaitai.spark.options import Options


def scope_of(options: Options) -> Scope:
    """What of the logs the options ask for. Raises ValueError for no GTID set, OSError."""
    return Scope(
        table=options.table,
        start_time=options.start_timestamp,
        end_time=options.end_timestamp,
        applied=None if options.start_gtid is None else parse_gtid_set(options.start_gtid),
        until=None if options.end_gtid is None else parse_gtid_set(options.end_gtid),
        definitions=read_definitions(options.ddl, options.table) if options.ddl else None,
        is_lenient=options.mode != "FAILFAST",
    )


def batches_of(
    path: str, scope: Scope, options: Options, schema: pa.Schema, *, is_inferred: bool
) -> Iterator[pa.RecordBatch]:
    """Yields the rows of a file that are in a scope, as batches of the schema."""
    return read_batches(
        path,
        options.table,
        schema=schema,
        is_projection=not is_inferred,
        is_exact=is_inferred and not options.merge_schema,
        scope=scope,
        fault_field=fault_field(options),
        engine=options.engine,
    )


def fault_field(options: Options) -> str | None:
    """The name of the column that tells of damage."""
    return options.column_name_of_corrupt_record if options.mode == "PERMISSIVE" else None
