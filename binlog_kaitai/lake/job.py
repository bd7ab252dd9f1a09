"""Export binary logs to typed datasets, one for each table."""

from __future__ import annotations

import hashlib
import json
import logging
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from binlog_kaitai.io.finding import FoundFile, with_keys
from binlog_kaitai.lake.commit import STAGED, TRIES, Journal, commit, roll_forward, tidy
from binlog_kaitai.lake.current.pending import Look, merge_or_wait
from binlog_kaitai.lake.current.planning import Asked as CurrentAsked
from binlog_kaitai.lake.current.planning import CurrentTables
from binlog_kaitai.lake.definitions import RunDefinitions
from binlog_kaitai.lake.facts import Facts
from binlog_kaitai.lake.folders import mark_of
from binlog_kaitai.lake.gathering import CompactionTask, CompactionUnit
from binlog_kaitai.lake.loading import check_overwritten, entries_of, load_state
from binlog_kaitai.lake.lock import locked
from binlog_kaitai.lake.options import Options, options_of, redaction_option
from binlog_kaitai.lake.plan import Plan, weight_of
from binlog_kaitai.lake.reading import ExportOptions, Part, ReadTask
from binlog_kaitai.lake.resetting import Resets
from binlog_kaitai.lake.running import Reading, Runner, Snapshot, Threads, groups
from binlog_kaitai.lake.schemas import Merged, merge, to_read_anew
from binlog_kaitai.lake.served import InputLogs
from binlog_kaitai.lake.settling import by_xid
from binlog_kaitai.lake.snapshots import ConflictError
from binlog_kaitai.lake.state import STATE, SUCCESS, FileKey, State, key_of
from binlog_kaitai.lake.store import Store, patient
from binlog_kaitai.lake.summary import Step, Summary, summary_of
from binlog_kaitai.lake.tables import Format, check_format, tables_of
from binlog_kaitai.lake.unread import (
    UnprocessedRange,
    all_of,
    check_followed,
    note_all,
    unread_of,
)
from binlog_kaitai.model.redaction import Redaction
from binlog_kaitai.model.scopes import Scope
from binlog_kaitai.read.ddl import Ddl
from binlog_kaitai.read.known_names import table_hint
from binlog_kaitai.read.redacting import warn_of_rules

if TYPE_CHECKING:
    from binlog_kaitai.lake.chunks import Chunks

LOGGER = logging.getLogger(__name__)

FILE_SIZE = 2**27

MIN_SPAN, MAX_SPAN = 2**23, 2**29
"""Bytes of logs per task; larger inputs get larger tasks, for files of a good size."""

PARTS = 64
"""Minimum number of tasks, unless tasks would read less than `MIN_SPAN`."""

VERSION = 8
"""Version of the spilled files and facts; another version does not resume them."""

MAX_GATHERED, MAX_UNITS = 2**25, 64
"""Bytes and files that a task compacts, unless a single file has more."""


