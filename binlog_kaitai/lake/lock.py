"""One export at a time."""

from __future__ import annotations

import fcntl
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from binlog_kaitai.lake.state import OutputExistsError
from binlog_kaitai.lake.store import WORK, Store


@contextmanager
def locked(store: Store) -> Iterator[None]:
    """Keep a folder for one export. Raises OutputExistsError while there is another."""
    path = Path(store.path(f"{WORK}/lock"))
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise OutputExistsError(f"{store.root}: another export writes to it") from error
        yield
