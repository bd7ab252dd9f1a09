"""Datasets as Delta tables: their files are made visible by a commit of the table's own log.

The number of an export's last commit is kept in the table, as that of the application: a commit
that a killed run has made is not made again.
"""

from __future__ import annotations

import json
import math
import time
from collections.abc import Iterator
from contextlib import suppress
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

import pyarrow as pa
from deltalake import (
    CommitProperties,
    DeltaTable,
    PostCommitHookProperties,
    QueryBuilder,
    Schema,
    TableFeatures,
    Transaction,
)
from deltalake.exceptions import CommitFailedError, DeltaError, TableNotFoundError
from deltalake.transaction import AddAction, create_table_with_add_actions

from binlog_kaitai.io.outages import patiently
from binlog_kaitai.lake.columns import kind_of, schema_from
from binlog_kaitai.lake.delta_log import DeltaLog, has_vectors
from binlog_kaitai.lake.snapshots import ConflictError, Maintained, base_of
from binlog_kaitai.lake.state import PLACE, STALE
from binlog_kaitai.lake.store import Store

APPLICATION = "binlog-kaitai"

CHECKPOINT_INTERVAL = 10

PROPERTIES = {"delta.checkpointInterval": str(CHECKPOINT_INTERVAL)}
"""Properties of new tables. The library opens a table with a thread for each commit since the last
checkpoint, and a thread's memory stays."""

OFTEN = {
    "delta.logRetentionDuration": "interval 1 hours",
    "delta.deletedFileRetentionDuration": "interval 1 hours",
}
"""Properties of tables with more than `MANY_COMMITS` a day on average, unless they have others."""

MANY_COMMITS, RATED_COMMITS = 2_000, 100
"""Commits a day that are many, and the number of commits from which on they are counted."""

CLEANED_COMMITS = 100
"""Commits between two removals of old log entries, for which the library looks at each entry."""

MAX_OPEN = 256
"""Maximum number of tables that stay open. Each takes 70 kB of memory and 250 bytes for a file."""

_NTZ = "timestampNtz"

_TRIES = 5
"""Attempts to set a property while others commit."""


class _Opened(NamedTuple):
    """A table that stays open, and the size and time of the log entry of its version."""

    table: DeltaTable
    entry: tuple[int, int]


