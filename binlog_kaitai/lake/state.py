"""What an archive holds: the logs that it has, and its datasets.

- `<dataset>/` has the Parquet files, by days, and `_export.json`, which tells people what it is
- `<dataset>.current/` has the table as it stands, if that is kept
- `catalog.db` is the catalog of Iceberg tables, unless there is another
- `_SUCCESS`: all is whole
- `_export/` is the export's own; readers pass over it
- `_export/state.json`: which logs the datasets have, and what they wait for
- `_export/commit.json`: what a run had decided to make visible, see `commit`
- `_export/staged/`: what runs have read and written, and is not yet visible
- `_export/waiting/`: rows of prepared transactions that no log decided so far
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timezone
from typing import Any, NamedTuple, TypeAlias

from binlog_kaitai.io.finding import FoundFile, in_order
from binlog_kaitai.io.paths import base_name
from binlog_kaitai.lake.aside import TYPES, Aside, order
from binlog_kaitai.lake.facts import (
    Generated,
    Layout,
    LeftOut,
    Piece,
    layouts_from_json,
    layouts_to_json,
    piece_from,
)
from binlog_kaitai.lake.options import Options, differences, wants
from binlog_kaitai.lake.store import WORK
from binlog_kaitai.model.names import full_name

RECORD = "_export.json"
SUCCESS = "_SUCCESS"
CURRENT = ".current"
"""What the name of a table's folder ends with in which it is as it stands; no dataset's does."""

CATALOG = "catalog.db"
"""The catalog of Iceberg tables, in SQLite."""

PLACE = "binlog-kaitai."
"""What the names begin with by which a table's commit tells its place in the logs."""

STATE = f"{WORK}/state.json"

FileKey: TypeAlias = tuple[str, int, int]


class OutputExistsError(ValueError):
    """The output folder holds something else, and is not to be overwritten."""


def key_of(file: FoundFile) -> FileKey:
    """Return what tells a file from others, and from what it was before it changed."""
    return file.path, file.size, file.modified


class CurrentFile(NamedTuple):
    """A file of a table as it stands: its bucket, its name in the table's folder, and its size.

    Files of Delta and Iceberg tables have a digest of their rows, unless an older version
    wrote them.
    """

    bucket: int
    name: str
    rows: int
    num_bytes: int
    digest: int | None = None


@dataclass
class Current:
    """A table as it stands: its columns and keys, and its files.

    They are of buckets, of which there are two to the power of `depth`. The table `is_stale` if
    another writer was faster than the commit of an export: the rows lack its changes. Columns that
    are `unlogged` are null in it.
    """

    columns: str
    keys: list[str]
    depth: int = 0
    files: list[CurrentFile] = field(default_factory=list)
    is_stale: bool = False
    unlogged: list[str] = field(default_factory=list)

    def content(self) -> tuple[int, int | None]:
        """Return the number of rows and their digest, None if it is unknown."""
        digests = [one.digest for one in self.files]
        known = [one for one in digests if one is not None]
        is_known = len(known) == len(digests)
        return sum(one.rows for one in self.files), sum(known) % 2**64 if is_known else None

    def outrun(self) -> Current:
        """Return the table as another writer left it: equal rows in unknown files."""
        rows, digest = self.content()
        size = sum(one.num_bytes for one in self.files)
        files = [CurrentFile(0, "", rows, size, digest)]
        return Current(self.columns, self.keys, 0, files, is_stale=True)


class Grown(NamedTuple):
    """How far a log is read that may grow, what its head was, and whether the server closed it."""

    position: int
    head: dict[str, Any] | None
    is_closed: bool = False


