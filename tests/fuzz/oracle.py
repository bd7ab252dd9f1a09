"""What must be the same of any log, however damaged: each check says in words what is not."""

from __future__ import annotations

import json
import traceback
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import islice
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import pyarrow as pa
import pyarrow.compute as pc

from binlog_kaitai.generated.innodb_binlog import InnodbBinlog
from binlog_kaitai.io.event_types import EventType
from binlog_kaitai.io.files import by_specs
from binlog_kaitai.kernels.columns.variants import Variants
from binlog_kaitai.kernels.records import packs as packing
from binlog_kaitai.kernels.seek import boundaries, look_ahead, windows
from binlog_kaitai.kernels.walk import change_scanner, chunk, page_cuts
from binlog_kaitai.kernels.walk import paged as paged_events
from binlog_kaitai.model.framings import FRAMINGS
from binlog_kaitai.model.gtids import GtidSet, parse_gtid_set
from binlog_kaitai.model.names import full_name
from binlog_kaitai.model.schema import RECORD_FIELDS
from binlog_kaitai.model.spans import Span
from binlog_kaitai.read import side_by_side
from binlog_kaitai.tree.log import seek
from tests.fuzz.nodes import FORMAT_DESCRIPTION
from tests.fuzz.pages import cut, damaged, some_pages, written
from tests.fuzz.readings import FAULT, VIEWS, Ask, Readings, View, schema_of
from tests.fuzz.values import differing_value
from tests.made_up.damage import HEADER, MAGIC, events_of
from tests.made_up.json_texts import problem_of_texts, some_json
from tests.made_up.readings import (
    KERNELS,
    TREE,
    Reading,
    difference,
    difference_of,
    parts_of,
)
from tests.made_up.streams import Typed, difference_in, some_stream

CHUNKS = (64, 64, 500, 3000)
ROW_SIZES = (1, 40, chunk.MEAN_ROW)
ROWS = (16, 16, 100, change_scanner.MAX_ROWS)
ENCRYPTIONS = {EventType.start_encryption.value, EventType.percona_start_encryption.value}
START = InnodbBinlog.__new__(InnodbBinlog).plain_start
WHOLE = 2**16  # bytes that hold nearly all logs; what readers take else costs time to clear


class Case(NamedTuple):
    """A log in a file, and what chooses of what is done with it."""

    path: Path
    data: bytes
    chance: Random
    readings: Readings

    def table(self) -> str | None:
        """One of its tables."""
        return self.chance.choice(self.readings.tables) if self.readings.tables else None


def problem_of(path: Path, chance: Random, checks: int = 5) -> str | None:
    """What does not hold of the log in a file; of as many checks, or all if it is 0."""
    case = Case(path, path.read_bytes(), chance, Readings(path))
    _make_small(chance)
    chosen = chance.choices(*zip(*CHECKS.items(), strict=True), k=checks) if checks else CHECKS
    for check in dict.fromkeys(chosen):
        try:
            if found := check(case):
                return f"{check.__name__}: {found}"
        except Exception:  # noqa: BLE001 - that there is none is what is checked
            return f"{check.__name__}: {traceback.format_exc()}"
    return None


def _make_small(chance: Random) -> None:
    """Has readers take little memory, so that small logs fill it as large ones do, and soon."""
    side_by_side.MIN_SHARED = 0
    chunk.CHUNK = chance.choice(CHUNKS) if chance.randrange(2) else WHOLE
    chunk.SPILL = chance.choice(CHUNKS) if chance.randrange(2) else WHOLE
    chunk.MEAN_ROW = chance.choice(ROW_SIZES)
    change_scanner.MAX_ROWS = chance.choice(ROWS)
    page_cuts.WINDOW = chance.choice([512, 2048, WHOLE])
    page_cuts.GAP = chance.choice([0, 512, WHOLE])
    paged_events.MAX_PIECES = chance.choice([2, 5, 2**12])
    paged_events.BLOCK = chance.choice([1, 512, 2**16])
    packing.MAX_LOGS = chance.choice([2, 3, 1024])
    windows.WINDOW = look_ahead.MAX_WINDOW = WHOLE
    boundaries.MAX_CANDIDATE = windows.MAX_CANDIDATE = seek.MAX_CANDIDATE = WHOLE // 2


