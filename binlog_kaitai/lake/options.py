"""Compare the options of the runs of an export, including the tables that they skip."""

from __future__ import annotations

import hashlib
import hmac
import json
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import astuple
from typing import TypeAlias

from binlog_kaitai.model.names import asks_for, narrows, parts_of
from binlog_kaitai.model.redaction import ANY, Redaction, Rule
from binlog_kaitai.read.ddl import Ddl

Options: TypeAlias = dict[str, "str | None"]


def options_of(  # noqa: PLR0913 - as `export` has them
    table: str | None,
    exclude: Sequence[str],
    ddl: str | Ddl | None,
    file_format: str,
    catalog: str | None,
    *,
    verifies: bool,
) -> Options:
    """Return the options of an export in the form of its state."""
    options: Options = {"table": table, "ddl": Ddl.of(ddl).digest(), "format": file_format}
    if exclude:
        options["exclude"] = json.dumps(sorted(set(exclude)))
    if catalog is not None:
        options["catalog"] = catalog
    if not verifies:
        options["verifyChecksums"] = "false"
    return options


def redaction_option(
    redaction: Redaction | None, keys: Mapping[str, Sequence[str]], *, has_snapshot: bool
) -> Options:
    """Return the redaction of an export in the form of its state.

    Args:
        redaction: the redaction.
        keys: key columns of current tables, by full names.
        has_snapshot: whether rows are also read from servers, which redact nothing.

    Raises:
        ValueError: it redacts keys, or cannot redact all rows.
    """
    if redaction is None:
        return {}
    if has_snapshot:
        raise ValueError("--redact: not supported with --snapshot, which reads tables of servers")
    rules = [list(astuple(one)) for one in redaction.rules]
    key = hmac.new(redaction.key, b"", hashlib.sha256).hexdigest()[:16]  # tells keys apart
    options: Options = {"redact": json.dumps([rules, key])}
    # rules by type wait for a table's types
    named = Redaction(tuple(rule for rule in redaction.rules if rule.type == ANY))
    for name, columns in keys.items():
        if named.has_column(*parts_of(name), list(map(str.lower, columns))):
            raise ValueError(f"--redact: the key of {name} is redacted, for --current")
    return options


def redacts(
    options: Mapping[str, str | None], database: str, table: str, columns: Sequence[str]
) -> bool:
    """Return whether an export redacts some columns of a table."""
    rules, _ = json.loads(options.get("redact") or "[[], null]")
    redaction = Redaction(tuple(Rule(*rule) for rule in rules))
    return redaction.has_column(database, table, [column.lower() for column in columns])


def wants(options: Mapping[str, str | None], name: str) -> bool:
    """Return whether an export includes a table, by its full name."""
    table = options.get("table")
    is_selected = table is None or asks_for(table, name)
    return is_selected and not any(asks_for(one, name) for one in _excluded(options))


def differences(
    before: Mapping[str, str | None], now: Mapping[str, str | None], reset: Collection[str]
) -> Iterator[tuple[str, str | None, str | None]]:
    """Yield the differing options that must not change: the name and both values.

    A run may leave out more tables, and change the keys of tables that it rebuilds.
    """
    for name in sorted({*before, *now}):
        one, another = before.get(name), now.get(name)
        is_alike = one == another
        if name == "table" and another is not None:
            is_alike = one is None or narrows(another, one)
        elif name == "exclude":
            is_alike = _excluded(before) <= _excluded(now)
        elif name == "baseline":  # only the first run reads it
            is_alike = another is None or one == another
        elif name == "current" and one and another:
            is_alike = _keys(one, reset) == _keys(another, reset)
        if not is_alike:
            yield name, one, another


def _excluded(options: Mapping[str, str | None]) -> set[str]:
    return set(json.loads(options.get("exclude") or "[]"))


def _keys(current: str, reset: Collection[str]) -> dict[str, list[str]]:
    keys: dict[str, list[str]] = json.loads(current)["keys"]
    return {
        name: some for name, some in keys.items() if not any(asks_for(one, name) for one in reset)
    }
