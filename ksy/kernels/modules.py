"""Modules of kernels, and their source."""

from __future__ import annotations

import ast
import re
from dataclasses import dataclass, field

from ksy.kernels.tidy import names_in, remove_unused

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
        trees = [_tidied(block) for block in (*self._constants(), *self.blocks)]
        used = {name for tree in trees for name in names_in(tree)}
        lines = [_HEAD.format(name=self.name), ""]
        for module in sorted(self.imports, key=_group):
            names = sorted(self.imports[module] & used)
            if names:
                lines.append(_import(module, names))
        if self.constants:
            lines += ["", *self._constants()]
        for tree in trees[len(self.constants) :]:
            text = self._text(tree)
            lines += ["", *([""] if "\n" in text else []), text]
        return "\n".join(lines) + "\n"

    def _constants(self) -> list[str]:
        return [f"{name} = {code}" for name, code in self.constants.items()]

    def _text(self, tree: ast.Module) -> str:
        """Code without needless parentheses, numbers being as the spec has them."""
        return re.sub(
            r"\b\d{2,}\b",
            lambda found: hex(int(found[0])) if int(found[0]) in self.hexadecimals else found[0],
            ast.unparse(tree),
        )


def _tidied(block: str) -> ast.Module:
    tree = ast.parse(block)
    for statement in tree.body:
        if isinstance(statement, ast.FunctionDef):
            remove_unused(statement)
    return tree


def _import(module: str, names: list[str]) -> str:
    origin = module if _group(module)[0] < _OF_SPECS else f".{module}"
    line = f"from {origin} import {', '.join(names)}"
    if len(line) <= _WIDTH:
        return line
    return f"from {origin} import (\n" + "".join(f"    {name},\n" for name in names) + ")"


def _group(name: str) -> tuple[int, str]:
    is_machine = "." in name
    return {"typing": 0, "numpy": 1}.get(name, 2 if is_machine else _OF_SPECS), name
