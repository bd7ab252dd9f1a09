"""A server that lies gets one line for an answer: no file elsewhere, no password, no memory."""

from __future__ import annotations

import gc
import re
import ssl
import subprocess
import sys
import time
import warnings
from datetime import datetime, timedelta, timezone
from ipaddress import IPv4Address
from pathlib import Path

import pytest
from click.testing import CliRunner
from cryptography import x509
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from cryptography.x509.oid import NameOID

from binlog_kaitai import scan
from binlog_kaitai.cli.commands import main
from binlog_kaitai.io.files import open_file
from binlog_kaitai.printable import printable
from binlog_kaitai.read.given import given_logs
from binlog_kaitai.replication.dumps import FIRST
from binlog_kaitai.replication.servers import connect
from binlog_kaitai.replication.sessions import ServerError
from binlog_kaitai.replication.tls import InsecureConnectionWarning, tls_for
from binlog_kaitai.replication.uris import parse_uri
from binlog_kaitai.replication.wire import Wire
from tests.replication.lying_server import LIES, LOG, NAME, LyingServer, large, large_log

SECRET = "hunter2"
MAX_KIB = 600 * 1024
LIMIT_SECONDS = 60
"""Within which a command ends that may wait for a server for a second, compiling left out."""

READ = """
import binlog_kaitai

def main():
    try:
        print(sum(batch.num_rows for batch in binlog_kaitai.scan(sys.argv[1])))
    except (binlog_kaitai.BinlogError, OSError) as error:
        sys.exit(f"error: {error}")
"""
CALL = "from binlog_kaitai.__main__ import main"
PEAK = """
import sys
{}

target = sys.argv.pop()
try:
    main()
finally:
    with open("/proc/self/status") as status:
        (peak,) = (line.split()[1] for line in status if line.startswith("VmHWM:"))
    print(peak, file=open(target, "w"))
"""

COMMANDS: dict[str, list[str]] = {
    "archive": ["archive", "{uri}", "{target}"],
    "export": ["export", "--out", "{target}/out", "--spool", "{target}/spool", "{uri}"],
    "rows": ["rows", "{uri}"],
    "scan": ["{uri}"],
    "rows-tree": ["rows", "--engine", "tree", "{uri}"],
}


