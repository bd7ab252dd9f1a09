"""The table maps that a log has shown so far, as kernels look them up."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from io import BytesIO
from itertools import accumulate
from typing import Any, NamedTuple, TypeVar

import numpy as np
from kaitaistruct import KaitaiStream

from binlog_kaitai.errors import UnreadableError
from binlog_kaitai.generated.binlog_event_header import BinlogEventHeader
from binlog_kaitai.generated.kernels.binlog_cell import CASES, length_binlog_cell, plan_binlog_cell
from binlog_kaitai.kernels.handoff import UNPARSABLE
from binlog_kaitai.kernels.runtime.jit import kernel
from binlog_kaitai.kernels.seek.heads import KnownHeads
from binlog_kaitai.kernels.walk.growing import Growing
from binlog_kaitai.kernels.walk.known_formats import KnownFormats
from binlog_kaitai.kernels.walk.learning import NOT_KNOWN, add_map, head_of, learn_ahead
from binlog_kaitai.kernels.walk.lookup import FREE, code_of, enter
from binlog_kaitai.kernels.walk.seen_maps import SeenMaps
from binlog_kaitai.kernels.walk.state import MAX_ROWS, SHAPE, Known, Shapes, Wants
from binlog_kaitai.model.cell_masks import CellMask
from binlog_kaitai.model.definitions import Definition, MisfitError
from binlog_kaitai.model.names import full_name, joined_name
from binlog_kaitai.model.schema import is_added
from binlog_kaitai.model.scopes import Scope
from binlog_kaitai.model.tables import Table

MAX_MAPS = 2**13
"""No more than a processor's own memory holds: to look for one elsewhere costs more than to take it
in anew. Of scopes that Python has to be asked for it is twice as many, since that costs more."""
MAX_LAYOUTS = 4096
MAX_BYTES = 2**23
MAX_FORMATS = 64
MIN_SLOTS = 64  # a power of two, as all their numbers

_FAR = 2**40

_OF_MAPS = ("table", "database", "has_binary_json", "redaction")
"""What of a scope says what maps mean, beside definitions."""

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
        """Return what is made of the column's labels, once as long as its table is known."""
        if name not in self.kept:
            self.kept[name] = make(of)
        kept: _Kept = self.kept[name]
        return kept


class MaskedColumn(NamedTuple):
    """A redacted column: its number, and how many bytes its cells have, if these are numbers."""

    number: int
    mask: CellMask
    length: int


@dataclass(frozen=True, slots=True)
class Layout:
    """A table as rows events have it: its description but for names, and its columns' plans.

    `shown` is what else a walk keeps of its maps: maps with another are of another layout. `masks`
    are of the redacted columns.
    """

    table: Table
    plans: tuple[Plan, ...]
    shown: str = ""
    masks: tuple[MaskedColumn, ...] = field(default=(), compare=False)


@kernel
def _length_of(buffer: Any, case: int, first: int, second: int) -> int:
    return int(length_binlog_cell(buffer, 0, 0, _FAR, case, first, second))