def warm_up(path: Path) -> None:
    """Reads a log by kernels in each way, so that they are compiled."""
    readings = Readings(path)
    _make_small(Random(0))
    for ask in (Ask(), Ask("transactions"), *(Ask(table=table) for table in readings.tables)):
        readings.by(KERNELS, ask)


# both engines


def engines(case: Case) -> str | None:
    """Flat records."""
    return _engines(case, Ask())


def lenient_engines(case: Case) -> str | None:
    """Flat records, and faults among them."""
    return _engines(case, Ask().lenient)


def typed_engines(case: Case) -> str | None:
    """Rows of a table."""
    table = case.table()
    return table and _engines(case, Ask(table=table))


def lenient_typed_engines(case: Case) -> str | None:
    """Rows of a table, and faults among them."""
    table = case.table()
    return table and _engines(case, Ask(table=table).lenient)


def threads(case: Case) -> str | None:
    """Threads that share the work give what one gives."""
    ask = Ask(table=case.table() if case.chance.randrange(2) else None)
    one = case.readings.by(KERNELS, ask)
    shared = case.readings.by_threads(case.chance.randrange(2, 4), ask)
    return _relabelled(difference_of(str(ask), one, shared), "one thread, several")


def transaction_engines(case: Case) -> str | None:
    """Transactions, with faults or up to the first."""
    return _engines(case, _maybe_lenient(case, "transactions"))


def scoped_engines(case: Case) -> str | None:
    """What is left when times, transactions and a database are chosen, in a log that is sound.

    Trees look at more of what is left out, and may find it damaged.
    """
    ask = _maybe_lenient(case, case.chance.choice(VIEWS))
    if case.readings.by(TREE, Ask(ask.view)).error is not None:
        return None
    return _engines(case, ask.of(**_some_scope(case)))


def projected_engines(case: Case) -> str | None:
    """Half of the columns."""
    table = case.table() if case.chance.randrange(3) else None
    parts = parts_of(case.path, table)
    return difference(case.path, table, case.chance.choice(parts)) if parts else None


def packs(case: Case) -> str | None:
    """Logs that are scanned together: this one, behind and before one of its first event alone."""
    head, index = (case.path.with_suffix(suffix) for suffix in (".head", ".index"))
    head.write_bytes(case.data[:MAGIC] + b"".join(events_of(case.data)[:1]))
    logs = [head, case.path, case.path, head, case.path]
    index.write_text("".join(f"{log}\n" for log in logs), encoding="utf-8")
    ask = Ask(table=case.table() if case.chance.randrange(2) else None)
    if case.chance.randrange(3) == 0:
        ask = ask.of(**_some_scope(case))
    if case.chance.randrange(3) == 0:
        ask = ask.lenient
    try:
        both = case.readings.one_by_one(ask, logs), case.readings.at_once(ask, index)
    finally:
        head.unlink()
        index.unlink()
    return _relabelled(difference_of(str(ask), *both), "one by one, together")


def packet_engines(case: Case) -> str | None:
    """The events one by one, as a server sends them, or as it would not."""
    typed = None
    if case.chance.randrange(3) and (table := case.table()):
        schema = schema_of(case.path, table)
        typed = None if schema is None else Typed(table, schema)
    stream = some_stream(case.data, case.chance)
    return difference_in(stream, case.chance.choice(FRAMINGS), case.chance, typed)


def _engines(case: Case, ask: Ask) -> str | None:
    tree, kernels = case.readings.both(ask)
    return difference_of(str(ask), tree, kernels)


def _maybe_lenient(case: Case, view: View) -> Ask:
    ask = Ask(view)
    return ask.lenient if case.chance.randrange(2) else ask


def _some_scope(case: Case) -> dict[str, Any]:
    rows = case.readings.by(TREE, Ask("events")).rows
    scope: dict[str, Any] = {}
    if rows is None:
        return scope
    times = pc.cast(rows["timestamp"], pa.int64()).to_pylist()
    changes = case.readings.by(TREE, Ask()).rows
    gtids = list(filter(None, changes["gtid"].to_pylist())) if changes is not None else []
    for name, values in (("start_time", times), ("end_time", times)):
        if case.chance.randrange(3) == 0:
            scope[name] = case.chance.choice(values) + case.chance.choice([0, 0, 1, -1, 10**6])
    for name in ("applied", "until"):
        if gtids and case.chance.randrange(2) and (gtid := _set_of(case.chance.choice(gtids))):
            scope[name] = gtid
    if changes is not None and changes.num_rows and case.chance.randrange(3) == 0:
        scope["database"] = case.chance.choice(changes["database"].to_pylist())
    return scope


