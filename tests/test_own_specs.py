"""Specs that a person has copied and changed: what is compiled of them, and what reads by them."""

from __future__ import annotations

import base64
import json
import os
import pickle
import shutil
import subprocess
import sys
import zlib
from collections import defaultdict
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import binlog_kaitai
from binlog_kaitai import BinlogError, UnknownNameError, read_events, scan
from binlog_kaitai.compiler.own import classes
from binlog_kaitai.compiler.own.kept import (
    GENERATED,
    SpecsError,
    compiled_specs,
    copy_specs,
    packed,
    unpacked,
)
from binlog_kaitai.read.engines import ENGINES, choose
from tests import HANG_SECONDS
from tests import documented_bytes as doc
from tests.classes import NEEDS_NODE, SPECS
from tests.replay import FIXTURES

PROGRAM = [sys.executable, "-m", "binlog_kaitai"]
LOG = FIXTURES / "mysql97/rotated.1.binlog"
TYPES = FIXTURES / "mysql97/types.binlog"

XID = """
meta: {id: xid_event, endian: le}
params: [{id: len_post_header, type: s8}]
-columnar: [xid]
seq:
  - {id: post_header_rest, size: len_post_header, if: len_post_header > 0}
  - {id: xid, type: u4}
  - {id: high, type: u4}
"""


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return tmp_path / "cache/binlog-kaitai/specs"


