"""A scan as a frame, as a table, and as a preview in a notebook."""

from __future__ import annotations

import os
import re
import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import date, datetime, timezone
from html import unescape
from pathlib import Path
from typing import Any

import pandas as pd
import pyarrow as pa
import pytest

import binlog_kaitai
from binlog_kaitai import scan
from binlog_kaitai.read import side_by_side
from tests.replay import FIXTURES
from tests.test_threads import have_parts

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


@pytest.mark.parametrize(
    ("number", "kind"), [(2**53 + 1, "O"), (-(2**63), "O"), (2**53, "f"), (None, "f")]
)
def test_integers_beside_null_keep_their_digits(
    number: int | None, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    changes = scan(LOGS, "rotated.events")
    table = pa.table({"n": pa.array([number, 1, None], pa.int64())})
    monkeypatch.setattr(changes, "to_table", lambda: table)
    found = changes.to_pandas()["n"]
    assert found.dtype.kind == kind
    assert [None if pd.isna(one) else int(one) for one in found] == [number, 1, None]


def test_polars_gets_the_rows() -> None:
    pl = pytest.importorskip("polars")
    changes = scan(LOGS, "rotated.events")
    frame = changes.to_polars()
    assert frame.to_dicts() == changes.to_table().to_pylist()
    assert frame.equals(pl.DataFrame(changes))
    structs = pl.from_arrow(changes)  # of Polars 2 a Series
    assert frame.equals(structs.struct.unnest() if isinstance(structs, pl.Series) else structs)


def test_a_scan_shows_how_much_it_reads() -> None:
    changes = scan(LOGS.replace("*", "1"), "rotated.events")
    assert repr(changes) == "<Scan: changes of rotated.events, 1 log file>"


# arguments, and the error
WRONG: list[tuple[tuple[Any, ...], dict[str, Any], str]] = [
    ((None,), {}, "expected a path or a list of paths, found None"),
    ((b"binlog.000001",), {}, "expected a path or a list of paths, found b'binlog.000001'"),
    (([1],), {}, "expected a path, found 1"),
    ((LOGS,), {"start": 1763716914}, "expected a datetime, a date or a time such as 2026-"),
    ((LOGS,), {"start_position": -4}, "start_position: expected an integer of at least 0, found -"),
    ((LOGS,), {"stop_position": "4"}, "stop_position: expected an integer of at least 0, found '4"),
    ((LOGS,), {"server_id": "97"}, "server_id: expected an integer of at least 0, found '97'"),
    ((LOGS,), {"threads": 0}, "threads: expected an integer of at least 1, found 0"),
]


@pytest.mark.parametrize(("arguments", "options", "error"), WRONG)
def test_a_wrong_argument_is_named(
    arguments: tuple[Any, ...], options: dict[str, Any], error: str
) -> None:
    with pytest.raises((TypeError, ValueError), match=f"^{re.escape(error)}"):
        scan(*arguments, **options)


def test_an_open_file_is_no_path() -> None:
    with (
        Path(LOGS.replace("*", "1")).open("rb") as file,
        pytest.raises(TypeError, match="expected a path or a list of paths, found <_io"),
    ):
        scan(file)  # type: ignore[arg-type]


@pytest.mark.parametrize("table", ["events", "rotated.evnts"])
def test_a_table_that_no_log_has_is_an_error(table: str) -> None:
    with pytest.raises(binlog_kaitai.UnknownNameError, match=table):
        list(binlog_kaitai.read_rows(LOGS.replace("*", "1"), table))


@pytest.mark.parametrize("library", ["pandas", "polars"])
def test_a_missing_library_is_named(library: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, library, None)
    convert = getattr(scan(LOGS), f"to_{library}")
    with pytest.raises(
        ModuleNotFoundError, match=f"^{library} is not installed: .*install {library}$"
    ):
        convert()


def test_a_preview_has_the_first_rows_and_says_so() -> None:
    page = scan(LOGS)._repr_html_()
    assert page.count("<tr>") == 11
    assert "first 10 rows" in page
    assert "&lt;Scan: changes of a record, 2 log files&gt;" in page


def test_a_preview_shows_an_error_after_the_rows(tmp_path: Path) -> None:
    cut = tmp_path / "cut.binlog"
    cut.write_bytes(Path(LOGS.replace("*", "1")).read_bytes()[:1500])
    page = scan(cut)._repr_html_()
    assert (page.count("<tr>"), page.count("<p>error: ")) == (9, 1)
    assert f"{cut}: at byte 1470: expected " in page
    page = scan(LOGS, "rotated.evnts")._repr_html_()
    assert "did you mean rotated.events?" in page


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
    frames = ["to_dataset", "to_pandas", "to_polars", "to_table"]
    assert dir(scan(LOGS)) == ["close", "logs", "schema", *frames]


def open_files(name: str) -> list[Path]:
    """Return the open files of this process that have a name."""
    folder = Path("/proc/self/fd")
    paths = [file.readlink() for file in folder.iterdir() if file.is_symlink()]
    return [path for path in paths if path.name == name]


@pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="/proc is not mounted")
def test_a_scan_closes_its_files() -> None:
    with scan(str(FIXTURES / "mysql97/types.binlog"), engine="tree") as changes:
        stream = iter(changes)
        assert next(stream).num_rows == 64
        assert open_files("types.binlog")
    assert open_files("types.binlog") == []
    with pytest.raises(ValueError, match="the scan is closed"):
        next(stream)


