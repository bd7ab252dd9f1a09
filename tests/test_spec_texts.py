"""Texts of the specs, for viewers such as the Web IDE: as readers and mysqlbinlog write them."""

from __future__ import annotations

import gzip
from collections import defaultdict
from typing import Any
from uuid import UUID

import pytest

from binlog_kaitai import read_rows
from binlog_kaitai.generated.decimal_cell import DecimalCell
from binlog_kaitai.generated.gtid_tagged_event import GtidTaggedEvent
from binlog_kaitai.generated.mysql_binlog import MysqlBinlog
from binlog_kaitai.generated.previous_gtids_event import PreviousGtidsEvent
from binlog_kaitai.generated.rows_event import RowsEvent
from tests.replay import FIXTURES

TYPES = ["mysql56/types", "mysql97/types", "mariadb1011/types", "mariadb118/old_times"]


def text_of(value: Any) -> str | None:
    """The text of a cell of a number or time; None for another cell."""
    if isinstance(value, DecimalCell):
        return value.digits.sign + "".join(part.text for part in value.digits.parts)
    return getattr(value, "text", None)


@pytest.mark.parametrize("name", TYPES)
def test_decimals_and_times(name: str) -> None:
    log = FIXTURES / f"{name}.binlog"
    records = defaultdict(list)
    for record in read_rows(log, engine="tree"):
        records[record.position].append(record)
    num_texts = 0
    with MysqlBinlog.from_file(log) as root:
        for event in root.events:
            if not isinstance(event.body, RowsEvent):
                continue
            images = [
                image
                for row in event.body.rows.items
                for image in (getattr(row, "before", None), getattr(row, "after", None))
                if image is not None
            ]
            for record, image in zip(records[event.ofs_event], images, strict=True):
                assert f"{record.timestamp:%Y-%m-%d %H:%M:%S}" == event.header.time.text
                for cell, value in zip(image.cells, record.data.values(), strict=True):
                    text = None if cell.is_null else text_of(cell.value)
                    if text is not None:
                        num_texts += 1
                        assert value in {text, f"{text.replace(' ', 'T')}Z"}  # instants in UTC
    assert num_texts > 50


def test_gtids() -> None:
    log = FIXTURES / "mysql97" / "gtid_tagged.2.binlog"
    with MysqlBinlog.from_file(log) as root:
        bodies = [event.body for event in root.events]
    gtids = [
        "".join(byte.text for byte in body.uuid.texts) + f"{body.tag_text}:{body.gno_text}"
        for body in bodies
        if isinstance(body, GtidTaggedEvent)
    ]
    text = gzip.decompress(log.with_suffix(".txt.gz").read_bytes()).decode()
    assert gtids == [
        line.split("'")[1]
        for line in text.splitlines()
        if line.startswith("SET @@SESSION.GTID_NEXT= '") and "AUTOMATIC" not in line
    ]
    (previous,) = (body for body in bodies if isinstance(body, PreviousGtidsEvent))
    sets: dict[UUID, str] = defaultdict(str)
    for source in previous.sources:
        ranges = "".join(f":{interval.text}" for interval in source.intervals)
        sets[UUID(bytes=source.uuid)] += source.tag_text + ranges
    shown = ",\n".join(f"# {uuid}{numbers}" for uuid, numbers in sets.items())
    assert f"Previous-GTIDs\n{shown}\n" in text
