"""Manifest of a read task: files, schemas, row counts, XA decisions. It contains no rows."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from binlog_kaitai.catalog.encoding import from_json, to_json
from binlog_kaitai.catalog.steps import Session
from binlog_kaitai.lake.columns import schema_from
from binlog_kaitai.model.layouts import PlacedSchema

MAX_TEXT = 200
"""Characters of a statement that are kept to name it."""


class Decision(NamedTuple):
    """The decision on an XA transaction that was prepared earlier."""

    xid: str
    log: str
    position: int
    outcome: str


class Waiting(NamedTuple):
    """Rows of a prepared transaction: its xid, and the position of the first row."""

    xid: str
    log: str
    position: int


class Gap(NamedTuple):
    """The beginning of a log before which others are `missing`."""

    log: str
    missing: str
    position: int = 0
    gtid: str | None = None
    short: str | None = None


class RowStatement(NamedTuple):
    """A statement in place of the row images of a table, or of all of a database.

    The table may be a temporary one of the `session`, if that is given, or a common table
    expression of the statement, if it `is_derived`.
    """

    database: str
    table: str | None
    log: str
    position: int
    gtid: str | None
    short: str
    session: str | None = None
    is_derived: bool = False


class Ddl(NamedTuple):
    """A statement that may define, alter, move or empty tables, at a place in a log.

    `time` is in seconds since 1970. A statement that an export has read before counts `only` for a
    table that is rebuilt.
    """

    log: str
    position: int
    gtid: str | None
    time: int
    statement: str
    session: Session
    only: tuple[str, str] | None = None

    @property
    def short(self) -> str:
        """The beginning of the statement, which names it."""
        return short_text(self.statement)


def short_text(statement: str) -> str:
    """Return the beginning of a statement, in one line."""
    return " ".join(statement[: 2 * MAX_TEXT].split())[:MAX_TEXT]


@dataclass(frozen=True)
class Layout:
    """A schema of a table's rows, as Spark's JSON, valid from a position of a log on.

    `keys` are the columns of its primary key; empty if there is none in the log. `gtid` is that of
    the first row.
    """

    columns: str
    has_names: bool
    log: str
    position: int
    keys: tuple[str, ...] = ()
    gtid: str | None = None


@dataclass(frozen=True)
class Piece:
    """Spilled rows of a dataset and one day: a Parquet file, or a part of a file.

    `layout` is the number of their layout in the dataset. `waiting` are the undecided transactions
    of the rows, which may be of several days.
    """

    name: str
    rows: int
    num_bytes: int
    day: int = 0
    layout: int = 0
    offset: int = -1
    length: int = 0
    waiting: tuple[Waiting, ...] = ()

    @property
    def is_parquet(self) -> bool:
        return self.offset < 0


class Generated(NamedTuple):
    """The generated columns of a table, as statements define them, in lower case.

    The definition `is_whole` if it has all columns; columns without names are known by their
    numbers, too, if it `is_ordered`.
    """

    columns: list[str]
    is_whole: bool
    is_ordered: bool


@dataclass
class Baseline:
    """The rows of a table before its changes, as far as they are read.

    `begun` is the place behind which the table begins. `last` is the last key that was read, as SQL
    literals of its columns, `keys`; `rows` are counted.
    """

    begun: tuple[str, int] | None = None
    keys: list[str] = field(default_factory=list)
    last: list[str] | None = None
    rows: int = 0
    is_done: bool = False


@dataclass
class LeftOut:
    """The columns of a table that images leave out.

    Updates leave the columns `unlogged` out, whether they change or not. Of those that are `silent`
    after some update, this is not known. Images of updates hold those `shown`. Inserts leave out
    those `omitted`. Only servers that leave out generated columns have the second and the last.
    """

    unlogged: set[str] = field(default_factory=set)
    silent: set[str] = field(default_factory=set)
    shown: set[str] = field(default_factory=set)
    omitted: set[str] = field(default_factory=set)

    def union(self, other: LeftOut) -> LeftOut:
        """Return the columns of both."""
        return LeftOut(**{name: own | vars(other)[name] for name, own in vars(self).items()})

    def to_json(self) -> dict[str, list[str]]:
        """Return the columns as JSON-compatible values."""
        return {name: sorted(columns) for name, columns in vars(self).items()}

    @staticmethod
    def from_json(fields: Mapping[str, Sequence[str]]) -> LeftOut:
        """Parse the result of `to_json`."""
        return LeftOut(**{name: set(columns) for name, columns in fields.items()})


@dataclass
class DatasetFacts:
    """Facts about a table, or the statements; `images` includes rolled back row images."""

    name: str
    database: str | None = None
    table: str | None = None
    images: int = 0
    layouts: list[Layout] = field(default_factory=list)
    pieces: list[Piece] = field(default_factory=list)
    left_out: LeftOut = field(default_factory=LeftOut)

    def schemas(self) -> Iterator[PlacedSchema]:
        """Yield the schemas of the layouts."""
        for one in self.layouts:
            schema = schema_from(one.columns)
            yield PlacedSchema(self.name, schema, one.has_names, one.log, one.position)

    def add(self, other: DatasetFacts) -> None:
        """Add the facts of later spans."""
        self.images += other.images
        self.left_out = self.left_out.union(other.left_out)
        numbers = [self.number_of(layout) for layout in other.layouts]
        self.pieces += [replace(piece, layout=numbers[piece.layout]) for piece in other.pieces]

    def keep(self, numbers: Sequence[int]) -> None:
        """Retain the layouts with these numbers, in this order, and their pieces."""
        after = {number: place for place, number in enumerate(numbers)}
        self.layouts = [self.layouts[number] for number in numbers]
        self.pieces = [
            replace(piece, layout=after[piece.layout])
            for piece in self.pieces
            if piece.layout in after
        ]

    def find(self, columns: str, keys: tuple[str, ...], *, has_names: bool) -> int | None:
        """Return the number of a layout by its content; None for a new one."""
        for number, one in enumerate(self.layouts):
            if one.columns == columns and one.keys == keys and one.has_names == has_names:
                return number
        return None

    def number_of(self, layout: Layout) -> int:
        """Return the number of an equal layout; add a new layout if there is none."""
        number = self.find(layout.columns, layout.keys, has_names=layout.has_names)
        if number is None:
            self.layouts.append(layout)
            return len(self.layouts) - 1
        return number


@dataclass
class Facts:
    """Facts about the spans of a task, by the folders of datasets.

    `decisions` are those on transactions that were prepared earlier. `changes` and `ddl` are
    collected only for current tables.
    """

    events: int = 0
    statements: int = 0
    datasets: dict[str, DatasetFacts] = field(default_factory=dict)
    decisions: list[Decision] = field(default_factory=list)
    changes: list[RowStatement] = field(default_factory=list)
    ddl: list[Ddl] = field(default_factory=list)

    def add(self, other: Facts) -> None:
        """Add the facts of later spans."""
        self.events += other.events
        self.statements += other.statements
        self.decisions += other.decisions
        self.changes += other.changes
        self.ddl += other.ddl
        for folder, facts in other.datasets.items():
            if folder not in self.datasets:
                self.datasets[folder] = DatasetFacts(facts.name, facts.database, facts.table)
            self.datasets[folder].add(facts)

    def to_json(self) -> dict[str, Any]:
        """Return the facts as JSON-compatible values, each schema once."""
        numbers: dict[str, int] = {}
        datasets = {
            folder: vars(facts)
            | {
                "layouts": layouts_to_json(facts.layouts, numbers),
                "pieces": list(map(vars, facts.pieces)),
                "left_out": facts.left_out.to_json(),
            }
            for folder, facts in self.datasets.items()
        }
        sessions = {one: at for at, one in enumerate({one.session: None for one in self.ddl})}
        return vars(self) | {
            "datasets": datasets,
            "schemas": list(numbers),
            "ddl": [[*one[:5], sessions[one.session]] for one in self.ddl],
            "sessions": list(map(to_json, sessions)),
        }

    @staticmethod
    def from_json(fields: dict[str, Any]) -> Facts:
        """Parse the result of `to_json`."""
        schemas = fields["schemas"]
        datasets = {
            folder: DatasetFacts(
                dataset["name"],
                dataset["database"],
                dataset["table"],
                dataset["images"],
                layouts_from_json(dataset["layouts"], schemas),
                list(map(piece_from, dataset["pieces"])),
                LeftOut.from_json(dataset["left_out"]),
            )
            for folder, dataset in fields["datasets"].items()
        }
        decisions = [Decision(*one) for one in fields["decisions"]]
        changes = [RowStatement(*one) for one in fields["changes"]]
        sessions = [from_json(Session, one) for one in fields["sessions"]]
        ddl = [Ddl(*one)._replace(session=sessions[one[5]]) for one in fields["ddl"]]
        return Facts(fields["events"], fields["statements"], datasets, decisions, changes, ddl)


def layouts_to_json(layouts: Sequence[Layout], numbers: dict[str, int]) -> list[dict[str, Any]]:
    """Return layouts as JSON-compatible values; new schemas are added to `numbers`."""
    return [
        vars(one) | {"columns": numbers.setdefault(one.columns, len(numbers))} for one in layouts
    ]


def layouts_from_json(fields: Sequence[dict[str, Any]], schemas: Sequence[str]) -> list[Layout]:
    """Parse the result of `layouts_to_json`."""
    return [
        Layout(**one | {"columns": schemas[one["columns"]], "keys": tuple(one.get("keys", ()))})
        for one in fields
    ]


def whole_before(fields: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Return the tables that an archive of an older version has seen empty."""
    created = [(one[0], one[1]) for one in fields.get("catalog", {}).get("tables", ())]
    emptied = (one for one in fields["datasets"].values() if one.get("wiped"))
    return created + [(one["database"], one["table"]) for one in emptied]


def piece_from(fields: dict[str, Any]) -> Piece:
    """Parse a piece from its JSON fields."""
    return Piece(**fields | {"waiting": tuple(Waiting(*one) for one in fields["waiting"])})
