"""Publish the files of a run, so that the run can be killed at any moment.

A journal lists all steps before the first one: files to remove, files to publish, each under a new
unique name, and the final state of the archive. A run that finds a journal first completes its
steps, which may be partly done. So readers of the datasets' folders see whole files, and no row
twice. While `_SUCCESS` is missing, they may not see all rows.
"""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any

from binlog_kaitai.lake.snapshots import ConflictError
from binlog_kaitai.lake.state import CURRENT, RECORD, STATE, SUCCESS, State
from binlog_kaitai.lake.store import WORK, Store
from binlog_kaitai.lake.tables import Tables, tables_of

JOURNAL = f"{WORK}/commit.json"
STAGED = f"{WORK}/staged"
WAITING = f"{WORK}/waiting"
PENDING = f"{WORK}/pending"

CONCURRENT_COPIES = 32

TRIES = 5
"""Maximum number of attempts to plan and commit while other writers change a table."""

# left by older versions
_OLDER = ("parts", "surveys.jsonl")


@dataclass
class Journal:
    """The steps of a commit: files to `remove`, folders to `drop`, files to `move`, by name.

    `records` are those of the changed datasets; `state` is the final state of the archive. `tables`
    are changes of Delta or Iceberg tables, and `marks` their new properties `STALE`.
    """

    remove: list[str]
    drop: list[str]
    move: list[tuple[str, str]]
    records: dict[str, dict[str, Any]]
    state: dict[str, Any]
    tables: dict[str, dict[str, Any]] = field(default_factory=dict)
    marks: dict[str, str] = field(default_factory=dict)

    @staticmethod
    def of(store: Store) -> Journal | None:
        """Return the journal of a killed run, if there is one."""
        fields = store.read_json(JOURNAL)
        return None if fields is None else Journal(**fields)


def commit(store: Store, journal: Journal) -> bool:
    """Write a journal and complete it. Staged files are removed.

    Returns whether no table is stale, as `roll_forward`.
    """
    store.write_json(JOURNAL, vars(journal))
    return roll_forward(store, journal)


def roll_forward(store: Store, journal: Journal, *, is_again: bool = False) -> bool:
    """Complete the journal in the store, which may be partly done.

    A current table that another writer changed since the plan stays unchanged. The state then marks
    it as stale, and the next run rebuilds it from the table of its changes.

    Args:
        store: the store of the archive.
        journal: the steps.
        is_again: whether a killed run has begun with them. A table that has its change may have
            been compacted and vacuumed since, so its files are not checked.

    Returns:
        Whether no table is stale.
    """
    store.delete(SUCCESS)
    for folder in journal.records:
        store.delete(f"{folder}/{SUCCESS}")
    for name in journal.remove:
        store.delete(name)
    tables = tables_of(store, journal.state["options"])
    for folder in journal.drop:
        if tables is not None:
            tables.drop(folder)
        store.delete_folder(folder)
    for folder, record in journal.records.items():
        store.write_json(f"{folder}/{RECORD}", record, indent=1)
    made = _made(tables, journal) if tables is not None and is_again else ()
    _publish(store, [move for move in journal.move if not move[1].startswith(made)])
    unused = [] if tables is None else _commit_tables(tables, journal)
    for folder in journal.records:
        store.touch(f"{folder}/{SUCCESS}")
    store.write_json(STATE, journal.state)
    if not unused:
        store.touch(SUCCESS)
    store.delete(JOURNAL)
    for name in unused:
        store.delete(name)
    tidy(store, State.from_json(journal.state))
    return not unused


def _made(tables: Tables, journal: Journal) -> tuple[str, ...]:
    """Return the folders of the tables that have their changes already."""
    changes = journal.tables.items()
    return tuple(f"{name}/" for name, one in changes if tables.has_commit(name, one["number"]))


def _commit_tables(tables: Tables, journal: Journal) -> list[str]:
    """Commit the changes of tables. Returns the files of tables with outdated plans."""
    unused: list[str] = []
    for folder, change in journal.tables.items():
        if not _commit_table(tables, folder, change):
            dataset = journal.state["datasets"][folder.removesuffix(CURRENT)]
            dataset["current"] = change["before"]
            new = (*change["files"], *change.get("deletes", ()))
            unused += (f"{folder}/{name}" for name, *_ in new)
    for folder, reason in journal.marks.items():
        tables.mark(folder, reason)
    return unused


def _commit_table(tables: Tables, folder: str, change: dict[str, Any]) -> bool:
    """Commit the change of a table. Returns False if its plan is from another snapshot."""
    for attempt in range(1, TRIES + 1):
        try:
            tables.commit(folder, change)
        except ConflictError:
            if attempt == TRIES:
                if change.get("before") is None:
                    raise
                return False
        else:
            break
    return True


def _publish(store: Store, moves: Sequence[tuple[str, str]]) -> None:
    """Publish files; in an object store, several at a time."""
    if store.is_local:
        for source, target in moves:
            store.publish(source, target)
        return
    with ThreadPoolExecutor(CONCURRENT_COPIES) as pool:
        for _ in pool.map(lambda move: store.publish(*move), moves):
            pass


def tidy(store: Store, state: State) -> None:
    """Remove unreferenced files."""
    needed = {piece.name for one in state.datasets.values() for piece in one.waiting}
    for name in store.files(WAITING):
        if name not in needed:
            store.delete(name)
    if not needed:
        store.delete_folder(WAITING)
    store.delete_folder(STAGED)
    for name in store.entries(WORK):
        is_over = name in _OLDER or name.startswith("run-") or name.endswith(".tmp")
        if is_over or (state.pending is None and f"{WORK}/{name}" == PENDING):
            path = f"{WORK}/{name}"
            store.delete(path) if store.is_file(path) else store.delete_folder(path)
