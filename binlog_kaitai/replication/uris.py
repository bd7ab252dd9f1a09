"""Parse the URIs of servers: `mysql://user@host:3306/binlog.000007?tls=on`."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias, cast, get_args
from urllib.parse import parse_qsl, unquote

SCHEMES = ("mysql", "mariadb")
DEFAULT_PORT = 3306
MAX_PACKET = 2**30
"""Default maximum size of an event: the maximum of `max_allowed_packet`."""

DEADLINE_SECONDS = 60
MAX_WAIT = 30.0
"""Maximum number of seconds between two attempts to reach a server."""

Host: TypeAlias = tuple[str, int]
Tls: TypeAlias = Literal["on", "ca", "unverified", "off"]
Auth: TypeAlias = Literal["clear", "rds-iam"]

PROMPT = "ask"
"""Value of `password` in the query for a prompt at the terminal."""

_PARTS = re.compile(
    r"(?P<scheme>\w+)://(?P<netloc>[^/?#]*)(?P<path>[^?#]*)"
    r"(?:\?(?P<query>[^#]*))?(?:\#(?P<fragment>.*))?"
)

_KEYS = {
    "tls": "tls",
    "tls-ca": "tls_ca",
    "tls-cert": "tls_cert",
    "tls-key": "tls_key",
    "auth": "auth",
    "max-packet": "max_packet",
    "deadline": "deadline",
    "option-file": "option_file",
    "password": "password",
    "server-id": "server_id",
    "semi-sync": "semi_sync",
    "start": "start",
}


@dataclass(frozen=True, slots=True)
class ServerUri:
    """A server, or several equivalent servers, with the settings of their connections.

    Attributes:
        log: the name of a log, or a pattern of names; empty for all logs.
        start: a start of `replication.starts`, or None.
        auth: allows a plugin that sends the password, or a token, unencrypted.
        max_packet: maximum size of an event in bytes.
        deadline: a read without progress for so many seconds fails.
        uri: the original URI, which contains no password.
    """

    uri: str
    hosts: tuple[Host, ...]
    user: str | None = None
    log: str = ""
    tls: Tls | None = None
    tls_ca: str | None = None
    tls_cert: str | None = None
    tls_key: str | None = None
    auth: Auth | None = None
    max_packet: int = MAX_PACKET
    deadline: int = DEADLINE_SECONDS
    option_file: str | None = None
    asks_password: bool = False
    server_id: int | None = None
    is_semi_sync: bool = False
    start: str | None = None

    def __str__(self) -> str:
        return self.uri

    def uri_of(self, log: str) -> str:
        """Return the URI of one of the server's logs."""
        parts = _split(self.uri)
        query = f"?{parts['query']}" if parts["query"] else ""
        return f"{parts['scheme']}://{parts['netloc']}/{log}{query}"

    def at(self, host: Host) -> ServerUri:
        """Return the URI with one of its hosts only."""
        hosts = _split(self.uri)["netloc"]
        account, at, _ = hosts.rpartition("@")
        name = f"[{host[0]}]" if ":" in host[0] else host[0]
        one = f"//{account}{at}{name}:{host[1]}"
        return replace(self, uri=self.uri.replace(f"//{hosts}", one, 1), hosts=(host,))


def is_server(path: str | os.PathLike[str]) -> bool:
    """Return whether a path is the URI of a server."""
    scheme, separator, _ = os.fspath(path).partition("://")
    return bool(separator) and scheme in SCHEMES


