"""MariaDB 11.8 behind a proxy that sends its logs as MariaDB 12.3 does with its logs in InnoDB.

By the source of 12.3 (`sql/sql_repl.cc`): it sends only by `@slave_connect_state`, and then a
FORMAT_DESCRIPTION of its own, the events of all files as one stream, with no checksums and no
positions, and before a GTID a ROTATE of its own if the transaction before it ended in another file
than the last one told. FORMAT_DESCRIPTION events in the stream mark restarts. There are no other
ROTATE, GTID_LIST, STOP and BINLOG_CHECKPOINT events, but for a GTID_LIST of its own behind the
first transaction that follows the position.
"""

from __future__ import annotations

import contextlib
import re
import socket
import struct
import threading
import zlib
from collections.abc import Callable, Iterator
from typing import Any

from tests.replication.lying_server import result
from tests.servers import RunningServer

OPTIONS = ("--binlog-checksum=NONE", "--log-bin=binlog")
HEADER = struct.Struct("<IBIIIH")
ARTIFICIAL = 0x20
STOP, ROTATE, FORMAT, HEARTBEAT, CHECKPOINT, GTID, GTID_LIST = 3, 4, 15, 27, 161, 162, 163
CREATED, LEN_CREATED = 19 + 2 + 50, 4
QUERY, DUMP = 3, 0x12
REFUSAL = b"GTID starting position is required on master with --binlog-storage-engine enabled"


def paged(name: str) -> str:
    """Return the name that 12.3 would give to a log."""
    base, _, digits = name.rpartition(".")
    return f"{base}-{digits}.ibb"