@pytest.fixture
def few(cache: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder of one spec, of which nothing else is wanted."""
    monkeypatch.setattr(classes, "wrong_uses", lambda *_: [])
    folder = cache.parents[2] / "few"
    copy_specs(folder)
    for spec in folder.glob("*.ksy"):
        if spec.stem != "xid_event":
            spec.unlink()
    (folder / "node_modules").symlink_to(SPECS / "node_modules")
    return folder


@NEEDS_NODE
def test_specs_are_compiled_once_for_what_they_say(few: Path, cache: Path) -> None:
    told: list[int] = []
    first = compiled_specs(few, lambda: told.append(1))
    assert {file.name for file in (first / "generated").iterdir()} == {
        "__init__.py", "kernels", "xid_event.py",
    }  # fmt: skip
    assert compiled_specs(few, lambda: told.append(2)) == first
    before = (few / "xid_event.ksy").read_text()
    (few / "xid_event.ksy").write_text(XID)
    other = compiled_specs(few, lambda: told.append(3))
    assert "self.high" in (other / "generated/xid_event.py").read_text()
    (few / "xid_event.ksy").write_text(before)
    assert compiled_specs(few, lambda: told.append(4)) == first
    assert told == [1, 3]
    assert {path.name for path in cache.iterdir()} == {first.name, other.name}


@NEEDS_NODE
def test_processes_may_compile_at_once(few: Path, cache: Path) -> None:
    with ThreadPoolExecutor(4) as pool:
        found = set(pool.map(lambda _: compiled_specs(few), range(4)))
    assert {path.name for path in cache.iterdir()} == {home.name for home in found}
    assert len(found) == 1


@NEEDS_NODE
def test_a_spec_that_is_refused_is_a_line_and_leaves_nothing(few: Path, cache: Path) -> None:
    for change, expected in (
        (XID.replace("type: u4", "tpye: u4", 1), "/xid_event.ksy: /seq/1"),
        (XID.replace("type: u4", "size: 4, process: zlib", 1), "/xid_event.ksy: /seq/1/process: "),
        ("seq: [", "/xid_event.ksy: unexpected end of the stream within a flow collection (2:1)"),
        ("seq: []", "/xid_event.ksy: meta/id is not the file's name"),
    ):
        (few / "xid_event.ksy").write_text(change)
        with pytest.raises(SpecsError) as raised:
            compiled_specs(few)
        assert str(raised.value).startswith(f"{few}{expected}")
        assert "\n" not in str(raised.value)
        assert list(cache.iterdir()) == []


@NEEDS_NODE
def test_names_that_code_misses_are_told(
    few: Path, cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.undo()
    monkeypatch.setenv("XDG_CACHE_HOME", str(cache))
    with pytest.raises(SpecsError, match=r"few: binlog_kaitai/\S+.py:\d+: there is no binlog_kai"):
        compiled_specs(few)


@NEEDS_NODE
def test_what_is_compiled_can_be_carried(few: Path, cache: Path) -> None:
    home = compiled_specs(few)
    carried = packed(home)
    files = {
        str(file.relative_to(home)): file.read_bytes() for file in home.rglob("*") if file.is_file()
    }
    assert unpacked(carried) == home
    home.rename(cache / "gone")
    assert unpacked(carried) == home
    assert files == {
        str(file.relative_to(home)): file.read_bytes() for file in home.rglob("*") if file.is_file()
    }


def test_a_missing_compiler_is_a_line(few: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (few / "node_modules").unlink()
    monkeypatch.setenv("PATH", "/nowhere")
    with pytest.raises(SpecsError) as raised:
        compiled_specs(few)
    assert str(raised.value) == (
        f"{few}: no compiler of Kaitai Struct: npm ci --prefix {few} (with Node), or the Debian"
        " package kaitai-struct-compiler 0.11 of kaitai.io, installs one"
    )


STAND_IN = """#!{python}
import pathlib, sys
if sys.argv[1:] == ["--version"]:
    print("kaitai-struct-compiler {version}")
else:
    assert sys.argv[1:5] == ["--target", "python", "--python-package", "."], sys.argv
    output = pathlib.Path(sys.argv[sys.argv.index("--outdir") + 1])
    output.mkdir()
    for spec in sys.argv[9:]:
        (output / spec.replace(".ksy", ".py")).write_text(f"# of {{spec}}")
"""


@pytest.mark.parametrize("version", ["0.11", "0.10"])
def test_debians_command(
    few: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, version: str
) -> None:
    """A stand-in for it takes the arguments that are given: it is not in Debian's archive."""
    (few / "node_modules").unlink()
    command = tmp_path / "bin/kaitai-struct-compiler"
    command.parent.mkdir()
    command.write_text(STAND_IN.format(python=sys.executable, version=version))
    command.chmod(0o755)
    monkeypatch.setenv("PATH", str(command.parent))
    if version != "0.11":
        with pytest.raises(SpecsError, match=r"expected version 0\.11, found kaitai\S+ 0\.10$"):
            compiled_specs(few)
        return
    generated = compiled_specs(few) / "generated"
    assert (generated / "xid_event.py").read_text() == "# of xid_event.ksy"
    assert (generated / "__init__.py").read_text().startswith('"""Parsers compiled from specs')


def test_copies_do_not_overwrite(tmp_path: Path) -> None:
    assert copy_specs(tmp_path / "new") == len(list(SPECS.glob("*.ksy")))
    with pytest.raises(SpecsError, match=r"new: the folder is not empty"):
        copy_specs(tmp_path / "new")
    with pytest.raises(SpecsError, match=r"no specs \(\*\.ksy\) in this folder"):
        compiled_specs(tmp_path)


def test_what_is_gone_from_the_cache_is_not_passed_over() -> None:
    done = run("events", LOG, BINLOG_KAITAI_GENERATED="/nowhere")
    assert done.returncode == 1
    assert done.stderr.endswith("BINLOG_KAITAI_GENERATED: no compiled specs in /nowhere\n")


def test_events_by_own_specs_are_read_by_the_classes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of a few types, kernels write the fields that they know, of the package's own specs."""
    assert choose("kernels", [], "events") == "kernels"
    generated = tmp_path / "generated"
    monkeypatch.setenv(GENERATED, str(tmp_path))
    assert choose("kernels", [], "events") == "tree"
    shutil.copytree(Path(binlog_kaitai.__file__).parent / "generated", generated)
    (generated / "xid_event.py").write_text("")
    assert choose("kernels", [], "events") == "kernels"
    (generated / "query_event.py").write_text("")
    assert choose("kernels", [], "events") == "tree"
    assert choose("kernels", [], "typed") == "kernels"


@pytest.mark.parametrize("command", [("rows", "--format", "canal"), ("events",)])
def test_what_is_compiled_of_own_specs_needs_no_classes_that_write(
    tmp_path: Path, command: tuple[str, ...]
) -> None:
    package = Path(binlog_kaitai.__file__).parent / "generated"
    without = shutil.ignore_patterns("writers", "__pycache__")
    shutil.copytree(package, tmp_path / "generated", ignore=without)
    variables = {GENERATED: str(tmp_path), "BINLOG_KAITAI_ENGINE": "tree"}
    assert lines_of(run(*command, LOG, **variables)) == lines_of(run(*command, LOG))


def test_a_scan_can_be_handed_to_another_process() -> None:
    scanned = scan(LOG, engine="tree")
    next(iter(scanned))  # its stream stays here
    assert pa.table(pickle.loads(pickle.dumps(scanned))) == pa.table(scanned)


# All of it, by programs: the specs are compiled whole, which takes seconds.


def run(*arguments: str | Path, **variables: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*PROGRAM, *map(str, arguments)],
        capture_output=True,
        check=False,
        text=True,
        timeout=HANG_SECONDS,
        env=os.environ | variables,
    )


