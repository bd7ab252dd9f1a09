"""The index of an archive: Parquet files in a folder beside the logs, which say what each holds.

A row without a table describes a log, one with a table the log's rows of that table. A row counts
only for a log of its name, size and time of change. Small files are merged, so that an archive of n
logs that grows log by log has about log n of them.
"""

from __future__ import annotations

import logging
import uuid
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from binlog_kaitai.io.paths import is_remote, place_of, remote_place, sibling, write_object

if TYPE_CHECKING:
    import pyarrow as pa

LOGGER = logging.getLogger(__name__)

FOLDER = "_binlog_index"
"""The folder's name, which readers of folders pass over as hidden."""

VERSION = b"3"
_KEY = b"binlog_kaitai.index"

MAX_MERGED = 2**26
"""Bytes of files that are merged into one, which memory holds meanwhile."""

ROWS = 2**14
"""Rows of a row group. They are sorted by table, so that few groups have those of one."""


class LogIdentity(NamedTuple):
    """A log in a folder: with another size or time (microseconds since 1970), it is another."""

    log: str
    size: int
    modified: int


class _Part(NamedTuple):
    """A file of the index: its path, number of logs and bytes."""

    path: str
    num_logs: int
    size: int


class IndexFolder:
    """The index beside a log, by the path or URI of the log."""

    def __init__(self, log: str) -> None:
        self._folder = sibling(log, FOLDER)

    @property
    def size(self) -> int:
        """The bytes of its files; 0 without an index."""
        return sum(part.size for part in self._parts())

    def identities(self) -> dict[LogIdentity, bool]:
        """Return the logs that it describes, and whether each is compressed as a whole."""
        names = [*LogIdentity._fields, "is_compressed", "table"]
        return {
            LogIdentity(*each[:-2]): each[-2]
            for rows in self.tables(names)
            for each in zip(*(column.to_pylist() for column in rows.columns), strict=True)
            if each[-1] is None
        }

    def tables(self, columns: Sequence[str], table: str | None = None) -> Iterator[pa.Table]:
        """Yield some columns of all rows, or of row groups that may have those of a table.

        Files that are gone by now, as they were merged, and those of other versions are left out;
        so are those that cannot be read or are damaged, with a warning.
        """
        for part in self._parts():
            yield from self._read(part, columns, table)

    def add(self, rows: pa.Table, logs: set[str]) -> None:
        """Add the rows of some logs, and merge the smallest files.

        Args:
            rows: rows with all columns of the index.
            logs: the names of the logs in the folder; merging drops the rows of others.

        Raises:
            OSError: a file cannot be written.
        """
        import pyarrow as pa  # noqa: PLC0415 - slow to import, for logs that have an index
        import pyarrow.compute as pc  # noqa: PLC0415
        import pyarrow.parquet as pq  # noqa: PLC0415

        merged = []
        size = rows.nbytes
        for part in self._parts():
            names = set(rows["log"].to_pylist())
            size += part.size
            if part.num_logs > len(names) or size > MAX_MERGED:
                break
            merged.append(part)
            kept = pa.array(sorted(logs - names), pa.string())
            for old in self._read(part, rows.schema.names):
                rows = pa.concat_tables(
                    [rows, old.filter(pc.is_in(old["log"], kept)).cast(rows.schema)]
                )
        by = pc.sort_indices(rows, [("table", "ascending"), ("log", "ascending")])
        rows = rows.take(by).replace_schema_metadata({_KEY: VERSION})
        name = f"{len(set(rows['log'].to_pylist()))}-{uuid.uuid4().hex}.parquet"
        files, folder = self._place()
        target, path = f"{folder}/.{name}", f"{folder}/{name}"
        if is_remote(self._folder):
            target = path  # an object appears as a whole
        else:
            files.create_dir(folder)
        content = pa.BufferOutputStream()
        pq.write_table(
            rows, content, row_group_size=ROWS, compression="zstd", write_page_checksum=True
        )
        write_object(files, target, content.getvalue())
        if target != path:
            files.move(target, path)
        for part in merged:
            files.delete_file(part.path)

    def _place(self) -> tuple[Any, str]:
        from pyarrow.fs import LocalFileSystem  # noqa: PLC0415 - slow to import

        if is_remote(self._folder):
            place = remote_place(self._folder)
            return place.filesystem, place.path
        return LocalFileSystem(), place_of(self._folder).path

    def _parts(self) -> list[_Part]:
        """Return the files, those with the fewest logs first."""
        place = place_of(self._folder)
        try:
            entries = list(place.entries(place.path))
        except (FileNotFoundError, NotADirectoryError):
            return []
        found = []
        for entry in entries:
            count, _, rest = entry.name.partition("-")
            if count.isdecimal() and rest.endswith(".parquet"):
                found.append(_Part(entry.path, int(count), entry.size))
        return sorted(found, key=lambda part: part.num_logs)

    def _read(
        self, part: _Part, columns: Sequence[str], table: str | None = None
    ) -> Iterator[pa.Table]:
        import pyarrow as pa  # noqa: PLC0415 - as above
        import pyarrow.parquet as pq  # noqa: PLC0415

        try:
            stream = self._place()[0].open_input_file(part.path)
            with pq.ParquetFile(stream, pre_buffer=True, page_checksum_verification=True) as file:
                if (file.schema_arrow.metadata or {}).get(_KEY) != VERSION:
                    return
                if not {*columns} <= {*file.schema_arrow.names}:
                    raise pa.ArrowInvalid(f"no columns {', '.join(columns)}")
                number = file.schema_arrow.get_field_index("table")
                groups = [
                    group
                    for group in range(file.num_row_groups)
                    if table is None or _may_hold(file, group, number, table)
                ]
                for group in groups if table is not None else []:
                    yield file.read_row_group(group, columns)
                if table is None:
                    yield file.read(columns)
        except FileNotFoundError:
            return
        except (OSError, UnicodeDecodeError, pa.ArrowException) as error:
            LOGGER.warning("%s: not used, because it cannot be read: %s", part.path, error)


def _may_hold(file: Any, group: int, column: int, table: str) -> bool:
    bounds = file.metadata.row_group(group).column(column).statistics
    return bounds is None or not bounds.has_min_max or bounds.min <= table <= bounds.max
