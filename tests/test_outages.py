"""Errors that are outages of an object store, and how long one waits for it."""

from __future__ import annotations

import logging
import pickle

import pytest

from binlog_kaitai.errors import TransientError
from binlog_kaitai.io import outages
from binlog_kaitai.io.outages import OutageError, outage_of, patiently

S3 = "When uploading object with key 'b' in bucket 'logs': AWS Error {} during PutObject operation"
DELTA = "Kernel error -> Generic S3 error\n  \x1b[31m↳\x1b[0m Error performing GET in 3 s, after {}"


@pytest.mark.parametrize(
    "text",
    [
        *map(S3.format, ("SLOW_DOWN", "INTERNAL_FAILURE", "UNKNOWN (HTTP status 503)")),
        *map(S3.format, ("NETWORK_CONNECTION", "NO_SUCH_UPLOAD")),
        DELTA.format("10 retries, max_retries 10"),
    ],
)
def test_outages_are_one_line(text: str) -> None:
    told = outage_of(OSError(text))
    assert told is not None
    assert told.isprintable()
    assert not {"↳", "\n"}.intersection(told)


@pytest.mark.parametrize(
    "text",
    [
        *map(S3.format, ("ACCESS_DENIED", "NO_SUCH_BUCKET", "UNKNOWN (HTTP status 403)")),
        DELTA.format("0 retries, max_retries 10"),
        "[Errno 28] No space left on device",
    ],
)
def test_other_errors_are_none(text: str) -> None:
    assert outage_of(OSError(text)) is None


def test_waits_grow_until_it_is_back(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    waits: list[float] = []
    monkeypatch.setattr(outages.time, "sleep", waits.append)
    errors = [OSError(S3.format("SLOW_DOWN"))] * 3

    def action() -> str:
        if errors:
            raise errors.pop()
        return "done"

    with caplog.at_level(logging.WARNING):
        assert patiently(action, "s3://lake/out?region=x") == "done"
    for wait, limit in zip(waits, (1, 2, 4), strict=True):
        assert limit / 2 <= wait <= limit
    assert [one.startswith("s3://lake/out: ") for one in caplog.messages] == [True] * 3


def test_one_that_stays_is_an_error_that_nobody_waits_for_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    waits: list[float] = []
    monkeypatch.setattr(outages.time, "sleep", waits.append)

    def action() -> None:
        raise OSError(S3.format("SLOW_DOWN"))

    with pytest.raises(TransientError, match=r"SLOW_DOWN.*s3://lake/out") as found:
        patiently(lambda: patiently(action, "s3://lake/out"), "s3://lake")
    assert len(waits) == len(outages.PATIENCE)
    again = pickle.loads(pickle.dumps(found.value))
    assert isinstance(again, OutageError)
    assert str(again) == str(found.value)


def test_other_errors_are_raised_at_once() -> None:
    with pytest.raises(PermissionError):
        patiently(lambda: (_ for _ in ()).throw(PermissionError("ACCESS_DENIED")), "s3://lake")
