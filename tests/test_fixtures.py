"""Every value of every fixture against the SELECT of the server that wrote it."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator

import pytest

from binlog_kaitai import Record
from binlog_kaitai.model.transactions import COMMITTED, PREPARED, ROLLED_BACK
from tests.records import read_rows
from tests.replay import FIXTURES, Expectation, Row, load_truth, replay

# Tables that statements change too, by data or by name; test_tool_output holds their images
# against another reader. Rows of `altered` have other columns from before; test_layouts has them.
NOT_ONLY_ROWS = set(json.loads((FIXTURES / "by_statements.json").read_text(encoding="utf-8")))

# encrypted ones, which test_encrypted has, lie under other names
CASES = sorted(
    (path.parent.name, path.stem)
    for path in FIXTURES.glob("*/*.json")
    if any(path.parent.glob(f"{path.stem}.*binlog"))
)


def records_of(server: str, case: str) -> Iterator[Record]:
    one = FIXTURES / server / f"{case}.binlog"
    paths = [one] if one.exists() else sorted(FIXTURES.glob(f"{server}/{case}.*.binlog"))
    for path in paths:
        yield from read_rows(path)


def that_happened(records: Iterable[Record]) -> Iterator[Record]:
    """Leave out what was rolled back, and what is prepared until its commit."""
    prepared: dict[str, list[Record]] = {}
    for record in records:
        if record.outcome == PREPARED:
            assert record.xid is not None
            prepared.setdefault(record.xid, []).append(record)
            continue
        decided = prepared.pop(record.xid, []) if record.xid is not None else []
        if record.outcome == COMMITTED:
            yield from decided
            yield record
        else:
            assert record.outcome == ROLLED_BACK


def sorted_rows(rows: list[Row]) -> list[Row]:
    return sorted(rows, key=lambda row: [str(value) for value in row.values()])


@pytest.mark.parametrize(("server", "case"), CASES)
def test_replayed_records_equal_the_servers_select(server: str, case: str) -> None:
    truth = load_truth(server, case)
    tables = replay(that_happened(records_of(server, case)), NOT_ONLY_ROWS)
    assert truth["tables"]
    for name, table in truth["tables"].items():
        replayed = tables.pop(name, [])
        if {name, name.partition(".")[0]} & NOT_ONLY_ROWS:
            continue
        if not table["rows"]:
            assert replayed == []
            continue
        expectation = Expectation(
            table,
            has_names="@1" not in replayed[0],
            has_charsets=server != "mysql56",
        )
        expected = expectation.rows()
        assert len(replayed) == len(expected), name
        # a MINIMAL image leaves out the columns that took their default
        for got, want in zip(sorted_rows(replayed), sorted_rows(expected), strict=True):
            assert got == {column: want[column] for column in got}, name
            assert {"id", "@1"} & got.keys()
