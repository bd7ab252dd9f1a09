"""A server of one small log that lies in one way: by names, sizes, demands, or by never ending.

It speaks as much of the protocol as a replica needs. What clients send is in `received`.
"""

from __future__ import annotations

import contextlib
import itertools
import re
import socket
import ssl
import struct
import threading
import time
import zlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import TypeAlias

from binlog_kaitai.replication.dumps import FIRST
from tests.replay import FIXTURES
from tests.replication.test_dumps import events_of, made_up, rotate

LOG = FIXTURES / "mysql97/rotated.1.binlog"
NAMES = ("binlog.000001", "binlog.000002", "binlog.000003")
NAME = NAMES[0]
PLUGIN, VERSION = b"mysql_native_password", b"9.7.4"
OK, EOF = bytes([0, 0, 0, 2, 0, 0, 0]), b"\xfe\0\0\2\0"
FULL = 2**24 - 1
CLIENT_SSL = 0x800
DUMPS, QUERY = {0x12, 0x1E}, 3
VARIABLES = {"server_uuid": "f48f0248-e876-11f1-96d5-02fc00000001", "binlog_encryption": "OFF"}
OBEYED = b"\x1b[31mred\x1b]0;t\x07\nsecond line" * 999
LISTED = ("Log_name", "File_size", "Encrypted")

Row: TypeAlias = Sequence[object]
Answer: TypeAlias = "Callable[[Client], None]"


class Client:
    """One connection; packets are numbered on from the last one that came."""

    def __init__(self, server: LyingServer, sock: socket.socket) -> None:
        self.server = server
        self.sock = sock
        self.sequence = 0

    def raw(self, data: bytes) -> None:
        self.sock.sendall(data)

    def packets(self, *bodies: bytes) -> None:
        framed = bytearray()
        for body in bodies:
            framed += len(body).to_bytes(3, "little") + bytes([self.sequence % 256]) + body
            self.sequence += 1
        self.raw(bytes(framed))

    def receive(self) -> bytes:
        header = self._exactly(4)
        self.sequence = header[3] + 1
        body = self._exactly(int.from_bytes(header[:3], "little"))
        self.server.received.append(body)
        return body

    def _exactly(self, size: int) -> bytes:
        data = b""
        while len(data) < size:
            piece = self.sock.recv(size - len(data))
            if not piece:
                raise ConnectionError
            data += piece
        return data

    def wait(self) -> None:
        """Send nothing until the client ends the connection."""
        while self.sock.recv(2**16):
            pass

    def serve(self) -> None:
        answers = self.server.answers
        answers.get("greeting", greet)(self)
        if self.server.tls is not None:
            self._exactly(self._exactly(1)[0] + 3)  # what asks for TLS
            self.sock = self.server.tls.wrap_socket(self.sock, server_side=True)
        self.receive()
        answers.get("login", accept)(self)
        while True:
            command = self.receive()
            if command[0] in DUMPS:
                answers.get("dump", dump)(self)
                return
            if b"SHOW BINARY LOGS" in command:
                answers.get("logs", list_logs)(self)
            elif command[0] == QUERY and b"VARIABLES" in command:
                (name,) = re.findall(r"'(\w+)'", command.decode())
                rows = [(name, VARIABLES[name])] if name in VARIABLES else []
                self.packets(*result(("Variable_name", "Value"), rows))
            else:
                self.packets(OK)


def text(value: object) -> bytes:
    data = value if isinstance(value, bytes) else str(value).encode()
    head = bytes([len(data)]) if len(data) < 251 else b"\xfc" + len(data).to_bytes(2, "little")
    return head + data


def result(columns: Sequence[str], rows: Iterable[Row]) -> Iterator[bytes]:
    yield bytes([len(columns)])
    for name in columns:
        parts = (
            text("def"),
            *[text("")] * 3,
            text(name),
            text(name),
            b"\x0c\x2d\0\xff\xff\0\0\xfd",
        )
        yield b"".join((*parts, bytes(5)))
    yield EOF
    yield from (b"".join(map(text, row)) for row in rows)
    yield EOF


