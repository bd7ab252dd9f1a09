"""Exports that are killed, or meet others, against what one that has its target to itself holds.

`KILLS` says how often each is killed.
"""

from __future__ import annotations

import os
import random
import shutil
import sys
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from multiprocessing.process import BaseProcess
from pathlib import Path
from uuid import uuid4

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from binlog_kaitai.lake.commit import JOURNAL
from binlog_kaitai.lake.current.planning import Asked
from binlog_kaitai.lake.job import export
from binlog_kaitai.lake.store import Store
from binlog_kaitai.lake.tables import Format
from tests.conftest import Bucket
from tests.lake import test_delta, test_iceberg
from tests.lake.datasets import archive
from tests.lake.exporting import export_logs, fork_context
from tests.lake.test_again import FILES, ROTATED, Rows, has_no_more_than
from tests.lake.test_object_store import copy
from tests.replay import load_truth
from tests.typed import expected_rows, in_order

pytestmark = pytest.mark.long

KILLS = int(os.environ.get("KILLS", "100"))

MAX_KILLED = 4
"""How often an export is killed until it is left to end."""

READ: dict[Format, Callable[[Path], Rows]] = {
    "parquet": archive,
    "delta": test_delta.tables,
    "iceberg": test_iceberg.tables,
}


def standing(out: Path, file_format: Format) -> list[dict[str, object]]:
    """Return the rows of a table as it stands."""
    name = "rotated.events.current"
    if file_format == "delta":
        rows = test_delta.deltalake.DeltaTable((out / name).as_uri()).to_pyarrow_table()
        rows = rows.drop(["log_bucket"])
    elif file_format == "iceberg":
        rows = test_iceberg.catalog(out).load_table(("rotated", "events.current")).scan().to_arrow()
    else:
        rows = pa.concat_tables(map(pq.read_table, (out / name).glob("*.parquet")))
    return in_order(rows.to_pylist())


@dataclass
class Exports:
    """Exports of one format, in processes that can be killed."""

    file_format: Format
    folder: Path
    bucket: Bucket | None
    killed: Counter[str] = field(default_factory=Counter)

    def __post_init__(self) -> None:
        self._context = fork_context()

    def place(self) -> str:
        """Return where nothing is."""
        name = f"out-{uuid4().hex}"
        return str(self.folder / name) if self.bucket is None else self.bucket.uri(name)

    def run(self, logs: Sequence[str], out: str, *, within: float | None = None) -> bool:
        """Export logs, and return whether it was killed for taking more than `within` seconds."""
        process = self._context.Process(target=export_logs, args=(logs, out, self.file_format))
        process.start()
        process.join(within)
        process.kill()
        process.join()
        assert process.exitcode in {0, -9}
        if process.exitcode == 0:
            return False
        commits = Store.at(out).exists(JOURNAL)
        self.killed["while it committed" if commits else "before or after"] += 1
        return True

    def start(self, logs: Sequence[str], out: str, *, later: float = 0.0) -> BaseProcess:
        """Start an export, which takes no other that lives for dead."""
        time.sleep(later)
        arguments = (logs, out, self.file_format)
        process = self._context.Process(target=export_logs, args=arguments, kwargs={"dead": 60.0})
        process.start()
        return process

    def seconds(self, logs: Sequence[str]) -> float:
        """Return how long an export takes."""
        out = self.place()
        started = time.monotonic()
        self.run(logs, out)
        return time.monotonic() - started

    def visible(self, out: str) -> Path:
        """Return a folder with what an export has written."""
        if self.bucket is None:
            return Path(out)
        name = out.partition("?")[0].rpartition("/")[2]
        shutil.rmtree(self.folder / name, ignore_errors=True)
        copy(self.bucket, name, self.folder)
        return self.folder / name

    def changes(self, out: str) -> Rows:
        """Return the rows of all datasets of changes."""
        folder = self.visible(out)
        return READ[self.file_format](folder) if folder.exists() else {}


every_target = pytest.mark.parametrize(
    ("file_format", "is_remote"),
    [(name, False) for name in READ] + [("parquet", True), ("delta", True)],
)


@every_target
def test_killed_at_random_moments(
    tmp_path: Path, bucket: Bucket, file_format: Format, *, is_remote: bool
) -> None:
    """Logs are added one by one, and each time the export is killed some times before it ends."""
    truth = load_truth("mysql97", "rotated")["tables"]["rotated.events"]
    selected = in_order(expected_rows(truth, has_names=True, has_charsets=True))
    whole = []
    for count in range(1, len(FILES) + 1):
        export(FILES[:count], tmp_path / f"whole-{count}", current=Asked())
        whole.append(archive(tmp_path / f"whole-{count}"))
    choose = random.Random(f"{file_format} {is_remote}")
    exports = Exports(file_format, tmp_path, bucket if is_remote else None)
    exports.seconds(FILES)  # the fork server starts
    seconds = exports.seconds(FILES)
    while exports.killed.total() < KILLS:
        out = exports.place()
        for count, expected in enumerate(whole, 1):
            logs = FILES[:count]
            for _ in range(MAX_KILLED):
                if not exports.run(logs, out, within=choose.uniform(0, seconds)):
                    break
                assert has_no_more_than(exports.changes(out), expected)
            exports.run(logs, out)
            assert exports.changes(out) == expected
            if count >= len(ROTATED):
                assert standing(exports.visible(out), file_format) == selected
        shutil.rmtree(exports.visible(out))
    told = ", ".join(f"{number} {when}" for when, number in sorted(exports.killed.items()))
    where = "S3" if is_remote else "a folder"
    sys.stdout.write(f"{file_format} in {where}: killed {told}; one takes {seconds:.1f} s\n")


@every_target
def test_two_at_once(
    tmp_path: Path, bucket: Bucket, file_format: Format, *, is_remote: bool
) -> None:
    """One of them at least is refused, or comes when the other is done; no row is lost or twice."""
    export(FILES, tmp_path / "whole", current=Asked())
    whole = archive(tmp_path / "whole")
    exports = Exports(file_format, tmp_path, bucket if is_remote else None)
    exports.seconds(FILES)  # the fork server starts
    seconds = exports.seconds(FILES)
    for part in (0.0, 0.2, 0.7):
        out = exports.place()
        first, second = (
            exports.start(FILES[:2], out),
            exports.start(FILES, out, later=part * seconds),
        )
        for process in (first, second):
            process.join()
            assert process.exitcode in {0, 1}
        exports.run(FILES, out)
        assert exports.changes(out) == whole