def parse_uri(uri: str) -> ServerUri:
    """Parse the URI of a server. Raises ValueError, whose text contains no password."""
    parts = _split(uri)
    account, _, hosts = parts["netloc"].rpartition("@")
    user, has_password, _ = account.partition(":")
    if has_password:
        raise ValueError(
            f"{parts['scheme']}://{hosts}: a URI must not contain a password, because others can"
            " see it; set MYSQL_PWD, use an option file, or add ?password=ask"
        )
    if parts["fragment"]:
        raise ValueError(f"{uri}: expected a server's URI without a fragment (#)")
    query = {}
    for key, value in parse_qsl(parts["query"], keep_blank_values=True):
        if key not in _KEYS:
            raise ValueError(
                f"{_without_query(uri)}: unknown option {key!r}; options are {_options_text()}"
            )
        query[_KEYS[key]] = value
    password = query.pop("password", None)
    if password not in {None, PROMPT}:
        shown = _without_query(uri)
        raise ValueError(
            f"{shown}: expected password=ask, because others can see a password in a URI"
        )
    auth = _choice_of(uri, "auth", query.pop("auth", None), get_args(Auth))
    tls = _tls_of(uri, query, is_forced=auth is not None)
    return ServerUri(
        uri=uri,
        hosts=tuple(_host_of(uri, host) for host in hosts.split(",")),
        user=unquote(user) or None,
        log=parts["path"].strip("/"),
        tls=tls,
        auth=cast("Auth | None", auth),
        max_packet=_max_packet_of(uri, query.pop("max_packet", None)),
        deadline=_deadline_of(uri, query.pop("deadline", None)),
        asks_password=password is not None,
        is_semi_sync=_switch_of(uri, "semi-sync", query.pop("semi_sync", None)),
        server_id=_server_id_of(uri, query.pop("server_id", None)),
        tls_ca=query.get("tls_ca"),
        tls_cert=query.get("tls_cert"),
        tls_key=query.get("tls_key"),
        option_file=query.get("option_file"),
        start=query.get("start"),
    )


def _split(uri: str) -> dict[str, str]:
    """Split a URI, also into empty parts; urlsplit refuses IPv6 among several hosts."""
    match = _PARTS.fullmatch(uri)
    if match is None:
        raise ValueError(f"{_without_query(uri)}: expected mysql://HOST or mariadb://HOST")
    return match.groupdict("")


def _options_text() -> str:
    return ", ".join(_KEYS)


def _without_query(uri: str) -> str:
    return uri.partition("?")[0]


def _host_of(uri: str, text: str) -> tuple[str, int]:
    host, colon, port = text.rpartition(":")
    if not colon or text.endswith("]"):
        host, port = text, str(DEFAULT_PORT)
    if not host or not port.isdecimal():
        raise ValueError(f"{_without_query(uri)}: expected HOST:PORT, found {text!r}")
    return host.strip("[]"), int(port)


def _tls_of(uri: str, query: dict[str, str], *, is_forced: bool) -> Tls | None:
    """Return the TLS mode. An unencrypted password requires a verified certificate and name."""
    tls = _choice_of(uri, "tls", query.pop("tls", None), get_args(Tls))
    if is_forced and tls not in {None, "on"}:
        raise ValueError(f"{_without_query(uri)}: the option auth requires tls=on, found tls={tls}")
    if tls is None and (is_forced or any(key.startswith("tls_") for key in query)):
        return "on"
    return cast("Tls | None", tls)


def _choice_of(uri: str, name: str, text: str | None, choices: tuple[str, ...]) -> str | None:
    if text is not None and text not in choices:
        raise ValueError(
            f"{_without_query(uri)}: expected {name} to be {' or '.join(choices)}, found {text!r}"
        )
    return text


def _switch_of(uri: str, name: str, text: str | None) -> bool:
    return _choice_of(uri, name, text, ("on", "off")) == "on"


def _max_packet_of(uri: str, text: str | None) -> int:
    match = re.fullmatch(r"([0-9]{1,10})([KMG]?)", (text or str(MAX_PACKET)).upper())
    size = int(match[1]) * int(1024 ** " KMG".index(match[2] or " ")) if match else 0
    if not 0 < size <= MAX_PACKET:
        shown = _without_query(uri)
        raise ValueError(f"{shown}: expected a max-packet of at most 1G, found {text!r}")
    return size


def _deadline_of(uri: str, text: str | None) -> int:
    text = text or str(DEADLINE_SECONDS)
    if re.fullmatch("[0-9]{1,6}", text) is None or not int(text):
        raise ValueError(f"{_without_query(uri)}: expected a deadline in seconds, found {text!r}")
    return int(text)


def _server_id_of(uri: str, text: str | None) -> int | None:
    if text is None:
        return None
    if not text.isdecimal() or not 0 < int(text) < 2**32:
        shown = _without_query(uri)
        raise ValueError(f"{shown}: expected a server-id of 1 to 4294967295, found {text!r}")
    return int(text)
