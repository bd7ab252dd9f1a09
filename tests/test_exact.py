"""Changes with exact values: those of the whole log, although only some of it is looked at."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from binlog_kaitai.model.changes import Change
from binlog_kaitai.model.scopes import Scope
from binlog_kaitai.model.spans import Span
from binlog_kaitai.read import wanted_spans
from binlog_kaitai.read.engines import Engines
from binlog_kaitai.read.exact import _told, exact_changes
from binlog_kaitai.read.exact_rows import ExactRows
from binlog_kaitai.tree.changes import read_changes
from tests.replay import FIXTURES

LOGS = [
    *("mysql97/rotated.1.binlog", "mysql97/compressed.binlog", "mysql97/xa.2.binlog"),
    *("mariadb118/ends.1.binlog", "mysql56/rotated.1.binlog"),
]


@pytest.fixture(autouse=True)
def looks_into_all(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wanted_spans, "SMALL", 0)
    monkeypatch.setattr(wanted_spans, "GAP", 0)


def told(changes: Iterator[Any]) -> list[tuple[Any, ...]]:
    return [
        (change.position, change.ordinal, change.outcome, change.transaction, change.cells)
        for each in changes
        for change in (each.changes() if isinstance(each, ExactRows) else [each])
        if isinstance(change, Change)
    ]


@pytest.mark.parametrize("name", LOGS)
def test_nothing_that_is_wanted_is_missed(name: str) -> None:
    log = str(FIXTURES / name)
    everything = list(read_changes(log, Scope(is_exact=True)))
    tables = {c.table.full_name for c in everything if isinstance(c, Change) and c.table}
    times = sorted(c.timestamp * 1_000_000 for c in everything if isinstance(c, Change))
    scopes = [Scope(table=table) for table in sorted(tables)]
    scopes += [Scope(table="no.table"), Scope(start_time=times[len(times) // 2])]
    scopes += [replace(scope, span=Span(1200)) for scope in scopes[:1]]
    for scope in scopes:
        expected = told(read_changes(log, replace(scope, is_exact=True)))
        assert repr(told(exact_changes(log, scope, Engines("tree")))) == repr(expected), scope


def test_what_is_not_wanted_is_not_read() -> None:
    log = str(FIXTURES / "mysql97/rotated.1.binlog")
    spans = list(wanted_spans.wanted_spans(log, Scope(table="rotated.other"), Engines("tree")))
    size = Path(log).stat().st_size
    assert 0 < sum((one.span.end or size) - one.span.start for one in spans) < size


@pytest.mark.parametrize("name", ["mysql97/types.binlog", "mariadb118/types.binlog"])
def test_records_tell_what_trees_read(name: str) -> None:
    log = str(FIXTURES / name)
    read = {
        row[:2]: row for row in told(read_changes(log, Scope(is_exact=True))) if row[4] is not None
    }
    tables = set()
    for wanted in wanted_spans.wanted_spans(log, Scope(), Engines("tree")):
        if wanted.is_told:
            for rows in _told(log, Scope(span=wanted.span), wanted, Engines("tree")):
                for row in told(iter([rows])):
                    assert repr(row) == repr(read[row[:2]])
                tables |= {name for _, name in rows.tables}
    assert len(tables) > 5, tables
