"""Values of one of several types, by what a field or param holds."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from ksy.kernels.attributes import Node, literal, loader, named_type
from ksy.kernels.calls import read_type
from ksy.kernels.evaluation import scalar
from ksy.kernels.results import zeros_of
from ksy.kernels.values import ZEROS, Value

if TYPE_CHECKING:
    from ksy.kernels.kernel import Kernel


def read_kind(kernel: Kernel, kind: Any, path: str, name: str, *, is_wanted: bool) -> Value | None:
    """Reads what the key `type` says, one type or a switch, into a variable.

    Where the types are not all numbers of one kind, nothing is known of the value, but of what is
    cast to one of the types.
    """
    if isinstance(kind, dict):
        return _switch(kernel, kind, path, name, is_wanted=is_wanted)
    return read_type(kernel, kind, path, name, is_wanted=is_wanted)


def _switch(kernel: Kernel, kind: Node, path: str, name: str, *, is_wanted: bool) -> Value | None:
    on = scalar(kernel, kind["switch-on"], f"{path}/switch-on")
    kernel.num_checked = 0
    cases = kind["cases"]
    loaders = [loader(kernel.type, case, path) for case in cases.values()]
    kinds = {number.kind for number in loaders if number is not None}
    if len(kinds) > 1:
        kernel.type.refuse(f"{path}/cases", "integers beside floats")
    own = _cases_cast_to(kernel, cases.values(), path, name) if is_wanted else {}
    for value in own.values():
        for line in zeros_of(kernel, value):
            kernel.line(line)
    keyword = "if"
    for label, case in cases.items():
        head = "else:"
        if label != "_":
            head = f"{keyword} {on} == {scalar(kernel, literal(label), f'{path}/cases')}:"
        elif keyword == "if" or label != list(cases)[-1]:
            kernel.type.refuse(f"{path}/cases", "other cases than _ after it, or none")
        keyword = "elif"
        with kernel.block(head):
            variable = own[case].code if case in own else name
            read_type(kernel, case, f"{path}/cases/{label}", variable, is_wanted=is_wanted)
    zero = ZEROS[kinds.pop()] if kinds else None
    if "_" not in cases and zero is not None:
        with kernel.block("else:"):
            kernel.line(f"{name} = {zero}" if is_wanted else "pass")
    if None in loaders:
        return None
    return Value("float" if zero == ZEROS["float"] else "int", name)


def _cases_cast_to(kernel: Kernel, cases: Iterable[str], path: str, name: str) -> dict[str, Value]:
    """The variables of those cases that the type's expressions look into, by their texts."""
    own = {}
    for case in dict.fromkeys(cases):
        label = case.partition("(")[0].strip()
        if f"{name}.as<{label}>" in str(kernel.type.node):
            type_, _ = named_type(kernel.specs, kernel.type, case, path)
            own[case] = kernel.cases[name, label] = Value("struct", f"{name}_{label}", type_)
    return own
