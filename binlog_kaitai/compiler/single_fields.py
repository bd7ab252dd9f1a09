"""Fields that are read once: how many bytes they take, what is in them, and whether it is valid.

Each function takes the kernel, an attribute of the spec or a part of one, and the path where that
stands. It emits the code that reads the field at `pos` and moves `pos` behind it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any

from binlog_kaitai.compiler.evaluation import evaluate_argument, evaluate_number
from binlog_kaitai.compiler.kernel import (
    IS_LE,
    OF_ROOT,
    ZEROS,
    Kernel,
    Signature,
    Value,
    constant,
)
from binlog_kaitai.compiler.output import zeros_of
from binlog_kaitai.compiler.plans import skip_planned
from binlog_kaitai.compiler.specs import (
    Node,
    Type,
    form_of,
    literal,
    loader_of,
    num_bits,
    terminator_of,
    unsupported,
)
from binlog_kaitai.compiler.validation import check_text, validate

_KEYS_OF_BITS = {"id", "-orig-id", "type", "enum", "valid", "doc", "doc-ref"}


def read_single(kernel: Kernel, node: Node, path: str) -> None:
    """Read a field into variables of its name, and reject invalid values.

    Raises:
        RefusedError: The field has a construct that is not supported.
    """
    match form_of(kernel.type, node, path):
        case "contents":
            _read_contents(kernel, node, path)
        case "terminator":
            _read_terminated(kernel, node, path)
        case "size":
            _read_sized(kernel, node, path)
        case "type":
            _read_typed(kernel, node, path)
        case _:
            raise kernel.type.refused(path, "a value outside of instances")


def leading_bits(nodes: list[Node]) -> list[Node]:
    """Return the fields of bits that a list of fields begins with."""
    count = next((i for i, node in enumerate(nodes) if num_bits(node) is None), len(nodes))
    return nodes[:count]


def read_bits(kernel: Kernel, nodes: list[Node], at: int) -> None:
    """Load the integer that a run of fields of bits fills, and take it apart.

    Args:
        kernel: The kernel that reads them.
        nodes: The fields, which fill 1 to 4 bytes.
        at: The number of the first one in `seq`.
    """
    sizes = [num_bits(node) or 0 for node in nodes]
    total = sum(sizes)
    endian = kernel.type.meta("bit-endian") or "be"
    load = {8: "u1", 16: f"u2{endian}", 24: f"b24{endian}", 32: f"u4{endian}"}.get(total)
    if load is None or endian not in ("le", "be"):
        raise kernel.type.refused(f"/seq/{at}", f"{total} bits in a row")
    for number, node in enumerate(nodes, at):
        if not node["type"][1:].isdecimal():
            construct = f"{node['type']} among other bits"
            raise kernel.type.refused(f"/seq/{number}/type", construct)
        for key in sorted(node.keys() - _KEYS_OF_BITS):
            raise kernel.type.refused(f"/seq/{number}/{key}", "of bits")
    kernel.num_checked = 0
    kernel.reject_if(f"end - pos < {total // 8}")
    kernel.emit(f"bits = {kernel.use_loader(load)}(buffer, pos)")
    kernel.emit(f"pos += {total // 8}")
    done = 0
    for number, (node, size) in enumerate(zip(nodes, sizes, strict=True), at):
        shift = done if endian == "le" else total - done - size
        done += size
        value = _take_bits(kernel, node, shift, size)
        if "valid" in node and kernel.mode != "skip":
            validate(kernel, node, value, f"/seq/{number}/valid")


def skip_type(kernel: Kernel, type_: Type, arguments: list[str], path: str) -> None:
    """Emit the call of a `skip_` kernel, given the texts of the arguments of the type."""
    callee = kernel.context.signature("skip", type_)
    kernel.reads_bytes = kernel.reads_bytes or not callee.is_static
    codes = argument_codes(kernel, callee, arguments, path)
    function = kernel.module.use(type_.spec.name, f"skip_{type_.name}")
    kernel.emit(f"pos = {function}({', '.join([kernel.stream, *codes])})")
    kernel.reject_if("pos < 0")


# Fields without a size: literal bytes, numbers, types and switches.


def _take_bits(kernel: Kernel, node: Node, shift: int, size: int) -> Value:
    name, mask = node["id"], hex(2**size - 1)
    code = f"bits >> {shift} & {mask}" if shift else f"bits & {mask}"
    is_flag = size == 1 and "enum" not in node
    kernel.emit(f"{name} = {code} != 0" if is_flag else f"{name} = {code}")
    kernel.values[name] = Value("bool" if is_flag else "int", name)
    return kernel.values[name]


def _read_contents(kernel: Kernel, node: Node, path: str) -> None:
    contents = node["contents"]
    expected = contents if isinstance(contents, list) else list(str(contents).encode())
    if not all(isinstance(byte, int) for byte in expected):
        raise kernel.type.refused(f"{path}/contents", unsupported(contents))
    kernel.reject_if(f"end - pos < {len(expected)}")
    kernel.num_checked = 0
    if kernel.mode != "skip":
        for number, byte in enumerate(expected):
            kernel.reject_if(f"{kernel.use_loader('u1')}(buffer, pos + {number}) != {byte}")
    if kernel.mode == "show":
        kernel.emit(f"{node['id']}_ofs, {node['id']}_len = pos, {len(expected)}")
        kernel.values[node["id"]] = Value("bytes", node["id"])
    kernel.emit(f"pos += {len(expected)}")


def _read_terminated(kernel: Kernel, node: Node, path: str) -> None:
    name = node["id"]
    kernel.num_checked = 0
    load = kernel.use_loader("u1")
    kernel.emit(f"{name}_ofs = pos")
    kernel.emit(f"while pos < end and {load}(buffer, pos) != {terminator_of(node)}:")
    kernel.emit("    pos += 1")
    is_needed = node.get("eos-error", True)
    if is_needed:
        kernel.reject_if("pos >= end")
    kernel.emit(f"{name}_len = pos - {name}_ofs")
    kernel.emit("pos += 1" if is_needed else "pos = min(pos + 1, end)")
    kernel.values[name] = Value("bytes", name)
    if "type" in node:
        check_text(kernel, node, path)


def _read_typed(kernel: Kernel, node: Node, path: str) -> None:
    name = node["id"]
    if "enum" in node:
        kernel.specs.find_enum(kernel.type, node["enum"].split("::"), f"{path}/enum")
    if "-columnar-plan" in node:
        skip_planned(kernel, node, path)
        return
    is_wanted = kernel.wants(name)
    value = _read_type_or_switch(kernel, node["type"], f"{path}/type", name, is_wanted=is_wanted)
    if value is not None:
        kernel.values[name] = value
    if "valid" in node and kernel.mode != "skip":
        validate(kernel, node, value, f"{path}/valid")


def _read_type_or_switch(
    kernel: Kernel, of: Any, path: str, name: str, *, is_wanted: bool
) -> Value | None:
    """Read what the key `type` says into a variable.

    Args:
        kernel: The kernel that reads it.
        of: The value of the key: the text of a type, or a switch.
        path: Where it stands.
        name: The variable.
        is_wanted: Whether the value is needed, or only stepped over.

    Returns:
        The value; None if it is stepped over, has no fields, or may be of several types. Of a
        switch between structs, the kernel's `cases` have those that expressions cast to.
    """
    if isinstance(of, dict):
        return _read_switch(kernel, of, path, name, is_wanted=is_wanted)
    return _read_type(kernel, of, path, name, is_wanted=is_wanted)


def _read_type(kernel: Kernel, text: str, path: str, name: str, *, is_wanted: bool) -> Value | None:
    loader = loader_of(kernel.type, text, path)
    if loader is None:
        kernel.num_checked = 0
        type_, arguments = kernel.specs.resolve(kernel.type, text, path)
        if kernel.text is not None and kernel.text.node is not None:
            return kernel.text.struct(type_, arguments, path, name)
        if is_wanted:
            return read_struct(kernel, type_, arguments, path, name)
        skip_type(kernel, type_, arguments, path)
        return None
    if not is_wanted:
        kernel.emit(f"pos += {loader.size}")
        return None
    kernel.require_bytes(loader.size)
    kernel.emit(f"{name} = {kernel.load(loader)}")
    kernel.emit(f"pos += {loader.size}")
    value = Value(loader.kind, name)
    if kernel.text is not None and kernel.text.in_switch():
        kernel.text.number(text, value)
    return value


def read_struct(
    kernel: Kernel, type_: Type, arguments: list[str], path: str, name: str
) -> Value | None:
    """Emit the call of a `read_` kernel, whose arrays become arrays of this one."""
    callee = kernel.context.signature("read", type_)
    kernel.reads_bytes = True
    codes = argument_codes(kernel, callee, arguments, path)
    for array in callee.arrays:
        kernel.add_array(f"{name}_{array}")
        codes.append(f"{name}_{array}")
    function = kernel.module.use(type_.spec.name, f"read_{type_.name}")
    call = f"{function}({', '.join([kernel.stream, *codes])})"
    if not callee.fields:
        kernel.emit(f"pos = {call}")
        kernel.reject_if("pos < 0")
        return None
    kernel.emit(f"{name} = {call}")
    kernel.emit(f"pos = {name}.pos")
    kernel.reject_if("pos < 0")
    return Value("struct", name, type_)


def argument_codes(kernel: Kernel, callee: Signature, arguments: list[str], path: str) -> list[str]:
    params = [param["id"] for param in callee.type.params]
    by_name = dict(zip(params, arguments, strict=True))
    codes = [evaluate_argument(kernel, by_name[name], path) for name in callee.params]
    return codes + [_given_code(kernel, callee.type, name, path) for name in callee.given]


def _given_code(kernel: Kernel, type_: Type, name: str, path: str) -> str:
    """Return the code of what a callee takes beside params: the caller's own, or computed here."""
    if name == IS_LE:
        if kernel.type.switching is not type_.switching:
            construct = f"{type_.name}, which takes over the endianness of another type"
            raise kernel.type.refused(path, construct)
        return kernel.endianness()
    root = type_.spec.root
    if kernel.type.spec.root is not root:
        raise kernel.type.refused(path, f"{type_.name}, whose _root is in another spec")
    if kernel.type is root:
        return evaluate_argument(kernel, name.removeprefix(OF_ROOT), path)
    kernel.take(name)
    return name


