"""python-mysql-replication: python -m tests.conformance.python_mysql_replication LOG..."""

from __future__ import annotations

import base64
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from pymysqlreplication import BinLogStreamReader
from pymysqlreplication.constants import FIELD_TYPE, NONE_SOURCE
from pymysqlreplication.event import PreviousGtidsEvent, QueryEvent, XAPrepareEvent, XidEvent
from pymysqlreplication.exceptions import StatusVariableMismatch
from pymysqlreplication.json_binary import JsonDiff
from pymysqlreplication.row_event import DeleteRowsEvent, UpdateRowsEvent, WriteRowsEvent

from tests.bench.peer import connection_to
from tests.conformance.forms import COMMIT, Record, image, print_records, statement

# what an image does not have
NO_VALUE = (NONE_SOURCE.COLS_BITMAP, NONE_SOURCE.JSON_PARTIAL_UPDATE)


def records(logs: Iterable[str]) -> Iterator[Record]:
    """Yield the records of logs, in their order."""
    for path in map(Path, logs):
        reader = BinLogStreamReader(
            connection_settings={},
            server_id=1,
            log_file=path.name,
            log_pos=4,
            # it cannot read those of MySQL 9.7
            ignored_events=[PreviousGtidsEvent],
            is_mariadb=path.parent.name.startswith("mariadb"),
            enable_logging=False,
            ignore_decode_errors=True,
            pymysql_wrapper=connection_to(path.read_bytes()),
        )
        while event := _next(reader):
            yield from _records(event)


def _next(reader: BinLogStreamReader) -> Any:
    while True:
        try:
            return reader.fetchone()
        except StatusVariableMismatch:  # a statement; most programs do not ask for these
            continue


def _records(event: Any) -> Iterator[Record]:
    match event:
        case QueryEvent():
            yield statement(_text(event.schema), _text(event.query))
        case XidEvent():
            yield statement("", COMMIT)
        case XAPrepareEvent():
            yield statement("", COMMIT if event.one_phase else f"XA PREPARE {_xid(event)}")
        case WriteRowsEvent() | DeleteRowsEvent() | UpdateRowsEvent():
            columns = event.table_map[event.table_id].columns
            for change_type, row, sources in _images(event):
                has_names = not any(str(name).startswith("UNKNOWN_COL") for name in row)
                data = {
                    name if has_names else f"@{number}": _value(column.type, value)
                    for number, (column, (name, value)) in enumerate(
                        zip(columns, row.items(), strict=True), 1
                    )
                    if sources.get(name) not in NO_VALUE
                }
                yield image(change_type, event.schema, event.table, data)


def _images(event: Any) -> Iterator[tuple[str, dict[str, Any], dict[str, str]]]:
    for row in event.rows:
        match event:
            case UpdateRowsEvent():
                yield "update_preimage", row["before_values"], row["before_none_sources"]
                yield "update_postimage", row["after_values"], row["after_none_sources"]
            case WriteRowsEvent():
                yield "insert", row["values"], row["none_sources"]
            case _:
                yield "delete", row["values"], row["none_sources"]


def _value(kind: int, value: Any) -> Any:
    """Return a value of which the type tells what it stands for."""
    if kind == FIELD_TYPE.BIT and isinstance(value, str):
        return int(value, 2)
    if kind == FIELD_TYPE.GEOMETRY and isinstance(value, bytes):
        wkb = base64.b64encode(value[4:]).decode()
        return {"srid": int.from_bytes(value[:4], "little"), "wkb": wkb}
    if isinstance(value, list) and value and isinstance(value[0], JsonDiff):
        return {"json_diff": [_diff(diff) for diff in value]}
    return value


def _diff(diff: JsonDiff) -> dict[str, Any]:
    op = {"Replace": "replace", "Insert": "insert", "Remove": "remove"}[diff.op.name]
    found = {"op": op, "path": diff.path.decode()}
    return found if op == "remove" else {**found, "value": diff.value}


def _text(value: str | bytes) -> str:
    return value if isinstance(value, str) else value.decode(errors="replace")


def _xid(event: Any) -> str:
    gtrid, bqual = event.xid_gtrid.hex(), event.xid_bqual.hex()
    return f"X'{gtrid}',X'{bqual}',{event.xid_format_id}"


if __name__ == "__main__":
    print_records(records(sys.argv[1:]))
