"""Where in events the generated classes read something: what the specs know of their bytes."""

from __future__ import annotations

import contextlib
import os
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from io import BytesIO
from typing import Any, NamedTuple

from kaitaistruct import KaitaiStream

from binlog_kaitai import BinlogError, read_events
from tests.records import read_rows

_READERS = ("_read_bytes_not_aligned", "read_bytes_full")


class Field(NamedTuple):
    """Bytes that were read together, by their place in an event, or in what was decompressed."""

    at: int
    size: int


Fields = dict[bytes, tuple[Field, ...]]
"""The fields of whole events, and of decompressed rows, by their bytes."""


def fields_in(path: str | os.PathLike[str]) -> Fields:
    """The fields that are read for rows and events of a log, up to where one cannot be read."""
    with _recording() as recorder:
        for read in (read_rows, read_events):
            with contextlib.suppress(BinlogError):
                for item in read(path):
                    item.to_json()
    return {root: tuple(sorted(found)) for root, found in recorder.fields.items()}


class _Recorder:
    """Notes what is read of each stream; knows what was cut out of another by its identity."""

    def __init__(self) -> None:
        self.fields: defaultdict[bytes, set[Field]] = defaultdict(set)
        self.origins: dict[int, tuple[bytes, int]] = {}
        self.kept: list[bytes] = []  # or another object could get the identity of one of them

    def note(self, stream: Any, at: int, read: bytes) -> None:
        whole = stream.getvalue()  # the very object that the stream was made of
        root, start = self.origins.get(id(whole), (whole, 0))
        if read:
            self.fields[root].add(Field(start + at, len(read)))
        if len(read) > 1:  # there is one object for each single byte
            self.origins[id(read)] = root, start + at
            self.kept.append(read)


@contextmanager
def _recording() -> Iterator[_Recorder]:
    recorder = _Recorder()
    originals = {name: getattr(KaitaiStream, name) for name in _READERS}
    for name, original in originals.items():
        setattr(KaitaiStream, name, _noted(original, recorder))
    try:
        yield recorder
    finally:
        for name, original in originals.items():
            setattr(KaitaiStream, name, original)


def _noted(original: Callable[..., bytes], recorder: _Recorder) -> Callable[..., bytes]:
    def read(self: Any, *arguments: Any) -> bytes:
        stream = self._io
        if not isinstance(stream, BytesIO):
            return original(self, *arguments)
        at = stream.tell()
        found = original(self, *arguments)
        recorder.note(stream, at, found)
        return found

    return read


def outermost(fields: Iterable[Field]) -> list[Field]:
    """Fields that lie in no other."""
    found: list[Field] = []
    for field in sorted(fields, key=lambda f: (f.at, -f.size)):
        if not found or field.at + field.size > found[-1].at + found[-1].size:
            found.append(field)
    return found
