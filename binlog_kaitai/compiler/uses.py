"""What hand-written code uses of generated modules, held against what these have.

`python -m binlog_kaitai.compiler.uses [GENERATED [CODE]]` prints each use of a name, a field or a
number of arguments that is not there. Numba says so only when it compiles, and of kernels alone.
What is found are imports, calls of kernels, fields of what they return to a variable, and the types
and enums inside imported classes. Fields of parsed trees are known only when they are read.
"""

from __future__ import annotations

import ast
import difflib
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

_PREFIX = "binlog_kaitai.generated"
_WRITERS = "writers"
"""The classes that write, which are made of the package's own specs alone."""
_OF_ALL_CLASSES = {"from_bytes", "from_file", "from_io"}
_PACKAGE = Path(__file__).parents[1]


@dataclass(eq=False)
class _Generated:
    """A generated module, class or function: what it is called, and what is in it."""

    name: str
    node: ast.Module | ast.ClassDef | ast.FunctionDef

    @cached_property
    def members(self) -> dict[str, _Generated | None]:
        found: dict[str, _Generated | None] = {}
        for node in self.node.body:
            if isinstance(node, ast.ClassDef | ast.FunctionDef):
                found[node.name] = _Generated(node.name, node)
            for name in _assigned(node):
                found[name] = None
        return found

    @cached_property
    def params(self) -> list[str] | None:
        """The names of what a kernel takes, and of a record's fields; None of other classes."""
        if isinstance(self.node, ast.FunctionDef):
            return [argument.arg for argument in self.node.args.args]
        if isinstance(self.node, ast.ClassDef) and "NamedTuple" in map(
            ast.unparse, self.node.bases
        ):
            return list(self.members)
        return None

    @property
    def result(self) -> str | None:
        """The name of the class that a kernel returns, if it returns more than a position."""
        returned = self.node.body[-1]
        if isinstance(returned, ast.Return) and isinstance(returned.value, ast.Call):
            return ast.unparse(returned.value.func)
        return None


@dataclass
class _Code:
    """A module of hand-written code: what its names mean, and what it uses in vain."""

    file: Path
    tree: ast.Module
    known: dict[str, tuple[_Generated, _Generated]] = field(default_factory=dict)
    """The generated module of a name, and what it stands for."""
    texts: dict[str, tuple[str, list[str]]] = field(default_factory=dict)
    """The generated module of a name that stands for texts, such as CASES, and these."""

    def wrong(self, generated: Path) -> Iterator[tuple[ast.AST, str]]:
        """Yield each use that is wrong, and what is wrong with it."""
        for node in self.tree.body:
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith(_PREFIX):
                yield from self._imports(node, generated)
            for name, value in _pairs(node):
                found = self._meaning(value)
                if found is not None and isinstance(found[1].node, ast.ClassDef):
                    self.known[name] = found
        for inner in ast.walk(self.tree):
            if isinstance(inner, ast.Attribute):
                yield from self._inside(inner)
            elif isinstance(inner, ast.Call):
                yield from self._call(inner)
                yield from self._index(inner)
            elif isinstance(inner, ast.FunctionDef):
                yield from self._fields(inner)

    def _imports(self, node: ast.ImportFrom, generated: Path) -> Iterator[tuple[ast.AST, str]]:
        path = (node.module or "").removeprefix(_PREFIX).strip(".").replace(".", "/")
        file = generated / f"{path}.py"
        if path.startswith(_WRITERS) and not (generated / _WRITERS).is_dir():
            return
        if not file.is_file():
            others = (other.stem for other in file.parent.glob("*.py"))
            yield node, f"there is no {node.module}{_nearest(file.stem, others)}"
            return
        module = _Generated(path, ast.parse(file.read_text(encoding="utf-8")))
        for alias in node.names:
            if alias.name not in module.members:
                yield node, f"{path} has no {alias.name}{_nearest(alias.name, module.members)}"
            found = module.members.get(alias.name)
            if found is not None:
                self.known[alias.asname or alias.name] = module, found
            self.texts[alias.asname or alias.name] = path, _texts_of(module.node, alias.name)

    def _meaning(self, node: ast.AST) -> tuple[_Generated, _Generated] | None:
        if isinstance(node, ast.Name):
            return self.known.get(node.id)
        owner = self._meaning(node.value) if isinstance(node, ast.Attribute) else None
        if owner is None or not isinstance(node, ast.Attribute):
            return None
        found = owner[1].members.get(node.attr)
        return None if found is None else (owner[0], found)

    def _inside(self, node: ast.Attribute) -> Iterator[tuple[ast.AST, str]]:
        module, owner = self._meaning(node.value) or (None, None)
        if module is None or owner is None or not isinstance(owner.node, ast.ClassDef):
            return
        if node.attr not in {*owner.members, *_OF_ALL_CLASSES} and not node.attr.startswith("_"):
            yield node, _no_member(module, owner, node.attr)

    def _call(self, node: ast.Call) -> Iterator[tuple[ast.AST, str]]:
        module, callee = self._meaning(node.func) or (None, None)
        if module is None or callee is None or callee.params is None:
            return
        names = [keyword.arg for keyword in node.keywords]
        if None in names or any(isinstance(argument, ast.Starred) for argument in node.args):
            return
        for name in names:
            if name not in callee.params:
                yield node, _no_member(module, callee, str(name))
        if len(node.args) + len(names) != len(callee.params):
            given = len(node.args) + len(names)
            taken = f"{len(callee.params)} ({', '.join(callee.params)})"
            yield node, f"{module.name}: {callee.name} takes {taken}, and is given {given}"

    def _index(self, node: ast.Call) -> Iterator[tuple[ast.AST, str]]:
        """Yield an index of a text, such as `CASES.index("year_cell")`, that is not there."""
        match node:
            case ast.Call(ast.Attribute(ast.Name(name), "index"), [ast.Constant(str(text))]):
                path, texts = self.texts.get(name, ("", []))
                if texts and text not in texts:
                    yield node, f"{path}: {name} has no {text}{_nearest(text, texts)}"

    def _fields(self, function: ast.FunctionDef) -> Iterator[tuple[ast.AST, str]]:
        """Yield wrong fields of variables that hold what one kernel has returned."""
        results: dict[str, set[tuple[_Generated, _Generated] | None]] = {}
        for node in ast.walk(function):
            if isinstance(node, ast.arg):
                results.setdefault(node.arg, set()).add(None)
            elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
                results.setdefault(node.id, set())
        for node in ast.walk(function):
            for name in _assigned(node):
                value = node.value if isinstance(node, ast.Assign) else None
                found = self._meaning(value.func) if isinstance(value, ast.Call) else None
                results.setdefault(name, set()).add(found)
        for node in ast.walk(function):
            if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
                kernels = results.get(node.value.id, set())
                if len(kernels) == 1 and (found := next(iter(kernels))) is not None:
                    yield from _field(node, *found)


