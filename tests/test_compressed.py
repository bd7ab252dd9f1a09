"""Compressed events that lie about what they hold: an error or the events, in bounded memory."""

from __future__ import annotations

import json
import subprocess
import sys
import zlib
from pathlib import Path
from typing import Any

import pytest
import zstandard

from binlog_kaitai import BinlogError, read_events, scan
from binlog_kaitai.errors import UnreadableError
from binlog_kaitai.io.inflate import inflate, inflate_into
from tests import documented_bytes as doc
from tests.documented_bytes import event, u1, u4, u6
from tests.marks import mostly_long
from tests.records import read_rows
from tests.test_documented_bytes import INNER, start_of, write

ZSTD, UNCOMPRESSED = 0, 255
BIG = 200 * 2**20
MAX_GROWTH = 100 * 2**20

# How much the memory of a process grows while it reads, at most; what it reads, and the error.
READER = """
import json, sys
from pathlib import Path
import pyarrow  # reading imports it for its first payload
from binlog_kaitai import BinlogError, read_events, scan

def memory(name):
    lines = Path("/proc/self/status").read_text().splitlines()
    return next(int(line.split()[1]) * 1024 for line in lines if line.startswith(name))

before, events, found = memory("VmRSS"), 0, None
try:
    for event in read_events(sys.argv[1]):
        events += 1
except BinlogError as error:
    found = error.found
print(json.dumps({"growth": memory("VmHWM") - before, "events": events, "found": found}))
"""


def read_apart(path: Path) -> dict[str, Any]:
    """Read a log in a process of its own; its memory may not grow much."""
    done = subprocess.run(
        [sys.executable, "-c", READER, path], capture_output=True, check=True, text=True
    )
    result: dict[str, Any] = json.loads(done.stdout)
    assert result.pop("growth") < MAX_GROWTH
    return result


def zstd(*parts: bytes, times: int = 1) -> bytes:
    """Return parts, repeated, as one zstd frame that does not tell its length."""
    compressor = zstandard.ZstdCompressor().compressobj()
    pieces = [compressor.compress(part) for _ in range(times) for part in parts]
    return b"".join(pieces) + compressor.flush()


def deflate(part: bytes, times: int) -> bytes:
    compressor = zlib.compressobj()
    pieces = [compressor.compress(part) for _ in range(times)]
    return b"".join(pieces) + compressor.flush()


def payload_log(folder: Path, data: bytes, *, claimed: int, method: int = ZSTD) -> Path:
    payload = event(40, doc.payload(method, data, claimed))
    return write(folder, start_of(doc.MYSQL), payload)


def inner(type_code: int, body: bytes) -> bytes:
    return event(type_code, body, checksum=False)


QUERY = inner(2, doc.query(b"/" * 2**16))
ROWS = INNER[2]


TIMES = BIG // len(QUERY)
LENGTH = TIMES * len(QUERY)


@pytest.mark.few(1)
@pytest.mark.parametrize(
    ("claimed", "events", "found"),
    mostly_long(
        [
            (LENGTH - 1, TIMES - 1, "more"),
            (2**64 - 1, TIMES, f"{LENGTH}"),
            (0, 0, "more"),
            (len(QUERY) + 10, 1, "more"),
            (10, 0, "more"),
            (LENGTH, TIMES, None),
            (2**31, TIMES, f"{LENGTH}"),
            (2**40, TIMES, f"{LENGTH}"),
        ],
        short=4,
    ),
)
def test_payload_of_another_length_than_it_claims(
    tmp_path: Path, claimed: int, events: int, found: str | None
) -> None:
    path = payload_log(tmp_path, zstd(QUERY, times=TIMES), claimed=claimed)
    assert path.stat().st_size < 100_000
    assert read_apart(path) == {"events": 2 + events, "found": found}


