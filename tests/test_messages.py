"""Messages of Maxwell, Debezium and Canal, against the server's own SELECT."""

from __future__ import annotations

import base64
import gzip
import json
import re
import struct
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from datetime import date, datetime, timedelta, timezone
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from binlog_kaitai.cli.commands import main
from binlog_kaitai.errors import UnreadableError
from binlog_kaitai.forensics.messages import canal
from binlog_kaitai.forensics.messages.forms import Row
from binlog_kaitai.forensics.messages.making import FORMS
from binlog_kaitai.forensics.messages.schemas import schemas_of
from binlog_kaitai.model.scopes import Scope
from binlog_kaitai.model.tables import Column, ColumnType, Table
from binlog_kaitai.read.layouts import read_layouts
from binlog_kaitai.read.views import transaction_batches
from tests.replay import FIXTURES

LOGS = [FIXTURES / server / "types.binlog" for server in ("mysql97", "mariadb118")]
EPOCH = datetime(1970, 1, 1, tzinfo=timezone.utc)
MICROSECOND = timedelta(microseconds=1)
ROTATED = FIXTURES / "mysql97/rotated.1.binlog"

DOUBLE = Column("d", ColumnType.double, is_nullable=True)

Decode = Callable[[Any, "re.Match[str]"], Any]


def messages(file_format: str, *arguments: str | Path) -> Result:
    words = ["rows", "--format", file_format, *map(str, arguments)]
    return CliRunner().invoke(main, words)


def same(value: Any, *_: Any) -> Any:
    return value


def padded(value: Any, kind: re.Match[str]) -> Any:
    length = int(kind["size"])
    return base64.b64encode(base64.b64decode(value).ljust(length, b"\0")).decode()


def document(value: Any, *_: Any) -> Any:
    return json.dumps(value, sort_keys=True, default=float)


MAXWELL: list[tuple[str, Decode]] = [
    (r"decimal", lambda value, *_: Decimal(value)),
    (r"binary\((?P<size>\d+)\)", padded),
    (r"set\(", lambda value, *_: ",".join(value)),
    (r"json", document),
    (r"(?:timestamp|datetime|date|time)\b", same),
    (r"(?:tinyint|smallint|mediumint|int|bigint|bit|year|char|varchar|\w*text)\b", same),
]


def unscaled(value: Any, kind: re.Match[str]) -> Decimal:
    number = int.from_bytes(base64.b64decode(value), "big", signed=True)
    return Decimal(f"{number}e-{kind['scale']}")


def moment(value: Any, kind: re.Match[str]) -> str:
    digits = int(kind["size"] or 0)
    unit = MICROSECOND if digits > 3 else 1000 * MICROSECOND
    text = (EPOCH + value * unit).strftime("%Y-%m-%d %H:%M:%S.%f")
    return text[: 19 + digits + (digits > 0)].zfill(19 + digits + (digits > 0))


def duration(value: Any, kind: re.Match[str]) -> str:
    digits = int(kind["size"] or 0)
    seconds, micros = divmod(abs(value), 1_000_000)
    clock = f"{seconds // 3600:02}:{seconds // 60 % 60:02}:{seconds % 60:02}.{micros:06}"
    return "-" * (value < 0) + clock[: len(clock) - 6 + digits - (digits == 0)]


