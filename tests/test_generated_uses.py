"""What code uses of generated modules is there; what is not is told in a line, by its name."""

from __future__ import annotations

from pathlib import Path

import pytest

from binlog_kaitai.compiler.uses import main, wrong_uses

PACKAGE = Path(__file__).parents[1] / "binlog_kaitai"

KERNELS = """
from typing import NamedTuple

class RowHead(NamedTuple):
    pos: int
    table_id: int

NO_ROW_HEAD = RowHead(-1, 0)
CASES = ('row_cell', 'date_cell')

@inlined
def read_row_head(buffer, start, pos, end):
    if end - pos < 1:
        return NO_ROW_HEAD
    return RowHead(pos, table_id)

@inlined
def skip_row_head(buffer, start, pos, end):
    return pos
"""

CLASSES = """
class RowHead(KaitaiStruct):

    class Kind(IntEnum):
        insert = 1

    def _read(self):
        pass

    @property
    def text(self):
        return 1
"""

# a module of code below its imports, and what is told of it, by its line
CODE: list[tuple[str, list[str]]] = [
    ("head = read_row_head(1, 2, 3, 4)\nA = Kind.insert.value, RowHead.from_io(1), RowHead.text",
     []),
    ("def f(b):\n    head = read_row_head(b, 0, 0, 9)\n    return head.pos + head.tabel_id",
     ["3: kernels/row_head: RowHead has no tabel_id, did you mean table_id?"]),
    ("def f(b):\n    at = skip_row_head(b, 0, 0, 9)\n    return at.pos",
     ["3: kernels/row_head: skip_row_head returns a position, without pos"]),
    ("def f(b, head):\n    head = read_row_head(b, 0, 0, 9)\n    return head.other", []),
    ("def f(b):\n    return read_row_head(b, 0, 0)",
     ["2: kernels/row_head: read_row_head takes 4 (buffer, start, pos, end), and is given 3"]),
    ("Of = Head(pos=1, tableid=2)",
     ["1: kernels/row_head: RowHead has no tableid, did you mean table_id?"]),
    ("A, K = 1, RowHead.Kind\nB = K.inserts",
     ["2: row_head: Kind has no inserts, did you mean insert?"]),
    ("from binlog_kaitai.generated.kernels.row_head import read_rows_head",
     ["1: kernels/row_head has no read_rows_head, did you mean read_row_head?"]),
    ("from binlog_kaitai.generated.rows_head import RowHead",
     ["1: there is no binlog_kaitai.generated.rows_head, did you mean row_head?"]),
    ("from binlog_kaitai.generated.kernels.row_head import CASES\nDATE = CASES.index('date_cell')",
     []),
    ("from binlog_kaitai.generated.kernels.row_head import CASES\nDATE = CASES.index('time_cell')",
     ["2: kernels/row_head: CASES has no time_cell, did you mean date_cell?"]),
]  # fmt: skip

NEWLINE = "\n"

IMPORTS = """\
from binlog_kaitai.generated.kernels.row_head import RowHead as Head, read_row_head, skip_row_head
from binlog_kaitai.generated.row_head import RowHead
Kind = RowHead.Kind
"""


@pytest.mark.parametrize(("code", "expected"), CODE)
def test_a_wrong_use_is_told(tmp_path: Path, code: str, expected: list[str]) -> None:
    generated, package = tmp_path / "generated", tmp_path / "code"
    for file, text in (
        (generated / "kernels/row_head.py", KERNELS),
        (generated / "row_head.py", CLASSES),
        (package / "room/module.py", f"{IMPORTS}{code}"),
    ):
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    found = wrong_uses(generated, package)
    assert found == [
        f"code/room/module.py:{int(line) + IMPORTS.count(NEWLINE)}:{what}"
        for line, _, what in (text.partition(":") for text in expected)
    ]


def test_all_that_code_uses_is_generated() -> None:
    with pytest.raises(SystemExit) as ended:
        main([])
    assert ended.value.code is None
    assert wrong_uses(PACKAGE / "generated", PACKAGE) == []
