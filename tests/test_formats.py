"""What `rows` prints by `--format`: the same values, whatever the format."""

from __future__ import annotations

import csv
import io
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from click.testing import CliRunner

from binlog_kaitai import scan
from binlog_kaitai.cli.commands import main
from binlog_kaitai.cli.formats import WIDEST
from binlog_kaitai.cli.texts import csv_lines, texts_of
from tests.replay import FIXTURES
from tests.terminals import open_terminal
from tests.test_terminal import controls, on_terminal

LOGS = [str(FIXTURES / "mysql97" / f"rotated.{number}.binlog") for number in (1, 2)]
TYPES = str(FIXTURES / "mysql97" / "types.binlog")
STATEMENTS = str(FIXTURES / "mysql97" / "statements.binlog")

QUESTIONS: list[tuple[list[str], dict[str, Any]]] = [
    (["--table=types.wide", TYPES], {"paths": TYPES, "table": "types.wide"}),
    (
        ["--table=rotated.other", "--merge-schema", *LOGS],
        {"paths": LOGS, "table": "rotated.other", "merge_schema": True},
    ),
    (
        ["--table=rotated.events", "--columns=V,_change_type,id", *LOGS],
        {"paths": LOGS, "table": "rotated.events", "columns": ["v", "_change_type", "id"]},
    ),
    (["--columns=table,data", *LOGS], {"paths": LOGS, "columns": ["table", "data"]}),
    (["--database=naïve db", STATEMENTS], {"paths": STATEMENTS, "database": "naïve db"}),
]


def printed(file_format: str, arguments: list[str]) -> bytes:
    result = CliRunner().invoke(main, ["rows", f"--format={file_format}", *arguments])
    assert (result.exit_code, result.stderr) == (0, ""), result.stderr
    return result.stdout_bytes


@pytest.mark.parametrize(("arguments", "asked"), QUESTIONS)
def test_each_format_has_what_scan_gives(arguments: list[str], asked: dict[str, Any]) -> None:
    expected = pa.table(scan(**asked))
    assert expected.num_rows
    assert pa.ipc.open_stream(printed("arrow", arguments)).read_all() == expected
    parquet = pq.read_table(io.BytesIO(printed("parquet", arguments)))
    assert parquet.to_pylist() == expected.to_pylist()
    names, *rows = csv.reader(io.StringIO(printed("csv", arguments).decode(), newline=""))
    texts = [texts_of(column.combine_chunks()).to_pylist() for column in expected.columns]
    assert names == expected.schema.names
    assert rows == [[text or "" for text in row] for row in zip(*texts, strict=True)]
    table = printed("table", [*arguments, f"--columns={','.join(names)}"]).decode().splitlines()
    assert table[0].split() == names
    assert len(table) == 3 + expected.num_rows


TEXTS = [
    (pa.array(["", None, 'a "b", c']), ["", None, 'a "b", c']),
    (pa.array([b"\xff\x00", None]), ["/wA=", None]),
    (pa.array([-1, 0, 45_296_500_000, -3_020_399_000_000, None], pa.duration("us")),
     ["-00:00:00.000001", "00:00:00", "12:34:56.5", "-838:59:59", None]),
    (pa.array([1_000_000, 1_500_000, None], pa.timestamp("us")),
     ["1970-01-01 00:00:01", "1970-01-01 00:00:01.5", None]),
    (pa.array([10_000_000, 1_000_010], pa.timestamp("us", "UTC")),
     ["1970-01-01T00:00:10Z", "1970-01-01T00:00:01.00001Z"]),
    (pa.array([{"srid": 4326, "wkb": b"\x01"}]), ['{"srid": 4326, "wkb": "AQ=="}']),
    (pa.array([["a", "é"], None]), ['["a", "é"]', None]),
    (pa.array([0.1], pa.float32()), ["0.1"]),
    (pa.array([1.0, 1e300]), ["1", "1e+300"]),
]  # fmt: skip


@pytest.mark.parametrize(("values", "expected"), TEXTS)
def test_values_as_text(values: pa.Array, expected: list[str | None]) -> None:
    assert texts_of(values).to_pylist() == expected


LINES = [
    ([["a", 'b "c"', None, "", "d,e"], ["x\n", "y", "\r", None, "z"]],
     ['a,"x\n"\n', '"b ""c""",y\n', ',"\r"\n', '"",\n', '"d,e",z\n']),
    ([[1, None], ["é", "f g"], [1.5, None]], ["1,é,1.5\n", ",f g,\n"]),
    ([[None, None]], ["\n", "\n"]),
    ([[[1, 2], None], [b"\xff", b""]], ['"[1, 2]",/w==\n', ',""\n']),
]  # fmt: skip


