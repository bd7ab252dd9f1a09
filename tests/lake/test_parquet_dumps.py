"""Tables that begin with directories of Parquet files, without a server.

tests/replication/test_live_dumps.py compares all types.
"""

from __future__ import annotations

import json
import re
from decimal import Decimal
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from binlog_kaitai.catalog.dumps import DumpPlace, definition_in, dump_place
from binlog_kaitai.catalog.steps import Session, TableName
from binlog_kaitai.lake.current.planning import Asked
from binlog_kaitai.lake.dumped_tables import DumpedTable
from binlog_kaitai.lake.dumps import source_of
from binlog_kaitai.lake.job import export
from binlog_kaitai.lake.state import STATE
from binlog_kaitai.lake.tables import Format
from tests.fixtures.logs import FIXTURES
from tests.lake import test_marking
from tests.lake.test_dumps import BODY, EVENTS, HEAD, LOGS, POSITION, SOURCE, rows, run_export
from tests.lake.test_followed import table_in

SCHEMA = re.sub(r"(?s)INSERT.*?;\n", "", BODY).replace("DEFAULT NULL", "")
COLUMNS = {
    "id": pa.array([1, 2, 3, 100], pa.int64()),
    "v": pa.array(["one", "two", None, "älter"], pa.large_string()).dictionary_encode(),
    "n": pa.array([1, 2, None, 2**64 - 1], pa.uint64()),
}
OTHER = {"id": pa.array([7, 8], pa.int8()), "e": pa.array(["second", "first"])}


def written(folder: Path, *, schema: str = HEAD + SCHEMA, **columns: pa.Array) -> Path:
    """Write two tables; `columns` replace those of the first."""
    events = {name: one for name, one in (COLUMNS | columns).items() if one is not None}
    for name, table in (("events", pa.table(events)), ("other", pa.table(OTHER))):
        (folder / f"rotated.{name}").mkdir(parents=True)
        pq.write_table(table.slice(0, 3), folder / f"rotated.{name}/a.parquet")
        pq.write_table(table.slice(3), folder / f"rotated.{name}/b.parquet")
    if schema:
        (folder / "schema.sql").write_text(schema, encoding="utf-8")
    return folder


PLACE = ["--baseline-place", f"{SOURCE}:1-4"]


@pytest.mark.parametrize("is_given", [True, False])
def test_changes_continue_files(tmp_path: Path, *, is_given: bool) -> None:
    schema = HEAD + (SCHEMA if is_given else POSITION + SCHEMA)
    folder = written(tmp_path / "files", schema=schema)
    result = run_export(tmp_path, folder, *(PLACE if is_given else ()), *LOGS)
    assert result.exit_code == 0, result.output
    events, other = (
        table_in(tmp_path / "out", f"rotated.{name}.current", "parquet")
        for name in ("events", "other")
    )
    assert rows(events.select(["id", "v", "n"])) == EVENTS
    assert other.num_rows == 5


def array(*values: Any, kind: pa.DataType | None = None) -> pa.Array:
    return pa.array([*values, *[None] * (4 - len(values))], kind)


