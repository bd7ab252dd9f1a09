"""Replay of row images, in order, to tables that are empty at first."""

from __future__ import annotations

import json
import re
from collections import defaultdict
from typing import TYPE_CHECKING, Any

from binlog_kaitai.model.changes import (
    DELETE,
    INSERT,
    STATEMENT,
    UPDATE_POSTIMAGE,
    UPDATE_PREIMAGE,
)
from binlog_kaitai.model.transactions import COMMITTED, PREPARED

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

Row = dict[str, Any]
Record = dict[str, Any]

_CONTROL = re.compile(
    r"\s*(?:(?P<begin>BEGIN|START\s+TRANSACTION|XA\s+START\b.*)"
    r"|SAVEPOINT\s+(?P<savepoint>.+?)"
    r"|ROLLBACK\s+(?:WORK\s+)?TO\s+(?:SAVEPOINT\s+)?(?P<back_to>.+?)"
    r"|XA\s+PREPARE\s+(?P<prepare>.+?)"
    r"|XA\s+ROLLBACK\s+(?P<xa_rollback>.+?)"
    r"|XA\s+COMMIT\s+(?P<xa_commit>.+?)(?P<one_phase>\s+ONE\s+PHASE)?"
    r"|(?P<commit>COMMIT)"
    r"|(?P<rollback>ROLLBACK))\s*;?\s*",
    re.IGNORECASE | re.DOTALL,
)
_EMPTYING = re.compile(
    r"\s*(?:TRUNCATE|DROP|CREATE\s+OR\s+REPLACE)\s+TABLE\s+`?(\w+)`?", re.IGNORECASE
)
_LEG = re.compile(r'\.("(?:[^"\\]|\\.)*"|[^.\[]+)|\[(\d+)\]')


class Replay:
    """Tables by DATABASE.TABLE, as records change them.

    A record is a row image or a statement in the form of the command `rows`. What became of its
    transaction is its `outcome`, or else what the statements of the transaction (BEGIN, COMMIT,
    ROLLBACK, SAVEPOINT, XA) tell. `patch` makes a value of the one before and what an image has.
    """

    def __init__(self, patch: Callable[[Any, Any], Any] | None = None) -> None:
        self.tables: defaultdict[str, list[Row]] = defaultdict(list)
        # changes that found no row
        self.unmatched: list[Record] = []
        self._patch = patch or _patched_document
        self._pre_image: Row = {}
        self._pending: list[Record] = []
        self._savepoints: dict[str, int] = {}
        self._prepared: defaultdict[str | None, list[Record]] = defaultdict(list)

    def take(self, records: Iterable[Record]) -> None:
        """Apply records in their order; what stays prepared has not happened."""
        for record in records:
            outcome = record.get("outcome")
            if outcome is None:
                self._take_undecided(record)
            elif outcome == PREPARED:
                self._prepared[record["xid"]].append(record)
            else:
                self._decide(record.get("xid"), is_committed=outcome == COMMITTED)
                self._apply_all([record] if outcome == COMMITTED else [])

    def _take_undecided(self, record: Record) -> None:
        if record["change_type"] != STATEMENT:
            self._pending.append(record)
            return
        match = _CONTROL.fullmatch(record["data"]["statement"])
        if match is None:
            self._pending.append(record)
            return
        kind, name = match.lastgroup, match[match.lastgroup] if match.lastgroup else ""
        match kind:
            case "savepoint":
                self._savepoints[_folded(name)] = len(self._pending)
            case "back_to":
                del self._pending[self._savepoints.get(_folded(name), 0) :]
            case "prepare":
                self._prepared[name], self._pending = self._pending, []
            case "xa_commit" | "xa_rollback":
                self._decide(name, is_committed=kind == "xa_commit")
            case "rollback":
                self._pending = []
            case _:  # begin, commit, and a commit in one phase
                self.end()

    def end(self) -> None:
        """Apply what no statement decides."""
        self._apply_all(self._pending)
        self._pending = []
        self._savepoints = {}

    def _decide(self, xid: str | None, *, is_committed: bool) -> None:
        records = [] if xid is None else self._prepared.pop(xid, [])
        self._apply_all(records if is_committed else [])

    def _apply_all(self, records: Iterable[Record]) -> None:
        for record in records:
            self._apply(record)

    def _apply(self, record: Record) -> None:
        rows = self.tables[f"{record['database']}.{record['table']}"]
        data: Row = record["data"]
        kind = record["change_type"]
        if kind == INSERT:
            rows.append(dict(data))
        elif kind == DELETE:
            if (row := self._find(record, rows, data)) is not None:
                rows.remove(row)
        elif kind == UPDATE_PREIMAGE:
            self._pre_image = data
        elif kind == UPDATE_POSTIMAGE:
            if (row := self._find(record, rows, self._pre_image)) is not None:
                row.update({name: self._patch(row.get(name), data[name]) for name in data})
        elif match := _EMPTYING.match(data["statement"]):
            self.tables.pop(f"{record['database']}.{match[1]}", None)

    def _find(self, record: Record, rows: list[Row], image: Row) -> Row | None:
        for row in rows:
            if all(row.get(name, value) == value for name, value in image.items()):
                return row
        self.unmatched.append(record)
        return None


def _folded(savepoint: str) -> str:
    return savepoint.strip("`").lower()


def _patched_document(before: Any, after: Any) -> Any:
    if isinstance(after, dict) and after.keys() == {"json_diff"}:
        document = before["json"] if isinstance(before, dict) and [*before] == ["json"] else before
        for diff in after["json_diff"]:
            document = patched(document, diff)
        return {"json": None} if document is None else document
    return after


def patched(document: Any, diff: dict[str, Any]) -> Any:
    """Return a JSON document after one change of a partial update; changes it in place."""
    legs = [
        int(index) if index else json.loads(key) if key.startswith('"') else key
        for key, index in _LEG.findall(diff["path"])
    ]
    if not legs:
        return diff["value"]
    *parents, last = legs
    node = document
    for leg in parents:
        node = node[leg]
    if diff["op"] == "remove":
        del node[last]
    elif diff["op"] == "insert" and isinstance(node, list):
        node.insert(last, diff["value"])
    else:
        node[last] = diff["value"]
    return document
