"""Definitions of the partitioned tables of tests, from their SQL as these write it."""

from __future__ import annotations

import re

from binlog_kaitai.model.definitions import (
    ColumnDefinition,
    Definition,
    KeyDefinition,
    KeyPart,
    Partition,
    PartitionFunction,
    Partitioning,
    PartitionKind,
)
from tests.catalog.partition_cases import Case

KINDS: dict[str, PartitionKind] = {"RANGE": "range", "LIST": "list", "HASH": "hash", "KEY": "key"}


def definition_of(case: Case) -> Definition:
    columns = tuple(
        ColumnDefinition(
            text.split()[0],
            re.sub(r"\(.*", "", text.split()[1]).lower(),
            collation=text.partition("COLLATE ")[2] or None,
        )
        for text in case.columns.split(", ")
    )
    is_key = "PRIMARY KEY" in case.columns
    keys = (KeyDefinition("primary", "PRIMARY", (KeyPart("a"),)),) if is_key else ()
    main, _, sub = case.clause.partition(" SUBPARTITION BY ")
    count = int((re.findall(r"SUBPARTITIONS (\d+)", sub) or ["0"])[0])
    function, rest = _function(main)
    number = re.match(r" PARTITIONS (\d+)", rest)
    if number is not None:
        partitions = tuple(Partition(f"p{at}") for at in range(int(number[1])))
    else:
        partitions = tuple(_partitions(sub or rest, count))
    subfunction = _function(sub)[0] if sub else None
    return Definition(
        "", columns, keys, partitioning=Partitioning(function, partitions, subfunction)
    )


def _function(text: str) -> tuple[PartitionFunction, str]:
    found = re.match(r"(LINEAR )?(\w+)( COLUMNS)? ", text)
    assert found is not None
    inner, rest = _inside(text[found.end() :])
    kind = KINDS[found[2]]
    is_linear = found[1] is not None
    if found[3] or kind == "key":
        names = tuple(filter(None, inner.split(", ")))
        return PartitionFunction(kind, None, names, is_linear), rest
    return PartitionFunction(kind, inner, (), is_linear), rest


def _partitions(text: str, subpartitions: int) -> list[Partition]:
    found = []
    for one in re.finditer(
        r"PARTITION (\w+) (VALUES LESS THAN |VALUES IN |DEFAULT)(MAXVALUE)?", text
    ):
        inner = one[3] or (_inside(text[one.end() :])[0] if "VALUES" in one[2] else "")
        subs = tuple(f"{one[1]}sp{number}" for number in range(subpartitions))
        if "THAN" in one[2]:
            bounds = re.split(", (?![^(]*\\))", inner)
            found.append(Partition(one[1], less_than=tuple(bounds), subpartitions=subs))
            continue
        tuples = re.findall(r"\(([^)]*)\)", inner) or inner.split(", ")
        values = tuple(tuple(item.split(", ")) for item in tuples if item)
        is_default = one[2] == "DEFAULT"
        found.append(Partition(one[1], None, values, is_default, subs))
    return found


def _inside(text: str) -> tuple[str, str]:
    """Return the text in the parentheses that it begins with, and the rest."""
    depth = 0
    for at, sign in enumerate(text):
        depth += (sign == "(") - (sign == ")")
        if not depth:
            return text[1:at], text[at + 1 :]
    raise ValueError(text)
