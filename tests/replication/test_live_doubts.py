"""Proofs that could say equal or different wrongly: odd values and keys, changes without images.

Each lake is compared behind changes that it does not have.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest

from binlog_kaitai.lake import proof, since
from binlog_kaitai.lake.current.planning import Asked
from binlog_kaitai.lake.job import export
from binlog_kaitai.lake.proof import Proof, prove
from binlog_kaitai.lake.since import ALTERED, CASCADED, STATED
from binlog_kaitai.lake.summary import Summary
from binlog_kaitai.model.names import quoted_part
from binlog_kaitai.replication.servers import connect
from binlog_kaitai.replication.sessions import Session
from tests.replication.conftest import Start, execute, uri_of
from tests.servers import RunningServer

pytestmark = pytest.mark.live

SERVERS = {"mysql97": ["--innodb-native-foreign-keys=ON"], "mariadb118": []}
"""With native foreign keys, MySQL logs no rows of cascades either."""

TABLES: dict[str, tuple[str, list[str], str]] = {
    "floats": (
        "id INT PRIMARY KEY, f FLOAT, d DOUBLE",
        ["1, 0.1, 0.1", "2, -0e0, -0e0", "3, 3.4028234e38, 1e308", "4, 1e-45, 5e-324"],
        "f = -f, d = -d",
    ),
    "of_floats": ("k DOUBLE PRIMARY KEY, v INT", ["0.1, 1", "1e300, 2", "-1e-300, 3"], "k = k * 2"),
    "of_cases": (
        "k VARCHAR(9) COLLATE utf8mb4_general_ci PRIMARY KEY, v INT",
        ["'a', 1", "'B', 2", "'é', 3", "'x ', 4"],
        "k = UPPER(TRIM(k))",
    ),
    "of_bytes": (
        "k VARBINARY(9) PRIMARY KEY, b BINARY(4)",
        ["'a', 'a'", "'a ', ''", "'', X'00'", "X'00', NULL", "X'0000', X'FF'"],
        "b = 'z'",
    ),
    "of_bits": (
        "k BIT(64) PRIMARY KEY, b BIT(9)",
        ["18446744073709551615, 256", "9223372036854775808, NULL", "0, 0"],
        "b = 7",
    ),
    "of_labels": (
        "e ENUM('b', 'a'), s SET('x', 'y'), v INT, PRIMARY KEY (e, s)",
        ["'bad', '', 1", "'a', 'x,y', 2", "'b', 'y', 3"],
        "v = 0",
    ),
    "of_instants": (
        "k TIMESTAMP(3) NOT NULL DEFAULT '2020-01-01', v INT, PRIMARY KEY (k)",
        ["'2026-10-25 01:30:00', 1", "'2026-10-25 00:30:00.5', 2"],
        "v = 0",
    ),
    "dates": (
        "id INT PRIMARY KEY, d DATE, t DATETIME(6), y YEAR, m TIME(6)",
        [
            "1, '0000-00-00', '0000-00-00', 0, '-838:59:59'",
            "2, '2020-00-10', '9999-12-31 23:59:59.999999', 2155, '-00:00:00.000001'",
            "3, NULL, NULL, NULL, NULL",
        ],
        "d = '2020-01-01'",
    ),
    "empties": (
        "id INT PRIMARY KEY, a VARCHAR(9), b VARBINARY(9), e ENUM('x', ''), s SET('x')",
        ["1, '', '', '', ''", "2, NULL, NULL, NULL, NULL", "3, ' ', X'00', 'x', 'x'"],
        "a = NULL, b = NULL, e = NULL, s = NULL",
    ),
    "numbers": (
        "k BIGINT UNSIGNED PRIMARY KEY, z INT(9) ZEROFILL, d DECIMAL(65,30)",
        ["18446744073709551615, 7, -0.0", "0, 0, -99999999999999999999999999999999999.9"],
        "d = d + 1",
    ),
    "documents": (
        "id INT PRIMARY KEY, j JSON",
        [
            *("1, '1.0'", "2, '1'", "3, '-0'", "4, '-0.0'", "5, '18446744073709551615'"),
            *("6, '1e100'", "7, '[0.1, 1e-7, 1e16]'", "8, 'null'", "9, NULL"),
            '10, \'{"b": 1, "a": {"ü": "\\\\u0001"}, "": []}\'',
        ],
        "j = '2.0'",
    ),
    "generated": (
        "id INT PRIMARY KEY, a INT, s INT AS (a * 2) STORED, i INT INVISIBLE DEFAULT 5",
        [],
        "a = a + 1",
    ),
    "weird`.<b>": (
        "`i``d` INT PRIMARY KEY, `<script>` VARCHAR(9), `_file` INT",
        ["1, '<img>', 2"],
        "`_file` = 3",
    ),
}
"""Columns, rows and changes of tables."""

MARIADB = {
    "of_uuids": (
        "k UUID PRIMARY KEY, i INET6, v VECTOR(2) NOT NULL",
        ["'123e4567-e89b-12d3-a456-426655440000', '::1', VEC_FromText('[1, -0.0]')"],
        "i = '::2'",
    ),
}
MYSQL = {
    "vectors": ("id INT PRIMARY KEY, v VECTOR(2)", ["1, STRING_TO_VECTOR('[1, -0.0]')"], "v = NULL")
}


@pytest.fixture(scope="module", params=SERVERS)
def server(request: pytest.FixtureRequest, start: Start) -> RunningServer:
    return start(request.param, *SERVERS[request.param])


@contextlib.contextmanager
def lenient(server: RunningServer) -> Iterator[Any]:
    """Open a session with its own settings."""
    settings = "SET sql_mode = '', time_zone = '+00:00'"
    connection = server.connect(init_command=settings, database="doubts")
    with contextlib.closing(connection), connection.cursor() as cursor:
        yield cursor


def mirrored(server: RunningServer, out: Path, *, snapshot: bool = True) -> Summary:
    """Have the rows that the server has now in a lake."""
    while True:
        paths, spool = [uri_of(server, query="?start=latest")], out.with_suffix(".spool")
        options: dict[str, Any] = {"current": Asked(), "table": "doubts.*", "spool": spool}
        summary = export(paths, out, snapshot=snapshot, **options)
        if not summary.baselines:
            return summary


def proofs_of(server: RunningServer, out: Path) -> dict[str, Proof]:
    return {one.table: one for one in prove(uri_of(server), str(out))}


@pytest.fixture
def database(server: RunningServer) -> Iterator[None]:
    execute(server, "DROP DATABASE IF EXISTS doubts", "CREATE DATABASE doubts")
    yield
    execute(server, "SET GLOBAL time_zone = SYSTEM, sql_select_limit = DEFAULT, sql_mode = ''")


@pytest.mark.usefixtures("database")
def test_values_and_keys(server: RunningServer, tmp_path: Path) -> None:
    """Whatever the server's own zone, mode and limit of rows are."""
    tables = TABLES | (MARIADB if server.name == "mariadb118" else MYSQL)
    with lenient(server) as cursor:
        for name, (columns, rows, _) in tables.items():
            cursor.execute(f"CREATE TABLE {quoted_part(name)} ({columns})")
            for row in rows:
                cursor.execute(f"INSERT INTO {quoted_part(name)} VALUES ({row})")
        cursor.execute("INSERT INTO `generated` (id, a) VALUES (1, 1), (2, NULL)")
    modes = "ANSI_QUOTES,PIPES_AS_CONCAT,PAD_CHAR_TO_FULL_LENGTH,NO_BACKSLASH_ESCAPES"
    settings = f"time_zone = '+05:30', sql_select_limit = 2, sql_mode = '{modes}'"
    execute(server, f"SET GLOBAL {settings}", "FLUSH BINARY LOGS")
    out = tmp_path / "out"
    summary = mirrored(server, out)
    assert (summary.set_aside, len(summary.current)) == ({}, len(tables))
    for is_behind in (True, False):
        proofs = proofs_of(server, out)
        assert len(proofs) == len(tables)
        assert {name: one for name, one in proofs.items() if one.status != "equal"} == {}
        if is_behind:
            with lenient(server) as cursor:
                for name, (_, _, change) in tables.items():
                    cursor.execute(f"UPDATE {quoted_part(name)} SET {change}")
            proofs = proofs_of(server, out)
            assert {name: one for name, one in proofs.items() if one.status != "equal"} == {}
            assert all(one.changed for one in proofs.values())
            mirrored(server, out, snapshot=False)