@dataclass
class Dataset:
    """A dataset: its columns as Spark's JSON, and the layouts that its rows had in the logs.

    `waiting` are rows that no log decided so far, each piece with the number of its layout.
    `current` is the table as it stands, if that is kept, and `wiped` the last log and position
    where a statement emptied it. Images leave out the columns `left_out`.
    """

    name: str
    columns: str
    database: str | None = None
    table: str | None = None
    layouts: list[Layout] = field(default_factory=list)
    waiting: list[Piece] = field(default_factory=list)
    current: Current | None = None
    wiped: tuple[str, int] | None = None
    left_out: LeftOut = field(default_factory=LeftOut)

    @property
    def key(self) -> tuple[str, str]:
        """The table, by what tells it from others on any server, as that of `Aside`."""
        return (self.database or "").lower(), (self.table or "").lower()

    def record(self, options: Options) -> dict[str, Any]:
        """Return what a dataset's own record tells people."""
        undecided = [list(one) for piece in self.waiting for one in piece.waiting]
        return {
            "options": options,
            "columns": self.columns,
            "database": self.database,
            "table": self.table,
            "undecided": undecided,
        }

    def current_record(self, options: Options) -> dict[str, Any]:
        """Return what the record of the table as it stands tells people."""
        assert self.current is not None
        return {
            "options": options,
            "columns": self.current.columns,
            "database": self.database,
            "table": self.table,
            "keys": self.current.keys,
            "unlogged": self.current.unlogged,
            "begins": self.wiped,
        }


