"""Bodies of events for people: generated trees in JSON's terms, as `binlog_kaitai.tree.forms` says.

`_FORMS` has the types whose form needs more than their specs.
"""

from __future__ import annotations

import base64
from typing import Any

from kaitaistruct import KaitaiStruct

from binlog_kaitai.errors import UnreadableError
from binlog_kaitai.generated.execute_load_query_event import ExecuteLoadQueryEvent
from binlog_kaitai.generated.query_event import QueryEvent
from binlog_kaitai.generated.table_map_event import TableMapEvent
from binlog_kaitai.generated.transaction_payload_event import TransactionPayloadEvent
from binlog_kaitai.generated.user_var_event import UserVarEvent
from binlog_kaitai.io.inflate import compression_of
from binlog_kaitai.model.json_text import json_value
from binlog_kaitai.model.tables import DESCRIBED, Column, describe_table, text_of
from binlog_kaitai.tree import forms
from binlog_kaitai.tree.forms import Forms
from binlog_kaitai.tree.log.events import LoggedEvent
from binlog_kaitai.tree.rows.images import row_images
from binlog_kaitai.tree.transactions.statements import client_charset, query_text, user_variable

Body = dict[str, Any]

MAX_IMAGES = 2**26  # bytes of the values of several images that are one body; a single one has more
AROUND = 64  # bytes of what is no string


def body_of(event: LoggedEvent) -> Body:
    """Return the body of an event in JSON's terms.

    `{"raw": base64}` where there is no spec of it. Of a very large event, a text or raw bytes may
    be cut, and it is `truncated`.
    """
    if event.is_cut:
        event = event.as_shown()
        return _body(event) | ({"truncated": True} if event.is_cut else {})
    return _body(event)


def _body(event: LoggedEvent) -> Body:
    body = event.tree.body
    if isinstance(body, bytes):
        return {"raw": base64.b64encode(body).decode()}
    form: Body = _rows(event) if event.tree.is_rows else form_of(body)
    rests = ((name, getattr(body, name, None)) for name in ("post_header_rest", "rest"))
    return form | {name: form_of(rest) for name, rest in rests if rest is not None}


def form_of(value: Any) -> Any:
    """Return a tree, or a value in a tree, in JSON's terms."""
    return forms.form_of(value, _FORMS)


def _fields(tree: KaitaiStruct) -> Body:
    return forms.fields_of(tree, _FORMS)


def _query(query: Any) -> Body:
    return _fields(query) | {"query": query_text(query)}


def _execute_load_query(query: Any) -> Body:
    text = text_of(query.query, client_charset(query.status_vars))
    return _fields(query) | {"query": text}


def _user_var(body: Any) -> Body:
    return {"name": text_of(body.name, None)} | user_variable(body)


def _payload(body: Any) -> Body:
    fields = {str(form_of(field.type)): field.value.value for field in body.fields[:-1]}
    return fields | {"compression": form_of(compression_of(body))}


def _table_map(table_map: Any) -> Body:
    fields: Body = {
        "table_id": table_map.table_id.value,
        "flags": table_map.flags,
        "database": table_map.database,
        "table": table_map.table,
    }
    if not table_map.has_metadata:
        return fields | {"column_types": [form_of(kind) for kind in table_map.column_types.types]}
    table = describe_table(table_map)
    others = [item for item in table_map.optional_metadata.fields if item.type not in DESCRIBED]
    return fields | {
        "columns": [_column(column) for column in table.columns],
        "primary_key": list(table.primary_key),
        "other_metadata": form_of(others),
    }


def _column(column: Column) -> Body:
    fields: Body = {"name": column.name, "type": column.type.name, "nullable": column.is_nullable}
    if column.is_unsigned is not None:
        fields["unsigned"] = column.is_unsigned
    for name in ("charset", "labels", "length", "precision", "fraction_digits", "num_bits"):
        value = getattr(column, name)
        if value:
            fields[name] = list(value) if name == "labels" else value
    if column.precision:
        fields["scale"] = column.scale
    return fields


def _images(rows: Any) -> list[Body]:
    images: list[Body] = []
    room = MAX_IMAGES
    for change_type, cells in row_images(rows, describe_table(rows.table_map)):
        room -= sum(len(v) if isinstance(v, (bytes, str)) else AROUND for _, v in cells)
        if room < 0 and images:
            raise UnreadableError(f"images of up to {MAX_IMAGES} bytes in a body", "more")
        data = {column.name: json_value(column, value) for column, value in cells}
        images.append({"change_type": change_type, "data": data})
    return images


def _rows(event: LoggedEvent) -> Body:
    rows = event.tree.body
    fields = _fields(rows)
    if rows.is_readable:
        fields["images"] = _images(rows)
    if not rows.is_readable and not rows.is_compressed:
        fields["raw"] = base64.b64encode(rows.row_data.data).decode()
    return fields


_FORMS: Forms = {
    ExecuteLoadQueryEvent: _execute_load_query,
    QueryEvent: _query,
    TableMapEvent: _table_map,
    TransactionPayloadEvent: _payload,
    UserVarEvent: _user_var,
}
