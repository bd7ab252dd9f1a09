"""The life of a row: all that was done to it, across changes of its key."""

from __future__ import annotations

import json
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import reduce
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from binlog_kaitai.errors import BinlogError
from binlog_kaitai.forensics.lost_rows import LostRows
from binlog_kaitai.forensics.places import by_transaction
from binlog_kaitai.io.paths import base_name
from binlog_kaitai.model.calendar import EPOCH
from binlog_kaitai.model.changes import (
    DELETE,
    INSERT,
    NOTHING,
    UPDATE_POSTIMAGE,
    UPDATE_PREIMAGE,
    RowContext,
)
from binlog_kaitai.model.row_batches import values_of, with_pairs
from binlog_kaitai.model.schema import RECORD_FIELDS, RECORD_SCHEMA
from binlog_kaitai.model.scopes import Scope
from binlog_kaitai.model.spans import Span
from binlog_kaitai.model.transactions import ROLLED_BACK
from binlog_kaitai.read.batches import read_batches
from binlog_kaitai.read.contexts import Identity, contexts_in
from binlog_kaitai.read.engines import Engine, Engines
from binlog_kaitai.read.indexed import key_of
from binlog_kaitai.read.known_names import chosen
from binlog_kaitai.read.scans import Scan

Key = tuple[Any, ...]

MAX_PARTS = 64
"""Maximum number of transactions to read singly; for more, the whole file is read again."""

UPDATE = "update"
PLACE = ("_position", "_ordinal", "_change_type")
PLACE_FIELDS = ("position", "ordinal")
_FIELDS = ("position", "ordinal", "timestamp", "gtid", "outcome", "change_type", "data")
_RECORDS = pa.schema([RECORD_SCHEMA.field(name) for name in _FIELDS])
_CHANGES = {INSERT: "insert", UPDATE_PREIMAGE: UPDATE, DELETE: "delete"}


@dataclass(frozen=True)
class RowHistoryEntry:
    """A change of a row: `insert`, `update` or `delete`.

    `position` and `ordinal` are those of its row image; for an update, of the before image.
    `before` and `after` have the values in the form of records. `changed` has the values that
    differ, or that only one of the images has.
    """

    file: str
    position: int
    ordinal: int
    timestamp: datetime
    gtid: str | None
    outcome: str | None
    change: str
    before: dict[str, Any] | None
    after: dict[str, Any] | None
    context: RowContext

    @property
    def changed(self) -> dict[str, tuple[Any, Any]]:
        """The values before and after an update, by changed column."""
        if self.before is None or self.after is None:
            return {}
        return {
            name: (value, self.after[name])
            for name, value in self.before.items()
            if name in self.after and self.after[name] != value
        } | {name: (None, v) for name, v in self.after.items() if name not in self.before}

    def matches(self, column: str | None, value: str | None) -> bool:
        """Return whether this changed a column; with `value`, to or from this value."""
        if value is not None and column is not None:
            had, has = (
                image is not None and column in image and text_of(image[column]) == value
                for image in (self.before, self.after)
            )
            return had != has
        return column is None or self.change != UPDATE or column in self.changed

    def to_dict(self) -> dict[str, Any]:
        """Return it as JSON-compatible values."""
        return {
            "file": self.file,
            "position": self.position,
            "ordinal": self.ordinal,
            "timestamp": f"{self.timestamp:%Y-%m-%dT%H:%M:%SZ}",
            "gtid": self.gtid,
            "outcome": self.outcome,
            "change": self.change,
            "changed": {name: list(values) for name, values in self.changed.items()},
            "before": self.before,
            "after": self.after,
            "statement": self.context.statement,
            "thread_id": self.context.thread_id,
            "user": self.context.user,
        }


def text_of(value: Any) -> str:
    """Return a value in the form of the argument `value`: text unchanged, others as JSON."""
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


