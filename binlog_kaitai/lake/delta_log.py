"""The log of a Delta table whose files have deletion vectors, which the library reads only.

The files with their vectors are those of the last checkpoint and the commits since then. A commit
is written as a whole under its number, which only one writer gets.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any
from uuid import uuid4

import pyarrow.parquet as pq
from deltalake import DeltaTable

from binlog_kaitai.lake.delta_vectors import descriptor_of, name_of
from binlog_kaitai.lake.pieces import rows_of
from binlog_kaitai.lake.snapshots import ConflictError

FEATURE = "deletionVectors"

_FILE = ("path", "partitionValues", "size", "stats", "deletionVector")


def has_vectors(table: DeltaTable) -> bool:
    """Return whether files of a table may have deletion vectors."""
    return FEATURE in (table.protocol().reader_features or ())


@dataclass
class DeltaLog:
    """The log of a table in a local folder, up to the table's version."""

    folder: str
    path: Path
    table: DeltaTable
    _gone: list[Mapping[str, Any]] = field(default_factory=list)

    @cached_property
    def files(self) -> dict[str, dict[str, Any]]:
        """What the log has of each file, by its path, with its vector if it has one."""
        found: dict[str, dict[str, Any]] = {}
        for action in self._actions():
            if (add := action.get("add")) is not None:
                found[add["path"]] = {name: add.get(name) for name in _FILE}
                found[add["path"]]["partitionValues"] = dict(add["partitionValues"])
            elif (remove := action.get("remove")) is not None:
                known = found.get(remove["path"])
                if known is not None and _vector(known) == _vector(remove):
                    del found[remove["path"]]
                self._gone.append(remove)
        return found

    def names(self) -> list[str]:
        """Return the names of the files and of their vectors."""
        vectors = (_vector(one) for one in self.files.values())
        return [*self.files, *filter(None, vectors)]

    def needed(self, since: float) -> set[str]:
        """Return the names of vectors that count, or did at a time in seconds since 1970."""
        names = set(self.names())
        for one in self._gone:
            if one.get("deletionTimestamp", 0) >= since * 1000:
                names.update(filter(None, [_vector(one)]))
        return names

    def _actions(self) -> Iterator[dict[str, Any]]:
        version = self.table.version()
        first, files = self._last_checkpoint(version)
        if not files and not self._commit(0).exists():
            where = f"{self.path}: expected a checkpoint in one file or in numbered parts"
            raise OSError(f"{where}, found none up to version {version}")
        for path in files:
            with pq.ParquetFile(path) as parquet:
                names = [name for name in ("add", "remove") if name in parquet.schema_arrow.names]
                for batch in rows_of(parquet, names):
                    yield from batch.to_pylist()
        for number in range(first + 1, version + 1):
            for line in self._commit(number).read_text(encoding="utf-8").splitlines():
                yield json.loads(line)

    def _last_checkpoint(self, version: int) -> tuple[int, list[Path]]:
        """Return the version of the last whole checkpoint, and its files; -1 without one."""
        found: dict[tuple[int, int], list[Path]] = {}
        for path in sorted(self.path.glob("*.checkpoint*.parquet")):
            number, _, *parts, _ = path.name.split(".")
            if all(one.isdecimal() for one in parts):
                count = int(parts[-1]) if parts else 1
                found.setdefault((int(number), count), []).append(path)
        whole = [(*key, files) for key, files in found.items() if len(files) >= key[1]]
        known = [(number, files[:count]) for number, count, files in whole if number <= version]
        return max(known, default=(-1, []))

    def _commit(self, version: int) -> Path:
        return self.path / f"{version:020}.json"

    def changes(self, change: Mapping[str, Any], part: str, now: int) -> Iterator[dict[str, Any]]:
        """Yield the actions of a change. Raises ConflictError if it lacks a file."""
        marked = {
            target: descriptor_of(name, rows, size)
            for name, target, rows, size in change["deletes"]
        }
        for path in (*change["removed"], *marked):
            if path not in self.files:
                raise ConflictError(self.folder)
            known = self.files[path]
            removed = {name: known[name] for name in ("path", "partitionValues", "size")}
            removed |= {"deletionTimestamp": now, "dataChange": True, "extendedFileMetadata": True}
            if known["deletionVector"] is not None:
                removed["deletionVector"] = known["deletionVector"]
            yield {"remove": removed}
            if path in marked:
                added = known | {"deletionVector": marked[path]}
                yield {"add": added | {"modificationTime": now, "dataChange": True}}
        for path, value, rows, size in change["files"]:
            added = {"path": path, "partitionValues": {part: value}, "size": size}
            added |= {"modificationTime": now, "dataChange": True}
            yield {"add": added | {"stats": json.dumps({"numRecords": rows})}}

    def commit(self, actions: Iterable[Mapping[str, Any]]) -> None:
        """Write the next version. Raises ConflictError if another writer has."""
        staged = self.path / f".{uuid4().hex}.json.tmp"
        text = "".join(f"{json.dumps(action)}\n" for action in actions)
        staged.write_text(text, encoding="utf-8")
        try:
            os.link(staged, self._commit(self.table.version() + 1))
        except FileExistsError as error:
            raise ConflictError(self.folder) from error
        finally:
            staged.unlink()


def _vector(one: Mapping[str, Any]) -> str | None:
    vector = one.get("deletionVector")
    return None if vector is None else name_of(vector)
