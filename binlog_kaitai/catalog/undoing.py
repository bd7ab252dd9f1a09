"""Tables before a statement, from the tables behind it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from binlog_kaitai.catalog.altering import Alteration
from binlog_kaitai.catalog.applying import MAY_HAVE_EXISTED
from binlog_kaitai.catalog.catalog import Catalog, reader_of
from binlog_kaitai.catalog.charsets import Charset
from binlog_kaitai.catalog.elements import TableDraft, without_columns
from binlog_kaitai.catalog.known import ALL_OF_DATABASE
from binlog_kaitai.catalog.literals import NotUnderstoodError
from binlog_kaitai.catalog.partition_clauses import clauses_of
from binlog_kaitai.catalog.proof import conflict
from binlog_kaitai.catalog.steps import Session, TableName, TableStep
from binlog_kaitai.catalog.tokens import TokenReader, unquoted
from binlog_kaitai.model.definitions import Definition, KeyDefinition, KeyPart

_LOSSY = frozenset({"modify", "change", "alter", "convert"})
"""First words of clauses that change columns whose types before are not known."""

_NO_COLUMNS = frozenset(
    {"index", "key", "foreign", "constraint", "check", "partition", "primary", "unique"}
)
"""What a clause of ALTER TABLE adds or drops other than columns, by its next word."""


class TablesBefore:
    """The tables at a place, which goes back statement by statement.

    A table that cannot be known before a statement is left out from there on.

    Attributes:
        tables: the tables at the place.
    """

    def __init__(self, tables: dict[TableName, Definition]) -> None:
        self.tables = tables

    def undo(
        self, statement: str, session: Session, steps: Sequence[TableStep]
    ) -> dict[TableName, Definition | None]:
        """Go to the place before a statement.

        Args:
            statement: the text of the statement.
            session: its session.
            steps: the steps that `Catalog.apply` returned for it.

        Returns:
            The tables that the statement changed, as they are behind it; None for one that is gone.
        """
        names = {one for step in steps for one in (step.name, step.other) if one is not None}
        if any(name.table == ALL_OF_DATABASE for name in names):
            names.update(self.tables)
        behind = {name: self.tables.get(name) for name in names}
        for step in reversed(steps):
            if step.session is not None or step.kind == "rows_changed":
                continue
            if step.kind == "renamed" and step.other is not None:
                known = self.tables.pop(step.other, None)
                if known is not None:
                    self.tables[step.name] = known
            elif step.kind == "altered" and step.name in self.tables:
                before = _before(statement, session, step.name, self.tables.pop(step.name))
                if before is not None:
                    self.tables[step.name] = before
            elif step.kind in {"created", "dropped"} or (
                step.kind == "doubtful" and step.reason != MAY_HAVE_EXISTED
            ):
                self._forget(step.name)
        return {name: known for name, known in behind.items() if known is not self.tables.get(name)}

    def _forget(self, name: TableName) -> None:
        self.tables.pop(name, None)
        if name.table == ALL_OF_DATABASE:
            for one in [one for one in self.tables if one.database == name.database]:
                del self.tables[one]


def _before(
    statement: str, session: Session, name: TableName, after: Definition
) -> Definition | None:
    """Return a table before ALTER TABLE; None if it cannot be known.

    The result is the only table of which the statement makes `after`: it loses the columns that
    the statement adds, and gets back old names. Applying the statement to it proves that.
    """
    reader = reader_of(statement, session)
    if reader.is_at("create", "drop"):  # of an index
        return None if "primary" in statement.lower() else after
    reader.skip("alter", "online", "offline", "ignore", "table")
    reader.skip("if", "exists")
    next(reader.names(1), None)
    reader.skip("nowait")
    if reader.takes("wait"):
        reader.next()
    renames: dict[str, str] = {}
    for clause in clauses_of(reader.here()):
        if _is_lossy(clause):
            return None
        if clause.is_at("rename") and clause.peek(1)[1].lower() == "column":
            renames[unquoted(clause.peek(4)[1]).lower()] = unquoted(clause.peek(2)[1])
    draft = TableDraft()
    alteration = Alteration(session, draft, is_known=False)
    try:
        alteration.read(reader)
    except NotUnderstoodError:
        return None
    added = {column.name.lower() for column in draft.columns}
    if any(key.kind == "primary" and not _is_of(key, added) for key in draft.keys):
        return None  # columns were NULL or NOT NULL
    before = _without(after, draft, added, renames)
    catalog = Catalog()
    catalog.define(name, before)
    catalog.apply(statement, replace(session, error_code=0), after.place)
    found = catalog.find(alteration.renamed or name)
    is_proven = (
        isinstance(found, Definition)
        and conflict(found, after, "") is None
        and found.primary_key == after.primary_key
    )
    if "partition" in statement.lower():
        before = replace(before, partitioning=None)
    return before if is_proven else None


def _is_lossy(clause: TokenReader) -> bool:
    """Return whether a clause of ALTER TABLE leaves open how the columns were before."""
    first, *others = (clause.peek(ahead)[1].lower() for ahead in range(4))
    if first == "drop":
        return others[0] not in _NO_COLUMNS or "primary" in " ".join(others)
    if first == "alter" and others[0] in _NO_COLUMNS:
        return False
    is_optional = "if" in others[:2]
    is_versioning = first == "add" and others[0] in {"system", "period"}
    is_of_columns = first in {"add", "rename"} and others[0] not in _NO_COLUMNS
    return first in _LOSSY or is_versioning or (is_of_columns and is_optional)


def _is_of(key: KeyDefinition, columns: set[str]) -> bool:
    return all((part.column or "").lower() in columns for part in key.parts)


def _without(
    after: Definition, draft: TableDraft, added: set[str], renames: dict[str, str]
) -> Definition:
    """Return a table without the columns and keys of a draft, and with the old names of columns."""

    def renamed(part: KeyPart) -> KeyPart:
        name = part.column
        return part._replace(column=name and renames.get(name.lower(), name))

    made = {(key.kind, key.parts) for key in draft.keys}
    keys = without_columns([key for key in after.keys if (key.kind, key.parts) not in made], added)
    has_charset = draft.charset != Charset()
    return replace(
        after,
        columns=tuple(
            replace(one, name=renames.get(one.name.lower(), one.name))
            for one in after.columns
            if one.name.lower() not in added
        ),
        keys=tuple(replace(key, parts=tuple(map(renamed, key.parts))) for key in keys),
        charset=None if has_charset else after.charset,
        collation=None if has_charset else after.collation,
        engine=after.engine if draft.engine is None else None,
    )
