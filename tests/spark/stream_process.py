"""A process that streams a folder of logs to Parquet files until it is killed, or has read all.

python -m tests.spark.stream_process LOGS OUT CHECKPOINT [once]

LOGS may be a server, whose logs are spooled beside the checkpoint.
"""

from __future__ import annotations

import sys

from binlog_kaitai.spark.session import SHORT_LIVED, start_session


def main(logs: str, out: str, checkpoint: str, how: str = "on") -> None:
    spark = start_session("local[2]", **SHORT_LIVED)
    frame = (
        spark.readStream.format("binlog")
        .option("pathGlobFilter", "binlog.[0-9]*")
        .option("maxBytesPerTrigger", "20000" if how == "on" else "20m")
        .option("maxPartitionBytes", "7000" if how == "on" else "8m")
        .option("spool", f"{checkpoint}-spool")
        .load(logs)
    )
    writer = frame.writeStream.format("parquet").option("checkpointLocation", checkpoint)
    if how == "once":
        writer = writer.trigger(availableNow=True)
    query = writer.start(out)
    sys.stdout.write("started\n")
    sys.stdout.flush()
    query.awaitTermination()


if __name__ == "__main__":
    main(*sys.argv[1:])
