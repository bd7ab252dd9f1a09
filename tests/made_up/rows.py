"""Row images, and the rows events that hold them."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random

from tests.documented_bytes import packed, u1, u2
from tests.made_up.cells import Cell, Json, Outcome, happens
from tests.made_up.changes import diffs, odd_diffs
from tests.made_up.columns import BLOB, GEOMETRY, JSON
from tests.made_up.tables import Size, Table, bitmap, id_bytes

INSERT, UPDATE, DELETE = range(3)

V1 = (23, 24, 25)
V2 = (30, 31, 32)
COMPRESSED_V1 = (166, 167, 168)
COMPRESSED_V2 = (169, 170, 171)
PARTIAL_UPDATE = 39

_BLOBS = {BLOB, JSON, GEOMETRY}


@dataclass
class Images:
    """The bytes of the rows of an event, and what they should be read as."""

    data: bytes = b""
    records: list[tuple[str, dict[str, Json]]] = field(default_factory=list)
    outcomes: set[Outcome] = field(default_factory=set)


@dataclass(frozen=True)
class RowsBody:
    """A rows event but for its compression: what goes before the rows, and the rows."""

    head: bytes
    images: Images


def some_rows(  # noqa: PLR0913 - what an event is made of
    chance: Random,
    table: Table,
    change: int,
    size: Size,
    len_post_header: int,
    *,
    ends_statement: bool = True,
    is_partial: bool = False,
    num_rows: int | None = None,
) -> RowsBody:
    present = _some_columns(chance, table)
    after = _some_columns(chance, table) if change == UPDATE else present
    if num_rows is None:
        num_rows = chance.choice([1, 1, 2, chance.randint(1, size.rows)])
        if happens(chance, 0.02):
            num_rows = 0
    if not any(present) and not any(after):
        num_rows = 1  # a row that takes no bytes
    row = _Rows(table, Random(chance.getrandbits(32)), size.odds)
    for _ in range(num_rows):
        if change != INSERT:
            row.add("delete" if change == DELETE else "update_preimage", present)
        if change == INSERT:
            row.add("insert", present)
        elif change == UPDATE:
            row.add("update_postimage", after, is_partial=is_partial)
    head = id_bytes(table.table_id, len_post_header)
    head += u2(ends_statement | (chance.getrandbits(4) << 1))
    if len_post_header == 10:
        head += _extra_data(chance, is_update=change == UPDATE)
    head += packed(len(table.columns)) + bitmap(present, chance)
    if change == UPDATE:
        head += bitmap(after, chance)
    return RowsBody(head, row.images)


def _some_columns(chance: Random, table: Table) -> list[bool]:
    """Which columns an image holds: all, but for blobs, some, one or none."""
    count = len(table.columns)
    match chance.randrange(8):
        case 7:
            kinds = [column.kind.real_type for column in table.columns]
            return [kind not in _BLOBS for kind in kinds]
        case 5 | 6:
            bits = Random(chance.getrandbits(16))
            return [happens(bits, 0.5) for _ in range(count)]
        case 4:
            only = chance.randrange(count) if count else 0
            return [i == only for i in range(count)]
        case 3 if happens(chance, 0.1):
            return [False] * count
    return [True] * count


def _extra_data(chance: Random, *, is_update: bool) -> bytes:
    if happens(chance, 0.7):
        return u2(2)
    ndb = u1(0) + u1(5) + u1(chance.choice([0, 0x40, 0xFF])) + b"abc"
    partition = u1(1) + u2(3) + (u2(4) if is_update else b"")
    items = chance.choice([ndb, partition, ndb + partition, u1(7) + b"unknown"])
    return u2(2 + len(items)) + items


class _Rows:
    """Draws images; the values of a column depend on its seed, and not on the other columns."""

    def __init__(self, table: Table, chance: Random, odds: float) -> None:
        self.table = table
        self.chance = chance
        self.odds = odds
        seed = chance.getrandbits(32)
        self.chances = [Random(seed ^ column.seed) for column in table.columns]
        self.images = Images()
        self.documents: dict[int, Json] = {}  # of the last image, by the numbers of columns

    def add(self, change_type: str, present: list[bool], *, is_partial: bool = False) -> None:
        columns = self.table.columns
        json_columns = [i for i, column in enumerate(columns) if column.kind.is_json]
        partial: set[int] = set()
        options = b""
        if is_partial:
            option = self.chance.choice([0, 1, 1, 1])
            options = packed(option)
            if option:
                partial = {i for i in json_columns if happens(self.chance, 0.7)}
                options += bitmap([i in partial for i in json_columns], self.chance)
        nulls, data, values, documents = [], b"", {}, {}
        for i, column in enumerate(columns):
            if not present[i]:
                continue
            chance = self.chances[i]
            is_null = happens(chance, 0.15 if column.is_nullable else self.odds)
            nulls.append(is_null)
            cell = Cell(b"", None)
            if i in partial and not is_null:
                draw = odd_diffs if happens(chance, self.odds) else diffs
                cell = draw(chance, self.documents.get(i, Outcome.FAILS))
            elif not is_null:
                cell = self._cell(i)
            if i in json_columns and not is_null:
                documents[i] = cell.value
            data += cell.data
            is_null_document = i in json_columns and not is_null and cell.value is None
            shown = {"json": None} if is_null_document else cell.value
            values[self.table.shown_name(i)] = shown
            if cell.value in (Outcome.UNSURE, Outcome.FAILS):
                self.images.outcomes.add(cell.value)
        self.images.data += options + bitmap(nulls, self.chance) + data
        self.images.records.append((change_type, values))
        self.documents = documents

    def _cell(self, i: int) -> Cell:
        chance, kind = self.chances[i], self.table.columns[i].kind
        return kind.draw_odd(chance) if happens(chance, self.odds) else kind.draw(chance)
