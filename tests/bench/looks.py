"""Whether the cost of a follower's look grows with the number of looks.

    python -m tests.bench.looks [--format delta] [--current] [--looks 10000] [--every 0.7]
        [--maintain-every 3600]

A server writes small transactions; then their logs grow by one transaction a look, in a folder that
an export follows in this process. Each tenth of the looks prints the CPU of a look, the memory of
the process, and the files of the output. The CPU includes maintenance. Looks follow each other at
once, so files that only the hours remove stay; with `--every`, they take the time of a follower's.
"""

from __future__ import annotations

import contextlib
import os
import random
import statistics
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import click

from binlog_kaitai import scan
from binlog_kaitai.lake.current.planning import Asked
from binlog_kaitai.lake.following import follow
from binlog_kaitai.lake.tables import FORMATS, Format
from tests.servers import SERVERS, RunningServer
from tests.soak import OPTIONS, SERVER_OPTIONS

KEYS = 20_000
LOGS = 10
TENTHS = 10


def write(server: RunningServer, count: int) -> None:
    """Write a table, and then transactions of one row each, in several logs."""
    chance = random.Random(41)
    with contextlib.closing(server.connect()) as connection, connection.cursor() as cursor:
        cursor.execute("CREATE DATABASE shop")
        cursor.execute("CREATE TABLE shop.orders (id INT PRIMARY KEY, v INT, w VARCHAR(80))")
        rows = ",".join(f"({key},{key},'{chance.random()}')" for key in range(KEYS))
        cursor.execute(f"INSERT INTO shop.orders VALUES {rows}")
        for number in range(count):
            if number and number % (count // LOGS) == 0:
                cursor.execute("FLUSH BINARY LOGS")
            key = chance.randrange(KEYS)
            cursor.execute(f"UPDATE shop.orders SET v = v + 1, w = '{number}' WHERE id = {key}")
        cursor.execute("FLUSH BINARY LOGS")


def ends_of(logs: list[Path]) -> dict[str, list[int]]:
    """Return the ends of the transactions with rows, by logs."""
    columns = ["end_position", "num_rows"]
    found: dict[str, list[int]] = {}
    for log in logs:
        batches = scan([str(log)], view="transactions", columns=columns)
        rows = [row for one in batches for row in one.to_pylist()]
        found[log.name] = [row["end_position"] for row in rows if row["num_rows"]]
    return found


@dataclass
class Looks:
    """Lets logs grow between the looks of a follower, and measures these."""

    logs: list[Path]
    folder: Path
    out: Path
    number: int
    began: float = 0.0
    seconds: list[float] = field(default_factory=list)
    _growth: Iterator[None] = field(init=False)

    def __post_init__(self) -> None:
        self._growth = self._grow()

    def _grow(self) -> Iterator[None]:
        ends = ends_of(self.logs)
        for log in self.logs:
            content, at = log.read_bytes(), 0
            with (self.folder / log.name).open("wb") as file:
                for end in (*ends[log.name][:-1], len(content)):
                    file.write(content[at:end])
                    file.flush()
                    at = end
                    yield

    def is_over(self) -> bool:
        """Note the look before, and let the log grow for the next one."""
        now = time.process_time()
        if self.began:
            self.seconds.append(now - self.began)
            if len(self.seconds) % max(1, self.number // TENTHS) == 0:
                self._print()
        is_last = next(self._growth, self) is self
        self.began = time.process_time()
        return is_last or len(self.seconds) >= self.number

    def _print(self) -> None:
        some = self.seconds[-(self.number // TENTHS) :]
        cuts = statistics.quantiles(some, n=100)
        files = [one.stat().st_size for one in self.out.rglob("*") if one.is_file()]
        click.echo(
            f"{len(self.seconds):6} looks: {statistics.mean(some) * 1000:6.1f} ms of CPU each,"
            f" median {cuts[49] * 1000:6.1f}, p99 {cuts[98] * 1000:6.1f};"
            f" {resident() >> 20} MiB resident; {len(files)} files, {sum(files):,} bytes"
            f"{self._metadata()}  (load {os.getloadavg()[0]:.1f})"
        )

    def _metadata(self) -> str:
        """Return what the tables' metadata are."""
        texts = []
        for name in ("shop.orders", "shop.orders.current"):
            parts = [self.out / name / part for part in ("_delta_log", "metadata")]
            files = [one.stat().st_size for part in parts for one in part.glob("*")]
            if files:
                texts.append(f", metadata of {name} {len(files)} files, {sum(files):,} bytes")
        return "".join(texts)


def resident() -> int:
    """Return the bytes of memory of this process."""
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")


@click.command(help=__doc__)
@click.option("--server", "name", type=click.Choice(list(OPTIONS)), default="mysql97")
@click.option("--format", "file_format", type=click.Choice(FORMATS), default="parquet")
@click.option("--current", is_flag=True, help="Also keep current tables.")
@click.option("--looks", default=10_000, show_default=True, type=click.IntRange(100))
@click.option(
    "--every",
    default=0.0,
    show_default=True,
    type=float,
    help="Seconds between the starts of two looks.",
)
@click.option("--maintain-every", type=float, help="Seconds, as of export.")
def main(
    *,
    name: str,
    file_format: Format,
    current: bool,
    looks: int,
    **intervals: float,
) -> None:
    """Print a line for each tenth of the looks."""
    with tempfile.TemporaryDirectory(prefix="bench-looks-") as root:
        logs, grown, out = (Path(root, one) for one in ("logs", "grown", "out"))
        logs.mkdir()
        grown.mkdir()
        with SERVERS[name].run([*OPTIONS[name], *SERVER_OPTIONS]) as server:
            write(server, looks + LOGS)
            for log in server.binary_log_files():
                (logs / log.name).write_bytes(log.read_bytes())
        made = Looks(sorted(logs.iterdir()), grown, out, looks)
        runs = follow(
            [str(grown)],
            out,
            is_over=made.is_over,
            file_format=file_format,
            current=Asked() if current else None,
            **intervals,
        )
        for _ in runs:
            pass


if __name__ == "__main__":
    main()
