"""How kernels are compiled."""

from __future__ import annotations

from binlog_kaitai.machine.jit import inlined, kernel, shared


@inlined
def _sum(a: int, b: int) -> int:
    return a + b


@shared
def _difference(a: int, b: int) -> int:
    return a - b


@kernel
def _is_more(number: int, other: int) -> bool:
    return (
        number >= 0
        and other >= 0
        and _sum(number, other) >= 0
        and _difference(-number, other) <= 0
        and number * other >= 0
    )


def test_overflow_wraps_and_checks_for_it_stay() -> None:
    assert _is_more(3, 4)
    assert not _is_more(2**63 - 1, 1)
    assert not _is_more(2**62, 2**62)
    assert not _is_more(2**32, 2**31)
