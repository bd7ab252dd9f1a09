"""The table maps that a log has shown so far, as kernels look them up."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, TypeVar

import numpy as np

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

_PLAN = ("is_json", "num_json_before", "case", "0", "1", "length")
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
def _hash_of(buffer: Any, length: int) -> int:
    return hash_of(buffer, 0, length)


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
        self._columns: list[tuple[int, ...]] = []
        self._maps: list[tuple[bytes, int, int]] = []
        self._layouts: list[tuple[bool, bool, int, int, int]] = []
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
        self._maps.append((body, table_map.table_id.value, layout))
        self._views = None

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
        self._layouts.append(
            (layout is not None, is_wanted, len(columns), num_json, len(self._columns))
        )
        self._columns += columns
        self.widest = max(self.widest, len(columns))
        return len(self.layouts) - 1

    def views(self) -> Known:
        """The arrays that kernels read."""
        if self._views is None:
            self._views = self._new_views()
        return self._views

    def _new_views(self) -> Known:
        bodies = [body for body, _, _ in self._maps]
        lengths = np.array([len(body) for body in bodies], np.int64)
        layouts = np.array(self._layouts, np.int64).reshape(-1, 5)
        columns = np.array(self._columns, np.int64).reshape(-1, len(_PLAN))
        return Known(
            slots=_slots(bodies),
            map_bytes=np.frombuffer(b"".join(bodies) + bytes(8), np.uint8),
            map_ofs=np.cumsum(lengths) - lengths,
            map_len=lengths,
            map_table_id=np.array([table_id for _, table_id, _ in self._maps], np.int64),
            map_layout=np.array([layout for _, _, layout in self._maps], np.int64),
            layout_is_readable=_column(layouts, 0).astype(bool),
            layout_is_wanted=_column(layouts, 1).astype(bool),
            layout_num_columns=_column(layouts, 2),
            layout_num_json=_column(layouts, 3),
            layout_columns_at=_column(layouts, 4),
            column_is_json=_column(columns, 0).astype(bool),
            column_num_json_before=_column(columns, 1),
            column_case=_column(columns, 2),
            column_0=_column(columns, 3),
            column_1=_column(columns, 4),
            column_length=_column(columns, 5),
        )


def _plans(table_map: Any, table: Table) -> list[tuple[int, tuple[int, ...]]]:
    for logged, column in zip(table_map.columns, table.columns, strict=True):
        # a definition may say so, and not the log
        logged.is_unsigned = bool(column.is_unsigned)
    return [plan_cell(column) for column in table_map.columns]


def _column(table: Any, index: int) -> Any:
    return np.ascontiguousarray(table[:, index])


def _fixed_length(case: int, first: int, second: int) -> int:
    return int(_length_of(np.zeros(8, np.uint8), case, first, second))


def _slots(bodies: list[bytes]) -> Any:
    """A hash table that is at most half full."""
    size = 64
    while size < 2 * len(bodies):
        size *= 2
    slots = np.full(size, -1, np.int64)
    for number, body in enumerate(bodies):
        padded = np.frombuffer(body + bytes(8), np.uint8)
        slot = int(_hash_of(padded, len(body))) & (size - 1)
        while slots[slot] >= 0:
            slot = (slot + 1) & (size - 1)
        slots[slot] = number
    return slots
