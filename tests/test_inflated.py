"""What kernels decompress ahead, many payloads at once, is what the classes read one by one."""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import zstandard

from binlog_kaitai.kernels.walk import change_scanner, inflated_ahead
from binlog_kaitai.kernels.walk.change_scanner import ChangeScanner
from binlog_kaitai.kernels.walk.scanner import Scanner
from tests import documented_bytes as doc
from tests.documented_bytes import event, u1, u6, u8
from tests.made_up.readings import (
    KERNELS,
    TREE,
    difference_of,
    lenient_difference,
    outcome,
    transactions_difference,
)
from tests.marks import mostly_long
from tests.test_compressed import claiming
from tests.test_documented_bytes import start_of, write

COUNT = 12
ODD = 5
MAX_ROWS = 256


@pytest.fixture(autouse=True)
def few_rows(monkeypatch: pytest.MonkeyPatch) -> None:
    """Kernels hand over so few rows at once that many need not be made."""
    monkeypatch.setattr(change_scanner, "MAX_ROWS", MAX_ROWS)


def inner(type_code: int, body: bytes) -> bytes:
    return event(type_code, body, checksum=False)


def gtid(number: int) -> bytes:
    return u1(0) + doc.UUID_BYTES + u8(number) + u1(2) + u8(number - 1) + u8(number)


def rows_of(number: int, count: int = 2) -> tuple[bytes, ...]:
    images = b"".join(b"\0" + bytes([number, i % 256, 0, 0]) for i in range(count))
    return (
        inner(2, doc.query(b"BEGIN")),
        inner(19, doc.table_map(b"\x03")),
        inner(30, doc.rows(doc.extra_data(b""), doc.HAS_ONE, images)),
        inner(16, u8(number)),
    )


def sized(data: bytes) -> bytes:
    return zstandard.ZstdCompressor(write_checksum=False).compress(data)


def unsized(data: bytes) -> bytes:
    return zstandard.ZstdCompressor(write_content_size=False).compress(data)


def payload(parts: tuple[bytes, ...]) -> bytes:
    data = b"".join(parts)
    return event(40, doc.payload(0, sized(data), len(data)))


def odd(number: int, name: str) -> bytes:
    """A payload that is not what servers write, or that holds what is rare."""
    parts = rows_of(number)
    data = b"".join(parts)
    length = len(data)
    frame = sized(data)
    frames = {
        "unsized": (unsized(data), length),
        "with a checksum": (zstandard.ZstdCompressor(write_checksum=True).compress(data), length),
        "not compressible": (sized(bytes(range(256)) * 3), 768),
        "of two frames": (sized(parts[0]) + sized(b"".join(parts[1:])), length),
        "with bytes behind": (frame + b"\0", length),
        "with a frame behind": (frame + sized(b""), length),
        "cut": (frame[:-1], length),
        "changed": (frame[:-4] + bytes(4), length),
        "claims less": (frame, length - 1),
        "claims more": (frame, length + 1),
        "claims nothing": (frame, 0),
        "cut inside an event": (sized(data[:-1]), length - 1),
        "empty": (sized(b""), 0),
    }
    if name in frames:
        return event(40, doc.payload(0, *frames[name]))
    held = {
        "names a transaction": (inner(33, gtid(99)), *parts),
        "two transactions": (*parts, *rows_of(number)),
        "holds a statement": (parts[0], inner(2, doc.query(b"INSERT INTO t VALUES (1)")), parts[3]),
        "without an end": parts[:3],
        "of an unknown table": (parts[0], parts[2], parts[3]),
        "holds a payload": (*parts[:3], inner(40, doc.payload(0, frame, length)), parts[3]),
        "of many rows": rows_of(number, 2 * MAX_ROWS),
        "of another table": (
            parts[0],
            inner(19, doc.table_map(b"\x08")),
            inner(30, doc.rows(doc.extra_data(b""), doc.HAS_ONE, b"\0" + u8(7))),
            parts[3],
        ),
        "rolled back": (*parts[:3], inner(2, doc.query(b"ROLLBACK"))),
        "of damaged rows": (*parts[:2], inner(30, parts[2][19:-2]), parts[3]),
    }
    return payload(held[name])


