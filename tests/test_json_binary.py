"""JSON documents as the bytes that a log holds, against their texts."""

from __future__ import annotations

import base64
import json
from io import BytesIO

import pyarrow as pa
import pytest
from click.testing import CliRunner
from kaitaistruct import KaitaiStream

from binlog_kaitai import scan
from binlog_kaitai.cli.commands import main
from binlog_kaitai.errors import BinlogError
from binlog_kaitai.generated.json_binary import JsonBinary
from binlog_kaitai.model.values import text_of_node
from binlog_kaitai.read.engines import ENGINES, Engine
from binlog_kaitai.tree.rows.json_values import read_json
from tests.replay import FIXTURES

TYPES = FIXTURES / "mysql97/types.binlog"
PARTIAL = FIXTURES / "mysql97/json_partial.binlog"


def text_of(data: bytes | None) -> str | None:
    """Decode a document by its spec."""
    if data is None:
        return None
    document = JsonBinary(KaitaiStream(BytesIO(data))) if data else None
    return "null" if document is None else text_of_node(read_json(document))


@pytest.fixture(scope="module")
def tables() -> list[tuple[str, list[str]]]:
    """The tables that have columns of documents, and the names of these."""
    found = []
    for table in scan(TYPES).by_table():
        name = table.selected_tables
        assert name is not None
        binary = scan(TYPES, name, json="binary").schema
        columns = [one.name for one in table.schema if binary.field(one.name) != one]
        if columns:
            found.append((name, columns))
    return found


@pytest.mark.parametrize("engine", ENGINES)
def test_bytes_decode_to_the_texts(tables: list[tuple[str, list[str]]], engine: Engine) -> None:
    count = 0
    for name, columns in tables:
        texts = pa.table(scan(TYPES, name, engine=engine))
        documents = pa.table(scan(TYPES, name, json="binary", engine=engine))
        for column in columns:
            assert documents.schema.field(column).type == pa.binary()
            values = documents.column(column).to_pylist()
            assert list(map(text_of, values)) == texts.column(column).to_pylist()
            count += len(values)
        others = [column for column in texts.column_names if column not in columns]
        assert documents.select(others).equals(texts.select(others))
        flat = pa.table(scan(TYPES, name, is_typed=False, json="binary", engine=engine))
        for data, row in zip(flat.column("data").to_pylist(), documents.to_pylist(), strict=True):
            held = json.loads(data)
            for column in columns:
                value = held.get(column)
                assert (value and base64.b64decode(value)) == row[column]
    assert count > 10


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("is_typed", [True, False])
def test_changes_to_documents_have_no_bytes(engine: Engine, is_typed: bool) -> None:
    (name, *_) = [one.selected_tables for one in scan(PARTIAL, engine="tree").by_table()]
    selection = scan(PARTIAL, name, is_typed=is_typed, json="binary", engine=engine)
    with pytest.raises(BinlogError) as raised:
        list(selection)
    assert "expected a whole JSON document, to return its bytes" in str(raised.value)
    assert "read JSON as text" in str(raised.value)


def test_options_are_checked() -> None:
    with pytest.raises(ValueError, match="unknown json 'bytes'; forms are text, binary"):
        scan(TYPES, json="bytes")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="does not support view='events'"):
        scan(TYPES, view="events", json="binary")


def test_the_command_prints_base64(tables: list[tuple[str, list[str]]]) -> None:
    (name, columns), *_ = tables
    words = ["rows", "--table", name, "--json", "binary", "--columns", columns[0]]
    for file_format in ("json", "csv"):
        done = CliRunner().invoke(main, [*words, "--format", file_format, str(TYPES)])
        assert done.exit_code == 0, done.output
        values = scan(TYPES, name, columns=columns[:1], json="binary")
        expected = [value for batch in values for value in batch.column(0).to_pylist() if value]
        for value in expected:
            assert base64.b64encode(value).decode() in done.stdout