def greet(client: Client) -> None:
    without = 0 if client.server.tls else CLIENT_SSL
    low, high = struct.pack("<H", 0xFFDF & ~without), struct.pack("<H", 0x81FF)
    parts = (b"\x0a", VERSION, b"\0", bytes(4), b"12345678\0", low, b"\x2d", b"\2\0", high)
    client.packets(b"".join((*parts, b"\x15", bytes(10), b"123456789012\0", PLUGIN, b"\0")))


def accept(client: Client) -> None:
    client.packets(OK)


def list_logs(client: Client, rows: Iterable[Row] = ((NAME, LOG.stat().st_size, "No"),)) -> None:
    client.packets(*result(LISTED, rows))


def dump(client: Client, name: str = NAME, *events: bytes) -> None:
    events = events or tuple(events_of(LOG))
    client.packets(*map(event_packet, (rotate(name, 4, has_checksum=True), *events)), EOF)


def event_packet(event: bytes) -> bytes:
    return b"\0" + event


# demands and greetings


def ask(client: Client, plugin: bytes, data: bytes = b"12345678901234567890\0") -> None:
    client.packets(b"\xfe" + plugin + b"\0" + data)
    client.receive()
    client.packets(OK)


def refuse(client: Client, code: int) -> None:
    client.packets(b"\xff" + struct.pack("<H", code) + b"#HY000" + OBEYED)


def drip(client: Client, data: bytes = bytes(99)) -> None:
    for byte in len(data).to_bytes(3, "little") + bytes([client.sequence % 256]) + data:
        client.raw(bytes([byte]))
        time.sleep(0.2)


def flood(client: Client, data: bytes) -> None:
    while True:
        client.raw(data)


def ask_for_file(client: Client) -> None:
    client.packets(b"\xfb/etc/passwd")
    client.receive()
    client.packets(OK)


def announce_columns(client: Client) -> None:
    client.packets(b"\xfe" + struct.pack("<Q", 2**62), b"\xfe" + b"\xff" * 8)


def list_without_end(client: Client) -> None:
    (*head, _) = result(LISTED, ())
    client.packets(*head)
    for first in itertools.count(1, 1000):
        numbers = range(first, first + 1000)
        client.packets(*(b"".join(map(text, (f"b.{n:06}", 100, "No"))) for n in numbers))


# dumps


def begin(client: Client, *, num_events: int = 1) -> list[bytes]:
    events = events_of(LOG)
    client.packets(event_packet(rotate(NAME, 4, has_checksum=True)))
    client.packets(*map(event_packet, events[:num_events]))
    return events


def announce_event(client: Client, size: int, *, body: bytes = b"", repeats: bool = False) -> None:
    """Begin an event of a size, of which comes a packet's worth, or packets without end."""
    _, event, *_ = begin(client)
    head = event[:9] + struct.pack("<I", size) + event[13:19]
    client.raw(b"\xff\xff\xff" + bytes([client.sequence % 256]) + b"\0" + head)
    if body:
        client.raw(body * (FULL - 1 - len(head)))
        while repeats:
            client.raw(b"\xff\xff\xff\0" + body * FULL)
    client.wait()


def beat(client: Client, *, seconds: float) -> None:
    begin(client)
    heartbeat = event_packet(made_up(27, NAME.encode(), flags=0, has_checksum=True))
    while True:
        client.packets(*[heartbeat] * (1 if seconds else 1000))
        time.sleep(seconds)


def rotate_without_end(client: Client) -> None:
    description = events_of(LOG)[0]
    description = description[:13] + bytes(4) + description[17:]
    while True:
        client.packets(*map(event_packet, (rotate(NAME, 4, has_checksum=True), description)))


def stall(client: Client) -> None:
    begin(client, num_events=2)
    client.wait()


