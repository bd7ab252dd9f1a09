"""Current tables in the state of an archive, their files, and the changes that they lack."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple


class Deleted(NamedTuple):
    """Rows of a file that no longer count, and the file with their positions, by its name."""

    name: str
    rows: int
    num_bytes: int


class CurrentFile(NamedTuple):
    """A file of a current table: its bucket, its name in the table's folder, and its size.

    Files of Delta and Iceberg tables have a digest of their rows, unless an older version
    wrote them. Neither the number of rows nor the digest includes rows that are `deleted`.
    """

    bucket: int
    name: str
    rows: int
    num_bytes: int
    digest: int | None = None
    deleted: Deleted | None = None

    @property
    def names(self) -> list[str]:
        """The name of the file, and that of the file with deleted positions."""
        return [self.name] if self.deleted is None else [self.name, self.deleted.name]

    @staticmethod
    def from_json(fields: Sequence[Any]) -> CurrentFile:
        """Parse the fields of a file."""
        one = CurrentFile(*fields)
        return one._replace(deleted=one.deleted and Deleted(*one.deleted))


@dataclass
class Current:
    """A current table: its columns, keys and files.

    The files belong to two to the power of `depth` buckets. The table `is_stale` if another writer
    committed before the export did: its rows lack the export's changes. Columns in `unlogged` are
    null. Changes of `unread` tables, which the export does not have, may change rows. `mark` is the
    property by which tables of a format say why they are set aside.
    """

    columns: str
    keys: list[str]
    depth: int = 0
    files: list[CurrentFile] = field(default_factory=list)
    is_stale: bool = False
    unlogged: list[str] = field(default_factory=list)
    unread: list[str] = field(default_factory=list)
    mark: str = ""

    def content(self) -> tuple[int, int | None]:
        """Return the number of rows, and their digest or None."""
        digests = [one.digest for one in self.files]
        present = [one for one in digests if one is not None]
        is_complete = len(present) == len(digests)
        return sum(one.rows for one in self.files), sum(present) % 2**64 if is_complete else None

    def outrun(self) -> Current:
        """Return the table after a change by another writer: equal rows in other files."""
        rows, digest = self.content()
        size = sum(one.num_bytes for one in self.files)
        files = [CurrentFile(0, "", rows, size, digest)]
        return Current(self.columns, self.keys, 0, files, is_stale=True, mark=self.mark)

    @staticmethod
    def from_json(fields: Mapping[str, Any] | None) -> Current | None:
        """Parse the fields of a table, if there is one."""
        if fields is None:
            return None
        files = list(map(CurrentFile.from_json, fields["files"]))
        return Current(**{**fields, "files": files})


class Pending(NamedTuple):
    """Changes that current tables lack, because their merge waits.

    `place` is that of the state up to which the tables stand, and `time` is when they were the
    last time complete, in seconds since 1970. So many `runs` have written so many `files`; one
    `has_ddl`.
    """

    place: dict[str, str]
    time: float
    runs: int = 0
    files: int = 0
    has_ddl: bool = False
