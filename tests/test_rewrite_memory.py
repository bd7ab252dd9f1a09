"""A large event is rewritten with few copies of it in memory."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests import documented_bytes as doc
from tests.documented_bytes import event, u1, u4, u8
from tests.memory import counted_with_peak
from tests.test_documented_bytes import start_of, write
from tests.test_inflated import gtid

MIB = 192
"""Of the event."""

AROUND = 300
"""MiB, of the libraries and kernels."""

REWRITE = """
import sys
from click.testing import CliRunner
from binlog_kaitai.cli.commands import main
done = CliRunner().invoke(main, ["rewrite", *sys.argv[1:]])
count = done.output.count(" 1 transaction")
"""

INT_AND_LONGBLOB, PLACES = b"\x03\xfc", b"\x04"

NAMES = doc.optional_field(4, b"\1n\1b")

OPTIONS = {
    "as_it_is": ((), 2.5),
    "renamed": (("--rewrite-db", "d=e"), 3.5),
    "redacted": (("--redact", "d.t.n=null"), 3.5),
    "compressed": (("--compress",), 3.5),
}


@pytest.fixture(scope="module")
def large(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A log with a transaction of a rows event with a LONGBLOB."""
    size = MIB * 2**20
    image = u1(0) + u4(5) + u4(size) + bytes(size)
    columns = doc.packed(2) + b"\x03"
    return write(
        tmp_path_factory.mktemp("large"),
        start_of("mysql97/types.binlog"),
        event(33, gtid(1)),
        event(2, doc.query(b"BEGIN")),
        event(19, doc.table_map(INT_AND_LONGBLOB, PLACES, NAMES)),
        event(30, doc.rows(doc.extra_data(b""), columns, image)),
        event(16, u8(7)),
    )


@pytest.mark.parametrize("name", OPTIONS)
def test_a_large_event_is_not_copied_often(name: str, large: Path, tmp_path: Path) -> None:
    words, times = OPTIONS[name]
    count, peak = counted_with_peak(REWRITE, "--out", tmp_path, *words, large)
    assert count == 1
    assert peak < (AROUND + times * MIB) * 2**10
