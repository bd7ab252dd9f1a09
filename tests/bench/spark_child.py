"""One measurement of Spark in a session of its own; it prints what it did as a line of JSON.

`python -m tests.bench.spark_child SOURCE MASTER SINK OUT PATH...`, SOURCE being `typed` (the data
source with all columns), `columns` (without the record's fields) or `pipe`, which hands over as
many rows that are ready made; SINK is `noop` or `parquet`.
"""

from __future__ import annotations

import itertools
import json
import os
import sys
import threading
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pyarrow as pa
from pyspark.sql.datasource import DataSource, DataSourceReader, InputPartition
from pyspark.sql.pandas.types import to_arrow_schema
from pyspark.sql.types import StructType

from binlog_kaitai.read.batches import read_batches
from binlog_kaitai.spark.session import start_session

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pyspark.sql import DataFrame, SparkSession

TABLE = "bench.sbtest"
COLUMNS = (
    "id BIGINT, k INT, c STRING, pad STRING, amount DECIMAL(12,2), created TIMESTAMP_NTZ,"
    " updated TIMESTAMP, flag SMALLINT, score DOUBLE, note STRING"
)
READY_BATCHES = 16
REPEATS = 3
POLL_SECONDS = 0.02


class PipeReader(DataSourceReader):
    """Hands over the same batches again and again, in so many partitions."""

    def __init__(self, path: str, schema: pa.Schema, rows: int, num_partitions: int) -> None:
        self.path = path
        self.schema = schema
        self.rows = rows
        self.num_partitions = num_partitions

    def partitions(self) -> list[InputPartition]:
        return [InputPartition(number) for number in range(self.num_partitions)]

    def read(self, partition: InputPartition) -> Iterator[pa.RecordBatch]:  # noqa: ARG002
        left = self.rows // self.num_partitions
        for batch in itertools.cycle(_batches(self.path, self.schema)):
            yield batch.slice(0, left)
            left -= batch.num_rows
            if left <= 0:
                return


class Pipe(DataSource):
    """What Spark itself can take in, of rows like those of the log."""

    @classmethod
    def name(cls) -> str:
        return "pipe"

    def schema(self) -> str:
        return COLUMNS

    def reader(self, schema: StructType) -> PipeReader:
        fields = to_arrow_schema(schema, timezone="UTC")
        rows, partitions = int(self.options["rows"]), int(self.options["partitions"])
        return PipeReader(self.options["log"], fields, rows, partitions)


def _batches(path: str, schema: pa.Schema) -> list[pa.RecordBatch]:
    """Some of the log's own rows, for what a sink does with them hangs on what they are."""
    batches = read_batches(path, TABLE, schema=schema, is_projection=True)
    return list(itertools.islice(batches, READY_BATCHES))


def _frame(spark: SparkSession, source: str, paths: list[str]) -> DataFrame:
    if source == "pipe":
        spark.dataSource.register(Pipe)
        options = {"rows": paths[0], "log": paths[1], "partitions": "4"}
        return spark.read.format("pipe").options(**options).load()
    reader = spark.read.format("binlog").option("table", TABLE)
    if source == "columns":
        reader = reader.schema(COLUMNS)
    return reader.load(paths)


class _WorkersMemory(threading.Thread):
    """Looks at the peak memory of the Python processes that Spark starts."""

    def __init__(self) -> None:
        super().__init__(daemon=True)
        self.peak = 0

    def run(self) -> None:
        while True:
            for status in Path("/proc").glob("[0-9]*/status"):
                self.peak = max(self.peak, self._peak_of(status))
            time.sleep(POLL_SECONDS)

    def _peak_of(self, status: Path) -> int:
        try:
            command = (status.parent / "cmdline").read_bytes()
            if b"pyspark" not in command or b"java" in command.split(b"\0")[0]:
                return 0
            text = status.read_text(encoding="utf-8")
        except OSError:
            return 0
        peak = [line.split()[1] for line in text.splitlines() if line.startswith("VmHWM")]
        return int(peak[0]) * 1024 if peak else 0


def main(source: str, master: str, sink: str, out: str, *paths: str) -> dict[str, Any]:
    """Write the rows to the sink, and return how fast that went the best time."""
    os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, sys.path))
    # a worker pays for importing once, and is then used again
    spark = start_session(master, **{"spark.sql.shuffle.partitions": "1"})
    memory = _WorkersMemory()
    memory.start()
    frame = _frame(spark, source, list(paths))
    seconds = []
    for _ in range(REPEATS if sink == "noop" else 2):
        start = time.perf_counter()
        writer = frame.write.mode("overwrite")
        if sink == "noop":
            writer.format("noop").save()
        else:
            writer.parquet(out)
        seconds.append(time.perf_counter() - start)
    rows = frame.count()
    return {"rows": rows, "seconds": min(seconds), "peak": memory.peak}


if __name__ == "__main__":
    sys.stdout.write(json.dumps(main(*sys.argv[1:])))
