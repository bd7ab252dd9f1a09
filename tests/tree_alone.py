"""Digests of what an engine reads; as a program, of what `tree` reads where there is no Numba."""

from __future__ import annotations

import hashlib
import json
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

if __name__ == "__main__":
    sys.modules["numba"] = None  # type: ignore[assignment]

from binlog_kaitai.model.schema import RECORD_SCHEMA
from binlog_kaitai.model.scopes import Scope
from binlog_kaitai.model.spans import spans_of
from binlog_kaitai.read.batches import read_batches
from binlog_kaitai.read.views import transaction_batches

if TYPE_CHECKING:
    import pyarrow as pa

    from binlog_kaitai.read.engines import Engine

LENIENT = Scope(is_lenient=True)
FAULT = "fault"
PART = 2**13  # bytes


def digests(path: str, table: str, engine: Engine) -> Iterator[str]:
    """Yield a digest of what is read of a log in each way."""
    lenient = {"schema": RECORD_SCHEMA, "scope": LENIENT, "fault_field": FAULT}
    parts = (
        batch
        for span in spans_of(Path(path).stat().st_size, PART)
        for batch in read_batches(path, scope=Scope(span=span), engine=engine)
    )
    yield _digest(read_batches(path, engine=engine))
    yield _digest(read_batches(path, table, engine=engine))
    yield _digest(read_batches(path, **lenient, engine=engine))
    yield _digest(parts)
    yield _digest(transaction_batches(path, engine=engine))


def _digest(batches: Iterable[pa.RecordBatch]) -> str:
    digest = hashlib.sha256()
    for batch in batches:
        for row in batch.to_pylist():
            digest.update(repr(row).encode())
    return digest.hexdigest()


if __name__ == "__main__":
    print(json.dumps(list(digests(sys.argv[1], sys.argv[2], "tree"))))  # noqa: T201
