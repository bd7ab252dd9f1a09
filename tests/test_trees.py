"""Specs without hints: tables of whole files have what Kaitai's classes read, field by field."""

from __future__ import annotations

import importlib
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from binlog_kaitai.compiler.compiler import compile_folder
from binlog_kaitai.compiler.specs import RefusedError
from tests.classes import NEEDS_NODE, compile_classes
from tests.formats.compared import compare

FOLDER = Path(__file__).parent / "formats/trees"

# Of each spec files; of those that are refused, where in the spec that is.
FILES: dict[str, dict[str, str | None]] = {
    "names": {
        "4b7472656500 0400 07 6162 c3a90041 a5": None,
        "4b7472656500 0000 07 6162 0f": None,
        "4b7472656500 0000 07 6162 10": "/seq/5/valid/any-of",
        "4b7472656501 0000 07 6162 0f": "/seq/0/contents",
        "4b7472656500 0100 07 6162 c3 0f": "/seq/4",
        "4b7472656500 0001 07 6162 c3 0f": "/seq/4/size",
    },
    "bits": {
        "8123456789abcdef 1122334455667788 99aa e7 01 1234 0a0b0c fedcba9876543210": None,
        "0123456789abcdef 1122334455667788 99aa e7 01 0a0b0c fedcba9876543210": None,
        "0123456789abcdef 1122334455667788 99aa e7 01 0a0b0c fedcba98765432": "/seq/8/type",
    },
    "switches": {
        "54455854 05 6100c3a900 feffffff 0000803f 50414952 02 0102 0300 09 444f4e45 01 aa 07": None,
        "4f4e452e 01 05 07": None,
        "54455854 03 6100c3 07": "/types/text/seq/0",
        "50414952 01 01 07": "/types/pair/seq/1/type",
    },
    "parents": {
        "01 02 aabb 01020304 ccdd 05060708": None,
        "02 02 aabb 0001000200030004 ccdd 0005000600070008": None,
        "01 02 aabb 01020304 ccdd 050607": "/types/cell/seq/0/type/cases/1",
    },
    "elsewhere": {
        "02 010203 0802 0000 aabbccdd 6100": None,
        "01 010203 0104 6100": None,
    },
    "recursion": {
        "01 07": None,
        "02 03 0105 02 02 0101 0102 03 03 0109": None,
        "04 04 0101 0102 02 01 04 0103 00": None,
        "02 02 0105": "/types/node/seq/0/type",
        "03" * 40: "/types/node/seq/1/type/cases/3",
    },
    "texts": {
        "61202020 613b6263 6c696e650a e900 61c3a962": None,
        "61622020 61626364 0a 00 6162 01": None,
        "61622020 61626364 61": "/seq/2",
    },
    "numbers": {
        "0102 feff 000000000000f83f ffffffffffffffff 01 0100 0200": None,
        "0201 0013 c004000000000000 8000000000000001 07 0100": None,
        "0303 0013": "/types/body/meta/endian",
        "0201 0013 c004000000000000 8000000000000001 07 01": "/types/body/types/inner/seq/0/type",
    },
    "values": {
        "822c 01" + "61" * 299 + "0102 07": None,
        "01 818003 0708": "/types/text/seq/0/size",
        "822c 81": "/types/group/seq/0/type",
    },
}
READINGS = [(name, data, site) for name, files in FILES.items() for data, site in files.items()]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    folder = tmp_path_factory.mktemp("trees")
    shutil.copytree(FOLDER, folder / "specs")
    compile_folder(folder / "specs", folder / "tree_kernels")
    sys.path.insert(0, str(folder))
    yield folder
    sys.path.remove(str(folder))


@pytest.fixture(scope="module")
def classes(folder: Path) -> str:
    compile_classes(folder / "specs", folder / "tree_classes")
    return "tree_classes"


