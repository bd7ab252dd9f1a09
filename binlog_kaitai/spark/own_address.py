"""The address of this machine for a Spark that runs on it alone."""

from __future__ import annotations

import os
import socket

LOOPBACK = "127.0.0.1"


def ensure_own_address() -> None:
    """Have Spark use the loopback address if this machine's name has no address.

    Spark fails without one (UnknownHostException), also if it needs no network. Containers and
    freshly installed machines often have no line for their own name in /etc/hosts.
    """
    if {"SPARK_LOCAL_IP", "SPARK_LOCAL_HOSTNAME"} & set(os.environ):
        return
    try:
        socket.gethostbyname(socket.gethostname())
    except OSError:
        os.environ["SPARK_LOCAL_IP"] = LOOPBACK
