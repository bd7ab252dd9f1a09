"""Write datasets as Iceberg tables, in an SQLite catalog or a configured catalog.

The number of an export's last commit is a property of the table, set in the same transaction, so a
commit of a killed run is not repeated. Files contain no field ids; the table maps names to ids.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import Any

import pyarrow as pa
from pyiceberg.catalog import Catalog, load_catalog
from pyiceberg.catalog.sql import SqlCatalog
from pyiceberg.exceptions import CommitFailedException, NoSuchTableError
from pyiceberg.io.pyarrow import parquet_file_to_data_file
from pyiceberg.table import Table, TableProperties, Transaction
from pyiceberg.transforms import DayTransform

from binlog_kaitai.lake.columns import schema_from
from binlog_kaitai.lake.evolution import promotes
from binlog_kaitai.lake.snapshots import ConflictError, base_of
from binlog_kaitai.lake.state import CATALOG, PLACE
from binlog_kaitai.lake.store import Store

COMMIT = "binlog-kaitai.commit"

NAME = "binlog"
"""Name of the SQLite catalog, which stores it with its tables."""

OTHERS = "_"
"""Namespace of datasets without a database; those of databases never begin with `_`."""


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

    @cached_property
    def _catalog(self) -> Catalog:
        if self._name is not None:
            return load_catalog(self._name)
        path = self._store.path(CATALOG)
        return SqlCatalog(NAME, uri=f"sqlite:///{path}", warehouse=self._store.location(""))

    def _table(self, folder: str) -> Table | None:
        try:
            return self._catalog.load_table(identifier_of(folder))
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

    def commit(self, folder: str, change: dict[str, Any]) -> None:
        """Commit a change unless it is committed: one transaction of schema and files."""
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
        schema = schema_from(change["columns"])
        if table is None:
            tx = self._new(folder, schema, change["partition"])
        else:
            tx = table.transaction()
            _evolve(tx, schema)
        mapping = tx.table_metadata.schema().name_mapping.model_dump_json()
        tx.set_properties({COMMIT: number, TableProperties.DEFAULT_NAME_MAPPING: mapping})
        place = {PLACE + name: value for name, value in change["place"].items()}
        update = tx.update_snapshot({COMMIT: number, **place})
        gone = {f"{location}/{name}" for name in change["removed"]}
        replaced = []
        if table is not None and (gone or change["is_whole"]):
            files = (task.file for task in table.scan().plan_files())
            replaced = [one for one in files if change["is_whole"] or one.file_path in gone]
        with update.overwrite() if replaced else update.fast_append() as producer:
            for one in replaced:
                producer.delete_data_file(one)
            for name, *_ in change["files"]:
                path = f"{location}/{name}"
                file = parquet_file_to_data_file(tx._table.io, tx.table_metadata, path)  # noqa: SLF001
                producer.append_data_file(file)
        try:
            tx.commit_transaction()
        except CommitFailedException as error:
            raise ConflictError(folder) from error

    def _new(self, folder: str, schema: pa.Schema, partition: tuple[str, str]) -> Transaction:
        identifier = identifier_of(folder)
        self._catalog.create_namespace_if_not_exists(identifier[0])
        location = self._store.location(folder)
        tx = self._catalog.create_table_transaction(identifier, schema, location)
        name, kind = partition
        if kind == "date":
            by = next(one for one in ("_timestamp", "timestamp") if one in schema.names)
            with tx.update_spec() as spec:
                spec.add_field(by, DayTransform(), name)
        return tx


def _paths_of(table: Table) -> list[str]:
    """Return the paths of the current snapshot's files, including delete files."""
    tasks = list(table.scan().plan_files())
    deletes = {one.file_path for task in tasks for one in task.delete_files}
    return [*(task.file.file_path for task in tasks), *deletes]


def identifier_of(folder: str) -> tuple[str, str]:
    """Return the namespace and name of a folder's table: its database, and the rest."""
    namespace, dot, name = folder.partition(".")
    return (namespace, name) if dot else (OTHERS, folder)


def _evolve(tx: Transaction, schema: pa.Schema) -> None:
    """Apply a schema to a table; columns with incompatible types are replaced."""
    kinds = {one.name: _plain(one.type) for one in tx.table_metadata.schema().as_arrow()}
    after = {one.name: one.type for one in schema}
    others = [
        name for name, kind in kinds.items() if name not in after or not promotes(kind, after[name])
    ]
    if others:
        with tx.update_schema(allow_incompatible_changes=True) as update:
            for name in others:
                update.delete_column(name)
    with tx.update_schema(allow_incompatible_changes=True) as update:
        update.union_by_name(schema)


def _plain(kind: pa.DataType) -> pa.DataType:
    """Convert a type of the library to the type in our schemas."""
    if pa.types.is_large_list(kind) or pa.types.is_list(kind):
        return pa.list_(_plain(kind.value_type))
    if pa.types.is_struct(kind):
        return pa.struct([(one.name, _plain(one.type)) for one in kind])
    return {pa.large_string(): pa.string(), pa.large_binary(): pa.binary()}.get(kind, kind)