FOREIGN = "FOREIGN KEY (p) REFERENCES {} (id) ON DELETE CASCADE"


@pytest.mark.usefixtures("database")
def test_changes_without_row_images(server: RunningServer, tmp_path: Path) -> None:
    """They are no differences, as the lake lacks nothing at its place."""
    columns = "id INT PRIMARY KEY, p INT"
    with lenient(server) as cursor:
        for name in ("stated", "altered", "emptied", "quiet", "parent"):
            cursor.execute(f"CREATE TABLE {name} ({columns})")
        for child, parent in (("child", "parent"), ("grandchild", "child")):
            cursor.execute(f"CREATE TABLE {child} ({columns}, {FOREIGN.format(parent)})")
        for name in ("stated", "altered", "emptied", "quiet", "parent", "child", "grandchild"):
            cursor.execute(f"INSERT INTO {name} VALUES (1, 1), (2, 2), (3, 3)")
        execute(server, "FLUSH BINARY LOGS")
        out = tmp_path / "out"
        summary = mirrored(server, out)
        assert {one.status for one in proofs_of(server, out).values()} == {"equal"}
        cursor.execute("DELETE FROM parent WHERE id = 2")
        cursor.execute("ALTER TABLE altered ADD COLUMN w INT")
        cursor.execute("TRUNCATE TABLE emptied")
        cursor.execute("SET SESSION binlog_format = 'STATEMENT'")
        cursor.execute("UPDATE stated SET p = p + 1")
    found = {name: (one.status, one.reason) for name, one in proofs_of(server, out).items()}
    expected = dict.fromkeys(("doubts.child", "doubts.grandchild"), ("not compared", CASCADED))
    expected |= dict.fromkeys(("doubts.altered", "doubts.emptied"), ("not compared", ALTERED))
    expected |= dict.fromkeys(("doubts.quiet", "doubts.parent"), ("equal", ""))
    assert found == expected | {"doubts.stated": ("not compared", STATED)}
    path = next((out / summary.current["doubts.quiet"]).glob("*.parquet"))
    pq.write_table(pq.read_table(path).slice(1), path)
    assert proofs_of(server, out)["doubts.quiet"].status == "different"


@pytest.mark.usefixtures("database")
def test_a_proof_opens_few_connections(
    server: RunningServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of a quiet server, as many for many tables as for one."""
    names = [f"t{number}" for number in range(10)]
    execute(server, "USE doubts", *(f"CREATE TABLE {name} (id INT PRIMARY KEY)" for name in names))
    execute(server, "USE doubts", *(f"INSERT INTO {name} VALUES (1), (2)" for name in names))
    execute(server, "FLUSH BINARY LOGS")
    out, opened = tmp_path / "out", list[object]()
    mirrored(server, out)

    def counted(*arguments: Any) -> Session:
        opened.append(arguments)
        return connect(*arguments)

    for module in (proof, since):
        monkeypatch.setattr(module, "connect", counted)
    assert [one.status for one in prove(uri_of(server), str(out), "doubts.t0")] == ["equal"]
    of_one = len(opened)
    opened.clear()
    assert {one.status for one in proofs_of(server, out).values()} == {"equal"}
    assert len(opened) == of_one <= 4
