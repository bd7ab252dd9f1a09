"""The life of a row: all that was done to it, across changes of its key."""

from __future__ import annotations

import json
from collections import defaultdict, deque
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from binlog_kaitai.errors import BinlogError
from binlog_kaitai.io.paths import base_name
from binlog_kaitai.model.calendar import EPOCH
from binlog_kaitai.model.changes import DELETE, INSERT, UPDATE_POSTIMAGE, UPDATE_PREIMAGE
from binlog_kaitai.model.schema import RECORD_SCHEMA, TRANSACTION_SCHEMA
from binlog_kaitai.model.scopes import Scope
from binlog_kaitai.model.spans import WHOLE, Span
from binlog_kaitai.read.batches import read_batches
from binlog_kaitai.read.contexts import NOTHING, Identity, RowContext, contexts_in
from binlog_kaitai.read.engines import Engine, Engines
from binlog_kaitai.read.scan import Scan
from binlog_kaitai.read.transaction_batches import transaction_batches

Key = tuple[Any, ...]

MAX_PARTS = 64
"""Transactions of a file that are read one by one; where there are more, the file is read again."""

UPDATE = "update"
PLACE = ("_position", "_ordinal", "_change_type")
PLACE_FIELDS = ("position", "ordinal")
_FIELDS = ("position", "ordinal", "timestamp", "gtid", "outcome", "change_type", "data")
_RECORDS = pa.schema([RECORD_SCHEMA.field(name) for name in _FIELDS])
_PLACES = pa.schema([TRANSACTION_SCHEMA.field(name) for name in ("position", "end_position")])
_CHANGES = {INSERT: "insert", UPDATE_PREIMAGE: UPDATE, DELETE: "delete"}


@dataclass(frozen=True)
class Moment:
    """Something that was done to a row: `insert`, `update` or `delete`.

    `position` and `ordinal` are those of its image, of an update's before image. `before` and
    `after` have the values as records have them; `changed` those that are another, or that only
    one of the images has.
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
        """What changed: the values before and after, by column. Of an update, both are told."""
        if self.before is None or self.after is None:
            return {}
        return {
            name: (value, self.after[name])
            for name, value in self.before.items()
            if name in self.after and self.after[name] != value
        } | {name: (None, v) for name, v in self.after.items() if name not in self.before}

    def to_dict(self) -> dict[str, Any]:
        """Return it in JSON's terms."""
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


class History:
    """What was done to a row, in the order of the logs.

    `scan` asks for the table, by its name, in typed rows. `key` are texts of the row's values in
    some columns, which name one row or a few; where an update changes them, the row is followed by
    its new ones, too.

    Raises:
        ValueError: for a text that is no value of its column.
        UnknownNameError: where no log has the table or the columns.
        BinlogError: where a log is damaged before the first row image.
    """

    def __init__(self, scan: Scan, key: Mapping[str, str], engine: Engine = "auto") -> None:
        self.scan = scan.asking([*key, *PLACE], is_typed=True)
        self.key = _key_of(self.scan.schema, key)
        self.engine: Engine = engine

    def moments(self, changed: str | None = None) -> Iterator[Moment]:
        """Yield what was done; with `changed`, no updates that leave this column as it was.

        Raises BinlogError where a log is damaged, after what is before.
        """
        life = _Life(self.key)
        engines = Engines(self.engine)
        for (path, scope), (_, batches) in zip(self.scan.scopes(), self.scan.by_log(), strict=True):
            places: list[Identity] = []
            fault = None
            try:
                for batch in _with_pairs(batches):
                    places += life.places_in(batch)
            except BinlogError as error:
                fault = error
            for moment in _moments(path, scope, places, engines):
                if changed is None or moment.change != UPDATE or changed in moment.changed:
                    yield moment
            if fault is not None:
                raise fault


