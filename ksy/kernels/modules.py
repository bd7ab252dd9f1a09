"""Modules of kernels, and their source."""

from __future__ import annotations

import ast
import re
from dataclasses import dataclass, field

_HEAD = '"""Kernels of ksy/{name}.ksy, compiled by `make generate`. Not to be edited."""'
_WIDTH = 100
_OF_SPECS = 3  # of the groups of imports


@dataclass
class Module:
    """The kernels of one spec: blocks of code, and what they use, by their modules.

    `hexadecimals` are the numbers that the spec has as such.
    """

    name: str
    imports: dict[str, set[str]] = field(default_factory=dict)
    constants: dict[str, str] = field(default_factory=dict)
    blocks: list[str] = field(default_factory=list)
    hexadecimals: set[int] = field(default_factory=set)

    def use(self, module: str, name: str) -> str:
        """A name that another module has, or this one."""
        if module != self.name:
            self.imports.setdefault(module, set()).add(name)
        return name

    @property
    def source(self) -> str:
        lines = [_HEAD.format(name=self.name), ""]
        lines += [self._import(name) for name in sorted(self.imports, key=_group)]
        if self.constants:
            lines += ["", *(f"{name} = {code}" for name, code in self.constants.items())]
        for block in self.blocks:
            lines += ["", *([""] if "\n" in block else []), self._formatted(block)]
        return "\n".join(lines) + "\n"

    def _import(self, name: str) -> str:
        origin = name if _group(name)[0] < _OF_SPECS else f".{name}"
        names = sorted(self.imports[name])
        line = f"from {origin} import {', '.join(names)}"
        if len(line) <= _WIDTH:
            return line
        return f"from {origin} import (\n" + "".join(f"    {name},\n" for name in names) + ")"

    def _formatted(self, block: str) -> str:
        """A block without needless parentheses, numbers being as the spec has them."""
        return re.sub(
            r"\b\d{2,}\b",
            lambda found: hex(int(found[0])) if int(found[0]) in self.hexadecimals else found[0],
            ast.unparse(ast.parse(block)),
        )


def _group(name: str) -> tuple[int, str]:
    of_machine = "." in name
    return {"typing": 0, "numpy": 1}.get(name, 2 if of_machine else _OF_SPECS), name