def _read_switch(
    kernel: Kernel, switch: Node, path: str, name: str, *, is_wanted: bool
) -> Value | None:
    on = evaluate_number(kernel, switch["switch-on"], f"{path}/switch-on")
    kernel.num_checked = 0
    cases = switch["cases"]
    loaders = [loader_of(kernel.type, case, path) for case in cases.values()]
    kinds = {loader.kind for loader in loaders if loader is not None}
    if len(kinds) > 1:
        raise kernel.type.refused(f"{path}/cases", "integers beside floats")
    is_read = is_wanted and kernel.mode == "read"
    structs = _structs_cast_to(kernel, cases.values(), path, name) if is_read else {}
    for value in structs.values():
        for line in zeros_of(kernel, value):
            kernel.emit(line)
    branch = "if"
    for labels, case in _alike(kernel, cases):
        label, head = labels[-1], "else:"
        if label != "_":
            members = [evaluate_number(kernel, literal(of), f"{path}/cases") for of in labels]
            head = f"{branch} {' or '.join(f'{on} == {member}' for member in members)}:"
        elif branch == "if" or label != list(cases)[-1]:
            raise kernel.type.refused(f"{path}/cases", "other cases than _ after it, or none")
        branch = "elif"
        with kernel.block(head):
            variable = structs[case].code if case in structs else name
            _read_type(kernel, case, f"{path}/cases/{label}", variable, is_wanted=is_wanted)
    zero = ZEROS[kinds.pop()] if kinds else None
    if "_" not in cases and zero is not None:
        with kernel.block("else:"):
            kernel.emit(f"{name} = {zero}" if is_wanted else "pass")
    elif "_" not in cases and kernel.is_inside and kernel.text is not None:
        with kernel.block("else:"):
            kernel.text.bytes_(name)
    if None in loaders:
        return None
    return Value("float" if zero == ZEROS["float"] else "int", name)


