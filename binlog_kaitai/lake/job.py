"""Binary logs to typed datasets, one a table."""

from __future__ import annotations

import hashlib
import json
import logging
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, replace
from pathlib import Path

from binlog_kaitai.io.finding import FoundFile, with_keys
from binlog_kaitai.lake.commit import STAGED, TRIES, Journal, commit, roll_forward, tidy
from binlog_kaitai.lake.current.planning import Asked as CurrentAsked
from binlog_kaitai.lake.current.planning import CurrentTables
from binlog_kaitai.lake.facts import Decision, Facts
from binlog_kaitai.lake.gathering import Gathered, GatherTask
from binlog_kaitai.lake.lock import locked
from binlog_kaitai.lake.plan import Plan, merge, to_read_anew, weight_of
from binlog_kaitai.lake.reading import Asked, Part, ReadTask
from binlog_kaitai.lake.running import Runner, Threads
from binlog_kaitai.lake.served import Sources
from binlog_kaitai.lake.snapshots import ConflictError
from binlog_kaitai.lake.state import (
    STATE,
    SUCCESS,
    FileKey,
    Options,
    State,
    check_overwritten,
    entries_of,
    key_of,
    load_state,
)
from binlog_kaitai.lake.store import Store
from binlog_kaitai.lake.summary import Step, Summary, summary_of
from binlog_kaitai.lake.tables import Format, tables_of
from binlog_kaitai.lake.unread import Unread, all_of, check_followed, unread_of
from binlog_kaitai.model.ddl import read_definitions
from binlog_kaitai.read.known_names import table_hint

LOGGER = logging.getLogger(__name__)

FILE_SIZE = 2**27

MIN_SPAN, MAX_SPAN = 2**23, 2**29
"""Bytes of logs that a task reads: more of more, for files of a good size."""

PARTS = 64
"""How many tasks there are at least, where that makes none read less than `MIN_SPAN`."""

MARKS = {"parquet": "%"}
"""What encodes characters in folders' names: the other formats' libraries decode percent signs."""

VERSION = 5
"""Of what tasks put down, and write of it: no other version goes on with that."""

MAX_GATHERED = 2**25
MAX_UNITS = 64
"""Bytes and files that a task gathers, unless one file has more."""


def export(  # noqa: PLR0913
    paths: Iterable[str],
    out: str | Path,
    *,
    table: str | None = None,
    ddl: str | None = None,
    file_format: Format = "parquet",
    runner: Runner | None = None,
    overwrite: bool = False,
    verify_checksums: bool = True,
    file_size: int = FILE_SIZE,
    keyring: str | None = None,
    current: CurrentAsked | None = None,
    catalog: str | None = None,
    follows: bool = False,
    spool: str | Path | None = None,
    progress: Callable[[Step], None] = lambda _: None,
) -> Summary:
    """Write the row images of each table to `out/<database>.<table>/`, typed, as Parquet.

    Statements go to `out/statements/`, as flat records. Datasets are partitioned by the day, UTC.
    Where `out` holds what an export with the same options wrote, of some of the files, the others
    are added. `out/_SUCCESS` is there when all is whole. What was rolled back is left out, and so
    are prepared transactions (XA), unless one of the files commits them; rows whose transaction the
    logs do not end have null as their `_outcome`.

    Args:
        paths: of files, folders, patterns, `.index` files, or their URIs, or servers.
        out: a folder, or a URI in an object store. In the names of folders, what is no letter or
            digit of ASCII, `_` or `-` is percent-encoded, as is a `_` that begins a name, and what
            is too long cut; each folder's `_export.json` has the true names.
        table: only this one, `database.table`, or a pattern, with all columns that it had.
        ddl: path of what `mysqldump --no-data` printed, for columns without names in the log.
        file_format: `parquet`; or `delta` or `iceberg`: each dataset is such a table.
        runner: where tasks run: in threads of this process, if it is not given.
        overwrite: replaces what `out` holds, if that is nothing but datasets.
        verify_checksums: an event with a wrong checksum is damaged.
        file_size: about how many bytes a file has at most.
        current: keeps each table as it stands now, too, in `out/<database>.<table>.current/`.
        catalog: of Iceberg tables, by its name in the configuration of PyIceberg; else it is
            in `out/catalog.db`.
        keyring: the server's file of keys, for logs that it encrypted, where tasks see it.
        spool: a folder for a server's logs until they are exported, as with `follows`.
        follows: takes of the last log of each folder, which may grow, the whole transactions;
            earlier logs may be gone.
        progress: is called after each step.

    Raises:
        BinlogError: a file is damaged, or the types of a column do not merge.
        DataLossError, ForeignRowsError: a log is gone, or another writer changed a table.
        TransientError: another export writes to `out`, or a server is lost.
        ValueError: the arguments, or what is in the output, do not fit.
    """
    started = time.perf_counter()
    check_format(out, file_format, catalog)
    store = Store.at(out)
    sources = Sources(paths, spool)
    follows = follows or sources.have_servers
    files = with_keys(sources.find(), keyring)
    options = _options_of(table, ddl, file_format, catalog, current, verifies=verify_checksums)
    asked = Asked(
        table,
        read_definitions(ddl, table) if ddl else None,
        verify_checksums,
        file_size,
        mark=MARKS.get(file_format, "~"),
        is_current=current is not None,
    )
    if Journal.of(store) is None:
        # or it is refused
        _state_of(store, options, files, overwrite=overwrite, follows=follows)
    with locked(store) as check:

        def work() -> _Export:
            state = _state_of(store, options, files, overwrite=overwrite, follows=follows)
            return _Export(store, state, asked, runner or Threads(), progress, check, current)

        done = _until_whole(store, work, files, overwrite=overwrite, follows=follows)
    sources.drop(done[0])
    return summary_of(len(files), store, *done, started)