@pytest.mark.parametrize(("columns", "expected"), LINES)
def test_lines_of_csv(columns: list[list[Any]], expected: list[str]) -> None:
    arrays = [pa.array(column) for column in columns]
    assert csv_lines(arrays).to_pylist() == expected
    sliced = [array.slice(1) for array in arrays]
    assert csv_lines(sliced).to_pylist() == expected[1:]


def test_small_decimals_have_all_digits() -> None:
    values = pa.array(["0.00000001", "-12.5"]).cast(pa.decimal128(20, 8))
    assert texts_of(values).to_pylist() == ["0.00000001", "-12.50000000"]
    assert texts_of(pa.array(["0", None]).cast(pa.decimal128(20, 8)))[0].as_py() == "0.00000000"


def test_null_is_not_an_empty_text() -> None:
    lines = printed("csv", ["--table=types.wide", "--columns=id,c07", TYPES]).decode().splitlines()
    found = [pair.partition(",")[2] for pair in lines[1:]]
    values = pa.table(scan(TYPES, "types.wide", columns=["c07"])).column("c07").to_pylist()
    assert [text == "" for text in found] == [value is None for value in values]


def test_json_of_columns_has_the_values_of_records() -> None:
    asked = ["--table=types.wide", TYPES]
    lines = printed("json", asked).decode().splitlines()
    names = ["c05", "_file", *json.loads(lines[0])["data"], "_position"]
    picked = printed("json", [*asked, f"--columns={','.join(dict.fromkeys(names))}"]).decode()
    for whole, some in zip(lines, picked.splitlines(), strict=True):
        record = json.loads(whole)
        assert list(json.loads(some)) == list(dict.fromkeys(names))
        place = {"_file": record["file"], "_position": record["position"]}
        assert json.loads(some) == record["data"] | place


def test_what_is_before_damage_is_printed(tmp_path: Path) -> None:
    path = tmp_path / "cut.binlog"
    path.write_bytes(Path(LOGS[0]).read_bytes()[:1500])
    for file_format, count in (("csv", 1 + 2), ("table", 3 + 2), ("json", 2)):
        arguments = ["rows", "--table=rotated.other", f"--format={file_format}", str(path)]
        result = CliRunner().invoke(main, arguments)
        assert result.exit_code == 1
        assert result.stderr.startswith(f"error: {path}: at byte 1470: expected ")
        assert len(result.stdout.splitlines()) == count


@pytest.fixture
def plain_pager(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PAGER", "cat")
    monkeypatch.setenv("TERM", "xterm")


@pytest.mark.usefixtures("plain_pager")
def test_a_person_sees_a_table(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    shown = on_terminal("rows", "--engine=tree", "--table=rotated.events", LOGS[0]).decode()
    assert controls(shown) == {"\r", "\n"}
    rows = [line.split() for line in shown.splitlines() if line]
    assert rows[0] == ["_position", "_timestamp", "_change_type", "id", "v", "n"]
    assert rows[-1] == ["1549", "2026-11-21T09:21:54Z", "update_postimage", "2", "zwei", "2"]
    assert (
        "--format arrow is binary"
        in on_terminal("rows", "--engine=tree", "--format=arrow", LOGS[0]).decode()
    )


def test_long_values_end_in_a_sign_that_they_do() -> None:
    rows = printed("table", ["--columns=data", STATEMENTS]).decode().splitlines()[3:]
    assert max(map(len, rows)) == WIDEST
    assert any(row.endswith("…") for row in rows)


@pytest.mark.few(1)
@pytest.mark.parametrize("no_color", ["", "1"])
def test_progress_is_on_stderr_and_colors_are_not_asked_for(tmp_path: Path, no_color: str) -> None:

    ours, theirs = open_terminal()
    environment = os.environ | {"TERM": "xterm", "NO_COLOR": no_color}
    with (tmp_path / "out").open("wb") as out:
        subprocess.run(
            [sys.executable, "-m", "binlog_kaitai", "rows", "--engine=tree", LOGS[0]],
            stdout=out, stderr=theirs, check=True, env=environment,
        )  # fmt: skip
    os.close(theirs)
    shown = b""
    try:
        while piece := os.read(ours, 2**16):
            shown += piece
    except OSError:  # the terminal is gone
        pass
    os.close(ours)
    assert b"rotated.1.binlog" in shown
    assert (b"\x1b[3" in shown) == (not no_color)
    plain = CliRunner().invoke(main, ["rows", "--engine=tree", LOGS[0]])
    assert (tmp_path / "out").read_bytes() == plain.stdout_bytes
