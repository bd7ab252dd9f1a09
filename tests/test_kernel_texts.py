"""Kernels that write JSON text of values: each kind of field, and each form that specs name."""

from __future__ import annotations

import importlib
import json
import sys
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

from binlog_kaitai.compiler.compiler import compile_folder
from binlog_kaitai.kernels.runtime.jit import kernel
from binlog_kaitai.kernels.runtime.json_values import DECLINED, FULL, RESERVE

LOG = """
meta: {id: made_log, endian: le}
-columnar: [kind, body]
seq:
  - {id: kind, type: u1}
  - id: body
    size-eos: true
    -columnar: located
    -columnar-text: cases
    type: {switch-on: kind, cases: {CASES}}
types:
"""

# a type, and what is written of bytes: DECLINED where they are bad, or where another has to tell
CASES: dict[str, tuple[str, dict[str, Any]]] = {
    "numbers": (
        """
        seq: [{id: a, type: u8}, {id: b, type: s8}, {id: c, type: b4}, {id: d, type: b1},
              {id: e, type: b3}, {id: f, type: u2be}]
        """,
        {
            "ff" * 16 + "58 0102": {"a": 2**64 - 1, "b": -1, "c": 5, "d": True, "e": 0, "f": 258},
            "ff" * 16 + "58 01": DECLINED,
        },
    ),
    "optional": (
        """
        seq: [{id: a, type: u1}, {id: b, type: optional_part(a)}]
        types:
          optional_part:
            params: [{id: a, type: u1}]
            seq: [{id: one, type: u1, if: a > 0}, {id: other, type: u1, if: a != 1}]
        """,
        {
            "00 07": {"a": 0, "b": {"other": 7}},
            "01 07": {"a": 1, "b": {"one": 7}},
            "02 07 08": {"a": 2, "b": {"one": 7, "other": 8}},
        },
    ),
    "first_is_optional": (
        "seq: [{id: rest, size: 1, if: not _io.eof}, {id: a, size: 0}]",
        {"": {"a": ""}, "41": {"rest": "A", "a": ""}},
    ),
    "strings": (
        """
        seq: [{id: a, size: 2}, {id: b, size: 2, type: str, encoding: UTF-8},
              {id: c, size: 2, -columnar-text: text}, {id: d, terminator: 0},
              {id: e, size-eos: true}]
        """,
        {
            "4122 0a61 c3a4 6200": {"a": 'A"', "b": "\na", "c": "ä", "d": "b", "e": ""},
            "0041 c3a4 4141 00 ff": {
                "a": {"base64": "AEE="}, "b": "ä", "c": "AA", "d": "", "e": {"base64": "/w=="},
            },
            "c3a4 4141 4141 00": DECLINED,  # Python says what of it is printable
            "4141 ffff 4141 00": DECLINED,
            "4141 4141 ffff 00": DECLINED,
        },
    ),
    "enums": (
        "seq: [{id: a, type: u1, enum: animal}]\nenums: {animal: {0: cat, 7: dog}}",
        {"00": {"a": "cat"}, "07": {"a": "dog"}, "08": {"a": 8}},
    ),
    "checked": ("seq: [{id: a, type: u1, valid: {max: 3}}]", {"03": {"a": 3}, "04": DECLINED}),
    "lists": (
        """
        seq: [{id: n, type: u1, -columnar-text: false},
              {id: a, type: u1, repeat: expr, repeat-expr: n},
              {id: b, type: list_pair, repeat: eos}]
        types: {list_pair: {seq: [{id: x, type: s1}, {id: y, size: 1}]}}
        """,
        {
            "00": {"a": [], "b": []},
            "02 0102 ff41 0142": {"a": [1, 2], "b": [{"x": -1, "y": "A"}, {"x": 1, "y": "B"}]},
            "02 0102 ff41 01": DECLINED,
        },
    ),
    "switches": (
        """
        seq: [{id: a, type: u1},
              {id: b, size: 1, type: {switch-on: a, cases: {1: switch_part}}},
              {id: c, type: {switch-on: a, cases: {2: u1, 3: s1}}}]
        types: {switch_part: {seq: [{id: x, type: u1}]}}
        """,
        {
            "01 41": {"a": 1, "b": {"x": 65}},
            "02 41 ff": {"a": 2, "b": "A", "c": 255},
            "03 41 ff": {"a": 3, "b": "A", "c": -1},
        },
    ),
    "forms": (
        """
        seq: [{id: a, size: 16, -columnar-text: uuid}, {id: b, type: form_value},
              {id: c, type: form_flags}, {id: d, type: form_items},
              {id: e, type: form_member, repeat: eos}]
        types:
          form_value:
            -columnar: [half]
            -columnar-text: {value: half, signed: true}
            seq: [{id: x, type: s1}]
            instances: {half: {value: x / 2}}
          form_flags:
            meta: {bit-endian: le}
            -columnar-text: flags
            seq: [{id: p, type: b1}, {id: q, type: b1}, {id: reserved, type: b6}]
          form_items:
            -columnar-text: {items: [x, last], if: y > 0}
            seq: [{id: x, type: u1}, {id: y, type: u1}]
            instances: {last: {value: y - 1}}
          form_member:
            -columnar-text: {name: id, value: value}
            seq: [{id: id, type: u1, enum: key}, {id: value, type: u1}]
        enums: {key: {1: one, 2: other}}
        """,
        {
            "00112233445566778899aabbccddeeff fc ff 0105 0207 0108": {
                "a": "00112233-4455-6677-8899-aabbccddeeff", "b": -2, "c": ["p", "q"], "d": [1, 4],
                "e": {"other": 7, "one": 8},
            },
            "00" * 16 + "fc 02 0001": {
                "a": "00000000-0000-0000-0000-000000000000", "b": -2, "c": ["q"], "d": [0, 0],
                "e": {},
            },
            "00" * 16 + "fc 02 0000": DECLINED,
            "00" * 16 + "fc 02 0001 0101 0102": DECLINED,  # a name comes twice
            "00" * 16 + "fc 02 0001 0301": DECLINED,  # a number without a name
        },
    ),
    "refused": ("seq: [{id: a, size: 1, process: zlib}]", {"00": DECLINED}),
    "head": (
        """
        -columnar-text: {head: [a, c]}
        seq: [{id: a, type: u1}, {id: b, type: u1}, {id: c, size: b}, {id: d, type: u8, valid: 1}]
        """,
        {"01 01 41": DECLINED},  # it is no whole body
    ),
    "left_to_others": ("-columnar-text: false\nseq: [{id: a, type: u1}]", {"00": DECLINED}),
}  # fmt: skip