def _until_whole(
    store: Store,
    make: Callable[[], _Export],
    files: Sequence[FoundFile],
    *,
    overwrite: bool,
    follows: bool,
) -> tuple[State, Facts, set[str]]:
    """Finish a killed run, then run an export; `TRIES` times at most if other writers interfere.

    Returns:
        What the archive then holds, what was found in the logs, and the datasets that changed.

    Raises:
        ConflictError: if the last run met another writer, too.
    """
    journal = Journal.of(store)
    if journal is not None:
        roll_forward(store, journal, is_again=True)
    facts, changed = Facts(), set[str]()
    for _ in range(TRIES):
        work = make()
        new = list(unread_of(files, work.state, follows=follows))
        try:
            facts.add(work.run(files, new, entries_of(store) if overwrite else ()))
        except ConflictError as error:
            conflict = error
            LOGGER.warning("%s: another writer committed to a table; planning again", store.root)
            continue
        changed |= work.changed
        if not work.stale:
            return work.state, facts, changed
        conflict = ConflictError(store.root)
    raise conflict


def _options_of(  # noqa: PLR0913
    table: str | None,
    ddl: str | None,
    file_format: Format,
    catalog: str | None,
    current: CurrentAsked | None,
    *,
    verifies: bool,
) -> Options:
    """Return what has to be the same in each run."""
    ddl_hash = hashlib.sha256(Path(ddl).read_bytes()).hexdigest() if ddl else None
    options: Options = {"table": table, "ddl": ddl_hash, "format": file_format}
    if catalog is not None:
        options["catalog"] = catalog
    if not verifies:
        options["verifyChecksums"] = "false"
    return options if current is None else options | current.options()


def check_format(out: str | Path, file_format: Format, catalog: str | None = None) -> None:
    """Raise ValueError for an output that a format cannot be written to.

    Raises MissingExtraError where what writes it is not installed.
    """
    if catalog is not None and file_format != "iceberg":
        raise ValueError(f"a catalog is for iceberg, not {file_format}")
    tables_of(Store.at(out), {"format": file_format, "catalog": catalog})


def _state_of(
    store: Store, options: Options, files: Sequence[FoundFile], *, overwrite: bool, follows: bool
) -> State:
    if overwrite:
        check_overwritten(store)
        return State(options)
    state = load_state(store)
    if state is None:
        return State(options)
    state.check(options, files, store.root, follows=follows)
    check_followed(files, state)
    return state


