"""Changes to JSON documents by compiled code, against the tree engine's.

What compiled code refuses the tree engine reads; of a server's changes it refuses none.
"""

from __future__ import annotations

import json
from io import BytesIO
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from kaitaistruct import KaitaiStream, KaitaiStructError

from binlog_kaitai.generated.json_binary import JsonBinary
from binlog_kaitai.generated.json_diffs import JsonDiffs as JsonDiffsSpec
from binlog_kaitai.kernels.columns.json import diffs as kernels
from binlog_kaitai.kernels.columns.json.documents import REFUSED, new_document_scratch
from binlog_kaitai.kernels.runtime.text import SLACK
from binlog_kaitai.model.values import MAX_DEPTH, JsonText
from binlog_kaitai.tree.rows.json_patch import apply_diffs
from binlog_kaitai.tree.rows.json_values import read_diffs, read_json
from tests.documented_bytes import packed, u1, u2
from tests.made_up import changes as made_up_changes
from tests.made_up import documents as made_up
from tests.made_up.changes import INSERT, REMOVE, REPLACE
from tests.made_up.damage import mutated
from tests.made_up.documents import INT16, LITERAL, STRING, Node, Scalar, binary

pytestmark = pytest.mark.long  # it compiles kernels of its own

FILL = 0xAA
BEFORE = b'"}'
AFTER = 3 * b'"\\\xff\x00\n\x80\xfe'

NO_VALUE = (ValueError, EOFError, KaitaiStructError, UnicodeDecodeError)


def tree_text(document: bytes | None, changes: bytes) -> str | None:
    """Return the text of the document after the changes, or theirs; None where there is none."""
    try:
        before = None
        if document is not None:
            before = JsonText("null")
            if document:
                before = JsonText.of(read_json(JsonBinary(KaitaiStream(BytesIO(document)))))
        diffs = read_diffs(JsonDiffsSpec(KaitaiStream(BytesIO(changes))))
        after = None if before is None else apply_diffs(before, diffs)
        return diffs.to_json() if after is None else after
    except NO_VALUE:
        return None


def kernel_text(document: bytes | None, changes: bytes) -> str | int:
    """Return the text, or what is returned in its place."""
    before = document or b""
    total = len(before) + len(changes)
    scratch = new_document_scratch()
    work_room = kernels.MAX_DIFF_GROWTH * len(changes) + kernels.MAX_AROUND_DIFFS
    room = 3 + kernels.MAX_DIFF_GROWTH * total + kernels.MAX_AROUND_DIFFS
    out, work = np.full(room + SLACK, FILL, np.uint8), np.full(work_room + SLACK, FILL, np.uint8)
    buffer = np.frombuffer(BEFORE + before + BEFORE + changes + AFTER, np.uint8)
    at = len(BEFORE) + len(before) + len(BEFORE)
    spans = kernels.Span(at, len(changes)), kernels.Span(len(BEFORE), len(before))
    end = kernels.write_partial(
        *(out, 3, buffer, spans[0], document is not None, spans[1], work, scratch)
    )
    assert set(out[:3]) == set(out[room:]) == set(work[work_room:]) == {FILL}
    return out[3:end].tobytes().decode() if end >= 0 else end


def agree(document: bytes | None, changes: bytes) -> bool:
    """Whether the texts are the same, or there is none; or only the tree engine has one."""
    return kernel_text(document, changes) in (tree_text(document, changes), REFUSED)


def change(operation: int, path: str | bytes, value: bytes = b"") -> bytes:
    path = path.encode() if isinstance(path, str) else path
    data = u1(operation) + packed(len(path)) + path
    return data if operation == REMOVE else data + packed(len(value)) + value


def number(value: int) -> Scalar:
    return Scalar(INT16, value.to_bytes(2, "little", signed=True), value)


def text(value: str) -> Scalar:
    return Scalar(STRING, u1(len(value.encode())) + value.encode(), value)


def node_of(value: object) -> Node:
    """Return a document of numbers and short texts."""
    if isinstance(value, dict):
        keys = sorted(value, key=lambda key: (len(key.encode()), key.encode()))
        return {key: node_of(value[key]) for key in keys}
    if isinstance(value, list):
        return [node_of(item) for item in value]
    return text(value) if isinstance(value, str) else number(int(str(value)))


SEVEN = u1(INT16) + u2(7)

OBJECT: dict[str, Any] = {
    "a": 1,
    "c": [1, "}, ]", {"deep": 2}],
    "é": "x, y",
    'k\\"': {},
    "longer": 3,
}

