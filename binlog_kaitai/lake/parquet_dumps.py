"""Directories of Parquet files as dumps: those of an export, or one for each table."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from dataclasses import field as field_of
from functools import cached_property
from pathlib import Path
from urllib.parse import unquote

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from binlog_kaitai.catalog.dumped_rows import ENDINGS
from binlog_kaitai.catalog.dumps import Dump, DumpPlace, read_dump
from binlog_kaitai.lake.current.ordering import Array, hashes
from binlog_kaitai.lake.current.positions import left_of, positions_of
from binlog_kaitai.lake.current.unlogged import unlogged_in
from binlog_kaitai.lake.dump_sources import DumpSource, TableRows
from binlog_kaitai.lake.dumped_tables import DumpedTable
from binlog_kaitai.lake.loading import load_state
from binlog_kaitai.lake.options import wants
from binlog_kaitai.lake.parquet_fit import MisfitError, fits_type, fitted
from binlog_kaitai.lake.pieces import rows_of
from binlog_kaitai.lake.state import CURRENT, STATE, Dataset, State
from binlog_kaitai.lake.store import Store
from binlog_kaitai.model.definitions import Definition
from binlog_kaitai.model.names import full_name
from binlog_kaitai.replication.log_names import served_name

PARQUET = "*.parquet"
OTHER_TABLES = ("_delta_log", "metadata")
"""What tables of other formats have, not all of whose files count."""


@dataclass(frozen=True)
class _Files:
    """The files of a table, and why they do not have all rows, if they do not.

    Some have rows that are `deleted`, whose positions are in other files.
    """

    files: tuple[Path, ...]
    problem: str | None = None
    deleted: Mapping[Path, Path] = field_of(default_factory=dict)


class ParquetDump(DumpSource):
    """A directory with a directory of Parquet files for each table.

    It is the output of an export with current tables, or any other whose directories are named
    `database.table`. SQL files in it have the definitions; otherwise these are given.
    """

    def __init__(self, path: str, definitions: Mapping[str, Definition] | None) -> None:
        super().__init__(path)
        self._definitions = {} if definitions is None else definitions

    @cached_property
    def _state(self) -> State | None:
        return load_state(Store.at(str(self.path))) if _is_export(self.path) else None

    @cached_property
    def _schemas(self) -> Dump | None:
        has_sql = any(one.name.endswith(ENDINGS) for one in self.path.iterdir())
        return read_dump(self.path) if has_sql else None

    @property
    def place(self) -> DumpPlace | None:
        state = self._state
        if state is None:
            return None if self._schemas is None else self._schemas.place
        place = state.current_place()
        return DumpPlace(place.get("gtids"), served_name(place["log"]), int(place["position"]))

    @property
    def time(self) -> int:
        return max((int(one.stat().st_mtime) for _, one in self._every), default=0)

    @property
    def _every(self) -> Iterator[tuple[str, Path]]:
        return ((name, file) for name, one in self._found.items() for file in one.files)

    @cached_property
    def _found(self) -> dict[str, _Files]:
        if self._state is None:
            return dict(map(_files_of, _folders_of(self.path)))
        return dict(_files_of_export(self.path, self._state))

    @cached_property
    def tables(self) -> Mapping[str, Definition]:
        found = {}
        known = self._definitions if self._schemas is None else self._schemas.tables
        for name in self._found:
            try:
                found[name] = known[name]
            except KeyError:
                raise ValueError(
                    f"{self.path}: expected a definition of {name}, from a server or from SQL files"
                    " in the directory (mysqldump --no-data), found none"
                ) from None
        return found

    def problem(self, table: DumpedTable, *, has_keys: bool) -> str | None:
        if any(one.kind == "vector" for one in table.definition.columns):
            return "VECTOR columns are not supported in dumps"
        problem = table.problem(has_keys=has_keys, is_printed=False)
        return problem or self._found[table.name].problem

    def rows(self, tables: Mapping[str, DumpedTable]) -> Iterator[TableRows]:
        for name, table in tables.items():
            yield name, self._batches(table)

    def _batches(self, table: DumpedTable) -> Iterator[pa.RecordBatch]:
        found = self._found[table.name]
        seen: list[Array] = []
        for path in found.files:
            every = self._rows(path, table)
            if (deleted := found.deleted.get(path)) is not None:
                with pa.OSFile(str(deleted)) as file:
                    every = left_of(every, positions_of(file, deleted.name))
            for rows in every:
                if table.keys:  # otherwise, --keys names some
                    seen.append(hashes([rows.column(key) for key in table.keys]))
                yield rows
        keys = np.concatenate([np.empty(0, np.uint64), *seen])
        if len(np.unique(keys)) < len(keys):
            raise ValueError(f"{self.path}: {table.name}: expected each key once, found some again")

    def _rows(self, path: Path, table: DumpedTable) -> Iterator[pa.RecordBatch]:
        first = 0
        with pq.ParquetFile(path) as file:
            self._check(path, file.schema_arrow, table)
            for batch in rows_of(file):
                yield _fitted(batch, table, f"{path}", first)
                first += len(batch)

    def _check(self, path: Path, schema: pa.Schema, table: DumpedTable) -> None:
        """Raise ValueError if a file has other columns than the table, or other types."""
        found = {one.name.lower(): one for one in schema}
        for column in table.schema:
            one = found.pop(column.name.lower(), None)
            if one is None:
                raise ValueError(f"{path}: expected the column {column.name}, found none")
            if not fits_type(one.type, column.type, is_own=self._state is not None):
                expected = f"the type {column.type} of {column.name}"
                raise ValueError(f"{path}: expected {expected}, found {one.type}")
        if found:
            raise ValueError(f"{path}: the table has no column {next(iter(found.values())).name}")


def is_parquet_dump(path: Path) -> bool:
    """Return whether a path is a directory with directories of Parquet files."""
    return path.is_dir() and (_is_export(path) or any(_folders_of(path)))


def _is_export(path: Path) -> bool:
    return (path / STATE).exists()


def _folders_of(path: Path) -> Iterator[Path]:
    return (one for one in sorted(path.iterdir()) if one.is_dir() and any(one.rglob(PARQUET)))


def _files_of(folder: Path) -> tuple[str, _Files]:
    """Return the name of a table and its files. Raises ValueError."""
    database, has_dot, table = folder.name.removesuffix(CURRENT).partition(".")
    if not has_dot:
        raise ValueError(f"{folder}: expected a directory named database.table")
    files = tuple(sorted(folder.glob(PARQUET)))
    problem = None
    others = (one for one in sorted(folder.rglob("*")) if one.is_file() and one not in files)
    other = next((one for one in others if not one.name.startswith((".", "_"))), None)
    if other is not None:
        problem = f"its directory has the file {other.relative_to(folder)}, which is not read"
    elif any((folder / name).exists() for name in OTHER_TABLES):
        problem = "its directory is a table of another format, not all of whose files count"
    return full_name(unquote(database), unquote(table)), _Files(files, problem)


def _files_of_export(path: Path, state: State) -> Iterator[tuple[str, _Files]]:
    aside = state.set_aside()
    for folder, one in state.datasets.items():
        if one.table is None or not wants(state.options, one.name):
            continue
        current = () if one.current is None else one.current.files
        within = path / f"{folder}{CURRENT}"
        files = tuple(within / file.name for file in current)
        deleted = {
            within / file.name: within / file.deleted.name for file in current if file.deleted
        }
        why = aside.get(folder)
        problem = f"it is set aside: {why}" if why is not None else _lacking(folder, one, state)
        yield one.name, _Files(files, problem, deleted)


def _lacking(folder: str, dataset: Dataset, state: State) -> str | None:
    """Return what the current table of an export lacks."""
    current = dataset.current
    if current is None:
        return "the export has no current table of it"
    if folder in state.baselines or not state.is_whole(dataset):
        return "its current table is incomplete"
    if state.pending is not None:
        return "changes wait for the current tables; run the export once more, without an interval"
    if dataset.waiting:
        return "an XA transaction with changes of it is not decided"
    if current.is_stale or current.unlogged or current.unread or unlogged_in(dataset, state)[1]:
        return "its current table may lack values"
    return None


def _fitted(batch: pa.RecordBatch, table: DumpedTable, path: str, first: int) -> pa.RecordBatch:
    """Return rows as logs have them. Raises ValueError."""
    found = {name.lower(): batch.column(at) for at, name in enumerate(batch.schema.names)}
    arrays = []
    for defined, column, field in zip(
        table.definition.columns, table.columns, table.schema, strict=True
    ):
        assert column is not None
        try:
            arrays.append(fitted(found[field.name.lower()], defined, column, field.type))
        except MisfitError as error:
            where = f"{path}, row {first + error.at + 1}, column {defined.name}"
            raise ValueError(f"{where}: {error}") from None
    return pa.RecordBatch.from_arrays(arrays, schema=table.schema)
