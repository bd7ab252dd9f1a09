"""What `verify` says of logs: a table of damage and of what is said."""

from __future__ import annotations

import json
import struct
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pyarrow as pa
import pytest
from click.testing import CliRunner

from binlog_kaitai import BinlogError, read_rows
from binlog_kaitai.cli.commands import main
from binlog_kaitai.cli.verify import STYLES
from binlog_kaitai.forensics.maps import KINDS, MAP_FIELDS, LogMap
from binlog_kaitai.forensics.verify import verify
from binlog_kaitai.model.gtid_ranges import GtidRanges
from binlog_kaitai.read.engines import ENGINES, Engine
from tests.made_up.damage import HEADER, events_of, resized
from tests.replay import FIXTURES

FOUND = Path(__file__).parent / "made_up" / "found"

MAGIC = b"\xfebin"
SERVERS = ("mysql97", "mariadb118")
PREVIOUS = {"mysql97": "PREVIOUS_GTIDS", "mariadb118": "MARIADB_GTID_LIST"}
BEGINS = {33: "GTID", 162: "MARIADB_GTID"}
IN_USE, POSITION_OFS, FLAGS_OFS = 1, 13, 17

Events = list[bytes]
Change = Callable[[Events], Events]


def written(events: Events) -> bytes:
    return MAGIC + b"".join(events)


def replaced(event: bytes, offset: int, content: bytes) -> bytes:
    """An event with other bytes somewhere, and its checksum made right."""
    return resized((event[:offset] + content + event[offset + len(content) :])[:-4], signs=True)


def without_closing(events: Events) -> Events:
    return events[:-1]


def in_use(events: Events) -> Events:
    flags = struct.pack("<H", struct.unpack_from("<H", events[0], FLAGS_OFS)[0] | IN_USE)
    return [events[0][:FLAGS_OFS] + flags + events[0][FLAGS_OFS + 2 :], *events[1:]]


def open_end(events: Events) -> Events:
    return in_use(without_closing(events))


def with_bit_flipped(events: Events) -> Events:
    """The last rows event, whose last byte before the checksum is another."""
    rows = events[-3]
    return [*events[:-3], rows[:-5] + bytes([rows[-5] ^ 1]) + rows[-4:], *events[-2:]]


def with_text_cut(events: Events) -> Events:
    """The last row's text is longer than the event, whose checksum is right."""
    rows = resized(events[-3][:-5], signs=True)
    return [*events[:-3], rows, *events[-2:]]


def without_a_transaction(events: Events) -> Events:
    """The last transaction is left out; those before it lie where they lay."""
    first = max(at for at, event in enumerate(events) if event[4] in BEGINS)
    return [*events[:first], events[-1]]


def with_other_place(events: Events) -> Events:
    return [*events[:-2], replaced(events[-2], POSITION_OFS, struct.pack("<I", 99)), events[-1]]


def as_it_was(events: Events) -> Events:
    return events


# what is done to the two logs, and what is said of each: texts of as many problems; `{}` is the
# name of the event that lists GTIDs
DAMAGE: dict[str, tuple[Change, Change, str, str]] = {
    "nothing": (as_it_was, as_it_was, "", ""),
    "a bit flipped": (with_bit_flipped, as_it_was, "with the checksum", ""),
    "a cell cut": (as_it_was, with_text_cut, "", "expected an event WRITE_ROWS|ends at byte"),
    "a tail cut": (as_it_was, lambda e: [*e[:-1], e[-1][:-9]], "", "found the end of the file"),
    "a header cut": (lambda e: [*e[:-1], e[-1][:9]], as_it_was, "found the end of the file", ""),
    "not closed": (as_it_was, without_closing, "", "expected a ROTATE or STOP at the end"),
    "in use": (as_it_was, open_end, "", ""),
    "in use, and not the last": (open_end, as_it_was, "expected a ROTATE or STOP, because", ""),
    "in use, and closed": (
        as_it_was,
        in_use,
        "",
        "because it ends with ROTATE, found the in-use flag",
    ),
    "a transaction left out": (
        without_a_transaction,
        as_it_was,
        "expected an event that ends at byte",
        "expected a {} with all GTIDs of binlog.000002 and earlier log files, found",
    ),
    "another place": (with_other_place, as_it_was, "that ends at byte 99, as its header says", ""),
    "no event": (lambda _: [], as_it_was, "expected a ROTATE or STOP at the end", ""),
    "events of nothing": (as_it_was, lambda e: [e[0], bytes(HEADER)], "", "found a size of 0"),
}


def logs_in(folder: Path, server: str, one: Change, other: Change) -> list[str]:
    paths = []
    for number, change in ((1, one), (2, other)):
        data = (FIXTURES / server / f"rotated.{number}.binlog").read_bytes()
        path = folder / f"binlog.{number + 1:06}"
        path.write_bytes(written(change(events_of(data))))
        paths.append(str(path))
    return paths


