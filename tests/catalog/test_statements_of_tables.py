"""The catalog by statements: definitions, steps, and doubts."""

from __future__ import annotations

from dataclasses import replace

import pytest

from binlog_kaitai.catalog.catalog import Catalog, tables_in
from binlog_kaitai.catalog.known import Doubt
from binlog_kaitai.catalog.steps import Session, TableName, TableStep
from binlog_kaitai.model.definitions import ColumnDefinition, Default, Definition

MYSQL = Session(database="d", collation_server="utf8mb4_0900_ai_ci")
OLD = replace(MYSQL, version=(5, 6, 24), collation_server="latin1_swedish_ci")
MARIADB = Session(
    database="d",
    family="mariadb",
    version=(11, 8, 9),
    collation_server="utf8mb4_uca1400_ai_ci",
    character_set_collations="utf8mb4=utf8mb4_uca1400_ai_ci",
)
T = TableName("d", "t")


def catalog_after(statements: str, session: Session = MYSQL) -> Catalog:
    catalog = Catalog()
    catalog.apply("CREATE DATABASE d", session, "log at 4")
    for statement in statements.split(";"):
        catalog.apply(statement, session, "log at 4")
    return catalog


def shown(column: ColumnDefinition) -> str:
    """Return a column in one line, as SQL would have it."""
    text = column.text
    if column.labels is not None:
        text += f"({'|'.join(column.labels)})"
    text += " unsigned" if column.is_unsigned and column.kind != "year" else ""
    if column.collation not in {None, "utf8mb4_0900_ai_ci", "utf8mb4_uca1400_ai_ci"}:
        text += f" {column.collation}"
    text += "" if column.is_nullable else " not null"
    if column.default is not None:
        text += f" = {column.default.kind} {column.default.text}"
    if column.generated:
        text += f" {column.generated} {column.expression}"
    flags = ("auto_increment", "set_on_update", "invisible", "zerofill", "hidden")
    marks = "".join(f" {flag}" for flag in flags if getattr(column, f"is_{flag}"))
    return f"{column.name} {text}{marks}"


def table_of(catalog: Catalog, name: TableName = T) -> Definition:
    found = catalog.tables[name]
    assert isinstance(found, Definition), found
    return found