def drip_event(client: Client) -> None:
    event = begin(client)[1]
    drip(client, event_packet(event))


def skip(client: Client) -> None:
    """Send the end of a log to who asked for its begin."""
    first, *_, last = events_of(LOG)
    first = first[:13] + bytes(4) + first[17:]
    position = LOG.stat().st_size - len(last)
    client.packets(*map(event_packet, (rotate(NAME, position, has_checksum=True), first, last)))
    client.packets(EOF)


def dump_twice(client: Client) -> None:
    """Send a log, another one, and the first one again."""
    for name in (*NAMES[:2], NAME):
        events = map(event_packet, (rotate(name, 4, has_checksum=True), *events_of(LOG)))
        client.packets(*events)
    client.packets(EOF)


def named(name: str) -> dict[str, Answer]:
    """Return the answers of a server whose log has a name."""
    row = (name, LOG.stat().st_size, "No")
    return {"logs": partial(list_logs, rows=[row]), "dump": partial(dump, name=name)}


def rotated(name: str) -> dict[str, Answer]:
    return {"dump": partial(dump, name=name)}


def listed(*row: object) -> dict[str, Answer]:
    return {"logs": partial(list_logs, rows=[row])}


def sent(*events: bytes) -> dict[str, Answer]:
    return {"dump": lambda client: dump(client, NAME, *events)}


# large events


def large_event(position: int, size: int) -> bytes:
    """Return an event of so many bytes at a position, which readers may pass over."""
    head = bytes(4) + b"\x1c" + struct.pack("<III", 97, size, position + size) + b"\x80\0"
    event = head + bytes(size - len(head) - 4)
    return event + struct.pack("<I", zlib.crc32(event))


def large_log(size: int) -> list[bytes]:
    """Return the events of a log, the last of which has a size."""
    events = events_of(LOG)[:2]
    return [*events, large_event(FIRST + sum(map(len, events)), size)]


def send_large_log(client: Client, events: Sequence[bytes], losses: Sequence[int] = ()) -> None:
    """Send what is asked for of a log, and of its last event only a part, once each.

    Args:
        client: the connection, on which a dump was asked for.
        events: of the log.
        losses: the bytes that come of the last event before the connection is lost, by dumps.
    """
    dumps = [body for body in client.server.received if body[0] in DUMPS]
    (position,) = struct.unpack_from("<I", dumps[-1], 1)
    ends = list(itertools.accumulate(map(len, events), initial=FIRST))
    events = events[ends.index(position) :]
    client.packets(event_packet(rotate(NAME, position, has_checksum=True)))
    client.packets(*map(event_packet, events[:-1]))
    packet = event_packet(events[-1])
    num_sent = losses[len(dumps) - 1] if len(dumps) <= len(losses) else len(packet)
    for start in range(0, num_sent + 1, FULL):
        part = packet[start : start + FULL]
        client.raw(len(part).to_bytes(3, "little") + bytes([client.sequence % 256]))
        client.raw(part[: num_sent - start])
        client.sequence += 1
    if num_sent == len(packet):
        client.packets(EOF)


def large(size: int, losses: Sequence[int] = ()) -> dict[str, Answer]:
    """Return the answers of a server that sends an event of a size."""
    events = large_log(size)
    row = (NAME, FIRST + sum(map(len, events)), "No")
    return {
        "logs": partial(list_logs, rows=[row]),
        "dump": partial(send_large_log, events=events, losses=losses),
    }


OUTSIDE = "outside.000001"

