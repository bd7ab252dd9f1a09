"""Connections to a server, by PyMySQL, and what it refuses in words that people understand."""

from __future__ import annotations

import contextlib
import socket
import ssl
import time
from collections.abc import Iterator
from typing import Any

import numpy as np

from binlog_kaitai.extras import from_extras
from binlog_kaitai.replication.commands import Command
from binlog_kaitai.replication.passwords import Account, account_of
from binlog_kaitai.replication.uris import ServerUri

with from_extras():
    import pymysql
    from pymysql.constants import CR, ER
    from pymysql.protocol import MysqlPacket

CONNECT_SECONDS = 10
SILENCE_SECONDS = 60
"""For so long nothing may come before a connection counts as lost."""

AT_ONCE = np.array((1, 0), np.intc)
"""Linger for no second: a server that still has something to send is told that nobody reads."""

ENOUGH, MOMENT = 2**18, 0.0005
"""Bytes that are worth to be read at once, and seconds to wait for them."""


class ServerError(OSError):
    """A server cannot be reached, or refuses what it is asked; the text is one line."""


class LostError(ServerError):
    """The connection is gone, or was never there: to try again may help."""


class RefusedError(ServerError):
    """The server refuses by a number of its own, which is `code`."""

    def __init__(self, text: str, code: int) -> None:
        super().__init__(text)
        self.code = code


def is_torn(error: RefusedError) -> bool:
    """Return whether a server refuses what is behind a place, for its log ends inside an event.

    MariaDB leaves a log so that it was killed over, and goes on in another one.
    """
    return error.code == ER.MASTER_FATAL_ERROR_READING_BINLOG and "truncated" in str(error)


