"""Current tables of Delta and Iceberg whose files another writer replaced."""

from __future__ import annotations

from binlog_kaitai.lake.columns import schema_from
from binlog_kaitai.lake.gathering import in_columns
from binlog_kaitai.lake.parquet import ParquetFiles, Written, in_groups
from binlog_kaitai.lake.plan import Plan
from binlog_kaitai.lake.snapshots import ForeignRowsError, base_of
from binlog_kaitai.lake.state import CURRENT, Current


def rewritten(
    plan: Plan, staged: str, folder: str, known: Current | None
) -> tuple[str | None, list[Written] | None]:
    """Return the base of a Delta or Iceberg table, and its rows if it has unknown files.

    Raises ForeignRowsError if its rows are not those that the export wrote.
    """
    if plan.tables is None or known is None:
        return None, None
    target = f"{folder}{CURRENT}"
    names, rows = plan.tables.snapshot(target)
    if sorted(names) == sorted(one.name for one in known.files):
        return base_of(names), None
    schema = schema_from(known.columns)
    files = ParquetFiles(plan.store, staged, schema, plan.file_size, is_digested=True)
    for group in in_groups(in_columns(batch, schema) for batch in rows if len(batch)):
        files.write(group)
    files.close()
    count, digest = known.content()
    seen = sum(one.rows for one in files.done)
    if (count, digest) != (seen, sum(one.digest or 0 for one in files.done) % 2**64):
        reason = "rows of unknown content" if digest is None else "different rows"
        raise ForeignRowsError(
            f"{target}: another writer changed the table: the export wrote {count} rows,"
            f" and the table has {seen}; expected equal rows, found {reason}. Restore the"
            " table to the export's last version, or export with --overwrite"
        )
    return base_of(names), files.done