@pytest.mark.parametrize("claimed", [10, BIG, 2**40])
def test_payload_of_zeros(tmp_path: Path, claimed: int) -> None:
    path = payload_log(tmp_path, zstd(bytes(2**20), times=BIG // 2**20), claimed=claimed)
    result = read_apart(path)
    assert result["events"] == 2
    assert result["found"]


@pytest.mark.long
def test_payload_of_large_events(tmp_path: Path) -> None:
    large = inner(2, doc.query(b"/" * 2**22))
    times = BIG // len(large)
    path = payload_log(tmp_path, zstd(large, times=times), claimed=times * len(large))
    assert read_apart(path) == {"events": 2 + times, "found": None}


def test_inner_event_longer_than_the_payload(tmp_path: Path) -> None:
    lie = ROWS[:9] + u4(2**30) + ROWS[13:]
    path = payload_log(tmp_path, zstd(*INNER[:2], lie, bytes(2**20)), claimed=2**30)
    result = read_apart(path)
    assert result["events"] == 4
    assert result["found"] == f"the end of the payload after {len(lie) + 2**20} bytes"


@pytest.mark.parametrize("size", [0, 18, 2**30 + 1, 2**32 - 1])
def test_inner_event_of_an_impossible_size(tmp_path: Path, size: int) -> None:
    lie = ROWS[:9] + u4(size) + ROWS[13:]
    path = payload_log(tmp_path, zstd(*INNER[:2], lie, bytes(2**20)), claimed=2**20)
    events, error = read_until_error(path)
    assert events == ["FORMAT_DESCRIPTION", "TRANSACTION_PAYLOAD", "QUERY", "TABLE_MAP"]
    assert error is not None
    assert str(size) in error.found


def read_until_error(path: Path) -> tuple[list[str | None], BinlogError | None]:
    types: list[str | None] = []
    try:
        for found in read_events(path):
            types.append(found.type)  # noqa: PERF401 - those before the error are wanted
    except BinlogError as error:
        return types, error
    return types, None


@pytest.mark.parametrize("length", [0, 3, 10, 40, -1])
def test_truncated_zstd(tmp_path: Path, length: int) -> None:
    path = payload_log(tmp_path, zstd(*INNER)[:length], claimed=len(b"".join(INNER)))
    types, error = read_until_error(path)
    assert types[:2] == ["FORMAT_DESCRIPTION", "TRANSACTION_PAYLOAD"]
    # the transaction has lost events, which no silence may hide
    assert error is not None
    assert error.position == len(start_of(doc.MYSQL))


@pytest.mark.parametrize("data", [b"no zstd at all", zlib.compress(b"".join(INNER))])
def test_payload_that_is_not_zstd(tmp_path: Path, data: bytes) -> None:
    types, error = read_until_error(payload_log(tmp_path, data, claimed=10))
    assert len(types) == 2
    assert error is not None
    assert error.expected == "a payload compressed with zstd"


@pytest.mark.parametrize("method", [1, 7, 254])
def test_unknown_compression_of_a_payload(tmp_path: Path, method: int) -> None:
    path = payload_log(tmp_path, zstd(*INNER), claimed=10, method=method)
    types, error = read_until_error(path)
    assert types == ["FORMAT_DESCRIPTION", "TRANSACTION_PAYLOAD"]
    assert error is not None
    assert error.found == f"compression type {method}"


@pytest.mark.parametrize("method", [ZSTD, UNCOMPRESSED])
def test_places_of_inner_changes(tmp_path: Path, method: int) -> None:
    # the first rows do not end their statement
    first = inner(30, u6(7) + bytes(2) + ROWS[27:])
    parts = (*INNER[:2], first, inner(29, b"\0text"), ROWS, INNER[3])
    data = zstd(*parts) if method == ZSTD else b"".join(parts)
    claimed = len(b"".join(parts))
    payload = event(40, doc.payload(method, data, claimed))
    start = start_of(doc.MYSQL)
    path = write(tmp_path, start, payload, *INNER_WITH_CHECKSUMS)
    outer, after = len(start), len(start) + len(payload)
    records = list(read_rows(path))
    assert [(r.position, r.ordinal, r.data["@1"]) for r in records[:4]] == [
        (outer, 0, 5),
        (outer, 1, 6),
        (outer, 2, 5),
        (outer, 3, 6),
    ]
    assert [r.ordinal for r in records[4:]] == [0, 1]
    assert {r.position for r in records[4:]} == {after + len(INNER_WITH_CHECKSUMS[0])}
    events = list(read_events(path))
    assert {e.position for e in events[1:8]} == {outer}
    assert {e.checksum for e in events[2:8]} == {"none"}
    assert [e.size for e in events[2:8]] == [len(part) for part in parts]
    assert [e.position for e in events[8:]] == [after, after + len(INNER_WITH_CHECKSUMS[0])]


INNER_WITH_CHECKSUMS = (doc.INT_TABLE, event(30, ROWS[19:]))


def test_payload_of_several_frames(tmp_path: Path) -> None:
    data = zstd(*INNER[:1]) + zstd(*INNER[1:])
    types, error = read_until_error(payload_log(tmp_path, data, claimed=len(b"".join(INNER))))
    assert error is None
    assert types[2:] == ["QUERY", "TABLE_MAP", "WRITE_ROWS_V2", "XID"]


def test_payload_without_events(tmp_path: Path) -> None:
    types, error = read_until_error(payload_log(tmp_path, zstd(b""), claimed=0))
    assert (types, error) == (["FORMAT_DESCRIPTION", "TRANSACTION_PAYLOAD"], None)


def claiming(length: int, data: bytes) -> bytes:
    """Return data that MariaDB compressed, with another length before it."""
    size = max(1, (length.bit_length() + 7) // 8)
    return u1(0x80 | size) + length.to_bytes(size, "big") + data


def mariadb_rows(folder: Path, compressed: bytes) -> Path:
    rows = event(166, u6(7) + b"\1\0" + doc.HAS_ONE + compressed)
    return write(folder, start_of(doc.MARIADB), doc.INT_TABLE, rows)


def mariadb_query(folder: Path, compressed: bytes) -> Path:
    query = event(165, doc.query(compressed))
    # a TABLE_MAP, so that two events go before the fault, as in the other kind
    return write(folder, start_of(doc.MARIADB), doc.INT_TABLE, query)


KINDS = pytest.mark.parametrize("kind", [mariadb_rows, mariadb_query])


@pytest.mark.long
@KINDS
@pytest.mark.parametrize(
    ("claimed", "found"),
    mostly_long(
        [(0, "more"), (2**40, f"{2**40}"), (10, "more"), (BIG // 2**10, "more"), (2**30 + 1, None)],
        short=2,
    ),
)
def test_bomb_in_a_compressed_event(
    tmp_path: Path, kind: Any, claimed: int, found: str | None
) -> None:
    path = kind(tmp_path, claiming(claimed, deflate(bytes(2**20), BIG // 2**20)))
    result = read_apart(path)
    assert result == {"events": 2, "found": found or f"{claimed}"}


@KINDS
def test_compressed_event_shorter_than_it_claims(tmp_path: Path, kind: Any) -> None:
    path = kind(tmp_path, claiming(2**30, zlib.compress(doc.FIVE)))
    assert read_apart(path) == {"events": 2, "found": f"{len(doc.FIVE)}"}


@KINDS
@pytest.mark.parametrize(
    "compressed",
    [
        claiming(5, zlib.compress(doc.FIVE)[:-8]),
        claiming(5, b"no zlib"),
        claiming(5, b""),
        # method 1, a length of nine bytes, and no mark of compression
        b"\x91\x05" + zlib.compress(doc.FIVE),
        b"\x89" + bytes(8) + b"\x05" + zlib.compress(doc.FIVE),
        b"\x01\x05" + zlib.compress(doc.FIVE),
        b"",
    ],
    ids=["cut", "other", "none", "method", "length", "mark", "empty"],
)
def test_damaged_compressed_event(tmp_path: Path, kind: Any, compressed: bytes) -> None:
    path = kind(tmp_path, compressed)
    types, error = read_until_error(path)
    assert len(types) == 2
    assert error is not None
    assert error.position == len(start_of(doc.MARIADB)) + len(doc.INT_TABLE)
    with pytest.raises(BinlogError):
        list(read_rows(path))


LONG = b"INSERT INTO t VALUES ('" + 100 * b"text " + b"')"
STATEMENTS = [
    LONG,
    b"CREATE TABLE t (a INT)",
    b"BEGIN",
    LONG[:99] + "\u00e9".encode("latin1"),
    b"COMMIT",
    b"SAVEPOINT `a`",
    b"XA START X'61',X'',1",
    b"ROLLBACK",
    b"",
    LONG,
]


@pytest.mark.parametrize("view", ["changes", "events", "transactions"])
@pytest.mark.parametrize("last", [LONG, None, 5, 2**20])
def test_compressed_statements(tmp_path: Path, view: Any, last: bytes | int | None) -> None:
    texts = [*STATEMENTS, *(LONG[:number] for number in range(30, 400))]
    events = [event(165, doc.query(claiming(len(text), zlib.compress(text)))) for text in texts]
    if isinstance(last, int):  # what it claims to be long
        events.append(event(165, doc.query(claiming(last, zlib.compress(LONG)))))
    elif last:
        events.append(event(2, doc.query(last)))
    path = write(tmp_path, start_of(doc.MARIADB), *events)

    def found(engine: Any) -> tuple[list[dict[str, Any]], str]:
        rows: list[dict[str, Any]] = []
        try:
            for batch in scan(path, view=view, engine=engine):
                rows.extend(batch.to_pylist())
        except BinlogError as error:
            return rows, str(error)
        return rows, ""

    assert found("kernels") == found("tree")


def test_bomb_in_a_compressed_column(tmp_path: Path) -> None:
    table = event(19, doc.table_map(b"\x8c", b"\x04"))
    value = claiming(10, deflate(bytes(2**20), BIG // 2**20))
    image = b"\0" + u4(len(value)) + value
    rows = event(23, u6(7) + b"\1\0" + doc.HAS_ONE + image)
    path = write(tmp_path, start_of(doc.MARIADB), table, rows)
    assert read_apart(path) == {"events": 2, "found": "more"}


@pytest.mark.parametrize("data", [b"", b"a", b"x" * 2**21, bytes(range(256)) * 2**13])
@pytest.mark.parametrize("behind", [b"", b"other data" * 2**14])
def test_zlib_stream_up_to_its_end(data: bytes, behind: bytes) -> None:
    compressed = zlib.compress(data)
    assert inflate(compressed + behind, len(data)) == data
    target = bytearray(len(data))
    inflate_into(memoryview(target), compressed + behind)
    assert target == data
    with pytest.raises(UnreadableError):
        inflate(compressed + behind, len(data) + 1)