COLUMNS = [
    ("a INT", "a int"),
    ("`a``b` INTEGER(4) UNSIGNED ZEROFILL NOT NULL", "a`b int(4) unsigned not null zerofill"),
    ("a BOOL DEFAULT TRUE", "a tinyint(1) = number 1"),
    ("a DEC(5), b NUMERIC, c FIXED(4,2)", "a decimal(5,0), b decimal(10,0), c decimal(4,2)"),
    ("a FLOAT(24), b FLOAT(25), c REAL, d FLOAT(7,2)", "a float, b double, c double, d float(7,2)"),
    ("a DOUBLE PRECISION DEFAULT -1.5e-3", "a double = number -1.5e-3"),
    ("a CHARACTER VARYING(9), b NCHAR(2)", "a varchar(9), b char(2) utf8mb3_general_ci"),
    ("a TEXT(100), b TEXT(20000), c BLOB(255)", "a text, b mediumtext, c tinyblob"),
    ("a LONG VARBINARY, b LONG", "a mediumblob, b mediumtext"),
    ("a VARCHAR(30000)", "a mediumtext"),
    ("a TEXT CHARACTER SET binary, b CHAR(3) BYTE", "a blob, b binary(3)"),
    ("a CHAR ASCII, b CHAR BINARY", "a char(1) latin1_swedish_ci, b char(1) utf8mb4_bin"),
    ("a CHAR(2) COLLATE latin1_bin", "a char(2) latin1_bin"),
    (r"a ENUM('x''y',',(','\\') DEFAULT 'x''y'", "a enum(x'y|,(|\\) = string x'y"),
    ("a SET('b') CHARSET utf8", "a set(b) utf8mb3_general_ci"),
    ("a TIMESTAMP(3) DEFAULT now(3) ON UPDATE now(3)", "a timestamp(3) = now 3 set_on_update"),
    ("a BIT, b BIT(9) DEFAULT b'101', c YEAR(4)", "a bit(1), b bit(9) = bytes 5, c year"),
    ("a INT DEFAULT (1 + 2), b CHAR(36) DEFAULT (uuid())", None),
    ("a INT, b INT AS (a + (1)) STORED", "a int, b int stored a + (1)"),
    ("a INT GENERATED ALWAYS AS (1) INVISIBLE", "a int virtual 1 invisible"),
    ("a SERIAL", "a bigint unsigned not null auto_increment"),
    ("a INT PRIMARY KEY, b INT NULL UNIQUE", "a int not null, b int"),
    ("a INT, B INT, PRIMARY KEY (b)", "a int, B int not null"),
    ("a INT, KEY (a), CHECK (a > 1), CONSTRAINT c FOREIGN KEY (a) REFERENCES u (b)", "a int"),
    ("a INT COMMENT 'b, c INT)' REFERENCES x (y) ON DELETE CASCADE, b DATE", "a int, b date"),
    ("a GEOMETRY NOT NULL SRID 4326, b VECTOR", "a geometry not null, b vector(2048)"),
    ("a INT /*!90800 , b INT */ /*!50100 , c INT */ /*M! , d INT */", "a int, c int"),
    (
        "a INT DEFAULT 0x41, b CHAR(1) DEFAULT _latin1'x' 'y'",
        "a int = bytes 41, b char(1) = string xy",
    ),
    ("period INT, `key` INT, ü INT, `1` INT", "period int, key int, ü int, 1 int"),
]


@pytest.mark.parametrize(("written", "columns"), COLUMNS)
def test_columns(written: str, columns: str | None) -> None:
    table = table_of(catalog_after(f"CREATE TABLE t ({written})"))
    expected = columns or "a int = expression 1 + 2, b char(36) = expression uuid()"
    assert ", ".join(map(shown, table.columns)) == expected


BY_SERVER = [
    (MARIADB, "a JSON, b UUID, c INET6", "a longtext utf8mb4_bin, b uuid, c inet6"),
    (MARIADB, "a INT /*M!100100 , b INT */ /*!50100 , c INT */", "a int, b int, c int"),
    (MARIADB, "a INT /*!80000 , b INT */ /*!120100 , c INT */", "a int"),
    (MARIADB, "a CHAR(36) DEFAULT uuid()", "a char(36) = expression uuid()"),
    (OLD, "a TIMESTAMP, b VARCHAR(3)", "a timestamp not null, b varchar(3) latin1_swedish_ci"),
    (
        replace(MYSQL, sql_mode="ANSI_QUOTES,NO_BACKSLASH_ESCAPES"),
        '"a" CHAR(2) DEFAULT \'\\\', "b" INT',
        "a char(2) = string \\, b int",
    ),
    (replace(MYSQL, sql_mode="REAL_AS_FLOAT"), "a REAL, b FLOAT(30)", "a float, b double"),
]


@pytest.mark.parametrize(("session", "written", "columns"), BY_SERVER)
def test_columns_by_server_and_mode(session: Session, written: str, columns: str) -> None:
    table = table_of(catalog_after(f"CREATE TABLE t ({written})", session))
    assert ", ".join(map(shown, table.columns)) == columns


def test_hidden_columns_of_system_versioning_stay_at_the_end() -> None:
    catalog = catalog_after("CREATE TABLE t (a INT) WITH SYSTEM VERSIONING", MARIADB)
    catalog.apply("ALTER TABLE t ADD b INT", MARIADB, "log at 9")
    names = [column.name for column in table_of(catalog).columns]
    assert names == ["a", "b", "row_start", "row_end"]
    catalog.apply("ALTER TABLE t DROP SYSTEM VERSIONING", MARIADB, "log at 9")
    assert [column.name for column in table_of(catalog).columns] == ["a", "b"]


