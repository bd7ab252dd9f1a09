"""Snapshots of Iceberg tables with deleted rows: by files with their positions, as of version 2.

The library reads such files, and does not write the manifests that list them. Each file has the
positions of all deleted rows of one file, so it replaces an earlier one, and one manifest lists
all of a table.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Any

from pyiceberg.manifest import (
    DataFile,
    DataFileContent,
    FileFormat,
    ManifestContent,
    ManifestEntry,
    ManifestEntryStatus,
    ManifestFile,
    ManifestWriterV2,
)
from pyiceberg.table import Transaction
from pyiceberg.table.metadata import TableMetadata
from pyiceberg.table.snapshots import Operation, Summary
from pyiceberg.table.update.snapshot import _OverwriteFiles
from pyiceberg.typedef import Record

from binlog_kaitai.lake.current.positions import FILE_PATH


class CachedTransaction(Transaction):
    """Keeps the metadata with its updates, which the library copies for each look at them."""

    _seen: tuple[TableMetadata, int, TableMetadata] | None = None

    @property
    def table_metadata(self) -> TableMetadata:
        """The metadata with the updates."""
        base, count = self._table.metadata, len(self._updates)
        if not count:
            return base
        if self._seen is None or self._seen[0] is not base or self._seen[1] != count:
            self._seen = base, count, super().table_metadata
        return self._seen[2]


class Overwrite(_OverwriteFiles):
    """Replaces files, and deletes rows of those that stay.

    It drops manifests without files, which the library keeps and reads again for each overwrite.
    """

    _deletes: tuple[DataFile, ...] = ()
    _lifted: frozenset[str] = frozenset()
    _is_whole = False
    _gone: list[DataFile]

    @staticmethod
    def of(tx: Transaction, properties: dict[str, str], *, is_whole: bool) -> Overwrite:
        """Return the overwrite of a transaction, with properties of its snapshot.

        If it `is_whole`, no earlier deleted position counts.
        """
        io = tx._table.io  # noqa: SLF001
        made = Overwrite(Operation.OVERWRITE, tx, io, snapshot_properties=properties)
        made._is_whole, made._gone = is_whole, []
        return made

    def delete_rows(self, deletes: Collection[DataFile], lifted: Collection[str]) -> None:
        """Add files with positions; those whose paths are `lifted` no longer count."""
        self._deletes, self._lifted = tuple(deletes), frozenset(lifted)

    def _existing_manifests(self) -> list[ManifestFile]:
        every = super()._existing_manifests()
        found = [one for one in every if one.has_added_files() or one.has_existing_files()]
        if not (self._deletes or self._lifted or self._is_whole):
            return found
        before = [one for one in found if one.content == ManifestContent.DELETES]
        return [*(one for one in found if one not in before), *self._manifest(before)]

    def _manifest(self, before: Collection[ManifestFile]) -> Iterator[ManifestFile]:
        """Write a manifest of all files with positions, if there are any."""
        entries = [entry for one in before for entry in self.fetch_manifest_entry(one)]
        if not entries and not self._deletes:
            return
        tx = self._transaction
        spec, output = tx.table_metadata.spec(), self.new_manifest_output()
        with _Deletes(spec, self.schema(), output, self._snapshot_id, self._compression) as writer:
            for entry in entries:
                if self._is_whole or entry.data_file.file_path in self._lifted:
                    writer.delete(entry)
                    self._gone.append(entry.data_file)
                else:
                    writer.existing(entry)
            for one in self._deletes:
                added = ManifestEntryStatus.ADDED
                writer.add(ManifestEntry.from_args(status=added, data_file=one))
        yield writer.to_manifest_file()

    def _summary(self, snapshot_properties: dict[str, str] | None = None) -> Summary:
        added, deleted = self._added_data_files, self._deleted_data_files
        self._added_data_files = [*added, *self._deletes]
        self._deleted_data_files = {*deleted, *self._gone}
        try:
            return super()._summary(snapshot_properties or {})
        finally:
            self._added_data_files, self._deleted_data_files = added, deleted


class _Deletes(ManifestWriterV2):
    """Writes a manifest of files with positions."""

    def content(self) -> ManifestContent:
        return ManifestContent.DELETES

    @property
    def _meta(self) -> dict[str, str]:
        return {**super()._meta, "content": "deletes"}


def deletes_file(tx: Transaction, path: str, target: str, rows: int, num_bytes: int) -> DataFile:
    """Return a file with positions in a target file, as a commit has it."""
    bounds = {FILE_PATH: target.encode()}
    fields: dict[str, Any] = {
        "content": DataFileContent.POSITION_DELETES,
        "file_path": path,
        "file_format": FileFormat.PARQUET,
        "partition": Record(),
        "record_count": rows,
        "file_size_in_bytes": num_bytes,
        "lower_bounds": bounds,  # readers find the target by them
        "upper_bounds": bounds,
        "spec_id": tx.table_metadata.default_spec_id,
    }
    return DataFile.from_args(_table_format_version=2, **fields)