def told(paths: list[str], engine: Engine) -> list[list[str]]:
    return [[str(problem) for problem in v.problems] for v in verify(paths, engine)]


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("server", SERVERS)
@pytest.mark.parametrize("damage", DAMAGE)
def test_damage_is_told(damage: str, server: str, engine: Engine, tmp_path: Path) -> None:
    one, other, *said = DAMAGE[damage]
    found = told(logs_in(tmp_path, server, one, other), engine)
    for problems, expected in zip(found, said, strict=True):
        texts = expected.format(PREVIOUS[server]).split("|") if expected else []
        assert len(problems) == len(texts), problems
        for problem, text in zip(problems, texts, strict=True):
            assert text in problem


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "found an empty file"),
        (b"no log", "expected a binary log, which starts with fe62696e"),
        (MAGIC + bytes(3) + b"\0\x62" + bytes(90), "expected an event"),
    ],
)
def test_what_is_no_log_is_told_beside_others(
    content: bytes, said: str, engine: Engine, tmp_path: Path
) -> None:
    bad = tmp_path / "bad"
    bad.write_bytes(content)
    (problem,), others = told([str(bad), str(FIXTURES / "mysql97" / "rotated.1.binlog")], engine)
    assert said in problem
    assert others == []


@pytest.mark.parametrize("server", SERVERS)
def test_a_log_that_lacks_is_told_by_its_number_and_its_gtids(server: str, tmp_path: Path) -> None:
    one, other = logs_in(tmp_path, server, as_it_was, as_it_was)
    third = tmp_path / "binlog.000009"
    Path(other).rename(third)
    (first,), said = [[*problems] or [""] for problems in told([one, str(third)], "tree")]
    assert first == ""
    assert "expected binlog.000003 after binlog.000002, found binlog.000009" in said[0]
    again = told([other.replace("000003", "000009"), one], "tree")[1]
    assert "expected binlog.000010 after binlog.000009, found binlog.000002" in again[0]
    assert f"expected a {PREVIOUS[server]} with all GTIDs of binlog.000009" in again[1]
    assert "found no " in again[1]


def test_a_log_that_was_renamed_is_told(tmp_path: Path) -> None:
    one, other = logs_in(tmp_path, "mysql97", as_it_was, as_it_was)
    names = [tmp_path / "binlog.000007", tmp_path / "binlog.000008"]
    for path, name in zip((one, other), names, strict=True):
        Path(path).rename(name)
    (problem,) = told([str(name) for name in names], "tree")[1]
    assert (
        "binlog.000003, the next log file in the ROTATE of binlog.000007, found binlog.000008"
        in problem
    )


@pytest.mark.parametrize("path", sorted(FOUND.glob("*.binlog")), ids=lambda path: path.stem)
def test_engines_say_the_same(path: Path) -> None:
    by_trees, by_kernels = (next(verify([str(path)], engine)) for engine in ENGINES)
    assert by_trees.to_dict() == by_kernels.to_dict()


@pytest.mark.parametrize("path", sorted(FOUND.glob("*.binlog")), ids=lambda path: path.stem)
def test_what_reading_ends_with_is_told(path: Path) -> None:
    problems = told([str(path)], "kernels")[0]
    try:
        list(read_rows(path, engine="tree"))
    except BinlogError as error:
        problems.remove(str(error))


@pytest.mark.parametrize("server", SERVERS)
def test_logs_of_servers_are_sound(server: str) -> None:
    logs = [*(FIXTURES / server).glob("*.binlog"), FIXTURES / server / "relay.relay_log"]
    for log in logs:
        assert told([str(log)], "kernels") == [[]], log


def test_command_prints_a_line_a_log(tmp_path: Path) -> None:
    one, other = logs_in(tmp_path, "mysql97", with_bit_flipped, open_end)
    result = CliRunner().invoke(main, ["verify", one, other])
    first, problem, second = result.stdout.splitlines()
    assert result.exit_code == 1
    assert first == f"{one}: 1 problem, 9.7.4-2, 1,695 bytes, closed by ROTATE"
    assert problem.startswith("    at byte 1549: expected an event of 71 bytes with the checksum")
    assert second == f"{other}: ok, 9.7.4-2, 1,519 bytes, in use"
    lines = CliRunner().invoke(main, ["verify", "--json", one, other]).stdout.splitlines()
    counts = [(line["file"], line["num_problems"]) for line in map(json.loads, lines)]
    assert counts == [(one, 1), (other, 0)]
    assert CliRunner().invoke(main, ["verify", other]).exit_code == 0


