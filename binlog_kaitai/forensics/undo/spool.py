"""Store long sequences in a temporary file, and read them in reverse."""

from __future__ import annotations

import json
import tempfile
import zlib
from collections.abc import Iterator
from typing import Any

CHUNK = 2**20  # characters that are compressed together


class Spool:
    """Stores items, which are JSON-compatible lists; about a chunk of them is in memory."""

    def __init__(self) -> None:
        self._file = tempfile.TemporaryFile(prefix="binlog-kaitai-")  # noqa: SIM115 - see close
        self._sizes: list[int] = []  # of the chunks in the file
        self._chunk: list[str] = []
        self._length = 0

    def append(self, item: list[Any]) -> None:
        """Append an item."""
        text = json.dumps(item, ensure_ascii=False)
        self._chunk.append(text)
        self._length += len(text)
        if self._length >= CHUNK:
            data = zlib.compress("\n".join(self._chunk).encode(), 1)
            self._file.write(data)
            self._sizes.append(len(data))
            self._chunk, self._length = [], 0

    def reversed(self) -> Iterator[list[Any]]:
        """Yield the items, the last one first."""
        yield from map(json.loads, reversed(self._chunk))
        end = sum(self._sizes)
        for size in reversed(self._sizes):
            end -= size
            self._file.seek(end)
            lines = zlib.decompress(self._file.read(size)).decode().split("\n")
            yield from map(json.loads, reversed(lines))

    def close(self) -> None:
        """Remove the file."""
        self._file.close()