def _set_of(gtid: str) -> GtidSet | None:
    try:
        return parse_gtid_set(gtid)
    except ValueError:  # numbers that only a damaged log has
        return None


# whole and parts


def parts(case: Case) -> str | None:
    """Spans one by one, wherever they begin, are together the log, or end with its error.

    Parts of one reading only in a log whose format is described once, as servers do. Where the next
    transaction's beginning is damaged, and so ends nothing, the part before it has one transaction
    more, which is open.
    """
    view = case.chance.choice(("changes", "changes", *VIEWS))
    ask = Ask(view)
    engine = KERNELS if case.chance.randrange(4) else TREE
    return _parts(case, ask, engine)


def lenient_parts(case: Case) -> str | None:
    """So they are where damage is passed over.

    To the view of events a wrong checksum is none, but what lies behind damage is looked for by
    checksums. Damage is told when it is met, and a transaction when it has ended.
    """
    view = case.chance.choice(("changes", "changes", *VIEWS))
    if view == "events" and _has_bad_checksum(case):
        return None
    engine = KERNELS if case.chance.randrange(4) else TREE
    return _parts(case, Ask(view).lenient, engine, sorts=view == "transactions")


def _has_bad_checksum(case: Case) -> bool:
    rows = case.readings.by(TREE, Ask("events").lenient).rows
    return rows is not None and "bad" in rows["checksum"].to_pylist()


def typed_parts(case: Case) -> str | None:
    """The rows of a table are those that parts of the log hold."""
    table = case.table()
    if table is None or _is_described_again(case):
        return None
    whole = case.readings.by(KERNELS, Ask(table=table))
    if whole.error is not None or whole.rows is None:
        return None
    cuts = _some_cuts(case)
    parts = case.readings.in_parts(KERNELS, Ask(), cuts)
    if parts.error is not None:
        return None
    expected = [row for row in _identities(parts.rows) if row[0] == table]
    found = _identities(whole.rows, table)
    return None if expected == found else f"{table} in parts {cuts}: {expected} is not {found}"


def _parts(case: Case, ask: Ask, engine: str, *, sorts: bool = False) -> str | None:
    alone = case.chance.randrange(3) == 0
    if _is_described_again(case, also_format=not alone):
        return None
    whole = case.readings.by(engine, ask)
    cuts = _some_cuts(case)
    found = case.readings.in_parts(engine, ask, cuts, alone=alone)
    if sorts:
        whole, found = _in_order(whole), _in_order(found)
    elif ask.view == "transactions" and whole.error is not None:
        found = _without_open(found, whole)
    return _relabelled(difference_of(f"{ask} parts", whole, found), f"whole, parts {cuts}")


def _in_order(found: Reading) -> Reading:
    if found.rows is None:
        return found
    order = [("position", "ascending"), (FAULT, "ascending")]
    return found._replace(rows=found.rows.sort_by(order).combine_chunks())


def _without_open(found: Reading, whole: Reading) -> Reading:
    """What was read of parts, without a last transaction that nothing ended and the whole lacks."""
    num_rows = 0 if whole.rows is None else whole.rows.num_rows
    if found.rows is None or found.rows.num_rows == num_rows or found.rows["ended_by"][-1].is_valid:
        return found
    rows = found.rows.slice(0, found.rows.num_rows - 1).combine_chunks()
    return found._replace(rows=rows if rows.num_rows else None)


def _is_described_again(case: Case, *, also_format: bool = True) -> bool:
    """Whether the middle says how to read what follows, which servers say at the head.

    That is another format, which parts that are read alone know of, or encryption.
    """
    types = [event[4] for event in events_of(case.data) if len(event) >= HEADER]
    is_formatted = also_format and types.count(FORMAT_DESCRIPTION) > 1
    return is_formatted or any(kind in ENCRYPTIONS for kind in types[2:])


# pages


