"""Lock an archive, so that only one export at a time writes to it.

A folder has a file lock. An object store has no locks: there, an export writes its own object, and
then lists the objects of others. Both do so in this order, so at least one sees the other. A
running export rewrites its object regularly. The age of the object, in the store's time, shows
whether its export was killed.
"""

from __future__ import annotations

import fcntl
import logging
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Event, Thread

from binlog_kaitai.errors import TransientError
from binlog_kaitai.lake.store import WORK, Store

LOGGER = logging.getLogger(__name__)

BEAT = 10.0  # interval of rewrites in seconds
DEAD = 60.0  # seconds without a rewrite

WAIT = 300.0
"""Seconds for which a step of maintenance waits for an export, and an export for that."""

BETWEEN = 0.02  # seconds between two attempts
NAMED = 1.0  # seconds until a holder of the lock has written its name, at the latest

MAINTENANCE = "maintenance"
"""Content of the lock file during a step of maintenance."""

LEASES = f"{WORK}/leases"


@contextmanager
def locked(store: Store) -> Iterator[Callable[[], None]]:
    """Lock an archive for one export. Raises TransientError if there is another export.

    Yields a function that raises TransientError, too, if the lock is lost: another export considers
    this process dead if it was suspended for too long.
    """
    if store.is_local:
        with _locked_folder(store):
            yield lambda: None
    else:
        with _leased(store) as mine:
            yield lambda: _check_others(store, mine)


@contextmanager
def maintaining(store: Store) -> Iterator[None]:
    """Lock an archive for a step of its maintenance, for which exports to a folder wait.

    Raises TransientError if an export holds the lock for longer than `WAIT`, or in an object store.
    """
    if store.is_local:
        with _locked_folder(store, name=MAINTENANCE):
            yield
    else:
        with _leased(store):
            yield


@contextmanager
def _locked_folder(store: Store, name: str = "") -> Iterator[None]:
    """Hold the lock file, which has a name of the holder. Steps of maintenance are waited for."""
    path = Path(store.path(f"{WORK}/lock"))
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("r+" if path.exists() else "w+", encoding="ascii") as lock:
        start = named = time.monotonic()
        while True:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError as error:
                lock.seek(0)
                now = time.monotonic()
                if name or lock.read() == MAINTENANCE:
                    named = now
                if now - named > NAMED or now - start > WAIT:
                    raise TransientError(
                        f"{store.root}: another export writes to this directory"
                    ) from error
                time.sleep(BETWEEN)
            else:
                break
        lock.seek(0)
        lock.write(name)
        lock.truncate()
        lock.flush()
        try:
            yield
        finally:
            lock.seek(0)
            lock.truncate()
            lock.flush()


@contextmanager
def _leased(store: Store) -> Iterator[str]:
    mine = store.new_name(LEASES, ".lease")
    store.touch(mine)
    is_over = Event()
    beating = Thread(target=_beat, args=(store, mine, is_over), daemon=True)
    try:
        _check_others(store, mine)
        beating.start()
        yield mine
    finally:
        is_over.set()
        if beating.ident is not None:
            beating.join()
        try:
            store.delete(mine)
        except OSError as error:  # what the export met first is raised
            LOGGER.warning("%s: the next export waits for this one: %s", store.root, error)


def _beat(store: Store, mine: str, is_over: Event) -> None:
    # if it is missing, another export considered this one dead
    is_mine = True
    while is_mine and not is_over.wait(BEAT):
        with suppress(OSError):  # during an outage
            is_mine = store.exists(mine)
            if is_mine:
                store.touch(mine)


def _check_others(store: Store, mine: str) -> None:
    times = dict(store.times(LEASES))
    if mine not in times:
        raise TransientError(f"{store.root}: another export writes to this directory")
    for name, beat in times.items():
        if name == mine:
            continue
        if times[mine] - beat < DEAD:
            raise TransientError(
                f"{store.root}: another export writes to it, or was killed less than {DEAD:.0f}"
                " seconds ago"
            )
        store.delete(name)