class GtidServer:
    """A proxy of a server; `port` is where it listens.

    `cut` is called with the type of each event that is sent, and returns whether the connection is
    to be lost before it. `names_files` may be turned off, as in the first releases.
    """

    def __init__(self, server: RunningServer, cut: Callable[[int], bool] = lambda _: False) -> None:
        self.server = server
        self.cut = cut
        self.names_files = True
        self.dumps: list[str] = []
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port = self._listener.getsockname()[1]
        threading.Thread(target=self._accept, daemon=True).start()

    def __enter__(self) -> GtidServer:  # noqa: PYI034 - Self came with Python 3.11
        return self

    def __exit__(self, *exception: object) -> None:
        self._listener.close()

    def uri(self, *query: str, log: str = "") -> str:
        return f"mariadb://root@127.0.0.1:{self.port}/{log}?{'&'.join(('tls=off', *query))}"

    def rows(self, statement: str) -> tuple[list[str], list[tuple[Any, ...]]]:
        with contextlib.closing(self.server.connect()) as connection, connection.cursor() as cursor:
            cursor.execute(statement)
            return [column[0] for column in cursor.description], list(cursor.fetchall())

    def _accept(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                client, _ = self._listener.accept()
                threading.Thread(target=self._serve, args=(client,), daemon=True).start()

    def _serve(self, client: socket.socket) -> None:
        port = self.server.port
        with (
            client,
            contextlib.suppress(OSError),
            socket.create_connection(("127.0.0.1", port)) as upstream,
        ):
            _Connection(self, client, upstream).run()


class _Connection:
    def __init__(self, owner: GtidServer, client: socket.socket, upstream: socket.socket) -> None:
        self.owner, self.client, self.upstream = owner, client, upstream
        self.state: str | None = None
        self.stream: GtidStream | None = None

    def run(self) -> None:
        threading.Thread(target=self._pump, daemon=True).start()
        while True:
            sequence, body = _receive(self.client)
            answer = self._answer(body) if sequence == 0 else None
            if answer is None:
                _send(self.upstream, sequence, body)
            else:
                for number, packet in enumerate(answer, 1):
                    _send(self.client, number, packet)

    def _answer(self, body: bytes) -> Iterator[bytes] | None:
        """Return the proxy's own answer to a command, if it has one."""
        text = body[1:].decode("utf-8", "replace") if body[0] == QUERY else ""
        if body[0] == DUMP:
            if self.state is None:
                return iter([b"\xff" + struct.pack("<H", 4246) + b"#HY000" + REFUSAL])
            self.owner.dumps.append(self.state)
            self.stream = GtidStream(self.owner)
        elif "slave_connect_state" in text:
            self.state = re.findall(r"slave_connect_state = '([^']*)'", text)[0]
        elif "binlog_storage_engine" in text:
            return result(("Variable_name", "Value"), [("binlog_storage_engine", "InnoDB")])
        elif re.search("SHOW (BINARY LOGS|MASTER STATUS|BINLOG EVENTS)", text):
            names, rows = self.owner.rows(re.sub(r"'(\w+)-(\d+)\.ibb'", r"'\1.\2'", text))
            texts = [tuple("" if one is None else one for one in row[1:]) for row in rows]
            return result(names, [(paged(row[0]), *t) for row, t in zip(rows, texts, strict=True)])
        return None

    def _pump(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                sequence, body = _receive(self.upstream)
                if self.stream is None:
                    _send(self.client, sequence, body)
                    continue
                for packet in self.stream.packets(body):
                    if packet is None:
                        break
                    self.stream.sequence += 1
                    _send(self.client, self.stream.sequence % 256, packet)
                else:
                    continue
                break
        for end in (self.client, self.upstream):
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)


class GtidStream:
    """Makes the packets of 12.3 from those of 11.8."""

    def __init__(self, owner: GtidServer | None = None) -> None:
        self.owner = owner
        self.sequence = 0
        self.file = self.named = ""
        self.is_described = False

    def packets(self, body: bytes) -> Iterator[bytes | None]:
        """Yield the packets to send in place of one; None for the loss of the connection."""
        if body[:1] != b"\0":
            yield body
            return
        event = body[1:]
        _, kind, server_id, *_, flags = HEADER.unpack_from(event)
        is_artificial = bool(flags & ARTIFICIAL)
        if kind == ROTATE and is_artificial:
            self.file = event[HEADER.size + 8 :].decode()
        elif kind == FORMAT:
            created = event[CREATED : CREATED + LEN_CREATED]
            if not self.is_described:
                yield b"\0" + _described(event, bytes(LEN_CREATED), ARTIFICIAL)
                self.is_described = True
            if any(created):
                yield b"\0" + _described(event, created, 0)
        elif kind == HEARTBEAT:
            yield b"\0" + _event(0, kind, server_id, 0, paged(self.file).encode())
        elif kind in {STOP, ROTATE, CHECKPOINT} or (kind == GTID_LIST and not is_artificial):
            return
        else:
            if self.owner is not None and self.owner.cut(kind):
                yield None
            names_files = self.owner is None or self.owner.names_files
            if kind == GTID and self.named != self.file and names_files:
                self.named = self.file
                name = bytes(8) + paged(self.file).encode()
                yield b"\0" + _event(0, ROTATE, server_id, ARTIFICIAL, name)
            fields = list(HEADER.unpack_from(event))
            fields[4] = 0
            yield b"\0" + HEADER.pack(*fields) + event[HEADER.size :]


def _event(timestamp: int, kind: int, server_id: int, flags: int, body: bytes) -> bytes:
    return HEADER.pack(timestamp, kind, server_id, HEADER.size + len(body), 0, flags) + body


def _described(event: bytes, created: bytes, flags: int) -> bytes:
    """Return a FORMAT_DESCRIPTION without checksums, but with its own."""
    timestamp, kind, server_id, size, *_ = HEADER.unpack_from(event)
    header = HEADER.pack(0 if flags else timestamp, kind, server_id, size, 0, flags)
    rest = event[HEADER.size : CREATED] + created + event[CREATED + LEN_CREATED : -5] + b"\0"
    return header + rest + zlib.crc32(header + rest).to_bytes(4, "little")


def _receive(source: socket.socket) -> tuple[int, bytes]:
    header = _exactly(source, 4)
    return header[3], _exactly(source, int.from_bytes(header[:3], "little"))


def _send(target: socket.socket, sequence: int, body: bytes) -> None:
    target.sendall(len(body).to_bytes(3, "little") + bytes([sequence]) + body)


def _exactly(source: socket.socket, size: int) -> bytes:
    data = bytearray()
    while len(data) < size:
        piece = source.recv(size - len(data))
        if not piece:
            raise ConnectionError
        data += piece
    return bytes(data)