class History:
    """The changes of a row, in the order of the logs.

    If an update changes the key, the history follows the row to its new key, and also contains the
    changes under its former keys.

    Args:
        scan: selects one table by its name, in typed rows.
        key: texts of values, or bytes, by column, which identify one row or a few rows.
        engine: the engine that reads.

    Raises:
        ValueError: a text is not a value of its column.
        UnknownNameError: no log has the table or the columns.
        BinlogError: a log is damaged before the first row image.
    """

    def __init__(self, scan: Scan, key: Mapping[str, str | bytes], engine: Engine = "auto") -> None:
        self.scan = scan.asking([*key, *PLACE], is_typed=True)
        self.key = _key_of(self.scan.schema, key)
        self.engine: Engine = engine
        self._lost: LostRows | None = None

    def entries(
        self, changed: str | None = None, value: str | None = None
    ) -> Iterator[RowHistoryEntry]:
        """Yield the changes of the row.

        Args:
            changed: skip updates that do not change this column.
            value: with `changed`, only changes of the column to or from this value.

        Raises:
            UnknownNameError: the table has no column `changed`.
            BinlogError: a log is damaged; the changes before are yielded first.
        """
        if changed is not None:
            fields = self.scan.asking(None, is_typed=True).schema.names
            own = [name for name in fields if name not in RECORD_FIELDS]
            chosen([changed], own, self.scan.selected_tables or "")
        tracker, places, fault = self._places(RowTracker(self.key))
        while tracker.has_earlier:
            tracker, places, fault = self._places(tracker.with_earlier())
        engines = Engines(self.engine)
        self._lost = LostRows(self.scan)
        logs = enumerate(zip(self.scan.scopes(), places, strict=False))
        for number, ((path, scope), of_log) in logs:
            for entry in _entries(path, scope, of_log, engines):
                if entry.outcome != ROLLED_BACK:
                    place = number, entry.position, entry.ordinal
                    self._lost.note(place, entry.before, entry.after)
                if entry.matches(changed, value):
                    yield entry
        if fault is not None:
            raise fault

    def warnings(self) -> Iterator[str]:
        """Yield sentences about changes that the logs do not contain, behind the entries."""
        if self._lost is not None:
            yield from self._lost.warnings()

    def _places(
        self, tracker: RowTracker
    ) -> tuple[RowTracker, list[list[Identity]], BinlogError | None]:
        """Return the tracker, the positions of the row's images in each log, and the final error.

        Logs without its keys, by an index, are only read if it gets a key that they may have.
        """
        while True:
            without = self._without(tracker)
            places: list[list[Identity]] = []
            fault = None
            tracker = RowTracker(self.key, tracker.earlier, tracker.followed)
            followed = dict(tracker.followed)
            try:
                for number, (_, batches) in enumerate(self.scan.by_log(without)):
                    places.append([])
                    for batch in with_pairs(batches):
                        places[-1] += tracker.places_in(number, batch)
            except BinlogError as error:
                fault = error
            if tracker.followed == followed or without == self._without(tracker):
                return tracker, places, fault

    def _without(self, tracker: RowTracker) -> frozenset[int]:
        schema = self.scan.schema
        keys = [dict(zip(schema.names, key, strict=False)) for key in tracker.followed]
        return self.scan.without_keys([key_of(key, schema) for key in keys])


def _key_of(schema: pa.Schema, key: Mapping[str, str | bytes]) -> Key:
    """Convert the texts of a key to the types of the schema."""
    values = []
    for name, text in zip(schema.names, key.values(), strict=False):
        kind = schema.field(name).type
        try:
            values.append(_value_of(text, kind))
        except (pa.ArrowException, ValueError) as error:
            raise ValueError(f"expected a value of {name}, {kind}, found {text!r}") from error
    return tuple(values)


def _value_of(text: str | bytes, kind: pa.DataType) -> Any:
    if pa.types.is_binary(kind) and isinstance(text, str):
        is_hex = text.startswith(("0x", "0X"))
        return bytes.fromhex(text[2:]) if is_hex else text.encode()
    return pa.scalar(text).cast(kind).as_py()


Place = tuple[int, int, int]
"""The number of a log, a position and an ordinal."""


