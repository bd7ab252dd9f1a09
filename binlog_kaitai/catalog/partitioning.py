"""PARTITION BY and the definitions of partitions in statements."""

from __future__ import annotations

from dataclasses import replace

from binlog_kaitai.catalog.literals import NotUnderstoodError
from binlog_kaitai.catalog.tokens import TokenReader, unquoted
from binlog_kaitai.model.definitions import (
    Partition,
    PartitionFunction,
    Partitioning,
    PartitionKind,
)

_KINDS: dict[str, PartitionKind] = {
    "range": "range",
    "list": "list",
    "hash": "hash",
    "key": "key",
    "system_time": "system_time",
}
MAXVALUE = "MAXVALUE"


def read_partitioning(reader: TokenReader) -> Partitioning:
    """Read what stands behind PARTITION BY. Raises NotUnderstoodError."""
    function = _function(reader)
    count = _count(reader, "partitions")
    below, below_count = None, None
    if reader.takes("subpartition"):
        reader.takes("by")
        below = _function(reader)
        below_count = _count(reader, "subpartitions")
    partitions: tuple[Partition, ...] = ()
    if reader.peek()[1] == "(":
        partitions = read_partitions(reader)
    elif function.kind in {"hash", "key"}:
        partitions = numbered(0, count or 1)
    elif function.kind == "system_time":
        first = tuple(Partition(f"p{number}") for number in range((count or 2) - 1))
        partitions = (*first, Partition("pn", is_default=True))
    else:
        raise NotUnderstoodError("the definitions of partitions")
    if below is not None:
        partitions = tuple(with_subpartitions(one, below_count or 1) for one in partitions)
    return Partitioning(function, partitions, below)


def numbered(first: int, count: int) -> tuple[Partition, ...]:
    """Return partitions of HASH or KEY, as the server names them."""
    return tuple(Partition(f"p{number}") for number in range(first, first + count))


def with_subpartitions(one: Partition, count: int) -> Partition:
    """Return a partition with the subpartitions that the server names, if it has no others."""
    if one.subpartitions:
        return one
    names = tuple(f"{one.name}sp{number}" for number in range(count))
    return replace(one, subpartitions=names)


def read_partitions(reader: TokenReader) -> tuple[Partition, ...]:
    """Read definitions of partitions in parentheses. Raises NotUnderstoodError."""
    _opening(reader)
    return tuple(read_partition(one) for one in reader.clauses())


def names_in(reader: TokenReader) -> tuple[str, ...]:
    """Read names of partitions between commas; none for ALL. Raises NotUnderstoodError."""
    if reader.takes("all"):
        return ()
    names = []
    while reader.peek()[0] in {"name", "word"}:
        names.append(unquoted(reader.next()[1]))
        if reader.peek()[1] != ",":
            break
        reader.next()
    if not names:
        raise NotUnderstoodError("the names of partitions")
    return tuple(names)


def _function(reader: TokenReader) -> PartitionFunction:
    is_linear = reader.takes("linear")
    kind = _KINDS.get(reader.next()[1].lower())
    if kind is None:
        raise NotUnderstoodError("a kind of partitions")
    if kind == "system_time":
        while not reader.is_done and not reader.is_at("partitions", "subpartition"):
            if reader.peek()[1] == "(" and reader.peek(1)[1].lower() == "partition":
                break
            reader.skip_item()
        return PartitionFunction(kind)
    algorithm = None
    if reader.takes("algorithm"):
        reader.next()
        algorithm = int(reader.next()[1])
    if kind == "key" or reader.takes("columns"):
        _opening(reader)
        names = (unquoted(one.next()[1]) for one in reader.clauses() if not one.is_done)
        return PartitionFunction(kind, None, tuple(names), is_linear, algorithm)
    before = reader.here()
    if reader.peek()[1] != "(":
        raise NotUnderstoodError("an expression in parentheses")
    reader.skip_item()
    return PartitionFunction(kind, reader.text_since(before)[1:-1].strip(), (), is_linear)


def _count(reader: TokenReader, word: str) -> int | None:
    if not reader.takes(word):
        return None
    return number_in(reader)


def number_in(reader: TokenReader) -> int:
    """Take a whole number. Raises NotUnderstoodError."""
    text = reader.next()[1]
    if not text.isdecimal():
        raise NotUnderstoodError(f"a number, found {text or 'the end'}")
    return int(text)


def _opening(reader: TokenReader) -> None:
    if reader.next()[1] != "(":
        raise NotUnderstoodError("an opening parenthesis")


def read_partition(reader: TokenReader) -> Partition:
    """Read the definition of a partition. Raises NotUnderstoodError."""
    if not reader.takes("partition"):
        raise NotUnderstoodError("PARTITION")
    one = Partition(unquoted(reader.next()[1]))
    if reader.takes("values"):
        if reader.takes("less"):
            reader.takes("than")
            one = replace(one, less_than=_bounds(reader))
        elif reader.takes("in"):
            one = replace(one, values=_values(reader))
    if reader.takes("default", "current", "history"):
        one = replace(one, is_default=True)
    names = []
    while not reader.is_done:  # options, and subpartitions
        if reader.peek()[1] == "(":
            reader.next()
            for below in reader.clauses():
                if not below.takes("subpartition"):
                    raise NotUnderstoodError("SUBPARTITION")
                names.append(unquoted(below.next()[1]))
        else:
            reader.next()
    return replace(one, subpartitions=tuple(names))


def _bounds(reader: TokenReader) -> tuple[str, ...]:
    if reader.takes("maxvalue"):
        return (MAXVALUE,)
    _opening(reader)
    texts = tuple(one.rest() for one in reader.clauses())
    return tuple(MAXVALUE if text.upper() == MAXVALUE else text for text in texts)


def _values(reader: TokenReader) -> tuple[tuple[str, ...], ...]:
    _opening(reader)
    found = []
    for one in reader.clauses():
        if one.peek()[1] == "(":
            before = one.here()
            one.next()
            parts = tuple(part.rest() for part in one.clauses())
            # parentheses around an expression, not around the values of columns
            found.append(parts if one.is_done else (before.rest(),))
        else:
            found.append((one.rest(),))
    return tuple(found)
