"""What looks for problems finds those that there are, and can show them again."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from random import Random

import pytest

from binlog_kaitai.kernels.runtime import simd as lanes
from tests.fuzz import oracle
from tests.fuzz.base import checked_out, has_problem
from tests.fuzz.cases import Cases
from tests.fuzz.corpus import ROWS, Corpus
from tests.fuzz.kinds import kind_of
from tests.fuzz.nodes import Slips, written
from tests.fuzz.shrink import smallest
from tests.fuzz.watch import Worker, watched
from tests.fuzz.worker import Teller
from tests.made_up.damage import events_of
from tests.made_up.readings import Reading
from tests.marks import mostly_long
from tests.replay import FIXTURES

ROOT = Path(__file__).parents[2]


@pytest.fixture(autouse=True)
def sizes_as_before(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have cases that run in this process leave the sizes of chunks to the tests behind them."""
    modules = (
        *(oracle.chunk, oracle.change_scanner, oracle.packing, oracle.side_by_side),
        *(oracle.windows, oracle.look_ahead, oracle.boundaries, oracle.seek),
        *(oracle.page_cuts, oracle.paged_events),
    )
    for module in modules:
        for name, value in vars(module).items():
            if name.isupper() and isinstance(value, int):
                monkeypatch.setattr(module, name, value)


def test_pieces_of_all_fixtures_are_written_as_they_were(tmp_path: Path) -> None:
    corpus = Corpus(tmp_path)
    assert len(corpus.pieces) > 1000
    packed = 0
    for piece in corpus.pieces[::40]:
        log = corpus.log_of(piece)
        packed += any(node.packing for node in log.events)
        assert any(node.fields for node in log.events)
        if not any(node.packing for node in log.events):
            assert written(log, Slips(), Random(0)) == piece
    assert packed


def images_in(found: Reading) -> list[str]:
    """Return the data of row images; statements may tell positions."""
    rows = found.rows.select(["table", "data"]).to_pylist()
    return [row["data"] for row in rows if row["table"] is not None]


def test_what_is_compressed_is_read_again_after_it_was_opened(tmp_path: Path) -> None:
    corpus, path = Corpus(tmp_path), tmp_path / "again.binlog"
    for case in ("mysql97/compressed", "mariadb118/compressed"):
        whole = corpus.log_of((FIXTURES / f"{case}.binlog").read_bytes())
        assert any(inner.fields for node in whole.events for inner in node.inside)
        path.write_bytes(written(whole, Slips(), Random(0)))
        found = oracle.Readings(path).by("tree", oracle.Ask())
        expected = oracle.Readings(FIXTURES / f"{case}.binlog").by("tree", oracle.Ask())
        assert found.error is None
        assert images_in(found) == images_in(expected)


def test_a_case_follows_from_its_seed_and_number(tmp_path: Path) -> None:
    (tmp_path / "other").mkdir()
    one, other = Cases(5, tmp_path), Cases(5, tmp_path / "other")
    logs = [one.log(number) for number in range(30)]
    assert [other.log(number) for number in reversed(range(30))] == logs[::-1]
    assert len(set(logs)) > 25


def test_types_of_both_servers_are_in_the_corpus(tmp_path: Path) -> None:
    pieces = Corpus(tmp_path).pieces
    types = {event[4] for piece in pieces for event in events_of(piece) if len(event) > 4}
    assert len(types) > 30
    intvar, user_var, payload, gtid_tagged, mariadb_gtid = 5, 14, 40, 42, 162
    query_compressed, write_rows_compressed_v1 = 165, 166
    assert {intvar, user_var, payload, gtid_tagged, mariadb_gtid} <= types
    assert {query_compressed, write_rows_compressed_v1} <= types


@pytest.mark.long
def test_sound_logs_have_no_problems(tmp_path: Path) -> None:
    cases = Cases(0, tmp_path)
    for piece in cases.corpus.pieces[::150]:
        assert cases.problem(len(piece), piece) is None