def _field(
    node: ast.Attribute, module: _Generated, kernel: _Generated
) -> Iterator[tuple[ast.AST, str]]:
    if not isinstance(kernel.node, ast.FunctionDef):
        return
    result = module.members.get(kernel.result or "")
    if result is None:
        yield node, f"{module.name}: {kernel.name} returns a position, without {node.attr}"
    elif node.attr not in result.members:
        yield node, _no_member(module, result, node.attr)


def _no_member(module: _Generated, owner: _Generated, name: str) -> str:
    names = owner.params if owner.params is not None else owner.members
    return f"{module.name}: {owner.name} has no {name}{_nearest(name, names)}"


def _nearest(name: str, names: Iterable[str]) -> str:
    found = difflib.get_close_matches(name, list(names), n=1)
    return f", did you mean {found[0]}?" if found else ""


def _pairs(node: ast.AST) -> Iterator[tuple[str, ast.expr]]:
    """Yield the names that a statement assigns, with the values, of which there may be several."""
    if not isinstance(node, ast.Assign):
        return
    target, value = node.targets[0], node.value
    pairs = [(target, value)]
    if isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple):
        pairs = list(zip(target.elts, value.elts, strict=False))
    for name, of in pairs:
        if isinstance(name, ast.Name):
            yield name.id, of


def _texts_of(module: ast.AST, name: str) -> list[str]:
    """Return the texts that a name of a generated module stands for, if it stands for texts."""
    for node in getattr(module, "body", ()):
        match node:
            case ast.Assign([ast.Name(other)], ast.Tuple(items)) if other == name:
                return [str(item.value) for item in items if isinstance(item, ast.Constant)]
    return []


def _assigned(node: ast.AST) -> Iterator[str]:
    targets: list[ast.expr] = []
    if isinstance(node, ast.Assign):
        targets = node.targets
    elif isinstance(node, ast.AnnAssign | ast.AugAssign | ast.For):
        targets = [node.target]
    for target in targets:
        for inner in ast.walk(target):
            if isinstance(inner, ast.Name) and isinstance(inner.ctx, ast.Store):
                yield inner.id


def wrong_uses(generated: Path, code: Path) -> list[str]:
    """Return a line for each use of a generated module that it does not bear.

    Args:
        generated: The package of generated classes, with that of kernels in it.
        code: The folder of the hand-written code.
    """
    found = []
    for file in sorted(code.rglob("*.py")):
        path = file.relative_to(code)
        text = file.read_text(encoding="utf-8") if path.parts[0] != "generated" else ""
        if _PREFIX in text:
            uses = _Code(path, ast.parse(text)).wrong(generated)
            lines = {(getattr(node, "lineno", 0), what) for node, what in uses}
            found += [f"{code.name}/{path}:{line}: {what}" for line, what in sorted(lines)]
    return found


def main(arguments: list[str]) -> None:
    """Print wrong uses, and end with status 1 if there are any."""
    generated = Path(arguments[0]) if arguments else _PACKAGE / "generated"
    code = Path(arguments[1]) if arguments[1:] else _PACKAGE
    found = wrong_uses(generated, code)
    sys.exit("\n".join(found) if found else None)


if __name__ == "__main__":
    main(sys.argv[1:])
