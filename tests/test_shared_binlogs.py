"""Real logs of many servers, which lie beside the project, against what the tools print for them.

Their catalog tells which are damaged, and what events each holds.
"""

from __future__ import annotations

import csv
import re
import signal
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import groupby
from pathlib import Path

import pytest

from binlog_kaitai.errors import BinlogError
from binlog_kaitai.model.changes import Change
from binlog_kaitai.tree.changes import read_changes
from binlog_kaitai.tree.log.reader import read_log
from tests.tool_output import Listing, compare, read_listing

FOLDER = Path(__file__).parents[2] / "shared" / "binlogs"
SECONDS = 20

if not FOLDER.is_dir():
    pytest.skip(f"{FOLDER} is not there", allow_module_level=True)

Row = dict[str, str]


def _catalog() -> dict[str, Row]:
    with (FOLDER / "catalog.tsv").open(encoding="utf-8", newline="") as file:
        rows = csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE)
        return {row["file"]: row for row in rows}


CATALOG = _catalog()

# What the catalog says of files all of whose events are as their servers wrote them.
INTACT = {
    "no",
    "header only (FDE)",
    "events removed by hand: logically inconsistent, each event intact",
}

# Damaged files, and the bytes at which reading has to end.
FAULTS = {
    "MyFlash__a91849__binlog_output_base.flashback": 120,
    "MyFlash__binlog_output_base.flashback.000001": 123,
    "mariadbtest__binlog__invalid_row_v2_tag.001": 256,
    "mariadbtest__bug11747416_32228_binlog.000001": 316,
    "mysql97test__binlog_truncated_event.000001": 4,
    "mysql97test__duplicate_xid.000001": 672,
    "mysql97test__duplicate_xid_xa_prepare.000001": 884,
    "mysql97test__malformed_xid_xa_commit.000001": 889,
    "mysql97test__binlog_no_fd_event.000001": 4,
    "mysql97test__rpl_nogtid_encryption_master-bin.000002": 0,
    "percona8027__ps_encrypted_master-bin.000002": 164,
    "percona8027__ps_encrypted_slave-relay-bin.000001": 164,
}

# Of binlog version 1 or 3.
OTHER_VERSIONS = {
    "mariadbtest__binlog__binlog_old_version_4_1.000001",
    "mysql-history__master-bin.001",
    "mysql-history__trunc_binlog.001",
}

# Its type codes 16 to 22 stand for other events; the tool stops where rows begin.
PERMUTED_TYPES = "mysql97test__binlog__ver_5_1-wl2325_r.001"

# Both tools only name the rows events of types 20 to 22, so there is nothing to compare.
PRE_GA_ROWS = "mariadbtest__binlog__ver_5_1-telco.001"


def _is_sound(row: Row) -> bool:
    return (row["binlog_version"], row["encrypted"]) == ("4", "no") and row["damaged"] in INTACT


SOUND = sorted(name for name, row in CATALOG.items() if _is_sound(row) and name != PERMUTED_TYPES)


def _event_types(name: str) -> Counter[int]:
    found = re.findall(r"(\d+):\w+=(\d+)", CATALOG[name]["event_types"])
    return Counter({int(code): int(count) for code, count in found})


def _listing_of(name: str) -> Listing:
    return read_listing((FOLDER / f"{name}.txt").read_bytes())


def _is_mariadb_listing(name: str) -> bool:
    return CATALOG[name]["txt_tool"].startswith("mariadb-binlog")


@pytest.fixture(autouse=True)
def time_limit() -> Iterator[None]:
    """Reading must end, whatever a file holds."""

    def stop(*_: object) -> None:
        raise TimeoutError(f"not read within {SECONDS} seconds")

    before = signal.signal(signal.SIGALRM, stop)
    signal.alarm(SECONDS)
    yield
    signal.alarm(0)
    signal.signal(signal.SIGALRM, before)


