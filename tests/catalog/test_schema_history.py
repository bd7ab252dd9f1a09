"""`schema --history`: the life of a table, on logs of real servers."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from binlog_kaitai.cli.commands import main
from binlog_kaitai.cli.endings import MISUSED
from tests.replay import FIXTURES

MOVED = Path(__file__).with_name("ddl_moves_rows.binlog")
"""MySQL 9.7: emptied partitions, swapped tables, an online change by copy, a renamed column."""


def history(table: str, *logs: Path, ddl: Path | None = None) -> list[dict[str, Any]]:
    options = [] if ddl is None else ["--ddl", str(ddl)]
    arguments = ["schema", "--history", table, "--format", "json", *options, *map(str, logs)]
    done = CliRunner().invoke(main, arguments, catch_exceptions=False)
    assert done.exit_code == 0, done.output
    return [json.loads(line) for line in done.stdout.splitlines()]


def short(entry: dict[str, Any]) -> str:
    """Return an entry in one line: the change, the other table, the difference, the rows."""
    lines = (f"{one['mark']}{one['name'] or one['text']}" for one in entry["difference"])
    other = [*filter(None, [entry["other"]]), *entry["partitions"]]
    return " ".join([entry["change"], *other, *lines, str(entry["rows"])])


PARTED = (
    "+id +v +PRIMARY KEY (id) +PARTITION BY RANGE (id) +PARTITION p0 VALUES LESS THAN (10)"
    " +PARTITION p1 VALUES LESS THAN (20)"
)
LIVES = [
    ("w.a", ["created +id +v +PRIMARY KEY (id) 2", "renamed w.t 0", "renamed w.b 1"]),
    (
        "w.o",
        ["created +id +v +PRIMARY KEY (id) 2", "renamed w._o_del 0", "renamed w._o_gho +x 1"],
    ),
    ("w.rc", ["created +id +v +PRIMARY KEY (id) 1", "altered -v +vv 1"]),
    (
        "w.p",
        [
            f"created {PARTED} 3",
            "partitions_emptied p1 1",
        ],
    ),
    (
        "w.q",
        [
            f"created {PARTED} 2",
            "altered -PARTITION p1 VALUES LESS THAN (20) 0",
            "partitions_dropped p1 0",
        ],
    ),
    ("w.t", ["renamed w.a +id +v +PRIMARY KEY (id) 0", "renamed w.b 0"]),
]


@pytest.mark.parametrize(("table", "entries"), LIVES)
def test_life_of_a_table(table: str, entries: list[str]) -> None:
    assert [short(entry) for entry in history(table, MOVED)] == entries


def test_entries_have_places_statements_and_columns() -> None:
    entry = history("w.rc", MOVED)[1]
    assert entry["file"] == MOVED.name
    assert entry["position"] == 6281
    assert entry["gtid"].endswith(":25")
    assert entry["statement"] == "alter table rc rename column v to vv"
    assert entry["columns"] == [
        {"name": "id", "definition": "int NOT NULL"},
        {"name": "vv", "definition": "int"},
    ]
    assert entry["difference"][1]["text"] == "int (was v)"


def test_rows_show_a_table_that_no_statement_defines() -> None:
    entries = history("altered.orders", FIXTURES / "mysql97" / "altered.2.binlog")
    assert [short(entry) for entry in entries] == [
        "logged +note +id +small +amount +day +ratio +gone +PRIMARY KEY (id) 1",
        "altered 0",
        "logged -amount -gone +amount +late 1",
        "altered 0",
        "logged -day +day 5",
    ]


def test_definitions_hold_before_the_first_log(tmp_path: Path) -> None:
    ddl = tmp_path / "dump.sql"
    ddl.write_text(
        "USE `altered`;\nCREATE TABLE `orders` (`note` varchar(20) CHARACTER SET latin1, `id` int"
        " NOT NULL, `small` int unsigned, `amount` decimal(6,2), `day` date, `ratio` double,"
        " `gone` varchar(10) CHARACTER SET utf8mb4, PRIMARY KEY (`id`));"
    )
    entries = history("altered.orders", FIXTURES / "mysql97" / "altered.2.binlog", ddl=ddl)
    assert [short(entry) for entry in entries] == [
        "altered -amount -gone +amount +late 1",
        "altered -day +day 5",
    ]


def test_text_has_the_statement_and_the_difference() -> None:
    done = CliRunner().invoke(main, ["schema", "--history", "w.rc", str(MOVED)])
    first, *rest = done.stdout.splitlines()[-5:]
    assert first.startswith("2026-11-25 02:30:33  altered  8eaa7847-e874-11f1-b9b1-02fc00000001:25")
    assert first.endswith(", ddl_moves_rows.binlog at byte 6281, thread 30")
    assert rest == [
        "    by alter table rc rename column v to vv",
        "  - v   int",
        "  + vv  int (was v)",
        "    1 row change follows",
    ]


MISUSES = [
    ["--history", "orders"],
    ["--history", "w.*"],
    ["--history", "w.a", "--table", "w.b"],
    ["--history", "w.a", "--database", "w"],
]


@pytest.mark.parametrize("options", MISUSES)
def test_history_is_of_one_table(options: list[str]) -> None:
    done = CliRunner().invoke(main, ["schema", *options, str(MOVED)])
    assert done.exit_code == MISUSED
