"""Load the state of an archive, also of one from an older version."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Iterable
from typing import Any

from binlog_kaitai.lake.columns import columns_of, schema_from
from binlog_kaitai.lake.facts import Layout
from binlog_kaitai.lake.state import (
    CATALOG,
    RECORD,
    STATE,
    SUCCESS,
    Dataset,
    OutputExistsError,
    State,
)
from binlog_kaitai.lake.store import WORK, Store
from binlog_kaitai.model.schema import RECORD_FIELDS

COMMIT_SECONDS = 30.0
"""Maximum seconds to wait for a commit in progress."""


def entries_of(store: Store) -> list[str]:
    """Return the entries of an archive's folder, except those that belong to no table."""
    own = {WORK, SUCCESS, CATALOG, *(f"{CATALOG}-{end}" for end in ("journal", "wal", "shm"))}
    return [name for name in store.entries("") if name not in own]


def load_state(store: Store) -> State | None:
    """Load the state of an archive; None if there is none.

    Raises:
        OutputExistsError: the folder contains anything else.
    """
    if store.is_file(""):
        raise OutputExistsError(f"{store.root}: expected a directory, found a file")
    fields = store.read_json(STATE)
    state = None if fields is None else State.from_json(fields)
    records = {}
    for folder in entries_of(store):
        record = store.read_json(f"{folder}/{RECORD}")
        if record is None:
            raise OutputExistsError(
                f"{store.root}: expected an empty directory or an export, found {folder}; export"
                " to a new directory"
            )
        records[folder] = record
    return _of_older(store, records) if state is None and records else state


def load_between_commits(store: Store) -> State | None:
    """Load the state of an archive as `load_state`, after the end of a commit in progress.

    During a commit, files of the last state are already gone. The commit of a killed run is not
    waited for longer than `COMMIT_SECONDS`.
    """
    end = time.monotonic() + COMMIT_SECONDS
    while store.exists(STATE) and not store.exists(SUCCESS) and time.monotonic() < end:
        time.sleep(0.1)
    return load_state(store)


def check_overwritten(store: Store) -> None:
    """Raise OutputExistsError if an archive's folder contains anything but datasets."""
    if store.is_file(""):
        raise OutputExistsError(f"{store.root}: expected a directory, found a file")
    for folder in entries_of(store):
        if not any(store.exists(f"{folder}/{name}") for name in (RECORD, SUCCESS)):
            raise OutputExistsError(
                f"{store.root}: cannot overwrite: expected only datasets, found {folder}"
            )


def _of_older(store: Store, records: dict[str, dict[str, Any]]) -> State:
    """Derive the state of an archive from a version without state files from its records.

    That version did not store undecided rows: a dataset with such rows is read again.
    """
    for folder, record in records.items():
        if "files" not in record:
            raise OutputExistsError(
                f"{store.root}: expected {STATE} beside {folder}, found none; export with"
                " --overwrite"
            )
    state = State(next(iter(records.values()))["options"])
    is_whole = store.exists(SUCCESS)
    for folder, record in records.items():
        keys = [(path, size, modified) for path, size, modified in record["files"]]
        if is_whole:
            state.files.update(keys)
        if record.get("undecided"):
            state.anew.add(folder)
        elif not is_whole:
            for key in keys:
                state.parts.setdefault(key, set()).add(folder)
        # the text differs between releases of Spark
        columns = columns_of(schema_from(record["columns"]))
        layout = Layout(columns, _has_names(columns), store.path(folder), 0)
        database, table = record.get("database"), record.get("table")
        state.datasets[folder] = Dataset(folder, columns, database, table, [layout])
    return state


def _has_names(columns: str) -> bool:
    names = [one["name"] for one in json.loads(columns)["fields"]]
    return not _all_numbers(name for name in names if name not in RECORD_FIELDS)


def _all_numbers(names: Iterable[str]) -> bool:
    return all(re.fullmatch(r"@\d+", name) for name in names)
