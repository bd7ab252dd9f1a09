"""`make demo`: export the sample logs of real servers to Parquet, and print rows of them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from pyspark.sql import DataFrame, SparkSession
from rich.console import Console
from rich.table import Table

from binlog_kaitai.cli.console import export_with_bar, summary_table
from binlog_kaitai.lake.summary import Summary
from binlog_kaitai.spark.runner import SparkRunner
from binlog_kaitai.spark.session import SHORT_LIVED, start_session

PROJECT = Path(__file__).parents[2]
FIXTURES = PROJECT / "tests" / "fixtures"
OUT = PROJECT / "demo-output"
FILES = ("types.binlog", "rotated.1.binlog", "rotated.2.binlog")
SERVERS = {"MySQL 9.7": "mysql97", "MariaDB 11.8": "mariadb118"}

# the printed columns of the tables of each server
SHOWN = {
    "types.wide": ("id", "c03", "c04", "c11", "c24"),
    "rotated.other": ("id", "e", "added"),
}
SHOWN_ROWS = 5


def main() -> None:
    """Export the logs of each server to `demo-output/`, and print counts and first rows."""
    console = Console()
    with console.status("Starting Spark"):
        spark = start_session("local[2]", **SHORT_LIVED)
    summaries = {
        server: export_with_bar(
            console,
            [str(FIXTURES / folder / file) for file in FILES],
            OUT / folder,
            runner=SparkRunner("local[2]"),
            label=f"{server}: ",
            overwrite=True,
        )
        for server, folder in SERVERS.items()
    }
    console.print(summary_table(summaries))
    console.print(_dataset_table(summaries))
    for server, summary in summaries.items():
        for name, columns in SHOWN.items():
            dataset = summary.datasets[name]
            rows = _first_rows(spark, dataset, columns)
            console.print(_rows_table(f"{server}: {_relative(dataset)}", rows))
    spark.stop()


def _first_rows(spark: SparkSession, dataset: Path, columns: Sequence[str]) -> DataFrame:
    rows = spark.read.parquet(str(dataset)).orderBy("_file", "_position", "_ordinal")
    return rows.select("_change_type", *columns).limit(SHOWN_ROWS)


def _dataset_table(summaries: dict[str, Summary]) -> Table:
    folders = [_relative(OUT / SERVERS[server]) for server in summaries]
    table = Table("dataset", *(f"rows in {folder}/" for folder in folders), title="Datasets")
    names = dict.fromkeys(name for summary in summaries.values() for name in summary.datasets)
    for name in names:
        table.add_row(name, *(_rows_in(summary, name) for summary in summaries.values()))
    return table


def _rows_in(summary: Summary, name: str) -> str:
    if name not in summary.datasets:
        return ""
    return str(summary.images.get(name, summary.statements))


def _rows_table(title: str, rows: DataFrame) -> Table:
    types = dict(rows.dtypes)
    table = Table(*(f"{name}\n[dim]{types[name]}[/]" for name in rows.columns), title=title)
    texts = rows.select(*(rows[name].cast("string") for name in rows.columns))
    for row in texts.collect():
        table.add_row(*("NULL" if text is None else text for text in row))
    return table


def _relative(path: Path) -> str:
    return str(path.relative_to(PROJECT))


if __name__ == "__main__":
    main()