# of t (a int, b int, c int), whose key is a: the columns, and those whose values they take
ALTERS = [
    ("ADD d INT FIRST, ADD e INT AFTER a", "d a e b c", ". a . b c"),
    ("ADD (d INT, e INT)", "a b c d e", "a b c . ."),
    ("DROP b, ADD b CHAR(1) AFTER a", "a b c", "a . c"),
    ("DROP COLUMN b, DROP c", "a", "a"),
    ("CHANGE a z BIGINT", "z b c", "a b c"),
    ("CHANGE COLUMN a b INT, CHANGE b a INT", "b a c", "a b c"),
    ("RENAME COLUMN a TO b, RENAME COLUMN b TO a", "b a c", "a b c"),
    ("MODIFY c INT FIRST", "c a b", "c a b"),
    ("MODIFY a INT AFTER c, MODIFY b INT AFTER a", "c a b", "c a b"),
    ("CHANGE a x INT AFTER c, ADD y INT AFTER x", "b c x y", "b c a ."),
    ("MODIFY B INT", "a B c", "a b c"),
    ("ALTER a SET DEFAULT 3, ENGINE=InnoDB ROW_FORMAT=DYNAMIC", "a b c", "a b c"),
    ("ADD d INT PRIMARY KEY PARTITION BY HASH (d)", "a b c d", "a b c ."),
    ("ADD COLUMN d INT, ALGORITHM=INPLACE, LOCK=NONE, FORCE", "a b c d", "a b c ."),
    ("ORDER BY b, c", "a b c", "a b c"),
]


@pytest.mark.parametrize(("clauses", "columns", "sources"), ALTERS)
def test_altered_columns_and_their_sources(clauses: str, columns: str, sources: str) -> None:
    catalog = catalog_after("CREATE TABLE t (a INT PRIMARY KEY, b INT, c INT)")
    (step,) = catalog.apply(f"ALTER TABLE t {clauses}", MYSQL, "log at 9")
    assert step.kind == "altered"
    assert step.after == table_of(catalog)
    assert " ".join(column.name for column in step.after.columns) == columns
    assert " ".join(name or "." for name in step.sources) == sources


def test_a_key_keeps_a_column_that_is_dropped_and_added_anew() -> None:
    table = table_of(
        catalog_after(
            "CREATE TABLE t (a INT, b INT, c INT, PRIMARY KEY (a, b), KEY (c, a));"
            "ALTER TABLE t DROP a, ADD a CHAR(1), DROP c"
        )
    )
    assert [[part.column for part in key.parts] for key in table.keys] == [["a", "b"], ["a"]]
    assert [(one.name, one.is_nullable) for one in table.columns] == [("b", False), ("a", False)]


KEPT = [
    ("RENAME COLUMN a TO x, ADD a INT", "x"),
    ("RENAME COLUMN a TO x, ADD a INT FIRST", "a"),  # servers take the first that fits
    ("CHANGE b a INT, CHANGE a b INT", "b"),
]


@pytest.mark.parametrize(("clauses", "column"), KEPT)
def test_a_key_follows_its_column(clauses: str, column: str) -> None:
    table = table_of(
        catalog_after(f"CREATE TABLE t (a INT, b INT, KEY (a));ALTER TABLE t {clauses}")
    )
    assert [part.column for part in table.keys[0].parts] == [column]


DOUBTED = [
    ("a VARCHAR(30000)) CHARSET gbk", "CONVERT TO CHARSET utf8mb4", "a varchar a that holds"),
    ("a CHAR(3)) CHARSET binary", "CONVERT TO CHARSET latin1, CHARSET binary", "one charset"),
    ("a CHAR(3)) CHARSET binary", "CHARSET binary, CONVERT TO CHARSET latin1", "one charset"),
    ("a INT)", "MODIFY a MEDIUMTEXT, CONVERT TO CHARSET latin1", "or CONVERT TO"),
    ("a INT)", "MODIFY a MEDIUMBLOB, CONVERT TO CHARSET latin1", "or CONVERT TO"),
    ("a INT) CHARSET binary", "CHANGE a b TEXT, CONVERT TO CHARSET binary", "or CONVERT TO"),
]


