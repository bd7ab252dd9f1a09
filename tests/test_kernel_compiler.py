"""The compiler of kernels: what it reads is what Kaitai's classes read; the rest it refuses."""

from __future__ import annotations

import importlib
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from io import BytesIO
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

import numpy as np
import pytest
import yaml
from kaitaistruct import KaitaiStream, KaitaiStructError, ValidationFailedError

from binlog_kaitai import read_batches
from binlog_kaitai.compiler.__main__ import main
from binlog_kaitai.compiler.compiler import compile_folder, compile_specs
from binlog_kaitai.compiler.specs import RefusedError, read_specs
from binlog_kaitai.kernels.runtime.jit import kernel
from tests.classes import NEEDS_NODE, SPECS, compile_classes, run_compiler_of_classes
from tests.replay import FIXTURES

REPOSITORY = Path(__file__).parents[1]


class Case(NamedTuple):
    """A spec, the arguments of its params, and what it makes of bytes: None where they are bad.

    Expected is by the paths that the spec exports; what repeats is a list.
    """

    spec: str
    readings: dict[str, dict[str, Any] | None]
    arguments: tuple[int, ...] = ()
    items: type | None = None
    """What arrays hold, of what repeats."""


SUPPORTED = {
    "integers": Case(
        """
        -columnar: [a, b, c, d, e, f, g]
        seq: [{id: a, type: u1}, {id: b, type: s1}, {id: c, type: u2}, {id: d, type: s2},
              {id: e, type: u4be}, {id: f, type: s4}, {id: g, type: s8}]
        """,
        {
            "ff ff fffe fffe 00000102 feffffff feffffffffffffff": {
                "a": 255, "b": -1, "c": 65279, "d": -257, "e": 258, "f": -2, "g": -2,
            },
            "ff ff fffe fffe 00000102 feffffff feffffffffffff": None,
        },
    ),
    "big_endian": Case(
        """
        meta: {endian: be}
        -columnar: [a, b, c, d, e]
        seq: [{id: a, type: s2}, {id: b, type: s4}, {id: c, type: s8}, {id: d, type: f4},
              {id: e, type: f8}]
        """,
        {
            "fffe fffffffe fffffffffffffffe 3fc00000 c004000000000000": {
                "a": -2, "b": -2, "c": -2, "d": 1.5, "e": -2.5,
            },
            "7fff 7fffffff 7fffffffffffffff 00000000 8000000000000000": {
                "a": 2**15 - 1, "b": 2**31 - 1, "c": 2**63 - 1, "d": 0.0, "e": -0.0,
            },
        },
    ),
    "numbers": Case(
        """
        -columnar: [first.value, second.value]
        seq: [{id: first, type: little(2)}, {id: second, type: big(3)}]
        types:
          little:
            -columnar: [value]
            -columnar-number: {name: value, size: num_bytes, endian: le}
            params: [{id: num_bytes, type: s8}]
            seq: [{id: bytes, size: num_bytes}]
            instances: {value: {value: 'bytes[1] * 256 + bytes[0]'}}
          big:
            -columnar: [value]
            -columnar-number: {name: value, size: num_bytes, endian: be}
            params: [{id: num_bytes, type: s8}]
            seq: [{id: bytes, size: num_bytes}]
            instances: {value: {value: '(bytes[0] * 256 + bytes[1]) * 256 + bytes[2]'}}
        """,
        {
            "0201 030405": {"first.value": 0x102, "second.value": 0x30405},
            "0201 0304": None,
        },
    ),
    "switched_endianness": Case(
        """
        -columnar: [body.a, body.part.b, body.part.words.size]
        seq: [{id: mark, type: u1}, {id: body, type: body}]
        types:
          body:
            meta: {endian: {switch-on: _root.mark, cases: {1: le, 2: be}}}
            -columnar: [a, part.b, part.words.size]
            seq: [{id: a, type: u2}, {id: part, type: part}]
            types:
              part:
                -columnar: [b, words.size]
                seq: [{id: b, type: s4}, {id: words, type: word, repeat: expr, repeat-expr: 2}]
              word:
                -columnar: []
                seq: [{id: length, type: u2}, {id: text, size: length}]
        """,
        {
            "01 0102 feffffff 0100aa 0000": {
                "body.a": 0x201, "body.part.b": -2, "body.part.words.size": 2,
            },
            "02 0102 fffffffe 0001aa 0000": {
                "body.a": 0x102, "body.part.b": -2, "body.part.words.size": 2,
            },
            "02 0102 fffffffe 0100aa 0000": None,
            "03 0102 fffffffe 0001aa 0000": None,
        },
    ),
    "root": Case(
        """
        -columnar: [first.value, first.is_wide, head.wide]
        seq: [{id: head, type: head}, {id: skipped, type: item, size: 3}, {id: first, type: outer}]
        instances: {is_wide: {value: head.wide > 1}}
        types:
          head:
            -columnar: [wide]
            seq: [{id: wide, type: u1}]
          outer:
            -columnar: [item.value, item.is_wide]
            seq: [{id: item, type: item}]
            instances: {value: {value: item.value}, is_wide: {value: item.is_wide}}
          item:
            -columnar: [value, is_wide]
            seq: [{id: value, type: {switch-on: _root.head.wide, cases: {1: u1, 2: u2}}}]
            instances: {is_wide: {value: _root.is_wide}}
        """.replace("[item.value, item.is_wide]", "[value, is_wide]"),
        {
            "01 0a0b0c 05": {"first.value": 5, "first.is_wide": False, "head.wide": 1},
            "02 0a0b0c 0506": {"first.value": 0x605, "first.is_wide": True, "head.wide": 2},
            "02 0a0b0c 05": None,
        },
    ),
    "root_of_what_is_stepped_over": Case(
        """
        -columnar: [last]
        seq: [{id: length, type: u1}, {id: texts, type: text, repeat: expr, repeat-expr: 2,
               -columnar: {}}, {id: last, type: u1}]
        types:
          text: {-columnar: [], seq: [{id: bytes, size: _root.length}]}
        """,
        {"02 aaaa bbbb 07": {"last": 7}, "02 aaaa bbbb": None},
    ),
    "terminated_texts": Case(
        """
        meta: {encoding: UTF-8}
        -columnar: [a, b, c, d]
        seq: [{id: a, type: strz}, {id: b, type: strz, size: 4}, {id: c, terminator: 1},
              {id: d, size: 3, terminator: 0}]
        """,
        {
            "6100 c3a90062 020301 aabbcc": {
                "a": "a", "b": "\u00e9", "c": b"\2\3", "d": b"\xaa\xbb\xcc",
            },
            "00 61626364 01 00bbcc": {"a": "", "b": "abcd", "c": b"", "d": b""},
            "6162": None,
            "00 c3006364 01 00bbcc": None,
        },
    ),
    "three_bytes": Case(
        """
        meta: {bit-endian: le}
        -columnar: [a, b]
        seq: [{id: a, type: b24le}, {id: flag, type: b8}, {id: b, type: u1}]
        """,
        {"010203 00 04": {"a": 0x030201, "b": 4}, "0102": None},
    ),
    "floats": Case(
        """
        -columnar: [a, b, sum]
        seq: [{id: a, type: f4}, {id: b, type: f8}]
        instances: {sum: {value: a + b}}
        """,
        {"0000803f 000000000000f03f": {"a": 1.0, "b": 1.0, "sum": 2.0}, "0000803f": None},
    ),
    "big_endian_bits": Case(
        """
        -columnar: [is_set, low, rest]
        seq: [{id: is_set, type: b1}, {id: low, type: b7}, {id: rest, type: u1}]
        """,
        {"85 01": {"is_set": True, "low": 5, "rest": 1}, "": None},
    ),
    "little_endian_bits": Case(
        """
        meta: {bit-endian: le}
        -columnar: [is_set, low, wide]
        seq: [{id: is_set, type: b1}, {id: low, type: b5}, {id: wide, type: b10}]
        """,
        {"8584": {"is_set": True, "low": 2, "wide": 0x212}, "85": None},
    ),
    "bytes_of_a_size": Case(
        """
        -columnar: [data, rest]
        seq: [{id: length, type: u1}, {id: data, size: length - 1}, {id: rest, size-eos: true}]
        """,
        {
            "03 0102 03": {"data": b"\1\2", "rest": b"\3"},
            "01": {"data": b"", "rest": b""},
            "00": None,
            "04 0102": None,
        },
    ),
    "texts": Case(
        """
        -columnar: [a, b]
        seq: [{id: a, size: 2, type: str, encoding: ASCII},
              {id: b, size-eos: true, type: str, encoding: UTF-8}]
        """,
        {"4142 c3a9": {"a": "AB", "b": "\u00e9"}, "41ff 42": None, "4142 c3": None},
    ),
    "contents_and_terminators": Case(
        """
        -columnar: [value]
        seq: [{id: magic, contents: [0xfe, 1]}, {id: word, terminator: 0}, {id: value, type: u1}]
        """,
        {"fe01 61620007": {"value": 7}, "fe02 00 07": None, "fe01 6162": None},
    ),
    "conditions": Case(
        """
        -columnar: [kind, value, is_last]
        seq: [{id: kind, type: u1}, {id: value, type: u2, if: kind > 1 and not (kind == 3)}]
        instances: {is_last: {value: _io.eof}}
        """,
        {
            "02 0100": {"kind": 2, "value": 1, "is_last": True},
            "04 0100 00": {"kind": 4, "value": 1, "is_last": False},
            "02 01": None,
        },
    ),
    "switches": Case(
        """
        -columnar: [value]
        seq:
          - {id: kind, type: u1, enum: kinds}
          - id: value
            type: {switch-on: kind, cases: {'kinds::small': s1, 'kinds::big': s2, _: u4}}
        enums: {kinds: {1: small, 2: {id: big}}}
        """,
        {"01 ff": {"value": -1}, "02 feff": {"value": -2}, "09 ffffffff": {"value": 2**32 - 1}},
    ),
    "cases_of_switches": Case(
        """
        -columnar: [kind, length, small, product]
        seq:
          - {id: kind, type: u1}
          - id: value
            type: {switch-on: kind, cases: {1: few, 2: big(2), 3: big(3), _: u1}}
            if: kind < 9
        types:
          few: {-columnar: [text], seq: [{id: text, size: 2}]}
          big:
            -columnar: [number]
            params: [{id: times, type: u1}]
            seq: [{id: code, type: u2}]
            instances: {number: {value: code * times}}
        instances:
          length: {value: 'kind == 1 ? value.as<few>.text.size : 0'}
          small: {value: value.as<few>.text, if: kind == 1}
          product: {value: 'kind == 2 or kind == 3 ? value.as<big>.number : 0'}
        """,
        {
            "01 6162": {"kind": 1, "length": 2, "small": b"ab", "product": 0},
            "02 0100": {"kind": 2, "length": 0, "product": 2},
            "03 0100": {"kind": 3, "length": 0, "product": 3},
            "04 01": {"kind": 4, "length": 0, "product": 0},
            "09": {"kind": 9, "length": 0, "product": 0},
            "01 61": None,
            "03 01": None,
        },
    ),
    "validity": Case(
        """
        -columnar: [e]
        seq:
          - {id: a, type: u1, valid: 7}
          - {id: b, type: u1, valid: {min: 2, max: 4}}
          - {id: c, type: u1, valid: {any-of: [1, a]}}
          - {id: d, type: u1, valid: {expr: _ % 2 == 0}}
          - {id: e, type: u1, enum: kinds, valid: {in-enum: true}}
        enums: {kinds: {1: one, 2: two, 9: nine}}
        """,
        {
            "07 02 01 00 01": {"e": 1},
            "07 04 07 02 09": {"e": 9},
            "06 02 01 00 01": None,
            "07 01 01 00 01": None,
            "07 05 01 00 01": None,
            "07 02 02 00 01": None,
            "07 02 01 01 01": None,
            "07 02 01 00 03": None,
        },
    ),
    "expressions": Case(
        """
        -columnar: [quotient, rest, negative, shifted, chosen, looked_up, joined]
        params: [{id: base, type: s4}, {id: is_up, type: bool}]
        seq: [{id: a, type: s1}]
        instances:
          quotient: {value: a / 4}
          rest: {value: a % base}
          negative: {value: -a * 0x10 + 1}
          shifted: {value: (a << 3 | 1) >> 1 & 0xff ^ 2}
          chosen: {value: 'is_up ? a : a == 1 ? 10 : 20'}
          looked_up: {value: '[3, 1, 4, 1, 5][a % 5]'}
          joined: {value: is_up or a >= 0}
        """,
        {
            "f9": {"quotient": -2, "rest": 3, "negative": 113, "shifted": 230, "chosen": -7,
                   "looked_up": 1, "joined": True},
            "01": {"quotient": 0, "rest": 1, "negative": -15, "shifted": 6, "chosen": 1,
                   "looked_up": 1, "joined": True},
        },
        (5, True),
    ),
    "types_in_types": Case(
        """
        -columnar: [point.x, point.label.text, after]
        seq: [{id: point, type: point_of(2)}, {id: after, type: u1}]
        types:
          point_of:
            -columnar: [x, label]
            params: [{id: num_bytes, type: u1}]
            seq: [{id: x, type: u2}, {id: label, type: label_of(num_bytes + 1)}]
          label_of:
            -columnar: [text]
            params: [{id: length, type: u1}]
            seq: [{id: text, size: length}]
        """,
        {
            "0100 616263 07": {"point.x": 1, "point.label.text": b"abc", "after": 7},
            "01006162": None,
        },
    ),
    "a_stream_of_its_own": Case(
        """
        -columnar: [inner.rest, inner.length, after]
        seq: [{id: inner, size: 3, type: inner_type}, {id: after, type: u1}]
        types:
          inner_type:
            -columnar: [rest, length]
            seq: [{id: first, type: u1}, {id: rest, size-eos: true}]
            instances: {length: {value: _io.size}}
        """,
        {"010203 04": {"inner.rest": b"\2\3", "inner.length": 3, "after": 4}, "0102": None},
    ),
    "instances_elsewhere": Case(
        """
        -columnar: [far, after]
        seq: [{id: ofs, type: u1}, {id: after, type: u1}]
        instances: {far: {pos: ofs, type: u2}}
        """,
        {"02 07 0100": {"far": 1, "after": 7}, "03 07 0100": None, "09 07": None},
    ),
    "repeated_by_count": Case(
        """
        -columnar: [items, items.size]
        seq:
          - {id: num_items, type: u1}
          - {id: items, type: u2, repeat: expr, repeat-expr: num_items, -columnar: {value: _}}
        """,
        {
            "02 0100 0200": {"items": [1, 2], "items.size": 2},
            "00": {"items": [], "items.size": 0},
            "02 0100 02": None,
        },
        items=np.int64,
    ),
    "repeated_to_the_end": Case(
        """
        -columnar: [items]
        seq: [{id: items, type: f4, repeat: eos, -columnar: {value: _}}]
        """,
        {"0000803f 00000040": {"items": [1.0, 2.0]}, "": {"items": []}, "0000803f 00": None},
        items=np.float64,
    ),
    "repeated_until": Case(
        """
        -columnar: [items, after]
        seq:
          - {id: items, type: u1, repeat: until, repeat-until: _ == 0, -columnar: {value: _}}
          - {id: after, type: u1}
        """,
        {"0201 00 07": {"items": [2, 1, 0], "after": 7}, "0201": None},
        items=np.int64,
    ),
    "stepped_over": Case(
        """
        -columnar: [after]
        seq: [{id: list, type: list_of, repeat: expr, repeat-expr: 2, -columnar: {ofs: _ofs}},
              {id: after, type: u1}]
        types:
          list_of:
            seq:
              - {id: length, type: u1}
              - {id: data, size: length}
              - {id: ends, type: u1, repeat: until, repeat-until: _ == 0}
        """,
        {"02 ffff 01 00 00 00 07": {"after": 7}, "02 ffff 01 00 00": None},
        items=np.int64,
    ),
}  # fmt: skip


