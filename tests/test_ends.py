"""How transactions ended, and which transaction of XA a row belongs to."""

from __future__ import annotations

import pytest

from binlog_kaitai.ends import End
from binlog_kaitai.grouping import COMMITTED, ROLLED_BACK
from binlog_kaitai.savepoints import Savepoints
from binlog_kaitai.xids import xid_in

XIDS = [
    ("X'6162',X'',1", "X'6162',X'',1"),
    (" 'ab' , 'c',7 ONE PHASE", "X'6162',X'63',7"),
    ("0x6162", "X'6162',X'',1"),
    ("x'616'", "X'0616',X'',1"),
    (r"'a''b\n', '', 007", "X'6127620a',X'',7"),
    ("'a', 'b', 0x10", "X'61',X'62',16"),
    ("ab", None),
]


@pytest.mark.parametrize(("text", "xid"), XIDS)
def test_names_of_xa_have_one_form(text: str, xid: str | None) -> None:
    assert xid_in(text) == xid


# rows by what became of them: committed, rolled back, or not known
SAVEPOINTS = [
    ("c", "SAVEPOINT `a`", "r", "ROLLBACK TO `a`", "c"),
    ("c", "SAVEPOINT a", "r", "ROLLBACK TO A", "r", "rollback work to savepoint `A`"),
    ("c", "SAVEPOINT a", "c", "SAVEPOINT b", "r", "ROLLBACK TO b", "c"),
    ("c", "SAVEPOINT a", "r", "SAVEPOINT b", "r", "ROLLBACK TO a", "c"),
    ("c", "SAVEPOINT a", "c", "SAVEPOINT A", "r", "ROLLBACK TO a", "c"),
    ("SAVEPOINT a", "r", "SAVEPOINT b", "r", "ROLLBACK TO b", "r", "ROLLBACK TO a", "c"),
    ("?", "SAVEPOINT a", "?", "RELEASE SAVEPOINT a", "?", "ROLLBACK TO a", "c"),
    ("?", "SAVEPOINT a", "r", "SAVEPOINT b", "ROLLBACK TO a", "?", "ROLLBACK TO b", "c"),
    ("?", "ROLLBACK TO a", "c"),
    ("c", "SAVEPOINT `a ``b`", "r", "ROLLBACK /* so */ TO `A ``B`", "c"),
    ("c", 'SAVEPOINT "a b"', "r", "ROLLBACK TO `a b`", "c"),
    ("c", "SAVEPOINT `\u00e9`", "r", "ROLLBACK TO `E`", "c"),
    ("c", "SAVEPOINT savepoint", "r", "ROLLBACK TO savepoint", "c"),
    ("c", "SAVEPOINT a", "c", "ROLLBACKTO a", "c"),
]


@pytest.mark.parametrize("events", SAVEPOINTS)
def test_what_was_rolled_back_to_savepoints(events: tuple[str, ...]) -> None:
    savepoints = Savepoints()
    for position, text in enumerate(events):
        savepoints.take(text, (position, 0))
    end = End(COMMITTED, tuple(savepoints.undone), savepoints.doubt)
    words = {"c": COMMITTED, "r": ROLLED_BACK, "?": None}
    for position, text in enumerate(events):
        if text in words:
            assert end.outcome_at((position, 0)) == words[text], position
