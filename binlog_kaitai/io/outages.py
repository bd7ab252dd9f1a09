"""Outages of object stores: they throttle, fail, or do not answer. What they are, and how to wait.

The libraries repeat single requests for some seconds. Longer outages are handled here.
"""

from __future__ import annotations

import errno
import logging
import random
import re
import time
from collections.abc import Callable
from typing import TypeVar

from binlog_kaitai.errors import TransientError

Result = TypeVar("Result")

LOGGER = logging.getLogger(__name__)

PATIENCE = (1, 2, 4, 8, 15, 30)
"""Maximum seconds between attempts to reach a store; an attempt itself may take longer."""

# as the libraries of S3, Google's storage and Azure write it, those of deltalake and pyiceberg
_OUTAGE = re.compile(
    "NETWORK_CONNECTION|UNAVAILABLE|SLOW_DOWN|REQUEST_TIMEOUT|THROTTL|INTERNAL_FAILURE"
    r"|HTTP status 5\d\d|Fail to get a new connection|NO_SUCH_UPLOAD|NoSuchUpload"
    r"|after [1-9]\d* retries|HTTP error"
    r"|pyiceberg.exceptions.(CommitState|ServiceUn|ServerE|TooMany)"
    r"|requests.exceptions.\w*(ConnectionError|Timeout)"
)
_STYLE = re.compile(r"\x1b\[[\d;]*m|↳")


class OutageError(TransientError):
    """A store that did not answer for as long as one waits for it."""


def outage_of(error: BaseException) -> str | None:
    """Return the text of an error on one line, if the store may be back later; else None."""
    text, kind = str(getattr(error, "strerror", None) or error), type(error)
    if not _OUTAGE.search(f"{kind.__module__}.{kind.__name__}: {text}"):
        return None
    text = _STYLE.sub(" ", text.partition(" error_info=")[0])
    return " ".join(text.split())


def patiently(action: Callable[[], Result], where: str) -> Result:
    """Return the result of an action, which is repeated as long as the store does not answer.

    Args:
        action: can be repeated after it has failed at any place. Parts of it may be patient, too.
        where: the URI of the store.

    Raises:
        OutageError: the last attempt failed, too.
    """
    where = where.partition("?")[0]
    for seconds in (*PATIENCE, None):
        try:
            return action()
        except Exception as error:
            text = None if isinstance(error, OutageError) else outage_of(error)
            if text is None:
                raise
            if seconds is None:
                raise OutageError(errno.EIO, text, where) from error
            LOGGER.warning("%s: %s; retrying within %s s", where, text, seconds)
            time.sleep(random.uniform(seconds / 2, seconds))  # noqa: S311 - so that some take turns
    raise AssertionError
