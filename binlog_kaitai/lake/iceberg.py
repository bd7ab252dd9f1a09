"""Write datasets as Iceberg tables, in an SQLite catalog or a configured catalog.

The number of an export's last commit is a property of the table, set in the same transaction, so a
commit of a killed run is not repeated. Files of current tables have field ids, so that each column
stays the same under other names; files of changes have none, and their tables map names to ids.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Iterator
from contextlib import suppress
from datetime import datetime, timezone
from functools import cached_property, partial
from pathlib import Path
from typing import Any

import pyarrow as pa
from pyarrow.fs import AwsStandardS3RetryStrategy
from pyiceberg.catalog import Catalog, load_catalog
from pyiceberg.exceptions import CommitFailedException, NoSuchTableError
from pyiceberg.io import S3_RETRY_STRATEGY_IMPL
from pyiceberg.io.pyarrow import parquet_file_to_data_file
from pyiceberg.manifest import DataFile, ManifestFile
from pyiceberg.schema import index_by_name
from pyiceberg.table import Table, TableProperties, Transaction
from pyiceberg.table.update.snapshot import ExpireSnapshots
from pyiceberg.transforms import DayTransform
from pyiceberg.utils.config import Config

from binlog_kaitai.io.outages import patiently
from binlog_kaitai.lake.columns import schema_from
from binlog_kaitai.lake.iceberg_catalog import LocalCatalog
from binlog_kaitai.lake.iceberg_snapshots import CachedTransaction, Overwrite, deletes_file
from binlog_kaitai.lake.schemas import promotes
from binlog_kaitai.lake.snapshots import ConflictError, Maintained, base_of
from binlog_kaitai.lake.state import CATALOG, PLACE, STALE
from binlog_kaitai.lake.store import Store

LOGGER = logging.getLogger(__name__)

COMMIT = "binlog-kaitai.commit"

NAME = "binlog"
"""Name of the SQLite catalog, which stores it with its tables."""

PROPERTIES = {
    TableProperties.METADATA_DELETE_AFTER_COMMIT_ENABLED: "true",
    TableProperties.METADATA_PREVIOUS_VERSIONS_MAX: "20",
    TableProperties.MANIFEST_MERGE_ENABLED: "true",
    TableProperties.MANIFEST_MIN_MERGE_COUNT: "50",
}
"""Properties of tables unless they have others: each commit reads all of a table's metadata."""

MAX_SNAPSHOTS, KEPT_SNAPSHOTS = 40, 20
"""Snapshots of a table at which a commit expires all but the last ones; their files remain."""

OTHERS = "_"
"""Namespace of datasets without a database; those of databases never begin with `_`."""


def patient_retries() -> Any:
    """Return how to repeat requests of S3: more often than the library does, which is twice."""
    return AwsStandardS3RetryStrategy(max_attempts=10)


_PATIENT = {S3_RETRY_STRATEGY_IMPL: f"{__name__}.{patient_retries.__name__}"}


