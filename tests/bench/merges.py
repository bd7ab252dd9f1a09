"""What merges of few changes write and cost, and what they cost readers, on write and on read.

    python -m tests.bench.merges [--rows 2000000] [--logs DIR] FORMAT:MERGE...

A table gets random updates of 1 % of its rows, and then of 200 rows. Each merge is an export in a
process of its own, and so is each reading. The logs stay in DIR, for another run.
"""

from __future__ import annotations

import contextlib
import os
import random
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

import click

from tests.servers import SERVERS

OPTIONS = ["--binlog-row-metadata=FULL", "--innodb-flush-log-at-trx-commit=2", "--sync-binlog=0"]
COLUMNS = "id INT PRIMARY KEY, customer BIGINT, price DECIMAL(12,2), name VARCHAR(80), note TEXT"
PACKET = 5000
READ = {
    "parquet": "import pyarrow.parquet as pq, sys; print(len(pq.read_table(sys.argv[1])))",
    "iceberg": (
        "import sys; from pyiceberg.catalog.sql import SqlCatalog; from pathlib import Path\n"
        "uri = f'sqlite:///{Path(sys.argv[1]).parent}/catalog.db'\n"
        "table = SqlCatalog('binlog', uri=uri).load_table(('g', 'big.current'))\n"
        "print(len(table.scan().to_arrow()))"
    ),
    "delta": (
        "import sys; from deltalake import DeltaTable, QueryBuilder; import pyarrow as pa\n"
        "query = QueryBuilder().register('t', DeltaTable(sys.argv[1]))\n"
        "print(len(pa.table(query.execute('SELECT * FROM t').read_all())))"
    ),
}
"""Programs that read a whole table."""


def make_logs(folder: Path, rows: int) -> None:
    """Have a server log the rows, and the updates."""
    chance = random.Random(1)
    with (
        SERVERS["mysql97"].run(OPTIONS) as server,
        contextlib.closing(server.connect()) as connection,
        connection.cursor() as cursor,
    ):
        cursor.execute("CREATE DATABASE g")
        cursor.execute("FLUSH BINARY LOGS")
        first = len(server.binary_log_files()) - 1
        cursor.execute(f"CREATE TABLE g.big ({COLUMNS})")
        for at in range(0, rows, PACKET):
            values = (
                f"({row},{chance.getrandbits(60)},{chance.randrange(10**8) / 100},"
                f"'{chance.random()}','{chance.getrandbits(200):x}')"
                for row in range(at, min(at + PACKET, rows))
            )
            cursor.execute(f"INSERT INTO g.big VALUES {','.join(values)}")
        for count in (rows // 100, 200):
            cursor.execute("FLUSH BINARY LOGS")
            ids = chance.sample(range(rows), count)
            for at in range(0, count, 500):
                some = ",".join(map(str, ids[at : at + 500]))
                change = "SET price = price + 1, name = 'u'"
                cursor.execute(f"UPDATE g.big {change} WHERE id IN ({some})")
        cursor.execute("FLUSH BINARY LOGS")
        for log in server.binary_log_files()[first : first + 3]:
            shutil.copy(log, folder)


def measured(command: Sequence[str | Path]) -> str:
    """Run a command. Returns its costs, and the last word that it prints."""
    started, before = time.monotonic(), resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    seconds, after = time.monotonic() - started, resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return f"{seconds:.1f} s, {cpu:.1f} s of CPU ({' '.join(done.stdout.split()[-1:])})"


def measure(logs: Sequence[Path], file_format: str, merge: str, out: Path) -> None:
    """Export the logs one after the other, and print what each step writes."""
    seen: set[Path] = set()
    whole = 0
    current = out / "g.big.current"
    for count in range(1, len(logs) + 1):
        command = [sys.executable, "-m", "binlog_kaitai", "export", "--current"]
        command += ["--format", file_format, "--merge", merge, "--out", str(out)]
        cost = measured([*command, *logs[:count]])
        files = {path: path.stat().st_size for path in current.rglob("*") if path.is_file()}
        new = [size for path, size in files.items() if path not in seen]
        whole = whole or sum(new)
        read = measured([sys.executable, "-c", READ[file_format], current])
        sys.stdout.write(
            f"{file_format} {merge} {count}: {sum(new):,} bytes in {len(new)} files,"
            f" {100 * sum(new) / whole:.2f} %; {cost}; read in {read};"
            f" load {os.getloadavg()[0]:.0f}\n"
        )
        sys.stdout.flush()
        seen.update(files)


@click.command(help=__doc__)
@click.option("--rows", default=2_000_000, show_default=True)
@click.option("--logs", type=click.Path(file_okay=False, path_type=Path))
@click.argument("cases", nargs=-1, metavar="FORMAT:MERGE...")
def main(rows: int, logs: Path | None, cases: Sequence[str]) -> None:
    with tempfile.TemporaryDirectory(prefix="bench-merges-") as folder:
        where = logs or Path(folder) / "logs"
        where.mkdir(exist_ok=True)
        if not any(where.iterdir()):
            make_logs(where, rows)
        for number, case in enumerate(cases or ("iceberg:on-write", "iceberg:on-read")):
            file_format, _, merge = case.partition(":")
            measure(sorted(where.iterdir()), file_format, merge, Path(folder) / f"out{number}")


if __name__ == "__main__":
    main()
