"""What `--compress` compresses is what MySQL itself does, and a replica applies it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from binlog_kaitai import read_events
from binlog_kaitai.rewrite.events import Options
from binlog_kaitai.rewrite.logs import AS_READ
from tests.servers import SERVERS, Server
from tests.test_rewrite_live import Source, replicated, rewritten, state_after

pytestmark = pytest.mark.live

ROW = "INSERT INTO shop.orders VALUES ({}, 1, REPEAT('x', 3000))"

KINDS = {
    "rows": ["BEGIN", ROW, ROW, "COMMIT"],
    "with_its_text": [
        "SET binlog_rows_query_log_events = 1", ROW, "SET binlog_rows_query_log_events = 0",
    ],
    "savepoint": ["BEGIN", ROW, "SAVEPOINT s", ROW, "ROLLBACK TO s", ROW, "COMMIT"],
    "xa": ["XA START 'x'", ROW, "XA END 'x'", "XA PREPARE 'x'", "XA COMMIT 'x'"],
    "xa_rollback": ["XA START 'x'", ROW, "XA END 'x'", "XA PREPARE 'x'", "XA ROLLBACK 'x'"],
    "xa_one_phase": ["XA START 'x'", ROW, "XA END 'x'", "XA COMMIT 'x' ONE PHASE"],
    "ddl": [f"ALTER TABLE other.log COMMENT '{'x' * 2000}'"],
    "create_select": ["CREATE TABLE other.copy{} AS SELECT * FROM shop.orders"],
    "statement": ["SET binlog_format = STATEMENT", ROW, "SET binlog_format = ROW"],
    "statement_and_row": [
        *("SET binlog_format = MIXED", "BEGIN", ROW),
        "INSERT INTO shop.users (email, n) VALUES (UUID(), {})",
        *("COMMIT", "SET binlog_format = ROW"),
    ],
    "without_transactions": ["INSERT INTO other.mine VALUES ({}, REPEAT('x', 3000))"],
    "large": ["INSERT INTO shop.orders VALUES ({}, 1, REPEAT('large', 4000000))"],
}  # fmt: skip

COMPRESSED = {"rows", "with_its_text", "savepoint", "xa", "xa_rollback", "xa_one_phase", "large"}


def each_kind_twice(cursor: Any, server: Server) -> None:
    """Work in each kind of transaction, compressed by the server, and not."""
    assert server.family == "mysql"
    cursor.execute("CREATE TABLE other.mine (a INT PRIMARY KEY, b TEXT) ENGINE = MyISAM")
    number = 0
    for compresses in (0, 1):
        for kind, statements in KINDS.items():
            cursor.execute(f"SET binlog_transaction_compression = {compresses}")
            cursor.execute(f"CREATE TABLE other.mark_{compresses}_{kind} (a INT)")
            for statement in statements:
                number += 1
                cursor.execute(statement.format(number))
    cursor.execute("FLUSH BINARY LOGS")


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Source:
    return Source(SERVERS["mysql97"], tmp_path_factory.mktemp("source"), each_kind_twice)


def compressed_kinds(logs: list[Path]) -> dict[str, set[str]]:
    """Return the kinds that are compressed, of those that the server compressed, and that not."""
    found: dict[str, set[str]] = {"0": set(), "1": set()}
    mark = ""
    for event in (event for log in logs for event in read_events(log)):
        text = event.body.get("query", "")
        if "other.mark_" in text:
            mark = text.partition("other.mark_")[2].partition(" ")[0]
        elif event.type == "TRANSACTION_PAYLOAD":
            compresses, _, kind = mark.partition("_")
            found[compresses].add(kind)
    return found


def test_kinds_of_transactions_are_those_of_the_server(source: Source, tmp_path: Path) -> None:
    assert compressed_kinds(source.logs) == {"0": set(), "1": COMPRESSED}
    logs = rewritten(source, tmp_path / "out", Options(compresses=True))
    assert compressed_kinds(logs) == {"0": COMPRESSED, "1": COMPRESSED}
    plain = rewritten(source, tmp_path / "plain", Options(decompresses=True))
    assert compressed_kinds(plain) == {"0": set(), "1": set()}


def test_a_replica_with_parallel_workers(source: Source, tmp_path: Path) -> None:
    logs = rewritten(source, tmp_path / "out", Options(compresses=True), AS_READ)
    assert replicated(source, logs) == source.tables


def test_the_tool_of_the_server(source: Source, tmp_path: Path) -> None:
    logs = rewritten(source, tmp_path / "out", Options(compresses=True))
    gtids, found = state_after(source, logs)
    assert (gtids, found) == (source.gtids, source.tables)