class IcebergTables:
    """Iceberg tables, in one namespace per database."""

    def __init__(self, store: Store, catalog: str | None) -> None:
        if catalog is None and not store.is_local:
            raise ValueError(
                f"{store.root}: expected a directory, or a catalog of PyIceberg's configuration"
                " (--catalog), because an SQLite catalog is a file"
            )
        self._store = store
        self._name = catalog
        self._local: LocalCatalog | None = None

    @property
    def _catalog(self) -> Catalog:
        if self._configured is not None:
            return self._configured
        if self._local is None or not self._local.is_there():
            path = Path(self._store.path(CATALOG))
            self._local = LocalCatalog(NAME, path, self._store.location(""))
        return self._local

    @cached_property
    def _configured(self) -> Catalog | None:
        if self._name is None:
            return None
        configured = Config().get_catalog_config(self._name) or {}
        more = {} if S3_RETRY_STRATEGY_IMPL in configured else _PATIENT
        return load_catalog(self._name, **more)

    def _table(self, folder: str) -> Table | None:
        try:
            load = partial(self._catalog.load_table, identifier_of(folder))
            return patiently(load, self._store.location(folder))
        except NoSuchTableError:
            return None

    def exists(self, folder: str) -> bool:
        """Return whether there is a table."""
        return self._catalog.table_exists(identifier_of(folder))

    def active_files(self, folder: str) -> Iterator[tuple[str, int]]:
        """Yield the paths and sizes of a table's current files."""
        table = self._table(folder)
        start = len(self._store.location(folder)) + 1
        for task in [] if table is None else table.scan().plan_files():
            yield task.file.file_path[start:], task.file.file_size_in_bytes

    def snapshot(self, folder: str) -> tuple[list[str], Iterator[pa.RecordBatch]]:
        """Return the paths of the current snapshot's files, and its rows."""
        table = self._table(folder)
        if table is None:
            return [], iter(())
        start = len(self._store.location(folder)) + 1
        files = [path[start:] for path in _paths_of(table)]
        return files, iter(table.scan().to_arrow_batch_reader())

    def has_commit(self, folder: str, number: int) -> bool:
        """Return whether the last change of a table has this number."""
        table = self._table(folder)
        return table is not None and table.properties.get(COMMIT) == str(number)

    def drop(self, folder: str) -> None:
        """Remove a table from the catalog, if there is one."""
        if self.exists(folder):
            self._catalog.drop_table(identifier_of(folder))

    def ids(self, folder: str, columns: str, sources: dict[str, str] | None) -> dict[str, int]:
        """Return the field ids of columns, which a commit gives them."""
        tx = self._begun(folder, self._table(folder), schema_from(columns), sources)
        return index_by_name(tx.table_metadata.schema())

    def commit(self, folder: str, change: dict[str, Any]) -> None:
        """Commit a change unless it is committed: one transaction of schema and files."""
        patiently(partial(self._commit, folder, change), self._store.location(folder))

    def _commit(self, folder: str, change: dict[str, Any]) -> None:
        table, number = self._table(folder), str(change["number"])
        if table is not None and table.properties.get(COMMIT) == number:
            return
        location = self._store.location(folder)
        if change.get("base") is not None:
            paths = [] if table is None else _paths_of(table)
            if change["base"] != base_of(path[len(location) + 1 :] for path in paths):
                raise ConflictError(folder)
            if table is not None:  # otherwise, the library repeats the change on another snapshot
                table.metadata.properties["commit.retry.num-retries"] = "0"
        tx = self._evolved(folder, table, change)
        place = {PLACE + name: value for name, value in change["place"].items()}
        about = {COMMIT: number, **place}
        gone = {f"{location}/{name}" for name in change["removed"]}
        replaced = []
        if table is not None and (gone or change["is_whole"]):
            files = (task.file for task in table.scan().plan_files())
            replaced = [one for one in files if change["is_whole"] or one.file_path in gone]
        deletes = [
            deletes_file(tx, f"{location}/{name}", f"{location}/{target}", rows, size)
            for name, target, rows, size in change.get("deletes", ())
        ]
        append = tx.update_snapshot(about).merge_append
        overwrite = Overwrite.of(tx, about, is_whole=change["is_whole"])
        overwrite.delete_rows(deletes, [f"{location}/{name}" for name in change.get("lifted", ())])
        with overwrite if replaced or deletes else append() as producer:
            for one in replaced:
                producer.delete_data_file(one)
            for name, *_ in change["files"]:
                producer.append_data_file(_data_file(tx, f"{location}/{name}"))
        tx.set_properties(
            {COMMIT: number}
        )  # last: each look at a changed table copies its metadata
        try:
            tx.commit_transaction()
        except CommitFailedException as error:
            raise ConflictError(folder) from error
        if table is not None:
            _expire(table)

    def maintain(
        self, folder: str, done: Maintained, file_size: int, retain: float, *, merges: bool
    ) -> None:
        """Expire snapshots, and remove unused files; small files are merged by commits."""
        del file_size, merges
        table = self._table(folder)
        if table is None:
            return
        before, end = len(table.metadata.snapshots), time.time() - retain
        time_end = datetime.fromtimestamp(end, timezone.utc)
        try:
            table.maintenance.expire_snapshots().older_than(time_end).commit()
        except CommitFailedException as error:
            raise ConflictError(folder) from error
        table = self._catalog.load_table(identifier_of(folder))
        done.expired += before - len(table.metadata.snapshots)
        location, paths = f"{self._store.location(folder)}/", set(_used(table))
        if not all(path.startswith(location) for path in paths):
            LOGGER.warning("%s: its files are not all in %s; none is removed", folder, location)
            return
        used = {f"{folder}/{path.removeprefix(location)}" for path in paths}
        for name, size, modified in self._store.ages(folder):
            is_file = name.endswith((".parquet", ".avro", ".metadata.json"))
            if is_file and name not in used and modified < end:
                self._store.delete(name)
                done.removed += 1
                done.removed_bytes += size

    def mark(self, folder: str, reason: str) -> None:
        """Set the property of a table that says why it is set aside, or remove it."""
        table = self._table(folder)
        if table is None or table.properties.get(STALE, "") == reason:
            return
        with table.transaction() as tx:
            if reason:
                tx.set_properties({STALE: reason})
            else:
                tx.remove_properties(STALE)

    def _evolved(self, folder: str, table: Table | None, change: dict[str, Any]) -> Transaction:
        """Return a transaction in which a table has the columns of a change."""
        columns = schema_from(change["columns"])
        tx = self._begun(folder, table, columns, change.get("sources"))
        if table is None:
            _partition(tx, columns, change["partition"])
        metadata = tx.table_metadata
        schema, properties = metadata.schema(), metadata.properties
        new = {name: value for name, value in PROPERTIES.items() if name not in properties}
        if not change.get("ids"):
            mapping = schema.name_mapping.model_dump_json()
            if properties.get(TableProperties.DEFAULT_NAME_MAPPING) != mapping:
                new[TableProperties.DEFAULT_NAME_MAPPING] = mapping
        elif change["ids"] != index_by_name(schema):
            raise ConflictError(folder)
        if new:
            tx.set_properties(new)
        return tx

    def _begun(
        self, folder: str, table: Table | None, schema: pa.Schema, sources: dict[str, str] | None
    ) -> Transaction:
        """Return a transaction in which a table has a schema."""
        if table is not None:
            tx = CachedTransaction(table)
            _evolve(tx, schema, sources)
            return tx
        identifier = identifier_of(folder)
        self._catalog.create_namespace_if_not_exists(identifier[0])
        location = self._store.location(folder)
        return self._catalog.create_table_transaction(identifier, schema, location)


