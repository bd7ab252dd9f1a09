"""The partitions of rows, beside those in which servers put them."""

from __future__ import annotations

import contextlib
import json
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest

from binlog_kaitai.catalog.expressions import DeclinedError, compiled
from binlog_kaitai.catalog.partitions import Partitions
from binlog_kaitai.model.definitions import (
    ColumnDefinition,
    Definition,
    Flavor,
    Partition,
    PartitionFunction,
    Partitioning,
    PartitionKind,
)
from tests.catalog.partition_cases import CASES, Case
from tests.catalog.partition_definitions import definition_of
from tests.servers import SERVERS

TRUTH = Path(__file__).parent / "partitions.json"
"""The partitions in which MySQL 9.7 and MariaDB 11.8 have the rows of each case."""


def computed(case: Case, family: Flavor) -> list[str]:
    rows = pa.RecordBatch.from_pylist([dict(zip("ab", row, strict=False)) for row in case.rows])
    found = Partitions(definition_of(case), family=family).of_rows(rows)
    return [one[-1] for one in found]


@pytest.mark.parametrize("name", CASES)
def test_the_partition_is_the_one_that_the_server_chose(name: str) -> None:
    for family, expected in json.loads(TRUTH.read_text())[name].items():
        assert computed(CASES[name], family) == expected


@pytest.mark.live
@pytest.mark.parametrize("server_name", ["mysql97", "mariadb118"])
def test_servers_put_rows_into_the_partitions_of_the_table(server_name: str) -> None:
    server = SERVERS[server_name]
    truth = json.loads(TRUTH.read_text())
    with (
        server.run() as running,
        contextlib.closing(running.connect()) as connection,
        connection.cursor() as cursor,
    ):
        for name, case in CASES.items():
            if case.family in {None, server.family}:
                assert asked(cursor, case) == truth[name][server.family], name


def asked(cursor: Any, case: Case) -> list[str]:
    """Return the partition of each row by the server's own SELECT."""
    cursor.execute("SET time_zone = '+00:00', sql_mode = ''")
    cursor.execute("CREATE DATABASE IF NOT EXISTS parts")
    cursor.execute("USE parts")
    cursor.execute("DROP TABLE IF EXISTS t")
    cursor.execute(case.statement)
    for number, row in enumerate(case.rows):
        values = ", ".join(["%s"] * len(row))
        plain = [value.replace(tzinfo=None) if hasattr(value, "hour") else value for value in row]
        cursor.execute(f"INSERT INTO t VALUES ({number}, {values})", plain)
    cursor.execute(
        "SELECT COALESCE(SUBPARTITION_NAME, PARTITION_NAME) FROM information_schema.PARTITIONS"
        " WHERE TABLE_SCHEMA = 'parts' AND TABLE_NAME = 't'"
    )
    found: dict[int, str] = {}
    for (partition,) in cursor.fetchall():
        cursor.execute(f"SELECT n FROM t PARTITION ({partition})")
        found |= dict.fromkeys((number for (number,) in cursor.fetchall()), partition)
    return [found[number] for number in range(len(case.rows))]


@pytest.mark.parametrize(
    "text",
    [
        *("a / 2", "a | 1", "YEARWEEK(a)", "RAND()", "b + 1", "a +", "1.5", "(a", "MOD(a)"),
        *("UNIX_TIMESTAMP('2024-01-01')", "YEAR('1-1-1')", "9223372036854775807 * 3", "YEAR(a)"),
    ],
)
def test_an_expression_is_declined(text: str) -> None:
    with pytest.raises(DeclinedError):
        compiled(text, ["a"])({"a": 5})


def column(kind: str, collation: str | None = None) -> ColumnDefinition:
    return ColumnDefinition("a", kind, collation=collation)


@pytest.mark.parametrize(
    ("function", "column", "value"),
    [
        (PartitionFunction("key", columns=("a",)), column("varchar", "utf8mb4_0900_ai_ci"), "a"),
        (PartitionFunction("key", columns=("a",), algorithm=1), column("int"), 1),
        (PartitionFunction("key", columns=("a",)), column("date"), None),
        (PartitionFunction("key"), column("int"), 1),
        (PartitionFunction("range", columns=("a",)), column("varchar", "utf8mb4_czech_ci"), "a"),
        (PartitionFunction("range", columns=("a",)), column("varchar", "utf8mb4_bin"), "ä"),
        (PartitionFunction("system_time"), column("int"), 11),
    ],
)
def test_a_partition_is_declined(
    function: PartitionFunction, column: ColumnDefinition, value: object
) -> None:
    bound = "'5'" if column.kind == "varchar" else "5"
    partition = Partition("p0", less_than=(bound,), values=((bound,),))
    table = Definition("", (column,), partitioning=Partitioning(function, (partition,)))
    with pytest.raises(DeclinedError):
        Partitions(table).of_rows(pa.RecordBatch.from_pylist([{"a": value}]))


@pytest.mark.parametrize("kind", ["range", "list"])
def test_a_row_may_have_no_partition(kind: PartitionKind) -> None:
    partition = Partition("p0", less_than=("5",), values=(("5",),))
    partitioning = Partitioning(PartitionFunction(kind, "a"), (partition,))
    table = Definition("", (column("int"),), partitioning=partitioning)
    assert Partitions(table).of_rows(pa.RecordBatch.from_pylist([{"a": 11}])) == [()]
