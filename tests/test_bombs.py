"""Small logs that announce or hold much: memory follows the largest value that is really there."""

from __future__ import annotations

import json
import subprocess
import sys
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from binlog_kaitai.read.batches import read_batches
from binlog_kaitai.read.engines import Engine
from tests import documented_bytes as doc
from tests.documented_bytes import event, u4, u6
from tests.test_compressed import claiming, deflate, payload_log, zstd
from tests.test_documented_bytes import INNER, start_of, write

MIB = 2**20
LARGEST = 64 * MIB
ALLOWED = 600 * MIB + 3 * LARGEST

# What reading a log in each way gives: the rows, and the error; and the most memory that was taken.
READER = """
import json, sys
from binlog_kaitai import BinlogError, read_batches
from binlog_kaitai.read.views import event_batches
from binlog_kaitai.read.views import transaction_batches

def outcome(batches):
    rows, error = 0, None
    try:
        for batch in batches:
            rows += batch.num_rows
            del batch
    except BinlogError as raised:
        error = str(raised)
    return rows, error

engine, *paths = sys.argv[1:]
found = [
    [
        outcome(read_batches(path, engine=engine)),
        outcome(read_batches(path, "d.t", engine=engine)),
        outcome(transaction_batches(path, engine=engine)),
        outcome(event_batches(path)),
    ]
    for path in paths
]
with open("/proc/self/status") as status:
    (peak,) = (int(line.split()[1]) for line in status if line.startswith("VmHWM:"))
print(json.dumps({"found": found, "peak": 1024 * peak}))
"""


def slashes(size: int) -> bytes:
    return claiming(size, deflate(b"/" * MIB, size // MIB))


def column_log(folder: Path, *values: bytes) -> Path:
    """A log with one event of rows of a compressed BLOB."""
    table = event(19, doc.table_map(b"\x8c", b"\x04"))
    images = b"".join(b"\0" + u4(len(value)) + value for value in values)
    rows = event(23, u6(7) + b"\1\0" + doc.HAS_ONE + images)
    return write(folder, start_of(doc.MARIADB), table, rows)


def row_log(folder: Path, compressed: bytes) -> Path:
    """A log with one compressed event of rows of a BLOB."""
    table = event(19, doc.table_map(b"\xfc", b"\x04"))
    rows = event(166, u6(7) + b"\1\0" + doc.HAS_ONE + compressed)
    return write(folder, start_of(doc.MARIADB), table, rows)


def zeros(folder: Path) -> Path:
    return payload_log(folder, zstd(bytes(MIB), times=2048), claimed=2**31)


def many_values(folder: Path) -> Path:
    return column_log(folder, *[slashes(16 * MIB)] * 40)


def announced_values(folder: Path) -> Path:
    return column_log(folder, *[slashes(MIB)] * 3, *[claiming(2**30, deflate(b"/", 100))] * 50)


def large_row(folder: Path) -> Path:
    size = LARGEST // MIB
    data = deflate_parts(b"\0" + u4(LARGEST), b"/" * MIB, size)
    return row_log(folder, claiming(LARGEST + 5, data))


def announced_row(folder: Path) -> Path:
    return row_log(folder, claiming(2**30, deflate(b"/" * MIB, 2)))


def announced_event(folder: Path) -> Path:
    lie = INNER[2][:9] + u4(2**30) + INNER[2][13:]
    return payload_log(folder, zstd(*INNER[:2], lie, bytes(MIB)), claimed=2**30)


def cut_event(folder: Path) -> Path:
    rows = event(30, doc.rows(doc.extra_data(b""), doc.HAS_ONE, doc.FIVE))
    return write(folder, start_of(doc.MYSQL), rows[:9] + u4(2**32 - 1) + rows[13:])


def deflate_parts(first: bytes, part: bytes, times: int) -> bytes:
    compressor = zlib.compressobj()
    pieces = [compressor.compress(first), *(compressor.compress(part) for _ in range(times))]
    return b"".join(pieces) + compressor.flush()


# how many rows a log has, flat and typed, and what the error says of these, or of all that is read
LOGS: list[tuple[Callable[[Path], Path], int, str | None]] = [
    (zeros, 0, "an event header in the payload"),
    (many_values, 40, None),
    (announced_values, 3, "1073741824 bytes when decompressed, found 100"),
    (large_row, 1, None),
    (announced_row, 0, "1073741824 bytes when decompressed, found 2097152"),
    (announced_event, 0, "an event of 1073741824 bytes in the payload, found the end"),
    (cut_event, 0, "an event of 4294967295 bytes, found the end of the file"),
]


def read_apart(engine: Engine, paths: list[Path]) -> dict[str, Any]:
    done = subprocess.run(
        [sys.executable, "-c", READER, engine, *map(str, paths)],
        capture_output=True,
        check=True,
        text=True,
    )
    result: dict[str, Any] = json.loads(done.stdout)
    return result


@pytest.mark.long
@pytest.mark.parametrize("engine", ["kernels", "tree"])
def test_memory_follows_what_is_there(tmp_path: Path, engine: Engine) -> None:
    paths = []
    for make, _, _ in LOGS:
        folder = tmp_path / make.__name__
        folder.mkdir()
        paths.append(make(folder))
    assert sum(path.stat().st_size for path in paths) < 2 * MIB
    read_apart(engine, [paths[2], *paths[4:]])  # which compiles kernels, if they are not yet
    result = read_apart(engine, paths)
    for (make, num_rows, expected), found in zip(LOGS, result["found"], strict=True):
        for rows, error in found[:2]:
            assert rows == num_rows, make.__name__
            assert (expected in error) if expected else error is None, (make.__name__, error)
    assert result["peak"] < ALLOWED


def test_texts_of_several_rows_are_bounded(tmp_path: Path) -> None:
    zero_bytes = claiming(16 * MIB, deflate(bytes(MIB), 16))
    path = column_log(tmp_path, *[zero_bytes] * 3)
    # each takes six bytes for one, and no two together less than 128 MiB
    sizes = [(batch.num_rows, batch.nbytes) for batch in read_batches(path)]
    assert [num_rows for num_rows, _ in sizes] == [1, 1, 1]
    assert all(size < 128 * MIB for _, size in sizes)