class KnownMaps:
    """The maps that were seen, and the layouts of tables that they mean, each layout once.

    `scope` says which tables' rows are wanted. Layouts know the columns of their tables, and not
    the names, which their maps have. `formats` and `heads` are those that logs began with. Who
    `redacts` masks cells before anybody reads them; for all others, tables with masks are not
    readable.
    """

    def __init__(self, scope: Scope, wants: Wants | None = None, *, redacts: bool = False) -> None:
        self.scope = scope
        self.formats = KnownFormats()
        self.heads = KnownHeads()
        self._redacts = redacts
        self._wants = _wants_of(scope) if wants is None else wants
        is_named = self._wants == Wants.NAMED and scope.table is not None
        name = joined_name(scope.table or "") if is_named else ""
        self._name = np.frombuffer(name.encode("utf-8", "surrogatepass") + bytes(8), np.uint8)
        self._shown = ""
        self.clear()

    def are_for(self, scope: Scope) -> bool:
        """Return whether what is known of maps holds in another scope, too."""
        mine = self.scope
        are_alike = all(getattr(mine, name) == getattr(scope, name) for name in _OF_MAPS)
        return are_alike and mine.definitions is scope.definitions

    def clear(self) -> None:
        """Forget all of them."""
        max_maps = 2 * MAX_MAPS if self._wants == Wants.ASKED else MAX_MAPS
        self.maps = SeenMaps(max_maps, MAX_BYTES)
        self.layouts: list[Layout | None] = []
        self.widest = 1
        self._numbers: dict[Any, int] = {}
        self._unnamed: dict[tuple[int, bytes], int] = {}  # layouts of unwanted tables without names
        self._slots = np.full(MIN_SLOTS, FREE, np.int64)
        self._bytes = Growing(np.uint8, padding=8)
        self._shapes = Growing(SHAPE)
        self._layouts = [Growing(np.bool_), Growing(), Growing(), Growing()]
        self._columns = [Growing(np.bool_), *(Growing(padding=8) for _ in range(7))]
        self.clear_maps()

    def clear_maps(self) -> None:
        """Forget the maps, and keep the layouts."""
        self.maps = self.maps.emptied()
        self._views: Known | None = None

    def forget(self) -> None:
        """Make room where it is full; no map is needed any more."""
        if self._are_layouts_full or self.has_many_formats:
            self.clear()
        else:
            self.clear_maps()

    @property
    def is_full(self) -> bool:
        return self.maps.is_full or self._are_layouts_full or self.has_many_formats

    @property
    def has_many_formats(self) -> bool:
        """Whether the logs so far had many formats: there is one of each server's release."""
        return len(self.maps.formats) >= MAX_FORMATS

    @property
    def _are_layouts_full(self) -> bool:
        return len(self.layouts) >= MAX_LAYOUTS or self._bytes.used >= MAX_BYTES

    def learn(
        self, buffer: Any, pos: int, end: int, log_format: Any, view: Any, parse: Callable[[], Any]
    ) -> bool:
        """Take in the map whose event lies at a place; say whether it is one.

        `parse` gives its tree, which is asked for where its layout is new. Raises MisfitError for
        a table that is not as it is defined.
        """
        head = head_of(buffer, pos, end, view)
        if head.end < 0:
            return False
        self.maps.take_format(log_format, view)
        if self.maps.make_room(head.end - pos):
            self._views = None
        database, table = (
            buffer[at : at + length].tobytes().decode()
            for at, length in (
                (head.database_ofs, head.database_len),
                (head.table_ofs, head.table_len),
            )
        )
        name = full_name(database, table)
        place = (buffer, pos, end, view)
        is_wanted = self.scope.wants_table(name)
        shape = buffer[head.shape_ofs : head.shape_ofs + head.shape_len]
        layout = NOT_KNOWN if is_wanted else self._unnamed.get(self._key_of(shape), NOT_KNOWN)
        number = add_map(*place, self.views(), is_wanted, layout)
        if number < 0:
            stream = KaitaiStream(BytesIO(buffer[pos : head.end].tobytes()))
            time = BinlogEventHeader(log_format.binlog_version, False, stream).timestamp
            layout = self._layout_of(parse(), shape, time, is_wanted=is_wanted)
            number = add_map(*place, self.views(), is_wanted, layout)
        self._note_names([name])
        return True

    def take_table(self, table_map: Any, table: Table) -> int | None:
        """Return the number of the layout of a table; None if kernels do not read its rows.

        Its masks do not count.
        """
        bare = replace(table, columns=tuple(replace(one, mask=None) for one in table.columns))
        plans = _plans(table_map, bare)
        if not _are_readable(bare, plans, 0):
            return None
        return self._number_of(table_map, replace(bare, database="", name=""), plans)

    def learn_ahead(self, buffer: Any, pos: int, end: int, view: Any) -> None:
        """Take in the maps that lie behind a place, as far as none has to be parsed.

        So it is asked for many of them at once whether they are wanted, if kernels cannot tell.
        """
        if self._wants != Wants.ASKED:
            return
        first = len(self.maps)
        learn_ahead(buffer, pos, end, view, self.views(), MAX_ROWS)
        new = np.arange(first, len(self.maps))
        if len(new):
            names = self.maps.full_names(new)
            self.maps.arrays.entries["is_wanted"][new] = self.scope.wants_tables(names)
            self._note_names(names)

    def _note_names(self, names: list[str]) -> None:
        """Note the names of new maps' tables; the maps have the next numbers."""

    def _key_of(self, shape: Any) -> tuple[int, bytes]:
        return int(self.maps.used.log_format), shape.tobytes()

    def _layout_of(self, table_map: Any, shape: Any, time: int, *, is_wanted: bool) -> int:
        """Return the layout that a map's shape means.

        Where the log has no names, a shape means what is defined of its table.
        """
        are_asked = self.scope.redaction is not None  # whose rules name tables

        def defined(name: str) -> Definition | None:
            nonlocal are_asked
            are_asked = are_asked or self.scope.definitions is not None
            return self.scope.definition_of(name)

        try:
            has_metadata = table_map.has_metadata
            table = self.scope.described(table_map, time, defined) if has_metadata else None
            plans = _plans(table_map, table) if table else []
            masks = _masks(table_map, table) if table and self._redacts else ()
        except MisfitError:
            raise
        except (UnreadableError, *UNPARSABLE):
            table, masks = None, ()
        if table is None or not _are_readable(table, plans, len(masks)):
            number = self._add_layout(None, [], num_json=0)
        else:
            bare = replace(table, database="", name="")
            number = self._number_of(table_map, bare, plans, masks)
        if not are_asked:
            self._add_shape(shape, number)
        elif not is_wanted:
            self._unnamed[self._key_of(shape)] = number
        return number

    def _number_of(
        self,
        table_map: Any,
        table: Table,
        plans: list[tuple[int, tuple[int, ...]]],
        masks: Sequence[tuple[int, CellMask]] = (),
    ) -> int:
        cells = tuple(Plan(CASES[case], arguments) for case, arguments in plans)
        layout = Layout(table, cells, self._shown)
        if layout not in self._numbers:
            padded = [(case, *map(int, args), *(0,) * (2 - len(args))) for case, args in plans]
            lengths = {plan: _fixed_length(*plan) for plan in set(padded)}
            runs = _runs([lengths[plan] for plan in padded])
            columns = [
                (int(column.is_json), column.num_json_before, *plan, *run)
                for column, plan, run in zip(table_map.columns, padded, runs, strict=True)
            ]
            num_json = table_map.num_json_columns
            masked = (MaskedColumn(at, mask, lengths[padded[at]]) for at, mask in masks)
            layout = replace(layout, masks=tuple(masked))
            self._numbers[layout] = self._add_layout(layout, columns, num_json=num_json)
        return self._numbers[layout]

    def _add_shape(self, shape: Any, layout: int) -> None:
        """Take in a shape, and keep at least half of the hash table's slots free."""
        log_format = self.maps.used.log_format
        at, size = self._bytes.used, len(shape)
        self._bytes.add(shape)
        code = code_of(self._bytes.array, at, size)
        self._shapes.add([(at, code, size, log_format, layout)])
        first, count = self._shapes.used - 1, self._shapes.used
        if 2 * count > len(self._slots):
            self._slots = np.full(2 * len(self._slots), FREE, np.int64)
            first = 0
        enter(self._slots, self._shapes.array, first, count)
        self._views = None

    def _add_layout(
        self, layout: Layout | None, columns: list[tuple[int, ...]], *, num_json: int
    ) -> int:
        self.layouts.append(layout)
        columns_at = self._columns[0].used
        parts = (layout is not None, len(columns), num_json, columns_at)
        for array, value in zip(self._layouts, parts, strict=True):
            array.add((value,))
        if columns:
            for array, values in zip(self._columns, zip(*columns, strict=True), strict=True):
                array.add(values)
        self.widest = max(self.widest, len(columns))
        self._views = None
        return len(self.layouts) - 1

    def views(self) -> Known:
        """Return the arrays that kernels read."""
        if self._views is None:
            self._views = Known(
                int(self._wants),
                self._name[:-8],
                self.maps.arrays,
                Shapes(self._slots, self._bytes.array, self._shapes.array),
                *(part.array for part in (*self._layouts, *self._columns)),
            )
        return self._views