@dataclass
class State:
    """What an archive holds, by the folders of its datasets.

    Of an archive that an older version began and did not finish, `parts` are the datasets that have
    a log already. `anew` are datasets that have to be read again from all logs. `growing` are logs
    that a server still wrote when they were read. `aside` are the tables that are set aside, by
    their keys, also those without a dataset so far. `dropped` are columns that were dropped, with
    their databases and tables, all in lower case. `temporary` are the temporary tables of sessions,
    see `Facts`. `generated` are the generated columns of tables, by the names of databases and
    tables.
    """

    options: Options
    files: set[FileKey] = field(default_factory=set)
    datasets: dict[str, Dataset] = field(default_factory=dict)
    parts: dict[FileKey, set[str]] = field(default_factory=dict)
    anew: set[str] = field(default_factory=set)
    growing: dict[str, Grown] = field(default_factory=dict)
    aside: dict[tuple[str, str], Aside] = field(default_factory=dict)
    dropped: set[tuple[str, str, str]] = field(default_factory=set)
    temporary: dict[str, str | None] = field(default_factory=dict)
    generated: dict[str, Generated] = field(default_factory=dict)

    @property
    def is_current(self) -> bool:
        """Whether tables are kept as they stand, beside their changes."""
        return self.options.get("current") is not None

    @property
    def file_format(self) -> str:
        """What datasets are."""
        return self.options["format"] or "parquet"

    def set_aside(self) -> dict[str, Aside]:
        """Return why tables are set aside, by the folders of their datasets."""
        found: dict[str, Aside] = {}
        for folder, one in self.datasets.items() if self.aside else ():
            if one.table is None or not wants(self.options, one.name):
                continue
            of_all = self.aside.get((one.key[0], ""))
            if of_all is not None and one.wiped:
                is_over = order(one.wiped) > order(of_all.restart or of_all.place)
                of_all = None if is_over else of_all
            causes = filter(None, (self.aside.get(one.key), of_all))
            why = min(causes, key=lambda cause: order(cause.bound), default=None)
            if why is not None:
                found[folder] = why
        return found

    def unkept(self) -> dict[str, Aside]:
        """Return why tables without a dataset have no current one, by their full names.

        The log has statements in place of all of their rows.
        """
        known = {one.key for one in self.set_aside().values()}
        names = {
            full_name(one.database, one.table or "*"): one
            for one in self.aside.values()
            if one.is_logged and one.key not in known
        }
        return {name: one for name, one in names.items() if wants(self.options, name)}

    def put_aside(self, aside: Aside) -> None:
        """Set a table aside, in place of why it was set aside before."""
        self.aside[aside.key] = aside

    def stopped(self) -> frozenset[str]:
        """Return the folders of tables that get no more changes, as their types do not merge."""
        keys = {one.key for one in self.aside.values() if one.cause == TYPES}
        return frozenset(folder for folder, one in self.datasets.items() if one.key in keys)

    def to_json(self) -> dict[str, Any]:
        """Return the state as JSON has it, each schema once."""
        numbers: dict[str, int] = {}
        datasets = {
            folder: vars(one)
            | {
                "columns": numbers.setdefault(one.columns, len(numbers)),
                "layouts": layouts_to_json(one.layouts, numbers),
                "waiting": list(map(vars, one.waiting)),
                "current": None if one.current is None else vars(one.current),
                "left_out": one.left_out.to_json(),
            }
            for folder, one in self.datasets.items()
        }
        return {
            "version": 1,
            "options": self.options,
            "files": sorted(self.files),
            "growing": self.growing,
            "aside": list(self.aside.values()),
            "dropped": sorted(self.dropped),
            "temporary": self.temporary,
            "generated": self.generated,
            "datasets": datasets,
            "schemas": list(numbers),
        }

    @staticmethod
    def from_json(fields: dict[str, Any]) -> State:
        """Return what `to_json` was made of."""
        schemas = fields["schemas"]
        datasets = {
            folder: Dataset(
                **{name: one[name] for name in one if name != "unlogged"}
                | {
                    "columns": schemas[one["columns"]],
                    "layouts": layouts_from_json(one["layouts"], schemas),
                    "waiting": list(map(piece_from, one["waiting"])),
                    "current": _current_from(one.get("current")),
                    "wiped": tuple(one["wiped"]) if one.get("wiped") else None,
                    "left_out": _left_out_from(one),
                }
            )
            for folder, one in fields["datasets"].items()
        }
        growing = {path: Grown(*one) for path, one in fields.get("growing", {}).items()}
        files = set(map(tuple, fields["files"]))
        aside = map(Aside.from_json, fields.get("aside", ()))
        return State(
            fields["options"],
            files,
            datasets,
            growing=growing,
            aside={one.key: one for one in aside},
            dropped={
                (database, table, name) for database, table, name in fields.get("dropped", ())
            },
            temporary=fields.get("temporary", {}),
            generated={key: Generated(*one) for key, one in fields.get("generated", {}).items()},
        )

    def place(self) -> dict[str, str]:
        """Return how far in the logs an archive is, for the commits of its tables."""
        read = {path: size for path, size, _ in self.files}
        read |= {path: one.position for path, one in self.growing.items()}
        last = max(read, key=in_order, default="")
        return {
            "logs": str(len(read)),
            "log": base_name(last),
            "position": str(read.get(last, 0)),
        }

    def check(
        self,
        options: Options,
        files: Sequence[FoundFile],
        target: str,
        *,
        follows: bool,
        reset: Collection[str] = (),
    ) -> None:
        """Raise OutputExistsError where an export is not the same, or lacks logs that are there.

        Where it `follows`, they may be gone, or have been closed since. It may leave out tables,
        and `reset` some.
        """

        def other(difference: str) -> OutputExistsError:
            return OutputExistsError(
                f"{target}: {difference}; use the same, or export with --overwrite"
            )

        for name, one, another in differences(self.options, options, reset):
            raise other(
                f"expected an export with {name} {one or 'none'}, found {another or 'none'}"
            )
        self.options = options
        found = {file.path: (file.size, file.modified) for file in files}
        for path, size, modified in sorted({*self.files, *self.parts}):
            if path not in found:
                if follows:
                    continue
                raise other(f"expected {path} among the files, found none")
            if follows and found[path][0] == size:  # the server notes in a log that it closed it
                self.files.discard((path, size, modified))
                self.files.add((path, *found[path]))
            elif found[path] != (size, modified):
                raise other(
                    f"expected {path} unchanged with {size} bytes of {_time(modified)},"
                    f" found {found[path][0]} bytes of {_time(found[path][1])}"
                )


def _left_out_from(fields: dict[str, Any]) -> LeftOut:
    return LeftOut.from_json(fields.get("left_out", {"unlogged": fields.get("unlogged", ())}))


def _current_from(fields: dict[str, Any] | None) -> Current | None:
    if fields is None:
        return None
    return Current(**fields | {"files": [CurrentFile(*one) for one in fields["files"]]})


def _time(microseconds: int) -> str:
    return datetime.fromtimestamp(microseconds / 1_000_000, timezone.utc).isoformat()