TYPED = {
    "mediumint": (array(5, 2**23), "row 2, column n: expected a number from -8388608 to 8388607"),
    "tinyint": (array(5, -129), "row 2, column n: expected a value of the type int8, found -129"),
    "varchar(3)": (array("a", "ä23", "1234"), "row 3, column n: expected at most 3 characters"),
    "char(3)": (array("a", "b "), "row 2, column n: expected a CHAR without spaces"),
    "binary(2)": (array(b"ab", b"a"), "row 2, column n: expected 2 bytes, found b'a'"),
    "enum('x','y')": (array("x", None, None, "z"), "row 1, column n: expected a label of the ENUM"),
    "set('x','y')": (array("x,y", "y,x"), "row 2, column n: expected labels of the SET"),
    "decimal(3,1)": (array(Decimal("1.25")), "row 1, column n: expected a value of the type"),
    "double": (array(1.5, kind=pa.float32()), "expected the type double of n, found float"),
    "float": (array(1.5), "expected the type float of n, found double"),
    "timestamp": (
        array(0, kind=pa.timestamp("us")),
        "expected the type timestamp[us, tz=UTC] of n, found timestamp[us]",
    ),
    "datetime(3)": (
        array(1000, 1001, kind=pa.timestamp("us")),
        "row 2, column n: expected at most 3 digits of a second",
    ),
    "time": (
        array(0, 3020400 * 10**6, kind=pa.duration("us")),
        "row 2, column n: expected a time below 839 hours",
    ),
    "bit(3)": (array(7, 8), "row 2, column n: expected a number from 0 to 7"),
    "text": (array(b"bytes"), "expected the type string of n, found binary"),
    "int not null": (array(1), "row 2, column n: expected a value, found None"),
    "vector(2)": (array(), "rotated.events: VECTOR columns are not supported in dumps"),
}


@pytest.mark.parametrize("kind", TYPED)
def test_values_that_do_not_fit(tmp_path: Path, kind: str) -> None:
    values, error = TYPED[kind]
    schema = HEAD + SCHEMA.replace("`n` bigint unsigned", f"`n` {kind}")
    folder = written(tmp_path / "files", schema=schema, n=values)
    result = run_export(tmp_path, folder, *PLACE, *LOGS)
    assert result.exit_code == 2
    text = re.sub(r"\s+", " ", result.stderr)
    assert error in text
    if " column n: " in error:
        assert "files/rotated.events/" in text
    assert not (tmp_path / "out" / "_SUCCESS").exists()


def test_files_that_are_refused(tmp_path: Path) -> None:
    def refused(name: str, error: str, *arguments: str, **columns: Any) -> None:
        folder = tmp_path / name
        if not folder.exists():
            written(folder, **columns)
        result = run_export(tmp_path, folder, *arguments, *LOGS)
        assert result.exit_code == 2, result.output
        assert error in re.sub(r"\s+", " ", result.stderr)

    refused("keys", "events: expected each key once", *PLACE, id=pa.array([1, 2, 3, 1]))
    refused("more", "the table has no column x", *PLACE, x=COLUMNS["id"])
    refused("fewer", "expected the column v, found none", *PLACE, v=None)
    refused("placeless", "expected the dump's place in the logs, found none")
    refused("alone", "expected a definition of rotated.events, from a server", *PLACE, schema="")
    (written(tmp_path / "delta") / "rotated.events/_delta_log").mkdir()
    refused("delta", "rotated.events: its directory is a table of another format", *PLACE)
    (written(tmp_path / "parts") / "rotated.events/x=1").mkdir()
    pq.write_table(pa.table(OTHER), tmp_path / "parts/rotated.events/x=1/c.parquet")
    refused("parts", "its directory has the file x=1/c.parquet, which is not read", *PLACE)
    (written(tmp_path / "other") / "rotated.events/c.parq").touch()
    refused("other", "its directory has the file c.parq, which is not read", *PLACE)
    (written(tmp_path / "named") / "rotated.events").rename(tmp_path / "named/events")
    refused("named", "events: expected a directory named database.table", *PLACE)


def test_a_table_whose_keys_are_named(tmp_path: Path) -> None:
    schema = HEAD + re.sub(r",\s*PRIMARY KEY \(`id`\)", "", SCHEMA)
    folder = written(tmp_path / "files", schema=schema)
    refused = run_export(tmp_path / "without", folder, *PLACE, *LOGS)
    assert refused.exit_code == 2
    assert "rotated.events: it has no primary key (set --keys)" in refused.stderr
    keys = ("--keys", "rotated.events=id", "--keys", "rotated.other=id")
    result = run_export(tmp_path, folder, *PLACE, *keys, *LOGS)
    assert result.exit_code == 0, result.output
    events = table_in(tmp_path / "out", "rotated.events.current", "parquet")
    assert rows(events.select(["id", "v", "n"])) == EVENTS


