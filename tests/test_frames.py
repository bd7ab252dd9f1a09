"""Events in blocks of bytes: what kernels find is what the places of fields say."""

from __future__ import annotations

import zlib

import numpy as np
import pytest

from binlog_kaitai.rewrite.places import HeaderPlaces
from binlog_kaitai.tree.log.reader import read_log
from tests.fixtures.logs import FIXTURES

LOGS = ["mysql97/rotated.1.binlog", "mariadb118/rotated.1.binlog", "mysql56/altered.1.binlog"]
HEADER = 19


@pytest.fixture(params=LOGS)
def events(request: pytest.FixtureRequest) -> tuple[bytes, HeaderPlaces, HeaderPlaces]:
    """The events of a log, and its places: without kernels, and with them."""
    path = FIXTURES / request.param
    _, first, *_ = read_log(path)
    content, log_format = path.read_bytes()[first.position :], first.tree.format
    slow, fast = (HeaderPlaces(content[: first.size], log_format) for _ in range(2))
    slow._found = None  # noqa: SLF001 - as where Numba is not installed
    assert fast._found is not None  # noqa: SLF001
    return content, slow, fast


def test_bounds(events: tuple[bytes, HeaderPlaces, HeaderPlaces]) -> None:
    content, slow, fast = events
    bounds = slow.bounds(content).tolist()
    assert len(bounds) > 5
    assert bounds[-1] == len(content)
    size = slow.size
    short, huge = (bytearray(content) for _ in range(2))
    size.put(short, bounds[2], HEADER - 1)
    size.put(huge, bounds[2], 2**32 - 1)
    cases: list[tuple[bytes | bytearray, list[int]]] = [
        (content, bounds),
        (bytearray(content), bounds),
        (content[:-1], bounds[:-1]),
        (content[: bounds[3] + HEADER - 1], bounds[:4]),
        (short, bounds[:3]),
        (huge, bounds[:3]),
        (b"", [0]),
    ]
    for data, expected in cases:
        assert slow.bounds(data).tolist() == fast.bounds(data).tolist() == expected


def test_checksums(events: tuple[bytes, HeaderPlaces, HeaderPlaces]) -> None:
    content, slow, fast = events
    bounds = slow.bounds(content)
    starts, ends = bounds[:-1], bounds[1:]
    for places in (slow, fast):
        data = bytearray(content)
        if places.checksum is not None:
            places.checksum.put_all(
                np.asarray(memoryview(data)), ends - 4, np.zeros(len(ends), np.int64)
            )
        places.sign_all(data, starts, ends)
        assert data == content
    if fast.checksum is not None:
        assert zlib.crc32(content[: bounds[1] - 4]) == fast.checksum.get(content, bounds[1] - 4)
