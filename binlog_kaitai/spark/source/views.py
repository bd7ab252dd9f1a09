"""Read the rows of each view of the data source."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial

import pyarrow as pa

from binlog_kaitai.forensics.messages.making import FORMS, MESSAGE_SCHEMA, Messages, message_batches
from binlog_kaitai.model.gtids import parse_gtid_set
from binlog_kaitai.model.schema import EVENT_SCHEMA, RECORD_SCHEMA, TRANSACTION_SCHEMA, with_context
from binlog_kaitai.model.scopes import Scope
from binlog_kaitai.model.spans import Span
from binlog_kaitai.read.batches import read_batches
from binlog_kaitai.read.ddl import Ddl, with_ddl
from binlog_kaitai.read.ddl_places import ALL
from binlog_kaitai.read.engines import Engines
from binlog_kaitai.read.redacting import redaction_of
from binlog_kaitai.read.views import event_batches, transaction_batches
from binlog_kaitai.read.where import Where, read_where
from binlog_kaitai.spark.source.options import Options
from binlog_kaitai.spark.source.variants import as_text, to_variants, with_variants

_READERS: dict[str, Callable[..., Iterator[pa.RecordBatch]]] = {
    "changes": read_batches,
    "events": event_batches,
    "transactions": transaction_batches,
}


def scope_of(options: Options, paths: Sequence[str] | None = None) -> Scope:
    """Return the scope of the options.

    Args:
        options: the options.
        paths: all files, in order; None for a stream.

    Raises:
        ValueError: a GTID set is invalid, or definitions change in a stream.
        OSError: the dump cannot be read.
    """
    scope = Scope(
        table=options.table,
        start_time=options.start_timestamp,
        end_time=options.end_timestamp,
        applied=None if options.exclude_gtids is None else parse_gtid_set(options.exclude_gtids),
        until=None if options.include_gtids is None else parse_gtid_set(options.include_gtids),
        is_lenient=options.mode != "FAILFAST",
        verify_checksums=options.verify_checksums,
        server_id=options.server_id,
        has_context=options.context,
        has_binary_json=options.json == "binary",
        redaction=redaction_of(options.redact or (), options.redact_key),
    )
    ddl = Ddl(options.ddl, options.ddl_at, options.ddl_in_logs)
    if paths is None and (ddl.in_logs or ddl.at not in {None, ALL}):
        raise ValueError("options ddlAt and ddlInLogs: not supported for streams")
    return with_ddl(scope, ddl, paths)


def view_schema(options: Options) -> pa.Schema:
    """Return the fields of a view without typed columns."""
    if options.messages is not None:
        return MESSAGE_SCHEMA
    schema = {
        "changes": RECORD_SCHEMA,
        "events": EVENT_SCHEMA,
        "transactions": TRANSACTION_SCHEMA,
    }[options.view]
    if options.context:
        schema = with_context(schema, is_typed=False)
    return with_variants(schema) if options.data_type == "variant" else schema


@dataclass(frozen=True)
class LogRows:
    """The rows of logs, as batches of a schema; `where` follows from the options.

    `is_inferred` says that the source itself inferred the schema.
    """

    options: Options
    scope: Scope
    schema: pa.Schema
    is_inferred: bool
    where: Where | None

    def of(self, paths: Sequence[str], span: Span, engines: Engines) -> Iterator[pa.RecordBatch]:
        """Yield the rows of files in a span, in order."""
        if self.options.messages is not None:
            yield from self._messages(paths, span, engines)
            return
        options, schema, texts = self.options, self.schema, as_text(self.schema)
        has_variants = options.table is None and texts != schema
        if has_variants and "position" not in texts.names:
            texts = texts.append(RECORD_SCHEMA.field("position"))
        fault, scope = fault_field(options), replace(self.scope, span=span)
        read = partial(_READERS[options.view], scope=scope, fault_field=fault, engine=engines)
        if options.view == "changes":
            read = partial(
                read,
                table=options.table,
                is_projection=not self.is_inferred,
                is_exact=self.is_inferred and not options.merge_schema,
            )
            if not has_variants:
                yield from read_where(self.where, schema, partial(read, paths), fault)
                return
        for path in paths:
            batches = read(path, schema=texts if has_variants else schema)
            yield from (
                to_variants(path, batches, "position", schema, engines) if has_variants else batches
            )

    def _messages(
        self, paths: Sequence[str], span: Span, engines: Engines
    ) -> Iterator[pa.RecordBatch]:
        options, scope = self.options, replace(self.scope, span=span)
        name, has_schemas, _ = (options.messages or "").partition("WithSchema")
        messages = Messages(FORMS[name], Engines(engines.name), has_schemas=bool(has_schemas))
        has_context, table = options.context, options.table
        records = with_context(RECORD_SCHEMA, is_typed=False) if has_context else RECORD_SCHEMA
        read = partial(read_batches, is_typed=False, schema=records, scope=scope, engine=engines)
        described = Scope(span=span, definitions=scope.definitions, over_time=scope.over_time)
        logs = ((path, read(path, table)) for path in paths)
        yield from message_batches(messages.of(logs, described), self.schema)
        messages.warn()


def fault_field(options: Options) -> str | None:
    """Return the name of the column for damage."""
    return options.column_name_of_corrupt_record if options.mode == "PERMISSIVE" else None
