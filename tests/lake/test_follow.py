"""Exports that go on while a server writes."""

from __future__ import annotations

import contextlib
import ctypes
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from uuid import uuid4

import pyarrow.parquet as pq
import pytest

from binlog_kaitai import scan
from binlog_kaitai.cli.endings import INCOMPLETE
from binlog_kaitai.cli.interrupts import INTERRUPTED
from binlog_kaitai.errors import DataLossError
from binlog_kaitai.lake import following
from binlog_kaitai.lake.current.planning import Asked
from binlog_kaitai.lake.following import follow, release_memory
from binlog_kaitai.lake.job import export
from binlog_kaitai.lake.served import REFUSAL_SECONDS, InputLogs
from binlog_kaitai.replication.sessions import BusyError, LostError, RefusedError, ServerError
from tests.conftest import Bucket
from tests.lake import test_cascades as cascades
from tests.lake.datasets import archive
from tests.marks import mostly_long
from tests.replay import FIXTURES, load_truth
from tests.servers import SERVERS
from tests.typed import expected_rows, in_order

LOGS = [FIXTURES / "mysql97" / f"rotated.{number}.binlog" for number in (1, 2)]


def current(out: Path, table: str) -> list[dict[str, Any]]:
    rows = []
    for path in (out / f"{table}.current").glob("*.parquet"):
        with contextlib.suppress(FileNotFoundError):
            rows += pq.ParquetFile(path).read().to_pylist()
    return rows


def without_file(rows: dict[str, list[str]]) -> dict[str, list[str]]:
    """Return rows without the names of their logs, which differ."""
    return {name: [row.partition("'_position'")[2] for row in some] for name, some in rows.items()}


@pytest.mark.parametrize("step", mostly_long([997, 211]))
def test_a_log_that_grows(tmp_path: Path, step: int) -> None:
    """It is cut anywhere; the first one is purged in the end."""
    export(map(str, LOGS), tmp_path / "clean", current=Asked(), table="rotated.*")
    folder, out = tmp_path / "logs", tmp_path / "out"
    folder.mkdir()
    counts = []
    for number, log in enumerate(LOGS, 1):
        content = log.read_bytes()
        for size in [*range(4, len(content), step), len(content)]:
            (folder / f"binlog.{number:06d}").write_bytes(content[:size])
            with contextlib.suppress(ValueError):  # nothing of a table so far
                summary = export(
                    [str(folder)], out, current=Asked(), table="rotated.*", follows=True
                )
                counts.append(sum(summary.images.values()))
    assert len([count for count in counts if count]) > 2
    assert without_file(archive(out)) == without_file(archive(tmp_path / "clean"))
    expected = expected_rows(
        load_truth("mysql97", "rotated")["tables"]["rotated.events"],
        has_names=True,
        has_charsets=True,
    )
    assert in_order(current(out, "rotated.events")) == in_order(expected)
    (folder / "binlog.000001").unlink()
    again = export([str(folder)], out, current=Asked(), table="rotated.*", follows=True)
    assert again.images == {}


def test_an_object_that_grows(tmp_path: Path, bucket: Bucket) -> None:
    """As that of the log that an archive in a bucket has not closed."""
    export(map(str, LOGS), tmp_path / "clean", table="rotated.*")
    folder, out = f"grows-{uuid4().hex}", tmp_path / "out"
    for number, log in enumerate(LOGS, 1):
        content = log.read_bytes()
        events = scan([str(log)], view="events").to_table()
        for size in [*events["position"].to_pylist()[4::7], len(content)]:
            bucket.write(f"{folder}/binlog.{number:06d}", content[:size])
            with contextlib.suppress(ValueError):  # nothing of a table so far
                export([bucket.uri(folder)], out, table="rotated.*", follows=True)
    assert without_file(archive(out)) == without_file(archive(tmp_path / "clean"))