def test_every_file_is_looked_at() -> None:
    parts = [set(SOUND), set(FAULTS), OTHER_VERSIONS, {PERMUTED_TYPES}]
    assert sum(map(len, parts)) == len(CATALOG)
    assert set.union(*parts) == CATALOG.keys()
    assert {name for name in SOUND if _event_types(name)[20]} == {PRE_GA_ROWS}


@pytest.mark.parametrize("name", [name for name in SOUND if name != PRE_GA_ROWS])
def test_changes_equal_what_the_tool_prints(name: str) -> None:
    is_mariadb = _is_mariadb_listing(name)
    found = compare(_listing_of(name), read_changes(FOLDER / name), is_mariadb=is_mariadb)
    rows_types = {23, 24, 25, 30, 31, 32, 39, 40}
    assert bool(found.images) == bool(rows_types & _event_types(name).keys())
    assert found.cut == found.unseen == 0


@pytest.mark.parametrize("name", SOUND)
def test_events_are_those_that_the_tool_prints(name: str) -> None:
    events = groupby(read_log(FOLDER / name), key=lambda event: event.position)
    types = Counter(int(next(at_position).type) for _, at_position in events)
    assert types == _event_types(name)
    assert CATALOG[name]["txt_exit"] == "0"
    assert types.total() == _listing_of(name).num_events


def test_rows_events_before_general_availability_are_kept_raw() -> None:
    changes = list(read_changes(FOLDER / PRE_GA_ROWS))
    raw = [change for change in changes if change.raw_rows]
    assert [change.change_type for change in raw] == ["insert", "update_postimage", "delete"]
    assert {change.cells for change in raw} == {None}
    texts = [c.statement.text.encode() for c in changes if c.statement]
    statements = [text for _, text in _listing_of(PRE_GA_ROWS).statements if text != b"BEGIN"]
    assert [text for text in texts if not text.startswith(b"LOAD DATA")] == statements


def test_permuted_types_are_read() -> None:
    types = Counter(int(event.type) for event in read_log(FOLDER / PERMUTED_TYPES))
    assert types == _event_types(PERMUTED_TYPES)
    kinds = Counter(change.change_type for change in read_changes(FOLDER / PERMUTED_TYPES))
    assert kinds == {"statement": 3, "insert": 1, "update_postimage": 1, "delete": 1}


def _read_up_to_fault(name: str) -> tuple[list[Change], int | None]:
    changes: list[Change] = []
    try:
        for change in read_changes(FOLDER / name):
            changes.append(change)  # noqa: PERF402 - those before the fault are wanted
    except BinlogError as error:
        return changes, error.position
    return changes, None


@pytest.mark.parametrize("name", FAULTS)
def test_damaged_file_is_read_up_to_its_fault(name: str) -> None:
    changes, position = _read_up_to_fault(name)
    assert position == FAULTS[name]
    listing = _listing_of(name)
    before = replace(
        listing,
        num_events=0,
        images=[image for image in listing.images if image.events[0] < FAULTS[name]],
        statements=[item for item in listing.statements if item[0] < FAULTS[name]],
    )
    compare(before, changes, is_mariadb=_is_mariadb_listing(name))


@pytest.mark.parametrize("name", sorted(OTHER_VERSIONS))
def test_events_of_older_versions(name: str) -> None:
    events = list(read_log(FOLDER / name))
    assert Counter(int(event.type) for event in events) == _event_types(name)
    assert {event.tree.format.binlog_version for event in events} == {
        int(CATALOG[name]["binlog_version"])
    }
    if CATALOG[name]["txt_exit"] == "0":
        text = (FOLDER / f"{name}.txt").read_text(encoding="latin1")
        assert [event.position for event in events] == list(
            map(int, re.findall(r"^# at (\d+)$", text, re.MULTILINE))
        )
        statements = [c.statement.text for c in read_changes(FOLDER / name) if c.statement]
        printed = [statement for statement in statements if not statement.startswith("LOAD DATA")]
        assert all(line in text for statement in printed for line in statement.splitlines())