def lines_of(done: subprocess.CompletedProcess[str]) -> list[dict[str, Any]]:
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


SAMPLE = """
meta: {id: sample_event, endian: le}
seq:
  - {id: kind, type: u4}
  - {id: notes, size: 2, repeat: eos}
"""
MONEY = """
meta: {id: money_cell, endian: le}
-columnar: [cents]
seq:
  - {id: cents, type: s4}
  - {id: currency, size: 3}
instances:
  units: {value: cents / 100}
"""
SAMPLE_CODE, SAMPLE_METADATA, MONEY_CODE = 150, 14, 243  # which no server writes


@pytest.fixture(scope="module")
def changed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Return a copy with other fields in XIDs and years, and all that ksy/README.md says to add."""
    folder = tmp_path_factory.mktemp("own") / "mine"
    assert " specs in " in run("specs", "--copy", folder).stdout
    (folder / "node_modules").symlink_to(SPECS / "node_modules")
    (folder / "xid_event.ksy").write_text(XID)
    replace_in(folder / "year_cell.ksy", "1900 + raw", "1800 + raw")

    (folder / "sample_event.ksy").write_text(SAMPLE)
    event = folder / "binlog_event.ksy"
    replace_in(event, "    - xid_event\n", "    - xid_event\n    - sample_event\n")
    case = "        'binlog_event_header::event_type::sample': sample_event\n"
    replace_in(event, "        # transactions\n", case)
    replace_in(
        folder / "binlog_event_header.ksy", "    27:\n", f"    {SAMPLE_CODE}: sample\n    27:\n"
    )

    (folder / "money_cell.ksy").write_text(MONEY)
    cell = folder / "binlog_cell.ksy"
    replace_in(cell, "    - json_cell\n", "    - json_cell\n    - money_cell\n")
    case = "        'column_metadata::column_type::money': money_cell\n"
    replace_in(cell, "        # structures\n", case)
    columns = folder / "column_metadata.ksy"
    replace_in(columns, "    242:\n", f"    {MONEY_CODE}: money\n    242:\n")

    metadata = folder / "optional_metadata.ksy"
    declared = "column_visibility': binlog_bitmap_msb\n"
    case = "            'optional_metadata_type::sample': sample\n"
    replace_in(metadata, declared, f"{declared}{case}")
    replace_in(metadata, "    12:\n", f"    {SAMPLE_METADATA}: sample\n    12:\n")
    replace_in(metadata, "\ntypes:\n", "\ntypes:\n  sample: {seq: [{id: mask, type: u1}]}\n")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CACHE_HOME", str(folder.parent / "cache"))
        yield folder


def made_log(path: Path) -> Path:
    """Write a log whose first XID is a sample event, and whose first table map has its metadata."""
    data = bytearray(LOG.read_bytes())
    found: set[str] = set()
    for event in read_events(LOG):
        start, end = event.position, event.position + event.size
        if event.type not in ("XID", "TABLE_MAP") or event.type in found:
            continue
        found.add(event.type)
        body = bytes(data[start : end - 4])
        if event.type == "XID":
            body = body[:4] + bytes([SAMPLE_CODE]) + body[5:]
        else:
            assert body.count(b"\x0c\x01\xe0") == 1
            body = body.replace(b"\x0c\x01\xe0", bytes([SAMPLE_METADATA, 1, 0xE0]))
        data[start:end] = body + zlib.crc32(body).to_bytes(4, "little")
    path.write_bytes(data)
    return path


def replace_in(spec: Path, text: str, other: str) -> None:
    before = spec.read_text(encoding="utf-8")
    assert text in before
    spec.write_text(before.replace(text, other), encoding="utf-8")


@NEEDS_NODE
@pytest.mark.long
@pytest.mark.parametrize("engine", ["tree", "kernels"])
def test_events_have_what_the_specs_declare(changed: Path, tmp_path: Path, engine: str) -> None:
    made = made_log(tmp_path / "made.binlog")
    events = lines_of(run("events", "--specs", changed, made, BINLOG_KAITAI_ENGINE=engine))
    bodies: dict[str, list[Any]] = defaultdict(list)
    for event in events:
        bodies[event["type"]].append(event["body"])
    assert bodies["SAMPLE"] == [{"kind": 14, "notes": [{"base64": "AAA="}] * 2}]
    assert bodies["XID"][0].keys() == {"xid", "high"}
    mask = {"type": "sample", "len_value": 1, "value": {"mask": 0xE0}}
    assert mask in bodies["TABLE_MAP"][0]["other_metadata"]

    by_ours = [event["body"] for event in lines_of(run("events", made))]
    assert {"raw": base64.b64encode(b"\x0e" + bytes(7)).decode()} in by_ours


@NEEDS_NODE
@pytest.mark.long
@pytest.mark.parametrize("engine", ["tree", "kernels"])
def test_rows_have_what_the_specs_declare(changed: Path, engine: str) -> None:
    asked = ("rows", "--table", "types.years", "--columns", "y", "--engine", engine, TYPES)
    before = [row["y"] for row in lines_of(run(*asked))]
    after = [row["y"] for row in lines_of(run(*asked, "--specs", changed))]
    assert after == [year and year - 100 for year in before]
    assert any(before)


def log_of_money(path: Path, code: int = SAMPLE_CODE) -> Path:
    """Write a log of a transaction: a row with a cell of the added type, an event, and a row."""
    first = next(read_events(TYPES))
    names = doc.optional_field(4, b"\x02id\x05price")
    table = doc.event(19, doc.table_map(bytes([3, MONEY_CODE]), b"", names))
    parts = [TYPES.read_bytes()[: first.size + len(doc.MAGIC)], doc.event(2, doc.query(b"BEGIN"))]
    for number, cell in ((5, "fa000000455552"), (6, "9cffffffff0041")):
        image = b"\0" + doc.u4(number) + bytes.fromhex(cell)
        rows = doc.rows(doc.extra_data(b""), doc.packed(2) + b"\x03", image)
        parts += [table, doc.event(30, rows), doc.event(code, doc.u4(7))]
    path.write_bytes(b"".join([*parts, doc.event(16, doc.u8(9))]))
    return path


CELLS = [
    {"cents": 250, "currency": "EUR", "units": 2},
    {"cents": -100, "currency": {"base64": "/wBB"}, "units": -1},
]


@NEEDS_NODE
@pytest.mark.long
@pytest.mark.parametrize("engine", ["tree", "kernels"])
def test_added_types_of_cells_and_events_need_no_code(
    changed: Path, tmp_path: Path, engine: str
) -> None:
    made = log_of_money(tmp_path / "made.binlog")
    by_specs = ("--specs", changed, "--engine", engine)
    rows = lines_of(run("rows", *by_specs, made))
    expected = [{"id": 5, "price": CELLS[0]}, {"id": 6, "price": CELLS[1]}]
    assert [row["data"] for row in rows] == expected
    lines = lines_of(run("rows", "--table", "d.t", "--columns", "id", *by_specs, made))
    assert [line["id"] for line in lines] == [5, 6]
    events = lines_of(run("events", "--specs", changed, made))
    assert [event["type"] for event in events].count("SAMPLE") == 2
    images = [e["body"]["images"][0] for e in events if e["type"] == "WRITE_ROWS_V2"]
    assert [image["data"] for image in images] == expected
    done = run("stats", "--json", *by_specs, made)
    assert json.loads(done.stdout)["tables"][0]["inserts"] == 2


@NEEDS_NODE
@pytest.mark.long
def test_a_scan_has_cells_of_an_added_type_as_text(changed: Path, tmp_path: Path) -> None:
    made = log_of_money(tmp_path / "made.binlog")
    for engine in ENGINES:
        read = pa.table(scan(made, "d.t", columns=["price"], engine=engine, specs=changed))
        assert read.schema.field("price").type == pa.string()
        assert [json.loads(text) for text in read["price"].to_pylist()] == CELLS


@NEEDS_NODE
@pytest.mark.long
def test_added_types_change_nothing_in_silence(changed: Path, tmp_path: Path) -> None:
    """A type that even these specs do not have stops; no SQL is made of fields."""
    unknown = run("rows", "--specs", changed, log_of_money(tmp_path / "other.binlog", 151))
    assert unknown.returncode == 1
    assert "expected a known event type, found type 151" in unknown.stderr
    made = log_of_money(tmp_path / "made.binlog")
    undone = run("undo", "--specs", changed, made)
    assert undone.returncode == 1
    assert "money (243), which only the specs describe" in undone.stderr
    ours = run("rows", made)
    assert ours.returncode == 1
    assert "ValidationNotInEnum" in ours.stderr or "243" in ours.stderr


@NEEDS_NODE
@pytest.mark.long
def test_an_export_reads_by_specs(changed: Path, tmp_path: Path) -> None:
    asked = ("export", "--out", tmp_path / "out", "--table", "types.years", "--specs", changed)
    done = run(*asked, "--master", "local[1]", TYPES)
    assert done.returncode == 2
    assert done.stderr.endswith("--specs requires --master threads, found local[1]\n")
    assert run(*asked, TYPES).returncode == 0
    table = pq.read_table(tmp_path / "out/types.years")
    assert set(table["y"].to_pylist()) > {1801, None}


@NEEDS_NODE
@pytest.mark.long
def test_a_scan_reads_by_specs(changed: Path) -> None:
    found = pa.table(scan(iter([LOG]), view="events", columns=["type", "body"], specs=changed))
    bodies = {row["type"]: json.loads(row["body"]) for row in found.to_pylist()}
    assert bodies["XID"].keys() == {"xid", "high"}
    typed = scan(TYPES, "types.years", engine="tree", specs=changed)
    assert {row["y"] for batch in typed for row in batch.to_pylist()} > {1801, None}
    assert next(iter(typed)).num_rows > 0  # and no more is read
    assert [log.path for log in typed.logs] == [str(TYPES)]
    with pytest.raises(AttributeError, match="supports schema and batches, not"):
        next(typed.by_log())
    with pytest.raises(UnknownNameError, match=r"no table types\.nothing in"):
        list(scan(TYPES, "types.nothing", specs=changed))


@NEEDS_NODE
@pytest.mark.long
def test_damage_comes_after_the_batches_before(changed: Path, tmp_path: Path) -> None:
    torn = tmp_path / "torn.binlog"
    torn.write_bytes(LOG.read_bytes()[:1500])
    found = iter(scan(torn, view="events", columns=["type"], specs=changed))
    assert next(found).num_rows > 0
    with pytest.raises(BinlogError, match=r"torn\.binlog: at byte"):
        list(found)


@NEEDS_NODE
@pytest.mark.long
@pytest.mark.usefixtures("cache")
def test_a_field_that_code_reads_and_specs_lack_is_a_line(tmp_path: Path) -> None:
    folder = tmp_path / "lacking"
    copy_specs(folder)
    (folder / "node_modules").symlink_to(SPECS / "node_modules")
    replace_in(folder / "table_column.ksy", "id: is_nullable\n", "id: may_be_null\n")
    done = run("events", "--specs", folder, LOG)
    assert done.returncode == 1
    told = "the specs have no is_nullable in TableColumn, which this version reads"
    assert done.stderr == f"compiling the specs in {folder}\nerror: {told}\n"