def _alike(kernel: Kernel, cases: dict[Any, str]) -> Iterator[tuple[list[Any], str]]:
    """Yield the cases with their labels; in a text, of which many are compiled, with all alike."""
    labels: dict[Any, list[Any]] = {}
    for label, case in cases.items():
        is_apart = kernel.mode != "show" or label == "_"
        labels.setdefault(label if is_apart else ("", case), []).append(label)
    yield from ((of, cases[of[0]]) for of in labels.values())


def _structs_cast_to(
    kernel: Kernel, cases: Iterable[str], path: str, name: str
) -> dict[str, Value]:
    """Return a struct for each case, by its text, that an expression of the type casts to."""
    structs = {}
    for case in dict.fromkeys(cases):
        label = case.partition("(")[0].strip()
        if f"{name}.as<{label}>" in str(kernel.type.node):
            type_, _ = kernel.specs.resolve(kernel.type, case, path)
            structs[case] = Value("struct", f"{name}_{label}", type_)
            kernel.cases[name, label] = structs[case]
    return structs


# Fields with a size: bytes, texts, and types in a stream of their own.


def _read_sized(kernel: Kernel, node: Node, path: str) -> None:
    name = node["id"]
    hint = node.get("-columnar", "located")
    if hint != "located":
        raise kernel.type.refused(f"{path}/-columnar", unsupported(hint))
    kernel.num_checked = 0
    size = _emit_size(kernel, node, path)
    if not kernel.wants(name):
        kernel.emit(f"pos += {size}")
        return
    kernel.emit(f"{name}_ofs = pos")
    if terminator_of(node) is not None:
        _read_terminated_inside(kernel, node, size, path)
        return
    if size != f"{name}_len":
        kernel.emit(f"{name}_len = {size}")
    value = _read_inside(kernel, node, path) or Value("bytes", name)
    kernel.emit(f"pos = {name}_ofs + {name}_len")
    kernel.values[name] = value
    if "valid" in node and kernel.mode == "read":
        validate(kernel, node, value, f"{path}/valid")