# the document, the changes, and the document after them; nothing where they do not fit it
CHANGES = [
    (OBJECT, [(REPLACE, "$.a")], {**OBJECT, "a": 7}),
    (OBJECT, [(REPLACE, '$."a"')], {**OBJECT, "a": 7}),
    (OBJECT, [(REPLACE, "$.c[1]")], {**OBJECT, "c": [1, 7, {"deep": 2}]}),
    (OBJECT, [(REPLACE, "$.c[2].deep")], {**OBJECT, "c": [1, "}, ]", {"deep": 7}]}),
    (OBJECT, [(REPLACE, '$."k\\\\\\""')], {**OBJECT, 'k\\"': 7}),
    (OBJECT, [(REPLACE, "$.é")], {**OBJECT, "é": 7}),
    (OBJECT, [(REPLACE, "$")], 7),
    (OBJECT, [(REPLACE, "")], 7),
    (OBJECT, [(REPLACE, "$"), (REPLACE, "$")], 7),
    (OBJECT, [(REPLACE, "$.b")], None),
    (OBJECT, [(REPLACE, "$.a.b")], None),
    (OBJECT, [(REPLACE, "$[0]")], None),
    (OBJECT, [(REPLACE, "$.c[3]")], None),
    (OBJECT, [(REPLACE, "$.c.a")], None),
    (OBJECT, [(REMOVE, "$.a")], {key: OBJECT[key] for key in OBJECT if key != "a"}),
    (OBJECT, [(REMOVE, "$.c")], {key: OBJECT[key] for key in OBJECT if key != "c"}),
    (OBJECT, [(REMOVE, "$.longer")], {key: OBJECT[key] for key in OBJECT if key != "longer"}),
    (OBJECT, [(REMOVE, "$.a"), (REMOVE, "$.a")], None),
    (OBJECT, [(REMOVE, "$")], None),
    ([1, 2, 3], [(REMOVE, "$[0]"), (REMOVE, "$[1]")], [2]),
    ([1, 2, 3], [(REMOVE, "$[2]")], [1, 2]),
    ([1], [(REMOVE, "$[0]")], []),
    ([1], [(REMOVE, "$[1]")], None),
    ({"a": 1}, [(REMOVE, "$.a")], {}),
    ([], [(INSERT, "$[0]")], [7]),
    ([], [(INSERT, "$[999999999999999999]")], [7]),
    ([1, 2], [(INSERT, "$[0]")], [7, 1, 2]),
    ([1, 2], [(INSERT, "$[01]")], [1, 7, 2]),
    ([1, 2], [(INSERT, "$[2]")], [1, 2, 7]),
    ([[]], [(INSERT, "$[0][0]"), (INSERT, "$[0][0]")], [[7, 7]]),
    ([1, 2], [(INSERT, "$.a")], None),
    ({}, [(INSERT, "$.a")], {"a": 7}),
    ({"b": 1}, [(INSERT, "$.a")], {"a": 7, "b": 1}),
    ({"b": 1}, [(INSERT, "$.c")], {"b": 1, "c": 7}),
    ({"b": 1, "aa": 1}, [(INSERT, "$.c")], {"b": 1, "c": 7, "aa": 1}),
    # by bytes, of which escapes are one, and letters perhaps two
    ({"\n": 1, "b\t": 1}, [(INSERT, "$.é")], {"\n": 1, "b\t": 1, "é": 7}),
    ({"b\n": 1, "b\x1f": 1}, [(INSERT, '$."b\\u001e"')], {"b\n": 1, "b\x1e": 7, "b\x1f": 1}),
    ({"": 1}, [(INSERT, "$.\\")], {"": 1, "\\": 7}),
    ({"\x01": 1}, [(INSERT, "$.\0")], {"\0": 7, "\x01": 1}),
    ({"b": 1}, [(INSERT, "$.b")], None),
    ({"b": 1}, [(INSERT, "$[0]")], None),
    (1, [(INSERT, "$[0]")], None),
    ({"b": 1}, [(REPLACE, "$.b"), (INSERT, "$.b.c")], None),
    ({"b": 1}, [], {"b": 1}),
    # paths of no place
    (OBJECT, [(REPLACE, "$.")], None),
    (OBJECT, [(REPLACE, "$a")], None),
    (OBJECT, [(REPLACE, "$.c[")], None),
    (OBJECT, [(REPLACE, "$.c[]")], None),
    (OBJECT, [(REPLACE, "$.c[1")], None),
    (OBJECT, [(REPLACE, "$.c[last]")], None),
    (OBJECT, [(REPLACE, "$**.a")], None),
    (OBJECT, [(REPLACE, '$."a"b')], None),
]


@pytest.mark.parametrize(("document", "changes", "after"), CHANGES)
def test_changes(document: object, changes: list[tuple[int, str]], after: object) -> None:
    data = b"".join(change(operation, path, SEVEN) for operation, path in changes)
    before = binary(node_of(document))
    found = kernel_text(before, data)
    assert found == tree_text(before, data)
    diffs = json.loads(str(kernel_text(None, data)))
    assert diffs == json.loads(str(tree_text(None, data)))
    names = ("replace", "insert", "remove")
    assert [(diff["op"], diff["path"]) for diff in diffs["json_diff"]] == [
        (names[operation], path) for operation, path in changes
    ]
    if after is None:
        assert json.loads(str(found)) == diffs
    else:
        assert json.dumps(json.loads(str(found))) == json.dumps(after)


