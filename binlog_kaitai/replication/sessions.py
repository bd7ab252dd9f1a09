"""Connect to a server with PyMySQL, and explain the server's errors."""

from __future__ import annotations

import contextlib
import socket
import ssl
import threading
import time
from collections.abc import Iterator
from multiprocessing.connection import wait
from typing import Any

import numpy as np

from binlog_kaitai.errors import TransientError
from binlog_kaitai.extras import from_extras
from binlog_kaitai.printable import printable
from binlog_kaitai.replication.commands import Command
from binlog_kaitai.replication.driver import BoundedConnection
from binlog_kaitai.replication.passwords import Account, account_of, rds_token
from binlog_kaitai.replication.tls import tls_for, tls_settings
from binlog_kaitai.replication.uris import Host, ServerUri

with from_extras():
    import pymysql
    import pymysql.cursors
    from pymysql.constants import CR, ER
    from pymysql.protocol import MysqlPacket

CONNECT_SECONDS = 10
AT_ONCE = np.array((1, 0), np.intc)
"""Linger for 0 seconds: closing resets the connection, so a sending server stops at once."""

MAX_TEXT = 2000
"""Maximum number of characters of an error line."""

ENOUGH, MOMENT = 2**18, 0.0005
"""Number of bytes to read at once, and seconds to wait for them."""


class ServerError(OSError):
    """A server cannot be reached, or refuses a request; the text is one line."""

    def __init__(self, text: str) -> None:
        # may contain text of the server
        super().__init__(printable(text if len(text) <= MAX_TEXT else f"{text[:MAX_TEXT]}…"))


class LostError(ServerError, TransientError):
    """The connection is lost, or was never open. A retry may help."""


class StalledError(LostError):
    """The server sends nothing, or makes no progress, for too long."""


class RefusedError(ServerError):
    """The server refuses with the error number `code`."""

    def __init__(self, text: str, code: int) -> None:
        super().__init__(text)
        self.code = code


class BusyError(RefusedError, TransientError):
    """The server refuses temporarily: high load, a deadlock, a shutdown, or a password rotation."""


DEADLOCK = ER.LOCK_DEADLOCK
"""The error of a statement whose transaction the server has ended, because of other sessions'."""

_BUSY = frozenset({1040, 1045, 1053, 1203, 1226, DEADLOCK})
"""Too many connections, a wrong password, a shutdown, a user's limits: codes of both families."""


def is_torn(error: RefusedError) -> bool:
    """Return whether a server refuses a position because its log ends inside an event.

    MariaDB leaves such a log if it is killed during a write, and continues with another log.
    """
    return error.code == ER.MASTER_FATAL_ERROR_READING_BINLOG and "truncated" in str(error)


