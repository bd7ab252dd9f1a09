"""Redaction within JSON documents by path, of columns by type, and of labels."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from fnmatch import fnmatch
from io import BytesIO
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from kaitaistruct import KaitaiStream

from binlog_kaitai import BinlogError, scan
from binlog_kaitai.cli.endings import INCOMPLETE
from binlog_kaitai.errors import UnreadableError
from binlog_kaitai.generated.rows_event import RowsEvent
from binlog_kaitai.io.event_types import EventType
from binlog_kaitai.model.json_paths import Route
from binlog_kaitai.model.redaction import Redaction, Rule, parse_rule
from binlog_kaitai.model.tables import Column, ColumnType, Mask
from binlog_kaitai.model.values import JsonDiff, JsonText
from binlog_kaitai.read.redacting import redaction_of
from binlog_kaitai.tree.log.reader import read_log
from binlog_kaitai.tree.rows.images import is_of_no_table, row_data
from binlog_kaitai.tree.rows.json_masks import Masks, document_of, stored_scalar
from binlog_kaitai.tree.rows.json_patch import patched, to_node
from binlog_kaitai.tree.rows.json_values import read_json
from binlog_kaitai.tree.rows.json_writing import encoded_document
from tests.test_redact import FIXTURES, KEY, all_bytes, images, redacted, run

PARTIAL = FIXTURES / "mysql97/json_partial.binlog"
TYPES = FIXTURES / "mysql97/types.binlog"

Change = Callable[[Any], Any]


def at(*legs: str | int) -> Callable[[Any, Change], None]:
    """Return what changes a member of a document, if it is there; `[*]` are all cells."""

    def changed(node: Any, change: Change) -> None:
        first, *rest = legs
        keys: list[Any] = []
        if isinstance(node, list) and first == "[*]":
            keys = list(range(len(node)))
        elif isinstance(node, dict) and first in node:
            keys = [first]
        for key in keys:
            if rest:
                at(*rest)(node[key], change)
            elif node[key] is not None:
                node[key] = change(node[key])

    return changed


def everywhere(name: str) -> Callable[[Any, Change], None]:
    """Return what changes all members of a name."""

    def changed(node: Any, change: Change) -> None:
        for key in list(node) if isinstance(node, dict) else []:
            if key == name:
                node[key] = None if node[key] is None else change(node[key])
        for one in (
            node.values() if isinstance(node, dict) else node if isinstance(node, list) else []
        ):
            changed(one, change)

    return changed


MEMBERS: dict[str, Callable[[Any, Change], None]] = {
    "documents.docs.j$.a": at("a"),
    "documents.docs.j$.b[*]": at("b", "[*]"),
    "documents.docs.j$.c.d": at("c", "d"),
    'documents.docs.j$."ü"': at("ü"),
    "documents.docs.j$.filler": at("filler"),
    "documents.several.second$[*]": at("[*]"),
    "documents.several.*:json$**.new": everywhere("new"),
    "documents.large.j$.s": at("s"),
    "documents.large.*:json$**.n": everywhere("n"),
}


def rules_with(action: str) -> list[str]:
    return [f"{member}={action}" for member in MEMBERS]


@pytest.mark.parametrize("action", ["null", "gone"])
def test_members_are_redacted_in_documents_and_in_changes_to_them(
    action: str, tmp_path: Path
) -> None:
    # values that occur nowhere else
    marked, _ = redacted(PARTIAL, tmp_path / "marked", rules_with("hash"))
    written, _ = redacted(marked, tmp_path / "written", rules_with(action))
    gone: set[Any] = set()

    def redact(value: Any) -> Any:
        gone.add(value)
        return None if action == "null" else action

    for (place, old), (same_place, new) in zip(images(marked), images(written), strict=True):
        assert place == same_place
        for rule, member in MEMBERS.items():
            one = parse_rule(f"{rule}=")
            for name, value in old.items():
                if one.is_of(*place[:2]) and fnmatch(name, one.column):
                    member(value, redact)
        assert new == old
    assert len(gone) == 19
    content, before = all_bytes(written), all_bytes(marked)
    assert [value for value in gone if is_left(value, content)] == []
    assert [value for value in gone if not is_left(value, before)] == []


def is_left(value: str | int, content: bytes) -> bool:
    if isinstance(value, int):
        return value.to_bytes(8, "little") in content or str(value).encode() in content
    return any(value.encode(one) in content for one in ("utf-8", "utf-16-le", "utf-16-be"))


@pytest.mark.parametrize("action", ["hash", "7"])
def test_rows_are_those_of_redacted_logs(action: str, tmp_path: Path) -> None:
    (tmp_path / "key").write_bytes(KEY)
    redact = redaction_of(rules_with(action), tmp_path / "key")
    written, _ = redacted(PARTIAL, tmp_path, rules_with(action))
    expected = [image for _, image in images(written)]
    for engine in ("tree", "kernels"):
        rows = pa.table(scan(PARTIAL, is_typed=False, engine=engine, redact=redact)).to_pylist()
        assert [json.loads(row["data"]) for row in rows if row["table"] is not None] == expected


@pytest.mark.parametrize("engine", ["tree", "kernels"])
def test_binary_documents_are_those_of_redacted_logs(engine: Any, tmp_path: Path) -> None:
    rules = ["types.json_values.j$**.a=null", "types.json_values.j$[0]=true"]
    written, _ = redacted(TYPES, tmp_path, rules, table="types.json_values")
    options = {"table": "types.json_values", "engine": engine, "json": "binary"}
    found = pa.table(scan(TYPES, redact=rules, **options)).column("j").to_pylist()
    assert found == pa.table(scan(written, **options)).column("j").to_pylist()
    assert found != pa.table(scan(TYPES, **options)).column("j").to_pylist()


def test_whole_documents_with_changes_to_them_become_null(tmp_path: Path) -> None:
    written, _ = redacted(
        PARTIAL, tmp_path, ["documents.docs.j=null", "documents.large.*:json=null"]
    )
    for (place, old), (_, new) in zip(images(PARTIAL), images(written), strict=True):
        name = None if place[1] == "several" else "j"
        assert new == {key: None if key == name else value for key, value in old.items()}


def documents(log: Path) -> Iterator[bytes]:
    """Yield all documents in binary form."""
    for event in read_log(log):
        body = event.tree.body
        if not event.tree.is_rows or is_of_no_table(body):
            continue
        rows = RowsEvent.RowList(KaitaiStream(BytesIO(row_data(body))), body, body._root)  # noqa: SLF001
        for row in rows.items:
            for image in (getattr(row, "before", None), getattr(row, "after", None)):
                for cell in image.cells if image else ():
                    is_json = cell.column._parent.is_json  # noqa: SLF001
                    if is_json and cell.is_present and not (cell.is_null or cell.is_partial):
                        yield cell.value._raw_document  # noqa: SLF001


def test_documents_are_written_as_the_server_writes_them() -> None:
    stored = [*documents(PARTIAL), *documents(TYPES)]
    written = [encoded_document(read_json(document_of(one), stored_scalar)) for one in stored]
    others = [len(old) - len(new) for old, new in zip(stored, written, strict=True) if old != new]
    assert len(stored) > 100
    assert others == [15, 3]  # gaps that updates in place left


def masks(*rules: str, charset: str | None = None, limit: int = 2**16) -> Masks:
    parsed = tuple(map(parse_rule, rules))
    mask = Mask("", KEY, limit, parsed, tuple({} for _ in parsed))
    kind = ColumnType.json if charset is None else ColumnType.blob
    return Masks(Column("j", kind, is_nullable=True, charset=charset, mask=mask))


SCALARS = st.sampled_from(["x", "", 5, -1, True, None, 2.5])
KEYS = st.sampled_from("abc")
NODES = st.recursive(
    SCALARS, lambda some: st.lists(some, max_size=3) | st.dictionaries(KEYS, some, max_size=3)
)
PATHS = st.lists(KEYS | st.integers(0, 2), max_size=3).map(
    lambda legs: "$" + "".join(f".{leg}" if isinstance(leg, str) else f"[{leg}]" for leg in legs)
)
PATTERNS = st.lists(
    st.sampled_from([".a", ".b", ".*", "[*]", "[0]", "**.c", "**[1]"]), min_size=1, max_size=3
).map(lambda legs: f"j${''.join(legs)}")
DIFFS = st.lists(
    st.builds(JsonDiff, st.sampled_from(["replace", "insert"]), PATHS, NODES.map(to_node))
    | st.builds(JsonDiff, st.just("remove"), PATHS, st.none()),
    max_size=3,
)


@given(NODES.map(to_node), DIFFS, PATTERNS, st.sampled_from(["hash", "null", "gone", "7"]))
def test_changes_to_redacted_documents_are_redacted_changes(
    document: Any, diffs: list[JsonDiff], pattern: str, action: str
) -> None:
    assume(all(one.path != "$" for one in diffs))  # servers write the whole document then
    redacts = masks(f"{pattern}={action}")
    after = applied(document, diffs)
    if after is None:
        return  # changes to another document
    try:
        changes = [other for one in diffs for other in redacts.diffs(one)]
    except UnreadableError:
        return
    found = applied(redacts.node(document), changes)
    assert found is not None
    assert JsonText.of(found) == JsonText.of(redacts.node(after))


def applied(document: Any, diffs: list[JsonDiff]) -> Any:
    """Return a document after changes; None if one does not fit it, or changes nothing."""
    found = to_node(json.loads(JsonText.of(document)))
    for one in diffs:
        before = JsonText.of(found)
        found = patched(found, [one])
        if found is None or JsonText.of(found) == before:
            return None
    return found


TEXTS = [
    ('{"a": "x", "b":1}', ["j$.a=null"], '{"a": null, "b":1}'),
    (' {"a" :\t"x" , "a":"y"}\n', ["j$.a=gone"], ' {"a" :\t"gone" , "a":"gone"}\n'),
    ('{"\\u0061": "x"}', ["j$.a=7"], '{"\\u0061": 7}'),
    ('[1, [2, {"a": 3}], 4.50]', ["j$**.a=null", "j$[0]=true"], '[true, [2, {"a": null}], 4.50]'),
    ('{"a": {"b": [1]}}', ['j$.a="7"'], '{"a": "7"}'),
    ('{"a": {"b": 1}}', ["j$.a[0].b=2"], '{"a": {"b": 2}}'),
    ('"é"', ["j$=null"], "null"),
    ("null", ["j$=7"], "null"),
    ('{"a b": 1}', ['j$."a b"=null'], '{"a b": null}'),
    ("{}", ["j$.a=null"], "{}"),
]


@pytest.mark.parametrize(("text", "rules", "expected"), TEXTS)
def test_members_of_texts(text: str, rules: list[str], expected: str) -> None:
    assert masks(*rules, charset="utf8mb4").text(text.encode()).decode() == expected
    if "." not in text and text.count('"a"') < 2:  # a document has each member once
        document = encoded_document(masks("j$.none=null").node(_with_types(json.loads(text))))
        redacts = masks(*rules)
        found = read_json(document_of(redacts.document(document)))
        assert json.loads(JsonText.of(found)) == json.loads(expected)


def _with_types(value: Any) -> Any:
    """Return a document of `JsonScalar`s, of types that are written without a stored value."""
    if isinstance(value, dict):
        return {key: _with_types(one) for key, one in value.items()}
    if isinstance(value, list):
        return [_with_types(one) for one in value]
    return masks(f"j$={json.dumps(value)}").node(to_node(0 if value is not None else None))


@pytest.mark.parametrize(
    ("text", "charset", "limit", "reason"),
    [
        ("no document", "utf8mb4", 99, "another text"),
        ('{"a": 1} {}', "utf8mb4", 99, "another text"),
        ('{"a": 1', "utf8mb4", 99, "another text"),
        ("", "utf8mb4", 99, "another text"),
        ('{"a": 1}', "utf16", 99, "a text in utf16"),
        ('{"a": 1}', "utf8mb4", 12, "a longer one"),
    ],
)
def test_texts_that_are_no_documents_are_refused(
    text: str, charset: str, limit: int, reason: str
) -> None:
    with pytest.raises(UnreadableError) as error:
        masks("j$.a=gone gone", charset=charset, limit=limit).text(text.encode())
    assert error.value.found == reason


def test_one_hash_of_a_value_in_all_forms() -> None:
    document = encoded_document(_with_types({"a": [1], "b": "x"}))
    for rule in ("j$=hash", "j$.a=hash", "j$.a[*]=hash", "j$.b=hash"):
        found = JsonText.of(read_json(document_of(masks(rule).document(document))))
        text = masks(rule, charset="utf8mb4").text(b'{ "b":"x","a":[1]}').decode()
        assert json.loads(found) == json.loads(text)
        assert json.loads(found) != {"a": [1], "b": "x"}


REFUSED = [
    (PARTIAL, "documents.docs.j$.b[0]=null", "[*] in place of an index to redact in j"),
    (PARTIAL, "documents.docs.j$.b=hash", "whole values at $.b to hash in j"),
    (PARTIAL, "documents.docs.id$.b=null", "JSON in id"),
    (PARTIAL, "documents.docs.note$.b=null", "a JSON document in UTF-8 in note"),
    (FIXTURES / "mariadb118/types.binlog", "*:json=null", "LONGTEXT, as MariaDB logs JSON"),
    (FIXTURES / "mysql56/rotated.1.binlog", ":varchar=null", "VARCHAR or VARBINARY"),
]


@pytest.mark.parametrize(("log", "rule", "reason"), REFUSED)
def test_what_cannot_be_redacted_is_refused(
    log: Path, rule: str, reason: str, tmp_path: Path
) -> None:
    (tmp_path / "key").write_bytes(KEY)
    keyed = ("--redact", rule, "--redact-key", tmp_path / "key")
    done = run("--out", tmp_path / "out", *keyed, log)
    assert done.exit_code == 1
    assert reason in done.output
    with pytest.raises(BinlogError, match=re.escape(reason)):
        list(scan(log, is_typed=False, redact=redaction_of([rule], tmp_path / "key")))


def test_a_path_that_no_document_has_is_named(tmp_path: Path) -> None:
    rules = ["documents.docs.j$.misspelt=null", "documents.docs.j$.a=null", "*.docs.j$.gone=null"]
    done = run("--out", tmp_path, *(f"--redact={rule}" for rule in rules), PARTIAL)
    assert done.exit_code == INCOMPLETE
    assert "no j$.misspelt to redact in any row of documents.docs" in done.output
    assert done.output.count("to redact in any row") == 1


def test_columns_by_type(tmp_path: Path) -> None:
    written, _ = redacted(PARTIAL, tmp_path, [":varchar=x", ":TEXT=null", ":blob=null"])
    for (_, old), (_, new) in zip(images(PARTIAL), images(written), strict=True):
        other = {"note": "x", "t": None, "b": None}
        assert new == {
            key: other.get(key, value) if value is not None else None for key, value in old.items()
        }


def test_types_need_no_names(tmp_path: Path) -> None:
    log = FIXTURES / "mysql56/rotated.1.binlog"
    written, _ = redacted(log, tmp_path, [":enum=null"])
    changed = [
        (old, new)
        for (_, old), (_, new) in zip(images(log), images(written), strict=True)
        if old != new
    ]
    assert all(sum(new[key] != value for key, value in old.items()) == 1 for old, new in changed)


def test_labels_of_redacted_columns_are_in_no_table_map(tmp_path: Path) -> None:
    log = FIXTURES / "mysql97/rotated.1.binlog"
    before, after = (_maps(one) for one in (log, redacted(log, tmp_path, ["e=null"])[0]))
    labels = re.findall(
        rb"'([a-z]+)'", re.search(rb"ENUM\((.*?)\)", log.read_bytes(), re.IGNORECASE)[1]
    )  # type: ignore[index]
    assert all(any(label in one for one in before) for label in labels)
    assert not any(label in one for one in after for label in labels)


def _maps(log: Path) -> list[bytes]:
    return [
        event.tree._io.to_byte_array()  # noqa: SLF001 - Kaitai's name
        for event in read_log(log)
        if event.type == EventType.table_map
    ]


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        (":json=null", Rule("*", "*", "*", "null", "json")),
        ("*:json$**.e=hash", Rule("*", "*", "*", "hash", "json", "$**.e")),
        ('a.b.C$."x=y"[2]=z=1', Rule("a", "b", "c", "z=1", "*", '$."x=y"[2]')),
        ("doc$=null", Rule("*", "*", "doc", "null", "*", "$")),
        ("pri$ce=null", Rule("*", "*", "pri$ce", "null")),
        ("a.b.c:*int=", Rule("a", "b", "c", "", "*int")),
    ],
)
def test_rules(text: str, rule: Rule) -> None:
    assert parse_rule(text) == rule


@pytest.mark.parametrize(
    "text", ["=x", "$.a=x", "a:jsn=null", "a$.=x", "a$[last]=x", "a$**=x", "a.b:json=x", "a:=x"]
)
def test_wrong_rules(text: str) -> None:
    with pytest.raises(ValueError, match="expected"):
        parse_rule(text)


def test_routes() -> None:
    route = Route.of(["$.a[*].b", "$**.c", "$"])
    assert route.matched == 2
    assert route.into("a").into(5).into("b").matched == 0
    assert route.into("x").into(5).into("c").matched == 1
    assert route.into("a").into("b").matched is None
    assert Route.of(["$.a[0].b"]).into("a").as_no_array().into("b").matched == 0
    assert Route.of(["$.a"]).into("b").is_dead
    assert Redaction((parse_rule("a.b.c:json=null"),)).has_column("a", "b", ["c"]) is False
