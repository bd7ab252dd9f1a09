"""Writes directories like those of MySQL Shell's dumps, by their documented form.

MySQL Shell itself is not in the package registries of this project's machines.
"""

from __future__ import annotations

import base64
import contextlib
import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pyarrow as pa

from binlog_kaitai.model.names import quoted_name
from tests.servers import RunningServer

ENCODED = ("binary", "blob", "bit", "geometry", "point", "polygon", "linestring", "collection")
"""How the types of columns end that are in base64."""

_ESCAPES = {0: b"\\0", 8: b"\\b", 9: b"\\t", 10: b"\\n", 13: b"\\r", 26: b"\\Z", 92: b"\\\\"}
OPTIONS = {
    "defaultCharacterSet": "utf8mb4",
    "fieldsTerminatedBy": "\t",
    "fieldsEnclosedBy": "",
    "fieldsOptionallyEnclosed": False,
    "fieldsEscapedBy": "\\",
    "linesTerminatedBy": "\n",
}


@dataclass(frozen=True)
class Dumped:
    """A table: its CREATE TABLE, its columns, which of these are encoded, and its rows."""

    database: str
    table: str
    statement: str
    columns: Sequence[str]
    encoded: Sequence[str]
    rows: Sequence[Sequence[bytes | None]]
    partitions: Sequence[str] = ()


def escaped(value: bytes) -> bytes:
    """Return a value with the escapes of the default dialect."""
    return b"".join(_ESCAPES.get(one, bytes([one])) for one in value)


def _field(value: bytes | None, *, is_encoded: bool) -> bytes:
    if value is None:
        return rb"\N"
    return base64.b64encode(value) if is_encoded else escaped(value)


def write_shell_dump(folder: Path, tables: Iterable[Dumped], **place: Any) -> Path:
    """Write a dump in files of at most two rows; `place` are fields of `@.json`."""
    folder.mkdir()
    sizes, schemas = {}, dict[str, dict[str, str]]()
    for one in tables:
        base = f"{one.database}@{one.table}"
        schemas.setdefault(one.database, {})[one.table] = base
        head = f"-- Host: localhost    Database: {one.database}    Table: {one.table}\n"
        version = "-- Server version\t9.7.0\n"
        text = f"-- MySQLShell dump 2.0.1\n--\n{head}{version}{one.statement};\n"
        (folder / f"{base}.sql").write_text(text, encoding="utf-8")
        options = {"schema": one.database, "table": one.table, "columns": list(one.columns)}
        encoded = {"decodeColumns": dict.fromkeys(one.encoded, "FROM_BASE64")}
        described = {
            "options": options | OPTIONS | (encoded if one.encoded else {}),
            "includesData": True,
            "extension": "tsv.zst",
            "partitions": list(one.partitions),
        }
        (folder / f"{base}.json").write_text(json.dumps(described), encoding="utf-8")
        flags = [name in one.encoded for name in one.columns]
        for number in range(0, max(len(one.rows), 1), 2):
            mark = "@@" if number + 2 >= len(one.rows) else "@"
            lines = [
                b"\t".join(
                    _field(value, is_encoded=flag) for value, flag in zip(row, flags, strict=True)
                )
                for row in one.rows[number : number + 2]
            ]
            content = b"".join(line + b"\n" for line in lines)
            name = f"{base}{mark}{number // 2}.tsv.zst"
            sizes[name] = len(content)
            with pa.output_stream(folder / name, compression="zstd") as stream:
                stream.write(content)
    for database, bases in schemas.items():
        named = json.dumps({"schema": database, "basenames": bases})
        (folder / f"{database}.json").write_text(named, encoding="utf-8")
    whole = {"basenames": {name: name for name in schemas}, "tzUtc": True, "consistent": True}
    (folder / "@.json").write_text(json.dumps(whole | place, indent=4), encoding="utf-8")
    done = json.dumps({"chunkFileBytes": sizes}, indent=4)
    (folder / "@.done.json").write_text(done, encoding="utf-8")
    return folder


def dump_server(server: RunningServer, folder: Path, databases: Sequence[str]) -> Path:
    """Dump databases of a quiet server, as `util.dumpSchemas` does."""
    raw: dict[str, Any] = {"use_unicode": False, "conv": {}}
    marks = ", ".join(["%s"] * len(databases))
    with contextlib.closing(server.connect()) as connection, connection.cursor() as cursor:
        cursor.execute("SET time_zone = '+00:00', sql_mode = ''")
        cursor.execute(
            "SELECT table_schema, table_name FROM information_schema.tables"
            f" WHERE table_schema IN ({marks}) AND table_type = 'BASE TABLE'",
            tuple(databases),
        )
        names = list(cursor.fetchall())
        cursor.execute("SELECT @@gtid_executed")
        ((gtids,),) = cursor.fetchall()
        with contextlib.closing(server.connect(**raw)) as reader:
            tables = [_dumped(cursor, reader, *name) for name in names]
    return write_shell_dump(folder, tables, gtidExecuted=gtids)


def _dumped(cursor: Any, reader: Any, database: str, table: str) -> Dumped:
    name = quoted_name(database, table)
    cursor.execute(f"SHOW CREATE TABLE {name}")
    ((_, statement),) = cursor.fetchall()
    cursor.execute(
        "SELECT column_name, data_type FROM information_schema.columns WHERE table_schema = %s"
        " AND table_name = %s AND generation_expression = '' ORDER BY ordinal_position",
        (database, table),
    )
    kinds = dict(cursor.fetchall())
    cursor.execute(
        "SELECT DISTINCT partition_name FROM information_schema.partitions WHERE table_schema = %s"
        " AND table_name = %s AND partition_name IS NOT NULL",
        (database, table),
    )
    partitions = [one for (one,) in cursor.fetchall()]
    with reader.cursor() as rows:
        rows.execute("SET time_zone = '+00:00', sql_mode = ''")
        columns = ", ".join(f"`{one.replace('`', '``')}`" for one in kinds)
        rows.execute(f"SELECT {columns} FROM {name}")
        found = list(rows.fetchall())
    encoded = [one for one, kind in kinds.items() if kind.endswith(ENCODED)]
    return Dumped(database, table, statement, list(kinds), encoded, found, partitions)