def bits(value: Any, kind: re.Match[str]) -> int:
    if kind["size"] == "1":
        return int(value)
    data = base64.b64decode(value)
    assert len(data) == -(-int(kind["size"]) // 8)
    return int.from_bytes(data, "little")


def place(value: Any, kind: re.Match[str]) -> dict[str, Any]:
    if kind[0] == "point":
        x, y = struct.unpack("<5xdd", base64.b64decode(value["wkb"]))
        assert (float(value["x"]), float(value["y"])) == (x, y)
    return {"srid": value["srid"] or 0, "wkb": value["wkb"]}


DEBEZIUM: list[tuple[str, Decode]] = [
    (r"geom\w+|point|linestring|polygon|multi\w+", place),
    (r"decimal\(\d+,(?P<scale>\d+)\)", unscaled),
    (r"bigint.* unsigned", lambda value, *_: value % 2**64),
    (r"bit\((?P<size>\d+)\)", bits),
    (r"date$", lambda value, *_: str(date(1970, 1, 1) + timedelta(days=value))),
    (r"datetime(?:\((?P<size>\d)\))?", moment),
    (r"timestamp", lambda value, *_: value.replace("T", " ").rstrip("Z")),
    (r"time(?:\((?P<size>\d)\))?$", duration),
    (r"json", lambda value, *_: document(json.loads(value))),
    (r"(?:tinyint|smallint|mediumint|int|bigint|year|char|varchar|enum|set|\w*text)\b", same),
    (r"(?:binary|varbinary|\w*blob)\b", same),
]


def latin(value: Any, *_: Any) -> str:
    return base64.b64encode(value.encode("latin-1")).decode()


def labels(kind: re.Match[str]) -> list[str]:
    return [label.replace("''", "'") for label in re.findall(r"'((?:[^']|'')*)'", kind["labels"])]


def label(value: Any, kind: re.Match[str]) -> str:
    return ["", *labels(kind)][int(value)]


def chosen(value: Any, kind: re.Match[str]) -> str:
    return ",".join(one for i, one in enumerate(labels(kind)) if int(value) >> i & 1)


CANAL: list[tuple[str, Decode]] = [
    (r"decimal", lambda value, *_: Decimal(value)),
    (r"(?:tinyint|smallint|mediumint|int|bigint|bit|year)\b", lambda value, *_: int(value)),
    (r"(?:float|double)\b", lambda value, *_: float(value)),
    (r"(?:timestamp|datetime|date|time|char|varchar|\w*text)\b", same),
    (r"binary\((?P<size>\d+)\)", lambda value, kind: padded(latin(value), kind)),
    (r"(?:varbinary|\w*blob)\b", latin),
    (r"enum\((?P<labels>.*)\)", label),
    (r"set\((?P<labels>.*)\)", chosen),
    (r"json", lambda value, *_: document(json.loads(value))),
]


def expected(value: Any, column_type: str) -> Any:
    if column_type.startswith("decimal"):
        return Decimal(value)
    if column_type == "json":
        return document(json.loads(value))
    if column_type.startswith("timestamp"):
        return value.replace("T", " ").rstrip("Z")
    return value


def rows_of(lines: str) -> Iterator[tuple[str, Any, Any]]:
    """Yield the table and both images of each message, of either tool."""
    for line in lines.splitlines():
        message = json.loads(line, parse_float=Decimal)
        if "isDdl" in message:
            name = f"{message['database']}.{message['table']}"
            kind, data = message["type"], message["data"]
            for row, old in zip(data, message["old"] or data, strict=True):
                before = None if kind == "INSERT" else row | old
                yield name, before, None if kind == "DELETE" else row
        elif "data" in message:
            kind, data = message["type"], message["data"]
            before = None if kind == "insert" else data | message.get("old", {})
            name = f"{message['database']}.{message['table']}"
            yield name, before, None if kind == "delete" else data
        else:
            source = message["source"]
            yield f"{source['db']}.{source['table']}", message["before"], message["after"]


def is_without_form(value: Any, column_type: str) -> bool:
    """Return whether Debezium has no form of a value: it is no date of the calendar."""
    if column_type.startswith("year"):
        return value == 0
    if not isinstance(value, str) or not re.match(r"date|timestamp", column_type):
        return False
    try:
        return datetime.fromisoformat(value[:10]).year < 100
    except ValueError:
        return True


def last_images(lines: str) -> dict[str, dict[Any, Any]]:
    """Return the last images of the rows of each table, by their ids."""
    state: dict[str, dict[Any, Any]] = defaultdict(dict)
    for name, before, after in rows_of(lines):
        if before is not None:
            state[name].pop(str(before["id"]), None)
        if after is not None:
            state[name][str(after["id"])] = after
    return state


def cells(truth: dict[str, Any]) -> Iterator[tuple[str, Any, dict[str, Any], Any]]:
    """Yield table, the row's id as text, column and value, of all that SELECT printed."""
    for name, table in truth.items():
        if name != "types.keyless":  # an id twice
            for row in table["rows"]:
                for column, value in zip(table["columns"], row, strict=True):
                    yield name, str(row[0]), column, value


@pytest.mark.parametrize(
    ("tool", "decoders"), [("maxwell", MAXWELL), ("debezium", DEBEZIUM), ("canal", CANAL)]
)
@pytest.mark.parametrize("log", LOGS, ids=lambda log: str(log.parent.name))
def test_messages_make_the_rows_that_the_server_selects(
    log: Path, tool: str, decoders: list[tuple[str, Decode]]
) -> None:
    truth = json.loads(log.with_suffix(".json").read_text("utf-8"))["tables"]
    result = messages(tool, log)
    state = last_images(result.stdout)
    compared = Counter[str]()
    num_without = 0
    for name, row, column, value in cells(truth):
        kind = column["column_type"]
        got = state[name][row][column["name"]]
        matches = ((re.match(pattern, kind), decode) for pattern, decode in decoders)
        matched, decode = next((match for match in matches if match[0]), (None, same))
        if tool == "debezium" and is_without_form(value, kind):
            zeros = (None,) if column["nullable"] else (0, "1970-01-01T00:00:00Z")
            adjusted = {"year": 1900, "date": 11323, "datetime(6)": 978307200000001}
            assert got in (*zeros, adjusted.get(kind.replace("(4)", ""))), (name, row, column)
            num_without += 1
        elif value is None or (kind == "json" and value == "null"):
            assert got in (None, "null")
        elif matched is not None:
            assert decode(got, matched) == expected(value, kind), (name, row, column)
            compared[matched.re.pattern] += 1
    assert {pattern for pattern, _ in decoders} - set(compared) <= {"json"}
    assert (num_without > 0) == (tool == "debezium")
    assert result.exit_code == (3 if num_without else 0)


def test_a_message_of_maxwell() -> None:
    last = messages("maxwell", ROTATED).stdout.splitlines()[-1]
    assert last == (
        '{"database":"rotated","table":"events","type":"update","ts":1795252914,"xid":16,'
        '"commit":true,"data":{"id":2,"v":"zwei","n":2},"old":{"v":"two"}}'
    )


PRINTED = re.compile(r"^### (?:INSERT|UPDATE|DELETE)|^#.* \tXid = (\d+)$|^COMMIT", re.MULTILINE)
"""A row, the number of an XID event, or the end of a transaction, as mysqlbinlog prints them."""


def printed_commits(log: Path) -> list[tuple[int | None, int]]:
    """Return the XID number of each transaction that has rows, and how many it has."""
    text = gzip.decompress(log.with_suffix(".txt.gz").read_bytes()).decode("utf-8", "replace")
    found: list[tuple[int | None, int]] = []
    xid, num_rows = None, 0
    for match in PRINTED.finditer(text):
        if match[0].startswith("###"):
            num_rows += 1
        elif "Query" in match[0]:
            continue  # the number of a DDL statement
        elif match[1]:
            xid = int(match[1])
        else:
            found += [(xid, num_rows)] * bool(num_rows)
            xid, num_rows = None, 0
    return found


def commits(lines: str) -> list[tuple[int | None, int]]:
    found: list[tuple[int | None, int]] = []
    xids: list[int | None] = []
    for message in map(json.loads, lines.splitlines()):
        xids.append(message.get("xid"))
        if message.get("commit"):
            (xid,) = set(xids)
            found.append((xid, len(xids)))
            xids = []
    assert not xids
    return found


@pytest.mark.parametrize("engine", ["tree", "kernels"])
@pytest.mark.parametrize(
    "log",
    [
        *("mysql97/rotated.1", "mysql97/compressed", "mysql97/charsets", "mysql97/images_minimal"),
        *("mysql56/rotated.1", "mysql56/rows_v1", "mariadb1011/charsets"),
        *("mariadb118/rotated.1", "mariadb118/gtid_domains", "mariadb118/types_minimal"),
    ],
)
def test_commits_of_maxwell(log: str, engine: str) -> None:
    """Rows have the number of the XID event that mysqlbinlog prints, the last one `commit`."""
    path = FIXTURES / f"{log}.binlog"
    found = commits(messages("maxwell", "--engine", engine, path).stdout)
    assert found == printed_commits(path)
    assert found


ENDS = [
    *[(1, 13, False), (2, 13, True), (30, None, True), (40, 31, True), (50, 38, False)],
    (54, 38, True),
]
"""Ids, XID numbers and ends of transactions in one phase of XA, and with savepoints."""


@pytest.mark.parametrize("engine", ["tree", "kernels"])
def test_commits_without_the_rows_that_are_rolled_back(engine: str) -> None:
    lines = messages("maxwell", "--engine", engine, FIXTURES / "mysql97/ends.1.binlog").stdout
    found = map(json.loads, lines.splitlines())
    assert [(m["data"]["id"], m.get("xid"), "commit" in m) for m in found] == ENDS


def test_the_last_row_of_a_transaction_is_the_last_that_is_chosen() -> None:
    path = FIXTURES / "mariadb118/rotated.1.binlog"
    everything = commits(messages("maxwell", path).stdout)
    found = commits(messages("maxwell", "--table", "rotated.other", path).stdout)
    assert everything == [(13, 3), (15, 3)]
    assert found == [(15, 2)]


@pytest.mark.parametrize("tool", FORMS)
@pytest.mark.parametrize("engine", ["tree", "kernels"])
def test_rows_before_damage_have_messages(tool: str, engine: str, tmp_path: Path) -> None:
    """Also the last ones, which are held until the next row tells that they are."""
    (batch,) = transaction_batches(ROTATED)
    end = batch.column("end_position")[-2].as_py()
    found = []
    for more in (0, 30):
        path = tmp_path / str(more) / ROTATED.name
        path.parent.mkdir()
        path.write_bytes(ROTATED.read_bytes()[: end + more])
        found.append(messages(tool, "--engine", engine, path))
    assert [result.exit_code for result in found] == [0, 1]
    assert found[0].stdout == found[1].stdout
    assert found[0].stdout


def wkb(kind: int, *parts: bytes) -> bytes:
    return struct.pack("<BI", 1, kind) + b"".join(parts)


def point(x: float, y: float) -> bytes:
    return wkb(1, struct.pack("<dd", x, y))


ONE = (1).to_bytes(4, "little")
TEXTS = [
    (point(3, 2), "POINT (3 2)"),
    (point(-0.5, 1e22), "POINT (-0.5 10000000000000000000000)"),
    (point(1 / 3, 2.5e-7), "POINT (0.3333333333333333 0.00000025)"),
    (point(1e-16, 4e-17), "POINT (0.0000000000000001 0)"),
    (wkb(4, ONE, point(1, 2)), "MULTIPOINT ((1 2))"),
    (wkb(5, ONE, wkb(2, bytes(4))), "MULTILINESTRING (EMPTY)"),
    (wkb(6, ONE, wkb(3, ONE, bytes(4))), "MULTIPOLYGON ((EMPTY))"),
    (
        wkb(7, ONE, wkb(7, ONE, point(1, 2))),
        "GEOMETRYCOLLECTION (GEOMETRYCOLLECTION (POINT (1 2)))",
    ),
    (wkb(7, bytes(4)), "GEOMETRYCOLLECTION EMPTY"),
    (b"", None),
]


@pytest.mark.parametrize(("data", "text"), TEXTS)
def test_geometries_of_maxwell(data: bytes, text: str | None) -> None:
    replaced: list[bool] = []
    column = Column("g", ColumnType.geometry, is_nullable=True)
    convert = FORMS["maxwell"].converter(column, lambda: replaced.append(True))
    value = {"srid": None, "wkb": base64.b64encode(data).decode()}
    assert json.loads(convert(value, "")) == text
    assert replaced == [True] * (text is None)


@pytest.mark.parametrize(
    "data", [point(1, 2)[:-1], wkb(8), bytes(21), wkb(7, ONE), wkb(7, ONE) * 5000]
)
def test_what_is_no_geometry(data: bytes) -> None:
    for tool in ("maxwell", "debezium"):
        column = Column("g", ColumnType.geometry, is_nullable=True, geometry="POINT")
        convert = FORMS[tool].converter(column, lambda: None)
        with pytest.raises(UnreadableError, match="a geometry as Well-Known Binary"):
            convert({"srid": 0, "wkb": base64.b64encode(data).decode()}, "")


def test_a_message_of_canal() -> None:
    last = messages("canal", ROTATED).stdout.splitlines()[-1]
    assert last == (
        '{"data":[{"id":"2","v":"zwei","n":"2"}],"database":"rotated","es":1795252914000,"gtid":""'
        ',"id":0,"isDdl":false,"mysqlType":{"id":"int","v":"varchar","n":"bigint unsigned"}'
        ',"old":[{"v":"two"}],"pkNames":["id"],"sql":"","sqlType":{"id":4,"v":12,"n":-5}'
        ',"table":"events","ts":1795252914085,"type":"UPDATE"}'
    )


def test_a_message_of_canal_has_the_rows_of_an_event() -> None:
    lines = messages("canal", "--table", "types.integers", LOGS[0]).stdout.splitlines()
    first, second, third = map(json.loads, lines[:3])
    assert [row["id"] for row in first["data"][:3]] == ["1", "2", "3"]
    # the columns that a row before it changed, too
    assert second["old"] == [
        {"t": "127", "i": "2147483647", "bu": "18446744073709551615"},
        {"t": "1", "i": "16777216", "bu": "4294967296"},
    ]
    # numbers beyond the signed ones have the next larger type
    assert third["data"][0]["bu"] == "9223372036854775808"
    numbers = [third["sqlType"][name] for name in ("t", "tu", "su", "iu", "bu")]
    assert numbers == [-6, 5, 4, -5, 3]


@pytest.mark.parametrize("engine", ["tree", "kernels"])
def test_a_large_transaction_at_one_byte(engine: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Compressed ones are: its rows are then in several messages of Canal."""
    arguments = ("--engine", engine, FIXTURES / "mysql97/compressed.binlog")
    whole = messages("canal", *arguments).stdout
    monkeypatch.setattr(canal, "MAX_TEXT", 100)
    pieces = messages("canal", *arguments).stdout
    assert len(pieces.splitlines()) > len(whole.splitlines())
    assert [*rows_of(pieces)] == [*rows_of(whole)]


def test_types_of_canal() -> None:
    """They are those of the server, but for lengths of VARCHAR."""
    lines = messages("canal", "--table", "types.wide", LOGS[0]).stdout.splitlines()
    truth = json.loads(LOGS[0].with_suffix(".json").read_text("utf-8"))["tables"]["types.wide"]
    kinds = {column["name"]: column["column_type"] for column in truth["columns"]}
    logged = {
        name: re.sub(r"(?<=^var)(char|binary).*", r"\1", kind) for name, kind in kinds.items()
    }
    assert [json.loads(line)["mysqlType"] for line in lines] == [logged] * len(lines)


@pytest.mark.parametrize(
    ("number", "java"),
    [
        *(("0.001", "0.001"), ("0.00099", "9.9E-4"), ("9999999.5", "9999999.5")),
        *(("1e7", "1.0E7"), ("-123456.79", "-123456.79"), ("1e+22", "1.0E22")),
        *(("-0.0", "-0.0"), ("100.0", "100.0"), ("1.5e-7", "1.5E-7")),
    ],
)
def test_floating_points_of_java(number: str, java: str) -> None:
    convert = canal.CANAL.converter(DOUBLE, lambda: None)
    assert convert(float(number), number) == f'"{java}"'


def test_a_message_of_debezium() -> None:
    (message,) = map(json.loads, messages("debezium", ROTATED).stdout.splitlines()[-1:])
    source = message.pop("source")
    assert (source["db"], source["table"], source["file"]) == ("rotated", "events", ROTATED.name)
    assert (source["pos"], source["row"], source["server_id"]) == (1549, 0, 97)
    assert (source["connector"], source["gtid"][-2:], source["snapshot"]) == (
        "mysql",
        ":5",
        "false",
    )
    assert message == {
        "before": {"id": 2, "v": "two", "n": 2},
        "after": {"id": 2, "v": "zwei", "n": 2},
        "transaction": None,
        "op": "u",
        "ts_ms": source["ts_ms"],
        "ts_us": 1795252914085323,
        "ts_ns": 1795252914085323000,
    }


@pytest.mark.parametrize(
    ("label", "escaped"), [("a,b", r"a\,b"), (",", r"\,"), ("c'd", "c'd"), ("", "")]
)
def test_labels_of_debezium(label: str, escaped: str) -> None:
    """Commas in them are escaped, in values and in schemas."""
    column = Column("e", ColumnType.enum, is_nullable=True, labels=(label, "x"))
    convert = FORMS["debezium"].converter(column, lambda: None)
    assert json.loads(convert(label, json.dumps(label))) == escaped
    _, schema = schemas_of(Table("d", "t", (column,), has_names=True), "mysql", "s")
    assert json.dumps(f"{escaped},x") in schema


def optional(kind: str, name: str = "", **parameters: str) -> dict[str, Any]:
    named: dict[str, Any] = {"name": name, "version": 1} if name else {}
    given = {key.replace("_", "."): value for key, value in parameters.items()}
    return {"type": kind, "optional": True, **named, **({"parameters": given} if given else {})}


SCHEMAS = {
    "wide.c01": optional("int16"),
    "wide.c03": optional(
        "bytes",
        "org.apache.kafka.connect.data.Decimal",
        scale="3",
        connect_decimal_precision="12",
    ),
    "wide.c04": optional("int64", "io.debezium.time.Timestamp"),
    "wide.c05": optional("string", "io.debezium.data.Enum", allowed="a,b,c"),
    "wide.c06": optional("bytes", "io.debezium.data.Bits", length="10"),
    "wide.c07": optional("bytes"),
    "wide.c08": optional("int64"),
    "wide.c10": optional("float"),
    "wide.c11": optional("string", "io.debezium.data.EnumSet", allowed="x,y,z"),
    "wide.c12": optional("int64", "io.debezium.time.MicroTime"),
    "wide.c14": optional("int32", "io.debezium.time.Year"),
    "wide.c15": optional("string"),
    "wide.c16": optional("double"),
    "wide.c17": optional("int32"),
    "wide.c18": optional("int32", "io.debezium.time.Date"),
    "wide.c20": optional("string", "io.debezium.time.ZonedTimestamp"),
    "wide.c24": {"type": "int64", "optional": False},
    "datetimes.t4": optional("int64", "io.debezium.time.MicroTimestamp"),
    "bits.b1": optional("boolean"),
    "json_values.j": optional("string", "io.debezium.data.Json"),
    "vectors.v": {
        "type": "array",
        "items": {"type": "float", "optional": False},
        "optional": True,
        "name": "io.debezium.data.FloatVector",
        "version": 1,
    },
    "geometries.p": {
        "type": "struct",
        "fields": [
            {"type": "double", "optional": False, "field": "x"},
            {"type": "double", "optional": False, "field": "y"},
            {"type": "bytes", "optional": True, "field": "wkb"},
            {"type": "int32", "optional": True, "field": "srid"},
        ],
        "optional": True,
        "name": "io.debezium.data.geometry.Point",
        "version": 1,
        "doc": "Geometry (POINT)",
    },
    "geometries.g": {
        "type": "struct",
        "fields": [
            {"type": "bytes", "optional": False, "field": "wkb"},
            {"type": "int32", "optional": True, "field": "srid"},
        ],
        "optional": True,
        "name": "io.debezium.data.geometry.Geometry",
        "version": 1,
        "doc": "Geometry",
    },
}
"""Schemas of columns, as Debezium 3.6 writes them for these tables."""


def test_schemas_of_debezium() -> None:
    """Keys and values have them, in the order of Kafka Connect's converter."""
    lines = messages("debezium", "--with-key", "--with-schema", LOGS[0]).stdout.splitlines()
    found: dict[str, str] = {}
    for line in lines:
        key, value = (json.loads(text) if text else None for text in line.split("\t"))
        if value is None:
            continue
        payload, schema = value["payload"], value["schema"]
        name = payload["source"]["table"]
        assert [field["field"] for field in schema["fields"]] == [*payload]
        assert (schema["name"], schema["version"]) == (f"binlog-kaitai.types.{name}.Envelope", 2)
        before, after, source, transaction, *_ = schema["fields"]
        assert before == after | {"field": "before"}
        assert after["name"] == f"binlog-kaitai.types.{name}.Value"
        assert [field["field"] for field in source["fields"]] == [*payload["source"]]
        assert source["name"] == "io.debezium.connector.mysql.Source"
        assert transaction["name"] == "event.block"
        image = payload["after"] or payload["before"]
        assert [field["field"] for field in after["fields"]] == [*image]
        for field in after["fields"]:
            column = field.pop("field")
            found[f"{name}.{column}"] = json.dumps(field)
        if key is not None:
            names = [field["field"] for field in key["schema"]["fields"]]
            assert key["payload"] == {name: image[name] for name in names}
            assert key["schema"]["name"] == f"binlog-kaitai.types.{name}.Key"
    assert {name: found[name] for name in SCHEMAS} == {
        name: json.dumps(schema) for name, schema in SCHEMAS.items()
    }


def test_keys_of_debezium() -> None:
    """A row that is deleted ends the messages of its key; one whose key changes does so, too."""
    table = ("--table", "types.wide", LOGS[0])
    lines = messages("debezium", "--with-key", *table).stdout.splitlines()
    pairs = [line.split("\t") for line in lines]
    found = [(key, json.loads(value)["op"] if value else None) for key, value in pairs]
    moved = [('{"id":2}', "d"), ('{"id":2}', None), ('{"id":6}', "c")]
    assert found[-5:] == [*moved, ('{"id":5}', "d"), ('{"id":5}', None)]
    values = messages("debezium", *table).stdout.splitlines()
    assert values == [value for _, value in pairs if value]
    keyless = messages("debezium", "--with-key", "--table", "types.keyless", LOGS[0]).stdout
    assert {line.split("\t")[0] for line in keyless.splitlines()} == {""}


def test_a_deleted_row_of_debezium_ends_the_messages_of_its_very_key() -> None:
    table = next(read_layouts([ROTATED], Scope("rotated.events"))).table
    image = {"id": '"\U0001f600"', "v": "null", "n": "null"}
    row = Row("f", "f", 4, 0, 0, 0, 1, None, table, image, None)
    for make in (FORMS["debezium"].messages, FORMS["debezium"].with_schemas):
        assert make is not None
        deleted, ended = make([row])
        assert deleted.key == ended.key
        assert "\\uD83D\\uDE00" in str(ended.key)


def test_keys_of_maxwell_and_canal() -> None:
    (key, value) = messages("maxwell", "--with-key", ROTATED).stdout.splitlines()[-1].split("\t")
    assert key == '{"database":"rotated","table":"events","pk.id":2}'
    assert json.loads(value)["data"]["id"] == 2
    assert messages("canal", "--with-key", ROTATED).stdout.startswith('\t{"data":')


def test_the_context_of_debezium() -> None:
    last = messages("debezium", "--context", "--engine", "tree", ROTATED).stdout.splitlines()[-1]
    assert json.loads(last)["source"]["thread"] == 9


def test_a_row_of_unknown_charset() -> None:
    """Logs of MySQL 5.6 do not tell whether a string is text or bytes."""
    log = FIXTURES / "mysql56/types.binlog"
    result = messages("canal", "--table", "types.wide", log)
    assert json.loads(result.stdout.splitlines()[0])["data"][0]["@3"] == "twenty"


@pytest.mark.parametrize("tool", FORMS)
@pytest.mark.parametrize("log", ["mariadb118/ends.1", "mysql97/ends.1", "mysql97/statements"])
def test_what_has_no_message_is_told(tool: str, log: str) -> None:
    """Rolled back rows have none; statements that change rows, and open transactions, are told."""
    path = FIXTURES / f"{log}.binlog"
    lines = CliRunner().invoke(main, ["rows", str(path)]).stdout.splitlines()
    outcomes = Counter(
        record["outcome"]
        for record in map(json.loads, lines)
        if record["table"] is not None and record["change_type"] != "update_preimage"
    )
    result = messages(tool, path)
    rows = [*rows_of(result.stdout)]
    if tool == "debezium":  # a row whose key changes is one that ends, and one that begins
        rows = [*{json.dumps(json.loads(line)["source"]) for line in result.stdout.splitlines()}]
    assert len(rows) == outcomes["committed"]
    is_told = "that their log does not end" in result.stderr
    assert is_told == (outcomes.keys() - {"committed", "rolled_back"} != set())
    assert ("statements that change rows" in result.stderr) == (log == "mysql97/statements")
    assert result.exit_code == (3 if result.stderr else 0)


@pytest.mark.parametrize("log", ["mysql97/definitions", "mysql56/altered.1"])
def test_names_by_the_ddl_in_the_logs(log: str) -> None:
    """DDL changes them in the middle of a log."""
    options = ("--ddl-in-logs", FIXTURES / f"{log}.binlog")
    records = CliRunner().invoke(main, ["rows", *map(str, options)]).stdout.splitlines()
    rows = [row for row in map(json.loads, records) if row["change_type"] in ("insert", "delete")]
    found = map(json.loads, messages("maxwell", *options).stdout.splitlines())
    names = [[*message["data"]] for message in found if message["type"] != "update"]
    assert names == [[*row["data"]] for row in rows]


def test_a_row_image_without_a_column() -> None:
    path = FIXTURES / "mysql97/images_minimal.binlog"
    result = messages("debezium", path)
    assert result.exit_code == 1
    assert "expected whole row images for messages of Debezium" in result.stderr
    found = [after for _, _, after in rows_of(messages("maxwell", path).stdout) if after]
    assert found


def test_a_partial_update_of_a_document() -> None:
    result = messages("maxwell", FIXTURES / "mysql97/json_partial_minimal.binlog")
    assert result.exit_code == 1
    assert "expected whole documents for messages of Maxwell" in result.stderr


@pytest.mark.parametrize("option", [["--with-key"], ["--with-schema"]])
def test_options_of_messages(option: list[str]) -> None:
    assert messages("json", *option, ROTATED).exit_code == 2
    assert messages("canal", *option, ROTATED).exit_code == (2 if "schema" in option[0] else 0)


@pytest.mark.parametrize("option", [["--columns", "id"], ["--json", "binary"]])
def test_all_columns_are_in_a_message(option: list[str]) -> None:
    assert messages("maxwell", *option, ROTATED).exit_code == 2
