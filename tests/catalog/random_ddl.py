"""Random DDL statements, of which servers refuse some."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator

from binlog_kaitai.model.definitions import Flavor

DATABASES = ("one", "two")
TABLES = ("t", "u", "`weird ``name`", "V", "partition_by", "old")
COLUMNS = (
    "a",
    "B",
    "`c d`",
    "e",
    "`key`",
    "f1",
    "`1`",
    "ü",
    "period",
    "after_",
    "system",
    "`x``y`",
)
CHARSETS = ("latin1", "utf8mb4", "utf8", "ucs2", "ascii", "binary", "cp1251", "gbk")
COLLATIONS = ("latin1_bin", "utf8mb4_bin", "utf8mb4_general_ci", "ascii_bin", "latin1_german1_ci")
MODES = (
    "",
    "STRICT_TRANS_TABLES",
    "ANSI_QUOTES",
    "NO_BACKSLASH_ESCAPES",
    "REAL_AS_FLOAT",
    "ANSI_QUOTES,NO_BACKSLASH_ESCAPES,STRICT_ALL_TABLES",
    "ALLOW_INVALID_DATES",
)
ENGINES = ("InnoDB", "InnoDB", "MyISAM")


class RandomDdl:
    """Makes statements, one after another.

    Args:
        seed: of the random numbers.
        family: of the server that executes them.
        columns_of: returns the columns of a table, of which most statements name some.
    """

    def __init__(self, seed: int, family: Flavor, columns_of: Callable[[str], list[str]]) -> None:
        self.without_geometry = False
        self._columns_of = columns_of
        self._columns: list[str] = []
        self.random = random.Random(seed)
        self.family = family
        self.is_mariadb = family == "mariadb"

    def chance(self, percent: int) -> bool:
        return self.random.randrange(100) < percent

    def one(self, *choices: str) -> str:
        return self.random.choice(choices)

    def any(self, *choices: Callable[[], str]) -> str:
        return self.random.choice(choices)()

    def maybe(self, text: str, percent: int = 30) -> str:
        return f" {text}" if self.chance(percent) else ""

    def table(self) -> str:
        name = self.one(*TABLES)
        self._columns = self._columns_of(name)
        return f"{self.one(*DATABASES)}.{name}" if self.chance(25) else name

    def column(self) -> str:
        if self._columns and self.chance(85):
            return self.random.choice(self._columns)
        name = self.one(*COLUMNS)
        if name[0] != "`" and self.chance(20):
            name = f"`{name}`"
        return name.upper() if self.chance(10) else name

    def statement(self) -> str:
        found = self.any(
            *[self.create] * 3,
            *[self.alter] * 14,
            *[self.rename, self.drop, self.index, self.like, self.truncate],
        )
        if self.chance(5):
            found = found.replace(" TABLE ", self.one(" /* x, ( */ TABLE ", " # (\n TABLE "), 1)
        return f"{found};" if self.chance(10) else found

    def create(self) -> str:
        start = self.one("CREATE TABLE", "create table", "CREATE TABLE IF NOT EXISTS")
        if self.is_mariadb and self.chance(30):
            start = "CREATE OR REPLACE TABLE"
        names = self.random.sample(COLUMNS, self.random.randrange(2, 8))
        parts = [f"{name} {self.definition()}" for name in names]
        for _ in range(self.random.randrange(3)):
            parts.insert(self.random.randrange(len(parts) + 1), self.key(names))
        if self.chance(60):
            parts.append(f"PRIMARY KEY ({names[0]}{self.maybe('(3)', 5)})")
        text = f"{start} {self.table()} ({self.one(', ', ',')[:1].join(parts)})"
        if self.is_mariadb and self.chance(6):
            text += " WITH SYSTEM VERSIONING"
        text += "".join(f" {self.option()}" for _ in range(self.random.randrange(3)))
        return text + self.maybe(self.partitioning(names[0]), 15)

    def option(self) -> str:
        return self.one(
            f"ENGINE={self.one(*ENGINES)}",
            f"DEFAULT CHARSET={self.one(*CHARSETS)}",
            f"CHARACTER SET {self.one(*CHARSETS)}",
            f"COLLATE = '{self.one(*COLLATIONS)}'",
            "COMMENT='a, (b) c'",
            "ROW_FORMAT=DYNAMIC",
            "AUTO_INCREMENT 7",
            "CHECKSUM=1, MAX_ROWS = 10",
        )

    def key(self, names: list[str]) -> str:
        column = self.random.choice(names)
        other = self.random.choice(names)
        return self.one(
            f"KEY ({column}), KEY i1 ({other}, {column})",
            f"UNIQUE KEY u1 ({column})",
            f"UNIQUE ({column} DESC)",
            f"INDEX i2 USING BTREE ({column}(4))",
            f"CONSTRAINT k1 UNIQUE u2 ({column})",
            f"CONSTRAINT CHECK ({column} <> 3)",
            "CHECK (1 = 1)",
            f"FULLTEXT KEY ({column})",
        )

    def type(self) -> str:
        number = self.random.randrange(1, 30)
        types = [
            *("INT", "int(11)", "INTEGER UNSIGNED", "tinyint(1)", "BOOL", "BIGINT(20) unsigned"),
            *("MEDIUMINT ZEROFILL", "INT8", "SMALLINT SIGNED", "DEC(7,2)", "NUMERIC(5)", "FIXED"),
            *("DOUBLE PRECISION", "REAL", "FLOAT(7,3)", "FLOAT(30)", "float(10) UNSIGNED"),
            *(f"VARCHAR({number})", f"CHAR({number})", "CHAR", "CHARACTER VARYING(9)"),
            *("NATIONAL CHAR(3)", "NVARCHAR(5)", "NCHAR VARYING(4)", f"BINARY({number})"),
            *("VARBINARY(8)", "TEXT", "TEXT(100)", "text(20000)", "TINYTEXT", "MEDIUMTEXT"),
            *("LONGTEXT", "LONG", "LONG VARBINARY", "BLOB(70000)", "BLOB", "TINYBLOB"),
            *("CHAR(3) BYTE", "CHAR(7) BINARY", "VARCHAR(20) ASCII", "VARCHAR(30000)"),
            *("DATE", "DATETIME", "DATETIME(3)", "TIME(6)", "TIMESTAMP", "TIMESTAMP(2)", "YEAR"),
            *("YEAR(4)", "BIT(5)", "BIT", "JSON", "GEOMETRY", "POINT", "GEOMETRYCOLLECTION"),
            *("ENUM('a','b''c','d,e')", "SET('x','y(','z')", "enum('it\\\\','b')"),
        ]
        if self.is_mariadb:
            types += ["UUID", "INET6", "INET4"]
        found = self.one(*types)
        if self.without_geometry and found in {"GEOMETRY", "POINT", "GEOMETRYCOLLECTION"}:
            found = "INT"
        is_text = any(word in found.upper() for word in ("CHAR(", "TEXT", "ENUM", "SET("))
        if is_text and "BYTE" not in found and self.chance(40):
            found += self.one(
                f" CHARACTER SET {self.one(*CHARSETS)}",
                f" CHARSET {self.one(*CHARSETS)} COLLATE DEFAULT"[
                    : None if self.is_mariadb else -16
                ],
                f" COLLATE {self.one(*COLLATIONS)}",
                " CHARACTER SET latin1 COLLATE latin1_bin",
            )
        return found

    def definition(self) -> str:
        found = self.type()
        if self.chance(8):
            how = self.one("VIRTUAL", "STORED", "")
            return (
                f"{found.split(' CHAR')[0]} {self.one('AS', 'GENERATED ALWAYS AS')} (1 + 1) {how}"
            )
        found += self.maybe("NOT NULL") + self.maybe("NULL", 8)
        found += self.maybe(f"DEFAULT {self.default(found)}", 40)
        if "TIMESTAMP" in found or "DATETIME" in found:
            found += self.maybe("ON UPDATE CURRENT_TIMESTAMP", 20)
        found += self.maybe("COMMENT 'it''s, (x'", 15) + self.maybe("UNIQUE", 4)
        found += self.maybe("INVISIBLE", 5) + self.maybe("CHECK (1 < 2)", 4)
        return found

    def default(self, of: str) -> str:
        kind = of.split("(", maxsplit=1)[0].split(" ", maxsplit=1)[0].upper()
        if kind in {"DATE", "DATETIME", "TIMESTAMP", "TIME", "YEAR"}:
            values = {
                "DATE": ("'2020-01-02'", "DATE'2020-01-02'"),
                "TIME": ("'10:11:12'", "'-01:00:00'"),
                "YEAR": ("'2020'", "1999"),
            }
            times = ("'2020-01-02 03:04:05'", "CURRENT_TIMESTAMP", "now()")
            return self.one("NULL", *values.get(kind, times))
        if kind in {"VARCHAR", "CHAR", "ENUM", "SET", "BINARY", "VARBINARY", "NVARCHAR"}:
            return self.one("NULL", "'a'", "'x'", "''", "(concat('a','b'))", "'it''s'")
        return self.one("NULL", "0", "1", "'7'", "-3", "1.5", "(1+2)", "+4", "0x1F", "true", "1e1")

    def partitioning(self, column: str) -> str:
        return self.one(
            f"PARTITION BY HASH ({column}) PARTITIONS 3",
            f"PARTITION BY LINEAR KEY ({column})",
            f"PARTITION BY RANGE ({column}) (PARTITION p0 VALUES LESS THAN (10),"
            " PARTITION p1 VALUES LESS THAN (20), PARTITION p2 VALUES LESS THAN MAXVALUE)",
            f"PARTITION BY LIST ({column}) (PARTITION p0 VALUES IN (1,2), PARTITION p1 VALUES IN"
            " (3,NULL))",
            f"PARTITION BY RANGE COLUMNS ({column}) SUBPARTITION BY KEY ({column}) SUBPARTITIONS 2"
            " (PARTITION p0 VALUES LESS THAN (5), PARTITION p1 VALUES LESS THAN (9))",
            f"PARTITION BY KEY ({column}) PARTITIONS 2",
        )

    def alter(self) -> str:
        table = self.table()
        clauses = ", ".join(self.clause() for _ in range(self.random.choice((1, 1, 1, 2, 3))))
        return f"{self.one('ALTER TABLE', 'alter table')} {table} {clauses}"

    def place(self) -> str:
        return self.maybe(self.one("FIRST", f"AFTER {self.column()}"), 40)

    def clause(self) -> str:
        column, other = self.column(), self.one(*COLUMNS)
        exists = self.maybe("IF EXISTS", 25) if self.is_mariadb else ""
        new = self.maybe("IF NOT EXISTS", 25) if self.is_mariadb else ""
        return self.any(
            *[lambda: f"ADD COLUMN{new} {other} {self.definition()}{self.place()}"] * 3,
            *[lambda: f"ADD {other} {self.definition()}{self.place()}"] * 2,
            lambda: f"ADD ({other} {self.definition()}, {self.one(*COLUMNS)} {self.definition()})",
            *[lambda: f"DROP COLUMN{exists} {column}"] * 2,
            lambda: f"DROP {column}",
            *[lambda: f"MODIFY{exists} {column} {self.definition()}{self.place()}"] * 3,
            *[lambda: f"CHANGE{exists} {column} {other} {self.definition()}{self.place()}"] * 2,
            *[lambda: f"RENAME COLUMN {column} TO {other}"] * 2,
            lambda: f"ALTER COLUMN {column} SET DEFAULT {self.one('1', 'NULL', '(2+3)')}",
            lambda: f"ALTER {column} DROP DEFAULT",
            lambda: f"CONVERT TO CHARACTER SET {self.one(*CHARSETS)}",
            lambda: f"CONVERT TO CHARSET {self.one('utf8mb4 COLLATE utf8mb4_bin', 'latin1')}",
            self.option,
            lambda: f"ADD PRIMARY KEY ({column})",
            lambda: "DROP PRIMARY KEY",
            lambda: f"ADD {self.key([column, other])}",
            lambda: f"DROP {self.one('INDEX', 'KEY')} {self.one('i1', 'u1', 'i2', column)}",
            lambda: f"RENAME {self.one('TO', 'AS', '')} {self.table()}",
            lambda: self.one("FORCE", "ALGORITHM=COPY", "DISABLE KEYS", "ORDER BY 1"),
            self.of_partitions,
            lambda: "ADD SYSTEM VERSIONING" if self.is_mariadb else f"ALTER {column} SET INVISIBLE",
            lambda: "DROP SYSTEM VERSIONING" if self.is_mariadb else f"ALTER {column} SET VISIBLE",
        )

    def of_partitions(self) -> str:
        return self.one(
            self.partitioning(self.column()),
            "DROP PARTITION p1",
            "TRUNCATE PARTITION ALL",
            "TRUNCATE PARTITION p0, p1",
            "ADD PARTITION PARTITIONS 2",
            "COALESCE PARTITION 1",
            "ADD PARTITION (PARTITION p7 VALUES LESS THAN (300))",
            "REORGANIZE PARTITION p0 INTO (PARTITION n0 VALUES LESS THAN (4),"
            " PARTITION n1 VALUES LESS THAN (10))",
            "REMOVE PARTITIONING",
            "REBUILD PARTITION p0",
            f"EXCHANGE PARTITION p0 WITH TABLE {self.table()} WITHOUT VALIDATION",
            *(("CONVERT PARTITION p1 TO TABLE old",) if self.is_mariadb else ()),
        )

    def rename(self) -> str:
        pairs = ", ".join(
            f"{self.table()} TO {self.table()}" for _ in range(self.random.choice((1, 2)))
        )
        return f"RENAME TABLE {pairs}"

    def drop(self) -> str:
        exists = self.maybe("IF EXISTS", 60)
        return f"DROP TABLE{exists} {self.table()}{self.maybe(', ' + self.table(), 20)}"

    def index(self) -> str:
        kind = self.one("", "UNIQUE ", "")
        return self.one(
            f"CREATE {kind}INDEX i3 ON {self.table()} ({self.column()})",
            f"DROP INDEX {self.one('i3', 'i1')} ON {self.table()}",
        )

    def like(self) -> str:
        return self.one(
            f"CREATE TABLE {self.table()} LIKE {self.table()}",
            f"CREATE TABLE IF NOT EXISTS {self.table()} (LIKE {self.table()})",
        )

    def truncate(self) -> str:
        return f"TRUNCATE{self.maybe('TABLE', 60)} {self.table()}"

    def settings(self) -> Iterator[str]:
        """Yield statements that set the session, now and then."""
        if self.chance(10):
            yield f"USE {self.one(*DATABASES)}"
        if self.chance(10):
            yield f"SET sql_mode = '{self.one(*MODES)}'"
        if self.chance(3):
            yield f"ALTER DATABASE {self.one(*DATABASES)} CHARACTER SET {self.one(*CHARSETS[:5])}"
