"""Generated trees as dicts, lists and scalars, which JSON has.

A tree becomes a dict of its fields as the spec names them, so that a field added to a spec shows
without a change here. Types and fields have another form where their spec says so, or `Forms`.
"""

from __future__ import annotations

import base64
from collections.abc import Callable, Iterator, Mapping
from enum import IntEnum
from typing import Any, TypeAlias
from uuid import UUID

from kaitaistruct import KaitaiStruct

from binlog_kaitai.generated.kernels.forms import FIELDS, FORMS
from binlog_kaitai.model.tables import text_of

Forms: TypeAlias = Mapping[type, Callable[[Any], Any]]


def form_of(value: Any, forms: Forms) -> Any:
    """Return a tree, or a value in a tree, in JSON's terms."""
    if type(value) in forms:
        return forms[type(value)](value)
    if isinstance(value, KaitaiStruct):
        return _form_of_tree(value, forms)
    if isinstance(value, IntEnum):
        return value.name
    if isinstance(value, bytes):
        return _text_or_base64(value)
    if isinstance(value, list):
        return [form_of(item, forms) for item in value]
    return value


def fields_of(tree: KaitaiStruct, forms: Forms) -> dict[str, Any]:
    """Return the fields that a tree has read, without its parameters."""
    shown = FIELDS.get(type(tree).__name__, {})
    return {
        name: _form_of_field(value, shown.get(name), forms)
        for name, value in _read_fields(tree)
        if shown.get(name) is not False
    }


def all_fields_of(tree: KaitaiStruct, forms: Forms) -> dict[str, Any]:
    """Return the fields that a tree has read, and the instances that its spec computes of them."""
    members = vars(type(tree)).items()
    instances = (name for name, member in members if isinstance(member, property))
    computed = ((name, getattr(tree, name)) for name in instances)
    shown = {name: form_of(value, forms) for name, value in computed if value is not None}
    return fields_of(tree, forms) | shown


def _form_of_tree(tree: KaitaiStruct, forms: Forms) -> Any:
    name = type(tree).__name__
    match FORMS.get(name):
        case "flags":
            return [flag for flag, value in _read_fields(tree) if value is True]
        case {"items": items}:
            return [form_of(getattr(tree, item), forms) for item in items]
        case {"value": value, **others} if "name" not in others:
            form = FIELDS.get(name, {}).get(value)
            return _form_of_field(getattr(tree, value), form, forms)
    return fields_of(tree, forms)


def _form_of_field(value: Any, form: Any, forms: Forms) -> Any:
    match form:
        case "uuid":
            numbers = (form_of(item, forms) for item in value)
            return str(UUID(bytes=bytes(numbers)))
        case "text":
            return text_of(value, None)
        case "members":
            return dict(_member(item, forms) for item in value)
    return form_of(value, forms)


def _member(item: KaitaiStruct, forms: Forms) -> tuple[str, Any]:
    form = FORMS[type(item).__name__]
    name, value = (form_of(getattr(item, form[part]), forms) for part in ("name", "value"))
    return str(name), value  # a case without a name is a number


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
