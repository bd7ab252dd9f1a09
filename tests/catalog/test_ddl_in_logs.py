"""`Ddl`: rows of logs without names, with the names that the DDL in the logs gives."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from binlog_kaitai import Ddl, Scan, scan
from binlog_kaitai.cli.commands import main
from binlog_kaitai.errors import BinlogError
from binlog_kaitai.model.names import quoted_name
from binlog_kaitai.model.scopes import Scope
from binlog_kaitai.read.ddl_in_logs import DdlInLogs
from binlog_kaitai.read.engines import Engine
from tests.replay import FIXTURES, load_truth
from tests.typed import expected_rows, in_order, replay_typed

MINIMAL = [
    ("mysql97", "types_minimal", "types.integers"),
    ("mysql97", "types_minimal", "types.labels"),
    ("mysql56", "types", "types.texts"),
    ("mariadb118", "types_minimal", "types.labels"),
]


def rows_of(found: Scan) -> list[dict[str, Any]]:
    return [row for batch in found for row in batch.to_pylist()]


@pytest.mark.parametrize("engine", ["kernels", "tree"])
@pytest.mark.parametrize(("server", "case", "table"), MINIMAL)
def test_typed_rows_replay_to_the_servers_select(
    server: str, case: str, table: str, engine: Engine
) -> None:
    truth = load_truth(server, case)["tables"]
    name = table if table in truth else next(iter(truth))
    path = FIXTURES / server / f"{case}.binlog"
    rows = rows_of(scan(path, name, ddl=Ddl(in_logs=True), engine=engine))
    expected = expected_rows(truth[name], has_names=True, has_charsets=True)
    assert in_order(replay_typed(rows)) == in_order(expected)


def names_in(paths: list[Path], engine: Engine, **options: Any) -> list[str]:
    """Return the names of the columns of each row, with its table."""
    found: list[str] = []
    for batch in scan(paths, is_typed=False, engine=engine, **options):
        found += [
            f"{row['table']}({','.join(json.loads(row['data']))})"
            for row in batch.to_pylist()
            if row["table"] is not None
        ]
    return found


ALTERED = [FIXTURES / "mysql56" / f"altered.{number}.binlog" for number in (1, 2)]


@pytest.mark.parametrize("engine", ["kernels", "tree"])
def test_names_follow_the_statements_across_logs(engine: Engine) -> None:
    rows = names_in(ALTERED, engine, ddl=Ddl(in_logs=True))
    orders = list(dict.fromkeys(row for row in rows if row.startswith("orders")))
    assert orders == [
        "orders(id,small,amount,day,ratio,gone)",
        "orders(note,id,small,amount,day,ratio,gone)",
        "orders(note,id,small,amount,day,ratio,late)",
    ]
    assert len(rows) == len(names_in(ALTERED, engine))


def test_parts_of_a_log_have_the_rows_of_the_whole() -> None:
    places = ("position", "ordinal", "gtid", "outcome", "change_type")
    whole = scan(ALTERED, columns=places, is_typed=False)
    parts = scan(ALTERED, columns=places, is_typed=False, ddl=Ddl(in_logs=True))
    assert rows_of(parts) == rows_of(whole)


def test_without_the_statements_columns_have_numbers() -> None:
    rows = names_in(ALTERED[1:], "tree", ddl=Ddl(in_logs=True), table="altered.orders")
    assert {row[row.index("(") + 1] for row in rows} == {"@"}


def test_definitions_before_the_first_log_are_followed(tmp_path: Path) -> None:
    ddl = tmp_path / "dump.sql"
    ddl.write_text(
        "USE `altered`;\nCREATE TABLE `orders` (`note` varchar(20) CHARACTER SET latin1, `id` int"
        " NOT NULL, `small` int unsigned, `amount` decimal(6,2), `day` date, `ratio` double,"
        " `gone` varchar(10) CHARACTER SET utf8mb4, PRIMARY KEY (`id`));"
    )
    rows = names_in(ALTERED[1:], "tree", ddl=Ddl(ddl, in_logs=True), table="altered.orders")
    assert list(dict.fromkeys(rows)) == [
        "orders(note,id,small,amount,day,ratio,gone)",
        "orders(note,id,small,amount,day,ratio,late)",
    ]


def test_table_that_departs_from_its_definition_is_an_error(tmp_path: Path) -> None:
    ddl = tmp_path / "dump.sql"
    ddl.write_text("USE `altered`;\nCREATE TABLE `orders` (`id` int NOT NULL);")
    with pytest.raises(BinlogError, match=r"expected the 1 columns of altered\.orders in "):
        names_in(ALTERED[1:], "tree", ddl=Ddl(ddl, in_logs=True), table="altered.orders")


def test_merged_schema_has_the_columns_of_all_parts() -> None:
    asked = scan(ALTERED, "altered.orders", ddl=Ddl(in_logs=True), merge_schema=True)
    names = [name for name in asked.schema.names if not name.startswith("_")]
    assert sorted(names) == ["amount", "day", "gone", "id", "late", "note", "ratio", "small"]


def test_only_statements_that_change_known_rows_cut_a_log() -> None:
    logs = [str(path) for path in ALTERED]
    found = DdlInLogs(logs)
    spans = [part.span for log in logs for part in found.parts(log, Scope())]
    starts = [span.start for span in spans]
    assert starts == [0, 661, 1044, 0, 355, 775, 1996]
    one = [part for log in logs for part in found.parts(log, Scope(table="nowhere.t"))]
    assert len(one) == len(logs)


def test_command_prints_names() -> None:
    log = str(FIXTURES / "mysql56" / "rotated.1.binlog")
    name = quoted_name("rotated", "other")
    done = CliRunner().invoke(main, ["rows", "--ddl-in-logs", "--format", "json", "-T", name, log])
    assert done.exit_code == 0, done.output
    assert '"id": ' in done.stdout
    assert "@1" not in done.stdout
