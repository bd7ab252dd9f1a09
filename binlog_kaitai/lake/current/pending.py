"""Merges into current tables at an interval of their own: the changes of the runs between wait.

A run whose merge waits writes down which files have its changes, and the statements that may
concern current tables. The next merge takes those of all runs before, as if it read their logs.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from binlog_kaitai.lake.aside import Aside
from binlog_kaitai.lake.commit import PENDING, STAGED
from binlog_kaitai.lake.current.files import Pending
from binlog_kaitai.lake.current.planning import CurrentTables
from binlog_kaitai.lake.facts import Facts, Gap
from binlog_kaitai.lake.parquet import Written
from binlog_kaitai.lake.plan import Plan
from binlog_kaitai.lake.state import State
from binlog_kaitai.lake.store import Store
from binlog_kaitai.lake.unread import UnprocessedRange
from binlog_kaitai.model.definitions import Definitions

MAX_FILES = 2**16
"""Files of changes that may wait; their names are in memory during a merge."""


@dataclass(frozen=True)
class Look:
    """What a run has read, before it is merged.

    `new` are the ranges of logs, `gaps` are logs that are missing before them, `anew` are datasets
    that were read again. Before the run, the tables `known` were set aside, and the logs were read
    up to a `place`.
    """

    facts: Facts
    new: Sequence[UnprocessedRange]
    gaps: Sequence[Gap]
    anew: Mapping[str, str]
    known: Mapping[str, Aside]
    place: dict[str, str]


def merge_or_wait(
    tables: CurrentTables,
    look: Look,
    definitions: Definitions | None,
    *,
    may_wait: bool,
) -> None:
    """Merge the changes of a run and those that wait into current tables, or let them wait.

    Args:
        tables: the current tables.
        look: the run.
        definitions: of tables, if the caller has them.
        may_wait: whether nothing but new changes was read.

    Raises:
        BinlogError: as `CurrentTables.make`.
    """
    plan = tables.plan
    if tables.asked.waits and may_wait and _is_plain(look, plan):
        _wait(look, plan)
        return
    facts, gaps = Facts(), list[Gap]()
    for fields in _runs(plan.store, plan.state):
        facts.add(Facts.from_json(fields["facts"]))
        gaps += (Gap(*one) for one in fields["gaps"])
        for folder, some in fields["files"].items():
            if folder not in look.anew and plan.olds.get(folder) != []:
                files = plan.pending.setdefault(folder, [])
                files += (Written(name, rows, size) for name, rows, size in some)
    _check_files(plan)
    facts.add(look.facts)
    plan.state.pending = None
    tables.make(facts, look.anew, look.known, definitions, [*gaps, *look.gaps])


def waiting_files(store: Store, state: State) -> dict[str, list[str]]:
    """Return the names of the files with changes that current tables lack, by dataset.

    Raises:
        FileNotFoundError: a merge has taken them since.
    """
    found: dict[str, list[str]] = {}
    for fields in _runs(store, state):
        for folder, some in fields["files"].items():
            found.setdefault(folder, []).extend(name for name, *_ in some)
    return found


def _runs(store: Store, state: State) -> Iterator[dict[str, Any]]:
    """Yield what the runs whose merge waits have written down."""
    for run in range(0 if state.pending is None else state.pending.runs):
        name = f"{PENDING}/{run:08}.json"
        fields = store.read_json(name)
        if fields is None:
            raise FileNotFoundError(store.path(name))
        yield fields


def _is_plain(look: Look, plan: Plan) -> bool:
    """Return whether a run has nothing but new changes, of logs that a merge need not read."""
    state = plan.state
    closes = any(one.end is None or one.is_closed for one in look.new)
    pending = state.pending or Pending({}, 0)
    has_references = bool(state.references or look.facts.ddl or pending.has_ddl)
    return (
        not look.anew
        and not any(plan.olds.values())
        and state.set_aside() == look.known
        and not (closes and has_references)  # its flags are read, and it may be purged later
        and pending.files + sum(map(len, plan.news.values())) <= MAX_FILES
    )


def _wait(look: Look, plan: Plan) -> None:
    """Write down what a later merge needs."""
    state, facts = plan.state, look.facts
    names = dict(plan.move)
    files = {
        folder: [(names.get(one.name, one.name), one.rows, one.num_bytes) for one in some]
        for folder, some in plan.news.items()
        if some and state.datasets[folder].table is not None
    }
    if not files and not facts.ddl and not facts.changes and not look.gaps:
        return
    pending = state.pending or Pending(look.place, time.time())
    rest = Facts(changes=facts.changes, ddl=facts.ddl).to_json()
    staged = f"{STAGED}/pending.json"
    plan.store.write_json(staged, {"facts": rest, "gaps": look.gaps, "files": files})
    plan.move.append((staged, f"{PENDING}/{pending.runs:08}.json"))
    count = pending.files + sum(map(len, files.values()))
    has_ddl = pending.has_ddl or bool(facts.ddl)
    state.pending = pending._replace(runs=pending.runs + 1, files=count, has_ddl=has_ddl)


def _check_files(plan: Plan) -> None:
    """Rebuild all tables if another writer removed files whose changes wait."""
    for folder, files in plan.pending.items():
        present = set(plan.store.files(folder))
        if not present.issuperset(one.name for one in files):
            for dataset in plan.state.datasets.values():
                if dataset.current is not None:
                    dataset.current.is_stale = True
            return