ODDITIES = (
    *("unsized", "with a checksum", "not compressible", "of two frames", "with bytes behind"),
    *("with a frame behind", "cut", "changed", "claims less", "claims more", "claims nothing"),
    *("cut inside an event", "empty", "names a transaction", "two transactions"),
    *("holds a statement", "without an end", "of an unknown table", "holds a payload"),
    *("of many rows", "of another table", "rolled back", "of damaged rows"),
)


def log_with(folder: Path, name: str | None) -> Path:
    def events() -> Iterator[bytes]:
        for number in range(1, COUNT + 1):
            yield event(33, gtid(number))
            yield odd(number, name) if name and number == ODD else payload(rows_of(number))

    return write(folder, start_of(doc.MYSQL), *events())


def assert_engines_agree(path: Path) -> None:
    for table in (None, "d.t"):
        read = [outcome(path, table, engine) for engine in (TREE, KERNELS)]
        assert difference_of(str(table), *read) is None
        assert lenient_difference(path, table) is None
    assert transactions_difference(path) is None


@pytest.mark.few(7)
@pytest.mark.parametrize("name", ODDITIES)
def test_a_payload_among_others_that_is_odd(tmp_path: Path, name: str) -> None:
    assert_engines_agree(log_with(tmp_path, name))


@pytest.fixture
def files_of_trees(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The file of each event that the classes read for kernels; threads may read others."""
    found: list[str] = []
    read = Scanner._read_event  # noqa: SLF001

    def counted(self: ChangeScanner) -> Iterator[Any]:
        found.append(self.reader.file)
        return (yield from read(self))

    monkeypatch.setattr(Scanner, "_read_event", counted)
    return found


def test_payloads_that_servers_write_need_no_classes(
    tmp_path: Path, files_of_trees: list[str]
) -> None:
    path = log_with(tmp_path, None)
    assert_engines_agree(path)
    before = files_of_trees.count(str(path))
    assert outcome(path, None, KERNELS).rows.num_rows == 2 * COUNT
    assert files_of_trees.count(str(path)) - before == 1  # the FORMAT_DESCRIPTION


@pytest.mark.parametrize("size", mostly_long([200, 64, 400, 2**19]))
def test_payloads_in_little_room(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, size: int
) -> None:
    monkeypatch.setattr(inflated_ahead, "MAX_AHEAD", size)
    assert_engines_agree(log_with(tmp_path, None))
    assert_engines_agree(log_with(tmp_path, "of many rows"))


def compressed_rows(number: int, name: str | None) -> bytes:
    images = b"".join(b"\0" + bytes([number, i, 0, 0]) for i in range(20))
    data, length = zlib.compress(images), len(images)
    data, length = {
        None: (data, length),
        "claims less": (data, length - 1),
        "claims more": (data, length + 1),
        "claims nothing": (data, 0),
        "cut": (data[:-5], length),
        "with bytes behind": (data + b"behind", length),
        "changed": (data[:10] + b"\xff" + data[11:], length),
        "of damaged rows": (zlib.compress(images[:-1]), length - 1),
    }[name]
    return event(166, u6(7) + b"\1\0" + doc.HAS_ONE + claiming(length, data))


@pytest.mark.few(4)
@pytest.mark.parametrize(
    "name",
    [None, "claims less", "claims more", "claims nothing", "cut", "with bytes behind", "changed"],
)
@pytest.mark.parametrize("size", [100, 2**19])
def test_compressed_rows_among_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str | None, size: int
) -> None:
    monkeypatch.setattr(inflated_ahead, "MAX_AHEAD", size)

    def events() -> Iterator[bytes]:
        for number in range(1, COUNT + 1):
            yield event(2, doc.query(b"BEGIN"))
            yield doc.INT_TABLE
            yield compressed_rows(number, name if number == ODD else None)
            yield event(16, u8(number))

    assert_engines_agree(write(tmp_path, start_of(doc.MARIADB), *events()))
