"""Exports that are killed at random moments, against what one that nobody kills holds.

`KILLS` says how often each is killed.
"""

from __future__ import annotations

import os
import random
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from uuid import uuid4

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from binlog_kaitai.lake.current.planning import Asked
from binlog_kaitai.lake.job import export
from tests.conftest import Bucket
from tests.lake import test_delta, test_iceberg
from tests.lake.datasets import archive
from tests.lake.test_again import FILES, Rows, has_no_more_than
from tests.lake.test_object_store import held

pytestmark = pytest.mark.long

KILLS = int(os.environ.get("KILLS", "100"))

READ: dict[str, Callable[[Path], Rows]] = {
    "parquet": archive,
    "delta": test_delta.tables,
    "iceberg": test_iceberg.tables,
}

# an object store takes an export for alive until it has been silent for a minute
COMMAND = """
import sys
from binlog_kaitai.cli.commands import main
from binlog_kaitai.lake import lock
lock.DEAD = -1.0
main(["export", "--master", "threads", *sys.argv[1:]])
"""


def standing(out: Path, file_format: str) -> set[str]:
    """Return the rows of a table as it stands, as text."""
    name = "rotated.events.current"
    if file_format == "delta":
        rows = test_delta.deltalake.DeltaTable((out / name).as_uri()).to_pyarrow_table()
        rows = rows.drop(["log_bucket"])
    elif file_format == "iceberg":
        rows = test_iceberg.catalog(out).load_table(("rotated", "events.current")).scan().to_arrow()
    else:
        rows = pa.concat_tables(map(pq.read_table, (out / name).glob("*.parquet")))
    return {repr(row) for row in rows.to_pylist()}


@pytest.mark.parametrize(
    ("file_format", "is_remote"),
    [(name, False) for name in READ] + [("parquet", True), ("delta", True)],
)
def test_killed_at_random_moments(
    tmp_path: Path, bucket: Bucket, file_format: str, *, is_remote: bool
) -> None:
    """Logs are added between kills, and tables are kept as they stand."""
    clean = tmp_path / "clean"
    export(FILES, clean, current=Asked())
    expected = standing(clean, "parquet")
    changes = archive(clean)
    choose = random.Random(file_format)
    name = f"out-{uuid4().hex}"
    place = tmp_path / name

    def out(number: int) -> str:
        return bucket.uri(f"{name}-{number}") if is_remote else f"{place}-{number}"

    def seen(number: int) -> Rows:
        folder = Path(f"{place}-{number}")
        if is_remote:
            shutil.rmtree(folder, ignore_errors=True)
            held(bucket, folder.name, tmp_path)
        return READ[file_format](folder) if folder.exists() else {}

    command = [sys.executable, "-c", COMMAND, "--format", file_format, "--current", "--out"]
    started = time.monotonic()
    subprocess.run([*command, out(0), *FILES], check=True, capture_output=True)
    seconds = time.monotonic() - started
    num_killed, number, kills = 0, 1, 0
    while num_killed < KILLS:
        files = FILES[: 1 + kills % 3]
        process = subprocess.Popen(
            [*command, out(number), *files], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        try:
            process.wait(seconds * choose.uniform(0.3, 1.05))
        except subprocess.TimeoutExpired:
            os.kill(process.pid, signal.SIGKILL)
            process.wait()
            num_killed += 1
        kills += 1
        assert has_no_more_than(seen(number), changes)
        if kills % 10 == 0:
            subprocess.run([*command, out(number), *FILES], check=True, capture_output=True)
            assert seen(number) == changes
            assert standing(Path(f"{place}-{number}"), file_format) == expected
            number += 1
    sys.stdout.write(f"{file_format}, {'S3' if is_remote else 'folder'}: {num_killed} killed\n")
