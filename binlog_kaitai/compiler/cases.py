"""The function that writes the value of a switch as JSON text, by its case."""

from __future__ import annotations

from binlog_kaitai.compiler.evaluation import evaluate_number, member
from binlog_kaitai.compiler.forms import head_of
from binlog_kaitai.compiler.kernel import Context, Kernel, Value
from binlog_kaitai.compiler.specs import Node, RefusedError, Type, literal
from binlog_kaitai.compiler.texts import Text

_MAX_ROOM = 2048  # the runtime's RESERVE


def write_cases(context: Context) -> None:
    """Write the function of each switch that is hinted at."""
    for spec in context.specs.specs.values():
        for number, node in enumerate(spec.root.seq):
            if node.get("-columnar-text") == "cases":
                _write_switch(context, spec.root, node, f"/seq/{number}/type")


def _write_switch(context: Context, type_: Type, node: Node, path: str) -> None:
    """Write the function that writes a switch of a value which is read already.

    It takes the buffer, the value, and what else decides. A case that the compiler refuses is
    declined, as one that there is not.
    """
    name = node["id"]
    value = Value("struct", type_.name, type_)
    kernel = Kernel(context, type_, "show", set())
    for of, part in context.fields_of(type_):
        kernel.values[of] = member(value, of, part)
    labels: dict[str, list[str]] = {}
    for label, case in node["type"]["cases"].items():
        labels.setdefault(case, []).append(label)
    kernel.emit(f"start = pos = {type_.name}.{name}_ofs")
    kernel.emit(f"end = pos + {type_.name}.{name}_len")
    on = evaluate_number(kernel, node["type"]["switch-on"], path)
    for case, of_case in labels.items():
        members = [evaluate_number(kernel, literal(label), path) for label in of_case]
        before = list(kernel.lines)
        try:
            called, arguments = kernel.specs.resolve(type_, case, path)
            room = 0 if called.text is False else context.signature("show", called).room
            if called.text is False or head_of(called) or room > _MAX_ROOM:
                continue
            with kernel.block(f"if {' or '.join(f'{on} == {number}' for number in members)}:"):
                Text(kernel, set()).call(called, arguments, path, is_last=True)
        except RefusedError:
            kernel.lines, kernel.depth = before, 1
    kernel.emit("return -1, -1")
    kernel.module.use_runtime("jit", "inlined")
    params = [param["id"] for param in type_.params if param["id"] in kernel.params]
    given = ", ".join(["buffer", type_.name, *params, *kernel.given, "_out", "_at"])
    block = ["@inlined", f"def show_{name}({given}):", *kernel.lines]
    kernel.module.blocks.append("\n".join(block))
