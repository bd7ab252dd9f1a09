"""Which transactions rows belong to, by where these lie."""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Iterable

import numpy as np
import pyarrow as pa

from binlog_kaitai.model.schema import TRANSACTION_SCHEMA
from binlog_kaitai.model.scopes import Scope
from binlog_kaitai.model.spans import Span
from binlog_kaitai.read.contexts import Identity
from binlog_kaitai.read.engines import Engines
from binlog_kaitai.read.transaction_batches import transaction_batches

_BOUNDS = pa.schema([TRANSACTION_SCHEMA.field(name) for name in ("position", "end_position")])


def by_transaction(
    path: str, places: Iterable[Identity], engines: Engines
) -> dict[int, list[Identity]]:
    """Return places in a file by where their transactions begin.

    Raises SecondFormatError where the file has a second format, by which no transaction can be read
    alone.
    """
    found: dict[int, list[Identity]] = defaultdict(list)
    # checksums were compared before
    scope = Scope(span=Span(has_parts_behind=True), verify_checksums=False)
    left = deque(sorted(places))
    for batch in transaction_batches(path, schema=_BOUNDS, scope=scope, engine=engines):
        starts = batch.column("position").to_numpy()
        last = batch.column("end_position")[-1].as_py()
        while left and left[0][0] < last:
            place = left.popleft()
            at = int(np.searchsorted(starts, place[0], side="right")) - 1
            found[int(starts[max(at, 0)])].append(place)
        if not left:
            break
    return found