def test_a_map_has_the_kinds_of_events_where_they_lie() -> None:
    """Cells are compared with the events' bytes, which are cut apart by their headers alone."""
    letters = {15: "L", 35: "L", 4: "L", 33: "T", 16: "T", 2: "Q", 19: "M", 30: "I", 31: "U"}
    log = FIXTURES / "mysql97" / "rotated.1.binlog"
    data = log.read_bytes()
    by_byte = "L" * len(MAGIC) + "".join(letters[e[4]] * len(e) for e in events_of(data))
    (verdict,) = verify([str(log)], "tree", has_map=True)
    assert verdict.map is not None
    assert verdict.map.cell == 16
    drawn = "".join(text for _, text in verdict.map.lines())
    assert len(drawn) == -(-len(data) // 16)
    for number, letter in enumerate(drawn):
        counts = Counter(by_byte[16 * number : 16 * number + 16])
        assert counts[letter] == max(counts.values())
    counted = {total.kind.letter: total.bytes for total in verdict.map.totals()}
    assert counted == Counter(by_byte)
    events = {total.kind.letter: total.events for total in verdict.map.totals()}
    assert events == Counter(letters[event[4]] for event in events_of(data))


@pytest.mark.parametrize("engine", ENGINES)
def test_a_map_shows_where_problems_and_unread_bytes_lie(engine: Engine, tmp_path: Path) -> None:
    data = bytearray((FIXTURES / "mysql97" / "rotated.1.binlog").read_bytes())
    sizes = [len(event) for event in events_of(bytes(data))]
    start = len(MAGIC) + sum(sizes[:8])
    data[start + 9 : start + 13] = struct.pack("<I", 2**20)  # its size
    path = tmp_path / "binlog.000002"
    path.write_bytes(data)
    (verdict,) = verify([str(path)], engine, has_map=True)
    assert verdict.map is not None
    drawn = "".join(text for _, text in verdict.map.lines())
    end = start + sizes[8]
    assert [at for at, letter in enumerate(drawn) if letter == "!"] == [start // 16]
    assert set(drawn[start // 16 + 1 : end // 16]) == {"?"}
    totals = {total.kind.letter: total for total in verdict.map.totals()}
    assert (totals["?"].bytes, totals["!"].events) == (sizes[8], 1)


def test_a_map_is_small_whatever_the_log() -> None:
    for size in (2, 1000, 10**6, 10**13 + 7):
        log_map = LogMap(size)
        events = {"position": [0, size // 2], "ordinal": [0, 0], "size": [size // 2, size]}
        types = {"type": ["WRITE_ROWS_V2", None]}
        log_map.add(pa.RecordBatch.from_pydict(events | types, schema=MAP_FIELDS))
        log_map.add_problem(size)
        lines = list(log_map.lines())
        assert len(lines) <= 16
        assert all(len(text) <= 64 for _, text in lines)
        assert lines[-1][1].endswith("!")
        totals = {total.kind.letter: total.bytes for total in log_map.totals()}
        halves = {"I": size // 2, "O": size - size // 2, "!": 0}
        assert totals == {
            letter: count for letter, count in halves.items() if count or letter == "!"
        }


@pytest.mark.parametrize("server", SERVERS)
def test_maps_of_logs_of_servers_have_no_gap(server: str) -> None:
    for case in ("types", "compressed", "statements", "xa.2"):
        log = FIXTURES / server / f"{case}.binlog"
        result = CliRunner().invoke(main, ["verify", "--engine", "tree", "--map", str(log)])
        first, title, *lines = result.stdout.splitlines()
        assert (result.exit_code, first.partition(": ")[2][:2]) == (0, "ok")
        assert title.strip().startswith("a letter stands for ")
        assert not any("no event covers" in line or line.strip()[0] == "!" for line in lines)


def test_every_letter_of_a_map_has_a_color() -> None:
    assert [kind.letter for kind in KINDS] == list(STYLES)
    assert CliRunner().invoke(main, ["verify", "--map", "--json", str(FOUND)]).exit_code == 2


# ranges that are added to one source, in order, and what they make together
RANGES = [
    ([(1, 5), (6, 9)], "u:1-9"),
    ([(1, 5), (7, 9)], "u:1-5:7-9"),
    ([(7, 9), (1, 5), (6, 6)], "u:1-9"),
    ([(5, 9), (1, 20)], "u:1-20"),
    ([(1, 1), (3, 3), (5, 5), (2, 4)], "u:1-5"),
    ([(1, 9), (2, 3)], "u:1-9"),
]


@pytest.mark.parametrize(("ranges", "text"), RANGES)
def test_ranges_are_put_together(ranges: list[tuple[int, int]], text: str) -> None:
    found = GtidRanges()
    for first, last in ranges:
        found.add("u:", first, last)
    assert str(found) == text
    assert not found.without(found)
    numbers = {n for first, last in ranges for n in range(first, last + 1)}
    odd = GtidRanges()
    for number in numbers:
        if number % 2:
            odd.add("u:", number, number)
    left = {n for a, b in found.without(odd).ranges.get("u:", []) for n in range(a, b + 1)}
    assert left == {number for number in numbers if not number % 2}


def test_gtids_are_put_together_by_their_source() -> None:
    """MariaDB's sequences have 64 bits without a sign."""
    last = 2**64 - 1
    found = GtidRanges()
    texts = [
        "0-1-7",
        f"0-1-{last}",
        "u:5",
        "u:tag:1",
        "u:6",
        None,
        "0-1-8",
        f"0-1-{last - 1}",
        "u:5",
    ]
    found.add_texts(pa.array(texts))
    assert str(found) == f"0-1-7..8,0-1-{last - 1}..{last},u:5-6,u:tag:1"
    assert all(found.holds(text) for text in texts if text)
    assert not any(found.holds(text) for text in ("0-1-6", "0-1-9", "u:7", "v:5", "u:tag:2"))
