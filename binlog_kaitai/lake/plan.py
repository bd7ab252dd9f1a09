"""Plan the files to write and publish from the facts of tasks."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, timedelta
from typing import Any

from binlog_kaitai.lake.aside import Place
from binlog_kaitai.lake.columns import date_name, schema_from
from binlog_kaitai.lake.commit import WAITING, Journal
from binlog_kaitai.lake.current.unlogged import unlogged_in
from binlog_kaitai.lake.facts import Decision, Layout, Piece, Waiting
from binlog_kaitai.lake.gathering import CompactionUnit, PieceSource
from binlog_kaitai.lake.parquet import Written
from binlog_kaitai.lake.pieces import PieceFile, batches_of
from binlog_kaitai.lake.running import groups
from binlog_kaitai.lake.schemas import Merged, evolves, written
from binlog_kaitai.lake.settling import of_transactions, outcomes
from binlog_kaitai.lake.snapshots import ConflictError, ForeignRowsError, base_of
from binlog_kaitai.lake.state import CATALOG, CURRENT, MIDLIFE, Dataset, State
from binlog_kaitai.lake.store import Store
from binlog_kaitai.lake.tables import Tables
from binlog_kaitai.model.transactions import COMMITTED

EPOCH = date(1970, 1, 1)

FEW_FILES = 16
"""Number of small files of a day that an export leaves."""

PACKED = 4
"""Approximate number of bytes in memory per byte of Parquet."""


@dataclass
class TableCommit:
    """A commit to a Delta or Iceberg table: files by their names, with partitions and sizes.

    `partition` is the partition column with its type in Spark. The files are added to the existing
    ones, or replace the `removed` files, which are all files of the partitions `replaced`, or, if
    `is_whole`, replace all files.

    A commit to a current table has its `base`, see `base_of`, and `before`, the table without the
    change. If DDL altered its columns, `sources` are their earlier names by their names, in lower
    case; a column without a source is another than an earlier one of its name. The files have `ids`
    of columns, if the format has these.

    `deletes` are files with the positions of deleted rows: their names, the names of the files with
    the rows, the numbers of positions, and sizes. Those that are `lifted` no longer count. If it
    `is_marked`, files of the partitions `replaced` stay that are not `removed`.
    """

    name: str
    columns: str
    partition: tuple[str, str]
    is_whole: bool
    replaced: list[str] = field(default_factory=list)
    removed: list[str] = field(default_factory=list)
    base: str | None = None
    before: dict[str, Any] | None = None
    sources: dict[str, str] | None = None
    ids: dict[str, int] = field(default_factory=dict)
    files: list[tuple[str, str, int, int]] = field(default_factory=list)
    deletes: list[tuple[str, str, int, int]] = field(default_factory=list)
    lifted: list[str] = field(default_factory=list)
    is_marked: bool = False


@dataclass
class Plan:
    """The files to compact, and the steps of the commit.

    `units` are in the order of their numbers; `targets` has the folder of each unit's files, and
    whether their rows are new. `news` are the files of new rows by dataset, `olds` those of
    rewritten rows; `pending` are files of earlier runs whose changes current tables lack. `written`
    has the bytes of files by folder, also of current tables. `kept` are the
    records of earlier datasets that stay beside their replacements.
    """

    store: Store
    state: State
    file_size: int
    tables: Tables | None = None
    units: list[CompactionUnit] = field(default_factory=list)
    targets: list[tuple[str, str, bool]] = field(default_factory=list)
    remove: list[str] = field(default_factory=list)
    move: list[tuple[str, str]] = field(default_factory=list)
    drop: list[str] = field(default_factory=list)
    changed: list[str] = field(default_factory=list)
    changes: dict[str, TableCommit] = field(default_factory=dict)
    news: dict[str, list[Written]] = field(default_factory=dict)
    olds: dict[str, list[Written]] = field(default_factory=dict)
    pending: dict[str, list[Written]] = field(default_factory=dict)
    written: Counter[str] = field(default_factory=Counter)
    kept: dict[str, dict[str, Any]] = field(default_factory=dict)

    def replace_all(self, folders: Sequence[str]) -> None:
        """Drop the existing datasets; their replacements use the same folders."""
        self.drop += [folder for folder in folders if folder not in self.state.datasets]
        if self.state.file_format != "iceberg":
            self.remove.append(CATALOG)
        self._replace(folders)

    def take_place(self, folder: str) -> None:
        """Do not drop a folder that a new table reuses.

        A killed run repeats its drops, and by then the folder may contain new files.
        """
        if folder in self.drop:
            self.drop.remove(folder)
            if self.tables is None or not self.tables.exists(folder):
                self.remove += self.store.files(folder)

    def begin(self, folder: str, before: Dataset, place: Place, *, keeps: bool) -> None:
        """Drop a dataset that is replaced by one from a later position, and its current table.

        If it `keeps` the dataset, its files move to a folder of their own; earlier versions of
        Delta and Iceberg tables have them in any case.
        """
        self._replace([folder])
        if keeps and self.tables is None and folder in self.state.datasets:
            earlier = f"{folder}.until.{place[0]}.{place[1]}"
            self.kept[earlier] = before.record(self.state.options)
            moved = [name for name in self.remove if _is_data(name, folder)]
            self.remove = [name for name in self.remove if name not in moved]
            self.move += ((name, f"{earlier}/{name.partition('/')[2]}") for name in moved)
        dataset = self.state.datasets.get(folder)
        if dataset is not None:
            dataset.current, dataset.wiped = before.current, place
            return
        self.drop.append(folder)
        if before.current is not None:
            self.drop.append(f"{folder}{CURRENT}")

    def _replace(self, folders: Sequence[str]) -> None:
        for folder in folders:
            if self.tables and folder in self.changes and self.tables.exists(folder):
                self.changes[folder].is_whole = True
            elif folder in self.state.datasets:
                self.remove += self.store.files(folder)

    def add(
        self,
        folder: str,
        one: Merged,
        decisions: Mapping[str, list[Decision]],
        logs: Mapping[str, int],
        *,
        is_anew: bool,
    ) -> None:
        """Plan the files of a dataset."""
        existing = self.state.datasets.get(folder)
        waiting = [] if existing is None or is_anew else existing.waiting
        dataset = Dataset(
            one.facts.name, one.columns, one.facts.database, one.facts.table, one.facts.layouts
        )
        if existing is None:
            self.olds[folder] = []
        else:
            dataset.current, dataset.wiped = existing.current, existing.wiped
            dataset.left_out = existing.left_out
        dataset.left_out = dataset.left_out.union(one.facts.left_out)
        sources = list(self._written_before(folder, existing, one, is_anew=is_anew))
        for piece in [*waiting, *one.facts.pieces]:
            layout = one.facts.layouts[piece.layout]
            if not piece.waiting:
                sources.append(PieceSource(piece, layout, until=one.until))
                continue
            decided = outcomes(piece.waiting, decisions, logs)
            xids = tuple(xid for xid, outcome in decided.items() if outcome == COMMITTED)
            if xids:
                sources.append(PieceSource(piece, layout, xids, one.until))
            undecided = tuple(w for w in piece.waiting if w.xid not in decided)
            if undecided:
                dataset.waiting.append(self._kept(piece, layout, undecided))
        if existing is not None and not sources and not is_anew and dataset == existing:
            if one.until is not None:
                self.changed.append(folder)  # its record contains the reason
            return
        self.state.datasets[folder] = dataset
        self.changed.append(folder)
        if self.tables is not None:
            is_whole = existing is not None and (is_anew or not self._stays(existing, one))
            partition = date_name(schema_from(one.columns)), "date"
            self.changes[folder] = TableCommit(dataset.name, one.columns, partition, is_whole)
        name = date_name(schema_from(one.columns))
        for day, of_day in _by_day(sources):
            day_folder = f"{folder}/{name}={(EPOCH + timedelta(day)).isoformat()}"
            self._add_day(folder, day_folder, one, of_day)

    def _kept(self, piece: Piece, layout: Layout, left: tuple[Waiting, ...]) -> Piece:
        """Return the piece of the undecided rows, in a permanent place."""
        if piece.name.startswith(f"{WAITING}/"):
            return replace(piece, waiting=left)
        (batch,) = batches_of(self.store, piece, layout)
        file = PieceFile(self.store, self.store.new_name(WAITING, ".pieces"))
        rows = of_transactions(batch, [one.xid for one in left])
        written = file.write(rows)
        file.close()
        return replace(written, day=piece.day, layout=piece.layout, waiting=left)

    def _written_before(
        self, folder: str, existing: Dataset | None, one: Merged, *, is_anew: bool
    ) -> Iterator[PieceSource]:
        """Yield the existing files of a dataset that need rewriting."""
        if existing is None or (self._stays(existing, one) and not is_anew):
            return
        layout = written(existing)
        for name, size in self._files_in(folder):
            _, has_date, rest = name.removeprefix(folder).partition("=")
            if not has_date:
                if self.tables is not None:
                    raise ForeignRowsError(
                        f"{folder}: the table has the file {name}, which is not in a partition by"
                        " day; restore the partitions, or export with --overwrite"
                    )
                continue
            if self.tables is None:
                self.remove.append(name)  # also Spark's files next to it
            if name.endswith(".parquet") and not is_anew:
                day = (date.fromisoformat(rest.partition("/")[0]) - EPOCH).days
                yield PieceSource(Piece(name, 0, size, day), layout)

    def _stays(self, existing: Dataset, one: Merged) -> bool:
        """Return whether the existing files of a dataset can stay."""
        return evolves(existing.columns, one.columns, self.state.file_format)

    def _files_in(self, folder: str) -> Iterator[tuple[str, int]]:
        if self.tables is None:
            return self.store.sizes(folder)
        return self._active_files(self.tables, folder)

    def _active_files(self, tables: Tables, folder: str) -> Iterator[tuple[str, int]]:
        """Yield the files of a table. Raises ForeignRowsError for a file with encoded column names.

        Iceberg's writers encode names that Avro does not allow.
        """
        schema = schema_from(self.state.datasets[folder].columns)
        encoded = [name for name in schema.names if not name.isidentifier()]
        for name, size in tables.active_files(folder):
            is_other = not name.startswith(f"{date_name(schema)}=")
            if is_other and encoded and self.state.file_format == "iceberg":
                raise ForeignRowsError(
                    f"{folder}: expected files of the export, found {name}, in which another"
                    f" writer may have encoded the column name {encoded[0]};"
                    " export with --overwrite"
                )
            yield f"{folder}/{name}", size

    def _add_day(
        self, folder: str, day_folder: str, one: Merged, sources: Sequence[PieceSource]
    ) -> None:
        """Plan the files of a day: files of the right size stay, others are compacted."""
        ready = [
            source
            for source in sources
            if source.piece.is_parquet
            and source.layout.columns == one.columns
            and source.until is None
        ]
        small = [source for source in ready if source.piece.num_bytes < self.file_size // 4]
        if len(small) > FEW_FILES:
            ready = [source for source in ready if source not in small]
        for source in ready:
            piece = source.piece
            written = Written(piece.name, piece.rows, piece.num_bytes)
            self._move(folder, day_folder, written, is_new=True)
        gathered = [source for source in sources if source not in ready]
        before = [source for source in gathered if source.piece.name.startswith(f"{folder}/")]
        for is_new in (False, True):
            of_kind = [source for source in gathered if (source in before) != is_new]
            for some in _packed(of_kind, self.file_size):
                self.units.append(CompactionUnit(len(self.units), one.columns, tuple(some)))
                self.targets.append((folder, day_folder, is_new))

    def place(self, number: int, files: Sequence[Written]) -> None:
        """Add the files of a compacted unit."""
        folder, day_folder, is_new = self.targets[number]
        for one in files:
            self._move(folder, day_folder, one, is_new=is_new)

    def _move(self, folder: str, day_folder: str, one: Written, *, is_new: bool) -> None:
        (self.news if is_new else self.olds).setdefault(folder, []).append(one)
        target = f"{day_folder}/{one.name.rpartition('/')[2]}"
        self.move.append((one.name, target))
        self.written[folder] += one.num_bytes
        if folder in self.changes:
            day = day_folder.rpartition("=")[2]
            name = target.removeprefix(f"{folder}/")
            self.changes[folder].files.append((name, day, one.rows, one.num_bytes))

    def written_before(self, folder: str, anew: Container[str]) -> list[Written]:
        """Return the current files of a dataset's earlier rows."""
        if folder in self.olds or folder in anew:
            return self.olds.get(folder, [])
        return [
            Written(name, 0, size)
            for name, size in self._files_in(folder)
            if name.endswith(".parquet")
        ]

    def check(self) -> None:
        """Raise ConflictError if a table has changed since its change was planned."""
        for folder, change in self.changes.items():
            assert self.tables is not None
            base = change.base
            if base is not None and base != base_of(self.tables.snapshot(folder)[0]):
                raise ConflictError(folder)

    def journal(self) -> Journal:
        """Return the journal of the commit."""
        aside = self.state.set_aside()
        records = dict(self.kept)
        marks = {}
        place = self.state.place()
        for folder in self.changed:
            dataset = self.state.datasets[folder]
            why = aside.get(folder)
            more = {} if why is None else {"set_aside": why._asdict()}
            ended = self.state.dropped.get(dataset.name)
            changes = more if ended is None else {"set_aside": ended._asdict()}
            records[folder] = dataset.record(self.state.options) | changes | {"place": place}
            if dataset.current is not None:
                record = dataset.current_record(self.state.options)
                record["stale"] = unlogged_in(dataset, self.state)[1]
                record["incomplete"] = not self.state.is_whole(dataset)
                record["place"] = self.state.current_place()
                records[f"{folder}{CURRENT}"] = record | more
                mark = MIDLIFE * record["incomplete"] if why is None else str(why)
                if mark != dataset.current.mark:
                    dataset.current.mark = marks[f"{folder}{CURRENT}"] = mark
        number = time.time_ns() // 1000
        tables = {
            folder: vars(one) | {"number": number, "place": place}
            for folder, one in self.changes.items()
        }
        state = self.state.to_json()
        return Journal(self.remove, self.drop, self.move, records, state, tables, marks)


def _is_data(name: str, folder: str) -> bool:
    return name.startswith(f"{folder}/") and name.endswith(".parquet")


def _by_day(sources: Sequence[PieceSource]) -> list[tuple[int, list[PieceSource]]]:
    """Return the sources of each day, in order."""
    days: dict[int, list[PieceSource]] = {}
    for source in sources:
        days.setdefault(source.piece.day, []).append(source)
    return sorted(days.items())


def _packed(sources: Sequence[PieceSource], file_size: int) -> Iterator[list[PieceSource]]:
    """Group consecutive sources into about one file each."""

    def weigh(source: PieceSource) -> int:
        piece = source.piece
        return piece.num_bytes if piece.is_parquet else piece.num_bytes // PACKED

    return groups(sources, weigh, file_size)


def weight_of(unit: CompactionUnit) -> int:
    """Return the number of bytes that a unit reads."""
    return sum(source.piece.num_bytes for source in unit.sources)