class Session:
    """A connection to one host of a server's URI. Raises ServerError, as its methods do."""

    def __init__(self, server: ServerUri, host: Host, account: Account | None = None) -> None:
        self.server = server
        self.host = host
        self.name = f"{server.uri.partition('://')[0]}://{host[0]}:{host[1]}"
        self.account = account or account_of(server)
        self._is_late = False
        password, tls = self._password().encode(), tls_settings(server, tls_for(server, host))
        with self._failing():
            self._connection = BoundedConnection(
                host=host[0],
                port=host[1],
                user=self.account.user,
                password=password,
                charset="utf8mb4",
                autocommit=True,
                read_timeout=server.deadline,
                write_timeout=server.deadline,
                program_name="binlog-kaitai",
                allows_clear=server.auth is not None,
                **tls,
            )
        self._socket = self._connected_socket()
        try:
            with self._answering():
                self._connection.connect(self._socket.dup())
        except BaseException:
            self._socket.close()
            raise

    def __enter__(self) -> Session:  # noqa: PYI034 - Self came with Python 3.11
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def again(self) -> Session:
        """Open another session to the same host with the same account."""
        return Session(self.server, self.host, self.account)

    def close(self) -> None:
        """Close the connection, also if another thread waits for it."""
        with contextlib.suppress(OSError, AttributeError):
            sock = self._connection._sock  # noqa: SLF001 - no method for this
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, AT_ONCE)
            sock.shutdown(socket.SHUT_RDWR)  # wakes a reading thread
        self._connection._force_close()  # noqa: SLF001 - a dumping server reads no COM_QUIT
        self._socket.close()

    def _password(self) -> str:
        if self.server.auth != "rds-iam":
            return self.account.password
        return rds_token(self.account.user, self.host)

    def _connected_socket(self) -> socket.socket:
        try:
            connected = socket.create_connection(self.host, CONNECT_SECONDS)
        except OSError as error:
            raise LostError(f"{self.name}: cannot connect: {error}") from None
        connected.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        connected.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
        return connected

    @contextlib.contextmanager
    def _answering(self) -> Iterator[None]:
        """End the connection if the answer is not complete by the deadline.

        A limit of each read does not do that: a server may send a byte at a time.
        """
        timer = threading.Timer(self.server.deadline, self._end_late)
        timer.daemon = True
        timer.start()
        try:
            with self._failing():
                yield
        finally:
            timer.cancel()

    def _end_late(self) -> None:
        self._is_late = True
        with contextlib.suppress(OSError):
            self._socket.shutdown(socket.SHUT_RDWR)

    @property
    def version(self) -> str:
        """The version that the server gave in its greeting."""
        return str(self._connection.get_server_info())

    def rows(self, statement: str, *values: str) -> list[dict[str, Any]]:
        """Return the rows of a statement with values, by lower-case column names."""
        with self._answering(), self._connection.cursor() as cursor:
            cursor.execute(statement, values or None)
            names = [column[0].lower() for column in cursor.description or ()]
            return [dict(zip(names, row, strict=True)) for row in cursor.fetchall()]

    def stream(self, statement: str) -> Iterator[tuple[bytes | None, ...]]:
        """Yield the rows of a statement as they arrive, each value as the server sends it."""
        connection = self._connection
        with self._failing():
            cursor = connection.cursor(pymysql.cursors.SSCursor)
            decoders, connection.decoders = connection.decoders, {}
            connection.use_unicode = False
            try:
                cursor.execute(statement)
            finally:
                connection.decoders, connection.use_unicode = decoders, True
            connection.accept_rows()
            yield from iter(cursor.fetchone, None)

    def value(self, variable: str) -> str | None:
        """Return a global variable; None if the server does not have it."""
        rows = self.rows(f"SHOW GLOBAL VARIABLES LIKE '{variable}'")
        return str(rows[0].get("value")) if rows else None

    def set(self, **variables: str | int) -> None:
        """Set user variables of the session."""
        names = ", ".join(f"@{name} = %s" for name in variables)
        with self._answering(), self._connection.cursor() as cursor:
            cursor.execute(f"SET {names}", tuple(variables.values()))

    def send(self, command: Command, body: bytes) -> None:
        """Send a command."""
        with self._failing():
            self._connection._execute_command(int(command), body)  # noqa: SLF001 - as replicas do

    def packet(self) -> bytes:
        """Return the next packet of the answer."""
        with self._answering():
            data: bytes = self._connection._read_packet().get_all_data()  # noqa: SLF001
            return data

    @property
    def patience(self) -> float:
        """Seconds without progress after which a dump ends; leaves time for a second dump."""
        return self.server.deadline / 2

    def begin_stream(self) -> None:
        """Limit the waits of `read_into` to the session's patience."""
        with self._failing():
            self._connection._sock.settimeout(self.patience)  # noqa: SLF001 - no method

    def fileno(self) -> int:
        """Return the descriptor of the connection, to wait for bytes."""
        return self._socket.fileno()

    @property
    def has_bytes(self) -> bool:
        """Whether bytes have arrived that `read_into` returns at once."""
        sock = self._connection._sock  # noqa: SLF001 - no method
        pending = getattr(sock, "pending", lambda: 0)  # with TLS, the rest of a record
        with self._failing():
            return pending() > 0 or bool(wait([self._socket], 0))

    def read_into(self, target: memoryview) -> int:
        """Read at least one byte as bytes arrive; afterwards, the driver no longer splits packets.

        After few bytes, it waits a moment for more, because each call is expensive.
        """
        with self._failing():
            connection = self._connection
            count: int = connection._rfile.readinto1(target)  # noqa: SLF001
            if not count:
                raise pymysql.OperationalError(CR.CR_SERVER_LOST, "the server ended the connection")
            sock = connection._sock  # noqa: SLF001
            count += _read_what_is_there(sock, target[count:])
            if count < min(ENOUGH, len(target)):
                time.sleep(MOMENT)
                count += _read_what_is_there(sock, target[count:])
            return count

    def checked(self, packet: bytes) -> bytes:
        """Return a packet. Raises ServerError if it is an error packet."""
        with self._failing():
            parsed = MysqlPacket(packet, self._connection.encoding)
            if parsed.is_error_packet():
                parsed.raise_for_error()
        return packet

    def reply(self, packet: bytes) -> None:
        """Send a packet in reply to a packet of the server."""
        with self._failing():
            self._connection._next_seq_id = 0  # noqa: SLF001 - the sequence of a reply
            self._connection.write_packet(packet)

    @contextlib.contextmanager
    def _failing(self) -> Iterator[None]:
        try:
            yield
        except Exception as error:  # noqa: BLE001 - PyMySQL raises any type for a bad answer
            raise self._server_error(error) from None  # its frames contain the password

    def _server_error(self, error: Exception) -> ServerError:
        if isinstance(error, ServerError):
            return error
        if self._is_late:
            seconds = self.server.deadline
            return StalledError(f"{self.name}: no complete answer in {seconds} s (deadline)")
        code, text = (*error.args, None, None)[:2]
        is_numbered = isinstance(error, pymysql.MySQLError) and isinstance(code, int)
        if is_numbered and isinstance(text, str):
            cause = getattr(error, "original_exception", None)
            return self._tls_error(code, text, cause) or self._numbered_error(code, text)
        return self._other_error(error)

    def _other_error(self, error: Exception) -> ServerError:
        """Return the error for an exception without an error number."""
        if isinstance(error, TimeoutError):
            return StalledError(f"{self.name}: the server sent nothing for {self.patience:g} s")
        if isinstance(error, (pymysql.InterfaceError, OSError, AttributeError)):
            return LostError(f"{self.name}: {error}")
        if isinstance(error, RuntimeError) and "LOAD_LOCAL" in str(error):
            return ServerError(
                f"{self.name}: the server requests a file of this machine (LOAD DATA LOCAL);"
                " refused"
            )
        if isinstance(error, (pymysql.MySQLError, RuntimeError)):
            return ServerError(f"{self.name}: {error}")
        kind = type(error).__name__
        return ServerError(f"{self.name}: the server's answer is invalid ({kind}: {error})")

    def _tls_error(self, code: int, text: str, cause: Exception | None) -> ServerError | None:
        if isinstance(cause, ssl.SSLCertVerificationError):
            return ServerError(
                f"{self.name}: the server's certificate is not trusted: {cause.verify_message};"
                " pass its certificate authority with tls-ca=FILE, or disable the check with"
                " tls=unverified"
            )
        if code == CR.CR_SSL_CONNECTION_ERROR:
            return ServerError(f"{self.name}: {text}; connect without TLS with tls=off")
        return None

    def _numbered_error(self, code: int, text: str) -> ServerError:
        if CR.CR_ERROR_FIRST <= code <= CR.CR_ERROR_LAST or code in _PASSING:
            return LostError(f"{self.name}: {text}")
        user = self.account.user
        meaning = _MEANINGS.get(code, "").format(user=user)
        if code in _DENIED and not self.account.password:
            meaning += " without a password"
        kind = BusyError if code in _BUSY else RefusedError
        return kind(": ".join(filter(None, (self.name, meaning, text))), code)


