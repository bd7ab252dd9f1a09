"""Specs to modules of kernels.

`read_<type>(buffer, start, pos, end, <params>, <arrays>)` reads one value of a type at `pos`, in a
stream that lies from `start` to `end` in the buffer, and returns what the type's `-columnar` key
lists, after the position behind it, which is negative where the bytes are not what the spec says.
`skip_<type>` only finds that position, and looks at nothing that does not decide it.
"""

from __future__ import annotations

from ksy.kernels import plans
from ksy.kernels.kernel import Kernel
from ksy.kernels.modules import Module
from ksy.kernels.results import write_view
from ksy.kernels.specs import Spec, Specs, Type
from ksy.kernels.values import ZEROS, Signature, Value


class Compiler:
    """Compiles the types of specs that say what their kernels return, each once."""

    def __init__(self, specs: Specs) -> None:
        self.specs = specs
        self.modules: dict[str, Module] = {}
        self.signatures: dict[tuple[str, Type], Signature | None] = {}
        self.planned = plans.planned_types(specs)

    def compile(self) -> dict[str, Module]:
        """The modules of kernels by their names. Raises RefusedError."""
        for spec in self.specs.specs.values():
            for type_ in spec.types:
                if type_.exports is not None:
                    self.signature("read", type_)
                elif type_.view is not None:
                    write_view(self.module(spec), type_, self.known_of(type_))
        return self.modules

    def module(self, spec: Spec) -> Module:
        return self.modules.setdefault(spec.name, Module(spec.name))

    def signature(self, mode: str, type_: Type) -> Signature:
        """The kernel that reads a type or steps over it, which is compiled where it was not."""
        key = (mode, type_)
        if key not in self.signatures:
            if mode == "read" and type_.exports is None:
                type_.refuse("", "no -columnar, which says what its kernel returns")
            self.signatures[key] = None
            self.signatures[key] = Kernel(self, type_, mode).compile()
        found = self.signatures[key]
        return found or type_.refuse("", "a type that contains itself")

    def known_of(self, type_: Type) -> list[tuple[str, Value]]:
        """What is known of a struct: the names and values of its exports."""
        if type_.view is None:
            return self.signature("read", type_).fields
        fields = []
        for path, kind in type_.view.items():
            name = path.replace(".", "_")
            if kind in ZEROS or kind == "array":
                fields.append((name, Value(kind, name)))
                continue
            item = self.specs.find_type(type_, str(kind))
            if item is None:
                type_.refuse(f"/-columnar-view/{path}", f"the type {kind}")
            parts = tuple((part, value.kind) for part, value in self.known_of(item))
            fields.append((name, Value("structs", name, item, parts)))
        if type_ in self.planned:
            fields += [(name, Value("int", name)) for name in plans.PARTS]
        return fields
