"""Switches that one param decides for many values: a case is chosen once, and then looked up.

`plan_<type>(<param>)` tells, of a parsed tree, the case and its arguments; the kernel finds them in
the param's parts `plan_case`, `plan_0` and `plan_1`, beside `plan_length`: how many bytes the case
takes, which `length_<type>` tells where the arguments do.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from ksy.kernels.attributes import Node, literal, named_type, names_of
from ksy.kernels.evaluation import enum_member, scalar
from ksy.kernels.expressions import Attribute, EnumMember, Expression, Name, Number
from ksy.kernels.specs import Specs, Type
from ksy.kernels.values import FAULT

if TYPE_CHECKING:
    from ksy.kernels.kernel import Kernel

PARTS = ("plan_case", "plan_0", "plan_1", "plan_length")
_NUM_ARGUMENTS = 2


def planned_types(specs: Specs) -> set[Type]:
    """The types of params by which a field is planned."""
    planned = set()
    for spec in specs.specs.values():
        for type_ in spec.types:
            for at, node in enumerate(type_.seq):
                if "-columnar-plan" in node:
                    planned.add(_type_of_plan(specs, type_, node, f"/seq/{at}"))
    return planned


def _type_of_plan(specs: Specs, type_: Type, node: Node, path: str) -> Type:
    name = node["-columnar-plan"]
    for param in type_.params:
        found = specs.find_type(type_, param.get("type", "bytes")) if param["id"] == name else None
        if found is not None:
            return found
    type_.refuse(f"{path}/-columnar-plan", f"{name}, which is no param with a type of its own")


@dataclass
class _Plan:
    """The cases of a switch: their names, and the lines of the functions that choose them."""

    param: str
    decided: dict[str, list[str]] = field(default_factory=dict)
    choices: list[str] = field(default_factory=list)
    lengths: list[str] = field(default_factory=list)


def read_planned(kernel: Kernel, node: Node, path: str) -> None:
    """Steps over a field by the case that its param has."""
    kind = node["type"]
    if kernel.mode == "read":
        kernel.type.refuse(f"{path}/-columnar-plan", "in a type that is read, not stepped over")
    if not isinstance(kind, dict):
        kernel.type.refuse(f"{path}/-columnar-plan", "of what is no switch")
    plan = _Plan(node["-columnar-plan"])
    kernel.params.add(plan.param)
    with kernel.block(f"if {plan.param}.plan_length >= 0:"):
        kernel.line(f"pos += {plan.param}.plan_length")
    for label, case in kind["cases"].items():
        _add_case(kernel, plan, kind["switch-on"], label, case, f"{path}/type/cases/{label}")
    with kernel.block("else:"):
        kernel.line(f"return {FAULT}")
    kernel.reads_bytes = True
    _write(kernel, plan)


def _add_case(kernel: Kernel, plan: _Plan, on: str, label: Any, case: str, path: str) -> None:
    type_, texts = named_type(kernel.specs, kernel.type, case, path)
    names = [param["id"] for param in type_.params]
    given = dict(zip(names, texts, strict=True))
    decided = [name for name in names if _is_decided(kernel, given[name], plan.param, path)]
    if len(decided) > _NUM_ARGUMENTS or plan.decided.get(type_.name, decided) != decided:
        kernel.type.refuse(path, f"{', '.join(decided)}, which {plan.param} decides")
    if type_.name not in plan.decided:
        plan.decided[type_.name] = decided
        _call(kernel, plan, type_, given, path)
    number = list(plan.decided).index(type_.name)
    arguments = [_of_tree(kernel, given[name], plan.param, path) for name in decided]
    choice = f"return {number}, ({''.join(f'{code}, ' for code in arguments)})"
    if label != "_":
        tree = _of_tree(kernel, on, plan.param, path)
        member = _of_tree(kernel, literal(label), plan.param, path)
        choice = f"if {tree} == {member}:\n        {choice}"
    plan.choices.append(f"    {choice}")


def _is_decided(kernel: Kernel, text: str, param: str, path: str) -> bool:
    return set(names_of(kernel.type, text, path)) <= {param}


def _call(kernel: Kernel, plan: _Plan, type_: Type, given: dict[str, str], path: str) -> None:
    """Steps over the values of a case; or tells how long all of them are."""
    decided = plan.decided[type_.name]
    callee = kernel.compiler.signature("skip", type_)
    owner = "" if callee.is_static else f"{plan.param}."
    codes = [
        f"{owner}plan_{decided.index(name)}"
        if name in decided
        else scalar(kernel, given[name], path)
        for name in callee.params
    ]
    function = kernel.module.use(type_.spec.name, f"skip_{type_.name}")
    call = f"{function}({', '.join([kernel.stream, *codes])})"
    case = f"{owner}plan_case == {len(plan.decided) - 1}:"
    if callee.is_static:
        if set(callee.params) - set(decided):
            kernel.type.refuse(path, f"arguments that {plan.param} does not decide")
        plan.lengths += [f"    if {case}", f"        return {call}"]
        return
    with kernel.block(f"elif {case}"):
        kernel.line(f"pos = {call}")
        kernel.fault_if("pos < 0")


def _of_tree(kernel: Kernel, text: str, param: str, path: str) -> str:
    """The code of an expression over a parsed tree, in plain Python."""

    def code(expression: Expression) -> str:
        match expression:
            case Name(name) if name == param:
                return name
            case Attribute(owner, name):
                return f"{code(owner)}.{name}"
            case Number(value):
                return str(value)
            case EnumMember():
                return enum_member(kernel, expression, path)
            case _:
                kernel.type.refuse(path, f"a plan by {text.strip()}")

    return code(kernel.type.parse(text, path))


def _write(kernel: Kernel, plan: _Plan) -> None:
    name = kernel.type.name
    cases = "".join(f'    "{case}",\n' for case in plan.decided)
    choose = [
        f"def plan_{name}({plan.param}):",
        f'    """The number in CASES and the arguments that a {plan.param} decides."""',
        *plan.choices,
    ]
    measure = [
        "@inlined",
        f"def length_{name}(buffer, start, pos, end, {', '.join(PARTS[:-1])}):",
        '    """How many bytes a case takes, if its arguments tell; else negative."""',
        *plan.lengths,
        f"    return {FAULT}",
    ]
    kernel.module.blocks += [f"CASES = (\n{cases})", "\n".join(choose), "\n".join(measure)]
