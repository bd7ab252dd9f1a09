"""Rows events of more rows than kernels hand over at once, sound and damaged far behind."""

from __future__ import annotations

import sys
import zlib
from pathlib import Path
from random import Random

import pytest

from binlog_kaitai import read_batches
from binlog_kaitai.io.framing import LogFile
from binlog_kaitai.kernels.records import held
from binlog_kaitai.kernels.seek import look_ahead, windows
from binlog_kaitai.kernels.seek.header_scan import LONG
from binlog_kaitai.kernels.walk import change_scanner, inflated_ahead
from binlog_kaitai.kernels.walk.change_walk import ChangeWalk
from binlog_kaitai.kernels.walk.found_rows import Rows
from tests import documented_bytes as doc
from tests.documented_bytes import event, packed, u1, u4, u6, u8
from tests.made_up.damage import events_of
from tests.made_up.readings import KERNELS, TREE, difference_of, outcome
from tests.made_up.streams import difference_in
from tests.replay import FIXTURES
from tests.test_compressed import claiming
from tests.test_documented_bytes import start_of, write
from tests.test_inflated import assert_engines_agree, gtid, sized

MAX_ROWS, COUNT = 16, 60
MAP = doc.table_map(b"\x03\xf5", b"\x04")  # an INT, and a JSON document
COLUMNS = packed(2) + b"\x03"
DOCUMENT, BAD_DOCUMENT = b"\x04\x01", b"\x05\x01"  # true, and half a number
NO_DOCUMENT = b"\xfb\x01"  # the classes read none of the event's rows

DAMAGES = [None, "cut", "a bad document", "a bad document early", "no document", "both"]
HOWS = ["plain", "compressed", "compressed alone", "in a payload"]


def image(number: int, document: bytes = DOCUMENT) -> bytes:
    return u1(0) + u4(number) + u4(len(document)) + document


def images(damage: str | None) -> bytes:
    found = [image(number) for number in range(COUNT)]
    match damage:
        case "cut":
            found[-1] = found[-1][:-1]
        case "a bad document":
            found[-10] = image(COUNT - 10, BAD_DOCUMENT)
        case "a bad document early":
            found[10] = image(10, BAD_DOCUMENT)
        case "no document":
            found[-10] = image(COUNT - 10, NO_DOCUMENT)
        case "both":
            found[-10] = image(COUNT - 10, BAD_DOCUMENT)
            found[-1] = found[-1][:-1]
    return b"".join(found)


def rows_events(damage: str | None, how: str) -> list[bytes]:
    data = images(damage)
    if how.startswith("compressed"):
        body = u6(7) + b"\1\0" + COLUMNS + claiming(len(data), zlib.compress(data))
        return [event(19, MAP), event(166, body)]
    is_inner = how == "in a payload"
    found = [
        event(19, MAP, checksum=not is_inner),
        event(30, doc.rows(doc.extra_data(b""), COLUMNS, data), checksum=not is_inner),
    ]
    if not is_inner:
        return found
    begin, end = (event(*each, checksum=False) for each in ((2, doc.query(b"BEGIN")), (16, u8(1))))
    inner = b"".join([begin, *found, end])
    return [event(40, doc.payload(0, sized(inner), len(inner)))]


