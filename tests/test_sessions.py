"""What statements tell of their sessions, beside what the servers' own tools print of them."""

from __future__ import annotations

import gzip
import re
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import pytest

from binlog_kaitai.generated.query_status_vars import QueryStatusVars
from binlog_kaitai.model.collations import collation_name, locale_name
from binlog_kaitai.tree.transactions.sessions import session_of
from tests.records import read_rows
from tests.replay import FIXTURES

SERVERS = ("mysql97", "mysql56", "mariadb118", "mariadb1011")

Session = dict[str, str]

_AT = re.compile(r"^# at (\d+)$", re.MULTILINE)
_SET = re.compile(r"^(?:/\*!\d+ )?SET (@@session\..*?)(?:\*/)?/\*!\*/;$", re.MULTILINE)
_ASSIGNED = re.compile(r"@@session\.(\w+)=('[^']*'|\w+)", re.ASCII)
_HEAD = re.compile(r"thread_id=(\d+)\texec_time=\d+\terror_code=(\d+)")

# numbers that the tools print, and what the servers call them
MODES = {"0": "", "4194308": "ANSI_QUOTES,STRICT_ALL_TABLES"}
LOCALES = {"0": None, "4": "de_DE"}
CHARSETS = {"255": "utf8mb4", "45": "utf8mb4", "2304": "utf8mb4", "33": "utf8mb3"}
COLLATIONS = {
    "255": "utf8mb4_0900_ai_ci",
    "45": "utf8mb4_general_ci",
    "33": "utf8mb3_general_ci",
    "2304": "utf8mb4_uca1400_ai_ci",
    "2048": "utf8mb3_uca1400_ai_ci",
}
FLAGS = (
    *("sql_auto_is_null", "autocommit", "foreign_key_checks", "unique_checks"),
    *("sql_require_primary_key", "default_table_encryption", "enable_cascade_triggers"),
)

SHARED = {"thread_id", "error_code", *FLAGS}


def told_by_the_tool(server: str) -> Iterator[tuple[int, Session]]:
    """The session at each event of a log, by all that the tool has set so far."""
    text = gzip.decompress((FIXTURES / server / "statements.txt.gz").read_bytes())
    session = {"enable_cascade_triggers": "0"}  # which is printed where it is not
    parts = _AT.split(text.decode("utf-8", "replace"))[1:]
    for position, printed in zip(parts[::2], parts[1::2], strict=True):
        for setting in _SET.findall(printed):
            session |= {name: value.strip("'") for name, value in _ASSIGNED.findall(setting)}
        head = _HEAD.search(printed)
        if head:
            yield int(position), session | {"thread_id": head[1], "error_code": head[2]}


@pytest.mark.parametrize("server", SERVERS)
def test_statements_tell_what_the_tool_sets(server: str) -> None:
    told = dict(told_by_the_tool(server))
    compared: set[str] = set()
    log = FIXTURES / server / "statements.binlog"
    for record in read_rows(log):
        if record.change_type != "statement" or record.position not in told:
            continue
        data, session = record.data, told[record.position]
        expected: dict[str, Any] = {
            "thread_id": int(session["thread_id"]),
            "error_code": int(session["error_code"]),
            "sql_mode": MODES[session["sql_mode"]],
            "lc_time_names": LOCALES[session["lc_time_names"]],
            "auto_increment_increment": int(session["auto_increment_increment"]),
            "auto_increment_offset": int(session["auto_increment_offset"]),
            "character_set_client": CHARSETS.get(
                session["character_set_client"], session["character_set_client"]
            ),
            "collation_connection": COLLATIONS[session["collation_connection"]],
            "collation_server": COLLATIONS[session["collation_server"]],
        }
        # what is as it is by itself is not logged
        unlogged = {
            "auto_increment_increment": 1,
            "auto_increment_offset": 1,
            "lc_time_names": None,
        }
        assert expected == {name: data.get(name, unlogged.get(name)) for name in expected}
        for name in (*FLAGS, "time_zone", "character_set_collations"):
            if name in data:
                compared.add(name)
                is_switch = isinstance(data[name], bool)
                assert (str(int(data[name])) if is_switch else data[name]) == session[name]
    assert compared >= {"sql_auto_is_null", "autocommit", "foreign_key_checks", "unique_checks"}
    if server == "mysql97":
        assert "time_zone" in compared
        assert "enable_cascade_triggers" in compared
    if server == "mariadb118":
        assert "character_set_collations" in compared


@pytest.mark.parametrize(
    ("flags2", "expected"),
    [
        (0x8000, {"check_constraint_checks": False}),
        (0x1000_0000, {"sql_if_exists": True}),
        (0x4000_0000, {"system_versioning_insert_history": True}),
        (0, {}),
    ],
)
def test_flags_of_mariadb_alone(flags2: int, expected: dict[str, Any]) -> None:
    status = QueryStatusVars.from_bytes(bytes([0]) + flags2.to_bytes(4, "little"))
    body = SimpleNamespace(thread_id=9, error_code=0, status_vars=status)
    for is_mariadb in (False, True):
        form = SimpleNamespace(logs_explicit_defaults=False)
        session = session_of(body, SimpleNamespace(is_mariadb=is_mariadb, format_description=form))
        own = {name: value for name, value in session.items() if name not in SHARED}
        assert own == (expected if is_mariadb else {})


@pytest.mark.parametrize(
    ("number", "is_mariadb", "name"),
    [
        (8, False, "latin1_swedish_ci"),
        (63, False, "binary"),
        (245, False, "utf8mb4_croatian_ci"),
        (245, True, "utf8mb4_croatian_mysql561_ci"),
        (1032, True, "latin1_swedish_nopad_ci"),
        (1107, True, "utf8mb3_nopad_bin"),
        (2055, True, "utf8mb3_uca1400_nopad_as_cs"),
        (3264, True, "utf32_uca1400_croatian_ai_ci"),
        (2216, True, 2216),
        (65535, False, 65535),
    ],
)
def test_names_of_collations(number: int, is_mariadb: bool, name: str | int) -> None:
    assert collation_name(number, is_mariadb=is_mariadb) == name


def test_names_of_locales() -> None:
    assert [locale_name(number) for number in (0, 4, 110, 112, 113)] == [
        *("en_US", "de_DE", "rm_CH", "sw_KE", 113)
    ]
