"""Start quiet Spark sessions."""

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

# for sessions of minutes: Java starts faster, and compiles less
SHORT_LIVED = {"spark.driver.extraJavaOptions": "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC"}


def start_session(master: str = "local[*]", **conf: str) -> SparkSession:
    """Return the active Spark session, or a new one: quiet, with the time zone UTC.

    Args:
        master: the Spark master of a new session.
        conf: further settings of a new session.

    Raises:
        RuntimeError: Spark does not start; the text contains Java's output.
    """
    active = SparkSession.getActiveSession()
    return active or SparkSession(start_context(master, **conf))


def start_context(master: str = "local[*]", **conf: str) -> SparkContext:
    """Return a new Spark context without a session, because SQL takes most of the start.

    Arguments and errors are those of `start_session`.
    """
    # otherwise, workers use the first python3 in PATH
    os.environ["PYSPARK_PYTHON"] = sys.executable
    if master.startswith("local"):
        ensure_own_address()
    settings = SparkConf().setMaster(master).setAll(list((QUIET | conf).items()))
    # output of Java before its log levels are set
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
    """Restore the handler of SIGINT, which Spark replaces."""
    own = signal.getsignal(signal.SIGINT)
    yield
    is_main = threading.current_thread() is threading.main_thread()
    if is_main and own not in (None, signal.SIG_IGN, signal.SIG_DFL, signal.default_int_handler):
        signal.signal(signal.SIGINT, own)
