"""A scan as a frame, as a table, and as a preview in a notebook."""

from __future__ import annotations

import re
from datetime import date, datetime, timezone
from html import unescape

import pandas as pd
import pyarrow as pa
import pytest

import binlog_kaitai
from binlog_kaitai import scan
from tests.replay import FIXTURES

LOGS = str(FIXTURES / "mysql97/rotated.*.binlog")


def test_the_table_is_that_of_the_stream() -> None:
    changes = scan(LOGS, "rotated.events")
    assert changes.to_table() == pa.table(changes)
    assert changes.to_pandas().equals(pa.table(changes).to_pandas())


def test_a_scan_without_rows_has_a_table_with_its_columns() -> None:
    changes = scan(LOGS, "rotated.events", stop="2000-01-01")
    assert changes.to_table().schema == changes.schema
    assert changes.to_table().num_rows == 0


def test_pandas_refuses_a_scan_in_place_of_its_rows() -> None:
    with pytest.raises(TypeError, match=r"use scan\.to_pandas\(\)"):
        pd.DataFrame(scan(LOGS, "rotated.events"))


def test_polars_gets_the_rows() -> None:
    pytest.importorskip("polars")
    changes = scan(LOGS, "rotated.events")
    assert changes.to_polars().height == changes.to_table().num_rows


def test_a_preview_has_the_first_rows_and_says_so() -> None:
    page = scan(LOGS)._repr_html_()
    assert page.count("<tr>") == 11
    assert "first 10 rows" in page
    assert "&lt;Scan: changes of a record, 2 log files&gt;" in page


def test_a_preview_escapes_values() -> None:
    table = scan(str(FIXTURES / "mysql97/statements.binlog"))
    page = table._repr_html_()
    assert "<script" not in page
    assert "&#x27;" in page or "&quot;" in page


def test_a_preview_cuts_long_values() -> None:
    cells = re.findall(r"<td>(.*?)</td>", scan(LOGS)._repr_html_())
    assert max(len(unescape(cell)) for cell in cells) == 101
    assert any(cell.endswith("…") for cell in cells)


@pytest.mark.parametrize("day", [date(2026, 11, 21), date(2026, 11, 22)])
def test_a_date_begins_at_midnight_in_utc(day: date) -> None:
    midnight = datetime(day.year, day.month, day.day, tzinfo=timezone.utc)
    found = scan(LOGS, "rotated.events", start=day).to_table()
    assert found == scan(LOGS, "rotated.events", start=midnight).to_table()


def test_the_package_lists_only_its_public_names() -> None:
    assert dir(binlog_kaitai) == sorted([*binlog_kaitai.__all__, "__version__"])
    assert binlog_kaitai.__version__
    assert dir(scan(LOGS)) == ["logs", "schema", "to_pandas", "to_polars", "to_table"]
