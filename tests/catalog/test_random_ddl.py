"""The catalog beside `information_schema`, after each of many random statements."""

from __future__ import annotations

import contextlib
import os
import re
import sys
from collections import Counter
from decimal import Decimal, InvalidOperation
from typing import Any

import pymysql
import pymysql.cursors
import pytest

from binlog_kaitai.catalog.catalog import Catalog
from binlog_kaitai.catalog.known import Doubt
from binlog_kaitai.catalog.steps import Session, TableName
from binlog_kaitai.model.definitions import ColumnDefinition, Default, Definition
from tests.catalog.random_ddl import DATABASES, RandomDdl
from tests.servers import SERVERS

STATEMENTS = int(os.environ.get("BINLOG_DDL_STATEMENTS", "1500"))
SEED = int(os.environ.get("BINLOG_DDL_SEED", "1"))

_COLUMNS = (
    "SELECT table_schema AS d, table_name AS t, column_name AS name, column_type AS type,"
    " is_nullable AS nullable, character_set_name AS charset, collation_name AS collation,"
    " column_default AS dflt, extra AS extra FROM information_schema.columns"
    " WHERE table_schema IN ('one', 'two') ORDER BY 1, 2, ordinal_position"
)
_KEYS = (
    "SELECT table_schema AS d, table_name AS t, index_name AS i, column_name AS c, non_unique AS n"
    " FROM information_schema.statistics WHERE table_schema IN ('one', 'two')"
    " ORDER BY 1, 2, 3, seq_in_index"
)
_PARTITIONS = (
    "SELECT table_schema AS d, table_name AS t, partition_name AS p, subpartition_name AS s,"
    " partition_method AS m FROM information_schema.partitions WHERE table_schema IN ('one', 'two')"
    " ORDER BY 1, 2, partition_ordinal_position, subpartition_ordinal_position"
)
_TABLES = (
    "SELECT table_schema AS d, table_name AS t, table_collation AS c FROM"
    " information_schema.tables WHERE table_schema IN ('one', 'two')"
)
_WIDTH = re.compile(r"^((?:tiny|small|medium|big)?int|year)\(\d+\)")


def _type(column: ColumnDefinition) -> str:
    """Return a type as `information_schema` has it, without the width of whole numbers."""
    if column.labels is not None:
        labels = ",".join(
            "'" + one.replace("\\", "\\\\").replace("'", "''") + "'" for one in column.labels
        )
        return f"{column.kind}({labels})"
    text = column.text + (" unsigned" if column.is_unsigned and column.kind != "year" else "")
    return _WIDTH.sub(r"\1", text + (" zerofill" if column.is_zerofill else ""))


def _kept(column: ColumnDefinition, row: dict[str, Any], *, is_mariadb: bool) -> dict[str, Any]:
    extra = row["extra"].lower()
    return {
        "name": row["name"],
        "type": _WIDTH.sub(r"\1", row["type"]).replace("\\\\" if is_mariadb else "\0", "\\\\"),
        "nullable": row["nullable"] == "YES",
        "charset": row["charset"],
        "collation": row["collation"],
        "generated": "virtual" in extra or "stored" in extra,
        "invisible": "invisible" in extra,
        "default": True if _default_fits(column, row, is_mariadb=is_mariadb) else row["dflt"],
    }


def _known(column: ColumnDefinition, *, is_mariadb: bool) -> dict[str, Any]:
    is_bytes = column.charset == "binary" and not is_mariadb
    return {
        "name": column.name,
        "type": _type(column),
        "nullable": column.is_nullable,
        "charset": None if is_bytes else column.charset,
        "collation": None if is_bytes else column.collation,
        "generated": column.is_generated,
        "invisible": column.is_invisible,
        "default": True,
    }