def read_headers_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have the headers of all events be read alone, as those of long ones are."""
    for module in (look_ahead, windows):
        monkeypatch.setattr(module, "LONG", 0)


@pytest.mark.few(12)
@pytest.mark.parametrize("damage", DAMAGES)
@pytest.mark.parametrize("how", HOWS)
@pytest.mark.parametrize("are_alone", [False, True], ids=["windows", "headers alone"])
def test_rows_that_are_many(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, damage: str | None, how: str, are_alone: bool
) -> None:
    monkeypatch.setattr(change_scanner, "MAX_ROWS", MAX_ROWS)
    if are_alone:
        read_headers_alone(monkeypatch)
    if how == "compressed alone":
        monkeypatch.setattr(inflated_ahead, "MAX_AHEAD", 64)
    assert_engines_agree(log_of(tmp_path, damage, how))


@pytest.mark.parametrize("log", ["mysql97/ends.1", "mysql97/ends.2", "mariadb118/ends.1"])
def test_ends_that_headers_alone_tell(monkeypatch: pytest.MonkeyPatch, log: str) -> None:
    read_headers_alone(monkeypatch)
    monkeypatch.setattr(change_scanner, "MAX_ROWS", MAX_ROWS)
    path = FIXTURES / f"{log}.binlog"
    found = outcome(path, None, KERNELS)
    assert difference_of(log, outcome(path, None, TREE), found) is None
    assert found.rows is not None
    assert len(set(found.rows["outcome"].to_pylist())) > 1


def test_of_long_rows_little_is_read_before_the_walk(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """To find the schema, and how the transaction ends that is open when a batch is handed over."""
    count = LONG // len(image(0)) + 1
    images = b"".join(map(image, range(count)))
    goes_on = u6(7) + b"\0\0" + doc.extra_data(b"") + COLUMNS + images
    path = write(
        tmp_path,
        start_of(doc.MYSQL),
        event(33, gtid(1)),
        event(19, MAP),
        *[event(30, goes_on)] * 3000,
        event(30, doc.rows(doc.extra_data(b""), COLUMNS, images)),
        event(16, u8(1)),
    )
    read: list[int] = []
    read_into = LogFile.read_into

    def counted(self: LogFile, position: int, target: memoryview) -> int:
        read.append(read_into(self, position, target))
        return read[-1]

    monkeypatch.setattr(LogFile, "read_into", counted)
    assert sum(batch.num_rows for batch in read_batches(path, "d.t")) == 3001 * count
    assert sum(read) < 1.5 * path.stat().st_size


@pytest.mark.parametrize("how", HOWS)
def test_rows_are_held_up_to_a_size(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, how: str
) -> None:
    monkeypatch.setattr(change_scanner, "MAX_ROWS", MAX_ROWS)
    monkeypatch.setattr(held, "MAX_HELD", 0)
    assert_engines_agree(log_of(tmp_path, None, how))


@pytest.mark.parametrize("damage", DAMAGES)
@pytest.mark.parametrize("how", ["plain", "compressed", "in a payload"])
def test_rows_that_are_many_in_packets(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, damage: str | None, how: str
) -> None:
    monkeypatch.setattr(change_scanner, "MAX_ROWS", MAX_ROWS)
    path = log_of(tmp_path, damage, how)
    assert difference_in(list(events_of(path.read_bytes())), "packet", Random(0)) is None


@pytest.mark.parametrize("how", ["plain", "compressed", "compressed alone"])
def test_rows_of_an_event_stay_together(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, how: str
) -> None:
    monkeypatch.setattr(change_scanner, "MAX_ROWS", MAX_ROWS)
    monkeypatch.setattr(sys.modules[__name__], "COUNT", MAX_ROWS - 4)
    if how == "compressed alone":
        monkeypatch.setattr(inflated_ahead, "MAX_AHEAD", 64)
    is_compressed = how.startswith("compressed")
    path = write(
        tmp_path,
        start_of(doc.MARIADB if is_compressed else doc.MYSQL),
        event(2, doc.query(b"BEGIN")) if is_compressed else event(33, gtid(1)),
        *(event for _ in range(3) for event in rows_events(None, how)),
        event(16, u8(1)),
    )
    assert_engines_agree(path)
    counts = [found.count for found in ChangeWalk(path).found() if isinstance(found, Rows)]
    # what is decompressed by itself is not decompressed once more
    assert counts == ([15, 15, 6] if how == "compressed alone" else [12, 12, 12])


def log_of(folder: Path, damage: str | None, how: str) -> Path:
    return write(
        folder,
        start_of(doc.MARIADB if how.startswith("compressed") else doc.MYSQL),
        event(2, doc.query(b"BEGIN")) if how.startswith("compressed") else event(33, gtid(1)),
        *rows_events(damage, how),
        event(16, u8(1)),
        event(2, doc.query(b"INSERT INTO t VALUES (1)")),
    )
