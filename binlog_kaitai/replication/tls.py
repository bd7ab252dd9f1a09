"""Whether a connection is encrypted, and how the server's identity is verified."""

from __future__ import annotations

import ipaddress
import ssl
import warnings
from typing import Any

from binlog_kaitai.replication.uris import Host, ServerUri, Tls


class InsecureConnectionWarning(UserWarning):
    """The URI turns off the verification of a remote server's identity."""


def is_loopback(host: str) -> bool:
    """Return whether a host is this machine, so that no other machine is in between."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def tls_for(server: ServerUri, host: Host) -> Tls | None:
    """Return the TLS mode for a host; None means TLS if the server supports it.

    By default, the certificate and name of another machine are verified. Warns if the URI turns
    that off.
    """
    is_local = is_loopback(host[0])
    if server.tls in {"off", "unverified"} and not is_local:
        warnings.warn(
            f"{host[0]}: tls={server.tls} does not verify the server's identity: an attacker in the"
            " network can read and change all data, and learn the password",
            InsecureConnectionWarning,
            stacklevel=4,
        )
    return server.tls or (None if is_local else "on")


def tls_settings(server: ServerUri, tls: Tls | None) -> dict[str, Any]:
    """Return PyMySQL's settings. By default, it uses TLS if the server supports it."""
    if tls is None:
        return {}
    if tls == "off":
        return {"ssl_disabled": True}
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)  # verifies certificate and name
    if tls != "on":
        context.check_hostname = False
    if tls == "unverified":
        context.verify_mode = ssl.CERT_NONE
    elif server.tls_ca is None:
        context.load_default_certs()
    if server.tls_ca is not None:
        context.load_verify_locations(server.tls_ca)
    if server.tls_cert is not None:
        context.load_cert_chain(server.tls_cert, server.tls_key)
    return {"ssl": context}