def test_a_table_with_undecided_changes_is_refused(tmp_path: Path) -> None:
    """The next export would read a decision of changes that are behind it."""
    problems = []
    for count in (1, 2):
        logs = [str(FIXTURES / f"mysql97/xa.{number}.binlog") for number in range(1, count + 1)]
        export(logs, tmp_path, current=Asked())
        text = "CREATE TABLE others (id INT PRIMARY KEY)"
        definition = definition_in(text, Session(database="xa"), TableName("xa", "others"), "", 0)
        source = source_of(str(tmp_path), dict.fromkeys(["xa.others", "xa.accounts"], definition))
        problems.append(source.problem(DumpedTable("xa", "others", definition), has_keys=False))
    assert problems == ["an XA transaction with changes of it is not decided", None]


def test_a_table_whose_changes_wait_is_refused(tmp_path: Path) -> None:
    """A transaction may be prepared before its place and decided behind it."""
    export(LOGS, tmp_path, current=Asked())
    path = tmp_path / STATE
    state = json.loads(path.read_text(encoding="utf-8"))
    state["pending"] = [{"log": "rotated.1.binlog", "position": "4"}, 0.0]
    path.write_text(json.dumps(state), encoding="utf-8")
    table = TableName("rotated", "other")
    definition = definition_in(
        "CREATE TABLE other (id INT PRIMARY KEY)", Session(database="rotated"), table, "", 0
    )
    source = source_of(
        str(tmp_path), dict.fromkeys(["rotated.events", "rotated.other"], definition)
    )
    problem = source.problem(DumpedTable(*table[:2], definition), has_keys=False)
    assert problem is not None
    assert problem.startswith("changes wait for the current tables")


def test_places() -> None:
    assert dump_place("binlog.000003:157") == DumpPlace(None, "binlog.000003", 157)
    for gtids in (f"{SOURCE}:1-4", f"{SOURCE}:5", "0-1-5"):
        assert dump_place(gtids) == DumpPlace(gtids)
    with pytest.raises(ValueError, match="expected"):
        dump_place("binlog.000003")


@pytest.mark.parametrize("file_format", test_marking.MARKING)
def test_rows_that_are_deleted_on_read_are_left_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, file_format: Format
) -> None:
    """Of an export in another format."""
    test_marking.always(monkeypatch, 1)
    logs = test_marking.logs_of(test_marking.FOLDER)
    for count in range(1, len(logs) + 1):
        options: dict[str, Any] = {"file_format": file_format, "current": test_marking.ON_READ}
        export(logs[:count], tmp_path, **options)
    assert test_marking.check_files(tmp_path)
    statements = {
        "t": "(id INT PRIMARY KEY, v INT, w VARCHAR(60), x INT)",
        "pairs": "(a VARCHAR(8), b INT, v DECIMAL(9,2), PRIMARY KEY (a, b))",
        "pair": "(a VARCHAR(8), b INT, v DECIMAL(9,2), PRIMARY KEY (a, b))",
    }
    session = Session(database="marked")
    known = {
        f"marked.{name}": definition_in(
            f"CREATE TABLE {name} {text} CHARSET utf8mb4", session, TableName("marked", name), "", 0
        )
        for name, text in statements.items()
    }
    source = source_of(str(tmp_path), known)
    tables = {name: DumpedTable(*name.split("."), known[name]) for name in source.tables}
    for name, table in tables.items():
        assert source.problem(table, has_keys=False) is None
        found = [
            row for _, some in source.rows({name: table}) for one in some for row in one.to_pylist()
        ]
        expected = test_marking.read(tmp_path, table.table)
        assert test_marking.plain([tuple(row.values()) for row in found]) == expected
        assert expected or table.table == "pair"
