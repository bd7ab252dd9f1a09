"""Spark sessions that say nothing."""

from __future__ import annotations

import os
import signal
import sys
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager

from pyspark import SparkConf, SparkContext
from pyspark.errors import PySparkRuntimeError
from pyspark.java_gateway import launch_gateway
from pyspark.sql import SparkSession

from binlog_kaitai.spark.own_address import ensure_own_address

QUIET = {
    "spark.app.name": "binlog-kaitai",
    "spark.ui.enabled": "false",
    "spark.ui.showConsoleProgress": "false",
    "spark.log.level": "FATAL",
    "spark.sql.session.timeZone": "UTC",
}

# for sessions that live for minutes: Java starts sooner, and compiles less
SHORT_LIVED = {"spark.driver.extraJavaOptions": "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC"}


def start_session(master: str = "local[*]", **conf: str) -> SparkSession:
    """Return the Spark session that is active, or a new one: quiet, and with UTC as its time zone.

    `conf` are further settings of a new one. Raises RuntimeError, with what Java said, where it
    does not start.
    """
    active = SparkSession.getActiveSession()
    return active or SparkSession(start_context(master, **conf))


def start_context(master: str = "local[*]", **conf: str) -> SparkContext:
    """Return a new Spark without a session, whose SQL would be most of its start.

    Arguments and errors are those of `start_session`.
    """
    # or workers are started with the first python3 of PATH
    os.environ["PYSPARK_PYTHON"] = sys.executable
    if master.startswith("local"):
        ensure_own_address()
    settings = SparkConf().setMaster(master).setAll(list((QUIET | conf).items()))
    # what Java prints before it knows of log levels
    with _own_interrupts(), tempfile.TemporaryFile() as chatter:
        try:
            gateway = launch_gateway(settings, {"stderr": chatter})  # type: ignore[no-untyped-call]
        except PySparkRuntimeError as error:
            chatter.seek(0)
            said = chatter.read().decode(errors="replace").strip()
            raise RuntimeError(f"Spark did not start: {said}") from error
        return SparkContext(conf=settings, gateway=gateway)


@contextmanager
def _own_interrupts() -> Iterator[None]:
    """Keep what a program does when it is interrupted, in whose place Spark puts its own."""
    own = signal.getsignal(signal.SIGINT)
    yield
    is_main = threading.current_thread() is threading.main_thread()
    if is_main and own not in (None, signal.SIG_IGN, signal.SIG_DFL, signal.default_int_handler):
        signal.signal(signal.SIGINT, own)
