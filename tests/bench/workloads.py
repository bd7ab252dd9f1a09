"""The logs that readers are timed on, made by a real server and kept in `bench-output/`."""

from __future__ import annotations

import contextlib
import shutil
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from binlog_kaitai.io.framing import LogFile
from tests.servers import REPOSITORY, ServerError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tests.servers import Family, RunningServer, Server

OUT = REPOSITORY / "bench-output"
SQL = Path(__file__).parent / "sql"

OPTIONS = (
    "--binlog-format=ROW",
    "--binlog-row-metadata=FULL",
    "--binlog-checksum=CRC32",
    "--max-binlog-size=1G",
    # nothing that a crash could lose is missed
    "--sync-binlog=0",
    "--innodb-flush-log-at-trx-commit=0",
    "--innodb-doublewrite=OFF",
    "--innodb-buffer-pool-size=512M",
)
FAMILY_OPTIONS: dict[Family, tuple[str, ...]] = {
    "mysql": (
        "--gtid-mode=ON",
        "--enforce-gtid-consistency=ON",
        "--cte-max-recursion-depth=1000000",
        "--mysqlx=OFF",
    ),
    "mariadb": (
        "--max-recursive-iterations=1000000",
        "--plugin-load-add=ha_blackhole",
    ),
}

PREFIX_IMAGES = 20_000
# no log without a transaction is larger
EMPTY_SIZE = 2000


Statements = Mapping["Family", tuple[str, ...]]
COMPRESSED: Statements = {
    "mysql": ("SET SESSION binlog_transaction_compression = ON",),
    "mariadb": ("SET GLOBAL log_bin_compress = ON",),
}
NOT_COMPRESSED: Statements = {"mariadb": ("SET GLOBAL log_bin_compress = OFF",)}
STATEMENT_FORMAT: Statements = dict.fromkeys(
    ("mysql", "mariadb"), ("SET SESSION binlog_format = STATEMENT",)
)
MINIMAL: Statements = dict.fromkeys(
    ("mysql", "mariadb"), ("SET SESSION binlog_row_image = MINIMAL",)
)


@dataclass(frozen=True)
class Workload:
    """A log: what it is called, how many row images it holds, and of which table.

    Without a table it is read flat only, and its images may be statements. `script` names the
    statements that make it, if not its own name, `before` and `after` those around them. Of
    `num_files` logs, more than one are listed in an `.index` file.
    """

    name: str
    images: int
    # of the binary log, in bytes, about
    size: int
    table: str | None = "bench.sbtest"
    families: tuple[Family, ...] = ("mysql", "mariadb")
    script: str = ""
    before: Statements = field(default_factory=dict, hash=False)
    after: Statements = field(default_factory=dict, hash=False)
    num_files: int = 1
    # read once, and only if asked for
    is_big: bool = False
    # one that the slow readers read too
    is_common: bool = False
    # one whose tables are written to Parquet, too
    is_exported: bool = False

    def log(self, server: Server) -> Path:
        """Return where the log of a server is kept, or the list of its logs."""
        folder = OUT / server.name
        if self.num_files > 1:
            return folder / self.name / "binlog.index"
        return folder / f"{self.name}.binlog"

    def files(self, server: Server) -> list[Path]:
        """Return where the logs are kept."""
        log = self.log(server)
        return sorted(log.parent.glob("binlog.[0-9]*")) if self.num_files > 1 else [log]


_BULK = 400_000 + 2 * 100_000 + 40_000
_OLTP = 150_000 + 2 * 50_000 + 21_428

