"""How kernels are compiled."""

from __future__ import annotations

import inspect
from itertools import count
from typing import Any

import numpy as np
import pytest
from numba.core.bytecode import FunctionIdentity
from numba.core.caching import FunctionCache, IndexDataCacheFile
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler, CompileResult, Flags
from numba.core.dispatcher import Dispatcher
from numba.core.options import DefaultOptions
from numba.cpython import numbers
from numba.np import arrayobj

from binlog_kaitai.kernels.runtime.jit import inlined, kernel, shared
from binlog_kaitai.kernels.runtime.text import write_int


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


@kernel
def _is_positive(upper_half: int) -> bool:
    return (upper_half & 0xFFFFFFFF) * 2**32 >= 0


def test_overflow_wraps_and_checks_for_it_stay() -> None:
    assert _is_more(3, 4)
    assert not _is_more(2**63 - 1, 1)
    assert not _is_more(2**62, 2**62)
    assert not _is_more(2**32, 2**31)
    assert not _is_positive(2**31)


def test_parts_are_called_from_kernels_and_from_python() -> None:
    assert _is_more(1, 2)  # both parts are compiled now, for kernels
    assert (_sum(1, 2), _difference(1, 2)) == (3, -1)


def _writer(step: int) -> Any:
    """Return a kernel whose part is too long to be inlined; both are named alike of any step."""

    @shared
    def write_some(out: Any, at: int, number: int) -> int:
        for _ in range(step):
            at = write_int(out, at, number + step)
            at = write_int(out, at, number * step)
        return write_int(out, at, number - step)

    @kernel
    def write(out: Any, number: int) -> int:
        at = write_some(out, 0, number)
        at = write_some(out, at, number + 1)
        return write_some(out, at, number + 2)

    return write


def test_a_kernel_calls_its_own_part_where_another_one_is_named_alike(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    out = np.zeros(500, np.uint8)
    found = []
    for step in (1, 2):
        # as in two processes that keep what they compile for a third one
        monkeypatch.setattr(FunctionIdentity, "_unique_ids", count(10**6))
        found.append(bytes(out[: _writer(step)(out, 5)]))
    assert found == [b"654765876", b"710710381281249149145"]


# what jit.py takes of Numba that is not promised to stay
INTERNALS = (
    (FunctionCache, ("load_overload", "save_overload", "_impl_class")),
    (IndexDataCacheFile, ("_open_for_write", "load", "save", "flush")),
    (DefaultOptions, ("_nrt", "forceinline", "nogil", "error_model")),
    (DefaultOptions, ("no_cpython_wrapper", "no_cfunc_wrapper")),
    (Flags, ("no_compile",)),
    (JITCodeLibrary, ("_optimize_final_module", "_finalize_final_module")),
    (JITCodeLibrary, ("_finalize_dynamic_globals", "_ensure_finalized")),
    (JITCodeLibrary, ("enable_object_caching",)),
    (Compiler, ("define_pipelines",)),
    (CompileResult, ("entry_point", "fndesc", "library", "signature", "_replace")),
    (Dispatcher, ("compile", "get_overload", "_compile_for_args")),
)


@pytest.mark.parametrize(("owner", "names"), INTERNALS, ids=str)
def test_numba_still_has_what_jit_leans_on(owner: Any, names: tuple[str, ...]) -> None:
    gone = [name for name in names if not hasattr(owner, name)]
    assert gone == [], "keep this Numba out in pyproject.toml, or change kernels/runtime/jit.py"


def test_the_flags_of_sums_are_still_a_function_of_the_builder() -> None:
    flags_of = numbers.int_mul_impl.__globals__["_int_arith_flags"]
    assert [*inspect.signature(flags_of).parameters] == ["rettype"]


@kernel
def _item(numbers: Any, at: int) -> int:
    return int(numbers[at]) - int(numbers[-1])


def test_an_index_counts_from_the_start_unless_it_is_a_negative_constant() -> None:
    seen = np.arange(10, 20)
    assert _item(seen[5:], -2) == 13 - 19


def test_what_numba_makes_of_an_index_is_still_told_its_type() -> None:
    fixed = arrayobj.basic_indexing.__globals__["fix_integer_index"]
    assert [*inspect.signature(fixed).parameters] == ["context", "builder", "idxty", "idx", "size"]