class RowTracker:
    """Follows a row by its keys: the initial key, the keys after it, and the keys before it.

    An `earlier` key belongs to the row up to the last update that changed it to another key of the
    row. `former_keys` collects such keys while reading, for the next pass.
    """

    def __init__(
        self, key: Key, earlier: Mapping[Key, Place] | None = None, followed: Iterable[Key] = ()
    ) -> None:
        self.key = key
        self.keys: list[Key] = [key]
        self.earlier = dict(earlier or {})
        self.former_keys: dict[Key, Place] = {}
        self.followed = dict.fromkeys([key, *self.earlier, *followed])  # at any time

    @property
    def has_earlier(self) -> bool:
        """Whether the row had an earlier key that was not followed."""
        return any(self.earlier.get(key) != place for key, place in self.former_keys.items())

    def with_earlier(self) -> RowTracker:
        """Return a tracker that also follows the collected former keys."""
        return RowTracker(self.key, {**self.earlier, **self.former_keys}, self.followed)

    def places_in(self, log: int, batch: pa.RecordBatch) -> list[Identity]:
        """Return the images of the row in a batch of its key's columns and of `PLACE`.

        If one image of an update is of the row, both are returned.
        """
        columns = batch.columns[: -len(PLACE)]
        kinds = batch.column("_change_type")
        positions, ordinals = (batch.column(name) for name in PLACE[:2])

        def place_at(at: int) -> Place:
            return log, positions[at].as_py(), ordinals[at].as_py()

        start = 0
        rows: dict[int, None] = {}
        while start < batch.num_rows:
            keys = list(self.keys)
            end = batch.num_rows
            for at in np.flatnonzero(self._matches(columns, place_at)).tolist():
                if at < start:
                    continue
                if kinds[at].as_py() == UPDATE_POSTIMAGE:
                    rows.update(dict.fromkeys((at - 1, at)))
                    self._add_former(_key_at(columns, at - 1), place_at(at))
                    continue
                rows[at] = None
                kind = kinds[at].as_py()
                if kind == DELETE:
                    self._leave(_key_at(columns, at))
                elif kind == UPDATE_PREIMAGE and at + 1 < batch.num_rows:  # the log may end
                    rows[at + 1] = None
                    self._follow(_key_at(columns, at), _key_at(columns, at + 1), place_at(at + 1))
                if self.keys != keys:
                    end = at + 1
                    break
            start = end
        return [place_at(at)[1:] for at in sorted(rows)]

    def _matches(self, columns: list[pa.Array], place_at: Callable[[int], Place]) -> Any:
        count = len(columns[0])
        matches = np.zeros(count, np.bool_)
        for key in self.keys:
            matches |= _equal(columns, key)
        for key, last in self.earlier.items():
            before = bisect_left(range(count), last, key=place_at)
            if before:
                matches[:before] |= _equal([column[:before] for column in columns], key)
        return matches

    def _follow(self, before: Key, after: Key, place: Place) -> None:
        # an image without a column of the key did not change the column
        after = tuple(old if new is None else new for old, new in zip(before, after, strict=True))
        if before == after:
            return
        self._leave(before)
        is_earlier = after in self.earlier and place <= self.earlier[after]
        if after not in self.keys and None not in after and not is_earlier:
            self.keys.append(after)
            self.followed[after] = None

    def _leave(self, key: Key) -> None:
        """Stop following a key, which another row may get later; the initial key stays."""
        if key != self.key and key in self.keys:
            self.keys.remove(key)

    def _add_former(self, key: Key, place: Place) -> None:
        """Add a key that the row had up to a place."""
        if key not in self.keys and None not in key:
            self.former_keys[key] = max(place, self.earlier.get(key, place))


def _key_at(columns: list[pa.Array], at: int) -> Key:
    return tuple(column[at].as_py() for column in columns)


def _equal(columns: list[pa.Array], key: Key) -> Any:
    same = [
        pc.fill_null(pc.equal(column, pa.scalar(value, column.type)), False)
        for column, value in zip(columns, key, strict=True)
    ]
    return reduce(pc.and_, same).to_numpy(zero_copy_only=False)


def _entries(
    path: str, scope: Scope, places: list[Identity], engines: Engines
) -> Iterator[RowHistoryEntry]:
    """Yield the changes at some positions of a file, for which whole images are read."""
    if not places:
        return
    images: dict[Identity, dict[str, Any]] = {}
    contexts: dict[Identity, RowContext] = {}
    parts = by_transaction(path, places, engines)
    spans = [Span(start, start + 1, has_parts_before=True) for start in parts]
    for span in spans if len(spans) <= MAX_PARTS else [scope.span]:
        own = replace(scope, span=span, columns=None)
        images.update(_images(path, own, set(places), engines))
    for start, of_transaction in parts.items():
        contexts.update(contexts_in(path, start, of_transaction, scope))
    for place in places:
        image = images.get(place)
        if image is not None and image["change_type"] != UPDATE_POSTIMAGE:
            behind = images.get((place[0], place[1] + 1))
            yield _entry(path, image, behind, contexts.get(place, NOTHING))


def _images(
    path: str, scope: Scope, places: set[Identity], engines: Engines
) -> dict[Identity, dict[str, Any]]:
    images = {}
    positions = pa.array(sorted({position for position, _ in places}))
    for batch in read_batches(
        path, scope.table, is_typed=False, schema=_RECORDS, scope=scope, engine=engines
    ):
        near = batch.filter(pc.is_in(batch.column("position"), value_set=positions))
        for at, identity in enumerate(values_of(near, PLACE_FIELDS)):
            if identity in places:
                row = near.slice(at, 1)
                times = row.column("timestamp").cast(pa.int64())
                image = row.drop_columns(["timestamp"]).to_pylist()[0]
                image["timestamp"] = EPOCH + timedelta(microseconds=times[0].as_py())
                images[identity] = image
    return images


def _entry(
    path: str, image: dict[str, Any], behind: dict[str, Any] | None, context: RowContext
) -> RowHistoryEntry:
    data = json.loads(image["data"])
    kind = image["change_type"]
    after = data if kind == INSERT else None
    if kind == UPDATE_PREIMAGE and behind is not None:
        after = json.loads(behind["data"])
    return RowHistoryEntry(
        base_name(path),
        image["position"],
        image["ordinal"],
        image["timestamp"],
        image["gtid"],
        image["outcome"],
        _CHANGES[kind],
        None if kind == INSERT else data,
        after,
        context,
    )