@pytest.fixture(scope="module")
def specs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with the specs of the supported constructs."""
    folder = tmp_path_factory.mktemp("supported")
    for name, case in SUPPORTED.items():
        write_spec(folder, f"made_{name}", case.spec)
    return folder


def write_spec(folder: Path, name: str, body: str) -> None:
    spec = yaml.safe_load(body)
    if "-columnar-view" not in spec:
        spec.setdefault("-columnar", [])
    spec["meta"] = {"id": name, "ks-version": "0.11", "endian": "le"} | spec.get("meta", {})
    (folder / f"{name}.ksy").write_text(yaml.safe_dump(spec, sort_keys=False), encoding="utf-8")


@pytest.fixture(scope="module")
def kernels(specs: Path) -> Iterator[str]:
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(specs.parent))
        compile_folder(specs, specs.parent / "made_kernels")
        yield "made_kernels"


@pytest.fixture(scope="module")
def classes(specs: Path) -> Iterator[str]:
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(specs.parent))
        compile_classes(specs, specs.parent / "made_classes")
        yield "made_classes"


@NEEDS_NODE
def test_a_fault_is_of_the_spec_that_has_it(tmp_path: Path) -> None:
    specs, output = tmp_path / "specs", tmp_path / "output"
    for folder in (specs, output):
        folder.mkdir()
    texts = {
        "a": "{id: a, imports: [b, c]}\nseq: [{id: one, type: b}, {id: other, type: c}]",
        "b": "{id: b}\nseq: [{id: one, size: 1}]",
        "c": "{id: c}\nseq: [{id: one, tpye: u1}]",
    }
    for name, text in texts.items():
        (specs / f"{name}.ksy").write_text(f"meta: {text}\n", encoding="utf-8")
    (output / "kept").touch()
    done = run_compiler_of_classes(specs, output)
    assert done.returncode == 1
    assert done.stderr.startswith("c.ksy: ")
    assert (output / "kept").exists()


READINGS = [
    pytest.param(name, data, expected, id=f"{name}-{data.replace(' ', '')}")
    for name, case in SUPPORTED.items()
    for data, expected in case.readings.items()
]


@pytest.mark.few(20)
@pytest.mark.parametrize(("name", "data", "expected"), READINGS)
def test_a_kernel_reads(
    kernels: str, name: str, data: str, expected: dict[str, Any] | None
) -> None:
    buffer = bytes.fromhex(data)
    padded = np.frombuffer(buffer + b"\xaa" * 8, np.uint8)
    arrays = (0, np.zeros(8, SUPPORTED[name].items)) if SUPPORTED[name].items else ()
    read = entry(importlib.import_module(f"{kernels}.made_{name}"), f"made_{name}")
    found = read(padded, 0, 0, len(buffer), *SUPPORTED[name].arguments, *arrays)
    if expected is None:
        assert found["pos"] == -1
        return
    assert 0 <= found["pos"] <= len(buffer)
    for path, value in expected.items():
        part = path.replace(".", "_")
        if isinstance(value, list):
            assert arrays[1].tolist() == value + [0] * (8 - len(value))
        elif isinstance(value, str | bytes):
            text = buffer[found[f"{part}_ofs"] :][: found[f"{part}_len"]]
            assert text == (value.encode() if isinstance(value, str) else value)
        else:
            assert found[part] == value, path


def entry(module: ModuleType, name: str) -> Callable[..., dict[str, Any]]:
    """Return a function that Python can call, which kernels are not: they are parts of others."""
    result = getattr(module, "".join(word.capitalize() for word in name.split("_")))
    numbers = [part for part, kind in result.__annotations__.items() if kind is not Any]
    source = (
        f"def call(*args):\n    found = read(*args)\n    return found.{', found.'.join(numbers)},"
    )
    if name not in ENTRIES:
        scope = {"read": getattr(module, f"read_{name}"), "__name__": __name__}
        exec(source, scope)
        ENTRIES[name] = kernel(scope["call"])
    return lambda *arguments: dict(zip(numbers, ENTRIES[name](*arguments), strict=True))


ENTRIES: dict[str, Callable[..., Any]] = {}


@NEEDS_NODE
@pytest.mark.parametrize(("name", "data", "expected"), READINGS)
def test_a_class_reads_the_same(
    classes: str, name: str, data: str, expected: dict[str, Any] | None
) -> None:
    module = importlib.import_module(f"{classes}.made_{name}")
    cls = getattr(module, "".join(word.capitalize() for word in f"made_{name}".split("_")))
    stream = KaitaiStream(BytesIO(bytes.fromhex(data)))
    arguments = SUPPORTED[name].arguments
    if expected is None:
        with pytest.raises((KaitaiStructError, ValidationFailedError, EOFError, ValueError)):
            attributes(cls(*arguments, stream), exports_of(name))
        return
    found = attributes(cls(*arguments, stream), list(expected))
    assert found == {path: pytest.approx(value) for path, value in expected.items()}


def exports_of(name: str) -> list[str]:
    exports: list[str] = yaml.safe_load(SUPPORTED[name].spec)["-columnar"]
    return exports


def attributes(tree: Any, paths: list[str]) -> dict[str, Any]:
    found = {}
    for path in paths:
        value = tree
        for part in path.split("."):
            value = len(value) if part == "size" else getattr(value, part)
        found[path] = value
    return found


# The body of a spec, the path in it, and what is refused.
REFUSED = [
    ("seq: [{id: a, size: 4, process: zlib}]", "/seq/0/process", "'zlib' is not supported"),
    ("seq: [{id: a, type: u1, default: 3}]", "/seq/0/default", "3 is not supported"),
    ("seq: [{id: a, size: 4, pad-right: 0}]", "/seq/0/pad-right", "0 is not supported"),
    ("seq: [{id: a, terminator: 0, include: true}]", "/seq/0/include", "True is not supported"),
    ("seq: [{id: a, type: u4, terminator: 0}]", "/seq/0/terminator", "of u4"),
    ("seq: [{id: a, type: strz}]", "/seq/0", "text in None"),
    ("seq: [{id: a, size: 4, type: str, encoding: UTF-16LE}]", "/seq/0", "text in UTF-16LE"),
    ("seq: [{id: a, size: 4, type: str}]", "/seq/0", "text in None"),
    ("seq: [{id: a, size: 4, type: u4}]", "/seq/0/type", "u4 with a size"),
    ("seq: [{id: a}]", "/seq/0", "an attribute without type and size"),
    ("seq: [{type: u1}]", "/seq/0", "an attribute without id"),
    ("seq: [{id: a, type: unheard_of}]", "/seq/0/type", "the type unheard_of"),
    ("seq: [{id: a, type: u4, valid: 1}, {id: b, type: f2}]", "/seq/1/type", "the type f2le"),
    ("seq: [{id: a, type: u2}]\nmeta: {endian: {switch-on: 1, cases: {1: middle}}}",
     "/meta/endian/cases/1", "'middle' is not supported"),
    ("seq: [{id: a, type: made_other::inner}]", "/seq/0/type",
     "inner, which takes over the endianness of another type"),
    ("seq: [{id: a, type: made_other::rooted}]", "/seq/0/type",
     "rooted, whose _root is in another spec"),
    ("seq: [{id: a, type: one}]\ntypes: {one: {-columnar: [], seq: [{id: b, size: _root.c}]}}",
     "/types/one/seq/0/size", "_root.c, which is no number and no struct"),
    ("types: {one: {-columnar-table: a}}", "/types/one/-columnar-table",
     "in a type that is inside another"),
    ("-columnar-table: a\nseq: [{id: a, size: 1, repeat: eos}]\n-columnar: [a]", "/-columnar",
     "a, of which nothing is stored"),
    ("-columnar-table: a\nseq: [{id: a, size: 1}]", "/-columnar-table",
     "a, which is no field that repeats and has a -columnar"),
    ("seq: [{id: a, type: b3}]", "/seq/0", "3 bits in a row"),
    ("seq: [{id: a, type: b3le}, {id: b, type: b5le}]", "/seq/0/type", "b3le among other bits"),
    ("seq: [{id: a, type: b8, if: true}]", "/seq/0/if", "of bits"),
    ("seq: [{id: end, type: u1}]", "/seq/0", "the name end, which kernels use"),
    ("seq: [{id: a, size: 1}, {id: a_len, type: u1}]", "/seq/1",
     "the name a_len, which kernels use"),
    ("seq: [{id: a, type: u1, enum: none}]", "/seq/0/enum", "the enum none, which is not there"),
    ("seq: [{id: a, type: u1, valid: {in-enum: true}}]", "/seq/0/valid/in-enum",
     "True is not supported"),
    ("seq: [{id: a, size: 1, valid: {eq: 1}}]", "/seq/0/valid/eq", "of a, which is no number"),
    ("seq: [{id: a, type: u1, valid: {not-in: 1}}]", "/seq/0/valid/not-in", "1 is not supported"),
    ("seq: [{id: a, contents: [A, 1]}]", "/seq/0/contents", "['A', 1] is not supported"),
    ("seq: [{id: a, type: u1, repeat: expr, repeat-expr: 2, -columnar-runs: {if: b}}]",
     "/seq/0/-columnar-runs", "{'if': 'b'} is not supported"),
    ("-columnar-number: {size: 1}", "/-columnar-number", "{'size': 1} is not supported"),
    ("seq: [{id: a, type: u1, repeat: twice}]", "/seq/0/repeat", "'twice' is not supported"),
    ("seq: [{id: a, size: 1, repeat: until, repeat-until: _ == 1}]", "/seq/0/repeat-until",
     "a_last, which is no number"),
    ("seq: [{id: a, type: u1, repeat: eos, -columnar: located}]", "/seq/0/-columnar",
     "'located' is not supported"),
    ("seq: [{id: a, type: {switch-on: 1, cases: {1: u4, 2: f4}}}]", "/seq/0/type/cases",
     "integers beside floats"),
    ("seq: [{id: a, type: made_other(1)}]", "/seq/0/type",
     "made_other(1), of a type with 0 params"),
    ("seq: [{id: a, size: _root.b}]", "/seq/0/size", "b, which is not known here"),
    ("seq: [{id: a, size: _parent.b}]", "/seq/0/size", "_parent, which is not known here"),
    ("seq: [{id: a, size: _index}]", "/seq/0/size", "_index, which is not known here"),
    ("seq: [{id: a, size: _io.name}]", "/seq/0/size", "_io.name"),
    ("seq: [{id: a, type: f4}, {id: b, size: a.to_i}]", "/seq/1/size", ".to_i of float"),
    ("seq: [{id: a, type: u1, if: 1 +}]", "/seq/0", "'the end' in place of a value, in '1 +'"),
    ("-columnar: [a]\ninstances: {a: {value: '\"1\".to_i'}}", "/instances/a/value",
     "'1', a constant that is no integer"),
    ("-columnar: [b]\nseq: [{id: a, type: f4}]\ninstances: {b: {value: a / 2}}",
     "/instances/b/value", "/ of floats"),
    ("-columnar: [b]\nseq: [{id: a, size: 4}]\ninstances: {b: {value: a + 2}}",
     "/instances/b/value", "a, which is no number"),
    ("-columnar: [b]\nseq: [{id: a, size: 4}]\ninstances: {b: {value: a.reverse}}",
     "/instances/b/value", ".reverse of bytes"),
    ("-columnar: [b]\nseq: [{id: a, type: u1}]\ninstances: {b: {value: a.max(2)}}",
     "/instances/b/value", ".max()"),
    ("-columnar: [b]\ninstances: {b: {value: 1 < 2 < 3}}", "/instances/b/value",
     "'<' after another comparison, in '1 < 2 < 3'"),
    ("-columnar: [b]\ninstances: {b: {pos: 0, size: 2, process: zlib}}",
     "/instances/b/process", "'zlib' is not supported"),
    ("-columnar: [b]\ninstances: {b: {pos: 0, type: u1, if: true}}", "/instances/b/if",
     "True is not supported"),
    ("-columnar: [b]\ninstances: {b: {io: _root._io, pos: 0, type: u1}}", "/instances/b/io",
     "'_root._io' is not supported"),
    ("-columnar: [b]", "/-columnar", "b, which is not known here"),
    ("-columnar: [a]\nseq: [{id: a, type: u1, repeat: eos}]", "/-columnar",
     "a, of which nothing is stored"),
    ("-columnar: [a]\nparams: [{id: a, type: bytes}]", "/params/0", "a param of type bytes"),
    ("-columnar: [a]\nparams: [{id: a, type: 'u4[]'}]", "/params/0", "a param of type u4[]"),
    ("-columnar-speed: 3", "/-columnar-speed", "3 is not supported"),
    ("-columnar-view: {a: complex}", "/-columnar-view/a", "the type complex"),
    ("params: [{id: a, type: u1}]\nseq: [{id: b, type: u1, -columnar-plan: a}]",
     "/seq/0/-columnar-plan", "a, which is no param with a type of its own"),
    ("seq: [{id: a, type: made_up}]", "", "a type that contains itself"),
    ("seq: [{id: a, type: inner}]\ntypes: {inner: {seq: []}}", "/types/inner",
     "no -columnar, which says what its kernel returns"),
]  # fmt: skip


OTHER = """
meta: {endian: {switch-on: 1, cases: {1: be}}}
types:
  inner: {-columnar: [], seq: [{id: a, type: u2}]}
  rooted: {-columnar: [], meta: {endian: le}, seq: [{id: a, size: _root.mark}]}