def paged(case: Case) -> str | None:
    """Kernels take out of pages what the specs do: all events, or an error where bits are wrong."""
    content, len_page, events = some_pages(case.data, case.chance)
    with TemporaryDirectory(dir=case.path.parent) as name:
        folder = Path(name)
        sound = {log: cut(log, by_specs) for log in written(content, folder)}
        read = b"".join(data.removeprefix(START) for data, _ in sound.values())
        if read != events:
            return f"{len(read)} bytes of {len(events)}, {[error for _, error in sound.values()]}"
        is_told = damaged(content, len_page, case.chance)
        logs = written(content, folder)
        for log in logs:
            expected, found = cut(log, by_specs), cut(log, paged_events.events_of_pages)
            if found != expected and "a page of chunks" in expected[1]:
                return None  # the specs read all of a page, kernels the part that is needed
            if found != expected:
                lengths = len(expected[0]), len(found[0])
                return f"{log.name}: {lengths} bytes, {expected[1]!r}, {found[1]!r}"
            if is_told and not found[1] and found != sound[log]:
                return f"{log.name}: a wrong bit that no error tells of"
        if not logs:
            return None
        readings = Readings(case.chance.choice(logs))
        ask = _maybe_lenient(case, case.chance.choice(VIEWS))
        return difference_of(f"pages: {ask}", *readings.both(ask))


def _relabelled(found: str | None, names: str) -> str | None:
    return None if found is None else f"{found}\n  ({names} in the place of tree, kernels)"


def _some_cuts(case: Case) -> list[int]:
    first, size = MAGIC + 1, len(case.data)
    count = case.chance.choice([1, 1, 2, 4])
    if size < first:
        return []
    return sorted({case.chance.randrange(first, size + 1) for _ in range(count)})


# strict and lenient


def strict_is_lenient(case: Case) -> str | None:
    """Until the first damage both read the same, and there one tells what the other raises."""
    view = case.chance.choice(VIEWS)
    engine = TREE if case.chance.randrange(2) else KERNELS
    strict, lenient = (
        case.readings.by(engine, Ask(view)),
        case.readings.by(engine, Ask(view).lenient),
    )
    if lenient.error is not None:
        return _relabelled(difference_of(view, strict, lenient), "strict, lenient")
    first = _until_fault(lenient.rows, strict)
    return _relabelled(difference_of(view, strict, first), "strict, lenient up to a fault")


def _until_fault(rows: pa.Table | None, strict: Reading) -> Reading:
    if rows is None:
        return Reading(None, None)
    faults = rows[FAULT].to_pylist()
    at = next((i for i, fault in enumerate(faults) if fault is not None), None)
    sound = rows.drop_columns([FAULT]).slice(0, at).combine_chunks()
    error = None if at is None else f"{(strict.error or '').partition(':')[0]}: {faults[at]}"
    return Reading(sound if sound.num_rows or strict.rows is not None else None, error)


# one view and another


def flat_is_typed(case: Case) -> str | None:
    """A table has the rows that the flat records of it are, with the same values."""
    flat, table = case.readings.by(KERNELS, Ask()), case.table()
    if table is None or flat.error is not None:
        return None
    typed = case.readings.by(case.chance.choice([TREE, KERNELS]), Ask(table=table))
    if typed.error is not None:
        return None
    expected = [i for i in _identities(flat.rows) if i[0] == table]
    found = _identities(typed.rows, table)
    if expected != found:
        return f"{table}: {len(expected)} flat rows, {len(found)} typed ones"
    if not found:
        return None
    records = [r for r in flat.rows.to_pylist() if f"{r['database']}.{r['table']}" == table]
    names = [name for name in typed.rows.column_names if name not in RECORD_FIELDS]
    return differing_value(records, typed.rows.select(names))


def _identities(rows: pa.Table | None, table: str | None = None) -> list[tuple[Any, ...]]:
    if rows is None:
        return []
    lead = "" if table is None else "_"
    fields = [rows[f"{lead}{name}"].to_pylist() for name in ("position", "ordinal", "change_type")]
    if table is not None:
        return [(table, *identity) for identity in zip(*fields, strict=True)]
    tables = (
        f"{database}.{name}"
        for database, name in zip(
            rows["database"].to_pylist(), rows["table"].to_pylist(), strict=True
        )
    )
    return list(zip(tables, *fields, strict=True))


