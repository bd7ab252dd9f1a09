"""What is left out of a scope is what the whole has too much, in both engines."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from binlog_kaitai.model.gtids import GtidSet, parse_gtid_set
from binlog_kaitai.model.scopes import EVERYTHING, Scope
from binlog_kaitai.read.batches import read_batches
from binlog_kaitai.read.engines import ENGINES, Engine
from tests.fixtures.logs import EACH_SHORT_LOG
from tests.replay import FIXTURES

UUID = "fbde3e80-e58c-11f1-9cc5-02fc00000001"

Row = dict[str, Any]


def rows_of(
    path: Path, scope: Scope = EVERYTHING, engine: Engine = "kernels", table: str | None = None
) -> list[Row]:
    found = read_batches(path, table, is_typed=False, scope=scope, engine=engine)
    return [row for batch in found for row in batch.to_pylist()]


def microseconds(row: Row) -> int:
    return int(row["timestamp"].timestamp()) * 1_000_000


def scopes_of(rows: list[Row]) -> Iterator[tuple[Scope, Callable[[Row], bool]]]:
    times = sorted({microseconds(row) for row in rows})
    start, end = times[len(times) // 3], times[-len(times) // 3]
    yield (
        Scope(start_time=start, end_time=end),
        lambda row: start <= microseconds(row) < end,
    )
    yield Scope(start_time=start + 1), lambda row: microseconds(row) > start
    gtids = [gtid for gtid in dict.fromkeys(row["gtid"] for row in rows) if gtid]
    applied = parse_gtid_set(",".join(gtids[: len(gtids) // 2]))
    until = parse_gtid_set(",".join(gtids[: -len(gtids) // 4]))
    yield Scope(applied=applied), lambda row: not applied.holds(row["gtid"])
    yield Scope(until=until), lambda row: until.holds(row["gtid"])
    yield (
        Scope(applied=applied, until=until),
        lambda row: until.holds(row["gtid"]) and not applied.holds(row["gtid"]),
    )


@pytest.mark.parametrize("path", EACH_SHORT_LOG)
def test_a_scope_holds_the_rows_that_it_names(path: Path) -> None:
    rows = rows_of(path)
    for scope, is_wanted in scopes_of(rows):
        expected = [row for row in rows if is_wanted(row)]
        assert rows_of(path, scope) == expected, scope


@pytest.mark.parametrize("case", ["mysql97/gtid_tagged.1", "mysql97/compressed", "mysql56/gtid.1"])
def test_the_tree_engine_has_scopes_too(case: str) -> None:
    path = FIXTURES / f"{case}.binlog"
    rows = rows_of(path)
    for scope, is_wanted in scopes_of(rows):
        assert rows_of(path, scope, "tree") == [row for row in rows if is_wanted(row)], scope


@pytest.mark.few(4)
@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("pattern", ["types.*", "types.w?de", "*.numbers", "other.*"])
def test_a_pattern_names_tables(pattern: str, engine: Engine) -> None:
    path = FIXTURES / "mysql97" / "types.binlog"
    rows = [row for row in rows_of(path) if row["table"]]
    wanted = Scope(table=pattern)
    expected = [row for row in rows if wanted.wants_table(f"{row['database']}.{row['table']}")]
    assert rows_of(path, engine=engine, table=pattern) == expected


@pytest.mark.parametrize(
    ("text", "inside", "outside"),
    [
        (f"{UUID}:1-5", [f"{UUID}:1", f"{UUID}:5"], [f"{UUID}:6", f"{UUID}:tag:1", None]),
        (f"{UUID}:1-2:7, {UUID}:tag:3", [f"{UUID}:7", f"{UUID}:tag:3"], [f"{UUID}:3"]),
        (f"{UUID.upper()}:tag:1:Other:2-3", [f"{UUID}:other:3"], [f"{UUID}:tag:2"]),
        (f"{UUID}:1\n", [f"{UUID}:1"], [f"{UUID}:2"]),
        ("0-1-100,7-2-9", ["0-1-100", "0-9-1", "7-1-9"], ["0-1-101", "7-2-10", "1-1-1"]),
        ("007-1-9", ["7-1-9"], ["7-1-10"]),
        ("", [], [f"{UUID}:1", "0-1-1", None]),
    ],
)
def test_sets_hold(text: str, inside: list[str], outside: list[str | None]) -> None:
    gtids = parse_gtid_set(text)
    assert all(gtids.holds(gtid) for gtid in inside)
    assert not any(gtids.holds(gtid) for gtid in outside)


@pytest.mark.parametrize(
    "text", ["x", "0-1", f"{UUID}", f"{UUID}:", f"{UUID}:1-", f"{UUID[:-1]}:1"]
)
def test_what_is_no_set_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"expected GTIDs .* found"):
        parse_gtid_set(text)


def test_a_set_keeps_its_text() -> None:
    assert parse_gtid_set("0-1-2") == GtidSet("0-1-2", parse_gtid_set("0-1-2 ").intervals)