@pytest.mark.parametrize(("table", "clauses", "reason"), DOUBTED)
def test_conversions_of_which_servers_decide_more_are_doubtful(
    table: str, clauses: str, reason: str
) -> None:
    catalog = catalog_after(f"CREATE TABLE t ({table};ALTER TABLE t {clauses}")
    (known,) = catalog.tables.values()
    assert isinstance(known, Doubt)
    assert reason in known.reason


COLLATIONS = [
    ("COLLATE utf8mb4_bin DEFAULT CHARSET utf8mb4", "utf8mb4_bin"),
    ("CHARSET=utf8mb4 COLLATE=utf8mb4_bin", "utf8mb4_bin"),
    ("COLLATE utf8mb4_bin COLLATE utf8mb4_unicode_ci CHARSET utf8mb4", "utf8mb4_unicode_ci"),
    ("CHARSET latin1", "latin1_swedish_ci"),
]


@pytest.mark.parametrize(("options", "collation"), COLLATIONS)
def test_a_collation_that_is_named_stays(options: str, collation: str) -> None:
    table = table_of(catalog_after(f"CREATE TABLE t (a CHAR(1)) {options}"))
    assert (table.collation, table.columns[0].collation) == (collation, collation)


CONVERTED = [
    ("a TINYTEXT, b TEXT CHARSET latin1, c CHAR(3)", "latin1", "tinytext text char(3)"),
    ("a TEXT CHARSET latin1, b TINYTEXT CHARSET latin1", "utf8mb4", "mediumtext text"),
    ("a TEXT, b VARCHAR(9), c BLOB, d INT", "binary", "blob varbinary(9) blob int"),
]


@pytest.mark.parametrize(("written", "charset", "types"), CONVERTED)
def test_text_that_is_converted_gets_the_size_it_needs(
    written: str, charset: str, types: str
) -> None:
    table = table_of(
        catalog_after(f"CREATE TABLE t ({written});ALTER TABLE t CONVERT TO CHARSET {charset}")
    )
    assert " ".join(column.text for column in table.columns) == types


KEYS = [
    ("a INT, b INT, KEY (a), KEY (A, b), UNIQUE (b)", "a(a) a_2(a,b) b(b)"),
    ("a INT, KEY (a), b INT UNIQUE, c INT, INDEX i USING BTREE (c DESC)", "a(a) b(b) i(c)"),
    ("a INT, PRIMARY KEY (a), KEY k ((a + 1), a)", "PRIMARY(a) k(None,a)"),
]


@pytest.mark.parametrize(("written", "keys"), KEYS)
def test_keys_have_the_names_that_the_server_chooses(written: str, keys: str) -> None:
    table = table_of(catalog_after(f"CREATE TABLE t ({written})"))
    found = (f"{k.name}({','.join(str(p.column) for p in k.parts)})" for k in table.keys)
    assert " ".join(found) == keys


def test_keys_follow_their_columns() -> None:
    table = table_of(
        catalog_after(
            "CREATE TABLE t (a INT, b INT, PRIMARY KEY (a), KEY i (a, b), KEY j (b));"
            "ALTER TABLE t DROP b, CHANGE a z INT"
        )
    )
    assert table.primary_key == ("z",)
    assert [(key.name, len(key.parts)) for key in table.keys] == [("PRIMARY", 1), ("i", 1)]


