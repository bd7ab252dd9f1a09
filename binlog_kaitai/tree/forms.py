"""Generated trees as dicts, lists and scalars, which JSON has.

A tree becomes a dict of its fields as the spec names them, so that a field added to a spec shows
without a change here. Types in `Forms` have another form.
"""

from __future__ import annotations

import base64
from collections.abc import Callable, Iterator, Mapping
from enum import IntEnum
from typing import Any, TypeAlias

from kaitaistruct import KaitaiStruct

from binlog_kaitai.generated.binlog_bitmap import BinlogBitmap
from binlog_kaitai.generated.binlog_bitmap_msb import BinlogBitmapMsb
from binlog_kaitai.generated.integer_be import IntegerBe
from binlog_kaitai.generated.integer_le import IntegerLe
from binlog_kaitai.generated.packed_integer import PackedInteger
from binlog_kaitai.generated.varlen_integer import VarlenInteger

Forms: TypeAlias = Mapping[type, Callable[[Any], Any]]


def form_of(value: Any, forms: Forms) -> Any:
    """Return a tree, or a value in a tree, in JSON's terms."""
    if type(value) in forms:
        return forms[type(value)](value)
    if isinstance(value, KaitaiStruct):
        return fields_of(value, forms)
    if isinstance(value, IntEnum):
        return value.name
    if isinstance(value, bytes):
        return _text_or_base64(value)
    if isinstance(value, list):
        return [form_of(item, forms) for item in value]
    return value


def fields_of(tree: KaitaiStruct, forms: Forms) -> dict[str, Any]:
    """Return the fields that a tree has read, without its parameters."""
    return {name: form_of(value, forms) for name, value in _read_fields(tree)}


def all_fields_of(tree: KaitaiStruct, forms: Forms) -> dict[str, Any]:
    """Return the fields that a tree has read, and the instances that its spec computes of them."""
    members = vars(type(tree)).items()
    instances = (name for name, member in members if isinstance(member, property))
    computed = ((name, getattr(tree, name)) for name in instances)
    shown = {name: form_of(value, forms) for name, value in computed if value is not None}
    return fields_of(tree, forms) | shown


def _read_fields(tree: KaitaiStruct) -> Iterator[tuple[str, Any]]:
    code = type(tree).__init__.__code__
    parameters = code.co_varnames[: code.co_argcount]
    for name, value in vars(tree).items():
        if not name.startswith("_") and name not in parameters and value is not None:
            yield name, value


def _text_or_base64(value: bytes) -> Any:
    try:
        text = value.decode()
    except UnicodeDecodeError:
        return {"base64": base64.b64encode(value).decode()}
    return text if text.isprintable() else {"base64": base64.b64encode(value).decode()}


def number_of(number: Any) -> Any:
    """Return the value of a type that has one instance or field, `value`."""
    return number.value


def _bits(bitmap: Any) -> list[bool]:
    return [bit.is_set for bit in bitmap.bits]


SHARED: Forms = {
    BinlogBitmap: _bits,
    BinlogBitmapMsb: _bits,
    IntegerBe: number_of,
    IntegerLe: number_of,
    PackedInteger: number_of,
    VarlenInteger: number_of,
}
"""The forms of types that specs of all kinds are made of."""
