"""Structures in the bytes that the specs describe, by the classes that write.

The specs say what stored fields mean: `value` of a packed integer follows from its first byte and
the bytes behind it. Writing numbers needs the reverse. All these values are sums of fields, each
times a constant, so the constants are found by asking the spec, and no form is described here
again.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator, Sequence
from functools import cache
from io import BytesIO
from typing import Any

from kaitaistruct import KaitaiStream, KaitaiStructError, ReadWriteKaitaiStruct

from binlog_kaitai.errors import UnreadableError

_LONGEST = 16
"""Bytes, more than which no number has."""


class _Endless(KaitaiStream):  # type: ignore[misc]
    """A stream that takes as many bytes as are written."""

    def _ensure_bytes_left_to_write(self, n: int, pos: int) -> None:
        pass

    def is_eof(self) -> bool:
        raise ValueError("only what does not depend on the end of its bytes can be measured")


class _Ending(_Endless):
    """A stream that ends where it is written up to."""

    def is_eof(self) -> bool:
        return True


def made(kind: Any, *params: Any, within: Any = None, **fields: Any) -> Any:
    """Return a new structure.

    Args:
        kind: its class, of those that write.
        params: those of its type.
        within: the structure that it is a field of, unless it is a spec of its own.
        fields: all of its fields that have bytes.
    """
    found = kind(*params, None, within, within and within._root)  # noqa: SLF001 - Kaitai's name
    for name, value in fields.items():
        setattr(found, name, value)
    return found


def encoded(tree: Any) -> bytes:
    """Return the bytes of a structure that was made, with nothing behind its fields.

    Raises:
        KaitaiStructError: the fields contradict each other, or the spec.
    """
    return _written_to(_Ending(BytesIO()), tree)


def _written_to(stream: KaitaiStream, tree: Any) -> bytes:
    check(tree)
    tree._write__seq(stream)  # noqa: SLF001 - Kaitai's name
    stream.write_back_child_streams()
    data: bytes = stream.to_byte_array()
    return data


def size_of(value: Any) -> int:
    """Return how many bytes a value takes in a log: bytes, a text, structures, or a list of them.

    Numbers take what their field has, whatever they are, so theirs counts as 0.
    """
    if isinstance(value, bytes):
        return len(value)
    if isinstance(value, str):
        return len(value.encode())
    if isinstance(value, list):
        return sum(map(size_of, value))
    if not isinstance(value, ReadWriteKaitaiStruct):
        return 0
    check(value)
    stream = _Endless(BytesIO())
    value._write__seq(stream)  # noqa: SLF001 - Kaitai's names, as below
    size: int = stream.pos()
    return size


def check(node: Any) -> None:
    """Check all structures in a tree that were changed, and leave out what would undo a change.

    Instances that lie over the same bytes as fields hold what was there before.

    Raises:
        KaitaiStructError: the fields contradict each other, or the spec.
    """
    for child in _children(node):
        check(child)
    if node._dirty:  # noqa: SLF001
        _leave_out_overlays(node)
        node._check()  # noqa: SLF001


def _children(node: Any) -> Iterator[Any]:
    for name, value in vars(node).items():
        if name[0] == "_":
            continue
        for child in value if isinstance(value, list) else (value,):
            if isinstance(child, ReadWriteKaitaiStruct):
                yield child


def _leave_out_overlays(node: Any) -> None:
    for name in [name for name in vars(node) if name.endswith("__enabled")]:
        setattr(node, name, False)


def written(tree: Any, size: int) -> bytes:
    """Return the bytes of a structure's fields, which take a size.

    Raises:
        KaitaiStructError: the fields contradict each other, or the spec.
    """
    return _written_to(KaitaiStream(BytesIO(bytearray(size))), tree)


def signed(frame: Any) -> bytes:
    """Return the bytes of an event, with its checksum if the format has them.

    Args:
        frame: the `BinlogEventFrame`, not of a FORMAT_DESCRIPTION.

    Raises:
        KaitaiStructError: the fields contradict each other, or the spec.
    """
    header = frame.header
    if frame.len_checksum:
        frame.crc32 = zlib.crc32(frame.rest, zlib.crc32(written(header, header.len_header)))
    return written(frame, header.len_event)


def signed_at_end(frame: Any) -> bytes:
    """Return the bytes of an event whose last ones are its checksum, whatever the format says.

    Args:
        frame: the `BinlogEventFrame`.

    Raises:
        KaitaiStructError: the fields contradict each other, or the spec.
    """
    data = written(frame, frame.header.len_event)
    ask_again(frame)
    frame.signature = zlib.crc32(data[: len(data) - frame.len_signature])
    frame._write_signature()  # noqa: SLF001 - Kaitai's name
    signed_data: bytes = frame._io.to_byte_array()  # noqa: SLF001
    return signed_data


def assign(node: Any, name: str, value: int, parts: Sequence[str]) -> None:
    """Set fields of a structure so that a computed instance has a value.

    Args:
        node: the structure.
        name: of the instance, a sum of the fields, each times a constant. A field that it does not
            depend on stays.
        value: not negative.
        parts: names of the fields.

    Raises:
        UnreadableError: the fields cannot have the value.
    """
    before = {part: getattr(node, part) for part in parts}
    for part in parts:
        setattr(node, part, 0)
    weights = {part: _weight(node, name, part) for part in parts}
    rest = value
    for part in sorted(parts, key=lambda part: -weights[part]):
        if not weights[part]:
            setattr(node, part, before[part])
            continue
        setattr(node, part, rest // weights[part])
        rest %= weights[part]
    if _asked(node, name) != value:
        raise UnreadableError(f"a number that {name} can hold", f"{value}")


def number_like(number: Any, value: int, *, least: int = 0, of: str = "value") -> Any:
    """Return a number of the same type in its shortest form, of at least some bytes.

    Args:
        number: a structure of which `value` is the number, stored in one of several forms, or in
            bytes of a fixed count.
        value: the new number.
        least: bytes.
        of: the instance that is the number.

    Raises:
        UnreadableError: no form can have the value.
    """
    kind: Any = type(number)
    if not hasattr(number, "first"):
        return _with_value(kind(number.num_bytes), value)
    for size, first, low, weight in _forms(kind, of):
        rest, is_more = divmod(value - low, weight) if weight else (0, value - low)
        if size >= least and not is_more and rest >= 0:
            try:
                return _of_form(kind, first, rest)
            except UnreadableError:
                continue
    raise UnreadableError(f"a number that {kind.__name__} can hold", f"{value}")


def number_of(kind: Any, value: int) -> Any:
    """Return a number of a type that has several forms, in its shortest one.

    Raises UnreadableError if no form can have the value.
    """
    return number_like(_parsed(kind, bytes(_LONGEST)), value)


def longest_form(number: Any) -> int:
    """Return the bytes of the longest form of a number."""
    kind: Any = type(number)
    return _forms(kind, "value")[-1][0]


@cache
def _forms(kind: Any, of: str) -> list[tuple[int, int, int, int]]:
    """Return the size of each form, its first byte, its value with zeros, and what 1 adds."""
    forms = []
    for first in range(256):
        try:
            found = _parsed(kind, bytes([first]).ljust(_LONGEST, b"\0"))
        except KaitaiStructError:
            continue
        low, size = getattr(found, of), size_of(found)
        weight = getattr(_of_form(kind, first, 1), of) - low if size > 1 else 0
        forms.append((size, first, low, weight))
    return sorted(forms)


def _of_form(kind: Any, first: int, rest: int) -> Any:
    found = _parsed(kind, bytes([first]).ljust(_LONGEST, b"\0"))
    if rest:
        _with_value(found.rest, rest)
        ask_again(found)
    return found


def _with_value(number: Any, value: int) -> Any:
    """Set a number of fixed size. Raises UnreadableError if the value is too large."""
    if value >= 256**number.num_bytes:
        raise UnreadableError(f"a number of {number.num_bytes} bytes", f"{value}")
    number._io = KaitaiStream(BytesIO(bytes(_LONGEST)))  # noqa: SLF001
    number._read()  # noqa: SLF001
    parts = [name for name in vars(number) if name[0] != "_" and name != "num_bytes"]
    if parts:
        assign(number, "value", value, parts)
    return number


def _parsed(kind: Any, data: bytes) -> Any:
    found = kind(KaitaiStream(BytesIO(data)))
    found._read()  # noqa: SLF001
    return found


def _weight(node: Any, name: str, part: str) -> int:
    setattr(node, part, 1)
    weight = _asked(node, name)
    setattr(node, part, 0)
    return weight


def _asked(node: Any, name: str) -> int:
    """Return a computed instance by what the fields are now."""
    ask_again(node)
    value: int = getattr(node, name)
    return value


def ask_again(node: Any) -> None:
    """Forget the computed instances of a structure."""
    for name in [name for name in vars(node) if name.startswith("_m_")]:
        delattr(node, name)
