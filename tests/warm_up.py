"""Compiles kernels before the tests, each once: workers that begin together would each do so.

What two processes read here goes through the kernels of the fixtures, in an order that has them
compile different ones.
"""

from __future__ import annotations

import sys
import time
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

import pyarrow as pa

from binlog_kaitai.model.schema import RECORD_SCHEMA
from binlog_kaitai.model.scopes import Scope
from binlog_kaitai.model.spans import Span
from binlog_kaitai.read.batches import read_batches
from binlog_kaitai.read.packet_batches import PacketBatches
from binlog_kaitai.read.transaction_batches import transaction_batches

FIXTURES = Path(__file__).parent / "fixtures"
LOGS = [
    FIXTURES / name
    for name in (
        *("mysql97/types.binlog", "mysql97/compressed.binlog", "mysql97/json_partial.binlog"),
        *("mariadb118/types.binlog", "mariadb118/compressed.binlog"),
    )
]
NAMES = pa.schema([RECORD_SCHEMA.field("database"), RECORD_SCHEMA.field("table")])
WIRE = FIXTURES / "mysql97" / "wire.packets"


def records() -> None:
    """Read flat records of files and of packets."""
    for log in LOGS:
        read_to_the_end(read_batches(log))
    packets = [bytes.fromhex(line) for line in WIRE.read_text(encoding="utf-8").split()]
    stream = PacketBatches(RECORD_SCHEMA, framing="semi_sync")
    read_to_the_end(stream.of(pa.array(packets, pa.binary())))


def transactions_and_columns() -> None:
    """Read transactions, the second half of files, and the typed rows of all tables."""
    for log in LOGS:
        read_to_the_end(transaction_batches(log))
        half = Span(log.stat().st_size // 2)
        tables = set()
        for batch in read_batches(log, schema=NAMES, scope=Scope(span=half)):
            tables |= {f"{row['database']}.{row['table']}" for row in batch.to_pylist()}
        for table in sorted(tables):
            read_to_the_end(read_batches(log, table=table))


def read_to_the_end(batches: Iterator[pa.RecordBatch]) -> None:
    deque(batches, maxlen=0)


def timed(read: Callable[[], None]) -> str:
    start = time.process_time()
    read()
    return f"{read.__name__}: {time.process_time() - start:.0f} s of CPU"


def main() -> None:
    """Read in two processes, and tell what each cost."""
    with ProcessPoolExecutor(2, get_context("spawn")) as pool:
        for line in pool.map(timed, (records, transactions_and_columns)):
            sys.stdout.write(f"warm-up by {line}\n")


if __name__ == "__main__":
    main()
