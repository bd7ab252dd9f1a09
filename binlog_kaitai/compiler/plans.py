"""Planned switches: those that one parameter decides alike for many values, such as a column.

The case is chosen once, by plain Python over a parsed tree, and kernels only look it up. Each plan
takes two functions: `plan_<type>(<param>)` returns the number of the case and its arguments;
`length_<type>` returns how many bytes the case takes, if the arguments tell. Kernels find all of
this in fields of the parameter: `plan_case`, `plan_0`, `plan_1` and `plan_length`. Two more are of
items that lie behind each other: `plan_end` is the first one from there on whose length is not
told, and `plan_before` how long those before are together.
"""

from __future__ import annotations

from typing import Any

from binlog_kaitai.compiler.evaluation import enum_member, evaluate_number
from binlog_kaitai.compiler.expressions import (
    Attribute,
    Cast,
    EnumMember,
    Expression,
    Name,
    Number,
)
from binlog_kaitai.compiler.kernel import INVALID, STREAM, Kernel
from binlog_kaitai.compiler.specs import Node, Specs, Type, literal

PLAN_FIELDS = ("plan_case", "plan_0", "plan_1", "plan_length", "plan_end", "plan_before")
"""The fields that a struct has for the plan which it decides."""

_NUM_ARGUMENTS = 2


def planned_types(specs: Specs) -> set[Type]:
    """Return the types of all parameters that decide a switch."""
    planned = set()
    for spec in specs.specs.values():
        for type_ in spec.types:
            for at, node in enumerate(type_.seq):
                if "-columnar-plan" in node:
                    planned.add(_deciding_type(specs, type_, node, f"/seq/{at}"))
    return planned


def skip_planned(kernel: Kernel, node: Node, path: str) -> None:
    """Step over a field whose switch is planned, and write the functions of the plan."""
    switch, param = node["type"], node["-columnar-plan"]
    if kernel.mode != "skip":
        construct = "in a type that is read, not stepped over"
        raise kernel.type.refused(f"{path}/-columnar-plan", construct)
    if not isinstance(switch, dict):
        raise kernel.type.refused(f"{path}/-columnar-plan", "of what is no switch")
    kernel.params.add(param)
    with kernel.block(f"if {param}.plan_length >= 0:"):
        kernel.emit(f"pos += {param}.plan_length")
    plan = _Plan(kernel, param, switch["switch-on"])
    for label, case in switch["cases"].items():
        plan.add_case(label, case, f"{path}/type/cases/{label}")
    with kernel.block("else:"):
        kernel.emit(f"return {INVALID}")
    kernel.reads_bytes = True
    plan.write()


def _deciding_type(specs: Specs, type_: Type, node: Node, path: str) -> Type:
    name = node["-columnar-plan"]
    for param in type_.params:
        found = specs.find_type(type_, param.get("type", "bytes")) if param["id"] == name else None
        if found is not None:
            return found
    construct = f"{name}, which is no param with a type of its own"
    raise type_.refused(f"{path}/-columnar-plan", construct)


class _Plan:
    """A planned switch, while its cases are added.

    Attributes:
        kernel: The kernel that steps over it.
        param: The parameter that decides.
        switch_on: The expression that chooses the case.
        decided: The parameters of each case that `param` decides, by the name of the case.
        choices: The body of `plan_<type>`.
        lengths: The body of `length_<type>`.
    """

    def __init__(self, kernel: Kernel, param: str, switch_on: str) -> None:
        self.kernel = kernel
        self.param = param
        self.switch_on = switch_on
        self.decided: dict[str, list[str]] = {}
        self.choices: list[str] = []
        self.lengths: list[str] = []

    def add_case(self, label: Any, case: str, path: str) -> None:
        type_, texts = self.kernel.specs.resolve(self.kernel.type, case, path)
        names = [param["id"] for param in type_.params]
        given = dict(zip(names, texts, strict=True))
        decided = [name for name in names if self.is_decided(given[name], path)]
        if len(decided) > _NUM_ARGUMENTS or self.decided.get(type_.name, decided) != decided:
            construct = f"{', '.join(decided)}, which {self.param} decides"
            raise self.kernel.type.refused(path, construct)
        if type_.name not in self.decided:
            self.decided[type_.name] = decided
            self.call(type_, given, path)
        number = list(self.decided).index(type_.name)
        arguments = [self.code_over_tree(given[name], path) for name in decided]
        choice = f"return {number}, ({''.join(f'{code}, ' for code in arguments)})"
        if label != "_":
            tree = self.code_over_tree(self.switch_on, path)
            member = self.code_over_tree(literal(label), path)
            choice = f"if {tree} == {member}:\n        {choice}"
        self.choices.append(f"    {choice}")

    def is_decided(self, text: str, path: str) -> bool:
        return set(self.kernel.type.names_in(text, path)) <= {self.param}

    def call(self, type_: Type, given: dict[str, str], path: str) -> None:
        """Emit the call that steps over a case; one that reads no bytes goes into `length_`."""
        decided = self.decided[type_.name]
        callee = self.kernel.context.signature("skip", type_)
        if callee.given:
            raise self.kernel.type.refused(path, f"{type_.name}, which is given more than params")
        owner = "" if callee.is_static else f"{self.param}."
        codes = [
            f"{owner}plan_{decided.index(name)}"
            if name in decided
            else evaluate_number(self.kernel, given[name], path)
            for name in callee.params
        ]
        function = self.kernel.module.use(type_.spec.name, f"skip_{type_.name}")
        call = f"{function}({', '.join([self.kernel.stream, *codes])})"
        case = f"{owner}plan_case == {len(self.decided) - 1}:"
        if callee.is_static:
            if set(callee.params) - set(decided):
                construct = f"arguments that {self.param} does not decide"
                raise self.kernel.type.refused(path, construct)
            self.lengths += [f"    if {case}", f"        return {call}"]
            return
        with self.kernel.block(f"elif {case}"):
            self.kernel.emit(f"pos = {call}")
            self.kernel.reject_if("pos < 0")

    def code_over_tree(self, text: str, path: str) -> str:
        """Return the code of an expression over the parsed tree of `param`, in plain Python."""

        def code(expression: Expression) -> str:
            match expression:
                case Name(name) if name == self.param:
                    found = name
                case Attribute(Name(name), "_parent") if name == self.param:
                    found = name  # the param is a handle
                case Attribute(owner, name):
                    found = f"{code(owner)}.{name}"
                case Cast(owner):
                    found = code(owner)
                case Number(value):
                    found = str(value)
                case EnumMember():
                    found = enum_member(self.kernel, expression, path)
                case _:
                    raise self.kernel.type.refused(path, f"a plan by {text.strip()}")
            return found

        return code(self.kernel.type.parse(text, path))

    def write(self) -> None:
        name = self.kernel.type.name
        cases = "".join(f'    "{case}",\n' for case in self.decided)
        choose = [
            f"def plan_{name}({self.param}):",
            f'    """The number in CASES and the arguments that a {self.param} decides."""',
            *self.choices,
        ]
        measure = [
            "@inlined",
            f"def length_{name}({STREAM}, {', '.join(PLAN_FIELDS[:3])}):",
            '    """How many bytes a case takes, if its arguments tell; else negative."""',
            *self.lengths,
            f"    return {INVALID}",
        ]
        blocks = [f"CASES = (\n{cases})", "\n".join(choose), "\n".join(measure)]
        self.kernel.module.blocks += blocks