def export(  # noqa: PLR0913
    paths: Iterable[str],
    out: str | Path,
    *,
    table: str | None = None,
    exclude_tables: Sequence[str] = (),
    reset: Sequence[str] = (),
    ddl: str | Ddl | None = None,
    file_format: Format = "parquet",
    runner: Runner | None = None,
    overwrite: bool = False,
    verify_checksums: bool = True,
    file_size: int = FILE_SIZE,
    keyring: str | None = None,
    current: CurrentAsked | None = None,
    catalog: str | None = None,
    follows: bool = False,
    spool: str | Path | InputLogs | None = None,
    snapshot: Snapshot | bool = False,
    redaction: Redaction | None = None,
    progress: Callable[[Step], None] = lambda _: None,
) -> Summary:
    """Write the typed row images of each table to the Parquet dataset `out/<database>.<table>/`.

    Statements go to `out/statements/`. Partitions are UTC days. Only committed changes are written.

    Args:
        paths: files, folders, patterns, `.index` files, URIs of these, or servers.
        out: a folder, or a URI in an object store; `_export.json` in its folders has true names.
        table: only this table, `database.table`, or a pattern, with all columns that it had.
        exclude_tables: skips these tables, named as `table`; later runs may skip more.
        reset: tables to rebuild, such as those that are set aside; named as `table`.
        ddl: the dump of `mysqldump --no-data`, for logs without column names, or a `Ddl`.
        file_format: `parquet`, `delta` or `iceberg`, the format of each dataset.
        runner: runs the tasks; by default, threads of this process.
        overwrite: replaces the content of `out`, if it contains only datasets.
        verify_checksums: an event with a wrong checksum is damaged.
        file_size: approximate maximum size of a file in bytes.
        current: also maintains the current rows, in `out/<database>.<table>.current/`.
        catalog: name of an Iceberg catalog in PyIceberg's configuration; else `out/catalog.db`.
        keyring: the server's keyring file, for encrypted logs; tasks must have access to it.
        spool: a folder for a server's logs until they are exported, or the logs themselves.
        snapshot: also reads older rows of the server; call again until no `Summary.baselines`.
        redaction: of columns, by `binlog_kaitai.read.redacting.redaction_of`.
        follows: the last log of each folder may grow, and earlier logs may be purged.
        progress: called after each step.

    Raises:
        BinlogError: a file is damaged.
        DataLossError, ForeignRowsError: a log is missing, or another writer changed a table.
        TransientError: another export writes to `out`, or a server is lost.
        ValueError: the arguments or the content of the output do not fit.
    """
    store, started = check_format(out, file_format, catalog), time.perf_counter()
    ddl = Ddl.of(ddl).read(paths := list(paths))
    sources = InputLogs.of(paths, spool)
    follows, heals = follows or sources.have_servers, sources.heal(snapshot)
    files = with_keys(sources.find(), keyring)
    given = options_of(table, exclude_tables, ddl, file_format, catalog, verifies=verify_checksums)
    given |= _more_options(current, redaction, snapshot)
    scope = Scope(table, verify_checksums=verify_checksums, redaction=redaction)
    mark, keys = mark_of(file_format), None if current is None else current.keys
    selection = ExportOptions(table, tuple(exclude_tables), scope, file_size, mark=mark, keys=keys)
    known = partial(_state_of, store, given, files, reset, overwrite, follows=follows, heals=heals)
    if not store.exists(STATE) and Journal.of(store) is None:  # or it is refused
        known()
    with locked(store) as check:

        def work() -> _Export:
            state = known()
            runs, kept = runner or Threads(), current or CurrentAsked()
            resets = sources.resets(state, reset, kept.keys, snapshot)
            reading = Reading.of(snapshot, kept.keys, progress, runs)
            chunks = sources.chunks(store, state, files, reading)
            definitions = RunDefinitions(selection, ddl, files, state)
            return _Export(store, state, definitions, runs, progress, check, kept, resets, chunks)

        done = _until_whole(store, work, files, overwrite=overwrite, follows=follows)
    sources.drop(done[0], snapshot)
    return summary_of(files, store, *done, started)


def _more_options(
    current: CurrentAsked | None, redaction: Redaction | None, snapshot: Snapshot | bool
) -> Options:
    given, keys = ({}, {}) if current is None else (current.options(), current.keys)
    if isinstance(snapshot, Snapshot) and snapshot.dump is not None:
        given["baseline"] = snapshot.dump
    return given | redaction_option(redaction, keys, has_snapshot=bool(snapshot))


@patient
def _until_whole(
    store: Store,
    make: Callable[[], _Export],
    files: Sequence[FoundFile],
    *,
    overwrite: bool,
    follows: bool,
) -> tuple[State, Facts, dict[str, int]]:
    """Complete a killed run, then run an export; at most `TRIES` times if other writers interfere.

    Returns:
        The state of the archive, the facts about the logs, and the bytes written by changed folder.

    Raises:
        ConflictError: another writer interfered with the last run, too.
    """
    if (journal := Journal.of(store)) is not None:
        roll_forward(store, journal, is_again=True)
    facts, changed = Facts(), dict[str, int]()
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


