"""Rewrites one log: reads its events, chooses among them, and writes them."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain

from binlog_kaitai.errors import BinlogError
from binlog_kaitai.io.files import is_paged
from binlog_kaitai.io.framing import LogFile
from binlog_kaitai.model.names import full_name
from binlog_kaitai.model.scopes import Scope
from binlog_kaitai.model.spans import WHOLE, Span
from binlog_kaitai.model.transactions import Group, Transaction
from binlog_kaitai.read.redacting import TEXTS_STAY
from binlog_kaitai.rewrite import passing
from binlog_kaitai.rewrite.edges import Edges
from binlog_kaitai.rewrite.editing import Editor, Written
from binlog_kaitai.rewrite.events import Events
from binlog_kaitai.rewrite.gtids import numbers_of
from binlog_kaitai.rewrite.held import IN_FRONT_OF_STATEMENT, TEXTS, Held
from binlog_kaitai.rewrite.metadata import Completer
from binlog_kaitai.rewrite.packing import Packer
from binlog_kaitai.rewrite.passing import Mover, Verdict, Whole
from binlog_kaitai.rewrite.rows import Redactor
from binlog_kaitai.rewrite.series import Counts
from binlog_kaitai.rewrite.statements import is_wanted_in, may_hold_values, thread_of
from binlog_kaitai.rewrite.stretches import Stretch, in_room, parts_of, write_together
from binlog_kaitai.rewrite.transactions import Open, Part, Run
from binlog_kaitai.tree.log.events import LoggedEvent, placed, verify_checksum, verify_is_known
from binlog_kaitai.tree.log.reader import EventReader
from binlog_kaitai.tree.log.seek import FROM_HEAD
from binlog_kaitai.tree.log.state import Beginning
from binlog_kaitai.tree.rows.images import is_of_no_table
from binlog_kaitai.tree.transactions.grouping import Grouping, is_statement


class LogRewriter:
    """Rewrites a log.

    Args:
        run: what the logs before have left.
        log: the log, open.
        scope: what of it is wanted.
        is_last: whether no other log is read.
        stretches: transactions that may pass as a whole, in order.
    """

    def __init__(
        self,
        run: Run,
        log: LogFile,
        scope: Scope,
        *,
        is_last: bool,
        stretches: Iterable[Stretch] = (),
    ) -> None:
        self.run = run
        self.log = log
        self.scope = scope
        self._is_last = is_last
        self._output = run.series.output
        self._output.adds_positions = is_paged(log.file)  # whose events have none
        redaction = run.options.redaction
        self._redactor = None if redaction is None else Redactor(redaction, scope.definition_of)
        completes = run.options.completes
        self._completer = Completer(scope.definition_of, redaction) if completes else None
        self._events = Events(self._output, run.options, self._redactor, self._completer)
        self._packer = Packer(self._output) if run.options.compresses else None
        start = log.read(0, log.first_position), log.start.format
        self._edges = Edges(run, self._events, log.file, *start)
        self._edges.lacks_front = bool(scope.span.start)
        self._grouping = Grouping()
        self._open: Open | None = None
        self._is_behind_start = not scope.span.start
        self._held = Held(log, self._events)
        self._stretches = stretches
        self._position = log.first_position
        self._editor: Editor | None = None
        self._format = log.start.format

    @property
    def counts(self) -> Counts:
        """What of the log that is written was written, and left out."""
        return self.run.series.counts

    def rewrite(self) -> None:
        """Write the log. Raises BinlogError where it cannot be read, or not be changed as asked."""
        beginning = FROM_HEAD.beginning(self.log, WHOLE)
        assert beginning is not None
        if self.log.start.binlog_version != 4:  # noqa: PLR2004 - which all servers since 5.0 write
            found = f"version {self.log.start.binlog_version}"
            raise BinlogError(self.log.file, 0, "a log of binlog version 4", found)
        stretches = (parts_of(each, lambda: self._position) for each in self._stretches)
        for one in chain.from_iterable(stretches):
            self._read(Beginning(self._position, beginning.state), one.start)
            self._end()
            self._events.end_payload()
            if self._editor is None or self._editor.mover.format is not self._format:
                self._edges.settle()
                mover = Mover(self.log, self._format, self._output, self.scope, one.start)
                self._editor = Editor(mover, self._events, self.scope, self._redactor)
            self._is_behind_start |= one.start >= self.scope.span.start
            self._position = self._pass(one, self._editor)
        self._read(Beginning(self._position, beginning.state), None)
        self._end()
        self._edges.close(is_last=self._is_last)
        for name in sorted(self._completer.unknown if self._completer else ()):
            self.run.warn(f"{self.log.file}: {name}: no definition to complete its metadata with")

    def _read(self, beginning: Beginning, end: int | None) -> None:
        """Read the events up to a position, each with its tree."""
        if beginning.position == end:
            return
        span = WHOLE if end is None else Span(beginning.position, end, is_exact=True)
        for event in EventReader(self.log, beginning, span, FROM_HEAD, assembles=False).rest():
            with placed(self.log.file, event, "an event"):
                if self.scope.verify_checksums:
                    verify_checksum(event)
                verify_is_known(event)
                self._take(event)

    def _pass(self, one: Stretch | Whole, editor: Editor) -> int:
        """Write transactions as a whole, or leave them out; return up to where trees need not."""
        if isinstance(one, Whole):
            return one.end if self._passes(one, editor) else one.start
        if self.run.options.recodes_in(self._format):
            return one.start
        fitting = in_room(one, editor.mover, self._edges)
        if fitting is None:
            return one.start
        one, numbers = fitting
        clock = self._edges.changing_clock
        if not self.run.options.keep_events_of(self.scope):
            done = editor.write(one, clock)
        else:
            done = Written(len(one.ends) * write_together(one, editor.mover, clock))
        if not done.count:
            return one.start
        self.counts.add(done.count, done.num_emptied, done.num_left_out)
        self._count_values()
        self.run.left.executed.keep_all(one.gtids.slice(0, done.count))
        self._edges.note(numbers, is_whole=True)
        self._grouping.resume(None, is_behind_gtid=False)
        return int(one.ends[done.count - 1])

    def _passes(self, one: Whole, editor: Editor) -> bool:
        """Write a transaction, or leave it out; return False if it needs trees."""
        verdict, mover = Verdict(is_wanted=False), editor.mover
        if self._wants(one.start, one.gtid, one.server_id):
            if self.run.options.recodes_in(self._format):
                return False
            if not self.run.options.keep_events_of(self.scope):
                return self._edits(one, editor)
            found = mover.verdict(one)
            if found is None:
                return False
            verdict = found
        keeps_clock = verdict.is_wanted and self._edges.changing_clock is None
        numbers = {} if keeps_clock else mover.numbers(one)
        if numbers is None:
            return False
        if verdict.is_wanted:
            self._edges.make_room(numbers)
        done = self._opened(one, numbers, is_wanted=verdict.is_wanted)
        if verdict.is_wanted:
            mover.write(one, self._edges.clock(numbers))
            self._note_kept(done)
        else:
            self.counts.rows_events += verdict.num_rows_events
            self._note_transaction_left_out(done)
        self._grouping.resume(None, is_behind_gtid=False)
        return True

    def _edits(self, one: Whole, editor: Editor) -> bool:
        """Write a transaction whose events change; return False if it needs trees."""
        if self.scope.has_times or (self.scope.span.stop or one.end) < one.end:
            return False
        numbers = editor.numbers(one)
        self._edges.make_room(numbers)
        done = self._opened(one, numbers, is_wanted=True)
        if one.end - one.start > passing.BLOCK:
            written, done.gtid = editor.write_large(one, self._edges.clock(numbers))
        else:
            written = editor.write(Stretch.of(one), self._edges.changing_clock)
        if written.count:
            done.num_filtered = written.num_left_out
            self.counts.rows_events += written.num_left_out
            self._note_kept(done)
            self._grouping.resume(None, is_behind_gtid=False)
        return bool(written.count)

    def _opened(self, one: Whole, numbers: dict[str, int], *, is_wanted: bool) -> Open:
        group = Group(Transaction(one.gtid), ended_by="xid")
        return Open(group, is_wanted, one.start, self._output.position, numbers=numbers)

    def _wants(self, position: int, gtid: str | None, server_id: int) -> bool:
        """Return whether a transaction is wanted that begins at a position."""
        span = self.scope.span
        return (
            self._is_behind_start
            and self.scope.wants_transaction(gtid)
            and (span.stop is None or position < span.stop)
            and self.scope.server_id in {None, server_id}
        )

    def _take(self, event: LoggedEvent) -> None:
        if event.tree.header.is_made_up and not self._output.adds_positions:
            raise BinlogError(
                *(self.log.file, event.position, "an event of a binary log"),
                "one that a server made for a replica, as in relay logs, which are not supported",
            )
        if not event.is_inner:
            self._events.end_payload()
            self._format = event.tree.format_after
        group = self._grouping.group_of(event)
        if group is None:
            self._edges.write(event)
            return
        if self._open is None or self._open.group is not group:
            self._end()
            self._begin(group, event)
        assert self._open is not None
        if self._open.is_wanted:
            self._write_part(event, self._open)
        elif is_statement(event):
            self._note_left_out(event)
        if group.ended_by is not None:
            self._end()

    # transactions

    def _begin(self, group: Group, event: LoggedEvent) -> None:
        position = event.position
        if position >= self.scope.span.start and event.begins_transaction(is_behind_gtid=False):
            self._is_behind_start = True
        is_wanted = self._wants(position, group.transaction.gtid, event.tree.header.server_id)
        numbers = numbers_of(event.tree) if event.tree.header.begins_transaction else {}
        if is_wanted:
            self._edges.make_room(numbers)
        self._open = Open(group, is_wanted, position, self._output.position, numbers=numbers)

    def _end(self) -> None:
        """End the transaction that is open, if there is one."""
        done, self._open = self._open, None
        if done is None:
            return
        self._held.drop()
        self._events.end_payload()
        if done.num_cut and not (done.num_kept or done.num_filtered):
            self._output.cut(done.output_start)
            done.is_wanted = False
        elif done.num_cut:
            left = f"{done.num_cut} of {done.num_cut + done.num_kept} changes are left out"
            self._warn(done, f"only a part is in the selection: {left}")
        if done.is_wanted:
            self._note_kept(done)
        else:
            self._note_transaction_left_out(done)

    def _note_transaction_left_out(self, done: Open) -> None:
        transaction = done.group.transaction
        is_front = not self._is_behind_start
        self._edges.leave_out(transaction.gtid, done.numbers, is_front=is_front)
        self.counts.left_out += 1
        if transaction.xid is not None and done.group.ended_by == "xa_prepare":
            self.run.left.xids.add(transaction.xid)

    def _note_kept(self, done: Open) -> None:
        transaction = done.group.transaction
        if transaction.xid in self.run.left.xids and done.group.ended_by in {
            "xa_commit",
            "xa_rollback",
        }:
            missing = f"it decides the XA transaction {transaction.xid}, which is left out"
            self._warn(done, missing)
        if transaction.gtid is not None:
            self.run.left.executed.keep(transaction.gtid)
        if done.num_filtered and not done.num_kept:
            self.counts.emptied += 1
        else:
            self.counts.kept += 1
        if done.gtid is not None:
            self._events.set_length(done.gtid, self._output.position - done.output_start)
        if self._packer is not None:
            self._packer.pack(done.output_start)
        self._count_values()
        self._edges.note(done.numbers, is_whole=done.group.ended_by is not None)

    def _count_values(self) -> None:
        if self._redactor is not None:
            self.counts.values += self._redactor.taken_count()

    def _write_part(self, event: LoggedEvent, to: Open) -> None:
        tree = event.tree
        if tree.header.begins_transaction:
            ticks = self._edges.clock(to.numbers)
            to.gtid = self._events.begin_transaction(event, ticks)
        elif tree.is_payload:
            self._events.begin_payload(event)
        elif tree.is_table_map:
            if self.scope.wants_table(full_name(tree.body.database, tree.body.table)):
                self._held.hold(event)
            else:
                self._events.leave_out(event)
        elif tree.is_rows:
            self._write_rows(event, to)
        elif tree.header.is_rows_fragment and not self._takes_rows_as_they_are:
            expected = "rows events in one piece, to select, redact or compress them"
            raise BinlogError(self.log.file, event.position, expected, "a fragment of one")
        elif event.type in TEXTS and self._redactor is not None:
            self._events.leave_out(event)
        elif event.type in IN_FRONT_OF_STATEMENT:
            self._held.hold(event)
        elif is_statement(event):
            self._write_statement(event, to)
        else:
            self._held.release()
            self._events.write(event)

    def _write_rows(self, event: LoggedEvent, to: Open) -> None:
        rows = event.tree.body
        is_last = rows.flags.end_of_statement
        if is_of_no_table(rows):
            if to.part is not None:
                to.part = self._written(event)
        elif not self.scope.wants_table(full_name(rows.table_map.database, rows.table_map.table)):
            to.num_filtered += 1
            self._leave_out_rows(event)
        elif not self._is_in_time(event):
            to.num_cut += 1
            self._leave_out_rows(event)
        else:
            to.num_kept += 1
            self._held.release()
            to.part = None if is_last else self._written(event)
            if is_last:
                self._events.write(event)
        if is_last:
            self._held.drop()
            if to.part is not None:
                self._events.end_statement(*to.part, event)
            to.part = None

    def _written(self, event: LoggedEvent) -> Part:
        place = self._events.write(event)
        return Part(self._events.target, place)

    def _leave_out_rows(self, event: LoggedEvent) -> None:
        self.counts.rows_events += 1
        self._events.leave_out(event)

    def _write_statement(self, event: LoggedEvent, to: Open) -> None:
        is_cut = not self._is_in_time(event)
        if not is_cut and self._wants_statement(event, to):
            self._held.release()
            thread = thread_of(event)
            if thread in self.run.left.threads:
                self._warn(to, "it uses temporary tables, of which statements are left out", event)
            self._edges.note_temporary(thread)
            if self._redactor is not None and may_hold_values(event, self._redactor.redaction):
                self._warn(to, TEXTS_STAY, event)
            to.num_kept += 1
            self._events.write(event)
            return
        self._held.drop()
        self._note_left_out(event)
        self._events.leave_out(event)
        if is_cut:
            to.num_cut += 1
            return
        to.num_filtered += 1
        if to.gtid is not None and to.group.ended_by == "statement":
            to.gtid = self._events.write_empty(event, to.gtid)

    def _note_left_out(self, event: LoggedEvent) -> None:
        self.counts.statements += 1
        thread = thread_of(event)
        if thread is not None:
            self.run.left.threads.add(thread)

    def _wants_statement(self, event: LoggedEvent, to: Open) -> bool:
        is_wanted, has_others = is_wanted_in(self.scope, event)
        if is_wanted and has_others:
            self._warn(to, "a statement also changes tables that are not selected", event)
        return is_wanted

    @property
    def _takes_rows_as_they_are(self) -> bool:
        recodes = self.run.options.recodes_in(self._format)
        return self.scope.wants_all_tables and self._redactor is None and not recodes

    def _is_in_time(self, event: LoggedEvent) -> bool:
        stop = self.scope.span.stop
        is_before = stop is None or event.position < stop
        return is_before and self.scope.wants_time(event.tree.header.timestamp)

    def _warn(self, of: Open, message: str, event: LoggedEvent | None = None) -> None:
        position = of.start if event is None else event.position
        self.run.warn(f"{self.log.file}: at byte {position}: {of.name}: {message}")
