"""Datasets as Delta tables: their files are made visible by a commit of the table's own log.

The number of an export's last commit is kept in the table, as that of the application: a commit
that a killed run has made is not made again.
"""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pyarrow as pa
from deltalake import CommitProperties, DeltaTable, Schema, TableFeatures, Transaction
from deltalake.transaction import AddAction, create_table_with_add_actions

from binlog_kaitai.lake.columns import kind_of, schema_from

APPLICATION = "binlog-kaitai"

_NTZ = "timestampNtz"


def active_files(path: str) -> Iterator[tuple[str, int]]:
    """Yield the files of a table as it stands, each with its bytes, by their paths in it."""
    actions = pa.table(DeltaTable(_uri(path)).get_add_actions(flatten=True))
    names, sizes = (actions[name].to_pylist() for name in ("path", "size_bytes"))
    yield from zip(names, sizes, strict=True)


def _uri(path: str) -> str:
    """Return a path as a URI, in which what is no ASCII is percent-encoded."""
    return Path(path).as_uri()


def commit_table(path: str, change: dict[str, Any]) -> None:
    """Make a change of a table, unless it is made: files, in place of those before or with them.

    `change` is a `TableChange` as JSON has it.
    """
    number = change["number"]
    part, kind = change["partition"]
    schema = schema_from(change["columns"]).append(pa.field(part, kind_of(kind)))
    properties = CommitProperties(
        custom_metadata={"logs": change["logs"]},
        app_transactions=[Transaction(APPLICATION, number)],
    )
    now = time.time_ns() // 1_000_000
    actions: list[Any] = [
        AddAction(name, size, {part: value}, now, True, json.dumps({"numRecords": rows}))
        for name, value, rows, size in change["files"]
    ]
    uri = _uri(path)
    if not DeltaTable.is_deltatable(uri):
        create_table_with_add_actions(
            uri,
            Schema.from_arrow(schema),
            actions,
            mode="error",
            partition_by=[part],
            name=change["name"],
            commit_properties=properties,
        )
        return
    table = DeltaTable(uri)
    if table.transaction_version(APPLICATION) == number:
        return
    if pa.timestamp("us") in schema.types and _NTZ not in (table.protocol().reader_features or ()):
        table.alter.add_feature(
            TableFeatures.TimestampWithoutTimezone, allow_protocol_versions_increase=True
        )
        table = DeltaTable(uri)
    replaced = None if change["is_whole"] else change["replaced"]
    table.create_write_transaction(
        actions,
        "append" if replaced == [] else "overwrite",
        Schema.from_arrow(schema),
        partition_by=[part],
        partition_filters=[(part, "in", replaced)] if replaced else None,
        commit_properties=properties,
    )