RANGE = (
    "PARTITION BY RANGE (a) (PARTITION p0 VALUES LESS THAN (10),"
    " PARTITION p1 VALUES LESS THAN (20))"
)
PARTITIONS = [
    ("", "p0 p1", []),
    ("DROP PARTITION p0", "p1", [("partitions_dropped", "p0")]),
    ("TRUNCATE PARTITION p0, p1", "p0 p1", [("partitions_emptied", "p0 p1")]),
    ("TRUNCATE PARTITION ALL", "p0 p1", [("partitions_emptied", "")]),
    ("ADD PARTITION (PARTITION p2 VALUES LESS THAN MAXVALUE)", "p0 p1 p2", []),
    ("REORGANIZE PARTITION p0, p1 INTO (PARTITION q VALUES LESS THAN (20))", "q", []),
    ("EXCHANGE PARTITION p0 WITH TABLE u", "p0 p1", [("partition_exchanged", "p0")]),
    ("REMOVE PARTITIONING", "", []),
    ("ENGINE=InnoDB REMOVE PARTITIONING", "", []),
    ("PARTITION BY KEY () PARTITIONS 3", "p0 p1 p2", []),
    ("ALGORITHM=COPY, DROP PARTITION p0, p1", "", [("partitions_dropped", "p0 p1")]),
]


@pytest.mark.parametrize(("clause", "names", "steps"), PARTITIONS)
def test_partitions(clause: str, names: str, steps: list[tuple[str, str]]) -> None:
    catalog = catalog_after(f"CREATE TABLE t (a INT) {RANGE};CREATE TABLE u (a INT)")
    found = catalog.apply(f"ALTER TABLE t {clause}", MYSQL, "log at 9")
    assert [(step.kind, " ".join(step.partitions)) for step in found[1:]] == steps
    partitioning = table_of(catalog).partitioning
    own = () if partitioning is None else partitioning.partitions
    assert " ".join(one.name for one in own) == names


def test_bounds_and_values_of_partitions() -> None:
    catalog = catalog_after(
        "CREATE TABLE t (a INT, b INT) PARTITION BY LIST COLUMNS (a, b) SUBPARTITION BY LINEAR KEY"
        " ALGORITHM=1 (b) SUBPARTITIONS 2 (PARTITION p VALUES IN ((1, 2), (3, NULL)));"
        "CREATE TABLE u (a INT) PARTITION BY RANGE (YEAR(a) + 1)"
        " (PARTITION p VALUES LESS THAN (1 + 1) ENGINE = InnoDB, PARTITION q VALUES LESS THAN"
        " MAXVALUE)"
    )
    one = table_of(catalog).partitioning
    other = table_of(catalog, TableName("d", "u")).partitioning
    assert one is not None
    assert one.partitions[0].values == (("1", "2"), ("3", "NULL"))
    assert one.partitions[0].subpartitions == ("psp0", "psp1")
    assert one.function.columns == ("a", "b")
    assert one.subpartition_function is not None
    assert one.subpartition_function.is_linear
    assert other is not None
    assert other.function.expression == "YEAR(a) + 1"
    assert [part.less_than for part in other.partitions] == [("1 + 1",), ("MAXVALUE",)]


def test_partition_becomes_a_table_and_a_table_a_partition() -> None:
    catalog = catalog_after(f"CREATE TABLE t (a INT) {RANGE}", MARIADB)
    steps = catalog.apply("ALTER TABLE t CONVERT PARTITION p0 TO TABLE x", MARIADB, "log at 9")
    kinds = ["altered", "created", "partition_exchanged", "partitions_dropped"]
    assert [step.kind for step in steps] == kinds
    assert [column.name for column in table_of(catalog, TableName("d", "x")).columns] == ["a"]
    steps = catalog.apply(
        "ALTER TABLE t CONVERT TABLE x TO PARTITION p9 VALUES LESS THAN (30)", MARIADB, "log at 9"
    )
    assert [step.kind for step in steps] == ["altered", "partition_exchanged", "dropped"]
    assert TableName("d", "x") not in catalog.tables