def test_a_scan_ends_its_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    have_parts(monkeypatch)
    monkeypatch.setattr(side_by_side, "MAX_HELD", 0)
    before = threading.active_count()
    with scan(str(FIXTURES / "mysql97/types.binlog"), threads=4) as changes:
        stream = iter(changes)
        assert next(stream).num_rows > 0
        assert threading.active_count() > before
    assert threading.active_count() == before


def test_a_closed_scan_is_an_error_for_each_use() -> None:
    changes = scan(LOGS, "rotated.events")
    reader = pa.RecordBatchReader.from_stream(changes)
    with changes:
        assert changes.to_table().num_rows > 0
        assert changes.schema == reader.schema
    assert repr(changes) == "<Scan: changes of rotated.events, closed>"
    uses: list[Callable[[], object]] = [changes.to_table, changes.to_pandas, reader.read_all]
    for use in (*uses, lambda: changes.logs, lambda: pa.table(changes)):
        with pytest.raises((ValueError, pa.ArrowInvalid), match="the scan is closed"):
            use()


def test_a_scan_is_closed_as_another_thread_reads_it(monkeypatch: pytest.MonkeyPatch) -> None:
    changes = scan(LOGS)
    stream = iter(changes)
    reads, may_end = threading.Event(), threading.Event()
    batch = changes.to_table().to_batches()[0]

    def wait() -> Iterator[pa.RecordBatch]:
        reads.set()
        may_end.wait()
        yield batch

    monkeypatch.setattr(stream, "_batches", wait())
    with ThreadPoolExecutor(1) as pool:
        read = pool.submit(next, stream)
        reads.wait()
        changes.close()
        may_end.set()
        assert read.result() == batch
    with pytest.raises(ValueError, match="the scan is closed"):
        next(stream)


@pytest.mark.skipif(not Path("/proc/self/maps").exists(), reason="/proc is not mounted")
def test_a_scan_releases_the_copy_of_a_pipe(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    content = (FIXTURES / "mysql97/rotated.1.binlog").read_bytes()
    writer = threading.Thread(target=pipe.write_bytes, args=[content])
    writer.start()
    before = temporary_maps()
    with scan(pipe, engine="tree") as changes:
        writer.join()
        stream = iter(changes)
        next(stream)
        assert temporary_maps() == before + 1
    assert temporary_maps() == before


def temporary_maps() -> int:
    lines = Path("/proc/self/maps").read_text(encoding="utf-8").splitlines()
    return sum(line.endswith("(deleted)") for line in lines)