class DeltaTables:
    """Tables by their folders in a store.

    The last tables with changes stay open until others write to them: to open a table costs more
    than to commit to it.
    """

    def __init__(self, store: Store) -> None:
        self._store = store
        self._opened: dict[str, _Opened] = {}

    @cached_property
    def _options(self) -> dict[str, str]:
        """How the library finds the store; what is not in its URI is in the environment."""
        query = self._store.query
        if "endpoint_override" not in query:
            return {"AWS_REGION": query["region"]} if "region" in query else {}
        scheme = query.get("scheme", "https")
        return {
            "AWS_ENDPOINT_URL": f"{scheme}://{query['endpoint_override']}",
            "AWS_ALLOW_HTTP": str(scheme == "http").lower(),
            "AWS_REGION": query.get("region", "us-east-1"),
        }

    def _uri(self, folder: str) -> str:
        """Return a table's URI, in which what is no ASCII is percent-encoded."""
        if self._store.is_local:
            return Path(self._store.path(folder)).as_uri()
        return self._store.location(folder)

    def _table(self, folder: str) -> DeltaTable:
        uri = self._uri(folder)  # the library does not repeat a request whose answer is cut off
        return patiently(lambda: DeltaTable(uri, storage_options=self._options), uri)

    def _entries(self, folder: str, version: int) -> list[tuple[int, int] | None]:
        """Return the size and time of the log entries of a version and the one behind it."""
        names = (f"{folder}/_delta_log/{one:020}.json" for one in (version, version + 1))
        return self._store.stamps(names)

    def _keep(self, folder: str, table: DeltaTable) -> None:
        """Keep a table open to which this process has committed."""
        with suppress(DeltaError, OSError):  # then it is opened again
            table.update_incremental()
            entry, after = self._entries(folder, table.version())
            if entry is not None and after is None:
                self._opened[folder] = _Opened(table, entry)
        if len(self._opened) > MAX_OPEN:
            del self._opened[next(iter(self._opened))]

    def _taken(self, folder: str) -> DeltaTable | None:
        """Return a table to change, which no longer stays open, or None if there is none."""
        table = self._found(folder)
        self._opened.pop(folder, None)
        return table

    def _found(self, folder: str) -> DeltaTable | None:
        opened = self._opened.pop(folder, None)
        if opened and self._entries(folder, opened.table.version()) == [opened.entry, None]:
            self._opened[folder] = opened  # as the last one
            return opened.table
        # to ask whether there is one would keep all other threads waiting for the store
        try:
            return self._table(folder)
        except TableNotFoundError:
            return None

    def exists(self, folder: str) -> bool:
        """Return whether there is a table."""
        return self._found(folder) is not None

    def drop(self, folder: str) -> None:
        """Forget a table, if there is one: it is gone with its folder."""
        self._opened.pop(folder, None)

    def active_files(self, folder: str) -> Iterator[tuple[str, int]]:
        """Yield the files of a table as it stands, each with its bytes, by their paths in it."""
        table = self._found(folder)
        if table is None:
            return
        actions = pa.table(table.get_add_actions(flatten=True))
        names, sizes = (actions[name].to_pylist() for name in ("path", "size_bytes"))
        yield from zip(names, sizes, strict=True)

    def snapshot(self, folder: str) -> tuple[list[str], Iterator[pa.RecordBatch]]:
        """Return the files of the current snapshot by their paths, and its rows."""
        table = self._found(folder)
        if table is None:
            return [], iter(())
        return self._names(folder, table), _rows_of(table)

    def has_commit(self, folder: str, number: int) -> bool:
        """Return whether the last change of a table has this number."""
        table = self._found(folder)
        return table is not None and table.transaction_version(APPLICATION) == number

    def ids(self, folder: str, columns: str, sources: dict[str, str] | None) -> dict[str, int]:
        """Return no ids: the library refuses to write tables with column mapping."""
        del folder, columns, sources
        return {}

    def commit(self, folder: str, change: dict[str, Any]) -> None:
        """Make a change of a table, unless it is made.

        Files are added to those before, or are in place of all, or of those of some parts.
        """
        try:
            patiently(lambda: self._commit(folder, change), self._uri(folder))
        except CommitFailedError as error:
            # by another writer, or by this one, which has lost the store's answer
            raise ConflictError(folder) from error

    def _commit(self, folder: str, change: dict[str, Any]) -> None:
        number = change["number"]
        part, kind = change["partition"]
        schema = schema_from(change["columns"]).append(pa.field(part, kind_of(kind)))
        metadata = {PLACE + name: value for name, value in change["place"].items()}
        if change.get("sources") is not None:
            metadata[f"{PLACE}columns"] = json.dumps(change["sources"], sort_keys=True)
        properties = CommitProperties(
            custom_metadata=metadata,
            app_transactions=[Transaction(APPLICATION, number)],
        )
        now = time.time_ns() // 1_000_000
        actions: list[Any] = [
            AddAction(name, size, {part: value}, now, True, json.dumps({"numRecords": rows}))
            for name, value, rows, size in change["files"]
        ]
        table = self._taken(folder)
        if table is None:
            create_table_with_add_actions(
                self._uri(folder),
                Schema.from_arrow(schema),
                actions,
                mode="error",
                partition_by=[part],
                name=change["name"],
                configuration=PROPERTIES,
                storage_options=self._options,
                commit_properties=properties,
            )
            return
        if table.transaction_version(APPLICATION) == number:
            return
        is_added = change["replaced"] == [] and not change["is_whole"]
        if is_added and self._add_columns(table, schema):
            table = self._table(folder)
        features = table.protocol().reader_features or ()
        if pa.timestamp("us") in schema.types and _NTZ not in features:
            table.alter.add_feature(
                TableFeatures.TimestampWithoutTimezone, allow_protocol_versions_increase=True
            )
            table = self._table(folder)
        is_marked = change.get("is_marked", False) and not change["is_whole"]
        if is_marked and change["deletes"] and not has_vectors(table):
            feature = TableFeatures.DeletionVectors
            table.alter.add_feature(feature, allow_protocol_versions_increase=True)
            table = self._table(folder)
        base = change.get("base")
        if base is not None and base != base_of(self._names(folder, table)):
            raise ConflictError(folder)
        if is_marked:
            about = {"timestamp": now, "operation": "WRITE", "operationParameters": {}}
            transaction = {"appId": APPLICATION, "version": number, "lastUpdated": now}
            log = self._log(folder, table)
            changes = log.changes(change, part, now)
            log.commit([{"commitInfo": about | metadata}, {"txn": transaction}, *changes])
            self._tidy(folder, table)
            return
        replaced = None if change["is_whole"] else change["replaced"]
        table.create_write_transaction(
            actions,
            "append" if replaced == [] else "overwrite",
            Schema.from_arrow(schema),
            partition_by=[part],
            partition_filters=[(part, "in", replaced)] if replaced else None,
            commit_properties=properties,
            post_commithook_properties=PostCommitHookProperties(
                cleanup_expired_logs=None if table.version() % CLEANED_COMMITS == 0 else False
            ),
        )
        if table.version() >= RATED_COMMITS:
            self._shorten(folder, table)
        self._keep(folder, table)

    def maintain(
        self, folder: str, done: Maintained, file_size: int, retain: float, *, merges: bool
    ) -> None:
        """Merge small files, if wanted, shorten the log, and remove unused files."""
        table = self._taken(folder)
        if table is None:
            return
        if merges:
            try:
                metrics = table.optimize.compact(target_size=file_size, max_concurrent_tasks=1)
            except CommitFailedError as error:
                raise ConflictError(folder) from error
            done.merged += metrics["numFilesRemoved"]
            done.made += metrics["numFilesAdded"]
            done.merged_bytes += json.loads(metrics["filesRemoved"])["totalSize"]
        table.create_checkpoint()
        table.cleanup_metadata()
        if has_vectors(table):
            self._vacuum(folder, table, done, retain)
            return
        sizes = dict(self._store.sizes(folder))
        hours = math.ceil(retain / 3600)
        removed = table.vacuum(hours, dry_run=False, enforce_retention_duration=False, full=True)
        done.removed += len(removed)
        done.removed_bytes += sum(sizes.get(f"{folder}/{name}", 0) for name in removed)

    def _log(self, folder: str, table: DeltaTable) -> DeltaLog:
        return DeltaLog(folder, Path(self._store.path(f"{folder}/_delta_log")), table)

    def _names(self, folder: str, table: DeltaTable) -> list[str]:
        """Return the names of the files of a table, and those of their deletion vectors."""
        if self._store.is_local and has_vectors(table):
            return self._log(folder, table).names()
        return _files_of(table)

    def _tidy(self, folder: str, table: DeltaTable) -> None:
        """Do what the library does after its own commits."""
        table.update_incremental()
        if table.version() % CHECKPOINT_INTERVAL == 0:
            table.create_checkpoint()
        if table.version() % CLEANED_COMMITS == 0:
            table.cleanup_metadata()
        if table.version() >= RATED_COMMITS:
            self._shorten(folder, table)
        self._keep(folder, table)

    def _vacuum(self, folder: str, table: DeltaTable, done: Maintained, retain: float) -> None:
        """Remove unused files: the library would also remove deletion vectors that count."""
        end = time.time() - retain
        needed = self._log(folder, table).needed(end)
        hours = math.ceil(retain / 3600)
        unused = set(table.vacuum(hours, enforce_retention_duration=False, full=True)) - needed
        for name, size, modified in self._store.ages(folder):
            if name.removeprefix(f"{folder}/") in unused and modified < end:
                self._store.delete(name)
                done.removed += 1
                done.removed_bytes += size

    def mark(self, folder: str, reason: str) -> None:
        """Set the property of a table that says why it is set aside."""
        for attempt in range(1, _TRIES + 1):
            table = self._taken(folder)
            if table is None or table.metadata().configuration.get(STALE, "") == reason:
                return
            try:
                table.alter.set_table_properties({STALE: reason}, raise_if_not_exists=False)
            except CommitFailedError:
                if attempt == _TRIES:
                    raise
            else:
                return

    def _shorten(self, folder: str, table: DeltaTable) -> None:
        """Shorten the log of a table with many commits: each of them reads a part of it."""
        metadata = table.metadata()
        days = (time.time() - (metadata.created_time or 0) / 1000) / 86_400
        missing = {key: one for key, one in OFTEN.items() if key not in metadata.configuration}
        if missing and table.version() > days * MANY_COMMITS:
            with suppress(CommitFailedError):  # another writer was faster; a later commit does it
                self._table(folder).alter.set_table_properties(missing)

    @staticmethod
    def _add_columns(table: DeltaTable, schema: pa.Schema) -> bool:
        """Give a table the columns that it lacks, of which its files have none."""
        known = {one.name for one in table.schema().fields}
        new = pa.schema([one for one in schema if one.name not in known])
        if len(new):
            table.alter.add_columns(Schema.from_arrow(new).fields)
        return bool(len(new))


def _files_of(table: DeltaTable) -> list[str]:
    files: list[str] = pa.table(table.get_add_actions()).column("path").to_pylist()
    return files


def _rows_of(table: DeltaTable) -> Iterator[pa.RecordBatch]:
    if has_vectors(table):  # of which pyarrow does not know
        query = QueryBuilder().register("rows", table).execute("SELECT * FROM rows")
        return iter(pa.RecordBatchReader.from_stream(query))
    dataset = table.to_pyarrow_dataset()
    return iter(dataset.to_batches(batch_readahead=1, fragment_readahead=1))
