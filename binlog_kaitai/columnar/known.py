"""The table maps that a log has shown so far, as kernels look them up."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, TypeVar

import numpy as np

from binlog_kaitai.columnar.growing import Growing
from binlog_kaitai.columnar.state import Known
from binlog_kaitai.definitions import MisfitError, described
from binlog_kaitai.errors import UnreadableError
from binlog_kaitai.generated.kernels.cell import CASES, length_cell, plan_cell
from binlog_kaitai.log import UNPARSABLE
from binlog_kaitai.machine.compare import are_equal, hash_of
from binlog_kaitai.machine.jit import inlined, kernel
from binlog_kaitai.names import full_name
from binlog_kaitai.scopes import Scope
from binlog_kaitai.tables import Table

MAX_MAPS = 4096
MAX_BYTES = 2**23
MIN_SLOTS = 64  # a power of two, as all their numbers

_FAR = 2**40

_Kept = TypeVar("_Kept")


@dataclass(frozen=True, slots=True)
class Plan:
    """How the cells of a column lie: the type in ksy/ that reads them, and its arguments."""

    case: str
    arguments: tuple[int, ...]
    kept: dict[str, Any] = field(default_factory=dict, compare=False, repr=False)

    def keep(
        self, name: str, make: Callable[[tuple[str, ...]], _Kept], of: tuple[str, ...]
    ) -> _Kept:
        """What is made of the column's labels, once as long as its table is known."""
        if name not in self.kept:
            self.kept[name] = make(of)
        kept: _Kept = self.kept[name]
        return kept


@dataclass(frozen=True, slots=True)
class Layout:
    """A table as rows events have it: its description and the plans of its columns."""

    table: Table
    plans: tuple[Plan, ...]


@inlined
def find_map(buffer: Any, at: int, length: int, known: Known) -> int:
    """The number of the map with a body of these bytes, or -1."""
    mask = len(known.slots) - 1
    slot = hash_of(buffer, at, length) & mask
    while known.slots[slot] >= 0:
        number = known.slots[slot]
        if known.map_len[number] == length and are_equal(
            buffer, at, known.map_bytes, known.map_ofs[number], length
        ):
            return number
        slot = (slot + 1) & mask
    return -1


@kernel
def _length_of(buffer: Any, case: int, first: int, second: int) -> int:
    return length_cell(buffer, 0, 0, _FAR, case, first, second)


@kernel
def _enter(slots: Any, map_bytes: Any, map_ofs: Any, map_len: Any, first: int, end: int) -> None:
    """Puts maps into a hash table that has room for them."""
    mask = len(slots) - 1
    for number in range(first, end):
        slot = hash_of(map_bytes, map_ofs[number], map_len[number]) & mask
        while slots[slot] >= 0:
            slot = (slot + 1) & mask
        slots[slot] = number


class KnownMaps:
    """The maps by the bytes of their events' bodies; `layouts` are what they mean, each once.

    `scope` says which tables' rows are wanted.
    """

    def __init__(self, scope: Scope) -> None:
        self.scope = scope
        self.clear()

    def clear(self) -> None:
        """Forgets all of them."""
        self.events: list[tuple[bytes, Any]] = []
        self.layouts: list[Layout | None] = []
        self.widest = 1
        self._num_bytes = 0
        self._numbers: dict[Any, int] = {}
        self._slots = np.full(MIN_SLOTS, -1, np.int64)
        self._bytes = Growing(np.uint8, padding=8)
        self._maps = [Growing() for _ in range(4)]
        self._layouts = [Growing(np.bool_), Growing(np.bool_), Growing(), Growing(), Growing()]
        self._columns = [Growing(np.bool_), *(Growing() for _ in range(5))]
        self._views: Known | None = None

    @property
    def is_full(self) -> bool:
        return len(self.events) >= MAX_MAPS or self._num_bytes >= MAX_BYTES

    def add(self, event: tuple[bytes, Any], body: bytes, table_map: Any) -> None:
        """Takes in a map: its event with the format, that one's body, and its tree.

        Raises MisfitError for a table that is not as it is defined.
        """
        layout = self._layout_of(table_map)
        self.events.append(event)
        self._num_bytes += len(event[0]) + len(body)
        place = (self._bytes.used, len(body), table_map.table_id.value, layout)
        for array, value in zip(self._maps, place, strict=True):
            array.add((value,))
        self._bytes.add(np.frombuffer(body, np.uint8))
        self._enter()
        self._views = None

    def _enter(self) -> None:
        """Puts the newest map into the hash table, which is at most half full."""
        count = len(self.events)
        first = count - 1
        if 2 * count > len(self._slots):
            self._slots = np.full(2 * len(self._slots), -1, np.int64)
            first = 0
        ofs, length = self._maps[0].array, self._maps[1].array
        _enter(self._slots, self._bytes.array, ofs, length, first, count)

    def _layout_of(self, table_map: Any) -> int:
        name = full_name(table_map.database, table_map.table)
        is_wanted = self.scope.wants_table(name)
        try:
            has_metadata = table_map.has_metadata
            table = described(table_map, self.scope.definition_of) if has_metadata else None
            plans = _plans(table_map, table) if table else []
        except MisfitError:
            raise
        except (UnreadableError, *UNPARSABLE):
            table = None
        if table is None or any(CASES[case] == "unreadable_cell" for case, _ in plans):
            return self._add_layout(None, [], is_wanted=is_wanted, num_json=0)
        layout = Layout(table, tuple(Plan(CASES[case], arguments) for case, arguments in plans))
        if layout not in self._numbers:
            padded = [(case, *map(int, args), *(0,) * (2 - len(args))) for case, args in plans]
            columns = [
                (int(column.is_json), column.num_json_before, *plan, _fixed_length(*plan))
                for column, plan in zip(table_map.columns, padded, strict=True)
            ]
            num_json = table_map.num_json_columns
            self._numbers[layout] = self._add_layout(
                layout, columns, is_wanted=is_wanted, num_json=num_json
            )
        return self._numbers[layout]

    def _add_layout(
        self,
        layout: Layout | None,
        columns: list[tuple[int, ...]],
        *,
        is_wanted: bool,
        num_json: int,
    ) -> int:
        self.layouts.append(layout)
        columns_at = self._columns[0].used
        parts = (layout is not None, is_wanted, len(columns), num_json, columns_at)
        for array, value in zip(self._layouts, parts, strict=True):
            array.add((value,))
        if columns:
            for array, values in zip(self._columns, zip(*columns, strict=True), strict=True):
                array.add(values)
        self.widest = max(self.widest, len(columns))
        return len(self.layouts) - 1

    def views(self) -> Known:
        """The arrays that kernels read."""
        if self._views is None:
            parts = [*self._maps, *self._layouts, *self._columns]
            self._views = Known(self._slots, self._bytes.array, *(part.array for part in parts))
        return self._views


def _plans(table_map: Any, table: Table) -> list[tuple[int, tuple[int, ...]]]:
    for logged, column in zip(table_map.columns, table.columns, strict=True):
        # a definition may say so, and not the log
        logged.is_unsigned = bool(column.is_unsigned)
    return [plan_cell(column) for column in table_map.columns]


def _fixed_length(case: int, first: int, second: int) -> int:
    return int(_length_of(np.zeros(8, np.uint8), case, first, second))