def _wants_of(scope: Scope) -> Wants:
    if scope.wants_all_tables:
        return Wants.ALL
    return Wants.NAMED if scope.wants_one_table else Wants.ASKED


def _are_readable(table: Table, plans: list[tuple[int, tuple[int, ...]]], num_masks: int) -> bool:
    """Return whether kernels read rows of a table: trees read types that specs add.

    They also read what is redacted, unless there are masks for all of it.
    """
    has_lengths = all(CASES[case] != "unreadable_cell" for case, _ in plans)
    is_masked = num_masks == sum(column.mask is not None for column in table.columns)
    return has_lengths and is_masked and not any(map(is_added, table.columns))


def _masks(table_map: Any, table: Table) -> list[tuple[int, CellMask]]:
    """Return the masks of whole values, by the numbers of their columns.

    Raises UnreadableError for what cannot be redacted.
    """
    return [
        (number, CellMask(column, table_map.columns[number]))
        for number, column in enumerate(table.columns)
        if column.mask is not None and not column.mask.paths
    ]


def _plans(table_map: Any, table: Table) -> list[tuple[int, tuple[int, ...]]]:
    for logged, column in zip(table_map.columns, table.columns, strict=True):
        # a definition may say so, and not the log
        logged.is_unsigned = bool(column.is_unsigned)
    return [plan_binlog_cell(column) for column in table_map.columns]


def _fixed_length(case: int, first: int, second: int) -> int:
    return int(_length_of(np.zeros(8, np.uint8), case, first, second))


def _runs(lengths: list[int]) -> list[tuple[int, int, int]]:
    """Return of each column its length, the first from there on of no fixed one, and a sum.

    The lengths are negative where they are not fixed; the sum is that of the fixed ones before.
    """
    befores = accumulate((max(length, 0) for length in lengths), initial=0)
    runs, end = [], len(lengths)
    for index, (length, before) in reversed(list(enumerate(zip(lengths, befores, strict=False)))):
        end = index if length < 0 else end
        runs.append((length, end, before))
    return runs[::-1]
