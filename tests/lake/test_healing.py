"""Which tables get snapshots again, and when.

tests/replication/test_live_healing.py has servers.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest

from binlog_kaitai.catalog.catalog import Catalog
from binlog_kaitai.catalog.encoding import catalog_to_json
from binlog_kaitai.catalog.steps import Session
from binlog_kaitai.errors import DataLossError
from binlog_kaitai.io.finding import FoundFile
from binlog_kaitai.lake.aside import GAP, TYPES, Aside
from binlog_kaitai.lake.facts import Baseline
from binlog_kaitai.lake.healing import STEADY, WAITS, Healing, ailments
from binlog_kaitai.lake.resetting import Resets
from binlog_kaitai.lake.state import Current, Dataset, LogProgress, State
from binlog_kaitai.lake.unread import check_followed

OPTIONS = {"current": '{"keys": {}}', "format": "parquet", "exclude": '["shop.left_out"]'}
ASIDE = Aside("shop", "orders", "binlog.000002", 500, None, "UPDATE orders", is_logged=True)


class Clock:
    """A clock that stands still."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


def dataset_of(table: str) -> Dataset:
    columns = '{"type":"struct","fields":[]}'
    return Dataset(f"shop.{table}", columns, "shop", table, current=Current(columns, ["id"]))


def state_of(*aside: Aside) -> State:
    tables = ("orders", "items", "left_out")
    state = State(dict(OPTIONS), datasets={f"shop.{name}": dataset_of(name) for name in tables})
    state.whole = {("shop", name): True for name in tables}
    for one in aside:
        state.put_aside(one)
    return state


def all_tables() -> set[tuple[str, str]]:
    return {("shop", "orders"), ("shop", "items"), ("shop", "new")}


def run(healing: Healing, before: State, after: State) -> list[str]:
    """Return the tables that a run heals, which leads from one state to another."""
    found = healing.begin(before, all_tables)
    before.aside, before.baselines, before.whole = after.aside, after.baselines, after.whole
    healing.end()
    return [one.name for one in found.values()]


def test_tables_that_need_a_snapshot() -> None:
    state = state_of(ASIDE, Aside("shop", "left_out", "binlog.000002", 500, None, "UPDATE t"))
    state.whole["shop", "items"] = False
    found = {one.name: one.reason for one in ailments(state).values()}
    assert found.keys() == {"shop.orders", "shop.items"}
    assert "UPDATE orders" in found["shop.orders"]
    assert "older than the logs" in found["shop.items"]
    state.baselines["shop.items"] = Baseline()
    assert [one.name for one in ailments(state).values()] == ["shop.orders"]


def test_a_table_that_was_dropped_in_missing_logs_is_empty() -> None:
    gap = ASIDE._replace(cause=GAP, statement=None, reason="expected a log", position=0)
    state = state_of(gap, gap._replace(table="items"))
    Resets(state, ()).end(state, [("shop", "orders")])
    orders, items = (state.datasets[f"shop.{name}"] for name in ("orders", "items"))
    assert list(ailments(state)) == [("shop", "items")]
    assert orders.wiped == ("binlog.000002", 0)
    assert items.wiped is None
    assert orders.current is not None
    assert orders.current.is_stale


def test_a_missing_number_is_passed_where_it_is_healed() -> None:
    paths = [f"/logs/binlog.00000{number}" for number in (1, 4)]
    files = [FoundFile(path, 100, 1, False) for path in paths]
    state = State(dict(OPTIONS), files={(paths[0], 100, 1)})
    check_followed(files, state, heals=True)
    with pytest.raises(DataLossError, match=r"binlog\.000002: log file not found, and not read"):
        check_followed(files, state)


def test_a_table_that_was_created_needs_one_until_it_has_a_dataset() -> None:
    state, catalog = state_of(), Catalog()
    statement = "CREATE TABLE shop.new (id INT PRIMARY KEY)"
    catalog.apply(statement, Session(database="shop", family="mysql", version=(9, 7, 0)), "", None)
    state.catalog = catalog_to_json(catalog)
    assert not ailments(state)
    state.whole["shop", "new"] = True
    assert [(one.name, one.reason) for one in ailments(state).values()] == [
        ("shop.new", "it is new")
    ]
    state.datasets["shop.new"] = dataset_of("new")
    assert not ailments(state)


