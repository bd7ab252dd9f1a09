"""The SQLite catalog of Iceberg tables, which neither reads nor copies metadata that it has.

A follower commits to each table every second. The library reads a table's metadata twice for a
commit, and copies them twice; they list all snapshots.
"""

from __future__ import annotations

from contextlib import suppress
from copy import copy
from pathlib import Path
from typing import Any

from pyiceberg.catalog.sql import SqlCatalog
from pyiceberg.table import Table

MAX_KEPT = 256
"""Maximum number of tables whose metadata are kept."""


class LocalCatalog(SqlCatalog):
    """A catalog in a file, with the metadata of the last tables: their files never change."""

    def __init__(self, name: str, path: Path, warehouse: str) -> None:
        super().__init__(name, uri=f"sqlite:///{path}", warehouse=warehouse)
        self._path, self._file = path, path.stat().st_ino
        self._kept: dict[tuple[str, str], Table] = {}

    def is_there(self) -> bool:
        """Return whether the file is still that of this catalog."""
        with suppress(FileNotFoundError):
            return self._path.stat().st_ino == self._file
        return False

    def _convert_orm_to_iceberg(self, orm_table: Any) -> Table:
        """Return a table as the library does, which calls this for each row of a table it reads."""
        name = orm_table.table_namespace, orm_table.table_name
        table = self._kept.pop(name, None)
        if table is None or table.metadata_location != orm_table.metadata_location:
            table = super()._convert_orm_to_iceberg(orm_table)
            lists = {name: _Shared(one) for name, one in table.metadata if isinstance(one, list)}
            table.metadata = table.metadata.model_copy(update=lists)
            while len(self._kept) >= MAX_KEPT:
                del self._kept[next(iter(self._kept))]
        self._kept[name], found = table, copy(table)
        properties = {"properties": dict(table.metadata.properties)}
        found.metadata = table.metadata.model_copy(update=properties)
        return found


class _Shared(list[Any]):
    """A list of values that never change, such as snapshots: its deep copy has the same ones."""

    def __add__(self, more: list[Any]) -> _Shared:
        return _Shared([*self, *more])

    def __deepcopy__(self, memo: dict[int, Any]) -> _Shared:
        return _Shared(self)
