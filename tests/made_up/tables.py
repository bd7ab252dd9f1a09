"""Tables, and the TABLE_MAP events that describe them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, replace
from random import Random

from tests.documented_bytes import (
    optional_field,
    packed,
    short_text,
    u2,
    u4,
    u6,
)
from tests.made_up.cells import happens
from tests.made_up.columns import (
    CHARACTER,
    ENUM,
    FACTORIES,
    GEOMETRY,
    NUMERIC,
    ODD_FACTORIES,
    SET,
    VECTOR,
    Kind,
    Known,
)

DATABASES = ("d", "shop", "naïve", "a b")
TABLES = ("t", "items", "漢", "_file")
NAMES = ("id", "naïve", "漢", "_position", "__Table", "file", 'quo"te', "a b", "x,y", "\t", "@1")


@dataclass(frozen=True)
class Column:
    name: str
    kind: Kind
    kind_name: str
    seed: int
    is_nullable: bool


@dataclass(frozen=True)
class Table:
    """A table as one TABLE_MAP describes it; `is_sure` is whether what it tells fits together."""

    table_id: int
    database: str
    name: str
    columns: tuple[Column, ...]
    known: Known
    optional: bytes
    has_metadata: bool = True
    is_sure: bool = True

    @property
    def full_name(self) -> str:
        return f"{self.database}.{self.name}"

    def shown_name(self, index: int) -> str:
        return self.columns[index].name if self.known.names else f"@{index + 1}"

    def __repr__(self) -> str:
        kinds = ", ".join(column.kind_name for column in self.columns)
        return f"Table({self.table_id}: {self.full_name}({kinds}), {self.known})"


@dataclass(frozen=True)
class Size:
    """How much to make up, at most; `odds` is the share of cells and tables that are odd."""

    tables: int = 4
    columns: int = 12
    rows: int = 6
    transactions: int = 4
    odds: float = 0.0
    spoils: float = 0.0


def some_table(  # noqa: PLR0913 - what a table is made of
    chance: Random,
    size: Size,
    number: int,
    *,
    table_id: int,
    is_mariadb: bool,
    num_columns: int | None = None,
) -> Table:
    """A table; `number` tells it from the others of the log, `table_id` from what it was before."""
    known = _some_knowledge(chance)
    if num_columns is None:
        num_columns = chance.choice([1, chance.randint(1, 4), chance.randint(1, size.columns)])
        if happens(chance, size.odds / 4):
            num_columns = 0
    made = tuple(_some_column(chance, size, i, known) for i in range(num_columns))
    if happens(chance, size.odds) and len(made) > 1:
        twin = chance.choice(made).name
        made = (*made[:-1], replace(made[-1], name=chance.choice([twin, twin.upper()])))
    optional, is_sure = _optional_metadata(chance, size, made, known, is_mariadb=is_mariadb)
    return Table(
        table_id=table_id,
        database=chance.choice(DATABASES),
        name=TABLES[number % len(TABLES)],
        columns=made,
        known=known,
        optional=optional,
        has_metadata=not happens(chance, size.odds / 8),
        is_sure=is_sure and all(column.kind.is_sure for column in made),
    )


def _some_knowledge(chance: Random) -> Known:
    match chance.randrange(6):
        case 0:
            return Known()
        case 1:
            return Known(signedness=True)
        case 2:
            return Known(signedness=True, charsets=True)
        case 3:
            return Known(*(happens(chance, 0.5) for _ in range(6)))
    return Known(*(True for _ in range(6)))


def _some_column(chance: Random, size: Size, index: int, known: Known) -> Column:
    factories = ODD_FACTORIES if happens(chance, size.odds / 5) else FACTORIES
    kind_name = chance.choice(list(factories))
    # the rest is not worth shrinking
    detail = Random(chance.getrandbits(32))
    name = f"c{index}"
    if happens(detail, 0.2):
        name = f"{detail.choice(NAMES)}{index or ''}"
    return Column(
        name=name,
        kind=factories[kind_name](detail, known),
        kind_name=kind_name,
        seed=detail.getrandbits(32),
        is_nullable=happens(detail, 0.7),
    )


def map_body(table: Table, len_post_header: int, chance: Random) -> bytes:
    """The body of a TABLE_MAP."""
    types = bytes(column.kind.code for column in table.columns)
    names = b"".join(short_text(name.encode()) + b"\0" for name in (table.database, table.name))
    body = id_bytes(table.table_id, len_post_header) + u2(1) + names + packed(len(types)) + types
    if not table.has_metadata:
        return body
    metadata = b"".join(column.kind.metadata for column in table.columns)
    nullable = bitmap([column.is_nullable for column in table.columns], chance)
    return body + packed(len(metadata)) + metadata + nullable + table.optional


def id_bytes(table_id: int, len_post_header: int) -> bytes:
    return u4(table_id % 2**32) if len_post_header == 6 else u6(table_id)


def bitmap(bits: list[bool], chance: Random) -> bytes:
    """The first bit lowest; those that stand for nothing may have any value."""
    size = (len(bits) + 7) // 8
    value = sum(1 << i for i, bit in enumerate(bits) if bit)
    if happens(chance, 0.3):
        value |= (2 ** (8 * size) - 1) >> len(bits) << len(bits)
    return value.to_bytes(size, "little")


def _optional_metadata(
    chance: Random, size: Size, made: tuple[Column, ...], known: Known, *, is_mariadb: bool
) -> tuple[bytes, bool]:
    """The fields after the NULL bitmap, and whether they fit the columns."""
    kinds = [column.kind for column in made]
    character = [
        k for k in kinds if k.real_type in CHARACTER or (k.real_type == GEOMETRY and is_mariadb)
    ]
    labelled = [kind for kind in kinds if kind.real_type in (ENUM, SET)]
    fields = []
    if known.signedness and (numeric := [k for k in kinds if k.real_type in NUMERIC]):
        fields.append(optional_field(1, _signs([kind.is_unsigned for kind in numeric])))
    if known.charsets and character:
        fields.append(_collations(chance, character, 2, 3))
    if known.names:
        names = (column.name.encode() for column in made)
        fields.append(optional_field(4, b"".join(packed(len(name)) + name for name in names)))
    for field_type, real_type, is_known in (
        (5, SET, known.set_labels),
        (6, ENUM, known.enum_labels),
    ):
        lists = [kind.labels for kind in labelled if kind.real_type == real_type]
        if is_known and lists:
            fields.append(optional_field(field_type, b"".join(map(_label_list, lists))))
    if known.label_charsets and labelled:
        fields.append(_collations(chance, labelled, 10, 11))
    fields += _less_used(chance, kinds)
    if happens(chance, 0.2):
        chance.shuffle(fields)
    if fields and happens(chance, size.odds):
        return _odd_fields(chance, fields), False
    return b"".join(fields), True


def _signs(signs: list[bool]) -> bytes:
    """The first bit highest."""
    bits = "".join("01"[sign] for sign in signs)
    size = (len(bits) + 7) // 8
    return int(bits.ljust(8 * size, "0"), 2).to_bytes(size, "big")


def _label_list(labels: tuple[bytes, ...]) -> bytes:
    return packed(len(labels)) + b"".join(packed(len(label)) + label for label in labels)


def _collations(chance: Random, kinds: list[Kind], default: int, each: int) -> bytes:
    numbers = [kind.collation for kind in kinds]
    if happens(chance, 0.5):
        return optional_field(each, b"".join(map(packed, numbers)))
    (usual, _), *_ = Counter(numbers).most_common(1)
    exceptions = [packed(i) + packed(n) for i, n in enumerate(numbers) if n != usual]
    return optional_field(default, packed(usual) + b"".join(exceptions))


def _less_used(chance: Random, kinds: list[Kind]) -> list[bytes]:
    """What tells nothing about values: types of geometries, primary keys and the like."""
    fields = []
    geometries = [kind for kind in kinds if kind.real_type == GEOMETRY]
    vectors = [kind for kind in kinds if kind.real_type == VECTOR]
    if geometries and happens(chance, 0.7):
        fields.append(optional_field(7, b"".join(packed(i % 8) for i in range(len(geometries)))))
    if vectors and happens(chance, 0.7):
        fields.append(optional_field(13, packed(3) * len(vectors)))
    if kinds and happens(chance, 0.4):
        index = packed(chance.randrange(len(kinds)))
        key = chance.choice([optional_field(8, index), optional_field(9, index + packed(10))])
        fields.append(key)
    if kinds and happens(chance, 0.1):
        fields.append(optional_field(12, _signs([True] * len(kinds))))
    if happens(chance, 0.05):
        fields.append(optional_field(chance.choice([14, 99, 255]), b"later"))
    return fields


def _odd_fields(chance: Random, fields: list[bytes]) -> bytes:
    """One field left out, twice, shorter, longer, or of another type."""
    at = chance.randrange(len(fields))
    field = fields[at]
    value = field[2:] if field[1] < 251 else b""
    changes: list[Callable[[], list[bytes]]] = [
        list,
        lambda: [field, field],
        lambda: [optional_field(field[0], value[:-1])],
        lambda: [optional_field(field[0], value + b"\x01")],
        lambda: [optional_field(chance.randint(1, 13), value)],
        lambda: [field[:-1]],
        lambda: [optional_field(8, packed(200))],
    ]
    return b"".join([*fields[:at], *chance.choice(changes)(), *fields[at + 1 :]])