@pytest.mark.parametrize(
    ("changes", "reads"),
    [
        (b"\3\1$\3" + SEVEN, False),
        (b"\0", False),
        (b"\0\1$", False),
        (b"\0\1$\4" + SEVEN, False),
        (b"\0\1$\0", False),
        (b"\0\1$\1\x0d", False),
        (b"\0\2\xc3(\3" + SEVEN, False),
        (b"\2\xfb$", False),
        (b"\2\xfe" + b"\xff" * 8 + b"$", False),
        (change(REPLACE, '$."a', SEVEN), False),
        (change(REPLACE, '$."a\n"', SEVEN), False),
        (change(REPLACE, '$."\\x"', SEVEN), False),
        # a server writes none of these so
        (change(REPLACE, '$."\\/"', SEVEN), True),
        (change(REPLACE, '$."\\u0061"', SEVEN), True),
        (change(REPLACE, '$."\\u000a"', SEVEN), True),
        (change(REPLACE, '$."\\u001F"', SEVEN), True),
        (change(REPLACE, "$[\u0660]", SEVEN), True),
        (change(INSERT, "$.c[9999999999999999999]", SEVEN), True),
        (change(REPLACE, "é", SEVEN), True),
    ],
)
def test_what_the_tree_is_left_with(changes: bytes, reads: bool) -> None:
    before = binary(node_of(OBJECT))
    assert kernel_text(before, changes) == REFUSED
    assert (tree_text(before, changes) is not None) is reads


def test_a_document_of_no_bytes_is_null() -> None:
    assert kernel_text(b"", change(REPLACE, "$", SEVEN)) == "7"
    assert kernel_text(b"", b"") == tree_text(b"", b"") == "null"
    assert kernel_text(None, b"") == tree_text(None, b"") == '{"json_diff": []}'


@pytest.mark.parametrize("depth", [MAX_DEPTH - 2, MAX_DEPTH - 1, MAX_DEPTH])
def test_depth(depth: int) -> None:
    """What would be nested too deep is not put into a document."""
    before = binary([number(1)])
    for operation in (REPLACE, INSERT):
        data = change(operation, "$[0]", binary(made_up.nested(depth)))
        assert kernel_text(before, data) == tree_text(before, data)
        assert str(kernel_text(before, data)).startswith('{"json_diff"') is (depth == MAX_DEPTH)
    deep = binary(made_up.nested(MAX_DEPTH))
    for legs in (MAX_DEPTH - 1, MAX_DEPTH, MAX_DEPTH + 1):
        for operation in (REPLACE, INSERT, REMOVE):
            data = change(operation, "$" + "[0]" * legs, SEVEN)
            assert kernel_text(deep, data) == tree_text(deep, data)


@pytest.mark.parametrize(("operation", "path"), [(REPLACE, "$"), (REPLACE, "$.a"), (INSERT, "$.b")])
def test_changes_to_what_a_change_put_there(operation: int, path: str) -> None:
    """They are not shown as part of it, where a later one does not fit."""
    put = change(operation, path, binary(node_of({"x": 1, "y": 2})))
    removed = put + change(REMOVE, f"{path}.x")
    before = binary(node_of({"a": 1}))
    for changes in (removed, removed + change(REMOVE, "$.nowhere")):
        assert kernel_text(before, changes) == tree_text(before, changes)
    shown = json.loads(str(kernel_text(before, removed + change(REMOVE, "$.nowhere"))))
    assert shown["json_diff"][0]["value"] == {"x": 1, "y": 2}


def test_many_members() -> None:
    before = binary([number(1)] * 900)
    data = change(REPLACE, "$[1]", binary([number(1)] * 1200))
    assert kernel_text(before, data) == tree_text(before, data)


def test_much_text_of_few_bytes() -> None:
    before = binary([])
    for operation in (REPLACE, INSERT, REMOVE):
        for path in ("", "$", "$[0]", "$.\x01\x01\x01\x01\x01\x01\x01\x01"):
            data = 200 * change(operation, path, u1(LITERAL) + b"\2")
            for document in (None, before):
                assert kernel_text(document, data) == tree_text(document, data) is not None


def test_many_changes_to_a_long_document() -> None:
    """Each goes through all of the text: the tree engine is better at very many."""
    before = binary([number(1)] * 20_000)
    few, many = (count * change(REPLACE, "$[19999]", SEVEN) for count in (60, 1000))
    assert kernel_text(before, few) == tree_text(before, few)
    assert kernel_text(before, many) == REFUSED


@settings(deadline=None, max_examples=600)  # the first call compiles
@given(st.randoms())
def test_any_changes(chance: Random) -> None:
    node = made_up.some_node(chance)
    changes = made_up_changes.diffs(chance, made_up.value_of(node)).data[4:]
    for document in (None, binary(node, chance)):
        assert kernel_text(document, changes) == tree_text(document, changes)


@settings(deadline=None, max_examples=800)
@given(st.randoms())
def test_damaged_changes(chance: Random) -> None:
    node = made_up.some_node(chance)
    changes = made_up_changes.diffs(chance, made_up.value_of(node)).data[4:]
    odd = made_up_changes.odd_diffs(chance, made_up.value_of(node)).data[4:]
    for document in (None, binary(node, chance), mutated(binary(node, chance), chance)):
        assert agree(document, mutated(changes, chance))
        assert agree(document, odd)
