"""The URIs of servers, and where passwords come from."""

from __future__ import annotations

import getpass
import pickle
from pathlib import Path

import pytest

from binlog_kaitai.replication.log_names import log_name
from binlog_kaitai.replication.passwords import account_of, rds_token
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
        ("mysql://h?auth=clear", {"tls": "on", "auth": "clear"}),
        ("mysql://h", {"tls": None, "auth": None, "max_packet": 2**30, "deadline": 60}),
        ("mysql://h?max-packet=64M&deadline=5", {"max_packet": 2**26, "deadline": 5}),
    ],
)
def test_a_uri(uri: str, expected: dict[str, object]) -> None:
    assert is_server(uri)
    server = parse_uri(uri)
    assert {name: getattr(server, name) for name in expected} == expected


@pytest.mark.parametrize(
    ("uri", "message"),
    [
        (f"mysql://u:{SECRET}@h", "must not contain a password"),
        (f"mysql://h?password={SECRET}", "expected password=ask"),
        (f"mysql://h?passwd={SECRET}", "unknown option 'passwd'; options are tls,"),
        ("mysql://u@h:port", "expected HOST:PORT, found 'h:port'"),
        ("mysql://u@", "expected HOST:PORT, found ''"),
        ("mysql://h?tls=yes", "expected tls to be on or ca or unverified or off, found 'yes'"),
        ("mysql://h?auth=pam", "expected auth to be clear or rds-iam, found 'pam'"),
        ("mysql://h?auth=clear&tls=unverified", "auth requires tls=on, found tls=unverified"),
        ("mysql://h?max-packet=2G", "expected a max-packet of at most 1G, found '2G'"),
        ("mysql://h?deadline=0", "expected a deadline in seconds, found '0'"),
        ("mysql://h?semi-sync=yes", "expected semi-sync to be on or off, found 'yes'"),
        ("mysql://h?server-id=0", "expected a server-id of 1 to 4294967295, found '0'"),
        ("mysql://h#f", "without a fragment"),
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


@pytest.mark.parametrize(
    "name", ["binlog.000001", "db-1_a.b.2147483647", "f\u00fcr mich.1", "x" * 253 + ".1"]
)
def test_a_name_of_a_log(name: str) -> None:
    assert log_name(name) == name


@pytest.mark.parametrize(
    "name",
    [
        *("", ".", "..", "binlog", "binlog.", ".000001", "...000001", "binlog.index", "binlog.new"),
        *(".archive.json", ".archive.lock", "../b.1", "/b.1", "a/b.1", "a\\b.1", "b.1/", "-rf.1"),
        *("a\0.1", "a\n.1", "b.1\n", "a\x1b[0m.1", "a\x9b.1", "a\u202e.1", "a\ud800.1", "b.\u0661"),
        *("a?tls=off.1", "a#.1", "a%2f.1", "*.1", "[a].1", "$(a).1", "`a`.1", "a;b.1", "a&b.1"),
        *("<b>.1", "a'.1", 'a".1', "a|b.1", "a:b.1", "x" * 254 + ".1", "\u00fc" * 127 + ".1"),
    ],
)
def test_a_name_of_no_log(name: str) -> None:
    with pytest.raises(ValueError, match="expected the name of a binary log"):
        log_name(name)


def test_a_token_of_aws(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is made without asking anybody, of what boto3 finds."""
    pytest.importorskip("boto3")
    monkeypatch.setenv("AWS_ACCESS_KEY_ID", "AKIAEXAMPLE")
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", SECRET)
    monkeypatch.setenv("AWS_DEFAULT_REGION", "eu-central-1")
    token = rds_token("reader", ("db.example.com", 3306))
    assert token.startswith("db.example.com:3306/?Action=connect&DBUser=reader&")
    assert SECRET not in token
    monkeypatch.delenv("AWS_DEFAULT_REGION")
    monkeypatch.setenv("AWS_CONFIG_FILE", "/dev/null")
    with pytest.raises(OSError, match="token of AWS: You must specify a region"):
        rds_token("reader", ("db.example.com", 3306))


@pytest.mark.parametrize(
    ("uri", "expected"),
    [
        ("mysql://a@one,two:3307/log.1?tls=off", "mysql://a@two:3307/log.1?tls=off"),
        ("mysql://[::1]:3307,one", "mysql://[::1]:3307"),
        ("mariadb://one", "mariadb://one:3306"),
    ],
)
def test_one_of_the_hosts(uri: str, expected: str) -> None:
    server = parse_uri(uri)
    one = server.at(server.hosts[-1] if "two" in uri else server.hosts[0])
    assert (one.uri, one) == (expected, parse_uri(expected))