def kinds_of(steps: list[TableStep]) -> str:
    return " ".join(
        f"{step.kind}:{step.name.table}{'>' + step.other.table if step.other else ''}"
        for step in steps
    )


STEPS = [
    ("RENAME TABLE t TO x, u TO t, x TO u", "renamed:t>x renamed:u>t renamed:x>u"),
    ("ALTER TABLE t ADD z INT, RENAME TO e.x", "altered:t renamed:t>x"),
    ("DROP TABLE IF EXISTS t, u, nowhere", "dropped:t dropped:u dropped:nowhere"),
    ("TRUNCATE t", "emptied:t"),
    ("DROP DATABASE d", "dropped:t dropped:u dropped:"),
    ("CREATE TABLE IF NOT EXISTS t (z INT)", ""),
    ("CREATE OR REPLACE TABLE t (z INT)", "created:t"),
    ("CREATE TABLE x LIKE t", "created:x"),
    ("CREATE TABLE x (LIKE u)", "created:x"),
    ("CREATE TABLE x AS SELECT 1", "created:x doubtful:x rows_changed:x"),
    ("CREATE UNIQUE INDEX i ON t (a)", "altered:t"),
    ("DROP INDEX i ON t", "altered:t"),
    ("ALTER TABLE t DISCARD TABLESPACE", "altered:t rows_changed:t"),
    ("SET STATEMENT lock_wait_timeout=1 FOR DROP TABLE t", "dropped:t"),
    ("UPDATE t, u SET t.a = 1", "rows_changed:t rows_changed:u"),
    ("CREATE VIEW t2 AS SELECT 1", ""),
    ("DROP VIEW t", ""),
    ("ALTER TABLE t FROBNICATE a", "doubtful:t"),
    ("ALTER TABLE t ADD x FROBTYPE", "doubtful:t"),
    ("ALTER TABLE t DROP nowhere", "doubtful:t"),
    ("ALTER TABLE t DROP a, ADD a JSON, MODIFY IF EXISTS a LONG", "doubtful:t"),
    ("ALTER TABLE t ADD x INT, MODIFY IF EXISTS x BIGINT", "doubtful:t"),
    ("ALTER TABLE t CHANGE a x INT, ADD a BIGINT", "altered:t"),
    ("CREATE TABLE x (a FROBTYPE)", "created:x doubtful:x"),
    ("RENAME TABLE t u", "doubtful:t doubtful:u"),
]


@pytest.mark.parametrize(("statement", "kinds"), STEPS)
def test_steps(statement: str, kinds: str) -> None:
    catalog = catalog_after("CREATE TABLE t (a INT);CREATE TABLE u (b INT)")
    assert kinds_of(catalog.apply(statement, MYSQL, "log at 9")) == kinds


def test_renamed_tables_keep_their_definitions() -> None:
    catalog = catalog_after(
        "CREATE TABLE t (a INT);CREATE TABLE u (b INT);RENAME TABLE t TO x, u TO t, x TO u"
    )
    assert [column.name for column in table_of(catalog).columns] == ["b"]
    assert [column.name for column in table_of(catalog, TableName("d", "u")).columns] == ["a"]


DOUBTS = [
    ("CREATE TABLE IF NOT EXISTS e.t (a INT)", "IF NOT EXISTS: the table may have existed before"),
    ("CREATE TABLE e.t LIKE nowhere", "LIKE d.nowhere, which is not known"),
    ("CREATE TABLE e.t (a TEXT(100))", "expected the charset of a, on which its size depends"),
    ("CREATE TABLE e.t (a ENUM(0x41))", "expected a string, found 0x41"),
]


