"""The URIs of servers, and where passwords come from."""

from __future__ import annotations

import getpass
import pickle
from pathlib import Path

import pytest

from binlog_kaitai.replication.passwords import account_of
from binlog_kaitai.replication.uris import ServerUri, is_server, parse_uri

SECRET = "hunter2"
OPTIONS = f"""
[mysqld]
password=of-the-server
[client]
user = "of the file"
password = '{SECRET}'
"""


@pytest.mark.parametrize(
    ("uri", "expected"),
    [
        ("mysql://h", {"hosts": (("h", 3306),)}),
        ("mariadb://u@h:33/b.1", {"hosts": (("h", 33),), "user": "u", "log": "b.1"}),
        ("mysql://a%40b@h:1,[::1]:2", {"hosts": (("h", 1), ("::1", 2)), "user": "a@b"}),
        ("mysql://h/?tls=off&server-id=5", {"tls": "off", "server_id": 5}),
        ("mysql://h?tls-ca=/ca.pem", {"tls": "on", "tls_ca": "/ca.pem"}),
        ("mysql://h?tls-ca=/ca.pem&tls=ca", {"tls": "ca", "tls_ca": "/ca.pem"}),
        ("mysql://h?password=ask", {"asks_password": True}),
        ("mysql://h?semi-sync=on", {"is_semi_sync": True}),
    ],
)
def test_a_uri(uri: str, expected: dict[str, object]) -> None:
    assert is_server(uri)
    server = parse_uri(uri)
    assert {name: getattr(server, name) for name in expected} == expected


@pytest.mark.parametrize(
    ("uri", "message"),
    [
        (f"mysql://u:{SECRET}@h", "no password may be in it"),
        (f"mysql://h?password={SECRET}", "only password=ask"),
        (f"mysql://h?passwd={SECRET}", "no option 'passwd'; there are tls,"),
        ("mysql://u@h:port", "expected HOST:PORT, found 'h:port'"),
        ("mysql://u@", "expected HOST:PORT, found ''"),
        ("mysql://h?tls=yes", "no tls=yes; there are on, ca, unverified, off"),
        ("mysql://h?semi-sync=yes", "no semi-sync=yes; there are on, off"),
        ("mysql://h?server-id=0", "expected a server-id of 1 to 4294967295, found '0'"),
        ("mysql://h#f", "no fragment"),
    ],
)
def test_a_uri_that_is_refused(uri: str, message: str) -> None:
    with pytest.raises(ValueError, match=message) as raised:
        parse_uri(uri)
    assert SECRET not in str(raised.value)


@pytest.mark.parametrize("path", ["binlog.000001", "s3://bucket/mysql://", "/mysql"])
def test_what_is_no_server(path: str) -> None:
    assert not is_server(path)


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.delenv("MYSQL_PWD", raising=False)
    return tmp_path


def password_of(uri: str) -> str:
    return account_of(parse_uri(uri)).password


def test_where_a_password_comes_from(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert password_of("mysql://u@h") == ""
    (home / ".my.cnf").write_text(OPTIONS)
    assert password_of("mysql://u@h") == SECRET
    assert account_of(parse_uri("mysql://h")).user == "of the file"
    monkeypatch.setenv("MYSQL_PWD", "of the environment")
    assert password_of("mysql://u@h") == "of the environment"
    named = home / "named.cnf"
    named.write_text("[client]\npassword=named\n")
    assert password_of(f"mysql://u@h?option-file={named}") == "named"
    monkeypatch.setattr(getpass, "getpass", lambda _: "typed")
    assert password_of(f"mysql://u@h?option-file={named}&password=ask") == "typed"


def test_nothing_shows_a_password(home: Path) -> None:
    (home / ".my.cnf").write_text(OPTIONS)
    server = parse_uri("mysql://u@h")
    account = account_of(server)
    assert account.password == SECRET
    assert SECRET not in f"{server} {server!r} {account} {account!r}"
    pickled = pickle.dumps(server)
    assert SECRET.encode() not in pickled
    assert pickle.loads(pickled) == server
    assert isinstance(server, ServerUri)


def test_a_bad_option_file_is_not_shown(home: Path) -> None:
    (home / ".my.cnf").write_text(f"password={SECRET}\n")
    with pytest.raises(OSError, match="not an option file") as raised:
        account_of(parse_uri("mysql://u@h"))
    assert SECRET not in str(raised.value)
    assert raised.value.__suppress_context__
