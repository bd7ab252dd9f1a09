"""Each filter of `scan`, and of the commands, leaves what the whole has of it, in both engines."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import datetime, timedelta, timezone
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest
from click.testing import CliRunner

from binlog_kaitai import UnknownNameError, scan
from binlog_kaitai.cli.commands import main
from binlog_kaitai.cli.rows import rows
from binlog_kaitai.model.scopes import Scope
from binlog_kaitai.model.spans import Span, parts_of, spans_between
from binlog_kaitai.read.batches import read_batches
from binlog_kaitai.read.engines import Engine
from tests.replay import FIXTURES

ENGINES: tuple[Engine, ...] = ("kernels", "tree")

ROTATED = [FIXTURES / "mysql97" / f"rotated.{number}.binlog" for number in (1, 2)]
DOMAINS = [FIXTURES / "mariadb118" / "gtid_domains.binlog"]  # of several servers
TAGGED = [FIXTURES / "mysql97" / f"gtid_tagged.{number}.binlog" for number in (1, 2)]
COMPRESSED = [FIXTURES / "mysql97" / "compressed.binlog"]
STATEMENTS = [FIXTURES / "mysql97" / "statements.binlog"]

UUID = "fbde3e80-e58c-11f1-9cc5-02fc00000001"
MIDDLE = datetime(2026, 11, 21, 9, 26, 16, tzinfo=timezone.utc)
EAST = timezone(timedelta(hours=2))

Row = dict[str, Any]


def rows_of(paths: list[Path], engine: Engine = "kernels", **asked: Any) -> list[Row]:
    found = scan(paths, engine=engine, **{"is_typed": False, **asked})
    return [row for batch in found for row in batch.to_pylist()]


def is_first(row: Row) -> bool:
    return bool(row["file"] == "rotated.1.binlog")


def number_of(row: Row) -> int:
    return int(row["gtid"].rpartition(":")[2])


# the logs, the option with its value, what `scan` calls it, and which rows it leaves
CASES: list[tuple[list[Path], str, str, Any, Callable[[Row], bool]]] = [
    (
        DOMAINS,
        "--start-datetime",
        "start",
        "2026-11-21 09:26:16",
        lambda r: r["timestamp"] >= MIDDLE,
    ),
    (DOMAINS, "--start-datetime", "start", MIDDLE, lambda r: r["timestamp"] >= MIDDLE),
    (
        DOMAINS,
        "--stop-datetime",
        "stop",
        MIDDLE.astimezone(EAST),
        lambda r: r["timestamp"] < MIDDLE,
    ),
    (
        *(ROTATED, "--start-position", "start_position", 1100),
        lambda r: r["position"] > 1175 or not is_first(r),
    ),
    (
        *(ROTATED, "--stop-position", "stop_position", 1447),
        lambda r: r["position"] < 1447 or is_first(r),
    ),
    (COMPRESSED, "--stop-position", "stop_position", 3000, lambda r: r["position"] < 3000),
    (ROTATED, "--include-gtids", "gtids", f"{UUID}:2-4", lambda r: 2 <= number_of(r) <= 4),
    (
        ROTATED,
        "--exclude-gtids",
        "exclude_gtids",
        f"{UUID}:2-4",
        lambda r: not 2 <= number_of(r) <= 4,
    ),
    (ROTATED, "--table", "table", "rotated.other", lambda r: r["table"] == "other"),
    (ROTATED, "--table", "table", "rotated.[eo]*s", lambda r: r["table"] == "events"),
    (STATEMENTS, "--database", "database", "statements", lambda r: r["database"] == "statements"),
    (STATEMENTS, "--database", "database", "naïve db", lambda r: r["database"] == "naïve db"),
    (DOMAINS, "--server-id", "server_id", 118, lambda r: r["server_id"] == 118),
    (DOMAINS, "--server-id", "server_id", 2**32 - 1, lambda r: r["server_id"] != 118),
]


@pytest.mark.few(14)
@pytest.mark.parametrize(("paths", "option", "name", "value", "is_wanted"), CASES)
@pytest.mark.parametrize("engine", ENGINES)
def test_a_filter_leaves_what_it_names(  # noqa: PLR0913, PLR0917
    paths: list[Path],
    option: str,
    name: str,
    value: Any,
    is_wanted: Callable[[Row], bool],
    engine: Engine,
) -> None:
    rows = rows_of(paths)
    expected = [row for row in rows if is_wanted(row)]
    assert len(expected) < len(rows)
    assert rows_of(paths, engine, **{name: value}) == expected
    text = value.isoformat() if isinstance(value, datetime) else value
    asked = [f"{option}={text}", f"--engine={engine}", "--columns=position,ordinal,file"]
    if name == "table":
        asked[-1] = "--columns=_position,_ordinal,_file"
    result = CliRunner().invoke(main, ["rows", *asked, *map(str, paths)])
    assert result.exit_code == 0, result.output
    printed = [tuple(json.loads(line).values()) for line in result.stdout.splitlines()]
    assert printed == [(row["position"], row["ordinal"], row["file"]) for row in expected]


def test_every_filter_leaves_and_takes() -> None:
    options = {option for _, option, *_ in CASES}
    known = {param.opts[0] for param in rows.params if not getattr(param, "hidden", False)}
    others = {"--columns", "--format", "--merge-schema", "--ddl", "--engine", "files"}
    others |= {
        "--fail-if-empty",
        "--no-verify-checksums",
        "--threads",
        "--keyring",
        "--ddl-at",
        "--ddl-in-logs",
        "--context",
        "--specs",
        "--json",
        "--where",  # tests/test_where.py
        "--redact",  # tests/test_redacted_rows.py
        "--redact-key",
        "--with-key",  # tests/test_messages.py
        "--with-schema",
    }
    assert options == known - others


@pytest.mark.parametrize("engine", ENGINES)
def test_parts_have_what_is_before_the_stop(engine: Engine) -> None:
    path = STATEMENTS[0]
    size = path.stat().st_size
    (wanted,) = spans_between(size // 4, size // 2, 1)
    found = [
        row
        for span in parts_of(wanted, size, 700)
        for batch in read_batches(path, scope=Scope(span=span), engine=engine)
        for row in batch.to_pylist()
    ]
    assert found == rows_of([path], start_position=size // 4, stop_position=size // 2)
    assert len(found) > 10
    assert max(row["position"] for row in found) < size // 2
    assert spans_between(None, None, 2) == [Span(), Span()]


EVENTS: list[tuple[list[Path], str, Any, Callable[[Row], bool]]] = [
    (DOMAINS, "start", MIDDLE, lambda e: e["timestamp"] >= MIDDLE),
    (ROTATED, "stop_position", 1447, lambda e: is_first(e) or e["position"] < 1447),
    (DOMAINS, "server_id", 118, lambda e: e["server_id"] == 118),
    (
        *(ROTATED, "table", "rotated.other"),
        lambda e: "TABLE_MAP" in e["type"] and '"other"' in e["body"],
    ),
    (ROTATED, "gtids", f"{UUID}:4", lambda e: is_first(e) and 834 <= e["position"] < 1175),
]


@pytest.mark.parametrize(("paths", "name", "value", "is_wanted"), EVENTS)
def test_events_are_filtered_alike(
    paths: list[Path], name: str, value: Any, is_wanted: Callable[[Row], bool]
) -> None:
    events = rows_of(paths, view="events")
    wanted = [event for event in events if is_wanted(event)]
    if name == "table":  # each of its maps has its rows behind it
        wanted += [events[events.index(event) + 1] for event in wanted]
        wanted.sort(key=events.index)
    assert 0 < len(wanted) < len(events)
    assert rows_of(paths, view="events", **{name: value}) == wanted


def test_transactions_of_a_server_up_to_a_place() -> None:
    whole = rows_of(DOMAINS, view="transactions")
    middle = whole[len(whole) // 2]["position"]
    for engine in ENGINES:
        found = rows_of(DOMAINS, engine, view="transactions", server_id=118, stop_position=middle)
        assert found == [
            row for row in whole if row["server_id"] == 118 and row["position"] < middle
        ]


def test_a_damaged_end_is_not_read(tmp_path: Path) -> None:
    content = bytearray(ROTATED[0].read_bytes())
    content[1600] ^= 1  # in an update, which begins at 1549
    path = tmp_path / ROTATED[0].name
    path.write_bytes(content)
    for engine in ENGINES:
        found = rows_of([path], engine, stop_position=1549)
        assert [row["position"] for row in found] == [235, 429, 674, *[1070] * 3, *[1423] * 2]


@pytest.mark.parametrize("engine", ENGINES)
def test_a_database_has_the_table(engine: Engine) -> None:
    asked = {"merge_schema": True, "engine": engine}
    typed = pa.table(scan(ROTATED, "other", database="rotated", **asked))
    assert typed == pa.table(scan(ROTATED, "rotated.other", **asked))
    assert typed.num_rows == 5
    chosen = scan(ROTATED, "rotated.other", columns=["ID", "_position"], **asked)
    assert chosen.schema.names == ["id", "_position"]
    assert pa.table(chosen) == typed.select(["id", "_position"])


UNKNOWN = [
    (
        {"table": "rotated.othr", "is_typed": False},
        "no table rotated.othr in 2 files; did you mean rotated.other?",
    ),
    ({"table": "rotated.othr"}, "no table rotated.othr in 2 files; did you mean rotated.other?"),
    ({"table": "Rotated.Other"}, "did you mean rotated.other?"),
    ({"table": "x.*"}, r"no table x.* in 2 files; there are rotated.events, rotated.other"),
    ({"database": "rotate"}, "no database rotate in 2 files; did you mean rotated?"),
    (
        {"table": "othe", "database": "rotated"},
        "no table rotated.othe in 2 files; did you mean rotated.other?",
    ),
    (
        {"table": "rotated.other", "columns": ["e", "ids"]},
        "no column ids in rotated.other; did you mean id?",
    ),
    ({"columns": ["fil"]}, "no column fil in a record; did you mean file?"),
]


@pytest.mark.parametrize(("asked", "message"), UNKNOWN)
def test_what_no_log_has_is_an_error(asked: dict[str, Any], message: str) -> None:
    with pytest.raises(UnknownNameError) as raised:
        list(scan(ROTATED, **asked))
    assert message in str(raised.value)


def test_no_rows_of_a_table_that_is_there() -> None:
    found = pa.table(scan(ROTATED, "rotated.other", start="2030-01-01"))
    assert (found.num_rows, "e" in found.schema.names) == (0, True)
    assert rows_of(ROTATED, table="rotated.other", start="2030-01-01") == []


BAD: list[tuple[dict[str, Any], str]] = [
    ({"start": "yesterday"}, "expected a time such as 2026-11-21T10:11:12"),
    ({"gtids": "1-2"}, "expected GTIDs such as"),
    ({"table": "orders"}, r"expected DB.T, or a pattern such as shop\.\*, found 'orders'$"),
    ({"table": "OTHER"}, r"found 'OTHER'; did you mean rotated\.other\?"),
    ({"columns": "id,v"}, "expected a list of columns"),
    ({"columns": ["file", "File"]}, "selected more than once"),
    ({"is_typed": True}, "is_typed=True requires the argument table"),
    ({"view": "rows"}, "unknown view 'rows'; views are changes, events, transactions"),
]


@pytest.mark.parametrize(("asked", "message"), BAD)
def test_a_bad_question_is_refused(asked: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        list(scan(ROTATED, **asked))
