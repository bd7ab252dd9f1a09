"""Some columns of a table as lines of JSON, with their values as records have them."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence

import pyarrow as pa

from binlog_kaitai.cli.lines import texts_of
from binlog_kaitai.model.json_members import members_of
from binlog_kaitai.model.schema import CONTEXT_SCHEMA, RECORD_FIELDS, column_field


def picked_lines(batch: pa.RecordBatch, names: Sequence[str]) -> Iterator[str]:
    """Yield a JSON object of some fields for each record of a batch, in the order of `names`.

    Columns that are not in the row image are omitted.
    """
    fields = {name: RECORD_FIELDS[name].name for name in names if name in RECORD_FIELDS}
    context = {f"_{name}": name for name in CONTEXT_SCHEMA.names if name in batch.schema.names}
    fields |= {name: context[name] for name in names if name in context}
    texts = [texts_of(batch.column(field), field) for field in fields.values()]
    keys = {name: json.dumps(name, ensure_ascii=False) for name in names}
    for data, *values in zip(batch.column("data").to_pylist(), *texts, strict=True):
        members = dict(zip(fields, values, strict=True))
        members.update((column_field(name).lower(), text) for name, text, _ in members_of(data))
        items = ((keys[name], members.get(name) or members.get(name.lower())) for name in names)
        yield f"{{{', '.join(f'{key}: {text}' for key, text in items if text is not None)}}}"
