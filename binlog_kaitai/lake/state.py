"""The state of an archive: its logs and its datasets.

- `<dataset>/`: the Parquet files, by day, and `_export.json`, a description for readers
- `<dataset>.current/`: the current table, with `--current`
- `catalog.db`: the catalog of Iceberg tables, unless another one is configured
- `_SUCCESS`: all datasets are complete
- `_export/`: internal files, which readers skip
- `_export/state.json`: the logs in the datasets, and undecided transactions
- `_export/commit.json`: the journal of a commit, see `commit`
- `_export/staged/`: files that are not yet visible
- `_export/waiting/`: rows of undecided prepared transactions
- `_export/pending/`: changes that current tables lack, see `current.pending`
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timezone
from typing import Any, NamedTuple, TypeAlias

from binlog_kaitai.catalog.encoding import from_json
from binlog_kaitai.io.finding import FoundFile, in_order
from binlog_kaitai.io.paths import base_name
from binlog_kaitai.lake.aside import TYPES, Aside, order
from binlog_kaitai.lake.current.files import Current, Pending
from binlog_kaitai.lake.current.lineage import Lineage
from binlog_kaitai.lake.executed import Executed, gtids_of
from binlog_kaitai.lake.facts import (
    Baseline,
    Generated,
    Layout,
    LeftOut,
    Piece,
    layouts_from_json,
    layouts_to_json,
    piece_from,
    whole_before,
)
from binlog_kaitai.lake.options import Options, differences, wants
from binlog_kaitai.lake.store import WORK
from binlog_kaitai.model.names import full_name

RECORD = "_export.json"
SUCCESS = "_SUCCESS"
CURRENT = ".current"
"""Suffix of the folders of current tables; no dataset's folder has it."""

CATALOG = "catalog.db"
"""File name of the SQLite catalog of Iceberg tables."""

PLACE = "binlog-kaitai."
"""Prefix of the commit properties with the position in the logs."""

STALE = f"{PLACE}stale"
"""The property of a current table that has the reason why it is set aside."""

MIDLIFE = "incomplete: rows older than the logs, or than a reset, are missing unless they changed"
"""The value of this property for a table that is not whole."""

STATE = f"{WORK}/state.json"

FileKey: TypeAlias = tuple[str, int, int]


class OutputExistsError(ValueError):
    """The output folder contains something else, and `overwrite` is not set."""


def key_of(file: FoundFile) -> FileKey:
    """Return the key that identifies a file and its version."""
    return file.path, file.size, file.modified


class LogProgress(NamedTuple):
    """Progress in a growing log: the position, its fingerprint, and whether it is closed."""

    position: int
    head: dict[str, Any] | None
    is_closed: bool = False


