"""Run `binlog-kaitai conformance` with each reader, and put the scores into docs/what-breaks.md.

python -m tests.conformance [--connector JARS] [--reader NAME]

A reader that is not installed keeps the scores that it has. mysql-binlog-connector-java has to be
given by its class path; those of npm by `npm ci` in tests/conformance.
"""

from __future__ import annotations

import importlib.util
import json
import subprocess
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import click

from tests.servers import REPOSITORY

FOLDER = Path(__file__).parent
FIXTURES = REPOSITORY / "tests" / "fixtures"
PAGE = REPOSITORY / "binlog_kaitai" / "docs" / "what-breaks.md"
SERVERS = ("mysql56", "mysql97", "mariadb1011", "mariadb118")
COUNTS = ("exact", "stored", "absent", "wrong", "missing", "extra")
ZONGJI = ("@vlasky/zongji", "@powersync/mysql-zongji", "@rodrigogs/zongji")
GO_MYSQL = "go-mysql-js"
CONNECTOR = "mysql-binlog-connector-java"
TOOL = "mysqlbinlog 9.7, mariadb-binlog"


def commands(jars: str | None) -> dict[str, list[str]]:
    """Return the commands of the readers that are installed, by name and version."""
    found = {
        "binlog-kaitai": [sys.executable, "-m", "binlog_kaitai", "rows"],
        TOOL: [sys.executable, "-m", "tests.conformance.tool"],
    }
    if jars:
        found[CONNECTOR] = ["java", "-cp", jars, str(FOLDER / "Connector.java")]
    if importlib.util.find_spec("pymysqlreplication"):
        module = "tests.conformance.python_mysql_replication"
        found["python-mysql-replication"] = [sys.executable, "-m", module]
    for package in ZONGJI:
        if (FOLDER / "node_modules" / package).exists():
            found[package] = ["node", str(FOLDER / "zongji.mjs"), package]
    if (FOLDER / "node_modules" / GO_MYSQL).exists():
        found[GO_MYSQL] = ["node", str(FOLDER / "go_mysql.mjs")]
    return found


def scores_of(command: Sequence[str]) -> list[dict[str, Any]]:
    """Run a reader on all cases, and return its score of each."""
    words = [sys.executable, "-m", "binlog_kaitai", "conformance", "--json", "--case", "*/*"]
    words += ["--reader", "reader", " ".join(command), str(FIXTURES)]
    done = subprocess.run(words, stdout=subprocess.PIPE, check=False, cwd=REPOSITORY)
    return [json.loads(line) for line in done.stdout.splitlines()]


def row_of(reader: str, scores: Iterable[dict[str, Any]]) -> str:
    """Return the row of a reader: cases that it passes, by server, and its cells and rows."""
    scores = list(scores)
    cases = []
    for server in SERVERS:
        own = [score for score in scores if score["case"].startswith(f"{server}/")]
        cases.append(f"{sum(score['passed'] for score in own)} of {len(own)}")
    totals = [f"{sum(score[count] for score in scores):,}" for count in COUNTS]
    stopped = sum(score["stopped"] is not None for score in scores)
    return f"| {' | '.join([reader, *cases, str(stopped), *totals])} |"


@click.command(help=__doc__)
@click.option("--connector", "jars", help=f"Class path of {CONNECTOR}.")
@click.option("--reader", "names", multiple=True, help="Only readers whose names begin so.")
def main(jars: str | None, names: tuple[str, ...]) -> None:
    """Run the readers in turn, and write the page."""
    for reader, command in commands(jars).items():
        if names and not reader.startswith(names):
            continue
        row = row_of(reader, scores_of(command))
        click.echo(row)
        lines = PAGE.read_text(encoding="utf-8").split("\n")
        at = next(i for i, line in enumerate(lines) if line.startswith(f"| {reader} |"))
        lines[at] = row
        PAGE.write_text("\n".join(lines), encoding="utf-8")


if __name__ == "__main__":
    main()