def _used(table: Table) -> Iterator[str]:
    """Yield the paths of the files that the snapshots of a table need, and of its metadata."""
    yield table.metadata_location
    yield from (one.metadata_file for one in table.metadata.metadata_log)
    manifests: dict[str, ManifestFile] = {}
    for snapshot in table.metadata.snapshots:
        yield snapshot.manifest_list
        manifests |= {one.manifest_path: one for one in snapshot.manifests(table.io)}
    yield from manifests
    for manifest in manifests.values():
        for entry in manifest.fetch_manifest_entry(table.io, discard_deleted=True):
            yield entry.data_file.file_path


def _expire(table: Table) -> None:
    """Expire old snapshots from time to time. Their files remain for readers that have them."""
    if len(table.metadata.snapshots) < MAX_SNAPSHOTS:
        return
    heads = {ref.snapshot_id for ref in table.metadata.refs.values()}
    every = sorted(table.metadata.snapshots, key=lambda one: one.sequence_number or 0)
    old = [one.snapshot_id for one in every[:-KEPT_SNAPSHOTS] if one.snapshot_id not in heads]
    tx = CachedTransaction(table)
    ExpireSnapshots(tx).by_ids(old).commit()
    with suppress(CommitFailedException):  # another writer was faster; a later commit does it
        tx.commit_transaction()


def _partition(tx: Transaction, schema: pa.Schema, partition: tuple[str, str]) -> None:
    """Partition a new table by day, if it has changes."""
    name, kind = partition
    if kind == "date":
        by = next(one for one in ("_timestamp", "timestamp") if one in schema.names)
        with tx.update_spec() as spec:
            spec.add_field(by, DayTransform(), name)


def _data_file(tx: Transaction, path: str) -> DataFile:
    """Return a file as a commit has it; PyIceberg warns of each column of a file without rows."""
    logger = logging.getLogger(parquet_file_to_data_file.__module__)
    logger.addFilter(_is_no_statistics)
    try:
        return parquet_file_to_data_file(tx._table.io, tx.table_metadata, path)  # noqa: SLF001
    finally:
        logger.removeFilter(_is_no_statistics)


def _is_no_statistics(record: logging.LogRecord) -> bool:
    return "statistics missing" not in record.getMessage()


def _paths_of(table: Table) -> list[str]:
    """Return the paths of the current snapshot's files, including delete files."""
    tasks = list(table.scan().plan_files())
    deletes = {one.file_path for task in tasks for one in task.delete_files}
    return [*(task.file.file_path for task in tasks), *deletes]


def identifier_of(folder: str) -> tuple[str, str]:
    """Return the namespace and name of a folder's table: its database, and the rest."""
    namespace, dot, name = folder.partition(".")
    return (namespace, name) if dot else (OTHERS, folder)


def _evolve(tx: Transaction, schema: pa.Schema, sources: dict[str, str] | None) -> None:
    """Apply a schema to a table.

    A column that is renamed, or gets a wider type, stays the same. Another type makes another
    column of the name.

    Args:
        tx: the transaction.
        schema: the columns.
        sources: earlier names of columns by their names, in lower case; by default, names stay.
    """
    kinds = {one.name: _plain(one.type) for one in tx.table_metadata.schema().as_arrow()}
    if sources is None and [*kinds.items()] == [(one.name, one.type) for one in schema]:
        return
    later = {one.name: one for one in schema}
    if sources is not None:
        fields = {one.name.lower(): one for one in schema}
        by_source = {old: fields[new] for new, old in sources.items() if new in fields}
        later = {name: by_source[name.lower()] for name in kinds if name.lower() in by_source}
    with tx.update_schema(allow_incompatible_changes=True) as update:
        for name, kind in kinds.items():
            if name not in later or not promotes(kind, later[name].type):
                update.delete_column(name)
            elif later[name].name != name:
                update.rename_column(name, later[name].name)
    with tx.update_schema(allow_incompatible_changes=True) as update:
        update.union_by_name(schema)


def _plain(kind: pa.DataType) -> pa.DataType:
    """Convert a type of the library to the type in our schemas."""
    if pa.types.is_large_list(kind) or pa.types.is_list(kind):
        return pa.list_(_plain(kind.value_type))
    if pa.types.is_struct(kind):
        return pa.struct([(one.name, _plain(one.type)) for one in kind])
    return {pa.large_string(): pa.string(), pa.large_binary(): pa.binary()}.get(kind, kind)