def spec() -> str:
    """Return one spec with all of them, as a log of one event has them."""
    names = [f"{number}: {name}_event" for number, name in enumerate(CASES)]
    text = LOG.replace("CASES", ", ".join(names)).lstrip()
    for name, (body, _) in CASES.items():
        lines = [line for line in body.splitlines() if line.strip()]
        margin = min(len(line) - len(line.lstrip()) for line in lines)
        text += f"  {name}_event:\n" + "".join(f"    {line[margin:]}\n" for line in lines)
    return text


@pytest.fixture(scope="module")
def show(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[..., tuple[int, bytes]]]:
    folder = tmp_path_factory.mktemp("texts")
    (folder / "made_log.ksy").write_text(spec(), encoding="utf-8")
    compile_folder(folder, folder / "made_texts")
    sys.path.insert(0, str(folder))
    module = importlib.import_module("made_texts.made_log")
    read, show_body = module.read_made_log, module.show_body

    @kernel
    def call(buffer: Any, end: int, out: Any, at: int) -> int:
        found = read(buffer, 0, 0, end)
        _, text_end = show_body(buffer, found, out, at)
        return int(text_end)

    def shown(data: bytes, room: int = 2 * RESERVE) -> tuple[int, bytes]:
        padded = np.frombuffer(data + b"\xaa" * 64, np.uint8)
        out = np.full(room, 0x2E, np.uint8)
        end = call(padded, len(data), out, 1)
        return end, out.tobytes()

    yield shown
    sys.path.remove(str(folder))


READINGS = [
    pytest.param(number, data, expected, id=f"{name}-{index}")
    for number, (name, (_, readings)) in enumerate(CASES.items())
    for index, (data, expected) in enumerate(readings.items())
]


@pytest.mark.parametrize(("number", "data", "expected"), READINGS)
def test_a_kernel_writes(
    show: Callable[..., tuple[int, bytes]], number: int, data: str, expected: Any
) -> None:
    end, out = show(bytes([number]) + bytes.fromhex(data))
    if expected == DECLINED:
        assert end == DECLINED
        return
    assert out[:1] == b"."
    assert out[1:end].decode() == json.dumps(expected, ensure_ascii=False)


@pytest.mark.usefixtures("show")
@pytest.mark.parametrize(
    ("data", "expected"), [("01 01 41", b'{"a": 1, "c": "A"}'), ("01 02 41", None)]
)
def test_a_head_is_written_whatever_is_behind_it(data: str, expected: bytes | None) -> None:
    show_head = importlib.import_module("made_texts.made_log").show_head_event

    @kernel
    def call(buffer: Any, end: int, out: Any) -> int:
        return int(show_head(buffer, 0, 0, end, out, 0)[1])

    read = bytes.fromhex(data)
    out = np.zeros(2 * RESERVE, np.uint8)
    end = call(np.frombuffer(read + b"\xaa" * 64, np.uint8), len(read), out)
    assert (out[:end].tobytes() if end >= 0 else None) == expected


def test_a_text_without_room_is_not_written(show: Callable[..., tuple[int, bytes]]) -> None:
    strings, lists = (list(CASES).index(name) for name in ("strings", "lists"))
    long = bytes([strings]) + b"abcdef\0" + b"\n" * 1000
    assert show(long, RESERVE + 3000)[0] > 0
    assert show(long, RESERVE + 2600)[0] == FULL
    items = bytes([lists, 250]) + bytes(250)
    assert show(items, RESERVE + 2000)[0] > 0
    assert show(items, RESERVE + 500)[0] == FULL