class _Export:
    """One run of an export; `check` raises where it no longer has the archive for itself."""

    def __init__(  # noqa: PLR0913, PLR0917 - what `export` has found out
        self,
        store: Store,
        state: State,
        asked: Asked,
        runner: Runner,
        progress: Callable[[Step], None],
        check: Callable[[], None],
        current: CurrentAsked | None,
    ) -> None:
        self.store = store
        self.state = state
        self.asked = asked
        self.runner = runner
        self.progress = progress
        self.check = check
        self.current = current or CurrentAsked()
        self.changed: set[str] = set()
        self.stale = False

    def run(
        self, files: Sequence[FoundFile], new: Sequence[Unread], replaced: Sequence[str]
    ) -> Facts:
        """Read what is new, and make it visible. Returns what was found in it."""
        state = self.state
        found = self._read(new, self.asked)
        if self.asked.table is not None and not (found.datasets or state.datasets):
            hint = table_hint(self.asked.table, [file.path for file in files], "auto")
            where = f"{len(files)} file{'s' * (len(files) != 1)}"
            raise ValueError(f"no row image of a table {self.asked.table} in {where}{hint}")
        for one in new:
            one.note(state)
        every = merge(state, found)
        anew = to_read_anew(state, every)
        again = Facts()
        if anew:
            is_known = any(folder in state.datasets for folder in anew)
            again = self._read(
                all_of(files, state) if is_known else new, replace(self.asked, only=anew)
            )
        plan = Plan(self.store, state, self.asked.file_size, tables_of(self.store, state.options))
        logs = {file.path: number for number, file in enumerate(files)}
        decisions = _by_xid(found.decisions, logs), _by_xid(again.decisions, logs)
        for folder, merged in every.items():
            is_anew = folder in anew
            if is_anew:
                merged.take_anew(again.datasets.get(folder))
            plan.add(folder, merged, decisions[is_anew], logs, is_anew=is_anew)
        state.anew.clear()
        state.parts.clear()
        if replaced:
            plan.replace_all(replaced)
        self._write(plan)
        if state.is_current:
            tables = CurrentTables(plan, self.runner, self.current, f"{STAGED}/current")
            tables.make(found, anew)
        self.changed.update(plan.changed)
        self.check()
        is_known = self.store.exists(STATE) and self.store.exists(SUCCESS)
        if new or plan.changed or replaced or not is_known:
            plan.check()
            self.stale = not commit(self.store, plan.journal())
        else:
            tidy(self.store, state)
        return found

    def _read(self, unread: Sequence[Unread], asked: Asked) -> Facts:
        facts = Facts(temporary=dict(self.state.temporary))
        tasks = list(self._tasks(unread, asked))
        for number, found in enumerate(self.runner.run(tasks), 1):
            facts.add(found)
            self.progress(Step("read", number, len(tasks), tasks[number - 1].name))
        return facts

    def _tasks(self, unread: Sequence[Unread], asked: Asked) -> Iterator[ReadTask]:
        total = sum(one.size for one in unread)
        keys = {one.file.path: key_of(one.file) for one in unread}
        max_bytes = min(max(1 << (total // PARTS).bit_length(), MIN_SPAN), MAX_SPAN)
        parts: list[Part] = []
        size = 0
        for one in unread:
            file = one.file
            without = frozenset(() if asked.only else self.state.parts.get(key_of(file), ()))
            for span in one.spans(max_bytes):
                end = file.size if span.end is None else span.end
                if parts and size + end - span.start > max_bytes:
                    yield self._task(parts, keys, asked)
                    parts, size = [], 0
                parts.append(Part(file.path, span, without))
                size += end - span.start + max_bytes // PARTS
        if parts:
            yield self._task(parts, keys, asked)

    def _task(self, parts: list[Part], keys: Mapping[str, FileKey], asked: Asked) -> ReadTask:
        """Return a task, whose folder is named by all that it reads, with the logs' `keys`."""
        about = {
            "version": VERSION,
            "options": self.state.options,
            "only": asked.only,
            "parts": [[part.log, asdict(part.span), sorted(part.without)] for part in parts],
            "files": [keys[log] for log in dict.fromkeys(part.log for part in parts)],
        }
        digest = hashlib.sha256(json.dumps(about, sort_keys=True).encode()).hexdigest()
        return ReadTask(self.store, f"{STAGED}/{digest[:32]}", tuple(parts), asked)

    def _write(self, plan: Plan) -> None:
        tasks = list(self._gathering(plan.units))
        left = dict.fromkeys(plan.changed, 0)
        for folder, *_ in plan.targets:
            left[folder] += 1
        total, done = len(left), 0

        def tell(folder: str) -> None:
            nonlocal done
            if not left[folder]:
                done += 1
                name = self.state.datasets[folder].name
                self.progress(Step("write", done, total, name))

        for folder in left:
            tell(folder)
        for gathered in self.runner.run(tasks):
            for number, files in gathered:
                plan.place(number, files)
                folder = plan.targets[number][0]
                left[folder] -= 1
                tell(folder)

    def _gathering(self, units: Sequence[Gathered]) -> Iterator[GatherTask]:
        folder = f"{STAGED}/gathered"
        some: list[Gathered] = []
        size = 0
        for unit in units:
            weight = weight_of(unit)
            if some and (size + weight > MAX_GATHERED or len(some) == MAX_UNITS):
                yield GatherTask(self.store, folder, self.asked.file_size, tuple(some))
                some, size = [], 0
            some.append(unit)
            size += weight
        if some:
            yield GatherTask(self.store, folder, self.asked.file_size, tuple(some))


def _by_xid(decisions: Iterable[Decision], logs: dict[str, int]) -> dict[str, list[Decision]]:
    """Return decisions in the order of the logs, by the transactions that they decide."""
    by_xid: dict[str, list[Decision]] = {}
    for decision in sorted(decisions, key=lambda one: (logs[one.log], one.position)):
        by_xid.setdefault(decision.xid, []).append(decision)
    return by_xid
