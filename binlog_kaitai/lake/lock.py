"""Lock an archive, so that only one export at a time writes to it.

A folder has a file lock. An object store has no locks: there, an export writes its own object, and
then lists the objects of others. Both do so in this order, so at least one sees the other. A
running export rewrites its object regularly. The age of the object, in the store's time, shows
whether its export was killed.
"""

from __future__ import annotations

import fcntl
import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Event, Thread

from binlog_kaitai.errors import TransientError
from binlog_kaitai.lake.store import WORK, Store

LOGGER = logging.getLogger(__name__)

BEAT = 10.0  # interval of rewrites in seconds
DEAD = 60.0  # seconds without a rewrite

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
def _locked_folder(store: Store) -> Iterator[None]:
    path = Path(store.path(f"{WORK}/lock"))
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise TransientError(
                f"{store.root}: another export writes to this directory"
            ) from error
        yield


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
    for name, time in times.items():
        if name == mine:
            continue
        if times[mine] - time < DEAD:
            raise TransientError(
                f"{store.root}: another export writes to it, or was killed less than {DEAD:.0f}"
                " seconds ago"
            )
        store.delete(name)