def _read_terminated_inside(kernel: Kernel, node: Node, size: str, path: str) -> None:
    """Read bytes that end by a terminator, or where their size does."""
    name, load = node["id"], kernel.use_loader("u1")
    kernel.emit(f"pos += {size}")
    kernel.emit(f"{name}_len = 0")
    byte = f"{load}(buffer, {name}_ofs + {name}_len)"
    kernel.emit(f"while {name}_ofs + {name}_len < pos and {byte} != {terminator_of(node)}:")
    kernel.emit(f"    {name}_len += 1")
    kernel.values[name] = Value("bytes", name)
    if "type" in node:
        check_text(kernel, node, path)
    if "valid" in node and kernel.mode != "skip":
        validate(kernel, node, None, f"{path}/valid")


def _emit_size(kernel: Kernel, node: Node, path: str) -> str:
    """Check that as many bytes follow as a field takes, and return the code of their number."""
    if "size" not in node:
        return "end - pos"
    size = evaluate_number(kernel, node["size"], f"{path}/size")
    if constant(size) is not None:
        kernel.reject_if(f"end - pos < {size}")
        return size
    if not size.isidentifier():
        kernel.emit(f"{node['id']}_len = {size}")
        size = f"{node['id']}_len"
    kernel.reject_if(f"not 0 <= {size} <= end - pos")
    return size


def _read_inside(kernel: Kernel, node: Node, path: str) -> Value | None:
    """Read what a field's bytes contain; return None if that is bytes, or only to be located."""
    name, of = node["id"], node.get("type")
    if of is None or ("-columnar" in node and kernel.mode != "show"):
        return None
    if of == "str":
        check_text(kernel, node, path)
        return None
    for case in of["cases"].values() if isinstance(of, dict) else [of]:
        if loader_of(kernel.type, case, f"{path}/type") is not None:
            raise kernel.type.refused(f"{path}/type", f"{case} with a size")
    with _stream_of(kernel, name):
        return _read_type_or_switch(kernel, of, f"{path}/type", name, is_wanted=True)


@contextmanager
def _stream_of(kernel: Kernel, name: str) -> Iterator[None]:
    before = kernel.stream
    kernel.stream = f"buffer, {name}_ofs, pos, {name}_ofs + {name}_len"
    yield
    kernel.stream = before
