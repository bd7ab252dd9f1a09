"""Random work on a real server: transactions that end in every way that a server knows.

Nothing here knows what a log holds. Rows are always inserted with all columns given, since a
minimal image does not tell defaults; tables of engines without transactions are written inside of
transactions, but never compared, since no log tells which of their rows a rollback kept.
"""

from __future__ import annotations

import contextlib
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from tests.servers import RunningServer

INIT = "SET sql_mode = '', time_zone = '+00:00', innodb_lock_wait_timeout = 1"
DATABASE = "work"

TABLES = {
    "orders": """id INT PRIMARY KEY, who VARCHAR(40) CHARACTER SET latin1, total DECIMAL(20,6),
        placed DATETIME(6), seen TIMESTAMP(3) NULL, lasted TIME(2), note LONGTEXT, raw BLOB""",
    "items": """id BIGINT UNSIGNED PRIMARY KEY, amount DOUBLE, single FLOAT, day DATE, made YEAR,
        bits BIT(10), kind ENUM('first', 'zweite'), tags SET('a', 'b', 'c'), raw VARBINARY(30)""",
    "audit": "id INT PRIMARY KEY AUTO_INCREMENT, item BIGINT UNSIGNED, what VARCHAR(30)",
    "loaded": "id INT PRIMARY KEY, v VARCHAR(20)",
}
OWN_TABLES = {
    "mysql97": {
        "documents": "id INT PRIMARY KEY, v INT, doc JSON",
        "parents": "id INT PRIMARY KEY, v INT",
        "children": """id INT PRIMARY KEY, parent INT,
            FOREIGN KEY (parent) REFERENCES parents (id) ON DELETE CASCADE ON UPDATE CASCADE""",
    },
    "mariadb118": {},
}
SETUP = (
    """CREATE TRIGGER watch AFTER INSERT ON items FOR EACH ROW
        INSERT INTO audit (item, what) VALUES (NEW.id, CONCAT('inserted ', NEW.id))""",
    "CREATE TABLE plain (id INT PRIMARY KEY, v INT) ENGINE=MyISAM",
)

ORDER_CHANGES = (
    *("total = -total", "who = NULL", "lasted = '-12:34:56.78'", "note = CONCAT(note, '+')"),
    *("raw = x'00FF'", "note = NULL", "seen = '2030-01-01 00:00:00.5'", "placed = NULL"),
)
DOCUMENT = '{"a": [1, 2, {"b": "ü"}], "n": 1.5, "t": null}'
DOCUMENT_CHANGES = (
    "doc = JSON_SET(doc, '$.a[0]', v, '$.n', 'text')",
    "doc = JSON_REMOVE(doc, '$.t')",
    "doc = JSON_REPLACE(doc, '$.a[2].b', REPEAT('x', v))",
    "doc = 'null'",
    "doc = NULL",
    "v = v + 1",
    f"doc = '{DOCUMENT}'",
)
TO_SAVEPOINT = ("ROLLBACK TO", "ROLLBACK TO SAVEPOINT", "RELEASE SAVEPOINT")

XA_RANGE = 1_000_000  # ids from here on are those of XA transactions, each with its own
XA_STEP = 1000
MAX_PENDING = 4