-columnar: []
seq: [{id: mark, type: u1}]
"""


@pytest.mark.parametrize(("body", "path", "construct"), REFUSED)
def test_what_is_refused(tmp_path: Path, body: str, path: str, construct: str | None) -> None:
    write_spec(tmp_path, "made_other", OTHER)
    write_spec(tmp_path, "made_up", body)
    with pytest.raises(RefusedError) as raised:
        compile_specs(read_specs(tmp_path), "specs")
    assert str(raised.value) == f"{tmp_path}/made_up.ksy: {path}: {construct}"


def test_the_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write_spec(tmp_path, "made_up", "seq: [{id: a, type: u1}]")
    output = tmp_path / "kernels"
    main([str(tmp_path), str(output)])
    assert capsys.readouterr().out == f"1 modules of kernels in {output}\n"
    before = {file.name: file.read_bytes() for file in output.iterdir()}
    assert before.keys() == {"__init__.py", "made_up.py"}

    (tmp_path / "empty").mkdir()
    (tmp_path / "torn").mkdir()
    (tmp_path / "plain").mkdir()
    (tmp_path / "plain/up.ksy").write_text("seq: []", encoding="utf-8")
    (tmp_path / "torn/up.ksy").write_text("seq: [", encoding="utf-8")
    write_spec(tmp_path, "made_up", "seq: [{id: a, type: u1, default: 3}]")
    for arguments, expected in (
        ([tmp_path], f"error: {tmp_path}/made_up.ksy: /seq/0/default: 3 is not supported"),
        ([tmp_path / "empty"], f"error: {tmp_path}/empty: no specs (*.ksy) in this folder"),
        (
            ["--hinted", tmp_path / "plain"],
            "error: plain: no type has a -columnar, which says what its kernel returns",
        ),
        ([tmp_path / "torn"], f"error: {tmp_path}/torn/up.ksy: while parsing a flow node"),
        ([1, 2], "usage: python -m binlog_kaitai.compiler [--hinted] FOLDER [OUTPUT]"),
    ):
        with pytest.raises(SystemExit) as ended:
            main([*map(str, arguments), str(output)])
        assert str(ended.value.code).startswith(expected)
    assert {file.name: file.read_bytes() for file in output.iterdir()} == before


def test_without_pyyaml(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "yaml", None)
    with pytest.raises(SystemExit) as ended:
        main([str(SPECS), str(tmp_path / "kernels")])
    expected = "error: specs are read with PyYAML, which is missing: python -m pip install pyyaml"
    assert ended.value.code == expected


IMPORTED = """
import sys
import binlog_kaitai.compiler.__main__