_DENIED = {ER.ACCESS_DENIED_ERROR, ER.DBACCESS_DENIED_ERROR}
_MEANINGS = {
    **dict.fromkeys(_DENIED, "the server denied access to {user}"),
    ER.SPECIFIC_ACCESS_DENIED_ERROR: "{user} lacks a privilege; run"
    " GRANT REPLICATION SLAVE, REPLICATION CLIENT ON *.* TO {user}",
    ER.NO_BINARY_LOGGING: "the server writes no binary logs; start it with log_bin",
}
"""Explanations of error numbers of servers."""

_PASSING = {
    *(ER.SERVER_SHUTDOWN, ER.CON_COUNT_ERROR, ER.TOO_MANY_USER_CONNECTIONS),
    *(ER.NEW_ABORTING_CONNECTION, ER.ABORTING_CONNECTION, ER.QUERY_INTERRUPTED),
    1927,  # MariaDB: the connection was killed
}


def _read_what_is_there(sock: socket.socket, target: memoryview) -> int:
    """Read available bytes without waiting; return their number. With TLS, a call gives 16 KiB."""
    count, patience = 0, sock.gettimeout()
    sock.settimeout(0)
    try:
        while count < len(target):
            more = sock.recv_into(target[count:])
            if not more:
                break
            count += more
    except (BlockingIOError, ssl.SSLWantReadError):
        pass
    finally:
        sock.settimeout(patience)
    return count
