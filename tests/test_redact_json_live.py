"""Redacted documents, applied by servers: they are what SELECT and the rules say together."""

from __future__ import annotations

import contextlib
import hmac
import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from binlog_kaitai import scan
from binlog_kaitai.io.event_types import EventType
from binlog_kaitai.model.redaction import Redaction, parse_rule
from binlog_kaitai.rewrite.events import Options
from binlog_kaitai.rewrite.logs import rewrite_logs
from binlog_kaitai.rewrite.targets import FolderTarget
from binlog_kaitai.tree.log.reader import read_log
from tests.servers import SERVERS
from tests.test_rewrite import check
from tests.test_rewrite_live import GTIDS, METADATA, applied, selected

pytestmark = pytest.mark.live

PARTIAL = "--binlog-row-value-options=PARTIAL_JSON"
CASES: dict[str, Any] = {
    "whole": ("mysql97", ()),
    "partial": ("mysql97", (PARTIAL,)),
    "partial_minimal": ("mysql97", (PARTIAL, "--binlog-row-image=MINIMAL")),
    "text": ("mariadb118", ()),
}

RULES = (
    "shop.*.j$.email=hash",
    "shop.*.j$.phones[*].number=null",
    "shop.*.j$**.secret=gone",
    "shop.*.gone:*=null",
)

CHANGES = (
    "JSON_SET(j, '$.email', 'new{n}@x.org')",
    "JSON_SET(j, '$.phones[0].number', {n})",
    "JSON_ARRAY_APPEND(j, '$.phones', JSON_OBJECT('number', '{n}', 'kind', 'work'))",
    "JSON_ARRAY_INSERT(j, '$.phones[0]', JSON_OBJECT('number', 0.5, 'secret', 'of {n}'))",
    "JSON_REMOVE(j, '$.phones[0]')",
    "JSON_REMOVE(j, '$.email')",
    "JSON_SET(j, '$.deep.secret', JSON_OBJECT('a', {n}))",
    "JSON_SET(j, '$.deep.secret.a', {n})",
    "JSON_REPLACE(j, '$.deep', JSON_OBJECT('secret', {n}, 'other', JSON_ARRAY(1, 'secret')))",
    "JSON_SET(j, '$.filler', REPEAT('{n}', 40), '$.n', {n}, '$.email', 'both')",
    "JSON_SET(j, '$.email', JSON_EXTRACT(j, '$.email'))",
    "JSON_OBJECT('email', '{n}', 'phones', JSON_ARRAY(), 'deep', JSON_OBJECT())",
)


def work(cursor: Any) -> None:
    """Change documents in tables with and without a key."""
    choose = random.Random(42)
    cursor.execute("CREATE DATABASE shop")
    for table, key in (("keyed", "PRIMARY KEY"), ("keyless", "")):
        cursor.execute(f"CREATE TABLE shop.{table} (id INT {key}, j JSON, gone JSON)")
        for n in range(1, 7):
            cursor.execute(
                f"INSERT INTO shop.{table} VALUES ({n}, JSON_OBJECT('email', 'u{n}@x.org',"
                f" 'phones', JSON_ARRAY(JSON_OBJECT('number', {n})), 'deep', JSON_OBJECT('secret',"
                f" 'of {n}'), 'n', 40000, 'filler', REPEAT('filler ', 60)),"
                " JSON_OBJECT('a', 1, 'f', REPEAT('f', 99)))"
            )
        for n in range(60):
            change = choose.choice(CHANGES).format(n=n)
            cursor.execute(
                f"UPDATE shop.{table} SET j = {change}, gone = JSON_SET(gone, '$.a', {n})"
                f" WHERE id = {choose.randrange(1, 7)}"
            )
        cursor.execute(f"DELETE FROM shop.{table} WHERE id = 6")
        cursor.execute(f"INSERT INTO shop.{table} VALUES (7, '{{\"email\": null}}', NULL)")


def redacted(node: Any, name: str = "", *, is_top: bool = False) -> Any:
    """Return a document as the rules make it, in other words than theirs."""
    if name == "secret":
        return None if node is None else "gone"
    if isinstance(node, list):
        return [redacted(one) for one in node]
    if not isinstance(node, dict):
        return node
    found = {key: redacted(value, key) for key, value in node.items()}
    if is_top and isinstance(node.get("email"), str):
        found["email"] = hmac.new(b"key", node["email"].encode(), "sha256").hexdigest()[:32]
    for phone in found.get("phones", []) if is_top else []:
        if "number" in phone:
            phone["number"] = None
    return found


@pytest.mark.parametrize(("name", "options"), CASES.values(), ids=CASES)
def test_servers_apply_redacted_documents(
    name: str, options: tuple[str, ...], tmp_path: Path
) -> None:
    server = SERVERS[name]
    own = (*GTIDS[name], *METADATA, *options)
    names = ("shop.keyed", "shop.keyless")
    with server.run(own) as running:
        with contextlib.closing(running.connect()) as connection:
            cursor = connection.cursor()
            work(cursor)
            expected = {one: list(_rows(selected(cursor, one), is_source=True)) for one in names}
        logs = []
        for log in running.binary_log_files():
            logs.append(tmp_path / log.name)
            logs[-1].write_bytes(log.read_bytes())
    types = {event.type for log in logs for event in read_log(log)}
    assert (EventType.partial_update_rows in types) == (PARTIAL in options)
    warnings: list[str] = []
    redaction = Redaction(tuple(map(parse_rule, RULES)), b"key")
    target = FolderTarget(tmp_path / "out")
    asked = scan(logs, is_typed=False)
    written = list(rewrite_logs(asked, target, Options(redaction=redaction), warnings.append))
    assert warnings == []
    found_logs = [Path(log.path) for log in written]
    for one in found_logs:
        check(one)
    with server.run(own) as other:
        applied(server, other, found_logs)
        with contextlib.closing(other.connect()) as connection:
            found = {one: list(_rows(selected(connection.cursor(), one))) for one in names}
    assert found == expected


def _rows(rows: list[tuple[Any, ...]], *, is_source: bool = False) -> Iterator[tuple[Any, ...]]:
    for key, text, other in rows:
        document = json.loads(text)
        yield (key, redacted(document, is_top=True), None) if is_source else (key, document, other)
