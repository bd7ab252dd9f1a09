"""What an engine reads of a file: rows as Arrow has them, and the error that ended them."""

from __future__ import annotations

import contextlib
import itertools
import os
from collections.abc import Iterable
from typing import NamedTuple

import pyarrow as pa

from binlog_kaitai import BinlogError
from binlog_kaitai.model.schema import RECORD_SCHEMA, SUMMARY_SCHEMA
from binlog_kaitai.model.scopes import EVERYTHING, Scope
from binlog_kaitai.read.batches import read_batches
from binlog_kaitai.read.engines import Engine, Engines
from binlog_kaitai.read.layouts import inferred_schema
from binlog_kaitai.read.views import transaction_batches
from binlog_kaitai.tree.log.reader import read_log

TREE: Engine = "tree"
KERNELS: Engine = "kernels"

FAULT = "fault"
WITH_FAULTS = SUMMARY_SCHEMA.append(pa.field(FAULT, pa.string()))


class Reading(NamedTuple):
    """The rows of all batches, None where there was none, and what the error says."""

    rows: pa.Table | None
    error: str | None


def outcome(
    path: str | os.PathLike[str],
    table: str | None,
    engine: Engine | Engines,
    schema: pa.Schema | None = None,
) -> Reading:
    """What an engine reads: flat records, or the typed rows of a table; or what a schema has."""
    is_projection = schema is not None
    return reading(
        read_batches(path, table, schema=schema, is_projection=is_projection, engine=engine)
    )


LENIENT = Scope(is_lenient=True)


def lenient_outcome(
    path: str | os.PathLike[str],
    table: str | None,
    engine: Engine | Engines,
    schema: pa.Schema,
    scope: Scope = LENIENT,
) -> Reading:
    """What an engine reads of some fields, with the faults, on behind damage."""
    with_faults = schema.append(pa.field(FAULT, pa.string()))
    modes = {"is_projection": True, "fault_field": FAULT, "engine": engine}
    return reading(read_batches(path, table, schema=with_faults, scope=scope, **modes))


def lenient_difference(path: str | os.PathLike[str], table: str | None) -> str | None:
    """What the engines read differently where they go on behind damage; None where they agree.

    All columns of a table, and halves of them.
    """
    halves = parts_of(path, table)
    if not halves:
        return None
    whole = pa.unify_schemas(halves)
    for schema in (whole, *halves):
        tree = lenient_outcome(path, table, TREE, schema)
        kernels = lenient_outcome(path, table, KERNELS, schema)
        if found := difference_of(f"lenient {table} {schema.names}", tree, kernels):
            return found
    return None


def reading(found: Iterable[pa.RecordBatch]) -> Reading:
    """What batches hold, up to the error that ends them."""
    batches: list[pa.RecordBatch] = []
    error = None
    try:
        for batch in found:
            batch.validate(full=True)
            batches.append(batch)
    except BinlogError as raised:
        error = f"{type(raised).__name__}: {raised}"
    rows = pa.Table.from_batches(batches).combine_chunks() if batches else None
    return Reading(rows, error)


def transactions(
    path: str | os.PathLike[str], engine: Engine | Engines, scope: Scope = EVERYTHING
) -> Reading:
    """The transactions that an engine reads, with the faults where the scope is lenient."""
    return reading(
        transaction_batches(path, schema=WITH_FAULTS, scope=scope, fault_field=FAULT, engine=engine)
    )


def tables_in(path: str | os.PathLike[str]) -> list[str]:
    """The tables that a file describes, as far as it can be read."""
    names: dict[str, None] = {}
    with contextlib.suppress(BinlogError):
        for event in read_log(path):
            if event.tree.is_table_map:
                names[f"{event.tree.body.database}.{event.tree.body.table}"] = None
    return list(names)


def difference(
    path: str | os.PathLike[str], table: str | None, schema: pa.Schema | None = None
) -> str | None:
    """What the two engines read differently, in words; None where they agree."""
    tree, kernels = (outcome(path, table, engine, schema) for engine in (TREE, KERNELS))
    return difference_of(table or "flat", tree, kernels)


def difference_of(place: str, tree: Reading, kernels: Reading) -> str | None:
    """What two readings differ in, in words; None where they are the same."""
    if tree.error != kernels.error:
        return f"{place}: errors differ\n  tree:    {tree.error}\n  kernels: {kernels.error}"
    return _rows_difference(place, tree.rows, kernels.rows)


def parts_of(path: str | os.PathLike[str], table: str | None) -> list[pa.Schema]:
    """Schemas of a half each of what there is to read, as far as that can be told."""
    schema = RECORD_SCHEMA
    if table is not None:
        inferred = None
        with contextlib.suppress(BinlogError):
            inferred = inferred_schema([path], Scope(table), merge_schema=False)
        if inferred is None:
            return []
        schema = inferred
    fields = list(schema)
    return [pa.schema(fields[0::2]), pa.schema(fields[1::2])]


def transactions_difference(path: str | os.PathLike[str], scope: Scope = EVERYTHING) -> str | None:
    """What of the transactions the two engines read differently, in words; None if nothing."""
    tree, kernels = transactions(path, TREE, scope), transactions(path, KERNELS, scope)
    return difference_of("transactions", tree, kernels)


def _rows_difference(place: str, tree: pa.Table | None, kernels: pa.Table | None) -> str | None:
    if tree is None or kernels is None:
        return None if tree is kernels else f"{place}: only one engine has rows"
    if tree.schema != kernels.schema:
        return f"{place}: schemas differ\n{tree.schema}\n{kernels.schema}"
    if tree.equals(kernels):
        return None
    if tree.num_rows != kernels.num_rows:
        return f"{place}: {tree.num_rows} rows by tree, {kernels.num_rows} by kernels"
    for name, one, other in zip(tree.column_names, tree.columns, kernels.columns, strict=True):
        if not one.equals(other):
            pairs = enumerate(zip(one.to_pylist(), other.to_pylist(), strict=True))
            at, pair = next(((i, p) for i, p in pairs if repr(p[0]) != repr(p[1])), (0, ()))
            both = "\n  ".join(_around_difference(*map(repr, pair))) if pair else "in no text"
            return f"{place}: column {name!r} differs in row {at}\n  {both}"
    return f"{place}: rows differ"


def _around_difference(one: str, other: str) -> tuple[str, str]:
    """Two texts from a little before where they differ."""
    same = itertools.takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False))
    start = max(0, sum(1 for _ in same) - 60)
    return one[start : start + 300], other[start : start + 300]
