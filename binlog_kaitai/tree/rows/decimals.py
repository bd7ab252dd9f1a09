"""DECIMAL: from groups of digits to the number."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

from binlog_kaitai.errors import UnreadableError


def decimal_of(cell: Any) -> Decimal:
    """Return the number of a `DecimalCell`, with its scale."""
    digits = "".join(f"{group.value:0{group.num_digits}d}" for group in cell.digits.groups)
    if len(digits) != cell.precision or not digits.isdigit():
        raise UnreadableError(f"a DECIMAL of {cell.precision} digits", digits)
    sign = "-" if cell.digits.is_negative else ""
    return Decimal(f"{sign}{digits}E-{cell.scale}")