def _with_pairs(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    """Yield batches so that no update's before image is the last row of one."""
    held: pa.RecordBatch | None = None
    for batch in batches:
        if held is not None:
            batch = pa.concat_batches([held, batch])  # noqa: PLW2901 - its first row was held
        held = None
        if batch.column("_change_type")[-1].as_py() == UPDATE_PREIMAGE:
            held = batch.slice(batch.num_rows - 1)
            batch = batch.slice(0, batch.num_rows - 1)  # noqa: PLW2901
        if batch.num_rows:
            yield batch
    if held is not None:
        yield held


def _key_of(schema: pa.Schema, key: Mapping[str, str]) -> Key:
    """Return the values that texts mean in the columns of a schema."""
    values = []
    for name, text in zip(schema.names, key.values(), strict=False):
        kind = schema.field(name).type
        try:
            values.append(_value_of(text, kind))
        except (pa.ArrowException, ValueError) as error:
            raise ValueError(f"expected a value of {name}, {kind}, found {text!r}") from error
    return tuple(values)


def _value_of(text: str, kind: pa.DataType) -> Any:
    if pa.types.is_binary(kind):
        is_hex = text.startswith(("0x", "0X"))
        return bytes.fromhex(text[2:]) if is_hex else text.encode()
    return pa.scalar(text).cast(kind).as_py()


class _Life:
    """Follows a row by its keys: the one that was asked for, and those that it is given."""

    def __init__(self, key: Key) -> None:
        self.keys: list[Key] = [key]

    def places_in(self, batch: pa.RecordBatch) -> list[Identity]:
        """Return the images of the row in a batch of its key's columns and of `PLACE`.

        Both images of an update are told where one of them is of the row.
        """
        columns = batch.columns[: -len(PLACE)]
        kinds = batch.column("_change_type")
        start = 0
        found: dict[int, None] = {}
        while start < batch.num_rows:
            matches = self._matches([column.slice(start) for column in columns])
            known = len(self.keys)
            end = batch.num_rows
            for at in (np.flatnonzero(matches) + start).tolist():
                if kinds[at].as_py() == UPDATE_POSTIMAGE:
                    found.update(dict.fromkeys((at - 1, at)))
                    continue
                found[at] = None
                is_pair = at + 1 < batch.num_rows  # a log may end between
                if kinds[at].as_py() == UPDATE_PREIMAGE and is_pair:
                    found[at + 1] = None
                    self._follow(tuple(column[at + 1].as_py() for column in columns))
                    if len(self.keys) > known:
                        end = at + 1
                        break
            start = end
        positions, ordinals = (batch.column(name).to_pylist() for name in PLACE[:2])
        return [(positions[at], ordinals[at]) for at in sorted(found)]

    def _matches(self, columns: list[pa.Array]) -> Any:
        matches = np.zeros(len(columns[0]), np.bool_)
        for key in self.keys:
            own = np.ones(len(columns[0]), np.bool_)
            for column, value in zip(columns, key, strict=True):
                equal = pc.equal(column, pa.scalar(value, column.type))
                same = pc.fill_null(equal, False).to_numpy(zero_copy_only=False)
                own = np.logical_and(own, same)
            matches = np.logical_or(matches, own)
        return matches

    def _follow(self, key: Key) -> None:
        if key not in self.keys and None not in key:
            self.keys.append(key)


def _moments(path: str, scope: Scope, places: list[Identity], engines: Engines) -> Iterator[Moment]:
    """Yield what was done at some places of a file; whole images are read of these alone."""
    if not places:
        return
    images: dict[Identity, dict[str, Any]] = {}
    contexts: dict[Identity, RowContext] = {}
    parts = _by_transaction(path, places, engines)
    spans = [Span(start, start + 1) for start in parts]
    for span in spans if len(spans) <= MAX_PARTS else [scope.span]:
        own = replace(scope, span=span, columns=None)
        images.update(_images(path, own, set(places), engines))
    for start, of_transaction in parts.items():
        contexts.update(contexts_in(path, start, of_transaction))
    for place in places:
        image = images.get(place)
        if image is not None and image["change_type"] != UPDATE_POSTIMAGE:
            behind = images.get((place[0], place[1] + 1))
            yield _moment(path, image, behind, contexts.get(place, NOTHING))


def _by_transaction(
    path: str, places: list[Identity], engines: Engines
) -> dict[int, list[Identity]]:
    """Return places by where their transactions begin."""
    found: dict[int, list[Identity]] = defaultdict(list)
    scope = Scope(span=WHOLE, verify_checksums=False)  # which were compared before
    left = deque(sorted(places))
    for batch in transaction_batches(path, schema=_PLACES, scope=scope, engine=engines):
        starts = batch.column("position").to_numpy()
        last = batch.column("end_position")[-1].as_py()
        while left and left[0][0] < last:
            place = left.popleft()
            at = int(np.searchsorted(starts, place[0], side="right")) - 1
            found[int(starts[max(at, 0)])].append(place)
        if not left:
            break
    return found


def _images(
    path: str, scope: Scope, places: set[Identity], engines: Engines
) -> dict[Identity, dict[str, Any]]:
    found = {}
    positions = pa.array(sorted({position for position, _ in places}))
    for batch in read_batches(
        path, scope.table, is_typed=False, schema=_RECORDS, scope=scope, engine=engines
    ):
        near = batch.filter(pc.is_in(batch.column("position"), value_set=positions))
        identities = zip(*(near.column(name).to_pylist() for name in PLACE_FIELDS), strict=True)
        for at, identity in enumerate(identities):
            if identity in places:
                row = near.slice(at, 1)
                times = row.column("timestamp").cast(pa.int64())
                image = row.drop_columns(["timestamp"]).to_pylist()[0]
                image["timestamp"] = EPOCH + timedelta(microseconds=times[0].as_py())
                found[identity] = image
    return found


def _moment(
    path: str, image: dict[str, Any], behind: dict[str, Any] | None, context: RowContext
) -> Moment:
    data = json.loads(image["data"])
    kind = image["change_type"]
    after = data if kind == INSERT else None
    if kind == UPDATE_PREIMAGE and behind is not None:
        after = json.loads(behind["data"])
    return Moment(
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