@dataclass
class Dataset:
    """A dataset: its columns as Spark's JSON, and the layouts of its rows in the logs.

    `waiting` are undecided rows, each piece with the number of its layout. `current` is the current
    table, if it is maintained, and `wiped` the last log and position at which a statement emptied
    it. Row images lack the columns `left_out`.
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
    def names(self) -> tuple[str, str]:
        """The database and the table as the server writes them, both empty for other datasets."""
        return self.database or "", self.table or ""

    @property
    def key(self) -> tuple[str, str]:
        """The key of the table on any server, as in `Aside`."""
        database, table = self.names
        return database.lower(), table.lower()

    def record(self, options: Options) -> dict[str, Any]:
        """Return the description of a dataset for readers."""
        return {
            "options": options,
            "columns": self.columns,
            "database": self.database,
            "table": self.table,
            "undecided": [list(one) for piece in self.waiting for one in piece.waiting],
        }

    def current_record(self, options: Options) -> dict[str, Any]:
        """Return the description of the current table for readers."""
        assert self.current is not None
        return {
            "options": options,
            "columns": self.current.columns,
            "database": self.database,
            "table": self.table,
            "keys": self.current.keys,
            "unlogged": self.current.unlogged,
            "unread": self.current.unread,
            "begins": self.wiped,
        }


@dataclass
class State:
    """The state of an archive, by the folders of its datasets.

    Attributes:
        parts: for an unfinished archive of an older version, the datasets that contain each log.
        anew: datasets to read again from all logs.
        growing: logs that a server was writing when they were read.
        aside: tables that are set aside, by key, including tables without a dataset.
        generated: generated columns of tables, by the names of databases and tables.
        lineages: lineages of tables that DDL moved or altered, by their databases and names.
        catalog: definitions of tables, as JSON.
        references: foreign keys that change rows of tables, as JSON.
        tables: the last log whose DDL gave definitions for rows without names, and the catalog
            behind it, as JSON.
        whole: the tables, by databases and names, all of whose rows are in the logs.
        baselines: those of tables whose rows are being read from a server.
        executed: the GTIDs up to the positions in the logs, by the folders of these.
        pending: changes that current tables lack; None if they have all.
        dropped: reasons by full name of tables that this run no longer sets aside, as they were
            dropped.
    """

    options: Options
    files: set[FileKey] = field(default_factory=set)
    datasets: dict[str, Dataset] = field(default_factory=dict)
    parts: dict[FileKey, set[str]] = field(default_factory=dict)
    anew: set[str] = field(default_factory=set)
    growing: dict[str, LogProgress] = field(default_factory=dict)
    aside: dict[tuple[str, str], Aside] = field(default_factory=dict)
    generated: dict[str, Generated] = field(default_factory=dict)
    lineages: dict[tuple[str, str], Lineage] = field(default_factory=dict)
    catalog: dict[str, Any] = field(default_factory=dict)
    references: list[dict[str, Any]] = field(default_factory=list)
    tables: dict[str, Any] | None = None
    whole: dict[tuple[str, str], bool] = field(default_factory=dict)
    baselines: dict[str, Baseline] = field(default_factory=dict)
    executed: dict[str, Executed] = field(default_factory=dict)
    pending: Pending | None = None
    dropped: dict[str, Aside] = field(default_factory=dict)

    @property
    def is_current(self) -> bool:
        """Whether current tables are maintained."""
        return self.options.get("current") is not None

    @property
    def file_format(self) -> str:
        """The format of the datasets."""
        return self.options["format"] or "parquet"

    def set_aside(self) -> dict[str, Aside]:
        """Return the reasons of tables that are set aside, by the folders of their datasets."""
        reasons: dict[str, Aside] = {}
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
                reasons[folder] = why
        return reasons

    def is_whole(self, dataset: Dataset) -> bool:
        """Return whether the logs have all rows of a table: they have seen it empty."""
        return self.whole.get(dataset.names, False)

    def unkept(self) -> dict[str, Aside]:
        """Return the reasons of tables without a dataset and current table, by full name.

        The log contains only statements for them, or their rows come from tables set aside.
        """
        keys = {one.key for one in self.set_aside().values()}
        names = {
            full_name(one.database, one.table or "*"): one
            for one in self.aside.values()
            if (one.is_logged or one.reason) and one.key not in keys
        }
        return {name: one for name, one in names.items() if wants(self.options, name)}

    def put_aside(self, aside: Aside) -> None:
        """Set a table aside, and replace an earlier reason."""
        self.aside[aside.key] = aside

    def stopped(self) -> frozenset[str]:
        """Return the folders of tables that end because their types do not merge."""
        keys = {one.key for one in self.aside.values() if one.cause == TYPES}
        return frozenset(folder for folder, one in self.datasets.items() if one.key in keys)

    def to_json(self) -> dict[str, Any]:
        """Return the state as JSON-compatible values, each schema once."""
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
            "generated": self.generated,
            "lineages": [[*key, one.to_json()] for key, one in self.lineages.items()],
            "catalog": self.catalog,
            "references": self.references,
            "tables": self.tables,
            "whole": sorted(key for key, is_whole in self.whole.items() if is_whole),
            "baselines": {folder: vars(one) for folder, one in self.baselines.items()},
            "executed": self.executed,
            "pending": self.pending,
            "datasets": datasets,
            "schemas": list(numbers),
        }

    @staticmethod
    def from_json(fields: dict[str, Any]) -> State:
        """Parse the result of `to_json`."""
        schemas = fields["schemas"]
        datasets = {
            folder: Dataset(
                **{name: one[name] for name in one if name != "unlogged"}
                | {
                    "columns": schemas[one["columns"]],
                    "layouts": layouts_from_json(one["layouts"], schemas),
                    "waiting": list(map(piece_from, one["waiting"])),
                    "current": Current.from_json(one.get("current")),
                    "wiped": tuple(one["wiped"]) if one.get("wiped") else None,
                    "left_out": _left_out_from(one),
                }
            )
            for folder, one in fields["datasets"].items()
        }
        baselines = fields.get("baselines", {}).items()
        growing = {path: LogProgress(*one) for path, one in fields.get("growing", {}).items()}
        return State(
            fields["options"],
            set(map(tuple, fields["files"])),
            datasets,
            growing=growing,
            aside={one.key: one for one in map(Aside.from_json, fields.get("aside", ()))},
            generated={key: Generated(*one) for key, one in fields.get("generated", {}).items()},
            lineages={
                (database, table): Lineage.from_json(one)
                for database, table, one in fields.get("lineages", ())
            },
            catalog=fields.get("catalog", {}),
            references=fields.get("references", []),
            tables=fields.get("tables"),
            whole=dict.fromkeys(map(tuple, fields.get("whole", whole_before(fields))), True),
            baselines={folder: from_json(Baseline, one) for folder, one in baselines},
            executed={path: Executed(*one) for path, one in fields.get("executed", {}).items()},
            pending=Pending(*fields["pending"]) if fields.get("pending") else None,
        )

    def positions(self) -> dict[str, int]:
        """Return the position up to which each log was read, by its path."""
        read = {path: size for path, size, _ in self.files}
        return read | {path: one.position for path, one in self.growing.items()}

    def place(self) -> dict[str, str]:
        """Return the position of the archive in the logs, for the commits of its tables."""
        read, gtids = self.positions(), gtids_of(self.executed)
        last = max(read, key=in_order, default="")
        place = {"logs": str(len(read)), "log": base_name(last), "position": str(read.get(last, 0))}
        return place | {"gtids": gtids} if gtids else place

    def current_place(self) -> dict[str, str]:
        """Return the position in the logs up to which current tables have the changes."""
        return self.place() if self.pending is None else self.pending.place

    def check(
        self,
        options: Options,
        files: Sequence[FoundFile],
        target: str,
        *,
        follows: bool,
        reset: Collection[str] = (),
    ) -> None:
        """Raise OutputExistsError if the options or logs of an export differ from the archive's.

        With `follows`, logs may have been purged or closed since. The export may leave out tables,
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
        kept = {name: value for name, value in self.options.items() if name == "baseline"}
        self.options = kept | options
        present = {file.path: (file.size, file.modified) for file in files}
        for path, size, modified in sorted({*self.files, *self.parts}):
            if path not in present:
                if follows:
                    continue
                raise other(f"expected {path} among the files, found none")
            if follows and present[path][0] == size:  # the server has cleared the in-use flag
                self.files.discard((path, size, modified))
                self.files.add((path, *present[path]))
            elif present[path] != (size, modified):
                raise other(
                    f"expected {path} unchanged with {size} bytes of {_time(modified)},"
                    f" found {present[path][0]} bytes of {_time(present[path][1])}"
                )


def _left_out_from(fields: dict[str, Any]) -> LeftOut:
    return LeftOut.from_json(fields.get("left_out", {"unlogged": fields.get("unlogged", ())}))


def _time(microseconds: int) -> str:
    return datetime.fromtimestamp(microseconds / 1_000_000, timezone.utc).isoformat()
