"""Definitions of tables in dumps: the SQL files of mysqldump, mariadb-dump, mydumper, MySQL Shell.

The tools write the server's SHOW CREATE TABLE. A dump of mydumper or MySQL Shell is a directory.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import NamedTuple

from binlog_kaitai.catalog.catalog import Catalog
from binlog_kaitai.catalog.dumped_rows import ENDINGS, lines_of
from binlog_kaitai.catalog.hashes import with_hashes
from binlog_kaitai.catalog.steps import Session, TableName
from binlog_kaitai.catalog.tokens import Version, tokens_of, unquoted
from binlog_kaitai.model.definitions import Definition, Definitions, Flavor
from binlog_kaitai.model.gtids import parse_gtid_set
from binlog_kaitai.model.names import asks_for, database_of, full_name, is_pattern

_DATABASE = re.compile(
    r"^--\s*(?:Current Database: `(.+)`|Host: .*\bDatabase: (.+?)(?:\s+Table: .*)?)\s*$",
    re.MULTILINE,
)
"""The comments that name the database of the next tables."""

_SERVER = re.compile(
    r"^-- (?:Server version\s+|(?:MySQL|MariaDB) dump .*?(?:Distrib |-(?=\d+\.\d+\.\d+-MariaDB)))"
    r"(\d+)\.(\d+)\.(\d+)",
    re.MULTILINE,
)
_OTHER_DELIMITERS = re.compile(r"^DELIMITER (?!;$).*?^DELIMITER ;$", re.MULTILINE | re.DOTALL)
"""Routines and triggers."""

_PLACES = re.compile(
    r"^(?:-- |/\* )?(?:SET @@GLOBAL\.GTID_PURGED|SET GLOBAL gtid_slave_pos|CHANGE (?:MASTER|"
    r"REPLICATION SOURCE) TO)[^;]*;",
    re.MULTILINE,
)
_GTIDS = re.compile(
    r"GTID_PURGED\s*=\s*(?:/\*!80000 '\+'\*/\s*)?'\+?([^']*)'|\bgtid_slave_pos\s*=\s*'([^']*)'"
    r"|^executed_gtid_set\s*=\s*\"?([^\"\n]*)|^\s*GTID:(.*)$|\"gtidExecuted\": \"([^\"]*)\"",
    re.MULTILINE | re.IGNORECASE,
)
_LOG = re.compile(
    r"(?:\b(?:MASTER|SOURCE)_LOG_FILE\s*=\s*['\"]?|^File\s*=\s*\"?|^\s*Log: |\"binlogFile\": \")"
    r"([^'\"\s]+)",
    re.MULTILINE | re.IGNORECASE,
)
_POSITION = re.compile(
    r"(?:\b(?:MASTER|SOURCE)_LOG_POS\s*=\s*|^Position\s*=\s*\"?|^\s*Pos: |\"binlogPosition\": )"
    r"(\d+)",
    re.MULTILINE | re.IGNORECASE,
)
_GIVEN_LOG = re.compile(r"(.+\.[0-9]+):([0-9]+)")
_HEAD = 1000
"""Characters, among which the name of the server's kind is."""

_METADATA = ("metadata", "@.json")
"""The files with the place of a dump, of mydumper and MySQL Shell."""

_OF_MYDUMPER = re.compile(r"(.+)\.[^.]+-schema\.sql.*")
_APPLIED = frozenset({"create", "drop", "use"})


class DumpPlace(NamedTuple):
    """The place in the logs at which a dump was made; a log's name comes with a position.

    A dump that DDL may have changed began at `since`, the number of a log and a position.
    """

    gtids: str | None = None
    log: str | None = None
    position: int = 0
    since: tuple[str, int] | None = None


def dump_place(text: str) -> DumpPlace:
    """Parse a place: a log and a position, or a set of GTIDs. Raises ValueError."""
    found = _GIVEN_LOG.fullmatch(text)
    if found is not None:
        return DumpPlace(None, found[1], int(found[2]))
    return DumpPlace(parse_gtid_set(text).text)


@dataclass
class Dump:
    """A dump.

    Attributes:
        path: the file or directory.
        tables: the definitions by their full names.
        place: the place of the dump; None if it does not say.
    """

    path: str
    tables: dict[str, Definition] = field(default_factory=dict)
    place: DumpPlace | None = None


def read_dump(path: str | os.PathLike[str], table: str | None = None) -> Dump:
    """Read the definitions of a dump.

    Args:
        path: an SQL file, or a directory of SQL files.
        table: the selected tables, `database.table` or a pattern. A name gives the database of
            tables for which the dump has none.

    Raises:
        ValueError: the dump has no database for a table, or the selected table is missing or not
            understood.
        OSError: the dump cannot be read.
    """
    dump = Dump(os.fspath(path))
    name = None if table is None or is_pattern(table) else table
    catalog = Catalog(is_whole=True)
    for file in files_of(Path(path)):
        text = _text(file)
        is_metadata = file.name in _METADATA
        found = _place_in(text if is_metadata else "".join(_PLACES.findall(text)))
        dump.place = dump.place or found
        if not is_metadata:
            _apply(catalog, str(file), text, name and database_of(name))
    for known_name, known in catalog.tables.items():
        key = full_name(*known_name)
        if isinstance(known, Definition):
            dump.tables[key] = known
        elif table is None or asks_for(table, key):
            raise ValueError(f"{known.place}: {known.reason}")
    if name is not None and not any(asks_for(name, one) for one in dump.tables):
        names = ", ".join(dump.tables) or "none"
        raise ValueError(f"{dump.path}: expected a definition of {name}, found {names}")
    return dump