print(*sorted(name for name in sys.modules if name.startswith(("binlog_kaitai", "numba"))))
"""


def test_the_compiler_imports_nothing_that_it_makes() -> None:
    """It works where generated/ is missing or broken, and without what reads logs."""
    done = subprocess.run(
        [sys.executable, "-c", IMPORTED], cwd=REPOSITORY, check=True, stdout=subprocess.PIPE
    )
    package, *modules = done.stdout.decode().split()
    assert package == "binlog_kaitai"
    assert len(modules) > 1
    assert [name for name in modules if not name.startswith("binlog_kaitai.compiler")] == []


READ = """
import json, sys
from binlog_kaitai import read_batches

def rows(engine):
    batches = read_batches(*sys.argv[1:], engine=engine)
    return [row for batch in batches for row in batch.to_pylist()]

print(json.dumps({engine: rows(engine) for engine in ("tree", "kernels")}, default=str))
"""


@NEEDS_NODE
@pytest.mark.long
def test_a_changed_layout_changes_both_engines(tmp_path: Path) -> None:
    """The base of YEAR is another, and integers are big-endian."""
    specs = tmp_path / "ksy"
    specs.mkdir()
    for spec in SPECS.glob("*.ksy"):
        shutil.copy(spec, specs)
    replace_in(specs / "year_cell.ksy", "1900 + raw", "1800 + raw")
    replace_in(specs / "integer_cell.ksy", "integer_le", "integer_be")
    package = tmp_path / "site" / "binlog_kaitai"
    unwanted = shutil.ignore_patterns("generated", "__pycache__")
    shutil.copytree(REPOSITORY / "binlog_kaitai", package, ignore=unwanted)
    compile_classes(specs, package / "generated")
    compile_folder(specs, package / "generated" / "kernels", only_hinted=True)

    arguments = (str(FIXTURES / "mysql97/types.binlog"), "types.years")
    as_it_is = [row for batch in read_batches(*arguments) for row in batch.to_pylist()]
    done = subprocess.run(
        [sys.executable, "-c", READ, *arguments],
        env={"PYTHONPATH": str(package.parent), "PATH": os.environ["PATH"], "HOME": str(tmp_path)},
        cwd=tmp_path,
        check=True,
        stdout=subprocess.PIPE,
    )
    changed = json.loads(done.stdout)
    assert changed["kernels"] == changed["tree"]
    assert [(row["id"], row["y"]) for row in changed["kernels"]] == [
        (int.from_bytes(row["id"].to_bytes(4, "little"), "big"), row["y"] and row["y"] - 100)
        for row in as_it_is
    ]
    assert {row["y"] for row in as_it_is} > {0, None}


def replace_in(spec: Path, text: str, other: str) -> None:
    before = spec.read_text(encoding="utf-8")
    assert text in before
    spec.write_text(before.replace(text, other), encoding="utf-8")