@dataclass
class Workload:
    """The work of one server; `compared` are the tables whose rows the logs fully tell."""

    server: RunningServer
    random: random.Random
    last_id: int = 0
    num_xa: int = 0
    pending: list[str] = field(default_factory=list)
    done: dict[str, int] = field(default_factory=dict)
    errors: dict[str, int] = field(default_factory=dict)

    @property
    def is_mysql(self) -> bool:
        return self.server.name.startswith("mysql")

    @property
    def compared(self) -> list[str]:
        return [*TABLES, *OWN_TABLES[self.server.name]]

    def set_up(self) -> None:
        """Make the tables."""
        with self._session() as run:
            run(f"CREATE DATABASE {DATABASE}")
            run(f"USE {DATABASE}")
            for name, columns in {**TABLES, **OWN_TABLES[self.server.name]}.items():
                run(f"CREATE TABLE {name} ({columns}) ENGINE=InnoDB")
            for statement in SETUP:
                run(statement)

    def work(self, steps: int) -> None:
        """Do some steps in a session, and now and then go on with another."""
        while steps > 0:
            with self._session(database=DATABASE) as run:
                for _ in range(min(steps, self.random.randint(5, 40))):
                    self._step(run)
                    steps -= 1

    @contextlib.contextmanager
    def _session(self, **arguments: Any) -> Iterator[Callable[..., None]]:
        with contextlib.closing(self.server.connect(init_command=INIT, **arguments)) as connection:

            def run(statement: str, values: tuple[Any, ...] | None = None) -> None:
                connection.cursor().execute(statement, values)

            yield run

    def _step(self, run: Callable[..., None]) -> None:
        kinds = {
            self._transaction: 10,
            self._autocommitted: 6,
            self._xa: 4,
            self._decide: 3,
            self._load: 1,
            self._switch: 2,
            self._rotate: 0.4,
        }
        (kind,) = self.random.choices(list(kinds), list(kinds.values()))
        name = kind.__name__.strip("_")
        self.done[name] = self.done.get(name, 0) + 1
        kind(run)

    def _try(self, run: Callable[..., None], statement: str, *values: Any) -> bool:
        """Run a statement that may fail, as those of applications do."""
        try:
            run(statement, values or None)
        except Exception as error:  # noqa: BLE001 - the driver's, which is not imported here
            code = str(error.args[0])
            self.errors[code] = self.errors.get(code, 0) + 1
            return False
        return True

    def _transaction(self, run: Callable[..., None]) -> None:
        run("START TRANSACTION")
        savepoints: list[str] = []
        temporary = 0
        for _ in range(self.random.randint(1, 7)):
            match self.random.randrange(8):
                case 0 | 1:
                    name = self.random.choice(("sp", "`save point`", "SP2", "`a``b`"))
                    run(f"SAVEPOINT {name}")
                    savepoints.append(name)
                case 2 if savepoints:
                    name = self.random.choice(savepoints)
                    to = self.random.choice(
                        ("ROLLBACK TO", "ROLLBACK TO SAVEPOINT", "RELEASE SAVEPOINT")
                    )
                    self._try(run, f"{to} {name}")
                case 3 if self.random.random() < 0.3:
                    temporary += 1
                    self._try(run, f"CREATE TEMPORARY TABLE t{temporary} (id INT, v VARCHAR(20))")
                    self._try(run, f"INSERT INTO t{temporary} VALUES (%s, 'temp')", self._next_id())
                    self._try(run, f"INSERT INTO loaded SELECT * FROM t{temporary}")
                case 4 if self.random.random() < 0.3:
                    self._try(run, "INSERT INTO plain VALUES (%s, 1)", self._next_id())
                case _:
                    self._change(run)
        run(self.random.choice(("COMMIT", "COMMIT", "ROLLBACK")))
        for number in range(1, temporary + 1):
            self._try(run, f"DROP TEMPORARY TABLE IF EXISTS t{number}")

    def _autocommitted(self, run: Callable[..., None]) -> None:
        self._change(run)

    def _xa(self, _: Callable[..., None]) -> None:
        self.num_xa += 1
        number = self.num_xa
        xid = self.random.choice(
            (f"'x{number}'", f"'x{number}','b'", f"x'00FF{number:04X}',x'80',9")
        )
        first = XA_RANGE + XA_STEP * number
        # MariaDB's session is bound to what it prepared until it ends
        with self._session(database=DATABASE) as run:
            run(f"SET SESSION binlog_row_image = {self._image()}")
            run(f"XA START {xid}")
            for id_ in range(first, first + self.random.randint(1, 5)):
                run(f"INSERT INTO orders VALUES ({', '.join(['%s'] * 8)})", self._order(id_))
            if self.random.random() < 0.5:
                run("UPDATE orders SET note = 'in xa' WHERE id = %s", (first,))
            if number > 5 and self.random.random() < 0.3:
                before = XA_RANGE + XA_STEP * self.random.randrange(number)
                self._try(run, "DELETE FROM orders WHERE id = %s", before)
            if not self._try(run, f"XA END {xid}"):
                return
            if self.random.random() < 0.2:
                run(f"XA COMMIT {xid} ONE PHASE")
                return
            run(f"XA PREPARE {xid}")
            if self.random.random() < 0.5 or len(self.pending) >= MAX_PENDING:
                self._end(run, xid)
            else:
                self.pending.append(xid)

    def _decide(self, run: Callable[..., None]) -> None:
        if self.pending:
            self._end(run, self.pending.pop(self.random.randrange(len(self.pending))))

    def _end(self, run: Callable[..., None], xid: str) -> None:
        # a server forgets what it prepared if nothing was changed in it
        self._try(run, f"XA {self.random.choice(('COMMIT', 'ROLLBACK'))} {xid}")

    def _load(self, run: Callable[..., None]) -> None:
        id_ = self._next_id()
        rows = " UNION ".join(f"SELECT {id_ + i}, 'loaded {i}'" for i in range(self._some()))
        self.last_id += 10
        run(f"{rows} INTO OUTFILE 'load{id_}.txt'")
        self._try(run, f"LOAD DATA INFILE 'load{id_}.txt' INTO TABLE loaded")

    def _switch(self, run: Callable[..., None]) -> None:
        image = self._image()
        run(f"SET SESSION binlog_row_image = {image}")
        on = self.random.choice(("ON", "OFF"))
        if self.is_mysql:
            run(f"SET SESSION binlog_transaction_compression = {on}")
            # of partial images, changes to documents that none holds are refused, and said to be
            options = self.random.choice(("PARTIAL_JSON", "")) if image == "FULL" else ""
            run(f"SET SESSION binlog_row_value_options = '{options}'")
            run(f"SET SESSION binlog_rows_query_log_events = {on}")
        else:
            run(f"SET GLOBAL log_bin_compress = {on}")
            run("SET GLOBAL log_bin_compress_min_len = 10")

    def _rotate(self, run: Callable[..., None]) -> None:
        run("FLUSH BINARY LOGS")

    def _image(self) -> str:
        images = ["FULL", "FULL", "MINIMAL", "NOBLOB"]
        return self.random.choice(images if self.is_mysql else [*images, "FULL_NODUP"])

    def _change(self, run: Callable[..., None]) -> None:
        kinds = {
            self._insert_orders: 2,
            self._insert_items: 1,
            self._update_orders: 1,
            self._update_items: 1,
            self._delete: 1,
            self._change_key: 1,
            self._replace: 1,
        }
        if self.is_mysql:
            kinds |= {self._document: 2, self._insert_family: 1, self._cascade: 1}
        (kind,) = self.random.choices(list(kinds), list(kinds.values()))
        kind(run, self.random.randrange(self.last_id + 2))

    def _insert_orders(self, run: Callable[..., None], _: int) -> None:
        rows = [self._order(self._next_id()) for _ in range(self._some())]
        if self.random.random() < 0.15:
            rows.append(rows[0])  # a key twice: the statement fails, and its rows go
        self._insert(run, "orders", rows)

    def _insert_items(self, run: Callable[..., None], _: int) -> None:
        self._insert(run, "items", [self._item() for _ in range(self._some())])

    def _insert(self, run: Callable[..., None], table: str, rows: list[tuple[Any, ...]]) -> None:
        values = ", ".join([f"({', '.join(['%s'] * len(rows[0]))})"] * len(rows))
        self._try(run, f"INSERT INTO {table} VALUES {values}", *(v for row in rows for v in row))

    def _update_orders(self, run: Callable[..., None], chosen: int) -> None:
        change = self.random.choice(ORDER_CHANGES)
        where = "WHERE id BETWEEN %s AND %s"
        self._try(run, f"UPDATE orders SET {change} {where}", chosen, chosen + 9)

    def _update_items(self, run: Callable[..., None], chosen: int) -> None:
        where = "WHERE id BETWEEN %s AND %s"
        change = "amount = amount / 3, tags = 'a,c', kind = NULL, bits = bits + 1"
        self._try(run, f"UPDATE items SET {change} {where}", chosen, chosen + 9)

    def _delete(self, run: Callable[..., None], chosen: int) -> None:
        table = self.random.choice(("orders", "items", "loaded"))
        where = "WHERE id BETWEEN %s AND %s"
        self._try(run, f"DELETE FROM {table} {where}", chosen, chosen + 2)

    def _change_key(self, run: Callable[..., None], chosen: int) -> None:
        self._try(run, "UPDATE orders SET id = %s WHERE id = %s", self._next_id(), chosen)

    def _replace(self, run: Callable[..., None], chosen: int) -> None:
        row = self._order(chosen)
        values = ", ".join(["%s"] * len(row))
        if self.random.random() < 0.5:
            self._try(run, f"REPLACE INTO orders VALUES ({values})", *row)
        else:
            also = "ON DUPLICATE KEY UPDATE total = 1, note = 'twice'"
            self._try(run, f"INSERT INTO orders VALUES ({values}) {also}", *row)

    def _insert_family(self, run: Callable[..., None], _: int) -> None:
        parent = self._next_id()
        self._try(run, "INSERT INTO parents VALUES (%s, 1)", parent)
        self._try(run, "INSERT INTO children VALUES (%s, %s)", self._next_id(), parent)

    def _cascade(self, run: Callable[..., None], chosen: int) -> None:
        what = self.random.choice(("DELETE FROM parents", "UPDATE parents SET id = id + 500000"))
        self._try(run, f"{what} WHERE id BETWEEN %s AND %s LIMIT 1", chosen, chosen + 20)

    def _document(self, run: Callable[..., None], chosen: int) -> None:
        if self.random.random() < 0.4:
            self._insert(run, "documents", [(self._next_id(), 1, DOCUMENT)])
            return
        change = self.random.choice(DOCUMENT_CHANGES)
        where = "WHERE id BETWEEN %s AND %s"
        self._try(run, f"UPDATE documents SET {change} {where}", chosen, chosen + 20)

    def _some(self) -> int:
        return self.random.randint(1, 5)

    def _next_id(self) -> int:
        self.last_id += 1
        return self.last_id

    def _maybe(self, value: Any) -> Any:
        return None if self.random.random() < 0.2 else value

    def _order(self, id_: int) -> tuple[Any, ...]:
        r = self.random
        length = 3000 if r.random() < 0.05 else r.randrange(40)
        return (
            id_,
            self._maybe(r.choice(("Ann", "Dée", "Ünal", ""))),
            self._maybe(f"{r.choice('+-')}{r.randrange(10**14)}.{r.randrange(10**6):06}"),
            self._maybe(f"{r.randint(1000, 9999)}-02-28 23:59:59.{r.randrange(10**6):06}"),
            self._maybe(f"{r.randint(1971, 2037)}-03-04 05:06:07.{r.randrange(1000):03}"),
            self._maybe(f"{r.choice(('', '-'))}{r.randrange(838):02}:59:59.{r.randrange(100):02}"),
            self._maybe("né😀 "[: r.randint(1, 4)] * length),
            self._maybe(r.randbytes(r.randrange(50))),
        )

    def _item(self) -> tuple[Any, ...]:
        r = self.random
        return (
            self._next_id(),
            self._maybe(r.uniform(-1e9, 1e9)),
            self._maybe(r.uniform(-1e3, 1e3)),
            self._maybe(r.choice(("0000-00-00", "1000-01-01", "2026-11-21", "9999-12-31"))),
            self._maybe(r.choice((0, 1901, 2026, 2155))),
            self._maybe(r.randrange(1024)),
            self._maybe(r.choice(("first", "zweite"))),
            self._maybe(r.choice(("", "a", "a,b", "c", "a,b,c"))),
            self._maybe(r.randbytes(r.randrange(30)) + b"\0"),
        )
