"""Logs that servers encrypted are read by their keys as if they were plain."""

from __future__ import annotations

import json
import pickle
from pathlib import Path
from typing import Any

import pytest

from binlog_kaitai import BinlogError, read_batches, read_events, read_rows, scan
from binlog_kaitai.io.keyrings import PASSWORD, read_keys
from binlog_kaitai.io.log_paths import KeyedFile
from binlog_kaitai.model.scopes import Scope
from binlog_kaitai.model.spans import spans_of
from binlog_kaitai.read.engines import ENGINES, Engine
from tests.documented_bytes import u8
from tests.replay import FIXTURES, Expectation, load_truth, replay

SERVERS = ["mysql97", "mariadb118", "mariadb1011"]
MYSQL, MARIADB = FIXTURES / "mysql97", FIXTURES / "mariadb118"
LOCKED = "encrypted.1.locked"

# by which the plugin of MySQL changes keys, so that they are no text that can be searched for
OBFUSCATION = b"*305=Ljt0*!@$Hnm(*-9-w;:"


@pytest.fixture(autouse=True)
def password(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(PASSWORD, "sesame")


def logs_of(server: str) -> list[Path]:
    return sorted((FIXTURES / server).glob("encrypted.*.locked"))


def keyring_of(server: str) -> Path:
    return FIXTURES / server / "encrypted.keyring"


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("server", SERVERS)
def test_rows_are_those_of_select(server: str, engine: Engine) -> None:
    truth = load_truth(server, "encrypted")
    records = [
        record
        for log in logs_of(server)
        for record in read_rows(log, keyring=keyring_of(server), engine=engine)
    ]
    table = truth["tables"]["rotated.events"]
    expected = Expectation(table, has_names=True, has_charsets=True).rows()
    found = replay(records)["rotated.events"]
    assert sorted(found, key=lambda row: row["id"]) == expected


@pytest.mark.parametrize("server", SERVERS)
def test_both_engines_read_all_parts(server: str) -> None:
    for log in logs_of(server):
        whole = rows_of(log, keyring_of(server), "tree")
        assert rows_of(log, keyring_of(server), "kernels") == whole
        for engine in ENGINES:
            spans = spans_of(log.stat().st_size, 200)
            parts = [rows_of(log, keyring_of(server), engine, span=span) for span in spans]
            assert [row for part in parts for row in part] == whole


def rows_of(log: Path, keyring: Path, engine: Engine, **asked: Any) -> list[dict[str, Any]]:
    found = read_batches(log, keyring=keyring, engine=engine, scope=Scope(**asked))
    return [row for batch in found for row in batch.to_pylist()]


@pytest.mark.parametrize("server", SERVERS)
def test_events_lie_where_they_say(server: str) -> None:
    for log in logs_of(server):
        events = list(read_events(log, keyring=keyring_of(server)))
        assert all(event.checksum == "ok" for event in events)
        assert [event.position for event in events[1:]] == [
            event.position + event.size for event in events[:-1]
        ]


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("server", SERVERS)
def test_a_log_that_is_cut(server: str, engine: Engine, tmp_path: Path) -> None:
    whole = (FIXTURES / server / LOCKED).read_bytes()
    path = tmp_path / "cut.locked"
    source, keyring = FIXTURES / server / LOCKED, keyring_of(server)
    positions = [event.position for event in read_events(source, keyring=keyring)]
    for length in range(len(whole) - 1, len(whole) - 120, -13):
        path.write_bytes(whole[:length])
        with pytest.raises(BinlogError, match="found the end of the file after") as error:
            rows_of(path, keyring, engine)
        assert error.value.position in positions


@pytest.mark.parametrize("server", SERVERS)
def test_other_keys(server: str, tmp_path: Path) -> None:
    """One clear error, which tells no key."""
    path = tmp_path / "other.keyring"
    if server == "mysql97":
        stored = json.loads(keyring_of(server).read_text())
        secrets = [item["data"] for item in stored["elements"]]
        for item in stored["elements"]:
            item["data"] = "00" * 32
        path.write_text(json.dumps(stored))
    else:
        secrets = [read_keys(keyring_of(server)).by_id["1"].hex()]
        path.write_text(f"1;{'00' * 16}\n")
    with pytest.raises(
        BinlogError, match=r"found another key of that ID in .*other\.keyring"
    ) as error:
        list(read_rows(FIXTURES / server / LOCKED, keyring=path))
    assert not any(secret.lower() in repr(error.value).lower() for secret in secrets)
    path.write_text("2;" + "00" * 16)
    with pytest.raises(BinlogError, match=r"expected the encryption key .* found 1 other keys in"):
        list(read_rows(FIXTURES / server / LOCKED, keyring=path))


def test_the_key_before_it_was_rotated() -> None:
    path = MYSQL / "encrypted.before_rotation"
    with pytest.raises(
        BinlogError, match=r"expected the encryption key MySQLReplicationKey_.*_1, found"
    ):
        list(read_rows(path, keyring=keyring_of("mysql97")))


@pytest.mark.parametrize(
    ("password", "said"),
    [("", "found the variable unset"), ("open", "BINLOG_KEYRING_PASSWORD, found a wrong")],
)
def test_the_password_of_a_file_of_keys(
    password: str, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(PASSWORD, password)
    with pytest.raises(BinlogError, match=said):
        read_keys(FIXTURES / "mariadb1011" / "encrypted.keyring")


@pytest.mark.parametrize("content", [b"", b"\n", b"{}", b"1;xyz\n", b"Keyring file version:2.0"])
def test_what_is_no_file_of_keys(content: bytes, tmp_path: Path) -> None:
    path = tmp_path / "keys"
    path.write_bytes(content)
    with pytest.raises(BinlogError, match="expected keys in the format of MySQL's keyring_file"):
        read_keys(path)


@pytest.mark.parametrize(("version", "end"), [(b"1.0", b"EOF"), (b"2.0", b"EOF" + bytes(32))])
def test_keys_of_the_plugin_of_mysql(version: bytes, end: bytes, tmp_path: Path) -> None:
    # mysql: plugin/keyring, Key::store_in_buffer
    path = tmp_path / "keyring"
    keys = read_keys(keyring_of("mysql97")).by_id
    items = b"".join(item_of(key_id.encode(), key) for key_id, key in keys.items())
    path.write_bytes(b"Keyring file version:" + version + items + end)
    assert read_keys(path).by_id == keys
    assert list(read_rows(MYSQL / LOCKED, keyring=path))


def item_of(key_id: bytes, key: bytes) -> bytes:
    times = -(-len(key) // len(OBFUSCATION))
    hidden = bytes(a ^ b for a, b in zip(key, OBFUSCATION * times, strict=False))
    texts = [key_id, b"AES", b"", hidden]
    size = 5 * 8 + sum(map(len, texts))
    padding = bytes(-size % 8)
    return (
        u8(size + len(padding))
        + b"".join(u8(len(text)) for text in texts)
        + b"".join(texts)
        + padding
    )


def test_a_file_of_keys_without_end() -> None:
    with pytest.raises(BinlogError, match="a keyring file of at most 1048576 bytes"):
        read_keys("/dev/zero")


def test_plain_logs_need_no_key() -> None:
    log = MYSQL / "rotated.1.binlog"
    assert list(read_rows(log, keyring=keyring_of("mysql97"))) == list(read_rows(log))


def test_keys_are_in_no_plan_or_text() -> None:
    keys = read_keys(keyring_of("mariadb118"))
    path = KeyedFile("binlog.000001", str(keyring_of("mariadb118")))
    told = repr(keys).encode() + pickle.dumps(path) + repr(path).encode()
    assert not any(key in told or key.hex().encode() in told for key in keys.by_id.values())
    assert (pickle.loads(pickle.dumps(path)).keyring, str(path)) == (path.keyring, "binlog.000001")


def test_a_scan() -> None:
    found = scan([MARIADB / LOCKED], "rotated.events", keyring=keyring_of("mariadb118"))
    assert [row["id"] for batch in found for row in batch.to_pylist()] == [1, 2, 3, 2, 2]
