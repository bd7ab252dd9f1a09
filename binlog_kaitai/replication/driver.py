"""PyMySQL's connection with limits on the requests and the answers of a server."""

from __future__ import annotations

import sys
from typing import Any

from binlog_kaitai.extras import from_extras

with from_extras():
    import pymysql
    from pymysql.connections import Connection

MAX_ANSWER = 2**23
"""Maximum size of a greeting, or of all rows of a statement: enough for 200,000 logs."""

HASHING = {
    "caching_sha2_password",
    "client_ed25519",
    "mysql_native_password",
    "sha256_password",
}
CLEAR = {"dialog", "mysql_clear_password"}


class BoundedConnection(Connection):  # type: ignore[misc]
    """A connection to a server that is not trusted.

    Plugins that send the password unencrypted work only if `allows_clear`, over TLS with a verified
    certificate and host. LOAD DATA LOCAL is off, which is PyMySQL's default.
    """

    def __init__(self, *, allows_clear: bool, **settings: Any) -> None:
        self._allows_clear = allows_clear
        self._left = MAX_ANSWER
        super().__init__(defer_connect=True, local_infile=False, **settings)

    def _execute_command(self, command: int, sql: bytes | str) -> None:
        self._left = MAX_ANSWER
        super()._execute_command(command, sql)

    def accept_rows(self) -> None:
        """Accept any number of rows of the statement that was executed last."""
        self._left = sys.maxsize

    def _read_bytes(self, num_bytes: int) -> bytes:
        self._left -= num_bytes
        if self._left < 0:
            raise pymysql.InternalError(
                f"expected an answer of at most {MAX_ANSWER} bytes, found more"
            )
        data: bytes = super()._read_bytes(num_bytes)
        return data

    def _process_auth(self, plugin_name: bytes, *rest: Any) -> Any:
        name = plugin_name.decode("ascii", "backslashreplace")
        if name in CLEAR and not (self._allows_clear and self._is_verified):
            raise pymysql.InternalError(
                f"the server requests the password in clear text ({name}), which requires TLS"
                " with a verified certificate, and auth=clear or auth=rds-iam in the URI"
            )
        if name not in HASHING | CLEAR:
            raise pymysql.InternalError(
                f"the server requests the unknown authentication plugin {name!r}"
            )
        return super()._process_auth(plugin_name, *rest)

    @property
    def _is_verified(self) -> bool:
        return bool(self._secure and self.ctx.check_hostname)