def read_definitions(path: str | os.PathLike[str], table: str | None = None) -> Definitions:
    """Return the definitions of a dump. Raises as `read_dump`."""
    return Definitions(read_dump(path, table).tables)


def definition_in(
    statement: str, session: Session, name: TableName, place: str, since: int | None
) -> Definition:
    """Return the definition in the text of SHOW CREATE TABLE.

    Args:
        statement: the text.
        session: its `database` is the table's.
        name: the table.
        place: the source of the text, for messages.
        since: the table has been so since then, in seconds since 1970.

    Raises:
        ValueError: the text is not understood.
    """
    catalog = Catalog(is_whole=True)
    catalog.apply(statement, session, place, since)
    known = catalog.find(name)
    if isinstance(known, Definition):
        return with_hashes(known) if session.family == "mariadb" else known
    reason = "expected its CREATE TABLE" if known is None else known.reason
    raise ValueError(f"{'.'.join(name)}: {reason}")


def files_of(path: Path) -> list[Path]:
    """Return the files of a dump, the one with its place first. Raises ValueError for none."""
    if not path.is_dir():
        return [path]
    files = sorted(file for file in path.glob("*.sql*") if file.name.endswith(ENDINGS))
    if not files:
        raise ValueError(f"{path}: expected SQL files, found none")
    return [*(path / name for name in _METADATA if (path / name).exists()), *files]


def _text(file: Path) -> str:
    try:
        # without rows, which may be larger than memory
        lines = (b"\n" if is_data else line for line, is_data in lines_of(file))
        text = b"".join(lines).decode().replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        raise ValueError(f"{file}: expected SQL in UTF-8, found {error}") from error
    return _OTHER_DELIMITERS.sub(lambda found: "\n" * found[0].count("\n"), text)


def _place_in(text: str) -> DumpPlace | None:
    gtids, log, position = (one.search(text) for one in (_GTIDS, _LOG, _POSITION))
    if gtids is None and (log is None or position is None):
        return None
    texts = gtids and next((one for one in gtids.groups() if one is not None), "")
    at = (log[1], int(position[1])) if log and position else (None, 0)
    return DumpPlace(None if texts is None else re.sub(r"\s|\\n", "", texts), *at)


def _session_of(text: str) -> Session:
    found = _SERVER.search(text)
    family: Flavor = "mariadb" if "MariaDB" in text[:_HEAD] else "mysql"
    # without a version, all executable comments are read
    version = (99, 99, 99) if found is None else tuple(map(int, found.groups()))
    return Session(family=family, version=version)


def _apply(catalog: Catalog, file: str, text: str, default: str | None) -> None:
    """Apply the statements of a file to a catalog. Raises ValueError."""
    session = _session_of(text)
    own = _OF_MYDUMPER.fullmatch(os.path.basename(file))  # noqa: PTH119
    database = own[1] if own else None
    comments = list(_DATABASE.finditer(text))
    for start, words, statement in _statements(file, text, session):
        while comments and comments[0].start() < start:
            found = comments.pop(0)
            database = found[1].replace("``", "`") if found[1] else found[2]
        if words[0] == "use":
            database = unquoted(words[1]) if len(words) > 1 else database
            continue
        place = f"{file}, line {text.count(chr(10), 0, start) + 1}"
        own_session = replace(session, database=database or default or "")
        steps = catalog.apply(statement, own_session, place)
        for step in steps if session.family == "mariadb" else ():
            if step.after is not None:
                catalog.define(step.name, with_hashes(step.after))
        if any(not step.name.database for step in steps if step.kind != "rows_changed"):
            message = "a database for the table, in the file or in the selected table"
            raise ValueError(f"{place}: expected {message}, found neither")


def _statements(file: str, text: str, session: Session) -> Iterator[tuple[int, list[str], str]]:
    """Yield the statements about tables and databases: place, first words in lower case, text."""
    version = Version(session.version, session.family == "mariadb")
    start, words = 0, list[str]()
    kind, word, at = "", "", 0
    for token in tokens_of(text, "", version):
        kind, word, at, _ = token
        if word == ";":
            if words and words[0].lower() in _APPLIED:
                yield start, [words[0].lower(), *words[1:]], text[start:at]
            words = []
            continue
        if not words:
            start = at
        if len(words) < 2:  # noqa: PLR2004 - USE and a name
            words.append(word)
    if kind == "text" and (len(word) == 1 or word[-1] != word[0]):
        line = text.count("\n", 0, at) + 1
        raise ValueError(
            f"{file}, line {line}: expected the end of a text, found the end of the file"
        )