PATHS: dict[str, dict[str, Answer]] = {
    "log in the parent": named(f"../{OUTSIDE}"),
    "log in the root": named(f"/tmp/binlog-kaitai-{OUTSIDE}"),
    "log with NUL": named("a\0b.000001"),
    "log with a newline": named("x\ny.000001"),
    "log with ESC": named("\x1b[31mbin\x1b]0;x\x07.000001"),
    "log ..": named(".."),
    "log of 5000 bytes": named("a" * 5000 + ".000001"),
    "log .archive.json": named(".archive.json"),
    "log of a URI": named("a?tls=off#.000001"),
    "rotate to the parent": rotated(f"../{OUTSIDE}"),
    "rotate to the root": rotated(f"/tmp/binlog-kaitai-{OUTSIDE}"),
    "rotate to the state": rotated(".archive.json"),
    "rotate to the index": rotated("binlog.index"),
}
"""Names that would become paths."""

DEMANDS: dict[str, dict[str, Answer]] = {
    "password in clear": {"login": partial(ask, plugin=b"mysql_clear_password")},
    "password by dialog": {"login": partial(ask, plugin=b"dialog", data=b"\5Password: ")},
    "unknown plugin": {"login": partial(ask, plugin=b"\xff\x1b[0m")},
    "refusal of the login": {"login": partial(refuse, code=1045)},
    "refusal of the dump": {"dump": partial(refuse, code=1236)},
    "file of the client": {"logs": ask_for_file},
}

ANSWERS: dict[str, dict[str, Answer]] = {
    "greeting of 16 MiB": {"greeting": partial(flood, data=b"\xff\xff\xff\0" + bytes(2**16))},
    "greeting of garbage": {"greeting": lambda client: client.packets(bytes(range(1, 100)))},
    "no column": {"logs": lambda client: client.packets(*result(("a",), [("1",)]))},
    "size below 0": listed(NAME, -5, "No"),
    "size of text": listed(NAME, "much", "No"),
    "size of 2**62": listed(NAME, 2**62, "No"),
    "garbage": sent(bytes(range(256))),
    "event of 2 bytes": sent(b"\1\2"),
    "no FORMAT_DESCRIPTION": sent(*events_of(LOG)[1:]),
    "log that is sent again": {
        "logs": partial(list_logs, rows=[(name, LOG.stat().st_size, "No") for name in NAMES]),
        "dump": dump_twice,
    },
    "another position": {"dump": skip},
}

ENDLESS: dict[str, dict[str, Answer]] = {
    "silence": {"greeting": Client.wait},
    "greeting by bytes": {"greeting": drip},
    "2**62 columns": {"logs": announce_columns},
    "rows without end": {"logs": list_without_end},
    "event of 4 GiB": {"dump": partial(announce_event, size=2**32 - 16)},
    "event of 1 GiB": {"dump": partial(announce_event, size=2**30, body=b"B")},
    "event that goes on": {"dump": partial(announce_event, size=2**24, body=b"B", repeats=True)},
    "heartbeats": {"dump": partial(beat, seconds=0.001)},
    "flood of heartbeats": {"dump": partial(beat, seconds=0)},
    "rotations without end": {"dump": rotate_without_end},
    "stall": {"dump": stall},
    "event by bytes": {"dump": drip_event},
}

LIES = PATHS | DEMANDS | ANSWERS | ENDLESS


class LyingServer:
    """Answers on loopback, with the answers of a lie and the truth for the rest."""

    def __init__(self, answers: dict[str, Answer], tls: ssl.SSLContext | None = None) -> None:
        self.answers = answers
        self.tls = tls
        self.received: list[bytes] = []
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port = self._listener.getsockname()[1]

    def __enter__(self) -> LyingServer:  # noqa: PYI034 - Self came with Python 3.11
        threading.Thread(target=self._accept, daemon=True).start()
        return self

    def __exit__(self, *exception: object) -> None:
        self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()

    def uri(self, query: str = "deadline=1") -> str:
        return f"mysql://reader@127.0.0.1:{self.port}?{query}"

    def _accept(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                sock, _ = self._listener.accept()
                threading.Thread(target=self._serve, args=(sock,), daemon=True).start()

    def _serve(self, sock: socket.socket) -> None:
        with sock, contextlib.suppress(OSError):
            Client(self, sock).serve()
