"""What becomes visible of a table that is made."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from binlog_kaitai.io.paths import base_name
from binlog_kaitai.lake.columns import free_name
from binlog_kaitai.lake.current.files import Current, CurrentFile, Deleted
from binlog_kaitai.lake.current.marking import Mark
from binlog_kaitai.lake.current.merging import files_of
from binlog_kaitai.lake.current.reading import Shape
from binlog_kaitai.lake.current.sources import Source
from binlog_kaitai.lake.current.unlogged import unlogged_in
from binlog_kaitai.lake.parquet import Written
from binlog_kaitai.lake.plan import Plan, TableCommit
from binlog_kaitai.lake.state import CURRENT, Dataset

BUCKET = "log_bucket"


@dataclass
class CurrentTable:
    """A table that changes: what it was, and what it becomes.

    `marks` are those of the files that stay in buckets that change, by the names of these files.
    """

    folder: str
    dataset: Dataset
    shape: Shape
    source: Source
    is_parted_anew: bool
    base: str | None = None
    renamed: dict[str, str] | None = None
    made: dict[int, list[Written]] = field(default_factory=dict)
    marks: dict[str, Mark] = field(default_factory=dict)

    @property
    def target(self) -> str:
        """The folder of the table."""
        return self.folder + CURRENT

    def kept(self, touched: set[int]) -> Iterator[CurrentFile]:
        """Yield the files that stay, with what is deleted in them, if some buckets change."""
        old = self.source.old
        for one in () if old is None or self.is_parted_anew else old.files:
            if one.bucket not in touched:
                yield one
            elif one.name in self.marks:
                left = _marked(one, self.marks[one.name])
                if left.rows:
                    yield left


def _marked(one: CurrentFile, mark: Mark) -> CurrentFile:
    if mark.written is None:
        return one
    written = mark.written
    deleted = Deleted(base_name(written.name), written.rows, written.num_bytes)
    digest = None if one.digest is None else (one.digest - mark.digest) % 2**64
    return one._replace(rows=one.rows - mark.rows, digest=digest, deleted=deleted)


def finish(plan: Plan, table: CurrentTable, touched: set[int], folder: str) -> None:
    """Plan what becomes visible of a table.

    Args:
        plan: the plan.
        table: the table.
        touched: its buckets that change.
        folder: that of new files.
    """
    shape, before = table.shape, table.dataset.current
    kept = list(table.kept(touched))
    if not kept and not table.made:
        table.made[0] = [_empty(plan, shape, folder)]
    current = Current(shape.columns, list(shape.keys), shape.depth, list(kept))
    current.mark = "" if before is None else before.mark
    current.unlogged, _ = unlogged_in(table.dataset, plan.state)
    stays = {name for one in kept for name in one.names}
    removed = [] if before is None else [one for one in before.files if one.name not in stays]
    change = TableCommit(
        f"{table.dataset.name}{CURRENT}",
        shape.columns,
        (free_name(BUCKET, shape.rows), "integer"),
        is_whole=table.is_parted_anew,
        replaced=sorted(map(str, touched)),
        removed=[one.name for one in removed],
        base=table.base,
        before=None if before is None else vars(before.outrun()),
        sources=table.renamed,
        ids=dict(shape.ids),
        is_marked=bool(shape.marks),
    )
    if before is not None:
        lifted = (one.deleted.name for one in before.files if one.deleted is not None)
        change.lifted += (name for name in lifted if name not in stays)
    for bucket, written in sorted(table.made.items()):
        for one in written:
            name = base_name(one.name)
            current.files.append(CurrentFile(bucket, name, one.rows, one.num_bytes, one.digest))
            _move(plan, table.target, one)
            change.files.append((name, str(bucket), one.rows, one.num_bytes))
    for name, mark in table.marks.items():
        if name in stays and mark.written is not None:
            _move(plan, table.target, mark.written)
            deletes = mark.written
            change.deletes.append((base_name(deletes.name), name, deletes.rows, deletes.num_bytes))
    table.dataset.current = current
    plan.take_place(table.target)
    if plan.tables is not None:
        plan.changes[table.target] = change
    else:
        plan.remove += (f"{table.target}/{one.name}" for one in removed)


def _move(plan: Plan, target: str, one: Written) -> None:
    plan.move.append((one.name, f"{target}/{base_name(one.name)}"))
    plan.written[target] += one.num_bytes


def _empty(plan: Plan, shape: Shape, folder: str) -> Written:
    """Return a file without rows, by which readers know a table's columns."""
    files = files_of(plan.store, folder, shape, plan.file_size)
    files.write([])
    return files.close()[0]
