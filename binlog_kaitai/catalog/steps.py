"""Steps in the life of a table: the changes of tables that one statement makes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, NamedTuple, TypeAlias

from binlog_kaitai.catalog.tokens import Version
from binlog_kaitai.model.definitions import ColumnDefinition, Definition, Flavor, ForeignKey


class TableName(NamedTuple):
    """The name of a table."""

    database: str
    table: str


StepKind: TypeAlias = Literal[
    "created",
    "altered",
    "renamed",
    "dropped",
    "emptied",
    "partitions_emptied",
    "partitions_dropped",
    "partition_exchanged",
    "rows_changed",
    "doubtful",
]
"""The change of a table.

- `created`: it is new and has no rows; a table of that name, if there was one, is gone
- `altered`: it has other columns, keys or partitions, and the same rows
- `renamed`: it has the name `other`, with its rows
- `dropped`: it is gone
- `emptied`: it has no rows (TRUNCATE)
- `partitions_emptied`: rows in some partitions are deleted
- `partitions_dropped`: some partitions are gone, with their rows
- `partition_exchanged`: the rows of a partition and of the table `other` change places
- `rows_changed`: its rows change, and the log has the statement in place of row images
- `doubtful`: the effect of the statement is not known, for a `reason`
"""


@dataclass(frozen=True, slots=True)
class ColumnEdits:
    """What ALTER TABLE does to columns of a table whose definition is not known.

    Attributes:
        dropped: names of columns.
        renamed: new names by old ones.
        added: new columns.
        changed: definitions of columns whose earlier types are not known.
        converts: values of further columns may change.
        foreign_keys: those that are added.
    """

    dropped: tuple[str, ...] = ()
    renamed: tuple[tuple[str, str], ...] = ()
    added: tuple[ColumnDefinition, ...] = ()
    changed: tuple[ColumnDefinition, ...] = ()
    converts: bool = False
    foreign_keys: tuple[ForeignKey, ...] = ()


@dataclass(frozen=True, slots=True)
class TableStep:
    """The change of one table by a statement.

    Attributes:
        before: the definition before the statement; None if it is not known.
        after: the definition after the statement, for `renamed` that of the table `other`; None if
            it is not known, or if there is no such table any more.
        sources: of `altered`, for each column of `after`, the name of the column of `before` whose
            values it takes; None for a new column. Empty if definitions are not known.
        edits: of `altered` if definitions are not known.
        partitions: the names of those that are emptied, dropped or exchanged; empty for all.
        session: of a temporary table, the session that it belongs to.
        is_temporary_only: the statement names no other than a temporary table.
    """

    kind: StepKind
    name: TableName
    before: Definition | None = None
    after: Definition | None = None
    other: TableName | None = None
    sources: tuple[str | None, ...] = ()
    partitions: tuple[str, ...] = ()
    reason: str = ""
    session: str | None = None
    edits: ColumnEdits | None = None
    is_temporary_only: bool = False


@dataclass(frozen=True, slots=True)
class Session:
    """The settings of the session and the server that decide how a statement is read.

    Attributes:
        key: tells the session from others of the log, for its temporary tables.
        database: the default database.
        sql_mode: the names of the modes that are on, with commas between.
        family: of the server.
        version: of the server, such as (9, 7, 0).
        error_code: of the statement; 0 if it succeeded.
        collation_server: the server's default collation.
        default_collation_for_utf8mb4: that of MySQL.
        character_set_collations: the default collations of charsets (`charset=collation`, with
            commas between), of MariaDB.
        explicit_defaults_for_timestamp: None if the log does not have the variable.
    """

    key: str = ""
    database: str = ""
    sql_mode: str = ""
    family: Flavor = "mysql"
    version: tuple[int, ...] = (9, 7, 0)
    error_code: int = 0
    collation_server: str | None = None
    default_collation_for_utf8mb4: str | None = None
    character_set_collations: str = ""
    explicit_defaults_for_timestamp: bool | None = None

    @property
    def server(self) -> Version | None:
        """The version that decides which executable comments are read; None if it is not known."""
        return Version(self.version, self.family == "mariadb") if any(self.version) else None