def test_logs_that_are_missing_or_replaced_are_refused(tmp_path: Path) -> None:
    folder, out = tmp_path / "logs", tmp_path / "out"
    folder.mkdir()
    for number in (1, 3):
        (folder / f"binlog.{number:06d}").write_bytes(LOGS[number // 2].read_bytes())
    export([str(folder / "binlog.000001")], out)
    with pytest.raises(DataLossError, match=r"binlog\.000002: log file not found, and not read"):
        export([str(folder)], out, follows=True)
    whole = LOGS[1].read_bytes()
    (folder / "binlog.000003").unlink()
    (folder / "binlog.000002").write_bytes(whole[:-100])
    export([str(folder)], out, follows=True)
    (folder / "binlog.000002").rename(folder / "binlog.000003")
    with pytest.raises(DataLossError, match=r"binlog\.000002: log file not found, but it was not"):
        export([str(folder)], out, follows=True)
    (folder / "binlog.000003").rename(folder / "binlog.000002")
    (folder / "binlog.000002").write_bytes(whole)
    export([str(folder)], out, follows=True)
    (folder / "binlog.000002").write_bytes(LOGS[0].read_bytes() * 2)
    with pytest.raises(DataLossError, match="the file was truncated or replaced"):
        export([str(folder)], out, follows=True)


@pytest.fixture(params=["mysql97", "mariadb118"])
def server(request: pytest.FixtureRequest) -> Iterator[Any]:
    kind = SERVERS[request.param]
    if not kind.installed():
        pytest.skip(f"{kind.name} is not installed: python -m tests.servers {kind.name}")
    with kind.run(["--binlog-format=ROW", "--binlog-row-metadata=FULL"]) as running:
        yield running


@pytest.mark.live
def test_a_quiet_server_is_followed(server: Any, tmp_path: Path) -> None:
    """Each change is in the table as it stands within seconds; TRUNCATE empties it."""
    out, is_over = tmp_path / "out", threading.Event()
    failures: list[BaseException] = []

    def run() -> None:
        try:
            first = server.binary_log_files()[0]
            logs = [f"{first.parent / first.stem}.??????"]
            for _ in follow(logs, out, current=Asked(), is_over=is_over.is_set, table="shop.*"):
                pass
        except BaseException as error:  # noqa: BLE001 - which the test is to show
            failures.append(error)

    lags = []
    with contextlib.closing(server.connect()) as connection:
        cursor = connection.cursor()
        cursor.execute("CREATE DATABASE shop")
        cursor.execute("CREATE TABLE shop.orders (id INT PRIMARY KEY, v VARCHAR(20))")
        cursor.execute("INSERT INTO shop.orders VALUES (0, 'first')")
        thread = threading.Thread(target=run)
        thread.start()
        statements = [
            *(f"INSERT INTO shop.orders VALUES ({number}, 'new')" for number in range(1, 6)),
            *("UPDATE shop.orders SET id = id + 100", "DELETE FROM shop.orders WHERE id = 103"),
            *("FLUSH BINARY LOGS", "UPDATE shop.orders SET v = 'x'", "TRUNCATE TABLE shop.orders"),
            "INSERT INTO shop.orders VALUES (7, 'last')",
        ]
        for statement in statements:
            cursor.execute(statement)
            started = time.monotonic()
            cursor.execute("SELECT id, v FROM shop.orders")
            expected = sorted(cursor.fetchall())
            while sorted(tuple(row.values()) for row in current(out, "shop.orders")) != expected:
                assert not failures
                assert thread.is_alive()
                assert time.monotonic() < started + 60, statement
                time.sleep(0.02)
            lags.append(time.monotonic() - started)
    is_over.set()
    thread.join()
    assert failures == []
    shown = ", ".join(f"{lag:.1f}" for lag in lags)
    sys.stdout.write(f"{server.name}: {shown} seconds behind\n")


def warnings_in(caplog: pytest.LogCaptureFixture) -> list[str]:
    return [record.getMessage() for record in caplog.records if record.levelname == "WARNING"]


@pytest.mark.parametrize(
    "failure", [LostError("no connection"), BusyError("password", 1045)], ids=["lost", "refused"]
)
def test_a_lost_server_is_asked_again(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    failure: ServerError,
) -> None:
    """The second log comes after a server failed three times; a run lists the logs twice."""
    folder = tmp_path / "logs"
    folder.mkdir()
    shutil.copy(LOGS[0], folder / "binlog.000001")
    find, looks = InputLogs.find, [0]

    def failing(sources: InputLogs) -> Any:
        looks[0] += 1
        if 2 < looks[0] < 6:
            raise failure
        if looks[0] == 6:
            shutil.copy(LOGS[1], folder / "binlog.000002")
        return find(sources)

    monkeypatch.setattr(InputLogs, "find", failing)
    monkeypatch.setattr(InputLogs, "have_servers", True)
    monkeypatch.setattr(following, "MAX_WAIT", 0.01)
    runs = follow(
        [str(folder)],
        tmp_path / "out",
        every=0.01,
        is_over=lambda: looks[0] >= 6,
    )
    assert len(list(runs)) == 2
    assert warnings_in(caplog) == [
        f"{failure}; retrying until the server is back",
        "the server is back; the export continues",
    ]


@pytest.mark.parametrize(
    ("error", "seconds", "expected"),
    [
        (LostError("gone"), 10**6, True),
        (BusyError("password", 1045), 0, True),
        (BusyError("password", 1045), REFUSAL_SECONDS, False),
        (RefusedError("purged", 1236), 0, False),
        (OSError("disk full"), 0, False),
    ],
)
def test_errors_that_a_server_may_recover_from(
    monkeypatch: pytest.MonkeyPatch, error: OSError, seconds: float, expected: bool
) -> None:
    sources = InputLogs([], None)
    assert not sources.may_recover(error, seconds)  # without a server, nothing comes back
    monkeypatch.setattr(InputLogs, "have_servers", True)
    assert sources.may_recover(error, seconds) is expected


def test_a_refusal_after_a_long_outage_is_retried(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    shutil.copy(LOGS[0], tmp_path / "binlog.000001")
    find, looks, clock = InputLogs.find, [0], [0.0]

    def failing(sources: InputLogs) -> Any:
        looks[0] += 1
        clock[0] += 2 * REFUSAL_SECONDS
        if looks[0] == 3:
            raise LostError("no connection")
        if looks[0] == 4:
            raise BusyError("too many connections", 1040)
        return find(sources)

    monkeypatch.setattr(InputLogs, "find", failing)
    monkeypatch.setattr(InputLogs, "have_servers", True)
    monkeypatch.setattr(following, "MAX_WAIT", 0.01)
    monkeypatch.setattr(following.time, "monotonic", lambda: clock[0])
    runs = follow(
        [str(tmp_path)],
        tmp_path / "out",
        every=0.01,
        is_over=lambda: looks[0] >= 5,
    )
    assert len(list(runs)) == 1
    assert [line.partition(";")[0] for line in warnings_in(caplog)] == [
        "no connection",
        "the server is back",
    ]


def resident() -> int:
    """Return the KiB of this process that are in memory."""
    status = Path("/proc/self/status").read_text(encoding="utf-8")
    (line,) = (line for line in status.splitlines() if line.startswith("VmRSS:"))
    return int(line.split()[1])


@pytest.mark.skipif(not hasattr(ctypes.CDLL(None), "malloc_trim"), reason="not glibc")
def test_memory_that_a_thread_freed_goes_back_to_the_system() -> None:
    kept: list[bytes] = []

    def work() -> None:
        blocks = [bytes(1000) for _ in range(60_000)]
        kept.extend(blocks[::1000])  # between which are the free ones

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    before = resident()
    release_memory()
    assert before - resident() > 30_000


@pytest.mark.parametrize(
    ("every", "long", "is_each"), [(0, 60, True), (60, 0, True), (60, 60, False)]
)
def test_memory_is_released_after_some_time_or_a_long_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, every: float, long: float, *, is_each: bool
) -> None:
    released: list[int] = []
    monkeypatch.setattr(following, "release_memory", lambda: released.append(1))
    monkeypatch.setattr(following, "RELEASE_EVERY", every)
    monkeypatch.setattr(following, "LONG", long)
    logs = tmp_path / "logs"
    logs.mkdir()
    left = list(LOGS)

    def is_over() -> bool:
        if left:
            log = left.pop(0)
            shutil.copy(log, logs / f"binlog.00000{2 - len(left)}")
            return False
        return True

    list(follow([str(logs)], tmp_path / "out", every=0.01, is_over=is_over))
    assert (len(released) == len(LOGS)) is is_each
    assert released


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
@pytest.mark.parametrize("table", ["cascades.deleted", "cascades.strict"])
def test_the_status_of_a_program_that_is_stopped(
    tmp_path: Path, table: str, number: signal.Signals
) -> None:
    """It is INCOMPLETE if tables are set aside, also if an earlier program set them aside."""
    parent = ["--table", "cascades.*"] if table == "cascades.deleted" else ["--table", table]
    command = [sys.executable, "-m", "binlog_kaitai", "export", "--follow", "--current"]
    command += [*parent, "--out", str(tmp_path), *cascades.logs_of("mariadb118")]
    usual = INTERRUPTED if number == signal.SIGINT else -signal.SIGTERM
    for is_first in (True, False):
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as program:
            assert program.stdout is not None
            if is_first or table == "cascades.deleted":
                program.stdout.readline()
            time.sleep(1)
            program.send_signal(number)
            status = program.wait(60)
        assert status == (INCOMPLETE if table == "cascades.deleted" else usual)
