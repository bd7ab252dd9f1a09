"""The coordinates of geometries in messages."""

from __future__ import annotations

import base64
from decimal import Decimal
from io import BytesIO
from typing import Any

from kaitaistruct import KaitaiStream, KaitaiStructError

from binlog_kaitai.errors import UnreadableError
from binlog_kaitai.generated.well_known_binary import WellKnownBinary
from binlog_kaitai.model.tables import GEOMETRIES

_Type = WellKnownBinary.GeometryType


def read_geometry(value: Any) -> Any:
    """Return the tree of a geometry in a record.

    Raises:
        UnreadableError: it is none that the servers store.
    """
    try:
        return WellKnownBinary(KaitaiStream(BytesIO(base64.b64decode(value["wkb"]))))
    except (EOFError, KaitaiStructError, RecursionError) as error:
        raise UnreadableError("a geometry as Well-Known Binary", str(error)) from error


def well_known_text(geometry: Any) -> str:
    """Return a geometry as the Java Topology Suite writes it.

    Args:
        geometry: a tree of WellKnownBinary.
    """
    return f"{GEOMETRIES[geometry.type]} {_body(geometry)}"


def _body(geometry: Any) -> str:
    body = geometry.body
    if geometry.type == _Type.point:
        return f"({_point(body)})"
    if geometry.type == _Type.line_string:
        return _line(body)
    if geometry.type == _Type.polygon:
        return _list(map(_line, body.rings))
    text = well_known_text if geometry.type == _Type.geometry_collection else _body
    return _list(map(text, body.geometries))


def _line(points: Any) -> str:
    return _list(map(_point, points.points))


def _list(texts: Any) -> str:
    joined = ", ".join(texts)
    return f"({joined})" if joined else "EMPTY"


def _point(point: Any) -> str:
    return f"{_number(point.x)} {_number(point.y)}"


def _number(number: float) -> str:
    """Return a number without an exponent, with 16 digits behind the point at most."""
    return f"{Decimal(repr(number)):.16f}".rstrip("0").rstrip(".")
