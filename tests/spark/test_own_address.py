"""Spark starts on a machine whose own name has no address."""

from __future__ import annotations

import os
import socket

import pytest

from binlog_kaitai.spark.own_address import ensure_own_address

VARIABLES = ("SPARK_LOCAL_IP", "SPARK_LOCAL_HOSTNAME")


@pytest.mark.parametrize(
    ("has_address", "before", "expected"),
    [
        (True, {}, {}),
        (False, {}, {"SPARK_LOCAL_IP": "127.0.0.1"}),
        (False, {"SPARK_LOCAL_IP": "192.0.2.1"}, {"SPARK_LOCAL_IP": "192.0.2.1"}),
        (False, {"SPARK_LOCAL_HOSTNAME": "me"}, {"SPARK_LOCAL_HOSTNAME": "me"}),
    ],
)
def test_the_loopback_address_stands_in(
    has_address: bool,
    before: dict[str, str],
    expected: dict[str, str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def address_of(name: str) -> str:
        if has_address:
            return "192.0.2.7"
        raise socket.gaierror(socket.EAI_NONAME, f"{name} is unknown")

    monkeypatch.setattr(socket, "gethostbyname", address_of)
    for name in VARIABLES:
        monkeypatch.setenv(name, "")  # so that it is as before after the test
        monkeypatch.delenv(name)
    for name, value in before.items():
        monkeypatch.setenv(name, value)
    ensure_own_address()
    assert {name: os.environ[name] for name in VARIABLES if name in os.environ} == expected
