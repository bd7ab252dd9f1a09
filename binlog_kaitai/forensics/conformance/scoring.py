"""Scores of a reader: how many cells of each case it reads as the server's SELECT has them."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Any

from binlog_kaitai.forensics.conformance.cases import ID
from binlog_kaitai.forensics.conformance.cells import Cells, canonical, is_same

if TYPE_CHECKING:
    from binlog_kaitai.forensics.conformance.cases import Case
    from binlog_kaitai.forensics.conformance.replay import Replay, Row


@dataclass(frozen=True)
class Failure:
    """A cell that differs, or a row that is missing or too many; then the column is None."""

    table: str
    row: Any
    column: str | None
    expected: Any
    found: Any


@dataclass
class Score:
    """Cells of one case.

    `exact` are those of SELECT; `stored` are right, but without what the log tells of labels,
    signs or charsets, or what it does not tell; `absent` are in no image of their rows; `wrong`
    are the others. `missing` and `extra` are rows. `stopped` says why a reader ended early.
    """

    case: str
    exact: int = 0
    stored: int = 0
    absent: int = 0
    wrong: int = 0
    missing: int = 0
    extra: int = 0
    stopped: str | None = None
    failures: list[Failure] = field(default_factory=list)

    @property
    def is_passed(self) -> bool:
        """Whether no cell is wrong, no row missing or extra, and the reader came to the end."""
        return not (self.wrong or self.missing or self.extra or self.stopped)


def compare(case: Case, replay: Replay) -> Score:
    """Compare the tables that a reader's records led to with the server's.

    Columns of the records are called by name, or by number, `@1` being the first.

    Raises:
        CaseError: The tables are not in the form of a case.
    """
    found = Score(case.name)
    for record in replay.unmatched:
        name = f"{record['database']}.{record['table']}"
        found.extra += 1
        found.failures.append(Failure(name, None, None, "a row to change", record["data"]))
    for name, table in case.tables.items():
        _compare(found, name, Cells(table), replay.tables.get(name, []))
    return found


def _compare(found: Score, name: str, cells: Cells, rows: list[Row]) -> None:
    by_id: defaultdict[Any, list[Row]] = defaultdict(list)
    names = [column["name"] for column in cells.columns]
    key = names.index(ID)
    for row in rows:
        by_id[str(_cell(row, names, key, None))].append(row)
    for number in range(cells.num_rows):
        wanted = cells.selected(number, key)
        candidates = by_id[str(wanted)]
        if not candidates:
            found.missing += 1
            found.failures.append(Failure(name, wanted, None, "a row", None))
            continue
        verdicts = [_Verdicts(cells, number, row) for row in candidates]
        best = max(verdicts, key=lambda each: each.rank)
        # of the rows of system versioning, several have the same ID
        candidates.pop(verdicts.index(best))
        found.exact += best.exact
        found.stored += best.stored
        found.absent += best.absent
        found.wrong += len(best.wrong)
        found.failures += [
            Failure(name, wanted, names[column], cells.selected(number, column), value)
            for column, value in best.wrong
        ]
    for candidates in by_id.values():
        found.extra += len(candidates)
        found.failures += [Failure(name, None, None, None, row) for row in candidates]


class _Verdicts:
    """The cells of a row, compared."""

    def __init__(self, cells: Cells, number: int, row: Row) -> None:
        self.exact = self.stored = self.absent = 0
        self.wrong: list[tuple[int, Any]] = []
        names = [column["name"] for column in cells.columns]
        for column, described in enumerate(cells.columns):
            value = _cell(row, names, column, _ABSENT)
            if value is _ABSENT:
                self.absent += 1
                continue
            same = partial(_is_same, described["column_type"], value)
            if same(cells.selected(number, column)):
                self.exact += 1
            elif any(map(same, cells.stored(number, column))):
                self.stored += 1
            else:
                self.wrong.append((column, value))

    @property
    def rank(self) -> tuple[int, int]:
        return -len(self.wrong), self.exact


_ABSENT = object()


def _is_same(column_type: str, one: Any, other: Any) -> bool:
    return is_same(canonical(column_type, one), canonical(column_type, other))


def _cell(row: Row, names: list[str], column: int, default: Any) -> Any:
    return row.get(names[column], row.get(f"@{column + 1}", default))
