"""Cases of conformance: logs in their order, and the tables that a server had at their end."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pathlib import Path

NOT_ONLY_ROWS = "by_statements.json"

ID = "id"
"""The column by which rows are found."""


class CaseError(ValueError):
    """A folder has no cases, or a case is not in the form that it should be."""


@dataclass(frozen=True)
class Case:
    """Logs of a server, and the file of its tables at their end.

    `left_out` are tables and databases that statements change, too: rows alone do not lead to them.
    """

    name: str
    logs: tuple[Path, ...]
    truth: Path
    left_out: frozenset[str] = frozenset()

    @cached_property
    def tables(self) -> dict[str, dict[str, Any]]:
        """Return the tables to compare, by DATABASE.TABLE.

        Raises:
            CaseError: The file is not in the form of a case.
        """
        try:
            tables = json.loads(self.truth.read_text(encoding="utf-8"))["tables"]
            for table in tables.values():
                _check(table)
            return {name: table for name, table in tables.items() if not self.is_left_out(name)}
        except (ValueError, KeyError, AttributeError, TypeError) as error:
            expected = f"tables with columns, among them {ID}, and rows"
            raise CaseError(f"{self.truth}: expected {expected}, found {error!r}") from None

    def is_left_out(self, table: str) -> bool:
        """Whether statements change DATABASE.TABLE, too."""
        return bool({table, table.partition(".")[0]} & self.left_out)


def find_cases(folder: Path) -> list[Case]:
    """Return the cases in a folder and the folders in it, by name.

    `NAME.json` has the tables of `NAME.binlog`, or of `NAME.1.binlog`, `NAME.2.binlog` and so on.
    The names in `by_statements.json` are left out.

    Raises:
        CaseError: The folder has no case.
        OSError: The folder cannot be read.
    """
    by_statements = folder / NOT_ONLY_ROWS
    names = json.loads(by_statements.read_text(encoding="utf-8")) if by_statements.exists() else []
    cases = [
        Case(str(truth.relative_to(folder).with_suffix("")), logs, truth, frozenset(names))
        for truth in sorted(folder.rglob("*.json"))
        if (logs := _logs_of(truth))
    ]
    if not cases:
        raise CaseError(f"{folder}: expected logs with tables (NAME.binlog, NAME.json), found none")
    return cases


def _check(table: dict[str, Any]) -> None:
    names = [column["name"] for column in table["columns"] if column["column_type"]]
    if ID not in names or any(len(row) != len(names) for row in table["rows"]):
        raise ValueError(f"columns {names}, or rows of another width")


def _logs_of(truth: Path) -> tuple[Path, ...]:
    one = truth.with_suffix(".binlog")
    if one.exists():
        return (one,)
    logs = truth.parent.glob(f"{truth.stem}.*.binlog")
    numbered = {log.name.split(".")[-2]: log for log in logs}
    return tuple(numbered[number] for number in sorted(filter(str.isdigit, numbered), key=int))
