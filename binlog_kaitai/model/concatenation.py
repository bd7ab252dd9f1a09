"""Batches as one, in every release of pyarrow that is supported."""

from __future__ import annotations

from collections.abc import Sequence

import pyarrow as pa

# since pyarrow 19
_CONCAT = getattr(pa, "concat_batches", None)


def concatenated(batches: Sequence[pa.RecordBatch]) -> pa.RecordBatch:
    """Return batches of one schema as one."""
    if _CONCAT is not None:
        return _CONCAT(batches)
    rows = pa.concat_arrays([batch.to_struct_array() for batch in batches])
    columns = [rows.field(number) for number in range(rows.type.num_fields)]
    return pa.RecordBatch.from_arrays(columns, schema=batches[0].schema)
