"""What the folder of an archive holds, also of an archive that an older version wrote."""

from __future__ import annotations

import json
import re
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


def entries_of(store: Store) -> list[str]:
    """Return what is in an archive's folder but what the export keeps for itself."""
    return [name for name in store.entries("") if name not in {WORK, SUCCESS, CATALOG}]


def load_state(store: Store) -> State | None:
    """Return what an archive holds; None where there is none.

    Raises OutputExistsError where there is anything else.
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


def check_overwritten(store: Store) -> None:
    """Raise OutputExistsError where an archive's folder holds anything but datasets."""
    if store.is_file(""):
        raise OutputExistsError(f"{store.root}: expected a directory, found a file")
    for folder in entries_of(store):
        if not any(store.exists(f"{folder}/{name}") for name in (RECORD, SUCCESS)):
            raise OutputExistsError(
                f"{store.root}: cannot overwrite: expected only datasets, found {folder}"
            )


def _of_older(store: Store, records: dict[str, dict[str, Any]]) -> State:
    """Return what the records say of an archive that a version without a state wrote.

    It kept no rows that wait for a decision: a dataset with such is read anew.
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
        # the text differs from one release of Spark's to another
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
