"""Rows that foreign keys changed with reverted changes, and that the log does not contain."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

import pyarrow as pa

from binlog_kaitai.catalog.references import Reference
from binlog_kaitai.catalog.steps import TableName
from binlog_kaitai.forensics.undo.changes import EffectiveChange
from binlog_kaitai.forensics.undo.columns import Touched
from binlog_kaitai.forensics.undo.rows import RowChange
from binlog_kaitai.io.paths import base_name
from binlog_kaitai.model.names import full_name
from binlog_kaitai.model.tables import Table
from binlog_kaitai.read.foreign_keys import foreign_key_flags
from binlog_kaitai.read.scans import Scan
from binlog_kaitai.read.table_versions import numbered

_DELETE = ""
"""In place of the name of a column that an update changed."""


class _Loss(NamedTuple):
    """A change of a parent: its table, and where it is."""

    table: Table
    log: str
    position: int


class LostCascades:
    """Notes changes of rows that foreign keys may hand on to other tables without row images."""

    def __init__(self, scan: Scan) -> None:
        self._scan = scan
        self._losses: dict[tuple[str, str, str], _Loss] = {}
        self._logging: set[str] = set()

    def note(self, effect: EffectiveChange, row: RowChange) -> None:
        """Note a change that is reverted."""
        if row.before is not None and effect.log not in self._logging:
            names = {_DELETE} if row.after is None else _changed(row)
            self._note(effect.log, effect.change.position, row.table, names)

    def note_all(self, log: str, positions: pa.Array, touched: Iterable[Touched]) -> None:
        """Note changes at some positions, all of which are reverted."""
        for table, deleted, changed in touched:
            left = {_DELETE: deleted, **changed}
            while left and log not in self._logging:
                left = {name: numbers for name, numbers in left.items() if len(numbers)}
                first = min((numbers[0] for numbers in left.values()), default=None)
                if first is None:
                    break
                now = {name for name, numbers in left.items() if numbers[0] == first}
                noted = self._note(log, positions[first].as_py(), table, now)
                left = {
                    name: numbers[1:] if name in now else numbers
                    for name, numbers in left.items()
                    if name not in noted
                }

    def _note(self, log: str, position: int, table: Table, names: set[str]) -> set[str]:
        """Note columns of a table that a change touches; return those that are noted."""
        own = table.database.lower(), table.name.lower()
        new = [name for name in names if (*own, name) not in self._losses]
        if new:
            flags = foreign_key_flags(log, position)
            if flags.are_logged:
                self._logging.add(log)
            elif flags.are_checked:
                loss = _Loss(table, log, position)
                self._losses.update(((*own, name), loss) for name in new)
        return {name for name in names if (*own, name) in self._losses}

    def warnings(self) -> Iterator[str]:
        """Yield a sentence for each change that may have changed other tables."""
        if not self._losses:
            return
        logs = [log.path for log in self._scan.logs]
        references = self._scan.foreign_keys().references
        named: set[tuple[str, ...]] = set()
        for (*parent, name), loss in self._losses.items():
            place = numbered(logs.index(loss.log)), loss.position
            found = [one for one in references if _hands_on(one, parent, name, place)]
            children = {child for one in found for child in references.children_of(one.child)}
            names = sorted(full_name(*one) for one in {*children, *(one.child for one in found)})
            if names and (loss.table.full_name, *names) not in named:
                named.add((loss.table.full_name, *names))
                yield (
                    f"{base_name(loss.log)} at byte {loss.position}: by foreign keys to"
                    f" {loss.table.full_name}, the server may have deleted or changed rows of"
                    f" {', '.join(names)}; the log does not contain them, so they are not reverted"
                )


def _changed(row: RowChange) -> set[str]:
    """Return the names of columns that an update changed, in lower case."""
    before = {column.name: value for column, value in row.before or ()}
    return {
        column.name.lower()
        for column, value in row.after or ()
        if column.name not in before or before[column.name] != value
    }


def _hands_on(one: Reference, parent: list[str], name: str, place: tuple[str, int]) -> bool:
    """Return whether a foreign key hands on a change of a parent at a place."""
    table = TableName(one.parent.database.lower(), one.parent.table.lower())
    is_there = (one.after or place) <= place <= (one.until or place)
    if table != tuple(parent) or not is_there:
        return False
    if name == _DELETE:
        return one.follows_deletes
    is_referenced = name in map(str.lower, one.referenced) or not one.referenced
    return one.follows_updates and (is_referenced or name.startswith("@"))