def _state_of(  # noqa: PLR0913 - as `export` has them
    store: Store,
    options: Options,
    files: Sequence[FoundFile],
    reset: Sequence[str],
    overwrite: bool,
    *,
    follows: bool,
    heals: bool,
) -> State:
    if overwrite:
        check_overwritten(store)
        return State(options)
    if (state := load_state(store)) is None:
        return State(options)
    state.check(options, files, store.root, follows=follows, reset=reset)
    check_followed(files, state, heals=heals)
    return state


@dataclass
class _Export:
    """One run of an export; `check` raises if it has lost the lock of the archive."""

    store: Store
    state: State
    definitions: RunDefinitions
    runner: Runner
    progress: Callable[[Step], None]
    check: Callable[[], None]
    current: CurrentAsked
    resets: Resets
    chunks: Chunks | None
    changed: dict[str, int] = field(default_factory=dict)
    stale: bool = False

    @property
    def selection(self) -> ExportOptions:
        """The selection of the export."""
        return self.definitions.selection

    def run(
        self, files: Sequence[FoundFile], new: Sequence[UnprocessedRange], replaced: Sequence[str]
    ) -> Facts:
        """Read new spans and publish them. Returns the facts about them."""
        state = self.state
        aside_before, place, pending = state.set_aside(), state.place(), state.pending
        facts = self._read(new, self.selection)
        gaps = note_all(new, state)
        if self.chunks is not None:
            self.chunks.take(facts, files)
        self._check_table(facts, files)
        resets = self.resets
        if resets.begins:
            selection = replace(self.selection, begins=resets.begins)
            resets.take(state, facts, self._read(list(resets.unread(files, state)), selection))
        every = merge(state, facts)
        anew = to_read_anew(state, every)
        again = self._read_anew(files, new, every, anew) if anew else Facts()
        plan = Plan(
            self.store, state, self.selection.file_size, tables_of(self.store, state.options)
        )
        logs = {file.path: number for number, file in enumerate(files)}
        decisions = by_xid(facts.decisions, logs), by_xid(again.decisions, logs)
        for folder, merged in every.items():
            is_anew = folder in anew
            if is_anew:
                merged.take_anew(again.datasets.get(folder))
            plan.add(folder, merged, decisions[is_anew], logs, is_anew=is_anew)
        for folder, before in resets.replaced.items():
            plan.begin(folder, before, resets.begins[folder], keeps=folder in resets.healed)
        if self.chunks is not None:
            self.chunks.note(state)
        state.anew.clear()
        state.parts.clear()
        if replaced:
            plan.replace_all(replaced)
        self._write(plan)
        if state.is_current:
            tables = CurrentTables(plan, self.runner, self.current, f"{STAGED}/current")
            look = Look(facts, new, gaps, anew, aside_before, place)
            is_read = self.chunks is not None and (self.chunks.read or state.baselines or facts.ddl)
            may_wait = not is_read and not resets.begins
            merge_or_wait(tables, look, self.definitions.constant, may_wait=may_wait)
        self.changed |= dict.fromkeys(plan.changed, 0) | plan.written
        self.check()
        is_known = self.store.exists(STATE) and self.store.exists(SUCCESS)
        is_known = is_known and state.pending == pending
        if new or plan.changed or replaced or not is_known or self.chunks is not None:
            plan.check()
            self.stale = not commit(self.store, plan.journal())
        else:
            tidy(self.store, state)
        warn_of_rules(self.selection.ddl.redaction)
        return facts

    def _check_table(self, facts: Facts, files: Sequence[FoundFile]) -> None:
        """Raise ValueError if the export selects a table that the files do not have."""
        table = self.selection.table
        is_found = facts.datasets or self.state.datasets or self.chunks is not None
        if table is not None and not is_found:
            hint = table_hint(table, [file.path for file in files], "auto")
            where = f"{len(files)} file{'s' * (len(files) != 1)}"
            raise ValueError(f"no row image of table {table} in {where}{hint}")

    def _read_anew(
        self,
        files: Sequence[FoundFile],
        new: Sequence[UnprocessedRange],
        every: Mapping[str, Merged],
        anew: Mapping[str, str],
    ) -> Facts:
        """Read the rows of datasets again, in their current columns."""
        begins = self.resets.begins
        is_known = any(folder in self.state.datasets or folder in begins for folder in anew)
        accepted = {
            folder: [layout.columns for layout in every[folder].facts.layouts]
            for folder in anew
            if every[folder].until is not None
        }
        selection = replace(self.selection, only=anew, accepted=accepted, begins=begins or None)
        return self._read(all_of(files, self.state) if is_known else new, selection)

    def _read(self, unread: Sequence[UnprocessedRange], selection: ExportOptions) -> Facts:
        facts = Facts()
        tasks = list(self._tasks(unread, self.definitions.select(selection, unread)))
        for number, facts_of_task in enumerate(self.runner.run(tasks), 1):
            facts.add(facts_of_task)
            self.progress(Step("read", number, len(tasks), tasks[number - 1].name))
        return facts

    def _tasks(
        self, unread: Sequence[UnprocessedRange], selection: ExportOptions
    ) -> Iterator[ReadTask]:
        total = sum(one.size for one in unread)
        keys = {one.file.path: key_of(one.file) for one in unread}
        max_bytes = min(max(1 << (total // PARTS).bit_length(), MIN_SPAN), MAX_SPAN)
        parts: list[Part] = []
        size = 0
        for one in unread:
            file = one.file
            without: frozenset[str] = frozenset()
            if selection.only is None and selection.begins is None:
                without = self.state.stopped().union(self.state.parts.get(key_of(file), ()))
            for span in one.spans(max_bytes):
                end = file.size if span.end is None else span.end
                if parts and size + end - span.start > max_bytes:
                    yield self._task(parts, keys, selection)
                    parts, size = [], 0
                parts.append(Part(file.path, span, without))
                size += end - span.start + max_bytes // PARTS
        if parts:
            yield self._task(parts, keys, selection)

    def _task(
        self, parts: list[Part], keys: Mapping[str, FileKey], selection: ExportOptions
    ) -> ReadTask:
        """Return a task; its folder is named by a digest of its inputs, with the logs' `keys`."""
        about = {
            "version": VERSION,
            "options": self.state.options,
            "only": [selection.only, selection.accepted, selection.begins],
            "parts": [[part.log, asdict(part.span), sorted(part.without)] for part in parts],
            "files": [keys[log] for log in dict.fromkeys(part.log for part in parts)],
            "ddl": [] if selection.ddl.over_time is None else sorted(keys.values()),
        }
        digest = hashlib.sha256(json.dumps(about, sort_keys=True).encode()).hexdigest()
        return ReadTask(self.store, f"{STAGED}/{digest[:32]}", tuple(parts), selection)

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
                self.progress(Step("write", done, total, self.state.datasets[folder].name))

        for folder in left:
            tell(folder)
        for gathered in self.runner.run(tasks):
            for number, files in gathered:
                plan.place(number, files)
                folder = plan.targets[number][0]
                left[folder] -= 1
                tell(folder)

    def _gathering(self, units: Sequence[CompactionUnit]) -> Iterator[CompactionTask]:
        folder, size = f"{STAGED}/gathered", self.selection.file_size
        for some in groups(units, weight_of, MAX_GATHERED, MAX_UNITS):
            yield CompactionTask(self.store, folder, size, tuple(some))