class Session:
    """A connection to one host of a server's URI. Raises ServerError, as its methods do."""

    def __init__(
        self, server: ServerUri, host: tuple[str, int], account: Account | None = None
    ) -> None:
        self.server = server
        self.host = host
        self.name = f"{server.uri.partition('://')[0]}://{host[0]}:{host[1]}"
        self.account = account or account_of(server)
        with self._failing():
            self._connection = pymysql.connect(
                host=host[0],
                port=host[1],
                user=self.account.user,
                password=self.account.password,
                charset="utf8mb4",
                autocommit=True,
                connect_timeout=CONNECT_SECONDS,
                read_timeout=SILENCE_SECONDS,
                program_name="binlog-kaitai",
                **_tls_of(server),
            )

    def __enter__(self) -> Session:  # noqa: PYI034 - Self came with Python 3.11
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def again(self) -> Session:
        """Open another session to the same host, by the same account."""
        return Session(self.server, self.host, self.account)

    def close(self) -> None:
        """End the connection, also one that another thread waits on."""
        with contextlib.suppress(OSError, AttributeError):
            sock = self._connection._sock  # noqa: SLF001 - it has no method for this
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, AT_ONCE)
            sock.shutdown(socket.SHUT_RDWR)  # wakes who reads
        self._connection._force_close()  # noqa: SLF001 - a server that dumps reads no farewell

    def rows(self, statement: str, *values: str) -> list[dict[str, Any]]:
        """Return what a statement with values gives, by the lower-case names of its columns."""
        with self._failing(), self._connection.cursor() as cursor:
            cursor.execute(statement, values or None)
            names = [column[0].lower() for column in cursor.description or ()]
            return [dict(zip(names, row, strict=True)) for row in cursor.fetchall()]

    def value(self, variable: str) -> str | None:
        """Return a global variable, None where the server has none of this name."""
        found = self.rows(f"SHOW GLOBAL VARIABLES LIKE '{variable}'")
        return str(found[0]["value"]) if found else None

    def set(self, **variables: str | int) -> None:
        """Set variables of the session that users make up."""
        names = ", ".join(f"@{name} = %s" for name in variables)
        with self._failing(), self._connection.cursor() as cursor:
            cursor.execute(f"SET {names}", tuple(variables.values()))

    def send(self, command: Command, body: bytes) -> None:
        """Send a command."""
        with self._failing():
            self._connection._execute_command(int(command), body)  # noqa: SLF001 - as replicas do

    def packet(self) -> bytes:
        """Return the next packet of the answer."""
        with self._failing():
            data: bytes = self._connection._read_packet().get_all_data()  # noqa: SLF001
            return data

    def read_into(self, target: memoryview) -> int:
        """Read bytes as they come, at least one; packets are no longer cut by the driver then.

        Where few come, it waits a moment for more: each reading costs as much as many bytes.
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
        """Return a packet. Raises ServerError where it tells of an error."""
        with self._failing():
            found = MysqlPacket(packet, self._connection.encoding)
            if found.is_error_packet():
                found.raise_for_error()
        return packet

    def reply(self, packet: bytes) -> None:
        """Send a packet that is no command, as an answer to one that came."""
        with self._failing():
            self._connection._next_seq_id = 0  # noqa: SLF001 - from which the server counts on
            self._connection.write_packet(packet)

    @contextlib.contextmanager
    def _failing(self) -> Iterator[None]:
        try:
            yield
        except (pymysql.MySQLError, RuntimeError, OSError, AttributeError) as error:
            raise self._told(error) from None  # whose frames have the password

    def _told(self, error: Exception) -> ServerError:
        code, text = (*error.args, None, None)[:2]
        if not isinstance(code, int) or not isinstance(text, str):
            is_lost = isinstance(error, (pymysql.InterfaceError, OSError, AttributeError))
            return (LostError if is_lost else ServerError)(f"{self.name}: {error}")
        if CR.CR_ERROR_FIRST <= code <= CR.CR_ERROR_LAST or code in _PASSING:
            return LostError(f"{self.name}: {text}")
        user = self.account.user
        meaning = _MEANINGS.get(code, "").format(user=user)
        if code in _DENIED and not self.account.password:
            meaning += " without a password"
        return RefusedError(": ".join(filter(None, (self.name, meaning, text))), code)


_DENIED = {ER.ACCESS_DENIED_ERROR, ER.DBACCESS_DENIED_ERROR}
_MEANINGS = {
    **dict.fromkeys(_DENIED, "the server does not let {user} in"),
    ER.SPECIFIC_ACCESS_DENIED_ERROR: "{user} lacks a privilege, which is given by"
    " GRANT REPLICATION SLAVE, REPLICATION CLIENT ON *.* TO {user}",
    ER.NO_BINARY_LOGGING: "the server writes no binary logs: it has to be started with log_bin",
}
"""What is said of the numbers by which servers refuse."""

_PASSING = {
    *(ER.SERVER_SHUTDOWN, ER.CON_COUNT_ERROR, ER.TOO_MANY_USER_CONNECTIONS),
    *(ER.NEW_ABORTING_CONNECTION, ER.ABORTING_CONNECTION, ER.QUERY_INTERRUPTED),
    1927,  # MariaDB: the connection was killed
}


def _read_what_is_there(sock: socket.socket, target: memoryview) -> int:
    """Read bytes without waiting for any; return how many. By TLS, each call gives 16 KiB."""
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


def _tls_of(server: ServerUri) -> dict[str, Any]:
    """Return what PyMySQL is told. Without a word on TLS it is used where the server has it."""
    if server.tls is None:
        return {}
    if server.tls == "off":
        return {"ssl_disabled": True}
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)  # which looks at certificate and name
    if server.tls != "on":
        context.check_hostname = False
    if server.tls == "unverified":
        context.verify_mode = ssl.CERT_NONE
    elif server.tls_ca is None:
        context.load_default_certs()
    if server.tls_ca is not None:
        context.load_verify_locations(server.tls_ca)
    if server.tls_cert is not None:
        context.load_cert_chain(server.tls_cert, server.tls_key)
    return {"ssl": context}