def _default_fits(column: ColumnDefinition, row: dict[str, Any], *, is_mariadb: bool) -> bool:
    """Return whether a default is that of the server, which rounds numbers and pads times."""
    shown, default = row["dflt"], column.default
    if is_mariadb and shown == "NULL":
        shown = None
    if default is None and shown and shown.startswith("'0000-00-00"):
        return column.is_set_on_update
    if default is not None and default.kind == "expression" and shown is None:
        return "default_generated" in row["extra"].lower()
    if default is None or shown is None or column.is_generated:
        return (default is None) == (shown is None) or column.is_generated
    is_bytes = column.kind in {"binary", "varbinary", "bit"} or column.charset == "binary"
    if default.kind in {"expression", "bytes"} or column.kind in {"time", "year"} or is_bytes:
        return True  # servers show what the values become
    if default.kind == "now":
        return "current_timestamp" in shown.lower()
    if is_mariadb:
        shown = shown.strip("'").replace("''", "'").replace("\\'", "'")
    return shown.rstrip("\0 ") == default.text or _rounds(default, shown)


def _rounds(default: Default, shown: str) -> bool:
    with contextlib.suppress(InvalidOperation):
        return abs(Decimal(default.text) - Decimal(shown.removeprefix("b'").rstrip("'"))) <= 1
    return shown.startswith(default.text)


def _names(catalog: Catalog, table: str) -> list[str]:
    """Return the columns of the tables of a name, in backticks."""
    own = table.rpartition(".")[2].strip("`").replace("``", "`")
    return [
        f"`{column.name.replace('`', '``')}`"
        for name, known in catalog.tables.items()
        if name.table == own and isinstance(known, Definition)
        for column in known.columns
        if not column.is_hidden
    ]


class Truth:
    """The tables of a server."""

    def __init__(self, cursor: Any, *, is_mariadb: bool) -> None:
        self.is_mariadb = is_mariadb
        self.columns = self._by_table(cursor, _COLUMNS)
        self.keys = self._by_table(cursor, _KEYS)
        self.partitions = self._by_table(cursor, _PARTITIONS)
        self.tables = self._by_table(cursor, _TABLES)
        self.files = _files(cursor)

    def _by_table(self, cursor: Any, query: str) -> dict[TableName, list[dict[str, Any]]]:
        cursor.execute(query)
        found: dict[TableName, list[dict[str, Any]]] = {}
        for row in cursor.fetchall():
            found.setdefault(TableName(row["d"], row["t"]), []).append(row)
        return found

    def difference(self, name: TableName, definition: Definition) -> str | None:
        """Return what of a definition differs from the table; None if nothing does."""
        shown = [column for column in definition.columns if not column.is_hidden]
        rows = self.columns[name]
        if len(shown) != len(rows):
            return f"columns {[one.name for one in shown]}, not {[row['name'] for row in rows]}"
        for column, row in zip(shown, rows, strict=True):
            own, other = (
                _known(column, is_mariadb=self.is_mariadb),
                _kept(column, row, is_mariadb=self.is_mariadb),
            )
            wrong = {key: (own[key], other[key]) for key in own if own[key] != other[key]}
            if wrong:
                return f"column {column.name}: {wrong}"
        return self._keys_differ(name, definition) or self._rest_differs(name, definition)

    def _keys_differ(self, name: TableName, definition: Definition) -> str | None:
        rows: dict[str, list[str]] = {}
        for row in self.keys.get(name, []):
            if not row["n"] and not (row["c"] or "").startswith("row_end"):
                rows.setdefault(row["i"], []).append(row["c"])
        own = {
            key.name: [part.column for part in key.parts]
            for key in definition.keys
            if key.kind in {"primary", "unique"}
        }
        return None if rows == own else f"keys {own}, not {rows}"

    def _rest_differs(self, name: TableName, definition: Definition) -> str | None:
        kept = self.partitions.get(name, [])
        rows = [(row["p"], row["s"]) for row in kept if row["p"] is not None]
        own: list[tuple[str, str | None]] = []
        for one in definition.partitioning.partitions if definition.partitioning else ():
            own += [(one.name, below) for below in one.subpartitions or (None,)]
        if rows != own:
            return f"partitions {own}, not {rows}"
        collation = self.tables[name][0]["c"]
        return None if collation == definition.collation else f"{definition.collation} {collation}"