def changes_are_in_transactions(case: Case) -> str | None:
    """Transactions count the rows that there are, of tables of which that can be told."""
    flat = case.readings.by(KERNELS, Ask())
    summed = case.readings.by(case.chance.choice([TREE, KERNELS]), Ask("transactions"))
    if flat.error is not None or summed.error is not None:
        return None
    found: Counter[str] = Counter()
    uncounted = set()
    for shares in [] if summed.rows is None else summed.rows["tables"].to_pylist():
        for share in shares:
            found[share["table"]] += share["rows"] or 0
            if share["rows"] is None:
                uncounted.add(share["table"])
    names = _full_names(flat.rows)
    expected = Counter(
        table
        for table, (_, _, _, kind) in zip(names, _identities(flat.rows), strict=True)
        if kind in ("insert", "delete", "update_postimage") and table not in uncounted
    )
    for table in uncounted:
        del found[table]
    if +found != expected:
        return f"transactions hold {dict(+found)}, changes {dict(expected)}"
    return None


def _full_names(rows: pa.Table | None) -> list[str]:
    if rows is None:
        return []
    records = rows.select(["database", "table"]).to_pylist()
    return [full_name(record["database"] or "", record["table"] or "") for record in records]


def events_are_the_file(case: Case) -> str | None:
    """Events follow each other, have the bytes of the file, and bodies that are JSON."""
    found = case.readings.by(TREE, Ask("events"))
    rows = [] if found.rows is None else found.rows.to_pylist()
    at = MAGIC
    for row in rows:
        json.loads(row["body"], parse_constant=_no_constant)
        if row["ordinal"]:
            continue
        if row["position"] != at and found.error is None and at > MAGIC:
            return f"an event at {row['position']}, expected at {at}"
        at = row["position"] + row["size"]
    if rows and found.error is None and at != len(case.data):
        return f"events end at {at}, the file at {len(case.data)}"
    return None


def _no_constant(name: str) -> Any:
    raise ValueError(f"{name} is no JSON")


def changes_are_json(case: Case) -> str | None:
    """The data of records is JSON."""
    rows = case.readings.by(KERNELS, Ask()).rows
    for text in _some(rows, "data"):
        json.loads(text, parse_constant=_no_constant)
    return None


def _some(rows: pa.Table | None, name: str) -> Iterator[Any]:
    return iter(()) if rows is None else islice(rows[name].to_pylist(), 50)


def exact_spans(case: Case) -> str | None:
    """Both engines read the same from one event up to another."""
    rows = case.readings.by(TREE, Ask("events").lenient).rows
    if rows is None:
        return None
    places = sorted({*rows["position"].to_pylist(), len(case.data)})
    start, end = sorted(case.chance.choices(places, k=2))
    ask = _maybe_lenient(case, case.chance.choice(VIEWS))
    return _engines(case, ask.of(span=Span(start, end, is_exact=True)))


def spans(case: Case) -> str | None:
    """Both engines read the same of a span, wherever it begins.

    A strict part of one reading does not look at what lies before it, where there may be damage
    that another part tells; and as for `parts`, the format is described once. What is read alone
    looks at all headers before it.
    """
    start, *rest = _some_cuts(case) or [0]
    span = Span(start, rest[0] if rest else None)
    ask = _maybe_lenient(case, case.chance.choice(VIEWS))
    if case.chance.randrange(2):
        span = replace(span, has_parts_before=True)
        if _is_described_again(case):
            return None
        if not ask.scope.is_lenient and not _are_read_up_to(case, start):
            return None
    return _engines(case, ask.of(span=span))


def _are_read_up_to(case: Case, end: int) -> bool:
    """Whether events can be read up to the first that begins at `end` or behind, and with it."""
    rows = case.readings.by(TREE, Ask("events")).rows
    return rows is not None and rows["position"][-1].as_py() >= end


def variants(case: Case) -> str | None:
    """The data of records, and other texts, as VARIANT: what Spark's own code makes of them."""
    rows = case.readings.by(KERNELS, Ask()).rows
    texts = [text.encode() for text in _some(rows, "data")]
    texts += [some_json(case.chance) for _ in range(10)]
    return problem_of_texts(Variants(), texts)


CHECKS: dict[Callable[[Case], str | None], int] = {
    engines: 10,
    lenient_engines: 6,
    typed_engines: 10,
    lenient_typed_engines: 4,
    transaction_engines: 6,
    scoped_engines: 3,
    projected_engines: 3,
    packet_engines: 4,
    packs: 4,
    threads: 3,
    parts: 5,
    lenient_parts: 4,
    typed_parts: 2,
    strict_is_lenient: 4,
    flat_is_typed: 5,
    changes_are_in_transactions: 3,
    events_are_the_file: 3,
    changes_are_json: 2,
    variants: 2,
    paged: 6,
    exact_spans: 2,
    spans: 3,
}