@pytest.mark.long  # CI searches other logs, of a new seed, by `make fuzz`
def test_mutated_logs_have_no_problems(tmp_path: Path) -> None:
    cases = Cases(20, tmp_path)
    for number in range(60):
        assert cases.problem(number, cases.log(number)) is None


@pytest.mark.long
def test_kernels_stay_inside_arrays_where_memory_ends_with_each(tmp_path: Path) -> None:
    """On the same logs each time; `make fuzz` has others."""
    command = [sys.executable, "-m", "tests.fuzz.worker", "0", "0", "1", "600", str(tmp_path)]
    done = subprocess.run(
        [*command, "--guarded", "--count", "100"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert Teller(tmp_path).progress.done == 100


GUARDED = """
import numpy as np
from binlog_kaitai.kernels.runtime.jit import kernel
from binlog_kaitai.kernels.runtime.stream import u1
from tests.fuzz.guarded import guarded

@kernel
def byte_at(buffer, at):
    return u1(buffer, at)

print(byte_at(guarded(5, np.uint8), 4), flush=True)
byte_at(guarded(5, np.uint8), 5)
"""


def test_a_byte_behind_a_guarded_array_ends_the_process() -> None:
    done = subprocess.run(
        [sys.executable, "-c", GUARDED], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout) == (-signal.SIGSEGV, "0\n")


def test_a_reading_that_differs_is_found_and_made_small(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def rows_are_lost(case: oracle.Case) -> str | None:
        types = [event[4] for event in events_of(case.data) if len(event) > 4]
        return "1 row by tree, 0 by kernels" if ROWS.intersection(types) else None

    monkeypatch.setattr(oracle, "CHECKS", {rows_are_lost: 1})
    cases = Cases(1, tmp_path)
    log = (FIXTURES / "mysql97" / "rotated.1.binlog").read_bytes()
    problem = cases.problem(3, log)
    assert problem is not None
    assert kind_of(problem) == "rows_are_lost: _ row by tree, _ by kernels"
    small = smallest(log, lambda data: cases.problem(3, data) == problem)
    (event,) = events_of(small)
    assert event[4] in ROWS
    assert len(event) == 19


def test_a_wrong_bit_in_pages_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(oracle, "CHECKS", {oracle.paged: 1})
    cases = Cases(1, tmp_path)
    assert {cases.problem(number, cases.log(number)) for number in range(20)} == {None}
    monkeypatch.setattr("binlog_kaitai.io.paged.PagedFile._check", lambda *_: None)
    found = (cases.problem(number, cases.log(number)) for number in range(1000))
    assert "a wrong bit that no error tells of" in next(filter(None, found))


ENDS = """
import os, sys, time
from pathlib import Path
from tests.fuzz.worker import Progress, Teller
first, step, folder = int(sys.argv[2]), int(sys.argv[3]), sys.argv[5]
teller = Teller(Path(folder))
if first > 0:
    teller.tell(Progress(first, teller.progress.done + 4, 0))
    sys.exit()
teller.tell(Progress(6, 6, 0))
{end}
"""


@pytest.mark.parametrize(
    ("end", "said"),
    mostly_long(
        [
            ("os.kill(os.getpid(), 11)", "ended with SIGSEGV"),
            ("held = bytearray(2**28)\nwhile True: pass", "bytes of memory"),
            ("sys.exit(3)", "ended with status 3"),
            ("while True: pass", "of processor time"),
        ]
    ),
)
def test_a_process_that_a_case_ends_is_found_and_followed_by_another(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, end: str, said: str
) -> None:
    monkeypatch.setattr("tests.fuzz.watch.LONGEST", 5.0)
    monkeypatch.setattr("tests.fuzz.watch.MOST", 2**28)
    program = (sys.executable, "-c", ENDS.format(end=end))
    worker = Worker(2, 0, 1, tmp_path / "worker", [], time.monotonic() + 600, program)
    progress = watched([worker])
    (problem,) = worker.ends
    assert said in problem
    assert "at case 6" in problem
    assert (progress.done, progress.found) == (10, 1)
    kept = (tmp_path / "worker" / "2.6.end.binlog").read_bytes()
    assert kept == Cases(2, tmp_path).log(6)


CHECKED = """
import sys
from tests.fuzz.checked import check_kernels
from pathlib import Path

check_kernels(Path(sys.argv[1]))

import numpy as np
from binlog_kaitai.kernels.runtime import simd as lanes
from binlog_kaitai.kernels.runtime import stream
from binlog_kaitai.kernels.runtime.jit import inlined, kernel, shared
from binlog_kaitai.kernels.runtime.json_values import write_literal

@kernel
def load(array, at):
    return stream.u8le(array, at)

@kernel
def store(array, at):
    stream.store8(array, at, 5)

@kernel
def literal(array, at):
    return write_literal(array, at, "12345678")

@kernel
def move(array, at):
    stream.move(array, at, 0, 8)
    stream.move(array, 0, at, 8)

@kernel
def load16(array, at):
    return lanes.low_word(lanes.load16(array, at))

def emit_same(builder, block):
    return builder.icmp_unsigned("==", block, block)

same = stream.bits_of(16, emit_same)

@kernel
def bits(array, at):
    return same(array, at)

@kernel
def block(array, at):
    stream.copy_16(array, at, array, 0)
    stream.copy_16(array, 0, array, at)

@kernel
def item(array, at):
    return array[at]

def item_by(made):
    @made
    def part(array, at):
        return array[at]

    @kernel
    def item_of_part(array, at):
        return part(array, at)

    return item_of_part

sizes = {load: 8, store: 8, literal: 8, move: 8, load16: 16, bits: 16, block: 16}
sizes |= {item: 1, item_by(inlined): 1, item_by(shared): 1}
array = np.zeros(20, np.uint8)
for function, size in sizes.items():
    for at in (0, 20 - size):
        function(array, at)
    for at in (-1, 21 - size, 2**63 - 1, -2**63):
        try:
            function(array, at)
        except IndexError:
            continue
        raise SystemExit(f"{function} takes {at}")
"""


def test_what_kernels_load_and_store_outside_of_arrays_is_refused(tmp_path: Path) -> None:
    if not lanes.HAS_PRODUCTS:
        pytest.skip("this processor has no lanes")
    done = subprocess.run(
        [sys.executable, "-c", CHECKED, str(tmp_path)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stderr == ""
    assert done.returncode == 0


@pytest.mark.parametrize(
    ("program", "has"),
    [
        ("print('no problem')", False),
        ("raise ImportError", False),
        ("print('flat: errors differ'); raise SystemExit(1)", True),
        ("import os; os.abort()", True),
    ],
)
def test_only_a_problem_of_the_base_is_an_older_one(
    program: str, tmp_path: Path, *, has: bool
) -> None:
    def git(*arguments: str) -> None:
        who = ("-c", "user.name=a", "-c", "user.email=a@example.org")
        subprocess.run(["git", *who, "-C", str(tmp_path), *arguments], check=True)

    (tmp_path / "tests").mkdir()
    (tmp_path / "tests" / "__init__.py").touch()
    fuzz = tmp_path / "tests" / "fuzz.py"
    fuzz.write_text(program)
    git("init", "--quiet")
    git("add", ".")
    git("commit", "--quiet", "--message", "Base")
    fuzz.write_text("raise SystemExit(2)")
    with checked_out("HEAD", tmp_path) as tree:
        assert has_problem(tree, tmp_path / "log", 1, 2, []) == has
    assert not tree.exists()


def test_nothing_else_takes_an_address() -> None:
    """`tests.fuzz.checked` knows all that does."""
    found = {}
    for path in sorted((ROOT / "binlog_kaitai").rglob("*.py")):
        text = path.read_text(encoding="utf-8")
        count = len(re.findall(r"builder\.(?:load|store)\(|raw_mem\w+\(|\bcarray\(", text))
        if count:
            found[path.stem] = count
    assert found == {"stream": 11, "simd": 1, "json_values": 1}