@pytest.mark.live
@pytest.mark.truth
@pytest.mark.parametrize("server", ["mysql97", "mariadb118"])
def test_catalog_is_as_the_server_says(server: str) -> None:
    family = SERVERS[server].family
    catalog = Catalog(is_whole=True)
    ddl = RandomDdl(SEED, family, lambda name: _names(catalog, name))
    counts: Counter[str] = Counter()
    wrong: list[str] = []
    with SERVERS[server].run() as running, contextlib.closing(running.connect()) as connection:
        cursor = connection.cursor(pymysql.cursors.DictCursor)
        for database in DATABASES:
            _run(cursor, catalog, f"CREATE DATABASE {database}", family)
        cursor.execute("USE one")
        if family == "mariadb":
            cursor.execute("SET system_versioning_alter_history = KEEP")
        while counts["succeeded"] < STATEMENTS:
            for setting in ddl.settings():
                _run(cursor, catalog, setting, family)
            statement = ddl.statement()
            before = dict(catalog.tables)
            if not _run(cursor, catalog, statement, family):
                counts["failed"] += 1
                _forget(cursor, catalog)  # half of it may have been done
                continue
            counts["succeeded"] += 1
            truth = Truth(cursor, is_mariadb=family == "mariadb")
            for name in _compare(truth, catalog, (statement, before), counts, wrong):
                parts = (one.replace("`", "``") for one in name)
                cursor.execute("DROP TABLE IF EXISTS `{}`.`{}`".format(*parts))
                catalog.remove(name)
    sys.stdout.write(f"\n{server}: {dict(counts)}\n")
    assert not wrong, "\n".join(wrong[:40])


def _forget(cursor: Any, catalog: Catalog) -> None:
    files = _files(cursor)
    for name in catalog.tables.keys() - files:
        catalog.remove(name)


def _files(cursor: Any) -> set[TableName]:
    found = set()
    for database in DATABASES:
        cursor.execute(f"SHOW TABLES FROM {database}")
        found |= {TableName(database, *row.values()) for row in cursor.fetchall()}
    return found


def _compare(
    truth: Truth,
    catalog: Catalog,
    applied: tuple[str, dict[TableName, Any]],
    counts: Counter[str],
    wrong: list[str],
) -> list[TableName]:
    """Compare all tables, and return those that the catalog does not know as they are."""
    left = []
    statement, before = applied
    for name in truth.columns.keys() | catalog.tables.keys():
        known = catalog.tables.get(name)
        if known is None or isinstance(known, Doubt):
            reason = "unknown" if known is None else known.reason
            counts["doubtful"] += 1
            counts[reason] += 1
            left.append(name)
            continue
        if name not in truth.columns and name in truth.files:
            counts["tables that the server cannot open"] += 1
            left.append(name)
            continue
        difference = "no table" if name not in truth.columns else truth.difference(name, known)
        if difference is not None:
            wrong.append(f"{statement}\n    {name}: {difference}\n    {before.get(name)}")
            left.append(name)
        counts["compared"] += 1
    return left


def _run(cursor: Any, catalog: Catalog, statement: str, family: Any) -> bool:
    try:
        cursor.execute(statement)
    except pymysql.MySQLError:
        return False
    cursor.execute(
        "SELECT DATABASE() AS d, @@sql_mode AS m, @@collation_server AS c, @@version AS v,"
        " @@explicit_defaults_for_timestamp AS e"
    )
    row = cursor.fetchone()
    collations = ""
    if family == "mariadb":
        cursor.execute("SELECT @@character_set_collations AS c")
        collations = cursor.fetchone()["c"]
    numbers = tuple(int(one) for one in re.findall(r"\d+", row["v"])[:3])
    session = Session(
        "1",
        row["d"] or "",
        row["m"],
        family,
        numbers,
        0,
        row["c"],
        None,
        collations,
        bool(row["e"]),
    )
    catalog.apply(statement, session, "here")
    return True