@pytest.fixture(autouse=True)
def password(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MYSQL_PWD", SECRET)


def arguments_of(
    command: str, server: LyingServer, target: Path, query: str = "deadline=1"
) -> list[str]:
    return [part.format(uri=server.uri(query), target=target) for part in COMMANDS[command]]


def check_refusal(server: LyingServer, stderr: str, folder: Path) -> None:
    assert re.fullmatch(r"error: .+\n", stderr), stderr
    assert printable(stderr, keep="\n") == stderr
    assert not any(SECRET.encode() in packet for packet in server.received)
    assert {path.name for path in folder.iterdir()} <= {"target", "peak"}
    assert not list(Path("/tmp").glob("binlog-kaitai-outside*"))


@pytest.mark.parametrize("lie", LIES)
def test_an_archive_of_a_server_that_lies(lie: str, tmp_path: Path) -> None:
    target = tmp_path / "target"
    began = time.monotonic()
    with LyingServer(LIES[lie]) as server:
        result = CliRunner().invoke(main, arguments_of("archive", server, target))
    assert time.monotonic() - began < LIMIT_SECONDS
    assert isinstance(result.exception, SystemExit), result.exception
    assert result.exit_code > 0
    check_refusal(server, result.stderr, tmp_path)
    assert len(result.stderr) < 3000
    names = {path.name for path in target.glob("*")} if target.exists() else set()
    assert names <= {NAME, "binlog.000002", "binlog.index", ".archive.json", ".archive.lock"}


def test_an_archive_of_a_server_that_does_not_lie(tmp_path: Path) -> None:
    target = tmp_path / "target"
    with LyingServer({}) as server:
        result = CliRunner().invoke(main, arguments_of("archive", server, target))
    assert (result.exit_code, result.stderr) == (0, "")
    assert (target / NAME).read_bytes() == LOG.read_bytes()


@pytest.mark.parametrize("lie", ["log with NUL", "rotate to the parent"])
def test_an_export_of_a_server_that_lies(lie: str, tmp_path: Path) -> None:
    with LyingServer(LIES[lie]) as server:
        arguments = arguments_of("export", server, tmp_path / "target")
        result = CliRunner().invoke(main, arguments)
    assert result.exit_code == 1
    check_refusal(server, result.stderr, tmp_path)


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a file with a certificate of 127.0.0.1, signed by its own key, and the key."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "a server")])
    now = datetime.now(timezone.utc)
    address = x509.SubjectAlternativeName([x509.IPAddress(IPv4Address("127.0.0.1"))])
    signed = (
        x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(address, critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, SHA256())
    )
    path = tmp_path_factory.mktemp("tls") / "server.pem"
    encoding = Encoding.PEM
    secret = key.private_bytes(encoding, PrivateFormat.PKCS8, NoEncryption())
    path.write_bytes(signed.public_bytes(encoding) + secret)
    return path


@pytest.mark.parametrize(
    ("query", "refusal"),
    [
        ("tls-ca={ca}&auth=clear", None),
        ("tls-ca={ca}", "requests the password in clear text"),
        ("tls=ca&tls-ca={ca}", "requests the password in clear text"),
        ("tls=unverified", "requests the password in clear text"),
        ("tls=off", "requests the password in clear text"),
        ("auth=clear", "certificate is not trusted: .*; pass its certificate authority"),
        ("tls=on", "certificate is not trusted"),
    ],
)
@pytest.mark.parametrize("lie", ["password in clear", "password by dialog"])
def test_a_password_in_clear(lie: str, query: str, refusal: str | None, certificate: Path) -> None:
    """It takes TLS to the host that a certificate names, and a URI that asks for it."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate)
    with LyingServer(LIES[lie], None if query == "tls=off" else context) as server:
        uri = parse_uri(server.uri(query.format(ca=certificate)))
        if refusal is None:
            connect(uri).close()
        else:
            with pytest.raises(ServerError, match=refusal):
                connect(uri)
        was_sent = any(SECRET.encode() in packet for packet in server.received)
        assert was_sent == (refusal is None)


@pytest.mark.parametrize(
    ("host", "query", "tls", "warns"),
    [
        ("localhost", "", None, False),
        ("127.0.0.2", "", None, False),
        ("[::1]", "", None, False),
        ("127.0.0.1", "?tls=off", "off", False),
        ("192.0.2.1", "", "on", False),
        ("db", "", "on", False),
        ("db", "?tls=ca", "ca", False),
        ("db", "?tls=off", "off", True),
        ("localhost.example.com", "?tls=unverified", "unverified", True),
    ],
)
def test_tls_by_default(host: str, query: str, tls: str | None, *, warns: bool) -> None:
    server = parse_uri(f"mysql://{host}{query}")
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        assert tls_for(server, server.hosts[0]) == tls
    assert [w.category for w in caught] == [InsecureConnectionWarning] * warns


def test_a_connection_that_is_lost_inside_a_large_event(tmp_path: Path) -> None:
    """An archive ends before the event, and goes on there; a reader has the event sent again."""
    target = tmp_path / "target"
    size, losses = 2**22, (2**21 + 5, 2**22)
    *others, last = large_log(size)
    with LyingServer(large(size, losses[:1])) as server:
        result = CliRunner().invoke(main, arguments_of("archive", server, target))
        assert result.exit_code > 0
        assert (target / NAME).stat().st_size == FIRST + sum(map(len, others))
        result = CliRunner().invoke(main, arguments_of("archive", server, target))
        assert (result.exit_code, result.stderr) == (0, "")
        assert (target / NAME).read_bytes().endswith(last)
    with LyingServer(large(size, losses)) as server:
        (log,) = given_logs([server.uri()])
        with open_file(log.path) as stream:
            received = stream.read()
    assert received.endswith(b"".join((*others[1:], last)))
    assert len(received) == log.size


def wires() -> set[int]:
    """Return the identities of the wires that are in memory."""
    return {id(found) for found in gc.get_objects() if isinstance(found, Wire)}


def test_sessions_end_without_a_garbage_collection(tmp_path: Path) -> None:
    """Else a follower keeps their buffers, for they are few objects of many bytes."""
    gc.collect()
    before = wires()  # of tests before, whose threads may still run
    gc.disable()
    try:
        with LyingServer({}) as server:
            for number in range(2):
                arguments = arguments_of("archive", server, tmp_path / str(number))
                assert CliRunner().invoke(main, arguments).exit_code == 0
                assert sum(batch.num_rows for batch in scan(server.uri())) > 0
        end = time.monotonic() + 30
        while wires() - before and time.monotonic() < end:
            time.sleep(0.1)  # their threads end by themselves
        assert wires() - before == set()
    finally:
        gc.enable()


MAX_ARCHIVE_KIB = 384 * 1024  # with Numba


@pytest.mark.long
def test_an_event_of_1_gib_is_archived_in_parts(tmp_path: Path) -> None:
    target = tmp_path / "target"
    with LyingServer(large(2**30)) as server:
        arguments = arguments_of("archive", server, target, "deadline=60")
        done, peak = run_with_peak("archive", arguments, tmp_path / "peak")
    assert (done.returncode, done.stderr) == (0, "")
    assert (target / NAME).stat().st_size > 2**30
    assert peak < MAX_ARCHIVE_KIB


def run_with_peak(
    command: str, arguments: list[str], peak: Path
) -> tuple[subprocess.CompletedProcess[str], int]:
    """Run a command in a process of its own; return its end, and the most KiB that it took."""
    code = PEAK.format(READ if command == "scan" else CALL)
    done = subprocess.run(
        [sys.executable, "-c", code, *arguments, peak],
        capture_output=True,
        text=True,
        check=False,
        timeout=LIMIT_SECONDS,
    )
    return done, int(peak.read_text())


@pytest.mark.long
@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("lie", LIES)
def test_commands_on_a_server_that_lies(lie: str, command: str, tmp_path: Path) -> None:
    target, peak = tmp_path / "target", tmp_path / "peak"
    began = time.monotonic()
    with LyingServer(LIES[lie]) as server:
        done, memory = run_with_peak(command, arguments_of(command, server, target), peak)
    assert time.monotonic() - began < LIMIT_SECONDS
    assert done.returncode > 0
    check_refusal(server, done.stderr, tmp_path)
    assert memory < MAX_KIB
