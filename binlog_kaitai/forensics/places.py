"""Find the transactions of rows by the positions of the rows."""

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
from binlog_kaitai.read.views import transaction_batches

_BOUNDS = pa.schema([TRANSACTION_SCHEMA.field(name) for name in ("position", "end_position")])


def by_transaction(
    path: str, places: Iterable[Identity], engines: Engines
) -> dict[int, list[Identity]]:
    """Group positions in a file by the start of their transactions.

    Raises:
        SecondFormatError: the file has a second format, so no transaction can be read alone.
    """
    by_start: dict[int, list[Identity]] = defaultdict(list)
    # checksums were compared before
    scope = Scope(span=Span(has_parts_behind=True), verify_checksums=False)
    remaining = deque(sorted(places))
    for batch in transaction_batches(path, schema=_BOUNDS, scope=scope, engine=engines):
        starts = batch.column("position").to_numpy()
        last = batch.column("end_position")[-1].as_py()
        while remaining and remaining[0][0] < last:
            place = remaining.popleft()
            at = int(np.searchsorted(starts, place[0], side="right")) - 1
            by_start[int(starts[max(at, 0)])].append(place)
        if not remaining:
            break
    return by_start
