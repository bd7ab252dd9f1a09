"""Random DDL among random rows, on the tables of two databases."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

DATABASES = ("followed", "followed2")
NAMES = ("a", "b", "c", "d")
FAMILIES = {
    "i": ("INT", "BIGINT", "SMALLINT UNSIGNED"),
    "t": ("VARCHAR(20)", "VARCHAR(40)", "TEXT"),
    "d": ("DATETIME", "DATETIME(3)", "DATE"),
    "n": ("DECIMAL(8,2)", "DECIMAL(12,4)"),
    "e": ("ENUM('a','b')", "ENUM('a','b','c')"),
    "f": ("DOUBLE", "FLOAT"),
}
"""Types by the first letters of columns, so that the types of a column mostly merge."""

COLUMNS = tuple(f"{letter}{number}" for letter in FAMILIES for number in (1, 2))
KINDS = {
    "INT": ["1", "-7", "2000000000", "NULL"],
    "BIGINT": ["5", "-9000000000", "NULL"],
    "SMALLINT UNSIGNED": ["0", "65535", "NULL"],
    "DECIMAL(8,2)": ["1.25", "-0.5", "NULL"],
    "DECIMAL(12,4)": ["1.2345", "NULL"],
    "VARCHAR(20)": ["'text'", "'a b '", "''", "NULL"],
    "VARCHAR(40)": ["'longer text'", "NULL"],
    "TEXT": ["'t'", "NULL"],
    "DATE": ["'2024-02-29'", "NULL"],
    "DATETIME": ["'2024-02-29 11:12:13'", "NULL"],
    "DATETIME(3)": ["'2024-02-29 11:12:13.125'", "NULL"],
    "ENUM('a','b')": ["'a'", "'b'", "NULL"],
    "ENUM('a','b','c')": ["'c'", "NULL"],
    "FLOAT": ["1.5", "NULL"],
    "DOUBLE": ["0.1", "NULL"],
}
DEFAULTS = {
    "INT": ["", " DEFAULT 7", " NOT NULL DEFAULT 8", " NOT NULL"],
    "VARCHAR(20)": ["", " DEFAULT 'x y'", " NOT NULL", " NOT NULL DEFAULT ''"],
    "DECIMAL(8,2)": ["", " DEFAULT 1.5", " NOT NULL"],
    "DATETIME": ["", " DEFAULT '2020-01-02 03:04:05'", " DEFAULT CURRENT_TIMESTAMP"],
    "ENUM('a','b')": ["", " NOT NULL", " DEFAULT 'b'"],
    "DOUBLE": ["", " DEFAULT 0.25"],
}
PARTITIONS = {
    "RANGE (id)": "(PARTITION p0 VALUES LESS THAN (10), PARTITION p1 VALUES LESS THAN (20),"
    " PARTITION p2 VALUES LESS THAN (1000000))",
    "HASH (id)": "PARTITIONS 3",
    "KEY (id)": "PARTITIONS 3",
    "LINEAR KEY (id)": "PARTITIONS 5",
}


@dataclass
class Table:
    """A table: its columns with their types, and its partitions."""

    columns: dict[str, str]
    partitions: str | None = None
    names: list[str] = field(default_factory=list)


class RandomTables:
    """Makes statements, and runs those that the server takes."""

    def __init__(self, choose: random.Random, cursor: Any, *, is_mariadb: bool) -> None:
        self.choose = choose
        self.cursor = cursor
        self.is_mariadb = is_mariadb
        self.tables: dict[tuple[str, str], Table] = {}
        self.statements: list[str] = []

    def run(self, statement: str) -> bool:
        """Run a statement. Returns whether the server took it."""
        try:
            self.cursor.execute(statement)
        except Exception as error:  # noqa: BLE001 - of the driver
            self.statements.append(f"-- {statement}: {error}")
            return False
        self.statements.append(statement)
        return True

    def begin(self) -> None:
        for database in DATABASES:
            self.run(f"DROP DATABASE IF EXISTS {database}")
            self.run(f"CREATE DATABASE {database}")

    def step(self) -> None:
        choose = self.choose
        if len(self.tables) < 3 or (choose.random() < 0.1 and len(self.tables) < 7):
            self.create()
            return
        name = choose.choice(list(self.tables))
        if choose.random() < 0.7:
            self.change(name)
            return
        ddl: list[Callable[[tuple[str, str]], None]] = [
            *(self.add_column, self.drop_column, self.rename_column, self.modify, self.rename),
            *(self.swap, self.truncate, self.drop, self.empty_partition, self.empty_partition),
            *(self.exchange, self.online, self.online_by_triggers, self.several),
        ]
        choose.choice(ddl)(name)

    def create(self) -> None:
        choose = self.choose
        free = [(d, n) for d in DATABASES for n in NAMES if (d, n) not in self.tables]
        if not free:
            return
        name = choose.choice(free)
        columns = {one: choose.choice(FAMILIES[one[0]]) for one in choose.sample(COLUMNS, 3)}
        made = ", ".join(f"{one} {kind}" for one, kind in columns.items())
        partitions = choose.choice([None, *PARTITIONS])
        clause = (
            "" if partitions is None else f" PARTITION BY {partitions} {PARTITIONS[partitions]}"
        )
        if self.run(f"CREATE TABLE {'.'.join(name)} (id INT PRIMARY KEY, {made}){clause}"):
            count = {"RANGE (id)": 3, "HASH (id)": 3, "KEY (id)": 3, "LINEAR KEY (id)": 5}
            names = [f"p{number}" for number in range(count.get(partitions or "", 0))]
            self.tables[name] = Table(columns, partitions, names)

    def change(self, name: tuple[str, str]) -> None:
        """Insert, update and delete rows."""
        choose, table = self.choose, self.tables[name]
        full = ".".join(name)
        key = choose.randint(1, 40)
        kind = choose.random()
        values = {one: choose.choice(KINDS[of]) for one, of in table.columns.items()}
        if kind < 0.5:
            names, texts = ", ".join(["id", *values]), ", ".join([str(key), *values.values()])
            self.run(f"INSERT INTO {full} ({names}) VALUES ({texts})")
        elif kind < 0.8 and values:
            sets = ", ".join(f"{one} = {value}" for one, value in values.items())
            self.run(f"UPDATE {full} SET {sets} WHERE id > {key}")
        elif kind < 0.9:
            self.run(f"UPDATE {full} SET id = id + 7 WHERE id = {key}")
        else:
            self.run(f"DELETE FROM {full} WHERE id = {key}")

    def add_column(self, name: tuple[str, str]) -> None:
        table = self.tables[name]
        free = [one for one in COLUMNS if one not in table.columns]
        if free:
            one = self.choose.choice(free)
            kind = FAMILIES[one[0]][0]
            place = self.choose.choice(["", " FIRST", " AFTER id"])
            default = self.choose.choice(DEFAULTS[kind])
            if self.run(f"ALTER TABLE {'.'.join(name)} ADD COLUMN {one} {kind}{default}{place}"):
                table.columns[one] = kind

    def drop_column(self, name: tuple[str, str]) -> None:
        table = self.tables[name]
        if len(table.columns) > 1:
            one = self.choose.choice(list(table.columns))
            if self.run(f"ALTER TABLE {'.'.join(name)} DROP COLUMN {one}"):
                del table.columns[one]

    def rename_column(self, name: tuple[str, str]) -> None:
        table = self.tables[name]
        free = [one for one in COLUMNS if one not in table.columns]
        if not free or not table.columns:
            return
        old = self.choose.choice(list(table.columns))
        new = self.choose.choice([one for one in free if one[0] == old[0]] or free)
        clause = f"RENAME COLUMN {old} TO {new}"
        if self.choose.random() < 0.4:
            clause = f"CHANGE {old} {new} {table.columns[old]}"
        if self.run(f"ALTER TABLE {'.'.join(name)} {clause}"):
            kind = table.columns.pop(old)
            table.columns[new] = kind

    def modify(self, name: tuple[str, str]) -> None:
        table = self.tables[name]
        if table.columns:
            one = self.choose.choice(list(table.columns))
            is_odd = self.choose.random() < 0.1
            kind = self.choose.choice(list(KINDS) if is_odd else FAMILIES[one[0]])
            if self.run(f"ALTER TABLE {'.'.join(name)} MODIFY {one} {kind}"):
                table.columns[one] = kind

    def rename(self, name: tuple[str, str]) -> None:
        free = [(d, n) for d in DATABASES for n in NAMES if (d, n) not in self.tables]
        if not free:
            return
        new = self.choose.choice(free)
        sql = f"RENAME TABLE {'.'.join(name)} TO {'.'.join(new)}"
        if self.choose.random() < 0.3:
            sql = f"ALTER TABLE {'.'.join(name)} RENAME TO {'.'.join(new)}"
        if self.run(sql):
            self.tables[new] = self.tables.pop(name)

    def swap(self, name: tuple[str, str]) -> None:
        other = self.choose.choice(list(self.tables))
        if other == name:
            return
        one, two = ".".join(name), ".".join(other)
        middle = f"{DATABASES[0]}.tmp"
        if self.run(f"RENAME TABLE {one} TO {middle}, {two} TO {one}, {middle} TO {two}"):
            tables = self.tables
            tables[name], tables[other] = tables[other], tables[name]

    def truncate(self, name: tuple[str, str]) -> None:
        self.run(f"TRUNCATE TABLE {'.'.join(name)}")

    def drop(self, name: tuple[str, str]) -> None:
        if self.choose.random() < 0.5 and self.run(f"DROP TABLE {'.'.join(name)}"):
            del self.tables[name]

    def empty_partition(self, name: tuple[str, str]) -> None:
        table = self.tables[name]
        if not table.names:
            return
        one = self.choose.choice(table.names)
        is_dropped = table.partitions == "RANGE (id)" and len(table.names) > 1 and one != "p2"
        verb = "DROP" if is_dropped and self.choose.random() < 0.3 else "TRUNCATE"
        if self.run(f"ALTER TABLE {'.'.join(name)} {verb} PARTITION {one}") and verb == "DROP":
            table.names.remove(one)

    def exchange(self, name: tuple[str, str]) -> None:
        table = self.tables[name]
        free = [(d, n) for d in DATABASES for n in NAMES if (d, n) not in self.tables]
        if not table.names or not free:
            return
        new = self.choose.choice(free)
        full, other, one = ".".join(name), ".".join(new), self.choose.choice(table.names)
        if not self.run(f"CREATE TABLE {other} LIKE {full}"):
            return
        self.run(f"ALTER TABLE {other} REMOVE PARTITIONING")
        self.tables[new] = Table(dict(table.columns))
        if self.choose.random() < 0.6:
            self.run(f"INSERT INTO {other} SELECT * FROM {full} PARTITION ({one}) LIMIT 2")
            self.change(name)
        self.run(f"ALTER TABLE {full} EXCHANGE PARTITION {one} WITH TABLE {other}")

    def online(self, name: tuple[str, str]) -> None:
        """Copy a table with another column, and cut over, as gh-ost does it."""
        database, table = name
        ghost, old = f"{database}._{table}_gho", f"{database}._{table}_del"
        free = [one for one in COLUMNS if one[0] == "i" and one not in self.tables[name].columns]
        if not free:
            return
        full, names = ".".join(name), ", ".join(["id", *self.tables[name].columns])
        self.run(f"DROP TABLE IF EXISTS {old}")
        self.run(f"CREATE TABLE {ghost} LIKE {full}")
        added = f"{free[0]} INT NOT NULL DEFAULT 5"
        if self.run(f"ALTER TABLE {ghost} ADD COLUMN {added}"):
            self.run(f"INSERT INTO {ghost} ({names}) SELECT {names} FROM {full}")
            self.run(f"RENAME TABLE {full} TO {old}, {ghost} TO {full}")
            self.tables[name].columns[free[0]] = "INT"

    def online_by_triggers(self, name: tuple[str, str]) -> None:
        """Copy a table in chunks while triggers repeat its changes, as pt-online-schema-change."""
        database, table = name
        full, new, old = ".".join(name), f"{database}._{table}_new", f"{database}._{table}_old"
        free = [one for one in COLUMNS if one[0] == "t" and one not in self.tables[name].columns]
        if not free:
            return
        columns = ["id", *self.tables[name].columns]
        names, values = ", ".join(columns), ", ".join(f"NEW.{one}" for one in columns)
        replace = f"REPLACE INTO {new} ({names}) VALUES ({values})"
        delete = f"DELETE IGNORE FROM {new} WHERE {new}.id <=> OLD.id"
        moved = f"DELETE IGNORE FROM {new} WHERE !(OLD.id <=> NEW.id) AND {new}.id <=> OLD.id"
        triggers = {
            "del": ("DELETE", delete),
            "upd": ("UPDATE", f"BEGIN {moved}; {replace}; END"),
            "ins": ("INSERT", replace),
        }
        self.run(f"CREATE TABLE {new} LIKE {full}")
        if not self.run(f"ALTER TABLE {new} ADD COLUMN {free[0]} VARCHAR(20) DEFAULT 'new'"):
            self.run(f"DROP TABLE {new}")
            return
        for end, (event, body) in triggers.items():
            trigger = f"{database}.pt_osc_{table}_{end}"
            self.run(f"CREATE TRIGGER {trigger} AFTER {event} ON {full} FOR EACH ROW {body}")
        for first in (1, 14, 27):
            self.change(name)
            chunk = f"id BETWEEN {first} AND {first + 12 if first < 27 else 999}"
            self.run(
                f"INSERT LOW_PRIORITY IGNORE INTO {new} ({names}) SELECT {names} FROM {full}"
                f" FORCE INDEX (`PRIMARY`) WHERE {chunk} LOCK IN SHARE MODE"
            )
        self.change(name)
        if self.run(f"RENAME TABLE {full} TO {old}, {new} TO {full}"):
            self.tables[name].columns[free[0]] = "VARCHAR(20)"
        self.run(f"DROP TABLE IF EXISTS {old}")
        for end in triggers:
            self.run(f"DROP TRIGGER IF EXISTS {database}.pt_osc_{table}_{end}")

    def several(self, name: tuple[str, str]) -> None:
        """Alter several things with one statement."""
        table = self.tables[name]
        free = [one for one in COLUMNS if one[0] == "i" and one not in table.columns]
        if len(table.columns) < 2 or not free:
            return
        first, second = self.choose.sample(list(table.columns), 2)
        clauses = (
            f"DROP COLUMN {first}, RENAME COLUMN {second} TO {first}, ADD {free[0]} INT DEFAULT 3"
        )
        if self.is_mariadb:
            kinds = table.columns
            clauses = (
                f"CHANGE {first} {second} {kinds[first]}, CHANGE {second} {first} {kinds[second]}"
            )
        if self.run(f"ALTER TABLE {'.'.join(name)} {clauses}"):
            columns = table.columns
            if self.is_mariadb:
                columns[first], columns[second] = columns[second], columns[first]
            else:
                columns[first] = columns.pop(second)
                columns[free[0]] = "INT"
