"""One export at a time.

A folder is locked as files are. An object store has no locks: there, an export puts an object of
its own, and then looks for those of others. As both do so in this order, one at least sees the
other. It writes its object anew while it lives, so that the object of one that was killed is known
by its age, in the store's time.
"""

from __future__ import annotations

import fcntl
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Event, Thread

from binlog_kaitai.errors import TransientError
from binlog_kaitai.lake.store import WORK, Store

BEAT = 10.0  # seconds from one sign of life to the next
DEAD = 60.0  # seconds without one

LEASES = f"{WORK}/leases"


@contextmanager
def locked(store: Store) -> Iterator[Callable[[], None]]:
    """Keep an archive for one export. Raises TransientError while there is another.

    Returns what raises it too, if the archive is no longer kept: this process slept for so long
    that it was taken for dead.
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
        store.delete(mine)


def _beat(store: Store, mine: str, is_over: Event) -> None:
    # if it is gone, another export took this one for dead
    while not is_over.wait(BEAT) and store.exists(mine):
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
