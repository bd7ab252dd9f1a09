"""Print the items of a script, in the order of the log or in reverse.

An item is a row: fields that identify its transaction, and a part of a statement, as `SqlFragment`
describes it, or `more`, a note or a statement in JSON. Items of one transaction are consecutive,
and have the same `number`.

The line after each statement checks it: `@binlog_kaitai_checked` counts the statements that
changed as many rows as the log says, and stops counting at the first other one. Setting
`autocommit` commits. Its value is an error unless all statements were counted, so that a client
that continues after errors does not commit either.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from binlog_kaitai.forensics.undo.clients import client_lines
from binlog_kaitai.forensics.undo.session import CHECKED, LENIENT, STRICT
from binlog_kaitai.forensics.undo.texts import TEXT, are_readable, joined, quoted_texts, text_sql
from binlog_kaitai.model.row_batches import concatenated
from binlog_kaitai.printable import printable

LONGEST = 2**18  # maximum number of characters of a multi-row statement
END = "\0"  # of a line among others, which may contain line feeds

TRANSACTION = pa.schema(
    [
        ("number", pa.int64()),
        ("file", TEXT),
        ("start", pa.int64()),
        ("when", pa.int64()),
        ("server_id", pa.int64()),
        ("gtid", TEXT),
        ("xid", TEXT),
        ("user", TEXT),
        ("thread_id", pa.int64()),
    ]
)
"""What identifies a transaction: `when` is in microseconds since 1970."""

_SHARED = ("head", "tail", "separator", "is_strict", "matching")
ITEMS = pa.schema(
    [
        *TRANSACTION,
        ("head", TEXT),
        ("body", TEXT),
        ("tail", TEXT),
        ("separator", TEXT),
        ("is_strict", pa.bool_()),
        ("matching", TEXT),
        ("more", TEXT),
    ]
)
_SECOND = len("2026-11-25 10:00:00")


def ended(lines: Iterable[str]) -> str:
    """Return lines as a text."""
    return "".join(f"{line}{END}" for line in lines)


def lines_of(text: str) -> list[str]:
    """Return the lines of a text."""
    return text.split(END)[:-1]


class Printer:
    """Prints items. `batch` is the maximum number of rows in a statement."""

    def __init__(self, batch: int) -> None:
        self.batch = batch
        self.held: pa.RecordBatch | None = None
        self.number: int | None = None
        self.name: pa.Array | None = None
        self.has_begun = False
        self.count = 0

    def texts(self, batches: Iterable[pa.RecordBatch]) -> Iterator[str]:
        """Yield the lines of items, many in a text, each ended by `END`."""
        for batch in batches:
            first = 0
            for at in np.flatnonzero(batch.column("more").is_valid()).tolist():
                yield self._add(batch.slice(first, at - first))
                yield self._flush()
                yield ended(self._more(batch.slice(at, 1)))
                first = at + 1
            yield self._add(batch.slice(first))
        yield self._flush()
        yield self._commit()

    def _add(self, items: pa.RecordBatch) -> str:
        if not len(items):
            return ""
        items = items if self.held is None else concatenated([self.held, items])
        bounds = self._statements(items)
        self.held = items.slice(bounds[-2])
        return self._print(items, bounds[:-1])

    def _flush(self) -> str:
        held, self.held = self.held, None
        return "" if held is None else self._print(held, np.array([0, len(held)]))

    def _statements(self, items: pa.RecordBatch) -> Any:
        """Return where the statements of items begin, and their end."""
        is_other = np.zeros(len(items), bool)
        for name in ("number", *_SHARED):
            column = items.column(name)
            is_other[1:] |= pc.not_equal(
                column.slice(1), column.slice(0, len(column) - 1)
            ).to_numpy(zero_copy_only=False)
        is_other |= pc.equal(items.column("head"), "").to_numpy(zero_copy_only=False)
        is_other[0] = True
        starts = np.flatnonzero(is_other)
        ends = np.append(starts[1:], len(items))
        if not (ends - starts > 1).any():
            return np.append(starts, len(items))
        sizes = np.concatenate([[0], np.cumsum(pc.utf8_length(items.column("body")))])
        found = []
        for first, end in zip(starts.tolist(), ends.tolist(), strict=True):
            at = first
            while at < end:
                found.append(at)
                fits = int(np.searchsorted(sizes, sizes[at] + LONGEST, side="right")) - 1
                at = max(min(at + self.batch, fits, end), at + 1)
        return np.array([*found, len(items)])

    def _print(self, items: pa.RecordBatch, bounds: Any) -> str:
        """Return the lines of whole statements."""
        if len(bounds) == 1:
            return ""
        first = items.take(pa.array(bounds[:-1]))
        sizes = pa.array(np.diff(bounds))
        numbers = first.column("number").to_numpy()
        is_new = np.append(numbers[:1] != self.number, numbers[1:] != numbers[:-1])
        parts: list[Any] = []
        if is_new.any():
            parts.append(self._opening(first, is_new))
        begin = "" if is_new[0] or self.has_begun else f"{_BEGIN}{END}"
        self.has_begun = True
        parts += [_statements(items, first, bounds, sizes), self._checks(first, sizes)]
        self.count += len(first)
        self.number, self.name = int(numbers[-1]), names(first.slice(len(first) - 1))
        if not pc.all(first.column("is_strict")).as_py():
            modes = (f"SET SESSION sql_mode = '{mode}';{END}" for mode in (LENIENT, STRICT))
            lenient, strict = (
                pc.if_else(first.column("is_strict"), pa.scalar("", TEXT), pa.scalar(mode, TEXT))
                for mode in modes
            )
            parts = [*parts[:-2], lenient, *parts[-2:], strict]
        return begin + "".join(joined(*parts).to_pylist())

    def _opening(self, first: pa.RecordBatch, is_new: Any) -> pa.Array:
        """Return the lines before statements that begin a transaction, and end another."""
        at = np.flatnonzero(is_new)
        new = first.take(pa.array(at))
        texts = joined(f"{END}-- ", _each(places(new), printable), f"{END}{_BEGIN}{END}")
        before = names(first.take(pa.array(at[at > 0] - 1)))
        if at[0] == 0:
            before = pa.concat_arrays(
                [pa.array([""], TEXT) if self.name is None else self.name, before]
            )
        commits = _commits(before, pa.array(self.count + at))
        if at[0] == 0 and not self.has_begun:
            commits = pa.concat_arrays([pa.array([""], TEXT), commits.slice(1)])
        texts = joined(commits, texts)
        every = np.cumsum(is_new) - 1
        return pc.if_else(
            pa.array(is_new), texts.take(pa.array(np.maximum(every, 0))), pa.scalar("", TEXT)
        )

    def _checks(self, first: pa.RecordBatch, sizes: pa.Array) -> pa.Array:
        """Return the lines after statements."""
        numbers = pa.array(np.arange(self.count, self.count + len(first))).cast(TEXT)
        texts = joined(
            *(f"SET {CHECKED} = {CHECKED} + (ROW_COUNT() = ", sizes.cast(TEXT)),
            *(f" AND {CHECKED} = ", numbers, f");{END}"),
        )
        matching = first.column("matching")
        are_other = pc.not_equal(matching, "")
        if not pc.any(are_other).as_py():
            return texts
        others = [
            _matched(query, number)
            for query, number in zip(matching.to_pylist(), numbers.to_pylist(), strict=True)
            if query
        ]
        return pc.replace_with_mask(texts, are_other, pa.array(others, TEXT))

    def _commit(self) -> str:
        if not self.has_begun:
            return ""
        self.has_begun = False
        line: str = _commits(self.name, pa.array([self.count]))[0].as_py()
        return line

    def _more(self, item: pa.RecordBatch) -> Iterator[str]:
        number = item.column("number")[0].as_py()
        if number != self.number:
            yield from lines_of(self._commit())
            self.number, self.name = number, names(item)
            yield ""
            yield f"-- {printable(places(item)[0].as_py())}"
        kind, *values = json.loads(item.column("more")[0].as_py())
        if kind == "note":
            yield f"-- SKIPPED{printable(values[0])}"
        else:
            yield from self._statement(*values)

    def _statement(
        self, settings: list[str], lines: list[str], reset: list[str], is_of_rows: bool
    ) -> Iterator[str]:
        if is_of_rows:
            if not self.has_begun:
                self.has_begun = True
                yield _BEGIN
        elif not self.has_begun:
            yield "ROLLBACK;"  # the statement would commit an open transaction
        for setting in settings:
            yield setting
            yield self._check()
        if not self.has_begun:
            # the statement would change tables after a failed check
            allowed = f"IF({CHECKED} = {self.count}, 'DO 0', 'SET SESSION TRANSACTION READ ONLY')"
            yield f"SET @binlog_kaitai_statement = {allowed};"
            yield "PREPARE binlog_kaitai FROM @binlog_kaitai_statement;"
            yield "EXECUTE binlog_kaitai;"
        yield from lines
        yield self._check()
        yield from reset

    def _check(self) -> str:
        """Return the line that counts a statement without errors."""
        self.count += 1
        return f"SET {CHECKED} = {CHECKED} + (@@error_count = 0 AND {CHECKED} = {self.count - 1});"


_BEGIN = "SET autocommit = OFF;"


def _statements(items: pa.RecordBatch, first: pa.RecordBatch, bounds: Any, sizes: pa.Array) -> Any:
    """Return the lines of statements, whose first items and numbers of items are given."""
    head, tail = first.column("head"), first.column("tail")
    bodies = items.column("body").slice(bounds[0], bounds[-1] - bounds[0])
    separator = first.column("separator")
    are_values = pc.ends_with(head, "VALUES")
    between: Any = ""
    if pc.any(are_values).as_py():
        between = pc.if_else(pc.equal(sizes, 1), pa.scalar(" ", TEXT), pa.scalar("\n  ", TEXT))
        between = pc.if_else(are_values, between, pa.scalar("", TEXT))
        separator = joined(separator, between)
    offsets = pa.array((bounds - bounds[0]).astype(np.int32))
    of_rows = pc.binary_join(pa.ListArray.from_arrays(offsets, bodies), separator)
    statements = joined(head, between, of_rows, tail)
    if are_readable(bodies) and are_readable(head.unique()):
        return joined(statements, f";{END}")
    return _each(statements, lambda text: f"{END.join(client_lines(text))}{END}", is_all=True)


def _matched(query: str, number: str) -> str:
    """Return the lines after a statement that may count no changed row although there is one."""
    row = f"@binlog_kaitai_rows = 0 AND EXISTS ({query})"
    test = f"(@binlog_kaitai_rows = 1 OR {row})"
    check = f"SET {CHECKED} = {CHECKED} + ({test} AND {CHECKED} = {number})"
    return "".join(
        f"{line}{END}" for line in ("SET @binlog_kaitai_rows = ROW_COUNT();", *client_lines(check))
    )


def _commits(names: pa.Array, counts: pa.Array) -> pa.Array:
    """Return the lines that commit transactions, if so many statements were counted."""
    wrong = joined(_each(names, printable), ": not committed, because statement ")
    wrong = (
        quoted_texts(wrong)
        if are_readable(wrong)
        else _each(wrong, lambda text: text_sql(text.encode(), "utf8mb4"), is_all=True)
    )
    return joined(
        *(f"SET autocommit = IF({CHECKED} = ", counts.cast(TEXT), ", 'ON', CONCAT(", wrong),
        f", {CHECKED} + 1, ' did not change the logged number of rows'));{END}",
    )


def _each(texts: pa.Array, make: Callable[[str], str], *, is_all: bool = False) -> pa.Array:
    """Return texts as Python makes them, unless all are readable as they are."""
    if not is_all and are_readable(texts):
        return texts
    return pa.array([make(text) for text in texts.to_pylist()], TEXT)


def names(items: pa.RecordBatch) -> pa.Array:
    """Return the names of the transactions of items in errors."""
    where = _where(items)
    gtid = items.column("gtid")
    return pc.coalesce(joined("GTID ", gtid, " (", where, ")"), where)


def places(items: pa.RecordBatch) -> pa.Array:
    """Return what the script says of the transactions of items."""
    when = items.column("when").cast(pa.timestamp("us")).cast(TEXT)
    texts = pc.if_else(
        pc.ends_with(when, ".000000"), pc.utf8_slice_codeunits(when, 0, _SECOND), when
    )
    optional = {"gtid": "GTID ", "xid": "XA ", "user": "by ", "thread_id": "thread "}
    return pc.binary_join_element_wise(
        *(_where(items), joined(texts, " UTC"), _field(items, "server_id", "server ")),
        *(_field(items, name, title) for name, title in optional.items()),
        pa.scalar(", ", TEXT),
        null_handling="skip",
    )


def _where(items: pa.RecordBatch) -> pa.Array:
    return joined(items.column("file"), " at byte ", items.column("start").cast(TEXT))


def _field(items: pa.RecordBatch, name: str, title: str) -> pa.Array:
    return joined(title, items.column(name).cast(TEXT))
