"""Whole logs, and hypothesis strategies for them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any

from hypothesis import strategies as st

from tests.documented_bytes import u4, u8
from tests.made_up import damage, events
from tests.made_up.cells import Outcome, happens
from tests.made_up.tables import Size, Table, some_table
from tests.made_up.writer import (
    ROTATE,
    SERVERS,
    STOP,
    Record,
    Writer,
    with_short_ids,
)

STATEMENTS = (
    "CREATE TABLE t (a INT)",
    "INSERT INTO t VALUES (1, 'é\"\\\n')",
    "DROP TABLE `t`",
    "beginning of something",
    "",
    "XA COMMIT X'61',X'',1",
    "xa rollback 'a','b',2",
)
CONTROL = (
    *("SAVEPOINT `a`", "SAVEPOINT `a`", "savepoint B", "RELEASE SAVEPOINT `a`"),
    *("ROLLBACK TO `a`", "ROLLBACK TO `a`", "ROLLBACK WORK TO SAVEPOINT `b`"),
    *("ROLLBACK", " commit", "XA START X'61',X'',1", "XA END 'x'", "XA PREPARE 'x'"),
)

SMALL = Size()
WITH_ODDS = Size(odds=0.02)
SPOILED = Size(odds=0.005, spoils=0.1)


@dataclass(frozen=True)
class Log:
    """A made-up log.

    `records` are what it should be read as: all of it where `doubt` is None, and else what comes
    before the event at that byte, at which reading ends if it `fails`.
    """

    data: bytes = field(repr=False)
    records: Sequence[Record] = field(repr=False)
    doubt: int | None
    fails: bool
    story: tuple[str, ...]

    def _repr_pretty_(self, printer: Any, _: bool) -> None:
        """Shows it to who reads of an example that failed."""
        printer.text(repr(self))


def some_log(chance: Random, size: Size = SMALL) -> Log:
    """A log of a server and transactions that `chance` picks."""
    server = chance.choice(SERVERS)
    if happens(chance, 0.05):
        server = with_short_ids(server)
    log = Writer(chance, size, server)
    log.story.append(server.version.decode())
    log.format_description()
    if happens(chance, 0.5):
        log.event(163, u4(0)) if server.is_mariadb else log.event(35, u8(0))
    tables = [_some_table(log, i) for i in range(chance.randint(1, size.tables))]
    for _ in range(chance.randint(1, size.transactions)):
        _write_transaction(log, tables)
        if happens(chance, 0.1):
            _alter(log, tables)
        if happens(chance, 0.02):
            log.format_description()
    _write_end(log)
    return finished(log)


def finished(log: Writer) -> Log:
    return Log(bytes(log.file), tuple(log.records), log.doubt, log.fails, tuple(log.story))


def _some_table(log: Writer, number: int) -> Table:
    table_id, is_mariadb = log.next_table_id(), log.server.is_mariadb
    table = some_table(log.chance, log.size, number, table_id=table_id, is_mariadb=is_mariadb)
    log.story.append(repr(table))
    return table


def _alter(log: Writer, tables: list[Table]) -> None:
    """Gives a table other columns, and mostly another id."""
    at = log.chance.randrange(len(tables))
    old = tables[at]
    new = _some_table(log, at)
    table_id = log.chance.choice([new.table_id, old.table_id])
    tables[at] = replace(new, database=old.database, name=old.name, table_id=table_id)


def _write_transaction(log: Writer, tables: list[Table]) -> None:
    chance = log.chance
    log.restamp()
    has_gtid = happens(chance, 0.8)
    if has_gtid:
        events.write_gtid(log)
    is_payload = log.server.gtid == "8.0" and happens(chance, 0.3)
    if is_payload:
        log.begin_payload()
    if not (has_gtid and log.server.is_mariadb) or happens(chance, 0.2):
        events.write_query(log, "BEGIN", is_control=True)
    for _ in range(chance.choice([1, 1, 2, 3])):
        _write_statement(log, tables)
    events.write_commit(log)
    if is_payload:
        log.end_payload()


def _write_statement(log: Writer, tables: list[Table]) -> None:
    chance = log.chance
    match chance.randrange(10):
        case 9:
            events.write_variables(log)
            events.write_query(log, chance.choice(STATEMENTS))
        case 8:
            events.write_other(log)
        case 7 if happens(chance, 0.3):
            events.write_load(log)
        case 6 if happens(chance, 0.5):
            events.write_query(log, chance.choice(CONTROL), is_control=True)
        case 5 if happens(chance, 5 * log.size.odds):
            events.write_odd_rows(log)
        case 4 if happens(chance, 5 * log.size.odds):
            events.write_pre_ga_rows(log, chance.choice(tables))
        case _:
            _write_rows_statement(log, tables)


def _write_rows_statement(log: Writer, tables: list[Table]) -> None:
    chance = log.chance
    if happens(chance, 0.2):
        log.event(160 if log.server.is_mariadb else 29, b"\x10update t, u ...")
    changed = chance.sample(tables, k=min(len(tables), chance.choice([1, 1, 1, 2, 4])))
    for table in changed:
        events.write_map(log, table)
    num_events = chance.choice([1, 1, len(changed), 3])
    for left in reversed(range(num_events)):
        table = chance.choice(changed)
        log.story.append(f"rows of {table.full_name} at {log.position}")
        ends_statement = left == 0 and not happens(chance, 0.1)
        events.write_rows(log, table, ends_statement=ends_statement)


def _write_end(log: Writer) -> None:
    chance = log.chance
    match chance.randrange(5):
        case 4:
            log.event(STOP, b"")
        case 3:
            log.event(ROTATE, u8(4) + b"binlog.000002")
        case 2 if happens(chance, 5 * log.size.odds):
            log.event(164, b"\1" + u4(1) + bytes(12))
            log.unsure({Outcome.FAILS})
            log.event(STOP, b"")


def large_log(num_columns: int, num_rows: int, seed: int = 1) -> Log:
    """A log of one table with columns of any types, and about 4000 cells an event."""
    chance = Random(seed)
    size = Size(columns=num_columns)
    log = Writer(chance, size, SERVERS[1])
    log.format_description()
    table = some_table(chance, size, 0, table_id=9, is_mariadb=False, num_columns=num_columns)
    log.story.append(repr(table))
    per_event = 4000 // num_columns
    for _ in range(num_rows // per_event):
        events.write_map(log, table)
        events.write_rows(log, table, ends_statement=True, num_rows=per_event)
    return finished(log)


@st.composite
def logs(draw: st.DrawFn, size: Size = SMALL) -> Log:
    """Logs, whose shape shrinks; their values follow from seeds."""
    return some_log(draw(st.randoms(use_true_random=False)), size)


def seeds() -> st.SearchStrategy[Random]:
    """Sources of chance that do not shrink."""
    return st.integers(0, 2**32 - 1).map(Random)


@st.composite
def damaged_logs(draw: st.DrawFn, size: Size = SMALL) -> bytes:
    """Logs that are damaged as a whole, most with the checksums made right again."""
    log = draw(logs(size))
    return damage.damaged(log.data, draw(seeds()))