WORKLOADS = {
    workload.name: workload
    for workload in (
        Workload("bulk", _BULK, 90_000_000, is_common=True, is_exported=True),
        Workload("oltp", _OLTP, 120_000_000, is_common=True),
        Workload("json", 100_000, 50_000_000, "bench.documents", ("mysql",), is_common=True),
        Workload(
            "bulk_compressed",
            _BULK,
            31_000_000,
            script="bulk",
            before=COMPRESSED,
            after=NOT_COMPRESSED,
        ),
        Workload(
            "oltp_compressed",
            _OLTP,
            160_000_000,
            script="oltp",
            before=COMPRESSED,
            after=NOT_COMPRESSED,
        ),
        Workload("minimal", _OLTP, 90_000_000, script="oltp", before=MINIMAL),
        Workload("statements", 60_000, 23_000_000, None, before=STATEMENT_FORMAT),
        Workload(
            "statements_compressed",
            30_000,
            15_000_000,
            None,
            ("mariadb",),
            script="long_statements",
            before={"mariadb": COMPRESSED["mariadb"] + STATEMENT_FORMAT["mariadb"]},
            after=NOT_COMPRESSED,
        ),
        Workload("partitions", 160_000 + 2 * 20_000, 30_000_000, "bench.parted"),
        Workload("many_tables", 1000 * 60 * 2, 30_000_000, None, is_exported=True),
        Workload("xa", 20_000, 20_000_000),
        Workload("wide", 20_000, 50_000_000, "bench.wide"),
        Workload("blobs", 300, 90_000_000, "bench.blobs"),
        Workload("files", 2 * 500, 500_000, num_files=500),
        Workload("big", 60 * 400_000 + 256, 4_600_000_000, is_big=True),
    )
}


def build(server: Server, workloads: Sequence[Workload]) -> Iterator[Workload]:
    """Make the logs that are missing, and yield each workload before its log is made."""
    missing = [workload for workload in workloads if not workload.log(server).exists()]
    if not missing:
        return
    _check_room(missing)
    with server.run([*OPTIONS, *FAMILY_OPTIONS[server.family]]) as running:
        for workload in missing:
            yield workload
            _make(running, workload, server.family, workload.log(server))


def _check_room(workloads: Sequence[Workload]) -> None:
    # The server's log and the copy of it, and what a transaction is gathered in.
    needed = 3 * max(workload.size for workload in workloads) + 2_000_000_000
    OUT.mkdir(exist_ok=True)
    free = shutil.disk_usage(OUT).free
    if free < needed:
        raise ServerError(f"{OUT} has room for {free:,} bytes, about {needed:,} are needed")


def _make(running: RunningServer, workload: Workload, family: Family, target: Path) -> None:
    target.parent.mkdir(exist_ok=True, parents=True)
    with contextlib.closing(running.connect()) as connection:
        cursor = connection.cursor()
        _run(cursor, "tables")
        cursor.execute("FLUSH BINARY LOGS")
        before = running.binary_log_files()
        for statement in workload.before.get(family, ()):
            cursor.execute(statement)
        for _ in range(workload.num_files):
            _run(cursor, workload.script or workload.name)
            cursor.execute("FLUSH BINARY LOGS")
        for statement in workload.after.get(family, ()):
            cursor.execute(statement)
        logs = running.binary_log_files()[len(before) - 1 :]
        if workload.num_files > 1:
            _copy_files(logs[: workload.num_files], target)
            return
        log, *others = logs
        if any(other.stat().st_size > EMPTY_SIZE for other in others):
            raise ServerError(f"{workload.name} is more than one log")
        partial = target.with_suffix(".part")
        shutil.copyfile(log, partial)
        partial.rename(target)


def _copy_files(logs: Sequence[Path], index: Path) -> None:
    for log in logs:
        shutil.copyfile(log, index.parent / log.name)
    index.write_text("".join(f"./{log.name}\n" for log in logs), encoding="utf-8")


def _run(cursor: Any, name: str) -> None:
    """Run the statements of a file, which empty lines part."""
    for statement in (SQL / f"{name}.sql").read_text(encoding="utf-8").split("\n\n"):
        cursor.execute(statement)


def prefix(workload: Workload, server: Server) -> Path:
    """Return a log that holds the first events of a workload's, about 20,000 row images."""
    log = workload.log(server)
    path = log.with_suffix(".prefix")
    if not path.exists() or path.stat().st_mtime < log.stat().st_mtime:
        limit = log.stat().st_size * PREFIX_IMAGES // workload.images
        with LogFile(log) as opened:
            end = next(
                frame.position
                for frame in opened.frames()
                if frame.position + len(frame.data) > limit
            )
        with log.open("rb") as stream:
            path.write_bytes(stream.read(end))
    return path
