"""Items that are taken by runs: those behind each other whose lengths a plan tells.

The hint `-columnar-runs` of a field that repeats says `if` what that may be done, and where the
bits lie that tell which items have no bytes: `none` has the param of the item that is such a bit,
and the field of the bits, the first item's in the lowest. The places of a run's items then follow
from that of the first, by sums of lengths that are made once for many values.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from binlog_kaitai.compiler.evaluation import evaluate, member
from binlog_kaitai.compiler.kernel import Kernel, Value
from binlog_kaitai.compiler.specs import Node, unsupported

_TRUE, _FALSE = Value("bool", "True"), Value("bool", "False")


def open_runs(kernel: Kernel, node: Node, path: str) -> tuple[str, Value]:
    """Return the name of what has to hold, and its value.

    Raises:
        RefusedError: The hint has a construct that is not supported.
    """
    runs, path = node["-columnar-runs"], f"{path}/-columnar-runs"
    if runs.keys() != {"if", "none"} or len(runs["none"]) != 1 or node["repeat"] != "expr":
        raise kernel.type.refused(path, unsupported(runs))
    name = runs["if"]
    condition = kernel.find(name)
    if condition is None or condition.kind != "bool":
        raise kernel.type.refused(f"{path}/if", f"{name}, which is not known to hold or not")
    return name, condition


def write_runs(
    kernel: Kernel, node: Node, path: str, hint: dict[str, str], skip: Callable[[Any], Any]
) -> None:
    """Emit the loop that takes items by runs; `skip` emits what steps over one of no known length.

    Raises:
        RefusedError: More is wanted of the items than their places.
    """
    name = node["id"]
    (param, bits), *_ = node["-columnar-runs"]["none"].items()
    (part, text), *others = hint.items()
    type_, texts = kernel.specs.resolve(kernel.type, node["type"], f"{path}/type")
    given = dict(zip((param["id"] for param in type_.params), texts, strict=True))
    planned = next((node["-columnar-plan"] for node in type_.seq if "-columnar-plan" in node), None)
    start, found = f"{name}_start", kernel.find(bits)
    if others or planned is None or found is None or found.kind != "bytes":
        raise kernel.type.refused(f"{path}/-columnar-runs", "of other items than planned ones")
    next_set, put_run = (kernel.module.use_runtime("bits", of) for of in ("next_set", "put_run"))
    look = f"next_none = {next_set}(buffer, {found.code}_ofs, index, num_{name})"
    column = evaluate(kernel, given[planned], f"{path}/type")
    end, before, length = (
        member(column, of, Value("int", of)).code
        for of in ("plan_end", "plan_before", "plan_length")
    )
    place = f"{name}_{part}[{name}_at + index]"

    def stored(known: dict[str, Value], where: str) -> str:
        scope = {
            other: evaluate(kernel, given[other], f"{path}/type")
            for other in kernel.type.names_in(text, f"{path}/-columnar/{part}")
            if other in given
        }
        scope |= {**known, "_ofs": Value("int", where)}
        return evaluate(kernel, text, f"{path}/-columnar/{part}", scope).code

    if stored({param: _FALSE}, start) != start:
        raise kernel.type.refused(f"{path}/-columnar/{part}", f"{text}, which is no place")
    kernel.emit("index = 0")
    kernel.emit(look)
    with kernel.block(f"while index < num_{name}:"):
        kernel.emit(f"run_end = {end}")
        with kernel.block("if index == next_none:"):
            kernel.emit(f"{place} = {stored({param: _TRUE}, start)}")
            kernel.emit("index += 1")
            kernel.emit(look)
        # no place may hang on where the next bit is but by a branch, which processors foresee
        with kernel.block("elif index < run_end <= next_none:"):
            kernel.emit(f"run_start = pos - {before}")
            to = f"{name}_{part}, {name}_at + index"
            sums = f"{column.code}_plan_before, {column.code}_at + index"
            kernel.emit(f"{put_run}({to}, {sums}, run_end - index, run_start)")
            kernel.emit("index = run_end - 1")
            kernel.emit(f"pos = run_start + {before} + {length}")
            kernel.emit("index += 1")
        with kernel.block("else:"):
            kernel.emit(f"{start} = pos")
            skip({param: _FALSE})
            kernel.emit(f"{place} = {start}")
            kernel.emit("index += 1")
    kernel.reject_if("pos > end")