@NEEDS_NODE
@pytest.mark.parametrize(("name", "data", "site"), READINGS)
def test_a_table_has_what_the_class_reads(
    classes: str, name: str, data: str, site: str | None
) -> None:
    kernels = importlib.import_module(f"tree_kernels.{name}")
    parse = class_of(importlib.import_module(f"{classes}.{name}"), f"{name}").from_bytes
    file = bytes.fromhex(data)
    if site is not None:
        with pytest.raises(ValueError, match=rf"^its bytes: byte \d+ is not what \S+ {site} says$"):
            kernels.table(file)
        if name != "recursion":  # of classes, only Python's stack is the end
            with pytest.raises(Exception):  # noqa: B017, PT011 - any that a class raises
                parse(file)
        return
    found = compare(kernels, f"{name}", kernels.table(file), parse(file))
    assert found.differences == []
    assert found.fields > 1


def class_of(module: Any, name: str) -> Any:
    return getattr(module, "".join(word.capitalize() for word in name.split("_")))


def test_a_long_value_is_a_function(folder: Path) -> None:
    source = (folder / "tree_kernels/values.py").read_text()
    assert source.count("def value_number_value(") == 1
    assert source.count("<< 14") == 2  # there, and where it is kept at the end


@pytest.mark.usefixtures("folder")
def test_items_are_rows() -> None:
    table = importlib.import_module("tree_kernels.parents").table
    data = bytes.fromhex("01 02 aabb 01020304 ccdd 05060708")
    rows = table(data, "tables.rows")
    assert rows["total"].to_pylist() == [3, 7, 11, 15]
    assert table(data, "tables.rows.cells").num_rows == 8
    assert table(data)["header"].to_pylist() == [{"width": 1, "count": 2}]
    with pytest.raises(ValueError, match=r"^tables\.columns: no path of a repeated field$"):
        table(data, "tables.columns")


@pytest.mark.usefixtures("folder")
def test_what_is_wrong_with_an_instance_is_told() -> None:
    table = importlib.import_module("tree_kernels.elsewhere").table
    found = table(bytes.fromhex("02 010203 0802 0000 aabbccdd 6100"))
    assert found.schema.metadata == {b"unreadable": b"elsewhere.entries.lead:1 elsewhere.far:1"}
    assert found["far"].to_pylist() == [None]


REFUSED = [
    ("seq: [{id: a, type: u1, parent: _root}]", "/seq/0/parent", "'_root' is not supported"),
    ("seq: [{id: a, type: u4, process: zlib}]", "/seq/0/process", "'zlib' is not supported"),
    ("seq: [{id: a, size: b.c}, {id: b, type: u1}]", "/seq/0/size", ".c of int"),
    ("seq: [{id: a, type: one}]\ntypes: {one: {seq: [{id: b, size: _parent._io}]}}",
     "/types/one/seq/0/size", "stream, which is no number"),
    ("params: [{id: a, type: u1}]", "/params", "of a type that is a file"),
    ("seq: [{id: a, type: b3}, {id: b, type: b80}]", "/seq/1/type", "80 bits"),
    ("seq: [{id: a, type: u1, if: '\"a\" + 1'}]", "/seq/0/if", "+ of text"),
    ("seq: [{id: a, contents: [1.5]}]", "/seq/0/contents", "[1.5] is not supported"),
]  # fmt: skip


@pytest.mark.parametrize(("body", "path", "construct"), REFUSED)
def test_what_is_refused(tmp_path: Path, body: str, path: str, construct: str) -> None:
    (tmp_path / "made_up.ksy").write_text(f"meta: {{id: made_up, endian: le}}\n{body}\n")
    with pytest.raises(RefusedError) as raised:
        compile_folder(tmp_path, tmp_path / "readers")
    assert str(raised.value) == f"{tmp_path}/made_up.ksy: {path}: {construct}"


def test_an_instance_that_cannot_be_is_left_out(tmp_path: Path) -> None:
    spec = "meta: {id: partly}\nseq: [{id: a, type: u1}]\ninstances: {b: {value: a.to_s}}\n"
    (tmp_path / "partly.ksy").write_text(spec)
    compile_folder(tmp_path, tmp_path / "partly_readers")
    sys.path.insert(0, str(tmp_path))
    module = importlib.import_module("partly_readers.partly")
    sys.path.remove(str(tmp_path))
    assert list(module.LEFT_OUT.values()) == [f"{tmp_path}/partly.ksy: /instances/b: .to_s of int"]
    assert module.table(b"\7").to_pylist() == [{"a": 7}]