def test_attempts_are_put_off_and_begin_again(caplog: pytest.LogCaptureFixture) -> None:
    clock = Clock()
    healing = Healing(clock=clock)
    state = state_of(ASIDE)
    assert healing.is_due()
    for number, wait in enumerate((*WAITS[1:], STEADY, *WAITS[1:]), 0):
        assert healing.is_due()
        assert run(healing, state, state_of(ASIDE)) == ["shop.orders"]
        assert f"attempt {number % len(WAITS) + 1} of {len(WAITS)}" in caplog.text
        assert f"the next snapshot begins in {wait:.0f} s" in caplog.text
        caplog.clear()
        clock.now += wait - 1
        assert not healing.is_due()
        assert run(healing, state, state_of(ASIDE)) == []
        assert not caplog.text
        assert "next snapshot at" in healing.report()["shop.orders"]
        clock.now += 1


def test_earlier_causes_are_passed_at_once() -> None:
    """A table begins anew at each change of types, and meets what follows in the logs of before."""
    clock, healing = Clock(), Healing()
    healing.clock = clock
    types = [ASIDE._replace(cause=TYPES, position=position) for position in (500, 600, 700, 900)]
    types[2] = ASIDE._replace(position=700)
    state = state_of(types[0])
    state.growing["binlog.000002"] = LogProgress(800, None)
    for after in types[1:3]:
        assert run(healing, state, state_of(after)) == ["shop.orders"]
        assert healing.is_due()
    assert run(healing, state, state_of(types[3])) == ["shop.orders"]
    assert not healing.is_due()
    clock.now += WAITS[1]
    assert run(healing, state, state_of(types[3])) == ["shop.orders"]
    assert not healing.is_due()


def test_the_last_attempt_is_repeated_while_there_are_later_causes(
    caplog: pytest.LogCaptureFixture,
) -> None:
    clock, healing = Clock(), Healing()
    healing.clock = clock
    causes = [ASIDE._replace(position=position) for position in range(500, 508)]
    state = state_of(causes[0])
    for number, after in enumerate([*causes[1:], causes[-1]], 1):
        caplog.clear()
        assert run(healing, state, state_of(after)) == ["shop.orders"]
        assert f"attempt {min(number, len(WAITS))} of {len(WAITS)}" in caplog.text
        wait = WAITS[min(number, len(WAITS) - 1)] if number < len(causes) else STEADY
        assert f"the next snapshot begins in {wait:.0f} s" in caplog.text
        clock.now += wait


def test_a_snapshot_over_several_runs_is_one_attempt(caplog: pytest.LogCaptureFixture) -> None:
    clock, state, reading = Clock(), state_of(ASIDE), state_of()
    healing = Healing(clock=clock)
    reading.baselines["shop.orders"] = Baseline()
    assert run(healing, state, reading) == ["shop.orders"]
    assert "attempt 1 of 4: it is set aside" in healing.report()["shop.orders"]
    assert healing.is_due()
    assert run(healing, state, reading) == []
    assert "complete" not in caplog.text
    assert run(healing, state, state_of()) == []
    assert "shop.orders: complete, from a snapshot" in caplog.text
    assert (healing.report(), healing.is_due()) == ({}, False)


@pytest.mark.parametrize(("seconds", "number"), [(STEADY - 1, 2), (STEADY + 1, 1)])
def test_a_healed_table_gets_all_attempts_again(
    caplog: pytest.LogCaptureFixture, seconds: float, number: int
) -> None:
    clock, state = Clock(), state_of(ASIDE)
    healing = Healing(clock=clock)
    run(healing, state, state_of())
    clock.now += seconds
    caplog.clear()
    state.put_aside(ASIDE)
    run(healing, state, state_of())
    assert f"attempt {number} of 4" in caplog.text


def test_a_table_that_the_server_lacks_is_not_healed(caplog: pytest.LogCaptureFixture) -> None:
    healing, state = Healing(), state_of(ASIDE)
    assert not healing.begin(state, set)
    assert "begins" not in caplog.text
    healing.end()
    assert not healing.is_due()


@pytest.mark.parametrize("served", [all_tables, set])
def test_a_database_is_healed_with_any_table_of_it(
    served: Callable[[], set[tuple[str, str]]],
) -> None:
    healing, state = Healing(), state_of(ASIDE._replace(table=""))
    found = healing.begin(state, served)
    assert [one.name for one in found.values()] == ["shop.*"] * bool(served())


def test_logs_with_changes_of_other_types_are_kept() -> None:
    clock, state = Clock(), state_of(ASIDE._replace(cause=TYPES, reason="types"))
    healing = Healing(clock=clock)
    logs = [f"binlog.00000{number}" for number in (1, 2, 3)]
    assert [healing.needs(log, state) for log in logs] == [False, True, True]
    for wait in (*WAITS[1:], STEADY):
        run(healing, state, state_of(*state.aside.values()))
        clock.now += wait
    assert not any(healing.needs(log, state) for log in logs)
