"""The clauses of ALTER TABLE that are about partitions."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import NamedTuple

from binlog_kaitai.catalog.elements import TableDraft
from binlog_kaitai.catalog.literals import NotUnderstoodError
from binlog_kaitai.catalog.partitioning import (
    names_in,
    number_in,
    numbered,
    read_partition,
    read_partitioning,
    read_partitions,
    with_subpartitions,
)
from binlog_kaitai.catalog.steps import StepKind, TableName
from binlog_kaitai.catalog.tokens import TokenReader, unquoted
from binlog_kaitai.model.definitions import Partition


class Moved(NamedTuple):
    """A further effect of ALTER TABLE, on partitions or another table."""

    kind: StepKind
    partitions: tuple[str, ...] = ()
    other: TableName | None = None


@dataclass
class PartitionClauses:
    """Clauses about partitions while they are read.

    Attributes:
        draft: the table.
        is_known: whether the draft has the definition of the table.
        moves: effects on partitions and other tables, in order.
    """

    draft: TableDraft
    is_known: bool
    moves: list[Moved] = field(default_factory=list)

    def convert(self, clause: TokenReader) -> None:
        """Read CONVERT PARTITION ... TO TABLE, or CONVERT TABLE ... TO PARTITION."""
        if clause.takes("partition"):
            name = unquoted(clause.next()[1])
            clause.skip("to", "table")
            other = TableName(*next(clause.names(1)))
            clause.rest()
            self.moves.append(Moved("created", (), other))
            self.moves.append(Moved("partition_exchanged", (name,), other))
            self.drop((name,))
            return
        if clause.takes("table"):
            other = TableName(*next(clause.names(1)))
            clause.takes("to")
            self._set_partitions((*self._partitions(), read_partition(clause)))
            name = self._partitions()[-1].name if self._partitions() else ""
            self.moves.append(Moved("partition_exchanged", (name,), other))
            self.moves.append(Moved("dropped", (), other))
            clause.rest()
            return
        raise NotUnderstoodError("CONVERT TO, PARTITION or TABLE")

    def truncate(self, clause: TokenReader) -> None:
        """Read TRUNCATE PARTITION. Raises NotUnderstoodError."""
        clause.takes("partition")
        self.moves.append(Moved("partitions_emptied", names_in(clause)))

    def exchange(self, clause: TokenReader) -> None:
        """Read EXCHANGE PARTITION ... WITH TABLE. Raises NotUnderstoodError."""
        clause.takes("partition")
        name = unquoted(clause.next()[1])
        clause.skip("with", "table")
        other = next(clause.names(1), None)
        if other is None:
            raise NotUnderstoodError("the table of EXCHANGE PARTITION")
        clause.rest()
        self.moves.append(Moved("partition_exchanged", (name,), TableName(*other)))

    def coalesce(self, clause: TokenReader) -> None:
        """Read COALESCE PARTITION. Raises NotUnderstoodError."""
        clause.takes("partition")
        clause.skip("no_write_to_binlog", "local")
        count = number_in(clause)
        self._set_partitions(self._partitions()[:-count])

    def reorganize(self, clause: TokenReader) -> None:
        """Read REORGANIZE PARTITION. Raises NotUnderstoodError."""
        clause.takes("partition")
        clause.skip("no_write_to_binlog", "local")
        if clause.is_done:
            return
        names = {name.lower() for name in names_in(clause)}
        clause.takes("into")
        new = self._with_subpartitions(read_partitions(clause))
        found: list[Partition] = []
        for one in self._partitions():
            if one.name.lower() not in names:
                found.append(one)
            elif new:
                found, new = [*found, *new], ()
        self._set_partitions(tuple(found))

    def remove(self, clause: TokenReader) -> None:
        """Read REMOVE PARTITIONING. Raises NotUnderstoodError."""
        if not clause.takes("partitioning"):
            raise NotUnderstoodError("REMOVE PARTITIONING")
        self.draft.partitioning = None

    def partition(self, clause: TokenReader) -> None:
        """Read PARTITION BY. Raises NotUnderstoodError."""
        if not clause.takes("by"):
            raise NotUnderstoodError("PARTITION BY")
        self.draft.partitioning = read_partitioning(clause)

    def add(self, clause: TokenReader) -> None:
        """Read ADD PARTITION. Raises NotUnderstoodError."""
        clause.next()
        clause.skip("if", "not", "exists", "no_write_to_binlog", "local")
        known = self._partitions()
        if clause.takes("partitions"):
            new = numbered(len(known), number_in(clause))
        else:
            new = read_partitions(clause)
        taken = {one.name.lower() for one in known}
        new = tuple(one for one in new if one.name.lower() not in taken)
        self._set_partitions((*known, *self._with_subpartitions(new)))

    def _partitions(self) -> tuple[Partition, ...]:
        own = self.draft.partitioning
        if own is None and self.is_known:
            raise NotUnderstoodError("a table with partitions")
        return () if own is None else own.partitions

    def _with_subpartitions(self, new: tuple[Partition, ...]) -> tuple[Partition, ...]:
        own = self.draft.partitioning
        if own is None or own.subpartition_function is None or not own.partitions:
            return new
        count = len(own.partitions[0].subpartitions)
        return tuple(with_subpartitions(one, count) for one in new)

    def _set_partitions(self, partitions: tuple[Partition, ...]) -> None:
        if self.draft.partitioning is not None:
            self.draft.partitioning = replace(self.draft.partitioning, partitions=partitions)

    def drop(self, names: tuple[str, ...]) -> None:
        """Drop partitions, with their rows."""
        lower = {name.lower() for name in names}
        self.moves.append(Moved("partitions_dropped", names))
        kept = tuple(one for one in self._partitions() if one.name.lower() not in lower)
        self._set_partitions(kept)


def clauses_of(reader: TokenReader) -> list[TokenReader]:
    """Return the clauses of ALTER TABLE; names of partitions end it, with commas between."""
    clauses = []
    for clause in reader.clauses():
        is_of_partitions = clause.peek(1)[1].lower() == "partition" and clause.peek(2)[0]
        if is_of_partitions and not clause.is_at("add", "exchange", "convert"):
            clauses.append(clause.through(reader))
            break
        clauses.append(clause)
    return clauses
