"""Dead code elimination: remove from kernels what nothing in them uses.

A kernel takes apart all fields of its type, of which the exports may need few.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

_EFFECTS = ("read_", "skip_")
"""How the names of functions begin that do more than return a value: they fill arrays."""


def remove_unused(function: ast.FunctionDef) -> None:
    """Remove assignments to variables that a function never loads, and blocks left empty."""
    names: set[str] = set()
    while names != (names := names_in(function)):
        function.body = list(_used(function.body, names))


def names_in(tree: ast.AST) -> set[str]:
    """Return the names that code loads or adds to."""
    names = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Name):
            names.add(node.target.id)
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
            names.add(node.id)
    return names


def _used(body: list[ast.stmt], names: set[str]) -> Iterator[ast.stmt]:
    for statement in body:
        if isinstance(statement, ast.Assign) and not _has_effects(statement):
            statement.targets = [t for t in statement.targets if _is_used(t, names)]
            if statement.targets:
                yield statement
        elif isinstance(statement, ast.If):
            statement.body = list(_used(statement.body, names))
            statement.orelse = list(_used(statement.orelse, names))
            if statement.body or statement.orelse:
                statement.body = statement.body or [ast.Pass()]
                yield statement
        elif isinstance(statement, ast.For | ast.While):
            statement.body = list(_used(statement.body, names)) or [ast.Pass()]
            yield statement
        elif not isinstance(statement, ast.Pass):
            yield statement


def _has_effects(statement: ast.stmt) -> bool:
    return any(name.startswith(_EFFECTS) for name in names_in(statement))


def _is_used(target: ast.expr, names: set[str]) -> bool:
    return not isinstance(target, ast.Name) or target.id in names
