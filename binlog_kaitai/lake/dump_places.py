"""Find the place of a dump in logs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import pyarrow as pa

from binlog_kaitai.catalog.dumps import DumpPlace
from binlog_kaitai.io.paths import base_name
from binlog_kaitai.lake.aside import Place
from binlog_kaitai.model.gtid_ranges import GtidRanges
from binlog_kaitai.model.gtids import GtidSet, parse_gtid_set
from binlog_kaitai.model.schema import TRANSACTION_SCHEMA
from binlog_kaitai.model.scopes import Scope
from binlog_kaitai.model.transactions import PREPARED
from binlog_kaitai.read.engines import Engines
from binlog_kaitai.read.outline import outline_of
from binlog_kaitai.read.taken import taken_before
from binlog_kaitai.read.views import transaction_batches

_NAMES = ("position", "end_position", "gtid", "outcome", "xid")
_SCHEMA = pa.schema([TRANSACTION_SCHEMA.field(name) for name in _NAMES])

UNKNOWN = (
    "expected the dump's place in the logs, found none; dump with --source-data=2 or"
    " --set-gtid-purged=ON (MariaDB: --master-data=2 --gtid), or with mydumper; or"
    " pass --baseline-place"
)


class PlacedTransaction(NamedTuple):
    """A transaction of a log."""

    start: int
    end: int
    gtid: str | None
    outcome: str | None
    xid: str | None


def place_in(path: str, place: DumpPlace | None, logs: Sequence[str]) -> Place:
    """Return the log and the position behind which a dump lacks all transactions.

    It is found by GTIDs, if the dump and the logs have them.

    Args:
        path: the dump.
        place: its place as it says.
        logs: the paths of the logs, in order.

    Raises:
        ValueError: it does not say it, the logs do not continue from it, or an XA transaction is
            prepared there.
    """
    if place is None or not (place.gtids or place.log):
        raise ValueError(f"{path}: {UNKNOWN}")
    before = taken_before(logs[0]) if logs else None
    if place.gtids and before is not None:
        index, position = _by_gtids(path, parse_gtid_set(place.gtids), before, logs)
    elif place.log is not None:
        index, position = _by_position(path, place.log, place.position, logs)
    else:
        raise ValueError(f"{path}: expected logs with GTIDs, for {place.gtids}, found none")
    _check_prepared(path, logs[: index + 1], position)
    return base_name(logs[index]), position


def _by_gtids(
    path: str, gtids: GtidSet, before: GtidRanges, logs: Sequence[str]
) -> tuple[int, int]:
    executed = before
    if not before.are_in(gtids):
        raise ValueError(
            f"{path}: the logs do not continue from the dump, which has the GTIDs {gtids.text}:"
            f" {base_name(logs[0])} begins behind {before.position()}"
        )
    found: tuple[int, int] | None = None
    for index, log in enumerate(logs):
        for one in transactions_of(log):
            if one.gtid is None:
                where = f"{base_name(log)} at byte {one.start}"
                raise ValueError(f"{path}: expected a GTID of the transaction in {where}")
            if not gtids.holds(one.gtid):
                found = found or (index, one.start)
            elif found is not None:
                raise ValueError(
                    f"{path}: the dump has {one.gtid}, but not all transactions before it in"
                    f" {base_name(log)}"
                )
            else:
                executed.add_text(one.gtid)
        if found is not None:
            break
    if not executed.has_all(gtids):
        raise ValueError(
            f"{path}: the logs end before the dump, which has the GTIDs {gtids.text}; they have"
            f" {executed.position()}"
        )
    return found or (len(logs) - 1, outline_of(logs[-1]).end)


def _by_position(path: str, name: str, position: int, logs: Sequence[str]) -> tuple[int, int]:
    names = [base_name(log) for log in logs]
    if name not in names:
        some = f"{names[0]} to {names[-1]}" if names else "none"
        raise ValueError(
            f"{path}: the logs do not continue from the dump, which was made at {name}:{position};"
            f" there are {some}"
        )
    index = names.index(name)
    end = outline_of(logs[index]).end
    cut = any(one.start < position < one.end for one in transactions_of(logs[index]))
    if cut or position > end:
        what = "the middle of a transaction" if cut else f"the end of the log at byte {end}"
        raise ValueError(f"{path}: expected the dump's place {name}:{position}, found {what}")
    return index, position


def _check_prepared(path: str, logs: Sequence[str], position: int) -> None:
    """Raise ValueError for an XA transaction that was prepared before a place of the last log."""
    prepared: dict[str | None, str] = {}
    for log in logs:
        is_last = log is logs[-1]
        for one in transactions_of(log):
            if is_last and one.start >= position:
                break
            if one.outcome == PREPARED:
                prepared[one.xid] = f"{base_name(log)} at byte {one.start}"
            else:
                prepared.pop(one.xid, None)
    if prepared:
        raise ValueError(
            f"{path}: an XA transaction is prepared at the dump's place, so the dump lacks its"
            f" rows: {next(iter(prepared.values()))}; dump again"
        )


def transactions_of(log: str) -> Iterator[PlacedTransaction]:
    """Yield the transactions of a log."""
    scope = Scope(verify_checksums=False)
    for batch in transaction_batches(log, schema=_SCHEMA, scope=scope, engine=Engines("auto")):
        columns = [batch.column(name).to_pylist() for name in _NAMES]
        yield from map(PlacedTransaction._make, zip(*columns, strict=True))