@pytest.mark.parametrize(("statement", "reason"), DOUBTS)
def test_doubtful_tables_have_reasons_until_they_are_created_anew(
    statement: str, reason: str
) -> None:
    catalog = catalog_after(statement)
    name = TableName("e", "t")
    assert catalog.find(name) == Doubt(reason, "log at 4")
    catalog.apply("ALTER TABLE e.t ADD z INT", MYSQL, "log at 9")
    assert catalog.find(name) == Doubt(reason, "log at 4")
    catalog.apply("DROP TABLE e.t", MYSQL, "log at 9")
    assert catalog.find(name) is None
    catalog.apply("CREATE TABLE IF NOT EXISTS e.t (b INT)", MYSQL, "log at 9")
    assert [column.name for column in table_of(catalog, name).columns] == ["b"]


def test_failed_statements_are_doubtful_but_for_tables_that_are_not_there() -> None:
    catalog = catalog_after("CREATE TABLE t (a INT);CREATE TABLE u (b INT)")
    failed = replace(MYSQL, error_code=1051)
    assert kinds_of(catalog.apply("DROP TABLE t, nowhere", failed, "log at 9")) == (
        "dropped:t dropped:nowhere"
    )
    steps = catalog.apply("DROP TABLE u", replace(MYSQL, error_code=1317), "log at 9")
    assert kinds_of(steps) == "doubtful:u"
    replaced = replace(MARIADB, error_code=1067)
    steps = catalog.apply("CREATE OR REPLACE TABLE u (a INT DEFAULT 'x')", replaced, "log at 9")
    assert kinds_of(steps) == "dropped:u"
    assert catalog.find(TableName("d", "u")) is None


def test_temporary_tables_belong_to_their_sessions() -> None:
    catalog = catalog_after("CREATE TABLE t (a INT)")
    one, other = replace(MYSQL, key="1"), replace(MYSQL, key="2")
    (step,) = catalog.apply("CREATE TEMPORARY TABLE t (z INT)", one, "log at 9")
    assert step.session == "1"
    catalog.apply("ALTER TABLE t ADD y INT", one, "log at 9")
    catalog.apply("ALTER TABLE t ADD b INT", other, "log at 9")
    own = catalog.find(T, "1")
    assert isinstance(own, Definition)
    assert [column.name for column in own.columns] == ["z", "y"]
    assert [column.name for column in table_of(catalog).columns] == ["a", "b"]
    catalog.apply("DROP TEMPORARY TABLE t", one, "log at 9")
    assert catalog.find(T, "1") == table_of(catalog)


def test_tables_that_are_not_known_are_renamed_and_emptied_all_the_same() -> None:
    catalog = Catalog()
    steps = catalog.apply("RENAME TABLE e.x TO e.y", MYSQL, "log at 9")
    assert kinds_of(steps) == "renamed:x>y"
    steps = catalog.apply("ALTER TABLE e.y TRUNCATE PARTITION p", MYSQL, "log at 9")
    assert kinds_of(steps) == "altered:y partitions_emptied:y"
    assert isinstance(catalog.tables[TableName("e", "y")], Doubt)


def test_defaults_of_columns() -> None:
    table = table_of(catalog_after("CREATE TABLE t (a INT DEFAULT 3, b INT DEFAULT NULL)"))
    assert [column.default for column in table.columns] == [Default("number", "3"), None]


@pytest.mark.parametrize(
    ("statement", "tables"),
    [
        ("DROP INDEX i ON t ALGORITHM=INPLACE LOCK=NONE", "t"),
        ("DROP INDEX IF EXISTS i ON t WAIT 5 ALGORITHM = COPY", "t"),
        ("DROP TABLE t RESTRICT", "t"),
        ("DROP TABLE IF EXISTS t, u CASCADE", "t u"),
        ("DROP TABLE t WAIT 5", "t"),
        ("RENAME TABLE t NOWAIT TO u, v TO w", "t u v w"),
        ("RENAME TABLE t TO 'u'", "t"),
    ],
)
def test_tables_by_the_words_of_a_statement(statement: str, tables: str) -> None:
    assert tables_in(statement, MYSQL) == [TableName("d", name) for name in tables.split()]
