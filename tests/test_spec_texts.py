"""Texts of the specs, for viewers such as the Web IDE: as readers and mysqlbinlog write them."""

from __future__ import annotations

import gzip
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from uuid import UUID

import pytest

from binlog_kaitai import read_rows
from binlog_kaitai.generated.decimal_cell import DecimalCell
from binlog_kaitai.generated.gtid_tagged_event import GtidTaggedEvent
from binlog_kaitai.generated.mysql_binlog import MysqlBinlog
from binlog_kaitai.generated.previous_gtids_event import PreviousGtidsEvent
from binlog_kaitai.generated.rows_event import RowsEvent
from binlog_kaitai.generated.table_column import TableColumn
from binlog_kaitai.model.charsets import charset_of
from binlog_kaitai.model.records import Record
from tests.replay import FIXTURES

TYPES = ["mysql56/types", "mysql97/types", "mariadb1011/types", "mariadb118/old_times"]


def text_of(value: Any) -> str | None:
    """The text of a cell of a number or time; None for another cell."""
    if isinstance(value, DecimalCell):
        return value.digits.sign + "".join(part.text for part in value.digits.parts)
    return getattr(value, "text", None)


def images_of(log: Path) -> Iterator[tuple[Record, Any, Any]]:
    """Yield each record of rows with its event and its image."""
    records = defaultdict(list)
    for record in read_rows(log, engine="tree"):
        records[record.position].append(record)
    with MysqlBinlog.from_file(log) as root:
        for event in root.events:
            if isinstance(event.body, RowsEvent):
                images = [
                    image
                    for row in event.body.rows.items
                    for image in (getattr(row, "before", None), getattr(row, "after", None))
                    if image is not None
                ]
                for record, image in zip(records[event.ofs_event], images, strict=True):
                    yield record, event, image


@pytest.mark.parametrize("name", TYPES)
def test_decimals_and_times(name: str) -> None:
    num_texts = 0
    for record, event, image in images_of(FIXTURES / f"{name}.binlog"):
        assert f"{record.timestamp:%Y-%m-%d %H:%M:%S}" == event.header.time.text
        for cell, value in zip(image.cells, record.data.values(), strict=True):
            text = None if cell.is_null else text_of(cell.value)
            if text is not None:
                num_texts += 1
                assert value in {text, f"{text.replace(' ', 'T')}Z"}  # instants in UTC
    assert num_texts > 50


def label_of(cell: Any) -> str | None:
    """The labels that the Web IDE shows for a cell; None if they are not in UTF-8."""
    items = cell.labels.items
    if any(item.label is not None for item in items):
        return None
    text = "".join(item.text for item in items)
    return text[1:-1].replace('","', ",") if text.startswith('"') else text


@pytest.mark.parametrize("name", ["mysql97/types", "mysql97/charsets", "mariadb118/charsets"])
def test_names_texts_and_labels(name: str) -> None:
    found: Counter[str] = Counter()
    for record, _, image in images_of(FIXTURES / f"{name}.binlog"):
        for cell, (column, value) in zip(image.cells, record.data.items(), strict=True):
            assert cell.column.text == column
            if cell.text:
                found["texts"] += 1
                assert cell.text == f'"{value}"'
            elif cell.labels is not None and (label := label_of(cell)) is not None:
                found["labels"] += 1
                assert label == value
            elif cell.plain is not None:
                found["plain"] += 1
    assert min(found["texts"], found["labels"], found["plain"]) > 5, found


@pytest.mark.parametrize("name", ["mysql97/types_minimal", "mariadb118/types_minimal"])
def test_logs_without_names_and_labels(name: str) -> None:
    for record, _, image in images_of(FIXTURES / f"{name}.binlog"):
        for number, (cell, value) in enumerate(
            zip(image.cells, record.data.values(), strict=True), 1
        ):
            assert cell.column.text == f"@{number}"
            if cell.labels is not None and value:
                numbers = [int(number) for number in (label_of(cell) or "").split(",")]
                is_enum = cell.labels.is_enum
                assert value == (numbers[0] if is_enum else sum(1 << n - 1 for n in numbers))


def test_collations_of_utf8() -> None:
    for number in range(4096):
        column = SimpleNamespace(collation=number)
        column.pad_collation = TableColumn.pad_collation.fget(column)
        is_utf8 = (charset_of(number) or "").startswith("utf8")
        assert TableColumn.is_utf8.fget(column) == is_utf8, number


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
